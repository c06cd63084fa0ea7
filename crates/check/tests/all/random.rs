//! Random texts never make the reader panic, and random plans on random boards are judged as a second, deliberately
//! naive implementation of the rules judges them: on coordinates, with sets, without any reading.

use groundplan_check::{check, Instance, Plan, ReadError, Rules, Verdict};
use proptest::collection::vec;
use proptest::prelude::*;
use std::collections::BTreeSet;
use std::fmt::Write;

type Cell = (i32, i32);

const DIRECTIONS: [(&str, Cell); 4] =
    [("right", (1, 0)), ("left", (-1, 0)), ("up", (0, -1)), ("down", (0, 1))];

/// A configuration in the naive implementation.
#[derive(Debug, Clone)]
struct Game {
    floor: BTreeSet<Cell>,
    boxes: BTreeSet<Cell>,
    sokoban: Cell,
}

/// Box, direction, goal cell.
type Action = (Cell, usize, Cell);

impl Game {
    fn reachable(&self) -> BTreeSet<Cell> {
        let mut reached = BTreeSet::from([self.sokoban]);
        loop {
            let more: BTreeSet<Cell> = reached
                .iter()
                .flat_map(|&(x, y)| DIRECTIONS.map(|(_, (dx, dy))| (x + dx, y + dy)))
                .chain([self.sokoban])
                .filter(|cell| self.floor.contains(cell) && !self.boxes.contains(cell))
                .collect();
            let before = reached.len();
            reached.extend(more);
            if reached.len() == before {
                return reached;
            }
        }
    }

    fn play(&self, (from, direction, to): Action) -> Option<Self> {
        let (dx, dy) = DIRECTIONS[direction].1;
        let distance = (0..100).find(|n| (from.0 + n * dx, from.1 + n * dy) == to)?;
        let passed: Vec<Cell> = (1..=distance).map(|n| (from.0 + n * dx, from.1 + n * dy)).collect();
        let free = |cell: &Cell| self.floor.contains(cell) && !self.boxes.contains(cell);
        let possible = self.boxes.contains(&from)
            && passed.iter().all(free)
            && self.reachable().contains(&(from.0 - dx, from.1 - dy));
        possible.then(|| {
            let mut next = self.clone();
            next.boxes.remove(&from);
            next.boxes.insert(to);
            next.sokoban = (to.0 - dx, to.1 - dy);
            next
        })
    }

    fn legal(&self) -> Vec<Action> {
        let mut actions = Vec::new();
        for &from in &self.boxes {
            for direction in 0..4 {
                for &to in &self.floor {
                    actions.extend(self.play((from, direction, to)).map(|_| (from, direction, to)));
                }
            }
        }
        actions
    }

    fn play_all(&self, actions: &[Action]) -> Option<Self> {
        actions.iter().try_fold(self.clone(), |game, &action| game.play(action))
    }
}

fn name((x, y): Cell) -> String {
    format!("c({x},{y})")
}

fn facts(game: &Game, storages: &BTreeSet<Cell>, steps: usize) -> String {
    let mut text = String::new();
    for &(x, y) in &game.floor {
        for (predicate, neighbour) in [("right", (x + 1, y)), ("top", (x, y - 1))] {
            if game.floor.contains(&neighbour) {
                writeln!(text, "{predicate}({},{}).", name((x, y)), name(neighbour)).unwrap();
            }
        }
    }
    for (predicate, cells) in [("box", &game.boxes), ("solution", storages)] {
        cells.iter().for_each(|&cell| writeln!(text, "{predicate}({}).", name(cell)).unwrap());
    }
    writeln!(text, "sokoban({}).", name(game.sokoban)).unwrap();
    for step in 1..=steps {
        writeln!(text, "step({step}).").unwrap();
        if step > 1 {
            writeln!(text, "next({},{step}).", step - 1).unwrap();
        }
    }
    text
}

