//! Existential projection: replaces body atoms with `_` among their arguments by atoms of a projection where that
//! makes the ground program smaller. A literal `p(X,_)` only asks whether some `p(X,…)` holds. With a projection, a
//! rule needs one instance per `X` instead of one per row, and two such atoms are not joined to the product of their
//! open arguments.
//!
//! A projection has one rule per row that is not a fact. Whether it pays is estimated when all atoms of the projected
//! predicate are known, by the number of rule instances that it saves. It is grounded just before the component that
//! uses it.

use std::borrow::Cow;

use rustc_hash::{FxHashMap, FxHashSet};

use super::plan::Statistics;
use crate::analysis::dependency::Component;
use crate::analysis::projection::{shapes_without, Projections, Shape};
use crate::analysis::rule::{Atom, Head, Literal, Rule, Term, Variable};
use crate::analysis::rule_variables;
use crate::program::{Base, PredicateId, Program};
use crate::symbol::Symbols;
use crate::syntax::ast::Sign;

/// The number of rows of the projected predicate when each projection was last requested.
pub type ProjectedRows = FxHashMap<(PredicateId, Vec<Shape>), u32>;

/// Replaces body atoms of the rules of one component by atoms of projections.
pub struct Existential<'e> {
    /// The component. The atoms of its own predicates are not known yet, so they are not projected.
    pub component: &'e Component,
    /// All atoms.
    pub base: &'e mut Base,
    /// All terms.
    pub symbols: &'e mut Symbols,
    /// The statistics of domains, from which the costs are estimated.
    pub statistics: &'e mut Statistics,
    /// The projections that were requested before, by this or earlier shots.
    pub projected_rows: &'e mut ProjectedRows,
    /// The ground program so far.
    pub program: &'e Program,
    /// The projections that the rules of this component use.
    pub projections: Projections,
}

impl Existential<'_> {
    /// Returns the rule, with atoms of projections where they pay.
    pub fn rule<'r>(&mut self, rule: &'r Rule) -> Cow<'r, Rule> {
        let anonymous = anonymous(rule);
        if anonymous.is_empty() {
            return Cow::Borrowed(rule);
        }
        let mut read = rule.clone();
        let mut changed = false;
        if atoms(&rule.body).count() > 1 || repeats(rule) {
            changed |= self.conjunction(&mut read.body, &[], &anonymous);
        }
        let (mut around, mut conditions) = (Vec::new(), Vec::<&mut Vec<Literal>>::new());
        for literal in &mut read.body {
            match literal {
                Literal::Atom(..) => around.push(literal.clone()),
                Literal::Aggregate(_, aggregate) => {
                    conditions.extend(aggregate.elements.iter_mut().map(|element| &mut element.condition));
                }
                Literal::Conditional(conditional) => conditions.push(&mut conditional.condition),
                Literal::Compare(..) | Literal::Range(..) | Literal::Call(..) | Literal::Theory(..) => {}
            }
        }
        match &mut read.head {
            Head::Choice(elements, _) | Head::Bounds(elements, _) => {
                conditions.extend(elements.iter_mut().map(|element| &mut element.condition));
            }
            Head::Conditional(disjuncts) => {
                conditions.extend(disjuncts.iter_mut().map(|disjunct| &mut disjunct.condition));
            }
            _ => {}
        }
        for condition in conditions {
            if atoms(condition).count() > 1 {
                changed |= self.conjunction(condition, &around, &anonymous);
            }
        }
        if changed {
            Cow::Owned(read)
        } else {
            Cow::Borrowed(rule)
        }
    }

    /// Replaces atoms of a conjunction that is joined together with `around`. Returns whether it replaced any.
    fn conjunction(
        &mut self,
        literals: &mut [Literal],
        around: &[Literal],
        anonymous: &FxHashSet<Variable>,
    ) -> bool {
        let mut instances = None;
        let mut changed = false;
        for index in 0..literals.len() {
            let Literal::Atom(Sign::Positive, atom) = &literals[index] else { continue };
            if self.component.predicates.contains(&atom.predicate) {
                continue;
            }
            let Some((shapes, kept)) = shapes_without(&atom.arguments, &|it| anonymous.contains(&it)) else {
                continue;
            };
            let expected = match instances {
                Some(expected) => expected,
                None => self.instances(atoms(literals).chain(atoms(around))),
            };
            instances = Some(expected);
            let rows = self.base.domain(atom.predicate).len();
            let matches = self.statistics.matches(self.base, self.symbols, atom.predicate, &shapes);
            let left = matches.distinct;
            let fewer = expected * left / (f64::from(rows) * matches.part).max(1.0);
            if expected - fewer <= self.cost(atom.predicate, &shapes, left) {
                continue;
            }
            let arguments: Vec<Term> = kept.into_iter().cloned().collect();
            let (projected, span) = (atom.predicate, atom.span);
            self.projected_rows.insert((projected, shapes.clone()), rows);
            let predicate = self.projections.projection(projected, span, shapes, self.base, self.symbols);
            literals[index] = Literal::Atom(Sign::Positive, Atom { predicate, arguments, span });
            instances = Some(fewer);
            changed = true;
        }
        changed
    }

    /// The estimated cost of a projection to `left` rows, in ground rules and atoms. A fact costs half a rule,
    /// because it is not written. A projection that is up to date costs nothing.
    fn cost(&self, predicate: PredicateId, shapes: &[Shape], left: f64) -> f64 {
        let domain = self.base.domain(predicate);
        let rows = domain.len();
        let key = (predicate, shapes.to_vec());
        if self.projected_rows.get(&key) == Some(&rows) {
            return 0.0;
        }
        let facts = domain.atoms().filter(|&atom| self.program.is_fact(atom)).count() as f64;
        let open = f64::from(rows) - facts;
        0.5 * facts + if open > 0.0 { open + left } else { 0.0 }
    }

    /// The estimated number of instances of the joined atoms, assuming that the values of shared variables are evenly
    /// distributed. Each occurrence of a variable but the least selective one divides the product.
    fn instances<'a>(&mut self, atoms: impl Iterator<Item = &'a Atom>) -> f64 {
        let mut product = 1.0;
        let mut fewest: FxHashMap<Variable, f64> = FxHashMap::default();
        for atom in atoms {
            product *= f64::from(self.base.domain(atom.predicate).len());
            let mut places = Vec::new();
            for (column, argument) in atom.arguments.iter().enumerate() {
                if let Term::Function(name, arguments) = argument {
                    let shape = Shape::Function(*name, vec![Shape::Dropped; arguments.len()]);
                    let of = (atom.predicate, column);
                    product *= self.statistics.matches_within(self.base, self.symbols, of, shape).part;
                }
                add_places(column, argument, &|shape| shape, &mut places);
            }
            for (column, argument, shape) in places {
                let of = (atom.predicate, column);
                let distinct = self.statistics.matches_within(self.base, self.symbols, of, shape).distinct;
                match argument {
                    Term::Variable(variable) => match fewest.get_mut(variable) {
                        Some(least) => {
                            product /= least.max(distinct);
                            *least = least.min(distinct);
                        }
                        None => {
                            fewest.insert(*variable, distinct);
                        }
                    },
                    Term::Symbol(_) => product /= distinct,
                    _ => {}
                }
            }
        }
        product
    }
}

