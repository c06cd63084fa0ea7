//! What is said about plans is what the proof's program says: ways to have the two differ.

use std::fs;

use super::{checked, has_veripb, sum};
use crate::support::{folder, repository, run_in, FOUND};
use tempfile::TempDir;

/// Two corridors, `a` to `c` and `d` to `e`: two actions are the fewest.
const CORRIDORS: &str = "right(a,b). right(b,c). right(d,1). right(1,e). top(d,a). sokoban(a).\n\
                         box(b). box(1). solution(c). solution(e).\n";

const STEPS: &str = "step(1). step(2). next(1,2).\n";

/// A plan of the corridors.
const PLAN: &str = "push(b,right,c,1).\npush(1,right,e,2).\n";

/// A certificate called `proof` of the encoding and an instance as they are, put together by hand, with a plan. `None` where
/// the tools are missing.
fn certificate(
    encoding: impl FnOnce(String) -> String,
    instance: &str,
    options: &[&str],
    plan: &str,
) -> Option<TempDir> {
    if !has_veripb() || !cfg!(feature = "cadical") {
        return None;
    }
    let shipped = repository().join("encodings/sokoban/decision.lp");
    let encoding = encoding(fs::read_to_string(shipped).expect("an encoding"));
    let folder = folder(&[("encoding.lp", &encoding), ("instance.lp", instance)]);
    let words = [&["certify", "encoding.lp", "instance.lp", "-o", "proof", "--quiet"], options].concat();
    let made = run_in(folder.path(), &words, "");
    assert_eq!(made.code, FOUND, "{made:?}");
    let proof = folder.path().join("proof");
    for name in ["encoding.lp", "instance.lp"] {
        fs::rename(folder.path().join(name), proof.join(name)).expect("a file");
    }
    fs::write(proof.join("plan.lp"), plan).expect("a file");
    Some(folder)
}

/// What the check prints of a certificate that is verified from its source.
fn said(folder: &TempDir) -> String {
    let run = checked(folder.path(), &["proof"]);
    assert_eq!((run.code, run.out.as_str()), (FOUND, "VERIFIED FROM SOURCE\n"), "{run:?}");
    run.err
}

fn same(encoding: String) -> String {
    encoding
}

#[test]
fn a_plan_and_a_refutation_of_one_action_less_are_the_fewest() {
    let spaced = format!("{CORRIDORS}% a comment\n %* box(a). *%\n{}", STEPS.replace(' ', "\n"));
    for instance in [format!("{CORRIDORS}{STEPS}"), spaced, CORRIDORS.to_owned() + "step(1..2). next(1,2).\n"]
    {
        let Some(folder) = certificate(same, &instance, &[], PLAN) else { return };
        let said = said(&folder);
        assert!(
            said.contains("instance.lp asks for a plan of exactly 1 action (box line), with 2 boxes"),
            "{said}"
        );
        assert!(said.contains("proven fewest, from the source: plan.lp has 2 actions"), "{said}");
    }
}

#[test]
fn a_place_that_is_a_constant_is_another_one() {
    // With three steps the place `noops` is the place `1`, and the boxes are one box.
    let plan = "push(noops,right,c,1).\npush(1,right,e,2).\n";
    for (name, constants) in [("noops", &[][..]), ("f(noops)", &[]), ("-noops", &[]), ("b", &["-c", "b=1"])] {
        let instance =
            format!("{}{STEPS}", CORRIDORS.replace('b', name).replace(&format!("{name}ox"), "box"));
        let instance = instance.replace(&format!("soko{name}an"), "sokoban");
        let plan = plan.replace("noops", name);
        let Some(folder) = certificate(same, &instance, constants, &plan) else { return };
        let said = said(&folder);
        assert!(!said.contains("fewest") && !said.contains("asks for"), "{name}: {said}");
        assert!(said.contains("is not known here"), "{name}: {said}");
        let json = checked(folder.path(), &["proof", "--format", "json"]).json();
        let plans = &json["certificates"][0]["grounding"]["plans"];
        assert!(plans["actions"].is_null() && plans["fewest"].is_null(), "{plans}");
    }
}

