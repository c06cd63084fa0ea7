//! Answer sets of a ground program that may grow between searches.
//!
//! A [`Search`] owns a translation and a SAT solver, which keeps what it learned from one horizon to the next. What is
//! returned as an answer set has been checked: unfounded cycles are looked for in every model, and debug builds check
//! each answer set against the ground program itself ([`stability`]).

mod bound;
mod consequences;
mod cores;
pub(crate) mod cubes;
mod decide;
mod deletion;
mod descent;
mod domain;
mod enumerate;
mod error;
mod hosted;
mod objective;
mod optimize;
mod propagation;
mod race;
pub mod stability;
mod statistics;
mod symmetry;
mod unfounded;
mod walk;

pub(crate) use bound::Bound;
pub(crate) use consequences::Deduction;
pub use consequences::Reasoning;
pub(crate) use deletion::Conflicting;
pub(crate) use descent::Descent;
pub(crate) use enumerate::{Distinct, Enumerator};
pub use error::SolveError;
pub(crate) use optimize::Optimizer;
pub use race::Threads;
pub use statistics::{MethodCounts, Statistics};

use std::time::Instant;

use fixedbitset::FixedBitSet;
use groundplan_sat::{Backend, CadicalConfig, Config, Propagators, SearchStats, Solver, SolverCounts};
use rustsat::solvers::{Solve, SolveIncremental, SolverResult};
use rustsat::types::{Cl, Lit, TernaryVal, Var};

use self::domain::Decider;
use self::hosted::Host;
use self::propagation::Propagation;
use self::symmetry::Breaking;
use self::unfounded::{Checker, Stable};
use self::walk::Walker;
use crate::program::{AtomId, ExternalValue, Literal, Program};
use crate::propagator::Propagator;
use crate::pulse::Pulse;
use crate::theory::{Bounds, DifferenceLogic};
use crate::translate::loops::{Component, Place, Size};
use crate::translate::{KnownLiteral, Method, Sums, Translation, Valuation};
use crate::{Pass, Passes, Report, Tuning};

/// How to make a [`Search`]; by default with a portfolio of CaDiCaL and batsat where the feature `cadical` is on, else with batsat.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct SearchConfig {
    /// The SAT solver.
    pub solver: Config,
    /// What is done about positive cycles.
    pub method: Method,
    /// What is done about sums.
    pub sums: Sums,
    /// How many threads search for one answer set or an optimum; by default one.
    pub threads: Threads,
    /// What the search decides on first.
    pub decisions: Decisions,
    /// The passes that run.
    pub passes: Passes,
    /// The numbers that steer them.
    pub tuning: Tuning,
    /// Is told of calls of the solver, if somebody looks on.
    pub(crate) pulse: Option<Pulse>,
}

/// What a search decides on first, wherever nothing is known. The answer sets are the same, their order is not.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Decisions {
    /// What the SAT solver likes.
    #[default]
    Solver,
    /// What the program's `#heuristic` says. Needs CaDiCaL, and one thread searches.
    Domain,
}

impl Default for SearchConfig {
    fn default() -> Self {
        SearchConfig::new(Backend::default(), Method::default())
    }
}

impl SearchConfig {
    /// A backend with its default options, and a loop method.
    #[must_use]
    pub fn new(backend: Backend, method: Method) -> Self {
        SearchConfig {
            solver: Config::new(backend),
            method,
            sums: Sums::default(),
            threads: Threads::default(),
            decisions: Decisions::default(),
            passes: Passes::ALL,
            tuning: Tuning::default(),
            pulse: None,
        }
    }

    /// A translation that has read nothing.
    fn translation(&self) -> Result<Translation, SolveError> {
        let backend = &self.solver.backend;
        let propagates = backend.takes_propagators();
        if !propagates && (self.method == Method::Propagate || self.sums == Sums::Propagate) {
            return Err(SolveError::NoPropagation { backend: backend.clone() });
        }
        let translation = Translation::new(self.method).with_passes(self.passes, self.tuning);
        let translation = translation.with_supports_on_demand();
        let translation = if propagates { translation.with_propagator(self.sums) } else { translation };
        let has_bounds = self.sums != Sums::Encode
            && self.passes.has(Pass::ExactlyOneGroups)
            && Propagation::of(backend).has_batsat();
        Ok(if has_bounds { translation.with_alternatives() } else { translation })
    }

