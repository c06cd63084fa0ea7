//! Theory atoms as Python objects: copies that outlive the program.

use groundplan::program::{GroundProgram, CALL, LIST, SET};
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use rustc_hash::FxHashMap;

use crate::literal::number;
use crate::term::{Term, Terms};

/// A theory term, in which nothing is evaluated.
#[pyclass(frozen, eq, ord, hash, name = "TheoryTerm", module = "groundplan.theory_atoms")]
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PyTheoryTerm {
    term: Term,
}

/// An element of a theory atom.
#[pyclass(frozen, eq, ord, hash, name = "TheoryElement", module = "groundplan.theory_atoms")]
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PyTheoryElement {
    terms: Vec<PyTheoryTerm>,
    condition: Vec<i64>,
    condition_id: i64,
    /// The literals of the condition as texts.
    condition_texts: Vec<String>,
}

/// A theory atom.
#[pyclass(frozen, eq, ord, hash, name = "TheoryAtom", module = "groundplan.theory_atoms")]
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PyTheoryAtom {
    term: PyTheoryTerm,
    elements: Vec<PyTheoryElement>,
    guard: Option<(String, PyTheoryTerm)>,
    literal: i64,
}

/// The number of the literal that is always true: the empty conjunction.
pub const TRUE: i64 = 1 << 31;

/// The numbers of conjunctions of literals, above all numbers of literals.
#[derive(Default)]
pub struct Conditions {
    all: Vec<Vec<i64>>,
    numbers: FxHashMap<Vec<i64>, i64>,
}

impl Conditions {
    /// Returns the number of a conjunction; for a single literal, the literal itself.
    fn number(&mut self, condition: &[i64]) -> i64 {
        match condition {
            [] => TRUE,
            &[only] => only,
            several => *self.numbers.entry(several.to_vec()).or_insert_with(|| {
                self.all.push(several.to_vec());
                TRUE + self.all.len() as i64
            }),
        }
    }

    /// Returns the conjunction with this number.
    pub fn get(&self, number: i64) -> Option<&[i64]> {
        let index = usize::try_from(number.checked_sub(TRUE + 1)?).ok()?;
        self.all.get(index).map(Vec::as_slice)
    }
}

/// Returns the theory atoms of a program, without the first `start`.
pub fn theory_atoms(
    ground: GroundProgram<'_>,
    start: usize,
    terms: &mut Terms,
    conditions: &mut Conditions,
) -> Vec<PyTheoryAtom> {
    let (symbols, theory) = (ground.symbols, &ground.program.theory);
    let mut term = |symbol| PyTheoryTerm { term: terms.of(symbol, symbols) };
    let mut atoms = Vec::new();
    for atom in theory.atoms().iter().skip(start) {
        let elements = atom.elements.iter().map(|&number_of| {
            let element = theory.element(number_of);
            let text = |literal: &groundplan::program::Literal| {
                let name = ground.atom(literal.atom()).map(|atom| atom.to_string());
                let name = name.unwrap_or_else(|| format!("#aux({})", literal.atom().0 + 1));
                if literal.is_negative() {
                    format!("not {name}")
                } else {
                    name
                }
            };
            let condition: Vec<i64> = element.condition.iter().map(|&literal| number(literal)).collect();
            PyTheoryElement {
                terms: element.tuple.iter().map(|&it| term(it)).collect(),
                condition_id: conditions.number(&condition),
                condition,
                condition_texts: element.condition.iter().map(text).collect(),
            }
        });
        let elements = elements.collect();
        let guard = atom.guard.map(|(operator, right)| (symbols.text(operator).to_owned(), term(right)));
        let literal = atom.atom.map_or(0, |atom| number(atom.positive()));
        atoms.push(PyTheoryAtom { term: term(atom.name), elements, guard, literal });
    }
    atoms
}

fn is_operator(name: &str) -> bool {
    name == "not" || !name.is_empty() && name.bytes().all(|byte| b"/!<=>+-*\\?&@|:;~^.".contains(&byte))
}

fn text_of(term: &Term) -> String {
    let Term::Function(function) = term else { return term.text() };
    let name = function.name.strip_suffix(CALL).unwrap_or(&function.name);
    let arguments: Vec<String> = function.arguments.iter().map(text_of).collect();
    match arguments.as_slice() {
        [only] if is_operator(name) => format!("({name}{}{only})", if name == "not" { " " } else { "" }),
        [left, right] if is_operator(name) => format!("({left}{name}{right})"),
        _ if name == SET => format!("{{{}}}", arguments.join(",")),
        _ if name == LIST => format!("[{}]", arguments.join(",")),
        [only] if name.is_empty() => format!("({only},)"),
        [] if !name.is_empty() => name.to_owned() + if function.name.len() > name.len() { "()" } else { "" },
        _ => format!("{name}({})", arguments.join(",")),
    }
}

