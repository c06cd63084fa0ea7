//! Checks a program in the background: its errors and warnings, and how many atoms each predicate has.
//!
//! The messages are those of `groundplan solve`. All parts of the program are grounded, until a deadline. Errors are known
//! before the first rule is grounded, so only the sizes and a few warnings need the grounding.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use groundplan::diagnostic::{Diagnostic, Diagnostics, Lint, Severity};
use groundplan::program::GroundProgram;
use groundplan::solve::SearchConfig;
use groundplan::{Engine, Error, Interrupter};

use crate::predicate::ProgramPredicate;
use crate::source::Source;

/// How long a program is grounded.
pub const DEADLINE: Duration = Duration::from_secs(1);

/// The number of atoms of a predicate.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Extension {
    /// The atoms that are facts.
    pub facts: u32,
    /// All atoms that may be true.
    pub atoms: u32,
}

/// The numbers of atoms of a program's predicates.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Extensions {
    /// They are known. A predicate that is not in the map has no atoms.
    Known(BTreeMap<ProgramPredicate, Extension>),
    /// Grounding took longer than [`DEADLINE`], or reached the limit on ground rules.
    Large,
    /// The program has errors.
    Wrong,
}

/// The result of a check.
#[derive(Debug)]
pub struct CheckedDocument {
    /// The root of the program.
    pub root: PathBuf,
    /// Errors and warnings, with the texts that they are about.
    pub found: Vec<Diagnostics>,
    /// The sizes of predicates.
    pub extensions: Extensions,
}

/// Checks a program. If the interrupter ends it, the result is of no use.
pub fn check(source: &Source, interrupter: &Interrupter) -> CheckedDocument {
    let options = source.options();
    let mut engine = Engine::new();
    let mut config = SearchConfig::default();
    config.solver.interrupter = interrupter.clone();
    let mut found = Vec::new();
    let mut extensions = Extensions::Wrong;
    // A new engine has not solved anything, so it can be configured.
    let loaded = engine.configure(config).and_then(|()| source.load(&mut engine));
    match loaded {
        Err(error) => found.push(diagnostics(error)),
        Ok(_) => {
            if options.warnings.about_texts() {
                // The constants of the options are for all programs of a workspace.
                let texts = engine.lint().filter(|warning| warning.lint != Some(Lint::Constant));
                found.push(options.warnings.filter(&texts));
            }
            engine.set_ground_deadline(Some(Instant::now() + DEADLINE));
            engine.set_ground_limit(Some(options.ground_limit()));
            let parts = source.parts(&engine);
            match engine.ground(parts) {
                Ok(()) => {
                    extensions = Extensions::Known(sizes(engine.ground_program()));
                    found.push(engine.unknown_theories());
                }
                Err(Error::Halted(_)) => extensions = Extensions::Large,
                Err(error) => found.push(diagnostics(error)),
            }
        }
    }
    found.push(options.warnings.filter(&engine.take_warnings()));
    CheckedDocument { root: source.root.clone(), found, extensions }
}

/// Returns the diagnostics of an error; one without a position if it has none.
fn diagnostics(error: Error) -> Diagnostics {
    match error {
        Error::Program(found) | Error::Unsupported { diagnostics: found, .. } => found,
        other => {
            let error = Diagnostic::new(Severity::Error, other.to_string());
            Diagnostics::new(vec![error], groundplan::diagnostic::Sources::new())
        }
    }
}

/// Counts the atoms of each predicate; those of its strong negation count too.
fn sizes(ground: GroundProgram<'_>) -> BTreeMap<ProgramPredicate, Extension> {
    let mut sizes: BTreeMap<ProgramPredicate, Extension> = BTreeMap::new();
    for (_, domain) in ground.base.domains() {
        let signature = domain.signature();
        let name = ground.symbols.text(signature.name).to_owned();
        let size = sizes.entry(ProgramPredicate { name, arity: signature.arity as usize }).or_default();
        for atom in domain.atoms().filter(|&atom| ground.atom(atom).is_some()) {
            size.atoms += 1;
            size.facts += u32::from(ground.program.is_fact(atom));
        }
    }
    sizes
}
