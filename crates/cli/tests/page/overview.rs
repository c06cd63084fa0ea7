//! The table of all levels of a page: what is in it, its order, its filter, and the way to a level and back.

use serde_json::{json, Value};
use tempfile::TempDir;

use crate::browser::Browser;
use crate::support::{folder, run_in, INPUT};
use crate::DRAWN;

/// One to solve, one that cannot be, one that is no level, and a longer one.
const LEVELS: &str = "\
; first
#####
#@$.#
#####

; never
#####
#@ .#
#$  #
#####

; broken
#####
# $.#
#####

; long
########
#@$   .#
########
";

fn open(width: u32) -> Option<(Browser, TempDir)> {
    let folder = folder(&[("levels", LEVELS)]);
    let run =
        run_in(folder.path(), &["optimize", "levels", "--level", "all", "--html", "page.html", "-q"], "");
    assert_eq!(run.code, INPUT, "{run:?}");
    Some((Browser::open(&folder.path().join("page.html"), width, 740)?, folder))
}

/// The titles of the rows that are shown, from top to bottom.
fn titles(browser: &mut Browser) -> Value {
    browser.value(
        "[...document.querySelectorAll('#rows-of-levels tr')].filter((row) => !row.hidden)\
         .map((row) => row.querySelector('a').textContent)",
    )
}

fn type_filter(browser: &mut Browser, text: &str) {
    browser.value(&format!(
        "document.getElementById('filter').value = '{text}'; \
         document.getElementById('filter').dispatchEvent(new Event('input')); 0"
    ));
}

fn choose(browser: &mut Browser, choice: &str) {
    browser.value(&format!(
        "document.getElementById('choice').value = '{choice}'; \
         document.getElementById('choice').dispatchEvent(new Event('change')); 0"
    ));
}

#[test]
fn the_page_of_several_levels_begins_with_a_table() {
    let Some((mut browser, _folder)) = open(1280) else { return };
    assert_eq!(titles(&mut browser), json!(["first", "never", "broken", "long"]));
    assert_eq!(browser.value("document.querySelector('main').getClientRects().length"), 0, "no player yet");
    let row = |number: usize| {
        format!(
            "[...document.querySelectorAll('#rows-of-levels tr:nth-child({number}) td')].slice(2, 11)\
             .map((cell) => cell.firstChild?.textContent ?? '')"
        )
    };
    let first = json!(["yes", "1", "1", "1", "1", "1", "3", "1", "1"]);
    assert_eq!(browser.value(&row(1)), first);
    assert_eq!(browser.value(&row(2)), json!(["no", "", "", "", "", "1", "6", "4", ""]));
    assert_eq!(browser.value(&row(3)), json!(["unknown", "", "", "", "", "", "", "", ""]));
    // A level has a picture with its boxes, walls and floor; what is no level has none.
    let drawn = "[...document.querySelectorAll('#rows-of-levels tr')].map((row) => row.querySelectorAll('svg > *').length)";
    browser.wait_for(&format!("{drawn}.join() === '5,5,0,5'"));
}

#[test]
fn a_click_on_a_head_sorts_and_a_text_filters() {
    let Some((mut browser, _folder)) = open(1280) else { return };
    browser.click("[data-key=pushes] button");
    assert_eq!(titles(&mut browser), json!(["first", "long", "never", "broken"]));
    browser.click("[data-key=pushes] button");
    assert_eq!(
        titles(&mut browser),
        json!(["long", "first", "never", "broken"]),
        "what has no value stays last"
    );
    assert_eq!(browser.value("document.querySelector('[data-key=pushes]').ariaSort"), "descending");
    browser.click("[data-key=title] button");
    assert_eq!(titles(&mut browser), json!(["broken", "first", "long", "never"]));
    type_filter(&mut browser, "R");
    assert_eq!(titles(&mut browser), json!(["broken", "first", "long", "never"]), "the outcome counts, too");
    type_filter(&mut browser, " LONG ");
    assert_eq!(titles(&mut browser), json!(["long"]));
    assert_eq!(browser.value("document.getElementById('count').textContent"), "1 of 4 levels");
    type_filter(&mut browser, "");
    for (choice, expected) in [
        ("Solvable", json!(["first", "long"])),
        ("Not solvable", json!(["never"])),
        ("Not known", json!(["broken"])),
        ("Proven", json!(["first", "long", "never"])),
        ("Not proven", json!(["broken"])),
    ] {
        choose(&mut browser, choice);
        assert_eq!(titles(&mut browser), expected, "{choice}");
    }
}

#[test]
fn a_row_opens_its_level_and_the_browser_leads_back() {
    let Some((mut browser, _folder)) = open(1280) else { return };
    browser.follow("#rows-of-levels tr:nth-child(4) a");
    assert_eq!(browser.value("document.body.dataset.view"), "level");
    assert_eq!(browser.value(DRAWN), json!({ "boxes": [[2, 1]], "sokoban": [1, 1] }));
    browser.click("#end");
    assert_eq!(browser.value("document.getElementById('pushes').textContent"), "4/4");
    // A reload stays at the level, and the next level is under its own address.
    browser.reload();
    assert_eq!(browser.value("[document.body.dataset.view, location.hash]"), json!(["level", "#4"]));
    browser.click("#before");
    assert_eq!(browser.value("location.hash"), "#2", "what is no level is passed over");
    browser.click("#all");
    browser.wait_for("document.body.dataset.view === 'overview'");
    browser.value("history.back(); 0");
    browser.wait_for("document.body.dataset.view === 'level'");
    assert_eq!(browser.value("shown"), 1);
}

#[test]
fn a_phone_shows_the_table_as_cards() {
    let Some((mut browser, _folder)) = open(375) else { return };
    assert_eq!(browser.value("document.documentElement.scrollWidth <= 375"), true, "nothing sticks out");
    let outside = "[...document.querySelectorAll('#overview button, #overview td, #overview th')].filter((cell) => { \
                   const r = cell.getBoundingClientRect(); return r.width > 0 && (r.left < 0 || r.right > 375); }).length";
    assert_eq!(browser.value(outside), 0);
    browser.tap("#rows-of-levels a");
    browser.wait_for("document.body.dataset.view === 'level'");
}
