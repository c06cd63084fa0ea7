//! What to write in place of a slip, in the words of the text: an arrow for `:-`, `NOT` for `not`, `%` for the remainder.

use std::ops::Range;

use super::foreign::ParserPlace;
use super::{starts_directive, Parser};
use crate::diagnostic::Span;
use crate::syntax::ast::{BinaryOperator, Term, UnaryOperator};
use crate::syntax::lexer::{Lexeme, Token};

/// The longest statement that advice spells out.
const LONGEST: usize = 70;

/// Which side of an arrow is the consequence.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Arrow {
    /// The left one, as with `:-`.
    Left,
    /// The right one.
    Right,
    /// Each of the other.
    Both,
}

/// The arrows that stand for "if" in other languages.
const ARROWS: [(&str, Arrow); 33] = [
    ("<-", Arrow::Left),
    ("<--", Arrow::Left),
    ("<=", Arrow::Left),
    ("<==", Arrow::Left),
    (":=", Arrow::Left),
    ("::=", Arrow::Left),
    ("←", Arrow::Left),
    ("⟵", Arrow::Left),
    ("⇐", Arrow::Left),
    ("⟸", Arrow::Left),
    ("if", Arrow::Left),
    ("when", Arrow::Left),
    ("whenever", Arrow::Left),
    ("where", Arrow::Left),
    ("->", Arrow::Right),
    ("-->", Arrow::Right),
    ("=>", Arrow::Right),
    ("==>", Arrow::Right),
    ("~>", Arrow::Right),
    ("→", Arrow::Right),
    ("⟶", Arrow::Right),
    ("⇒", Arrow::Right),
    ("⟹", Arrow::Right),
    ("⊃", Arrow::Right),
    ("implies", Arrow::Right),
    ("then", Arrow::Right),
    ("<->", Arrow::Both),
    ("<-->", Arrow::Both),
    ("<=>", Arrow::Both),
    ("<==>", Arrow::Both),
    ("↔", Arrow::Both),
    ("⇔", Arrow::Both),
    ("iff", Arrow::Both),
];

/// How other languages write "unequal".
const UNEQUAL: [&str; 14] =
    ["=/=", "/=", "/==", "\\=", "\\==", "=\\=", "!==", "=!=", "=!", "~=", "=~=", "><", "^=", "≠"];

