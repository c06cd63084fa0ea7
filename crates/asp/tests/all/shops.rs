//! Tasks that one machine does, one after the other, where counting says how long that takes at least: all schedules, and those that
//! are done soonest, before and after one more task comes, for which there may be no time, in every mode.

use std::collections::BTreeSet;

use groundplan::solve::SearchConfig;
use itertools::Itertools as _;
use proptest::prelude::*;

use crate::support::engines::{configured, distinct};
use crate::support::modes;

/// Tasks, the last of which comes later.
#[derive(Clone, Debug)]
struct Shop {
    lengths: Vec<usize>,
    /// By task and time, whether it may begin then.
    may: Vec<Vec<bool>>,
    end: usize,
    /// Whether lateness goes down from the last time, not up from each task.
    is_chained: bool,
    weights: Vec<i64>,
}

fn shops() -> impl Strategy<Value = Shop> {
    let tasks =
        prop::collection::vec((1..=3_usize, prop::collection::vec(prop::bool::weighted(0.9), 11)), 3..=4);
    (tasks, -1..=2_isize, any::<bool>(), prop::collection::vec(1..=2_i64, 11)).prop_map(
        |(tasks, more, is_chained, weights)| {
            let (lengths, may): (Vec<usize>, Vec<Vec<bool>>) = tasks.into_iter().unzip();
            let end = lengths.iter().sum::<usize>().saturating_add_signed(more).clamp(3, 11);
            Shop { lengths, may, end, is_chained, weights }
        },
    )
}

impl Shop {
    fn starts(&self, task: usize) -> Vec<usize> {
        (0..=self.end - self.lengths[task]).filter(|&time| self.may[task][time]).collect()
    }

    fn text(&self) -> String {
        let tasks = self.lengths.iter().enumerate().map(|(task, length)| format!("task({task},{length}). "));
        let starts = (0..self.lengths.len())
            .flat_map(|task| self.starts(task).into_iter().map(move |time| format!("may({task},{time}). ")));
        let costs = self.weights.iter().enumerate().map(|(time, weight)| format!("cost({time},{weight}). "));
        let facts: String = tasks.chain(starts).chain(costs).collect();
        let late = |name: &str, of: &str| match self.is_chained {
            true => format!("{name}(S+L-1) :- start(T,S), task(T,L), {of}. {name}(X-1) :- {name}(X), X > 0."),
            false => format!("{name}(0..S+L-1) :- start(T,S), task(T,L), {of}."),
        };
        let last = self.lengths.len() - 1;
        format!(
            "#show start/2. {facts}
             {{ start(T,S) : may(T,S) }} = 1 :- task(T,_), T < {last}.
             :- start(T,S), start(U,X), task(T,L), S <= X, X < S + L, T != U, T < {last}, U < {last}.
             {}
             #minimize {{ W,X : late(X), cost(X,W) }}.
             #program more.
             {{ start({last},S) : may({last},S) }} = 1.
             :- start(T,S), start({last},X), task(T,L), S <= X, X < S + L, T < {last}.
             :- start({last},S), start(U,X), task({last},L), S <= X, X < S + L, U < {last}.
             {}
             #minimize {{ W,X,more : later(X), cost(X,W) }}.",
            late("late", &format!("T < {last}")),
            late("later", &format!("T = {last}")),
        )
    }

    /// When so many tasks may begin.
    fn schedules(&self, tasks: usize) -> Vec<Vec<usize>> {
        let all = (0..tasks).map(|task| self.starts(task)).multi_cartesian_product();
        let fits = |starts: &Vec<usize>| {
            let works = |task: usize| starts[task]..starts[task] + self.lengths[task];
            (0..tasks).tuple_combinations().all(|(a, b)| !works(a).any(|time| works(b).contains(&time)))
        };
        all.filter(fits).collect()
    }

    /// What it costs until all are done, and until the last one is.
    fn cost(&self, starts: &[usize]) -> i64 {
        let last = self.lengths.len() - 1;
        let costs = |tasks: std::ops::Range<usize>| -> i64 {
            let end = tasks.map(|task| starts[task] + self.lengths[task]).max().unwrap_or(0);
            self.weights[..end].iter().sum()
        };
        costs(0..last) + costs(last..starts.len())
    }

    fn check(&self, config: &SearchConfig) {
        let mut engine = configured(config);
        engine.add_text("shop.lp", &self.text()).unwrap();
        for (part, tasks) in [("base", self.lengths.len() - 1), ("more", self.lengths.len())] {
            engine.ground([part]).unwrap();
            let schedules = self.schedules(tasks);
            let optimum = engine.query().optimum().unwrap();
            assert!(optimum.proven);
            let found = optimum.model.map(|model| model.costs().iter().sum());
            assert_eq!(found, schedules.iter().map(|starts| self.cost(starts)).min(), "{config:?}");
            let expected: BTreeSet<String> = schedules.iter().map(|starts| shown(starts)).collect();
            assert_eq!(distinct(&mut engine), expected, "{config:?}");
        }
    }
}

fn shown(starts: &[usize]) -> String {
    starts.iter().enumerate().map(|(task, start)| format!("start({task},{start})")).join(" ")
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn schedules_are_those_that_trying_all_finds(shop in shops(), modes in modes::drawn_for_one()) {
        modes.iter().for_each(|config| shop.check(config));
    }
}
