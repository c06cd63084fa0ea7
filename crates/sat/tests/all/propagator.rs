//! Propagators in every backend that takes them, against the same constraints as clauses.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex},
    time::{Duration, Instant},
};

#[cfg(feature = "cadical")]
use crate::formulas::random_3sat;
use crate::formulas::{brute_force, satisfies, Random};
use crate::CLOCK;
use groundplan_sat::{Backend, Config, Propagator, Propagators, SatError, Solver};
use rustsat::{
    lit,
    solvers::{Solve, SolveIncremental, SolverResult},
    types::{Cl, Lit, Var},
};

/// Constraints for the test propagator.
#[derive(Clone, Debug)]
enum Constraint {
    /// An odd number of these literals is true.
    Odd(Vec<Lit>),
    /// At most one of these literals is true.
    AtMostOne(Vec<Lit>),
}

impl Constraint {
    fn lits(&self) -> &[Lit] {
        match self {
            Constraint::Odd(lits) | Constraint::AtMostOne(lits) => lits,
        }
    }

    fn clauses(&self) -> Vec<Vec<Lit>> {
        match self {
            Constraint::Odd(lits) => (0..1_u32 << lits.len())
                .filter(|signs| signs.count_ones() % 2 == 0)
                .map(|signs| {
                    // Forbids the even assignment that makes exactly the literals of `signs` true.
                    let flip = |(i, &lit): (usize, &Lit)| if signs >> i & 1 == 1 { !lit } else { lit };
                    lits.iter().enumerate().map(flip).collect()
                })
                .collect(),
            Constraint::AtMostOne(lits) => {
                let pairs = |i| (0..i).map(move |j| vec![!lits[i], !lits[j]]);
                (0..lits.len()).flat_map(pairs).collect()
            }
        }
    }

    /// A clause that is unit or false under the assignment, with the literal that it implies.
    fn implied(&self, value: impl Fn(Lit) -> Option<bool>) -> Option<(Lit, Vec<Lit>)> {
        self.clauses().into_iter().find_map(|clause| {
            if clause.iter().any(|&lit| value(lit) == Some(true)) {
                return None;
            }
            let open: Vec<_> = clause.iter().copied().filter(|&lit| value(lit).is_none()).collect();
            (open.len() <= 1).then(|| (open.first().copied().unwrap_or(clause[0]), clause))
        })
    }
}

/// Propagates its constraints one by one, and checks that what it is told is a stack.
#[derive(Clone, Default)]
struct Constraints {
    constraints: Vec<Constraint>,
    /// Leaves everything to `check_model`.
    only_models: bool,
    values: HashMap<Var, bool>,
    trail: Vec<Lit>,
    levels: Vec<usize>,
    reasons: HashMap<Lit, Vec<Lit>>,
    forgettable: bool,
    counts: Counts,
}

#[derive(Clone, Copy, Debug, Default)]
struct Counts {
    propagated: usize,
    conflicts: usize,
    reasons: usize,
    backtracks: usize,
    models: usize,
}

impl Constraints {
    fn new(constraints: Vec<Constraint>) -> Self {
        Self { constraints, ..Self::default() }
    }

    fn value(&self, lit: Lit) -> Option<bool> {
        self.values.get(&lit.var()).map(|&value| value == lit.is_pos())
    }
}

impl Propagator for Constraints {
    fn assign(&mut self, lits: &[Lit]) {
        assert!(!lits.is_empty());
        for &lit in lits {
            match self.values.insert(lit.var(), lit.is_pos()) {
                None => self.trail.push(lit),
                Some(before) => {
                    assert_eq!(before, lit.is_pos(), "{lit} was false");
                    let root = self.levels.first().copied().unwrap_or(self.trail.len());
                    assert!(self.trail[..root].contains(&lit), "{lit} was told twice");
                }
            }
        }
    }

    fn new_level(&mut self) {
        self.levels.push(self.trail.len());
    }

