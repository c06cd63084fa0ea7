//! The Python class `Symbol`: ground terms.
#![allow(clippy::needless_pass_by_value, reason = "texts come from Python by value")]

use std::ops::Deref;
use std::sync::Arc;

use pyo3::exceptions::{PyAttributeError, PyRuntimeError, PyTypeError};
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedStr;
use pyo3::pyclass::CompareOp;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyDict, PyList, PyString, PyTuple};
use pyo3::{intern, PyTypeInfo};

use crate::error::raise;
use crate::made::Made;
use groundplan_clingo::{parse_term, Function, Term};

/// A ground term: a number, a string, a constant, a function or a tuple, `#inf` or `#sup`.
///
/// Symbols are made by `Function`, `Number`, `String`, `Tuple_`, `Infimum`, `Supremum` and `parse_term`. They never change,
/// are ordered as clingo orders terms, and can be keys of dictionaries.
#[pyclass(frozen, subclass, name = "Symbol", module = "groundplan.symbol")]
pub struct PySymbol(Made<Term>);

fn unexpected(term: &Term, wanted: &str) -> PyErr {
    PyRuntimeError::new_err(format!("unexpected: {} is not {wanted}", term.text()))
}

impl PySymbol {
    /// Returns the symbol of a term.
    pub fn of(term: Term) -> Self {
        PySymbol(Made::of(term))
    }

    fn as_function(&self) -> PyResult<&Arc<Function>> {
        match self.0.get()? {
            Term::Function(function) => Ok(function),
            other => Err(unexpected(other, "a function")),
        }
    }

    /// Returns a function of the module and arguments that make the symbol.
    fn maker<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let (maker, arguments) = match self.0.get()? {
            Term::Inf => ("_infimum", PyTuple::empty(py)),
            Term::Sup => ("_supremum", PyTuple::empty(py)),
            Term::Number(value) => ("Number", (*value,).into_pyobject(py)?),
            Term::String(text) => ("String", (&**text,).into_pyobject(py)?),
            Term::Function(function) => {
                let arguments = (&*function.name, symbols(py, &function.arguments)?, function.positive);
                ("Function", arguments.into_pyobject(py)?)
            }
        };
        Ok((py.import("groundplan._core")?.getattr(maker)?, arguments))
    }
}

#[pymethods]
impl PySymbol {
    #[new]
    #[pyo3(signature = (*_arguments, **_named))]
    fn unmade(_arguments: &Bound<'_, PyTuple>, _named: Option<&Bound<'_, PyDict>>) -> Self {
        PySymbol(Made::missing())
    }

    /// Makes the symbol that has this `_rep`.
    fn __init__(&self, rep: &Bound<'_, PyAny>) -> PyResult<()> {
        let symbol = rep.getattr(intern!(rep.py(), "symbol"))?;
        self.0.adopt(&symbol.cast::<PySymbol>()?.get().0)
    }

    fn __str__(&self) -> PyResult<String> {
        self.0.get().map(Term::text)
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        representation(py, self.0.get()?)
    }

    #[allow(clippy::cast_possible_wrap, reason = "any number will do")]
    fn __hash__(&self) -> PyResult<isize> {
        self.0.get().map(|term| term.hash_value() as isize)
    }

