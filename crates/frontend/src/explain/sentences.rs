//! Conflicts as text, and what is said of them and of answer sets beside: sentences that the command and the language server share.

use groundplan::diagnostic::{Diagnostic, Diagnostics, Sources};
use groundplan::Soft;
use groundplan_explain::Conflict;

use super::in_words::in_words;
use super::places::Places;
use super::soft::SoftChoice;

/// Where it is said what a minimal conflict does not say.
pub const READ_AS_AXIOMS: &str = "docs/explaining.md has what that says of a statement that is deleted";

/// What is said of a program with answer sets.
pub const NOTHING_TO_EXPLAIN: &str = "the program has an answer set: there is nothing to explain";

/// Why a program that is solved step by step is not explained.
pub const SOLVED_BY_STEPS: &str =
    "a program that is solved step by step has no single ground program to explain: leave `<incmode>` out, \
     and write its last step as a constraint";

/// Why a text is no question, behind the text.
pub const NO_QUESTION: &str =
    "is no ground atom to explain, as in `p(1)` or `-p(1)`, and no value, as in `start(a)=3`";

impl SoftChoice {
    /// Returns a phrase for the statements that are never left out.
    #[must_use]
    pub fn hard(&self) -> &'static str {
        match self.soft {
            Soft { definitions: true, .. } => "the things that are never left out",
            Soft { constraints: true, .. } if self.is_closed => "the other facts, definitions and choices",
            Soft { .. } if self.is_closed => "the other facts, constraints, definitions and choices",
            Soft { constraints: true, facts: true, .. } => "the definitions and choices",
            Soft { constraints: true, .. } => "the facts, definitions and choices",
            Soft { .. } => "the constraints, definitions and choices",
        }
    }
}

/// Returns a conflict as text: what counting says of it, the words of the author, and the statements. `rendered` writes notes, and
/// `printable` a line of the author.
pub fn conflict_text(
    conflict: &Conflict,
    sources: &Sources,
    rendered: impl Fn(&Diagnostics) -> String,
    printable: impl Fn(&str) -> String,
) -> String {
    let mut notes: Vec<Diagnostic> = conflict.diagnostics(sources).iter().cloned().collect();
    let statements = notes.split_off(usize::from(conflict.counting.is_some()));
    let shown = |notes: Vec<Diagnostic>| match notes.is_empty() {
        true => String::new(),
        false => format!("{}\n", rendered(&Diagnostics::new(notes, sources.clone()))),
    };
    let lines = in_words(&conflict.causes, &Places::of(sources)).unwrap_or_default();
    let words: String = lines.iter().map(|line| format!("- {}\n", printable(line))).collect();
    format!("{}{words}{}", shown(notes), shown(statements))
}

/// Returns a sentence on one conflict. `has_more` says that there is more to tell if everything may be left out.
#[must_use]
pub fn conflict_sentence(conflict: &Conflict, choice: &SoftChoice, has_more: bool) -> String {
    let hard = choice.hard();
    if conflict.causes.is_empty() {
        let more = match (has_more, choice.is_closed) {
            (_, true) => "; with more predicates, or `--soft facts`, there may be more",
            (true, false) => "; with `--soft all` there is more",
            (false, false) => "",
        };
        return format!("{hard} alone have no answer set{more}");
    }
    if !conflict.is_minimal {
        return format!("perhaps fewer of them conflict, read as axioms beside {hard}");
    }
    let others = match conflict.causes.len() {
        1 => format!("without it, {hard} do not conflict, read as axioms"),
        _ => format!("without any one of them, the others do not conflict, read as axioms beside {hard}"),
    };
    format!("minimal: {others} ({READ_AS_AXIOMS})")
}

/// Says which answer set an atom was explained in. `is_optimal` says whether it is, if the program has an objective; `under` is a
/// phrase about assumptions, or empty.
#[must_use]
pub fn answer_set_sentence(is_optimal: Option<bool>, under: &str) -> String {
    match is_optimal {
        Some(true) => format!("in an optimal answer set{under}"),
        Some(false) => format!("in the best answer set found{under}, which is not proven to be optimal"),
        None => format!("in the first answer set found{under}"),
    }
}
