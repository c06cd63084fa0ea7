//! Plans of any length, and bounds on the way to the best one, against a search of all configurations: a plan wherever there is
//! one and nowhere else, and bounds that hold the optimum at every moment.

use std::sync::Arc;

use crate::support::pulled::pulled;
use crate::support::{moves, random_level, seeds};
use groundplan_check::{check, Instance as Board, Plan as Text, Rules, Verdict as Checked};
use groundplan_search::{Budget, Deepened, Deepening};
use groundplan_sokoban::level::Collection;
use groundplan_sokoban::space::Features;
use groundplan_sokoban::{
    answer, Bounds, Costs, EngineName, Event, Figures, Instance, Metric, Objective, Plan, Question, Trace,
    Verdict, Wanted,
};

/// The states of a level may be no more.
const CAP: usize = 20_000;

/// A level of any kind, with what its best plan costs by an objective, unless it has too many states.
fn level(seed: u64, objective: Objective) -> Option<(String, Arc<Instance>, Option<Costs>)> {
    let text = if seed.is_multiple_of(2) { random_level(seed) } else { pulled(seed) };
    let instance = Arc::new(Instance::read("random", &text).expect("an instance"));
    let least = moves::least(&instance, objective, None, CAP).ok()?;
    Some((text, instance, least))
}

fn objective(seed: u64) -> Objective {
    let all = Metric::ALL.into_iter().flat_map(|first| {
        let seconds = Metric::ALL.into_iter().filter(move |&second| second != first).map(Some);
        std::iter::once(None).chain(seconds).map(move |second| Objective { first, second })
    });
    let all: Vec<Objective> = all.collect();
    all[seed as usize / 2 % all.len()]
}

fn is_valid(text: &str, instance: &Instance, plan: &Plan) {
    let atoms: String = plan.atoms(instance).map(|atom| format!("{atom}.\n")).collect();
    let board = Board::parse(text).expect("an instance");
    let rules = Rules { no_noop: true, actions: Some(plan.len()), ..Rules::default() };
    let verdict = check(&board, &Text::parse(&atoms).expect("a plan"), &rules);
    assert_eq!(verdict, Checked::Valid { actions: plan.len() }, "{atoms}{text}");
}

#[test]
fn there_is_a_plan_of_any_length_where_exhaustive_search_finds_one() {
    let (mut some, mut none) = (0, 0);
    let seeds = seeds(1_500);
    let count = seeds.end - seeds.start;
    for seed in seeds {
        let Some((text, instance, least)) = level(seed, Objective::LINES) else { continue };
        for engine in [EngineName::Fess, EngineName::TabledPlus, EngineName::Auto] {
            let question = Question { engine, ..Question::new(Wanted::Any) };
            let answered = answer(Arc::clone(&instance), &question, &mut |_| ()).expect("an answer");
            match answered.verdict {
                Verdict::Plan(plan) => {
                    assert!(least.is_some(), "seed {seed}, {engine}: {text}");
                    is_valid(&text, &instance, &plan);
                    some += 1;
                }
                Verdict::Never(_) => {
                    assert_eq!(least, None, "seed {seed}, {engine}: {text}");
                    none += 1;
                }
                other => panic!("seed {seed}, {engine}: {other:?}: {text}"),
            }
        }
    }
    assert!(some >= count && 5 * none >= count, "{some} with a plan, {none} without, of {count} levels");
}

