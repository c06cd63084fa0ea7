//! Statistics of sizes and times, for people and for programs.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use groundplan::Pulse;
use groundplan_frontend::print::cpu_time;
use groundplan_frontend::print::statistics::{name, solvers_and_passes, table};
use groundplan_sokoban::{End, EngineName, Event, Figures, GroundFigures, Instance, Progress, SearchFigures};
use serde_json::{json, Value};

/// Times of the command itself.
#[derive(Clone, Copy, Default, Debug)]
pub struct PrintedTimes {
    /// The time to read the instance.
    pub read: Duration,
    /// The time to replay the plan.
    pub check: Duration,
}

/// The events of engines so far, for statistics of interrupted work.
#[derive(Clone, Default, Debug)]
pub struct EngineMonitor(Arc<Mutex<MonitorState>>);

#[derive(Default, Debug)]
struct MonitorState {
    /// The numbers of locations and boxes, the time to read the instance, and the instant when the engines started.
    asked: Option<(usize, usize, Duration, Instant)>,
    steps: Option<usize>,
    ground: Option<Pulse>,
    search: Option<Progress>,
}

impl EngineMonitor {
    /// Records that engines start on an instance, with the number of steps if it is known.
    pub fn begin(&self, instance: &Instance, steps: Option<usize>, read: Duration) {
        let mut state = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        state.asked = Some((instance.locations().len(), instance.boxes.len(), read, Instant::now()));
        state.steps = steps;
    }

    /// Records an event of an engine.
    pub fn record(&self, event: &Event) {
        let mut state = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        match event {
            Event::Begun(pulse) => state.ground = Some(pulse.clone()),
            Event::Horizon { actions, .. } => state.steps = Some(actions + 1),
            Event::Configurations(progress) => state.search = Some(*progress),
            Event::Known(_) => {}
        }
    }
}

/// Statistics by name.
#[derive(Clone, Default, Debug)]
pub struct Stats(Vec<(&'static str, Value)>);

/// The statistics that are known only after translation to clauses.
const COUNTED: [&str; 15] = [
    "variables",
    "clauses",
    "loop_components",
    "loop_atoms",
    "loops_eliminated",
    "loops_ranked",
    "loops_lazy",
    "loops_propagated",
    "loop_variables_predicted",
    "loop_clauses_predicted",
    "loop_variables",
    "loop_clauses",
    "loop_formulas",
    "sat_calls",
    "conflicts",
];

fn seconds(duration: Duration) -> Value {
    json!((duration.as_secs_f64() * 1e6).round() / 1e6)
}

impl Stats {
    /// Returns the statistics of an engine, empty if there are none.
    pub fn of(figures: Option<&Figures>, times: &PrintedTimes) -> Self {
        match figures {
            None => Stats::default(),
            Some(Figures::Ground(figures)) => Stats::of_ground(figures, times),
            Some(Figures::Search(figures)) => Stats::of_search(figures, times),
        }
    }

    /// Returns the statistics of interrupted work of one engine, or of those that run in parallel. Values not counted
    /// yet are null.
    pub fn of_interrupted(monitor: &EngineMonitor, engine: EngineName) -> Self {
        let state = monitor.0.lock().unwrap_or_else(PoisonError::into_inner);
        let Some((locations, boxes, read, since)) = state.asked else {
            return Stats(vec![("engine", json!(engine.name())), ("interrupted_in", json!("reading"))]);
        };
        let times = PrintedTimes { read, check: Duration::ZERO };
        let mut stats = Stats::default();
        if let Some(pulse) = &state.ground {
            let counts = pulse.counts();
            let is_translated = counts.search.variables > 0;
            stats = Stats::of_ground(
                &GroundFigures {
                    locations,
                    boxes,
                    steps: state.steps.unwrap_or_default(),
                    atoms: counts.atoms,
                    rules: counts.rules,
                    search: counts.search,
                    parse: counts.times.parse,
                    ground: counts.times.ground,
                },
                &times,
            );
            let is_counted = |name: &str| is_translated || !COUNTED.contains(&name);
            stats
                .0
                .iter_mut()
                .filter(|(name, _)| !is_counted(name))
                .for_each(|(_, value)| *value = Value::Null);
            stats.0.insert(1, ("interrupted_in", json!(counts.stage.map(name))));
        }
        if state.search.is_some() || state.ground.is_none() {
            let progress = state.search.unwrap_or_default();
            let time = since.elapsed();
            let figures = SearchFigures { engine, locations, boxes, end: End::Stopped, progress, time };
            for (name, value) in Stats::of_search(&figures, &times).0 {
                if stats.0.iter().all(|(known, _)| *known != name) {
                    stats.0.push((name, value));
                }
            }
        }
        if let Some((_, name)) = stats.0.first_mut() {
            *name = json!(engine.name());
        }
        stats.0.retain(|(name, _)| *name != "seconds_check");
        stats
    }

    fn of_search(figures: &SearchFigures, times: &PrintedTimes) -> Self {
        let progress = &figures.progress;
        // The rate is per CPU second, summed over all threads and engines: wall-clock time would depend on other load
        // of the machine.
        let cpu = cpu_time();
        let rate = progress.configurations as f64 / cpu.as_secs_f64().max(1e-6);
        let each = progress.bytes as f64 / progress.configurations.max(1) as f64;
        Stats(vec![
            ("engine", json!(figures.engine.name())),
            ("locations", json!(figures.locations)),
            ("boxes", json!(figures.boxes)),
            ("configurations", json!(progress.configurations)),
            ("configurations_per_cpu_second", json!(rate.round() as u64)),
            ("bytes_each", json!((each * 10.0).round() / 10.0)),
            ("table_bytes", json!(progress.bytes)),
            ("expanded", json!(progress.expanded)),
            ("seconds_read", seconds(times.read)),
            ("seconds_search", seconds(figures.time)),
            ("seconds_cpu", seconds(cpu)),
            ("seconds_check", seconds(times.check)),
        ])
    }

    /// Returns the statistics as one JSON object.
    pub fn json(&self) -> Value {
        self.0.iter().map(|(name, value)| ((*name).to_owned(), value.clone())).collect()
    }

    /// Returns the statistics as lines of text.
    pub fn text(&self) -> String {
        let rows = self.0.iter().filter(|(_, value)| !value.is_null());
        rows.flat_map(|(name, value)| match value {
            Value::Object(_) => table(name, value),
            Value::String(text) => vec![format!("{:<24} {text}", name.replace('_', " "))],
            value => vec![format!("{:<24} {value}", name.replace('_', " "))],
        })
        .collect::<Vec<_>>()
        .join("\n")
    }

    /// Returns the statistics of grounding and solving, in the order of the stages.
    fn of_ground(figures: &GroundFigures, times: &PrintedTimes) -> Self {
        let search = &figures.search;
        let mut stats = vec![
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
        ];
        stats.extend(solvers_and_passes(search));
        Stats(stats)
    }
}
