//! A run: an engine and the query that borrows it, in one object, which is advanced event by event.
//!
//! clingo's modes of optimisation and enumeration come together here: which query is asked ([`Plan`]), when it has found
//! enough, and what is asked next where all best answer sets are wanted. When the run has ended, it gives the engine back.

use std::time::Instant;

use groundplan::program::{AtomId, GroundProgram, Literal};
use groundplan::solve::{End, Progress, Reasoning};
use groundplan::{Approximations, Consequences, Engine, Error, Interrupter, Model, Models};
use self_cell::{self_cell, MutBorrow};

use crate::plan::Plan;
use crate::values::Aim;

enum AnswerStream<'e> {
    Models(Models<'e>),
    Consequences(Reasoning, Approximations<'e>),
    /// No search, with the way in which it ends: an assumption can never hold, or solving is turned off.
    Nothing(End),
}

/// The last answer of a search.
pub enum FoundAnswer<'e> {
    /// An answer set.
    Model(Model<'e>),
    /// The consequences of the answer sets seen so far.
    Consequences(Reasoning, Consequences<'e>),
}

struct ActiveQuery<'e> {
    stream: AnswerStream<'e>,
    ground: Option<GroundProgram<'e>>,
    found: Option<FoundAnswer<'e>>,
}

self_cell!(
    struct EngineWithQuery {
        owner: MutBorrow<Box<Engine>>,

        #[not_covariant]
        dependent: ActiveQuery,
    }
);

/// How far a run has come.
#[derive(Clone, Default, Debug)]
pub struct Standing {
    /// The number of answers found.
    pub number: u64,
    /// The number of answers found before optimality was proven.
    pub base: u64,
    /// The number of answers found since optimality was proven.
    pub optimal: u64,
    /// Whether an answer set was found.
    pub satisfiable: bool,
    /// Whether all answers from now on are proven optimal.
    pub proven: bool,
    /// The way in which the run ended, or `None` while it goes on.
    pub end: Option<End>,
    /// Whether the program has no answer set, independently of externals and assumptions.
    pub is_refuted: bool,
    /// The costs of the last answer.
    pub best: Vec<i64>,
}

impl Standing {
    /// Whether the deadline of the plan has passed and the run has not ended for another reason.
    pub fn is_late(&self, plan: &Plan) -> bool {
        let is_over = self.end.is_some_and(|end| end != End::Interrupted);
        !is_over && plan.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }
}

/// What a run comes upon.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Event {
    /// An answer: see [`Run::with_answer`].
    Answer,
    /// A new lower bound on the costs of all answer sets.
    Bound(Vec<i64>),
    /// The last answer set is proven optimal. The enumeration of all optimal ones starts.
    Proven,
    /// The run has ended.
    Ended(End),
}

/// A run: the engine, its current query, and how far it has come.
pub struct Run {
    interrupter: Interrupter,
    plan: Plan,
    /// The engine with its query; `None` if it has refused the follow-up query.
    cell: Option<EngineWithQuery>,
    /// The engine, after it refused the follow-up query.
    refused: Option<Box<Engine>>,
    standing: Standing,
    /// Whether the program has an objective that is not ignored.
    optimizes: bool,
    /// The engine's number of conflicts before the run.
    conflicts: u64,
    /// Whether the current answer is the last one requested.
    has_enough: bool,
}

impl Run {
    /// Starts a run.
    ///
    /// # Errors
    ///
    /// Returns the engine and its error, if the engine refuses the query.
    pub fn begin(engine: Box<Engine>, plan: Plan) -> Result<Run, (Box<Engine>, Error)> {
        let mut run = Run {
            interrupter: engine.interrupter(),
            optimizes: plan.optimizes(&engine),
            conflicts: engine.statistics().conflicts.unwrap_or(0),
            plan,
            cell: None,
            refused: None,
            standing: Standing::default(),
            has_enough: false,
        };
        run.cell = Some(run.start_query(engine, run.improves(), None)?);
        Ok(run)
    }

