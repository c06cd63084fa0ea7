//! Safety: checks that every variable of a rule gets its values from some literal.

use fixedbitset::FixedBitSet;

use super::binding::{self, bind_all};
use super::rule::{AggregateElement, Head, Literal, Rule, Term, Variable, VariableInfo};
use super::{evaluate, inapplicable, inequalities};
use crate::diagnostic::{Diagnostic, ErrorKind, Span};
use crate::spelling;
use crate::symbol::Symbols;
use crate::syntax::ast::Sign;

/// A function that calls a visitor with variables.
type VisitVariables<'u> = dyn Fn(&mut dyn FnMut(Variable)) + 'u;

/// Checks that a rule is safe, and reports the variables that nothing gives values to.
///
/// Variables that lie between integers get these as their values. Parts that never have instances are removed. Returns
/// whether the rule itself has to go.
pub fn check(rule: &mut Rule, symbols: &mut Symbols, diagnostics: &mut Vec<Diagnostic>) -> bool {
    debug_assert!(binding::is_scoped(rule), "a variable was captured: {rule:?}");
    if !make_safe(rule, symbols).is_empty() {
        // A part with a term that has no value has no instances, so its variables need no values.
        let mut places = Vec::new();
        let is_inapplicable = inapplicable::remove_undefined(rule, symbols, &mut places);
        diagnostics.extend(places.into_iter().map(evaluate::undefined));
        if is_inapplicable {
            return true;
        }
        let found = make_safe(rule, symbols);
        report(found, rule, symbols, diagnostics);
    }
    inapplicable::remove_never(rule)
}

/// Adds literals to a rule that give values to more variables. Returns the variables that are still without values.
fn make_safe(rule: &mut Rule, symbols: &mut Symbols) -> Vec<Variable> {
    let mut found = unsafe_variables(rule);
    if !found.is_empty() {
        inequalities::add_ranges(rule, symbols);
        found = unsafe_variables(rule);
    }
    if !found.is_empty() {
        if let Some(safe) = safe_with_condition_in_body(rule, symbols) {
            *rule = safe;
            found.clear();
        }
    }
    found
}

fn report(found: Vec<Variable>, rule: &Rule, symbols: &Symbols, diagnostics: &mut Vec<Diagnostic>) {
    let mut outside = FixedBitSet::with_capacity(rule.variables.len());
    let mut again = FixedBitSet::with_capacity(rule.variables.len());
    let mut seen = FixedBitSet::with_capacity(rule.variables.len());
    binding::occurrences(rule, &mut |scope, variable| {
        if scope.is_none() {
            outside.insert(variable.index());
        }
        if seen.put(variable.index()) {
            again.insert(variable.index());
        }
    });
    let mut reported_elements: Vec<Span> = Vec::new();
    for variable in found {
        let bare = bare_element(variable, rule);
        if let Some((element, _)) = bare {
            // One message is enough for all variables of an element without a condition.
            if reported_elements.contains(&element) {
                continue;
            }
            reported_elements.push(element);
        }
        let VariableInfo { name, span, .. } = rule.variables[variable.index()];
        let message = match name {
            Some(name) => format!("the variable `{}` is unsafe: nothing gives it values", symbols.text(name)),
            None => "this stands for values that nothing gives it".to_owned(),
        };
        let name = name.map(|name| symbols.text(name));
        let constant = name.and_then(|name| meant_constant(name, rule, symbols)).filter(|_| bare.is_none());
        let help = match bare {
            Some((_, example)) => {
                format!(
                    "an element gives values to its variables in a condition behind `:`, as in `{example}`"
                )
            }
            None => {
                let general = advice(variable, rule, &outside, &again);
                match &constant {
                    Some(constant) if rule.body.is_empty() => format!(
                        "did you mean the constant `{constant}`? What begins with a capital is a variable, and a rule without a \
                         body gives it no values"
                    ),
                    Some(constant) => format!(
                        "did you mean the constant `{constant}`? What begins with a capital is a variable: {general}"
                    ),
                    None => general.to_owned(),
                }
            }
        };
        let name = name.unwrap_or("#Anon");
        let error = Diagnostic::error(message, span)
            .kind(ErrorKind::Unsafe)
            .label("unsafe")
            .as_clingo(rule.span, "error: unsafe variables in:")
            .as_clingo(span, format!("note: '{name}' is unsafe"));
        let meant: Vec<&str> = constant.iter().map(String::as_str).collect();
        diagnostics.push(error.related(rule.span, "in this rule").help(help).correction(name, &meant));
    }
}

/// The least number of characters of a variable that is taken for a word.
const SHORTEST_WORD: usize = 3;

/// Returns the constant that a variable without values was probably meant to be: the program has it, or the variable is a
/// word in a rule without a body, where no variable can have values.
fn meant_constant(variable: &str, rule: &Rule, symbols: &Symbols) -> Option<String> {
    let constant = spelling::as_constant(variable)?;
    let is_word = variable.chars().count() >= SHORTEST_WORD;
    let is_fact = rule.body.is_empty();
    let name = symbols.find_name(&constant);
    let is_known = name.is_some_and(|name| symbols.find_function(Some(name), &[], false).is_some());
    let is_meant = if is_known { is_word || is_fact } else { is_word && is_fact };
    is_meant.then_some(constant)
}

