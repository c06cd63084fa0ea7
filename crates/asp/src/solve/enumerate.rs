//! Answer sets one after the other, each once; or each once on a projection, or on what heuristics are about.
//!
//! The first few are found by the solver, and what excludes those found so far holds only under a switch, so that later
//! searches see them again. Where there are more, a walk goes on ([`walk`](super::walk)).

use std::time::Instant;

use fixedbitset::FixedBitSet;
use rustsat::solvers::{Solve, SolveIncremental, SolverResult};
use rustsat::types::{Cl, Lit, TernaryVal};

use super::walk::{Walked, Walker};
use super::{Bound, End, Found, Search, SolveError};
use crate::program::{Literal, Program};
use crate::translate::KnownLiteral;
use crate::{Pass, Report};

/// Which answer sets count as one.
#[derive(Debug)]
pub enum Distinct {
    /// No two of them.
    All,
    /// Those that agree on all of these literals.
    On(Vec<Literal>),
    /// One that was found, and those that differ from it only on variables that it has as their heuristic would: clasp calls
    /// this domain recording. Only for a search that has such variables.
    Domain,
}

/// An enumeration under way: see [`Search::enumerator`].
#[derive(Debug)]
pub struct Enumerator {
    /// The assumptions, the switch among them.
    literals: Vec<Lit>,
    switch: Option<Lit>,
    assumptions: Vec<Literal>,
    distinct: Distinct,
    bound: Option<Bound>,
    /// What excludes the answer set found last.
    blocked: Option<Vec<Lit>>,
    /// The first answer sets, until the walk knows them.
    known: Vec<FixedBitSet>,
    pace: Pace,
    end: Option<End>,
}

/// How the next answer set is found.
#[derive(Debug)]
enum Pace {
    /// By a call of the solver.
    Calls,
    /// By a walk.
    Walk(Box<Walker>),
    /// By a call of the solver, for no walk can be made.
    CallsOnly,
}

impl Enumerator {
    /// How it ended; `None` while there may be more.
    #[must_use]
    pub fn end(&self) -> Option<End> {
        self.end
    }
}

impl Search {
    /// Begins an enumeration of the answer sets in which the assumptions hold and that meet a bound.
    ///
    /// # Errors
    ///
    /// If the solver broke down.
    pub fn enumerator(
        &mut self,
        program: &Program,
        assumptions: &[Literal],
        distinct: Distinct,
        bound: Option<Bound>,
    ) -> Result<Enumerator, SolveError> {
        if let (Distinct::Domain, Some(decider)) = (&distinct, &self.decider) {
            decider.keep_signs();
        }
        let mut enumerator = Enumerator {
            literals: Vec::new(),
            switch: None,
            assumptions: assumptions.to_vec(),
            distinct,
            bound,
            blocked: None,
            known: Vec::new(),
            pace: Pace::Calls,
            end: None,
        };
        match self.switched(program, assumptions, enumerator.bound.as_ref())? {
            Some((literals, switch)) => {
                enumerator.literals = literals;
                enumerator.switch = Some(switch);
            }
            None => enumerator.end = Some(End::Exhausted),
        }
        Ok(enumerator)
    }

    /// The next answer set of an enumeration; `None` when it has ended, or wants to know of symmetries. The program must not have
    /// grown since it began.
    ///
    /// # Errors
    ///
    /// If the solver broke down, or this engine made a mistake.
    pub fn next(
        &mut self,
        program: &Program,
        enumerator: &mut Enumerator,
    ) -> Result<Option<FixedBitSet>, SolveError> {
        let (None, Some(switch)) = (enumerator.end, enumerator.switch) else { return Ok(None) };
        // A walk knows no limit of conflicts, and no symmetries.
        let walks = self.conflict_end.is_none()
            && self.breaking.is_off()
            && self.config.passes.has(Pass::BacktrackingEnumeration);
        if matches!(enumerator.pace, Pace::Calls)
            && enumerator.known.len() == self.config.tuning.solver_models
            && walks
        {
            let known = std::mem::take(&mut enumerator.known);
            let Enumerator { assumptions, distinct, bound, .. } = &*enumerator;
            let projection = match distinct {
                Distinct::On(projection) => Some(projection.as_slice()),
                Distinct::All | Distinct::Domain => None,
            };
            let walker = self.walker(program, assumptions, projection, bound.as_ref(), &known)?;
            self.statistics.passes.add(Pass::BacktrackingEnumeration, Report::of(walker.is_some()));
            enumerator.pace = walker.map_or(Pace::CallsOnly, |walker| Pace::Walk(Box::new(walker)));
        }
        if let Some(mut clause) = enumerator.blocked.take() {
            clause.push(!switch);
            self.solver.add_clause_ref(Cl::new(&clause)).map_err(SolveError::solver)?;
        }
        if matches!(enumerator.pace, Pace::Walk(_)) {
            return self.walk_on(program, enumerator, switch);
        }
        let values = match self.find(&enumerator.literals)? {
            Found::Model(values) => values,
            Found::None => return self.end(enumerator, End::Exhausted).map(|()| None),
            Found::Interrupted if self.wants_symmetries() => return Ok(None),
            Found::Interrupted => return self.end(enumerator, End::Interrupted).map(|()| None),
        };
        let clause = match (&enumerator.distinct, &self.decider) {
            (Distinct::On(projection), _) => self.translation.projected_blocking_clause(&values, projection),
            (Distinct::Domain, Some(decider)) => {
                let solver = &self.solver;
                decider.recorded_clause(|literal| matches!(solver.lit_val(literal), Ok(TernaryVal::True)))
            }
            _ => self.translation.blocking_clause(&values),
        };
        self.hand_over()?;
        enumerator.blocked = Some(clause);
        let atoms = self.answer_set(program, &values)?;
        if matches!(enumerator.pace, Pace::Calls) {
            enumerator.known.push(atoms.clone());
        }
        Ok(Some(atoms))
    }

