//! The page of a whole collection: a level to choose, each with its plan or why there is none.

use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};

use serde_json::json;

use crate::browser::Browser;
use crate::support::{folder, run_in, Run, FOUND, INPUT, UNKNOWN, UNWRITABLE, USAGE};
use crate::{DRAWN, LEVEL, STATUS};

/// One to solve, one that cannot be, one that is no level, and one that begins solved.
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

; done
####
#@*#
####
";

fn choose(browser: &mut Browser, index: usize) {
    // As a list does it when another entry is chosen.
    browser.value(&format!(
        "document.getElementById('level').value = {index}; \
         document.getElementById('level').dispatchEvent(new Event('change')); 0"
    ));
}

fn options(browser: &mut Browser) -> serde_json::Value {
    browser.value("[...document.querySelectorAll('#level option')].map((option) => [option.textContent, option.disabled])")
}

#[test]
fn a_collection_is_one_page() {
    for (input, arguments) in [
        ("", &["optimize", "levels", "--level", "all", "--html", "page.html"][..]),
        (LEVELS, &["optimize", "-", "--level", "all", "--html=page.html", "--format", "json", "-q"]),
    ] {
        let folder = folder(&[("levels", LEVELS), ("page.html", "before")]);
        let run = run_in(folder.path(), arguments, input);
        // The gravest of all: one was no level.
        assert_eq!(run.code, INPUT, "{run:?}");
        assert_eq!(std::fs::read_dir(folder.path()).expect("a folder").count(), 2, "nothing else is left");
        let Some(mut browser) = Browser::open(&folder.path().join("page.html"), 1280, 900) else { return };
        let expected = json!([
            ["1: first – 1 action", false],
            ["2: never – no plan", false],
            ["3: broken – no level", true],
            ["4: done – 0 actions", false],
        ]);
        assert_eq!(options(&mut browser), expected);
        browser.follow("#rows-of-levels a");
        assert_eq!(browser.value("document.body.dataset.mode"), "plan");
        browser.click("#end");
        assert_eq!(browser.value(DRAWN), json!({ "boxes": [[3, 1]], "sokoban": [2, 1] }));
        // The one after is without a plan, and can be played.
        browser.click("#after");
        assert_eq!(
            browser.value("document.getElementById('summary').textContent"),
            "there is no plan of any length: the box on c1r2 can be brought to no storage location, even with no other box in \
             the way"
        );
        assert_eq!(browser.value("document.getElementById('see').disabled"), true);
        assert_eq!(browser.value(STATUS), "This cannot be solved: see the marked box");
        browser.press("ArrowRight", "");
        assert_eq!(browser.value(DRAWN)["sokoban"], json!([2, 1]));
        // What is no level is passed over; a plan is shown again where there is one.
        browser.click("#after");
        assert_eq!(browser.value("document.body.dataset.mode"), "plan");
        assert_eq!(browser.value("document.getElementById('after').disabled"), true);
        // Each level stays as one left it.
        choose(&mut browser, 1);
        assert_eq!(browser.value("document.getElementById('moves').textContent"), "1");
        choose(&mut browser, 0);
        assert_eq!(browser.value(STATUS), "Solved");
    }
}

#[test]
fn some_levels_are_one_page_beside_a_file_of_solutions() {
    let folder = folder(&[("levels", LEVELS)]);
    let arguments =
        ["optimize", "levels", "--level", "1,4", "--html", "page.html", "-o", "solved", "--quiet"];
    let run = run_in(folder.path(), &arguments, "");
    assert_eq!(run.code, FOUND, "{run:?}");
    assert!(folder.path().join("solved").exists());
    let Some(mut browser) = Browser::open(&folder.path().join("page.html"), 800, 600) else { return };
    let expected = json!([["1: first – 1 action", false], ["4: done – 0 actions", false]]);
    assert_eq!(options(&mut browser), expected);
}

#[test]
fn a_level_that_a_limit_ended_says_so() {
    let folder = folder(&[("levels", LEVELS)]);
    let run = |arguments: &[&str]| -> Run { run_in(folder.path(), arguments, "") };
    let found = run(&["decide", "levels", "--level", "all", "--actions", "0", "--html", "page.html"]);
    assert_eq!(found.code, INPUT, "{found:?}");
    let Some(mut browser) = Browser::open(&folder.path().join("page.html"), 375, 740) else { return };
    assert_eq!(options(&mut browser)[0][0], "1: first – no plan");
    assert_eq!(options(&mut browser)[3][0], "4: done – 0 actions");
    assert_eq!(browser.value(STATUS), "Solvable in 1 action");
    assert_eq!(browser.value("document.documentElement.scrollWidth <= 375"), true, "nothing sticks out");
    drop(browser);
    let found = run(&["optimize", "levels", "--level", "all", "--time-limit", "0", "--html", "page.html"]);
    assert!(found.code == INPUT || found.code == UNKNOWN, "{found:?}");
    let Some(mut browser) = Browser::open(&folder.path().join("page.html"), 375, 740) else { return };
    let summary = browser.value("document.getElementById('summary').textContent");
    assert_eq!(options(&mut browser)[0][0], "1: first – not solved within 0 s");
    assert_eq!(summary, "not solved within 0 s: 0 <= actions");
}

