//! Solves a file in DIMACS format: `cargo run --release --example dimacs -- FILE`.
//!
//! Prints what SAT competitions ask for, and what was counted as comments; exits with 10 (satisfiable), 20 (unsatisfiable), or 1.

use std::process::ExitCode;

use groundplan_cdnl::{Options, Solver};
use rustsat::solvers::SolverResult;
use rustsat::types::Lit;

fn main() -> ExitCode {
    let Some(path) = std::env::args().nth(1) else {
        eprintln!("usage: dimacs FILE");
        return ExitCode::from(1);
    };
    let text = match std::fs::read_to_string(&path) {
        Ok(text) => text,
        Err(error) => {
            eprintln!("{path}: {error}");
            return ExitCode::from(1);
        }
    };
    let mut solver = Solver::new(Options::default());
    let mut clause = Vec::new();
    for word in text.lines().filter(|line| !line.starts_with(['c', 'p'])).flat_map(str::split_whitespace) {
        match word.parse().map(Lit::from_ipasir) {
            Ok(Ok(lit)) => clause.push(lit),
            Ok(Err(_)) => {
                solver.add_clause(&clause);
                clause.clear();
            }
            Err(error) => {
                eprintln!("{path}: `{word}`: {error}");
                return ExitCode::from(1);
            }
        }
    }
    let outcome = solver.solve(&[], u64::MAX, &mut |_| false);
    let stats = solver.stats();
    println!("c conflicts {}", stats.conflicts);
    println!("c decisions {}", stats.decisions);
    println!("c propagations {}", stats.propagations);
    println!("c restarts {}", stats.restarts);
    println!("c reductions {}", stats.reductions);
    match outcome {
        Ok(SolverResult::Sat) => {
            println!("s SATISFIABLE");
            let lits = (0..solver.variables() as u32).map(|index| Lit::new(index, false));
            let model = lits.map(|lit| if solver.value(lit) == Some(true) { lit } else { !lit });
            println!("v {} 0", model.map(|lit| lit.to_ipasir().to_string()).collect::<Vec<_>>().join(" "));
            ExitCode::from(10)
        }
        Ok(SolverResult::Unsat) => {
            println!("s UNSATISFIABLE");
            ExitCode::from(20)
        }
        _ => ExitCode::from(1),
    }
}
