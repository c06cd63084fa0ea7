//! Directives collected from rules: costs, shown terms, projected atoms and edges. They are collected while rules are
//! grounded, and written to the program after all rules are.

use indexmap::IndexMap;
use rustc_hash::{FxBuildHasher, FxHashMap};

use super::assignment::Arguments;
use super::formula::Formula;
use super::stop::Stop;
use super::write::Writer;
use crate::diagnostic::Span;
use crate::program::{AtomId, Base, Body, HeadKind, Literal, Minimize, PredicateId, Program, ShownTerm};
use crate::symbol::Symbol;

/// A disjunction of conjunctions of literals.
type Conditions = Vec<Vec<Literal>>;

/// A cost: its priority, weight and tuple. Costs that are equal in all three are paid once.
pub type Cost = (i64, i64, Arguments);

/// The directives collected so far.
#[derive(Clone, Default, Debug)]
pub struct Directives {
    costs: IndexMap<Cost, (Conditions, Span), FxBuildHasher>,
    terms: IndexMap<Symbol, Conditions, FxBuildHasher>,
    edges: IndexMap<(Symbol, Symbol), Conditions, FxBuildHasher>,
    /// The atoms to project to, whether or not a rule derives them.
    projected: Vec<(PredicateId, Arguments)>,
    /// By cost of this or earlier shots, the formula under which it is already paid.
    paid: FxHashMap<Cost, Formula>,
    /// By edge of this or earlier shots, the formula under which it is present.
    drawn: IndexMap<(Symbol, Symbol), Formula, FxBuildHasher>,
    /// By priority, the sum of the absolute weights.
    totals: FxHashMap<i64, i128>,
    /// An atom that is always true, if one was needed.
    truth: Option<AtomId>,
}

impl Directives {
    /// Adds a cost that is paid if the condition holds.
    pub fn cost(&mut self, cost: Cost, condition: Vec<Literal>, span: Span) {
        self.costs.entry(cost).or_insert_with(|| (Vec::new(), span)).0.push(condition);
    }

    /// Adds a term that is shown if the condition holds.
    pub fn term(&mut self, term: Symbol, condition: Vec<Literal>) {
        self.terms.entry(term).or_default().push(condition);
    }

    /// Adds an atom to project to: answer sets that differ on it count as different.
    pub fn projected(&mut self, predicate: PredicateId, arguments: Arguments) {
        self.projected.push((predicate, arguments));
    }

    /// Adds an edge that is present if the condition holds.
    pub fn edge(&mut self, from: Symbol, to: Symbol, condition: Vec<Literal>) {
        self.edges.entry((from, to)).or_default().push(condition);
    }
}

impl Directives {
    /// Forgets the costs of earlier shots, so that equal costs are paid again.
    pub fn forget_costs(&mut self) {
        self.costs.clear();
        self.paid.clear();
        self.totals.clear();
    }

    /// Writes the collected directives to the program.
    ///
    /// # Errors
    ///
    /// If the sum of the absolute weights of a priority overflows.
    pub fn write(&mut self, base: &Base, writer: &mut Writer) -> Result<(), Stop> {
        self.write_costs(writer)?;
        for (term, conditions) in self.terms.drain(..) {
            match writer.any(conditions) {
                Formula::Constant(false) => {}
                Formula::Constant(true) => writer.program.shown.push(ShownTerm { term, condition: None }),
                Formula::All(literals) => {
                    let condition = Some(writer.all(literals));
                    writer.program.shown.push(ShownTerm { term, condition });
                }
            }
        }
        for (predicate, arguments) in self.projected.drain(..) {
            let domain = base.domain(predicate);
            if let Some(row) = domain.find(&arguments) {
                writer.program.projection.insert(domain.atom(row));
            }
        }
        self.write_edges(writer);
        Ok(())
    }