/// Returns advice for a variable without values. `outside` has the variables that occur outside of elements and conditional
/// literals, `again` those that occur more than once.
fn advice(variable: Variable, rule: &Rule, outside: &FixedBitSet, again: &FixedBitSet) -> &'static str {
    let VariableInfo { name, is_local, .. } = rule.variables[variable.index()];
    if name.is_some() && !again.contains(variable.index()) && is_negated(variable, rule) {
        "write `_` in its place if the atom is to hold for no value at all; if one value after the other is meant, let it \
         occur in an atom of the body that is not negated"
    } else if is_local || outside.contains(variable.index()) {
        "let it occur in an atom of the body that is not negated, in an equation with a known value, or between integers"
    } else {
        "it is one with the variable of this name in another alternative of a pool: give one of them another name, or let \
         it occur in all alternatives"
    }
}

/// Returns the position of an element with this variable and without a condition, and how such an element is written.
fn bare_element(variable: Variable, rule: &Rule) -> Option<(Span, String)> {
    let has = |terms: &[Term]| {
        let mut found = false;
        variables(terms, &mut |other| found |= other == variable);
        found
    };
    if let Head::Minimize(weight, priority, tuple) = &rule.head {
        let is_bare = rule.body.is_empty()
            && (has(tuple) || has(std::slice::from_ref(weight)) || has(std::slice::from_ref(priority)));
        return is_bare.then(|| (rule.span, "#minimize { 1,X : p(X) }".to_owned()));
    }
    rule.body.iter().find_map(|literal| {
        let Literal::Aggregate(_, aggregate) = literal else { return None };
        let is_bare = |element: &&AggregateElement| element.condition.is_empty() && has(&element.tuple);
        let element = aggregate.elements.iter().find(is_bare)?;
        Some((element.span, format!("{} {{ X : p(X) }}", aggregate.function.text())))
    })
}

/// Whether a negated atom of the body has this variable.
fn is_negated(variable: Variable, rule: &Rule) -> bool {
    rule.body.iter().any(|literal| match literal {
        Literal::Atom(Sign::Negative, atom) => {
            let mut found = false;
            variables(&atom.arguments, &mut |other| found |= other == variable);
            found
        }
        _ => false,
    })
}

/// Returns the rule with the condition of the only element of its choice in the body, if that makes it safe.
///
/// In the body, the condition gives values to global variables, as in `{ p(X) : n(X) } :- not q(X).`. This is not possible
/// with bounds, which count the elements.
fn safe_with_condition_in_body(rule: &Rule, symbols: &mut Symbols) -> Option<Rule> {
    let Head::Choice(elements, guards) = &rule.head else { return None };
    let ([element], []) = (elements.as_slice(), guards.as_slice()) else { return None };
    let mut moved = rule.with_condition_in_body(element);
    inequalities::add_ranges(&mut moved, symbols);
    unsafe_variables(&moved).is_empty().then_some(moved)
}

/// Returns the variables that no literal gives values to.
fn unsafe_variables(rule: &Rule) -> Vec<Variable> {
    let global = binding::global(rule);
    let mut bound = FixedBitSet::with_capacity(rule.variables.len());
    bind_all(&rule.body, &mut bound, &global);
    let mut unsafe_variables: Vec<Variable> =
        global.difference(&bound).map(|index| Variable(index as u32)).collect();
    let mut local = |condition: &[Literal], used: &VisitVariables| {
        let mut inner = bound.clone();
        // Variables that are unsafe outside were reported already.
        inner.union_with(&global);
        bind_all(condition, &mut inner, &global);
        let mut visit = |variable: Variable| {
            if !inner.contains(variable.index()) {
                unsafe_variables.push(variable);
            }
        };
        used(&mut visit);
        condition.iter().for_each(|literal| binding::literal_variables(literal, &mut visit));
    };
    for literal in &rule.body {
        match literal {
            Literal::Aggregate(_, aggregate) => {
                for element in &aggregate.elements {
                    local(&element.condition, &|visit| variables(&element.tuple, visit));
                }
            }
            Literal::Conditional(conditional) => {
                local(&conditional.condition, &|_| {});
                for consequent in &conditional.consequents {
                    let both: Vec<Literal> =
                        conditional.condition.iter().chain(consequent).cloned().collect();
                    local(&both, &|_| {});
                }
            }
            Literal::Theory(_, atom) => {
                for element in &atom.elements {
                    local(&element.condition, &|visit| variables(&element.tuple, visit));
                }
            }
            _ => {}
        }
    }
    for element in rule.theory_elements() {
        local(&element.condition, &|visit| variables(&element.tuple, visit));
    }
    for element in rule.elements() {
        local(&element.condition, &|visit| variables(&element.atom.arguments, visit));
        if let Some((_, tuple)) = &element.weighed {
            local(&element.condition, &|visit| variables(tuple, visit));
        }
    }
    for disjunct in rule.disjuncts() {
        local(&disjunct.condition, &|_| {});
        for member in &disjunct.members {
            let both: Vec<Literal> = disjunct.condition.iter().chain(&member.instances).cloned().collect();
            local(&both, &|visit| binding::literal_variables(&member.literal, visit));
        }
    }
    unsafe_variables.sort_unstable();
    unsafe_variables.dedup();
    unsafe_variables
}

fn variables(terms: &[Term], visit: &mut dyn FnMut(Variable)) {
    terms.iter().for_each(|term| term.variables(visit));
}
