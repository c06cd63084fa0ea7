//! Atoms of difference constraints, read into inequalities of two variables.
//!
//! Equations in bodies, and what is unequal, are said by atoms without a name for their halves; so an answer set tells
//! which half holds, and answer sets that differ in it are two, as in clingo-dl.

use rustc_hash::FxHashSet;

use super::linear::{add, simplified, Sum};
use crate::diagnostic::{Diagnostic, Severity};
use crate::program::{AtomId, Body, HeadKind, Literal, Program, Side, Theory, TheoryAtom, DIFFERENCE};
use crate::symbol::{Symbol, Symbols};

/// Where a literal holds, `left - right <= most`. What is missing is 0.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Difference {
    /// When it is asked for.
    pub literal: Literal,
    /// A variable.
    pub left: Option<Symbol>,
    /// Another.
    pub right: Option<Symbol>,
    /// The bound.
    pub most: i64,
}

/// The difference constraints of a program, as far as they were read.
#[derive(Clone, Default, Debug)]
pub struct Differences {
    all: Vec<Difference>,
    /// The atoms that they were read from.
    said: Vec<(AtomId, Tie, Constraint)>,
    /// How many atoms of theories were looked at.
    read: usize,
    /// What the bounds weigh together.
    weight: u128,
}

impl Differences {
    /// All of them, in an order that only grows at its end.
    pub fn all(&self) -> &[Difference] {
        &self.all
    }

    /// The atoms that are constraints, with what they say.
    pub fn said(&self) -> impl Iterator<Item = &(AtomId, Tie, Constraint)> {
        self.said.iter()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.all.is_empty()
    }
}

/// How an atom is tied to its constraint.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tie {
    /// It asks for the constraint.
    Asks,
    /// It holds exactly where the constraint does.
    Says,
}

impl Tie {
    /// Whether an atom and its constraint may have these values together.
    pub fn fits(self, atom: bool, constraint: bool) -> bool {
        match self {
            Tie::Asks => constraint || !atom,
            Tie::Says => constraint == atom,
        }
    }
}

/// A relation of a sum to a number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Relation {
    /// At most the number.
    AtMost,
    /// The number itself.
    Equal,
    /// Any other number.
    NotEqual,
}

/// Whether an atom of a theory is a difference constraint. clingo-dl calls those in heads and bodies by names of their own
/// before it grounds.
pub fn is_difference(atom: &TheoryAtom, symbols: &Symbols) -> bool {
    name(atom, symbols).is_some_and(|name| [DIFFERENCE, "__diff_h", "__diff_b"].contains(&name))
}

fn name<'s>(atom: &TheoryAtom, symbols: &'s Symbols) -> Option<&'s str> {
    match symbols.as_function(atom.name) {
        Some((Some(name), [], false)) if atom.atom.is_some() => Some(symbols.text(name)),
        _ => None,
    }
}

