//! `groundplan batch`, as a user types it: nothing is lost, and nothing counted twice, whatever is killed, repeated or changed.
#![cfg(target_os = "linux")]

#[allow(dead_code, reason = "other tests use the rest")]
mod support;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;
use support::{
    folder, repository, run_in, skip, skip_without, Run, FOUND, INPUT, NONE, UNKNOWN, UNWRITABLE, USAGE,
};
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

/// The lines of a manifest.
fn jobs(folder: &TempDir, manifest: &str) -> Vec<Value> {
    let text = fs::read_to_string(folder.path().join(manifest)).expect("a manifest");
    text.lines().map(|line| serde_json::from_str(line).expect("a job")).collect()
}

fn write_jobs(folder: &TempDir, manifest: &str, jobs: &[Value]) {
    let text: String = jobs.iter().map(|job| format!("{job}\n")).collect();
    fs::write(folder.path().join(manifest), text).expect("a manifest");
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

/// The file of a result.
fn result(folder: &TempDir, job: &Value, attempt: u32) -> PathBuf {
    folder.path().join(format!("m.results/{}.{attempt}.json", job["id"].as_str().expect("an id")))
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

#[test]
fn a_second_result_is_told_and_not_counted() {
    let folder = with_levels();
    plan(&folder, &[], &OPTIMIZE);
    run_all(&folder);
    let job = &jobs(&folder, "m")[0];
    fs::copy(result(&folder, job, 1), result(&folder, job, 2)).expect("a copy");
    let merged = batch(&folder, &["merge", "m"]);
    assert_eq!((merged.code, answers(&folder, &["m"]).len()), (FOUND, 4));
    assert!(merged.err.contains("1 result besides, not counted"), "{merged:?}");
    // One that says something else is no duplicate.
    change(&result(&folder, job, 2), |record| {
        record["optimum"] = 5.into();
        record["output"]["actions"] = 5.into();
        record["output"]["optimization"] = serde_json::json!([5]);
    });
    let merged = batch(&folder, &["merge", "m"]);
    assert_eq!(merged.code, NONE, "{merged:?}");
    assert!(merged.err.contains("results contradict each other: 4, 5"), "{merged:?}");
}

#[test]
fn a_result_of_something_else_does_not_count() {
    let folder = with_levels();
    plan(&folder, &[], &OPTIMIZE);
    run_all(&folder);
    let jobs = jobs(&folder, "m");
    change(&result(&folder, &jobs[0], 1), |record| record["digest"] = "0".into());
    let half = fs::read(result(&folder, &jobs[1], 1)).expect("a result");
    fs::write(result(&folder, &jobs[1], 1), &half[..half.len() / 2]).expect("a result");
    let merged = batch(&folder, &["merge", "m"]);
    assert_eq!(merged.code, UNKNOWN, "{merged:?}");
    assert!(merged.err.contains("2 complete, 2 missing"), "{merged:?}");
    assert!(merged.err.contains("result 1 does not count: it has another digest"), "{merged:?}");
    // They are run again, beside what is there.
    run_all(&folder);
    assert!(result(&folder, &jobs[0], 2).exists() && result(&folder, &jobs[1], 2).exists());
    assert_eq!(answers(&folder, &["m"]), OPTIMA);
}

#[test]
fn what_is_missing_is_planned_again() {
    let folder = with_levels();
    plan(&folder, &[], &OPTIMIZE);
    run_all(&folder);
    let jobs = jobs(&folder, "m");
    fs::remove_file(result(&folder, &jobs[2], 1)).expect("a result");
    change(&result(&folder, &jobs[3], 1), |record| {
        record["outcome"] = "error".into();
        record["conclusive"] = false.into();
        record["verdict"] = Value::Null;
    });
    fs::create_dir(folder.path().join("deep")).expect("a folder");
    let merged = batch(&folder, &["merge", "m", "--resubmit", "deep/again"]);
    assert_eq!(merged.code, UNKNOWN, "{merged:?}");
    assert!(merged.err.contains("2 complete, 1 missing, 1 failed"), "{merged:?}");
    let again = run_in(folder.path(), &["batch", "run", "deep/again"], "");
    assert_eq!(again.code, FOUND, "{again:?}");
    let merged = batch(&folder, &["merge", "m", "--resubmit", "nothing"]);
    assert_eq!(merged.code, FOUND, "{merged:?}");
    assert!(merged.err.contains("nothing is to be run again"), "{merged:?}");
    assert!(!folder.path().join("nothing").exists());
    assert_eq!(answers(&folder, &["m"]), OPTIMA);
}

/// Rooms of nine boxes: no plan of so many actions, which takes a while to find out.
fn long() -> &'static str {
    "##########\n#        #\n# $ $ $  #\n#  $ $ $ #\n# $ $ $  #\n#    ....#\n#@  .....#\n##########\n"
}

#[test]
fn a_worker_that_is_killed_leaves_nothing_half_done() {
    let folder = folder(&[("long", long())]);
    plan(&folder, &[], &["optimize", "long", "--engine", "ground"]);
    let mut killed = worker(&folder, "1").spawn().expect("it starts");
    let results = folder.path().join("m.results");
    let start = Instant::now();
    while !results.exists() && start.elapsed() < Duration::from_secs(60) {
        std::thread::sleep(Duration::from_millis(5));
    }
    std::thread::sleep(Duration::from_millis(100));
    killed.kill().expect("it runs");
    killed.wait().expect("it ends");
    let merged = batch(&folder, &["merge", "m"]);
    assert_eq!(merged.code, UNKNOWN, "{merged:?}");
    assert!(merged.err.contains("0 complete, 1 missing"), "{merged:?}");
    // One that is asked to end says so, and leaves nothing either.
    let mut asked = worker(&folder, "1").spawn().expect("it starts");
    std::thread::sleep(Duration::from_millis(500));
    let pid = rustix::process::Pid::from_child(&asked);
    rustix::process::kill_process(pid, rustix::process::Signal::TERM).expect("it runs");
    assert_eq!(asked.wait().expect("it ends").code(), Some(UNKNOWN));
    let left: Vec<_> =
        fs::read_dir(&results).expect("a folder").map(|entry| entry.expect("an entry")).collect();
    assert!(left.iter().all(|entry| !entry.file_name().to_string_lossy().ends_with(".json")), "{left:?}");
}

/// The names in a folder that begin so.
fn begun(folder: &Path, prefix: &str) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("a folder");
    let names = entries.map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned());
    names.filter(|name| name.starts_with(prefix)).collect()
}

