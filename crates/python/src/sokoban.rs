//! The Sokoban functions behind the Python module `groundplan.sokoban`: levels, queries and results.
#![allow(clippy::needless_pass_by_value, reason = "lists come from Python by value")]

use std::sync::{Arc, OnceLock};

use groundplan::solve::{SearchConfig, Threads};
use groundplan::HaltCause;
use groundplan_check::{check_moves, Competition as Checked, MovePlan, Rules};
use groundplan_sokoban::competition::{Competition, Format};
use groundplan_sokoban::level::{Collection, Level, LevelFormat};
use groundplan_sokoban::page::{render, Described, Sought};
use groundplan_sokoban::{
    answer, texts, Answer, AskError, Bounds, Costs, Counts, EngineName, Instance, Layout, Metric, Objective,
    Plan, Question, Reason, Steps, Trace, Verdict, Wanted,
};
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::error::raise;
use crate::limits::{limited, limits};
use crate::signal::{at_work, check_signals};

/// A level: a map, or facts or a PDDL problem that describe one.
#[pyclass(frozen, name = "SokobanLevel", module = "groundplan._core")]
pub struct PyLevel {
    name: String,
    level: Option<Level>,
    given: Option<GivenCompetition>,
    facts: Result<String, String>,
    instance: OnceLock<Arc<Instance>>,
}

impl PyLevel {
    fn of_level(name: &str, level: Level) -> Self {
        let facts = level.facts().map_err(|error| format!("{name}, level {}: {error}", level.number));
        PyLevel { name: name.to_owned(), level: Some(level), given: None, facts, instance: OnceLock::new() }
    }

    fn of_facts(name: &str, facts: &str) -> Self {
        let facts = Ok(facts.to_owned());
        PyLevel { name: name.to_owned(), level: None, given: None, facts, instance: OnceLock::new() }
    }

    fn of_competition(name: &str, text: &str, competition: Competition) -> Self {
        let facts = PyLevel::of_facts(name, competition.facts());
        PyLevel { given: Some(GivenCompetition { text: text.to_owned(), competition }), ..facts }
    }

    /// Returns the maximum number of moves, if the instance sets one.
    fn moves(&self) -> Option<usize> {
        self.given.as_ref()?.competition.steps
    }

    fn facts_or_error(&self) -> PyResult<&str> {
        self.facts.as_deref().map_err(|error| PyValueError::new_err(error.clone()))
    }

    fn instance(&self) -> PyResult<Arc<Instance>> {
        if let Some(instance) = self.instance.get() {
            return Ok(Arc::clone(instance));
        }
        let instance = Instance::read(&self.name, self.facts_or_error()?)
            .map_err(|error| PyValueError::new_err(error.to_string()))?;
        Ok(Arc::clone(self.instance.get_or_init(|| Arc::new(instance))))
    }
}

/// An instance in the format of a competition.
struct GivenCompetition {
    text: String,
    competition: Competition,
}

impl GivenCompetition {
    /// Whether a plan is within the instance's limit on moves, if there is one.
    fn is_within(&self, counts: &Counts) -> bool {
        self.competition.steps.is_none_or(|steps| counts.moves <= steps)
    }

    /// Returns a plan in the format of the competition, after the checker has replayed it on the text of the competition.
    fn checked_plan(&self, instance: &Instance, trace: &Trace) -> PyResult<Vec<String>> {
        let told = self.competition.told(instance, trace);
        let (checked, plan) = match self.competition.format {
            Format::Asp13 => {
                let atoms: String = told.iter().map(|atom| format!("{atom}.\n")).collect();
                (Checked::parse(&self.text), MovePlan::parse(&atoms))
            }
            Format::Pddl => (Checked::parse_pddl(&self.text), MovePlan::parse_actions(&told.join("\n"))),
        };
        let verdict = checked
            .and_then(|instance| plan.map(|plan| check_moves(&instance, &plan, &Rules::default())))
            .map_err(|error| broken(&error.message()))?;
        verdict.map(|_| told).map_err(|violation| broken(&violation.message))
    }
}

