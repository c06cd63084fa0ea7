//! Enumeration of answer sets, each once; optionally distinct on a projection, or on the atoms that `#heuristic`
//! prefers.
//!
//! Each answer set is excluded before the next is searched for. cdnl continues from it: see
//! [`Solver::exclude_model`](groundplan_sat::Solver::exclude_model). Clauses with an activation literal exclude answer sets
//! elsewhere, so that later questions find them again.

use fixedbitset::FixedBitSet;
use rustsat::solvers::{SolveIncremental, SolverResult};
use rustsat::types::{Lit, TernaryVal, Var};

use super::domain::DomainHeuristic;
use super::{bound, Bound, End, Pause, Question, Search, SolveError, Step};
use crate::translate::{KnownLiteral, Valuation};
use groundplan_ground::program::{Literal, Program};
use groundplan_ground::{Pass, Report};

/// Which answer sets count as the same.
#[derive(Debug)]
pub enum Distinct {
    /// All answer sets are distinct.
    All,
    /// Answer sets that agree on all of these literals are the same.
    On(Vec<Literal>),
    /// An answer set excludes those that differ from it only on variables to which it gives the value that the
    /// heuristic prefers. This is clasp's domain recording. Only for a search with such variables.
    Domain,
}

/// A question for several answer sets.
#[derive(Debug)]
pub struct Enumeration {
    /// The assumptions, including the activation literal.
    literals: Vec<Lit>,
    activation: Option<Lit>,
    /// Whether a clause with the complement of the activation literal was added, other than by the solver itself.
    is_activation_used: bool,
    distinct: Distinct,
    /// The clause that excludes the last answer set, without the literals that the solver knows, until it is excluded.
    blocked: Option<Vec<Lit>>,
    /// The number of variables on which answer sets differ, once the solver knows them.
    announced: Option<usize>,
    end: Option<End>,
}

impl Enumeration {
    /// Creates an enumeration of the answer sets that satisfy the assumptions and meet the bound.
    ///
    /// # Errors
    ///
    /// If the solver failed.
    pub fn new(
        search: &mut Search,
        program: &Program,
        assumptions: &[Literal],
        distinct: Distinct,
        bound: Option<&Bound>,
    ) -> Result<Self, SolveError> {
        let (literals, activation, end) =
            match bound::assumptions_with_activation(search, program, assumptions, bound)? {
                Some((literals, activation)) => (literals, Some(activation), None),
                None => (Vec::new(), None, Some(End::Exhausted)),
            };
        let is_activation_used = bound.is_some();
        Ok(Enumeration {
            literals,
            activation,
            is_activation_used,
            distinct,
            blocked: None,
            announced: None,
            end,
        })
    }

    /// Excludes the last answer set from the search.
    fn exclude_last(
        &mut self,
        search: &mut Search,
        program: &Program,
        activation: Lit,
    ) -> Result<(), SolveError> {
        let Some(mut clause) = self.blocked.take() else { return Ok(()) };
        if matches!(self.distinct, Distinct::Domain) {
            let recorded = search.domain.iter().flat_map(DomainHeuristic::recorded);
            let recorded = recorded.map(|(atom, _)| atom).zip(clause).collect();
            return Ok(search.solver.exclude_preferred(&[!activation], recorded)?);
        }
        clause.push(!activation);
        if self.announced.is_none() {
            // The activation literal of symmetry breaking may be assumed later.
            if !search.breaking.is_off() || !search.config.passes.has(Pass::BacktrackingEnumeration) {
                self.is_activation_used = true;
                return search.add_clause(&clause);
            }
            self.announced = Some(self.announce(search, program)?);
        }
        search.statistics.passes.add(Pass::BacktrackingEnumeration, Report::of(true));
        Ok(search.solver.exclude_model(clause)?)
    }

    /// Tells the solver on which variables answer sets differ, and returns their number. Those of propagators may come later.
    fn announce(&self, search: &mut Search, program: &Program) -> Result<usize, SolveError> {
        let translation = &mut search.translation;
        let relevant: Vec<Lit> = match &self.distinct {
            Distinct::All => translation.differences().map(|(_, literal)| literal).collect(),
            Distinct::On(projection) => {
                let mut equivalent = |literal: &Literal| {
                    // Both directions are requested, so that the solver's literal is equivalent to the program's.
                    translation.assumption(program, literal.complement());
                    match translation.assumption(program, *literal) {
                        KnownLiteral::Literal(literal) => Some(literal),
                        KnownLiteral::Constant(_) => None,
                    }
                };
                projection.iter().filter_map(&mut equivalent).collect()
            }
            // Their levels are above 0, so they are decided first.
            Distinct::Domain => return Ok(0),
        };
        search.hand_over()?;
        let variables = relevant.iter().map(|literal| literal.var()).chain(self.counted(search));
        let variables: Vec<Var> = variables.collect();
        let count = variables.len();
        search.solver.enumerate_on(variables, matches!(self.distinct, Distinct::On(_)))?;
        Ok(count)
    }

