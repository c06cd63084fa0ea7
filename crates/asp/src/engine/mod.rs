//! The engine: reads programs from texts and values ([`input`]) or from files ([`load`]), grounds their parts ([`parts`])
//! and answers queries ([`query`]).
//!
//! It holds the statements of its [`texts`], the ground program ([`grounding`]) and the search ([`run`]); the [`terms`] of all
//! three are in one table.
//!
//! Answers are answer sets whose atoms are read as Rust values ([`model`]). What explanations need is kept on request: the
//! statements that were grounded ([`snapshot`]), or an assumption for each of them ([`axioms`]).

mod again;
mod axioms;
mod cleanup;
mod consequences;
mod copy;
mod error;
mod external;
mod grounding;
mod input;
mod load;
mod model;
mod models;
mod outcome;
mod parts;
mod profile;
mod query;
mod questions;
mod refusal;
mod run;
mod snapshot;
mod solving;
mod state;
mod terms;
mod texts;

pub use again::Ungrounded;
pub use axioms::{Axiom, AxiomKind, Axioms};
pub use cleanup::Cleanup;
pub use consequences::{Approximations, Consequences};
pub use error::{Error, Halted};
pub use input::NamedLiteral;
pub use load::Loader;
pub use model::{AnswerSet, Model};
pub use models::Models;
pub use outcome::{Core, Optimum, Outcome};
pub use parts::Part;
pub use profile::{Profile, Profiler, StatementProfile};
pub use query::{Assumed, Projection, Query};
pub use questions::Questions;
pub use snapshot::{GroundSnapshot, KeptStatements};

use std::borrow::Cow;
use std::cell::OnceCell;
use std::fmt;
use std::sync::Arc;
use std::time::{Duration, Instant};

use groundplan_sat::Interrupter;
use rustc_hash::FxHashSet;

use crate::pulse::{Counts, Pulse, Stage};
use grounding::Grounding;
use groundplan_ground::analysis::lint::lint;
use groundplan_ground::analysis::underived::{inhabited, DerivedAtoms};
use groundplan_ground::diagnostic::{Diagnostic, Diagnostics, Severity};
use groundplan_ground::ground::GroundingTrace;
use groundplan_ground::program::{
    difference, integers, GroundProgram, PreservedFacts, Program, Rules, TheoryAtom,
};
use groundplan_ground::symbol::Symbols;
use groundplan_ground::syntax::ast::Statement;
use groundplan_solve::propagator::Propagator;
use groundplan_solve::solve::{Search, SearchConfig, Statistics};
use run::SearchState;
use solving::Solving;
use state::State;
use terms::Terms;
use texts::Texts;

/// An answer-set engine: it holds one program, grounds it and answers queries about it.
///
/// First add texts and facts ([`Engine::add_text`], [`Engine::add_fact`], or files by a [`Loader`]). Then ground the parts of
/// the program ([`Engine::ground`]) and ask for answer sets ([`Engine::query`]). More texts may be added and more parts grounded
/// later. If grounding or solving fails, the engine is broken: every later call returns [`Error::Broken`].
///
/// ```
/// use groundplan::Engine;
///
/// let mut engine = Engine::new();
/// engine.add_text("example.lp", "{ in(1..3) }. out(X) :- X = 1..3, not in(X). :- in(1), in(2). :- not in(3).")?;
/// engine.ground(["base"])?;
/// let model = engine.query().first()?.expect("it has answer sets");
/// assert!(model.contains("in", 3));
/// assert!(model.contains("out", 1) || model.contains("out", 2));
/// # Ok::<(), groundplan::Error>(())
/// ```
#[derive(Default)]
pub struct Engine {
    terms: Terms,
    texts: Texts,
    ground: Grounding,
    run: SearchState,
    state: State,
    /// The progress, created when it is first asked for.
    pulse: Option<Pulse>,
    /// The profile, if one is wanted.
    profiler: Option<Profiler>,
    /// The identity of this engine, to recognize its own answer sets.
    token: Arc<()>,
}

/// The time that reading and grounding took so far, in total.
#[derive(Clone, Copy, Default, Debug)]
pub struct Times {
    /// Reading and parsing texts.
    pub parse: Duration,
    /// Analysis and grounding.
    pub ground: Duration,
}

