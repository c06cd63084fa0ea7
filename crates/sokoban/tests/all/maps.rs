//! Instances as maps, and plans played on them.

use groundplan_sokoban::level::Collection;
use groundplan_sokoban::{Board, Instance, Layout, LayoutError, Plan, Trace, TraceError};

/// The plan that does these actions, move by move.
fn played(instance: &Instance, names: &[[&str; 3]]) -> Result<Trace, TraceError> {
    let plan = Plan::from_names(instance, names.iter().copied()).expect("names of the instance");
    Trace::of_plan(instance, &plan)
}

fn instance(facts: &str) -> Instance {
    Instance::read("facts", facts).unwrap_or_else(|error| panic!("{facts}: {error}"))
}

fn map(facts: &str) -> String {
    let instance = instance(facts);
    let layout = Layout::of(&instance).unwrap_or_else(|error| panic!("{facts}: {error}"));
    layout.map(&instance, &instance.boxes, instance.sokoban)
}

#[test]
fn rooms_lie_where_their_names_say() {
    // Columns and rows counted from anywhere, rows down or up, either number first.
    let expected = "####\n#@ ##\n##  #\n ####\n #*#\n ###\n";
    for facts in [
        "right(c1r1,c2r1). top(c2r2,c2r1). right(c2r2,c3r2). sokoban(c1r1). box(c2r4). solution(c2r4).",
        "right(at(1,9),at(2,9)). top(at(2,8),at(2,9)). right(at(2,8),at(3,8)). sokoban(at(1,9)). storage(at(2,6)). box(at(2,6)).",
        "right((5,1),(5,2)). top((6,2),(5,2)). right((6,2),(6,3)). sokoban((5,1)). box((8,2)). solution((8,2)).",
    ] {
        assert_eq!(map(facts), expected, "{facts}");
    }
    // Names that say nothing, or nonsense: side by side.
    for facts in [
        "right(a,b). top(d,b). right(d,c). sokoban(a). box(z). solution(z).",
        "right(c1r1,c2r1). top(c9r2,c2r1). right(c9r2,c3r2). sokoban(c1r1). box(c2r4). solution(c2r4).",
        "right(c1r1,c2r1). top(c2r2,c2r1). right(c2r2,c3r2). sokoban(c1r1). box(c2r4000000000). solution(c2r4000000000).",
    ] {
        assert_eq!(map(facts), "#######\n#@ ##*#\n##  ###\n ####\n", "{facts}");
    }
}

#[test]
fn what_no_grid_has_is_refused_with_its_names() {
    let refused = |facts: &str| Layout::of(&instance(facts)).expect_err(facts);
    assert_eq!(refused("right(a,b). right(b,c). right(c,a). sokoban(a)."), LayoutError::Folded("c".into()));
    assert_eq!(
        refused("right(a,b). top(a,c). top(b,d). sokoban(a)."),
        LayoutError::ThinWall("c".into(), "d".into())
    );
    // A ramp that comes back above where it began.
    let ramp = "right(a,b). top(b,c). right(d,c). top(e,d). top(f,e). sokoban(a).";
    assert!(matches!(refused(ramp), LayoutError::SameSquare(..)), "{}", refused(ramp));
}

#[test]
fn plans_that_cannot_be_done_say_which_action() {
    let corridor = instance("right(a,b). right(b,c). right(c,d). sokoban(a). box(b). solution(d).");
    for (pushes, failing) in [
        (&[["b", "right", "c"], ["c", "left", "b"]][..], 2),
        (&[["b", "up", "c"]], 1),
        (&[["c", "right", "d"]], 1),
        (&[["b", "right", "a"]], 1),
    ] {
        let error = played(&corridor, pushes).expect_err("no plan");
        assert_eq!(error.action, failing, "{pushes:?}");
    }
    for unknown in [[["b", "right", "c"], ["c", "right", "x"]], [["b", "right", "c"], ["c", "north", "d"]]] {
        let error = Plan::from_names(&corridor, unknown).expect_err("no names of the instance");
        assert_eq!(error.action, 2, "{unknown:?}");
    }
    for (letters, failing) in [("RRR", 2), ("r", 1), ("RrR", 2), ("x", 1), ("l", 1)] {
        let error = Trace::of_letters(&corridor, letters).expect_err("no plan");
        assert_eq!(error.action, failing, "{letters}");
    }
    // A line that is closed has no end.
    let ring = instance(
        "right(a,b). right(b,c). right(c,d). right(d,a). top(a,e). sokoban(a). box(b). solution(e).",
    );
    assert!(played(&ring, &[["b", "right", "e"]]).is_err());
}

#[test]
fn letters_and_pushes_are_the_same_plan() {
    let map = "########\n#   #  #\n# $   .#\n# $ #  #\n#  @# .#\n########\n";
    let level = &Collection::read(map).expect("a map").levels[0];
    let instance = instance(&level.facts().expect("a level"));
    let pushes = [
        ["c2r2", "right", "c6r2"],
        ["c2r3", "up", "c2r2"],
        ["c6r2", "down", "c6r4"],
        ["c2r2", "right", "c6r2"],
    ];
    let trace = played(&instance, &pushes).expect("a plan");
    let again = Trace::of_letters(&instance, &trace.letters()).expect("the same plan");
    assert_eq!(trace, again);
    let counts = trace.counts();
    assert_eq!((counts.actions, counts.pushes, counts.box_changes), (4, 11, 4));
    assert_eq!(counts.moves, trace.letters().len());
    let boards = trace.boards(&instance);
    assert_eq!((boards.len(), &boards[0]), (5, &Board::start(&instance)));
    assert!(instance.storages.iter().all(|storage| boards[4].boxes.contains(storage)));
    // A no-op is a walk alone, and the box that it does not move is no change.
    let stays = played(&instance, &[pushes[0], ["c2r3", "up", "c2r3"], pushes[2]]).expect("a plan");
    assert_eq!((stays.counts().actions, stays.counts().box_changes), (3, 1));
}
