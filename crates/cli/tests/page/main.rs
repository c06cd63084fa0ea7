//! The pages that the command writes, in a browser: one plays plans and lets one play, one shows answer sets, and two show
//! reasons.

mod answers;
mod browser;
mod collection;
mod game;
mod keeps;
mod knows;
mod overview;
mod reasons;
mod record;
#[allow(dead_code, reason = "other tests use the rest")]
#[path = "../support/mod.rs"]
mod support;
mod tables;

use browser::Browser;
use serde_json::json;
use support::simulator::Simulator;
use support::{folder, instance, repository, run, run_in, FOUND, INPUT, NONE, UNKNOWN, UNWRITABLE, USAGE};
use tempfile::TempDir;

const LEVEL: &str = "instances/levels/first-steps.sok";

/// One engine always finds the same plan; of those that race, another may win each time.
const ALONE: &[&str] = &["--engine", "tabled+"];

/// Where boxes and sokoban are drawn, as squares, when nothing moves any more.
const DRAWN: &str = "(async () => {
    await Promise.all(document.getAnimations().map((animation) => animation.finished));
    const toSquare = document.getElementById('board').getScreenCTM().inverse();
    const square = (element) => {
        const r = element.getBoundingClientRect();
        const at = new DOMPoint(r.x + r.width / 2, r.y + r.height / 2).matrixTransform(toSquare);
        return [Math.floor(at.x), Math.floor(at.y)];
    };
    const boxes = [...document.querySelectorAll('.box')].map(square);
    boxes.sort((one, other) => one[0] - other[0] || one[1] - other[1]);
    return { boxes, sokoban: square(document.getElementById('sokoban')) };
})()";

/// A page, the map it is about, and the letters of its plan, one text an action.
struct Page {
    folder: TempDir,
    map: String,
    actions: Vec<String>,
}

impl Page {
    fn new(level: &str) -> Page {
        let folder = folder(&[]);
        let path = folder.path().join("page.html").display().to_string();
        let asked = ["optimize", LEVEL, "--level", level, "--html", &path, "--plan-format", "lurd"];
        let run = run(&[&asked[..], ALONE].concat());
        assert_eq!(run.code, FOUND, "{run:?}");
        let letters = run.out.lines().next().expect("a line").to_owned();
        let map = support::run(&["convert", LEVEL, "--level", level, "--to", "xsb"]).out;
        let mut actions = vec![String::new()];
        let mut previous = ' ';
        for letter in letters.chars() {
            // An action ends where a push is followed by anything else than the same.
            if previous.is_ascii_uppercase() && letter != previous {
                actions.push(String::new());
            }
            actions.last_mut().expect("an action").push(letter);
            previous = letter;
        }
        Page { folder, map, actions }
    }

    fn open(&self, width: u32, height: u32) -> Option<Browser> {
        Browser::open(&self.folder.path().join("page.html"), width, height)
    }

    /// What the page must draw after so many actions.
    fn after(&self, count: usize) -> serde_json::Value {
        let mut simulator = Simulator::new(&self.map);
        simulator.play(&self.actions[..count].concat());
        json!({ "boxes": simulator.boxes, "sokoban": simulator.sokoban })
    }
}

/// The counts beside the board: actions, pushes, moves, box changes.
const COUNTS: &str =
    "['actions', 'pushes', 'moves', 'changes'].map((id) => document.getElementById(id).textContent)";

const STATUS: &str = "document.getElementById('status').textContent";

const CURRENT: &str =
    "[...document.querySelectorAll('#plan li')].findIndex((item) => item.ariaCurrent === 'step')";

#[test]
fn a_click_on_play_ends_in_the_final_configuration() {
    let page = Page::new("3");
    let Some(mut browser) = page.open(1200, 800) else { return };
    assert_eq!(browser.value(DRAWN), page.after(0));
    assert_eq!(browser.value("document.getElementById('back').disabled"), true);
    // As fast as it goes, by the keyboard.
    for _ in 0..30 {
        browser.press("ArrowUp", "");
    }
    assert_eq!(browser.value("document.getElementById('speed').value"), "30");
    browser.click("#play");
    assert_eq!(browser.value("document.getElementById('play').textContent"), "Pause");
    browser.wait_for("document.getElementById('status').textContent === 'Solved'");
    assert_eq!(browser.value(DRAWN), page.after(page.actions.len()));
    assert_eq!(browser.value("document.getElementById('play').textContent"), "Play");
    let letters = page.actions.concat();
    let pushes = letters.chars().filter(char::is_ascii_uppercase).count();
    let (count, moves) = (page.actions.len(), letters.len());
    let counts = browser.value(COUNTS);
    let both = |count: usize| format!("{count}/{count}");
    assert_eq!(
        counts.as_array().map(|it| &it[..3]),
        json!([both(count), both(pushes), both(moves)]).as_array().map(|it| &it[..])
    );
}

