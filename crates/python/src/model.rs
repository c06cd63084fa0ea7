//! Answer sets and consequences, as Python objects.

use std::sync::Arc;

use groundplan::program::{AtomId, Domain, GroundProgram, Literal, HIDDEN};
use groundplan::solve::End;
use groundplan::solve::Reasoning;
use pyo3::exceptions::{PyNotImplementedError, PyRuntimeError};
use pyo3::prelude::*;
use pyo3::types::PyList;

use crate::atoms::{literal_of, PySymbolicAtoms};
use crate::error::raise;
use crate::made::{made_of_rep, Made};
use crate::session::Session;
use crate::shared::Shared;
use crate::symbol::{symbols, term_of, terms_of};
use groundplan_clingo::literal::literal as program_literal;
use groundplan_clingo::{Term, Terms};
use groundplan_frontend::lock::lock;
use groundplan_frontend::run::FoundAnswer;
use groundplan_frontend::values::Aim;

/// An answer set or, with `--enum-mode=brave` or `cautious`, the consequences known so far.
///
/// It can be used until the search goes on: in `on_model`, or between two answer sets of a handle.
#[pyclass(frozen, subclass, dict, weakref, name = "Model", module = "groundplan.solving")]
pub struct PyModel(Made<ModelPlace>);

/// An answer of a search.
#[derive(Clone)]
struct ModelPlace {
    shared: Arc<Shared>,
    session: Arc<Session>,
    /// The number of the answer among all answers of the search.
    place: u64,
    /// The number shown to the user: optimal answer sets are counted from 1 when they are enumerated.
    number: u64,
}

/// The selection of symbols of a model.
#[derive(Clone, Copy)]
struct SymbolSelection {
    atoms: bool,
    terms: bool,
    shown: bool,
    theory: bool,
    complement: bool,
}

impl PyModel {
    /// Creates the answer with this number among all answers of the search.
    pub fn new(shared: Arc<Shared>, session: Arc<Session>, place: u64) -> Self {
        let number = place.checked_sub(session.standing().base).filter(|&number| number > 0).unwrap_or(place);
        PyModel(Made::of(ModelPlace { shared, session, place, number }))
    }

    fn session(&self) -> PyResult<&Session> {
        self.0.get().map(|at| &*at.session)
    }

    fn with<T>(&self, act: impl FnOnce(&FoundAnswer<'_>, &mut Terms) -> T) -> PyResult<T> {
        let ModelPlace { shared, session, place, .. } = self.0.get()?;
        let mut terms = lock(&shared.terms);
        session.with_answer(*place, |found, _| act(found, &mut terms)).ok_or_else(no_more)
    }

    fn select(&self, wanted: SymbolSelection) -> PyResult<Vec<Term>> {
        self.with(|found, terms| match found {
            FoundAnswer::Model(model) => {
                let ground = model.ground_program();
                let mut found = Vec::new();
                let holds = |atom: AtomId| model.holds(atom) != wanted.complement;
                if wanted.atoms || wanted.shown {
                    let all = ground.base.domains_by_appearance().flat_map(Domain::atoms);
                    let all = all.filter(|&atom| holds(atom));
                    let named = all.filter_map(|id| {
                        let atom = if wanted.atoms { ground.atom(id) } else { ground.shown_atom(id) };
                        atom.filter(|atom| !wanted.atoms || !atom.name().starts_with(HIDDEN))
                            .map(|atom| (id, atom))
                    });
                    found.extend(named.map(|(id, atom)| terms.of_atom(id, atom, ground)));
                }
                if wanted.terms || wanted.shown {
                    found.extend(
                        shown_terms(model, ground, wanted.complement)
                            .map(|term| terms.of(term, ground.symbols)),
                    );
                }
                // As in clingo-dl, the values of variables count as symbols that a theory adds.
                if wanted.theory && !wanted.complement {
                    for (variable, value) in model.values() {
                        let variable = terms.of(variable, ground.symbols);
                        let arguments = vec![variable, Term::Number(value)];
                        found.push(Term::function(terms.name("dl"), arguments, true));
                    }
                }
                found
            }
            FoundAnswer::Consequences(_, common) => {
                let ground = common.ground_program();
                let mut found = Vec::new();
                if wanted.complement {
                    return found;
                }
                if wanted.atoms {
                    // The atoms that `#project` names need not be shown.
                    let all = ground.base.domains_by_appearance().flat_map(Domain::atoms);
                    let named = all.filter(|&atom| common.holds(atom)).filter_map(|id| ground.atom(id));
                    let named = named.filter(|atom| !atom.name().starts_with(HIDDEN));
                    found.extend(named.map(|atom| terms.atom(atom, ground)));
                } else if wanted.shown {
                    found.extend(common.atoms().map(|atom| terms.atom(atom, ground)));
                }
                if wanted.terms || wanted.shown {
                    found.extend(common.terms().iter().map(|&term| terms.of(term, ground.symbols)));
                }
                found
            }
        })
    }

    fn shown(&self) -> PyResult<Vec<Term>> {
        self.select(SymbolSelection {
            atoms: false,
            terms: false,
            shown: true,
            theory: false,
            complement: false,
        })
    }

    fn holds(&self, literal: Literal) -> PyResult<bool> {
        self.with(|found, _| match found {
            FoundAnswer::Model(model) => {
                let known = literal.atom().index() < model.ground_program().program.atom_count();
                (known && model.holds(literal.atom())) != literal.is_negative()
            }
            FoundAnswer::Consequences(_, common) => common.holds(literal.atom()) != literal.is_negative(),
        })
    }
}

/// Returns the exception for use of a model after the search has gone on.
fn no_more() -> PyErr {
    PyRuntimeError::new_err(
        "this model is no more: the search has gone on; take its symbols while it is at hand",
    )
}

/// Returns the shown terms that are true or, with `complement`, those that are not.
fn shown_terms<'m>(
    model: &'m groundplan::Model<'_>,
    ground: GroundProgram<'m>,
    complement: bool,
) -> Box<dyn Iterator<Item = groundplan::symbol::Symbol> + 'm> {
    if !complement {
        return Box::new(model.terms());
    }
    let true_terms: Vec<_> = model.terms().collect();
    let mut seen = rustc_hash::FxHashSet::default();
    let all = ground.program.shown.iter().map(|shown| shown.term);
    Box::new(all.filter(move |term| !true_terms.contains(term) && seen.insert(*term)))
}

