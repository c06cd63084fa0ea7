//! Runs plans over the possible atoms.
//!
//! A literal that is known to be true is left out of an instance, and an instance with a literal that is known to be false is
//! left out. What is known of the predicates of the present component is only which atoms are possible, and not yet that no
//! other ones are. So a negation of them may always hold.

use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use crate::base::{AtomId, Base};
use crate::ground::{is_certain, Aggregate, Conjunction, Lit, Part, Values, ALWAYS, NEVER};
use crate::linear::{intervals, linear, Comparison};
use crate::plan::{Plan, Step};
use crate::rule;
use crate::syntax::{Function, Relation};
use crate::term::{value, NoValue, Pattern};
use crate::value::Value;

/// Why the evaluation ends early.
pub(crate) enum Stop {
    /// A construct with values that cannot be handled.
    Unsupported(&'static str),
    /// The caller asked for it.
    Asked,
}

/// The most values that an aggregate may assign.
const MOST_VALUES: usize = 1 << 20;
/// The number of steps between two looks at whether to stop.
const STEPS: u32 = 1 << 14;

/// What is known while a component is ground.
pub(crate) struct Join<'a> {
    pub base: &'a Base,
    /// Whether an atom is true for certain.
    pub certain: &'a [bool],
    /// Whether a predicate belongs to the present component.
    pub open: &'a [bool],
    pub stop: &'a dyn Fn() -> bool,
    pub steps: Cell<u32>,
}

/// The values of the variables, and the ground body so far.
pub(crate) struct Frame {
    pub values: Vec<Value>,
    pub parts: Vec<Part>,
}

/// The possible atoms that an atom under `not`, 0 to 2 times, may match, and the patterns of its other arguments.
struct Rows<'r> {
    sign: u8,
    predicate: usize,
    rows: &'r [usize],
    patterns: &'r [(usize, Pattern)],
}

type Emit<'e> = &'e mut dyn FnMut(&mut Frame) -> Result<(), Stop>;

