//! The lexer: splits a text into tokens.
//!
//! A token has only a kind and a position. The parser reads names and numbers from the text when it needs them, so a token
//! costs a few machine instructions and no memory. Text that is no valid token is a token too ([`Token::Unknown`] and the
//! malformed and unterminated ones), for which the parser reports the error.

use logos::{Filter, Logos};

use super::aggregate::AggregateFunction;

/// The kind of a token.
#[derive(Logos, Clone, Copy, PartialEq, Eq, Debug)]
#[logos(skip r"[ \t\r\n\u{feff}]+")]
#[logos(skip r"%([^*\n][^\n]*)?")]
#[logos(skip(r"#![^\n]*", allow_greedy = true))]
pub(super) enum Token {
    #[regex(r"[_']*[a-z]['A-Za-z0-9_]*")]
    Identifier,
    #[regex(r"[_']*[A-Z]['A-Za-z0-9_]*")]
    Variable,
    #[token("_", priority = 10)]
    Anonymous,
    /// A name without a letter. It is one token, because otherwise a long run of underscores would be searched for a letter
    /// at each of its characters.
    #[regex(r"[_']+", priority = 1)]
    MalformedName,
    #[regex(r"0|[1-9][0-9]*", priority = 5)]
    Decimal,
    #[regex(r"0x[0-9A-Fa-f]+|0o[0-7]+|0b[01]+", priority = 5)]
    Prefixed,
    /// Digits with other characters of names directly behind them.
    #[regex(r"[0-9]['0-9A-Za-z_]*", priority = 1)]
    MalformedNumber,
    #[regex(r#""([^"\\\n]|\\["\\n])*""#, priority = 6)]
    String,
    /// A string with an escape that the language does not have.
    #[regex(r#""([^"\\\n]|\\[^\n])*""#, priority = 5)]
    MalformedString,
    #[regex(r#""([^"\\\n]|\\[^\n])*\\?"#, priority = 4)]
    UnterminatedString,
    /// Emitted only for a `%*` without its `*%`; other comments are skipped.
    #[token("%*", block_comment)]
    UnterminatedComment,

    #[token("not")]
    Not,
    #[token("#true")]
    True,
    #[token("#false")]
    False,
    #[token("#inf")]
    #[token("#infimum")]
    Inf,
    #[token("#sup")]
    #[token("#supremum")]
    Sup,
    #[token("#count", |_| AggregateFunction::Count)]
    #[token("#sum", |_| AggregateFunction::Sum)]
    #[token("#sum+", |_| AggregateFunction::SumPlus)]
    #[token("#min", |_| AggregateFunction::Min)]
    #[token("#max", |_| AggregateFunction::Max)]
    Aggregate(AggregateFunction),

    #[token("#const")]
    Const,
    #[token("#defined")]
    Defined,
    #[token("#edge")]
    Edge,
    #[token("#end")]
    End,
    #[token("#external")]
    External,
    #[token("#heuristic")]
    Heuristic,
    #[token("#include")]
    Include,
    #[token("#maximize")]
    #[token("#maximise")]
    Maximize,
    #[token("#minimize")]
    #[token("#minimise")]
    Minimize,
    #[token("#program")]
    Program,
    #[token("#project")]
    Project,
    #[token("#script")]
    Script,
    #[token("#show")]
    Show,
    #[token("#theory")]
    Theory,
    /// `#` and a word that is none of the above.
    #[regex(r"#[A-Za-z_]['A-Za-z0-9_]*")]
    UnknownDirective,

    #[token(".")]
    Dot,
    #[token("..")]
    DotDot,
    #[token(",")]
    Comma,
    #[token(";")]
    Semicolon,
    #[token(":")]
    Colon,
    #[token(":-")]
    If,
    #[token(":~")]
    WeakIf,
    #[token("(")]
    LeftParenthesis,
    #[token(")")]
    RightParenthesis,
    #[token("[")]
    LeftBracket,
    #[token("]")]
    RightBracket,
    #[token("{")]
    LeftBrace,
    #[token("}")]
    RightBrace,
    #[token("|")]
    Bar,
    #[token("@")]
    At,

    #[token("=")]
    #[token("==")]
    Equal,
    #[token("!=")]
    #[token("<>")]
    NotEqual,
    #[token("<")]
    Less,
    #[token("<=")]
    LessEqual,
    #[token(">")]
    Greater,
    #[token(">=")]
    GreaterEqual,
    /// `=<` and `=>`, relations of other languages.
    #[token("=<")]
    #[token("=>")]
    ForeignRelation,

    #[token("+")]
    Plus,
    #[token("-")]
    Minus,
    #[token("*")]
    Star,
    #[token("**")]
    StarStar,
    #[token("/")]
    Slash,
    #[token("\\")]
    Backslash,
    #[token("&")]
    Ampersand,
    #[token("?")]
    Question,
    #[token("^")]
    Caret,
    #[token("~")]
    Tilde,

