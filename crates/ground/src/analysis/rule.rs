//! Rules in the form that the grounder works on.
//!
//! Invariants:
//!
//! - Variables are numbered, and every `_` is a variable of its own.
//! - Pools are expanded, and constants are replaced.
//! - An interval occurs only in [`Literal::Range`], a call of an external function only in [`Literal::Call`].
//! - An argument of a positive body atom has no arithmetic but `-`, which can be inverted, so it can be matched against a
//!   symbol. Other arithmetic is in an equation beside the atom.
//! - A local variable occurs in one scope, which is an element or a conditional literal. So a literal may move to another
//!   scope without capturing a variable there.

use rustc_hash::FxHashSet;

use super::binding::{choice_variables, literal_variables};
use crate::diagnostic::Span;
use crate::program::{PredicateId, Side};
use crate::symbol::{Name, Symbol};
use crate::syntax::aggregate::AggregateFunction;
use crate::syntax::ast::{BinaryOperator, Relation, Sign, UnaryOperator};

/// The number of a variable within its rule.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Variable(pub u32);

impl Variable {
    /// The number as an index.
    #[must_use]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// The name, position and scope of a variable of a rule.
#[derive(Clone, Copy, Debug)]
pub struct VariableInfo {
    /// The name; `None` if the program has none. Variables of different scopes may have the same name.
    pub name: Option<Name>,
    /// The span of its first occurrence.
    pub span: Span,
    /// Whether it is local to an element or a conditional literal; otherwise it is global.
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
    /// A function with arguments, or a tuple if there is no name.
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

    /// Whether `test` holds for every variable in the term.
    pub fn all_variables(&self, mut test: impl FnMut(Variable) -> bool) -> bool {
        let mut all = true;
        self.variables(&mut |variable| all &= test(variable));
        all
    }
}

/// An atom: a predicate with its arguments.
#[derive(Clone, Debug)]
pub struct Atom {
    /// The predicate.
    pub predicate: PredicateId,
    /// Its arguments.
    pub arguments: Vec<Term>,
    /// The source position.
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
    /// A conditional literal: a literal for each instance of a condition.
    Conditional(Conditional),
    /// A theory atom.
    Theory(Sign, TheoryAtom),
}

/// A theory atom. Operators in its terms are functions.
#[derive(Clone, Debug)]
pub struct TheoryAtom {
    /// The atom's name.
    pub name: Name,
    /// The arguments, which are evaluated.
    pub arguments: Vec<Term>,
    /// The elements.
    pub elements: Vec<AggregateElement>,
    /// The operator and term behind the elements.
    pub guard: Option<(Name, Term)>,
    /// Whether it occurs in a head or a body, as far as its theory distinguishes them.
    pub side: Side,
    /// Whether it is a directive, which is neither true nor false.
    pub is_directive: bool,
    /// Whether equal elements count as often as they occur. The last term of each element is then its tag, in which elements
    /// differ that are otherwise equal.
    pub tagged: bool,
    /// The source position.
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
    /// The arguments.
    pub arguments: Vec<Term>,
    /// The source position.
    pub span: Span,
}

/// A conditional literal `l : c` in a body: the literal holds wherever the condition does.
#[derive(Clone, Debug)]
pub struct Conditional {
    /// The condition.
    pub condition: Vec<Literal>,
    /// The conjunctions of which one has to hold.
    ///
    /// The literal is a conjunction if it has intervals or arithmetic, and several conjunctions if it has a pool.
    pub consequents: Vec<Vec<Literal>>,
}

impl Conditional {
    /// Iterates over the condition and the consequents.
    pub fn conjunctions(&self) -> impl Iterator<Item = &[Literal]> {
        std::iter::once(self.condition.as_slice()).chain(self.consequents.iter().map(Vec::as_slice))
    }
}

/// An aggregate in a body.
#[derive(Clone, Debug)]
pub struct Aggregate {
    /// The function that is applied to the tuples of its elements.
    pub function: AggregateFunction,
    /// The relations and terms that its value is compared with. The value stands on the left: `= N`, `>= 2`.
    pub guards: Vec<(Relation, Term)>,
    /// The elements.
    pub elements: Vec<AggregateElement>,
    /// The source position.
    pub span: Span,
}

/// An element of an aggregate in a body: a tuple for each instance of the condition.
#[derive(Clone, Debug)]
pub struct AggregateElement {
    /// The tuple.
    pub tuple: Vec<Term>,
    /// The condition.
    pub condition: Vec<Literal>,
    /// The source position.
    pub span: Span,
}

/// An element of a choice or of an aggregate in a head: an atom with a condition.
#[derive(Clone, Debug)]
pub struct Element {
    /// The atom.
    pub atom: Atom,
    /// The condition. Its variables that do not occur in the body are local.
    pub condition: Vec<Literal>,
    /// For an aggregate in a head: the function, and the tuple of the atom. If the tuple has no weight, there is no such
    /// element.
    pub weighed: Option<(AggregateFunction, Vec<Term>)>,
}

/// An element of a disjunction: a conjunction for each instance of its members.
///
/// A conjunction is available where its condition holds for some values of the variables that the members lack.
#[derive(Clone, Debug)]
pub struct Disjunct {
    /// The condition. Its variables that do not occur in the body are local.
    pub condition: Vec<Literal>,
    /// The members of the conjunction; more than one if the text has a pool.
    pub members: Vec<Member>,
}

impl Disjunct {
    /// The atoms that the disjunct may derive.
    pub fn derived(&self) -> impl Iterator<Item = &Atom> {
        self.members.iter().filter_map(|member| match &member.literal {
            Literal::Atom(Sign::Positive, atom) => Some(atom),
            _ => None,
        })
    }

