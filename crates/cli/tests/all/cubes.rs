//! `--cubes` and `--cube` of `decide` and `solve`, and certificates of a cover and its cubes.

use std::collections::BTreeSet;
use std::path::Path;

use serde_json::{json, Value};

use crate::support::{folder, instance, run, run_in, Run, CORRIDOR, FOUND, INPUT, NONE, UNKNOWN, USAGE};

const SATISFIABLE: i32 = 10;
const UNSATISFIABLE: i32 = 20;
const EXHAUSTED: i32 = 30;

/// Pigeons that do not fit, or do where there are fewer.
const PIGEONS: &str = "#const n=5. { in(P,H) : H = 1..4 } = 1 :- P = 1..n. :- in(P,H), in(Q,H), P < Q.\n";

/// A linear congruential generator.
struct Random(u64);

impl Random {
    fn below(&mut self, end: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % end
    }
}

/// A program with choices, disjunctions, positive loops, constraints and counts.
fn random_program(random: &mut Random) -> String {
    let mut program = String::from("{ a(1..3) }. p(\"x, y\") | -q :- not a(1).\n");
    let atom = |random: &mut Random| {
        let number = random.below(6);
        ["a", "b"][random.below(2) as usize].to_owned() + &format!("({number})")
    };
    for _ in 0..4 + random.below(8) {
        let (head, one, other) = (atom(random), atom(random), atom(random));
        let sign = ["", "not "][random.below(2) as usize];
        program += &match random.below(6) {
            0 => format!("{head} | {one} :- {sign}{other}.\n"),
            1 => format!(":- {one}, {sign}{other}.\n"),
            2 => format!("{{ {head}; {one} }} :- {sign}{other}.\n"),
            3 => format!("{head} :- 2 {{ {one}; {other}; {} }}.\n", atom(random)),
            _ => format!("{head} :- {one}, {sign}{other}.\n"),
        };
    }
    program
}

/// The first line, and the cubes.
fn split(run: &Run) -> (Value, Vec<String>) {
    assert_eq!(run.code, FOUND, "{run:?}");
    let lines: Vec<Value> =
        run.out.lines().map(|line| serde_json::from_str(line).expect("an object")).collect();
    let (head, cubes) = lines.split_first().expect("a first line");
    assert_eq!(head["cubes"], json!(cubes.len()), "{run:?}");
    let cube = |(index, line): (usize, &Value)| {
        assert_eq!(line["cube"], json!(index));
        let literals = line["literals"].as_array().expect("literals");
        literals.iter().map(|literal| literal.as_str().expect("text")).collect::<Vec<_>>().join(", ")
    };
    (head.clone(), cubes.iter().enumerate().map(cube).collect())
}

/// All answer sets, each as what it shows.
fn answer_sets(folder: &Path, words: &[&str]) -> Vec<BTreeSet<String>> {
    let run = run_in(folder, &[&["solve", "program.lp", "0", "--format", "json"], words].concat(), "");
    assert!([EXHAUSTED, UNSATISFIABLE].contains(&run.code), "{run:?}");
    let witnesses = run.json()["Call"][0]["Witnesses"].as_array().cloned().unwrap_or_default();
    let value = |witness: &Value| {
        let value = witness["Value"].as_array().expect("atoms");
        value.iter().map(|atom| atom.as_str().expect("text").to_owned()).collect()
    };
    witnesses.iter().map(value).collect()
}

#[test]
fn cubes_of_random_programs_have_each_answer_set_once() {
    let mut random = Random(7);
    let (mut several, mut satisfiable) = (0, 0);
    for round in 0..20 {
        let program = random_program(&mut random);
        let folder = folder(&[("program.lp", &program)]);
        let count = (1 + random.below(9)).to_string();
        let words = ["solve", "program.lp", "--cubes", count.as_str()];
        let first = run_in(folder.path(), &words, "");
        let (head, cubes) = split(&first);
        // In another process as well.
        assert_eq!(run_in(folder.path(), &words, "").out, first.out, "{program}");
        let mut all = answer_sets(folder.path(), &[]);
        let mut found: Vec<BTreeSet<String>> = Vec::new();
        for cube in &cubes {
            found.extend(answer_sets(folder.path(), &["--cube", cube]));
        }
        all.sort();
        found.sort();
        assert_eq!(found, all, "round {round}, {cubes:?}\n{program}");
        several += usize::from(cubes.len() > 1);
        satisfiable += usize::from(!all.is_empty());
        assert_eq!(head["program"].as_str().map(str::len), Some(64), "{head}");
    }
    assert!(several > 8 && satisfiable > 4, "{several} were split, {satisfiable} had answer sets");
}

