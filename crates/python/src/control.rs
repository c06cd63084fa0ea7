//! The engine behind the Python class `Control`: it takes programs, grounds parts and starts searches.

use std::path::Path;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use groundplan::program::{AtomId, ExternalValue, Literal};
use groundplan::Engine;
use groundplan_clingo::control::{Control, SearchRequest};
use groundplan_frontend::plan::Plan;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::{PyTraverseError, PyVisit};

use crate::application::PyRun;
use crate::ast::PyNode;
use crate::atoms::{literal_of, PySymbolicAtoms};
use crate::configuration::PySettings;
use crate::error::{keep, raise, raise_from, take_raised};
use crate::handle::{PyHooks, PySolveHandle};
use crate::held::Held;
use crate::limits::{limited, limits, reached};
use crate::observer::observer;
use crate::propagator::{methods, PythonPropagator};
use crate::script::{values, PyTextHost};
use crate::signal::{at_work, check_signals, during};
use crate::statistics::{plain, PyStatistics};
use crate::symbol::{symbols, term_of, GivenText, PySymbol, SymbolArgument};
use crate::theory::PyTheoryAtom;
use groundplan_clingo::programs::{self, AddedTexts, MessageCode};
use groundplan_clingo::syntax::Node;
use groundplan_clingo::texts::{KeptText, TextOrigin};
use groundplan_clingo::Term;
use groundplan_frontend::lock::{lock, try_lock};

/// The Python function that evaluates `@`-functions while the program is grounded.
pub type Calls = Arc<Mutex<Option<Py<PyAny>>>>;

/// The engine of a control.
#[pyclass(frozen, name = "Engine", module = "groundplan._core")]
pub struct PyEngine {
    pub control: Arc<Control>,
    pub calls: Calls,
    /// The propagators and observers that were registered.
    registered: Mutex<Vec<Held>>,
}

/// The arguments of one search beside the settings: assumptions, limits and callbacks.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
struct AskedSearch<'py> {
    assumptions: Bound<'py, PyAny>,
    time_limit: Option<f64>,
    memory: Option<u64>,
    is_idle: bool,
    seeks_end: bool,
    on_model: Option<Py<PyAny>>,
    on_unsat: Option<Py<PyAny>>,
    on_statistics: Option<Py<PyAny>>,
    on_finish: Option<Py<PyAny>>,
    printer: Option<Py<PyRun>>,
}

/// Returns the name of a kind of messages in Python.
fn name_of(code: MessageCode) -> &'static str {
    match code {
        MessageCode::OperationUndefined => "OperationUndefined",
        MessageCode::RuntimeError => "RuntimeError",
        MessageCode::AtomUndefined => "AtomUndefined",
        MessageCode::FileIncluded => "FileIncluded",
        MessageCode::VariableUnbounded => "VariableUnbounded",
        MessageCode::GlobalVariable => "GlobalVariable",
        MessageCode::Other => "Other",
    }
}

/// Calls the current evaluator of `@`-functions. Returns the resulting symbols, or `None` if there is no such function.
fn call(calls: &Calls, name: &str, arguments: &[Term]) -> PyResult<Option<Vec<Term>>> {
    Python::attach(|py| {
        let context = lock(calls).as_ref().map(|context| context.clone_ref(py));
        let Some(context) = context else { return Ok(None) };
        let answer = context.bind(py).call1((name, symbols(py, arguments)?))?;
        if answer.is_none() {
            return Ok(None);
        }
        values(&answer).map(Some)
    })
}

/// Returns parts with their names as texts, and their arguments as terms.
pub fn named_parts(parts: &[(GivenText, Vec<SymbolArgument>)]) -> Vec<(&str, Vec<Term>)> {
    parts
        .iter()
        .map(|(name, arguments)| (&**name, arguments.iter().map(|it| it.0.clone()).collect()))
        .collect()
}

