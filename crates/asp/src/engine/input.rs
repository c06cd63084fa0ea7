//! Input of an engine before grounding: texts, ground programs, formulas, facts, constants and functions.

use std::fmt;
use std::time::Instant;

use super::grounding::Grounding;
use super::state::State;
use super::terms::Terms;
use super::texts::{TextPart, Texts};
use super::{Engine, Error};
use groundplan_ground::analysis::constants::Constants;
use groundplan_ground::diagnostic::{Diagnostic, ErrorKind, SourceId, Sources};
use groundplan_ground::exchange::{read_formula, read_lparse, AspifSteps, Formula, FormulaFormat};
use groundplan_ground::function::Function;
use groundplan_ground::ground::Stop;
use groundplan_ground::program::{AtomId, Literal};
use groundplan_ground::symbol::{Name, Symbol};
use groundplan_ground::syntax::ast::{Facts, Include, Part, Signature, Statement};
use groundplan_ground::value::{ExternalFunction, Fact, Interner, ToArguments, ToSymbol};

impl Engine {
    /// Adds a program text in clingo's language. `name` names the text in messages.
    ///
    /// Included files are not read, and nothing can be grounded before they are: [`Loader`](super::Loader) reads them from
    /// files, [`Engine::take_includes`] lists them for callers that supply the texts.
    ///
    /// # Errors
    ///
    /// [`Error::Program`] if the text has syntax errors; nothing of it is added then.
    pub fn add_text(&mut self, name: &str, text: &str) -> Result<(), Error> {
        self.add_text_to("base", &[], name, text)
    }

    /// Like [`Engine::add_text`], for a text that begins in another part than `base`, as if `#program part(parameters).`
    /// stood before it. After an `#include` the text continues in that part.
    ///
    /// ```
    /// use groundplan::Engine;
    ///
    /// let mut engine = Engine::new();
    /// engine.add_text_to("step", &["t"], "step.lp", "at(t).")?;
    /// engine.ground([("step", 1), ("step", 2)])?;
    /// assert_eq!(engine.query().first()?.expect("facts").to_string(), "at(1) at(2)");
    /// # Ok::<(), groundplan::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// See [`Engine::add_text`].
    pub fn add_text_to(
        &mut self,
        part: &str,
        parameters: &[&str],
        name: &str,
        text: &str,
    ) -> Result<(), Error> {
        self.state.usable()?;
        let symbols = &mut self.terms.symbols;
        let parameters = parameters.iter().map(|parameter| symbols.name(parameter)).collect();
        let part = TextPart { name: symbols.name(part), parameters };
        self.texts.add(&part, name, text, symbols)
    }

    /// Adds the text of an `#include` in place of the directive; it begins in the part that contains the directive.
    ///
    /// As in clingo, the statements after the `#include` belong to the part in which the including text began: `base`,
    /// except after [`Engine::add_text_to`]. If no text is added, because the file was read before, they stay in the part of
    /// the directive. Texts must be added in the order in which they are included.
    ///
    /// ```
    /// use groundplan::Engine;
    ///
    /// let mut engine = Engine::new();
    /// engine.add_text("main.lp", r#"#program p(t). a(t). #include "more.lp". c(t)."#)?;
    /// assert!(engine.ground(["base"]).is_err());
    /// for include in engine.take_includes() {
    ///     assert_eq!(include.target, "more.lp");
    ///     engine.add_included(&include, "more.lp", "b(t).")?;
    /// }
    /// engine.ground(["base"])?;
    /// engine.ground([("p", 1)])?;
    /// assert_eq!(engine.query().first()?.expect("facts").to_string(), "c(t) a(1) b(1)");
    /// # Ok::<(), groundplan::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// See [`Engine::add_text`]; also [`Error::NoInclude`] if the directive belongs to another engine, or its text was
    /// already added.
    pub fn add_included(&mut self, include: &Include, name: &str, text: &str) -> Result<(), Error> {
        let behind = self.texts.place_of(include)?;
        self.state.usable()?;
        self.texts.add_included(behind, name, text, &mut self.terms.symbols)
    }

