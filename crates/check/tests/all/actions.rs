//! Plans in PDDL: read, and judged on the problem as it is written.

use groundplan_check::{check_moves, Competition, Counts, MovePlan, Rule, Rules};

/// A corridor of four, the stone on the second, the goal on the last.
const CORRIDOR: &str = "; a corridor\n(define (problem corridor) (:domain sokoban-sequential)\n\
    (:objects dir-left dir-right - direction player-01 - player stone-01 - stone l-1 l-2 l-3 l-4 - location)\n\
    (:init (IS-NONGOAL l-1) (IS-NONGOAL l-2) (IS-NONGOAL l-3) (IS-GOAL l-4)\n\
    (MOVE-DIR l-1 l-2 dir-right) (MOVE-DIR l-2 l-1 dir-left) (MOVE-DIR l-2 l-3 dir-right) (MOVE-DIR l-3 l-2 dir-left)\n\
    (MOVE-DIR l-3 l-4 dir-right) (MOVE-DIR l-4 l-3 dir-left)\n\
    (at player-01 l-1) (at stone-01 l-2) (clear l-3) (clear l-4) (= (total-cost) 0))\n\
    (:goal (and (at-goal stone-01))) (:metric minimize (total-cost)))\n";

const SOLVED: &str = "(push-to-nongoal player-01 stone-01 l-1 l-2 l-3 dir-right)\n\
    (push-to-goal player-01 stone-01 l-2 l-3 l-4 dir-right)\n";

fn judge(problem: &str, plan: &str) -> Result<Counts, (Rule, String)> {
    let instance = Competition::parse_pddl(problem).expect("a problem");
    let plan = MovePlan::parse_actions(plan).expect("a plan");
    check_moves(&instance, &plan, &Rules::default()).map_err(|violation| (violation.rule, violation.message))
}

#[test]
fn a_plan_is_counted_whatever_case_and_frame_it_is_written_in() {
    let counts = Counts { actions: 1, pushes: 2, moves: 2 };
    for plan in [
        SOLVED.to_owned(),
        format!("{SOLVED}; cost = 2 (general cost)\n"),
        format!("; found\n{SOLVED}; cost = 2 (general cost)\nOptimization: 2\nOPTIMUM FOUND\n"),
        SOLVED.to_uppercase().replace('\n', " ; a comment\n"),
        SOLVED.replace('\n', "\r\n"),
    ] {
        assert!(MovePlan::is_actions(&plan), "{plan}");
        assert_eq!(judge(CORRIDOR, &plan), Ok(counts), "{plan}");
    }
    let walk = format!("{SOLVED}(move player-01 l-3 l-2 dir-left)");
    assert_eq!(judge(CORRIDOR, &walk).map(|counts| counts.moves), Ok(3));
}

#[test]
fn each_rule_can_be_broken() {
    for (plan, rule, message) in [
        ("", Rule::GoalNotReached, "the stone stone-01 ends on no goal"),
        (
            "(move player-01 l-1 l-2 dir-right)",
            Rule::CellOccupied,
            "(move player-01 l-1 l-2 dir-right): l-2 is not clear",
        ),
        (
            "(move player-01 l-1 l-2 dir-left)",
            Rule::Wall,
            "(move player-01 l-1 l-2 dir-left): there is no fact (MOVE-DIR l-1 l-2 dir-left)",
        ),
        (
            "(move stone-01 l-2 l-3 dir-right)",
            Rule::NotReachable,
            "(move stone-01 l-2 l-3 dir-right): stone-01 is not the player",
        ),
        (
            "(push-to-goal player-01 stone-01 l-1 l-2 l-3 dir-right)",
            Rule::WrongGoal,
            "(push-to-goal player-01 stone-01 l-1 l-2 l-3 dir-right): l-3 is no goal",
        ),
    ] {
        assert_eq!(judge(CORRIDOR, plan), Err((rule, message.to_owned())));
    }
}

