//! What ends a grounding that has no end, or none worth waiting for; and what a command leaves behind that is ended.

#[allow(dead_code, reason = "other tests use the rest")]
mod support;

use std::path::Path;
use std::time::{Duration, Instant};

use support::{folder, run_in, Run, CORRIDOR, CORRIDOR_STEPS, FOUND, UNKNOWN, USAGE};

/// Programs that explode, with the rule that does.
const EXPLODING: [(&str, &str); 4] = [
    ("n(0). n(X+1) :- n(X).\n", "n(X+1) :- n(X)."),
    ("n(1..1500). p(X,Y,Z) :- n(X), n(Y), n(Z).\n", "p(X,Y,Z) :- n(X), n(Y), n(Z)."),
    ("e(0). o(X+1) :- e(X), not stop. e(X+1) :- o(X). stop :- not go. go.\n", "X+1) :- "),
    ("n(0). n(X+1) :- n(X), 1 <= #count { Y : n(Y), Y < 3 }.\n", "n(X+1) :- n(X), 1 <="),
];

/// The count in the message, after the rule has been looked for in it.
fn growing(run: &Run, rule: &str) -> u64 {
    let at = run.err.find("--> program.lp:1:").unwrap_or_else(|| panic!("{run:?}"));
    let lines: Vec<&str> = run.err[at..].lines().take(4).collect();
    let source = lines[2].split_once("| ").expect("a line of the program").1;
    let below = lines[3].split_once("| ").expect("the line below").1;
    let start = below.find('^').expect("something is underlined");
    let underlined = &source[start..start + below.matches('^').count()];
    assert!(underlined.contains(rule), "{underlined}: {run:?}");
    let count = below.split_once("growing: ").expect("a count").1.split_once(' ').expect("a unit").0;
    count.parse().unwrap_or_else(|_| panic!("{count}: {run:?}"))
}

fn timed(folder: &Path, arguments: &[&str]) -> (Run, Duration) {
    let start = Instant::now();
    let run = run_in(folder, arguments, "");
    (run, start.elapsed())
}

#[test]
fn each_limit_names_the_rule_that_was_growing() {
    for (program, rule) in EXPLODING {
        let files = folder(&[("program.lp", program)]);
        for (limit, value, says) in [
            ("--time-limit", "0.5", "the time limit of 0.5 s is over: "),
            ("--memory-limit", "80", "memory out: the memory limit of 80 MiB is reached: "),
            ("--ground-limit", "2000", "the ground limit of 2000 rules is reached: "),
        ] {
            // Aggregates that are looked at again with each new atom take their time.
            if program.contains("#count") && limit == "--memory-limit" {
                continue;
            }
            let run = run_in(files.path(), &["ground", "program.lp", limit, value], "");
            assert_eq!((run.code, run.out.as_str()), (UNKNOWN, ""), "{program}{run:?}");
            assert!(run.err.starts_with(says), "{program}{run:?}");
            assert!(growing(&run, rule) > 0, "{program}{run:?}");
            let run = run_in(files.path(), &["solve", "program.lp", limit, value], "");
            assert_eq!((run.code, run.out.as_str()), (1, "UNKNOWN\n"), "{program}{run:?}");
            assert!(run.err.starts_with(says), "{program}{run:?}");
            assert!(growing(&run, rule) > 0, "{program}{run:?}");
        }
    }
}

#[test]
fn a_join_without_a_result_ends_in_time() {
    let rule = "p :- n(X), n(Y), n(Z), X+Y+Z < 0.";
    let files = folder(&[("program.lp", &format!("n(1..10000). {rule}\n"))]);
    let (run, time) = timed(files.path(), &["solve", "program.lp", "--time-limit", "0.3"]);
    assert_eq!(growing(&run, rule), 0);
    assert!(time < Duration::from_millis(1300), "{time:?}");
}

