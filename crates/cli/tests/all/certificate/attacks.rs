//! Ways to have a certificate say more than it proves, or read more than it may: what each ends as.

use std::fs;
#[cfg(unix)]
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::Command;

use serde_json::{json, Value};

use super::{checked, has_veripb, sum, write, ASPIF, PROOF, SOURCE};
use crate::support::{folder, Run, FOUND, INPUT, NONE, UNKNOWN};

/// What nobody may read.
const SECRET: &str = "secret(tulip). :- tulip garden.\n";

/// Changes what a manifest says.
pub fn forge(certificate: &Path, change: impl FnOnce(&mut Value)) {
    let path = certificate.join("manifest.json");
    let text = fs::read_to_string(&path).expect("a manifest");
    let mut manifest: Value = serde_json::from_str(&text).expect("JSON");
    change(&mut manifest);
    fs::write(path, manifest.to_string()).expect("a file");
}

/// A certificate in `proof`, of `program.lp` beside it; then the manifest is changed, and the certificate is checked.
fn checked_with(change: impl FnOnce(&mut Value), arguments: &[&str]) -> Run {
    let folder = folder(&[("program.lp", SOURCE)]);
    write(&folder.path().join("proof"), ASPIF, PROOF);
    forge(&folder.path().join("proof"), change);
    checked(folder.path(), &[&["proof"], arguments].concat())
}

/// The source is called like this, with the digest of this text.
fn named(name: &str, text: &str) -> impl FnOnce(&mut Value) {
    let source = json!([{ "file": name, "sha256": sum(text) }]);
    move |manifest| manifest["sources"] = source
}

#[track_caller]
fn ends(run: &Run, code: i32, says: &str) {
    let word = match code {
        FOUND if run.err.contains("by the reference grounder") => "VERIFIED FROM SOURCE\n",
        FOUND => "VERIFIED\n",
        NONE => "REJECTED\n",
        _ => "UNKNOWN\n",
    };
    assert_eq!((run.code, run.out.as_str()), (code, word), "{run:?}");
    assert!(run.err.contains(says), "`{says}` is missing: {run:?}");
    assert!(!run.err.contains("tulip"), "{run:?}");
}

#[test]
fn constants_are_said() {
    if !has_veripb() {
        return;
    }
    let constants = |constants: &'static [&str]| {
        move |manifest: &mut Value| {
            let pairs = constants.iter().flat_map(|constant| ["-c", constant]);
            manifest["grounder"]["arguments"] = json!(pairs.collect::<Vec<_>>());
        }
    };
    for arguments in [&[][..], &["program.lp"], &["program.lp", "-c", "n=7"]] {
        let run = checked_with(|_| {}, arguments);
        ends(&run, FOUND, "program.lp with n=7 is ground to this program");
    }
    ends(&checked_with(constants(&["m=1", "n=7"]), &["program.lp"]), FOUND, " with m=1, n=7 is ground");
    ends(&checked_with(constants(&["n=8"]), &[]), NONE, "not that of program.lp with n=8");
    ends(&checked_with(constants(&["n=8"]), &["program.lp", "-c", "n=7"]), FOUND, " with n=7 is ground");
    // One that the user does not know of, and what looks like a line of our own.
    ends(&checked_with(constants(&["n=7 %\nproven"]), &[]), UNKNOWN, "with -c `n=7 %\\nproven`");
    let json = checked_with(|_| {}, &["--format", "json"]).json();
    let certificate = &json["certificates"][0];
    assert_eq!(certificate["constants"], json!(["n=7"]));
    assert_eq!(certificate["grounding"]["constants"], json!(["n=7"]));
}

