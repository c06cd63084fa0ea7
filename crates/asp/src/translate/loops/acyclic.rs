//! Acyclic support by vertex elimination, for rules of any form.
//!
//! M. Rankooh and J. Rintanen, Propositional Encodings of Acyclicity and Reachability by Using Vertex Elimination, AAAI
//! 2022; M. Rankooh and T. Janhunen, Efficient Computation of Answer Sets via SAT Modulo Acyclicity and Vertex
//! Elimination, LPNMR 2022. A variable `before(b,a)` for every two atoms of a rule says that `b` was derived before
//! `a`; a true atom needs a rule whose atoms all were. Eliminating an atom makes the relation transitive through it,
//! with variables for the fill, so that a cycle would end in two atoms before each other, which is forbidden.
//!
//! Reading of `before(b,a)`: both are true, and `b` has the smaller level (see [`Component::levels`]).

use std::collections::BTreeMap;

use super::component::{Component, Member};
use super::guess::{Guess, Guesses};
use super::order::Elimination;
use crate::translate::formulas::Formulas;
use crate::translate::gates::{Edge, Gates};
use crate::translate::index::Table;

/// Supports the atoms of a component by what was derived before them.
pub(in crate::translate) fn order(
    component: &Component,
    gates: &mut Gates,
    guesses: &mut Guesses,
    formulas: &mut Formulas,
) {
    // before[x][y]: y is before x, for all pairs both of which are still there; after[y]: who has y in front.
    let mut before: Table<Member, BTreeMap<Member, Edge>> = Table::of(BTreeMap::new(), component.len());
    let mut after: Table<Member, Vec<Member>> = Table::of(Vec::new(), component.len());
    for head in component.members() {
        let supported = component.supported_by(head, gates, |gates, atom| {
            if atom == head {
                return Edge::FALSE;
            }
            *before[head].entry(atom).or_insert_with(|| {
                after[atom].push(head);
                guesses.make(gates, Guess::Before { first: atom, second: head })
            })
        });
        formulas.push(&[!component.truth(head), supported]);
    }
    let edges: Vec<(Member, Member)> =
        before.entries().flat_map(|(a, firsts)| firsts.keys().map(move |&b| (a, b))).collect();
    let mut elimination = Elimination::new(component.len(), edges);
    while let Some((x, _)) = elimination.next() {
        let firsts = std::mem::take(&mut before[x]);
        for b in firsts.keys() {
            after[*b].retain(|&a| a != x);
        }
        for a in std::mem::take(&mut after[x]) {
            let last = before[a].remove(&x).expect("a pair has two ends");
            for (&b, &first) in &firsts {
                if b == a {
                    formulas.push(&[!first, !last]);
                    continue;
                }
                let whole = *before[a].entry(b).or_insert_with(|| {
                    after[b].push(a);
                    guesses.make(gates, Guess::Before { first: b, second: a })
                });
                formulas.push(&[!first, !last, whole]);
            }
        }
    }
}
