//! Cubes are disjoint and everything: each answer set, found by trying every set of atoms, lies in exactly one.

use groundplan::program::{AtomId, Literal, Program};
use groundplan::solve::SearchConfig;
use groundplan::{exchange, Engine};
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;

use crate::support::brute_force::{self, Set};
use crate::support::engines::{query, with_program};
use crate::support::random::{self, external_value, Assumptions, ProgramSpec, Style};

/// An engine that holds a program with names for its atoms, from `a(0)`.
fn named(program: &Program) -> Engine {
    let text = exchange::aspif(with_program(&SearchConfig::default(), program).ground_program());
    let names = (0..program.atom_count())
        .map(|atom| format!("4 {} a({atom}) 1 {}\n", format!("a({atom})").len(), atom + 1));
    let text = text.strip_suffix("0\n").expect("an end").to_owned() + &names.collect::<String>() + "0\n";
    let mut engine = Engine::new();
    engine.add_aspif("program.aspif", &text).expect("a program");
    engine.ground(["base"]).expect("it is ground");
    engine
}

/// Checks the cubes; how many there are.
fn check(spec: &ProgramSpec, assumed: &Assumptions, choices: &[Vec<(u8, bool)>], count: usize) -> usize {
    let program = spec.build();
    let mut engine = named(&program);
    let atoms: Vec<AtomId> = (0..spec.atoms)
        .map(|atom| engine.find_atom(&format!("a({atom})")).expect("an atom").1.expect("it is there"))
        .collect();
    let literals = |literals: &[(u8, bool)]| -> Vec<Literal> {
        literals
            .iter()
            .map(|&(atom, negative)| Literal::new(atoms[usize::from(atom % spec.atoms)], negative))
            .collect()
    };
    let all = brute_force::solve(&program, |atom| external_value(&program, atom)).answer_sets;
    let assumptions: Vec<Literal> = assumed
        .literals(atoms.len(), &all)
        .into_iter()
        .map(|literal| Literal::new(atoms[literal.atom().index()], literal.is_negative()))
        .collect();
    let choices: Vec<Vec<Literal>> = choices.iter().map(|it| literals(it)).collect();
    let cubes = query(&mut engine, &assumptions).cubes(count, &choices).expect("cubes");
    assert!((1..=count).contains(&cubes.len()), "{cubes:?}");
    let lies_in = |set: Set, cube: &[Literal]| {
        cube.iter().all(|literal| {
            let atom = atoms.iter().position(|&atom| atom == literal.atom()).expect("it has a name");
            (set >> atom & 1 == 1) != literal.is_negative()
        })
    };
    let all: Vec<Set> = all.into_iter().filter(|&set| lies_in(set, &assumptions)).collect();
    for &set in &all {
        let homes = cubes.iter().filter(|cube| lies_in(set, cube)).count();
        assert_eq!(homes, 1, "{set:b} in {cubes:?}");
    }
    let mut found: Vec<Set> = Vec::new();
    for cube in &cubes {
        let models = query(&mut engine, &[&assumptions[..], cube].concat()).models().expect("answer sets");
        found.extend(models.map(|model| {
            let model = model.expect("an answer set");
            (0..spec.atoms)
                .filter(|&atom| model.contains("a", i64::from(atom)))
                .map(|atom| 1 << atom)
                .sum::<Set>()
        }));
    }
    found.sort_unstable();
    assert_eq!(found, all, "{cubes:?}");
    // The same again, from the start.
    let mut engine = named(&program);
    assert_eq!(query(&mut engine, &assumptions).cubes(count, &choices).expect("cubes"), cubes);
    cubes.len()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn of_random_programs(
        spec in random::programs(Style::Any, 3..10),
        assumed in random::assumptions(13),
        choices in prop::collection::vec(prop::collection::vec(any::<(u8, bool)>(), 1..4), 0..3),
        count in 1..12_usize,
    ) {
        check(&spec, &assumed, &choices, count);
    }

    #[test]
    fn of_random_programs_with_head_cycles(
        spec in random::programs(Style::HeadCycles, 3..10),
        choices in prop::collection::vec(prop::collection::vec(any::<(u8, bool)>(), 1..4), 0..3),
        count in 1..12_usize,
    ) {
        check(&spec, &Assumptions::none(), &choices, count);
    }

    #[test]
    fn of_random_programs_of_loops(
        spec in random::programs(Style::Loops, 6..13),
        assumed in random::assumptions(13),
        count in 1..40_usize,
    ) {
        check(&spec, &assumed, &[], count);
    }
}

