//! The state-space engines, ground-and-solve and plain breadth-first search agree: on the least number of actions, on
//! every number of actions with no-ops and without, on levels with surplus boxes and with closed lines.

use std::collections::HashSet;

use groundplan_check::{check, Instance as Board, Plan, Rules, Verdict};
use groundplan_sokoban::witness::Push;
use groundplan_sokoban::{
    decide, search_decision, search_optimum, Answer, Direction, End, Instance, Location, NotApplicable,
    Question, Reason, SearchEngine, SearchLimits,
};

const LEVELS: u64 = 300;
const MOST_ACTIONS: usize = 7;
const ENGINES: [SearchEngine; 2] = [SearchEngine::Tabled, SearchEngine::TabledPlus];
const NO_LIMITS: SearchLimits<'_> = SearchLimits { stop: &|| false, table_bytes: usize::MAX };

/// A linear congruential generator.
struct Random(u64);

impl Random {
    fn below(&mut self, end: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % end
    }
}

/// A level of at most four by four cells; some are closed to a cylinder.
fn level(seed: u64) -> String {
    let mut random = Random(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1);
    let (width, height) = (3 + random.below(2), 3 + random.below(2));
    let closed = seed.is_multiple_of(3);
    let mut free: Vec<u64> = (0..width * height).filter(|_| random.below(7) > 0).collect();
    let name = |cell: u64| format!("c{}r{}", cell % width, cell / width);
    let mut text = String::new();
    for &cell in &free {
        let right = if cell % width + 1 < width { cell + 1 } else { cell + 1 - width };
        if (closed || right > cell) && free.contains(&right) {
            text += &format!("right({},{}). ", name(cell), name(right));
        }
        if cell >= width && free.contains(&(cell - width)) {
            text += &format!("top({},{}). ", name(cell), name(cell - width));
        }
    }
    let storages = 1 + random.below(2);
    let boxes = storages + u64::from(random.below(3) == 0);
    let mut cells = free.clone();
    let mut take = |predicate: &str, count: u64, from: &mut Vec<u64>| {
        for _ in 0..count.min(from.len() as u64) {
            let cell = from.swap_remove(random.below(from.len() as u64) as usize);
            text += &format!("{predicate}({}). ", name(cell));
        }
    };
    take("sokoban", 1, &mut cells);
    take("box", boxes, &mut cells);
    take("solution", storages, &mut free);
    text
}

/// The boxes in order, and the sokoban's place.
type Configuration = (Vec<Location>, Location);

fn is_solved(instance: &Instance, boxes: &[Location]) -> bool {
    instance.storages.iter().all(|storage| boxes.contains(storage))
}

/// The rules of the game, once more and as plainly as can be.
fn successors(instance: &Instance, (boxes, sokoban): &Configuration, no_noop: bool) -> Vec<Configuration> {
    let mut reached = vec![*sokoban];
    let mut next = 0;
    while next < reached.len() {
        for cell in instance.neighbours[reached[next].index()].iter().flatten() {
            if !boxes.contains(cell) && !reached.contains(cell) {
                reached.push(*cell);
            }
        }
        next += 1;
    }
    let mut successors = Vec::new();
    for (index, &from) in boxes.iter().enumerate() {
        for direction in Direction::ALL {
            let Some(side) = instance.neighbour(from, direction.opposite()) else { continue };
            if !reached.contains(&side) {
                continue;
            }
            if !no_noop {
                successors.push((boxes.clone(), side));
            }
            let mut behind = from;
            while let Some(to) = instance.neighbour(behind, direction).filter(|to| !boxes.contains(to)) {
                let mut after = boxes.clone();
                after[index] = to;
                after.sort_unstable();
                successors.push((after, behind));
                behind = to;
            }
        }
    }
    successors
}

fn start(instance: &Instance) -> Configuration {
    let mut boxes = instance.boxes.clone();
    boxes.sort_unstable();
    (boxes, instance.sokoban)
}

/// Whether there is a plan of exactly n actions, for n from 0 on.
fn verdicts(instance: &Instance, no_noop: bool) -> Vec<bool> {
    let mut layer = HashSet::from([start(instance)]);
    let mut verdicts = Vec::new();
    while verdicts.len() <= MOST_ACTIONS {
        verdicts.push(layer.iter().any(|(boxes, _)| is_solved(instance, boxes)));
        layer = layer.iter().flat_map(|at| successors(instance, at, no_noop)).collect();
    }
    verdicts
}

