//! Ground programs to make claims about: who grounds them, and what is assumed.

use std::collections::HashMap;
use std::io::{self, Read, Seek, Write};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use groundplan::exchange::{aspif, atoms, is_aspif};
use groundplan::{Engine, Interrupter};
use groundplan_certificate::{Grounder, Lit, Program, Source};
use groundplan_prove::{Ground, ProveError};

use super::arguments::{CertifyArguments, GrounderName};
use crate::exit::Failure;
use crate::program::is_there;
use crate::report;
use crate::solve::load::{self, Loaded};

/// How often to look whether gringo has ended.
const GLANCE: Duration = Duration::from_millis(10);

/// Grounds the program of a command line; `None` if it was interrupted.
///
/// # Errors
///
/// When the program is wrong, or the grounder is not there.
pub fn ground(arguments: &CertifyArguments, interrupter: &Interrupter) -> Result<Option<Ground>, Failure> {
    let mut loaded = load::load(&arguments.program, arguments.quiet)?;
    let is_ground = as_it_is(&loaded.engine).is_some();
    refuse_steps(&mut loaded)?;
    let constants = &arguments.program.constants;
    let mut ground = if arguments.grounder == GrounderName::Gringo && !is_ground {
        let options = options(constants);
        let texts: Vec<&str> = loaded.engine.sources().iter().map(|(_, text)| text).collect();
        let Some((aspif, grounder)) = gringo(arguments, &options, &texts, interrupter)? else {
            return Ok(None);
        };
        Ground { aspif, atoms: None, sources: sources(&loaded.engine), grounder, files: Vec::new() }
    } else {
        if !is_ground {
            loaded.engine.set_ground_limit(arguments.limits.ground_limit);
            loaded.ground(["base"])?;
        }
        of_loaded(&loaded.engine, constants)
    };
    assume(&mut ground, &arguments.assume, "--assume", &mut loaded.engine)?;
    Ok(Some(ground))
}

/// What an engine has ground; as it is, if it was ground already.
pub fn of_loaded(engine: &Engine, constants: &[String]) -> Ground {
    let options = options(constants);
    match as_it_is(engine) {
        Some(text) => Ground {
            aspif: text.to_owned(),
            atoms: None,
            sources: sources(engine),
            grounder: Grounder { name: "none".to_owned(), version: String::new(), arguments: options },
            files: Vec::new(),
        },
        None => of_engine(engine, options),
    }
}

