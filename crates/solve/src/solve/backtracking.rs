//! Enumeration of answer sets by backtracking, with a translation and a search of its own.
//!
//! Enumeration continues from the last answer set, so it is fast if answer sets are close to each other. If it finds
//! none within a conflict budget, the main search is asked for an answer set. Enumeration then restarts near that
//! answer set with twice the budget.

use fixedbitset::FixedBitSet;
use groundplan_sat::{BacktrackingEnumerator, EnumerationOutcome, Member, Propagators, SearchStats};
use rustsat::types::{Lit, TernaryVal};

use super::propagation::Propagation;
use super::unfounded::{Checker, Stable};
use super::{bound, stability, Bound, Search, SolveError};
use crate::translate::{AtMost, KnownLiteral, Translation};
use groundplan_ground::program::{Literal, Program};

/// Poll interval: the number of answer sets between two looks at the clock.
const POLL_INTERVAL: u32 = 64;

/// A backtracking enumeration of answer sets.
#[derive(Debug)]
pub(super) struct Backtracking {
    translation: Translation,
    enumerator: BacktrackingEnumerator,
    propagation: Propagation,
    checker: Checker,
    /// The literals in which answer sets must differ, each with its literal of the solver.
    differences: Vec<(Literal, Lit)>,
    budget: u64,
    until_poll: u32,
}

/// The outcome of a search for the next answer set.
pub(super) enum NextAnswerSet {
    AnswerSet(FixedBitSet),
    Exhausted,
    Interrupted,
    /// No answer set was found within the conflict budget.
    OverBudget,
}

impl Backtracking {
    /// Creates an enumeration of the answer sets that satisfy the assumptions and meet the bound.
    ///
    /// Answer sets are distinct on the projection; the `known` ones are excluded. Returns `None` if backtracking
    /// enumeration is not applicable.
    ///
    /// # Errors
    ///
    /// If a solver cannot be started.
    pub fn new(
        search: &Search,
        program: &Program,
        assumptions: &[Literal],
        projection: Option<&[Literal]>,
        bound: Option<&Bound>,
        known: &[FixedBitSet],
    ) -> Result<Option<Self>, SolveError> {
        // Propagators and the decision heuristic are connected to the solver of the search, and cannot be used here.
        if !search.hosts.is_empty() || search.decider.is_some() {
            return Ok(None);
        }
        let mut translation = search.config.translation()?;
        translation.extend(program)?;
        let externals: Vec<_> = search.translation.externals().collect();
        translation.follow_externals(&externals);
        let mut enumerator = BacktrackingEnumerator::new();
        for &literal in assumptions.iter().chain(&translation.given()) {
            match translation.assumption(program, literal) {
                KnownLiteral::Constant(true) => {}
                KnownLiteral::Constant(false) => enumerator.add_clause(&[]),
                KnownLiteral::Literal(lit) => enumerator.add_clause(&[lit]),
            }
        }
        let bound = match bound {
            None => Vec::new(),
            Some(bound) => match bound::sums(bound, &mut translation, program, &mut enumerator) {
                None => return Ok(None),
                Some(sums) => sums,
            },
        };
        let differences: Vec<(Literal, Lit)> = match projection {
            None => translation.differences().map(|(atom, lit)| (atom.positive(), lit)).collect(),
            Some(projection) => projection
                .iter()
                .filter_map(|&literal| {
                    // Both directions are requested, so that the solver's literal is equivalent to the program's.
                    translation.assumption(program, literal.complement());
                    match translation.assumption(program, literal) {
                        KnownLiteral::Literal(lit) => Some((literal, lit)),
                        KnownLiteral::Constant(_) => None,
                    }
                })
                .collect(),
        };
        differences.iter().for_each(|(_, lit)| enumerator.mark_relevant(lit.var()));
        let mut backtracking = Backtracking {
            translation,
            enumerator,
            propagation: Propagation::of(&[Member::PLAIN]),
            checker: Checker::default(),
            differences,
            budget: search.config.tuning.backtracking_conflicts,
            until_poll: POLL_INTERVAL,
        };
        backtracking
            .enumerator
            .connect(Box::new(Propagators::new(backtracking.propagation.connect_one(Member::PLAIN))));
        bound.iter().flat_map(AtMost::variables).for_each(|var| backtracking.enumerator.observe(var));
        backtracking.propagation.add(&bound);
        for atoms in known {
            let differs: Vec<Lit> = backtracking.projected(atoms).map(|lit| !lit).collect();
            backtracking.enumerator.add_clause(&differs);
        }
        backtracking.hand_over();
        backtracking.checker.take(
            &mut backtracking.translation,
            &search.config.solver,
            search.config.tuning.checked_components,
        )?;
        Ok(Some(backtracking))
    }

