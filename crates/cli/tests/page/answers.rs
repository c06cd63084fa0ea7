//! The page of answer sets, in a browser.

use serde_json::{json, Value};
use tempfile::TempDir;

use crate::browser::Browser;
use crate::support::{folder, run_in};

/// Colourings of a triangle, with a colour for each node.
const COLOURS: &str = "node(1..3). edge((1,2)). edge((2,3)). edge((3,1)).
    { colour(N,(red;green;blue)) } = 1 :- node(N). :- edge((N,M)), colour(N,C), colour(M,C).
    attr(graph_nodes,default,style,filled). attr(node,N,fillcolor,C) :- colour(N,C).";

/// A program whose first answer set is not the best one.
const COSTS: &str =
    "{ a(1..6) }. #minimize { 7-X,X : X = 1..6, not a(X) }. :- #count { X : a(X) } > 3. #show a/1.";

/// Writes the page of a program; the options end with how many answer sets.
pub fn page(program: &str, options: &[&str]) -> TempDir {
    let folder = folder(&[("p.lp", program)]);
    let run = run_in(folder.path(), &[&["solve", "p.lp", "--html", "page.html"], options].concat(), "");
    assert!([10, 30].contains(&run.code), "{run:?}");
    folder
}

pub fn open(folder: &TempDir, width: u32) -> Option<Browser> {
    Browser::open(&folder.path().join("page.html"), width, 800)
}

/// The texts of all elements that a selector finds.
pub fn texts(browser: &mut Browser, selector: &str) -> Value {
    browser.value(&format!("[...document.querySelectorAll({selector:?})].map((it) => it.textContent)"))
}

/// The rows of a predicate's table, each joined by commas.
fn rows(browser: &mut Browser, predicate: &str) -> Value {
    browser.value(&format!(
        "[...document.querySelectorAll('[data-predicate=\"{predicate}\"] tbody tr')]\
         .map((row) => [...row.cells].map((cell) => cell.textContent).join(','))"
    ))
}

#[test]
fn buttons_and_keys_step_through_the_answer_sets() {
    let folder = page("1 { n(1..5) } 1. #show n/1.", &["0"]);
    let Some(mut browser) = open(&folder, 1280) else { return };
    let all: Vec<Value> = (0..5)
        .map(|at| {
            let shown = rows(&mut browser, "n/1");
            assert_eq!(browser.value("document.getElementById('choice').value"), at.to_string());
            browser.press("ArrowRight", "");
            shown
        })
        .collect();
    let mut sorted: Vec<String> = all.iter().map(|row| row[0].as_str().expect("a row").to_owned()).collect();
    sorted.sort();
    assert_eq!(sorted, ["1", "2", "3", "4", "5"]);
    assert_eq!(browser.value("document.getElementById('after').disabled"), true);
    browser.click("#before");
    assert_eq!(rows(&mut browser, "n/1"), all[3]);
    browser.press("Home", "");
    assert_eq!(rows(&mut browser, "n/1"), all[0]);
    browser.click("#last");
    assert_eq!(rows(&mut browser, "n/1"), all[4]);
    // The row is new beside the answer set before, whose row is gone.
    let changes = [
        format!("n({})", all[3][0].as_str().expect("a row")),
        format!("n({})", all[4][0].as_str().expect("a row")),
    ];
    let went = texts(&mut browser, "#changes .went");
    let came = texts(&mut browser, "#changes .came");
    assert_eq!(json!([went[0], came[0]]), json!(changes));
    assert_eq!(browser.value("document.querySelectorAll('tr.came').length"), 1);
    // Compared with itself, nothing differs.
    browser.value("document.getElementById('other').value = 4; document.getElementById('other').dispatchEvent(new Event('change'))");
    assert_eq!(texts(&mut browser, "#changes li"), json!([]));
}