/// Adds the variables and symbols of an argument, each with the column and the shape that selects its position.
fn add_places<'a>(
    column: usize,
    term: &'a Term,
    around: &dyn Fn(Shape) -> Shape,
    places: &mut Vec<(usize, &'a Term, Shape)>,
) {
    match term {
        Term::Variable(_) | Term::Symbol(_) => places.push((column, term, around(Shape::Kept))),
        Term::Function(name, arguments) => {
            for (index, argument) in arguments.iter().enumerate() {
                let around = |shape: Shape| {
                    let mut shapes = vec![Shape::Dropped; arguments.len()];
                    shapes[index] = shape;
                    around(Shape::Function(*name, shapes))
                };
                add_places(column, argument, &around, places);
            }
        }
        Term::Unary(..) | Term::Binary(..) => {}
    }
}

/// The positive atoms of a conjunction.
fn atoms(literals: &[Literal]) -> impl Iterator<Item = &Atom> {
    literals.iter().filter_map(|literal| match literal {
        Literal::Atom(Sign::Positive, atom) => Some(atom),
        _ => None,
    })
}

/// Returns the anonymous variables (`_`) of a rule: those without a name that occur once. Variables that stand for an
/// interval or for arithmetic occur twice and are not among them.
fn anonymous(rule: &Rule) -> FxHashSet<Variable> {
    let mut once = FxHashSet::default();
    if rule.variables.iter().all(|variable| variable.name.is_some())
        || matches!(rule.head, Head::Projection(_))
    {
        return once;
    }
    let mut seen = FxHashSet::default();
    rule_variables(rule, &mut |variable| {
        if rule.variables[variable.index()].name.is_none() {
            if seen.insert(variable) {
                once.insert(variable);
            } else {
                once.remove(&variable);
            }
        }
    });
    once
}

/// Returns whether the rule writes an instance even if the atom that binds its variables is a fact and an equal
/// instance was written before.
fn repeats(rule: &Rule) -> bool {
    let open = |literal: &Literal| match literal {
        Literal::Atom(sign, _) => *sign != Sign::Positive,
        Literal::Aggregate(..) | Literal::Conditional(_) | Literal::Theory(..) => true,
        Literal::Compare(..) | Literal::Range(..) | Literal::Call(..) => false,
    };
    matches!(rule.head, Head::Choice(..) | Head::Conditional(_) | Head::Theory(_))
        || rule.body.iter().any(open)
}
