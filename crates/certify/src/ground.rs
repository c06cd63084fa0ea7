//! Ground programs for claims: those of the engine or of another grounder, with assumptions.

use std::collections::HashMap;

use groundplan::exchange::{aspif, atoms, is_aspif};
use groundplan::{Engine, Interrupter, NamedLiteral};
use groundplan_certificate::{Grounder, Lit, Program, Source, SourceTexts, Text};
use groundplan_prove::{Ground, ProveError};
use groundplan_terminal::exit::Failure;
use groundplan_terminal::input::{name as name_of, STANDARD_INPUT};
use groundplan_terminal::report;

/// The name in a certificate for the text of standard input.
const OWN_INPUT: &str = "standard-input.lp";

/// Returns the ground program of an engine; the text itself if it was already ground.
pub fn of_loaded(engine: &Engine, constants: &[String]) -> Ground {
    let options = options(constants);
    match as_it_is(engine) {
        Some(text) => {
            let mut sources = sources(engine).0;
            // This text is the ground program that the certificate already contains.
            sources.retain(|source| source.file != OWN_INPUT);
            Ground {
                aspif: text.to_owned(),
                atoms: None,
                is_from_source: false,
                sources,
                grounder: Grounder { name: "none".to_owned(), version: String::new(), arguments: options },
                files: Vec::new(),
            }
        }
        None => from_source(of_engine(engine, options), engine, constants),
    }
}

/// Returns the ground program that another grounder has made of an engine's texts.
pub fn of_grounder(aspif: String, grounder: Grounder, engine: &Engine, constants: &[String]) -> Ground {
    let (sources, files) = sources(engine);
    let ground = Ground { aspif, atoms: None, is_from_source: false, sources, grounder, files };
    from_source(ground, engine, constants)
}

/// Has the reference grounder make the program of an engine's texts, if it can. An interrupt ends the proof as well.
fn from_source(mut ground: Ground, engine: &Engine, constants: &[String]) -> Ground {
    let interrupter = engine.interrupter();
    let texts = SourceTexts::new(texts(engine), constants);
    ground.ground_from_source(&texts, &|| interrupter.is_interrupted());
    ground
}

/// Texts that become files of the certificate, ground by our engine.
pub struct GroundTexts {
    /// The engine that has ground them.
    pub engine: Engine,
    files: Vec<(String, String)>,
    constants: Vec<String>,
}

impl GroundTexts {
    /// Returns the ground program, for which the reference grounder is asked. That takes time, and no result of a search needs it.
    pub fn program(&self) -> Ground {
        Ground { files: self.files.clone(), ..of_loaded(&self.engine, &self.constants) }
    }
}