    fn start_query(
        &self,
        engine: Box<Engine>,
        improving: bool,
        best: Option<Vec<i64>>,
    ) -> Result<EngineWithQuery, (Box<Engine>, Error)> {
        let plan = &self.plan;
        let made = EngineWithQuery::try_new_or_recover(MutBorrow::new(engine), |engine| {
            if plan.is_idle {
                return Ok(ActiveQuery {
                    stream: AnswerStream::Nothing(End::Stopped),
                    ground: None,
                    found: None,
                });
            }
            let engine = engine.borrow_mut();
            if plan.is_impossible {
                // Propagators are initialized all the same, and errors of the translation reported.
                engine.translate()?;
                return Ok(ActiveQuery {
                    stream: AnswerStream::Nothing(End::Exhausted),
                    ground: None,
                    found: None,
                });
            }
            let mut query = plan.query(engine)?;
            if let Some(best) = best {
                query = query.within(best);
            }
            let limit = self.limit();
            if plan.up_to_symmetry && (improving || limit == Some(1)) && plan.reasoning.is_none() {
                query = query.up_to_symmetry();
            }
            if improving {
                let models = match &plan.variable {
                    Some(variable) => query.lowering(variable)?,
                    None => query.improving()?,
                };
                let ground = Some(models.ground_program());
                return Ok(ActiveQuery { stream: AnswerStream::Models(models), ground, found: None });
            }
            if let Some(projection) = plan.projection {
                query = query.projected_to(projection);
            }
            if let Some(reasoning) = plan.reasoning {
                let common = query.approximations(reasoning)?;
                let ground = Some(common.ground_program());
                return Ok(ActiveQuery {
                    stream: AnswerStream::Consequences(reasoning, common),
                    ground,
                    found: None,
                });
            }
            if let Some(limit) = limit {
                query = query.limit(limit);
            }
            if plan.records {
                query = query.recording_domain();
            }
            let models = query.models()?;
            let ground = Some(models.ground_program());
            Ok(ActiveQuery { stream: AnswerStream::Models(models), ground, found: None })
        });
        made.map_err(|(engine, error)| (engine.into_inner(), error))
    }

    /// Whether the first query asks for answer sets each of which improves on the one before.
    fn improves(&self) -> bool {
        let Plan { variable, aim, .. } = &self.plan;
        variable.is_some() || self.optimizes && matches!(aim, Aim::Best | Aim::AllBest)
    }

    /// Returns the maximum number of answers; `None` for all.
    fn limit(&self) -> Option<u64> {
        let usual = u64::from(!self.improves() && self.plan.reasoning.is_none());
        Some(self.plan.models.unwrap_or(usual)).filter(|&models| models > 0)
    }

    /// Whether the program has an objective that is not ignored.
    pub fn optimizes(&self) -> bool {
        self.optimizes
    }

    /// Returns how far the run has come.
    pub fn standing(&self) -> &Standing {
        &self.standing
    }

    /// Returns the parameters of the search.
    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    /// Searches for the next event. After the end it returns [`Event::Ended`] again.
    ///
    /// # Errors
    ///
    /// Returns an error if the engine fails.
    pub fn step(&mut self) -> Result<Event, Error> {
        if let Some(end) = self.standing.end {
            return Ok(Event::Ended(end));
        }
        if self.has_enough || self.is_enough() {
            return Ok(self.finish(End::Stopped));
        }
        let limit = self.limit();
        let counted = self.counted();
        let Some(asked) = &mut self.cell else { return Ok(self.finish(End::Interrupted)) };
        if limit.is_some_and(|limit| counted >= limit) {
            let is_through = match self.plan.seeks_end {
                true => asked.with_dependent_mut(|_, asked| asked.is_through()),
                false => Ok(false),
            };
            let end = if matches!(is_through, Ok(true)) { End::Exhausted } else { End::Stopped };
            let ended = self.finish(end);
            return is_through.map(|_| ended);
        }
        match asked.with_dependent_mut(|_, asked| asked.next()) {
            Ok(Some(Progress::Better(costs))) => {
                self.standing.number += 1;
                self.standing.satisfiable = true;
                self.standing.optimal += u64::from(self.standing.proven);
                if !costs.is_empty() {
                    self.standing.best = costs;
                }
                Ok(Event::Answer)
            }
            Ok(Some(Progress::Bound(bound))) => Ok(Event::Bound(bound)),
            Ok(None) => self.go_on(),
            Err(error) => {
                self.finish(End::Interrupted);
                Err(error)
            }
        }
    }

