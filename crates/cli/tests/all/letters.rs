//! Plans in letters, as JSON and as atoms: what is written solves the level, and is read back.

use serde_json::json;

use crate::support::simulator::Simulator;
use crate::support::{self, folder, instance, repository, run, run_in, text, FOUND, INPUT, NONE};

const OURS: &str = "instances/levels/first-steps.sok";

/// The letters solve the map, and all three forms of the plan are accepted again; says how many actions it has.
fn assert_solves(level: &str, options: &[&str]) -> u64 {
    let map = run(&[&["convert", level, "--to", "xsb", "--quiet"], options].concat());
    assert_eq!(map.code, FOUND, "{level}: {map:?}");
    // Which plan wins a race is not settled, and this asks three times for the same.
    let optimize = ["optimize", level, "--engine", "ground"];
    let lurd = run(&[&optimize[..], &["--plan-format", "lurd"], options].concat());
    assert_eq!(lurd.code, FOUND, "{level}: {lurd:?}");
    let letters = lurd.out.lines().next().expect("a line");
    let mut simulator = Simulator::new(&map.out);
    simulator.play(letters);
    assert!(simulator.solved(), "{level}: {letters} on\n{}", map.out);

    let json = run(&[&optimize[..], &["--format", "json"], options].concat());
    let object = json.json();
    let pushes = letters.chars().filter(char::is_ascii_uppercase).count();
    assert_eq!(object["lurd"], letters, "{level}");
    assert_eq!((&object["moves"], &object["pushes"]), (&json!(letters.len()), &json!(pushes)), "{level}");
    let changes = object["box_changes"].as_u64().expect("a number");
    assert!(changes <= object["actions"].as_u64().expect("a number"), "{level}");
    let atoms = run(&[&optimize[..], options].concat());
    for plan in [&lurd.out, &json.out, &atoms.out, &object["plan"].to_string(), &letters.to_owned()] {
        if plan.is_empty() {
            continue;
        }
        let arguments = [&["check", "plan", level, "-", "--any-length"], options].concat();
        let checked = run_in(&repository(), &arguments, plan);
        assert_eq!((checked.code, checked.out.as_str()), (FOUND, "VALID\n"), "{level}: {plan}: {checked:?}");
        let shown = run_in(&repository(), &[&["replay", level, "-"], options].concat(), plan);
        assert_eq!(shown.code, FOUND, "{level}: {plan}: {shown:?}");
        let last = shown.out.rsplit("\n\n").next().expect("a frame");
        let map = last
            .split_once('\n')
            .filter(|(first, _)| first.starts_with("action "))
            .map_or(last, |(_, map)| map);
        let shown = Simulator::new(map);
        assert_eq!((&shown.boxes, shown.sokoban), (&simulator.boxes, simulator.sokoban), "{level}:\n{last}");
    }
    object["actions"].as_u64().expect("a number")
}

#[test]
fn letters_solve_the_levels_of_the_repository() {
    for level in ["1", "2", "3", "4"] {
        assert_solves(OURS, &["--level", level]);
    }
    let mut solved = 0;
    for row in text("instances/sokoban/expected.tsv").lines().filter(|line| line.contains(".lp\t")) {
        let fields: Vec<&str> = row.split('\t').collect();
        // Crowded levels take their time in every mode there is.
        if fields[5].parse::<usize>().is_ok_and(|minimum| minimum <= 9) {
            assert_solves(&instance(fields[0]), &[]);
            solved += 1;
        }
    }
    assert!(solved > 15, "the table has rows");
}

/// Levels of others, which are not ours to copy: those whose optimum is found at once.
#[test]
fn letters_solve_the_levels_of_others() {
    let Some(corpus) = std::env::var_os("GROUNDPLAN_CORPUS") else {
        support::skip("GROUNDPLAN_CORPUS names no folder");
        return;
    };
    let corpus = std::path::Path::new(&corpus);
    let level = corpus.join("microban1.xsb").display().to_string();
    let table = std::fs::read_to_string(corpus.join("microban1_optimum.tsv")).expect("a table");
    let mut solved = 0;
    for row in table.lines().filter(|line| line.starts_with(|first: char| first.is_ascii_digit())) {
        let fields: Vec<&str> = row.split('\t').collect();
        let Some(optimum) = fields[3].parse::<u64>().ok().filter(|&optimum| optimum <= 6) else { continue };
        let actions = assert_solves(&level, &["--level", fields[0]]);
        assert_eq!(actions, optimum, "level {}", fields[0]);
        solved += 1;
    }
    assert!(solved > 10, "the table has rows");
}

