//! Core-guided search for the least value of one objective: OLL (Andres, Kaufmann, Matheis & Schaub: Unsatisfiability-based
//! optimization in clasp, ICLP 2012) with stratification (Ansotegui, Bonet, Gabas & Levy, CP 2012) and hardening.
//!
//! Each literal that costs something is assumed not to hold. A core, literals of which one has to be paid for, raises the
//! lower bound by its least weight; what is left of the weights stays, and the outputs of a totalizer over the core, "two of
//! these are paid for" and so on, cost that weight from then on. Invariant: the cost of an answer set is the lower bound and
//! the weights of the soft literals that it violates; so one that violates none is the best, and each best one is such.
//!
//! The order of the assumptions matters much, for a core tells of those that were assumed first: heavy ones, which make it raise
//! the lower bound by much, and of the same weight the literals of the objective, so that cores that have nothing in common are
//! found first and those about them later. A dominating set that was not proven least in 20 s in the order that removal leaves
//! takes a tenth of a second.
//!
//! Cores that propagation finds come before all strata, in an order of their own: as long as literals of the objective alone are
//! a core, none of what is left of earlier ones is in it. It is the ascent of the dual that bounds covers from below; strata,
//! which know the heavy literals alone, leave pieces of which later cores are hard to find. A cover with 150 weighted sets that
//! was not proven least in 20 s takes 0.05.
//!
//! What propagation alone refutes is a core of one literal. All of these are paid for at once, without a search for each: of 1,255
//! cores of a configuration of packages, where objectives of higher priority leave little to choose, 1,200 are such.
//!
//! All clauses that are not definitions hold only under the switch, as do the assumptions of the search.

use std::cmp::Reverse;

use indexmap::IndexMap;
use itertools::Itertools;
use rustc_hash::{FxBuildHasher, FxHashSet};
use rustsat::encodings::card::{BoundUpper as _, BoundUpperIncremental as _, Totalizer};
use rustsat::types::Lit;

use super::objective::Objective;
use super::search::Found;
use super::{Pause, Search, SolveError};
use crate::translate::Valuation;
use groundplan_ground::{Pass, Report};

/// The state of the search on one objective.
#[derive(Debug)]
pub(super) struct Cores {
    switch: Lit,
    /// What is assumed, with what it costs if it does not hold.
    soft: IndexMap<Lit, Soft, FxBuildHasher>,
    relaxed: Vec<Relaxed>,
    /// The age of the literal that becomes soft next.
    next_age: usize,
    /// What is proven to be spent, in units.
    lower: usize,
    /// What was when it was given conflicts.
    lower_before: usize,
    /// Only soft literals of at least this weight are assumed.
    stratum: usize,
    /// Whether literals that have to be paid for in any case are to be looked for.
    seeks_forced: bool,
    /// Whether there are no strata yet, for propagation finds cores.
    is_propagated: bool,
    /// How many conflicts it was given last, and how many are left of these.
    given: u64,
    budget: u64,
}

#[derive(Clone, Copy, Debug)]
struct Soft {
    weight: usize,
    /// The higher, the later it became soft.
    age: usize,
    /// The relaxed core of which it is an output, and how many of that may be paid for with it.
    output: Option<(usize, usize)>,
}

/// A core that has been paid for once.
#[derive(Debug)]
struct Relaxed {
    /// Over what is to be paid for.
    totalizer: Totalizer,
    size: usize,
    /// What each further one costs.
    weight: usize,
    /// How much of that is soft, or was, from the second one on.
    softened: Vec<usize>,
}

impl Relaxed {
    /// What is to be assumed for no more than `paid` literals of it to be paid for, if they are not all.
    fn no_more_than(&mut self, search: &mut Search, paid: usize) -> Option<Lit> {
        if paid >= self.size {
            return None;
        }
        let totalizer = &mut self.totalizer;
        let mut assumptions = Vec::new();
        search.translation.encode_objective(|clauses, variables| {
            totalizer.encode_ub_change(paid..=paid, clauses, variables).expect("vectors grow");
            assumptions = totalizer.enforce_ub(paid).expect("just encoded");
        });
        Some(assumptions.into_iter().exactly_one().expect("a totalizer has an output for each number"))
    }
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
    Paused(Pause),
}

