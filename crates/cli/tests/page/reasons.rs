//! The pages of `explain --html`, in a browser.

use serde_json::{json, Value};
use tempfile::TempDir;

use crate::browser::Browser;
use crate::support::{folder, run_in, FOUND, NONE};

/// A program with four conflicts, of 3, 3, 3 and 4 statements; the fact `f(1).` is in each.
const CONFLICTS: &str = "% Facts.\nf(1). f(2). f(3).\nf(4). f(5). % a long comment, which does not fit on a phone in one line\n\n\n\n\n\n\n
:- f(1), f(2).\n:- f(1), f(3).\n:-\n  f(1),\n  f(4).\n:- f(1), f(5), g.\ng.\n";

/// A program with atoms that are derived from others, one of them twice.
const DERIVED: &str = "e(1,2). e(2,3). e(3,4).\nr(1).\nr(Y) :- r(X), e(X,Y).\nboth :- r(3), r(4), not off, #count { X : r(X) } >= 2.\n\
    { off; on }.\nlow(X) :- e(X,_), r(X), not r(X).\n";

/// Writes the page of a program.
fn page(program: &str, options: &[&str]) -> TempDir {
    let folder = folder(&[("p.lp", program)]);
    let run = run_in(folder.path(), &[&["explain", "p.lp", "--html", "page.html"], options].concat(), "");
    assert!([FOUND, NONE].contains(&run.code), "{run:?}");
    folder
}

fn open(folder: &TempDir, width: u32) -> Option<Browser> {
    Browser::open(&folder.path().join("page.html"), width, 800)
}

/// The texts of all elements that a selector finds.
fn texts(browser: &mut Browser, selector: &str) -> Vec<String> {
    let texts =
        browser.value(&format!("[...document.querySelectorAll({selector:?})].map((it) => it.textContent)"));
    let texts = texts.as_array().expect("texts").iter();
    texts.map(|text| text.as_str().expect("a text").to_owned()).collect()
}

/// The identifier of what has the focus.
fn focus(browser: &mut Browser) -> Value {
    browser.value("document.activeElement.id")
}

#[test]
fn the_value_of_a_variable_is_a_tree_of_bounds() {
    let program = "&dom { 0..9 } = f(1..2). &dom { 1..7 } = g.\n&sum { f(1); 2 } <= f(2) :- on.\non.\n&sum { f(1) } >= 3.\n\
        &minimize { f(2) }.\nlarge :- &sum { f(2) } > 4.\n".replace("f(1..2)", "f(X) :- X = 1..2");
    let folder = page(&program, &["--why", "f(2)=5"]);
    for width in [1280, 375] {
        let Some(mut browser) = open(&folder, width) else { return };
        assert_eq!(texts(&mut browser, "#question"), ["Why is f(2)=5 true?"]);
        let names = texts(&mut browser, "#tree summary code, #tree .leaf > code:first-child");
        assert_eq!(names, ["f(2)=5", "f(2) >= 5", "on", "f(1) >= 3", "f(2) <= 5"]);
        assert_eq!(texts(&mut browser, "#tree .rule code"), ["&sum { f(1); 2 } <= f(2) :- on."]);
        let kinds = texts(&mut browser, "#tree .kind");
        assert_eq!(
            kinds.into_iter().filter(|kind| !kind.is_empty()).collect::<Vec<_>>(),
            ["fact", "by the costs"]
        );
        // The value is marked in its table, and nothing sticks out.
        assert_eq!(texts(&mut browser, "tr.came td"), ["2", "5"]);
        let wide = format!("document.documentElement.scrollWidth <= {width}");
        assert_eq!(browser.value(&wide), true);
    }
    let folder = page(&program, &["--why", "large"]);
    let Some(mut browser) = open(&folder, 1280) else { return };
    let names = texts(&mut browser, "#tree summary code");
    assert_eq!(names, ["large", "f(2) >= 5"]);
    let folder = page(&program, &["--why", "g"]);
    let Some(mut browser) = open(&folder, 1280) else { return };
    let kinds = texts(&mut browser, "#tree .kind");
    assert!(kinds.contains(&"left open, from 1 to 7".to_owned()), "{kinds:?}");
}

