//! Several searches for the same question at the same time, each with a solver and a thread of its own.
//!
//! All searches have the same program and assumptions. They exchange results through shared state, which each reads
//! between two calls of its solver. An [`Alarm`] ends a call early.
//!
//! Invariants: every result is valid for all searches, so the first final result wins. Only the choice among several
//! answer sets depends on timing. When the main search ends, the others end: dropping [`Helpers`] stops them. An error or
//! a panic in a helper becomes an error of the main search.

use std::fmt;
use std::num::NonZeroUsize;
use std::panic::{catch_unwind, AssertUnwindSafe};
use std::sync::mpsc::{channel, Receiver};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use groundplan_sat::Alarm;
use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;

use super::{Search, SearchConfig, SolveError};
use groundplan_ground::program::{AtomId, Body, ExternalValue, HeadKind, Program};

/// Maximal time to wait for the other searches to end.
const JOIN_TIMEOUT: Duration = Duration::from_millis(300);

/// Minimal interval between two interruptions of a solver by results that do not end its search. Later the interval is
/// a tenth of the time since the threads were started.
const NOTIFY_INTERVAL: Duration = Duration::from_millis(100);

/// Stack size of a thread: that of a main thread on Linux.
const STACK_BYTES: usize = 8 << 20;

/// Time after which [`Threads::WhenSlow`] starts further threads.
const PARALLEL_DELAY: Duration = Duration::from_secs(5);

/// Maximal number of threads of [`Threads::WhenSlow`].
const MAX_THREADS: usize = 4;

/// The number of threads that search for one answer set or an optimum. Questions with many answers use one thread.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Threads {
    /// A fixed number of threads. For one answer set they use different options of the solver, so a backend without
    /// options gains nothing.
    Number(NonZeroUsize),
    /// One thread at first. For an optimum that is not proven after five seconds: as many as the machine runs at once,
    /// at most four.
    WhenSlow,
}

impl Default for Threads {
    fn default() -> Self {
        Threads::Number(NonZeroUsize::MIN)
    }
}

impl Threads {
    /// Returns the time at which several threads start to search for an optimum.
    pub(super) fn parallel_start(self) -> Option<Instant> {
        match self {
            Threads::Number(number) => (number > NonZeroUsize::MIN).then(Instant::now),
            Threads::WhenSlow => (self.count() > 1).then(|| Instant::now() + PARALLEL_DELAY),
        }
    }

    /// Returns how long the search uses one thread.
    #[must_use]
    pub fn delay(self) -> Duration {
        match self {
            Threads::Number(_) => Duration::ZERO,
            Threads::WhenSlow => PARALLEL_DELAY,
        }
    }

    /// Returns the number of threads after that time.
    #[must_use]
    pub fn count(self) -> usize {
        match self {
            Threads::Number(number) => number.get(),
            Threads::WhenSlow => {
                thread::available_parallelism().map_or(1, |number| number.get().min(MAX_THREADS))
            }
        }
    }
}

/// The state that all searches share.
struct SharedState<T> {
    begun: Instant,
    /// The alarm of each search, and the time for which it was last set; the main search comes first.
    alarms: Vec<(Alarm, Instant)>,
    over: bool,
    failure: Option<SolveError>,
    results: T,
}

/// One search's handle on the shared state.
pub(super) struct StateHandle<T> {
    state: Arc<Mutex<SharedState<T>>>,
    number: usize,
    alarm: Alarm,
}

/// How urgently other searches must be notified.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Urgency {
    /// The result helps the other searches.
    Useful,
    /// The result ends the other searches.
    Final,
}

impl<T> StateHandle<T> {
    /// Locks the shared state and clears this search's alarm. Later results set the alarm again, so none is missed.
    pub fn access(&self) -> StateAccess<'_, T> {
        self.alarm.clear();
        StateAccess { state: self.lock(), number: self.number }
    }

    /// Whether this is the main search.
    pub fn is_main(&self) -> bool {
        self.number == 0
    }

    fn lock(&self) -> MutexGuard<'_, SharedState<T>> {
        // A panicking thread has stored its failure, and the state is consistent between statements.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn fail(&self, failure: SolveError) {
        let mut state = self.lock();
        state.failure.get_or_insert(failure);
        state.alarms[0].0.ring_at(Instant::now());
    }
}

