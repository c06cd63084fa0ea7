//! `groundplan certify`, and `--certify` of `decide` and `optimize`: what is written, and what is not.
#![cfg_attr(
    not(feature = "cadical"),
    allow(dead_code, unused_imports, reason = "most is about what CaDiCaL proves")
)]

#[cfg(feature = "cadical")]
mod second;

use std::path::Path;

use crate::support::{
    self, folder, instance, run, run_in, text, CORRIDOR, INPUT, NONE, UNKNOWN, UNWRITABLE, USAGE,
};

const FOUND: i32 = support::FOUND;

const PIGEONS: &str = "#const n=5. { in(P,H) : H = 1..n-1 } = 1 :- P = 1..n. :- in(P,H), in(Q,H), P < Q.\n";
/// It costs 5 and 1 at least.
const COSTS: &str = "{a; b}. :- not a. #minimize { 5@2 : a; 3@1 : b; 1@1 : not b }.\n";

/// The names of what is in a folder, in order.
fn names(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry"));
    let mut names: Vec<String> =
        entries.map(|entry| entry.file_name().into_string().expect("a name")).collect();
    names.sort();
    names
}

#[cfg(not(feature = "cadical"))]
#[test]
fn without_cadical_there_is_no_certificate() {
    let files = folder(&[("program.lp", "a. :- a.\n"), ("instance.lp", CORRIDOR)]);
    for words in [
        &["certify", "program.lp", "-o", "certificate"][..],
        &["decide", "instance.lp", "--actions", "1", "--certify", "certificate"],
        &["optimize", "instance.lp", "--certify", "certificate"],
    ] {
        let run = run_in(files.path(), words, "");
        assert_eq!((run.code, run.out.as_str()), (USAGE, ""), "{run:?}");
        assert!(run.err.contains("needs `cadical`"), "{run:?}");
    }
}

#[cfg(feature = "cadical")]
mod with_cadical {
    use super::*;

    use std::process::{Command, Stdio};
    use std::time::Duration;

    use crate::support::{installed, skip};
    use groundplan_certificate::{check, Verdict, Verified, ATOMS, MANIFEST, PROGRAM};
    use groundplan_reference::{Program as Reference, Text};

    const FILES: [&str; 6] =
        ["atoms.txt", "claim.txt", "manifest.json", "program.aspif", "proof.pbp", "sets.txt"];

    /// What a certificate proves, where VeriPB is installed.
    fn verified(certificate: &Path) -> Option<Box<Verified>> {
        let veripb = installed("GROUNDPLAN_VERIPB", "veripb", &["--version"])?;
        match check(certificate, Path::new(&veripb), &|| false) {
            Verdict::Verified(verified) => Some(verified),
            other => panic!("{}: {other:?}", certificate.display()),
        }
    }

    fn claims(certificate: &Path, claim: &str) {
        if let Some(verified) = verified(certificate) {
            assert_eq!(verified.claim.sentence(&verified.program), claim);
        }
    }

    #[test]
    fn a_program_without_answer_sets_gets_a_certificate() {
        let files = folder(&[("program.lp", PIGEONS)]);
        let run = run_in(files.path(), &["certify", "program.lp", "-c", "n=6", "-o", "certificate"], "");
        assert_eq!((run.code, run.out.as_str()), (FOUND, "UNSATISFIABLE\n"), "{run:?}");
        assert!(
            run.err.starts_with("there is no answer set: the certificate is in `certificate`"),
            "{run:?}"
        );
        let certificate = files.path().join("certificate");
        assert_eq!(names(&certificate), FILES);
        assert_eq!(names(files.path()), ["certificate", "program.lp"]);
        claims(&certificate, "there is no answer set");
        is_from_source(&certificate, &[("program.lp", PIGEONS)], &["n=6"]);
        let read = |name| std::fs::read_to_string(certificate.join(name)).expect("it is there");
        assert!(read(ATOMS).lines().any(|line| line.ends_with(" in(1,1)")), "{}", read(ATOMS));
        let manifest = read(MANIFEST);
        assert!(manifest.contains("\"program.lp\"") && manifest.contains("\"n=6\""), "{manifest}");
    }

