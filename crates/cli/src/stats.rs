//! Sizes and times, for people and for programs.

use std::time::Duration;

use groundplan_sokoban::{Figures, GroundFigures, SearchFigures};
use serde_json::{json, Value};

/// Times that the command itself takes.
#[derive(Clone, Copy, Default, Debug)]
pub struct Times {
    /// To read the instance.
    pub read: Duration,
    /// To replay the plan.
    pub check: Duration,
}

/// Figures by name.
#[derive(Clone, Default, Debug)]
pub struct Stats(Vec<(&'static str, Value)>);

fn seconds(duration: Duration) -> Value {
    json!((duration.as_secs_f64() * 1e6).round() / 1e6)
}

impl Stats {
    /// The figures of an engine, if it has told them.
    pub fn of(figures: Option<&Figures>, times: &Times) -> Self {
        match figures {
            None => Stats::default(),
            Some(Figures::Ground(figures)) => Stats::of_ground(figures, times),
            Some(Figures::Search(figures)) => Stats::of_search(figures, times),
        }
    }

    fn of_search(figures: &SearchFigures, times: &Times) -> Self {
        let progress = &figures.progress;
        let rate = progress.configurations as f64 / figures.time.as_secs_f64().max(1e-6);
        let each = progress.bytes as f64 / progress.configurations.max(1) as f64;
        Stats(vec![
            ("engine", json!(figures.engine.name())),
            ("locations", json!(figures.locations)),
            ("boxes", json!(figures.boxes)),
            ("configurations", json!(progress.configurations)),
            ("configurations_per_second", json!(rate.round() as u64)),
            ("bytes_each", json!((each * 10.0).round() / 10.0)),
            ("table_bytes", json!(progress.bytes)),
            ("expanded", json!(progress.expanded)),
            ("seconds_read", seconds(times.read)),
            ("seconds_search", seconds(figures.time)),
            ("seconds_check", seconds(times.check)),
        ])
    }

    /// The figures as one object.
    pub fn json(&self) -> Value {
        self.0.iter().map(|(name, value)| ((*name).to_owned(), value.clone())).collect()
    }

    /// The figures as lines.
    pub fn text(&self) -> String {
        let rows = self.0.iter().filter(|(_, value)| !value.is_null());
        rows.map(|(name, value)| match value {
            Value::String(text) => format!("{:<24} {text}", name.replace('_', " ")),
            value => format!("{:<24} {value}", name.replace('_', " ")),
        })
        .collect::<Vec<_>>()
        .join("\n")
    }

    /// The figures of grounding and solving, in the order of the stages.
    fn of_ground(figures: &GroundFigures, times: &Times) -> Self {
        let search = &figures.search;
        Stats(vec![
            ("engine", json!("ground")),
            ("locations", json!(figures.locations)),
            ("boxes", json!(figures.boxes)),
            ("steps", json!(figures.steps)),
            ("ground_atoms", json!(figures.atoms)),
            ("ground_rules", json!(figures.rules)),
            ("variables", json!(search.variables)),
            ("clauses", json!(search.clauses)),
            ("loop_components", json!(search.loop_components)),
            ("loop_atoms", json!(search.loop_atoms)),
            ("loops_eliminated", json!(search.loop_methods.eliminate)),
            ("loops_ranked", json!(search.loop_methods.rank)),
            ("loops_lazy", json!(search.loop_methods.lazy)),
            ("loops_propagated", json!(search.loop_methods.propagate)),
            ("loop_variables_predicted", json!(search.loop_predicted.map(|size| size.variables))),
            ("loop_clauses_predicted", json!(search.loop_predicted.map(|size| size.clauses))),
            ("loop_variables", json!(search.loop_size.variables)),
            ("loop_clauses", json!(search.loop_size.clauses)),
            ("loop_formulas", json!(search.loop_formulas)),
            ("sat_calls", json!(search.sat_calls)),
            ("conflicts", json!(search.conflicts)),
            ("seconds_read", seconds(times.read + figures.parse)),
            ("seconds_ground", seconds(figures.ground)),
            ("seconds_translate", seconds(search.translation)),
            ("seconds_search", seconds(search.search)),
            ("seconds_check", seconds(times.check)),
        ])
    }
}
