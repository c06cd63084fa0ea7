//! Variable binding: when a literal can be evaluated, and which variables that gives values to.
//!
//! Safety and the order of joins both rest on this.

use fixedbitset::FixedBitSet;

use super::rule::{
    Aggregate, AggregateElement, Conditional, Element, Head, Literal, Rule, Term, TheoryAtom, Variable,
};
use crate::syntax::ast::{BinaryOperator, Relation, Sign, UnaryOperator};

/// The way in which an equation is evaluated.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Equation {
    /// Both sides have values, which are compared.
    Test,
    /// The left side is matched against the value of the right.
    MatchLeft,
    /// The right side is matched against the value of the left.
    MatchRight,
    /// The left side is solved for its only variable without a value.
    SolveLeft,
    /// The right side is solved for its only variable without a value.
    SolveRight,
}

/// Returns how the equation can be evaluated with these variables bound; `None` if it cannot.
#[must_use]
pub fn equation(left: &Term, right: &Term, bound: &FixedBitSet) -> Option<Equation> {
    match (is_bound(left, bound), is_bound(right, bound)) {
        (true, true) => Some(Equation::Test),
        (false, true) if is_pattern(left, bound) => Some(Equation::MatchLeft),
        (true, false) if is_pattern(right, bound) => Some(Equation::MatchRight),
        (false, true) if is_solvable(left, bound) => Some(Equation::SolveLeft),
        (true, false) if is_solvable(right, bound) => Some(Equation::SolveRight),
        _ => None,
    }
}

/// Whether the literal can be evaluated with these variables bound.
///
/// `global` holds the global variables of the rule.
#[must_use]
pub fn is_ready(literal: &Literal, bound: &FixedBitSet, global: &FixedBitSet) -> bool {
    match literal {
        Literal::Atom(Sign::Positive, _) => true,
        Literal::Atom(_, atom) => atom.arguments.iter().all(|term| is_bound(term, bound)),
        Literal::Compare(left, Relation::Equal, right) => equation(left, right, bound).is_some(),
        Literal::Compare(left, _, right) => is_bound(left, bound) && is_bound(right, bound),
        Literal::Range(_, lower, upper, _) => is_bound(lower, bound) && is_bound(upper, bound),
        Literal::Call(_, call) => call.arguments.iter().all(|term| is_bound(term, bound)),
        Literal::Aggregate(sign, aggregate) => {
            let assigned = if *sign == Sign::Positive { assigned(aggregate, bound) } else { None };
            let known = |variable: Variable| bound.contains(variable.index());
            let mut ready = aggregate.guards.iter().all(|(_, term)| {
                term.all_variables(|variable| known(variable) || assigned == Some(variable))
            });
            // A variable that the aggregate assigns cannot be used to find its value.
            for element in &aggregate.elements {
                element_variables(element, &mut |variable| {
                    ready &= !global.contains(variable.index()) || known(variable);
                });
            }
            ready
        }
        Literal::Conditional(conditional) => {
            let mut ready = true;
            conditional_variables(conditional, &mut |variable| {
                ready &= !global.contains(variable.index()) || bound.contains(variable.index());
            });
            ready
        }
        Literal::Theory(_, atom) => {
            let mut ready = true;
            theory_variables(atom, &mut |variable| {
                ready &= !global.contains(variable.index()) || bound.contains(variable.index());
            });
            ready
        }
    }
}

/// Returns the variable without a value that an aggregate such as `X = #count { … }` assigns.
#[must_use]
pub fn assigned(aggregate: &Aggregate, bound: &FixedBitSet) -> Option<Variable> {
    aggregate.guards.iter().find_map(|guard| match guard {
        (Relation::Equal, Term::Variable(variable)) if !bound.contains(variable.index()) => Some(*variable),
        _ => None,
    })
}

/// Marks the variables that have values after the literal was evaluated.
pub fn bind(literal: &Literal, bound: &mut FixedBitSet) {
    let mut mark = |variable: Variable| bound.insert(variable.index());
    match literal {
        Literal::Atom(Sign::Positive, atom) => {
            atom.arguments.iter().for_each(|term| term.variables(&mut mark));
        }
        Literal::Compare(left, Relation::Equal, right) => {
            left.variables(&mut mark);
            right.variables(&mut mark);
        }
        Literal::Range(variable, ..) | Literal::Call(variable, _) => mark(*variable),
        Literal::Aggregate(Sign::Positive, aggregate) => {
            if let Some(variable) = assigned(aggregate, bound) {
                bound.insert(variable.index());
            }
        }
        Literal::Atom(..)
        | Literal::Compare(..)
        | Literal::Aggregate(..)
        | Literal::Conditional(_)
        | Literal::Theory(..) => {}
    }
}

