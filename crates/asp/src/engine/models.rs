//! Iterators over answer sets: all of them, or each better than the one before.

use std::fmt;

use super::error::Error;
use super::model::Model;
use super::solving::Solving;
use groundplan_ground::program::{GroundProgram, Literal};
use groundplan_ground::symbol::Symbol;
use groundplan_solve::solve::{
    Bound, Decision, Descent, Distinct, End, Enumeration, IntegerOptimization, Optimization, Progress,
    Question,
};

/// An iterator over answer sets. The answer sets that it has returned do not restrict later queries. After an error it
/// yields nothing more.
pub struct Models<'e> {
    solving: Solving<'e>,
    source: AnswerSource,
    left: Option<u64>,
    /// The reason why the iteration ended, unless the source itself ended it.
    end: Option<End>,
}

#[derive(Debug)]
enum AnswerSource {
    All(Enumeration),
    Better(Box<Optimization>),
    Less(Descent),
    /// Each better than the one before, where integer variables are minimized.
    Integers(IntegerOptimization),
    /// One answer set is enough, whichever of several threads finds it.
    One(Decision),
    /// An assumption can never hold, so there are no answer sets.
    Nothing,
}

impl<'e> Models<'e> {
    /// All answer sets under the assumptions, at most `limit`. `assumptions` is `None` if one of them can never hold.
    pub(super) fn all(
        mut solving: Solving<'e>,
        assumptions: Option<&[Literal]>,
        distinct: Distinct,
        limit: Option<u64>,
        bound: Option<&Bound>,
    ) -> Result<Self, Error> {
        let source = match assumptions {
            None => AnswerSource::Nothing,
            Some(assumptions)
                if limit == Some(1) && bound.is_none() && Decision::is_shared(solving.search) =>
            {
                AnswerSource::One(Decision::new(assumptions.to_vec()))
            }
            Some(assumptions) => {
                let made = solving.begin(|search, program| {
                    Enumeration::new(search, program, assumptions, distinct, bound)
                })?;
                AnswerSource::All(made)
            }
        };
        Ok(Models { solving, source, left: limit, end: None })
    }

    /// Answer sets under the assumptions, each better than the one before.
    pub(super) fn improving(
        mut solving: Solving<'e>,
        assumptions: Option<&[Literal]>,
        bound: Option<&Bound>,
    ) -> Result<Self, Error> {
        let source = match assumptions {
            None => AnswerSource::Nothing,
            Some(assumptions) if !solving.ground.program.theory.integers.objectives().is_empty() => {
                let made = solving
                    .begin(|search, program| IntegerOptimization::new(search, program, assumptions, bound))?;
                AnswerSource::Integers(made)
            }
            Some(assumptions) => {
                let made = solving
                    .begin(|search, program| Optimization::new(search, program, assumptions, bound))?;
                AnswerSource::Better(Box::new(made))
            }
        };
        Ok(Models { solving, source, left: None, end: None })
    }

    /// Answer sets in which the least value of a difference variable falls from one to the next.
    pub(super) fn lowering(
        mut solving: Solving<'e>,
        assumptions: Option<&[Literal]>,
        variable: Symbol,
    ) -> Result<Self, Error> {
        let source = match assumptions {
            None => AnswerSource::Nothing,
            Some(assumptions) => {
                let made =
                    solving.begin(|search, program| Descent::new(search, program, assumptions, variable))?;
                AnswerSource::Less(made)
            }
        };
        Ok(Models { solving, source, left: None, end: None })
    }