/// Grounds texts that become files of the certificate.
///
/// # Errors
///
/// When the texts are invalid.
pub fn of_texts(
    texts: Vec<(&'static str, String)>,
    constants: Vec<String>,
    ground_limit: Option<u64>,
    interrupter: &Interrupter,
) -> Result<GroundTexts, Failure> {
    let mut engine = Engine::new();
    let mut config = groundplan::solve::SearchConfig::default();
    config.solver.interrupter = interrupter.clone();
    engine.configure(config).map_err(report::engine)?;
    engine.set_ground_limit(ground_limit);
    for constant in &constants {
        engine.define_text(constant).map_err(report::engine)?;
    }
    for (name, text) in &texts {
        engine.add_text(name, text).map_err(report::engine)?;
    }
    engine.ground(["base"]).map_err(report::engine)?;
    let files = texts.into_iter().map(|(name, text)| (name.to_owned(), text)).collect();
    Ok(GroundTexts { engine, files, constants })
}

/// Returns the ground program of an engine; `arguments` are recorded as options of the grounder.
pub fn of_engine(engine: &Engine, arguments: Vec<String>) -> Ground {
    let program = engine.ground_program();
    let version = env!("CARGO_PKG_VERSION").to_owned();
    let (sources, files) = sources(engine);
    Ground {
        aspif: aspif(program),
        atoms: Some(atoms(program)),
        is_from_source: false,
        sources,
        grounder: Grounder { name: "groundplan".to_owned(), version, arguments },
        files,
    }
}

/// Adds assumptions to a ground program; they come from `option` on the command line.
///
/// # Errors
///
/// When a text is not a literal, or the ground program does not name its atom.
pub fn assume(
    ground: &mut Ground,
    texts: &[String],
    option: &str,
    engine: &mut Engine,
) -> Result<(), Failure> {
    if texts.is_empty() {
        return Ok(());
    }
    let literals = literals(ground, texts, engine)?;
    let options = texts.iter().flat_map(|text| [option.to_owned(), text.trim().to_owned()]);
    ground.grounder.arguments.extend(options);
    ground.assume(&literals).map_err(unproven)
}

/// Returns literals as ground programs print them.
///
/// # Errors
///
/// When a text is not a literal.
pub fn names(texts: &[String], engine: &mut Engine) -> Result<Vec<String>, Failure> {
    let name = |text: &String| engine.find_literal(text).map(|literal| literal.to_string());
    texts.iter().map(name).collect::<Result<_, _>>().map_err(report::engine)
}

/// Returns the literals of a ground program that texts name.
///
/// # Errors
///
/// The errors of [`assume`].
pub fn literals(ground: &Ground, texts: &[String], engine: &mut Engine) -> Result<Vec<Lit>, Failure> {
    let program = program(ground)?;
    let named = program.names.iter().rev().map(|(&atom, name)| (name.as_str(), atom));
    let listed = ground.atoms.as_deref().map(|atoms| atoms.lines().filter_map(|line| line.split_once(' ')));
    let numbers: HashMap<&str, u32> = match listed {
        Some(listed) => listed.filter_map(|(number, name)| Some((name, number.parse().ok()?))).collect(),
        None => named.collect(),
    };
    let mut literals = Vec::new();
    for text in texts {
        let text = text.trim();
        let NamedLiteral { is_negative, atom: name, .. } = engine.find_literal(text).map_err(|error| {
            report::engine_diagnostics(&error);
            Failure::Usage(format!("`{text}` is no literal to assume, as in `p(1)` or `not p(1)`"))
        })?;
        let number = match (numbers.get(name.as_str()), &ground.atoms) {
            (Some(&number), _) => number,
            // An atom that the ground program does not contain has no rule, like any unused atom.
            (None, Some(_)) => program.unused_atom(),
            (None, None) => {
                return Err(Failure::Input(format!(
                    "the ground program does not tell which atom is `{name}`, so nothing can be assumed about it: is it shown, \
                     and no fact?"
                )));
            }
        };
        let literal = Lit::positive(number);
        literals.push(if is_negative { !literal } else { literal });
    }
    Ok(literals)
}

/// Parses the ground program as the checker of certificates does.
///
/// # Errors
///
/// When it has something that the checker does not support.
pub fn program(ground: &Ground) -> Result<Program, Failure> {
    ground.program().map_err(unproven)
}

/// Returns the failure for an error of proving.
pub fn unproven(error: ProveError) -> Failure {
    match error {
        ProveError::Program(_) => Failure::Input(error.to_string()),
        error => Failure::Internal(error.to_string()),
    }
}

/// Whether a program was already ground.
pub fn is_ground(engine: &Engine) -> bool {
    as_it_is(engine).is_some()
}

/// Returns the text of a program that was already ground.
fn as_it_is(engine: &Engine) -> Option<&str> {
    let mut texts = engine.sources().iter().map(|(_, text)| text);
    texts.next().filter(|text| is_aspif(text) && texts.next().is_none())
}

/// Returns the texts of an engine, as the reference grounder reads them.
pub fn texts(engine: &Engine) -> impl Iterator<Item = Text> + '_ {
    let sources = engine.sources();
    sources.ids().map(move |id| Text {
        name: sources.name(id).to_owned(),
        text: sources.text(id).to_owned(),
        is_included: sources.is_included(id),
    })
}

/// Returns the sources, and the texts that the certificate has to contain: standard input cannot be read again.
fn sources(engine: &Engine) -> (Vec<Source>, Vec<(String, String)>) {
    let (mut sources, mut files) = (Vec::new(), Vec::new());
    for Text { name, text, is_included } in texts(engine) {
        if name == name_of(STANDARD_INPUT) {
            sources.push(Source::of(OWN_INPUT, &text));
            files.push((OWN_INPUT.to_owned(), text));
        } else {
            sources.push(Source::of(&name, &text).included(is_included));
        }
    }
    (sources, files)
}

/// Returns the options of a grounder that define constants.
pub fn options(constants: &[String]) -> Vec<String> {
    constants.iter().flat_map(|constant| ["-c".to_owned(), constant.clone()]).collect()
}
