//! The clauses under construction, and the variables of the nodes of the graph.
//!
//! Literals of edges are requested here, and the required directions of their definitions are recorded.

use std::time::{Duration, Instant};

use rustsat::instances::{BasicVarManager, ManageVars};
use rustsat::types::{Lit, Var};

use super::clauses::Clauses;
use super::costs::RecordedSets;
use super::counted::{Counted, Exclusive};
use super::counter::Counter;
use super::energetic::{self, NoOverlap};
use super::gates::{Edge, Gate, Gates};
use super::pigeonhole;
use super::pseudo_boolean::AtMost;
use super::sums::Sums;
use super::tasks;
use crate::Tuning;
use groundplan_ground::program::RuleOrigins;
use groundplan_ground::{Pass, Passes, Report, Reports};

/// The origin of a variable.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum ClauseOrigin {
    /// A node of the graph.
    Node(u32),
    /// An encoder with this index in [`Cnf::counters`].
    Counter(u32),
    /// An activation literal.
    Activation,
    /// An encoder of an objective's bound.
    Objective,
}

/// The origins of clauses, which tell what statement each of them is there for.
#[derive(Debug)]
struct Tagging {
    /// The origins of the clauses that were written before the current origin was set.
    clauses: RuleOrigins,
    /// The origin of the clauses that are written now.
    current: u32,
    /// The origins of [`Cnf::undefined`].
    undefined: Vec<u32>,
}

/// Returns the direction of a definition, as a bit of [`Cnf::written`], for a positive or a negated edge.
fn direction(edge: Edge) -> u8 {
    1 << u8::from(edge.is_negated())
}

/// The clauses under construction, and the variables of the nodes.
#[derive(Default, Debug)]
pub(super) struct Cnf {
    /// The variable of each node that has one.
    pub(super) literals: Vec<Option<Lit>>,
    /// The directions that are defined already (bits 0, 1), and those whose children were counted (bits 2, 3).
    written: Vec<u8>,
    /// The number of formulas that refer to a node, positively and negatively.
    uses: Vec<[u32; 2]>,
    origins: Vec<ClauseOrigin>,
    pub(super) counters: Vec<Counter>,
    /// Edges whose variables occur in clauses, but are not defined yet.
    pub(super) undefined: Vec<Edge>,
    pub(super) variables: BasicVarManager,
    /// The clauses written since they were last taken.
    pub(super) clauses: Clauses,
    /// The origins of these clauses; `None` if they are not asked for.
    tagging: Option<Box<Tagging>>,
    pub(super) clause_count: usize,
    /// The numbers that control encodings and passes.
    pub(super) tuning: Tuning,
    pub(super) passes: Passes,
    /// The reports of the passes.
    pub(super) reports: Reports,
    /// Families of tasks that were not yet used to force literals.
    no_overlaps: Vec<NoOverlap>,
    /// The handling of sums.
    pub(super) sums: Sums,
    /// Sums for the propagator, written since they were last taken.
    pub(super) propagated: Vec<AtMost>,
    /// At-most-one sets encoded with auxiliary variables, written since they were last taken; `None` if no pass needs
    /// them.
    pub(super) exclusive: Option<Exclusive>,
    /// The constraints recorded for grouping, if there are objectives.
    pub(super) recorded_sets: Option<RecordedSets>,
}

impl Cnf {
    /// Creates an empty set of clauses that encodes all sums.
    pub(super) fn encoding() -> Self {
        Cnf { sums: Sums::Encode, ..Cnf::default() }
    }

    /// Returns the origins of the variables, by index.
    pub(super) fn origins(&self) -> &[ClauseOrigin] {
        &self.origins
    }

    /// Returns the variable of a node, if it has one.
    pub(super) fn variable(&self, node: usize) -> Option<Lit> {
        self.literals.get(node).copied().flatten()
    }

