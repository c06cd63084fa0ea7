//! A propagator that finds unfounded sets during the search.
//!
//! The method is that of M. Gebser, B. Kaufmann and T. Schaub, Conflict-driven answer set solving: From theory to practice, AIJ
//! 187, 2012, §5. Every atom that is not false has a *source*: a rule that may still support it, and whose atoms of the component
//! have sources in turn, without a cycle. Atoms that lose their source look for another one; atoms that find none are unfounded.
//! Then the solver learns that one of them is false: at once if one is true, otherwise when it queries the reason. Each such
//! clause follows from the axiom of the set. The solver's interface is that of IPASIR-UP (Fazekas et al., SAT 2023).
//!
//! In a component with head cycles, a source may have other true heads in the component, so not all unfounded sets are found. The
//! rest is left to [`head_cycles`](super::head_cycles), when the solver has a model.
//!
//! Invariants: sources are acyclic, including those of false atoms, and stay acyclic under backtracking. Every atom that is
//! neither false nor has a source is in `pending`. `falsified[r]` is the number of false literals that rule `r` needs to be true.

use std::collections::VecDeque;
use std::sync::Arc;

use groundplan_certificate::Atom;
use groundplan_sat::{Propagator, Trail};
use rustc_hash::{FxHashMap, FxHashSet};
use rustsat::types::Lit;

use super::component::{Loops, Member, Support};
use super::head_cycles;
use crate::solver::sat_literal;

/// The reason of a clause given to the solver: the axiom of this set.
#[derive(Clone, Debug)]
pub(crate) struct UnfoundedSetClause {
    pub set: Arc<[Atom]>,
    pub clause: Vec<Lit>,
}

/// An unfounded set, and the false literals of which at least one must be true to support it.
#[derive(Clone, Debug)]
struct Unsupported {
    set: Arc<[Atom]>,
    literals: Arc<[Lit]>,
}

/// Finds the unfounded sets of the components in `loops`.
#[derive(Debug)]
pub(crate) struct UnfoundedSets {
    loops: Loops,
    /// The solver literal of each atom.
    truth: Vec<Lit>,
    supports_of: Vec<Vec<usize>>,
    uses_of: Vec<Vec<usize>>,
    /// For each literal, the supports that need its negation, once per occurrence. `denies` has the atoms that are false if the
    /// literal is true.
    falsifies: Vec<Vec<usize>>,
    denies: Vec<Vec<Member>>,
    falsified: Vec<u32>,
    source: Vec<Option<usize>>,
    /// The atoms to be processed.
    pending: Vec<Member>,
    is_pending: Vec<bool>,
    trail: Trail,
    /// Whether the pending atoms must be processed now.
    needs_update: bool,
    /// Literals to be propagated, which make atoms false. `conflict` is a false clause to be given to the solver.
    implied: VecDeque<Lit>,
    conflict: Option<UnfoundedSetClause>,
    /// The reasons of the literals implied last.
    reasons: FxHashMap<Lit, Unsupported>,
    /// The clauses given to the solver, in order.
    pub set_clauses: Vec<UnfoundedSetClause>,
    /// An error in the search for an unfounded set with head cycles.
    pub failure: Option<anyhow::Error>,
}

impl UnfoundedSets {
    /// Returns a propagator for these components.
    pub fn new(loops: Loops) -> Self {
        let atoms = loops.atoms.len();
        let truth: Vec<Lit> = loops.atoms.iter().map(|&atom| Lit::positive(atom - 1)).collect();
        let literals = 2 * loops.variables().max().unwrap_or(0) as usize;
        let mut sets = UnfoundedSets {
            truth,
            supports_of: vec![Vec::new(); atoms],
            uses_of: vec![Vec::new(); atoms],
            falsifies: vec![Vec::new(); literals],
            denies: vec![Vec::new(); literals],
            falsified: vec![0; loops.supports.len()],
            source: vec![None; atoms],
            pending: (0..atoms).collect(),
            is_pending: vec![true; atoms],
            trail: Trail::default(),
            needs_update: true,
            implied: VecDeque::new(),
            conflict: None,
            reasons: FxHashMap::default(),
            set_clauses: Vec::new(),
            failure: None,
            loops,
        };
        for (atom, literal) in sets.truth.iter().enumerate() {
            sets.denies[(!*literal).lidx()].push(atom);
        }
        for (number, support) in sets.loops.supports.iter().enumerate() {
            sets.supports_of[support.head].push(number);
            for &(atom, _) in &support.through {
                sets.uses_of[atom].push(number);
                sets.falsifies[(!sets.truth[atom]).lidx()].push(number);
            }
            let outside = support.sum.iter().flat_map(|(terms, _)| terms.iter().map(|term| term.0));
            for literal in outside.chain(support.needs.iter().copied()) {
                sets.falsifies[(!sat_literal(literal)).lidx()].push(number);
            }
        }
        sets
    }