/// The plan, in reverse if its pushes name their steps.
fn plan_text(actions: &[Action], with_steps: bool) -> String {
    let push = |(step, &(from, direction, to)): (usize, &Action)| {
        let step = if with_steps { format!(",{}", step + 1) } else { String::new() };
        format!("push({},{},{}{step}).", name(from), DIRECTIONS[direction].0, name(to))
    };
    let mut pushes: Vec<String> = actions.iter().enumerate().map(push).collect();
    if with_steps {
        pushes.reverse();
    }
    pushes.join("\n")
}

fn is_valid(facts: &str, plan: &str, rules: Rules) -> bool {
    let instance = Instance::parse(facts).expect("a board");
    matches!(check(&instance, &Plan::parse(plan).expect("a plan"), &rules), Verdict::Valid { .. })
}

/// Boards of up to 5 by 4 cells, mostly floor.
fn game() -> impl Strategy<Value = Game> {
    (2..=5i32, 1..=4i32)
        .prop_flat_map(|(width, height)| {
            let cells: Vec<Cell> = (0..height).flat_map(|y| (0..width).map(move |x| (x, y))).collect();
            let kinds = vec(prop_oneof![6 => Just('.'), 2 => Just('$'), 2 => Just('#')], cells.len());
            (Just(cells), kinds, any::<prop::sample::Index>())
        })
        .prop_filter_map("somewhere to stand", |(cells, kinds, sokoban)| {
            let of = |wanted: &str| -> BTreeSet<Cell> {
                cells
                    .iter()
                    .zip(&kinds)
                    .filter(|(_, &kind)| wanted.contains(kind))
                    .map(|(&cell, _)| cell)
                    .collect()
            };
            let free: Vec<Cell> = of(".").into_iter().collect();
            let sokoban = *free.get(sokoban.index(free.len().max(1)))?;
            Some(Game { floor: of(".$"), boxes: of("$"), sokoban })
        })
}

/// A legal walk: what the boxes and directions are is chosen among the legal actions.
fn walk(game: &Game, choices: &[prop::sample::Index]) -> Vec<Action> {
    let mut actions = Vec::new();
    let mut game = game.clone();
    for choice in choices {
        let legal = game.legal();
        // No-ops are rare among real plans: prefer the others.
        let real: Vec<Action> = legal.iter().copied().filter(|&(from, _, to)| from != to).collect();
        let pool = if real.is_empty() || choice.index(8) == 0 { legal } else { real };
        if pool.is_empty() {
            break;
        }
        let action = pool[choice.index(pool.len())];
        game = game.play(action).expect("it is legal");
        actions.push(action);
    }
    actions
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, cases: 600, ..ProptestConfig::default() })]

    #[test]
    fn legal_walks_pass(
        game in game(),
        choices in vec(any::<prop::sample::Index>(), 0..7),
        storages in any::<u32>(),
        with_steps: bool,
        in_instance: bool,
    ) {
        let actions = walk(&game, &choices);
        let end = game.play_all(&actions).expect("it is legal");
        let storages =
            end.boxes.iter().enumerate().filter(|(bit, _)| storages >> bit & 1 == 1).map(|(_, &cell)| cell).collect();
        let steps = if in_instance { actions.len() + 1 } else { 0 };
        let (facts, plan) = (facts(&game, &storages, steps), plan_text(&actions, with_steps));
        prop_assert!(is_valid(&facts, &plan, Rules::default()), "{facts}\n{plan}");

        let exactly = |actions| Rules { actions: Some(actions), ..Rules::default() };
        prop_assert!(is_valid(&facts, &plan, exactly(actions.len())));
        prop_assert!(!is_valid(&facts, &plan, exactly(actions.len() + 1)));
        if let Some(fewer) = actions.len().checked_sub(1) {
            prop_assert!(!is_valid(&facts, &plan, exactly(fewer)));
        }
        let no_noop = actions.iter().all(|(from, _, to)| from != to);
        prop_assert_eq!(is_valid(&facts, &plan, Rules { no_noop: true, ..Rules::default() }), no_noop);
    }

    #[test]
    fn changed_walks_are_judged_as_by_the_naive_rules(
        game in game(),
        choices in vec(any::<prop::sample::Index>(), 1..6),
        changes in vec((any::<prop::sample::Index>(), 0..4usize, 0..4usize, (0..5i32, 0..4i32)), 1..3),
        storages in any::<u32>(),
    ) {
        let mut actions = walk(&game, &choices);
        for (place, kind, direction, cell) in changes {
            if actions.is_empty() {
                actions.push((cell, direction, cell));
            }
            let place = place.index(actions.len());
            match kind {
                0 => actions[place].0 = cell,
                1 => actions[place].1 = direction,
                2 => actions[place].2 = cell,
                _ => { actions.remove(place); }
            }
        }
        // Every cell may be a storage here, with or without a box in the end; mostly few are.
        let storages: BTreeSet<Cell> = game
            .floor
            .iter()
            .enumerate()
            .filter(|(bit, _)| (storages & storages >> 7 & storages >> 13) >> bit & 1 == 1)
            .map(|(_, &cell)| cell)
            .collect();
        let expected = game.play_all(&actions).is_some_and(|end| storages.is_subset(&end.boxes));
        let facts = facts(&game, &storages, 0);
        for with_steps in [false, true] {
            let plan = plan_text(&actions, with_steps);
            prop_assert_eq!(is_valid(&facts, &plan, Rules::default()), expected, "{}\n{}", facts, plan);
        }
        let goal_waived = facts.lines().filter(|line| !line.starts_with("solution")).collect::<Vec<_>>().join("\n");
        let legal = game.play_all(&actions).is_some();
        prop_assert_eq!(is_valid(&goal_waived, &plan_text(&actions, true), Rules::default()), legal);
    }
}

