//! Rules that say exactly, under recursion too, what was read classically.
//!
//! What depends on itself is judged in the reduct, not in the answer set: `not a` does not say there that `a` is
//! missing. A new atom can, if it may be assumed together with what it is asked for: for each `a` that an aggregate `x`
//! is not monotone in, `f` stands for its absence by `f :- not a.`, `f :- x.` and `f | a :- not not x.` (Alviano, Faber &
//! Gebser: Rewriting recursive aggregates in answer set programming: back to monotonicity, TPLP 15, 2015). An implication
//! in a body, `x` for "`l` where `c`", has `x | c :- not not l.` beside what it says classically (Cabalar, Pearce &
//! Valverde: Reducing propositional theories in equilibrium logic to logic programs, EPIA 2005).
//!
//! What was written before of implications follows from these rules, so they are added to it; those of aggregates and
//! disjunctions take the place of what was written.

use rustc_hash::{FxHashMap, FxHashSet};

use super::aggregate_value::Inequality;
use super::disjunction::Alternative;
use super::formula::Formula;
use super::recursion::Place;
use super::write::Writer;
use crate::program::{AtomId, Body, HeadKind, Literal};

/// Something that was read classically, and may have to be said exactly.
#[derive(Debug)]
pub struct Suspect {
    /// Where its reading matters.
    pub place: Place,
    /// What it says.
    pub meaning: Meaning,
}

/// What is said.
#[derive(Debug)]
pub enum Meaning {
    /// Of an atom, that one of these conjunctions of inequalities holds, over literals that stand for conditions.
    Aggregate {
        /// The atom.
        says: AtomId,
        /// The inequalities.
        ways: Vec<Vec<Inequality>>,
        /// The conditions any of which each literal stands for.
        conditions: FxHashMap<Literal, Vec<Vec<Literal>>>,
        /// The number of the rule that says so classically.
        classically: usize,
    },
    /// Of an atom, that where all of the condition holds so does one of the alternatives.
    Conditional {
        /// The atom.
        says: AtomId,
        /// The condition.
        condition: Vec<Literal>,
        /// The alternatives.
        alternatives: Vec<Vec<Literal>>,
    },
    /// Where the body holds, that one of the alternatives does.
    Disjunction {
        /// The body.
        body: Vec<Literal>,
        /// The alternatives.
        alternatives: Vec<Alternative>,
        /// The numbers of the rules that say so classically.
        classically: Vec<usize>,
    },
}

impl Meaning {
    /// The numbers of the rules that those to be written take the place of.
    pub fn replaced(&self) -> &[usize] {
        match self {
            Meaning::Aggregate { classically, .. } => std::slice::from_ref(classically),
            Meaning::Disjunction { classically, .. } => classically,
            Meaning::Conditional { .. } => &[],
        }
    }
}

/// Writes rules about atoms of a component: only those may get new ones.
pub struct Exactly<'w, 'p> {
    writer: &'w mut Writer<'p>,
    derived: FxHashSet<AtomId>,
}

impl<'w, 'p> Exactly<'w, 'p> {
    /// To write rules for the atoms that are `derived` in the component.
    pub fn new(writer: &'w mut Writer<'p>, derived: FxHashSet<AtomId>) -> Self {
        Exactly { writer, derived }
    }

    /// Writes the rules.
    pub fn write(&mut self, meaning: Meaning) {
        match meaning {
            Meaning::Aggregate { says, ways, conditions, .. } => self.aggregate(says, ways, &conditions),
            Meaning::Conditional { says, condition, alternatives } => {
                self.conditional(says, &condition, alternatives);
            }
            Meaning::Disjunction { body, alternatives, .. } => self.disjunction(&body, &alternatives),
        }
    }

    /// Whether a literal is a positive one that rules of the component derive.
    fn is_derived(&self, literal: Literal) -> bool {
        !literal.is_negative() && self.derived.contains(&literal.atom())
    }

    fn derive(&mut self, heads: &[AtomId], body: &[Literal]) {
        self.writer.push(HeadKind::Disjunction, heads, Body::Conjunction(body));
    }

    /// From `premises` follows the literal.
    fn imply(&mut self, mut premises: Vec<Literal>, literal: Literal) {
        if self.is_derived(literal) {
            self.derive(&[literal.atom()], &premises);
        } else {
            premises.push(self.writer.negate(literal));
            self.writer.forbid(&premises);
        }
    }

