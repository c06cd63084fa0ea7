//! The levels of Microban I, where the variable `GROUNDPLAN_CORPUS` names a folder with them: `tabled+` finds the least
//! numbers of actions that are known, and the published tabled program those of the first few levels.

use std::collections::{BTreeSet, HashMap};
use std::io::Write;
use std::path::Path;
use std::sync::mpsc::{channel, RecvTimeoutError};
use std::sync::Arc;
use std::time::Duration;

use groundplan_sokoban::{answer, EngineName, Instance, Question, Verdict};

/// The facts of a level drawn in characters: the floor is what can be walked to if there were no boxes.
fn facts(rows: &[&str]) -> String {
    let at = |x: isize, y: isize| -> char {
        let row = usize::try_from(y).ok().and_then(|y| rows.get(y));
        row.and_then(|row| row.chars().nth(usize::try_from(x).ok()?)).unwrap_or('#')
    };
    let all =
        rows.iter().enumerate().flat_map(|(y, row)| (0..row.len()).map(move |x| (x as isize, y as isize)));
    let sokoban = all.clone().find(|&(x, y)| "@+".contains(at(x, y))).expect("a sokoban");
    let mut floor = BTreeSet::from([sokoban]);
    let mut open = vec![sokoban];
    while let Some((x, y)) = open.pop() {
        for next in [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)] {
            if at(next.0, next.1) != '#' && floor.insert(next) {
                open.push(next);
            }
        }
    }
    let mut text = format!("sokoban(c{}r{}). ", sokoban.0, sokoban.1);
    for &(x, y) in &floor {
        if floor.contains(&(x + 1, y)) {
            text += &format!("right(c{x}r{y},c{}r{y}). ", x + 1);
        }
        if floor.contains(&(x, y - 1)) {
            text += &format!("top(c{x}r{y},c{x}r{}). ", y - 1);
        }
    }
    for (x, y) in all {
        let here = at(x, y);
        if "$*".contains(here) {
            text += &format!("box(c{x}r{y}). ");
        }
        if ".*+".contains(here) {
            text += &format!("solution(c{x}r{y}). ");
        }
    }
    text
}

/// The levels of a collection: the runs of lines made of the characters of a level.
fn levels(text: &str) -> Vec<String> {
    let mut levels: Vec<Vec<&str>> = vec![Vec::new()];
    for line in text.lines() {
        let drawn = line.contains('#') && line.chars().all(|character| "#@+$*. ".contains(character));
        match (drawn, levels.last_mut()) {
            (true, Some(level)) => level.push(line),
            (false, Some(level)) if !level.is_empty() => levels.push(Vec::new()),
            _ => {}
        }
    }
    levels.iter().filter(|level| !level.is_empty()).map(|level| facts(level)).collect()
}

#[test]
fn the_known_least_numbers_of_actions_come_out() {
    const VARIABLE: &str = "GROUNDPLAN_CORPUS";
    let Some(corpus) = std::env::var_os(VARIABLE) else {
        // Not by `eprintln!`: what that says in a test that passes is not shown.
        writeln!(std::io::stderr(), "skipped: {VARIABLE} names no folder with the levels")
            .expect("standard error is open");
        return;
    };
    let corpus = Path::new(&corpus);
    let read = |name: &str| std::fs::read_to_string(corpus.join(name)).expect(name);
    let table = read("microban1_optimum.tsv");
    let optimum: HashMap<usize, &str> = table
        .lines()
        .filter_map(|line| Some((line.split('\t').next()?.parse().ok()?, line.rsplit('\t').next()?)))
        .collect();
    let levels = levels(&read("microban1.xsb"));
    assert_eq!((levels.len(), optimum.len()), (155, 155));
    let mut proven = 0;
    for (number, text) in (1..).zip(&levels) {
        let expected = optimum[&number];
        let instance = Instance::read("level", text).expect("an instance");
        let instance = Arc::new(instance);
        let tabled = Some(EngineName::Tabled).filter(|_| [1, 2, 3, 4, 5, 6].contains(&number));
        for engine in [EngineName::TabledPlus].into_iter().chain(tabled) {
            let question = Question { engine, table_bytes: 2 << 30, ..Question::fewest() };
            // Tests run without optimisation: this is far more than is needed.
            let time = Duration::from_secs(if expected == "-" { 0 } else { 600 });
            let interrupter = question.config.solver.interrupter.clone();
            let (done, over) = channel::<()>();
            let watchdog = std::thread::spawn(move || {
                if over.recv_timeout(time) == Err(RecvTimeoutError::Timeout) {
                    interrupter.interrupt();
                }
            });
            let found = answer(Arc::clone(&instance), &question, &mut |_| ()).expect("it is applicable");
            drop(done);
            watchdog.join().expect("it ends");
            let Verdict::Bounds(bounds) = found.verdict else { panic!("there is a plan") };
            if expected != "-" {
                let plan = bounds.plan.map(|plan| plan.len().to_string());
                assert_eq!(plan.as_deref(), Some(expected), "level {number}, {engine:?}");
                assert_eq!(bounds.lower.first.to_string(), expected, "level {number}, {engine:?}");
                proven += usize::from(engine == EngineName::TabledPlus);
            }
        }
    }
    assert_eq!(proven, optimum.values().filter(|&&known| known != "-").count());
}
