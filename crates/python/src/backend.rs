//! The backend: adds ground rules from Python. Atoms are numbered from 1, and negated literals are negative.
#![allow(clippy::needless_pass_by_value, reason = "lists come from Python by value")]

use std::sync::atomic::Ordering;
use std::sync::Arc;

use groundplan::program::{
    AtomId, Body, ExternalValue, HeadKind, Heuristic, Literal, Minimize, Modifier, Program, Side, TheoryAtom,
    TheoryElement, CALL, LIST, SET,
};
use groundplan::symbol::Symbol;
use groundplan::Engine;
use indexmap::IndexSet;
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};
use pyo3::{PyTraverseError, PyVisit};
use rustc_hash::FxBuildHasher;

use crate::control::PyEngine;
use crate::error::raise;
use crate::made::Made;
use crate::shared::Shared;
use crate::symbol::term_of;
use groundplan_clingo::literal::{literal, number};
use groundplan_clingo::Term;
use groundplan_frontend::lock::lock;

/// Adds statements directly to the ground program: made by `Control.backend`, to be used in a `with` block.
#[pyclass(frozen, subclass, dict, weakref, name = "Backend", module = "groundplan.backend")]
pub struct PyBackend(Made<Target>);

/// What a backend adds to.
struct Target {
    shared: Arc<Shared>,
    /// The function to call at the end of the `with` block.
    done: Py<PyAny>,
}

/// Distinct values, numbered in order of insertion.
type Numbered<T> = IndexSet<T, FxBuildHasher>;

/// Theory terms and theory elements, by the numbers that Python uses. Equal ones share a number.
#[derive(Default)]
pub struct TheoryTerms {
    terms: Numbered<Symbol>,
    elements: Numbered<usize>,
}

/// The maximum distance of a number from the last atom. A larger one is taken for a mistake.
const GAP: usize = 1 << 20;

/// Creates all atoms up to the largest of `named`: clingo permits numbers that no `add_atom` returned.
fn make_atoms(program: &mut Program, named: &[Literal]) -> Result<(), i64> {
    let Some(last) = named.iter().map(|literal| literal.atom()).max() else { return Ok(()) };
    if last.index() >= program.atom_count() + GAP {
        return Err(number(last.positive()));
    }
    while program.atom_count() <= last.index() {
        program.new_atom();
    }
    Ok(())
}

fn too_far(number: i64) -> PyErr {
    PyRuntimeError::new_err(format!("there is no atom {number}, nor one close to it: `add_atom` makes atoms"))
}

fn literals(numbers: Vec<i64>) -> PyResult<Vec<Literal>> {
    numbers.into_iter().map(|number| literal(number).map_err(raise)).collect()
}

fn atom(number: i64) -> PyResult<AtomId> {
    let literal = literal(number).map_err(raise)?;
    if literal.is_negative() {
        return Err(PyRuntimeError::new_err(format!("{number} is no atom: atoms are numbered from 1")));
    }
    Ok(literal.atom())
}

fn value(object: &Bound<'_, PyAny>) -> PyResult<i64> {
    object.getattr("value")?.extract()
}

/// Returns the heuristic modifier with clingo's number.
fn modifier(object: &Bound<'_, PyAny>) -> PyResult<Modifier> {
    let index = usize::try_from(value(object)?).ok();
    let found = index.and_then(|index| Modifier::ALL.get(index).copied());
    found.ok_or_else(|| PyRuntimeError::new_err("there is no such kind of heuristic"))
}

impl PyBackend {
    fn shared(&self) -> PyResult<&Shared> {
        self.0.get().map(|target| &*target.shared)
    }

    /// Applies `act` to the program, after creating the atoms of these literals.
    fn change<T>(&self, named: &[Literal], act: impl FnOnce(&mut Program) -> T) -> PyResult<T> {
        let done = self.shared()?.try_with(|engine| {
            let program = engine.program_mut()?;
            Ok(make_atoms(program, named).map(|()| act(program)))
        })?;
        self.shared()?.outdate();
        done.map_err(too_far)
    }

    fn term(&self, make: impl FnOnce(&mut Engine, &Numbered<Symbol>) -> Option<Symbol>) -> PyResult<usize> {
        let mut theory = lock(&self.shared()?.theory_terms);
        let made = self.shared()?.with(|engine| make(engine, &theory.terms))?;
        let made = made.ok_or_else(|| PyRuntimeError::new_err("there is no such term of a theory"))?;
        Ok(theory.terms.insert_full(made).0)
    }