    fn backtrack(&mut self, level: usize) {
        assert!(level < self.levels.len());
        self.counts.backtracks += 1;
        let start = self.levels[level];
        self.levels.truncate(level);
        for lit in self.trail.drain(start..) {
            self.values.remove(&lit.var());
        }
    }

    fn propagate(&mut self) -> Option<Lit> {
        if self.only_models {
            return None;
        }
        let (lit, reason) = self.constraints.iter().find_map(|it| it.implied(|lit| self.value(lit)))?;
        match self.value(lit) {
            None => self.counts.propagated += 1,
            Some(value) => {
                assert!(!value);
                self.counts.conflicts += 1;
            }
        }
        self.reasons.insert(lit, reason);
        Some(lit)
    }

    fn reason(&mut self, lit: Lit, clause: &mut Vec<Lit>) {
        self.counts.reasons += 1;
        clause.extend(&self.reasons[&lit]);
    }

    fn check_model(&mut self, model: &[Lit]) -> Vec<Vec<Lit>> {
        self.counts.models += 1;
        assert!(model.windows(2).all(|pair| pair[0].var() < pair[1].var()));
        let mut clauses: Vec<_> = self.constraints.iter().flat_map(Constraint::clauses).collect();
        clauses.retain(|clause| !clause.iter().any(|lit| model.contains(lit)));
        assert!(self.only_models || clauses.is_empty(), "propagation missed {clauses:?}");
        clauses
    }

    fn checks_models(&self) -> bool {
        true
    }

    fn forgettable_reasons(&self) -> bool {
        self.forgettable
    }
}

fn random_constraint(random: &mut Random, n_vars: u32) -> Constraint {
    let mut lits: Vec<Lit> = Vec::new();
    for _ in 0..2 + random.below(3) {
        let lit = random.lit(n_vars);
        if lits.iter().all(|other| other.var() != lit.var()) {
            lits.push(lit);
        }
    }
    if random.below(2) == 0 {
        Constraint::Odd(lits)
    } else {
        Constraint::AtMostOne(lits)
    }
}

fn observed(constraints: &[Constraint]) -> Vec<Var> {
    constraints.iter().flat_map(Constraint::lits).map(|lit| lit.var()).collect()
}

fn add(solver: &mut Solver, clauses: &[Vec<Lit>]) {
    for clause in clauses {
        solver.add_clause_ref(&clause[..]).unwrap();
    }
}

/// The backends that take propagators; where there are two solvers, both get to work.
fn backends() -> Vec<Config> {
    let names = ["cdnl", "cadical", "cadical+cdnl"].map(|name| name.parse().expect("a backend's name"));
    names
        .into_iter()
        .filter(Backend::is_built)
        .map(|backend| {
            let mut config = Config::new(backend);
            config.tuning.first_slice = 2;
            config
        })
        .collect()
}

/// Connects one or several copies of a propagator, as many as the backend has use for; gives them back.
fn connect(
    solver: &mut Solver,
    propagator: &Constraints,
    vars: &[Var],
    is_split: bool,
) -> Vec<Arc<Mutex<Constraints>>> {
    let copy = || Arc::new(Mutex::new(propagator.clone()));
    let members = solver.backend().members();
    if members.len() == 1 {
        let only = copy();
        solver.connect_propagator(Box::new(only.clone()), vars).unwrap();
        return vec![only];
    }
    let members = members.iter().filter(|member| member.explains_lazily() || !is_split);
    members
        .map(|&member| {
            let copy = copy();
            solver.connect_to(member, Box::new(copy.clone()), vars).unwrap();
            copy
        })
        .collect()
}

#[test]
fn random_formulas_in_growing_steps() {
    backends().iter().for_each(random_formulas);
}

