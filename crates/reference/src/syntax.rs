//! The syntax tree of a program.

use std::rc::Rc;

use crate::error::Place;
use crate::value::Value;

/// A term as it is written.
#[derive(Clone, Debug)]
pub(crate) enum Term {
    Value(Value),
    Variable(Rc<str>),
    Anonymous,
    /// A function; a tuple has the empty name, and a constant has no arguments.
    Function(Rc<str>, Vec<Term>),
    /// Alternatives.
    Pool(Vec<Term>),
    Interval(Box<Term>, Box<Term>),
    Unary(Unary, Box<Term>),
    Binary(Binary, Box<Term>, Box<Term>),
}

/// An operator before a term, or around it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Unary {
    Minus,
    Complement,
    Absolute,
}

/// An operator between two terms.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Binary {
    Add,
    Subtract,
    Multiply,
    Divide,
    Modulo,
    Power,
    And,
    Or,
    Xor,
}

/// A comparison.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Relation {
    Equal,
    NotEqual,
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
}

impl Relation {
    /// The relation that holds between `right` and `left` exactly if this one holds between `left` and `right`.
    pub fn mirrored(self) -> Relation {
        match self {
            Relation::Less => Relation::Greater,
            Relation::LessEqual => Relation::GreaterEqual,
            Relation::Greater => Relation::Less,
            Relation::GreaterEqual => Relation::LessEqual,
            same => same,
        }
    }

    /// The relation that holds exactly where this one does not.
    pub fn negated(self) -> Relation {
        match self {
            Relation::Equal => Relation::NotEqual,
            Relation::NotEqual => Relation::Equal,
            Relation::Less => Relation::GreaterEqual,
            Relation::LessEqual => Relation::Greater,
            Relation::Greater => Relation::LessEqual,
            Relation::GreaterEqual => Relation::Less,
        }
    }

    pub fn holds<T: Ord + ?Sized>(self, left: &T, right: &T) -> bool {
        match self {
            Relation::Equal => left == right,
            Relation::NotEqual => left != right,
            Relation::Less => left < right,
            Relation::LessEqual => left <= right,
            Relation::Greater => left > right,
            Relation::GreaterEqual => left >= right,
        }
    }
}

/// A literal: an atom, a comparison chain or a truth constant, under `not` as many times as `sign` says, which is 0, 1 or 2.
#[derive(Clone, Debug)]
pub(crate) struct Literal {
    pub sign: u8,
    pub kind: HeadForm,
}

#[derive(Clone, Debug)]
pub(crate) enum HeadForm {
    Atom(Atom),
    Comparison(Term, Vec<(Relation, Term)>),
    Truth(bool),
}

/// An atom. Its arguments are lists of alternatives, for `p(1;2)`.
#[derive(Clone, Debug)]
pub(crate) struct Atom {
    pub negative: bool,
    pub name: Rc<str>,
    pub pools: Vec<Vec<Term>>,
}

/// A literal where a condition holds. In an aggregate it has a tuple, and in the body of a rule the literal is `#true` then.
#[derive(Clone, Debug)]
pub(crate) struct Element {
    pub tuple: Vec<Term>,
    pub literal: Literal,
    pub condition: Vec<Literal>,
}

/// The function of an aggregate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Function {
    Count,
    Sum,
    SumPlus,
    Min,
    Max,
}

/// Guards; the aggregate is the left side of each relation.
pub(crate) type Guards = Vec<(Relation, Term)>;

/// An aggregate; without a function a set of literals, which are counted.
#[derive(Clone, Debug)]
pub(crate) struct Aggregate {
    pub function: Option<Function>,
    pub elements: Vec<Element>,
    pub guards: Guards,
}

/// Part of a body.
#[derive(Clone, Debug)]
pub(crate) enum BodyItem {
    Literal(Literal),
    Conditional(Element),
    /// An aggregate under `not`, 0 to 2 times.
    Aggregate(u8, Aggregate),
}

/// The head of a rule.
#[derive(Clone, Debug)]
pub(crate) enum Head {
    /// A disjunction. A constraint has no elements.
    Disjunction(Vec<Element>),
    Choice(Aggregate),
}

/// A statement. Those that do not change the answer sets, such as `#show`, are left out.
#[derive(Clone, Debug)]
pub(crate) enum Statement {
    Rule(Head, Vec<BodyItem>),
    External(Atom, Vec<BodyItem>, Term),
    /// A part of an objective: weight, priority, tuple, and where it counts.
    Minimize {
        weight: Term,
        priority: Term,
        tuple: Vec<Term>,
        body: Vec<BodyItem>,
    },
    /// A pair of nodes that is an edge where the body holds; the edges have no cycle.
    Edge {
        edge: Term,
        body: Vec<BodyItem>,
    },
    Const {
        name: Rc<str>,
        value: Term,
        overrides: bool,
    },
    Include(Rc<str>),
    /// The statements that follow belong to the part `base`, or to another one.
    Part {
        is_base: bool,
    },
}

/// A statement with its position.
pub(crate) type Placed = (Statement, Place);