#[test]
fn letters_are_played_letter_by_letter() {
    let folder = folder(&[("level", "#######\n#     #\n# @$ .#\n#     #\n#######\n")]);
    for (plan, code, rule) in [
        ("RR", FOUND, ""),
        ("rR", NONE, "cell-occupied"),
        ("2R", FOUND, ""),
        ("R\nR\n", FOUND, ""),
        ("; letters\nRR", FOUND, ""),
        ("(R)2", FOUND, ""),
        ("2(R) ; there\n", FOUND, ""),
        ("Solution:\nR\n; and on\nR\n", FOUND, ""),
        ("Solution: 2R", FOUND, ""),
        ("3(lr)2R", FOUND, ""),
        ("(R)2R", INPUT, ""),
        ("(R", INPUT, ""),
        ("RX", INPUT, ""),
        ("% letters\nR R\nSATISFIABLE\n", FOUND, ""),
        ("RRlu2r\nOptimization: 1\nOPTIMUM FOUND\n", FOUND, ""),
        ("L", NONE, "no-box"),
        ("lll", NONE, "wall"),
        ("RRR", NONE, "wall"),
        ("R", NONE, "goal-not-reached"),
        ("RRx", INPUT, ""),
        ("RR3", INPUT, ""),
        ("99999999999R", INPUT, ""),
        ("RR\nUNSATISFIABLE\n", INPUT, ""),
        ("SATISFIABLE\nRR\n", INPUT, ""),
        ("{\"plan\":[{\"box\":\"c3r2\",\"direction\":\"right\",\"to\":\"c5r2\"}]}", FOUND, ""),
        ("[{\"box\":\"c3r2\",\"direction\":\"right\",\"to\":\"c4r2\",\"step\":9},{\"box\":\"c4r2\",\"direction\":\"right\",\"to\":\"c5r2\",\"step\":10}]", FOUND, ""),
        ("[{\"box\":\"c4r2\",\"direction\":\"right\",\"to\":\"c5r2\",\"step\":\"10\"},{\"box\":\"c3r2\",\"direction\":\"right\",\"to\":\"c4r2\",\"step\":\"9\"}]", FOUND, ""),
        ("{\"plan\":[{\"box\":\"c3r2\",\"direction\":\"left\",\"to\":\"c2r2\"}]}", NONE, "goal-not-reached"),
        ("{\"plan\":[{\"box\":\"c3r2\",\"direction\":\"right\"}]}", INPUT, ""),
        ("{\"plan\":[{\"box\":\"X\",\"direction\":\"right\",\"to\":\"c5r2\"}]}", INPUT, ""),
        ("{\"plan\":null}", INPUT, ""),
        ("{\"plan\":[}", INPUT, ""),
        ("{}", INPUT, ""),
    ] {
        let run = run_in(folder.path(), &["check", "plan", "level", "-", "--format", "json"], plan);
        assert_eq!(run.code, code, "{plan}: {run:?}");
        let err = &run.err;
        assert!(!err.is_empty(), "{plan}");
        match code {
            INPUT => assert!(err.contains("--> <standard input>:") && err.contains('^'), "{plan}: {err}"),
            NONE => assert_eq!(run.json()["error"]["rule"], rule, "{plan}: {run:?}"),
            _ => assert_eq!(run.json()["valid"], true, "{plan}: {run:?}"),
        }
        let shown = run_in(folder.path(), &["replay", "level", "-"], plan);
        assert_eq!(shown.code, code, "{plan}: {shown:?}");
    }
}

