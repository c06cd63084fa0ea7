//! Claims about ground programs, and the outcome of proving them.

use std::time::{Duration, Instant};

use groundplan_certificate::{Atom, Axioms, Claim, Program};

use crate::{prove, Ground, Limits, Outcome, Proof, ProveError};

/// A claim with its proof.
#[derive(Debug)]
pub struct Certificate {
    /// The subfolder for this certificate, if several are written.
    pub folder: Option<String>,
    /// The claim.
    pub claim: Claim,
    /// The proof of the claim.
    pub proof: Proof,
    /// The time to generate the axioms and to find the proof.
    pub time: Duration,
}

impl Certificate {
    /// Returns the claim in words.
    #[must_use]
    pub fn sentence(&self) -> String {
        self.claim.sentence(self.proof.axioms().program())
    }
}

/// The outcome of proving a claim.
#[derive(Debug)]
pub enum Claimed {
    /// The claim is proven.
    Proven(Box<Certificate>),
    /// A counterexample: the true atoms of an answer set that contradicts the claim, in ascending order.
    Wrong(Vec<Atom>),
    /// A limit was reached first.
    Unknown,
}

/// Returns claims that these costs are optimal, by descending priority. Each claim says that the cost at its priority is minimal
/// among the answer sets that reach the costs of the higher priorities. If there are several, each has a folder name made of its
/// priority.
///
/// # Errors
///
/// [`ProveError::Costs`] if the number of costs differs from the program's number of priorities, or if there are no priorities.
pub fn below(program: &Program, costs: &[i64]) -> Result<Vec<(Option<String>, Claim)>, ProveError> {
    let priorities: Vec<i64> = program.objectives.keys().rev().copied().collect();
    if priorities.is_empty() || priorities.len() != costs.len() {
        return Err(ProveError::Costs { costs: costs.len(), priorities: priorities.len() });
    }
    let bounds: Vec<(i64, i128)> =
        priorities.into_iter().zip(costs.iter().map(|&cost| i128::from(cost))).collect();
    let is_one = bounds.len() == 1;
    let claim = |(level, &(priority, cost)): (usize, &(i64, i128))| {
        let mut costs = bounds[..level].to_vec();
        costs.push((priority, cost - 1));
        ((!is_one).then(|| format!("priority-{priority}")), Claim { costs, ..Claim::default() })
    };
    Ok(bounds.iter().enumerate().map(claim).collect())
}

/// Tries to prove a claim about a ground program. `folder` is the subfolder for its certificate, if several are written.
///
/// # Errors
///
/// [`ProveError::Program`] if the claim does not fit the program, or if the checker does not support the program; otherwise those
/// of [`prove()`].
pub fn certify(
    ground: &Ground,
    claim: Claim,
    folder: Option<String>,
    limits: &Limits,
) -> Result<Claimed, ProveError> {
    let start = Instant::now();
    let axioms = Axioms::new(ground.program()?, &claim).map_err(ProveError::Program)?;
    Ok(match prove(axioms, limits)? {
        Outcome::Refuted(proof) => {
            Claimed::Proven(Box::new(Certificate { folder, claim, proof: *proof, time: start.elapsed() }))
        }
        Outcome::Model(atoms) => Claimed::Wrong(atoms),
        Outcome::Unknown => Claimed::Unknown,
    })
}