#[test]
fn what_a_killed_worker_leaves_is_removed_by_a_later_one() {
    let folder = folder(&[("long", long()), ("short", "#####\n#@$.#\n#####\n")]);
    let rooms = folder.path().join("rooms");
    fs::create_dir(&rooms).expect("a folder");
    // Each writes a certificate besides its result.
    plan(
        &folder,
        &["--chunk", "0"],
        &["decide", "short", "long", "--actions", "30", "--engine", "ground", "--certify", "proofs"],
    );
    let results = folder.path().join("m.results");
    let jobs = jobs(&folder, "m");
    let chunk = |file: &str| {
        let job = jobs.iter().find(|job| job["inputs"][0]["file"] == file).expect("a job");
        job["chunk"].to_string()
    };
    let start = |chunk: &str| worker(&folder, chunk).env("TMPDIR", &rooms).spawn().expect("it starts");
    let is_at_work = || begun(&rooms, "groundplan-batch-").len() == 1;
    let mut killed = start(&chunk("long"));
    let since = Instant::now();
    while !is_at_work() && since.elapsed() < Duration::from_secs(60) {
        std::thread::sleep(Duration::from_millis(5));
    }
    // While it lives, another worker leaves alone what is its own.
    assert!(start(&chunk("short")).wait().expect("it ends").success());
    assert_eq!((begun(&results, ".unfinished-").len(), is_at_work()), (1, true));
    killed.kill().expect("it runs");
    killed.wait().expect("it ends");
    assert_eq!((begun(&results, ".unfinished-").len(), is_at_work()), (1, true));
    assert!(start(&chunk("short")).wait().expect("it ends").success());
    assert_eq!((begun(&results, ".unfinished-"), begun(&rooms, "")), (vec![], vec![]));
    assert_eq!(begun(&folder.path().join("proofs"), ".unfinished-"), [""; 0]);
}

#[test]
fn half_a_mark_ends_no_job() {
    let folder = folder(&[("level", "#####\n#@$.#\n#####\n")]);
    plan(&folder, &["--horizons", "2"], &["optimize", "level"]);
    let results = folder.path().join("m.results");
    fs::create_dir_all(&results).expect("a folder");
    for job in jobs(&folder, "m") {
        fs::write(results.join(format!("{}.needless", job["id"].as_str().expect("an id"))), "")
            .expect("a file");
    }
    run_all(&folder);
    assert_eq!(batch(&folder, &["merge", "m"]).code, FOUND);
}

