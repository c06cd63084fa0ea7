//! Programs that are printed in a format and read again, ours and what clingo prints.

use std::collections::BTreeSet;
use std::io::Write;
use std::process::{Command, Stdio};

use groundplan::solve::SearchConfig;
use groundplan::Engine;

use super::engine::{self, Route, MEANING};
use super::peer::{self, Said};
use super::random::Generator;
use super::{ask, comparable, costs, LIMIT};

/// Asks a program on all routes that can take it.
pub fn compare(title: &str, program: &str, expected: &Said) {
    for route in Route::DETOURS.into_iter().filter(|route| route.takes(program)) {
        let said = engine::ask_by(program, LIMIT, &SearchConfig::default(), route);
        let (said, expected) = match route {
            Route::Smodels => (relative(&said), relative(expected)),
            _ => (said, expected.clone()),
        };
        let (said, expected) = (comparable(program, &said), comparable(program, &expected));
        assert_eq!(said, expected, "{title} as {route:?}:\n{program}");
    }
}

/// Costs above the least of each priority: no weight is negative in the format of smodels.
fn relative(said: &Said) -> Said {
    let Said::AnswerSets(sets) = said else { return said.clone() };
    let all: Vec<Vec<i64>> = sets.iter().filter_map(|set| costs(set)).collect();
    let least = |level: usize| all.iter().map(|costs| costs[level]).min().expect("one has costs");
    let above = |set: &Vec<String>| {
        let Some(costs) = costs(set) else { return set.clone() };
        let above: Vec<i64> = costs.iter().enumerate().map(|(level, cost)| cost - least(level)).collect();
        let mut set = set[..set.len() - 1].to_vec();
        set.push(format!("cost {above:?}").replace(", ", ","));
        set
    };
    Said::AnswerSets(sets.iter().map(above).collect())
}

#[test]
fn random_programs_have_the_same_answer_sets_by_every_route() {
    let mut several = 0;
    for seed in 0..200 {
        let program = Generator::new(seed ^ 0x4007_0000_0000).whole_language();
        let expected = ask(&program);
        if let Said::AnswerSets(sets) = &expected {
            several += usize::from(sets.len() > 1);
            compare(&format!("seed {seed}"), &program, &expected);
        }
    }
    assert!(several >= 60, "{several} of 200 programs have several answer sets");
}

/// What clingo prints of a program in a format.
fn printed(python: &str, program: &str, options: &[&str]) -> String {
    let peer = Command::new(python)
        .args(["-m", "clingo", "-"])
        .args(options)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn();
    let mut peer = peer.expect("the interpreter starts");
    peer.stdin.take().expect("a pipe").write_all(program.as_bytes()).expect("clingo reads");
    let output = peer.wait_with_output().expect("clingo ends");
    String::from_utf8(output.stdout).expect("text")
}

/// The answer sets of what was read, without costs.
fn shown(mut engine: Engine) -> Vec<Vec<String>> {
    let models = engine.query().models().expect("a program");
    let mut found: Vec<Vec<String>> = models
        .map(|model| {
            let mut shown: Vec<String> = model.expect("an answer set").texts().collect();
            shown.sort();
            shown.dedup();
            shown
        })
        .collect();
    found.sort();
    found
}

/// Whether a literal has the same weight twice in a sum: clingo 5.8.3 prints the same fact twice, which says it once.
fn repeats_weights(facts: &str) -> bool {
    let mut seen = BTreeSet::new();
    facts.lines().filter(|fact| fact.starts_with("weighted_literal_tuple(")).any(|fact| !seen.insert(fact))
}

