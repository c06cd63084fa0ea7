//! Core-guided search for the least value of one objective.
//!
//! The method is OLL (Andres, Kaufmann, Matheis & Schaub: Unsatisfiability-based optimization in clasp, ICLP 2012) with
//! stratification (Ansotegui, Bonet, Gabas & Levy, CP 2012) and hardening. Each literal with a cost is assumed to be
//! false. A core is a set of literals at least one of which must be true; it raises the lower bound by its least
//! weight, which is deducted from the weights of its literals. Outputs of a totalizer over the core ("at least two are
//! true" and so on) have that weight from then on.
//!
//! Invariant: the cost of an answer set is the lower bound plus the weights of the soft literals that it violates. So
//! an answer set that violates none is best, and if there is one, every best answer set violates none.
//!
//! The order of the assumptions matters, because cores tend to consist of those assumed first. Heavy literals come
//! first, since their cores raise the lower bound most. Among equal weights, literals of the objective come before
//! outputs of totalizers, so disjoint cores are found first.
//!
//! Before stratification, all soft literals are assumed, and cores are searched for with a small conflict budget.
//! Outputs of totalizers come last then, so literals of earlier cores are avoided as long as literals of the objective
//! form a core. This resembles dual ascent for covering problems. Strata, which have only the heavy literals, leave
//! remainders whose cores are hard to find.
//!
//! A literal that unit propagation alone refutes is a core of one literal. All such cores are found in one call, which
//! matters if objectives of higher priority leave little choice.
//!
//! All clauses except definitions, and the assumptions of the search, are conditional on the activation literal.

use std::cmp::Reverse;
use std::ops::Range;

use indexmap::IndexMap;
use itertools::Itertools;
use rustc_hash::{FxBuildHasher, FxHashSet};
use rustsat::encodings::card::{BoundUpper as _, BoundUpperIncremental as _, Totalizer};
use rustsat::types::Lit;

use super::objective::Objective;
use super::{Pause, Search, SolveError, Step};
use crate::translate::Valuation;
use groundplan_ground::{Pass, Report};

/// The state of core-guided search on one objective.
#[derive(Debug)]
pub(super) struct Cores {
    activation: Lit,
    /// The soft literals, which are assumed, each with its weight if violated.
    soft: IndexMap<Lit, SoftLiteral, FxBuildHasher>,
    relaxed: Vec<RelaxedCore>,
    /// The age of the next soft literal.
    next_age: usize,
    /// The proven lower bound, in units.
    lower: usize,
    /// The lower bound when the current conflict budget was granted.
    lower_before: usize,
    /// The minimal weight of a soft literal that is assumed.
    stratum: usize,
    /// Whether to search for literals that propagation alone refutes.
    seeks_forced: bool,
    /// Whether all soft literals are assumed, before stratification starts.
    is_propagated: bool,
    /// The conflict budget that was granted last. `budget` is what is left of it.
    granted: u64,
    budget: u64,
}

#[derive(Clone, Copy, Debug)]
struct SoftLiteral {
    weight: usize,
    /// A counter that is higher for literals that became soft later.
    age: usize,
    /// For an output of a totalizer: the index of the relaxed core, and the number of its literals that may be true
    /// without a violation.
    output: Option<(usize, usize)>,
}

/// A core whose first true literal has been paid for by the lower bound.
#[derive(Debug)]
struct RelaxedCore {
    /// Counts the true literals of the core.
    totalizer: Totalizer,
    size: usize,
    /// The weight of each further true literal.
    weight: usize,
    /// The weight that each output was given as a soft literal, from "at least two are true" on.
    softened: Vec<usize>,
    /// The variables of the totalizer.
    variables: Vec<Range<usize>>,
    /// The relaxed cores with an output among the literals of this one, by their indices.
    counted: Vec<usize>,
    /// Whether an output must be false.
    is_hardened: bool,
}

