//! What the page says of positions that a plan goes through, what it advises, and where it brings a box.

use std::collections::{BTreeSet, HashMap, VecDeque};

use serde_json::{json, Value};

use crate::browser::Browser;
use crate::game::Random;
use crate::support::simulator::{Simulator, Square};
use crate::support::{folder, run_in, FOUND};
use crate::{Page, DRAWN, STATUS};

/// Too many configurations for a table: five boxes in a large room, each one push away from where it is to be.
fn large() -> String {
    let mut rows = vec![format!("#{}#", " ".repeat(12)); 12];
    rows[2] = "#  $$$$$ @   #".to_owned();
    rows[3] = "#  .....     #".to_owned();
    let wall = "#".repeat(14);
    format!("{wall}\n{}\n{wall}\n", rows.join("\n"))
}

/// A page of the large room, with the letters of its plan if it has one.
fn page(has_plan: bool, width: u32) -> Option<(Browser, String)> {
    let folder = folder(&[("level", &large())]);
    let arguments: &[&str] = if has_plan {
        &["optimize", "level", "--html", "page.html", "--plan-format", "lurd"]
    } else {
        &["replay", "level", "--html", "page.html"]
    };
    let run = run_in(folder.path(), arguments, "");
    assert_eq!(run.code, FOUND, "{run:?}");
    let letters = run.out.lines().next().unwrap_or_default().to_owned();
    let mut browser = Browser::open(&folder.path().join("page.html"), width, 740)?;
    browser.click("#try");
    assert_eq!(browser.value("level().remaining(moment(), null) === undefined"), true, "there is no table");
    Some((browser, letters))
}

fn press_letter(browser: &mut Browser, letter: char) {
    let key = match letter.to_ascii_lowercase() {
        'l' => "ArrowLeft",
        'r' => "ArrowRight",
        'u' => "ArrowUp",
        _ => "ArrowDown",
    };
    browser.press(key, "");
}

/// How many actions letters are.
fn actions(letters: &str) -> usize {
    let before = std::iter::once(' ').chain(letters.chars());
    before.zip(letters.chars()).filter(|(last, letter)| letter.is_ascii_uppercase() && last != letter).count()
}

#[test]
fn a_plan_makes_its_positions_solvable_and_all_walks_from_them() {
    let Some((mut browser, letters)) = page(true, 1280) else { return };
    assert_eq!(browser.value(STATUS), "Solvable: there is a plan with 5 actions");
    // A walk away from the plan, and back.
    for key in ["ArrowRight", "ArrowUp", "ArrowDown", "ArrowLeft"] {
        browser.press(key, "");
        assert_eq!(browser.value(STATUS), "Solvable in at most 5 more");
    }
    for (index, letter) in letters.char_indices() {
        press_letter(&mut browser, letter);
        if index + 1 < letters.len() {
            let left = actions(&letters) - actions(&letters[..=index]);
            assert_eq!(browser.value(STATUS), format!("Solvable in at most {left} more"), "after {index}");
        }
    }
    let moves = letters.len() + 4;
    assert_eq!(
        browser.value(STATUS),
        format!("Solved: 5 actions, 5 pushes, {moves} moves; the plan has 5 actions")
    );
}

#[test]
fn a_push_beside_the_plan_that_can_be_made_good_is_solvable_and_a_lost_box_is_not() {
    let Some((mut browser, _)) = page(true, 375) else { return };
    // The rightmost box one to the left is impossible; the sokoban goes below it and pushes it up.
    for letter in "ddlluU".chars().filter(char::is_ascii_lowercase) {
        press_letter(&mut browser, letter);
    }
    assert_eq!(browser.value("moment().pushes"), 0);
    press_letter(&mut browser, 'u');
    assert_eq!(browser.value("moment().pushes"), 1);
    assert_eq!(browser.value(STATUS), "Solvable in at most 5 more", "one push down is two now");
    press_letter(&mut browser, 'u');
    assert_eq!(browser.value(STATUS), "No longer solvable: see the marked box");
    browser.click("#hint");
    assert_eq!(browser.value(STATUS), "No hint: this cannot be solved, undo");
}

