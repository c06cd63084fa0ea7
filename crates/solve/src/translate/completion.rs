//! Clark's completion of one shot: an atom is true exactly if the body of one of its rules is (Clark, 1978).
//!
//! An atom that is neither chosen nor part of a cycle needs no variable: it *is* the formula of its bodies,
//! hash-consed with every other atom and body that has the same formula. Unused formulas are never written. The other
//! atoms, the *core*, are variables, each tied to the formula of its bodies by clauses. At least one atom of each
//! cycle through any literals becomes a core atom: the one where a depth-first search closes the cycle. All atoms of
//! cycles through positive literals become core atoms, because their loops need a loop method.

use groundplan_ground::program::RuleOrigins;
use rustc_hash::FxHashMap;

use super::constraint_only;
use super::factor;
use super::formulas::Formulas;
use super::gates::{Edge, Gates};
use super::index::{Index as _, Table};
use super::loops::{LoopComponent, LoopSum, Member};
use super::origins::OriginSets;
use super::shot::{BodyId, BodyView, Local, LocalAtom, RuleId, Shot};
use super::simplify::{rules_by_head, KnownTruth, Simplified};
use super::tightness::{cyclic_components, Graph};

/// The completion of a shot.
pub(super) struct Completion {
    /// The formula of each atom.
    pub(super) edges: Table<LocalAtom, Edge>,
    /// The atoms of this shot that are variables.
    pub(super) core: Vec<LocalAtom>,
    /// The components with cycles, whether their atoms are constraint-only, and their origins.
    pub(super) components: Vec<(LoopComponent, bool, Option<u32>)>,
    /// The constraint-only atoms, in components and elsewhere.
    pub(super) constraint_only: Vec<LocalAtom>,
    /// The origins of clauses so far.
    pub(super) origin_sets: OriginSets,
}

struct CompletionBuilder<'a> {
    shot: &'a Shot,
    simplified: &'a Simplified,
    gates: &'a mut Gates,
    rules_of: Graph<LocalAtom, RuleId>,
    edges: Table<LocalAtom, Option<Edge>>,
    core: Vec<LocalAtom>,
    /// Whether the atom's formula is being made.
    on_path: Table<LocalAtom, bool>,
    /// Whether the atom is in a component with a cycle; a loop method then defines its support.
    cyclic: Table<LocalAtom, bool>,
    /// The atoms' numbers in the component that is being made.
    members: Table<LocalAtom, Option<Member>>,
    /// For atoms with cycles, the formula that some rule supports the atom.
    supported: FxHashMap<LocalAtom, Edge>,
    origin_sets: OriginSets,
}

