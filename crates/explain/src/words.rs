//! The author's words: what the comments of a program say of its statements and atoms.
//!
//! - A comment above a statement, or behind it on its last line, is its headline: `% Nobody teaches while away.` A variable of
//!   the statement in braces, as in `% {T} is away at {S}.`, stands for its value, and an operation, as in `{S+1}`, for its result.
//! - Annotations of xclingo, which are comments for every other program, are read as well. `%!trace_rule {"% teaches twice", T}.`
//!   above a rule is its headline, and `%!trace {"% is away at %", T, S} away(T, S).` says what atoms mean. In both, each `%`
//!   stands for the next term behind the text (Cabalar, Fandinno & Muñiz: A system for explainable answer set programming,
//!   ICLP 2020). Annotations with a condition are left out, since nothing here evaluates it.

use groundplan_ground::diagnostic::{Sources, Span};

use crate::said_term::{evaluated, is_operation, is_variable, variables};
use crate::Instance;

/// The most characters of a headline; a longer one ends with dots.
const LONGEST: usize = 200;

/// The mark of the byte order, with which a text may begin.
const BOM: char = '\u{feff}';

/// The most lines above a statement that are looked at.
const MOST_LINES: usize = 1000;

/// What the comments of some texts say of statements and atoms.
#[derive(Clone, Debug)]
pub struct Words {
    sources: Sources,
    sentences: Vec<AtomSentence>,
}

/// A sentence about the atoms that match a pattern.
#[derive(Clone, PartialEq, Eq, Debug)]
struct AtomSentence {
    pattern: String,
    sentence: Template,
}

/// A sentence with places for the values of variables.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Template {
    pieces: Vec<Piece>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
enum Piece {
    Text(String),
    /// A term, which stands for its value under the values of its variables, or for itself if it has none.
    Term(String),
}

impl Words {
    /// Reads the annotations of atoms in these texts.
    #[must_use]
    pub fn of(sources: &Sources) -> Self {
        let annotations = sources.iter().flat_map(|(_, text)| {
            text.match_indices("%!trace").filter_map(|(at, _)| {
                let is_at_start = text[..at].rsplit('\n').next().is_some_and(|line| line.trim().is_empty());
                let line = text[at..].lines().next()?;
                is_at_start.then(|| atom_sentence(line)).flatten()
            })
        });
        Words { sentences: annotations.collect(), sources: sources.clone() }
    }

    /// What the author says of a statement, with the values of an instance in it; `None` without a comment. A variable without
    /// a value stands for itself.
    #[must_use]
    pub fn of_statement(&self, span: Span, instance: &Instance) -> Option<String> {
        let template = self.headline(span)?;
        let filled = template.fill(|name| {
            instance.values.iter().find(|(variable, _)| variable == name).map(|(_, value)| value.as_str())
        });
        Some(shortened(&filled))
    }

    /// What the author says of an instance of a statement; `None` without a comment, or if a variable in it has no value.
    #[must_use]
    pub fn of_instance(&self, span: Span, instance: &Instance) -> Option<String> {
        let template = self.headline(span)?;
        let has_value = |name: &str| instance.values.iter().any(|(variable, _)| variable == name);
        let is_filled = |piece: &Piece| match piece {
            Piece::Term(term) => variables(term).all(has_value),
            Piece::Text(_) => true,
        };
        let is_filled = template.pieces.iter().all(is_filled);
        self.of_statement(span, instance).filter(|_| is_filled)
    }

    /// Whether what the author says of a statement depends on the values of its variables.
    #[must_use]
    pub fn has_variables(&self, span: Span) -> bool {
        let is_open = |piece: &Piece| matches!(piece, Piece::Term(term) if variables(term).next().is_some());
        self.headline(span).is_some_and(|template| template.pieces.iter().any(is_open))
    }

    /// What the author says of an atom, given as it prints.
    #[must_use]
    pub fn of_atom(&self, atom: &str) -> Option<String> {
        let mut said: Vec<String> = Vec::new();
        for AtomSentence { pattern, sentence } in &self.sentences {
            let mut values = Vec::new();
            if matches(pattern, atom, &mut values) {
                let value = |name: &str| values.iter().find(|(variable, _)| *variable == name).map(|it| it.1);
                said.push(sentence.fill(value));
            }
        }
        (!said.is_empty()).then(|| shortened(&said.join("; ")))
    }

