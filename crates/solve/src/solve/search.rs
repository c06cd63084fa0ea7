//! The state that all questions share: a translation and a SAT solver for one program, with propagators between them.
//!
//! Every model comes from [`Search::find`]. It checks each model for unfounded sets; debug builds also check each
//! answer set against the ground program ([`stability`]).

mod integers;

use std::hash::BuildHasher;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::Arc;
use std::time::Instant;

use fixedbitset::FixedBitSet;
use groundplan_sat::{Config, Propagator as _, Propagators, Solver};
use rustc_hash::FxBuildHasher;
use rustsat::solvers::{Solve, SolveIncremental, SolverResult};
use rustsat::types::{Cl, Lit, TernaryVal, Var};

use super::domain::DomainHeuristic;
use super::hosted::Host;
use super::propagation::Propagation;
use super::symmetry::SymmetryBreaking;
use super::unfounded::{Checker, Stable};
use super::{stability, Decisions, Pause, SearchConfig, SolveError, Statistics, Step};
use crate::propagator::{LiteralNumbers, Propagator};
use crate::theory::{self, DifferenceBounds, DifferenceLogic, IntegerLogic};
use crate::translate::loops::StepAtom;
use crate::translate::{KnownLiteral, Translation, Valuation};
use groundplan_ground::program::integers::IntegerVariable;
use groundplan_ground::program::{AtomId, ExternalValue, Literal, Program, RuleOrigins};
use groundplan_ground::symbol::Symbol;
use groundplan_ground::Report;

/// A translation and a SAT solver for one program, which all questions use.
#[derive(Debug)]
pub struct Search {
    pub(super) translation: Translation,
    pub(super) solver: Solver,
    pub(super) config: SearchConfig,
    /// Propagators of loops and sums, shared with the solver's thread once there is something to propagate.
    pub(super) propagation: Propagation,
    /// Tests for unfounded sets in components with head cycles.
    checker: Checker,
    /// The configuration of the solvers of `checker`.
    checking: Config,
    /// Propagators other than those for loops and sums.
    pub(super) hosts: Vec<Host>,
    /// The numbers of the literals that the propagators use.
    pub(super) numbers: LiteralNumbers,
    /// The index of the next variable that a propagator may create.
    variables: Arc<AtomicU32>,
    /// The program's heuristics, if they are heard.
    pub(super) domain: Option<DomainHeuristic>,
    /// Whether a propagator of the embedding program or `#heuristic` is used, so that no other thread can help this
    /// search.
    pub(super) is_alone: bool,
    has_differences: bool,
    /// The integer variables, if there are any, and their values in the last model.
    integers: Option<IntegerLogic>,
    integer_values: Arc<[i64]>,
    /// Bounds of variables of difference constraints.
    bounds: DifferenceBounds,
    /// The numbers of atoms and rules that the propagators have seen.
    set_up: Option<(usize, usize)>,
    pub(super) statistics: Statistics,
    /// Whether the time that passes is time of the search: see [`Search::measure`].
    is_measured: bool,
    /// The total number of conflicts at which the current question ends.
    conflict_end: Option<u64>,
    pub(super) breaking: SymmetryBreaking,
    /// An activation literal that is in no clause, left by an enumeration.
    pub(super) spare_activation: Option<Lit>,
    /// A hash of the clauses that the solver has been given by translation, in their order.
    handed_over: u64,
}

/// Assumptions of the program as literals of the solver.
pub(super) enum Assumptions {
    Literals(Vec<Lit>, Vec<(Lit, Literal)>),
    /// An assumption that is always false.
    Refuted(Literal),
}