#[test]
fn what_clingo_prints_is_read() {
    let Some(python) = peer::interpreter() else { return };
    let (mut facts_read, mut rules_read) = (0, 0);
    for seed in 0..60 {
        let program = Generator::new(seed ^ 0xc0f1_0000_0000).whole_language();
        let Said::AnswerSets(sets) = ask(&program) else { continue };
        let without_costs = |set: &Vec<String>| -> Vec<String> {
            set.iter().filter(|shown| !shown.starts_with("cost [")).cloned().collect()
        };
        let mut expected: Vec<Vec<String>> = sets.iter().map(without_costs).collect();
        expected.sort();
        // Edges are facts of their own there.
        if Route::Reified.takes(&program) && !program.contains("#edge") {
            let facts = printed(&python, &program, &["--output=reify"]);
            if repeats_weights(&facts) {
                continue;
            }
            let mut engine = Engine::new();
            engine.add_text("facts.lp", &facts).expect("facts");
            engine.add_text("meaning.lp", MEANING).expect("an encoding");
            engine.ground(["base"]).expect("a ground program");
            let mut found = shown(engine);
            // How clingo translates recursive aggregates may leave it several models for one answer set.
            found.dedup();
            let mut expected = expected.clone();
            expected.dedup();
            assert_eq!(found, expected, "seed {seed}:\n{program}\n{facts}");
            facts_read += 1;
        }
        // Edges and heuristics are names of atoms there.
        if Route::Smodels.takes(&program) && !program.contains("#edge") && !program.contains("#heuristic") {
            let text = printed(&python, &program, &["--output=smodels"]);
            let mut engine = Engine::new();
            engine.add_lparse("program", &text).expect("the format of smodels");
            let mut found = shown(engine);
            found.dedup();
            expected.dedup();
            assert_eq!(found, expected, "seed {seed}:\n{program}\n{text}");
            rules_read += 1;
        }
    }
    assert!(
        facts_read >= 10 && rules_read >= 10,
        "{facts_read} as facts, {rules_read} in the format of smodels"
    );
}

/// Names and numbers of arguments of facts.
#[cfg(feature = "cadical")]
fn words(facts: &str) -> BTreeSet<(String, usize)> {
    facts
        .lines()
        .map(|fact| {
            let (name, rest) = fact.split_once('(').expect("arguments");
            let (mut depth, mut quoted, mut arguments) = (0, false, 1);
            for byte in rest.bytes() {
                match byte {
                    b'"' => quoted = !quoted,
                    _ if quoted => {}
                    b'(' => depth += 1,
                    b')' => depth -= 1,
                    b',' if depth == 0 => arguments += 1,
                    _ => {}
                }
            }
            (name.to_owned(), arguments)
        })
        .collect()
}

#[test]
#[cfg(feature = "cadical")]
fn facts_about_a_program_have_clingo_s_words() {
    use groundplan::exchange::{reified, ReifyOptions};
    use groundplan::solve::Decisions;

    let Some(python) = peer::interpreter() else { return };
    let program = "1 { p(1..3) } 2. q(X) :- p(X), not r. r :- q(1), 2 #sum { X : p(X) }. #show f(X) : p(X). #show q/1. \
        #minimize { X@2 : p(X) }. #external x. a ; b :- x. a :- b. b :- a. #project p(1). #heuristic a : b. [1@2,true] \
        #theory t { u { - : 1, binary, left; - : 2, unary }; &d/0 : u, { <= }, u, any; &t/1 : u, any }. \
        &d { a-b } <= -3 :- p(1). c :- &d { b-f(1,(2,),[x],{}) } <= 5, &t(-1) { 1,\"s\" : p(2); g() }.";
    let mut engine = Engine::new();
    let mut config = SearchConfig::default();
    // Else heuristics are left out.
    config.decisions = Decisions::Domain;
    engine.configure(config).expect("it is new");
    engine.add_text("program.lp", program).expect("a program");
    engine.ground(["base"]).expect("a ground program");
    for (components, steps) in [(false, false), (true, false), (true, true)] {
        let mut options = vec!["--output=reify"];
        options.extend(components.then_some("--reify-sccs"));
        options.extend(steps.then_some("--reify-steps"));
        let theirs = printed(&python, program, &options);
        let ours = reified(engine.ground_program(), ReifyOptions { components, steps });
        assert_eq!(words(&ours), words(&theirs), "{options:?}\n{ours}\n{theirs}");
    }
}
