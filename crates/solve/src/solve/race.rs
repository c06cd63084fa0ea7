//! Searches beside the one that was asked: the same program under the same assumptions, each with a solver and a thread of
//! its own. What one finds out the others are told between two calls of their solvers, and an [`Alarm`] ends a call early.
//!
//! Invariants: whoever has a say first is right, so that what is found does not depend on who wins but for which of several
//! answer sets it is. When the search that was asked has ended, the others end, too: dropping [`Race`] sees to it. A mistake
//! or a panic in one of them is an error of the search that was asked.

use std::fmt;
use std::num::NonZeroUsize;
use std::panic::{catch_unwind, AssertUnwindSafe};
use std::sync::mpsc::{channel, Receiver};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use groundplan_sat::Alarm;

use super::{Search, SearchConfig, SolveError};
use groundplan_ground::program::{AtomId, ExternalValue, Program};

/// How long the searches that lost get to end.
const GRACE: Duration = Duration::from_millis(300);

/// How long a solver is left alone at least, where what there is to tell it does not end its search; after a while it is a
/// tenth of the time that the race has taken.
const PAUSE: Duration = Duration::from_millis(100);

/// The stack of a thread: that of a main thread on Linux.
const STACK_BYTES: usize = 8 << 20;

/// An optimum that takes longer than this is searched for by several threads, where nobody says otherwise.
const PATIENCE: Duration = Duration::from_secs(5);

/// How many threads that are at most.
const CROWD: usize = 4;

/// How many threads search for one answer set, or for an optimum. Whatever has many answers is searched by one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Threads {
    /// So many from the start. For one answer set they differ in the options of the solver, so that a backend without options has
    /// no use for them.
    Number(NonZeroUsize),
    /// One; but as many as the machine runs at once, four at most, for an optimum that is not proven after five seconds.
    WhenSlow,
}

impl Default for Threads {
    fn default() -> Self {
        Threads::Number(NonZeroUsize::MIN)
    }
}

impl Threads {
    /// From when on an optimum is searched for by several.
    pub(super) fn race_begins(self) -> Option<Instant> {
        match self {
            Threads::Number(number) => (number > NonZeroUsize::MIN).then(Instant::now),
            Threads::WhenSlow => (self.count() > 1).then(|| Instant::now() + PATIENCE),
        }
    }

    /// How long one thread is alone.
    #[must_use]
    pub fn patience(self) -> Duration {
        match self {
            Threads::Number(_) => Duration::ZERO,
            Threads::WhenSlow => PATIENCE,
        }
    }

    /// How many there are after that.
    #[must_use]
    pub fn count(self) -> usize {
        match self {
            Threads::Number(number) => number.get(),
            Threads::WhenSlow => thread::available_parallelism().map_or(1, |number| number.get().min(CROWD)),
        }
    }
}

/// What the searches tell each other.
struct Board<T> {
    begun: Instant,
    /// By search, the one that was asked first: what ends a call of its solver, and when it last did.
    alarms: Vec<(Alarm, Instant)>,
    over: bool,
    failure: Option<SolveError>,
    news: T,
}

/// One search's access to what all of them know.
pub(super) struct Seat<T> {
    board: Arc<Mutex<Board<T>>>,
    number: usize,
    alarm: Alarm,
}

/// How soon others have to hear of something.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Urgency {
    /// It helps them.
    Useful,
    /// There is nothing left for them to do.
    Final,
}

impl<T> Seat<T> {
    /// What is known; nothing that comes later is missed, for the alarm is set to ring by it.
    pub fn news(&self) -> News<'_, T> {
        self.alarm.clear();
        News { board: self.lock(), number: self.number }
    }

    /// Whether this is the search that was asked.
    pub fn is_asked(&self) -> bool {
        self.number == 0
    }

    fn lock(&self) -> MutexGuard<'_, Board<T>> {
        // A thread that panicked has posted it as its failure; what is here was whole between two statements.
        self.board.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn fail(&self, failure: SolveError) {
        let mut board = self.lock();
        board.failure.get_or_insert(failure);
        board.alarms[0].0.ring_at(Instant::now());
    }
}

/// What is known, as long as nobody else may change it.
pub(super) struct News<'a, T> {
    board: MutexGuard<'a, Board<T>>,
    number: usize,
}

