//! Finds the commands of engines: named by an option, or on the search path.

use std::env;
use std::ffi::OsString;
use std::path::Path;
use std::process::{Command, Stdio};

use groundplan_frontend::program::{is_there, missing_solver};
use groundplan_terminal::exit::Failure;

use crate::arguments::CompareArguments;
use crate::competitor::{CommandWords, Competitor, CompetitorName, FoundPrograms, Peer};

/// An engine that is not installed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MissingEngine {
    /// The name of the engine.
    pub engine: String,
    /// Names the missing command, and how to provide it.
    pub reason: String,
}

/// Returns the engines that the command line asks for, and those that are missing.
///
/// # Errors
///
/// When a command named by an option cannot be run, or no engine is installed.
pub fn find(arguments: &CompareArguments) -> Result<(Vec<Competitor>, Vec<MissingEngine>), Failure> {
    let (mut engines, mut missing) = (Vec::<Competitor>::new(), Vec::new());
    for name in &arguments.engines {
        if engines.iter().any(|engine| engine.name == *name) {
            return Err(Failure::Usage(format!("the engine `{name}` is named twice")));
        }
        match programs(name, arguments)? {
            Ok(programs) => engines.push(Competitor { name: name.clone(), programs }),
            Err(reason) => missing.push(MissingEngine { engine: name.to_string(), reason }),
        }
    }
    match (engines.is_empty(), missing.first()) {
        (true, Some(MissingEngine { engine, reason })) => {
            Err(Failure::Usage(format!("there is no engine to compare: `{engine}` is left out: {reason}")))
        }
        _ => Ok((engines, missing)),
    }
}

/// Returns the commands of an engine; the inner error says why it is left out.
fn programs(
    name: &CompetitorName,
    arguments: &CompareArguments,
) -> Result<Result<FoundPrograms, String>, Failure> {
    Ok(match name {
        CompetitorName::Own(_, Some(backend)) if missing_solver(backend).is_some() => {
            Err("there is no such SAT solver: install it, or name it by its path".to_owned())
        }
        CompetitorName::Own(..) => Ok(FoundPrograms::Groundplan(match &arguments.groundplan {
            Some(command) => named("--groundplan", command)?,
            None => {
                vec![env::current_exe()
                    .map_err(|error| Failure::Internal(format!("cannot find this program: {error}")))?
                    .into()]
            }
        })),
        CompetitorName::Peer(Peer::Swipl) => match &arguments.swipl {
            Some(command) => Ok(FoundPrograms::Swipl(named("--swipl", command)?)),
            None => on_path("swipl", "--swipl").map(|word| FoundPrograms::Swipl(vec![word])),
        },
        CompetitorName::Peer(Peer::GringoClasp) => {
            let gringo = part("gringo", "--gringo", arguments.gringo.as_deref())?;
            let clasp = part("clasp", "--clasp", arguments.clasp.as_deref())?;
            gringo.and_then(|gringo| clasp.map(|clasp| FoundPrograms::GringoClasp(gringo, clasp)))
        }
        CompetitorName::Peer(Peer::Clingo) => match &arguments.clingo {
            Some(command) => Ok(clingo(named("--clingo", command)?).map_err(Failure::Usage)?),
            None => on_path("clingo", "--clingo").and_then(|word| clingo(vec![word])),
        },
    })
}

/// Returns one of the two commands of an engine; the inner error says why it is left out.
fn part(program: &str, option: &str, command: Option<&str>) -> Result<Result<String, String>, Failure> {
    Ok(match command {
        Some(command) => named(option, command).map(|_| Ok(command.to_owned()))?,
        None => on_path(program, option).map(|_| program.to_owned()),
    })
}

/// Returns the words of a command named by an option.
fn named(option: &str, command: &str) -> Result<CommandWords, Failure> {
    let words: CommandWords = command.split_whitespace().map(OsString::from).collect();
    match words.first() {
        Some(program) if is_there(Path::new(program)) => Ok(words),
        _ => Err(Failure::Usage(format!("`{option} '{command}'`: there is no such program"))),
    }
}

fn on_path(program: &str, option: &str) -> Result<OsString, String> {
    if is_there(Path::new(program)) {
        Ok(program.into())
    } else {
        Err(format!("`{program}` is not on the search path: install it, or name it by `{option} CMD`"))
    }
}

/// Returns clingo as a command, or as a Python module. For a module, the command is an interpreter, with or without
/// `-m clingo`, and options for clingo.
fn clingo(words: CommandWords) -> Result<FoundPrograms, String> {
    let Some((program, options)) = words.split_first() else { return Err("the command is empty".to_owned()) };
    if !output(program, &["--version"])?.starts_with("Python") {
        return Ok(FoundPrograms::Clingo(words));
    }
    let options = match options {
        [option, module, rest @ ..] if option == "-m" && module == "clingo" => rest,
        all => all,
    };
    output(program, &["-c", "import clingo"])
        .map_err(|_| format!("`{}` is a Python without the module clingo", program.to_string_lossy()))?;
    Ok(FoundPrograms::PythonClingo(program.clone(), options.to_vec()))
}

fn output(program: &OsString, arguments: &[&str]) -> Result<String, String> {
    let failed = |why: String| format!("`{} {}` {why}", program.to_string_lossy(), arguments.join(" "));
    let output = Command::new(program)
        .args(arguments)
        .stdin(Stdio::null())
        .output()
        .map_err(|error| failed(format!("cannot be run: {error}")))?;
    if output.status.success() {
        Ok(String::from_utf8_lossy(&output.stdout).into_owned())
    } else {
        Err(failed(format!("fails: {}", output.status)))
    }
}
