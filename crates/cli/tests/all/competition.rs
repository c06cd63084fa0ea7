//! Instances in the formats of the ASP Competitions and of the International Planning Competition, as a user types it.

use groundplan_sokoban::competition::Format;
use groundplan_sokoban::level::Collection;
use groundplan_sokoban::Instance;

use crate::support::{self, folder, repository, run_in, Run, FOUND, INPUT, NONE, UNKNOWN, USAGE};

/// Two stones and two goals: seven moves, four pushes, two lines.
const MAP: &str = "#######\n#@ $ .#\n# $ .##\n#  ###\n####\n";

/// A corridor from a to d, the stone on b, the goal on d. Names of directions mean nothing.
const CORRIDOR: &str = "player(p). stone(s).\n\
    movedir(a,b,up). movedir(b,a,left). movedir(b,c,up). movedir(c,b,left). movedir(c,d,up). movedir(d,c,left).\n\
    isgoal(d). isnongoal(a;b;c). clear(c;d). at(p,a). at(s,b). goal(s).\n";

const PROBLEM: &str = "; a corridor\n(define (problem corridor)\n  (:domain sokoban-sequential)\n  (:objects\n    \
    dir-right dir-left - direction player-01 - player pos-1-1 pos-2-1 pos-3-1 - location stone-01 - stone)\n  (:init\n    \
    (IS-NONGOAL pos-1-1) (IS-NONGOAL pos-2-1) (IS-GOAL pos-3-1)\n    \
    (MOVE-DIR pos-1-1 pos-2-1 dir-right) (MOVE-DIR pos-2-1 pos-1-1 dir-left)\n    \
    (MOVE-DIR pos-2-1 pos-3-1 dir-right) (MOVE-DIR pos-3-1 pos-2-1 dir-left)\n    \
    (at player-01 pos-1-1) (at stone-01 pos-2-1) (clear pos-3-1) (= (total-cost) 0))\n  \
    (:goal (and (at-goal stone-01)))\n  (:metric minimize (total-cost)))\n";

/// A map as facts of the ASP Competitions, with so many steps.
fn facts(map: &str, steps: usize) -> String {
    let level = Collection::read(map).expect("a collection").levels.remove(0);
    let instance = Instance::read("level", &level.facts().expect("a level")).expect("an instance");
    let text = Format::Asp13.write(&instance, None).expect("as many boxes as storage locations");
    format!("{text}step(1..{steps}).\n")
}

fn decide(text: &str, options: &[&str]) -> Run {
    run_in(&repository(), &[&["decide", "-"], options].concat(), text)
}

/// The plan is one to the checker, in a process of its own.
fn assert_valid(instance: &str, plan: &str, message: &str) {
    let folder = folder(&[("instance", instance), ("plan", plan)]);
    let run = run_in(folder.path(), &["check", "plan", "instance", "plan"], "");
    assert_eq!((run.code, run.out.as_str()), (FOUND, "VALID\n"), "{instance}\n{plan}\n{run:?}");
    assert!(run.err.contains(message), "{run:?}");
}

#[test]
fn a_plan_has_no_more_moves_than_there_are_steps() {
    for steps in 0..=9 {
        let text = facts(MAP, steps);
        let run = decide(&text, &[]);
        if steps < 7 {
            assert_eq!((run.code, run.out.as_str()), (NONE, "UNSATISFIABLE\n"), "{steps}: {run:?}");
            let moves = if steps == 1 { "move" } else { "moves" };
            assert!(run.err.contains(&format!("there is no plan of at most {steps} {moves}")), "{run:?}");
            continue;
        }
        assert_eq!(run.code, FOUND, "{steps}: {run:?}");
        assert_eq!(run.out.lines().count(), steps + 1, "{run:?}");
        assert!(run.err.contains(&format!("a plan of at most {steps} moves, checked")), "{run:?}");
        assert_valid(&text, &run.out, "4 pushes");
    }
}