impl Parser<'_> {
    /// Returns advice on the next token, which cannot stand here, in words of the text.
    pub(super) fn rewrite(&self, expected: &str) -> Option<String> {
        self.arrow_advice()
            .or_else(|| self.remainder())
            .or_else(|| self.inequality())
            .or_else(|| self.arithmetic_word(expected))
            .or_else(|| self.negated_group())
            .or_else(|| self.joined_name())
            .or_else(|| self.connective(expected))
    }

    /// Returns advice on a term that stands where a literal is expected. The next token is behind it.
    pub(super) fn rewrite_term(&self, term: &Term) -> Option<String> {
        let text = self.text[term.span().range()].trim();
        match term {
            Term::Variable(..) if text.eq_ignore_ascii_case("not") => {
                let literal = self.literal_at(self.cursor.current.start as usize)?;
                let example = match unwrapped(&literal) {
                    Some(literal) => format!(": `not {literal}`"),
                    None => ", before a single literal".to_owned(),
                };
                return Some(format!("default negation is written `not`, in small letters{example}"));
            }
            Term::Unary(UnaryOperator::Complement, operand, _)
                if !matches!(**operand, Term::Variable(..)) =>
            {
                let literal = quoted_text(text.trim_start_matches(['~', ' ']))?;
                let literal = unwrapped(&literal)?;
                let negation = match self.in_head {
                    true => format!("strong negation is written `-{literal}`"),
                    false => format!("default negation is written `not {literal}`"),
                };
                return Some(format!("`~` flips the bits of an integer; {negation}"));
            }
            Term::Operation(first, rest, _)
                if rest.iter().all(|(operator, _)| *operator == BinaryOperator::And) =>
            {
                let place = self.place("a relation");
                let operands = std::iter::once(&**first).chain(rest.iter().map(|(_, operand)| operand));
                let texts: Option<Vec<String>> =
                    operands.map(|operand| quoted_text(&self.text[operand.span().range()])).collect();
                let advice = super::foreign::conjunction(place);
                return Some(match texts.filter(|_| place == ParserPlace::Body) {
                    Some(texts) => format!("{advice}: `{}`", texts.join(", ")),
                    None => advice.to_owned(),
                });
            }
            _ => {}
        }
        if let Some((name, meant)) = self.hyphenated(term) {
            let name = &self.text[name.range()];
            return Some(format!("a name has no `-`, which subtracts: did you mean `{meant}` for `{name}`?"));
        }
        self.rewrite("a relation")
    }

    /// Returns advice on the next characters, which are no token of the language.
    pub(super) fn rewrite_sign(&self) -> Option<String> {
        let current = self.cursor.current;
        if let Some(advice) = self.rewrite("") {
            return Some(advice);
        }
        let literal = || self.literal_at(current.end as usize);
        match self.slice(current) {
            "!" | "¬" => {
                let literal = literal()?;
                let literal = unwrapped(&literal).filter(|it| begins_atom(it))?;
                Some(match self.in_head {
                    true => format!("write `-` for strong negation: `-{literal}`"),
                    false => format!("write `not` for default negation: `not {literal}`"),
                })
            }
            "=>" => {
                let left =
                    self.quoted(self.start_of_literal(current.start as usize)..current.start as usize)?;
                let right = literal().filter(|right| begins_atom(right) && begins_atom(&left))?;
                Some(format!(
                    "write `>=` to compare; an implication does not hold where `{left}, not {right}` does"
                ))
            }
            _ => None,
        }
    }

    /// Returns the place of a name with a hyphen, which reads as a subtraction of constants and functions, and the name
    /// with `_` in its place.
    pub(super) fn hyphenated(&self, term: &Term) -> Option<(Span, String)> {
        let span = term.span();
        let whole = &self.text[span.range()];
        let signs = whole.len() - whole.trim_start_matches('-').len();
        let name = &whole[signs..];
        let name = &name[..name.find(|it: char| it != '-' && !is_of_name(it)).unwrap_or(name.len())];
        let is_word = |part: &str| part.starts_with(|first: char| first.is_ascii_lowercase());
        let parts = name.split('-').count();
        let starts = |part: &str| part.starts_with(|first: char| first.is_ascii_alphabetic());
        let is_name = parts > 1 && is_word(name) && name.split('-').all(starts);
        let follows = whole[signs + name.len()..].trim_start();
        if !is_name || !(follows.is_empty() || follows.starts_with('(')) {
            return None;
        }
        let start = span.start + signs as u32;
        Some((Span { start, end: start + name.len() as u32, ..span }, name.replace('-', "_")))
    }

    /// Returns advice if a `%` was meant as the remainder: it begins a comment, so the next token may be on another line.
    pub(super) fn remainder(&self) -> Option<String> {
        let (from, to) = (self.cursor.previous.end as usize, self.cursor.current.start as usize);
        let gap = self.text[from..to].lines().next()?.trim_start();
        let comment = gap.strip_prefix('%')?.trim_start();
        let is_operand = matches!(
            self.cursor.previous.token,
            Token::Variable | Token::Decimal | Token::RightParenthesis | Token::Identifier
        );
        let length = comment.find(|it: char| !is_of_name(it)).unwrap_or(comment.len());
        let (divisor, rest) = comment.split_at(length);
        let rest = rest.trim();
        let is_number = divisor.bytes().all(|byte| byte.is_ascii_digit());
        let goes_on = rest.starts_with(['=', '<', '>', ')', ']', '}'])
            || rest.starts_with("!=")
            || (is_number || self.cursor.previous.token == Token::Variable)
                && (rest.is_empty() || rest.starts_with([',', '.', ';', '+', '-', '*']));
        if !is_operand || divisor.is_empty() || !goes_on {
            return None;
        }
        let before = self.text[..from].trim_end();
        let dividend = match self.cursor.previous.token {
            Token::RightParenthesis => "X",
            _ => &before[before.rfind(|it: char| !is_of_name(it)).map_or(0, |at| at + 1)..],
        };
        let dividend = if dividend.is_ascii() { dividend } else { "X" };
        Some(format!("`%` begins a comment; the remainder is written `\\`, as in `{dividend} \\ {divisor}`"))
    }

    /// Returns advice on an arrow between the head that is being read and what follows it.
    fn arrow_advice(&self) -> Option<String> {
        let (arrow, place) = self.arrow()?;
        Some(self.arrow_sentence(arrow, &place))
    }

    /// Returns how a rule with an arrow at this place is written.
    pub(super) fn arrow_to_the_left(&self, place: &Range<usize>) -> String {
        self.arrow_sentence(Arrow::Left, place)
    }

    fn arrow_sentence(&self, arrow: Arrow, place: &Range<usize>) -> String {
        let is_word = self.text[place.clone()].starts_with(|it: char| it.is_ascii_alphabetic());
        let start = self.statement.start as usize;
        let left = self.quoted(start..place.start);
        let right = self.end_of_statement(place.end).and_then(|end| self.quoted(place.end..end));
        let sides = left.zip(right).filter(|(left, right)| left.len() + right.len() <= LONGEST);
        match (arrow, sides) {
            (Arrow::Left, Some((left, right))) if is_word => format!("write `:-`: `{left} :- {right}.`"),
            (Arrow::Left, None) if is_word => "write `:-`".to_owned(),
            (Arrow::Left, Some((left, right))) => {
                format!("a rule is written with `:-`: `{left} :- {right}.`")
            }
            (Arrow::Left, None) => "a rule is written with `:-`, an equation with `=`".to_owned(),
            (Arrow::Right, Some((left, right))) => {
                format!("a rule is written `head :- body.`, the conclusion first: `{right} :- {left}.`")
            }
            (Arrow::Right, None) => "a rule is written `head :- body.`, the conclusion first".to_owned(),
            (Arrow::Both, Some((left, right))) => {
                format!("write a rule for each direction: `{left} :- {right}.` and `{right} :- {left}.`")
            }
            (Arrow::Both, None) => "write a rule `head :- body.` for each direction".to_owned(),
        }
    }

    /// Whether an arrow of another language is next, behind a head.
    pub(super) fn is_at_arrow(&self) -> bool {
        self.arrow().is_some()
    }

    /// Returns the arrow at the next token, with its place, if a head is being read.
    fn arrow(&self) -> Option<(Arrow, Range<usize>)> {
        let place = self.run("-=<>:~");
        let written = self.text[place.clone()].to_ascii_lowercase();
        let &(_, arrow) = ARROWS.iter().find(|(arrow, _)| *arrow == written)?;
        let has_left_side = place.start > self.statement.start as usize;
        // The operators of a theory may be called so.
        let is_of_theory = self.statement.token == Token::Ampersand;
        (self.in_head && has_left_side && !is_of_theory).then_some((arrow, place))
    }

    /// Returns the place of the characters of this set around the next token or directly before it, or else of that token.
    fn run(&self, set: &str) -> Range<usize> {
        let (previous, current) = (self.cursor.previous, self.cursor.current);
        let is_part =
            |at: usize| self.text.as_bytes().get(at).is_some_and(|byte| set.as_bytes().contains(byte));
        let (from, to) = (current.start as usize, current.end as usize);
        let anchor = if is_part(from) { from } else { previous.end as usize };
        let mut range = anchor..anchor;
        while range.start > 0 && is_part(range.start - 1) {
            range.start -= 1;
        }
        while is_part(range.end) {
            range.end += 1;
        }
        if range.is_empty() {
            from..to
        } else {
            range
        }
    }

    /// Returns how an "unequal" of another language is written.
    fn inequality(&self) -> Option<String> {
        let run = self.run("=/\\!~<>^");
        if !UNEQUAL.contains(&&self.text[run.clone()]) {
            return None;
        }
        let left = self.quoted(self.start_of_literal(run.start)..run.start);
        let sides = left.zip(self.literal_at(run.end));
        let sides = sides.filter(|(left, right)| !left.is_empty() && !right.is_empty());
        Some(match sides {
            Some((left, right)) => format!("write `!=`: `{left} != {right}`"),
            None => "write `!=`".to_owned(),
        })
    }

    /// Returns how an operation that is a word in other languages is written.
    fn arithmetic_word(&self, expected: &str) -> Option<String> {
        // The operators of a theory may be called so.
        if expected.starts_with("an operator") {
            return None;
        }
        let (advice, sign) = match self.slice(self.cursor.current).to_ascii_lowercase().as_str() {
            "mod" | "rem" => ("the remainder is written", "\\"),
            "div" => ("integers are divided by", "/"),
            _ => return None,
        };
        let is_operand = |token: Token| matches!(token, Token::Variable | Token::Decimal | Token::Identifier);
        let mut cursor = self.cursor.clone();
        cursor.bump();
        let (left, right) = (self.cursor.previous, cursor.current);
        Some(match is_operand(left.token) && is_operand(right.token) {
            true => format!("{advice} `{sign}`: `{} {sign} {}`", self.slice(left), self.slice(right)),
            false => format!("{advice} `{sign}`"),
        })
    }

    /// Returns advice on a `not` before parentheses.
    fn negated_group(&self) -> Option<String> {
        let (opening, closing) = self.group_behind_not()?;
        let inner = (opening.end as usize)..closing.map_or(self.text.len(), |it| it.start as usize);
        let general = "`not` stands before a single literal, without parentheses";
        let Some(closing) = closing else { return Some(general.to_owned()) };
        let members = self.members(&inner)?;
        let texts: Option<Vec<String>> =
            members.iter().map(|(member, _)| self.quoted(member.clone())).collect();
        let texts = texts?;
        let negated = |text: &String| match text.strip_prefix("not ") {
            Some(positive) => format!("not not {}", positive.trim_start()),
            None => format!("not {text}"),
        };
        if let [single] = texts.as_slice() {
            return Some(format!("{general}: `{}`", negated(single)));
        }
        if members.iter().any(|(_, separator)| *separator == Some(Token::Semicolon)) {
            let each: Vec<String> = texts.iter().map(negated).collect();
            return Some(format!("{general}; where none of them is to hold: `{}`", each.join(", ")));
        }
        let outside = |at: u32| !(opening.start..closing.end).contains(&at);
        let variables: Vec<&str> = self.variables_shared(&inner, outside);
        let name = if texts.len() == 2 { "both" } else { "all" };
        let atom = match variables.as_slice() {
            [] => name.to_owned(),
            variables => format!("{name}({})", variables.join(",")),
        };
        let all = texts.join(", ");
        Some(format!(
            "{general}: write `not {atom}` here, and the rule `{atom} :- {all}.`; or `#count {{ 1 : {all} }} = 0`"
        ))
    }

    /// Returns the parentheses behind a `not` that the next token is in, or that end before it. The closing one is missing
    /// if the text has none.
    fn group_behind_not(&self) -> Option<(Lexeme, Option<Lexeme>)> {
        let mut cursor = self.cursor.clone();
        cursor.restart(self.statement.start);
        let mut open: Vec<(Lexeme, bool)> = Vec::new();
        let mut found: Option<(Lexeme, Option<Lexeme>)> = None;
        let mut before = Token::Dot;
        let end = self.cursor.current.start;
        loop {
            let lexeme = cursor.bump();
            if lexeme.token == Token::EndOfText || lexeme.start >= end {
                break;
            }
            found = None;
            match lexeme.token {
                Token::LeftParenthesis => open.push((lexeme, before == Token::Not)),
                Token::RightParenthesis => {
                    found =
                        open.pop().filter(|(_, is_negated)| *is_negated).map(|(it, _)| (it, Some(lexeme)));
                }
                _ => {}
            }
            before = lexeme.token;
        }
        let still_open = open.iter().find(|(_, is_negated)| *is_negated);
        found.or_else(|| still_open.map(|&(opening, _)| (opening, self.closing(opening))))
    }

    /// Returns the parenthesis that closes this one, in the same statement.
    fn closing(&self, opening: Lexeme) -> Option<Lexeme> {
        let mut cursor = self.cursor.clone();
        cursor.restart(opening.end);
        let mut depth = 0;
        loop {
            let lexeme = cursor.bump();
            match lexeme.token {
                Token::EndOfText | Token::Dot => return None,
                Token::LeftParenthesis => depth += 1,
                Token::RightParenthesis if depth == 0 => return Some(lexeme),
                Token::RightParenthesis => depth -= 1,
                _ => {}
            }
        }
    }

    /// Returns the literals in a range, each with the separator behind it.
    fn members(&self, range: &Range<usize>) -> Option<Vec<(Range<usize>, Option<Token>)>> {
        let mut cursor = self.cursor.clone();
        cursor.restart(u32::try_from(range.start).ok()?);
        let (mut depth, mut start) = (0, range.start);
        let mut members = Vec::new();
        loop {
            let lexeme = cursor.bump();
            if lexeme.token == Token::EndOfText || lexeme.start as usize >= range.end {
                members.push((start..range.end, None));
                return Some(members);
            }
            match lexeme.token {
                Token::LeftParenthesis => depth += 1,
                Token::RightParenthesis => depth -= 1,
                Token::Comma | Token::Semicolon if depth == 0 => {
                    members.push((start..lexeme.start as usize, Some(lexeme.token)));
                    start = lexeme.end as usize;
                }
                _ => {}
            }
        }
    }

    /// Returns the variables in a range that the statement has elsewhere as well, each once.
    fn variables_shared(&self, range: &Range<usize>, is_elsewhere: impl Fn(u32) -> bool) -> Vec<&str> {
        let mut cursor = self.cursor.clone();
        cursor.restart(self.statement.start);
        let (mut here, mut elsewhere) = (Vec::new(), Vec::new());
        loop {
            let lexeme = cursor.bump();
            match lexeme.token {
                Token::EndOfText | Token::Dot => break,
                Token::Variable => {
                    let name = self.slice(lexeme);
                    if range.contains(&(lexeme.start as usize)) && !here.contains(&name) {
                        here.push(name);
                    } else if is_elsewhere(lexeme.start) {
                        elsewhere.push(name);
                    }
                }
                _ => {}
            }
        }
        here.retain(|name| elsewhere.contains(name));
        here
    }

    /// Returns advice on a head of two words: `has colour(a)`.
    fn joined_name(&self) -> Option<String> {
        let (previous, current) = (self.cursor.previous, self.cursor.current);
        let is_first = previous.start == self.statement.start && previous.token == Token::Identifier;
        let (first, second) = (self.slice(previous), self.slice(current));
        let is_name = current.token == Token::Identifier && self.in_head && is_first && !self.on_new_line();
        let is_known = super::foreign::statement(first).is_some()
            || super::foreign::word(second, ParserPlace::Head).is_some()
            || super::foreign::is_declaration(first);
        (is_name && !is_known).then(|| format!("if it is one name, write `{first}_{second}`"))
    }

    /// Returns advice on "and" and "or" between two literals of a body.
    fn connective(&self, expected: &str) -> Option<String> {
        let current = self.cursor.current;
        let word = self.slice(current).to_ascii_lowercase();
        let place = self.place(expected);
        let is_doubled = |token: Token| current.token == token && self.cursor.previous.token == token;
        let is_and = is_doubled(Token::Ampersand)
            || word == "∧"
            || word == "and"
            || current.token == Token::Backslash && self.cursor.previous.token == Token::Slash;
        let is_or = matches!(word.as_str(), "or" | "∨" | "v") && !expected.starts_with("an operator")
            || current.token == Token::Bar && expected.contains("`,`")
            || current.token == Token::Slash && self.cursor.previous.token == Token::Backslash;
        let advice = match (is_and, is_or) {
            (true, _) => super::foreign::conjunction(place),
            (_, true) => super::foreign::disjunction(place),
            _ => return None,
        };
        Some(match self.connected(place, is_and) {
            Some(example) => format!("{advice}: {example}"),
            None => advice.to_owned(),
        })
    }

    /// Returns how two literals that the next token connects are written, if there are only these two.
    fn connected(&self, place: ParserPlace, is_and: bool) -> Option<String> {
        let mut run = self.cursor.current.start as usize..self.cursor.current.end as usize;
        let is_part = |at: usize| self.text.as_bytes().get(at).is_some_and(|byte| b"&|/\\".contains(byte));
        while run.start > 0 && is_part(run.start - 1) {
            run.start -= 1;
        }
        while is_part(run.end) {
            run.end += 1;
        }
        let (left, right) = (self.start_of_literal(run.start), self.literal_at(run.end)?);
        let before = self.quoted(left..run.start)?;
        if before.is_empty() || right.is_empty() {
            return None;
        }
        match (place, is_and) {
            (ParserPlace::Body, true) => Some(format!("`{before}, {right}`")),
            (ParserPlace::Head, false) => Some(format!("`{before}; {right}`")),
            (ParserPlace::Body, false) => {
                // What else is in the body belongs to both alternatives or to one: nobody knows.
                let start = self.statement.start as usize;
                let head = self.text[start..left].trim_end().strip_suffix(":-")?;
                let head = self.quoted(start..start + head.len())?;
                let end = self.end_of_statement(run.end)?;
                let is_last = self.quoted(run.end..end)? == right;
                let space = if head.is_empty() { "" } else { " " };
                is_last.then(|| format!("`{head}{space}:- {before}.` and `{head}{space}:- {right}.`"))
            }
            _ => None,
        }
    }

    /// Returns the offset behind the last token before `end` that separates literals of the statement.
    fn start_of_literal(&self, end: usize) -> usize {
        let mut cursor = self.cursor.clone();
        cursor.restart(self.statement.start);
        let (mut depth, mut start) = (0, self.statement.start as usize);
        loop {
            let lexeme = cursor.bump();
            if lexeme.token == Token::EndOfText || lexeme.start as usize >= end {
                return start;
            }
            match lexeme.token {
                Token::LeftParenthesis => depth += 1,
                Token::RightParenthesis => depth -= 1,
                Token::LeftBrace | Token::RightBrace | Token::If | Token::WeakIf | Token::Colon => {
                    (depth, start) = (0, lexeme.end as usize);
                }
                Token::Comma | Token::Semicolon if depth == 0 => start = lexeme.end as usize,
                _ => {}
            }
        }
    }

    /// Returns the text of the literal that begins at an offset, behind the next token or at it.
    fn literal_at(&self, start: usize) -> Option<String> {
        let mut cursor = self.cursor.clone();
        cursor.restart(u32::try_from(start).ok()?);
        let (mut depth, mut end) = (0, start);
        loop {
            match cursor.current.token {
                Token::LeftParenthesis => depth += 1,
                Token::RightParenthesis | Token::Comma | Token::Semicolon | Token::Colon | Token::Unknown
                    if depth == 0 =>
                {
                    break;
                }
                Token::RightParenthesis => depth -= 1,
                Token::EndOfText | Token::Dot | Token::If | Token::RightBrace | Token::LeftBrace => break,
                _ => {}
            }
            end = cursor.bump().end as usize;
        }
        self.quoted(start..end).filter(|literal| !literal.is_empty())
    }

    /// Returns the offset of the dot that ends the statement; `None` if another `:-` or directive comes before it.
    fn end_of_statement(&self, from: usize) -> Option<usize> {
        let mut cursor = self.cursor.clone();
        cursor.restart(u32::try_from(from).ok()?);
        loop {
            let lexeme = cursor.bump();
            match lexeme.token {
                Token::Dot => return Some(lexeme.start as usize),
                Token::EndOfText | Token::If => return None,
                token if starts_directive(token) => return None,
                _ => {}
            }
        }
    }

    /// Returns a part of the text on one line; `None` if it is long or has a comment.
    fn quoted(&self, range: Range<usize>) -> Option<String> {
        quoted_text(self.text.get(range)?)
    }
}

