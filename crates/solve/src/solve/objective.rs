//! Encoding of an objective for the SAT solver: the costs of literals, and upper bounds on their sum as assumptions.
//!
//! Each objective has one encoding, and a bound assumes some of its outputs, so learned clauses remain valid and later
//! searches are unrestricted. The encoding is a totalizer if all weights are equal (Bailleux & Boufkhad, CP 2003), and
//! otherwise a dynamic polynomial watchdog (Paxian, Reimer & Becker, SAT 2018).
//!
//! A solver that explains lazily propagates the bound instead if the weights differ much (see [`is_varied`]) or if the
//! literals form exactly-one groups, from which lower bounds on the remaining cost follow.

use fixedbitset::FixedBitSet;
use rustc_hash::{FxHashMap, FxHashSet};
use rustsat::encodings::card::{BoundUpper as _, BoundUpperIncremental as _, Totalizer};
use rustsat::encodings::pb::{BoundUpper as _, BoundUpperIncremental as _, DynamicPolyWatchdog};
use rustsat::types::{Lit, Var};

use super::{Search, SolveError};
use crate::translate::{gcd, BoundId, CostBound, Grouping, KnownLiteral, PassedThrough, Sums, Translation};
use groundplan_ground::program::{AtomId, Body, HeadKind, Literal, Minimize, Program, Rule};

/// An objective: the weights of literals, and a constant cost.
#[derive(Debug)]
pub(super) struct Objective {
    spent: i128,
    /// The greatest common divisor of the weights. Costs divided by it are *units*.
    unit: i128,
    /// The literals with costs, and their weights in units.
    pub inputs: Vec<(Lit, usize)>,
    /// Whether there are many different weights: see [`is_varied`].
    pub is_varied: bool,
    /// The inputs in groups of alternatives. `None` before [`Objective::group`], and if the sum of the weights may
    /// overflow.
    grouping: Option<Grouping>,
    /// A literal that implies that all inputs are false. Created on first use.
    none: Option<Lit>,
    /// The encoding of upper bounds. Created on first use.
    encoding: Option<Encoding>,
    /// The propagated bound. Created on first use.
    propagated: Option<PropagatedBound>,
}

/// An upper bound that propagators enforce.
#[derive(Debug)]
struct PropagatedBound {
    bound: Option<BoundId>,
    /// A second upper bound, on a lower bound of the cost that follows from disjoint covers.
    covered: Option<BoundId>,
    /// The activation literal of both bounds.
    activation: Lit,
    /// The upper bound, in units.
    units: usize,
}

#[derive(Debug)]
enum Encoding {
    Count(Box<Totalizer>),
    Sum(Box<DynamicPolyWatchdog>),
}

impl Objective {
    /// Reads objectives. Each literal occurs once in an objective.
    pub fn all(translation: &mut Translation, program: &Program, objectives: &[Minimize]) -> Vec<Objective> {
        let order = UseOrder::new(translation, program);
        objectives.iter().map(|objective| Objective::new(translation, program, objective, &order)).collect()
    }

    fn new(
        translation: &mut Translation,
        program: &Program,
        objective: &Minimize,
        order: &UseOrder,
    ) -> Objective {
        let PassedThrough { mut spent, mut literals, edges } = translation.pass_through(&objective.elements);
        order.sort(&mut literals);
        let mut weights: FxHashMap<Lit, i128> = FxHashMap::default();
        let mut order: Vec<Lit> = Vec::new();
        let mut add = |known: KnownLiteral, weight: i128| match known {
            KnownLiteral::Constant(true) => spent += weight,
            KnownLiteral::Constant(false) => {}
            KnownLiteral::Literal(lit) => {
                let known = weights.entry(lit).or_insert_with(|| {
                    order.push(lit);
                    0
                });
                *known += weight;
            }
        };
        // A negative weight is a constant cost, which the complement of the literal refunds.
        for (literal, weight) in literals {
            let weight = i128::from(weight);
            if weight < 0 {
                add(KnownLiteral::Constant(true), weight);
                add(translation.implied(program, literal.complement()), -weight);
            } else {
                add(translation.implied(program, literal), weight);
            }
        }
        for (edge, weight) in edges {
            let weight = i128::from(weight);
            if weight < 0 {
                add(KnownLiteral::Constant(true), weight);
                add(translation.implied_by(!edge), -weight);
            } else {
                add(translation.implied_by(edge), weight);
            }
        }
        // Either a literal or its complement is true, so the smaller of their weights is a constant cost.
        for &lit in &order {
            let both = weights[&lit].min(weights.get(&!lit).copied().unwrap_or(0));
            if both > 0 && lit.is_pos() {
                spent += both;
                *weights.entry(lit).or_default() -= both;
                *weights.entry(!lit).or_default() -= both;
            }
        }
        order.retain(|lit| weights[lit] > 0);
        let unit = order.iter().map(|lit| weights[lit]).fold(0, gcd).max(1);
        let inputs: Vec<(Lit, usize)> = order
            .iter()
            .map(|lit| (*lit, usize::try_from(weights[lit] / unit).expect("sums of weights fit 64 bits")))
            .collect();
        let is_varied = is_varied(&inputs);
        Objective { spent, unit, ..Objective::of(inputs, is_varied) }
    }

