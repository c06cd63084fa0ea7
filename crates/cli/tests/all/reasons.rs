//! `explain --html`: what is in the file. `tests/page/reasons.rs` looks at the page in a browser.

use std::path::Path;
use std::process::Command;

use serde_json::{json, Value};

use crate::support::{folder, run_in, FOUND, INPUT, NONE, UNKNOWN, UNWRITABLE, USAGE};

/// Three facts in two conflicts, one of them in both.
const TWO: &str = "a. b. c.\n:- a, b.\n:- b, c.\n";

/// The data of a page.
fn data(path: &Path) -> Value {
    let text = std::fs::read_to_string(path).expect("a page");
    let (_, rest) = text.split_once("application/json\">").expect("data");
    let (data, _) = rest.split_once("</script>").expect("an end of it");
    serde_json::from_str(data).expect("JSON")
}

/// The texts of the statements of each conflict on a page.
fn statements(data: &Value) -> Vec<Vec<&str>> {
    let text = |place: &Value| -> &str {
        let number = place[0].as_u64().expect("a number") as usize;
        data["statements"][number][3].as_str().unwrap_or_else(|| panic!("{data}"))
    };
    let places = |note: &Value| note["places"].as_array().expect("places").clone();
    let sets = data["sets"].as_array().expect("sets").iter();
    sets.map(|notes| {
        let notes = notes.as_array().expect("notes").iter();
        notes.flat_map(places).map(|place| text(&place)).collect()
    })
    .collect()
}

#[test]
fn the_page_has_what_is_printed_and_the_text_stays() {
    let folder = folder(&[("p.lp", TWO), ("loop.lp", "a :- not b.\nb :- a.\n"), ("fine.lp", "{ a }.")]);
    let path = folder.path().join("page.html");
    for (arguments, code, sets) in [
        (&["p.lp", "-n", "0"][..], FOUND, vec![vec!["b.", "c.", ":- b, c."], vec!["a.", "b.", ":- a, b."]]),
        (&["p.lp", "--repair"], FOUND, vec![vec!["b."]]),
        (&["p.lp", "--repair", "--format", "json"], FOUND, vec![vec!["b."]]),
        (&["loop.lp", "-q"], FOUND, vec![vec![]]),
        (&["fine.lp"], NONE, vec![]),
        (&["fine.lp", "--repair"], NONE, vec![]),
    ] {
        let plain = run_in(folder.path(), &[&["explain"], arguments].concat(), "");
        let run = run_in(folder.path(), &[&["explain", "--html", "page.html"], arguments].concat(), "");
        assert_eq!((run.code, &run.out, &run.err), (code, &plain.out, &plain.err), "{arguments:?}");
        let data = data(&path);
        let mut found = statements(&data);
        let mut sets = sets;
        found.sort();
        sets.sort();
        assert_eq!(found, sets, "{arguments:?}: {data}");
        assert_eq!(data["verdict"], if code == NONE { "SATISFIABLE" } else { "UNSATISFIABLE" });
        let remark = data["remark"].as_str().expect("a remark");
        assert!(arguments.contains(&"-q") || plain.err.starts_with(remark), "{remark}: {plain:?}");
        assert_eq!(data["repairs"], arguments.contains(&"--repair"), "{arguments:?}");
        std::fs::remove_file(&path).expect("a page");
    }
    let run = run_in(folder.path(), &["explain", "loop.lp", "--html", "page.html"], "");
    let data = data(&path);
    assert_eq!(run.code, FOUND, "{run:?}");
    let odd = &data["loops"][0];
    assert_eq!(odd["places"], json!([[0, "`a` depends on `not b`"], [1, "`b` depends on `a`"]]));
    assert!(run.out.contains(odd["message"].as_str().expect("a message")), "{run:?}");
    assert!(run.out.contains(odd["help"].as_str().expect("a claim")), "{run:?}");
}

