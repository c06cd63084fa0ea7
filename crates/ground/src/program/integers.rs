//! Constraints over integer variables: theory atoms such as `&sum { 2*x; -y } <= 3` are translated into linear inequalities, domains
//! and global constraints, each of which holds where a literal does.
//!
//! The language is that of clingcon 5 (Banbara, Kaufmann, Ostrowski & Schaub: Clingcon: The next generation, TPLP 17, 2017). An
//! answer set comes with a value for each variable; answer sets that differ in a value are different.

use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;

use crate::program::Literal;
use crate::symbol::Symbol;

/// The number of an integer variable: its place among the variables of the program.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct IntegerVariable(pub u32);

/// A sum of variables with coefficients, none of which is 0, and a constant. Each variable occurs once.
#[derive(Clone, PartialEq, Eq, Hash, Default, Debug)]
pub struct LinearExpression {
    /// The coefficients and their variables.
    pub terms: Vec<(i64, IntegerVariable)>,
    /// What is added to them.
    pub constant: i64,
}

/// A linear inequality that holds where a literal does: the sum of the terms is at most a number.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct LinearInequality {
    /// The literal that enforces the inequality.
    pub literal: Literal,
    /// The coefficients, none of which is 0, and their variables, each once.
    pub terms: Vec<(i64, IntegerVariable)>,
    /// The upper bound of the sum.
    pub most: i64,
}

/// The values that a variable may have where a literal holds.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct IntegerDomain {
    /// The literal that enforces the domain.
    pub literal: Literal,
    /// The variable.
    pub variable: IntegerVariable,
    /// The least and the greatest value of each range, in ascending order, with a gap between two. There may be none.
    pub ranges: Vec<(i64, i64)>,
}

/// Sums that are pairwise different where a literal holds.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Distinct {
    /// The literal that enforces the constraint.
    pub literal: Literal,
    /// The sums.
    pub sums: Vec<LinearExpression>,
}

/// Intervals that do not overlap where a literal holds.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Disjoint {
    /// The literal that enforces the constraint.
    pub literal: Literal,
    /// The start and the length of each interval. No length is below 1.
    pub intervals: Vec<(IntegerVariable, i64)>,
}

/// A sum to be minimized, at a priority: those of higher ones come first. What is maximized has the opposite sign.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct IntegerObjective {
    /// The priority.
    pub priority: i64,
    /// The sum.
    pub sum: LinearExpression,
}

/// The integer variables of a program and their constraints, as far as its theory atoms were read. What is new is only appended.
#[derive(Clone, Debug)]
pub struct Integers {
    /// The least and the greatest value of a variable.
    pub bounds: (i64, i64),
    variables: IndexSet<Symbol, FxBuildHasher>,
    inequalities: Vec<LinearInequality>,
    domains: Vec<IntegerDomain>,
    distinct: Vec<Distinct>,
    disjoint: Vec<Disjoint>,
    objectives: Vec<IntegerObjective>,
}

impl Default for Integers {
    fn default() -> Self {
        Integers {
            bounds: (-Integers::USUAL_BOUND, Integers::USUAL_BOUND),
            variables: IndexSet::default(),
            inequalities: Vec::new(),
            domains: Vec::new(),
            distinct: Vec::new(),
            disjoint: Vec::new(),
            objectives: Vec::new(),
        }
    }
}

impl Integers {
    /// The greatest value of a variable, unless another was given, as in clingcon.
    pub const USUAL_BOUND: i64 = (1 << 30) - 1;

    /// The variables, in the order in which they first occurred.
    pub fn variables(&self) -> impl ExactSizeIterator<Item = Symbol> + '_ {
        self.variables.iter().copied()
    }

    /// Returns the number of a variable.
    #[must_use]
    pub fn variable(&self, name: Symbol) -> Option<IntegerVariable> {
        self.variables.get_index_of(&name).map(|place| IntegerVariable(place as u32))
    }

    /// Returns the linear inequalities.
    #[must_use]
    pub fn inequalities(&self) -> &[LinearInequality] {
        &self.inequalities
    }

    /// Returns the domains.
    #[must_use]
    pub fn domains(&self) -> &[IntegerDomain] {
        &self.domains
    }

    /// Returns the sums that are pairwise different.
    #[must_use]
    pub fn distinct(&self) -> &[Distinct] {
        &self.distinct
    }

    /// Returns the intervals that do not overlap.
    #[must_use]
    pub fn disjoint(&self) -> &[Disjoint] {
        &self.disjoint
    }

    /// Returns what is minimized: one sum for each priority, the highest first.
    #[must_use]
    pub fn objectives(&self) -> &[IntegerObjective] {
        &self.objectives
    }

    /// Returns whether there are no variables and no constraints.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.variables.is_empty() && self.inequalities.is_empty() && self.distinct.is_empty()
    }
}