    /// Adds a text that is not parsed, to which the spans of [parts](Engine::add_parts) refer.
    pub fn add_source(&mut self, name: &str, text: &str) -> SourceId {
        self.texts.sources.add(name, text)
    }

    /// Adds parts of a program as syntax trees, with names and symbols of this engine. The spans are those of texts of this
    /// engine, for messages; all spans of a statement lie in one text.
    ///
    /// # Errors
    ///
    /// [`Error::Broken`] if an earlier call failed.
    pub fn add_parts(&mut self, parts: Vec<Part>) -> Result<(), Error> {
        self.state.usable()?;
        self.texts.add_parts(parts);
        Ok(())
    }

    /// Returns the `#include` directives of the texts added since the last call, in the order of the texts. The engine opens
    /// no files: pass each text to [`Engine::add_included`].
    pub fn take_includes(&mut self) -> Vec<Include> {
        self.texts.take_includes()
    }

    /// The texts that were added, with their names.
    #[must_use]
    pub fn sources(&self) -> &Sources {
        &self.texts.sources
    }

    /// Adds a ground program in aspif, which needs no grounding. If the program has several steps, only the first is read:
    /// [`Engine::next_step`] reads the others.
    ///
    /// # Errors
    ///
    /// [`Error::Program`] if the text does not follow the format; the engine is broken then.
    pub fn add_aspif(&mut self, name: &str, text: &str) -> Result<(), Error> {
        self.state.usable()?;
        let source = self.texts.sources.add(name, text);
        self.texts.steps_to_read = Some(AspifSteps::new(source));
        self.next_step().map(|_| ())
    }

    /// Reads the next step of the last program in aspif. Returns whether there was one.
    ///
    /// ```
    /// let mut engine = groundplan::Engine::new();
    /// engine.add_aspif("steps.aspif", "asp 1 0 0 incremental\n1 1 1 1 0 0\n4 1 a 1 1\n0\n1 0 0 0 1 1\n0\n")?;
    /// assert_eq!(engine.query().models()?.count(), 2);
    /// assert!(engine.next_step()?);
    /// assert_eq!(engine.query().models()?.count(), 1);
    /// assert!(!engine.next_step()?);
    /// # Ok::<(), groundplan::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// See [`Engine::add_aspif`].
    pub fn next_step(&mut self) -> Result<bool, Error> {
        self.state.usable()?;
        let Some(mut steps) = self.texts.steps_to_read.take() else { return Ok(false) };
        let read = self.read_ground(|terms, texts, ground| {
            let Grounding { base, program, grounder, .. } = ground;
            let edges = steps.read(&texts.sources, &mut terms.symbols, base, program)?;
            let Some(edges) = edges else { return Ok(None) };
            grounder.add_edges(edges, base, program)?;
            Ok(Some(steps))
        })?;
        self.texts.steps_to_read = read;
        Ok(self.texts.steps_to_read.is_some())
    }

    /// Adds a ground program in the format of lparse, which clasp calls smodels. It needs no grounding.
    ///
    /// # Errors
    ///
    /// See [`Engine::add_aspif`].
    pub fn add_lparse(&mut self, name: &str, text: &str) -> Result<(), Error> {
        self.state.usable()?;
        let source = self.texts.sources.add(name, text);
        self.read_ground(|terms, texts, ground| {
            let Grounding { base, program, .. } = ground;
            Ok(read_lparse(&texts.sources, source, &mut terms.symbols, base, program)?)
        })
    }

    /// Adds a formula in DIMACS (CNF and WCNF) or OPB as a ground program. The variable with the number `n` becomes the atom
    /// `x(n)`, and the answer sets are the models.
    ///
    /// ```
    /// use groundplan::exchange::FormulaFormat;
    /// use groundplan::Engine;
    ///
    /// let mut engine = Engine::new();
    /// engine.add_formula(FormulaFormat::Clauses, "small.cnf", "p cnf 2 2\n1 2 0\n-1 0\n")?;
    /// assert_eq!(engine.query().first()?.expect("a model").to_string(), "x(2)");
    /// # Ok::<(), groundplan::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// See [`Engine::add_aspif`]; also [`Error::Program`] if there is a formula already.
    pub fn add_formula(&mut self, format: FormulaFormat, name: &str, text: &str) -> Result<(), Error> {
        self.state.usable()?;
        let source = self.texts.sources.add(name, text);
        if self.texts.formula.is_some() {
            let error = Diagnostic::error("this is a second formula", self.texts.sources.whole(source));
            return Err(self.texts.error(vec![error
                .kind(ErrorKind::Definition)
                .help("write the formulas into one file: numbers of variables are those of one")]));
        }
        self.read_ground(|terms, texts, ground| {
            let (Grounding { base, program, .. }, symbols) = (ground, &mut terms.symbols);
            texts.formula = Some(read_formula(format, &texts.sources, source, symbols, base, program)?);
            Ok(())
        })
    }

