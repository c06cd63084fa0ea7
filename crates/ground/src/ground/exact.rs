//! Exact translations, under recursion too, of constructs that were first translated classically.
//!
//! A construct that depends on itself is evaluated in the reduct, not in the answer set, and there `not a` does not
//! say that `a` is missing. A new atom can say so, if it may be assumed together with the construct that asks for it.
//! For each `a` in which an aggregate `x` is not monotone, `f` stands for the absence of `a` by the rules `f :- not
//! a.`, `f :- x.` and `f | a :- not not x.` (Alviano, Faber & Gebser: Rewriting recursive aggregates in answer set
//! programming: back to monotonicity, TPLP 15, 2015). An implication in a body, `x` for "`l` where `c`", gets the
//! rule `x | c :- not not l.` in addition to its classical translation (Cabalar, Pearce & Valverde: Reducing
//! propositional theories in equilibrium logic to logic programs, EPIA 2005).
//!
//! The classical translation of implications follows from these rules, so the rules are added to it. Those of
//! aggregates and disjunctions replace the classical translation.

use rustc_hash::{FxHashMap, FxHashSet};

use super::aggregate_value::Inequality;
use super::disjunction::Alternative;
use super::formula::Formula;
use super::recursion::Occurrence;
use super::write::Writer;
use crate::program::{AtomId, Body, HeadKind, Literal};

/// A construct that was translated classically, and has to be translated exactly if it depends on itself.
#[derive(Debug)]
pub struct ClassicalConstruct {
    /// The atoms on which it depends and which it derives.
    pub occurrence: Occurrence,
    /// The meaning of the construct, from which the exact rules are written.
    pub meaning: Meaning,
}

/// The meaning of a construct that was translated classically.
#[derive(Debug)]
pub enum Meaning {
    /// An atom holds if one of several conjunctions of inequalities does. The literals of the inequalities stand for
    /// conditions.
    Aggregate {
        /// The atom.
        atom: AtomId,
        /// The conjunctions of inequalities, of which at least one must hold.
        ways: Vec<Vec<Inequality>>,
        /// By literal, the conditions it stands for; any one of them suffices.
        conditions: FxHashMap<Literal, Vec<Vec<Literal>>>,
        /// The number of the rule that is the classical translation.
        classical_rule: usize,
    },
    /// An atom holds if one of the alternatives holds wherever all of the condition does.
    Conditional {
        /// The atom.
        atom: AtomId,
        /// The condition.
        condition: Vec<Literal>,
        /// The alternatives, each a conjunction.
        alternatives: Vec<Vec<Literal>>,
    },
    /// If the body holds, one of the alternatives holds.
    Disjunction {
        /// The body.
        body: Vec<Literal>,
        /// The alternatives.
        alternatives: Vec<Alternative>,
        /// The numbers of the rules that are the classical translation.
        classical_rules: Vec<usize>,
    },
}

impl Meaning {
    /// The numbers of the rules that the exact translation replaces.
    pub fn replaced(&self) -> &[usize] {
        match self {
            Meaning::Aggregate { classical_rule, .. } => std::slice::from_ref(classical_rule),
            Meaning::Disjunction { classical_rules, .. } => classical_rules,
            Meaning::Conditional { .. } => &[],
        }
    }
}

/// The writer of exact translations. New rules are added only for atoms of the component.
pub struct ExactWriter<'w, 'p> {
    writer: &'w mut Writer<'p>,
    derived: FxHashSet<AtomId>,
}

impl<'w, 'p> ExactWriter<'w, 'p> {
    /// A writer of exact translations. `derived` are the atoms that rules of the component derive.
    pub fn new(writer: &'w mut Writer<'p>, derived: FxHashSet<AtomId>) -> Self {
        ExactWriter { writer, derived }
    }

    /// Writes the exact translation of a construct.
    pub fn write(&mut self, meaning: Meaning) {
        match meaning {
            Meaning::Aggregate { atom, ways, conditions, .. } => self.aggregate(atom, ways, &conditions),
            Meaning::Conditional { atom, condition, alternatives } => {
                self.conditional(atom, &condition, alternatives);
            }
            Meaning::Disjunction { body, alternatives, .. } => self.disjunction(&body, &alternatives),
        }
    }

    /// Returns whether a literal is positive and rules of the component derive its atom.
    fn is_derived(&self, literal: Literal) -> bool {
        !literal.is_negative() && self.derived.contains(&literal.atom())
    }

    fn derive(&mut self, heads: &[AtomId], body: &[Literal]) {
        self.writer.push(HeadKind::Disjunction, heads, Body::Conjunction(body));
    }

    /// Writes that the premises imply the literal: as a rule, or as a constraint if rules of the component do not
    /// derive it.
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
        atom: AtomId,
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
                        .or_insert_with(|| self.absence(atom, literal, &conditions[&literal]));
                    bound -= i128::from(weight);
                    positive.push((absent, -weight));
                }
                all = all.and(self.writer.at_least(bound, &positive));
            }
            match all {
                Formula::Constant(false) => {}
                Formula::Constant(true) => self.derive(&[atom], &[]),
                Formula::All(literals) => self.derive(&[atom], &literals),
            }
        }
    }

    /// Returns a literal that says that none of the conditions of `literal` holds, under the assumption that the
    /// aggregate does.
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

    /// Returns a new atom that holds exactly if the conjunction does, in the reduct too.
    fn defined(&mut self, conjunction: &[Literal]) -> Literal {
        let all = self.writer.program.new_atom();
        self.derive(&[all], conjunction);
        self.derived.insert(all);
        for &literal in conjunction {
            self.imply(vec![all.positive()], literal);
        }
        all.positive()
    }

    fn conditional(&mut self, atom: AtomId, condition: &[Literal], alternatives: Vec<Vec<Literal>>) {
        let consequence = match self.writer.any(alternatives) {
            Formula::Constant(_) => return,
            Formula::All(literals) => self.writer.all(literals),
        };
        let negated = self.writer.negate(consequence);
        let twice = self.writer.negate(negated);
        for &literal in condition {
            if self.is_derived(literal) {
                self.derive(&[atom, literal.atom()], &[twice]);
            }
        }
    }

    fn disjunction(&mut self, body: &[Literal], alternatives: &[Alternative]) {
        let heads: Vec<AtomId> =
            alternatives.iter().map(|alternative| self.alternative(alternative)).collect();
        self.derive(&heads, body);
    }

    /// Returns an atom that says that an alternative is taken: one of its conditions holds, and wherever one does, in
    /// the reduct too, its literals hold.
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