    /// A character that cannot begin a token.
    Unknown,
    /// The end of the text, which is returned as often as it is requested.
    EndOfText,
}

/// Skips a block comment; emits a token if it is not closed.
fn block_comment(lexer: &mut logos::Lexer<'_, Token>) -> Filter<()> {
    let rest = lexer.remainder();
    let length = block_comment_length(rest);
    lexer.bump(length.unwrap_or(rest.len()));
    length.map_or(Filter::Emit(()), |_| Filter::Skip)
}

/// Whether a text may have comments. `#!` begins one as well, as for the first line of a script.
pub(super) fn may_have_comments(text: &str) -> bool {
    text.contains('%') || text.contains("#!")
}

/// Returns the position of the first comment of a text that consists of blanks and comments.
pub(super) fn find_comment(gap: &str) -> Option<usize> {
    gap.find(['%', '#'])
}

/// Returns the length of the rest of a block comment that was opened before `rest`; `None` if it is not closed.
///
/// Block comments nest. Within them, a `%` begins a comment to the end of its line, in which nothing closes the block.
pub(super) fn block_comment_length(rest: &str) -> Option<usize> {
    let rest = rest.as_bytes();
    let (mut depth, mut at) = (1, 0);
    while at + 1 < rest.len() {
        match &rest[at..at + 2] {
            b"%*" => depth += 1,
            b"*%" => depth -= 1,
            [b'%', _] => {
                at += rest[at..].iter().position(|&byte| byte == b'\n').unwrap_or(rest.len() - at);
                continue;
            }
            _ => {
                at += 1;
                continue;
            }
        }
        at += 2;
        if depth == 0 {
            return Some(at);
        }
    }
    None
}

/// A token and its place in the text.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lexeme {
    pub token: Token,
    pub start: u32,
    pub end: u32,
}

/// A position between two tokens of a text. A clone serves to return to the position.
#[derive(Clone)]
pub(super) struct Cursor<'a> {
    lexer: logos::Lexer<'a, Token>,
    /// The next token.
    pub current: Lexeme,
    /// The previous token; an empty one at the beginning of the text.
    pub previous: Lexeme,
}

impl<'a> Cursor<'a> {
    /// Returns a cursor at the beginning of a text, which must be shorter than 4 GiB.
    pub fn new(text: &'a str) -> Self {
        let nothing = Lexeme { token: Token::EndOfText, start: 0, end: 0 };
        let mut cursor = Cursor { lexer: Token::lexer(text), current: nothing, previous: nothing };
        cursor.current = cursor.next_lexeme();
        cursor
    }

    fn next_lexeme(&mut self) -> Lexeme {
        let token = match self.lexer.next() {
            Some(Ok(token)) => token,
            Some(Err(())) => Token::Unknown,
            None => Token::EndOfText,
        };
        let span = self.lexer.span();
        let mut lexeme = Lexeme { token, start: span.start as u32, end: span.end as u32 };
        if token == Token::UnterminatedComment {
            lexeme.end = lexeme.start + 2;
        } else if token == Token::EndOfText {
            // The span that logos reports at the end depends on what it skipped last.
            lexeme.end = self.lexer.source().len() as u32;
            lexeme.start = lexeme.end;
        }
        lexeme
    }

    /// Advances past the next token and returns it.
    pub fn bump(&mut self) -> Lexeme {
        self.previous = self.current;
        self.current = self.next_lexeme();
        self.previous
    }

    /// Advances by `length` bytes from the beginning of the next token, even if they are several tokens.
    pub fn bump_raw(&mut self, length: usize) -> Lexeme {
        let Lexeme { token, start, .. } = self.current;
        self.skip_raw(|_| Some(length));
        self.previous = Lexeme { token, start, end: start + length as u32 };
        self.previous
    }

    /// Goes to a position of the text, which is between two tokens.
    pub fn restart(&mut self, at: u32) {
        self.lexer = Token::lexer(self.lexer.source());
        self.lexer.bump(at as usize);
        self.current = self.next_lexeme();
    }

    /// Returns the token after the next.
    pub fn second(&self) -> Token {
        match self.lexer.clone().next() {
            Some(Ok(token)) => token,
            Some(Err(())) => Token::Unknown,
            None => Token::EndOfText,
        }
    }

    /// Advances past text that need not consist of tokens, from the beginning of the next token on.
    ///
    /// `length` returns the number of bytes to skip, or `None` for the rest of the text.
    pub fn skip_raw(&mut self, length: impl FnOnce(&str) -> Option<usize>) {
        let text = self.lexer.source();
        let start = self.current.start as usize;
        let end = length(&text[start..]).map_or(text.len(), |length| start + length);
        self.restart(end as u32);
    }
}

