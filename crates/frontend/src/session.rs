//! A search: an engine and the query that borrows it, kept as one thing that anybody may take a step further, on any thread,
//! and that gives the engine back in the end.
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

enum Source<'e> {
    Models(Models<'e>),
    Common(Reasoning, Approximations<'e>),
    /// An assumption never holds, or nobody is to look: how that ends.
    Nothing(End),
}

/// What was found last.
pub enum Found<'e> {
    /// An answer set.
    Model(Model<'e>),
    /// What some or all answer sets so far show.
    Common(Reasoning, Consequences<'e>),
}

struct Asked<'e> {
    source: Source<'e>,
    ground: Option<GroundProgram<'e>>,
    found: Option<Found<'e>>,
}

self_cell!(
    struct Cell {
        owner: MutBorrow<Box<Engine>>,

        #[not_covariant]
        dependent: Asked,
    }
);

/// What a search says of itself.
#[derive(Clone, Copy, Default, Debug)]
pub struct Progress {
    /// How many answers it has found.
    pub number: u64,
    /// Whether there is an answer set.
    pub satisfiable: bool,
    /// Whether the answers from here on are proven best.
    pub proven: bool,
    /// How it ended, if it has.
    pub end: Option<End>,
    /// How many of them were proven best.
    pub optimal: u64,
}

/// A search.
pub struct Session {
    interrupter: Interrupter,
    plan: Plan,
    cell: Mutex<Option<Cell>>,
    /// The engine, where it refused what was asked next.
    refused: Mutex<Option<Box<Engine>>>,
    /// Changed while `cell` is locked.
    progress: Mutex<Progress>,
    best: Mutex<Vec<i64>>,
    /// Whether the program has an objective that counts.
    optimizes: bool,
    /// How many were found when the best were known.
    base: AtomicU64,
    report: Option<Report>,
    /// How many conflicts there were before.
    conflicts: u64,
    /// Whether there is no answer set, whatever is ground besides.
    is_refuted: AtomicBool,
    /// Whether the answer at hand is to be the last.
    has_enough: AtomicBool,
}

/// What a search learns beside answers.
#[derive(Clone, Copy, Debug)]
pub enum Event<'a> {
    /// No answer set undercuts this.
    Lower(&'a [i64]),
    /// The last answer set is proven best, and all best ones come now.
    Best,
}

/// Is told of events.
pub type Report = Arc<dyn Fn(Event<'_>) + Send + Sync>;

impl Session {
    /// Begins a search.
    ///
    /// # Errors
    ///
    /// The engine and what it says.
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
        let cell = session.ask(engine, session.improves(), None)?;
        *lock(&session.cell) = Some(cell);
        Ok(session)
    }

    fn ask(
        &self,
        engine: Box<Engine>,
        improving: bool,
        best: Option<Vec<i64>>,
    ) -> Result<Cell, (Box<Engine>, Error)> {
        let plan = &self.plan;
        let made = Cell::try_new_or_recover(MutBorrow::new(engine), |engine| {
            if plan.is_idle {
                return Ok(Asked { source: Source::Nothing(End::Stopped), ground: None, found: None });
            }
            let engine = engine.borrow_mut();
            if plan.is_impossible {
                return Ok(Asked { source: Source::Nothing(End::Exhausted), ground: None, found: None });
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
                return Ok(Asked { source: Source::Models(models), ground, found: None });
            }
            if let Some(projection) = plan.projection {
                query = query.projected_to(projection);
            }
            if let Some(reasoning) = plan.reasoning {
                let common = query.approximations(reasoning)?;
                let ground = Some(common.ground_program());
                return Ok(Asked { source: Source::Common(reasoning, common), ground, found: None });
            }
            if let Some(limit) = limit {
                query = query.limit(limit);
            }
            if plan.records {
                query = query.recording_domain();
            }
            let models = query.models()?;
            let ground = Some(models.ground_program());
            Ok(Asked { source: Source::Models(models), ground, found: None })
        });
        made.map_err(|(engine, error)| (engine.into_inner(), error))
    }

    /// Whether each answer set is better than the one before, at first.
    fn improves(&self) -> bool {
        let Plan { variable, aim, .. } = &self.plan;
        variable.is_some() || self.optimizes && matches!(aim, Aim::Best | Aim::AllBest)
    }

    /// How many answers there may be; `None` for all.
    fn limit(&self) -> Option<u64> {
        let usual = u64::from(!self.improves() && self.plan.reasoning.is_none());
        Some(self.plan.models.unwrap_or(usual)).filter(|&models| models > 0)
    }

    /// Whether answer sets have costs that count.
    pub fn optimizes(&self) -> bool {
        self.optimizes
    }

    /// What the answer found last costs.
    pub fn best(&self) -> Vec<i64> {
        lock(&self.best).clone()
    }

    /// How many answers were found before those that are proven best.
    pub fn base(&self) -> u64 {
        self.base.load(Ordering::Relaxed)
    }

    /// How many answers it has found, and how many of them are proven best.
    pub fn counts(&self) -> (u64, u64) {
        let progress = self.progress();
        let is_best = self.optimizes && progress.end == Some(End::Exhausted);
        let optimal = if is_best { progress.optimal.max(u64::from(progress.satisfiable)) } else { 0 };
        (progress.number - self.base(), optimal)
    }

    /// What it says of itself.
    pub fn progress(&self) -> Progress {
        *lock(&self.progress)
    }

    /// Whether what it finds is what answer sets have in common.
    pub fn reasoning(&self) -> Option<Reasoning> {
        self.plan.reasoning
    }

    /// What it was asked.
    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    /// Looks for the next answer; whether there was one. Who asks holds no lock that a report waits for.
    ///
    /// # Errors
    ///
    /// When the engine fails.
    pub fn step(&self) -> Result<bool, Error> {
        let mut cell = lock(&self.cell);
        loop {
            let progress = self.progress();
            if progress.end.is_some() {
                return Ok(false);
            }
            let Some(asked) = cell.as_mut() else { return Ok(false) };
            // Where all the best are wanted, those on the way to them do not count.
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
            match self.ask(engine, false, Some(lock(&self.best).clone())) {
                Ok(next) => *cell = Some(next),
                Err((engine, error)) => {
                    self.finish(End::Interrupted);
                    *lock(&self.refused) = Some(engine);
                    return Err(error);
                }
            }
        }
    }

    /// Whether the search has ended because it had no more conflicts.
    fn has_spent(&self) -> bool {
        self.plan.conflicts.is_some() && !self.is_late() && !self.interrupter.is_interrupted()
    }

    /// Whether its deadline has cut it short, or is about to.
    pub fn is_late(&self) -> bool {
        let is_over = self.progress().end.is_some_and(|end| end != End::Interrupted);
        !is_over && self.plan.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }

    /// Whether it has found out that there is no answer set for good.
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

    /// Says how it ended.
    fn finish(&self, end: End) {
        lock(&self.progress).end.get_or_insert(end);
    }

    /// Whoever asked has had enough.
    pub fn stop(&self, end: End) {
        self.finish(end);
    }

    /// The answer at hand is the last one that is wanted.
    pub fn stop_here(&self) {
        self.has_enough.store(true, Ordering::Relaxed);
    }

    /// Looks at what was found last, if it is the answer of this number.
    pub fn with_found<T>(
        &self,
        number: u64,
        act: impl FnOnce(&Found<'_>, Option<GroundProgram<'_>>) -> T,
    ) -> Option<T> {
        let cell = try_lock(&self.cell)?;
        if self.progress().number != number {
            return None;
        }
        look(cell.as_ref()?, act)
    }

    /// Looks at what was found last.
    pub fn with_last<T>(&self, act: impl FnOnce(&Found<'_>, Option<GroundProgram<'_>>) -> T) -> Option<T> {
        look(try_lock(&self.cell)?.as_ref()?, act)
    }

    /// What an atom is in every answer set, where the answer of this number is about consequences and propagation shows it.
    pub fn known(&self, number: u64, atom: AtomId) -> Option<bool> {
        let cell = try_lock(&self.cell)?;
        if self.progress().number != number {
            return None;
        }
        cell.as_ref()?.with_dependent(|_, asked| match &asked.source {
            Source::Common(_, common) => common.known(atom),
            Source::Models(_) | Source::Nothing(_) => None,
        })
    }

    /// Looks at the ground program, where nobody is at work on it; whether it could.
    pub fn look(&self, act: impl FnOnce(GroundProgram<'_>)) -> bool {
        let Some(cell) = try_lock(&self.cell) else { return false };
        let Some(cell) = cell.as_ref() else { return false };
        cell.with_dependent(|_, asked| asked.ground.map(act).is_some())
    }

    /// Excludes answer sets in which none of these literals holds; `None` where it cannot.
    pub fn restrict(&self, clause: &[Literal]) -> Option<Result<bool, Error>> {
        let mut cell = try_lock(&self.cell)?;
        cell.as_mut()?.with_dependent_mut(|_, asked| match &mut asked.source {
            Source::Models(models) => Some(models.restrict(clause)),
            Source::Common(..) => Some(Ok(false)),
            Source::Nothing(_) => None,
        })
    }

    /// The engine, if the search has ended and nobody looks at what it found.
    pub fn give_back(&self) -> Option<Box<Engine>> {
        self.progress().end?;
        let mut cell = try_lock(&self.cell)?;
        let engine = cell.take().map(|cell| cell.into_owner().into_inner());
        let engine = engine.or_else(|| lock(&self.refused).take())?;
        // As in clingo, what takes a search, or counting in place of it, to find out is not remembered.
        let statistics = engine.statistics();
        let conflicts = statistics.conflicts.unwrap_or(0).saturating_sub(self.conflicts);
        let is_propagated = conflicts <= 1 && !statistics.has_counted();
        self.is_refuted.fetch_and(is_propagated, Ordering::Relaxed);
        Some(engine)
    }
}

fn look<T>(cell: &Cell, act: impl FnOnce(&Found<'_>, Option<GroundProgram<'_>>) -> T) -> Option<T> {
    cell.with_dependent(|_, asked| asked.found.as_ref().map(|found| act(found, asked.ground)))
}

impl<'e> Found<'e> {
    /// What it was found in.
    pub fn ground_program(&self) -> GroundProgram<'e> {
        match self {
            Found::Model(model) => model.ground_program(),
            Found::Common(_, common) => common.ground_program(),
        }
    }
}

impl Asked<'_> {
    /// The costs of the next answer.
    fn next(&mut self) -> Result<Option<Vec<i64>>, Error> {
        Ok(match &mut self.source {
            Source::Models(models) => match models.next().transpose()? {
                Some(model) => {
                    let costs = model.costs().to_vec();
                    self.found = Some(Found::Model(model));
                    Some(costs)
                }
                None => None,
            },
            Source::Common(reasoning, common) => match common.next().transpose()? {
                Some(consequences) => {
                    self.found = Some(Found::Common(*reasoning, consequences));
                    Some(Vec::new())
                }
                None => None,
            },
            Source::Nothing(_) => None,
        })
    }

    /// Whether there are no more than the answers found, as far as propagation shows.
    fn is_through(&mut self) -> Result<bool, Error> {
        match &mut self.source {
            Source::Models(models) => models.is_through(),
            Source::Common(..) | Source::Nothing(_) => Ok(false),
        }
    }

    /// Whether what has no answer set has none for good: nothing is to be set otherwise later.
    fn is_for_good(&self) -> bool {
        self.ground.is_some_and(|ground| {
            ground.program.externals.is_empty() && ground.program.assumptions.is_empty()
        })
    }

    fn end(&self) -> Option<End> {
        match &self.source {
            Source::Models(models) => models.end(),
            Source::Common(_, common) => common.end(),
            Source::Nothing(end) => Some(*end),
        }
    }
}

const _: () = {
    const fn assert_shared<T: Send + Sync>() {}
    assert_shared::<Session>();
};
