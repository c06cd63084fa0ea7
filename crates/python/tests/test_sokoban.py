"""`groundplan.sokoban`: levels in, plans out, pages for notebooks; and data frames."""

import importlib.util
import threading
import time

import pytest

import groundplan
from groundplan import frames, sokoban

CORRIDOR = "#####\n#@$.#\n#####\n"
CORNER = "#####\n#$ .#\n# @ #\n#####\n"
ROOM = "#######\n#     #\n# $.$ #\n# .@. #\n#  $  #\n#     #\n#######\n"
HARD = """
    #####
    #   #
    #$  #
  ###  $##
  #  $ $ #
### # ## #   ######
#   # ## #####  ..#
# $  $          ..#
##### ### #@##  ..#
    #     #########
    #######
"""


def test_a_level_says_what_it_is():
    level = sokoban.read("; one push\n" + CORRIDOR)
    assert (level.number, level.title, level.boxes, level.storages, level.locations) == (1, "one push", 1, 1, 3)
    assert level.map == CORRIDOR and str(level) == level.map
    assert "box(" in level.facts


def test_facts_are_a_level():
    level = sokoban.read("right(a,b). right(b,c). sokoban(a). box(b). solution(c).")
    assert level.number is None
    assert sokoban.optimize(level).plan.symbols == [groundplan.parse_term("push(b,right,c,1)")]


WAYS = "movedir(a,b,east). movedir(b,c,east). movedir(b,a,west). movedir(c,b,west)."
FACTS = f"player(p). stone(s). at(p,a). at(s,b). goal(s). isgoal(c). isnongoal(a;b). clear(c). {WAYS} "
PROBLEM = """
(define (problem corridor) (:domain sokoban-sequential)
  (:objects dir-left dir-right - direction player-01 - player stone-01 - stone pos-1 pos-2 pos-3 - location)
  (:init (IS-NONGOAL pos-1) (IS-NONGOAL pos-2) (IS-GOAL pos-3) (MOVE-DIR pos-1 pos-2 dir-right)
    (MOVE-DIR pos-2 pos-1 dir-left) (MOVE-DIR pos-2 pos-3 dir-right) (MOVE-DIR pos-3 pos-2 dir-left)
    (at player-01 pos-1) (at stone-01 pos-2) (clear pos-3) (= (total-cost) 0))
  (:goal (and (at-goal stone-01))) (:metric minimize (total-cost)))
"""


def test_facts_of_the_asp_competitions_are_a_level():
    level = sokoban.read(FACTS + "step(1..2).")
    assert (level.number, level.boxes, level.storages, level.map) == (None, 1, 1, CORRIDOR)
    answer = sokoban.decide(level)
    assert (answer.verdict, answer.costs) == ("plan", (1,))
    assert answer.plan.told == ("pushtogoal(p,s,a,b,c,east,1)", "noop(2)")
    assert sokoban.decide(FACTS + "step(1..0).").verdict == "no plan"
    assert sokoban.decide(FACTS).plan.told == ("pushtogoal(p,s,a,b,c,east,1)",)
    # A number of actions means what it means for all levels.
    assert sokoban.decide(level, 2).plan.told is None
    with pytest.raises(ValueError, match="count moves"):
        sokoban.decide(level, no_noop=True)
    with pytest.raises(ValueError, match="has no player"):
        sokoban.read(FACTS.replace("player(p).", ""))


def test_problems_in_pddl_are_levels(tmp_path):
    path = tmp_path / "problem.pddl"
    path.write_text(PROBLEM, encoding="utf-8")
    (level,) = sokoban.load(path)
    answer = sokoban.optimize(level, metric="pushes")
    assert (answer.verdict, answer.costs) == ("optimal", (1,))
    assert answer.plan.told == ("(push-to-goal player-01 stone-01 pos-1 pos-2 pos-3 dir-right)",)
    assert sokoban.decide(PROBLEM).plan.letters == "R"
    with pytest.raises(ValueError, match="is not among the objects"):
        sokoban.read(PROBLEM.replace("(clear pos-3)", "(clear pos-4)"))


def test_collections_and_files(tmp_path):
    path = tmp_path / "levels.xsb"
    path.write_text("; first\n" + CORRIDOR + "\n; second\n" + ROOM, encoding="utf-8")
    assert [level.title for level in sokoban.load(path)] == ["first", "second"]
    assert sokoban.load(path, 2).title == "second"
    with pytest.raises(IndexError, match="there is no level 3"):
        sokoban.load(path, 3)
    with pytest.raises(ValueError, match="2 levels"):
        sokoban.read(path.read_text(encoding="utf-8"))


def test_what_is_no_level():
    for text in ("", "no level here", "#####\n#@ $#\n"):
        with pytest.raises(ValueError):
            sokoban.optimize(text)
    with pytest.raises(ValueError):
        sokoban.optimize(CORRIDOR, engine="nobody")
    with pytest.raises(ValueError):
        sokoban.optimize(CORRIDOR, metric="steps")
    with pytest.raises(ValueError):
        sokoban.decide(CORRIDOR, -1)