#[test]
fn what_is_not_said_does_not_hold() {
    // Not clear, and no nongoal.
    for (from, word) in [("(clear l-3)", "clear"), ("(IS-NONGOAL l-3)", "goal")] {
        let (_, message) = judge(&CORRIDOR.replace(from, ""), SOLVED).expect_err(from);
        assert!(message.contains(word), "{message}");
    }
    // A stone that stands on a goal is there only if that is said.
    let on_goal = CORRIDOR.replace("(at stone-01 l-2) (clear l-3) (clear l-4)", "(at stone-01 l-4)");
    assert_eq!(judge(&on_goal, "").map_err(|(rule, _)| rule), Err(Rule::GoalNotReached));
    let said = on_goal.replace("(= (total-cost) 0)", "(at-goal stone-01)");
    assert_eq!(judge(&said, ""), Ok(Counts::default()));
    // The goal has to hold in the end.
    let longer =
        CORRIDOR.replace("(IS-GOAL l-4)", "(IS-NONGOAL l-4)").replace("(IS-NONGOAL l-3)", "(IS-GOAL l-3)");
    let over = "(push-to-goal player-01 stone-01 l-1 l-2 l-3 dir-right)\n\
        (push-to-nongoal player-01 stone-01 l-2 l-3 l-4 dir-right)\n";
    assert_eq!(judge(&longer, over).map_err(|(rule, _)| rule), Err(Rule::GoalNotReached));
    assert_eq!(judge(&longer, over.lines().next().expect("a line")).map(|counts| counts.pushes), Ok(1));
}

#[test]
fn plans_that_are_none_are_refused_with_their_place() {
    for (plan, range, message) in [
        ("(move p a b", 0..1, "this list is never closed"),
        ("(move p a b d))", 14..15, "expected an action such as `(move P A B D)`, found `)`"),
        ("(move p a b)", 0..12, "this is (move …) with 3 arguments"),
        ("(move p a b (d))", 0..16, "expected an action such as `(move P A B D)`, found `(move …)`"),
        ("(fly p a b d)", 0..13, "this is (fly …) with 4 arguments"),
        ("UNSATISFIABLE", 0..13, "this says UNSATISFIABLE"),
        ("SATISFIABLE\n(move p a b d)", 12..26, "already ended with its verdict"),
        ("(move p a b d)\n0: (move p b c d)", 15..16, "expected an action"),
        (&"(".repeat(100), 64..65, "more than 64 levels deep"),
    ] {
        let error = MovePlan::parse_actions(plan).expect_err(plan);
        assert!(error.message().contains(message), "{}", error.message());
        assert_eq!(error.range(), range, "{plan}");
    }
    for (text, is) in [
        ("rrR", false),
        ("(uL)3", false),
        ("push(a,right,b,1).", false),
        ("; x\n ( Move p a b d)", true),
        ("(moveable)", false),
        ("; cost = 0 (general cost)\nSATISFIABLE\n", true),
        ("\u{feff}(push-to-goal p s a b c d)", true),
    ] {
        assert_eq!(MovePlan::is_actions(text), is, "{text}");
    }
}

#[test]
fn problems_that_are_none_are_refused_with_their_place() {
    for (from, to, at, message) in [
        ("(define", "define", "define", "expected `(define (problem NAME) …)`, found `d`"),
        (
            "(problem corridor)",
            "(domain corridor)",
            "(domain",
            "expected `(problem NAME)`, found `(domain …)`",
        ),
        ("player-01 - player", "", "", "there is no player"),
        ("player-01 - player", "player-01 player-02 - player", "", "there are two players"),
        ("(at stone-01 l-2)", "", "", "stone-01 has no place"),
        ("(at stone-01 l-2)", "(at stone-01 l-1)", "(at stone-01 l-1)", "are both on l-1"),
        (
            "(clear l-3)",
            "(shiny l-3)",
            "(shiny l-3)",
            "expected a fact of `sokoban-sequential`, found `(shiny …)`",
        ),
        ("(at-goal stone-01)", "(at-goal l-4)", "l-4))) (:metric", "l-4 is not a stone"),
        ("(at-goal stone-01)", "(at stone-01 l-4)", "(at stone-01 l-4)))", "expected a goal"),
        ("(:goal (and (at-goal stone-01)))", "", "(define", "a problem with a goal"),
        ("(:metric", "(:constraints", "(:constraints", "expected a section of a problem of Sokoban"),
        ("(total-cost)))\n", "(total-cost))\n", "(define", "this list is never closed"),
        ("(total-cost)))\n", "(total-cost))) more\n", "more", "expected the end of the problem, found `m`"),
        ("l-4 - location", "l-4 -", "-)", "expected the type of these objects"),
        ("l-4 - location", "l-4", "l-1 l-2", "expected the type of the objects before it"),
    ] {
        let text = CORRIDOR.replacen(from, to, 1);
        let error = Competition::parse_pddl(&text).expect_err(to);
        assert!(error.message().contains(message), "{}, not {message}", error.message());
        assert!(text[error.range().start..].starts_with(at), "{to}: {:?}", error.range());
    }
}
