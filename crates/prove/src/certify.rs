//! Claims about ground programs, and what they come to.

use std::time::{Duration, Instant};

use groundplan_certificate::{Atom, Axioms, Claim, Program};

use crate::{prove, Ground, Limits, Outcome, Proof, ProveError};

/// A claim that is proven.
#[derive(Debug)]
pub struct Certificate {
    /// The folder within the one that is written, if there are several.
    pub folder: Option<String>,
    /// What is claimed.
    pub claim: Claim,
    /// The proof of it.
    pub proof: Proof,
    /// How long axioms and proof took.
    pub time: Duration,
}

impl Certificate {
    /// The claim in words.
    #[must_use]
    pub fn sentence(&self) -> String {
        self.claim.sentence(self.proof.axioms().program())
    }
}

/// What a claim comes to.
#[derive(Debug)]
pub enum Claimed {
    /// It is proven.
    Proven(Box<Certificate>),
    /// There is an answer set that contradicts it: its true atoms, in order.
    Wrong(Vec<Atom>),
    /// A limit came first.
    Unknown,
}

/// The claims that no answer set costs less than this, by falling priority: each is that the cost is least among the answer
/// sets that reach the ones before. Several are called by their priorities.
///
/// # Errors
///
/// [`ProveError::Costs`] when the program has another number of priorities, or none: then nothing would be claimed.
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

/// Proves a claim about a ground program; `folder` is where its certificate is among several.
///
/// # Errors
///
/// [`ProveError::Program`] when the claim makes no sense for the program, or the program has what the checker does not
/// support; and as [`prove()`].
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
