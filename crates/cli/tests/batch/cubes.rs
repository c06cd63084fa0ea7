//! Questions that are split into cubes.

use std::fs;

use serde_json::Value;

use crate::support::{folder, FOUND, INPUT, NONE, UNKNOWN};
use crate::{
    answers, batch, change, identify, jobs, plan, result, run_all, with_levels, write_jobs, REFUTED,
};

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
