//! Minimization of one objective, given the values of those before it.
//!
//! Cores raise the lower bound within a conflict budget. If that proves no optimum, model-improving search continues,
//! and the two alternate with growing budgets. If the latter is cheap because the bound is propagated, they alternate
//! from the start. After cores, model-improving search uses the reformulated objective where that prunes more.

use rustsat::types::Lit;

use super::{Optimization, Phase, Reformulated, Role};
use crate::solve::cores::Cores;
use crate::solve::objective::Objective;
use crate::solve::{End, Pause, Question, Search, SolveError, Step};
use crate::translate::Valuation;
use groundplan_ground::{Pass, Report};

impl Optimization {
    /// Skips levels at which the best answer set has the least possible cost.
    fn pass_free_levels(&mut self, search: &mut Search) -> Result<(), SolveError> {
        while let (Some(objective), Some(best)) = (self.encoded.get_mut(self.level), &self.best) {
            if objective.units(best[self.level]) > 0 {
                break;
            }
            let kept = objective.at_most(search, 0)?;
            self.finish_level(search, &kept)?;
        }
        Ok(())
    }

    /// Calls the solver once on the current level, or not at all if the level is finished. A model found need not be
    /// better.
    pub(super) fn step(&mut self, search: &mut Search) -> Result<Option<Step<Valuation>>, SolveError> {
        let until_turn = self.until_neighbourhoods(search);
        let Optimization {
            literals,
            activation,
            encoded,
            best: Some(best),
            level,
            phase,
            reformulated,
            role,
            ..
        } = self
        else {
            unreachable!("there is an answer set")
        };
        let Some(objective) = encoded.get_mut(*level) else {
            return self.end(search, End::Exhausted).map(|()| None);
        };
        let upper = objective.units(best[*level]);
        let activation = activation.expect("it has not ended");
        let (tuning, passes) = (search.config.tuning, search.config.passes);
        let all = tuning.core_conflicts;
        match phase {
            Phase::Begin if upper == 0 => self.pass_free_levels(search).map(|()| None),
            Phase::Begin => {
                objective.group(&search.translation);
                let statistics = &mut search.statistics.passes;
                statistics.add(Pass::ExactlyOneGroups, Report::of(objective.is_telling()));
                statistics.add(Pass::DisjointCovers, Report::of(objective.is_covering()));
                let by_cores = match role {
                    Role::Alone => search.solver.counts_conflicts() && passes.has(Pass::Cores),
                    Role::Cores => true,
                    Role::Improve => false,
                };
                *phase = if by_cores {
                    let is_cheap = *role == Role::Alone
                        && passes.has(Pass::Interleaving)
                        && objective.is_propagated(search);
                    let budget = if is_cheap { all.div_ceil(tuning.first_core_divisor) } else { all };
                    let is_stratified =
                        objective.is_varied && !objective.is_covering() || !passes.has(Pass::PropagatedCores);
                    let cores = Cores::new(&objective.inputs, literals, activation, budget, is_stratified);
                    Phase::Cores { cores: Box::new(cores), improving: 0 }
                } else {
                    Phase::Improve(0)
                };
                Ok(None)
            }
            Phase::Improve(lower) if *lower >= upper => {
                let kept = objective.at_most(search, upper)?;
                self.finish_level(search, &kept)?;
                Ok(None)
            }
            // The bounds meet, as the next step of the cores will find.
            Phase::Cores { cores, improving: improving @ 1.. } if cores.lower() >= upper => {
                *improving = 0;
                Ok(None)
            }
            Phase::Improve(_) | Phase::Cores { improving: 1.., .. } => {
                let found = match phase {
                    Phase::Cores { cores, improving }
                        if reformulated.is_some()
                            || passes.has(Pass::Reformulation)
                                && prefers_reformulated(objective, upper, tuning.reformulation_factor) =>
                    {
                        let reformulated =
                            reformulated_objective(search, objective, cores, reformulated, upper)?;
                        let units = upper - reformulated.lower;
                        better(
                            search,
                            &mut reformulated.objective,
                            literals,
                            units,
                            Some(improving),
                            until_turn,
                        )?
                    }
                    Phase::Cores { improving, .. } => {
                        better(search, objective, literals, upper, Some(improving), until_turn)?
                    }
                    _ => better(search, objective, literals, upper, None, until_turn)?,
                };
                match found {
                    Step::Exhausted => {
                        let kept = objective.at_most(search, upper)?;
                        self.finish_level(search, &kept)?;
                        Ok(None)
                    }
                    Step::Paused(Pause::OverBudget) => Ok(None),
                    found => Ok(Some(found)),
                }
            }
            Phase::Cores { cores, improving } => match cores.raise(search, literals, upper)? {
                None => Ok(None),
                // Clauses added in between have excluded all answer sets as good as the best.
                Some(Step::Exhausted) if cores.lower() > upper => {
                    self.end(search, End::Exhausted).map(|()| None)
                }
                Some(Step::Exhausted) => {
                    // Every answer set that satisfies the remaining soft literals has this cost.
                    let kept = cores.soft();
                    self.finish_level(search, &kept)?;
                    Ok(None)
                }
                Some(Step::Paused(Pause::OverBudget)) => {
                    let lower = cores.lower();
                    let is_promising =
                        cores.raised().saturating_mul(tuning.promising_factor) >= upper - lower;
                    let is_cheap = objective.is_propagated(search);
                    let is_heavy = cores.variable_count() > tuning.core_variables * objective.inputs.len();
                    let next = tuning.core_growth * cores.granted();
                    if *role == Role::Cores || is_promising && !is_cheap {
                        cores.extend(all);
                    } else if !passes.has(Pass::Interleaving) {
                        phase.end_cores(search)?;
                    } else if is_cheap && !is_promising && (next >= all || is_heavy) {
                        // Medium knapsacks are solved faster without further cores.
                        if reformulated.is_some() {
                            *improving = u64::MAX;
                        } else {
                            phase.end_cores(search)?;
                        }
                    } else {
                        search.statistics.passes.add(Pass::Interleaving, Report::once());
                        *improving = tuning.improving_factor * cores.granted();
                        cores.extend(next);
                    }
                    Ok(None)
                }
                raised => Ok(raised),
            },
        }
    }
}

