//! Why a program has no answer set: the statements of a minimal conflict, as `groundplan explain` says it.

use std::time::Instant;

use groundplan::diagnostic::{Diagnostic, Diagnostics, Severity, Sources};
use groundplan::{Engine, Error};
use groundplan_explain::{why, why_definitions, Conflict, DefinitionConflict};
use groundplan_frontend::explain::{
    conflict_sentence, conflict_text, Places, SoftChoice, SoftItem, SoftKind, NOTHING_TO_EXPLAIN,
    SOLVED_BY_STEPS,
};

use super::alarm::Alarm;
use super::{LoadedProgram, RunError, RunFindings, RunOutput};

/// Looks for a minimal conflict.
///
/// # Errors
///
/// If the program is wrong, too large, or solved step by step.
pub fn explain(program: LoadedProgram<'_>) -> Result<RunOutput, RunError> {
    if program.is_incremental {
        return Err(RunError::Options(SOLVED_BY_STEPS.to_owned()));
    }
    let assumed = program.assumed();
    let LoadedProgram { mut engine, deadline, interrupter, .. } = program;
    let mut choice = SoftChoice::default();
    engine.ground_relaxed(["base"], choice.soft)?;
    let _alarm = Alarm::set(deadline, interrupter);
    let mut found = Explained::ask(&mut engine, assumed, deadline)?;
    if found.conflict.as_ref().is_some_and(Conflict::is_by_definitions) {
        found.definitions = why_definitions(&mut engine, Some(deadline))?;
    }
    if found.says_nothing() {
        let all = SoftChoice::of(&[SoftItem::Kind(SoftKind::All)]);
        let ungrounded = engine.axioms()?.ungrounded.clone();
        let relaxed = engine.grounded_again(ungrounded, |engine, parts| {
            engine.set_ground_deadline(Some(deadline));
            engine.ground_relaxed(parts, all.soft)
        });
        if let Some(relaxed) = relaxed {
            (*engine, choice) = (relaxed, all);
            found = Explained::ask(&mut engine, assumed, deadline)?;
        }
    }
    Ok(found.output(&choice, engine.sources()))
}

/// What was found out.
#[derive(Default)]
struct Explained {
    /// The conflict: a minimal one, or the smallest one until the time was over.
    conflict: Option<Conflict>,
    /// Whether there is an answer set.
    is_consistent: bool,
    definitions: DefinitionConflict,
}

impl Explained {
    fn ask(engine: &mut Engine, assumed: &[String], deadline: Instant) -> Result<Self, Error> {
        let mut question = why(engine)?.deadline(deadline);
        for text in assumed {
            question = question.assume_text(text)?;
        }
        let mut search = question.conflicts()?;
        let conflict = search.next().transpose()?.or_else(|| search.unfinished().cloned());
        let is_consistent = conflict.is_none() && search.is_complete();
        Ok(Explained { conflict, is_consistent, definitions: DefinitionConflict::default() })
    }

    /// Whether all that was found is that nothing that may be left out is to blame.
    fn says_nothing(&self) -> bool {
        let is_empty = |conflict: &Conflict| conflict.is_minimal && conflict.causes.is_empty();
        self.conflict.as_ref().is_some_and(is_empty) && self.definitions.odd_loops.is_empty()
    }

    fn output(&self, choice: &SoftChoice, sources: &Sources) -> RunOutput {
        let mut text = String::new();
        let mut shown = Vec::new();
        if let Some(conflict) = &self.conflict {
            text += &conflict_text(conflict, sources, ToString::to_string, str::to_owned);
            shown.push(conflict.diagnostics(sources));
        }
        let loops = self.definitions.diagnostics(sources);
        if !loops.is_empty() {
            text += &format!("{loops}\n");
            shown.push(loops);
        }
        let (result, sentence) = match &self.conflict {
            Some(conflict) => {
                ("UNSATISFIABLE", conflict_sentence(conflict, choice, self.definitions.has_more))
            }
            None if self.is_consistent => ("SATISFIABLE", NOTHING_TO_EXPLAIN.to_owned()),
            None => ("UNKNOWN", "whether there is an answer set is not known".to_owned()),
        };
        text += &format!("{result}\n{sentence}\n");
        let has_answer_set = match &self.conflict {
            Some(_) => Some(false),
            None => self.is_consistent.then_some(true),
        };
        let conflict = Some(shown.iter().map(at_each_place).collect());
        RunOutput { text, findings: RunFindings { has_answer_set, conflict, ..RunFindings::default() } }
    }
}

/// Returns notes at each place of these notes, which have the other places beside them, so that an editor marks all.
fn at_each_place(found: &Diagnostics) -> Diagnostics {
    let places = Places::of(found.sources());
    let notes = found.iter().flat_map(|note| {
        let first = note.span.map(|span| (span, note.label.clone()));
        let all: Vec<_> = first.into_iter().chain(note.related.iter().cloned()).collect();
        let at = |index: usize| {
            let (span, label) = all[index].clone();
            let others = all.iter().enumerate().filter(|&(other, _)| other != index);
            let related = others.map(|(_, (span, label))| match label.is_empty() {
                // The statement says it.
                true => (*span, places.on_one_line(*span)),
                false => (*span, label.clone()),
            });
            let message = note.message.clone();
            let note = Diagnostic { span: Some(span), ..Diagnostic::new(Severity::Note, message) };
            Diagnostic { related: related.collect(), ..note.label(label) }
        };
        let alone = all.is_empty().then(|| note.clone());
        (0..all.len()).map(at).chain(alone).collect::<Vec<_>>()
    });
    Diagnostics::new(notes.collect(), found.sources().clone())
}
