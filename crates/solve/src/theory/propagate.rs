//! Propagator for difference constraints: the edges of true literals contain no cycle of negative length.

use std::sync::{Arc, Mutex};

use rustc_hash::FxHashMap;

use super::graph::{DifferenceEdge, DifferenceGraph, EdgeId};
use crate::propagator::{Control, Propagator, Setup, SolverLiteral};
use groundplan_ground::symbol::Symbol;

/// Upper bounds of variables, each of which applies while a literal is true. The propagator must be set up again after
/// a bound was added.
#[derive(Clone, Default, Debug)]
pub struct DifferenceBounds(Arc<Mutex<Vec<(SolverLiteral, Symbol, i64)>>>);

impl DifferenceBounds {
    /// Adds the bound `variable <= most`, which applies while `literal` is true.
    pub fn add(&self, literal: SolverLiteral, variable: Symbol, most: i64) {
        self.0.lock().expect("nobody panics with it").push((literal, variable, most));
    }

    fn take(&self) -> Vec<(SolverLiteral, Symbol, i64)> {
        std::mem::take(&mut self.0.lock().expect("nobody panics with it"))
    }
}

/// A propagator that keeps difference constraints satisfiable.
#[derive(Default, Debug)]
pub struct DifferenceLogic {
    graph: DifferenceGraph,
    /// The node of each variable. The key `None` stands for the constant 0.
    nodes: FxHashMap<Option<Symbol>, u32>,
    /// The literal that activates each edge, indexed by edge.
    literals: Vec<SolverLiteral>,
    /// The edges that each literal activates.
    edges: FxHashMap<SolverLiteral, Vec<EdgeId>>,
    /// The number of constraints of the program that were read.
    read: usize,
    bounds: DifferenceBounds,
}

impl DifferenceLogic {
    /// Creates a propagator that also enforces these bounds.
    pub fn new(bounds: DifferenceBounds) -> Self {
        DifferenceLogic { bounds, ..DifferenceLogic::default() }
    }

    fn node(&mut self, variable: Option<Symbol>) -> u32 {
        let graph = &mut self.graph;
        *self.nodes.entry(variable).or_insert_with(|| graph.add_node())
    }

    fn add(&mut self, literal: SolverLiteral, left: Option<Symbol>, right: Option<Symbol>, most: i64) {
        let (from, to) = (self.node(right), self.node(left));
        let edge = self.graph.add_edge(DifferenceEdge { from, to, length: most });
        self.literals.push(literal);
        self.edges.entry(literal).or_default().push(edge);
    }
}

impl Propagator for DifferenceLogic {
    fn set_up(&mut self, setup: &mut Setup<'_>) {
        let new = setup.program().theory.differences.all()[self.read..].to_vec();
        self.read += new.len();
        for difference in new {
            let literal = setup.literal(difference.literal);
            self.add(literal, difference.left, difference.right, difference.most);
            setup.watch(literal);
        }
        for (literal, variable, most) in self.bounds.take() {
            self.add(literal, Some(variable), None, most);
            setup.watch(literal);
        }
    }

    fn propagate(&mut self, control: &mut Control<'_>, changes: &[SolverLiteral]) {
        for literal in changes {
            for &edge in &self.edges[literal] {
                if let Err(cycle) = self.graph.activate(edge) {
                    let clause: Vec<SolverLiteral> =
                        cycle.into_iter().map(|edge| !self.literals[edge as usize]).collect();
                    control.add_lemma(&clause);
                    return;
                }
            }
        }
    }

    fn undo(&mut self, changes: &[SolverLiteral]) {
        for literal in changes.iter().rev() {
            for &edge in self.edges[literal].iter().rev() {
                self.graph.deactivate(edge);
            }
        }
    }
}
