//! Observers in Python: objects whose methods hear of the ground program. They may have some of the methods only.

use std::sync::Arc;

use groundplan::program::{ExternalValue, Modifier};
use groundplan_clingo::observer::{Observer, Statement};
use pyo3::call::PyCallArgs;
use pyo3::prelude::*;

use crate::error::keep;
use crate::held::Held;
use crate::symbol::PySymbol;

/// Returns what calls the methods of an observer.
pub fn observer(object: Held) -> Observer {
    Arc::new(move |statement| {
        Python::attach(|py| match object.get(py) {
            Some(object) => tell(object.bind(py), statement).map_err(keep),
            None => Ok(()),
        })
    })
}

/// Calls a method of an observer, if it has that.
fn call<'py>(object: &Bound<'py, PyAny>, name: &str, arguments: impl PyCallArgs<'py>) -> PyResult<()> {
    match object.getattr_opt(name)?.filter(|method| !method.is_none()) {
        Some(method) => method.call1(arguments).map(drop),
        None => Ok(()),
    }
}

/// Returns a member of an enumeration.
fn member<'py>(py: Python<'py>, module: &str, kind: &str, name: &str) -> PyResult<Bound<'py, PyAny>> {
    py.import(module)?.getattr(kind)?.getattr(name)
}

fn value_of(py: Python<'_>, value: ExternalValue) -> PyResult<Bound<'_, PyAny>> {
    let name = match value {
        ExternalValue::Free => "Free",
        ExternalValue::True => "True_",
        ExternalValue::False => "False_",
        ExternalValue::Released => "Release",
    };
    member(py, "groundplan.core", "TruthValue", name)
}

fn kind_of(py: Python<'_>, modifier: Modifier) -> PyResult<Bound<'_, PyAny>> {
    let name = match modifier {
        Modifier::Level => "Level",
        Modifier::Sign => "Sign",
        Modifier::Factor => "Factor",
        Modifier::Init => "Init",
        Modifier::True => "True_",
        Modifier::False => "False_",
    };
    member(py, "groundplan.backend", "HeuristicType", name)
}

/// Tells an observer a statement.
fn tell(object: &Bound<'_, PyAny>, statement: &Statement) -> PyResult<()> {
    let py = object.py();
    match statement {
        Statement::InitProgram { is_incremental } => call(object, "init_program", (*is_incremental,)),
        Statement::BeginStep => call(object, "begin_step", ()),
        Statement::EndStep => call(object, "end_step", ()),
        Statement::Rule { choice, head, body } => call(object, "rule", (*choice, head, body)),
        Statement::WeightRule { choice, head, bound, body } => {
            call(object, "weight_rule", (*choice, head, *bound, body))
        }
        Statement::Minimize { priority, literals } => call(object, "minimize", (*priority, literals)),
        Statement::Project { atoms } => call(object, "project", (atoms,)),
        Statement::OutputAtom { symbol, atom } => {
            call(object, "output_atom", (PySymbol::of(symbol.clone()), *atom))
        }
        Statement::OutputTerm { symbol, condition } => {
            call(object, "output_term", (PySymbol::of(symbol.clone()), condition))
        }
        Statement::External { atom, value } => call(object, "external", (*atom, value_of(py, *value)?)),
        Statement::Assume { literals } => call(object, "assume", (literals,)),
        Statement::Heuristic { atom, modifier, bias, priority, condition } => {
            call(object, "heuristic", (*atom, kind_of(py, *modifier)?, *bias, *priority, condition))
        }
        Statement::AcycEdge { from, to, condition } => call(object, "acyc_edge", (*from, *to, condition)),
        Statement::TheoryNumber { term, number } => call(object, "theory_term_number", (*term, *number)),
        Statement::TheoryText { term, text } => call(object, "theory_term_string", (*term, text)),
        Statement::TheoryCompound { term, kind, arguments } => {
            call(object, "theory_term_compound", (*term, *kind, arguments))
        }
        Statement::TheoryElement { element, terms, condition } => {
            call(object, "theory_element", (*element, terms, condition))
        }
        Statement::TheoryAtom { atom, term, elements, guard: None } => {
            call(object, "theory_atom", (*atom, *term, elements))
        }
        Statement::TheoryAtom { atom, term, elements, guard: Some((operator, right)) } => {
            call(object, "theory_atom_with_guard", (*atom, *term, elements, *operator, *right))
        }
    }
}