#[test]
fn the_instances_of_the_repository_have_the_plans_that_they_say() {
    let file = |name: &str| format!("instances/competitions/{name}");
    let facts = run_in(&repository(), &["decide", &file("two-stones.lp")], "");
    assert!(facts.code == FOUND && facts.err.contains("7 moves"), "{facts:?}");
    let problem =
        run_in(&repository(), &["optimize", &file("two-stones.pddl"), "--metric", "moves,pushes"], "");
    assert!(problem.out.ends_with("Optimization: 7 4\nOPTIMUM FOUND\n"), "{problem:?}");
}

#[test]
fn the_plan_is_told_in_the_names_of_the_instance() {
    let run = decide(&format!("{CORRIDOR}step(1..3).\n"), &[]);
    let out = "pushtonongoal(p,s,a,b,c,up,1).\npushtogoal(p,s,b,c,d,up,2).\nnoop(3).\nSATISFIABLE\n";
    assert_eq!((run.code, run.out.as_str()), (FOUND, out), "{run:?}");
    let json = decide(&format!("{CORRIDOR}step(1). step(2).\n"), &["--format", "json", "--quiet"]).json();
    assert_eq!(json["atoms"].as_array().map(Vec::len), Some(2), "{json}");
    assert_eq!((&json["moves"], &json["actions"]), (&2.into(), &1.into()), "{json}");
    let lurd = decide(&format!("{CORRIDOR}step(1..3).\n"), &["--plan-format", "lurd"]);
    assert_eq!(lurd.out, "RR\nSATISFIABLE\n");
    // Without steps any number of moves will do.
    let any = decide(CORRIDOR, &[]);
    assert_eq!(any.out, out.replace("noop(3).\n", ""), "{any:?}");
}

#[test]
fn engines_and_options_that_count_actions_say_so() {
    let text = format!("{CORRIDOR}step(1..3).\n");
    for engine in ["tabled+", "fess", "auto"] {
        assert_eq!(decide(&text, &["--engine", engine]).code, FOUND, "{engine}");
        let less = decide(&text.replace("1..3", "1"), &["--engine", engine]);
        assert_eq!((less.code, less.out.as_str()), (NONE, "UNSATISFIABLE\n"), "{engine}: {less:?}");
    }
    for engine in ["ground", "tabled"] {
        let run = decide(&text, &["--engine", engine]);
        assert!(run.code == UNKNOWN && run.err.contains("n/a: "), "{run:?}");
    }
    for options in [&["--certify", "none"][..], &["--no-noop"], &["--cube", "push(b,up,d,1)"]] {
        let run = decide(&text, options);
        assert!(run.code == USAGE && run.err.contains("--actions N"), "{run:?}");
    }
    let why = decide(&text.replace("1..3", "1"), &["--explain", "--engine", "tabled+"]);
    assert!(why.err.contains("why: the search of `tabled+` refuted all plans of at most 1 move"), "{why:?}");
    let lost = decide(&text.replace("at(p,a). at(s,b)", "at(p,b). at(s,a)"), &["--explain"]);
    assert!(lost.err.contains("why: the box on a can be brought to no storage location"), "{lost:?}");
    // A number of actions means what it means for all instances.
    let lines = decide(&text, &["--actions", "1"]);
    assert_eq!(lines.out, "push(b,right,d,1).\nSATISFIABLE\n", "{lines:?}");
    let two = decide(&text, &["--actions", "2", "--no-noop"]);
    assert_eq!(two.out, "push(b,right,c,1).\npush(c,right,d,2).\nSATISFIABLE\n", "{two:?}");
}

#[test]
fn optimize_works_as_for_levels() {
    let (text, problem) = (facts(MAP, 3), run_in(&repository(), &["convert", "-", "--to", "pddl"], MAP).out);
    for (metric, least) in [("lines", "2"), ("pushes", "4"), ("moves", "7"), ("moves,lines", "7 2")] {
        for text in [&text, &problem] {
            let run = run_in(&repository(), &["optimize", "-", "--metric", metric], text);
            assert_eq!(run.code, FOUND, "{metric}: {run:?}");
            assert!(
                run.out.ends_with(&format!("Optimization: {least}\nOPTIMUM FOUND\n")),
                "{metric}: {run:?}"
            );
        }
    }
}

