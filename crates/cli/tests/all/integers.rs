//! Random programs over integers, in every mode of the command, beside brute force: a few of those of `scripts/differential integers`.

use std::process::Command;

use crate::support::{installed, repository};

#[test]
fn random_programs_have_the_answers_that_brute_force_finds() {
    let Some(python) = installed("PYTHON", "python3", &["--version"]) else { return };
    let output = Command::new(python)
        .current_dir(repository())
        .args(["crates/cli/tests/integers/differential.py", env!("CARGO_BIN_EXE_groundplan")])
        .args(["150", "--without-clingcon"])
        .output()
        .expect("it starts");
    let reports = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{reports}{}", String::from_utf8_lossy(&output.stderr));
    assert!(reports.contains("programs: 150"), "{reports}");
}
