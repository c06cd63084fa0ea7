//! Queries about a ground program: one answer set, all, the best, brave or cautious consequences, and cores of assumptions.

use std::time::{Duration, Instant};

use super::consequences::{Approximations, Consequences};
use super::input::without_negation;
use super::model::{find, Model};
use super::models::Models;
use super::outcome::{Core, Optimum, Outcome};
use super::solving::Solving;
use super::{Engine, Error};
use rustc_hash::FxHashSet;

use groundplan_ground::analysis::lint;
use groundplan_ground::diagnostic::{Diagnostic, Diagnostics, Lint, Severity};
use groundplan_ground::program::{Literal, Program};
use groundplan_ground::syntax::ast::Signature;
use groundplan_ground::value::ToArguments;
use groundplan_solve::solve::{Bound, Decision, Distinct, End, Question, Reasoning, Splitting, Step};

/// A query to an engine, made by [`Engine::query`]. First add assumptions, limits and other restrictions; then one of the
/// last methods runs the query.
///
/// ```
/// use groundplan::{Engine, Outcome};
///
/// let mut engine = Engine::new();
/// engine.add_text("colours.lp", "1 { colour(red; green; blue) } 1. warm :- colour(red).")?;
/// engine.ground(["base"])?;
/// // All of them, or the first few.
/// assert_eq!(engine.query().models()?.count(), 3);
/// assert_eq!(engine.query().limit(2).models()?.count(), 2);
/// // Those in which something holds, or does not.
/// let model = engine.query().assume_text("colour(red)")?.first()?.expect("there is one");
/// assert!(model.contains("warm", ()));
/// // Which assumptions go together?
/// let query = engine.query().assume_text("warm")?.assume_text("colour(green)")?.assume_text("not colour(blue)")?;
/// let Outcome::Unsatisfiable(core) = query.solve()? else { panic!("green is not warm") };
/// assert_eq!(core.to_string(), "warm, colour(green)");
/// # Ok::<(), groundplan::Error>(())
/// ```
#[derive(Debug)]
#[must_use = "a query asks nothing before one of its last methods is called"]
pub struct Query<'e> {
    engine: &'e mut Engine,
    assumptions: Vec<Assumption>,
    deadline: Option<Instant>,
    limit: Option<u64>,
    projection: Option<Projection>,
    bound: Option<Bound>,
    records_domain: bool,
    conflicts: Option<u64>,
    up_to_symmetry: bool,
}

/// The atoms and terms that distinguish answer sets, and to which consequences are restricted.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub enum Projection {
    /// Like [`Projection::Named`] if `#project` names an atom of the ground program, otherwise like [`Projection::Shown`].
    #[default]
    Auto,
    /// The shown atoms and terms. Answer sets are distinguished only by names that do not begin with `_`.
    Shown,
    /// The atoms that `#project` names.
    Named,
}

impl Projection {
    /// Whether the projection is to the atoms that `#project` names.
    fn is_named(self, program: &Program) -> bool {
        match self {
            Projection::Auto => !program.projection.is_empty(),
            Projection::Shown => false,
            Projection::Named => true,
        }
    }
}

#[derive(Clone, Debug)]
struct Assumption {
    text: String,
    literal: Assumed,
}

/// The literal or the constant that an assumption stands for.
#[derive(Clone, Copy, Debug)]
pub enum Assumed {
    /// A literal of the ground program.
    Literal(Literal),
    /// The value of an assumption about an atom that the program does not have.
    Constant(bool),
}