    /// Returns the clause that excludes the answer set of a model, without the literals that the solver knows.
    fn excluding_clause(&self, search: &mut Search, values: &Valuation) -> Vec<Lit> {
        let counted = self.counted(search);
        let Search { solver, translation, domain, .. } = search;
        let model = solver.model().expect("it found the answer set");
        let differing =
            |literal: Lit| if model.lit_value(literal) == TernaryVal::True { !literal } else { literal };
        let mut clause = match (&self.distinct, self.announced) {
            (Distinct::Domain, _) => {
                let recorded = domain.iter().flat_map(DomainHeuristic::recorded);
                recorded.map(|(_, literal)| differing(literal)).collect()
            }
            // With place for the literals that follow.
            (_, Some(_)) => Vec::with_capacity(counted.len() + 1),
            (Distinct::On(projection), None) => translation.projected_blocking_clause(values, projection),
            (Distinct::All, None) => translation.blocking_clause(values),
        };
        clause.extend(counted.into_iter().map(|var| differing(var.pos_lit())));
        clause
    }

    /// Returns the variables by which answer sets differ although their atoms are the same.
    fn counted(&self, search: &Search) -> Vec<Var> {
        match self.distinct {
            Distinct::All => search.counted(),
            Distinct::On(_) | Distinct::Domain => Vec::new(),
        }
    }

    /// Returns whether propagation and a few conflicts show that there are no more answer sets.
    ///
    /// # Errors
    ///
    /// If the solver failed.
    pub fn is_through(&mut self, search: &mut Search, program: &Program) -> Result<bool, SolveError> {
        /// The first conflict may refute the assumptions; the solver notices that only at its next decision.
        const CONFLICTS: u64 = 2;
        let (None, Some(activation)) = (self.end, self.activation) else {
            return Ok(self.end == Some(End::Exhausted));
        };
        let Some(clause) = &self.blocked else { return Ok(false) };
        let mut is_through = clause.is_empty() && self.announced.unwrap_or(0) == 0;
        self.exclude_last(search, program, activation)?;
        // Propagators of an embedding program must not see assignments for which no answer was requested.
        if !is_through && search.hosts.is_empty() && search.solver.counts_conflicts() {
            search.solver.set_conflict_limit(Some(CONFLICTS));
            let result = search.solver.solve_assumps(&self.literals).map_err(SolveError::solver)?;
            is_through = result == SolverResult::Unsat;
        }
        if is_through {
            self.end(search, End::Exhausted)?;
        }
        Ok(is_through)
    }

    /// Adds a clause that all further answer sets must satisfy.
    ///
    /// # Errors
    ///
    /// If the solver failed.
    pub fn restrict(
        &mut self,
        search: &mut Search,
        program: &Program,
        clause: &[Literal],
    ) -> Result<(), SolveError> {
        let (None, Some(activation)) = (self.end, self.activation) else { return Ok(()) };
        self.is_activation_used = true;
        add_conditional_clause(search, program, clause, activation)
    }
}

impl Question for Enumeration {
    type Answer = FixedBitSet;

    fn next(&mut self, search: &mut Search, program: &Program) -> Result<Step<FixedBitSet>, SolveError> {
        let (None, Some(activation)) = (self.end, self.activation) else { return Ok(Step::Exhausted) };
        self.exclude_last(search, program, activation)?;
        let values = match search.find(&self.literals)? {
            Step::Answer(values) => values,
            Step::Exhausted => return self.conclude(search, End::Exhausted),
            Step::Paused(Pause::Symmetries) => return Ok(Step::Paused(Pause::Symmetries)),
            Step::Paused(_) => return self.conclude(search, End::Interrupted),
        };
        self.blocked = Some(self.excluding_clause(search, &values));
        search.hand_over()?;
        Ok(Step::Answer(search.answer_set(program, &values)?))
    }

    fn end(&mut self, search: &mut Search, end: End) -> Result<(), SolveError> {
        if self.end.is_none() {
            self.end = Some(end);
            let is_announced = self.announced.take().is_some();
            let is_used = self.is_activation_used || search.numbers.is_activation_used();
            if let Some(activation) = self.activation.take() {
                if !is_used && search.solver.retire(activation)? {
                    search.spare_activation = Some(activation);
                    return Ok(());
                }
                search.add_clause(&[!activation])?;
            }
            if is_announced {
                search.solver.enumerate_on(Vec::new(), false)?;
            }
        }
        Ok(())
    }

    fn ended(&self) -> Option<End> {
        self.end
    }
}

/// Adds a clause over literals of the program that is active while the activation literal is true.
pub(super) fn add_conditional_clause(
    search: &mut Search,
    program: &Program,
    literals: &[Literal],
    activation: Lit,
) -> Result<(), SolveError> {
    let mut clause = vec![!activation];
    for &literal in literals {
        match search.translation.assumption(program, literal) {
            KnownLiteral::Constant(true) => return Ok(()),
            KnownLiteral::Constant(false) => {}
            KnownLiteral::Literal(lit) => clause.push(lit),
        }
    }
    search.hand_over()?;
    search.add_clause(&clause)
}
