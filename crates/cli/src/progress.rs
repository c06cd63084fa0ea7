//! Progress of a long search, on a terminal and only there.

use std::io::IsTerminal;
use std::time::Duration;

use groundplan::solve::Statistics;
use groundplan_sokoban::Event;
use indicatif::{ProgressBar, ProgressStyle};

/// Shows how a search goes on.
#[derive(Debug)]
pub struct Progress {
    kind: Kind,
    /// Conflicts and search time when the last horizon began.
    last: Option<(u64, Duration)>,
}

#[derive(Debug)]
enum Kind {
    Quiet,
    Bar(ProgressBar),
}

impl Progress {
    /// Begins to show.
    pub fn start(quiet: bool) -> Self {
        let kind = if quiet || !std::io::stderr().is_terminal() {
            Kind::Quiet
        } else {
            let bar = ProgressBar::new_spinner();
            let style = ProgressStyle::with_template("{spinner} {elapsed} {msg}");
            bar.set_style(style.expect("the template is well-formed"));
            bar.enable_steady_tick(Duration::from_millis(100));
            Kind::Bar(bar)
        };
        Progress { kind, last: None }
    }

    /// An engine is at work.
    pub fn show(&mut self, event: &Event) {
        match event {
            Event::Horizon { actions, statistics } => self.horizon(*actions, statistics),
            Event::Configurations(progress) => {
                let megabytes = progress.bytes as f64 / f64::from(1 << 20);
                self.say(format!(
                    "{} actions at least: {} configurations, {megabytes:.1} MiB",
                    progress.bound, progress.configurations
                ));
            }
            Event::Known(_) => {}
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

    fn say(&self, message: String) {
        match &self.kind {
            Kind::Quiet => {}
            Kind::Bar(bar) => bar.set_message(message),
        }
    }

    /// Takes the bar away.
    pub fn end(&self) {
        if let Kind::Bar(bar) = &self.kind {
            bar.finish_and_clear();
        }
    }
}