impl Engine {
    /// Starts a query about the ground program: about all answer sets, without limits.
    ///
    /// The command-line program and the Python module ask [up to symmetry](Query::up_to_symmetry) if one answer set or one
    /// optimum is enough.
    pub fn query(&mut self) -> Query<'_> {
        Query {
            engine: self,
            assumptions: Vec::new(),
            deadline: None,
            limit: None,
            projection: None,
            bound: None,
            records_domain: false,
            conflicts: None,
            up_to_symmetry: false,
        }
    }

    /// Warns if no rule derives the atom of an assumption, given as for [`Query::assume_text`]. A negative assumption gives
    /// a warning only if no rule derives its predicate.
    ///
    /// # Errors
    ///
    /// [`Error::Program`] if the text is not a literal.
    pub fn lint_assumption(&mut self, text: &str) -> Result<Diagnostics, Error> {
        let (negated, atom) = without_negation(text);
        let (signature, arguments) = self.read_atom("assumption", atom)?;
        if self.ground_program().find(signature, &arguments).is_some() {
            return Ok(Diagnostics::default());
        }
        let derived: FxHashSet<Signature> = self
            .ground
            .base
            .domains()
            .filter(|(_, domain)| !domain.is_empty())
            .map(|(_, domain)| domain.signature())
            .collect();
        if negated && derived.contains(&signature) {
            return Ok(Diagnostics::default());
        }
        let meant = lint::suggestion(signature, &derived, self.symbols()).filter(|&meant| meant != signature);
        let help = match meant {
            Some(meant) => format!("did you mean `{}`?", lint::display(meant, self.symbols())),
            None if negated => "it is false in any case".to_owned(),
            None => "so there is no answer set under this assumption".to_owned(),
        };
        let message = format!("nothing derives `{}`, which is assumed", atom.trim());
        let warning = Diagnostic::new(Severity::Warning, message);
        Ok(self.texts.diagnostics(vec![warning.lint(Lint::Undefined).help(help)]))
    }

    /// Parses an assumption: an atom, or `not` and an atom.
    ///
    /// # Errors
    ///
    /// [`Error::Program`] if the text is not a literal.
    pub fn read_assumption(&mut self, text: &str) -> Result<Assumed, Error> {
        let (negated, atom) = without_negation(text);
        let (signature, arguments) = self.read_atom("assumption", atom)?;
        Ok(match self.ground_program().find(signature, &arguments) {
            Some(atom) => Assumed::Literal(Literal::new(atom, negated)),
            None => Assumed::Constant(negated),
        })
    }
}

impl<'e> Query<'e> {
    /// Restricts the query to answer sets in which this atom is true. The name may begin with `-`.
    pub fn assume(self, predicate: &str, arguments: impl ToArguments) -> Self {
        self.assume_atom(predicate, &arguments, true)
    }

    /// Restricts the query to answer sets in which this atom is not true.
    pub fn assume_not(self, predicate: &str, arguments: impl ToArguments) -> Self {
        self.assume_atom(predicate, &arguments, false)
    }

    fn assume_atom(mut self, predicate: &str, arguments: &impl ToArguments, holds: bool) -> Self {
        let arguments = self.engine.terms.arguments(arguments);
        let symbols = self.engine.symbols();
        let texts: Vec<String> =
            arguments.iter().map(|&symbol| symbols.display(symbol).to_string()).collect();
        let atom = match texts.as_slice() {
            [] => predicate.to_owned(),
            texts => format!("{predicate}({})", texts.join(",")),
        };
        let found = find(self.engine.ground_program(), predicate, &arguments);
        self.assumptions.push(Assumption {
            text: if holds { atom } else { format!("not {atom}") },
            literal: match found {
                Some(atom) => Assumed::Literal(Literal::new(atom, !holds)),
                None => Assumed::Constant(!holds),
            },
        });
        self
    }

    /// Restricts the query to answer sets in which this literal holds, given as text: an atom, or `not` and an atom.
    ///
    /// # Errors
    ///
    /// [`Error::Program`] if the text is not a literal.
    pub fn assume_text(mut self, text: &str) -> Result<Self, Error> {
        let literal = self.engine.read_assumption(text)?;
        self.assumptions.push(Assumption { text: text.trim().to_owned(), literal });
        Ok(self)
    }

    /// Restricts the query to answer sets in which this literal of the ground program holds.
    pub fn assume_literal(mut self, literal: Literal) -> Self {
        let ground = self.engine.ground_program();
        let atom = match ground.atom(literal.atom()) {
            Some(atom) => atom.to_string(),
            None => format!("atom {}", literal.atom().0),
        };
        let text = if literal.is_negative() { format!("not {atom}") } else { atom };
        self.assumptions.push(Assumption { text, literal: Assumed::Literal(literal) });
        self
    }

