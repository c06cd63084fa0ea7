//! The components of atoms that may depend on themselves, and the rules that support these atoms.
//!
//! Unfounded sets lie within strongly connected components of the positive dependency graph (F. Lin and Y. Zhao, ASSAT, AIJ 157,
//! 2004). Components of one atom are skipped, because the axioms of single atoms are always present. A component has a head cycle
//! if two of its atoms are heads of one disjunction (R. Ben-Eliyahu and R. Dechter, Propositional Semantics for Disjunctive Logic
//! Programs, AMAI 12, 1994).

use groundplan_certificate::{Atom, Axioms, Lit, Program, Value};
use petgraph::algo::kosaraju_scc;
use petgraph::graph::{DiGraph, NodeIndex};
use rustc_hash::{FxHashMap, FxHashSet};

/// The index of an atom among the atoms of all components.
pub(crate) type Member = usize;

/// A rule as a possible support of one of its heads.
#[derive(Clone, Debug)]
pub(crate) struct Support {
    /// The supported atom.
    pub head: Member,
    /// The literals outside the component that must be true: the body's literal, unless the body is a sum over the component, and
    /// the negations of the other heads of a disjunction.
    pub needs: Vec<Lit>,
    /// The component's atoms in the positive body, with their weights in a sum.
    pub through: Vec<(Member, i64)>,
    /// For a body that is a sum over the component: the other literals with their weights, and the bound.
    pub sum: Option<(Vec<(Lit, i64)>, i64)>,
    /// The other heads in the component.
    pub beside: Vec<Member>,
}

/// The components with more than one atom.
#[derive(Clone, Default, Debug)]
pub(crate) struct Loops {
    /// The atom of each member.
    pub atoms: Vec<Atom>,
    pub supports: Vec<Support>,
    /// The members of each component with a head cycle.
    pub cyclic: Vec<Vec<Member>>,
}

impl Loops {
    /// Computes the components of the program.
    pub fn of(axioms: &Axioms) -> Loops {
        let program = axioms.program();
        let components = components(program);
        let mut loops = Loops::default();
        // The member index and the component of each atom.
        let mut place: FxHashMap<Atom, (Member, usize)> = FxHashMap::default();
        for (number, component) in components.iter().enumerate() {
            for &atom in component {
                place.insert(atom, (loops.atoms.len(), number));
                loops.atoms.push(atom);
            }
        }
        let mut cyclic: FxHashSet<usize> = FxHashSet::default();
        for (index, rule) in program.rules.iter().enumerate() {
            for &head in &rule.heads {
                let Some(&(member, component)) = place.get(&head) else { continue };
                let inside =
                    |atom: Atom| place.get(&atom).filter(|place| place.1 == component).map(|place| place.0);
                let Some(support) = support(axioms, index, member, head, inside) else { continue };
                if !support.beside.is_empty() {
                    cyclic.insert(component);
                }
                loops.supports.push(support);
            }
        }
        let mut cyclic: Vec<usize> = cyclic.into_iter().collect();
        cyclic.sort_unstable();
        let members = |&component: &usize| components[component].iter().map(|atom| place[atom].0).collect();
        loops.cyclic = cyclic.iter().map(members).collect();
        loops
    }

    /// Returns the variables on which unfounded sets depend.
    pub fn variables(&self) -> impl Iterator<Item = u32> + '_ {
        let literals = self.supports.iter().flat_map(|support| {
            let sum = support.sum.iter().flat_map(|(terms, _)| terms.iter().map(|&(literal, _)| literal));
            support.needs.iter().copied().chain(sum)
        });
        self.atoms.iter().copied().chain(literals.map(Lit::variable))
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

/// Returns a rule as a support of one of its heads, or `None` if its body is never true. `inside` maps the atoms of the head's
/// component to members.
fn support(
    axioms: &Axioms,
    index: usize,
    member: Member,
    head: Atom,
    inside: impl Fn(Atom) -> Option<Member>,
) -> Option<Support> {
    let rule = &axioms.program().rules[index];
    let mut support =
        Support { head: member, needs: Vec::new(), through: Vec::new(), sum: None, beside: Vec::new() };
    let body = axioms.body(index);
    if body == Value::False {
        return None;
    }
    let (mut outside, mut count) = (Vec::new(), 0);
    for &(weight, literal) in rule.body.terms.iter().filter(|&&(weight, _)| weight > 0) {
        count += 1;
        match inside(literal.variable()).filter(|_| !literal.is_negative()) {
            Some(member) => support.through.push((member, weight)),
            None => outside.push((literal, weight)),
        }
    }
    let is_conjunction =
        rule.body.at_least == count && rule.body.terms.iter().all(|&(weight, _)| weight == 1);
    if support.through.is_empty() || is_conjunction {
        if let Value::Is(literal) = body {
            support.needs.push(literal);
        }
    } else {
        support.sum = Some((outside, rule.body.at_least));
    }
    for &other in rule.heads.iter().filter(|&&other| other != head && !rule.choice) {
        match inside(other) {
            Some(other) => support.beside.push(other),
            None => support.needs.push(!Lit::positive(other)),
        }
    }
    Some(support)
}
