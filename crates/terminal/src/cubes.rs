//! A question of a command split into cubes, or restricted to one of them (`--cubes`, `--cube`).

use std::path::Path;
use std::time::Instant;

use clap::Args;
use groundplan::program::Literal;
use groundplan::{Engine, Error, Interrupter};
use groundplan_certify::{CertifyError, Cube, Inquiry, Split};
use serde_json::{json, Value};

use crate::certificate::{failure, WantedCertificate};
use crate::exit::{Exit, Failure};
use crate::watchdog::{Cause, EarlyEnd, Watchdog};
use crate::words::quantity;
use crate::{output, report};

/// The part of a question that is asked.
#[derive(Clone, Debug, Default, Args)]
pub struct CubeArguments {
    /// Solve nothing: split the question into at most K cubes that are disjoint and together all of it, and print each as
    /// an object of JSON, behind one that says which question it is; with --certify, prove that they are all of it
    #[arg(long, value_name = "K", value_parser = clap::value_parser!(u32).range(1..=1_000_000), help_heading = "Cubes",
          hide_short_help = true)]
    pub cubes: Option<u32>,
    /// Only what lies in this cube: atoms of the ground program, or `not` and an atom, separated by commas; with --cubes, it is
    /// split
    #[arg(
        long,
        value_name = "LITERAL,...",
        allow_hyphen_values = true,
        help_heading = "Cubes",
        hide_short_help = true
    )]
    pub cube: Option<Cube>,
}

impl CubeArguments {
    /// Returns the first of these options that was given.
    pub fn option(&self) -> Option<&'static str> {
        let given = [(self.cubes.is_some(), "--cubes"), (self.cube.is_some(), "--cube")];
        given.into_iter().find_map(|(given, name)| given.then_some(name))
    }
}

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
    pub inquiry: Inquiry,
    /// The cube to be split; `None` for the whole question.
    pub cube: Option<&'a Cube>,
    /// Alternatives to split by first.
    pub choices: Vec<Vec<Literal>>,
    /// The largest number of cubes.
    pub count: u32,
    /// The folder for a certificate that the cubes cover the question, if one is asked for.
    pub certify: Option<&'a Path>,
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
        let SplitQuestion { mut engine, inquiry, cube, choices, count, certify, quiet } = self;
        let start = Instant::now();
        let split = match Split::new(&mut engine, cube, &choices, count) {
            Err(CertifyError::Engine(Error::Interrupted)) => watchdog.await_end(),
            split => split.map_err(failure)?,
        };
        let Split { given, cubes } = &split;
        head["program"] = json!(inquiry.ground.digest());
        head["cubes"] = json!(cubes.len());
        head["within"] = json!(given);
        let mut lines = format!("{head}\n");
        for (index, literals) in cubes.iter().enumerate() {
            lines += &format!("{}\n", json!({ "cube": index, "literals": literals }));
        }
        let wanted = certify.map(|output| WantedCertificate { output, interrupter, watchdog, quiet });
        let proven = wanted.map(|wanted| {
            let cover = split.cover(Inquiry { start, ..inquiry }).map_err(failure)?;
            let otherwise = "there is an answer set outside of the cubes";
            wanted.prove(cover, otherwise).map(|proven| (wanted, [proven]))
        });
        let proven = proven.transpose()?;
        let mut word = watchdog.hold();
        let size = proven.as_ref().map(|(wanted, proven)| {
            groundplan_certify::write(wanted.output, proven, &[], &|| false).map_err(failure)
        });
        let size = size.transpose()?;
        *word = true;
        output::print(&lines)?;
        if !quiet {
            report::say(&quantity(cubes.len(), "cube", "cubes"));
        }
        if let (Some((wanted, proven)), Some(size)) = (&proven, size) {
            wanted.say("there is nothing outside of them", size, proven);
        }
        Ok(Exit::Success)
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