    /// Ends the search at this time, with what it has found by then. Translation is not interrupted.
    pub fn deadline(mut self, deadline: Instant) -> Self {
        self.deadline = Some(deadline);
        self
    }

    /// Ends the search after this duration, with what it has found by then. Translation is not interrupted.
    pub fn time_limit(self, limit: Duration) -> Self {
        match Instant::now().checked_add(limit) {
            Some(deadline) => self.deadline(deadline),
            None => self,
        }
    }

    /// Ends the search after this number of conflicts, with what it has found by then, as an interrupt does.
    ///
    /// Only backends that [take propagators](crate::Backend::takes_propagators) count conflicts. If several threads search,
    /// the conflicts of the first one count.
    ///
    /// ```
    /// use groundplan::{Engine, Outcome};
    ///
    /// let mut engine = Engine::new();
    /// engine.add_text("pigeons.lp", "1 { in(P,1..6) } 1 :- P = 1..7. :- in(P,H), in(Q,H), P < Q.")?;
    /// engine.ground(["base"])?;
    /// match engine.query().conflict_limit(5).solve()? {
    ///     Outcome::Interrupted => println!("that takes more"),
    ///     Outcome::Unsatisfiable(_) => println!("this backend does not count"),
    ///     Outcome::Satisfiable(_) => panic!("there is a hole too few"),
    /// }
    /// # Ok::<(), groundplan::Error>(())
    /// ```
    pub fn conflict_limit(mut self, conflicts: u64) -> Self {
        self.conflicts = Some(conflicts);
        self
    }

    /// Allows the search to leave out answer sets that are symmetric to others. Use it if one answer set, or one best answer
    /// set, is enough.
    ///
    /// Answer sets are symmetric if they differ only by an exchange of constants, such as colours that the program treats
    /// alike. At least one of them is kept. Symmetries are verified on the ground program, and used only if a search takes
    /// long. They help most if there is no answer set, or none that is better.
    ///
    /// [`Query::solve`], [`Query::models`], [`Query::improving`] and the methods built on them use it. If several answer
    /// sets are asked for, every missing one is symmetric to a returned one.
    ///
    /// ```
    /// use groundplan::Engine;
    ///
    /// let mut engine = Engine::new();
    /// engine.add_text("pigeons.lp", "{ in(P,1..8) } = 1 :- P = 1..9. :- H = 1..8, 2 { in(_,H) }.")?;
    /// engine.ground(["base"])?;
    /// assert!(engine.query().up_to_symmetry().first()?.is_none());
    /// # Ok::<(), groundplan::Error>(())
    /// ```
    pub fn up_to_symmetry(mut self) -> Self {
        self.up_to_symmetry = true;
        self
    }

    /// Limits the number of answer sets.
    pub fn limit(mut self, models: u64) -> Self {
        self.limit = Some(models);
        self
    }

    /// Treats answer sets as equal if they agree on the atoms that `#project` names. If it names none, they are equal if
    /// they show the same atoms and terms, names that begin with `_` left out.
    pub fn projected(self) -> Self {
        self.projected_to(Projection::Auto)
    }

    /// Treats answer sets as equal if they agree on this projection; consequences are restricted to it.
    pub fn projected_to(mut self, projection: Projection) -> Self {
        self.projection = Some(projection);
        self
    }

    /// Restricts the query to answer sets whose costs are lexicographically at most these. The costs are given from the
    /// highest priority to the lowest; at the first priority where they differ, the answer set costs less.
    ///
    /// If there are fewer costs than priorities, the remaining priorities are ignored. This replaces an earlier bound.
    /// [`Query::solve`] ignores bounds.
    pub fn no_worse_than(mut self, costs: impl Into<Vec<i64>>) -> Self {
        self.bound = Some(Bound::NoWorse(costs.into()));
        self
    }

