//! What a ground program's answer sets are asked for: one, several, the best.

use std::ops::ControlFlow;

use super::{Engine, Error, Model};
use crate::engine::Vocabulary;
use crate::program::{ExternalValue, Literal, Program};
use crate::solve::{Enumeration, Enumerator, Optimization, Outcome, Search, Statistics};
use crate::symbol::Symbol;
use crate::translate::loops::Place;

impl Engine {
    /// The search, which has seen all that is ground.
    ///
    /// # Errors
    ///
    /// [`Error::Solve`] when the SAT solver cannot be started, [`Error::Program`] when the program cannot be translated.
    pub fn search(&mut self) -> Result<&mut Search, Error> {
        let mut search = match self.search.take() {
            Some(search) => search,
            None => Search::new(&self.config)?,
        };
        search.add(&self.program).map_err(|error| self.explain(error))?;
        let (base, symbols, steps) = (&self.base, &self.symbols, &mut self.steps);
        search.place(|atom| {
            let (step, family) = steps.of(base.name(atom)?, symbols)?;
            Some(Place { step, family })
        })?;
        Ok(self.search.insert(search))
    }

    /// Search, program and vocabulary at once, each for itself.
    pub(super) fn searching(&mut self) -> Result<(&mut Search, &Program, Vocabulary<'_>), Error> {
        self.search()?;
        let search = self.search.as_mut().expect("made above");
        let vocabulary = Vocabulary {
            symbols: &self.symbols,
            base: &self.base,
            program: &self.program,
            shown: self.shown.as_ref(),
        };
        Ok((search, &self.program, vocabulary))
    }

    /// Looks for an answer set in which the assumptions hold.
    ///
    /// # Errors
    ///
    /// [`Error::Program`] when the program cannot be translated, [`Error::Solve`] when the SAT solver fails.
    pub fn solve(&mut self, assumptions: &[Literal]) -> Result<Outcome, Error> {
        let assumptions = self.with_given(assumptions);
        let (search, program, _) = self.searching()?;
        Ok(search.solve(program, &assumptions)?)
    }