    fn aggregate(
        &mut self,
        says: AtomId,
        ways: Vec<Vec<Inequality>>,
        conditions: &FxHashMap<Literal, Vec<Vec<Literal>>>,
    ) {
        let mut absent: FxHashMap<Literal, Literal> = FxHashMap::default();
        for way in ways {
            let mut all = Formula::Constant(true);
            for Inequality { mut bound, elements } in way {
                let mut positive = Vec::with_capacity(elements.len());
                for (literal, weight) in elements {
                    if weight > 0 {
                        positive.push((literal, weight));
                        continue;
                    }
                    let absent = *absent
                        .entry(literal)
                        .or_insert_with(|| self.absence(says, literal, &conditions[&literal]));
                    bound -= i128::from(weight);
                    positive.push((absent, -weight));
                }
                all = all.and(self.writer.at_least(bound, &positive));
            }
            match all {
                Formula::Constant(false) => {}
                Formula::Constant(true) => self.derive(&[says], &[]),
                Formula::All(literals) => self.derive(&[says], &literals),
            }
        }
    }

    /// A literal that says that none of the conditions holds, which `literal` stands for, where the aggregate does.
    fn absence(&mut self, aggregate: AtomId, literal: Literal, conditions: &[Vec<Literal>]) -> Literal {
        let negated = self.writer.negate(literal);
        if !conditions.iter().flatten().any(|&literal| self.is_derived(literal)) {
            return negated;
        }
        let absent = self.writer.program.new_atom();
        self.derive(&[absent], &[negated]);
        self.derive(&[absent], &[aggregate.positive()]);
        let mut heads = vec![absent];
        let mut body = vec![self.writer.double_negation(aggregate)];
        for condition in conditions {
            let all = match condition[..] {
                [single] => single,
                _ => self.defined(condition),
            };
            if self.is_derived(all) {
                heads.push(all.atom());
            } else {
                body.push(self.writer.negate(all));
            }
        }
        self.derive(&heads, &body);
        absent.positive()
    }

    /// An atom of its own that holds exactly where a conjunction does, in the reduct too.
    fn defined(&mut self, conjunction: &[Literal]) -> Literal {
        let all = self.writer.program.new_atom();
        self.derive(&[all], conjunction);
        self.derived.insert(all);
        for &literal in conjunction {
            self.imply(vec![all.positive()], literal);
        }
        all.positive()
    }

    fn conditional(&mut self, says: AtomId, condition: &[Literal], alternatives: Vec<Vec<Literal>>) {
        let consequence = match self.writer.any(alternatives) {
            Formula::Constant(_) => return,
            Formula::All(literals) => self.writer.all(literals),
        };
        let negated = self.writer.negate(consequence);
        let twice = self.writer.negate(negated);
        for &literal in condition {
            if self.is_derived(literal) {
                self.derive(&[says, literal.atom()], &[twice]);
            }
        }
    }

    fn disjunction(&mut self, body: &[Literal], alternatives: &[Alternative]) {
        let heads: Vec<AtomId> =
            alternatives.iter().map(|alternative| self.alternative(alternative)).collect();
        self.derive(&heads, body);
    }

    /// An atom that says that an alternative is taken: one of its conditions holds, and wherever one does, also in the
    /// reduct, so do its literals.
    fn alternative(&mut self, alternative: &Alternative) -> AtomId {
        let Alternative { literals, conditions } = alternative;
        if let ([literal], []) = (&literals[..], &conditions[..]) {
            if self.is_derived(*literal) {
                return literal.atom();
            }
        }
        let taken = self.writer.program.new_atom();
        let always = [Vec::new()];
        let cases = if conditions.is_empty() { &always[..] } else { conditions };
        for condition in cases {
            let mut both: Vec<Literal> = condition.iter().chain(literals).copied().collect();
            both.sort_unstable();
            both.dedup();
            self.derive(&[taken], &both);
            for &literal in literals {
                self.imply(
                    std::iter::once(taken.positive()).chain(condition.iter().copied()).collect(),
                    literal,
                );
            }
        }
        let mut without = vec![taken.positive()];
        for condition in conditions {
            let all = self.writer.all(condition.clone());
            without.push(self.writer.negate(all));
        }
        if !conditions.is_empty() {
            self.writer.forbid(&without);
        }
        taken
    }
}
