//! Programs that misbehave: every one of them is an error that says so, never an answer.
#![cfg(unix)]

use std::{
    fs,
    os::unix::fs::PermissionsExt,
    path::Path,
    sync::Mutex,
    thread,
    time::{Duration, Instant},
};

use groundplan_sat::{Backend, SatError, Solver};
use rustsat::{
    lit,
    solvers::{Solve, SolveIncremental, SolverResult},
};

/// A script cannot be started while another test, about to start its own, still has the file open for writing.
static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());

/// A solver that is a shell script; the formula is its first argument.
fn script(dir: &Path, name: &str, body: &str) -> Solver {
    let path = dir.join(name);
    fs::write(&path, format!("#!/bin/sh\n{body}\n")).unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    let mut solver = Solver::new(Backend::Process(path.to_str().unwrap().to_owned())).unwrap();
    solver.add_binary(lit![0], lit![1]).unwrap();
    solver
}

#[test]
fn what_makes_no_sense_is_an_error() {
    let _alone = ONE_AT_A_TIME.lock();
    let dir = tempfile::tempdir().unwrap();
    let cases = [
        ("silent", "exit 0", "makes no sense"),
        ("garbage", "echo hello", "makes no sense"),
        ("no-model", "echo s SATISFIABLE; exit 10", "makes no sense"),
        ("bad-model", "echo s SATISFIABLE; echo v 1 x 0; exit 10", "makes no sense"),
        ("short-model", "echo s SATISFIABLE; echo v -1; exit 10", "does not satisfy"),
        ("wrong-model", "echo s SATISFIABLE; echo v -1 -2 0; exit 10", "does not satisfy"),
        ("wrong-verdict", "echo s MAYBE; exit 0", "makes no sense"),
        ("wrong-code", "echo s UNSATISFIABLE; exit 10", "answered UNSAT, but ended with exit status: 10"),
        (
            "wrong-code-2",
            "echo s SATISFIABLE; echo v 1 0; exit 20",
            "answered SAT, but ended with exit status: 20",
        ),
        ("failed", "echo s UNSATISFIABLE; exit 1", "answered UNSAT, but ended with exit status: 1"),
        ("complained", "echo out of cheese >&2; exit 3", "failed with exit status: 3 (out of cheese)"),
        ("crashed", "kill -SEGV $$", "crashed with signal: 11"),
        ("gave-up", "echo s UNKNOWN", "gave up"),
        ("minisat-silent", "exit 10", "wrote no result"),
        ("minisat-garbage", "echo PERHAPS > $2; exit 10", "neither SAT nor UNSAT"),
        ("minisat-short", "echo SAT > $2; exit 10", "does not satisfy"),
        ("minisat-wrong", "printf 'SAT\\n-1 -2 0\\n' > $2; exit 10", "does not satisfy"),
    ];
    for (name, body, expected) in cases {
        let mut solver = script(dir.path(), name, body);
        let error = solver.solve().unwrap_err();
        assert!(matches!(error.downcast_ref(), Some(SatError::Process { .. })), "{name}: {error}");
        assert!(error.to_string().contains(expected), "{name}: {error}");
        assert!(solver.lit_val(lit![0]).is_err() && solver.core().is_err());
    }
}

#[test]
fn what_makes_sense_is_an_answer() {
    let _alone = ONE_AT_A_TIME.lock();
    let dir = tempfile::tempdir().unwrap();
    let mut solver =
        script(dir.path(), "yes", "echo c hello; echo s SATISFIABLE; echo v -1; echo v 2 0; exit 10");
    assert_eq!(solver.solve().unwrap(), SolverResult::Sat);
    let mut solver = script(dir.path(), "minisat-yes", "printf 'SAT\\n-1 2 0\\n' > $2; exit 10");
    assert_eq!(solver.solve().unwrap(), SolverResult::Sat);
    let mut solver = script(dir.path(), "no", "echo s UNSATISFIABLE; exit 20");
    assert_eq!(solver.solve_assumps(&[!lit![0], lit![3]]).unwrap(), SolverResult::Unsat);
    assert_eq!(solver.core().unwrap(), [lit![0], !lit![3]]);
}

#[test]
fn a_missing_program_is_an_error_at_once() {
    let _alone = ONE_AT_A_TIME.lock();
    for command in ["no-such-solver-anywhere --fast", "/no/such/solver"] {
        let error = Solver::new(Backend::Process(command.to_owned())).unwrap_err();
        assert!(matches!(&error, SatError::NoProgram { program } if command.starts_with(program.as_str())));
    }
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("not-executable");
    fs::write(&path, "").unwrap();
    let mut solver = Solver::new(Backend::Process(path.to_str().unwrap().to_owned())).unwrap();
    assert!(solver.solve().unwrap_err().to_string().contains("cannot start"));
}

#[test]
fn a_stopped_program_dies_with_its_children() {
    let _alone = ONE_AT_A_TIME.lock();
    let dir = tempfile::tempdir().unwrap();
    let pids = dir.path().join("pids");
    let body = format!("sleep 1000 & echo $$ $! > {}; wait", pids.display());
    let mut solver = script(dir.path(), "wrapper", &body);
    let deadline = Instant::now() + Duration::from_millis(400);
    solver.set_deadline(Some(deadline));
    assert_eq!(solver.solve().unwrap(), SolverResult::Interrupted);
    assert!(deadline.elapsed() < Duration::from_secs(1));
    thread::sleep(Duration::from_millis(100));
    for pid in fs::read_to_string(pids).unwrap().split_whitespace() {
        let state = fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
        // A dead child that nobody has waited for yet is a zombie.
        assert!(state.is_empty() || state.contains(") Z "), "{pid} lives on: {state}");
    }
}
