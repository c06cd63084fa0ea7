//! The engine: programs from text and values in, parts grounded one after the other, answer sets out.

use std::fmt::Write;
use std::time::{Duration, Instant};

use fixedbitset::FixedBitSet;
use rustc_hash::FxHashSet;

use crate::analysis::constants::Constants;
use crate::analysis::normalize::Normalizer;
use crate::analysis::projection::{Projections, HIDDEN};
use crate::analysis::rule::Rule;
use crate::analysis::safety;
use crate::analysis::steps::Steps;
use crate::diagnostic::{Diagnostic, Severity, SourceId, Sources, Span};
use crate::ground::Grounder;
use crate::program::{AtomId, Base, ExternalValue, Literal, Program};
use crate::solve::{Outcome, Search, SearchConfig, SolveError, Statistics};
use crate::symbol::{Name, Symbol, Symbols};
use crate::syntax::ast::{Facts, Part, Show, Signature, Statement};
use crate::syntax::parse;
use crate::translate::loops::Place;

/// Why the engine could not go on.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The program's text is wrong; the diagnostics point into [`Engine::sources`].
    #[error("{}", .0.first().map_or("the program is wrong", |first| first.message.as_str()))]
    Program(Vec<Diagnostic>),
    /// Translation or search failed.
    #[error(transparent)]
    Solve(#[from] SolveError),
}

/// A program on its way from text to answer sets.
///
/// ```
/// use groundplan::{solve::Outcome, Engine};
///
/// let mut engine = Engine::new();
/// engine.add_text("example.lp", "{ in(1..3) }. out(X) :- X = 1..3, not in(X). :- in(1), in(2). :- not in(3).")?;
/// engine.ground(&[("base", &[])])?;
/// let Outcome::Satisfiable(answer_set) = engine.solve(&[])? else { panic!("it has answer sets") };
/// let atoms: Vec<String> = engine.shown(&answer_set).collect();
/// assert!(atoms.contains(&"in(3)".to_owned()));
/// assert!(atoms.contains(&"out(1)".to_owned()) || atoms.contains(&"out(2)".to_owned()));
/// # Ok::<(), groundplan::Error>(())
/// ```
#[derive(Default)]
pub struct Engine {
    symbols: Symbols,
    sources: Sources,
    /// The parts of all texts, in order.
    parts: Vec<Part>,
    /// Constants given from outside.
    given: Vec<(Name, Symbol)>,
    base: Base,
    program: Program,
    grounder: Grounder,
    warnings: Vec<Diagnostic>,
    /// The predicates named by `#show`; `None` while no directive restricts what is shown.
    shown: Option<FxHashSet<Signature>>,
    steps: Steps,
    config: SearchConfig,
    /// Made when it is first needed.
    search: Option<Search>,
    times: Times,
}

/// How long the stages took so far.
#[derive(Clone, Copy, Default, Debug)]
pub struct Times {
    /// Reading text.
    pub parse: Duration,
    /// Analysis and grounding.
    pub ground: Duration,
}

impl Engine {
    /// An engine without a program.
    #[must_use]
    pub fn new() -> Self {
        Engine::default()
    }

    /// An engine without a program that goes on with a table of symbols.
    #[must_use]
    pub fn with_symbols(symbols: Symbols) -> Self {
        Engine { symbols, ..Engine::default() }
    }

    /// Chooses backend and loop method; before anything is solved.
    pub fn configure(&mut self, config: SearchConfig) {
        self.config = config;
        self.search = None;
    }

    /// The table of symbols.
    #[must_use]
    pub fn symbols(&self) -> &Symbols {
        &self.symbols
    }

    /// The table of symbols, to make new ones.
    pub fn symbols_mut(&mut self) -> &mut Symbols {
        &mut self.symbols
    }

    /// The texts that were added, which diagnostics point into.
    #[must_use]
    pub fn sources(&self) -> &Sources {
        &self.sources
    }

    /// What is odd about the program, but can be lived with.
    #[must_use]
    pub fn warnings(&self) -> &[Diagnostic] {
        &self.warnings
    }

    /// How long the stages took so far.
    #[must_use]
    pub fn times(&self) -> Times {
        self.times
    }

    /// The ground program.
    #[must_use]
    pub fn program(&self) -> &Program {
        &self.program
    }

    /// The atoms of the ground program.
    #[must_use]
    pub fn base(&self) -> &Base {
        &self.base
    }

    /// Gives a named constant a value that takes precedence over `#const` directives.
    pub fn define(&mut self, name: &str, value: Symbol) {
        let name = self.symbols.name(name);
        self.given.push((name, value));
    }

