//! Bounds of integer variables: which constraint makes a value as great or as small as it is, by which bounds of other variables.
//!
//! The atoms are those of the answer set. From the bounds that all variables have, the constraints that hold tighten bounds, one
//! after the other, as in a solver. Then sums that are minimized are at most what they are in the answer set. What is still open
//! gets its value, one variable after the other: the farther from the variables in question, the sooner, so that their values follow
//! from those of others as far as they can. A bound rests on earlier ones alone, so no explanation is circular.
//!
//! Some bounds approach a value in many small steps: `x` is smaller because `y` is, and `y` because `x` is. Nobody wants to read
//! that. So a constraint does not tighten a bound by what it has made of the same bound before; the value is then left open.

use std::cmp::Reverse;
use std::collections::VecDeque;

use groundplan_ground::program::integers::{IntegerConstraint, IntegerVariable, Integers, LinearExpression};
use groundplan_ground::program::Relation;
use rustc_hash::FxHashSet;

use crate::Error;

/// A bound is made tighter no more often than this, so that bounds that approach each other in small steps end.
const MOST_STEPS: u32 = 1000;
/// All bounds together are made tighter no more often than this.
const MOST_STEPS_OF_ALL: usize = 1_000_000;
/// So many bounds are looked at to find out whether one rests on another.
const MOST_BEFORE: usize = 1000;
/// Sums that have to be different are compared in pairs, if there are no more of them than this.
const MOST_PAIRS: usize = 20_000;

/// The least or the greatest value of a variable.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Bound {
    /// The variable.
    pub variable: IntegerVariable,
    /// Whether it is the least value.
    pub is_least: bool,
    /// The value.
    pub value: i64,
}

/// What makes a bound.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum BoundCause {
    /// The variable has it before anything is said of it.
    Limit,
    /// The constraint with this number, which holds or, where that is false, does not.
    Constraint(usize, bool),
    /// The sum with this number that is minimized is at most what it is in the answer set.
    Objective(usize),
    /// The value is chosen from those between these two.
    Choice(i64, i64),
}

/// A bound with what makes it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BoundNode {
    /// The bound.
    pub bound: Bound,
    /// What makes it.
    pub cause: BoundCause,
    /// The numbers of the bounds that it rests on.
    pub premises: Vec<usize>,
}

/// All bounds, in the order in which they follow.
#[derive(Debug)]
pub struct Bounds<'v> {
    /// The bounds.
    pub nodes: Vec<BoundNode>,
    /// The values of the variables.
    values: &'v [i64],
    /// For each variable the numbers of the greatest and of the least bound so far.
    tightest: Vec<[usize; 2]>,
    /// How often each of them was made tighter.
    steps: Vec<[u32; 2]>,
    propagators: Vec<(Propagator, BoundCause)>,
    /// For each variable the propagators that it is in.
    watchers: Vec<Vec<usize>>,
    waiting: VecDeque<usize>,
    is_waiting: Vec<bool>,
}

/// A constraint that tightens bounds.
#[derive(Debug)]
enum Propagator {
    /// A sum is at most a number.
    AtMost(Vec<(i64, IntegerVariable)>, i128),
    /// A sum is not a number.
    NotEqual(Vec<(i64, IntegerVariable)>, i128),
    /// A variable has a value of these ranges.
    Ranges(IntegerVariable, Vec<(i64, i64)>),
    /// Two intervals, each with a start and a length, do not overlap.
    Apart([(IntegerVariable, i64); 2]),
}

/// A tighter bound, with the numbers of those that it rests on.
type Tightened = (IntegerVariable, bool, i128, Vec<usize>);