    /// The next answer set by a walk. Where that is lost, the solver says where to begin anew, or that there are no more.
    fn walk_on(
        &mut self,
        program: &Program,
        enumerator: &mut Enumerator,
        switch: Lit,
    ) -> Result<Option<FixedBitSet>, SolveError> {
        let end = loop {
            let Pace::Walk(walker) = &mut enumerator.pace else { unreachable!("it walks") };
            let start = Instant::now();
            let walked = walker.next(self, program);
            let time = start.elapsed();
            self.statistics.search += time;
            let report = Report { time, ..Report::default() };
            self.statistics.passes.add(Pass::BacktrackingEnumeration, report);
            match walked? {
                Walked::AnswerSet(atoms) => return Ok(Some(atoms)),
                Walked::Exhausted => break End::Exhausted,
                Walked::Interrupted => break End::Interrupted,
                Walked::Lost => {}
            }
            for clause in walker.found() {
                self.exclude(program, &clause, switch)?;
            }
            match self.find(&enumerator.literals)? {
                Found::Model(values) => walker.begin_near(&self.answer_set(program, &values)?),
                Found::None => break End::Exhausted,
                Found::Interrupted => break End::Interrupted,
            }
        };
        self.end(enumerator, end).map(|()| None)
    }

    /// Whether there are no more answer sets than those found, as far as propagation and a conflict show.
    ///
    /// # Errors
    ///
    /// If the solver broke down.
    pub fn is_through(&mut self, enumerator: &mut Enumerator) -> Result<bool, SolveError> {
        /// The first may refute the assumptions, which the solver sees when it is about to decide again.
        const CONFLICTS: u64 = 2;
        let (None, Some(switch)) = (enumerator.end, enumerator.switch) else {
            return Ok(enumerator.end == Some(End::Exhausted));
        };
        let Some(mut clause) = enumerator.blocked.take() else { return Ok(false) };
        let mut is_through = clause.is_empty();
        clause.push(!switch);
        self.solver.add_clause_ref(Cl::new(&clause)).map_err(SolveError::solver)?;
        // Those who embed the engine are not asked about what nobody wants to know.
        if !is_through && self.hosts.is_empty() && self.solver.counts_conflicts() {
            self.solver.set_conflict_limit(Some(CONFLICTS));
            let result = self.solver.solve_assumps(&enumerator.literals).map_err(SolveError::solver)?;
            is_through = result == SolverResult::Unsat;
        }
        if is_through {
            self.end(enumerator, End::Exhausted)?;
        }
        Ok(is_through)
    }

    /// Has one of these literals hold in what an enumeration is still to find. A walk knows its clauses from the start, so
    /// that the solver goes on where there was one.
    ///
    /// # Errors
    ///
    /// If the solver broke down.
    pub fn restrict(
        &mut self,
        program: &Program,
        enumerator: &mut Enumerator,
        clause: &[Literal],
    ) -> Result<(), SolveError> {
        let (None, Some(switch)) = (enumerator.end, enumerator.switch) else { return Ok(()) };
        if let Pace::Walk(walker) = std::mem::replace(&mut enumerator.pace, Pace::CallsOnly) {
            self.backtracked.add(&walker);
            for found in walker.found() {
                self.exclude(program, &found, switch)?;
            }
        }
        self.exclude(program, clause, switch)
    }

    /// Has one of these literals hold, as long as the switch does.
    fn exclude(&mut self, program: &Program, literals: &[Literal], switch: Lit) -> Result<(), SolveError> {
        let mut clause = vec![!switch];
        for &literal in literals {
            match self.translation.assumption(program, literal) {
                KnownLiteral::Constant(true) => return Ok(()),
                KnownLiteral::Constant(false) => {}
                KnownLiteral::Literal(lit) => clause.push(lit),
            }
        }
        self.hand_over()?;
        self.solver.add_clause_ref(Cl::new(&clause)).map_err(SolveError::solver)
    }

    /// Ends an enumeration: later searches see all answer sets again. Does nothing if it has ended.
    ///
    /// # Errors
    ///
    /// If the solver broke down.
    pub fn end(&mut self, enumerator: &mut Enumerator, end: End) -> Result<(), SolveError> {
        if enumerator.end.is_none() {
            enumerator.end = Some(end);
            if let Pace::Walk(walker) = std::mem::replace(&mut enumerator.pace, Pace::CallsOnly) {
                self.backtracked.add(&walker);
            }
            if let Some(switch) = enumerator.switch.take() {
                self.solver.add_clause_ref(Cl::new(&[!switch])).map_err(SolveError::solver)?;
            }
        }
        Ok(())
    }
}