impl RelaxedCore {
    /// Returns an assumption that at most `paid` literals of the core are true, or `None` if that holds trivially.
    fn no_more_than(&mut self, search: &mut Search, paid: usize) -> Option<Lit> {
        if paid >= self.size {
            return None;
        }
        let totalizer = &mut self.totalizer;
        let mut assumptions = Vec::new();
        let before = search.translation.variable_count();
        search.translation.encode_objective(|clauses, variables| {
            totalizer.encode_ub_change(paid..=paid, clauses, variables).expect("vectors grow");
            assumptions = totalizer.enforce_ub(paid).expect("just encoded");
        });
        self.variables.push(before..search.translation.variable_count());
        Some(assumptions.into_iter().exactly_one().expect("a totalizer has an output for each number"))
    }
}

impl Cores {
    /// Creates the state for an objective. The complement of an input is soft unless it is in `assumed`, which holds in
    /// any case.
    ///
    /// If `is_stratified`, stratification starts at once; otherwise all soft literals are assumed first.
    pub fn new(
        inputs: &[(Lit, usize)],
        assumed: &[Lit],
        activation: Lit,
        budget: u64,
        is_stratified: bool,
    ) -> Self {
        let assumed: FxHashSet<Lit> = assumed.iter().copied().collect();
        let open = inputs.iter().filter(|(lit, _)| !assumed.contains(&!*lit));
        let soft =
            open.enumerate().map(|(age, &(lit, weight))| (!lit, SoftLiteral { weight, age, output: None }));
        let soft: IndexMap<Lit, SoftLiteral, FxBuildHasher> = soft.collect();
        let mut cores = Cores {
            activation,
            next_age: soft.len(),
            soft,
            relaxed: Vec::new(),
            lower: 0,
            lower_before: 0,
            stratum: 0,
            seeks_forced: true,
            is_propagated: !is_stratified,
            granted: budget,
            budget,
        };
        if is_stratified {
            cores.stratify();
        }
        cores
    }

    /// Returns the proven lower bound, in units.
    pub fn lower(&self) -> usize {
        self.lower
    }

    /// Returns by how much the lower bound has risen since the conflict budget was granted.
    pub fn raised(&self) -> usize {
        self.lower - self.lower_before
    }

    /// Returns the conflict budget that was granted last.
    pub fn granted(&self) -> u64 {
        self.granted
    }

    /// Returns the number of variables that count the literals of cores.
    pub fn variable_count(&self) -> usize {
        self.relaxed.iter().flat_map(|relaxed| &relaxed.variables).map(ExactSizeIterator::len).sum()
    }

    /// Grants a new conflict budget.
    pub fn extend(&mut self, budget: u64) {
        self.lower_before = self.lower;
        self.granted = budget;
        self.budget = budget;
    }

    /// Returns all soft literals: assumptions under which the cost is the lower bound.
    pub fn soft(&self) -> Vec<Lit> {
        self.soft.keys().copied().collect()
    }

    /// Returns the soft literals of the current stratum, in the order of assumption.
    fn assumed(&self) -> Vec<Lit> {
        let mut assumed: Vec<(&Lit, &SoftLiteral)> =
            self.soft.iter().filter(|(_, soft)| soft.weight >= self.stratum).collect();
        assumed.sort_unstable_by_key(|(_, soft)| {
            let is_output = soft.output.is_some();
            (self.is_propagated && is_output, Reverse(soft.weight), is_output, Reverse(soft.age))
        });
        assumed.into_iter().map(|(&lit, _)| lit).collect()
    }

    /// Whether all soft literals are assumed.
    fn is_whole(&self) -> bool {
        self.soft.values().all(|soft| soft.weight >= self.stratum)
    }

    /// Starts stratification: only the heaviest literals are assumed.
    fn stratify(&mut self) {
        self.is_propagated = false;
        self.stratum = usize::MAX;
        self.widen();
    }

    /// Lowers the minimal weight of assumed literals.
    fn widen(&mut self) {
        self.stratum = next_stratum(self.soft.values().map(|soft| soft.weight), self.stratum);
    }