fn random_formulas(config: &Config) {
    let mut seen = [0; 2];
    let mut total = Counts::default();
    for seed in 0..300 {
        let mut random = Random::new(seed);
        let (only_models, forgettable) = (seed % 5 == 0, seed % 2 == 0);
        let constraints = Constraints { only_models, forgettable, ..Constraints::default() };
        // CaDiCaL may be given clauses where cdnl has a propagator.
        let is_split = config.backend == Backend::Portfolio && seed % 3 == 0;
        let mut shared = Vec::new();
        let mut solver = Solver::with_config(config.clone()).unwrap();
        let mut clauses = Vec::new();
        let mut encoded = Vec::new();
        for step in 1..=4 {
            // Later steps speak of new variables and of old ones that were not observed before.
            let n_vars = 3 * step;
            let more: Vec<_> = (0..random.below(8)).map(|_| random.clause(n_vars)).collect();
            add(&mut solver, &more);
            clauses.extend(more);
            let constraint = random_constraint(&mut random, n_vars);
            let vars = observed(std::slice::from_ref(&constraint));
            encoded.extend(constraint.clauses());
            if step == 1 {
                shared = connect(&mut solver, &constraints, &vars, is_split);
            } else {
                solver.observe(&vars).unwrap();
            }
            if is_split {
                let clauses = constraint.clauses();
                let eager = config.backend.members().iter().filter(|member| !member.explains_lazily());
                eager.for_each(|&member| solver.add_clauses_to(member, clauses.iter().map(Cl::new)).unwrap());
            }
            shared.iter().for_each(|copy| copy.lock().unwrap().constraints.push(constraint.clone()));
            let assumptions: Vec<_> = (0..random.below(3)).map(|_| random.lit(n_vars)).collect();
            for assumptions in [&assumptions[..], &[]] {
                let mut all = [clauses.clone(), encoded.clone()].concat();
                all.extend(assumptions.iter().map(|&lit| vec![lit]));
                let expected = brute_force(n_vars, &all).is_some();
                let result = solver.solve_assumps(assumptions).unwrap();
                assert_eq!(result == SolverResult::Sat, expected, "seed {seed}, step {step}: {all:?}");
                seen[usize::from(expected)] += 1;
                if expected {
                    assert!(
                        satisfies(&solver.full_solution().unwrap(), &all),
                        "seed {seed}, step {step}: {all:?}"
                    );
                } else {
                    let core = solver.core().unwrap();
                    let mut with_core = [clauses.clone(), encoded.clone()].concat();
                    with_core.extend(core.iter().map(|&lit| vec![!lit]));
                    assert!(core.iter().all(|&lit| assumptions.contains(&!lit)));
                    assert!(brute_force(n_vars, &with_core).is_none());
                }
            }
        }
        for counts in shared.iter().map(|copy| copy.lock().unwrap().counts) {
            total.propagated += counts.propagated;
            total.conflicts += counts.conflicts;
            total.reasons += counts.reasons;
            total.backtracks += counts.backtracks;
            total.models += counts.models;
        }
    }
    eprintln!("{}: {seen:?} {total:?}", config.backend);
    assert!(seen.iter().all(|&count| count >= 200), "one-sided formulas: {seen:?}");
    assert!(total.propagated > 100 && total.conflicts > 50 && total.reasons > 100 && total.models > 100);
}

/// Formulas that make CaDiCaL learn, restart, eliminate and reduce, with parities over variables that it was free to
/// eliminate before.
#[cfg(feature = "cadical")]
#[test]
fn variables_that_were_eliminated_can_be_observed() {
    let mut seen = [0; 2];
    for seed in 0..12 {
        let mut config = Config::new(Backend::Cadical);
        let often = ["elimint", "inprobeint", "reduceint", "compactint"];
        config.cadical.options = often.map(|name| (name.to_owned(), 10)).to_vec();
        config.cadical.options.push(("chrono".to_owned(), seed as i32 % 3));
        let mut solver = Solver::with_config(config).unwrap();
        let mut peer = Solver::new(Backend::Varisat).unwrap();
        let n_vars = 150;
        let mut random = Random::new(seed);
        let shared =
            Arc::new(Mutex::new(Constraints { forgettable: seed % 2 == 0, ..Constraints::default() }));
        solver.connect_propagator(Box::new(Arc::clone(&shared)), &[]).unwrap();
        let mut all = random_3sat(n_vars, 600, seed);
        add(&mut solver, &all);
        add(&mut peer, &all);
        for step in 0..12 {
            let result = solver.solve().unwrap();
            assert_eq!(result, peer.solve().unwrap(), "seed {seed}, step {step}");
            seen[usize::from(result == SolverResult::Sat)] += 1;
            if result == SolverResult::Sat {
                assert!(satisfies(&solver.full_solution().unwrap(), &all), "seed {seed}, step {step}");
            }
            let more: Vec<_> = (0..2).map(|_| random_constraint(&mut random, n_vars)).collect();
            solver.observe(&observed(&more)).unwrap();
            shared.lock().unwrap().constraints.extend(more.clone());
            let clauses: Vec<_> = more.iter().flat_map(Constraint::clauses).collect();
            add(&mut peer, &clauses);
            all.extend(clauses);
            let clause = random.clause(n_vars);
            solver.add_clause_ref(&clause[..]).unwrap();
            peer.add_clause_ref(&clause[..]).unwrap();
            all.push(clause);
        }
    }
    eprintln!("{seen:?}");
    assert!(seen.iter().all(|&count| count >= 10), "one-sided formulas: {seen:?}");
}