impl Join<'_> {
    /// Calls `emit` for each instance of a plan.
    pub fn run(&self, plan: &[Step], frame: &mut Frame, emit: Emit) -> Result<(), Stop> {
        let Some((step, rest)) = plan.split_first() else { return emit(frame) };
        self.steps.set(self.steps.get().wrapping_add(1));
        if self.steps.get().is_multiple_of(STEPS) && (self.stop)() {
            return Err(Stop::Asked);
        }
        match step {
            Step::Never => Ok(()),
            Step::Test(left, relation, right) => {
                match (self.value(left, frame)?, self.value(right, frame)?) {
                    (Some(left), Some(right)) if relation.holds(&left, &right) => self.run(rest, frame, emit),
                    _ => Ok(()),
                }
            }
            Step::Unify(pattern, term) => match self.value(term, frame)? {
                Some(value) if matches(pattern, &value, frame)? => self.run(rest, frame, emit),
                _ => Ok(()),
            },
            Step::Range(variable, lower, upper) => {
                let Some((lower, upper)) = self.interval(lower, upper, frame)? else { return Ok(()) };
                for number in lower..=upper {
                    frame.values[*variable] = Value::Number(number);
                    self.run(rest, frame, emit)?;
                }
                Ok(())
            }
            Step::Within(variable, lower, upper) => {
                let Some((lower, upper)) = self.interval(lower, upper, frame)? else { return Ok(()) };
                match frame.values[*variable].number() {
                    Some(number) if (lower..=upper).contains(&number) => self.run(rest, frame, emit),
                    _ => Ok(()),
                }
            }
            Step::Bounded { variable, comparisons, bound, is_equation } => {
                let is_number = |(left, _, right): &Comparison| {
                    [left, right].into_iter().all(|term| linear(term, bound, &frame.values).is_some())
                };
                // An equation with something that is no number has no solution.
                if *is_equation && !comparisons.iter().all(is_number) {
                    return Ok(());
                }
                let Some(intervals) = intervals(comparisons, bound, &frame.values) else { return Ok(()) };
                let (Some(lower), Some(upper)) = intervals.get(variable).copied().unwrap_or_default() else {
                    return Err(Stop::Unsupported("a variable without bounds"));
                };
                let number = |end: i128| i64::try_from(end).map_err(|_| overflow());
                let (lower, upper) = (number(lower)?, number(upper)?);
                for number in lower..=upper {
                    frame.values[*variable] = Value::Number(number);
                    self.run(rest, frame, emit)?;
                }
                Ok(())
            }
            Step::Atom { sign, predicate, index, key, rest: patterns } => {
                let mut values = Vec::with_capacity(key.len());
                for term in key {
                    let Some(value) = self.value(term, frame)? else { return Ok(()) };
                    values.push(value);
                }
                let rows = self.base.rows(*predicate, *index, &values);
                let found = Rows { sign: *sign, predicate: *predicate, rows, patterns };
                match sign {
                    1 => self.absent(&found, rest, frame, emit),
                    _ => self.existing(&found, rest, frame, emit),
                }
            }
            Step::Conditional { condition, consequents } => {
                let before = frame.parts.len();
                if self.conditional(condition, consequents, frame)? {
                    self.run(rest, frame, emit)?;
                }
                frame.parts.truncate(before);
                Ok(())
            }
            Step::Aggregate { aggregate, elements, assigned } => {
                let ground = self.aggregate(aggregate, elements, frame)?;
                let is_open = aggregate.elements.iter().flat_map(|element| &element.condition).any(
                    |literal| matches!(literal, rule::Literal::Atom(_, atom) if self.open[atom.predicate]),
                );
                if assigned.is_empty() {
                    return self.test(ground, is_open, rest, frame, emit);
                }
                for value in possible_values(&ground)? {
                    let mut fits = true;
                    for pattern in assigned {
                        fits = fits && matches(pattern, &value, frame)?;
                    }
                    if fits {
                        let mut one = ground.clone();
                        one.guards.push((Relation::Equal, value));
                        self.test(one, is_open, rest, frame, emit)?;
                    }
                }
                Ok(())
            }
        }
    }

    /// The value of a term; `None` if it is not defined.
    pub fn value(&self, term: &rule::Term, frame: &Frame) -> Result<Option<Value>, Stop> {
        match value(term, &frame.values) {
            Ok(value) => Ok(Some(value)),
            Err(NoValue::Undefined) => Ok(None),
            Err(other) => Err(other.into()),
        }
    }

    fn interval(
        &self,
        lower: &rule::Term,
        upper: &rule::Term,
        frame: &Frame,
    ) -> Result<Option<(i64, i64)>, Stop> {
        let (lower, upper) = (self.value(lower, frame)?, self.value(upper, frame)?);
        Ok(lower.and_then(|it| it.number()).zip(upper.and_then(|it| it.number())))
    }

    /// Each atom that matches, under `not` 0 times or twice. `not not p(_)` holds if `not not` does before one of the atoms: both
    /// worlds of here-and-there agree.
    fn existing(&self, found: &Rows, rest: &[Step], frame: &mut Frame, emit: Emit) -> Result<(), Stop> {
        let &Rows { sign, predicate, rows, patterns } = found;
        let (mut any, before) = (false, frame.parts.len());
        for &row in rows {
            let (arguments, atom) = self.base.row(predicate, row);
            if !fits(patterns, arguments, frame)? {
                continue;
            }
            any = true;
            if !self.certain[atom as usize] {
                frame.parts.push(Part::Literal(Lit { sign, atom }));
            }
            self.run(rest, frame, emit)?;
            frame.parts.truncate(before);
        }
        if sign == 2 && !any && self.open[predicate] {
            frame.parts.push(Part::Literal(NEVER));
            self.run(rest, frame, emit)?;
            frame.parts.truncate(before);
        }
        Ok(())
    }

    /// `not p(_)` says that no atom matches.
    fn absent(&self, found: &Rows, rest: &[Step], frame: &mut Frame, emit: Emit) -> Result<(), Stop> {
        let &Rows { predicate, rows, patterns, .. } = found;
        let before = frame.parts.len();
        for &row in rows {
            let (arguments, atom) = self.base.row(predicate, row);
            if fits(patterns, arguments, frame)? {
                if self.certain[atom as usize] {
                    frame.parts.truncate(before);
                    return Ok(());
                }
                frame.parts.push(Part::Literal(Lit { sign: 1, atom }));
            }
        }
        if self.open[predicate] && (rows.is_empty() || !patterns.is_empty()) {
            frame.parts.push(Part::Literal(ALWAYS));
        }
        self.run(rest, frame, emit)?;
        frame.parts.truncate(before);
        Ok(())
    }

    /// Collects the literals of a plan's instances, in a frame of their own. `each` gets the values and the conjunction.
    pub fn conjunctions(
        &self,
        plan: &[Step],
        values: &[Value],
        each: &mut dyn FnMut(&mut Frame, Conjunction) -> Result<(), Stop>,
    ) -> Result<(), Stop> {
        let mut frame = Frame { values: values.to_vec(), parts: Vec::new() };
        self.run(plan, &mut frame, &mut |frame| {
            let mut conjunction: Conjunction = frame
                .parts
                .iter()
                .map(|part| match part {
                    Part::Literal(literal) => *literal,
                    _ => unreachable!("a condition has only literals"),
                })
                .collect();
            conjunction.sort_unstable();
            conjunction.dedup();
            each(frame, conjunction)
        })
    }

    /// Adds the instances of a conditional literal to the body. Returns false if one of them fails.
    fn conditional(&self, condition: &Plan, consequents: &[Plan], frame: &mut Frame) -> Result<bool, Stop> {
        let mut instances = BTreeSet::new();
        self.conjunctions(condition, &frame.values, &mut |inner, condition| {
            let mut alternatives = BTreeSet::new();
            for consequent in consequents {
                self.conjunctions(consequent, &inner.values, &mut |_, conjunction| {
                    alternatives.insert(conjunction);
                    Ok(())
                })?;
            }
            let is_true = alternatives.contains(&Vec::new());
            if !is_true {
                instances.insert((condition, alternatives.into_iter().collect::<Vec<_>>()));
            }
            Ok(())
        })?;
        for (condition, alternatives) in instances {
            if condition.is_empty() && alternatives.is_empty() {
                return Ok(false);
            }
            match alternatives.as_slice() {
                [only] if condition.is_empty() => {
                    frame.parts.extend(only.iter().map(|&it| Part::Literal(it)));
                }
                _ => frame.parts.push(Part::Conditional(Rc::new((condition, alternatives)))),
            }
        }
        Ok(true)
    }

    /// Grounds an aggregate; the guards without values are left out.
    fn aggregate(
        &self,
        aggregate: &rule::Aggregate,
        elements: &[Plan],
        frame: &Frame,
    ) -> Result<Aggregate, Stop> {
        let mut guards = Vec::new();
        for (relation, guard) in &aggregate.guards {
            // A guard without a value fails before this.
            guards.extend(self.value(guard, frame)?.map(|value| (*relation, value)));
        }
        let mut ground =
            Aggregate { sign: aggregate.sign, function: aggregate.function, guards, tuples: BTreeMap::new() };
        for (element, plan) in aggregate.elements.iter().zip(elements) {
            self.conjunctions(plan, &frame.values, &mut |inner, conjunction| {
                let Some(tuple) = self.tuple(&element.tuple, inner)? else { return Ok(()) };
                if !matters(&ground, &tuple) {
                    return Ok(());
                }
                add_condition(ground.tuples.entry(tuple).or_default(), conjunction);
                Ok(())
            })?;
        }
        Ok(ground)
    }

    /// The values of the terms of a tuple; `None` if one of them is not defined.
    pub fn tuple(&self, terms: &[rule::Term], frame: &Frame) -> Result<Option<Vec<Value>>, Stop> {
        let mut tuple = Vec::with_capacity(terms.len());
        for term in terms {
            let Some(value) = self.value(term, frame)? else { return Ok(None) };
            tuple.push(value);
        }
        Ok(Some(tuple))
    }

    /// The possible atoms that match an atom of a head; `None` if it is not defined.
    pub fn matching(&self, atom: &rule::Atom, frame: &Frame) -> Result<Option<Vec<AtomId>>, Stop> {
        let mut has_any = false;
        atom.arguments.iter().for_each(|term| term.variables(&mut |variable| has_any |= variable.is_none()));
        if !has_any {
            let arguments = self.tuple(&atom.arguments, frame)?;
            return Ok(
                arguments.map(|arguments| self.base.find(atom.predicate, &arguments).into_iter().collect())
            );
        }
        let mut bound = vec![true; frame.values.len()];
        let mut values = frame.values.clone();
        let mut found = Vec::new();
        for row in 0..self.base.count(atom.predicate) {
            let (arguments, id) = self.base.row(atom.predicate, row);
            let mut fits = true;
            for (term, argument) in atom.arguments.iter().zip(arguments) {
                fits = fits
                    && Pattern::of(term, &mut bound)
                        .is_some_and(|it| it.matches(argument, &mut values) == Ok(true));
            }
            found.extend(fits.then_some(id));
        }
        Ok(Some(found))
    }

    /// Goes on if an aggregate may hold.
    fn test(
        &self,
        aggregate: Aggregate,
        is_open: bool,
        rest: &[Step],
        frame: &mut Frame,
        emit: Emit,
    ) -> Result<(), Stop> {
        // Under `not`, atoms may count that are not known to be impossible yet.
        let (possible, certain) =
            if is_open && aggregate.sign > 0 { (true, false) } else { aggregate.verdict() };
        if !possible {
            return Ok(());
        }
        let before = frame.parts.len();
        if !certain {
            frame.parts.push(Part::Aggregate(Rc::new(aggregate)));
        }
        self.run(rest, frame, emit)?;
        frame.parts.truncate(before);
        Ok(())
    }
}

