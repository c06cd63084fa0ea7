//! Diagnostics for syntax errors: what was found, what was expected, and advice.

use super::foreign::{self, ParserPlace};
use super::lexical_errors::{FRACTIONS, QUOTES};
use super::{Parser, Reported, MAX_ERRORS};
use crate::diagnostic::{Diagnostic, ErrorKind, Span};
use crate::spelling;
use crate::syntax::ast::Term;
use crate::syntax::lexer::{Lexeme, Token};

/// The kind of a statement, as messages name it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum StatementKind {
    Rule,
    WeakConstraint,
    Directive,
}

impl Parser<'_> {
    /// The position of the next token; at the end of the text, the one behind the last token.
    pub(super) fn here(&self) -> Span {
        match self.token() {
            Token::EndOfText => self.behind(),
            _ => self.span(self.cursor.current),
        }
    }

    /// The empty span behind the last token.
    fn behind(&self) -> Span {
        let end = self.cursor.previous.end;
        Span { source: self.source, start: end, end }
    }

    pub(super) fn report(&mut self, error: Diagnostic) -> Reported {
        let (span, sentence) = self.clingo_wording();
        self.report_as(error, span, sentence)
    }

    /// Reports an error of which clingo says this.
    fn report_as(&mut self, error: Diagnostic, span: Span, sentence: String) -> Reported {
        if self.errors < MAX_ERRORS {
            self.diagnostics.push(error.kind(ErrorKind::Syntax).as_clingo(span, sentence));
        }
        self.errors += 1;
        self.error_at = self.cursor.current;
        Reported
    }

    /// Returns how clingo refuses the next token, and where: it reads as far as ours does, and names no more than the token.
    fn clingo_wording(&self) -> (Span, String) {
        let (text, span) = (self.slice(self.cursor.current), self.span(self.cursor.current));
        let kind = match self.token() {
            Token::EndOfText => "EOF",
            Token::Identifier => "<IDENTIFIER>",
            Token::Variable => "<VARIABLE>",
            Token::Anonymous => "<ANONYMOUS>",
            Token::Decimal | Token::Prefixed => "<NUMBER>",
            Token::String => "<STRING>",
            _ => text,
        };
        let stage = if self.lexical_error().is_some() { "lexer" } else { "syntax" };
        (span, format!("error: {stage} error, unexpected {kind}"))
    }

    pub(super) fn warn(&mut self, warning: Diagnostic) {
        if self.warnings < MAX_ERRORS {
            self.diagnostics.push(warning);
        }
        self.warnings += 1;
    }

    /// Reports that the next token cannot occur here.
    pub(super) fn unexpected(&mut self, expected: &str) -> Reported {
        let error = match self.lexical_error() {
            Some(error) => error,
            None => self.expected(expected),
        };
        self.report(error)
    }

    /// Reports that the next token cannot occur here, within a pair of parentheses or braces that is still open.
    pub(super) fn unclosed(&mut self, opening: Lexeme, expected: &str) -> Reported {
        let error = match self.lexical_error() {
            Some(error) => error,
            None => {
                let text = self.slice(opening);
                self.expected(expected).related(self.span(opening), format!("this `{text}` is still open"))
            }
        };
        self.report(error)
    }

    fn expected(&self, expected: &str) -> Diagnostic {
        let error = Diagnostic::error(format!("expected {expected}, found {}", self.found()), self.here());
        match self.hint(expected) {
            Some(help) => self.directive_corrected(error.help(help)),
            None => error,
        }
    }

    /// Returns the next token as messages name it.
    fn found(&self) -> String {
        match self.token() {
            Token::EndOfText => "the end of the text".to_owned(),
            _ => format!("`{}`", shortened(self.slice(self.cursor.current))),
        }
    }

    /// Returns the word before the next token, if it begins the statement.
    fn first_word(&self) -> Option<&str> {
        let previous = self.cursor.previous;
        let is_first = previous.start == self.statement.start && previous.token == Token::Identifier;
        is_first.then(|| self.slice(previous))
    }

    /// Adds the correction of a directive that was written without its `#`. The advice on it comes before any other.
    fn directive_corrected(&self, error: Diagnostic) -> Diagnostic {
        match self.first_word().filter(|word| foreign::is_bare_directive(word)) {
            Some(word) => error.correction_at(self.span(self.cursor.previous), word, &format!("#{word}")),
            None => error,
        }
    }

    /// Returns advice if the text looks like syntax of another language.
    fn foreign_hint(&self, expected: &str) -> Option<String> {
        let (previous, current) = (self.cursor.previous, self.cursor.current);
        let statement = self.first_word().and_then(foreign::statement);
        let operator = || foreign::operator(previous.token, &self.text[current.start as usize..]);
        // The operators of a theory may have such names.
        let word = || {
            foreign::word(self.slice(current), self.place(expected))
                .filter(|_| !expected.starts_with("an operator"))
        };
        statement.or_else(|| operator().or_else(word).map(str::to_owned))
    }

    /// Returns the part of the statement that is being read; `expected` names the tokens that can go on with it.
    pub(super) fn place(&self, expected: &str) -> ParserPlace {
        match self.in_head {
            true => ParserPlace::Head,
            false if expected.contains("`}`") => ParserPlace::Element,
            false => ParserPlace::Body,
        }
    }

    /// Returns advice on what was probably intended, if that can be guessed.
    fn hint(&self, expected: &str) -> Option<String> {
        let (previous, current) = (self.cursor.previous, self.cursor.current);
        let text = self.slice(current);
        let word = self.slice(previous);
        if let Some(help) = self.rewrite(expected).or_else(|| self.foreign_hint(expected)) {
            return Some(help);
        }
        Some(match (previous.token, current.token) {
            (Token::Identifier, Token::Identifier) if foreign::is_declaration(word) => {
                "nothing has to be declared; `#defined p/1.` says that nothing may derive `p/1`".to_owned()
            }
            (Token::Identifier, _) if word.starts_with('\'') => QUOTES.to_owned(),
            (_, Token::Identifier | Token::Variable) if text.ends_with('\'') && expected.contains("`,`") => {
                QUOTES.to_owned()
            }
            (Token::Variable, Token::LeftParenthesis) => variable_with_arguments(word),
            (
                Token::Comma | Token::Semicolon,
                Token::Dot | Token::If | Token::RightParenthesis | Token::RightBrace | Token::EndOfText,
            ) => format!("remove the `{}` before it, or write what is missing between them", self.slice(previous)),
            (_, Token::Slash) if self.text[current.end as usize..].starts_with('*') => {
                "a comment of several lines stands between `%*` and `*%`".to_owned()
            }
            (_, Token::Slash) if self.text[current.end as usize..].starts_with('/') => COMMENT.to_owned(),
            (Token::Slash, Token::Slash) => format!("{COMMENT}, and integers are divided by `/`"),
            (Token::Minus, Token::Greater) => {
                "a rule is written `head :- body.`, and if-then-else as a rule for each case".to_owned()
            }
            (_, Token::Colon) if expected == "`,` or `]`" => {
                "weight and level are separated by `@`, as in `[1@2]`".to_owned()
            }
            (_, Token::Colon) => {
                "write `;` before another literal with a condition: after `:`, a `,` goes on with the condition".to_owned()
            }
            (Token::Colon, Token::Equal) => "a rule is written with `:-`, an equation with `=`".to_owned(),
            (Token::Dot, Token::LeftBracket) => {
                "only `:~`, `#external`, `#heuristic` and `#const` take brackets behind their dot".to_owned()
            }
            (Token::Minimize | Token::Maximize | Token::Aggregate(_), Token::LeftBracket) => {
                format!("write braces, and a tuple for each: `{word} {{ 1,a : a; 2,b : b }}`")
            }
            (Token::Minimize | Token::Maximize, _) if expected == "`{`" => {
                format!("write braces, and the condition behind `:`, as in `{word} {{ 1,X : p(X) }}`")
            }
            (_, _) if expected == "`{`" => {
                format!("write braces, and the condition behind `:`, as in `{word} {{ X : p(X) }}`")
            }
            (Token::DotDot, _) if expected == "a term" => {
                "`..` stands between two integers, as in `1..3`; a single `.` ends a statement".to_owned()
            }
            (_, Token::LeftBracket) if expected == "a term" => {
                "there are no lists: write a term such as `cons(1,cons(2,nil))`, or a fact for each element".to_owned()
            }
            (_, Token::LeftBracket) if expected == "a relation" => {
                "a weighted sum is written `2 <= #sum { 1,a : a; 1,b : b }`".to_owned()
            }
            (_, Token::LeftBracket) => "the brackets stand behind the dot".to_owned(),
            (Token::Decimal, Token::Dot) if self.cursor.second() == Token::Decimal => FRACTIONS.to_owned(),
            (Token::Not, _) => "`not` stands before a literal".to_owned(),
            (_, Token::Not) if expected == "a term" => "`not` stands before a whole literal".to_owned(),
            (_, Token::If) if !expected.contains("`:-`") => "end the rule before it with `.`".to_owned(),
            (
                _,
                Token::Identifier | Token::Variable | Token::Not | Token::Decimal | Token::String | Token::LeftBrace,
            ) if expected.contains("`,`") => "write `,` before it if it goes on with the list".to_owned(),
            (_, Token::Comma) if matches!(expected, "`.`" | "`:` or `.`") => "write a directive of its own for each".to_owned(),
            _ => return None,
        })
    }

    /// Reports that a statement ends here without its dot.
    pub(super) fn missing_dot(&mut self, kind: StatementKind) {
        let next = self.cursor.current;
        let deeper = next.token != Token::EndOfText
            && kind != StatementKind::Directive
            && self.column(next) > self.column(self.statement);
        let error = if deeper {
            let text = shortened(self.slice(next));
            let help = self.remainder().unwrap_or_else(|| {
                format!("write `,` if `{text}` belongs to the rule before it, `.` if a new one begins there")
            });
            Diagnostic::error("missing `,` or `.` at the end of the line", self.behind()).help(help)
        } else {
            let what = match kind {
                StatementKind::Rule => "rule",
                StatementKind::WeakConstraint => "weak constraint's body",
                StatementKind::Directive => "directive",
            };
            let text = shortened(self.slice(self.cursor.previous));
            let help = self.remainder().unwrap_or_else(|| format!("write `.` behind `{text}`"));
            Diagnostic::error(format!("missing `.` at the end of the {what}"), self.behind()).help(help)
        };
        self.report(error);
    }

    /// Returns the column of a token in bytes, from 0.
    fn column(&self, lexeme: Lexeme) -> usize {
        let before = &self.text[..lexeme.start as usize];
        before.len() - before.rfind('\n').map_or(0, |at| at + 1)
    }

    /// Reports a `:-` where the body should end or go on.
    pub(super) fn second_if(&mut self) -> Reported {
        let here = self.here();
        let error = match self.separator.filter(|separator| self.ends_line(*separator)) {
            Some(separator) => {
                let text = self.slice(separator);
                Diagnostic::error(
                    format!("`{text}` where the rule should end with `.`"),
                    self.span(separator),
                )
                .related(here, "another rule's `:-`")
                .help(format!("write `.` in place of `{text}`"))
            }
            None => {
                Diagnostic::error("a second `:-` in one rule", here).help("end the rule before it with `.`")
            }
        };
        self.report(error)
    }

    /// Whether nothing or only a comment follows the token on its line.
    fn ends_line(&self, lexeme: Lexeme) -> bool {
        let line = self.text[lexeme.end as usize..].lines().next().unwrap_or("").trim_start();
        line.is_empty() || line.starts_with('%') || line.starts_with("#!")
    }

    /// Reports a term where a literal is expected.
    pub(super) fn lone_term(&mut self, term: &Term) -> Reported {
        if self.lexical_error().is_some() {
            return self.unexpected("a relation such as `=`");
        }
        if let Some(error) = self.fraction(term.span()) {
            return self.report(error);
        }
        let text = shortened(&self.text[term.span().range()]);
        let error = match (term, self.token()) {
            (_, Token::Colon) if self.cursor.second() == Token::Equal => {
                let colon = self.span(self.cursor.current);
                Diagnostic::error("`:=` is not a relation", Span { end: colon.end + 1, ..colon })
                    .help("write `=`, which gives a variable its value as well")
            }
            _ if self.aggregate_before(term.span()).is_some() => {
                let name = self.aggregate_before(term.span()).expect("just seen");
                let word = &self.text[name.range()];
                Diagnostic::error(format!("`{text}` is a term, not a literal"), term.span())
                    .help(format!("did you mean `#{word}` before the brace?"))
                    .correction_at(name, word, &format!("#{word}"))
            }
            (Term::Variable(..), Token::LeftParenthesis) if !text.eq_ignore_ascii_case("not") => {
                let error =
                    Diagnostic::error(format!("`{text}` is a variable, not a predicate"), term.span())
                        .help(variable_with_arguments(&text));
                match spelling::as_constant(&text) {
                    Some(name) if text.len() > 1 => error.correction(&text, &[&name]),
                    _ => error,
                }
            }
            _ => {
                let help = match term {
                    _ if self.token() == Token::LeftBracket => self.hint("a relation"),
                    _ => self.rewrite_term(term).or_else(|| self.foreign_hint("a relation")),
                };
                let help = help.unwrap_or_else(|| {
                    "compare it, as in `X = 1`, or write it as an argument of a predicate".to_owned()
                });
                let error =
                    Diagnostic::error(format!("`{text}` is a term, not a literal"), term.span()).help(help);
                match self.hyphenated(term) {
                    Some((name, meant)) => error.correction_at(name, &self.text[name.range()], &meant),
                    None if text.eq_ignore_ascii_case("not") => error.correction(&text, &["not"]),
                    None => error,
                }
            }
        };
        self.report(error)
    }

    /// Returns the place of the name of an aggregate, without its `#`, in front of the brace before this position.
    fn aggregate_before(&self, place: Span) -> Option<Span> {
        let before = self.text[..place.start as usize].trim_end().strip_suffix('{')?.trim_end();
        let start = before.trim_end_matches(char::is_alphanumeric).len();
        let (rest, word) = before.split_at(start);
        let is_meant = foreign::aggregate(word).is_some() || matches!(word, "minimize" | "maximize");
        let offset = |length: usize| u32::try_from(length).expect("it lies before the place");
        let name = Span { start: offset(start), end: offset(before.len()), ..place };
        (is_meant && !rest.ends_with('#')).then_some(name)
    }

    /// Reports two bounds before an aggregate. The last one may be intended as the aggregate's name.
    pub(super) fn second_bound(&mut self, first: &Term, last: &Term) -> Reported {
        let name = &self.text[last.span().range()];
        let error = match foreign::aggregate(name) {
            Some(meant) => Diagnostic::error(format!("`{name}` is a bound of the set behind it here"), last.span())
                .help(format!("did you mean `{meant}`?"))
                .correction(name, &[meant]),
            None => Diagnostic::error("more than one bound before an aggregate", first.span()).help(
                "an aggregate takes one bound before it and one behind it; write the rest as a comparison of its own",
            ),
        };
        self.report(error)
    }

    pub(super) fn missing_weight(&mut self, first: Lexeme) -> Reported {
        let error = Diagnostic::error("missing weight of the weak constraint", self.behind())
            .related(self.span(first), "which begins here")
            .help(
                "write the weight in brackets behind the dot, as in `:~ cost(X). [X]` or `:~ p(X). [1@2,X]`",
            );
        self.report(error)
    }

    pub(super) fn misplaced_theory_atom(&mut self) -> Reported {
        let first = self.bump();
        self.accept(Token::Identifier);
        let error = Diagnostic::error("an atom of a theory cannot stand here", self.since(first)).help(
            "it stands in bodies, or alone in a head: give it a rule of its own, and use the atom that the rule derives",
        );
        self.report(error)
    }

    /// Reports that scripts are not supported, and advances past the script.
    pub(super) fn script(&mut self) -> Reported {
        let error = Diagnostic::error("scripts are not supported", self.here()).help(
            "the Python package runs them: `python -m groundplan FILES`; what a script does around a program (adding facts, \
             grounding parts, solving repeatedly) is done from Rust as well, through the groundplan library, and \
             `#include <incmode>.` solves step by step without a script",
        );
        let (span, sentence) = self.clingo_wording_of_script();
        let reported = self.report_as(error, span, sentence);
        self.cursor.skip_raw(|text| text.find("#end"));
        reported
    }

    /// Returns how a clingo without the language of a script refuses the script that begins here, and the whole script.
    fn clingo_wording_of_script(&self) -> (Span, String) {
        const END: &str = "#end";
        let script = self.span(self.cursor.current);
        let text = &self.text[script.range().start..];
        let end = text.find(END).and_then(|at| Some(at + text[at..].find('.')? + 1));
        let length = end.unwrap_or(text.len());
        let language = text.split(['(', ')']).nth(1).unwrap_or_default().trim();
        match !language.is_empty() && language.bytes().all(|letter| letter.is_ascii_alphanumeric()) {
            true => {
                let sentence = format!("error: {language} support not available");
                (Span { end: script.start + length as u32, ..script }, sentence)
            }
            false => self.clingo_wording(),
        }
    }

    pub(super) fn unknown_directive(&mut self) -> Reported {
        if self.token() == Token::End {
            let error = Diagnostic::error("`#end` without a `#script`", self.here());
            return self.report(error);
        }
        self.unexpected("a directive")
    }
}

/// Returns advice on arguments behind a variable.
fn variable_with_arguments(variable: &str) -> String {
    let general =
        "only predicates and functions have arguments, and their names begin with a lower-case letter";
    match spelling::as_constant(variable) {
        Some(name) if variable.len() > 1 => format!("{general}: did you mean `{name}`?"),
        _ => general.to_owned(),
    }
}

const COMMENT: &str = "a comment begins with `%`";

/// Shortens text for a message to its first line, and that to 30 characters.
pub(super) fn shortened(text: &str) -> String {
    const LONGEST: usize = 30;
    let line = text.lines().next().unwrap_or("");
    match line.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &line[..end]),
        None if line.len() < text.len() => format!("{line}…"),
        None => line.to_owned(),
    }
}
