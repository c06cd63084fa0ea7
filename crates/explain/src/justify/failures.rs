//! Turns refutations into justifications: texts of what fails, with source positions.

use groundplan_ground::analysis::rule::{Literal, Variable};
use groundplan_ground::symbol::Symbol;
use groundplan_ground::syntax::ast::Sign;

use super::aggregate::GroundAggregate;
use super::instance::equations;
use super::justification::{Detail, FailedRule, Failure, FailureEnd};
use super::refute::{End, HeadEnd, Refutation, RefutedRule};
use super::report::{bound, positive, Reporter};
use super::search::Goal;
use super::statements::Statement;
use super::values::VariableValues;
use super::world::{Instances, World};
use crate::{Error, Instance};

/// The number of cases that a brief justification tells.
const CASES: usize = 10;

impl Reporter<'_> {
    /// A rule that does not derive an atom with these arguments.
    ///
    /// # Errors
    ///
    /// The errors of [`World::solve`].
    pub fn failed(
        &self,
        world: &mut World,
        arguments: &[Symbol],
        rule: &RefutedRule,
    ) -> Result<FailedRule, Error> {
        let statement = &self.statements.all[rule.statement];
        let equations = equations(statement.head_atom(rule.place), arguments);
        let goal = statement.goal(rule.place, &equations);
        let mut values = VariableValues::new(statement.rule.variables.len());
        world.equate(&goal, &mut values)?;
        let instance = world.instance_of(bound(&values, statement), statement, self.sources);
        let failure = self.failure(world, &goal, rule, &rule.refutation, &mut values)?;
        Ok(FailedRule { span: statement.rule.span, words: None, instance, failure })
    }

    fn failure(
        &self,
        world: &mut World,
        goal: &Goal,
        rule: &RefutedRule,
        refutation: &Refutation,
        values: &mut VariableValues,
    ) -> Result<Failure, Error> {
        let start = values.mark();
        let mut steps = Vec::new();
        for (index, way) in &refutation.steps {
            let text = world.literal_text(goal.literals[*index], goal.statement, values);
            steps.push((text, self.found(world, goal, way, values)?));
        }
        let end = match &refutation.end {
            End::Literal(index) if *index < rule.equations => {
                let head = goal.statement.head_atom(rule.place).clone();
                let head = world.literal_text(&Literal::Atom(Sign::Positive, head), goal.statement, values);
                FailureEnd::Head(format!("its head is `{head}`"))
            }
            End::Literal(index) => {
                let text = world.literal_text(goal.literals[*index], goal.statement, values);
                let reason = self.fails(world, goal.literals[*index], goal.statement, values)?;
                FailureEnd::Literal { text, reason }
            }
            End::Head(end) => FailureEnd::Head(head_reason(world, end)),
            End::Cases(index, cases) => {
                let text = world.literal_text(goal.literals[*index], goal.statement, values);
                let told = if self.detail == Detail::Brief { CASES } else { usize::MAX };
                let mut list = Vec::new();
                for (way, case) in cases.iter().take(told) {
                    let mark = values.mark();
                    let instance = self.found(world, goal, way, values)?;
                    list.push((instance, self.failure(world, goal, rule, case, values)?));
                    values.undo(mark);
                }
                FailureEnd::Cases { text, omitted: cases.len() - list.len(), cases: list }
            }
        };
        values.undo(start);
        Ok(Failure { steps, end })
    }

    /// Binds the values of a way, with those that follow from them, and returns those that a reader knows.
    fn found(
        &self,
        world: &mut World,
        goal: &Goal,
        way: &[(Variable, Symbol)],
        values: &mut VariableValues,
    ) -> Result<Instance, Error> {
        let mark = values.mark();
        values.bind_all(way);
        world.equate(goal, values)?;
        Ok(world.instance_of(values.since(mark), goal.statement, self.sources))
    }

    /// Why a literal does not hold.
    fn fails(
        &self,
        world: &mut World,
        literal: &Literal,
        statement: &Statement,
        values: &mut VariableValues,
    ) -> Result<String, Error> {
        Ok(match literal {
            Literal::Atom(Sign::Positive, atom) if values.binds_all(&atom.arguments) => {
                match values.all(&atom.arguments, world.symbols) {
                    Some(_) => "it is not true".to_owned(),
                    None => "it has no value".to_owned(),
                }
            }
            Literal::Atom(Sign::Positive, _) => "no instance of it is true".to_owned(),
            Literal::Atom(Sign::Negative, atom) => match world.instances(atom, values, usize::MAX) {
                Instances::Undefined => "it has no value".to_owned(),
                _ => self.true_instance(world, literal, statement, values),
            },
            Literal::Atom(Sign::DoubleNegative, _) => {
                let text = world.literal_text(&positive(literal), statement, values);
                format!("`{text}` is not true")
            }
            Literal::Aggregate(_, aggregate) => {
                let ground = world.tuples(aggregate, statement, values)?;
                let function = aggregate.function;
                let ground = GroundAggregate { function, guards: Vec::new(), tuples: ground };
                match ground.value(world.symbols) {
                    Some(value) => format!("its value is {}", world.symbols.display(value)),
                    None => "it has no value".to_owned(),
                }
            }
            Literal::Conditional(conditional) => {
                let way = world.unmet(conditional, statement, values)?.unwrap_or_default();
                let instance = world.instance_of(way, statement, self.sources);
                match instance.values.is_empty() {
                    true => "its condition holds, but not what it is for".to_owned(),
                    false => format!("it fails for {instance}"),
                }
            }
            Literal::Theory(_, atom) => match world.constraint(atom, statement, values)? {
                Some(number) => format!("by {}", world.values_text(number)),
                None => "it does not hold".to_owned(),
            },
            _ => "it does not hold".to_owned(),
        })
    }
}

fn head_reason(world: &World, end: &HeadEnd) -> String {
    match end {
        HeadEnd::NotChosen => "its body holds, but the atom is not chosen".to_owned(),
        HeadEnd::Others(atoms) => {
            let texts: Vec<String> =
                atoms.iter().map(|&atom| format!("`{}`", world.atom_text(atom))).collect();
            format!("its body holds, but its head does already, by {}", texts.join(", "))
        }
        HeadEnd::Nothing => "its body holds, but its head has no value".to_owned(),
        HeadEnd::External => "it is external, and its value is false".to_owned(),
        HeadEnd::Theory => "a theory atom of its body does not hold, which is not explained".to_owned(),
    }
}