#[test]
fn plans_in_any_form_are_checked() {
    let text = facts(MAP, 7);
    assert_valid(&text, "dRRluRR", "7 moves");
    assert_valid(&text, "push(c2r2,right,c4r2,1). push(c3r1,right,c5r1,2).", "7 moves");
    let folder = folder(&[
        ("six", &facts(MAP, 6)),
        ("plan", "dRRluRR"),
        ("corridor", CORRIDOR),
        ("broken", "move(p,a,b,up,1)."),
    ]);
    let six = run_in(folder.path(), &["check", "plan", "six", "plan"], "");
    assert!(six.code == NONE && six.err.contains("there are 7 moves, for 6 steps"), "{six:?}");
    assert_eq!(run_in(folder.path(), &["check", "plan", "six", "plan", "--any-length"], "").code, FOUND);
    let broken = run_in(folder.path(), &["check", "plan", "corridor", "broken"], "");
    assert_eq!((broken.code, broken.out.as_str()), (NONE, "INVALID\n"), "{broken:?}");
    assert!(broken.err.contains("b is not clear") && broken.err.contains("--> broken:1:1"), "{broken:?}");
    let json = run_in(folder.path(), &["check", "plan", "corridor", "broken", "--format", "json"], "").json();
    assert_eq!(json["error"]["rule"], "cell-occupied");
}

#[test]
fn plans_are_replayed_and_read_as_they_are_printed() {
    let text = format!("{CORRIDOR}step(1..3).\n");
    let plan = decide(&text, &[]).out;
    let json = decide(&text, &["--format", "json"]).out;
    let files =
        folder(&[("instance", &text), ("plan", &plan), ("json", &json), ("wrong", "move(p,a,b,up,1).")]);
    let replayed = run_in(files.path(), &["replay", "instance", "plan"], "");
    assert_eq!(replayed.code, FOUND, "{replayed:?}");
    assert!(
        replayed.out.ends_with("action 1 of 1: push(b,right,d,1)\n######\n#  @*#\n######\n"),
        "{replayed:?}"
    );
    let wrong = run_in(files.path(), &["replay", "instance", "wrong"], "");
    assert!(wrong.code == NONE && wrong.err.contains("b is not clear"), "{wrong:?}");
    assert_eq!(run_in(files.path(), &["check", "plan", "instance", "json"], "").code, FOUND);
    let page = run_in(files.path(), &["decide", "instance", "--html", "page.html"], "");
    assert!(page.code == FOUND && files.path().join("page.html").is_file(), "{page:?}");
}

