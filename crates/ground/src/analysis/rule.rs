//! Rules in the form the grounder works on.
//!
//! Invariant: variables are numbered, every `_` is one of its own; pools are expanded, constants replaced; an interval
//! stands only in [`Literal::Range`], a call of an external function only in [`Literal::Call`]; an argument of a positive
//! body atom holds no arithmetic but `-`, which can be undone
//! (an equation beside it does), so it can be matched against a symbol; a local variable occurs in one scope, which is an
//! element or a conditional literal, so a literal may move to another scope without capturing a variable there.

use super::binding::choice_variables;
use crate::diagnostic::Span;
use crate::program::{PredicateId, Side};
use crate::symbol::{Name, Symbol};
use crate::syntax::ast::{BinaryOperator, Function, Relation, Sign, UnaryOperator};

/// A variable's number within its rule.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Variable(pub u32);

impl Variable {
    /// The number as an index.
    #[must_use]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// What is known of a variable of a rule.
#[derive(Clone, Copy, Debug)]
pub struct VariableInfo {
    /// Its name; `None` where the reader wrote none. Variables of different scopes may have the same.
    pub name: Option<Name>,
    /// Where it occurs first.
    pub span: Span,
    /// Whether it is one of an element or a conditional literal; the others are global.
    pub is_local: bool,
}

impl VariableInfo {
    /// A global variable without a name.
    #[must_use]
    pub fn unnamed(span: Span) -> Self {
        VariableInfo { name: None, span, is_local: false }
    }
}

/// A term.
#[derive(Clone, Debug)]
pub enum Term {
    /// A ground term.
    Symbol(Symbol),
    /// A variable.
    Variable(Variable),
    /// A function with arguments, or a tuple (no name).
    Function(Option<Name>, Vec<Term>),
    /// An operation on one integer; `-` also changes the sign of a function.
    Unary(UnaryOperator, Box<Term>, Span),
    /// An operation on two integers.
    Binary(BinaryOperator, Box<Term>, Box<Term>, Span),
}

impl Term {
    /// Calls `visit` with every variable in the term.
    pub fn variables(&self, visit: &mut dyn FnMut(Variable)) {
        match self {
            Term::Symbol(_) => {}
            Term::Variable(variable) => visit(*variable),
            Term::Function(_, arguments) => arguments.iter().for_each(|argument| argument.variables(visit)),
            Term::Unary(_, term, _) => term.variables(visit),
            Term::Binary(_, left, right, _) => {
                left.variables(visit);
                right.variables(visit);
            }
        }
    }

