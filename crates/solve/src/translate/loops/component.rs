//! Strongly connected components with cycles, the input of the loop methods.

use rustc_hash::FxHashMap;

use crate::translate::factor;
use crate::translate::gates::{Edge, Gates, Valuation};
use crate::translate::index::{index, Index, Table};
use groundplan_ground::program::AtomId;

index! {
    /// The number of an atom within its component.
    pub struct Member;
    /// The number of a component, in the order in which they were found.
    pub struct ComponentId;
    /// The number of a rule within its component.
    pub(crate) struct LoopRuleId;
}

/// The rules of one component of the positive dependency graph.
///
/// Atoms are numbered from 0 within the component. A conjunctive body is split into the atoms of the component that
/// it contains positively, its *internal* atoms, and the rest, its *condition*.
#[derive(Clone, Default, Debug)]
pub(crate) struct LoopComponent {
    atoms: Table<Member, AtomId>,
    truths: Table<Member, Edge>,
    /// For each atom, the formula that some rule supports it.
    supported: Table<Member, Edge>,
    /// Whether an atom has a choice rule, so that it may be false although a body holds.
    chosen: Table<Member, bool>,
    /// Rules grouped by head: the rules of atom `a` are `rule_starts[a]..rule_starts[a + 1]`.
    rules: Table<LoopRuleId, LoopRule>,
    rule_starts: Vec<u32>,
    internal: Vec<Member>,
    sums: Vec<LoopSum>,
    /// For rules that come from disjunctions, the other heads of the disjunction that are in the component.
    siblings: FxHashMap<LoopRuleId, Vec<Member>>,
    /// Rules by internal atom: `uses[use_starts[a]..use_starts[a + 1]]`.
    use_starts: Vec<u32>,
    uses: Vec<LoopRuleId>,
}

#[derive(Clone, Copy, Debug)]
struct LoopRule {
    head: Member,
    condition: Edge,
    start: u32,
    length: u32,
    sum: Option<u32>,
}

/// A rule body that is a sum with atoms of the component among its elements.
#[derive(Clone, Debug)]
pub(crate) struct LoopSum {
    /// The bound that the sum must reach.
    pub bound: i64,
    /// Positive atoms of the component, with their weights.
    pub internal: Vec<(Member, i64)>,
    /// All other elements, with their weights.
    pub external: Vec<(Edge, i64)>,
}

/// The body of a component's rule.
#[derive(Clone, Copy, Debug)]
pub(crate) enum LoopBody<'a> {
    /// The condition holds and all internal atoms are true.
    All {
        /// The conjunction of the literals that do not depend on the component.
        condition: Edge,
        /// The atoms of the component.
        internal: &'a [Member],
    },
    /// A sum with atoms of the component among its elements.
    Sum(&'a LoopSum),
}

impl LoopComponent {
    /// Creates a component without rules. `truths` are the formulas of its atoms; `supported` are the formulas that
    /// some rule supports each of them.
    #[must_use]
    pub(crate) fn new(atoms: Vec<AtomId>, truths: Vec<Edge>, supported: Vec<Edge>) -> Self {
        let chosen = Table::of(false, atoms.len());
        LoopComponent {
            atoms: atoms.into(),
            truths: truths.into(),
            supported: supported.into(),
            chosen,
            ..LoopComponent::default()
        }
    }

    /// Records that one of an atom's rules is a choice.
    pub(crate) fn set_chosen(&mut self, atom: Member) {
        self.chosen[atom] = true;
    }

    /// Whether one of an atom's rules is a choice, so that the atom may be false although a body holds.
    #[must_use]
    pub(crate) fn is_chosen(&self, atom: Member) -> bool {
        self.chosen[atom]
    }

    /// Adds a rule with a conjunctive body. Heads must come in order.
    pub(crate) fn add_rule(&mut self, head: Member, condition: Edge, internal: &[Member]) -> LoopRuleId {
        let start = self.internal.len() as u32;
        self.internal.extend_from_slice(internal);
        self.rules.push(LoopRule { head, condition, start, length: internal.len() as u32, sum: None })
    }

    /// Adds a rule with a sum. Heads must come in order.
    pub(crate) fn add_sum_rule(&mut self, head: Member, sum: LoopSum) -> LoopRuleId {
        let start = self.internal.len() as u32;
        self.internal.extend(sum.internal.iter().map(|&(atom, _)| atom));
        let length = sum.internal.len() as u32;
        let number = Some(self.sums.len() as u32);
        self.sums.push(sum);
        self.rules.push(LoopRule { head, condition: Edge::TRUE, start, length, sum: number })
    }

