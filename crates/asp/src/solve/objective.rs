//! An objective as the SAT solver sees it: what literals cost, and a bound on their sum as assumptions.
//!
//! Bounds are assumptions on the outputs of one encoding for each objective, a totalizer where all weights are equal
//! (Bailleux & Boufkhad, CP 2003), else a dynamic polynomial watchdog (Paxian, Reimer & Becker, SAT 2018), so the solver
//! keeps what it learns and later searches are not bound.

use fixedbitset::FixedBitSet;
use rustc_hash::FxHashMap;
use rustsat::encodings::card::{BoundUpper as _, BoundUpperIncremental as _, Totalizer};
use rustsat::encodings::pb::{BoundUpper as _, BoundUpperIncremental as _, DynamicPolyWatchdog};
use rustsat::types::Lit;

use crate::program::{Literal, Minimize, Program};
use crate::translate::{KnownLiteral, Translation};

/// What literals cost, beyond what is spent in any case.
#[derive(Debug)]
pub(super) struct Objective {
    spent: i128,
    /// All weights are multiples of it.
    unit: i128,
    /// The literals that cost something, with their weights in units.
    pub inputs: Vec<(Lit, usize)>,
    /// Made when it is first needed.
    encoding: Option<Encoding>,
}

#[derive(Debug)]
enum Encoding {
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

impl Objective {
    /// The literals that an objective is about, each once.
    pub fn new(translation: &mut Translation, program: &Program, objective: &Minimize) -> Objective {
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
            match translation.implied(program, literal) {
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
        Objective { spent, unit, inputs, encoding: None }
    }

    /// The assumptions under which no more is spent than so many units; the clauses they need are written.
    pub fn at_most(&mut self, translation: &mut Translation, units: usize) -> Vec<Lit> {
        let Objective { inputs, encoding, .. } = self;
        if inputs.is_empty() {
            return Vec::new();
        }
        let encoding = encoding.get_or_insert_with(|| {
            if inputs.iter().all(|&(_, weight)| weight == 1) {
                Encoding::Count(Box::new(inputs.iter().map(|&(lit, _)| lit).collect()))
            } else {
                Encoding::Sum(Box::new(inputs.iter().copied().collect()))
            }
        });
        let mut assumptions = Vec::new();
        translation.encode_objective(|clauses, variables| match encoding {
            Encoding::Count(totalizer) => {
                totalizer.encode_ub_change(units..=units, clauses, variables).expect("vectors grow");
                assumptions = totalizer.enforce_ub(units).expect("just encoded");
            }
            Encoding::Sum(watchdog) => {
                watchdog.encode_ub_change(units..=units, clauses, variables).expect("vectors grow");
                assumptions = watchdog.enforce_ub(units).expect("just encoded");
            }
        });
        assumptions
    }

    /// How many units may be spent where no more than this is; `None` if it is less than what is spent in any case.
    pub fn units_within(&self, cost: i128) -> Option<usize> {
        let open = cost - self.spent;
        (open >= 0).then(|| usize::try_from(open / self.unit).unwrap_or(usize::MAX))
    }

    /// How many units an answer set of this cost spends on literals, at least.
    pub fn units(&self, cost: i64) -> usize {
        // What is spent in any case cannot be undercut.
        let open = (i128::from(cost) - self.spent).max(0);
        usize::try_from(open / self.unit).expect("sums of weights fit 64 bits")
    }

    /// The cost of an answer set that spends so many units.
    pub fn cost_of(&self, units: usize) -> i64 {
        i64::try_from(self.spent + units as i128 * self.unit).expect("sums of weights fit 64 bits")
    }
}

fn greatest_common_divisor(a: i128, b: i128) -> i128 {
    let (mut a, mut b) = (a, b);
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}