    /// Whether `test` holds of every variable in the term.
    pub fn all_variables(&self, mut test: impl FnMut(Variable) -> bool) -> bool {
        let mut all = true;
        self.variables(&mut |variable| all &= test(variable));
        all
    }
}

/// A predicate of terms.
#[derive(Clone, Debug)]
pub struct Atom {
    /// The predicate.
    pub predicate: PredicateId,
    /// Its arguments.
    pub arguments: Vec<Term>,
    /// Where it was read.
    pub span: Span,
}

/// A literal of a body or condition.
#[derive(Clone, Debug)]
pub enum Literal {
    /// An atom, possibly negated.
    Atom(Sign, Atom),
    /// A relation between two terms. An equation may bind variables.
    Compare(Term, Relation, Term),
    /// The variable takes each integer from the first to the second term; the span is that of the interval.
    Range(Variable, Term, Term, Span),
    /// The variable takes each value of an external function.
    Call(Variable, Call),
    /// An aggregate.
    Aggregate(Sign, Aggregate),
    /// A literal for each instance of a condition.
    Conditional(Conditional),
    /// An atom of a theory.
    Theory(Sign, TheoryAtom),
}

/// An atom of a theory. Operators in its terms are functions.
#[derive(Clone, Debug)]
pub struct TheoryAtom {
    /// Its name.
    pub name: Name,
    /// The arguments, which are evaluated.
    pub arguments: Vec<Term>,
    /// The elements.
    pub elements: Vec<AggregateElement>,
    /// Operator and term behind the elements.
    pub guard: Option<(Name, Term)>,
    /// Where it occurs, as far as its theory tells.
    pub side: Side,
    /// Whether it is neither true nor false.
    pub is_directive: bool,
    /// Where it was read.
    pub span: Span,
}

impl TheoryAtom {
    /// Calls `visit` with the variables outside of the elements.
    pub fn outer_variables(&self, visit: &mut dyn FnMut(Variable)) {
        self.arguments.iter().for_each(|term| term.variables(visit));
        self.guard.iter().for_each(|(_, term)| term.variables(visit));
    }
}

/// A call of an external function.
#[derive(Clone, Debug)]
pub struct Call {
    /// The function's name.
    pub function: Name,
    /// What it is given.
    pub arguments: Vec<Term>,
    /// Where it was read.
    pub span: Span,
}

/// `l : c` in a body: wherever the condition holds, so does the literal.
#[derive(Clone, Debug)]
pub struct Conditional {
    /// The condition.
    pub condition: Vec<Literal>,
    /// What has to hold: one of these conjunctions. The literal is a conjunction where it has intervals or arithmetic, and
    /// several where it has a pool.
    pub consequents: Vec<Vec<Literal>>,
}

impl Conditional {
    /// Condition and consequents.
    pub fn conjunctions(&self) -> impl Iterator<Item = &[Literal]> {
        std::iter::once(self.condition.as_slice()).chain(self.consequents.iter().map(Vec::as_slice))
    }
}

/// An aggregate in a body.
#[derive(Clone, Debug)]
pub struct Aggregate {
    /// What it computes of the tuples of its elements.
    pub function: Function,
    /// What its value is compared with, the value standing on the left: `= N`, `>= 2`.
    pub guards: Vec<(Relation, Term)>,
    /// The elements.
    pub elements: Vec<AggregateElement>,
    /// Where it was read.
    pub span: Span,
}

/// One element of a body aggregate: a tuple for each instance of the condition.
#[derive(Clone, Debug)]
pub struct AggregateElement {
    /// The tuple.
    pub tuple: Vec<Term>,
    /// The condition.
    pub condition: Vec<Literal>,
    /// Where it was read.
    pub span: Span,
}

/// An atom with a condition, in a head.
#[derive(Clone, Debug)]
pub struct Element {
    /// The atom.
    pub atom: Atom,
    /// The condition; its variables that do not occur in the body are its own.
    pub condition: Vec<Literal>,
    /// The tuple that the atom stands for in an aggregate of the head: without a weight for it there is no such element.
    pub weighed: Option<(Function, Vec<Term>)>,
}

/// An element of a disjunction: a conjunction for each instance of a condition.
#[derive(Clone, Debug)]
pub struct Disjunct {
    /// The condition; its variables that do not occur in the body are its own.
    pub condition: Vec<Literal>,
    /// What holds together; more than one where the text has a pool.
    pub members: Vec<Member>,
}

impl Disjunct {
    /// The atoms it may derive.
    pub fn derived(&self) -> impl Iterator<Item = &Atom> {
        self.members.iter().filter_map(|member| match &member.literal {
            Literal::Atom(Sign::Positive, atom) => Some(atom),
            _ => None,
        })
    }
}

/// A literal of a disjunct, as often as intervals and arithmetic in it have values.
#[derive(Clone, Debug)]
pub struct Member {
    /// The literal: an atom, negated or not, or a comparison.
    pub literal: Literal,
    /// What gives values to the variables of its intervals and arithmetic.
    pub instances: Vec<Literal>,
}

/// What a rule derives.
#[derive(Clone, Debug)]
pub enum Head {
    /// Nothing: a constraint.
    None,
    /// One of the atoms; one atom makes a normal rule.
    Disjunction(Vec<Atom>),
    /// Any of the elements, as many as the guards allow; their number stands on the left of each relation.
    Choice(Vec<Element>, Vec<(Relation, Term)>),
    /// Only the guards of a choice whose elements other rules derive.
    Bounds(Vec<Element>, Vec<(Relation, Term)>),
    /// One of the disjuncts whose conditions hold.
    Conditional(Vec<Disjunct>),
    /// The projection of the only atom of the body, which is positive: no other rule derives it, and what this one does not
    /// derive while its part is grounded counts as false there, whatever comes later.
    Projection(Atom),
    /// An external atom with its value at first, `false` if none is given.
    External(Atom, Option<Term>),
    /// An atom on which answer sets have to differ to count as two.
    Project(Atom),
    /// Costs: weight, priority and what tells this cost from others like it.
    Minimize(Term, Term, Vec<Term>),
    /// A term that is shown.
    Show(Term),
    /// An edge of the graph that must not have a cycle.
    Edge(Term, Term),
    /// What a search is told of an atom, the first of the body: bias, priority and modifier.
    Heuristic(Atom, [Term; 3]),
    /// An atom of a theory.
    Theory(TheoryAtom),
}

/// A rule.
#[derive(Clone, Debug)]
pub struct Rule {
    /// What it derives.
    pub head: Head,
    /// When.
    pub body: Vec<Literal>,
    /// Its variables, by number.
    pub variables: Vec<VariableInfo>,
    /// Where it was read.
    pub span: Span,
}

impl Rule {
    /// The atoms it may derive.
    pub fn head_atoms(&self) -> impl Iterator<Item = &Atom> {
        let atoms: &[Atom] = match &self.head {
            Head::Disjunction(atoms) => atoms,
            Head::External(atom, _) | Head::Projection(atom) => std::slice::from_ref(atom),
            _ => &[],
        };
        let derives = !matches!(self.head, Head::Bounds(..));
        let elements = self.elements().iter().filter(move |_| derives).map(|element| &element.atom);
        atoms.iter().chain(elements).chain(self.disjuncts().iter().flat_map(Disjunct::derived))
    }