#[test]
fn a_cube_is_asked_by_itself() {
    let folder = folder(&[("program.lp", PIGEONS)]);
    let at = |words: &[&str]| run_in(folder.path(), &[&["solve", "program.lp"], words].concat(), "");
    let (head, cubes) = split(&at(&["--cubes", "6"]));
    assert_eq!((head["command"].as_str(), &head["within"], cubes.len()), (Some("solve"), &json!([]), 6));
    let run = at(&["--cube", &cubes[1]]);
    assert_eq!((run.code, run.out.as_str()), (UNSATISFIABLE, "UNSATISFIABLE\n"), "{run:?}");
    assert!(run.err.contains("there is no answer set within the cube"), "{run:?}");
    let object = at(&["--cube", &cubes[1], "--format", "json"]).json();
    assert_eq!((&object["Program"], object["Result"].as_str()), (&head["program"], Some("UNSATISFIABLE")));
    let literals: Vec<&str> = cubes[1].split(", ").collect();
    assert_eq!(object["Cube"], json!(literals));
    // A cube can be split, and the parts are of the same program.
    let (part, parts) = split(&at(&["--cubes", "3", "--cube", "not in(2,2), not in(1,1)"]));
    assert_eq!(
        (&part["program"], &part["within"]),
        (&head["program"], &json!(["not in(2,2)", "not in(1,1)"]))
    );
    assert!(
        parts.len() == 3 && parts.iter().all(|part| part.starts_with("not in(2,2), not in(1,1), ")),
        "{parts:?}"
    );
    // Where there are answer sets, the cubes have them.
    let few = ["-c", "n=4"];
    let (other, cubes) = split(&at(&[&few[..], &["--cubes", "4"]].concat()));
    assert_ne!(other["program"], head["program"]);
    for cube in cubes {
        assert_eq!(at(&[&few[..], &["--cube", &cube]].concat()).code, SATISFIABLE, "{cube}");
    }
}

#[test]
fn what_makes_no_sense_is_refused() {
    let folder = folder(&[
        ("program.lp", PIGEONS),
        ("steps.lp", "#include <incmode>. #program base. {a}."),
        ("level.lp", CORRIDOR),
        ("several.xsb", "####\n#@$.#\n#####\n\n######\n#@ $.#\n######\n"),
    ]);
    for (words, code, why) in [
        (&["solve", "program.lp", "--cube", "in(9,9)"][..], INPUT, "has no atom `in(9,9)`"),
        (&["solve", "program.lp", "--cubes", "2", "--cube", "in(9,9)"], INPUT, "has no atom `in(9,9)`"),
        (&["solve", "program.lp", "--cube", "in(1,1),"], USAGE, "`` is no literal of a cube"),
        (&["solve", "program.lp", "--cube", "in(1"], USAGE, "`in(1` is no literal of a cube"),
        (&["solve", "program.lp", "--cubes", "0"], USAGE, "--cubes"),
        (&["solve", "program.lp", "--cubes", "2", "--assume", "in(1,1)"], USAGE, "cannot be used with"),
        (&["solve", "steps.lp", "--cubes", "2"], INPUT, "step by step"),
        (&["solve", "steps.lp", "--cube", "a"], INPUT, "step by step"),
        (&["solve", "program.lp", "--certify", "c"], USAGE, "is for `--cubes` and `--cube`"),
        (&["decide", "level.lp", "--actions", "1", "--cubes", "2", "--engine", "tabled+"], USAGE, "--cubes"),
        (&["decide", "level.lp", "--actions", "1", "--cube", "a", "--engine", "tabled+"], USAGE, "--cube"),
        (&["decide", "level.lp", "--actions", "1", "--cube", "a"], INPUT, "has no atom `a`"),
        (&["decide", "level.lp", "--cubes", "2"], INPUT, "the number of actions is open"),
        (&["decide", "several.xsb", "--level", "all", "--actions", "1", "--cubes", "2"], USAGE, "one level"),
    ] {
        let run = run_in(folder.path(), words, "");
        // Where a program was read, `solve` ends as clingo does.
        let solves = words[0] == "solve" && !words.contains(&"--cubes");
        let verdict = if solves && code == INPUT { "UNKNOWN\n" } else { "" };
        assert_eq!((run.code, run.out.as_str()), (code, verdict), "{words:?}: {run:?}");
        assert!(run.err.contains(why), "{words:?}: {run:?}");
    }
    let run = run_in(
        folder.path(),
        &["solve", "program.lp", "--cubes", "2", "-c", "n=2000", "--ground-limit", "9"],
        "",
    );
    assert_eq!((run.code, run.out.as_str()), (UNKNOWN, ""), "{run:?}");
}

