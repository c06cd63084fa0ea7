//! Aggregates as weighted sums and disjunctions.
//!
//! The semantics is that of P. Ferraris (Logic programs with propositional connectives and aggregates, TOCL 12, 2011), as in
//! gringo. If an aggregate x is not monotone and depends on a head of its rule, the absence of a tuple t is an atom f with
//! `f :- not t.`, `f :- x.` and `f ; t :- not not x.` (M. Alviano, W. Faber and M. Gebser, Rewriting recursive aggregates in
//! answer set programming: back to monotonicity, TPLP 15, 2015).

use std::collections::BTreeMap;

use super::{list, AspifWriter, Body, Literal};
use crate::ground::{is_certain, Aggregate, Conjunction};
use crate::syntax::{Function, Relation};
use crate::value::Value;

/// A relation to a value.
type Guard = (Relation, Value);

/// An aggregate that is written.
struct Test<'t> {
    aggregate: &'t Aggregate,
    tuples: Vec<WeighedTuple<'t>>,
    /// Whether `not` is enough to say that a tuple is absent.
    is_exact: bool,
}

/// An open tuple with literals for its presence and absence.
struct WeighedTuple<'t> {
    tuple: &'t [Value],
    present: Literal,
    absent: Literal,
}

/// Whether an aggregate with a guard is monotone, the negation of a monotone one, or a conjunction of both.
fn is_convex(aggregate: &Aggregate, (relation, _): &Guard) -> bool {
    let weights = || aggregate.tuples.keys().map(|tuple| aggregate.weight(tuple));
    let is_sum = matches!(aggregate.function, Function::Sum);
    let is_mixed = is_sum && weights().any(|weight| weight < 0) && weights().any(|weight| weight > 0);
    *relation != Relation::NotEqual && !is_mixed
}