    fn theory_atom(
        &self,
        term: usize,
        elements: &[usize],
        guard: Option<(&str, usize)>,
        given: Option<i64>,
    ) -> PyResult<i64> {
        let theory = lock(&self.shared()?.theory_terms);
        let unknown = || PyRuntimeError::new_err("there is no such term or element of a theory");
        let name = *theory.terms.get_index(term).ok_or_else(unknown)?;
        let elements: Option<Vec<usize>> =
            elements.iter().map(|&it| theory.elements.get_index(it).copied()).collect();
        let elements = elements.ok_or_else(unknown)?;
        let right = match guard {
            Some((operator, right)) => Some((operator, *theory.terms.get_index(right).ok_or_else(unknown)?)),
            None => None,
        };
        let start = self.shared()?.theory_start();
        // 0 stands for a directive, and `None` for a new atom. As in clingo, an atom that the step has keeps its number, even
        // if another one is given.
        let is_directive = given == Some(0);
        let given = given.filter(|&number| number != 0).map(atom).transpose()?;
        let id = self.shared()?.try_with(|engine| {
            let guard = right.map(|(operator, right)| (engine.symbols_mut().name(operator), right));
            let program = engine.program_mut()?;
            let named: Vec<Literal> = given.map(AtomId::positive).into_iter().collect();
            Ok(make_atoms(program, &named).map(|()| {
                if let Some(known) = program.theory.find_from(start, name, &elements, guard) {
                    return known.atom;
                }
                let atom = (!is_directive).then(|| given.unwrap_or_else(|| program.new_atom()));
                program.theory.add(TheoryAtom { atom, name, elements, guard, side: Side::Any, span: None });
                atom
            }))
        })?;
        self.shared()?.outdate();
        Ok(id.map_err(too_far)?.map_or(0, |id| number(id.positive())))
    }
}

fn sequence(
    name: Option<&str>,
    terms: &[usize],
    known: &Numbered<Symbol>,
    engine: &mut Engine,
) -> Option<Symbol> {
    let arguments: Option<Vec<Symbol>> = terms.iter().map(|&term| known.get_index(term).copied()).collect();
    let symbols = engine.symbols_mut();
    Some(match name {
        None => symbols.tuple(&arguments?),
        Some(name) => {
            let name = symbols.name(name);
            symbols.function(name, &arguments?, false)
        }
    })
}

#[pymethods]
impl PyBackend {
    #[new]
    #[pyo3(signature = (*_arguments, **_named))]
    fn unmade(_arguments: &Bound<'_, PyTuple>, _named: Option<&Bound<'_, PyDict>>) -> Self {
        PyBackend(Made::missing())
    }

    /// Makes a backend of an engine, with the function to call at the end, or of another backend's `_rep` and `_error`.
    fn __init__(&self, rep: &Bound<'_, PyAny>, error: Py<PyAny>) -> PyResult<()> {
        let shared = match rep.cast::<PyEngine>() {
            Ok(engine) => Arc::clone(&engine.get().shared),
            Err(_) => Arc::clone(&rep.cast::<PyBackend>()?.get().0.get()?.shared),
        };
        self.0.set(Target { shared, done: error })
    }

    /// What other objects can be made from that stand for the same.
    #[getter]
    fn _rep(slf: Py<Self>) -> Py<Self> {
        slf
    }

    #[getter]
    fn _error(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        self.0.get().map(|target| target.done.clone_ref(py))
    }

    fn __traverse__(&self, visit: PyVisit<'_>) -> Result<(), PyTraverseError> {
        self.0.known().map_or(Ok(()), |target| visit.call(&target.done))
    }

    fn __enter__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    #[pyo3(signature = (*_arguments))]
    fn __exit__(&self, py: Python<'_>, _arguments: &Bound<'_, PyAny>) -> PyResult<bool> {
        self.0.get()?.done.call0(py)?;
        Ok(false)
    }

    /// Returns the number of the atom with this symbol or, without a symbol, of a new atom.
    #[pyo3(signature = (symbol=None))]
    fn add_atom(&self, symbol: Option<&Bound<'_, PyAny>>) -> PyResult<i64> {
        let term = symbol.filter(|symbol| !symbol.is_none()).map(term_of).transpose()?;
        let id = self.shared()?.try_with(|engine| match &term {
            None => engine.program_mut().map(|program| Ok(program.new_atom())),
            Some(Term::Function(function)) if !function.name.is_empty() => {
                let table = engine.symbols_mut();
                let arguments: Vec<Symbol> =
                    function.arguments.iter().map(|it| it.to_symbol(table)).collect();
                let sign = if function.positive { "" } else { "-" };
                engine.add_atom(&format!("{sign}{}", function.name), arguments).map(Ok)
            }
            Some(other) => Ok(Err(other.text())),
        })?;
        self.shared()?.outdate();
        let id = id.map_err(|text| PyRuntimeError::new_err(format!("{text} is no atom")))?;
        Ok(number(id.positive()))
    }

