//! Splits choice rules whose conditions use atoms that the rule itself helps to derive.

use rustc_hash::FxHashMap;

use crate::analysis::dependency::{components, Component};
use crate::analysis::rule::{Head, Literal, Rule};
use crate::program::PredicateId;
use crate::syntax::ast::Sign;

/// Splits choice rules whose conditions use atoms that the rule itself helps to derive. Such a condition may come to
/// hold in a later round, so each element becomes a rule of its own. The bounds become a rule that is evaluated after
/// all elements are known. Returns the rules with their components.
pub fn without_recursive_conditions(rules: Vec<Rule>) -> (Vec<Rule>, Vec<Component>) {
    let first = components(&rules);
    let mut component_of: FxHashMap<PredicateId, usize> = FxHashMap::default();
    for (index, component) in first.iter().enumerate() {
        component_of.extend(component.predicates.iter().map(|&predicate| (predicate, index)));
    }
    let mut split = Vec::with_capacity(rules.len());
    let mut changed = false;
    for rule in rules {
        let Head::Choice(elements, guards) = &rule.head else {
            split.push(rule);
            continue;
        };
        let recursive = elements.iter().any(|element| {
            let own = component_of.get(&element.atom.predicate);
            element.condition.iter().any(|literal| {
                matches!(literal, Literal::Atom(Sign::Positive, atom) if component_of.get(&atom.predicate) == own)
            })
        });
        if !recursive {
            split.push(rule);
            continue;
        }
        changed = true;
        split.extend(elements.iter().map(|element| rule.with_condition_in_body(element)));
        if !guards.is_empty() {
            let head = Head::Bounds(elements.clone(), guards.clone());
            split.push(Rule { head, ..rule });
        }
    }
    let components = if changed { components(&split) } else { first };
    (split, components)
}
