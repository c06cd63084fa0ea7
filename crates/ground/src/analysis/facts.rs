//! Expands facts with intervals, pools and arithmetic into ground facts.

use itertools::Itertools;

use super::constants::{self, Constants};
use super::evaluate::Failure;
use super::unpool;
use crate::diagnostic::{Diagnostic, ErrorKind};
use crate::function::Functions;
use crate::symbol::{Symbol, Symbols};
use crate::syntax::ast::{Atom, Signature, Term};

/// The maximal number of instances of one fact; more are taken for a mistake.
const LIMIT: usize = 50_000_000;

/// Returns the ground facts that a fact without variables stands for.
///
/// # Errors
///
/// If the fact has a variable, arithmetic without a value, or too many instances.
pub fn expand(atom: &Atom, symbols: &mut Symbols) -> Result<Vec<(Signature, Vec<Symbol>)>, Diagnostic> {
    let mut facts = Vec::new();
    for atom in unpool::atom(atom) {
        let arguments = &atom.pools[0];
        let signature = Signature { name: atom.name, arity: arguments.len() as u32, negative: atom.negative };
        let choices: Vec<Vec<Symbol>> = arguments.iter().map(|term| values(term, symbols)).try_collect()?;
        let count = choices.iter().try_fold(1usize, |count, values| count.checked_mul(values.len()));
        if count.is_none_or(|count| count > LIMIT) {
            return Err(Diagnostic::error(format!("this stands for more than {LIMIT} facts"), atom.span)
                .kind(ErrorKind::Size)
                .help("narrow its intervals"));
        }
        let mut rows = vec![Vec::with_capacity(arguments.len())];
        for values in choices {
            rows = rows
                .into_iter()
                .cartesian_product(values)
                .map(|(mut row, value)| {
                    row.push(value);
                    row
                })
                .collect();
        }
        facts.extend(rows.into_iter().map(|row| (signature, row)));
    }
    Ok(facts)
}

fn values(term: &Term, symbols: &mut Symbols) -> Result<Vec<Symbol>, Diagnostic> {
    match term {
        Term::Variable(_, span) | Term::Anonymous(span) => {
            Err(Diagnostic::error("a fact has no variables", *span)
                .kind(ErrorKind::Unsafe)
                .help("write a constant: names that begin with a lower-case letter"))
        }
        Term::Interval(lower, upper, span) => {
            let (lower, upper) = (values(lower, symbols)?, values(upper, symbols)?);
            let mut numbers = Vec::new();
            for (lower, upper) in lower.into_iter().cartesian_product(upper) {
                let (Some(lower), Some(upper)) = (symbols.as_number(lower), symbols.as_number(upper)) else {
                    return Err(Diagnostic::error("an interval is between two integers", *span)
                        .kind(ErrorKind::Value)
                        .help("write other members one by one: `p(a;b;c)`"));
                };
                if upper.saturating_sub(lower) >= LIMIT as i64 {
                    let message = format!("this interval has more than {LIMIT} members");
                    return Err(Diagnostic::error(message, *span).kind(ErrorKind::Size).help("narrow it"));
                }
                numbers.extend((lower..=upper).map(|number| symbols.number(number)));
            }
            Ok(numbers)
        }
        Term::Function(name, pools, _) => {
            let rows = product(&pools[0], symbols)?;
            Ok(rows.iter().map(|row| symbols.function(*name, row, false)).collect())
        }
        Term::Tuple(terms, _) => {
            let rows = product(terms, symbols)?;
            Ok(rows.iter().map(|row| symbols.tuple(row)).collect())
        }
        _ => match constants::value(term, &Constants::default(), symbols, &mut Functions::default()) {
            Ok(value) => Ok(vec![value]),
            Err(Failure::Overflow(span)) => {
                Err(Diagnostic::error("this leaves the range of 64-bit integers", span)
                    .kind(ErrorKind::Value)
                    .help("use smaller numbers"))
            }
            Err(Failure::Call(diagnostic)) => Err(*diagnostic),
            Err(Failure::Undefined(span)) => Err(Diagnostic::error("this has no value", span)
                .kind(ErrorKind::Value)
                .help("arithmetic in a fact is between integers; write the value instead")),
        },
    }
}

fn product(terms: &[Term], symbols: &mut Symbols) -> Result<Vec<Vec<Symbol>>, Diagnostic> {
    let choices: Vec<Vec<Symbol>> = terms.iter().map(|term| values(term, symbols)).try_collect()?;
    Ok(choices.into_iter().multi_cartesian_product().collect())
}