#[test]
fn hints_lead_to_the_end_with_a_table_and_with_a_plan() {
    let plan = || page(true, 375).map(|(browser, _)| (browser, 5_usize));
    let table = || {
        let page = Page::new("4");
        let mut browser = page.open(375, 740)?;
        browser.click("#try");
        Some((browser, 4_usize))
    };
    for open in [&plan as &dyn Fn() -> Option<(Browser, usize)>, &table] {
        let Some((mut browser, count)) = open() else { return };
        // From beside the way, too.
        browser.click("#right");
        for action in 1..=count {
            browser.click("#hint");
            let shown = browser.value(STATUS);
            let shown = shown.as_str().expect("a text").to_owned();
            // Such as `Hint: push the box at column 3, row 2 right: urRR`.
            let words: Vec<&str> = shown.split([' ', ',']).filter(|word| !word.is_empty()).collect();
            let ["Hint:", "push", "the", "box", "at", "column", column, "row", row, direction, letters] =
                words[..]
            else {
                panic!("{shown}")
            };
            let place = |square: (i64, i64)| format!("c{}r{}", square.0, square.1);
            let number = |text: &str| text.parse::<i64>().expect("a number");
            let from = (number(column), number(row));
            let pushes = letters.chars().filter(char::is_ascii_uppercase).count() as i64;
            let to = match direction {
                "right:" => (from.0 + pushes, from.1),
                "left:" => (from.0 - pushes, from.1),
                "up:" => (from.0, from.1 - pushes),
                _ => (from.0, from.1 + pushes),
            };
            assert!(pushes > 0 && letters.chars().all(|letter| "lurdLURD".contains(letter)), "{shown}");
            assert_eq!(browser.value("document.querySelectorAll('.box.chosen').length"), 1);
            let names = "moment().boxes.map((box) => data.levels[0].names[box])";
            let boxes = browser.value(names);
            assert!(boxes
                .as_array()
                .is_some_and(|boxes| boxes.iter().any(|name| name.as_str() == Some(&place(from)))));
            assert_eq!(browser.value("getComputedStyle(document.getElementById('push')).display"), "inline");
            // It does nothing by itself; asked again it is made.
            assert_eq!(browser.value("moment().actions"), action - 1);
            browser.press("h", "");
            browser.wait_for("timer === null");
            let boxes = browser.value(names);
            assert!(boxes
                .as_array()
                .is_some_and(|boxes| boxes.iter().any(|name| name.as_str() == Some(&place(to)))));
            assert_eq!(browser.value("moment().actions"), action);
        }
        let solved = browser.value(STATUS);
        assert!(solved.as_str().is_some_and(|status| status.starts_with("Solved")), "{solved}");
        browser.click("#hint");
        let status = browser.value(STATUS);
        let status = status.as_str().expect("a text");
        assert!(status.starts_with("Solved: ") && status.ends_with("no hint is needed"), "{status}");
    }
}

/// Follows hints from positions met at random, and compares what a solution says without a table with what the table says.
/// Gives how often each was looked at, and what was wrong.
const ADVISE: &str = "(() => {
    const page = data;
    let seed = 1;
    const below = (end) => (seed = seed * 16807 % 2147483647) % end;
    const counts = { followed: 0, known: 0, unknown: 0 };
    const wrong = [];
    for (const data of page.levels) {
        const level = new Level(data);
        const table = new Knowledge(level);
        const follow = (moment, hint) => {
            const actions = moment.actions + level.remaining(moment, pushing(moment));
            for (let letters; (letters = hint(moment)); ) {
                for (const letter of letters) moment = after(level, moment, letter);
                if (moment.actions > actions) break;
            }
            if (!level.isSolved(moment) || moment.actions !== actions) wrong.push(['hint', data.title, moment.letters]);
            counts.followed++;
            return moment.letters;
        };
        const byTable = (moment) => table.hint(moment, pushing(moment));
        if (level.remaining(level.start, null) === null || level.isSolved(level.start)) continue;
        const plan = follow(beginning(level), byTable);
        const bare = new Level({ ...data, remaining: null });
        const known = new Knowledge(bare);
        known.learn(plan);
        for (let game = 0; game < 6; game++) {
            let now = beginning(level);
            for (let move = 0; move < 20; move++) {
                now = after(level, now, 'lrud'[below(4)]) ?? now;
                const remaining = level.remaining(now, pushing(now));
                if (remaining !== null) follow(now, byTable);
                const solution = known.solution(now, pushing(now));
                counts[solution ? 'known' : 'unknown']++;
                if (!solution) continue;
                if (remaining === null || solution.actions < remaining) wrong.push(['bound', data.title, now.letters]);
                let moment = now;
                for (let letters; (letters = known.hint(moment, pushing(moment))); ) {
                    for (const letter of letters) moment = after(level, moment, letter);
                    if (moment.actions > now.actions + solution.actions) break;
                }
                if (!level.isSolved(moment) || moment.actions > now.actions + solution.actions) {
                    wrong.push(['plan', data.title, now.letters, moment.letters]);
                }
            }
        }
    }
    return { ...counts, wrong: wrong.slice(0, 5) };
})()";