    /// The configuration of the SAT solver, with what passes and tuning say of it.
    fn sat(&self) -> Config {
        let mut config = self.solver.clone();
        config.tuning = self.tuning.sat;
        config.shares_clauses = self.passes.has(Pass::ClauseSharing);
        config.has_positive_phases = self.passes.has(Pass::PositivePhases);
        config
    }

    /// The same for questions most of which have no answer, as where a least horizon is proved: without batsat.
    #[must_use]
    pub fn refuting(mut self) -> Self {
        self.solver.backend = without_batsat(self.solver.backend);
        self.solver.cadical = CadicalConfig::refuting();
        self
    }
}

fn without_batsat(backend: Backend) -> Backend {
    if backend == Backend::Portfolio {
        Backend::Cadical
    } else {
        backend
    }
}

/// How a search that may have several answers ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    /// There are no more answers, or no better ones: the last one is best, or holds for all answer sets.
    Exhausted,
    /// The caller had enough.
    Stopped,
    /// The deadline or the interrupter stopped it.
    Interrupted,
}

/// What a search for one answer set found.
pub(crate) enum Answer {
    /// An answer set: the true atoms by number, facts included.
    Satisfiable(FixedBitSet),
    /// None, under assumptions of which these, together with the values of the external atoms, are enough to say so.
    Unsatisfiable(Vec<Literal>),
    /// The search was stopped by its deadline or interrupter.
    Interrupted,
}

/// A translation and a SAT solver that follow one program.
#[derive(Debug)]
pub(crate) struct Search {
    translation: Translation,
    solver: Solver,
    config: SearchConfig,
    /// Shared with the solver's thread, once there is something to propagate.
    propagation: Propagation,
    /// One for each component with a head cycle.
    checker: Checker,
    /// Propagators beside those that the program needs for loops and sums.
    hosts: Vec<Host>,
    /// What decides instead of the solver.
    decider: Option<Decider>,
    /// Whether one of these is of whoever embeds the engine, so that no other search can stand in for this one.
    is_alone: bool,
    has_differences: bool,
    /// What is asked of the variables of difference constraints.
    bounds: Bounds,
    /// How many atoms and rules the propagators have seen.
    set_up: Option<(usize, usize)>,
    statistics: Statistics,
    /// How many conflicts there may have been when a question ends.
    conflict_end: Option<u64>,
    backtracked: Backtracked,
    breaking: Breaking,
}

/// What enumerations by backtracking that have ended have counted.
#[derive(Default, Debug)]
struct Backtracked {
    formulas: usize,
    stats: SearchStats,
}

impl Backtracked {
    fn add(&mut self, walker: &Walker) {
        let (formulas, stats) = walker.counts();
        self.formulas += formulas;
        self.stats = self.stats + stats;
    }
}

/// Assumptions as the solver takes them, and what they stand for.
enum Assumptions {
    Literals(Vec<Lit>, Vec<(Lit, Literal)>),
    /// This one never holds.
    Refuted(Literal),
}

enum Found {
    Model(Valuation),
    None,
    Interrupted,
}