impl Search {
    /// Creates a search for an empty program.
    ///
    /// # Errors
    ///
    /// If the SAT solver cannot be started, or if it takes no propagators although [`Method::Propagate`](crate::translate::Method),
    /// [`Sums::Propagate`](crate::translate::Sums) or [`Decisions::Domain`] was asked for.
    pub fn new(config: &SearchConfig) -> Result<Self, SolveError> {
        let decides = config.decisions == Decisions::Domain;
        let mut config = config.clone();
        if decides {
            let backend = config.solver.backend.clone();
            config.solver = config.solver.deciding().ok_or(SolveError::NoDecisions { backend })?;
        }
        Ok(Search {
            translation: config.translation()?,
            solver: Solver::with_config(config.sat())?,
            propagation: Propagation::of(config.solver.backend.members()),
            checker: Checker::default(),
            hosts: Vec::new(),
            numbers: LiteralNumbers::default(),
            variables: Arc::default(),
            domain: decides.then(DomainHeuristic::default),
            is_alone: decides,
            has_differences: false,
            integers: None,
            integer_values: Arc::default(),
            bounds: DifferenceBounds::default(),
            set_up: None,
            statistics: Statistics::default(),
            is_measured: false,
            conflict_end: None,
            breaking: SymmetryBreaking::default(),
            spare_activation: None,
            handed_over: 0,
            checking: config.solver.without_profile(),
            config,
        })
    }

    /// Creates a search that [accepts propagators](Search::add_propagator).
    ///
    /// # Errors
    ///
    /// See [`Search::new`].
    pub fn hosting(config: &SearchConfig) -> Result<Self, SolveError> {
        let hosting = SearchConfig { solver: config.solver.clone().hosting(), ..config.clone() };
        Ok(Search { checking: config.solver.without_profile(), ..Search::new(&hosting)? })
    }

    /// Reads the part of the program that was added since the last call, as one shot: see [`Translation`].
    ///
    /// # Errors
    ///
    /// If the new rules cannot be translated; the search cannot be used afterwards.
    pub fn add(&mut self, program: &Program) -> Result<(), SolveError> {
        let start = Instant::now();
        self.translation.extend(program)?;
        self.set_up(program)?;
        let variables = self.translation.variable_count();
        tracing::debug!(variables, seconds = start.elapsed().as_secs_f64(), "program translated");
        for (pass, Report { fired, clauses, variables, .. }) in
            self.translation.reports().iter().filter(|(_, report)| report.fired > 0)
        {
            tracing::trace!(%pass, fired, clauses, variables, "pass");
        }
        let handed_over = self.hand_over();
        self.statistics.translation += start.elapsed();
        handed_over
    }

    /// Declares which of the newly added atoms correspond to each other across steps.
    ///
    /// With [`Method::Lazy`](crate::translate::Method), a loop formula found at one step is then added at the other
    /// steps as well.
    ///
    /// # Errors
    ///
    /// If the solver failed.
    pub fn set_step_atoms(
        &mut self,
        step_atom: impl FnMut(AtomId) -> Option<StepAtom>,
    ) -> Result<(), SolveError> {
        self.translation.set_step_atoms(step_atom);
        self.hand_over()
    }

    /// Sets the value of an external atom. Returns false if the atom was not declared external, or if a rule defines
    /// it.
    pub fn set_external(&mut self, atom: AtomId, value: ExternalValue) -> bool {
        self.translation.set_external(atom, value)
    }

    /// Makes an external atom permanently false.
    ///
    /// # Errors
    ///
    /// If the solver failed.
    pub fn release_external(&mut self, atom: AtomId) -> Result<(), SolveError> {
        self.translation.release_external(atom);
        self.hand_over()
    }

    /// Returns the atoms known to be true in every answer set, and those known to be false in every answer set.
    ///
    /// The values remain valid whatever is added to the program. They come from translation, propagation and the
    /// searches so far; facts are among the true atoms. Both lists are empty if part of the program was not
    /// [added](Search::add).
    ///
    /// # Errors
    ///
    /// If the solver failed.
    pub fn known_for_good(&mut self, program: &Program) -> Result<(Vec<AtomId>, Vec<AtomId>), SolveError> {
        let (mut holding, mut failing) = (Vec::new(), Vec::new());
        if !self.translation.is_current(program) {
            return Ok((holding, failing));
        }
        let variables = self.translation.open_variables();
        let values = self.solver.fixed(&variables)?;
        let fixed = variables.into_iter().zip(values);
        self.translation.learn_fixed(&fixed.filter_map(|(var, value)| Some((var, value?))).collect());
        for atom in (0..program.atom_count() as u32).map(AtomId) {
            match self.translation.known_for_good(program, atom) {
                Some(true) => holding.push(atom),
                Some(false) => failing.push(atom),
                None if self.translation.is_undefined(atom) => failing.push(atom),
                None => {}
            }
        }
        Ok((holding, failing))
    }

