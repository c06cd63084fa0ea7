//! `groundplan fmt`: files in place, standard input, `--check`, and files that cannot be formatted.

use std::fs;

use crate::support::{folder, run_in, Run, FOUND, INPUT, NONE, UNWRITABLE};

const WRITTEN: &str = "a(X):-b(X),\n c. % why\n";
const FORMATTED: &str = "a(X) :- b(X),\n        c. % why\n";

fn read(folder: &tempfile::TempDir, name: &str) -> String {
    fs::read_to_string(folder.path().join(name)).expect("a text")
}

/// Whether a run has said nothing.
fn is_silent(run: &Run) -> bool {
    run.out.is_empty() && run.err.is_empty()
}

#[test]
fn files_are_rewritten_in_place() {
    let files = folder(&[("a.lp", WRITTEN), ("b.lp", FORMATTED), ("c.lp", "")]);
    let time =
        |name: &str| fs::metadata(files.path().join(name)).and_then(|it| it.modified()).expect("a time");
    let before = (time("b.lp"), time("c.lp"));
    let run = run_in(files.path(), &["fmt", "a.lp", "b.lp", "c.lp"], "");
    assert!(run.code == FOUND && is_silent(&run), "{run:?}");
    assert_eq!((read(&files, "a.lp").as_str(), read(&files, "b.lp").as_str()), (FORMATTED, FORMATTED));
    assert_eq!((time("b.lp"), time("c.lp")), before, "what is formatted is not written");
}

#[test]
fn standard_input_is_formatted_to_standard_output() {
    let files = folder(&[]);
    for arguments in [&["fmt"][..], &["fmt", "-"]] {
        let run = run_in(files.path(), arguments, WRITTEN);
        assert_eq!((run.code, run.out.as_str(), run.err.as_str()), (FOUND, FORMATTED, ""));
    }
    let run = run_in(files.path(), &["fmt"], "");
    assert!(run.code == FOUND && is_silent(&run), "{run:?}");
}

#[test]
fn check_lists_what_would_change_and_writes_nothing() {
    let many = "a:-b.\nc.\nd:-e.\nf.\ng:-h.\ni.\n\n\n\n\nj:-k.";
    let files = folder(&[("a.lp", WRITTEN), ("b.lp", FORMATTED), ("many.lp", many), ("end.lp", "a.")]);
    let run = run_in(files.path(), &["fmt", "--check", "a.lp", "b.lp", "many.lp", "end.lp"], "");
    assert_eq!((run.code, run.out.as_str()), (NONE, "a.lp\nmany.lp\nend.lp\n"));
    let expected = "a.lp:1\n-a(X):-b(X),\n- c. % why\n+a(X) :- b(X),\n+        c. % why\n\
                    many.lp:1\n-a:-b.\n+a :- b.\nmany.lp:3\n-d:-e.\n+d :- e.\nmany.lp:5\n-g:-h.\n+g :- h.\n\
                    many.lp: more places: 1\nend.lp: other line breaks, or none at the end\n";
    assert_eq!(run.err, expected);
    assert_eq!((read(&files, "a.lp").as_str(), read(&files, "many.lp").as_str()), (WRITTEN, many));
    let run = run_in(files.path(), &["fmt", "--check", "--quiet", "a.lp"], "");
    assert_eq!((run.code, run.out.as_str(), run.err.as_str()), (NONE, "a.lp\n", ""));
    let run = run_in(files.path(), &["fmt", "--check", "b.lp"], "");
    assert!(run.code == FOUND && is_silent(&run), "{run:?}");
    let run = run_in(files.path(), &["fmt", "--check", "-q", "-"], WRITTEN);
    assert_eq!((run.code, run.out.as_str(), run.err.as_str()), (NONE, "<standard input>\n", ""));
}

/// A difference quotes the file, and a terminal obeys none of that.
#[test]
fn check_escapes_what_a_terminal_would_obey() {
    let run = run_in(folder(&[]).path(), &["fmt", "--check", "-"], "a:-b. % \u{1b}[31m\n");
    assert!(run.code == NONE && !run.err.contains('\u{1b}') && run.err.contains("\\u{1b}[31m"), "{run:?}");
}

