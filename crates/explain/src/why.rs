//! Explanations why there is no answer set: minimal sets of statements that conflict.
//!
//! The statements are read as axioms, as described in [`relax`](groundplan_ground::analysis::relax). A statement that is
//! left out is no longer enforced, but still supports the atoms that it derives. So a minimal conflict does not say that the
//! program has an answer set once one of its statements is deleted.

use std::fmt;
use std::time::Instant;

use groundplan::{Assumed, Axioms, Engine, Error, Query};
use groundplan_ground::program::Literal;
use groundplan_ground::symbol::Symbols;

use crate::conflict::Conflict;
use crate::negotiable::{FactPredicates, Negotiable, Negotiation};

/// A question why there is no answer set, made by [`why`].
///
/// ```
/// use groundplan::{Engine, Soft};
/// use groundplan_explain::{why, Finding};
///
/// let mut engine = Engine::new();
/// engine.add_text("example.lp", "p(1..2). q(1). s. r(X) :- p(X), q(X). :- r(1).")?;
/// engine.ground_relaxed(["base"], Soft::default())?;
/// let Finding::Conflict(conflict) = why(&mut engine)?.find()? else { panic!("r(1) follows from the facts") };
/// let spans = conflict.causes.iter().filter_map(|cause| cause.span);
/// let causes: Vec<&str> = spans.map(|span| &engine.sources().text(span.source)[span.range()]).collect();
/// assert_eq!(causes, ["p(1..2).", "q(1).", ":- r(1)."]);
/// assert!(conflict.is_minimal);
/// assert!(conflict.diagnostics(engine.sources()).to_string().contains("these 3 statements, read as axioms, conflict"));
/// # Ok::<(), groundplan::Error>(())
/// ```
#[must_use = "a question asks nothing before `find`, `find_all`, `conflicts` or `repair` is called"]
pub struct Why<'e> {
    pub(crate) engine: &'e mut Engine,
    pub(crate) question: WhyQuestion,
    pub(crate) deadline: Option<Instant>,
    pub(crate) on_smaller: Option<ConflictListener<'e>>,
}

/// A program has no such predicate.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnknownPredicate {
    /// The predicate, as `name/arity`.
    pub predicate: String,
    /// The predicates of the facts that there are.
    pub facts: Vec<String>,
}

impl std::error::Error for UnknownPredicate {}

impl fmt::Display for UnknownPredicate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the program has no predicate `{}`: ", self.predicate)?;
        match self.facts.is_empty() {
            true => f.write_str("it has no facts"),
            false => write!(f, "there are facts of {}", self.facts.join(", ")),
        }
    }
}

/// A callback that receives conflicts.
pub type ConflictListener<'e> = Box<dyn FnMut(&Conflict) + Send + 'e>;

/// The content of a question.
#[derive(Default)]
pub struct WhyQuestion {
    /// The assumptions: their texts and literals.
    pub assumptions: Vec<(String, Literal)>,
    /// Whether conflicting instances are to be found as well.
    pub instances: bool,
    /// Predicates of facts with what it costs to leave one out.
    pub negotiable: Vec<Negotiable>,
    /// Whether no other facts may be left out.
    pub is_closed: bool,
}

impl WhyQuestion {
    /// Sorts the axioms by what may be left out.
    pub fn negotiation<'a>(&self, axioms: &'a Axioms, symbols: &Symbols) -> Negotiation<'a> {
        Negotiation::of(axioms, &self.negotiable, self.is_closed, symbols)
    }
}

/// The answer to a question why there is no answer set.
#[derive(Clone, Debug)]
pub enum Finding {
    /// There is an answer set.
    AnswerSet,
    /// There is no answer set, and these statements and assumptions conflict.
    Conflict(Conflict),
    /// The deadline passed or the interrupter was called before the answer was found.
    Unknown,
}

/// The minimal conflicts of a program, as far as they were found by [`Why::find_all`].
#[derive(Clone, Default, Debug)]
pub struct Conflicts {
    /// The conflicts, in the order in which they were found. All are minimal, unless the search was cut short before the first
    /// one was: then this is the smallest conflict so far.
    pub list: Vec<Conflict>,
    /// Whether there are no other minimal conflicts. If there is none at all, the program has an answer set.
    pub is_complete: bool,
}

/// Starts a question why the program that was grounded by [`Engine::ground_relaxed`] has no answer set.
///
/// # Errors
///
/// [`Error::NotGround`] if there is no such program.
pub fn why(engine: &mut Engine) -> Result<Why<'_>, Error> {
    engine.axioms()?;
    Ok(Why { engine, question: WhyQuestion::default(), deadline: None, on_smaller: None })
}

