//! The engines by name, and the command that each is for a question.

use std::ffi::{OsStr, OsString};
use std::fmt;
use std::path::Path;
use std::process::Command;
use std::str::FromStr;
use std::time::Duration;

use super::answer::Reading;
use super::question::Question;

/// The name of an engine, as on the command line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Name {
    /// One of `groundplan`, and the SAT solver if it is named.
    Own(&'static str, Option<String>),
    /// One of others.
    Peer(Peer),
}

/// An engine of others.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Peer {
    /// clingo, the same encodings.
    Clingo,
    /// gringo and clasp, the encoding of one horizon.
    GringoClasp,
    /// SWI-Prolog, a tabled program.
    Swipl,
}

impl Peer {
    fn name(self) -> &'static str {
        match self {
            Peer::Clingo => "clingo",
            Peer::GringoClasp => "gringo-clasp",
            Peer::Swipl => "swipl",
        }
    }
}

const OWN: [&str; 4] = ["ground", "tabled", "tabled+", "auto"];
const PEERS: [Peer; 3] = [Peer::Clingo, Peer::GringoClasp, Peer::Swipl];

impl FromStr for Name {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        if let Some(own) = OWN.into_iter().find(|&own| own == text) {
            return Ok(Name::Own(own, None));
        }
        if let Some(backend) = text.strip_prefix("ground:") {
            return Ok(Name::Own("ground", Some(backend.to_owned())));
        }
        if let Some(peer) = PEERS.into_iter().find(|peer| peer.name() == text) {
            return Ok(Name::Peer(peer));
        }
        let peers: Vec<&str> = PEERS.into_iter().map(Peer::name).collect();
        Err(format!("the engines are {}, ground:BACKEND, {}", OWN.join(", "), peers.join(", ")))
    }
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Name::Own(own, None) => f.write_str(own),
            Name::Own(own, Some(backend)) => write!(f, "{own}:{backend}"),
            Name::Peer(peer) => f.write_str(peer.name()),
        }
    }
}

/// An engine that is there.
#[derive(Clone, Debug)]
pub struct Engine {
    /// Its name.
    pub name: Name,
    /// The programs that it is.
    pub programs: Programs,
}

/// A command's words.
pub type Words = Vec<OsString>;

/// The programs that an engine is.
#[derive(Clone, Debug)]
pub enum Programs {
    /// `groundplan`, with `--engine` and `--backend`.
    Groundplan(Words),
    /// clingo as a program.
    Clingo(Words),
    /// clingo as a module of this interpreter, and clingo's options.
    PythonClingo(OsString, Words),
    /// The two commands, each with its options.
    GringoClasp(String, String),
    /// SWI-Prolog.
    Swipl(Words),
}

/// The files a run can read.
#[derive(Clone, Copy, Debug)]
pub struct Files<'a> {
    /// The instance as it was given.
    pub instance: &'a Path,
    /// The facts of the question, for grounders.
    pub asp: &'a Path,
    /// The same for Prolog.
    pub prolog: &'a Path,
    /// Encodings and drivers.
    pub shipped: &'a Path,
}

/// What a run may use up.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// CPU time.
    pub time: Duration,
    /// Resident memory, in MiB.
    pub memory: u64,
}

/// clingo loses answer sets of some programs with its equivalence preprocessing (5.8.3).
const WITHOUT_EQUIVALENCE: &str = "--eq=0";

impl Engine {
    /// The command that answers the question.
    pub fn command(&self, question: Question, files: Files, limits: Limits) -> Command {
        let shipped = |name: &str| files.shipped.join(name);
        let encoding = shipped(match question {
            Question::Decide(_) => "decision.lp",
            Question::Optimize => "optimize.lp",
        });
        match &self.programs {
            Programs::Groundplan(words) => {
                let mut command = command(words);
                command.arg(question.name()).arg(files.instance);
                if let Some(actions) = question.actions() {
                    command.arg("--actions").arg(actions.to_string());
                }
                if let Name::Own(engine, backend) = &self.name {
                    command.args(["--engine", engine]);
                    if let Some(backend) = backend {
                        command.args(["--backend", backend]);
                    }
                }
                // The table space of a tabled engine; what ends it is said on standard error.
                command.args(["--memory-limit", &limits.memory.to_string()]);
                command.args(["--format", "json"]);
                command
            }
            Programs::Clingo(words) => {
                let mut command = command(words);
                command.args(["--verbose=0", WITHOUT_EQUIVALENCE]).arg(encoding).arg(files.asp);
                if question == Question::Optimize {
                    command.arg(shipped("incremental.lp"));
                }
                command
            }
            Programs::PythonClingo(interpreter, options) => {
                let mut command = Command::new(interpreter);
                match question {
                    Question::Decide(_) => command.args(["-m", "clingo", "--verbose=0"]),
                    Question::Optimize => command.arg(shipped("clingo-optimize.py")),
                };
                command.arg(WITHOUT_EQUIVALENCE).args(options).arg(encoding).arg(files.asp);
                command
            }
            Programs::GringoClasp(gringo, clasp) => {
                let mut command = Command::new("sh");
                command.arg(shipped("gringo-clasp.sh")).arg(question.name());
                command.arg(shipped("decision.lp")).arg(files.asp);
                command.env("GRINGO", gringo).env("CLASP", clasp);
                command
            }
            Programs::Swipl(words) => {
                // Room enough that our limit is the one that is met; its own are far lower.
                let room = limits.memory.saturating_mul(2);
                let mut command = command(words);
                command.arg(format!("--stack-limit={room}m")).arg(format!("--table-space={room}m"));
                command.arg(shipped("tabled.pl")).arg(question.name()).arg(files.prolog);
                command
            }
        }
    }

    /// How its output is to be read.
    pub fn reading(&self, question: Question) -> Reading {
        match (&self.programs, question) {
            (Programs::Groundplan(_), _) => Reading::Json,
            (Programs::Clingo(_) | Programs::PythonClingo(..), Question::Optimize) => {
                Reading::Horizon { counts_down: true }
            }
            (Programs::GringoClasp(..), Question::Optimize) => Reading::Horizon { counts_down: false },
            _ => Reading::Lines,
        }
    }
}

fn command(words: &[OsString]) -> Command {
    let mut command = Command::new(words.first().map_or(OsStr::new(""), OsString::as_os_str));
    command.args(words.iter().skip(1));
    command
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_as_they_are_written() {
        for name in [
            "ground",
            "tabled",
            "tabled+",
            "auto",
            "clingo",
            "gringo-clasp",
            "swipl",
            "ground:process:minisat",
        ] {
            assert_eq!(name.parse::<Name>().map(|name| name.to_string()), Ok(name.to_owned()));
        }
        for wrong in ["", "Ground", "tabled:varisat", "clasp"] {
            assert!(wrong.parse::<Name>().is_err(), "{wrong}");
        }
    }
}