#[test]
fn predicates_rows_and_columns_are_chosen() {
    let folder =
        page("p(10,b). p(9,a). p(9,\"x <i>\"). q(1). -r. #show p/2. #show q/1. #show -r/0. #show 3.", &["0"]);
    let Some(mut browser) = open(&folder, 1280) else { return };
    assert_eq!(rows(&mut browser, "p/2"), json!(["9,\"x <i>\"", "9,a", "10,b"]));
    assert_eq!(rows(&mut browser, "other terms"), json!(["3"]));
    assert_eq!(texts(&mut browser, "[data-predicate='-r/0'] .holds"), json!(["holds"]));
    browser.click("[data-predicate='p/2'] th:nth-child(2) button");
    assert_eq!(rows(&mut browser, "p/2"), json!(["9,\"x <i>\"", "9,a", "10,b"]));
    browser.click("[data-predicate='p/2'] th:nth-child(2) button");
    assert_eq!(rows(&mut browser, "p/2"), json!(["10,b", "9,a", "9,\"x <i>\""]));
    browser.press("/", "/");
    browser.press("b", "b");
    assert_eq!(rows(&mut browser, "p/2"), json!(["10,b"]));
    assert_eq!(texts(&mut browser, "#tables h3 span"), json!(["1 of 3"]));
    browser.value("document.getElementById('filter').value = ''; document.getElementById('filter').dispatchEvent(new Event('input'))");
    browser.click("#none");
    assert_eq!(texts(&mut browser, ".table"), json!([]));
    browser.click("#predicates button:nth-child(2)");
    assert_eq!(browser.value("document.querySelectorAll('.table').length"), 1);
}

#[test]
fn graphs_are_drawn_with_their_attributes() {
    let folder = page(COLOURS, &["0"]);
    let Some(mut browser) = open(&folder, 1280) else { return };
    let fills = "[...document.querySelectorAll('.node')].map((node) => \
                 [node.querySelector('title').textContent, node.querySelector('ellipse').style.fill])";
    let places = "[...document.querySelectorAll('.node ellipse')].map((it) => [it.getAttribute('cx'), it.getAttribute('cy')])";
    let first = browser.value(places);
    for _ in 0..6 {
        let wanted = browser.value(
            "answers[shown].atoms.map((number) => data.atoms[number]).filter(([predicate]) => \
             nameOfPredicate(predicate) === 'colour/2').map(([, row]) => row).sort()",
        );
        assert_eq!(browser.value(fills), wanted);
        assert_eq!(browser.value("document.querySelectorAll('.edge').length"), 3);
        assert_eq!(browser.value(places), first, "nodes stay where they are");
        browser.press("ArrowRight", "");
    }
    // An edge ends at the outlines of its nodes.
    let ends = "[...document.querySelectorAll('.edge path')].every((edge) => { \
                const [a, b] = [edge.getPointAtLength(0), edge.getPointAtLength(edge.getTotalLength())]; \
                return [...document.querySelectorAll('.node ellipse')].every((node) => [a, b].every((at) => \
                Math.hypot((at.x - node.cx.baseVal.value) / node.rx.baseVal.value, (at.y - node.cy.baseVal.value) / node.ry.baseVal.value) > .98)); })";
    assert_eq!(browser.value(ends), true);
    assert_eq!(
        texts(&mut browser, "#tables h3"),
        json!(["colour/23"]),
        "what is drawn is not listed at first"
    );
    let before = browser.value("document.querySelector('#view svg').clientWidth").as_f64().expect("a width");
    browser.press("+", "+");
    assert!(
        browser.value("document.querySelector('#view svg').clientWidth").as_f64().expect("a width")
            > before * 1.2
    );
    browser.click("#fit");
    assert_eq!(browser.value("document.querySelector('#view svg').clientWidth").as_f64(), Some(before));
}

