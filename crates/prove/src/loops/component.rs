//! The components of atoms that may depend on themselves, and the rules that support these atoms.
//!
//! Unfounded sets lie within strongly connected components of the positive dependency graph (F. Lin and Y. Zhao, ASSAT, AIJ 157,
//! 2004). Components of one atom are skipped, because the axioms of single atoms are always present. A component has a head cycle
//! if two of its atoms are heads of one disjunction (R. Ben-Eliyahu and R. Dechter, Propositional Semantics for Disjunctive Logic
//! Programs, AMAI 12, 1994).

use groundplan_certificate::{Atom, Axioms, Lit, Program, Value};
use groundplan_sat::unfounded::{Component, Member, Rule, Sum};
use petgraph::algo::kosaraju_scc;
use petgraph::graph::{DiGraph, NodeIndex};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::solver::sat_literal;

/// The components with more than one atom.
#[derive(Clone, Default, Debug)]
pub(crate) struct Loops {
    /// The atoms of all components, and the rules that may support them.
    pub supports: Component,
    /// For each of these rules, the other heads in the head's component.
    beside: Vec<Vec<Member>>,
    /// The members of each component with a head cycle.
    pub cyclic: Vec<Vec<Member>>,
}

impl Loops {
    /// Computes the components of the program.
    pub fn of(axioms: &Axioms) -> Loops {
        let program = axioms.program();
        let components = components(program);
        let mut loops = Loops::default();
        // The member and the component of each atom.
        let mut place: FxHashMap<Atom, (Member, usize)> = FxHashMap::default();
        for (number, component) in components.iter().enumerate() {
            for &atom in component {
                place.insert(atom, (Member::at(loops.supports.atoms.len()), number));
                loops.supports.atoms.push(sat_literal(Lit::positive(atom)));
            }
        }
        let mut cyclic: FxHashSet<usize> = FxHashSet::default();
        for (index, rule) in program.rules.iter().enumerate() {
            for &head in &rule.heads {
                let Some(&(member, component)) = place.get(&head) else { continue };
                let inside =
                    |atom: Atom| place.get(&atom).filter(|place| place.1 == component).map(|place| place.0);
                let Some((support, beside)) = support(axioms, index, member, inside) else { continue };
                if !beside.is_empty() {
                    cyclic.insert(component);
                }
                loops.supports.rules.push(support);
                loops.beside.push(beside);
            }
        }
        let mut cyclic: Vec<usize> = cyclic.into_iter().collect();
        cyclic.sort_unstable();
        let members = |&component: &usize| components[component].iter().map(|atom| place[atom].0).collect();
        loops.cyclic = cyclic.iter().map(members).collect();
        loops
    }

    /// Iterates over the rules, each with the other heads in the component.
    pub fn rules(&self) -> impl Iterator<Item = (&Rule, &[Member])> {
        self.supports.rules.iter().zip(self.beside.iter().map(Vec::as_slice))
    }
}

/// Returns the strongly connected components with more than one atom, in ascending order.
fn components(program: &Program) -> Vec<Vec<Atom>> {
    let mut numbers: FxHashMap<Atom, NodeIndex> = FxHashMap::default();
    let mut graph: DiGraph<Atom, ()> = DiGraph::new();
    let heads = program.rules.iter().flat_map(|rule| &rule.heads);
    for &atom in heads {
        numbers.entry(atom).or_insert_with(|| graph.add_node(atom));
    }
    for rule in &program.rules {
        let body = rule.body.terms.iter().filter(|(weight, literal)| *weight > 0 && !literal.is_negative());
        // An atom that is no head depends on nothing.
        let body: Vec<NodeIndex> =
            body.filter_map(|(_, literal)| numbers.get(&literal.variable()).copied()).collect();
        for head in &rule.heads {
            for &atom in &body {
                graph.add_edge(numbers[head], atom, ());
            }
        }
    }
    let components = kosaraju_scc(&graph).into_iter().filter(|component| component.len() > 1);
    let mut components: Vec<Vec<Atom>> =
        components.map(|component| component.into_iter().map(|node| graph[node]).collect()).collect();
    for component in &mut components {
        component.sort_unstable();
    }
    components.sort_unstable();
    components
}

/// Returns a rule as a support of one of its heads, with the other heads in the component, or `None` if its body is never true.
/// `inside` maps the atoms of the head's component to members.
fn support(
    axioms: &Axioms,
    index: usize,
    head: Member,
    inside: impl Fn(Atom) -> Option<Member>,
) -> Option<(Rule, Vec<Member>)> {
    let rule = &axioms.program().rules[index];
    let mut support = Rule { head, conditions: Vec::new(), internal: Vec::new(), sum: None };
    let body = axioms.body(index);
    if body == Value::False {
        return None;
    }
    let (mut external, mut count) = (Vec::new(), 0);
    for &(weight, literal) in rule.body.terms.iter().filter(|&&(weight, _)| weight > 0) {
        count += 1;
        match inside(literal.variable()).filter(|_| !literal.is_negative()) {
            Some(member) => support.internal.push((member, weight)),
            None => external.push((sat_literal(literal), weight)),
        }
    }
    let is_conjunction =
        rule.body.at_least == count && rule.body.terms.iter().all(|&(weight, _)| weight == 1);
    if support.internal.is_empty() || is_conjunction {
        if let Value::Is(literal) = body {
            support.conditions.push(sat_literal(literal));
        }
    } else {
        support.sum = Some(Sum { external, bound: rule.body.at_least });
    }
    let mut beside = Vec::new();
    for &other in rule.heads.iter().filter(|_| !rule.choice) {
        match inside(other) {
            Some(other) if other == head => {}
            Some(other) => beside.push(other),
            None => support.conditions.push(!sat_literal(Lit::positive(other))),
        }
    }
    Some((support, beside))
}
