//! Disjunctions that are known to hold, for which no rule is written. If they have conditions, grounding derives none of
//! their atoms either, like gringo: otherwise `not q ; r(X+1) : c :- r(X)` would go on for ever, where `q` has no rule.

use super::join::{Join, Joins};
use super::stop::Stop;
use crate::analysis::rule::{Atom, Disjunct, Literal};
use crate::program::AtomId;
use crate::syntax::ast::Sign;

impl Join<'_> {
    /// Returns whether a disjunction is known to hold. If it has no conditions, this derives the atoms before a fact.
    ///
    /// # Errors
    ///
    /// If arithmetic overflows, or if grounding has to end.
    pub fn is_satisfied(&mut self, disjuncts: &[Disjunct], joins: &[Joins]) -> Result<bool, Stop> {
        if disjuncts.iter().any(|disjunct| !disjunct.condition.is_empty()) {
            return self.has_known_disjunct(disjuncts, joins);
        }
        for (index, (disjunct, own)) in disjuncts.iter().zip(joins).enumerate() {
            if self.is_fact(disjunct, own)? {
                self.alternatives(&disjuncts[..index], &joins[..index])?;
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Returns whether one of the disjuncts is known to be available and to hold.
    fn has_known_disjunct(&mut self, disjuncts: &[Disjunct], joins: &[Joins]) -> Result<bool, Stop> {
        let body = self.body.len();
        let mut has_known = false;
        for (disjunct, joins) in disjuncts.iter().zip(joins) {
            self.run(&joins.condition, &mut |join| {
                let is_available = join.body.len() == body;
                has_known = has_known || is_available && join.is_known_to_hold(disjunct, joins)?;
                Ok(())
            })?;
        }
        Ok(has_known)
    }

    /// Returns whether all instances of the members are known to be true for the present assignment.
    fn is_known_to_hold(&mut self, disjunct: &Disjunct, joins: &Joins) -> Result<bool, Stop> {
        let mut holds = true;
        for (member, steps) in disjunct.members.iter().zip(&joins.consequents) {
            self.run(steps, &mut |join| {
                holds = holds && join.is_known(&member.literal)?;
                Ok(())
            })?;
        }
        Ok(holds)
    }

    /// Returns whether the members have instances, all of which are facts.
    fn is_fact(&mut self, disjunct: &Disjunct, joins: &Joins) -> Result<bool, Stop> {
        let (mut instances, mut facts) = (0, 0);
        for (member, steps) in disjunct.members.iter().zip(&joins.consequents) {
            self.run(steps, &mut |join| {
                instances += 1;
                if let Literal::Atom(Sign::Positive, atom) = &member.literal {
                    let found = join.find(atom)?.flatten();
                    facts += usize::from(found.is_some_and(|atom| join.writer.program.is_fact(atom)));
                }
                Ok(())
            })?;
        }
        Ok(instances > 0 && facts == instances)
    }

    /// Returns the instance of an atom, if there is one so far. Returns `None` if a term of it is undefined.
    fn find(&mut self, atom: &Atom) -> Result<Option<Option<AtomId>>, Stop> {
        let Some(arguments) = self.assignment.arguments(&atom.arguments)? else { return Ok(None) };
        let domain = self.domains.base.domain(atom.predicate);
        Ok(Some(domain.find(&arguments).map(|row| domain.atom(row))))
    }

    /// Returns whether a member is known to be true. An undefined member counts as true.
    fn is_known(&mut self, literal: &Literal) -> Result<bool, Stop> {
        Ok(match literal {
            Literal::Atom(sign, atom) => {
                let Some(found) = self.find(atom)? else { return Ok(true) };
                let is_fact = found.is_some_and(|atom| self.writer.program.is_fact(atom));
                match sign {
                    // Like gringo, recursion does not look at facts.
                    Sign::Positive => is_fact && !self.writer.is_holding_back(),
                    Sign::Negative => found.is_none() && !self.domains.is_growing(atom.predicate),
                    Sign::DoubleNegative => is_fact,
                }
            }
            Literal::Compare(left, relation, right) => {
                let values = &mut self.assignment;
                match (values.value(left)?, values.value(right)?) {
                    (Some(left), Some(right)) => relation.holds(values.symbols.compare(left, right)),
                    _ => true,
                }
            }
            _ => unreachable!("a member is an atom or a comparison"),
        })
    }
}
