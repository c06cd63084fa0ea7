//! Reports errors of asking the Sokoban engines a question.

use groundplan_check::Rules;
use groundplan_sokoban::AskError;
use groundplan_terminal::exit::Failure;
use groundplan_terminal::report;

use crate::instance::Source;
use crate::plan;

/// Reports the error. `encoding` is the program that was used, unless it is the shipped one. `rules` returns the
/// rules for a plan of the given length.
pub fn refuse(
    error: AskError,
    source: &Source,
    encoding: Option<&str>,
    rules: impl FnOnce(usize) -> Rules,
) -> Failure {
    match error {
        AskError::NoSteps => no_steps(source),
        AskError::Engine(error) => report::engine(error),
        AskError::NoPlan { ref atoms } => {
            // Only the checker can say which rule the atoms break.
            match plan::verify_atoms(source, atoms, &rules(atoms.len()), encoding) {
                Err(broken) => broken,
                Ok(_) => Failure::Internal(error.to_string()),
            }
        }
        AskError::Constant { .. } => report::refuse(
            &format!(
                "{error}, so its text would be read as another instance, and cannot be certified or split"
            ),
            "give it another name in the instance, or the constant in the encoding",
        ),
        AskError::NotActions => report::refuse(
            &error.to_string(),
            "`--metric` asks for the least of something else; `encodings/sokoban/optimize.lp` counts actions",
        ),
        other => Failure::Internal(other.to_string()),
    }
}

fn no_steps(source: &Source) -> Failure {
    let help = "ask for a number with `--actions N`, or for the least with `groundplan optimize`";
    if source.level.is_some() {
        return report::refuse("a level has no steps, so the number of actions is open", help);
    }
    let message = "the instance has no steps, so the number of actions is open";
    report::error_at(&source.text.name, &source.text.text, 0..0, message, Some(help));
    Failure::Reported
}
