//! Programs that come in shots have, after each shot, the answer sets of the rules so far.

mod support;

use std::ops::ControlFlow;

use groundplan::program::{AtomId, Body, ExternalValue, HeadKind, Program};
use groundplan::solve::{Outcome, Search, SolveError};
use groundplan::translate::TranslationError;
use proptest::prelude::*;
use support::brute_force::{self, Set};
use support::modes;
use support::random::{self, external_value, ProgramSpec, Style};

fn compare(search: &mut Search, program: &Program) {
    let expected = brute_force::solve(program, |atom| external_value(program, atom)).answer_sets;
    let mut found: Vec<Set> = Vec::new();
    search
        .enumerate(program, &[], |atoms| {
            found.push(atoms.ones().map(|atom| 1 << atom).sum());
            ControlFlow::Continue(())
        })
        .unwrap();
    found.sort_unstable();
    assert_eq!(found, expected);
}

/// The first shot defines the atoms below `cut`, and everything else it mentions is external.
fn check(spec: &ProgramSpec, cut: u32, values: &[ExternalValue]) {
    for config in modes::all() {
        let mut program = spec.empty();
        let (first, second) = spec.rules.split_at(spec.rules.len() / 2);
        for rule in first {
            spec.add(rule, &mut program, |atom| atom.0 < cut);
        }
        for atom in cut..program.atom_count() as u32 {
            program.externals.push((AtomId(atom), values[atom as usize % values.len()]));
        }
        let mut search = Search::new(&config).unwrap();
        match search.add(&program) {
            Ok(()) => compare(&mut search, &program),
            Err(SolveError::Translation(TranslationError::HeadCycle { .. })) => return,
            Err(error) => panic!("{error}"),
        }
        for rule in second {
            spec.add(rule, &mut program, |atom| atom.0 >= cut);
        }
        match search.add(&program) {
            Ok(()) => compare(&mut search, &program),
            Err(SolveError::Translation(
                TranslationError::HeadCycle { .. } | TranslationError::CycleAcrossShots { .. },
            )) => return,
            Err(error) => panic!("{error}"),
        }
        // The externals that are left change their values.
        for atom in (cut..program.atom_count() as u32).map(AtomId) {
            if search.set_external(atom, ExternalValue::Free) {
                program.externals.push((atom, ExternalValue::Free));
            }
        }
        compare(&mut search, &program);
        assert!(
            search.statistics().loop_methods.lazy > 0 || search.statistics().loop_formulas == 0,
            "{config:?}"
        );
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 800, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn random_shots(
        spec in random::programs(Style::Any, 4..9),
        cut in 1..8_u32,
        values in prop::collection::vec(
            prop_oneof![Just(ExternalValue::True), Just(ExternalValue::False), Just(ExternalValue::Free)], 1..4),
    ) {
        let spec = ProgramSpec { externals: Vec::new(), ..spec };
        check(&spec, cut.min(u32::from(spec.atoms)), &values);
    }
}

fn program_with(atoms: usize) -> Program {
    let mut program = Program::new();
    (0..atoms).for_each(|_| {
        program.new_atom();
    });
    program
}

#[test]
fn an_atom_defined_before_gets_no_new_rule() {
    for config in modes::all() {
        for mentioned_only in [true, false] {
            let mut program = program_with(3);
            let [a, b, c] = [0, 1, 2].map(AtomId);
            program.rules.push(HeadKind::Choice, &[b], Body::Conjunction(&[]));
            program.rules.push(HeadKind::Disjunction, &[c], Body::Conjunction(&[a.negative(), b.positive()]));
            if !mentioned_only {
                program.rules.push(HeadKind::Choice, &[a], Body::Conjunction(&[]));
            }
            let mut search = Search::new(&config).unwrap();
            search.add(&program).unwrap();
            program.rules.push(HeadKind::Disjunction, &[a], Body::Conjunction(&[b.positive()]));
            let Err(SolveError::Translation(error)) = search.add(&program) else {
                panic!("a is defined already")
            };
            assert_eq!(error, TranslationError::Redefined { atom: a });
        }
    }
}

#[test]
fn only_what_is_true_anyway_becomes_a_fact_later() {
    for config in modes::all() {
        let mut program = program_with(3);
        let [chosen, derived, false_so_far] = [0, 1, 2].map(AtomId);
        program.rules.push(HeadKind::Choice, &[chosen], Body::Conjunction(&[]));
        program.rules.push(HeadKind::Disjunction, &[derived], Body::Conjunction(&[false_so_far.negative()]));
        for (atom, refused) in [(derived, false), (chosen, true), (false_so_far, true)] {
            let mut program = program.clone();
            let mut search = Search::new(&config).unwrap();
            search.add(&program).unwrap();
            program.add_fact(atom);
            match search.add(&program) {
                Ok(()) => assert!(!refused, "{atom:?}"),
                Err(SolveError::Translation(error)) => {
                    assert!(refused, "{atom:?}");
                    assert_eq!(error, TranslationError::Redefined { atom });
                }
                Err(error) => panic!("{error}"),
            }
        }
    }
}

#[test]
fn a_cycle_through_an_external_and_an_earlier_shot_is_refused() {
    for config in modes::all() {
        let mut program = program_with(2);
        let [a, e] = [0, 1].map(AtomId);
        program.externals.push((e, ExternalValue::False));
        program.rules.push(HeadKind::Disjunction, &[a], Body::Conjunction(&[e.positive()]));
        let mut search = Search::new(&config).unwrap();
        search.add(&program).unwrap();
        program.rules.push(HeadKind::Disjunction, &[e], Body::Conjunction(&[a.positive()]));
        let Err(SolveError::Translation(error)) = search.add(&program) else { panic!("e and a form a loop") };
        assert_eq!(error, TranslationError::CycleAcrossShots { atom: e });
    }
}

#[test]
fn horizons_under_assumptions() {
    // p(0). p(t+1) or stay: {p(t)} :- p(t-1). query(t) is external and demands p(t).
    for config in modes::all() {
        let mut program = Program::new();
        let mut search = Search::new(&config).unwrap();
        let mut last = program.new_atom();
        program.add_fact(last);
        for _ in 0..5 {
            let (next, query) = (program.new_atom(), program.new_atom());
            program.rules.push(HeadKind::Choice, &[next], Body::Conjunction(&[last.positive()]));
            program.externals.push((query, ExternalValue::False));
            let body = [query.positive(), next.negative()];
            program.rules.push(HeadKind::Disjunction, &[], Body::Conjunction(&body));
            search.add(&program).unwrap();
            assert!(search.set_external(query, ExternalValue::True));
            let Outcome::Satisfiable(atoms) = search.solve(&program, &[]).unwrap() else {
                panic!("p can go on")
            };
            assert!(atoms.contains(next.index()) && atoms.contains(query.index()));
            let refuted = search.solve(&program, &[next.negative()]).unwrap();
            assert_eq!(refuted, Outcome::Unsatisfiable(vec![next.negative()]));
            search.release_external(query).unwrap();
            assert!(!search.set_external(query, ExternalValue::True));
            last = next;
        }
    }
}
