//! Messages on standard error, with excerpts of the text that they are about. What a terminal obeys in them is escaped.

use std::io::{IsTerminal, Write};
use std::ops::Range;

use annotate_snippets::{Group, Level, Renderer};
use groundplan::diagnostic::{Diagnostic, Diagnostics, Sources, Span};
use groundplan::solve::{SatError, SolveError};
use groundplan::Error;

use crate::colour;
use crate::escape::{self, escaped};
use crate::exit::Failure;
use crate::progress;

/// Prints diagnostics, if there are any.
pub fn diagnostics(diagnostics: &Diagnostics) {
    if diagnostics.is_empty() {
        return;
    }
    match std::io::stderr().is_terminal() || coloured() {
        true => line(&diagnostics.for_terminal(coloured()).to_string()),
        false => line(&diagnostics.to_string()),
    }
}

/// Prints an error about a range of a text.
pub fn error_at(name: &str, text: &str, range: Range<usize>, message: &str, help: Option<&str>) {
    let mut sources = Sources::new();
    let source = sources.add(name, text);
    let span = Span { source, start: range.start as u32, end: range.end as u32 };
    let mut diagnostic = Diagnostic::error(message, span);
    diagnostic.help = help.map(str::to_owned);
    diagnostics(&Diagnostics::new(vec![diagnostic], sources));
}

/// Prints why a command failed, unless that was printed already.
pub fn failure(failure: &Failure) {
    match failure {
        Failure::Usage(message)
        | Failure::Input(message)
        | Failure::Internal(message)
        | Failure::Unwritable(message)
        | Failure::NoThread(message)
        | Failure::Disputed(message) => error(message),
        Failure::Halted(halted) => diagnostics(&halted.diagnostics),
        Failure::Reported | Failure::Unwritten | Failure::Closed => {}
    }
}

/// Prints an error of the command line, which quotes it.
pub fn usage(error: &clap::Error) {
    let said = error.render();
    let said = if coloured() { said.ansi().to_string() } else { said.to_string() };
    line(said.trim_end_matches('\n'));
}

/// Prints an error without a position.
pub fn error(message: &str) {
    group(Group::with_title(Level::ERROR.primary_title(message)));
}

/// Prints an error without a position, and a help text.
pub fn error_with_help(message: &str, help: &str) {
    group(Group::with_title(Level::ERROR.primary_title(message)).element(Level::HELP.message(help)));
}

/// Refuses the input: prints the reason and a help text.
pub fn refuse(message: &str, help: &str) -> Failure {
    error_with_help(message, help);
    Failure::Reported
}

/// Prints that something cannot be written, and a help text.
pub fn unwritable(message: &str, help: &str) -> Failure {
    error_with_help(message, help);
    Failure::Unwritten
}

/// Prints where an error of the engine is in the program, if it is in there.
pub fn engine_diagnostics(error: &Error) {
    if let Error::Program(errors) | Error::Unsupported { diagnostics: errors, .. } = error {
        diagnostics(errors);
    }
}

/// Returns the failure for an error of the engine, and prints where that is in the program.
pub fn engine(error: Error) -> Failure {
    engine_diagnostics(&error);
    match error {
        Error::Program(_) | Error::Unsupported { .. } => Failure::Reported,
        Error::Halted(halted) => Failure::Halted(halted),
        Error::NoVariable(_) | Error::Solve(SolveError::Unbounded) => Failure::Input(error.to_string()),
        Error::Solve(SolveError::Backend(SatError::NoThread(_))) => Failure::NoThread(error.to_string()),
        other => Failure::Internal(other.to_string()),
    }
}

/// Prints a sentence for people.
pub fn say(sentence: &str) {
    line(&escaped(sentence));
}

/// Prints lines of a file.
pub fn excerpt(lines: &str) {
    line(&escaped(lines));
}

/// Prints a warning without a position, and a help text.
pub fn warning(message: &str, help: &str) {
    group(Group::with_title(Level::WARNING.primary_title(message)).element(Level::HELP.message(help)));
}

/// Prints a note.
pub fn note(message: &str) {
    group(Group::with_title(Level::NOTE.primary_title(message)));
}

/// Prints a message that consists of a title and what belongs to it.
pub fn group(group: Group<'_>) {
    line(&renderer().render(&[group]));
}

fn line(text: &str) {
    // Only a renderer may set colours.
    let text = if coloured() { escape::coloured(text) } else { escaped(text) };
    // If standard error is closed, there is no way left to report it.
    let _ = progress::without_line(|| writeln!(std::io::stderr().lock(), "{text}"));
}

fn renderer() -> Renderer {
    if coloured() {
        Renderer::styled()
    } else {
        Renderer::plain()
    }
}

/// Whether messages on standard error have colours.
fn coloured() -> bool {
    colour::is_wanted(std::io::stderr().is_terminal())
}