/// An action as a Python tuple: start of the box, direction, end of the box, step, number of pushes, letters of the walk,
/// index of the box.
type ActionTuple = (String, &'static str, String, String, usize, String, usize);

#[pymethods]
impl PyLevel {
    /// The name of the text that the level is from, for messages.
    #[getter]
    fn name(&self) -> &str {
        &self.name
    }

    /// The number of the level in the text, from 1; None for facts.
    #[getter]
    fn number(&self) -> Option<usize> {
        self.level.as_ref().map(|level| level.number)
    }

    /// The title; None without one.
    #[getter]
    fn title(&self) -> Option<&str> {
        self.level.as_ref()?.title.as_deref()
    }

    /// The author; None if unknown.
    #[getter]
    fn author(&self) -> Option<&str> {
        self.level.as_ref()?.author.as_deref()
    }

    /// The facts of the instance; ValueError if the map is not a valid level.
    #[getter]
    fn facts(&self) -> PyResult<&str> {
        self.facts_or_error()
    }

    /// The map in XSB notation, drawn from the facts if it came as facts.
    #[getter]
    fn map(&self) -> PyResult<String> {
        if let Some(level) = &self.level {
            return Ok(level.map());
        }
        let instance = self.instance()?;
        let layout = layout(&instance)?;
        Ok(layout.map(&instance, &instance.boxes, instance.sokoban))
    }

    /// The numbers of boxes, storage locations and locations.
    fn sizes(&self) -> PyResult<(usize, usize, usize)> {
        let instance = self.instance()?;
        Ok((instance.boxes.len(), instance.storages.len(), instance.locations().len()))
    }

    /// Reads a plan in letters, plays it, and returns its actions; ValueError if it cannot be played.
    fn read(&self, letters: &str) -> PyResult<Vec<ActionTuple>> {
        let instance = self.instance()?;
        let trace = Trace::of_letters(&instance, letters)
            .map_err(|error| PyValueError::new_err(error.to_string()))?;
        Ok(actions(&instance, &trace.plan(), &trace))
    }

    /// An HTML page that plays these actions: each gives the location of a box, a direction, and the location it is pushed
    /// to. Without actions, the page lets its reader play.
    #[allow(clippy::needless_pass_by_value, reason = "Python hands over what it has made of its list")]
    #[pyo3(signature = (title, summary, pushes, solution))]
    fn page(
        &self,
        title: &str,
        summary: &str,
        pushes: Vec<(String, String, String)>,
        solution: bool,
    ) -> PyResult<String> {
        let instance = self.instance()?;
        let names = pushes.iter().map(|(from, direction, to)| [from.as_str(), direction, to]);
        let unplayable = |error: &dyn std::fmt::Display| PyValueError::new_err(error.to_string());
        let plan = Plan::from_names(&instance, names).map_err(|error| unplayable(&error))?;
        let trace = Trace::of_plan(&instance, &plan).map_err(|error| unplayable(&error))?;
        let texts: Vec<String> = plan.atoms(&instance).collect();
        let sought = if solution { Sought::Found } else { Sought::Never };
        let described = Described { title, summary, sought, levels: 1 };
        Ok(render(title, vec![described.level(&instance, &layout(&instance)?, &trace, &texts)]))
    }
}

fn layout(instance: &Instance) -> PyResult<Layout> {
    Layout::of(instance).map_err(|error| PyValueError::new_err(error.to_string()))
}

/// Converts the actions of a replayed plan for Python.
fn actions(instance: &Instance, plan: &Plan, trace: &Trace) -> Vec<ActionTuple> {
    let action = |(index, action): (usize, &groundplan_sokoban::Action)| {
        (
            instance.name(action.from),
            action.direction.name(),
            instance.name(action.to),
            plan.step(index, instance),
            action.pushes,
            action.walk.iter().map(|direction| direction.letter()).collect(),
            action.box_index,
        )
    };
    trace.actions.iter().enumerate().map(action).collect()
}

/// Reads the levels of a text: those of a collection, or the single one that facts or a PDDL problem describe.
#[pyfunction]
pub fn sokoban_levels(text: &str, name: &str) -> PyResult<Vec<PyLevel>> {
    let given = match LevelFormat::of(text) {
        LevelFormat::Facts => Some(Competition::read_facts(name, text)),
        LevelFormat::Pddl => Some(Competition::read_pddl(name, text).map(Some)),
        LevelFormat::Levels => None,
    };
    if let Some(given) = given {
        let level = match given.map_err(|error| PyValueError::new_err(error.to_string()))? {
            Some(competition) => PyLevel::of_competition(name, text, competition),
            None => PyLevel::of_facts(name, text),
        };
        level.instance()?;
        return Ok(vec![level]);
    }
    let collection =
        Collection::read(text).map_err(|error| PyValueError::new_err(format!("{name}: {error}")))?;
    Ok(collection.levels.into_iter().map(|level| PyLevel::of_level(name, level)).collect())
}

/// Searches for a plan of a level. `actions` and `no_noop` ask for a plan with exactly this number of actions; `metric` and
/// `most` ask for an optimal plan. With `actions` = -1, the steps of the instance set the number; in the ASP Competitions
/// they count moves.
#[pyfunction]
#[allow(clippy::too_many_arguments, reason = "the Python side has them as keywords")]
#[pyo3(signature = (level, *, metric, most, actions, no_noop, engine, encoding, time_limit, memory_limit, ground_limit))]
pub fn sokoban_answer<'py>(
    py: Python<'py>,
    level: &PyLevel,
    metric: Option<&str>,
    most: Option<usize>,
    actions: Option<i64>,
    no_noop: bool,
    engine: &str,
    encoding: Option<(String, String)>,
    time_limit: Option<f64>,
    memory_limit: Option<u64>,
    ground_limit: Option<u64>,
) -> PyResult<Bound<'py, PyDict>> {
    let invalid = |error: &dyn std::fmt::Display| PyValueError::new_err(error.to_string());
    let engine: EngineName = engine.parse().map_err(|error| invalid(&error))?;
    let objective: Objective = metric.unwrap_or("lines").parse().map_err(|error| invalid(&error))?;
    let instance = level.instance()?;
    let is_open = actions.is_some_and(|actions| actions < 0) && instance.steps.is_empty();
    let wanted = match (actions, level.moves().filter(|_| is_open)) {
        (_, Some(_)) if no_noop => {
            return Err(PyValueError::new_err(
                "`no_noop` is about a number of actions, and the steps of the instance count moves: name a number",
            ));
        }
        (_, Some(most)) => Wanted::Within { objective: MOVES, most },
        (None, _) => Wanted::Fewest { objective, most, confirm: engine == EngineName::Ground },
        (Some(_), _) if is_open && engine != EngineName::Ground => Wanted::Any,
        (Some(actions), _) => Wanted::Exactly { actions: usize::try_from(actions).ok(), no_noop },
    };
    let limits = limits(time_limit, memory_limit)?;
    let mut question = question(wanted, engine, encoding);
    question.ground_limit = ground_limit;
    question.table_bytes = engine.table_bytes(memory_limit);
    let interrupter = question.config.solver.interrupter.clone();
    let (answered, cause) = at_work(py, &interrupter, || {
        let mut known = None;
        let (answered, cause) = limited(limits, &interrupter, || {
            answer(Arc::clone(&instance), &question, &mut |event| {
                if let groundplan_sokoban::Event::Known(bounds) = event {
                    known = Some(bounds);
                }
            })
        });
        (answered.map_err(|error| (error, known)), cause)
    });
    check_signals(py)?;
    let told = PyDict::new(py);
    told.set_item("ended", cause.map(|cause| cause.to_string()))?;
    let verdict = match answered {
        Ok(answer) => {
            add_figures(&told, &answer)?;
            answer.verdict
        }
        Err((error, known)) => halted(&told, error, known, wanted)?,
    };
    add_verdict(&told, level, &instance, &question, verdict)?;
    Ok(told)
}