impl From<NoValue> for Stop {
    fn from(reason: NoValue) -> Stop {
        match reason {
            NoValue::Anonymous => Stop::Unsupported("`_` in a term that is computed"),
            NoValue::Overflow | NoValue::Undefined => overflow(),
        }
    }
}

fn overflow() -> Stop {
    Stop::Unsupported("a number beyond 64 bits")
}

/// Whether the value of an aggregate depends on a tuple.
fn matters(aggregate: &Aggregate, tuple: &[Value]) -> bool {
    match aggregate.function {
        Function::Sum | Function::SumPlus => aggregate.weight(tuple).is_some_and(|weight| weight != 0),
        function => matters_in(function, tuple),
    }
}

/// Whether a tuple may stand in an aggregate: a sum needs a number.
pub(crate) fn matters_in(function: Function, tuple: &[Value]) -> bool {
    match function {
        Function::Count => true,
        Function::Min | Function::Max => !tuple.is_empty(),
        Function::Sum | Function::SumPlus => tuple.first().is_some_and(|value| value.number().is_some()),
    }
}

/// Adds a condition of a tuple. One that always holds makes the other ones superfluous.
pub(crate) fn add_condition(conditions: &mut Vec<Conjunction>, conjunction: Conjunction) {
    if conjunction.is_empty() {
        conditions.clear();
    }
    if !is_certain(conditions) && !conditions.contains(&conjunction) {
        conditions.push(conjunction);
    }
}

