//! The tables of the page of answer sets, in a browser: costs, heights, pivots, and comparisons of two answer sets.

use serde_json::{json, Value};

use crate::answers::{open, page, texts};
use crate::browser::Browser;

/// A timetable: in each answer set, each of four courses has an hour and a room of its own.
const TIMETABLE: &str = "course(art;\"<b>\";chess;drama). hour(8;10). room(aula;attic).
    { held(C,H,R) : hour(H), room(R) } = 1 :- course(C). :- held(C,H,R), held(D,H,R), C < D.
    #show held/3.";

/// The texts of the rows of a table, joined by commas, the head included; atoms in a cell are joined by `+`.
fn grid(browser: &mut Browser, predicate: &str) -> Value {
    browser.value(&format!(
        "[...document.querySelector('[data-predicate=\"{predicate}\"] table').rows].map((row) => [...row.cells].map((cell) => \
         cell.querySelector('.entry') ? [...cell.children].map((it) => it.textContent).join('+') : cell.textContent).join(','))"
    ))
}

/// Chooses the form of the table of a predicate.
fn choose(browser: &mut Browser, predicate: &str, form: &str) {
    let at = if form == "Table" { 1 } else { 2 };
    browser.click(&format!("[data-predicate='{predicate}'] .top .modes button:nth-child({at})"));
}

/// Chooses in a list.
fn select(browser: &mut Browser, selector: &str, value: usize) {
    browser.value(&format!(
        "(() => {{ const list = document.querySelector({selector:?}); list.value = {value}; \
         list.dispatchEvent(new Event('change')); }})()"
    ));
}

/// The shown atoms whose marks are these, by what their elements say.
fn marked(browser: &mut Browser, mark: &str) -> Value {
    browser.value(&format!("[...document.querySelectorAll('#tables .{mark}')].map((it) => it.dataset.atom)"))
}

#[test]
fn costs_are_shown_by_priority_in_each_mode() {
    let program = "{ a(1..3) }. :~ a(X). [1@7,X] :~ not a(1). [3@-1]";
    for mode in ["opt", "enum", "ignore", "optN"] {
        let folder = page(program, &[&format!("--opt-mode={mode}"), "0"]);
        let Some(mut browser) = open(&folder, 1280) else { return };
        let count = browser.value("answers.length").as_u64().expect("a count");
        assert!(count >= 1, "{mode}");
        for at in 0..count {
            browser.value(&format!("stepper.go({at})"));
            let atoms = texts(&mut browser, "[data-predicate='a/1'] tbody td");
            let atoms = atoms.as_array().expect("atoms").clone();
            let low = if atoms.contains(&json!("1")) { 0 } else { 3 };
            let costs = format!("costs {}@7 {low}@-1", atoms.len());
            assert_eq!(texts(&mut browser, "#costs"), json!([costs]), "{mode}, {at}");
            assert_eq!(browser.value("document.getElementById('costs').hidden"), false);
            let title = texts(&mut browser, "#choice option")[at as usize].clone();
            let end = format!(" – costs {}@7, {low}@-1", atoms.len());
            assert!(title.as_str().expect("a title").ends_with(&end), "{mode}: {title}");
        }
    }
    let folder = page("{ a }. #minimize { 2@3 : a }. :- not a.", &["--opt-mode=ignore"]);
    let Some(mut browser) = open(&folder, 1280) else { return };
    assert_eq!(texts(&mut browser, "#costs"), json!(["costs 2"]), "one priority needs no name");
    let folder = page("{ a }.", &[]);
    let Some(mut browser) = open(&folder, 1280) else { return };
    assert_eq!(browser.value("document.getElementById('costs').hidden"), true, "there is no objective");
}

#[test]
fn a_table_is_as_high_as_its_rows() {
    let folder = page("p(1..40). q(1..250).", &[]);
    for width in [375, 1280] {
        let Some(mut browser) = open(&folder, width) else { return };
        let rows =
            |predicate: &str| format!("document.querySelector('[data-predicate=\"{predicate}\"] .rows')");
        let scrolls = |it: &str| format!("{it}.scrollHeight > {it}.clientHeight");
        assert_eq!(browser.value(&scrolls(&rows("p/1"))), false, "{width}");
        assert_eq!(browser.value(&scrolls("document.documentElement")), true, "the page scrolls");
        // What has many rows is not higher than the window, and the keyboard reaches it.
        assert_eq!(browser.value(&scrolls(&rows("q/1"))), true, "{width}");
        assert_eq!(browser.value(&format!("{}.clientHeight <= innerHeight", rows("q/1"))), true, "{width}");
        assert_eq!(browser.value(&format!("{}.tabIndex", rows("q/1"))), 0);
    }
}