#[test]
fn directed_graphs_are_drawn_in_layers() {
    let program = "edge((a,(b;c))). edge(((b;c),d)). edge((a,d)). edge((d,a)). edge((d,d)). edge((e,f)).
        attr(node,a,shape,box). attr(node,b,label,\"<b>\\nB\"). attr(edge,(a,b),label,\"way\").";
    let folder = page(program, &["--digraph", "0"]);
    let Some(mut browser) = open(&folder, 1280) else { return };
    let heights = browser.value(
        "Object.fromEntries([...layoutOf('default').places].map(([id, [x, y]]) => [id, Math.round(y)]))",
    );
    let y = |id: &str| heights[id].as_i64().expect("a height");
    assert!(y("a") < y("b") && y("b") == y("c") && y("c") < y("d") && y("e") < y("f"), "{heights}");
    // Each edge has a line and a head.
    assert_eq!(browser.value("document.querySelectorAll('.edge').length"), 8);
    assert_eq!(browser.value("[...document.querySelectorAll('.edge')].every((edge) => edge.querySelectorAll('path').length === 2)"), true);
    assert_eq!(texts(&mut browser, ".edge text"), json!(["way"]));
    let labels = "[...document.querySelectorAll('.node')].map((it) => [...it.querySelectorAll('tspan')].map((line) => line.textContent)).sort()";
    assert_eq!(browser.value(labels), json!([["<b>", "B"], ["a"], ["c"], ["d"], ["e"], ["f"]]));
}

#[test]
fn cells_are_drawn_as_a_grid() {
    let folder = page("1 { cell(X,Y,(7;red)) } 1 :- X = -1..2, Y = 1..3. :- cell(0,1,7).", &["3"]);
    let Some(mut browser) = open(&folder, 1280) else { return };
    assert_eq!(browser.value("document.querySelectorAll('.cell').length"), 12);
    let wanted =
        "answers[shown].atoms.map((number) => data.atoms[number][1]).map((row) => `cell(${row})`).sort()";
    let drawn = "[...document.querySelectorAll('.cell title')].map((it) => it.textContent).sort()";
    assert_eq!(browser.value(drawn), browser.value(wanted));
    let red = "[...document.querySelectorAll('.cell')].find((cell) => \
               cell.querySelector('title').textContent === 'cell(0,1,red)').querySelector('rect').style.fill";
    assert_eq!(browser.value(red), "red");
}

/// Two machines whose tasks begin at the values of variables.
const WORKSHOP: &str =
    "task(saw,cut,3). task(saw,trim,2). task(lathe,turn,4). &dom { 0..9 } = start(T) :- task(_,T,_).
    &sum { start(cut); 3 } <= start(turn). &sum { start(turn); 4 } <= start(trim). &dom { 0..9 } = end.
    &sum { start(T); D } <= end :- task(_,T,D). &minimize { end }.
    #show bar(M,T,start(T),D) : task(M,T,D). #show bar(saw,done,end,0) : task(_,_,_).";

/// The title, the left and the right edge of each bar, as times.
const BARS: &str = "[...document.querySelectorAll('.bar')].map((bar) => {
    const [left, right] = ['left', 'right'].map((side) => bar.querySelector('rect, path').getBoundingClientRect()[side]);
    const from = document.querySelector('.bars').getBoundingClientRect().left;
    const [low, high] = chart.span;
    const unit = (document.querySelector('.bars').clientWidth - 2 * MARGIN) / (high - low);
    const time = (x) => Math.round((x - from - MARGIN) / unit * 10) / 10 + low;
    return [bar.querySelector('title').textContent, time(left), time(right)];
})";

#[test]
fn schedules_are_drawn_from_the_values_of_variables() {
    let folder = page(WORKSHOP, &["0"]);
    let Some(mut browser) = open(&folder, 1280) else { return };
    let titles = json!([
        "turn on lathe\nstart 3, end 7, length 4",
        "cut on saw\nstart 0, end 3, length 3",
        "trim on saw\nstart 7, end 9, length 2",
        "done on saw\nstart 9, end 9, length 0"
    ]);
    assert_eq!(texts(&mut browser, ".bar title"), titles);
    let edges = browser.value(&format!("{BARS}.map(([, ...edges]) => edges)"));
    assert_eq!(json!(edges.as_array().map(|all| &all[..3])), json!([[3, 7], [0, 3], [7, 9]]));
    assert_eq!(texts(&mut browser, ".names title"), json!(["lathe", "saw"]));
    let marks = texts(&mut browser, ".axis text");
    assert_eq!(marks, json!((0..=9).map(|mark| mark.to_string()).collect::<Vec<_>>()));
    assert_eq!(
        browser.value("document.querySelector('.bars').getAttribute('aria-label')"),
        "Schedule: 4 bars in 2 rows, from 0 to 9"
    );
    // The values have tables of their own, and what is drawn has none at first.
    assert_eq!(rows(&mut browser, "values of start/1"), json!(["cut,0", "trim,7", "turn,3"]));
    assert_eq!(rows(&mut browser, "values"), json!(["end,9"]));
    assert_eq!(rows(&mut browser, "bar/4"), json!([]));
    // Another unit of time leaves the bars as high as they are.
    let size =
        "(({ clientWidth, clientHeight }) => [clientWidth, clientHeight])(document.querySelector('.bars'))";
    let before = browser.value(size);
    browser.press("+", "+");
    let after = browser.value(size);
    assert!(after[0].as_f64() > before[0].as_f64() && after[1] == before[1], "{before} {after}");
    browser.press("0", "0");
    assert_eq!(browser.value(size), before);
}