impl fmt::Debug for Engine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Engine")
            .field("state", &self.state)
            .field("atoms", &self.ground.program.atom_count())
            .field("rules", &self.ground.program.rules.len())
            .finish_non_exhaustive()
    }
}

impl Engine {
    /// An engine without a program.
    #[must_use]
    pub fn new() -> Self {
        Engine::default()
    }

    /// An engine without a program that uses an existing symbol table.
    #[must_use]
    pub fn with_symbols(symbols: Symbols) -> Self {
        Engine { terms: Terms { symbols, ..Terms::default() }, ..Engine::default() }
    }

    /// Sets the configuration of the search, such as backend and loop method. Must be called before anything is solved. The
    /// interrupter in the configuration also ends grounding.
    ///
    /// # Errors
    ///
    /// [`Error::Solving`] if the engine has solved already.
    pub fn configure(&mut self, config: SearchConfig) -> Result<(), Error> {
        if self.run.search.is_some() {
            return Err(Error::Solving);
        }
        self.ground.grounder.passes = config.passes;
        self.run.config = config;
        self.run.config.profile = self.profiler.as_ref().map(Profiler::search);
        Ok(())
    }

    /// Adds a [propagator](Propagator): a constraint of your own that takes part in the search.
    ///
    /// The search then uses one thread, even if the configuration asks for more. With a backend that does not support propagators,
    /// the propagator is only asked about complete assignments.
    ///
    /// # Errors
    ///
    /// [`Error::Broken`] if an earlier call failed.
    pub fn add_propagator(&mut self, propagator: impl Propagator + 'static) -> Result<(), Error> {
        self.state.usable()?;
        self.run.propagators.push(Box::new(propagator));
        self.run.has_propagators = true;
        Ok(())
    }

    /// Whether a propagator was ever added.
    #[must_use]
    pub fn has_propagators(&self) -> bool {
        self.run.has_propagators
    }

    /// Leaves `&diff` to [propagators](Propagator) where a program defines its theory, or comes ground: such atoms then say nothing
    /// by themselves, as in clingo. Difference constraints of the theory that is built in are still solved. To be called before
    /// anything is ground.
    ///
    /// ```
    /// use groundplan::Engine;
    ///
    /// let order = "&diff { tea - boil } <= 10. &diff { boil - tea } <= -11.";
    /// let theory = "#theory dl { t { - : 1, binary, left; - : 2, unary }; &diff/0 : t, { <= }, t, any }.";
    /// for (text, expected) in [(order.to_owned(), false), (format!("{theory} {order}"), true)] {
    ///     let mut engine = Engine::new();
    ///     engine.leave_defined_differences();
    ///     engine.add_text("order.lp", &text)?;
    ///     engine.ground(["base"])?;
    ///     assert_eq!(engine.query().first()?.is_some(), expected);
    /// }
    /// # Ok::<(), groundplan::Error>(())
    /// ```
    pub fn leave_defined_differences(&mut self) {
        self.ground.program.theory.differences.leaves_defined = true;
    }

    /// Warnings about theory atoms whose meaning is unknown: those that are no constraints over integers, if no propagator was
    /// added that could define them.
    #[must_use]
    pub fn unknown_theories(&self) -> Diagnostics {
        let (symbols, theory) = (self.symbols(), &self.ground.program.theory);
        let is_solved =
            |atom: &TheoryAtom| theory.differences.has(atom, symbols) || theory.integers.has(atom, symbols);
        let known = |atom: &&TheoryAtom| atom.atom.is_none() || self.has_propagators() || is_solved(atom);
        let atoms = self.ground.program.theory.used_from(0).filter(|atom| !known(atom));
        let mut seen = FxHashSet::default();
        let mut warnings = Vec::new();
        for TheoryAtom { name, span, .. } in atoms {
            let Some((Some(name), arguments, _)) = symbols.as_function(*name) else { continue };
            if !seen.insert((name, arguments.len())) {
                continue;
            }
            let (name, arity) = (symbols.text(name), arguments.len());
            let message = format!(
                "no theory here knows what `&{name}/{arity}` means: any of its atoms may be true or false"
            );
            let warning = match *span {
                Some(span) => Diagnostic::warning(message, span),
                None => Diagnostic::new(Severity::Warning, message),
            };
            let help = "constraints over integers, such as `&sum` and `&diff`, are solved where no program defines them; another theory's \
                meaning is for a propagator to say";
            warnings.push(warning.help(help));
        }
        self.texts.diagnostics(warnings)
    }

