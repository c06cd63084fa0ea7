//! Whether a text is a program, for whoever takes it apart: `python/groundplan/syntax`.

use groundplan::diagnostic::{Diagnostics, Severity, Sources};
use groundplan::symbol::Symbols;
use groundplan::syntax::parse;
use groundplan::Error;
use pyo3::prelude::*;

use crate::error::raise;

/// Raises what is wrong with the syntax of a text. Nothing is said about its meaning.
#[pyfunction]
fn check_syntax(py: Python<'_>, name: &str, text: &str) -> PyResult<()> {
    let wrong = py.detach(|| {
        let (mut symbols, mut sources) = (Symbols::new(), Sources::new());
        let source = sources.add(name, text);
        let mut found = parse(&mut symbols, &sources, source).diagnostics;
        found.retain(|diagnostic| diagnostic.severity == Severity::Error);
        Diagnostics::new(found, sources)
    });
    if wrong.is_empty() {
        Ok(())
    } else {
        Err(raise(&Error::Program(wrong)))
    }
}

/// Adds what this file has to the module.
pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(check_syntax, module)?)
}