    /// Returns the literal of an input, and makes its variable if needed.
    pub(super) fn input_literal(&mut self, gates: &Gates, edge: Edge) -> Lit {
        self.grow(gates);
        self.require(gates, edge)
    }

    /// Records the origins of clauses from now on.
    pub(super) fn record_origins(&mut self) {
        let tagging = Tagging {
            clauses: RuleOrigins::default(),
            current: RuleOrigins::NONE,
            undefined: vec![RuleOrigins::NONE; self.undefined.len()],
        };
        self.tagging.get_or_insert(Box::new(tagging));
    }

    /// Sets the origin of the clauses that are written from now on.
    pub(super) fn set_origin(&mut self, origin: u32) {
        if let Some(tagging) = self.tagging.as_mut().filter(|tagging| tagging.current != origin) {
            tagging.clauses.extend_to(self.clauses.len(), tagging.current);
            tagging.current = origin;
        }
    }

    /// Returns the clauses written since the last call with their origins, and removes them.
    pub(super) fn take_clauses(&mut self) -> (Clauses, Option<RuleOrigins>) {
        self.set_origin(RuleOrigins::NONE);
        let origins = self.tagging.as_mut().map(|tagging| std::mem::take(&mut tagging.clauses));
        (std::mem::take(&mut self.clauses), origins)
    }

    /// Returns an edge that is to be defined, and sets the origin of its definition.
    pub(super) fn next_undefined(&mut self) -> Option<Edge> {
        let edge = self.undefined.pop()?;
        if let Some(origin) = self.tagging.as_mut().and_then(|tagging| tagging.undefined.pop()) {
            self.set_origin(origin);
        }
        Some(edge)
    }

    /// Writes a clause as it is.
    pub(super) fn raw_clause(&mut self, literals: &[Lit]) {
        self.clause_count += 1;
        self.clauses.push(literals);
    }

    /// Returns a new activation literal.
    pub(super) fn activation_literal(&mut self) -> Lit {
        let literal = self.variables.new_lit();
        self.origins.push(ClauseOrigin::Activation);
        literal
    }

    /// Lets an encoder of an objective write clauses and make variables.
    pub(super) fn encode_objective(&mut self, encode: impl FnOnce(&mut Clauses, &mut BasicVarManager)) {
        let before = self.clauses.len();
        encode(&mut self.clauses, &mut self.variables);
        self.clause_count += self.clauses.len() - before;
        self.origins.resize(self.variables.n_used() as usize, ClauseOrigin::Objective);
    }

    pub(super) fn grow(&mut self, gates: &Gates) {
        self.literals.resize(gates.node_count(), None);
        self.written.resize(gates.node_count(), 0);
        self.uses.resize(gates.node_count(), [0; 2]);
    }

    pub(super) fn count(&mut self, gates: &Gates, edge: Edge) {
        if self.count_use(edge) {
            self.count_below(gates, edge);
        }
    }

    /// Counts a use, and returns whether it is the first one.
    fn count_use(&mut self, edge: Edge) -> bool {
        let node = edge.node();
        self.uses[node][usize::from(edge.is_negated())] += 1;
        let seen = direction(edge) << 2;
        let is_first = self.written[node] & seen == 0;
        self.written[node] |= seen;
        is_first
    }

    /// Counts the uses in the definition of an edge.
    fn count_below(&mut self, gates: &Gates, edge: Edge) {
        let mut stack = vec![edge];
        while let Some(edge) = stack.pop() {
            let node = edge.node();
            let sign = |e: Edge| e.negate_if(edge.is_negated());
            let mut below = |edge: Edge| stack.extend(self.count_use(edge).then_some(edge));
            match gates.gate(node) {
                Gate::Constant | Gate::Input => {}
                Gate::And(edges) => edges.iter().for_each(|&e| below(sign(e))),
                Gate::Sum(_, elements) => elements.iter().for_each(|&(e, _)| below(sign(e))),
            }
        }
    }

