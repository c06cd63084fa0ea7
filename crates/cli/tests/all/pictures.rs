//! `solve --html` and `solve --dot`: what is in the files. `tests/page/answers.rs` looks at the page in a browser.

use std::path::Path;
use std::process::Command;

use serde_json::{json, Value};

use crate::support::{folder, run_in, INPUT, UNWRITABLE, USAGE};

const SATISFIABLE: i32 = 10;
const EXHAUSTED: i32 = 30;

/// A triangle with colours, in clingraph's predicates.
const TRIANGLE: &str = "node(1..3). edge((1,2)). edge((2,3)). edge((3,1)).
    colour(1,red). colour(2,green). colour(3,blue).
    attr(graph_nodes,default,style,filled). attr(node,N,color,C) :- colour(N,C).";

/// A program whose best answer set has all atoms, for two priorities.
const COSTS: &str = "{ a(1..3) }. #minimize { 1,X : a(X); 4-X@2,X : X = 1..3, not a(X) }. #show a/1.";

/// The data of a page.
fn data(path: &Path) -> Value {
    let text = std::fs::read_to_string(path).expect("a page");
    let (_, rest) = text.split_once("application/json\">").expect("data");
    let (data, _) = rest.split_once("</script>").expect("an end of it");
    serde_json::from_str(data).expect("JSON")
}

/// The shown atoms of each answer set on a page, as they are printed.
fn answers(data: &Value) -> Vec<Vec<String>> {
    let texts = |list: &Value| -> Vec<String> {
        let texts = list.as_array().expect("a list").iter();
        texts.map(|text| text.as_str().expect("a text").to_owned()).collect()
    };
    let atom = |number: &Value| {
        let atom = &data["atoms"][number.as_u64().expect("a number") as usize];
        let predicate = &data["predicates"][atom[0].as_u64().expect("a number") as usize];
        let mut arguments = texts(&atom[1]);
        let value = if predicate[2] == true { arguments.pop() } else { None };
        let arguments = arguments.join(",");
        let text = match (predicate[0].as_str().expect("a name"), arguments.as_str()) {
            ("", other) => other.to_owned(),
            (name, "") => name.to_owned(),
            (name, arguments) => format!("{name}({arguments})"),
        };
        match value {
            Some(value) => format!("{text}={value}"),
            None => text,
        }
    };
    let answers = data["answers"].as_array().expect("answers").iter();
    answers.map(|answer| answer["atoms"].as_array().expect("atoms").iter().map(atom).collect()).collect()
}

#[test]
fn the_page_has_what_is_printed() {
    let program = "{ pick(a;b) }. -pick(c). 1 { n(\"x y\";f(1,(2,3))) } 1. none. #show -pick/1. #show pick/1.
        #show n/1. #show none/0. #show 7 : pick(a). #show (1,2) : pick(b). #show \"</script>\" : pick(b).";
    let folder = folder(&[("p.lp", program)]);
    for (options, code) in [(&["0"][..], EXHAUSTED), (&["3", "-q"], SATISFIABLE), (&["0", "-q1"], EXHAUSTED)]
    {
        let printed = run_in(folder.path(), &["solve", "p.lp", options[0], "--format", "json"], "").json();
        let run = run_in(folder.path(), &[&["solve", "p.lp", "--html", "page.html"], options].concat(), "");
        assert_eq!(run.code, code, "{run:?}");
        let data = data(&folder.path().join("page.html"));
        let witnesses = printed["Call"][0]["Witnesses"].as_array().expect("witnesses").iter();
        let values: Vec<Value> = witnesses.map(|witness| witness["Value"].clone()).collect();
        assert_eq!(json!(answers(&data)), json!(values));
        assert_eq!((&data["verdict"], &data["cut"]), (&json!("SATISFIABLE"), &Value::Null));
        assert_eq!(data["found"], json!(values.len()));
    }
}