made_of_rep!(PyModel);

#[pymethods]
impl PyModel {
    /// The symbols of the answer set: all atoms, the shown terms, everything shown, or the values of difference constraints
    /// and what `extend` added; with `complement`, those that are not in it.
    #[pyo3(signature = (atoms=false, terms=false, shown=false, theory=false, complement=false))]
    fn symbols<'py>(
        &self,
        py: Python<'py>,
        atoms: bool,
        terms: bool,
        shown: bool,
        theory: bool,
        complement: bool,
    ) -> PyResult<Bound<'py, PyList>> {
        let mut found = self.select(SymbolSelection { atoms, terms, shown, theory, complement })?;
        if theory {
            let ModelPlace { session, place, .. } = self.0.get()?;
            found.extend(session.added(*place));
        }
        symbols(py, &found)
    }

    /// Whether an atom is in the answer set.
    fn contains(&self, atom: &Bound<'_, PyAny>) -> PyResult<bool> {
        let term = term_of(atom)?;
        match self.0.get()?.shared.with_table(|table| table.atom(&term)) {
            Some(atom) => self.holds(atom.positive()),
            None => Ok(false),
        }
    }

    /// Adds symbols to the answer set, which `symbols(theory=True)` returns for every object that stands for it.
    fn extend(&self, symbols: &Bound<'_, PyAny>) -> PyResult<()> {
        let mut more = terms_of(symbols)?;
        let ModelPlace { session, place, .. } = self.0.get()?;
        if session.extend(*place, &mut more) {
            Ok(())
        } else {
            Err(no_more())
        }
    }

    /// Whether a literal of the program, given by its number, is true.
    fn is_true(&self, literal: i64) -> PyResult<bool> {
        self.holds(program_literal(literal).map_err(raise)?)
    }

    /// Whether a literal is a consequence; None while that is unknown. Brave reasoning never decides it for an atom that is
    /// in no answer set found so far, unless propagation does. As in clingo, only shown atoms are consequences: neither
    /// negative literals nor hidden atoms are.
    fn is_consequence(&self, literal: i64) -> PyResult<Option<bool>> {
        let literal = program_literal(literal).map_err(raise)?;
        let atom = literal.atom();
        let is_shown = self
            .with(|found, _| !literal.is_negative() && found.ground_program().shown_atom(atom).is_some())?;
        if !is_shown {
            return Ok(Some(false));
        }
        let holds = self.holds(literal)?;
        let ModelPlace { session, place, .. } = self.0.get()?;
        let is_known = session.known_value(*place, atom) == Some(holds);
        let ended = session.standing().end == Some(End::Exhausted);
        Ok(match session.reasoning() {
            None => Some(holds),
            Some(Reasoning::Brave) => (holds || is_known).then_some(holds),
            Some(Reasoning::Cautious) => (!holds || is_known || ended).then_some(holds),
        })
    }

    /// The object for adding clauses to the search.
    #[getter]
    fn context(&self) -> PyResult<PySolveControl> {
        let ModelPlace { shared, session, .. } = self.0.get()?;
        let search = SearchOfModel { shared: Arc::clone(shared), session: Arc::clone(session) };
        Ok(PySolveControl(Made::of(search)))
    }

    /// The costs, by decreasing priority; empty without an objective. Those of consequences are the least that were found.
    #[getter]
    fn cost<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let session = self.session()?;
        let costs = self.with(|found, _| match found {
            _ if !session.optimizes() => Vec::new(),
            FoundAnswer::Model(model) => model.costs().to_vec(),
            FoundAnswer::Consequences(..) => session.standing().best,
        })?;
        PyList::new(py, costs)
    }

    /// The priorities of the costs.
    #[getter]
    fn priority<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let ModelPlace { session, place, .. } = self.0.get()?;
        let priorities = session.with_answer(*place, |_, ground| match ground {
            Some(ground) if session.optimizes() && !session.standing().best.is_empty() => {
                ground.program.objectives().iter().map(|objective| objective.priority).collect()
            }
            _ => Vec::new(),
        });
        PyList::new(py, priorities.ok_or_else(no_more)?)
    }

    /// The number of answers found up to and including this one.
    #[getter]
    fn number(&self) -> PyResult<u64> {
        self.0.get().map(|at| at.number)
    }

    /// Whether the answer set is proven optimal.
    #[getter]
    fn optimality_proven(&self) -> PyResult<bool> {
        let ModelPlace { session, place, .. } = self.0.get()?;
        let standing = session.standing();
        let is_last = standing.end == Some(End::Exhausted) && *place == standing.number;
        Ok(session.optimizes() && (standing.proven || is_last))
    }

    /// The number of the thread that found it: always 0.
    #[getter]
    fn thread_id(&self) -> u32 {
        0
    }

    /// The type of the answer: answer set, or brave or cautious consequences.
    #[getter]
    fn r#type(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        let kinds = py.import("groundplan.core")?.getattr("ModelType")?;
        let kind = match self.session()?.reasoning() {
            None => "StableModel",
            Some(Reasoning::Brave) => "BraveConsequences",
            Some(Reasoning::Cautious) => "CautiousConsequences",
        };
        kinds.getattr(kind).map(Bound::unbind)
    }

    fn __str__(&self) -> PyResult<String> {
        let texts: Vec<String> = self.shown()?.iter().map(Term::text).collect();
        Ok(texts.join(" "))
    }

    fn __repr__(&self) -> PyResult<String> {
        let number = self.number()?;
        Ok(match self.__str__() {
            Ok(text) => format!("<Model {number}: {text}>"),
            Err(_) => format!("<Model {number}>"),
        })
    }
}