    /// The headline of a statement: an annotation above it, the comment above it, or the one behind it.
    fn headline(&self, span: Span) -> Option<Template> {
        let text = self.sources.text(span.source);
        let statement = &text[span.range()];
        let line_start = text[..span.start as usize].rfind('\n').map_or(0, |at| at + 1);
        let behind = || {
            let rest = text[span.range().end..].lines().next().unwrap_or_default().trim();
            let comment = rest.strip_prefix('%').filter(|comment| !comment.starts_with(['*', '!']));
            Some(with_braces(first_sentence(&comment.and_then(readable)?), statement))
        };
        let before = text[line_start..span.start as usize].trim_start_matches(BOM).trim();
        let above = || match before.is_empty() || continues(before, statement) {
            true => above(&text[..line_start], statement),
            false => None,
        };
        // What stands behind one fact is more particular than the heading of several.
        match is_fact(statement) {
            true => behind().or_else(above),
            false => above().or_else(behind),
        }
    }
}

/// The headline above a statement. `before` are the lines before the one on which it begins.
fn above(before: &str, statement: &str) -> Option<Template> {
    let mut above = CommentAbove::default();
    let mut lines = before.lines().rev().take(MOST_LINES);
    while let Some(whole) = lines.next() {
        let line = whole.trim_start_matches(BOM).trim();
        if line.starts_with('%') && !line.starts_with("%*") {
            above.is_indented = whole.starts_with([' ', '\t']);
            match rule_annotation(line) {
                Some(template) => return Some(template),
                None if above.add(line) => {}
                None => break,
            }
        } else if line.ends_with("*%") && above.lines.is_empty() {
            above.add_block(line, &mut lines);
            break;
        } else if above.is_indented && line.contains('%') {
            // It goes on with what stands behind the statement before.
            return None;
        } else if !above.lines.is_empty() || !continues(line, statement) {
            break;
        }
    }
    if lines.next().is_none() && before.trim_start_matches(BOM).trim_start().starts_with('%') {
        above.leave_title_out();
    }
    let headline = above.paragraph()?;
    Some(with_braces(first_sentence(&headline), statement))
}

/// The lines of a comment above a statement, from the last one on.
#[derive(Default)]
struct CommentAbove {
    /// What is said, from the last line on.
    lines: Vec<String>,
    /// Whether blanks stand before the first line so far.
    is_indented: bool,
}

impl CommentAbove {
    /// Adds the line above. Returns whether the comment may go on before it.
    fn add(&mut self, line: &str) -> bool {
        if line.starts_with("%!") {
            return true;
        }
        let content = line.trim_start_matches('%');
        match readable(content) {
            Some(said) => self.lines.push(said),
            // An empty line ends a paragraph; a ruler above or below does not count.
            None => return self.lines.is_empty() && !content.contains(":-"),
        }
        true
    }

    /// Adds a block comment, from its last line on.
    fn add_block<'t>(&mut self, last: &'t str, before: &mut impl Iterator<Item = &'t str>) {
        let mut line = last.trim_end_matches('%').trim_end_matches('*');
        loop {
            let (content, is_start) = match line.split_once("%*") {
                // The block begins in the middle of a line: it belongs to what stands before it.
                Some((statement, _)) if !statement.trim().is_empty() => return self.lines.clear(),
                Some((_, content)) => (content, true),
                None => (line, false),
            };
            match readable(content) {
                Some(said) => self.lines.push(said),
                None if !self.lines.is_empty() => return,
                None => {}
            }
            if is_start {
                return;
            }
            match before.next() {
                Some(next) => line = next.trim(),
                None => return self.lines.clear(),
            }
        }
    }

    /// Leaves the first line out, where a text begins with it: it is about the whole text, unless the next one goes on with it.
    fn leave_title_out(&mut self) {
        let [.., next, title] = &self.lines[..] else { return };
        let goes_on = next.starts_with(char::is_lowercase) && !title.ends_with(['.', '!', '?', ':']);
        if !goes_on {
            self.lines.pop();
        }
    }

    /// The whole comment on one line; `None` if there is none.
    fn paragraph(mut self) -> Option<String> {
        self.lines.reverse();
        (!self.lines.is_empty()).then(|| self.lines.join(" "))
    }
}

