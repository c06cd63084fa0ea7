//! Diagnostics for text that is no token of the language.

use super::diagnose::shortened;
use super::{foreign, Parser};
use crate::diagnostic::{Diagnostic, Span};
use crate::spelling;
use crate::syntax::aggregate::AggregateFunction;
use crate::syntax::lexer::Token;

/// The valid words that begin with `#`, beside the aggregate functions.
const DIRECTIVES: [&str; 17] = [
    "#const",
    "#defined",
    "#edge",
    "#external",
    "#false",
    "#heuristic",
    "#include",
    "#inf",
    "#maximize",
    "#minimize",
    "#program",
    "#project",
    "#script",
    "#show",
    "#sup",
    "#theory",
    "#true",
];

/// Returns all valid words that begin with `#`, sorted.
fn words() -> Vec<&'static str> {
    let mut words: Vec<&str> =
        DIRECTIVES.into_iter().chain(AggregateFunction::ALL.map(AggregateFunction::text)).collect();
    words.sort_unstable();
    words
}

impl Parser<'_> {
    /// Returns what to write in place of the next characters, which are no token here but have a meaning in other
    /// languages.
    fn foreign_sign(&self) -> Option<&'static str> {
        let rest = &self.text[self.cursor.current.start as usize..];
        let is_cut =
            rest.strip_prefix('!').is_some_and(|rest| rest.trim_start().starts_with(['.', ',', ';']));
        if is_cut {
            return Some("there is no cut: the order of rules says nothing, and all that apply are used");
        }
        let (previous, current) = (self.cursor.previous, self.cursor.current);
        if previous.token == Token::Colon && previous.end == current.start && rest.starts_with(DASHES) {
            return Some("write `:-`");
        }
        foreign::operator(previous.token, rest)
    }

    /// Returns the error in a number with a decimal point, if the text at `half` is what stands before or behind the point.
    /// The point itself reads as the end of a statement.
    pub(super) fn fraction(&self, half: Span) -> Option<Diagnostic> {
        let is_point = |at: &u32| self.text.as_bytes().get(*at as usize) == Some(&b'.');
        let point = half.start.checked_sub(1).filter(is_point).or(Some(half.end).filter(is_point))?;
        let (whole, rest) = (&self.text[..point as usize], &self.text[point as usize + 1..]);
        let whole = whole.bytes().rev().take_while(u8::is_ascii_digit).count() as u32;
        let rest = rest.bytes().take_while(u8::is_ascii_digit).count() as u32;
        if whole == 0 || rest == 0 {
            return None;
        }
        let span = Span { start: point - whole, end: point + 1 + rest, ..half };
        let text = shortened(&self.text[span.range()]);
        Some(Diagnostic::error(format!("`{text}` is not an integer"), span).help(FRACTIONS))
    }

    /// Returns the error in the next token itself, if there is one.
    pub(super) fn lexical_error(&self) -> Option<Diagnostic> {
        let lexeme = self.cursor.current;
        let (text, span) = (self.slice(lexeme), self.span(lexeme));
        Some(match lexeme.token {
            Token::Unknown => {
                let error = unknown_character(text.chars().next()?, span);
                match self.foreign_sign().map(str::to_owned).or_else(|| self.rewrite_sign()) {
                    Some(help) => error.help(help),
                    None => error,
                }
            }
            Token::MalformedName if text.ends_with('\'') => {
                Diagnostic::error(format!("`{}` is not a name", shortened(text)), span).help(QUOTES)
            }
            Token::MalformedName => Diagnostic::error(format!("`{}` is not a name", shortened(text)), span)
                .help("a name needs a letter; the variable without a name is a single `_`"),
            Token::Colon => {
                let dash = self.text[lexeme.end as usize..].chars().next().filter(|next| DASHES.contains(next))?;
                let place = Span { start: lexeme.end, end: lexeme.end + dash.len_utf8() as u32, ..span };
                unknown_character(dash, place).help("write `:-`")
            }
            Token::MalformedNumber if self.fraction(span).is_some() => self.fraction(span)?,
            Token::MalformedNumber if text.bytes().all(|byte| byte.is_ascii_digit()) => {
                let plain = text.trim_start_matches('0');
                let plain = if plain.is_empty() { "0" } else { plain };
                Diagnostic::error(format!("the number `{}` begins with zeros", shortened(text)), span)
                    .help(format!("write `{}`", shortened(plain)))
            }
            Token::MalformedNumber if text.ends_with('\'') => {
                Diagnostic::error(format!("`{}` is neither a number nor a name", shortened(text)), span).help(QUOTES)
            }
            Token::MalformedNumber => {
                Diagnostic::error(format!("`{}` is neither a number nor a name", shortened(text)), span).help(
                    "numbers are written as in `12`, `0x1F`, `0o17` and `0b11`; a name begins with a letter or `_`",
                )
            }
            Token::MalformedString => {
                let at = unknown_escape(text);
                let place = lexeme.start + at as u32;
                let escaped = text[at + 1..].chars().next()?;
                let span = Span { start: place, end: place + 1 + escaped.len_utf8() as u32, ..span };
                Diagnostic::error(format!("strings have no escape `\\{escaped}`"), span)
                    .help("the escapes are `\\\\`, `\\n` and `\\\"`")
            }
            Token::UnterminatedString => {
                let end = lexeme.start + text.trim_end().len() as u32;
                Diagnostic::error("this string has no closing `\"` on its line", Span { end, ..span })
                    .help("close it with `\"`; a line break within a string is written `\\n`")
            }
            Token::UnterminatedComment => Diagnostic::error("this comment is never closed", span)
                .help("every `%*` needs a `*%` of its own, those within comments too, and not behind another `%` on its line"),
            Token::ForeignRelation => {
                let relation = if text == "=<" { "write `<=`" } else { "write `>=`" };
                let help = self.rewrite_sign().unwrap_or_else(|| relation.to_owned());
                Diagnostic::error(format!("`{text}` is not a relation"), span).help(help)
            }
            Token::UnknownDirective => unknown_directive(text, span),
            _ => return None,
        })
    }
}