    /// Fixes atoms that [`Search::known_for_good`] has reported as false. Later rules with these heads act as
    /// constraints.
    pub fn drop_atoms(&mut self, atoms: &[AtomId]) {
        atoms.iter().for_each(|&atom| self.translation.drop_atom(atom));
    }

    /// Whether an atom was [dropped](Search::drop_atoms), or released.
    pub fn is_dropped(&self, atom: AtomId) -> bool {
        self.translation.is_dropped(atom)
    }

    /// Returns the value that an atom is known by translation to have in every answer set.
    pub fn known(&self, program: &Program, atom: AtomId) -> Option<bool> {
        self.translation.known_for_good(program, atom)
    }

    /// Sets or removes the deadline of searches.
    pub fn set_deadline(&mut self, deadline: Option<Instant>) {
        self.solver.set_deadline(deadline);
    }

    /// Sets or removes the conflict limit of the next question. It has an effect only if the backend counts conflicts.
    pub fn set_conflict_limit(&mut self, conflicts: Option<u64>) {
        self.conflict_end = conflicts.map(|conflicts| self.conflicts().saturating_add(conflicts));
    }

    /// Returns the number of conflicts left to the question, or `None` without a limit.
    fn conflicts_left(&self) -> Option<u64> {
        self.conflict_end.map(|end| end.saturating_sub(self.conflicts()))
    }

    /// Returns the number of conflicts since the search was created, or 0 if the backend does not count them.
    pub(super) fn conflicts(&self) -> u64 {
        self.solver.search_stats().map_or(0, |stats| stats.conflicts)
    }

    /// Returns the solver's assumptions for the given assumptions and the values of external atoms.
    pub(super) fn assume(
        &mut self,
        program: &Program,
        assumptions: &[Literal],
    ) -> Result<Assumptions, SolveError> {
        let externals = self.translation.given();
        let mut literals = Vec::new();
        let mut origins = Vec::new();
        for (position, &literal) in assumptions.iter().chain(&externals).enumerate() {
            match self.translation.assumption(program, literal) {
                KnownLiteral::Constant(true) => {}
                KnownLiteral::Constant(false) => return Ok(Assumptions::Refuted(literal)),
                KnownLiteral::Literal(lit) => {
                    literals.push(lit);
                    if position < assumptions.len() {
                        origins.push((lit, literal));
                    }
                }
            }
        }
        self.hand_over()?;
        Ok(Assumptions::Literals(literals, origins))
    }

    /// Searches for a model of the clauses without unfounded atoms.
    pub(super) fn find(&mut self, assumptions: &[Lit]) -> Result<Step<Valuation>, SolveError> {
        self.measure(|search| search.find_unsymmetric(assumptions, None))
    }

    /// Counts the time of work as time of the search, unless it is a part of work that is counted.
    pub fn measure<T>(&mut self, work: impl FnOnce(&mut Self) -> T) -> T {
        if std::mem::replace(&mut self.is_measured, true) {
            return work(self);
        }
        let start = Instant::now();
        let result = work(self);
        self.statistics.search += start.elapsed();
        self.is_measured = false;
        result
    }

