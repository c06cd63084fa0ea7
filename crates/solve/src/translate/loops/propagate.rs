//! Unfounded-set propagation during the SAT solver's search.
//!
//! M. Gebser, B. Kaufmann and T. Schaub, Conflict-driven answer set solving: From theory to practice, AIJ 187, 2012,
//! §5: every atom that is not false has a *source*, a rule that may still apply and whose atoms of the component have
//! sources in turn, without a cycle. Atoms that lose their source look for another one. Those that find none are
//! unfounded and must be false. The reason is a loop nogood. Here it names one false literal for each rule from
//! outside, so no variables for bodies are needed. The interface to the solver is IPASIR-UP (Fazekas et al., SAT
//! 2023).
//!
//! Invariants: sources are acyclic, also those of false atoms, and remain so after backtracking. Every atom that is
//! neither false nor has a source is in `pending`. `falsified[r]` counts the false literals of rule `r`.

use std::collections::VecDeque;
use std::sync::Arc;

use groundplan_sat::{Propagator, Trail};
use rustc_hash::{FxHashMap, FxHashSet};
use rustsat::types::{Lit, Var};

use super::component::{Component, LoopBody, Member};
use crate::translate::gates::{Edge, Gates};
use crate::translate::index::{index, Index, Table};

index! {
    /// The number of an atom, consecutive over all components.
    struct WatchedAtom;
    /// The number of a rule, consecutive over all components.
    struct WatchedRuleId;
}

/// A component's rule in terms of literals. `A` is the type of atom numbers.
#[derive(Clone, Debug)]
struct WatchedRule<A> {
    head: A,
    /// The literals outside the component: of a conjunction, or of a sum with their weights.
    condition: Vec<(Lit, i64)>,
    /// The atoms of the component in the body, with their weights.
    internal: Vec<(A, i64)>,
    /// The bound of a sum; `None` for a conjunction.
    bound: Option<i64>,
}

/// A component's atoms and rules in terms of solver literals.
#[derive(Clone, Debug)]
pub(crate) struct Watched {
    atoms: Table<Member, Lit>,
    rules: Vec<WatchedRule<Member>>,
}

impl Watched {
    /// Iterates over the variables that the propagator observes.
    pub(crate) fn variables(&self) -> impl Iterator<Item = Var> + '_ {
        let conditions =
            self.rules.iter().flat_map(|rule| rule.condition.iter().map(|&(literal, _)| literal));
        self.atoms.iter().copied().chain(conditions).map(Lit::var)
    }
}

/// Returns a component in terms of literals; `literal` returns the literal of a formula.
pub(in crate::translate) fn watch(
    component: &Component,
    gates: &Gates,
    mut literal: impl FnMut(Edge) -> Lit,
) -> Watched {
    let atoms = component.members().map(|atom| literal(component.truth(atom))).collect();
    let rules = component.rules().map(|(head, body)| match body {
        LoopBody::All { condition, internal } => WatchedRule {
            head,
            condition: gates.conjuncts(condition).into_iter().map(|edge| (literal(edge), 1)).collect(),
            internal: internal.iter().map(|&atom| (atom, 1)).collect(),
            bound: None,
        },
        LoopBody::Sum(sum) => WatchedRule {
            head,
            condition: sum.external.iter().map(|&(edge, weight)| (literal(edge), weight)).collect(),
            internal: sum.internal.clone(),
            bound: Some(sum.bound),
        },
    });
    Watched { rules: rules.collect(), atoms }
}

