//! `groundplan batch`, as a user types it: nothing is lost, and nothing counted twice, whatever is killed, repeated or changed.
#![cfg(target_os = "linux")]

mod cubes;
mod merges;
mod slurm;
#[allow(dead_code, reason = "other tests use the rest")]
#[path = "../support/mod.rs"]
mod support;
mod workers;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::Value;
use support::{folder, repository, run_in, Run, FOUND, INPUT, UNKNOWN, USAGE};
use tempfile::TempDir;

const OURS: &str = "instances/levels/first-steps.sok";

/// A folder with our levels.
fn with_levels() -> TempDir {
    let folder = folder(&[]);
    fs::copy(repository().join(OURS), folder.path().join("levels.sok")).expect("a copy");
    let figure = repository().join(support::instance("paper-figure1.lp"));
    fs::copy(figure, folder.path().join("figure.lp")).expect("a copy");
    folder
}

fn batch(folder: &TempDir, words: &[&str]) -> Run {
    run_in(folder.path(), &[&["batch"], words].concat(), "")
}

/// Plans a command in a manifest called `m`.
fn plan(folder: &TempDir, options: &[&str], command: &[&str]) {
    let planned = batch(folder, &[&["plan", "-o", "m"], options, &["--"], command].concat());
    assert_eq!((planned.code, planned.out.as_str()), (FOUND, ""), "{planned:?}");
}

fn run_all(folder: &TempDir) {
    let run = batch(folder, &["run", "m", "--jobs", "2"]);
    assert_eq!((run.code, run.out.as_str()), (FOUND, ""), "{run:?}");
}

const OPTIMIZE: [&str; 4] = ["optimize", "levels.sok", "--level", "all"];

/// No plan of so many actions, by the engine that can be split.
const REFUTED: [&str; 4] = ["decide", "figure.lp", "--actions", "12"];

/// The lines of a manifest.
fn jobs(folder: &TempDir, manifest: &str) -> Vec<Value> {
    let text = fs::read_to_string(folder.path().join(manifest)).expect("a manifest");
    text.lines().map(|line| serde_json::from_str(line).expect("a job")).collect()
}

fn write_jobs(folder: &TempDir, manifest: &str, jobs: &[Value]) {
    let text: String = jobs.iter().map(|job| format!("{job}\n")).collect();
    fs::write(folder.path().join(manifest), text).expect("a manifest");
}

/// The file of a result.
fn result(folder: &TempDir, job: &Value, attempt: u32) -> PathBuf {
    folder.path().join(format!("m.results/{}.{attempt}.json", job["id"].as_str().expect("an id")))
}

/// Gives a job the digest of what it says, as if it had been planned so.
fn identify(job: &mut Value) {
    let word = |value: &Value| match value {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        other => other.to_string(),
    };
    let list = |value: &Value| value.as_array().into_iter().flatten().map(word).collect::<Vec<_>>();
    let inputs = job["inputs"].as_array().into_iter().flatten();
    let inputs = inputs.flat_map(|input| [word(&input["file"]), word(&input["sha256"])]).collect();
    let asked = ["instance", "question", "actions", "engine"].map(|key| word(&job["asked"][key]));
    let part = &job["part"];
    let keys: &[&str] = match part["kind"].as_str() {
        Some("cube") => &["kind", "of", "question", "index", "cubes", "wanted", "cover", "program"],
        Some(_) => &["kind", "of", "least", "wanted"],
        None => &[],
    };
    let mut words: Vec<String> = keys.iter().map(|key| word(&part[*key])).collect();
    words.extend(list(&part["literals"]));
    let mut told: Vec<u8> = Vec::new();
    for list in [list(&job["arguments"]), inputs, asked.to_vec(), words] {
        told.extend((list.len() as u64).to_le_bytes());
        for word in list {
            told.extend((word.len() as u64).to_le_bytes());
            told.extend(word.as_bytes());
        }
    }
    let digest =
        groundplan_certificate::digest(&mut told.as_slice(), &mut std::io::sink()).expect("a digest");
    job["id"] = digest[..16].into();
    job["digest"] = digest.into();
}

