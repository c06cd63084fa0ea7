//! A search in progress: an engine and the query that borrows it, in one object.
//!
//! Any thread may advance a search by one answer. When the search has ended, it gives the engine back.
//!
//! The module implements clingo's modes of optimization and enumeration: which query is asked ([`Plan`]), when enough answers
//! are found, and which query follows if all optimal answer sets are requested.
//!
//! clingo's modes of optimisation and enumeration come together here: which query is asked ([`Plan`]), when it has found
//! enough, and what is asked next where all best answer sets are wanted.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Instant;

use groundplan::program::{AtomId, GroundProgram, Literal};
use groundplan::solve::{End, Reasoning};
use groundplan::{Approximations, Consequences, Engine, Error, Interrupter, Model, Models};
use self_cell::{self_cell, MutBorrow};

use crate::lock::{lock, try_lock};
use crate::plan::Plan;
use crate::values::Aim;

enum AnswerSource<'e> {
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
    source: AnswerSource<'e>,
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

/// The state of a search.
#[derive(Clone, Copy, Default, Debug)]
pub struct Progress {
    /// The number of answers found.
    pub number: u64,
    /// Whether an answer set was found.
    pub satisfiable: bool,
    /// Whether all answers from now on are proven optimal.
    pub proven: bool,
    /// The way in which the search ended, or `None` while it runs.
    pub end: Option<End>,
    /// The number of answers found since optimality was proven.
    pub optimal: u64,
}

/// A search: the engine, its current query, and its state. Several threads may share it.
pub struct Session {
    interrupter: Interrupter,
    plan: Plan,
    cell: Mutex<Option<EngineWithQuery>>,
    /// The engine, after it refused the follow-up query.
    refused: Mutex<Option<Box<Engine>>>,
    /// Modified only while `cell` is locked.
    progress: Mutex<Progress>,
    best: Mutex<Vec<i64>>,
    /// Whether the program has an objective that is not ignored.
    optimizes: bool,
    /// The number of answers found before optimality was proven.
    base: AtomicU64,
    report: Option<Report>,
    /// The engine's number of conflicts before the search.
    conflicts: u64,
    /// Whether the program has no answer set, independently of externals and assumptions.
    is_refuted: AtomicBool,
    /// Whether the current answer is the last one requested.
    has_enough: AtomicBool,
}

/// An event of a search, other than an answer.
#[derive(Clone, Copy, Debug)]
pub enum Event<'a> {
    /// A new lower bound on the costs of all answer sets.
    Lower(&'a [i64]),
    /// The last answer set is proven optimal. The enumeration of all optimal ones starts.
    Best,
}