    #[test]
    fn a_conflict_gets_a_certificate() {
        let files =
            folder(&[("program.lp", "p(1..n). q(X) :- p(X).\n:- q(2).\n:- q(4).\n{a}. :- a, not a.\n")]);
        let words = ["explain", "program.lp", "-c", "n=2", "--certify", "certificate"];
        let run = run_in(files.path(), &words, "");
        assert_eq!(run.code, FOUND, "{run:?}");
        assert!(run.out.ends_with("UNSATISFIABLE\n") && run.err.contains("in `certificate`"), "{run:?}");
        let certificate = files.path().join("certificate");
        let statements = std::fs::read_to_string(certificate.join("statements.txt")).expect("it is there");
        let lines: Vec<(i64, &str)> = statements
            .lines()
            .map(|line| line.split_once(' ').expect("an assumption and a statement"))
            .map(|(literal, statement)| (literal.parse().expect("a literal"), statement))
            .collect();
        let statements: Vec<&str> = lines.iter().map(|&(_, statement)| statement).collect();
        assert_eq!(statements, ["program.lp:1:1 p(1..n).", "program.lp:2:1 :- q(2)."]);
        if let Some(verified) = verified(&certificate) {
            let assumed: Vec<i64> =
                verified.program.assumptions.iter().map(|literal| i64::from(literal.number())).collect();
            assert_eq!(assumed, lines.iter().map(|&(literal, _)| literal).collect::<Vec<_>>());
            assert!(verified.claim.sentence(&verified.program).contains("no answer set"));
        }
        // Where nothing conflicts, nothing is written.
        let run = run_in(files.path(), &["explain", "program.lp", "-c", "n=1", "--certify", "none"], "");
        assert_eq!((run.code, run.out.as_str()), (NONE, "SATISFIABLE\n"), "{run:?}");
        assert_eq!(names(files.path()), ["certificate", "program.lp"]);
    }

    #[test]
    fn a_condition_with_a_local_variable_is_certified_as_it_is_ground() {
        // Each has the answer sets that it excludes then, for a condition asks whether it holds for some values.
        for (program, excluded) in [
            ("a : q(W). q(1) :- a. q(2).\n", ":- a, q(1).\n"),
            ("a : q(W) ; b. q(1) :- a. q(2). :- b.\n", ":- a.\n"),
            ("{q(1)}. q(2) : q(L). :- not q(1).\n", ":- q(2).\n"),
            ("{q(2)}. q(0) : q(V).\n", ":- not q(0). :- q(0).\n"),
            // What has no value counts as true in a disjunct with a condition, be it `#true`.
            ("p(1;1/0) : #true.\n", ":- p(1).\n"),
            ("p(1/0) : #true ; q.\n", ":- not q.\n"),
        ] {
            let all = format!("{program}{excluded}");
            let files = folder(&[("some.lp", program), ("none.lp", &all)]);
            let run = run_in(files.path(), &["certify", "some.lp", "-o", "certificate"], "");
            assert_eq!((run.code, run.out.as_str()), (NONE, "SATISFIABLE\n"), "{program}: {run:?}");
            let run = run_in(files.path(), &["certify", "none.lp", "-o", "certificate"], "");
            assert_eq!((run.code, run.out.as_str()), (FOUND, "UNSATISFIABLE\n"), "{all}: {run:?}");
            let certificate = files.path().join("certificate");
            claims(&certificate, "there is no answer set");
            is_from_source(&certificate, &[("none.lp", &all)], &[]);
        }
    }

