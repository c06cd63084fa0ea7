//! Warnings about constants that are defined from outside and that a program does not have: `-c N=8` where it has `n`.

use rustc_hash::FxHashSet;

use crate::diagnostic::{Diagnostic, Lint, Severity};
use crate::spelling;
use crate::symbol::{Name, Symbols};
use crate::syntax::ast::{Part, Statement, Term};

/// The constants that `#include <incmode>.` reads, whether the program mentions them or not.
const OF_STEPS: [&str; 3] = ["imin", "imax", "istop"];

/// The number of constants of a program up to which advice lists them.
const MOST_LISTED: usize = 5;

/// Returns the warnings about the definitions `given` that change nothing. They have no position.
pub fn unused_constants(parts: &[Part], given: &[(Name, Term)], symbols: &Symbols) -> Vec<Diagnostic> {
    let statements = || parts.iter().flat_map(|part| &part.statements);
    let defined: Vec<Name> = statements()
        .filter_map(|statement| match statement {
            Statement::Const(constant) => Some(constant.name),
            _ => None,
        })
        .collect();
    // A constant of any text is in the table, also of facts that were ground and are not kept.
    let is_used = |name: Name| {
        defined.contains(&name)
            || symbols.find_function(Some(name), &[], false).is_some()
            || OF_STEPS.contains(&symbols.text(name))
    };
    let mut unused: Vec<Name> = given.iter().map(|(name, _)| *name).filter(|name| !is_used(*name)).collect();
    unused.dedup();
    if unused.is_empty() {
        return Vec::new();
    }
    let mut known: FxHashSet<&str> = defined.iter().map(|name| symbols.text(*name)).collect();
    for statement in statements() {
        statement.terms(&mut |term| {
            term.subterms(&mut |part| {
                let Term::Symbol(symbol, _) = part else { return };
                if let Some((Some(name), [], false)) = symbols.as_function(*symbol) {
                    known.insert(symbols.text(name));
                }
            });
        });
    }
    let mut listed: Vec<&str> = defined.iter().map(|name| symbols.text(*name)).collect();
    listed.sort_unstable();
    listed.dedup();
    let warning = |name: Name| {
        let name = symbols.text(name);
        let alike = known.iter().copied().find(|other| other.eq_ignore_ascii_case(name));
        let help = match alike.or_else(|| spelling::nearest(name, known.iter().copied())) {
            Some(meant) => format!("did you mean `{meant}`?"),
            None if listed.is_empty() || listed.len() > MOST_LISTED => {
                "leave it out, or use the constant in the program".to_owned()
            }
            None => format!("the program defines `{}`", listed.join("`, `")),
        };
        let message = format!("the program has no constant `{name}`, so that its value has no effect");
        Diagnostic::new(Severity::Warning, message).lint(Lint::Constant).help(help)
    };
    unused.into_iter().map(warning).collect()
}
