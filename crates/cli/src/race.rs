//! Several engines at one instance, each in a thread of its own: the first proven answer wins.
//!
//! What one engine finds out counts for all of them: the best lower bound and the shortest plan are a proof together,
//! whoever they are from.

use std::sync::mpsc::{channel, Receiver, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use groundplan::diagnostic::Diagnostics;
use groundplan::solve::Statistics;
use groundplan::Interrupter;
use groundplan::{Error, Halted};
use groundplan_sokoban::{
    optimize, search_optimum, Bounds, End, Event, Figures, Goal, Instance, NotApplicable, Optimum, Reason,
    SearchEngine, SearchFigures, SearchLimits, SearchOptimum,
};

use crate::arguments::Engine;
use crate::exit::Failure;
use crate::progress::Progress;
use crate::report;
use crate::stats::{Stats, Times};

/// How long the engines get to say how far they got once the answer is there.
const GRACE: Duration = Duration::from_millis(300);

/// The stack of an engine's thread.
const STACK: usize = 64 << 20;

/// What the engines work on.
pub struct Task {
    /// The instance.
    pub instance: Instance,
    /// What is asked of ground-and-solve.
    pub goal: Goal,
    /// Table space of a state-space engine.
    pub table_bytes: usize,
    /// Stops all engines.
    pub interrupter: Interrupter,
}

/// What came out.
pub struct Outcome {
    /// What is known; `None` if there is no plan of any number of actions.
    pub bounds: Option<Bounds>,
    /// Why there is none.
    pub reason: Reason,
    /// Whether the solver has refuted one action less than the plan's.
    pub confirmed: bool,
    /// What is odd about the encoding.
    pub warnings: Diagnostics,
    /// Sizes and times of the engine that had the last word.
    pub stats: Counted,
    /// Why engines had to end without an answer, in words.
    pub ends: Vec<String>,
}

/// Sizes and times of an engine.
pub enum Counted {
    /// The engine did not say.
    Nothing,
    /// Of ground-and-solve.
    Ground(Box<Figures>),
    /// Of a state-space engine.
    Search(&'static str, SearchFigures),
}

impl Counted {
    /// Together with the times of the command.
    pub fn with(&self, times: &Times) -> Stats {
        match self {
            Counted::Nothing => Stats::default(),
            Counted::Ground(figures) => Stats::of_ground(figures, times),
            Counted::Search(engine, figures) => Stats::of_search(engine, figures, times),
        }
    }
}

/// What an engine tells.
enum News {
    Horizon(usize, Box<Statistics>),
    Tabled(groundplan_sokoban::Progress),
    Known(Engine, Bounds),
    Ground(Box<Result<Optimum, Error>>),
    Search(SearchEngine, Box<Result<SearchOptimum, NotApplicable>>),
}

/// Sets the engines to work and listens until there is a proven answer, or none of them is left. What is known by
/// then is in `known` at all times.
///
/// # Errors
///
/// When an encoding is wrong, an engine fails, or grounding had to end and no other engine has an answer.
pub fn run(
    answers: Engine,
    task: Task,
    known: &Mutex<Option<Bounds>>,
    progress: &mut Progress,
) -> Result<Outcome, Failure> {
    let interrupter = task.interrupter.clone();
    let (sender, news) = channel();
    let task = Arc::new(task);
    let engines = match answers {
        Engine::Auto => vec![Engine::Ground, Engine::Search(SearchEngine::TabledPlus)],
        engine => vec![engine],
    };
    for &engine in &engines {
        let (task, sender) = (Arc::clone(&task), sender.clone());
        let thread = std::thread::Builder::new().name(engine.name().to_owned()).stack_size(STACK);
        let started = thread.spawn(move || work(engine, &task, &sender));
        started.map_err(|error| Failure::Internal(format!("cannot start a thread: {error}")))?;
    }
    // The channel closes when the last engine is gone.
    drop(sender);
    let mut race = Race {
        known,
        interrupter: &interrupter,
        progress,
        most: task.goal.max_actions,
        alone: engines.len() == 1,
        outcome: Outcome::open(),
        answered: None,
        halted: None,
        running: engines.len(),
    };
    race.listen(&news)?;
    interrupter.interrupt();
    if race.running > 0 {
        race.settle(&news);
    }
    race.end()
}

/// An engine's thread. That nobody listens any more is no error.
fn work(engine: Engine, task: &Task, sender: &Sender<News>) {
    let Task { instance, goal, table_bytes, interrupter } = task;
    let Engine::Search(search) = engine else {
        let result = optimize(instance, goal, &mut |event| {
            let _ = sender.send(match event {
                Event::Searching { horizon, statistics } => News::Horizon(horizon, Box::new(statistics)),
                Event::Known(bounds) => News::Known(engine, bounds.clone()),
            });
        });
        let _ = sender.send(News::Ground(Box::new(result)));
        return;
    };
    let stop = || interrupter.is_interrupted();
    let limits = SearchLimits { stop: &stop, table_bytes: *table_bytes };
    let result = search_optimum(instance, search, goal.max_actions, &limits, &mut |progress, bounds| {
        let _ = sender.send(match bounds {
            Some(bounds) => News::Known(engine, bounds),
            None => News::Tabled(*progress),
        });
    });
    let _ = sender.send(News::Search(search, Box::new(result)));
}

struct Race<'a> {
    known: &'a Mutex<Option<Bounds>>,
    interrupter: &'a Interrupter,
    progress: &'a mut Progress,
    most: Option<usize>,
    /// Whether there is one engine only.
    alone: bool,
    outcome: Outcome,
    /// Which engine had the last word.
    answered: Option<Engine>,
    /// Where ground-and-solve had to end in the middle of grounding.
    halted: Option<Box<Halted>>,
    running: usize,
}

impl Outcome {
    fn open() -> Self {
        Outcome {
            bounds: Some(Bounds { lower: 0, reason: Reason::Assignment, plan: None }),
            reason: Reason::Assignment,
            confirmed: false,
            warnings: Diagnostics::default(),
            stats: Counted::Nothing,
            ends: Vec::new(),
        }
    }
}

impl Race<'_> {
    /// Listens until an engine has ended with a proof, two have one together, or none is left.
    fn listen(&mut self, news: &Receiver<News>) -> Result<(), Failure> {
        while self.running > 0 {
            let told = news
                .recv()
                .map_err(|_| Failure::Internal("an engine has ended without a result".to_owned()))?;
            match told {
                News::Horizon(horizon, statistics) => self.progress.searching(horizon, &statistics),
                News::Tabled(progress) => self.progress.tabling(&progress),
                News::Known(engine, bounds) => {
                    // Its own proof an engine gives as its result, at once and with its figures.
                    let own = proves(&bounds);
                    self.learn(bounds);
                    if self.proven() && !own {
                        self.answered = Some(engine);
                        return Ok(());
                    }
                }
                News::Ground(result) => {
                    match result.map_err(report::engine) {
                        Ok(optimum) => self.ground(optimum),
                        Err(Failure::Halted(growing)) => {
                            self.running -= 1;
                            self.halted = Some(growing);
                        }
                        Err(failure) => return Err(failure),
                    }
                    if self.proven() {
                        return Ok(());
                    }
                }
                News::Search(engine, result) => {
                    self.search(engine, *result);
                    if self.proven() {
                        return Ok(());
                    }
                }
            }
        }
        Ok(())
    }

    /// Takes what the engine that had the last word has counted, if it comes in time.
    fn settle(&mut self, news: &Receiver<News>) {
        let start = Instant::now();
        while matches!(self.outcome.stats, Counted::Nothing) {
            match news.recv_timeout(GRACE.saturating_sub(start.elapsed())) {
                Ok(News::Ground(result)) if self.answered == Some(Engine::Ground) => {
                    if let Ok(optimum) = *result {
                        self.outcome.stats = Counted::Ground(Box::new(optimum.figures));
                    }
                }
                Ok(News::Search(engine, result)) if self.answered == Some(Engine::Search(engine)) => {
                    if let Ok(optimum) = *result {
                        self.outcome.stats = counted(engine, optimum.figures);
                    }
                }
                Ok(_) => {}
                Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => return,
            }
        }
    }

    fn learn(&mut self, news: Bounds) {
        let Some(bounds) = &mut self.outcome.bounds else { return };
        if news.lower > bounds.lower {
            (bounds.lower, bounds.reason) = (news.lower, news.reason);
        }
        let shorter = |plan: &Vec<_>| bounds.plan.as_ref().is_none_or(|known| plan.len() < known.len());
        if let Some(plan) = news.plan.filter(shorter) {
            bounds.plan = Some(plan);
        }
        // What comes after the end is too late: whoever ended the work says what was known then.
        if !self.interrupter.is_interrupted() {
            *self.known.lock().unwrap_or_else(PoisonError::into_inner) = Some(bounds.clone());
        }
    }

    /// Takes what an engine knows in the end; `None` if it has proven that there is no plan.
    fn conclude(&mut self, engine: Engine, bounds: Option<Bounds>, reason: Reason) {
        self.running -= 1;
        match bounds {
            Some(bounds) => self.learn(bounds),
            None => (self.outcome.bounds, self.outcome.reason) = (None, reason),
        }
        if self.proven() || self.running == 0 {
            self.answered = Some(engine);
        }
    }

    fn ground(&mut self, optimum: Optimum) {
        self.conclude(Engine::Ground, optimum.bounds, Reason::Assignment);
        self.outcome.confirmed = optimum.confirmed;
        self.outcome.warnings = optimum.warnings;
        if self.answered == Some(Engine::Ground) {
            self.outcome.stats = Counted::Ground(Box::new(optimum.figures));
        }
    }

    fn search(&mut self, engine: SearchEngine, result: Result<SearchOptimum, NotApplicable>) {
        match result {
            Ok(optimum) => {
                self.conclude(Engine::Search(engine), optimum.bounds, optimum.reason);
                if optimum.end == End::TableFull {
                    self.outcome.ends.push(table_full(&optimum.figures));
                }
                if self.answered == Some(Engine::Search(engine)) {
                    self.outcome.stats = counted(engine, optimum.figures);
                }
            }
            Err(reason) => {
                self.running -= 1;
                if self.alone {
                    self.outcome.ends.push(reason.to_string());
                }
            }
        }
    }

    /// Whether there is nothing more to find out.
    fn proven(&self) -> bool {
        let beyond = |bounds: &Bounds| self.most.is_some_and(|most| bounds.lower > most);
        self.outcome.bounds.as_ref().is_none_or(|bounds| proves(bounds) || beyond(bounds))
    }

    fn end(self) -> Result<Outcome, Failure> {
        let proven = self.proven();
        let mut outcome = self.outcome;
        if outcome.bounds.as_ref().is_none_or(proves) {
            // Who had to give up does not matter any more.
            outcome.ends.clear();
        }
        match self.halted {
            Some(growing) if !proven => Err(Failure::Halted(growing)),
            _ => Ok(outcome),
        }
    }
}

fn proves(bounds: &Bounds) -> bool {
    bounds.plan.as_ref().is_some_and(|plan| plan.len() <= bounds.lower)
}

fn counted(engine: SearchEngine, figures: SearchFigures) -> Counted {
    Counted::Search(Engine::Search(engine).name(), figures)
}

/// What is said when the table space is used up.
pub fn table_full(figures: &SearchFigures) -> String {
    format!(
        "memory out: the table space is used up by {} configurations ({} MiB)",
        figures.progress.configurations,
        figures.progress.bytes >> 20
    )
}