    /// Restricts the query to answer sets that cost at most this at every single priority, given from the highest to the
    /// lowest. This replaces an earlier bound. [`Query::solve`] ignores bounds.
    pub fn within(mut self, costs: impl Into<Vec<i64>>) -> Self {
        self.bound = Some(Bound::Within(costs.into()));
        self
    }

    /// Enumerates answer sets as clasp's `--enum-mode=domRec` does, with
    /// [`Decisions::Domain`](groundplan_solve::solve::Decisions::Domain).
    ///
    /// After an answer set, others are left out if they differ from it only on atoms that have the value there that
    /// `#heuristic` prefers. Only atoms that have a level above 0 under some condition are compared; without such atoms this
    /// has no effect.
    ///
    /// If the heuristic makes atoms false first, the answer sets with a subset-minimal set of these atoms remain:
    ///
    /// ```
    /// use groundplan::solve::{Decisions, SearchConfig};
    /// use groundplan::Engine;
    ///
    /// # #[cfg(feature = "cadical")] {
    /// let mut config = SearchConfig::default();
    /// config.decisions = Decisions::Domain;
    /// let mut engine = Engine::new();
    /// engine.configure(config)?;
    /// engine.add_text("cover.lp", "{ in(1..3) }. :- not in(1), not in(2). :- not in(2), not in(3).
    ///     #heuristic in(X). [1,false]")?;
    /// engine.ground(["base"])?;
    /// let mut covers = Vec::new();
    /// for model in engine.query().recording_domain().models()? {
    ///     covers.push(model?.to_string());
    /// }
    /// covers.sort();
    /// assert_eq!(covers, ["in(1) in(3)", "in(2)"]);
    /// # }
    /// # Ok::<(), groundplan::Error>(())
    /// ```
    pub fn recording_domain(mut self) -> Self {
        self.records_domain = true;
        self
    }

