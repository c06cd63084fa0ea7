//! The board as one sees it: names of columns and rows, its size, what is in sight, the pad; and what a reload keeps.

use serde_json::json;

use crate::browser::Browser;
use crate::support::{folder, run_in, FOUND};
use crate::{Page, DRAWN, LEVEL, STATUS};

/// A room of 30 by 20 squares.
fn wide_level() -> String {
    let wall = "#".repeat(30);
    let mut rows = vec![format!("#{}#", " ".repeat(28)); 18];
    rows[1] = format!("#  @ $ .{}#", " ".repeat(21));
    format!("{wall}\n{}\n{wall}\n", rows.join("\n"))
}

fn open(level: &str, width: u32) -> Option<Browser> {
    let folder = folder(&[("level", level)]);
    let run = run_in(folder.path(), &["replay", "level", "--html", "page.html"], "");
    assert_eq!(run.code, FOUND, "{run:?}");
    Browser::open(&folder.path().join("page.html"), width, 740)
}

/// The texts beside the board, each with the number of its column or row by where it is drawn.
const RULERS: &str =
    "['columns', 'rows'].map((id) => [...document.querySelectorAll(`#${id} text`)].map((text) => {
    const r = text.getBoundingClientRect();
    const to = document.getElementById('board').getScreenCTM().inverse();
    const at = new DOMPoint(r.x + r.width / 2, r.y + r.height / 2).matrixTransform(to);
    return text.textContent + ' ' + Math.floor(id === 'columns' ? at.x : at.y);
}))";

/// Whether the sokoban is drawn inside what is in sight of the board.
const IN_SIGHT: &str = "(async () => {
    await Promise.all(document.getAnimations().map((animation) => animation.finished));
    const [it, frame] = ['sokoban', 'view'].map((id) => document.getElementById(id).getBoundingClientRect());
    return it.left >= frame.left && it.right <= frame.right && it.top >= frame.top && it.bottom <= frame.bottom;
})()";

#[test]
fn columns_and_rows_have_the_names_of_squares() {
    let page = Page::new("4");
    for width in [1280, 375] {
        let Some(mut browser) = page.open(width, 740) else { return };
        let expected =
            json!([["c1 1", "c2 2", "c3 3", "c4 4", "c5 5", "c6 6"], ["r1 1", "r2 2", "r3 3", "r4 4"]]);
        assert_eq!(browser.value(RULERS), expected);
        assert_eq!(browser.value("document.getElementById('square').textContent"), "Sokoban at c3r4");
        // They are legible.
        let least = "Math.min(...[...document.querySelectorAll('#columns text')].map((text) => \
                     parseFloat(getComputedStyle(text).fontSize)))";
        assert!(browser.value(least).as_f64() >= Some(11.0));
    }
    // Locations of others have other names.
    let named = |facts: &str, expected| {
        let Some(mut browser) = open(facts, 375) else { return };
        assert_eq!(browser.value(RULERS), expected, "{facts}");
    };
    named(
        "right(p(3,7),p(4,7)). right(p(4,7),p(5,7)). sokoban(p(3,7)). box(p(4,7)). solution(p(5,7)).",
        json!([["3 1", "4 2", "5 3"], ["7 1"]]),
    );
    named("right(a,b). right(b,d). sokoban(a). box(b). solution(d).", json!([[], []]));
}

#[test]
fn a_large_level_is_scrolled_and_zoomed_on_a_phone() {
    let Some(mut browser) = open(&wide_level(), 375) else { return };
    let size = "document.getElementById('board').getBoundingClientRect().width / 30";
    let squares = |browser: &mut Browser| browser.value(size).as_f64().expect("a number");
    assert!(squares(&mut browser) >= 24.0, "a finger hits a square");
    assert_eq!(browser.value("document.documentElement.scrollWidth <= 375"), true, "nothing sticks out");
    // The pad walks to the far corner; the sokoban stays in sight, and so do the names.
    for id in ["#down"; 16].into_iter().chain(["#right"; 25]) {
        browser.tap(id);
        assert_eq!(browser.value(IN_SIGHT), true);
    }
    assert_eq!(browser.value(DRAWN)["sokoban"], json!([28, 18]));
    let beside = "(() => { const edge = document.getElementById('view').getBoundingClientRect(); \
                  const it = document.getElementById('rows').getBoundingClientRect(); \
                  return Math.abs(it.left - edge.left) < 1; })()";
    assert_eq!(browser.value(beside), true, "the names of rows are where they were");
    let first = squares(&mut browser);
    browser.tap("#zoom-in");
    assert!(squares(&mut browser) > first * 1.2);
    assert_eq!(browser.value(IN_SIGHT), true);
    browser.tap("#zoom-out");
    browser.tap("#fit");
    let all = "document.getElementById('view').scrollWidth <= document.getElementById('view').clientWidth";
    assert_eq!(browser.value(all), true);
    assert!(squares(&mut browser) < 12.0);
    let fitting = squares(&mut browser);
    browser.pinch("#view", 60.0, 150.0);
    assert!(squares(&mut browser) > fitting * 2.0, "two fingers zoom");
    browser.press("0", "0");
    assert!((squares(&mut browser) - fitting).abs() < 0.1);
    browser.press("+", "+");
    assert!(squares(&mut browser) > fitting * 1.2);
    browser.wheel_with_control("#view", 300.0);
    browser.wait_for(&format!("{size} < {}", fitting * 1.1));
}

