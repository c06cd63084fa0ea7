//! The decision instances of the 2009 competition, where the variable `GROUNDPLAN_CORPUS` names a folder with them.

use std::io::Write;
use std::path::Path;

use crate::support::Level;

#[test]
fn the_competition_s_instances_have_their_verdicts() {
    const VARIABLE: &str = "GROUNDPLAN_CORPUS";
    let Some(corpus) = std::env::var_os(VARIABLE) else {
        // Not by `eprintln!`: what that says in a test that passes is not shown.
        writeln!(std::io::stderr(), "skipped: {VARIABLE} names no folder with the competition's instances")
            .expect("standard error is open");
        return;
    };
    let folder = Path::new(&corpus).join("asp2009-sokoban-decision");
    let table = std::fs::read_to_string(folder.join("verdicts.tsv")).expect("verdicts.tsv is there");
    let mut lines = table.lines().filter(|line| !line.starts_with('#'));
    assert_eq!(lines.next(), Some("file\tlocations\tboxes\tpushes\tminimum\tverdict"));
    let mut seen = 0;
    for line in lines {
        let columns: Vec<&str> = line.split('\t').collect();
        let &[file, locations, boxes, actions, minimum, verdict] = columns.as_slice() else {
            panic!("six columns: {line}");
        };
        let text = std::fs::read_to_string(folder.join(file)).expect("the instance is there");
        let level = Level::read(file, &text);
        let instance = level.instance();
        assert_eq!(instance.locations().len().to_string(), locations, "{file}");
        assert_eq!(instance.boxes.len().to_string(), boxes, "{file}");
        assert_eq!((instance.steps.len() - 1).to_string(), actions, "{file}");
        let satisfiable = level.has_plan(None, false);
        assert_eq!(if satisfiable { "SAT" } else { "UNSAT" }, verdict, "{file}");
        // All of these are solvable and unsolved, so a plan exists from the minimum on.
        let enough = minimum.parse::<usize>().expect("a number") <= actions.parse().expect("a number");
        assert_eq!(satisfiable, enough, "{file}: the table contradicts itself");
        seen += 1;
    }
    let files =
        std::fs::read_dir(&folder).expect("the folder is there").map(|entry| entry.expect("an entry").path());
    assert_eq!(
        seen,
        files.filter(|path| path.extension().is_some_and(|extension| extension == "asp")).count()
    );
    assert_eq!(seen, 29);
}
