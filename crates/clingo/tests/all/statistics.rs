//! The statistics of controls: clingo's keys, and what users add.

use groundplan_clingo::control::just;
use groundplan_clingo::{ConfigurationTree, Control, StatisticKind, Statistics};

use crate::controls::{control, search, solve, Heard};

fn configuration(options: &[&str]) -> ConfigurationTree {
    ConfigurationTree::read(options.iter().map(|&word| word.to_owned()).collect()).unwrap()
}

fn statistics(control: &Control, options: &[&str]) -> Statistics {
    control.statistics(&configuration(options)).unwrap()
}

fn value(statistics: &Statistics, path: &str) -> f64 {
    let key = statistics.map_at(statistics.root(), path).expect(path);
    statistics.value(key).expect(path)
}

fn names<'s>(statistics: &'s Statistics, path: &str) -> Vec<&'s str> {
    let key = match path {
        "" => statistics.root(),
        _ => statistics.map_at(statistics.root(), path).expect(path),
    };
    statistics.names(key).expect(path).collect()
}

#[test]
fn before_a_search_there_is_nothing_to_sum_up() {
    let before = statistics(&control("{a}."), &["--stats"]);
    for path in ["summary.call", "summary.result", "summary.exhausted", "accu.models.enumerated"] {
        assert_eq!(value(&before, path), 0.0, "{path}");
    }
    assert!(names(&before, "groundplan.solvers").is_empty());
}

#[test]
fn a_search_is_summed_up() {
    let control = control("1 {a; b; c} 1. #minimize {2: a; 3: b; 4: c}.");
    for call in 0..2 {
        solve(&control, &["0", "--opt-mode=optN"]);
        let found = statistics(&control, &["--stats", "-t3"]);
        for (path, expected) in [
            ("summary.call", f64::from(call)),
            ("summary.result", 1.0),
            ("summary.exhausted", 1.0),
            ("summary.costs.0", 2.0),
            ("summary.lower.0", 2.0),
            ("summary.concurrency", 3.0),
            ("summary.models.optimal", 1.0),
            ("accu.models.optimal", f64::from(call + 1)),
            ("problem.lp.atoms", value(&found, "problem.lpStep.atoms")),
            ("problem.lp.eqs_other", 0.0),
            ("solving.solvers.choices", value(&found, "accu.solving.solvers.choices")),
        ] {
            assert_eq!(value(&found, path), expected, "{path}");
        }
        assert!(value(&found, "problem.lp.atoms") >= 3.0);
        assert_eq!(value(&found, "summary.times.total"), value(&found, "summary.times.cpu"));
    }
}

#[test]
fn more_is_told_on_request() {
    let control = control("{a; b}.");
    solve(&control, &["0"]);
    let usual = ["problem", "solving", "summary"];
    assert_eq!(names(&statistics(&control, &[]), ""), usual);
    let more = statistics(&control, &["--stats=2"]);
    assert_eq!(names(&more, ""), [&usual[..], &["accu", "groundplan"]].concat());
    assert_eq!(names(&more, "groundplan"), ["solvers", "passes"]);
    assert!(!names(&more, "groundplan.solvers").is_empty());
    assert_eq!(names(&more, "summary.times"), ["total", "cpu", "solve", "unsat", "sat"]);
}

#[test]
fn users_add_to_the_statistics() {
    let control = control("{a; b}.");
    let user = control.user_statistics();
    assert_eq!(
        names(&statistics(&control, &[]), ""),
        ["problem", "solving", "summary", "user_step", "user_accu"]
    );
    for calls in [1.0, 2.0] {
        solve(&control, &["0"]);
        let mut accumulated = user.accumulated.lock().unwrap();
        let root = accumulated.root();
        let map = accumulated.add_subkey(root, "map", StatisticKind::Map).unwrap();
        let key = accumulated.add_subkey(map, "calls", StatisticKind::Value).unwrap();
        let before = accumulated.value(key).unwrap();
        accumulated.set_value(key, before + 1.0).unwrap();
        drop(accumulated);
        assert_eq!(value(&statistics(&control, &[]), "user_accu.map.calls"), calls);
    }
    assert!(names(&statistics(&control, &[]), "user_step").is_empty());
}

#[test]
fn a_busy_control_tells_nothing() {
    let control = control("{a}.");
    let open = search(&control, &["0"], Vec::new(), Heard::default(), true);
    assert!(control.statistics(&configuration(&[])).is_err());
    open.search_here(just);
    open.close();
    assert!(control.statistics(&configuration(&[])).is_ok());
}
