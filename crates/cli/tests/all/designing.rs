//! What designers of levels ask for: a table of levels as CSV, and images of levels and of positions in a plan.

use crate::support::{folder, run_in, FOUND, INPUT, NONE, UNKNOWN, UNWRITABLE, USAGE};

const LEVELS: &str = "\
; \"first\", of all
#####
#@$.#
#####

; never
#####
#@ .#
#$  #
#####

; broken
#####
# $.#
#####
";

/// Two boxes, each turned once; the second one has to be pushed away from its place first.
const TURN: &str = "#######\n#     #\n#@$   #\n# ##  #\n#    .#\n#######\n\nSolution\nRRRurDD\n";

const HEAD: &str =
    "level,title,solvable,outcome,lines,pushes,moves,metric,lower,upper,boxes,floor,dead,forced,\
                    box_changes,counterintuitive,difficulty,seconds";

/// The rows of a table, without the seconds.
fn rows(text: &str) -> Vec<String> {
    let mut lines = text.lines();
    assert_eq!(lines.next(), Some(HEAD));
    lines.map(|line| line.rsplit_once(',').expect("seconds").0.to_owned()).collect()
}

#[test]
fn a_table_has_a_row_for_each_level() {
    let folder = folder(&[("levels", LEVELS), ("turn", TURN)]);
    let table = || std::fs::read_to_string(folder.path().join("t.csv")).expect("a table");
    let found = run_in(folder.path(), &["optimize", "levels", "--level", "all", "--csv", "t.csv", "-q"], "");
    assert_eq!(found.code, INPUT, "{found:?}");
    let expected = [
        "1,\"\"\"first\"\", of all\",yes,proven fewest,1,1,1,lines,1,1,1,3,1,1,1,0,1",
        "2,never,no,without a plan,,,,lines,,,1,6,4,,,,",
        "3,broken,unknown,refused,,,,,,,,,,,,,",
    ];
    assert_eq!(rows(&table()), expected);
    // One level has a table, too; a limit on the length proves nothing about longer plans.
    let found = run_in(folder.path(), &["optimize", "turn", "--metric", "moves,lines", "--csv", "t.csv"], "");
    assert_eq!(found.code, FOUND, "{found:?}");
    assert!(
        rows(&table())[0].starts_with("1,,yes,proven fewest,2,5,7,\"moves lines\",7 2,7 2,1,")
            || rows(&table())[0].starts_with("1,,yes,proven fewest,2,5,7,moves lines,7 2,7 2,1,"),
        "{}",
        table()
    );
    let found = run_in(folder.path(), &["optimize", "turn", "--max-actions", "1", "--csv", "t.csv"], "");
    assert_eq!(found.code, NONE, "{found:?}");
    assert!(rows(&table())[0].starts_with("1,,unknown,without a plan,"), "{}", table());
    let found = run_in(folder.path(), &["optimize", "turn", "--time-limit", "0", "--csv", "t.csv"], "");
    assert_eq!(found.code, UNKNOWN, "{found:?}");
    assert!(table().contains(",not solved within 0 s,"), "{}", table());
    let found = run_in(folder.path(), &["decide", "turn", "--csv", "t.csv"], "");
    assert!(found.code == FOUND && rows(&table())[0].starts_with("1,,yes,with a plan,"), "{}", table());
}

#[test]
fn a_table_that_cannot_be_written_is_refused_before_the_first_level() {
    let folder =
        folder(&[("levels", LEVELS), ("facts", "right(a,b). right(b,c). sokoban(a). box(b). solution(c).")]);
    let found = run_in(folder.path(), &["optimize", "levels", "--level", "all", "--csv", "no/t.csv"], "");
    assert_eq!((found.code, found.out.as_str()), (UNWRITABLE, ""), "{found:?}");
    let found = run_in(folder.path(), &["optimize", "facts", "--csv", "t.csv"], "");
    assert!(
        found.code == INPUT && found.err.contains("leave `--level`, `--output` and `--csv` out"),
        "{found:?}"
    );
    assert!(!folder.path().join("t.csv").exists());
}

