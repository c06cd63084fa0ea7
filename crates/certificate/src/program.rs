//! Ground programs, reduced to what determines their answer sets.

use std::collections::{BTreeMap, BTreeSet};

use crate::constraint::Lit;
use crate::printable::quoted_atom;

/// The number of an atom, from 1, as in aspif.
pub type Atom = u32;

/// A ground program.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Program {
    /// The rules, in the order of the text.
    pub rules: Vec<Rule>,
    /// The external atoms with their values; no rule has them as heads.
    pub externals: BTreeMap<Atom, External>,
    /// The assumed literals.
    pub assumptions: Vec<Lit>,
    /// The objectives by priority: weighted literals whose sum is the cost.
    pub objectives: BTreeMap<i64, Vec<(i64, Lit)>>,
    /// All atoms that occur in rules, externals, assumptions or objectives.
    pub atoms: BTreeSet<Atom>,
    /// The names of atoms, only for output.
    pub names: BTreeMap<Atom, String>,
    /// The names that do not tell one atom: several have it, or one has others as well.
    pub shared: BTreeSet<String>,
}

impl Program {
    /// Returns an atom that does not occur in the program.
    #[must_use]
    pub fn unused_atom(&self) -> Atom {
        self.atoms.last().copied().unwrap_or(0) + 1
    }

    /// Returns the atoms that have names, each with its number on a line, as `atoms.txt` lists all atoms.
    #[must_use]
    pub fn named_atoms(&self) -> String {
        self.names.iter().map(|(atom, name)| format!("{atom} {name}\n")).collect()
    }

    /// Returns the name of an atom, safe to print. If other atoms have it too, the number is added.
    #[must_use]
    pub fn name(&self, atom: Atom) -> String {
        match self.names.get(&atom) {
            None => format!("atom {atom}"),
            Some(name) if self.shared.contains(name) => format!("{} (atom {atom})", quoted_atom(name)),
            Some(name) => quoted_atom(name),
        }
    }

    /// Returns the name of a literal, safe to print.
    #[must_use]
    pub fn literal(&self, literal: Lit) -> String {
        format!("{}{}", if literal.is_negative() { "not " } else { "" }, self.name(literal.variable()))
    }
}

/// A rule of a ground program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rule {
    /// True for a choice among the heads, false for a disjunction.
    pub choice: bool,
    /// The heads in ascending order, without duplicates.
    pub heads: Vec<Atom>,
    /// The condition of the rule.
    pub body: Body,
    /// The line of the rule in the text, counted from 1.
    pub line: usize,
}

/// The body of a rule: the weights of the true literals add up to at least `at_least`.
///
/// A conjunction of n literals is a sum of weights 1 with bound n. A literal may occur several times, and together with its
/// negation; all occurrences count.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Body {
    /// Nonnegative weights, with their literals.
    pub terms: Vec<(i64, Lit)>,
    /// The bound that the weights of the true literals must reach.
    pub at_least: i64,
}

/// The value of an external atom.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum External {
    /// True or false, like the head of a choice.
    Free,
    /// True, like a fact.
    True,
    /// False, like an atom without rules.
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
