//! Ground rules, stored compactly in flat arrays: four bytes per literal and four per rule.

use rustc_hash::{FxHashMap, FxHashSet};

use super::{AtomId, Literal};

/// The kind of a rule's head.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum HeadKind {
    /// A disjunction: at least one head atom is true if the body holds. Without head atoms, the body must not hold.
    Disjunction,
    /// A choice: each head atom may be true if the body holds.
    Choice,
}

/// The body of a rule: the condition under which it applies.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Body<'a> {
    /// A conjunction, which holds if all literals are true.
    Conjunction(&'a [Literal]),
    /// A sum, which holds if the weights of the true literals reach the bound. Weights are positive, and a literal
    /// may occur several times.
    Sum {
        /// The lower bound of the sum.
        bound: i64,
        /// The literals with their weights.
        elements: &'a [(Literal, i64)],
    },
}

/// A ground rule, borrowed from [`Rules`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rule<'a> {
    /// The kind of the head.
    pub kind: HeadKind,
    /// The head atoms.
    pub head: &'a [AtomId],
    /// The body.
    pub body: Body<'a>,
}

/// The position of a reader in [`Rules`].
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct RuleCursor {
    rule: usize,
    head: usize,
    body: usize,
    sum: usize,
}

impl RuleCursor {
    /// The number of the next rule.
    #[must_use]
    pub fn rule(self) -> usize {
        self.rule
    }
}

#[derive(Clone, PartialEq, Debug)]
struct SumBody {
    bound: i64,
    elements: Vec<(Literal, i64)>,
}

/// A list of ground rules, to which rules are only appended.
#[derive(Clone, Default, Debug)]
pub struct Rules {
    headers: Vec<Header>,
    heads: Vec<AtomId>,
    bodies: Vec<Literal>,
    sums: Vec<SumBody>,
    /// By rule number, the head and body lengths of rules whose header cannot hold them.
    long: FxHashMap<usize, (usize, usize)>,
}

/// A rule's header in 32 bits: the kind (bit 31), whether the body is a sum (bit 30), the head length (10 bits), and
/// the body length (20 bits).
#[derive(Clone, Copy, Debug)]
struct Header(u32);

const HEAD_LIMIT: usize = 1 << 10;
const BODY_LIMIT: usize = 1 << 20;

impl Header {
    fn new(kind: HeadKind, sum: bool, head: usize, body: usize) -> Self {
        Header(
            u32::from(kind == HeadKind::Choice) << 31
                | u32::from(sum) << 30
                | (head.min(HEAD_LIMIT - 1) as u32) << 20
                | body.min(BODY_LIMIT - 1) as u32,
        )
    }

    fn kind(self) -> HeadKind {
        if self.0 >> 31 == 1 {
            HeadKind::Choice
        } else {
            HeadKind::Disjunction
        }
    }

    fn is_sum(self) -> bool {
        self.0 >> 30 & 1 == 1
    }

    /// Returns the head and body lengths; `None` if they are stored in `Rules::long`.
    fn lengths(self) -> Option<(usize, usize)> {
        let (head, body) = ((self.0 >> 20) as usize % HEAD_LIMIT, self.0 as usize % BODY_LIMIT);
        (head < HEAD_LIMIT - 1 && body < BODY_LIMIT - 1).then_some((head, body))
    }
}

impl Rules {
    /// Returns the number of rules.
    #[must_use]
    pub fn len(&self) -> usize {
        self.headers.len()
    }