/// Exclusive access to the shared state.
pub(super) struct StateAccess<'a, T> {
    state: MutexGuard<'a, SharedState<T>>,
    number: usize,
}

impl<T> StateAccess<'_, T> {
    /// Returns the shared results.
    pub fn results(&mut self) -> &mut T {
        &mut self.state.results
    }

    /// Takes the error of another search, if there is one.
    pub fn take_failure(&mut self) -> Option<SolveError> {
        self.state.failure.take()
    }

    /// Whether the main search has ended.
    pub fn is_over(&self) -> bool {
        self.state.over
    }

    /// Sets the alarms of the other searches, so that they read the shared state.
    pub fn notify(&mut self, urgency: Urgency) {
        let now = Instant::now();
        let interval = NOTIFY_INTERVAL.max(self.state.begun.elapsed() / 10);
        let number = self.number;
        for (_, (alarm, last)) in
            self.state.alarms.iter_mut().enumerate().filter(|&(other, _)| other != number)
        {
            let time = match urgency {
                Urgency::Final => now,
                Urgency::Useful => now.max(*last + interval),
            };
            alarm.ring_at(time);
            *last = time;
        }
    }
}

/// The running helper searches. Dropping this ends them.
pub(super) struct Helpers<T> {
    /// The handle of the main search.
    pub handle: StateHandle<T>,
    /// A channel that closes when the last thread has ended.
    ended: Receiver<()>,
}

impl<T> Drop for Helpers<T> {
    /// Stops the threads and waits briefly, so that their memory and processes are released. A translation cannot be
    /// interrupted, so the wait has a timeout.
    fn drop(&mut self) {
        let mut state = self.handle.lock();
        state.over = true;
        for (alarm, _) in &state.alarms[1..] {
            alarm.ring_at(Instant::now());
        }
        drop(state);
        // Nothing is sent; the channel only closes.
        let _ = self.ended.recv_timeout(JOIN_TIMEOUT);
    }
}

impl<T> fmt::Debug for Helpers<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Helpers").finish_non_exhaustive()
    }
}

impl<T> fmt::Debug for StateHandle<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("StateHandle").field("number", &self.number).finish_non_exhaustive()
    }
}