#[test]
fn what_is_missing_or_wrong_is_named() {
    for (from, to, place, message) in [
        ("player(p).", "", "1:1", "the instance has no player"),
        ("player(p).", "player(p). player(q). at(q,c).", "1:12", "there are two players"),
        ("stone(s).", "", "1:1", "the instance has no stone"),
        ("at(p,a).", "", "1:1", "the player `p` has no place"),
        ("at(s,b).", "", "1:12", "the stone `s` has no place"),
        ("at(s,b).", "at(s,a).", "3:51", "`p` and `s` are both on `a`"),
        ("at(s,b).", "at(s,b). at(s,c).", "3:60", "`s` is both on `b` and on `c`"),
        ("at(s,b).", "at(s,b). at(t,c).", "3:60", "`t` is neither the player nor a stone"),
        ("movedir(b,a,left).", "", "2:1", "`up` leads from `a` to `b`, but `left`"),
        (
            "movedir(a,b,up).",
            "movedir(a,b,up). movedir(a,c,up).",
            "2:18",
            "`up` leads from `a` both to `b` and to `c`",
        ),
        ("movedir(a,b,up).", "movedir(a,a,up).", "2:1", "from `a` to itself"),
        ("goal(s).", "movedir(a,b,x;b,a,y;a,b,z).", "3:60", "`z` is a fifth direction"),
        ("isgoal(d).", "isgoal(d). isgoal(c).", "3:12", "`c` is both a goal and none"),
        (
            "isgoal(d). isnongoal(a;b;c).",
            "isgoal(c;d). isnongoal(a;b).",
            "3:1",
            "more goals than stones, 2 for 1",
        ),
        ("isnongoal(a;b;c).", "isnongoal(a;b).", "2:37", "`c` is declared neither a goal nor a non-goal"),
        ("clear(c;d).", "clear(b;c;d).", "3:53", "`b` is clear, and `s` is on it"),
        ("stone(s).", "stone(s;t). at(t,c).", "1:12", "the stone `t` is to end nowhere"),
        ("goal(s).", "goal(t).", "3:60", "`t` is neither a stone nor a location"),
        ("goal(s).", "step(1). step(3).", "3:69", "there is a step 3, but no step 2"),
        ("goal(s).", "step(first).", "3:60", "`first` is no step"),
        ("goal(s).", "step(1..2000000).", "3:60", "more than 1000000 steps"),
    ] {
        let run = decide(&CORRIDOR.replacen(from, to, 1), &[]);
        assert_eq!((run.code, run.out.as_str()), (INPUT, ""), "{to}: {run:?}");
        assert!(run.err.contains(message), "not `{message}`, but {}", run.err);
        assert!(run.err.contains(&format!("--> <standard input>:{place}\n")), "not {place}, but {}", run.err);
        assert!(run.err.contains("= help: "), "{}", run.err);
    }
    let without = CORRIDOR.lines().filter(|line| !line.starts_with("movedir")).collect::<Vec<_>>().join("\n");
    assert!(decide(&without, &[]).err.contains("there is no way from a location to another"));
    let one_way: String = CORRIDOR
        .replace(" movedir(b,a,left).", "")
        .replace(" movedir(c,b,left).", "")
        .replace(" movedir(d,c,left).", "");
    assert!(decide(&one_way, &[]).err.contains("the direction `up` has no opposite"));
    // Facts of both kinds are those of an instance, with what is foreign named.
    let both = decide(&format!("{}{CORRIDOR}", support::CORRIDOR), &["--actions", "1"]);
    assert!(both.code == FOUND && both.err.contains("`movedir/3` is not a predicate"), "{both:?}");
    let other = decide(support::CORRIDOR, &["--input", "asp13"]);
    assert!(other.code == INPUT && other.err.contains("no facts as in the ASP Competitions"), "{other:?}");
}

#[test]
fn fewer_goals_than_stones_or_a_closed_location_leave_no_plan() {
    let fewer = CORRIDOR.replace("isgoal(d). isnongoal(a;b;c).", "isnongoal(a;b;c;d).") + "step(1..9).";
    let run = decide(&fewer, &[]);
    assert_eq!((run.code, run.out.as_str()), (NONE, "UNSATISFIABLE\n"), "{run:?}");
    assert!(run.err.contains("1 stone for 0 goals"), "{run:?}");
    let closed = decide(&(CORRIDOR.replace("clear(c;d)", "clear(d)") + "step(1..9)."), &[]);
    assert!(closed.code == NONE && closed.err.contains("nothing ever comes to `c`"), "{closed:?}");
    let open = decide(&(CORRIDOR.replace("clear(c;d).", "") + "step(1..9)."), &[]);
    assert!(open.code == FOUND && open.err.contains("no location is said to be clear"), "{open:?}");
}

/// There each stone is to end on a goal, so that more goals than stones exclude no plan: `UNSATISFIABLE` would be wrong.
#[test]
fn more_goals_than_stones_are_refused_and_may_have_a_plan() {
    let more = CORRIDOR.replace("isgoal(d). isnongoal(a;b;c).", "isgoal(c;d). isnongoal(a;b).") + "step(1).";
    let run = decide(&more, &[]);
    assert_eq!((run.code, run.out.as_str()), (INPUT, ""), "{run:?}");
    assert!(run.err.contains("`encodings/sokoban/asp13.lp` decides such an instance"), "{run:?}");
    let folder = folder(&[("instance.lp", &more)]);
    let encoding = repository().join("encodings/sokoban/asp13.lp").display().to_string();
    let solved = run_in(folder.path(), &["solve", "instance.lp", &encoding], "");
    assert!(solved.out.contains("pushtogoal(p,s,a,b,c,up,1)"), "{solved:?}");
    // On a level each storage location is to get a box.
    let level = decide("######\n#@$..#\n######\n", &[]);
    assert_eq!((level.code, level.out.as_str()), (NONE, "UNSATISFIABLE\n"), "{level:?}");
    assert!(level.err.contains("there are fewer boxes (1) than storage locations (2)"), "{level:?}");
}

