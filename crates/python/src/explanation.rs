//! Questions why a program has no answer set, and why an atom is true or false in one.
//!
//! Each question has an engine of its own, made by `Engine.again`, that grounds the texts of a control anew. The answers go to
//! Python as JSON, from which `python/groundplan/explanation.py` makes objects.

use std::str::FromStr;
use std::time::Instant;

use groundplan::diagnostic::Sources;
use groundplan::program::{AtomId, ExternalValue, Literal, HIDDEN};
use groundplan::{AnswerSet, Engine, Model, Part, Query, Soft};
use groundplan_clingo::control::{defined_parts, Control};
use groundplan_explain::{
    otherwise, read_question, why, why_definitions, Conflict, Contrasts, DefinitionConflict, Detail, Error,
    Finding, Negotiable, RepairFinding, Why,
};
use groundplan_frontend::explain::{
    causes, contrast_object, in_words, odd_loops, verdict, write_contrast, write_tree, Places, SoftItem,
};
use groundplan_frontend::lock::lock;
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use rustc_hash::FxHashSet;
use serde_json::{json, Value};

use crate::conflict_search::PyConflictSearch;
use crate::control::{named_parts, PyEngine};
use crate::error::{raise, raise_from, take_raised};
use crate::limits::{limited, limits, reached, ReachedLimit};
use crate::signal::{check_signals, during};
use crate::symbol::{GivenText, SymbolArgument};

/// A question: the parts to ground, the function that evaluates `@`-functions, assumptions as text, and limits.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub struct AskedConflict {
    parts: Vec<(GivenText, Vec<SymbolArgument>)>,
    call: Option<Py<PyAny>>,
    assumptions: Vec<String>,
    time_limit: Option<f64>,
    memory_limit: Option<u64>,
}

/// What may be left out, and whether conflicting instances are to be found.
#[derive(Clone, FromPyObject)]
#[pyo3(from_item_all)]
pub struct KeptAxioms {
    constraints: bool,
    facts: bool,
    definitions: bool,
    /// Predicates whose facts may be left out, as in `closed/2=3`.
    predicates: Vec<String>,
    instances: bool,
}

impl KeptAxioms {
    fn soft(&self) -> Soft {
        let facts = self.facts || !self.predicates.is_empty();
        Soft { constraints: self.constraints, facts, definitions: self.definitions }
    }

    /// Reads the predicates.
    fn negotiable(&self) -> PyResult<Vec<Negotiable>> {
        let read = |text: &String| match SoftItem::from_str(text) {
            Ok(SoftItem::Facts(facts)) => Ok(facts),
            Ok(SoftItem::Kind(_)) => Err(PyValueError::new_err(format!("`{text}` is no predicate"))),
            Err(message) => Err(PyValueError::new_err(format!("`{text}`: {message}"))),
        };
        self.predicates.iter().map(read).collect()
    }

    /// Starts a question about a program that was grounded with these statements relaxed.
    pub fn why<'e>(
        &self,
        engine: &'e mut Engine,
        negotiable: &[Negotiable],
        assumptions: &[String],
    ) -> Result<Why<'e>, Error> {
        let why = why(engine)?.negotiable(negotiable, !self.facts)?;
        let why = assumptions.iter().try_fold(why, |why, text| why.assume_text(text))?;
        Ok(if self.instances { why.instances() } else { why })
    }
}

