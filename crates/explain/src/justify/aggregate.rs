//! Ground aggregates and conditional literals: their value in an answer set, and whether they hold for sure when only some
//! of its atoms are derived.
//!
//! In the reduct of an answer set, an aggregate is evaluated over subsets of the answer set. It holds for sure when it holds
//! for each set between the derived atoms and those that may still be derived. For sums and extremes that follows from the
//! least and the greatest value.

use groundplan_ground::analysis::rule::{Aggregate, Conditional, Literal};
use groundplan_ground::program::AtomId;
use groundplan_ground::symbol::{Symbol, Symbols};
use groundplan_ground::syntax::aggregate::{AggregateFunction, Extreme, Reduction};
use groundplan_ground::syntax::ast::{Relation, Sign};
use indexmap::IndexMap;

use super::statements::Statement;
use super::values::VariableValues;
use super::world::World;
use crate::Error;

/// Whether something holds, as far as some atoms decide it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Truth {
    /// It holds.
    True,
    /// It does not hold.
    False,
    /// That is open.
    Open,
}

impl Truth {
    /// Whether both hold.
    pub fn and(self, other: Truth) -> Truth {
        match (self, other) {
            (Truth::False, _) | (_, Truth::False) => Truth::False,
            (Truth::True, Truth::True) => Truth::True,
            _ => Truth::Open,
        }
    }
}

impl From<bool> for Truth {
    fn from(holds: bool) -> Self {
        if holds {
            Truth::True
        } else {
            Truth::False
        }
    }
}

/// An instance of an aggregate. Of its conditions, only those are kept that hold in the answer set.
#[derive(Clone, Debug)]
pub struct GroundAggregate {
    /// The function.
    pub function: AggregateFunction,
    /// The relations and terms that the value is compared with; the value stands on the left.
    pub guards: Vec<(Relation, Symbol)>,
    /// The distinct tuples.
    pub tuples: Vec<GroundTuple>,
}

/// A tuple of an aggregate. It counts if all positive atoms of one of its conditions hold.
#[derive(Clone, Debug)]
pub struct GroundTuple {
    /// The terms of the tuple.
    pub symbols: Vec<Symbol>,
    /// The positive atoms of each condition that holds in the answer set.
    pub conditions: Vec<Vec<AtomId>>,
}

/// An instance of a conditional literal: if the condition holds, all atoms of one of the consequents do.
#[derive(Clone, Debug)]
pub struct GroundConditional {
    /// The positive atoms of the condition.
    pub condition: Vec<AtomId>,
    /// The positive atoms of each consequent that holds in the answer set.
    pub consequents: Vec<Vec<AtomId>>,
}

/// Whether all atoms hold.
pub fn all(atoms: &[AtomId], truth: &dyn Fn(AtomId) -> Truth) -> Truth {
    let mut whole = Truth::True;
    for &atom in atoms {
        match truth(atom) {
            Truth::False => return Truth::False,
            Truth::Open => whole = Truth::Open,
            Truth::True => {}
        }
    }
    whole
}

/// Whether all atoms of one of several conjunctions hold.
fn any(conjunctions: &[Vec<AtomId>], truth: &dyn Fn(AtomId) -> Truth) -> Truth {
    let mut whole = Truth::False;
    for atoms in conjunctions {
        match all(atoms, truth) {
            Truth::True => return Truth::True,
            Truth::Open => whole = Truth::Open,
            Truth::False => {}
        }
    }
    whole
}

impl GroundConditional {
    /// Whether it holds when these atoms do.
    pub fn truth(&self, truth: &dyn Fn(AtomId) -> Truth) -> Truth {
        match (all(&self.condition, truth), any(&self.consequents, truth)) {
            (Truth::False, _) | (_, Truth::True) => Truth::True,
            (Truth::True, Truth::False) => Truth::False,
            _ => Truth::Open,
        }
    }
}

impl GroundAggregate {
    /// The value in the answer set; `None` if a sum leaves the range of integers.
    pub fn value(&self, symbols: &mut Symbols) -> Option<Symbol> {
        Some(self.range(&|_| Truth::True, symbols)?.0)
    }

    /// Whether the aggregate holds in the answer set.
    pub fn holds(&self, symbols: &mut Symbols) -> bool {
        self.truth(&|_| Truth::True, symbols) == Truth::True
    }

    /// Whether the aggregate holds when these atoms do.
    pub fn truth(&self, truth: &dyn Fn(AtomId) -> Truth, symbols: &mut Symbols) -> Truth {
        let Some((least, greatest)) = self.range(truth, symbols) else { return Truth::Open };
        let mut whole = Truth::True;
        for &(relation, guard) in &self.guards {
            let (low, high) = (symbols.compare(least, guard), symbols.compare(greatest, guard));
            let (is_at_least, is_at_most) = (relation.holds(low), relation.holds(high));
            let guard = match relation {
                _ if least == greatest => is_at_least.into(),
                Relation::Equal if low.is_gt() || high.is_lt() => Truth::False,
                Relation::NotEqual if low.is_gt() || high.is_lt() => Truth::True,
                Relation::Equal | Relation::NotEqual => Truth::Open,
                _ if is_at_least && is_at_most => Truth::True,
                _ if !is_at_least && !is_at_most => Truth::False,
                _ => Truth::Open,
            };
            match guard {
                Truth::False => return Truth::False,
                Truth::Open => whole = Truth::Open,
                Truth::True => {}
            }
        }
        whole
    }