#[test]
fn a_problem_in_pddl_asks_for_any_plan() {
    let run = decide(PROBLEM, &[]);
    let action = "(push-to-goal player-01 stone-01 pos-1-1 pos-2-1 pos-3-1 dir-right)";
    let out = format!("{action}\n; cost = 1 (general cost)\nSATISFIABLE\n");
    assert_eq!((run.code, run.out.as_str()), (FOUND, out.as_str()), "{run:?}");
    assert_valid(PROBLEM, &run.out, "1 push");
    assert_valid(PROBLEM, "R", "1 push");
    assert_valid(PROBLEM, "push(pos_2_1,right,pos_3_1,1).", "1 push");
    assert_eq!(decide(PROBLEM, &["--plan-format", "lurd"]).out, "R\nSATISFIABLE\n");
    assert_eq!(decide(PROBLEM, &["--actions", "1"]).out, "push(pos_2_1,right,pos_3_1,1).\nSATISFIABLE\n");
    let json = decide(PROBLEM, &["--format", "json"]).json();
    assert_eq!(json["pddl"], serde_json::json!([action]), "{json}");
    // Without a metric each action costs one.
    let unit = PROBLEM.replace("(:metric minimize (total-cost))", "");
    assert!(decide(&unit, &[]).out.contains("\n; cost = 1 (unit cost)\n"));
    let lost = decide(
        &PROBLEM
            .replace("(clear pos-3-1)", "")
            .replace("(= (total-cost) 0)", "(clear pos-1-1)")
            .replace("(at player-01 pos-1-1)", "(at player-01 pos-3-1)"),
        &[],
    );
    assert_eq!((lost.code, lost.out.as_str()), (NONE, "UNSATISFIABLE\n"), "{lost:?}");
}

#[test]
fn a_plan_for_a_problem_is_told_as_planners_do() {
    let problem = run_in(&repository(), &["convert", "-", "--to", "pddl"], MAP).out;
    let files = folder(&[("problem", &problem)]);
    for (metric, cost) in [("moves", "7"), ("pushes", "4"), ("moves,lines", "7 2"), ("pushes,moves", "4 7")] {
        let run = run_in(files.path(), &["optimize", "problem", "--metric", metric], "");
        assert_eq!(run.code, FOUND, "{run:?}");
        let told = format!("; cost = 4 (general cost)\nOptimization: {cost}\nOPTIMUM FOUND\n");
        assert!(run.out.ends_with(&told), "{metric}: {run:?}");
        assert_eq!(run.out.lines().filter(|line| line.starts_with("(push-to-")).count(), 4, "{run:?}");
        assert_valid(&problem, &run.out, "4 pushes");
        // What stands between other programs and the plan can be left out.
        let actions = run.out.lines().filter(|line| line.starts_with('(')).collect::<Vec<_>>().join("\n");
        assert_valid(&problem, &actions.to_uppercase(), "4 pushes");
    }
    let lines = run_in(files.path(), &["optimize", "problem"], "");
    assert!(lines.out.starts_with("push(") && lines.out.contains("Optimization: 2\n"), "{lines:?}");
    let json =
        run_in(files.path(), &["optimize", "problem", "--metric", "moves", "--format", "json"], "").json();
    assert_eq!(json["pddl"].as_array().map(Vec::len), Some(7), "{json}");

    let plan = run_in(files.path(), &["decide", "problem"], "").out;
    std::fs::write(files.path().join("plan"), &plan).expect("a file");
    let replayed = run_in(files.path(), &["replay", "problem", "plan"], "");
    assert!(replayed.code == FOUND && replayed.out.contains("action 2 of 2"), "{replayed:?}");
    std::fs::write(
        files.path().join("plan"),
        "(move player-01 c1r1 c2r1 dir-right)\n(move player-01 c2r1 c3r1 dir-right)",
    )
    .expect("a file");
    let broken = run_in(files.path(), &["check", "plan", "problem", "plan"], "");
    assert_eq!((broken.code, broken.out.as_str()), (NONE, "INVALID\n"), "{broken:?}");
    assert!(broken.err.contains("c3r1 is not clear") && broken.err.contains("--> plan:2:1"), "{broken:?}");
}