    /// Sets the least and the greatest value of the integer variables that are new in the next query. Without it they are those of
    /// clingcon, -1073741823 and 1073741823.
    pub fn set_integer_bounds(&mut self, least: i64, greatest: i64) {
        self.ground.program.theory.integers.bounds = (least, greatest);
    }

    /// Reads constraints over integers as clingcon does where another program writes them. Atoms of a definition in the program, or
    /// that were added to the ground program, are constraints as well; so are those that clingcon names `__sum_h` in heads and `__sum_b`
    /// in bodies. Difference constraints are about integer variables even if there are no other constraints: all of their values are
    /// enumerated, not the least ones alone.
    ///
    /// ```
    /// use groundplan::Engine;
    ///
    /// let mut engine = Engine::new();
    /// engine.read_as_clingcon();
    /// engine.set_integer_bounds(0, 9);
    /// engine.add_text("order.lp", "&diff { boil-tea } <= -8.")?;
    /// engine.ground(["base"])?;
    /// // 0 and 8, 0 and 9, 1 and 9
    /// assert_eq!(engine.query().models()?.count(), 3);
    /// # Ok::<(), groundplan::Error>(())
    /// ```
    pub fn read_as_clingcon(&mut self) {
        self.ground.program.theory.integers.are_clingcons = true;
    }

    /// Warnings about integer variables that no facts bound from both sides.
    ///
    /// # Errors
    ///
    /// [`Error::Program`] if a theory atom is no valid constraint; [`Error::NotGround`] before anything is ground.
    pub fn unbounded_integers(&mut self) -> Result<Diagnostics, Error> {
        self.state.ground()?;
        self.read_theories()?;
        let warnings = self.ground.program.theory.integers.warnings(&self.ground.program, self.symbols());
        Ok(self.texts.diagnostics(warnings))
    }

    /// Sets or removes a limit on the number of ground rules, facts included. At the limit, grounding ends with
    /// [`Error::Halted`].
    ///
    /// ```
    /// use groundplan::{Engine, Error};
    ///
    /// let mut engine = Engine::new();
    /// engine.set_ground_limit(Some(1000));
    /// engine.add_text("example.lp", "n(0). n(X+1) :- n(X).")?;
    /// let Err(Error::Halted(halted)) = engine.ground(["base"]) else { panic!("it has no end") };
    /// let growing = halted.diagnostics.iter().next().expect("a rule");
    /// assert_eq!(halted.diagnostics.underlined(growing), Some("n(X+1) :- n(X)."));
    /// assert_eq!(halted.count, 1000);
    /// # Ok::<(), Error>(())
    /// ```
    pub fn set_ground_limit(&mut self, limit: Option<u64>) {
        self.ground.grounder.set_limit(limit);
    }

    /// Sets or removes the time at which grounding ends with [`Error::Halted`]. Queries have a deadline of their own
    /// ([`Query::deadline`]).
    ///
    /// ```
    /// use std::time::{Duration, Instant};
    /// use groundplan::{Engine, Error, HaltCause};
    ///
    /// let mut engine = Engine::new();
    /// engine.set_ground_deadline(Some(Instant::now() + Duration::from_millis(50)));
    /// engine.add_text("example.lp", "n(0). n(X+1) :- n(X).")?;
    /// let Err(Error::Halted(halted)) = engine.ground(["base"]) else { panic!("it has no end") };
    /// assert_eq!(halted.cause, HaltCause::Deadline);
    /// # Ok::<(), Error>(())
    /// ```
    pub fn set_ground_deadline(&mut self, deadline: Option<Instant>) {
        self.ground.grounder.set_deadline(deadline);
    }

    /// Returns a handle that ends grounding and queries, for another thread or a signal handler. An interrupt stays in force
    /// until it is cleared.
    #[must_use]
    pub fn interrupter(&self) -> Interrupter {
        self.run.config.solver.interrupter.clone()
    }

