//! Lower bounds of sums of integer variables, by cores (Gange, Berg, Demirović & Stuckey: Core-guided and core-boosted search for CP,
//! CPAIOR 2020).
//!
//! Each term of the sum is assumed to have its least value. A core is a set of terms one of which has more. It raises the lower bound by
//! its least weight, which is deducted from the weights of its terms. A new variable, the sum of these terms, has that weight from then
//! on, and its least value is greater by one than theirs together.
//!
//! A core of a single term raises its least value. After each such core twice as much is assumed to be too little, so that the least
//! makespan of a schedule is not approached one by one.
//!
//! Invariant: the cost of an answer set that is better than the best known one is `lower`, and the sum of `weight * (value - least)` over
//! all terms, none of which is negative.

use std::cmp::Reverse;

use groundplan_sat::integers::View;
use rustsat::types::Lit;

use super::cores::next_stratum;
use super::{Pause, Search, SolveError, Step};
use crate::theory::CostLevel;
use crate::translate::Valuation;

/// The state of the search for cores of one sum.
#[derive(Debug)]
pub(super) struct IntegerCores {
    terms: Vec<SoftTerm>,
    /// The proven lower bound.
    lower: i64,
    /// The least weight of a term that is assumed to have its least value.
    stratum: i64,
    /// The conflict budget that was granted last. `budget` is what is left of it.
    granted: u64,
    budget: u64,
    /// The lower bound when it was granted.
    lower_before: i64,
}

#[derive(Clone, Copy, Debug)]
struct SoftTerm {
    weight: i64,
    view: View,
    least: i64,
    /// How much more than the least value is assumed to be too little.
    reach: i64,
    /// Whether it stands for a core.
    is_sum: bool,
}

impl IntegerCores {
    /// Begins with a sum. The search is on level 0.
    pub fn new(search: &Search, level: &CostLevel, budget: u64) -> Self {
        let (terms, lower) = search.soft_terms(level);
        let soft = |(weight, view, least)| SoftTerm { weight, view, least, reach: 0, is_sum: false };
        let terms = terms.into_iter().map(soft).collect();
        let mut cores =
            IntegerCores { terms, lower, stratum: i64::MAX, granted: budget, budget, lower_before: lower };
        cores.widen();
        cores
    }

    /// The proven lower bound.
    pub fn lower(&self) -> i64 {
        self.lower
    }

    /// By how much the lower bound has risen since the conflict budget was granted.
    pub fn raised(&self) -> i64 {
        self.lower - self.lower_before
    }

    /// The conflict budget that was granted last.
    pub fn granted(&self) -> u64 {
        self.granted
    }

    /// Grants a new conflict budget.
    pub fn extend(&mut self, budget: u64) {
        (self.granted, self.budget) = (budget, budget);
        self.lower_before = self.lower;
    }

    /// Lowers the least weight of the assumed terms.
    fn widen(&mut self) {
        self.stratum = next_stratum(self.terms.iter().map(|term| term.weight), self.stratum);
    }

    /// Calls the solver once, with terms assumed to have their least values, in addition to `base`. Returns an answer set; or that there
    /// is none under `base`; or a pause; or `None` if the lower bound has risen, or fewer or lower values are assumed.
    pub fn raise(
        &mut self,
        search: &mut Search,
        base: &[Lit],
    ) -> Result<Option<Step<Valuation>>, SolveError> {
        let mut places: Vec<usize> =
            (0..self.terms.len()).filter(|&place| self.terms[place].weight >= self.stratum).collect();
        places.sort_by_key(|&place| (Reverse(self.terms[place].weight), self.terms[place].is_sum));
        let mut assumed: Vec<(Lit, usize)> = Vec::new();
        let free = places.iter().map(|&place| {
            let SoftTerm { view, least, reach, .. } = self.terms[place];
            (view, least + reach)
        });
        for (literal, &place) in search.at_most(free)?.into_iter().zip(&places) {
            match literal {
                Ok(literal) => assumed.push((literal, place)),
                Err(true) => {}
                Err(false) => {
                    self.raise_least(place);
                    return Ok(None);
                }
            }
        }
        let literals: Vec<Lit> =
            base.iter().copied().chain(assumed.iter().map(|&(literal, _)| literal)).collect();
        match search.find_within(&literals, &mut self.budget)? {
            Step::Answer(values) => {
                self.terms.iter_mut().for_each(|term| term.reach = 0);
                if assumed.len() < self.terms.len() {
                    self.widen();
                }
                Ok(Some(Step::Answer(values)))
            }
            Step::Exhausted => {
                let blamed = search.blamed()?;
                assumed.retain(|(literal, _)| blamed.contains(literal));
                let core: Vec<usize> = assumed.into_iter().map(|(_, place)| place).collect();
                match core[..] {
                    [] => return Ok(Some(Step::Exhausted)),
                    [place] => self.raise_least(place),
                    _ => self.relax(search, &core)?,
                }
                Ok(None)
            }
            // One value may be too far.
            Step::Paused(Pause::OverBudget) => {
                self.terms.iter_mut().for_each(|term| term.reach = 0);
                Ok(Some(Step::Paused(Pause::OverBudget)))
            }
            Step::Paused(pause) => Ok(Some(Step::Paused(pause))),
        }
    }

    /// A term has more than was assumed.
    fn raise_least(&mut self, place: usize) {
        let term = &mut self.terms[place];
        let by = term.reach + 1;
        term.least += by;
        self.lower += term.weight * by;
        term.reach = 2 * term.reach + 1;
    }

    /// One of several terms has more than was assumed.
    fn relax(&mut self, search: &mut Search, core: &[usize]) -> Result<(), SolveError> {
        if core.iter().any(|&place| self.terms[place].reach > 0) {
            core.iter().for_each(|&place| self.terms[place].reach = 0);
            return Ok(());
        }
        let weight = core.iter().map(|&place| self.terms[place].weight).min().expect("there are several");
        let views: Vec<View> = core.iter().map(|&place| self.terms[place].view).collect();
        let least: i64 = core.iter().map(|&place| self.terms[place].least).sum();
        let sum = search.sum_of(&views)?;
        self.lower += weight;
        core.iter().for_each(|&place| self.terms[place].weight -= weight);
        self.terms.retain(|term| term.weight > 0);
        self.terms.push(SoftTerm { weight, view: sum.view(), least: least + 1, reach: 0, is_sum: true });
        Ok(())
    }
}
