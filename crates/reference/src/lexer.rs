//! Splits a text into tokens.

use logos::{Filter, Lexer, Logos};

/// A token, as it stands in the text.
#[derive(Logos, Clone, Copy, PartialEq, Debug)]
#[logos(skip r"[ \t\r\n\u{feff}]+")]
#[logos(skip r"%([^*\n][^\n]*)?")]
pub(crate) enum Token<'t> {
    #[regex(r"[_']*[a-z]['A-Za-z0-9_]*")]
    Identifier(&'t str),
    #[regex(r"[_']*[A-Z]['A-Za-z0-9_]*")]
    Variable(&'t str),
    #[token("_", priority = 10)]
    Anonymous,
    #[regex(r"[0-9]['0-9A-Za-z_]*", number)]
    Number(i64),
    /// A string with its quotation marks and escapes.
    #[regex(r#""([^"\\\n]|\\["\\n])*""#)]
    String(&'t str),
    /// A word that begins with `#`.
    #[regex(r"#sum\+|#[A-Za-z_]['A-Za-z0-9_]*")]
    Directive(&'t str),
    /// Punctuation and operators.
    #[regex(r":-|:~|:|\.\.|\.|,|;|\(|\)|\[|\]|\{|\}|\||@|==?|!=|<>|<=?|>=?|\+|-|\*\*?|/|\\|&|\?|\^|~")]
    Sign(&'t str),
    /// Text that is no token. A block comment gets here only without its end.
    #[token("%*", comment)]
    Unknown(&'t str),
    End,
}

/// Splits a text into tokens with their lines, counted from 1. The last one is the end, or text that is no token.
pub(crate) fn tokens(text: &str) -> Vec<(Token<'_>, usize)> {
    let (mut tokens, mut line, mut end) = (Vec::new(), 1, 0);
    let mut lines_to = |place: usize| {
        line += text[end..place].bytes().filter(|&byte| byte == b'\n').count();
        end = place;
        line
    };
    for (token, range) in Token::lexer(text).spanned() {
        let token = token.unwrap_or(Token::Unknown(&text[range.clone()]));
        tokens.push((token, lines_to(range.start)));
        if matches!(token, Token::Unknown(_)) {
            return tokens;
        }
    }
    tokens.push((Token::End, lines_to(text.len())));
    tokens
}

fn number<'t>(lexer: &mut Lexer<'t, Token<'t>>) -> Option<i64> {
    let word = lexer.slice();
    match word.get(..2) {
        Some("0x") => i64::from_str_radix(&word[2..], 16).ok(),
        Some("0o") => i64::from_str_radix(&word[2..], 8).ok(),
        Some("0b") => i64::from_str_radix(&word[2..], 2).ok(),
        _ if word.len() > 1 && word.starts_with('0') => None,
        _ => word.parse().ok(),
    }
}

/// Skips a block comment. Such comments nest, and a line comment in one hides its end.
fn comment<'t>(lexer: &mut Lexer<'t, Token<'t>>) -> Filter<&'t str> {
    let rest = lexer.remainder();
    let (mut depth, mut place) = (1, 0);
    while let Some(found) = rest[place..].find(['%', '*']) {
        place += found;
        place += match &rest[place..] {
            here if here.starts_with("%*") => {
                depth += 1;
                2
            }
            here if here.starts_with("*%") => {
                depth -= 1;
                2
            }
            here if here.starts_with('%') => here.find('\n').unwrap_or(here.len()),
            _ => 1,
        };
        if depth == 0 {
            lexer.bump(place);
            return Filter::Skip;
        }
    }
    Filter::Emit(lexer.slice())
}
