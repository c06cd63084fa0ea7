//! Theory atoms as Python objects: copies that outlive the program.

use std::hash::{Hash, Hasher};

use groundplan::program::{GroundProgram, CALL, LIST, SET};
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use rustc_hash::{FxHashMap, FxHasher};

use crate::literal::number;
use crate::made::{made_of_rep, Made};
use crate::term::{Term, Terms};

/// A theory term, in which nothing is evaluated.
#[pyclass(
    frozen,
    subclass,
    dict,
    weakref,
    eq,
    ord,
    hash,
    name = "TheoryTerm",
    module = "groundplan.theory_atoms"
)]
#[derive(PartialEq, PartialOrd, Hash)]
pub struct PyTheoryTerm(Made<Term>);

/// An element of a theory atom.
#[pyclass(
    frozen,
    subclass,
    dict,
    weakref,
    eq,
    ord,
    hash,
    name = "TheoryElement",
    module = "groundplan.theory_atoms"
)]
#[derive(PartialEq, PartialOrd, Hash)]
pub struct PyTheoryElement(Made<Element>);

#[derive(Clone, PartialEq, PartialOrd, Hash)]
struct Element {
    terms: Vec<Term>,
    condition: Vec<i64>,
    condition_id: i64,
    /// The literals of the condition as texts.
    condition_texts: Vec<String>,
}

/// A theory atom.
#[pyclass(
    frozen,
    subclass,
    dict,
    weakref,
    eq,
    ord,
    hash,
    name = "TheoryAtom",
    module = "groundplan.theory_atoms"
)]
#[derive(PartialEq, PartialOrd, Hash)]
pub struct PyTheoryAtom(Made<TheoryAtom>);

/// A copy of a theory atom.
#[derive(Clone, PartialEq, PartialOrd, Hash)]
pub struct TheoryAtom {
    term: Term,
    elements: Vec<Element>,
    guard: Option<(String, Term)>,
    literal: i64,
}

impl From<TheoryAtom> for PyTheoryAtom {
    fn from(atom: TheoryAtom) -> Self {
        PyTheoryAtom(Made::of(atom))
    }
}

impl PyTheoryTerm {
    fn of(term: &Term) -> Self {
        PyTheoryTerm(Made::of(term.clone()))
    }
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

/// Returns the theory atoms of a program that are in use, without the first `start`.
pub fn theory_atoms(
    ground: GroundProgram<'_>,
    start: usize,
    terms: &mut Terms,
    conditions: &mut Conditions,
) -> Vec<TheoryAtom> {
    let (symbols, theory) = (ground.symbols, &ground.program.theory);
    let mut term = |symbol| terms.of(symbol, symbols);
    let mut atoms = Vec::new();
    for atom in theory.used_from(start) {
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
            Element {
                terms: element.tuple.iter().map(|&it| term(it)).collect(),
                condition_id: conditions.number(&condition),
                condition,
                condition_texts: element.condition.iter().map(text).collect(),
            }
        });
        let elements = elements.collect();
        let guard = atom.guard.map(|(operator, right)| (symbols.text(operator).to_owned(), term(right)));
        let literal = atom.atom.map_or(0, |atom| number(atom.positive()));
        atoms.push(TheoryAtom { term: term(atom.name), elements, guard, literal });
    }
    atoms
}

fn is_operator(name: &str) -> bool {
    name == "not" || !name.is_empty() && name.bytes().all(|byte| b"/!<=>+-*\\?&@|:;~^.".contains(&byte))
}

fn text_of(term: &Term) -> String {
    let function = match term {
        Term::Function(function) => function,
        // A text has an operation there; only a backend makes such a number.
        Term::Number(number) if *number < 0 => return format!("({number})"),
        _ => return term.text(),
    };
    let name = function.name.strip_suffix(CALL).unwrap_or(&function.name);
    let arguments: Vec<String> = function.arguments.iter().map(text_of).collect();
    match arguments.as_slice() {
        [only] if is_operator(name) => format!("({name}{}{only})", if name == "not" { " " } else { "" }),
        [left, right] if name == "not" => format!("({left} not {right})"),
        [left, right] if is_operator(name) => format!("({left}{name}{right})"),
        _ if name == SET => format!("{{{}}}", arguments.join(",")),
        _ if name == LIST => format!("[{}]", arguments.join(",")),
        [only] if name.is_empty() => format!("({only},)"),
        [] if !name.is_empty() => name.to_owned() + if function.name.len() > name.len() { "()" } else { "" },
        _ => format!("{name}({})", arguments.join(",")),
    }
}

impl Element {
    fn text(&self) -> String {
        let terms: Vec<String> = self.terms.iter().map(text_of).collect();
        let terms = terms.join(",");
        if self.condition.is_empty() && !self.terms.is_empty() {
            return terms;
        }
        format!("{terms}: {}", self.condition_texts.join(","))
    }
}