/// The propagator for unfounded sets, over all components. Atoms are numbered consecutively over all components.
#[derive(Default, Debug)]
pub(crate) struct UnfoundedSets {
    /// The literal of each atom.
    atoms: Table<WatchedAtom, Lit>,
    rules: Table<WatchedRuleId, WatchedRule<WatchedAtom>>,
    rules_of: Table<WatchedAtom, Vec<WatchedRuleId>>,
    uses_of: Table<WatchedAtom, Vec<WatchedRuleId>>,
    /// For each literal, the rules in which a literal becomes false with it.
    falsifies: Vec<Vec<WatchedRuleId>>,
    /// For each literal, the atoms that become false with it.
    denies: Vec<Vec<WatchedAtom>>,
    /// The number of false literals of each rule.
    falsified: Table<WatchedRuleId, u32>,
    /// The source of each atom: the rule that supports it.
    source: Table<WatchedAtom, Option<WatchedRuleId>>,
    /// Atoms to be examined: those that are neither false nor have a source.
    pending: Vec<WatchedAtom>,
    is_pending: Table<WatchedAtom, bool>,
    trail: Trail,
    /// Whether the pending atoms must be examined now.
    dirty: bool,
    /// Literals to be propagated.
    implied: VecDeque<Lit>,
    /// For each implied literal, the false literals of its reason.
    reasons: FxHashMap<Lit, Arc<[Lit]>>,
}

impl UnfoundedSets {
    /// Adds a component.
    pub(crate) fn add(&mut self, component: Watched) {
        let Watched { atoms, rules } = component;
        let first = self.atoms.len();
        let numbered = |atom: Member| WatchedAtom::at(first + atom.index());
        for &literal in &atoms {
            let number = self.atoms.push(literal);
            self.make_room(literal);
            self.denies[(!literal).lidx()].push(number);
        }
        self.rules_of.resize_with(self.atoms.len(), Vec::new);
        self.uses_of.resize_with(self.atoms.len(), Vec::new);
        self.source.resize(self.atoms.len(), None);
        self.is_pending.resize(self.atoms.len(), true);
        self.pending.extend(atoms.numbers().map(numbered));
        for WatchedRule { head, condition, internal, bound } in rules {
            let internal = internal.into_iter().map(|(atom, weight)| (numbered(atom), weight)).collect();
            let rule = WatchedRule { head: numbered(head), condition, internal, bound };
            let number = WatchedRuleId::at(self.rules.len());
            self.rules_of[rule.head].push(number);
            for &(atom, _) in &rule.internal {
                self.uses_of[atom].push(number);
            }
            let mut literals: Vec<Lit> = rule.condition.iter().map(|&(literal, _)| literal).collect();
            literals.extend(rule.internal.iter().map(|&(atom, _)| self.atoms[atom]));
            literals.sort_unstable();
            literals.dedup();
            literals.iter().for_each(|&l| self.make_room(l));
            self.falsified.push(literals.iter().filter(|&&l| self.is_true(!l)).count() as u32);
            literals.iter().for_each(|&l| self.falsifies[(!l).lidx()].push(number));
            self.rules.push(rule);
        }
        self.dirty = true;
    }

    fn make_room(&mut self, literal: Lit) {
        let length = 2 * literal.vidx() + 2;
        if self.falsifies.len() < length {
            self.falsifies.resize_with(length, Vec::new);
            self.denies.resize_with(length, Vec::new);
        }
    }

    fn is_true(&self, literal: Lit) -> bool {
        self.trail.is_true(literal)
    }

    fn is_false_atom(&self, atom: WatchedAtom) -> bool {
        self.is_true(!self.atoms[atom])
    }

    fn look_at(&mut self, atom: WatchedAtom) {
        if !std::mem::replace(&mut self.is_pending[atom], true) {
            self.pending.push(atom);
        }
        self.dirty = true;
    }

    /// Removes an atom's source.
    fn withdraw(&mut self, atom: WatchedAtom) {
        if self.source[atom].take().is_some() {
            self.look_at(atom);
        }
    }

    fn has_source(&self, atom: WatchedAtom) -> bool {
        self.source[atom].is_some()
    }

    /// Whether a rule is not falsified and its atoms of the component have sources, or enough of them for a sum.
    fn supports(&self, rule: WatchedRuleId) -> bool {
        let WatchedRule { condition, internal, bound, .. } = &self.rules[rule];
        let Some(bound) = *bound else {
            return self.falsified[rule] == 0 && internal.iter().all(|&(atom, _)| self.has_source(atom));
        };
        let outside = condition.iter().filter(|&&(literal, _)| !self.is_true(!literal));
        let inside = internal.iter().filter(|&&(a, _)| self.has_source(a) && !self.is_false_atom(a));
        let sum: i128 = outside.map(|e| i128::from(e.1)).chain(inside.map(|e| i128::from(e.1))).sum();
        sum >= i128::from(bound)
    }

