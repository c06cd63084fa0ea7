//! Semantic tokens: what each word of a text is, for editors that colour it by more than its letters.
//!
//! The words are those of the lexer; which of them name predicates, and where these are derived, says the index of the text.
//! In a statement with syntax errors, which the index does not have, a name outside of parentheses counts as a predicate.

use std::ops::Range;

use groundplan::syntax::{words, Word, WordKind};
use lsp_types::{
    Full, SemanticToken, SemanticTokenModifiers, SemanticTokenTypes, SemanticTokens, SemanticTokensLegend,
    SemanticTokensOptions, SemanticTokensOptionsRange, SemanticTokensProvider,
};

use crate::index::TextIndex;
use crate::lines::LineWalk;
use crate::workspace::Document;

/// What a token is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum TokenClass {
    Comment,
    Keyword,
    String,
    Number,
    Operator,
    Variable,
    /// A predicate where a body or a directive names it.
    Predicate,
    /// A predicate where a head derives it.
    Head,
    /// `#count` and the like.
    Aggregate,
    /// A function that builds terms.
    Function,
    Constant,
    /// An atom of a theory, or a function of a script: its meaning comes from outside.
    Outside,
    /// A part of a program.
    Part,
}

impl TokenClass {
    /// Its type in the protocol's words, and its modifier.
    fn standard(self) -> (SemanticTokenTypes, Option<SemanticTokenModifiers>) {
        match self {
            TokenClass::Comment => (SemanticTokenTypes::Comment, None),
            TokenClass::Keyword => (SemanticTokenTypes::Keyword, None),
            TokenClass::String => (SemanticTokenTypes::String, None),
            TokenClass::Number => (SemanticTokenTypes::Number, None),
            TokenClass::Operator => (SemanticTokenTypes::Operator, None),
            TokenClass::Variable => (SemanticTokenTypes::Variable, None),
            TokenClass::Predicate => (SemanticTokenTypes::Function, None),
            TokenClass::Head => (SemanticTokenTypes::Function, Some(SemanticTokenModifiers::Definition)),
            TokenClass::Aggregate => {
                (SemanticTokenTypes::Function, Some(SemanticTokenModifiers::DefaultLibrary))
            }
            TokenClass::Function => (SemanticTokenTypes::Class, None),
            TokenClass::Constant => (SemanticTokenTypes::EnumMember, None),
            TokenClass::Outside => (SemanticTokenTypes::Macro, None),
            TokenClass::Part => (SemanticTokenTypes::Namespace, None),
        }
    }
}

/// The types of tokens, by the numbers that the server sends.
const TYPES: [SemanticTokenTypes; 11] = [
    SemanticTokenTypes::Comment,
    SemanticTokenTypes::Keyword,
    SemanticTokenTypes::String,
    SemanticTokenTypes::Number,
    SemanticTokenTypes::Operator,
    SemanticTokenTypes::Variable,
    SemanticTokenTypes::Function,
    SemanticTokenTypes::Class,
    SemanticTokenTypes::EnumMember,
    SemanticTokenTypes::Macro,
    SemanticTokenTypes::Namespace,
];

/// The modifiers of tokens, by the bits that the server sends.
const MODIFIERS: [SemanticTokenModifiers; 2] =
    [SemanticTokenModifiers::Definition, SemanticTokenModifiers::DefaultLibrary];

/// Returns what the server offers.
pub fn provider() -> SemanticTokensProvider {
    let legend = SemanticTokensLegend {
        token_types: TYPES.iter().map(ToString::to_string).collect(),
        token_modifiers: MODIFIERS.iter().map(ToString::to_string).collect(),
    };
    let (range, full) = (Some(SemanticTokensOptionsRange::Bool(true)), Some(Full::Bool(true)));
    SemanticTokensOptions { legend, range, full, ..SemanticTokensOptions::default() }.into()
}

/// Returns the tokens of a document, or of a part of it.
pub fn tokens(document: &Document, part: Option<&lsp_types::Range>) -> SemanticTokens {
    let text = &*document.text;
    let part = part.map_or(0..text.len(), |part| document.offset(part.start)..document.offset(part.end));
    let mut data = Vec::new();
    let mut walk = LineWalk::new(&document.lines, text);
    let mut last = lsp_types::Position::default();
    for (range, class) in classes(text, document.index()) {
        if range.end <= part.start || part.end <= range.start {
            continue;
        }
        for range in lines(text, &range) {
            let (start, end) = (walk.position(range.start), walk.position(range.end));
            let (kind, modifier) = class.standard();
            let delta_line = start.line - last.line;
            let before = if delta_line == 0 { last.character } else { 0 };
            let bit =
                |modifier| MODIFIERS.iter().position(|known| *known == modifier).map_or(0, |it| 1 << it);
            data.push(SemanticToken {
                delta_line,
                delta_start: start.character - before,
                length: end.character - start.character,
                token_type: TYPES.iter().position(|known| *known == kind).unwrap_or(0) as u32,
                token_modifiers_bitset: modifier.map_or(0, bit),
            });
            last = start;
        }
    }
    SemanticTokens { result_id: None, data }
}