    /// The variables of the condition that occur in members. Their values determine the instance of the members.
    #[must_use]
    pub fn shared_variables(&self) -> Vec<Variable> {
        let mut in_condition = FxHashSet::default();
        self.condition.iter().for_each(|literal| {
            literal_variables(literal, &mut |variable| {
                in_condition.insert(variable);
            });
        });
        let mut shared = Vec::new();
        for literal in self.members.iter().flat_map(|it| it.instances.iter().chain([&it.literal])) {
            literal_variables(literal, &mut |variable| shared.push(variable));
        }
        shared.retain(|variable| in_condition.contains(variable));
        shared.sort_unstable();
        shared.dedup();
        shared
    }
}

/// A member of a disjunct: a literal for each value of the intervals and arithmetic in it.
#[derive(Clone, Debug)]
pub struct Member {
    /// The literal: an atom, negated or not, or a comparison.
    pub literal: Literal,
    /// The literals that give values to the variables of its intervals and arithmetic.
    pub instances: Vec<Literal>,
}

/// The head of a rule.
#[derive(Clone, Debug)]
pub enum Head {
    /// Nothing: the rule is a constraint.
    None,
    /// A disjunction of atoms; a single atom makes a normal rule.
    Disjunction(Vec<Atom>),
    /// A choice of any of the elements, as many as the guards allow. Their number stands on the left of each relation.
    Choice(Vec<Element>, Vec<(Relation, Term)>),
    /// The guards of a choice whose elements are derived by other rules.
    Bounds(Vec<Element>, Vec<(Relation, Term)>),
    /// A disjunction of those disjuncts whose conditions hold.
    Conditional(Vec<Disjunct>),
    /// The projection of the only atom of the body, which is positive.
    ///
    /// No other rule derives it. An atom that this rule does not derive while its part is grounded counts as false there,
    /// even if it is derived later.
    Projection(Atom),
    /// An external atom with its initial value; `None` stands for `false`.
    External(Atom, Option<Term>),
    /// An atom of `#project`: answer sets that differ in no such atom count as one.
    Project(Atom),
    /// A cost: its weight, its priority, and the tuple that distinguishes it from equal costs.
    Minimize(Term, Term, Vec<Term>),
    /// A term that is shown.
    Show(Term),
    /// An edge of the graph that must not have a cycle.
    Edge(Term, Term),
    /// A heuristic for an atom, the first one of the body: bias, priority and modifier.
    Heuristic(Atom, [Term; 3]),
    /// A theory atom.
    Theory(TheoryAtom),
}

impl Head {
    /// Whether it is a disjunction, of which several atoms may be derived.
    #[must_use]
    pub fn is_disjunction(&self) -> bool {
        match self {
            Head::Disjunction(atoms) => atoms.len() > 1,
            Head::Conditional(_) => true,
            _ => false,
        }
    }
}

/// A rule.
#[derive(Clone, Debug)]
pub struct Rule {
    /// The head, which the rule derives.
    pub head: Head,
    /// The body: the condition for the head.
    pub body: Vec<Literal>,
    /// The variables, indexed by number.
    pub variables: Vec<VariableInfo>,
    /// The source position.
    pub span: Span,
}

impl Rule {
    /// The atoms that the rule may derive.
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

    /// Returns the rule with a choice of one element only, whose condition moves to the body. There its variables are
    /// global.
    ///
    /// No other operation moves a literal from one scope to another. The local variables of each scope are distinct, so
    /// none of another scope is captured.
    #[must_use]
    pub fn with_condition_in_body(&self, element: &Element) -> Rule {
        let body = self.body.iter().chain(&element.condition).cloned().collect();
        let mut variables = self.variables.clone();
        choice_variables(element, &mut |variable| variables[variable.index()].is_local = false);
        let head = Head::Choice(vec![Element { condition: Vec::new(), ..element.clone() }], Vec::new());
        Rule { head, body, variables, span: self.span }
    }

    /// Iterates over the conditions in the body and in the head.
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

    /// The disjuncts of the head, if it has any.
    #[must_use]
    pub fn disjuncts(&self) -> &[Disjunct] {
        match &self.head {
            Head::Conditional(disjuncts) => disjuncts,
            _ => &[],
        }
    }

    /// The elements of the head, if that is a theory atom.
    #[must_use]
    pub fn theory_elements(&self) -> &[AggregateElement] {
        match &self.head {
            Head::Theory(atom) => &atom.elements,
            _ => &[],
        }
    }

    /// The elements of the head, if that is a choice or its bounds.
    #[must_use]
    pub fn elements(&self) -> &[Element] {
        match &self.head {
            Head::Choice(elements, _) | Head::Bounds(elements, _) => elements,
            _ => &[],
        }
    }
}

/// Calls `visit` with every atom of the literals, including those in aggregates and conditions.
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