#[test]
fn conflicts_are_stepped_through_and_compared() {
    let folder = page(CONFLICTS, &["-n", "0"]);
    let Some(mut browser) = open(&folder, 1280) else { return };
    let sizes = texts(&mut browser, "#all button span");
    let mut sorted = sizes.clone();
    sorted.sort();
    assert_eq!(sorted, ["3 statements", "3 statements", "3 statements", "4 statements"]);
    assert_eq!(texts(&mut browser, "#choice option").len(), 4);
    let mut seen = Vec::new();
    for (at, size) in sizes.iter().enumerate() {
        assert_eq!(browser.value("document.getElementById('choice').value"), at.to_string());
        let current = browser.value("document.querySelector('#all [aria-current=true]').textContent");
        assert_eq!(current, format!("Conflict {}{size}", at + 1));
        let listed = texts(&mut browser, "#list .text-of");
        assert_eq!(format!("{} statements", listed.len()), *size);
        // The marked text is that of the listed statements.
        let marked = texts(&mut browser, "#texts .mark.in").concat();
        assert_eq!(marked, listed.concat().replace(":- f(1), f(4).", ":-f(1),f(4)."));
        assert_eq!(texts(&mut browser, "#texts .mark.every"), ["f(1)."]);
        assert_eq!(texts(&mut browser, "#list .share.every"), ["in all 4"]);
        seen.extend(listed);
        browser.press("ArrowRight", "");
    }
    assert_eq!(browser.value("document.getElementById('after').disabled"), true);
    seen.sort();
    seen.dedup();
    // All statements, those of all conflicts first.
    browser.click("#of-all");
    let mut listed = texts(&mut browser, "#list .text-of");
    assert_eq!(listed[0], "f(1).");
    listed.sort();
    assert_eq!(listed, seen);
    assert_eq!(texts(&mut browser, "#list .share")[1..].iter().filter(|it| *it == "in 1 of 4").count(), 9);
    assert_eq!(texts(&mut browser, "#message"), ["10 statements; 1 of them in all 4 conflicts"]);
    browser.press("Home", "");
    browser.click("#all li:nth-child(3) button");
    assert_eq!(browser.value("document.getElementById('choice').value"), "2");
    browser.click("#before");
    assert_eq!(browser.value("document.getElementById('choice').value"), "1");
}

#[test]
fn only_the_source_around_statements_is_shown_and_links_lead_to_it() {
    let folder = page(CONFLICTS, &[]);
    let Some(mut browser) = open(&folder, 1280) else { return };
    assert_eq!(browser.value("document.getElementById('stepper').hidden"), true);
    let shown: Vec<u32> =
        texts(&mut browser, ".number").iter().map(|number| number.parse().expect("a number")).collect();
    assert!(shown.contains(&2) && !shown.contains(&7), "{shown:?}");
    let lines = texts(&mut browser, "#texts .text");
    assert!(lines[1].starts_with("f(1). f(2)."), "{lines:?}");
    assert!(texts(&mut browser, ".gap").iter().any(|gap| gap.starts_with("lines ")));
    browser.click("#list li:last-child a");
    let statement = texts(&mut browser, "#list li:last-child .text-of");
    let here = texts(&mut browser, "#texts .here");
    assert_eq!(here.concat().replace(' ', ""), statement[0].replace(' ', ""));
    assert!(focus(&mut browser).as_str().is_some_and(|id| id.starts_with("statement-")));
}

#[test]
fn a_repair_and_an_odd_loop_are_shown() {
    let folder = page(CONFLICTS, &["--repair"]);
    let Some(mut browser) = open(&folder, 375) else { return };
    assert_eq!(texts(&mut browser, "#texts .mark.out"), ["f(1)."]);
    assert_eq!(texts(&mut browser, "#statements h2"), ["To leave out"]);
    assert!(texts(&mut browser, "#count")[0].starts_with("smallest: "));
    let folder = page(
        "move(1, 2). move(2, 1). move(2, 3).\nmove(3, 3).\nwins(X) :- move(X, Y), not wins(Y).\n",
        &["--soft", "constraints"],
    );
    let Some(mut browser) = open(&folder, 375) else { return };
    assert_eq!(texts(&mut browser, "#loops li"), ["wins(3) depends on not wins(3) p.lp:3"]);
    assert_eq!(texts(&mut browser, "#texts .mark.loop"), ["wins(X) :- move(X, Y), not wins(Y)."]);
    assert!(texts(&mut browser, "#loops .help")[0].contains("this rule has no answer set"));
}

