//! Hover: a predicate's signature, what the comment above its first rule says, and the number of its atoms; of a keyword, its
//! section of the reference.

use std::path::PathBuf;

use lsp_types::{Hover, MarkupContent, MarkupKind, Position, Range};

use crate::check::{Extension, Extensions, DEADLINE};
use crate::index::TextOccurrence;
use crate::predicate::ProgramPredicate;
use crate::program::Programs;
use crate::reference;
use crate::workspace::Document;

/// Returns what to show about the predicate or the keyword at a position. `extensions` returns what is known of a program by its root.
pub fn hover<'a>(
    programs: &Programs<'_>,
    document: &Document,
    position: Position,
    extensions: impl Fn(&PathBuf) -> Option<&'a Extensions>,
) -> Option<Hover> {
    let offset = document.offset(position);
    let found = document.index().at(offset);
    let Some(first) = found.first() else {
        let (keyword, value) = reference::entry(&document.text, document.index(), offset)?;
        return Some(shown(value, document.range(&keyword)));
    };
    let range = document.range(&first.name);
    let roots = programs.roots(&document.name);
    let sections = found.iter().map(|TextOccurrence { predicate, .. }| {
        let arguments = match predicate.arity {
            0 => "no arguments".to_owned(),
            1 => "1 argument".to_owned(),
            arity => format!("{arity} arguments"),
        };
        let mut lines = vec![format!("`{predicate}`: predicate with {arguments}")];
        lines.extend(comment(programs, document, &roots, predicate));
        for root in &roots {
            let Some(known) = extensions(root) else { continue };
            let place = match (roots.len(), root.file_name()) {
                (2.., Some(file)) => format!("in `{}`: ", file.to_string_lossy()),
                _ => String::new(),
            };
            lines.push(format!("{place}{}", size(known, predicate)));
        }
        lines.join("\n\n")
    });
    Some(shown(sections.collect::<Vec<_>>().join("\n\n---\n\n"), range))
}

/// What is shown of a range, as Markdown.
fn shown(value: String, range: Range) -> Hover {
    let contents = MarkupContent { kind: MarkupKind::Markdown, value };
    Hover { contents: contents.into(), range: Some(range) }
}

fn size(known: &Extensions, predicate: &ProgramPredicate) -> String {
    let Extensions::Known(sizes) = known else {
        return match known {
            Extensions::Large => format!(
                "number of atoms unknown: the program is too large to be grounded in {} s",
                DEADLINE.as_secs()
            ),
            _ => "number of atoms unknown: the program has errors".to_owned(),
        };
    };
    match sizes.get(predicate).copied().unwrap_or_default() {
        Extension { atoms: 0, .. } => "no atoms".to_owned(),
        Extension { facts: 1, atoms: 1 } => "1 atom, a fact".to_owned(),
        Extension { facts: 0, atoms: 1 } => "1 possible atom".to_owned(),
        Extension { facts, atoms } if facts == atoms => format!("{atoms} atoms, all facts"),
        Extension { facts: 0, atoms } => format!("{atoms} possible atoms"),
        Extension { facts, atoms } => format!("{atoms} possible atoms, {facts} of them facts"),
    }
}

/// Returns the text of the comment above the first rule that derives a predicate, in the order in which texts are read.
pub fn comment(
    programs: &Programs<'_>,
    document: &Document,
    roots: &[PathBuf],
    predicate: &ProgramPredicate,
) -> Option<String> {
    let texts = roots.iter().flat_map(|root| programs.texts(root));
    let first = texts.into_iter().find_map(|text| {
        let rule = text.index().of_predicate(predicate).find(|found| found.derives)?.statement;
        Some((rule, text))
    });
    match first {
        Some((rule, text)) => comment_above(&text, rule),
        None => {
            let rule = document.index().of_predicate(predicate).find(|found| found.derives)?.statement;
            comment_above(document, rule)
        }
    }
}

/// Returns the text of the comment that ends on the line above a statement, without its marks.
fn comment_above(document: &Document, statement: usize) -> Option<String> {
    let (text, index) = (&document.text, document.index());
    let mut start = index.statements[statement].range.start;
    let mut above: Vec<String> = Vec::new();
    let before = index.comments.partition_point(|comment| comment.end <= start);
    for comment in index.comments[..before].iter().rev() {
        let between = &text[comment.end..start];
        let line = text[..comment.start].rfind('\n').map_or(0, |newline| newline + 1);
        let is_own_line = text[line..comment.start].trim().is_empty();
        let is_near = between.trim().is_empty() && between.matches('\n').count() == 1;
        if !is_own_line || !is_near || text[comment.clone()].starts_with("#!") {
            break;
        }
        above.push(without_marks(&text[comment.clone()]));
        start = comment.start;
    }
    above.reverse();
    let words = above.join("\n");
    (!words.trim().is_empty()).then(|| words.trim().to_owned())
}

fn without_marks(comment: &str) -> String {
    let inner = comment.strip_prefix("%*").map(|inner| inner.strip_suffix("*%").unwrap_or(inner));
    let lines = inner.unwrap_or(comment).lines();
    let lines = lines.map(|line| line.trim_start_matches('%').trim_matches([' ', '\t', '\r']));
    lines.collect::<Vec<_>>().join("\n")
}
