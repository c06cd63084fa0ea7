//! Progress of long work, on a terminal and only there: one line on standard error, which is taken away while something else is
//! printed, and when the work has ended, however that was.

use std::io::IsTerminal;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use groundplan::solve::Statistics;
use groundplan::Pulse;
use groundplan_sokoban::{Bounds, Event, Objective};
use indicatif::{ProgressBar, ProgressStyle};

use crate::{memory, words};

/// The line, if there is one: a process has one terminal.
static LINE: Mutex<Option<ProgressBar>> = Mutex::new(None);

/// Work that is done sooner than this shows no progress, where it is watched.
const PATIENCE: Duration = Duration::from_millis(500);

/// How often a watched line is written anew.
const PACE: Duration = Duration::from_millis(200);

/// Does something while the line is away.
pub fn aside<T>(print: impl FnOnce() -> T) -> T {
    let line = LINE.lock().unwrap_or_else(PoisonError::into_inner).clone();
    match line {
        Some(line) => line.suspend(print),
        None => print(),
    }
}

/// Takes the line away for good.
pub fn clear() {
    let line = LINE.lock().unwrap_or_else(PoisonError::into_inner).take();
    if let Some(line) = line {
        line.finish_and_clear();
    }
}

/// Shows what is told, again and again, until the line is cleared: by [`clear`] or when the value is dropped.
#[derive(Debug)]
pub struct Watched;

impl Watched {
    /// Begins to show, unless that is not wanted or there is no terminal.
    pub fn start(quiet: bool, mut tell: impl FnMut() -> String + Send + 'static) -> Option<Watched> {
        if !is_wanted(quiet) {
            return None;
        }
        let line = bar();
        *LINE.lock().unwrap_or_else(PoisonError::into_inner) = Some(line.clone());
        memory::thread(move || {
            std::thread::sleep(PATIENCE);
            while LINE.lock().unwrap_or_else(PoisonError::into_inner).is_some() {
                line.set_message(tell());
                line.tick();
                std::thread::sleep(PACE);
            }
        });
        Some(Watched)
    }
}

impl Drop for Watched {
    fn drop(&mut self) {
        clear();
    }
}

fn is_wanted(quiet: bool) -> bool {
    !quiet && std::io::stderr().is_terminal()
}

fn bar() -> ProgressBar {
    let style = ProgressStyle::with_template("{spinner} {elapsed} {msg}");
    ProgressBar::new_spinner().with_style(style.expect("the template is well-formed"))
}

/// How fast a count grows, between two looks at it.
#[derive(Debug)]
pub struct Rate {
    last: (u64, Instant),
}

impl Rate {
    /// Begins to look.
    pub fn new() -> Self {
        Rate { last: (0, Instant::now()) }
    }

    /// The count with its growth a second: `1200 rules, 400/s`.
    pub fn tell(&mut self, count: u64, what: &str) -> String {
        let (before, then) = std::mem::replace(&mut self.last, (count, Instant::now()));
        let rate = count.saturating_sub(before) as f64 / then.elapsed().as_secs_f64().max(1e-3);
        format!("{count} {what}, {rate:.0}/s")
    }
}

/// Tells what an engine is doing: what is being grounded with rules a second, then conflicts a second.
pub fn tell(pulse: Pulse) -> impl FnMut() -> String {
    let (mut rules, mut conflicts) = (Rate::new(), Rate::new());
    move || match pulse.component() {
        Some(component) => format!("grounding {component}: {}", rules.tell(pulse.rules(), "rules")),
        None => format!("solving: {}", conflicts.tell(pulse.conflicts(), "conflicts")),
    }
}

/// Shows how a search goes on.
#[derive(Debug)]
pub struct Progress {
    kind: Kind,
    /// Conflicts and search time when the last horizon began.
    last: Option<(u64, Duration)>,
    objective: Objective,
    /// What is known of the least costs.
    known: Option<Bounds>,
    /// What an engine is doing.
    doing: String,
}

#[derive(Debug)]
enum Kind {
    Quiet,
    Bar(ProgressBar),
}

impl Progress {
    /// Begins to show.
    pub fn start(quiet: bool, objective: Objective) -> Self {
        let kind = if !is_wanted(quiet) {
            Kind::Quiet
        } else {
            let bar = bar();
            *LINE.lock().unwrap_or_else(PoisonError::into_inner) = Some(bar.clone());
            bar.enable_steady_tick(Duration::from_millis(100));
            Kind::Bar(bar)
        };
        Progress { kind, last: None, objective, known: None, doing: String::new() }
    }

    /// An engine is at work.
    pub fn show(&mut self, event: &Event) {
        match event {
            Event::Horizon { actions, statistics } => self.horizon(*actions, statistics),
            Event::Configurations(progress) => {
                let megabytes = progress.bytes as f64 / f64::from(1 << 20);
                self.say(format!("{} configurations, {megabytes:.1} MiB", progress.configurations));
            }
            Event::Known(bounds) => {
                self.known = Some(bounds.clone());
                let doing = std::mem::take(&mut self.doing);
                self.say(doing);
            }
            Event::Begun(_) => {}
        }
    }

    fn horizon(&mut self, horizon: usize, statistics: &Statistics) {
        let conflicts = statistics.conflicts.unwrap_or(0);
        let rate = self.last.filter(|_| statistics.conflicts.is_some()).map(|(before, since)| {
            let seconds = (statistics.search.saturating_sub(since)).as_secs_f64().max(1e-3);
            format!(", {:.0} conflicts/s at the last one", conflicts.saturating_sub(before) as f64 / seconds)
        });
        self.last = Some((conflicts, statistics.search));
        self.say(format!("horizon {horizon}: {} clauses{}", statistics.clauses, rate.unwrap_or_default()));
    }

    /// Shows what an engine is doing, after what is known.
    fn say(&mut self, doing: String) {
        self.doing = doing;
        if let Kind::Bar(bar) = &self.kind {
            let known = self.known.as_ref().map(|known| words::bounds(self.objective, known, false));
            bar.set_message(known.into_iter().chain([self.doing.clone()]).collect::<Vec<_>>().join(": "));
        }
    }

    /// Takes the bar away.
    pub fn end(&self) {
        clear();
    }
}