    /// Searches for such a model within a conflict budget, and deducts the conflicts from the budget. Pauses with
    /// [`Pause::OverBudget`] when the budget is used up.
    pub(super) fn find_within(
        &mut self,
        assumptions: &[Lit],
        budget: &mut u64,
    ) -> Result<Step<Valuation>, SolveError> {
        let before = self.conflicts();
        let found = self.measure(|search| search.find_unsymmetric(assumptions, Some(*budget)));
        *budget = budget.saturating_sub(self.conflicts() - before);
        found
    }

    /// Like [`Search::find_within`], among all models: symmetries are neither broken nor requested.
    pub(super) fn find_any_within(
        &mut self,
        assumptions: &[Lit],
        budget: &mut u64,
    ) -> Result<Step<Valuation>, SolveError> {
        let before = self.conflicts();
        let limit = self.conflicts_left().into_iter().chain([*budget]).min();
        let found = self.measure(|search| search.find_limited(assumptions, limit))?;
        *budget = budget.saturating_sub(self.conflicts() - before);
        Ok(found.unwrap_or_else(|| Step::Paused(self.why_paused(false, true))))
    }

    /// Searches for a model that broken symmetries leave, with an optional conflict budget.
    fn find_unsymmetric(
        &mut self,
        assumptions: &[Lit],
        budget: Option<u64>,
    ) -> Result<Step<Valuation>, SolveError> {
        let limit = self.conflicts_left().into_iter().chain(budget).min();
        let until_symmetries = self.breaking.conflicts_left(self.conflicts());
        let until_symmetries = until_symmetries.filter(|&left| limit.is_none_or(|limit| left <= limit));
        let assumptions: Vec<Lit> = assumptions.iter().copied().chain(self.breaking.activation()).collect();
        let found = self.find_limited(&assumptions, until_symmetries.or(limit))?;
        let why_paused = || Step::Paused(self.why_paused(until_symmetries.is_some(), budget.is_some()));
        Ok(found.unwrap_or_else(why_paused))
    }

    /// Searches for a model, with an optional limit on the conflicts. Returns `None` if the solver stopped without a result.
    fn find_limited(
        &mut self,
        assumptions: &[Lit],
        limit: Option<u64>,
    ) -> Result<Option<Step<Valuation>>, SolveError> {
        let end = limit.map(|limit| self.conflicts().saturating_add(limit));
        loop {
            let until_propagation =
                self.translation.propagates_from().filter(|&it| end.is_none_or(|end| it < end));
            let next_end = until_propagation.or(end);
            self.solver.set_conflict_limit(next_end.map(|end| end.saturating_sub(self.conflicts())));
            match self.call(assumptions)? {
                SolverResult::Unsat => {
                    if self.solver.core().map_err(SolveError::solver)?.is_empty() {
                        self.translation.set_refuted();
                    }
                    return Ok(Some(Step::Exhausted));
                }
                SolverResult::Interrupted
                    if until_propagation.is_some()
                        && !self.solver.is_stopped()
                        && !self.solver.is_alarmed() =>
                {
                    self.translation.propagate_loops();
                    self.hand_over()?;
                    continue;
                }
                SolverResult::Interrupted => return Ok(None),
                SolverResult::Sat => {}
            }
            if let Some(integers) = &self.integers {
                self.integer_values = integers.values().into();
            }
            let model = self.solver.model().expect("it found one");
            let holds = |literal: Lit| model.lit_value(literal) == TernaryVal::True;
            let values = self.translation.valuation(holds);
            if !self.translation.refute_unfounded(&values) {
                let Search { checker, translation, solver, .. } = self;
                match checker.refute(translation, &values, solver)? {
                    Stable::Yes if self.refute_by_hosts()? => {}
                    Stable::Yes => return Ok(Some(Step::Answer(values))),
                    Stable::No => {}
                    Stable::Interrupted => return Ok(None),
                }
            }
            self.solver.note_refutation()?;
            self.hand_over()?;
        }
    }

