//! Progress of a search for plans.

use std::time::Duration;

use groundplan::solve::Statistics;
use groundplan_sokoban::{Bounds, Event, Objective};
use groundplan_terminal::progress::{clear, start};
use indicatif::ProgressBar;

use crate::bounds_text;

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