impl<'v> Bounds<'v> {
    /// Explains the values of variables, where some constraints are enforced: the number of each, and whether it holds.
    ///
    /// # Errors
    ///
    /// [`Error::Unjustified`] if a constraint does not allow the values; the errors of `poll`.
    pub fn of(
        integers: &Integers,
        values: &'v [i64],
        enforced: &[(usize, bool)],
        asked: &[IntegerVariable],
        poll: &dyn Fn() -> Result<(), Error>,
    ) -> Result<Self, Error> {
        let mut bounds = Bounds::new(integers, values);
        for &(number, holds) in enforced {
            bounds.enforce(&integers.said()[number].2, BoundCause::Constraint(number, holds), holds);
        }
        bounds.propagate(poll)?;
        for (number, objective) in integers.objectives().iter().enumerate() {
            let terms = objective.sum.terms.clone();
            let cost = terms.iter().map(|&(factor, variable)| i128::from(factor) * bounds.chosen(variable));
            let cost = cost.sum();
            bounds.add(Propagator::AtMost(terms, cost), BoundCause::Objective(number));
        }
        bounds.propagate(poll)?;
        // What is as small as it can be comes first, for that it is no smaller has a reason already.
        let order = bounds.far_first(asked);
        for is_small in [true, false] {
            for &variable in &order {
                let [least, greatest] = [true, false].map(|is_least| bounds.value(variable, is_least));
                let value = bounds.chosen(variable);
                if is_small && (value != least || asked.contains(&variable)) {
                    continue;
                }
                let cause = BoundCause::Choice(least as i64, greatest as i64);
                bounds.set((variable, true, value, Vec::new()), cause)?;
                bounds.set((variable, false, value, Vec::new()), cause)?;
                bounds.propagate(poll)?;
            }
        }
        Ok(bounds)
    }

    fn new(integers: &Integers, values: &'v [i64]) -> Self {
        let mut nodes = Vec::with_capacity(2 * values.len());
        let mut tightest = Vec::with_capacity(values.len());
        for number in 0..values.len() {
            let variable = IntegerVariable(number as u32);
            tightest.push([nodes.len() + 1, nodes.len()]);
            let (least, greatest) = integers.first_limits(variable);
            for (is_least, value) in [(true, least), (false, greatest)] {
                let bound = Bound { variable, is_least, value };
                nodes.push(BoundNode { bound, cause: BoundCause::Limit, premises: Vec::new() });
            }
        }
        Bounds {
            nodes,
            values,
            tightest,
            steps: vec![[0; 2]; values.len()],
            propagators: Vec::new(),
            watchers: vec![Vec::new(); values.len()],
            waiting: VecDeque::new(),
            is_waiting: Vec::new(),
        }
    }

    /// The number of the bound that makes the value of a variable at least, or at most, what it is.
    pub fn tightest(&self, variable: IntegerVariable, is_least: bool) -> usize {
        self.tightest[variable.0 as usize][usize::from(is_least)]
    }

    /// The least or the greatest value so far.
    fn value(&self, variable: IntegerVariable, is_least: bool) -> i128 {
        i128::from(self.nodes[self.tightest(variable, is_least)].bound.value)
    }

    /// The value of a variable in the answer set.
    fn chosen(&self, variable: IntegerVariable) -> i128 {
        i128::from(self.values[variable.0 as usize])
    }

    /// The only value that the bounds so far leave to a variable.
    fn only(&self, variable: IntegerVariable) -> Option<i128> {
        let [least, greatest] = [true, false].map(|is_least| self.value(variable, is_least));
        (least == greatest).then_some(least)
    }

    fn both(&self, variable: IntegerVariable) -> [usize; 2] {
        [true, false].map(|is_least| self.tightest(variable, is_least))
    }

