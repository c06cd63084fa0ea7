//! The values of formulas and atoms in the last model. Of the next model only what differs is evaluated.

use fixedbitset::FixedBitSet;

use super::gates::{Edge, Fanout, Gates, Valuation};
use super::lists::Lists;
use groundplan_ground::program::{AtomId, Program};

/// Number of models of the same formulas that are evaluated as a whole. Then the users of each node are listed, which
/// takes the time of a few evaluations and as much memory as the formulas. Tests have few models.
const WHOLE: u32 = if cfg!(debug_assertions) { 2 } else { 16 };

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
    pub fn evaluate(&mut self, gates: &Gates, input: impl Fn(usize) -> bool) -> Valuation {
        if self.values.len() != gates.node_count() {
            *self = LastModel::default();
        }
        self.evaluated = self.evaluated.saturating_add(1);
        if self.evaluated <= WHOLE {
            self.values = gates.evaluate(&input);
        } else {
            let fanout = self.fanout.get_or_insert_with(|| gates.fanout());
            gates.reevaluate(&mut self.values, fanout, &input);
            debug_assert!(self.values.differences(&gates.evaluate(&input)).next().is_none());
        }
        self.values.clone()
    }

    /// Returns the atoms of a program that are true, given the formulas of its first atoms. Atoms without a formula have
    /// their values in every model.
    pub fn atoms(&mut self, program: &Program, formulas: &[Option<Edge>], values: &Valuation) -> FixedBitSet {
        let is_whole = self.evaluated <= WHOLE;
        if is_whole || self.told.len() != values.len() || self.atoms.len() != program.atom_count() {
            self.atoms = whole(program, formulas, values);
        } else {
            let named = self.named.get_or_insert_with(|| names(formulas, values.len()));
            for node in self.told.differences(values) {
                for name in named.get(node) {
                    let edge = Edge::of_node(node).negate_if(name & 1 == 1);
                    self.atoms.set((name >> 1) as usize, values.get(edge));
                }
            }
        }
        debug_assert_eq!(self.atoms, whole(program, formulas, values));
        self.told.clone_from(values);
        self.atoms.clone()
    }
}

fn whole(program: &Program, formulas: &[Option<Edge>], values: &Valuation) -> FixedBitSet {
    let mut atoms = FixedBitSet::with_capacity(program.atom_count());
    for index in 0..program.atom_count() {
        let formula = formulas.get(index).copied().flatten();
        let is_fact = || program.is_fact(AtomId(index as u32));
        atoms.set(index, formula.map_or_else(is_fact, |edge| values.get(edge)));
    }
    atoms
}

/// Returns, for each node, twice the number of each atom that it is the formula of, plus one if it is negated there.
fn names(formulas: &[Option<Edge>], nodes: usize) -> Lists {
    let pairs = formulas.iter().enumerate().filter_map(|(index, formula)| {
        let edge = (*formula)?;
        Some((edge.node() as u32, (index as u32) << 1 | u32::from(edge.is_negated())))
    });
    Lists::by_first(pairs, nodes)
}