fn matches(pattern: &Pattern, value: &Value, frame: &mut Frame) -> Result<bool, Stop> {
    Ok(pattern.matches(value, &mut frame.values)?)
}

fn fits(patterns: &[(usize, Pattern)], arguments: &[Value], frame: &mut Frame) -> Result<bool, Stop> {
    for (position, pattern) in patterns {
        if !matches(pattern, &arguments[*position], frame)? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// The values that an aggregate without some of its guards may have.
fn possible_values(aggregate: &Aggregate) -> Result<Vec<Value>, Stop> {
    let (least, most) = match aggregate.values() {
        Values::Terms(terms) => return Ok(terms),
        Values::Numbers(least, most) => (least, most),
    };
    let mut sums = BTreeSet::from([0_i128]);
    for (tuple, conditions) in &aggregate.tuples {
        let weight = i128::from(aggregate.weight(tuple).unwrap_or(0));
        let with: Vec<i128> = sums.iter().map(|sum| sum + weight).collect();
        if is_certain(conditions) {
            sums.clear();
        }
        sums.extend(with);
        if sums.len() > MOST_VALUES {
            return Err(Stop::Unsupported("an aggregate with more than a million values"));
        }
    }
    debug_assert!(sums.iter().all(|sum| (least..=most).contains(sum)));
    sums.into_iter().map(|sum| i64::try_from(sum).map(Value::Number).map_err(|_| overflow())).collect()
}
