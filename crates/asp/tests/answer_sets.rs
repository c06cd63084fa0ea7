//! Every mode finds the answer sets that trying all sets of atoms finds.

mod support;

use std::ops::ControlFlow;

use fixedbitset::FixedBitSet;
use groundplan::program::{AtomId, Literal, Program};
use groundplan::solve::{Enumeration, Outcome, Search, SearchConfig, SolveError};
use groundplan::translate::TranslationError;
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;
use support::brute_force::{self, Set};
use support::modes;
use support::random::{self, external_value, ProgramSpec, Style};

fn as_set(atoms: &FixedBitSet) -> Set {
    atoms.ones().map(|atom| 1 << atom).sum()
}

/// All answer sets, in order; `None` for a program with a head cycle.
fn answer_sets(search: &mut Search, program: &Program, assumptions: &[Literal]) -> Vec<Set> {
    let mut found = Vec::new();
    let end = search.enumerate(program, assumptions, |atoms| {
        found.push(as_set(atoms));
        ControlFlow::Continue(())
    });
    assert_eq!(end.unwrap(), Enumeration::Exhausted);
    found.sort_unstable();
    found
}

fn load(config: &SearchConfig, program: &Program) -> Option<Search> {
    let mut search = Search::new(config).unwrap();
    match search.add(program) {
        Ok(()) => Some(search),
        Err(SolveError::Translation(TranslationError::HeadCycle { .. })) => None,
        Err(error) => panic!("{error}"),
    }
}

fn check(spec: &ProgramSpec, assumed: &[(u8, bool)]) {
    let program = spec.build();
    let expected = brute_force::solve(&program, |atom| external_value(&program, atom)).answer_sets;
    let assumptions: Vec<Literal> =
        assumed.iter().map(|&(a, n)| Literal::new(AtomId(u32::from(a % spec.atoms)), n)).collect();
    let agrees = |set: Set, literals: &[Literal]| {
        literals.iter().all(|l| (set >> l.atom().0 & 1 == 1) != l.is_negative())
    };
    let under: Vec<Set> = expected.iter().copied().filter(|&set| agrees(set, &assumptions)).collect();
    for config in modes::all() {
        let Some(mut search) = load(&config, &program) else { return };
        assert_eq!(answer_sets(&mut search, &program, &[]), expected, "{config:?}");
        // What the enumeration blocked is there again.
        match search.solve(&program, &assumptions).unwrap() {
            Outcome::Satisfiable(atoms) => assert!(under.contains(&as_set(&atoms)), "{config:?}"),
            Outcome::Unsatisfiable(core) => {
                assert!(under.is_empty(), "{config:?}");
                assert!(core.iter().all(|literal| assumptions.contains(literal)));
                assert!(!expected.iter().any(|&set| agrees(set, &core)), "{core:?} is no core, {config:?}");
            }
            Outcome::Interrupted => panic!("nobody interrupted"),
        }
        assert_eq!(answer_sets(&mut search, &program, &assumptions), under, "{config:?}");
        // Only the lazy method may meet models that are not stable.
        assert!(
            search.statistics().loop_methods.lazy > 0 || search.statistics().loop_formulas == 0,
            "{config:?}"
        );
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1500, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn random_programs(
        spec in random::programs(Style::Any, 3..10),
        assumed in prop::collection::vec(any::<(u8, bool)>(), 0..3),
    ) {
        check(&spec, &assumed);
    }

    #[test]
    fn random_programs_of_loops(
        spec in random::programs(Style::Loops, 6..13),
        assumed in prop::collection::vec(any::<(u8, bool)>(), 0..3),
    ) {
        check(&spec, &assumed);
    }
}

#[test]
fn the_random_programs_are_hard() {
    for (style, atoms) in [(Style::Any, 3..10), (Style::Loops, 6..13)] {
        let mut runner = TestRunner::deterministic();
        let strategy = random::programs(style, atoms);
        let (mut wrong, mut several, total) = (0, 0, 500);
        for _ in 0..total {
            let program = strategy.new_tree(&mut runner).unwrap().current().build();
            let found = brute_force::solve(&program, |atom| external_value(&program, atom));
            wrong += usize::from(found.completion_is_wrong);
            several += usize::from(found.answer_sets.len() > 1);
        }
        println!("{style:?}: completion wrong on {wrong}, several answer sets {several}, of {total}");
        assert!(10 * wrong >= 3 * total, "{style:?}: completion is wrong on {wrong} of {total} only");
        assert!(10 * several >= 3 * total, "{style:?}: several answer sets on {several} of {total} only");
    }
}
