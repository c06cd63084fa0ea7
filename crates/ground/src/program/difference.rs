//! Difference constraints: theory atoms are translated into inequalities over two integer variables.
//!
//! Equations in bodies, and disequations, are split into two inequalities, each represented by an auxiliary atom. So
//! an answer set tells which inequality holds, and answer sets that differ in it count as different, as in clingo-dl.

use rustc_hash::FxHashSet;

use super::linear::{add, simplified, LinearSum};
use crate::diagnostic::{Diagnostic, Severity};
use crate::program::{AtomId, Body, HeadKind, Literal, Program, Side, Theory, TheoryAtom, DIFFERENCE};
use crate::symbol::{Symbol, Symbols};

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

/// How the truth of an atom is connected with its constraint.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Connection {
    /// The atom implies the constraint.
    Implies,
    /// The atom is equivalent to the constraint.
    Equivalent,
}

impl Connection {
    /// Returns whether an atom and its constraint may have these truth values together.
    pub fn fits(self, atom: bool, constraint: bool) -> bool {
        match self {
            Connection::Implies => constraint || !atom,
            Connection::Equivalent => constraint == atom,
        }
    }
}

/// The relation between a difference and a number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Relation {
    /// The difference is at most the number.
    AtMost,
    /// The difference equals the number.
    Equal,
    /// The difference is not equal to the number.
    NotEqual,
}

/// Returns whether a theory atom has the name of a difference constraint. Besides `diff`, the names by which clingo-dl
/// rewrites atoms in heads and bodies before grounding are recognized.
fn is_difference(atom: &TheoryAtom, symbols: &Symbols) -> bool {
    name(atom, symbols).is_some_and(|name| [DIFFERENCE, "__diff_h", "__diff_b"].contains(&name))
}

fn name<'s>(atom: &TheoryAtom, symbols: &'s Symbols) -> Option<&'s str> {
    match symbols.as_function(atom.name) {
        Some((Some(name), [], false)) if atom.atom.is_some() => Some(symbols.text(name)),
        _ => None,
    }
}

/// Reads the difference constraints that are new in a program, and adds the rules that they need to it.
///
/// # Errors
///
/// If a `diff` atom is not a valid difference constraint, or if the bounds become too large.
pub fn read(program: &mut Program, symbols: &mut Symbols) -> Result<(), Diagnostic> {
    let first = program.theory.differences.read;
    program.theory.differences.read = program.theory.used_count();
    let new = program.theory.used_from(first);
    let differences = &program.theory.differences;
    let new: Vec<TheoryAtom> = new.filter(|atom| differences.has(atom, symbols)).cloned().collect();
    if new.is_empty() {
        return Ok(());
    }
    let mut derived: FxHashSet<AtomId> = FxHashSet::default();
    if new.iter().any(|atom| atom.side == Side::Any) {
        derived.extend(program.rules.iter().flat_map(|rule| rule.head));
    }
    for atom in new {
        let ground = atom.atom.expect("a constraint is no directive");
        let connection = match (atom.side, name(&atom, symbols)) {
            (Side::Head, _) | (_, Some("__diff_h")) => Connection::Implies,
            (Side::Body, _) | (_, Some("__diff_b")) => Connection::Equivalent,
            (Side::Any, _) if derived.contains(&ground) || program.is_fact(ground) => Connection::Implies,
            (Side::Any, _) => Connection::Equivalent,
        };
        let constraint = constraint(&atom, &program.theory, symbols).map_err(|wrong| {
            let message = format!("this is no difference constraint: {wrong}");
            let error = match atom.span {
                Some(span) => Diagnostic::error(message, span),
                None => Diagnostic::new(Severity::Error, message),
            };
            error.help("difference constraints are `&diff { u-v } <= k`, with two variables at most and an integer `k`")
        })?;
        program.theory.differences.said.push((ground, connection, constraint));
        ConstraintWriter { program }.write(ground, connection, &constraint);
        let differences = &program.theory.differences;
        if differences.weight > 1 << 60 {
            let message = "the numbers of difference constraints are too large together";
            let error = match atom.span {
                Some(span) => Diagnostic::error(message, span),
                None => Diagnostic::new(Severity::Error, message),
            };
            return Err(error.help("count in a larger unit"));
        }
    }
    Ok(())
}

/// A difference constraint: `left - right`, a relation and a number.
#[derive(Clone, Copy, Debug)]
pub struct Constraint {
    left: Option<Symbol>,
    right: Option<Symbol>,
    relation: Relation,
    number: i64,
}

impl Constraint {
    /// Returns whether the values of the variables satisfy the constraint.
    pub fn holds(&self, value: impl Fn(Symbol) -> i64) -> bool {
        let value = |variable: Option<Symbol>| i128::from(variable.map_or(0, &value));
        let (difference, number) = (value(self.left) - value(self.right), i128::from(self.number));
        match self.relation {
            Relation::AtMost => difference <= number,
            Relation::Equal => difference == number,
            Relation::NotEqual => difference != number,
        }
    }
}