/// Parities over a random graph of degree 3, their sum even: unsatisfiable, and exponential for resolution.
fn contradictory_parities() -> Vec<Constraint> {
    let n = 60_u32;
    let mut constraints = vec![Vec::new(); n as usize];
    let mut random = Random::new(3);
    let mut var = 0;
    for _ in 0..3 {
        let mut order: Vec<usize> = (0..n as usize).collect();
        for i in (1..order.len()).rev() {
            order.swap(i, random.below(i + 1));
        }
        for pair in order.chunks(2) {
            constraints[pair[0]].push(Lit::positive(var));
            constraints[pair[1]].push(Lit::positive(var));
            var += 1;
        }
    }
    constraints[0][0] = !constraints[0][0];
    constraints.into_iter().map(Constraint::Odd).collect()
}

/// Nearly all conflicts are announced by the propagator, and all count.
#[test]
fn a_limit_of_conflicts_stops_a_solve_with_a_propagator() {
    let constraints = contradictory_parities();
    let vars = observed(&constraints);
    for config in backends() {
        let mut solver = Solver::with_config(config).unwrap();
        let shared = connect(&mut solver, &Constraints::new(constraints.clone()), &vars, false);
        let announced = || shared.iter().map(|copy| copy.lock().unwrap().counts.conflicts).sum::<usize>();
        solver.set_deadline(Some(Instant::now() + Duration::from_secs(60)));
        for limit in [40, 100, 300] {
            let before = (solver.search_stats().map_or(0, |stats| stats.conflicts), announced());
            solver.set_conflict_limit(Some(limit));
            assert_eq!(solver.solve().unwrap(), SolverResult::Interrupted);
            assert!(!solver.is_stopped());
            let counted = solver.search_stats().map_or(0, |stats| stats.conflicts) - before.0;
            let announced = announced() - before.1;
            assert!(counted >= announced as u64, "{counted} counted, {announced} announced");
            // CaDiCaL looks seldom whether it is to end.
            assert!(
                (limit..2 * limit + 600).contains(&counted),
                "{}: {counted} of {limit}",
                solver.backend()
            );
        }
    }
}

/// Constraints dealt out to two propagators, of which one implies only what is missing in models.
#[test]
fn several_propagators_are_one() {
    backends().iter().filter(|config| config.backend != Backend::Portfolio).for_each(several_propagators);
}

