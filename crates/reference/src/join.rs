//! Runs plans over the possible atoms.
//!
//! A literal that is known to be true is left out of an instance, and an instance with a literal that is known to be false is
//! left out. What is known of the predicates of the present component is only which atoms are possible, and not yet that no
//! other ones are. So a negation of them may always hold.

use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::RangeInclusive;
use std::rc::Rc;

use crate::base::{AtomId, PossibleAtoms};
use crate::ground::{is_certain, sorted, Aggregate, Conjunction, Lit, Part, TermValues, ALWAYS, NEVER};
use crate::linear::{intervals, linear, Comparison};
use crate::plan::{AggregatePlan, Bounded, JoinQuery, JoinStepKind, Plan};
use crate::rule::{self, Term};
use crate::syntax::{Function, Relation};
use crate::term::{value, TermPattern, TermStop, OVERFLOW};
use crate::value::Value;

/// Leaves the present instance out if something does not hold.
pub(crate) fn ensure(holds: bool) -> Done {
    if holds {
        Ok(())
    } else {
        Err(TermStop::NoInstance)
    }
}

/// The most values that an aggregate may assign.
const MOST_VALUES: usize = 1 << 20;
/// The number of steps between two looks at whether to stop.
const STEPS: u32 = 1 << 14;

/// What is known while a component is ground.
pub(crate) struct InstanceJoin<'a> {
    pub base: &'a PossibleAtoms,
    /// Whether an atom is true for certain.
    pub certain: &'a [bool],
    /// The component of each predicate, and the present component.
    pub components: &'a [usize],
    pub component: usize,
    pub stop: &'a dyn Fn() -> bool,
    pub steps: Cell<u32>,
}

/// The values of the variables, and the ground body so far.
pub(crate) struct BindingFrame {
    pub values: Vec<Value>,
    pub parts: Vec<Part>,
}

/// Nothing, or why the evaluation ends.
type Done = Result<(), TermStop>;
/// What is done with each instance: with the frame, and something besides it.
type Emit<'e> = &'e mut dyn FnMut(&mut BindingFrame) -> Done;
type EmitWith<'e, T> = &'e mut dyn FnMut(&mut BindingFrame, T) -> Done;

impl BindingFrame {
    /// Emits the frame with more parts in its body.
    fn with(&mut self, parts: impl IntoIterator<Item = Part>, emit: Emit) -> Done {
        let before = self.parts.len();
        self.parts.extend(parts);
        emit(self)?;
        self.parts.truncate(before);
        Ok(())
    }

    /// Emits the frame for each number that a variable takes.
    fn with_numbers(&mut self, variable: usize, numbers: RangeInclusive<i64>, emit: Emit) -> Done {
        for number in numbers {
            self.values[variable] = Value::Number(number);
            emit(self)?;
        }
        Ok(())
    }

    /// The value of a term.
    pub fn value(&self, term: &Term) -> Result<Value, TermStop> {
        value(term, &self.values)
    }

    /// The values of the terms of a tuple.
    pub fn tuple(&self, terms: &[Term]) -> Result<Vec<Value>, TermStop> {
        let mut tuple = Vec::with_capacity(terms.len());
        for term in terms {
            tuple.push(self.value(term)?);
        }
        Ok(tuple)
    }

    /// The value of a term that has to be a number.
    pub fn number(&self, term: &Term) -> Result<i64, TermStop> {
        self.value(term)?.number().ok_or(TermStop::NoInstance)
    }

    /// Whether two terms have a relation.
    pub fn holds(&self, left: &Term, relation: Relation, right: &Term) -> Result<bool, TermStop> {
        Ok(relation.holds(&self.value(left)?, &self.value(right)?))
    }

