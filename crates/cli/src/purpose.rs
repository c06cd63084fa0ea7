//! Names the command that takes a file, where the file was given to another command, or to none.

use std::ffi::OsStr;
use std::fs;
use std::path::Path;

use groundplan::Engine;
use groundplan_sokoban::competition::Competition;
use groundplan_sokoban::level::{Collection, Kind};
use groundplan_sokoban::Instance;
use groundplan_terminal::exit::Failure;
use groundplan_terminal::report;

use crate::arguments::{CheckArguments, CheckWhat, Command};

/// The content of a file, as far as it decides which command takes the file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Purpose {
    /// Levels of Sokoban.
    Levels,
    /// An instance of Sokoban as facts or in PDDL.
    Instance,
    /// A logic program.
    Program,
}

impl Purpose {
    /// The purpose of a file; `None` if it cannot be read, or is none of these.
    fn of(path: &Path) -> Option<Purpose> {
        let text = fs::read_to_string(path).ok()?;
        match Kind::of(&text) {
            Kind::Levels => return Collection::read(&text).is_ok().then_some(Purpose::Levels),
            Kind::Pddl => return Some(Purpose::Instance),
            Kind::Facts => {}
        }
        let is_competition = matches!(Competition::read_facts("", &text), Ok(Some(_)));
        if is_competition || Instance::read("", &text).is_ok() {
            return Some(Purpose::Instance);
        }
        Engine::new().add_text("", &text).is_ok().then_some(Purpose::Program)
    }

    /// The sentence that names a command for a file of this kind.
    fn hint(self, file: &str) -> String {
        match self {
            Purpose::Levels => {
                format!("`{file}` holds levels of Sokoban: `groundplan optimize {file}` finds a best plan, `groundplan decide {file}` any plan")
            }
            Purpose::Instance => {
                format!("`{file}` is an instance of Sokoban: `groundplan decide {file}` finds a plan")
            }
            Purpose::Program => {
                format!("`{file}` is a logic program: `groundplan solve {file}` finds its answer sets")
            }
        }
    }
}

/// Refuses a file in the place of the command, and names the command that takes it. Returns `None` if the word is no file.
pub fn refuse_file(word: &OsStr) -> Option<Failure> {
    let path = Path::new(word);
    if !path.is_file() {
        return None;
    }
    let file = path.display().to_string();
    let hint = Purpose::of(path).map(|purpose| purpose.hint(&file));
    let hint = hint.unwrap_or_else(|| "`groundplan --help` lists the commands".to_owned());
    Some(report::refuse(&format!("`{file}` is a file: a command comes first"), &hint))
}

/// Names the command that takes the input of a command which has refused it, if there is one.
pub fn note_other(command: &Command) {
    let (files, is_about_sokoban) = match command {
        Command::Solve(command) => (&command.solve.program.files[..], false),
        Command::Ground(command) => (&command.program.files[..], false),
        Command::Explain(command) => (&command.program.files[..], false),
        Command::Certify(command) => (&command.program.files[..], false),
        Command::Decide(command) => (std::slice::from_ref(&command.instance), true),
        Command::Optimize(command) => (std::slice::from_ref(&command.instance), true),
        Command::Check(CheckArguments { what: CheckWhat::Plan(command) }) => {
            (std::slice::from_ref(&command.instance), true)
        }
        _ => return,
    };
    for file in files {
        match Purpose::of(Path::new(file)) {
            Some(Purpose::Program) if is_about_sokoban && !is_like_instance(file) => {
                report::note(&Purpose::Program.hint(file));
            }
            Some(purpose) if !is_about_sokoban && purpose != Purpose::Program => {
                report::note(&purpose.hint(file));
            }
            _ => {}
        }
    }
}

/// Whether a program has atoms as an instance has them, so that it is rather an instance with a mistake.
fn is_like_instance(file: &str) -> bool {
    let text = fs::read_to_string(file).unwrap_or_default();
    ["sokoban(", "solution(", "storage(", "movedir("].iter().any(|atom| text.contains(atom))
}