#[test]
fn names_and_terms_cannot_break_the_page() {
    let folder = folder(&[("{{data}}<b>&.lp", "a(\"</script><b>{{title}}\").")]);
    let run = run_in(folder.path(), &["solve", "{{data}}<b>&.lp", "--html", "page.html"], "");
    assert_eq!(run.code, EXHAUSTED, "{run:?}");
    let path = folder.path().join("page.html");
    let text = std::fs::read_to_string(&path).expect("a page");
    assert_eq!(text.matches("</script>").count(), 2);
    assert!(text.contains("<title>&#123;&#123;data}}&lt;b>&amp;.lp</title>"));
    assert_eq!(answers(&data(&path)), [["a(\"</script><b>{{title}}\")"]]);
}

#[test]
fn bounds_have_a_course() {
    let folder = folder(&[("p.lp", COSTS)]);
    let run = run_in(folder.path(), &["solve", "p.lp", "--html", "page.html", "--backend", "cdnl"], "");
    assert_eq!(run.code, EXHAUSTED, "{run:?}");
    let data = data(&folder.path().join("page.html"));
    assert_eq!((&data["verdict"], &data["priorities"]), (&json!("OPTIMUM FOUND"), &json!([2, 0])));
    let printed: Vec<Vec<i64>> = run
        .out
        .lines()
        .filter_map(|line| line.strip_prefix("Optimization: "))
        .map(|costs| costs.split(' ').map(|cost| cost.parse().expect("a number")).collect())
        .collect();
    let course = data["course"].as_array().expect("a course");
    let upper: Vec<&Value> =
        course.iter().filter(|point| !point["answer"].is_null()).map(|point| &point["values"]).collect();
    assert_eq!(json!(upper), json!(printed));
    let answers = data["answers"].as_array().expect("answers");
    let optimal: Vec<&Value> = answers.iter().map(|answer| &answer["optimal"]).collect();
    assert!(optimal
        .split_last()
        .is_some_and(|(last, rest)| *last == true && rest.iter().all(|it| **it == false)));
    assert_eq!(answers.last().map(|last| &last["costs"]), Some(&json!([0, 3])));
    // The numbers of the best ones begin anew, as in what is printed.
    let run = run_in(folder.path(), &["solve", "p.lp", "--opt-mode=optN", "0", "--html", "page.html"], "");
    assert_eq!(run.code, EXHAUSTED, "{run:?}");
    let data = self::data(&folder.path().join("page.html"));
    let last = data["answers"].as_array().and_then(|answers| answers.last()).expect("an answer");
    assert_eq!(
        (&last["number"], &last["optimal"], &last["found"]),
        (&json!(1), &json!(true), &data["found"])
    );
    // Answer sets within a bound do not improve on each other.
    let within = ["solve", "p.lp", "--opt-mode=enum", "0", "--html", "page.html"];
    let data = match run_in(folder.path(), &within, "").code {
        EXHAUSTED => self::data(&folder.path().join("page.html")),
        code => panic!("{code}"),
    };
    assert_eq!((&data["course"], &data["found"]), (&json!([]), &json!(8)));
    assert!(data["answers"].as_array().expect("answers").iter().all(|answer| answer["optimal"] == false));
}

#[test]
fn steps_and_consequences_are_on_the_page() {
    let steps =
        "#include <incmode>. #program step(t). at(t). #program check(t). :- query(t), t < 2. #show at/1.";
    let folder = folder(&[("steps.lp", steps), ("p.lp", "a. { b; c }.")]);
    run_in(folder.path(), &["solve", "steps.lp", "--html", "page.html"], "");
    let page = data(&folder.path().join("page.html"));
    assert_eq!(page["answers"][0]["call"], 3);
    assert_eq!(answers(&page), [["at(1)", "at(2)"]]);
    let run = run_in(folder.path(), &["solve", "p.lp", "-e", "brave", "--html", "page.html"], "");
    assert_eq!(run.code, EXHAUSTED, "{run:?}");
    let page = data(&folder.path().join("page.html"));
    let last = page["answers"].as_array().and_then(|answers| answers.last()).expect("an answer");
    assert_eq!(last["consequences"], json!([3, 0]));
}

