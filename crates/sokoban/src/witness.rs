//! From an answer set to the plan in it.

use groundplan::symbol::Symbol;
use groundplan::Model;
use rustc_hash::FxHashMap;

/// One action of a plan, in the terms of the instance.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Push {
    /// Where the box was.
    pub before: String,
    /// The direction, as in `push/4`.
    pub direction: String,
    /// Where the box is afterwards; the same place for a no-op.
    pub after: String,
    /// The step.
    pub step: String,
}

impl std::fmt::Display for Push {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Push { before, direction, after, step } = self;
        write!(f, "push({before},{direction},{after},{step})")
    }
}

/// The `push/4` atoms of an answer set in the order of the steps; atoms at other steps come last.
#[must_use]
pub fn decode(model: &Model, steps: &[Symbol]) -> Vec<Push> {
    let order: FxHashMap<Symbol, usize> =
        steps.iter().enumerate().map(|(index, &step)| (step, index)).collect();
    let text = |symbol: Symbol| model.symbols().display(symbol).to_string();
    // A program that has `push` with other arguments only has no plan.
    let atoms: Vec<(Symbol, Symbol, Symbol, Symbol)> = model.all("push").unwrap_or_default();
    let mut pushes: Vec<(usize, Push)> = Vec::with_capacity(atoms.len());
    for (before, direction, after, step) in atoms {
        let push =
            Push { before: text(before), direction: text(direction), after: text(after), step: text(step) };
        pushes.push((order.get(&step).copied().unwrap_or(usize::MAX), push));
    }
    pushes.sort_by_key(|(index, _)| *index);
    pushes.into_iter().map(|(_, push)| push).collect()
}