/// Grounds parts by `ground`; afterwards the function for `@`-functions is forgotten.
fn ground(
    engine: &mut Engine,
    asker: &PyEngine,
    parts: &[(GivenText, Vec<SymbolArgument>)],
    ground: impl FnOnce(&mut Engine, Vec<Part<'_>>) -> Result<(), groundplan::Error>,
) -> Result<(), groundplan::Error> {
    let wanted = defined_parts(engine, &named_parts(parts));
    let grounded = ground(engine, wanted);
    lock(&asker.calls).take();
    grounded
}

impl PyEngine {
    /// Calls `work` with the engine, under the limits of a question and without the interpreter's lock. Also returns the limit
    /// that was reached.
    fn answer<T: Send>(
        &self,
        py: Python<'_>,
        mut asked: AskedConflict,
        work: impl FnOnce(&mut Engine, &AskedConflict) -> Result<T, Error> + Send,
    ) -> PyResult<(T, Option<ReachedLimit>)> {
        let limits = limits(asked.time_limit, asked.memory_limit)?;
        let control = &self.control;
        let call = asked.call.take();
        let worked = control.work(during(py, control), |engine| {
            *lock(&self.calls) = call;
            limited(limits, &control.interrupter, || work(engine, &asked))
        });
        let (found, cause) = worked.map_err(raise)?;
        control.interrupter.clear();
        check_signals(py)?;
        match found {
            Ok(found) => Ok((found, cause)),
            Err(error) => Err(failed(control, error, cause)),
        }
    }
}

/// Returns the exception for a question that ended with an error, perhaps because of a limit.
pub fn failed(control: &Control, error: Error, cause: Option<ReachedLimit>) -> PyErr {
    use groundplan::Error as EngineError;
    let error = match error {
        Error::Engine(error) => error,
        Error::Predicate(unknown) => return PyValueError::new_err(unknown.to_string()),
        error => return take_raised(control).unwrap_or_else(|| PyRuntimeError::new_err(error.to_string())),
    };
    match (cause, &error) {
        (Some(cause), EngineError::Interrupted | EngineError::Halted(_)) => reached(cause, "the explanation"),
        (_, EngineError::Interrupted) => interrupted(),
        (_, EngineError::Ground) => PyRuntimeError::new_err(
            "a ground program has no statements to name: give the program that it was made from",
        ),
        _ => raise_from(control, error),
    }
}

/// Returns the exception for a question that was interrupted, by `Control.interrupt`, before it had an answer.
fn interrupted() -> PyErr {
    PyRuntimeError::new_err("it was interrupted before a reason was found")
}

/// Returns the exception for a question without an answer.
fn unknown(cause: Option<ReachedLimit>) -> PyErr {
    cause.map_or_else(interrupted, |cause| reached(cause, "the explanation"))
}

/// Returns a conflict as JSON.
pub fn conflict_object(sources: &Sources, conflict: &Conflict, found: &DefinitionConflict) -> Value {
    let places = Places::of(sources);
    let lines = in_words(&conflict.causes, &places).unwrap_or_default();
    let mut text: String = lines.into_iter().map(|line| format!("- {line}\n")).collect();
    text += &conflict.diagnostics(sources).to_string();
    if !found.odd_loops.is_empty() {
        text += &format!("\n{}", found.diagnostics(sources));
    }
    json!({
        "minimal": conflict.is_minimal,
        "causes": causes(&conflict.causes, &places, true),
        "odd_loops": odd_loops(&found.odd_loops, &places),
        "more": found.has_more,
        "text": text,
        "counting": conflict.counting.as_ref().map(ToString::to_string),
    })
}

/// Returns one minimal conflict as JSON, or None if there is an answer set.
#[pyfunction]
#[allow(clippy::needless_pass_by_value, reason = "dictionaries come from Python by value")]
fn explain(
    py: Python<'_>,
    engine: &PyEngine,
    asked: AskedConflict,
    axioms: KeptAxioms,
) -> PyResult<Option<String>> {
    let negotiable = axioms.negotiable()?;
    let (found, cause) = engine.answer(py, asked, |engine_at_work, asked| {
        ground(engine_at_work, engine, &asked.parts, |it, parts| it.ground_relaxed(parts, axioms.soft()))?;
        let found = axioms.why(engine_at_work, &negotiable, &asked.assumptions)?.find()?;
        let Finding::Conflict(conflict) = found else { return Ok(Err(found)) };
        let definitions = match conflict.is_by_definitions() {
            true => why_definitions(engine_at_work, None)?,
            false => DefinitionConflict::default(),
        };
        Ok(Ok(conflict_object(engine_at_work.sources(), &conflict, &definitions).to_string()))
    })?;
    match found {
        Ok(conflict) => Ok(Some(conflict)),
        Err(Finding::AnswerSet) => Ok(None),
        Err(_) => Err(unknown(cause)),
    }
}

/// Starts a search for all minimal conflicts.
#[pyfunction]
fn conflicts(
    py: Python<'_>,
    engine: &PyEngine,
    asked: AskedConflict,
    axioms: KeptAxioms,
) -> PyResult<PyConflictSearch> {
    let limits = limits(asked.time_limit, asked.memory_limit)?;
    let (start, negotiable) = (Instant::now(), axioms.negotiable()?);
    let (assumptions, _) = engine.answer(py, asked, |engine_at_work, asked| {
        ground(engine_at_work, engine, &asked.parts, |it, parts| it.ground_relaxed(parts, axioms.soft()))?;
        // A text that is no literal is an error now, not when the search starts.
        axioms.why(engine_at_work, &negotiable, &asked.assumptions).map(|_| asked.assumptions.clone())
    })?;
    PyConflictSearch::new(&engine.control, (axioms, negotiable, assumptions), (limits, start))
}

/// Returns the fewest statements to leave out as JSON. Without an answer set even then, this is null.
#[pyfunction]
#[allow(clippy::needless_pass_by_value, reason = "dictionaries come from Python by value")]
fn repair(py: Python<'_>, engine: &PyEngine, asked: AskedConflict, axioms: KeptAxioms) -> PyResult<String> {
    let negotiable = axioms.negotiable()?;
    let (found, cause) = engine.answer(py, asked, |engine_at_work, asked| {
        ground(engine_at_work, engine, &asked.parts, |it, parts| it.ground_relaxed(parts, axioms.soft()))?;
        let found = axioms.why(engine_at_work, &negotiable, &asked.assumptions)?.repair(|_| {})?;
        let sources = engine_at_work.sources();
        let places = Places::of(sources);
        Ok(match found {
            RepairFinding::Repair(repair) => Some(json!({
                "smallest": repair.is_smallest,
                "verified": repair.is_verified,
                "causes": causes(&repair.causes, &places, false),
                "costs": repair.costs,
                "alternatives": repair.alternatives.iter().map(|it| causes(it, &places, false)).collect::<Value>(),
                "text": repair.diagnostics(sources).to_string(),
            })),
            RepairFinding::Irreparable => Some(Value::Null),
            RepairFinding::Unknown => None,
        })
    })?;
    found.map(|object| object.to_string()).ok_or_else(|| unknown(cause))
}

/// Returns why an atom is true or false in an answer set, or why an integer variable has its value, as JSON, or None if there is no
/// answer set. `model` has the atoms of the answer set, if it is a given one.
#[pyfunction]
fn justify(
    py: Python<'_>,
    engine: &PyEngine,
    atom: &str,
    asked: AskedConflict,
    model: Option<Vec<String>>,
    instances: bool,
) -> PyResult<Option<String>> {
    let is_given = model.is_some();
    let (found, _) = engine.answer(py, asked, move |engine_at_work, asked| {
        engine_at_work.keep_statements()?;
        // What is no question is an error before anything is ground.
        read_question(engine_at_work, atom)?;
        let mut ungrounded = None;
        ground(engine_at_work, engine, &asked.parts, |it, parts| {
            ungrounded = Some(it.ungrounded(&parts)?);
            it.ground(parts)
        })?;
        let found = match &model {
            Some(atoms) => given(engine_at_work, atoms)?.map(|found| (found, None)),
            None => any(engine_at_work, &asked.assumptions)?,
        };
        let Some((answer_set, is_optimal)) = found else { return Ok(None) };
        let detail = if instances { Detail::Full } else { Detail::Brief };
        let found = groundplan_explain::justify(engine_at_work, &answer_set, atom, detail)?;
        let places = Places::of(engine_at_work.sources());
        let mut text = String::new();
        write_tree(&mut text, &found, &places, "instances=True").expect("strings grow");
        let sources = engine_at_work.sources().clone();
        let places = Places::of(&sources);
        let otherwise = otherwise(engine_at_work, &found)?;
        let contrasted = match &otherwise {
            Some(literal) => {
                let wanted = asked.assumptions.iter().map(String::as_str).chain([literal.as_str()]);
                let wanted: Vec<&str> = wanted.collect();
                Some(Contrasts::of(engine_at_work, ungrounded).find(&answer_set, &wanted)?)
            }
            None => None,
        };
        let mut object = verdict(&found.verdict, &places);
        object["atom"] = json!(found.atom);
        object["optimal"] = json!(is_optimal);
        if let (Some(literal), Some(contrast)) = (&otherwise, &contrasted) {
            write_contrast(&mut text, literal, contrast, &places).expect("strings grow");
            object["contrast"] = contrast_object(literal, contrast, &places);
        }
        object["text"] = json!(text);
        Ok(Some(object.to_string()))
    })?;
    match found {
        None if is_given => Err(PyValueError::new_err(
            "the model is no answer set of the texts: give all its atoms, as in `model.symbols(atoms=True)`, and the parts \
             that were ground",
        )),
        found => Ok(found),
    }
}

/// Returns an answer set under these assumptions: an optimal one if the program has an objective, and then whether it is
/// proven to be optimal.
fn any(engine: &mut Engine, assumptions: &[String]) -> Result<Option<(AnswerSet, Option<bool>)>, Error> {
    let has_objective = engine.has_objective();
    let query = assumptions.iter().try_fold(engine.query(), |query, text| query.assume_text(text))?;
    if !has_objective {
        return Ok(query.first()?.map(|model| (model.into_answer_set(), None)));
    }
    let optimum = query.optimum()?;
    match optimum.model {
        None if !optimum.proven => Err(groundplan::Error::Interrupted.into()),
        found => Ok(found.map(|model| (model.into_answer_set(), Some(optimum.proven)))),
    }
}

/// Returns the answer set with these atoms, if there is one.
fn given(engine: &mut Engine, atoms: &[String]) -> Result<Option<AnswerSet>, Error> {
    let mut holds = FxHashSet::default();
    for text in atoms {
        let (_, Some(atom)) = engine.find_atom(text)? else { return Ok(None) };
        holds.insert(atom);
    }
    let program = engine.ground_program().program;
    let externals: Vec<AtomId> =
        program.externals.iter().map(|&(atom, _)| atom).filter(|atom| holds.contains(atom)).collect();
    for atom in externals {
        engine.assign_external_atom(atom, ExternalValue::True)?;
    }
    let ground = engine.ground_program();
    let is_named = |&id: &AtomId| ground.atom(id).is_some_and(|atom| !atom.name().starts_with(HIDDEN));
    let all = (0..ground.program.atom_count() as u32).map(AtomId).filter(is_named);
    let literals: Vec<Literal> =
        all.map(|atom| if holds.contains(&atom) { atom.positive() } else { atom.negative() }).collect();
    let query = literals.into_iter().fold(engine.query(), Query::assume_literal);
    Ok(query.first()?.map(Model::into_answer_set))
}

/// Adds the functions of this file to the module.
pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<PyConflictSearch>()?;
    module.add_function(wrap_pyfunction!(explain, module)?)?;
    module.add_function(wrap_pyfunction!(conflicts, module)?)?;
    module.add_function(wrap_pyfunction!(repair, module)?)?;
    module.add_function(wrap_pyfunction!(justify, module)?)
}