#[pymethods]
impl PyTheoryTerm {
    /// The type of the term.
    #[getter]
    fn r#type(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        let kind = match &self.term {
            Term::Number(_) => "Number",
            Term::Function(function) if &*function.name == SET => "Set",
            Term::Function(function) if &*function.name == LIST => "List",
            Term::Function(function) if function.name.is_empty() => "Tuple",
            Term::Function(function) if function.arguments.is_empty() && !function.name.ends_with(CALL) => {
                "Symbol"
            }
            Term::Function(_) => "Function",
            _ => "Symbol",
        };
        py.import("groundplan.theory_atoms")?.getattr("TheoryTermType")?.getattr(kind).map(Bound::unbind)
    }

    /// The value of a number; RuntimeError for other terms.
    #[getter]
    fn number(&self) -> PyResult<i64> {
        match &self.term {
            Term::Number(value) => Ok(*value),
            other => Err(PyRuntimeError::new_err(format!("unexpected: {} is no number", text_of(other)))),
        }
    }

    /// The name of a function or constant, a string in quotes; RuntimeError for other terms.
    #[getter]
    fn name(&self) -> PyResult<String> {
        match &self.term {
            Term::Function(function) if ![SET, LIST, ""].contains(&&*function.name) => {
                Ok(function.name.strip_suffix(CALL).unwrap_or(&function.name).to_owned())
            }
            Term::String(_) | Term::Inf | Term::Sup => Ok(self.term.text()),
            other => Err(PyRuntimeError::new_err(format!("unexpected: {} has no name", text_of(other)))),
        }
    }

    /// The arguments of a function, or the members of a tuple, list or set.
    #[getter]
    fn arguments(&self) -> PyResult<Vec<PyTheoryTerm>> {
        match &self.term {
            Term::Function(function) => {
                Ok(function.arguments.iter().map(|term| PyTheoryTerm { term: term.clone() }).collect())
            }
            other => Err(PyRuntimeError::new_err(format!("unexpected: {} has no arguments", text_of(other)))),
        }
    }

    fn __str__(&self) -> String {
        text_of(&self.term)
    }

    fn __repr__(&self) -> String {
        format!("<TheoryTerm {}>", self.__str__())
    }
}

#[pymethods]
impl PyTheoryElement {
    /// The terms.
    #[getter]
    fn terms(&self) -> Vec<PyTheoryTerm> {
        self.terms.clone()
    }

    /// The condition of the element, as literals of the program.
    #[getter]
    fn condition(&self) -> Vec<i64> {
        self.condition.clone()
    }

    /// A literal equivalent to the condition, for `PropagateInit.solver_literal`.
    #[getter]
    fn condition_id(&self) -> i64 {
        self.condition_id
    }

    fn __str__(&self) -> String {
        let terms: Vec<String> = self.terms.iter().map(|term| text_of(&term.term)).collect();
        let terms = terms.join(",");
        if self.condition.is_empty() && !self.terms.is_empty() {
            return terms;
        }
        format!("{terms}: {}", self.condition_texts.join(","))
    }

    fn __repr__(&self) -> String {
        format!("<TheoryElement {}>", self.__str__())
    }
}

#[pymethods]
impl PyTheoryAtom {
    /// The name with its arguments.
    #[getter]
    fn term(&self) -> PyTheoryTerm {
        self.term.clone()
    }

    /// The elements.
    #[getter]
    fn elements(&self) -> Vec<PyTheoryElement> {
        self.elements.clone()
    }

    /// The operator and the term after the elements; None without them.
    #[getter]
    fn guard(&self) -> Option<(String, PyTheoryTerm)> {
        self.guard.clone()
    }

    /// The literal of the program that is true if the atom is; 0 for a directive.
    #[getter]
    fn literal(&self) -> i64 {
        self.literal
    }

    fn __str__(&self) -> String {
        let elements: Vec<String> = self.elements.iter().map(PyTheoryElement::__str__).collect();
        let guard =
            self.guard.as_ref().map(|(operator, right)| format!("{operator}{}", text_of(&right.term)));
        format!("&{}{{{}}}{}", text_of(&self.term.term), elements.join(";"), guard.unwrap_or_default())
    }

    fn __repr__(&self) -> String {
        format!("<TheoryAtom {}>", self.__str__())
    }
}
