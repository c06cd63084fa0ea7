; Two stones in a room: seven moves with four pushes bring both to their goals.
(define (problem sokoban)
  (:domain sokoban-sequential)
  (:objects
    dir-right - direction
    dir-left - direction
    dir-up - direction
    dir-down - direction
    player-01 - player
    c1r1 - location
    c2r1 - location
    c1r2 - location
    c2r2 - location
    c1r3 - location
    c2r3 - location
    c3r1 - location
    c3r2 - location
    c4r1 - location
    c4r2 - location
    c5r1 - location
    stone-01 - stone
    stone-02 - stone
  )
  (:init
    (IS-NONGOAL c1r1)
    (IS-NONGOAL c2r1)
    (IS-NONGOAL c1r2)
    (IS-NONGOAL c2r2)
    (IS-NONGOAL c1r3)
    (IS-NONGOAL c2r3)
    (IS-NONGOAL c3r1)
    (IS-NONGOAL c3r2)
    (IS-NONGOAL c4r1)
    (IS-GOAL c4r2)
    (IS-GOAL c5r1)
    (MOVE-DIR c1r1 c2r1 dir-right)
    (MOVE-DIR c1r1 c1r2 dir-down)
    (MOVE-DIR c2r1 c3r1 dir-right)
    (MOVE-DIR c2r1 c1r1 dir-left)
    (MOVE-DIR c2r1 c2r2 dir-down)
    (MOVE-DIR c1r2 c2r2 dir-right)
    (MOVE-DIR c1r2 c1r1 dir-up)
    (MOVE-DIR c1r2 c1r3 dir-down)
    (MOVE-DIR c2r2 c3r2 dir-right)
    (MOVE-DIR c2r2 c1r2 dir-left)
    (MOVE-DIR c2r2 c2r1 dir-up)
    (MOVE-DIR c2r2 c2r3 dir-down)
    (MOVE-DIR c1r3 c2r3 dir-right)
    (MOVE-DIR c1r3 c1r2 dir-up)
    (MOVE-DIR c2r3 c1r3 dir-left)
    (MOVE-DIR c2r3 c2r2 dir-up)
    (MOVE-DIR c3r1 c4r1 dir-right)
    (MOVE-DIR c3r1 c2r1 dir-left)
    (MOVE-DIR c3r1 c3r2 dir-down)
    (MOVE-DIR c3r2 c4r2 dir-right)
    (MOVE-DIR c3r2 c2r2 dir-left)
    (MOVE-DIR c3r2 c3r1 dir-up)
    (MOVE-DIR c4r1 c5r1 dir-right)
    (MOVE-DIR c4r1 c3r1 dir-left)
    (MOVE-DIR c4r1 c4r2 dir-down)
    (MOVE-DIR c4r2 c3r2 dir-left)
    (MOVE-DIR c4r2 c4r1 dir-up)
    (MOVE-DIR c5r1 c4r1 dir-left)
    (at player-01 c1r1)
    (at stone-01 c2r2)
    (at stone-02 c3r1)
    (clear c2r1)
    (clear c1r2)
    (clear c1r3)
    (clear c2r3)
    (clear c3r2)
    (clear c4r1)
    (clear c4r2)
    (clear c5r1)
    (= (total-cost) 0)
  )
  (:goal (and
    (at-goal stone-01)
    (at-goal stone-02)
  ))
  (:metric minimize (total-cost))
)
