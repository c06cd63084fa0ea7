//! Programs that come in shots have, after each shot, the answer sets of the rules so far.

use std::collections::BTreeMap;

use groundplan::program::{AtomId, Body, ExternalValue, HeadKind, Program};
use groundplan::solve::SearchConfig;
use groundplan::translate::TranslationError;
use groundplan::{Engine, Error, Outcome};
use proptest::prelude::*;

use crate::support::brute_force;
use crate::support::engines::{
    answer_sets, configured, has_disjunctions, may_meet_unstable, query, with_program,
};
use crate::support::modes;
use crate::support::random::{self, external_value, ProgramSpec, RuleSpec, Style};

/// The answer sets are those by definition, where external atoms have the assigned values, or else those of the program.
fn compare(engine: &mut Engine, assigned: &BTreeMap<AtomId, ExternalValue>) {
    let program = engine.ground_program().program;
    let value = |atom: AtomId| assigned.get(&atom).copied().or_else(|| external_value(program, atom));
    let expected = brute_force::solve(program, value).answer_sets;
    assert_eq!(answer_sets(engine, &[]), expected);
}

/// What a clean-up takes to be true for good is so, whatever the values of the external atoms.
fn settled(engine: &mut Engine) {
    let holding = engine.cleanup().unwrap().holding;
    let program = engine.ground_program().program;
    if holding.iter().all(|&atom| program.is_fact(atom)) {
        return;
    }
    let open = |atom: AtomId| external_value(program, atom).map(|_| ExternalValue::Free);
    for answer_set in brute_force::solve(program, open).answer_sets {
        assert!(holding.iter().all(|&atom| answer_set >> atom.0 & 1 == 1), "{holding:?} in {answer_set:b}");
    }
}

/// A value that an external atom gets later, and whether the engine is told: otherwise the program declares it.
type Change = (ExternalValue, bool);

/// The first shot defines the atoms below `cut`, and everything else it mentions is external. The externals that the second
/// shot leaves change their values.
fn check(
    spec: &ProgramSpec,
    cut: u32,
    values: &[ExternalValue],
    changes: &[Change],
    modes: &[&SearchConfig],
) {
    for &config in modes {
        let mut engine = with_program(config, &spec.empty());
        let program = engine.program_mut().unwrap();
        let (first, second) = spec.rules.split_at(spec.rules.len() / 2);
        for rule in first {
            spec.add(rule, program, |atom| atom.0 < cut);
        }
        for atom in cut..program.atom_count() as u32 {
            program.externals.push((AtomId(atom), values[atom as usize % values.len()]));
        }
        let mut assigned = BTreeMap::new();
        compare(&mut engine, &assigned);
        settled(&mut engine);
        for rule in second {
            spec.add(rule, engine.program_mut().unwrap(), |atom| atom.0 >= cut);
        }
        match engine.translate() {
            Ok(_) => compare(&mut engine, &assigned),
            Err(Error::Unsupported { cause: TranslationError::CycleAcrossShots { .. }, .. }) => return,
            Err(error) => panic!("{error}"),
        }
        for (atom, &(value, is_told)) in (cut..u32::from(spec.atoms)).map(AtomId).zip(changes.iter().cycle())
        {
            if !is_told {
                engine.program_mut().unwrap().externals.push((atom, value));
            } else if engine.assign_external_atom(atom, value).unwrap() {
                assigned.insert(atom, value);
            }
        }
        compare(&mut engine, &assigned);
        // Answer sets are walked through in a translation of all steps at once, which may have a cycle that the steps by
        // themselves have not.
        let mut at_once = with_program(config, engine.ground_program().program);
        at_once.translate().unwrap();
        let (statistics, at_once) = (engine.statistics(), at_once.statistics());
        assert!(
            may_meet_unstable(config, statistics.loop_methods)
                || may_meet_unstable(config, at_once.loop_methods)
                || statistics.loop_formulas == 0
                || has_disjunctions(engine.ground_program().program),
            "{config:?}"
        );
    }
}