#[test]
fn what_is_wrong_with_a_problem_is_named() {
    for (from, to, message) in [
        ("(problem corridor)", "(domain sokoban-sequential)", "this is a domain"),
        ("sokoban-sequential", "sokoban-temporal", "has actions that take time"),
        ("sokoban-sequential", "blocks", "the domain `blocks` is not Sokoban"),
        ("player-01 - player", "player-01 player-02 - player", "there are two players"),
        ("player-01 - player", "", "the problem has no player"),
        ("stone-01 - stone", "stone-01", "this object has no type"),
        ("stone-01 - stone", "stone-01 - rock", "`rock` is none of the types"),
        ("(at stone-01 pos-2-1)", "", "the stone `stone-01` has no place"),
        ("(at stone-01 pos-2-1)", "(at stone-02 pos-2-1)", "`stone-02` is not among the objects"),
        ("(MOVE-DIR pos-2-1 pos-1-1 dir-left)", "", "does not lead back"),
        ("(= (total-cost) 0)", "(= (move-time) 2)", "actions take no time"),
        ("(at-goal stone-01)))", "(at stone-01 pos-3-1)))", "goals are `(at-goal S)`"),
        ("(total-cost))", "(total-time))", "plans are counted by `(total-cost)` alone"),
        ("(:goal (and (at-goal stone-01)))", "", "the problem has no `(:goal …)`"),
        ("(and (at-goal stone-01))", "(and)", "the goal names no stone"),
        ("(IS-NONGOAL pos-2-1)", "", "`pos-2-1` is declared neither a goal nor a non-goal"),
        ("(total-cost)))", "(total-cost))", "never closed"),
        (
            "(clear pos-3-1)",
            "(clear pos-3-1) (at-goal stone-01)",
            "`stone-01` is said to be on a goal, and is not",
        ),
        ("(clear pos-3-1)", "(shiny pos-3-1)", "`shiny` with 1 arguments is no predicate"),
        ("pos-3-1 - location", "pos-3-1 pos_3-1 - location", "are the same name in facts"),
    ] {
        let run = decide(&PROBLEM.replacen(from, to, 1), &[]);
        assert_eq!((run.code, run.out.as_str()), (INPUT, ""), "{to}: {run:?}");
        assert!(run.err.contains(message), "not `{message}`, but {}", run.err);
        assert!(run.err.contains("--> <standard input>:") && run.err.contains("= help: "), "{}", run.err);
    }
    let home =
        PROBLEM.replace("(at stone-01 pos-2-1) (clear pos-3-1)", "(at stone-01 pos-3-1) (clear pos-2-1)");
    let silent = decide(&home, &[]);
    assert_eq!((silent.code, silent.out.as_str()), (INPUT, ""), "{silent:?}");
    assert!(silent.err.contains("`stone-01` is on a goal, and not said to be"), "{silent:?}");
    let said = home.replace("(= (total-cost) 0)", "(at-goal stone-01)");
    let home = decide(&said, &[]);
    assert_eq!(
        (home.code, home.out.as_str()),
        (FOUND, "; cost = 0 (general cost)\nSATISFIABLE\n"),
        "{home:?}"
    );
    assert_valid(&said, &home.out, "0 moves");
    let facts = decide(support::CORRIDOR, &["--input", "pddl"]);
    assert_eq!(facts.code, INPUT, "{facts:?}");
}