    /// The answer sets in which the assumptions hold, each once.
    ///
    /// ```
    /// use groundplan::Engine;
    ///
    /// let mut engine = Engine::new();
    /// engine.add_text("example.lp", "1 { colour(red; green) } 1. warm :- colour(red).")?;
    /// engine.ground(&[("base", &[])])?;
    /// let mut found = Vec::new();
    /// for model in engine.models(&[])? {
    ///     found.push(model?.to_string());
    /// }
    /// found.sort();
    /// assert_eq!(found, ["colour(green)", "colour(red) warm"]);
    /// # Ok::<(), groundplan::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`Error::Program`] when the program cannot be translated, [`Error::Solve`] when the SAT solver fails.
    pub fn models(&mut self, assumptions: &[Literal]) -> Result<Models<'_>, Error> {
        self.enumerate(assumptions, None)
    }

    /// The same, but answer sets count as one that agree on the atoms that `#project` names, or where it names none, that
    /// show the same.
    ///
    /// # Errors
    ///
    /// [`Error::Program`] when the program cannot be translated, [`Error::Solve`] when the SAT solver fails.
    pub fn projected_models(&mut self, assumptions: &[Literal]) -> Result<Models<'_>, Error> {
        self.search()?;
        let named = &self.program.projection;
        let projection = if named.is_empty() {
            self.vocabulary().literals()
        } else {
            named.iter().map(|atom| atom.positive()).collect()
        };
        self.enumerate(assumptions, Some(projection))
    }

    fn enumerate(
        &mut self,
        assumptions: &[Literal],
        projection: Option<Vec<Literal>>,
    ) -> Result<Models<'_>, Error> {
        let assumptions = self.with_given(assumptions);
        let (search, program, vocabulary) = self.searching()?;
        let enumerator = search.enumerator(program, &assumptions, projection)?;
        Ok(Models { search, program, vocabulary, enumerator })
    }

    /// Whether the program says which answer sets are better than others.
    #[must_use]
    pub fn has_objective(&self) -> bool {
        !self.program.minimize.is_empty()
    }

    /// Visits answer sets in which the assumptions hold, each with its costs by falling priority and each better than
    /// the one before, until one is proven best or the visitor breaks.
    ///
    /// ```
    /// use std::ops::ControlFlow;
    /// use groundplan::{solve::Optimization, Engine};
    ///
    /// let mut engine = Engine::new();
    /// engine.add_text("example.lp", "1 { buy(tea;milk;cake) } 2. #minimize { 3 : buy(tea); 2 : buy(milk); 5 : buy(cake) }.")?;
    /// engine.ground(&[("base", &[])])?;
    /// let mut best = None;
    /// let end = engine.optimize(&[], |model, costs| {
    ///     best = Some((model.to_string(), costs.to_vec()));
    ///     ControlFlow::Continue(())
    /// })?;
    /// assert_eq!(end, Optimization::Proven);
    /// assert_eq!(best, Some(("buy(milk)".to_owned(), vec![2])));
    /// # Ok::<(), groundplan::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`Error::Program`] when the program cannot be translated, [`Error::Solve`] when the SAT solver fails.
    pub fn optimize(
        &mut self,
        assumptions: &[Literal],
        mut visit: impl FnMut(&Model<'_>, &[i64]) -> ControlFlow<()>,
    ) -> Result<Optimization, Error> {
        let assumptions = self.with_given(assumptions);
        let (search, program, vocabulary) = self.searching()?;
        Ok(search.optimize(program, &assumptions, |atoms, costs| {
            visit(&Model { atoms: atoms.clone(), vocabulary }, costs)
        })?)
    }

    /// The assumptions with those that the program itself makes.
    pub(super) fn with_given(&self, assumptions: &[Literal]) -> Vec<Literal> {
        assumptions.iter().chain(&self.program.assumptions).copied().collect()
    }

    /// Sets the value of an external atom for the solver calls to come; whether it is an external atom that no rule
    /// defines.
    ///
    /// # Errors
    ///
    /// [`Error::Program`] when the program cannot be translated.
    pub fn assign_external(
        &mut self,
        name: &str,
        arguments: &[Symbol],
        value: ExternalValue,
    ) -> Result<bool, Error> {
        let Some(atom) = self.find_atom(name, arguments) else { return Ok(false) };
        Ok(self.search()?.set_external(atom, value))
    }

    /// Makes an external atom false for good.
    ///
    /// # Errors
    ///
    /// [`Error::Program`] when the program cannot be translated.
    pub fn release_external(&mut self, name: &str, arguments: &[Symbol]) -> Result<(), Error> {
        let Some(atom) = self.find_atom(name, arguments) else { return Ok(()) };
        Ok(self.search()?.release_external(atom)?)
    }

    /// Counts and times of translation and search so far.
    #[must_use]
    pub fn statistics(&self) -> Statistics {
        self.search.as_ref().map(Search::statistics).unwrap_or_default()
    }
}

/// An iterator over answer sets. What it has gone through does not bind later searches.
#[derive(Debug)]
pub struct Models<'e> {
    search: &'e mut Search,
    program: &'e Program,
    vocabulary: Vocabulary<'e>,
    enumerator: Enumerator,
}

impl Models<'_> {
    /// How it ended; `None` while there may be more.
    #[must_use]
    pub fn end(&self) -> Option<Enumeration> {
        self.enumerator.end()
    }
}

impl<'e> Iterator for Models<'e> {
    type Item = Result<Model<'e>, Error>;

    fn next(&mut self) -> Option<Self::Item> {
        match self.search.next(self.program, &mut self.enumerator) {
            Ok(atoms) => Some(Ok(Model { atoms: atoms?, vocabulary: self.vocabulary })),
            Err(error) => Some(Err(error.into())),
        }
    }
}

impl Drop for Models<'_> {
    fn drop(&mut self) {
        // A solver that broke down says so at its next use.
        let _ = self.search.end(&mut self.enumerator, Enumeration::Stopped);
    }
}
