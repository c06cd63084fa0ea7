//! Engines that hold a ground program, and what they find.

use std::collections::BTreeSet;

use groundplan::program::{HeadKind, Literal, Program};
use groundplan::solve::{End, MethodCounts, SearchConfig};
use groundplan::translate::Method;
use groundplan::{Engine, Model, Query};
use itertools::Itertools as _;

use super::brute_force::Set;

/// An engine that solves in this way.
pub fn configured(config: &SearchConfig) -> Engine {
    let mut engine = Engine::new();
    engine.configure(config.clone()).expect("it has not solved yet");
    engine
}

/// An engine with a ground program.
pub fn with_program(config: &SearchConfig, program: &Program) -> Engine {
    let mut engine = configured(config);
    *engine.program_mut().expect("it is new") = program.clone();
    engine
}

/// Whether a rule has several heads one of which holds, so that there may be head cycles.
pub fn has_disjunctions(program: &Program) -> bool {
    program.rules.iter().any(|rule| rule.kind == HeadKind::Disjunction && rule.head.len() > 1)
}

/// A question under assumptions.
pub fn query<'e>(engine: &'e mut Engine, assumptions: &[Literal]) -> Query<'e> {
    assumptions.iter().fold(engine.query(), |query, &literal| query.assume_literal(literal))
}

/// The true atoms, by bit.
pub fn as_set(model: &Model) -> Set {
    model.true_atoms().map(|atom| 1 << atom.0).sum()
}

/// All answer sets as they are shown, their atoms in order, none of which comes twice.
pub fn distinct(engine: &mut Engine) -> BTreeSet<String> {
    let mut models = engine.query().models().unwrap();
    let texts: Vec<String> = models
        .by_ref()
        .map(|model| model.unwrap().to_string().split_whitespace().sorted().join(" "))
        .collect();
    assert_eq!(models.end(), Some(End::Exhausted));
    assert!(texts.iter().all_unique(), "one came twice");
    texts.into_iter().collect()
}

/// All answer sets, in order.
pub fn answer_sets(engine: &mut Engine, assumptions: &[Literal]) -> Vec<Set> {
    let mut models = query(engine, assumptions).models().unwrap();
    let mut found: Vec<Set> = models.by_ref().map(|model| as_set(&model.unwrap())).collect();
    assert_eq!(models.end(), Some(End::Exhausted));
    found.sort_unstable();
    found
}

/// Whether models of the clauses need not be stable: loop formulas refute those that are not with the lazy method, and at
/// first where the method is chosen and loops are propagated later.
pub fn may_meet_unstable(config: &SearchConfig, methods: MethodCounts) -> bool {
    methods.lazy > 0 || config.method == Method::Auto && methods.propagate > 0
}