#[test]
fn counts_follow_the_plan() {
    let page = Page::new("4");
    let Some(mut browser) = page.open(1280, 900) else { return };
    // What the command counts, and what can be read off the letters.
    let path = page.folder.path().join("page.html").display().to_string();
    let asked = ["optimize", LEVEL, "--level", "4", "--format", "json", "--html", &path];
    let plan = run(&[&asked[..], ALONE].concat()).json();
    let ends = ["actions", "pushes", "moves", "box_changes"].map(|key| plan[key].as_u64().expect("a count"));
    let mut last = json!(null);
    for action in 0..=page.actions.len() {
        let letters = page.actions[..action].concat();
        let pushes = letters.chars().filter(char::is_ascii_uppercase).count();
        let counts = browser.value(COUNTS);
        let played = [action, pushes, letters.len()];
        let shown: Vec<String> = played.iter().zip(ends).map(|(at, end)| format!("{at}/{end}")).collect();
        assert_eq!(json!(counts.as_array().map(|it| &it[..3])), json!(shown));
        last = counts;
        browser.press("ArrowRight", "");
    }
    assert_eq!(last[3], format!("{0}/{0}", ends[3]));
}

#[test]
fn the_letters_are_copied_with_and_without_a_clipboard() {
    let page = Page::new("3");
    let Some(mut browser) = page.open(375, 740) else { return };
    browser.value("navigator.clipboard.writeText = async (text) => { window.copied = text; }");
    browser.click("#copy");
    browser.wait_for("document.getElementById('copy').textContent === 'Copied'");
    assert_eq!(browser.value("window.copied"), page.actions.concat());
    // A page from a file may have no clipboard; then the browser copies what is selected.
    browser.wait_for("document.getElementById('copy').textContent === 'Copy letters'");
    browser.value(
        "navigator.clipboard.writeText = async () => { throw new Error('not here'); }; window.copied = ''; \
         document.addEventListener('copy', () => { window.copied = document.activeElement.value; }); 0",
    );
    browser.click("#copy");
    browser.wait_for("document.getElementById('copy').textContent === 'Copied'");
    assert_eq!(browser.value("window.copied"), page.actions.concat());
}

#[test]
fn no_seams_show_between_squares() {
    let page = Page::new("4");
    for (width, scale) in [(1280, 1.0), (1280, 1.1), (1280, 0.67), (375, 1.37)] {
        let Some(mut browser) = page.open(width, 900) else { return };
        browser.zoom(width, 900, scale);
        // Along the walls at the top and on the left, and along the free squares beside them.
        let lines = [[0.1, 0.5, 7.9, 0.5], [1.1, 1.5, 3.9, 1.5], [0.5, 0.1, 0.5, 5.9], [1.5, 1.1, 1.5, 4.9]];
        for line in lines {
            let colours = browser.colours(line);
            assert_eq!(colours.len(), 1, "{width} {scale} {line:?}: {colours:?}");
        }
        // From the wall to the floor nothing is brighter or darker than both.
        let colours = browser.colours([0.5, 2.1, 1.6, 2.1]);
        let red = |colour: &serde_json::Value| colour[0].as_u64().expect("a number");
        let ends = [red(&colours[0]), red(&colours[colours.len() - 1])];
        assert!(colours.iter().all(|colour| (ends[0]..=ends[1]).contains(&red(colour))), "{colours:?}");
    }
}

#[test]
fn mouse_and_keyboard_step_both_ways() {
    let page = Page::new("4");
    let Some(mut browser) = page.open(1200, 800) else { return };
    let count = page.actions.len();
    for action in 1..=count {
        if action % 2 == 0 {
            browser.press("ArrowRight", "");
        } else {
            browser.click("#forward");
        }
        assert_eq!(browser.value(DRAWN), page.after(action), "after action {action}");
        assert_eq!(browser.value(CURRENT), action - 1);
        // The walk has one point more than moves; the arrow is there.
        let walk = page.actions[action - 1].chars().filter(char::is_ascii_lowercase).count();
        let points = "document.getElementById('walk').points.length";
        assert_eq!(browser.value(points), walk + 1, "the walk of action {action}");
        assert_eq!(browser.value("getComputedStyle(document.getElementById('push')).display"), "inline");
    }
    for action in (0..count).rev() {
        if action % 2 == 0 {
            browser.press("ArrowLeft", "");
        } else {
            browser.click("#back");
        }
        assert_eq!(browser.value(DRAWN), page.after(action), "back after action {action}");
    }
    assert_eq!(browser.value(CURRENT), -1);
    browser.press("End", "");
    assert_eq!(browser.value(DRAWN), page.after(count));
    browser.press("Home", "");
    assert_eq!(browser.value(DRAWN), page.after(0));
    browser.click("#plan li:nth-child(2) button");
    assert_eq!(browser.value(DRAWN), page.after(2), "a click on an action shows it");
    // Space on the body plays, and pauses.
    browser.value("document.activeElement.blur()");
    browser.press(" ", " ");
    assert_eq!(browser.value("document.getElementById('play').textContent"), "Pause");
    browser.press(" ", " ");
    assert_eq!(browser.value("document.getElementById('play').textContent"), "Play");
}