#[test]
fn a_position_of_a_plan_is_shown() {
    let folder = folder(&[("turn", TURN), ("plan", "RRRurDD\n"), ("wrong", "LLL\n")]);
    let map = |arguments: &[&str]| {
        let run =
            run_in(folder.path(), &[&["convert", "turn", "--to", "xsb", "--after"], arguments].concat(), "");
        assert_eq!(run.code, FOUND, "{run:?}");
        run.out
    };
    let after_one = "#######\n#     #\n#   @$#\n# ##  #\n#    .#\n#######\n";
    for arguments in [&["1"][..], &["lines=1"], &["pushes=3"], &["moves=3"]] {
        assert_eq!(map(arguments), after_one, "{arguments:?}");
    }
    // The solution behind the level, or a plan in a file.
    let run = run_in(folder.path(), &["convert", "turn", "plan", "--after", "1", "--to", "xsb"], "");
    assert_eq!(run.out, after_one, "{run:?}");
    assert_eq!(map(&["moves=5"]), "#######\n#    @#\n#    $#\n# ##  #\n#    .#\n#######\n");
    assert_eq!(map(&["2"]), "#######\n#     #\n#     #\n# ## @#\n#    *#\n#######\n");
    for (arguments, code, message) in [
        (&["turn", "--to", "xsb", "--after", "3"][..], USAGE, "the plan, which has 2 actions"),
        (&["turn", "--to", "xsb", "--after", "pushes=6"], USAGE, "the plan, which has 5 pushes"),
        (&["turn", "--to", "facts", "--after", "1"], USAGE, "`--to svg`, `png` or `xsb`"),
        (&["turn", "plan", "--to", "svg"], USAGE, "--after"),
        (&["turn", "--to", "svg", "--after", "boxes=1"], USAGE, "`pushes=20`"),
        (&["turn", "wrong", "--to", "svg", "--after", "1"], NONE, ""),
        (&["plan", "--to", "svg"], INPUT, ""),
    ] {
        let run = run_in(folder.path(), &[&["convert"], arguments].concat(), "");
        assert!(
            run.code == code && run.out.is_empty() && run.err.contains(message),
            "{arguments:?}: {run:?}"
        );
    }
    let none = "#####\n#@$.#\n#####\n";
    let run = run_in(folder.path(), &["convert", "-", "--to", "svg", "--after", "1"], none);
    assert!(run.code == INPUT && run.err.contains("there is no valid solution behind the level"), "{run:?}");
}

#[test]
fn images_have_the_size_of_the_level() {
    let folder =
        folder(&[("turn", TURN), ("levels", "; one\n#####\n#@$.#\n#####\n\n; two\n#####\n#@ *#\n#####\n")]);
    let svg = run_in(folder.path(), &["convert", "turn", "--to", "svg"], "");
    assert_eq!(svg.code, FOUND, "{svg:?}");
    assert!(
        svg.out.starts_with("<svg xmlns=") && svg.out.contains("width=\"224\" height=\"192\""),
        "{svg:?}"
    );
    let png =
        run_in(folder.path(), &["convert", "turn", "--after", "2", "--to", "png", "-o", "turn.png"], "");
    assert_eq!(png.code, FOUND, "{png:?}");
    let bytes = std::fs::read(folder.path().join("turn.png")).expect("an image");
    assert!(bytes.starts_with(b"\x89PNG\r\n\x1a\n"));
    // Width and height stand behind the name of the first chunk.
    let number = |at: usize| u32::from_be_bytes([bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]]);
    assert_eq!((number(16), number(20)), (224, 192));
    // Several images are files of a folder.
    let refused = run_in(folder.path(), &["convert", "levels", "--level", "all", "--to", "png"], "");
    assert!(refused.code == USAGE && refused.err.contains("the images of several levels"), "{refused:?}");
    let all =
        run_in(folder.path(), &["convert", "levels", "--level", "all", "--to", "svg", "-o", "images"], "");
    assert_eq!(all.code, FOUND, "{all:?}");
    let image =
        |name: &str| std::fs::read_to_string(folder.path().join("images").join(name)).expect("an image");
    // A box on its storage location has another colour.
    assert!(!image("001.svg").contains("#4c8a4f") && image("002.svg").contains("#4c8a4f"));
}
