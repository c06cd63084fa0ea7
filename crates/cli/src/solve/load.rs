//! Reads the programs that the command line names, with what they include.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use groundplan::diagnostic::{Diagnostic, Lint, Sources};
use groundplan::exchange::is_aspif;
use groundplan::syntax::{parse_definition, parse_term};
use groundplan::{Engine, Error};

use super::arguments::ProgramArguments;
use super::warnings;
use crate::exit::{Failure, Growing};
use crate::input::{self, Text};
use crate::report;

/// The name of the module that asks for solving step by step.
const INCREMENTAL: &str = "incmode";

/// A program that was read.
pub struct Loaded {
    /// The engine that holds it.
    pub engine: Engine,
    /// Whether it asks to be solved step by step.
    pub incremental: bool,
    wanted: Vec<Lint>,
    quiet: bool,
    /// How many of the engine's warnings were printed.
    said: usize,
}

/// Reads all files.
///
/// # Errors
///
/// When one cannot be read or understood, which has been said.
pub fn load(arguments: &ProgramArguments) -> Result<Loaded, Failure> {
    let wanted = warnings::wanted(&arguments.warnings)?;
    let mut engine = Engine::new();
    for definition in &arguments.constants {
        define(&mut engine, definition)?;
    }
    let mut incremental = false;
    let mut seen: HashSet<PathBuf> = HashSet::new();
    for file in &arguments.files {
        let text = input::read_any(file)?;
        if file == "-" || seen.insert(identity(Path::new(file))) {
            add(&mut engine, &text)?;
        }
        includes(&mut engine, &mut seen, &mut incremental)?;
    }
    let mut loaded = Loaded { engine, incremental, wanted, quiet: arguments.quiet, said: 0 };
    if !loaded.quiet && loaded.wanted.iter().any(|lint| *lint != Lint::Arithmetic) {
        let lint = loaded.engine.lint();
        report::diagnostics(&warnings::filter(&lint, &loaded.wanted), loaded.engine.sources());
    }
    loaded.warn();
    Ok(loaded)
}

impl Loaded {
    /// Grounds parts of the program, and prints the warnings that came up.
    ///
    /// # Errors
    ///
    /// When the program is wrong, which has been said.
    pub fn ground(&mut self, parts: &[(&str, &[groundplan::symbol::Symbol])]) -> Result<(), Failure> {
        let result = self.engine.ground(parts);
        self.warn();
        result.map_err(|error| refuse(&error, self.engine.sources()))
    }

    fn warn(&mut self) {
        let new = warnings::filter(&self.engine.warnings()[self.said..], &self.wanted);
        self.said = self.engine.warnings().len();
        if !self.quiet {
            report::diagnostics(&new, self.engine.sources());
        }
    }
}

fn add(engine: &mut Engine, text: &Text) -> Result<(), Failure> {
    let result = if is_aspif(&text.text) {
        engine.add_aspif(&text.name, &text.text)
    } else {
        engine.add_text(&text.name, &text.text)
    };
    result.map_err(|error| refuse(&error, engine.sources()))
}

/// Says why the engine could not go on.
pub fn refuse(error: &Error, sources: &Sources) -> Failure {
    match error {
        Error::Program(errors) => {
            report::diagnostics(errors, sources);
            Failure::Reported
        }
        Error::Halted(halt) => {
            Failure::Halted(Growing { halt: halt.clone(), sources: Box::new(sources.clone()) })
        }
        other => Failure::Internal(other.to_string()),
    }
}

/// Reads what the texts so far include, each file once, as the first of: beside the file that includes it, here.
fn includes(engine: &mut Engine, seen: &mut HashSet<PathBuf>, incremental: &mut bool) -> Result<(), Failure> {
    loop {
        let includes = engine.take_includes();
        if includes.is_empty() {
            return Ok(());
        }
        for include in includes {
            let refuse = |engine: &Engine, message: String, help: &str| {
                let error = Diagnostic::error(message, include.span).help(help);
                report::diagnostics(&[error], engine.sources());
                Failure::Reported
            };
            if include.builtin {
                if include.target != INCREMENTAL {
                    let message = format!("there is no module `{}`", include.target);
                    return Err(refuse(engine, message, "the only one is `<incmode>`"));
                }
                *incremental = true;
                continue;
            }
            let includer = PathBuf::from(engine.sources().name(include.span.source));
            let beside = includer.parent().unwrap_or(Path::new("")).join(&include.target);
            let path = if beside.exists() { beside } else { PathBuf::from(&include.target) };
            if !path.is_file() {
                let message = format!("there is no file `{}`", include.target);
                return Err(refuse(
                    engine,
                    message,
                    "files are looked for beside the one that includes them, then in the current folder",
                ));
            }
            if seen.insert(identity(&path)) {
                let text = input::read_any(&path.to_string_lossy())?;
                add(engine, &text)?;
            }
        }
    }
}

fn identity(path: &Path) -> PathBuf {
    path.canonicalize().unwrap_or_else(|_| path.to_owned())
}

/// `name=value`
fn define(engine: &mut Engine, definition: &str) -> Result<(), Failure> {
    let mut sources = Sources::new();
    let source = sources.add("--const", definition);
    let mut diagnostics = Vec::new();
    let parsed = parse_definition(engine.symbols_mut(), &sources, source, &mut diagnostics);
    let value = match &parsed {
        Some((_, term)) => engine.evaluate(term, &mut diagnostics),
        None => None,
    };
    match (parsed, value) {
        (Some((name, _)), Some(value)) => {
            let name = engine.symbols().text(name).to_owned();
            engine.define(&name, value);
            Ok(())
        }
        _ => {
            report::diagnostics(&diagnostics, &sources);
            Err(Failure::Usage(format!("`{definition}` is no definition of a constant, as in `n=8`")))
        }
    }
}

/// A literal on the command line: whether it is negated, and its atom as a term.
///
/// # Errors
///
/// When it is no literal.
pub fn literal(engine: &mut Engine, text: &str) -> Result<(bool, groundplan::symbol::Symbol), Failure> {
    let (negated, atom) = match text.trim_start().strip_prefix("not ") {
        Some(atom) => (true, atom),
        None => (false, text),
    };
    let mut sources = Sources::new();
    let source = sources.add("--assume", atom);
    let mut diagnostics = Vec::new();
    let term = parse_term(engine.symbols_mut(), &sources, source, &mut diagnostics);
    let value = term.and_then(|term| engine.evaluate(&term, &mut diagnostics));
    let atom = value.filter(|&value| matches!(engine.symbols().as_function(value), Some((Some(_), ..))));
    atom.map(|atom| (negated, atom)).ok_or_else(|| {
        report::diagnostics(&diagnostics, &sources);
        Failure::Usage(format!("`{text}` is no literal to assume, as in `p(1)` or `not p(1)`"))
    })
}
