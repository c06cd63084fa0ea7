//! What every backend must do, run over every backend there is.
//!
//! Every model is checked against the clauses, every core against a brute-force search.

use std::{
    env,
    io::Write,
    thread,
    time::{Duration, Instant},
};

use crate::formulas::{brute_force, pigeons, random_3sat, satisfies, Random};
use crate::CLOCK;
use groundplan_sat::{Backend, Solver};
use rustsat::{
    lit,
    solvers::{Interrupt, Solve, SolveIncremental, SolveStats, SolverResult},
    types::{Lit, TernaryVal, Var},
};

/// Every mode of the suite, with how many rounds of random tests it gets: starting a program takes its time.
const BACKENDS: &[(&str, u64)] = &[
    ("cdnl", 400),
    ("varisat", 400),
    #[cfg(feature = "cadical")]
    ("cadical", 400),
    #[cfg(feature = "cadical")]
    ("cadical+cdnl", 400),
    ("process:minisat", 60),
    ("process:cadical -q", 60),
    ("process:cryptominisat5 --verb 0", 60),
];

/// Runs a test on a solver of each backend; one whose program is missing is skipped, except in CI.
fn each_backend(test: impl Fn(&dyn Fn() -> Solver)) {
    each_backend_in_rounds(|make, _| test(make));
}

fn each_backend_in_rounds(test: impl Fn(&dyn Fn() -> Solver, u64)) {
    for &(name, rounds) in BACKENDS {
        let backend: Backend = name.parse().expect("a backend's name");
        match Solver::new(backend.clone()) {
            Ok(_) => {
                eprintln!("backend {name}");
                test(&|| Solver::new(backend.clone()).expect("worked a moment ago"), rounds);
            }
            Err(error) if env::var_os("CI").is_some() => panic!("{name}: {error}"),
            // Not by `eprintln!`: what that says in a test that passes is not shown.
            Err(error) => {
                writeln!(std::io::stderr(), "skipped: {name}: {error}").expect("standard error is open");
            }
        }
    }
}

fn add(solver: &mut Solver, clauses: &[Vec<Lit>]) {
    for clause in clauses {
        solver.add_clause_ref(&clause[..]).unwrap();
    }
}

/// Solves, and checks the verdict, the model and the core against brute force.
fn solve_and_check(
    solver: &mut Solver,
    clauses: &[Vec<Lit>],
    n_vars: u32,
    assumptions: &[Lit],
) -> SolverResult {
    let mut assumed = clauses.to_vec();
    assumed.extend(assumptions.iter().map(|&lit| vec![lit]));
    let expected = brute_force(n_vars, &assumed);
    let result = solver.solve_assumps(assumptions).unwrap();
    match result {
        SolverResult::Sat => {
            assert!(expected.is_some(), "satisfiable: {assumed:?}");
            let model = solver.full_solution().unwrap();
            assert!(satisfies(&model, &assumed), "{model} is no model of {assumed:?}");
        }
        SolverResult::Unsat => {
            assert!(expected.is_none(), "unsatisfiable: {assumed:?} with {expected:?}");
            let core = solver.core().unwrap();
            let mut with_core = clauses.to_vec();
            for &lit in &core {
                assert!(assumptions.contains(&!lit), "{lit} in the core of {assumptions:?}");
                with_core.push(vec![!lit]);
            }
            assert!(brute_force(n_vars, &with_core).is_none(), "core {core:?} of {clauses:?}");
        }
        SolverResult::Interrupted => panic!("nobody interrupted"),
    }
    result
}

#[test]
fn random_formulas() {
    each_backend_in_rounds(|make, rounds| {
        let mut seen = [0; 2];
        for seed in 0..rounds {
            let mut random = Random::new(seed);
            let n_vars = 1 + random.below(12) as u32;
            let n_clauses = random.below(5 * n_vars as usize + 1);
            let clauses: Vec<_> = (0..n_clauses).map(|_| random.clause(n_vars)).collect();
            let mut solver = make();
            add(&mut solver, &clauses);
            let result = solve_and_check(&mut solver, &clauses, n_vars, &[]);
            seen[usize::from(result == SolverResult::Sat)] += 1;
        }
        assert!(seen.iter().all(|&count| 10 * count >= rounds), "one-sided formulas: {seen:?}");
    });
}