/// Adds to `bound` all variables that get values when the literals are evaluated in any possible order.
pub fn bind_all(literals: &[Literal], bound: &mut FixedBitSet, global: &FixedBitSet) {
    let mut open: Vec<&Literal> = literals.iter().collect();
    loop {
        let before = open.len();
        open.retain(|literal| {
            let ready = is_ready(literal, bound, global);
            if ready {
                bind(literal, bound);
            }
            !ready
        });
        if open.len() == before {
            return;
        }
    }
}

/// Returns the variables of a rule that are not local to an element or a conditional literal.
#[must_use]
pub fn global(rule: &Rule) -> FixedBitSet {
    let mut global = FixedBitSet::with_capacity(rule.variables.len());
    let variables = rule.variables.iter().enumerate();
    variables.filter(|(_, variable)| !variable.is_local).for_each(|(index, _)| global.insert(index));
    global
}

/// Whether each local variable of the rule occurs in one scope only.
///
/// Code that moves a literal from one scope to another must preserve this, so that no variable is captured.
#[must_use]
pub fn is_scoped(rule: &Rule) -> bool {
    let mut scopes: Vec<Option<usize>> = vec![None; rule.variables.len()];
    let mut scoped = true;
    occurrences(rule, &mut |scope, variable| {
        let index = variable.index();
        if rule.variables[index].is_local {
            scoped &= scope.is_some() && scopes[index].is_none_or(|known| scope == Some(known));
            scopes[index] = scope;
        }
    });
    scoped
}

/// Calls `visit` with every occurrence of a variable in the rule.
pub fn rule_variables(rule: &Rule, visit: &mut dyn FnMut(Variable)) {
    occurrences(rule, &mut |_, variable| visit(variable));
}

/// Calls `visit` with every occurrence of a variable in the rule, and with the number of its scope.
///
/// A scope is an element or a conditional literal. The number is `None` outside of all scopes.
pub fn occurrences(rule: &Rule, visit: &mut dyn FnMut(Option<usize>, Variable)) {
    let mut scopes = 0..;
    let mut next = || scopes.next();
    for literal in &rule.body {
        match literal {
            Literal::Aggregate(_, aggregate) => {
                aggregate.guards.iter().for_each(|(_, term)| term.variables(&mut |it| visit(None, it)));
                for element in &aggregate.elements {
                    let scope = next();
                    element_variables(element, &mut |it| visit(scope, it));
                }
            }
            Literal::Conditional(conditional) => {
                let scope = next();
                conditional_variables(conditional, &mut |it| visit(scope, it));
            }
            Literal::Theory(_, atom) => {
                atom.outer_variables(&mut |it| visit(None, it));
                for element in &atom.elements {
                    let scope = next();
                    element_variables(element, &mut |it| visit(scope, it));
                }
            }
            Literal::Atom(..) | Literal::Compare(..) | Literal::Range(..) | Literal::Call(..) => {
                literal_variables(literal, &mut |it| visit(None, it));
            }
        }
    }
    let terms = |terms: &[Term], visit: &mut dyn FnMut(Option<usize>, Variable)| {
        terms.iter().for_each(|term| term.variables(&mut |it| visit(None, it)));
    };
    match &rule.head {
        Head::None => {}
        Head::Disjunction(atoms) => atoms.iter().for_each(|atom| terms(&atom.arguments, visit)),
        Head::External(atom, value) => {
            terms(&atom.arguments, visit);
            value.iter().for_each(|term| term.variables(&mut |it| visit(None, it)));
        }
        Head::Project(atom) | Head::Projection(atom) => terms(&atom.arguments, visit),
        Head::Choice(elements, guards) | Head::Bounds(elements, guards) => {
            guards.iter().for_each(|(_, term)| term.variables(&mut |it| visit(None, it)));
            for element in elements {
                let scope = next();
                choice_variables(element, &mut |it| visit(scope, it));
            }
        }
        Head::Conditional(disjuncts) => {
            for disjunct in disjuncts {
                let scope = next();
                let mut within = |literals: &[Literal]| {
                    literals
                        .iter()
                        .for_each(|literal| literal_variables(literal, &mut |it| visit(scope, it)));
                };
                within(&disjunct.condition);
                for member in &disjunct.members {
                    within(std::slice::from_ref(&member.literal));
                    within(&member.instances);
                }
            }
        }
        Head::Minimize(weight, priority, tuple) => {
            terms(std::slice::from_ref(weight), visit);
            terms(std::slice::from_ref(priority), visit);
            terms(tuple, visit);
        }
        Head::Show(term) => terms(std::slice::from_ref(term), visit),
        Head::Edge(from, to) => {
            terms(std::slice::from_ref(from), visit);
            terms(std::slice::from_ref(to), visit);
        }
        Head::Heuristic(atom, values) => {
            terms(&atom.arguments, visit);
            terms(values, visit);
        }
        Head::Theory(atom) => {
            atom.outer_variables(&mut |it| visit(None, it));
            for element in &atom.elements {
                let scope = next();
                element_variables(element, &mut |it| visit(scope, it));
            }
        }
    }
}

