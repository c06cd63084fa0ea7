//! Which member of a portfolio has its turn.

use groundplan_sat::{Backend, Config, Solver};
use rustsat::solvers::{Solve, SolveIncremental, SolverResult};
use rustsat::types::{Cl, Lit, TernaryVal};

/// Returns the number of turns of each member after refuted models, none of which costs a conflict.
fn turns(refuted: usize, notes: bool) -> Vec<(&'static str, u64)> {
    let mut solver = Solver::with_config(Config::new(Backend::Portfolio)).expect("it is built in");
    let literals: Vec<Lit> = (0..16).map(Lit::positive).collect();
    solver.add_clause_ref(Cl::new(&literals)).expect("it fits");
    for _ in 0..refuted {
        assert_eq!(solver.solve_assumps(&[]).expect("no error"), SolverResult::Sat);
        let values = literals.iter().map(|&lit| solver.lit_val(lit).expect("a model"));
        let holds: Vec<bool> = values.map(|value| value == TernaryVal::True).collect();
        let differs: Vec<Lit> =
            literals.iter().zip(&holds).map(|(&lit, &holds)| if holds { !lit } else { lit }).collect();
        solver.add_clause_ref(Cl::new(&differs)).expect("it fits");
        if notes {
            solver.note_refutation().expect("the solver lives");
        }
    }
    solver.solve_assumps(&[]).expect("no error");
    solver.counts().iter().map(|counts| (counts.name, counts.calls)).collect()
}

#[test]
fn refuted_models_end_a_turn() {
    let calls = |refuted, notes| turns(refuted, notes).into_iter().filter(|&(_, calls)| calls > 0).count();
    assert_eq!(calls(50, true), 1, "the first turn is longer");
    assert_eq!(calls(300, false), 1, "these are answers, not refuted");
    assert_eq!(calls(300, true), 3, "each member has had its turn");
}