#[test]
fn a_page_is_written_when_the_search_is_cut_short() {
    let many = "{ a(1..40) }.";
    let folder = folder(&[
        ("many.lp", many),
        ("grows.lp", "a(1..100000). b(X,Y) :- a(X), a(Y)."),
        ("wrong.lp", "a(X)."),
    ]);
    let page = folder.path().join("page.html");
    let run =
        run_in(folder.path(), &["solve", "grows.lp", "--ground-limit", "1000", "--html", "page.html"], "");
    assert!(run.code == 1 && run.out.ends_with("UNKNOWN\n"), "{run:?}");
    let written = data(&page);
    assert_eq!((&written["verdict"], &written["found"]), (&json!("UNKNOWN"), &json!(0)));
    // The reader of standard output goes away.
    let program = assert_cmd::cargo::cargo_bin!("groundplan");
    let line = format!("{} solve many.lp 0 --html page.html | head -n 4", program.display());
    let output =
        Command::new("sh").args(["-c", &line]).current_dir(folder.path()).output().expect("sh starts");
    assert!(output.status.success());
    let written = data(&page);
    assert_eq!(written["verdict"], "SATISFIABLE");
    let shown = answers(&written).len();
    assert!((2..=1000).contains(&shown), "{shown}");
    // An error leaves the page as it is.
    let before = std::fs::read_to_string(&page).expect("a page");
    let run = run_in(folder.path(), &["solve", "wrong.lp", "--html", "page.html"], "");
    assert_eq!(run.code, INPUT, "{run:?}");
    assert_eq!(std::fs::read_to_string(&page).expect("a page"), before);
}

#[test]
fn answer_sets_without_room_are_left_out() {
    let folder = folder(&[("many.lp", "{ a(1..12) }. node(X) :- a(X)."), ("large.lp", "a(1..1000000).")]);
    let page = folder.path().join("page.html");
    let run =
        run_in(folder.path(), &["solve", "many.lp", "0", "-q", "--html", "page.html", "--dot", "dot"], "");
    assert_eq!(run.code, EXHAUSTED, "{run:?}");
    let cut = "1000 of 4096 answer sets are on the page: the first 1000";
    assert!(run.err.contains(&format!("note: `page.html`: {cut}\n")), "{run:?}");
    assert!(run.err.contains("note: `dot` has the graphs of the first 1000 answer sets\n"), "{run:?}");
    let written = data(&page);
    assert_eq!((&written["cut"], answers(&written).len()), (&json!(cut), 1000));
    assert!(!run_in(folder.path(), &["solve", "many.lp", "0", "-q", "-V0", "--html", "page.html"], "")
        .err
        .contains("note"));
    let run = run_in(folder.path(), &["solve", "large.lp", "-q", "--html", "page.html"], "");
    assert_eq!(run.code, EXHAUSTED, "{run:?}");
    let written = data(&page);
    assert_eq!(written["cut"], "answer sets of this size do not fit on the page");
    assert_eq!(answers(&written).len(), 0);
}

/// The bars of each answer set on a page.
fn bars(data: &Value) -> Vec<Vec<&Value>> {
    let numbers = |answer: &'_ Value| answer["bars"].as_array().expect("numbers").clone();
    let bar = |number: Value| &data["bars"][number.as_u64().expect("a number") as usize];
    let answers = data["answers"].as_array().expect("answers").iter();
    answers.map(|answer| numbers(answer).into_iter().map(bar).collect()).collect()
}