    #[test]
    fn a_satisfied_disjunction_that_would_go_on_for_ever_is_certified() {
        let program = "r(0). c. not q ; r(X-1) : c :- r(X). :- c.\n";
        let files = folder(&[("program.lp", program)]);
        let run = run_in(files.path(), &["certify", "program.lp", "-o", "certificate"], "");
        assert_eq!((run.code, run.out.as_str()), (FOUND, "UNSATISFIABLE\n"), "{run:?}");
        let certificate = files.path().join("certificate");
        claims(&certificate, "there is no answer set");
        is_from_source(&certificate, &[("program.lp", program)], &[]);
    }

    #[test]
    fn nothing_is_written_where_there_is_an_answer_set() {
        let files = folder(&[("program.lp", "{a}. b :- a.\n")]);
        let run = run_in(files.path(), &["certify", "program.lp", "-o", "certificate"], "");
        assert_eq!((run.code, run.out.as_str()), (NONE, "SATISFIABLE\n"), "{run:?}");
        assert_eq!(names(files.path()), ["program.lp"]);
    }

    #[test]
    fn a_folder_that_is_there_stays_as_it_is() {
        let files = folder(&[("program.lp", "a. :- a.\n"), ("instance.lp", CORRIDOR)]);
        std::fs::create_dir(files.path().join("empty")).expect("a folder");
        for output in ["empty", "program.lp", "missing/certificate"] {
            for words in [
                &["certify", "program.lp", "-o", output][..],
                &["decide", "instance.lp", "--actions", "0", "--certify", output],
                &["optimize", "instance.lp", "--certify", output],
            ] {
                let run = run_in(files.path(), words, "");
                assert_eq!((run.code, run.out.as_str()), (UNWRITABLE, ""), "{run:?}");
                assert!(run.err.contains(&format!("`{output}`")), "{run:?}");
                // Nor does it tell of the folder that would have become it.
                assert!(!run.err.contains("/.groundplan-certificate"), "{run:?}");
            }
        }
        assert_eq!(names(files.path()), ["empty", "instance.lp", "program.lp"]);
        assert!(names(&files.path().join("empty")).is_empty());
    }

    #[test]
    fn costs_are_proven_least_priority_by_priority() {
        let files = folder(&[("program.lp", COSTS), ("one.lp", "{a}. #minimize { 2 : a; 3 : not a }.\n")]);
        let certify = |file: &str, cost: &str, output: &str| {
            run_in(files.path(), &["certify", file, "--cost-below", cost, "-o", output], "")
        };
        assert_eq!(certify("one.lp", "2", "one").code, FOUND);
        claims(&files.path().join("one"), "no answer set costs at most 1 at priority 0");
        assert_eq!(certify("one.lp", "3", "none").code, NONE);
        assert_eq!(certify("program.lp", "5,1", "two").code, FOUND);
        let two = files.path().join("two");
        assert_eq!(names(&two), ["priority-1", "priority-2"]);
        claims(&two.join("priority-2"), "no answer set costs at most 4 at priority 2");
        claims(
            &two.join("priority-1"),
            "no answer set costs at most 5 at priority 2 and at most 0 at priority 1",
        );
        assert_eq!(certify("program.lp", "5,2", "none").code, NONE);
        assert_eq!(certify("program.lp", "5", "none").code, USAGE);
        assert_eq!(certify("program.lp", "a", "none").code, USAGE);
        assert!(!files.path().join("none").exists());
        // A cost that is heavy in all its weights takes adders.
        let heavy: Vec<String> = (1..40).map(|i| format!("{} : not p({i})", 1_000_003 * i * i)).collect();
        let heavy = format!("{{ p(1..39) }} 36. #minimize {{ {} }}.\n", heavy.join("; "));
        std::fs::write(files.path().join("heavy.lp"), heavy).expect("a file");
        // The three lightest are left out.
        assert_eq!(certify("heavy.lp", "14000042", "heavy").code, FOUND);
        verified(&files.path().join("heavy"));
        assert_eq!(certify("heavy.lp", "14000043", "none").code, NONE);
    }

