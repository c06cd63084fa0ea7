//! Propagation of weighted sums with upper bounds, during the SAT solver's search.
//!
//! A sum with an upper bound has a *slack*: the bound less the weight of the true elements. An element heavier than
//! the slack must be false, and a slack below zero is a conflict (Eén & Sörensson, JSAT 2006, §4; with counters for
//! every element as in Elffers & Nordström, Divide and conquer: towards faster pseudo-Boolean solving, IJCAI 2018).
//! The reason is a clause over true elements that are heavy enough together. The heaviest are taken first, so that
//! they are few. Reasons are computed on demand, and the solver may forget them.
//!
//! Invariants: `slack` is the bound less the weight of the elements that the trail makes true. All elements before
//! `first` are assigned. A sum in which an unassigned element weighs more than the slack is queued.

use groundplan_sat::{Propagator, Trail};
use rustsat::types::{Lit, Var};

use super::index::{index, Table};

index! {
    /// The number of a sum.
    struct PropagatedSumId;
}

/// A weighted sum of literals with an upper bound. The heaviest elements come first, and no literal occurs twice.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct AtMost {
    most: i64,
    elements: Vec<(Lit, i64)>,
}

impl AtMost {
    /// Creates the constraint that the weights of the true elements are at most `most`, unless a literal holds. All
    /// weights together must exceed the bound, and twice their sum must fit.
    pub(crate) fn new(mut most: i64, mut elements: Vec<(Lit, i64)>, unless: Option<Lit>) -> Self {
        if let Some(unless) = unless {
            let total: i64 = elements.iter().map(|&(_, weight)| weight).sum();
            // If the literal is false, its negation takes up the excess weight of the others; if it is true, all of
            // them may hold.
            elements.push((!unless, total - most));
            most = total;
        }
        elements.sort_unstable();
        elements.dedup_by(|next, kept| {
            let same = next.0 == kept.0;
            kept.1 += if same { next.1 } else { 0 };
            same
        });
        elements.sort_by_key(|&(_, weight)| std::cmp::Reverse(weight));
        AtMost { most, elements }
    }

    /// Returns the upper bound.
    pub(crate) fn most(&self) -> i64 {
        self.most
    }

    /// Returns the literals with their weights.
    pub(crate) fn elements(&self) -> &[(Lit, i64)] {
        &self.elements
    }

    /// Iterates over the variables that the propagator observes.
    pub(crate) fn variables(&self) -> impl Iterator<Item = Var> + '_ {
        self.elements.iter().map(|&(literal, _)| literal.var())
    }
}

/// A sum under an assignment.
#[derive(Debug)]
struct PropagatedSum {
    elements: Box<[(Lit, i64)]>,
    most: i64,
    slack: i64,
    first: usize,
    is_queued: bool,
}

impl PropagatedSum {
    /// Whether an element at or after `first`, which may be unassigned, weighs more than the slack.
    fn is_tight(&self) -> bool {
        self.slack < self.elements.get(self.first).map_or(0, |&(_, weight)| weight)
    }
}

/// A position at which a literal occurs in a sum.
#[derive(Clone, Copy, Debug)]
struct SumOccurrence {
    sum: PropagatedSumId,
    position: u32,
    weight: i64,
}

/// The propagator for sums with upper bounds.
#[derive(Default, Debug)]
pub(crate) struct PseudoBoolean {
    sums: Table<PropagatedSumId, PropagatedSum>,
    /// The occurrences of each literal.
    occurrences: Vec<Vec<SumOccurrence>>,
    /// For each literal, the sum that implied it last.
    implied_by: Vec<Option<PropagatedSumId>>,
    trail: Trail,
    queue: Vec<PropagatedSumId>,
}

impl PseudoBoolean {
    /// The true literals that were reported.
    pub(crate) fn trail(&self) -> &Trail {
        &self.trail
    }

    /// Adds a sum. Must not be called while the solver searches.
    pub(crate) fn add(&mut self, sum: AtMost) {
        let AtMost { most, elements } = sum;
        elements.iter().for_each(|&(literal, _)| self.make_room(literal));
        let held: i64 = elements.iter().filter(|e| self.is_true(e.0)).map(|e| e.1).sum();
        let sum =
            PropagatedSum { elements: elements.into(), most, slack: most - held, first: 0, is_queued: false };
        let number = self.sums.push(sum);
        for (position, &(literal, weight)) in self.sums[number].elements.iter().enumerate() {
            let position = position as u32;
            self.occurrences[literal.lidx()].push(SumOccurrence { sum: number, position, weight });
        }
        self.enqueue(number);
    }