    /// Records the other heads of the disjunction that a rule comes from.
    pub(crate) fn set_siblings(&mut self, rule: LoopRuleId, siblings: Vec<Member>) {
        self.siblings.insert(rule, siblings);
    }

    /// Returns the other heads, within the component, of a rule's disjunction. If one of them is true and not
    /// unfounded, the rule does not support its own head.
    #[must_use]
    pub(crate) fn siblings(&self, rule: LoopRuleId) -> &[Member] {
        self.siblings.get(&rule).map_or(&[], Vec::as_slice)
    }

    /// Whether two heads of a disjunction are among the atoms. The bodies of the rules then overestimate the support:
    /// a rule supports its head only if no other head is true. The check for unfounded sets makes up for that.
    #[must_use]
    pub(crate) fn has_head_cycle(&self) -> bool {
        !self.siblings.is_empty()
    }

    /// Builds the index of rules by atom. Must be called once, after all rules were added.
    pub(crate) fn finish(&mut self) {
        let mut starts = vec![0; self.atoms.len() + 1];
        self.internal.iter().for_each(|&atom| starts[atom.index() + 1] += 1);
        for atom in 0..self.atoms.len() {
            starts[atom + 1] += starts[atom];
        }
        let mut next = starts.clone();
        let mut uses = vec![LoopRuleId::at(0); self.internal.len()];
        for (number, rule) in self.rules.entries() {
            for &atom in self.internal_of(rule) {
                let next = &mut next[atom.index()];
                uses[*next as usize] = number;
                *next += 1;
            }
        }
        debug_assert!(self.rules.iter().is_sorted_by_key(|rule| rule.head));
        let mut counts = vec![0; self.atoms.len() + 1];
        self.rules.iter().for_each(|rule| counts[rule.head.index() + 1] += 1);
        for atom in 0..self.atoms.len() {
            counts[atom + 1] += counts[atom];
        }
        self.rule_starts = counts;
        self.use_starts = starts;
        self.uses = uses;
    }

    fn internal_of(&self, rule: &LoopRule) -> &[Member] {
        &self.internal[rule.start as usize..][..rule.length as usize]
    }

    /// Returns the number of atoms.
    #[must_use]
    pub(crate) fn len(&self) -> usize {
        self.atoms.len()
    }

    /// Returns the program's atoms, indexed by their numbers in the component.
    #[must_use]
    pub(crate) fn atoms(&self) -> &Table<Member, AtomId> {
        &self.atoms
    }

    /// Iterates over the numbers of the atoms.
    pub(crate) fn members(&self) -> impl Iterator<Item = Member> {
        self.atoms.numbers()
    }

    /// Returns the formula of an atom.
    #[must_use]
    pub(crate) fn truth(&self, atom: Member) -> Edge {
        self.truths[atom]
    }

    /// Returns the formula that some rule supports an atom.
    #[must_use]
    pub(super) fn supported(&self, atom: Member) -> Edge {
        self.supported[atom]
    }

    /// Returns the number of rules.
    #[must_use]
    pub(crate) fn rule_count(&self) -> usize {
        self.rules.len()
    }

    /// Returns the head and the body of a rule.
    #[must_use]
    pub(crate) fn rule(&self, rule: LoopRuleId) -> (Member, LoopBody<'_>) {
        let rule = &self.rules[rule];
        let body = match rule.sum {
            Some(sum) => LoopBody::Sum(&self.sums[sum as usize]),
            None => LoopBody::All { condition: rule.condition, internal: self.internal_of(rule) },
        };
        (rule.head, body)
    }

    /// Iterates over the numbers of the rules.
    pub(crate) fn rule_numbers(&self) -> impl Iterator<Item = LoopRuleId> {
        self.rules.numbers()
    }