#[test]
fn a_derivation_is_a_tree_without_repetitions() {
    let folder = page(DERIVED, &["--why", "both", "--assume", "not off"]);
    let Some(mut browser) = open(&folder, 1280) else { return };
    assert_eq!(texts(&mut browser, "#verdict"), ["both is true"]);
    assert_eq!(texts(&mut browser, "#assumed"), ["Assumed: not off"]);
    // Each atom has one place: branches and leaves with different names.
    let mut homes = texts(&mut browser, "#tree [id^=atom-] > code");
    assert_eq!(homes[0], "both");
    let count = homes.len();
    homes.sort();
    homes.dedup();
    assert_eq!(homes.len(), count);
    assert_eq!(
        browser.value("data.derivation.map(({ atom }) => atom).sort()"),
        json!(homes),
        "all atoms of the derivation have one"
    );
    let reasons = texts(&mut browser, "#tree .leaf");
    assert!(
        reasons.iter().any(|it| it == "not off `off` is false" || it == "not off off is false"),
        "{reasons:?}"
    );
    assert!(
        reasons.iter().any(|it| it.starts_with("#count { X : r(X) } >= 2 its value is 4")),
        "{reasons:?}"
    );
    // A link leads to the place of an atom, also if that was closed.
    browser.click("#close");
    assert_eq!(texts(&mut browser, "#tree details[open]").len(), 0);
    browser.click("#open");
    let link = "#tree a[href='#atom-ATOM']";
    let atom = browser.value("data.derivation.findIndex(({ atom }) => atom === 'r(3)')").to_string();
    assert!(!texts(&mut browser, &link.replace("ATOM", &atom)).is_empty(), "it is mentioned again");
    browser.value(&format!("document.getElementById('atom-{atom}').parentElement.open = false; 0"));
    browser.click(&link.replace("ATOM", &atom));
    assert_eq!(focus(&mut browser), format!("atom-{atom}"));
    // A rule leads to its source.
    browser.click(&format!("#atom-{atom} + .rule a"));
    assert_eq!(texts(&mut browser, "#texts .here"), ["r(Y) :- r(X), e(X,Y)."]);
    // The answer set is in tables.
    assert_eq!(texts(&mut browser, "[data-predicate='r/1'] tbody td"), ["1", "2", "3", "4"]);
    assert_eq!(texts(&mut browser, ".holds.came").len(), 1);
}

/// A program with comments that a page must not read as its own text.
const DUTY: &str = "day(mon; tue).\n% <b>ill</b> on {D}\n{ on(P, D) : P = (ada; ben) } = 1 :- day(D).\n\
    %!trace {\"% is <i>ill</i>\", P} ill(P, D).\nill(ada, mon).\n% Nobody works while ill: </script>.\n:- on(P, D), ill(P, D).\n\
    #minimize { 2,D : on(ben, D) }.\n#show on/2.\n";

