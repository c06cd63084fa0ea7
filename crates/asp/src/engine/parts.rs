//! Grounding of program parts, one after the other; each adds to the ground program.

use std::time::Instant;

use super::state::State;
use super::{Engine, Error, Halted};
use itertools::Itertools;

use crate::pulse::Stage;
use groundplan_ground::analysis::appearance::appearances;
use groundplan_ground::analysis::evaluate;
use groundplan_ground::analysis::parts::{analyse, AnalysedParts, Context};
use groundplan_ground::analysis::underived::inhabited;
use groundplan_ground::diagnostic::{Diagnostic, Diagnostics, Lint, Severity, Span};
use groundplan_ground::ground::{Ground, Ignored, Stop};
use groundplan_ground::spelling;
use groundplan_ground::symbol::{Name, Symbol};
use groundplan_ground::syntax::ast;
use groundplan_ground::value::{Interner, ToArguments};
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
        self.state.usable()?;
        self.check_includes()?;
        let start = Instant::now();
        let interrupter = self.interrupter();
        self.grounder.set_interrupt(Interrupt::when(move || interrupter.is_interrupted()));
        let parts: Vec<Part<'a>> = parts.into_iter().map(Into::into).collect();
        let wanted = self.find_parts(&parts)?;
        self.note(Some(Stage::Grounding));
        // The engine is broken until grounding is complete, because an external function may panic.
        self.state = State::Broken("grounding has not come to its end".to_owned());
        let result = self.ground_parts(&wanted);
        self.times.ground += start.elapsed();
        match &result {
            Ok(()) => {
                self.note(None);
                self.state = State::Ground;
                self.facts_added = false;
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
            let arguments = part.arguments.to_arguments(&mut Interner::new(&mut self.symbols));
            let arity = arguments.len();
            // A program without a text has an empty part `base`.
            if !self.has_part(part.name, arity) && (part.name, arity) != ("base", 0) {
                return Err(self.unknown_part(part.name, arity));
            }
            found.push((self.symbols.name(part.name), arguments));
        }
        Ok(found)
    }

    fn unknown_part(&self, name: &str, arity: usize) -> Error {
        let parts = self
            .parts
            .iter()
            .map(|part| format!("{}/{}", self.symbols.text(part.name), part.parameters.len()));
        let parts: Vec<String> = parts.unique().collect();
        let known: Vec<&str> = parts.iter().map(String::as_str).collect();
        let wanted = format!("{name}/{arity}");
        Error::UnknownPart { hint: spelling::suggestion(&wanted, &known), wanted }
    }

    fn ground_parts(&mut self, wanted: &[(Name, Vec<Symbol>)]) -> Result<(), Error> {
        self.functions.begin();
        self.inhabited_before = Some(inhabited(&self.base, &self.symbols).collect());
        let Engine { parts, constants, symbols, base, functions, steps, config, relaxation, checked, .. } =
            self;
        let heuristics = config.decisions == Decisions::Domain;
        let relaxation = relaxation.as_mut();
        let context = Context { symbols, base, functions, steps, heuristics, checked, relaxation };
        let AnalysedParts { facts, rules, diagnostics } = analyse(parts, wanted, constants, context);
        self.check_diagnostics(diagnostics)?;
        let Engine { parts, base, .. } = self;
        let is_wanted = |part: &&ast::Part| {
            let same = |(name, arguments): &(Name, Vec<Symbol>)| {
                part.name == *name && part.parameters.len() == arguments.len()
            };
            wanted.iter().any(same)
        };
        appearances(parts.iter().filter(is_wanted), &mut |signature| base.appear(signature));
        rules.iter().for_each(|rule| self.sorts.add_rule(rule));
        if let Some(kept) = &mut self.kept {
            kept.add(&facts, &rules);
        }
        let Engine { grounder, functions, symbols, base, program, .. } = self;
        let grounded = grounder.ground(facts, rules, &mut Ground { functions, symbols, base, program });
        for (span, ignored) in self.grounder.take_ignored() {
            let warning = self.warn_left_out(span, ignored);
            if !self.is_explained(&warning) {
                self.warnings.push(warning);
            }
        }
        for predicate in self.projected.iter().filter_map(|&signature| self.base.find_predicate(signature)) {
            self.program.projection.extend(self.base.domain(predicate).atoms());
        }
        grounded.map_err(|stop| self.stopped(stop))
    }

    /// The warning that an instance or an element was left out.
    fn warn_left_out(&self, span: Span, ignored: Ignored) -> Diagnostic {
        match ignored {
            Ignored::Call(function) => self.functions.unknown(function, span, &self.symbols),
            Ignored::Instance => evaluate::undefined(span),
            Ignored::Weight => Diagnostic::warning("this has no integer weight for some instances", span)
                .lint(Lint::Arithmetic)
                .help("such elements are left out"),
            Ignored::External => {
                Diagnostic::warning("this is not the value of an external atom for some instances", span)
                    .lint(Lint::Spelling)
                    .help("there are `true`, `false`, `free` and `release`; other instances are left out")
            }
            Ignored::Heuristic => Diagnostic::warning("this directive has no meaning for some instances", span)
                .lint(Lint::Arithmetic)
                .help("in brackets: an integer, after `@` an integer of at least 0, and `level`, `sign`, `true`, `false`, \
                    `init` or `factor`; such instances are left out"),
        }
    }

    /// The error for a grounding that ended early, with its source texts.
    pub(super) fn stopped(&self, stop: Stop) -> Error {
        match stop {
            Stop::Wrong(diagnostic) => self.program_error(vec![*diagnostic]),
            Stop::Halted(halt) => {
                let message = match halt.rule {
                    Some(_) => "grounding was ended in the middle of a rule",
                    None => "grounding was ended before the first rule",
                };
                let growing = halt.diagnostic(Severity::Warning, message);
                let diagnostics = Diagnostics::new(vec![growing], self.sources.clone());
                Error::Halted(Box::new(Halted { cause: halt.cause, count: halt.count, diagnostics }))
            }
        }
    }
}