impl Search {
    /// Starts one helper search per configuration, each in a thread of its own.
    ///
    /// Each helper reads the program, copies the values of external atoms and the symmetries of this search, and runs
    /// `task` with its number, counted from 1. `alarm` is the alarm of this search.
    ///
    /// # Errors
    ///
    /// If a thread cannot be started.
    pub(super) fn start_helpers<T, F>(
        &self,
        program: &Program,
        alarm: Alarm,
        results: T,
        configs: Vec<SearchConfig>,
        task: F,
    ) -> Result<Helpers<T>, SolveError>
    where
        T: Send + 'static,
        F: Fn(usize, &mut Search, &Program, StateHandle<T>) -> Result<(), SolveError> + Send + Sync + 'static,
    {
        let now = Instant::now();
        let others = std::iter::repeat_with(Alarm::new).take(configs.len());
        let alarms: Vec<(Alarm, Instant)> =
            std::iter::once(alarm).chain(others).map(|it| (it, now)).collect();
        let handles: Vec<Alarm> = alarms.iter().map(|(alarm, _)| alarm.clone()).collect();
        let state =
            Arc::new(Mutex::new(SharedState { begun: now, alarms, over: false, failure: None, results }));
        let mut handles = handles.into_iter().enumerate().map(|(number, alarm)| StateHandle {
            state: Arc::clone(&state),
            number,
            alarm,
        });
        let handle = handles.next().expect("this search has one");
        let (open, ended) = channel::<()>();
        let helpers = Helpers { handle, ended };
        let externals: Vec<(AtomId, ExternalValue)> = self.translation.externals().collect();
        let deadline = self.solver.deadline();
        let shared = Arc::new((self.at_once(program), externals, self.breaking.symmetries(), task));
        for (handle, config) in handles.zip(configs) {
            let (shared, open) = (Arc::clone(&shared), open.clone());
            let run = move || {
                let failed = StateHandle {
                    state: Arc::clone(&handle.state),
                    number: handle.number,
                    alarm: handle.alarm.clone(),
                };
                let attempt = AssertUnwindSafe(move || {
                    let (program, externals, symmetries, task) = &*shared;
                    let mut search = Search::new(&config)?;
                    search.follow(program, externals)?;
                    if let Some(symmetries) = symmetries {
                        search.break_symmetries(program, Arc::clone(symmetries))?;
                    }
                    search.set_deadline(deadline);
                    search.solver.set_alarm(Some(handle.alarm.clone()));
                    task(handle.number, &mut search, program, handle)
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
        Ok(helpers)
    }

    /// Returns the program for searches that read at once what this search has read shot by shot. An atom that was
    /// declared again after its release is external from the start. Rules for an atom that was false for good before they
    /// came define it there, so a constraint excludes what they would derive.
    fn at_once(&self, program: &Program) -> Program {
        let mut program = program.clone();
        let is_open = |atom| self.translation.is_open(atom);
        program.externals.retain(|&(atom, value)| value != ExternalValue::Released || !is_open(atom));
        let heads = program.rules.iter().flat_map(|rule| rule.head).copied();
        let facts = (0..program.atom_count() as u32).map(AtomId).filter(|&atom| program.is_fact(atom));
        let defined = heads.chain(facts).filter(|&atom| self.is_dropped(atom));
        let refuted: IndexSet<AtomId, FxBuildHasher> = defined.collect();
        for atom in refuted {
            program.rules.push(HeadKind::Disjunction, &[], Body::Conjunction(&[atom.positive()]));
        }
        program
    }

    /// Reads the program of another search, with that search's values of external atoms. External atoms without a value
    /// are no longer open.
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
    use groundplan_ground::program::Literal;
    use itertools::iproduct;

    /// Returns a program with a choice and two external atoms.
    fn program() -> (Program, [AtomId; 3]) {
        let mut program = Program::new();
        let atoms = [(); 3].map(|()| program.new_atom());
        program.rules.push(HeadKind::Choice, &atoms[..1], Body::Conjunction(&[]));
        program.externals.push((atoms[1], ExternalValue::False));
        program.externals.push((atoms[2], ExternalValue::Free));
        (program, atoms)
    }

    fn wait<T>(helpers: &Helpers<T>, holds: impl Fn(&mut StateAccess<'_, T>) -> bool) {
        let until = Instant::now() + Duration::from_secs(60);
        while !holds(&mut helpers.handle.access()) {
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
        let helpers = search
            .start_helpers(&program, alarm.clone(), (), configs, |number, _, _, _| panic!("in {number}"))
            .unwrap();
        while !alarm.rings() {
            thread::yield_now();
        }
        let failure = helpers.handle.access().take_failure().expect("it is posted");
        assert_eq!(failure.to_string(), "internal error: a thread of the search panicked: in 1");
        assert!(!alarm.rings());
    }

    /// Asks two helpers of a search, each of which answers once.
    fn ask_helpers<T: Send + 'static>(
        search: &Search,
        program: &Program,
        ask: impl Fn(&mut Search, &Program) -> Result<T, SolveError> + Send + Sync + 'static,
    ) -> Vec<T> {
        let configs = vec![SearchConfig::default(), SearchConfig::default().varied(1)];
        let task = move |_, search: &mut Search, program: &Program, handle: StateHandle<Vec<T>>| {
            let answer = ask(search, program)?;
            handle.access().results().push(answer);
            Ok(())
        };
        let helpers = search.start_helpers(program, Alarm::new(), Vec::new(), configs, task).unwrap();
        wait(&helpers, |access| {
            assert!(access.take_failure().is_none());
            access.results().len() == 2
        });
        let answers = std::mem::take(helpers.handle.access().results());
        answers
    }

    fn holds(search: &mut Search, program: &Program, literal: Literal) -> Result<bool, SolveError> {
        let answer = Decision::new(vec![literal]).decide(search, program);
        answer.map(|step| matches!(step, Step::Answer(_)))
    }

    #[test]
    fn external_atoms_have_the_same_values_everywhere() {
        let (program, [_, given, released]) = program();
        let mut search = Search::new(&SearchConfig::default()).unwrap();
        search.add(&program).unwrap();
        assert!(search.set_external(given, ExternalValue::True));
        search.release_external(released).unwrap();
        let answers = ask_helpers(&search, &program, move |search, program| {
            let values = [
                holds(search, program, given.positive())?,
                holds(search, program, given.negative())?,
                holds(search, program, released.positive())?,
            ];
            Ok((values, search.set_external(released, ExternalValue::True)))
        });
        assert_eq!(answers, [([true, false, false], false); 2]);
    }

    /// As in clingo, a release concerns the steps before it.
    #[test]
    fn an_atom_that_is_declared_after_its_release_is_external_everywhere() {
        let (mut program, _) = program();
        let late = program.new_atom();
        let mut search = Search::new(&SearchConfig::default()).unwrap();
        for value in [ExternalValue::Released, ExternalValue::True] {
            program.externals.push((late, value));
            search.add(&program).unwrap();
        }
        let ask = move |search: &mut Search, program: &Program| {
            Ok([holds(search, program, late.positive())?, holds(search, program, late.negative())?])
        };
        assert_eq!(ask(&mut search, &program).unwrap(), [true, false]);
        assert_eq!(ask_helpers(&search, &program, ask), [[true, false]; 2]);
    }

    /// A helper reads at once what was released before a rule, a fact or a declaration came.
    #[test]
    fn what_comes_after_a_release_is_the_same_everywhere() {
        let rule = |program: &mut Program, body: Literal, head: AtomId| {
            program.rules.push(HeadKind::Disjunction, &[head], Body::Conjunction(&[body]));
        };
        let fact = |program: &mut Program, _: Literal, head: AtomId| program.add_fact(head);
        let external = |program: &mut Program, _: Literal, atom: AtomId| {
            program.externals.push((atom, ExternalValue::True));
        };
        let later: [fn(&mut Program, Literal, AtomId); 3] = [rule, fact, external];
        for (is_declared, (number, add)) in iproduct!([false, true], later.into_iter().enumerate()) {
            let (mut program, [chosen, _, released]) = program();
            let mut search = Search::new(&SearchConfig::default()).unwrap();
            search.add(&program).unwrap();
            if is_declared {
                program.externals.push((released, ExternalValue::Released));
                search.add(&program).unwrap();
            } else {
                search.release_external(released).unwrap();
            }
            add(&mut program, chosen.positive(), released);
            search.add(&program).unwrap();
            let ask = move |search: &mut Search, program: &Program| {
                let literals = [chosen.positive(), chosen.negative(), released.positive()];
                let all = literals.map(|literal| holds(search, program, literal));
                all.into_iter().collect::<Result<Vec<bool>, SolveError>>()
            };
            let expected = ask(&mut search, &program).unwrap();
            assert!(!expected[2], "it stays false");
            let found = ask_helpers(&search, &program, ask);
            assert_eq!(found, vec![expected; 2], "addition {number}, declared: {is_declared}");
        }
    }

    #[test]
    fn the_others_end_with_the_search_that_was_asked() {
        let (program, _) = program();
        let search = Search::new(&SearchConfig::default()).unwrap();
        let ended = Arc::new(());
        let held = Arc::clone(&ended);
        let configs = vec![SearchConfig::default(); 3];
        let helpers = search.start_helpers(&program, Alarm::new(), 0, configs, move |_, _, _, handle| {
            let _held = &held;
            *handle.access().results() += 1;
            while !handle.access().is_over() {
                thread::sleep(Duration::from_millis(1));
            }
            Ok(())
        });
        let helpers = helpers.unwrap();
        wait(&helpers, |access| *access.results() == 3);
        drop(helpers);
        assert_eq!(Arc::strong_count(&ended), 1);
    }
}