#[test]
fn bounds_hold_the_optimum_at_every_moment() {
    let (mut plans, mut proven) = (0, 0);
    let seeds = seeds(1_500);
    let count = seeds.end - seeds.start;
    for seed in seeds {
        let objective = objective(seed);
        let Some((text, instance, least)) = level(seed, objective) else { continue };
        for engine in [EngineName::Fess, EngineName::Auto] {
            let case = format!("seed {seed}, {engine}, {objective}: {text}");
            let question = Question { engine, ..Question::least(objective) };
            let mut last = Bounds::open();
            let mut holds = |bounds: &Bounds| {
                assert!(least.is_none_or(|least| bounds.lower <= least), "{bounds:?}, {least:?}, {case}");
                assert!(bounds.lower >= last.lower, "{bounds:?} after {last:?}, {case}");
                if let Some((plan, upper)) = bounds.plan.as_ref().zip(bounds.upper) {
                    assert!(least.is_some_and(|least| least <= upper), "{bounds:?}, {least:?}, {case}");
                    assert!(last.upper.is_none_or(|last| upper <= last), "{bounds:?} after {last:?}, {case}");
                    let trace = Trace::of_plan(&instance, plan).expect("it can be played");
                    assert_eq!(objective.costs(&trace.counts()), upper, "{case}");
                    is_valid(&text, &instance, plan);
                    plans += 1;
                }
                last = bounds.clone();
            };
            let answered = answer(Arc::clone(&instance), &question, &mut |event| {
                if let Event::Known(bounds) = event {
                    holds(&bounds);
                }
            });
            match answered.expect("an answer").verdict {
                Verdict::Bounds(bounds) => {
                    assert!(bounds.plan.is_some(), "{case}");
                    holds(&bounds);
                    proven += u64::from(bounds.is_proven());
                    assert!(bounds.is_proven() || engine == EngineName::Fess, "{case}");
                }
                Verdict::Never(_) => assert_eq!(least, None, "{case}"),
                other => panic!("{other:?}, {case}"),
            }
        }
    }
    let is_enough = 3 * plans >= 5 * count && 3 * proven >= 2 * count;
    assert!(is_enough, "{plans} plans, {proven} proven, of {count} levels");
}

#[test]
fn under_limits_the_search_ends_at_the_least_cost() {
    let (mut cheaper, mut none) = (0, 0);
    let seeds = seeds(1_500);
    let count = seeds.end - seeds.start;
    for seed in seeds {
        let objective = Objective { first: Metric::Pushes, second: None };
        let Some((text, instance, least)) = level(seed, objective) else { continue };
        let least = least.map(|costs| costs.first as u32);
        let upper = least.map_or(40, |least| least + (seed / 2 % 8) as u32);
        let spaces = Features::with_limits(Features::all(&instance, &|| false).0);
        let mut search = Deepening::new(spaces, upper);
        let mut best = None;
        loop {
            match search.run_slice(&Budget::default()) {
                Deepened::Open => {}
                Deepened::Bound => {
                    assert!(least.is_none_or(|least| search.lower() <= least), "seed {seed}: {text}");
                }
                Deepened::Cheaper(path) => {
                    let plan = Plan::joined(&path.actions);
                    is_valid(&text, &instance, &plan);
                    let costs = objective.costs_of(&instance, &plan).expect("it can be played");
                    assert_eq!(costs.first, path.cost as usize, "seed {seed}: {text}");
                    best = Some(path.cost);
                }
                Deepened::Proven => break,
                Deepened::Ended(end) => panic!("seed {seed}, {end:?}: {text}"),
            }
        }
        assert_eq!(best, least.filter(|&least| least < upper), "seed {seed}, {upper}: {text}");
        cheaper += u64::from(best.is_some());
        none += u64::from(best.is_none());
    }
    assert!(
        2 * cheaper >= count && 10 * none >= count,
        "{cheaper} with a plan, {none} without, of {count} levels"
    );
}

#[test]
fn a_known_plan_is_bettered() {
    let text = "right(a,b). right(b,c). right(c,d). right(d,e). top(f,a). top(g,b). top(h,c). top(i,d). top(j,e). \
                right(f,g). right(g,h). right(h,i). right(i,j). sokoban(a). box(b). box(h). solution(e). solution(h).";
    let instance = Arc::new(Instance::read("test", text).expect("an instance"));
    let long = [["b", "right", "c"], ["c", "right", "d"], ["d", "right", "e"]];
    let known = Plan::from_names(&instance, long).expect("they are there");
    let question = Question { engine: EngineName::Fess, known: Some(known), ..Question::fewest() };
    let mut told = Vec::new();
    let answered = answer(instance, &question, &mut |event| {
        if let Event::Known(bounds) = event {
            told.extend(bounds.upper.map(|upper| upper.first));
        }
    });
    assert_eq!(told.first(), Some(&3), "{answered:?}");
    let Verdict::Bounds(bounds) = answered.expect("an answer").verdict else { panic!("{told:?}") };
    assert_eq!((bounds.upper.map(|upper| upper.first), bounds.is_proven()), (Some(1), true));
}