    #[test]
    fn assumptions_belong_to_the_claim() {
        let files = folder(&[("program.lp", "{a}. b :- a. c(1) :- not b.\n")]);
        let certify = |words: &[&str]| {
            run_in(files.path(), &[&["certify", "program.lp", "-o", "certificate"], words].concat(), "")
        };
        assert_eq!(certify(&["--assume", "a"]).code, NONE);
        assert_eq!(certify(&["--assume", "a", "--assume", "not b"]).code, FOUND);
        let certificate = files.path().join("certificate");
        claims(&certificate, "there is no answer set; assumed: a, not b");
        std::fs::remove_dir_all(&certificate).expect("it is there");
        // An atom that the ground program does not know is false.
        assert_eq!(certify(&["--assume", "not d"]).code, NONE);
        assert_eq!(certify(&["--assume", "d"]).code, FOUND);
        verified(&certificate);
        std::fs::remove_dir_all(&certificate).expect("it is there");
        assert_eq!(certify(&["--assume", "c(1"]).code, USAGE);
        assert!(!certificate.exists());
    }

    #[test]
    fn gringo_may_ground_the_program() {
        if installed("GROUNDPLAN_GRINGO", "gringo", &["--version"]).is_none() {
            return;
        }
        let files = folder(&[("program.lp", PIGEONS), ("constants.lp", "{a}. b :- a. #show b/0.\n")]);
        let gringo = |words: &[&str], input: &str| {
            let words = [&["certify", "--grounder", "gringo", "-o", "certificate"], words].concat();
            run_in(files.path(), &words, input)
        };
        let run = gringo(&["program.lp", "-c", "n=4"], "");
        assert_eq!(run.code, FOUND, "{run:?}");
        let certificate = files.path().join("certificate");
        claims(&certificate, "there is no answer set");
        let manifest = std::fs::read_to_string(certificate.join(MANIFEST)).expect("it is there");
        assert!(manifest.contains("\"gringo\"") && manifest.contains("\"n=4\""), "{manifest}");
        std::fs::remove_dir_all(&certificate).expect("it is there");
        assert_eq!(gringo(&["-"], PIGEONS).code, FOUND);
        std::fs::remove_dir_all(&certificate).expect("it is there");
        let run = gringo(&["constants.lp", "--assume", "a"], "");
        // gringo hides this atom, and the reference grounder finds it.
        assert_eq!((run.code, run.out.as_str()), (NONE, "SATISFIABLE\n"), "{run:?}");
        assert_eq!(gringo(&["constants.lp", "--assume", "b"], "").code, NONE);
        assert_eq!(gringo(&["constants.lp", "--assume", "c"], "").code, FOUND);
        std::fs::remove_dir_all(&certificate).expect("it is there");
        assert!(!certificate.exists());
    }

    #[test]
    fn a_ground_program_stays_as_it_is() {
        let aspif = "asp 1 0 0\n1 1 1 1 0 0\n1 0 1 2 1 2 2 1 1 -2 1\n1 0 0 0 1 -2\n1 0 0 0 1 1\n0\n";
        let files = folder(&[("program.aspif", aspif), ("edges.aspif", "asp 1 0 0\n8 0 1 0\n0\n")]);
        let run = run_in(files.path(), &["certify", "program.aspif", "-o", "certificate"], "");
        assert_eq!(run.code, FOUND, "{run:?}");
        let certificate = files.path().join("certificate");
        assert_eq!(std::fs::read_to_string(certificate.join(PROGRAM)).expect("it is there"), aspif);
        verified(&certificate);
        let run = run_in(files.path(), &["certify", "edges.aspif", "-o", "none"], "");
        assert_eq!(run.code, INPUT, "{run:?}");
        assert!(run.err.contains("line 2: edges are not supported"), "{run:?}");
    }

