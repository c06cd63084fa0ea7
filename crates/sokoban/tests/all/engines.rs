//! The state-space engines, ground-and-solve and plain breadth-first search agree: on the least number of actions, on
//! every number of actions with no-ops and without, on levels with surplus boxes and with closed lines.

use std::collections::HashSet;
use std::sync::Arc;

use crate::support::random_level;
use groundplan_check::{check, Instance as Board, Plan as Text, Rules, Verdict as Checked};
use groundplan_sokoban::level::Collection;
use groundplan_sokoban::{
    answer, Answer, Bounds, Direction, End, EngineName, Figures, Instance, Location, NotApplicable,
    Objective, Plan, Question, Reason, SearchFigures, Shortfall, Verdict, Wanted,
};

const LEVELS: u64 = 300;
const MOST_ACTIONS: usize = 7;
const ENGINES: [EngineName; 2] = [EngineName::Tabled, EngineName::TabledPlus];
const FEWEST: Wanted = Wanted::Fewest { objective: Objective::LINES, most: None, confirm: true };

/// What an engine answers.
fn ask(instance: &Arc<Instance>, engine: EngineName, wanted: Wanted) -> Answer {
    let question = Question { engine, ..Question::new(wanted) };
    answer(Arc::clone(instance), &question, &mut |_| ()).expect("the encoding is right")
}

/// Sizes and times of a search.
fn searched(answer: &Answer) -> SearchFigures {
    match answer.figures {
        Some(Figures::Search(figures)) => figures,
        _ => panic!("nothing was searched: {answer:?}"),
    }
}

/// Why an engine has no answer.
fn refused(answer: &Answer) -> Option<NotApplicable> {
    match answer.shortfalls[..] {
        [Shortfall::NotApplicable(reason)] => Some(reason),
        _ => None,
    }
}