#[test]
fn an_interrupt_leaves_a_page_of_the_levels_that_were_read() {
    let wall = "#".repeat(12);
    let floor = format!("#{}#\n", " ".repeat(10));
    let room = format!("{wall}\n{floor}#@ $ $ $   #\n{floor}{floor}# . . .    #\n{floor}{wall}\n\n");
    let folder = folder(&[("levels", &room.repeat(2_000))]);
    let mut process = Command::new(env!("CARGO_BIN_EXE_groundplan"))
        .current_dir(folder.path())
        .args(["replay", "levels", "--level", "all", "--html", "page.html"])
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command starts");
    // The interrupt comes when it is waited for.
    let is_caught = |status: String| {
        let mask =
            status.lines().find_map(|line| line.strip_prefix("SigCgt:")).map(str::trim).map(str::to_owned);
        mask.and_then(|mask| u64::from_str_radix(&mask, 16).ok()).is_some_and(|mask| mask & 2 != 0)
    };
    let status = format!("/proc/{}/status", process.id());
    while !is_caught(std::fs::read_to_string(&status).expect("the process runs")) {
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
    let interrupt = Command::new("kill").args(["-INT", &process.id().to_string()]).status();
    assert!(interrupt.expect("kill").success());
    let said = std::io::read_to_string(process.stderr.take().expect("a pipe")).expect("text");
    assert_eq!(process.wait().expect("an end").code(), Some(UNKNOWN), "{said}");
    assert!(said.contains("the page is in page.html; interrupted, so that it is without "), "{said}");
    let text = std::fs::read_to_string(folder.path().join("page.html")).expect("a page");
    assert!(text.contains("not shown: interrupted before") && text.contains("Level 2000"));
}

#[test]
fn a_page_that_cannot_be_written_is_refused_before_the_first_level() {
    let folder = folder(&[("levels", LEVELS)]);
    let run = |arguments: &[&str]| run_in(folder.path(), arguments, "");
    let nowhere = run(&["optimize", "levels", "--level", "all", "--html", "no/where.html"]);
    assert_eq!((nowhere.code, nowhere.out.as_str()), (UNWRITABLE, ""), "{nowhere:?}");
    assert!(nowhere.err.contains("cannot write `no/where.html`"), "{nowhere:?}");
    let plan = crate::support::run(&["replay", LEVEL, "plan", "--level", "all", "--html", "no/where.html"]);
    assert_eq!(plan.code, USAGE, "{plan:?}");
}

#[test]
fn an_interrupt_leaves_a_page_of_what_was_run() {
    // A room in which the search is busy for a long time.
    let wall = "#".repeat(16);
    let floor = format!("#{}#", " ".repeat(14));
    let rows = ["#  $ $ $ $ $   #", "# $ $ $ $ $ @  #", "# . . . . . .  #", "# . . . .      #"];
    let hard = format!("{wall}\n{floor}\n{}\n{floor}\n{floor}\n{wall}\n", rows.join(&format!("\n{floor}\n")));
    let folder = folder(&[("levels", &format!("{LEVELS}\n; hard\n{hard}\n; last\n#####\n#@$.#\n#####\n"))]);
    let mut process = Command::new(env!("CARGO_BIN_EXE_groundplan"))
        .current_dir(folder.path())
        .args(["optimize", "levels", "--level", "all", "--html", "page.html", "--quiet"])
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("the command starts");
    let mut lines = BufReader::new(process.stdout.take().expect("a pipe")).lines().map_while(Result::ok);
    assert!(lines.any(|line| line == "% level 5: hard"));
    let interrupt = Command::new("kill").args(["-INT", &process.id().to_string()]).status();
    assert!(interrupt.expect("kill").success());
    let last = lines.last();
    assert!(process.wait().expect("an end").code() >= Some(UNKNOWN), "{last:?}");
    let Some(mut browser) = Browser::open(&folder.path().join("page.html"), 800, 600) else { return };
    assert_eq!(options(&mut browser)[0][0], "1: first – 1 action");
    let summaries = browser.value("data.levels.map((level) => level.summary)");
    assert_eq!(summaries[5], "not tried: stopped before");
    // Whether there was time for a plan is left open.
    choose(&mut browser, 4);
    assert_eq!(browser.value("document.querySelectorAll('.box').length"), 10);
}
