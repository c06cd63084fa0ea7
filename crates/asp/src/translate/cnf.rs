//! From formulas to clauses, each direction of a definition only where it is needed.
//!
//! A clause over edges is written as it is; a gate that occurs in it is either *inlined* or gets a variable. A variable
//! `v` of a gate `g` is defined by `v -> g` where `v` occurs positively and by `g -> v` where it occurs negatively
//! (Plaisted & Greenbaum, JSC 1986), so in a model of the clauses `v` may lack the value of `g`, but whatever assigns
//! the inputs extends to a model exactly if the asserted formulas hold, and then `v = g` is one such extension: that is
//! the reading of `v`.
//!
//! Inlined is what then costs no more: a disjunction is spliced into the few clauses that use it, a conjunction is
//! distributed over a short clause.

use rustsat::instances::{BasicVarManager, ManageVars};
use rustsat::types::{Lit, Var};

use super::clauses::Clauses;
use super::counter::Counter;
use super::gates::{Edge, Gate, Gates};

/// A list of clauses over edges.
#[derive(Clone, Default, Debug)]
pub struct Formulas {
    edges: Vec<Edge>,
    ends: Vec<usize>,
}

impl Formulas {
    /// Adds a clause.
    pub fn push(&mut self, clause: &[Edge]) {
        self.edges.extend_from_slice(clause);
        self.ends.push(self.edges.len());
    }

    /// The clauses.
    pub fn iter(&self) -> impl Iterator<Item = &[Edge]> + '_ {
        let mut start = 0;
        self.ends.iter().map(move |&end| &self.edges[std::mem::replace(&mut start, end)..end])
    }
}

/// What a variable was made for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Origin {
    /// A node of the graph.
    Node(u32),
    /// The inside of a counter.
    Counter(u32),
    /// Nothing: it switches clauses off.
    Switch,
    /// The inside of an objective's bound.
    Objective,
}

/// How deep inlined gates may nest: chains of definitions would otherwise become one huge clause.
const DEPTH_LIMIT: u8 = 4;
/// What a clause costs beyond its literals, and what a variable costs, in literals.
const CLAUSE_COST: usize = 4;
const VARIABLE_COST: usize = 4;

/// The directions of a definition, as bits of [`Cnf::written`], for a positive and a negated edge.
fn direction(edge: Edge) -> u8 {
    1 << u8::from(edge.is_negated())
}

/// The clauses written so far, and which variable stands for which node.
#[derive(Default, Debug)]
pub(super) struct Cnf {
    /// The variable of each node that has one.
    literals: Vec<Option<Lit>>,
    /// Directions that are defined already (bits 0, 1) and whose children were counted (bits 2, 3).
    written: Vec<u8>,
    /// How many formulas refer to a node, positively and negatively.
    uses: Vec<[u32; 2]>,
    origins: Vec<Origin>,
    pub(super) counters: Vec<Counter>,
    /// Edges whose variables occur, but are not defined yet.
    undefined: Vec<Edge>,
    pub(super) variables: BasicVarManager,
    /// What was written since somebody last took it.
    pub(super) clauses: Clauses,
    pub(super) clause_count: usize,
}

/// A clause in the making.
struct Partial {
    literals: Vec<Lit>,
    open: Vec<Open>,
    /// How many clauses its siblings are, itself included.
    siblings: usize,
}

#[derive(Clone, Copy)]
struct Open {
    edge: Edge,
    depth: u8,
    /// It was decided to distribute this conjunction.
    distribute: bool,
}

impl Open {
    fn new(edge: Edge, depth: u8) -> Self {
        Open { edge, depth, distribute: false }
    }
}

impl Cnf {
    /// What the variables were made for, by index.
    pub(super) fn origins(&self) -> &[Origin] {
        &self.origins
    }

    /// The variable of a node, if it has one.
    pub(super) fn variable(&self, node: usize) -> Option<Lit> {
        self.literals.get(node).copied().flatten()
    }

    /// Writes clauses over edges, and the definitions that they need.
    pub(super) fn assert(&mut self, gates: &mut Gates, formulas: &Formulas) {
        self.announce(gates, formulas);
        self.write(gates, formulas);
    }

    /// Counts what some clauses use, so that it is known when the first of them is written.
    pub(super) fn announce(&mut self, gates: &Gates, formulas: &Formulas) {
        self.grow(gates);
        formulas.iter().flatten().for_each(|&edge| self.count(gates, edge));
    }

    /// Writes clauses that were announced.
    pub(super) fn write(&mut self, gates: &mut Gates, formulas: &Formulas) {
        for clause in formulas.iter() {
            let mut unknown = clause.iter().copied().filter(|&e| gates.value(e) != Some(false));
            match (unknown.next(), unknown.next()) {
                (Some(edge), None) => self.assert_unit(gates, edge),
                _ => self.clause(gates, &[], clause),
            }
        }
        self.define(gates);
    }