impl Search {
    /// A search that knows no rules yet.
    ///
    /// # Errors
    ///
    /// If the SAT solver cannot be started, or takes no propagators and [`Method::Propagate`], [`Sums::Propagate`] or
    /// [`Decisions::Domain`] was asked for.
    pub fn new(config: &SearchConfig) -> Result<Self, SolveError> {
        let hears = config.decisions == Decisions::Domain;
        let mut config = config.clone();
        if hears {
            if !config.solver.backend.has_cadical() {
                return Err(SolveError::NoDecisions { backend: config.solver.backend });
            }
            config.solver.backend = without_batsat(config.solver.backend);
        }
        Ok(Search {
            translation: config.translation()?,
            solver: Solver::with_config(config.sat())?,
            propagation: Propagation::of(&config.solver.backend),
            checker: Checker::default(),
            hosts: Vec::new(),
            decider: hears.then(Decider::default),
            is_alone: hears,
            has_differences: false,
            bounds: Bounds::default(),
            set_up: None,
            statistics: Statistics::default(),
            conflict_end: None,
            backtracked: Backtracked::default(),
            breaking: Breaking::default(),
            config,
        })
    }

    /// Takes what was added to the program since the last call as one shot: see [`Translation`].
    ///
    /// # Errors
    ///
    /// If the new rules cannot be translated; the search cannot be used afterwards.
    pub fn add(&mut self, program: &Program) -> Result<(), SolveError> {
        let start = Instant::now();
        self.translation.extend(program)?;
        self.set_up(program)?;
        self.statistics.translation += start.elapsed();
        self.hand_over()
    }

    /// Says which atoms correspond to each other from step to step, among those that were added since the last call:
    /// what [`Method::Lazy`] finds out about a loop at one step is then known at the others.
    ///
    /// # Errors
    ///
    /// If the solver broke down.
    pub fn place(&mut self, place: impl FnMut(AtomId) -> Option<Place>) -> Result<(), SolveError> {
        self.translation.place(place);
        self.hand_over()
    }

    /// Sets the value of an external atom; false if nothing declared it external, or a rule defines it.
    pub fn set_external(&mut self, atom: AtomId, value: ExternalValue) -> bool {
        self.translation.set_external(atom, value)
    }

    /// Makes an external atom false for good.
    ///
    /// # Errors
    ///
    /// If the solver broke down.
    pub fn release_external(&mut self, atom: AtomId) -> Result<(), SolveError> {
        self.translation.release_external(atom);
        self.hand_over()
    }

    /// The atoms that are true, and those that are false, in every answer set, whatever is added to the program, as far as
    /// translation, propagation and the searches so far have shown; facts are among the true ones. Nothing, if there is
    /// something in the program that was not [added](Search::add).
    ///
    /// # Errors
    ///
    /// If the solver broke down.
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

    /// Atoms that [`Search::known_for_good`] has found to be false stay so: rules that come for them are as constraints.
    pub(crate) fn drop_atoms(&mut self, atoms: &[AtomId]) {
        atoms.iter().for_each(|&atom| self.translation.drop_atom(atom));
    }

    /// Whether an atom was [dropped](Search::drop_atoms), or released.
    pub(crate) fn is_dropped(&self, atom: AtomId) -> bool {
        self.translation.is_dropped(atom)
    }

    /// What one of the atoms that it has seen is in every answer set, as far as translation has shown.
    pub fn known(&self, program: &Program, atom: AtomId) -> Option<bool> {
        self.translation.known_for_good(program, atom)
    }

    /// Sets or removes the time at which searches end.
    pub fn set_deadline(&mut self, deadline: Option<Instant>) {
        self.solver.set_deadline(deadline);
    }

    /// Sets or removes the number of conflicts after which the question that comes next ends, in a backend that counts them.
    pub fn set_conflict_limit(&mut self, conflicts: Option<u64>) {
        self.conflict_end = conflicts.map(|conflicts| self.conflicts().saturating_add(conflicts));
    }

    /// How many conflicts are left to the question; `None` if it has no limit of them.
    fn conflicts_left(&self) -> Option<u64> {
        self.conflict_end.map(|end| end.saturating_sub(self.conflicts()))
    }