/// Calls `visit` with every variable of an element of a head.
pub fn choice_variables(element: &Element, visit: &mut dyn FnMut(Variable)) {
    element.atom.arguments.iter().for_each(|term| term.variables(visit));
    element.condition.iter().for_each(|literal| literal_variables(literal, visit));
    element.weighed.iter().flat_map(|(_, tuple)| tuple).for_each(|term| term.variables(visit));
}

/// Calls `visit` with every variable of the literal.
pub fn literal_variables(literal: &Literal, visit: &mut dyn FnMut(Variable)) {
    match literal {
        Literal::Atom(_, atom) => atom.arguments.iter().for_each(|term| term.variables(visit)),
        Literal::Compare(left, _, right) => {
            left.variables(visit);
            right.variables(visit);
        }
        Literal::Range(variable, lower, upper, _) => {
            visit(*variable);
            lower.variables(visit);
            upper.variables(visit);
        }
        Literal::Call(variable, call) => {
            visit(*variable);
            call.arguments.iter().for_each(|term| term.variables(visit));
        }
        Literal::Aggregate(_, aggregate) => aggregate_variables(aggregate, visit),
        Literal::Conditional(conditional) => conditional_variables(conditional, visit),
        Literal::Theory(_, atom) => theory_variables(atom, visit),
    }
}

fn conditional_variables(conditional: &Conditional, visit: &mut dyn FnMut(Variable)) {
    conditional.conjunctions().flatten().for_each(|literal| literal_variables(literal, visit));
}

fn aggregate_variables(aggregate: &Aggregate, visit: &mut dyn FnMut(Variable)) {
    aggregate.guards.iter().for_each(|(_, term)| term.variables(visit));
    aggregate.elements.iter().for_each(|element| element_variables(element, visit));
}

fn theory_variables(atom: &TheoryAtom, visit: &mut dyn FnMut(Variable)) {
    atom.outer_variables(visit);
    atom.elements.iter().for_each(|element| element_variables(element, visit));
}

fn element_variables(element: &AggregateElement, visit: &mut dyn FnMut(Variable)) {
    element.tuple.iter().for_each(|term| term.variables(visit));
    element.condition.iter().for_each(|literal| literal_variables(literal, visit));
}

/// Whether all variables of the term have values.
#[must_use]
pub fn is_bound(term: &Term, bound: &FixedBitSet) -> bool {
    term.all_variables(|variable| bound.contains(variable.index()))
}

/// Whether the term can be matched against a symbol: it has no arithmetic on variables without a value, except `-`.
#[must_use]
pub fn is_pattern(term: &Term, bound: &FixedBitSet) -> bool {
    match term {
        Term::Symbol(_) | Term::Variable(_) => true,
        Term::Function(_, arguments) => arguments.iter().all(|term| is_pattern(term, bound)),
        Term::Unary(UnaryOperator::Minus, operand, _) => is_pattern(operand, bound),
        Term::Unary(..) | Term::Binary(..) => is_bound(term, bound),
    }
}

/// Whether the term is an integer operation that can be inverted, step by step, to find its one variable without a value.
fn is_solvable(term: &Term, bound: &FixedBitSet) -> bool {
    match term {
        Term::Variable(_) => true,
        Term::Unary(UnaryOperator::Minus, operand, _) => is_solvable(operand, bound),
        Term::Binary(BinaryOperator::Add | BinaryOperator::Subtract, left, right, _) => {
            (is_bound(right, bound) && is_solvable(left, bound))
                || (is_bound(left, bound) && is_solvable(right, bound))
        }
        // A factor that may be zero does not determine the other one, so it has to be a number in the text.
        Term::Binary(BinaryOperator::Multiply, left, right, _) => {
            (is_nonzero(right) && is_solvable(left, bound)) || (is_nonzero(left) && is_solvable(right, bound))
        }
        _ => false,
    }
}

/// Whether the term is a symbol other than the number zero.
///
/// If it is a number, a multiplication by it can be inverted.
fn is_nonzero(term: &Term) -> bool {
    let zero = crate::symbol::Symbols::new().number(0);
    matches!(term, Term::Symbol(symbol) if *symbol != zero)
}
