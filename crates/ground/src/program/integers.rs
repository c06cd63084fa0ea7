//! Constraints over integer variables: theory atoms such as `&sum { 2*x; -y } <= 3` are translated into linear inequalities, domains
//! and global constraints, each of which holds where a literal does.
//!
//! The language is that of clingcon 5 (Banbara, Kaufmann, Ostrowski & Schaub: Clingcon: The next generation, TPLP 17, 2017). An
//! answer set comes with a value for each variable; answer sets that differ in a value are different.

mod constraint;
mod read;
#[cfg(test)]
mod tests;

pub use constraint::IntegerConstraint;
pub(super) use read::are_in_use;
pub use read::read;

use indexmap::IndexMap;
use rustc_hash::{FxBuildHasher, FxHashSet};

use super::relations::Inequalities;
use crate::diagnostic::{Diagnostic, Severity, Span};
use crate::program::{AtomId, Connection, Literal, Program, Relation, Side, TheoryAtom, CALL};
use crate::symbol::{Symbol, Symbols};
use crate::syntax::ast::Signature;

/// The names of the theory atoms that are constraints over integers and directives about them, besides that of difference
/// constraints.
pub(crate) const NAMES: [&str; 8] =
    ["sum", "nsum", "dom", "distinct", "disjoint", "minimize", "maximize", "show"];

/// Whether equal elements of a theory atom of this name count as often as they occur.
pub(crate) fn counts_repeated(name: &str) -> bool {
    NAMES.contains(&name) && !["dom", "show"].contains(&name)
}

/// Returns an example of a theory atom of this name.
pub(crate) fn example(name: &str) -> &'static str {
    match name {
        "nsum" => "&nsum { 2*x*y; -z } <= 3",
        "dom" => "&dom { 1..5; 7 } = x",
        "distinct" => "&distinct { x; y+1; 3 }",
        "disjoint" => "&disjoint { x@2; y@3 }",
        "minimize" => "&minimize { 2*x; y; z@2 }",
        "maximize" => "&maximize { 2*x; y; z@2 }",
        "show" => "&show { x; f/1 }",
        _ => "&sum { 2*x; -y } <= 3",
    }
}

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

impl LinearExpression {
    /// Returns the value of the sum, given those of the variables. It fits where the numbers of all constraints do.
    #[must_use]
    pub fn value(&self, value: impl Fn(IntegerVariable) -> i64) -> i64 {
        self.terms.iter().map(|&(factor, variable)| factor * value(variable)).sum::<i64>() + self.constant
    }
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

/// A variable that is the product of two others, which may be one. It is never shown, and no domain bounds it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Product {
    /// The product.
    pub result: IntegerVariable,
    /// The factors.
    pub factors: [IntegerVariable; 2],
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
    /// Whether atoms that a program defines or adds by itself are constraints as well, also by the names that clingcon gives to those
    /// of heads and bodies. Then difference constraints are constraints over integers even if there are no others.
    pub are_clingcons: bool,
    /// The variables, each with the place where it first occurred.
    variables: IndexMap<Symbol, Option<Span>, FxBuildHasher>,
    inequalities: Vec<LinearInequality>,
    domains: Vec<IntegerDomain>,
    distinct: Vec<Distinct>,
    disjoint: Vec<Disjoint>,
    /// By their results.
    products: Vec<Product>,
    objectives: Vec<IntegerObjective>,
    /// What is shown; `None` if that is everything.
    shown: Option<ShownVariables>,
    /// The theory atoms that are constraints, each with its connection to its constraint.
    said: Vec<(AtomId, Connection, IntegerConstraint)>,
    /// The least and the greatest value that facts leave to a variable by its domain.
    given: Vec<(i64, i64)>,
    /// The number of theory atoms in use that were read so far.
    read: usize,
    /// Whether there are constraints over integers, so that difference constraints are such as well; and the number of theory atoms
    /// in use that were searched for them.
    in_use: (bool, usize),
}

/// The variables that are shown: some by their names, others by the name and number of arguments of a function.
#[derive(Clone, Default, Debug)]
struct ShownVariables {
    variables: FxHashSet<Symbol>,
    signatures: FxHashSet<Signature>,
}

