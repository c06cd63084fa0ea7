//! Core-guided search for the least value of one objective: OLL (Andres, Kaufmann, Matheis & Schaub: Unsatisfiability-based
//! optimization in clasp, ICLP 2012) with stratification (Ansotegui, Bonet, Gabas & Levy, CP 2012) and hardening.
//!
//! Each literal that costs something is assumed not to hold. A core, literals of which one has to be paid for, raises the
//! lower bound by its least weight; what is left of the weights stays, and the outputs of a totalizer over the core, "two of
//! these are paid for" and so on, cost that weight from then on. Invariant: the cost of an answer set is the lower bound and
//! the weights of the soft literals that it violates; so one that violates none is the best, and each best one is such.
//!
//! Cores are made smaller first, by one call of the solver with nothing but the core, then literal by literal, the lightest
//! first, which leaves a higher least weight (Ignatiev, Morgado & Marques-Silva: RC2, JSAT 11, 2019).
//!
//! All clauses that are not definitions hold only under the switch, as do the assumptions of the search.

use indexmap::IndexMap;
use itertools::Itertools;
use rustc_hash::{FxBuildHasher, FxHashSet};
use rustsat::encodings::card::{BoundUpper as _, BoundUpperIncremental as _, Totalizer};
use rustsat::solvers::{Solve, SolveIncremental};
use rustsat::types::{Cl, Lit};

use super::{Found, Search, SolveError};
use crate::translate::Valuation;

/// How many conflicts the attempt to make a core smaller may cost.
const TRIM: u64 = 1000;

/// How many conflicts it may cost to try a core without each of its literals, a call of the solver being one at least; and
/// without one of them. Beyond that, no more than the search for cores did. Districts are proven four times as fast, stable
/// marriages ten times; networks and bisections take up to half as long again.
const MINIMIZE: u64 = 1000;
const ATTEMPT: u64 = 100;

/// Cores with more literals are not made smaller literal by literal.
const LARGE: usize = 200;

/// The state of the search on one objective.
#[derive(Debug)]
pub(super) struct Cores {
    switch: Lit,
    /// What is assumed, with what it costs if it does not hold.
    soft: IndexMap<Lit, Soft, FxBuildHasher>,
    totalizers: Vec<Totalizer>,
    /// What is proven to be spent, in units.
    lower: usize,
    /// What was when it was given conflicts.
    lower_before: usize,
    /// Only soft literals of at least this weight are assumed.
    stratum: usize,
    /// How many conflicts it was given last, and how many are left of these.
    given: u64,
    budget: u64,
    /// How many conflicts it took to find cores, and to try them without each of their literals.
    searched: u64,
    minimized: u64,
}

#[derive(Clone, Copy, Debug)]
struct Soft {
    weight: usize,
    /// The totalizer that it is an output of, and how many inputs of that may hold with it.
    output: Option<(usize, usize)>,
}

/// What came of one step.
pub(super) enum Raised {
    /// An answer set.
    Model(Valuation),
    /// The lower bound is higher than before, or less is assumed.
    Lower,
    /// The least value is the upper bound.
    Done,
    /// The budget is used up.
    OverBudget,
    /// The deadline or the interrupter stopped it.
    Interrupted,
}

impl Cores {
    /// About to begin with an objective: literals and what they cost. What is assumed in any case is not soft.
    pub fn new(inputs: &[(Lit, usize)], assumed: &[Lit], switch: Lit, budget: u64) -> Self {
        let assumed: FxHashSet<Lit> = assumed.iter().copied().collect();
        let open = inputs.iter().filter(|(lit, _)| !assumed.contains(&!*lit));
        let soft = open.map(|&(lit, weight)| (!lit, Soft { weight, output: None }));
        let soft: IndexMap<Lit, Soft, FxBuildHasher> = soft.collect();
        let mut cores = Cores {
            switch,
            soft,
            totalizers: Vec::new(),
            lower: 0,
            lower_before: 0,
            stratum: usize::MAX,
            given: budget,
            budget,
            searched: 0,
            minimized: 0,
        };
        cores.widen();
        cores
    }

    /// What is proven to be spent, in units.
    pub fn lower(&self) -> usize {
        self.lower
    }

    /// What has been proven to be spent, beyond what was, since it was given conflicts.
    pub fn raised(&self) -> usize {
        self.lower - self.lower_before
    }