    /// Returns the number of answers that count for the limit.
    fn counted(&self) -> u64 {
        // When all optimal answer sets are requested, those found on the way to the optimum do not count.
        if self.optimizes && self.plan.aim == Aim::AllBest {
            self.standing.optimal
        } else {
            self.standing.number - self.standing.base
        }
    }

    /// Asks for all best answer sets after the query for one has ended, if they are wanted; otherwise the run ends.
    fn go_on(&mut self) -> Result<Event, Error> {
        let Some(asked) = &mut self.cell else { return Ok(self.finish(End::Interrupted)) };
        let end = asked.with_dependent(|_, asked| asked.end()).unwrap_or(End::Interrupted);
        let Standing { number, satisfiable, proven, .. } = self.standing;
        let goes_on = end == End::Exhausted
            && self.plan.aim == Aim::AllBest
            && self.optimizes
            && satisfiable
            && !proven;
        if !goes_on {
            let Plan { assumed, assumptions, is_impossible, bound, .. } = &self.plan;
            self.standing.is_refuted = end == End::Exhausted
                && number == 0
                && assumed.is_empty()
                && assumptions.is_empty()
                && !is_impossible
                && bound.is_empty()
                && asked.with_dependent(|_, asked| asked.is_for_good());
            let is_spent = end == End::Interrupted && self.has_spent();
            return Ok(self.finish(if is_spent { End::Stopped } else { end }));
        }
        self.standing.proven = true;
        self.standing.base = number;
        let engine = self.cell.take().expect("it was there").into_owner().into_inner();
        match self.start_query(engine, false, Some(self.standing.best.clone())) {
            Ok(next) => {
                self.cell = Some(next);
                Ok(Event::Proven)
            }
            Err((engine, error)) => {
                self.finish(End::Interrupted);
                self.refused = Some(engine);
                Err(error)
            }
        }
    }

    /// Whether the search ended because the conflict limit was reached.
    fn has_spent(&self) -> bool {
        self.plan.conflicts.is_some()
            && !self.standing.is_late(&self.plan)
            && !self.interrupter.is_interrupted()
    }

    fn is_enough(&self) -> bool {
        let (stop, best) = (&self.plan.stop, &self.standing.best);
        let length = stop.len().min(best.len());
        self.standing.satisfiable && length > 0 && best[..length] <= stop[..length]
    }

    /// Records how the run ended, unless it has ended already.
    fn finish(&mut self, end: End) -> Event {
        Event::Ended(*self.standing.end.get_or_insert(end))
    }

    /// Ends the run because its user wants no more answers.
    pub fn stop(&mut self, end: End) {
        self.finish(end);
    }

    /// Makes the current answer the last one.
    pub fn stop_here(&mut self) {
        self.has_enough = true;
    }

    /// Calls `act` with the last answer and its ground program, if there is one.
    pub fn with_answer<T>(
        &self,
        act: impl FnOnce(&FoundAnswer<'_>, Option<GroundProgram<'_>>) -> T,
    ) -> Option<T> {
        self.cell
            .as_ref()?
            .with_dependent(|_, asked| asked.found.as_ref().map(|found| act(found, asked.ground)))
    }