/// The least number of actions; `None` if there is no plan of any length.
fn minimum(instance: &Instance) -> Option<usize> {
    let mut seen = HashSet::from([start(instance)]);
    let mut layer: Vec<Configuration> = seen.iter().cloned().collect();
    let mut actions = 0;
    while !layer.is_empty() {
        if layer.iter().any(|(boxes, _)| is_solved(instance, boxes)) {
            return Some(actions);
        }
        let next = layer.iter().flat_map(|at| successors(instance, at, true)).collect::<Vec<_>>();
        layer = next.into_iter().filter(|next| seen.insert(next.clone())).collect();
        actions += 1;
    }
    None
}

fn is_valid(text: &str, plan: &[Push], actions: usize, no_noop: bool) {
    let atoms: String = plan.iter().map(|push| format!("{push}.\n")).collect();
    let rules = Rules { any_length: false, no_noop, actions: Some(actions) };
    let board = Board::parse(text).expect("an instance");
    let verdict = check(&board, &Plan::parse(&atoms).expect("a plan"), &rules);
    assert_eq!(verdict, Verdict::Valid { actions }, "{rules:?}\n{text}\n{atoms}");
}

#[test]
fn all_engines_agree_with_breadth_first_search() {
    let (mut solved, mut unsolved, mut surplus, mut gaps, mut exhausted) = (0, 0, 0, 0, 0);
    for seed in 0..LEVELS {
        let text = level(seed);
        let instance = Instance::read("random", &text).expect("an instance");
        let minimum = minimum(&instance);
        let more = instance.boxes.len() > instance.storages.len();
        match minimum {
            Some(_) => solved += 1,
            None => unsolved += 1,
        }
        surplus += usize::from(more && minimum.is_some_and(|minimum| minimum > 1));
        for engine in ENGINES {
            let found = search_optimum(&instance, engine, None, &NO_LIMITS, &mut |_, _| ());
            if more && engine == SearchEngine::Tabled {
                assert_eq!(found.expect_err("surplus boxes"), NotApplicable::Surplus);
                continue;
            }
            let found = found.expect("it is applicable");
            let bounds = found.bounds.as_ref();
            let plan = bounds.and_then(|bounds| bounds.plan.as_ref());
            assert_eq!(plan.map(Vec::len), minimum, "seed {seed}, {engine:?}: {text}");
            assert_eq!(bounds.map(|bounds| bounds.lower), minimum, "seed {seed}, {engine:?}: {text}");
            assert_eq!(found.end, if minimum.is_some() { End::Optimal } else { End::Exhausted });
            let searched = found.reason == Reason::Exhaustion && engine == SearchEngine::TabledPlus;
            exhausted += usize::from(found.end == End::Exhausted && searched);
            if let (Some(plan), Some(minimum)) = (plan, minimum) {
                is_valid(&text, plan, minimum, true);
            }
        }
        for no_noop in [false, true] {
            let verdicts = verdicts(&instance, no_noop);
            gaps += usize::from(verdicts.windows(2).any(|pair| pair == [true, false]));
            for (actions, &expected) in verdicts.iter().enumerate() {
                for engine in ENGINES {
                    let found = search_decision(&instance, engine, Some(actions + 1), no_noop, &NO_LIMITS);
                    let answer = match found {
                        Ok(found) => found.answer,
                        Err(_) => {
                            assert!(engine == SearchEngine::Tabled && (more || no_noop), "{text}");
                            continue;
                        }
                    };
                    let case =
                        format!("seed {seed}, {engine:?}, {actions} actions, no_noop {no_noop}: {text}");
                    assert_eq!(matches!(answer, Answer::Plan(_)), expected, "{case}");
                    match answer {
                        Answer::Plan(plan) => is_valid(&text, &plan, actions, no_noop),
                        answer => assert_eq!(answer, Answer::None, "{case}"),
                    }
                }
                if seed.is_multiple_of(10) {
                    let question = Question { steps: Some(actions + 1), no_noop, ..Question::default() };
                    let ground = decide(instance.clone(), &question).expect("the encoding is right");
                    assert_eq!(matches!(ground.answer, Answer::Plan(_)), expected, "seed {seed}: {text}");
                }
            }
        }
    }
    let counts = format!("{solved} solved, {unsolved} not, {surplus} with surplus boxes, {gaps} with gaps, {exhausted} exhausted");
    assert!(solved >= 40 && unsolved >= 20 && surplus >= 10 && gaps >= 5 && exhausted >= 10, "{counts}");
}

