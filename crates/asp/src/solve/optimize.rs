//! Best answer sets: those that are least on the objective of the highest priority, among these on the next, and so on.
//!
//! Model-improving search, level after level: every answer set found is better than the one before, and when none is
//! left the last one is proven best. Bounds are assumptions on the outputs of one encoding for each objective, a
//! totalizer where all weights are equal (Bailleux & Boufkhad, CP 2003), else a dynamic polynomial watchdog (Paxian,
//! Reimer & Becker, SAT 2018), so the solver keeps what it learns and later searches are not bound.

use std::ops::ControlFlow;

use fixedbitset::FixedBitSet;
use rustc_hash::FxHashMap;
use rustsat::encodings::card::{BoundUpper as _, BoundUpperIncremental as _, Totalizer};
use rustsat::encodings::pb::{BoundUpper as _, BoundUpperIncremental as _, DynamicPolyWatchdog};
use rustsat::types::Lit;

use super::{Assumptions, Found, Search, SolveError};
use crate::program::{Literal, Minimize, Program};
use crate::translate::KnownLiteral;

/// How an optimisation ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Optimization {
    /// The last answer set visited is proven best; there is none if none was visited.
    Proven,
    /// The caller had enough.
    Stopped,
    /// The deadline or the interrupter stopped it.
    Interrupted,
}

/// An objective as the SAT solver sees it: what literals cost, beyond what is spent in any case.
struct Objective {
    spent: i128,
    /// All weights are multiples of it.
    unit: i128,
    encoding: Encoding,
}

enum Encoding {
    Nothing,
    Count(Box<Totalizer>),
    Sum(Box<DynamicPolyWatchdog>),
}

impl Minimize {
    /// What an answer set costs.
    #[must_use]
    pub fn cost(&self, atoms: &FixedBitSet) -> i64 {
        let holds = |literal: Literal| atoms.contains(literal.atom().index()) != literal.is_negative();
        let weights = self.elements.iter().filter(|&&(literal, _)| holds(literal));
        let cost: i128 = weights.map(|&(_, weight)| i128::from(weight)).sum();
        i64::try_from(cost).expect("whoever made the objective saw to it that its sums fit")
    }
}

impl Program {
    /// The objectives, the one that matters most first, one for each priority.
    #[must_use]
    pub fn objectives(&self) -> Vec<Minimize> {
        let mut objectives: Vec<Minimize> = Vec::new();
        for part in &self.minimize {
            match objectives.iter_mut().find(|objective| objective.priority == part.priority) {
                Some(objective) => objective.elements.extend_from_slice(&part.elements),
                None => objectives.push(part.clone()),
            }
        }
        objectives.sort_by_key(|objective| std::cmp::Reverse(objective.priority));
        objectives
    }
}

impl Search {
    /// Visits answer sets in which the assumptions hold, each with its costs by falling priority and each better than
    /// the one before, until one is proven best or the visitor breaks.
    ///
    /// # Errors
    ///
    /// If the solver broke down, or this engine made a mistake.
    pub fn optimize(
        &mut self,
        program: &Program,
        assumptions: &[Literal],
        mut visit: impl FnMut(&FixedBitSet, &[i64]) -> ControlFlow<()>,
    ) -> Result<Optimization, SolveError> {
        let Assumptions::Literals(mut literals, _) = self.assume(program, assumptions)? else {
            return Ok(Optimization::Proven);
        };
        let objectives = program.objectives();
        let mut encoded: Vec<Objective> = Vec::with_capacity(objectives.len());
        for objective in &objectives {
            encoded.push(self.objective(program, objective));
        }
        let mut best: Option<Vec<i64>> = None;
        // The objectives before this one have their least values, given those before them.
        let mut level = 0;
        loop {
            let mut bounded = literals.clone();
            if let Some(best) = &best {
                // What is spent in any case cannot be undercut.
                let bound = objectives.get(level).map(|_| encoded[level].bound(best[level], 1));
                match bound {
                    None => return Ok(Optimization::Proven),
                    Some(None) => {
                        let kept = self.bound(&mut encoded[level], best[level], 0);
                        literals.extend(kept);
                        level += 1;
                        continue;
                    }
                    Some(Some(_)) => bounded.extend(self.bound(&mut encoded[level], best[level], 1)),
                }
            }
            self.hand_over()?;
            match self.find(&bounded)? {
                Found::Model(values) => {
                    let atoms = self.answer_set(program, &values)?;
                    let costs: Vec<i64> = objectives.iter().map(|objective| objective.cost(&atoms)).collect();
                    debug_assert!(best.as_ref().is_none_or(|best| costs < *best), "each is better");
                    let stop = visit(&atoms, &costs).is_break();
                    best = Some(costs);
                    if stop {
                        return Ok(Optimization::Stopped);
                    }
                }
                Found::Interrupted => return Ok(Optimization::Interrupted),
                Found::None => {
                    let Some(best) = &best else { return Ok(Optimization::Proven) };
                    let kept = self.bound(&mut encoded[level], best[level], 0);
                    literals.extend(kept);
                    level += 1;
                }
            }
        }
    }

