//! The outline of a text: its predicates and other statements, under the headings of its comments and parts.

use std::ops::Range;

use lsp_types::{DocumentSymbol, SymbolKind};

use crate::index::{IndexedKind, TextIndex};
use crate::predicate::ProgramPredicate;
use crate::workspace::Document;

/// The number of characters to which the text of a statement is shortened.
const LONGEST: usize = 50;

/// An entry before it is a symbol of the protocol.
struct OutlineEntry {
    name: String,
    kind: SymbolKind,
    range: Range<usize>,
    selection: Range<usize>,
    /// The predicates that it derives, for a run of statements that derive the same.
    derives: Vec<ProgramPredicate>,
    is_heading: bool,
}

/// Returns the outline. Consecutive rules for one predicate are one entry.
pub fn outline(document: &Document) -> Vec<DocumentSymbol> {
    let (text, index) = (&document.text, document.index());
    let mut entries: Vec<OutlineEntry> = Vec::new();
    let mut headings = headings(text, index).into_iter().peekable();
    let mut occurrences = index.occurrences.iter().peekable();
    for (number, statement) in index.statements.iter().enumerate() {
        while let Some(heading) = headings.next_if(|heading| heading.range.start < statement.range.start) {
            entries.push(heading);
        }
        let mut derives = Vec::new();
        let mut selection = None;
        while let Some(found) = occurrences.next_if(|found| found.statement <= number) {
            if found.derives && statement.kind != IndexedKind::External {
                selection.get_or_insert(found.name.clone());
                derives.push(found.predicate.clone());
            }
        }
        derives.sort_unstable();
        derives.dedup();
        match entries.last_mut() {
            Some(last) if !derives.is_empty() && last.derives == derives => {
                last.range.end = statement.range.end;
            }
            _ => entries.push(entry(text, statement.kind, &statement.range, selection, derives)),
        }
    }
    entries.extend(headings);
    nested(document, entries)
}

fn entry(
    text: &str,
    kind: IndexedKind,
    range: &Range<usize>,
    selection: Option<Range<usize>>,
    derives: Vec<ProgramPredicate>,
) -> OutlineEntry {
    let name = match derives.is_empty() {
        false => derives.iter().map(ProgramPredicate::to_string).collect::<Vec<_>>().join(", "),
        true => shortened(&text[range.clone()]),
    };
    let kind = match kind {
        IndexedKind::Rule | IndexedKind::Fact => SymbolKind::Function,
        IndexedKind::Constraint => SymbolKind::Boolean,
        IndexedKind::Objective => SymbolKind::Number,
        IndexedKind::Constant => SymbolKind::Constant,
        IndexedKind::External => SymbolKind::Interface,
        IndexedKind::Include => SymbolKind::File,
        IndexedKind::Part => SymbolKind::Module,
        IndexedKind::Directive => SymbolKind::Property,
    };
    let selection = selection.unwrap_or_else(|| range.clone());
    OutlineEntry {
        name,
        is_heading: kind == SymbolKind::Module,
        kind,
        range: range.clone(),
        selection,
        derives,
    }
}

/// Returns the comments that are headings: on a line of their own, beginning with `%%`, or with a title between signs, as in
/// `% --- Title ---`.
fn headings(text: &str, index: &TextIndex) -> Vec<OutlineEntry> {
    let is_sign =
        |letter: char| matches!(letter, '%' | '-' | '=' | '*' | '#' | '~') || letter.is_whitespace();
    let mut found = Vec::new();
    for comment in &index.comments {
        let line = text[..comment.start].rfind('\n').map_or(0, |newline| newline + 1);
        let written = &text[comment.clone()];
        let title = written.trim_matches(is_sign);
        let signs = written.trim_start_matches('%').trim_start();
        let is_marked = written.starts_with("%%")
            || ["--", "==", "**", "##", "~~"].iter().any(|mark| signs.starts_with(mark));
        if is_marked
            && text[line..comment.start].trim().is_empty()
            && !title.is_empty()
            && !title.contains('\n')
        {
            found.push(OutlineEntry {
                name: shortened(title),
                kind: SymbolKind::String,
                range: comment.clone(),
                selection: comment.clone(),
                derives: Vec::new(),
                is_heading: true,
            });
        }
    }
    found
}

/// Puts the entries under their headings. A heading reaches to the last entry under it.
fn nested(document: &Document, entries: Vec<OutlineEntry>) -> Vec<DocumentSymbol> {
    let mut symbols: Vec<DocumentSymbol> = Vec::new();
    let mut under_heading = false;
    for entry in entries {
        let symbol = symbol(document, &entry);
        match symbols.last_mut().filter(|_| under_heading && !entry.is_heading) {
            Some(heading) => {
                heading.range.end = symbol.range.end;
                heading.children.get_or_insert_default().push(symbol);
            }
            None => symbols.push(symbol),
        }
        under_heading |= entry.is_heading;
    }
    symbols
}

fn symbol(document: &Document, entry: &OutlineEntry) -> DocumentSymbol {
    #[allow(deprecated, reason = "the type has no other constructor that names its fields")]
    DocumentSymbol {
        name: entry.name.clone(),
        detail: None,
        kind: entry.kind,
        tags: None,
        deprecated: None,
        range: document.range(&entry.range),
        selection_range: document.range(&entry.selection),
        children: None,
    }
}

/// Shortens a text to the beginning of its first line.
fn shortened(text: &str) -> String {
    let line = text.lines().next().unwrap_or_default().trim_end();
    match line.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &line[..end]),
        None if line.len() < text.trim_end().len() => format!("{line} …"),
        None => line.to_owned(),
    }
}
