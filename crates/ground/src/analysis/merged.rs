//! Warnings about sums and objectives in which equal weights count once, where that may not be meant.
//!
//! The elements of a sum are a set of tuples. If a tuple is the weight alone, two instances of the condition with equal weights
//! are one element. This is right for some programs, so the warning is off unless it is asked for.

use rustc_hash::FxHashMap;

use crate::diagnostic::{Diagnostic, Lint};
use crate::symbol::{Name, Symbols};
use crate::syntax::aggregate::AggregateFunction;
use crate::syntax::ast::{BodyLiteral, Literal, LiteralKind, Sign, Statement, Term};

/// The number of occurrences of each variable.
type Occurrences = FxHashMap<Name, usize>;

/// Returns the warnings about the sums of a statement.
pub fn merged(statement: &Statement, symbols: &Symbols) -> Vec<Diagnostic> {
    let body: &[BodyLiteral] = match statement {
        Statement::Optimize(optimize) => {
            let plain = optimize.elements.iter().filter(|element| element.tuple.is_empty());
            let warnings = plain.filter_map(|element| {
                let literals: Vec<&Literal> = element.condition.iter().filter_map(literal).collect();
                warning(&element.weight, &literals, |_| true, symbols)
            });
            return warnings.collect();
        }
        Statement::Rule(rule) => &rule.body,
        _ => return Vec::new(),
    };
    let sums = body.iter().filter_map(|literal| match literal {
        BodyLiteral::Aggregate(_, sum)
            if matches!(sum.function, AggregateFunction::Sum | AggregateFunction::SumPlus) =>
        {
            Some(sum)
        }
        _ => None,
    });
    let mut all: Option<Occurrences> = None;
    let mut warnings = Vec::new();
    for (tuple, condition) in sums.flat_map(|sum| &sum.elements) {
        let [weight] = tuple.as_slice() else { continue };
        let all = all.get_or_insert_with(|| {
            let mut all = Occurrences::default();
            statement.variables(&mut |name, _| *all.entry(name).or_default() += 1);
            all
        });
        let mut within = Occurrences::default();
        let mut count = |term: &Term| term.variables(&mut |name, _| *within.entry(name).or_default() += 1);
        count(weight);
        condition.iter().for_each(|literal| terms(literal).into_iter().for_each(&mut count));
        let literals: Vec<&Literal> = condition.iter().collect();
        warnings.extend(warning(weight, &literals, |name| all.get(&name) == within.get(&name), symbols));
    }
    warnings
}

/// Returns a warning if a positive atom of the condition has a local variable that the weight does not have.
fn warning(
    weight: &Term,
    condition: &[&Literal],
    is_local: impl Fn(Name) -> bool,
    symbols: &Symbols,
) -> Option<Diagnostic> {
    let mut in_weight = Vec::new();
    weight.variables(&mut |name, _| in_weight.push(name));
    let mut other: Option<Name> = None;
    let mut is_unnamed = false;
    for literal in condition {
        let LiteralKind::Atom(atom) = &literal.kind else { continue };
        if literal.sign != Sign::Positive {
            continue;
        }
        for term in atom.pools.iter().flatten() {
            is_unnamed |= matches!(term, Term::Anonymous(_));
            term.variables(&mut |name, _| {
                if !in_weight.contains(&name) && is_local(name) {
                    other.get_or_insert(name);
                }
            });
        }
    }
    let help = match other {
        Some(name) => {
            let name = symbols.text(name);
            format!("if each value of `{name}` is to count, write it behind the weight, as in `W,{name}`")
        }
        None if is_unnamed => {
            "if each value of `_` is to count, give it a name, and write it behind the weight".to_owned()
        }
        None => return None,
    };
    Some(Diagnostic::warning("equal weights count once here", weight.span()).lint(Lint::Merged).help(help))
}

fn literal(of: &BodyLiteral) -> Option<&Literal> {
    match of {
        BodyLiteral::Literal(literal) => Some(literal),
        _ => None,
    }
}

/// The terms of a literal that are not part of another.
fn terms(literal: &Literal) -> Vec<&Term> {
    match &literal.kind {
        LiteralKind::Atom(atom) => atom.pools.iter().flatten().collect(),
        LiteralKind::Comparison(first, rest) => {
            std::iter::once(first).chain(rest.iter().map(|(_, term)| term)).collect()
        }
        LiteralKind::Boolean(_) => Vec::new(),
    }
}
