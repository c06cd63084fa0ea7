//! The index of a text: where predicates occur in it, its statements, the files that it includes, and its comments.
//!
//! It is made from the syntax tree as written. Statements with syntax errors are not in it.

use std::ops::Range;

use groundplan::diagnostic::{Severity, Sources, Span};
use groundplan::symbol::Symbols;
use groundplan::syntax::ast::{Atom, Head, LiteralKind, Show, Signature, Statement};
use groundplan::syntax::{parse_as_written, Places};

use crate::predicate::ProgramPredicate;

/// An occurrence of a predicate.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TextOccurrence {
    /// The predicate.
    pub predicate: ProgramPredicate,
    /// The bytes of its name.
    pub name: Range<usize>,
    /// The bytes of the atom, or of the directive that names the predicate.
    pub whole: Range<usize>,
    /// Whether the statement may derive the atom.
    pub derives: bool,
    /// Whether argument lists of other lengths follow the same name, as in `p(1;2,3)`.
    pub is_shared: bool,
    /// The number of the statement in [`TextIndex::statements`].
    pub statement: usize,
}

/// The kind of a statement.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum IndexedKind {
    /// A rule with a head that derives something.
    Rule,
    /// A rule without a body that derives one atom.
    Fact,
    /// A rule that derives nothing.
    Constraint,
    /// `#minimize`, `#maximize` or a weak constraint.
    Objective,
    /// `#const`
    Constant,
    /// `#external`
    External,
    /// `#include`
    Include,
    /// `#program`
    Part,
    /// Any other directive.
    Directive,
}

/// A statement.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct IndexedStatement {
    /// Its kind.
    pub kind: IndexedKind,
    /// Its bytes.
    pub range: Range<usize>,
}

/// An `#include` of a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct IncludedFile {
    /// The file as the directive names it.
    pub target: String,
    /// The bytes of the directive.
    pub range: Range<usize>,
}

/// The content of a text, in its order.
#[derive(Clone, Default, Debug)]
pub struct TextIndex {
    /// All occurrences of predicates, by where their names begin.
    pub occurrences: Vec<TextOccurrence>,
    /// All statements and `#program` directives.
    pub statements: Vec<IndexedStatement>,
    /// The files that it includes.
    pub includes: Vec<IncludedFile>,
    /// The parts of the program, with the number of their parameters.
    pub parts: Vec<(String, usize)>,
    /// The bytes of each comment.
    pub comments: Vec<Range<usize>>,
    /// Whether the text has syntax errors, so that statements are missing.
    pub has_errors: bool,
}

impl TextIndex {
    /// Reads a text.
    pub fn of(text: &str) -> Self {
        let (mut symbols, mut sources) = (Symbols::new(), Sources::new());
        let source = sources.add("", text);
        let (read, places) = parse_as_written(&mut symbols, &sources, source);
        let mut reader =
            IndexReader { text, symbols: &symbols, places: &places, index: TextIndex::default() };
        for part in &read.program.parts {
            if !part.goes_on && part.span.start < part.span.end {
                reader.add_statement(IndexedKind::Part, part.span);
                let name = symbols.text(part.name).to_owned();
                reader.index.parts.push((name, part.parameters.len()));
            }
            part.statements.iter().for_each(|statement| reader.read(statement));
        }
        let mut index = reader.index;
        index.occurrences.sort_by_key(|occurrence| occurrence.name.start);
        index.comments = places.comments().iter().map(|comment| comment.range()).collect();
        index.has_errors = read.diagnostics.iter().any(|found| found.severity == Severity::Error);
        index
    }

    /// Returns the occurrences whose names contain an offset or end there; several if they share the name.
    pub fn at(&self, offset: usize) -> &[TextOccurrence] {
        let first = self.occurrences.partition_point(|occurrence| occurrence.name.end < offset);
        let here = self.occurrences[first..].iter().take_while(|occurrence| occurrence.name.start <= offset);
        &self.occurrences[first..first + here.count()]
    }

    /// Returns the occurrences of a predicate.
    pub fn of_predicate<'a>(
        &'a self,
        predicate: &'a ProgramPredicate,
    ) -> impl Iterator<Item = &'a TextOccurrence> {
        self.occurrences.iter().filter(move |occurrence| occurrence.predicate == *predicate)
    }

    /// Whether an offset is inside of a comment, or at the end of one that ends with its line.
    pub fn is_comment(&self, text: &str, offset: usize) -> bool {
        let before = self.comments.partition_point(|comment| comment.start < offset);
        before.checked_sub(1).map(|last| &self.comments[last]).is_some_and(|comment| {
            offset < comment.end || offset == comment.end && !text[..offset].ends_with("*%")
        })
    }
}

struct IndexReader<'a> {
    text: &'a str,
    symbols: &'a Symbols,
    places: &'a Places,
    index: TextIndex,
}