fn several_propagators(config: &Config) {
    let mut seen = [0; 2];
    for seed in 0..200 {
        let mut random = Random::new(seed);
        let n_vars = 8;
        let all: Vec<Constraint> =
            (0..4 + random.below(4)).map(|_| random_constraint(&mut random, n_vars)).collect();
        let (first, second) = all.split_at(random.below(all.len()));
        let mut second = Constraints::new(second.to_vec());
        (second.only_models, second.forgettable) = (seed % 3 == 0, seed % 2 == 0);
        let parts = Propagators::new(vec![Box::new(Constraints::new(first.to_vec())), Box::new(second)]);
        assert_eq!(parts.forgettable_reasons(), seed % 2 == 0);
        let mut solver = Solver::with_config(config.clone()).unwrap();
        let clauses: Vec<_> = (0..random.below(12)).map(|_| random.clause(n_vars)).collect();
        add(&mut solver, &clauses);
        solver.connect_propagator(Box::new(parts), &observed(&all)).unwrap();
        let everything: Vec<_> = all.iter().flat_map(Constraint::clauses).chain(clauses).collect();
        let expected = brute_force(n_vars, &everything).is_some();
        assert_eq!(solver.solve().unwrap() == SolverResult::Sat, expected, "seed {seed}: {everything:?}");
        seen[usize::from(expected)] += 1;
        if expected {
            assert!(satisfies(&solver.full_solution().unwrap(), &everything), "seed {seed}");
        }
    }
    assert!(seen.iter().all(|&count| count >= 40), "one-sided formulas: {seen:?}");
}

#[test]
fn a_deadline_stops_a_solve_with_a_propagator() {
    let _alone = CLOCK.lock();
    let constraints = contradictory_parities();
    let vars = observed(&constraints);
    for config in backends() {
        let mut solver = Solver::with_config(config).unwrap();
        connect(&mut solver, &Constraints::new(constraints.clone()), &vars, false);
        let deadline = Instant::now() + Duration::from_millis(300);
        solver.set_deadline(Some(deadline));
        assert_eq!(solver.solve().unwrap(), SolverResult::Interrupted);
        assert!(deadline.elapsed() < Duration::from_secs(1));
        // The solver is still good.
        solver.set_deadline(Some(Instant::now() + Duration::from_millis(100)));
        assert_eq!(solver.solve().unwrap(), SolverResult::Interrupted);
    }
}

/// A propagator that breaks its contract in a given way.
#[derive(Clone, Copy, PartialEq)]
enum Bad {
    PanicsAtAssign,
    PanicsAtPropagate,
    PanicsAtReason,
    PanicsAtModel,
    PropagatesStrangers,
    ReasonsWithStrangers,
    ReasonsBesideThePoint,
    ChecksWithStrangers,
    DecidesOnStrangers,
    DecidesTwice,
    PanicsAtDecision,
}

/// It with the level that the solver is on.
struct Breaking(Bad, usize);

impl Propagator for Breaking {
    fn assign(&mut self, _lits: &[Lit]) {
        assert!(self.0 != Bad::PanicsAtAssign, "oops");
    }

    fn new_level(&mut self) {
        self.1 += 1;
    }

    fn backtrack(&mut self, level: usize) {
        self.1 = level;
    }

    fn propagate(&mut self) -> Option<Lit> {
        match self.0 {
            Bad::PanicsAtPropagate => panic!("oops"),
            Bad::PropagatesStrangers => Some(lit![7]),
            // On level 0 nobody asks for a reason.
            Bad::PanicsAtReason | Bad::ReasonsWithStrangers | Bad::ReasonsBesideThePoint => {
                (self.1 > 0).then_some(lit![0])
            }
            _ => None,
        }
    }

    fn reason(&mut self, lit: Lit, clause: &mut Vec<Lit>) {
        match self.0 {
            Bad::PanicsAtReason => panic!("oops"),
            Bad::ReasonsWithStrangers => clause.extend([lit, lit![7]]),
            _ => clause.push(lit![1]),
        }
    }

    fn checks_models(&self) -> bool {
        true
    }

    fn check_model(&mut self, _model: &[Lit]) -> Vec<Vec<Lit>> {
        match self.0 {
            Bad::PanicsAtModel => panic!("oops"),
            Bad::ChecksWithStrangers => vec![vec![lit![7]]],
            _ => Vec::new(),
        }
    }

    fn decides(&self) -> bool {
        matches!(self.0, Bad::DecidesOnStrangers | Bad::DecidesTwice | Bad::PanicsAtDecision)
    }

