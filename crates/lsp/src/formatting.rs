//! Formatting: the text of a program as `groundplan fmt` writes it, as one edit.

use groundplan::syntax::format;
use lsp_types::TextEdit;

use crate::workspace::Document;

/// Returns the edit that formats a text; none if it is formatted already. Lines that do not change at its beginning and at its
/// end are left out, so that the editor keeps its place there.
///
/// # Errors
///
/// Returns a message if the text has syntax errors.
pub fn formatting(document: &Document) -> Result<Vec<TextEdit>, String> {
    let old = &*document.text;
    let new = format(&document.name.to_string_lossy(), old).map_err(|error| error.to_string())?;
    if new == old {
        return Ok(Vec::new());
    }
    let (old_lines, new_lines): (Vec<&str>, Vec<&str>) =
        (old.split_inclusive('\n').collect(), new.split_inclusive('\n').collect());
    let pairs = old_lines.iter().zip(&new_lines);
    let start: usize = pairs.take_while(|(old, new)| old == new).map(|(line, _)| line.len()).sum();
    let pairs = old_lines.iter().rev().zip(new_lines.iter().rev());
    let end: usize = pairs.take_while(|(old, new)| old == new).map(|(line, _)| line.len()).sum();
    // The same lines may count at both ends.
    let end = end.min(old.len().min(new.len()) - start);
    let range = document.range(&(start..old.len() - end));
    Ok(vec![TextEdit { range, new_text: new[start..new.len() - end].to_owned() }])
}
