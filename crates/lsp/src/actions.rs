//! Code actions: words that the diagnostics correct, replaced by those that were probably intended.

use std::collections::HashMap;

use lsp_types::{CodeAction, CodeActionKind, CodeActionResponse, Range, TextEdit, WorkspaceEdit};

use crate::diagnostics::{word_in, Found};
use crate::workspace::Document;

/// Returns the actions for the diagnostics that touch a range of a document.
pub fn actions(document: &Document, found: &[Found], range: &Range) -> Vec<CodeActionResponse> {
    let touches = |other: &Range| other.start <= range.end && range.start <= other.end;
    let found =
        found.iter().filter(|found| touches(&found.shown.range) || found.corrected.iter().any(touches));
    found.flat_map(|found| corrections(document, found)).collect()
}

fn corrections(document: &Document, found: &Found) -> Vec<CodeActionResponse> {
    let Some(correction) = &found.correction else { return Vec::new() };
    let searched = found.corrected.unwrap_or(found.shown.range);
    let start = document.offset(searched.start);
    let text = document.text.get(start..document.offset(searched.end)).unwrap_or_default();
    // The text may have changed since it was checked.
    let Some(word) = word_in(text, &correction.written) else { return Vec::new() };
    let range = document.range(&(start + word.start..start + word.end));
    let actions = correction.meant.iter().map(|meant| {
        let edit = TextEdit { range, new_text: meant.clone() };
        CodeActionResponse::CodeAction(CodeAction {
            title: format!("Replace `{}` by `{meant}`", correction.written),
            kind: Some(CodeActionKind::QuickFix),
            diagnostics: Some(vec![found.shown.clone()]),
            is_preferred: Some(correction.meant.len() == 1),
            edit: Some(WorkspaceEdit {
                changes: Some(HashMap::from([(document.uri.clone(), vec![edit])])),
                ..WorkspaceEdit::default()
            }),
            ..CodeAction::default()
        })
    });
    actions.collect()
}
