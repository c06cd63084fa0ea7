//! Every mode finds the answer sets that trying all sets of atoms finds.

use groundplan::program::Literal;
use groundplan::solve::SearchConfig;
use groundplan::Outcome;
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;

use crate::support::brute_force::{self, Set};
use crate::support::engines::{
    answer_sets, as_set, has_disjunctions, may_meet_unstable, query, with_program,
};
use crate::support::modes;
use crate::support::random::{self, external_value, Assumptions, ProgramSpec, RuleSpec, Style};

fn check(spec: &ProgramSpec, assumed: &Assumptions, modes: &[&SearchConfig]) {
    let program = spec.build();
    let expected = brute_force::solve(&program, |atom| external_value(&program, atom)).answer_sets;
    let assumptions = assumed.literals(program.atom_count(), &expected);
    let agrees = |set: Set, literals: &[Literal]| {
        literals.iter().all(|l| (set >> l.atom().0 & 1 == 1) != l.is_negative())
    };
    let under: Vec<Set> = expected.iter().copied().filter(|&set| agrees(set, &assumptions)).collect();
    for &config in modes {
        let mut engine = with_program(config, &program);
        assert_eq!(answer_sets(&mut engine, &[]), expected, "{config:?}");
        // What the enumeration blocked is there again.
        match query(&mut engine, &assumptions).solve().unwrap() {
            Outcome::Satisfiable(model) => assert!(under.contains(&as_set(&model)), "{config:?}"),
            Outcome::Unsatisfiable(core) => {
                assert!(under.is_empty(), "{config:?}");
                let core: Vec<Literal> =
                    core.positions().iter().map(|&position| assumptions[position]).collect();
                assert!(!expected.iter().any(|&set| agrees(set, &core)), "{core:?} is no core, {config:?}");
            }
            Outcome::Interrupted => panic!("nobody interrupted"),
        }
        assert_eq!(answer_sets(&mut engine, &assumptions), under, "{config:?}");
        // Where there are head cycles, any method meets models that are not stable.
        let statistics = engine.statistics();
        let may_meet_unstable =
            may_meet_unstable(config, statistics.loop_methods) || has_disjunctions(&program);
        assert!(may_meet_unstable || statistics.loop_formulas == 0, "{config:?}");
    }
}

proptest! {
    #![proptest_config(random::settings(400))]

    #[test]
    fn random_programs(
        spec in random::programs(Style::Any, 3..10),
        assumed in random::assumptions(13),
        modes in modes::drawn_for_one(),
    ) {
        check(&spec, &assumed, &modes);
    }

    #[test]
    fn random_programs_with_head_cycles(
        spec in random::programs(Style::HeadCycles, 3..10),
        assumed in random::assumptions(13),
        modes in modes::drawn_for_one(),
    ) {
        check(&spec, &assumed, &modes);
    }

    #[test]
    fn random_programs_of_loops(
        spec in random::programs(Style::Loops, 6..13),
        assumed in random::assumptions(13),
        modes in modes::drawn_for_one(),
    ) {
        check(&spec, &assumed, &modes);
    }
}

#[test]
fn the_random_programs_are_hard() {
    for (style, atoms) in [(Style::Any, 3..10), (Style::HeadCycles, 3..10), (Style::Loops, 6..13)] {
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

/// `a3 :- a3. a0 | a2. {a4; a1} :- 2 <= 2 a0 + a1 + 2 a4. a4 | a2 :- 2 <= 2 a2 + a4. a3 :- a1.`: the loop formula of `a4` has a
/// sum of its own, which whoever propagates sums has to hear of.
#[test]
fn sums_of_loop_formulas_are_propagated_while_answer_sets_are_listed() {
    let rules = vec![
        RuleSpec::Normal(3, vec![(3, false)]),
        RuleSpec::Disjunction(vec![0, 0, 2], vec![]),
        RuleSpec::Sum(vec![4, 1], true, 2, vec![(0, false, 2), (1, false, 1), (4, false, 2)]),
        RuleSpec::Sum(vec![4, 2], false, 2, vec![(2, false, 1), (4, false, 1), (2, false, 1)]),
        RuleSpec::Normal(3, vec![(1, false)]),
    ];
    let modes: Vec<&SearchConfig> = modes::every().iter().collect();
    check(&ProgramSpec { atoms: 5, rules, externals: vec![] }, &Assumptions::none(), &modes);
}