    /// The formula that was added, if any.
    #[must_use]
    pub fn formula(&self) -> Option<&Formula> {
        self.texts.formula.as_ref()
    }

    /// Reads a ground program; on an error the engine is broken.
    fn read_ground<T>(
        &mut self,
        read: impl FnOnce(&mut Terms, &mut Texts, &mut Grounding) -> Result<T, Stop>,
    ) -> Result<T, Error> {
        self.state = State::Ground;
        let start = Instant::now();
        let result = read(&mut self.terms, &mut self.texts, &mut self.ground);
        self.texts.time += start.elapsed();
        result.map_err(|stop| {
            let error = self.texts.stopped(stop);
            self.state = State::broken(&error);
            error
        })
    }

    /// Adds a fact, which the next grounding takes into account, whichever parts it grounds. The name may begin with `-`.
    ///
    /// ```
    /// use groundplan::Engine;
    ///
    /// let mut engine = Engine::new();
    /// for (from, to) in [(1, 2), (2, 3)] {
    ///     engine.add_fact("edge", (from, to))?;
    /// }
    /// engine.add_text("paths.lp", "path(X,Y) :- edge(X,Y). path(X,Z) :- path(X,Y), edge(Y,Z).")?;
    /// engine.ground(["base"])?;
    /// assert_eq!(engine.query().first()?.expect("facts and rules").count("path"), 3);
    /// # Ok::<(), groundplan::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`Error::Broken`] if an earlier call failed.
    pub fn add_fact(&mut self, predicate: &str, arguments: impl ToArguments) -> Result<(), Error> {
        self.state.usable()?;
        let (signature, arguments) = self.terms.atom(predicate, &arguments);
        self.ground.add_fact(signature, &arguments);
        Ok(())
    }

    /// Adds facts of a type that knows its predicates: see [`Fact`](groundplan_ground::value::Fact). The next
    /// [`Engine::ground`] takes them into account.
    ///
    /// # Errors
    ///
    /// [`Error::Broken`] if an earlier call failed.
    pub fn add_all<'f, F: Fact + 'f>(&mut self, facts: impl IntoIterator<Item = &'f F>) -> Result<(), Error> {
        self.state.usable()?;
        for fact in facts {
            let (predicate, arguments) = fact.to_fact(&mut Interner::new(&mut self.terms.symbols));
            let (signature, arguments) = self.terms.atom(predicate, &arguments);
            self.ground.add_fact(signature, &arguments);
        }
        Ok(())
    }

    /// Returns the number of an atom, and creates the atom if it does not exist. A new atom has no rules: add them to
    /// [`Engine::program_mut`]. The name may begin with `-`. Rules that are grounded later treat the atom as possibly true.
    ///
    /// ```
    /// use groundplan::program::{Body, HeadKind};
    /// use groundplan::Engine;
    ///
    /// let mut engine = Engine::new();
    /// let atom = engine.add_atom("p", 1)?;
    /// engine.program_mut()?.rules.push(HeadKind::Choice, &[atom], Body::Conjunction(&[]));
    /// engine.add_text("more.lp", "q(X) :- p(X). :- not q(1).")?;
    /// engine.ground(["base"])?;
    /// assert_eq!(engine.query().first()?.expect("one").to_string(), "p(1) q(1)");
    /// # Ok::<(), groundplan::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`Error::Broken`] if an earlier call failed.
    pub fn add_atom(&mut self, predicate: &str, arguments: impl ToArguments) -> Result<AtomId, Error> {
        self.state.usable()?;
        self.state = State::Ground;
        let (signature, arguments) = self.terms.atom(predicate, &arguments);
        Ok(self.ground.atom(signature, &arguments))
    }

