//! What is chosen at each step of a plan, for whoever splits the question whether there is one.

use groundplan::program::{AtomId, GroundProgram, Literal};
use rustc_hash::FxHashMap;

use crate::instance::Instance;
use crate::question::Question;

/// What the shipped encoding chooses exactly one of at each step that has a successor: predicates whose last argument is it.
const SHIPPED: [(&str, u32); 2] = [("from", 3), ("idle", 1)];
/// The same of any encoding: a plan has one push at each such step.
const ANY: [(&str, u32); 1] = [("push", 4)];

/// The atoms of the ground program that are chosen from at each step of a plan of so many actions, or of as many as the
/// instance has steps for: the middle step first, then ever further from the middle.
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