/// Returns a text on one line; `None` if it is long or has a comment.
fn quoted_text(text: &str) -> Option<String> {
    let text = text.trim();
    let is_short = text.len() <= LONGEST && !text.contains(['%', '`']);
    is_short.then(|| text.split_whitespace().collect::<Vec<_>>().join(" "))
}

/// Returns a literal without the parentheses around it; `None` if there are several in them.
fn unwrapped(literal: &str) -> Option<&str> {
    let Some(inner) = literal.strip_prefix('(').and_then(|rest| rest.strip_suffix(')')) else {
        return Some(literal);
    };
    let mut depth = 0;
    for character in inner.chars() {
        match character {
            '(' => depth += 1,
            ')' => depth -= 1,
            ',' | ';' if depth == 0 => return None,
            _ => {}
        }
        if depth < 0 {
            return Some(literal);
        }
    }
    Some(inner.trim())
}

/// Whether an atom, and no number or variable, begins here.
fn begins_atom(text: &str) -> bool {
    text.trim_start_matches(['_', '\'', '-']).starts_with(|first: char| first.is_ascii_lowercase())
}

/// Whether a character can stand in a name.
fn is_of_name(character: char) -> bool {
    character.is_ascii_alphanumeric() || matches!(character, '_' | '\'')
}