impl Default for Integers {
    fn default() -> Self {
        Integers {
            bounds: (-Integers::USUAL_BOUND, Integers::USUAL_BOUND),
            are_clingcons: false,
            variables: IndexMap::default(),
            inequalities: Vec::new(),
            domains: Vec::new(),
            distinct: Vec::new(),
            disjoint: Vec::new(),
            products: Vec::new(),
            objectives: Vec::new(),
            shown: None,
            said: Vec::new(),
            given: Vec::new(),
            read: 0,
            in_use: (false, 0),
        }
    }
}

impl Inequalities for Integers {
    type Sum = Vec<(i64, IntegerVariable)>;

    fn opposite(sum: &Self::Sum) -> Self::Sum {
        // Reading refuses coefficients that have no opposite.
        sum.iter().map(|&(coefficient, variable)| (-coefficient, variable)).collect()
    }

    fn add(&mut self, literal: Literal, terms: Self::Sum, most: i128) {
        let most = i64::try_from(most).expect("reading refuses such numbers");
        self.inequalities.push(LinearInequality { literal, terms, most });
    }
}

impl Integers {
    /// The greatest value of a variable, unless another was given, as in clingcon.
    pub const USUAL_BOUND: i64 = (1 << 30) - 1;

    /// The variables, in the order in which they first occurred.
    pub fn variables(&self) -> impl ExactSizeIterator<Item = Symbol> + '_ {
        self.variables.keys().copied()
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

    /// Returns the products.
    #[must_use]
    pub fn products(&self) -> &[Product] {
        &self.products
    }

    /// Returns whether a variable is the product of two others.
    fn is_product(&self, variable: IntegerVariable) -> bool {
        self.products.binary_search_by_key(&variable, |product| product.result).is_ok()
    }

    /// Returns what is minimized: one sum for each priority, the highest first.
    #[must_use]
    pub fn objectives(&self) -> &[IntegerObjective] {
        &self.objectives
    }

    /// Returns the theory atoms that are constraints, with their constraints.
    #[must_use]
    pub fn said(&self) -> &[(AtomId, Connection, IntegerConstraint)] {
        &self.said
    }

    /// Returns the least and the greatest value of a variable, as far as the bounds of all variables and the domains that are facts
    /// tell. If there is no value, the first is greater.
    #[must_use]
    pub fn limits(&self, variable: IntegerVariable) -> (i64, i64) {
        let (least, greatest) = self.given[variable.0 as usize];
        let (first, last) = self.first_limits(variable);
        (least.max(first), greatest.min(last))
    }

    /// Returns the least and the greatest value that a variable may have before anything is said of it: those of all variables, or for
    /// a product what the limits of its factors leave.
    #[must_use]
    pub fn first_limits(&self, variable: IntegerVariable) -> (i64, i64) {
        if self.is_product(variable) {
            self.given[variable.0 as usize]
        } else {
            self.bounds
        }
    }

    /// Returns whether a variable is one of the program, and not a product of two.
    #[must_use]
    pub fn is_named(&self, variable: Symbol) -> bool {
        self.variable(variable).is_some_and(|variable| !self.is_product(variable))
    }

    /// Returns whether the value of a variable is shown.
    #[must_use]
    pub fn is_shown(&self, variable: Symbol, symbols: &Symbols) -> bool {
        if !self.is_named(variable) {
            return false;
        }
        let Some(shown) = &self.shown else { return true };
        shown.variables.contains(&variable)
            || match symbols.as_function(variable) {
                Some((Some(name), arguments, negative)) => {
                    let arity = arguments.len() as u32;
                    shown.signatures.contains(&Signature { name, arity, negative })
                }
                _ => false,
            }
    }

    /// Returns whether a theory atom is a constraint over integers, or a directive about them, that is solved.
    #[must_use]
    pub fn has(&self, atom: &TheoryAtom, symbols: &Symbols) -> bool {
        self.name(atom, symbols).is_some()
    }

