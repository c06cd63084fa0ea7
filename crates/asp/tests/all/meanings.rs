//! Every clause holds in every answer set under the meanings of its variables.

use fixedbitset::FixedBitSet;
use groundplan::program::Program;
use groundplan::solve::SearchConfig;
use groundplan::translate::{Clauses, Method, Translation};
use groundplan::{Passes, Tuning};
use proptest::prelude::*;
use rustsat::types::{Lit, TernaryVal};

use crate::support::brute_force::{self, Set};
use crate::support::engines::with_program;
use crate::support::random::{self, external_value, Style};

fn as_atoms(program: &Program, set: Set) -> FixedBitSet {
    (0..program.atom_count()).filter(|&atom| set >> atom & 1 == 1).collect()
}

fn check(program: &Program, method: Method) {
    check_by(Translation::new(method), program, method);
    check_by(Translation::new(method).with_passes(Passes::ALL, Tuning::eager()), program, method);
}

fn check_by(mut translation: Translation, program: &Program, method: Method) {
    if translation.extend(program).is_err() {
        return;
    }
    let mut clauses: Vec<Clauses> = vec![translation.take_clauses()];
    // Loop formulas too: for every model of the clauses so far.
    for set in 0..1 << program.atom_count() {
        let assignment = translation.model_of(&as_atoms(program, set));
        let holds = |&literal: &Lit| assignment.lit_value(literal) == TernaryVal::True;
        if !clauses.iter().flat_map(Clauses::iter).all(|clause| clause.iter().any(holds)) {
            continue;
        }
        let values = translation.valuation(|literal: Lit| assignment.lit_value(literal) == TernaryVal::True);
        if translation.refute_unfounded(&values) {
            clauses.push(translation.take_clauses());
        }
    }
    for set in brute_force::solve(program, |atom| external_value(program, atom)).answer_sets {
        hold(&translation, &clauses, &as_atoms(program, set), method);
    }
}

fn hold(translation: &Translation, clauses: &[Clauses], answer_set: &FixedBitSet, method: Method) {
    let assignment = translation.model_of(answer_set);
    for clause in clauses.iter().flat_map(Clauses::iter) {
        let holds = clause.iter().any(|&literal| assignment.lit_value(literal) == TernaryVal::True);
        let meanings: Vec<_> = clause.iter().map(|l| (l, translation.meaning(l.var()))).collect();
        assert!(holds, "{method}: {meanings:?} does not hold in {answer_set}");
    }
}

/// Components too large for brute force: some answer sets that a search found and checked.
fn check_large(program: &Program) {
    let mut engine = with_program(&SearchConfig::default(), program);
    let models = engine.query().limit(20).models().unwrap();
    let answer_sets: Vec<FixedBitSet> = models
        .map(|model| {
            let mut atoms = FixedBitSet::with_capacity(program.atom_count());
            model.unwrap().true_atoms().for_each(|atom| atoms.insert(atom.index()));
            atoms
        })
        .collect();
    for &method in Method::ALL {
        let mut translation = Translation::new(method).with_passes(Passes::ALL, Tuning::eager());
        translation.extend(program).unwrap();
        let clauses = [translation.take_clauses()];
        answer_sets.iter().for_each(|atoms| hold(&translation, &clauses, atoms, method));
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 600, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn hold_in_answer_sets(spec in random::programs(Style::Any, 3..9)) {
        let program = spec.build();
        Method::ALL.iter().for_each(|&method| check(&program, method));
    }

    #[test]
    fn hold_in_answer_sets_of_larger_programs(spec in random::programs(Style::Loops, 15..41)) {
        check_large(&spec.build());
    }
}