impl PyEngine {
    /// Returns what evaluates `@`-functions: the Python function of the grounding under way.
    fn called(&self) -> programs::Calls {
        let calls = Arc::clone(&self.calls);
        Arc::new(move |name, arguments| call(&calls, name, arguments).map_err(keep))
    }

    /// Returns what programs are added with.
    fn host(&self) -> PyTextHost {
        PyTextHost(self.called())
    }

    /// Returns what Python hears of texts that were added.
    fn added(&self, added: groundplan_clingo::Result<AddedTexts>) -> PyResult<(bool, bool, Vec<String>)> {
        let AddedTexts { is_incremental, repeats, warnings } =
            added.map_err(|error| raise_from(&self.control, error))?;
        Ok((is_incremental, repeats, warnings))
    }
}

#[pymethods]
impl PyEngine {
    /// Creates an engine without a program.
    #[new]
    fn new() -> Self {
        let engine = Engine::new();
        PyEngine { control: Control::new(engine), calls: Calls::default(), registered: Mutex::default() }
    }

    fn __traverse__(&self, visit: PyVisit<'_>) -> Result<(), PyTraverseError> {
        if let Some(registered) = try_lock(&self.registered) {
            registered.iter().try_for_each(|object| object.visit(&visit))?;
        }
        try_lock(&self.calls).map_or(Ok(()), |calls| visit.call(&*calls))
    }

    /// Sets the search configuration, before the first search. With `hears`, `#heuristic` is grounded in any case.
    fn configure(&self, settings: &PySettings, hears: bool) -> PyResult<()> {
        let configured = settings.with(|arguments| self.control.configure(arguments, hears));
        configured.map_err(|error| raise_from(&self.control, error))
    }

    /// Adds a program to a part, and the files that it includes. While a search is open, it waits. Returns whether it includes
    /// `<incmode>`, whether it includes a file that was read before, and a warning for each file that it includes again.
    #[allow(clippy::needless_pass_by_value, reason = "texts come from Python by value")]
    fn add(
        &self,
        part: GivenText,
        parameters: Vec<GivenText>,
        program: GivenText,
    ) -> PyResult<(bool, bool, Vec<String>)> {
        let parameters: Vec<&str> = parameters.iter().map(|parameter| &**parameter).collect();
        self.added(self.control.add(&self.host(), &part, &parameters, &program))
    }

    /// Adds a text with a name to the part `base`: see [`PyEngine::add`].
    fn add_text(&self, name: &str, text: &str) -> PyResult<(bool, bool, Vec<String>)> {
        self.added(self.control.add_text(&self.host(), name, text))
    }

    /// Adds a file: see [`PyEngine::add`].
    fn add_file(&self, path: &str) -> PyResult<(bool, bool, Vec<String>)> {
        self.added(self.control.add_file(&self.host(), path))
    }

    /// Adds a file in aspif, beside others: see [`PyEngine::add`].
    fn add_aspif(&self, path: &str) -> PyResult<(bool, bool, Vec<String>)> {
        self.added(self.control.add_aspif(&self.host(), path))
    }

    /// Adds the files of a command line, each of them once: see [`PyEngine::add`].
    #[allow(clippy::needless_pass_by_value, reason = "lists come from Python by value")]
    fn add_files(&self, paths: Vec<String>) -> PyResult<(bool, bool, Vec<String>)> {
        self.added(self.control.add_files(&self.host(), &paths))
    }

    /// Adds statements. Returns whether the text that they print as reads as them.
    #[allow(clippy::needless_pass_by_value, reason = "lists come from Python by value")]
    fn add_nodes(&self, nodes: Vec<Bound<'_, PyNode>>) -> PyResult<bool> {
        let nodes: Vec<Node> = nodes.iter().map(|node| node.get().0.clone()).collect();
        self.control.add_nodes(&self.host(), &nodes).map_err(|error| raise_from(&self.control, error))
    }

