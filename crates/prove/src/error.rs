//! Errors of proving a claim.

use groundplan_certificate::Refusal;

/// An error: there is neither a proof nor an answer set.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ProveError {
    /// The checker does not support the ground program, or the claim does not fit it.
    #[error("the ground program cannot be certified: {0}")]
    Program(Refusal),
    /// The text of the ground program lacks its last line, before which assumptions are added.
    #[error("the ground program does not end as it should")]
    Unended,
    /// The number of costs differs from the program's number of priorities, or the program has none.
    #[error("{}", misfit(*costs, *priorities))]
    Costs {
        /// The number of costs.
        costs: usize,
        /// The number of the program's priorities.
        priorities: usize,
    },
    /// The solver is not built in, or failed.
    #[error("{0:#}")]
    Solver(anyhow::Error),
    /// The axiom of an unfounded set is rejected.
    #[error("an unfounded set has no axiom: {0}")]
    Set(#[from] Refusal),
    /// The solver's proof log is inconsistent.
    #[error("the solver's log of its proof makes no sense")]
    Log,
    /// The weights of a sum exceed the limit up to which the checker trusts VeriPB's arithmetic.
    #[error("the weights of a sum are too large for a proof")]
    TooHeavy,
    /// There are more axioms or steps than 32-bit indices.
    #[error("the proof is too large to be written")]
    TooLarge,
}

/// Explains why costs do not fit a program.
fn misfit(costs: usize, priorities: usize) -> String {
    match priorities {
        0 => "the program has no objective, so that no answer set costs less than another".to_owned(),
        _ => format!(
            "costs and priorities of a bound go together: it has {costs}, and the program {priorities}"
        ),
    }
}
