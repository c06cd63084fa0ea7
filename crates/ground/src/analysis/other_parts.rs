//! Checks the parts that are not grounded, as gringo does: theory atoms fit their definitions, and variables are safe.
//!
//! Whether a rule is safe does not depend on the values of the part's parameters. So each parameter gets some value, and
//! the analysis is thrown away but for its errors.

use itertools::Itertools;

use super::constants::Constants;
use super::normalize::Normalizer;
use super::projection::Projections;
use super::safety;
use super::scopes::Globals;
use super::theory::Theories;
use crate::diagnostic::{Diagnostic, ErrorKind, Severity};
use crate::program::Base;
use crate::symbol::Symbols;
use crate::syntax::ast::{External, Part, Statement};

/// Reports the errors of a part that is not grounded.
pub(super) fn check(
    part: &Part,
    (constants, theories): (&Constants, &Theories),
    symbols: &mut Symbols,
    diagnostics: &mut Vec<Diagnostic>,
) {
    if let Some(&twice) = part.parameters.iter().duplicates().next() {
        let message = format!("redefinition of constant: {}", symbols.text(twice));
        let help = "each parameter of a part needs a name of its own";
        diagnostics.push(Diagnostic::error(message, part.span).kind(ErrorKind::Definition).help(help));
    }
    let some = symbols.number(1);
    let constants = constants.with(part.parameters.iter().map(|&parameter| (parameter, some)), symbols);
    let (mut projections, mut found) = (Projections::default(), Vec::new());
    let mut normalizer = Normalizer {
        symbols,
        base: &mut Base::new(),
        constants: &constants,
        theories,
        projections: &mut projections,
        diagnostics: &mut found,
        heuristics: true,
        separate_bounds: false,
        globals: Globals::default(),
    };
    let mut rules = Vec::new();
    for statement in &part.statements {
        rules.extend(match statement {
            Statement::External(external) => normalizer.external(&without_value(external)),
            _ => normalizer.statement(statement),
        });
    }
    rules.iter_mut().for_each(|rule| {
        safety::check(rule, symbols, &mut found);
    });
    diagnostics.extend(found.into_iter().filter(|diagnostic| diagnostic.severity == Severity::Error));
}

/// An external declaration without a value that only grounding tells to be none.
fn without_value(external: &External) -> External {
    let mut has_variables = false;
    external.value.iter().for_each(|value| value.variables(&mut |_, _| has_variables = true));
    let value = external.value.clone().filter(|_| has_variables);
    External { value, ..external.clone() }
}