#[test]
fn the_map_tells_moves_from_pushes_where_case_does_not() {
    let level = "#####\n#@  #\n# $.#\n#####\n";
    let turn = "######\n#@   #\n#  $.#\n######\n";
    for (map, plan, letters) in
        [(level, "dr", "dR"), (level, "DR", "dR"), (turn, "RDR", "rdR"), (turn, "rdrl", "rdRl")]
    {
        let folder = folder(&[("level", map), ("known", &format!("{map}\nSolution\n{plan}\n"))]);
        for arguments in [&["check", "plan", "level", "-"][..], &["check", "plan", "known"]] {
            let run = run_in(folder.path(), arguments, plan);
            assert_eq!((run.code, run.out.as_str()), (FOUND, "VALID\n"), "{plan}: {run:?}");
            assert!(run.err.contains("in 1 action (box line); it has 1 push"), "{plan}: {run:?}");
        }
        let shown = run_in(folder.path(), &["replay", "level", "-"], plan);
        assert!(
            shown.code == FOUND && shown.out.contains("1 action (box line); 1 push"),
            "{plan}: {shown:?}"
        );
        let kept = ["optimize", "known", "--time-limit", "0", "-q", "-o", "kept"];
        run_in(folder.path(), &kept, "");
        let text = std::fs::read_to_string(folder.path().join("kept")).expect("a file");
        assert!(text.ends_with(&format!("Solution\n{letters}\n")), "{text}");
        let page = run_in(folder.path(), &["replay", "level", "-", "--html", "page", "-q"], plan);
        assert_eq!(page.code, FOUND, "{plan}: {page:?}");
    }
    let folder = folder(&[("level", level)]);
    for plan in ["Dr", "dRr", "drr", "DL", "D"] {
        let run = run_in(folder.path(), &["check", "plan", "level", "-"], plan);
        assert_eq!((run.code, run.out.as_str()), (NONE, "INVALID\n"), "{plan}: {run:?}");
    }
}

/// Letters do not say where an action ends: they pass for as many actions as they can be cut into.
#[test]
fn letters_pass_for_the_numbers_of_actions_they_can_be() {
    let facts = |steps: usize| {
        let links: String = (1..steps).map(|step| format!("next({step},{}). ", step + 1)).collect();
        format!(
            "right(a,b). right(b,c). right(c,d). sokoban(a). box(b). solution(d). step(1..{steps}). {links}"
        )
    };
    for (steps, options, code) in [
        (1, &[][..], NONE),
        (1, &["--any-length"], FOUND),
        (2, &["--no-noop"], FOUND),
        (3, &["--no-noop"], FOUND),
        (4, &["--no-noop"], NONE),
        (4, &[], FOUND),
    ] {
        let folder = folder(&[("level", &facts(steps)), ("plan", "RR")]);
        let run = run_in(folder.path(), &[&["check", "plan", "level", "plan"], options].concat(), "");
        assert_eq!(run.code, code, "{steps} steps, {options:?}: {run:?}");
        // The engine agrees that there is such a plan.
        if options != ["--any-length"] {
            let decided = run_in(folder.path(), &[&["decide", "level"], options].concat(), "");
            assert_eq!(decided.code, code, "{steps} steps, {options:?}: {decided:?}");
        }
    }
}

/// No-ops are walks alone; the letters still pass for as many actions as were asked for.
#[test]
fn letters_of_plans_with_no_ops_are_read_back() {
    for (file, options) in [
        ("paper-figure1.lp", &["--actions", "15"][..]),
        ("already-solved-box-in-reach.lp", &[]),
        ("odd-actions-only.lp", &[]),
        ("named-steps.lp", &[]),
        ("already-solved-one-step.lp", &[]),
    ] {
        let decided = run(&[&["decide", &instance(file), "--plan-format", "lurd"], options].concat());
        assert_eq!(decided.code, FOUND, "{file}: {decided:?}");
        let checked = run_in(&repository(), &["check", "plan", &instance(file), "-"], &decided.out);
        assert_eq!(
            (checked.code, checked.out.as_str()),
            (FOUND, "VALID\n"),
            "{file}: {decided:?}: {checked:?}"
        );
    }
}