/// Characters that look like `-`.
const DASHES: [char; 3] = ['–', '—', '−'];

pub(super) const FRACTIONS: &str =
    "there are no fractions: count in a smaller unit, so that all numbers are integers";

pub(super) const QUOTES: &str =
    "strings stand in double quotes, as in `\"3.2\"`; `'` is part of names, as in `a'`";

/// Returns the offset of the first unknown escape of a string, in bytes.
fn unknown_escape(text: &str) -> usize {
    let mut characters = text.char_indices();
    while let Some((at, character)) = characters.next() {
        if character == '\\' && !matches!(characters.next(), Some((_, '\\' | 'n' | '"'))) {
            return at;
        }
    }
    0
}

fn unknown_character(character: char, span: Span) -> Diagnostic {
    if character.is_control() || character == char::REPLACEMENT_CHARACTER {
        let message = match u8::try_from(character) {
            Ok(byte) => format!("this is not text: it holds the byte 0x{byte:02x}"),
            Err(_) => "this is not text in UTF-8".to_owned(),
        };
        return Diagnostic::error(message, span).help("programs are plain text: is this the right file?");
    }
    let meant = match character {
        '“' | '”' | '„' | '«' | '»' | '‘' | '’' => Some("strings stand in straight quotes `\"`"),
        _ if DASHES.contains(&character) => Some("write `-`"),
        '≤' => Some("write `<=`"),
        '≥' => Some("write `>=`"),
        '≠' => Some("write `!=`"),
        '←' => Some("write `:-`"),
        '#' => Some("a comment begins with `%`, a directive with `#` and its name"),
        '¬' | '!' => Some("write `not` for default negation, `-` for strong negation, `!=` for unequal"),
        '∀' => Some("a rule holds for all values of its variables: leave it out"),
        '∃' => Some("a variable that stands in the body alone is enough, or `_` where any value will do"),
        '∈' => Some("membership is an atom, as in `p(X)`, or an interval, as in `X = 1..3`"),
        '→' | '⇒' | '↔' | '⇔' => Some("a rule is written `head :- body.`"),
        '⊥' => Some("write `#false`"),
        '⊤' => Some("write `#true`"),
        '÷' => Some("write `/`"),
        '×' | '·' => Some("write `*`"),
        '…' => Some("write `..`"),
        _ => None,
    };
    let error = Diagnostic::error(format!("`{character}` is not a character of the language"), span);
    match meant {
        Some(help) => error.help(help),
        None if character.is_alphanumeric() => error.help(
            "names consist of the letters a to z and A to Z, digits, `_` and `'`; any other text can stand in a string",
        ),
        None => error.help("remove it, or put it into a string or a comment"),
    }
}

fn unknown_directive(text: &str, span: Span) -> Diagnostic {
    let (help, words) = (foreign::directive(text).map(str::to_owned), words());
    let meant = if help.is_some() { Vec::new() } else { spelling::similar(text, &words) };
    let help = help
        .or_else(|| spelling::suggestion(text, &words))
        .unwrap_or_else(|| format!("what begins with `#` is one of {}", words.join(", ")));
    Diagnostic::error(format!("there is no `{}`", shortened(text)), span).help(help).correction(text, &meant)
}
