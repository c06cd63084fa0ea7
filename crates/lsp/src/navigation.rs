//! Go to definition, references and highlights: where a predicate is derived, and where it occurs.

use lsp_types::{DocumentHighlight, DocumentHighlightKind, Location, Position};

use crate::index::{IndexedKind, TextOccurrence};
use crate::program::{includes, Programs};
use crate::workspace::{Document, Workspace};

/// Returns the heads that derive the predicate at a position, of a run of facts only the first. On an `#include`, returns the
/// file that it names.
pub fn definition(
    workspace: &Workspace,
    programs: &Programs<'_>,
    document: &Document,
    position: Position,
) -> Vec<Location> {
    let offset = document.offset(position);
    let included = includes(workspace, document).into_iter().find(|(range, _)| range.contains(&offset));
    if let Some(file) = included.and_then(|(_, name)| workspace.document(&name)) {
        return vec![file.location(&(0..0))];
    }
    let mut locations = Vec::new();
    for found in document.index().at(offset) {
        for text in programs.with_predicate(&document.name, &found.predicate) {
            let derived = text.index().of_predicate(&found.predicate).filter(|found| found.derives);
            let mut last_fact = None;
            for head in derived {
                let is_fact = text.index().statements[head.statement].kind == IndexedKind::Fact;
                if !is_fact || last_fact.is_none_or(|last| last + 1 != head.statement) {
                    locations.push(text.location(&head.name));
                }
                last_fact = is_fact.then_some(head.statement);
            }
        }
    }
    locations
}

/// Returns all occurrences of the predicate at a position; those that derive it only if they are asked for.
pub fn references(
    programs: &Programs<'_>,
    document: &Document,
    position: Position,
    with_definitions: bool,
) -> Vec<Location> {
    let mut locations: Vec<Location> = Vec::new();
    let all = document.index().at(document.offset(position));
    for found in all {
        for text in programs.with_predicate(&document.name, &found.predicate) {
            let is_wanted = |found: &&TextOccurrence| with_definitions || !found.derives;
            for reference in text.index().of_predicate(&found.predicate).filter(is_wanted) {
                let location = text.location(&reference.name);
                // Predicates that share a name share its places.
                if all.len() == 1 || !locations.contains(&location) {
                    locations.push(location);
                }
            }
        }
    }
    locations
}

/// Returns the occurrences of the predicate at a position in its own text; those that derive it are written, others read.
pub fn highlights(document: &Document, position: Position) -> Vec<DocumentHighlight> {
    let index = document.index();
    let mut highlights: Vec<DocumentHighlight> = Vec::new();
    for here in index.at(document.offset(position)) {
        for found in index.of_predicate(&here.predicate) {
            let kind = if found.derives { DocumentHighlightKind::Write } else { DocumentHighlightKind::Read };
            let highlight = DocumentHighlight { range: document.range(&found.name), kind: Some(kind) };
            // Predicates that share a name share its places.
            if !found.is_shared || !highlights.contains(&highlight) {
                highlights.push(highlight);
            }
        }
    }
    highlights
}
