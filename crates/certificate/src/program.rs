//! Ground programs, as far as answer sets depend on them.

use std::collections::{BTreeMap, BTreeSet};

use crate::constraint::Lit;
use crate::printable::printable;

/// The number of an atom, from 1, as in aspif.
pub type Atom = u32;

/// A ground program.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Program {
    /// The rules in their order.
    pub rules: Vec<Rule>,
    /// The external atoms and their values; they have no rules.
    pub externals: BTreeMap<Atom, External>,
    /// What is assumed.
    pub assumptions: Vec<Lit>,
    /// The objectives by their priorities: weights of literals whose sum is the cost.
    pub objectives: BTreeMap<i64, Vec<(i64, Lit)>>,
    /// All atoms that rules, externals, assumptions and objectives mention.
    pub atoms: BTreeSet<Atom>,
    /// What atoms are shown as, for people only.
    pub names: BTreeMap<Atom, String>,
}

impl Program {
    /// An atom that the program never mentions.
    #[must_use]
    pub fn unused_atom(&self) -> Atom {
        self.atoms.last().copied().unwrap_or(0) + 1
    }

    /// What an atom is called, for people; it can be printed.
    #[must_use]
    pub fn name(&self, atom: Atom) -> String {
        self.names.get(&atom).map_or_else(|| format!("atom {atom}"), |name| printable(name))
    }

    /// What a literal is called, for people.
    #[must_use]
    pub fn literal(&self, literal: Lit) -> String {
        format!("{}{}", if literal.is_negative() { "not " } else { "" }, self.name(literal.variable()))
    }
}

/// A rule.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rule {
    /// Whether each head may be chosen; else one of them must hold.
    pub choice: bool,
    /// The heads, in order, each once.
    pub heads: Vec<Atom>,
    /// The condition.
    pub body: Body,
    /// The line of the program that it is in, counted from 1.
    pub line: usize,
}

/// A condition: the weights of the true literals add up to `at_least` or more.
///
/// A conjunction of n literals is their sum, each of weight 1, that must reach n. A literal may occur several times, and
/// with its negation: what counts is the sum.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Body {
    /// Weights, which are not negative, and literals.
    pub terms: Vec<(i64, Lit)>,
    /// What the weights of the true literals must reach.
    pub at_least: i64,
}

/// The value of an external atom.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum External {
    /// Either, as a choice would have it.
    Free,
    /// As a fact.
    True,
    /// As an atom without rules.
    False,
}

impl std::fmt::Display for External {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            External::Free => "free",
            External::True => "true",
            External::False => "false",
        })
    }
}
