//! Rename: a new name for a predicate in all programs that share it.

use std::collections::HashMap;

use lsp_types::{Position, PrepareRenamePlaceholder, PrepareRenameResult, TextEdit, WorkspaceEdit};

use crate::index::TextOccurrence;
use crate::predicate::{is_name, ProgramPredicate};
use crate::program::Programs;
use crate::workspace::Document;

/// Returns the name at a position, if it can be changed.
///
/// # Errors
///
/// Returns a message if it cannot.
pub fn prepare(document: &Document, position: Position) -> Result<Option<PrepareRenameResult>, String> {
    let found = document.index().at(document.offset(position));
    let Some(found) = renamed(found)? else { return Ok(None) };
    let placeholder = PrepareRenamePlaceholder {
        range: document.range(&found.name),
        placeholder: found.predicate.name.clone(),
    };
    Ok(Some(placeholder.into()))
}

/// Returns the edits that give the predicate at a position another name.
///
/// # Errors
///
/// Returns a message if the name is not one, or is in use, or if an occurrence might be missed or cannot be renamed alone.
pub fn rename(
    programs: &Programs<'_>,
    document: &Document,
    position: Position,
    new_name: &str,
) -> Result<Option<WorkspaceEdit>, String> {
    if !is_name(new_name) {
        return Err(format!(
            "`{new_name}` is not a name of a predicate: it begins with a lower-case letter and has letters, digits, `_` and `'`"
        ));
    }
    let Some(found) = renamed(document.index().at(document.offset(position)))? else { return Ok(None) };
    let predicate = &found.predicate;
    if predicate.name == new_name {
        return Ok(None);
    }
    let other = ProgramPredicate { name: new_name.to_owned(), arity: predicate.arity };
    let mut changes = HashMap::new();
    for text in programs.with_predicate(&document.name, predicate) {
        let (index, file) = (text.index(), text.name.display());
        if index.has_errors {
            return Err(format!(
                "`{file}` has syntax errors, so that occurrences might be missed: correct them first"
            ));
        }
        if index.of_predicate(&other).next().is_some() {
            return Err(format!("there is a predicate `{other}` already, in `{file}`: choose another name"));
        }
        let edits: Vec<TextEdit> = index
            .of_predicate(predicate)
            .map(|found| {
                renamed(std::slice::from_ref(found))?;
                Ok(TextEdit { range: text.range(&found.name), new_text: new_name.to_owned() })
            })
            .collect::<Result<_, String>>()?;
        if !edits.is_empty() {
            changes.insert(text.uri.clone(), edits);
        }
    }
    Ok(Some(WorkspaceEdit { changes: Some(changes), ..WorkspaceEdit::default() }))
}

/// Returns the occurrence to rename, if any.
fn renamed(found: &[TextOccurrence]) -> Result<Option<&TextOccurrence>, String> {
    match found.first() {
        Some(shared) if shared.is_shared => Err(format!(
            "one atom here stands for predicates with other numbers of arguments than `{}`, too: write them as several atoms first",
            shared.predicate
        )),
        found => Ok(found),
    }
}