/// A callback for events.
pub type Report = Arc<dyn Fn(Event<'_>) + Send + Sync>;

impl Session {
    /// Starts a search.
    ///
    /// # Errors
    ///
    /// Returns the engine and its error, if the engine refuses the query.
    pub fn begin(
        engine: Box<Engine>,
        plan: Plan,
        report: Option<Report>,
    ) -> Result<Session, (Box<Engine>, Error)> {
        let optimizes = plan.optimizes(&engine);
        let conflicts = engine.statistics().conflicts.unwrap_or(0);
        let session = Session {
            conflicts,
            interrupter: engine.interrupter(),
            plan,
            cell: Mutex::new(None),
            refused: Mutex::default(),
            progress: Mutex::default(),
            best: Mutex::default(),
            optimizes,
            base: AtomicU64::new(0),
            report,
            is_refuted: AtomicBool::new(false),
            has_enough: AtomicBool::new(false),
        };
        let cell = session.start_query(engine, session.improves(), None)?;
        *lock(&session.cell) = Some(cell);
        Ok(session)
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
                    source: AnswerSource::Nothing(End::Stopped),
                    ground: None,
                    found: None,
                });
            }
            let engine = engine.borrow_mut();
            if plan.is_impossible {
                // Propagators are initialized all the same, and errors of the translation reported.
                engine.translate()?;
                return Ok(ActiveQuery {
                    source: AnswerSource::Nothing(End::Exhausted),
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
                let mut models = match &plan.variable {
                    Some(variable) => query.lowering(variable)?,
                    None => query.improving()?,
                };
                if let Some(report) = self.report.clone() {
                    models = models.on_lower_bound(move |bound| report(Event::Lower(bound)));
                }
                let ground = Some(models.ground_program());
                return Ok(ActiveQuery { source: AnswerSource::Models(models), ground, found: None });
            }
            if let Some(projection) = plan.projection {
                query = query.projected_to(projection);
            }
            if let Some(reasoning) = plan.reasoning {
                let common = query.approximations(reasoning)?;
                let ground = Some(common.ground_program());
                return Ok(ActiveQuery {
                    source: AnswerSource::Consequences(reasoning, common),
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
            Ok(ActiveQuery { source: AnswerSource::Models(models), ground, found: None })
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

    /// Returns the costs of the last answer.
    pub fn best(&self) -> Vec<i64> {
        lock(&self.best).clone()
    }

    /// Returns the number of answers found before optimality was proven.
    pub fn base(&self) -> u64 {
        self.base.load(Ordering::Relaxed)
    }

    /// Returns the number of answers found, and the number of those proven optimal.
    pub fn counts(&self) -> (u64, u64) {
        let progress = self.progress();
        let is_best = self.optimizes && progress.end == Some(End::Exhausted);
        let optimal = if is_best { progress.optimal.max(u64::from(progress.satisfiable)) } else { 0 };
        (progress.number - self.base(), optimal)
    }

    /// Returns a copy of the current state.
    pub fn progress(&self) -> Progress {
        *lock(&self.progress)
    }

    /// Returns the kind of consequences that the search computes, or `None` if it finds answer sets.
    pub fn reasoning(&self) -> Option<Reasoning> {
        self.plan.reasoning
    }

    /// Returns the parameters of the search.
    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    /// Searches for the next answer, and returns whether there was one. The caller must not hold a lock that an event
    /// callback takes.
    ///
    /// # Errors
    ///
    /// Returns an error if the engine fails.
    pub fn step(&self) -> Result<bool, Error> {
        let mut cell = lock(&self.cell);
        loop {
            let progress = self.progress();
            if progress.end.is_some() {
                return Ok(false);
            }
            let Some(asked) = cell.as_mut() else { return Ok(false) };
            // When all optimal answer sets are requested, those found on the way to the optimum do not count.
            let counted = if self.optimizes && self.plan.aim == Aim::AllBest {
                progress.optimal
            } else {
                progress.number - self.base.load(Ordering::Relaxed)
            };
            if self.has_enough.load(Ordering::Relaxed) || self.is_enough(&progress) {
                self.finish(End::Stopped);
                return Ok(false);
            }
            if self.limit().is_some_and(|limit| counted >= limit) {
                let is_through = match self.plan.seeks_end {
                    true => asked.with_dependent_mut(|_, asked| asked.is_through()),
                    false => Ok(false),
                };
                self.finish(if matches!(is_through, Ok(true)) { End::Exhausted } else { End::Stopped });
                return is_through.map(|_| false);
            }
            let found = asked.with_dependent_mut(|_, asked| asked.next());
            match found {
                Ok(Some(costs)) => {
                    let mut progress = lock(&self.progress);
                    progress.number += 1;
                    progress.satisfiable = true;
                    progress.optimal += u64::from(progress.proven);
                    drop(progress);
                    if !costs.is_empty() {
                        *lock(&self.best) = costs;
                    }
                    return Ok(true);
                }
                Ok(None) => {}
                Err(error) => {
                    self.finish(End::Interrupted);
                    return Err(error);
                }
            }
            let end = asked.with_dependent(|_, asked| asked.end()).unwrap_or(End::Interrupted);
            let goes_on = end == End::Exhausted
                && self.plan.aim == Aim::AllBest
                && self.optimizes
                && progress.satisfiable
                && !progress.proven;
            if !goes_on {
                let Plan { assumed, assumptions, is_impossible, bound, .. } = &self.plan;
                let is_refuted = end == End::Exhausted
                    && progress.number == 0
                    && assumed.is_empty()
                    && assumptions.is_empty()
                    && !is_impossible
                    && bound.is_empty()
                    && asked.with_dependent(|_, asked| asked.is_for_good());
                self.is_refuted.store(is_refuted, Ordering::Relaxed);
                self.finish(if end == End::Interrupted && self.has_spent() { End::Stopped } else { end });
                return Ok(false);
            }
            lock(&self.progress).proven = true;
            self.base.store(progress.number, Ordering::Relaxed);
            self.report.iter().for_each(|report| report(Event::Best));
            let engine = cell.take().expect("it was there").into_owner().into_inner();
            match self.start_query(engine, false, Some(lock(&self.best).clone())) {
                Ok(next) => *cell = Some(next),
                Err((engine, error)) => {
                    self.finish(End::Interrupted);
                    *lock(&self.refused) = Some(engine);
                    return Err(error);
                }
            }
        }
    }

    /// Whether the search ended because the conflict limit was reached.
    fn has_spent(&self) -> bool {
        self.plan.conflicts.is_some() && !self.is_late() && !self.interrupter.is_interrupted()
    }

    /// Whether the deadline has passed and the search has not ended for another reason.
    pub fn is_late(&self) -> bool {
        let is_over = self.progress().end.is_some_and(|end| end != End::Interrupted);
        !is_over && self.plan.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }

    /// Whether the search proved that the program has no answer set, independently of externals and assumptions.
    pub fn is_refuted(&self) -> bool {
        self.is_refuted.load(Ordering::Relaxed)
    }

    fn is_enough(&self, progress: &Progress) -> bool {
        let stop = &self.plan.stop;
        if stop.is_empty() || !progress.satisfiable {
            return false;
        }
        let best = lock(&self.best);
        let length = stop.len().min(best.len());
        length > 0 && best[..length] <= stop[..length]
    }

    /// Records how the search ended, unless it has ended already.
    fn finish(&self, end: End) {
        lock(&self.progress).end.get_or_insert(end);
    }

    /// Ends the search because its user wants no more answers.
    pub fn stop(&self, end: End) {
        self.finish(end);
    }

    /// Makes the current answer the last one.
    pub fn stop_here(&self) {
        self.has_enough.store(true, Ordering::Relaxed);
    }

    /// Calls `act` with the last answer if it has this number and no other thread holds the search.
    pub fn with_answer<T>(
        &self,
        number: u64,
        act: impl FnOnce(&FoundAnswer<'_>, Option<GroundProgram<'_>>) -> T,
    ) -> Option<T> {
        let cell = try_lock(&self.cell)?;
        if self.progress().number != number {
            return None;
        }
        look(cell.as_ref()?, act)
    }

    /// Calls `act` with the last answer unless another thread holds the search.
    pub fn with_last<T>(
        &self,
        act: impl FnOnce(&FoundAnswer<'_>, Option<GroundProgram<'_>>) -> T,
    ) -> Option<T> {
        look(try_lock(&self.cell)?.as_ref()?, act)
    }

    /// Returns the value of an atom that propagation has shown to be the same in all answer sets. The result is `None` unless
    /// the search computes consequences and its last answer has this number.
    pub fn known_value(&self, number: u64, atom: AtomId) -> Option<bool> {
        let cell = try_lock(&self.cell)?;
        if self.progress().number != number {
            return None;
        }
        cell.as_ref()?.with_dependent(|_, asked| match &asked.source {
            AnswerSource::Consequences(_, common) => common.known(atom),
            AnswerSource::Models(_) | AnswerSource::Nothing(_) => None,
        })
    }

    /// Calls `act` with the ground program unless another thread holds the search. Returns whether it was called.
    pub fn look(&self, act: impl FnOnce(GroundProgram<'_>)) -> bool {
        let Some(cell) = try_lock(&self.cell) else { return false };
        let Some(cell) = cell.as_ref() else { return false };
        cell.with_dependent(|_, asked| asked.ground.map(act).is_some())
    }

    /// Excludes answer sets in which none of these literals is true. Returns `None` if the search is held by another thread
    /// or cannot take clauses.
    pub fn restrict(&self, clause: &[Literal]) -> Option<Result<bool, Error>> {
        let mut cell = try_lock(&self.cell)?;
        cell.as_mut()?.with_dependent_mut(|_, asked| match &mut asked.source {
            AnswerSource::Models(models) => Some(models.restrict(clause)),
            AnswerSource::Consequences(..) => Some(Ok(false)),
            AnswerSource::Nothing(_) => None,
        })
    }

    /// Returns the engine if the search has ended and no other thread holds it.
    pub fn give_back(&self) -> Option<Box<Engine>> {
        self.progress().end?;
        let mut cell = try_lock(&self.cell)?;
        let engine = cell.take().map(|cell| cell.into_owner().into_inner());
        let engine = engine.or_else(|| lock(&self.refused).take())?;
        // As in clingo, unsatisfiability is remembered only if propagation shows it, not if it takes a search or counting.
        let statistics = engine.statistics();
        let conflicts = statistics.conflicts.unwrap_or(0).saturating_sub(self.conflicts);
        let is_propagated = conflicts <= 1 && !statistics.has_counted();
        self.is_refuted.fetch_and(is_propagated, Ordering::Relaxed);
        Some(engine)
    }
}

fn look<T>(
    cell: &EngineWithQuery,
    act: impl FnOnce(&FoundAnswer<'_>, Option<GroundProgram<'_>>) -> T,
) -> Option<T> {
    cell.with_dependent(|_, asked| asked.found.as_ref().map(|found| act(found, asked.ground)))
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
    /// Searches for the next answer and returns its costs.
    fn next(&mut self) -> Result<Option<Vec<i64>>, Error> {
        Ok(match &mut self.source {
            AnswerSource::Models(models) => match models.next().transpose()? {
                Some(model) => {
                    let costs = model.costs().to_vec();
                    self.found = Some(FoundAnswer::Model(model));
                    Some(costs)
                }
                None => None,
            },
            AnswerSource::Consequences(reasoning, common) => match common.next().transpose()? {
                Some(consequences) => {
                    self.found = Some(FoundAnswer::Consequences(*reasoning, consequences));
                    Some(Vec::new())
                }
                None => None,
            },
            AnswerSource::Nothing(_) => None,
        })
    }

    /// Whether propagation shows that no more answers exist.
    fn is_through(&mut self) -> Result<bool, Error> {
        match &mut self.source {
            AnswerSource::Models(models) => models.is_through(),
            AnswerSource::Consequences(..) | AnswerSource::Nothing(_) => Ok(false),
        }
    }

    /// Whether unsatisfiability is permanent, that is, does not depend on externals or on assumptions of the program.
    fn is_for_good(&self) -> bool {
        self.ground.is_some_and(|ground| {
            ground.program.externals.is_empty() && ground.program.assumptions.is_empty()
        })
    }

    fn end(&self) -> Option<End> {
        match &self.source {
            AnswerSource::Models(models) => models.end(),
            AnswerSource::Consequences(_, common) => common.end(),
            AnswerSource::Nothing(end) => Some(*end),
        }
    }
}

const _: () = {
    const fn assert_shared<T: Send + Sync>() {}
    assert_shared::<Session>();
};
