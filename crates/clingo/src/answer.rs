//! An answer of a search: an answer set or consequences, as long as the search has not gone on.

use std::sync::Arc;

use groundplan::program::{AtomId, Domain, GroundProgram, Literal, HIDDEN};
use groundplan::solve::{End, Reasoning};
use groundplan::symbol::Symbol;
use groundplan::Model;
use groundplan_frontend::run::FoundAnswer;
use groundplan_frontend::values::Aim;
use rustc_hash::FxHashSet;

use crate::control::Control;
use crate::error::{Error, Result};
use crate::session::Session;
use crate::term::{Term, TermCache};

/// An answer set or, with brave or cautious reasoning, the consequences known so far.
///
/// It can be used until the search goes on.
#[derive(Clone)]
pub struct Answer {
    control: Arc<Control>,
    session: Arc<Session>,
    /// The number of the answer among all answers of the search.
    place: u64,
    /// The number shown to the user: optimal answer sets are counted from 1 when they are enumerated.
    number: u64,
}

/// The selection of symbols of an answer.
#[derive(Clone, Copy, Default, Debug)]
#[allow(clippy::struct_excessive_bools, reason = "they are clingo's flags")]
pub struct SymbolSelection {
    /// All atoms.
    pub atoms: bool,
    /// The shown terms.
    pub terms: bool,
    /// Everything shown.
    pub shown: bool,
    /// The values of difference constraints and of integer variables, and what [`Answer::extend`] added.
    pub theory: bool,
    /// Those that are not in the answer, instead.
    pub complement: bool,
}

/// Returns the error for the use of an answer after the search has gone on.
fn no_more() -> Error {
    Error::runtime("this model is no more: the search has gone on; take its symbols while it is at hand")
}

/// Returns the shown terms that are true or, with `complement`, those that are not.
fn shown_terms<'m>(
    model: &'m Model<'_>,
    ground: GroundProgram<'m>,
    complement: bool,
) -> Box<dyn Iterator<Item = Symbol> + 'm> {
    if !complement {
        return Box::new(model.terms());
    }
    let true_terms: Vec<_> = model.terms().collect();
    let mut seen = FxHashSet::default();
    let all = ground.program.shown.iter().map(|shown| shown.term);
    Box::new(all.filter(move |term| !true_terms.contains(term) && seen.insert(*term)))
}

/// Returns what an answer set costs by the values of its integer variables, if these are minimized at one priority, as in clingcon.
fn integer_cost(model: &Model<'_>) -> Option<i64> {
    let [objective] = model.ground_program().program.theory.integers.objectives() else { return None };
    let names: Vec<Symbol> = model.ground_program().program.theory.integers.variables().collect();
    Some(objective.sum.value(|variable| model.integer(names[variable.0 as usize]).expect("it has a value")))
}

impl Answer {
    /// Returns the values of all integer variables, shown or not, in the order in which the variables first occurred; none for
    /// consequences.
    ///
    /// # Errors
    ///
    /// Returns [`Error::Runtime`] after the search has gone on.
    pub fn integers(&self) -> Result<Vec<(Term, i64)>> {
        self.with(|found, terms| match found {
            FoundAnswer::Model(model) => {
                let symbols = model.symbols();
                model.all_integers().map(|(variable, value)| (terms.of(variable, symbols), value)).collect()
            }
            FoundAnswer::Consequences(..) => Vec::new(),
        })
    }

    /// Returns the answer with this number among all answers of the search.
    pub fn new(control: Arc<Control>, session: Arc<Session>, place: u64) -> Self {
        let number = place.checked_sub(session.standing().base).filter(|&number| number > 0).unwrap_or(place);
        Answer { control, session, place, number }
    }

    /// Returns the control of the search.
    pub fn control(&self) -> &Arc<Control> {
        &self.control
    }

    /// Returns the number of answers found up to and including this one.
    pub fn number(&self) -> u64 {
        self.number
    }

    /// Returns the kind of consequences, or `None` for an answer set.
    pub fn reasoning(&self) -> Option<Reasoning> {
        self.session.reasoning()
    }

