//! Grounding of program parts, one after the other; each adds to the ground program.

use std::time::Instant;

use super::state::State;
use super::{Engine, Error};
use crate::pulse::Stage;
use groundplan_ground::analysis::relax::Relaxation;
use groundplan_ground::symbol::{Name, Symbol};
use groundplan_ground::value::ToArguments;
use groundplan_ground::Interrupt;
use groundplan_solve::solve::Decisions;

/// A part of a program, `#program name(parameters).`, with values for its parameters. Statements before the first such
/// directive belong to the part `base`.
///
/// A name stands for a part without parameters. A pair of a name and [arguments](ToArguments) stands for a part with them:
///
/// ```
/// use groundplan::{Engine, Part};
///
/// let mut engine = Engine::new();
/// engine.add_text("count.lp", "n(0). #program step(t). n(t) :- n(t-1).")?;
/// engine.ground(["base"])?;
/// engine.ground([("step", 1), ("step", 2)])?;
/// // Several at once that take different values:
/// engine.ground([Part::from("base"), Part::from(("step", 3))])?;
/// assert_eq!(engine.query().first()?.expect("one").all::<i64>("n")?, [0, 1, 2, 3]);
/// # Ok::<(), groundplan::Error>(())
/// ```
pub struct Part<'a> {
    name: &'a str,
    arguments: Box<dyn ToArguments + 'a>,
}

impl<'a> From<&'a str> for Part<'a> {
    fn from(name: &'a str) -> Self {
        Part { name, arguments: Box::new(()) }
    }
}

impl<'a> From<&&'a str> for Part<'a> {
    fn from(name: &&'a str) -> Self {
        Part::from(*name)
    }
}

impl<'a, A: ToArguments> From<&'a (&'a str, A)> for Part<'a> {
    fn from((name, arguments): &'a (&'a str, A)) -> Self {
        Part { name, arguments: Box::new(arguments) }
    }
}

impl<'a, A: ToArguments + 'a> From<(&'a str, A)> for Part<'a> {
    fn from((name, arguments): (&'a str, A)) -> Self {
        Part { name, arguments: Box::new(arguments) }
    }
}

impl Engine {
    /// Grounds parts of the program, each with values for its parameters, and adds the result to the ground program.
    ///
    /// # Errors
    ///
    /// Before anything is ground: [`Error::UnknownPart`], and [`Error::Program`] if included files were not read (see
    /// [`Engine::take_includes`]).
    ///
    /// While grounding: [`Error::Program`] if a rule is unsafe, in whichever part, uses something unsupported, or its arithmetic
    /// overflows, and [`Error::Halted`] at a limit or an interrupt. The engine is broken then.
    pub fn ground<'a, P: Into<Part<'a>>>(&mut self, parts: impl IntoIterator<Item = P>) -> Result<(), Error> {
        let parts: Vec<Part<'a>> = parts.into_iter().map(Into::into).collect();
        self.ground_parts(&parts, None)
    }

    /// Grounds parts, perhaps with some statements relaxed.
    pub(super) fn ground_parts(
        &mut self,
        parts: &[Part<'_>],
        relaxation: Option<&mut Relaxation>,
    ) -> Result<(), Error> {
        self.state.usable()?;
        self.texts.check_includes()?;
        let start = Instant::now();
        let interrupter = self.interrupter();
        self.ground.grounder.set_interrupt(Interrupt::when(move || interrupter.is_interrupted()));
        let wanted = self.find_parts(parts)?;
        self.note(Some(Stage::Grounding));
        // The engine is broken until grounding is complete, because an external function may panic.
        self.state = State::Broken("grounding has not come to its end".to_owned());
        let heuristics = self.run.config.decisions == Decisions::Domain;
        let Engine { terms, texts, ground, .. } = self;
        let result = ground.ground(&wanted, terms, texts, heuristics, relaxation);
        ground.time += start.elapsed();
        match &result {
            Ok(()) => {
                self.note(None);
                self.state = State::Ground;
                self.ground.facts_added = false;
            }
            Err(error) => {
                self.state = State::broken(error);
                self.pulse.iter().for_each(|pulse| pulse.note_halt(self.counts()));
            }
        }
        result
    }

    pub(super) fn find_parts(&mut self, parts: &[Part<'_>]) -> Result<Vec<(Name, Vec<Symbol>)>, Error> {
        let mut found = Vec::with_capacity(parts.len());
        for part in parts {
            let arguments = self.terms.arguments(&*part.arguments);
            let arity = arguments.len();
            // A program without a text has an empty part `base`.
            if !self.has_part(part.name, arity) && (part.name, arity) != ("base", 0) {
                return Err(self.texts.unknown_part(part.name, arity, &self.terms.symbols));
            }
            found.push((self.terms.symbols.name(part.name), arguments));
        }
        Ok(found)
    }
}