    fn write_costs(&mut self, writer: &mut Writer) -> Result<(), Stop> {
        // New costs go to the first level of their priority.
        let levels = writer.program.minimize.iter().enumerate().rev();
        let mut levels: FxHashMap<i64, usize> =
            levels.map(|(index, level)| (level.priority, index)).collect();
        for (cost, (conditions, span)) in self.costs.drain(..) {
            let (priority, weight, _) = cost;
            let total = self.totals.entry(priority).or_default();
            *total += i128::from(weight).abs();
            if i64::try_from(*total).is_err() {
                return Err(Stop::overflow(span));
            }
            let now = writer.any(conditions);
            let before = self.paid.get(&cost).cloned().unwrap_or(Formula::Constant(false));
            // A cost that an earlier shot makes the answer set pay is not paid again.
            let unpaid = writer.negated(before.clone());
            let literal = match now.clone().and(unpaid) {
                Formula::Constant(false) => continue,
                Formula::Constant(true) => truth(&mut self.truth, writer.program),
                Formula::All(literals) => writer.all(literals),
            };
            let ever = match (before, now) {
                (Formula::Constant(true), _) | (_, Formula::Constant(true)) => Formula::Constant(true),
                (Formula::Constant(false), other) | (other, Formula::Constant(false)) => other,
                (Formula::All(before), Formula::All(now)) => writer.any(vec![before, now]),
            };
            self.paid.insert(cost, ever);
            let minimize = &mut writer.program.minimize;
            let level = *levels.entry(priority).or_insert_with(|| {
                minimize.push(Minimize { priority, elements: Vec::new() });
                minimize.len() - 1
            });
            minimize[level].elements.push((literal, weight));
        }
        Ok(())
    }

    /// Forbids cycles of edges. A node is *finished* if every edge into it is absent or comes from a finished node,
    /// and every node must be finished. This is derived without support from itself, so the nodes of a cycle are
    /// never finished.
    fn write_edges(&mut self, writer: &mut Writer) {
        if self.edges.is_empty() {
            return;
        }
        let drawn = &mut self.drawn;
        for (edge, conditions) in self.edges.drain(..) {
            let now = writer.any(conditions);
            let before = drawn.get(&edge).cloned().unwrap_or(Formula::Constant(false));
            let ever = match (before, now) {
                (Formula::Constant(true), _) | (_, Formula::Constant(true)) => Formula::Constant(true),
                (Formula::Constant(false), other) | (other, Formula::Constant(false)) => other,
                (Formula::All(before), Formula::All(now)) => writer.any(vec![before, now]),
            };
            drawn.insert(edge, ever);
        }
        let mut finished: IndexMap<Symbol, (AtomId, Vec<Literal>), FxBuildHasher> = IndexMap::default();
        for &(from, to) in drawn.keys() {
            for node in [from, to] {
                let program = &mut *writer.program;
                finished.entry(node).or_insert_with(|| (program.new_atom(), Vec::new()));
            }
        }
        for (&(from, to), condition) in &*drawn {
            let source = finished[&from].0.positive();
            let literal = match condition.clone() {
                Formula::Constant(false) => continue,
                Formula::Constant(true) => source,
                Formula::All(literals) => {
                    let edge = writer.all(literals);
                    let absent = writer.negate(edge);
                    match writer.any(vec![vec![source], vec![absent]]) {
                        Formula::All(literals) => writer.all(literals),
                        Formula::Constant(_) => unreachable!("neither of two literals is constant"),
                    }
                }
            };
            finished[&to].1.push(literal);
        }
        for (atom, incoming) in finished.into_values() {
            writer.push(HeadKind::Disjunction, &[atom], Body::Conjunction(&incoming));
            writer.forbid(&[atom.negative()]);
        }
    }
}

/// Returns a literal that always holds; its atom is created once.
fn truth(made: &mut Option<AtomId>, program: &mut Program) -> Literal {
    let truth = *made.get_or_insert_with(|| {
        let atom = program.new_atom();
        program.add_fact(atom);
        atom
    });
    truth.positive()
}