    /// Adds a program. `name` is what messages call the text.
    ///
    /// # Errors
    ///
    /// [`Error::Program`] when the text does not follow the syntax.
    pub fn add_text(&mut self, name: &str, text: &str) -> Result<(), Error> {
        let start = Instant::now();
        let source = self.sources.add(name, text);
        let mut diagnostics = Vec::new();
        let read = parse(&mut self.symbols, &self.sources, source, &mut diagnostics);
        self.times.parse += start.elapsed();
        self.settle(diagnostics)?;
        self.parts.extend(read.parts);
        Ok(())
    }

    /// Adds facts to the part `base`.
    pub fn add_facts(&mut self, facts: Facts) {
        let name = self.symbols.name("base");
        let source = SourceId(0);
        self.parts.push(Part { facts, ..Part::base(name, source) });
    }

    /// Whether a predicate of this name occurs in the program's rules, as it was written.
    #[must_use]
    pub fn mentions(&self, name: &str) -> bool {
        let Some(name) = self.symbols.find_name(name) else { return false };
        let statements = self.parts.iter().flat_map(|part| &part.statements);
        statements.into_iter().any(|statement| statement.mentions(name))
    }

    /// Whether the program has a part of this name with so many parameters.
    #[must_use]
    pub fn has_part(&self, name: &str, parameters: usize) -> bool {
        let Some(name) = self.symbols.find_name(name) else { return false };
        self.parts.iter().any(|part| part.name == name && part.parameters.len() == parameters)
    }

    /// Whether the program defines a constant of this name.
    #[must_use]
    pub fn defines(&self, name: &str) -> bool {
        let Some(name) = self.symbols.find_name(name) else { return false };
        let mut statements = self.parts.iter().flat_map(|part| &part.statements);
        statements.any(|statement| matches!(statement, Statement::Const(constant) if constant.name == name))
    }

    /// Grounds parts, each with values for its parameters, on top of what is there.
    ///
    /// # Errors
    ///
    /// [`Error::Program`] when a rule is unsafe, uses what is not supported, or its arithmetic overflows.
    pub fn ground(&mut self, parts: &[(&str, &[Symbol])]) -> Result<(), Error> {
        let start = Instant::now();
        let result = self.ground_parts(parts);
        self.times.ground += start.elapsed();
        result
    }

    fn ground_parts(&mut self, wanted: &[(&str, &[Symbol])]) -> Result<(), Error> {
        let mut diagnostics = Vec::new();
        let all = self.parts.iter();
        let constants = Constants::of(all, &self.given, &mut self.symbols, &mut diagnostics);
        let mut rules: Vec<Rule> = Vec::new();
        let mut projections = Projections::default();
        for (name, arguments) in wanted {
            let Some(name) = self.symbols.find_name(name) else { continue };
            for part in &mut self.parts {
                if part.name != name || part.parameters.len() != arguments.len() {
                    continue;
                }
                if let (&[parameter], &[argument]) = (&part.parameters[..], *arguments) {
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
                    projections: &mut projections,
                    diagnostics: &mut diagnostics,
                };
                for statement in &part.statements {
                    match statement {
                        Statement::Rule(rule) => rules.extend(normalizer.rule(rule)),
                        Statement::External(external) => rules.extend(normalizer.external(external)),
                        Statement::Show(show) => show_only(&mut self.shown, show, normalizer.diagnostics),
                        Statement::Const(_) | Statement::Defined(..) => {}
                        other => normalizer
                            .diagnostics
                            .push(Diagnostic::error("this directive is not supported", other.span())),
                    }
                }
            }
        }
        rules.extend(projections.into_rules());
        rules.iter().for_each(|rule| safety::check(rule, &self.symbols, &mut diagnostics));
        self.settle(diagnostics)?;
        self.grounder
            .ground(rules, &mut self.symbols, &mut self.base, &mut self.program)
            .map_err(|stop| Error::Program(vec![stop.into()]))
    }

    /// Keeps warnings and fails on errors.
    fn settle(&mut self, diagnostics: Vec<Diagnostic>) -> Result<(), Error> {
        let (mut errors, warnings): (Vec<_>, Vec<_>) =
            diagnostics.into_iter().partition(|diagnostic| diagnostic.severity == Severity::Error);
        self.warnings.extend(warnings);
        if errors.is_empty() {
            return Ok(());
        }
        errors.sort_by_key(|error| error.span);
        Err(Error::Program(errors))
    }

