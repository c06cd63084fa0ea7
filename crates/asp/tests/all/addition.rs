//! Tasks that must not overlap, which is said with variables that the program does not have: their schedules and the best ones are
//! those that counting finds, before and after more tasks come, in every mode.

use std::collections::BTreeSet;

use groundplan::solve::{End, SearchConfig};
use groundplan::{Engine, Query};
use proptest::prelude::*;

use crate::support::engines::configured;
use crate::support::modes;

/// For each task how long it lasts and what a step that it begins later costs.
#[derive(Clone, Debug)]
struct Tasks {
    tasks: Vec<(i64, i64)>,
    /// The last time at which one may begin.
    end: i64,
    /// Whether all have to begin.
    must: bool,
}

fn tasks() -> impl Strategy<Value = Tasks> {
    let tasks = prop::collection::vec((1..4_i64, -2..4_i64), 2..=4);
    (tasks, 3..=6_i64, any::<bool>()).prop_map(|(tasks, end, must)| Tasks { tasks, end, must })
}

impl Tasks {
    /// The last task comes later.
    fn text(&self) -> String {
        let Tasks { tasks, end, must } = self;
        let count = tasks.len();
        let facts: String = (1..)
            .zip(tasks)
            .map(|(task, (lasts, costs))| format!("lasts({task},{lasts}). costs({task},{costs}). "))
            .collect();
        let bound = if *must { "= 1" } else { "1" };
        format!(
            "#show begins/2. {facts} time(1..{end}). task(1..{}).
             {{ begins(I,T) : time(T) }} {bound} :- task(I).
             :- begins(I,T), begins(J,U), I < J, lasts(I,D), lasts(J,E), T < U + E, U < T + D.
             #minimize {{ C*T,I : begins(I,T), costs(I,C) }}.
             #program more.
             {{ begins({count},T) : time(T) }} {bound}.
             :- begins({count},T), begins(J,U), J < {count}, lasts({count},D), lasts(J,E), T < U + E, U < T + D.
             #minimize {{ C*T,{count} : begins({count},T), costs({count},C) }}.",
            count - 1
        )
    }

    /// When each of the first tasks begins in a schedule, if it does; all schedules.
    fn schedules(&self, count: usize) -> Vec<Vec<Option<i64>>> {
        let mut schedules = vec![Vec::new()];
        for (task, &(lasts, _)) in self.tasks[..count].iter().enumerate() {
            let times = (1..=self.end).map(Some).chain((!self.must).then_some(None));
            let times: Vec<Option<i64>> = times.collect();
            let is_free = |schedule: &[Option<i64>], time: Option<i64>| {
                let others = schedule.iter().zip(&self.tasks[..task]);
                time.is_none_or(|time| {
                    others.clone().all(|(&other, &(length, _))| {
                        other.is_none_or(|o| o + length <= time || time + lasts <= o)
                    })
                })
            };
            let longer = schedules.iter().flat_map(|schedule| {
                let times = times.iter().filter(|&&time| is_free(schedule, time));
                times.map(|&time| schedule.iter().copied().chain([time]).collect())
            });
            schedules = longer.collect();
        }
        schedules
    }

    fn cost(&self, schedule: &[Option<i64>]) -> i64 {
        schedule.iter().zip(&self.tasks).map(|(time, (_, costs))| time.map_or(0, |time| time * costs)).sum()
    }

    fn check(&self, config: &SearchConfig) {
        let mut engine = configured(config);
        engine.add_text("tasks.lp", &self.text()).unwrap();
        for (part, count) in [("base", self.tasks.len() - 1), ("more", self.tasks.len())] {
            engine.ground([part]).unwrap();
            let schedules = self.schedules(count);
            let best = schedules.iter().map(|schedule| self.cost(schedule)).min();
            let found = optimum(&mut engine);
            assert_eq!(found, best, "{config:?}");
            let expected: BTreeSet<String> = schedules.iter().map(|schedule| shown(schedule)).collect();
            assert_eq!(expected.len(), schedules.len());
            assert_eq!(all(engine.query()), expected, "{config:?}");
        }
    }
}

fn shown(schedule: &[Option<i64>]) -> String {
    let begins =
        (1..).zip(schedule).filter_map(|(task, time)| time.map(|time| format!("begins({task},{time})")));
    begins.collect::<Vec<_>>().join(" ")
}

fn optimum(engine: &mut Engine) -> Option<i64> {
    let optimum = engine.query().optimum().unwrap();
    assert!(optimum.proven);
    optimum.model.map(|model| model.costs().iter().sum())
}

fn all(query: Query) -> BTreeSet<String> {
    let mut models = query.models().unwrap();
    let mut count = 0;
    let texts: BTreeSet<String> = models
        .by_ref()
        .map(|model| {
            count += 1;
            let text = model.unwrap().to_string();
            let mut atoms: Vec<&str> = text.split_whitespace().collect();
            atoms.sort_unstable();
            atoms.join(" ")
        })
        .collect();
    assert_eq!(models.end(), Some(End::Exhausted));
    assert_eq!(texts.len(), count, "one came twice");
    texts
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn schedules_are_those_that_counting_finds(tasks in tasks(), modes in modes::drawn_for_one()) {
        modes.iter().for_each(|config| tasks.check(config));
    }
}
