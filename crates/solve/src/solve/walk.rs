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
const GLANCE: u32 = 64;

/// A backtracking enumeration of answer sets.
#[derive(Debug)]
pub(super) struct Walker {
    translation: Translation,
    walk: BacktrackingEnumerator,
    propagation: Propagation,
    checker: Checker,
    /// The literals in which answer sets must differ, each with its literal of the solver.
    differences: Vec<(Literal, Lit)>,
    budget: u64,
    until_glance: u32,
}

/// The outcome of a search for the next answer set.
pub(super) enum Walked {
    AnswerSet(FixedBitSet),
    Exhausted,
    Interrupted,
    /// No answer set was found within the conflict budget.
    Lost,
}

impl Walker {
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
        let mut walk = BacktrackingEnumerator::new();
        for &literal in assumptions.iter().chain(&translation.given()) {
            match translation.assumption(program, literal) {
                KnownLiteral::Constant(true) => {}
                KnownLiteral::Constant(false) => walk.add_clause(&[]),
                KnownLiteral::Literal(lit) => walk.add_clause(&[lit]),
            }
        }
        let bound = match bound {
            None => Vec::new(),
            Some(bound) => match bound::sums(bound, &mut translation, program, &mut walk) {
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
        differences.iter().for_each(|(_, lit)| walk.mark_relevant(lit.var()));
        let mut walker = Walker {
            translation,
            walk,
            propagation: Propagation::of(&[Member::PLAIN]),
            checker: Checker::default(),
            differences,
            budget: search.config.tuning.backtracking_conflicts,
            until_glance: GLANCE,
        };
        walker.walk.connect(Box::new(Propagators::new(walker.propagation.connect_one(Member::PLAIN))));
        bound.iter().flat_map(AtMost::variables).for_each(|var| walker.walk.observe(var));
        walker.propagation.add(&bound);
        for atoms in known {
            let differs: Vec<Lit> = walker.here(atoms).map(|lit| !lit).collect();
            walker.walk.add_clause(&differs);
        }
        walker.hand_over();
        walker.checker.take(
            &mut walker.translation,
            &search.config.solver,
            search.config.tuning.checked_components,
        )?;
        Ok(Some(walker))
    }

    /// Searches for the next answer set.
    ///
    /// # Errors
    ///
    /// If a solver failed, or an internal check failed.
    pub fn next(&mut self, search: &Search, program: &Program) -> Result<Walked, SolveError> {
        let solver = &search.solver;
        loop {
            self.until_glance -= 1;
            if self.until_glance == 0 {
                self.until_glance = GLANCE;
                if solver.is_stopped() {
                    return Ok(Walked::Interrupted);
                }
            }
            match self.walk.next_model(self.budget, &mut || solver.is_stopped()) {
                EnumerationOutcome::Model => {}
                EnumerationOutcome::Exhausted => return Ok(Walked::Exhausted),
                EnumerationOutcome::Stopped => return Ok(Walked::Interrupted),
                EnumerationOutcome::OverBudget => return Ok(Walked::Lost),
            }
            let walk = &self.walk;
            let values = self.translation.valuation(|lit| walk.value(lit) == TernaryVal::True);
            if self.translation.refute_unfounded(&values) {
                self.walk.reject_model();
                self.hand_over();
                continue;
            }
            match self.checker.refute(&mut self.translation, &values, solver)? {
                Stable::Yes => {}
                Stable::No => {
                    self.walk.reject_model();
                    self.hand_over();
                    continue;
                }
                Stable::Interrupted => return Ok(Walked::Interrupted),
            }
            let atoms = self.translation.atoms(program, &values);
            if cfg!(debug_assertions) {
                stability::check(program, &atoms, |atom| self.translation.is_open(atom))?;
            }
            return Ok(Walked::AnswerSet(atoms));
        }
    }

    /// Returns clauses that exclude the answer sets found so far, and otherwise only assignments without an answer set.
    pub fn found(&self) -> Vec<Vec<Literal>> {
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
        self.walk.excluding_clauses().iter().map(|clause| clause.iter().map(literal).collect()).collect()
    }

    /// Restarts near an answer set, with twice the conflict budget.
    pub fn begin_near(&mut self, atoms: &FixedBitSet) {
        self.walk.restart_from_root();
        let here: Vec<Lit> = self.here(atoms).collect();
        here.into_iter().for_each(|lit| self.walk.prefer(lit));
        self.budget = self.budget.saturating_mul(2);
    }

    /// Returns the number of loop formulas that were added, and the counts of the search.
    pub fn counts(&self) -> (usize, SearchStats) {
        (self.translation.loop_formula_count(), self.walk.search_stats())
    }

    /// Returns the values of an answer set on `differences`.
    fn here<'a>(&'a self, atoms: &'a FixedBitSet) -> impl Iterator<Item = Lit> + 'a {
        let holds = |literal: Literal| atoms.contains(literal.atom().index()) != literal.is_negative();
        self.differences.iter().map(move |&(literal, lit)| if holds(literal) { lit } else { !lit })
    }

    /// Passes the clauses and variables that were translated since the last call to the enumerator: loop formulas and
    /// their sums.
    fn hand_over(&mut self) {
        for clause in self.translation.take_clauses().iter() {
            self.walk.add_clause(clause.as_ref());
        }
        for var in self.propagation.take(&mut self.translation) {
            self.walk.observe(var);
        }
    }
}
