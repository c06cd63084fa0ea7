//! Theory atoms: their terms are kept as they are, and their conditions are decided as far as grounding can.
//!
//! The meaning of a theory atom is left to the theory, so it becomes a ground atom like any other. Theory atoms with
//! equal elements, name and guard share one ground atom. An element that counts more than once is repeated.

use super::join::{Compound, Join, JoinStep, Joins, StepEvaluation};
use super::stop::Stop;
use crate::analysis::print::RulePrinter;
use crate::analysis::rule::TheoryAtom;
use crate::program::{self, theory_term, AtomId, TheoryElement};
use crate::symbol::Symbol;
use crate::syntax::ast::Sign;

/// A theory atom as a step of a join.
#[derive(Debug)]
pub struct TheoryStep<'a> {
    /// The negation before the atom.
    pub sign: Sign,
    /// The theory atom.
    pub atom: &'a TheoryAtom,
    /// The joins of the conditions of its elements.
    pub elements: Vec<Vec<JoinStep<'a>>>,
}

impl Compound for TheoryStep<'_> {
    fn evaluate(&self, join: &mut Join) -> Result<StepEvaluation, Stop> {
        let Some(atom) = join.theory_atom(self.atom, self.elements.iter().map(Vec::as_slice))? else {
            return Ok(StepEvaluation::Fails);
        };
        let atom = atom.expect("a directive stands in no body");
        let literal = match self.sign {
            Sign::Positive => atom.positive(),
            Sign::Negative => atom.negative(),
            Sign::DoubleNegative => join.writer.double_negation(atom),
        };
        join.body.push(literal);
        Ok(StepEvaluation::Holds)
    }

    fn may_hold(&self, _: &mut Join) -> Result<StepEvaluation, Stop> {
        Ok(StepEvaluation::Holds)
    }

    fn joins(&self, visit: &mut dyn FnMut(&[JoinStep])) {
        self.elements.iter().for_each(|steps| visit(steps));
    }

    fn describe(&self, printer: &RulePrinter) -> (String, String) {
        (printer.theory(self.sign, self.atom), "left to its theory".to_owned())
    }

    fn heading(&self, _: bool) -> &'static str {
        "for an element"
    }
}

impl Join<'_> {
    /// Derives a theory atom in a head for the present assignment and body. `joins` are the joins of its elements.
    ///
    /// # Errors
    ///
    /// If arithmetic overflows, or if grounding has to end.
    pub fn theory_head(&mut self, atom: &TheoryAtom, joins: &[Joins]) -> Result<(), Stop> {
        let conditions = joins.iter().map(|joins| joins.condition.as_slice());
        if let Some(Some(derived)) = self.theory_atom(atom, conditions)? {
            self.writer.derive_one_of(&[derived], &self.body);
        }
        Ok(())
    }

    /// Returns the ground atom of a theory atom; `Some(None)` for a directive, which has no atom, and `None` if a
    /// term is undefined.
    fn theory_atom<'s>(
        &mut self,
        atom: &TheoryAtom,
        conditions: impl Iterator<Item = &'s [JoinStep<'s>]>,
    ) -> Result<Option<Option<AtomId>>, Stop> {
        let Some(arguments) = self.assignment.arguments(&atom.arguments)? else { return Ok(None) };
        let guard = match &atom.guard {
            None => None,
            Some((operator, term)) => {
                let Some(value) = self.assignment.value(term)? else { return Ok(None) };
                Some((*operator, theory_term(value, self.assignment.symbols)))
            }
        };
        let mut elements: Vec<(usize, Option<Symbol>)> = Vec::new();
        let outer = self.body.len();
        for (element, steps) in atom.elements.iter().zip(conditions) {
            self.run(steps, &mut |join| {
                let Some(mut values) = join.assignment.arguments(&element.tuple)? else { return Ok(()) };
                let tag = if atom.tagged { values.pop() } else { None };
                let symbols = &mut *join.assignment.symbols;
                let tuple = values.iter().map(|&value| theory_term(value, symbols)).collect();
                let mut condition = join.body[outer..].to_vec();
                condition.sort_unstable();
                condition.dedup();
                let element = join.writer.program.theory.add_element(TheoryElement { tuple, condition });
                elements.push((element, tag));
                Ok(())
            })?;
        }
        elements.sort_unstable();
        elements.dedup();
        let elements = elements.into_iter().map(|(element, _)| element).collect();
        let symbols = &mut *self.assignment.symbols;
        let name = symbols.function(atom.name, &arguments, false);
        let program = &mut *self.writer.program;
        let directive = if atom.is_directive { None } else { Some(AtomId(0)) };
        let (side, span) = (atom.side, Some(atom.span));
        let mut ground = program::TheoryAtom { atom: directive, name, elements, guard, side, span };
        if let Some(known) = program.theory.find(&ground) {
            return Ok(Some(known.atom));
        }
        let made = directive.map(|_| program.new_atom());
        ground.atom = made;
        match made {
            Some(made) => program.theory.add_waiting(ground, made),
            None => program.theory.add(ground),
        }
        Ok(Some(made))
    }
}
