//! The clock of a game, the user's fewest moves and pushes, and the marks of dead squares.

use serde_json::json;
use tempfile::TempDir;

use crate::browser::Browser;
use crate::support::{folder, run_in, FOUND};

const RECORD: &str = "document.getElementById('record').textContent";

fn open() -> Option<(Browser, TempDir)> {
    let folder = folder(&[("level", "#######\n#     #\n#@$ . #\n#     #\n#######\n")]);
    let run = run_in(folder.path(), &["replay", "level", "--html", "page.html", "-q"], "");
    assert_eq!(run.code, FOUND, "{run:?}");
    Some((Browser::open(&folder.path().join("page.html"), 800, 740)?, folder))
}

fn press(browser: &mut Browser, keys: &[&str]) {
    keys.iter().for_each(|key| browser.press(key, ""));
}

#[test]
fn the_clock_runs_from_the_first_move_to_the_end() {
    let Some((mut browser, _folder)) = open() else { return };
    assert_eq!(browser.value(RECORD), "Time 0:00");
    browser.value("film().seconds = 59.9; 0");
    press(&mut browser, &["ArrowUp"]);
    browser.wait_for(&format!("{RECORD}.startsWith('Time 1:0')"));
    // A reload keeps what the last move saw.
    press(&mut browser, &["ArrowDown"]);
    browser.reload();
    assert_eq!(browser.value(&format!("{RECORD}.startsWith('Time 1:0')")), true);
    press(&mut browser, &["ArrowRight", "ArrowRight"]);
    let ended = browser.value("film().seconds");
    browser.value("new Promise((done) => setTimeout(done, 600))");
    assert_eq!(browser.value("film().seconds"), ended, "it stands when the level is solved");
    press(&mut browser, &["Home"]);
    assert_eq!(browser.value(&format!("{RECORD}.startsWith('Time 0:00')")), true);
}

#[test]
fn the_fewest_moves_and_pushes_are_kept() {
    let Some((mut browser, _folder)) = open() else { return };
    // A way around, then the straight way, then the way around again.
    let around = ["ArrowUp", "ArrowDown", "ArrowRight", "ArrowRight"];
    press(&mut browser, &around);
    assert_eq!(browser.value(&format!("{RECORD}.split('; ')[1]")), "your fewest: 4 moves, 2 pushes");
    press(&mut browser, &["Home", "ArrowRight", "ArrowRight"]);
    assert_eq!(browser.value(&format!("{RECORD}.split('; ')[1]")), "your fewest: 2 moves, 2 pushes");
    press(&mut browser, &["Home"]);
    press(&mut browser, &around);
    browser.reload();
    assert_eq!(browser.value(&format!("{RECORD}.split('; ')[1]")), "your fewest: 2 moves, 2 pushes");
    // Whatever is stored, only numbers are shown.
    for kept in [json!({ "moves": "<b>", "pushes": 1 }), json!([]), json!(null)] {
        browser.value(&format!(
            "localStorage.setItem(progress.bestKey(level()), JSON.stringify({kept})); show(film().now); 0"
        ));
        assert_eq!(browser.value(&format!("{RECORD}.includes('fewest')")), false, "{kept}");
    }
}

#[test]
fn dead_squares_are_marked_on_request() {
    let Some((mut browser, _folder)) = open() else { return };
    let marked = "getComputedStyle(document.getElementById('dead')).display !== 'none'";
    assert_eq!(browser.value(marked), false);
    browser.press("x", "");
    assert_eq!(browser.value(marked), true);
    assert_eq!(browser.value("document.getElementById('mark-dead').ariaPressed"), "true");
    browser.click("#mark-dead");
    assert_eq!(browser.value(marked), false);
}
