//! What can go wrong in a proof.

use groundplan_certificate::Refusal;

/// Why there is neither a proof nor an answer set.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ProveError {
    /// The ground program has what the checker does not support, or the claim makes no sense for it.
    #[error("the ground program cannot be certified: {0}")]
    Program(Refusal),
    /// The text of the ground program has no end to which assumptions could be added.
    #[error("the ground program does not end as it should")]
    Unended,
    /// A bound has another number of costs than the program has priorities, or there are none.
    #[error("{}", misfit(*costs, *priorities))]
    Costs {
        /// How many costs the bound has.
        costs: usize,
        /// How many priorities the program has.
        priorities: usize,
    },
    /// The solver is not there, or broke down.
    #[error("{0:#}")]
    Solver(anyhow::Error),
    /// The axiom of a set that was found is refused.
    #[error("an unfounded set has no axiom: {0}")]
    Set(#[from] Refusal),
    /// What the solver says that it derived does not fit together.
    #[error("the solver's log of its proof makes no sense")]
    Log,
    /// A sum has weights so large that the checker would not let VeriPB calculate with them.
    #[error("the weights of a sum are too large for a proof")]
    TooHeavy,
    /// There are more axioms or steps than can be numbered.
    #[error("the proof is too large to be written")]
    TooLarge,
}

/// Why a bound is none of a program.
fn misfit(costs: usize, priorities: usize) -> String {
    match priorities {
        0 => "the program has no objective, so that no answer set costs less than another".to_owned(),
        _ => format!(
            "costs and priorities of a bound go together: it has {costs}, and the program {priorities}"
        ),
    }
}