#[test]
fn a_pivot_has_hours_by_rooms() {
    let places = ":- held(art,H,R), (H,R) != (8,aula). :- held(\"<b>\",H,R), (H,R) != (10,attic).
        :- held(chess,H,R), (H,R) != (8,attic).";
    let folder = page(&format!("{TIMETABLE} {places}"), &["0"]);
    let Some(mut browser) = open(&folder, 1280) else { return };
    assert_eq!(browser.value("document.querySelectorAll('.pivot').length"), 0, "a table is first");
    choose(&mut browser, "held/3", "Pivot");
    let hours = json!(["2 ↓ 3 →,attic,aula", "8,chess,art", "10,\"<b>\",drama"]);
    assert_eq!(grid(&mut browser, "held/3"), hours);
    assert_eq!(texts(&mut browser, ".pivot tbody th[scope=row]"), json!(["8", "10"]));
    assert_eq!(texts(&mut browser, ".pivot thead th[scope=col]"), json!(["attic", "aula"]));
    // The control keeps the focus, and so do the lists.
    assert_eq!(browser.value("document.activeElement.textContent"), "Pivot");
    for _ in 0..2 {
        browser.tab();
    }
    assert_eq!(browser.value("document.activeElement.closest('label').firstChild.textContent"), "columns ");
    // Choosing the argument of the rows for the columns exchanges both.
    select(&mut browser, ".axes label:nth-child(2) select", 1);
    assert_eq!(
        grid(&mut browser, "held/3"),
        json!(["3 ↓ 2 →,8,10", "attic,chess,\"<b>\"", "aula,art,drama"])
    );
    select(&mut browser, ".axes label:nth-child(2) select", 0);
    let by_room = json!(["3 ↓ 1 →,\"<b>\",art,chess,drama", "attic,10,,8,", "aula,,8,,10"]);
    assert_eq!(grid(&mut browser, "held/3"), by_room);
    let numbers = "document.querySelectorAll('.pivot td.number').length";
    assert_eq!(browser.value(numbers), 8);
    // A filter leaves the rows and columns of what it keeps.
    browser.value("document.activeElement.blur()");
    browser.press("/", "/");
    browser.press("a", "a");
    browser.press("r", "r");
    browser.press("t", "t");
    assert_eq!(grid(&mut browser, "held/3"), json!(["3 ↓ 1 →,art", "aula,8"]));
    assert_eq!(texts(&mut browser, "#tables h3 span"), json!(["1 of 4"]));
    browser.value("document.getElementById('filter').value = ''; document.getElementById('filter').dispatchEvent(new Event('input'))");
    // The axes are those of before when the pivot is shown again.
    choose(&mut browser, "held/3", "Table");
    assert_eq!(browser.value("document.querySelectorAll('#tables tbody tr').length"), 4);
    choose(&mut browser, "held/3", "Pivot");
    assert_eq!(grid(&mut browser, "held/3"), by_room);
}

