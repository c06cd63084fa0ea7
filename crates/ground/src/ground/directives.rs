//! What rules say beside deriving atoms: costs, shown terms, projected atoms, edges. It is collected while rules are
//! grounded, and written to the program when all of them are.

use indexmap::IndexMap;
use rustc_hash::{FxBuildHasher, FxHashMap};

use super::assignment::Arguments;
use super::formula::Formula;
use super::stop::Stop;
use super::write::Writer;
use crate::diagnostic::Span;
use crate::program::{AtomId, Base, Body, HeadKind, Literal, Minimize, PredicateId, Program, ShownTerm};
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

impl Directives {
    /// Forgets what was paid: a cost that comes again is paid anew.
    pub fn forget_costs(&mut self) {
        self.costs.clear();
        self.paid.clear();
        self.totals.clear();
    }

    /// Writes what was collected to the program.
    ///
    /// # Errors
    ///
    /// When costs overflow.
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
        // The first level of each priority takes its costs.
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
            // What an earlier shot makes pay is not paid again.
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

    /// Forbids cycles of edges: a node is *finished* if every edge into it comes from a finished node or is not there,
    /// and every node has to be. What is finished is derived, so a cycle never is.
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

/// A literal that always holds, made once.
fn truth(made: &mut Option<AtomId>, program: &mut Program) -> Literal {
    let truth = *made.get_or_insert_with(|| {
        let atom = program.new_atom();
        program.add_fact(atom);
        atom
    });
    truth.positive()
}
