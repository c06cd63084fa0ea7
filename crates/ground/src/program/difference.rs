//! Difference constraints: theory atoms are translated into inequalities over two integer variables.
//!
//! Answer sets that differ in the inequality by which an equation fails count as different, as in clingo-dl. In a program with other
//! constraints over integers, difference constraints are about the same variables: see [`integers`].

use rustc_hash::FxHashSet;

use super::integers;
use super::linear::{add, simplified, LinearSum, OVERFLOW};
use super::relations::{ConstraintWriter, Inequalities};
use crate::diagnostic::{Diagnostic, ErrorKind, Severity};
use crate::program::{AtomId, Literal, Program, Side, Theory, TheoryAtom, CALL, DIFFERENCE};
use crate::symbol::{Symbol, Symbols};

pub use super::relations::{Connection, Relation};

/// A conditional difference constraint: if the literal holds, `left - right <= most`. A missing variable counts as 0.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Difference {
    /// The literal that enforces the inequality.
    pub literal: Literal,
    /// The variable with coefficient 1, if any.
    pub left: Option<Symbol>,
    /// The variable with coefficient -1, if any.
    pub right: Option<Symbol>,
    /// The upper bound of the difference.
    pub most: i64,
}

/// The difference constraints of a program, as far as its theory atoms were read.
#[derive(Clone, Default, Debug)]
pub struct Differences {
    /// Whether an atom of a definition that a program makes by itself is no difference constraint, but another's to interpret.
    pub leaves_defined: bool,
    all: Vec<Difference>,
    /// The theory atoms they were read from, each with its connection to its constraint.
    said: Vec<(AtomId, Connection, Constraint)>,
    /// The number of theory atoms in use that were read so far.
    read: usize,
    /// The sum of the absolute values of the bounds, plus one for each inequality. It is limited so that no path sum
    /// overflows.
    weight: u128,
}

impl Differences {
    /// Returns all inequalities. New ones are only appended.
    pub fn all(&self) -> &[Difference] {
        &self.all
    }

    /// Returns the theory atoms that are difference constraints, with their constraints.
    pub fn said(&self) -> impl Iterator<Item = &(AtomId, Connection, Constraint)> {
        self.said.iter()
    }

    /// Returns whether a theory atom is a difference constraint that is solved.
    #[must_use]
    pub fn has(&self, atom: &TheoryAtom, symbols: &Symbols) -> bool {
        // An atom of the theory that is built in is of the head or of the body.
        is_difference(atom, symbols) && !(self.leaves_defined && atom.side == Side::Any)
    }

    /// Returns whether there are no inequalities.
    pub fn is_empty(&self) -> bool {
        self.all.is_empty()
    }
}

/// A difference of two variables, each of which may be missing.
type Pair = (Option<Symbol>, Option<Symbol>);

impl Inequalities for Differences {
    type Sum = Pair;

    fn opposite(&(left, right): &Pair) -> Pair {
        (right, left)
    }

    fn add(&mut self, literal: Literal, (left, right): Pair, most: i128) {
        self.weight = self.weight.saturating_add(most.unsigned_abs() + 1);
        // A bound beyond 64 bits makes the total weight exceed its limit, so reading fails later.
        let most = i64::try_from(most).unwrap_or_default();
        self.all.push(Difference { literal, left, right, most });
    }
}

/// Returns whether a theory atom has the name of a difference constraint. Besides `diff`, the names by which clingo-dl
/// rewrites atoms in heads and bodies before grounding are recognized.
fn is_difference(atom: &TheoryAtom, symbols: &Symbols) -> bool {
    name(atom, symbols).is_some_and(|name| [DIFFERENCE, "__diff_h", "__diff_b"].contains(&name))
}

fn name<'s>(atom: &TheoryAtom, symbols: &'s Symbols) -> Option<&'s str> {
    match symbols.as_function(atom.name) {
        Some((Some(name), [], false)) if atom.atom.is_some() => {
            let name = symbols.text(name);
            Some(name.strip_suffix(CALL).unwrap_or(name))
        }
        _ => None,
    }
}

/// Reads the difference constraints that are new in a program, and adds the rules that they need to it.
///
/// # Errors
///
/// If a `diff` atom is not a valid difference constraint, or if the bounds become too large.
pub fn read(program: &mut Program, symbols: &mut Symbols) -> Result<(), Diagnostic> {
    if integers::are_in_use(program, symbols) {
        program.theory.differences.read = program.theory.used_count();
        return Ok(());
    }
    let mut differences = std::mem::take(&mut program.theory.differences);
    let result = differences.read_from(program, symbols);
    program.theory.differences = differences;
    result
}