/// A sequence after which varisat 0.2.2 says that the literal 6 is a core, which it is not.
const MISLEADING: [(&[&[i32]], &[i32]); 4] = [
    (
        &[&[9, 8, -4], &[-9, 14], &[8, 8], &[8, -6, -6], &[-14, 7, 8], &[-12, -6], &[2], &[-7, 8]],
        &[11, 8, 9, -2],
    ),
    (&[&[-2, 14, 13], &[8, 11, -3], &[4, -6]], &[14, -11, 1, 13, -8, 11, -4, -10, 6, -6]),
    (
        &[
            &[5, -1, -10],
            &[-4, -9, 7],
            &[11, 13, 8],
            &[9, -14, -7],
            &[3, -3],
            &[1, -14],
            &[-1, -1, -10],
            &[12, -6, 4],
            &[1, 4, -12],
            &[-12, 9, -13],
            &[9, 12, -5],
            &[8, -1, 10],
            &[10, 10, 14],
            &[8, 4, 13],
            &[-3, -4, -14],
            &[2, -8],
            &[-8, -9, 5],
            &[-11, 1],
            &[-13, -3],
        ],
        &[4, -2, -14, 8, 10, -7, 4, -7, 1, -1, 2, -3],
    ),
    (
        &[
            &[-11, 7, 2],
            &[-9, -5, -11],
            &[3, 11, 5],
            &[12, 13, 14],
            &[13, 5, 2],
            &[4, -3, -11],
            &[3, 7, -3],
            &[8, 1, -9],
            &[5, 12, 7],
            &[14, 2, -4],
            &[-10, 11, 11],
            &[-12, -11],
            &[-3, -14, -3],
        ],
        &[12, 5, -11, 6, 14, 5, 5, 9, 2, -7, -13, 12],
    ),
];

#[test]
fn a_core_that_misleads_is_not_passed_on() {
    let lits = |numbers: &[i32]| numbers.iter().map(|&n| Lit::from_ipasir(n).unwrap()).collect::<Vec<_>>();
    each_backend_in_rounds(|make, _| {
        let mut solver = make();
        let mut clauses = Vec::new();
        for (more, assumptions) in MISLEADING {
            let more: Vec<_> = more.iter().map(|clause| lits(clause)).collect();
            add(&mut solver, &more);
            clauses.extend(more);
            solve_and_check(&mut solver, &clauses, 14, &lits(assumptions));
        }
    });
}

#[test]
fn random_incremental_sequences() {
    each_backend_in_rounds(|make, rounds| {
        let mut seen = [0; 3];
        for seed in 0..rounds / 10 {
            let mut random = Random::new(7000 + seed);
            let n_vars = 4 + random.below(7) as u32;
            let mut solver = make();
            let mut clauses = Vec::new();
            for _ in 0..12 {
                let more: Vec<_> = (0..random.below(5)).map(|_| random.clause(n_vars)).collect();
                add(&mut solver, &more);
                clauses.extend(more);
                // Also the same literal twice, and both signs of a variable.
                let assumptions: Vec<_> = (0..random.below(6)).map(|_| random.lit(n_vars)).collect();
                let result = solve_and_check(&mut solver, &clauses, n_vars, &assumptions);
                seen[match result {
                    SolverResult::Sat => 0,
                    _ if solver.core().unwrap().is_empty() => 1,
                    _ => 2,
                }] += 1;
                // Nothing changes without assumptions but what they said.
                solve_and_check(&mut solver, &clauses, n_vars, &[]);
            }
        }
        // Where all clauses conflict, a core is empty: a backend that puts all assumptions into it has few rounds.
        assert!(seen.iter().all(|&count| 20 * count >= rounds), "one-sided sequences: {seen:?}");
    });
}

/// What is said to be fixed is so in every model, and what is said to be refuted in none in which the assumptions hold; what a clause
/// of one literal fixes, and what follows from it, is said.
#[test]
fn fixed_variables() {
    each_backend_in_rounds(|make, rounds| {
        let mut said = 0;
        for seed in 0..rounds / 4 {
            let mut random = Random::new(2000 + seed);
            let n_vars = 3 + random.below(6) as u32;
            let vars: Vec<Var> = (0..n_vars + 1).map(Var::new).collect();
            let mut solver = make();
            let mut clauses = Vec::new();
            for _ in 0..3 {
                let more: Vec<_> = (0..1 + random.below(4)).map(|_| random.clause(n_vars)).collect();
                add(&mut solver, &more);
                clauses.extend(more);
                let assumptions: Vec<_> = (0..random.below(3)).map(|_| random.lit(n_vars)).collect();
                solve_and_check(&mut solver, &clauses, n_vars, &assumptions);
                for (&var, value) in vars.iter().zip(solver.fixed(&vars).unwrap()) {
                    let Some(value) = value else { continue };
                    said += 1;
                    let mut other = clauses.clone();
                    other.push(vec![var.lit(value)]);
                    assert!(brute_force(n_vars + 1, &other).is_none(), "{var} is open in {clauses:?}");
                }
                let lits: Vec<Lit> = vars.iter().flat_map(|var| [var.pos_lit(), var.neg_lit()]).collect();
                for lit in solver.refuted_by(&assumptions, &lits).unwrap() {
                    let assumed = assumptions.iter().chain([&lit]).map(|&lit| vec![lit]);
                    let other: Vec<_> = clauses.iter().cloned().chain(assumed).collect();
                    assert!(brute_force(n_vars + 1, &other).is_none(), "{lit} is open in {other:?}");
                }
            }
        }
        let mut solver = make();
        add(&mut solver, &[vec![lit![0]], vec![!lit![0], !lit![1]], vec![lit![2], lit![3]]]);
        assert_eq!(solver.solve().unwrap(), SolverResult::Sat);
        let fixed = solver.fixed(&[0, 1, 2].map(Var::new)).unwrap();
        if fixed[0].is_some() {
            assert_eq!(fixed, [Some(true), Some(false), None]);
            assert!(said > 0);
        }
        let refuted = solver.refuted_by(&[!lit![2]], &[lit![1], lit![3], !lit![3]]).unwrap();
        assert!(refuted.is_empty() || refuted == [lit![1], !lit![3]], "{refuted:?}");
        assert_eq!(refuted.is_empty(), !solver.backend().members()[0].explains_lazily());
    });
}