    /// Places where arithmetic had no value, so that instances were left out.
    pub fn undefined_arithmetic(&self) -> impl Iterator<Item = Span> + '_ {
        self.grounder.undefined()
    }

    /// The search, which has seen all that is ground.
    ///
    /// # Errors
    ///
    /// [`Error::Solve`] when the SAT solver cannot be started, or the program cannot be translated.
    pub fn search(&mut self) -> Result<&mut Search, Error> {
        let search = match self.search.take() {
            Some(search) => search,
            None => Search::new(&self.config)?,
        };
        let search = self.search.insert(search);
        search.add(&self.program)?;
        let (base, symbols, steps) = (&self.base, &self.symbols, &mut self.steps);
        search.place(|atom| {
            let (step, family) = steps.of(base.name(atom)?, symbols)?;
            Some(Place { step, family })
        })?;
        Ok(search)
    }

    /// Looks for an answer set in which the assumptions hold.
    ///
    /// # Errors
    ///
    /// [`Error::Solve`] when the program cannot be translated, or the SAT solver fails.
    pub fn solve(&mut self, assumptions: &[Literal]) -> Result<Outcome, Error> {
        self.search()?;
        let search = self.search.as_mut().expect("made above");
        Ok(search.solve(&self.program, assumptions)?)
    }

    /// Sets the value of an external atom for the solver calls to come; whether it is an external atom that no rule
    /// defines.
    ///
    /// # Errors
    ///
    /// [`Error::Solve`] when the program cannot be translated.
    pub fn assign_external(
        &mut self,
        name: &str,
        arguments: &[Symbol],
        value: ExternalValue,
    ) -> Result<bool, Error> {
        let Some(atom) = self.find_atom(name, arguments) else { return Ok(false) };
        Ok(self.search()?.set_external(atom, value))
    }

    /// Counts and times of translation and search so far.
    #[must_use]
    pub fn statistics(&self) -> Statistics {
        self.search.as_ref().map(Search::statistics).unwrap_or_default()
    }

    /// The number of an atom that the ground program mentions.
    #[must_use]
    pub fn find_atom(&self, name: &str, arguments: &[Symbol]) -> Option<AtomId> {
        let name = self.symbols.find_name(name)?;
        let signature = Signature { name, arity: arguments.len() as u32, negative: false };
        let domain = self.base.domain(self.base.find_predicate(signature)?);
        domain.find(arguments).map(|row| domain.atom(row))
    }

    /// The shown atoms of an answer set as text, in the order in which they were derived.
    pub fn shown<'a>(&'a self, answer_set: &'a FixedBitSet) -> impl Iterator<Item = String> + 'a {
        answer_set.ones().filter_map(|index| {
            let (signature, arguments) = self.shown_atom(AtomId(index as u32))?;
            Some(self.display_atom(signature, arguments))
        })
    }

    /// An atom as text.
    #[must_use]
    pub fn display_atom(&self, signature: Signature, arguments: &[Symbol]) -> String {
        let mut text = String::new();
        if signature.negative {
            text.push('-');
        }
        text.push_str(self.symbols.text(signature.name));
        for (i, &argument) in arguments.iter().enumerate() {
            text.push(if i == 0 { '(' } else { ',' });
            // Writing to a string cannot fail.
            let _ = write!(text, "{}", self.symbols.display(argument));
        }
        if !arguments.is_empty() {
            text.push(')');
        }
        text
    }

    /// Predicate and arguments of an atom that is shown; `None` for one that `#show` leaves out.
    #[must_use]
    pub fn shown_atom(&self, atom: AtomId) -> Option<(Signature, &[Symbol])> {
        let (signature, arguments) = self.base.name(atom)?;
        let shown = match &self.shown {
            Some(shown) => shown.contains(&signature),
            None => !self.symbols.text(signature.name).starts_with(HIDDEN),
        };
        shown.then_some((signature, arguments))
    }
}

/// Takes a `#show` directive into account.
fn show_only(shown: &mut Option<FxHashSet<Signature>>, show: &Show, diagnostics: &mut Vec<Diagnostic>) {
    let shown = shown.get_or_insert_with(FxHashSet::default);
    match show {
        Show::Nothing(_) => {}
        Show::Signature(signature, _) => {
            shown.insert(*signature);
        }
        Show::Term(_, _, span) => {
            diagnostics.push(Diagnostic::error("`#show` of terms is not supported", *span));
        }
    }
}

impl Statement {
    /// Whether a predicate of this name occurs in the rule.
    fn mentions(&self, name: Name) -> bool {
        let mut found = false;
        self.atoms(&mut |atom| found |= atom.name == name);
        found
    }
}
