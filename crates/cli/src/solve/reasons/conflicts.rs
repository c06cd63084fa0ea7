//! The data of a page about conflicts: the notes that are printed for each, with the numbers of the statements in them. A repair
//! is shown likewise.

use groundplan::diagnostic::{Diagnostic, Diagnostics};
use groundplan_frontend::explain::{in_words, Places};
use serde_json::{json, Value};

use super::excerpt::Excerpts;
use crate::solve::explain::result::ExplainResult;
use crate::solve::page::MOST_CHARACTERS;

/// The number of conflicts on a page.
const MOST_CONFLICTS: usize = 1000;

/// The characters that a number or a remark takes beside its text.
const FRAME: usize = 8;

/// Returns the data: `sets`, the conflicts or the repair, each a list of notes; `words`, for each of them the lines that say it in
/// the words of the program's author; `alternatives`, other repairs that are as good; `loops`, the notes on odd loops; `repairs`,
/// whether the statements are those to leave out; and `cut`, which says what is not on the page.
pub fn data(known: &ExplainResult) -> Value {
    let mut notes = Notes { excerpts: Excerpts::of(&known.sources), size: 0, omitted: 0 };
    let (mut sets, mut words) = (Vec::new(), Vec::new());
    let places = Places::of(&known.sources);
    for (diagnostics, causes) in known.shown() {
        if sets.len() >= MOST_CONFLICTS || notes.size > MOST_CHARACTERS {
            break;
        }
        sets.push(notes.of(&diagnostics));
        words.push(in_words(causes, &places).unwrap_or_default());
    }
    let loops = notes.of(&known.definitions.diagnostics(&known.sources));
    let cut = match (sets.len(), known.conflicts.len(), notes.omitted) {
        (first, count, _) if first < count => {
            Some(format!("{first} of {count} minimal conflicts are on the page: the first {first}"))
        }
        (.., 0) => None,
        _ => Some("the text of some statements does not fit on the page".to_owned()),
    };
    let alternatives = known.repair.as_ref().map(|repair| known.alternatives(repair)).unwrap_or_default();
    let mut data = json!({
        "sets": sets,
        "words": words,
        "alternatives": alternatives,
        "loops": loops,
        "repairs": known.repair.is_some(),
        "cut": cut,
    });
    notes.excerpts.write(&mut data);
    data
}

/// What is written of notes so far.
struct Notes<'a> {
    excerpts: Excerpts<'a>,
    /// The number of characters.
    size: usize,
    /// The number of places whose statements have no room.
    omitted: usize,
}

impl Notes<'_> {
    fn of(&mut self, diagnostics: &Diagnostics) -> Value {
        diagnostics.iter().map(|note| self.note(note)).collect()
    }

    /// A note: `message`, `help`, `places`, pairs of the number of a statement and a remark, and `omitted`, the number of
    /// places without room.
    fn note(&mut self, note: &Diagnostic) -> Value {
        let first = note.span.map(|span| (span, &note.label));
        let all = first.into_iter().chain(note.related.iter().map(|(span, label)| (*span, label)));
        let before = self.omitted;
        let mut places = Vec::new();
        for (span, label) in all {
            self.size += FRAME + label.len();
            match self.excerpts.add(span) {
                Some(statement) => places.push(json!([statement, label])),
                None => self.omitted += 1,
            }
        }
        self.size += FRAME + note.message.len();
        json!({ "message": note.message, "help": note.help, "places": places, "omitted": self.omitted - before })
    }
}