    #[test]
    fn what_cannot_be_certified_is_refused() {
        let programs = [
            ("theory.lp", "#theory t { x { }; &a/0 : x, any }. {a}. :- not &a { }, a.\n"),
            ("steps.lp", "#include <incmode>. #program step(t). a(t).\n"),
        ];
        let files = folder(&programs);
        for (file, _) in programs {
            let run = run_in(files.path(), &["certify", file, "-o", "certificate"], "");
            assert_eq!((run.code, run.out.as_str()), (INPUT, ""), "{run:?}");
            let is_about_theory =
                run.err.starts_with("theory.lp:1:49-55: error: what this theory atom means");
            assert_eq!(is_about_theory, file == "theory.lp", "{run:?}");
        }
        assert_eq!(names(files.path()), ["steps.lp", "theory.lp"]);
    }

    #[test]
    fn limits_and_interrupts_leave_nothing() {
        let files = folder(&[("program.lp", PIGEONS)]);
        let words = ["certify", "program.lp", "-c", "n=14", "-o", "certificate"];
        let run = run_in(files.path(), &[&words[..], &["--time-limit", "0.5"]].concat(), "");
        assert_eq!((run.code, run.out.as_str()), (UNKNOWN, "UNKNOWN\n"), "{run:?}");
        assert!(run.err.contains("the time limit of 0.5 s is over"), "{run:?}");
        assert_eq!(names(files.path()), ["program.lp"]);
        let mut child = Command::new(assert_cmd::cargo::cargo_bin!("groundplan"))
            .current_dir(files.path())
            .args(words)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("it starts");
        std::thread::sleep(Duration::from_millis(500));
        let sent = Command::new("kill").args(["-INT", &child.id().to_string()]).status().expect("kill runs");
        assert!(sent.success());
        assert_eq!(child.wait().expect("it ends").code(), Some(UNKNOWN));
        assert_eq!(names(files.path()), ["program.lp"]);
    }

    /// The reference grounder turns these texts into the certificate's program.
    fn is_from_source(certificate: &Path, texts: &[(&str, &str)], constants: &[&str]) {
        let read = |name| std::fs::read_to_string(certificate.join(name)).expect("it is there");
        let texts = texts.iter().map(|&(name, text)| Text::named(name, text));
        let constants: Vec<String> = constants.iter().map(|&constant| constant.to_owned()).collect();
        let program = Reference::read(&texts.collect::<Vec<_>>(), &constants).expect("a program");
        let ground = program.ground_over(&read(ATOMS), &|| false).expect("a ground program");
        assert_eq!(ground.difference(&read(PROGRAM)), None);
    }

    /// The certificate's own sources are ground to its program.
    fn is_ground_again(certificate: &Path, constants: &[&str]) {
        let names = ["encoding.lp", "instance.lp"];
        let texts = names.map(|name| std::fs::read_to_string(certificate.join(name)).expect("it is there"));
        is_from_source(certificate, &[(names[0], &texts[0]), (names[1], &texts[1])], constants);
    }

    #[test]
    fn that_there_is_no_plan_of_so_many_actions_gets_a_certificate() {
        let files = folder(&[("storage.lp", &CORRIDOR.replace("solution", "storage"))]);
        let certificate = files.path().join("certificate");
        let output = certificate.to_str().expect("text");
        let figure = &instance("paper-figure1.lp");
        let run = run(&["decide", figure, "--actions", "12", "--certify", output]);
        assert_eq!((run.code, run.out.as_str()), (NONE, "UNSATISFIABLE\n"), "{run:?}");
        assert!(run.err.contains("no plan of 12 actions (box lines): the certificate is in"), "{run:?}");
        claims(&certificate, "there is no answer set");
        is_ground_again(&certificate, &[]);
        std::fs::remove_dir_all(&certificate).expect("it is there");
        // Every action has to move its box; the instance calls its storage locations by another name.
        let decide = |words: &[&str]| {
            run_in(files.path(), &[&["decide", "storage.lp", "--certify", "certificate"], words].concat(), "")
        };
        let run = decide(&["--actions", "2", "--no-noop", "--engine", "tabled+"]);
        assert_eq!(run.code, NONE, "{run:?}");
        verified(&certificate);
        is_ground_again(&certificate, &["noops=0"]);
        std::fs::remove_dir_all(&certificate).expect("it is there");
        let run = decide(&["--actions", "2"]);
        assert_eq!(run.code, FOUND, "{run:?}");
        assert!(run.err.contains("no certificate is written"), "{run:?}");
        assert_eq!(names(files.path()), ["storage.lp"]);
        let run =
            run_in(files.path(), &["decide", "storage.lp", "--level", "all", "--certify", "certificate"], "");
        assert_eq!(run.code, USAGE, "{run:?}");
    }