fn bounds(answer: Answer) -> Option<Bounds> {
    match answer.verdict {
        Verdict::Bounds(bounds) => Some(bounds),
        _ => None,
    }
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

fn is_valid(instance: &Instance, text: &str, plan: &Plan, actions: usize, no_noop: bool) {
    let atoms: String = plan.atoms(instance).map(|atom| format!("{atom}.\n")).collect();
    let rules = Rules { any_length: false, no_noop, actions: Some(actions) };
    let board = Board::parse(text).expect("an instance");
    let verdict = check(&board, &Text::parse(&atoms).expect("a plan"), &rules);
    assert_eq!(verdict, Checked::Valid { actions }, "{rules:?}\n{text}\n{atoms}");
}

#[test]
fn all_engines_find_the_least_number_of_actions() {
    let (mut solved, mut unsolved, mut surplus, mut exhausted) = (0, 0, 0, 0);
    for seed in 0..LEVELS {
        let text = random_level(seed);
        let instance = Arc::new(Instance::read("random", &text).expect("an instance"));
        let minimum = minimum(&instance);
        let more = instance.boxes.len() > instance.storages.len();
        match minimum {
            Some(_) => solved += 1,
            None => unsolved += 1,
        }
        surplus += usize::from(more && minimum.is_some_and(|minimum| minimum > 1));
        for engine in ENGINES {
            let found = ask(&instance, engine, FEWEST);
            if more && engine == EngineName::Tabled {
                assert_eq!(refused(&found), Some(NotApplicable::Surplus));
                continue;
            }
            let end = searched(&found).end;
            assert_eq!(end, if minimum.is_some() { End::Optimal } else { End::Exhausted });
            let by_search =
                engine == EngineName::TabledPlus && found.verdict == Verdict::Never(Reason::Exhaustion);
            exhausted += usize::from(by_search);
            let bounds = bounds(found);
            assert_eq!(
                bounds.as_ref().map(|bounds| bounds.lower.first),
                minimum,
                "seed {seed}, {engine}: {text}"
            );
            let plan = bounds.and_then(|bounds| bounds.plan);
            assert_eq!(plan.as_ref().map(Plan::len), minimum, "seed {seed}, {engine}: {text}");
            if let (Some(plan), Some(minimum)) = (plan, minimum) {
                is_valid(&instance, &text, &plan, minimum, true);
            }
        }
    }
    let counts =
        format!("{solved} solved, {unsolved} not, {surplus} with surplus boxes, {exhausted} exhausted");
    assert!(solved >= 40 && unsolved >= 20 && surplus >= 10 && exhausted >= 10, "{counts}");
}

#[test]
fn all_engines_decide_every_number_of_actions() {
    let mut gaps = 0;
    for seed in 0..LEVELS {
        let text = random_level(seed);
        let instance = Arc::new(Instance::read("random", &text).expect("an instance"));
        let more = instance.boxes.len() > instance.storages.len();
        for no_noop in [false, true] {
            let verdicts = verdicts(&instance, no_noop);
            gaps += usize::from(verdicts.windows(2).any(|pair| pair == [true, false]));
            for (actions, &expected) in verdicts.iter().enumerate() {
                for engine in EngineName::ALL {
                    // Ground-and-solve takes longest.
                    if !ENGINES.contains(&engine) && !seed.is_multiple_of(10) {
                        continue;
                    }
                    let found = ask(&instance, engine, Wanted::Exactly { actions: Some(actions), no_noop });
                    if engine == EngineName::Tabled && (more || no_noop) {
                        assert!(refused(&found).is_some() && found.verdict == Verdict::Unknown, "{text}");
                        continue;
                    }
                    let case = format!("seed {seed}, {engine}, {actions} actions, no_noop {no_noop}: {text}");
                    match found.verdict {
                        Verdict::Plan(plan) => {
                            assert!(expected, "{case}");
                            is_valid(&instance, &text, &plan, actions, no_noop);
                        }
                        // It looks for no plans but those that a plan with fewer actions can be made into.
                        Verdict::Unknown if engine == EngineName::Fess && no_noop => {}
                        verdict => assert_eq!((verdict, expected), (Verdict::NoPlan, false), "{case}"),
                    }
                }
            }
        }
    }
    assert!(gaps >= 5, "{gaps} with gaps");
}

/// Two boxes that can be moved about for a while, but not to where they should be.
const UNSOLVABLE: &str = "right(a,b). right(b,c). right(c,d). right(e,f). right(f,g). right(g,h). top(e,a). top(f,b). \
                          top(g,c). top(h,d). right(i,j). right(j,k). right(k,l). top(i,e). top(j,f). top(k,g). \
                          top(l,h). sokoban(a). box(f). box(g). solution(e). solution(x).";

#[test]
fn what_is_exhausted_says_so() {
    let instance = Arc::new(Instance::read("test", UNSOLVABLE).expect("an instance"));
    let found = ask(&instance, EngineName::Tabled, FEWEST);
    assert_eq!(found.verdict, Verdict::Never(Reason::Exhaustion));
    let figures = searched(&found);
    assert!(figures.end == End::Exhausted && figures.progress.configurations > 10, "{found:?}");
    // No assignment: nothing has to be searched.
    let found = ask(&instance, EngineName::TabledPlus, FEWEST);
    assert_eq!(found.verdict, Verdict::Never(Reason::Assignment));
    let figures = searched(&found);
    assert_eq!((figures.end, figures.progress.expanded), (End::Exhausted, 0));
}

/// A level that takes any engine long: 16 boxes on 84 squares, pulled apart at random.
const HARD: &str = "
############
#       #  #
# $  $$    #
#     $$   #
# $ ..$  $ ##
# $....$#   #
# ......#####
#@$....$##
# $$$# $ ####
#           #
#########   #
        #####
";

fn hard() -> Arc<Instance> {
    let collection = Collection::read(HARD).expect("a map");
    Arc::new(Instance::read("hard", &collection.levels[0].facts().expect("a level")).expect("an instance"))
}

#[test]
fn a_small_table_ends_the_search_with_what_is_known() {
    let instance = hard();
    for engine in ENGINES {
        let small = |wanted| {
            let question = Question { engine, table_bytes: 1 << 20, ..Question::new(wanted) };
            answer(Arc::clone(&instance), &question, &mut |_| ()).expect("it is applicable")
        };
        let found = small(FEWEST);
        assert!(matches!(found.shortfalls[..], [Shortfall::TableFull(_)]), "{engine}: {found:?}");
        let figures = searched(&found);
        assert_eq!(figures.end, End::TableFull, "{engine}");
        let progress = figures.progress;
        assert!(progress.bytes <= 1 << 20 && progress.configurations > 5_000, "{progress:?}");
        assert_eq!(bounds(found).expect("not exhausted").plan, None);
        let decided = small(Wanted::Exactly { actions: Some(100), no_noop: false });
        assert_eq!((searched(&decided).end, decided.verdict), (End::TableFull, Verdict::Unknown));
    }
}

#[test]
fn an_interrupt_is_heeded() {
    let instance = hard();
    for engine in ENGINES {
        let question = Question { engine, ..Question::fewest() };
        let interrupter = question.config.solver.interrupter.clone();
        // The first word of the engine is the last that it says for long.
        let found = answer(Arc::clone(&instance), &question, &mut |_| interrupter.interrupt());
        let found = found.expect("it is applicable");
        assert_eq!(searched(&found).end, End::Stopped, "{engine}");
        assert!(searched(&found).progress.expanded <= 256, "{found:?}");
    }
}

#[test]
fn most_actions_bound_the_search() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../instances/sokoban/six-boxes-two-walls.lp");
    let text = std::fs::read_to_string(path).expect("it is there");
    let instance = Arc::new(Instance::read("six boxes", &text).expect("an instance"));
    let wanted = Wanted::Fewest { objective: Objective::LINES, most: Some(7), confirm: true };
    let found = ask(&instance, EngineName::TabledPlus, wanted);
    assert_eq!(searched(&found).end, End::Bounded);
    assert!(found.verdict.is_final(wanted));
    let bounds = bounds(found).expect("not exhausted");
    assert_eq!((bounds.lower.first, bounds.plan), (8, None));
}