#[test]
fn the_axes_of_a_pivot_leave_few_atoms_in_a_cell() {
    // Who works when: a person has a shift a day, and several people have the same one. The year is always the same.
    let program = "shift(2026,P,D,(P+D)\\2) :- P = 1..6, D = 11..14. at(T,(box;cart),T/2) :- T = 0..5.
        &dom { 3..3 } = load(X,Y) :- X = 1..4, Y = 5..6. several(a,b,1..3). r(1,2).
        #show shift/4. #show at/3. #show several/3. #show r/2.";
    let folder = page(program, &[]);
    let Some(mut browser) = open(&folder, 1280) else { return };
    let corner = |browser: &mut Browser, predicate: &str| {
        choose(browser, predicate, "Pivot");
        grid(browser, predicate)[0].clone()
    };
    assert_eq!(corner(&mut browser, "shift/4"), "2 ↓ 3 →,11,12,13,14");
    assert_eq!(grid(&mut browser, "shift/4")[1], "1,2026, 0,2026, 1,2026, 0,2026, 1");
    assert_eq!(corner(&mut browser, "at/3"), "1 ↓ 2 →,box,cart");
    assert_eq!(corner(&mut browser, "values of load/2"), "1 ↓ 2 →,5,6", "values are in the cells");
    assert_eq!(corner(&mut browser, "several/3"), "3 ↓ 1 →,a");
    assert_eq!(browser.value("document.querySelectorAll('[data-predicate=\"r/2\"] .modes').length"), 0);
    // Atoms that share a cell are below each other.
    select(&mut browser, "[data-predicate='shift/4'] .axes label:nth-child(1) select", 3);
    assert_eq!(
        grid(&mut browser, "shift/4")[1],
        "0,2026, 1+2026, 3+2026, 5,2026, 2+2026, 4+2026, 6,2026, 1+2026, 3+2026, 5,2026, 2+2026, 4+2026, 6"
    );
}

#[test]
fn a_pivot_has_a_limited_size() {
    let folder = page("p(X,Y,1) :- X = 1..350, Y = 1..120, (X+Y) \\ 9 == 0.", &[]);
    let Some(mut browser) = open(&folder, 1280) else { return };
    choose(&mut browser, "p/3", "Pivot");
    let size = "[document.querySelector('.pivot tbody').rows.length, document.querySelector('.pivot thead tr').cells.length - 1]";
    assert_eq!(browser.value(size), json!([300, 100]));
    let remark = "300 of 350 rows, 100 of 120 columns: filter for others";
    assert_eq!(texts(&mut browser, ".left-out"), json!([remark]));
    browser.value("document.getElementById('filter').value = 'p(345,'; document.getElementById('filter').dispatchEvent(new Event('input'))");
    assert_eq!(texts(&mut browser, ".pivot tbody th"), json!(["345"]));
    assert_eq!(texts(&mut browser, ".left-out"), json!([]));
}

#[test]
fn an_answer_set_is_compared_with_any_other() {
    let program = format!("{TIMETABLE} :~ held(C,H,_). [H@2,C] :~ held(art,8,_). [3@1]");
    let folder = page(&program, &["0", "--opt-mode=enum"]);
    let Some(mut browser) = open(&folder, 1280) else { return };
    let differ = |one: usize, other: usize| {
        format!("answers[{one}].atoms.filter((it) => !answers[{other}].atoms.includes(it)).map((it) => atomText(data.atoms[it])).sort()")
    };
    let sorted = |browser: &mut Browser, mark: &str| {
        let mut all = marked(browser, mark);
        all.as_array_mut().expect("atoms").sort_by_key(ToString::to_string);
        all
    };
    for form in ["Table", "Pivot"] {
        choose(&mut browser, "held/3", form);
        for (shown, other) in [(5, 2), (2, 5), (7, 0)] {
            browser.value(&format!("stepper.go({shown})"));
            select(&mut browser, "#other", other);
            let (came, went) = (browser.value(&differ(shown, other)), browser.value(&differ(other, shown)));
            assert!(came.as_array().is_some_and(|all| !all.is_empty()));
            let case = format!("{form}, {shown} from {other}");
            browser.click("#alone");
            assert_eq!(
                (sorted(&mut browser, "came"), sorted(&mut browser, "went")),
                (came.clone(), json!([])),
                "{case}"
            );
            for way in ["#changed", "#beside"] {
                browser.click(way);
                assert_eq!(sorted(&mut browser, "came"), came, "{case}");
                assert_eq!(sorted(&mut browser, "went"), went, "{case}");
            }
            // On the left is the other answer set, on the right the one that is shown.
            let titles = texts(&mut browser, "#choice option");
            assert_eq!(texts(&mut browser, "th.side"), json!([titles[other], titles[shown]]));
            let side = |second: bool| {
                match form {
                "Table" => format!("[...document.querySelectorAll('#tables tbody tr')].map((row) => [...row.cells].slice(...{}).map((it) => \
                     it.textContent).join(',')).filter((it) => it !== ',,').map((it) => `held(${{it}})`).sort()", if second { "[3]" } else { "[0, 3]" }),
                _ => format!("[...document.querySelectorAll('.pivot tbody tr')].flatMap((row) => [...row.cells].slice(1).filter((_, at, all) => \
                     (at >= all.length / 2) === {second}).flatMap((cell) => [...cell.children].map((it) => it.dataset.atom))).sort()"),
            }
            };
            let whole =
                |at: usize| format!("answers[{at}].atoms.map((it) => atomText(data.atoms[it])).sort()");
            assert_eq!(browser.value(&side(false)), browser.value(&whole(other)), "{case}");
            assert_eq!(browser.value(&side(true)), browser.value(&whole(shown)), "{case}");
            // Only what differs.
            browser.click("#only");
            assert_eq!(sorted(&mut browser, "came"), came, "{case}");
            let all = "document.querySelectorAll('#tables [data-atom]').length";
            assert_eq!(
                browser.value(all),
                came.as_array().map_or(0, Vec::len) + went.as_array().map_or(0, Vec::len)
            );
            browser.click("#only");
            // The costs.
            let costs = browser.value(&format!("answers[{shown}].costs.map((now, at) => {{ const old = answers[{other}].costs[at]; \
                return `priority ${{2 - at}} ${{old}} → ${{now}} ${{now === old ? 'same' : now > old ? `+${{now - old}}` : `−${{old - now}}`}}`; }})"));
            let listed = "[...document.querySelectorAll('#cost-changes tr')].map((row) => [...row.cells].map((it) => it.textContent).join(' '))";
            assert_eq!(browser.value(listed), costs, "{case}");
        }
    }
    // The first answer set has none before it, and an answer set does not differ from itself.
    browser.click("#only");
    select(&mut browser, "#other", 0);
    browser.value("stepper.go(0)");
    assert_eq!(texts(&mut browser, "#tables"), json!(["Nothing differs."]));
    browser.value("document.getElementById('other').value = -1; document.getElementById('other').dispatchEvent(new Event('change'))");
    assert_eq!(browser.value("document.querySelectorAll('#tables .entry').length"), 4);
    assert_eq!(texts(&mut browser, "#changes"), json!(["This is the first answer set."]));
}

