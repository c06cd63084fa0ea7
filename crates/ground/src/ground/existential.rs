//! Atoms of a body with `_` among their arguments, read as atoms of a projection where that makes the ground program smaller:
//! all that `p(X,_)` asks for is that there is a `p(X,…)`, so a rule needs one instance for each `X` instead of one for each
//! row, and two such atoms are not joined to the product of what they leave open.
//!
//! A projection has a rule for each row that is not a fact. Whether it pays is estimated when all atoms it is made of are
//! known: by how many instances the rules around it lose. It is grounded just before the component that asks for it.

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

/// How many rows the projections had taken in when they were asked for last.
pub type Asked = FxHashMap<(PredicateId, Vec<Shape>), u32>;

/// Replaces atoms of the rules of one component by atoms of projections.
pub struct Existential<'e> {
    /// The component, whose own atoms are not known yet.
    pub component: &'e Component,
    /// The atoms.
    pub base: &'e mut Base,
    /// All terms.
    pub symbols: &'e mut Symbols,
    /// What is known of domains.
    pub statistics: &'e mut Statistics,
    /// What was asked for before.
    pub asked: &'e mut Asked,
    /// The ground program so far.
    pub program: &'e Program,
    /// The projections that the rules ask for.
    pub projections: Projections,
}

impl Existential<'_> {
    /// The rule with atoms of projections.
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

    /// Replaces atoms of a conjunction that stands beside others; whether there are any.
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
            self.asked.insert((projected, shapes.clone()), rows);
            let predicate = self.projections.projection(projected, span, shapes, self.base, self.symbols);
            literals[index] = Literal::Atom(Sign::Positive, Atom { predicate, arguments, span });
            instances = Some(fewer);
            changed = true;
        }
        changed
    }

    /// What a projection to so many rows costs, in ground rules and atoms; a fact costs half a rule, which is not written.
    fn cost(&self, predicate: PredicateId, shapes: &[Shape], left: f64) -> f64 {
        let domain = self.base.domain(predicate);
        let rows = domain.len();
        let key = (predicate, shapes.to_vec());
        if self.asked.get(&key) == Some(&rows) {
            return 0.0;
        }
        let facts = domain.atoms().filter(|&atom| self.program.is_fact(atom)).count() as f64;
        let open = f64::from(rows) - facts;
        0.5 * facts + if open > 0.0 { open + left } else { 0.0 }
    }

    /// How many instances the atoms have together, if what they share is spread evenly: of a variable's occurrences all but
    /// one, the least selective, cut the product down.
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

/// Adds the variables and symbols of an argument, each with a shape that keeps what stands in its place.
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

/// The variables without a name that occur once: each `_`, and nothing that an interval or arithmetic stands for.
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

/// Whether instances of the rule are written even where the atom that gives values to its variables is a fact, and an
/// instance like them was written before.
fn repeats(rule: &Rule) -> bool {
    let open = |literal: &Literal| match literal {
        Literal::Atom(sign, _) => *sign != Sign::Positive,
        Literal::Aggregate(..) | Literal::Conditional(_) | Literal::Theory(..) => true,
        Literal::Compare(..) | Literal::Range(..) | Literal::Call(..) => false,
    };
    matches!(rule.head, Head::Choice(..) | Head::Conditional(_) | Head::Theory(_))
        || rule.body.iter().any(open)
}