#[test]
fn a_comparison_is_not_switched_off() {
    if !has_veripb() {
        return;
    }
    let grounder =
        |name: &'static str| move |manifest: &mut Value| manifest["grounder"]["name"] = json!(name);
    let told = |arguments: &'static [&str]| {
        move |manifest: &mut Value| manifest["grounder"]["arguments"] = json!(arguments)
    };
    ends(&checked_with(grounder("somebody"), &[]), UNKNOWN, "it is from somebody, which cannot be asked");
    // Which of the two found the atoms does not matter, and nothing is run.
    ends(&checked_with(grounder("gringo"), &[]), FOUND, "program.lp with n=7 is ground to this program");
    ends(&checked_with(grounder("none"), &[]), UNKNOWN, "the sources are no ground program");
    ends(&checked_with(grounder("groundplan explain"), &[]), UNKNOWN, "soft statements are not known");
    ends(&checked_with(told(&["--fast", "1"]), &[]), UNKNOWN, "options of the grounder are not known");
    ends(&checked_with(told(&["-c"]), &[]), UNKNOWN, "options of the grounder are not known");
    ends(&checked_with(told(&["-c", "n"]), &[]), UNKNOWN, "`n` is no definition of a constant");
    // The user says what the certificate should be of, and another grounder's name does not help.
    ends(&checked_with(grounder("somebody"), &["program.lp"]), UNKNOWN, "cannot be asked");
    let json = checked_with(grounder("somebody"), &["--format", "json"]).json();
    assert_eq!((&json["verified"], &json["certificates"][0]["verified"]), (&json!(null), &json!(null)));
    assert_eq!(json["certificates"][0]["claim"], "there is no answer set");
    // Without sources it is about a ground program, and says so.
    let alone = |manifest: &mut Value| manifest["sources"] = json!([]);
    ends(&checked_with(alone, &[]), FOUND, "of the ground program in the folder; no source text is named");
    ends(&checked_with(alone, &["--require-sources"]), UNKNOWN, "no source text is named");
    ends(
        &checked_with(alone, &["program.lp", "--require-sources"]),
        FOUND,
        "proven: program.lp with n=7 is ground",
    );
    ends(&checked_with(|_| {}, &["--require-sources"]), FOUND, "proven: program.lp with n=7 is ground");
    // A ground program that is its own source is no source text.
    let own = named("program.aspif", ASPIF);
    ends(
        &checked_with(own, &[]),
        FOUND,
        "the ground program is proof/program.aspif; no source text is named",
    );
    ends(&checked_with(named("program.aspif", ASPIF), &["--require-sources"]), UNKNOWN, "no source text");
}

#[test]
fn a_source_that_is_another_one_is_not_compared() {
    if !has_veripb() {
        return;
    }
    ends(&checked_with(named("program.lp", "p."), &[]), UNKNOWN, "is not the file that was ground");
    ends(&checked_with(named("gone.lp", SOURCE), &[]), UNKNOWN, "there is no file `gone.lp`");
    ends(&checked_with(named("proof", SOURCE), &[]), UNKNOWN, "`proof` is not a file");
    let second = |manifest: &mut Value| {
        let sources =
            json!([{ "file": "program.lp", "sha256": sum(SOURCE) }, { "file": "gone.lp", "sha256": "0" }]);
        manifest["sources"] = sources;
    };
    ends(&checked_with(second, &[]), UNKNOWN, "there is no file `gone.lp`");
    ends(&checked_with(second, &["program.lp"]), FOUND, "proven: program.lp with n=7 is ground");
    // Its own text is read, and is none of a program.
    let folder = folder(&[("program.lp", SOURCE)]);
    write(&folder.path().join("proof"), ASPIF, PROOF);
    fs::write(folder.path().join("proof/own.lp"), "p(n) :-").expect("a file");
    forge(&folder.path().join("proof"), named("own.lp", "p(n) :-"));
    ends(&checked(folder.path(), &["proof"]), UNKNOWN, "they cannot be ground");
}

