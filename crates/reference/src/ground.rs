//! Ground rules, before they are written.

use std::collections::BTreeMap;
use std::rc::Rc;

use crate::base::AtomId;
use crate::syntax::{Function, Relation};
use crate::value::Value;

/// A possible atom under `not`, 0 to 2 times.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct Lit {
    pub sign: u8,
    pub atom: AtomId,
}

/// `not not a`, where `a` is no possible atom. This is false, but only the closure under the rules shows that `a` is not
/// possible.
pub(crate) const NEVER: Lit = Lit { sign: 2, atom: AtomId::MAX };

/// `not a`, where `a` is no possible atom. This is true, but only the closure shows it as well.
pub(crate) const ALWAYS: Lit = Lit { sign: 1, atom: AtomId::MAX };

/// A conjunction.
pub(crate) type Conjunction = Vec<Lit>;

/// Part of a ground body.
#[derive(Clone, Debug)]
pub(crate) enum Part {
    Literal(Lit),
    /// If the condition holds, one of the alternatives holds.
    Conditional(Rc<(Conjunction, Vec<Conjunction>)>),
    Aggregate(Rc<Aggregate>),
}

/// A ground aggregate under `not`, 0 to 2 times. It is the left side of each guard.
#[derive(Clone, Debug)]
pub(crate) struct Aggregate {
    pub sign: u8,
    pub function: Function,
    pub guards: Vec<(Relation, Value)>,
    /// Each tuple with its conditions, of which one has to hold.
    pub tuples: BTreeMap<Vec<Value>, Vec<Conjunction>>,
}

/// The head of a ground rule.
#[derive(Clone, Debug)]
pub(crate) enum Head {
    /// One of the atoms; none for a constraint.
    Disjunction(Vec<AtomId>),
    /// Conjunctions, each where one of its conditions holds. One of them holds.
    Conditional(Vec<GroundAlternative>),
    Choice(Vec<AtomId>),
    /// An external atom with its value.
    External(AtomId, Value),
    /// A pair of nodes.
    Edge(Value),
    Minimize(Cost),
}

/// A conjunction in a disjunction, and its conditions, of which one has to hold.
#[derive(Clone, Debug)]
pub(crate) struct GroundAlternative {
    pub conditions: Vec<Conjunction>,
    pub literals: Conjunction,
}

/// A tuple of an objective: priority, weight and the rest.
pub(crate) type Cost = (i64, i64, Vec<Value>);

/// A ground rule, with the index of the rule that it is an instance of.
#[derive(Clone, Debug)]
pub(crate) struct GroundInstance {
    pub head: Head,
    pub body: Vec<Part>,
    pub rule: usize,
}

impl GroundInstance {
    /// The atoms that the instance may derive.
    pub fn heads(&self) -> Vec<AtomId> {
        match &self.head {
            Head::Disjunction(heads) | Head::Choice(heads) => heads.clone(),
            Head::Conditional(alternatives) => {
                alternatives.iter().flat_map(|alternative| atoms(&alternative.literals)).collect()
            }
            Head::External(..) | Head::Edge(_) | Head::Minimize(_) => Vec::new(),
        }
    }
}

/// The atoms of positive literals.
pub(crate) fn atoms(literals: &[Lit]) -> impl Iterator<Item = AtomId> + '_ {
    literals.iter().filter(|literal| literal.sign == 0).map(|literal| literal.atom)
}

/// The items in ascending order, each once.
pub(crate) fn sorted<T: Ord>(items: impl IntoIterator<Item = T>) -> Vec<T> {
    let mut items: Vec<T> = items.into_iter().collect();
    items.sort_unstable();
    items.dedup();
    items
}

/// The values that an aggregate may have.
pub(crate) enum TermValues {
    /// Integers from the first to the last.
    Numbers(i128, i128),
    /// One of these.
    Terms(Vec<Value>),
}

impl Aggregate {
    /// Returns the weight of a tuple in a sum, 0 if it does not count; 1 in a count.
    pub fn weight(&self, tuple: &[Value]) -> i128 {
        let number = i128::from(tuple.first().and_then(Value::number).unwrap_or(0));
        match self.function {
            Function::Count => 1,
            Function::SumPlus => number.max(0),
            _ => number,
        }
    }

    /// Returns the values that the aggregate may have, as far as the certain tuples tell.
    pub fn values(&self) -> TermValues {
        if matches!(self.function, Function::Min | Function::Max) {
            return TermValues::Terms(self.extrema());
        }
        let (mut least, mut most) = (0_i128, 0_i128);
        for (tuple, conditions) in &self.tuples {
            let (weight, certain) = (self.weight(tuple), is_certain(conditions));
            least += if certain { weight } else { weight.min(0) };
            most += if certain { weight } else { weight.max(0) };
        }
        TermValues::Numbers(least, most)
    }

    /// The values that a minimum or maximum may have: the best of the certain tuples, and all that are better.
    fn extrema(&self) -> Vec<Value> {
        let firsts =
            || self.tuples.iter().filter_map(|(tuple, conditions)| Some((tuple.first()?, conditions)));
        let certain = firsts().filter(|(_, conditions)| is_certain(conditions)).map(|(value, _)| value);
        let is_min = self.function == Function::Min;
        let best = if is_min { certain.min() } else { certain.max() };
        let best = best.unwrap_or(if is_min { &Value::Supremum } else { &Value::Infimum });
        let better = firsts().map(|(value, _)| value);
        let better = better.filter(|&value| if is_min { value < best } else { value > best });
        sorted(better.chain([best])).into_iter().cloned().collect()
    }

    /// Returns whether the aggregate may hold, under its negations, and whether it holds for certain. Each guard is looked at
    /// alone.
    pub fn verdict(&self) -> (bool, bool) {
        let verdicts = self.guards.iter().map(|(relation, guard)| self.guard_verdict(*relation, guard));
        let (possible, certain) = verdicts.fold((true, true), |all, one| (all.0 && one.0, all.1 && one.1));
        if self.sign == 1 {
            (!certain, !possible)
        } else {
            (possible, certain)
        }
    }

    /// Returns whether a guard may hold, and whether it holds for certain.
    pub fn guard_verdict(&self, relation: Relation, guard: &Value) -> (bool, bool) {
        let holds: Vec<bool> = match (self.values(), guard.number().map(i128::from)) {
            (TermValues::Terms(terms), _) => terms.iter().map(|term| relation.holds(term, guard)).collect(),
            // No other number makes a difference.
            (TermValues::Numbers(least, most), Some(guard)) => {
                [least, guard.clamp(least, most), most].map(|number| relation.holds(&number, &guard)).to_vec()
            }
            // All integers stand on the same side of another term.
            (TermValues::Numbers(..), None) => vec![relation.holds(&Value::Number(0), guard)],
        };
        (holds.contains(&true), !holds.contains(&false))
    }
}

/// Whether one of the conditions is known to hold.
pub(crate) fn is_certain(conditions: &[Conjunction]) -> bool {
    conditions.iter().any(Vec::is_empty)
}