#[test]
fn the_pad_is_there_for_fingers() {
    let page = Page::new("4");
    let shown = "getComputedStyle(document.getElementById('pad')).display !== 'none'";
    let Some(mut browser) = page.open(375, 740) else { return };
    browser.click("#try");
    assert_eq!(browser.value(shown), true);
    let small = "[...document.querySelectorAll('#pad button')].filter((button) => { \
                 const r = button.getBoundingClientRect(); return r.width < 44 || r.height < 44; }).length";
    assert_eq!(browser.value(small), 0, "a finger hits them");
    browser.tap("#left");
    assert_eq!(browser.value("moment().letters"), "l");
    browser.tap("#undo");
    assert_eq!(browser.value("moment().letters"), "");
    drop(browser);
    let Some(mut browser) = page.open(1280, 740) else { return };
    browser.click("#try");
    assert_eq!(browser.value(shown), false);
}

#[test]
fn a_reload_keeps_the_game() {
    let folder = folder(&[]);
    let path = folder.path().join("page.html").display().to_string();
    let write = |arguments: &[&str]| {
        let all = [arguments, &["--html", &path, "-q"]].concat();
        assert_eq!(crate::support::run(&all).code, FOUND);
    };
    write(&["replay", LEVEL, "--level", "all"]);
    let Some(mut browser) = Browser::open(&folder.path().join("page.html"), 1280, 900) else { return };
    browser.value("open(3); 0");
    for key in ["ArrowLeft", "ArrowRight", "ArrowUp"] {
        browser.press(key, "");
    }
    browser.press("u", "");
    let drawn = browser.value(DRAWN);
    browser.reload();
    assert_eq!(browser.value("[shown, mode, moment().letters]"), json!([3, "game", "lr"]));
    assert_eq!(browser.value(DRAWN), drawn);
    // What was undone can still be done again.
    browser.press("r", "");
    assert_eq!(browser.value("moment().letters"), "lru");
    // What a tap did is still undone at once.
    browser.click_square((1, 4));
    browser.wait_for("timer === null");
    assert_eq!(browser.value("moment().moves"), 6);
    browser.reload();
    browser.click("#undo");
    assert_eq!(browser.value("moment().letters"), "lru");
    // Other levels are as they were.
    browser.value("open(0); 0");
    assert_eq!(browser.value("moment().letters"), "");
    browser.click("#try");
    // The page is another one now: with plans, and the level at another place. Its game is its own all the same.
    write(&["optimize", LEVEL, "--level", "3,4"]);
    browser.reload();
    browser.follow("#rows-of-levels a");
    assert_eq!(browser.value("document.body.dataset.mode"), "plan", "the level shown last is gone");
    browser.click("#after");
    browser.click("#try");
    assert_eq!(browser.value("moment().letters"), "lru");
    // What was kept is played as far as the rules allow, whatever it is.
    for (kept, letters) in [
        (json!({ "letters": "lluuuu", "now": 9 }), "lluuu"),
        (json!({ "letters": "lxr", "now": -3 }), ""),
        (json!({ "letters": 7 }), ""),
        (json!([]), ""),
        (json!("l"), ""),
        (json!(null), ""),
    ] {
        browser.value(&format!(
            "localStorage.setItem(progress.levelKey(level().data), JSON.stringify({kept})); 0"
        ));
        browser.reload();
        assert_eq!(browser.value("moment().letters"), letters, "{kept}");
    }
    browser.value("localStorage.setItem(progress.levelKey(level().data), '{'); 0");
    browser.reload();
    assert_eq!(browser.value("moment().letters"), "");
}

#[test]
fn a_browser_that_keeps_nothing_plays_all_the_same() {
    let page = Page::new("4");
    let path = page.folder.path().join("page.html");
    let text = std::fs::read_to_string(&path).expect("the page");
    let refuse = "<script>Object.defineProperty(window, 'localStorage', \
                  { get() { throw new DOMException('no', 'SecurityError'); } });</script><title>";
    std::fs::write(&path, text.replacen("<title>", refuse, 1)).expect("the page");
    let Some(mut browser) = page.open(1280, 900) else { return };
    browser.click("#try");
    browser.press("ArrowLeft", "");
    assert_eq!(browser.value("moment().letters"), "l");
    assert_eq!(browser.value(STATUS), "Solvable in 4 more");
}

#[test]
fn what_is_known_is_said_in_front_of_the_rest() {
    let page = Page::new("4");
    for width in [1280, 375] {
        let Some(mut browser) = page.open(width, 740) else { return };
        // As it is said of a plan that is not proven to have the fewest actions.
        browser.value("data.levels[0].summary = '3 <= actions <= 4; the plan has 9 pushes'; open(0); 0");
        let strong = "[document.getElementById('clause').innerText, \
                      getComputedStyle(document.getElementById('clause')).fontWeight]";
        assert_eq!(browser.value(strong), json!(["3 <= actions <= 4", "600"]));
        let counts = "getComputedStyle(document.getElementById('others')).display !== 'none'";
        assert_eq!(browser.value(counts), width == 1280, "they are below, too");
        // Bounds that come with reasons are shown whole.
        browser.value("data.levels[0].summary = 'no plan; 3 <= actions: box at c2r2'; open(0); 0");
        assert_eq!(
            browser.value("document.getElementById('summary').innerText"),
            "no plan; 3 <= actions: box at c2r2"
        );
    }
}