#[test]
fn bars_of_a_row_do_not_cover_each_other() {
    let program = "1 { start(T,0..1) } 1 :- T = (a;b). #show bar(ada,T,S,2,late) : start(T,S). #show bar(ben,c,3,2,red).
        #show bar(ben,d,none,1).";
    let folder = page(program, &["0"]);
    let Some(mut browser) = open(&folder, 1280) else { return };
    let apart = "(() => { const all = [...document.querySelectorAll('.bar rect')].map((bar) => bar.getBoundingClientRect());
        return all.every((one, at) => all.slice(0, at).every((two) => one.right <= two.left + 1 || two.right <= one.left + 1
            || one.bottom <= two.top || two.bottom <= one.top)); })()";
    let fills = "[...document.querySelectorAll('.bar rect')].map((bar) => bar.style.fill)";
    for at in 0..4 {
        browser.value(&format!("stepper.go({at})"));
        assert_eq!(browser.value("document.querySelectorAll('.bar').length"), 3);
        assert_eq!(browser.value(apart), true, "answer set {at}");
        let fills = browser.value(fills);
        assert!(fills[0] == fills[1] && fills[2] == "red", "{fills}");
        // As many bars are marked as differ from the answer set before.
        let starts = |at: usize| browser_starts(at);
        let came = "document.querySelectorAll('.bar.came').length";
        let changed = if at == 0 { json!(0) } else { browser.value(&starts(at)) };
        assert_eq!(browser.value(came), changed, "answer set {at}");
    }
    assert_eq!(
        texts(&mut browser, ".gantt figcaption span"),
        json!(["late", "1 bar without an integer start and length"])
    );
}

/// How many bars of an answer set are not in the one before.
fn browser_starts(at: usize) -> String {
    format!(
        "answers[{at}].bars.filter((bar) => !answers[{}].bars.includes(bar)).length",
        at.saturating_sub(1)
    )
}

#[test]
fn a_hundred_bars_stay_readable() {
    let program = "#show bar(\"machine\",t(X),5*X,4) : X = 1..50. #show bar(t(X),5*X,4) : X = 1..50.";
    let folder = page(program, &[]);
    for width in [375, 1280] {
        let Some(mut browser) = open(&folder, width) else { return };
        assert_eq!(browser.value("document.querySelectorAll('.bar').length"), 100);
        let wide = format!("document.documentElement.scrollWidth <= {width}");
        assert_eq!(browser.value(&wide), true, "nothing sticks out at {width}");
        // Most names are whole, and the view scrolls in both directions.
        let whole = "[...document.querySelectorAll('.bar text')].filter((it) => /^t\\(\\d+\\)$/.test(it.textContent)).length";
        assert!(browser.value(whole).as_u64() > Some(80), "{width}: {}", browser.value(whole));
        let view = "document.getElementById('view')";
        assert_eq!(browser.value(&format!("{view}.scrollHeight > {view}.clientHeight")), true);
        assert_eq!(browser.value(&format!("{view}.scrollWidth > {view}.clientWidth")), true);
        // The axis and the names of the rows stay in sight, where they were.
        let place = "['.axis', '.names'].map((it) => document.querySelector(it).getBoundingClientRect())";
        let at = format!("(([axis, names]) => [axis.top, names.left])({place})");
        let before = browser.value(&at);
        browser.value(&format!("{view}.scrollTo(300, 500)"));
        assert_eq!(browser.value(&at), before, "{width}");
    }
}

#[test]
fn bounds_are_plotted() {
    let folder = page(COSTS, &["--backend", "cdnl"]);
    let Some(mut browser) = open(&folder, 1280) else { return };
    let count = browser.value("answers.length");
    assert!(count.as_u64() > Some(1), "{count}");
    assert_eq!(browser.value("document.querySelectorAll('#plot circle').length"), count);
    assert_eq!(browser.value("shown === answers.length - 1"), true, "the best one is shown first");
    assert_eq!(browser.value("document.querySelector('#status strong').textContent"), "optimal");
    // Costs fall: each point is lower on the page than the one before, and the bounds meet at the end.
    let falls = "[...document.querySelectorAll('#plot circle')].map((it) => it.cy.baseVal.value).every((y, at, all) => at === 0 || y > all[at - 1])";
    assert_eq!(browser.value(falls), true);
    for axis in ["#by-answer", "#by-time"] {
        browser.click(axis);
        assert_eq!(browser.value(falls), true, "{axis}");
        let meet = "['upper', 'lower'].map((name) => document.querySelector(`#plot .${name}`)).map((line) => \
                    line.getPointAtLength(line.getTotalLength())).every(({ y }, at, all) => Math.abs(y - all[0].y) < 1)";
        assert_eq!(browser.value(meet), true, "{axis}");
    }
    browser.value("document.querySelector('#plot circle').dispatchEvent(new MouseEvent('click'))");
    assert_eq!(browser.value("shown"), 0);
}

