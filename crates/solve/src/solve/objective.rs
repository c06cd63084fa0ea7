//! An objective as the SAT solver sees it: what literals cost, and a bound on their sum as assumptions.
//!
//! Bounds are assumptions on the outputs of one encoding for each objective, a totalizer where all weights are equal
//! (Bailleux & Boufkhad, CP 2003), else a dynamic polynomial watchdog (Paxian, Reimer & Becker, SAT 2018), so the solver
//! keeps what it learns and later searches are not bound. A solver that explains lazily hears the bound of an objective of a
//! propagator where its weights differ much (see [`is_varied`]) or its literals are alternatives: there it knows what will be
//! spent at least.

use fixedbitset::FixedBitSet;
use groundplan_sat::Propagators;
use rustc_hash::{FxHashMap, FxHashSet};
use rustsat::encodings::card::{BoundUpper as _, BoundUpperIncremental as _, Totalizer};
use rustsat::encodings::pb::{BoundUpper as _, BoundUpperIncremental as _, DynamicPolyWatchdog};
use rustsat::types::{Lit, Var};

use super::{Search, SolveError};
use crate::translate::{BoundId, CostBound, Grouping, KnownLiteral, PassedThrough, Sums, Translation};
use groundplan_ground::program::{AtomId, Body, HeadKind, Literal, Minimize, Program, Rule};

/// What literals cost, beyond what is spent in any case.
#[derive(Debug)]
pub(super) struct Objective {
    spent: i128,
    /// All weights are multiples of it.
    unit: i128,
    /// The literals that cost something, with their weights in units.
    pub inputs: Vec<(Lit, usize)>,
    /// See [`is_varied`].
    pub is_varied: bool,
    /// The inputs in groups of alternatives; none where the weights are too large to be added up, and before
    /// [`Objective::group`].
    grouping: Option<Grouping>,
    /// None of the inputs holds where it does. Made when it is first needed.
    none: Option<Lit>,
    /// Likewise.
    encoding: Option<Encoding>,
    /// Likewise.
    propagated: Option<Propagated>,
}

/// The bound that solvers hear of a propagator.
#[derive(Debug)]
struct Propagated {
    bound: Option<BoundId>,
    /// One beside it, of what is spent at least.
    covered: Option<BoundId>,
    /// Has them hold where it is assumed.
    switch: Lit,
    /// How many units it allows.
    units: usize,
}

#[derive(Debug)]
enum Encoding {
    Count(Box<Totalizer>),
    Sum(Box<DynamicPolyWatchdog>),
}

