//! Sizes and times, for people and for programs.

use std::time::Duration;

use groundplan_sokoban::Figures;
use serde_json::{json, Value};

/// Times that the command itself takes.
#[derive(Clone, Copy, Default, Debug)]
pub struct Times {
    /// To read the instance.
    pub read: Duration,
    /// To replay the plan.
    pub check: Duration,
}

/// The figures by name, in the order of the stages.
fn rows(figures: &Figures, times: &Times) -> Vec<(&'static str, Value)> {
    let search = &figures.search;
    let seconds = |duration: Duration| json!((duration.as_secs_f64() * 1e6).round() / 1e6);
    vec![
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
    ]
}

/// The figures as one object.
pub fn json(figures: &Figures, times: &Times) -> Value {
    rows(figures, times).into_iter().map(|(name, value)| (name.to_owned(), value)).collect()
}

/// The figures as lines.
pub fn text(figures: &Figures, times: &Times) -> String {
    let rows = rows(figures, times).into_iter().filter(|(_, value)| !value.is_null());
    rows.map(|(name, value)| format!("{:<24} {value}", name.replace('_', " "))).collect::<Vec<_>>().join("\n")
}
