//! Rules made of literals, as supports of their heads.

use rustsat::types::{Lit, Var};

/// The number of an atom: its position in [`Component::atoms`], or among the atoms of all components of a propagator.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Member(u32);

impl Member {
    /// Returns the number of a position.
    ///
    /// # Panics
    ///
    /// If the position does not fit 32 bits, which the variables do.
    #[inline]
    #[must_use]
    pub fn at(position: usize) -> Self {
        Member(u32::try_from(position).expect("atoms fit 32 bits"))
    }

    /// Returns the position.
    #[inline]
    #[must_use]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// Atoms that may depend on each other, and the rules that may support them.
#[derive(Clone, Default, Debug)]
pub struct Component {
    /// The literal of each atom.
    pub atoms: Vec<Lit>,
    /// The rules, in any order.
    pub rules: Vec<Rule>,
}

impl Component {
    /// Iterates over the variables on which unfounded sets depend, some more than once.
    pub fn variables(&self) -> impl Iterator<Item = Var> + '_ {
        self.atoms.iter().copied().chain(self.rules.iter().flat_map(Rule::outside)).map(Lit::var)
    }
}

/// A rule as a support of its head. It supports the head if its conditions are true, and its internal atoms are true and
/// supported themselves: all of them, or enough for its sum.
#[derive(Clone, Debug)]
pub struct Rule {
    /// The supported atom.
    pub head: Member,
    /// The literals outside the component that must be true.
    pub conditions: Vec<Lit>,
    /// The atoms of the component in the positive body, with their weights in the sum.
    pub internal: Vec<(Member, i64)>,
    /// The rest of a body that is a sum over atoms of the component; `None` for a conjunction.
    pub sum: Option<Sum>,
}

impl Rule {
    /// Iterates over the literals outside the component.
    pub(super) fn outside(&self) -> impl Iterator<Item = Lit> + '_ {
        let external = self.sum.iter().flat_map(|sum| &sum.external);
        self.conditions.iter().copied().chain(external.map(|&(literal, _)| literal))
    }
}

/// The part of a sum that lies outside the component, and the bound of the whole sum.
#[derive(Clone, Debug)]
pub struct Sum {
    /// The literals outside the component, with their weights, which are positive.
    pub external: Vec<(Lit, i64)>,
    /// The number that the weights of the true literals and atoms must reach.
    pub bound: i64,
}
