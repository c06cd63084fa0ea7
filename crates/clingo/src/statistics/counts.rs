//! What the engine counts, under clingo's keys, and what users have added: the statistics of a control.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use groundplan::{solve, Pass, Report, SolverCounts};
use groundplan_frontend::lock::lock;
use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;

use super::{StatisticKey, StatisticKind, Statistics};
use crate::configuration::ConfigurationTree;
use crate::control::{Control, SearchCounts};
use crate::error::Result;

/// clingo's counts of a logic program.
const LP: [&str; 30] = [
    "atoms",
    "atoms_aux",
    "disjunctions",
    "disjunctions_non_hcf",
    "bodies",
    "bodies_tr",
    "sum_bodies",
    "sum_bodies_tr",
    "count_bodies",
    "count_bodies_tr",
    "sccs",
    "sccs_non_hcf",
    "gammas",
    "ufs_nodes",
    "rules",
    "rules_normal",
    "rules_choice",
    "rules_minimize",
    "rules_acyc",
    "rules_heuristic",
    "rules_tr",
    "rules_tr_normal",
    "rules_tr_choice",
    "rules_tr_minimize",
    "rules_tr_acyc",
    "rules_tr_heuristic",
    "eqs",
    "eqs_atom",
    "eqs_body",
    "eqs_other",
];

/// clingo's counts of what a logic program is translated into.
const GENERATOR: [&str; 8] = [
    "vars",
    "vars_eliminated",
    "vars_frozen",
    "constraints",
    "constraints_binary",
    "constraints_ternary",
    "acyc_edges",
    "complexity",
];

/// clingo's counts of a search.
const SOLVERS: [&str; 6] =
    ["choices", "conflicts", "conflicts_analyzed", "restarts", "restarts_last", "restarts_blocked"];

/// A statistic to be added to a tree.
#[derive(Clone)]
enum NewStatistic {
    Value(f64),
    Array(Vec<f64>),
    Map(NewStatistics),
}

/// Statistics by their names, in order.
type NewStatistics = IndexMap<&'static str, NewStatistic, FxBuildHasher>;

/// Returns a map with these numbers. A name that comes again keeps its place, and has the last number.
fn numbers(fields: impl IntoIterator<Item = (&'static str, f64)>) -> NewStatistic {
    NewStatistic::Map(fields.into_iter().map(|(name, value)| (name, NewStatistic::Value(value))).collect())
}

/// Returns a map with these names: what is not counted is 0.
fn counted<const N: usize>(names: [&'static str; N], known: &[(&'static str, f64)]) -> NewStatistic {
    numbers(names.map(|name| (name, 0.0)).into_iter().chain(known.iter().copied()))
}