    /// The least and the greatest value that it may have; `None` if a sum leaves the range of integers.
    fn range(&self, truth: &dyn Fn(AtomId) -> Truth, symbols: &mut Symbols) -> Option<(Symbol, Symbol)> {
        let counted = self.tuples.iter().map(|tuple| (&tuple.symbols, any(&tuple.conditions, truth)));
        let counted = counted.filter(|(_, truth)| *truth != Truth::False);
        match self.function.reduction() {
            Reduction::Extreme(extreme) => {
                let (mut certain, mut possible) = (extreme.of_nothing(), extreme.of_nothing());
                for (tuple, truth) in counted {
                    let beats = |other: Symbol| extreme.beats(symbols.compare(tuple[0], other));
                    let (beats_certain, beats_possible) = (beats(certain), beats(possible));
                    if truth == Truth::True && beats_certain {
                        certain = tuple[0];
                    }
                    if beats_possible {
                        possible = tuple[0];
                    }
                }
                Some(match extreme {
                    Extreme::Least => (possible, certain),
                    Extreme::Greatest => (certain, possible),
                })
            }
            Reduction::Sum => {
                let (mut least, mut greatest) = (0_i128, 0_i128);
                for (tuple, truth) in counted {
                    let weight = i128::from(self.function.weight(tuple, symbols)?);
                    let is_certain = truth == Truth::True;
                    least += if is_certain { weight } else { weight.min(0) };
                    greatest += if is_certain { weight } else { weight.max(0) };
                }
                let mut number = |sum| Some(symbols.number(i64::try_from(sum).ok()?));
                Some((number(least)?, number(greatest)?))
            }
        }
    }
}

/// The true atoms of the positive literals of a conjunction that holds.
pub fn positive_atoms<'s>(
    world: &mut World,
    literals: impl IntoIterator<Item = &'s Literal>,
    values: &VariableValues,
) -> Vec<AtomId> {
    let mut atoms = Vec::new();
    for literal in literals {
        if let Literal::Atom(Sign::Positive, atom) = literal {
            atoms.extend(world.true_atom(atom, values).filter(|atom| !atoms.contains(atom)));
        }
    }
    atoms
}

impl World<'_> {
    /// The instance of an aggregate whose global variables have values; `None` if a guard is undefined.
    ///
    /// # Errors
    ///
    /// The errors of [`World::solve`].
    pub fn aggregate(
        &mut self,
        aggregate: &Aggregate,
        statement: &Statement,
        values: &mut VariableValues,
    ) -> Result<Option<GroundAggregate>, Error> {
        let mut guards = Vec::new();
        for (relation, guard) in &aggregate.guards {
            let Some(guard) = values.value(guard, self.symbols) else { return Ok(None) };
            guards.push((*relation, guard));
        }
        let tuples = self.tuples(aggregate, statement, values)?;
        Ok(Some(GroundAggregate { function: aggregate.function, guards, tuples }))
    }

    /// The distinct tuples of an aggregate, with their conditions.
    ///
    /// # Errors
    ///
    /// The errors of [`World::solve`].
    pub fn tuples(
        &mut self,
        aggregate: &Aggregate,
        statement: &Statement,
        values: &mut VariableValues,
    ) -> Result<Vec<GroundTuple>, Error> {
        let mut tuples: IndexMap<Vec<Symbol>, Vec<Vec<AtomId>>> = IndexMap::new();
        for element in &aggregate.elements {
            self.each_solution(&element.condition, statement, values, &mut |world, values| {
                let Some(tuple) = values.all(&element.tuple, world.symbols) else { return Ok(()) };
                if !aggregate.function.ignores(&tuple, world.symbols) {
                    let condition = positive_atoms(world, &element.condition, values);
                    tuples.entry(tuple).or_default().push(condition);
                }
                Ok(())
            })?;
        }
        let ground = |(symbols, conditions)| GroundTuple { symbols, conditions };
        Ok(tuples.into_iter().map(ground).collect())
    }

    /// The instances of a conditional literal whose global variables have values.
    ///
    /// # Errors
    ///
    /// The errors of [`World::solve`].
    pub fn conditionals(
        &mut self,
        conditional: &Conditional,
        statement: &Statement,
        values: &mut VariableValues,
    ) -> Result<Vec<GroundConditional>, Error> {
        let mut instances = Vec::new();
        self.each_solution(&conditional.condition, statement, values, &mut |world, values| {
            let condition = positive_atoms(world, &conditional.condition, values);
            let mut consequents = Vec::new();
            for consequent in &conditional.consequents {
                world.each_solution(consequent, statement, values, &mut |world, values| {
                    consequents.push(positive_atoms(world, consequent, values));
                    Ok(())
                })?;
            }
            instances.push(GroundConditional { condition, consequents });
            Ok(())
        })?;
        Ok(instances)
    }
}