    /// The texts of the program: the name of each, its text, whether it is a file, and whether another text includes it.
    fn texts(&self) -> Vec<(String, String, bool, bool)> {
        let texts = self.control.texts().into_iter();
        let told = |KeptText { name, text, origin }: KeptText| {
            let (is_file, is_included) = (origin != TextOrigin::Given, origin == TextOrigin::Included);
            (name, text.to_string(), is_file, is_included)
        };
        texts.map(told).collect()
    }

    /// Reads constraints over integers as clingcon does where another program writes them.
    fn read_as_clingcon(&self) -> PyResult<()> {
        self.control.read_as_clingcon().map_err(raise)
    }

    /// Does what had to wait for the end of a search, unless one is still open, or other work has the engine. Returns whether none
    /// has.
    fn settle(&self, py: Python<'_>) -> PyResult<bool> {
        py.detach(|| self.control.settle()).map_err(raise)
    }

    /// Defines a constant: `n=8`.
    fn define(&self, definition: &str) -> PyResult<()> {
        self.control.define(definition).map_err(raise)
    }

    /// The value of a constant.
    fn constant(&self, py: Python<'_>, name: &str) -> PyResult<Option<PySymbol>> {
        let value = py.detach(|| self.control.constant(name)).map_err(raise)?;
        Ok(value.map(PySymbol::of))
    }

    /// Grounds parts; `call` evaluates `@`-functions. `time` limits the duration in seconds, `memory` the memory of the
    /// process in MiB.
    #[allow(clippy::needless_pass_by_value, reason = "lists come from Python by value")]
    fn ground(
        &self,
        py: Python<'_>,
        parts: Vec<(GivenText, Vec<SymbolArgument>)>,
        call: Option<Py<PyAny>>,
        time: Option<f64>,
        memory: Option<u64>,
    ) -> PyResult<()> {
        let limits = limits(time, memory)?;
        let control = &self.control;
        let mut cause = None;
        let grounded = control.ground(&named_parts(&parts), |work| {
            *lock(&self.calls) = call;
            at_work(py, &control.interrupter, || cause = limited(limits, &control.interrupter, work).1);
            // The function, which may be the last to hold an object, goes only when no lock is held.
            let call = lock(&self.calls).take();
            drop(call);
        });
        let is_interrupted = control.interrupter.is_interrupted();
        control.interrupter.clear();
        let result = grounded.map_err(|error| match cause {
            Some(cause) => reached(cause, "grounding"),
            None => raise_from(control, error),
        });
        if is_interrupted {
            check_signals(py)?;
        }
        result
    }

    /// Creates an engine with the program of this one and these settings, for an explanation. [`PyEngine::interrupt`] ends its work,
    /// too.
    fn again(&self, py: Python<'_>, settings: &PySettings) -> PyResult<PyEngine> {
        let again = PyEngine::new();
        again.configure(settings, false)?;
        let calls = again.called();
        py.detach(|| self.control.repeat_in(&again.control, &calls)).map_err(raise)?;
        self.control.add_explanation(&again.control);
        Ok(again)
    }

    /// Returns the selected warnings since the last call, each with its code and its rendered text. With `lint`, these
    /// include checks of the source texts; without it, checks of the assumptions of the command line. With `as_clingo`, they are
    /// of the kinds that clingo has, and of those that `-W` names.
    fn warnings(
        &self,
        settings: &PySettings,
        lint: bool,
        as_clingo: bool,
    ) -> PyResult<Vec<(&'static str, String)>> {
        let wanted = if as_clingo { settings.warnings().as_clingo() } else { settings.warnings() };
        let assumed = settings.with(|arguments| arguments.assume.clone());
        let found = self.control.warnings(&wanted, &assumed, lint).map_err(raise)?;
        Ok(found.into_iter().map(|(code, text)| (name_of(code), text)).collect())
    }

