//! Solving step by step, compared with clingo where it has `#include <incmode>.`: the command of Debian, not the module of
//! Python, which ignores it.

#[path = "../../../asp/tests/all/clingo/random/mod.rs"]
mod random;

use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;

use random::Generator;
use serde_json::Value;

use crate::support::{self, folder, run_in};

/// Whether the command is there; says so if it is not.
fn has_clingo() -> bool {
    let found = Command::new("clingo").arg("--version").output().is_ok();
    if !found {
        support::skip_without("clingo command");
    }
    found
}

/// The answer sets of each step with an answer set, and the exit code.
type Steps = (i32, Vec<BTreeSet<Vec<String>>>);

fn steps(code: i32, json: &Value) -> Steps {
    let texts = |value: &Value| -> Vec<String> {
        let mut shown: Vec<String> = value
            .as_array()
            .expect("a list")
            .iter()
            .map(|atom| atom.as_str().expect("an atom").to_owned())
            .collect();
        shown.sort();
        shown
    };
    let mut steps: Vec<BTreeSet<Vec<String>>> = json["Call"]
        .as_array()
        .expect("calls")
        .iter()
        .map(|call| call["Witnesses"].as_array().into_iter().flatten().map(|w| texts(&w["Value"])).collect())
        .collect();
    while steps.last().is_some_and(BTreeSet::is_empty) {
        steps.pop();
    }
    (code, steps)
}

fn ours(folder: &Path, files: &[String]) -> Result<Steps, String> {
    let mut arguments = vec!["solve", "-n", "0", "--format", "json"];
    arguments.extend(files.iter().map(String::as_str));
    let run = run_in(folder, &arguments, "");
    if run.code >= support::USAGE {
        return Err(run.err);
    }
    Ok(steps(run.code, &run.json()))
}

fn theirs(folder: &Path, files: &[String]) -> Result<Steps, String> {
    let mut command = Command::new("clingo");
    command.current_dir(folder).args(files).args(["--eq=0", "-n", "0", "--outf=2"]);
    let output = command.output().expect("clingo starts");
    let code = output.status.code().expect("an exit code");
    let json: Option<Value> = serde_json::from_slice(&output.stdout).ok();
    match json {
        Some(json) if code < 32 => Ok(steps(code, &json)),
        _ => Err(String::from_utf8_lossy(&output.stderr).into_owned()),
    }
}

fn program_alone() -> Vec<String> {
    vec!["program.lp".to_owned()]
}

/// How many random programs are compared, and where the numbers begin: for long runs.
const COUNT: &str = "GROUNDPLAN_RANDOM";
const FIRST: &str = "GROUNDPLAN_RANDOM_FIRST";

#[test]
fn random_steps_have_clingo_s_answer_sets() {
    if !has_clingo() {
        return;
    }
    let number = |name: &str, otherwise| match std::env::var(name) {
        Ok(value) => value.parse().unwrap_or_else(|_| panic!("{name} is a number")),
        Err(_) => otherwise,
    };
    let (first, count) = (number(FIRST, 0_u64), number(COUNT, 100_u64));
    let (mut refused, mut stepped, mut several) = (0, 0, 0);
    let mut differ = String::new();
    for seed in first..first + count {
        let program = Generator::new(seed ^ 0x57e9_0000_0000).steps();
        let files = folder(&[("program.lp", &program)]);
        match (ours(files.path(), &program_alone()), theirs(files.path(), &program_alone())) {
            (Err(_), Err(_)) => refused += 1,
            (ours, theirs) => {
                if let Ok((_, steps)) = &theirs {
                    stepped += u64::from(steps.len() > 1);
                    several += u64::from(steps.iter().any(|sets| sets.len() > 1));
                }
                if ours != theirs {
                    differ += &format!(
                        "== steps, seed {seed}\n{program}\nours:   {ours:?}\nclingo: {theirs:?}\n\n"
                    );
                }
            }
        }
    }
    assert!(differ.is_empty(), "{differ}");
    eprintln!(
        "steps: {count} programs compared from seed {first}: {stepped} take several steps, {several} have several answer \
         sets at one, {refused} refused by both"
    );
    assert!(10 * stepped >= 3 * count, "{stepped} of {count} programs take several steps");
    assert!(10 * several >= 3 * count, "{several} of {count} programs have several answer sets");
    assert!(10 * refused <= count, "{refused} of {count} programs are refused");
}

