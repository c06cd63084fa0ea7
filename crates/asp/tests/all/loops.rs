//! All modes agree on programs with overlapping loops that are too large for trying every set.

use std::collections::BTreeSet;

use groundplan::program::{AtomId, Body, HeadKind, Program};
use groundplan::solve::{End, SearchConfig, SolveError};
use groundplan::translate::Method;
use groundplan::Error;
use groundplan_sat::Backend;
use proptest::prelude::*;

use crate::support::engines::{configured, may_meet_unstable, with_program};
use crate::support::modes;
use crate::support::random::{self, Style};

/// More answer sets than this are not compared as a whole.
const LIMIT: usize = 150;

/// Up to so many answer sets, and whether that is all; `None` if the program cannot be translated. In debug builds the
/// search has checked that each is stable.
fn some_answer_sets(config: &SearchConfig, program: &Program) -> Option<(BTreeSet<Vec<usize>>, bool)> {
    let mut engine = with_program(config, program);
    let mut found = BTreeSet::new();
    let mut models = engine.query().limit(LIMIT as u64).models().unwrap();
    for model in models.by_ref() {
        let atoms = model.unwrap().true_atoms().map(AtomId::index).collect();
        assert!(found.insert(atoms), "an answer set comes twice, {config:?}");
    }
    let end = models.end();
    drop(models);
    let statistics = engine.statistics();
    assert!(
        may_meet_unstable(config, statistics.loop_methods) || statistics.loop_formulas == 0,
        "{config:?} met unstable models"
    );
    Some((found, end == Some(End::Exhausted)))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 150, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn modes_agree(spec in random::programs(Style::Loops, 15..41), modes in modes::drawn_for_one()) {
        let program = spec.build();
        let mut first = None;
        for config in modes {
            let found = some_answer_sets(config, &program);
            match &first {
                None => first = Some(found),
                Some(Some((sets, true))) => {
                    let (others, exhausted) = found.expect("the other modes could translate it");
                    prop_assert_eq!(sets, &others, "{:?}", config);
                    prop_assert!(exhausted);
                }
                Some(Some(_)) => prop_assert!(!found.expect("the other modes could translate it").1),
                Some(None) => prop_assert!(found.is_none()),
            }
        }
    }
}

/// `{edge(U,V)} for all U, V of n nodes. reach(0). reach(V) :- reach(U), edge(U,V). :- not reach(V).`, and at most
/// one edge leaves each node: every answer set is a path through all nodes or ends in a cycle.
fn complete_graph(n: u32) -> Program {
    let mut program = Program::new();
    let reach: Vec<AtomId> = (0..n).map(|_| program.new_atom()).collect();
    program.rules.push(HeadKind::Disjunction, &[reach[0]], Body::Conjunction(&[]));
    for u in 0..n {
        let mut leaving = Vec::new();
        for v in (0..n).filter(|&v| v != u) {
            let edge = program.new_atom();
            leaving.push((edge.positive(), 1));
            program.rules.push(HeadKind::Choice, &[edge], Body::Conjunction(&[]));
            let body = [reach[u as usize].positive(), edge.positive()];
            program.rules.push(HeadKind::Disjunction, &[reach[v as usize]], Body::Conjunction(&body));
        }
        program.rules.push(HeadKind::Disjunction, &[], Body::Sum { bound: 2, elements: &leaving });
        if u > 0 {
            program.rules.push(
                HeadKind::Disjunction,
                &[],
                Body::Conjunction(&[reach[u as usize].negative()]),
            );
        }
    }
    program
}

#[test]
fn a_complete_graph_does_not_explode() {
    let program = complete_graph(60);
    for backend in modes::backends() {
        let mut engine = with_program(&SearchConfig::new(backend, Method::Auto), &program);
        engine.query().first().unwrap().expect("there are paths");
        let clauses = engine.statistics().clauses;
        assert!(clauses < 100_000, "{clauses} clauses for 3540 rules");
    }
}

#[test]
fn without_propagators_the_method_is_refused() {
    let mut engine = configured(&SearchConfig::new(Backend::Varisat, Method::Propagate));
    engine.ground(["base"]).unwrap();
    let error = engine.query().first().unwrap_err();
    assert!(matches!(error, Error::Solve(SolveError::NoPropagation { .. })));
    assert!(error.to_string().contains("varisat"), "{error}");
}

