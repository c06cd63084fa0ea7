//! Reads the programs that the command line names, with included files.

use std::fs;
use std::io::{self, IsTerminal};

use groundplan::exchange::{is_aspif, is_lparse};
use groundplan::{Engine, Loader, Part};
use groundplan_certificate::SourcePlaces;
use groundplan_frontend::arguments::{ProgramArguments, SolveArguments};
use groundplan_frontend::warnings::{self, WantedWarnings};
use groundplan_terminal::exit::Failure;
use groundplan_terminal::input::{self, InputText};
use groundplan_terminal::report;

/// A program that was read.
pub struct Loaded {
    /// The engine that holds the program.
    pub engine: Box<Engine>,
    /// Whether it includes `<incmode>`, which solves it in several steps.
    pub incremental: bool,
    wanted: WantedWarnings,
    quiet: bool,
}

/// Reads all files.
///
/// # Errors
///
/// When a file cannot be read or parsed; the reason has been printed.
pub fn load(arguments: &ProgramArguments, quiet: bool) -> Result<Loaded, Failure> {
    load_files(arguments, quiet, None)
}

/// Reads all files, and included files only in these places: the files may be untrusted.
///
/// # Errors
///
/// The errors of [`load`], and when an included file lies elsewhere.
pub fn load_below(
    arguments: &ProgramArguments,
    quiet: bool,
    places: &SourcePlaces,
) -> Result<Loaded, Failure> {
    load_files(arguments, quiet, Some(places))
}

fn load_files(
    arguments: &ProgramArguments,
    quiet: bool,
    places: Option<&SourcePlaces>,
) -> Result<Loaded, Failure> {
    let wanted = warnings::wanted(&arguments.warnings).map_err(Failure::Usage)?;
    let mut engine = Box::new(Engine::new());
    for definition in &arguments.constants {
        define(&mut engine, definition)?;
    }
    let mut loader = Loader::reading(|path| match places {
        Some(places) => places.read(path),
        None => fs::read_to_string(path),
    });
    let mut files = files(&arguments.files)?;
    files.retain(|file| file == input::STANDARD_INPUT || loader.claim(file));
    for file in &files {
        let InputText { name, text } = input::read_any(file)?;
        loader.add_named(&mut engine, &name, &text).map_err(report::engine)?;
    }
    loader.include_in_named(&mut engine).map_err(report::engine)?;
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
    /// Grounds parts of the program, and prints new warnings.
    ///
    /// # Errors
    ///
    /// When the program is invalid; the reason has been printed.
    pub fn ground<'a, P: Into<Part<'a>>>(
        &mut self,
        parts: impl IntoIterator<Item = P>,
    ) -> Result<(), Failure> {
        let result = self.engine.ground(parts);
        self.warn();
        result.map_err(report::engine)
    }

    /// Shows only the predicates that the command line names, if it names some.
    ///
    /// # Errors
    ///
    /// When that is not a list of predicates.
    pub fn show(&mut self, arguments: &SolveArguments) -> Result<(), Failure> {
        let Some(directives) = arguments.shown().map_err(Failure::Usage)? else { return Ok(()) };
        self.engine.add_text("--show-preds", &directives).map_err(report::engine)
    }

    /// Prints warnings about assumptions whose atoms are not derivable. Invalid ones are reported when they are used.
    pub fn warn_of_assumptions(&mut self, texts: &[String]) {
        for text in texts {
            let Ok(new) = self.engine.lint_assumption(text) else { continue };
            if !self.quiet {
                report::diagnostics(&self.wanted.filter(&new));
            }
        }
    }

    /// Whether the program consists of statements, which `groundplan explain` can name: it is neither a ground program nor a
    /// formula.
    pub fn has_statements(&self) -> bool {
        let is_ground = |(_, text): (&str, &str)| is_aspif(text) || is_lparse(text);
        self.engine.formula().is_none() && !self.engine.sources().iter().any(is_ground)
    }

    /// Prints new warnings.
    pub fn warn(&mut self) {
        let new = self.wanted.filter(&self.engine.take_warnings());
        if !self.quiet {
            report::diagnostics(&new);
        }
    }
}

/// Returns the files to read; standard input if none is named and it is not a terminal, as in clingo.
///
/// # Errors
///
/// When no file is named and standard input is a terminal.
pub fn files(named: &[String]) -> Result<Vec<String>, Failure> {
    if !named.is_empty() {
        return Ok(named.to_owned());
    }
    if io::stdin().is_terminal() {
        return Err(Failure::Usage("name a file of the program, or `-` for standard input".to_owned()));
    }
    Ok(vec!["-".to_owned()])
}

/// Defines a constant, given as `name=value`.
fn define(engine: &mut Engine, definition: &str) -> Result<(), Failure> {
    engine.define_text(definition).map_err(|error| {
        report::engine_diagnostics(&error);
        Failure::Usage(format!("`{definition}` is no definition of a constant, as in `n=8`"))
    })
}