    /// Calls the solver once, with soft literals assumed in addition to `base`. Returns a model, or that the lower bound meets the
    /// upper one, or a pause; `None` if the lower bound was raised, or fewer literals are assumed.
    ///
    /// No answer set may cost less than the lower bound, and one that costs `upper` must be known.
    pub fn raise(
        &mut self,
        search: &mut Search,
        base: &[Lit],
        upper: usize,
    ) -> Result<Option<Step<Valuation>>, SolveError> {
        if self.lower >= upper {
            return Ok(Some(Step::Exhausted));
        }
        self.harden(search, upper)?;
        let seeks_forced = search.config.passes.has(Pass::PropagatedCores);
        if std::mem::take(&mut self.seeks_forced) && seeks_forced && self.pay_for_forced(search, base)? {
            return Ok(None);
        }
        let assumptions: Vec<Lit> = base.iter().copied().chain(self.assumed()).collect();
        search.hand_over()?;
        let found = if self.is_propagated {
            search.find_within(&assumptions, &mut search.config.tuning.propagated_conflicts.clone())?
        } else {
            search.find_within(&assumptions, &mut self.budget)?
        };
        match found {
            Step::Answer(values) => {
                // An answer set without a violation is best. The caller computes its cost, and calls again.
                if !self.is_whole() {
                    self.widen();
                }
                Ok(Some(Step::Answer(values)))
            }
            Step::Exhausted => {
                let core = self.core(search)?;
                let pass = if self.is_propagated { Pass::PropagatedCores } else { Pass::Cores };
                search.statistics.passes.add(pass, Report::once());
                if core.is_empty() {
                    // No answer set is better than the upper bound.
                    self.lower = upper;
                    return Ok(Some(Step::Exhausted));
                }
                self.relax(search, &core)?;
                // After a core of one literal, there may be further ones.
                self.seeks_forced = core.len() == 1;
                Ok(None)
            }
            Step::Paused(Pause::OverBudget) if self.is_propagated => {
                self.stratify();
                Ok(None)
            }
            Step::Paused(pause) => Ok(Some(Step::Paused(pause))),
        }
    }

    /// Relaxes all literals that propagation alone refutes, each as a core of one literal. Returns whether there are
    /// any.
    fn pay_for_forced(&mut self, search: &mut Search, base: &[Lit]) -> Result<bool, SolveError> {
        search.hand_over()?;
        let soft: Vec<Lit> = self.soft.keys().copied().collect();
        let forced = search.refuted_by(base, &soft)?;
        let report = Report { fired: forced.len() as u64, ..Report::default() };
        search.statistics.passes.add(Pass::PropagatedCores, report);
        for &lit in &forced {
            self.relax(search, &[lit])?;
        }
        Ok(!forced.is_empty())
    }

    /// Hardens soft literals that weigh more than the gap between the bounds: no best answer set violates them.
    fn harden(&mut self, search: &mut Search, upper: usize) -> Result<(), SolveError> {
        let gap = upper - self.lower;
        let hard = self.soft.iter().filter(|(_, soft)| soft.weight > gap);
        let hard: Vec<(Lit, SoftLiteral)> = hard.map(|(&lit, &soft)| (lit, soft)).collect();
        for (lit, soft) in hard {
            self.soft.swap_remove(&lit);
            if let Some((index, _)) = soft.output {
                self.relaxed[index].is_hardened = true;
            }
            search.add_clause(&[!self.activation, lit])?;
        }
        Ok(())
    }

    /// Ends the search by cores. The solver need not propagate the totalizers any longer: their clauses are satisfied if all their
    /// variables are true. No answer set is lost, because the clauses say only that outputs are true if enough inputs are, and nothing
    /// else makes an output false, unless it is hardened. Totalizers with hardened outputs stay, and so do those that they count.
    pub fn retire(mut self, search: &mut Search) -> Result<(), SolveError> {
        // A core counts outputs of earlier ones.
        while let Some(relaxed) = self.relaxed.pop() {
            if relaxed.is_hardened {
                relaxed.counted.iter().for_each(|&index| self.relaxed[index].is_hardened = true);
                continue;
            }
            for variable in relaxed.variables.into_iter().flatten() {
                search.add_clause(&[Lit::positive(variable as u32)])?;
            }
        }
        Ok(())
    }

    /// Returns the soft literals of the last core.
    fn core(&self, search: &mut Search) -> Result<Vec<Lit>, SolveError> {
        let soft = search.blamed()?.into_iter().filter(|lit| self.soft.contains_key(lit));
        Ok(soft.unique().collect())
    }

