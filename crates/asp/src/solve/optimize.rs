//! Best answer sets: those that are least on the objective of the highest priority, among these on the next, and so on.
//!
//! Model-improving search, level after level: every answer set found is better than the one before, and when none is
//! left the last one is proven best. Bounds are assumptions on the outputs of one encoding for each objective, a
//! totalizer where all weights are equal (Bailleux & Boufkhad, CP 2003), else a dynamic polynomial watchdog (Paxian,
//! Reimer & Becker, SAT 2018), so the solver keeps what it learns and later searches are not bound.

use fixedbitset::FixedBitSet;
use rustc_hash::FxHashMap;
use rustsat::encodings::card::{BoundUpper as _, BoundUpperIncremental as _, Totalizer};
use rustsat::encodings::pb::{BoundUpper as _, BoundUpperIncremental as _, DynamicPolyWatchdog};
use rustsat::types::Lit;

use super::{Assumptions, End, Found, Search, SolveError};
use crate::program::{Literal, Minimize, Program};
use crate::translate::KnownLiteral;

/// An optimisation under way: see [`Search::optimizer`].
#[derive(Debug)]
pub struct Optimizer {
    /// The assumptions, and the objectives that have their least values kept there.
    literals: Vec<Lit>,
    objectives: Vec<Minimize>,
    encoded: Vec<Objective>,
    best: Option<Vec<i64>>,
    /// The objectives before this one have their least values, given those before them.
    level: usize,
    end: Option<End>,
}

impl Optimizer {
    /// How it ended; `None` while there may be better answer sets. After [`End::Exhausted`] the last one is proven best.
    pub fn end(&self) -> Option<End> {
        self.end
    }
}

/// An objective as the SAT solver sees it: what literals cost, beyond what is spent in any case.
#[derive(Debug)]
struct Objective {
    spent: i128,
    /// All weights are multiples of it.
    unit: i128,
    encoding: Encoding,
}

#[derive(Debug)]
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
    /// Begins a search for the best answer set in which the assumptions hold.
    ///
    /// # Errors
    ///
    /// If the solver broke down.
    pub fn optimizer(&mut self, program: &Program, assumptions: &[Literal]) -> Result<Optimizer, SolveError> {
        let objectives = program.objectives();
        let (literals, end) = match self.assume(program, assumptions)? {
            Assumptions::Literals(literals, _) => (literals, None),
            Assumptions::Refuted(_) => (Vec::new(), Some(End::Exhausted)),
        };
        let encoded = objectives.iter().map(|objective| self.objective(program, objective)).collect();
        Ok(Optimizer { literals, objectives, encoded, best: None, level: 0, end })
    }

    /// An answer set that is better than the one before, with its costs by falling priority; `None` when the search has
    /// ended. The program must not have grown since it began.
    ///
    /// # Errors
    ///
    /// If the solver broke down, or this engine made a mistake.
    pub fn improve(
        &mut self,
        program: &Program,
        optimizer: &mut Optimizer,
    ) -> Result<Option<(FixedBitSet, Vec<i64>)>, SolveError> {
        while optimizer.end.is_none() {
            let Optimizer { literals, objectives, encoded, best, level, end } = optimizer;
            let mut bounded = literals.clone();
            if let Some(best) = best {
                let Some(objective) = encoded.get_mut(*level) else {
                    *end = Some(End::Exhausted);
                    break;
                };
                // What is spent in any case cannot be undercut.
                if objective.bound(best[*level], 1).is_none() {
                    literals.extend(self.bound(objective, best[*level], 0));
                    *level += 1;
                    continue;
                }
                bounded.extend(self.bound(objective, best[*level], 1));
            }
            self.hand_over()?;
            match self.find(&bounded)? {
                Found::Model(values) => {
                    let atoms = self.answer_set(program, &values)?;
                    let costs: Vec<i64> = objectives.iter().map(|objective| objective.cost(&atoms)).collect();
                    debug_assert!(best.as_ref().is_none_or(|best| costs < *best), "each is better");
                    *best = Some(costs.clone());
                    return Ok(Some((atoms, costs)));
                }
                Found::Interrupted => *end = Some(End::Interrupted),
                Found::None => match best {
                    None => *end = Some(End::Exhausted),
                    Some(best) => {
                        literals.extend(self.bound(&mut encoded[*level], best[*level], 0));
                        *level += 1;
                    }
                },
            }
        }
        Ok(None)
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