#[test]
fn a_click_says_why_another_atom_is_true_or_false() {
    let folder = page(DUTY, &["--why", "on(ada,mon)"]);
    for width in [1280, 375] {
        let Some(mut browser) = open(&folder, width) else { return };
        let contrast = texts(&mut browser, "#contrast > div");
        assert_eq!(contrast[0], "there is no answer set in which on(ada,mon) is true, because of");
        assert!(contrast.contains(&"ada is <i>ill</i>".to_owned()), "{contrast:?}");
        assert!(contrast.contains(&"Nobody works while ill: </script>.".to_owned()), "{contrast:?}");
        assert_eq!(texts(&mut browser, "#tree .words")[0], "<b>ill</b> on mon");
        assert_eq!(browser.value("document.getElementById('other').hidden"), true);
        browser.value("document.querySelector('tr[data-atom=\"on(ada,tue)\"]').click(); 0");
        assert_eq!(texts(&mut browser, "#other-question"), ["Why is on(ada,tue) true?"]);
        let reason = texts(&mut browser, "#other-reason > div");
        let costs = "there is an answer set in which on(ada,tue) is false, at cost 4 instead of 2";
        assert!(
            reason.contains(&costs.to_owned()) && reason.contains(&"+ on(ben,tue)".to_owned()),
            "{reason:?}"
        );
        let choose = "const it = document.getElementById('asked'); it.value = 'on(ben,tue)'; it.dispatchEvent(new Event('change')); 0";
        browser.value(choose);
        assert_eq!(texts(&mut browser, "#other-question"), ["Why is on(ben,tue) false?"]);
        let groups = browser.value("[...document.querySelectorAll('#asked optgroup')].map((it) => it.label)");
        assert_eq!(groups, json!(["true in this answer set", "false in it"]));
        assert_eq!(browser.value(&format!("document.documentElement.scrollWidth <= {width}")), true);
    }
    let folder = page(&DUTY.replace("ill(ada, mon).", "ill(ada, mon). ill(ben, mon)."), &[]);
    let Some(mut browser) = open(&folder, 1280) else { return };
    let words = texts(&mut browser, "#words li");
    assert_eq!(words[0], "Nobody works while ill: </script>.");
    assert!(words.contains(&"ada is <i>ill</i>".to_owned()), "{words:?}");
}

#[test]
fn the_keyboard_moves_in_the_tree() {
    let folder = page(DERIVED, &["--why", "both"]);
    let Some(mut browser) = open(&folder, 1280) else { return };
    browser.value("document.getElementById('atom-0').focus(); 0");
    browser.press("ArrowDown", "");
    let second = focus(&mut browser);
    assert_ne!(second, "atom-0");
    browser.press("ArrowUp", "");
    assert_eq!(focus(&mut browser), "atom-0");
    browser.press("ArrowLeft", "");
    assert_eq!(browser.value("document.querySelector('#tree details').open"), false);
    browser.press("ArrowRight", "");
    assert_eq!(browser.value("document.querySelector('#tree details').open"), true);
    browser.press("ArrowRight", "");
    assert_eq!(focus(&mut browser), second);
    browser.press("ArrowLeft", "");
    browser.press("ArrowLeft", "");
    assert_eq!(focus(&mut browser), "atom-0");
}

#[test]
fn long_chains_go_on_in_trees_of_their_own() {
    let program = "{ go }.\nn(0) :- go.\nn(X + 1) :- n(X), go, X < 2000.\n";
    let folder = page(program, &["--why", "n(2000)", "--assume", "go"]);
    let Some(mut browser) = open(&folder, 375) else { return };
    let is_open = "[...document.querySelectorAll('#tree details[open] > summary')].map((it) => it.id)";
    assert_eq!(browser.value(is_open), json!(["atom-0", "atom-1"]));
    browser.click("#open");
    assert_eq!(browser.value("document.querySelectorAll('#tree summary').length"), 2001);
    assert_eq!(
        browser.value(
            "Math.max(...[...document.querySelectorAll('#tree details')].map((it) => it.dataset.depth))"
        ),
        7
    );
    assert_eq!(browser.value("document.documentElement.scrollWidth <= 375"), true);
    // An address opens what is above its atom.
    browser.click("#close");
    browser.value("location.hash = '#atom-1500'; 0");
    browser.wait_for("document.getElementById('atom-1500').checkVisibility()");
}

#[test]
fn a_false_atom_says_what_fails() {
    let folder = page(DERIVED, &["--why", "low(1)"]);
    let Some(mut browser) = open(&folder, 375) else { return };
    assert_eq!(texts(&mut browser, "#verdict"), ["low(1) is false"]);
    assert_eq!(texts(&mut browser, "#tree .fails"), ["r(1) is true"]);
    assert_eq!(texts(&mut browser, "#tree .values"), ["with X = 1"]);
    let folder = page("p(1..3). q(2..3). s(X) :- p(X), X > 1. h :- p(X), q(X), not s(X).", &["--why", "h"]);
    let Some(mut browser) = open(&folder, 375) else { return };
    assert_eq!(texts(&mut browser, "#tree details details details summary"), ["X = 2", "X = 3"]);
    assert_eq!(texts(&mut browser, "#tree .fails"), ["s(2) is true", "s(3) is true"]);
    let folder = page("a. b :- c.", &["--why", "bb"]);
    let Some(mut browser) = open(&folder, 375) else { return };
    assert_eq!(texts(&mut browser, "#tree"), ["no rule and no fact derives it"]);
}

