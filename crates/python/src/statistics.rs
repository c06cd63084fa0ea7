//! Sizes, counts and times of an engine as a dictionary; `statistics.py` presents them under clingo's keys.

use groundplan::solve::Statistics;
use groundplan::{Pass, Report, SolverCounts, Times};
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// Returns the sizes of the ground program, the counts of translation and search, and times in seconds.
pub fn numbers<'py>(
    py: Python<'py>,
    [atoms, rules]: [usize; 2],
    search: &Statistics,
    times: &Times,
) -> PyResult<Bound<'py, PyDict>> {
    let numbers = PyDict::new(py);
    numbers.set_item("atoms", atoms)?;
    numbers.set_item("rules", rules)?;
    numbers.set_item("variables", search.variables)?;
    numbers.set_item("clauses", search.clauses)?;
    numbers.set_item("loop_components", search.loop_components)?;
    numbers.set_item("loop_formulas", search.loop_formulas)?;
    numbers.set_item("sat_calls", search.sat_calls)?;
    numbers.set_item("conflicts", search.conflicts.unwrap_or(0))?;
    numbers.set_item("choices", search.decisions.unwrap_or(0))?;
    numbers.set_item("parse", times.parse.as_secs_f64())?;
    numbers.set_item("ground", times.ground.as_secs_f64())?;
    numbers.set_item("translation", search.translation.as_secs_f64())?;
    numbers.set_item("search", search.search.as_secs_f64())?;
    let solvers = PyDict::new(py);
    for counts in &search.solvers {
        solvers.set_item(counts.name, solver(py, counts)?)?;
    }
    numbers.set_item("solvers", solvers)?;
    let passes = PyDict::new(py);
    for (name, report) in search.passes.iter().filter(|(_, report)| report.fired > 0) {
        passes.set_item(Pass::name(name), pass(py, &report)?)?;
    }
    numbers.set_item("passes", passes)?;
    Ok(numbers)
}

/// Returns the counts of a SAT solver.
fn solver<'py>(py: Python<'py>, counts: &SolverCounts) -> PyResult<Bound<'py, PyDict>> {
    let object = PyDict::new(py);
    object.set_item("calls", counts.calls)?;
    object.set_item("conflicts", counts.stats.conflicts)?;
    object.set_item("decisions", counts.stats.decisions)?;
    object.set_item("propagations", counts.stats.propagations)?;
    object.set_item("shared_clauses", counts.shared)?;
    object.set_item("seconds", counts.time.as_secs_f64())?;
    Ok(object)
}

/// Returns the counts of a pass.
fn pass<'py>(py: Python<'py>, report: &Report) -> PyResult<Bound<'py, PyDict>> {
    let object = PyDict::new(py);
    object.set_item("fired", report.fired)?;
    object.set_item("clauses", report.clauses)?;
    object.set_item("variables", report.variables)?;
    object.set_item("seconds", report.time.as_secs_f64())?;
    Ok(object)
}