/// Plans with few actions and many pushes are dearer than such with more actions: what costs least may be of no interest, and
/// what is of interest not be the cheapest.
#[test]
fn a_limit_of_actions_makes_no_plan_the_cheapest() {
    let (mut plans, mut excluded, mut differ) = (0, 0, 0);
    let seeds = seeds(3_000);
    let count = seeds.end - seeds.start;
    for seed in seeds.map(|seed| 2 * seed + 1) {
        let objective = Objective { first: Metric::Pushes, second: None };
        let Some((text, instance, Some(least))) = level(seed, Objective::LINES) else { continue };
        let most = least.first;
        let Ok(Some(within)) = moves::least(&instance, objective, Some(most), CAP) else { continue };
        let wanted = Wanted::Fewest { objective, most: Some(most), confirm: true };
        // Begun with a plan that has few actions, the search comes to one with fewer pushes and more actions.
        let lines = Question { engine: EngineName::TabledPlus, ..Question::fewest() };
        let lines = answer(Arc::clone(&instance), &lines, &mut |_| ()).expect("an answer");
        let Verdict::Bounds(Bounds { plan: known, .. }) = lines.verdict else {
            panic!("seed {seed}: {text}")
        };
        let question = Question { engine: EngineName::Fess, known, ..Question::new(wanted) };
        let answered = answer(Arc::clone(&instance), &question, &mut |_| ()).expect("an answer");
        let Verdict::Bounds(bounds) = answered.verdict else { panic!("seed {seed}: {text}") };
        let cheapest = moves::least(&instance, objective, None, CAP);
        differ += u64::from(cheapest.is_ok_and(|cheapest| cheapest < Some(within)));
        assert!(bounds.lower <= within, "seed {seed}: {bounds:?}, {within:?}: {text}");
        let Some((plan, upper)) = bounds.plan.zip(bounds.upper) else {
            excluded += 1;
            continue;
        };
        assert!(plan.len() <= most && upper >= within, "seed {seed}: {upper:?}, {within:?}: {text}");
        plans += 1;
    }
    // A cheaper plan with more actions is so rare that few levels may have none.
    assert!(
        3 * plans >= count && differ >= count / 1_000,
        "{plans} plans, {excluded} without, {differ} cheaper with more, of {count} levels"
    );
}

/// Levels whose storage locations cannot all be filled: the last box would have to be pushed from where no way leads.
const UNFILLABLE: [&str; 2] = [
    "
################
#        #######
#      @ #######
#        ## .###
#           .###
#      $ ## .###
#        #######
#  $   $ #######
#        #######
################",
    "
################
#        #######
#  $$    #######
#      $ ##...##
#   $ $     ..##
#  $     ## ..##
#      @ #######
#     $  #######
#        #######
################",
];

#[test]
fn a_room_that_cannot_be_filled_is_refuted_backwards() {
    for map in UNFILLABLE {
        let facts = Collection::read(map).expect("a level").levels[0].facts().expect("it is closed");
        let instance = Arc::new(Instance::read("room", &facts).expect("an instance"));
        let question = Question { engine: EngineName::Fess, ..Question::new(Wanted::Any) };
        let answered = answer(instance, &question, &mut |_| ()).expect("an answer");
        assert!(matches!(answered.verdict, Verdict::Never(_)), "{:?}: {map}", answered.verdict);
        let Some(Figures::Search(figures)) = answered.figures else { panic!("nothing was searched") };
        // From the start there are millions of configurations.
        assert!(figures.progress.expanded < 5_000, "{} expanded: {map}", figures.progress.expanded);
    }
}