    /// Iterates over the heads and bodies of all rules.
    pub(crate) fn rules(&self) -> impl Iterator<Item = (Member, LoopBody<'_>)> + '_ {
        self.rule_numbers().map(|rule| self.rule(rule))
    }

    /// Iterates over the numbers of the rules with this head.
    #[must_use]
    pub(crate) fn rules_of(&self, head: Member) -> impl ExactSizeIterator<Item = LoopRuleId> {
        let (start, end) = (self.rule_starts[head.index()], self.rule_starts[head.index() + 1]);
        (start as usize..end as usize).map(LoopRuleId::at)
    }

    /// Whether no body has more than one atom of the component.
    #[must_use]
    pub(crate) fn is_linear(&self) -> bool {
        self.rules().all(|(_, body)| matches!(body, LoopBody::All { internal, .. } if internal.len() < 2))
    }

    /// Returns the round in which each true atom is derived, given the rest of the answer set. An atom derived from
    /// conditions alone has level 0. Any other has one more than the last of the atoms it was derived from, and `None`
    /// if it is never derived.
    #[must_use]
    pub(crate) fn levels(&self, values: &Valuation) -> Table<Member, Option<u32>> {
        let holds = |atom: Member| values.get(self.truths[atom]);
        let mut levels: Table<Member, Option<u32>> = Table::of(None, self.atoms.len());
        let mut lacking: Table<LoopRuleId, i128> = self
            .rules()
            .map(|(head, body)| match body {
                LoopBody::All { condition, internal } if holds(head) && values.get(condition) => {
                    internal.len() as i128
                }
                LoopBody::Sum(sum) if holds(head) => {
                    let given = sum.external.iter().filter(|&&(edge, _)| values.get(edge));
                    i128::from(sum.bound) - given.map(|&(_, w)| i128::from(w)).sum::<i128>()
                }
                _ => i128::MAX,
            })
            .collect();
        let mut round: Vec<Member> = Vec::new();
        let derive = |rule: LoopRuleId,
                      level: u32,
                      levels: &mut Table<Member, Option<u32>>,
                      round: &mut Vec<Member>| {
            let head = self.rules[rule].head;
            if levels[head].is_none() {
                levels[head] = Some(level);
                round.push(head);
            }
        };
        for (rule, &missing) in lacking.entries() {
            if missing <= 0 {
                derive(rule, 0, &mut levels, &mut round);
            }
        }
        let mut level = 0;
        while !round.is_empty() {
            level += 1;
            for atom in std::mem::take(&mut round) {
                let (start, end) = (self.use_starts[atom.index()], self.use_starts[atom.index() + 1]);
                for &rule in &self.uses[start as usize..end as usize] {
                    let missing = &mut lacking[rule];
                    if *missing == i128::MAX || *missing <= 0 {
                        continue;
                    }
                    *missing -= match self.rules[rule].sum {
                        None => 1,
                        Some(sum) => {
                            let of_atom = self.sums[sum as usize].internal.iter().find(|&&(a, _)| a == atom);
                            i128::from(of_atom.expect("the rule uses the atom").1)
                        }
                    };
                    if *missing <= 0 {
                        derive(rule, level, &mut levels, &mut round);
                    }
                }
            }
        }
        levels
    }

    /// Returns the formula that a rule supports an atom, with an additional demand on each atom of the component in a
    /// body.
    pub(super) fn supported_by(
        &self,
        head: Member,
        gates: &mut Gates,
        mut demand: impl FnMut(&mut Gates, Member) -> Edge,
    ) -> Edge {
        let rules = self.rules_of(head);
        let mut terms: Vec<Vec<Edge>> = Vec::with_capacity(rules.len());
        for rule in rules {
            terms.push(match self.rule(rule).1 {
                LoopBody::All { condition, internal } => {
                    let mut term = gates.conjuncts(condition);
                    for &atom in internal {
                        term.extend([self.truth(atom), demand(gates, atom)]);
                    }
                    term
                }
                LoopBody::Sum(sum) => {
                    let mut elements = sum.external.clone();
                    for &(atom, weight) in &sum.internal {
                        let demanded = demand(gates, atom);
                        elements.push((gates.and(&[self.truth(atom), demanded]), weight));
                    }
                    vec![gates.sum(sum.bound, &elements)]
                }
            });
        }
        factor::disjunction(gates, terms)
    }

    /// Returns the formula that a rule supports its head without the `excluded` atoms. The other heads of the rule
    /// that are not excluded must be false.
    pub(crate) fn external_support(
        &self,
        rule: LoopRuleId,
        gates: &mut Gates,
        excluded: impl Fn(Member) -> bool,
    ) -> Edge {
        let others = self.siblings(rule).iter().filter(|&&sibling| !excluded(sibling));
        let mut alone: Vec<Edge> = others.map(|&sibling| !self.truth(sibling)).collect();
        let applies = match self.rule(rule).1 {
            LoopBody::All { condition, internal } => {
                if internal.iter().any(|&atom| excluded(atom)) {
                    return Edge::FALSE;
                }
                let mut edges: Vec<Edge> = internal.iter().map(|&atom| self.truth(atom)).collect();
                edges.push(condition);
                gates.and(&edges)
            }
            LoopBody::Sum(sum) => {
                let rest = sum.internal.iter().filter(|&&(atom, _)| !excluded(atom));
                let mut elements: Vec<(Edge, i64)> =
                    rest.map(|&(atom, weight)| (self.truth(atom), weight)).collect();
                elements.extend_from_slice(&sum.external);
                gates.sum(sum.bound, &elements)
            }
        };
        alone.push(applies);
        gates.and(&alone)
    }
}
