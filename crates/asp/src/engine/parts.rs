//! Grounding of parts, one after the other, on top of what is there.

use std::time::Instant;

use super::state::State;
use super::{Engine, Error, Halted};
use itertools::Itertools;

use crate::analysis::constants::Constants;
use crate::analysis::normalize::Normalizer;
use crate::analysis::projection::Projections;
use crate::analysis::rule::Rule;
use crate::analysis::safety;
use crate::diagnostic::{Diagnostic, Diagnostics, Lint, Severity, Span};
use crate::ground::{Ignored, Stop};
use crate::spelling;
use crate::symbol::{Name, Symbol};
use crate::syntax::ast::{Show, Statement};
use crate::value::{Interner, ToArguments};

/// A part of a program, `#program name(parameters).`, with values for its parameters. Statements before the first such
/// directive are in the part `base`.
///
/// A name stands for the part without parameters, and a pair of a name and [arguments](ToArguments) for one with them:
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
    /// Grounds parts, each with values for its parameters, on top of what is there.
    ///
    /// # Errors
    ///
    /// [`Error::UnknownPart`]; [`Error::Program`] when a rule is unsafe, uses what is not supported, or its arithmetic
    /// overflows; [`Error::Halted`] when a limit or an interrupt came first. The engine is broken then.
    pub fn ground<'a, P: Into<Part<'a>>>(&mut self, parts: impl IntoIterator<Item = P>) -> Result<(), Error> {
        self.state.usable()?;
        let start = Instant::now();
        self.grounder.set_interrupter(self.interrupter());
        let parts: Vec<Part<'a>> = parts.into_iter().map(Into::into).collect();
        let result = self.find_parts(&parts).and_then(|parts| self.ground_parts(&parts));
        self.times.ground += start.elapsed();
        match &result {
            Ok(()) => {
                self.state = State::Ground;
                self.facts_added = false;
            }
            Err(error) => self.state.breaks(error),
        }
        result
    }

    fn find_parts(&mut self, parts: &[Part<'_>]) -> Result<Vec<(Name, Vec<Symbol>)>, Error> {
        let mut found = Vec::with_capacity(parts.len());
        for part in parts {
            let arguments = part.arguments.to_arguments(&mut Interner::new(&mut self.symbols));
            let arity = arguments.len();
            // A program without a text has an empty base.
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
        Error::UnknownPart { hint: spelling::meant(&wanted, &known), wanted }
    }

    fn ground_parts(&mut self, wanted: &[(Name, Vec<Symbol>)]) -> Result<(), Error> {
        let mut diagnostics = Vec::new();
        let all = self.parts.iter();
        self.functions.begin();
        let constants =
            Constants::of(all, &self.given, &mut self.symbols, &mut self.functions, &mut diagnostics);
        let mut rules: Vec<Rule> = Vec::new();
        let mut projections = Projections::default();
        for (name, arguments) in wanted {
            for part in &mut self.parts {
                if part.name != *name || part.parameters.len() != arguments.len() {
                    continue;
                }
                if let (&[parameter], &[argument]) = (&part.parameters[..], &arguments[..]) {
                    if self.symbols.as_number(argument).is_some() {
                        self.steps.learn(part, self.symbols.constant(parameter));
                    }
                }
                let constants =
                    constants.with(part.parameters.iter().copied().zip(arguments.iter().copied()));
                // Without parameters there is nothing left to ground a fact for a second time.
                let facts =
                    if arguments.is_empty() { std::mem::take(&mut part.facts) } else { part.facts.clone() };
                for fact in facts.iter() {
                    let predicate = self.base.predicate(fact.signature);
                    let arguments: smallvec::SmallVec<[Symbol; 6]> = fact
                        .arguments
                        .iter()
                        .map(|&symbol| constants.replace(symbol, &mut self.symbols))
                        .collect();
                    let (atom, _) = self.base.derive(predicate, &arguments, &mut self.program);
                    self.program.add_fact(atom);
                }
                let mut normalizer = Normalizer {
                    symbols: &mut self.symbols,
                    base: &mut self.base,
                    constants: &constants,
                    functions: &self.functions,
                    projections: &mut projections,
                    diagnostics: &mut diagnostics,
                };
                for statement in &part.statements {
                    match statement {
                        Statement::Rule(rule) => rules.extend(normalizer.rule(rule)),
                        Statement::External(external) => rules.extend(normalizer.external(external)),
                        Statement::Show(Show::Term(term, body, span)) => {
                            rules.extend(normalizer.shown_term(term, body, *span));
                        }
                        Statement::Optimize(optimize) => rules.extend(normalizer.optimize(optimize)),
                        Statement::ProjectAtom(atom, body, span) => {
                            rules.extend(normalizer.projected(atom, body, *span));
                        }
                        Statement::Edge(pairs, body, span) => {
                            rules.extend(normalizer.edges(pairs, body, *span));
                        }
                        Statement::Heuristic(heuristic) => normalizer
                            .diagnostics
                            .push(Diagnostic::warning("`#heuristic` is ignored", heuristic.span).help(
                                "answer sets are the same without it, only the search may take longer",
                            )),
                        // What these say holds for all parts, and was heard when the text was added.
                        Statement::Const(_)
                        | Statement::Defined(..)
                        | Statement::Include(_)
                        | Statement::ProjectSignature(..)
                        | Statement::Show(Show::Nothing(_) | Show::Signature(..)) => {}
                    }
                }
            }
        }
        rules.extend(projections.into_rules());
        rules.iter().for_each(|rule| safety::check(rule, &self.symbols, &mut diagnostics));
        self.settle(diagnostics)?;
        let Engine { grounder, functions, symbols, base, program, .. } = self;
        let grounded = grounder.ground(rules, functions, symbols, base, program);
        for ignored in self.grounder.take_ignored() {
            let warning = Diagnostic::from(ignored);
            if !self.explained(&warning) {
                self.warnings.push(warning);
            }
        }
        for predicate in self.projected.iter().filter_map(|&signature| self.base.find_predicate(signature)) {
            self.program.projection.extend(self.base.domain(predicate).atoms());
        }
        grounded.map_err(|stop| self.stopped(stop))
    }

    /// Why grounding ended early, with the texts.
    pub(super) fn stopped(&self, stop: Stop) -> Error {
        match stop {
            Stop::Wrong(diagnostic) => self.wrong(vec![*diagnostic]),
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

impl From<(Span, Ignored)> for Diagnostic {
    fn from((span, ignored): (Span, Ignored)) -> Self {
        match ignored {
            Ignored::Instance => Diagnostic::warning("this has no value for some instances", span)
                .label("undefined")
                .lint(Lint::Arithmetic)
                .help("such instances are left out; add a condition that excludes them"),
            Ignored::Weight => Diagnostic::warning("this has no integer weight for some instances", span)
                .lint(Lint::Arithmetic)
                .help("such elements are left out"),
        }
    }
}
