//! Programs in C and C++ that use the library: those of `docs/c.md`, whose output is on the page, those in `tests/c`, which end
//! with an error where something is not as it should be, and random sequences of calls.
#![cfg(target_os = "linux")]

use std::io::Write;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

/// Returns the folder with the library of this build.
fn library() -> PathBuf {
    let test = env::current_exe().expect("a test has a path");
    test.parent().expect("it is in a folder").to_owned()
}

/// Compiles a program with the library. Returns the path of the result.
fn compile(source: &Path, folder: &Path) -> PathBuf {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let is_cpp = source.extension().is_some_and(|it| it == "cc");
    let (variable, usual) = if is_cpp { ("CXX", "c++") } else { ("CC", "cc") };
    let compiler = env::var(variable).unwrap_or_else(|_| usual.to_owned());
    let program = folder.join(source.file_stem().expect("a source has a name"));
    let library = library();
    let status = Command::new(&compiler)
        .args(["-Wall", "-Wextra", "-Werror", "-I"])
        .arg(root.join("include"))
        .arg(source)
        .arg("-o")
        .arg(&program)
        .arg("-L")
        .arg(&library)
        .arg("-lclingo")
        .status();
    let status = status.unwrap_or_else(|error| panic!("{compiler} does not start: {error}"));
    assert!(status.success(), "{} does not compile", source.display());
    program
}

/// Runs a program, and returns what it prints.
fn run(program: &Path, arguments: &[&str]) -> String {
    // The library has the name of clingo's, which no file in the folder of a build has.
    let links = tempfile::tempdir().expect("there is a place for a link");
    symlink(library().join("libclingo.so"), links.path().join("libclingo.so.4")).expect("it can be linked");
    let mut command = Command::new(program);
    command.args(arguments);
    // What it writes goes into a folder that goes, too.
    command.env("LD_LIBRARY_PATH", links.path()).current_dir(links.path());
    ended_well(&mut command)
}

/// Runs a command that has to end well, and returns what it prints.
fn ended_well(command: &mut Command) -> String {
    let output = command.output().expect("it starts");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{command:?}: {}\n{text}{errors}", output.status);
    assert!(!errors.contains("panicked"), "{command:?}: {errors}");
    text
}

#[test]
fn programs_of_the_page_print_what_it_says() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/c.md");
    let page = fs::read_to_string(page).expect("the page is there");
    let folder = tempfile::tempdir().expect("there is a place for programs");
    let mut blocks = page.split("\n```").skip(1).step_by(2).peekable();
    let mut ran = 0;
    while let Some(block) = blocks.next() {
        let (head, code) = block.split_once('\n').expect("a block has lines");
        let Some(name) = head.split_whitespace().find_map(|word| word.strip_prefix("file=")) else {
            continue;
        };
        let source = folder.path().join(name);
        fs::write(&source, code).expect("the source can be written");
        let printed = run(&compile(&source, folder.path()), &[]);
        let shown = blocks.peek().expect("a program is followed by what it prints");
        let wanted = shown.lines().skip_while(|line| !line.contains(" ./")).skip(1);
        assert_eq!(printed.lines().collect::<Vec<_>>(), wanted.collect::<Vec<_>>(), "{name}");
        ran += 1;
    }
    assert!(ran >= 2, "the page has a program in C and one in C++");
}

#[test]
fn programs_find_what_they_look_for() {
    let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/c");
    let folder = tempfile::tempdir().expect("there is a place for programs");
    let mut ran = 0;
    for entry in fs::read_dir(sources).expect("the sources are there") {
        let source = entry.expect("the folder is readable").path();
        if source.extension().is_some_and(|it| it == "c" || it == "cc") {
            run(&compile(&source, folder.path()), &[]);
            ran += 1;
        }
    }
    assert!(ran > 0);
}

/// The folder of the program that draws sequences of calls.
fn sequences() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/sequences")
}

#[test]
fn random_sequences_of_calls_end() {
    let folder = tempfile::tempdir().expect("there is a place for the program");
    let program = compile(&sequences().join("sequences.c"), folder.path());
    for arguments in [&["1", "300"][..], &["1", "200", "wild"]] {
        let told = run(&program, arguments);
        assert!(!told.contains("UNKNOWN"), "a call fails that should not:\n{told}");
    }
}

#[test]
fn random_sequences_of_calls_tell_what_they_do_with_clingo() {
    let python = env::var_os("GROUNDPLAN_PYTHON").filter(|python| {
        Command::new(python)
            .args(["-c", "import clingo"])
            .output()
            .is_ok_and(|output| output.status.success())
    });
    let Some(python) = python else {
        assert!(env::var_os("CI").is_none(), "GROUNDPLAN_PYTHON names no Python with clingo");
        // Not by `eprintln!`: what that says in a test that passes is not shown.
        writeln!(std::io::stderr(), "skipped: GROUNDPLAN_PYTHON names no Python with clingo")
            .expect("it is open");
        return;
    };
    let mut command = Command::new(python);
    let library = library().join("libclingo.so");
    command.arg(sequences().join("differential.py")).arg(library).args(["400", "1000"]);
    ended_well(&mut command);
}