    /// Calls the solver, whose propagators may create variables. The translation does not use their numbers.
    fn lend_variables<T>(&mut self, call: impl FnOnce(&mut Solver) -> T) -> T {
        let variables = self.translation.variable_count();
        self.variables.store(u32::try_from(variables).expect("variables fit 32 bits"), Ordering::Relaxed);
        let result = call(&mut self.solver);
        while self.translation.variable_count() < self.variables.load(Ordering::Relaxed) as usize {
            self.translation.activation_literal();
        }
        result
    }

    /// See [`Solver::refuted_by`].
    pub(super) fn refuted_by(&mut self, assumptions: &[Lit], lits: &[Lit]) -> Result<Vec<Lit>, SolveError> {
        Ok(self.lend_variables(|solver| solver.refuted_by(assumptions, lits))?)
    }

    fn call(&mut self, assumptions: &[Lit]) -> Result<SolverResult, SolveError> {
        let start = tracing::enabled!(tracing::Level::DEBUG).then(Instant::now);
        if let Some(calls) = &self.config.calls {
            calls.fetch_add(1, Ordering::Relaxed);
        }
        let result = self.lend_variables(|solver| solver.solve_assumps(assumptions));
        self.statistics.sat_calls += 1;
        if let Some(start) = start {
            let (assumptions, seconds) = (assumptions.len(), start.elapsed().as_secs_f64());
            tracing::debug!(assumptions, seconds, result = ?result.as_ref().ok(), "solver call");
        }
        result.map_err(SolveError::solver)
    }

    /// Returns why the solver stopped without a result. `until_symmetries` and `has_budget` say which conflict limit it
    /// had.
    fn why_paused(&self, until_symmetries: bool, has_budget: bool) -> Pause {
        if self.solver.is_stopped() {
            Pause::Stopped
        } else if self.solver.is_alarmed() {
            Pause::Notified
        } else if until_symmetries {
            Pause::Symmetries
        } else if has_budget && self.conflicts_left() != Some(0) {
            Pause::OverBudget
        } else {
            Pause::Stopped
        }
    }

    /// Adds a clause to the solver.
    pub(super) fn add_clause(&mut self, clause: &[Lit]) -> Result<(), SolveError> {
        self.solver.add_clause_ref(Cl::new(clause)).map_err(SolveError::solver)
    }

    /// Returns the assumptions of the core, after [`Step::Exhausted`].
    pub(super) fn blamed(&mut self) -> Result<Vec<Lit>, SolveError> {
        // The core is a clause of negated assumptions.
        let core = self.solver.core().map_err(SolveError::solver)?;
        Ok(core.into_iter().map(|literal| !literal).collect())
    }

    /// Bounds a variable of difference constraints from above while an activation literal is true.
    pub(super) fn bound_variable(
        &mut self,
        program: &Program,
        activation: Lit,
        variable: Symbol,
        value: i64,
    ) -> Result<(), SolveError> {
        self.bounds.add(activation, variable, value);
        self.set_up = None;
        self.set_up(program)?;
        self.hand_over()
    }

    /// Returns the answer set of a model, after checks.
    pub(super) fn answer_set(
        &mut self,
        program: &Program,
        values: &Valuation,
    ) -> Result<FixedBitSet, SolveError> {
        let atoms = self.translation.atoms(program, values);
        let numbers = theory::values(program, &atoms).ok_or(SolveError::Inconsistent)?;
        let is_true = |atom: AtomId| atoms.contains(atom.index());
        let value = |variable: IntegerVariable| self.integer_values[variable.0 as usize];
        if theory::verify(program, &atoms, &numbers).is_err()
            || program.theory.integers.violated(is_true, value)
        {
            return Err(SolveError::Inconsistent);
        }
        if cfg!(debug_assertions) {
            stability::check(program, &atoms, |atom| self.translation.is_open(atom))?;
        }
        Ok(atoms)
    }

    /// Adds a propagator. No other thread helps a search with such a propagator.
    ///
    /// # Errors
    ///
    /// If the solver failed.
    pub fn add_propagator(&mut self, propagator: Box<dyn Propagator>) -> Result<(), SolveError> {
        let host = Host::new(propagator, self.numbers.clone());
        if self.connects_late() {
            self.retire_others()?;
            self.solver.stay_here()?;
            host.number_by(Arc::clone(&self.variables));
        }
        self.hosts.push(host);
        self.is_alone = true;
        Ok(())
    }