    /// Returns the name of a theory atom, if it is a constraint over integers, or a directive about them, that is solved.
    fn name<'s>(&self, atom: &TheoryAtom, symbols: &'s Symbols) -> Option<&'s str> {
        let (Some(name), [], false) = symbols.as_function(atom.name)? else { return None };
        let name = symbols.text(name);
        // A program that adds an atom may name it by a function without arguments.
        let mut name = name.strip_suffix(CALL).unwrap_or(name);
        // An atom of a definition of the program is of any side.
        if atom.side == Side::Any {
            if !self.are_clingcons {
                return None;
            }
            let inner = name.strip_prefix("__");
            let inner = inner.and_then(|name| name.strip_suffix("_h").or_else(|| name.strip_suffix("_b")));
            name = inner.filter(|name| ["sum", "nsum"].contains(name)).unwrap_or(name);
        }
        NAMES.contains(&name).then_some(name)
    }

    /// Returns whether a theory atom states what is minimized.
    #[must_use]
    pub fn is_objective(&self, atom: &TheoryAtom, symbols: &Symbols) -> bool {
        matches!(self.name(atom, symbols), Some("minimize" | "maximize")) && !atom.elements.is_empty()
    }

    /// Returns whether some theory atom has a truth value that does not agree with the values of the variables. Only the constraints
    /// as they were read are looked at, not what they were translated into.
    pub fn violated(&self, holds: impl Fn(AtomId) -> bool, value: impl Fn(IntegerVariable) -> i64) -> bool {
        let fits = |(atom, connection, constraint): &(AtomId, Connection, IntegerConstraint)| {
            let atom = holds(*atom);
            !atom && *connection == Connection::Implies || connection.fits(atom, constraint.holds(&value))
        };
        let is_right = |product: &Product| {
            let [left, right] = product.factors.map(|factor| i128::from(value(factor)));
            i128::from(value(product.result)) == left * right
        };
        !self.said.iter().all(fits) || !self.products.iter().all(is_right)
    }

    /// Returns warnings about the variables that no facts bound from both sides: they have very many values.
    #[must_use]
    pub fn warnings(&self, program: &Program, symbols: &Symbols) -> Vec<Diagnostic> {
        /// As many variables are named.
        const NAMED: usize = 3;
        let mut bounded = vec![(false, false); self.variables.len()];
        for (_, _, constraint) in self.said.iter().filter(|(atom, ..)| program.is_fact(*atom)) {
            match constraint {
                IntegerConstraint::Domain { variable, .. } => bounded[variable.0 as usize] = (true, true),
                IntegerConstraint::Linear { terms, relation, .. } => {
                    let &[(coefficient, variable)] = &terms[..] else { continue };
                    let (below, above) = &mut bounded[variable.0 as usize];
                    *below |=
                        *relation == Relation::Equal || *relation == Relation::AtMost && coefficient < 0;
                    *above |=
                        *relation == Relation::Equal || *relation == Relation::AtMost && coefficient > 0;
                }
                IntegerConstraint::Distinct(_) | IntegerConstraint::Disjoint(_) => {}
            }
        }
        self.products.iter().for_each(|product| bounded[product.result.0 as usize] = (true, true));
        let open = self.variables.iter().zip(bounded).filter(|(_, bounded)| *bounded != (true, true));
        let open: Vec<(Symbol, Option<Span>)> = open.map(|((&name, &span), _)| (name, span)).collect();
        let Some(&(first, span)) = open.first() else { return Vec::new() };
        let names: Vec<String> =
            open.iter().take(NAMED).map(|&(name, _)| format!("`{}`", symbols.display(name))).collect();
        let more = open.len() - names.len();
        let (what, they) = if open.len() == 1 { ("variable", "it") } else { ("variables", "they") };
        let mut names = match names.split_last() {
            Some((last, others)) if more == 0 && !others.is_empty() => {
                format!("{} and {last}", others.join(", "))
            }
            _ => names.join(", "),
        };
        if more > 0 {
            names += &format!(" and {more} more");
        }
        let (least, greatest) = self.bounds;
        let message = format!(
            "no fact bounds the {what} {names}: {they} may have any value from {least} to {greatest}"
        );
        let warning = match span {
            Some(span) => Diagnostic::warning(message, span),
            None => Diagnostic::new(Severity::Warning, message),
        };
        let first = symbols.display(first);
        vec![warning.help(format!("write `&dom {{ 0..100 }} = {first}.`, with the values that are needed"))]
    }

    /// Returns whether there are no variables and no constraints.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.variables.is_empty() && self.inequalities.is_empty() && self.distinct.is_empty()
    }
}