#[test]
fn a_level_is_decided_in_cubes() {
    let figure = instance("paper-figure1.lp");
    for (actions, code) in [("12", NONE), ("13", FOUND)] {
        let (head, cubes) = split(&run(&["decide", &figure, "--actions", actions, "--cubes", "5"]));
        assert_eq!((head["actions"].to_string().as_str(), cubes.len()), (actions, 5));
        let mut codes = BTreeSet::new();
        for cube in &cubes {
            let words = ["decide", &figure, "--actions", actions, "--cube", cube, "--format", "json"];
            let run = run(&words);
            let object = run.json();
            assert_eq!(object["program"], head["program"], "{run:?}");
            let literals: Vec<&str> =
                object["cube"].as_array().expect("a cube").iter().filter_map(Value::as_str).collect();
            assert_eq!(literals.join(", "), *cube);
            assert_eq!(
                run.code == NONE,
                run.err.contains("actions (box lines) within the cube\n"),
                "{run:?}"
            );
            codes.insert(run.code);
        }
        assert_eq!(codes.first(), Some(&code), "{actions} actions");
    }
}

#[cfg(feature = "cadical")]
mod certificates {
    use super::*;

    use std::fs;

    use crate::support::{self, skip_without};
    use groundplan_certificate::{digest, text_digest, Claim, Manifest, Program};

