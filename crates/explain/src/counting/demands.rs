//! Demands: atoms of which a number has to hold.

use std::collections::hash_map::Entry;

use groundplan_ground::program::{AtomId, GroundProgram, Literal, HIDDEN};
use groundplan_ground::symbol::Symbol;
use groundplan_ground::Signature;
use rustc_hash::FxHashMap;

use super::effort::Effort;
use super::propagation::{Consequence, Propagation};

/// The most literals in a demand.
const MOST_LITERALS: usize = 2_000;

/// The arguments of an atom that are looked at.
const MOST_ARGUMENTS: usize = 63;

/// At least a number of these literals hold, none of which is known.
#[derive(Clone, Debug)]
pub struct Demand {
    /// The constraint that says so.
    pub constraint: u32,
    pub needed: i64,
    pub literals: Vec<Literal>,
}

/// The form of the atoms of a demand or of a place: their predicate, and which arguments all of them have in common.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Form {
    pub predicate: Option<Signature>,
    /// By the bit of its position, whether an argument is the same in all atoms.
    pub common: u64,
}

/// The demands among the constraints.
pub fn demands(propagation: &Propagation, effort: &mut Effort) -> Option<Vec<Demand>> {
    let mut found = Vec::new();
    for number in 0..propagation.constraints.len() as u32 {
        let elements = propagation.constraints.elements(number);
        effort.spend(elements.len())?;
        if elements.iter().any(|&(it, _)| it.is_negative() && propagation.value(it).is_none()) {
            continue;
        }
        let bound = propagation.open_bound(number);
        let defined = propagation.constraints.get(number).defined;
        let is_new = |(literal, _): &(Literal, i64)| propagation.value(*literal).is_none();
        if bound <= 0 || elements[..defined].iter().any(is_new) && elements[defined..].iter().any(is_new) {
            continue;
        }
        let mut unknown: Vec<(Literal, i64)> = propagation.unknown(number).collect();
        if unknown.is_empty() || unknown.len() > MOST_LITERALS {
            continue;
        }
        unknown.sort_by_key(|(_, weight)| -weight);
        let mut missing = bound;
        let needed = unknown.iter().take_while(|(_, weight)| {
            let is_missing = missing > 0;
            missing = missing.saturating_sub(*weight);
            is_missing
        });
        let needed = needed.count() as i64;
        let literals = unknown.into_iter().map(|(literal, _)| literal).collect();
        found.push(Demand { constraint: number, needed, literals });
    }
    Some(found)
}

/// What follows from literals, by literal; the literal itself comes first.
#[derive(Default, Debug)]
pub struct Consequences {
    of: FxHashMap<Literal, Vec<Consequence>>,
}

impl Consequences {
    pub fn add(
        &mut self,
        literals: &[Literal],
        propagation: &mut Propagation,
        effort: &mut Effort,
    ) -> Option<()> {
        for &literal in literals {
            if let Entry::Vacant(entry) = self.of.entry(literal) {
                entry.insert(propagation.consequences(literal, effort)?);
            }
        }
        Some(())
    }

    /// Whether a literal follows from another one.
    pub fn implies(&self, literal: Literal, implied: Literal) -> bool {
        self.of(literal).iter().any(|(it, _)| *it == implied)
    }

    pub fn of(&self, literal: Literal) -> &[Consequence] {
        self.of.get(&literal).map_or(&[], Vec::as_slice)
    }
}

/// The name of an atom that a text has: its predicate and its arguments.
pub fn name<'e>(ground: GroundProgram<'e>, atom: AtomId) -> Option<(Signature, &'e [Symbol])> {
    if atom.index() >= ground.program.atom_count() {
        return None;
    }
    let (signature, arguments) = ground.base.name(atom)?;
    (!ground.symbols.text(signature.name).starts_with(HIDDEN)).then_some((signature, arguments))
}

/// The form of these atoms.
pub fn form<'e>(ground: GroundProgram<'e>, atoms: impl IntoIterator<Item = AtomId>) -> Form {
    let mut atoms = atoms.into_iter().map(|atom| name(ground, atom));
    let Some(Some((predicate, first))) = atoms.next() else { return Form { predicate: None, common: 0 } };
    let mut common = (1_u64 << first.len().min(MOST_ARGUMENTS)) - 1;
    for atom in atoms {
        match atom {
            Some((other, arguments)) if other == predicate => {
                for (position, (one, other)) in first.iter().zip(arguments).enumerate().take(MOST_ARGUMENTS) {
                    if one != other {
                        common &= !(1 << position);
                    }
                }
            }
            _ => return Form { predicate: None, common: 0 },
        }
    }
    Form { predicate: Some(predicate), common }
}
