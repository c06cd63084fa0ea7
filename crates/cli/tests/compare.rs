//! `groundplan compare` as a user types it. Most engines here are small scripts that stand in for real ones, named by
//! the option that names an engine's command.
#![cfg(target_os = "linux")]

#[allow(dead_code, reason = "other tests use the rest")]
mod support;

use std::collections::HashSet;
use std::fs;
use std::io::Write;
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{json, Value};
use support::{installed, instance, repository, Run, CORRIDOR, FOUND, INPUT, NONE, UNKNOWN, USAGE};
use tempfile::TempDir;

const PUSH: &str = "push(b,right,c,1)";
const HEADER: &str =
    "instance,question,actions,engine,run,time_limit,memory_limit,outcome,verdict,optimum,checked,\
    cpu_seconds,wall_seconds,peak_mib,remark";

const NO_PROCESS: [i32; 0] = [];

/// What is set in the environment of everything that a bench starts.
const MARK: &str = "GROUNDPLAN_TEST_BENCH";

/// A folder with the corridor, a.lp to d.lp, and scripts to compare.
struct Bench(TempDir);

impl Bench {
    fn new() -> Bench {
        let bench = Bench(tempfile::tempdir().expect("a folder"));
        for name in ["a.lp", "b.lp", "c.lp", "d.lp"] {
            fs::write(bench.path(name), CORRIDOR).expect("a file");
        }
        bench.script("clingo", &format!("echo '{PUSH}'\necho SATISFIABLE\nexit 10"));
        bench.script("swipl", &format!("echo '{PUSH}.'\necho 'Optimization: 1'\necho OPTIMUM FOUND"));
        bench.script("groundplan", &object("OPTIMUM FOUND", 1, "b", "c"));
        bench
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// Writes a script; like the real ones it says what it is when asked.
    fn script(&self, name: &str, body: &str) {
        let path = self.path(name);
        let text = format!("#!/bin/sh\nif [ \"$1\" = --version ]; then echo a script; exit; fi\n{body}\n");
        fs::write(&path, text).expect("a file");
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).expect("permissions");
    }

    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(assert_cmd::cargo::cargo_bin!("groundplan"));
        command.current_dir(self.0.path()).env(MARK, self.0.path()).env("TMPDIR", self.0.path());
        command.arg("compare");
        for engine in ["groundplan", "clingo", "swipl"] {
            command.arg(format!("--{engine}")).arg(format!("./{engine}"));
        }
        command.args(arguments).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }

    fn run(&self, arguments: &[&str]) -> Run {
        ended(self.command(arguments).spawn().expect("the command starts"))
    }

    /// The processes that it has started, at any remove.
    fn processes(&self) -> Vec<i32> {
        let mark = format!("{MARK}={}", self.0.path().display());
        let marked = |pid: &i32| {
            let environment = fs::read(format!("/proc/{pid}/environ")).unwrap_or_default();
            environment.split(|&byte| byte == 0).any(|variable| variable == mark.as_bytes())
        };
        let all = fs::read_dir("/proc").expect("Linux").flatten();
        all.filter_map(|entry| entry.file_name().to_str()?.parse().ok()).filter(marked).collect()
    }

    fn lines(&self, name: &str) -> Vec<String> {
        let text = fs::read_to_string(self.path(name)).unwrap_or_default();
        text.lines().map(str::to_owned).collect()
    }
}

fn ended(child: Child) -> Run {
    let output = child.wait_with_output().expect("it ends");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("text");
    let code = output.status.code().unwrap_or(-1);
    let run = Run { code, out: text(output.stdout), summary: String::new(), err: text(output.stderr) };
    assert!(!run.err.contains("panicked"), "{run:?}");
    run
}

/// A script that prints the object of `groundplan`.
fn object(result: &str, actions: u32, from: &str, to: &str) -> String {
    let plan = json!([{ "box": from, "direction": "right", "to": to, "step": "1" }]);
    format!("echo '{}'", json!({ "result": result, "actions": actions, "plan": plan }))
}

