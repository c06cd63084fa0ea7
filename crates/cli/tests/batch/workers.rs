//! Workers that are killed, asked to end, or cannot write: nothing is half done, and nothing stays behind.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use crate::support::{folder, skip, skip_without, FOUND, UNKNOWN, UNWRITABLE};
use crate::{
    answers, batch, files, identify, jobs, long, plan, run_all, with_levels, worker, write_jobs, OPTIMA,
    OPTIMIZE,
};

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