#[test]
fn pigeonhole() {
    each_backend(|make| {
        let mut solver = make();
        add(&mut solver, &pigeons(6, 6, None));
        assert_eq!(solver.solve().unwrap(), SolverResult::Sat);
        let mut solver = make();
        add(&mut solver, &pigeons(7, 6, None));
        assert_eq!(solver.solve().unwrap(), SolverResult::Unsat);
        assert_eq!(solver.core().unwrap(), []);
        // Once refuted, always refuted.
        solver.add_unit(lit![0]).unwrap();
        assert_eq!(solver.solve_assumps(&[lit![3]]).unwrap(), SolverResult::Unsat);
    });
}

#[test]
fn empty_formula_and_empty_clause() {
    each_backend(|make| {
        let mut solver = make();
        assert_eq!(solver.max_var(), None);
        assert_eq!(solver.solve().unwrap(), SolverResult::Sat);
        assert!(solver.full_solution().unwrap().is_empty());
        assert_eq!(solver.solve_assumps(&[lit![2]]).unwrap(), SolverResult::Sat);
        assert_eq!(solver.lit_val(lit![2]).unwrap(), TernaryVal::True);
        assert_eq!(solver.solve_assumps(&[lit![2], !lit![2]]).unwrap(), SolverResult::Unsat);
        assert!(!solver.core().unwrap().is_empty());
        solver.add_clause_ref(&[][..]).unwrap();
        assert_eq!(solver.solve_assumps(&[lit![2]]).unwrap(), SolverResult::Unsat);
        // A program cannot tell whether it needed the assumption.
        assert!(solver.core().unwrap().iter().all(|&lit| lit == !lit![2]));
        assert_eq!(solver.n_clauses(), 1);
        assert_eq!((solver.n_sat_solves(), solver.n_unsat_solves(), solver.n_terminated()), (2, 2, 0));
    });
}

#[test]
fn variables_without_clauses() {
    each_backend(|make| {
        let mut solver = make();
        solver.add_binary(lit![5], lit![9]).unwrap();
        assert_eq!(solver.solve().unwrap(), SolverResult::Sat);
        assert_eq!(solver.full_solution().unwrap().len(), 10);
        assert_eq!(solver.solution(Var::new(5000)).unwrap().len(), 5001);
        // Asking is not adding.
        assert_eq!(solver.max_var(), Some(Var::new(9)));
        for idx in [0, 7, 10, 1 << 20] {
            let (value, negated) = (solver.lit_val(lit![idx]).unwrap(), solver.lit_val(!lit![idx]).unwrap());
            assert!(value != negated || value == TernaryVal::DontCare);
        }
    });
}

#[test]
fn answers_are_asked_for_in_the_right_state() {
    each_backend(|make| {
        let mut solver = make();
        assert!(solver.lit_val(lit![0]).is_err() && solver.core().is_err());
        solver.add_unit(lit![0]).unwrap();
        assert_eq!(solver.solve().unwrap(), SolverResult::Sat);
        assert!(solver.core().is_err());
        assert_eq!(solver.solve_assumps(&[!lit![0]]).unwrap(), SolverResult::Unsat);
        assert_eq!(solver.core().unwrap(), [lit![0]]);
        assert!(solver.lit_val(lit![0]).is_err());
        // After Unsat under assumptions, and after Sat: more clauses, new answers.
        solver.add_binary(!lit![0], lit![1]).unwrap();
        assert!(solver.core().is_err());
        assert_eq!(solver.solve().unwrap(), SolverResult::Sat);
        assert_eq!(solver.lit_val(lit![1]).unwrap(), TernaryVal::True);
        solver.add_unit(!lit![1]).unwrap();
        assert!(solver.lit_val(lit![1]).is_err());
        assert_eq!(solver.solve().unwrap(), SolverResult::Unsat);
    });
}