    #[test]
    fn an_optimum_gets_its_plan_and_a_certificate() {
        let files = folder(&[("encoding.lp", &text("encodings/sokoban/decision.lp"))]);
        let certificate = files.path().join("certificate");
        let output = certificate.to_str().expect("text");
        let figure = &instance("paper-figure1.lp");
        for engine in ["auto", "ground", "tabled+"] {
            let run = run(&["optimize", figure, "--engine", engine, "--certify", output]);
            assert_eq!(run.code, FOUND, "{run:?}");
            assert!(run.err.contains("no plan of 12 actions (box lines): the certificate is in"), "{run:?}");
            verified(&certificate);
            is_ground_again(&certificate, &[]);
            let plan = certificate.join("plan.lp");
            let words = ["check", "plan", figure, plan.to_str().expect("text"), "--any-length"];
            assert_eq!(support::run(&words).code, FOUND);
            std::fs::remove_dir_all(&certificate).expect("it is there");
        }
        // Nobody knows whether plans of another encoding can be filled up.
        let encoding = files.path().join("encoding.lp");
        let corner = &instance("corridor-with-two-bends.lp");
        let words = ["optimize", corner, "--encoding", encoding.to_str().expect("text"), "--certify", output];
        let run = run(&words);
        assert_eq!(run.code, FOUND, "{run:?}");
        let actions = run.out.lines().filter(|line| line.starts_with("push")).count();
        let mut expected: Vec<String> = (0..actions).map(|actions| format!("actions-{actions}")).collect();
        expected.push("plan.lp".to_owned());
        assert_eq!(names(&certificate), expected);
        // Where it is ground step by step there is no program for one number of actions.
        let plain = ["optimize", corner, "--encoding", "encodings/sokoban/plain.lp", "--certify", "none"];
        assert_eq!(support::run(&plain).code, USAGE);
        (0..actions).for_each(|actions| drop(verified(&certificate.join(format!("actions-{actions}")))));
    }

    #[test]
    fn what_has_no_certificate_says_so() {
        let files = folder(&[]);
        let output = files.path().join("certificate");
        let output = output.to_str().expect("text");
        for (name, code, says) in [
            (
                "fewer-boxes-than-storages.lp",
                NONE,
                "no certificate is written: that there is no plan of any length has none",
            ),
            (
                "already-solved-box-in-reach.lp",
                FOUND,
                "no certificate is written: no plan has fewer than 0 actions",
            ),
        ] {
            let run = run(&["optimize", &instance(name), "--certify", output]);
            assert_eq!(run.code, code, "{run:?}");
            assert!(run.err.contains(says), "{run:?}");
            assert!(names(files.path()).is_empty());
        }
        let run =
            run(&["optimize", &instance("paper-figure1.lp"), "--max-actions", "5", "--certify", output]);
        assert_eq!(run.code, NONE, "{run:?}");
        verified(Path::new(output));
    }

