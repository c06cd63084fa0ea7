//! Vertex elimination, which encodes the closure of linear rules as a circuit.
//!
//! With at most one atom of the component in each body, rules derive exactly what a path from a *seed* reaches. So
//! their least fixpoint is a path closure. Eliminating the atoms one after the other (Kleene, 1956; Gauss and Jordan)
//! writes it as an acyclic circuit without any guess:
//!
//! - `E(u,w)`: a path leads from `u` to `w` through eliminated atoms whose conditions hold;
//! - `M(v)`: a path leads from a seed to `v` in that way;
//! - then `v -> M(v) or (u and E(u,v))` for the neighbours `u` eliminated later.
//!
//! The last line, read from the end of the order to its start, is an induction: each atom is supported by seeds or by
//! atoms later in the order. A condition that all rules from other atoms into `v` share is a condition of `v`, and not
//! part of any `E`; in reachability, this is that `v` is free. So `E` between neighbours is constant, and graphs that
//! are symmetric in this form have `E(u,w) = E(w,u)`. The circuit is made of gates, and the clauses use it in one
//! direction only.
//!
//! The atoms on a path are true, because the clauses of the rules are written anyway. A choice rule does not force its
//! head, so an atom with one passes a path on only if it is true. The other half of the completion, that an atom is
//! true only if a body is, follows from the last line and the clauses of the rules, and is left out.
//!
//! Components with a body of two or more atoms, or a sum, are left to other methods. For these, Rankooh & Rintanen
//! (AAAI 2022) guess the order of derivation, which was never faster than propagation.

use std::collections::BTreeMap;

use super::component::{LoopBody, LoopComponent, Member};
use super::order::Elimination;
use crate::translate::formulas::Formulas;
use crate::translate::gates::{Edge, Gates};
use crate::translate::index::Table;

/// The incoming and outgoing edges of an atom.
#[derive(Clone, Default)]
struct Vertex {
    /// Bodies without an atom of the component.
    seeds: Vec<Edge>,
    /// Conditions that all other bodies share.
    shared: Vec<Edge>,
    /// For each predecessor, the alternative formulas under which an edge or path leads from it to this atom.
    from: BTreeMap<Member, Vec<Edge>>,
    /// The successors.
    to: Vec<Member>,
    /// Formulas that a path through eliminated atoms leads here from a seed, without the shared conditions.
    reached: Vec<Edge>,
}

/// Supports the atoms of a linear component by their closure.
pub(in crate::translate) fn close(component: &LoopComponent, gates: &mut Gates, formulas: &mut Formulas) {
    let mut vertices = vertices(component, gates);
    let edges: Vec<(Member, Member)> =
        vertices.entries().flat_map(|(v, vertex)| vertex.from.keys().map(move |&u| (u, v))).collect();
    let mut elimination = Elimination::new(component.len(), edges);
    while let Some((x, _)) = elimination.next() {
        let vertex = std::mem::take(&mut vertices[x]);
        let from: Vec<(Member, Edge)> = vertex.from.iter().map(|(&u, terms)| (u, gates.or(terms))).collect();
        support(component, gates, formulas, x, &vertex, &from);
        // Paths through x need these conditions. Rules make x true where a path leads to it, unless it is chosen.
        let mut passable = vertex.shared;
        let reached = gates.or(&vertex.reached);
        let continued: Vec<Edge> = passable.iter().copied().chain([reached]).collect();
        let mut seeds = vertex.seeds;
        seeds.push(gates.and(&continued));
        let mut reached = gates.or(&seeds);
        if component.is_chosen(x) {
            passable.push(component.truth(x));
            reached = gates.and(&[reached, component.truth(x)]);
        }
        for &(u, _) in &from {
            vertices[u].to.retain(|&v| v != x);
        }
        for w in vertex.to {
            let terms = vertices[w].from.remove(&x).expect("an edge has two ends");
            let onwards = gates.or(&terms);
            let passed = gates.and(&[reached, onwards]);
            if passed != Edge::FALSE {
                vertices[w].reached.push(passed);
            }
            for &(u, before) in from.iter().filter(|&&(u, _)| u != w) {
                let through: Vec<Edge> = passable.iter().copied().chain([before, onwards]).collect();
                let through = gates.and(&through);
                if through == Edge::FALSE {
                    continue;
                }
                if !vertices[w].from.contains_key(&u) {
                    vertices[u].to.push(w);
                }
                vertices[w].from.entry(u).or_default().push(through);
            }
        }
    }
}

/// Writes that an atom is true only if a seed, or an atom eliminated later, leads to it.
fn support(
    component: &LoopComponent,
    gates: &mut Gates,
    formulas: &mut Formulas,
    x: Member,
    vertex: &Vertex,
    from: &[(Member, Edge)],
) {
    let mut clause = vec![!component.truth(x)];
    clause.extend_from_slice(&vertex.seeds);
    for &condition in &vertex.shared {
        clause.push(condition);
        formulas.push(&clause);
        clause.pop();
    }
    clause.extend_from_slice(&vertex.reached);
    clause.extend(from.iter().map(|&(u, path)| gates.and(&[component.truth(u), path])));
    formulas.push(&clause);
}

fn vertices(component: &LoopComponent, gates: &mut Gates) -> Table<Member, Vertex> {
    let mut vertices: Table<Member, Vertex> = Table::of(Vertex::default(), component.len());
    let mut shared: Table<Member, Option<Vec<Edge>>> = Table::of(None, component.len());
    for (head, body) in component.rules() {
        let LoopBody::All { condition, internal } = body else { unreachable!("linear rules have no sums") };
        match *internal {
            [] => vertices[head].seeds.push(condition),
            [atom] if atom != head => {
                let conditions = gates.conjuncts(condition);
                match &mut shared[head] {
                    Some(shared) => shared.retain(|edge| conditions.contains(edge)),
                    unset => *unset = Some(conditions),
                }
            }
            _ => {}
        }
    }
    for (vertex, shared) in vertices.iter_mut().zip(shared) {
        vertex.shared = shared.unwrap_or_default();
    }
    for (head, body) in component.rules() {
        let LoopBody::All { condition, internal: &[atom] } = body else { continue };
        if atom == head {
            continue;
        }
        let mut rest = gates.conjuncts(condition);
        rest.retain(|edge| !vertices[head].shared.contains(edge));
        let rest = gates.and(&rest);
        vertices[head].from.entry(atom).or_default().push(rest);
        if !vertices[atom].to.contains(&head) {
            vertices[atom].to.push(head);
        }
    }
    vertices
}