    fn decide(&mut self) -> Option<Lit> {
        match self.0 {
            Bad::DecidesOnStrangers => Some(lit![7]),
            Bad::DecidesTwice => Some(!lit![0]),
            Bad::PanicsAtDecision => panic!("oops"),
            _ => None,
        }
    }
}

#[test]
fn a_broken_contract_is_an_error() {
    for (bad, expected) in [
        (Bad::PanicsAtAssign, "oops"),
        (Bad::PanicsAtPropagate, "oops"),
        (Bad::PanicsAtReason, "oops"),
        (Bad::PanicsAtModel, "oops"),
        (Bad::PropagatesStrangers, "not observed"),
        (Bad::ReasonsWithStrangers, "not observed"),
        (Bad::ReasonsBesideThePoint, "not in its reason"),
        (Bad::ChecksWithStrangers, "not observed"),
        (Bad::DecidesOnStrangers, "not observed"),
        (Bad::DecidesTwice, "nothing to decide"),
        (Bad::PanicsAtDecision, "oops"),
    ] {
        for (config, is_asked) in
            backends().into_iter().flat_map(|config| [false, true].map(|it| (config.clone(), it)))
        {
            let mut solver = Solver::with_config(config).unwrap();
            // Unsatisfiable where variable 0 is true, so that a reason is asked for.
            let clauses = [
                vec![lit![1], lit![2]],
                vec![!lit![0], lit![1]],
                vec![!lit![0], !lit![1]],
                vec![lit![2], lit![7]],
            ];
            add(&mut solver, &clauses);
            solver.connect_propagator(Box::new(Breaking(bad, 0)), &[Var::new(0), Var::new(1)]).unwrap();
            // One that breaks it in what it propagates is told of at once.
            let asked = if is_asked { solver.refuted_by(&[lit![0]], &[lit![1]]) } else { Ok(Vec::new()) };
            let error = match asked {
                Err(error) => error.to_string(),
                Ok(_) => solver.solve().unwrap_err().to_string(),
            };
            assert!(error.contains(expected), "{}: {error}", solver.backend());
            let error = solver.solve().unwrap_err();
            assert!(matches!(error.downcast_ref(), Some(SatError::Dead)), "{error}");
        }
    }
}

#[test]
fn what_cannot_be_connected_is_an_error() {
    let mut solver = Solver::new(Backend::Varisat).unwrap();
    let error = solver.connect_propagator(Box::<Constraints>::default(), &[]).unwrap_err();
    assert!(matches!(error, SatError::NoPropagators { backend: Backend::Varisat }), "{error}");
    assert!(solver.observe(&[Var::new(0)]).is_err());

    let mut solver = Solver::new(Backend::Cdnl).unwrap();
    assert!(matches!(solver.observe(&[Var::new(0)]), Err(SatError::PropagatorState(_))));
    solver.connect_propagator(Box::<Constraints>::default(), &[Var::new(0)]).unwrap();
    // It takes more than one.
    solver.connect_propagator(Box::<Constraints>::default(), &[]).unwrap();
    assert_eq!(solver.solve().unwrap(), SolverResult::Sat);

    if !cfg!(feature = "cadical") {
        return;
    }
    let mut solver = Solver::new(Backend::Cadical).unwrap();
    solver.connect_propagator(Box::<Constraints>::default(), &[Var::new(0)]).unwrap();
    let error = solver.connect_propagator(Box::<Constraints>::default(), &[]).unwrap_err();
    assert!(matches!(error, SatError::PropagatorState(_)), "{error}");
    assert_eq!(solver.solve().unwrap(), SolverResult::Sat);
}

#[cfg(feature = "cadical")]
#[test]
fn bad_options_are_errors() {
    let mut config = Config::new(Backend::Cadical);
    for option in ["factor", "no-such-option"] {
        config.cadical.options = vec![(option.to_owned(), 1)];
        assert!(matches!(Solver::with_config(config.clone()), Err(SatError::BadOption { .. })));
    }
    config.cadical.options.clear();
    config.cadical.preset = "fast".to_owned();
    assert!(matches!(Solver::with_config(config), Err(SatError::BadOption { .. })));
}