#[test]
fn what_is_advised_leads_to_the_end_from_everywhere() {
    let mut random = Random::new(7);
    // One push is left of an action that has begun.
    let begun = "#########\n# #. $  #\n#    #@ #\n#########\n".to_owned();
    let maps = std::iter::once(begun).chain((0..60).map(|_| random.level()));
    let text: String = maps.enumerate().map(|(at, map)| format!("; {at}\n{map}\n")).collect();
    let folder = folder(&[("levels", &text)]);
    let run = run_in(folder.path(), &["replay", "levels", "--level", "all", "--html", "page.html", "-q"], "");
    assert_eq!(run.code, FOUND, "{run:?}");
    let Some(mut browser) = Browser::open(&folder.path().join("page.html"), 800, 600) else { return };
    let seen = browser.value(ADVISE);
    assert_eq!(seen["wrong"], json!([]), "{seen}");
    for what in ["followed", "known", "unknown"] {
        assert!(seen[what].as_u64() >= Some(50), "the positions are too much alike: {seen}");
    }
}

#[test]
fn a_game_that_solved_the_level_is_a_plan_from_then_on() {
    let Some((mut browser, _)) = page(false, 1280) else { return };
    assert_eq!(browser.value(STATUS), "Not known whether this can be solved");
    browser.click("#hint");
    assert_eq!(browser.value(STATUS), "No hint: no plan is known from here");
    for column in 3..8 {
        browser.click_square((column, 3));
        browser.click_square((column, 4));
        browser.wait_for("timer === null");
    }
    let solved = browser.value(STATUS);
    assert!(solved.as_str().is_some_and(|status| status.starts_with("Solved: 5 actions")), "{solved}");
    browser.press("Home", "");
    assert_eq!(browser.value(STATUS), "Solvable: there is a plan with 5 actions");
    browser.press("h", "");
    let hint = browser.value(STATUS);
    let hint = hint.as_str().expect("a text");
    assert!(
        hint.starts_with("Hint: push the box at column 3, row 3 down: ") && hint.ends_with('D'),
        "{hint}"
    );
}

/// The squares to which the box can be brought while all others stay, each with the fewest actions.
fn reachable(start: &Simulator, from: Square) -> HashMap<Square, usize> {
    let mut found = HashMap::new();
    let mut seen = BTreeSet::new();
    let mut open = VecDeque::from([(start.clone(), from, ' ', 0)]);
    while let Some((game, place, pushing, actions)) = open.pop_front() {
        if !seen.insert((place, game.sokoban, pushing)) {
            continue;
        }
        found.entry(place).or_insert(actions);
        for letter in ['l', 'r', 'u', 'd'] {
            let mut next = game.clone();
            if next.try_play(letter) {
                open.push_front((next, place, ' ', actions));
                continue;
            }
            let mut next = game.clone();
            if !next.try_play(letter.to_ascii_uppercase()) || next.sokoban != place {
                continue;
            }
            let place = *next.boxes.difference(&game.boxes).next().expect("a box moved");
            if pushing == letter {
                open.push_front((next, place, letter, actions));
            } else {
                open.push_back((next, place, letter, actions + 1));
            }
        }
    }
    found.remove(&from);
    found
}