    /// A number that equal symbols share, from which a symbol can be made. clingo's module has it since 5.5, and programs tell
    /// the version by it.
    #[getter]
    fn _rep<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let number = slf.get().0.get()?.hash_value();
        slf.py().import("groundplan.symbol")?.getattr("SymbolNumber")?.call1((number, slf))
    }

    fn __richcmp__(&self, other: &Bound<'_, PyAny>, operator: CompareOp) -> PyResult<Py<PyAny>> {
        let py = other.py();
        let Ok(other) = other.cast::<PySymbol>() else { return Ok(py.NotImplemented()) };
        let (term, other) = (self.0.get()?, other.get().0.get()?);
        let holds = match operator {
            CompareOp::Eq => term == other,
            CompareOp::Ne => term != other,
            operator => operator.matches(term.cmp(other)),
        };
        Ok(holds.into_pyobject(py).expect("it cannot fail").to_owned().into_any().unbind())
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        let py = slf.py();
        let (maker, arguments) = slf.get().maker(py)?;
        if slf.get_type().is(PySymbol::type_object(py)) {
            return (maker, arguments).into_pyobject(py);
        }
        // An object of a subclass is made anew, with its attributes.
        let symbol = maker.call1(arguments)?;
        let again = py.import("groundplan.symbol")?.getattr("derived")?;
        let attributes = slf.getattr_opt("__dict__")?;
        (again, (slf.get_type(), symbol), attributes).into_pyobject(py)
    }

    /// Whether this is a function or constant with this name, number of arguments and sign.
    #[pyo3(signature = (name, arity, positive=true))]
    fn r#match(&self, name: &str, arity: usize, positive: bool) -> PyResult<bool> {
        Ok(matches!(self.0.get()?, Term::Function(function)
            if &*function.name == name && function.arguments.len() == arity && function.positive == positive))
    }

    /// The arguments of a function; RuntimeError for other symbols.
    #[getter]
    fn arguments<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        symbols(py, &self.as_function()?.arguments)
    }

    /// The name of a function, empty for a tuple; RuntimeError for other symbols.
    #[getter]
    fn name(&self, py: Python<'_>) -> PyResult<Py<PyString>> {
        Ok(PyString::intern(py, &self.as_function()?.name).unbind())
    }

    /// Whether a function is negated by `-`; RuntimeError for other symbols.
    #[getter]
    fn negative(&self) -> PyResult<bool> {
        Ok(!self.as_function()?.positive)
    }

    /// Whether a function is not negated by `-`; RuntimeError for other symbols.
    #[getter]
    fn positive(&self) -> PyResult<bool> {
        Ok(self.as_function()?.positive)
    }

    /// The value of a number; RuntimeError for other symbols.
    #[getter]
    fn number(&self) -> PyResult<i64> {
        match self.0.get()? {
            Term::Number(value) => Ok(*value),
            other => Err(unexpected(other, "a number")),
        }
    }

    /// The text of a string, without its quotes; RuntimeError for other symbols.
    #[getter]
    fn string(&self) -> PyResult<&str> {
        match self.0.get()? {
            Term::String(text) => Ok(text),
            other => Err(unexpected(other, "a string")),
        }
    }

    /// The type of the symbol.
    #[getter]
    fn r#type(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        static KINDS: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
        let kinds = KINDS.get_or_try_init(py, || {
            let module = py.import("groundplan.core")?;
            module.getattr("SymbolType").map(Bound::unbind)
        })?;
        kinds.getattr(
            py,
            match self.0.get()? {
                Term::Inf => "Infimum",
                Term::Number(_) => "Number",
                Term::String(_) => "String",
                Term::Function(_) => "Function",
                Term::Sup => "Supremum",
            },
        )
    }
}

/// Returns a Python expression that evaluates to the term.
fn representation(py: Python<'_>, term: &Term) -> PyResult<String> {
    enum SymbolFragment<'t> {
        Term(&'t Term),
        Text(String),
    }
    let quoted = |text: &str| PyString::new(py, text).repr().map(|text| text.to_string());
    let mut text = String::new();
    let mut open = vec![SymbolFragment::Term(term)];
    while let Some(piece) = open.pop() {
        match piece {
            SymbolFragment::Text(piece) => text += &piece,
            SymbolFragment::Term(Term::Inf) => text += "Infimum",
            SymbolFragment::Term(Term::Sup) => text += "Supremum",
            SymbolFragment::Term(Term::Number(value)) => text += &format!("Number({value})"),
            SymbolFragment::Term(Term::String(value)) => text += &format!("String({})", quoted(value)?),
            SymbolFragment::Term(Term::Function(function)) => {
                text += &format!("Function({}, [", quoted(&function.name)?);
                let sign = if function.positive { "True" } else { "False" };
                open.push(SymbolFragment::Text(format!("], {sign})")));
                for (index, argument) in function.arguments.iter().enumerate().rev() {
                    open.push(SymbolFragment::Term(argument));
                    if index > 0 {
                        open.push(SymbolFragment::Text(", ".to_owned()));
                    }
                }
            }
        }
    }
    Ok(text)
}

/// Converts terms into a list of Python symbols.
pub fn symbols<'py>(py: Python<'py>, terms: &[Term]) -> PyResult<Bound<'py, PyList>> {
    let objects: PyResult<Vec<Py<PySymbol>>> =
        terms.iter().map(|term| Py::new(py, PySymbol::of(term.clone()))).collect();
    PyList::new(py, objects?)
}