#[test]
fn a_phone_shows_all_of_it() {
    let page = Page::new("4");
    for width in [360, 375] {
        let Some(mut browser) = page.open(width, 740) else { return };
        let inside = |elements: &[&str], browser: &mut Browser| {
            let wide = format!("document.documentElement.scrollWidth <= {width}");
            assert_eq!(browser.value(&wide), true, "nothing sticks out");
            for element in elements {
                let inside = format!(
                    "(() => {{ const r = document.querySelector('{element}').getBoundingClientRect(); \
                     return r.left >= 0 && r.right <= {width} && r.bottom <= 740 && r.width >= 40; }})()"
                );
                assert_eq!(browser.value(&inside), true, "{element} is in sight");
            }
        };
        inside(&["#board", "#play", "#back", "#forward", "#end", "#see", "#try", "dl"], &mut browser);
        browser.click("#end");
        assert_eq!(browser.value(DRAWN), page.after(page.actions.len()));
        browser.click("#try");
        inside(&["#board", "#undo", "#redo", "#restart", "#status", "dl"], &mut browser);
    }
}

#[test]
fn everything_has_a_name_and_the_keyboard_reaches_it() {
    let page = Page::new("4");
    let Some(mut browser) = page.open(1280, 900) else { return };
    let nameless = "[...document.querySelectorAll('button, select, input, svg#board')].filter((element) => \
                    !(element.ariaLabel || element.textContent.trim() || element.closest('label'))).length";
    assert_eq!(browser.value(nameless), 0);
    let mut reached = std::collections::BTreeSet::new();
    for _ in 0..40 {
        browser.tab();
        reached.insert(browser.value("document.activeElement.id").to_string());
    }
    for id in ["try", "see", "play", "forward", "end", "speed", "copy"] {
        assert!(reached.contains(&format!("\"{id}\"")), "{id}: {reached:?}");
    }
}

#[test]
fn the_page_needs_nothing_else() {
    let page = Page::new("2");
    let text = std::fs::read_to_string(page.folder.path().join("page.html")).expect("the page");
    for part in ["src=", "href=", "@import", "url(h", "fetch(", "{{", "}}<"] {
        assert!(!text.contains(part), "{part}");
    }
    assert_eq!(text.matches("http").count(), 1, "the namespace of SVG alone");
}

#[test]
fn titles_cannot_break_the_page() {
    let level = "#####\n#@$.#\n#####\nTitle: </script><canvas>&\"\n";
    let folder = folder(&[("level", level)]);
    let run = run_in(folder.path(), &["optimize", "level", "--html", "page.html"], "");
    assert_eq!(run.code, FOUND, "{run:?}");
    let Some(mut browser) = Browser::open(&folder.path().join("page.html"), 800, 600) else { return };
    assert_eq!(browser.value("document.querySelector('h1').textContent"), "</script><canvas>&\"");
}

/// The data of the one level of a page.
fn data(text: &str) -> serde_json::Value {
    let (_, rest) = text.split_once("application/json\">").expect("data");
    let (data, _) = rest.split_once("</script>").expect("an end of it");
    serde_json::from_str::<serde_json::Value>(data).expect("JSON")["levels"][0].take()
}