#[test]
fn a_variable_too_high_is_an_error() {
    each_backend(|make| {
        let mut solver = make();
        assert!(solver.add_unit(lit![Var::MAX_IDX - 1]).is_err());
        assert!(solver.solve_assumps(&[lit![Var::MAX_IDX - 1]]).is_err());
        assert_eq!(solver.solve().unwrap(), SolverResult::Sat);
    });
}

/// Formulas that no backend solves in a minute.
fn hard_formulas() -> [(&'static str, Vec<Vec<Lit>>); 2] {
    [("pigeons in 12 holes", pigeons(13, 12, None)), ("random 3-SAT", random_3sat(600, 2550, 7))]
}

fn assert_soon(what: &str, expected: Instant) {
    let late = expected.elapsed();
    eprintln!("{what}: {} ms late", late.as_millis());
    assert!(late < Duration::from_secs(1), "{what}: {late:?} late");
}

#[test]
fn a_deadline_stops_a_hard_solve() {
    let _alone = CLOCK.lock();
    each_backend(|make| {
        for (what, clauses) in hard_formulas() {
            let mut solver = make();
            add(&mut solver, &clauses);
            let deadline = Instant::now() + Duration::from_millis(700);
            solver.set_deadline(Some(deadline));
            assert_eq!(solver.solve().unwrap(), SolverResult::Interrupted);
            assert!(Instant::now() >= deadline);
            assert_soon(what, deadline);
            assert_eq!(solver.n_terminated(), 1);
        }
    });
}

#[test]
fn an_interrupt_stops_a_hard_solve() {
    let _alone = CLOCK.lock();
    each_backend(|make| {
        for (what, clauses) in hard_formulas() {
            let mut solver = make();
            add(&mut solver, &clauses);
            let interrupter = solver.interrupter();
            let caller = thread::spawn(move || {
                thread::sleep(Duration::from_millis(500));
                interrupter.interrupt();
                Instant::now()
            });
            assert_eq!(solver.solve().unwrap(), SolverResult::Interrupted);
            let asked = caller.join().unwrap();
            assert_soon(what, asked);
            // The interrupt holds until it is cleared.
            assert_eq!(solver.solve().unwrap(), SolverResult::Interrupted);
            assert_soon(what, asked);
        }
    });
}

#[test]
fn a_deadline_in_the_past() {
    each_backend(|make| {
        let mut solver = make();
        solver.add_unit(lit![0]).unwrap();
        solver.set_deadline(Some(Instant::now()));
        assert_eq!(solver.solve().unwrap(), SolverResult::Interrupted);
        assert!(solver.lit_val(lit![0]).is_err());
        solver.set_deadline(None);
        assert_eq!(solver.solve().unwrap(), SolverResult::Sat);
    });
}

#[test]
fn a_stopped_solver_works_again() {
    let _alone = CLOCK.lock();
    each_backend(|make| {
        let mut solver = make();
        // Hard under the assumption, easy without it.
        let hard = lit![1000];
        add(&mut solver, &pigeons(13, 12, Some(hard)));
        assert_eq!(solver.solve_assumps(&[!hard]).unwrap(), SolverResult::Sat);
        solver.set_deadline(Some(Instant::now() + Duration::from_millis(300)));
        assert_eq!(solver.solve_assumps(&[hard]).unwrap(), SolverResult::Interrupted);
        solver.add_unit(lit![0]).unwrap();
        solver.set_deadline(None);
        assert_eq!(solver.solve_assumps(&[!hard]).unwrap(), SolverResult::Sat);
        assert_eq!(solver.lit_val(lit![0]).unwrap(), TernaryVal::True);
        assert_eq!(solver.solve_assumps(&[!hard, !lit![0]]).unwrap(), SolverResult::Unsat);

        let interrupter = solver.interrupter();
        interrupter.interrupt();
        assert_eq!(solver.solve_assumps(&[!hard]).unwrap(), SolverResult::Interrupted);
        interrupter.clear();
        assert_eq!(solver.solve_assumps(&[!hard]).unwrap(), SolverResult::Sat);
    });
}

#[test]
fn a_solver_moves_between_threads() {
    each_backend(|make| {
        let mut solver = make();
        add(&mut solver, &pigeons(4, 4, None));
        let mut solver = thread::spawn(move || {
            assert_eq!(solver.solve().unwrap(), SolverResult::Sat);
            solver
        })
        .join()
        .unwrap();
        assert!(solver.lit_val(lit![0]).is_ok());
        solver.add_unit(lit![0]).unwrap();
        assert_eq!(solver.solve().unwrap(), SolverResult::Sat);
    });
}