    /// Returns a handle by which another thread can read the progress of this engine. Conflicts are counted only if this is
    /// called before anything is solved.
    pub fn pulse(&mut self) -> Pulse {
        let pulse = self.pulse.get_or_insert_default().clone();
        self.ground.grounder.set_progress(Some(pulse.grounding()));
        self.run.config.solver.conflicts = Some(pulse.conflicts_counter());
        self.run.config.calls = Some(pulse.calls_counter());
        self.note(None);
        pulse
    }

    /// The counts so far; [`Pulse::counts`] gives them to other threads.
    #[must_use]
    pub fn counts(&self) -> Counts {
        let mut counts = Counts::default();
        let program = &self.ground.program;
        (counts.atoms, counts.rules) = (program.atom_count(), program.rules.len());
        (counts.facts, counts.times, counts.search) = (program.fact_count(), self.times(), self.statistics());
        counts
    }

    /// Records in the pulse that a stage begins or, with `None`, that the last one has ended.
    fn note(&self, stage: Option<Stage>) {
        if let Some(pulse) = &self.pulse {
            pulse.note(stage, self.counts());
        }
    }

    /// From now on hides all atoms and terms whose names begin with `_`, even if `#show` names them.
    pub fn hide_auxiliary(&mut self) {
        self.texts.hides_auxiliary = true;
    }

    /// Keeps facts in the ground program that is written, where they could be left out. To be called before anything is
    /// ground. The answer sets are the same.
    pub fn preserve_facts(&mut self, preserved: PreservedFacts) {
        self.ground.program.preserved = preserved;
    }

    /// The symbol table.
    #[must_use]
    pub fn symbols(&self) -> &Symbols {
        &self.terms.symbols
    }

    /// The symbol table, for creating symbols.
    pub fn symbols_mut(&mut self) -> &mut Symbols {
        &mut self.terms.symbols
    }

    /// Returns the warnings about the program since the last call.
    #[must_use]
    pub fn take_warnings(&mut self) -> Diagnostics {
        self.texts.take_warnings()
    }

    /// Checks all texts, as written, for questionable constructs, and returns warnings. They are not among
    /// [`Engine::take_warnings`], because this check looks at all texts again.
    #[must_use]
    pub fn lint(&self) -> Diagnostics {
        let (base, symbols) = (&self.ground.base, self.symbols());
        let now = || inhabited(base, symbols).collect();
        let earlier = self.ground.inhabited_before.as_ref().map_or_else(|| Cow::Owned(now()), Cow::Borrowed);
        let known = DerivedAtoms { constants: &self.texts.constants, base, earlier: &earlier };
        self.texts.diagnostics(lint(&self.texts.parts, &known, symbols))
    }

    /// Turns on the record of later groundings that [`Engine::grounding_trace`] returns.
    pub fn trace_grounding(&mut self) {
        self.ground.grounder.trace.get_or_insert_default();
    }

    /// The rules that were grounded, and the order in which their bodies were joined. It includes a grounding that was ended
    /// early. `None` unless [`Engine::trace_grounding`] was called.
    #[must_use]
    pub fn grounding_trace(&self) -> Option<&GroundingTrace> {
        self.ground.grounder.trace.as_ref()
    }

    /// The time that reading and grounding took so far.
    #[must_use]
    pub fn times(&self) -> Times {
        Times { parse: self.texts.time, ground: self.ground.time }
    }

    /// The counts and times of translation and search so far.
    #[must_use]
    pub fn statistics(&self) -> Statistics {
        let statistics = self.run.search.as_deref().map(Search::statistics).unwrap_or_default();
        statistics.with(self.ground.grounder.reports)
    }