    fn is_true(&self, literal: Lit) -> bool {
        self.trail.is_true(literal)
    }

    fn is_false_atom(&self, atom: Member) -> bool {
        self.is_true(!self.truth[atom])
    }

    fn has_source(&self, atom: Member) -> bool {
        self.source[atom].is_some()
    }

    fn is_unfounded(&self, atom: Member) -> bool {
        !self.has_source(atom) && !self.is_false_atom(atom)
    }

    fn mark_pending(&mut self, atom: Member) {
        if !std::mem::replace(&mut self.is_pending[atom], true) {
            self.pending.push(atom);
        }
        self.needs_update = true;
    }

    /// Removes the source of an atom.
    fn remove_source(&mut self, atom: Member) {
        if self.source[atom].take().is_some() {
            self.mark_pending(atom);
        }
    }

    /// Returns whether a rule supports its head through atoms that have sources.
    fn is_supporting(&self, number: usize) -> bool {
        let Support { needs, through, sum, .. } = &self.loops.supports[number];
        let Some((outside, bound)) = sum else {
            return self.falsified[number] == 0 && through.iter().all(|&(atom, _)| self.has_source(atom));
        };
        if needs.iter().any(|&literal| self.is_true(!sat_literal(literal))) {
            return false;
        }
        let outside = outside.iter().filter(|term| !self.is_true(!sat_literal(term.0)));
        let through = through.iter().filter(|term| self.has_source(term.0) && !self.is_false_atom(term.0));
        let weights = outside.map(|term| term.1).chain(through.map(|term| term.1));
        weights.map(i128::from).sum::<i128>() >= i128::from(*bound)
    }

    /// Looks for new sources of the pending atoms, and determines the unfounded ones.
    fn update_sources(&mut self) {
        // An atom loses its source if the source uses an atom without a source.
        let mut next = 0;
        while next < self.pending.len() {
            let atom = self.pending[next];
            next += 1;
            for i in 0..self.uses_of[atom].len() {
                let rule = self.uses_of[atom][i];
                let head = self.loops.supports[rule].head;
                if !self.has_source(atom) && self.source[head] == Some(rule) {
                    self.remove_source(head);
                }
            }
        }
        let mut queue: Vec<Member> = Vec::new();
        for i in 0..self.pending.len() {
            self.find_source(self.pending[i], &mut queue);
        }
        while let Some(atom) = queue.pop() {
            for i in 0..self.uses_of[atom].len() {
                let head = self.loops.supports[self.uses_of[atom][i]].head;
                self.find_source(head, &mut queue);
            }
        }
        let mut pending = std::mem::take(&mut self.pending);
        pending.retain(|&atom| {
            self.is_pending[atom] = self.is_unfounded(atom);
            self.is_pending[atom]
        });
        self.pending = pending;
        self.needs_update = false;
        if !self.pending.is_empty() {
            self.refute();
        }
    }

    fn find_source(&mut self, atom: Member, queue: &mut Vec<Member>) {
        if !self.is_unfounded(atom) {
            return;
        }
        let found = self.supports_of[atom].iter().copied().find(|&rule| self.is_supporting(rule));
        if found.is_some() {
            self.source[atom] = found;
            queue.push(atom);
        }
    }

    /// Collects an unfounded set: one of the pending atoms and the atoms that it relies on. Makes them false, or reports a
    /// conflict if one is true. The other pending atoms are processed again afterwards.
    fn refute(&mut self) {
        let is_true = |&&atom: &&Member| self.is_true(self.truth[atom]);
        let root = *self.pending.iter().find(is_true).unwrap_or(&self.pending[0]);
        let mut members = vec![root];
        let mut inside: FxHashSet<Member> = FxHashSet::from_iter([root]);
        let mut next = 0;
        while next < members.len() {
            let atom = members[next];
            next += 1;
            for &number in &self.supports_of[atom] {
                self.add_lacking(number, &mut inside, &mut members);
            }
        }
        let set: Arc<[Atom]> = members.iter().map(|&atom| self.loops.atoms[atom]).collect();
        let mut literals = self.external_supports(&members, &inside);
        if let Some(&atom) = members.iter().find(|&&atom| self.is_true(self.truth[atom])) {
            literals.insert(0, !self.truth[atom]);
            self.conflict = Some(UnfoundedSetClause { set, clause: literals });
            return;
        }
        let unsupported = Unsupported { set, literals: literals.into() };
        for atom in members {
            let literal = !self.truth[atom];
            self.reasons.insert(literal, unsupported.clone());
            self.implied.push_back(literal);
        }
        self.needs_update = true;
    }

