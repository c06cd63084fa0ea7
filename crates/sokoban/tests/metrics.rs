//! The best plans by each metric, and by two in a row, against a search over single moves; surplus boxes included.

#[path = "support/moves.rs"]
mod moves;
mod support;

use std::sync::Arc;

use groundplan_check::{check, Plan as Text, Rules, Verdict};
use groundplan_sokoban::{
    answer, Costs, EngineName, Instance, Metric, Objective, Plan, Question, Trace, Verdict as Known, Wanted,
};
use support::random_level;

/// SplitMix64 (Steele, Lea, Flood, OOPSLA 2014).
struct Random(u64);

impl Random {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) % end as u64) as usize
    }
}

/// A room with up to five boxes, pulled from their storage locations at random, so that there is a plan; boxes whose
/// storage location is taken away are surplus.
fn pulled(seed: u64) -> String {
    let mut random = Random(seed);
    let (width, height) = (3 + random.below(4), 3 + random.below(3));
    let mut cells: Vec<usize> = (0..width * height).filter(|_| random.below(6) > 0).collect();
    let floor = cells.clone();
    let next = |cell: usize, direction: usize| -> Option<usize> {
        let (x, y) = (cell % width, cell / width);
        let to = match direction {
            0 if x + 1 < width => cell + 1,
            1 if x > 0 => cell - 1,
            2 if y > 0 => cell - width,
            3 if y + 1 < height => cell + width,
            _ => return None,
        };
        floor.contains(&to).then_some(to)
    };
    let mut take = |random: &mut Random| cells.swap_remove(random.below(cells.len()));
    let mut sokoban = take(&mut random);
    let count = (1 + random.below(5)).min(cells_left(&floor) / 2);
    let homes: Vec<usize> = (0..count).map(|_| take(&mut random)).collect();
    let mut boxes = homes.clone();
    for _ in 0..60 {
        let direction = random.below(4);
        let Some(to) = next(sokoban, direction).filter(|to| !boxes.contains(to)) else { continue };
        let behind = next(sokoban, direction ^ 1).and_then(|cell| boxes.iter().position(|&it| it == cell));
        if let Some(index) = behind.filter(|_| random.below(3) > 0) {
            boxes[index] = sokoban;
        }
        sokoban = to;
    }
    let storages = if random.below(4) == 0 { count - random.below(count.min(3)) } else { count };
    let name = |cell: usize| format!("c{}r{}", cell % width, cell / width);
    let mut text = format!("sokoban({}). ", name(sokoban));
    boxes.iter().for_each(|&cell| text += &format!("box({}). ", name(cell)));
    homes[..storages].iter().for_each(|&cell| text += &format!("solution({}). ", name(cell)));
    for &cell in &floor {
        if let Some(right) = next(cell, 0) {
            text += &format!("right({},{}). ", name(cell), name(right));
        }
        if let Some(up) = next(cell, 2) {
            text += &format!("top({},{}). ", name(cell), name(up));
        }
    }
    text
}

fn cells_left(floor: &[usize]) -> usize {
    floor.len().saturating_sub(1)
}

/// Every fourth level is drawn at random, on a cylinder now and then, and may have no plan.
fn level(seed: u64) -> String {
    if seed.is_multiple_of(4) {
        random_level(seed)
    } else {
        pulled(seed)
    }
}

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

/// So many levels whose states are no more than `cap`, each with what its best plan costs by each objective.
fn levels(count: usize, cap: usize) -> impl Iterator<Item = (u64, String, Arc<Instance>, Vec<Option<Costs>>)> {
    (0..).filter_map(move |seed| {
        let text = level(seed);
        let instance = Arc::new(Instance::read("random", &text).expect("an instance"));
        let least = objectives().map(|objective| moves::least(&instance, objective, None, cap));
        Some((seed, text, Arc::clone(&instance), least.collect::<Result<Vec<_>, _>>().ok()?))
    })
    .take(count)
}

#[test]
fn a_search_finds_the_best_plans_by_every_metric() {
    let (mut solved, mut surplus, mut five, mut differ) = (0, 0, 0, 0);
    for (seed, text, instance, least) in levels(320, 6_000) {
        for (objective, expected) in objectives().zip(&least) {
            let found = found(&text, &instance, EngineName::TabledPlus, objective, None);
            assert_eq!(found, *expected, "seed {seed}, {objective}: {text}");
        }
        let least: Vec<Option<Costs>> = least;
        solved += usize::from(least[0].is_some());
        surplus += usize::from(instance.boxes.len() > instance.storages.len());
        five += usize::from(instance.boxes.len() == 5);
        // The fewest pushes take more lines than the fewest lines.
        let by = |text: &str| {
            let wanted = text.parse::<Objective>().expect(text);
            objectives().zip(&least).find(|(objective, _)| *objective == wanted).and_then(|(_, least)| *least)
        };
        let more = by("pushes,lines").zip(by("lines")).is_some_and(|(one, other)| one.second > other.first);
        differ += usize::from(more);
    }
    eprintln!("{solved} solved, {surplus} with surplus boxes, {five} with five, {differ} with other plans");
    assert!(solved >= 200 && surplus >= 30 && five >= 20 && differ >= 10);
}