    /// Returns whether there are no rules.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.headers.is_empty()
    }

    /// Adds a rule.
    pub fn push(&mut self, kind: HeadKind, head: &[AtomId], body: Body) {
        self.heads.extend_from_slice(head);
        let (sum, length) = match body {
            Body::Conjunction(literals) => {
                self.bodies.extend_from_slice(literals);
                (false, literals.len())
            }
            Body::Sum { bound, elements } => {
                self.sums.push(SumBody { bound, elements: elements.to_vec() });
                (true, 0)
            }
        };
        let header = Header::new(kind, sum, head.len(), length);
        if header.lengths().is_none() {
            self.long.insert(self.headers.len(), (head.len(), length));
        }
        self.headers.push(header);
    }

    /// Returns a copy without the rules of these numbers.
    #[must_use]
    pub fn without(&self, numbers: impl Iterator<Item = usize>) -> Rules {
        let numbers: FxHashSet<usize> = numbers.collect();
        let mut others = Rules::default();
        for (_, rule) in self.iter().enumerate().filter(|(number, _)| !numbers.contains(number)) {
            others.push(rule.kind, rule.head, rule.body);
        }
        others
    }

    /// Returns all rules, in the order in which they were added.
    pub fn iter(&self) -> impl Iterator<Item = Rule<'_>> + '_ {
        self.after(RuleCursor::default())
    }

    /// Returns the rules from the position `cursor` on.
    pub fn after(&self, cursor: RuleCursor) -> impl Iterator<Item = Rule<'_>> + '_ {
        let mut at = cursor;
        std::iter::from_fn(move || {
            let header = *self.headers.get(at.rule)?;
            let (head, body) = header.lengths().unwrap_or_else(|| self.long[&at.rule]);
            let rule = Rule {
                kind: header.kind(),
                head: &self.heads[at.head..at.head + head],
                body: if header.is_sum() {
                    let sum = &self.sums[at.sum];
                    Body::Sum { bound: sum.bound, elements: &sum.elements }
                } else {
                    Body::Conjunction(&self.bodies[at.body..at.body + body])
                },
            };
            at = RuleCursor {
                rule: at.rule + 1,
                head: at.head + head,
                body: at.body + body,
                sum: at.sum + usize::from(header.is_sum()),
            };
            Some(rule)
        })
    }

    /// Returns the number of literals in the heads and bodies of the rules from the position `cursor` on, and the bytes that
    /// these rules take.
    #[must_use]
    pub fn growth(&self, cursor: RuleCursor) -> (usize, usize) {
        let plain = self.heads.len() - cursor.head + self.bodies.len() - cursor.body;
        let sums = &self.sums[cursor.sum..];
        let elements: usize = sums.iter().map(|sum| sum.elements.len()).sum();
        let bytes = size_of::<Header>() * (self.headers.len() - cursor.rule)
            + size_of::<Literal>() * plain
            + size_of_val(sums)
            + size_of::<(Literal, i64)>() * elements;
        (plain + elements, bytes)
    }

    /// Returns the position after the last rule.
    #[must_use]
    pub fn end(&self) -> RuleCursor {
        RuleCursor {
            rule: self.headers.len(),
            head: self.heads.len(),
            body: self.bodies.len(),
            sum: self.sums.len(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_of_every_length_come_back_as_they_went_in() {
        let atoms: Vec<AtomId> = (0..1100).map(AtomId).collect();
        let literals: Vec<Literal> = (0..1 << 20).map(|i| AtomId(i).negative()).collect();
        let sum = [(AtomId(3).positive(), 2), (AtomId(4).negative(), 1)];
        let expected = [
            Rule { kind: HeadKind::Disjunction, head: &[], body: Body::Conjunction(&literals[..2]) },
            Rule { kind: HeadKind::Choice, head: &atoms, body: Body::Conjunction(&[]) },
            Rule {
                kind: HeadKind::Disjunction,
                head: &atoms[..1],
                body: Body::Sum { bound: 2, elements: &sum },
            },
            Rule { kind: HeadKind::Disjunction, head: &atoms[1..3], body: Body::Conjunction(&literals) },
            Rule { kind: HeadKind::Choice, head: &atoms[..1023], body: Body::Conjunction(&literals[5..6]) },
        ];
        let mut rules = Rules::default();
        let mut cursors = vec![rules.end()];
        for rule in expected {
            rules.push(rule.kind, rule.head, rule.body);
            cursors.push(rules.end());
        }
        for (i, &cursor) in cursors.iter().enumerate() {
            assert!(rules.after(cursor).eq(expected[i..].iter().copied()), "after {i}");
        }
    }
}
