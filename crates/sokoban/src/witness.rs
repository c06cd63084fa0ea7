//! From an answer set to the plan in it.

use fixedbitset::FixedBitSet;
use groundplan::symbol::Symbol;
use groundplan::Engine;
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
pub fn decode(engine: &Engine, answer_set: &FixedBitSet, steps: &[Symbol]) -> Vec<Push> {
    let order: FxHashMap<Symbol, usize> =
        steps.iter().enumerate().map(|(index, &step)| (step, index)).collect();
    let symbols = engine.symbols();
    let mut pushes: Vec<(usize, Push)> = Vec::new();
    let domains = engine.base().domains().map(|(_, domain)| domain);
    let pushed = domains.filter(|domain| {
        let signature = domain.signature();
        signature.arity == 4 && !signature.negative && symbols.text(signature.name) == "push"
    });
    for domain in pushed {
        for row in (0..domain.len()).filter(|&row| answer_set.contains(domain.atom(row).index())) {
            let [before, direction, after, step] = domain.row(row) else {
                unreachable!("push has four arguments")
            };
            let text = |symbol: &Symbol| symbols.display(*symbol).to_string();
            let push = Push {
                before: text(before),
                direction: text(direction),
                after: text(after),
                step: text(step),
            };
            pushes.push((order.get(step).copied().unwrap_or(usize::MAX), push));
        }
    }
    pushes.sort_by_key(|(index, _)| *index);
    pushes.into_iter().map(|(_, push)| push).collect()
}