impl<T> News<'_, T> {
    /// What is known.
    pub fn get(&mut self) -> &mut T {
        &mut self.board.news
    }

    /// What went wrong in another search, once.
    pub fn take_failure(&mut self) -> Option<SolveError> {
        self.board.failure.take()
    }

    /// Whether the search that was asked has ended.
    pub fn is_over(&self) -> bool {
        self.board.over
    }

    /// Has the others look at what is known.
    pub fn tell(&mut self, urgency: Urgency) {
        let now = Instant::now();
        let pause = PAUSE.max(self.board.begun.elapsed() / 10);
        let number = self.number;
        for (_, (alarm, last)) in
            self.board.alarms.iter_mut().enumerate().filter(|&(other, _)| other != number)
        {
            let time = match urgency {
                Urgency::Final => now,
                Urgency::Useful => now.max(*last + pause),
            };
            alarm.ring_at(time);
            *last = time;
        }
    }
}

/// The searches beside the one that was asked; dropping it ends them.
pub(super) struct Race<T> {
    /// That of the search that was asked.
    pub seat: Seat<T>,
    /// Closed when the last thread has ended.
    ended: Receiver<()>,
}

impl<T> Drop for Race<T> {
    /// Waits a moment, so that memory and processes of the others are gone; a translation does not notice that it is to end.
    fn drop(&mut self) {
        let mut board = self.seat.lock();
        board.over = true;
        for (alarm, _) in &board.alarms[1..] {
            alarm.ring_at(Instant::now());
        }
        drop(board);
        // Nothing is ever sent.
        let _ = self.ended.recv_timeout(GRACE);
    }
}

impl<T> fmt::Debug for Race<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Race").finish_non_exhaustive()
    }
}

impl<T> fmt::Debug for Seat<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Seat").field("number", &self.number).finish_non_exhaustive()
    }
}

impl Search {
    /// Begins a race: each configuration gets a search of its own, which has seen the program, with the values that external
    /// atoms have here, and is given to `task` with its place in the row. `alarm` is that of this search.
    ///
    /// # Errors
    ///
    /// If a thread cannot be started.
    pub(super) fn race<T, F>(
        &self,
        program: &Program,
        alarm: Alarm,
        news: T,
        configs: Vec<SearchConfig>,
        task: F,
    ) -> Result<Race<T>, SolveError>
    where
        T: Send + 'static,
        F: Fn(usize, &mut Search, &Program, Seat<T>) -> Result<(), SolveError> + Send + Sync + 'static,
    {
        let now = Instant::now();
        let others = std::iter::repeat_with(Alarm::new).take(configs.len());
        let alarms: Vec<(Alarm, Instant)> =
            std::iter::once(alarm).chain(others).map(|it| (it, now)).collect();
        let seats: Vec<Alarm> = alarms.iter().map(|(alarm, _)| alarm.clone()).collect();
        let board = Arc::new(Mutex::new(Board { begun: now, alarms, over: false, failure: None, news }));
        let mut seats = seats.into_iter().enumerate().map(|(number, alarm)| Seat {
            board: Arc::clone(&board),
            number,
            alarm,
        });
        let seat = seats.next().expect("this search has one");
        let (open, ended) = channel::<()>();
        let race = Race { seat, ended };
        let externals: Vec<(AtomId, ExternalValue)> = self.translation.externals().collect();
        let deadline = self.solver.deadline();
        let shared = Arc::new((program.clone(), externals, self.breaking.given(), task));
        for (seat, config) in seats.zip(configs) {
            let (shared, open) = (Arc::clone(&shared), open.clone());
            let run = move || {
                let failed =
                    Seat { board: Arc::clone(&seat.board), number: seat.number, alarm: seat.alarm.clone() };
                let attempt = AssertUnwindSafe(move || {
                    let (program, externals, symmetries, task) = &*shared;
                    let mut search = Search::new(&config)?;
                    search.follow(program, externals)?;
                    if let Some(symmetries) = symmetries {
                        search.break_symmetries(program, Arc::clone(symmetries))?;
                    }
                    search.set_deadline(deadline);
                    search.solver.set_alarm(Some(seat.alarm.clone()));
                    task(seat.number, &mut search, program, seat)
                });
                match catch_unwind(attempt) {
                    Ok(Ok(())) => {}
                    Ok(Err(error)) => failed.fail(error),
                    Err(panic) => failed.fail(SolveError::panicked(&*panic)),
                }
                drop(open);
            };
            let thread = thread::Builder::new().name("search".to_owned()).stack_size(STACK_BYTES);
            thread.spawn(run).map_err(|error| SolveError::Solver(Box::new(error)))?;
        }
        Ok(race)
    }