impl AspifWriter<'_> {
    /// Returns a literal for each guard of an aggregate that is not known to hold.
    pub(super) fn aggregate(&mut self, aggregate: &Aggregate) -> Body {
        // With all that is known now.
        let mut known = Aggregate { tuples: BTreeMap::new(), ..aggregate.clone() };
        let mut open = Vec::new();
        for (tuple, conditions) in &aggregate.tuples {
            let found = conditions.iter().filter_map(|it| Some((it.clone(), self.conjunction(it)?)));
            let (conditions, bodies): (Vec<_>, Vec<_>) = found.unzip();
            if bodies.iter().any(Vec::is_empty) {
                known.tuples.insert(tuple.clone(), vec![Vec::new()]);
            } else if !bodies.is_empty() {
                known.tuples.insert(tuple.clone(), conditions);
                open.push((tuple, bodies));
            }
        }
        let (possible, certain) = known.verdict();
        if !possible || certain {
            return possible.then(Vec::new);
        }
        let open = open.into_iter().map(|(tuple, bodies)| {
            let bodies = bodies.into_iter().map(|body| self.all(body)).collect();
            (&tuple[..], self.any(bodies))
        });
        let open: Vec<(&[Value], Literal)> = open.collect();
        let mut all = Vec::new();
        for guard in &known.guards {
            // A guard that cannot hold has decided the whole.
            if !known.guard_verdict(guard.0, &guard.1).1 {
                all.push(self.guard(&known, guard, &open));
            }
        }
        if aggregate.sign == 0 {
            return Some(all);
        }
        let all = self.all(all);
        Some(vec![if aggregate.sign == 1 { self.not(all) } else { self.twice_not(all) }])
    }

    /// Returns a literal for a guard that is open. `present` has a literal for each open tuple.
    fn guard(&mut self, aggregate: &Aggregate, guard: &Guard, present: &[(&[Value], Literal)]) -> Literal {
        let is_exact = aggregate.sign > 0
            || is_convex(aggregate, guard)
            || !present.iter().any(|(tuple, _)| self.depends(&aggregate.tuples[*tuple]));
        let holds = (!is_exact).then(|| self.fresh());
        let tuples = present.iter().map(|&(tuple, present)| {
            let conditions = &aggregate.tuples[tuple];
            let absent = match holds {
                Some(holds) if self.depends(conditions) => self.absence(holds, present, conditions),
                _ => self.not(present),
            };
            WeighedTuple { tuple, present, absent }
        });
        let test = Test { aggregate, tuples: tuples.collect(), is_exact };
        let (relation, bound) = guard;
        let inequalities = match relation {
            Relation::Equal => vec![Relation::GreaterEqual, Relation::LessEqual],
            Relation::NotEqual => vec![Relation::Greater, Relation::Less],
            _ => vec![*relation],
        };
        let open = inequalities.into_iter().filter_map(|relation| self.inequality(&test, relation, bound));
        let open: Vec<Literal> = open.collect();
        let ways = if *relation == Relation::Equal { vec![self.all(open)] } else { open };
        let Some(holds) = holds else { return self.any(ways) };
        ways.into_iter().for_each(|way| self.derive(&[holds], &[way]));
        holds
    }

    /// Whether one of the conditions depends on a head of the instance, and the head on it.
    fn depends(&self, conditions: &[Conjunction]) -> bool {
        conditions.iter().any(|condition| !self.recursive(condition).is_empty())
    }

    /// Returns a literal that says that a tuple is absent, under the assumption that the aggregate holds.
    fn absence(&mut self, holds: Literal, present: Literal, conditions: &[Conjunction]) -> Literal {
        let absent = self.fresh();
        let not = self.not(present);
        self.derive(&[absent], &[not]);
        self.derive(&[absent], &[holds]);
        let twice = self.twice_not(holds);
        let (mut alternatives, mut body) = (vec![absent], vec![twice]);
        for condition in conditions {
            let Some(literals) = self.conjunction(condition) else { continue };
            let recursive = self.recursive(condition);
            if recursive.is_empty() {
                let all = self.all(literals);
                body.push(self.not(all));
            } else {
                alternatives.push(self.equivalent(literals, &recursive));
            }
        }
        self.derive(&alternatives, &body);
        absent
    }

    /// Returns an atom that means a conjunction in the reduct, too, where some of its literals are recursive.
    fn equivalent(&mut self, literals: Vec<Literal>, recursive: &[Literal]) -> Literal {
        if let [only] = literals[..] {
            return only;
        }
        let all = self.fresh();
        self.derive(&[all], &literals);
        for literal in literals {
            if recursive.contains(&literal) {
                self.derive(&[literal], &[all]);
            } else {
                let not = self.not(literal);
                self.derive(&[], &[all, not]);
            }
        }
        all
    }

    /// Returns a literal for an inequality of a guard that is open; nothing if it is known. Then it holds if the guard is an
    /// equation, and fails if the guard is the negation of one, so that the other inequality decides.
    fn inequality(&mut self, test: &Test, relation: Relation, bound: &Value) -> Option<Literal> {
        let (possible, certain) = test.aggregate.guard_verdict(relation, bound);
        if certain || !possible {
            return None;
        }
        if matches!(test.aggregate.function, Function::Min | Function::Max) {
            return Some(self.extremum(test, relation, bound));
        }
        // Another term than a number has been decided.
        let bound = i128::from(bound.number().unwrap_or(0));
        // The weights, multiplied by the sign, add up to at least this.
        let (sign, least) = match relation {
            Relation::GreaterEqual => (1, bound),
            Relation::Greater => (1, bound + 1),
            Relation::LessEqual => (-1, -bound),
            _ => (-1, 1 - bound),
        };
        // "At least" is monotone if the weights are positive, and "at most" if they are negative. The other one is the negation
        // of what is monotone.
        let falls = test.tuples.iter().all(|it| test.aggregate.weight(it.tuple) < 0);
        let is_negation = test.is_exact && falls == (sign == 1);
        Some(if is_negation { -self.sum(test, 1 - least, -sign) } else { self.sum(test, least, sign) })
    }

    /// Returns an atom that says that the weights, multiplied by `sign`, add up to at least the bound.
    fn sum(&mut self, test: &Test, bound: i128, sign: i128) -> Literal {
        let weight = |tuple: &[Value]| sign * test.aggregate.weight(tuple);
        let certain = test.aggregate.tuples.iter().filter(|(_, conditions)| is_certain(conditions));
        let mut rest = bound - certain.map(|(tuple, _)| weight(tuple)).sum::<i128>();
        let mut terms = Vec::new();
        for it in &test.tuples {
            let weight = weight(it.tuple);
            if weight > 0 {
                terms.push(format!("{} {weight}", it.present));
            } else {
                terms.push(format!("{} {}", it.absent, -weight));
                rest -= weight;
            }
        }
        let atom = self.fresh();
        self.line(format!("1 0 1 {atom} 1 {rest} {}", list(terms)));
        atom
    }

    /// Returns a literal for an inequality about a minimum or maximum.
    fn extremum(&mut self, test: &Test, relation: Relation, bound: &Value) -> Literal {
        // "At most" says of a minimum that there is such a tuple, and of a maximum that there is no tuple above.
        let is_min = test.aggregate.function == Function::Min;
        let is_below = matches!(relation, Relation::Less | Relation::LessEqual);
        let exists = is_min == is_below;
        let wanted = if exists { relation } else { relation.negated() };
        let open = test.tuples.iter().filter(|it| wanted.holds(&it.tuple[0], bound));
        if !exists && !test.is_exact {
            return self.all(open.map(|it| it.absent).collect());
        }
        let any = self.any(open.map(|it| it.present).collect());
        if exists {
            any
        } else {
            self.not(any)
        }
    }
}