impl IndexReader<'_> {
    fn add_statement(&mut self, kind: IndexedKind, span: Span) {
        self.index.statements.push(IndexedStatement { kind, range: span.range() });
    }

    fn read(&mut self, statement: &Statement) {
        self.add_statement(kind(statement), statement.span());
        statement.atoms(&mut |atom, derives| self.add_atom(atom, derives));
        match statement {
            Statement::Defined(signature, span)
            | Statement::ProjectSignature(signature, span)
            | Statement::Show(Show::Signature(signature, span)) => self.add_signature(*signature, *span),
            Statement::Include(include) if !include.builtin => self
                .index
                .includes
                .push(IncludedFile { target: include.target.clone(), range: include.span.range() }),
            _ => {}
        }
    }

    fn add_atom(&mut self, atom: &Atom, derives: bool) {
        let mut arities: Vec<usize> = atom.pools.iter().map(Vec::len).collect();
        arities.sort_unstable();
        arities.dedup();
        let name = self.symbols.text(atom.name);
        let start = self.behind_sign(atom.span.range().start);
        for &arity in &arities {
            self.index.occurrences.push(TextOccurrence {
                predicate: ProgramPredicate { name: name.to_owned(), arity },
                name: start..start + name.len(),
                whole: atom.span.range(),
                derives,
                is_shared: arities.len() > 1,
                statement: self.index.statements.len() - 1,
            });
        }
    }

    /// Adds the predicate that a directive such as `#show p/1.` names.
    fn add_signature(&mut self, signature: Signature, span: Span) {
        let range = span.range();
        let keyword = self.text[range.clone()].bytes().skip(1).take_while(u8::is_ascii_alphabetic).count();
        let start = self.behind_sign(range.start + 1 + keyword);
        let name = self.symbols.text(signature.name);
        self.index.occurrences.push(TextOccurrence {
            predicate: ProgramPredicate { name: name.to_owned(), arity: signature.arity as usize },
            name: start..start + name.len(),
            whole: range,
            derives: false,
            is_shared: false,
            statement: self.index.statements.len() - 1,
        });
    }

    /// Returns the offset of the next token that is not a `-`.
    fn behind_sign(&self, from: usize) -> usize {
        let mut at = from;
        loop {
            let rest = &self.text[at..];
            let blank = rest.len() - rest.trim_start_matches([' ', '\t', '\r', '\n', '\u{feff}', '-']).len();
            at += blank;
            match self.places.comments().binary_search_by_key(&at, |comment| comment.range().start) {
                Ok(comment) => at = self.places.comments()[comment].range().end,
                Err(_) => return at,
            }
        }
    }
}

fn kind(statement: &Statement) -> IndexedKind {
    match statement {
        Statement::Rule(rule) => match &rule.head {
            Head::Literal(literal) if !matches!(literal.kind, LiteralKind::Atom(_)) => {
                IndexedKind::Constraint
            }
            Head::Literal(_) if rule.body.is_empty() => IndexedKind::Fact,
            _ => IndexedKind::Rule,
        },
        Statement::Optimize(_) => IndexedKind::Objective,
        Statement::Const(_) => IndexedKind::Constant,
        Statement::External(_) => IndexedKind::External,
        Statement::Include(_) => IndexedKind::Include,
        Statement::Show(_)
        | Statement::Defined(..)
        | Statement::ProjectSignature(..)
        | Statement::ProjectAtom(..)
        | Statement::Edge(..)
        | Statement::Heuristic(_)
        | Statement::Theory(_) => IndexedKind::Directive,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str) -> Vec<String> {
        let index = TextIndex::of(text);
        let occurrences = index.occurrences.iter();
        occurrences
            .map(|found| {
                assert_eq!(&text[found.name.clone()], found.predicate.name);
                format!("{}{}", if found.derives { "+" } else { "" }, found.predicate)
            })
            .collect()
    }

    #[test]
    fn every_name_of_a_predicate_is_found() {
        assert_eq!(found("p(1). q(X) :- p(X), not r(X,X)."), ["+p/1", "+q/1", "p/1", "r/2"]);
        assert_eq!(
            found("- % a sign\n p. { -a : b } :- c : -d. #show -p/0."),
            ["+p/0", "+a/0", "b/0", "c/0", "d/0", "p/0"]
        );
        assert_eq!(
            found("#defined p/2. #project p/2.\n#external e(X) : f(X)."),
            ["p/2", "p/2", "+e/1", "f/1"]
        );
        assert_eq!(
            found(":- #sum { X : p(X) } > 1. :~ q(X). [X] #minimize { 1 : r }."),
            ["p/1", "q/1", "r/0"]
        );
        assert_eq!(found("p(1;2,3)."), ["+p/1", "+p/2"]);
    }

    #[test]
    fn the_rest_of_a_text_with_errors_is_found() {
        let text = "p(1). q(X :- p(X). r :- p(1";
        assert_eq!(found(text), ["+p/1"]);
        assert!(TextIndex::of(text).has_errors);
        assert_eq!(found("#show p/. \"é p. r(\"é\"). s"), Vec::<String>::new());
    }

    #[test]
    fn an_offset_leads_to_the_name_around_it() {
        let text = "p:-q. r(p).";
        let index = TextIndex::of(text);
        let at =
            |offset| index.at(offset).iter().map(|found| found.predicate.to_string()).collect::<Vec<_>>();
        assert_eq!(
            [at(0), at(1), at(3), at(4), at(5)],
            [vec!["p/0"], vec!["p/0"], vec!["q/0"], vec!["q/0"], vec![]]
        );
        assert_eq!([at(6), at(7), at(8)], [vec!["r/1"], vec!["r/1"], vec![]], "an argument is no predicate");
        assert_eq!(TextIndex::of("p(1;2,3).").at(0).len(), 2);
    }

    #[test]
    fn parts_includes_and_comments_are_listed() {
        let text = "#include \"a.lp\".\n#include <incmode>.\np. #program step(t). q(t). % end";
        let index = TextIndex::of(text);
        assert_eq!(
            index.includes.iter().map(|include| include.target.as_str()).collect::<Vec<_>>(),
            ["a.lp"]
        );
        assert_eq!(index.parts, [("step".to_owned(), 1)]);
        let comment = text.find('%').expect("it has one");
        assert!([comment + 1, text.len()].iter().all(|&at| index.is_comment(text, at)));
        assert!(!index.is_comment(text, comment));
    }
}
