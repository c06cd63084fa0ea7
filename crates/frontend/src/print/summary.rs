//! The summary of a run of `solve`, as in clingo: text lines, or the same values as JSON keys.

use std::time::{Duration, Instant};

use groundplan::solve::Reasoning;
use serde_json::{json, Map, Value};

use super::style::{numbers, seconds, ClaspLines};
use crate::values::Aim;
use crate::End;

/// The numbers of known and of possible consequences.
#[derive(Clone, Copy, Debug)]
pub struct KnownConsequences {
    /// The kind of reasoning: brave or cautious.
    pub reasoning: Reasoning,
    /// The number of atoms known to be consequences.
    pub known: usize,
    /// The number of further atoms that may be consequences.
    pub open: usize,
}

/// Counts and times of a run.
#[derive(Debug)]
pub struct AnswerSummary {
    start: Instant,
    /// The number of answer sets found, in all calls.
    pub models: u64,
    /// The number of optimal answer sets that the last call enumerated.
    optimal: u64,
    calls: u64,
    /// The time of the first call, since the start.
    first_call: Option<Duration>,
    first_model: Option<Duration>,
    last_model: Option<Duration>,
    /// The number of consequences, if brave or cautious reasoning was requested.
    pub consequences: Option<KnownConsequences>,
}

impl AnswerSummary {
    /// Starts the clock of a run.
    pub fn new() -> Self {
        AnswerSummary {
            start: Instant::now(),
            models: 0,
            optimal: 0,
            calls: 0,
            first_call: None,
            first_model: None,
            last_model: None,
            consequences: None,
        }
    }

    /// Returns the time since the start of the run.
    pub fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    /// Records the start of a solver call, and returns the time since the start of the run.
    pub fn begin_call(&mut self) -> Duration {
        self.calls += 1;
        self.optimal = 0;
        let now = self.elapsed();
        self.first_call.get_or_insert(now);
        now
    }

    /// Records an answer set.
    pub fn add_model(&mut self, is_best: bool) {
        self.models += 1;
        self.optimal += u64::from(is_best);
        let now = self.start.elapsed();
        self.first_model.get_or_insert(now);
        self.last_model = Some(now);
    }

    /// Writes the summary as text lines.
    pub fn write(
        &self,
        out: &mut ClaspLines,
        end: End,
        aim: Option<Aim>,
        costs: Option<&[i64]>,
        proven: bool,
        solving: Duration,
    ) {
        out.blank();
        let mut line = |name: &str, value: String| out.line(name, &value);
        if let Some(name) = end.cut() {
            line(name, "1".to_owned());
        }
        let more = if end == End::Exhausted { "" } else { "+" };
        line("Models", format!("{}{more}", self.models));
        let known = |holds: bool| if holds { "yes" } else { "unknown" }.to_owned();
        if let Some(KnownConsequences { reasoning, .. }) = self.consequences {
            line(&format!("  {}", name(reasoning)), known(end == End::Exhausted));
        }
        if aim.is_some_and(|aim| aim != Aim::Ignore) && self.models > 0 {
            line("  Optimum", known(proven));
            if self.optimal > 1 {
                line("  Optimal", self.optimal.to_string());
            }
            if let Some(costs) = costs.filter(|_| aim != Some(Aim::Within)) {
                line("Optimization", numbers(costs));
            }
        }
        if let Some(consequences) = self.consequences {
            let KnownConsequences { known, open, .. } = consequences.at(end);
            let range = if open == 0 { known.to_string() } else { format!("[{known};{}]", known + open) };
            line("Consequences", range);
        }
        // clasp prints 1 even if the solver was never called.
        line("Calls", self.calls.max(1).to_string());
        let total = self.elapsed();
        let times = [total, solving, self.first_model.unwrap_or_default(), self.unsatisfiable(end, total)];
        let [total, solving, first, unsatisfiable] = times.map(|time| time.as_secs_f64());
        line(
            "Time",
            format!("{total:.3}s (Solving: {solving:.2}s 1st Model: {first:.2}s Unsat: {unsatisfiable:.2}s)"),
        );
        line("CPU Time", format!("{:.3}s", cpu_time().as_secs_f64()));
    }

    /// Returns the JSON keys that follow the result.
    pub fn keys(
        &self,
        end: End,
        aim: Option<Aim>,
        costs: Option<&[i64]>,
        proven: bool,
    ) -> Map<String, Value> {
        let exhausted = end == End::Exhausted;
        let mut models = Map::new();
        let mut insert = |name: &str, value: Value| models.insert(name.to_owned(), value);
        insert("Number", json!(self.models));
        insert("More", json!(if exhausted { "no" } else { "yes" }));
        if let Some(consequences) = self.consequences {
            let KnownConsequences { reasoning, known, open } = consequences.at(end);
            insert(name(reasoning), json!(if exhausted { "yes" } else { "unknown" }));
            insert("Consequences", json!({ "True": known, "Open": open }));
        }
        if matches!(aim, Some(Aim::Best | Aim::AllBest)) && self.models > 0 {
            insert("Optimum", json!(if proven { "yes" } else { "unknown" }));
            if proven {
                insert("Optimal", json!(self.optimal.max(1)));
            }
            insert("Costs", json!(costs));
        }
        let total = self.elapsed();
        let mut keys = Map::new();
        let mut insert = |name: &str, value: Value| keys.insert(name.to_owned(), value);
        if let Some(name) = end.cut() {
            insert(name, json!(1));
        }
        insert("Models", Value::Object(models));
        insert("Calls", json!(self.calls));
        let times = json!({
            "Total": seconds(total),
            "Solve": seconds(total.saturating_sub(self.first_call.unwrap_or(total))),
            "Model": seconds(self.first_model.unwrap_or_default()),
            "Unsat": seconds(self.unsatisfiable(end, total)),
            "CPU": seconds(cpu_time()),
        });
        insert("Time", times);
        keys
    }

    /// Returns the time from the last answer set to the proof that there are no more.
    fn unsatisfiable(&self, end: End, total: Duration) -> Duration {
        match end {
            End::Exhausted => total.saturating_sub(self.last_model.unwrap_or_default()),
            _ => Duration::ZERO,
        }
    }
}

impl KnownConsequences {
    /// Returns the final numbers if the search is exhausted: then no atom is open.
    fn at(self, end: End) -> KnownConsequences {
        match self.reasoning {
            _ if end != End::Exhausted => self,
            Reasoning::Brave => KnownConsequences { open: 0, ..self },
            Reasoning::Cautious => KnownConsequences { known: self.known + self.open, open: 0, ..self },
        }
    }
}

fn name(reasoning: Reasoning) -> &'static str {
    match reasoning {
        Reasoning::Brave => "Brave",
        Reasoning::Cautious => "Cautious",
    }
}

/// Returns the CPU time of all threads of this process.
#[must_use]
pub fn cpu_time() -> Duration {
    cpu_time::ProcessTime::try_now().map_or(Duration::ZERO, |time| time.as_duration())
}