#[test]
fn a_box_is_brought_to_every_square_that_it_can_reach() {
    for level in ["2", "3", "4"] {
        let page = Page::new(level);
        let Some(mut browser) = page.open(375, 740) else { return };
        browser.click("#try");
        browser.value("matchMedia = () => ({ matches: true }); 0");
        let start = Simulator::new(&page.map);
        for &from in &start.boxes {
            let expected = reachable(&start, from);
            browser.tap_square(from);
            let rings = browser.value(
                "[...document.querySelectorAll('#targets circle')].map((ring) => \
                 [Math.floor(ring.getAttribute('cx')), Math.floor(ring.getAttribute('cy'))])",
            );
            let square = |value: &Value| -> Square {
                let at = |which: usize| value[which].as_u64().expect("a number") as usize;
                (at(0), at(1))
            };
            let rings: BTreeSet<Square> = rings.as_array().expect("rings").iter().map(square).collect();
            assert_eq!(rings, expected.keys().copied().collect(), "from {from:?} on level {level}");
            browser.press("Escape", "");
            for (&to, &actions) in &expected {
                browser.tap_square(from);
                browser.tap_square(to);
                let mut boxes = start.boxes.clone();
                boxes.remove(&from);
                boxes.insert(to);
                assert_eq!(
                    browser.value(DRAWN)["boxes"],
                    json!(boxes),
                    "{from:?} to {to:?} on level {level}"
                );
                assert_eq!(browser.value("moment().actions"), actions, "{from:?} to {to:?} on level {level}");
                let letters = browser.value("moment().letters");
                let mut game = start.clone();
                game.play(letters.as_str().expect("letters"));
                assert_eq!(game.boxes, boxes);
                browser.press("Home", "");
            }
        }
    }
}

#[test]
fn the_keyboard_chooses_a_box_and_where_it_goes() {
    let page = Page::new("2");
    let Some(mut browser) = page.open(1280, 900) else { return };
    browser.click("#try");
    browser.press("b", "");
    let from = *Simulator::new(&page.map).boxes.first().expect("a box");
    assert_eq!(browser.value("document.querySelectorAll('.box.chosen').length"), 1);
    browser.press("ArrowRight", "");
    let to = (from.0 + 1, from.1);
    assert_eq!(browser.value(STATUS), format!("Push c{}r{} to c{}r{}: Enter", from.0, from.1, to.0, to.1));
    assert_eq!(browser.value("moment().moves"), 0, "the arrows are for the frame");
    browser.press("Enter", "\r");
    browser.wait_for("timer === null");
    assert_eq!(browser.value(DRAWN)["boxes"], json!([to]));
    // Given up, the arrows move the sokoban again.
    browser.press("b", "");
    browser.press("Escape", "");
    assert_eq!(browser.value("document.querySelectorAll('.box.chosen').length"), 0);
    let moves = browser.value("moment().moves").as_u64().expect("a number");
    browser.press("ArrowLeft", "");
    assert_eq!(browser.value("moment().moves"), moves + 1);
}

#[test]
fn moves_and_whole_pushes_are_undone_and_done_again() {
    let page = Page::new("4");
    let Some(mut browser) = page.open(1280, 900) else { return };
    browser.click("#try");
    let letters = page.actions.concat();
    for letter in letters.chars() {
        press_letter(&mut browser, letter);
    }
    for count in (0..page.actions.len()).rev() {
        if count % 2 == 0 {
            browser.click("#undo-push");
        } else {
            browser.press_with_shift("U");
        }
        assert_eq!(browser.value("moment().letters"), page.actions[..count].concat());
        assert_eq!(browser.value(DRAWN), page.after(count));
    }
    assert_eq!(browser.value("document.getElementById('undo-push').disabled"), true);
    for count in 1..=page.actions.len() {
        if count % 2 == 0 {
            browser.click("#redo-push");
        } else {
            browser.press_with_shift("R");
        }
        assert_eq!(browser.value("moment().letters"), page.actions[..count].concat());
    }
    // A single move, also of what was made at once.
    browser.press("Home", "");
    let free = Simulator::new(&page.map).sokoban;
    browser.click_square((free.0 - 2, free.1));
    browser.wait_for("timer === null");
    assert_eq!(browser.value("moment().letters"), "ll");
    browser.click("#undo-move");
    assert_eq!(browser.value("moment().letters"), "l");
    browser.press(".", ".");
    browser.press(",", ",");
    browser.click("#redo-move");
    assert_eq!(browser.value("moment().letters"), "ll");
    browser.click("#undo");
    assert_eq!(browser.value("moment().letters"), "");
    // A walk after the last push goes with it; where there was no push, a walk is left alone.
    browser.press("Home", "");
    let free = if letters.starts_with('l') { "ArrowLeft" } else { "ArrowRight" };
    browser.press(free, "");
    assert_eq!(browser.value("document.getElementById('undo-push').disabled"), true);
    browser.press_with_shift("U");
    assert_eq!(browser.value("moment().moves"), 1);
}
