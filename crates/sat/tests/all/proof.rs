//! Every step that CaDiCaL logs follows from its antecedents by unit propagation, in their order.

use std::collections::HashSet;
use std::sync::{Arc, Mutex};

use crate::formulas::{brute_force, random_3sat};
use groundplan_sat::{Backend, CadicalConfig, Config, ProofLog, ProofOrigin, Propagator, SatError, Solver};
use rustsat::solvers::{Solve, SolverResult};
use rustsat::types::{Lit, Var};

/// Clauses that only a propagator knows: it gives each where it is false or unit, some when asked why.
struct Hidden {
    clauses: Vec<Vec<Lit>>,
    trail: groundplan_sat::Trail,
    reasons: Vec<(Lit, usize)>,
    /// What the solver was told, in order.
    told: Vec<Vec<Lit>>,
}

impl Hidden {
    fn find(&self, open: usize) -> Option<usize> {
        self.clauses.iter().position(|clause| {
            !clause.iter().any(|&lit| self.trail.is_true(lit))
                && clause.iter().filter(|&&lit| !self.trail.is_true(!lit)).count() == open
        })
    }
}

impl Propagator for Hidden {
    fn assign(&mut self, lits: &[Lit]) {
        for &lit in lits {
            self.trail.push(lit);
        }
    }

    fn new_level(&mut self) {
        self.trail.new_level();
    }

    fn backtrack(&mut self, level: usize) {
        self.trail.backtrack(level);
    }

    fn propagate(&mut self) -> Option<Lit> {
        let found = self.find(1)?;
        let lit = *self.clauses[found].iter().find(|&&lit| !self.trail.is_true(!lit)).expect("one is open");
        self.reasons.push((lit, found));
        Some(lit)
    }

    fn reason(&mut self, lit: Lit, clause: &mut Vec<Lit>) {
        let &(_, found) =
            self.reasons.iter().rev().find(|reason| reason.0 == lit).expect("it was propagated");
        self.told.push(self.clauses[found].clone());
        clause.extend_from_slice(&self.clauses[found]);
    }

    fn clause(&mut self) -> Option<(Vec<Lit>, bool)> {
        let found = self.find(0)?;
        self.told.push(self.clauses[found].clone());
        Some((self.clauses[found].clone(), true))
    }

    fn gives_clauses(&self) -> bool {
        true
    }

    fn forgettable_reasons(&self) -> bool {
        true
    }
}

/// Whether the negated clause makes one antecedent after the other unit, and the last one false.
fn follows(log: &ProofLog, clause: &[Lit], antecedents: &[u32]) -> bool {
    let mut truth: HashSet<Lit> = clause.iter().map(|&lit| !lit).collect();
    for &antecedent in antecedents {
        let clause = log.step(antecedent).clause;
        let open: Vec<Lit> = clause.iter().copied().filter(|&lit| !truth.contains(&!lit)).collect();
        match open[..] {
            [] => return true,
            [lit] => {
                truth.insert(lit);
            }
            _ => return false,
        }
    }
    false
}

fn check(log: &ProofLog, given: &[Vec<Lit>]) {
    let mut given = given.iter();
    for number in 0..log.len() as u32 {
        let step = log.step(number);
        match step.origin {
            ProofOrigin::Given => assert_eq!(Some(step.clause), given.next().map(Vec::as_slice)),
            ProofOrigin::Derived(antecedents) => {
                assert!(antecedents.iter().all(|&antecedent| antecedent < number));
                assert!(follows(log, step.clause, antecedents), "{step:?}");
            }
        }
    }
    assert_eq!(given.next(), None);
    let refutation = log.refutation().expect("there is the empty clause");
    assert!(log.step(refutation).clause.is_empty());
}

#[test]
fn what_is_derived_follows() {
    let (mut refuted, mut asked) = (0, 0);
    for round in 0..400_u32 {
        let vars = 12 + round % 40;
        let clauses: Vec<Vec<Lit>> = random_3sat(vars, (vars * 9 / 2) as usize, u64::from(round));
        // Every third clause is the propagator's.
        let (hidden, open): (Vec<_>, Vec<_>) =
            clauses.iter().cloned().enumerate().partition(|(i, _)| i % 3 == 0);
        let (hidden, open): (Vec<_>, Vec<_>) =
            (hidden.into_iter().map(|c| c.1).collect(), open.into_iter().map(|c| c.1).collect::<Vec<_>>());
        let mut config = Config::new(Backend::Cadical);
        config.cadical = if round % 2 == 0 { CadicalConfig::default() } else { CadicalConfig::refuting() };
        let mut solver = Solver::with_config(config).unwrap();
        let log = solver.log_proof().unwrap();
        for clause in &open {
            solver.add_clause(clause.iter().copied().collect()).unwrap();
        }
        let observed: Vec<Var> = (0..vars).map(Var::new).collect();
        let hidden =
            Hidden { clauses: hidden, trail: Default::default(), reasons: Vec::new(), told: Vec::new() };
        let hidden = Arc::new(Mutex::new(hidden));
        solver.connect_propagator(Box::new(Arc::clone(&hidden)), &observed).unwrap();
        let result = solver.solve().unwrap();
        if vars <= 16 {
            assert_eq!(result == SolverResult::Sat, brute_force(vars, &clauses).is_some());
        }
        if result == SolverResult::Unsat {
            refuted += 1;
            let told = hidden.lock().unwrap().told.clone();
            asked += told.len();
            check(&log.lock().unwrap(), &[open, told].concat());
        }
    }
    assert!(refuted > 100 && asked > 1000, "{refuted} refuted, {asked} clauses given");
}

#[test]
fn a_log_begins_with_the_first_clause() {
    let mut solver = Solver::new(Backend::Cadical).unwrap();
    solver.add_unit(rustsat::lit![0]).unwrap();
    assert!(matches!(solver.log_proof(), Err(SatError::ProofState)));
    let mut solver = Solver::new(Backend::Varisat).unwrap();
    assert!(matches!(solver.log_proof(), Err(SatError::NoProofs { .. })));
}
