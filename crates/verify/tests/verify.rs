//! The command as a user types it, on a certificate that `groundplan certify` wrote.

use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::process::Output;

use assert_cmd::Command;

/// Returns the folder of the certificate `shop` and of its source, `shop.lp`.
fn certificates() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/certificates")
}

/// Runs the command in a folder. `None`, after saying so, where there is no veripb; an error where CI is set.
fn verify(folder: &Path, arguments: &[&str]) -> Option<Output> {
    let peers = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/peers/bin");
    let path = std::env::var_os("PATH").unwrap_or_default();
    let path: Vec<PathBuf> = std::env::split_paths(&path).chain([peers]).collect();
    if !path.iter().any(|folder| folder.join("veripb").is_file()) {
        assert!(std::env::var_os("CI").is_none(), "there is no veripb");
        // Not by `eprintln!`: what that says in a test that passes is not shown.
        writeln!(io::stderr(), "skipped: there is no veripb").expect("standard error is open");
        return None;
    }
    let mut command = Command::cargo_bin("groundplan-verify").expect("it is built");
    command.env("PATH", std::env::join_paths(path).expect("they come from such a list"));
    Some(command.current_dir(folder).args(arguments).output().expect("it runs"))
}

fn check(folder: &Path, arguments: &[&str], code: i32, verdict: &str, said: &str) {
    let Some(Output { status, stdout, stderr }) = verify(folder, arguments) else { return };
    let [stdout, stderr] = [stdout, stderr].map(|text| String::from_utf8(text).expect("it is text"));
    assert_eq!(stdout.lines().next().unwrap_or_default(), verdict, "{arguments:?}: {stderr}");
    assert!(stderr.contains(said), "{arguments:?}: {stderr}");
    assert_eq!(status.code(), Some(code), "{arguments:?}: {stderr}");
}

#[test]
fn a_certificate_is_verified_from_its_source() {
    let proven = "proven: shop.lp is ground to this program, by the reference grounder";
    check(&certificates(), &["shop"], 0, "VERIFIED FROM SOURCE", proven);
    check(&certificates(), &["shop", "shop.lp"], 0, "VERIFIED FROM SOURCE", proven);
    check(&certificates(), &["shop", "-q"], 0, "VERIFIED FROM SOURCE", "");
    let Some(run) = verify(&certificates(), &["shop", "--format", "json"]) else { return };
    let result: serde_json::Value = serde_json::from_slice(&run.stdout).expect("it is JSON");
    assert_eq!((&result["verified"], &result["from_source"]), (&true.into(), &true.into()));
}

#[test]
fn what_cannot_be_compared_is_unknown() {
    // The source is not below this folder.
    let shop = certificates().join("shop");
    check(&shop, &["."], 2, "UNKNOWN", "there is no file `shop.lp`");
}

#[test]
fn another_program_or_proof_is_rejected() {
    let folder = certificates();
    let other = std::env::temp_dir().join(format!("groundplan-verify-{}", std::process::id()));
    fs::create_dir_all(other.join("shop")).expect("a folder");
    for entry in fs::read_dir(folder.join("shop")).expect("the certificate") {
        let entry = entry.expect("a file");
        fs::copy(entry.path(), other.join("shop").join(entry.file_name())).expect("a copy");
    }
    let source = fs::read_to_string(folder.join("shop.lp")).expect("the source");
    fs::write(other.join("open.lp"), source.replace(":- key.", "")).expect("another source");
    check(&other, &["shop", "open.lp"], 1, "REJECTED", "the ground program is not that of open.lp");
    fs::write(other.join("script.lp"), "#script (python) #end.").expect("another source");
    check(&other, &["shop", "script.lp"], 2, "UNKNOWN", "which cannot be asked again");
    fs::write(other.join("shop/proof.pbp"), "nothing").expect("another proof");
    check(&other, &["shop"], 1, "REJECTED", "the digest is not that of the manifest");
    fs::remove_dir_all(&other).expect("the folder is ours");
}

#[test]
fn errors_have_their_exit_codes() {
    check(&certificates(), &["nothing"], 65, "", "is no certificate");
    check(&certificates(), &["shop", "nothing.lp"], 65, "", "cannot read `nothing.lp`");
    check(&certificates(), &[], 64, "", "DIR");
}
