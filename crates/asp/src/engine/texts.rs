//! The texts of an engine: the statements that were read from them, and the messages about them.

use std::time::{Duration, Instant};

use itertools::Itertools;
use rustc_hash::{FxHashMap, FxHashSet};

use super::{Error, Halted};
use groundplan_ground::diagnostic::{Diagnostic, Diagnostics, ErrorKind, Severity, SourceId, Sources, Span};
use groundplan_ground::exchange::{AspifSteps, Formula};
use groundplan_ground::ground::{ProfileRecords, Stop};
use groundplan_ground::spelling;
use groundplan_ground::symbol::{Name, Symbols};
use groundplan_ground::syntax::ast::{Include, Part, Show, Signature, Statement, Term};
use groundplan_ground::syntax::parse;

/// The texts that were added, and what is known of them before they are grounded.
#[derive(Clone, Default)]
pub(super) struct Texts {
    pub sources: Sources,
    /// The parts of all texts, in order.
    pub parts: Vec<Part>,
    /// The parts whose statements were checked, by their positions.
    pub checked: FxHashSet<Span>,
    /// The constants defined by the caller. Their definitions may mention other constants.
    pub constants: Vec<(Name, Term)>,
    /// The formula that the program was read from.
    pub formula: Option<Formula>,
    /// The program in aspif whose next step is still to be read.
    pub steps_to_read: Option<AspifSteps>,
    /// The predicates named by `#show`; `None` if no directive restricts what is shown.
    pub shown: Option<FxHashSet<Signature>>,
    /// Whether names that begin with `_` are not shown.
    pub hides_auxiliary: bool,
    /// The predicates named by `#project`.
    pub projected: FxHashSet<Signature>,
    /// The `#include` directives whose texts are still missing.
    includes: Vec<Include>,
    /// For each text, the part in which it began.
    text_parts: FxHashMap<SourceId, TextPart>,
    /// All warnings so far, each once.
    warnings: Vec<Diagnostic>,
    /// The number of warnings that were taken.
    warnings_taken: usize,
    /// The time that reading and parsing took.
    pub time: Duration,
}

/// A part, as a place in a program: where a text begins, or where it continues after an `#include`.
#[derive(Clone, Debug)]
pub(super) struct TextPart {
    pub name: Name,
    pub parameters: Vec<Name>,
}

impl Texts {
    /// These texts with other statements, of which nothing is known yet.
    pub fn with_parts(&self, parts: Vec<Part>) -> Texts {
        let (sources, constants) = (self.sources.clone(), self.constants.clone());
        Texts { sources, constants, parts, ..Texts::default() }
    }

    /// Adds a text that begins in this part.
    pub fn add(
        &mut self,
        part: &TextPart,
        name: &str,
        text: &str,
        symbols: &mut Symbols,
    ) -> Result<(), Error> {
        let source = self.sources.add(name, text);
        let parts = self.read_parts(source, part, part, symbols)?;
        self.parts.extend(parts);
        Ok(())
    }

    /// Adds parts that were read elsewhere.
    pub fn add_parts(&mut self, parts: Vec<Part>) {
        self.note_statements(&parts);
        self.parts.extend(parts);
    }

    /// The position among the parts of what follows an `#include` whose text is still missing.
    pub fn place_of(&self, include: &Include) -> Result<usize, Error> {
        let is_behind = |part: &Part| part.goes_on && part.span == include.span;
        match self.parts.iter().rposition(is_behind) {
            Some(behind) if !include.builtin => Ok(behind),
            _ => Err(Error::NoInclude(include.target.clone())),
        }
    }

    /// Adds the text of an `#include` before the part at this place.
    pub fn add_included(
        &mut self,
        behind: usize,
        name: &str,
        text: &str,
        symbols: &mut Symbols,
    ) -> Result<(), Error> {
        let Part { name: part, parameters, span, .. } = &self.parts[behind];
        let begins = TextPart { name: *part, parameters: parameters.clone() };
        let returns =
            self.text_parts.get(&span.source).expect("every text has a part that it began in").clone();
        let source = self.sources.add_included(name, text);
        let parts = self.read_parts(source, &begins, &returns, symbols)?;
        // The statements after further includes move to that part as well, as long as no text is added for those includes.
        self.parts[behind].goes_on = false;
        let following = self.parts[behind + 1..].iter().take_while(|part| part.goes_on).count();
        for rest in &mut self.parts[behind..=behind + following] {
            (rest.name, rest.parameters) = (returns.name, returns.parameters.clone());
        }
        self.parts.splice(behind..behind, parts);
        Ok(())
    }

    /// Parses a text that begins in the part `begins` and continues in the part `returns` after an `#include`.
    fn read_parts(
        &mut self,
        source: SourceId,
        begins: &TextPart,
        returns: &TextPart,
        symbols: &mut Symbols,
    ) -> Result<Vec<Part>, Error> {
        let start = Instant::now();
        let read = parse(symbols, &self.sources, source);
        self.time += start.elapsed();
        self.check_diagnostics(read.diagnostics)?;
        self.text_parts.insert(source, returns.clone());
        let mut parts = read.program.parts;
        // A text that does not begin with `#program` starts with a part whose directive is empty.
        let is_first = |part: &Part| part.goes_on || part.span.start == part.span.end;
        for part in parts.iter_mut().take_while(|part| is_first(part)) {
            (part.name, part.parameters) = (begins.name, begins.parameters.clone());
        }
        self.note_statements(&parts);
        Ok(parts)
    }

