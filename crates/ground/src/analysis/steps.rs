//! Families of atoms in a program that grows step by step: atoms of a family differ only in their step.

use rustc_hash::FxHashMap;

use crate::symbol::{Symbol, Symbols};
use crate::syntax::ast::{Part, Signature, Term};

/// The argument of each predicate that is a parameter of the parts that mention it, and the families of atoms seen so far.
#[derive(Clone, Default)]
pub struct Steps {
    positions: FxHashMap<Signature, usize>,
    families: FxHashMap<(Signature, Box<[Symbol]>), u32>,
}

impl Steps {
    /// Records which arguments of a part's atoms are its parameter and nothing else.
    pub fn add_part(&mut self, part: &Part, parameter: Symbol) {
        for statement in &part.statements {
            statement.atoms(&mut |atom, _| {
                let [arguments] = &atom.pools[..] else { return };
                let is_parameter =
                    |term: &Term| matches!(term, Term::Symbol(symbol, _) if *symbol == parameter);
                if let Some(position) = arguments.iter().position(is_parameter) {
                    let signature =
                        Signature { name: atom.name, arity: arguments.len() as u32, negative: atom.negative };
                    self.positions.entry(signature).or_insert(position);
                }
            });
        }
    }

    /// Returns the step of an atom and the number of its family; `None` for an atom without a step.
    ///
    /// The atoms of a family agree in everything but the step.
    pub fn of(
        &mut self,
        (signature, arguments): (Signature, &[Symbol]),
        symbols: &Symbols,
    ) -> Option<(i64, u32)> {
        let position = *self.positions.get(&signature)?;
        let step = symbols.as_number(arguments[position])?;
        let rest = arguments.iter().enumerate().filter(|&(i, _)| i != position).map(|(_, &symbol)| symbol);
        let next = self.families.len() as u32;
        let family = *self.families.entry((signature, rest.collect())).or_insert(next);
        Some((step, family))
    }
}
