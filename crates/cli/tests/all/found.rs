//! Levels as they are found in files: ornaments, run lengths in groups, solutions in many forms, other programs' formats.

use crate::support::{folder, run_in, FOUND, INPUT, USAGE};

const MAP: &str = "########\n#@ $  .#\n########\n";

#[test]
fn ornaments_are_walls_and_a_note_says_so() {
    let folder = folder(&[
        ("border", "######\n#@$ .#\n###*##\n"),
        ("row", "  * #\n######\n#@$ .#\n######\n"),
        ("several", &format!("{MAP}\n*####*\n#@$ .#\n*####*\n")),
    ]);
    for (file, location, note) in [
        ("border", "c4r1", "1 box `*` in the outer wall or outside of it is read as a wall"),
        ("row", "c4r2", "1 box `*` in the outer wall"),
    ] {
        let run = run_in(folder.path(), &["optimize", file], "");
        assert_eq!((run.code, run.out.contains(location)), (FOUND, true), "{run:?}");
        assert!(run.err.contains(&format!("note: {note}")), "{run:?}");
        let quiet = run_in(folder.path(), &["optimize", file, "-q"], "");
        assert_eq!((quiet.code, quiet.err.as_str()), (FOUND, ""), "{quiet:?}");
    }
    let list = run_in(folder.path(), &["optimize", "border", "--list"], "");
    assert!(list.out.ends_with("\n1\t\t\t1\t1\t6\t3\t\n"), "{list:?}");
    let several = run_in(folder.path(), &["replay", "several", "--level", "all"], "");
    assert!(
        several
            .err
            .contains("note: level 2: 4 boxes `*` in the outer wall or outside of it are read as walls"),
        "{several:?}"
    );
    assert!(!several.err.contains("level 1"), "{several:?}");
}

#[test]
fn groups_repeat_squares() {
    let folder = folder(&[
        ("groups", "2(3(#))|#@$2(-).#|2(4#)"),
        ("open", "2(3#|#@$-.#|6#"),
        ("bare", "6#|(#@$-.#)|6#"),
    ]);
    let run = run_in(folder.path(), &["convert", "groups", "--to", "xsb"], "");
    assert_eq!((run.code, run.out.as_str()), (FOUND, "######\n#@$  .#\n########\n"), "{run:?}");
    for (file, place) in [("open", "open:1:2"), ("bare", "bare:1:4")] {
        let run = run_in(folder.path(), &["optimize", file], "");
        assert_eq!(run.code, INPUT, "{run:?}");
        assert!(run.err.contains("a group of squares is a number") && run.err.contains(place), "{run:?}");
    }
}

#[test]
fn solutions_are_found_in_every_form() {
    for (text, letters) in [
        ("Title: T\n\nBest Solution\nrRRR\n", "rRRR"),
        ("Best Solution/Moves\nrRRR\n", "rRRR"),
        ("Solution/Pushes (Built-in)\nrRRR\n", "rRRR"),
        ("Solution 1 (4 moves)\nrRRR\n", "rRRR"),
        ("Solution\nrR*RR\n", "rRRR"),
        ("Solution: *rRRR\n", "rRRR"),
        ("rRRR\n", "rRRR"),
        ("Title: T\n\nrrrr\n", "rRRR"),
        ("rR*RR\n", "rRRR"),
    ] {
        let folder = folder(&[("level", &format!("{MAP}{text}"))]);
        let run = run_in(folder.path(), &["check", "plan", "level", "-q"], "");
        assert_eq!((run.code, run.out.as_str()), (FOUND, "VALID\n"), "{text}: {run:?}");
        let run = run_in(folder.path(), &["decide", "level", "-q", "--plan-format", "lurd", "-o", "out"], "");
        let written = std::fs::read_to_string(folder.path().join("out")).expect("a file");
        assert!(
            run.code == FOUND && written.ends_with(&format!("Solution\n{letters}\n")),
            "{text}: {written}"
        );
    }
    let folder = folder(&[("level", MAP)]);
    for plan in ["rR*RR", "Best Solution\nrRRR\n", "Best Solution/Moves: rRRR", "Solution 2 (4 moves)\nr3R*"]
    {
        let run = run_in(folder.path(), &["check", "plan", "level", "-", "-q"], plan);
        assert_eq!((run.code, run.out.as_str()), (FOUND, "VALID\n"), "{plan}: {run:?}");
    }
}

#[test]
fn files_of_other_programs_are_levels_for_every_command() {
    let library = "<SokobanLibrary><Details><Name>Own</Name></Details><Puzzles><Puzzle><PuzzleDescription><Name>One</Name>\
        </PuzzleDescription><Maps><Map><Row>~####</Row><Row>#PXO#</Row><Row>#####</Row></Map></Maps></Puzzle></Puzzles></SokobanLibrary>";
    let list = "[{\"title\": \"One\", \"width\": 5, \"height\": 3, \"map\": \"011111234111111\"}]";
    let folder = folder(&[("library", library), ("list", list), ("broken", &list.replace("5,", "6,"))]);
    for (file, kind) in [("library", "ssx"), ("list", "letslogic")] {
        let run = run_in(folder.path(), &["optimize", file, "-q", "--plan-format", "lurd"], "");
        assert_eq!((run.code, run.out.as_str()), (FOUND, "R\nOptimization: 1\nOPTIMUM FOUND\n"), "{run:?}");
        let run =
            run_in(folder.path(), &["convert", file, "--input", kind, "--level", "One", "--to", "xsb"], "");
        assert_eq!((run.code, run.out.as_str()), (FOUND, " ####\n#@$.#\n#####\nTitle: One\n"), "{run:?}");
        let run = run_in(folder.path(), &["convert", file, "--to", kind], "");
        assert_eq!(run.code, USAGE, "{run:?}");
    }
    let broken = run_in(folder.path(), &["optimize", "broken"], "");
    assert_eq!(broken.code, INPUT, "{broken:?}");
    assert!(
        broken.err.contains("level 1: the map has 15 squares, not 6 in each of 3 rows")
            && broken.err.contains("0 and 7 floor"),
        "{broken:?}"
    );
}