#[test]
#[cfg(unix)]
fn foreign_files_are_not_opened() {
    if !has_veripb() {
        return;
    }
    let folder = folder(&[("secret.lp", SECRET)]);
    let (here, secret) = (folder.path().join("here"), folder.path().join("secret.lp"));
    fs::create_dir(&here).and_then(|()| fs::write(here.join("program.lp"), SOURCE)).expect("a file");
    let proof = here.join("proof");
    write(&proof, ASPIF, PROOF);
    symlink(&secret, proof.join("link.lp")).expect("a link");
    symlink(&secret, here.join("link-here.lp")).expect("a link");
    symlink(folder.path(), proof.join("up")).expect("a link");
    symlink("/dev/zero", proof.join("device.lp")).expect("a link");
    let fifo = Command::new("mkfifo").arg(proof.join("pipe.lp")).status().expect("mkfifo runs");
    assert!(fifo.success());
    fs::File::create(proof.join("huge.lp")).and_then(|file| file.set_len(1 << 40)).expect("a sparse file");
    let absolute = secret.to_str().expect("text");
    for (name, says) in [
        (absolute, "is opened only if you name it"),
        ("../secret.lp", "is opened only if you name it"),
        ("../../secret.lp", "is opened only if you name it"),
        ("link.lp", "is opened only if you name it"),
        ("link-here.lp", "is opened only if you name it"),
        ("up/secret.lp", "is opened only if you name it"),
        ("device.lp", "is opened only if you name it"),
        ("/etc/passwd", "is opened only if you name it"),
        ("pipe.lp", "is not a file"),
        ("huge.lp", "is larger than 4 GiB"),
        ("", "is not a file"),
    ] {
        forge(&proof, named(name, SECRET));
        ends(&checked(&here, &["proof"]), UNKNOWN, says);
    }
    // What the user names is read, wherever it is.
    fs::write(&secret, SOURCE).expect("a file");
    ends(&checked(&here, &["proof", "../secret.lp"]), FOUND, "proven: ../secret.lp with n=7 is ground");
    // An absolute name of a file below the current folder is as good as a relative one.
    forge(&proof, named(here.join("program.lp").to_str().expect("text"), SOURCE));
    ends(&checked(&here, &["proof"]), FOUND, "with n=7");
}

#[test]
#[cfg(unix)]
fn what_is_included_lies_below() {
    if !has_veripb() {
        return;
    }
    let folder = folder(&[("secret.lp", SECRET)]);
    let here = folder.path().join("here");
    fs::create_dir_all(here.join("parts")).expect("a folder");
    fs::write(here.join("parts/part.lp"), SOURCE).expect("a file");
    let proof = here.join("proof");
    write(&proof, ASPIF, PROOF);
    symlink(folder.path().join("secret.lp"), here.join("link.lp")).expect("a link");
    let absolute = folder.path().join("secret.lp");
    for target in ["../secret.lp", "link.lp", "parts/../../secret.lp", absolute.to_str().expect("text")] {
        let text = format!("#include \"{target}\".\n{SOURCE}");
        fs::write(here.join("program.lp"), &text).expect("a file");
        forge(&proof, named("program.lp", &text));
        ends(&checked(&here, &["proof"]), UNKNOWN, "does not lie below the files that were named");
        // The same where the user names it, who may have it from the one who wrote the certificate.
        let run = checked(&here, &["proof", "program.lp"]);
        assert!(run.code == INPUT && run.err.contains("does not lie below"), "{run:?}");
        assert!(!run.err.contains("tulip"), "{run:?}");
        // The certificate's own file is no better, though the current folder is above it.
        fs::write(proof.join("own.lp"), text.replace("../", "../../")).expect("a file");
        forge(&proof, named("own.lp", &text.replace("../", "../../")));
        ends(&checked(folder.path(), &["here/proof"]), UNKNOWN, "they cannot be ground");
    }
    let text = "#include \"parts/part.lp\".\n";
    fs::write(here.join("program.lp"), text).expect("a file");
    forge(&proof, named("program.lp", text));
    let run = checked(&here, &["proof"]);
    ends(&run, FOUND, "proven: program.lp, parts/part.lp (included) with n=7 is ground");
}