    /// Calls `visit` with every atom of the body, of the conditions, and under `not` in the head.
    pub fn body_atoms<'a>(&'a self, visit: &mut impl FnMut(Sign, &'a Atom)) {
        visit_atoms(&self.body, visit);
        self.elements().iter().for_each(|element| visit_atoms(&element.condition, visit));
        self.theory_elements().iter().for_each(|element| visit_atoms(&element.condition, visit));
        for disjunct in self.disjuncts() {
            visit_atoms(&disjunct.condition, visit);
            for member in &disjunct.members {
                if !matches!(member.literal, Literal::Atom(Sign::Positive, _)) {
                    visit_atoms(std::slice::from_ref(&member.literal), visit);
                }
            }
        }
    }

    /// The choice of one element alone, its condition in the body: there its variables are global.
    ///
    /// This is all that moves a literal from one scope to another. The local variables of each scope are its own, so none
    /// of another scope is captured.
    #[must_use]
    pub fn with_condition_in_body(&self, element: &Element) -> Rule {
        let body = self.body.iter().chain(&element.condition).cloned().collect();
        let mut variables = self.variables.clone();
        choice_variables(element, &mut |variable| variables[variable.index()].is_local = false);
        let head = Head::Choice(vec![Element { condition: Vec::new(), ..element.clone() }], Vec::new());
        Rule { head, body, variables, span: self.span }
    }

    /// The conditions in the body and in the head.
    pub fn conditions_mut(&mut self) -> impl Iterator<Item = &mut Vec<Literal>> {
        let in_body = self.body.iter_mut().flat_map(|literal| match literal {
            Literal::Aggregate(_, aggregate) => {
                aggregate.elements.iter_mut().map(|element| &mut element.condition).collect()
            }
            Literal::Conditional(conditional) => vec![&mut conditional.condition],
            _ => Vec::new(),
        });
        let in_head: Vec<&mut Vec<Literal>> = match &mut self.head {
            Head::Choice(elements, _) | Head::Bounds(elements, _) => {
                elements.iter_mut().map(|element| &mut element.condition).collect()
            }
            Head::Conditional(disjuncts) => {
                disjuncts.iter_mut().map(|disjunct| &mut disjunct.condition).collect()
            }
            _ => Vec::new(),
        };
        in_body.chain(in_head)
    }

    /// The disjuncts of the head, where it has such.
    #[must_use]
    pub fn disjuncts(&self) -> &[Disjunct] {
        match &self.head {
            Head::Conditional(disjuncts) => disjuncts,
            _ => &[],
        }
    }

    /// The elements of the head, where that is an atom of a theory.
    #[must_use]
    pub fn theory_elements(&self) -> &[AggregateElement] {
        match &self.head {
            Head::Theory(atom) => &atom.elements,
            _ => &[],
        }
    }

    /// The elements of the head, where it has such.
    #[must_use]
    pub fn elements(&self) -> &[Element] {
        match &self.head {
            Head::Choice(elements, _) | Head::Bounds(elements, _) => elements,
            _ => &[],
        }
    }
}

/// Calls `visit` with every atom of the literals, inside aggregates and conditions as well.
pub fn visit_atoms<'a>(literals: &'a [Literal], visit: &mut impl FnMut(Sign, &'a Atom)) {
    for literal in literals {
        match literal {
            Literal::Atom(sign, atom) => visit(*sign, atom),
            Literal::Aggregate(_, aggregate) => {
                aggregate.elements.iter().for_each(|element| visit_atoms(&element.condition, visit));
            }
            Literal::Conditional(conditional) => {
                conditional.conjunctions().for_each(|literals| visit_atoms(literals, visit));
            }
            Literal::Theory(_, atom) => {
                atom.elements.iter().for_each(|element| visit_atoms(&element.condition, visit));
            }
            Literal::Compare(..) | Literal::Range(..) | Literal::Call(..) => {}
        }
    }
}