    /// Whether the solver takes more propagators when it has some.
    fn connects_late(&self) -> bool {
        self.config.solver.backend.sole_member().explains_lazily()
    }

    /// Whether the solver counts conflicts, so that a limit of conflicts ends a search.
    pub fn counts_conflicts(&self) -> bool {
        self.solver.counts_conflicts()
    }

    /// Returns the number of variables that domain recording considers: those whose level is always above 0.
    pub fn recorded_count(&self) -> usize {
        self.domain.as_ref().map_or(0, |domain| domain.recorded().count())
    }

    /// Backtracks the solver to level 0. Required before a propagator is changed, because the solver continues from its
    /// last assignment.
    pub(super) fn unwind(&mut self) -> Result<(), SolveError> {
        Ok(self.solver.unwind()?)
    }

    /// Backtracks at the end of a question if there are propagators, so that no assignment of this question remains
    /// visible to them.
    pub fn unwind_for_hosts(&mut self) -> Result<(), SolveError> {
        self.numbers.end_question();
        match self.hosts.is_empty() {
            true => Ok(()),
            false => self.unwind(),
        }
    }

    /// The values of the integer variables in the last answer set.
    pub fn integer_values(&self) -> &Arc<[i64]> {
        &self.integer_values
    }

    /// The solver's variables by which answer sets differ although their atoms are the same.
    pub(super) fn counted(&self) -> Vec<Var> {
        let of_integers = self.integers.as_ref().map(IntegerLogic::counted).unwrap_or_default();
        self.numbers.counted().into_iter().chain(of_integers).collect()
    }

    /// Sets up the propagators for the part of the program that is new.
    fn set_up(&mut self, program: &Program) -> Result<(), SolveError> {
        self.unwind()?;
        if !self.has_differences && !program.theory.differences.is_empty() {
            self.has_differences = true;
            let logic = Box::new(DifferenceLogic::new(self.bounds.clone()));
            self.hosts.push(Host::new(logic, self.numbers.clone()));
        }
        self.read_integers(program)?;
        if let Some(domain) = &mut self.domain {
            for modification in domain.read(program, &mut self.translation) {
                self.solver.modify(modification)?;
            }
        }
        let size = (program.atom_count(), program.rules.len());
        let has_grown = self.set_up.replace(size) != Some(size);
        for host in self.hosts.iter_mut().filter(|host| has_grown || host.is_due()) {
            for clause in host.set_up(program, &mut self.translation) {
                self.solver.add_clause_ref(Cl::new(&clause)).map_err(SolveError::solver)?;
            }
        }
        Ok(())
    }

    /// Checks the model with the propagators that are not connected to the solver. Returns whether one of them excludes
    /// it.
    fn refute_by_hosts(&mut self) -> Result<bool, SolveError> {
        let mut refuted = false;
        for host in self.hosts.iter().filter(|host| !host.is_connected) {
            let solver = &self.solver;
            let clauses = host.refute(|literal| matches!(solver.lit_val(literal), Ok(TernaryVal::True)));
            for clause in clauses {
                refuted = true;
                self.solver.add_clause_ref(Cl::new(&clause)).map_err(SolveError::solver)?;
            }
        }
        Ok(refuted)
    }

    /// Keeps one solver of a portfolio and permanently retires the others.
    pub(super) fn retire_others(&mut self) -> Result<(), SolveError> {
        self.propagation.leave(self.config.solver.backend.sole_member());
        Ok(self.solver.retire_others()?)
    }

