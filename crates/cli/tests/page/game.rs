//! Playing oneself: what moves, what is counted, what is undone, and what the page says of where one is.

use std::collections::{BTreeSet, HashSet, VecDeque};

use groundplan_sokoban::level::Collection;
use groundplan_sokoban::space::dead_places;
use groundplan_sokoban::{obstacles, Instance, Obstacle};
use serde_json::{json, Value};

use crate::browser::Browser;
use crate::support::simulator::{Simulator, Square};
use crate::support::{folder, run_in, FOUND};
use crate::{Page, COUNTS, DRAWN, LEVEL, STATUS};

/// Random levels from a seed: the same ones on every machine.
pub struct Random(fastrand::Rng);

impl Random {
    pub fn new(seed: u64) -> Self {
        Random(fastrand::Rng::with_seed(seed))
    }

    fn below(&mut self, end: usize) -> usize {
        self.0.usize(..end)
    }

    /// A room of at most seven by three squares with one or two boxes; sometimes more or fewer than storage locations.
    pub fn level(&mut self) -> String {
        let (width, height) = (4 + self.below(4), 2 + self.below(2));
        let mut floor: Vec<Square> =
            (1..=height).flat_map(|row| (1..=width).map(move |column| (column, row))).collect();
        for index in (1..floor.len()).rev() {
            floor.swap(index, self.below(index + 1));
        }
        floor.truncate(width * height - self.below(3));
        let boxes = 1 + self.below(2);
        let storages = match self.below(8) {
            0 => boxes + 1,
            1 => boxes - 1,
            _ => boxes,
        };
        let storages: BTreeSet<Square> = (0..storages).map(|_| floor[self.below(floor.len())]).collect();
        let sign = |square: Square| {
            let is_storage = storages.contains(&square);
            match floor.iter().position(|&free| free == square) {
                None => '#',
                Some(0) => {
                    if is_storage {
                        '+'
                    } else {
                        '@'
                    }
                }
                Some(index) if index <= boxes => {
                    if is_storage {
                        '*'
                    } else {
                        '$'
                    }
                }
                Some(_) => {
                    if is_storage {
                        '.'
                    } else {
                        ' '
                    }
                }
            }
        };
        let row = |row: usize| (0..width + 2).map(|column| sign((column, row))).collect::<String>() + "\n";
        (0..height + 2).map(row).collect()
    }
}

/// Boxes, sokoban, and the direction of the push just made, if the last move was one.
type State = (BTreeSet<Square>, Square, Option<char>);

/// The map with boxes and sokoban here.
fn at(map: &Simulator, boxes: &BTreeSet<Square>, sokoban: Square) -> Simulator {
    let mut game = map.clone();
    game.boxes.clone_from(boxes);
    game.sokoban = sokoban;
    game
}

/// The moves that are possible, and whether each begins another action: a push does that does not go on with one.
fn moves(simulator: &Simulator, (boxes, sokoban, pushing): &State) -> Vec<(State, bool)> {
    let mut found = Vec::new();
    for letter in ['l', 'r', 'u', 'd'] {
        let try_it = |letter: char| {
            let mut game = at(simulator, boxes, *sokoban);
            game.try_play(letter).then_some((game.boxes, game.sokoban))
        };
        if let Some((boxes, sokoban)) = try_it(letter) {
            found.push(((boxes, sokoban, None), false));
        } else if let Some((boxes, sokoban)) = try_it(letter.to_ascii_uppercase()) {
            found.push(((boxes, sokoban, Some(letter)), *pushing != Some(letter)));
        }
    }
    found
}

/// The least number of further actions that solve a level from here, by going through everything that play leads to.
fn least(simulator: &Simulator, start: &State) -> Option<u32> {
    let mut done: HashSet<State> = HashSet::new();
    let mut open = VecDeque::from([(start.clone(), 0)]);
    while let Some((state, actions)) = open.pop_front() {
        if !done.insert(state.clone()) {
            continue;
        }
        if at(simulator, &state.0, state.1).solved() {
            return Some(actions);
        }
        for (next, begins) in moves(simulator, &state) {
            if begins {
                open.push_back((next, actions + 1));
            } else {
                open.push_front((next, actions));
            }
        }
    }
    None
}