    /// Creates an objective without constant cost, with nothing encoded.
    fn of(inputs: Vec<(Lit, usize)>, is_varied: bool) -> Objective {
        Objective {
            spent: 0,
            unit: 1,
            inputs,
            is_varied,
            grouping: None,
            none: None,
            encoding: None,
            propagated: None,
        }
    }

    /// Creates an objective over distinct literals with weights in units of another objective, and groups them.
    pub fn of_units(translation: &Translation, inputs: Vec<(Lit, usize)>, is_varied: bool) -> Objective {
        let mut objective = Objective::of(inputs, is_varied);
        objective.group(translation);
        objective
    }

    /// Searches for alternatives among the inputs. Called only when a bound is needed, because an objective without
    /// cost needs none.
    pub fn group(&mut self, translation: &Translation) {
        if self.grouping.is_none() {
            self.grouping = grouping(translation, &self.inputs);
        }
    }

    /// Returns an assumption under which no input is true, and writes its clauses.
    fn encode_none(&mut self, translation: &mut Translation) -> Lit {
        let Objective { inputs, none, .. } = self;
        *none.get_or_insert_with(|| {
            let none = translation.activation_literal();
            translation.encode_objective(|clauses, _| {
                inputs.iter().for_each(|&(lit, _)| clauses.push(&[!none, !lit]));
            });
            none
        })
    }