/// Reads the difference constraints that are new in a program, and adds to it the rules that they need.
///
/// # Errors
///
/// When an atom is no difference constraint.
pub fn read(program: &mut Program, symbols: &mut Symbols) -> Result<(), Diagnostic> {
    let first = program.theory.differences.read;
    program.theory.differences.read = program.theory.atoms().len();
    let new = &program.theory.atoms()[first..];
    let new: Vec<TheoryAtom> = new.iter().filter(|atom| is_difference(atom, symbols)).cloned().collect();
    if new.is_empty() {
        return Ok(());
    }
    let mut derived: FxHashSet<AtomId> = FxHashSet::default();
    if new.iter().any(|atom| atom.side == Side::Any) {
        derived.extend(program.rules.iter().flat_map(|rule| rule.head));
    }
    for atom in new {
        let ground = atom.atom.expect("a constraint is no directive");
        let tie = match (atom.side, name(&atom, symbols)) {
            (Side::Head, _) | (_, Some("__diff_h")) => Tie::Asks,
            (Side::Body, _) | (_, Some("__diff_b")) => Tie::Says,
            (Side::Any, _) if derived.contains(&ground) || program.is_fact(ground) => Tie::Asks,
            (Side::Any, _) => Tie::Says,
        };
        let constraint = constraint(&atom, &program.theory, symbols).map_err(|wrong| {
            let message = format!("this is no difference constraint: {wrong}");
            let error = match atom.span {
                Some(span) => Diagnostic::error(message, span),
                None => Diagnostic::new(Severity::Error, message),
            };
            error.help("difference constraints are `&diff { u-v } <= k`, with two variables at most and an integer `k`")
        })?;
        program.theory.differences.said.push((ground, tie, constraint));
        Writer { program }.write(ground, tie, &constraint);
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

/// A difference constraint: `left - right` and a number.
#[derive(Clone, Copy, Debug)]
pub struct Constraint {
    left: Option<Symbol>,
    right: Option<Symbol>,
    relation: Relation,
    number: i64,
}

impl Constraint {
    /// Whether values satisfy it.
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

/// The constraint of an atom.
fn constraint(atom: &TheoryAtom, theory: &Theory, symbols: &mut Symbols) -> Result<Constraint, &'static str> {
    let Some((operator, bound)) = atom.guard else { return Err("a relation to a number is missing") };
    let [element] = atom.elements[..] else { return Err("it takes one element") };
    let element = theory.element(element);
    let &[term] = &element.tuple[..] else { return Err("it takes one term") };
    if !element.condition.is_empty() {
        return Err("whether it has this element is only decided by solving");
    }
    let mut sum = Sum::new();
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

/// Writes what constraints come to.
struct Writer<'p> {
    program: &'p mut Program,
}

impl Writer<'_> {
    fn write(&mut self, atom: AtomId, tie: Tie, constraint: &Constraint) {
        let &Constraint { left, right, relation, number } = constraint;
        if left.is_none() && right.is_none() {
            let holds = constraint.holds(|_| 0);
            match tie {
                Tie::Asks if holds => {}
                Tie::Says if holds => self.forbid(&[atom.negative()]),
                _ => self.forbid(&[atom.positive()]),
            }
            return;
        }
        let at_most = (left, right, i128::from(number));
        let at_least = (right, left, -i128::from(number));
        let less = (left, right, i128::from(number) - 1);
        let more = (right, left, -i128::from(number) - 1);
        match (relation, tie) {
            (Relation::AtMost, Tie::Asks) => self.ask(atom.positive(), at_most),
            (Relation::AtMost, Tie::Says) => self.say(atom, at_most),
            (Relation::Equal, Tie::Asks) => {
                self.ask(atom.positive(), at_most);
                self.ask(atom.positive(), at_least);
            }
            (Relation::Equal, Tie::Says) => {
                let (one, other) = (self.half(at_most), self.half(at_least));
                self.derive(atom, &[one.positive(), other.positive()]);
            }
            (Relation::NotEqual, Tie::Asks) => {
                let (one, other) = (self.program.new_atom(), self.program.new_atom());
                self.program.rules.push(HeadKind::Choice, &[one], Body::Conjunction(&[atom.positive()]));
                self.derive(other, &[atom.positive(), one.negative()]);
                self.ask(one.positive(), less);
                self.ask(other.positive(), more);
            }
            (Relation::NotEqual, Tie::Says) => {
                let (one, other) = (self.half(at_most), self.half(at_least));
                self.derive(atom, &[one.negative()]);
                self.derive(atom, &[other.negative()]);
            }
        }
    }

    /// An atom without a name that says whether an inequality holds.
    fn half(&mut self, inequality: (Option<Symbol>, Option<Symbol>, i128)) -> AtomId {
        let half = self.program.new_atom();
        self.program.rules.push(HeadKind::Choice, &[half], Body::Conjunction(&[]));
        self.say(half, inequality);
        half
    }

    fn derive(&mut self, atom: AtomId, body: &[Literal]) {
        self.program.rules.push(HeadKind::Disjunction, &[atom], Body::Conjunction(body));
    }

    fn forbid(&mut self, body: &[Literal]) {
        self.program.rules.push(HeadKind::Disjunction, &[], Body::Conjunction(body));
    }

    fn ask(&mut self, literal: Literal, (left, right, most): (Option<Symbol>, Option<Symbol>, i128)) {
        let differences = &mut self.program.theory.differences;
        differences.weight = differences.weight.saturating_add(most.unsigned_abs() + 1);
        // What does not fit is refused by its weight.
        let most = i64::try_from(most).unwrap_or_default();
        differences.all.push(Difference { literal, left, right, most });
    }

    fn say(&mut self, atom: AtomId, (left, right, most): (Option<Symbol>, Option<Symbol>, i128)) {
        self.ask(atom.positive(), (left, right, most));
        self.ask(atom.negative(), (right, left, -most - 1));
    }
}
