//! `#heuristic`: heard on request, without a change of the answer sets; what it determines of their order.

use std::collections::BTreeSet;

use groundplan::program::{AtomId, Heuristic, Literal, Modifier, Program};
use groundplan::solve::{Decisions, End, SearchConfig};
use groundplan::{exchange, Backend, Engine};
use proptest::collection::vec;
use proptest::prelude::*;

use crate::support::engines::{answer_sets, as_set, with_program};
use crate::support::random::{self, Style};
use crate::support::{brute_force::Set, modes};

fn hearing() -> SearchConfig {
    let mut config = SearchConfig::default();
    config.decisions = Decisions::Domain;
    config
}

fn grounded(config: &SearchConfig, text: &str) -> Engine {
    let mut engine = Engine::new();
    engine.configure(config.clone()).expect("it is new");
    engine.add_text("program.lp", text).expect("a program");
    engine.ground(["base"]).expect("a ground program");
    engine
}

/// What clingo 5.8.3 finds first with `--heuristic=Domain`.
#[test]
fn level_and_sign_determine_the_first_answer_set() {
    for (program, first) in [
        ("{a;b;c}. #heuristic a. [1,true] #heuristic b. [1,true] #heuristic c. [1,true]", "a b c"),
        ("{a;b;c}. #heuristic a. [1,true] #heuristic b. [1,false] #heuristic c. [1,true]", "a c"),
        // The higher level is first.
        ("{a;b}. :- a, b. #heuristic a. [1,true] #heuristic b. [2,true]", "b"),
        ("{a;b}. :- a, b. #heuristic a. [2,true] #heuristic b. [1,true]", "a"),
        // A level without a sign, and signs without levels.
        ("{a;b}. :- a, b. #heuristic a. [1,true] #heuristic b. [2,level] #heuristic b. [1,sign]", "b"),
        ("{a;b;c}. #heuristic a. [1,sign] #heuristic b. [-1,sign] #heuristic c. [3,sign]", "a c"),
        // The higher priority counts, whichever is written first; of equals the first.
        ("{a}. #heuristic a. [1@2,true] #heuristic a. [9@1,false]", "a"),
        ("{a}. #heuristic a. [9@1,false] #heuristic a. [1@2,true]", "a"),
        ("{a}. #heuristic a. [1,false] #heuristic a. [1,true]", ""),
        ("{a}. #heuristic a. [1,true] #heuristic a. [1,false]", "a"),
        // What holds depends on what was decided before.
        ("{a;b}. #heuristic a. [2,true] #heuristic b. [1,false] #heuristic b : a. [1@1,true]", "a b"),
        ("{a;b}. #heuristic a. [2,false] #heuristic b. [1,false] #heuristic b : a. [1@1,true]", ""),
        ("{a;b;c}. :- b, c. #heuristic a. [5,true] #heuristic b. [2,true] #heuristic c. [1,true]
          #heuristic c : a, not b. [9,level] #heuristic c : a. [3@1,level]", "a c"),
        // Below level 0 comes last.
        ("{a;b}. :- a, b. #heuristic a. [-1,true] #heuristic b. [1,sign]", "b"),
        ("{a;b;c}. :- a, b. :- b, c. #heuristic a. [-1,true] #heuristic b. [-2,true] #heuristic c. [-3,true]", "a c"),
        // Two atoms may be one variable.
        ("{a}. b :- not a. #heuristic b. [2,true] #heuristic a. [1,true]", "b"),
        ("{a}. b :- not a. #heuristic a. [2,true] #heuristic b. [1,true]", "a"),
        // A choice for each instance.
        ("{p(1..3)}. :- p(X), p(Y), X < Y. #heuristic p(X). [X,true]", "p(3)"),
        ("{p(1..3)}. d(1). :- p(X), p(Y), X < Y. #heuristic p(X) : not d(X). [5-X,true] #heuristic p(X) : d(X). [1,false]", "p(2)"),
        ("{p(1..2)}. m(1,true). m(2,false). #heuristic p(X) : m(X,M). [1,M]", "p(1)"),
        ("1 {p(1..3)}. #heuristic p(1). [5@1,init] #heuristic p(X). [1,false] #heuristic p(2). [3@1,true]", "p(2)"),
    ] {
        let mut engine = grounded(&hearing(), program);
        let model = engine.query().first().expect("a search").expect("an answer set");
        let mut shown: Vec<String> = model.texts().filter(|text| !text.starts_with(['d', 'm'])).collect();
        shown.sort();
        assert_eq!(shown.join(" "), first, "{program}");
    }
}

#[test]
fn without_being_asked_it_is_ignored() {
    let mut engine = grounded(&SearchConfig::default(), "{a}. #heuristic a. [1,true]");
    let warnings: Vec<String> =
        engine.take_warnings().iter().map(|warning| warning.message.clone()).collect();
    assert_eq!(warnings, ["`#heuristic` is ignored"]);
    assert!(engine.ground_program().program.heuristics.is_empty());
    let mut engine = grounded(&hearing(), "{a}. #heuristic a. [1,true]");
    assert_eq!(engine.take_warnings().iter().count(), 0);
}

#[test]
fn what_says_nothing_is_left_out_with_a_warning() {
    for brackets in ["x,true", "1,foo", "1@x,true", "1@-1,true", "f(1),level"] {
        let mut engine = grounded(&hearing(), &format!("{{a}}. #heuristic a. [{brackets}]"));
        let warnings = engine.take_warnings();
        assert_eq!(warnings.iter().count(), 1, "{brackets}");
        assert!(engine.ground_program().program.heuristics.is_empty(), "{brackets}");
    }
}

#[test]
fn other_backends_refuse_it() {
    let mut config = SearchConfig::default();
    config.solver = groundplan_sat::Config::new(Backend::Varisat);
    config.decisions = Decisions::Domain;
    let mut engine = grounded(&config, "{a}. #heuristic a. [1,true]");
    let error = engine.query().first().expect_err("it cannot");
    assert_eq!(error.to_string(), "to hear `#heuristic` needs the backend `cdnl`, not `varisat`");
}

const PROGRAM: &str = "{p(1..2); q}. r :- p(1), q. d.
    #heuristic p(X). [X,level] #heuristic p(X) : q, not r. [-3@2,sign] #heuristic q : #count { X : p(X) } > 0. [1,true]
    #heuristic d : q. [1,false] #heuristic r. [7,factor] #heuristic nowhere : q. [2,init] #heuristic r : r. [2@3,init]";

#[test]
fn it_is_printed_as_gringo_does() {
    let engine = grounded(&hearing(), PROGRAM);
    let text = exchange::text(engine.ground_program());
    let lines: Vec<&str> = text.lines().filter(|line| line.starts_with("#heuristic")).collect();
    assert_eq!(
        lines,
        [
            "#heuristic r : r. [2@3,init]",
            "#heuristic r. [7@0,factor]",
            "#heuristic d : q. [1@0,false]",
            "#heuristic q : aux(5). [1@0,true]",
            "#heuristic p(1) : not r, q. [-3@2,sign]",
            "#heuristic p(2) : not r, q. [-3@2,sign]",
            "#heuristic p(1). [1@0,level]",
            "#heuristic p(2). [2@0,level]",
        ]
    );
    let again = grounded(&hearing(), &text);
    let again = exchange::text(again.ground_program());
    let again: Vec<&str> = again.lines().filter(|line| line.starts_with("#heuristic")).collect();
    assert_eq!(again.len(), lines.len());
}

#[test]
fn aspif_keeps_it() {
    let engine = grounded(&hearing(), PROGRAM);
    let text = exchange::aspif(engine.ground_program());
    assert_eq!(text.lines().filter(|line| line.starts_with("7 ")).count(), 8);
    let mut again = Engine::new();
    again.add_aspif("program.aspif", &text).expect("what we print");
    let (old, new) =
        (&engine.ground_program().program.heuristics, &again.ground_program().program.heuristics);
    let said = |it: &Heuristic| (it.modifier, it.bias, it.priority, it.condition.len());
    assert_eq!(old.iter().map(said).collect::<Vec<_>>(), new.iter().map(said).collect::<Vec<_>>());
    // In the order of gringo: before the rules, and about atoms that do not occur.
    let mut engine = Engine::new();
    let text = "asp 1 0 0\n7 4 1 3 0 1 -9\n7 0 1 3 0 1 8\n7 1 5 1 0 0\n1 1 1 1 0 0\n4 1 a 1 1\n0\n";
    engine.add_aspif("program.aspif", text).expect("it is aspif");
    let program = engine.ground_program().program;
    assert_eq!((program.atom_count(), program.heuristics.len()), (1, 1));
    assert_eq!(program.heuristics[0].condition, []);
    for wrong in ["7 6 1 1 0 0", "7 -1 1 1 0 0", "7 0 1 1 -1 0", "7 0 1 1", "7 0 1 1 0 2 1", "7 0 1 1 0 0 0"]
    {
        let text = format!("asp 1 0 0\n{wrong}\n0\n");
        assert!(Engine::new().add_aspif("program.aspif", &text).is_err(), "{wrong}");
    }
}

#[test]
fn it_is_heard_step_by_step() {
    let mut engine = Engine::new();
    engine.configure(hearing()).expect("it is new");
    let text = "{a(0)}. #heuristic a(0). [1,true] #program step(t). {a(t)}. :- a(t-1), a(t). #heuristic a(t). [1+t,true]";
    engine.add_text("program.lp", text).expect("a program");
    engine.ground(["base"]).expect("ground");
    for (step, expected) in ["a(0)", "a(1)", "a(0) a(2)", "a(1) a(3)"].into_iter().enumerate() {
        if step > 0 {
            engine.ground([("step", step as i64)]).expect("ground");
        }
        let model = engine.query().first().expect("a search").expect("an answer set");
        let mut shown: Vec<String> = model.texts().collect();
        shown.sort();
        assert_eq!(shown.join(" "), expected);
    }
}

/// A heuristic before its atoms are numbered.
type Spec = (u8, usize, i64, u64, Vec<(u8, bool)>);

fn specs() -> impl Strategy<Value = Vec<Spec>> {
    let literals = prop_oneof![2 => Just(Vec::new()), 1 => vec((any::<u8>(), any::<bool>()), 1..3)];
    vec((any::<u8>(), 0..6_usize, -3..5_i64, 0..3_u64, literals), 1..10)
}

fn add(program: &mut Program, specs: &[Spec]) {
    let atoms = program.atom_count() as u32;
    let atom = |number: u8| AtomId(u32::from(number) % atoms);
    let heuristics = specs.iter().map(|(of, modifier, bias, priority, condition)| Heuristic {
        atom: atom(*of),
        modifier: Modifier::ALL[*modifier],
        bias: *bias,
        priority: *priority,
        condition: condition.iter().map(|&(of, negative)| Literal::new(atom(of), negative)).collect(),
    });
    program.heuristics = heuristics.collect();
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 150, failure_persistence: None, ..ProptestConfig::default() })]

    /// Whatever it says, by all loop methods and treatments of sums.
    #[test]
    fn answer_sets_stay_the_same(
        spec in random::programs(Style::Any, 4..12),
        heuristics in specs(),
        modes in modes::drawn_for_one(),
    ) {
        let mut program = spec.build();
        let expected = answer_sets(&mut with_program(&SearchConfig::default(), &program), &[]);
        add(&mut program, &heuristics);
        let hears = |config: &&SearchConfig| config.solver.clone().deciding().is_some();
        for mut config in modes.into_iter().filter(hears).cloned() {
            config.decisions = Decisions::Domain;
            prop_assert_eq!(&answer_sets(&mut with_program(&config, &program), &[]), &expected, "{:?}", config);
        }
    }

    /// Where the atoms are made false first, domain recording gives one answer set for each least set of them.
    #[test]
    fn domain_recording_finds_the_least_ones(spec in random::programs(Style::Any, 4..12), of in 1..4096_u32) {
        let mut program = spec.build();
        let all = answer_sets(&mut with_program(&SearchConfig::default(), &program), &[]);
        let of: Set = of & ((1 << program.atom_count()) - 1);
        for atom in (0..program.atom_count() as u32).filter(|atom| of >> atom & 1 == 1) {
            let modifier = Modifier::False;
            let atom = AtomId(atom);
            program.heuristics.push(Heuristic { atom, modifier, bias: 1, priority: 0, condition: Vec::new() });
        }
        let mut engine = with_program(&hearing(), &program);
        prop_assume!(engine.has_domain_to_record().expect("a translation"));
        let parts: BTreeSet<Set> = all.iter().map(|set| set & of).collect();
        let least = |set: &&Set| !parts.iter().any(|other| other != *set && other & *set == *other);
        let least: Vec<Set> = parts.iter().filter(least).copied().collect();
        let mut models = engine.query().recording_domain().models().expect("a search");
        let found: Vec<Set> = models.by_ref().map(|model| as_set(&model.expect("an answer set"))).collect();
        prop_assert_eq!(models.end(), Some(End::Exhausted));
        prop_assert!(found.iter().all(|set| all.contains(set)));
        let mut found: Vec<Set> = found.iter().map(|set| set & of).collect();
        found.sort_unstable();
        prop_assert_eq!(found, least);
    }
}
