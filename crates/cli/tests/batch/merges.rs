//! Results that are merged: what counts, what is missing, and what contradicts itself.

use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::Value;

use crate::support::{run_in, FOUND, INPUT, NONE, UNKNOWN};
use crate::{
    answers, batch, change, jobs, plan, result, run_all, with_levels, write_jobs, OPTIMA, OPTIMIZE, REFUTED,
};

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
