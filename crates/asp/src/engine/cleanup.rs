//! What earlier steps have settled for good: atoms that are true or false in every answer set, whatever is ground besides.

use super::{Engine, Error};
use groundplan_ground::program::{AtomId, Body, HeadKind, Literal};

/// What [`Engine::cleanup`] has found, by the numbers of atoms, in ascending order.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Cleanup {
    /// Atoms that are true in every answer set, facts among them.
    pub holding: Vec<AtomId>,
    /// Atoms that are false in every answer set. No name leads to them any more.
    pub removed: Vec<AtomId>,
}

impl Engine {
    /// Takes atoms that are false for good out of the ground program's names, as clingo does between two steps: rules that are
    /// ground later have no instances for them, and may define an atom of the same name, which is another one. Rules that were
    /// ground before go on to see the old one, which is false; a rule that is added for its number excludes what the body says.
    ///
    /// False for good is what translation, propagation and the queries so far have shown to be false under any values of
    /// the external atoms: one that was released or has no rule, or what follows from constraints. Before anything was
    /// asked, and while something is ground that no query has seen, nothing is taken out.
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
    /// [`Error::Broken`], and [`Error::Solve`] when the SAT solver has broken down.
    pub fn cleanup(&mut self) -> Result<Cleanup, Error> {
        self.state.usable()?;
        let Some(search) = &mut self.search else { return Ok(Cleanup::default()) };
        let (holding, mut removed) = search.known_for_good(&self.program)?;
        removed.retain(|&atom| self.base.name(atom).is_some());
        self.grounder.remove(&removed, &mut self.base, &self.symbols);
        removed.retain(|&atom| self.base.name(atom).is_none());
        search.drop_atoms(&removed);
        Ok(Cleanup { holding, removed })
    }

    /// Whether a constraint of the ground program is known to be violated in any case: by facts, and by what earlier queries and
    /// [`Engine::cleanup`] have shown. If not, there may still be no answer set.
    #[must_use]
    pub fn is_conflicting(&self) -> bool {
        let holds = |literal: Literal| {
            let atom = literal.atom();
            let known = || self.search.as_ref()?.known(&self.program, atom);
            let value = if self.program.is_fact(atom) { Some(true) } else { known() };
            value == Some(!literal.is_negative())
        };
        let rules = self.program.rules.iter();
        let mut constraints = rules.filter(|rule| rule.kind == HeadKind::Disjunction && rule.head.is_empty());
        constraints.any(|rule| match rule.body {
            Body::Conjunction(literals) => literals.iter().all(|&literal| holds(literal)),
            Body::Sum { bound, elements } => {
                let weights = elements.iter().filter(|&&(literal, _)| holds(literal));
                weights.map(|&(_, weight)| i128::from(weight)).sum::<i128>() >= i128::from(bound)
            }
        })
    }

    /// Takes away what is minimised. A cost that is ground later counts anew, also one of a tuple that was there before.
    ///
    /// # Errors
    ///
    /// [`Error::Broken`].
    pub fn remove_minimize(&mut self) -> Result<(), Error> {
        self.state.usable()?;
        self.program.minimize.clear();
        self.grounder.forget_costs();
        Ok(())
    }
}