#[test]
fn random_programs_have_several() {
    let mut runner = TestRunner::deterministic();
    let strategy = random::programs(Style::Any, 6..10);
    let several = (0..200)
        .filter(|_| {
            check(&strategy.new_tree(&mut runner).expect("a program").current(), &Assumptions::none(), &[], 8)
                > 2
        })
        .count();
    assert!(several > 40, "only {several} of 200 programs had more than two cubes");
}

/// Four actions out of seven, each once.
const PLAN: &str = "1 { do(A,T) : A = 1..7 } 1 :- T = 1..4. :- do(A,T), do(A,U), T < U.";

fn ground(text: &str) -> Engine {
    let mut engine = Engine::new();
    engine.add_text("program.lp", text).expect("a program");
    engine.ground(["base"]).expect("a ground program");
    engine
}

fn literal(engine: &mut Engine, atom: &str) -> Literal {
    engine.find_atom(atom).expect("an atom").1.expect("one of the program").positive()
}

/// How many answer sets there are in each cube, and the cubes as texts.
fn split(engine: &mut Engine, count: usize, choices: &[Vec<Literal>]) -> Vec<(usize, String)> {
    let cubes = engine.query().cubes(count, choices).expect("cubes");
    let mut split = Vec::new();
    for cube in cubes {
        let query = cube.iter().fold(engine.query(), |query, &literal| query.assume_literal(literal));
        let models = query.models().expect("answer sets").count();
        let ground = engine.ground_program();
        let texts = cube.iter().map(|literal| {
            let sign = if literal.is_negative() { "not " } else { "" };
            format!("{sign}{}", ground.atom(literal.atom()).expect("a name"))
        });
        split.push((models, texts.collect::<Vec<_>>().join(", ")));
    }
    split
}

#[test]
fn a_choice_is_split_before_the_next_one() {
    let mut engine = ground(PLAN);
    let choices: Vec<Vec<Literal>> = [2, 3]
        .map(|step| (1..=7).map(|action| literal(&mut engine, &format!("do({action},{step})"))).collect())
        .into();
    // Each of the seven alternatives leaves as much.
    let seven = split(&mut engine, 7, &choices);
    let expected: Vec<(usize, String)> =
        (1..=7).map(|action| (6 * 5 * 4, format!("do({action},2)"))).collect();
    assert_eq!(seven, expected);
    let two = split(&mut engine, 2, &choices);
    assert_eq!(two[0].1, "not do(4,2), not do(5,2), not do(6,2), not do(7,2)");
    assert_eq!(two.iter().map(|(models, _)| models).sum::<usize>(), 7 * 6 * 5 * 4);
    let all = split(&mut engine, 42, &choices);
    assert_eq!((all.len(), &all[0]), (42, &(5 * 4, "do(1,2), do(2,3)".to_owned())));
    // What is no choice has no say.
    let few: Vec<Vec<Literal>> = choices.iter().map(|choice| choice[..5].to_vec()).collect();
    assert_eq!(split(&mut engine, 9, &few), split(&mut engine, 9, &[]));
}

#[test]
fn there_are_no_more_than_can_be_told_apart() {
    for (program, count) in
        [("a. b :- a.", 1), ("{a}. :- a. :- not a.", 1), ("{a; b}.", 4), ("1 {a; b; c} 1.", 3)]
    {
        assert_eq!(split(&mut ground(program), 100, &[]).len(), count, "{program}");
    }
    // Without a name nothing can be said of it.
    assert_eq!(split(&mut ground("#defined a/0. b :- not a. {c}."), 8, &[]).len(), 2);
}

#[test]
fn only_what_is_ground_is_split() {
    let mut engine = Engine::new();
    assert!(engine.query().cubes(2, &[]).is_err());
    engine.add_text("program.lp", "{a}. b(X) :- c(X). #defined c/1.").expect("a program");
    engine.ground(["base"]).expect("a ground program");
    engine.add_fact("c", 1).expect("a fact");
    assert!(engine.query().cubes(2, &[]).is_err());
}