    /// The literal of a variable of the program, whether or not a clause mentions it.
    pub(super) fn input_literal(&mut self, gates: &Gates, edge: Edge) -> Lit {
        self.grow(gates);
        self.require(gates, edge)
    }

    /// The literal that stands for an edge in assumptions: true means that the edge holds.
    pub(super) fn assumable(&mut self, gates: &Gates, edge: Edge) -> Lit {
        self.grow(gates);
        self.count(gates, edge);
        let literal = self.require(gates, edge);
        self.define(gates);
        literal
    }

    /// A clause of literals that are not formulas.
    pub(super) fn raw_clause(&mut self, literals: &[Lit]) {
        self.clause_count += 1;
        self.clauses.push(literals);
    }

    /// A variable that stands for no formula.
    pub(super) fn switch(&mut self) -> Lit {
        let literal = self.variables.new_lit();
        self.origins.push(Origin::Switch);
        literal
    }

    /// Lets an encoder of an objective write clauses with variables of its own.
    pub(super) fn encode_objective(&mut self, encode: impl FnOnce(&mut Clauses, &mut BasicVarManager)) {
        let before = self.clauses.len();
        encode(&mut self.clauses, &mut self.variables);
        self.clause_count += self.clauses.len() - before;
        self.origins.resize(self.variables.n_used() as usize, Origin::Objective);
    }

    fn grow(&mut self, gates: &Gates) {
        self.literals.resize(gates.node_count(), None);
        self.written.resize(gates.node_count(), 0);
        self.uses.resize(gates.node_count(), [0; 2]);
    }

    /// Writes that an edge holds, and remembers it, as it does for the conjuncts the edge consists of.
    fn assert_unit(&mut self, gates: &mut Gates, edge: Edge) {
        let mut stack = vec![edge];
        while let Some(edge) = stack.pop() {
            if gates.value(edge) == Some(true) {
                continue;
            }
            match gates.gate(edge.node()) {
                Gate::And(edges) if !edge.is_negated() => {
                    stack.extend_from_slice(edges);
                    if let Some(literal) = self.literals[edge.node()] {
                        self.raw_clause(&[literal]);
                    }
                }
                _ => self.clause(gates, &[], &[edge]),
            }
            if gates.value(edge).is_none() {
                gates.fix(edge);
            }
        }
    }

    fn count(&mut self, gates: &Gates, edge: Edge) {
        let mut stack = vec![edge];
        while let Some(edge) = stack.pop() {
            let node = edge.node();
            self.uses[node][usize::from(edge.is_negated())] += 1;
            let seen = direction(edge) << 2;
            if self.written[node] & seen != 0 {
                continue;
            }
            self.written[node] |= seen;
            let sign = |e: Edge| e.negate_if(edge.is_negated());
            match gates.gate(node) {
                Gate::Constant | Gate::Input => {}
                Gate::And(edges) => stack.extend(edges.iter().map(|&e| sign(e))),
                Gate::Sum(_, elements) => stack.extend(elements.iter().map(|&(e, _)| sign(e))),
            }
        }
    }

    /// How many formulas use an edge (at least one: it is being used).
    pub(super) fn uses(&self, edge: Edge) -> usize {
        self.uses[edge.node()][usize::from(edge.is_negated())].max(1) as usize
    }

    /// The literal of an edge for a clause, to be defined before the clauses are complete.
    pub(super) fn require(&mut self, gates: &Gates, edge: Edge) -> Lit {
        let node = edge.node();
        let positive = match self.literals[node] {
            Some(literal) => literal,
            None => self.make_variable(node),
        };
        if self.written[node] & direction(edge) == 0 {
            self.written[node] |= direction(edge);
            if !matches!(gates.gate(node), Gate::Input) {
                self.undefined.push(edge);
            }
        }
        if edge.is_negated() {
            !positive
        } else {
            positive
        }
    }

    fn make_variable(&mut self, node: usize) -> Lit {
        let literal = self.variables.new_lit();
        self.origins.push(Origin::Node(node as u32));
        self.literals[node] = Some(literal);
        literal
    }

    /// Enters the variables that an encoder took from [`Cnf::variables`] by itself.
    pub(super) fn claim_variables(&mut self, counter: usize) {
        self.origins.resize(self.variables.n_used() as usize, Origin::Counter(counter as u32));
    }