/// Returns the text of a string token, without its quotes and with its escapes replaced.
pub(crate) fn unescape(quoted: &str) -> String {
    let mut text = String::with_capacity(quoted.len());
    let mut characters = quoted[1..quoted.len() - 1].chars();
    while let Some(character) = characters.next() {
        text.push(match character {
            '\\' => match characters.next() {
                Some('n') => '\n',
                Some(escaped) => escaped,
                None => break,
            },
            character => character,
        });
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tokens(text: &str) -> Vec<(Token, &str)> {
        let mut cursor = Cursor::new(text);
        let mut tokens = Vec::new();
        while cursor.current.token != Token::EndOfText {
            let lexeme = cursor.bump();
            tokens.push((lexeme.token, &text[lexeme.start as usize..lexeme.end as usize]));
        }
        tokens
    }

    fn kinds(text: &str) -> Vec<Token> {
        tokens(text).into_iter().map(|(token, _)| token).collect()
    }

    #[test]
    fn names_are_told_by_their_first_letter() {
        for name in ["a", "_a", "__a1", "'a", "_'a'B_", "nota", "a'"] {
            assert_eq!(kinds(name), [Token::Identifier], "{name}");
        }
        for name in ["A", "_A", "_'Ab", "X'"] {
            assert_eq!(kinds(name), [Token::Variable], "{name}");
        }
        assert_eq!(kinds("_ _"), [Token::Anonymous, Token::Anonymous]);
        assert_eq!(kinds("__ ' _'"), [Token::MalformedName; 3]);
        assert_eq!(kinds("not"), [Token::Not]);
    }

    #[test]
    fn numbers_and_intervals_are_told_apart() {
        assert_eq!(kinds("1..20"), [Token::Decimal, Token::DotDot, Token::Decimal]);
        assert_eq!(
            kinds("0x1F 0o17 0b11 0"),
            [Token::Prefixed, Token::Prefixed, Token::Prefixed, Token::Decimal]
        );
        for number in ["007", "1a", "0x", "0xg", "0b2", "1_000"] {
            assert_eq!(kinds(number), [Token::MalformedNumber], "{number}");
        }
    }

    #[test]
    fn comments_are_skipped_and_block_comments_nest() {
        assert_eq!(kinds("a % b.\nc %* d %* e *% f *% g %"), [Token::Identifier; 3]);
        assert_eq!(kinds("a %\r\nb %%*\nc"), [Token::Identifier; 3]);
        assert_eq!(tokens("a %* b %* *%"), [(Token::Identifier, "a"), (Token::UnterminatedComment, "%*")]);
        assert_eq!(kinds("%**% a %*%*% *%"), [Token::Identifier, Token::UnterminatedComment]);
        for closed in [
            "%* x % y *%\nb. *% a",
            "%* %% *% *%\n*% a",
            "%*% *%\n*% a",
            "%* %* % *%\n*% *% a",
            "%* *% a % *%",
        ] {
            assert_eq!(kinds(closed), [Token::Identifier], "{closed}");
        }
        assert_eq!(kinds("a %* % *%"), [Token::Identifier, Token::UnterminatedComment]);
    }

    #[test]
    fn a_shebang_begins_a_comment_but_not_within_a_block() {
        assert_eq!(kinds("#!/usr/bin/groundplan\na #! b.\nc#!"), [Token::Identifier; 2]);
        assert_eq!(kinds("#! %* a\nb"), [Token::Identifier]);
        assert_eq!(kinds("%* #! *% a"), [Token::Identifier]);
        assert_eq!(kinds("# !"), [Token::Unknown; 2]);
    }

    #[test]
    fn strings_end_on_their_line() {
        assert_eq!(tokens(r#""a\"b" c"#), [(Token::String, r#""a\"b""#), (Token::Identifier, "c")]);
        assert_eq!(kinds(r#""\t""#), [Token::MalformedString]);
        assert_eq!(tokens("\"a.\nb"), [(Token::UnterminatedString, "\"a."), (Token::Identifier, "b")]);
        assert_eq!(kinds("\"a\\\nb"), [Token::UnterminatedString, Token::Identifier]);
        assert_eq!(unescape(r#""a\"\\\nb""#), "a\"\\\nb");
    }

    #[test]
    fn the_longest_token_wins() {
        assert_eq!(
            kinds("#sum+ #sum #summ #min #minimize"),
            [
                Token::Aggregate(AggregateFunction::SumPlus),
                Token::Aggregate(AggregateFunction::Sum),
                Token::UnknownDirective,
                Token::Aggregate(AggregateFunction::Min),
                Token::Minimize
            ]
        );
        assert_eq!(
            kinds("2***3 :-- a"),
            [
                Token::Decimal,
                Token::StarStar,
                Token::Star,
                Token::Decimal,
                Token::If,
                Token::Minus,
                Token::Identifier
            ]
        );
    }

    #[test]
    fn what_is_no_token_is_unknown_one_character_at_a_time() {
        assert_eq!(tokens("aä\0"), [(Token::Identifier, "a"), (Token::Unknown, "ä"), (Token::Unknown, "\0")]);
    }
}
