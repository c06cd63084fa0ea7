//! `groundplan check certificate` as a user types it.

mod attacks;
mod claims;

use std::collections::BTreeMap;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::path::Path;

use groundplan_certificate::{digest, Claim, Grounder, Manifest, Program, Source, FORMAT};
use serde_json::json;

use crate::support::{self, folder, skip_without, Run, FOUND, INPUT, NONE, UNKNOWN};

const SOURCE: &str = "p(n) :- not p(n).\n";
const ASPIF: &str = "asp 1 0 0\n1 0 1 1 0 1 -1\n4 4 p(7) 1 1\n0\n";
const PROOF: &str =
    "pseudo-Boolean proof version 3.0\nf 2 ;\npol 1 2 + ;\noutput NONE ;\nconclusion UNSAT : 3 ;\n\
                     end pseudo-Boolean proof ;\n";

fn sum(text: &str) -> String {
    digest(&mut text.as_bytes(), &mut std::io::sink()).expect("nothing fails")
}

/// Writes a certificate, from the source in the folder above.
fn write(dir: &Path, aspif: &str, proof: &str) {
    fs::create_dir_all(dir).expect("a directory");
    let texts = [("program.aspif", aspif), ("sets.txt", ""), ("claim.txt", ""), ("proof.pbp", proof)];
    for (name, text) in texts {
        fs::write(dir.join(name), text).expect("a file");
    }
    let program = Program::parse(aspif).expect("aspif");
    let manifest = Manifest {
        format: FORMAT.to_owned(),
        claim: Claim::default().sentence(&program),
        digests: texts.iter().map(|(name, text)| ((*name).to_owned(), sum(text))).collect(),
        sources: vec![Source { file: "program.lp".to_owned(), sha256: sum(SOURCE), included: false }],
        grounder: Grounder {
            name: "groundplan".to_owned(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            arguments: vec!["-c".to_owned(), "n=7".to_owned()],
        },
        versions: BTreeMap::new(),
    };
    fs::write(dir.join("manifest.json"), manifest.to_string()).expect("a file");
}

/// Where the command looks for VeriPB: on the path, and where `scripts/peers/install` puts it.
fn path() -> OsString {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let peers = support::repository().join("target/peers/bin");
    std::env::join_paths(std::env::split_paths(&path).chain([peers])).expect("a path")
}

fn has_veripb() -> bool {
    let found = std::env::split_paths(&path()).any(|dir| dir.join("veripb").is_file());
    if !found {
        skip_without("veripb");
    }
    found
}

fn checked_with(path: &OsStr, folder: &Path, arguments: &[&str]) -> Run {
    let output = assert_cmd::cargo::cargo_bin_cmd!("groundplan")
        .current_dir(folder)
        .env("PATH", path)
        .args(["check", "certificate"])
        .args(arguments)
        .output()
        .expect("the command starts");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("text");
    Run {
        code: output.status.code().expect("a code"),
        out: text(output.stdout),
        summary: String::new(),
        err: text(output.stderr),
    }
}

fn checked(folder: &Path, arguments: &[&str]) -> Run {
    checked_with(&path(), folder, arguments)
}

#[test]
fn a_certificate_is_verified_and_its_program_compared() {
    if !has_veripb() {
        return;
    }
    let folder = folder(&[("program.lp", SOURCE), ("other.lp", "q. p(n) :- not p(n).\n")]);
    let at = folder.path();
    write(&at.join("proof"), ASPIF, PROOF);
    let run = checked(at, &["proof"]);
    assert_eq!((run.code, run.out.as_str()), (FOUND, "VERIFIED FROM SOURCE\n"), "{run:?}");
    assert_eq!(
        run.err,
        "proven by VeriPB 3.0.2: there is no answer set\n\
         proven: program.lp with n=7 is ground to this program, by the reference grounder\n"
    );
    assert_eq!(checked(at, &["proof", "program.lp", "--quiet"]).err, "");
    let json = checked(at, &["proof", "--format", "json", "--quiet"]).json();
    assert_eq!(
        json,
        json!({ "verified": true, "from_source": true, "certificates": [{
            "directory": "", "verified": true, "reason": null, "claim": "there is no answer set", "bounds": [],
            "assumptions": [], "externals": {}, "cubes": [], "inequalities": 2, "sets": 0, "veripb": "3.0.2",
            "sources": ["program.lp"], "constants": ["n=7"],
            "grounder": { "name": "groundplan", "version": env!("CARGO_PKG_VERSION"), "arguments": ["-c", "n=7"] },
            "grounding": {
                "same": true, "grounder": "groundplan", "files": ["program.lp"], "constants": ["n=7"],
                "from_source": true, "unproven": null, "plans": null,
            },
        }] })
    );

    // A proof about another program.
    for arguments in [&["proof", "other.lp"][..], &["proof", "program.lp", "-c", "n=8"]] {
        let run = checked(at, arguments);
        assert_eq!((run.code, run.out.as_str()), (NONE, "REJECTED\n"), "{run:?}");
        assert!(run.err.contains("the ground program is not that of"), "{run:?}");
    }
    // Where the source has changed, or is gone, nothing is compared, and it is not known what was proven of it.
    fs::write(at.join("program.lp"), "p(n) :- not p(n), n > 0.\n").expect("a file");
    let run = checked(at, &["proof"]);
    assert_eq!((run.code, run.out.as_str()), (UNKNOWN, "UNKNOWN\n"), "{run:?}");
    assert!(run.err.contains("not checked: whether") && run.err.contains("is not the file"), "{run:?}");
    assert_eq!(checked(at, &["proof", "program.lp"]).code, FOUND);
    fs::remove_file(at.join("program.lp")).expect("a file");
    let run = checked(at, &["proof"]);
    assert!(run.code == UNKNOWN && run.err.contains("there is no file `program.lp`"), "{run:?}");
    let json = checked(at, &["proof", "--format", "json"]).json();
    assert_eq!(json["certificates"][0]["grounding"]["same"], json!(null));
    assert_eq!(checked(at, &["proof", "program.lp"]).code, INPUT);
}

#[test]
fn assumptions_and_external_atoms_are_part_of_what_is_said() {
    if !has_veripb() {
        return;
    }
    let folder = folder(&[]);
    // Nobody has its source, `a :- b. #external b. [true]`, so that the ground program is named as one.
    let aspif = "asp 1 0 0\n1 0 1 1 0 1 2\n4 1 a 1 1\n4 1 b 1 2\n5 2 1\n6 1 -1\n0\n";
    // a or not b, b, not a, a only if b.
    let proof = PROOF.replace("f 2 ;\npol 1 2 + ;", "f 4 ;\npol 1 2 + 3 + ;").replace(": 3", ": 5");
    write(&folder.path().join("proof"), aspif, &proof);
    attacks::forge(&folder.path().join("proof"), |manifest| manifest["sources"] = json!([]));
    let run = checked(folder.path(), &["proof"]);
    assert_eq!(run.code, FOUND, "{run:?}");
    let claim = "there is no answer set; assumed: not a; external: b true";
    assert!(run.err.starts_with(&format!("proven by VeriPB 3.0.2: {claim}\n")), "{run:?}");
    let json = checked(folder.path(), &["proof", "--format", "json"]).json();
    let certificate = &json["certificates"][0];
    assert_eq!(
        (&certificate["assumptions"], &certificate["externals"]),
        (&json!(["not a"]), &json!({ "b": "true" }))
    );
}

#[test]
fn all_certificates_in_a_directory_have_to_hold() {
    if !has_veripb() {
        return;
    }
    let folder = folder(&[("program.lp", SOURCE)]);
    let at = folder.path();
    write(&at.join("both/1"), ASPIF, PROOF);
    write(&at.join("both/2"), ASPIF, PROOF);
    let run = checked(at, &["both"]);
    assert_eq!((run.code, run.out.as_str()), (FOUND, "VERIFIED FROM SOURCE\n"), "{run:?}");
    assert!(run.err.contains("1: proven by") && run.err.contains("2: proven by"), "{run:?}");
    write(&at.join("both/2"), ASPIF, &PROOF.replace("pol 1 2 +", "pol 1 1 +"));
    let run = checked(at, &["both", "--format", "json"]);
    assert_eq!(run.code, NONE, "{run:?}");
    assert_eq!(
        (&run.json()["verified"], &run.json()["certificates"][0]["verified"]),
        (&json!(false), &json!(true))
    );
    let reason = run.json()["certificates"][1]["reason"].as_str().expect("a reason").to_owned();
    assert!(reason.starts_with("proof.pbp: VeriPB does not accept the proof, and says `"), "{reason}");
    assert!(run.err.contains("2: proof.pbp: VeriPB does not accept"), "{run:?}");
    fs::create_dir(at.join("both/3")).expect("a directory");
    assert!(checked(at, &["both"]).err.contains("3: manifest.json: this cannot be read"));
}

#[test]
fn what_is_no_certificate_is_bad_input() {
    let folder = folder(&[("file", "")]);
    for name in [".", "file", "nowhere"] {
        let run = checked(folder.path(), &[name]);
        assert!(run.code == INPUT && run.err.contains("is no certificate"), "{run:?}");
    }
}

#[test]
fn without_veripb_nothing_is_known() {
    let folder = folder(&[("program.lp", SOURCE)]);
    write(&folder.path().join("proof"), ASPIF, PROOF);
    let run = checked_with("/nowhere".as_ref(), folder.path(), &["proof"]);
    assert_eq!((run.code, run.out.as_str()), (UNKNOWN, "UNKNOWN\n"), "{run:?}");
    assert!(
        run.err.contains("VeriPB cannot be run") && run.err.contains("cargo install --locked veripb"),
        "{run:?}"
    );
    // What is wrong with the certificate itself is found without.
    write(&folder.path().join("proof"), ASPIF, &PROOF.replace("pol", "a"));
    let run = checked(folder.path(), &["proof"]);
    assert!(run.code == NONE && run.err.contains("`a` is not allowed in a certificate"), "{run:?}");
}

#[test]
fn without_room_for_temporary_files_nothing_is_known() {
    if !has_veripb() {
        return;
    }
    let folder = folder(&[("program.lp", SOURCE)]);
    write(&folder.path().join("proof"), ASPIF, PROOF);
    let output = assert_cmd::cargo::cargo_bin_cmd!("groundplan")
        .current_dir(folder.path())
        .env("PATH", path())
        .env("TMPDIR", folder.path().join("nowhere"))
        .args(["check", "certificate", "proof"])
        .output()
        .expect("the command starts");
    let err = String::from_utf8(output.stderr).expect("text");
    assert_eq!((output.status.code(), output.stdout.as_slice()), (Some(UNKNOWN), &b"UNKNOWN\n"[..]), "{err}");
    assert!(err.contains("no room for temporary files") && err.contains("`TMPDIR`"), "{err}");
    assert!(!err.contains("cargo install"), "{err}");
}

/// One sentence for two halves, and for several priorities; none where the certificates prove less.
#[cfg(feature = "cadical")]
#[test]
fn what_is_fewest_or_least_is_said_only_of_the_whole_question() {
    if !has_veripb() {
        return;
    }
    let costs = "{a;b;c}. :- not a, not b. #minimize { 1@2,x:a; 2@2,y:b; 3@1,z:c; 1@1,w:not c }.\n";
    let figure = support::text("instances/sokoban/paper-figure1.lp");
    let folder = folder(&[("costs.lp", costs), ("figure.lp", &figure)]);
    let at = folder.path();
    let run = |words: &[&str], code: i32| {
        let run = support::run_in(at, words, "");
        assert_eq!(run.code, code, "{run:?}");
    };
    run(&["optimize", "figure.lp", "--certify", "whole"], FOUND);
    let whole = checked(at, &["whole"]);
    let fewest = "proven fewest, from the source: plan.lp has 13 actions (box lines), and is valid";
    assert!(whole.code == FOUND && whole.err.contains(fewest), "{whole:?}");
    let atoms = fs::read_to_string(at.join("whole/atoms.txt")).expect("a file");
    let moved = atoms.lines().filter_map(|line| line.split_once(' ')).map(|(_, name)| name);
    let moved = moved.rev().find(|name| name.starts_with("over(")).expect("a box slides");
    run(&["decide", "figure.lp", "--actions", "12", "--cube", moved, "--certify", "cube"], NONE);
    run(&["decide", "figure.lp", "--actions", "12", "--no-noop", "--certify", "moving"], NONE);
    for less in ["cube", "moving"] {
        fs::copy(at.join("whole/plan.lp"), at.join(less).join("plan.lp")).expect("a file");
        let less = checked(at, &[less]);
        assert_eq!((less.code, less.out.as_str()), (FOUND, "VERIFIED FROM SOURCE\n"), "{less:?}");
        assert!(!less.err.contains("fewest"), "{less:?}");
    }

    run(&["certify", "costs.lp", "--cost-below", "1,1", "-o", "least"], FOUND);
    let both = checked(at, &["least"]);
    let least = "proven, from the source: no answer set costs less than 1 at priority 2, 1 at priority 1\n";
    assert!(both.code == FOUND && both.err.ends_with(least), "{both:?}");
    let one = checked(at, &["least/priority-1"]);
    assert!(one.code == FOUND && !one.err.contains("costs less than"), "{one:?}");
    run(
        &["certify", "costs.lp", "--cost-below", "2,1", "--assume", "b", "--assume", "not a", "-o", "some"],
        FOUND,
    );
    let some = checked(at, &["some"]);
    assert!(some.code == FOUND && !some.err.contains("costs less than"), "{some:?}");
}
