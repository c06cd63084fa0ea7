//! Terms in the words of the author: variables, and operations and functions on them, whose values are those of an instance.

use std::ops::Range;

use groundplan_ground::analysis::constants::{value, Constants};
use groundplan_ground::diagnostic::Sources;
use groundplan_ground::function::Functions;
use groundplan_ground::symbol::Symbols;
use groundplan_ground::syntax::ast::Term;
use groundplan_ground::syntax::{parse_term, words, WordKind};

/// Whether a text is a variable.
pub fn is_variable(text: &str) -> bool {
    variables(text).next() == Some(text)
}

/// Whether a text is a variable, or an operation with variables in it, such as `T+1`.
pub fn is_operation(text: &str) -> bool {
    if is_variable(text) {
        return true;
    }
    let mut symbols = Symbols::new();
    let with_numbers = replaced(text, |_| Some("1"));
    let read = with_numbers.and_then(|text| read(&text, &mut symbols));
    variables(text).next().is_some() && matches!(read, Some(Term::Unary(..) | Term::Operation(..)))
}

/// The variables of a term.
pub fn variables(term: &str) -> impl Iterator<Item = &str> {
    places(term).map(|place| &term[place])
}

/// The places of the variables of a term. A `_` has no value, and is none.
fn places(term: &str) -> impl Iterator<Item = Range<usize>> + '_ {
    let variables = words(term).into_iter().filter(|word| word.kind == WordKind::Variable);
    variables.map(|word| word.range).filter(|place| &term[place.clone()] != "_")
}

/// Returns the value of a term as it prints; `None` if a variable in it has no value, or the term has none.
pub fn evaluated<'v>(term: &str, value_of: impl Fn(&str) -> Option<&'v str>) -> Option<String> {
    if is_variable(term) {
        return value_of(term).map(str::to_owned);
    }
    let mut symbols = Symbols::new();
    let term = read(&replaced(term, value_of)?, &mut symbols)?;
    let value = value(&term, &Constants::default(), &mut symbols, &mut Functions::default()).ok()?;
    let printed = symbols.display(value).to_string();
    Some(printed)
}

/// A term in which values stand in place of variables; `None` if one has no value.
fn replaced<'v>(term: &str, value_of: impl Fn(&str) -> Option<&'v str>) -> Option<String> {
    let (mut replaced, mut end) = (String::new(), 0);
    for place in places(term) {
        let value = value_of(&term[place.clone()])?;
        replaced.extend([&term[end..place.start], "(", value, ")"]);
        end = place.end;
    }
    Some(replaced + &term[end..])
}

fn read(text: &str, symbols: &mut Symbols) -> Option<Term> {
    let mut sources = Sources::new();
    let source = sources.add("", text);
    parse_term(symbols, &sources, source).ok()
}
