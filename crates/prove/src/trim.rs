//! Trimming: the steps that a refutation needs, found backwards from the empty clause.
//!
//! Invariant: each item uses only axioms and earlier items.

use groundplan_sat::{ProofLog, ProofOrigin, StepId};

use crate::derivation::{ConstraintRef, Derivation};
use crate::solver::sat_literal;
use crate::ProveError;

/// A constraint that is derived in the text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ProofItem {
    /// A step of the derivation.
    Step(u32),
    /// A step of the solver.
    Log(StepId),
}

/// A constraint that an item uses.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Antecedent {
    /// The axiom of this index.
    Axiom(u32),
    /// The item of this index.
    Item(u32),
}

/// The needed items, in order.
#[derive(Debug)]
pub(crate) struct Needed {
    pub items: Vec<ProofItem>,
    /// The needed clauses of unfounded sets: the solver's step, and the number of such clauses that the solver received before.
    pub set_clauses: Vec<(StepId, usize)>,
    /// The index of each needed derivation step among the items. `log` has the same for each needed step of the solver.
    steps: Vec<Option<u32>>,
    log: Vec<Option<Antecedent>>,
}

impl Needed {
    /// Collects the items that the empty clause needs.
    ///
    /// # Errors
    ///
    /// If the solver's log has no empty clause, or contains clauses that the solver was not given.
    pub fn of(derivation: &Derivation, log: &ProofLog) -> Result<Needed, ProveError> {
        let end = log.refutation().ok_or(ProveError::Log)? as usize;
        let mut in_log = vec![false; end + 1];
        in_log[end] = true;
        for step in (0..=end).rev() {
            if let (true, ProofOrigin::Derived(antecedents)) = (in_log[step], log.step(step as StepId).origin)
            {
                antecedents.iter().for_each(|&antecedent| in_log[antecedent as usize] = true);
            }
        }
        let mut needed = Needed {
            items: Vec::new(),
            set_clauses: Vec::new(),
            steps: Vec::new(),
            log: vec![None; end + 1],
        };
        let given = given(derivation, log, &in_log)?;
        needed.derive(derivation, given.iter().filter_map(|given| given.from))?;
        let mut given = given.into_iter().peekable();
        for step in (0..=end).filter(|&step| in_log[step]) {
            let id = step as StepId;
            let given = given.next_if(|given| given.step == id);
            if let Some(GivenClause { from: None, set_clauses_before, .. }) = given {
                needed.set_clauses.push((id, set_clauses_before));
            }
            needed.log[step] = Some(match given.and_then(|given| given.from) {
                Some(from) => needed.of_ref(from),
                None => needed.push(ProofItem::Log(id))?,
            });
        }
        Ok(needed)
    }

    /// Adds the derivation steps that `ends` use, directly or indirectly.
    fn derive(
        &mut self,
        derivation: &Derivation,
        ends: impl Iterator<Item = ConstraintRef>,
    ) -> Result<(), ProveError> {
        let steps = &derivation.steps;
        let mut is_needed = vec![false; steps.len()];
        let mark = |from: ConstraintRef, is_needed: &mut [bool]| {
            if let ConstraintRef::Step(step) = from {
                is_needed[step as usize] = true;
            }
        };
        ends.for_each(|end| mark(end, &mut is_needed));
        for step in (0..steps.len()).rev() {
            if is_needed[step] {
                steps[step].uses().for_each(|from| mark(from, &mut is_needed));
            }
        }
        self.steps = vec![None; steps.len()];
        for step in (0..steps.len()).filter(|&step| is_needed[step]) {
            if let Antecedent::Item(item) = self.push(ProofItem::Step(step as u32))? {
                self.steps[step] = Some(item);
            }
        }
        Ok(())
    }

    fn push(&mut self, item: ProofItem) -> Result<Antecedent, ProveError> {
        let index = u32::try_from(self.items.len()).map_err(|_| ProveError::TooLarge)?;
        self.items.push(item);
        Ok(Antecedent::Item(index))
    }

    /// Returns the item or axiom of a derivation step.
    pub fn of_ref(&self, from: ConstraintRef) -> Antecedent {
        match from {
            ConstraintRef::Axiom(axiom) => Antecedent::Axiom(axiom),
            ConstraintRef::Step(step) => {
                Antecedent::Item(self.steps[step as usize].expect("what is used is needed"))
            }
        }
    }

    /// Returns the item or axiom of a step of the solver.
    pub fn of_log(&self, step: StepId) -> Antecedent {
        self.log[step as usize].expect("what is used is needed")
    }
}

/// A clause that the solver was given.
#[derive(Clone, Copy)]
struct GivenClause {
    step: StepId,
    /// The derivation step or axiom of the clause; `None` for the clause of an unfounded set.
    from: Option<ConstraintRef>,
    /// The number of clauses of unfounded sets that were given before.
    set_clauses_before: usize,
}

/// Returns the needed ones among the clauses that the solver was given.
fn given(derivation: &Derivation, log: &ProofLog, in_log: &[bool]) -> Result<Vec<GivenClause>, ProveError> {
    let mut clauses = derivation.clauses().zip(derivation.given.iter().map(|&(_, from)| from));
    let mut set_clauses_before = 0;
    let mut given = Vec::new();
    for (step, &is_needed) in (0..).zip(in_log) {
        let logged = log.step(step);
        if logged.origin != ProofOrigin::Given {
            continue;
        }
        let derived = clauses.next();
        if is_needed {
            given.push(GivenClause { step, from: derived.map(|(_, from)| from), set_clauses_before });
        }
        match derived {
            Some((clause, _)) => {
                let clause = clause.iter().map(|&literal| sat_literal(literal));
                if is_needed && !clause.eq(logged.clause.iter().copied()) {
                    return Err(ProveError::Log);
                }
            }
            None => set_clauses_before += 1,
        }
    }
    Ok(given)
}
