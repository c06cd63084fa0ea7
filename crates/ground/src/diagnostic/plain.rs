//! Prints diagnostics with file, line and underlined text, without a rendering library.

use std::fmt;

use super::clingo::opening;
use super::{Diagnostics, Severity, Sources, Span};

/// Writes the diagnostics in order.
pub fn write(f: &mut fmt::Formatter<'_>, diagnostics: &Diagnostics) -> fmt::Result {
    let sources = diagnostics.sources();
    for (index, diagnostic) in diagnostics.iter().enumerate() {
        let severity = match diagnostic.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
            Severity::Note => "note",
        };
        let (end, opening) = (if index > 0 { "\n" } else { "" }, opening(diagnostic, sources));
        write!(f, "{end}{opening}{severity}: {}", diagnostic.message)?;
        if let Some(span) = diagnostic.span {
            place(f, sources, span, &diagnostic.label)?;
            diagnostic.related.iter().try_for_each(|(span, label)| place(f, sources, *span, label))?;
        }
        if let Some(help) = &diagnostic.help {
            write!(f, "\n  = help: {help}")?;
        }
    }
    Ok(())
}

/// Writes file, line and column of a position, and the line where it begins, underlined and with the label.
fn place(f: &mut fmt::Formatter<'_>, sources: &Sources, span: Span, label: &str) -> fmt::Result {
    let (line, column) = sources.position(span);
    let text = sources.text(span.source);
    let start = text[..span.range().start].rfind('\n').map_or(0, |newline| newline + 1);
    let end = text[start..].find('\n').map_or(text.len(), |newline| start + newline);
    let length = text[span.range().start..span.range().end.min(end)].chars().count().max(1);
    write!(f, "\n --> {}:{line}:{column}\n  | {}", sources.name(span.source), &text[start..end])?;
    write!(f, "\n  | {:2$}{}", "", "^".repeat(length), column - 1)?;
    write!(f, "{}{label}", if label.is_empty() { "" } else { " " })
}
