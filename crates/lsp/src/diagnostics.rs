//! Diagnostics of the engine as those of the protocol.

use std::collections::BTreeMap;
use std::ops::Range;
use std::path::{Path, PathBuf};

use groundplan::diagnostic::{Correction, Diagnostic, Diagnostics, ErrorKind, Lint, Severity, Sources, Span};
use lsp_types::{
    Code, CodeDescription, DiagnosticRelatedInformation, DiagnosticSeverity, Location, Message, Uri,
};

use crate::lines::LineIndex;
use crate::names::normal;

/// The page about the kinds of warnings.
const WARNINGS: &str = "https://github.com/groundplan/groundplan/blob/main/docs/language.md#warnings";

/// The page about the kinds of errors.
const ERRORS: &str = "https://github.com/groundplan/groundplan/blob/main/docs/language.md#errors";

/// A diagnostic about a document.
#[derive(Clone, PartialEq, Debug)]
pub struct Found {
    /// The diagnostic as the editor shows it.
    pub shown: lsp_types::Diagnostic,
    /// The correction of a word.
    pub correction: Option<Box<Correction>>,
    /// The range of that word, if it is not in the range of the diagnostic.
    pub corrected: Option<lsp_types::Range>,
}

/// Returns the diagnostics of a program by document, in order. Those without a position are at the start of the root.
///
/// `uri` returns the URI of a document as the editor writes it.
pub fn by_document(
    root: &Path,
    all: &[Diagnostics],
    uri: impl Fn(&Path) -> Uri,
) -> BTreeMap<PathBuf, Vec<Found>> {
    let mut found: BTreeMap<PathBuf, Vec<Found>> = BTreeMap::new();
    for diagnostics in all {
        let places = DocumentPlaces { sources: diagnostics.sources(), uri: &uri };
        for diagnostic in diagnostics {
            let name = match diagnostic.span {
                Some(span) => places.name(span),
                None => root.to_owned(),
            };
            let entry = found.entry(name).or_default();
            let correction = diagnostic.correction.clone();
            let corrected = correction.as_ref().and_then(|correction| correction.span);
            let corrected = corrected.map(|span| places.range(span));
            let new = Found { shown: shown(diagnostic, &places), correction, corrected };
            if !entry.contains(&new) {
                entry.push(new);
            }
        }
    }
    found
}

/// The texts that diagnostics point into.
struct DocumentPlaces<'a, F> {
    sources: &'a Sources,
    uri: &'a F,
}

impl<F: Fn(&Path) -> Uri> DocumentPlaces<'_, F> {
    fn name(&self, span: Span) -> PathBuf {
        let name = Path::new(self.sources.name(span.source));
        if name.is_absolute() {
            normal(name)
        } else {
            name.to_owned()
        }
    }

    fn range(&self, span: Span) -> lsp_types::Range {
        let text = self.sources.text(span.source);
        LineIndex::of(text).range(text, &span.range())
    }

    fn location(&self, span: Span) -> Location {
        Location { uri: (self.uri)(&self.name(span)), range: self.range(span) }
    }
}

fn shown<F: Fn(&Path) -> Uri>(
    diagnostic: &Diagnostic,
    places: &DocumentPlaces<'_, F>,
) -> lsp_types::Diagnostic {
    let mut message = diagnostic.message.clone();
    // The command prints it beside the underlined text; most say what the message says.
    if !diagnostic.label.is_empty() && !message.contains(&diagnostic.label) {
        message += &format!("\n{}", diagnostic.label);
    }
    if let Some(help) = &diagnostic.help {
        message += &format!("\nhelp: {help}");
    }
    let related = diagnostic.related.iter().map(|(span, message)| DiagnosticRelatedInformation {
        location: places.location(*span),
        message: message.clone(),
    });
    let related: Vec<_> = related.collect();
    let code = code(diagnostic);
    lsp_types::Diagnostic {
        range: diagnostic.span.map(|span| places.range(span)).unwrap_or_default(),
        severity: Some(match diagnostic.severity {
            Severity::Error => DiagnosticSeverity::Error,
            Severity::Warning => DiagnosticSeverity::Warning,
            Severity::Note => DiagnosticSeverity::Information,
        }),
        code: code.map(|(name, _)| Code::String(name.to_owned())),
        code_description: code.map(|(_, page)| CodeDescription { href: Uri::from(page) }),
        source: Some("groundplan".to_owned()),
        message: Message::String(message),
        related_information: (!related.is_empty()).then_some(related),
        ..lsp_types::Diagnostic::default()
    }
}

/// Returns the name of a diagnostic's kind, and the page about it.
fn code(diagnostic: &Diagnostic) -> Option<(&'static str, &'static str)> {
    let error = diagnostic.kind.and_then(|kind| ErrorKind::ALL.iter().find(|(known, _)| *known == kind));
    let warning = diagnostic.lint.and_then(|lint| Lint::ALL.iter().find(|(known, _)| *known == lint));
    error.map(|(_, name)| (*name, ERRORS)).or_else(|| warning.map(|(_, name)| (*name, WARNINGS)))
}

/// Returns where a word occurs in a text, with no character of a word beside it.
pub fn word_in(text: &str, word: &str) -> Option<Range<usize>> {
    let is_letter = |letter: char| letter.is_alphanumeric() || letter == '_' || letter == '\'';
    let mut occurrences = text.match_indices(word).map(|(start, _)| start..start + word.len());
    occurrences
        .find(|range| !text[..range.start].ends_with(is_letter) && !text[range.end..].starts_with(is_letter))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_whole() {
        assert_eq!(word_in("edge_of(edge,X)", "edge"), Some(8..12));
        assert_eq!(word_in("#shwo p/1.", "#shwo"), Some(0..5));
        assert_eq!(word_in("edges", "edge"), None);
    }
}
