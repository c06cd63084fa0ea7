//! External atoms: their values for the queries to come.

use super::{Engine, Error};
use groundplan_ground::program::{AtomId, ExternalValue, HIDDEN};
use groundplan_ground::spelling;
use groundplan_ground::value::{Interner, ToArguments};
use groundplan_ground::Signature;

impl Engine {
    /// Sets the value of an external atom for the queries to come, until it is set anew. False if it did nothing: if the atom
    /// is none of the ground program, or one that is not external or defined by a rule.
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
    /// assert!(engine.assign_external("opn", 2, ExternalValue::True).is_err(), "there is no such predicate");
    /// # Ok::<(), groundplan::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`Error::UnknownPredicate`], and as [`Query::solve`](super::Query::solve).
    pub fn assign_external(
        &mut self,
        predicate: &str,
        arguments: impl ToArguments,
        value: ExternalValue,
    ) -> Result<bool, Error> {
        self.state.ground()?;
        match self.find_external(predicate, &arguments)? {
            Some(atom) => self.assign_external_atom(atom, value),
            None => Ok(false),
        }
    }

    /// The number of an atom of a predicate that the ground program has.
    fn find_external(
        &mut self,
        predicate: &str,
        arguments: &impl ToArguments,
    ) -> Result<Option<AtomId>, Error> {
        let (negative, name) = match predicate.strip_prefix('-') {
            Some(name) => (true, name),
            None => (false, predicate),
        };
        let arguments = arguments.to_arguments(&mut Interner::new(&mut self.symbols));
        let arity = arguments.len() as u32;
        let name = self.symbols.find_name(name);
        let signature = name.map(|name| Signature { name, arity, negative });
        match signature.filter(|&signature| self.base.find_predicate(signature).is_some()) {
            Some(signature) => Ok(self.ground_program().find(signature, &arguments)),
            None => Err(self.unknown_predicate(&format!("{predicate}/{arity}"))),
        }
    }

    fn unknown_predicate(&self, wanted: &str) -> Error {
        let signatures = self.base.domains().map(|(_, domain)| domain.signature());
        let names = signatures.filter(|it| !self.symbols.text(it.name).starts_with(HIDDEN)).map(|it| {
            let sign = if it.negative { "-" } else { "" };
            format!("{sign}{}/{}", self.symbols.text(it.name), it.arity)
        });
        let names: Vec<String> = names.collect();
        let known: Vec<&str> = names.iter().map(String::as_str).collect();
        Error::UnknownPredicate { hint: spelling::suggestion(wanted, &known), wanted: wanted.to_owned() }
    }

    /// The same for an atom by its number.
    ///
    /// # Errors
    ///
    /// As [`Query::solve`](super::Query::solve).
    pub fn assign_external_atom(&mut self, atom: AtomId, value: ExternalValue) -> Result<bool, Error> {
        Ok(self.solving()?.search.set_external(atom, value))
    }

    /// Makes an external atom false for good. A rule may define an atom of that name again after [`Engine::cleanup`]; without it, a
    /// rule for it excludes what its body says, as in clingo.
    ///
    /// # Errors
    ///
    /// [`Error::UnknownPredicate`], and as [`Query::solve`](super::Query::solve).
    pub fn release_external(&mut self, predicate: &str, arguments: impl ToArguments) -> Result<(), Error> {
        self.state.ground()?;
        match self.find_external(predicate, &arguments)? {
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

    /// Whether an atom was released before a rule for it came, or taken out by [`Engine::cleanup`]: it is false, and rules for
    /// it exclude what their bodies say.
    #[must_use]
    pub fn is_dropped(&self, atom: AtomId) -> bool {
        self.search.as_ref().is_some_and(|search| search.is_dropped(atom))
    }
}