impl Objective {
    /// Objectives with their literals, each literal once.
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
        // A negative weight is spent, and given back where the literal does not hold.
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
        let is_varied = is_varied(&inputs);
        Objective { spent, unit, ..Objective::of(inputs, is_varied) }
    }

    /// One in units of its own, of which nothing is encoded.
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

    /// One of literals, each once, with weights in units of another objective.
    pub fn of_units(translation: &Translation, inputs: Vec<(Lit, usize)>, is_varied: bool) -> Objective {
        let mut objective = Objective::of(inputs, is_varied);
        objective.group(translation);
        objective
    }

    /// Looks for alternatives among the inputs, before there is a bound: an objective that costs nothing needs none.
    pub fn group(&mut self, translation: &Translation) {
        if self.grouping.is_none() {
            self.grouping = grouping(translation, &self.inputs);
        }
    }

    /// The assumption under which nothing is spent; the clauses it needs are written.
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

    /// The assumptions under which no more is spent than so many units; the clauses they need are written.
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

    /// Whether what is known of alternatives among the inputs says much about what is spent at least.
    pub fn is_telling(&self) -> bool {
        self.grouping.as_ref().is_some_and(|grouping| grouping.is_telling || grouping.covered.is_some())
    }

    /// Whether there are clauses of inputs one of which has to be paid for.
    pub fn is_covering(&self) -> bool {
        self.grouping.as_ref().is_some_and(|grouping| grouping.is_covering)
    }

    /// How many units all literals cost together.
    pub fn total(&self) -> i128 {
        self.inputs.iter().map(|&(_, weight)| weight as i128).sum()
    }

    /// A bound of so many units that holds with its switch, and one of what is spent at least; none where that is no bound. A
    /// switch goes with bounds that only fall, for what is learned of one must hold of the next.
    fn bound(
        &mut self,
        translation: &mut Translation,
        units: usize,
    ) -> Option<(CostBound, Option<CostBound>, &mut Propagated)> {
        if units as i128 >= self.total() {
            return None;
        }
        let mut new = || translation.activation_literal();
        let propagated = self.propagated.get_or_insert_with(|| Propagated {
            bound: None,
            covered: None,
            switch: new(),
            units,
        });
        if units > propagated.units {
            propagated.switch = new();
        }
        propagated.units = units;
        let Grouping { groups, pairs, spent, covered, .. } = self.grouping.as_ref()?;
        let open = units as i64 - spent;
        let bound = CostBound::new(open, groups.clone(), pairs.clone(), propagated.switch)?;
        let covered = covered.as_ref().and_then(|covered| {
            CostBound::new(
                units as i64 - covered.spent,
                covered.groups.clone(),
                pairs.clone(),
                propagated.switch,
            )
        });
        Some((bound, covered, propagated))
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

    /// Whether solvers that explain lazily are to hear its bounds of a propagator.
    pub fn is_propagated(&self, search: &Search) -> bool {
        let is_wanted = match search.config.sums {
            Sums::Auto => self.is_varied || self.is_telling(),
            Sums::Encode => false,
            Sums::Propagate => true,
        };
        is_wanted && search.propagation.has_lazy() && self.grouping.is_some()
    }

    /// The assumptions under which no more is spent than so many units. The solvers are told what they need for that.
    pub fn at_most(&mut self, search: &mut Search, units: usize) -> Result<Vec<Lit>, SolveError> {
        if units > 0 {
            self.group(&search.translation);
        }
        if units == 0 || !self.is_propagated(search) {
            return Ok(self.encode(&mut search.translation, units));
        }
        let Some((bound, covered, propagated)) = self.bound(&mut search.translation, units) else {
            return Ok(Vec::new());
        };
        let switch = propagated.switch;
        let variables: Vec<Var> = bound.variables().collect();
        search.unwind()?;
        let told = search.propagation.tell_lazy(&mut propagated.bound, &bound);
        if let Some(covered) = covered {
            // It names no other variables, and what connects the first one connects it.
            drop(search.propagation.tell_lazy(&mut propagated.covered, &covered));
        }
        for (member, parts) in told {
            match parts.map(|parts| Box::new(Propagators::new(parts))) {
                Some(propagator) => search.solver.connect_to(member, propagator, &variables)?,
                None => search.solver.observe_in(member, &variables)?,
            }
        }
        Ok(vec![switch])
    }

    /// Takes what solvers were told of it back.
    ///
    /// # Errors
    ///
    /// If the solver broke down.
    pub fn forget(&mut self, search: &mut Search) -> Result<(), SolveError> {
        let Some(told) = self.propagated.take() else { return Ok(()) };
        search.unwind()?;
        for number in [told.bound, told.covered].into_iter().flatten() {
            search.propagation.forget(number);
        }
        Ok(())
    }
}

/// In which order rules of loops first use atoms.
///
/// Grounding comes to these rules round by round, so that what is as many steps from the beginning is together. Assumed in this
/// order, cells of a grid give cores that are rings around a pin and have nothing in common; where they come row by row, only the
/// first cores are small. Wires and disjoint ways take a fifth of the time, some of them a hundredth.
#[derive(Debug)]
struct UseOrder {
    /// By atom that a rule of a loop uses.
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

    /// Sorts elements of an objective by it; those that no rule of a loop uses come last.
    fn sort(&self, elements: &mut [(Literal, i64)]) {
        if !self.ranks.is_empty() {
            elements
                .sort_by_key(|(literal, _)| self.ranks.get(&literal.atom()).copied().unwrap_or(usize::MAX));
        }
    }
}

/// Whether a clause about what the objective may cost says little, for there are nearly as many weights as literals: of 22 kinds
/// of objectives those with a weight for each four literals or fewer (knapsacks, auctions, tours, lateness) were solved up to
/// six times as fast by propagation, and of the others (covers, cuts, seatings) most much more slowly.
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

fn greatest_common_divisor(a: i128, b: i128) -> i128 {
    let (mut a, mut b) = (a, b);
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}
