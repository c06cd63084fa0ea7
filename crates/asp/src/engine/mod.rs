//! The engine: programs from text and values in, parts grounded one after the other ([`mod@self`]), answer sets out
//! ([`answers`]) as typed symbols or text ([`shown`]).

mod answers;
mod consequences;
mod refusal;
mod shown;

pub use answers::Models;
pub use consequences::Consequences;
pub use shown::{Model, Vocabulary};

use std::time::{Duration, Instant};

use rustc_hash::FxHashSet;

use crate::analysis::constants::{value, Constants};
use crate::analysis::evaluate::Failure;
use crate::analysis::lint::lint;
use crate::analysis::normalize::Normalizer;
use crate::analysis::projection::Projections;
use crate::analysis::rule::Rule;
use crate::analysis::safety;
use crate::analysis::steps::Steps;
use crate::diagnostic::{Diagnostic, Lint, Severity, SourceId, Sources, Span};
use crate::exchange::read_aspif;
use crate::ground::{Grounder, Halt, Ignored, Stop};
use crate::program::{Base, Program};
use crate::solve::{Search, SearchConfig, SolveError};
use crate::symbol::{Name, Symbol, Symbols};
use crate::syntax::ast::{Facts, Include, Part, Show, Signature, Statement, Term};
use crate::syntax::parse;