#[test]
fn control_characters_are_escaped() {
    if !has_veripb() {
        return;
    }
    let is_plain = |text: &str| !text.contains(|c: char| c != '\n' && (c.is_control() || c == '\u{202e}'));
    let evil = "\u{1b}[2J\u{9b}1m\r\n\u{7}\u{202e}x";
    let says = |change: &dyn Fn(&mut Value), code: i32| {
        let run = checked_with(change, &[]);
        assert_eq!(run.code, code, "{run:?}");
        assert!(
            is_plain(&run.err) && run.err.contains("\\u{1b}[2J\\u{9b}1m\\r\\n\\u{7}\\u{202e}x"),
            "{run:?}"
        );
        checked_with(change, &["--format", "json", "--quiet"])
    };
    let run = says(&|manifest| manifest["sources"][0]["file"] = json!(evil), UNKNOWN);
    assert!(is_plain(run.out.trim_end()), "{run:?}");
    assert_eq!(run.json()["certificates"][0]["sources"], json!([evil]));
    says(&|manifest| manifest["grounder"]["name"] = json!(evil), UNKNOWN);
    says(&|manifest| manifest["grounder"]["arguments"] = json!(["-c", evil]), UNKNOWN);
    let run = says(&|manifest| manifest["format"] = json!(evil), NONE);
    assert!(run.json()["certificates"][0]["reason"].as_str().expect("a reason").contains(evil), "{run:?}");
    says(&|manifest| manifest[evil] = json!(1), NONE);
    says(&|manifest| manifest["digests"][evil] = json!("0"), NONE);
    // In names of atoms, of folders and of files, and in texts.
    let folder = folder(&[]);
    let evil = "\u{1b}[2Jx";
    let aspif =
        format!("asp 1 0 0\n1 0 1 1 0 1 2\n4 {} {evil} 1 1\n4 1 b 1 2\n5 2 1\n6 1 -1\n0\n", evil.len());
    let proof = PROOF.replace("f 2 ;\npol 1 2 + ;", "f 4 ;\npol 1 2 + 3 + ;").replace(": 3", ": 5");
    let certificate = folder.path().join(format!("all/{evil}"));
    write(&certificate, &aspif, &proof);
    forge(&certificate, |manifest| manifest["sources"] = json!([]));
    let run = checked(folder.path(), &["all"]);
    ends(
        &run,
        FOUND,
        "`\\u{1b}[2Jx`: proven by VeriPB 3.0.2: there is no answer set; assumed: not `\\u{1b}[2Jx`",
    );
    assert!(is_plain(&run.err), "{run:?}");
    fs::write(certificate.join(format!("{evil}.lp")), SECRET).expect("a file");
    forge(&certificate, named(&format!("{evil}.lp"), SECRET));
    let run = checked(folder.path(), &["all"]);
    ends(&run, UNKNOWN, "has control characters, and the file is not opened");
    assert!(is_plain(&run.err), "{run:?}");
    let text = format!("#include \"{evil}.lp\".\n");
    fs::write(certificate.join("own.lp"), &text).expect("a file");
    forge(&certificate, named("own.lp", &text));
    let run = checked(folder.path(), &["all"]);
    assert!(run.code == UNKNOWN && is_plain(&run.err), "{run:?}");
    let text = format!("p(n) :- \"{evil}\" not.\n");
    fs::write(certificate.join("own.lp"), &text).expect("a file");
    forge(&certificate, named("own.lp", &text));
    let run = checked(folder.path(), &["all"]);
    assert!(run.code == UNKNOWN && is_plain(&run.err), "{run:?}");
    fs::write(certificate.join("proof.pbp"), format!("{evil}\n")).expect("a file");
    forge(&certificate, |manifest| manifest["digests"]["proof.pbp"] = json!(sum(&format!("{evil}\n"))));
    let run = checked(folder.path(), &["all"]);
    assert!(run.code == NONE && is_plain(&run.err), "{run:?}");
    let run = checked(folder.path(), &[evil]);
    assert!(run.code == INPUT && is_plain(&run.err), "{run:?}");
}