/// Completes a shot, and adds the clauses that have to hold. `given` has the formulas of the atoms that have one already; those
/// that are `defined` get their rules in this shot. Constraint-only atoms are searched for if `defers_supports`.
pub(super) fn complete(
    shot: &Shot,
    simplified: &Simplified,
    gates: &mut Gates,
    given: Table<LocalAtom, Option<Edge>>,
    defined: &Table<LocalAtom, bool>,
    defers_supports: bool,
    formulas: &mut Formulas,
) -> Completion {
    let cyclic = positive_cycles(shot, simplified, defined);
    let on_path = Table::of(false, shot.atoms.len());
    let rules_of = rules_by_head(shot);
    let mut is_cyclic = Table::of(false, shot.atoms.len());
    cyclic.iter().flatten().for_each(|&atom| is_cyclic[atom] = true);
    let constraint_only = if defers_supports && !cyclic.is_empty() && !shot.has_head_cycles() {
        // An atom that has to be true needs support. The constraint that demanded it may be missing among the possible
        // rules.
        let is_asked_for =
            |atom: LocalAtom| simplified.atoms[atom] == KnownTruth::True && !simplified.founded[atom];
        let may_be = |atom: LocalAtom| defined[atom] && given[atom].is_none() && !is_asked_for(atom);
        constraint_only::constraint_only(shot, simplified, &rules_of, may_be)
    } else {
        Table::of(false, shot.atoms.len())
    };
    let mut builder = CompletionBuilder {
        shot,
        simplified,
        gates,
        rules_of,
        edges: given,
        core: Vec::new(),
        on_path,
        cyclic: is_cyclic,
        members: Table::of(None, if cyclic.is_empty() { 0 } else { shot.atoms.len() }),
        supported: FxHashMap::default(),
        origin_sets: std::mem::take(&mut formulas.origin_sets),
    };
    for atom in shot.atoms.numbers() {
        let value = simplified.atoms[atom];
        match builder.edges[atom] {
            // An external atom until now: its variable exists, and gets its rules.
            Some(_) if value == KnownTruth::Unknown && defined[atom] => builder.core.push(atom),
            Some(_) if value == KnownTruth::Unknown => {}
            Some(edge) => {
                formulas.push(&[edge.negate_if(value == KnownTruth::False)]);
                builder.edges[atom] = Some(Edge::FALSE.negate_if(value == KnownTruth::True));
            }
            None if value != KnownTruth::Unknown => {
                builder.edges[atom] = Some(Edge::FALSE.negate_if(value == KnownTruth::True));
            }
            None => {}
        }
    }
    for &atom in cyclic.iter().flatten() {
        builder.make_core(atom);
    }
    for rule in &shot.rules {
        if let (Some(head), true) = (rule.head, rule.choice && simplified.is_possible(rule.body)) {
            builder.make_core(head);
        }
    }
    // Otherwise an auxiliary atom might be the first to close a cycle through negation.
    for &head in &shot.chained {
        builder.make_core(head);
    }
    for atom in shot.atoms.numbers() {
        builder.define_from(atom);
    }
    builder.tie_core(formulas);
    builder.forbid(formulas);
    builder.support_true_atoms(defined, formulas);
    let mut components = Vec::with_capacity(cyclic.len());
    for atoms in &cyclic {
        let component = builder.component(atoms);
        if component.has_head_cycle() {
            builder.support_singly(atoms, formulas);
        }
        let origin = builder.origin_of(atoms);
        components.push((component, constraint_only[atoms[0]], origin));
    }
    let edges = builder.edges.iter().map(|edge| edge.expect("every atom got a formula")).collect();
    let constraint_only = constraint_only.entries().filter(|&(_, &is)| is).map(|(atom, _)| atom).collect();
    let origin_sets = builder.origin_sets;
    Completion { edges, core: builder.core, components, constraint_only, origin_sets }
}

/// Returns the components of the positive graph that have cycles, among the rules that may apply.
fn positive_cycles(
    shot: &Shot,
    simplified: &Simplified,
    defined: &Table<LocalAtom, bool>,
) -> Vec<Vec<LocalAtom>> {
    let matters = |atom: LocalAtom| {
        defined[atom] && simplified.atoms[atom] != KnownTruth::False && !simplified.founded[atom]
    };
    let graph = Graph::new(shot.atoms.len(), |edge| {
        for (number, rule) in shot.rules.entries() {
            let Some(head) = rule.head else { continue };
            let body = shot.loop_body(number);
            if matters(head) && simplified.is_possible(body) {
                let body = shot.bodies.get(body).positive();
                body.filter(|&atom| matters(atom)).for_each(|atom| edge(head, atom));
            }
        }
    });
    cyclic_components(&graph)
}

/// Returns the formula of a literal.
fn edge(edges: &Table<LocalAtom, Option<Edge>>, literal: Local) -> Edge {
    let edge = edges[literal.atom()].expect("atoms are defined in order");
    edge.negate_if(literal.is_negative())
}