    /// Starts the next step if a search took place since the last grounding, and returns whether it did. As in clingo, only
    /// theory atoms of the new step are visible from then on. With `cleanup`, atoms that are false in all answer sets lose
    /// their names.
    fn begin_step(&self, py: Python<'_>, cleanup: bool) -> PyResult<bool> {
        let begun = self.control.begin_step(cleanup, |work| py.detach(work));
        begun.map_err(|error| raise_from(&self.control, error))
    }

    /// Removes the names of atoms that are false in all answer sets, and marks as facts those that are true in all.
    fn cleanup(&self, py: Python<'_>) -> PyResult<()> {
        let cleaned = self.control.cleanup(|work| py.detach(work));
        cleaned.map_err(|error| raise_from(&self.control, error))
    }

    /// Interrupts the current work of the engine, and of explanations of its program. If there is none, the next work of the
    /// engine is interrupted.
    fn interrupt(&self) {
        self.control.interrupt();
    }

    /// The atoms of the ground program.
    #[getter]
    fn symbolic_atoms(&self) -> PySymbolicAtoms {
        PySymbolicAtoms::new(Arc::clone(&self.control))
    }

    /// Assigns a value to an external atom: "true", "false", "free" or "release".
    fn assign_external(&self, external: &Bound<'_, PyAny>, value: &str) -> PyResult<()> {
        let given = match term_of(external) {
            Ok(term) => self.control.with_table(|table| table.atom(&term)).map(AtomId::positive),
            Err(neither) => literal_of(&self.control, external).map_err(|_| neither)?.0,
        };
        // As in clingo, an atom that the program does not have is not an error.
        let Some(given) = given else { return Ok(()) };
        let value = match value {
            "true" => ExternalValue::True,
            "false" => ExternalValue::False,
            "free" => ExternalValue::Free,
            _ => ExternalValue::Released,
        };
        self.control.assign_external(given, value).map_err(raise)
    }

    /// Starts a search.
    fn search(
        slf: &Bound<'_, Self>,
        settings: &PySettings,
        asked: AskedSearch<'_>,
        yields: bool,
        is_async: bool,
    ) -> PyResult<PySolveHandle> {
        let (py, control) = (slf.py(), &slf.get().control);
        // As in clingo's module, users may add to the statistics of any search.
        control.user_statistics();
        let mut assumptions = Vec::new();
        for given in asked.assumptions.try_iter()? {
            match literal_of(control, &given?)? {
                // An atom that the program does not have is false, so this assumption always holds.
                (None, number) if number < 0 => {}
                known => assumptions.push(known),
            }
        }
        let limit = asked.time_limit.map(Duration::try_from_secs_f64).transpose();
        let limit = limit.map_err(|error| PyValueError::new_err(error.to_string()))?;
        let request = SearchRequest {
            assumptions,
            deadline: limit.and_then(|limit| Instant::now().checked_add(limit)),
            is_idle: asked.is_idle,
            seeks_end: asked.seeks_end,
        };
        let announced = asked.printer.as_ref().map(|printer| printer.clone_ref(py));
        let hooks = PyHooks {
            on_model: asked.on_model.map(Held::new),
            on_unsat: asked.on_unsat.map(Held::new),
            on_statistics: asked.on_statistics.map(Held::new),
            on_finish: asked.on_finish.map(Held::new),
            printer: asked.printer,
            memory: asked.memory,
        };
        let announce = move |engine: &Engine, plan: &Plan| {
            if let Some(printer) = &announced {
                printer.get().begin(engine, plan);
            }
        };
        let plan = settings.with(|arguments| control.plan(arguments)).map_err(raise)?;
        let begun = control.search(plan, request, announce, during(py, control));
        let session = begun.map_err(|error| raise_from(control, error))?;
        let handle = PySolveHandle::new(slf, session, hooks, yields, is_async)?;
        if let Some(raised) = take_raised(control) {
            handle.close(py)?;
            return Err(raised);
        }
        check_signals(py)?;
        Ok(handle)
    }