    /// Whether arguments match patterns, which give values to variables.
    fn fits(&mut self, patterns: &[(usize, TermPattern)], arguments: &[Value]) -> Result<bool, TermStop> {
        for (position, pattern) in patterns {
            if !pattern.matches(&arguments[*position], &mut self.values)? {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

impl InstanceJoin<'_> {
    /// Calls `emit` for each instance of a plan.
    pub fn run(&self, plan: &[JoinStepKind], frame: &mut BindingFrame, emit: Emit) -> Done {
        self.steps.set(self.steps.get().wrapping_add(1));
        if self.steps.get().is_multiple_of(STEPS) && (self.stop)() {
            return Err(TermStop::Asked);
        }
        let done = match plan.split_first() {
            None => emit(frame),
            Some((step, rest)) => self.step(step, frame, &mut |frame| self.run(rest, frame, emit)),
        };
        if let Err(TermStop::NoInstance) = done {
            Ok(())
        } else {
            done
        }
    }

    /// Calls `emit` for each way in which the step succeeds.
    fn step(&self, step: &JoinStepKind, frame: &mut BindingFrame, emit: Emit) -> Done {
        match step {
            JoinStepKind::Never => Ok(()),
            JoinStepKind::Test(left, relation, right) => {
                ensure(frame.holds(left, *relation, right)?)?;
                emit(frame)
            }
            JoinStepKind::TestNumbers(left, relation, right) => {
                let sides = [frame.value(left)?, frame.value(right)?];
                if sides.iter().any(|side| side.number().is_none()) {
                    return Err(TermStop::Unsupported("a symbol under `-` in a comparison"));
                }
                ensure(relation.holds(&sides[0], &sides[1]))?;
                emit(frame)
            }
            JoinStepKind::Unify(pattern, term) => {
                let value = frame.value(term)?;
                ensure(pattern.matches(&value, &mut frame.values)?)?;
                emit(frame)
            }
            JoinStepKind::Range(variable, lower, upper) => {
                let numbers = frame.number(lower)?..=frame.number(upper)?;
                frame.with_numbers(*variable, numbers, emit)
            }
            JoinStepKind::Within(variable, lower, upper) => {
                let numbers = frame.number(lower)?..=frame.number(upper)?;
                ensure(frame.values[*variable].number().is_some_and(|number| numbers.contains(&number)))?;
                emit(frame)
            }
            JoinStepKind::Bounded(it) => frame.with_numbers(it.variable, numbers(it, &frame.values)?, emit),
            JoinStepKind::Atom(0, query) => self.existing(query, frame, emit),
            JoinStepKind::Atom(sign, query) => {
                let mut ways = self.negated(*sign, query, frame)?.into_iter();
                ways.try_for_each(|way| frame.with(way.into_iter().map(Part::Literal), emit))
            }
            JoinStepKind::Conditional { condition, consequents } => {
                let parts = self.conditional(condition, consequents, frame)?;
                frame.with(parts, emit)
            }
            JoinStepKind::Aggregate(plan) => self.aggregate(plan, frame, emit),
        }
    }

    /// Whether a predicate belongs to the present component.
    fn is_open(&self, predicate: usize) -> bool {
        self.components[predicate] == self.component
    }

    /// The possible atoms of which the arguments with values agree with a query.
    fn candidates(&self, query: &JoinQuery, frame: &BindingFrame) -> Result<&[AtomId], TermStop> {
        let key = frame.tuple(&query.key)?;
        Ok(self.base.matching(query.predicate, query.index, &key))
    }

    /// Emits the frame for each possible atom that matches.
    fn existing(&self, query: &JoinQuery, frame: &mut BindingFrame, emit: Emit) -> Done {
        for &atom in self.candidates(query, frame)? {
            if frame.fits(&query.rest, self.base.arguments(atom))? {
                let is_open = !self.certain[atom as usize];
                frame.with(is_open.then_some(Part::Literal(Lit { sign: 0, atom })), emit)?;
            }
        }
        Ok(())
    }

    /// Returns the ways in which an atom under `not`, once or twice, may hold: the literals of each that are not known to be true.
    ///
    /// `not p(_)` says that no atom matches. `not not p(_)` holds if `not not` does before one of the atoms: both worlds of
    /// here-and-there agree.
    pub fn negated(
        &self,
        sign: u8,
        query: &JoinQuery,
        frame: &mut BindingFrame,
    ) -> Result<Vec<Conjunction>, TermStop> {
        let mut found = Vec::new();
        for &atom in self.candidates(query, frame)? {
            let fits = frame.fits(&query.rest, self.base.arguments(atom))?;
            found.extend(fits.then_some(atom));
        }
        let is_certain = |atom: AtomId| self.certain[atom as usize];
        let is_open = self.is_open(query.predicate);
        if sign == 1 {
            let others = is_open && (found.is_empty() || !query.rest.is_empty());
            let absent =
                found.iter().map(|&atom| Lit { sign, atom }).chain(others.then_some(ALWAYS)).collect();
            return Ok(if found.into_iter().any(is_certain) { Vec::new() } else { vec![absent] });
        }
        let never = (is_open && found.is_empty()).then(|| vec![NEVER]);
        let ways =
            found.into_iter().map(|atom| if is_certain(atom) { vec![] } else { vec![Lit { sign, atom }] });
        Ok(ways.chain(never).collect())
    }

    /// Collects the literals of a plan's instances, in a frame of their own. `each` gets the values and the conjunction.
    pub fn conjunctions(&self, plan: &[JoinStepKind], values: &[Value], each: EmitWith<Conjunction>) -> Done {
        let mut frame = BindingFrame { values: values.to_vec(), parts: Vec::new() };
        self.run(plan, &mut frame, &mut |frame| {
            let literals = frame.parts.iter().map(|part| match part {
                Part::Literal(literal) => *literal,
                _ => unreachable!("a condition has only literals"),
            });
            let conjunction = sorted(literals);
            each(frame, conjunction)
        })
    }

    /// Returns what the instances of a conditional literal add to the body.
    fn conditional(
        &self,
        condition: &Plan,
        consequents: &[Plan],
        frame: &BindingFrame,
    ) -> Result<Vec<Part>, TermStop> {
        let mut instances = BTreeSet::new();
        self.conjunctions(condition, &frame.values, &mut |inner, condition| {
            let mut alternatives = BTreeSet::new();
            for consequent in consequents {
                self.conjunctions(consequent, &inner.values, &mut |_, conjunction| {
                    alternatives.insert(conjunction);
                    Ok(())
                })?;
            }
            // One that is true makes the instance true.
            ensure(!alternatives.contains(&Vec::new()))?;
            instances.insert((condition, Vec::from_iter(alternatives)));
            Ok(())
        })?;
        let mut parts = Vec::new();
        for (condition, alternatives) in instances {
            match (&condition[..], &alternatives[..]) {
                ([], []) => return Err(TermStop::NoInstance),
                ([], [only]) => parts.extend(only.iter().map(|&literal| Part::Literal(literal))),
                _ => parts.push(Part::Conditional(Rc::new((condition, alternatives)))),
            }
        }
        Ok(parts)
    }

    /// Grounds an aggregate.
    fn ground(&self, plan: &AggregatePlan, frame: &BindingFrame) -> Result<Aggregate, TermStop> {
        let aggregate = &plan.aggregate;
        let guards = aggregate.guards.iter();
        let guards = guards.map(|(relation, guard)| Ok((*relation, frame.value(guard)?)));
        let guards = guards.collect::<Result<_, TermStop>>()?;
        let (sign, function) = (aggregate.sign, aggregate.function);
        let mut ground = Aggregate { sign, function, guards, tuples: BTreeMap::new() };
        for (element, plan) in aggregate.elements.iter().zip(&plan.elements) {
            self.conjunctions(plan, &frame.values, &mut |inner, conjunction| {
                let tuple = inner.tuple(&element.tuple)?;
                ensure(matters(&ground, &tuple))?;
                let conditions = ground.tuples.entry(tuple).or_default();
                // A condition that always holds makes the other ones superfluous.
                if conjunction.is_empty() {
                    conditions.clear();
                }
                if !is_certain(conditions) && !conditions.contains(&conjunction) {
                    conditions.push(conjunction);
                }
                Ok(())
            })?;
        }
        Ok(ground)
    }

    /// Emits the frame if an aggregate may hold, for each value that it may assign to a variable.
    // Within `step`, its variables would make every level of the recursion larger.
    #[inline(never)]
    fn aggregate(&self, plan: &AggregatePlan, frame: &mut BindingFrame, emit: Emit) -> Done {
        let rule::Aggregate { sign, elements, .. } = &plan.aggregate;
        let is_open =
            |literal: &_| matches!(literal, rule::Literal::Atom(_, atom) if self.is_open(atom.predicate));
        // Under `not`, atoms may count that are not known to be impossible yet.
        let is_unknown = *sign > 0 && elements.iter().flat_map(|it| &it.condition).any(is_open);
        let mut test = |ground: Aggregate, frame: &mut BindingFrame| {
            let (possible, certain) = if is_unknown { (true, false) } else { ground.verdict() };
            if !possible {
                return Ok(());
            }
            frame.with((!certain).then(|| Part::Aggregate(Rc::new(ground))), emit)
        };
        let ground = self.ground(plan, frame)?;
        let Some(variable) = plan.assigned else { return test(ground, frame) };
        for value in possible_values(&ground)? {
            frame.values[variable] = value.clone();
            test(Aggregate { guards: vec![(Relation::Equal, value)], ..ground.clone() }, frame)?;
        }
        Ok(())
    }
}

/// The integers for which comparisons may hold.
fn numbers(it: &Bounded, values: &[Value]) -> Result<RangeInclusive<i64>, TermStop> {
    // An equation with something that is no number has no solution.
    let is_number = |term: &Term| linear(term, &it.bound, values).is_some();
    let are_numbers = |(left, _, right): &Comparison| is_number(left) && is_number(right);
    ensure(!it.is_equation || it.comparisons.iter().all(are_numbers))?;
    let intervals = intervals(&it.comparisons, &it.bound, values).ok_or(TermStop::NoInstance)?;
    let (Some(lower), Some(upper)) = intervals.get(&it.variable).copied().unwrap_or_default() else {
        return Err(TermStop::Unsupported("a variable without bounds"));
    };
    Ok(narrow(lower)?..=narrow(upper)?)
}

fn narrow(number: i128) -> Result<i64, TermStop> {
    i64::try_from(number).map_err(|_| OVERFLOW)
}

/// Whether the value of an aggregate depends on a tuple.
fn matters(aggregate: &Aggregate, tuple: &[Value]) -> bool {
    match aggregate.function {
        Function::Sum | Function::SumPlus => aggregate.weight(tuple) != 0,
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

/// The values that an aggregate may have.
fn possible_values(aggregate: &Aggregate) -> Result<Vec<Value>, TermStop> {
    if let TermValues::Terms(terms) = aggregate.values() {
        return Ok(terms);
    }
    let mut sums = BTreeSet::from([0_i128]);
    for (tuple, conditions) in &aggregate.tuples {
        let with: Vec<i128> = sums.iter().map(|sum| sum + aggregate.weight(tuple)).collect();
        if is_certain(conditions) {
            sums.clear();
        }
        sums.extend(with);
        if sums.len() > MOST_VALUES {
            return Err(TermStop::Unsupported("an aggregate with more than a million values"));
        }
    }
    sums.into_iter().map(|sum| Ok(Value::Number(narrow(sum)?))).collect()
}
