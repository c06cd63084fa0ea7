//! Conditional literals in bodies: `l : c` holds if `l` holds wherever `c` does.
//!
//! If grounding decides the condition, the literal is a conjunction of its instances. Otherwise each instance is read
//! as "not the condition, or the literal". That is exact unless the condition depends on the rule's own head: see
//! [`super::exact`].

use super::exact::{ClassicalConstruct, Meaning};
use super::formula::Formula;
use super::join::{Compound, Join, JoinStep, Joins, StepEvaluation};
use super::recursion::Occurrence;
use super::stop::Stop;
use super::write::Writer;
use crate::analysis::print::RulePrinter;
use crate::analysis::rule::Conditional;
use crate::program::{AtomId, Body, HeadKind, Literal};

/// A conditional literal as a step of a join.
#[derive(Debug)]
pub struct ConditionalStep<'a> {
    /// The conditional literal.
    pub conditional: &'a Conditional,
    /// The joins of its condition and its consequents.
    pub joins: Joins<'a>,
}

/// A ground instance: if the condition holds, one of the alternatives, which are conjunctions, must hold too.
struct ConditionInstance {
    condition: Vec<Literal>,
    alternatives: Vec<Vec<Literal>>,
}

impl Compound for ConditionalStep<'_> {
    fn evaluate(&self, join: &mut Join) -> Result<StepEvaluation, Stop> {
        for instance in self.instances(join)? {
            let exposed = join.domains.growing_atoms(instance.condition.iter());
            if !exposed.is_empty() {
                let atom = define_instance(&mut join.writer, instance, exposed);
                join.body.push(atom);
                continue;
            }
            let mut alternatives = instance.alternatives;
            if !instance.condition.is_empty() {
                let condition = join.writer.all(instance.condition);
                alternatives.push(vec![join.writer.negate(condition)]);
            }
            match join.writer.any(alternatives) {
                Formula::Constant(true) => {}
                Formula::Constant(false) => return Ok(StepEvaluation::Fails),
                Formula::All(literals) => join.body.extend(literals),
            }
        }
        Ok(StepEvaluation::Holds)
    }

    fn may_hold(&self, join: &mut Join) -> Result<StepEvaluation, Stop> {
        let mut may_hold = true;
        let outer = join.body.len();
        join.run(&self.joins.condition, &mut |join| {
            // Where solving decides the condition, it need not hold.
            if !may_hold || join.body.len() > outer {
                return Ok(());
            }
            let mut is_possible = false;
            for steps in &self.joins.consequents {
                if !is_possible {
                    join.run(steps, &mut |_| {
                        is_possible = true;
                        Ok(())
                    })?;
                }
            }
            may_hold = is_possible;
            Ok(())
        })?;
        Ok(may_hold.into())
    }

    fn joins(&self, visit: &mut dyn FnMut(&[JoinStep])) {
        self.joins.each(visit);
    }

    fn describe(&self, printer: &RulePrinter) -> (String, String) {
        (printer.conditional(self.conditional), "evaluated".to_owned())
    }

    fn heading(&self, first: bool) -> &'static str {
        if first {
            "for its condition"
        } else {
            "then"
        }
    }
}

impl ConditionalStep<'_> {
    /// The instances that are not known to be satisfied.
    fn instances(&self, join: &mut Join) -> Result<Vec<ConditionInstance>, Stop> {
        let mut instances = Vec::new();
        let outer = join.body.len();
        join.run(&self.joins.condition, &mut |join| {
            let inner = join.body.len();
            let mut instance =
                ConditionInstance { condition: join.body[outer..].to_vec(), alternatives: Vec::new() };
            let mut satisfied = false;
            for steps in &self.joins.consequents {
                join.run(steps, &mut |join| {
                    satisfied |= join.body.len() == inner;
                    instance.alternatives.push(join.body[inner..].to_vec());
                    Ok(())
                })?;
            }
            if !satisfied {
                instances.push(instance);
            }
            Ok(())
        })?;
        Ok(instances)
    }
}

/// Defines an atom that holds if the instance does. It is used if the condition may depend on the atom.
fn define_instance(writer: &mut Writer, instance: ConditionInstance, exposed: Vec<AtomId>) -> Literal {
    let ConditionInstance { condition, alternatives } = instance;
    let atom = writer.program.new_atom();
    let all = writer.all(condition.clone());
    let without = writer.negate(all);
    for body in alternatives.iter().map(Vec::as_slice).chain([&[without][..]]) {
        writer.push(HeadKind::Disjunction, &[atom], Body::Conjunction(body));
    }
    writer.note_classical(ClassicalConstruct {
        occurrence: Occurrence::Body(atom, exposed),
        meaning: Meaning::Conditional { atom, condition, alternatives },
    });
    atom.positive()
}