/// `a0. a1 :- 4 <= a1 + a2 + 3 a0.`, the second rule in the second step: that a1 supports itself is seen only at once.
#[test]
fn a_cycle_that_the_steps_have_not() {
    let mut rules = vec![RuleSpec::Normal(0, vec![]); 4];
    rules[0] = RuleSpec::Disjunction(vec![1, 0], vec![]);
    rules[3] = RuleSpec::Sum(vec![1], false, 4, vec![(1, false, 1), (2, false, 1), (0, false, 3)]);
    let modes: Vec<&SearchConfig> = modes::every().iter().collect();
    let spec = ProgramSpec { atoms: 6, rules, externals: vec![] };
    check(&spec, 1, &[ExternalValue::True], &[(ExternalValue::Free, true)], &modes);
}

fn later_value() -> impl Strategy<Value = ExternalValue> {
    prop_oneof![4 => random::open_value(), 1 => Just(ExternalValue::Released)]
}

proptest! {
    #![proptest_config(random::settings(800))]

    #[test]
    fn random_shots(
        spec in random::programs(Style::Any, 4..9),
        cut in 1..8_u32,
        values in prop::collection::vec(random::open_value(), 1..4),
        changes in prop::collection::vec((later_value(), any::<bool>()), 1..4),
        modes in modes::drawn_for_one(),
    ) {
        let spec = ProgramSpec { externals: Vec::new(), ..spec };
        check(&spec, cut.min(u32::from(spec.atoms)), &values, &changes, &modes);
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
            let mut engine = with_program(&config, &program);
            engine.translate().unwrap();
            let rules = &mut engine.program_mut().unwrap().rules;
            rules.push(HeadKind::Disjunction, &[a], Body::Conjunction(&[b.positive()]));
            let Err(Error::Unsupported { cause, .. }) = engine.translate() else {
                panic!("a is defined already")
            };
            assert_eq!(cause, TranslationError::Redefined { atom: a });
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
            let mut engine = with_program(&config, &program);
            engine.translate().unwrap();
            engine.program_mut().unwrap().add_fact(atom);
            match engine.translate() {
                Ok(_) => assert!(!refused, "{atom:?}"),
                Err(Error::Unsupported { cause, .. }) => {
                    assert!(refused, "{atom:?}");
                    assert_eq!(cause, TranslationError::Redefined { atom });
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
        let mut engine = with_program(&config, &program);
        engine.translate().unwrap();
        let rules = &mut engine.program_mut().unwrap().rules;
        rules.push(HeadKind::Disjunction, &[e], Body::Conjunction(&[a.positive()]));
        let Err(Error::Unsupported { cause, .. }) = engine.translate() else { panic!("e and a form a loop") };
        assert_eq!(cause, TranslationError::CycleAcrossShots { atom: e });
    }
}

#[test]
fn horizons_under_assumptions() {
    // p(0). p(t+1) or stay: {p(t)} :- p(t-1). query(t) is external and demands p(t).
    for config in modes::all() {
        let mut engine = configured(&config);
        let mut last = engine.program_mut().unwrap().new_atom();
        engine.program_mut().unwrap().add_fact(last);
        for _ in 0..5 {
            let program = engine.program_mut().unwrap();
            let (next, asked) = (program.new_atom(), program.new_atom());
            program.rules.push(HeadKind::Choice, &[next], Body::Conjunction(&[last.positive()]));
            program.externals.push((asked, ExternalValue::False));
            let body = [asked.positive(), next.negative()];
            program.rules.push(HeadKind::Disjunction, &[], Body::Conjunction(&body));
            assert!(engine.assign_external_atom(asked, ExternalValue::True).unwrap());
            let model = engine.query().first().unwrap().expect("p can go on");
            assert!(model.holds(next) && model.holds(asked));
            let refuted = query(&mut engine, &[next.negative()]).solve().unwrap();
            let Outcome::Unsatisfiable(core) = refuted else { panic!("p must go on") };
            assert_eq!(core.positions(), [0]);
            engine.release_external_atom(asked).unwrap();
            assert!(!engine.assign_external_atom(asked, ExternalValue::True).unwrap());
            last = next;
        }
    }
}
