//! Which member of a portfolio has its turn.

use groundplan_sat::{Backend, Config, Solver};
use rustsat::solvers::{Solve, SolveIncremental, SolverResult};
use rustsat::types::{Cl, Lit, TernaryVal};

/// Returns how many members have had a turn after so many excluded models, none of which costs a conflict. `notes` says whether
/// they count as refuted.
fn members_at_work(excluded: usize, notes: bool) -> usize {
    let mut solver = Solver::with_config(Config::new(Backend::Portfolio)).expect("it is built in");
    let literals: Vec<Lit> = (0..16).map(Lit::positive).collect();
    solver.add_clause_ref(Cl::new(&literals)).expect("it fits");
    for _ in 0..excluded {
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
    solver.counts().iter().filter(|counts| counts.calls > 0).count()
}

#[test]
fn refuted_models_end_a_turn() {
    assert_eq!(members_at_work(50, true), 1, "the first turn is longer");
    assert_eq!(members_at_work(300, false), 1, "these are answers, not refuted");
    assert_eq!(members_at_work(300, true), 3, "each member has had its turn");
}