/// The rows of a JSON comparison.
fn rows(run: &Run) -> Vec<Value> {
    run.json()["rows"].as_array().expect("rows").clone()
}

fn wait_until(what: &str, mut done: impl FnMut() -> bool) {
    let start = Instant::now();
    while !done() {
        assert!(start.elapsed() < Duration::from_secs(60), "{what} does not happen");
        std::thread::sleep(Duration::from_millis(10));
    }
}

#[test]
fn engines_that_agree_are_in_a_table() {
    let bench = Bench::new();
    let run = bench.run(&["a.lp", "b.lp", "--engines", "ground,ground:varisat,clingo,swipl"]);
    assert_eq!((run.code, run.err.as_str()), (FOUND, ""), "{run:?}");
    let line = |start: &str| {
        let line = run.out.lines().find(|line| line.contains(start)).expect("a line");
        line.split_whitespace().map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(line("instance")[1..7], ["instance", "answer", "ground", "ground:varisat", "clingo", "swipl"]);
    assert_eq!(line("b.lp")[1..3], ["b.lp", "1"]);
    assert_eq!(line("b.lp").iter().filter(|word| *word == "MiB").count(), 4);
    assert_eq!(line("solved")[1..6], ["solved", "2", "2", "2", "2"]);
}

#[test]
fn rows_are_csv_and_json_with_the_same_columns() {
    let bench = Bench::new();
    let engines = ["--engines", "ground,clingo", "--repeat", "2"];
    let csv = bench.run(&[&["a.lp", "--format", "csv"], &engines[..]].concat());
    let lines: Vec<&str> = csv.out.lines().collect();
    assert_eq!((csv.code, lines.len(), lines[0]), (FOUND, 5, HEADER), "{csv:?}");
    assert!(
        lines[1].starts_with("a.lp,optimize,,ground,1,60,4096,solved,OPTIMUM FOUND,1,true,0.0"),
        "{csv:?}"
    );
    assert!(
        lines[4].starts_with("a.lp,optimize,,clingo,2,60,4096,solved,OPTIMUM FOUND,1,true,0.0"),
        "{csv:?}"
    );

    let run = bench.run(&[&["a.lp", "--format", "json"], &engines[..]].concat());
    let result = run.json();
    assert_eq!(Run::keys(&result), ["schema_version", "command", "agree", "complete", "missing", "rows"]);
    assert_eq!(Run::keys(&result["rows"][3]), HEADER.split(',').collect::<Vec<_>>());
    assert_eq!((&result["agree"], &result["rows"][3]["run"]), (&json!(true), &json!(2)));
}

#[test]
fn a_disagreement_is_in_the_row_and_in_the_exit_status() {
    let bench = Bench::new();
    bench.script("swipl", "echo UNSATISFIABLE");
    let run = bench.run(&["a.lp", "--engines", "ground,clingo,swipl", "--format", "json"]);
    assert_eq!(run.code, NONE, "{run:?}");
    let remarks: Vec<Value> = rows(&run).iter().map(|row| row["remark"].clone()).collect();
    assert_eq!(remarks, ["", "", "disagrees with ground: UNSATISFIABLE, not 1"]);
    assert_eq!(run.json()["agree"], false);
    assert!(run.err.contains("a.lp, swipl: disagrees with ground"), "{run:?}");
}

#[test]
fn a_disagreement_with_a_row_of_an_earlier_comparison_counts() {
    let bench = Bench::new();
    let arguments = |engines| ["a.lp", "--engines", engines, "--resume", "rows.csv", "--format", "csv"];
    assert_eq!(bench.run(&arguments("ground")).code, FOUND);
    bench.script("swipl", "echo UNSATISFIABLE");
    assert_eq!(bench.run(&arguments("ground,swipl")).code, NONE);
    let again = bench.run(&arguments("ground,swipl"));
    assert_eq!((again.code, bench.lines("rows.csv").len()), (NONE, 3), "nothing is run again: {again:?}");
}

#[test]
fn a_plan_that_fails_is_an_error_whoever_made_it() {
    let bench = Bench::new();
    bench.script("groundplan", &object("OPTIMUM FOUND", 1, "b", "a"));
    bench.script("clingo", "echo 'push(b,left,a,1)'; echo SATISFIABLE; exit 10");
    // Two actions where one is claimed.
    bench.script(
        "swipl",
        &format!("echo '{PUSH}. push(c,left,b,2).'; echo 'Optimization: 1'; echo OPTIMUM FOUND"),
    );
    for engine in ["ground", "clingo", "swipl"] {
        let run = bench.run(&["a.lp", "--engines", engine, "--format", "json"]);
        let row = &rows(&run)[0];
        assert_eq!(run.code, NONE, "{engine}: {run:?}");
        assert_eq!((&row["outcome"], &row["checked"]), (&json!("error"), &json!(false)), "{run:?}");
        assert!(
            row["remark"].as_str().is_some_and(|remark| remark.starts_with("the plan fails: ")),
            "{run:?}"
        );
    }
}

#[test]
fn a_decision_is_asked_for_the_steps_and_checked_against_them() {
    let bench = Bench::new();
    bench.script("groundplan", &format!("echo \"$@\" >asked\n{}", object("SATISFIABLE", 1, "b", "c")));
    bench.script("swipl", "cat \"$5\" >facts; echo UNSATISFIABLE");
    let run = bench.run(&[
        "a.lp",
        "--question",
        "decide",
        "--actions",
        "2",
        "--engines",
        "ground,clingo,swipl",
        "--format",
        "json",
    ]);
    let rows = rows(&run);
    assert_eq!(
        bench.lines("asked"),
        ["decide a.lp --actions 2 --engine ground --memory-limit 4096 --format json"]
    );
    assert_eq!(bench.lines("facts").last().map(String::as_str), Some("next('2','3')."));
    for row in &rows[..2] {
        assert!(row["remark"].as_str().is_some_and(|remark| remark.contains("1 of 2 actions")), "{row}");
    }
    assert_eq!((&rows[2]["verdict"], &rows[2]["optimum"]), (&json!("UNSATISFIABLE"), &Value::Null));

    let open = bench.run(&["a.lp", "--question", "decide", "--engines", "ground"]);
    assert_eq!(open.code, INPUT, "{open:?}");
    assert!(open.err.contains("--actions"), "{open:?}");
}

#[test]
fn levels_are_compared_under_the_numbers_they_have() {
    let levels = repository().join("instances/levels/first-steps.sok").to_string_lossy().into_owned();
    let asked = |choice: &[&str]| {
        let own = ["compare", &levels, "--engines", "ground,tabled,tabled+", "--format", "json"];
        support::run(&[&own, choice].concat())
    };
    let all = rows(&asked(&["--level", "all"]));
    assert_eq!(all.len(), 12);
    for (row, number) in all.iter().zip([1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 4]) {
        assert_eq!(row["instance"], json!(format!("{levels}#{number}")));
        assert_eq!((&row["outcome"], &row["checked"]), (&json!("solved"), &json!(true)), "{row}");
    }
    let third = rows(&asked(&["--level", "3"]));
    assert_eq!(third.len(), 3);
    assert_eq!(third[0]["optimum"], all[6]["optimum"]);

    let (none, list) = (asked(&[]), asked(&["--list"]));
    assert_eq!(none.code, INPUT, "{none:?}");
    assert!(none.err.contains("has 4 levels"), "{none:?}");
    assert_eq!((list.code, list.out.lines().count()), (FOUND, 5), "{list:?}");
    let twice = support::run(&["compare", &levels, &levels, "--list"]);
    assert_eq!(twice.code, USAGE, "{twice:?}");
}

#[test]
fn what_an_engine_does_not_answer_or_fails_to_answer_is_told_apart() {
    let bench = Bench::new();
    let unknown = r#"echo '{"result":"UNKNOWN"}'"#;
    bench.script("groundplan", &format!("{unknown}; echo 'n/a: surplus boxes' >&2; exit 2"));
    bench.script("clingo", "echo 'it crashed' >&2; exit 65");
    bench.script("swipl", "echo N/A");
    let run = bench.run(&["a.lp", "--engines", "tabled,clingo,swipl", "--format", "json"]);
    let rows = rows(&run);
    let outcomes: Vec<_> = rows.iter().map(|row| row["outcome"].as_str().expect("a word")).collect();
    assert_eq!((run.code, outcomes), (UNKNOWN, vec!["n/a", "error", "n/a"]), "{run:?}");
    assert_eq!(rows[1]["remark"], "no answer, exit status: 65: it crashed");
    assert_eq!(rows[0]["remark"], "n/a: surplus boxes");

    bench.script(
        "groundplan",
        &format!("{unknown}; echo 'memory out: the table space is used up' >&2; exit 2"),
    );
    let run = bench.run(&["a.lp", "--engines", "tabled", "--format", "csv"]);
    assert!(run.code == FOUND && run.out.contains(",memory out,"), "{run:?}");
}

#[test]
fn a_run_that_takes_too_much_memory_is_ended_with_everything() {
    let bench = Bench::new();
    // The one process waits, another of its pipeline takes it all: a line that never ends.
    bench.script("swipl", "head -c 10000000000 /dev/zero | tail -n 1 | wc -c; echo UNSATISFIABLE");
    let run = bench.run(&["a.lp", "--engines", "swipl", "--memory-limit", "256", "--format", "json"]);
    let row = &rows(&run)[0];
    assert_eq!((run.code, &row["outcome"]), (FOUND, &json!("memory out")), "{run:?}");
    let peak = row["peak_mib"].as_f64().expect("a number");
    assert!((256.0..4096.0).contains(&peak), "{run:?}");
    assert_eq!(bench.processes(), NO_PROCESS, "{run:?}");
}

#[test]
fn a_run_that_takes_too_much_time_is_ended_whoever_of_it_takes_it() {
    let bench = Bench::new();
    bench.script("swipl", "(while :; do :; done) & wait");
    let run = bench.run(&["a.lp", "--engines", "swipl", "--time-limit", "0.4", "--format", "json"]);
    let row = &rows(&run)[0];
    assert_eq!((run.code, &row["outcome"]), (FOUND, &json!("time out")), "{run:?}");
    assert!(row["cpu_seconds"].as_f64().is_some_and(|seconds| seconds > 0.2), "{run:?}");
    assert_eq!(bench.processes(), NO_PROCESS);
}

#[test]
fn what_ignores_signals_and_hides_is_killed_all_the_same() {
    let bench = Bench::new();
    let stubborn = "trap '' TERM INT HUP XCPU; while :; do sleep 0.1; done";
    // One more in a session of its own, whose parent has ended.
    bench.script("swipl", &format!("(setsid sh -c \"{stubborn}\" &)\n{stubborn}"));
    let run = bench.run(&["a.lp", "--engines", "swipl", "--time-limit", "0.2", "--format", "json"]);
    assert_eq!((run.code, &rows(&run)[0]["outcome"]), (FOUND, &json!("time out")), "{run:?}");
    assert_eq!(bench.processes(), NO_PROCESS);

    // The engine itself ends well, and leaves one behind.
    bench.script("swipl", &format!("(setsid sh -c \"{stubborn}\" &)\nsleep 0.1\necho UNSATISFIABLE"));
    let run = bench.run(&["a.lp", "--engines", "swipl", "--format", "json"]);
    assert_eq!((run.code, &rows(&run)[0]["outcome"]), (FOUND, &json!("solved")), "{run:?}");
    assert_eq!(bench.processes(), NO_PROCESS);
}

#[test]
fn time_is_counted_in_all_processes_of_a_run() {
    let bench = Bench::new();
    // Half a second of another process, by its own clock, which has ended before the engine does.
    let work = "import time\nwhile time.process_time() < 0.5: pass";
    bench.script("swipl", &format!("python3 -c '{work}'; echo UNSATISFIABLE"));
    bench.script(
        "clingo",
        "i=0; while [ $i -lt 100000 ]; do i=$((i+1)); done; times >times; echo UNSATISFIABLE",
    );
    let run = bench.run(&["a.lp", "--engines", "clingo", "--format", "json"]);
    let seconds = rows(&run)[0]["cpu_seconds"].as_f64().expect("a number");
    // The shell's own account: user and system time, as 0m0.12s.
    let times = bench.lines("times")[0].replace("0m", "").replace('s', "");
    let own: f64 = times.split_whitespace().map(|time| time.parse::<f64>().expect("a number")).sum();
    assert!((seconds - own).abs() < 0.1 + own * 0.2, "{seconds} s, not {own} s: {run:?}");
    if Command::new("python3").arg("--version").output().is_ok() {
        let run = bench.run(&["a.lp", "--engines", "swipl", "--format", "json"]);
        assert!(rows(&run)[0]["cpu_seconds"].as_f64().is_some_and(|seconds| seconds >= 0.5), "{run:?}");
    }
}

#[test]
fn a_killed_comparison_goes_on_and_loses_at_most_the_run_in_flight() {
    let bench = Bench::new();
    bench.script("swipl", "echo run >>log; sleep 0.3; echo UNSATISFIABLE");
    let arguments =
        ["a.lp", "b.lp", "c.lp", "d.lp", "--engines", "swipl", "--resume", "rows.csv", "--format", "csv"];
    let mut child = bench.command(&arguments).spawn().expect("the command starts");
    wait_until("the third run", || bench.lines("log").len() == 3);
    child.kill().expect("it runs");
    child.wait().expect("it ends");
    let kept = bench.lines("rows.csv");
    assert_eq!((kept.len(), kept[0].as_str()), (3, HEADER), "{kept:?}");
    wait_until("the end of the run in flight", || bench.processes().is_empty());
    // As if the third row had been cut short.
    let mut file = fs::OpenOptions::new().append(true).open(bench.path("rows.csv")).expect("the file");
    file.write_all(b"c.lp,optimize,,swi").expect("room");

    let run = bench.run(&arguments);
    let rows = bench.lines("rows.csv");
    assert_eq!((run.code, bench.lines("log").len(), rows.len()), (FOUND, 5, 5), "{run:?}");
    assert_eq!(rows[..3], kept);
    let instances: HashSet<&str> = rows[1..].iter().filter_map(|row| row.split(',').next()).collect();
    assert_eq!(instances.len(), 4, "{rows:?}");
    assert_eq!(run.out.lines().collect::<Vec<_>>(), rows, "what is printed is what is kept");
}

#[test]
fn a_killed_comparison_takes_its_engine_with_it() {
    let bench = Bench::new();
    bench.script("swipl", "echo run >>log; exec sleep 1000");
    let mut child = bench.command(&["a.lp", "--engines", "swipl"]).spawn().expect("the command starts");
    wait_until("the run", || bench.lines("log").len() == 1);
    child.kill().expect("it runs");
    child.wait().expect("it ends");
    wait_until("the end of the engine", || bench.processes().is_empty());
}

#[test]
fn two_comparisons_do_not_share_a_file() {
    let bench = Bench::new();
    bench.script("swipl", "echo run >>log; sleep 100");
    let arguments = ["a.lp", "--engines", "swipl", "--resume", "rows.csv"];
    let mut first = bench.command(&arguments).spawn().expect("the command starts");
    wait_until("the run", || bench.lines("log").len() == 1);
    let second = bench.run(&arguments);
    first.kill().expect("it runs");
    first.wait().expect("it ends");
    assert!(second.code == INPUT && second.err.contains("in use"), "{second:?}");
}

#[test]
fn other_limits_are_other_runs() {
    let bench = Bench::new();
    let arguments = |limit| ["a.lp", "--engines", "swipl", "--resume", "rows.csv", "--time-limit", limit];
    for limit in ["5", "6", "5"] {
        assert_eq!(bench.run(&arguments(limit)).code, FOUND);
    }
    assert_eq!(bench.lines("rows.csv").len(), 3);
}

#[test]
fn a_file_that_is_none_of_ours_is_left_alone() {
    let bench = Bench::new();
    for text in ["name,value\n1,2\n", "right(a,b).", &format!("{HEADER}\nthis,is,no,row\n")] {
        fs::write(bench.path("rows.csv"), text).expect("a file");
        let run = bench.run(&["a.lp", "--engines", "swipl", "--resume", "rows.csv"]);
        assert_eq!((run.code, run.out.as_str()), (INPUT, ""), "{run:?}");
        assert_eq!(fs::read_to_string(bench.path("rows.csv")).expect("the file"), text);
    }
}

#[test]
fn an_interrupt_ends_the_run_and_leaves_whole_rows() {
    let bench = Bench::new();
    bench.script("swipl", "echo run >>log; [ $(wc -l <log) = 1 ] || sleep 100; echo UNSATISFIABLE");
    let arguments = ["a.lp", "b.lp", "--engines", "swipl", "--resume", "rows.csv", "--format", "json"];
    let child = bench.command(&arguments).spawn().expect("the command starts");
    wait_until("the second run", || bench.lines("log").len() == 2);
    assert!(bench.processes().len() >= 2, "the comparison and its run");
    let status = Command::new("sh").args(["-c", &format!("kill -INT {}", child.id())]).status();
    assert!(status.expect("a shell").success());
    let run = ended(child);
    assert_eq!((run.code, run.json()["complete"].clone()), (UNKNOWN, json!(false)), "{run:?}");
    let text = fs::read_to_string(bench.path("rows.csv")).expect("the file");
    assert!(text.lines().count() == 2 && text.ends_with('\n'), "{text}");
    assert_eq!(bench.processes(), NO_PROCESS);
}

#[test]
fn an_engine_that_keeps_failing_is_given_up() {
    let bench = Bench::new();
    bench.script("swipl", "echo run >>log; exit 1");
    let run = bench.run(&["a.lp", "b.lp", "c.lp", "d.lp", "--engines", "clingo,swipl", "--give-up", "2"]);
    assert_eq!((run.code, bench.lines("log").len()), (UNKNOWN, 2), "{run:?}");
    assert_eq!(run.out.matches("not run").count(), 2, "{run:?}");
}

#[test]
fn plots_are_well_formed() {
    let bench = Bench::new();
    for (engines, words) in [
        ("ground,clingo,swipl", vec!["ground (2)", "clingo (2)", "swipl (2)", "instances solved"]),
        ("clingo,swipl", vec!["clingo (2)", "swipl (2)", "CPU seconds on each instance"]),
    ] {
        let run =
            bench.run(&["a.lp", "b.lp", "--engines", engines, "--plot", "plot.svg", "--format", "json"]);
        assert_eq!(run.code, FOUND, "{run:?}");
        let svg = fs::read_to_string(bench.path("plot.svg")).expect("the plot");
        assert_eq!(elements_left_open(&svg), Vec::<String>::new());
        for word in words {
            assert!(svg.contains(word), "{engines}: {word}");
        }
        assert!(svg.matches("<circle").count() >= 4, "a point each");
    }
}

/// The elements that are never closed, by a reading of XML that knows elements only; there must be one root.
fn elements_left_open(text: &str) -> Vec<String> {
    let (mut open, mut roots) = (Vec::<String>::new(), 0);
    for piece in text.split('<').skip(1) {
        let (tag, between) = piece.split_once('>').expect("a tag ends");
        let name = tag.trim_matches('/').split_whitespace().next().expect("a tag has a name");
        if tag.starts_with('/') {
            assert_eq!(open.pop().as_deref(), Some(name));
        } else {
            roots += usize::from(open.is_empty());
            assert_eq!(tag.matches('"').count() % 2, 0, "{tag}");
            if !tag.ends_with('/') {
                open.push(name.to_owned());
            }
        }
        assert!(!open.is_empty() || between.trim().is_empty(), "text outside: {between}");
    }
    assert_eq!(roots, 1);
    open
}

#[test]
fn engines_that_are_not_there_are_left_out_visibly() {
    let bench = Bench::new();
    let alone = |engines: &str, format: &str| {
        let mut command = Command::new(assert_cmd::cargo::cargo_bin!("groundplan"));
        command.current_dir(bench.0.path()).env("PATH", bench.path("nowhere")).stdin(Stdio::null());
        command.args([
            "compare",
            "a.lp",
            "--groundplan",
            "./groundplan",
            "--format",
            format,
            "--engines",
            engines,
        ]);
        ended(command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the command starts"))
    };
    let run = alone("ground,clingo,gringo-clasp,swipl", "json");
    assert_eq!((run.code, rows(&run).len()), (FOUND, 1), "{run:?}");
    for (engine, program) in [("clingo", "clingo"), ("gringo-clasp", "gringo"), ("swipl", "swipl")] {
        assert!(run.err.contains(&format!("`{engine}` is left out: `{program}` is not on")), "{run:?}");
    }
    assert_eq!(run.json()["missing"][2]["engine"], "swipl");
    let table = alone("ground,swipl", "table");
    assert!(table.out.contains("left out: swipl (`swipl` is not on the search path"), "{table:?}");
    assert_eq!(alone("swipl", "json").code, USAGE, "nothing is left to compare");
}

#[test]
fn a_command_line_that_makes_no_sense_is_refused() {
    let bench = Bench::new();
    for arguments in [
        &["a.lp", "--engines", "magic"][..],
        &["a.lp", "--engines", "swipl,swipl"],
        &["a.lp", "a.lp"],
        &["a.lp", "--actions", "3"],
        &["a.lp", "--repeat", "0"],
        &["a.lp", "--swipl", "./nothing"],
        &[],
    ] {
        let run = bench.run(arguments);
        assert_eq!((run.code, run.out.as_str()), (USAGE, ""), "{arguments:?}: {run:?}");
    }
    assert_eq!(bench.run(&["nowhere.lp", "--engines", "swipl"]).code, INPUT);
}

/// Name, minimum, and for instances with steps the verdict, of the repository's instances.
fn expected() -> Vec<[String; 3]> {
    let table = support::text("instances/sokoban/expected.tsv");
    let lines = table.lines().filter(|line| !line.starts_with('#')).skip(1);
    lines
        .map(|line| {
            let fields: Vec<&str> = line.split('\t').collect();
            [fields[0], fields[5], fields[6]].map(str::to_owned)
        })
        .collect()
}

/// Compares a real engine with what is expected of each instance; which outcomes other than `solved` are in order is for
/// the caller to say.
fn compare_with_expected(arguments: &[&str], question: &str, may_end: impl Fn(&str, &str) -> bool) {
    let expected: Vec<[String; 3]> =
        expected().into_iter().filter(|row| question == "optimize" || row[2] != "-").collect();
    let paths: Vec<String> = expected.iter().map(|[file, ..]| instance(file)).collect();
    let mut words = vec!["compare", "--question", question, "--format", "json"];
    words.extend(arguments);
    words.extend(paths.iter().map(String::as_str));
    let run = support::run_in(&repository(), &words, "");
    let rows = rows(&run);
    assert_eq!((run.code, rows.len()), (FOUND, expected.len()), "{run:?}");
    let mut solved = 0;
    for (row, [file, minimum, verdict]) in rows.iter().zip(&expected) {
        let outcome = row["outcome"].as_str().expect("a word");
        if outcome != "solved" {
            assert!(may_end(file, outcome), "{row}");
            continue;
        }
        solved += 1;
        if question == "decide" {
            assert_eq!(row["verdict"], verdict.as_str(), "{row}");
        } else {
            let found = row["optimum"].as_u64().map_or("none".to_owned(), |actions| actions.to_string());
            assert_eq!(found, *minimum, "{row}");
        }
    }
    assert!(solved >= 15, "{solved} were solved: {run:?}");
}

#[test]
fn our_own_engines_find_what_is_expected() {
    for question in ["optimize", "decide"] {
        for engine in ["ground", "ground:varisat", "tabled+"] {
            compare_with_expected(&["--engines", engine], question, |_, _| false);
        }
        // The published program is for as many boxes as storage locations.
        compare_with_expected(&["--engines", "tabled"], question, |file, outcome| {
            outcome == "n/a" && (file.starts_with("surplus") || file.starts_with("fewer"))
        });
    }
    compare_with_expected(&["--engines", "auto"], "optimize", |_, _| false);
}

#[test]
fn swipl_finds_what_is_expected() {
    let Some(swipl) = installed("GROUNDPLAN_SWIPL", "swipl", &["--version"]) else { return };
    let large = ["coordinates-as-terms.lp", "five-boxes-one-pillar.lp", "six-boxes-two-walls.lp"];
    let engine = ["--engines", "swipl", "--swipl", &swipl, "--time-limit", "5"];
    for question in ["optimize", "decide"] {
        compare_with_expected(&engine, question, |file, outcome| {
            outcome == if file.starts_with("surplus") { "n/a" } else { "time out" }
                && (outcome == "n/a" || large.contains(&file))
        });
    }
}

#[test]
fn clingo_finds_what_is_expected() {
    let Some(python) = installed("GROUNDPLAN_PYTHON", "python3", &["-c", "import clingo"]) else { return };
    let unsolvable: Vec<String> =
        expected().into_iter().filter(|[_, minimum, _]| minimum == "none").map(|[file, ..]| file).collect();
    let command = format!("{python} -m clingo");
    let engine = ["--engines", "clingo", "--clingo", &command];
    compare_with_expected(&engine, "decide", |_, _| false);
    // Horizon after horizon never ends where there is no plan.
    let limited = [&engine[..], &["--time-limit", "5"]].concat();
    compare_with_expected(&limited, "optimize", |file, outcome| {
        outcome == "time out" && unsolvable.iter().any(|unsolvable| unsolvable == file)
    });
}

#[test]
fn gringo_and_clasp_find_what_is_expected() {
    let Some(gringo) = installed("GROUNDPLAN_GRINGO", "gringo", &["--version"]) else { return };
    let Some(clasp) = installed("GROUNDPLAN_CLASP", "clasp", &["--version"]) else { return };
    let engine = ["--engines", "gringo-clasp", "--gringo", &gringo, "--clasp", &clasp];
    compare_with_expected(&engine, "decide", |_, _| false);
    let level = instance("paper-figure1.lp");
    let run = support::run(&[&["compare", &level, "--format", "json"], &engine[..]].concat());
    assert_eq!(rows(&run)[0]["optimum"], 13, "{run:?}");
}

#[test]
fn every_instance_is_read_before_anything_runs() {
    let bench = Bench::new();
    bench.script("swipl", "echo run >>log; echo UNSATISFIABLE");
    fs::write(bench.path("b.lp"), "box(a).\n").expect("a file");
    let run = bench.run(&["a.lp", "b.lp", "--engines", "swipl"]);
    assert_eq!((run.code, bench.lines("log").len()), (INPUT, 0), "{run:?}");
}
