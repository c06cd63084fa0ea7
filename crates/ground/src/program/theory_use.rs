//! Which theory atoms are in use.

use super::{AtomId, Body, HeadKind, Program, Rule, RuleCursor};

/// Brings the theory atoms into use on which the rules after a position, the objectives, shown terms or heuristics of a program depend, and
/// moves the position to the end. A rule that demands nothing, since its head holds anyway, does not count.
pub(crate) fn use_theory_atoms(program: &mut Program, after: &mut RuleCursor) {
    let rules_after = std::mem::replace(after, program.rules.end());
    let waiting = program.theory.waiting();
    if waiting.is_empty() {
        return;
    }
    let mut found: Vec<AtomId> = waiting.keys().copied().filter(|&atom| program.is_fact(atom)).collect();
    let mut find = |atom: AtomId| found.extend(waiting.contains_key(&atom).then_some(atom));
    for rule in program.rules.after(rules_after).filter(|rule| !is_satisfied(program, rule)) {
        rule.head.iter().copied().for_each(&mut find);
        match rule.body {
            Body::Conjunction(literals) => literals.iter().for_each(|literal| find(literal.atom())),
            Body::Sum { elements, .. } => elements.iter().for_each(|(literal, _)| find(literal.atom())),
        }
    }
    let costs = program.minimize.iter().flat_map(|objective| &objective.elements).map(|(literal, _)| literal);
    let shown = program.shown.iter().filter_map(|shown| shown.condition.as_ref());
    let heuristics = program.heuristics.iter().flat_map(|heuristic| &heuristic.condition);
    costs.chain(shown).chain(heuristics).for_each(|literal| find(literal.atom()));
    program.theory.bring_into_use(&found);
}

/// Returns whether a rule holds whatever its body says: a disjunct is a fact, or all that may be chosen is.
fn is_satisfied(program: &Program, rule: &Rule) -> bool {
    let mut head = rule.head.iter();
    let is_fact = |atom: &AtomId| program.is_fact(*atom);
    match rule.kind {
        HeadKind::Disjunction => head.any(is_fact) && !program.preserved.in_bodies,
        HeadKind::Choice => head.all(is_fact),
    }
}