#[test]
fn a_level_without_a_plan_can_be_played_and_says_why() {
    let folder = folder(&[
        ("corner", "#####\n#@ .#\n#$  #\n#####\n"),
        ("surplus", "#########\n#@$ $.  #\n#########\n"),
        ("room", "#######\n#     #\n# $.$ #\n# .@. #\n#  $  #\n#     #\n#######\n"),
    ]);
    let lost = "there is no plan of any length: the box on c1r2 can be brought to no storage location, even with no other \
                box in the way";
    let limit = "not solved within 0 s: 0 <= actions";
    for (arguments, code, summary) in [
        (&["decide", "corner"][..], NONE, lost),
        (&["optimize", "corner", "--metric", "pushes"], NONE, lost),
        (
            &["decide", "room", "--actions", "1"],
            NONE,
            "there is no plan of exactly 1 action (box line); at least ",
        ),
        (
            &["optimize", "room", "--max-actions", "1"],
            NONE,
            "there is no plan of at most 1 action (box line): ",
        ),
        (&["optimize", "room", "--time-limit", "0"], UNKNOWN, limit),
        (&["optimize", "room", "--time-limit", "0", "--metric", "moves"], UNKNOWN, "not solved within 0 s"),
        (&["decide", "surplus", "--actions", "1", "--engine", "tabled"], UNKNOWN, "is not known: n/a"),
    ] {
        let run = run_in(folder.path(), &[arguments, &["--html", "page.html"]].concat(), "");
        assert_eq!(run.code, code, "{arguments:?}: {run:?}");
        let path = folder.path().join("page.html");
        let level = data(&std::fs::read_to_string(&path).expect("a page"));
        assert!(level["summary"].as_str().expect("a summary").contains(summary), "{arguments:?}: {level}");
        assert!(level["plan"].is_null() && level["unsolved"].is_string(), "{level}");
        for width in [1280, 375] {
            let Some(mut browser) = Browser::open(&path, width, 740) else { return };
            assert_eq!(browser.value("document.body.dataset.mode"), "game");
            assert_eq!(browser.value("document.getElementById('see').disabled"), true);
            assert_eq!(browser.value("document.getElementById('summary').textContent"), level["summary"]);
            let wide = format!("document.documentElement.scrollWidth <= {width}");
            assert_eq!(browser.value(&wide), true, "nothing sticks out");
            let shown = "document.getElementById('why').getClientRects().length > 0 || \
                         document.getElementById('why').textContent === ''";
            assert_eq!(browser.value(shown), true, "{arguments:?}");
            browser.press("ArrowRight", "");
            assert_eq!(browser.value("document.getElementById('moves').textContent"), "1");
        }
        std::fs::remove_file(&path).expect("a page");
    }
}

#[test]
fn a_page_is_written_when_the_search_has_ended() {
    let folder = folder(&[
        ("page.html", "before"),
        ("ring.lp", "right(a,b). right(b,c). right(c,a). sokoban(a). box(b). solution(c)."),
    ]);
    let path = folder.path().join("page.html").display().to_string();
    let page = || std::fs::read_to_string(&path).expect("a file");
    let faber = instance("faber-example.lp");
    for (arguments, code) in [
        (&["decide", &faber, "--actions", "4", "--html", "no/where.html"][..], UNWRITABLE),
        (&["decide", &faber, "--actions", "4", "--html", "."], UNWRITABLE),
    ] {
        let run = run_in(&repository(), arguments, "");
        assert_eq!(run.code, code, "{arguments:?}: {run:?}");
        assert_eq!(page(), "before", "{arguments:?}");
    }
    // The page is a file: `-` is none, and a name that nobody gave is not in the message.
    for arguments in [
        &["decide", &faber, "--html", "-"][..],
        &["optimize", &faber, "--html=-"],
        &["replay", &faber, "--html", "-"],
        &["compare", &faber, "--plot", "-"],
    ] {
        let run = run_in(folder.path(), arguments, "");
        assert_eq!((run.code, run.out.as_str()), (USAGE, ""), "{arguments:?}: {run:?}");
        assert!(!folder.path().join("-").exists() && run.err.contains("not to standard output"), "{run:?}");
    }
    let nowhere = run(&["decide", &faber, "--html", "no/where.html"]);
    let message = "error: cannot write `no/where.html`: No such file or directory (os error 2)\n";
    assert!(nowhere.err.contains(message) && !nowhere.err.contains(".tmp"), "{}", nowhere.err);
    // What cannot be drawn is refused before the search.
    let ring = run_in(folder.path(), &["decide", "ring.lp", "--actions", "1", "--html", "page.html"], "");
    assert_eq!((ring.code, ring.out.as_str()), (INPUT, ""));
    assert!(ring.err.contains("cannot be drawn"), "{}", ring.err);

    let run = run_in(&repository(), &["decide", &faber, "--html", &path], "");
    assert!(run.code == FOUND && page().contains("push(col8row2,right,col9row2,"), "{run:?}");
    assert_eq!(std::fs::read_dir(folder.path()).expect("a folder").count(), 2, "nothing else is left behind");
    let plan = folder.path().join("plan");
    std::fs::write(&plan, &run.out).expect("a file");
    let replayed = folder.path().join("again.html").display().to_string();
    let run =
        run_in(&repository(), &["replay", &faber, &plan.display().to_string(), "--html", &replayed], "");
    assert!(run.code == FOUND && run.out.is_empty(), "{run:?}");
    let data = |text: &str| {
        let mut level = data(text);
        // What is said of the plan depends on who says it.
        level["summary"].take();
        level
    };
    let again = std::fs::read_to_string(&replayed).expect("a page");
    assert!(data(&again)["plan"].is_object() && data(&again) == data(&page()), "the same plan");
}