    fn make_room(&mut self, literal: Lit) {
        let length = 2 * literal.vidx() + 2;
        if self.occurrences.len() < length {
            self.implied_by.resize(length, None);
            self.occurrences.resize_with(length, Vec::new);
        }
    }

    fn is_true(&self, literal: Lit) -> bool {
        self.trail.is_true(literal)
    }

    fn is_assigned(&self, literal: Lit) -> bool {
        self.is_true(literal) || self.is_true(!literal)
    }

    /// Returns the next literal that a sum implies.
    fn examine(&mut self, number: PropagatedSumId) -> Option<Lit> {
        if self.sums[number].slack < 0 {
            return Some(!self.excess(number));
        }
        while let Some(&(literal, weight)) = self.sums[number].elements.get(self.sums[number].first) {
            if weight <= self.sums[number].slack {
                return None;
            }
            if !self.is_assigned(literal) {
                return Some(!literal);
            }
            self.sums[number].first += 1;
        }
        None
    }

    /// Returns the element that exceeded the bound when it became true.
    fn excess(&self, number: PropagatedSumId) -> Lit {
        let PropagatedSum { elements, most, .. } = &self.sums[number];
        let mut held: Vec<(u32, Lit, i64)> =
            elements.iter().map(|&(l, w)| (self.trail.since(l), l, w)).filter(|&(s, ..)| s > 0).collect();
        held.sort_unstable();
        let mut sum = 0;
        let exceeds = |&(_, _, weight): &(u32, Lit, i64)| {
            sum += weight;
            sum > *most
        };
        let (_, literal, _) = held.into_iter().find(exceeds).expect("the slack is below zero");
        literal
    }

    /// Updates a sum after one of its elements was unassigned.
    fn reopen(&mut self, SumOccurrence { sum: number, position, .. }: SumOccurrence, gained: i64) {
        let sum = &mut self.sums[number];
        sum.slack += gained;
        sum.first = sum.first.min(position as usize);
        // A literal implied before backtracking may still be implied.
        if sum.is_tight() {
            self.enqueue(number);
        }
    }

    fn enqueue(&mut self, number: PropagatedSumId) {
        if !std::mem::replace(&mut self.sums[number].is_queued, true) {
            self.queue.push(number);
        }
    }
}

impl Propagator for PseudoBoolean {
    fn assign(&mut self, literals: &[Lit]) {
        for &literal in literals {
            self.make_room(literal);
            if !self.trail.push(literal) {
                continue;
            }
            for i in 0..self.occurrences[literal.lidx()].len() {
                let SumOccurrence { sum: number, weight, .. } = self.occurrences[literal.lidx()][i];
                let sum = &mut self.sums[number];
                sum.slack -= weight;
                if sum.is_tight() {
                    self.enqueue(number);
                }
            }
        }
    }

    fn new_level(&mut self) {
        self.trail.new_level();
    }

    fn backtrack(&mut self, level: usize) {
        for literal in self.trail.backtrack(level).into_iter().rev() {
            for i in 0..self.occurrences[literal.lidx()].len() {
                let occurrence = self.occurrences[literal.lidx()][i];
                self.reopen(occurrence, occurrence.weight);
            }
            for i in 0..self.occurrences[(!literal).lidx()].len() {
                self.reopen(self.occurrences[(!literal).lidx()][i], 0);
            }
        }
    }

    fn propagate(&mut self) -> Option<Lit> {
        while let Some(&number) = self.queue.last() {
            if let Some(literal) = self.examine(number) {
                self.implied_by[literal.lidx()] = Some(number);
                return Some(literal);
            }
            self.queue.pop();
            self.sums[number].is_queued = false;
        }
        None
    }

    fn reason(&mut self, literal: Lit, clause: &mut Vec<Lit>) {
        let number = self.implied_by[literal.lidx()].expect("it was propagated");
        let PropagatedSum { elements, most, .. } = &self.sums[number];
        let until = match self.trail.since(literal) {
            // The solver has not reported the literal yet, or it is false.
            0 => u32::MAX,
            since => since,
        };
        let (_, own) = *elements.iter().find(|&&(l, _)| l == !literal).expect("it is an element");
        clause.push(literal);
        let mut sum = own;
        for &(element, weight) in elements.iter().filter(|&&(l, _)| l != !literal) {
            if sum > *most {
                break;
            }
            let since = self.trail.since(element);
            if 0 < since && since < until {
                clause.push(!element);
                sum += weight;
            }
        }
        debug_assert!(sum > *most, "the elements are too heavy together");
    }