#[test]
fn of_two_engines_the_first_final_answer_counts() {
    let corridor = "right(a,b). right(b,c). sokoban(a). box(b). solution(c). ";
    let none = "right(a,b). right(b,c). sokoban(a). box(c). solution(b). ";
    for (text, length) in [(corridor, Some(1)), (none, None)] {
        let instance = Arc::new(Instance::read("test", text).expect("an instance"));
        let found = ask(&instance, EngineName::Auto, FEWEST);
        assert!(found.verdict.is_final(FEWEST) && found.shortfalls.is_empty(), "{found:?}");
        assert_eq!(bounds(found).and_then(|bounds| bounds.plan).map(|plan| plan.len()), length);
    }
    // A race leaves nothing behind that would end the next one.
    let instance = Arc::new(Instance::read("test", corridor).expect("an instance"));
    let question = Question { engine: EngineName::Auto, ..Question::fewest() };
    for _ in 0..3 {
        let found = answer(Arc::clone(&instance), &question, &mut |_| ()).expect("one of them has an answer");
        assert!(found.verdict.is_final(FEWEST), "{found:?}");
    }
    // It ends when its caller wants it to.
    let question = Question { engine: EngineName::Auto, ..Question::fewest() };
    let interrupter = question.config.solver.interrupter.clone();
    let found = answer(hard(), &question, &mut |_| interrupter.interrupt());
    assert!(found.map_or(true, |found| !found.verdict.is_final(FEWEST)), "nobody can tell so soon");
    // A grounding that had to end, or a table that is full, leaves the word to the other.
    for question in [
        Question { ground_limit: Some(3), ..Question::fewest() },
        Question { table_bytes: 0, ..Question::fewest() },
    ] {
        let question = Question { engine: EngineName::Auto, ..question };
        let found = answer(Arc::clone(&instance), &question, &mut |_| ()).expect("one of them has an answer");
        assert!(found.verdict.is_final(FEWEST) && found.shortfalls.is_empty(), "{found:?}");
    }
    let neither =
        Question { engine: EngineName::Auto, ground_limit: Some(3), table_bytes: 0, ..Question::fewest() };
    let error = answer(instance, &neither, &mut |_| ()).expect_err("neither has an answer");
    assert!(error.is_halt(), "{error}");
}
