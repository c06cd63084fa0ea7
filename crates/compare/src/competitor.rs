//! Engines by name, and the command that runs each of them on a question.

use std::ffi::{OsStr, OsString};
use std::fmt;
use std::path::Path;
use std::process::Command;
use std::str::FromStr;
use std::time::Duration;

use groundplan_sokoban::EngineName;

use crate::answer::OutputFormat;
use crate::task::Task;

/// The name of an engine on the command line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum CompetitorName {
    /// An engine of `groundplan`, with the SAT solver if one is named.
    Own(EngineName, Option<String>),
    /// An external engine.
    Peer(Peer),
}

/// An external engine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Peer {
    /// clingo, with the same encodings.
    Clingo,
    /// gringo and clasp, with the encoding of one horizon.
    GringoClasp,
    /// SWI-Prolog, with a tabled program.
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

const PEERS: [Peer; 3] = [Peer::Clingo, Peer::GringoClasp, Peer::Swipl];

impl FromStr for CompetitorName {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        if let Ok(own) = text.parse() {
            return Ok(CompetitorName::Own(own, None));
        }
        if let Some(backend) = text.strip_prefix("ground:") {
            return Ok(CompetitorName::Own(EngineName::Ground, Some(backend.to_owned())));
        }
        if let Some(peer) = PEERS.into_iter().find(|peer| peer.name() == text) {
            return Ok(CompetitorName::Peer(peer));
        }
        let peers: Vec<&str> = PEERS.into_iter().map(Peer::name).collect();
        let own = EngineName::ALL.map(EngineName::name).join(", ");
        Err(format!("the engines are {own}, ground:BACKEND, {}", peers.join(", ")))
    }
}

impl fmt::Display for CompetitorName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CompetitorName::Own(own, None) => write!(f, "{own}"),
            CompetitorName::Own(own, Some(backend)) => write!(f, "{own}:{backend}"),
            CompetitorName::Peer(peer) => f.write_str(peer.name()),
        }
    }
}

/// An engine that is installed.
#[derive(Clone, Debug)]
pub struct Competitor {
    /// The name of the engine.
    pub name: CompetitorName,
    /// The commands that it consists of.
    pub programs: FoundPrograms,
}

/// The words of a command.
pub type CommandWords = Vec<OsString>;

/// The commands of an engine.
#[derive(Clone, Debug)]
pub enum FoundPrograms {
    /// `groundplan`, with `--engine` and `--backend`.
    Groundplan(CommandWords),
    /// clingo as a command.
    Clingo(CommandWords),
    /// clingo as a module of this Python interpreter, with options for clingo.
    PythonClingo(OsString, CommandWords),
    /// gringo and clasp, each with its options.
    GringoClasp(String, String),
    /// SWI-Prolog.
    Swipl(CommandWords),
}

/// The files that an engine can read.
#[derive(Clone, Copy, Debug)]
pub struct Files<'a> {
    /// The instance as it was given.
    pub instance: &'a Path,
    /// The facts of the question, for grounders.
    pub asp: &'a Path,
    /// The facts of the question, for Prolog.
    pub prolog: &'a Path,
    /// The folder of encodings and drivers.
    pub shipped: &'a Path,
}

/// The limits of a run.
#[derive(Clone, Copy, Debug)]
pub struct RunLimits {
    /// The CPU time.
    pub time: Duration,
    /// The resident memory in MiB.
    pub memory: u64,
}

impl RunLimits {
    /// No limits.
    pub const NONE: RunLimits = RunLimits { time: Duration::MAX, memory: u64::MAX };
}

/// Disables equivalence preprocessing: with it, clingo 5.8.3 loses answer sets of some programs.
const WITHOUT_EQUIVALENCE: &str = "--eq=0";

impl Competitor {
    /// Returns the command that answers the question.
    pub fn command(&self, task: Task, files: Files, limits: RunLimits) -> Command {
        let shipped = |name: &str| files.shipped.join(name);
        let encoding = shipped(match task {
            Task::Decide(_) => "decision.lp",
            Task::Optimize => "optimize.lp",
        });
        match &self.programs {
            FoundPrograms::Groundplan(words) => {
                let mut command = command(words);
                command.arg(task.name()).arg(files.instance);
                if let Some(actions) = task.actions() {
                    command.arg("--actions").arg(actions.to_string());
                }
                if let CompetitorName::Own(engine, backend) = &self.name {
                    command.args(["--engine", engine.name()]);
                    if let Some(backend) = backend {
                        command.args(["--backend", backend]);
                    }
                }
                // Limits the table space of a tabled engine, which reports on standard error when it is full.
                command.args(["--memory-limit", &limits.memory.to_string()]);
                command.args(["--format", "json"]);
                command
            }
            FoundPrograms::Clingo(words) => {
                let mut command = command(words);
                command.args(["--verbose=0", WITHOUT_EQUIVALENCE]).arg(encoding).arg(files.asp);
                if task == Task::Optimize {
                    command.arg(shipped("incremental.lp"));
                }
                command
            }
            FoundPrograms::PythonClingo(interpreter, options) => {
                let mut command = Command::new(interpreter);
                match task {
                    Task::Decide(_) => command.args(["-m", "clingo", "--verbose=0"]),
                    Task::Optimize => command.arg(shipped("clingo-optimize.py")),
                };
                command.arg(WITHOUT_EQUIVALENCE).args(options).arg(encoding).arg(files.asp);
                command
            }
            FoundPrograms::GringoClasp(gringo, clasp) => {
                let mut command = Command::new("sh");
                command.arg(shipped("gringo-clasp.sh")).arg(task.name());
                command.arg(shipped("decision.lp")).arg(files.asp);
                command.env("GRINGO", gringo).env("CLASP", clasp);
                command
            }
            FoundPrograms::Swipl(words) => {
                // Far above our limit, so that ours is reached first; the defaults of SWI-Prolog are much lower.
                let room = limits.memory.saturating_mul(2);
                let mut command = command(words);
                command.arg(format!("--stack-limit={room}m")).arg(format!("--table-space={room}m"));
                command.arg(shipped("tabled.pl")).arg(task.name()).arg(files.prolog);
                command
            }
        }
    }

    /// Returns the output format of the engine.
    pub fn output_format(&self, task: Task) -> OutputFormat {
        match (&self.programs, task) {
            (FoundPrograms::Groundplan(_), _) => OutputFormat::Json,
            (FoundPrograms::Clingo(_) | FoundPrograms::PythonClingo(..), Task::Optimize) => {
                OutputFormat::Horizon { counts_down: true }
            }
            (FoundPrograms::GringoClasp(..), Task::Optimize) => OutputFormat::Horizon { counts_down: false },
            _ => OutputFormat::Lines,
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
            assert_eq!(name.parse::<CompetitorName>().map(|name| name.to_string()), Ok(name.to_owned()));
        }
        for wrong in ["", "Ground", "tabled:varisat", "clasp"] {
            assert!(wrong.parse::<CompetitorName>().is_err(), "{wrong}");
        }
    }
}