    /// Adds the atoms to the set that prevent a rule from supporting it, unless the rule is blocked already.
    fn add_lacking(&self, number: usize, inside: &mut FxHashSet<Member>, members: &mut Vec<Member>) {
        let Support { through, sum, .. } = &self.loops.supports[number];
        let mut lacking = through.iter().map(|term| term.0).filter(|&atom| self.is_unfounded(atom));
        if sum.is_some() {
            members.extend(lacking.filter(|&atom| inside.insert(atom)));
        } else if self.falsified[number] == 0 && !through.iter().any(|term| inside.contains(&term.0)) {
            let atom = lacking.next().expect("a rule that supports nothing lacks something");
            inside.insert(atom);
            members.push(atom);
        }
    }

    /// Returns false literals of which at least one must be true for a rule to support the set from outside.
    fn external_supports(&self, members: &[Member], inside: &FxHashSet<Member>) -> Vec<Lit> {
        let mut literals = Vec::new();
        for &number in members.iter().flat_map(|&atom| &self.supports_of[atom]) {
            let Support { needs, through, sum, beside, .. } = &self.loops.supports[number];
            if sum.is_none() && through.iter().any(|term| inside.contains(&term.0)) {
                continue;
            }
            let needs = needs.iter().map(|&literal| sat_literal(literal));
            let beside = beside.iter().filter(|atom| !inside.contains(atom)).map(|&atom| !self.truth[atom]);
            let through = through.iter().map(|term| self.truth[term.0]);
            let any = needs.chain(beside).chain(through.clone().filter(|_| sum.is_none()));
            // The literal that became false first is preferred: it is false in the most other branches of the search.
            let is_false = |literal: &Lit| self.is_true(!*literal);
            if let Some(literal) = any.filter(is_false).min_by_key(|&literal| self.trail.since(!literal)) {
                literals.push(literal);
                continue;
            }
            let outside = sum.iter().flat_map(|(terms, _)| terms.iter().map(|term| sat_literal(term.0)));
            literals.extend(outside.chain(through).filter(is_false));
        }
        literals.sort_unstable();
        literals.dedup();
        literals
    }

    /// Records a clause that is given to the solver.
    fn record(&mut self, reason: UnfoundedSetClause) -> Vec<Lit> {
        let clause = reason.clause.clone();
        self.set_clauses.push(reason);
        clause
    }
}

impl Propagator for UnfoundedSets {
    fn assign(&mut self, literals: &[Lit]) {
        for &literal in literals {
            if !self.trail.push(literal) {
                continue;
            }
            for i in 0..self.falsifies[literal.lidx()].len() {
                let number = self.falsifies[literal.lidx()][i];
                self.falsified[number] += 1;
                let head = self.loops.supports[number].head;
                if self.source[head] == Some(number) {
                    self.remove_source(head);
                }
            }
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
                    self.mark_pending(atom);
                }
            }
        }
        self.implied.clear();
        self.conflict = None;
        self.needs_update |= !self.pending.is_empty();
    }

    fn propagate(&mut self) -> Option<Lit> {
        while self.conflict.is_none() {
            match self.implied.pop_front() {
                Some(literal) if self.is_true(literal) => {}
                // It became true in the meantime: a conflict, which is derived again.
                Some(literal) if self.is_true(!literal) => self.needs_update = true,
                Some(literal) => return Some(literal),
                None if self.needs_update => self.update_sources(),
                None => return None,
            }
        }
        None
    }

    fn reason(&mut self, literal: Lit, clause: &mut Vec<Lit>) {
        let Unsupported { set, literals } = &self.reasons[&literal];
        let reason = UnfoundedSetClause { set: Arc::clone(set), clause: [&[literal][..], literals].concat() };
        clause.extend(self.record(reason));
    }

    fn clause(&mut self) -> Option<(Vec<Lit>, bool)> {
        let reason = self.conflict.take()?;
        self.needs_update = true;
        Some((self.record(reason), true))
    }

    fn gives_clauses(&self) -> bool {
        true
    }

    fn check_model(&mut self, _model: &[Lit]) -> Vec<Vec<Lit>> {
        for component in 0..self.loops.cyclic.len() {
            let found = head_cycles::unfounded_set(&self.loops, component, |literal| self.is_true(literal));
            match found {
                Ok(None) => {}
                Ok(Some(members)) => {
                    let inside: FxHashSet<Member> = members.iter().copied().collect();
                    let set = members.iter().map(|&atom| self.loops.atoms[atom]).collect();
                    let mut clause = self.external_supports(&members, &inside);
                    clause.insert(0, !self.truth[members[0]]);
                    return vec![self.record(UnfoundedSetClause { set, clause })];
                }
                Err(error) => {
                    self.failure = Some(error);
                    return vec![Vec::new()];
                }
            }
        }
        Vec::new()
    }

    fn forgettable_reasons(&self) -> bool {
        true
    }
}