/// What the engine says of a position: whether a box stands on a dead place or too many are frozen, and whether anything
/// stands in the way of a plan.
fn known(map: &str, (boxes, sokoban, _): &State) -> (bool, bool) {
    let sign = |square: Square, sign: char| {
        let is_storage = ".*+".contains(sign);
        match (boxes.contains(&square), square == *sokoban) {
            _ if sign == '#' => '#',
            (true, _) => ['$', '*'][usize::from(is_storage)],
            (_, true) => ['@', '+'][usize::from(is_storage)],
            _ => [' ', '.'][usize::from(is_storage)],
        }
    };
    let row = |(row, line): (usize, &str)| -> String {
        line.chars().enumerate().map(|(column, character)| sign((column, row), character)).collect()
    };
    let rows: Vec<String> = map.lines().enumerate().map(row).collect();
    let level = Collection::read(&rows.join("\n")).expect("a map");
    let facts = level.levels[0].facts().expect("a level");
    let instance = Instance::read("position", &facts).expect("an instance");
    let dead = dead_places(&instance);
    let found = obstacles(&instance, usize::MAX);
    let is_lost = instance.boxes.iter().any(|place| dead.contains(place))
        || found.iter().any(|obstacle| matches!(obstacle, Obstacle::Frozen { .. }));
    (is_lost, !found.is_empty())
}

/// Plays at random, restarting now and then, and gives every position seen: boxes, sokoban, the push going on, what the page
/// says of it, and how many boxes it marks.
const WANDER: &str = "(() => {
    let seed = 1;
    const below = (end) => (seed = seed * 16807 % 2147483647) % end;
    const seen = new Map();
    const level = new Level(LEVEL);
    for (let game = 0; game < 12; game++) {
        let now = beginning(level);
        for (let move = 0; move < 40; move++) {
            const sign = now.letters.slice(-1);
            const pushing = sign !== sign.toLowerCase() ? sign.toLowerCase() : null;
            const square = (number) => level.data.squares[number];
            const boxes = now.boxes.map(square);
            const remaining = level.remaining(now, pushing);
            seen.set(JSON.stringify([boxes, now.sokoban, pushing]),
                [boxes, square(now.sokoban), pushing, remaining ?? null, remaining === undefined, level.lost(now).size]);
            const letter = below(2) ? 'lrud'[below(4)] : sign.toLowerCase() || 'l';
            now = after(level, now, letter) ?? now;
        }
    }
    return [...seen.values()];
})()";

#[test]
fn what_is_said_of_a_position_is_what_exhaustion_finds() {
    let mut random = Random::new(16);
    let maps: Vec<String> = (0..300).map(|_| random.level()).collect();
    let text: String = maps.iter().enumerate().map(|(at, map)| format!("; {at}\n{map}\n")).collect();
    let folder = folder(&[("levels", &text)]);
    let run = run_in(folder.path(), &["replay", "levels", "--level", "all", "--html", "page.html", "-q"], "");
    assert_eq!(run.code, FOUND, "{run:?}");
    let Some(mut browser) = Browser::open(&folder.path().join("page.html"), 800, 600) else { return };
    let (mut solvable, mut lost, mut marked, mut going_on) = (0, 0, 0, 0);
    for (index, map) in maps.iter().enumerate() {
        // A map is drawn with what is outside of it left out, so that its squares may have moved.
        let shown = browser.value(&format!("data.levels[{index}].squares[data.levels[{index}].sokoban]"));
        let simulator = Simulator::new(map);
        let shift = |which: usize, at: usize| at - shown[which].as_u64().expect("a number") as usize;
        let (dx, dy) = (shift(0, simulator.sokoban.0), shift(1, simulator.sokoban.1));
        let square = |value: &Value| -> Square {
            let at = |which: usize| value[which].as_u64().expect("a number") as usize;
            (at(0) + dx, at(1) + dy)
        };
        let seen = browser.value(&WANDER.replace("LEVEL", &format!("data.levels[{index}]")));
        for position in seen.as_array().expect("positions") {
            let boxes = position[0].as_array().expect("boxes").iter().map(square).collect();
            let pushing = position[2].as_str().and_then(|letter| letter.chars().next());
            let state: State = (boxes, square(&position[1]), pushing);
            let expected = least(&simulator, &state);
            assert_eq!(position[4], false, "there is a table for {map}");
            assert_eq!(position[3], json!(expected), "{state:?}\n{map}");
            let marks = position[5] != 0;
            assert!(!marks || expected.is_none(), "{state:?} is not lost\n{map}");
            let (is_lost, is_hopeless) = known(map, &state);
            assert!((!is_lost || marks) && (!marks || is_hopeless), "{state:?} marked {marks}\n{map}");
            solvable += usize::from(expected.is_some());
            lost += usize::from(expected.is_none());
            marked += usize::from(marks);
            let at_rest = (state.0.clone(), state.1, None);
            going_on += usize::from(expected.is_some() && least(&simulator, &at_rest) != expected);
        }
    }
    let counts = [solvable, lost, marked, going_on];
    assert!(counts.iter().all(|&count| count >= 20), "the positions are too much alike: {counts:?}");
}