impl Differences {
    fn read_from(&mut self, program: &mut Program, symbols: &mut Symbols) -> Result<(), Diagnostic> {
        let first = std::mem::replace(&mut self.read, program.theory.used_count());
        let new = program.theory.used_from(first);
        let new: Vec<TheoryAtom> = new.filter(|atom| self.has(atom, symbols)).cloned().collect();
        let derived = derived(&new, program);
        for atom in new {
            let (ground, connection) = connection(&atom, &derived, program, symbols);
            let constraint = constraint(&atom, &program.theory, symbols)?;
            self.said.push((ground, connection, constraint));
            let mut writer = ConstraintWriter { program, inequalities: self };
            let Constraint { left, right, relation, number } = constraint;
            if left.is_none() && right.is_none() {
                writer.decide(ground, connection, constraint.holds(|_| 0));
            } else {
                writer.write(ground, connection, &(left, right), relation, number);
            }
            if self.weight > 1 << 60 {
                let error = at(&atom, "the numbers of difference constraints are too large together");
                return Err(error.help("count in a larger unit"));
            }
        }
        Ok(())
    }
}

/// Returns the atoms that rules derive, if a theory atom is read for which that counts.
pub(super) fn derived(new: &[TheoryAtom], program: &Program) -> FxHashSet<AtomId> {
    if new.iter().any(|atom| atom.side == Side::Any) {
        program.rules.iter().flat_map(|rule| rule.head).copied().collect()
    } else {
        FxHashSet::default()
    }
}

/// Returns the ground atom of a theory atom, and how it is connected with its constraint. The names that clingo-dl and clingcon give to
/// atoms tell of heads and bodies.
pub(super) fn connection(
    atom: &TheoryAtom,
    derived: &FxHashSet<AtomId>,
    program: &Program,
    symbols: &Symbols,
) -> (AtomId, Connection) {
    let ground = atom.atom.expect("a constraint is no directive");
    let connection = match (atom.side, name(atom, symbols)) {
        (Side::Head, _) => Connection::Implies,
        (_, Some(name)) if name.starts_with("__") && name.ends_with("_h") => Connection::Implies,
        (Side::Body, _) => Connection::Equivalent,
        (_, Some(name)) if name.starts_with("__") && name.ends_with("_b") => Connection::Equivalent,
        (Side::Any, _) if derived.contains(&ground) || program.is_fact(ground) => Connection::Implies,
        (Side::Any, _) => Connection::Equivalent,
    };
    (ground, connection)
}

/// Returns an error at a theory atom.
pub(super) fn at(atom: &TheoryAtom, message: impl Into<String>) -> Diagnostic {
    let error = match atom.span {
        Some(span) => Diagnostic::error(message, span),
        None => Diagnostic::new(Severity::Error, message),
    };
    error.kind(ErrorKind::Theory)
}

/// A difference constraint: `left - right`, a relation and a number.
#[derive(Clone, Copy, Debug)]
pub struct Constraint {
    pub(super) left: Option<Symbol>,
    pub(super) right: Option<Symbol>,
    pub(super) relation: Relation,
    pub(super) number: i64,
}

impl Constraint {
    /// Returns whether the values of the variables satisfy the constraint.
    pub fn holds(&self, value: impl Fn(Symbol) -> i64) -> bool {
        let value = |variable: Option<Symbol>| i128::from(variable.map_or(0, &value));
        self.relation.holds(value(self.left) - value(self.right), i128::from(self.number))
    }
}

/// Parses the constraint of a theory atom.
pub(super) fn constraint(
    atom: &TheoryAtom,
    theory: &Theory,
    symbols: &mut Symbols,
) -> Result<Constraint, Diagnostic> {
    parsed(atom, theory, symbols).map_err(|wrong| {
        at(atom, format!("this is no difference constraint: {wrong}")).help(
            "difference constraints are `&diff { u-v } <= k`, with two variables at most and an integer `k`",
        )
    })
}

/// Parses the constraint of a theory atom. The error completes a sentence about the constraint.
fn parsed(atom: &TheoryAtom, theory: &Theory, symbols: &mut Symbols) -> Result<Constraint, &'static str> {
    let Some((operator, bound)) = atom.guard else { return Err("a relation to a number is missing") };
    let [element] = atom.elements[..] else { return Err("it takes one element") };
    let element = theory.element(element);
    let &[term] = &element.tuple[..] else { return Err("it takes one term") };
    if !element.condition.is_empty() {
        return Err("whether it has this element is only decided by solving");
    }
    let mut sum = LinearSum::new();
    add(term, 1, &mut sum, symbols, 0)?;
    add(bound, -1, &mut sum, symbols, 0)?;
    let (variables, constant) = simplified(&sum)?;
    let number = constant.checked_neg().ok_or(OVERFLOW)?;
    let (mut left, mut right) = match variables[..] {
        [] => (None, None),
        [(1, only)] => (Some(only), None),
        [(-1, only)] => (None, Some(only)),
        [(1, left), (-1, right)] | [(-1, right), (1, left)] => (Some(left), Some(right)),
        _ => return Err("it is about more than the difference of two variables"),
    };
    let relation = Relation::of(symbols.text(operator), number);
    let relation = relation.ok_or("its relation is none of `<=`, `<`, `>=`, `>`, `=` and `!=`")?;
    let (relation, number, is_opposite) = relation.ok_or(OVERFLOW)?;
    if is_opposite {
        (left, right) = (right, left);
    }
    Ok(Constraint { left, right, relation, number })
}