    /// Adds a rule: if the body is true, one of the head atoms is or, with `choice`, any of them may be.
    #[pyo3(signature = (head, body=Vec::new(), choice=false))]
    fn add_rule(&self, head: Vec<i64>, body: Vec<i64>, choice: bool) -> PyResult<()> {
        let head: Vec<AtomId> = head.into_iter().map(atom).collect::<PyResult<_>>()?;
        let body = literals(body)?;
        let mut named = body.clone();
        named.extend(head.iter().map(|head| head.positive()));
        self.change(&named, |program| match (head.as_slice(), body.as_slice()) {
            (&[fact], []) if !choice => program.add_fact(fact),
            _ => {
                let kind = if choice { HeadKind::Choice } else { HeadKind::Disjunction };
                program.rules.push(kind, &head, Body::Conjunction(&body));
            }
        })
    }

    /// Adds a rule whose body is true if the weights of its true literals sum up to at least `lower`.
    #[pyo3(signature = (head, lower, body, choice=false))]
    fn add_weight_rule(
        &self,
        head: Vec<i64>,
        lower: i64,
        body: Vec<(i64, i64)>,
        choice: bool,
    ) -> PyResult<()> {
        let head: Vec<AtomId> = head.into_iter().map(atom).collect::<PyResult<_>>()?;
        let mut bound = lower;
        let mut elements = Vec::new();
        for (given, weight) in body {
            let given = literal(given).map_err(raise)?;
            // A literal of negative weight is replaced by its complement with positive weight.
            let element = if weight < 0 {
                bound = bound.checked_sub(weight).ok_or_else(overflow)?;
                (given.complement(), weight.checked_neg().ok_or_else(overflow)?)
            } else {
                (given, weight)
            };
            elements.extend(Some(element).filter(|&(_, weight)| weight != 0));
        }
        let mut named: Vec<Literal> = elements.iter().map(|&(literal, _)| literal).collect();
        named.extend(head.iter().map(|head| head.positive()));
        let kind = if choice { HeadKind::Choice } else { HeadKind::Disjunction };
        self.change(&named, |program| {
            if bound <= 0 {
                program.rules.push(kind, &head, Body::Conjunction(&[]));
            } else {
                program.rules.push(kind, &head, Body::Sum { bound, elements: &elements });
            }
        })
    }

    /// Adds weighted literals to the objective at a priority.
    fn add_minimize(&self, priority: i64, literals: Vec<(i64, i64)>) -> PyResult<()> {
        let elements: PyResult<Vec<(Literal, i64)>> = literals
            .into_iter()
            .map(|(given, weight)| Ok((literal(given).map_err(raise)?, weight)))
            .collect();
        let elements = elements?;
        let named: Vec<Literal> = elements.iter().map(|&(literal, _)| literal).collect();
        self.change(&named, |program| program.minimize.push(Minimize { priority, elements }))
    }

    /// Adds atoms to which answer sets are projected.
    fn add_project(&self, atoms: Vec<i64>) -> PyResult<()> {
        let atoms: Vec<AtomId> = atoms.into_iter().map(atom).collect::<PyResult<_>>()?;
        let named: Vec<Literal> = atoms.iter().map(|atom| atom.positive()).collect();
        self.change(&named, |program| program.projection.extend(atoms))?;
        self.shared()?.projects.store(true, Ordering::Relaxed);
        Ok(())
    }

    /// Declares an atom external, with a value.
    #[pyo3(signature = (atom, value=None))]
    fn add_external(&self, atom: i64, value: Option<&Bound<'_, PyAny>>) -> PyResult<()> {
        let id = self::atom(atom)?;
        let value = match value.map(self::value).transpose()?.unwrap_or(2) {
            0 => ExternalValue::Free,
            1 => ExternalValue::True,
            2 => ExternalValue::False,
            _ => ExternalValue::Released,
        };
        self.change(&[id.positive()], |program| program.externals.push((id, value)))?;
        lock(&self.shared()?.externals).declare(id);
        Ok(())
    }

    /// Adds assumptions for later searches.
    fn add_assume(&self, literals: Vec<i64>) -> PyResult<()> {
        let literals = self::literals(literals)?;
        self.change(&literals.clone(), |program| program.assumptions.extend(literals))
    }

