//! What others have written does not command the terminal: titles, authors, names of files, atoms.

use std::fs;

use crate::support::{folder, run_in, Run};

const LEVEL: &str = "#####\n#@$.#\n#####\nTitle: \u{1b}[31mred\u{9b}2J\nAuthor: \u{1b}[2J\u{202e}\n";

fn is_plain(text: &str) -> bool {
    !text.contains(|letter: char| {
        letter.is_control() && letter != '\n' && letter != '\t' || ('\u{200b}'..='\u{206f}').contains(&letter)
    })
}

#[track_caller]
fn plain(run: &Run, shown: &str) {
    assert!(is_plain(&run.out) && is_plain(&run.err), "{run:?}");
    assert!(run.out.contains(shown) || run.err.contains(shown), "`{shown}` is missing: {run:?}");
}

/// The checker of certificates shares no code with the command, and has the rule once more.
#[test]
fn the_command_and_the_checker_of_certificates_escape_the_same() {
    for letter in '\0'..=char::MAX {
        let text = String::from(letter);
        assert_eq!(
            groundplan_terminal::escape::printable(&text),
            groundplan_certificate::printable(&text),
            "{letter:?}"
        );
    }
}

#[test]
fn titles_and_authors_are_escaped() {
    let second = format!("{LEVEL}\n#####\n#@.$#\n#####\nTitle: \u{1b}]0;wrong\u{7}\n");
    let folder = folder(&[("level.xsb", LEVEL), ("two.xsb", &second)]);
    let red = "\\u{1b}[31mred\\u{9b}2J";
    for words in [
        &["optimize", "level.xsb", "--level", "all"][..],
        &["optimize", "level.xsb", "--list"],
        &["decide", "two.xsb", "--level", "all", "--actions", "1"],
        &["replay", "level.xsb"],
        &["convert", "level.xsb", "--to", "facts"],
        &["convert", "level.xsb", "--to", "pddl"],
    ] {
        plain(&run_in(folder.path(), words, ""), red);
    }
    let json = run_in(folder.path(), &["optimize", "level.xsb", "--level", "all", "--format", "json"], "");
    plain(&json, "\\u001b[31mred\\u009b2J");
    assert_eq!(json.json()["title"], "\u{1b}[31mred\u{9b}2J");
    plain(&run_in(folder.path(), &["optimize", "level.xsb", "--list", "--format", "json"], ""), "\\u202e");
    // A level goes on as it is, into a pipe.
    let same = run_in(folder.path(), &["convert", "level.xsb", "--to", "xsb"], "");
    assert!(same.out.contains("#@$.#"), "{same:?}");
}

#[test]
fn names_of_files_are_escaped() {
    let name = "\u{1b}[2J\u{9b}1mx";
    let folder = folder(&[(name, "p(X).\n")]);
    let shown = "\\u{1b}[2J\\u{9b}1mx";
    for words in [
        &["solve", name][..],
        &["decide", name],
        &["explain", name],
        &["check", "plan", name, name],
        &["batch", "merge", name],
        &["compare", name],
        &[name],
    ] {
        let run = run_in(folder.path(), words, "");
        assert!(is_plain(&run.err), "{run:?}");
        // The renderer of messages has a letter of its own for the escape character.
        assert!(run.err.contains("\\u{9b}1mx"), "{words:?}: {run:?}");
    }
    fs::write(folder.path().join(name), "#####\n#@$.#\n#####\n").expect("a file");
    plain(&run_in(folder.path(), &["compare", name, "--engines", "tabled+"], ""), shown);
    plain(&run_in(folder.path(), &["optimize", name, "-o", "no/where", "--level", "1"], ""), "");
}

/// The atoms of answer sets are what a program reads, as with clingo.
#[test]
fn atoms_are_exact_in_answer_sets_and_escaped_in_explanations() {
    let atom = "p(\"\u{1b}[31mx\u{9b}\")";
    let folder = folder(&[
        ("program.lp", &format!("{{{atom}}}. q :- {atom}. :- not q.\n:- {atom}.\n")),
        ("sat.lp", &format!("{atom}. q :- {atom}.\n")),
    ]);
    let solved = run_in(folder.path(), &["solve", "sat.lp"], "");
    assert!(
        solved.out.contains(&format!("{atom} q\n")) || solved.out.contains(&format!("q {atom}\n")),
        "{solved:?}"
    );
    assert!(run_in(folder.path(), &["ground", "sat.lp"], "").out.contains(atom));
    let shown = "p(\"\\u{1b}[31mx\\u{9b}\")";
    plain(&run_in(folder.path(), &["explain", "sat.lp", "--why", "q"], ""), shown);
    let conflict = run_in(folder.path(), &["explain", "program.lp"], "");
    assert!(is_plain(&conflict.out) && is_plain(&conflict.err), "{conflict:?}");
    let json = run_in(folder.path(), &["explain", "sat.lp", "--why", "q", "--format", "json"], "");
    assert!(is_plain(&json.out), "{json:?}");
}

/// A place of an instance may be any term.
#[test]
fn plans_are_exact_and_shown_escaped() {
    let instance = "right(a,b). right(b,\"\u{1b}[2J\"). sokoban(a). box(b). solution(\"\u{1b}[2J\").\n";
    let folder = folder(&[("instance.lp", instance)]);
    let plan = run_in(folder.path(), &["optimize", "instance.lp"], "");
    assert!(plan.out.contains("push(b,right,\"\u{1b}[2J\",1).\n") && is_plain(&plan.err), "{plan:?}");
    fs::write(folder.path().join("plan"), &plan.out).expect("a file");
    plain(&run_in(folder.path(), &["replay", "instance.lp", "plan"], ""), "\\u{1b}[2J");
}