    /// Adds an edge to the graph of `#edge`, which must have no cycle. The edge is present if all literals of `condition`
    /// hold.
    ///
    /// # Errors
    ///
    /// [`Error::Broken`] if an earlier call failed.
    pub fn add_edge(&mut self, from: Symbol, to: Symbol, condition: &[Literal]) -> Result<(), Error> {
        self.state.usable()?;
        self.read_ground(|_, _, ground| {
            let Grounding { base, program, grounder, .. } = ground;
            grounder.add_edges(vec![(from, to, condition.to_vec())], base, program)
        })
    }

    /// Adds facts that were read by [`syntax`](groundplan_ground::syntax) with the symbol table of this engine.
    ///
    /// # Errors
    ///
    /// [`Error::Broken`] if an earlier call failed.
    pub fn add_facts(&mut self, facts: &Facts) -> Result<(), Error> {
        self.state.usable()?;
        facts.iter().for_each(|fact| self.ground.add_fact(fact.signature, fact.arguments));
        Ok(())
    }

    /// Sets the value of a named constant, as `-c` on the command line does. It takes precedence over `#const` directives.
    /// Constants in it that are defined, by this or by the program, are replaced.
    pub fn define(&mut self, name: &str, value: impl ToSymbol) {
        let definition = self.terms.definition(name, &value);
        self.texts.constants.push(definition);
    }

    /// Like [`Engine::define`], for a definition written as on a command line: `n=8`, or `n=m+1` with another constant.
    ///
    /// # Errors
    ///
    /// [`Error::Program`] if the text is not a definition.
    pub fn define_text(&mut self, definition: &str) -> Result<(), Error> {
        let definition = self.terms.read_definition(definition)?;
        self.texts.constants.push(definition);
        Ok(())
    }

    /// Defines the external function `name`, which the program calls as `@name(t)`. A call stands for all values of the
    /// function, as `1..3` stands for three values. The function may return one value, several, or none.
    ///
    /// Grounding calls it once for the same arguments, and perhaps for arguments that the rest of a rule excludes. If the
    /// function returns an error, or the arguments have other types, the program has an error at the position of the call.
    ///
    /// ```
    /// use groundplan::Engine;
    ///
    /// let mut engine = Engine::new();
    /// engine.set_function("double", |number: i64| number.checked_mul(2));
    /// engine.set_function("words", |text: String| text.split(' ').map(str::to_owned).collect::<Vec<_>>());
    /// engine.set_function("root", |number: u32| match number.isqrt() {
    ///     root if root * root == number => Ok(root),
    ///     _ => Err(format!("{number} is no square")),
    /// });
    /// engine.add_text("example.lp", r#"p(@double(21); @root(9)). word(W) :- W = @words("to be or not")."#)?;
    /// engine.ground(["base"])?;
    /// let model = engine.query().first()?.expect("facts");
    /// assert_eq!(model.all::<i64>("p")?, [42, 3]);
    /// assert_eq!(model.count("word"), 4);
    /// # Ok::<(), groundplan::Error>(())
    /// ```
    pub fn set_function<Signature>(&mut self, name: &str, function: impl ExternalFunction<Signature>) {
        self.set_raw_function(name, function.on_terms());
    }

    /// Like [`Engine::set_function`], for a function on terms that takes any number of arguments.
    pub fn set_raw_function(&mut self, name: &str, function: Function) {
        let name = self.terms.symbols.name(name);
        self.terms.functions.set(name, function);
    }

    /// The value of a named constant, from [`Engine::define`] or from the program's `#const` directives.
    #[must_use]
    pub fn constant(&mut self, name: &str) -> Option<Symbol> {
        let name = self.terms.symbols.find_name(name)?;
        self.constants().value(name)
    }

    /// The values of all named constants.
    fn constants(&mut self) -> Constants {
        let Terms { symbols, functions } = &mut self.terms;
        let Texts { parts, constants, .. } = &self.texts;
        Constants::of(parts.iter(), constants, symbols, functions, &mut Vec::new())
    }