    /// Adds a `#heuristic` directive for an atom.
    fn add_heuristic(
        &self,
        atom: i64,
        type_: &Bound<'_, PyAny>,
        bias: i64,
        priority: u64,
        condition: Vec<i64>,
    ) -> PyResult<()> {
        let (atom, modifier, condition) = (self::atom(atom)?, modifier(type_)?, literals(condition)?);
        let mut named = condition.clone();
        named.push(atom.positive());
        self.change(&named, |program| {
            program.heuristics.push(Heuristic { atom, modifier, bias, priority, condition });
        })
    }

    /// Adds an edge of an acyclicity constraint: the edges whose condition is true must not form a cycle.
    fn add_acyc_edge(&self, node_u: i64, node_v: i64, condition: Vec<i64>) -> PyResult<()> {
        let condition = literals(condition)?;
        self.change(&condition.clone(), |_| ())?;
        self.shared()?.try_with(|engine| {
            let nodes = [node_u, node_v].map(|node| engine.symbols_mut().number(node));
            engine.add_edge(nodes[0], nodes[1], &condition)
        })?;
        self.shared()?.outdate();
        Ok(())
    }

    /// Adds a number as a theory term, and returns the number of the term.
    fn add_theory_term_number(&self, number: i64) -> PyResult<usize> {
        self.term(|engine, _| Some(engine.symbols_mut().number(number)))
    }

    /// Adds a name or an operator as a theory term.
    fn add_theory_term_string(&self, string: &str) -> PyResult<usize> {
        self.term(|engine, known| sequence(Some(string), &[], known, engine))
    }

    /// Adds a function as a theory term; the arguments are numbers of terms.
    fn add_theory_term_function(&self, name: &str, arguments: Vec<usize>) -> PyResult<usize> {
        let name = if arguments.is_empty() { format!("{name}{CALL}") } else { name.to_owned() };
        self.term(|engine, known| sequence(Some(&name), &arguments, known, engine))
    }

    /// Adds a tuple, list or set as a theory term; the arguments are numbers of terms.
    fn add_theory_term_sequence(
        &self,
        sequence_type: &Bound<'_, PyAny>,
        arguments: Vec<usize>,
    ) -> PyResult<usize> {
        let name = match value(sequence_type)? {
            0 => None,
            1 => Some(SET),
            _ => Some(LIST),
        };
        self.term(|engine, known| sequence(name, &arguments, known, engine))
    }

    /// Adds a symbol as a theory term.
    fn add_theory_term_symbol(&self, symbol: &Bound<'_, PyAny>) -> PyResult<usize> {
        let term = term_of(symbol)?;
        self.term(|engine, _| Some(term.to_symbol(engine.symbols_mut())))
    }

    /// Adds a theory element: a tuple of terms, by their numbers, and a condition.
    fn add_theory_element(&self, terms: Vec<usize>, condition: Vec<i64>) -> PyResult<usize> {
        let condition = literals(condition)?;
        let mut theory = lock(&self.shared()?.theory_terms);
        let tuple: Option<Vec<Symbol>> =
            terms.iter().map(|&term| theory.terms.get_index(term).copied()).collect();
        let tuple = tuple.ok_or_else(|| PyRuntimeError::new_err("there is no such term of a theory"))?;
        let named = condition.clone();
        let element =
            self.change(&named, |program| program.theory.add_element(TheoryElement { tuple, condition }))?;
        Ok(theory.elements.insert_full(element).0)
    }

    /// Adds a theory atom, and returns its number among the atoms.
    #[pyo3(signature = (term_id, elements, atom_id_or_zero=None))]
    fn add_theory_atom(
        &self,
        term_id: usize,
        elements: Vec<usize>,
        atom_id_or_zero: Option<i64>,
    ) -> PyResult<i64> {
        self.theory_atom(term_id, &elements, None, atom_id_or_zero)
    }

    /// Adds a theory atom with a guard: an operator and a term after the elements.
    #[pyo3(signature = (term_id, elements, operator, right_hand_side_id, atom_id_or_zero=None))]
    fn add_theory_atom_with_guard(
        &self,
        term_id: usize,
        elements: Vec<usize>,
        operator: &str,
        right_hand_side_id: usize,
        atom_id_or_zero: Option<i64>,
    ) -> PyResult<i64> {
        self.theory_atom(term_id, &elements, Some((operator, right_hand_side_id)), atom_id_or_zero)
    }
}

fn overflow() -> PyErr {
    pyo3::exceptions::PyOverflowError::new_err("the weights leave the range of 64-bit integers")
}