#[test]
#[cfg(unix)]
fn links_lead_nowhere_else() {
    let folder = folder(&[("program.lp", SOURCE)]);
    let at = folder.path();
    write(&at.join("real"), ASPIF, PROOF);
    for name in ["program.aspif", "manifest.json", "proof.pbp"] {
        write(&at.join("proof"), ASPIF, PROOF);
        fs::remove_file(at.join("proof").join(name)).expect("a file");
        symlink(at.join("real").join(name), at.join("proof").join(name)).expect("a link");
        let run = checked(at, &["proof"]);
        assert!(run.code == NONE && run.err.contains(&format!("{name}: this is not a file")), "{run:?}");
        fs::remove_dir_all(at.join("proof")).expect("a folder");
    }
    fs::create_dir(at.join("all")).expect("a folder");
    symlink(at.join("real"), at.join("all/one")).expect("a link");
    let run = checked(at, &["all"]);
    assert!(run.code == INPUT && run.err.contains("`one` in it is a link to a folder elsewhere"), "{run:?}");
}

#[test]
fn another_ground_program_is_rejected() {
    if !has_veripb() {
        return;
    }
    let one_more = ASPIF.replace("4 4", "1 0 1 2 0 0\n4 4");
    let proof = PROOF.replace("f 2", "f 3").replace("pol 1 2", "pol 1 3").replace(": 3", ": 4");
    let other_name = ASPIF.replace("p(7)", "p(8)");
    let commented = ASPIF.replace("4 4", "10 true\n4 4");
    for (aspif, proof, says) in [
        (&one_more, proof.as_str(), "line 3 differs"),
        (&other_name, PROOF, "it has no `p(7)`, which is derived at program.lp:1: `p(n) :- not p(n).`"),
        (&commented, PROOF, "line 3 differs"),
    ] {
        let folder = folder(&[("program.lp", SOURCE)]);
        write(&folder.path().join("proof"), aspif, proof);
        ends(&checked(folder.path(), &["proof"]), NONE, says);
    }
}

#[test]
fn a_manifest_says_nothing_that_is_not_checked() {
    for (change, says) in [
        (
            &(|manifest: &mut Value| manifest["proven"] = json!("all")) as &dyn Fn(&mut Value),
            "unknown field `proven`",
        ),
        (&|manifest| manifest["sources"][0]["of"] = json!("all"), "unknown field `of`"),
        (&|manifest| manifest["grounder"]["by"] = json!("all"), "unknown field `by`"),
        (
            &|manifest| manifest["digests"]["more.txt"] = json!("0"),
            "a digest of `more.txt`, which is not checked",
        ),
        (&|manifest| manifest["format"] = json!("groundplan certificate 2"), "the format is"),
        (&|manifest| manifest["format"] = json!("groundplan certificate"), "the format is"),
        (&|manifest| manifest["format"] = json!(1), "this is no manifest"),
        (&|manifest| manifest["claim"] = json!("there is no answer set at all"), "is not what was proven"),
    ] {
        ends(&checked_with(change, &[]), NONE, says);
    }
    let folder = folder(&[("program.lp", SOURCE)]);
    let path = folder.path().join("proof/manifest.json");
    write(&folder.path().join("proof"), ASPIF, PROOF);
    let text = fs::read_to_string(&path).expect("a manifest");
    fs::write(&path, text.replacen('{', "{ \"claim\": \"another\",", 1)).expect("a file");
    ends(&checked(folder.path(), &["proof"]), NONE, "duplicate field `claim`");
    fs::File::create(&path).and_then(|file| file.set_len(1 << 40)).expect("a sparse file");
    ends(&checked(folder.path(), &["proof"]), NONE, "this is larger than 16 MiB");
}