/// Whether a comment above this line, which stands above a statement, is about the statement as well: both are facts of the
/// same predicate.
fn continues(line: &str, statement: &str) -> bool {
    let name = |text: &str| text.find(|it: char| !is_name(it)).unwrap_or(text.len());
    let length = name(statement);
    length > 0
        && line.len() >= length
        && line.as_bytes()[..length] == statement.as_bytes()[..length]
        && name(line) == length
        && is_fact(line)
        && is_fact(statement)
}

/// Whether a text has facts only.
fn is_fact(text: &str) -> bool {
    !text.contains(":-") && !text.contains(['{', '|', '&', '#'])
}

/// What a line of a comment says; `None` for empty lines, rulers, titles of sections, and statements that are commented out.
fn readable(line: &str) -> Option<String> {
    const RULERS: [char; 6] = ['-', '=', '*', '#', '%', '~'];
    let said = line.trim();
    let is_title = said.ends_with(RULERS) && (said.starts_with(RULERS) || said.ends_with("%%"));
    let has_words = said.contains(char::is_alphanumeric);
    (has_words && !is_title && !said.contains(":-")).then(|| said.trim_start_matches('*').trim().to_owned())
}

/// The first sentence, which ends before a blank and a capital letter. What may be an abbreviation, such as `Mr.` and `e.g.`, ends
/// none.
fn first_sentence(text: &str) -> &str {
    let ends = text.match_indices(['.', '!', '?']).map(|(at, _)| at);
    let is_end = |&at: &usize| {
        let mut rest = text[at + 1..].chars();
        let word = text[..at].rsplit(|it: char| !it.is_alphanumeric()).next().unwrap_or_default();
        let length = word.chars().count();
        let is_word = length > 4 || (length > 1 && word.starts_with(char::is_lowercase));
        rest.next() == Some(' ')
            && rest.next().is_some_and(char::is_uppercase)
            && (is_word || !text[at..].starts_with('.'))
    };
    ends.into_iter().find(is_end).map_or(text, |at| &text[..=at])
}

fn shortened(text: &str) -> String {
    if text.chars().count() <= LONGEST {
        return text.to_owned();
    }
    let kept: String = text.chars().take(LONGEST).collect();
    format!("{}…", kept.trim_end())
}

/// A headline in which variables of the statement in braces stand for their values, and operations with them for their results.
fn with_braces(text: &str, statement: &str) -> Template {
    let mut pieces = Vec::new();
    let mut rest = text;
    let mut said = String::new();
    while let Some(at) = rest.find('{') {
        let (before, after) = (&rest[..at], &rest[at + 1..]);
        said += before;
        match after.split_once('}') {
            Some((term, behind)) if is_of_statement(term, statement) => {
                pieces.push(Piece::Text(std::mem::take(&mut said)));
                pieces.push(Piece::Term(term.to_owned()));
                rest = behind;
            }
            _ => {
                said.push('{');
                rest = after;
            }
        }
    }
    said += rest;
    pieces.push(Piece::Text(said));
    Template { pieces }
}

/// Whether a text is a variable of a statement, or an operation with such variables.
fn is_of_statement(term: &str, statement: &str) -> bool {
    variables(term).all(|name| has_word(statement, name)) && is_operation(term)
}

impl Template {
    /// A text in which each `%` stands for the next term.
    fn with_percents(text: &str, terms: &[String]) -> Self {
        let mut terms = terms.iter();
        let mut pieces = Vec::new();
        for (index, said) in text.split('%').enumerate() {
            if index > 0 {
                pieces.push(terms.next().map_or(Piece::Text("%".to_owned()), |it| Piece::Term(it.clone())));
            }
            pieces.push(Piece::Text(said.to_owned()));
        }
        Template { pieces }
    }

    fn fill<'v>(&self, value: impl Fn(&str) -> Option<&'v str>) -> String {
        let piece = |piece: &Piece| match piece {
            Piece::Text(text) => text.clone(),
            Piece::Term(term) => unquoted(evaluated(term, &value).as_deref().unwrap_or(term)),
        };
        self.pieces.iter().map(piece).collect()
    }
}