/// Between result and rename: the file is complete and has no name.
#[test]
fn a_worker_that_is_killed_before_the_rename_has_no_result() {
    let strace = ["-f", "-qq", "-e", "trace=renameat2", "-e", "inject=renameat2:error=EINTR:signal=KILL"];
    if !Command::new("strace").arg("-V").output().is_ok_and(|output| output.status.success()) {
        return skip_without("strace");
    }
    let folder = with_levels();
    plan(&folder, &[], &["optimize", "levels.sok", "--level", "1"]);
    let worker = worker(&folder, "1");
    let mut traced = Command::new("strace");
    traced.args(strace).arg(worker.get_program()).args(worker.get_args()).current_dir(folder.path());
    let ended = traced.stderr(Stdio::null()).status().expect("it starts");
    if !ended.success() && files(&folder).is_empty() {
        return skip("strace may not follow processes here");
    }
    let unfinished = files(&folder);
    assert_eq!(unfinished.len(), 1, "{unfinished:?}");
    assert!(unfinished[0].1.contains("OPTIMUM FOUND"), "{unfinished:?}");
    assert_eq!(batch(&folder, &["merge", "m"]).code, UNKNOWN);
    run_all(&folder);
    assert_eq!(answers(&folder, &["m"]), ["levels.sok#1  solved OPTIMUM FOUND 1"]);
}

#[test]
fn a_result_that_cannot_be_written_is_the_workers_failure() {
    let folder = with_levels();
    plan(&folder, &[], &OPTIMIZE);
    let results = folder.path().join("m.results");
    fs::write(&results, "").expect("a file");
    let worked = batch(&folder, &["work", "m", "--line", "1"]);
    assert_eq!(worked.code, UNWRITABLE, "{worked:?}");
    assert!(worked.err.contains("cannot write a result into `"), "{worked:?}");
    assert_eq!(batch(&folder, &["run", "m"]).code, UNWRITABLE);
    fs::remove_file(&results).expect("a file");
    fs::create_dir(&results).expect("a folder");
    // A page for the file's name, and none for what is in it.
    let mounted = Command::new("mount")
        .args(["-t", "tmpfs", "-o", "size=4k", "tmpfs"])
        .arg(&results)
        .output()
        .is_ok_and(|output| output.status.success());
    if !mounted {
        return skip("no folder of 4 KiB can be mounted here");
    }
    fs::write(results.join("fill"), [0; 4096]).expect("a full disk");
    let worked = batch(&folder, &["work", "m", "--line", "1"]);
    let left = fs::read_dir(&results).expect("a folder").count();
    let merged = batch(&folder, &["merge", "m"]);
    assert!(Command::new("umount").arg(&results).status().expect("umount starts").success());
    assert_eq!((worked.code, left), (UNWRITABLE, 1), "{worked:?}");
    assert!(worked.err.contains("No space left"), "{worked:?}");
    assert_eq!(merged.code, UNKNOWN, "{merged:?}");
    run_all(&folder);
    assert_eq!(answers(&folder, &["m"]), OPTIMA);
}

#[test]
fn a_file_that_has_changed_is_not_worked_on() {
    let folder = with_levels();
    plan(&folder, &[], &OPTIMIZE);
    fs::write(folder.path().join("levels.sok"), "#####\n#@$.#\n#####\n").expect("a file");
    let worked = batch(&folder, &["work", "m", "--line", "1"]);
    assert_eq!(worked.code, INPUT, "{worked:?}");
    assert!(worked.err.contains("is not the file that was planned with"), "{worked:?}");
    assert!(!folder.path().join("m.results").exists());
    // Nor is a line whose arguments are others than its digest says.
    let mut lines = jobs(&folder, "m");
    lines[0]["arguments"][0] = "decide".into();
    write_jobs(&folder, "m", &lines);
    let refused = batch(&folder, &["merge", "m"]);
    assert_eq!(refused.code, INPUT, "{refused:?}");
    assert!(refused.err.contains("`m`, line 1: this is no job: its digest"), "{refused:?}");
}

#[test]
fn a_merge_says_which_inputs_have_changed() {
    let folder = with_levels();
    fs::write(folder.path().join("short"), "#####\n#@$.#\n#####\n").expect("a file");
    plan(&folder, &[], &["optimize", "levels.sok", "short", "--level", "all"]);
    run_all(&folder);
    let merged = batch(&folder, &["merge", "m"]);
    assert_eq!(merged.err, "5 jobs: 5 complete\n", "{merged:?}");
    let levels = folder.path().join("levels.sok");
    let before = fs::read_to_string(&levels).expect("text");
    fs::write(&levels, before.clone() + "\n").expect("a file");
    fs::remove_file(folder.path().join("short")).expect("a file");
    let merged = batch(&folder, &["merge", "m"]);
    // What is known stays known: it is about the files as they were.
    assert_eq!(merged.code, FOUND, "{merged:?}");
    for sentence in [
        "/levels.sok` has changed since the plan: 4 results are about the file as it was, of 4 jobs planned with it",
        "/short` is gone since the plan: 1 result is about the file as it was, of 1 job planned with it",
    ] {
        assert!(merged.err.contains(sentence), "{merged:?}");
    }
    let json = batch(&folder, &["merge", "m", "--format", "json", "--quiet"]).json();
    let states: Vec<&Value> =
        json["changed"].as_array().expect("a list").iter().map(|it| &it["state"]).collect();
    assert_eq!(states, ["changed", "gone"]);
    fs::remove_dir_all(folder.path().join("m.results")).expect("a folder");
    let merged = batch(&folder, &["merge", "m"]);
    assert!(
        merged.err.contains("has changed since the plan: 4 jobs planned with it cannot be run"),
        "{merged:?}"
    );
    fs::write(&levels, before).expect("a file");
    assert!(!batch(&folder, &["merge", "m"]).err.contains("levels.sok` has changed"));
}

