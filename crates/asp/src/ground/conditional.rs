//! Conditional literals in bodies: `l : c` says that `l` holds wherever `c` does.
//!
//! Where the condition is decided that is a conjunction. Elsewhere each instance is read as "not the condition, or the
//! literal", which is right unless the condition depends on the rule's own head: see [`super::recursion`].

use super::formula::Formula;
use super::instantiate::{Entered, Instantiator};
use super::plan::Joins;
use super::Stop;
use crate::analysis::rule::Conditional;
use crate::program::Literal;

/// What an instance says: an open condition, and conjunctions one of which it asks for.
struct Instance {
    condition: Vec<Literal>,
    alternatives: Vec<Vec<Literal>>,
}

impl Instantiator<'_> {
    /// Evaluates a conditional literal for the present assignment.
    ///
    /// # Errors
    ///
    /// When arithmetic overflows.
    pub fn conditional(&mut self, conditional: &Conditional, joins: &Joins) -> Result<Entered, Stop> {
        for instance in self.instances(joins)? {
            if self.probing {
                if instance.alternatives.is_empty() && instance.condition.is_empty() {
                    return Ok(Entered::Fails);
                }
                continue;
            }
            let exposed = self.growing_atoms(instance.condition.iter());
            let mut alternatives = instance.alternatives;
            if !instance.condition.is_empty() {
                let condition = self.all(instance.condition);
                alternatives.push(vec![self.negate(condition)]);
            }
            match self.any(alternatives) {
                Formula::Constant(true) => {}
                Formula::Constant(false) => return Ok(Entered::Fails),
                Formula::All(literals) => {
                    if !exposed.is_empty() {
                        self.suspect(conditional.span, &literals, exposed);
                    }
                    self.body.extend(literals);
                }
            }
        }
        Ok(Entered::Holds)
    }

    /// The instances that are not satisfied anyway.
    fn instances(&mut self, joins: &Joins) -> Result<Vec<Instance>, Stop> {
        let mut instances = Vec::new();
        let outer = self.body.len();
        self.join(&joins.condition, &mut |this| {
            let inner = this.body.len();
            let mut instance = Instance { condition: this.body[outer..].to_vec(), alternatives: Vec::new() };
            let mut satisfied = false;
            for join in &joins.consequents {
                this.join(join, &mut |this| {
                    satisfied |= this.body.len() == inner;
                    instance.alternatives.push(this.body[inner..].to_vec());
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