#[test]
fn constants_of_another_question_are_not_that_of_plans() {
    let plain = format!("{CORRIDORS}{STEPS}");
    let no_noop = format!("{plain}:- push(B,_,B,_).\n");
    for (instance, constants) in [
        (&plain, &["-c", "noops=2"][..]),
        (&plain, &["-c", "noops=1"]),
        (&plain, &["-c", "nothing=0"]),
        (&no_noop, &[]),
        (&no_noop, &["-c", "noops=1"]),
    ] {
        let Some(folder) = certificate(same, instance, constants, PLAN) else { return };
        let said = said(&folder);
        assert!(!said.contains("fewest") && !said.contains("asks for"), "{constants:?}: {said}");
    }
    for instance in [&plain, &no_noop] {
        let Some(folder) = certificate(same, instance, &["-c", "noops=0"], PLAN) else { return };
        let said = said(&folder);
        assert!(said.contains("exactly 1 action (box line), each of which moves its box"), "{said}");
        assert!(!said.contains("fewest"), "{said}");
    }
}

#[test]
fn what_is_no_question_about_plans_says_nothing_of_them() {
    let more = |more: &str| format!("{CORRIDORS}{STEPS}{more}");
    for (instance, plan) in [
        (more("storage(a).\n"), PLAN),
        (more("from(1,2,3).\n"), PLAN),
        (more("-box(a).\n"), PLAN),
        (more(":- box(b).\n"), PLAN),
        (more("#const x = 1.\n"), PLAN),
        // Plans of another number of actions, of another instance, and none.
        (more(""), "push(b,right,c,1).\n"),
        (more(""), "push(x,right,y,1).\npush(y,right,x,2).\n"),
        (more(""), "nothing"),
    ] {
        let Some(folder) = certificate(same, &instance, &[], plan) else { return };
        let said = said(&folder);
        assert!(!said.contains("fewest"), "{instance}: {said}");
    }
    // The encoding is changed, though its constants are the same.
    let changed = |text: String| text + ":- next(S,_), step(S).\n";
    let Some(folder) = certificate(changed, &more(""), &[], PLAN) else { return };
    let said = said(&folder);
    assert!(
        said.contains("encoding.lp is not encodings/sokoban/decision.lp") && !said.contains("fewest"),
        "{said}"
    );
}

#[test]
fn names_do_not_pass_for_others() {
    if !has_veripb() {
        return;
    }
    let source = "p :- not p.\n";
    let name = "inst.lp, real.lp";
    let folder = folder(&[(name, source), ("real.lp", source)]);
    if !cfg!(feature = "cadical") {
        return;
    }
    let made = run_in(folder.path(), &["certify", name, "-o", "proof", "--quiet"], "");
    assert_eq!(made.code, FOUND, "{made:?}");
    let said = said(&folder);
    assert!(said.contains("proven: `inst.lp, real.lp` is ground to this program"), "{said}");
    fs::write(folder.path().join(name), "p :- not p. q.\n").expect("a file");
    let run = checked(folder.path(), &["proof"]);
    assert!(run.err.contains("groundplan made it of `inst.lp, real.lp`"), "{run:?}");
    assert_ne!(sum(source), sum(""));
}

/// Atoms of a ground program may have any names.
#[test]
fn names_of_atoms_do_not_pass_for_more() {
    if !has_veripb() {
        return;
    }
    let folder = folder(&[]);
    let name = "a; external: b true";
    let aspif = format!(
        "asp 1 0 0\n1 0 1 1 0 1 2\n4 {} {name} 1 1\n4 1 b 1 2\n4 1 b 1 3\n5 2 1\n6 1 -1\n0\n",
        name.len()
    );
    let proof = super::PROOF.replace("f 2 ;\npol 1 2 + ;", "f 4 ;\npol 1 2 + 3 + ;").replace(": 3", ": 5");
    super::write(&folder.path().join("proof"), &aspif, &proof);
    super::attacks::forge(&folder.path().join("proof"), |manifest| {
        manifest["sources"] = serde_json::json!([]);
    });
    let run = checked(folder.path(), &["proof"]);
    let claim = "there is no answer set; assumed: not `a; external: b true`; external: b (atom 2) true";
    assert!(run.code == FOUND && run.err.contains(claim), "{run:?}");
}