    /// Finds new sources, and propagates that unfounded atoms are false.
    fn update_sources(&mut self) {
        // An atom whose source relies on an atom without a source has none either.
        let mut next = 0;
        while next < self.pending.len() {
            let atom = self.pending[next];
            next += 1;
            for i in 0..self.uses_of[atom].len() {
                let rule = self.uses_of[atom][i];
                let head = self.rules[rule].head;
                if !self.has_source(atom) && self.source[head] == Some(rule) {
                    self.withdraw(head);
                }
            }
        }
        let mut queue: Vec<WatchedAtom> = Vec::new();
        for i in 0..self.pending.len() {
            self.find_source(self.pending[i], &mut queue);
        }
        while let Some(atom) = queue.pop() {
            for i in 0..self.uses_of[atom].len() {
                let head = self.rules[self.uses_of[atom][i]].head;
                self.find_source(head, &mut queue);
            }
        }
        let mut pending = std::mem::take(&mut self.pending);
        pending.retain(|&atom| {
            let unfounded = !self.has_source(atom) && !self.is_false_atom(atom);
            self.is_pending[atom] = unfounded;
            unfounded
        });
        self.pending = pending;
        self.dirty = false;
        if !self.pending.is_empty() {
            self.refute();
        }
    }

    fn find_source(&mut self, atom: WatchedAtom, queue: &mut Vec<WatchedAtom>) {
        if self.has_source(atom) || self.is_false_atom(atom) {
            return;
        }
        let found = self.rules_of[atom].iter().copied().find(|&rule| self.supports(rule));
        if found.is_some() {
            self.source[atom] = found;
            queue.push(atom);
        }
    }

    /// Queues that some of the pending atoms, which are unfounded, are false: one of them, and those it relies on. The
    /// others are examined again once these are false.
    fn refute(&mut self) {
        let is_true = |&&atom: &&WatchedAtom| self.is_true(self.atoms[atom]);
        let root = *self.pending.iter().find(is_true).unwrap_or(&self.pending[0]);
        let mut part = vec![root];
        let mut inside: FxHashSet<WatchedAtom> = FxHashSet::from_iter([root]);
        let mut reason: Vec<Lit> = Vec::new();
        let mut next = 0;
        while next < part.len() {
            let atom = part[next];
            next += 1;
            for &rule in &self.rules_of[atom] {
                self.refute_rule(rule, &mut inside, &mut part, &mut reason);
            }
        }
        reason.sort_unstable();
        reason.dedup();
        let reason: Arc<[Lit]> = reason.into();
        // The true ones first: they are conflicts.
        part.sort_by_key(|&atom| !self.is_true(self.atoms[atom]));
        for atom in part {
            let literal = !self.atoms[atom];
            self.reasons.insert(literal, reason.clone());
            self.implied.push_back(literal);
        }
        self.dirty = true;
    }

    /// Adds a false literal of a rule to the reason, or an unfounded atom of its body to the set.
    fn refute_rule(
        &self,
        rule: WatchedRuleId,
        inside: &mut FxHashSet<WatchedAtom>,
        part: &mut Vec<WatchedAtom>,
        reason: &mut Vec<Lit>,
    ) {
        let WatchedRule { condition, internal, bound, .. } = &self.rules[rule];
        let literals = condition.iter().map(|&(literal, _)| literal);
        let atoms = internal.iter().map(|&(atom, _)| self.atoms[atom]);
        let refuted = literals.chain(atoms).filter(|&literal| self.is_true(!literal));
        let mut unfounded =
            internal.iter().map(|&(a, _)| a).filter(|&a| !self.has_source(a) && !self.is_false_atom(a));
        if bound.is_some() {
            reason.extend(refuted);
            part.extend(unfounded.filter(|&atom| inside.insert(atom)));
            return;
        }
        if internal.iter().any(|(atom, _)| inside.contains(atom)) {
            return;
        }
        // The literal that has been false longest is false in most other branches of the search.
        match refuted.min_by_key(|&literal| self.trail.since(!literal)) {
            Some(literal) => reason.push(literal),
            None => {
                let atom = unfounded.next().expect("a rule that supports nothing lacks something");
                inside.insert(atom);
                part.push(atom);
            }
        }
    }
}

