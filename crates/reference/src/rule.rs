//! Rules in a normal form: without pools, intervals and named constants, with numbered variables.

use std::rc::Rc;

use crate::error::Place;
use crate::syntax::{Binary, Function, Relation, Unary};
use crate::value::Value;

/// The number of a predicate.
pub(crate) type Predicate = usize;

/// A term.
#[derive(Clone, Debug)]
pub(crate) enum Term {
    Value(Value),
    Variable(usize),
    /// `_`, which matches everything.
    Any,
    Function(Rc<str>, Vec<Term>),
    Unary(Unary, Box<Term>),
    Binary(Binary, Box<Term>, Box<Term>),
}

impl Term {
    /// Calls `visit` for each variable. `None` stands for `_`.
    pub fn variables(&self, visit: &mut dyn FnMut(Option<usize>)) {
        match self {
            Term::Value(_) => {}
            Term::Variable(variable) => visit(Some(*variable)),
            Term::Any => visit(None),
            Term::Function(_, terms) => terms.iter().for_each(|term| term.variables(visit)),
            Term::Unary(_, operand) => operand.variables(visit),
            Term::Binary(_, left, right) => {
                left.variables(visit);
                right.variables(visit);
            }
        }
    }
}

impl Term {
    /// Replaces each `_`.
    pub fn name_any(&mut self, name: &mut dyn FnMut() -> Term) {
        match self {
            Term::Any => *self = name(),
            Term::Value(_) | Term::Variable(_) => {}
            Term::Function(_, terms) => terms.iter_mut().for_each(|term| term.name_any(name)),
            Term::Unary(_, operand) => operand.name_any(name),
            Term::Binary(_, left, right) => {
                left.name_any(name);
                right.name_any(name);
            }
        }
    }
}

/// An atom.
#[derive(Clone, Debug)]
pub(crate) struct Atom {
    pub predicate: Predicate,
    pub arguments: Vec<Term>,
}

/// A literal.
#[derive(Clone, Debug)]
pub(crate) enum Literal {
    /// An atom under `not`, 0 to 2 times.
    Atom(u8, Atom),
    Compare(Term, Relation, Term),
    /// A variable that takes each value of an interval.
    Range(usize, Term, Term),
    Never,
}

impl Literal {
    pub fn variables(&self, visit: &mut dyn FnMut(Option<usize>)) {
        match self {
            Literal::Atom(_, atom) => atom.arguments.iter().for_each(|term| term.variables(visit)),
            Literal::Compare(left, _, right) => {
                left.variables(visit);
                right.variables(visit);
            }
            Literal::Range(variable, lower, upper) => {
                visit(Some(*variable));
                lower.variables(visit);
                upper.variables(visit);
            }
            Literal::Never => {}
        }
    }
}

/// An aggregate under `not`, 0 to 2 times. It is the left side of its guards.
#[derive(Clone, Debug)]
pub(crate) struct Aggregate {
    pub sign: u8,
    pub function: Function,
    pub guards: Vec<(Relation, Term)>,
    pub elements: Vec<Element>,
}

/// A tuple, where the condition holds.
#[derive(Clone, Debug)]
pub(crate) struct Element {
    pub tuple: Vec<Term>,
    pub condition: Vec<Literal>,
}

/// Part of a body.
#[derive(Clone, Debug)]
pub(crate) enum BodyGoal {
    Literal(Literal),
    /// Where the condition holds, one of the consequents holds.
    Conditional {
        condition: Vec<Literal>,
        consequents: Vec<Vec<Literal>>,
    },
    Aggregate(Aggregate),
}

/// An element of a disjunction with conditions: all instances of its members, where the condition holds for some values of the
/// variables that the members lack.
#[derive(Clone, Debug)]
pub(crate) struct RuleDisjunct {
    pub condition: Vec<Literal>,
    pub members: Vec<ComponentMember>,
}

impl RuleDisjunct {
    /// The variables of the condition that occur in members.
    pub fn shared(&self) -> Vec<usize> {
        let variables = |literals: &mut dyn Iterator<Item = &Literal>| {
            let mut all = Vec::new();
            literals.for_each(|literal| literal.variables(&mut |variable| all.extend(variable)));
            all
        };
        let bound = variables(&mut self.condition.iter());
        let mut members =
            self.members.iter().flat_map(|member| member.instances.iter().chain(&member.literals));
        let mut shared = variables(&mut members);
        shared.retain(|variable| bound.contains(variable));
        shared
    }
}

/// A literal in the head, for each instance of some ranges. It is an atom, or comparisons of which one holds.
#[derive(Clone, Debug)]
pub(crate) struct ComponentMember {
    pub instances: Vec<Literal>,
    pub literals: Vec<Literal>,
}

/// An atom that may be chosen where the condition holds, and where the tuple of an aggregate has a value.
#[derive(Clone, Debug)]
pub(crate) struct Choice {
    pub atom: Atom,
    pub condition: Vec<Literal>,
    pub weighed: Option<(Function, Vec<Term>)>,
    /// Whether the aggregate has guards.
    pub has_guards: bool,
}

/// The head of a rule.
#[derive(Clone, Debug)]
pub(crate) enum Head {
    /// One of the atoms; none for a constraint.
    Disjunction(Vec<Atom>),
    Conditional(Vec<RuleDisjunct>),
    Choice(Vec<Choice>),
    External(Atom, Term),
    /// A pair of nodes.
    Edge(Term),
    Minimize {
        weight: Term,
        priority: Term,
        tuple: Vec<Term>,
    },
}

/// A rule.
#[derive(Clone, Debug)]
pub(crate) struct Rule {
    pub head: Head,
    pub body: Vec<BodyGoal>,
    /// The number of variables; the first ones are the global ones.
    pub variables: usize,
    pub globals: usize,
    pub place: Place,
}