/// What instances, plans and their mistakes are made of.
const FRAGMENTS: [&str; 60] = [
    "right(",
    "top(",
    "box(",
    "sokoban(",
    "solution(",
    "storage(",
    "step(",
    "next(",
    "push(",
    "wall(",
    "f(",
    "(",
    ")",
    ").",
    "),",
    ",",
    ";",
    ".",
    "..",
    "-",
    "1",
    "2",
    "-3",
    "0",
    "9223372036854775807",
    "a",
    "b",
    "c",
    "X",
    "_",
    "\"s\"",
    "\"",
    "\\",
    "%",
    "%*",
    "*%",
    "\n",
    " ",
    "\r\n",
    "\t",
    "#inf",
    "#show",
    ":-",
    "not",
    "{",
    "}",
    "[",
    "]",
    "right",
    "left",
    "up",
    "down",
    "SATISFIABLE",
    "\nSATISFIABLE\n",
    "\nAnswer: 1\n",
    "\nUNKNOWN\n",
    "é",
    "\u{feff}",
    "\0",
    "|",
];

fn names_a_place(text: &str, error: &ReadError) -> Result<(), TestCaseError> {
    prop_assert!(text.get(error.range()).is_some(), "{:?} in {:?}", error.range(), text);
    prop_assert!(!error.message().is_empty());
    Ok(())
}

/// Reads, and judges what could be read.
fn survive(instance_text: &str, plan_text: &str) -> Result<(), TestCaseError> {
    let instance = Instance::parse(instance_text);
    let plan = Plan::parse(plan_text);
    match (instance, plan) {
        (Ok(instance), Ok(plan)) => {
            for (any_length, no_noop, actions) in [
                (false, false, None),
                (true, true, None),
                (false, false, Some(1)),
                (true, false, Some(usize::MAX)),
            ] {
                let _ = check(&instance, &plan, &Rules { any_length, no_noop, actions });
            }
            // What is printed reads back as itself.
            for location in instance.locations() {
                let again = Instance::parse(&format!("sokoban({location}).")).expect("canonical text");
                prop_assert_eq!(again.sokoban(), location);
            }
            let again: Vec<String> = plan.pushes().iter().map(ToString::to_string).collect();
            let reread = Plan::parse(&again.join("\n")).expect("canonical text");
            prop_assert_eq!(reread.pushes().len(), plan.pushes().len());
        }
        (instance, plan) => {
            instance.map_or_else(|error| names_a_place(instance_text, &error), |_| Ok(()))?;
            plan.map_or_else(|error| names_a_place(plan_text, &error), |_| Ok(()))?;
        }
    }
    Ok(())
}