    /// Whether the answer set is proven optimal.
    pub fn is_optimal(&self) -> bool {
        let standing = self.session.standing();
        let is_last = standing.end == Some(End::Exhausted) && self.place == standing.number;
        self.session.optimizes() && (standing.proven || is_last)
    }

    fn with<T>(&self, act: impl FnOnce(&FoundAnswer<'_>, &mut TermCache) -> T) -> Result<T> {
        let Answer { control, session, place, .. } = self;
        control
            .with_terms(|terms| session.with_answer(*place, |found, _| act(found, terms)))
            .ok_or_else(no_more)
    }

    /// Calls `act` with what the engine found, unless the search has gone on.
    pub fn look<T>(&self, act: impl FnOnce(&FoundAnswer<'_>) -> T) -> Option<T> {
        self.session.with_answer(self.place, |found, _| act(found))
    }

    /// Whether [`Answer::extend`] added symbols.
    pub fn is_extended(&self) -> bool {
        !self.session.added(self.place).is_empty()
    }

    /// Returns the symbols of a selection.
    ///
    /// # Errors
    ///
    /// Returns [`Error::Runtime`] after the search has gone on.
    pub fn symbols(&self, wanted: SymbolSelection) -> Result<Vec<Term>> {
        let mut symbols = self.with(|found, terms| match found {
            FoundAnswer::Model(model) => {
                let ground = model.ground_program();
                let mut found = Vec::new();
                let holds = |atom: AtomId| model.holds(atom) != wanted.complement;
                if wanted.atoms || wanted.shown {
                    let is_wanted = |domain: &&Domain| {
                        let signature = domain.signature();
                        let is_hidden = || ground.symbols.text(signature.name).starts_with(HIDDEN);
                        if wanted.atoms {
                            !is_hidden()
                        } else {
                            ground.shows(signature)
                        }
                    };
                    for domain in ground.base.domains_by_appearance().filter(is_wanted) {
                        let all = domain.atoms().filter(|&atom| holds(atom));
                        found.extend(all.filter_map(|atom| terms.of_atom(atom, ground)));
                    }
                }
                if wanted.terms || wanted.shown {
                    found.extend(
                        shown_terms(model, ground, wanted.complement)
                            .map(|term| terms.of(term, ground.symbols)),
                    );
                }
                // As in clingo-dl and clingcon, the values of variables count as symbols that a theory adds.
                if wanted.theory && !wanted.complement {
                    let differences = model.values().into_iter().map(|value| ("dl", value));
                    let integers = model.integers().into_iter().map(|value| ("__csp", value));
                    for (name, (variable, value)) in differences.chain(integers) {
                        let arguments = vec![terms.of(variable, ground.symbols), Term::Number(value)];
                        found.push(Term::function(terms.name(name), arguments, true));
                    }
                    if let Some(cost) = integer_cost(model) {
                        let arguments = vec![Term::String(terms.name(&cost.to_string()))];
                        found.push(Term::function(terms.name("__csp_cost"), arguments, true));
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
        })?;
        if wanted.theory {
            symbols.extend(self.session.added(self.place));
        }
        Ok(symbols)
    }

    /// Returns the shown symbols and those that [`Answer::extend`] added, in the order in which clingo prints them: facts, what
    /// was added, and the rest.
    ///
    /// # Errors
    ///
    /// Returns [`Error::Runtime`] after the search has gone on.
    pub fn shown(&self) -> Result<Vec<Term>> {
        let shown = self.symbols(SymbolSelection { shown: true, ..SymbolSelection::default() })?;
        let added = self.symbols(SymbolSelection { theory: true, ..SymbolSelection::default() })?;
        if added.is_empty() {
            return Ok(shown);
        }
        let (facts, others): (Vec<Term>, Vec<Term>) = self.control.with_table(|table| {
            shown.into_iter().partition(|term| table.atom(term).is_some_and(|atom| table.is_fact(atom)))
        });
        Ok([facts, added, others].concat())
    }

    /// Whether the atom with this symbol is in the answer.
    ///
    /// # Errors
    ///
    /// Returns [`Error::Runtime`] after the search has gone on.
    pub fn contains(&self, atom: &Term) -> Result<bool> {
        match self.control.with_table(|table| table.atom(atom)) {
            Some(atom) => self.holds(atom.positive()),
            None => Ok(false),
        }
    }

    /// Whether a literal of the program is true.
    ///
    /// # Errors
    ///
    /// Returns [`Error::Runtime`] after the search has gone on.
    pub fn holds(&self, literal: Literal) -> Result<bool> {
        self.with(|found, _| match found {
            FoundAnswer::Model(model) => {
                let known = literal.atom().index() < model.ground_program().program.atom_count();
                (known && model.holds(literal.atom())) != literal.is_negative()
            }
            FoundAnswer::Consequences(_, common) => common.holds(literal.atom()) != literal.is_negative(),
        })
    }

    /// Whether a literal is a consequence; `None` while that is unknown. Brave reasoning never decides it for an atom that is in
    /// no answer set found so far, unless propagation does. As in clingo, only shown atoms are consequences: neither negative
    /// literals nor hidden atoms are.
    ///
    /// # Errors
    ///
    /// Returns [`Error::Runtime`] after the search has gone on.
    pub fn is_consequence(&self, literal: Literal) -> Result<Option<bool>> {
        let atom = literal.atom();
        let is_shown = self
            .with(|found, _| !literal.is_negative() && found.ground_program().shown_atom(atom).is_some())?;
        if !is_shown {
            return Ok(Some(false));
        }
        let holds = self.holds(literal)?;
        let is_known = self.session.known_value(self.place, atom) == Some(holds);
        let ended = self.session.standing().end == Some(End::Exhausted);
        Ok(match self.session.reasoning() {
            None => Some(holds),
            Some(Reasoning::Brave) => (holds || is_known).then_some(holds),
            Some(Reasoning::Cautious) => (!holds || is_known || ended).then_some(holds),
        })
    }

    /// Returns the costs, by decreasing priority; none without an objective. Those of consequences are the least that were found.
    ///
    /// # Errors
    ///
    /// Returns [`Error::Runtime`] after the search has gone on.
    pub fn costs(&self) -> Result<Vec<i64>> {
        self.with(|found, _| match found {
            _ if !self.session.optimizes() => Vec::new(),
            FoundAnswer::Model(model) => model.costs().to_vec(),
            FoundAnswer::Consequences(..) => self.session.standing().best,
        })
    }

    /// Returns the priorities of the costs.
    ///
    /// # Errors
    ///
    /// Returns [`Error::Runtime`] after the search has gone on.
    pub fn priorities(&self) -> Result<Vec<i64>> {
        let session = &self.session;
        let priorities = session.with_answer(self.place, |_, ground| match ground {
            Some(ground) if session.optimizes() && !session.standing().best.is_empty() => {
                ground.program.priorities()
            }
            _ => Vec::new(),
        });
        priorities.ok_or_else(no_more)
    }

    /// Adds symbols to the answer, which are printed with it.
    ///
    /// # Errors
    ///
    /// Returns [`Error::Runtime`] after the search has gone on.
    pub fn extend(&self, mut symbols: Vec<Term>) -> Result<()> {
        self.session.extend(self.place, &mut symbols).then_some(()).ok_or_else(no_more)
    }

    /// Excludes answer sets in which none of these literals is true, while this one is at hand.
    ///
    /// # Errors
    ///
    /// Returns [`Error::Missing`] if the search cannot take clauses, [`Error::Runtime`] after it has gone on, and an error if the
    /// engine fails.
    pub fn restrict(&self, clause: &[Literal]) -> Result<()> {
        let session = &self.session;
        // The enumeration of all optimal answer sets starts a new search, which would lose the clause.
        let begins_anew =
            session.optimizes() && session.plan().aim == Aim::AllBest && !session.standing().proven;
        match if begins_anew { Some(Ok(false)) } else { session.restrict(clause) } {
            Some(Ok(true)) => Ok(()),
            Some(Ok(false)) => Err(Error::Missing(
                "clauses cannot be added here while consequences are looked for, or best answer sets by several threads \
                 (`--parallel-mode=1` has one) or to enumerate them all: ground a constraint and solve again, or add them from a \
                 propagator"
                    .to_owned(),
            )),
            Some(Err(error)) => Err(error.into()),
            None => Err(Error::runtime("the search has gone on: clauses are added while a model is at hand")),
        }
    }
}
