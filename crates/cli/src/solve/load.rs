//! Reads the programs that the command line names, with what they include.

use std::collections::HashSet;
use std::io::IsTerminal;
use std::path::{Path, PathBuf};

use groundplan::diagnostic::{Diagnostic, Diagnostics, Lint};
use groundplan::exchange::{is_aspif, is_lparse};
use groundplan::{Engine, Part};

use super::arguments::ProgramArguments;
use super::warnings;
use crate::exit::Failure;
use crate::input::{self, Text};
use crate::report;

/// The name of the module that asks for solving step by step.
const INCREMENTAL: &str = "incmode";
/// What that module says: every program that is solved step by step may ask for its last step.
const INCREMENTAL_TEXT: &str = "#program check(t). #external query(t).";

/// A program that was read.
pub struct Loaded {
    /// The engine that holds it.
    pub engine: Engine,
    /// Whether it asks to be solved step by step.
    pub incremental: bool,
    wanted: Vec<Lint>,
    quiet: bool,
}

/// Reads all files.
///
/// # Errors
///
/// When one cannot be read or understood, which has been said.
pub fn load(arguments: &ProgramArguments, quiet: bool) -> Result<Loaded, Failure> {
    let wanted = warnings::wanted(&arguments.warnings)?;
    let mut engine = Engine::new();
    for definition in &arguments.constants {
        define(&mut engine, definition)?;
    }
    let mut incremental = false;
    let mut seen: HashSet<PathBuf> = HashSet::new();
    for file in &files(arguments)? {
        let text = input::read_any(file)?;
        if file == "-" || seen.insert(identity(Path::new(file))) {
            add(&mut engine, &text)?;
        }
        includes(&mut engine, &mut seen, &mut incremental)?;
    }
    let mut loaded = Loaded { engine, incremental, wanted, quiet };
    if !loaded.quiet && loaded.wanted.iter().any(|lint| *lint != Lint::Arithmetic) {
        let lint = loaded.engine.lint();
        report::diagnostics(&warnings::filter(lint, &loaded.wanted));
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

    /// Shows predicates, `NAME/ARITY` separated by commas, and nothing that is not named.
    ///
    /// # Errors
    ///
    /// When that is no list of predicates.
    pub fn show(&mut self, predicates: Option<&str>) -> Result<(), Failure> {
        let Some(predicates) = predicates else { return Ok(()) };
        let is_signature = |name: &str| {
            let arity = name.split_once('/').map(|(_, arity)| arity);
            arity.is_some_and(|arity| !arity.is_empty() && arity.bytes().all(|byte| byte.is_ascii_digit()))
        };
        let wrong = || Failure::Usage(format!("`{predicates}` is no list of predicates, as in `p/1,-q/2`"));
        if !predicates.split(',').all(|name| name.is_empty() || is_signature(name)) {
            return Err(wrong());
        }
        let directives: String = predicates
            .split(',')
            .filter(|name| !name.is_empty())
            .map(|name| format!("#show {name}. "))
            .collect();
        self.engine.add_text("--show-preds", &format!("#show. {directives}")).map_err(|error| {
            report::engine(error);
            wrong()
        })
    }

    /// Prints the warnings that came up.
    pub fn warn(&mut self) {
        let new = warnings::filter(self.engine.take_warnings(), &self.wanted);
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
    if std::io::stdin().is_terminal() {
        return Err(Failure::Usage("name a file of the program, or `-` for standard input".to_owned()));
    }
    Ok(vec!["-".to_owned()])
}

fn add(engine: &mut Engine, text: &Text) -> Result<(), Failure> {
    let result = if is_aspif(&text.text) {
        engine.add_aspif(&text.name, &text.text)
    } else if is_lparse(&text.text) {
        engine.add_lparse(&text.name, &text.text)
    } else {
        engine.add_text(&text.name, &text.text)
    };
    result.map_err(report::engine)
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
                report::diagnostics(&Diagnostics::new(vec![error], engine.sources().clone()));
                Failure::Reported
            };
            if include.builtin {
                if include.target != INCREMENTAL {
                    let message = format!("there is no module `{}`", include.target);
                    return Err(refuse(engine, message, "the only one is `<incmode>`"));
                }
                if !std::mem::replace(incremental, true) {
                    engine.add_text("<incmode>", INCREMENTAL_TEXT).map_err(report::engine)?;
                }
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
    engine.define_text(definition).map_err(|error| {
        report::engine(error);
        Failure::Usage(format!("`{definition}` is no definition of a constant, as in `n=8`"))
    })
}
