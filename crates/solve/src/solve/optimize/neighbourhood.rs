//! Large neighbourhood search (Shaw, CP 1998): a random part of the best answer set is assumed, and a better answer set
//! that has this part is searched for within a few conflicts.
//!
//! It has a share of model-improving search, in turns that are longer while they find something and rarer while they do
//! not. It may also prove that there is no better answer set, when all of the best one is left open.

use fastrand::Rng;
use fixedbitset::FixedBitSet;
use rustsat::types::Lit;

use super::{Optimization, Phase, Role};
use crate::solve::{Pause, Search, SolveError, Step};
use crate::translate::Valuation;
use groundplan_ground::{Pass, Report};

/// The share of literals that is left open at first.
const FIRST_SHARE: f64 = 0.1;
/// The factor by which the share grows when there is nothing in a neighbourhood.
const GROWTH: f64 = 1.1;
/// The cost of a neighbourhood in conflicts, beyond those that it had: its assumptions are propagated.
const COST: u64 = 20;

/// The number of turns by which a better answer set prolongs a turn, and the longest turn.
const BONUS: u64 = 4;
const LONGEST: u64 = 20;

/// The neighbourhoods of the best answer set, and when they are searched.
#[derive(Debug)]
pub(super) struct Neighbourhoods {
    /// The literals on which answer sets differ, with their values in the best answer set.
    best: Vec<Lit>,
    /// For each kind, the share of its literals that is left open.
    shares: [f64; KINDS.len()],
    /// The number of conflicts of the search at which the next turn begins.
    due: u64,
    /// The number of conflicts between two turns.
    pause: u64,
    /// The number of conflicts left to this turn; 0 between two turns.
    left: u64,
    random: Rng,
}

/// Which literals of the best answer set may be assumed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum NeighbourhoodKind {
    All,
    /// Only positive ones: other elements may join a set, and two objects may exchange their values.
    Positive,
}

const KINDS: [NeighbourhoodKind; 2] = [NeighbourhoodKind::All, NeighbourhoodKind::Positive];

impl Neighbourhoods {
    pub fn new(search: &Search) -> Self {
        let tuning = &search.config.tuning;
        Neighbourhoods {
            best: Vec::new(),
            shares: [FIRST_SHARE; KINDS.len()],
            due: search.conflicts().saturating_add(tuning.neighbourhood_pause),
            pause: tuning.neighbourhood_pause,
            left: 0,
            random: Rng::with_seed(0),
        }
    }

    /// Sets the best answer set.
    pub fn move_to(&mut self, search: &Search, atoms: &FixedBitSet) {
        let differences = search.translation.differences();
        self.best = differences
            .map(|(atom, literal)| if atoms.contains(atom.index()) { literal } else { !literal })
            .collect();
    }

    /// Draws the literals to assume.
    fn draw(&mut self, kind: usize) -> Vec<Lit> {
        let Neighbourhoods { best, shares, random, .. } = self;
        let of_kind = best.iter().filter(|literal| KINDS[kind] == NeighbourhoodKind::All || literal.is_pos());
        of_kind.filter(|_| random.f64() >= shares[kind]).copied().collect()
    }
}

impl Optimization {
    /// Whether it is time to search neighbourhoods of the best answer set.
    pub(super) fn is_exploring(&self, search: &Search) -> bool {
        let lower = match &self.phase {
            Phase::Improve(lower) => *lower,
            Phase::Cores { cores, improving: 1.. } => cores.lower(),
            Phase::Begin | Phase::Cores { .. } => return false,
        };
        self.until_neighbourhoods(search) == Some(0) && self.upper() > lower
    }

    /// Returns the number of conflicts until neighbourhoods are searched again, or `None` if they never are.
    pub(super) fn until_neighbourhoods(&self, search: &Search) -> Option<u64> {
        let near = &self.neighbourhoods;
        let is_wanted = self.role != Role::Cores
            && search.config.passes.has(Pass::Neighbourhoods)
            && search.solver.counts_conflicts()
            && !near.best.is_empty();
        let left = if near.left > 0 { 0 } else { near.due.saturating_sub(search.conflicts()) };
        is_wanted.then_some(left)
    }

    /// Returns the number of units that the best answer set spends at this level.
    fn upper(&self) -> usize {
        let best = self.best.as_ref().expect("there is an answer set");
        self.encoded[self.level].units(best[self.level])
    }

    /// Searches neighbourhoods of the best answer set until a turn is over, or there is a better one.
    pub(super) fn explore(&mut self, search: &mut Search) -> Result<Option<Step<Valuation>>, SolveError> {
        let tuning = search.config.tuning;
        let upper = self.upper();
        let objective = &mut self.encoded[self.level];
        let mut bounded = self.literals.clone();
        bounded.extend(objective.at_most_for_now(search, upper - 1)?);
        search.hand_over()?;
        search.statistics.passes.add(Pass::Neighbourhoods, Report::once());
        let near = &mut self.neighbourhoods;
        if near.left == 0 {
            near.left = tuning.neighbourhood_turn;
        }
        let found = loop {
            let kind = near.random.usize(..KINDS.len());
            let assumptions = [bounded.as_slice(), &near.draw(kind)].concat();
            let mut budget = tuning.neighbourhood_conflicts;
            let found = search.find_any_within(&assumptions, &mut budget)?;
            near.left = near.left.saturating_sub(COST + tuning.neighbourhood_conflicts - budget);
            let share = &mut near.shares[kind];
            match found {
                Step::Paused(Pause::OverBudget) => *share /= GROWTH,
                Step::Exhausted => {
                    if search.blamed()?.iter().all(|literal| bounded.contains(literal)) {
                        break Some(found);
                    }
                    *share = (*share * GROWTH).min(1.0);
                }
                found => break Some(found),
            }
            if near.left == 0 {
                break None;
            }
        };
        match found {
            Some(Step::Answer(_)) => {
                near.pause = tuning.neighbourhood_pause;
                near.left =
                    (near.left + BONUS * tuning.neighbourhood_turn).min(LONGEST * tuning.neighbourhood_turn);
            }
            _ => {
                near.left = 0;
                near.due = search.conflicts().saturating_add(near.pause);
                near.pause = near.pause.saturating_mul(2);
            }
        }
        if !objective.is_propagated(search) {
            objective.remove_bounds(search)?;
        }
        if let Some(Step::Exhausted) = found {
            let kept = objective.at_most(search, upper)?;
            self.finish_level(search, &kept)?;
            return Ok(None);
        }
        Ok(found)
    }
}
