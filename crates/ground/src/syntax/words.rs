//! The tokens and comments of a text with their kinds, for editors that colour it.

use std::ops::Range;

use super::lexer::{Cursor, Token};
use super::parser::comments_in;

/// The kind of a piece of text, as far as the lexer tells it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum WordKind {
    /// A name with a small letter: of a predicate, a function, a constant, or a part.
    Name,
    /// A variable, or `_`.
    Variable,
    /// A number.
    Number,
    /// A string with its quotes, also one that is not closed.
    String,
    /// `not`, `#true`, `#inf` and directives, also unknown ones.
    Keyword,
    /// `#count`, `#sum`, `#sum+`, `#min` and `#max`.
    Aggregate,
    /// A relation, an operation, `:-`, `:~` or `..`.
    Operator,
    /// A bracket, or what separates or ends: `,`, `;`, `:`, `|`, `.`. Also a sign before a name, `@` and `&`.
    Punctuation,
    /// A comment.
    Comment,
    /// The text of a script, from behind `#script` to `#end`.
    Script,
    /// What is no token of the language.
    Unknown,
}

/// A token or a comment.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Word {
    /// Its kind.
    pub kind: WordKind,
    /// Its bytes.
    pub range: Range<usize>,
}

/// Returns the tokens and comments of a text, in its order. The text need not be a program; one of 4 GiB or more has none.
///
/// ```
/// use groundplan::syntax::{words, WordKind};
///
/// let text = "p(X) :- q(X). % why";
/// let kinds: Vec<WordKind> = words(text).iter().map(|word| word.kind).collect();
/// assert_eq!(kinds[..3], [WordKind::Name, WordKind::Punctuation, WordKind::Variable]);
/// assert_eq!(kinds.last(), Some(&WordKind::Comment));
/// ```
#[must_use]
pub fn words(text: &str) -> Vec<Word> {
    let mut words = Vec::new();
    if u32::try_from(text.len()).is_err() {
        return words;
    }
    let mut cursor = Cursor::new(text);
    let mut last_end = 0;
    loop {
        let gap = last_end..cursor.current.start as usize;
        words.extend(comments_in(text, gap).map(|range| Word { kind: WordKind::Comment, range }));
        if cursor.current.token == Token::EndOfText {
            return words;
        }
        let lexeme = cursor.bump();
        last_end = match lexeme.token {
            // It hides all that follows.
            Token::UnterminatedComment => text.len(),
            _ => lexeme.end as usize,
        };
        words.push(Word { kind: kind(lexeme.token), range: lexeme.start as usize..last_end });
        if lexeme.token == Token::Script {
            let end = text[last_end..].find("#end").map_or(text.len(), |length| last_end + length);
            if last_end < end {
                words.push(Word { kind: WordKind::Script, range: last_end..end });
            }
            cursor.restart(end as u32);
            last_end = end;
        }
    }
}

fn kind(token: Token) -> WordKind {
    match token {
        Token::Identifier => WordKind::Name,
        Token::Variable | Token::Anonymous => WordKind::Variable,
        Token::Decimal | Token::Prefixed => WordKind::Number,
        Token::String | Token::MalformedString | Token::UnterminatedString => WordKind::String,
        Token::UnterminatedComment => WordKind::Comment,
        Token::Aggregate(_) => WordKind::Aggregate,
        Token::Not
        | Token::True
        | Token::False
        | Token::Inf
        | Token::Sup
        | Token::Const
        | Token::Defined
        | Token::Edge
        | Token::End
        | Token::External
        | Token::Heuristic
        | Token::Include
        | Token::Maximize
        | Token::Minimize
        | Token::Program
        | Token::Project
        | Token::Script
        | Token::Show
        | Token::Theory
        | Token::UnknownDirective => WordKind::Keyword,
        Token::DotDot
        | Token::If
        | Token::WeakIf
        | Token::Equal
        | Token::NotEqual
        | Token::Less
        | Token::LessEqual
        | Token::Greater
        | Token::GreaterEqual
        | Token::ForeignRelation
        | Token::Plus
        | Token::Minus
        | Token::Star
        | Token::StarStar
        | Token::Slash
        | Token::Backslash
        | Token::Question
        | Token::Caret
        | Token::Tilde => WordKind::Operator,
        Token::Dot
        | Token::Comma
        | Token::Semicolon
        | Token::Colon
        | Token::LeftParenthesis
        | Token::RightParenthesis
        | Token::LeftBracket
        | Token::RightBracket
        | Token::LeftBrace
        | Token::RightBrace
        | Token::Bar
        | Token::At
        | Token::Ampersand => WordKind::Punctuation,
        Token::MalformedName | Token::MalformedNumber | Token::Unknown | Token::EndOfText => {
            WordKind::Unknown
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Vec<(WordKind, &str)> {
        words(text).into_iter().map(|word| (word.kind, &text[word.range])).collect()
    }

    #[test]
    fn comments_stand_between_the_tokens() {
        use WordKind::{Comment, Keyword, Name, Punctuation};
        assert_eq!(
            read("% a\np %* b *% . #show. % c"),
            [
                (Comment, "% a"),
                (Name, "p"),
                (Comment, "%* b *%"),
                (Punctuation, "."),
                (Keyword, "#show"),
                (Punctuation, "."),
                (Comment, "% c"),
            ]
        );
        assert_eq!(read("p %* q % r\n"), [(Name, "p"), (Comment, "%* q % r\n")]);
        assert_eq!(read("% alone"), [(Comment, "% alone")]);
    }

    #[test]
    fn a_script_is_one_piece() {
        use WordKind::{Comment, Keyword, Name, Punctuation, Script};
        assert_eq!(
            read("#script (python)\nx = 1 % 2\n#end. p. % q"),
            [
                (Keyword, "#script"),
                (Script, " (python)\nx = 1 % 2\n"),
                (Keyword, "#end"),
                (Punctuation, "."),
                (Name, "p"),
                (Punctuation, "."),
                (Comment, "% q"),
            ]
        );
        assert_eq!(read("#script (lua) a % b"), [(Keyword, "#script"), (Script, " (lua) a % b")]);
    }

    #[test]
    fn every_piece_is_in_order_and_within_the_text() {
        let text = "#include \"é.lp\".\n% 𝕏\n1 { p(X,\"𝕏\\\"\") : q(X;1,2) } 2 :- not -r(@f(X)), #sum+ { 1,X : s } > #sup.\n\
            &a { +1 : p }. é #script (python) 'é' %* a";
        for (end, _) in text.char_indices() {
            let words = words(&text[..end]);
            assert!(words.iter().all(|word| text.get(word.range.clone()).is_some_and(|it| !it.is_empty())));
            assert!(words.windows(2).all(|pair| pair[0].range.end <= pair[1].range.start), "{end}");
        }
    }
}