/// Why the engine could not go on.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The program's text is wrong; the diagnostics point into [`Engine::sources`].
    #[error("{}", .0.first().map_or("the program is wrong", |first| first.message.as_str()))]
    Program(Vec<Diagnostic>),
    /// Grounding was ended by a limit or an interrupt. What is ground so far is no program: the engine cannot go on.
    #[error("{0}")]
    Halted(Box<Halt>),
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
    /// Files and modules that nobody took yet.
    includes: Vec<Include>,
    /// The predicates named by `#show`; `None` while no directive restricts what is shown.
    shown: Option<FxHashSet<Signature>>,
    /// The predicates named by `#project`.
    projected: FxHashSet<Signature>,
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

    /// Chooses backend and loop method; before anything is solved. The interrupter of the backend ends grounding, too.
    pub fn configure(&mut self, config: SearchConfig) {
        self.grounder.set_interrupter(config.solver.interrupter.clone());
        self.config = config;
        self.search = None;
    }

    /// Sets or removes the number of ground rules, facts included, at which grounding ends with [`Error::Halted`].
    ///
    /// ```
    /// use groundplan::{Engine, Error};
    ///
    /// let mut engine = Engine::new();
    /// engine.set_ground_limit(Some(1000));
    /// engine.add_text("example.lp", "n(0). n(X+1) :- n(X).")?;
    /// let Err(Error::Halted(halt)) = engine.ground(&[("base", &[])]) else { panic!("it has no end") };
    /// let rule = halt.rule.expect("it is not the facts");
    /// assert_eq!(&engine.sources().text(rule.source)[rule.range()], "n(X+1) :- n(X).");
    /// assert_eq!(halt.count, 1000);
    /// # Ok::<(), Error>(())
    /// ```
    pub fn set_ground_limit(&mut self, limit: Option<u64>) {
        self.grounder.set_limit(limit);
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

    /// What is odd about the texts as they were written; not among [`Engine::warnings`], because it takes a look at all of
    /// them.
    #[must_use]
    pub fn lint(&self) -> Vec<Diagnostic> {
        lint(&self.parts, &self.symbols)
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

    /// The value of a term without variables, intervals and pools; `None`, with an error in `diagnostics`, where it has none.
    pub fn evaluate(&mut self, term: &Term, diagnostics: &mut Vec<Diagnostic>) -> Option<Symbol> {
        match value(term, &Constants::default(), &mut self.symbols) {
            Ok(value) => Some(value),
            Err(Failure::Overflow(span)) => {
                diagnostics.push(Diagnostic::error("this leaves the range of 64-bit integers", span));
                None
            }
            Err(Failure::Undefined(span)) => {
                diagnostics.push(Diagnostic::error("this has no value", span));
                None
            }
        }
    }

    /// A literal that always holds, for assumptions.
    pub fn always(&mut self) -> crate::program::Literal {
        let atom = self.program.new_atom();
        self.program.add_fact(atom);
        atom.positive()
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
        for statement in read.parts.iter().flat_map(|part| &part.statements) {
            match statement {
                Statement::Include(include) => self.includes.push(include.clone()),
                Statement::Show(Show::Nothing(_)) => {
                    self.shown.get_or_insert_with(FxHashSet::default);
                }
                Statement::Show(Show::Signature(signature, _)) => {
                    self.shown.get_or_insert_with(FxHashSet::default).insert(*signature);
                }
                Statement::ProjectSignature(signature, _) => {
                    self.projected.insert(*signature);
                }
                _ => {}
            }
        }
        self.parts.extend(read.parts);
        Ok(())
    }

    /// What the texts added since the last call want read besides themselves. The engine opens no files: whoever embeds
    /// it adds their texts.
    pub fn take_includes(&mut self) -> Vec<Include> {
        std::mem::take(&mut self.includes)
    }

    /// Adds a ground program in aspif; it needs no grounding.
    ///
    /// # Errors
    ///
    /// [`Error::Program`] when the text does not follow the format.
    pub fn add_aspif(&mut self, name: &str, text: &str) -> Result<(), Error> {
        let start = Instant::now();
        let source = self.sources.add(name, text);
        let Engine { sources, symbols, base, program, .. } = self;
        let edges = read_aspif(sources, source, symbols, base, program)
            .map_err(|diagnostic| Error::Program(vec![diagnostic]))?;
        self.times.parse += start.elapsed();
        self.grounder
            .add_edges(edges, &mut self.symbols, &mut self.base, &mut self.program)
            .map_err(Error::from)
    }

    /// The value of a named constant, whether given or defined by the program.
    #[must_use]
    pub fn constant(&mut self, name: &str) -> Option<Symbol> {
        let name = self.symbols.find_name(name)?;
        let parts = self.parts.iter();
        Constants::of(parts, &self.given, &mut self.symbols, &mut Vec::new()).value(name)
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
    /// [`Error::Program`] when a rule is unsafe, uses what is not supported, or its arithmetic overflows; [`Error::Halted`]
    /// when a limit or an interrupt came first.
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
        let grounded = self.grounder.ground(rules, &mut self.symbols, &mut self.base, &mut self.program);
        for ignored in self.grounder.take_ignored() {
            let warning = Diagnostic::from(ignored);
            if !self.explained(&warning) {
                self.warnings.push(warning);
            }
        }
        for predicate in self.projected.iter().filter_map(|&signature| self.base.find_predicate(signature)) {
            self.program.projection.extend(self.base.domain(predicate).atoms());
        }
        Ok(grounded?)
    }

    /// Whether a warning was given that says more of the same place.
    fn explained(&self, warning: &Diagnostic) -> bool {
        let Some(span) = warning.span else { return false };
        self.warnings
            .iter()
            .filter(|known| known.lint == warning.lint)
            .filter_map(|known| known.span)
            .any(|known| known.source == span.source && span.start <= known.start && known.end <= span.end)
    }

    /// Keeps warnings and fails on errors.
    fn settle(&mut self, diagnostics: Vec<Diagnostic>) -> Result<(), Error> {
        let (mut errors, warnings): (Vec<_>, Vec<_>) =
            diagnostics.into_iter().partition(|diagnostic| diagnostic.severity == Severity::Error);
        for warning in warnings {
            // A part that is grounded step by step is wrong at each step.
            if !self.warnings.contains(&warning) {
                self.warnings.push(warning);
            }
        }
        if errors.is_empty() {
            return Ok(());
        }
        errors.sort_by_key(|error| error.span);
        // What stands for several rules is wrong in each of them.
        errors.dedup();
        Err(Error::Program(errors))
    }
}

impl From<Stop> for Error {
    fn from(stop: Stop) -> Self {
        match stop {
            Stop::Wrong(diagnostic) => Error::Program(vec![*diagnostic]),
            Stop::Halted(halt) => Error::Halted(halt),
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

impl Statement {
    /// Whether a predicate of this name occurs in the rule.
    fn mentions(&self, name: Name) -> bool {
        let mut found = false;
        self.atoms(&mut |atom, _| found |= atom.name == name);
        found
    }
}