#[test]
fn values_of_integer_variables_are_on_the_page() {
    let program =
        "&dom { 1..2 } = f(a,\"x y\"). &dom { -3..-3 } = x. &dom { 4..4 } = (1,b). &dom { 5..5 } = -f(a).
        &dom { 6..6 } = hidden. f(a). &show { f/2; x; (1,b); -f/1 }.";
    let folder = folder(&[("p.lp", program)]);
    let run = run_in(folder.path(), &["solve", "p.lp", "0", "--html", "page.html"], "");
    assert_eq!(run.code, EXHAUSTED, "{run:?}");
    let data = data(&folder.path().join("page.html"));
    let mut answers: Vec<Vec<String>> = answers(&data).into_iter().collect();
    for answer in &mut answers {
        answer.sort();
    }
    answers.sort();
    let of =
        |value| ["(1,b)=4", "-f(a)=5", "f(a)", &format!("f(a,\"x y\")={value}"), "x=-3"].map(str::to_owned);
    assert_eq!(answers, [of(1), of(2)]);
    let run = run_in(folder.path(), &["explain", "p.lp", "--why", "f(a)", "--html", "why.html"], "");
    assert_eq!(run.code, 0, "{run:?}");
    let why = self::data(&folder.path().join("why.html"));
    assert!(why["predicates"].as_array().expect("predicates").contains(&json!(["f", 3, true])), "{why}");
}

#[test]
fn bars_are_collected() {
    let cases = [
        // Names of integer variables stand for their values, whether or not those are shown.
        (
            "&dom { 2..2 } = s(a). &dom { 3..3 } = d. bar(a,s(a),d). bar(m,a,s(a),4). &show { }.",
            json!([["a", "a", 2, 3, null], ["m", "a", 2, 4, null]]),
        ),
        ("&diff { s - 0 } >= 7. bar(m,\"a b\",s,1).", json!([["m", "\"a b\"", 7, 1, null]])),
        (
            "bar(m,a,-1,0,red). #show bar(n,b,1,2,f(1)).",
            json!([["m", "a", -1, 0, "red"], ["n", "b", 1, 2, "f(1)"]]),
        ),
        // No start, no length, a negative one, another predicate.
        ("bar(m,a,x,1). bar(m,a,1,x). bar(m,a,1,-1). bar(a,1). -bar(a,1,2). bar(a,b,1,2,3,4). a.", json!([])),
        ("bar(a,1,2). #show.", json!([])),
    ];
    for (program, expected) in cases {
        let folder = folder(&[("p.lp", program)]);
        let run = run_in(folder.path(), &["solve", "p.lp", "--html", "page.html"], "");
        assert!([SATISFIABLE, EXHAUSTED].contains(&run.code), "{run:?}");
        assert_eq!(json!(bars(&data(&folder.path().join("page.html")))), json!([expected]), "{program}");
    }
    // Each bar is on the page once.
    let folder = folder(&[("p.lp", "bar(a,1,2). bar(b,X,2) :- x(X). 1 { x(1..2) } 1. { y }.")]);
    let run = run_in(folder.path(), &["solve", "p.lp", "0", "--html", "page.html"], "");
    assert_eq!(run.code, EXHAUSTED, "{run:?}");
    let data = data(&folder.path().join("page.html"));
    assert_eq!((data["bars"].as_array().map(Vec::len), bars(&data).len()), (Some(3), 4));
    let run = run_in(folder.path(), &["solve", "p.lp", "-e", "cautious", "--html", "page.html"], "");
    assert_eq!(run.code, EXHAUSTED, "{run:?}");
    let data = self::data(&folder.path().join("page.html"));
    assert_eq!(json!(bars(&data).last()), json!([["a", "a", 1, 2, null]]));
}