fn change(path: &Path, change: impl FnOnce(&mut Value)) {
    let mut record = serde_json::from_str(&fs::read_to_string(path).expect("a result")).expect("an object");
    change(&mut record);
    fs::write(path, record.to_string()).expect("a result");
}

/// The rows of a merge: which instance, how many actions, what came of it.
fn answers(folder: &TempDir, manifests: &[&str]) -> Vec<String> {
    let merged = batch(folder, &[&["merge", "--format", "csv"], manifests].concat());
    let rows = merged.out.lines().skip(1).map(|line| {
        let fields: Vec<&str> = line.split(',').collect();
        [fields[0], fields[2], fields[7], fields[8], fields[9]].join(" ")
    });
    rows.collect()
}

/// All files of results, with what is in them.
fn files(folder: &TempDir) -> Vec<(PathBuf, String)> {
    let entries = fs::read_dir(folder.path().join("m.results")).expect("results");
    let mut files: Vec<_> = entries
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.is_file())
        .map(|path| (path.clone(), fs::read_to_string(path).expect("text")))
        .collect();
    files.sort();
    files
}

const OPTIMA: [&str; 4] = [
    "levels.sok#1  solved OPTIMUM FOUND 1",
    "levels.sok#2  solved OPTIMUM FOUND 2",
    "levels.sok#3  solved OPTIMUM FOUND 3",
    "levels.sok#4  solved OPTIMUM FOUND 4",
];

#[test]
fn a_batch_gives_the_table_of_a_comparison() {
    let folder = with_levels();
    plan(&folder, &["--chunk", "0"], &OPTIMIZE);
    let jobs = jobs(&folder, "m");
    assert_eq!(jobs.iter().map(|job| job["chunk"].as_u64()).collect::<Vec<_>>(), [1, 2, 3, 4].map(Some));
    assert_eq!(jobs[0]["asked"]["instance"], "levels.sok#4", "the longest first");
    assert_eq!(jobs[0]["inputs"][0]["file"], "levels.sok");
    let before = batch(&folder, &["merge", "m"]);
    assert_eq!(before.code, UNKNOWN, "{before:?}");
    assert!(before.err.contains("0 complete, 4 missing"), "{before:?}");
    run_all(&folder);
    let merged = batch(&folder, &["merge", "m"]);
    assert_eq!((merged.code, merged.err.as_str()), (FOUND, "4 jobs: 4 complete\n"), "{merged:?}");
    assert_eq!(answers(&folder, &["m"]), OPTIMA);
    let compared = run_in(
        folder.path(),
        &["compare", "levels.sok", "--level", "all", "--engines", "auto", "--quiet"],
        "",
    );
    let shape = |table: &str| -> Vec<String> {
        table.lines().map(|line| line.split_whitespace().take(3).collect::<Vec<_>>().join(" ")).collect()
    };
    assert_eq!(shape(&merged.out), shape(&compared.out));
    let json = batch(&folder, &["merge", "m", "--format", "json"]).json();
    assert_eq!((&json["complete"], json["rows"].as_array().map(Vec::len)), (&true.into(), Some(4)));
}

#[test]
fn twice_is_once() {
    let folder = with_levels();
    plan(&folder, &[], &OPTIMIZE);
    run_all(&folder);
    let before = files(&folder);
    run_all(&folder);
    assert_eq!(files(&folder), before);
    // At the same time: both find nothing there, and both may leave a result.
    fs::remove_dir_all(folder.path().join("m.results")).expect("a folder");
    let mut workers: Vec<_> = (0..3).map(|_| worker(&folder, "1").spawn().expect("it starts")).collect();
    assert!(workers.iter_mut().all(|worker| worker.wait().expect("it ends").success()));
    let merged = batch(&folder, &["merge", "m"]);
    assert_eq!(
        (merged.code, answers(&folder, &["m"])),
        (FOUND, OPTIMA.map(str::to_owned).to_vec()),
        "{merged:?}"
    );
}