#[test]
fn ranges_of_actions_are_questions_of_their_own() {
    let folder = with_levels();
    plan(&folder, &[], &["decide", "levels.sok", "--level", "2,4", "--actions", "1-3"]);
    run_all(&folder);
    let expected = [
        "levels.sok#2 1 solved UNSATISFIABLE ",
        "levels.sok#2 2 solved SATISFIABLE ",
        "levels.sok#2 3 solved SATISFIABLE ",
        "levels.sok#4 1 solved UNSATISFIABLE ",
        "levels.sok#4 2 solved UNSATISFIABLE ",
        "levels.sok#4 3 solved UNSATISFIABLE ",
    ];
    assert_eq!(answers(&folder, &["m"]), expected);
    let table = batch(&folder, &["merge", "m"]);
    assert!(
        table.code == FOUND && table.out.contains("levels.sok#4, 3 actions   UNSATISFIABLE"),
        "{table:?}"
    );
    // More actions cannot be fewer plans.
    let longest = jobs(&folder, "m");
    let third =
        longest.iter().find(|job| job["asked"]["instance"] == "levels.sok#2" && job["asked"]["actions"] == 3);
    change(&result(&folder, third.expect("a job"), 1), |record| {
        record["verdict"] = "UNSATISFIABLE".into();
        record["output"]["result"] = "UNSATISFIABLE".into();
        record["exit"] = 1.into();
    });
    let merged = batch(&folder, &["merge", "m"]);
    assert!(
        merged.code == NONE && merged.err.contains("none, where there is a plan of 2 actions"),
        "{merged:?}"
    );
}

#[test]
fn horizons_meet_in_the_merge() {
    let folder = with_levels();
    plan(&folder, &["--horizons", "3"], &OPTIMIZE);
    assert_eq!(jobs(&folder, "m").len(), 12);
    run_all(&folder);
    let merged = batch(&folder, &["merge", "m"]);
    assert_eq!((merged.code, answers(&folder, &["m"]).join("\n")), (FOUND, OPTIMA.join("\n")), "{merged:?}");
    // A range that ends too early goes on where it ended.
    plan(&folder, &["--horizons", "3"], &["optimize", "figure.lp"]);
    run_all(&folder);
    let mut manifests = vec!["m".to_owned()];
    for round in 0..8 {
        let again = format!("again{round}");
        let given: Vec<&str> = manifests.iter().map(String::as_str).collect();
        let merged = batch(&folder, &[&["merge", "--resubmit", &again], &given[..]].concat());
        if merged.code == FOUND {
            break;
        }
        assert_eq!(batch(&folder, &["run", &again]).code, FOUND);
        manifests.push(again);
    }
    let given: Vec<&str> = manifests.iter().map(String::as_str).collect();
    assert_eq!(answers(&folder, &given), ["figure.lp  solved OPTIMUM FOUND 13"], "{manifests:?}");
}