/// The objective that the steps of an instance of the ASP Competitions limit.
const MOVES: Objective = Objective { first: Metric::Moves, second: None };

/// Creates a query without limits.
fn question(wanted: Wanted, engine: EngineName, encoding: Option<(String, String)>) -> Question {
    Question {
        wanted,
        engine,
        encoding,
        config: SearchConfig::default().refuting(),
        within: Vec::new(),
        ground_limit: None,
        table_bytes: usize::MAX,
        threads: Threads::default(),
        known: None,
    }
}

/// Returns the program whose answer sets are the plans with this number of actions: encoding, instance, constants.
#[pyfunction]
#[pyo3(signature = (level, *, actions, no_noop, encoding))]
pub fn sokoban_program(
    level: &PyLevel,
    actions: Option<usize>,
    no_noop: bool,
    encoding: Option<(String, String)>,
) -> PyResult<(String, String, Vec<String>)> {
    let question = question(Wanted::Exactly { actions, no_noop }, EngineName::Ground, encoding);
    let texts = texts(&*level.instance()?, &question, actions, no_noop).map_err(refuse)?;
    Ok((texts.encoding, texts.instance, texts.constants))
}

fn refuse(error: AskError) -> PyErr {
    match error {
        AskError::Engine(error) => raise(error),
        AskError::NoSteps => PyValueError::new_err(error.to_string()),
        error => PyRuntimeError::new_err(error.to_string()),
    }
}

/// Records what is known after grounding was stopped by a limit or interrupt. Any other error is returned.
fn halted(
    told: &Bound<'_, PyDict>,
    error: AskError,
    known: Option<Bounds>,
    wanted: Wanted,
) -> PyResult<Verdict> {
    let growing = match error {
        AskError::Engine(groundplan::Error::Halted(growing)) => growing,
        other => return Err(refuse(other)),
    };
    if let HaltCause::Limit(_) = growing.cause {
        told.set_item("ended", "ground limit")?;
    }
    told.set_item("growing", growing.diagnostics.to_string())?;
    Ok(match wanted {
        Wanted::Any | Wanted::Exactly { .. } | Wanted::Within { .. } => Verdict::Unknown,
        Wanted::Fewest { .. } => Verdict::Bounds(known.unwrap_or_else(Bounds::open)),
    })
}

