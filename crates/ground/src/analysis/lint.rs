//! Lints: warnings about suspicious parts of a program as it was written, each reported once.

use indexmap::IndexMap;
use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};

use super::underived::DerivedAtoms;
use super::{aggregate_bounds, intervals, merged, namesakes, operator_names, underived, unused_constants};
use crate::diagnostic::{Diagnostic, Lint, Span};
use crate::spelling;
use crate::symbol::{Name, Symbols};
use crate::syntax::ast::{Part, Signature, Statement};

/// Returns the warnings about parts of a program, in the order of the text. `known` says what is defined although no text derives
/// it.
#[must_use]
pub fn lint(parts: &[Part], known: &DerivedAtoms, symbols: &Symbols) -> Vec<Diagnostic> {
    let mut warnings = underived::underived(parts, known, symbols);
    warnings.extend(arities(parts, symbols));
    warnings.extend(namesakes::shown_constants(parts, symbols));
    let capitals = namesakes::capitals(parts, symbols, |statement| once(statement, symbols));
    let misspelt: FxHashSet<Span> = capitals.iter().filter_map(|warning| warning.span).collect();
    warnings.extend(capitals);
    let variables = parts.iter().flat_map(|part| &part.statements).flat_map(|it| once(it, symbols));
    let singletons = variables.filter(|(_, span)| !misspelt.contains(span));
    warnings.extend(singletons.map(|(name, span)| singleton(name, span, symbols)));
    for statement in parts.iter().flat_map(|part| &part.statements) {
        warnings.extend(merged::merged(statement, symbols));
        warnings.extend(intervals::empty_intervals(statement, symbols));
        warnings.extend(aggregate_bounds::bounds(statement, symbols));
    }
    warnings.extend(merged::same_tuples(parts, symbols));
    warnings.extend(operator_names::operator_names(parts, symbols));
    warnings.extend(unused_constants::unused_constants(parts, known.constants, symbols));
    warnings.sort_by_key(|warning| warning.span);
    warnings
}

/// Returns the signature as a program writes it, `name/arity`.
#[must_use]
pub fn display(signature: Signature, symbols: &Symbols) -> String {
    let sign = if signature.negative { "-" } else { "" };
    format!("{sign}{}/{}", symbols.text(signature.name), signature.arity)
}

/// Returns the defined predicate that was probably intended: one of the same name, or else the one with the nearest name
/// and the same number of arguments.
pub fn suggestion(
    signature: Signature,
    defined: &FxHashSet<Signature>,
    symbols: &Symbols,
) -> Option<Signature> {
    let namesakes = defined.iter().filter(|other| other.name == signature.name);
    // Of several namesakes, the one that differs least.
    let arity = |other: &&Signature| {
        (other.arity.abs_diff(signature.arity), other.negative != signature.negative, other.arity)
    };
    if let Some(namesake) = namesakes.min_by_key(arity) {
        return Some(*namesake);
    }
    let alike = |other: &&Signature| other.arity == signature.arity && other.negative == signature.negative;
    let names = defined.iter().filter(alike).map(|other| symbols.text(other.name));
    let name = spelling::nearest(symbols.text(signature.name), names)?;
    defined.iter().filter(alike).find(|other| symbols.text(other.name) == name).copied()
}

/// Returns warnings about predicates with several arities, at the first occurrence of each arity but the first.
fn arities(parts: &[Part], symbols: &Symbols) -> Vec<Diagnostic> {
    let mut first: IndexMap<(Name, u32), Span, FxBuildHasher> = IndexMap::default();
    for part in parts {
        let mut seen: FxHashSet<Signature> = FxHashSet::default();
        for fact in part.facts.iter() {
            if seen.insert(fact.signature) {
                first.entry((fact.signature.name, fact.signature.arity)).or_insert(fact.span);
            }
        }
        for statement in &part.statements {
            statement.atoms(&mut |atom, _| {
                for arguments in &atom.pools {
                    first.entry((atom.name, arguments.len() as u32)).or_insert(atom.span);
                }
            });
        }
    }
    let mut places: Vec<((Name, u32), Span)> = first.into_iter().collect();
    places.sort_by_key(|&(_, span)| span);
    let mut known: FxHashMap<Name, (u32, Span)> = FxHashMap::default();
    let mut warnings = Vec::new();
    for ((name, arity), span) in places {
        let &mut (other, place) = known.entry(name).or_insert((arity, span));
        if other != arity {
            let name = symbols.text(name);
            let mut warning = Diagnostic::warning(
                format!("`{name}` has {arity} arguments here and {other} elsewhere"),
                span,
            )
            .lint(Lint::Arity)
            .help("these are two different predicates");
            if place.source == span.source {
                warning = warning.related(place, "elsewhere");
            }
            warnings.push(warning);
        }
    }
    warnings
}

/// Returns the variables that occur once in a statement, but for those whose names begin with `_`.
fn once(statement: &Statement, symbols: &Symbols) -> Vec<(Name, Span)> {
    let mut occurrences: IndexMap<Name, (Span, usize), FxBuildHasher> = IndexMap::default();
    statement.variables(&mut |name, span| occurrences.entry(name).or_insert((span, 0)).1 += 1);
    let once = occurrences.into_iter().filter(|(_, (_, count))| *count == 1);
    let named = once.filter(|(name, _)| !symbols.text(*name).starts_with('_'));
    named.map(|(name, (span, _))| (name, span)).collect()
}

fn singleton(name: Name, span: Span, symbols: &Symbols) -> Diagnostic {
    Diagnostic::warning(format!("the variable `{}` occurs only once", symbols.text(name)), span)
        .lint(Lint::Singleton)
        .help("write `_` if any value will do")
}