    /// Counts and times so far.
    #[must_use]
    pub fn statistics(&self) -> Statistics {
        let translation = &self.translation;
        let mut passes = self.statistics.passes;
        passes += translation.reports();
        let mut solvers = self.solver.counts().to_vec();
        for solver in &solvers {
            let shared = Report { clauses: solver.shared as i64, ..Report::of(solver.shared > 0) };
            passes.add(Pass::ClauseSharing, shared);
            if solver.is_positive {
                let report = Report { fired: solver.calls, time: solver.time, ..Report::default() };
                passes.add(Pass::PositivePhases, report);
            }
        }
        let Report { fired, time, .. } = passes.of(Pass::BacktrackingEnumeration);
        solvers.push(SolverCounts::new("backtracking", self.backtracked.stats, fired, time));
        solvers.retain(|solver| solver.calls > 0);
        let mut predicted = None;
        for size in translation.plans().iter().filter_map(|plan| plan.predicted) {
            *predicted.get_or_insert_with(Size::default) += size;
        }
        Statistics {
            variables: translation.variable_count(),
            clauses: translation.clause_count(),
            loop_components: translation.components().len(),
            loop_atoms: translation.components().iter().map(Component::len).sum(),
            loop_methods: MethodCounts::of(translation.plans()),
            loop_predicted: predicted,
            loop_size: translation.loop_size(),
            loop_formulas: translation.loop_formula_count() + self.backtracked.formulas,
            conflicts: self
                .solver
                .search_stats()
                .map(|stats| stats.conflicts + self.backtracked.stats.conflicts),
            decisions: self.solver.search_stats().map(|stats| stats.decisions),
            passes,
            solvers,
            ..self.statistics.clone()
        }
    }