#[test]
fn pages_fit_and_can_be_read_in_both_colour_schemes() {
    let long = format!("{CONFLICTS}:- f(1), f(\"{}\").\nf(\"{0}\").\n", "word".repeat(60));
    for options in
        [&["-n", "0"][..], &["--repair"], &["--soft", "all"], &["--assume", "off(2)", "--soft", "facts"]]
    {
        fits(&page(&long, options), &["#texts .mark"]);
    }
    let long =
        format!("{DERIVED}w(\"{0}\") :- both, r(X), not off. v(\"{0}\") :- w(\"{0}\").", "word".repeat(60));
    let atom = format!("v(\"{}\")", "word".repeat(60));
    for options in [
        &["--why", "both", "--assume", "not off"][..],
        &["--why", "low(1)"],
        &["--why", &atom, "--assume", "not off"],
        &["--why", &atom, "--assume", "off"],
    ] {
        fits(
            &page(&long, options),
            &["#texts .mark", "#tree summary code", "#tree .kind", "#tree .reason", "#tree .rule code"],
        );
    }
}

/// Checks the width of a page on a phone and a desktop, and the contrast of texts.
fn fits(folder: &TempDir, selectors: &[&str]) {
    // The ratio of contrast as in the Web Content Accessibility Guidelines, 1.4.3, with the background that an element has or
    // inherits.
    let contrast = |selector: &str| {
        format!(
            "(() => {{
                const light = (text) => {{
                    const [r, g, b] = text.match(/[\\d.]+/g).map((part) => part / 255)
                        .map((part) => (part <= .04045 ? part / 12.92 : ((part + .055) / 1.055) ** 2.4));
                    return .2126 * r + .7152 * g + .0722 * b + .05;
                }};
                const ground = (element) => {{
                    const colour = getComputedStyle(element).backgroundColor;
                    return colour === 'rgba(0, 0, 0, 0)' ? ground(element.parentElement) : colour;
                }};
                return Math.min(21, ...[...document.querySelectorAll({selector:?})].map((element) => {{
                    const pair = [light(getComputedStyle(element).color), light(ground(element))];
                    return Math.max(...pair) / Math.min(...pair);
                }}));
            }})()"
        )
    };
    let Some(mut browser) = open(folder, 1280) else { return };
    for width in [1280, 375, 360] {
        browser.zoom(width, 800, 1.0);
        for scheme in ["light", "dark"] {
            browser.prefer(scheme);
            let wide = format!("document.documentElement.scrollWidth <= {width}");
            let out = format!(
                "[...document.querySelectorAll('body *')].filter((it) => it.getBoundingClientRect().right > {width}) \
                 .map((it) => it.outerHTML.slice(0, 100))"
            );
            assert!(browser.value(&wide) == true, "at {width} there is more: {}", browser.value(&out));
            for selector in selectors {
                let ratio = browser.value(&contrast(selector)).as_f64().expect("a ratio");
                assert!(ratio >= 4.5, "{selector} in {scheme}: {ratio}");
            }
        }
        let nameless = "[...document.querySelectorAll('button, select, input, summary, a')].filter((element) => \
                        !(element.ariaLabel || element.getAttribute('aria-label') || element.textContent.trim())).length";
        assert_eq!(browser.value(nameless), 0);
    }
}

#[test]
fn a_page_without_reasons_says_so() {
    let folder = page("{ a }.", &[]);
    let Some(mut browser) = open(&folder, 375) else { return };
    assert_eq!(
        browser.value("document.getElementById('result').innerText"),
        "SATISFIABLE the program has an answer set: there is nothing to explain"
    );
    assert_eq!(browser.value("document.querySelector('main').hidden"), true);
    let folder = page("a. :- a.", &["--why", "a"]);
    let Some(mut browser) = open(&folder, 375) else { return };
    let said = browser.value("document.getElementById('result').innerText");
    assert!(
        said.as_str().is_some_and(|said| said.starts_with("UNSATISFIABLE there is no answer set")),
        "{said}"
    );
    assert_eq!(browser.value("document.querySelector('main').hidden"), true);
}
