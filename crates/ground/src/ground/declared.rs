//! Which instances of an external declaration count, if its value has variables: `#external a(X) : d(X), v(V). [V]`.
//!
//! As gringo does: its joins jump back behind the literals that the atom does not depend on. So of the instances that agree in
//! the literals that give the atom's variables their values, the first one counts.

use rustc_hash::FxHashSet;

use super::join::Join;
use crate::analysis::literal_variables;
use crate::analysis::rule::{Head, Literal, Rule, Variable};
use crate::symbol::Symbol;
use crate::syntax::ast::{Relation, Sign};

/// The instances of a declaration so far, each by the values that distinguish it.
pub struct FirstInstances {
    variables: Vec<Variable>,
    seen: FxHashSet<Vec<Symbol>>,
}

impl FirstInstances {
    /// Returns `None` if every instance counts: the rule declares nothing, or the value has no other variables than those that
    /// the atom depends on.
    pub fn of(rule: &Rule) -> Option<Self> {
        let Head::External(atom, Some(value)) = &rule.head else { return None };
        let mut variables = Vec::new();
        atom.arguments.iter().for_each(|term| term.variables(&mut |variable| variables.push(variable)));
        depends(rule, &mut variables);
        let decides = value.all_variables(|variable| variables.contains(&variable));
        (!decides).then(|| FirstInstances { variables, seen: FxHashSet::default() })
    }

    /// Whether the present instance is the first of its kind.
    pub fn is_new(&mut self, join: &Join) -> bool {
        let values = self.variables.iter().map(|&variable| join.assignment.get(variable)).collect();
        self.seen.insert(values)
    }
}

/// Extends the variables by those of the literals that give them values, the first one for each.
fn depends(rule: &Rule, variables: &mut Vec<Variable>) {
    let mut next = 0;
    while let Some(&variable) = variables.get(next) {
        next += 1;
        let provider = rule.body.iter().find(|literal| {
            let mut occurs = false;
            literal_variables(literal, &mut |other| occurs |= other == variable);
            occurs && may_bind(literal)
        });
        let Some(provider) = provider else { continue };
        literal_variables(provider, &mut |other| {
            if !rule.variables[other.index()].is_local && !variables.contains(&other) {
                variables.push(other);
            }
        });
    }
}

/// Whether a literal may give variables values.
fn may_bind(literal: &Literal) -> bool {
    match literal {
        Literal::Atom(sign, _) => *sign == Sign::Positive,
        Literal::Compare(_, relation, _) => *relation == Relation::Equal,
        Literal::Range(..) | Literal::Call(..) | Literal::Aggregate(..) => true,
        Literal::Conditional(_) | Literal::Theory(..) => false,
    }
}