#[test]
fn optimal_answer_sets_are_numbered_among_themselves() {
    let folder = page("1 { a(1..3) }. :~ a(X). [1,X]", &["--opt-mode=optN", "0"]);
    let Some(mut browser) = open(&folder, 1280) else { return };
    let titles = texts(&mut browser, "#choice option");
    let titles = titles.as_array().expect("titles");
    let last: Vec<&Value> = titles[titles.len() - 3..].iter().collect();
    assert_eq!(json!(last), json!((1..=3).map(|at| format!("Optimal {at} – costs 1")).collect::<Vec<_>>()));
    // The enumeration is no part of the course.
    let points = browser.value("document.querySelectorAll('#plot circle').length");
    assert_eq!(points, titles.len() - 3);
}

#[test]
fn it_fits_a_phone_and_needs_nothing_else() {
    let best = ":~ colour(N,red). [N,N]";
    let folder = page(
        &format!(
            "{COLOURS} cell(X,Y,Z) :- X = 1..20, Y = 1..9, Z = X*Y. {best} long(\"{}\").",
            "word".repeat(60)
        ),
        &[],
    );
    let text = std::fs::read_to_string(folder.path().join("page.html")).expect("the page");
    for part in ["src=", "href=", "@import", "url(h", "fetch(", "{{", "}}<"] {
        assert!(!text.contains(part), "{part}");
    }
    assert_eq!(text.matches("http").count(), 1, "the namespace of SVG alone");
    for width in [360, 375, 1280] {
        let Some(mut browser) = open(&folder, width) else { return };
        let wide = format!("document.documentElement.scrollWidth <= {width}");
        assert_eq!(browser.value(&wide), true, "nothing sticks out at {width}");
        for element in ["#before", "#after", "#view svg", "#plot svg", "#filter"] {
            let inside = format!(
                "(() => {{ const r = document.querySelector('{element}').getBoundingClientRect(); \
                 return r.left >= 0 && r.right <= {width} && r.width >= 36; }})()"
            );
            assert_eq!(browser.value(&inside), true, "{element} at {width}");
        }
    }
}

#[test]
fn everything_has_a_name_and_the_keyboard_reaches_it() {
    let program = format!("{COSTS} node(X) :- a(X). #show node/1.");
    let folder = page(&program, &["--backend", "cdnl"]);
    let Some(mut browser) = open(&folder, 1280) else { return };
    let nameless = "[...document.querySelectorAll('button, select, input, svg[role=img]')].filter((element) => \
                    !(element.ariaLabel || element.getAttribute('aria-label') || element.textContent.trim() || element.closest('label'))).length";
    assert_eq!(browser.value(nameless), 0);
    let mut reached = std::collections::BTreeSet::new();
    for at in ["answers.length - 1", "0"] {
        browser.value(&format!("stepper.go({at})"));
        for _ in 0..30 {
            browser.tab();
            reached.insert(browser.value("document.activeElement.id").to_string());
        }
    }
    for id in ["before", "choice", "after", "zoom-in", "view", "filter", "by-answer", "other"] {
        assert!(reached.contains(&format!("\"{id}\"")), "{id}: {reached:?}");
    }
}

#[test]
fn a_page_without_answer_sets_says_so() {
    let folder = folder(&[("p.lp", "a. :- a.")]);
    let run = run_in(folder.path(), &["solve", "p.lp", "--html", "page.html"], "");
    assert_eq!(run.code, 20, "{run:?}");
    let Some(mut browser) = open(&folder, 375) else { return };
    assert_eq!(
        browser.value("document.getElementById('result').innerText"),
        "UNSATISFIABLE there is no answer set: groundplan explain, with the same files, names statements that conflict"
    );
    assert_eq!(browser.value("document.querySelector('main').hidden"), true);
}
