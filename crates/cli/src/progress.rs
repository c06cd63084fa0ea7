//! Progress of long work on the progress line.

use std::time::{Duration, Instant};

use groundplan::solve::Statistics;
use groundplan::Pulse;
use groundplan_sokoban::{Bounds, Event, Objective};
use groundplan_terminal::progress::{clear, is_shown, start};
use indicatif::ProgressBar;

use crate::{bounds_text, memory};

/// The delay before the first progress is shown.
const FIRST_DELAY: Duration = Duration::from_millis(500);

/// The interval between updates of the progress line.
const UPDATE_INTERVAL: Duration = Duration::from_millis(200);

/// A progress line that shows a text repeatedly until [`clear`] is called or this value is dropped.
#[derive(Debug)]
pub struct ProgressLine;

impl ProgressLine {
    /// Starts to show the texts that `describe` returns, unless `quiet` or standard error is not a terminal.
    pub fn start(quiet: bool, mut describe: impl FnMut() -> String + Send + 'static) -> Option<ProgressLine> {
        let line = start(quiet)?;
        memory::thread(move || {
            std::thread::sleep(FIRST_DELAY);
            while is_shown() {
                line.set_message(describe());
                line.tick();
                std::thread::sleep(UPDATE_INTERVAL);
            }
        });
        Some(ProgressLine)
    }
}

impl Drop for ProgressLine {
    fn drop(&mut self) {
        clear();
    }
}

/// The growth rate of a count between two calls.
#[derive(Debug)]
pub struct Rate {
    last: (u64, Instant),
}

impl Rate {
    /// Starts with a count of 0 at the current time.
    pub fn new() -> Self {
        Rate { last: (0, Instant::now()) }
    }

    /// Returns the count with its growth per second: `1200 rules, 400/s`.
    pub fn describe(&mut self, count: u64, what: &str) -> String {
        let (before, then) = std::mem::replace(&mut self.last, (count, Instant::now()));
        let rate = count.saturating_sub(before) as f64 / then.elapsed().as_secs_f64().max(1e-3);
        format!("{count} {what}, {rate:.0}/s")
    }
}

/// Returns a function that describes the state of an engine: the component being grounded with rules per second, then
/// conflicts per second.
pub fn describe(pulse: Pulse) -> impl FnMut() -> String {
    let (mut rules, mut conflicts) = (Rate::new(), Rate::new());
    move || match pulse.component() {
        Some(component) => format!("grounding {component}: {}", rules.describe(pulse.rules(), "rules")),
        None => format!("solving: {}", conflicts.describe(pulse.conflicts(), "conflicts")),
    }
}

/// Shows the progress of a search.
#[derive(Debug)]
pub struct Progress {
    /// The progress line, if one is shown.
    bar: Option<ProgressBar>,
    /// Conflicts and search time at the start of the last horizon.
    last: Option<(u64, Duration)>,
    objective: Objective,
    /// The bounds on the least costs known so far.
    known: Option<Bounds>,
    /// The description of the current work of an engine.
    doing: String,
}

impl Progress {
    /// Starts to show progress, unless `quiet` or standard error is not a terminal.
    pub fn start(quiet: bool, objective: Objective) -> Self {
        let bar = start(quiet);
        if let Some(bar) = &bar {
            bar.enable_steady_tick(Duration::from_millis(100));
        }
        Progress { bar, last: None, objective, known: None, doing: String::new() }
    }

    /// Shows an event of an engine.
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

    /// Shows the current work of an engine, after the known bounds.
    fn say(&mut self, doing: String) {
        self.doing = doing;
        if let Some(bar) = &self.bar {
            let known = self.known.as_ref().map(|known| bounds_text::bounds(self.objective, known, false));
            bar.set_message(known.into_iter().chain([self.doing.clone()]).collect::<Vec<_>>().join(": "));
        }
    }

    /// Removes the progress line.
    pub fn end(&self) {
        clear();
    }
}