#[test]
fn graphs_are_written_for_graphviz() {
    let more = "graph(g). graph(h,g). node(\"a b\",g). node(f(1),h). edge((\"a b\",f(1),2),g). edge((x,y)).
        attr(edge,(\"a b\",f(1),2),label,\"q\\\"\"). attr(node,f(1),label,\"<<b>x</b>>\"). attr(graph,h,label,\"{{n}}!\").
        attr(graph,h,(label,n),inner). attr(node,x,(label,b),2). attr(node,x,(label,a),1). attr(node,y,color,red).
        attr(node,y,color,wood). edge(1,2). node(1). node(2,none). attr(edge,(1,2),style,bold). -node(9). node(a,b,c).";
    let folder = folder(&[("triangle.lp", TRIANGLE), ("more.lp", more)]);
    let text = |name: &str| std::fs::read_to_string(folder.path().join(name)).expect("a file");
    let run = run_in(folder.path(), &["solve", "triangle.lp", "--dot", "out.dot"], "");
    assert!(run.code == EXHAUSTED && !run.err.contains("warning"), "{run:?}");
    let expected = "// Answer: 1\ngraph default {\n  node [style=filled]\n  1 [color=red]\n  2 [color=green]\n  3 [color=blue]\n  \
                    1 -- 2\n  2 -- 3\n  3 -- 1\n}\n";
    assert_eq!(text("out.dot"), expected);
    let run = run_in(folder.path(), &["solve", "more.lp", "--digraph", "--dot", "out.dot"], "");
    assert_eq!(run.code, EXHAUSTED, "{run:?}");
    let expected = "// Answer: 1\ndigraph default {\n  1\n  x [label=12]\n  y [color=redwood]\n  x -> y\n}\n\
                    digraph g {\n  \"a b\"\n  subgraph cluster_h {\n    graph [label=\"inner!\"]\n    \
                    \"f(1)\" [label=<<b>x</b>>]\n  }\n  \"a b\" -> \"f(1)\" [label=\"q\\\"\"]\n}\n";
    assert_eq!(text("out.dot"), expected);
}

#[test]
fn an_edge_of_two_nodes_needs_no_tuple() {
    let folder =
        folder(&[("p.lp", "node(1..3). edge(1,2). edge(2,3). edge(3,4). #show node/1. #show edge/2.")]);
    run_in(folder.path(), &["solve", "p.lp", "--dot", "out.dot"], "");
    let text = std::fs::read_to_string(folder.path().join("out.dot")).expect("a file");
    assert_eq!(text, "// Answer: 1\ngraph default {\n  1\n  2\n  3\n  1 -- 2\n  2 -- 3\n}\n");
}

#[test]
fn with_an_objective_the_last_graphs_are_written() {
    let folder = folder(&[("p.lp", &format!("{COSTS} #show node(X) : a(X)."))]);
    let run = run_in(folder.path(), &["solve", "p.lp", "--dot", "out.dot"], "");
    assert_eq!(run.code, EXHAUSTED, "{run:?}");
    let text = std::fs::read_to_string(folder.path().join("out.dot")).expect("a file");
    let last = run.out.lines().filter(|line| line.starts_with("Answer: ")).count();
    assert_eq!(text, format!("// Answer: {last}\ngraph default {{\n  1\n  2\n  3\n}}\n"));
}

#[test]
fn files_that_would_be_empty_or_cannot_be_written_are_told() {
    let folder = folder(&[("p.lp", "a. { b }.")]);
    let run = run_in(folder.path(), &["solve", "p.lp", "--dot", "out.dot"], "");
    assert!(
        run.code == SATISFIABLE && run.err.contains("warning: there is no graph in `out.dot`"),
        "{run:?}"
    );
    for (options, code, message) in [
        (&["--html", "-"][..], USAGE, "not to standard output"),
        (&["--dot", "-"], USAGE, "not to standard output"),
        (&["--html", "no/where.html"], UNWRITABLE, "cannot write `no/where.html`"),
        (&["--dot", "."], UNWRITABLE, "cannot write `.`"),
        (&["--digraph"], USAGE, "`--digraph` draws nothing: it is for `--html` and `--dot`"),
        (
            &["--html", "page.html", "--text"],
            USAGE,
            "`--html` draws answer sets, and here none is looked for: leave it out",
        ),
        (&["--dot", "page.html", "--cubes", "2"], USAGE, "`--dot` draws answer sets"),
    ] {
        let run = run_in(folder.path(), &[&["solve", "p.lp"], options].concat(), "");
        assert_eq!((run.code, run.out.as_str()), (code, ""), "{options:?}: {run:?}");
        assert!(run.err.contains(message), "{options:?}: {run:?}");
        assert!(!folder.path().join("page.html").exists(), "{options:?}");
    }
}