    /// Returns the value of an atom that propagation has shown to be the same in all answer sets. The result is `None` unless
    /// the run computes consequences.
    pub fn known_value(&self, atom: AtomId) -> Option<bool> {
        self.cell.as_ref()?.with_dependent(|_, asked| match &asked.stream {
            AnswerStream::Consequences(_, common) => common.known(atom),
            AnswerStream::Models(_) | AnswerStream::Nothing(_) => None,
        })
    }

    /// Calls `act` with the ground program. Returns whether it was called.
    pub fn look(&self, act: impl FnOnce(GroundProgram<'_>)) -> bool {
        self.cell.as_ref().is_some_and(|cell| cell.with_dependent(|_, asked| asked.ground.map(act).is_some()))
    }

    /// Excludes answer sets in which none of these literals is true. Returns `None` if the run cannot take clauses.
    pub fn restrict(&mut self, clause: &[Literal]) -> Option<Result<bool, Error>> {
        self.cell.as_mut()?.with_dependent_mut(|_, asked| match &mut asked.stream {
            AnswerStream::Models(models) => Some(models.restrict(clause)),
            AnswerStream::Consequences(..) => Some(Ok(false)),
            AnswerStream::Nothing(_) => None,
        })
    }

    /// Returns the engine if the run has ended and has not given it back before.
    pub fn give_back(&mut self) -> Option<Box<Engine>> {
        self.standing.end?;
        let engine = self.cell.take().map(|cell| cell.into_owner().into_inner());
        let engine = engine.or_else(|| self.refused.take())?;
        // As in clingo, unsatisfiability is remembered only if propagation shows it, not if it takes a search or counting.
        let statistics = engine.statistics();
        let conflicts = statistics.conflicts.unwrap_or(0).saturating_sub(self.conflicts);
        self.standing.is_refuted &= conflicts <= 1 && !statistics.has_counted();
        Some(engine)
    }
}

impl<'e> FoundAnswer<'e> {
    /// Returns the ground program that the answer belongs to.
    pub fn ground_program(&self) -> GroundProgram<'e> {
        match self {
            FoundAnswer::Model(model) => model.ground_program(),
            FoundAnswer::Consequences(_, common) => common.ground_program(),
        }
    }
}

impl ActiveQuery<'_> {
    /// Searches for the next answer, and returns its costs, or for a lower bound.
    fn next(&mut self) -> Result<Option<Progress<Vec<i64>>>, Error> {
        match &mut self.stream {
            AnswerStream::Models(models) => match models.next_progress().transpose()? {
                Some(Progress::Better(model)) => {
                    let costs = model.costs().to_vec();
                    self.found = Some(FoundAnswer::Model(model));
                    Ok(Some(Progress::Better(costs)))
                }
                Some(Progress::Bound(bound)) => Ok(Some(Progress::Bound(bound))),
                None => Ok(None),
            },
            AnswerStream::Consequences(reasoning, common) => match common.next().transpose()? {
                Some(consequences) => {
                    self.found = Some(FoundAnswer::Consequences(*reasoning, consequences));
                    Ok(Some(Progress::Better(Vec::new())))
                }
                None => Ok(None),
            },
            AnswerStream::Nothing(_) => Ok(None),
        }
    }

    /// Whether propagation shows that no more answers exist.
    fn is_through(&mut self) -> Result<bool, Error> {
        match &mut self.stream {
            AnswerStream::Models(models) => models.is_through(),
            AnswerStream::Consequences(..) | AnswerStream::Nothing(_) => Ok(false),
        }
    }

    /// Whether unsatisfiability is permanent, that is, does not depend on externals or on assumptions of the program.
    fn is_for_good(&self) -> bool {
        self.ground.is_some_and(|ground| {
            ground.program.externals.is_empty() && ground.program.assumptions.is_empty()
        })
    }

    fn end(&self) -> Option<End> {
        match &self.stream {
            AnswerStream::Models(models) => models.end(),
            AnswerStream::Consequences(_, common) => common.end(),
            AnswerStream::Nothing(end) => Some(*end),
        }
    }
}

const _: () = {
    const fn assert_send<T: Send>() {}
    assert_send::<Run>();
};
