//! Aggregates in bodies: evaluated at once if grounding decides all their conditions, otherwise expressed by ground
//! literals.

use rustc_hash::FxHashMap;

use super::aggregate_value::{AggregateValue, Inequality, Tuple};
use super::assignment::Arguments;
use super::exact::{ClassicalConstruct, Meaning};
use super::formula::Formula;
use super::join::{Compound, Join, JoinCursor, JoinStep, StepEvaluation};
use super::recursion::Occurrence;
use super::stop::{Ignored, Stop};
use crate::analysis::print::RulePrinter;
use crate::analysis::rule::{Aggregate, Variable};
use crate::program::{AtomId, Body, HeadKind, Literal};
use crate::syntax::ast::{Relation, Sign};

/// An aggregate as a step of a join.
#[derive(Debug)]
pub struct AggregateStep<'a> {
    /// The negation before the aggregate.
    pub sign: Sign,
    /// The aggregate.
    pub aggregate: &'a Aggregate,
    /// The joins of the conditions of its elements.
    pub elements: Vec<Vec<JoinStep<'a>>>,
    /// The variable that the aggregate gives values to, if any.
    pub assigned: Option<Variable>,
}

impl Compound for AggregateStep<'_> {
    fn evaluate(&self, join: &mut Join) -> Result<StepEvaluation, Stop> {
        let tuples = self.tuples(join)?;
        let exposed = if self.sign == Sign::Positive { self.exposed(&tuples, join) } else { Vec::new() };
        let mut exposure = Exposure { atoms: exposed, conditions: FxHashMap::default() };
        let Join { assignment, writer, .. } = join;
        let value = AggregateValue::of(self.aggregate, tuples, assignment.symbols, |conditions| {
            let kept = if exposure.atoms.is_empty() { Vec::new() } else { conditions.clone() };
            let literal = match writer.any(conditions) {
                Formula::All(literals) => writer.all(literals),
                Formula::Constant(_) => unreachable!("only tuples with conditions are open"),
            };
            exposure.conditions.insert(literal, kept);
            literal
        })?;
        match self.assigned {
            Some(variable) => self.assign(variable, &value, &exposure, join),
            None => self.test(&value, &exposure, join),
        }
    }

    fn may_hold(&self, join: &mut Join) -> Result<StepEvaluation, Stop> {
        let tuples = self.tuples(join)?;
        let value = AggregateValue::of(self.aggregate, tuples, join.assignment.symbols, |_| ())?;
        if let Some(variable) = self.assigned {
            let values = value.possible_values(self.aggregate.span, join.assignment.symbols)?;
            let choices: Vec<_> = values.into_iter().map(|value| (value, Vec::new())).collect();
            return Ok(StepEvaluation::Iterates(JoinCursor::Values(variable, choices.into_iter())));
        }
        if self.sign != Sign::Positive {
            return Ok(StepEvaluation::Holds);
        }
        for (relation, guard) in &self.aggregate.guards {
            let Some(guard) = join.assignment.value(guard)? else { return Ok(StepEvaluation::Fails) };
            if !value.may_be(*relation, guard, join.assignment.symbols) {
                return Ok(StepEvaluation::Fails);
            }
        }
        Ok(StepEvaluation::Holds)
    }

    fn joins(&self, visit: &mut dyn FnMut(&[JoinStep])) {
        self.elements.iter().for_each(|steps| visit(steps));
    }

    fn describe(&self, printer: &RulePrinter) -> (String, String) {
        let how = match self.assigned {
            Some(variable) => format!("gives {} its values", printer.variable(variable)),
            None => "evaluated".to_owned(),
        };
        (printer.aggregate(self.sign, self.aggregate), how)
    }

    fn heading(&self, _: bool) -> &'static str {
        "for an element"
    }
}

/// The atoms in which an aggregate is not monotone, and the conditions that each of its literals stands for.
struct Exposure {
    atoms: Vec<AtomId>,
    conditions: FxHashMap<Literal, Vec<Vec<Literal>>>,
}