    /// Whether the ground program is known, without search, to have no answer set.
    #[getter]
    fn is_conflicting(&self) -> PyResult<bool> {
        self.control.is_conflicting().map_err(raise)
    }

    /// Whether the ground program has neither atoms nor rules.
    #[getter]
    fn is_empty(&self) -> PyResult<bool> {
        let is_empty = self.control.with(|engine| {
            let program = engine.ground_program().program;
            program.atom_count() == 0 && program.rules.len() == 0
        });
        is_empty.map_err(raise)
    }

    /// Removes the objective, as soon as no search is open.
    fn remove_minimize(&self) -> PyResult<()> {
        let removed = self.control.when_idle(|control| control.try_with(Engine::remove_minimize));
        removed.map_err(|error| raise_from(&self.control, error))
    }

    /// Returns the theory atoms.
    fn theory_atoms(&self) -> Vec<PyTheoryAtom> {
        self.control.theory_atoms().into_iter().map(PyTheoryAtom::from).collect()
    }

    /// Sets the atoms to which answer sets are projected, or adds to them unless `replace`.
    fn project(&self, atoms: &Bound<'_, PyAny>, replace: bool) -> PyResult<()> {
        let mut found = Vec::new();
        for given in atoms.try_iter()? {
            let given = given?;
            let literal = match term_of(&given) {
                Ok(term) => self.control.with_table(|table| table.atom(&term)).map(AtomId::positive),
                Err(_) => literal_of(&self.control, &given)?.0,
            };
            found.extend(literal.map(Literal::atom));
        }
        self.control.project(&found, replace).map_err(|error| raise_from(&self.control, error))
    }

    /// Registers a propagator, as soon as no search is open.
    fn register_propagator(&self, propagator: &Bound<'_, PyAny>) -> PyResult<()> {
        let has = methods(propagator)?;
        let object = Held::new(propagator.clone().unbind());
        lock(&self.registered).push(object.clone());
        let registered = self.control.when_idle(move |control| {
            control.register_propagator(PythonPropagator::new(object, control), has)
        });
        registered.map_err(|error| raise_from(&self.control, error))
    }

    /// Registers an observer of what is ground from now on, as soon as no search is open.
    fn register_observer(&self, object: Py<PyAny>) -> PyResult<()> {
        let object = Held::new(object);
        lock(&self.registered).push(object.clone());
        self.control.when_idle(move |control| control.register_observer(observer(object))).map_err(raise)
    }

    /// Has the ground program written to a file from the next search on; the kinds of files have clingo's numbers.
    fn register_backend(&self, kind: u32, file: &str) -> PyResult<()> {
        self.control.write_ground(Path::new(file), kind).map_err(raise)
    }

    /// Tells the observers what is new, after the ground program has grown.
    fn observe(&self) -> PyResult<()> {
        self.control.observe().map_err(raise)
    }

    /// Tells the observers what is new before a backend adds to the ground program.
    fn begin_adding(&self) -> PyResult<()> {
        self.control.begin_adding().map_err(raise)
    }

    /// Tells the observers what a backend has added, and they have not heard yet.
    fn end_adding(&self) -> PyResult<()> {
        self.control.end_adding().map_err(raise)
    }

    /// Returns sizes, counts and times, and what users have added, as dictionaries, lists and numbers.
    fn statistics<'py>(&self, py: Python<'py>, settings: &PySettings) -> PyResult<Bound<'py, PyAny>> {
        let statistics = settings.with_tree(|tree| self.control.statistics(tree)).map_err(raise)?;
        plain(py, &statistics)
    }

    /// The statistics that users add to those of the last search, and to those of all searches.
    #[getter]
    fn user_statistics(&self) -> (PyStatistics, PyStatistics) {
        let user = self.control.user_statistics();
        (PyStatistics(user.step), PyStatistics(user.accumulated))
    }
}

/// Adds the classes of this file to the module.
pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<PyEngine>()
}