/// A worker for a chunk.
fn worker(folder: &TempDir, chunk: &str) -> Command {
    let mut command = Command::new(assert_cmd::cargo::cargo_bin!("groundplan"));
    command.args(["batch", "work", "m", "--chunk", chunk, "--quiet"]).current_dir(folder.path());
    command.stdin(Stdio::null());
    command
}

/// Rooms of nine boxes: no plan of so many actions, which takes a while to find out.
fn long() -> &'static str {
    "##########\n#        #\n# $ $ $  #\n#  $ $ $ #\n# $ $ $  #\n#    ....#\n#@  .....#\n##########\n"
}

#[test]
fn other_commands_are_jobs_as_they_are() {
    let folder = with_levels();
    let numbers = "1 { a; b } 1. :- a, b.\n";
    fs::write(folder.path().join("program.lp"), numbers).expect("a file");
    plan(&folder, &[], &["solve", "program.lp", "0"]);
    run_all(&folder);
    assert_eq!(answers(&folder, &["m"]), ["program.lp 0  solved SATISFIABLE "]);
    // A level that is none spoils only its own row.
    fs::write(folder.path().join("mixed"), "#####\n#@$.#\n#####\n\n#####\n# $.#\n#####\n").expect("a file");
    plan(&folder, &[], &["optimize", "mixed", "--level", "all"]);
    run_all(&folder);
    let merged = batch(&folder, &["merge", "m"]);
    assert_eq!(answers(&folder, &["m"]), ["mixed#1  solved OPTIMUM FOUND 1", "mixed#2  error  "]);
    assert_eq!(merged.code, FOUND, "{merged:?}");
}

#[test]
fn limits_are_answers_of_a_kind() {
    let folder = folder(&[("long", long())]);
    plan(&folder, &[], &["optimize", "long", "--engine", "ground", "--time-limit", "1"]);
    run_all(&folder);
    assert_eq!(answers(&folder, &["m"]), ["long  time out  "]);
    assert_eq!(batch(&folder, &["merge", "m"]).code, FOUND);
}

#[test]
fn what_cannot_be_planned_is_refused() {
    let folder = with_levels();
    for (command, message) in [
        (&["batch", "run", "m"][..], "is not planned"),
        (&["fly"], "a command of groundplan"),
        (&["optimize", "-"], "no standard input"),
        (&["optimize", "levels.sok", "--level", "all", "-o", "out"], "`--output`"),
        (&["decide", "levels.sok", "--level", "all", "--actions", "5-3"], "runs backwards"),
        (&["decide", "levels.sok", "--level", "1", "--actions", "x"], "a range as in"),
        (&["decide", "levels.sok", "--nonsense"], "unexpected argument '--nonsense'"),
        (&["optimize", "levels.sok", "levels.sok", "--level", "1"], "planned twice"),
        (&["optimize"], "needs a file"),
    ] {
        let refused = batch(&folder, &[&["plan", "-o", "m", "--"], command].concat());
        assert_eq!(refused.code, USAGE, "{command:?}: {refused:?}");
        assert!(refused.err.contains(message), "{command:?}: {}", refused.err);
    }
    let refused = batch(&folder, &["plan", "-o", "m", "--horizons", "3", "--", "decide", "levels.sok"]);
    assert!(refused.code == USAGE && refused.err.contains("`--horizons` is for"), "{refused:?}");
    plan(&folder, &[], &OPTIMIZE);
    for (words, code) in [
        (&["work", "m"][..], USAGE),
        (&["work", "m", "--line", "5"], USAGE),
        (&["work", "m", "--line", "1", "--chunk", "1"], USAGE),
        (&["work", "none", "--line", "1"], INPUT),
        (&["merge", "levels.sok"], INPUT),
        (&["submit", "m"], USAGE),
    ] {
        assert_eq!(batch(&folder, words).code, code, "{words:?}");
    }
}