    /// The ground program, with the names of its atoms. After a failure it is incomplete.
    #[must_use]
    pub fn ground_program(&self) -> GroundProgram<'_> {
        self.ground.program(self.symbols(), &self.texts)
    }

    /// The ground program, for adding atoms and rules directly. Existing rules must not be changed.
    ///
    /// ```
    /// use groundplan::program::{Body, HeadKind};
    /// use groundplan::Engine;
    ///
    /// // {a}. b :- not a.
    /// let mut engine = Engine::new();
    /// let program = engine.program_mut()?;
    /// let (a, b) = (program.new_atom(), program.new_atom());
    /// program.rules.push(HeadKind::Choice, &[a], Body::Conjunction(&[]));
    /// program.rules.push(HeadKind::Disjunction, &[b], Body::Conjunction(&[a.negative()]));
    /// let model = engine.query().assume_literal(a.negative()).first()?.expect("there is one");
    /// assert!(model.holds(b) && !model.holds(a));
    /// # Ok::<(), groundplan::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`Error::Broken`] if an earlier call failed.
    pub fn program_mut(&mut self) -> Result<&mut Program, Error> {
        self.state.usable()?;
        self.state = State::Ground;
        Ok(&mut self.ground.program)
    }

    /// Replaces all rules of the ground program. The search begins anew, without the propagators that it had.
    ///
    /// # Errors
    ///
    /// [`Error::Broken`] if an earlier call failed.
    pub fn replace_rules(&mut self, rules: Rules) -> Result<(), Error> {
        let program = self.program_mut()?;
        program.rules = rules;
        program.origins = None;
        self.run.search = None;
        Ok(())
    }

    /// Whether the program has an objective (`#minimize`, `#maximize`, weak constraints, `&minimize` or `&maximize`).
    #[must_use]
    pub fn has_objective(&self) -> bool {
        let (program, symbols) = (&self.ground.program, self.symbols());
        let is_objective = |atom| program.theory.integers.is_objective(atom, symbols);
        !program.minimize.is_empty() || program.theory.atoms().iter().any(is_objective)
    }

    /// Whether the program states an objective, even if grounding leaves nothing of it: [`Engine::has_objective`].
    #[must_use]
    pub fn states_objective(&self) -> bool {
        let is_objective = |statement: &Statement| matches!(statement, Statement::Optimize(_));
        self.has_objective() || self.texts.statements().any(is_objective)
    }

    /// Translates the ground program into clauses and returns the statistics. Queries do this by themselves; call it to
    /// learn the size of the translation.
    ///
    /// # Errors
    ///
    /// See [`Query::solve`].
    pub fn translate(&mut self) -> Result<Statistics, Error> {
        self.solving()?.note_end();
        Ok(self.statistics())
    }

    /// Whether [`Query::recording_domain`] has any effect: `#heuristic` is in use and gives some atom a level above 0 under
    /// some condition.
    ///
    /// # Errors
    ///
    /// See [`Query::solve`].
    pub fn has_domain_to_record(&mut self) -> Result<bool, Error> {
        let mut solving = self.solving()?;
        solving.note_end();
        Ok(solving.search.recorded_count() > 0)
    }

    /// Reads the theory atoms that are new.
    fn read_theories(&mut self) -> Result<(), Error> {
        let (program, symbols) = (&mut self.ground.program, &mut self.terms.symbols);
        difference::read(program, symbols).and_then(|()| integers::read(program, symbols)).map_err(|wrong| {
            let error = self.texts.error(vec![wrong]);
            self.state = State::broken(&error);
            error
        })
    }

    /// Prepares the search: translates all that is ground and not yet translated.
    fn solving(&mut self) -> Result<Solving<'_>, Error> {
        self.state.ground()?;
        if self.ground.facts_added {
            return Err(Error::NotGround("what was added as facts"));
        }
        self.read_theories()?;
        self.run.add_default_heuristics(&mut self.ground, &self.terms.symbols, &self.texts);
        self.note(Some(Stage::Translation));
        let mut search = self.run.take_search()?;
        if let Err(error) = self.ground.translate(&mut search, &self.terms.symbols) {
            let error = self.explain(error);
            self.state = State::broken(&error);
            return Err(error);
        }
        let Engine { terms, texts, ground, run, state, pulse, token, .. } = self;
        let (search, grounding) = (run.search.insert(search), ground.grounder.reports);
        if let Some(pulse) = pulse {
            pulse.note_search(Some(Stage::Search), search.statistics().with(grounding));
        }
        Ok(Solving {
            search,
            grounding,
            state,
            pulse: pulse.as_ref(),
            ground: ground.program(&terms.symbols, texts),
            sorts: &ground.sorts,
            assumed: Vec::new(),
            owner: token,
            objectives: OnceCell::new(),
        })
    }
}