    /// Relaxes a core: raises the lower bound by its least weight, and makes outputs of a totalizer over it soft.
    fn relax(&mut self, search: &mut Search, core: &[Lit]) -> Result<(), SolveError> {
        let least = core.iter().map(|lit| self.soft[lit].weight).min().expect("a core is not empty");
        self.lower += least;
        let clause: Vec<Lit> = core.iter().map(|&lit| !lit).chain([!self.activation]).collect();
        search.add_clause(&clause)?;
        let outputs = core.iter().filter_map(|lit| self.soft[lit].output);
        let counted = outputs.map(|(index, _)| index).unique().collect();
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
            self.relaxed.push(RelaxedCore {
                totalizer: core.iter().map(|&lit| !lit).collect(),
                size: core.len(),
                weight: least,
                softened: Vec::new(),
                variables: Vec::new(),
                counted,
                is_hardened: false,
            });
            self.soften(search, self.relaxed.len() - 1, 1, least);
        }
        Ok(())
    }

    /// Adds a weight to the soft literal that at most `paid` literals of a relaxed core are true.
    fn soften(&mut self, search: &mut Search, index: usize, paid: usize, weight: usize) {
        let relaxed = &mut self.relaxed[index];
        // All literals of the core may be true, so there is nothing to assume.
        let Some(lit) = relaxed.no_more_than(search, paid) else { return };
        if relaxed.softened.len() < paid {
            relaxed.softened.resize(paid, 0);
        }
        relaxed.softened[paid - 1] += weight;
        let new = SoftLiteral { weight: 0, age: self.next_age, output: Some((index, paid)) };
        self.next_age += 1;
        self.soft.entry(lit).or_insert(new).weight += weight;
    }

    /// Returns the objective as reformulated by the cores: a better answer set than `upper` costs less on it than the
    /// gap between the bounds. `is_varied` says whether the original objective is varied.
    ///
    /// A totalizer output costs less than the literals of its core, so bounds on the reformulated objective prove more.
    /// This is the model-improving part of core-boosted search (Berg, Demirović & Stuckey: Core-boosted linear search
    /// for incomplete MaxSAT, CPAIOR 2019).
    pub fn reformulate(&mut self, search: &mut Search, is_varied: bool, upper: usize) -> Objective {
        let gap = upper - self.lower;
        // In order of age, related literals are neighbours, and a totalizer over them has smaller sums.
        let by_age = self.soft.iter().sorted_unstable_by_key(|(_, soft)| soft.age);
        let mut weights: IndexMap<Lit, usize, FxBuildHasher> =
            by_age.map(|(&lit, soft)| (!lit, soft.weight)).collect();
        for relaxed in &mut self.relaxed {
            // The least cost if at least this many literals of the core are true.
            let mut spent = 0;
            for paid in 1..relaxed.size {
                let Some(lit) = relaxed.no_more_than(search, paid) else { break };
                let softened = relaxed.softened.get(paid - 1).copied().unwrap_or(0);
                let weight = weights.entry(!lit).or_insert(0);
                *weight += relaxed.weight - softened;
                spent += *weight;
                // A better answer set makes no more of the literals true.
                if spent > gap {
                    break;
                }
            }
        }
        weights.retain(|_, weight| *weight > 0);
        Objective::of_units(&search.translation, weights.into_iter().collect(), is_varied)
    }
}

/// Returns the greatest weight below `stratum` that adds many of the weights to those that are at least as great: the next minimal weight
/// of what is assumed. It is the least weight if there is none.
pub(super) fn next_stratum<W: Copy + Ord + Default>(weights: impl Iterator<Item = W>, stratum: W) -> W {
    let mut weights: Vec<W> = weights.collect();
    weights.sort_unstable_by_key(|&weight| Reverse(weight));
    let mut distinct = 0;
    for (index, &weight) in weights.iter().enumerate() {
        if weights.get(index + 1) == Some(&weight) {
            continue;
        }
        distinct += 1;
        // Continue until there are more than five of them per four distinct weights.
        if weight < stratum && (index + 1) * 4 > distinct * 5 {
            return weight;
        }
    }
    weights.last().copied().unwrap_or_default()
}