#[test]
fn the_arrows_play_and_every_move_is_undone() {
    let page = Page::new("4");
    let Some(mut browser) = page.open(1280, 900) else { return };
    browser.click("#try");
    assert_eq!(browser.value(STATUS), "Solvable in 4 actions");
    let board =
        "[document.getElementById('board').getAttribute('role'), document.getElementById('board').tabIndex]";
    assert_eq!(browser.value(board), json!(["application", 0]), "the keyboard reaches it");
    let letters = page.actions.concat();
    let key = |letter: char, index: usize| match (letter.to_ascii_lowercase(), index % 2) {
        ('l', 0) => "ArrowLeft",
        ('r', 0) => "ArrowRight",
        ('u', 0) => "ArrowUp",
        ('d', 0) => "ArrowDown",
        ('l', _) => "a",
        ('r', _) => "d",
        ('u', _) => "w",
        _ => "s",
    };
    for (index, letter) in letters.char_indices() {
        browser.press(key(letter, index), "");
        let mut simulator = Simulator::new(&page.map);
        simulator.play(&letters[..=index]);
        assert_eq!(browser.value(DRAWN), json!({ "boxes": simulator.boxes, "sokoban": simulator.sokoban }));
        if index + 1 < letters.len() {
            let done = browser.value("document.getElementById('actions').textContent");
            let left = 4 - done.as_str().and_then(|done| done.parse::<usize>().ok()).expect("a number");
            assert_eq!(
                browser.value(STATUS),
                format!("Solvable in {left} more"),
                "after {}",
                &letters[..=index]
            );
        }
    }
    let pushes = letters.chars().filter(char::is_ascii_uppercase).count();
    let moves = letters.len();
    let solved = format!("Solved: 4 actions, {pushes} pushes, {moves} moves; no plan has fewer actions");
    assert_eq!(browser.value(STATUS), solved);
    assert_eq!(browser.value("document.getElementById('moves-made').textContent"), letters);
    for _ in 0..moves {
        browser.press("u", "");
    }
    assert_eq!(browser.value(DRAWN), page.after(0));
    assert_eq!(browser.value("document.getElementById('undo').disabled"), true);
    browser.press("r", "");
    browser.click("#redo");
    assert_eq!(browser.value("document.getElementById('moves').textContent"), "2");
    // Another move forgets what was undone; into a wall there is none.
    let back = if letters.starts_with('l') { "ArrowRight" } else { "ArrowLeft" };
    browser.press(back, "");
    browser.click("#restart");
    assert_eq!(browser.value(DRAWN), page.after(0));
    assert_eq!(browser.value(COUNTS), json!(["0", "0", "0", "0"]));
    // The plan is where it was, and the game, too.
    browser.click("#see");
    assert_eq!(browser.value("document.getElementById('actions').textContent"), "0/4");
}

#[test]
fn a_box_is_tapped_and_then_where_it_goes() {
    // A player's whole plan by taps: each action is one box and one target, each of which can be undone at once.
    let page = Page::new("4");
    let Some(mut browser) = page.open(375, 740) else { return };
    browser.click("#try");
    for (index, action) in page.actions.iter().enumerate() {
        let mut before = Simulator::new(&page.map);
        before.play(&page.actions[..index].concat());
        let mut pushed = before.clone();
        pushed.play(action);
        let from = *before.boxes.difference(&pushed.boxes).next().expect("a box moved");
        let to = *pushed.boxes.difference(&before.boxes).next().expect("a box moved");
        browser.click_square(from);
        assert_eq!(browser.value("document.querySelectorAll('.box.chosen').length"), 1);
        browser.click_square(to);
        browser.wait_for("timer === null");
        assert_eq!(browser.value("document.getElementById('actions').textContent"), format!("{}", index + 1));
        assert_eq!(browser.value(DRAWN)["boxes"], json!(pushed.boxes));
    }
    let solved = browser.value(STATUS);
    assert!(solved.as_str().is_some_and(|status| status.starts_with("Solved: 4 actions")), "{solved}");
    browser.click("#undo");
    assert_eq!(browser.value("document.getElementById('actions').textContent"), "3");
    // A tap on the floor walks, and into the wall does nothing.
    let sokoban = Simulator::new(&page.map).sokoban;
    browser.click("#restart");
    let free = (sokoban.0 - 1, sokoban.1);
    browser.click_square(free);
    browser.wait_for("timer === null");
    assert_eq!(browser.value(DRAWN)["sokoban"], json!(free));
    browser.click_square((0, 0));
    assert_eq!(browser.value("document.getElementById('moves').textContent"), "1");
}