    /// Connects the propagators to the solvers. Hosted propagators exist only once, so with them a single solver remains.
    fn connect(&mut self, variables: &[Var]) -> Result<(), SolveError> {
        if self.hosts.is_empty() && self.integers.is_none() {
            for (member, propagator) in self.propagation.connect() {
                self.solver.connect_to(member, propagator, variables)?;
            }
            return Ok(());
        }
        let constraints = self.propagation.connect_one(self.config.solver.backend.sole_member());
        let mut parts: Vec<_> = constraints.into_iter().collect();
        if self.config.solver.backend.takes_propagators() {
            parts.extend(self.hosts.iter_mut().filter(|host| !host.is_connected).map(Host::connect));
        }
        if let Some(integers) = self.integers.as_mut().filter(|integers| !integers.is_connected) {
            parts.push(Box::new(integers.connect()));
        }
        self.solver.connect_propagator(Box::new(Propagators::new(parts)), variables)?;
        Ok(())
    }

    /// Waits until the [profile](SearchConfig::profile) has what the clauses contributed so far.
    ///
    /// # Errors
    ///
    /// If the solver failed.
    pub fn note_profile(&mut self) -> Result<(), SolveError> {
        // Clauses may have been written since the last call, for an objective that needed none.
        self.hand_over()?;
        Ok(self.solver.note_profile()?)
    }

    /// Returns a hash of the clauses that the solver has by translation, and the number of variables. Where they are the same in two
    /// searches, their clauses are.
    pub(super) fn formula(&self) -> (u64, usize) {
        (self.handed_over, self.translation.variable_count())
    }

    /// Passes the clauses and propagated constraints written since the last call to the solver.
    pub(super) fn hand_over(&mut self) -> Result<(), SolveError> {
        let (clauses, origins) = self.translation.take_clauses_with_origins();
        let mut runs = origins.as_ref().map(RuleOrigins::runs);
        let mut end = 0;
        for (number, clause) in clauses.iter().enumerate() {
            if let Some(runs) = runs.as_mut().filter(|_| number == end) {
                let (next, origin) = runs.next().unwrap_or((usize::MAX, RuleOrigins::NONE));
                self.solver.set_tag((origin != RuleOrigins::NONE).then_some(origin));
                end = next;
            }
            self.handed_over = FxBuildHasher.hash_one((self.handed_over, clause));
            self.solver.add_clause_ref(clause).map_err(SolveError::solver)?;
        }
        if let Some(origins) = &origins {
            self.solver.set_tag(None);
            if let Some(profiler) = &self.config.profile {
                profiler.add(origins, clauses.len(), |origin| self.translation.statements_of(origin));
            }
        }
        let defined = self.translation.take_defined();
        if !defined.is_empty() {
            self.solver.define(defined)?;
        }
        self.checker.take(&mut self.translation, &self.checking, self.config.tuning.checked_components)?;
        if self.translation.has_propagated_news() {
            self.unwind()?;
        }
        let mut variables = self.propagation.take(&mut self.translation);
        let connects_late = self.connects_late();
        if self.config.solver.backend.takes_propagators() {
            let is_connectable =
                |host: &Host| !self.propagation.is_connected() || host.is_connected || connects_late;
            if self.hosts.iter().any(is_connectable) {
                variables.extend(self.numbers.take_new());
            }
        }
        if let Some(integers) = &self.integers {
            variables.extend(integers.store().take_observed());
        }
        let are_integers_late = self.integers.as_ref().is_some_and(|integers| !integers.is_connected);
        let is_late = self.hosts.iter().any(|host| !host.is_connected) || are_integers_late;
        let has_late = connects_late && self.propagation.is_connected() && is_late;
        // Integers without constraints observe no variable, and still have several values.
        if variables.is_empty() && !has_late && !are_integers_late {
            return Ok(());
        }
        variables.sort_unstable();
        variables.dedup();
        if self.propagation.has_connected() {
            self.solver.observe(&variables)?;
        }
        if !self.propagation.is_connected() || has_late {
            self.connect(&variables)?;
        }
        Ok(())
    }
}

const _: () = {
    const fn assert_send<T: Send>() {}
    assert_send::<Search>();
};