/// Returns the term of a Python object, or `AttributeError` if the object is not a `Symbol`.
pub fn term_of(object: &Bound<'_, PyAny>) -> PyResult<Term> {
    match object.cast::<PySymbol>() {
        Ok(symbol) => symbol.get().0.get().cloned(),
        // clingo's module raises `AttributeError` as well.
        Err(_) => Err(PyAttributeError::new_err(format!(
            "a Symbol is wanted here, not {}: Number, String and Function make symbols",
            object.repr()?
        ))),
    }
}

/// An argument that must be a `Symbol`.
pub struct SymbolArgument(pub Term);

impl<'py> FromPyObject<'_, 'py> for SymbolArgument {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        term_of(&object).map(SymbolArgument)
    }
}

/// An argument that must be a string. Other objects raise `AttributeError`, as in clingo's module, which calls their method
/// `encode`.
pub struct GivenText(PyBackedStr);

impl Deref for GivenText {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0
    }
}

impl<'py> FromPyObject<'_, 'py> for GivenText {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        match object.extract() {
            Ok(text) => Ok(GivenText(text)),
            Err(_) => {
                Err(PyAttributeError::new_err(format!("a text is wanted here, not {}", object.repr()?)))
            }
        }
    }
}

/// Converts an iterable of symbols into terms.
pub fn terms_of(objects: &Bound<'_, PyAny>) -> PyResult<Vec<Term>> {
    objects.try_iter()?.map(|object| term_of(&object?)).collect()
}

/// A function, or without arguments a constant, or with an empty name a tuple; `positive=False` puts a `-` before it.
#[pyfunction]
#[pyo3(name = "Function", signature = (name, arguments=None, positive=true))]
fn function(name: GivenText, arguments: Option<&Bound<'_, PyAny>>, positive: bool) -> PyResult<PySymbol> {
    let arguments = arguments.map(terms_of).transpose()?.unwrap_or_default();
    Ok(PySymbol::of(Term::function((*name).into(), arguments, positive)))
}

/// A number, of up to 64 bits.
#[pyfunction]
#[pyo3(name = "Number")]
fn number(number: &Bound<'_, PyAny>) -> PyResult<PySymbol> {
    match number.extract() {
        Ok(number) => Ok(PySymbol::of(Term::Number(number))),
        // In clingo's words, which Clorm reads.
        Err(error) if error.is_instance_of::<PyTypeError>(number.py()) => {
            Err(PyTypeError::new_err("an integer is required"))
        }
        Err(error) => Err(error),
    }
}

/// A string.
#[pyfunction]
#[pyo3(name = "String")]
fn string(string: GivenText) -> PySymbol {
    PySymbol::of(Term::String((*string).into()))
}

/// A tuple.
#[pyfunction]
#[pyo3(name = "Tuple_")]
fn tuple(arguments: &Bound<'_, PyAny>) -> PyResult<PySymbol> {
    Ok(PySymbol::of(Term::function("".into(), terms_of(arguments)?, true)))
}

/// `#inf`, which precedes every other symbol.
#[pyfunction]
fn _infimum() -> PySymbol {
    PySymbol::of(Term::Inf)
}

/// `#sup`, which follows every other symbol.
#[pyfunction]
fn _supremum() -> PySymbol {
    PySymbol::of(Term::Sup)
}

/// Parses a ground term and evaluates its arithmetic.
#[pyfunction]
fn _parse_term(string: GivenText) -> PyResult<PySymbol> {
    parse_term(&string).map(PySymbol::of).map_err(raise)
}

/// Adds the classes and functions of this file to the module.
pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<PySymbol>()?;
    module.add_function(wrap_pyfunction!(function, module)?)?;
    module.add_function(wrap_pyfunction!(number, module)?)?;
    module.add_function(wrap_pyfunction!(string, module)?)?;
    module.add_function(wrap_pyfunction!(tuple, module)?)?;
    module.add_function(wrap_pyfunction!(_infimum, module)?)?;
    module.add_function(wrap_pyfunction!(_supremum, module)?)?;
    module.add_function(wrap_pyfunction!(_parse_term, module)?)
}