#[test]
fn engines_are_compared_across_jobs() {
    let folder = with_levels();
    let command =
        ["compare", "levels.sok", "--level", "1,3", "--engines", "ground,tabled+", "--time-limit", "20"];
    plan(&folder, &[], &command);
    assert_eq!(jobs(&folder, "m").len(), 4);
    run_all(&folder);
    let merged = batch(&folder, &["merge", "m"]);
    let heading = merged.out.lines().nth(1).expect("a heading");
    assert_eq!(
        heading.split_whitespace().collect::<Vec<_>>(),
        ["|", "instance", "answer", "ground", "tabled+", "|"]
    );
    assert_eq!((merged.code, answers(&folder, &["m"]).len()), (FOUND, 4), "{merged:?}");
    let job = &jobs(&folder, "m")[0];
    change(&result(&folder, job, 1), |record| record["output"]["rows"][0]["optimum"] = 9.into());
    let merged = batch(&folder, &["merge", "m"]);
    assert!(merged.code == NONE && merged.err.contains("disagrees with"), "{merged:?}");
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

/// No plan of so many actions, by the engine that can be split.
const REFUTED: [&str; 4] = ["decide", "figure.lp", "--actions", "12"];

#[test]
fn a_question_is_refuted_cube_by_cube() {
    let folder = with_levels();
    plan(&folder, &["--cubes", "4"], &REFUTED);
    let cubes = jobs(&folder, "m");
    assert!(cubes.len() > 1, "{cubes:?}");
    let chunks: Vec<_> = cubes.iter().map(|job| job["chunk"].as_u64()).collect();
    assert_eq!(chunks, (1..=cubes.len() as u64).map(Some).collect::<Vec<_>>(), "a chunk of its own each");
    run_all(&folder);
    assert_eq!(answers(&folder, &["m"]), ["figure.lp 12 solved UNSATISFIABLE "]);
    // One is missing.
    write_jobs(&folder, "m", &cubes[1..]);
    let merged = batch(&folder, &["merge", "m"]);
    assert_eq!(merged.code, NONE, "{merged:?}");
    assert!(!merged.out.contains("UNSATISFIABLE") && merged.err.contains("cubes refuted"), "{merged:?}");
    assert!(merged.err.contains("1 cube is in no manifest, of "), "{merged:?}");
    // One stands in another's place.
    let mut overlapping = cubes.clone();
    overlapping[0]["part"]["index"] = cubes[1]["part"]["index"].clone();
    write_jobs(&folder, "m", &overlapping);
    let merged = batch(&folder, &["merge", "m"]);
    assert!(merged.code == INPUT && merged.err.contains("this is no job: its digest"), "{merged:?}");
    identify(&mut overlapping[0]);
    write_jobs(&folder, "m", &overlapping);
    let merged = batch(&folder, &["merge", "m"]);
    assert_eq!(merged.code, NONE, "{merged:?}");
    assert!(merged.err.contains("another job has the same place"), "{merged:?}");
    // One is about another program.
    write_jobs(&folder, "m", &cubes);
    change(&result(&folder, &cubes[0], 1), |record| record["output"]["program"] = "0".into());
    let merged = batch(&folder, &["merge", "m"]);
    assert_eq!(merged.code, UNKNOWN, "{merged:?}");
    assert!(merged.err.contains("about another ground program"), "{merged:?}");
}

/// A program with an answer set, in one cube alone.
const IN_ONE_CUBE: &str = "{ in(P,H) : H = 1..6 } = 1 :- P = 1..6. { in(P,H) : P = 1..6 } = 1 :- H = 1..6.\n\
                           :- #sum { P*P*P*H*H*H+7*P*H*H,P : in(P,H) } != 10782.\n";

#[test]
fn a_cover_is_the_one_that_was_planned() {
    let folder = folder(&[("program.lp", IN_ONE_CUBE)]);
    plan(&folder, &["--cubes", "4", "--chunk", "0"], &["solve", "program.lp"]);
    let cubes = jobs(&folder, "m");
    run_all(&folder);
    let merged = batch(&folder, &["merge", "m"]);
    assert_eq!(answers(&folder, &["m"]), ["program.lp  solved SATISFIABLE "], "{merged:?}");
    // Without the cube that has the answer set, the others counted anew.
    let has_answer = |job: &&Value| {
        let text = fs::read_to_string(result(&folder, job, 1)).unwrap_or_default();
        text.contains("\"verdict\":\"SATISFIABLE\"")
    };
    let mut cut: Vec<Value> = cubes.iter().filter(|job| !has_answer(job)).cloned().collect();
    fs::remove_dir_all(folder.path().join("m.results")).expect("a folder");
    let count = cut.len();
    assert!(0 < count && count < cubes.len(), "{cut:?}");
    for (index, job) in cut.iter_mut().enumerate() {
        job["part"]["index"] = index.into();
        job["part"]["cubes"] = count.into();
        job["chunk"] = (index + 1).into();
    }
    write_jobs(&folder, "m", &cut);
    let merged = batch(&folder, &["merge", "m"]);
    assert!(merged.code == INPUT && merged.err.contains("this is no job: its digest"), "{merged:?}");
    // The same with digests that fit.
    cut.iter_mut().for_each(identify);
    write_jobs(&folder, "m", &cut);
    run_all(&folder);
    let merged = batch(&folder, &["merge", "m"]);
    assert!(merged.code == NONE && !merged.out.contains("UNSATISFIABLE"), "{merged:?}");
    assert!(merged.err.contains("the cubes are not those that the question was split into"), "{merged:?}");
    // A cube whose literals are not those of its command.
    let mut other = cubes.clone();
    other[0]["part"]["literals"] = cubes[1]["part"]["literals"].clone();
    other.iter_mut().for_each(identify);
    write_jobs(&folder, "m", &other);
    let merged = batch(&folder, &["merge", "m"]);
    assert!(
        merged.code == INPUT && merged.err.contains("its literals are not those of `--cube`"),
        "{merged:?}"
    );
    // A cube twice, in place of another.
    let mut twice = cubes.clone();
    twice[0]["part"]["index"] = cubes[1]["part"]["index"].clone();
    twice.iter_mut().for_each(identify);
    write_jobs(&folder, "m", &twice);
    let merged = batch(&folder, &["merge", "m"]);
    assert!(merged.code == NONE && merged.err.contains("another job has the same place"), "{merged:?}");
}

#[test]
fn results_that_contradict_themselves_are_told() {
    let folder = with_levels();
    plan(&folder, &["--cubes", "2"], &REFUTED);
    run_all(&folder);
    let cubes = jobs(&folder, "m");
    let path = result(&folder, &cubes[0], 1);
    let right = fs::read_to_string(&path).expect("a result");
    let verdict = "its verdict is not that of its exit code and output";
    type Change = fn(&mut Value);
    let cases: [(Change, i32, &str); 9] = [
        (|record| record["exit"] = 0.into(), NONE, verdict),
        (|record| record["exit"] = Value::Null, NONE, verdict),
        (|record| record["output"]["result"] = "SATISFIABLE".into(), NONE, verdict),
        (|record| record["output"] = "".into(), NONE, verdict),
        (|record| record["verdict"] = "SATISFIABLE".into(), NONE, verdict),
        (|record| record["outcome"] = "time out".into(), NONE, verdict),
        (|record| record["output"]["cube"] = serde_json::json!(["x"]), NONE, "it is about another cube"),
        (
            |record| record["worker"]["groundplan"] = "0.0.0".into(),
            UNKNOWN,
            "it is from version 0.0.0, and was planned",
        ),
        (|record| record["output"]["program"] = "0".into(), UNKNOWN, "about another ground program"),
    ];
    for (forge, code, says) in cases {
        fs::write(&path, &right).expect("a result");
        change(&path, forge);
        let merged = batch(&folder, &["merge", "m"]);
        assert!(merged.code == code && merged.err.contains(says), "{says}: {merged:?}");
        assert!(!merged.out.contains("UNSATISFIABLE"), "{says}: {merged:?}");
    }
}

#[test]
fn a_line_that_is_missing_is_told() {
    let folder = with_levels();
    plan(&folder, &[], &OPTIMIZE);
    run_all(&folder);
    write_jobs(&folder, "m", &jobs(&folder, "m")[1..]);
    let merged = batch(&folder, &["merge", "m"]);
    assert_eq!(merged.code, UNKNOWN, "{merged:?}");
    assert!(merged.err.contains("1 line is in no manifest that was named, of 4 planned"), "{merged:?}");
    plan(&folder, &["--horizons", "3"], &["optimize", "levels.sok", "--level", "4"]);
    run_all(&folder);
    write_jobs(&folder, "m", &jobs(&folder, "m")[1..]);
    let merged = batch(&folder, &["merge", "m"]);
    assert_eq!(merged.code, NONE, "{merged:?}");
    assert!(merged.err.contains("1 number of actions is in no manifest, of 3"), "{merged:?}");
}

/// What nobody writes to is not waited for.
#[test]
fn pipes_in_the_place_of_files_hang_nothing() {
    let folder = with_levels();
    plan(&folder, &[], &OPTIMIZE);
    let results = folder.path().join("m.results");
    fs::create_dir_all(&results).expect("a folder");
    let planned = jobs(&folder, "m");
    let pipe =
        |path: &Path| assert!(Command::new("mkfifo").arg(path).status().expect("mkfifo runs").success());
    pipe(&result(&folder, &planned[0], 1));
    pipe(&results.join(format!("{}.needless", planned[1]["id"].as_str().expect("an id"))));
    pipe(&folder.path().join("pipe"));
    let merged = batch(&folder, &["merge", "m"]);
    assert!(
        merged.code == UNKNOWN && merged.err.contains("result 1 does not count: it is not a file"),
        "{merged:?}"
    );
    run_all(&folder);
    assert_eq!(answers(&folder, &["m"]), OPTIMA);
    assert_eq!(batch(&folder, &["merge", "pipe"]).code, INPUT);
    fs::remove_file(folder.path().join("levels.sok")).expect("a file");
    pipe(&folder.path().join("levels.sok"));
    let merged = batch(&folder, &["merge", "m"]);
    assert!(merged.err.contains("levels.sok` cannot be read"), "{merged:?}");
    fs::remove_dir_all(&results).expect("a folder");
    assert_eq!(batch(&folder, &["run", "m"]).code, INPUT);
}

#[test]
fn a_signal_ends_a_run_while_workers_work() {
    let folder = folder(&[("long", long()), ("longer", long())]);
    plan(&folder, &["--chunk", "0"], &["optimize", "long", "longer", "--engine", "ground"]);
    let mut run = Command::new(assert_cmd::cargo::cargo_bin!("groundplan"));
    run.args(["batch", "run", "m", "--jobs", "2", "--quiet"]).current_dir(folder.path()).stdin(Stdio::null());
    let mut run = run.spawn().expect("it starts");
    let results = folder.path().join("m.results");
    let start = Instant::now();
    while !results.exists() && start.elapsed() < Duration::from_secs(60) {
        std::thread::sleep(Duration::from_millis(5));
    }
    let pid = rustix::process::Pid::from_child(&run);
    rustix::process::kill_process(pid, rustix::process::Signal::TERM).expect("it runs");
    assert_eq!(run.wait().expect("it ends").code(), Some(UNKNOWN));
}

#[test]
fn the_first_plan_spares_the_other_cubes() {
    let folder = with_levels();
    plan(&folder, &["--cubes", "8"], &["decide", "levels.sok", "--level=4", "--actions", "5"]);
    assert_eq!(batch(&folder, &["run", "m", "--jobs", "1"]).code, FOUND);
    let merged = batch(&folder, &["merge", "m"]);
    assert_eq!(merged.code, FOUND, "{merged:?}");
    assert!(merged.err.contains(" not needed"), "{merged:?}");
    assert!(merged.out.contains("plan of levels.sok#4:\npush("), "{merged:?}");
    assert_eq!(answers(&folder, &["m"]), ["levels.sok#4 5 solved SATISFIABLE "]);
}

/// What runs for hours is ended by a result that makes it needless.
#[test]
fn a_race_that_is_won_ends_the_others() {
    let folder = with_levels();
    let guests = "{ in(G,1..13) } = 1 :- G=1..27. :- R=1..13, 3 { in(G,R) : G=1..27 }.\n";
    fs::write(folder.path().join("guests.lp"), guests).expect("a file");
    plan(&folder, &[], &["solve", "guests.lp", "--symmetry=no"]);
    let mut lines = jobs(&folder, "m");
    plan(&folder, &[], &["decide", "levels.sok", "--level", "2", "--actions", "2"]);
    lines.extend(jobs(&folder, "m"));
    for (index, line) in lines.iter_mut().enumerate() {
        line["part"] = serde_json::json!({ "kind": "horizon", "of": "q", "least": 2, "wanted": 2 });
        line["asked"]["actions"] = (3 - index).into();
        line["chunk"] = (index + 1).into();
        let actions = format!("--actions={}", 3 - index);
        line["arguments"] = match index {
            // The engine of the language does not ask for a number of actions: a file of that name does.
            0 => serde_json::json!(["solve", "guests.lp", "--symmetry=no", "--", actions]),
            _ => serde_json::json!(["decide", actions, "--format=json", "levels.sok", "--level=2"]),
        };
        identify(line);
    }
    fs::write(folder.path().join("--actions=3"), "").expect("a file");
    write_jobs(&folder, "m", &lines);
    let mut long = worker(&folder, "1").spawn().expect("it starts");
    std::thread::sleep(Duration::from_millis(500));
    assert!(long.try_wait().expect("it is a child").is_none(), "it is still running");
    assert!(worker(&folder, "2").status().expect("it starts").success());
    assert!(long.wait().expect("it ends").success());
    let merged = batch(&folder, &["merge", "m"]);
    assert_eq!(merged.code, FOUND, "{merged:?}");
    assert!(merged.err.contains("1 complete, 1 not needed"), "{merged:?}");
}

#[test]
fn a_cube_that_runs_into_a_limit_is_split_again() {
    let folder = with_levels();
    let limited = [&REFUTED[..], &["--time-limit", "600"]].concat();
    plan(&folder, &["--cubes", "4"], &limited);
    let cubes = jobs(&folder, "m");
    run_all(&folder);
    change(&result(&folder, &cubes[0], 1), |record| {
        record["outcome"] = "time out".into();
        record["verdict"] = Value::Null;
    });
    let merged = batch(&folder, &["merge", "m", "--resubmit", "again"]);
    assert_eq!(merged.code, UNKNOWN, "{merged:?}");
    let inner = jobs(&folder, "again");
    assert!(inner.len() > 1 && inner.iter().all(|job| job["part"]["of"] == cubes[0]["id"]), "{inner:?}");
    assert_eq!(batch(&folder, &["merge", "m", "again"]).code, UNKNOWN);
    assert_eq!(batch(&folder, &["run", "again"]).code, FOUND);
    let merged = batch(&folder, &["merge", "m", "again"]);
    assert_eq!(merged.code, FOUND, "{merged:?}");
    assert_eq!(answers(&folder, &["m", "again"]), ["figure.lp 12 solved UNSATISFIABLE "]);
}

#[test]
fn programs_are_split_as_well() {
    let folder = folder(&[("program.lp", "1 { at(P,H) : H=1..6 } 1 :- P=1..7. :- at(P,H), at(Q,H), P<Q.\n")]);
    plan(&folder, &["--cubes", "4"], &["solve", "program.lp"]);
    assert!(jobs(&folder, "m").len() > 1);
    run_all(&folder);
    assert_eq!(answers(&folder, &["m"]), ["program.lp  solved UNSATISFIABLE "]);
}

#[test]
fn what_slurm_gets_can_be_read_before() {
    let folder = with_levels();
    let command = [&OPTIMIZE[..], &["--time-limit", "50", "--memory-limit", "800"]].concat();
    plan(&folder, &["--chunk", "0"], &command);
    let printed = batch(&folder, &["submit", "m", "--slurm", "--dry-run", "--", "--partition=long"]);
    assert_eq!(printed.code, FOUND, "{printed:?}");
    for line in [
        "#SBATCH --requeue\n",
        "#SBATCH --time=2\n",
        "#SBATCH --mem=1028M\n",
        "'--array=1-4'",
        "'--dependency=afterany:<array 1>' '--partition=long'",
        "batch work '",
        "batch merge '",
    ] {
        assert!(printed.out.contains(line), "{line}: {}", printed.out);
    }
    assert!(!folder.path().join("m.results").exists());
}

/// On two virtual nodes: the same results as on this machine alone.
#[test]
fn two_nodes_give_the_same_table() {
    let programs = ["slurmctld", "slurmd", "munged", "sbatch"];
    if let Some(missing) = programs.iter().find(|program| !is_installed(program)) {
        return skip_without(missing);
    }
    if !rustix::process::geteuid().is_root() {
        return skip("two nodes of Slurm on one machine take root");
    }
    let nodes = Nodes::start();
    let folder = with_levels();
    plan(&folder, &["--chunk", "0"], &OPTIMIZE);
    let submitted = nodes.command(&folder, &["batch", "submit", "m", "--slurm", "--quiet"]);
    assert!(submitted.status.success(), "{submitted:?}");
    let start = Instant::now();
    let table = folder.path().join("m.results/merge.txt");
    let is_there = || fs::read_to_string(&table).is_ok_and(|text| text.contains("jobs: "));
    while !is_there() && start.elapsed() < Duration::from_secs(120) {
        std::thread::sleep(Duration::from_millis(200));
    }
    let text = fs::read_to_string(&table).expect("a table");
    assert!(text.contains("4 jobs: 4 complete"), "{text}");
    assert_eq!(answers(&folder, &["m"]), OPTIMA);
    let hosts: Vec<Value> = files(&folder)
        .iter()
        .filter_map(|(_, text)| serde_json::from_str::<Value>(text).ok())
        .map(|record| record["worker"]["host"].clone())
        .collect();
    assert!(hosts.contains(&"n1".into()) && hosts.contains(&"n2".into()), "{hosts:?}");
}

fn is_installed(program: &str) -> bool {
    let path = std::env::var("PATH").unwrap_or_default() + ":/usr/sbin:/sbin";
    path.split(':').any(|folder| Path::new(folder).join(program).is_file())
}

/// Two nodes that are taken down in the end.
struct Nodes {
    folder: TempDir,
}

impl Nodes {
    fn start() -> Nodes {
        // Paths of sockets are short.
        let nodes =
            Nodes { folder: tempfile::Builder::new().prefix("nodes-").tempdir_in("/tmp").expect("a folder") };
        let started = nodes.script("start");
        assert!(started.status.success(), "{started:?}");
        nodes
    }

    fn script(&self, what: &str) -> std::process::Output {
        let script = repository().join("scripts/slurm/two-nodes");
        let port = std::env::var("GROUNDPLAN_SLURM_PORT").unwrap_or_else(|_| "26917".to_owned());
        let mut command = Command::new(script);
        command.arg(what).arg(self.folder.path()).env("GROUNDPLAN_SLURM_PORT", port);
        // What goes on running is not to hold the pipes of this test.
        command.stdin(Stdio::null()).output().expect("it starts")
    }

    fn command(&self, folder: &TempDir, words: &[&str]) -> std::process::Output {
        let mut command = Command::new(assert_cmd::cargo::cargo_bin!("groundplan"));
        command.args(words).current_dir(folder.path());
        command.env("SLURM_CONF", self.folder.path().join("slurm.conf")).output().expect("it starts")
    }
}

impl Drop for Nodes {
    fn drop(&mut self) {
        let stopped = self.script("stop");
        assert!(stopped.status.success() || std::thread::panicking(), "{stopped:?}");
    }
}