#[test]
fn a_file_with_an_error_stays_and_the_others_are_formatted() {
    let wrong = "a:-b c.\n";
    let files = folder(&[("wrong.lp", wrong), ("a.lp", WRITTEN)]);
    let run = run_in(files.path(), &["fmt", "wrong.lp", "absent.lp", "a.lp"], "");
    assert_eq!(run.code, INPUT, "{run:?}");
    let solved = run_in(files.path(), &["solve", "-V0", "wrong.lp"], "");
    let error = solved.err.trim_end();
    assert!(error.contains("wrong.lp:1:") && run.err.starts_with(error), "{run:?}\n{solved:?}");
    assert!(run.err.contains("cannot read `absent.lp`"), "{run:?}");
    assert_eq!((read(&files, "wrong.lp").as_str(), read(&files, "a.lp").as_str()), (wrong, FORMATTED));
    let run = run_in(files.path(), &["fmt"], wrong);
    assert!(run.code == INPUT && run.out.is_empty() && run.err.contains("<standard input>:1:"), "{run:?}");
    let run = run_in(files.path(), &["fmt", "--check", "a.lp", "wrong.lp"], "");
    assert!(run.code == INPUT && run.out.is_empty(), "{run:?}");
}

/// A script is no error here: the Python package runs it.
#[test]
fn scripts_stay() {
    let script = "#script (python)\ndef f( x ):\n    return x  \n#end.\n";
    let run = run_in(folder(&[]).path(), &["fmt"], &format!("a:-b.\n{script}"));
    assert_eq!((run.code, run.out), (FOUND, format!("a :- b.\n{script}")));
}

#[cfg(unix)]
#[test]
fn what_cannot_be_written_stays() {
    use std::os::unix::fs::{symlink, PermissionsExt};
    let files = folder(&[("a.lp", WRITTEN), ("b.lp", WRITTEN)]);
    fs::set_permissions(files.path().join("b.lp"), fs::Permissions::from_mode(0o640)).expect("permissions");
    symlink("b.lp", files.path().join("link.lp")).expect("a link");
    let run = run_in(files.path(), &["fmt", "link.lp"], "");
    assert!(run.code == FOUND && is_silent(&run), "{run:?}");
    assert!(fs::read_link(files.path().join("link.lp")).is_ok(), "the link stays");
    assert_eq!(read(&files, "b.lp"), FORMATTED);
    let mode = fs::metadata(files.path().join("b.lp")).expect("a file").permissions().mode();
    assert_eq!(mode & 0o777, 0o640);
    let run = run_in(files.path(), &["fmt", "."], "");
    assert!(run.code == INPUT && run.err.contains("cannot read `.`"), "{run:?}");
    fs::set_permissions(files.path().join("a.lp"), fs::Permissions::from_mode(0o440)).expect("permissions");
    if fs::OpenOptions::new().append(true).open(files.path().join("a.lp")).is_ok() {
        crate::support::skip("this user may write every file");
        return;
    }
    let run = run_in(files.path(), &["fmt", "a.lp"], "");
    assert!(run.code == UNWRITABLE && run.err.contains("cannot write `a.lp`"), "{run:?}");
    assert_eq!(read(&files, "a.lp"), WRITTEN);
}

#[test]
fn line_breaks_tabs_and_letters_of_any_kind_are_fine() {
    let files = folder(&[("crlf.lp", "a:-b,\t% Größe\r\n\tc.\r\nd.")]);
    let run = run_in(files.path(), &["fmt", "crlf.lp"], "");
    assert!(run.code == FOUND && is_silent(&run), "{run:?}");
    assert_eq!(read(&files, "crlf.lp"), "a :- b, % Größe\r\n     c.\r\nd.\r\n");
    fs::write(files.path().join("latin.lp"), b"a:-b. % Gr\xf6\xdfe\n").expect("a file");
    let run = run_in(files.path(), &["fmt", "latin.lp"], "");
    assert!(run.code == INPUT && run.err.contains("not UTF-8"), "{run:?}");
}
