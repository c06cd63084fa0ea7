//! External atoms: their values for the queries to come.

use super::model::find;
use super::{Engine, Error};
use crate::program::{AtomId, ExternalValue};
use crate::value::ToArguments;

impl Engine {
    /// Sets the value of an external atom for the queries to come, until it is set anew; whether it is an external atom that
    /// no rule defines.
    ///
    /// ```
    /// use groundplan::program::ExternalValue;
    /// use groundplan::Engine;
    ///
    /// let mut engine = Engine::new();
    /// engine.add_text("doors.lp", "#external open(1..2). way(D) :- open(D).")?;
    /// engine.ground(["base"])?;
    /// assert!(engine.assign_external("open", 2, ExternalValue::True)?);
    /// assert_eq!(engine.query().first()?.expect("one").all::<u32>("way")?, [2]);
    /// assert!(!engine.assign_external("open", 3, ExternalValue::True)?, "there is no third door");
    /// # Ok::<(), groundplan::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// As [`Query::solve`](super::Query::solve).
    pub fn assign_external(
        &mut self,
        predicate: &str,
        arguments: impl ToArguments,
        value: ExternalValue,
    ) -> Result<bool, Error> {
        self.state.ground()?;
        match find(self.ground_program(), predicate, &arguments) {
            Some(atom) => self.assign_external_atom(atom, value),
            None => Ok(false),
        }
    }

    /// The same for an atom by its number.
    ///
    /// # Errors
    ///
    /// As [`Query::solve`](super::Query::solve).
    pub fn assign_external_atom(&mut self, atom: AtomId, value: ExternalValue) -> Result<bool, Error> {
        Ok(self.solving()?.search.set_external(atom, value))
    }

    /// Makes an external atom false for good.
    ///
    /// # Errors
    ///
    /// As [`Query::solve`](super::Query::solve).
    pub fn release_external(&mut self, predicate: &str, arguments: impl ToArguments) -> Result<(), Error> {
        self.state.ground()?;
        match find(self.ground_program(), predicate, &arguments) {
            Some(atom) => self.release_external_atom(atom),
            None => Ok(()),
        }
    }

    /// The same for an atom by its number.
    ///
    /// # Errors
    ///
    /// As [`Query::solve`](super::Query::solve).
    pub fn release_external_atom(&mut self, atom: AtomId) -> Result<(), Error> {
        let mut solving = self.solving()?;
        let released = solving.search.release_external(atom);
        solving.checked(released)
    }
}
