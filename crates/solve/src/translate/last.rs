//! The values of formulas and atoms in the last model. Of the next model only what differs is evaluated.

use fixedbitset::FixedBitSet;

use super::gates::{Edge, Fanout, Gates, Valuation};
use super::lists::Lists;
use groundplan_ground::program::{AtomId, Program};

/// Number of models of the same formulas that are evaluated as a whole. Then the users of each node are listed, which
/// takes the time of a few evaluations and as much memory as the formulas.
const WHOLE: u32 = 16;

/// The values in the last model. Invariant: the formulas and atoms are those of the current shot.
#[derive(Default, Debug)]
pub(super) struct LastModel {
    values: Valuation,
    /// Models since the formulas last changed.
    evaluated: u32,
    fanout: Option<Fanout>,
    /// The values that `atoms` is for.
    told: Valuation,
    atoms: FixedBitSet,
    /// See [`names`].
    named: Option<Lists>,
}

impl LastModel {
    /// Returns the values of all nodes, given those of the inputs.
    pub fn evaluate(&mut self, gates: &Gates, input: impl FnMut(usize) -> bool) -> Valuation {
        if self.values.len() != gates.node_count() {
            *self = LastModel::default();
        }
        self.evaluated = self.evaluated.saturating_add(1);
        if self.evaluated <= WHOLE {
            self.values = gates.evaluate(input);
        } else {
            let fanout = self.fanout.get_or_insert_with(|| gates.fanout());
            gates.reevaluate(&mut self.values, fanout, input);
        }
        self.values.clone()
    }

    /// Returns the atoms of a program that are true, given the formulas of its first atoms. Atoms without a formula have
    /// their values in every model.
    pub fn atoms(&mut self, program: &Program, formulas: &[Option<Edge>], values: &Valuation) -> FixedBitSet {
        let count = program.atom_count();
        if self.told.len() != values.len() || self.atoms.len() != count || self.evaluated <= WHOLE {
            self.atoms = FixedBitSet::with_capacity(count);
            for index in 0..count {
                let formula = formulas.get(index).copied().flatten();
                let is_fact = || program.is_fact(AtomId(index as u32));
                self.atoms.set(index, formula.map_or_else(is_fact, |edge| values.get(edge)));
            }
        } else {
            let named = self.named.get_or_insert_with(|| names(formulas, values.len()));
            for node in self.told.differences(values) {
                for name in named.get(node) {
                    let edge = Edge::of_node(node).negate_if(name & 1 == 1);
                    self.atoms.set((name >> 1) as usize, values.get(edge));
                }
            }
        }
        self.told.clone_from(values);
        self.atoms.clone()
    }
}

/// Returns, for each node, twice the number of each atom that it is the formula of, plus one if it is negated there.
fn names(formulas: &[Option<Edge>], nodes: usize) -> Lists {
    let pairs = formulas.iter().enumerate().filter_map(|(index, formula)| {
        let edge = (*formula)?;
        Some((edge.node() as u32, (index as u32) << 1 | u32::from(edge.is_negated())))
    });
    Lists::by_first(pairs, nodes)
}
