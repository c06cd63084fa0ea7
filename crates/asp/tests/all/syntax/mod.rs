//! Text to syntax tree and back.

mod constructs;
mod errors;
mod extremes;
mod formatting;
mod random_trees;
mod round_trip;

use groundplan::diagnostic::{Diagnostic, Severity, Sources};
use groundplan::symbol::Symbols;
use groundplan::syntax::ast::Program;
use groundplan::syntax::{parse, parse_as_written, Parsed, Print};

/// A text and what was read from it.
struct Reading {
    symbols: Symbols,
    sources: Sources,
    program: Program,
    diagnostics: Vec<Diagnostic>,
}

fn read(text: &str) -> Reading {
    read_with(Symbols::new(), text)
}

fn read_with(mut symbols: Symbols, text: &str) -> Reading {
    let mut sources = Sources::new();
    let source = sources.add("test.lp", text);
    let Parsed { program, diagnostics } = parse(&mut symbols, &sources, source);
    Reading { symbols, sources, program, diagnostics }
}

/// Whether a text is no program where it is read as written.
fn is_refused_as_written(text: &str) -> bool {
    let mut sources = Sources::new();
    let source = sources.add("test.lp", text);
    let (read, _) = parse_as_written(&mut Symbols::new(), &sources, source);
    read.diagnostics.iter().any(|found| found.severity == Severity::Error)
}

/// A text without errors.
fn read_valid(text: &str) -> Reading {
    let reading = read(text);
    let errors: Vec<_> =
        reading.diagnostics.iter().filter(|found| found.severity == Severity::Error).collect();
    assert!(errors.is_empty(), "{text}\n{errors:#?}");
    reading
}

impl Reading {
    fn printed(&self) -> String {
        self.program.display(&self.symbols).to_string()
    }

    /// The underlined text.
    fn underlined(&self, diagnostic: &Diagnostic) -> &str {
        diagnostic.span.map_or("", |span| &self.sources.text(span.source)[span.range()])
    }
}