impl Cores {
    /// About to begin with an objective: literals and what they cost. What is assumed in any case is not soft. Cores that
    /// propagation finds are for later, too, where strata are wanted at once.
    pub fn new(
        inputs: &[(Lit, usize)],
        assumed: &[Lit],
        switch: Lit,
        budget: u64,
        is_stratified: bool,
    ) -> Self {
        let assumed: FxHashSet<Lit> = assumed.iter().copied().collect();
        let open = inputs.iter().filter(|(lit, _)| !assumed.contains(&!*lit));
        let soft = open.enumerate().map(|(age, &(lit, weight))| (!lit, Soft { weight, age, output: None }));
        let soft: IndexMap<Lit, Soft, FxBuildHasher> = soft.collect();
        let mut cores = Cores {
            switch,
            next_age: soft.len(),
            soft,
            relaxed: Vec::new(),
            lower: 0,
            lower_before: 0,
            stratum: 0,
            seeks_forced: true,
            is_propagated: !is_stratified,
            given: budget,
            budget,
        };
        if is_stratified {
            cores.stratify();
        }
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

    /// What is soft at present, in the order in which it is to be assumed.
    fn assumed(&self) -> Vec<Lit> {
        let mut assumed: Vec<(&Lit, &Soft)> =
            self.soft.iter().filter(|(_, soft)| soft.weight >= self.stratum).collect();
        assumed.sort_unstable_by_key(|(_, soft)| {
            let is_output = soft.output.is_some();
            (self.is_propagated && is_output, Reverse(soft.weight), is_output, Reverse(soft.age))
        });
        assumed.into_iter().map(|(&lit, _)| lit).collect()
    }

    /// Whether everything soft is assumed.
    fn is_whole(&self) -> bool {
        self.soft.values().all(|soft| soft.weight >= self.stratum)
    }

    /// Assumes the heaviest literals alone.
    fn stratify(&mut self) {
        self.is_propagated = false;
        self.stratum = usize::MAX;
        self.widen();
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

    /// One step: a call of the solver with what is soft assumed besides `base`. No answer set spends less than the lower
    /// bound, and one that spends `upper` is known.
    pub fn raise(&mut self, search: &mut Search, base: &[Lit], upper: usize) -> Result<Raised, SolveError> {
        if self.lower >= upper {
            return Ok(Raised::Done);
        }
        self.harden(search, upper)?;
        let seeks_forced = search.config.passes.has(Pass::PropagatedCores);
        if std::mem::take(&mut self.seeks_forced) && seeks_forced && self.pay_for_forced(search, base)? {
            return Ok(Raised::Lower);
        }
        let assumptions: Vec<Lit> = base.iter().copied().chain(self.assumed()).collect();
        search.hand_over()?;
        let found = if self.is_propagated {
            search.find_within(&assumptions, &mut search.config.tuning.propagated_conflicts.clone())?
        } else {
            search.find_within(&assumptions, &mut self.budget)?
        };
        match found {
            Found::Model(values) => {
                // An answer set that violates nothing is the best; the caller learns its cost, and comes again.
                if !self.is_whole() {
                    self.widen();
                }
                Ok(Raised::Model(values))
            }
            Found::None => {
                let core = self.core(search)?;
                let pass = if self.is_propagated { Pass::PropagatedCores } else { Pass::Cores };
                search.statistics.passes.add(pass, Report::once());
                if core.is_empty() {
                    // Nothing is left below the upper bound.
                    self.lower = upper;
                    return Ok(Raised::Done);
                }
                self.relax(search, &core)?;
                // Where one alone had to be paid for, others may have to.
                self.seeks_forced = core.len() == 1;
                Ok(Raised::Lower)
            }
            Found::Paused(Pause::OverBudget) if self.is_propagated => {
                self.stratify();
                Ok(Raised::Lower)
            }
            Found::Paused(Pause::OverBudget) => Ok(Raised::OverBudget),
            Found::Paused(pause) => Ok(Raised::Paused(pause)),
        }
    }

    /// Pays for all that propagation alone refutes, which are cores of one literal each; whether there are some.
    fn pay_for_forced(&mut self, search: &mut Search, base: &[Lit]) -> Result<bool, SolveError> {
        search.hand_over()?;
        let soft: Vec<Lit> = self.soft.keys().copied().collect();
        let forced = search.solver.refuted_by(base, &soft)?;
        let report = Report { fired: forced.len() as u64, ..Report::default() };
        search.statistics.passes.add(Pass::PropagatedCores, report);
        for &lit in &forced {
            self.relax(search, &[lit])?;
        }
        Ok(!forced.is_empty())
    }

    /// What weighs more than lies between the bounds is never paid for by a best answer set.
    fn harden(&mut self, search: &mut Search, upper: usize) -> Result<(), SolveError> {
        let gap = upper - self.lower;
        let hard: Vec<Lit> =
            self.soft.iter().filter(|(_, soft)| soft.weight > gap).map(|(&lit, _)| lit).collect();
        for lit in hard {
            self.soft.swap_remove(&lit);
            search.add_clause(&[!self.switch, lit])?;
        }
        Ok(())
    }

    /// The soft literals of the last core.
    fn core(&self, search: &mut Search) -> Result<Vec<Lit>, SolveError> {
        let soft = search.blamed()?.into_iter().filter(|lit| self.soft.contains_key(lit));
        Ok(soft.unique().collect())
    }

    /// Pays for a core: its least weight is spent, and one more than one of its literals costs that much again.
    fn relax(&mut self, search: &mut Search, core: &[Lit]) -> Result<(), SolveError> {
        let least = core.iter().map(|lit| self.soft[lit].weight).min().expect("a core is not empty");
        self.lower += least;
        let clause: Vec<Lit> = core.iter().map(|&lit| !lit).chain([!self.switch]).collect();
        search.add_clause(&clause)?;
        for lit in core {
            let soft = self.soft[lit];
            if soft.weight == least {
                self.soft.swap_remove(lit);
            } else {
                self.soft[lit].weight -= least;
            }
            if let Some((index, paid)) = soft.output {
                self.soften(search, index, paid + 1, least);
            }
        }
        if core.len() > 1 {
            self.relaxed.push(Relaxed {
                totalizer: core.iter().map(|&lit| !lit).collect(),
                size: core.len(),
                weight: least,
                softened: Vec::new(),
            });
            self.soften(search, self.relaxed.len() - 1, 1, least);
        }
        Ok(())
    }

    /// From now on it costs so much if more than `paid` literals of a relaxed core are paid for.
    fn soften(&mut self, search: &mut Search, index: usize, paid: usize, weight: usize) {
        let relaxed = &mut self.relaxed[index];
        // All of them may be paid for: there is nothing to assume.
        let Some(lit) = relaxed.no_more_than(search, paid) else { return };
        if relaxed.softened.len() < paid {
            relaxed.softened.resize(paid, 0);
        }
        relaxed.softened[paid - 1] += weight;
        let new = Soft { weight: 0, age: self.next_age, output: Some((index, paid)) };
        self.next_age += 1;
        self.soft.entry(lit).or_insert(new).weight += weight;
    }

    /// What cores have left of an objective, which was varied or not: an answer set better than `upper` spends less on it than
    /// lies between the bounds.
    ///
    /// What is over once a core was paid for costs less than what went into it, and bounds on that tell the solver more: it is
    /// the search for better answer sets after cores (Berg, Demirović & Stuckey: Core-boosted linear search for incomplete
    /// MaxSAT, CPAIOR 2019).
    pub fn rest(&mut self, search: &mut Search, is_varied: bool, upper: usize) -> Objective {
        let gap = upper - self.lower;
        // A totalizer over what belongs together has smaller sums: wires and feedback vertices take half as long by age as in the
        // order that removal leaves.
        let by_age = self.soft.iter().sorted_unstable_by_key(|(_, soft)| soft.age);
        let mut weights: IndexMap<Lit, usize, FxBuildHasher> =
            by_age.map(|(&lit, soft)| (!lit, soft.weight)).collect();
        for relaxed in &mut self.relaxed {
            // What is spent where so many of it are paid for, at least.
            let mut spent = 0;
            for paid in 1..relaxed.size {
                let Some(lit) = relaxed.no_more_than(search, paid) else { break };
                let softened = relaxed.softened.get(paid - 1).copied().unwrap_or(0);
                let weight = weights.entry(!lit).or_insert(0);
                *weight += relaxed.weight - softened;
                spent += *weight;
                // More than these no better answer set pays for.
                if spent > gap {
                    break;
                }
            }
        }
        weights.retain(|_, weight| *weight > 0);
        Objective::of_units(&search.translation, weights.into_iter().collect(), is_varied)
    }
}
