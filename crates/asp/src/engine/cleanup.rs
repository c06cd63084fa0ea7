//! Cleanup between steps: removes atoms that are false in every answer set, also after later groundings.

use super::grounding::Grounding;
use super::{Engine, Error};
use groundplan_ground::program::{AtomId, Body, HeadKind, Literal};

/// The atoms that [`Engine::cleanup`] has found to be decided, in ascending order.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Cleanup {
    /// Atoms that are true in every answer set, facts included.
    pub holding: Vec<AtomId>,
    /// Atoms that are false in every answer set. They can no longer be looked up by name.
    pub removed: Vec<AtomId>,
}

impl Engine {
    /// Removes the atoms that are false for good from the names of the ground program, as clingo does between two steps.
    ///
    /// Rules that are grounded later have no instances for these atoms. They may define an atom of the same name, which is
    /// then a new atom. Rules that were grounded before still refer to the old atom, which stays false. A rule that is added
    /// with the old atom's number as its head acts as a constraint: its body must not hold.
    ///
    /// An atom is false for good if translation, propagation or the queries so far have shown that it is false under any
    /// values of the external atoms. Examples are a released external atom, an atom without a rule, and an atom that
    /// constraints exclude. Nothing is removed before the first query, or while something is ground that no query has seen.
    ///
    /// ```
    /// use groundplan::Engine;
    ///
    /// let mut engine = Engine::new();
    /// engine.add_text("doors.lp", "#external open. way :- open. #program later. open. way :- open.")?;
    /// engine.ground(["base"])?;
    /// engine.release_external("open", ())?;
    /// assert!(engine.query().first()?.expect("one").to_string().is_empty());
    /// engine.cleanup()?;
    /// engine.ground(["later"])?;
    /// assert_eq!(engine.query().first()?.expect("one").to_string(), "open way");
    /// # Ok::<(), groundplan::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`Error::Broken`] after an earlier failure; [`Error::Solve`] if the SAT solver fails.
    pub fn cleanup(&mut self) -> Result<Cleanup, Error> {
        self.state.usable()?;
        let Some(search) = &mut self.run.search else { return Ok(Cleanup::default()) };
        let Grounding { base, program, grounder, .. } = &mut self.ground;
        let (holding, mut removed) = search.known_for_good(program)?;
        removed.retain(|&atom| base.name(atom).is_some());
        grounder.remove(&removed, base, &self.terms.symbols);
        removed.retain(|&atom| base.name(atom).is_none());
        search.drop_atoms(&removed);
        Ok(Cleanup { holding, removed })
    }

    /// Whether some constraint of the ground program is known to be violated in every case. Facts, earlier queries and
    /// [`Engine::cleanup`] are taken into account. If it is false, there may still be no answer set.
    #[must_use]
    pub fn is_conflicting(&self) -> bool {
        let program = &self.ground.program;
        let holds = |literal: Literal| {
            let atom = literal.atom();
            let known = || self.run.search.as_ref()?.known(program, atom);
            let value = if program.is_fact(atom) { Some(true) } else { known() };
            value == Some(!literal.is_negative())
        };
        let rules = program.rules.iter();
        let mut constraints = rules.filter(|rule| rule.kind == HeadKind::Disjunction && rule.head.is_empty());
        constraints.any(|rule| match rule.body {
            Body::Conjunction(literals) => literals.iter().all(|&literal| holds(literal)),
            Body::Sum { bound, elements } => {
                let weights = elements.iter().filter(|&&(literal, _)| holds(literal));
                weights.map(|&(_, weight)| i128::from(weight)).sum::<i128>() >= i128::from(bound)
            }
        })
    }

    /// Removes all `#minimize` statements from the ground program. A cost that is grounded later counts anew, even if its
    /// tuple occurred before.
    ///
    /// # Errors
    ///
    /// [`Error::Broken`] if an earlier call failed.
    pub fn remove_minimize(&mut self) -> Result<(), Error> {
        self.state.usable()?;
        self.ground.program.minimize.clear();
        self.ground.grounder.forget_costs();
        Ok(())
    }
}