impl Phase {
    /// Goes on without cores. No reformulated objective may be in use.
    fn end_cores(&mut self, search: &mut Search) -> Result<(), SolveError> {
        let Phase::Cores { cores, .. } = self else { return Ok(()) };
        let lower = cores.lower();
        match std::mem::replace(self, Phase::Improve(lower)) {
            Phase::Cores { cores, .. } => cores.retire(search),
            _ => Ok(()),
        }
    }
}

/// Returns the objective as reformulated by cores. Reuses the last reformulation if the gap has not become much smaller
/// since.
fn reformulated_objective<'a>(
    search: &mut Search,
    objective: &Objective,
    cores: &mut Cores,
    reformulated: &'a mut Option<Reformulated>,
    upper: usize,
) -> Result<&'a mut Reformulated, SolveError> {
    let divisor = search.config.tuning.reformulation_divisor;
    let is_stale =
        |reformulated: &mut Reformulated| divisor * (upper - cores.lower()) <= upper - reformulated.lower;
    if let Some(mut stale) = reformulated.take_if(is_stale) {
        stale.objective.remove_bounds(search)?;
    }
    Ok(reformulated.get_or_insert_with(|| {
        search.statistics.passes.add(Pass::Reformulation, Report::once());
        Reformulated {
            objective: cores.reformulate(search, objective.is_varied, upper),
            lower: cores.lower(),
        }
    }))
}

/// Searches for an answer set that costs less than `units`, within a conflict budget if there is one, and until a number
/// of conflicts after which something else has its turn.
fn better(
    search: &mut Search,
    objective: &mut Objective,
    literals: &[Lit],
    units: usize,
    budget: Option<&mut u64>,
    until_turn: Option<u64>,
) -> Result<Step<Valuation>, SolveError> {
    let mut bounded = literals.to_vec();
    bounded.extend(objective.at_most(search, units - 1)?);
    search.hand_over()?;
    let Some(limit) = budget.as_deref().copied().into_iter().chain(until_turn).min() else {
        return search.find(&bounded);
    };
    let mut left = limit;
    let found = search.find_within(&bounded, &mut left)?;
    if let Some(budget) = budget {
        let is_over = matches!(found, Step::Paused(Pause::OverBudget));
        *budget = budget.saturating_sub(if is_over { limit } else { limit - left });
    }
    Ok(found)
}

/// Whether model-improving search should use the objective as reformulated by cores.
///
/// That speeds up objectives that count literals, and slows down others with few weights (cuts, seatings, satisfied
/// clauses). If exactly-one groups imply strong bounds (tours), the reformulation loses them.
fn prefers_reformulated(objective: &Objective, upper: usize, factor: i128) -> bool {
    let is_count = objective.inputs.iter().all(|&(_, weight)| weight == 1);
    is_count || objective.is_varied && !objective.is_telling() && objective.total() >= factor * upper as i128
}