impl Propagator for UnfoundedSets {
    fn assign(&mut self, literals: &[Lit]) {
        for &literal in literals {
            self.make_room(literal);
            if !self.trail.push(literal) {
                continue;
            }
            let rules = std::mem::take(&mut self.falsifies[literal.lidx()]);
            for &rule in &rules {
                self.falsified[rule] += 1;
                let head = self.rules[rule].head;
                if self.source[head] == Some(rule) {
                    self.withdraw(head);
                }
            }
            self.falsifies[literal.lidx()] = rules;
        }
    }

    fn new_level(&mut self) {
        self.trail.new_level();
    }

    fn backtrack(&mut self, level: usize) {
        for literal in self.trail.backtrack(level) {
            for i in 0..self.falsifies[literal.lidx()].len() {
                self.falsified[self.falsifies[literal.lidx()][i]] -= 1;
            }
            for i in 0..self.denies[literal.lidx()].len() {
                let atom = self.denies[literal.lidx()][i];
                if !self.has_source(atom) {
                    self.look_at(atom);
                }
            }
        }
        self.implied.clear();
        self.dirty |= !self.pending.is_empty();
    }

    fn propagate(&mut self) -> Option<Lit> {
        loop {
            match self.implied.pop_front() {
                Some(literal) if self.is_true(literal) => {}
                Some(literal) => return Some(literal),
                None if self.dirty => self.update_sources(),
                None => return None,
            }
        }
    }

    fn reason(&mut self, literal: Lit, clause: &mut Vec<Lit>) {
        clause.push(literal);
        clause.extend_from_slice(&self.reasons[&literal]);
    }

