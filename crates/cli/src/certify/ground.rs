//! Ground programs to make claims about, and where they come from.

use std::collections::HashMap;
use std::fmt::Write as _;
use std::io::{self, Cursor, Read, Seek, Write};
use std::process::{Command, Stdio};
use std::time::Duration;

use groundplan::exchange::{aspif, is_aspif};
use groundplan::program::{AtomId, HIDDEN};
use groundplan::{Engine, Interrupter};
use groundplan_certificate::{digest, within, Grounder, Lit, Program, Source};

use super::arguments::{CertifyArguments, GrounderName};
use crate::exit::Failure;
use crate::program::is_there;
use crate::report;
use crate::solve::load::{self, Loaded};
use std::path::Path;

/// How often to look whether gringo has ended.
const GLANCE: Duration = Duration::from_millis(10);

/// A ground program.
pub struct Ground {
    /// Its text.
    pub aspif: String,
    /// The numbers and names of all atoms, where the grounder tells them.
    pub atoms: Option<String>,
    pub sources: Vec<Source>,
    pub grounder: Grounder,
    /// Files that the certificate takes in: sources that nobody has else.
    pub files: Vec<(&'static str, String)>,
}

impl Ground {
    /// Grounds the program of a command line; `None` if it was interrupted.
    ///
    /// # Errors
    ///
    /// When the program is wrong, or the grounder is not there.
    pub fn of(arguments: &CertifyArguments, interrupter: &Interrupter) -> Result<Option<Ground>, Failure> {
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
            Ground::of_loaded(&loaded.engine, constants)
        };
        ground.assume(&arguments.assume, "--assume", &mut loaded.engine)?;
        Ok(Some(ground))
    }

    /// What an engine has ground; as it is, if it was ground already.
    pub fn of_loaded(engine: &Engine, constants: &[String]) -> Ground {
        match as_it_is(engine) {
            Some(text) => Ground {
                aspif: text.to_owned(),
                atoms: None,
                sources: sources(engine),
                grounder: Grounder {
                    name: "none".to_owned(),
                    version: String::new(),
                    arguments: options(constants),
                },
                files: Vec::new(),
            },
            None => Ground::by_engine(engine, options(constants)),
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
        Ok((Ground { files: texts, ..Ground::by_engine(&engine, options(constants)) }, engine))
    }

    /// What an engine has ground, told these options.
    pub fn by_engine(engine: &Engine, arguments: Vec<String>) -> Ground {
        let program = engine.ground_program();
        let mut atoms = String::new();
        for index in 0..program.program.atom_count() as u32 {
            if let Some(atom) = program.atom(AtomId(index)).filter(|atom| !atom.name().starts_with(HIDDEN)) {
                // Writing to a string cannot fail.
                let _ = writeln!(atoms, "{} {atom}", index + 1);
            }
        }
        let version = env!("CARGO_PKG_VERSION").to_owned();
        Ground {
            aspif: aspif(program),
            atoms: Some(atoms),
            sources: sources(engine),
            grounder: Grounder { name: "groundplan".to_owned(), version, arguments },
            files: Vec::new(),
        }
    }

    /// Adds assumptions to the program, that of `option` on the command line.
    ///
    /// # Errors
    ///
    /// When one is no literal, or the grounder does not tell which atom it is about.
    pub fn assume(&mut self, texts: &[String], option: &str, engine: &mut Engine) -> Result<(), Failure> {
        if texts.is_empty() {
            return Ok(());
        }
        let literals = self.literals(texts, engine)?;
        let options = texts.iter().flat_map(|text| [option.to_owned(), text.trim().to_owned()]);
        self.grounder.arguments.extend(options);
        self.assume_all(&literals)
    }

    /// The literals of the program that texts name.
    ///
    /// # Errors
    ///
    /// As [`Ground::assume`].
    pub fn literals(&self, texts: &[String], engine: &mut Engine) -> Result<Vec<Lit>, Failure> {
        let program = self.program()?;
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
            let number = match self.atoms.is_some() {
                // What the ground program does not know has no rule, as an atom that it never mentions.
                true => {
                    found.map_or_else(|| program.atoms.last().copied().unwrap_or(0) + 1, |atom| atom.0 + 1)
                }
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

    /// Adds literals of the program to what is assumed.
    pub fn assume_all(&mut self, literals: &[Lit]) -> Result<(), Failure> {
        let assumed = within(&self.aspif, literals);
        self.aspif = assumed
            .ok_or_else(|| Failure::Internal("the ground program does not end as it should".to_owned()))?;
        Ok(())
    }

    /// The digest by which the program is known to whoever puts answers about it together.
    pub fn digest(&self) -> String {
        text_digest(&self.aspif)
    }

    /// The program as the certificate's checker reads it.
    ///
    /// # Errors
    ///
    /// When it has what the checker does not support.
    pub fn program(&self) -> Result<Program, Failure> {
        Program::parse(&self.aspif)
            .map_err(|refusal| Failure::Input(format!("the ground program cannot be certified: {refusal}")))
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
    let source = |(name, text): (&str, &str)| Source { file: name.to_owned(), sha256: text_digest(text) };
    engine.sources().iter().map(source).collect()
}

fn text_digest(text: &str) -> String {
    digest(&mut Cursor::new(text), &mut io::sink()).expect("memory can be read")
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