    /// Searches for the next answer set.
    ///
    /// # Errors
    ///
    /// If a solver failed, or an internal check failed.
    pub fn next_answer_set(
        &mut self,
        search: &Search,
        program: &Program,
    ) -> Result<NextAnswerSet, SolveError> {
        let solver = &search.solver;
        loop {
            self.until_poll -= 1;
            if self.until_poll == 0 {
                self.until_poll = POLL_INTERVAL;
                if solver.is_stopped() {
                    return Ok(NextAnswerSet::Interrupted);
                }
            }
            match self.enumerator.next_model(self.budget, &mut || solver.is_stopped()) {
                EnumerationOutcome::Model => {}
                EnumerationOutcome::Exhausted => return Ok(NextAnswerSet::Exhausted),
                EnumerationOutcome::Stopped => return Ok(NextAnswerSet::Interrupted),
                EnumerationOutcome::OverBudget => return Ok(NextAnswerSet::OverBudget),
            }
            let enumerator = &self.enumerator;
            let values = self.translation.valuation(|lit| enumerator.value(lit) == TernaryVal::True);
            if self.translation.refute_unfounded(&values) {
                self.enumerator.reject_model();
                self.hand_over();
                continue;
            }
            match self.checker.refute(&mut self.translation, &values, solver)? {
                Stable::Yes => {}
                Stable::No => {
                    self.enumerator.reject_model();
                    self.hand_over();
                    continue;
                }
                Stable::Interrupted => return Ok(NextAnswerSet::Interrupted),
            }
            let atoms = self.translation.atoms(program, &values);
            if cfg!(debug_assertions) {
                stability::check(program, &atoms, |atom| self.translation.is_open(atom))?;
            }
            return Ok(NextAnswerSet::AnswerSet(atoms));
        }
    }

    /// Returns clauses that exclude the answer sets found so far, and otherwise only assignments without an answer set.
    pub fn excluding_clauses(&self) -> Vec<Vec<Literal>> {
        let literal = |lit: &Lit| {
            let mut differences = self.differences.iter();
            let &(literal, there) =
                differences.find(|(_, there)| there.var() == lit.var()).expect("only these are flipped");
            if there == *lit {
                literal
            } else {
                literal.complement()
            }
        };
        self.enumerator
            .excluding_clauses()
            .iter()
            .map(|clause| clause.iter().map(literal).collect())
            .collect()
    }

    /// Restarts near an answer set, with twice the conflict budget.
    pub fn restart_near(&mut self, atoms: &FixedBitSet) {
        self.enumerator.restart_from_root();
        let preferred: Vec<Lit> = self.projected(atoms).collect();
        preferred.into_iter().for_each(|lit| self.enumerator.prefer(lit));
        self.budget = self.budget.saturating_mul(2);
    }

    /// Returns the number of loop formulas that were added, and the counts of the search.
    pub fn counts(&self) -> (usize, SearchStats) {
        (self.translation.loop_formula_count(), self.enumerator.search_stats())
    }

    /// Returns the values of an answer set on `differences`.
    fn projected<'a>(&'a self, atoms: &'a FixedBitSet) -> impl Iterator<Item = Lit> + 'a {
        let holds = |literal: Literal| atoms.contains(literal.atom().index()) != literal.is_negative();
        self.differences.iter().map(move |&(literal, lit)| if holds(literal) { lit } else { !lit })
    }

    /// Passes the clauses and variables that were translated since the last call to the enumerator: loop formulas and
    /// their sums.
    fn hand_over(&mut self) {
        for clause in self.translation.take_clauses().iter() {
            self.enumerator.add_clause(clause.as_ref());
        }
        for var in self.propagation.take(&mut self.translation) {
            self.enumerator.observe(var);
        }
    }
}