/// A query without assumptions that ends at this time, if one is given.
pub(crate) fn query(engine: &mut Engine, deadline: Option<Instant>) -> Query<'_> {
    let query = engine.query();
    match deadline {
        Some(deadline) => query.deadline(deadline),
        None => query,
    }
}

impl<'e> Why<'e> {
    /// Adds an assumption to the question, given as text: an atom, or `not` and an atom. It is one of the possible causes of
    /// the conflict.
    ///
    /// # Errors
    ///
    /// [`Error::Program`] if the text is not a literal.
    pub fn assume_text(mut self, text: &str) -> Result<Self, Error> {
        let literal = match self.engine.read_assumption(text)? {
            Assumed::Literal(literal) => literal,
            // A new atom without a rule is false, like an atom that nothing derives.
            Assumed::Constant(false) => self.engine.program_mut()?.new_atom().positive(),
            Assumed::Constant(true) => return Ok(self),
        };
        let text = text.trim();
        if !self.question.assumptions.iter().any(|(known, of)| known == text || *of == literal) {
            self.question.assumptions.push((text.to_owned(), literal));
        }
        Ok(self)
    }

    /// Ends the search at this time, with what it has found by then.
    pub fn deadline(mut self, deadline: Instant) -> Self {
        self.deadline = Some(deadline);
        self
    }

    /// Also finds a minimal set of instances of the conflicting statements that conflict; none for a conflict that only counting
    /// shows.
    pub fn instances(mut self) -> Self {
        self.question.instances = true;
        self
    }

    /// Says what it costs a repair to leave out facts of these predicates; if `only`, no other facts may be left out. The
    /// program must have been grounded with relaxed facts.
    ///
    /// # Errors
    ///
    /// [`UnknownPredicate`] if the program does not mention such a predicate. It may have no facts of it.
    pub fn negotiable(mut self, predicates: &[Negotiable], only: bool) -> Result<Self, UnknownPredicate> {
        let axioms = self.engine.axioms().ok().cloned();
        if let Some(axioms) = axioms {
            let known = FactPredicates::of(&axioms.ungrounded.parts, self.engine.symbols());
            if let Some(unknown) = predicates.iter().find(|it| !known.mentions(&it.predicate)) {
                let facts = known.all().into_iter().map(str::to_owned).collect();
                return Err(UnknownPredicate { predicate: unknown.predicate.clone(), facts });
            }
        }
        self.question.negotiable = predicates.to_vec();
        self.question.is_closed = only;
        Ok(self)
    }

    /// Calls `on_conflict` with each conflict on the way to a minimal one. Each is smaller than the one before, unless that
    /// one was minimal.
    pub fn on_smaller(mut self, on_conflict: impl FnMut(&Conflict) + Send + 'e) -> Self {
        self.on_smaller = Some(Box::new(on_conflict));
        self
    }

    /// Searches for a minimal conflict: statements and assumptions none of which can be left out. If there are several such
    /// sets, one of them is returned.
    ///
    /// # Errors
    ///
    /// See [`Query::solve`](groundplan::Query::solve).
    pub fn find(self) -> Result<Finding, Error> {
        let Conflicts { mut list, is_complete } = self.find_all(Some(1))?;
        Ok(match list.pop() {
            Some(conflict) => Finding::Conflict(conflict),
            None if is_complete => Finding::AnswerSet,
            None => Finding::Unknown,
        })
    }

    /// Searches for all minimal conflicts, or for at most `limit`. [`Why::conflicts`] returns one after the other.
    ///
    /// ```
    /// use groundplan::{Engine, Soft};
    /// use groundplan_explain::why;
    ///
    /// let mut engine = Engine::new();
    /// engine.add_text("example.lp", "a. b. c. :- a, b. :- b, c.")?;
    /// engine.ground_relaxed(["base"], Soft::default())?;
    /// let conflicts = why(&mut engine)?.find_all(None)?;
    /// assert!(conflicts.is_complete && conflicts.list.len() == 2);
    /// assert!(conflicts.list.iter().all(|conflict| conflict.is_minimal && conflict.causes.len() == 3));
    /// # Ok::<(), groundplan::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// See [`Query::solve`](groundplan::Query::solve).
    pub fn find_all(self, limit: Option<u64>) -> Result<Conflicts, Error> {
        let mut search = self.conflicts()?;
        let limit = limit.and_then(|limit| usize::try_from(limit).ok()).unwrap_or(usize::MAX);
        let mut list: Vec<Conflict> = search.by_ref().take(limit).collect::<Result<_, Error>>()?;
        if list.is_empty() {
            list.extend(search.unfinished().cloned());
        }
        Ok(Conflicts { list, is_complete: search.is_complete() })
    }
}