impl CompletionBuilder<'_> {
    fn make_core(&mut self, atom: LocalAtom) {
        if self.edges[atom].is_none() {
            self.edges[atom] = Some(self.gates.input());
            self.core.push(atom);
        }
    }

    /// Iterates over the rules of an atom that may apply: their bodies, and whether they are choices.
    fn supports(&self, atom: LocalAtom) -> impl Iterator<Item = (BodyId, bool)> + '_ {
        let rules = self.rules_of.successors(atom).iter().map(|&rule| self.shot.rules[rule]);
        rules.filter(|rule| self.simplified.is_possible(rule.body)).map(|rule| (rule.body, rule.choice))
    }

    /// Makes the formula of an atom, after those of the atoms it depends on.
    fn define_from(&mut self, root: LocalAtom) {
        if self.edges[root].is_some() {
            return;
        }
        let needs = |builder: &Self, atom: LocalAtom| -> Vec<LocalAtom> {
            let bodies =
                builder.supports(atom).flat_map(|(body, _)| builder.shot.bodies.get(body).literals());
            bodies.map(|l| l.atom()).filter(|&a| builder.edges[a].is_none()).collect()
        };
        let mut path = vec![(root, needs(self, root))];
        self.on_path[root] = true;
        while let Some((atom, needed)) = path.last_mut() {
            let atom = *atom;
            match needed.pop() {
                Some(next) if self.edges[next].is_some() => {}
                Some(next) if self.on_path[next] => self.make_core(next),
                Some(next) => {
                    let needed = needs(self, next);
                    self.on_path[next] = true;
                    path.push((next, needed));
                }
                None => {
                    path.pop();
                    self.on_path[atom] = false;
                    if self.edges[atom].is_none() {
                        let formula = self.supported(atom);
                        self.edges[atom] = Some(formula);
                    }
                }
            }
        }
    }

    fn edge(&self, literal: Local) -> Edge {
        edge(&self.edges, literal)
    }

    fn conjuncts(&mut self, body: BodyId) -> Vec<Edge> {
        match self.shot.bodies.get(body) {
            BodyView::All(literals) => literals.iter().map(|&l| self.edge(l)).collect(),
            BodyView::Sum(bound, literals, weights) => {
                let elements: Vec<(Edge, i64)> =
                    literals.iter().zip(weights).map(|(&l, &weight)| (self.edge(l), weight)).collect();
                vec![self.gates.sum(bound, &elements)]
            }
        }
    }

    /// Returns the formula that some rule supports the atom.
    fn supported(&mut self, atom: LocalAtom) -> Edge {
        let bodies: Vec<BodyId> = self.supports(atom).map(|(body, _)| body).collect();
        let terms = bodies.into_iter().map(|body| self.conjuncts(body)).collect();
        factor::disjunction(self.gates, terms)
    }

    /// Writes that core atoms are true only if supported, and true if a rule without choice applies.
    fn tie_core(&mut self, formulas: &mut Formulas) {
        for atom in self.core.clone() {
            let edge = self.edges[atom].expect("core atoms are variables");
            self.origin_of(&[atom]).into_iter().for_each(|origin| formulas.set_origin(origin));
            let supported = self.supported(atom);
            if self.cyclic[atom] {
                self.supported.insert(atom, supported);
            } else {
                formulas.push(&[!edge, supported]);
            }
            if self.supports(atom).all(|(_, choice)| !choice) {
                formulas.push(&[edge, !supported]);
                continue;
            }
            let normal: Vec<BodyId> =
                self.supports(atom).filter(|&(_, choice)| !choice).map(|(body, _)| body).collect();
            for body in normal {
                self.forbid_unless(body, Some(edge), formulas);
            }
        }
    }

    /// Returns the origin of the clauses about these atoms: the statements of their rules. `None` without origins.
    fn origin_of(&mut self, atoms: &[LocalAtom]) -> Option<u32> {
        let origins = self.shot.origins.as_ref()?;
        let rules = atoms.iter().flat_map(|&atom| self.rules_of.successors(atom));
        let possible = rules.filter(|&&rule| self.simplified.is_possible(self.shot.rules[rule].body));
        Some(self.origin_sets.of(possible.map(|&rule| origins[rule])))
    }

    /// Returns the origin of each forbidden body: the statements that forbid it. `None` without origins.
    fn origins_of_bodies(&mut self) -> Option<Table<BodyId, u32>> {
        let origins = self.shot.origins.as_ref()?;
        let mut of_bodies = Table::of(RuleOrigins::NONE, self.shot.bodies.len());
        for (number, rule) in self.shot.rules.entries() {
            if rule.head.is_none() {
                of_bodies[rule.body] = self.origin_sets.with(of_bodies[rule.body], origins[number]);
            }
        }
        Some(of_bodies)
    }

    fn forbid(&mut self, formulas: &mut Formulas) {
        let origins = self.origins_of_bodies();
        for body in self.shot.bodies.numbers() {
            if self.simplified.forbidden[body] && self.simplified.bodies[body] != KnownTruth::False {
                origins.iter().for_each(|origins| formulas.set_origin(origins[body]));
                self.forbid_unless(body, None, formulas);
            }
        }
    }

    /// Writes that a body holds only if the head does.
    fn forbid_unless(&mut self, body: BodyId, head: Option<Edge>, formulas: &mut Formulas) {
        match self.shot.bodies.get(body) {
            BodyView::All(literals) => {
                formulas.push_all(literals.iter().map(|&literal| !self.edge(literal)).chain(head));
            }
            BodyView::Sum(..) => {
                formulas.push_all(self.conjuncts(body).into_iter().map(|edge| !edge).chain(head));
            }
        }
    }

    fn support_true_atoms(&mut self, defined: &Table<LocalAtom, bool>, formulas: &mut Formulas) {
        for atom in self.shot.atoms.numbers() {
            let forced = self.simplified.atoms[atom] == KnownTruth::True && !self.simplified.founded[atom];
            if defined[atom] && forced && !self.cyclic[atom] {
                self.origin_of(&[atom]).into_iter().for_each(|origin| formulas.set_origin(origin));
                let supported = self.supported(atom);
                formulas.push(&[supported]);
            }
        }
    }

    /// Writes that the atoms of a component with a head cycle are true only if supported, each by itself.
    fn support_singly(&mut self, atoms: &[LocalAtom], formulas: &mut Formulas) {
        for &atom in atoms {
            self.origin_of(&[atom]).into_iter().for_each(|origin| formulas.set_origin(origin));
            let edge = self.edge(Local::new(atom, false));
            let supported = self.supported(atom);
            formulas.push(&[!edge, supported]);
        }
    }

    fn component(&mut self, atoms: &[LocalAtom]) -> LoopComponent {
        let mut atoms = atoms.to_vec();
        atoms.sort_unstable();
        for (number, &atom) in atoms.iter().enumerate() {
            self.members[atom] = Some(Member::at(number));
        }
        let truths = atoms.iter().map(|&a| self.edge(Local::new(a, false))).collect();
        let mut supported: Vec<Edge> = Vec::with_capacity(atoms.len());
        for &atom in &atoms {
            let known = self.supported.get(&atom).copied();
            supported.push(known.unwrap_or_else(|| self.supported(atom)));
        }
        let mut component = LoopComponent::new(
            atoms
                .iter()
                .map(|&a| self.shot.atoms[a].expect("an auxiliary atom needs no other positively"))
                .collect(),
            truths,
            supported,
        );
        let CompletionBuilder { shot, simplified, gates, rules_of, edges, members, .. } = self;
        let number = |atom: LocalAtom| members[atom];
        let inside = |l: Local| if l.is_negative() { None } else { number(l.atom()) };
        let edge = |l: Local| edge(edges, l);
        for (head, &atom) in atoms.iter().enumerate() {
            let head = Member::at(head);
            let rules = rules_of.successors(atom);
            let may_apply = |&rule: &RuleId| simplified.is_possible(shot.loop_body(rule));
            for rule in rules.iter().copied().filter(may_apply) {
                if shot.rules[rule].choice {
                    component.set_chosen(head);
                }
                // A sibling in the component may be unfounded with the head; one outside has to be false.
                let siblings = shot.unshifted(rule).map_or(&[][..], |unshifted| &unshifted.siblings);
                let (near, far): (Vec<LocalAtom>, Vec<LocalAtom>) =
                    siblings.iter().partition(|&&sibling| number(sibling).is_some());
                let far = far.into_iter().map(|sibling| Local::new(sibling, true));
                let added = match shot.bodies.get(shot.loop_body(rule)) {
                    BodyView::All(literals) => {
                        let internal: Vec<Member> = literals.iter().filter_map(|&l| inside(l)).collect();
                        let rest = literals.iter().copied().filter(|&l| inside(l).is_none()).chain(far);
                        let rest: Vec<Edge> = rest.map(edge).collect();
                        let condition = gates.and(&rest);
                        (condition != Edge::FALSE).then(|| component.add_rule(head, condition, &internal))
                    }
                    BodyView::Sum(bound, literals, weights) => {
                        let mut sum = LoopSum { bound, internal: Vec::new(), external: Vec::new() };
                        for (&literal, &weight) in literals.iter().zip(weights) {
                            match inside(literal) {
                                Some(atom) => sum.internal.push((atom, weight)),
                                None => sum.external.push((edge(literal), weight)),
                            }
                        }
                        let total = weights.iter().fold(0, |sum: i64, &weight| sum.saturating_add(weight));
                        for sibling in far {
                            // It is so heavy that the bound needs it.
                            sum.bound = sum.bound.saturating_add(total);
                            sum.external.push((edge(sibling), total));
                        }
                        Some(if sum.internal.is_empty() {
                            let condition = gates.sum(sum.bound, &sum.external);
                            component.add_rule(head, condition, &[])
                        } else {
                            component.add_sum_rule(head, sum)
                        })
                    }
                };
                if let (Some(rule), false) = (added, near.is_empty()) {
                    component.set_siblings(rule, near.into_iter().filter_map(number).collect());
                }
            }
        }
        for &atom in &atoms {
            self.members[atom] = None;
        }
        component.finish();
        component
    }
}