fn map<const N: usize>(fields: [(&'static str, NewStatistic); N]) -> NewStatistic {
    NewStatistic::Map(fields.into_iter().collect())
}

/// The statistics that users add, in callbacks of searches. Later callbacks find what earlier ones have added.
#[derive(Clone, Default, Debug)]
pub struct UserStatistics {
    /// Those of the last search.
    pub step: Arc<Mutex<Statistics>>,
    /// Those of all searches.
    pub accumulated: Arc<Mutex<Statistics>>,
}

impl Control {
    /// Returns sizes, counts and times by clingo's keys, as far as they are counted; if the configuration asks for more, also those
    /// of all searches, and below `groundplan` a map for each solver that searched and each pass that did something. Last comes
    /// what users have added, if [`Control::user_statistics`] was called.
    ///
    /// # Errors
    ///
    /// Returns [`Error::Runtime`](crate::Error::Runtime) if the control is busy.
    pub fn statistics(&self, configuration: &ConfigurationTree) -> Result<Statistics> {
        let (sizes, search, times) = self.with(|engine| {
            let program = engine.ground_program().program;
            let sizes = [program.atom_count(), program.rules.len() + program.fact_count()];
            (sizes, engine.statistics(), engine.times())
        })?;
        let last = self.summary();
        let solvers = solvers(&search);
        let total = times.parse + times.ground + search.translation + search.search;
        let times = times_of(total, search.search);
        let mut fields = NewStatistics::from_iter([
            ("problem", problem(sizes, &search)),
            ("solving", map([("solvers", solvers.clone())])),
            ("summary", summary(&last, configuration.threads(), times.clone())),
        ]);
        if configuration.wants_statistics() {
            let accumulated = map([
                ("times", times),
                ("models", models(last.all)),
                ("solving", map([("solvers", solvers)])),
            ]);
            fields.extend([("accu", accumulated), ("groundplan", ours(&search))]);
        }
        let mut statistics = Statistics::new();
        statistics.fill(statistics.root(), fields)?;
        if let Some(user) = self.added_statistics() {
            statistics.add_copy("user_step", &lock(&user.step));
            statistics.add_copy("user_accu", &lock(&user.accumulated));
        }
        Ok(statistics)
    }
}

impl Statistics {
    fn fill(&mut self, map: StatisticKey, fields: NewStatistics) -> Result<()> {
        for (name, node) in fields {
            match node {
                NewStatistic::Value(value) => {
                    let key = self.add_subkey(map, name, StatisticKind::Value)?;
                    self.set_value(key, value)?;
                }
                NewStatistic::Array(values) => {
                    let array = self.add_subkey(map, name, StatisticKind::Array)?;
                    for value in values {
                        let key = self.push(array, StatisticKind::Value)?;
                        self.set_value(key, value)?;
                    }
                }
                NewStatistic::Map(below) => {
                    let key = self.add_subkey(map, name, StatisticKind::Map)?;
                    self.fill(key, below)?;
                }
            }
        }
        Ok(())
    }
}

fn problem([atoms, rules]: [usize; 2], search: &solve::Statistics) -> NewStatistic {
    let known = [("atoms", atoms as f64), ("rules", rules as f64), ("sccs", search.loop_components as f64)];
    let lp = counted(LP, &known);
    let known = [("vars", search.variables as f64), ("constraints", search.clauses as f64)];
    map([("lp", lp.clone()), ("lpStep", lp), ("generator", counted(GENERATOR, &known))])
}

fn solvers(search: &solve::Statistics) -> NewStatistic {
    let (conflicts, choices) = (search.conflicts.unwrap_or(0), search.decisions.unwrap_or(0));
    counted(SOLVERS, &[("conflicts", conflicts as f64), ("choices", choices as f64)])
}

fn times_of(total: Duration, search: Duration) -> NewStatistic {
    let (total, search) = (total.as_secs_f64(), search.as_secs_f64());
    numbers([("total", total), ("cpu", total), ("solve", search), ("unsat", 0.0), ("sat", 0.0)])
}

fn models((enumerated, optimal): (u64, u64)) -> NewStatistic {
    numbers([("enumerated", enumerated as f64), ("optimal", optimal as f64)])
}

fn summary(last: &SearchCounts, threads: usize, times: NewStatistic) -> NewStatistic {
    let costs: Vec<f64> = last.costs.iter().map(|&cost| cost as f64).collect();
    let result = match (last.satisfiable, last.exhausted) {
        (true, _) => 1.0,
        (false, true) => 2.0,
        (false, false) => 0.0,
    };
    map([
        ("call", NewStatistic::Value(last.calls.saturating_sub(1) as f64)),
        ("result", NewStatistic::Value(result)),
        ("signal", NewStatistic::Value(0.0)),
        ("exhausted", NewStatistic::Value(f64::from(u8::from(last.exhausted)))),
        ("costs", NewStatistic::Array(costs.clone())),
        ("lower", NewStatistic::Array(if last.exhausted { costs } else { Vec::new() })),
        ("concurrency", NewStatistic::Value(threads as f64)),
        ("winner", NewStatistic::Value(0.0)),
        ("times", times),
        ("models", models(last.last)),
    ])
}

/// Returns what only we count.
fn ours(search: &solve::Statistics) -> NewStatistic {
    let solvers = search.solvers.iter().map(|counts| (counts.name, solver(counts)));
    let passes = search.passes.iter().filter(|(_, report)| report.fired > 0);
    let passes = passes.map(|(name, report)| (Pass::name(name), pass(&report)));
    map([("solvers", NewStatistic::Map(solvers.collect())), ("passes", NewStatistic::Map(passes.collect()))])
}

/// Returns the counts of a SAT solver.
fn solver(counts: &SolverCounts) -> NewStatistic {
    numbers([
        ("calls", counts.calls as f64),
        ("conflicts", counts.stats.conflicts as f64),
        ("decisions", counts.stats.decisions as f64),
        ("propagations", counts.stats.propagations as f64),
        ("shared_clauses", counts.shared as f64),
        ("seconds", counts.time.as_secs_f64()),
    ])
}

/// Returns the counts of a pass.
fn pass(report: &Report) -> NewStatistic {
    numbers([
        ("fired", report.fired as f64),
        ("clauses", report.clauses as f64),
        ("variables", report.variables as f64),
        ("seconds", report.time.as_secs_f64()),
    ])
}
