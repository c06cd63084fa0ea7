//! Warnings about names that are spelled like others: a variable like a constant, a shown constant like a predicate.

use rustc_hash::{FxHashMap, FxHashSet};

use super::lint::display;
use crate::diagnostic::{Diagnostic, Lint, Span};
use crate::symbol::{Name, Symbol, Symbols};
use crate::syntax::ast::{Part, Show, Signature, Statement, Term};

/// The least number of characters of a name. Shorter variables, as `X`, often stand where a constant `x` does.
const SHORTEST: usize = 3;

/// A position among the arguments of a predicate.
type Place = (Signature, usize);

/// Returns warnings about variables that occur once in their statement, where the program has a constant of the same
/// spelling: `Bob` for `bob`. `once` returns the positions of the variables that occur once.
pub fn capitals<'a>(
    parts: &'a [Part],
    symbols: &Symbols,
    once: impl Fn(&'a Statement) -> Vec<(Name, Span)>,
) -> Vec<Diagnostic> {
    let mut candidates: FxHashMap<(Place, Name), Vec<(Name, Span)>> = FxHashMap::default();
    for statement in parts.iter().flat_map(|part| &part.statements) {
        let single = once(statement);
        for (place, term) in arguments(statement) {
            let Term::Variable(name, span) = term else { continue };
            if let Some(constant) = lower_case(*name, symbols).filter(|_| single.contains(&(*name, *span))) {
                candidates.entry((place, constant)).or_default().push((*name, *span));
            }
        }
    }
    if candidates.is_empty() {
        return Vec::new();
    }
    let mut meant: FxHashSet<(Place, Name)> = FxHashSet::default();
    for part in parts {
        for fact in part.facts.iter() {
            let places = fact.arguments.iter().enumerate();
            meant.extend(places.filter_map(|(at, &symbol)| {
                Some(((fact.signature, at), constant(symbol, symbols)?))
                    .filter(|it| candidates.contains_key(it))
            }));
        }
        for (place, term) in part.statements.iter().flat_map(arguments) {
            if let Term::Symbol(symbol, _) = term {
                meant.extend(constant(*symbol, symbols).map(|name| (place, name)));
            }
        }
    }
    candidates.retain(|candidate, _| meant.contains(candidate));
    let written = candidates.into_iter().flat_map(|((_, constant), variables)| {
        variables.into_iter().map(move |(name, span)| (symbols.text(name), symbols.text(constant), span))
    });
    written
        .map(|(name, constant, span)| {
            Diagnostic::warning(format!("`{name}` is a variable, which occurs only once"), span)
                .lint(Lint::Spelling)
                .help(format!("did you mean the constant `{constant}`? If any value will do, write `_`"))
                .correction(name, &[constant])
        })
        .collect()
}

/// Returns warnings about constants that are shown where a predicate of that name was probably meant: `#show p.`
pub fn shown_constants(parts: &[Part], symbols: &Symbols) -> Vec<Diagnostic> {
    let statements = || parts.iter().flat_map(|part| &part.statements);
    let shown: Vec<(Name, Span)> = statements()
        .filter_map(|statement| match statement {
            Statement::Show(Show::Term(Term::Symbol(symbol, _), body, span)) if body.is_empty() => {
                Some((constant(*symbol, symbols)?, *span))
            }
            _ => None,
        })
        .collect();
    if shown.is_empty() {
        return Vec::new();
    }
    let mut predicates: Vec<Signature> = parts.iter().flat_map(|part| part.facts.signatures()).collect();
    let mut defined: FxHashSet<Name> = FxHashSet::default();
    for statement in statements() {
        statement.atoms(&mut |atom, _| {
            let arities = atom.pools.iter().map(|arguments| arguments.len() as u32);
            predicates.extend(arities.map(|arity| Signature {
                name: atom.name,
                arity,
                negative: atom.negative,
            }));
        });
        if let Statement::Const(constant) = statement {
            defined.insert(constant.name);
        }
    }
    let shown = shown.into_iter().filter(|(name, _)| !defined.contains(name));
    shown
        .filter_map(|(name, span)| {
            let meant = predicates.iter().find(|predicate| predicate.name == name)?;
            let message = format!("this shows the constant `{}` with every answer set", symbols.text(name));
            let help = format!("did you mean `#show {}.`?", display(*meant, symbols));
            Some(Diagnostic::warning(message, span).lint(Lint::Spelling).help(help))
        })
        .collect()
}

/// The arguments of the atoms of a statement, with their places.
fn arguments(statement: &Statement) -> Vec<(Place, &Term)> {
    let mut found = Vec::new();
    statement.atoms(&mut |atom, _| {
        for arguments in &atom.pools {
            let arity = arguments.len() as u32;
            let signature = Signature { name: atom.name, arity, negative: atom.negative };
            found.extend(arguments.iter().enumerate().map(|(at, term)| ((signature, at), term)));
        }
    });
    found
}

/// Returns the constant that is spelled like a variable but for its first letter, if the program has such a name.
fn lower_case(variable: Name, symbols: &Symbols) -> Option<Name> {
    let text = symbols.text(variable);
    let first = text.chars().next().filter(char::is_ascii_uppercase)?;
    let long_enough = text.chars().count() >= SHORTEST;
    symbols.find_name(&format!("{}{}", first.to_ascii_lowercase(), &text[1..])).filter(|_| long_enough)
}

/// Returns the name of a constant.
fn constant(symbol: Symbol, symbols: &Symbols) -> Option<Name> {
    match symbols.as_function(symbol)? {
        (Some(name), [], false) => Some(name),
        _ => None,
    }
}