@pytest.mark.parametrize("engine", ["ground", "tabled+", "auto"])
def test_optimize(engine):
    answer = sokoban.optimize(ROOM, engine=engine)
    assert answer.verdict == "optimal" and answer.ended is None
    assert answer.costs == answer.lower == (answer.plan.lines,)
    again = answer.level.plan(answer.plan.letters)
    assert [(it.origin, it.direction, it.target) for it in again] == [
        (it.origin, it.direction, it.target) for it in answer.plan
    ]


def test_metrics():
    answer = sokoban.optimize(ROOM, metric="moves,pushes")
    assert answer.verdict == "optimal" and answer.costs == (answer.plan.moves, answer.plan.pushes)


def test_no_plan():
    answer = sokoban.optimize(CORNER)
    assert (answer.verdict, answer.plan) == ("never", None)
    assert sokoban.optimize(ROOM, max_actions=1).verdict == "no plan"


@pytest.mark.parametrize("engine", ["ground", "tabled+", "auto"])
def test_decide(engine):
    assert sokoban.decide(CORRIDOR, 1, engine=engine).plan.letters == "R"
    assert sokoban.decide(CORRIDOR, 0, engine=engine).verdict == "no plan"
    assert sokoban.decide(CORRIDOR, 2, engine=engine).plan.lines == 2
    assert sokoban.decide(CORRIDOR, 2, no_noop=True, engine=engine).verdict in ("no plan", "never")


def test_decide_takes_the_steps_of_the_facts():
    facts = "right(a,b). right(b,c). sokoban(a). box(b). solution(c)."
    assert sokoban.decide(facts + " step(1). step(2). next(1,2).").plan.lines == 1
    with pytest.raises(ValueError, match="no steps"):
        sokoban.decide(facts, engine="ground")


def test_decide_asks_for_any_plan_where_there_are_no_steps():
    facts = "right(a,b). right(b,c). sokoban(a). box(b)."
    answer = sokoban.decide(facts + " solution(c).")
    assert (answer.verdict, answer.plan.letters) == ("plan", "R")
    assert sokoban.decide(facts + " solution(a).").verdict == "never"


def test_plans_are_sequences_of_actions():
    plan = sokoban.optimize(CORRIDOR).plan
    (action,) = plan
    assert plan[0] == action and plan[:1] == (action,) and len(plan) == 1
    assert (action.direction, action.pushes, action.walk, action.box) == ("right", 1, "", 0)
    assert str(plan) == f"{action}." and action.symbol.match("push", 4)
    assert (plan.lines, plan.pushes, plan.moves) == (1, 1, 1)
    with pytest.raises(ValueError):
        plan.level.plan("LLL")


def test_a_notebook_plays_plans():
    answer = sokoban.optimize("; <one> push\n" + CORRIDOR)
    page = answer.plan.page()
    assert page.startswith("<!DOCTYPE html>") and "&lt;one&gt; push" in page and '"walk"' in page
    shown = answer.plan._repr_html_()
    assert shown.startswith("<iframe srcdoc=") and "<script" not in shown
    assert answer._repr_html_() == shown
    assert '"plan":null' in answer.level.page()


def test_time_limit():
    start, threads = time.monotonic(), threading.active_count()
    answer = sokoban.optimize(HARD, engine="ground", time_limit=0.3)
    assert (answer.verdict, answer.ended) == ("unknown", "time limit")
    assert answer.lower is not None and time.monotonic() - start < 120
    assert threading.active_count() == threads


def test_memory_limit():
    assert sokoban.optimize(HARD, engine="ground", memory_limit=1).ended == "memory limit"


def test_ground_limit():
    answer = sokoban.optimize(HARD, ground_limit=100)
    assert answer.ended == "ground limit" and answer.growing


def test_frames():
    if importlib.util.find_spec("pandas") is None:
        with pytest.raises(ImportError, match="pip install pandas"):
            frames.frames([groundplan.parse_term("p(1)")])
        return
    control = groundplan.Control()
    control.add('p(1,a). p(2,"b"). q. -r(f(x)).')
    control.ground()
    with control.solve(yield_=True) as handle:
        found = frames.frames(sorted(next(iter(handle)).symbols(atoms=True)))
    assert sorted(found) == ["-r/1", "p/2", "q/0"]
    assert found["p/2"].values.tolist() == [[1, "a"], [2, "b"]] and list(found["p/2"].columns) == [1, 2]
    assert found["-r/1"].values.tolist() == [["f(x)"]] and found["q/0"].shape == (1, 0)
    plan = sokoban.optimize(CORRIDOR).plan
    assert plan.frame()[["direction", "pushes"]].values.tolist() == [["right", 1]]
