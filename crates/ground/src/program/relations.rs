//! Relations between sums of integer variables and numbers, written as inequalities that hold where literals do.
//!
//! Equations in bodies, and disequations, are split into two inequalities, each represented by an auxiliary atom. So an answer set
//! tells which inequality holds.

use super::{AtomId, Body, HeadKind, Literal, Program};

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

/// The relation between a sum and a number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Relation {
    /// The sum is at most the number.
    AtMost,
    /// The sum equals the number.
    Equal,
    /// The sum is not equal to the number.
    NotEqual,
}

impl Relation {
    /// Returns whether a sum and a number are in this relation.
    pub(super) fn holds(self, sum: i128, number: i128) -> bool {
        match self {
            Relation::AtMost => sum <= number,
            Relation::Equal => sum == number,
            Relation::NotEqual => sum != number,
        }
    }

    /// Returns the relation that an operator stands for with a number behind it. The last value is whether both sides of it have
    /// the opposite sign. `None` if there is no such operator, `Some(None)` if the number leaves the range of 64-bit integers.
    pub(super) fn of(operator: &str, number: i64) -> Option<Option<(Relation, i64, bool)>> {
        let at_most = |number: Option<i64>, opposite: bool| number.map(|it| (Relation::AtMost, it, opposite));
        Some(match operator {
            "<=" => at_most(Some(number), false),
            "<" => at_most(number.checked_sub(1), false),
            ">=" => at_most(number.checked_neg(), true),
            ">" => at_most(number.checked_neg().and_then(|number| number.checked_sub(1)), true),
            "=" => Some((Relation::Equal, number, false)),
            "!=" => Some((Relation::NotEqual, number, false)),
            _ => return None,
        })
    }
}

/// A store of inequalities between sums and numbers.
pub(super) trait Inequalities {
    /// A sum of variables.
    type Sum: Clone;

    /// Returns the sum with the opposite sign.
    fn opposite(sum: &Self::Sum) -> Self::Sum;

    /// Adds the inequality that the sum is at most a number where the literal holds.
    fn add(&mut self, literal: Literal, sum: Self::Sum, most: i128);
}

/// Writes the inequalities of constraints to a store, and the rules that they need to a program.
pub(super) struct ConstraintWriter<'p, I> {
    pub program: &'p mut Program,
    pub inequalities: &'p mut I,
}

impl<I: Inequalities> ConstraintWriter<'_, I> {
    /// Connects an atom with a constraint whose truth is known.
    pub fn decide(&mut self, atom: AtomId, connection: Connection, holds: bool) {
        match connection {
            Connection::Implies if holds => {}
            Connection::Equivalent if holds => self.forbid(&[atom.negative()]),
            _ => self.forbid(&[atom.positive()]),
        }
    }

    /// Connects an atom with a relation of a sum, which has variables, to a number.
    pub fn write(
        &mut self,
        atom: AtomId,
        connection: Connection,
        sum: &I::Sum,
        relation: Relation,
        number: i64,
    ) {
        let at_most = (sum.clone(), i128::from(number));
        let at_least = (I::opposite(sum), -i128::from(number));
        let less = (at_most.0.clone(), at_most.1 - 1);
        let more = (at_least.0.clone(), at_least.1 - 1);
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
    fn inequality_atom(&mut self, inequality: (I::Sum, i128)) -> AtomId {
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

    fn imply(&mut self, literal: Literal, (sum, most): (I::Sum, i128)) {
        self.inequalities.add(literal, sum, most);
    }

    fn define(&mut self, atom: AtomId, (sum, most): (I::Sum, i128)) {
        let opposite = I::opposite(&sum);
        self.imply(atom.positive(), (sum, most));
        self.imply(atom.negative(), (opposite, -most - 1));
    }
}