fn fragments(count: usize) -> impl Strategy<Value = String> {
    vec(prop::sample::select(&FRAGMENTS[..]), 0..count).prop_map(|words| words.concat())
}

/// Ground terms and what stands for several, nested.
fn term() -> impl Strategy<Value = String> {
    let leaf = prop::sample::select(&["a", "b", "1", "-2", "\"s\"", "1..2", "#inf", "-a"][..])
        .prop_map(String::from);
    leaf.prop_recursive(3, 8, 3, |inner| {
        let joined = (vec(inner, 0..3), prop::sample::select(&[",", ";"][..]));
        (joined, prop::sample::select(&["", "f", "-g"][..]))
            .prop_map(|((terms, separator), name)| format!("{name}({})", terms.join(separator)))
    })
}

/// Letters with numbers and groups, and the same written out.
fn letters() -> impl Strategy<Value = (String, String)> {
    let letter = prop::sample::select(&["l", "u", "r", "d", "L", "U", "R", "D"][..]);
    let leaf = (letter, 1..4usize).prop_map(|(letter, times)| {
        let count = if times > 1 { times.to_string() } else { String::new() };
        (format!("{count}{letter}"), letter.repeat(times))
    });
    leaf.prop_recursive(4, 30, 4, |inner| {
        (vec(inner, 1..4), 1..4usize, any::<bool>(), any::<bool>()).prop_map(
            |(parts, times, before, line)| {
                let separator = if line { "\n" } else { " " };
                let text: Vec<&str> = parts.iter().map(|(text, _)| text.as_str()).collect();
                let text = text.join(separator);
                let group = if before { format!("{times}({text})") } else { format!("({text}){times}") };
                (group, parts.iter().map(|(_, letters)| letters.as_str()).collect::<String>().repeat(times))
            },
        )
    })
}

fn fact() -> impl Strategy<Value = String> {
    let predicate = prop::sample::select(&["right", "top", "box", "solution", "step", "next", "wall"][..]);
    (predicate, vec(term(), 1..3)).prop_map(|(predicate, terms)| format!("{predicate}({}).", terms.join(",")))
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, cases: 2000, ..ProptestConfig::default() })]

    #[test]
    fn any_bytes(bytes in vec(any::<u8>(), 0..200)) {
        let text = String::from_utf8_lossy(&bytes);
        survive(&text, &text)?;
    }

    #[test]
    fn any_fragments(text in fragments(25)) {
        survive(&text, &text)?;
        survive(&format!("sokoban(a).{text}"), &format!("push(a,right,b,1){text}"))?;
    }

    #[test]
    fn any_letters(pieces in vec(prop::sample::select(&[
        "r", "U", "l", "DD", "2", "10", "(", ")", "(uL)", " ", "\n", ";", "%", ">", ":", "Solution", "x", "\u{a0}", "0",
        "SATISFIABLE\n", "99999999999999999999",
    ][..]), 0..25)) {
        let text = pieces.concat();
        survive("sokoban(a).", &text)?;
        survive("sokoban(a).", &format!("rr{text}"))?;
    }

    #[test]
    fn letters_mean_what_they_are_written_for(tree in letters()) {
        let plan = Plan::parse(&tree.0).expect("a plan");
        prop_assert_eq!(plan.letters(), Some(tree.1), "{}", tree.0);
    }

    #[test]
    fn any_facts(facts in vec(fact(), 0..4), terms in vec(term(), 4..5)) {
        let push = format!("push({})", terms.join(","));
        survive(&format!("sokoban(here).{}", facts.concat()), &push)?;
    }
}