    fn check_model(&mut self, _model: &[Lit]) -> Vec<Vec<Lit>> {
        Vec::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Atoms of the first component, of both, and these with literals that need no support.
    const FIRST: u32 = 4;
    const ATOMS: u32 = 8;
    const VARIABLES: u32 = 12;

    fn weighted<T: Strategy>(what: T, most: usize) -> impl Strategy<Value = Vec<(T::Value, i64)>> {
        prop::collection::vec((what, 1..4_i64), 0..=most)
    }

    fn component(atoms: std::ops::Range<u32>) -> impl Strategy<Value = Watched> {
        let member = || (0..atoms.len()).prop_map(Member::at);
        let condition = weighted((ATOMS..VARIABLES, any::<bool>()).prop_map(|(v, n)| Lit::new(v, n)), 3);
        let rule = (member(), condition, weighted(member(), 3), prop::option::of(1..7_i64));
        let rule = rule.prop_map(|(head, condition, internal, bound)| WatchedRule {
            head,
            condition,
            internal,
            bound,
        });
        let atoms: Table<Member, Lit> = atoms.map(Lit::positive).collect();
        prop::collection::vec(rule, 4..14).prop_map(move |rules| Watched { atoms: atoms.clone(), rules })
    }

    /// Returns the atoms that can be derived without the false literals.
    fn founded(component: &Watched, is_false: impl Fn(Lit) -> bool) -> Vec<Lit> {
        let mut founded: Vec<Lit> = Vec::new();
        loop {
            let derives = |rule: &&WatchedRule<Member>| {
                let head = component.atoms[rule.head];
                let conditions = rule.condition.iter().map(|&(literal, weight)| (!is_false(literal), weight));
                let atoms = rule.internal.iter();
                let atoms = atoms.map(|&(a, weight)| (founded.contains(&component.atoms[a]), weight));
                let mut all = conditions.chain(atoms);
                let supports = match rule.bound {
                    None => all.all(|(holds, _)| holds),
                    Some(bound) => all.filter(|e| e.0).map(|e| e.1).sum::<i64>() >= bound,
                };
                supports && !is_false(head) && !founded.contains(&head)
            };
            match component.rules.iter().find(derives) {
                Some(rule) => founded.push(component.atoms[rule.head]),
                None => return founded,
            }
        }
    }

    /// A solver that makes the decisions it is given.
    #[derive(Default)]
    struct Run {
        components: Vec<Watched>,
        sets: UnfoundedSets,
        trail: Vec<Lit>,
        levels: Vec<usize>,
    }

    impl Run {
        fn add(&mut self, component: &Watched) {
            self.components.push(component.clone());
            self.sets.add(component.clone());
        }

        fn assign(&mut self, literal: Lit) {
            self.trail.push(literal);
            self.sets.assign(&[literal]);
        }

        fn decide(&mut self, literal: Lit) {
            if !self.trail.contains(&literal) && !self.trail.contains(&!literal) {
                self.levels.push(self.trail.len());
                self.sets.new_level();
                self.assign(literal);
            }
        }

        fn backtrack(&mut self, level: usize) {
            if level < self.levels.len() {
                self.trail.truncate(self.levels[level]);
                self.levels.truncate(level);
            }
            self.sets.backtrack(level);
        }

        /// Adds implied literals until there are no more; returns false for a conflict.
        fn propagate(&mut self) -> bool {
            while let Some(literal) = self.sets.propagate() {
                let mut clause = Vec::new();
                self.sets.reason(literal, &mut clause);
                assert_eq!(clause[0], literal);
                let reason = &clause[1..];
                assert!(reason.iter().all(|&l| self.trail.contains(&!l)), "{reason:?} is not false");
                let component = self.components.iter().find(|c| c.atoms.rows().contains(&!literal));
                let component = component.expect("what is implied is the negation of an atom");
                let founded = founded(component, |l| reason.contains(&l));
                assert!(!founded.contains(&!literal), "{reason:?} does not imply {literal}");
                if self.trail.contains(&!literal) {
                    return false;
                }
                self.assign(literal);
            }
            for component in &self.components {
                let founded = founded(component, |l| self.trail.contains(&!l));
                let open = component.atoms.iter().filter(|&&atom| !self.trail.contains(&!atom));
                open.for_each(|atom| assert!(founded.contains(atom), "{atom} is unfounded"));
            }
            true
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 1000, failure_persistence: None, ..ProptestConfig::default() })]

        /// Checks that implied literals are unfounded because of their reasons, and that no unfounded atom is left.
        #[test]
        fn unfounded_atoms_become_false(
            first in component(0..FIRST),
            second in component(FIRST..ATOMS),
            before in 0..4_usize,
            decisions in prop::collection::vec((0..VARIABLES, any::<bool>(), 0..6_usize), 1..30),
        ) {
            let mut run = Run::default();
            run.add(&first);
            for (number, &(variable, negative, level)) in decisions.iter().enumerate() {
                if number == before {
                    run.add(&second);
                }
                if level < 2 {
                    run.backtrack(run.levels.len() / 2 + level);
                }
                let literal = Lit::new(variable, negative);
                run.decide(literal);
                while !run.propagate() {
                    let Some(level) = run.levels.len().checked_sub(1) else { return Ok(()) };
                    run.backtrack(level);
                }
            }
        }
    }

    #[test]
    fn the_literal_that_is_false_longest_is_the_reason() {
        let [atom, a, b] = [0, 1, 2].map(Lit::positive);
        let rule = WatchedRule {
            head: Member::at(0),
            condition: vec![(a, 1), (b, 1)],
            internal: vec![],
            bound: None,
        };
        let mut run = Run::default();
        run.add(&Watched { atoms: vec![atom].into(), rules: vec![rule] });
        run.decide(!b);
        run.decide(!a);
        assert!(run.propagate());
        assert_eq!(run.trail, [!b, !a, !atom]);
        let mut clause = Vec::new();
        run.sets.reason(!atom, &mut clause);
        assert_eq!(clause, [!atom, b]);
    }
}