    /// How many conflicts it was given last.
    pub fn given(&self) -> u64 {
        self.given
    }

    /// Gives it more conflicts.
    pub fn extend(&mut self, budget: u64) {
        self.lower_before = self.lower;
        self.given = budget;
        self.budget = budget;
    }

    /// All that is soft: assumptions under which nothing but the lower bound is spent.
    pub fn soft(&self) -> Vec<Lit> {
        self.soft.keys().copied().collect()
    }

    /// Whether everything soft is assumed.
    fn is_whole(&self) -> bool {
        self.soft.values().all(|soft| soft.weight >= self.stratum)
    }

    /// Assumes lighter literals as well: down to a weight that brings in many literals for each new weight.
    fn widen(&mut self) {
        let mut weights: Vec<usize> = self.soft.values().map(|soft| soft.weight).collect();
        weights.sort_unstable_by(|a, b| b.cmp(a));
        let mut distinct = 0;
        for (index, &weight) in weights.iter().enumerate() {
            if weights.get(index + 1) == Some(&weight) {
                continue;
            }
            distinct += 1;
            // Weight by weight, five literals have to come for four weights.
            if weight < self.stratum && (index + 1) * 4 > distinct * 5 {
                self.stratum = weight;
                return;
            }
        }
        self.stratum = weights.last().copied().unwrap_or(0);
    }
}

impl Search {
    /// One step: a call of the solver with what is soft assumed besides `base`. No answer set spends less than the lower
    /// bound, and one that spends `upper` is known.
    pub(super) fn raise(
        &mut self,
        cores: &mut Cores,
        base: &[Lit],
        upper: usize,
    ) -> Result<Raised, SolveError> {
        if cores.lower >= upper {
            return Ok(Raised::Done);
        }
        self.harden(cores, upper)?;
        let assumed = cores.soft.iter().filter(|(_, soft)| soft.weight >= cores.stratum);
        let assumptions: Vec<Lit> = base.iter().copied().chain(assumed.map(|(&lit, _)| lit)).collect();
        self.hand_over()?;
        let before = self.conflicts();
        let found = self.find_within(&assumptions, &mut cores.budget)?;
        cores.searched += self.conflicts() - before;
        match found {
            Some(Found::Model(values)) => {
                // An answer set that violates nothing is the best; the caller learns its cost, and comes again.
                if !cores.is_whole() {
                    cores.widen();
                }
                Ok(Raised::Model(values))
            }
            Some(Found::None) => {
                let core = self.core(cores)?;
                if core.is_empty() {
                    // Nothing is left below the upper bound.
                    cores.lower = upper;
                    return Ok(Raised::Done);
                }
                let core = self.trimmed(cores, base, core)?;
                let core = self.minimized(cores, base, core)?;
                self.relax(cores, &core)?;
                Ok(Raised::Lower)
            }
            Some(Found::Interrupted) => Ok(Raised::Interrupted),
            None => Ok(Raised::OverBudget),
        }
    }

    /// What weighs more than lies between the bounds is never paid for by a best answer set.
    fn harden(&mut self, cores: &mut Cores, upper: usize) -> Result<(), SolveError> {
        let gap = upper - cores.lower;
        let hard: Vec<Lit> =
            cores.soft.iter().filter(|(_, soft)| soft.weight > gap).map(|(&lit, _)| lit).collect();
        for lit in hard {
            cores.soft.swap_remove(&lit);
            self.solver.add_clause_ref(Cl::new(&[!cores.switch, lit])).map_err(SolveError::solver)?;
        }
        Ok(())
    }

    /// A model within a budget of conflicts; `None` when that is used up.
    pub(super) fn find_within(
        &mut self,
        assumptions: &[Lit],
        budget: &mut u64,
    ) -> Result<Option<Found>, SolveError> {
        let before = self.conflicts();
        let left = self.conflicts_left();
        let found = self.find_by(assumptions, Some(left.map_or(*budget, |left| left.min(*budget))))?;
        *budget = budget.saturating_sub(self.conflicts() - before);
        let is_over =
            self.solver.is_stopped() || self.solver.is_alarmed() || self.conflicts_left() == Some(0);
        if matches!(found, Found::Interrupted) && !is_over {
            return Ok(None);
        }
        Ok(Some(found))
    }

    pub(super) fn conflicts(&self) -> u64 {
        self.solver.search_stats().map_or(0, |stats| stats.conflicts)
    }