/// Reads `%!trace_rule {"text", T}`, with or without a full stop.
fn rule_annotation(line: &str) -> Option<Template> {
    let rest = line.strip_prefix("%!trace_rule")?.trim_start();
    let (template, rest) = braced(rest)?;
    matches!(rest.trim(), "" | ".").then_some(template)
}

/// Reads `%!trace {"text", T} p(T).`
fn atom_sentence(line: &str) -> Option<AtomSentence> {
    let rest = line.strip_prefix("%!trace")?;
    let (sentence, rest) = braced(rest.trim_start())?;
    // Behind the full stop there may be a comment.
    let pattern = rest.trim().split('%').next().unwrap_or_default().trim().strip_suffix('.')?.trim();
    let is_atom = pattern.starts_with(|it: char| it == '-' || is_name(it)) && !pattern.contains(':');
    is_atom.then(|| AtomSentence { pattern: pattern.to_owned(), sentence })
}

/// Reads `{"text", T, …}`, and returns what stands behind it.
fn braced(text: &str) -> Option<(Template, &str)> {
    let text = text.strip_prefix('{')?.trim_start().strip_prefix('"')?;
    let mut said = String::new();
    let mut characters = text.char_indices();
    let behind = loop {
        match characters.next()? {
            (at, '"') => break &text[at + 1..],
            (_, '\\') => match characters.next()?.1 {
                'n' => said.push(' '),
                escaped => said.push(escaped),
            },
            (_, character) => said.push(character),
        }
    };
    let (terms, behind) = behind.split_once('}')?;
    let terms: Vec<String> =
        arguments(terms).into_iter().map(str::to_owned).filter(|term| !term.is_empty()).collect();
    Some((Template::with_percents(&said, &terms), behind))
}

/// Whether a term matches a pattern, in which variables stand for any term. Adds their values.
fn matches<'t>(pattern: &'t str, term: &'t str, values: &mut Vec<(&'t str, &'t str)>) -> bool {
    let (pattern, term) = (pattern.trim(), term.trim());
    if pattern == "_" || pattern == term {
        return true;
    }
    if is_variable(pattern) {
        return match values.iter().find(|(variable, _)| *variable == pattern) {
            Some((_, value)) => *value == term,
            None => {
                values.push((pattern, term));
                true
            }
        };
    }
    match (applied(pattern), applied(term)) {
        (Some((name, patterns)), Some((other, terms))) => {
            let (patterns, terms) = (arguments(patterns), arguments(terms));
            name == other
                && patterns.len() == terms.len()
                && patterns.into_iter().zip(terms).all(|(pattern, term)| matches(pattern, term, values))
        }
        _ => false,
    }
}

/// The name and the arguments of a term `name(…)`.
fn applied(term: &str) -> Option<(&str, &str)> {
    let (name, rest) = term.split_once('(')?;
    let is_plain = name.trim_start_matches('-').chars().all(is_name);
    Some((name, rest.strip_suffix(')')?)).filter(|_| is_plain)
}

/// Splits a text at the commas outside of parentheses and strings.
fn arguments(text: &str) -> Vec<&str> {
    let (mut all, mut start, mut depth, mut in_string, mut is_escaped) = (Vec::new(), 0, 0, false, false);
    for (at, character) in text.char_indices() {
        match character {
            _ if is_escaped => is_escaped = false,
            '\\' if in_string => is_escaped = true,
            '"' => in_string = !in_string,
            '(' if !in_string => depth += 1,
            ')' if !in_string => depth -= 1,
            ',' if !in_string && depth == 0 => {
                all.push(text[start..at].trim());
                start = at + 1;
            }
            _ => {}
        }
    }
    all.push(text[start..].trim());
    all
}

fn is_name(character: char) -> bool {
    character.is_ascii_alphanumeric() || character == '_' || character == '\''
}

/// Whether a text has this name as a whole word.
fn has_word(text: &str, name: &str) -> bool {
    text.split(|it: char| !is_name(it)).any(|word| word == name)
}

/// A string without its quotes and escapes, another term as it is.
fn unquoted(term: &str) -> String {
    let Some(text) = term.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')) else {
        return term.to_owned();
    };
    text.replace("\\\"", "\"").replace("\\n", " ").replace("\\\\", "\\")
}