impl AggregateStep<'_> {
    /// Tests the guards. If solving decides them, adds the literals that say that they hold to the body.
    fn test(
        &self,
        value: &AggregateValue<Literal>,
        exposure: &Exposure,
        join: &mut Join,
    ) -> Result<StepEvaluation, Stop> {
        let Some(formula) = self.guard_formula(value, join)? else { return Ok(StepEvaluation::Fails) };
        let formula = match self.sign {
            Sign::Positive => formula,
            Sign::Negative => join.writer.negated(formula),
            Sign::DoubleNegative => {
                let negated = join.writer.negated(formula);
                join.writer.negated(negated)
            }
        };
        Ok(match formula {
            Formula::Constant(holds) => holds.into(),
            Formula::All(literals) => {
                let literals = self.guard_literals(literals, value, exposure, join)?;
                join.body.extend(literals);
                StepEvaluation::Holds
            }
        })
    }

    /// The values that the variable may take, each with the literals that must hold for it.
    fn assign(
        &self,
        variable: Variable,
        value: &AggregateValue<Literal>,
        exposure: &Exposure,
        join: &mut Join,
    ) -> Result<StepEvaluation, Stop> {
        let mut choices = Vec::new();
        for candidate in value.possible_values(self.aggregate.span, join.assignment.symbols)? {
            join.poll_stop()?;
            join.assignment.set(variable, candidate);
            match self.guard_formula(value, join)? {
                None | Some(Formula::Constant(false)) => {}
                Some(Formula::Constant(true)) => choices.push((candidate, Vec::new())),
                Some(Formula::All(literals)) => {
                    let literals = self.guard_literals(literals, value, exposure, join)?;
                    choices.push((candidate, literals));
                }
            }
        }
        Ok(StepEvaluation::Iterates(JoinCursor::Values(variable, choices.into_iter())))
    }

    /// The distinct tuples of the elements with their conditions.
    fn tuples(&self, join: &mut Join) -> Result<Vec<Tuple>, Stop> {
        let mut known: FxHashMap<Arguments, usize> = FxHashMap::default();
        let mut tuples: Vec<Tuple> = Vec::new();
        let body = join.body.len();
        for (element, steps) in self.aggregate.elements.iter().zip(&self.elements) {
            join.run(steps, &mut |join| {
                let Some(symbols) = join.assignment.arguments(&element.tuple)? else { return Ok(()) };
                if self.aggregate.function.ignores(&symbols, join.assignment.symbols) {
                    join.assignment.ignore(element.span, Ignored::Weight);
                    return Ok(());
                }
                let condition = join.body[body..].to_vec();
                match known.get(&symbols) {
                    None => {
                        known.insert(symbols.clone(), tuples.len());
                        let conditions = if condition.is_empty() { Vec::new() } else { vec![condition] };
                        tuples.push(Tuple { symbols, conditions });
                    }
                    Some(&index) if condition.is_empty() => tuples[index].conditions.clear(),
                    Some(&index) if tuples[index].conditions.is_empty() => {}
                    Some(&index) => tuples[index].conditions.push(condition),
                }
                Ok(())
            })?;
        }
        Ok(tuples)
    }

    /// Returns a formula that says that all guards hold; `None` if a guard is undefined.
    fn guard_formula(
        &self,
        value: &AggregateValue<Literal>,
        join: &mut Join,
    ) -> Result<Option<Formula>, Stop> {
        let mut all = Formula::Constant(true);
        for (relation, guard) in &self.aggregate.guards {
            let Some(guard) = join.assignment.value(guard)? else { return Ok(None) };
            all = all.and(value.related(*relation, guard, join.assignment.symbols, &mut join.writer));
        }
        Ok(Some(all))
    }

    /// Returns literals that say that all guards hold. If the aggregate may depend on itself, they are a single new
    /// atom.
    fn guard_literals(
        &self,
        literals: Vec<Literal>,
        value: &AggregateValue<Literal>,
        exposure: &Exposure,
        join: &mut Join,
    ) -> Result<Vec<Literal>, Stop> {
        if exposure.atoms.is_empty() {
            return Ok(literals);
        }
        // The guards as a disjunction of conjunctions of inequalities: one alternative of each guard is combined with
        // those of the others.
        let mut ways = vec![Vec::new()];
        for (relation, guard) in &self.aggregate.guards {
            let guard = join.assignment.value(guard)?.expect("a guard without a value ended this before");
            let combined = ways.iter().flat_map(|way: &Vec<Inequality>| {
                let of_guard = value.inequalities(*relation, guard, join.assignment.symbols).into_iter();
                of_guard.map(move |more| way.iter().cloned().chain(more).collect())
            });
            ways = combined.collect();
        }
        let atom = join.writer.program.new_atom();
        let classical_rule = join.writer.rules().len();
        join.writer.push(HeadKind::Disjunction, &[atom], Body::Conjunction(&literals));
        join.writer.note_classical(ClassicalConstruct {
            occurrence: Occurrence::Body(atom, exposure.atoms.clone()),
            meaning: Meaning::Aggregate {
                atom,
                ways,
                conditions: exposure.conditions.clone(),
                classical_rule,
            },
        });
        Ok(vec![atom.positive()])
    }

    /// The atoms in which the aggregate is not monotone and that are still growing, so that they may depend on it.
    fn exposed(&self, tuples: &[Tuple], join: &Join) -> Vec<AtomId> {
        let unequal = self.aggregate.guards.iter().any(|&(relation, _)| relation == Relation::NotEqual);
        let symbols = &join.assignment.symbols;
        let function = self.aggregate.function;
        let exposed = tuples.iter().filter(|tuple| unequal || function.falls_by(&tuple.symbols, symbols));
        join.domains.growing_atoms(exposed.flat_map(|tuple| &tuple.conditions).flatten())
    }
}