    /// Adds the propagators of a constraint that holds or does not.
    fn enforce(&mut self, constraint: &IntegerConstraint, cause: BoundCause, holds: bool) {
        match constraint {
            IntegerConstraint::Linear { terms, relation, number } => {
                let number = i128::from(*number);
                let terms = || terms.clone();
                let opposite = || terms().into_iter().map(|(factor, it)| (-factor, it)).collect();
                match (relation, holds) {
                    (Relation::AtMost, true) => self.add(Propagator::AtMost(terms(), number), cause),
                    (Relation::AtMost, false) => {
                        self.add(Propagator::AtMost(opposite(), -number - 1), cause);
                    }
                    (Relation::Equal, true) | (Relation::NotEqual, false) => {
                        self.add(Propagator::AtMost(terms(), number), cause);
                        self.add(Propagator::AtMost(opposite(), -number), cause);
                    }
                    (Relation::Equal, false) | (Relation::NotEqual, true) => {
                        self.add(Propagator::NotEqual(terms(), number), cause);
                    }
                }
            }
            IntegerConstraint::Domain { variable, ranges } => {
                let ranges = if holds { ranges.clone() } else { outside(ranges) };
                self.add(Propagator::Ranges(*variable, ranges), cause);
            }
            // That some of several are equal, or overlap, gives none of them a bound.
            IntegerConstraint::Distinct(_) | IntegerConstraint::Disjoint(_) if !holds => {}
            IntegerConstraint::Distinct(sums) => {
                let pairs = sums
                    .iter()
                    .enumerate()
                    .flat_map(|(at, one)| sums[..at].iter().map(move |other| difference(one, other)));
                for (terms, number) in pairs.take(MOST_PAIRS).flatten() {
                    self.add(Propagator::NotEqual(terms, number), cause);
                }
            }
            IntegerConstraint::Disjoint(intervals) => {
                let pairs = intervals
                    .iter()
                    .enumerate()
                    .flat_map(|(at, one)| intervals[..at].iter().map(move |other| [*one, *other]));
                for pair in pairs.take(MOST_PAIRS) {
                    self.add(Propagator::Apart(pair), cause);
                }
            }
        }
    }

    fn add(&mut self, propagator: Propagator, cause: BoundCause) {
        let number = self.propagators.len();
        match &propagator {
            Propagator::AtMost(terms, _) | Propagator::NotEqual(terms, _) => {
                terms.iter().for_each(|&(_, variable)| self.watchers[variable.0 as usize].push(number));
            }
            Propagator::Ranges(variable, _) => self.watchers[variable.0 as usize].push(number),
            Propagator::Apart(pair) => {
                pair.iter().for_each(|&(variable, _)| self.watchers[variable.0 as usize].push(number));
            }
        }
        self.propagators.push((propagator, cause));
        self.is_waiting.push(true);
        self.waiting.push_back(number);
    }

    /// Tightens bounds until no constraint tightens any.
    fn propagate(&mut self, poll: &dyn Fn() -> Result<(), Error>) -> Result<(), Error> {
        while let Some(number) = self.waiting.pop_front() {
            poll()?;
            self.is_waiting[number] = false;
            let (propagator, cause) = &self.propagators[number];
            let cause = *cause;
            // A variable passes ranges and intervals one after the other, and there are only so many.
            let is_sum = matches!(propagator, Propagator::AtMost(..));
            for tightened in self.tightened(propagator) {
                let variable = tightened.0 .0 as usize;
                let steps = &mut self.steps[variable][usize::from(tightened.1)];
                *steps += 1;
                let is_short = *steps <= MOST_STEPS && self.nodes.len() < MOST_STEPS_OF_ALL;
                if is_short && !(is_sum && self.creeps(&tightened, cause)) {
                    self.set(tightened, cause)?;
                }
            }
        }
        Ok(())
    }

    /// Whether a tighter bound rests on one that the same constraint has made for the same variable.
    fn creeps(&self, (variable, is_least, _, premises): &Tightened, cause: BoundCause) -> bool {
        let mut agenda = premises.clone();
        let mut seen = FxHashSet::default();
        while let Some(number) = agenda.pop().filter(|_| seen.len() < MOST_BEFORE) {
            if seen.insert(number) {
                let BoundNode { bound, cause: of, premises } = &self.nodes[number];
                if bound.variable == *variable && bound.is_least == *is_least && *of == cause {
                    return true;
                }
                agenda.extend(premises);
            }
        }
        false
    }

