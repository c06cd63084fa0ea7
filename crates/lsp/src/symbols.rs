//! Workspace symbols: the predicates of all programs, where they are first derived.

use lsp_types::{BaseSymbolInformation, SymbolKind, WorkspaceSymbol};

use crate::index::{IndexedKind, TextOccurrence};
use crate::predicate::ProgramPredicate;
use crate::workspace::{Document, Workspace};

/// The largest number of symbols that are returned.
const MOST_SYMBOLS: usize = 1000;

/// Returns the predicates whose names have the letters of a query in its order, each where a text first derives it.
pub fn symbols(workspace: &Workspace, query: &str) -> Vec<WorkspaceSymbol> {
    let mut symbols = Vec::new();
    for document in workspace.programs().iter().filter_map(|name| workspace.document(name)) {
        for found in derived(&document, query) {
            if symbols.len() == MOST_SYMBOLS {
                return symbols;
            }
            symbols.push(symbol(&document, found));
        }
    }
    symbols
}

/// Returns the first occurrence that derives each predicate of a text which a query asks for.
fn derived<'a>(document: &'a Document, query: &str) -> Vec<&'a TextOccurrence> {
    let index = document.index();
    let mut found: Vec<&TextOccurrence> = index
        .occurrences
        .iter()
        .filter(|found| found.derives && index.statements[found.statement].kind != IndexedKind::External)
        .filter(|found| is_asked_for(&found.predicate, query))
        .collect();
    // The sort is stable, so the first of each predicate stays the first.
    found.sort_by(|one, other| one.predicate.cmp(&other.predicate));
    found.dedup_by(|one, first| one.predicate == first.predicate);
    found.sort_by_key(|found| found.name.start);
    found
}

/// Whether the letters of a query occur in their order in `name/arity`.
fn is_asked_for(predicate: &ProgramPredicate, query: &str) -> bool {
    let name = predicate.to_string().to_lowercase();
    let mut letters = name.chars();
    query.to_lowercase().chars().all(|asked| letters.any(|letter| letter == asked))
}

fn symbol(document: &Document, found: &TextOccurrence) -> WorkspaceSymbol {
    let file = document.name.file_name().map(|file| file.to_string_lossy().into_owned());
    WorkspaceSymbol {
        location: document.location(&found.name).into(),
        data: None,
        base_symbol_information: BaseSymbolInformation {
            name: found.predicate.to_string(),
            kind: SymbolKind::Function,
            tags: None,
            container_name: file,
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_query_has_letters_of_the_name_in_their_order() {
        let predicate = ProgramPredicate { name: "isDone".to_owned(), arity: 2 };
        for query in ["", "done", "ISD", "idn/2"] {
            assert!(is_asked_for(&predicate, query), "{query}");
        }
        for query in ["dones", "odn", "/3"] {
            assert!(!is_asked_for(&predicate, query), "{query}");
        }
    }
}