/// Grounds texts that become files of the certificate; the engine has them as well.
///
/// # Errors
///
/// When they are wrong.
pub fn of_texts(
    texts: Vec<(&'static str, String)>,
    constants: &[String],
    ground_limit: Option<u64>,
    interrupter: &Interrupter,
) -> Result<(Ground, Engine), Failure> {
    let mut engine = Engine::new();
    let mut config = groundplan::solve::SearchConfig::default();
    config.solver.interrupter = interrupter.clone();
    engine.configure(config).map_err(report::engine)?;
    engine.set_ground_limit(ground_limit);
    for constant in constants {
        engine.define_text(constant).map_err(report::engine)?;
    }
    for (name, text) in &texts {
        engine.add_text(name, text).map_err(report::engine)?;
    }
    engine.ground(["base"]).map_err(report::engine)?;
    let files = texts.into_iter().map(|(name, text)| (name.to_owned(), text)).collect();
    Ok((Ground { files, ..of_engine(&engine, options(constants)) }, engine))
}

/// What an engine has ground, told these options.
pub fn of_engine(engine: &Engine, arguments: Vec<String>) -> Ground {
    let program = engine.ground_program();
    let version = env!("CARGO_PKG_VERSION").to_owned();
    Ground {
        aspif: aspif(program),
        atoms: Some(atoms(program)),
        sources: sources(engine),
        grounder: Grounder { name: "groundplan".to_owned(), version, arguments },
        files: Vec::new(),
    }
}

/// Adds assumptions to a program, those of `option` on the command line.
///
/// # Errors
///
/// When one is no literal, or the grounder does not tell which atom it is about.
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

/// The literals of a program that texts name.
///
/// # Errors
///
/// As [`assume`].
pub fn literals(ground: &Ground, texts: &[String], engine: &mut Engine) -> Result<Vec<Lit>, Failure> {
    let program = program(ground)?;
    let numbers: HashMap<&str, u32> =
        program.names.iter().rev().map(|(&atom, name)| (name.as_str(), atom)).collect();
    let mut literals = Vec::new();
    for text in texts {
        let text = text.trim();
        let (negative, atom) = match text.strip_prefix("not ") {
            Some(atom) => (true, atom),
            None => (false, text),
        };
        let (name, found) = engine.find_atom(atom).map_err(|error| {
            report::engine(error);
            Failure::Usage(format!("`{text}` is no literal to assume, as in `p(1)` or `not p(1)`"))
        })?;
        let number = match ground.atoms.is_some() {
            // What the ground program does not know has no rule, as an atom that it never mentions.
            true => found.map_or_else(|| program.unused_atom(), |atom| atom.0 + 1),
            false => *numbers.get(name.as_str()).ok_or_else(|| {
                Failure::Input(format!(
                    "the ground program does not tell which atom is `{name}`, so nothing can be assumed about it: is it shown, \
                     and no fact?"
                ))
            })?,
        };
        let literal = Lit::positive(number);
        literals.push(if negative { !literal } else { literal });
    }
    Ok(literals)
}

/// The program as the certificate's checker reads it.
///
/// # Errors
///
/// When it has what the checker does not support.
pub fn program(ground: &Ground) -> Result<Program, Failure> {
    ground.program().map_err(unproven)
}

/// Why there is no proof.
pub fn unproven(error: ProveError) -> Failure {
    match error {
        ProveError::Program(_) => Failure::Input(error.to_string()),
        error => Failure::Internal(error.to_string()),
    }
}

/// Refuses a program that is solved step by step.
///
/// # Errors
///
/// When it is one.
pub fn refuse_steps(loaded: &mut Loaded) -> Result<(), Failure> {
    if loaded.incremental || loaded.engine.next_step().map_err(report::engine)? {
        return Err(Failure::Input(
            "a program that is solved step by step has no single ground program to certify".to_owned(),
        ));
    }
    Ok(())
}

/// The text of a program that was ground already.
fn as_it_is(engine: &Engine) -> Option<&str> {
    let mut texts = engine.sources().iter().map(|(_, text)| text);
    texts.next().filter(|text| is_aspif(text) && texts.next().is_none())
}

fn sources(engine: &Engine) -> Vec<Source> {
    engine.sources().iter().map(|(name, text)| Source::of(name, text)).collect()
}

/// What a grounder is told about constants.
pub fn options(constants: &[String]) -> Vec<String> {
    constants.iter().flat_map(|constant| ["-c".to_owned(), constant.clone()]).collect()
}

/// Has gringo ground the program; `None` if it was interrupted.
fn gringo(
    arguments: &CertifyArguments,
    options: &[String],
    texts: &[&str],
    interrupter: &Interrupter,
) -> Result<Option<(String, Grounder)>, Failure> {
    if !is_there(Path::new("gringo")) {
        return Err(Failure::Usage(
            "`--grounder gringo`: there is no program `gringo`; install it".to_owned(),
        ));
    }
    let failed = |error: io::Error| Failure::Internal(format!("cannot run gringo: {error}"));
    let version = Command::new("gringo").arg("--version").output().map_err(failed)?;
    let version = String::from_utf8_lossy(&version.stdout);
    let version = version.lines().next().unwrap_or_default().trim_start_matches("gringo version ").to_owned();
    // By files, so that neither side waits for the other.
    let (mut input, mut output) =
        (tempfile::tempfile().map_err(failed)?, tempfile::tempfile().map_err(failed)?);
    if arguments.program.files.iter().any(|file| file == "-") || arguments.program.files.is_empty() {
        input.write_all(texts[0].as_bytes()).and_then(|()| input.rewind()).map_err(failed)?;
    }
    let mut child = Command::new("gringo")
        .arg("--output=intermediate")
        .args(options)
        .args(&arguments.program.files)
        .stdin(Stdio::from(input))
        .stdout(Stdio::from(output.try_clone().map_err(failed)?))
        .spawn()
        .map_err(failed)?;
    let status = loop {
        if let Some(status) = child.try_wait().map_err(failed)? {
            break status;
        }
        if interrupter.is_interrupted() {
            child.kill().and_then(|()| child.wait()).map_err(failed)?;
            return Ok(None);
        }
        std::thread::sleep(GLANCE);
    };
    if !status.success() {
        return Err(Failure::Input(format!("gringo does not ground the program: {status}")));
    }
    let mut aspif = String::new();
    output.rewind().and_then(|()| output.read_to_string(&mut aspif)).map_err(failed)?;
    let grounder = Grounder { name: "gringo".to_owned(), version, arguments: options.to_vec() };
    Ok(Some((aspif, grounder)))
}
