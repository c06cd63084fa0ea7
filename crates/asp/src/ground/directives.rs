//! What rules say beside deriving atoms: costs, shown terms, projected atoms, edges. It is collected while rules are
//! grounded, and written to the program when all of them are.

use indexmap::IndexMap;
use rustc_hash::{FxBuildHasher, FxHashMap};

use super::formula::Formula;
use super::instantiate::{overflow, Arguments, Instantiator};
use super::Stop;
use crate::diagnostic::Span;
use crate::program::{AtomId, Body, HeadKind, Literal, Minimize, PredicateId, ShownTerm};
use crate::symbol::Symbol;

/// Conjunctions any of which suffices.
type Conditions = Vec<Vec<Literal>>;

/// A cost: what is told apart by priority, weight and tuple is paid once.
pub type Cost = (i64, i64, Arguments);

/// What was collected.
#[derive(Default, Debug)]
pub struct Directives {
    costs: IndexMap<Cost, (Conditions, Span), FxBuildHasher>,
    terms: IndexMap<Symbol, Conditions, FxBuildHasher>,
    edges: IndexMap<(Symbol, Symbol), Conditions, FxBuildHasher>,
    /// Atoms to project to, whether or not something derives them.
    projected: Vec<(PredicateId, Arguments)>,
    /// The costs of earlier shots, and when they are paid.
    paid: FxHashMap<Cost, Formula>,
    /// The edges of earlier shots, and when they are there.
    drawn: IndexMap<(Symbol, Symbol), Formula, FxBuildHasher>,
    /// The sum of all weights of a priority, whatever their signs.
    totals: FxHashMap<i64, i128>,
    /// An atom that is always true.
    truth: Option<AtomId>,
}

impl Directives {
    /// Costs are paid where the condition holds.
    pub fn cost(&mut self, cost: Cost, condition: Vec<Literal>, span: Span) {
        self.costs.entry(cost).or_insert_with(|| (Vec::new(), span)).0.push(condition);
    }

    /// A term is shown where the condition holds.
    pub fn term(&mut self, term: Symbol, condition: Vec<Literal>) {
        self.terms.entry(term).or_default().push(condition);
    }

    /// Answer sets that differ on this atom count as two.
    pub fn projected(&mut self, predicate: PredicateId, arguments: Arguments) {
        self.projected.push((predicate, arguments));
    }

    /// An edge is there where the condition holds.
    pub fn edge(&mut self, from: Symbol, to: Symbol, condition: Vec<Literal>) {
        self.edges.entry((from, to)).or_default().push(condition);
    }
}

impl Instantiator<'_> {
    /// Writes what was collected to the program.
    ///
    /// # Errors
    ///
    /// When costs overflow.
    pub fn settle_directives(&mut self) -> Result<(), Stop> {
        self.settle_costs()?;
        for (term, conditions) in std::mem::take(&mut self.memory.directives.terms) {
            match self.any(conditions) {
                Formula::Constant(false) => {}
                Formula::Constant(true) => self.program.shown.push(ShownTerm { term, condition: None }),
                Formula::All(literals) => {
                    let condition = Some(self.all(literals));
                    self.program.shown.push(ShownTerm { term, condition });
                }
            }
        }
        for (predicate, arguments) in std::mem::take(&mut self.memory.directives.projected) {
            let domain = self.base.domain(predicate);
            if let Some(row) = domain.find(&arguments) {
                self.program.projection.insert(domain.atom(row));
            }
        }
        self.settle_edges();
        Ok(())
    }

    fn settle_costs(&mut self) -> Result<(), Stop> {
        for (cost, (conditions, span)) in std::mem::take(&mut self.memory.directives.costs) {
            let (priority, weight, _) = cost;
            let total = self.memory.directives.totals.entry(priority).or_default();
            *total += i128::from(weight).abs();
            if i64::try_from(*total).is_err() {
                return Err(overflow(span));
            }
            let now = self.any(conditions);
            let before = self.memory.directives.paid.get(&cost).cloned().unwrap_or(Formula::Constant(false));
            // What an earlier shot makes pay is not paid again.
            let unpaid = self.negated(before.clone());
            let literal = match now.clone().and(unpaid) {
                Formula::Constant(false) => continue,
                Formula::Constant(true) => self.truth(),
                Formula::All(literals) => self.all(literals),
            };
            let ever = match (before, now) {
                (Formula::Constant(true), _) | (_, Formula::Constant(true)) => Formula::Constant(true),
                (Formula::Constant(false), other) | (other, Formula::Constant(false)) => other,
                (Formula::All(before), Formula::All(now)) => self.any(vec![before, now]),
            };
            self.memory.directives.paid.insert(cost, ever);
            match self.program.minimize.iter_mut().find(|level| level.priority == priority) {
                Some(level) => level.elements.push((literal, weight)),
                None => {
                    self.program.minimize.push(Minimize { priority, elements: vec![(literal, weight)] });
                }
            }
        }
        Ok(())
    }

    /// A literal that always holds.
    fn truth(&mut self) -> Literal {
        let program = &mut *self.program;
        let truth = *self.memory.directives.truth.get_or_insert_with(|| {
            let atom = program.new_atom();
            program.add_fact(atom);
            atom
        });
        truth.positive()
    }

    /// Forbids cycles of edges: a node is *finished* if every edge into it comes from a finished node or is not there,
    /// and every node has to be. What is finished is derived, so a cycle never is.
    fn settle_edges(&mut self) {
        let new = std::mem::take(&mut self.memory.directives.edges);
        if new.is_empty() {
            return;
        }
        let mut drawn = std::mem::take(&mut self.memory.directives.drawn);
        for (edge, conditions) in new {
            let now = self.any(conditions);
            let before = drawn.get(&edge).cloned().unwrap_or(Formula::Constant(false));
            let ever = match (before, now) {
                (Formula::Constant(true), _) | (_, Formula::Constant(true)) => Formula::Constant(true),
                (Formula::Constant(false), other) | (other, Formula::Constant(false)) => other,
                (Formula::All(before), Formula::All(now)) => self.any(vec![before, now]),
            };
            drawn.insert(edge, ever);
        }
        let mut finished: IndexMap<Symbol, (AtomId, Vec<Literal>), FxBuildHasher> = IndexMap::default();
        for &(from, to) in drawn.keys() {
            for node in [from, to] {
                let program = &mut *self.program;
                finished.entry(node).or_insert_with(|| (program.new_atom(), Vec::new()));
            }
        }
        for (&(from, to), condition) in &drawn {
            let source = finished[&from].0.positive();
            let literal = match condition.clone() {
                Formula::Constant(false) => continue,
                Formula::Constant(true) => source,
                Formula::All(literals) => {
                    let edge = self.all(literals);
                    let absent = self.negate(edge);
                    match self.any(vec![vec![source], vec![absent]]) {
                        Formula::All(literals) => self.all(literals),
                        Formula::Constant(_) => unreachable!("neither of two literals is constant"),
                    }
                }
            };
            finished[&to].1.push(literal);
        }
        for (atom, incoming) in finished.into_values() {
            self.rules.push(HeadKind::Disjunction, &[atom], Body::Conjunction(&incoming));
            self.rules.push(HeadKind::Disjunction, &[], Body::Conjunction(&[atom.negative()]));
        }
        self.memory.directives.drawn = drawn;
    }
}