    /// False without sums: another propagator may need its reasons kept.
    fn forgettable_reasons(&self) -> bool {
        self.sums.numbers().next().is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const VARIABLES: u32 = 9;

    fn literal() -> impl Strategy<Value = Lit> {
        (0..VARIABLES, any::<bool>()).prop_map(|(variable, negated)| Lit::new(variable, negated))
    }

    /// Returns literals with weights, and a bound in eighths of their total.
    fn sum() -> impl Strategy<Value = AtMost> {
        let unless = prop::option::of(literal());
        (prop::collection::vec((literal(), 1..30_i64), 2..10), 0..8_i64, unless).prop_map(
            |(elements, part, unless)| {
                let total: i64 = elements.iter().map(|&(_, weight)| weight).sum();
                AtMost::new(total * part / 8, elements, unless)
            },
        )
    }

    /// Returns the weight of the elements that hold in a set of variables.
    fn weight(sum: &AtMost, set: u32) -> i64 {
        let holds = |l: Lit| (set >> l.vidx32() & 1 == 1) == l.is_pos();
        sum.elements.iter().filter(|e| holds(e.0)).map(|e| e.1).sum()
    }

    fn is_satisfied(clause: &[Lit], set: u32) -> bool {
        clause.iter().any(|l| (set >> l.vidx32() & 1 == 1) == l.is_pos())
    }

    /// Adds all implied literals and checks them; returns false for a conflict.
    fn propagate(sums: &[AtMost], propagator: &mut PseudoBoolean, values: &mut Vec<Lit>) -> bool {
        while let Some(literal) = propagator.propagate() {
            assert!(!values.contains(&literal), "{literal} is true already");
            let mut reason = Vec::new();
            propagator.reason(literal, &mut reason);
            assert!(reason.iter().all(|&l| l == literal || values.contains(&!l)), "{reason:?}");
            let implies = |sum: &&AtMost| {
                (0..1 << VARIABLES).all(|set| is_satisfied(&reason, set) || weight(sum, set) > sum.most)
            };
            assert!(sums.iter().any(|sum| implies(&sum)), "no sum implies {reason:?}");
            if values.contains(&!literal) {
                return false;
            }
            values.push(literal);
            propagator.assign(&[literal]);
        }
        for sum in sums {
            let held = |l: Lit| values.contains(&l);
            let weight: i64 = sum.elements.iter().filter(|e| held(e.0)).map(|e| e.1).sum();
            assert!(weight <= sum.most, "a conflict was missed");
            let open = sum.elements.iter().filter(|e| !held(e.0) && !held(!e.0));
            assert!(open.clone().all(|e| weight + e.1 <= sum.most), "something implied was missed");
        }
        true
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 3000, failure_persistence: None, ..ProptestConfig::default() })]

        /// Simulates the search of a solver: decisions and backtracking, with sums added in between.
        #[test]
        fn it_tells_all_that_follows_and_nothing_else(
            mut sums in prop::collection::vec(sum(), 1..4),
            late in prop::collection::vec(sum(), 0..2),
            script in prop::collection::vec((literal(), 0..12_usize), 1..30),
        ) {
            let mut propagator = PseudoBoolean::default();
            for sum in &sums {
                propagator.add(sum.clone());
            }
            let mut late = late.into_iter();
            let mut values: Vec<Lit> = Vec::new();
            let mut levels: Vec<usize> = Vec::new();
            let mut is_fine = propagate(&sums, &mut propagator, &mut values);
            for (literal, back) in script {
                if !is_fine || back < levels.len() {
                    if levels.is_empty() {
                        break;
                    }
                    let level = back % levels.len();
                    values.truncate(levels[level]);
                    levels.truncate(level);
                    propagator.backtrack(level);
                    if let Some(sum) = late.next() {
                        propagator.add(sum.clone());
                        sums.push(sum);
                    }
                } else if !values.contains(&literal) && !values.contains(&!literal) {
                    levels.push(values.len());
                    propagator.new_level();
                    values.push(literal);
                    propagator.assign(&[literal]);
                }
                is_fine = propagate(&sums, &mut propagator, &mut values);
            }
        }
    }
}