#[test]
fn assumptions_and_instances_are_on_the_page() {
    let folder = folder(&[("p.lp", "p(1..2). { t }.\n:- p(X), t, X > 1.\n")]);
    let path = folder.path().join("page.html");
    let asked = ["explain", "p.lp", "--assume", "t", "--instances", "--html", "page.html"];
    assert_eq!(run_in(folder.path(), &asked, "").code, FOUND);
    let data = data(&path);
    let notes = data["sets"][0].as_array().expect("notes");
    assert_eq!(notes[0]["places"][1], json!([1, "with X = 2"]), "{data}");
    assert_eq!(notes[1]["message"], "`t` is assumed");
}

#[test]
fn a_justification_is_on_the_page() {
    let program = "person(ada; ben). away(ben).\nfree(P) :- person(P), not away(P).\n{ rests(P) } :- person(P).\n#show free/1.\n";
    let folder = folder(&[("p.lp", program), ("none.lp", "a. :- a.")]);
    let path = folder.path().join("page.html");
    let ask = |file: &str, atom: &str| {
        let plain = run_in(folder.path(), &["explain", file, "--why", atom], "");
        let run = run_in(folder.path(), &["explain", file, "--why", atom, "--html", "page.html"], "");
        assert_eq!((run.code, &run.out, &run.err), (plain.code, &plain.out, &plain.err), "{atom}");
        (run, data(&path))
    };
    let (_, page) = ask("p.lp", "free(ada)");
    assert_eq!(
        (&page["verdict"], &page["remark"]),
        (&json!("free(ada) is true"), &json!("in the first answer set found"))
    );
    let root = &page["derivation"][0];
    assert_eq!(
        (&root["atom"], &root["supports"][0]["values"]),
        (&json!("free(ada)"), &json!({ "P": "ada" }))
    );
    let rule = root["supports"][0]["statement"].as_u64().expect("a number") as usize;
    assert_eq!(page["statements"][rule], json!([0, 2, 1, "free(P) :- person(P), not away(P)."]));
    // The answer set, as far as it is shown.
    assert_eq!((&page["predicates"], &page["atoms"]), (&json!([["free", 1, false]]), &json!([[0, ["ada"]]])));
    let (_, page) = ask("p.lp", "free(ben)");
    assert_eq!(page["verdict"], "free(ben) is false");
    assert_eq!(page["rules"][0]["fails"]["literal"], "not away(ben)");
    let (_, page) = ask("p.lp", "fre(ben)");
    assert_eq!(page["nothing"], "no rule and no fact derives it: did you mean `free/1`?");
    let (run, page) = ask("none.lp", "a");
    assert_eq!((run.code, &page["verdict"], &page["files"]), (NONE, &json!("UNSATISFIABLE"), &Value::Null));
}

#[test]
fn names_and_texts_cannot_break_the_page() {
    let folder = folder(&[("{{data}}<b>&.lp", "a(\"</script><b>{{title}}\"). :- a(X).")]);
    let run = run_in(folder.path(), &["explain", "{{data}}<b>&.lp", "--html", "page.html"], "");
    assert_eq!(run.code, FOUND, "{run:?}");
    let path = folder.path().join("page.html");
    let text = std::fs::read_to_string(&path).expect("a page");
    assert_eq!(text.matches("</script>").count(), 2);
    assert!(text.contains("<title>&#123;&#123;data}}&lt;b>&amp;.lp</title>"));
    assert_eq!(statements(&data(&path)), [["a(\"</script><b>{{title}}\").", ":- a(X)."]]);
    for part in [" src=", " href=", "@import", "url(h", "fetch(", "http"] {
        assert!(!text.contains(part), "{part}");
    }
}

