//! Cubes: one question split into several, each of which is asked by itself (`--cubes`, `--cube`).

pub mod arguments;
mod cube;
pub mod plan;
pub mod program;

use std::path::Path;
use std::time::Instant;

use groundplan::program::Literal;
use groundplan::{Engine, Error, Interrupter};
use groundplan_certificate::{Claim, Lit};
use groundplan_prove::second::Input;
use groundplan_prove::{Certificate, Claimed, Ground};
use serde_json::{json, Value};

use crate::certify::ground::{assume, literals};
use crate::certify::second::{self, question};
use crate::certify::{interrupted, told, write};
use crate::exit::{Exit, Failure};
use crate::instance::quantity;
use crate::watchdog::{Cause, Ended, Watchdog};
use crate::{output, report};
pub use cube::{keep_within, Cube};

/// A cube of a ground program, for whoever puts answers together.
#[derive(Clone, Debug)]
pub struct Within {
    /// Its literals.
    pub literals: Vec<String>,
    /// The digest of the ground program.
    pub program: String,
}

impl Within {
    /// Adds it to a result in JSON.
    pub fn add(&self, object: &mut Value) {
        object["cube"] = json!(self.literals);
        object["program"] = json!(self.program);
    }
}

/// A question that is to be split.
struct Splitting<'a> {
    engine: Engine,
    ground: Ground,
    /// The cube that is split.
    cube: Option<&'a Cube>,
    /// What to split by first.
    choices: Vec<Vec<Literal>>,
    count: u32,
    /// Where the certificate that the cubes are everything goes, if one is asked for.
    certify: Option<&'a Path>,
    /// The text that it was ground from.
    input: Input,
    quiet: bool,
}

impl Splitting<'_> {
    /// Splits it, and prints the cubes behind what says which question it is.
    ///
    /// # Errors
    ///
    /// When the cube is none of the program, or the certificate cannot be written.
    fn run(self, mut head: Value, interrupter: &Interrupter, watchdog: &Watchdog) -> Result<Exit, Failure> {
        let Splitting { mut engine, ground, cube, choices, count, certify, input, quiet } = self;
        let start = Instant::now();
        let given = cube.map_or(Ok(Vec::new()), |cube| cube.read(&mut engine))?;
        let mut query = engine.query();
        for literal in &given {
            query = query.assume_text(literal).map_err(report::engine)?;
        }
        let split = query.cubes(usize::try_from(count).unwrap_or(usize::MAX), &choices);
        let split = match split {
            Err(Error::Interrupted) => interrupted(watchdog),
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
                report::say(&told(output, "there is nothing outside of them", size));
                opinion.iter().for_each(|opinion| report::say(opinion));
            }
        }
        Ok(Exit::Success)
    }
}

/// Proves that these cubes are all there is within the one that was split.
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
        Claimed::Unknown => interrupted(watchdog),
    }
}

/// What is said where splitting is cut short: nothing is printed, for half of the cubes would be no cover.
fn give_up(quiet: bool) -> impl FnOnce(&Ended) -> Exit + Send + 'static {
    move |ended: &Ended| {
        if ended.cause != Cause::Closed && !quiet {
            ended.say("the question is not split");
        }
        Exit::Unknown
    }
}