#[test]
fn as_many_rules_as_the_limit_says_are_no_more() {
    // Ten facts, ten rules.
    let files = folder(&[("p.lp", "p(1..10). { q(X) } :- p(X).\n"), ("f.lp", "a. b. c.\n")]);
    let run = |file: &str, limit: &str| run_in(files.path(), &["solve", file, "--ground-limit", limit], "");
    assert_eq!(run("p.lp", "20").code, 10);
    assert_eq!(run("p.lp", "19").code, 1);
    assert_eq!(run("p.lp", "9").code, 1);
    assert_eq!(run("f.lp", "3").code, 30);
    let facts = run("f.lp", "2");
    assert_eq!((facts.code, facts.out.as_str()), (1, "UNKNOWN\n"), "{facts:?}");
    assert!(facts.err.contains("these are facts"), "{facts:?}");
    let quiet = run_in(files.path(), &["solve", "p.lp", "--ground-limit", "5", "-V0"], "");
    assert_eq!((quiet.code, quiet.out.as_str()), (1, "UNKNOWN\n"), "{quiet:?}");
    assert!(quiet.err.starts_with("p.lp:1:1-10: warning: "), "{quiet:?}");
    let json = run_in(files.path(), &["solve", "p.lp", "--ground-limit", "5", "--format", "json"], "").json();
    assert_eq!(json["Result"], "UNKNOWN");
}

#[test]
fn step_by_step_an_answer_set_counts_although_the_next_step_is_too_large() {
    let program = "#include <incmode>. #const istop = \"UNSAT\".\n\
                   #program step(t).\np(t,X,Y) :- X = 1..t*100, Y = 1..t*100.\n";
    let files = folder(&[("program.lp", program)]);
    let run = run_in(files.path(), &["solve", "program.lp", "--ground-limit", "30000"], "");
    assert_eq!(run.code, 11, "{run:?}");
    assert!(run.out.ends_with("SATISFIABLE\n") && run.out.contains("p(1,100,100)"), "{run:?}");
    assert!(run.err.contains("program.lp:3:1") && run.err.contains("30001 ground rules"), "{run:?}");
}

#[test]
fn decide_and_optimize_name_the_rule_of_an_encoding() {
    let exploding = "push(B,right,B,T) :- box(B), step(T).\nn(0). n(X+1) :- n(X).\n";
    let files = folder(&[("facts.lp", &format!("{CORRIDOR}{CORRIDOR_STEPS}")), ("own.lp", exploding)]);
    for command in ["decide", "optimize"] {
        for (limit, value) in [("--time-limit", "0.5"), ("--ground-limit", "20000")] {
            let run = run_in(files.path(), &[command, "facts.lp", "--encoding", "own.lp", limit, value], "");
            assert_eq!((run.code, run.out.as_str()), (UNKNOWN, "UNKNOWN\n"), "{run:?}");
            assert!(run.err.contains("own.lp:2:7") && run.err.contains("growing: "), "{run:?}");
        }
    }
    let ground = ["decide", "facts.lp", "--engine", "ground", "--ground-limit", "9", "--format", "json"];
    let json = run_in(files.path(), &ground, "");
    assert_eq!((json.code, &json.json()["result"]), (UNKNOWN, &serde_json::json!("UNKNOWN")), "{json:?}");
    // Of two engines the other goes on.
    for (command, result) in [("decide", "SATISFIABLE\n"), ("optimize", "OPTIMUM FOUND\n")] {
        let race = run_in(files.path(), &[command, "facts.lp", "--ground-limit", "9"], "");
        assert_eq!(race.code, FOUND, "{race:?}");
        assert!(race.out.ends_with(result), "{race:?}");
    }
    let alone =
        run_in(files.path(), &["optimize", "facts.lp", "--engine", "ground", "--ground-limit", "9"], "");
    assert_eq!((alone.code, alone.out.as_str()), (UNKNOWN, "UNKNOWN\n"), "{alone:?}");
    assert!(alone.err.contains("the ground limit of 9 rules is reached: 1 <= actions"), "{alone:?}");
    for command in ["decide", "optimize"] {
        let wrong = ["facts.lp", "--engine", "tabled+", "--ground-limit", "9"];
        let run = run_in(files.path(), &[&[command], &wrong[..]].concat(), "");
        assert_eq!(run.code, USAGE, "{run:?}");
    }
}

