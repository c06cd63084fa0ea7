//! The programs that `scripts/bench/general` and `scripts/bench/applications` draw: of each family and kind the smallest size is
//! ground, and clingo accepts it, too.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Command;

use crate::support::{self, installed, repository, run_in};

const FAMILIES: &str = "scripts/bench/general";
const KINDS: &str = "scripts/bench/applications";

/// The programs of the size by file name, as the script writes them into the folder.
fn drawn(python: &str, folder: &Path, script: &str, size: &str) -> BTreeMap<String, String> {
    let output = Command::new(python)
        .current_dir(repository())
        .args([script, "--seeds", "1", "--size", size, "--programs"])
        .arg(folder)
        .output()
        .expect("it starts");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let files = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path());
    files
        .map(|path| {
            let name = path.file_name().expect("a name").to_str().expect("text").to_owned();
            (name, fs::read_to_string(&path).expect("text"))
        })
        .collect()
}

/// Grounds each file, in one process; prints those that clingo refuses, with what it says.
const GROUND: &str = r#"
import sys, clingo
for file in sys.argv[1:]:
    messages = []
    control = clingo.Control(logger=lambda code, text: messages.append(text))
    try:
        control.load(file)
        control.ground()
    except RuntimeError as error:
        messages.append(str(error))
    if messages:
        print(file, *messages)
"#;

/// Grounds the smallest programs of a script, of which there are at least so many.
fn are_ground_by_both(script: &str, least: usize) {
    let Some(python) = installed("PYTHON", "python3", &["--version"]) else { return };
    let folder = tempfile::tempdir().expect("a folder");
    let programs = drawn(&python, folder.path(), script, "small");
    assert!(programs.len() >= least, "{} programs", programs.len());
    for (name, text) in &programs {
        assert!(text.starts_with("% "), "{name} does not say what it is");
        let ground = run_in(folder.path(), &["ground", "--output", "aspif", name], "");
        assert_eq!((ground.code, ground.err.as_str()), (support::FOUND, ""), "{name}");
        assert!(ground.out.starts_with("asp 1 0 0") && ground.out.ends_with("\n0\n"), "{name}");
    }
    let Some(peer) = installed("GROUNDPLAN_PYTHON", "python3", &["-c", "import clingo"]) else { return };
    let output = Command::new(peer)
        .current_dir(folder.path())
        .args(["-c", GROUND])
        .args(programs.keys())
        .output()
        .expect("it starts");
    let refused = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(
        output.status.success() && refused.is_empty(),
        "{refused}{}",
        String::from_utf8_lossy(&output.stderr)
    );
}

#[test]
fn every_family_is_ground_without_a_word_and_by_clingo_too() {
    are_ground_by_both(FAMILIES, 32);
}

#[test]
fn every_kind_is_ground_without_a_word_and_by_clingo_too() {
    are_ground_by_both(KINDS, 12);
}

#[test]
fn the_same_seed_draws_the_same_programs() {
    let Some(python) = installed("PYTHON", "python3", &["--version"]) else { return };
    for script in [FAMILIES, KINDS] {
        let [first, second] = [0, 1].map(|_| {
            let folder = tempfile::tempdir().expect("a folder");
            drawn(&python, folder.path(), script, "medium")
        });
        assert!(first == second, "another text of {script} at the second time");
    }
}

/// The page of benchmarks is the one that its script writes from the rows: neither is older than the other.
#[test]
fn the_page_is_what_its_script_writes() {
    let Some(python) = installed("PYTHON", "python3", &["--version"]) else { return };
    let docs = repository().join("docs");
    let folder = tempfile::tempdir().expect("a folder");
    fs::create_dir(folder.path().join("benchmarks")).expect("a folder");
    for entry in fs::read_dir(docs.join("benchmarks")).expect("a folder") {
        let entry = entry.expect("an entry");
        fs::copy(entry.path(), folder.path().join("benchmarks").join(entry.file_name())).expect("a copy");
    }
    let page = fs::read_to_string(docs.join("benchmarks.md")).expect("text");
    fs::write(folder.path().join("benchmarks.md"), &page).expect("a page");
    let output = Command::new(python)
        .args(["-B", "-c", "import pathlib, report, sys; report.write(pathlib.Path(sys.argv[1]))"])
        .arg(folder.path())
        .env("PYTHONPATH", repository().join("scripts/bench"))
        .output()
        .expect("it starts");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let written = fs::read_to_string(folder.path().join("benchmarks.md")).expect("text");
    let differs = page.lines().zip(written.lines()).find(|(page, written)| page != written);
    assert!(page == written, "the page is older than its rows or its script: {differs:?}");
}