/// Returns the parts of a range on its lines, without the ends of lines.
fn lines<'a>(text: &'a str, range: &Range<usize>) -> impl Iterator<Item = Range<usize>> + 'a {
    let start = range.start;
    let mut at = start;
    text[range.clone()].split_inclusive(['\n', '\r']).filter_map(move |line| {
        let shown = line.trim_end_matches(['\r', '\n']).len();
        let part = at..at + shown;
        at += line.len();
        (shown > 0).then_some(part)
    })
}

/// Returns the words of a text that have a class.
fn classes(text: &str, index: &TextIndex) -> Vec<(Range<usize>, TokenClass)> {
    let words = words(text);
    let code: Vec<&Word> = words.iter().filter(|word| word.kind != WordKind::Comment).collect();
    let mut names = names(text, index, &code).into_iter();
    let class = |word: &Word, names: &mut dyn Iterator<Item = TokenClass>| {
        Some(match word.kind {
            WordKind::Comment => TokenClass::Comment,
            WordKind::Keyword => TokenClass::Keyword,
            WordKind::String => TokenClass::String,
            WordKind::Number => TokenClass::Number,
            WordKind::Operator => TokenClass::Operator,
            WordKind::Variable => TokenClass::Variable,
            WordKind::Aggregate => TokenClass::Aggregate,
            WordKind::Name => names.next()?,
            WordKind::Punctuation | WordKind::Script | WordKind::Unknown => return None,
        })
    };
    words.iter().filter_map(|word| Some((word.range.clone(), class(word, &mut names)?))).collect()
}

/// Returns the class of each name in the words of a text, which has no comments among them.
fn names(text: &str, index: &TextIndex, code: &[&Word]) -> Vec<TokenClass> {
    let at = |position: usize| code.get(position).map_or("", |word| &text[word.range.clone()]);
    let mut found = Vec::new();
    // The number of open parentheses, which begins anew with each statement.
    let mut depth = 0_usize;
    for (position, word) in code.iter().enumerate() {
        match at(position) {
            "(" => depth += 1,
            ")" => depth = depth.saturating_sub(1),
            "." => depth = 0,
            _ => {}
        }
        if word.kind != WordKind::Name {
            continue;
        }
        let start = word.range.start;
        let occurrence = index.occurrences.partition_point(|known| known.name.start < start);
        let occurrence = index.occurrences.get(occurrence).filter(|known| known.name.start == start);
        let before = if position == 0 { "" } else { at(position - 1) };
        let is_applied = at(position + 1) == "(";
        found.push(match (occurrence, before) {
            (Some(known), _) if known.derives => TokenClass::Head,
            (Some(_), _) => TokenClass::Predicate,
            (None, "@") => TokenClass::Outside,
            (None, "&") if depth == 0 => TokenClass::Outside,
            (None, "#program") => TokenClass::Part,
            (None, _) if depth == 0 && !is_indexed(index, start) && before != "#const" => {
                TokenClass::Predicate
            }
            (None, _) if is_applied => TokenClass::Function,
            (None, _) => TokenClass::Constant,
        });
    }
    found
}

/// Whether the index has the statement at an offset.
fn is_indexed(index: &TextIndex, offset: usize) -> bool {
    let before = index.statements.partition_point(|statement| statement.range.start <= offset);
    before.checked_sub(1).is_some_and(|last| offset < index.statements[last].range.end)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Vec<(&str, TokenClass)> {
        let classes = classes(text, &TextIndex::of(text));
        classes.into_iter().map(|(range, class)| (&text[range], class)).collect()
    }

    #[test]
    fn names_are_told_by_their_places() {
        use TokenClass::{
            Constant, Function, Head, Keyword, Number, Operator, Outside, Part, Predicate, Variable,
        };
        assert_eq!(
            read("at(f(X),c) :- p(X), not q(_)."),
            [
                ("at", Head),
                ("f", Function),
                ("X", Variable),
                ("c", Constant),
                (":-", Operator),
                ("p", Predicate),
                ("X", Variable),
                ("not", Keyword),
                ("q", Predicate),
                ("_", Variable),
            ]
        );
        assert_eq!(
            read("#program step(t). #const n = 3. #show p/1."),
            [
                ("#program", Keyword),
                ("step", Part),
                ("t", Constant),
                ("#const", Keyword),
                ("n", Constant),
                ("=", Operator),
                ("3", Number),
                ("#show", Keyword),
                ("p", Predicate),
                ("/", Operator),
                ("1", Number),
            ]
        );
        assert_eq!(
            read("&sum { x } <= @f(1)."),
            [("sum", Outside), ("x", Constant), ("<=", Operator), ("f", Outside), ("1", Number)]
        );
    }

    #[test]
    fn statements_with_errors_are_read_by_their_parentheses() {
        use TokenClass::{Constant, Function, Operator, Predicate};
        assert_eq!(
            read("p(a :- q(f(b), . r."),
            [
                ("p", Predicate),
                ("a", Constant),
                (":-", Operator),
                ("q", Function),
                ("f", Function),
                ("b", Constant),
                ("r", TokenClass::Head),
            ]
        );
    }

    #[test]
    fn a_comment_is_a_token_on_each_of_its_lines() {
        let text = "%* a\r\n\n 𝕏 *% p.";
        let comment = words(text)[0].range.clone();
        let parts: Vec<&str> = lines(text, &comment).map(|part| &text[part]).collect();
        assert_eq!(parts, ["%* a", " 𝕏 *%"]);
    }
}
