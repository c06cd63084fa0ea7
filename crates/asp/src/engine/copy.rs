//! Copies of an engine: one ground program, and several searches that know nothing of each other.

use std::sync::Arc;

use groundplan_ground::function::Functions;
use groundplan_sat::Interrupter;

use super::run::SearchState;
use super::terms::Terms;
use super::{Engine, Error};

impl Engine {
    /// Returns a copy of an engine that has not solved yet, with the same texts and the same ground program. Nothing is
    /// grounded again. The copy has its own symbols, its own interrupter and no pulse, so that it can run in another thread.
    ///
    /// Atoms have the same numbers in both engines until one of them grows. External functions are not copied:
    /// [set](Engine::set_function) them again before you ground a part that calls them.
    ///
    /// ```
    /// use groundplan::Engine;
    ///
    /// let mut engine = Engine::new();
    /// engine.add_text("rooms.lp", "1 { room(1..3) } 1. #program closed(r). :- room(r).")?;
    /// engine.ground(["base"])?;
    /// let mut other = engine.try_clone()?;
    /// other.ground([("closed", [1])])?;
    /// assert_eq!(other.query().models()?.count(), 2);
    /// assert_eq!(engine.query().models()?.count(), 3);
    /// # Ok::<(), groundplan::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`Error::NotCopied`] if the engine has solved, or assigned a value to an external atom, or has propagators;
    /// [`Error::Broken`] if an earlier call failed.
    pub fn try_clone(&self) -> Result<Engine, Error> {
        self.state.usable()?;
        if self.run.search.is_some() {
            return Err(Error::NotCopied("a search"));
        }
        if !self.run.propagators.is_empty() {
            return Err(Error::NotCopied("propagators"));
        }
        let mut config = self.run.config.clone();
        config.solver.interrupter = Interrupter::default();
        (config.solver.conflicts, config.calls, config.profile) = (None, None, None);
        let mut ground = self.ground.clone();
        ground.grounder.set_progress(None);
        ground.grounder.profile = None;
        let default_heuristic_atoms = self.run.default_heuristic_atoms;
        Ok(Engine {
            terms: Terms { symbols: self.terms.symbols.clone(), functions: Functions::default() },
            texts: self.texts.clone(),
            ground,
            run: SearchState { config, default_heuristic_atoms, ..SearchState::default() },
            state: self.state.clone(),
            pulse: None,
            profiler: None,
            token: Arc::new(()),
        })
    }
}
