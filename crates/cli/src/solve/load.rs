//! Reads the programs that the command line names, with what they include.

use std::fs;
use std::io::{self, IsTerminal};

use groundplan::{Engine, Loader, Part};
use groundplan_certificate::Places;
use groundplan_frontend::arguments::{ProgramArguments, SolveArguments};
use groundplan_frontend::warnings::{self, Wanted};

use crate::exit::Failure;
use crate::input::{self, Text};
use crate::report;

/// A program that was read.
pub struct Loaded {
    /// The engine that holds it.
    pub engine: Box<Engine>,
    /// Whether it asks to be solved step by step.
    pub incremental: bool,
    wanted: Wanted,
    quiet: bool,
}

/// Reads all files.
///
/// # Errors
///
/// When one cannot be read or understood, which has been said.
pub fn load(arguments: &ProgramArguments, quiet: bool) -> Result<Loaded, Failure> {
    load_files(arguments, quiet, None)
}

/// Reads all files, and what they include as far as it lies in these places: the files may be those of somebody else.
///
/// # Errors
///
/// As [`load`], and when something is included that lies elsewhere.
pub fn load_below(arguments: &ProgramArguments, quiet: bool, places: &Places) -> Result<Loaded, Failure> {
    load_files(arguments, quiet, Some(places))
}

fn load_files(arguments: &ProgramArguments, quiet: bool, places: Option<&Places>) -> Result<Loaded, Failure> {
    let wanted = warnings::wanted(&arguments.warnings).map_err(Failure::Usage)?;
    let mut engine = Box::new(Engine::new());
    for definition in &arguments.constants {
        define(&mut engine, definition)?;
    }
    let mut loader = Loader::reading(|path| match places {
        Some(places) => places.read(path),
        None => fs::read_to_string(path),
    });
    for file in &files(arguments)? {
        let Text { name, text } = input::read_any(file)?;
        if file == input::STANDARD_INPUT || loader.claim(file) {
            loader.add_text(&mut engine, &name, &text).map_err(report::engine)?;
        }
    }
    let incremental = loader.is_incremental();
    let mut loaded = Loaded { engine, incremental, wanted, quiet };
    if !loaded.quiet && loaded.wanted.about_texts() {
        let lint = loaded.engine.lint();
        report::diagnostics(&loaded.wanted.filter(&lint));
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
    pub fn ground<'a, P: Into<Part<'a>>>(
        &mut self,
        parts: impl IntoIterator<Item = P>,
    ) -> Result<(), Failure> {
        let result = self.engine.ground(parts);
        self.warn();
        result.map_err(report::engine)
    }

    /// Shows predicates, and nothing that is not named, where the command line names some.
    ///
    /// # Errors
    ///
    /// When that is no list of predicates.
    pub fn show(&mut self, arguments: &SolveArguments) -> Result<(), Failure> {
        let Some(directives) = arguments.shown().map_err(Failure::Usage)? else { return Ok(()) };
        self.engine.add_text("--show-preds", &directives).map_err(report::engine)
    }

    /// Warns of assumptions whose atoms nothing derives. What is wrong with one is said where it is asked for.
    pub fn warn_of_assumptions(&mut self, texts: &[String]) {
        for text in texts {
            let Ok(new) = self.engine.lint_assumption(text) else { continue };
            if !self.quiet {
                report::diagnostics(&self.wanted.filter(&new));
            }
        }
    }

    /// Prints the warnings that came up.
    pub fn warn(&mut self) {
        let new = self.wanted.filter(&self.engine.take_warnings());
        if !self.quiet {
            report::diagnostics(&new);
        }
    }
}

/// The files to read: standard input where none is named, as clingo does, if somebody feeds it.
fn files(arguments: &ProgramArguments) -> Result<Vec<String>, Failure> {
    if !arguments.files.is_empty() {
        return Ok(arguments.files.clone());
    }
    if io::stdin().is_terminal() {
        return Err(Failure::Usage("name a file of the program, or `-` for standard input".to_owned()));
    }
    Ok(vec!["-".to_owned()])
}

/// `name=value`
fn define(engine: &mut Engine, definition: &str) -> Result<(), Failure> {
    engine.define_text(definition).map_err(|error| {
        report::engine(error);
        Failure::Usage(format!("`{definition}` is no definition of a constant, as in `n=8`"))
    })
}