    fn objective(&mut self, program: &Program, objective: &Minimize) -> Objective {
        let mut spent = 0;
        let mut weights: FxHashMap<Lit, i128> = FxHashMap::default();
        let mut order: Vec<Lit> = Vec::new();
        for &(literal, weight) in &objective.elements {
            // A negative weight is spent, and given back where the literal does not hold.
            let (literal, weight) = if weight < 0 {
                spent += i128::from(weight);
                (literal.complement(), -i128::from(weight))
            } else {
                (literal, i128::from(weight))
            };
            match self.translation.implied(program, literal) {
                KnownLiteral::Constant(true) => spent += weight,
                KnownLiteral::Constant(false) => {}
                KnownLiteral::Literal(lit) => {
                    let known = weights.entry(lit).or_insert_with(|| {
                        order.push(lit);
                        0
                    });
                    *known += weight;
                }
            }
        }
        // One of a literal and its complement holds.
        for &lit in &order {
            let both = weights[&lit].min(weights.get(&!lit).copied().unwrap_or(0));
            if both > 0 && lit.is_pos() {
                spent += both;
                *weights.entry(lit).or_default() -= both;
                *weights.entry(!lit).or_default() -= both;
            }
        }
        order.retain(|lit| weights[lit] > 0);
        let unit = order.iter().map(|lit| weights[lit]).fold(0, greatest_common_divisor).max(1);
        let inputs: Vec<(Lit, usize)> = order
            .iter()
            .map(|lit| (*lit, usize::try_from(weights[lit] / unit).expect("sums of weights fit 64 bits")))
            .collect();
        let encoding = if inputs.is_empty() {
            Encoding::Nothing
        } else if inputs.iter().all(|&(_, weight)| weight == 1) {
            Encoding::Count(Box::new(inputs.into_iter().map(|(lit, _)| lit).collect()))
        } else {
            Encoding::Sum(Box::new(inputs.into_iter().collect()))
        };
        Objective { spent, unit, encoding }
    }

    /// The assumptions under which the objective is at least `less` below `cost`; the clauses they need are written.
    fn bound(&mut self, objective: &mut Objective, cost: i64, less: i128) -> Vec<Lit> {
        let Some(bound) = objective.bound(cost, less) else { return Vec::new() };
        let mut assumptions = Vec::new();
        self.translation.encode_objective(|clauses, variables| match &mut objective.encoding {
            Encoding::Nothing => {}
            Encoding::Count(totalizer) => {
                totalizer.encode_ub_change(bound..=bound, clauses, variables).expect("vectors grow");
                assumptions = totalizer.enforce_ub(bound).expect("just encoded");
            }
            Encoding::Sum(watchdog) => {
                watchdog.encode_ub_change(bound..=bound, clauses, variables).expect("vectors grow");
                assumptions = watchdog.enforce_ub(bound).expect("just encoded");
            }
        });
        assumptions
    }
}

impl Objective {
    /// What may be spent, in units, for the objective to be at least `less` below `cost`; `None` if it never is.
    fn bound(&self, cost: i64, less: i128) -> Option<usize> {
        let open = i128::from(cost) - less - self.spent;
        (open >= 0).then(|| usize::try_from(open / self.unit).expect("sums of weights fit 64 bits"))
    }
}

fn greatest_common_divisor(a: i128, b: i128) -> i128 {
    let (mut a, mut b) = (a, b);
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}
