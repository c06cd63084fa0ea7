//! The exactly-one groups of a plan's steps, for splitting a question into cubes.

use groundplan::program::{AtomId, GroundProgram, Literal};
use rustc_hash::FxHashMap;

use crate::instance::Instance;
use crate::question::Question;

/// Predicates of the shipped encoding. At each step that has a successor, exactly one atom of them with that step as
/// last argument is true.
const SHIPPED: [(&str, u32); 2] = [("from", 3), ("idle", 1)];
/// The predicate that every encoding has such a group of: a plan has one push at each step that has a successor.
const ANY: [(&str, u32); 1] = [("push", 4)];

/// The exactly-one group of each step of a plan of `actions` actions, or of as many as the instance has steps for. The
/// middle step comes first, then steps ever further from the middle.
#[must_use]
pub fn choices(
    ground: GroundProgram<'_>,
    instance: &Instance,
    question: &Question,
    actions: Option<usize>,
) -> Vec<Vec<Literal>> {
    let predicates = if question.encoding.is_none() { &SHIPPED[..] } else { &ANY[..] };
    let mut by_step: FxHashMap<String, Vec<Literal>> = FxHashMap::default();
    for index in 0..ground.program.atom_count() as u32 {
        let Some(atom) = ground.atom(AtomId(index)) else { continue };
        let signature = atom.signature();
        let is_one = predicates.contains(&(atom.name(), signature.arity)) && !signature.negative;
        if let Some(&step) = atom.arguments().last().filter(|_| is_one) {
            let step = ground.symbols.display(step).to_string();
            by_step.entry(step).or_default().push(AtomId(index).positive());
        }
    }
    let steps: Vec<String> = match actions {
        Some(actions) => (1..=actions).map(|step| step.to_string()).collect(),
        None => instance.steps.iter().map(|&step| instance.symbols.display(step).to_string()).collect(),
    };
    let middle = steps.len() / 2;
    let mut order: Vec<usize> = (0..steps.len()).collect();
    order.sort_by_key(|&step| (step.abs_diff(middle), step < middle));
    order.into_iter().filter_map(|step| by_step.remove(&steps[step])).collect()
}
