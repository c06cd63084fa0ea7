//! Names the command that takes a file, where the file was given to another command, or to none.

use std::ffi::OsStr;
use std::fs;
use std::path::Path;

use groundplan::Engine;
use groundplan_sokoban::competition::Competition;
use groundplan_sokoban::level::{Collection, LevelFormat};
use groundplan_sokoban::Instance;
use groundplan_terminal::exit::Failure;
use groundplan_terminal::report;

use crate::arguments::Command;

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
        match LevelFormat::of(&text) {
            LevelFormat::Levels => return Collection::read(&text).is_ok().then_some(Purpose::Levels),
            LevelFormat::Pddl => return Some(Purpose::Instance),
            LevelFormat::Facts => {}
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

/// Refuses a file in the place of the command, and names the command that takes it. Returns `None` if the word is no file and
/// not like the name of one.
pub fn refuse_file(word: &OsStr) -> Option<Failure> {
    let path = Path::new(word);
    let file = path.display().to_string();
    if !path.is_file() {
        let help = "a command comes first: `groundplan --help` lists the commands";
        return file
            .contains(['.', '/'])
            .then(|| report::refuse(&format!("there is no file `{file}`"), help));
    }
    let hint = Purpose::of(path).map(|purpose| purpose.hint(&file));
    let hint = hint.unwrap_or_else(|| "`groundplan --help` lists the commands".to_owned());
    Some(report::refuse(&format!("`{file}` is a file: a command comes first"), &hint))
}

/// Refuses a logic program given to a command about Sokoban, and names the command that takes it.
pub fn refuse_program(instance: &str) -> Option<Failure> {
    if !is_program(instance) || !has_rules(instance) {
        return None;
    }
    let message = format!("`{instance}` is a logic program, and this command is about Sokoban");
    Some(report::refuse(&message, &format!("`groundplan solve {instance}` finds its answer sets")))
}

/// Names the command that takes the input of a command which has refused it, if there is one.
pub fn note_other(command: &Command) {
    if let Some(asked) = command.instance() {
        if is_program(asked.argument) && !has_rules(asked.argument) {
            report::note(&Purpose::Program.hint(asked.argument));
        }
        return;
    }
    let (files, explains) = match command {
        Command::Solve(command) => (&command.solve.program.files[..], false),
        Command::Ground(command) => (&command.program.files[..], false),
        Command::Explain(command) => (&command.program.files[..], true),
        Command::Certify(command) => (&command.program.files[..], false),
        _ => return,
    };
    for file in files {
        match Purpose::of(Path::new(file)) {
            Some(Purpose::Program) | None => {}
            Some(_) if explains => report::note(&format!(
                "`{file}` is about Sokoban: `groundplan decide {file} --explain` says why it has no plan"
            )),
            Some(purpose) => report::note(&purpose.hint(file)),
        }
    }
}

/// Whether a file is a logic program, and not meant for a command about Sokoban.
fn is_program(file: &str) -> bool {
    let path = Path::new(file);
    // What comes through a pipe can be read only once.
    path.is_file() && Purpose::of(path) == Some(Purpose::Program) && !is_like_instance(file)
}

/// Whether a program has more than facts: a file of facts may be an instance with a mistake.
fn has_rules(file: &str) -> bool {
    fs::read_to_string(file).is_ok_and(|text| text.contains(":-") || text.contains('{'))
}

/// Whether a program has atoms as an instance has them, so that it is rather an instance with a mistake.
fn is_like_instance(file: &str) -> bool {
    let text = fs::read_to_string(file).unwrap_or_default();
    ["sokoban(", "solution(", "storage(", "movedir("].iter().any(|atom| text.contains(atom))
}