    /// What is done to a set, in words and as it is done, and a part of what is said of it then.
    type Mutation<'a> = (&'a str, &'a dyn Fn(&Path), &'a str);

    /// Checks certificates with VeriPB, as the command finds it or `scripts/peers/install` puts it.
    fn check(folder: &Path, words: &[&str]) -> Run {
        let path = std::env::var_os("PATH").unwrap_or_default();
        let peers = support::repository().join("target/peers/bin");
        let path = std::env::join_paths(std::env::split_paths(&path).chain([peers])).expect("a path");
        let output = assert_cmd::cargo::cargo_bin_cmd!("groundplan")
            .current_dir(folder)
            .env("PATH", path)
            .args(["check", "certificate"])
            .args(words)
            .output()
            .expect("the command starts");
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("text");
        let (out, err) = (text(output.stdout), text(output.stderr));
        Run { code: output.status.code().expect("a code"), out, summary: String::new(), err }
    }

    fn has_veripb() -> bool {
        let peers = support::repository().join("target/peers/bin");
        let path = std::env::var_os("PATH").unwrap_or_default();
        let found = std::env::split_paths(&path).chain([peers]).any(|dir| dir.join("veripb").is_file());
        if !found {
            skip_without("veripb");
        }
        found
    }

    fn at(folder: &Path, words: &[&str]) -> Run {
        let run = run_in(folder, words, "");
        assert!([FOUND, NONE, UNSATISFIABLE].contains(&run.code), "{words:?}: {run:?}");
        run
    }

    fn copy(from: &Path, to: &Path) {
        fs::create_dir_all(to).expect("a folder");
        for entry in fs::read_dir(from).expect("a folder") {
            let entry = entry.expect("an entry");
            if entry.path().is_dir() {
                copy(&entry.path(), &to.join(entry.file_name()));
            } else {
                fs::copy(entry.path(), to.join(entry.file_name())).expect("a copy");
            }
        }
    }

    /// Writes a file of a certificate anew, and all that the manifest says of it.
    fn forge(certificate: &Path, name: &str, change: impl Fn(String) -> String) {
        let read = |name: &str| fs::read_to_string(certificate.join(name)).expect("it is there");
        let text = change(read(name));
        let mut manifest = Manifest::parse(&read("manifest.json")).expect("a manifest");
        let sum = digest(&mut text.as_bytes(), &mut std::io::sink()).expect("memory can be read");
        manifest.digests.insert(name.to_owned(), sum);
        fs::write(certificate.join(name), text).expect("a file");
        let program = Program::parse(&read("program.aspif")).expect("aspif");
        manifest.claim = Claim::parse(&read("claim.txt")).expect("a claim").sentence(&program);
        fs::write(certificate.join("manifest.json"), manifest.to_string()).expect("a file");
    }

    /// A folder `set` with a cover and its cubes; the cubes.
    fn write_set(folder: &Path, words: &[&str], count: &str) -> Vec<String> {
        fs::create_dir(folder.join("set")).expect("a folder");
        let cover = ["--cubes", count, "--certify", "set/cover"];
        let (_, cubes) = split(&at(folder, &[words, &cover].concat()));
        for (index, cube) in cubes.iter().enumerate() {
            let name = format!("set/cube-{index}");
            at(folder, &[words, &["--cube", cube, "--certify", &name]].concat());
        }
        cubes
    }

    #[test]
    fn the_digest_is_that_of_the_certificate_with_and_without_one() {
        let folder = folder(&[("program.lp", PIGEONS), ("corridor.lp", CORRIDOR)]);
        for (name, words, key) in [
            ("pigeons", &["solve", "program.lp"][..], "Program"),
            ("corridor", &["decide", "corridor.lp", "--actions", "2", "--no-noop"], "program"),
        ] {
            let run = |more: &[&str]| at(folder.path(), &[words, more].concat());
            let cover = format!("{name}-cover");
            let (head, cubes) = split(&run(&["--cubes", "2", "--certify", &cover]));
            let aspif = fs::read_to_string(folder.path().join(cover).join("program.aspif")).expect("a file");
            assert_eq!(head["program"], json!(text_digest(&aspif)), "{name}");
            assert_eq!(split(&run(&["--cubes", "2"])).0, head, "{name}");
            let cube = ["--cube", &cubes[0], "--format", "json"];
            let without = run(&cube);
            assert_eq!(without.json()[key], head["program"], "{without:?}");
            let certified = run(&[&cube[..], &["--certify", name]].concat());
            assert_eq!(certified.json()[key], head["program"], "{certified:?}");
            assert!(folder.path().join(name).exists(), "{certified:?}");
        }
    }

    #[test]
    fn a_cover_and_its_cubes_prove_the_whole() {
        let folder = folder(&[("program.lp", PIGEONS)]);
        let at_folder = folder.path();
        let words = ["solve", "program.lp"];
        let cubes = write_set(at_folder, &words, "4");
        assert_eq!(cubes.len(), 4);
        if !has_veripb() {
            return;
        }
        let good = check(at_folder, &["set"]);
        assert_eq!((good.code, good.out.as_str()), (FOUND, "VERIFIED FROM SOURCE\n"), "{good:?}");
        assert!(good.err.ends_with("together, by 1 cover and 4 cubes: there is no answer set\n"), "{good:?}");
        assert!(
            good.err.contains(
                "cover: proven by VeriPB 3.0.2: there is no answer set outside of the 4 cubes of claim.txt\n"
            ),
            "{good:?}"
        );
        let (head, _) = split(&at(at_folder, &["solve", "program.lp", "--cubes", "4"]));
        let object = check(at_folder, &["set", "--format", "json", "--quiet"]).json();
        assert_eq!(
            object["together"],
            json!({ "claim": "there is no answer set", "program": head["program"], "covers": 1, "cubes": 4 })
        );
        // In several folders, and with the sources named.
        fs::rename(at_folder.join("set/cube-2"), at_folder.join("elsewhere")).expect("it can be moved");
        assert_eq!(check(at_folder, &["set", "elsewhere", "program.lp"]).code, FOUND);
        assert_eq!(check(at_folder, &["set/cube-0"]).code, FOUND);
        fs::rename(at_folder.join("elsewhere"), at_folder.join("set/cube-2")).expect("it can be moved");
        // Another part for a part that is split itself.
        fs::create_dir(at_folder.join("set/split")).expect("a folder");
        let sub = [&words[..], &["--cube", &cubes[3], "--cubes", "3", "--certify", "set/sub"]].concat();
        let (_, parts) = split(&at(at_folder, &sub));
        fs::remove_dir_all(at_folder.join("set/cube-3")).expect("it was there");
        fs::remove_dir(at_folder.join("set/split")).expect("it was there");
        for (index, part) in parts.iter().enumerate() {
            let name = format!("set/part-{index}");
            at(at_folder, &[&words[..], &["--cube", part, "--certify", &name]].concat());
        }
        let split = check(at_folder, &["set"]);
        let sentence =
            format!("together, by 2 covers and {} cubes: there is no answer set\n", 3 + parts.len());
        assert!(split.code == FOUND && split.err.ends_with(&sentence), "{split:?}");
        fs::remove_dir_all(at_folder.join("set/part-0")).expect("it was there");
        let run = check(at_folder, &["set"]);
        assert!(run.code == NONE && run.err.contains("cube 1 of `sub` has no certificate"), "{run:?}");
    }

    #[test]
    fn a_set_that_is_not_whole_is_rejected() {
        // The second program has the same atoms under the same numbers, and a rule that changes nothing.
        let other =
            format!("{PIGEONS}:- in(1,1), not in(1,1).\n:- in(1,1), in(2,2), in(3,3), in(4,4), in(5,4).\n");
        let folder = folder(&[("program.lp", PIGEONS), ("other.lp", &other)]);
        let at_folder = folder.path();
        let words = ["solve", "program.lp"];
        let cubes = write_set(at_folder, &words, "4");
        if !has_veripb() {
            return;
        }
        let narrower = format!("{}, not in(5,4)", cubes[1]);
        at(at_folder, &["solve", "other.lp", "--cube", &cubes[1], "--certify", "other"]);
        at(at_folder, &["solve", "program.lp", "--cube", &narrower, "--certify", "narrower"]);
        at(at_folder, &["solve", "program.lp", "--cube", "in(1,2), in(2,3)", "--certify", "alien"]);
        at(at_folder, &["solve", "other.lp", "--cubes", "4", "--certify", "other-cover"]);
        for name in ["other", "narrower", "alien", "other-cover"] {
            assert_eq!(check(at_folder, &[name]).code, FOUND, "{name} proves what it claims");
        }
        let remove = |set: &Path, name: &str| fs::remove_dir_all(set.join(name)).expect("it was there");
        let mutations: [Mutation; 12] = [
            ("missing", &|set| remove(set, "cube-2"), "cube 3 of `cover` has no certificate"),
            ("no cover", &|set| remove(set, "cover"), "there is no certificate of a cover"),
            (
                "no cubes",
                &|set| (0..4).for_each(|it| remove(set, &format!("cube-{it}"))),
                "cube 4 of `cover`",
            ),
            ("twice", &|set| copy(&set.join("cube-1"), &set.join("again")), "one that has a certificate"),
            (
                "cover twice",
                &|set| copy(&set.join("cover"), &set.join("again")),
                "about no cube of the cover",
            ),
            ("alien", &|set| copy(&at_folder.join("alien"), &set.join("alien")), "`alien` is about"),
            (
                "other program",
                &|set| {
                    remove(set, "cube-1");
                    copy(&at_folder.join("other"), &set.join("cube-1"));
                },
                "cube 2 of `cover` has no certificate; `cube-1` is about another program",
            ),
            (
                "other cover",
                &|set| {
                    remove(set, "cover");
                    copy(&at_folder.join("other-cover"), &set.join("cover"));
                },
                "cube 1 of `cover` has no certificate",
            ),
            (
                "narrower",
                &|set| {
                    remove(set, "cube-1");
                    copy(&at_folder.join("narrower"), &set.join("cube-1"));
                },
                "cube 2 of `cover` has no certificate",
            ),
            (
                "changed on disk",
                &|set| {
                    let path = set.join("cube-1/program.aspif");
                    let text = fs::read_to_string(&path).expect("a program");
                    fs::write(path, text.replace("\n6 ", "\n6 0\n6 ")).expect("a file");
                },
                "the digest is not that of the manifest",
            ),
            (
                "a cube left out of the claim",
                &|set| {
                    remove(set, "cube-3");
                    forge(&set.join("cover"), "claim.txt", |claim| {
                        claim.lines().take(3).map(|line| format!("{line}\n")).collect()
                    });
                },
                "cover: ",
            ),
            (
                "an assumption more",
                &|set| {
                    forge(&set.join("cube-0"), "program.aspif", |program| {
                        program.replace("\n0\n", "\n6 1 -1\n0\n")
                    });
                },
                "cube",
            ),
        ];
        for (name, mutate, why) in mutations {
            let copied = at_folder.join("copy");
            copy(&at_folder.join("set"), &copied);
            assert_eq!(check(at_folder, &["copy"]).code, FOUND);
            mutate(&copied);
            let run = check(at_folder, &["copy"]);
            assert_eq!((run.code, run.out.as_str()), (NONE, "REJECTED\n"), "{name}: {run:?}");
            assert!(run.err.contains(why), "{name}: {run:?}");
            assert!(!run.err.contains("together, by"), "{name}: {run:?}");
            fs::remove_dir_all(copied).expect("it was there");
        }
    }

    #[test]
    fn sets_of_random_programs_are_verified() {
        if !has_veripb() {
            return;
        }
        let mut random = Random(3);
        let (mut refuted, mut several) = (0, 0);
        for _ in 0..12 {
            // Beside whatever else, pigeons that do not fit, some of which do not like some holes.
            let mut program = random_program(&mut random);
            program += "{ in(P,H) : H = 1..5 } = 1 :- P = 1..6. :- in(P,H), in(Q,H), P < Q.\n";
            for _ in 0..random.below(4) {
                program += &format!(":- in({},{}).\n", 1 + random.below(6), 1 + random.below(5));
            }
            let folder = folder(&[("program.lp", &program)]);
            if at_any(folder.path(), &["solve", "program.lp"]) != UNSATISFIABLE {
                continue;
            }
            refuted += 1;
            let cubes = write_set(folder.path(), &["solve", "program.lp"], "5");
            several += usize::from(cubes.len() > 1);
            let run = check(folder.path(), &["set"]);
            assert!(run.code == FOUND && run.err.contains("together, by 1 cover"), "{program}{run:?}");
        }
        assert!(refuted > 5 && several > 3, "{refuted} refuted, {several} of them in several cubes");
    }

    fn at_any(folder: &Path, words: &[&str]) -> i32 {
        run_in(folder, words, "").code
    }

    #[test]
    fn a_level_is_refuted_by_cubes() {
        let folder = folder(&[("level.lp", &support::text(&instance("paper-figure1.lp")))]);
        let cubes = write_set(folder.path(), &["decide", "level.lp", "--actions", "12"], "4");
        assert_eq!(cubes.len(), 4);
        // Within a cube that has a plan there is nothing to certify.
        let run =
            at(folder.path(), &["decide", "level.lp", "--actions", "13", "--cube", "", "--certify", "none"]);
        assert!(
            run.code == FOUND && run.err.contains("no certificate is written: there is a plan"),
            "{run:?}"
        );
        if has_veripb() {
            let run = check(folder.path(), &["set"]);
            assert!(run.code == FOUND && run.err.contains("together, by 1 cover and 4 cubes"), "{run:?}");
        }
    }

    /// The cover of a question whose cubes have answer sets is proven as well; a cube that has some has no certificate.
    #[test]
    fn a_cover_says_nothing_of_what_is_in_its_cubes() {
        let folder = folder(&[("program.lp", PIGEONS)]);
        let few = ["solve", "program.lp", "-c", "n=3"];
        split(&at(folder.path(), &[&few[..], &["--cubes", "4", "--certify", "cover"]].concat()));
        if has_veripb() {
            let run = check(folder.path(), &["cover"]);
            assert!(run.code == FOUND && run.err.contains("outside of the 4 cubes"), "{run:?}");
        }
        let run = run_in(folder.path(), &[&few[..], &["--cube", "in(1,1)", "--certify", "c"]].concat(), "");
        assert!(run.code == SATISFIABLE && run.err.contains("no certificate is written"), "{run:?}");
        assert!(!folder.path().join("c").exists());
    }
}