    /// Parses a ground term, and evaluates it as one of the program: named constants are replaced by their values. `name` names
    /// the text in messages.
    ///
    /// # Errors
    ///
    /// [`Error::Program`] if the text is not a ground term, or has no value.
    pub fn read_term(&mut self, name: &str, text: &str) -> Result<Symbol, Error> {
        let constants = self.constants();
        self.terms.read_term(name, text, &constants)
    }

    /// Parses a ground atom: its predicate and arguments. It is the atom as it is written, if the ground program has that one;
    /// otherwise named constants are replaced by their values, as in the rules of the program. `name` names the text in messages.
    ///
    /// # Errors
    ///
    /// [`Error::Program`] if the text is not an atom.
    pub fn read_atom(&mut self, name: &str, text: &str) -> Result<(Signature, Vec<Symbol>), Error> {
        if let Ok(written) = self.terms.read_atom(name, text, &Constants::default()) {
            if self.ground_program().find(written.0, &written.1).is_some() {
                return Ok(written);
            }
        }
        let constants = self.constants();
        self.terms.read_atom(name, text, &constants)
    }

    /// Parses a ground atom, as [`Engine::read_atom`] does, and looks it up: returns its text as it prints, and its number. The
    /// number is `None` if the ground program does not have the atom.
    ///
    /// # Errors
    ///
    /// [`Error::Program`] if the text is not an atom.
    pub fn find_atom(&mut self, text: &str) -> Result<(String, Option<AtomId>), Error> {
        let (signature, arguments) = self.read_atom("atom", text)?;
        let found = self.ground_program().find(signature, &arguments);
        let Signature { name, negative, .. } = signature;
        let symbols = &mut self.terms.symbols;
        let symbol = symbols.function(name, &arguments, negative);
        Ok((symbols.display(symbol).to_string(), found))
    }

    /// Reads a literal, `p(1)` or `not p(1)`, and looks its atom up in the ground program.
    ///
    /// # Errors
    ///
    /// [`Error::Program`] when the text is no literal.
    pub fn find_literal(&mut self, text: &str) -> Result<NamedLiteral, Error> {
        let (is_negative, atom) = without_negation(text);
        let (atom, id) = self.find_atom(atom)?;
        Ok(NamedLiteral { is_negative, atom, id })
    }

    /// Whether a predicate of this name, with any number of arguments, occurs in the statements of the program.
    #[must_use]
    pub fn mentions(&self, name: &str) -> bool {
        let Some(name) = self.terms.symbols.find_name(name) else { return false };
        self.texts.statements().any(|statement| mentions(statement, name))
    }

    /// Whether the program has a part of this name with this number of parameters.
    #[must_use]
    pub fn has_part(&self, name: &str, parameters: usize) -> bool {
        self.terms.symbols.find_name(name).is_some_and(|name| self.texts.has_part(name, parameters))
    }

    /// Whether the program defines a constant of this name by `#const`.
    #[must_use]
    pub fn defines(&self, name: &str) -> bool {
        let Some(name) = self.terms.symbols.find_name(name) else { return false };
        self.texts
            .statements()
            .any(|statement| matches!(statement, Statement::Const(constant) if constant.name == name))
    }
}

/// A literal that was named by its text. It prints as in a program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NamedLiteral {
    /// Whether `not` precedes the atom.
    pub is_negative: bool,
    /// The atom as it prints.
    pub atom: String,
    /// The number of the atom; `None` if the ground program does not have it.
    pub id: Option<AtomId>,
}

impl fmt::Display for NamedLiteral {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", if self.is_negative { "not " } else { "" }, self.atom)
    }
}

/// Splits a literal into its sign, whether `not` precedes the atom, and the atom.
pub(super) fn without_negation(text: &str) -> (bool, &str) {
    match text.trim_start().strip_prefix("not ") {
        Some(atom) => (true, atom),
        None => (false, text),
    }
}

/// Whether a predicate of this name occurs in the statement.
fn mentions(statement: &Statement, name: Name) -> bool {
    let mut found = false;
    statement.atoms(&mut |atom, _| found |= atom.name == name);
    found
}