    /// Makes a bound tighter, if it is not as tight already.
    fn set(
        &mut self,
        (variable, is_least, value, premises): Tightened,
        cause: BoundCause,
    ) -> Result<(), Error> {
        if !self.is_tighter(variable, is_least, value) {
            return Ok(());
        }
        let chosen = self.chosen(variable);
        if is_least && value > chosen || !is_least && value < chosen {
            return Err(Error::Unjustified("a constraint does not allow the values".to_owned()));
        }
        let value = i64::try_from(value).expect("it is between a bound and a value");
        self.tightest[variable.0 as usize][usize::from(is_least)] = self.nodes.len();
        self.nodes.push(BoundNode { bound: Bound { variable, is_least, value }, cause, premises });
        for &watcher in &self.watchers[variable.0 as usize] {
            if !std::mem::replace(&mut self.is_waiting[watcher], true) {
                self.waiting.push_back(watcher);
            }
        }
        Ok(())
    }

    fn is_tighter(&self, variable: IntegerVariable, is_least: bool, value: i128) -> bool {
        let known = self.value(variable, is_least);
        if is_least {
            value > known
        } else {
            value < known
        }
    }

    /// The bounds that a constraint makes tighter.
    fn tightened(&self, propagator: &Propagator) -> Vec<Tightened> {
        let mut all = match propagator {
            Propagator::AtMost(terms, most) => self.at_most(terms, *most),
            Propagator::NotEqual(terms, number) => self.not_equal(terms, *number),
            Propagator::Ranges(variable, ranges) => self.ranges(*variable, ranges),
            Propagator::Apart([one, other]) => [self.apart(*one, *other), self.apart(*other, *one)].concat(),
        };
        all.retain(|&(variable, is_least, value, _)| self.is_tighter(variable, is_least, value));
        all
    }

    fn at_most(&self, terms: &[(i64, IntegerVariable)], most: i128) -> Vec<Tightened> {
        let least = |&(factor, variable): &(i64, IntegerVariable)| {
            i128::from(factor) * self.value(variable, factor > 0)
        };
        let sum: i128 = terms.iter().map(least).sum();
        let mut all = Vec::new();
        for (at, term) in terms.iter().enumerate() {
            // What the other terms leave to this one.
            let room = most - (sum - least(term));
            let (factor, variable) = *term;
            let is_least = factor < 0;
            let quotient = room.div_euclid(i128::from(factor).abs());
            let value = if is_least { -quotient } else { quotient };
            if self.is_tighter(variable, is_least, value) {
                let others = terms.iter().enumerate().filter(|&(other, _)| other != at);
                let premises = others.map(|(_, &(factor, it))| self.tightest(it, factor > 0));
                all.push((variable, is_least, value, premises.collect()));
            }
        }
        all
    }

    fn not_equal(&self, terms: &[(i64, IntegerVariable)], number: i128) -> Vec<Tightened> {
        let mut open = None;
        let mut rest = number;
        for &(factor, variable) in terms {
            match (self.only(variable), open) {
                (Some(value), _) => rest -= i128::from(factor) * value,
                (None, None) => open = Some((i128::from(factor), variable)),
                (None, Some(_)) => return Vec::new(),
            }
        }
        let Some((factor, variable)) = open.filter(|(factor, _)| rest % factor == 0) else {
            return Vec::new();
        };
        let others = terms.iter().filter(|(_, other)| *other != variable);
        let others: Vec<usize> = others.flat_map(|&(_, other)| self.both(other)).collect();
        let excluded = rest / factor;
        let at = [true, false].into_iter().filter(|&is_least| self.value(variable, is_least) == excluded);
        at.map(|is_least| {
            let next = if is_least { excluded + 1 } else { excluded - 1 };
            let own = self.tightest(variable, is_least);
            (variable, is_least, next, others.iter().copied().chain([own]).collect())
        })
        .collect()
    }

    fn ranges(&self, variable: IntegerVariable, ranges: &[(i64, i64)]) -> Vec<Tightened> {
        let [own_least, own_greatest] = [true, false].map(|is_least| self.tightest(variable, is_least));
        let [least, greatest] = [true, false].map(|is_least| self.value(variable, is_least));
        let up = ranges.iter().position(|&(_, last)| i128::from(last) >= least);
        let down = ranges.iter().rposition(|&(first, _)| i128::from(first) <= greatest);
        // Only where there are smaller or greater values, another bound has excluded them.
        let up = up.map(|at| (i128::from(ranges[at].0), if at == 0 { vec![] } else { vec![own_least] }));
        let last = ranges.len().wrapping_sub(1);
        let down =
            down.map(|at| (i128::from(ranges[at].1), if at == last { vec![] } else { vec![own_greatest] }));
        let up = up.map(|(value, premises)| (variable, true, value, premises));
        up.into_iter().chain(down.map(|(value, premises)| (variable, false, value, premises))).collect()
    }