#[test]
fn names_of_methods_round_trip() {
    for method in Method::ALL {
        assert_eq!(method.to_string().parse::<Method>().unwrap(), *method);
    }
    assert!("loopy".parse::<Method>().unwrap_err().to_string().contains("eliminate"));
}

/// Atoms in a ring, each chosen by itself or derived from the next so many of them.
fn ring(atoms: usize, needed: usize) -> Program {
    let mut program = Program::new();
    let ring: Vec<AtomId> = (0..atoms).map(|_| program.new_atom()).collect();
    for i in 0..atoms {
        let [alone, joined] = [(); 2].map(|()| program.new_atom());
        program.rules.push(HeadKind::Choice, &[alone, joined], Body::Conjunction(&[]));
        program.rules.push(HeadKind::Disjunction, &[ring[i]], Body::Conjunction(&[alone.positive()]));
        let mut body = vec![joined.positive()];
        body.extend((1..=needed).map(|k| ring[(i + k) % atoms].positive()));
        program.rules.push(HeadKind::Disjunction, &[ring[i]], Body::Conjunction(&body));
    }
    // Some of it is asked for.
    let asked = [ring[0].negative(), ring[1].negative()];
    program.rules.push(HeadKind::Disjunction, &[], Body::Conjunction(&asked));
    program
}

#[test]
fn what_elimination_writes_is_predicted() {
    for (program, clauses, variables) in
        [(complete_graph(7), 129, 41), (complete_graph(12), 704, 231), (ring(10, 1), 82, 27)]
    {
        let mut engine = with_program(&SearchConfig::new(Backend::Varisat, Method::Auto), &program);
        let statistics = engine.translate().unwrap();
        assert_eq!(statistics.loop_methods.eliminate, 1);
        let predicted = statistics.loop_predicted.expect("the method was chosen by it");
        assert_eq!((predicted.clauses, predicted.variables), (clauses, variables));
        let written = statistics.loop_size.clauses;
        assert!(
            written < 2 * clauses && clauses < 2 * written,
            "{written} clauses were written, not {clauses}"
        );
    }
}

#[test]
fn rules_that_join_atoms_of_a_loop_are_not_eliminated() {
    for backend in modes::backends() {
        let config = SearchConfig::new(backend.clone(), Method::Auto);
        let methods = with_program(&config, &ring(10, 2)).translate().unwrap().loop_methods;
        assert_eq!(methods.eliminate, 0);
        assert_eq!(methods.propagate, usize::from(backend.takes_propagators()));
    }
}

#[test]
fn elimination_is_taken_up_to_eight_clauses_a_rule() {
    for backend in modes::backends() {
        // 3,500 and 12,000 clauses for 400 and 900 rules.
        for (nodes, eliminated) in [(20, true), (30, false)] {
            let config = SearchConfig::new(backend.clone(), Method::Auto);
            let methods = with_program(&config, &complete_graph(nodes)).translate().unwrap().loop_methods;
            assert_eq!(methods.eliminate, usize::from(eliminated), "{nodes} nodes");
            let propagated = !eliminated && backend.takes_propagators();
            assert_eq!(methods.propagate, usize::from(propagated), "{nodes} nodes");
        }
    }
}

/// Trees that grow along arcs between 20 nodes: where each arc is an atom of the loop, what is left of it without these is dearer
/// than the same graph without arcs, and has no more clauses for it.
#[test]
fn links_do_not_count_for_elimination() {
    let config = SearchConfig::new(Backend::Cdnl, Method::Auto);
    let text = "node(1..20). reach(1). { grow(X,Y) } :- reach(X), node(Y), X != Y. reach(Y) :- grow(X,Y). :- not reach(20).";
    let mut engine = configured(&config);
    engine.add_text("tree.lp", text).unwrap();
    engine.ground(["base"]).unwrap();
    let methods = engine.translate().unwrap().loop_methods;
    assert_eq!((methods.eliminate, methods.propagate), (0, 1));
}
