//! The best plans by each metric, and by two in a row, against a search over single moves; surplus boxes included.

use std::sync::Arc;

use crate::support::pulled::pulled;
use crate::support::{moves, random_level, seeds};
use groundplan_check::{check, Plan as Text, Rules, Verdict};
use groundplan_sokoban::{
    answer, Costs, EngineName, Instance, Metric, Objective, Plan, Question, Trace, Verdict as Known, Wanted,
};

fn objectives() -> impl Iterator<Item = Objective> {
    Metric::ALL.into_iter().flat_map(|first| {
        let seconds = Metric::ALL.into_iter().filter(move |&second| second != first).map(Some);
        std::iter::once(None).chain(seconds).map(move |second| Objective { first, second })
    })
}

/// What an engine says a best plan costs, and that plan, which has to pass the checker and cost as much.
fn found(
    text: &str,
    instance: &Arc<Instance>,
    engine: EngineName,
    objective: Objective,
    most: Option<usize>,
) -> Option<Costs> {
    let wanted = Wanted::Fewest { objective, most, confirm: true };
    let question = Question { engine, ..Question::new(wanted) };
    let answered = answer(Arc::clone(instance), &question, &mut |_| ()).expect("an answer");
    assert!(answered.verdict.is_final(wanted), "{objective}, {engine}, {most:?}: {answered:?}\n{text}");
    let bounds = match answered.verdict {
        Known::Bounds(bounds) => bounds,
        Known::Never(_) => return None,
        Known::NoPlan => {
            assert!(most.is_some(), "{objective}, {engine}: {text}");
            return None;
        }
        other => panic!("{other:?}"),
    };
    let (Some(plan), Some(costs)) = (bounds.plan, bounds.upper) else {
        assert!(most.is_some(), "{objective}, {engine}: {text}");
        return None;
    };
    assert_eq!(bounds.lower, costs, "{objective}, {engine}, {most:?}: {text}");
    assert!(most.is_none_or(|most| plan.len() <= most), "{objective}, {engine}, {most:?}: {text}");
    let trace = Trace::of_plan(instance, &plan).expect("it can be played");
    assert_eq!(objective.costs(&trace.counts()), costs, "{objective}, {engine}, {most:?}: {text}");
    is_valid(text, instance, &plan);
    Some(costs)
}

fn is_valid(text: &str, instance: &Instance, plan: &Plan) {
    let atoms: String = plan.atoms(instance).map(|atom| format!("{atom}.\n")).collect();
    let checked = groundplan_check::Instance::parse(text).expect("an instance");
    let rules = Rules { no_noop: true, actions: Some(plan.len()), ..Rules::default() };
    let verdict = check(&checked, &Text::parse(&atoms).expect("a plan"), &rules);
    assert!(matches!(verdict, Verdict::Valid { .. }), "{verdict:?}: {atoms}{text}");
}

/// A level whose states are no more than `cap`, with what its best plan costs by each objective. One of four is drawn at
/// random, on a cylinder now and then, and may have no plan; two of four are drawn until they need some lines.
fn level(seed: u64, cap: usize) -> (String, Arc<Instance>, Vec<Option<Costs>>) {
    let drawn = (0..).find_map(|draw| {
        let number = seed + draw * 1_000;
        let text = if seed.is_multiple_of(4) { random_level(number) } else { pulled(number) };
        let instance = Arc::new(Instance::read("random", &text).expect("an instance"));
        let least = |objective| moves::least(&instance, objective, None, cap).ok();
        let lines = least(Objective::LINES)?.map_or(0, |costs| costs.first);
        if seed % 4 > 1 && lines < 5 {
            return None;
        }
        let all = objectives().map(least).collect::<Option<Vec<_>>>()?;
        Some((text, instance, all))
    });
    drawn.expect("there is always one more")
}

#[test]
fn a_search_finds_the_best_plans_by_every_metric() {
    let (mut solved, mut surplus, mut five, mut differ) = (0, 0, 0, 0);
    let seeds = seeds(160);
    let count = (seeds.end - seeds.start) as usize;
    for seed in seeds {
        let (text, instance, least) = level(seed, 30_000);
        for (objective, expected) in objectives().zip(&least) {
            let found = found(&text, &instance, EngineName::TabledPlus, objective, None);
            assert_eq!(found, *expected, "seed {seed}, {objective}: {text}");
        }
        solved += usize::from(least[0].is_some());
        surplus += usize::from(instance.boxes.len() > instance.storages.len());
        five += usize::from(instance.boxes.len() == 5);
        // What is best by one metric is not best by another.
        let cost = |wanted: Objective| {
            objectives().zip(&least).find(|(objective, _)| *objective == wanted).and_then(|(_, least)| *least)
        };
        let more = objectives().any(|objective| {
            let alone = objective.second.and_then(|first| cost(Objective { first, second: None }));
            cost(objective).zip(alone).is_some_and(|(both, alone)| both.second > alone.first)
        });
        differ += usize::from(more);
    }
    eprintln!("{solved} solved, {surplus} with surplus boxes, {five} with five, {differ} with other plans");
    assert!(8 * solved >= 5 * count && 10 * surplus >= count && 16 * five >= count && 32 * differ >= count);
}

#[test]
fn the_programs_find_the_best_plans_by_every_metric() {
    let (mut solved, mut surplus) = (0, 0);
    for seed in 0..GROUND {
        let (text, instance, least) = level(seed, 2_000);
        // Without a plan, horizons would go on for ever.
        if least[0].is_none() {
            continue;
        }
        for (objective, expected) in objectives().zip(&least) {
            let found = found(&text, &instance, EngineName::Ground, objective, None);
            assert_eq!(found, *expected, "seed {seed}, {objective}: {text}");
        }
        solved += 1;
        surplus += usize::from(instance.boxes.len() > instance.storages.len());
    }
    assert!(solved >= GROUND / 2 && surplus >= 2, "{solved} solved, {surplus} with surplus boxes");
}

/// So many levels are drawn for the programs.
const GROUND: u64 = 30;

#[test]
fn with_few_actions_the_best_plans_may_be_others() {
    let (mut dearer, mut none) = (0, 0);
    for seed in 0..60 {
        let (text, instance, least) = level(seed, 2_000);
        let Some(lines) = least[0].map(|costs| costs.first) else { continue };
        for most in [lines.checked_sub(1), Some(lines), Some(lines + 1)].into_iter().flatten() {
            for (objective, free) in objectives().zip(&least) {
                let expected = moves::least(&instance, objective, Some(most), usize::MAX).expect("no cap");
                let search = found(&text, &instance, EngineName::TabledPlus, objective, Some(most));
                assert_eq!(search, expected, "seed {seed}, {objective}, at most {most}: {text}");
                if seed < GROUND / 2 {
                    let ground = found(&text, &instance, EngineName::Ground, objective, Some(most));
                    assert_eq!(ground, expected, "seed {seed}, {objective}, at most {most}: {text}");
                }
                none += usize::from(expected.is_none());
                dearer += usize::from(expected > *free);
            }
        }
    }
    assert!(dearer >= 5 && none >= 48, "{dearer} dearer, {none} without a plan");
}