    /// If the first interval cannot be before the other, the other is before it.
    fn apart(
        &self,
        (one, length): (IntegerVariable, i64),
        (other, length_of_other): (IntegerVariable, i64),
    ) -> Vec<Tightened> {
        let [least, greatest] = [self.value(one, true), self.value(one, false)];
        let [least_of_other, greatest_of_other] = [self.value(other, true), self.value(other, false)];
        if least + i128::from(length) <= greatest_of_other {
            return Vec::new();
        }
        let reason = [self.tightest(one, true), self.tightest(other, false)];
        let after = least_of_other + i128::from(length_of_other);
        let before = greatest - i128::from(length_of_other);
        vec![
            (one, true, after, vec![reason[0], reason[1], self.tightest(other, true)]),
            (other, false, before, vec![reason[0], reason[1], self.tightest(one, false)]),
        ]
    }

    /// All variables, first those that have nothing to do with those in question, then by falling distance from them. Of several
    /// the one with the smallest value is first: what begins later follows from what begins sooner.
    fn far_first(&self, asked: &[IntegerVariable]) -> Vec<IntegerVariable> {
        let mut distances = vec![usize::MAX; self.values.len()];
        let mut near: VecDeque<IntegerVariable> = asked.iter().copied().collect();
        asked.iter().for_each(|variable| distances[variable.0 as usize] = 0);
        while let Some(variable) = near.pop_front() {
            let distance = distances[variable.0 as usize] + 1;
            for &watcher in &self.watchers[variable.0 as usize] {
                let mut visit = |next: IntegerVariable| {
                    if distances[next.0 as usize] == usize::MAX {
                        distances[next.0 as usize] = distance;
                        near.push_back(next);
                    }
                };
                match &self.propagators[watcher].0 {
                    Propagator::AtMost(terms, _) | Propagator::NotEqual(terms, _) => {
                        terms.iter().for_each(|&(_, next)| visit(next));
                    }
                    Propagator::Ranges(..) => {}
                    Propagator::Apart(pair) => pair.iter().for_each(|&(next, _)| visit(next)),
                }
            }
        }
        let mut all: Vec<IntegerVariable> = (0..self.values.len() as u32).map(IntegerVariable).collect();
        let place = |variable: usize| (Reverse(distances[variable]), self.values[variable]);
        all.sort_by_key(|variable| place(variable.0 as usize));
        all
    }
}

/// Returns the ranges of the values that are in none of these ranges.
fn outside(ranges: &[(i64, i64)]) -> Vec<(i64, i64)> {
    let mut outside = Vec::with_capacity(ranges.len() + 1);
    let mut next = Some(i64::MIN);
    for &(least, greatest) in ranges {
        if let Some(first) = next.filter(|&first| first < least) {
            outside.push((first, least - 1));
        }
        next = greatest.checked_add(1);
    }
    outside.extend(next.map(|first| (first, i64::MAX)));
    outside
}

/// Returns the terms and the number that are different where two sums are; `None` if a factor is too large.
pub fn difference(
    one: &LinearExpression,
    other: &LinearExpression,
) -> Option<(Vec<(i64, IntegerVariable)>, i128)> {
    let mut terms = one.terms.clone();
    for &(factor, variable) in &other.terms {
        match terms.iter_mut().find(|(_, known)| *known == variable) {
            Some((known, _)) => *known = known.checked_sub(factor)?,
            None => terms.push((factor.checked_neg()?, variable)),
        }
    }
    terms.retain(|&(factor, _)| factor != 0);
    Some((terms, i128::from(other.constant) - i128::from(one.constant)))
}