    /// Returns the number of formulas that use an edge, at least one.
    pub(super) fn uses(&self, edge: Edge) -> usize {
        self.uses[edge.node()][usize::from(edge.is_negated())].max(1) as usize
    }

    /// Returns the literal of an edge. Its definition must be written before the clauses are complete.
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
                if let Some(tagging) = &mut self.tagging {
                    tagging.undefined.push(tagging.current);
                }
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
        self.origins.push(ClauseOrigin::Node(node as u32));
        self.literals[node] = Some(literal);
        literal
    }

    /// Records the origin of the variables that an encoder took from [`Cnf::variables`].
    pub(super) fn claim_variables(&mut self, counter: usize) {
        self.origins.resize(self.variables.n_used() as usize, ClauseOrigin::Counter(counter as u32));
    }

    /// Adds the clauses that the counting passes derive from the clauses not yet taken.
    pub(super) fn add_counted(&mut self) {
        let exclusive = self.exclusive.replace(Exclusive::default()).unwrap_or_default();
        let is_node = |variable: Var| matches!(self.origins[variable.idx()], ClauseOrigin::Node(_));
        let start = Instant::now();
        let before = self.clause_count - self.clauses.len();
        let counted = Counted::read(&self.clauses, before, &exclusive, self.variable_count(), is_node);
        let mut preparation = start.elapsed();
        let mut found = Vec::new();
        if self.passes.has(Pass::Pigeonhole) {
            let start = Instant::now();
            let implied = pigeonhole::implied(&counted, &self.tuning);
            found.push((Pass::Pigeonhole, implied, std::mem::take(&mut preparation) + start.elapsed()));
        }
        let is_refuted = found.iter().any(|(_, implied, _)| implied.iter().any(Vec::is_empty));
        if self.passes.has(Pass::NoOverlap) && !is_refuted {
            let start = Instant::now();
            let no_overlaps = tasks::no_overlaps(&counted, &self.tuning);
            let implied =
                no_overlaps.iter().flat_map(|no_overlap| no_overlap.implied(&self.tuning)).collect();
            self.no_overlaps.extend(no_overlaps);
            found.push((Pass::NoOverlap, implied, preparation + start.elapsed()));
        }
        for (pass, implied, time) in found {
            self.add_implied(pass, implied, time);
        }
    }

    /// Adds those literals as units that must hold by energetic reasoning over the new families of tasks.
    pub(super) fn add_forced(&mut self, literals: &[Lit]) {
        let no_overlaps = std::mem::take(&mut self.no_overlaps);
        let start = Instant::now();
        let forced = energetic::forced(&no_overlaps, &self.clauses, literals, &self.tuning);
        let implied = forced.into_iter().map(|literal| vec![literal]).collect();
        self.add_implied(Pass::NoOverlap, implied, start.elapsed());
    }

    fn add_implied(&mut self, pass: Pass, implied: Vec<Vec<Lit>>, time: Duration) {
        let fired = u64::from(!implied.is_empty());
        self.reports.add(pass, Report { fired, clauses: implied.len() as i64, time, ..Report::default() });
        implied.into_iter().for_each(|clause| self.finish(clause));
    }

    /// Writes a clause unless it is a tautology, and records it for grouping.
    pub(super) fn finish(&mut self, mut literals: Vec<Lit>) {
        literals.sort_unstable();
        literals.dedup();
        if !literals.windows(2).any(|pair| pair[0] == !pair[1]) {
            let has_covers = self.passes.has(Pass::DisjointCovers);
            if let Some(recorded_sets) = self.recorded_sets.as_mut().filter(|_| has_covers) {
                recorded_sets.cover(&literals);
            }
            self.raw_clause(&literals);
        }
    }

    /// Returns the number of variables.
    pub(super) fn variable_count(&self) -> usize {
        self.variables.n_used() as usize
    }

    /// Returns the origin of a variable.
    pub(super) fn origin(&self, variable: Var) -> Option<ClauseOrigin> {
        self.origins.get(variable.idx()).copied()
    }
}