    /// Searches for one answer set, or returns the assumptions that exclude all answer sets.
    ///
    /// # Errors
    ///
    /// [`Error::NotGround`] before anything is ground; [`Error::Unsupported`] if the program cannot be translated;
    /// [`Error::Solve`] if the SAT solver fails; [`Error::Broken`] after such a failure or a failed grounding.
    pub fn solve(self) -> Result<Outcome<'e>, Error> {
        let texts: Vec<String> = self.assumptions.iter().map(|assumption| assumption.text.clone()).collect();
        let given: Vec<Assumed> = self.assumptions.iter().map(|assumption| assumption.literal).collect();
        let core = |blamed: &dyn Fn(usize) -> bool| Core::of(&texts, blamed);
        let (mut solving, assumptions) = self.begin_up_to_symmetry()?;
        let Some(assumptions) = assumptions else {
            let never = given.iter().position(|assumed| matches!(assumed, Assumed::Constant(false)));
            return Ok(Outcome::Unsatisfiable(core(&|position| Some(position) == never)));
        };
        let mut decision = Decision::new(assumptions);
        let answer = solving.next(&mut decision)?;
        solving.note_end();
        // An assumption that is made twice is blamed once.
        let is_blamed = |position: usize| match given[position] {
            Assumed::Literal(literal) => {
                let made = |other: &Assumed| matches!(other, Assumed::Literal(other) if *other == literal);
                decision.blamed().contains(&literal) && !given[..position].iter().any(made)
            }
            Assumed::Constant(_) => false,
        };
        Ok(match answer {
            Some(atoms) => Outcome::Satisfiable(solving.model(atoms, None)),
            None if decision.ended() == Some(End::Exhausted) => Outcome::Unsatisfiable(core(&is_blamed)),
            None => Outcome::Interrupted,
        })
    }

    /// Searches for one answer set; returns `None` if there is none.
    ///
    /// # Errors
    ///
    /// See [`Query::solve`]; also [`Error::Interrupted`] if the deadline passed or the interrupter was called first.
    pub fn first(self) -> Result<Option<Model<'e>>, Error> {
        match self.solve()? {
            Outcome::Satisfiable(model) => Ok(Some(model)),
            Outcome::Unsatisfiable(_) => Ok(None),
            Outcome::Interrupted => Err(Error::Interrupted),
        }
    }

    /// Enumerates all answer sets, each once.
    ///
    /// # Errors
    ///
    /// See [`Query::solve`].
    pub fn models(self) -> Result<Models<'e>, Error> {
        let Query { limit, projection, records_domain, ref bound, .. } = self;
        let bound = bound.clone();
        let (solving, assumptions) = self.begin_up_to_symmetry()?;
        let projection = projection.map(|projection| {
            let program = solving.ground.program;
            if projection.is_named(program) {
                program.projection.iter().map(|atom| atom.positive()).collect()
            } else {
                solving.ground.shown_literals()
            }
        });
        let distinct = match projection {
            _ if records_domain && solving.search.recorded_count() > 0 => Distinct::Domain,
            Some(projection) => Distinct::On(projection),
            None => Distinct::All,
        };
        Models::all(solving, assumptions.as_deref(), distinct, limit, bound.as_ref())
    }

    /// Returns answer sets, each better than the one before by the program's objective. When there are no more, the last one
    /// is proven to be optimal. A limit and a projection are ignored.
    ///
    /// With a backend that [takes propagators](crate::Backend::takes_propagators), cores raise the lower bound while answer
    /// sets lower the upper bound. Other backends only search for better answer sets.
    ///
    /// # Errors
    ///
    /// See [`Query::solve`].
    pub fn improving(self) -> Result<Models<'e>, Error> {
        let bound = self.bound.clone();
        let (solving, assumptions) = self.begin_up_to_symmetry()?;
        Models::improving(solving, assumptions.as_deref(), bound.as_ref())
    }

    /// Enumerates all optimal answer sets, each once; all answer sets if there is no objective.
    ///
    /// ```
    /// use groundplan::Engine;
    ///
    /// let mut engine = Engine::new();
    /// engine.add_text("shop.lp", "1 { buy(tea;milk;cake) }. #minimize { 3,tea : buy(tea); 3,milk : buy(milk); 5 : buy(cake) }.")?;
    /// engine.ground(["base"])?;
    /// let mut best: Vec<String> = Vec::new();
    /// for model in engine.query().optimal()? {
    ///     best.push(model?.to_string());
    /// }
    /// best.sort();
    /// assert_eq!(best, ["buy(milk)", "buy(tea)"]);
    /// # Ok::<(), groundplan::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// See [`Query::solve`]; also [`Error::Interrupted`] if the deadline passed or the interrupter was called before an
    /// optimum was proven.
    pub fn optimal(self) -> Result<Models<'e>, Error> {
        let Query {
            engine,
            assumptions,
            deadline,
            limit,
            projection,
            bound,
            records_domain,
            conflicts,
            up_to_symmetry,
        } = self;
        let first = Query {
            engine: &mut *engine,
            assumptions: assumptions.clone(),
            deadline,
            limit: None,
            projection: None,
            bound: bound.clone(),
            records_domain: false,
            conflicts,
            up_to_symmetry,
        };
        let optimum = first.optimum()?;
        if !optimum.proven {
            return Err(Error::Interrupted);
        }
        let costs = optimum.model.map(|model| model.costs().to_vec());
        let bound = costs.map(Bound::Within).or(bound);
        let all = Query {
            engine,
            assumptions,
            deadline,
            limit,
            projection,
            bound,
            records_domain,
            conflicts,
            up_to_symmetry,
        };
        all.models()
    }

    /// Minimizes a variable of difference constraints, given as a term in text: returns answer sets in each of which its
    /// least value is lower than in the one before.
    ///
    /// The value is the only cost of each answer set. When there are no more, the last value is proven to be the least. A
    /// limit, a projection and the program's objective are ignored.
    ///
    /// ```
    /// use groundplan::Engine;
    ///
    /// let mut engine = Engine::new();
    /// engine.add_text("order.lp", "#theory dl { t { - : 1, binary, left; - : 2, unary }; &diff/0 : t, { <= }, t, any }.
    ///     1 { first(cut); first(glue) } 1. &diff { 0-cut } <= 0. &diff { 0-glue } <= 0.
    ///     &diff { cut-glue } <= -3 :- first(cut). &diff { glue-cut } <= -1 :- first(glue).
    ///     &diff { glue-end } <= -1. &diff { cut-end } <= -3.")?;
    /// engine.ground(["base"])?;
    /// let best = engine.query().lowering("end")?.last().expect("there are answer sets")?;
    /// assert_eq!(best.costs(), [4]);
    /// # Ok::<(), groundplan::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// See [`Query::solve`]; also [`Error::Program`] if the text is not a term, and [`Error::NoVariable`] if no constraint
    /// uses it.
    pub fn lowering(self, variable: &str) -> Result<Models<'e>, Error> {
        let symbol = self.engine.read_term("variable", variable)?;
        let text = self.engine.symbols().display(symbol).to_string();
        let (solving, assumptions) = self.begin()?;
        let differences = solving.ground.program.theory.differences.all();
        if !differences.iter().any(|it| it.left == Some(symbol) || it.right == Some(symbol)) {
            return Err(Error::NoVariable(text));
        }
        Models::lowering(solving, assumptions.as_deref(), symbol)
    }

    /// Searches for the best answer set by the program's objective, and returns the best one found before the deadline.
    ///
    /// ```
    /// use std::time::Duration;
    /// use groundplan::Engine;
    ///
    /// let mut engine = Engine::new();
    /// engine.add_text("shop.lp", "1 { buy(tea;milk;cake) } 2. #minimize { 3 : buy(tea); 2 : buy(milk); 5 : buy(cake) }.")?;
    /// engine.ground(["base"])?;
    /// let optimum = engine.query().time_limit(Duration::from_secs(10)).optimum()?;
    /// assert!(optimum.proven);
    /// let model = optimum.model.expect("there is one");
    /// assert_eq!((model.to_string().as_str(), model.costs()), ("buy(milk)", &[2][..]));
    /// # Ok::<(), groundplan::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// See [`Query::solve`].
    pub fn optimum(self) -> Result<Optimum<'e>, Error> {
        let mut models = self.improving()?;
        let mut best = None;
        for model in models.by_ref() {
            best = Some(model?);
        }
        Ok(Optimum {
            model: best,
            proven: models.end() == Some(End::Exhausted),
            lower_bound: models.lower_bound(),
        })
    }

    /// Computes the brave or cautious consequences: the atoms and terms shown in some, or in all, answer sets. Returns
    /// `None` if there are no answer sets. Objectives are ignored, except through [`Query::within`] and
    /// [`Query::no_worse_than`].
    ///
    /// If `#project` names atoms, the result is restricted to these. It then also has the shown facts, and the shown terms
    /// whose condition is such a consequence. [`Query::projected_to`] overrides this.
    ///
    /// ```
    /// use groundplan::{solve::Reasoning, Engine};
    ///
    /// let mut engine = Engine::new();
    /// engine.add_text("colours.lp", "1 { colour(red; green) } 1. bright :- colour(_).")?;
    /// engine.ground(["base"])?;
    /// let certain = engine.query().consequences(Reasoning::Cautious)?.expect("there are answer sets");
    /// assert_eq!(certain.to_string(), "bright");
    /// # Ok::<(), groundplan::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// See [`Query::solve`]; also [`Error::Interrupted`] if the deadline passed or the interrupter was called first.
    pub fn consequences(self, reasoning: Reasoning) -> Result<Option<Consequences<'e>>, Error> {
        let mut approximations = self.approximations(reasoning)?;
        let mut last = None;
        for approximation in approximations.by_ref() {
            last = Some(approximation?);
        }
        match approximations.end() {
            Some(End::Exhausted) => Ok(last.map(|last| last.concluded(reasoning))),
            _ => Err(Error::Interrupted),
        }
    }

    /// Computes consequences step by step: yields the consequences of the answer sets found so far. Brave ones grow,
    /// cautious ones shrink. When there are no more, the last one holds for all answer sets. Without an answer set it yields
    /// nothing.
    ///
    /// # Errors
    ///
    /// See [`Query::solve`].
    pub fn approximations(self, reasoning: Reasoning) -> Result<Approximations<'e>, Error> {
        let (bound, projection) = (self.bound.clone(), self.projection.unwrap_or_default());
        let (solving, assumptions) = self.begin()?;
        let named = projection.is_named(solving.ground.program);
        Approximations::new(solving, assumptions.as_deref(), reasoning, named, bound.as_ref())
    }

    /// Splits the query into at most `count` cubes, which are conjunctions of literals of the ground program. Each cube can
    /// be asked as a query of its own, together with the assumptions of this query. Every answer set lies in exactly one
    /// cube.
    ///
    /// There are fewer cubes if nothing is left to decide. There is at least one, which may be empty.
    ///
    /// `choices` are split first, in their order. Each is a set of literals of which exactly one holds, such as the actions
    /// of one step of a plan. A choice is ignored if unit propagation does not show that exactly one of its literals holds.
    ///
    /// ```
    /// use groundplan::Engine;
    ///
    /// let mut engine = Engine::new();
    /// engine.add_text("choice.lp", "{ a; b; c }. :- a, b. :- not a, not b, not c.")?;
    /// engine.ground(["base"])?;
    /// let all = engine.query().models()?.count();
    /// let mut sum = 0;
    /// for cube in engine.query().cubes(3, &[])? {
    ///     let query = cube.into_iter().fold(engine.query(), |query, literal| query.assume_literal(literal));
    ///     sum += query.models()?.count();
    /// }
    /// assert_eq!(sum, all);
    /// # Ok::<(), groundplan::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// See [`Query::solve`]; also [`Error::Interrupted`] if the interrupter was called first.
    pub fn cubes(self, count: usize, choices: &[Vec<Literal>]) -> Result<Vec<Vec<Literal>>, Error> {
        let engine = self.engine;
        engine.state.ground()?;
        if engine.ground.facts_added {
            return Err(Error::NotGround("what was added as facts"));
        }
        let assumptions = self.assumptions.iter().map(|assumption| assumption.literal);
        let assumptions: Vec<Literal> = assumptions
            .filter_map(|assumed| match assumed {
                Assumed::Literal(literal) => Some(literal),
                Assumed::Constant(_) => None,
            })
            .collect();
        let interrupter = engine.interrupter();
        let splitting = Splitting::new(engine.ground_program(), &assumptions, choices, count, &interrupter);
        let mut splitting = splitting.map_err(|error| engine.explain(error))?;
        loop {
            match splitting.next_cube() {
                Step::Answer(_) => {}
                Step::Exhausted => return Ok(splitting.into_cubes()),
                Step::Paused(_) => return Err(Error::Interrupted),
            }
        }
    }

    /// Like [`Query::begin`], but the search leaves out symmetric answer sets if the query allows it.
    fn begin_up_to_symmetry(self) -> Result<(Solving<'e>, Option<Vec<Literal>>), Error> {
        let up_to_symmetry = self.up_to_symmetry;
        let (solving, assumptions) = self.begin()?;
        if up_to_symmetry {
            solving.search.await_symmetries();
        }
        Ok((solving, assumptions))
    }

    /// Prepares the search, and returns it with the assumptions, including those of the program itself. They are `None` if
    /// one of them can never hold.
    pub(super) fn begin(self) -> Result<(Solving<'e>, Option<Vec<Literal>>), Error> {
        let mut literals = Vec::new();
        let mut possible = true;
        for assumption in &self.assumptions {
            match assumption.literal {
                Assumed::Literal(literal) => literals.push(literal),
                Assumed::Constant(holds) => possible &= holds,
            }
        }
        let mut solving = self.engine.solving()?;
        solving.search.set_deadline(self.deadline);
        solving.search.set_conflict_limit(self.conflicts);
        literals.extend_from_slice(&solving.ground.program.assumptions);
        solving.assumed.clone_from(&literals);
        Ok((solving, possible.then_some(literals)))
    }
}
