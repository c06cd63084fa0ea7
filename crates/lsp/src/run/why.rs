//! Why an atom is true or false, and what would have to change for it to be otherwise, as `groundplan explain --why` says it.

use groundplan::{AnswerSet, Engine, Error, Model, Part};
use groundplan_explain::{justify, otherwise, read_question, Contrast, Contrasts, Detail};
use groundplan_frontend::explain::{
    answer_set_sentence, write_contrast, write_tree, Places, NO_QUESTION, SOLVED_BY_STEPS,
};

use super::alarm::Alarm;
use super::{LoadedProgram, RunError, RunFindings, RunOutput};

/// Explains an atom in the first answer set, or the best one.
///
/// # Errors
///
/// If the program is wrong, too large, or solved step by step, or if the atom is none.
pub fn why(mut program: LoadedProgram<'_>, atom: &str) -> Result<RunOutput, RunError> {
    if program.is_incremental {
        return Err(RunError::Options(SOLVED_BY_STEPS.to_owned()));
    }
    let engine = &mut *program.engine;
    engine.keep_statements()?;
    read_question(engine, atom).map_err(|_| RunError::Options(format!("`{atom}` {NO_QUESTION}")))?;
    let ungrounded = engine.ungrounded(&[Part::from("base")])?;
    engine.ground(["base"])?;
    let _alarm = Alarm::set(program.deadline, program.interrupter);
    let assumed = program.source.options().arguments.assume.as_slice();
    let under = if assumed.is_empty() { "" } else { " under these assumptions" };
    let (answer_set, is_optimal) = match answer_set(engine, assumed) {
        Ok(Some(found)) => found,
        Ok(None) => {
            let text = format!("UNSATISFIABLE\nthere is no answer set{under}, so no atom is true in one\n");
            let findings = RunFindings { has_answer_set: Some(false), ..RunFindings::default() };
            return Ok(RunOutput { text, findings });
        }
        Err(Error::Interrupted) => {
            let text = "UNKNOWN\nthe atom is not explained: no answer set was found in time\n".to_owned();
            return Ok(RunOutput { text, ..RunOutput::default() });
        }
        Err(error) => return Err(error.into()),
    };
    let justification = justify(engine, &answer_set, atom, Detail::Brief).map_err(|error| match error {
        groundplan_explain::Error::Engine(error) => RunError::Engine(error),
        error => RunError::Options(error.to_string()),
    })?;
    let mut contrast = None;
    if is_optimal != Some(false) {
        if let Some(otherwise) = otherwise(engine, &justification)? {
            let wanted: Vec<&str> = assumed.iter().map(String::as_str).chain([otherwise.as_str()]).collect();
            let found = match Contrasts::of(engine, Some(ungrounded)).find(&answer_set, &wanted) {
                Err(Error::Interrupted) => Contrast::Unknown,
                found => found?,
            };
            contrast = Some((otherwise, found));
        }
    }
    let places = Places::of(engine.sources());
    let mut text = String::new();
    // Writing to a string does not fail.
    let _ = write_tree(&mut text, &justification, &places, "groundplan explain --instances");
    if let Some((asked, contrast)) = &contrast {
        let _ = write_contrast(&mut text, asked, contrast, &places);
    }
    text += &format!("{}\n", answer_set_sentence(is_optimal, under));
    let findings = RunFindings { has_answer_set: Some(true), ..RunFindings::default() };
    Ok(RunOutput { text, findings })
}

/// Returns the first answer set; if the program has an objective the best one, and whether it is proven to be.
fn answer_set(engine: &mut Engine, assumed: &[String]) -> Result<Option<(AnswerSet, Option<bool>)>, Error> {
    let has_objective = engine.has_objective();
    let query = assumed.iter().try_fold(engine.query(), |query, text| query.assume_text(text))?;
    if !has_objective {
        let model = query.first()?;
        return Ok(model.map(|model| (model.into_answer_set(), None)));
    }
    let optimum = query.optimum()?;
    let (found, is_proven) = (optimum.model.map(Model::into_answer_set), optimum.proven);
    if is_proven {
        return Ok(found.map(|found| (found, Some(true))));
    }
    let found = found.ok_or(Error::Interrupted)?;
    // The best answer set so far can be explained after the time is over, which takes none.
    engine.interrupter().clear();
    Ok(Some((found, Some(false))))
}