/// Adds clauses to a search while an answer set is current.
#[pyclass(frozen, subclass, dict, weakref, name = "SolveControl", module = "groundplan.solving")]
pub struct PySolveControl(Made<SearchOfModel>);

/// A search, and the control that it belongs to.
#[derive(Clone)]
struct SearchOfModel {
    shared: Arc<Shared>,
    session: Arc<Session>,
}

impl PySolveControl {
    fn restrict(&self, literals: &Bound<'_, PyAny>, negated: bool) -> PyResult<()> {
        let SearchOfModel { shared, session } = self.0.get()?;
        let mut clause = Vec::new();
        for given in literals.try_iter()? {
            let literal = match literal_of(shared, &given?)? {
                (Some(literal), _) => literal,
                // An atom that the program does not have is false.
                (None, number) if (number < 0) == negated => continue,
                (None, _) => return Ok(()),
            };
            clause.push(if negated { literal.complement() } else { literal });
        }
        // The enumeration of all optimal answer sets starts a new search, which would lose the clause.
        let begins_anew =
            session.optimizes() && session.plan().aim == Aim::AllBest && !session.standing().proven;
        match if begins_anew { Some(Ok(false)) } else { session.restrict(&clause) } {
            Some(Ok(true)) => Ok(()),
            Some(Ok(false)) => Err(PyNotImplementedError::new_err(
                "clauses cannot be added here while consequences are looked for, or best answer sets by several threads \
                 (`--parallel-mode=1` has one) or to enumerate them all: ground a constraint and solve again, or add them from a \
                 propagator",
            )),
            Some(Err(error)) => Err(shared.raise(error)),
            None => Err(PyRuntimeError::new_err("the search has gone on: clauses are added while a model is at hand")),
        }
    }
}

made_of_rep!(PySolveControl);

#[pymethods]
impl PySolveControl {
    /// Excludes, for the rest of the search, answer sets in which none of these literals is true.
    fn add_clause(&self, literals: &Bound<'_, PyAny>) -> PyResult<()> {
        self.restrict(literals, false)
    }

    /// Excludes, for the rest of the search, answer sets in which all of these literals are true.
    fn add_nogood(&self, literals: &Bound<'_, PyAny>) -> PyResult<()> {
        self.restrict(literals, true)
    }

    /// The atoms of the ground program.
    #[getter]
    fn symbolic_atoms(&self) -> PyResult<PySymbolicAtoms> {
        Ok(PySymbolicAtoms::new(Arc::clone(&self.0.get()?.shared)))
    }
}
