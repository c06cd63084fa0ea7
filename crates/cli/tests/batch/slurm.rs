//! Batches on the nodes of Slurm.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;
use tempfile::TempDir;

use crate::support::{repository, skip, skip_without, FOUND};
use crate::{answers, batch, files, plan, with_levels, OPTIMA, OPTIMIZE};

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