#[test]
fn a_page_is_written_when_the_search_is_cut_short() {
    let facts: String = (0..70).map(|number| format!("f({number}).\n")).collect();
    let folder = folder(&[
        ("many.lp", &format!("{facts}:- #count {{ X : f(X) }} >= 35.\n")),
        ("endless.lp", "n(0). n(X+1) :- n(X)."),
        ("wrong.lp", "a(X)."),
    ]);
    let path = folder.path().join("page.html");
    let many = ["explain", "many.lp", "-n", "0", "--html", "page.html"];
    let run = run_in(folder.path(), &[&many[..], &["--time-limit", "2"]].concat(), "");
    assert_eq!(run.code, FOUND, "{run:?}");
    let page = data(&path);
    assert_eq!(page["ended"], "the time limit of 2 s is over");
    let printed = run.out.matches("Conflict: ").count();
    let shown = page["sets"].as_array().expect("sets").len();
    assert_eq!(shown, printed.min(1000));
    assert!(page["remark"].as_str().is_some_and(|remark| remark.contains(", more may exist")), "{page}");
    // Long before the limit, the reader of standard output goes away.
    let program = assert_cmd::cargo::cargo_bin!("groundplan");
    let line = format!("{} {} | head -n 4", program.display(), many.join(" "));
    let output =
        Command::new("sh").args(["-c", &line]).current_dir(folder.path()).output().expect("sh starts");
    assert!(output.status.success());
    let page = data(&path);
    assert_eq!(
        (&page["verdict"], &page["ended"]),
        (&json!("UNSATISFIABLE"), &json!("the reader of the output has closed it"))
    );
    assert!(!page["sets"].as_array().expect("sets").is_empty());
    for asked in [&["explain", "endless.lp"][..], &["explain", "endless.lp", "--why", "n(1)"]] {
        let run =
            run_in(folder.path(), &[asked, &["--ground-limit", "1000", "--html", "page.html"]].concat(), "");
        assert_eq!(run.code, UNKNOWN, "{run:?}");
        let page = data(&path);
        assert_eq!(
            (&page["verdict"], &page["ended"]),
            (&json!("UNKNOWN"), &json!("the ground limit of 1000 rules is reached"))
        );
    }
    // An error leaves the page as it is.
    let before = std::fs::read_to_string(&path).expect("a page");
    let run = run_in(folder.path(), &["explain", "wrong.lp", "--html", "page.html"], "");
    assert_eq!(run.code, INPUT, "{run:?}");
    assert_eq!(std::fs::read_to_string(&path).expect("a page"), before);
    assert_eq!(std::fs::read_dir(folder.path()).expect("a folder").count(), 4, "nothing else is left behind");
}

#[test]
fn what_has_no_room_is_left_out() {
    let facts: String = (0..12).map(|number| format!("f({number}).\n")).collect();
    // Each half of twelve facts, and one more, is a conflict with the constraint: 1716 are more than a page has.
    let program = format!("{}:- #count {{ X : f(X) }} >= 7.\n", facts + "f(12).\n");
    let folder = folder(&[("many.lp", &program)]);
    let path = folder.path().join("page.html");
    let run = run_in(folder.path(), &["explain", "many.lp", "-n", "1200", "--html", "page.html"], "");
    assert_eq!(run.code, FOUND, "{run:?}");
    let cut = "1000 of 1200 minimal conflicts are on the page: the first 1000";
    assert!(run.err.ends_with(&format!("note: `page.html`: {cut}\n")), "{run:?}");
    let page = data(&path);
    assert_eq!((&page["cut"], page["sets"].as_array().map(Vec::len)), (&json!(cut), Some(1000)));
}

#[test]
fn files_that_cannot_be_written_are_told() {
    let folder = folder(&[("p.lp", TWO)]);
    for (options, code, message) in [
        (&["--html", "-"][..], USAGE, "not to standard output"),
        (&["--html", "no/where.html"], UNWRITABLE, "cannot write `no/where.html`"),
        (&["--why", "a", "--html", "."], UNWRITABLE, "cannot write `.`"),
    ] {
        let run = run_in(folder.path(), &[&["explain", "p.lp"], options].concat(), "");
        assert_eq!((run.code, run.out.as_str()), (code, ""), "{options:?}: {run:?}");
        assert!(run.err.contains(message), "{options:?}: {run:?}");
    }
}