    /// Takes a program that another search has followed, in which the external atoms have these values; the ones that are
    /// missing are no longer open there.
    fn follow(&mut self, program: &Program, externals: &[(AtomId, ExternalValue)]) -> Result<(), SolveError> {
        self.add(program)?;
        self.translation.follow_externals(externals);
        self.hand_over()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solve::{Decision, Step};
    use groundplan_ground::program::{Body, HeadKind};

    /// A program with a choice and two external atoms.
    fn program() -> (Program, [AtomId; 3]) {
        let mut program = Program::new();
        let atoms = [(); 3].map(|()| program.new_atom());
        program.rules.push(HeadKind::Choice, &atoms[..1], Body::Conjunction(&[]));
        program.externals.push((atoms[1], ExternalValue::False));
        program.externals.push((atoms[2], ExternalValue::Free));
        (program, atoms)
    }

    fn wait<T>(race: &Race<T>, holds: impl Fn(&mut News<'_, T>) -> bool) {
        let until = Instant::now() + Duration::from_secs(60);
        while !holds(&mut race.seat.news()) {
            assert!(Instant::now() < until, "it takes too long");
            thread::sleep(Duration::from_millis(1));
        }
    }

    #[test]
    fn a_panic_is_an_error_of_the_search_that_was_asked() {
        let (program, _) = program();
        let search = Search::new(&SearchConfig::default()).unwrap();
        let alarm = Alarm::new();
        let configs = vec![SearchConfig::default()];
        let race = search
            .race(&program, alarm.clone(), (), configs, |number, _, _, _| panic!("in {number}"))
            .unwrap();
        while !alarm.rings() {
            thread::yield_now();
        }
        let failure = race.seat.news().take_failure().expect("it is posted");
        assert_eq!(failure.to_string(), "internal error: a thread of the search panicked: in 1");
        assert!(!alarm.rings());
    }

    #[test]
    fn external_atoms_have_the_same_values_everywhere() {
        let (program, [_, given, released]) = program();
        let mut search = Search::new(&SearchConfig::default()).unwrap();
        search.add(&program).unwrap();
        assert!(search.set_external(given, ExternalValue::True));
        search.release_external(released).unwrap();
        let configs = vec![SearchConfig::default(), SearchConfig::default().varied(1)];
        let race =
            search.race(&program, Alarm::new(), Vec::new(), configs, move |_, search, program, seat| {
                let holds = |search: &mut Search, literal| {
                    let answer = Decision::new(vec![literal]).decide(search, program);
                    answer.map(|step| matches!(step, Step::Answer(_)))
                };
                let values = [holds(search, given.positive())?, holds(search, given.negative())?];
                let gone = !holds(search, released.positive())?
                    && !search.set_external(released, ExternalValue::True);
                seat.news().get().push((values, gone));
                Ok(())
            });
        wait(&race.unwrap(), |news| {
            assert!(news.take_failure().is_none());
            news.get().iter().all(|it| *it == ([true, false], true)) && news.get().len() == 2
        });
    }

    #[test]
    fn the_others_end_with_the_search_that_was_asked() {
        let (program, _) = program();
        let search = Search::new(&SearchConfig::default()).unwrap();
        let ended = Arc::new(());
        let held = Arc::clone(&ended);
        let configs = vec![SearchConfig::default(); 3];
        let race = search.race(&program, Alarm::new(), 0, configs, move |_, _, _, seat| {
            let _held = &held;
            *seat.news().get() += 1;
            while !seat.news().is_over() {
                thread::sleep(Duration::from_millis(1));
            }
            Ok(())
        });
        let race = race.unwrap();
        wait(&race, |news| *news.get() == 3);
        drop(race);
        assert_eq!(Arc::strong_count(&ended), 1);
    }
}