/// Files that include each other, in several parts: clingo says how parts go on inside of them and behind, and which file is
/// meant by a name.
#[test]
fn random_includes_have_clingo_s_answer_sets() {
    if !has_clingo() {
        return;
    }
    let number = |name: &str, otherwise| match std::env::var(name) {
        Ok(value) => value.parse().unwrap_or_else(|_| panic!("{name} is a number")),
        Err(_) => otherwise,
    };
    let (first, count) = (number(FIRST, 0_u64), number(COUNT, 60_u64));
    let (mut refused, mut nested) = (0, 0);
    let mut differ = String::new();
    for seed in first..first + count {
        let mut generator = Generator::new(seed ^ 0x19c1_0000_0000);
        let files = generator.includes();
        let named = generator.named(&files);
        let folder = folder(&[]);
        std::fs::create_dir(folder.path().join("sub")).expect("a folder");
        for (path, text) in &files {
            std::fs::write(folder.path().join(path), text).expect("a file");
        }
        let read = |out: Result<Steps, String>| out.map_err(|_| "refused");
        let (ours, theirs) = (read(ours(folder.path(), &named)), read(theirs(folder.path(), &named)));
        refused += u64::from(theirs.is_err());
        nested +=
            u64::from(theirs.is_ok() && files.iter().skip(1).any(|(_, text)| text.contains("#include")));
        if ours != theirs {
            differ += &format!(
                "== includes, seed {seed}, {named:?}\n{files:#?}\nours:   {ours:?}\nclingo: {theirs:?}\n\n"
            );
        }
    }
    assert!(differ.is_empty(), "{differ}");
    eprintln!(
        "includes: {count} trees compared from seed {first}: {nested} nested, {refused} refused by both"
    );
    assert!(4 * nested >= count && 2 * refused <= count, "{nested} nested, {refused} refused of {count}");
}

/// What `clingo --eq=0 -n 0` 5.4.1 says.
#[test]
fn the_query_is_declared_for_the_program() {
    let undeclared = "#include <incmode>.\n#program check(t).\n:- query(t), t < 2.\n";
    let declared = undeclared.replace(":-", "#external query(t). :-");
    for program in [undeclared, &declared] {
        let run = run_in(folder(&[]).path(), &["solve", "-"], program);
        let said = (run.code, run.out.as_str(), run.err.as_str());
        assert_eq!(said, (30, "Answer: 1\nquery(2)\nSATISFIABLE\n", ""), "{run:?}");
    }
}

/// Solves a program step by step and compares with clingo.
fn has_answer_sets_at_step_2(step: &str, count: usize) {
    let program =
        format!("#include <incmode>.\n#program step(t).\n{step}\n#program check(t).\n:- query(t), t < 2.\n");
    let files = folder(&[("program.lp", &program)]);
    let (code, steps) = ours(files.path(), &program_alone()).expect("it is not refused");
    assert_eq!((code, steps.len()), (30, 3), "{program}");
    assert_eq!(steps[2].len(), count, "{program}");
    if has_clingo() {
        assert_eq!(theirs(files.path(), &program_alone()), Ok((code, steps)), "{program}");
    }
}

/// What `clingo --eq=0 -n 0` 5.4.1 says.
#[test]
fn a_negated_literal_with_an_anonymous_variable_is_closed_at_each_step() {
    for (step, count) in [
        ("{at(t,1..2)}. b(t) :- not at(t,_).", 16),
        // What comes later does not change what an earlier step said.
        ("{at(t,1..2)}. c(t) :- not at(_,1). :- t = 2, not c(1).", 8),
        ("{at(t,1..2)}. at(t,1) :- not at(_,2).", 11),
    ] {
        has_answer_sets_at_step_2(step, count);
    }
}

/// What `clingo --eq=0 -n 0` 5.4.1 says.
#[test]
fn a_literal_with_an_anonymous_variable_is_closed_at_each_step() {
    for (step, count) in [
        ("{at(1..2,t,1..2)}. c(X,t) :- at(X,_,_), at(Y,_,_), X < Y. :- t = 2, not c(1,1).", 144),
        // What was open becomes a fact.
        (
            "{at(1..2,t,1..2)}. c(X,t) :- at(X,_,_), at(Y,_,_), X < Y. at(1,t,3) :- t = 2. :- t = 2, c(1,1).",
            112,
        ),
        // Of both signs, and with nothing new.
        ("{at(1..2,1,1..2) : t = 1}. c(X,t) :- at(X,_,_), at(Y,_,_), not at(3,_,_), X < Y.", 16),
    ] {
        has_answer_sets_at_step_2(step, count);
    }
}

/// What `clingo --eq=0 -n 0` 5.4.1 says.
#[test]
fn an_atom_that_is_false_for_good_is_defined_at_a_later_step() {
    for (base, step, count) in [
        ("{b}. {d(0)}. :- d(0).", "d(t-1) :- t < 2. f(t) :- d(t-1).", 2),
        ("{b}.", "query(t-2) :- t > 1. h(t) :- query(t-2), t > 1.", 2),
        (
            "{d(0..1)}. :- d(0). c(X) :- d(X). g :- not c(0).",
            "c(t-1) :- t < 2. f(t) :- c(t-1). h(t) :- not c(0).",
            2,
        ),
    ] {
        has_answer_sets_at_step_2(&format!("{step}\n#program base.\n{base}"), count);
    }
}
