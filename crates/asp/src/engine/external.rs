//! External atoms: setting and releasing their values.

use super::terms::without_sign;
use super::{Engine, Error};
use groundplan_ground::program::{AtomId, ExternalValue, HIDDEN};
use groundplan_ground::spelling;
use groundplan_ground::value::ToArguments;
use groundplan_ground::Signature;

impl Engine {
    /// Sets the value of an external atom for later queries, until it is set again. Returns false, without an effect, if the
    /// ground program has no such atom, or the atom is not external or a rule defines it.
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
    /// [`Error::UnknownPredicate`] if the ground program has no such predicate; otherwise see
    /// [`Query::solve`](super::Query::solve).
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

    /// The number of an atom, `None` if the ground program does not have it. An unknown predicate is an error.
    fn find_external(
        &mut self,
        predicate: &str,
        arguments: &impl ToArguments,
    ) -> Result<Option<AtomId>, Error> {
        let (negative, name) = without_sign(predicate);
        let arguments = self.terms.arguments(arguments);
        let arity = arguments.len() as u32;
        let name = self.terms.symbols.find_name(name);
        let signature = name.map(|name| Signature { name, arity, negative });
        match signature.filter(|&signature| self.ground.base.find_predicate(signature).is_some()) {
            Some(signature) => Ok(self.ground_program().find(signature, &arguments)),
            None => Err(self.unknown_predicate(&format!("{predicate}/{arity}"))),
        }
    }

    fn unknown_predicate(&self, wanted: &str) -> Error {
        let signatures = self.ground.base.domains().map(|(_, domain)| domain.signature());
        let symbols = &self.terms.symbols;
        let names = signatures.filter(|it| !symbols.text(it.name).starts_with(HIDDEN)).map(|it| {
            let sign = if it.negative { "-" } else { "" };
            format!("{sign}{}/{}", symbols.text(it.name), it.arity)
        });
        let names: Vec<String> = names.collect();
        let known: Vec<&str> = names.iter().map(String::as_str).collect();
        Error::UnknownPredicate { hint: spelling::suggestion(wanted, &known), wanted: wanted.to_owned() }
    }

    /// Like [`Engine::assign_external`], for an atom given by its number.
    ///
    /// # Errors
    ///
    /// See [`Query::solve`](super::Query::solve).
    pub fn assign_external_atom(&mut self, atom: AtomId, value: ExternalValue) -> Result<bool, Error> {
        Ok(self.solving()?.search.set_external(atom, value))
    }

    /// Makes an external atom false for good. After [`Engine::cleanup`] a rule may define an atom of that name again.
    /// Without a cleanup, a rule for the atom acts as a constraint that excludes its body, as in clingo.
    ///
    /// # Errors
    ///
    /// [`Error::UnknownPredicate`] if the ground program has no such predicate; otherwise see
    /// [`Query::solve`](super::Query::solve).
    pub fn release_external(&mut self, predicate: &str, arguments: impl ToArguments) -> Result<(), Error> {
        self.state.ground()?;
        match self.find_external(predicate, &arguments)? {
            Some(atom) => self.release_external_atom(atom),
            None => Ok(()),
        }
    }

    /// Like [`Engine::release_external`], for an atom given by its number.
    ///
    /// # Errors
    ///
    /// See [`Query::solve`](super::Query::solve).
    pub fn release_external_atom(&mut self, atom: AtomId) -> Result<(), Error> {
        let mut solving = self.solving()?;
        let released = solving.search.release_external(atom);
        solving.checked(released)
    }

    /// Whether an atom is false for good because it was released before a rule defined it, or [`Engine::cleanup`] removed
    /// it. A rule for such an atom acts as a constraint that excludes its body.
    #[must_use]
    pub fn is_dropped(&self, atom: AtomId) -> bool {
        self.run.search.as_ref().is_some_and(|search| search.is_dropped(atom))
    }
}
