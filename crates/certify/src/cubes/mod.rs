//! Splits a question into cubes, and answers single cubes (`--cubes`, `--cube`).

mod arguments;
mod cube;

use std::path::Path;
use std::time::Instant;

use groundplan::program::Literal;
use groundplan::{Engine, Error, Interrupter};
use groundplan_certificate::{Claim, Lit};
use groundplan_prove::second::Input;
use groundplan_prove::{Certificate, Claimed, Ground};
use groundplan_terminal::exit::{Exit, Failure};
use groundplan_terminal::watchdog::{Cause, EarlyEnd, Watchdog};
use groundplan_terminal::words::quantity;
use groundplan_terminal::{output, report};
use serde_json::{json, Value};

use crate::ground::{assume, literals};
use crate::second::{self, question};
use crate::write::{self, written_message};
pub use arguments::CubeArguments;
pub use cube::{keep_within, Cube};

/// A cube of a ground program.
#[derive(Clone, Debug)]
pub struct Within {
    /// The literals of the cube.
    pub literals: Vec<String>,
    /// The digest of the ground program, so that results can be merged; `None` if no result in JSON is printed. It is that of a
    /// certificate's program, with or without `--certify`.
    pub program: Option<String>,
}

impl Within {
    /// Adds the cube to a JSON result.
    pub fn add(&self, object: &mut Value) {
        object["cube"] = json!(self.literals);
        object["program"] = json!(self.program);
    }
}

/// A question to be split.
pub struct SplitQuestion<'a> {
    /// The engine, which has ground the program.
    pub engine: Engine,
    /// The ground program, for the certificate.
    pub ground: Ground,
    /// The cube to be split; `None` for the whole question.
    pub cube: Option<&'a Cube>,
    /// Alternatives to split by first.
    pub choices: Vec<Vec<Literal>>,
    /// The largest number of cubes.
    pub count: u32,
    /// The folder for a certificate that the cubes cover the question, if one is asked for.
    pub certify: Option<&'a Path>,
    /// The text that the program was ground from.
    pub input: Input,
    /// Whether to suppress messages for people.
    pub quiet: bool,
}

impl SplitQuestion<'_> {
    /// Splits the question, and prints `head`, which identifies it, followed by the cubes.
    ///
    /// # Errors
    ///
    /// When the given cube does not fit the program, or the certificate cannot be written.
    pub fn run(
        self,
        mut head: Value,
        interrupter: &Interrupter,
        watchdog: &Watchdog,
    ) -> Result<Exit, Failure> {
        let SplitQuestion { mut engine, ground, cube, choices, count, certify, input, quiet } = self;
        let start = Instant::now();
        let given = cube.map_or(Ok(Vec::new()), |cube| cube.read(&mut engine))?;
        let mut query = engine.query();
        for literal in &given {
            query = query.assume_text(literal).map_err(report::engine)?;
        }
        let split = query.cubes(usize::try_from(count).unwrap_or(usize::MAX), &choices);
        let split = match split {
            Err(Error::Interrupted) => watchdog.await_end(),
            split => split.map_err(report::engine)?,
        };
        let program = engine.ground_program();
        let text = |literal: &Literal| {
            let atom = program.atom(literal.atom()).expect("cubes are of atoms with names");
            if literal.is_negative() {
                format!("not {atom}")
            } else {
                atom.to_string()
            }
        };
        let cubes: Vec<Vec<String>> =
            split.iter().map(|cube| given.iter().cloned().chain(cube.iter().map(text)).collect()).collect();
        let digest = ground.digest();
        let cover = certify.map(|_| cover(ground, &given, &cubes, &mut engine, interrupter, watchdog));
        let cover = cover.transpose()?;
        let opinion = match &cover {
            Some((ground, certificate)) => {
                let question = question(&certificate.claim, given.clone(), cubes.clone());
                let (first, asked) = (start.elapsed(), (&[question][..], true));
                second::compare(ground, input, first, asked, (interrupter, watchdog))?
            }
            None => None,
        };
        head["program"] = json!(digest);
        head["cubes"] = json!(cubes.len());
        head["within"] = json!(given);
        let mut lines = format!("{head}\n");
        for (index, literals) in cubes.iter().enumerate() {
            lines += &format!("{}\n", json!({ "cube": index, "literals": literals }));
        }
        let mut word = watchdog.hold();
        let size = match (certify, &cover) {
            (Some(output), Some((ground, proof))) => {
                Some((output, write::write(output, &[(ground, proof)], &[])?))
            }
            _ => None,
        };
        *word = true;
        output::print(&lines)?;
        if !quiet {
            report::say(&quantity(cubes.len(), "cube", "cubes"));
            if let Some((output, size)) = size {
                report::say(&written_message(output, "there is nothing outside of them", size));
                opinion.iter().for_each(|opinion| report::say(opinion));
            }
        }
        Ok(Exit::Success)
    }
}

/// Proves that the cubes cover the cube, or question, that was split.
fn cover(
    mut ground: Ground,
    given: &[String],
    cubes: &[Vec<String>],
    engine: &mut Engine,
    interrupter: &Interrupter,
    watchdog: &Watchdog,
) -> Result<(Ground, Certificate), Failure> {
    let literals: Vec<String> = cubes.iter().flatten().cloned().collect();
    let mut literals = self::literals(&ground, &literals, engine)?.into_iter();
    let cubes: Vec<Vec<Lit>> =
        cubes.iter().map(|cube| literals.by_ref().take(cube.len()).collect()).collect();
    assume(&mut ground, given, "--cube", engine)?;
    match write::certify(&ground, Claim { cubes, ..Claim::default() }, None, interrupter)? {
        Claimed::Proven(proof) => Ok((ground, *proof)),
        Claimed::Wrong(_) => Err(Failure::Internal("there is an answer set outside of the cubes".to_owned())),
        Claimed::Unknown => watchdog.await_end(),
    }
}

/// Returns the watchdog's action for interrupted splitting: no cube is printed, because an incomplete list is not a
/// cover.
pub fn give_up(quiet: bool) -> impl FnOnce(&EarlyEnd) -> Exit + Send + 'static {
    move |ended: &EarlyEnd| {
        if ended.cause != Cause::Closed && !quiet {
            ended.say("the question is not split");
        }
        Exit::Unknown
    }
}