    /// The soft literals of the last core.
    fn core(&mut self, cores: &Cores) -> Result<Vec<Lit>, SolveError> {
        let core = self.solver.core().map_err(SolveError::solver)?;
        let soft = core.into_iter().map(|lit| !lit).filter(|lit| cores.soft.contains_key(lit));
        Ok(soft.unique().collect())
    }

    /// The core, or a part of it that the solver finds to be one when it is given nothing else.
    fn trimmed(&mut self, cores: &Cores, base: &[Lit], core: Vec<Lit>) -> Result<Vec<Lit>, SolveError> {
        if core.len() < 3 || !self.solver.counts_conflicts() {
            return Ok(core);
        }
        let assumptions: Vec<Lit> = base.iter().chain(&core).copied().collect();
        match self.find_within(&assumptions, &mut TRIM.clone())? {
            Some(Found::None) => {
                let smaller = self.core(cores)?;
                Ok(if smaller.is_empty() || smaller.len() >= core.len() { core } else { smaller })
            }
            _ => Ok(core),
        }
    }

    /// The core without literals that it is one without, as far as that is cheap to find out.
    fn minimized(
        &mut self,
        cores: &mut Cores,
        base: &[Lit],
        mut core: Vec<Lit>,
    ) -> Result<Vec<Lit>, SolveError> {
        if core.len() > LARGE || !self.solver.counts_conflicts() {
            return Ok(core);
        }
        let mut budget = MINIMIZE.min((cores.searched + MINIMIZE).saturating_sub(cores.minimized));
        core.sort_by_key(|lit| cores.soft[lit].weight);
        // Those before this one are needed, or too hard to tell.
        let mut next = 0;
        while core.len() > 1 && next < core.len() && budget > 0 {
            let others = core.iter().enumerate().filter(|&(position, _)| position != next);
            let assumptions: Vec<Lit> = base.iter().copied().chain(others.map(|(_, &lit)| lit)).collect();
            let before = self.conflicts();
            match self.find_within(&assumptions, &mut ATTEMPT.min(budget))? {
                Some(Found::None) => {
                    let smaller = self.core(cores)?;
                    if smaller.is_empty() {
                        return Ok(core);
                    }
                    next = core[..next].iter().filter(|lit| smaller.contains(lit)).count();
                    core.retain(|lit| smaller.contains(lit));
                }
                Some(Found::Interrupted) => return Ok(core),
                Some(Found::Model(_)) | None => next += 1,
            }
            let cost = (self.conflicts() - before).max(1);
            budget = budget.saturating_sub(cost);
            cores.minimized += cost;
        }
        Ok(core)
    }

    /// Pays for a core: its least weight is spent, and one more than one of its literals costs that much again.
    fn relax(&mut self, cores: &mut Cores, core: &[Lit]) -> Result<(), SolveError> {
        let least = core.iter().map(|lit| cores.soft[lit].weight).min().expect("a core is not empty");
        cores.lower += least;
        let clause: Vec<Lit> = core.iter().map(|&lit| !lit).chain([!cores.switch]).collect();
        self.solver.add_clause_ref(Cl::new(&clause)).map_err(SolveError::solver)?;
        for lit in core {
            let soft = cores.soft[lit];
            if soft.weight == least {
                cores.soft.swap_remove(lit);
            } else {
                cores.soft[lit].weight -= least;
            }
            if let Some((totalizer, holding)) = soft.output {
                self.soften(cores, totalizer, holding + 1, least);
            }
        }
        if core.len() > 1 {
            cores.totalizers.push(core.iter().map(|&lit| !lit).collect());
            self.soften(cores, cores.totalizers.len() - 1, 1, least);
        }
        Ok(())
    }

    /// From now on it costs so much if more than `holding` inputs of a totalizer hold.
    fn soften(&mut self, cores: &mut Cores, index: usize, holding: usize, weight: usize) {
        let totalizer = &mut cores.totalizers[index];
        let mut assumptions = Vec::new();
        self.translation.encode_objective(|clauses, variables| {
            totalizer.encode_ub_change(holding..=holding, clauses, variables).expect("vectors grow");
            assumptions = totalizer.enforce_ub(holding).expect("just encoded");
        });
        // Where all inputs may hold there is nothing to assume.
        for lit in assumptions {
            let soft = cores.soft.entry(lit).or_insert(Soft { weight: 0, output: Some((index, holding)) });
            soft.weight += weight;
        }
    }
}