    fn assume(&mut self, program: &Program, assumptions: &[Literal]) -> Result<Assumptions, SolveError> {
        let given = self.translation.given();
        let mut literals = Vec::new();
        let mut origins = Vec::new();
        for (position, &literal) in assumptions.iter().chain(&given).enumerate() {
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

    /// A model of the clauses in which no true atom is unfounded.
    fn find(&mut self, assumptions: &[Lit]) -> Result<Found, SolveError> {
        self.find_by(assumptions, self.conflicts_left())
    }

    /// The same by so many conflicts at most for each call of the solver.
    fn find_by(&mut self, assumptions: &[Lit], conflicts: Option<u64>) -> Result<Found, SolveError> {
        let pause = self
            .breaking
            .left(self.conflicts())
            .filter(|&pause| conflicts.is_none_or(|limit| pause <= limit));
        self.solver.set_conflict_limit(pause.or(conflicts));
        let assumptions: Vec<Lit> = assumptions.iter().copied().chain(self.breaking.switch()).collect();
        loop {
            let start = Instant::now();
            if let Some(pulse) = &self.config.pulse {
                pulse.count_call();
            }
            let result = self.solver.solve_assumps(&assumptions);
            self.statistics.search += start.elapsed();
            self.statistics.sat_calls += 1;
            match result.map_err(SolveError::solver)? {
                SolverResult::Unsat => {
                    if self.solver.core().map_err(SolveError::solver)?.is_empty() {
                        self.translation.set_refuted();
                    }
                    return Ok(Found::None);
                }
                SolverResult::Interrupted => {
                    if pause.is_some() && !self.solver.is_stopped() && !self.solver.is_alarmed() {
                        self.breaking.ask();
                    }
                    return Ok(Found::Interrupted);
                }
                SolverResult::Sat => {}
            }
            let start = Instant::now();
            let solver = &self.solver;
            let holds = |literal: Lit| matches!(solver.lit_val(literal), Ok(TernaryVal::True));
            let values = self.translation.valuation(holds);
            let refuted = self.translation.refute_unfounded(&values);
            self.statistics.translation += start.elapsed();
            if !refuted {
                let start = Instant::now();
                let Search { checker, translation, solver, .. } = self;
                let stable = checker.refute(translation, &values, solver);
                self.statistics.search += start.elapsed();
                match stable? {
                    Stable::Yes if self.refute_by_hosts()? => {}
                    Stable::Yes => return Ok(Found::Model(values)),
                    Stable::No => {}
                    Stable::Interrupted => return Ok(Found::Interrupted),
                }
            }
            self.hand_over()?;
        }
    }

    fn answer_set(&self, program: &Program, values: &Valuation) -> Result<FixedBitSet, SolveError> {
        let atoms = self.translation.atoms(program, values);
        let numbers = crate::theory::values(program, &atoms).ok_or(SolveError::Inconsistent)?;
        if crate::theory::verify(program, &atoms, &numbers).is_err() {
            return Err(SolveError::Inconsistent);
        }
        if cfg!(debug_assertions) {
            stability::check(program, &atoms, |atom| self.translation.is_open(atom))?;
        }
        Ok(atoms)
    }

    /// Adds a propagator, before the first search. No other thread helps a search that has one.
    pub fn add_propagator(&mut self, propagator: Box<dyn Propagator>) {
        self.hosts.push(Host::new(propagator));
        self.is_alone = true;
    }

    /// How many variables domain recording is about: those whose level is above 0 under any circumstances.
    pub fn recorded_count(&self) -> usize {
        self.decider.as_ref().map_or(0, Decider::recorded_count)
    }

    /// Has the propagators see what is new of the program.
    fn set_up(&mut self, program: &Program) -> Result<(), SolveError> {
        if !self.has_differences && !program.theory.differences.is_empty() {
            self.has_differences = true;
            self.hosts.push(Host::new(Box::new(DifferenceLogic::new(self.bounds.clone()))));
        }
        if let Some(decider) = &self.decider {
            decider.lock().read(program, &mut self.translation);
        }
        let size = (program.atom_count(), program.rules.len());
        let has_grown = self.set_up.replace(size) != Some(size);
        for host in self.hosts.iter().filter(|host| has_grown || host.is_always_set_up()) {
            for clause in host.set_up(program, &mut self.translation) {
                self.solver.add_clause_ref(Cl::new(&clause)).map_err(SolveError::solver)?;
            }
        }
        Ok(())
    }

    /// Asks the propagators that the solver does not ask whether they exclude the model; whether one does.
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

    /// Connects the propagators. Hosts are there once; they and what decides are CaDiCaL's.
    fn connect(&mut self, variables: &[Var]) -> Result<(), SolveError> {
        let propagator = |parts| Box::new(Propagators::new(parts));
        if self.hosts.is_empty() && self.decider.is_none() {
            for (part, parts) in self.propagation.connect() {
                match part {
                    Some(part) => self.solver.connect_to(part, propagator(parts), variables)?,
                    None => self.solver.connect_propagator(propagator(parts), variables)?,
                }
            }
            return Ok(());
        }
        let mut parts = self.propagation.connect_one();
        if self.config.solver.backend.has_cadical() {
            parts.extend(self.hosts.iter_mut().map(Host::connect));
        }
        parts.extend(self.decider.iter().map(Decider::connect));
        self.solver.connect_propagator(propagator(parts), variables)?;
        Ok(())
    }

    fn hand_over(&mut self) -> Result<(), SolveError> {
        for clause in self.translation.take_clauses().iter() {
            self.solver.add_clause_ref(clause).map_err(SolveError::solver)?;
        }
        self.checker.take(
            &mut self.translation,
            &self.config.solver,
            self.config.tuning.checked_components,
        )?;
        let mut variables = self.propagation.take(&mut self.translation);
        if self.config.solver.backend.has_cadical() {
            let asked =
                self.hosts.iter().filter(|host| !self.propagation.is_connected() || host.is_connected);
            asked.for_each(|host| variables.extend(host.take_new()));
        }
        variables.extend(self.decider.iter().flat_map(Decider::take_new));
        if variables.is_empty() {
            return Ok(());
        }
        variables.sort_unstable();
        variables.dedup();
        if self.propagation.has_connected() {
            self.solver.observe(&variables)?;
        }
        if !self.propagation.is_connected() {
            self.connect(&variables)?;
        }
        Ok(())
    }
}

const _: () = {
    const fn assert_send<T: Send>() {}
    assert_send::<Search>();
};