/// Adds whether the result was confirmed, and where the engine fell short.
fn add_figures(told: &Bound<'_, PyDict>, answer: &Answer) -> PyResult<()> {
    told.set_item("confirmed", answer.confirmed)?;
    told.set_item("shortfalls", answer.shortfalls.iter().map(|it| format!("{it:?}")).collect::<Vec<_>>())
}

/// Adds the verdict, the bounds, and the plan if there is one. The checker verifies the plan first.
fn add_verdict(
    told: &Bound<'_, PyDict>,
    level: &PyLevel,
    instance: &Instance,
    question: &Question,
    verdict: Verdict,
) -> PyResult<()> {
    let objective = match question.wanted {
        Wanted::Fewest { objective, .. } | Wanted::Within { objective, .. } => objective,
        Wanted::Any | Wanted::Exactly { .. } => Objective::LINES,
    };
    let numbers = |costs: Costs| costs.numbers(objective).collect::<Vec<_>>();
    let reason = |reason: Reason| match reason {
        Reason::Assignment => "assignment",
        Reason::Refutation => "refutation",
        Reason::Exhaustion => "exhaustion",
    };
    let (word, plan) = match verdict {
        Verdict::Plan(plan) => ("plan", Some(plan)),
        Verdict::NoPlan => ("no plan", None),
        Verdict::Never(why) => {
            told.set_item("reason", reason(why))?;
            ("never", None)
        }
        Verdict::Unknown => ("unknown", None),
        Verdict::Bounds(bounds) => {
            told.set_item("lower", numbers(bounds.lower))?;
            told.set_item("reason", reason(bounds.reason))?;
            let excluded = match question.wanted {
                Wanted::Fewest { most: Some(most), .. } => bounds.exclude(objective, most),
                _ => false,
            };
            let word = match (bounds.is_proven(), excluded, &bounds.plan) {
                (true, ..) => "optimal",
                (_, true, _) => "no plan",
                (.., Some(_)) => "plan",
                _ => "unknown",
            };
            (word, bounds.plan)
        }
    };
    told.set_item("verdict", word)?;
    let Some(plan) = plan else { return Ok(()) };
    verify(level, instance, &plan, question)?;
    let trace =
        Trace::of_plan(instance, &plan).map_err(|error| PyRuntimeError::new_err(error.to_string()))?;
    let counts = trace.counts();
    told.set_item("costs", numbers(objective.costs(&counts)))?;
    told.set_item("actions", actions(instance, &plan, &trace))?;
    told.set_item("letters", trace.letters())?;
    told.set_item("moves", counts.moves)?;
    match &level.given {
        // A query for a number of actions is not limited by steps that count moves.
        Some(given) if !matches!(question.wanted, Wanted::Exactly { .. }) && given.is_within(&counts) => {
            told.set_item("told", given.checked_plan(instance, &trace)?)
        }
        _ => Ok(()),
    }
}

/// Returns the exception for a plan that the checker rejects.
fn broken(message: &str) -> PyErr {
    PyRuntimeError::new_err(format!("the plan found breaks the rules of the game: {message}"))
}

/// Replays a plan with the independent checker.
fn verify(level: &PyLevel, instance: &Instance, plan: &Plan, question: &Question) -> PyResult<()> {
    let no_noop = matches!(question.wanted, Wanted::Exactly { no_noop: true, .. });
    let actions = (plan.steps == Steps::Numbered).then_some(plan.len());
    let rules = Rules { actions, no_noop, ..Rules::default() };
    let text: String = plan.atoms(instance).map(|atom| format!("{atom}.\n")).collect();
    let verdict = groundplan_check::Instance::parse(level.facts_or_error()?).and_then(|instance| {
        groundplan_check::Plan::parse(&text).map(|plan| groundplan_check::count(&instance, &plan, &rules))
    });
    match verdict {
        Ok(Ok(_)) => Ok(()),
        Ok(Err(violation)) => Err(broken(&violation.message)),
        Err(error) => Err(PyRuntimeError::new_err(error.message())),
    }
}

/// Adds the classes and functions of this file to the module.
pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<PyLevel>()?;
    module.add_function(wrap_pyfunction!(sokoban_levels, module)?)?;
    module.add_function(wrap_pyfunction!(sokoban_answer, module)?)?;
    module.add_function(wrap_pyfunction!(sokoban_program, module)?)
}