    /// Notes what is known of statements before they are grounded: what they include, show and project to.
    fn note_statements(&mut self, parts: &[Part]) {
        for statement in parts.iter().flat_map(|part| &part.statements) {
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
    }

    /// The predicates in statements that were not instantiated, such as those of parts that were not ground.
    pub fn predicates_elsewhere(&self, records: &ProfileRecords) -> FxHashSet<Signature> {
        let known: FxHashSet<Span> = records.statements.iter().map(|statement| statement.span).collect();
        let is_known = |statement: &&Statement| match statement {
            // Each of its elements is instantiated by itself.
            Statement::Optimize(optimize) => {
                optimize.elements.iter().all(|element| known.contains(&element.weight.span()))
            }
            _ => known.contains(&statement.span()),
        };
        let mut elsewhere = FxHashSet::default();
        for statement in self.statements().filter(|statement| !is_known(statement)) {
            statement.atoms(&mut |atom, _| {
                elsewhere.extend(atom.pools.iter().map(|arguments| Signature {
                    name: atom.name,
                    arity: arguments.len() as u32,
                    negative: atom.negative,
                }));
            });
        }
        elsewhere
    }

    /// All statements of all parts.
    pub fn statements(&self) -> impl Iterator<Item = &Statement> {
        self.parts.iter().flat_map(|part| &part.statements)
    }

    /// Whether there is a part of this name with this number of parameters.
    pub fn has_part(&self, name: Name, parameters: usize) -> bool {
        self.parts.iter().any(|part| part.name == name && part.parameters.len() == parameters)
    }

    /// The error for a part that does not exist.
    pub fn unknown_part(&self, name: &str, arity: usize, symbols: &Symbols) -> Error {
        let parts =
            self.parts.iter().map(|part| format!("{}/{}", symbols.text(part.name), part.parameters.len()));
        let parts: Vec<String> = parts.unique().collect();
        let known: Vec<&str> = parts.iter().map(String::as_str).collect();
        let wanted = format!("{name}/{arity}");
        Error::UnknownPart { hint: spelling::suggestion(&wanted, &known), wanted }
    }

    /// Takes the `#include` directives whose texts are still missing.
    pub fn take_includes(&mut self) -> Vec<Include> {
        std::mem::take(&mut self.includes)
    }

    /// Puts back includes that could not be read, before those of texts that were added since.
    pub fn give_back_includes(&mut self, includes: impl Iterator<Item = Include>) {
        self.includes.splice(..0, includes);
    }

    /// Fails with an error for each `#include` that was neither read nor taken.
    pub fn check_includes(&self) -> Result<(), Error> {
        let forgotten = self.includes.iter().map(|include| {
            Diagnostic::error("the file that this includes was not read", include.span)
                .kind(ErrorKind::Include)
                .help("read programs by a `Loader`, or take what they include by `take_includes` and add it by `add_included`")
        });
        match forgotten.collect::<Vec<_>>() {
            none if none.is_empty() => Ok(()),
            forgotten => Err(self.error(forgotten)),
        }
    }

    /// The error for diagnostics in these texts.
    pub fn error(&self, errors: Vec<Diagnostic>) -> Error {
        Error::Program(self.diagnostics(errors))
    }

    /// Diagnostics with these texts.
    pub fn diagnostics(&self, diagnostics: Vec<Diagnostic>) -> Diagnostics {
        Diagnostics::new(diagnostics, self.sources.clone())
    }

    /// The error for a grounding that ended early.
    pub fn stopped(&self, stop: Stop) -> Error {
        match stop {
            Stop::Wrong(diagnostic) => self.error(vec![*diagnostic]),
            Stop::Halted(halt) => {
                let message = match halt.rule {
                    Some(_) => "grounding was ended in the middle of a rule",
                    None => "grounding was ended before the first rule",
                };
                let diagnostics = self.diagnostics(vec![halt.diagnostic(Severity::Warning, message)]);
                Error::Halted(Box::new(Halted { cause: halt.cause, count: halt.count, diagnostics }))
            }
        }
    }

    /// Keeps the warnings, and fails if there are errors.
    pub fn check_diagnostics(&mut self, diagnostics: Vec<Diagnostic>) -> Result<(), Error> {
        let (mut errors, warnings): (Vec<_>, Vec<_>) =
            diagnostics.into_iter().partition(|diagnostic| diagnostic.severity == Severity::Error);
        for warning in warnings {
            // A part that is grounded at several steps gives the same warning at each.
            if !self.warnings.contains(&warning) {
                self.warnings.push(warning);
            }
        }
        if errors.is_empty() {
            return Ok(());
        }
        errors.sort_by_key(|error| error.span);
        // One statement may stand for several rules, each of which gives the same error.
        errors.dedup();
        Err(self.error(errors))
    }

    /// Keeps a warning, unless an earlier one of the same kind is about a position inside its own.
    pub fn warn(&mut self, warning: Diagnostic) {
        let is_explained = warning.span.is_some_and(|span| {
            let mut known = self.warnings.iter().filter(|known| known.lint == warning.lint);
            known.any(|known| {
                known.span.is_some_and(|known| {
                    known.source == span.source && span.start <= known.start && known.end <= span.end
                })
            })
        });
        if !is_explained {
            self.warnings.push(warning);
        }
    }

    /// Returns the warnings since the last call.
    pub fn take_warnings(&mut self) -> Diagnostics {
        let new = self.warnings[self.warnings_taken..].to_vec();
        self.warnings_taken = self.warnings.len();
        self.diagnostics(new)
    }
}
