//! Splits a text into tokens.

use std::rc::Rc;

/// A token.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Token {
    Identifier(Rc<str>),
    Variable(Rc<str>),
    Anonymous,
    Number(i64),
    String(Rc<str>),
    /// A word that begins with `#`.
    Directive(Rc<str>),
    /// Punctuation and operators.
    Sign(&'static str),
    /// Text that is no token, or is not known here.
    Unknown(String),
    End,
}

/// All signs; where one begins with another one, the longer one comes first.
const SIGNS: [&str; 39] = [
    ":-", ":~", ":", "...", "..", ".", ",", ";", "(", ")", "[", "]", "{", "}", "|", "@", "==", "=", "!=",
    "<>", "<=", "<", ">=", ">", "+", "-", "**", "*", "/", "\\", "&", "?", "^", "~", "$", "!", "'", "`",
    "\u{feff}",
];

/// Splits a text into tokens with their lines, counted from 1.
pub(crate) fn tokens(text: &str) -> Vec<(Token, usize)> {
    let mut lexer = Lexer { rest: text, line: 1 };
    let mut tokens = Vec::new();
    loop {
        let blank = lexer.skip_blanks();
        let line = lexer.line;
        let token =
            if blank { lexer.token() } else { Token::Unknown("a comment without its end".to_owned()) };
        let is_last = matches!(token, Token::End | Token::Unknown(_));
        tokens.push((token, line));
        if is_last {
            return tokens;
        }
    }
}

struct Lexer<'t> {
    rest: &'t str,
    line: usize,
}

impl<'t> Lexer<'t> {
    /// Takes the longest prefix of characters that satisfy a condition.
    fn take(&mut self, condition: impl Fn(char) -> bool) -> &'t str {
        let end = self.rest.find(|letter| !condition(letter)).unwrap_or(self.rest.len());
        self.advance(end)
    }

    fn advance(&mut self, end: usize) -> &'t str {
        let (taken, rest) = self.rest.split_at(end);
        self.line += taken.bytes().filter(|&byte| byte == b'\n').count();
        self.rest = rest;
        taken
    }

    /// Skips white space and comments. Returns false if a comment has no end.
    fn skip_blanks(&mut self) -> bool {
        loop {
            self.take(|letter| matches!(letter, ' ' | '\t' | '\r' | '\n' | '\u{feff}'));
            if self.rest.starts_with("%*") {
                let mut depth = 0;
                while !self.rest.is_empty() {
                    let step = match self.rest {
                        rest if rest.starts_with("%*") => {
                            depth += 1;
                            2
                        }
                        rest if rest.starts_with("*%") => {
                            depth -= 1;
                            2
                        }
                        // A line comment hides an end of the block comment that stands in it.
                        rest if rest.starts_with('%') => rest.find('\n').unwrap_or(rest.len()),
                        rest => rest.chars().next().map_or(1, char::len_utf8),
                    };
                    self.advance(step);
                    if depth == 0 {
                        break;
                    }
                }
                if depth > 0 {
                    return false;
                }
            } else if self.rest.starts_with('%') {
                self.take(|letter| letter != '\n');
            } else {
                return true;
            }
        }
    }

    fn token(&mut self) -> Token {
        let Some(first) = self.rest.chars().next() else { return Token::End };
        if first.is_ascii_digit() {
            return self.number();
        }
        if first.is_ascii_alphabetic() || first == '_' || first == '\'' {
            return self.name();
        }
        match first {
            '"' => return self.string(),
            '#' => {
                self.advance(1);
                let word = self.take(is_name);
                let plus = if word == "sum" && self.rest.starts_with('+') { self.advance(1) } else { "" };
                return Token::Directive(format!("#{word}{plus}").into());
            }
            _ => {}
        }
        match SIGNS.iter().find(|sign| self.rest.starts_with(**sign)) {
            Some(sign) => {
                self.advance(sign.len());
                Token::Sign(sign)
            }
            None => Token::Unknown(format!("the character {first:?}")),
        }
    }

    fn name(&mut self) -> Token {
        let word = self.take(is_name);
        match word.trim_start_matches(['_', '\'']).chars().next() {
            None if word == "_" => Token::Anonymous,
            Some(letter) if letter.is_ascii_lowercase() => Token::Identifier(word.into()),
            Some(letter) if letter.is_ascii_uppercase() => Token::Variable(word.into()),
            _ => Token::Unknown(format!("the name `{word}`")),
        }
    }

    fn number(&mut self) -> Token {
        let word = self.take(is_name);
        let number = match word.get(..2) {
            Some("0x") => i64::from_str_radix(&word[2..], 16).ok(),
            Some("0o") => i64::from_str_radix(&word[2..], 8).ok(),
            Some("0b") => i64::from_str_radix(&word[2..], 2).ok(),
            _ if word.len() > 1 && word.starts_with('0') => None,
            _ => word.parse().ok(),
        };
        number.map_or_else(|| Token::Unknown(format!("the number `{word}`")), Token::Number)
    }

    fn string(&mut self) -> Token {
        self.advance(1);
        let mut text = String::new();
        loop {
            text += self.take(|letter| !matches!(letter, '"' | '\\' | '\n'));
            match self.rest.get(..2) {
                _ if self.rest.starts_with('"') => {
                    self.advance(1);
                    return Token::String(text.into());
                }
                Some("\\n") => text.push('\n'),
                Some("\\\\") => text.push('\\'),
                Some("\\\"") => text.push('"'),
                _ => return Token::Unknown("a string without its end".to_owned()),
            }
            self.advance(2);
        }
    }
}

fn is_name(letter: char) -> bool {
    letter.is_ascii_alphanumeric() || letter == '_' || letter == '\''
}
