//! The least value of one objective, given those before it: cores raise the lower bound within a budget of conflicts; what
//! that does not prove, model-improving search does.

use super::{Optimizer, Phase, Role};
use crate::solve::cores::{Cores, Raised};
use crate::solve::{End, Found, Search, SolveError};

/// How many conflicts cores may cost at each level, before model-improving search has its turn: enough to prove
/// dominating sets and timetables that it alone does not, little enough for knapsacks. The tests want both turns of small
/// programs.
const BUDGET: u64 = if cfg!(test) { 3 } else { 10_000 };

/// Cores get another budget where this many as good as the last one would close the gap between the bounds. With 10, edges
/// that dominate all others are proven at once and with 4 hardly ever; assignments take twice as long.
const PROMISING: usize = 10;

impl Search {
    /// One call of the solver on the present level, or none where the level is done; an answer set that it finds need not
    /// be better.
    pub(super) fn step(&mut self, optimizer: &mut Optimizer) -> Result<Option<Found>, SolveError> {
        let Optimizer { literals, switch, encoded, best: Some(best), level, phase, role, .. } = optimizer
        else {
            unreachable!("there is an answer set")
        };
        let Some(objective) = encoded.get_mut(*level) else {
            return self.end_optimizer(optimizer, End::Exhausted).map(|()| None);
        };
        let upper = objective.units(best[*level]);
        let switch = switch.expect("it has not ended");
        match phase {
            Phase::Begin if upper == 0 => {
                let kept = objective.at_most(&mut self.translation, 0);
                optimizer.keep(kept);
                Ok(None)
            }
            Phase::Begin => {
                let by_cores = match role {
                    Role::Alone => self.solver.counts_conflicts(),
                    Role::Cores => true,
                    Role::Improve => false,
                };
                *phase = if by_cores {
                    Phase::Cores(Box::new(Cores::new(&objective.inputs, literals, switch, BUDGET)))
                } else {
                    Phase::Improve(0)
                };
                Ok(None)
            }
            Phase::Cores(cores) => match self.raise(cores, literals, upper)? {
                Raised::Model(values) => Ok(Some(Found::Model(values))),
                Raised::Interrupted => Ok(Some(Found::Interrupted)),
                Raised::Lower => Ok(None),
                Raised::Done => {
                    // Whatever satisfies what is left of the softened literals costs as little.
                    let kept = cores.soft();
                    optimizer.keep(kept);
                    Ok(None)
                }
                Raised::OverBudget => {
                    let lower = cores.lower();
                    let is_promising = cores.raised().saturating_mul(PROMISING) >= upper - lower;
                    if *role == Role::Cores || is_promising {
                        cores.extend(BUDGET);
                    } else {
                        *phase = Phase::Improve(lower);
                    }
                    Ok(None)
                }
            },
            Phase::Improve(lower) if *lower >= upper => {
                let kept = objective.at_most(&mut self.translation, upper);
                optimizer.keep(kept);
                Ok(None)
            }
            Phase::Improve(_) => {
                let mut bounded = literals.clone();
                bounded.extend(objective.at_most(&mut self.translation, upper - 1));
                self.hand_over()?;
                match self.find(&bounded)? {
                    Found::None => {
                        let kept = objective.at_most(&mut self.translation, upper);
                        optimizer.keep(kept);
                        Ok(None)
                    }
                    found => Ok(Some(found)),
                }
            }
        }
    }
}