#[test]
fn propositions_are_compared_too() {
    let folder = page("1 { a; b } 1.", &["0"]);
    let Some(mut browser) = open(&folder, 1280) else { return };
    browser.value("stepper.go(1)");
    browser.click("#changed");
    let holds = texts(&mut browser, ".holds");
    let mut holds: Vec<&Value> = holds.as_array().expect("texts").iter().collect();
    holds.sort_by_key(ToString::to_string);
    assert_eq!(json!(holds), json!(["holds", "no longer holds"]));
    assert_eq!(texts(&mut browser, ".holds.went"), json!(["no longer holds"]));
}

#[test]
fn what_is_wide_scrolls_in_itself() {
    let program = "{ p(X,Y,long(\"{}\",X)) : Y = 1..30 } = 1 :- X = 1..8. #minimize { Y@Y,X : p(X,Y,_) }."
        .replace("{}", &"word".repeat(10));
    let folder = page(&program, &["3", "--opt-mode=enum"]);
    for width in [375, 1280] {
        let Some(mut browser) = open(&folder, width) else { return };
        browser.value("stepper.go(1)");
        for form in ["#alone", "#changed", "#beside"] {
            browser.click(form);
            for form in ["Table", "Pivot"] {
                choose(&mut browser, "p/3", form);
                let wide = format!("document.documentElement.scrollWidth <= {width}");
                assert_eq!(browser.value(&wide), true, "{form} at {width}");
            }
        }
        // The arrows scroll what is wide, and step elsewhere. The names of rows stay in sight.
        let rows = "document.querySelector('.rows')";
        assert_eq!(browser.value(&format!("{rows}.scrollWidth > {rows}.clientWidth && {rows}.tabIndex")), 0);
        let left = "document.querySelector('.pivot tbody th').getBoundingClientRect().left";
        let before = browser.value(left);
        browser.value(&format!("{rows}.focus()"));
        browser.press("ArrowRight", "");
        assert_eq!(browser.value("shown"), 1);
        browser.value(&format!("{rows}.scrollLeft = 60"));
        assert_eq!(browser.value(left), before);
        browser.value("document.activeElement.blur()");
        browser.press("ArrowRight", "");
        assert_eq!(browser.value("shown"), 2);
    }
}
