//! Proves claims about a ground program, and compares them with the ground program of gringo, if that is installed and the reference
//! grounder did not make ours. If two independent grounders disagree, one of them is wrong.

use std::time::Instant;

use groundplan::Interrupter;
use groundplan_certificate::{Atom, Claim};
use groundplan_prove::second::{Input, Question, Second};
use groundplan_prove::{Certificate, Claimed, Ground, Limits, ProveError};

use crate::assume::named_atoms;
use crate::CertifyError;

/// Claims to decide.
#[derive(Debug)]
pub struct Inquiry {
    /// The ground program.
    pub ground: Ground,
    /// The claims, each with the subfolder of its certificate if there are several.
    pub claims: Vec<(Option<String>, Claim)>,
    /// The assumptions that the ground program contains, by the names of their atoms.
    pub assumed: Vec<String>,
    /// The cubes of the claims, by the names of their atoms.
    pub cubes: Vec<Vec<String>>,
    /// The texts that were ground.
    pub input: Input,
    /// The start of the work for these claims. gringo gets as much time as it took.
    pub start: Instant,
}

/// The limits of decisions.
pub struct DecisionLimits<'a> {
    /// The flag that makes them give up.
    pub interrupter: &'a Interrupter,
    /// The time at which it will be raised.
    pub deadline: Option<Instant>,
    /// Returns whether so much of the memory is used that optional work should not be started.
    pub is_short_of_memory: &'a dyn Fn() -> bool,
}

/// The outcome of an inquiry.
#[derive(Debug)]
pub enum Decision {
    /// All claims are proven.
    Proven(Proven),
    /// A claim is wrong.
    Wrong {
        /// The names of the true atoms of an answer set that contradicts it.
        atoms: Vec<String>,
        /// What gringo's ground program says of it, or why it was not asked; `None` if there is no reason to ask.
        opinion: Option<String>,
    },
    /// A limit was reached first.
    Unknown,
    /// The ground program of gringo gives another result, which the sentence describes.
    Disputed(String),
}

/// Proven claims about a ground program.
#[derive(Debug)]
pub struct Proven {
    /// The ground program.
    pub ground: Ground,
    /// The claims with their proofs.
    pub certificates: Vec<Certificate>,
    /// What gringo's ground program says of them, or why it was not asked; `None` if there is no reason to ask.
    pub opinion: Option<String>,
}

impl Proven {
    /// Returns the claims in words.
    #[must_use]
    pub fn claims(&self) -> Vec<String> {
        self.certificates.iter().map(Certificate::sentence).collect()
    }

    /// Returns the sum of what is counted for each certificate.
    #[must_use]
    pub fn sum(&self, count: fn(&Certificate) -> usize) -> usize {
        self.certificates.iter().map(count).sum()
    }
}

impl Inquiry {
    /// Claims instead that these costs are optimal.
    ///
    /// # Errors
    ///
    /// [`ProveError::Costs`] if the program has other priorities, and [`ProveError::Program`].
    pub fn claim_optimal(&mut self, costs: &[i64]) -> Result<(), ProveError> {
        self.claims = groundplan_prove::below(&self.ground.program()?, costs)?;
        Ok(())
    }

    /// Proves the claims one after the other until one is wrong, and compares.
    ///
    /// # Errors
    ///
    /// [`CertifyError::Prove`].
    pub fn decide(mut self, limits: &DecisionLimits<'_>) -> Result<Decision, CertifyError> {
        let (mut certificates, mut questions) = (Vec::new(), Vec::new());
        let proof_limits = Limits { interrupter: limits.interrupter.clone(), ..Limits::default() };
        for (folder, claim) in std::mem::take(&mut self.claims) {
            let question = self.question(&claim);
            match groundplan_prove::certify(&self.ground, claim, folder, &proof_limits)? {
                Claimed::Proven(certificate) => certificates.push(*certificate),
                Claimed::Wrong(found) => {
                    let atoms = named(&self.ground, &found)?;
                    let wrong = |_, opinion| Decision::Wrong { atoms, opinion };
                    return Ok(self.compare(&[question], false, limits, wrong));
                }
                Claimed::Unknown => return Ok(Decision::Unknown),
            }
            questions.push(question);
        }
        let proven = |ground, opinion| Decision::Proven(Proven { ground, certificates, opinion });
        Ok(self.compare(&questions, true, limits, proven))
    }

    /// Returns a claim in terms of the names of atoms.
    fn question(&self, claim: &Claim) -> Question {
        Question { assumed: self.assumed.clone(), costs: claim.costs.clone(), cubes: self.cubes.clone() }
    }

    /// Compares what both ground programs say about claims: either all hold, or the one claim has a counterexample. `agreed` makes the
    /// decision if they agree, or gringo says nothing.
    fn compare(
        self,
        questions: &[Question],
        holds: bool,
        limits: &DecisionLimits<'_>,
        agreed: impl FnOnce(Ground, Option<String>) -> Decision,
    ) -> Decision {
        let second = Second {
            ground: &self.ground,
            input: &self.input,
            first: self.start.elapsed(),
            left: limits.deadline.map(|deadline| deadline.saturating_duration_since(Instant::now())),
            is_short_of_memory: (limits.is_short_of_memory)(),
        };
        match second.compare(questions, holds, limits.interrupter) {
            _ if limits.interrupter.is_interrupted() => Decision::Unknown,
            Ok(opinion) => agreed(self.ground, opinion),
            Err(why) => Decision::Disputed(why),
        }
    }
}

/// Returns the names of those of the atoms that have one.
fn named(ground: &Ground, found: &[Atom]) -> Result<Vec<String>, ProveError> {
    let program = ground.program()?;
    let mut named: Vec<(Atom, &str)> = named_atoms(ground, &program);
    named.retain(|(atom, _)| found.binary_search(atom).is_ok());
    named.sort_unstable();
    Ok(named.into_iter().map(|(_, name)| name.to_owned()).collect())
}