/// Returns a number that equal objects share: as in clingo, the second argument of the class.
fn shared_number(contents: &impl Hash) -> u64 {
    let mut hasher = FxHasher::default();
    contents.hash(&mut hasher);
    hasher.finish()
}

made_of_rep!(PyTheoryTerm, *_more);

#[pymethods]
impl PyTheoryTerm {
    #[getter]
    fn _idx(&self) -> u64 {
        shared_number(&self.0)
    }

    /// The type of the term.
    #[getter]
    fn r#type(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        let kind = match self.0.get()? {
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
        match self.0.get()? {
            Term::Number(value) => Ok(*value),
            other => Err(PyRuntimeError::new_err(format!("unexpected: {} is no number", text_of(other)))),
        }
    }

    /// The name of a function or constant, a string in quotes; RuntimeError for other terms.
    #[getter]
    fn name(&self) -> PyResult<String> {
        match self.0.get()? {
            Term::Function(function) if ![SET, LIST, ""].contains(&&*function.name) => {
                Ok(function.name.strip_suffix(CALL).unwrap_or(&function.name).to_owned())
            }
            term @ (Term::String(_) | Term::Inf | Term::Sup) => Ok(term.text()),
            other => Err(PyRuntimeError::new_err(format!("unexpected: {} has no name", text_of(other)))),
        }
    }

    /// The arguments of a function, or the members of a tuple, list or set; none for other terms.
    #[getter]
    fn arguments(&self) -> PyResult<Vec<PyTheoryTerm>> {
        match self.0.get()? {
            Term::Function(function) => Ok(function.arguments.iter().map(PyTheoryTerm::of).collect()),
            _ => Ok(Vec::new()),
        }
    }

    fn __str__(&self) -> PyResult<String> {
        self.0.get().map(text_of)
    }

    fn __repr__(&self) -> PyResult<String> {
        self.0.get().map(|term| format!("<TheoryTerm {}>", text_of(term)))
    }
}

made_of_rep!(PyTheoryElement, *_more);

#[pymethods]
impl PyTheoryElement {
    #[getter]
    fn _idx(&self) -> u64 {
        shared_number(&self.0)
    }

    /// The terms.
    #[getter]
    fn terms(&self) -> PyResult<Vec<PyTheoryTerm>> {
        Ok(self.0.get()?.terms.iter().map(PyTheoryTerm::of).collect())
    }

    /// The condition of the element, as literals of the program.
    #[getter]
    fn condition(&self) -> PyResult<Vec<i64>> {
        self.0.get().map(|element| element.condition.clone())
    }

    /// A literal equivalent to the condition, for `PropagateInit.solver_literal`.
    #[getter]
    fn condition_id(&self) -> PyResult<i64> {
        self.0.get().map(|element| element.condition_id)
    }

    fn __str__(&self) -> PyResult<String> {
        self.0.get().map(Element::text)
    }

    fn __repr__(&self) -> PyResult<String> {
        self.0.get().map(|element| format!("<TheoryElement {}>", element.text()))
    }
}

made_of_rep!(PyTheoryAtom, *_more);

#[pymethods]
impl PyTheoryAtom {
    #[getter]
    fn _idx(&self) -> u64 {
        shared_number(&self.0)
    }

    /// The name with its arguments.
    #[getter]
    fn term(&self) -> PyResult<PyTheoryTerm> {
        self.0.get().map(|atom| PyTheoryTerm::of(&atom.term))
    }

    /// The elements.
    #[getter]
    fn elements(&self) -> PyResult<Vec<PyTheoryElement>> {
        let elements = self.0.get()?.elements.iter();
        Ok(elements.map(|element| PyTheoryElement(Made::of(element.clone()))).collect())
    }

    /// The operator and the term after the elements; None without them.
    #[getter]
    fn guard(&self) -> PyResult<Option<(String, PyTheoryTerm)>> {
        let guard = self.0.get()?.guard.as_ref();
        Ok(guard.map(|(operator, right)| (operator.clone(), PyTheoryTerm::of(right))))
    }

    /// The literal of the program that is true if the atom is; 0 for a directive.
    #[getter]
    fn literal(&self) -> PyResult<i64> {
        self.0.get().map(|atom| atom.literal)
    }

    fn __str__(&self) -> PyResult<String> {
        let TheoryAtom { term, elements, guard, .. } = self.0.get()?;
        let elements: Vec<String> = elements.iter().map(Element::text).collect();
        let guard = guard.as_ref().map(|(operator, right)| format!("{operator}{}", text_of(right)));
        Ok(format!("&{}{{{}}}{}", text_of(term), elements.join(";"), guard.unwrap_or_default()))
    }

    fn __repr__(&self) -> PyResult<String> {
        self.__str__().map(|text| format!("<TheoryAtom {text}>"))
    }
}
