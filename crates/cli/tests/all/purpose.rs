//! A file in the wrong place: the message names the command that takes it.

use crate::support::{folder, run_in, CORRIDOR, CORRIDOR_STEPS, INPUT, USAGE};

const COLOURS: &str = "node(1..3). { red(X) } :- node(X). :- red(1), red(2).\n";
const LEVEL: &str = "######\n#@$ .#\n######\n";
const ASP13: &str = "movedir(a,b,r). movedir(b,c,r). movedir(b,a,l). movedir(c,b,l). player(p). at(p,a). stone(s). at(s,b). goal(c). \
                     isgoal(c). isnongoal(a). isnongoal(b). clear(c). step(1..3).\n";

/// The name of a file, its content, and the command line that the message gives.
fn files() -> [(&'static str, String, &'static str); 4] {
    [
        ("colours.lp", COLOURS.to_owned(), "`groundplan solve colours.lp`"),
        ("level.xsb", LEVEL.to_owned(), "`groundplan optimize level.xsb`"),
        ("corridor.lp", format!("{CORRIDOR}{CORRIDOR_STEPS}"), "`groundplan decide corridor.lp`"),
        ("asp13.lp", ASP13.to_owned(), "`groundplan decide asp13.lp`"),
    ]
}

#[test]
fn a_file_is_no_command() {
    for (name, text, command) in files() {
        let files = folder(&[(name, &text)]);
        let run = run_in(files.path(), &[name, "--quiet"], "");
        assert_eq!((run.code, run.out.as_str()), (USAGE, ""), "{name}");
        assert!(run.err.contains("is a file: a command comes first"), "{name}: {}", run.err);
        assert!(run.err.contains(command), "{name}: {}", run.err);
    }
    let files = folder(&[("poem.txt", "A poem, and no program.\n")]);
    let run = run_in(files.path(), &["poem.txt"], "");
    assert!(run.code == USAGE && run.err.contains("`groundplan --help`"), "{}", run.err);
    let run = run_in(files.path(), &["colours.lp"], "");
    assert!(run.code == USAGE && run.err.contains("there is no file `colours.lp`"), "{}", run.err);
    let run = run_in(files.path(), &["slove"], "");
    assert!(run.code == USAGE && run.err.contains("'solve'"), "{}", run.err);
}

#[test]
fn the_other_command_is_named() {
    for (line, name, text, command) in [
        (["optimize", "p.lp"], "p.lp", COLOURS, "`groundplan solve p.lp`"),
        (["decide", "p.lp"], "p.lp", COLOURS, "`groundplan solve p.lp`"),
        (["solve", "l.xsb"], "l.xsb", LEVEL, "`groundplan optimize l.xsb`"),
        (["ground", "l.xsb"], "l.xsb", LEVEL, "`groundplan optimize l.xsb`"),
        (["explain", "l.xsb"], "l.xsb", LEVEL, "`groundplan decide l.xsb --explain`"),
    ] {
        let files = folder(&[(name, text)]);
        let run = run_in(files.path(), &line, "");
        assert_eq!(run.code, INPUT, "{line:?}: {}", run.err);
        assert!(run.err.contains(command), "{line:?}: {}", run.err);
        let is_about_sokoban = ["optimize", "decide"].contains(&line[0]);
        assert!(!is_about_sokoban || run.err.matches("error:").count() == 1, "{line:?}: {}", run.err);
    }
}

/// An instance or a program with a mistake is still meant for its command.
#[test]
fn a_mistake_is_no_other_command() {
    for (line, text) in
        [(["optimize", "p.lp"], "sokoban(a). box(b) :- box(c).\n"), (["solve", "p.lp"], "p :- q(.\n")]
    {
        let files = folder(&[("p.lp", text)]);
        let run = run_in(files.path(), &line, "");
        assert_eq!(run.code, INPUT, "{line:?}: {}", run.err);
        assert!(!run.err.contains("`groundplan "), "{line:?}: {}", run.err);
    }
}