    fn define(&mut self, gates: &Gates) {
        while let Some(edge) = self.undefined.pop() {
            let node = edge.node();
            let positive = self.literals[node].expect("a required node has a variable");
            match gates.gate(node) {
                Gate::Constant => self.raw_clause(&[positive]),
                Gate::Input => {}
                Gate::And(edges) if edge.is_negated() => {
                    let negated: Vec<Edge> = edges.iter().map(|&e| !e).collect();
                    self.clause(gates, &[positive], &negated);
                }
                Gate::And(edges) => edges.iter().for_each(|&e| self.clause(gates, &[!positive], &[e])),
                Gate::Sum(..) => self.define_sum(gates, edge),
            }
        }
    }

    /// Writes the clause `literals or edges`.
    pub(super) fn clause(&mut self, gates: &Gates, literals: &[Lit], edges: &[Edge]) {
        let open = edges.iter().map(|&e| Open::new(e, 0)).collect();
        let mut stack = vec![Partial { literals: literals.to_vec(), open, siblings: 1 }];
        while let Some(partial) = stack.pop() {
            self.expand(gates, partial, &mut stack);
        }
    }

    fn expand(&mut self, gates: &Gates, mut partial: Partial, stack: &mut Vec<Partial>) {
        let mut conjunctions: Vec<Open> = Vec::new();
        let mut sums: Vec<Edge> = Vec::new();
        while let Some(open) = partial.open.pop() {
            let Open { edge, depth, distribute } = open;
            match gates.value(edge) {
                Some(true) => return,
                Some(false) => continue,
                None => {}
            }
            if distribute {
                conjunctions.push(open);
                continue;
            }
            let inlinable = self.literals[edge.node()].is_none() && depth < DEPTH_LIMIT;
            match gates.gate(edge.node()) {
                Gate::And(edges) if inlinable && edge.is_negated() => {
                    if self.uses(edge) * (edges.len() - 1) <= edges.len() + 3 {
                        partial.open.extend(edges.iter().map(|&e| Open::new(!e, depth + 1)));
                    } else {
                        partial.literals.push(self.require(gates, edge));
                    }
                }
                Gate::And(_) if inlinable => conjunctions.push(open),
                Gate::Sum(..) if inlinable && self.uses(edge) == 1 => sums.push(edge),
                _ => partial.literals.push(self.require(gates, edge)),
            }
        }
        if let ([sum], []) = (&sums[..], &conjunctions[..]) {
            if self.inline_sum(gates, &partial.literals, *sum) {
                return;
            }
        }
        for sum in sums {
            partial.literals.push(self.require(gates, sum));
        }
        self.distribute(gates, partial, conjunctions, stack);
    }

    /// Distributes those conjunctions for which that is cheap over the clause, and names the others.
    fn distribute(
        &mut self,
        gates: &Gates,
        mut partial: Partial,
        mut conjunctions: Vec<Open>,
        stack: &mut Vec<Partial>,
    ) {
        let size = |open: &Open| match gates.gate(open.edge.node()) {
            Gate::And(edges) => edges.len(),
            _ => unreachable!("only conjunctions are distributed"),
        };
        conjunctions.sort_by_key(size);
        let length = partial.literals.len() + conjunctions.len();
        let mut siblings = partial.siblings;
        let mut chosen: Vec<Open> = Vec::new();
        for open in conjunctions {
            let m = size(&open);
            let distributed = siblings * (m - 1) * (CLAUSE_COST + length);
            let named = (m * (CLAUSE_COST + 2) + VARIABLE_COST) / self.uses(open.edge);
            if open.distribute || distributed <= named {
                siblings *= if open.distribute { 1 } else { m };
                chosen.push(Open { distribute: true, ..open });
            } else {
                partial.literals.push(self.require(gates, open.edge));
            }
        }
        let Some(first) = chosen.pop() else {
            self.finish(partial.literals);
            return;
        };
        let Gate::And(edges) = gates.gate(first.edge.node()) else {
            unreachable!("a conjunction was chosen")
        };
        for &edge in edges {
            let mut open = chosen.clone();
            open.push(Open::new(edge, first.depth + 1));
            stack.push(Partial { literals: partial.literals.clone(), open, siblings });
        }
    }

    /// Writes a clause unless it is a tautology.
    pub(super) fn finish(&mut self, mut literals: Vec<Lit>) {
        literals.sort_unstable();
        literals.dedup();
        if !literals.windows(2).any(|pair| pair[0] == !pair[1]) {
            self.raw_clause(&literals);
        }
    }

    /// The number of variables.
    pub(super) fn variable_count(&self) -> usize {
        self.variables.n_used() as usize
    }

    /// What a variable was made for.
    pub(super) fn origin(&self, variable: Var) -> Option<Origin> {
        self.origins.get(variable.idx()).copied()
    }
}
