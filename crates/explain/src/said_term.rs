//! Terms in the words of the author: variables, and operations and functions on them, whose values are those of an instance.

use groundplan_ground::analysis::constants::{value, Constants};
use groundplan_ground::diagnostic::Sources;
use groundplan_ground::function::Functions;
use groundplan_ground::symbol::Symbols;
use groundplan_ground::syntax::ast::Term;
use groundplan_ground::syntax::parse_term;

/// Whether a text is a variable.
pub fn is_variable(text: &str) -> bool {
    let letters = text.trim_start_matches(['_', '\'']);
    letters.starts_with(|it: char| it.is_ascii_uppercase()) && text.chars().all(is_name)
}

/// Whether a character may stand in a name.
pub fn is_name(character: char) -> bool {
    character.is_ascii_alphanumeric() || character == '_' || character == '\''
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
    words(term).into_iter().filter(|word| is_variable(word))
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
    let pieces = words(term).into_iter().map(|word| match is_variable(word) {
        true => value_of(word).map(|value| format!("({value})")),
        false => Some(word.to_owned()),
    });
    pieces.collect()
}

fn read(text: &str, symbols: &mut Symbols) -> Option<Term> {
    let mut sources = Sources::new();
    let source = sources.add("", text);
    parse_term(symbols, &sources, source).ok()
}

/// The names, the strings and the other characters of a text, which are the text together.
fn words(text: &str) -> Vec<&str> {
    let mut words = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let length = match first {
            '"' => string_length(rest),
            _ if is_name(first) => rest.find(|it| !is_name(it)).unwrap_or(rest.len()),
            _ => first.len_utf8(),
        };
        let (word, behind) = rest.split_at(length);
        words.push(word);
        rest = behind;
    }
    words
}

/// The length of the string with which a text begins; that of the whole text if it has no end.
fn string_length(text: &str) -> usize {
    let mut is_escaped = false;
    for (at, character) in text.char_indices().skip(1) {
        match character {
            _ if is_escaped => is_escaped = false,
            '\\' => is_escaped = true,
            '"' => return at + 1,
            _ => {}
        }
    }
    text.len()
}