    /// The verdict is printed, and the certificate is still being made.
    #[cfg(unix)]
    #[test]
    fn an_interrupt_before_the_certificate_is_no_success() {
        use std::io::{BufRead, BufReader, Read};
        let figure = support::repository().join(instance("paper-figure1.lp"));
        for (words, verdict) in [
            (&["optimize", "figure.lp", "--engine", "tabled+"][..], "OPTIMUM FOUND"),
            (&["decide", "figure.lp", "--actions", "12", "--engine", "tabled+"], "UNSATISFIABLE"),
        ] {
            let files = folder(&[]);
            std::fs::copy(&figure, files.path().join("figure.lp")).expect("a copy");
            let mut command = Command::new(assert_cmd::cargo::cargo_bin!("groundplan"));
            command.args(words).args(["--certify", "certificate"]).current_dir(files.path());
            let mut running = command
                .stdin(Stdio::null())
                .stdout(Stdio::piped())
                .stderr(Stdio::piped())
                .spawn()
                .expect("the command starts");
            // The reader stays: where it is gone, the command ends without a word.
            let mut printed = BufReader::new(running.stdout.take().expect("it is piped"));
            assert!(printed.by_ref().lines().any(|line| line.expect("text") == verdict), "{words:?}");
            let pid = rustix::process::Pid::from_child(&running);
            rustix::process::kill_process(pid, rustix::process::Signal::INT).expect("it runs");
            let mut err = String::new();
            running.stderr.take().expect("it is piped").read_to_string(&mut err).expect("text");
            assert_eq!(running.wait().expect("it ends").code(), Some(UNKNOWN), "{words:?}: {err}");
            assert!(err.contains("no certificate is written"), "{words:?}: {err}");
            assert_eq!(names(files.path()), ["figure.lp"]);
            drop(printed);
        }
    }

    /// The text of an instance has to be about the instance.
    #[test]
    fn a_place_called_like_a_constant_is_refused_before_the_search() {
        let files = folder(&[("places.lp", &CORRIDOR.replace('c', "noops"))]);
        let own = ("own.lp", "#const b = 3. { push(b,right,c,1) }.\n");
        std::fs::write(files.path().join(own.0), own.1).expect("a file");
        std::fs::write(
            files.path().join("nested.lp"),
            CORRIDOR.replace("(c)", "(f(g(noops)))").replace(",c)", ",f(g(noops)))"),
        )
        .expect("a file");
        std::fs::write(files.path().join("corridor.lp"), CORRIDOR).expect("a file");
        for words in [
            &["optimize", "places.lp", "--certify", "certificate"][..],
            &["decide", "places.lp", "--actions", "0", "--certify", "certificate"],
            &["decide", "nested.lp", "--actions", "0", "--certify", "certificate"],
            &["decide", "places.lp", "--actions", "3", "--cubes", "2"],
            &["decide", "corridor.lp", "--actions", "0", "--encoding", "own.lp", "--certify", "certificate"],
        ] {
            let run = run_in(files.path(), words, "");
            assert_eq!((run.code, run.out.as_str()), (INPUT, ""), "{run:?}");
            assert!(run.err.contains("is a constant of the encoding"), "{run:?}");
        }
        // Without a certificate nothing is a text.
        assert_eq!(run_in(files.path(), &["optimize", "places.lp"], "").code, FOUND);
    }

    /// The search of configurations decides at once what the solver takes most of a minute to refute.
    #[test]
    fn a_verdict_outlives_the_limit_of_its_proof() {
        let Some(corpus) = std::env::var_os("GROUNDPLAN_CORPUS") else {
            return skip("there are no levels that are hard to refute (GROUNDPLAN_CORPUS names a folder)");
        };
        let files = folder(&[]);
        let levels = Path::new(&corpus).join("microban1.xsb");
        let words = ["optimize", levels.to_str().expect("text"), "--level", "143", "--engine", "tabled+"];
        let run = run_in(
            files.path(),
            &[&words[..], &["--certify", "certificate", "--time-limit", "2"]].concat(),
            "",
        );
        assert_eq!(run.code, UNKNOWN, "{run:?}");
        assert!(run.out.ends_with("OPTIMUM FOUND\n"), "{run:?}");
        assert!(run.err.contains("the verdict stands, but its proof came too late"), "{run:?}");
        assert!(names(files.path()).is_empty());
    }
}
