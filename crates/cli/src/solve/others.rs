//! Why the other atoms of an answer set are true or false, for a page where each can be asked for.

use std::time::{Duration, Instant};

use groundplan::program::AtomId;
use groundplan::{AnswerSet, Engine, Error};
use groundplan_explain::{justify, otherwise, Contrasts, Detail};
use groundplan_frontend::explain::{write_contrast, write_tree, Places};
use serde_json::{json, Value};

use super::arguments::ExplainArguments;

/// The most atoms with reasons on a page.
const MOST_ATOMS: usize = 400;

/// The time in which reasons for further atoms are looked for.
const TIME: Duration = Duration::from_secs(10);

/// Atoms that are shown or could be, each with why it is true or false in an answer set.
#[derive(Default)]
pub struct Others {
    reasons: Vec<AtomReason>,
    /// The number of atoms without reasons: they did not fit, or were not found in time.
    omitted: usize,
}

/// Why an atom is true or false.
struct AtomReason {
    atom: String,
    holds: bool,
    /// The reason as it is printed, and what would change if it were otherwise.
    text: String,
}

impl Others {
    /// Explains shown atoms that are no facts: those that are true first.
    ///
    /// # Errors
    ///
    /// If the solver fails.
    pub fn of(
        contrasts: &mut Contrasts<'_>,
        answer_set: &AnswerSet,
        arguments: &ExplainArguments,
    ) -> Result<Self, Error> {
        let end = Instant::now() + TIME;
        let atoms = shown(contrasts.engine(), answer_set)?;
        let mut others = Others { reasons: Vec::new(), omitted: atoms.len() };
        for (atom, holds) in atoms.into_iter().take(MOST_ATOMS) {
            if Instant::now() > end || contrasts.engine().interrupter().is_interrupted() {
                break;
            }
            let Some(text) = reason(contrasts, answer_set, arguments, &atom)? else { continue };
            others.reasons.push(AtomReason { atom, holds, text });
            others.omitted -= 1;
        }
        Ok(others)
    }

    /// The data of a page: a list of atoms, each with whether it is true, and the lines of its reasons.
    pub fn data(&self) -> Value {
        let lines = |text: &str| text.lines().map(str::to_owned).collect::<Vec<_>>();
        self.reasons.iter().map(|it| json!([it.atom, it.holds, lines(&it.text)])).collect()
    }

    /// The number of atoms that are left out.
    pub fn omitted(&self) -> usize {
        self.omitted
    }
}

/// The shown atoms that are no facts, and whether they are true: the true ones first.
fn shown(engine: &Engine, answer_set: &AnswerSet) -> Result<Vec<(String, bool)>, Error> {
    let model = engine.model(answer_set)?;
    let ground = model.ground_program();
    let ids = (0..ground.program.atom_count() as u32).map(AtomId);
    let open = ids.filter(|&id| !ground.program.is_fact(id));
    let named = open.filter_map(|id| Some((ground.shown_atom(id)?.to_string(), model.holds(id))));
    let mut atoms: Vec<(String, bool)> = named.collect();
    atoms.sort_by_key(|(_, holds)| !holds);
    Ok(atoms)
}

/// Why an atom is true or false, as text; `None` if that cannot be said.
fn reason(
    contrasts: &mut Contrasts<'_>,
    answer_set: &AnswerSet,
    arguments: &ExplainArguments,
    atom: &str,
) -> Result<Option<String>, Error> {
    let Ok(justification) = justify(contrasts.engine(), answer_set, atom, Detail::Brief) else {
        return Ok(None);
    };
    let sources = contrasts.engine().sources().clone();
    let places = Places::of(&sources);
    let mut text = String::new();
    write_tree(&mut text, &justification, &places, "--instances").expect("strings grow");
    if let Some(literal) = otherwise(contrasts.engine(), &justification)? {
        let assumed = arguments.assume.iter().map(String::as_str);
        let wanted: Vec<&str> = assumed.chain([literal.as_str()]).collect();
        let found = contrasts.find(answer_set, &wanted)?;
        write_contrast(&mut text, &literal, &found, &places).expect("strings grow");
    }
    Ok(Some(text))
}