#[cfg(unix)]
#[test]
fn an_interrupt_names_the_rule_that_was_growing() {
    use std::process::{Command, Stdio};

    let files = folder(&[("program.lp", EXPLODING[0].0)]);
    let child = Command::new(assert_cmd::cargo::cargo_bin!("groundplan"))
        .current_dir(files.path())
        .args(["solve", "program.lp"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command starts");
    std::thread::sleep(Duration::from_millis(300));
    let start = Instant::now();
    let sent = Command::new("kill").args(["-INT", &child.id().to_string()]).status().expect("kill runs");
    assert!(sent.success());
    let output = child.wait_with_output().expect("it ends");
    assert!(start.elapsed() < Duration::from_secs(1), "{:?}", start.elapsed());
    let run = Run::of(output);
    assert_eq!((run.code, run.out.as_str()), (1, "UNKNOWN\n"), "{run:?}");
    assert!(run.err.starts_with("interrupted: ") && growing(&run, EXPLODING[0].1) > 0, "{run:?}");
}

#[cfg(target_os = "linux")]
#[test]
fn a_killed_command_takes_its_solver_with_it() {
    use std::fs;
    use std::os::unix::fs::PermissionsExt;
    use std::process::Command;

    let files = folder(&[
        ("level.lp", CORRIDOR),
        ("solver", "#!/bin/sh\necho $$ >started\nmv started pid\nexec sleep 600\n"),
    ]);
    fs::set_permissions(files.path().join("solver"), fs::Permissions::from_mode(0o755)).expect("permissions");
    let mut child = Command::new(assert_cmd::cargo::cargo_bin!("groundplan"))
        .current_dir(files.path())
        .args(["decide", "level.lp", "--actions", "1", "--backend", "process:./solver"])
        .spawn()
        .expect("the command starts");
    let soon = |what: &str, holds: &dyn Fn() -> bool| {
        let start = Instant::now();
        while !holds() {
            assert!(start.elapsed() < Duration::from_secs(30), "{what}");
            std::thread::sleep(Duration::from_millis(20));
        }
    };
    let pid = files.path().join("pid");
    soon("the solver starts", &|| pid.exists());
    let solver = fs::read_to_string(pid).expect("a number");
    child.kill().expect("it runs");
    child.wait().expect("it ends");
    soon("the solver ends", &|| {
        let status = fs::read_to_string(format!("/proc/{}/status", solver.trim()));
        status.map_or(true, |status| status.contains("State:\tZ"))
    });
}

/// The number in a line of the statistics.
fn row(run: &Run, name: &str) -> f64 {
    let value =
        run.err.lines().find_map(|line| line.strip_prefix(name)).unwrap_or_else(|| panic!("{name}: {run:?}"));
    value.trim().parse().unwrap_or_else(|_| panic!("{value}: {run:?}"))
}

#[test]
fn statistics_are_printed_where_a_search_is_ended() {
    // There are more answer sets than anybody waits for.
    let files =
        folder(&[("p.lp", "{ a(1..60) }. b :- a(X), a(X+1). c(X) :- a(X), not b. d(1..30) :- c(7).\n")]);
    for options in [&["-q"][..], &["-q", "--outf=2"], &["-q", "--opt-mode=ignore", "-V2"]] {
        let words = [&["solve", "p.lp", "0", "--time-limit=1.2", "--stats"], options].concat();
        let run = run_in(files.path(), &words, "");
        assert_eq!(run.code, 11, "{run:?}");
        assert_eq!(interrupted_in(&run), "search", "{run:?}");
        assert!(row(&run, "seconds search") > 0.4 && row(&run, "seconds search") < 3.0, "{run:?}");
        assert!(row(&run, "sat calls") >= 1.0 && row(&run, "variables") > 60.0, "{run:?}");
        assert!(row(&run, "ground rules") > 100.0 && row(&run, "ground atoms") > 100.0, "{run:?}");
        assert!(options.contains(&"--outf=2") || solving(&run) > 0.4, "{run:?}");
    }
    // Without the option there are none.
    let run = run_in(files.path(), &["solve", "p.lp", "0", "-q", "--time-limit=1"], "");
    assert!(!run.err.contains("seconds") && solving(&run) > 0.3, "{run:?}");
}

/// In which stage the work was ended.
fn interrupted_in(run: &Run) -> &str {
    run.err.lines().find_map(|line| line.strip_prefix("interrupted in")).expect("a stage").trim()
}

/// How long was searched, by the summary.
fn solving(run: &Run) -> f64 {
    let (_, rest) = run.summary.split_once("(Solving: ").expect("a summary");
    rest.split_once("s ").expect("seconds").0.parse().expect("a number")
}

#[test]
fn statistics_are_printed_where_grounding_is_ended() {
    let (program, _) = EXPLODING[0];
    let files = folder(&[("program.lp", program)]);
    for command in ["solve", "ground", "explain"] {
        for (limit, value) in [("--time-limit", "0.3"), ("--ground-limit", "2000")] {
            let run = run_in(files.path(), &[command, "program.lp", limit, value, "--stats"], "");
            assert_eq!(interrupted_in(&run), "grounding", "{run:?}");
            assert!(row(&run, "ground rules") >= 1000.0 && row(&run, "seconds ground") > 0.0, "{run:?}");
            assert!(!run.err.contains("clauses"), "{run:?}");
        }
    }
}

/// Ten boxes in a hall: ground-and-solve takes minutes, and the least number of moves longer.
const HALL: &str =
    "##############\n#            #\n# $ $ $ $ $  #\n#            #\n# $ $ $ $ $  #\n#            #\n\
    #. . . . .   #\n#            #\n# . . . . .  #\n#     @      #\n##############\n";

/// Eighteen boxes in a room: also the least number of lines takes minutes.
const ROOM: &str = concat!(
    "  ######\n  #    #\n  # $  #\n  #    #\n ##   $#\n##  $  #####\n#          #\n###$# $### #\n",
    "  #        ##\n  #  $ $    #\n### # $  $ ##\n#    ..   $ #\n#  $....# $ #\n#  ...... $@#\n",
    "# $#.*..  $ #\n# $  ..$## ##\n#          #\n############\n",
);

#[test]
fn statistics_of_a_plan_are_there_where_the_search_for_it_is_ended() {
    let files = folder(&[("hall.xsb", HALL), ("room.xsb", ROOM)]);
    for (command, level, engine, options) in [
        ("decide", "hall.xsb", "ground", &["--actions", "12"][..]),
        ("optimize", "hall.xsb", "ground", &[]),
        ("optimize", "room.xsb", "auto", &[]),
        ("optimize", "hall.xsb", "tabled+", &["--metric", "moves"]),
        ("optimize", "hall.xsb", "auto", &["--metric", "moves"]),
    ] {
        let words =
            [&[command, level, "--engine", engine, "--time-limit", "1.2", "--stats"], options].concat();
        let boxes = if level == "hall.xsb" { 10 } else { 18 };
        let run = run_in(files.path(), &[&words[..], &["--format", "json"]].concat(), "");
        let (json, stats) = (run.json(), &run.json()["stats"]);
        assert_eq!((run.code, &stats["engine"]), (UNKNOWN, &engine.into()), "{run:?}");
        assert_eq!((&json["proven"], &stats["boxes"]), (&false.into(), &boxes.into()), "{run:?}");
        assert!(run.err.contains("\nlocations  ") && row(&run, "boxes ") > 9.0, "{run:?}");
        // Where moves count, ground-and-solve does not take part.
        if !options.contains(&"moves") {
            assert!(
                stats["interrupted_in"].is_string() && stats["ground_rules"].as_u64() > Some(0),
                "{run:?}"
            );
        }
        if options.contains(&"moves") {
            assert!(stats["configurations"].as_u64() > Some(0), "{run:?}");
        }
    }
    let before = [
        "decide",
        "hall.xsb",
        "--engine",
        "ground",
        "--actions",
        "3",
        "--time-limit",
        "0",
        "--format",
        "json",
    ];
    let json = run_in(files.path(), &before, "").json();
    assert_eq!(json["stats"]["engine"], "ground", "{json}");
}

/// Programs that grow in one respect each, and the command that is given them.
#[cfg(target_os = "linux")]
fn blow_ups() -> Vec<(&'static str, &'static str, String)> {
    let joined = |count: usize, item: &dyn Fn(usize) -> String, between: &str| -> String {
        (0..count).map(item).collect::<Vec<_>>().join(between)
    };
    vec![
        ("pools", "solve", format!("a({}).", joined(20, &|_| "(1;2)".to_owned(), ","))),
        ("sum", "solve", "{ a(1..60000) }. :- #sum { X*7919\\1009+1, X : a(X) } < 60000.".to_owned()),
        ("heads", "solve", format!("{}.", joined(60_000, &|at| format!("a({at})"), " | "))),
        ("pairs", "solve", "p(1..200000). a(X) | b(X) :- p(X). a(X) :- b(X). b(X) :- a(X).".to_owned()),
        ("join", "ground", "n(1..1500). p(X,Y,Z) :- n(X), n(Y), n(Z).".to_owned()),
        ("recursion", "ground", "n(0). n(X+1) :- n(X).".to_owned()),
        ("terms", "ground", "f(0,a). f(N+1,g(X,X,N)) :- f(N,X).".to_owned()),
        (
            "clauses",
            "solve",
            "n(1..400). c(1..60). 1 { k(X,C) : c(C) } 1 :- n(X). :- k(X,C), k(Y,C), X < Y, X*Y\\3 > 0."
                .to_owned(),
        ),
    ]
}

#[cfg(target_os = "linux")]
#[expect(clippy::zombie_processes, reason = "wait4 waits, and tells what the process has held")]
#[test]
fn memory_stays_near_its_limit() {
    use std::process::{Command, Stdio};

    const LIMIT: i64 = 50;
    for (name, command, program) in blow_ups() {
        let files = folder(&[("program.lp", &program)]);
        let child = Command::new(assert_cmd::cargo::cargo_bin!("groundplan"))
            .current_dir(files.path())
            .args([command, "program.lp", "--memory-limit", &LIMIT.to_string()])
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("the command starts");
        let mut status = 0;
        // SAFETY: Both pointers are to values of ours; the process is a child that nobody else waits for.
        let usage = unsafe {
            let mut usage: libc::rusage = std::mem::zeroed();
            assert_eq!(libc::wait4(child.id() as i32, &mut status, 0, &mut usage), child.id() as i32);
            usage
        };
        let code = libc::WEXITSTATUS(status);
        assert_eq!(code, if command == "solve" { 1 } else { UNKNOWN }, "{name}");
        let mib = usage.ru_maxrss / 1024;
        assert!(mib <= LIMIT + LIMIT / 5 + 30, "{name}: {mib} MiB");
    }
}

/// What a process says that the system gives no more than 250 MB to.
#[cfg(target_os = "linux")]
fn run_without_memory(arguments: &str, program: &str) -> Run {
    let files = folder(&[
        ("program.lp", program),
        ("level", "#########\n#@      #\n# $ $ $ #\n# $ $ $ #\n# . . . #\n# . . . #\n#       #\n#########\n"),
    ]);
    let line = format!("ulimit -c 0; ulimit -v 250000; exec \"$0\" {arguments}");
    let output = std::process::Command::new("sh")
        .arg("-c")
        .arg(line)
        .arg(assert_cmd::cargo::cargo_bin!("groundplan"))
        .current_dir(files.path())
        .output()
        .expect("a shell");
    Run::of(output)
}

/// How every end without memory begins.
#[cfg(target_os = "linux")]
const SENTENCE: &str = "memory out: the system gives no more memory: ";

#[cfg(target_os = "linux")]
#[test]
fn without_memory_every_command_says_what_was_being_grounded() {
    let unbounded = [
        ("reached", "reached(0). reached(X+1) :- reached(X)."),
        ("term", "term(0,a). term(N+1,g(X,X,N)) :- term(N,X)."),
        ("cell", "n(1..1500). { cell(X,Y,Z) : n(Z) } :- n(X), n(Y)."),
    ];
    let commands = [
        "solve program.lp",
        "ground program.lp",
        "explain program.lp",
        "certify program.lp --output certificate",
        "decide level --actions 3 --engine ground --encoding program.lp",
        "optimize level --engine ground --encoding program.lp",
    ];
    for (command, (predicate, program)) in commands.into_iter().zip(unbounded.into_iter().cycle()) {
        let run = run_without_memory(command, program);
        let expected = if command.starts_with("solve") { 1 } else { UNKNOWN };
        assert_eq!(run.code, expected, "{command}: {run:?}");
        assert!(run.err.starts_with(SENTENCE), "{command}: {run:?}");
        let grounded = format!("this was being grounded: {predicate}/");
        assert!(run.err.contains(&grounded), "{command}: {run:?}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn without_memory_the_end_is_unknown_with_a_sentence() {
    let run = run_without_memory;
    for (name, command, program) in blow_ups() {
        let run = run(&format!("{command} program.lp"), &program);
        let expected = if command == "solve" { (1, "UNKNOWN\n") } else { (UNKNOWN, "") };
        assert_eq!((run.code, run.out.as_str()), expected, "{name}: {run:?}");
        assert!(run.err.starts_with(SENTENCE), "{name}: {run:?}");
    }
    // In C++ and in Rust. How much a smaller sum takes depends on which threads are there at once.
    let sum = "{ a(1..200000) }. :- #sum { X*7919\\1009+1, X : a(X) } < 200000.";
    for backend in ["cadical", "cdnl", "varisat"] {
        let run = run(&format!("solve program.lp --backend {backend} --format json"), sum);
        assert_eq!((run.code, &run.json()["Result"]), (1, &"UNKNOWN".into()), "{run:?}");
        assert!(run.err.starts_with(SENTENCE), "{run:?}");
    }
    let optimize = run("optimize level --engine tabled", "");
    assert_eq!((optimize.code, optimize.out.as_str()), (UNKNOWN, "UNKNOWN\n"), "{optimize:?}");
    assert!(optimize.err.starts_with(SENTENCE), "{optimize:?}");
}