/// Two boxes that can be moved about for a while, but not to where they should be.
const UNSOLVABLE: &str = "right(a,b). right(b,c). right(c,d). right(e,f). right(f,g). right(g,h). top(e,a). top(f,b). \
                          top(g,c). top(h,d). right(i,j). right(j,k). right(k,l). top(i,e). top(j,f). top(k,g). \
                          top(l,h). sokoban(a). box(f). box(g). solution(e). solution(x).";

#[test]
fn what_is_exhausted_says_so() {
    let instance = Instance::read("test", UNSOLVABLE).expect("an instance");
    let found = search_optimum(&instance, SearchEngine::Tabled, None, &NO_LIMITS, &mut |_, _| ());
    let found = found.expect("as many boxes as storage locations");
    assert_eq!((found.end, found.reason), (End::Exhausted, Reason::Exhaustion));
    assert!(found.figures.progress.configurations > 10, "{found:?}");
    assert!(found.bounds.is_none());
    // No assignment: nothing has to be searched.
    let found = search_optimum(&instance, SearchEngine::TabledPlus, None, &NO_LIMITS, &mut |_, _| ());
    let found = found.expect("the floor is small");
    assert_eq!(
        (found.end, found.reason, found.figures.progress.expanded),
        (End::Exhausted, Reason::Assignment, 0)
    );
}

/// A room of eleven by seven cells. Two boxes beside each other at the wall never move again, which neither an assignment nor
/// a look at the boxes that move can tell; four others can be pushed about at will.
fn hopeless() -> Instance {
    let mut text = String::new();
    for cell in 0..77 {
        let (x, y) = (cell % 11, cell / 11);
        if x < 10 {
            text += &format!("right(c{x}r{y},c{}r{y}). ", x + 1);
        }
        if y > 0 {
            text += &format!("top(c{x}r{y},c{x}r{}). ", y - 1);
        }
    }
    for (x, y) in [(3, 0), (4, 0), (2, 2), (4, 2), (6, 3), (3, 4)] {
        text += &format!("box(c{x}r{y}). ");
    }
    for (x, y) in [(0, 0), (10, 0), (1, 2), (5, 2), (6, 4), (2, 3)] {
        text += &format!("solution(c{x}r{y}). ");
    }
    Instance::read("hopeless", &(text + "sokoban(c0r5).")).expect("an instance")
}

#[test]
fn a_small_table_ends_the_search_with_what_is_known() {
    let instance = hopeless();
    for engine in ENGINES {
        let limits = SearchLimits { table_bytes: 1 << 20, ..NO_LIMITS };
        let found =
            search_optimum(&instance, engine, None, &limits, &mut |_, _| ()).expect("it is applicable");
        assert_eq!(found.end, End::TableFull, "{engine:?}");
        let progress = found.figures.progress;
        assert!(progress.bytes <= 1 << 20 && progress.configurations > 5_000, "{progress:?}");
        assert_eq!(found.bounds.expect("not exhausted").plan, None);
        let decided =
            search_decision(&instance, engine, Some(100), false, &limits).expect("it is applicable");
        assert_eq!((decided.end, decided.answer), (End::TableFull, Answer::Unknown));
    }
}

#[test]
fn a_stop_is_heeded() {
    let instance = hopeless();
    for engine in ENGINES {
        let polls = std::cell::Cell::new(0);
        let stop = || {
            polls.set(polls.get() + 1);
            polls.get() > 2
        };
        let limits = SearchLimits { stop: &stop, ..NO_LIMITS };
        let found =
            search_optimum(&instance, engine, None, &limits, &mut |_, _| ()).expect("it is applicable");
        assert_eq!(found.end, End::Stopped, "{engine:?}");
        assert_eq!(polls.get(), 3);
    }
}

#[test]
fn most_actions_bound_the_search() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../instances/sokoban/six-boxes-two-walls.lp");
    let text = std::fs::read_to_string(path).expect("it is there");
    let instance = Instance::read("six boxes", &text).expect("an instance");
    let found = search_optimum(&instance, SearchEngine::TabledPlus, Some(7), &NO_LIMITS, &mut |_, _| ());
    let found = found.expect("the floor is small");
    assert_eq!(found.end, End::Bounded);
    let bounds = found.bounds.expect("not exhausted");
    assert_eq!((bounds.lower, bounds.plan), (8, None));
}