    /// Returns the next answer set, or the lower bound of the costs ([`Models::lower_bound`]) if it rises before, which may be
    /// long before the next answer set. The iterator skips lower bounds.
    ///
    /// ```
    /// use groundplan::{solve::Progress, Engine};
    ///
    /// let mut engine = Engine::new();
    /// engine.add_text("shop.lp", "2 { buy(tea;milk;cake) }. #minimize { 3 : buy(tea); 2 : buy(milk); 5 : buy(cake) }.")?;
    /// engine.ground(["base"])?;
    /// let mut models = engine.query().improving()?;
    /// let (mut costs, mut bounds) = (Vec::new(), Vec::new());
    /// while let Some(found) = models.next_progress() {
    ///     match found? {
    ///         Progress::Better(model) => costs.extend(model.costs()),
    ///         Progress::Bound(bound) => bounds.push(bound[0]),
    ///     }
    /// }
    /// assert_eq!(costs.last(), Some(&5));
    /// assert!(bounds.is_sorted() && bounds.last() == Some(&5));
    /// # Ok::<(), groundplan::Error>(())
    /// ```
    ///
    /// After an error it returns `None`.
    pub fn next_progress(&mut self) -> Option<Result<Progress<Model<'e>>, Error>> {
        if self.end().is_some() {
            return None;
        }
        if self.left == Some(0) {
            self.end = Some(End::Stopped);
            return None;
        }
        match self.find() {
            Ok(found) => {
                if let Some(Progress::Better(_)) = found {
                    self.left = self.left.map(|left| left - 1);
                }
                found.map(Ok)
            }
            Err(error) => {
                self.end = Some(End::Interrupted);
                Some(Err(error))
            }
        }
    }

    /// The reason why the iteration ended; `None` while there may be more. After [`End::Exhausted`] there are no more answer
    /// sets, or no better ones.
    #[must_use]
    pub fn end(&self) -> Option<End> {
        self.end.or_else(|| match &self.source {
            AnswerSource::All(enumeration) => enumeration.ended(),
            AnswerSource::Better(optimization) => optimization.ended(),
            AnswerSource::Less(descent) => descent.ended(),
            AnswerSource::Integers(optimization) => optimization.ended(),
            AnswerSource::One(decision) => decision.ended(),
            AnswerSource::Nothing => Some(End::Exhausted),
        })
    }

    /// Whether it is already known that there are no more answer sets. Only propagation is used, so the check is cheap: it
    /// helps callers that stop early.
    ///
    /// ```
    /// use groundplan::Engine;
    ///
    /// let mut engine = Engine::new();
    /// engine.add_text("choice.lp", "{ a; b }. c :- not d. :- d.")?;
    /// engine.ground(["base"])?;
    /// let mut models = engine.query().limit(3).models()?;
    /// assert_eq!(models.by_ref().count(), 3);
    /// assert!(!models.is_through()?);
    /// drop(models);
    /// let mut engine = Engine::new();
    /// engine.add_text("facts.lp", "a. b :- a, not c.")?;
    /// engine.ground(["base"])?;
    /// let mut models = engine.query().limit(1).models()?;
    /// assert_eq!(models.by_ref().count(), 1);
    /// assert!(models.is_through()?);
    /// # Ok::<(), groundplan::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`Error::Solve`] if the SAT solver fails.
    pub fn is_through(&mut self) -> Result<bool, Error> {
        match &mut self.source {
            AnswerSource::All(enumeration) if self.end != Some(End::Interrupted) => {
                let found = enumeration.is_through(self.solving.search, self.solving.ground.program);
                let is_through = self.solving.checked(found)?;
                if is_through {
                    // The iteration was stopped early, but the enumeration itself has ended.
                    self.end = None;
                }
                Ok(is_through)
            }
            _ => Ok(self.end() == Some(End::Exhausted)),
        }
    }

    /// Proven lower bounds of the costs, from the highest priority to the lowest; there may be fewer values than objectives.
    /// The result is empty without an objective, or before the first answer set.
    ///
    /// A backend that does not support conflict limits (see [`Query::improving`](super::Query::improving)) proves only the
    /// optimum at the end. Until then the bound of an objective is the cost that every answer set has in any case.
    #[must_use]
    pub fn lower_bound(&self) -> Vec<i64> {
        match &self.source {
            AnswerSource::Better(optimization) => optimization.lower_bound(),
            AnswerSource::Integers(optimization) => optimization.lower_bound(),
            AnswerSource::All(_) | AnswerSource::Less(_) | AnswerSource::One(_) | AnswerSource::Nothing => {
                Vec::new()
            }
        }
    }

    /// Excludes, for the rest of this query, the answer sets in which none of these literals holds. Returns whether it
    /// could.
    ///
    /// It cannot while several threads optimize, or when a variable of difference constraints is minimized. The best answer
    /// set found so far remains the best one until a better one is found.
    ///
    /// ```
    /// use groundplan::{program::Literal, Engine};
    ///
    /// let mut engine = Engine::new();
    /// engine.add_text("subsets.lp", "{ a; b; c }.")?;
    /// engine.ground(["base"])?;
    /// let atoms: Vec<Literal> = ["a", "b"].map(|name| engine.find_atom(name).unwrap().1.unwrap().positive()).into();
    /// let mut models = engine.query().models()?;
    /// assert!(models.restrict(&atoms)?);
    /// assert_eq!(models.count(), 6);
    /// # Ok::<(), groundplan::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`Error::Solve`] if the SAT solver fails.
    pub fn restrict(&mut self, clause: &[Literal]) -> Result<bool, Error> {
        let program = self.solving.ground.program;
        match &mut self.source {
            AnswerSource::All(enumeration) => {
                let restricted = enumeration.restrict(self.solving.search, program, clause);
                self.solving.checked(restricted).map(|()| true)
            }
            AnswerSource::Better(optimization) => {
                let restricted = optimization.restrict(self.solving.search, program, clause);
                self.solving.checked(restricted)
            }
            AnswerSource::Less(_) | AnswerSource::Integers(_) => Ok(false),
            // No other answer set follows.
            AnswerSource::One(_) | AnswerSource::Nothing => Ok(true),
        }
    }

    /// The ground program that is asked about.
    #[must_use]
    pub fn ground_program(&self) -> GroundProgram<'e> {
        self.solving.ground
    }

    fn find(&mut self) -> Result<Option<Progress<Model<'e>>>, Error> {
        let Models { solving, source, .. } = self;
        let model = match source {
            AnswerSource::All(enumeration) => {
                solving.next(enumeration)?.map(|atoms| solving.model(atoms, None))
            }
            AnswerSource::Better(optimization) => match solving.next(&mut **optimization)? {
                Some(Progress::Bound(bound)) => return Ok(Some(Progress::Bound(bound))),
                Some(Progress::Better((atoms, costs))) => Some(solving.model(atoms, Some(costs))),
                None => None,
            },
            AnswerSource::Less(descent) => {
                let less = solving.next(descent)?;
                less.map(|(atoms, value)| solving.model(atoms, Some(vec![value])))
            }
            AnswerSource::Integers(optimization) => match solving.next(optimization)? {
                Some(Progress::Bound(bound)) => return Ok(Some(Progress::Bound(bound))),
                Some(Progress::Better((atoms, costs))) => Some(solving.model(atoms, Some(costs))),
                None => None,
            },
            AnswerSource::One(decision) => solving.next(decision)?.map(|atoms| solving.model(atoms, None)),
            AnswerSource::Nothing => None,
        };
        Ok(model.map(Progress::Better))
    }
}

impl fmt::Debug for Models<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Models { solving, source, left, end } = self;
        let mut debug = f.debug_struct("Models");
        debug.field("solving", solving).field("source", source).field("left", left).field("end", end);
        debug.finish()
    }
}

impl<'e> Iterator for Models<'e> {
    type Item = Result<Model<'e>, Error>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            match self.next_progress()? {
                Ok(Progress::Bound(_)) => {}
                Ok(Progress::Better(model)) => return Some(Ok(model)),
                Err(error) => return Some(Err(error)),
            }
        }
    }
}

impl Drop for Models<'_> {
    fn drop(&mut self) {
        // If the solver has failed, its next use reports the failure.
        let _ = match &mut self.source {
            AnswerSource::All(enumeration) => enumeration.end(self.solving.search, End::Stopped),
            AnswerSource::Better(optimization) => optimization.end(self.solving.search, End::Stopped),
            AnswerSource::Less(descent) => descent.end(self.solving.search, End::Stopped),
            AnswerSource::Integers(optimization) => optimization.end(self.solving.search, End::Stopped),
            AnswerSource::One(_) | AnswerSource::Nothing => Ok(()),
        };
        self.solving.note_end();
    }
}