    /// Returns assumptions that limit the cost to `units`, and writes the clauses that they need.
    pub fn encode(&mut self, translation: &mut Translation, units: usize) -> Vec<Lit> {
        if self.inputs.is_empty() {
            return Vec::new();
        }
        if self.inputs.iter().all(|&(_, weight)| weight > units) {
            return vec![self.encode_none(translation)];
        }
        let Objective { inputs, encoding, .. } = self;
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

    /// Whether alternatives among the inputs imply strong lower bounds on the cost.
    pub fn is_telling(&self) -> bool {
        self.grouping.as_ref().is_some_and(|grouping| grouping.is_telling || grouping.covered.is_some())
    }

    /// Whether there are sets of inputs at least one of which is true (covers).
    pub fn is_covering(&self) -> bool {
        self.grouping.as_ref().is_some_and(|grouping| grouping.is_covering)
    }

    /// Returns the sum of all weights, in units.
    pub fn total(&self) -> i128 {
        self.inputs.iter().map(|&(_, weight)| weight as i128).sum()
    }

    /// Returns a bound of `units`, and a second bound by covers if there are any. Both have the same activation
    /// literal. Returns `None` if all answer sets meet the bound, or if it cannot be represented.
    ///
    /// An activation literal is reused only if the bound falls, because clauses learned from the old bound must remain
    /// valid.
    fn bound(
        &mut self,
        translation: &mut Translation,
        units: usize,
    ) -> Option<(CostBound, Option<CostBound>, &mut PropagatedBound)> {
        if units as i128 >= self.total() {
            return None;
        }
        let mut new = || translation.activation_literal();
        let propagated = self.propagated.get_or_insert_with(|| PropagatedBound {
            bound: None,
            covered: None,
            activation: new(),
            units,
        });
        if units > propagated.units {
            propagated.activation = new();
        }
        propagated.units = units;
        let Grouping { groups, pairs, spent, covered, .. } = self.grouping.as_ref()?;
        let open = units as i64 - spent;
        let bound = CostBound::new(open, groups.clone(), pairs.clone(), propagated.activation)?;
        let covered = covered.as_ref().and_then(|covered| {
            CostBound::new(
                units as i64 - covered.spent,
                covered.groups.clone(),
                pairs.clone(),
                propagated.activation,
            )
        });
        Some((bound, covered, propagated))
    }

    /// Returns the largest number of units within a cost. `None` if the constant cost exceeds it.
    pub fn units_within(&self, cost: i128) -> Option<usize> {
        let open = cost - self.spent;
        (open >= 0).then(|| usize::try_from(open / self.unit).unwrap_or(usize::MAX))
    }

    /// Returns the number of units that an answer set of this cost spends on literals, at least 0.
    pub fn units(&self, cost: i64) -> usize {
        // No cost is below the constant cost.
        let open = (i128::from(cost) - self.spent).max(0);
        usize::try_from(open / self.unit).expect("sums of weights fit 64 bits")
    }

    /// Returns the cost of an answer set that spends this many units on literals.
    pub fn cost_of(&self, units: usize) -> i64 {
        i64::try_from(self.spent + units as i128 * self.unit).expect("sums of weights fit 64 bits")
    }

    /// Whether solvers that explain lazily propagate bounds of this objective.
    pub fn is_propagated(&self, search: &Search) -> bool {
        let is_wanted = match search.config.sums {
            Sums::Auto => self.is_varied || self.is_telling(),
            Sums::Encode => false,
            Sums::Propagate => true,
        };
        is_wanted && search.propagation.has_lazy() && self.grouping.is_some()
    }

    /// Returns assumptions that limit the cost to `units`, after passing clauses or bounds to the solvers.
    pub fn at_most(&mut self, search: &mut Search, units: usize) -> Result<Vec<Lit>, SolveError> {
        if units > 0 {
            self.group(&search.translation);
        }
        if units == 0 || !self.is_propagated(search) {
            return Ok(self.encode(&mut search.translation, units));
        }
        self.propagate(search, units)
    }

    /// Like [`Objective::at_most`] for a few searches, after which the bound is [removed](Objective::remove_bounds): no
    /// clauses are written if the solver can do without.
    pub fn at_most_for_now(&mut self, search: &mut Search, units: usize) -> Result<Vec<Lit>, SolveError> {
        if units == 0 || !search.propagation.has_lazy() || self.grouping.is_none() {
            return self.at_most(search, units);
        }
        self.propagate(search, units)
    }

    /// Returns an assumption under which the propagated bound is `units`.
    fn propagate(&mut self, search: &mut Search, units: usize) -> Result<Vec<Lit>, SolveError> {
        let Some((bound, covered, propagated)) = self.bound(&mut search.translation, units) else {
            return Ok(Vec::new());
        };
        let activation = propagated.activation;
        let variables: Vec<Var> = bound.variables().collect();
        search.unwind()?;
        let updated = search.propagation.set_lazy_bound(&mut propagated.bound, &bound);
        if let Some(covered) = covered {
            // The second bound has no other variables, and the same propagator enforces it.
            drop(search.propagation.set_lazy_bound(&mut propagated.covered, &covered));
        }
        for (member, propagator) in updated {
            match propagator {
                Some(propagator) => search.solver.connect_to(member, propagator, &variables)?,
                None => search.solver.observe_in(member, &variables)?,
            }
        }
        Ok(vec![activation])
    }

    /// Removes the propagated bounds of this objective.
    ///
    /// # Errors
    ///
    /// If the solver failed.
    pub fn remove_bounds(&mut self, search: &mut Search) -> Result<(), SolveError> {
        let Some(propagated) = self.propagated.take() else { return Ok(()) };
        search.unwind()?;
        for number in [propagated.bound, propagated.covered].into_iter().flatten() {
            search.propagation.remove_bound(number);
        }
        Ok(())
    }
}

/// The order in which rules of loops first use atoms.
///
/// Grounding derives these rules round by round, so atoms at the same distance from the start are neighbours in this
/// order. Assumed in this order, the cells of a grid give disjoint cores, for example rings around a pin. In the order
/// of rows, only the first cores are small.
#[derive(Debug)]
struct UseOrder {
    /// The rank of each atom that a rule of a loop uses.
    ranks: FxHashMap<AtomId, usize>,
}

impl UseOrder {
    fn new(translation: &Translation, program: &Program) -> UseOrder {
        let mut in_loops = FixedBitSet::with_capacity(program.atom_count());
        let atoms = translation.components().iter().flat_map(|component| component.atoms().rows());
        atoms.for_each(|atom| in_loops.insert(atom.index()));
        let mut ranks: FxHashMap<AtomId, usize> = FxHashMap::default();
        if in_loops.is_clear() {
            return UseOrder { ranks };
        }
        let derives = |rule: &Rule| {
            rule.kind == HeadKind::Disjunction && rule.head.iter().any(|atom| in_loops.contains(atom.index()))
        };
        for rule in program.rules.iter().filter(derives) {
            if let Body::Conjunction(literals) = rule.body {
                for literal in literals {
                    let next = ranks.len();
                    ranks.entry(literal.atom()).or_insert(next);
                }
            }
        }
        UseOrder { ranks }
    }

    /// Sorts elements of an objective by rank. Elements that no rule of a loop uses come last.
    fn sort(&self, elements: &mut [(Literal, i64)]) {
        if !self.ranks.is_empty() {
            elements
                .sort_by_key(|(literal, _)| self.ranks.get(&literal.atom()).copied().unwrap_or(usize::MAX));
        }
    }
}

/// Whether an objective has many different weights, at least one per four literals.
///
/// Clauses about the cost of such objectives (knapsacks, auctions, tours, lateness) prove little, and propagation is
/// faster. For other objectives (covers, cuts, seatings) clauses are mostly faster.
fn is_varied(inputs: &[(Lit, usize)]) -> bool {
    let weights: FxHashSet<usize> = inputs.iter().map(|&(_, weight)| weight).collect();
    weights.len() > 1 && 4 * weights.len() >= inputs.len()
}

fn grouping(translation: &Translation, inputs: &[(Lit, usize)]) -> Option<Grouping> {
    let costs = inputs.iter().map(|&(lit, weight)| Some((lit, i64::try_from(weight).ok()?)));
    let costs: Vec<(Lit, i64)> = costs.collect::<Option<_>>()?;
    let total: i128 = costs.iter().map(|&(_, cost)| i128::from(cost)).sum();
    (total <= i128::from(i64::MAX / 4)).then(|| translation.group(&costs))
}