#[test]
fn a_lost_box_is_marked() {
    let level = "######\n#  @ #\n# $$ #\n# .. #\n#    #\n######\n";
    let folder = folder(&[("level", level)]);
    let run = run_in(folder.path(), &["replay", "level", "--html", "page.html"], "");
    assert_eq!(run.code, FOUND, "{run:?}");
    let Some(mut browser) = Browser::open(&folder.path().join("page.html"), 800, 600) else { return };
    // Without a plan one plays.
    assert_eq!(browser.value("document.getElementById('see').disabled"), true);
    assert_eq!(browser.value("document.body.dataset.mode"), "game");
    assert_eq!(browser.value(STATUS), "Solvable in 2 actions");
    let dead = "document.querySelectorAll('#dead path').length";
    assert_eq!(browser.value(dead), 12, "all along the walls");
    let lost = "document.querySelectorAll('.box.lost').length";
    // Down, past the storage location, to the wall.
    browser.press("ArrowDown", "");
    assert_eq!((browser.value(lost), browser.value(STATUS)), (json!(0), json!("Solvable in 1 more")));
    browser.press("ArrowDown", "");
    assert_eq!(browser.value(lost), 1);
    assert_eq!(browser.value(STATUS), "No longer solvable: see the marked box");
    let square = "document.getElementById('square').textContent";
    assert_eq!(browser.value(square), "Sokoban at c3r3; lost: c3r4");
    browser.press("Backspace", "");
    assert_eq!((browser.value(lost), browser.value(STATUS)), (json!(0), json!("Solvable in 1 more")));
}

#[test]
fn what_is_not_known_is_not_said() {
    // Too many configurations for a table; what is lost is seen all the same.
    let mut rows = vec![format!("#{}#", " ".repeat(12)); 12];
    rows[2] = "#  $$$$$ @   #".to_owned();
    rows[3] = "#  .....     #".to_owned();
    let wall = "#".repeat(14);
    let level = format!("{wall}\n{}\n{wall}\n", rows.join("\n"));
    let folder = folder(&[("level", &level)]);
    let run = run_in(folder.path(), &["replay", "level", "--html", "page.html"], "");
    assert_eq!(run.code, FOUND, "{run:?}");
    let size = std::fs::metadata(folder.path().join("page.html")).expect("a page").len();
    assert!(size < 100_000, "{size} bytes");
    let Some(mut browser) = Browser::open(&folder.path().join("page.html"), 800, 600) else { return };
    assert_eq!(browser.value(STATUS), "Not known whether this can be solved");
    // Around to the lower side of the last box, and up with it to the wall.
    for _ in 0..2 {
        browser.press("ArrowDown", "");
    }
    browser.press("ArrowLeft", "");
    browser.press("ArrowLeft", "");
    browser.press("ArrowUp", "");
    browser.press("ArrowUp", "");
    assert_eq!(browser.value(STATUS), "Not known whether this can be solved");
    browser.press("ArrowUp", "");
    assert_eq!(browser.value(STATUS), "No longer solvable: see the marked box");
}

#[test]
fn a_level_of_the_collection_of_first_steps_can_be_played_without_a_plan() {
    let folder = folder(&[]);
    let page = folder.path().join("page.html").display().to_string();
    let run = crate::support::run(&["replay", LEVEL, "--level", "all", "--html", &page]);
    assert!(run.code == FOUND && run.err.contains("the page is in"), "{run:?}");
    let Some(mut browser) = Browser::open(&folder.path().join("page.html"), 800, 600) else { return };
    assert_eq!(browser.value("document.querySelector('h1').textContent"), "first-steps.sok");
    let options =
        browser.value("[...document.querySelectorAll('#level option')].map((it) => it.textContent)");
    let titles = ["1: A corridor", "2: Around the corner", "3: The parking place", "4: Two rooms"];
    assert_eq!(options, json!(titles), "nobody asked for a plan");
    assert_eq!(browser.value("document.body.dataset.mode"), "game");
}