#[test]
fn convert_goes_from_each_format_to_each() {
    let convert = |text: &str, to: &str| {
        let run = run_in(&repository(), &["convert", "-", "--to", to, "--quiet"], text);
        assert_eq!((run.code, run.err.as_str()), (FOUND, ""), "{to}: {text}");
        run.out
    };
    let kinds = ["facts", "xsb", "slc", "asp13", "pddl"];
    for first in kinds {
        let text = convert(MAP, first);
        for second in kinds {
            let again = convert(&text, second);
            assert_eq!(
                convert(&again, "xsb").trim_end(),
                convert(MAP, "xsb").trim_end(),
                "{first}, {second}"
            );
        }
    }
    // Names, and what steps count, stay.
    let text = facts(MAP, 7).replace("player_01", "me").replace("stone_02", "heavy");
    assert_eq!(convert(&text, "asp13"), text);
    let problem = convert(&text, "pddl");
    assert!(problem.contains("    me - player\n") && problem.contains("(at heavy c3r1)"), "{problem}");
    let steps = run_in(&repository(), &["convert", "-", "--to", "facts"], &text);
    assert!(steps.err.contains("the steps of the instance are left out: they count moves"), "{steps:?}");
    let surplus = run_in(&repository(), &["convert", "-", "--to", "pddl"], &MAP.replacen('.', " ", 1));
    assert!(surplus.code == INPUT && surplus.err.contains("2 boxes for 1 storage"), "{surplus:?}");
}

/// Numbers as if by chance, the same each time.
struct Chance(u64);

impl Chance {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % limit
    }
}

/// A room with some walls in it, as many stones as goals, and a player.
fn random_map(chance: &mut Chance) -> String {
    let (width, height) = (3 + chance.below(3), 3 + chance.below(2));
    let mut floor: Vec<char> =
        (0..width * height).map(|_| if chance.below(6) == 0 { '#' } else { ' ' }).collect();
    let mut put = |piece: char, chance: &mut Chance| {
        let free: Vec<usize> = (0..floor.len()).filter(|&at| floor[at] == ' ').collect();
        if let Some(&at) = free.get(chance.below(free.len().max(1))) {
            floor[at] = piece;
        }
    };
    put('@', chance);
    for _ in 0..1 + chance.below(2) {
        put('$', chance);
        put('.', chance);
    }
    let wall = "#".repeat(width + 2);
    let rows: String =
        floor.chunks(width).map(|row| format!("#{}#\n", row.iter().collect::<String>())).collect();
    format!("{wall}\n{rows}{wall}\n")
}

#[test]
fn search_and_encoding_agree_on_random_instances() {
    let mut chance = Chance(13);
    let (mut solved, mut unsolved) = (0, 0);
    let names = ["dir_right", "dir_left", "dir_up", "dir_down"];
    while solved < 12 || unsolved < 6 {
        let map = random_map(&mut chance);
        let level = Collection::read(&map).expect("a collection").levels.remove(0);
        if level.facts().is_err() || map.matches('$').count() != map.matches('.').count() {
            continue;
        }
        // What directions are called is no matter.
        let turn = chance.below(4);
        let mut after = 0;
        let mut is_solved = false;
        for steps in 0..=9 {
            let mut text = facts(&map, steps);
            for (index, name) in names.iter().enumerate() {
                text = text.replace(name, &format!("way{}", (index + turn) % 4));
            }
            text = text.replace("way", "dir_way");
            let found = decide(&text, &[]);
            let folder = folder(&[("instance.lp", &text)]);
            let encoding = repository().join("encodings/sokoban/asp13.lp").display().to_string();
            let theirs = run_in(folder.path(), &["solve", "instance.lp", &encoding], "");
            let is_found = found.code == FOUND;
            assert!(is_found || found.code == NONE, "{map}{found:?}");
            // With 30 there is no other plan besides.
            assert_eq!([10, 30].contains(&theirs.code), is_found, "{map}{steps}: {theirs:?}");
            assert_eq!(theirs.code == 20, !is_found, "{map}{steps}: {theirs:?}");
            if is_found {
                assert_valid(&text, &found.out, "the plan solves the instance");
                assert_valid(&text, &theirs.out, "the plan solves the instance");
                is_solved = true;
                after += 1;
            }
            if after == 2 {
                break;
            }
        }
        if is_solved {
            solved += 1;
        } else {
            unsolved += 1;
        }
    }
}