/// Parses the constraint of a theory atom. The error completes a sentence about the constraint.
fn constraint(atom: &TheoryAtom, theory: &Theory, symbols: &mut Symbols) -> Result<Constraint, &'static str> {
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
    let overflow = "its numbers leave the range of 64-bit integers";
    let mut number = constant.checked_neg().ok_or(overflow)?;
    let (mut left, mut right) = match variables[..] {
        [] => (None, None),
        [(1, only)] => (Some(only), None),
        [(-1, only)] => (None, Some(only)),
        [(1, left), (-1, right)] | [(-1, right), (1, left)] => (Some(left), Some(right)),
        _ => return Err("it is about more than the difference of two variables"),
    };
    let relation = match symbols.text(operator) {
        "<=" => Relation::AtMost,
        "<" => {
            number = number.checked_sub(1).ok_or(overflow)?;
            Relation::AtMost
        }
        ">=" => {
            (left, right, number) = (right, left, number.checked_neg().ok_or(overflow)?);
            Relation::AtMost
        }
        ">" => {
            number = number.checked_neg().and_then(|number| number.checked_sub(1)).ok_or(overflow)?;
            (left, right) = (right, left);
            Relation::AtMost
        }
        "=" => Relation::Equal,
        "!=" => Relation::NotEqual,
        _ => return Err("its relation is none of `<=`, `<`, `>=`, `>`, `=` and `!=`"),
    };
    Ok(Constraint { left, right, relation, number })
}

/// Writes the inequalities and rules of constraints.
struct ConstraintWriter<'p> {
    program: &'p mut Program,
}

impl ConstraintWriter<'_> {
    fn write(&mut self, atom: AtomId, connection: Connection, constraint: &Constraint) {
        let &Constraint { left, right, relation, number } = constraint;
        if left.is_none() && right.is_none() {
            let holds = constraint.holds(|_| 0);
            match connection {
                Connection::Implies if holds => {}
                Connection::Equivalent if holds => self.forbid(&[atom.negative()]),
                _ => self.forbid(&[atom.positive()]),
            }
            return;
        }
        let at_most = (left, right, i128::from(number));
        let at_least = (right, left, -i128::from(number));
        let less = (left, right, i128::from(number) - 1);
        let more = (right, left, -i128::from(number) - 1);
        match (relation, connection) {
            (Relation::AtMost, Connection::Implies) => self.imply(atom.positive(), at_most),
            (Relation::AtMost, Connection::Equivalent) => self.define(atom, at_most),
            (Relation::Equal, Connection::Implies) => {
                self.imply(atom.positive(), at_most);
                self.imply(atom.positive(), at_least);
            }
            (Relation::Equal, Connection::Equivalent) => {
                let (one, other) = (self.inequality_atom(at_most), self.inequality_atom(at_least));
                self.derive(atom, &[one.positive(), other.positive()]);
            }
            (Relation::NotEqual, Connection::Implies) => {
                let (one, other) = (self.program.new_atom(), self.program.new_atom());
                self.program.rules.push(HeadKind::Choice, &[one], Body::Conjunction(&[atom.positive()]));
                self.derive(other, &[atom.positive(), one.negative()]);
                self.imply(one.positive(), less);
                self.imply(other.positive(), more);
            }
            (Relation::NotEqual, Connection::Equivalent) => {
                let (one, other) = (self.inequality_atom(at_most), self.inequality_atom(at_least));
                self.derive(atom, &[one.negative()]);
                self.derive(atom, &[other.negative()]);
            }
        }
    }

    /// Returns an auxiliary atom that is equivalent to an inequality.
    fn inequality_atom(&mut self, inequality: (Option<Symbol>, Option<Symbol>, i128)) -> AtomId {
        let half = self.program.new_atom();
        self.program.rules.push(HeadKind::Choice, &[half], Body::Conjunction(&[]));
        self.define(half, inequality);
        half
    }

    fn derive(&mut self, atom: AtomId, body: &[Literal]) {
        self.program.rules.push(HeadKind::Disjunction, &[atom], Body::Conjunction(body));
    }

    fn forbid(&mut self, body: &[Literal]) {
        self.program.rules.push(HeadKind::Disjunction, &[], Body::Conjunction(body));
    }

    fn imply(&mut self, literal: Literal, (left, right, most): (Option<Symbol>, Option<Symbol>, i128)) {
        let differences = &mut self.program.theory.differences;
        differences.weight = differences.weight.saturating_add(most.unsigned_abs() + 1);
        // A bound beyond 64 bits makes the total weight exceed its limit, so reading fails later.
        let most = i64::try_from(most).unwrap_or_default();
        differences.all.push(Difference { literal, left, right, most });
    }

    fn define(&mut self, atom: AtomId, (left, right, most): (Option<Symbol>, Option<Symbol>, i128)) {
        self.imply(atom.positive(), (left, right, most));
        self.imply(atom.negative(), (right, left, -most - 1));
    }
}
