//! What the server tells about places in a text: definitions, references, hover, names, completions, the outline.
//! And formatting, of a whole text.

use serde_json::{json, Value};

use super::client::Client;
use super::{places, range, FAILED};
use crate::support::folder;

/// A program of two files: the second one is included.
const MAIN: &str = "#include \"graph.lp\".\n\
    % Nodes that a walk from 1 comes to.\n\
    reach(1).\n\
    reach(Y) :- reach(X), edge(X,Y).\n\
    :- node(X), not reach(X). % é𝕏\n\
    label(\"𝕏\",X) :- node(X). #show reach/1.\n";
const GRAPH: &str =
    "%* The arcs\n of the graph. *%\nedge(1,2). edge(2,3).\nnode(X) :- edge(X,_). node(Y) :- edge(_,Y).\n";

/// A session with both files.
fn walk() -> (tempfile::TempDir, Client) {
    let files = folder(&[("main.lp", MAIN), ("graph.lp", GRAPH)]);
    let mut client = Client::start(files.path());
    assert_eq!(client.open("main.lp", MAIN), Vec::<Value>::new());
    (files, client)
}

#[test]
fn definitions_and_references_are_found_in_all_files_of_a_program() {
    let (_files, mut client) = walk();
    let definition = client.ask_at("textDocument/definition", ("main.lp", 3, 24), json!({}));
    assert_eq!(places(&definition), ["graph.lp:2:0-4"], "the first of a run of facts");
    let definition = client.ask_at("textDocument/definition", ("main.lp", 4, 4), json!({}));
    assert_eq!(places(&definition), ["graph.lp:3:0-4", "graph.lp:3:22-26"]);
    let file = client.ask_at("textDocument/definition", ("main.lp", 0, 12), json!({}));
    assert_eq!(places(&file), ["graph.lp:0:0-0"]);
    let uses = json!({ "context": { "includeDeclaration": false } });
    let references = client.ask_at("textDocument/references", ("graph.lp", 3, 0), uses);
    // Behind a character of two UTF-16 units, columns differ from bytes and characters.
    assert_eq!(places(&references), ["main.lp:4:3-7", "main.lp:5:17-21"]);
    let all = json!({ "context": { "includeDeclaration": true } });
    let references = client.ask_at("textDocument/references", ("main.lp", 5, 33), all);
    let expected =
        ["main.lp:2:0-5", "main.lp:3:0-5", "main.lp:3:12-17", "main.lp:4:16-21", "main.lp:5:32-37"];
    assert_eq!(places(&references), expected);
    assert_eq!(
        client.ask_at("textDocument/definition", ("main.lp", 1, 3), json!({})),
        json!([]),
        "a comment"
    );
}

#[test]
fn highlights_are_the_occurrences_in_one_text() {
    let (_files, mut client) = walk();
    let highlights = client.ask_at("textDocument/documentHighlight", ("main.lp", 3, 13), json!({}));
    let (write, read) = (3, 2);
    let highlight = |line, from, to, kind: i32| json!({ "range": range(line, from, to), "kind": kind });
    let expected = json!([
        highlight(2, 0, 5, write),
        highlight(3, 0, 5, write),
        highlight(3, 12, 17, read),
        highlight(4, 16, 21, read),
        highlight(5, 32, 37, read),
    ]);
    assert_eq!(highlights, expected);
    client.change("main.lp", json!([{ "text": "p(1;2,3). q :- p(1)." }]));
    let shared = client.ask_at("textDocument/documentHighlight", ("main.lp", 0, 0), json!({}));
    assert_eq!(shared, json!([highlight(0, 0, 1, write), highlight(0, 15, 16, read)]));
    assert_eq!(client.ask_at("textDocument/documentHighlight", ("main.lp", 0, 7), json!({})), json!([]));
}

#[test]
fn symbols_of_the_workspace_are_the_predicates_of_all_files() {
    let (_files, mut client) = walk();
    let mut symbols = |query: &str| {
        let symbols = client.request("workspace/symbol", json!({ "query": query }));
        let told = |symbol: &Value| {
            let place = places(&json!([symbol["location"]])).remove(0);
            format!("{} {place} {}", symbol["name"].as_str().expect("a name"), symbol["containerName"])
        };
        symbols.as_array().expect("a list").iter().map(told).collect::<Vec<_>>()
    };
    let all = symbols("");
    let expected = [
        "edge/2 graph.lp:2:0-4 \"graph.lp\"",
        "node/1 graph.lp:3:0-4 \"graph.lp\"",
        "reach/1 main.lp:2:0-5 \"main.lp\"",
        "label/2 main.lp:5:0-5 \"main.lp\"",
    ];
    assert_eq!(all, expected);
    assert_eq!(symbols("Rch"), [expected[2]]);
    assert_eq!(symbols("none"), Vec::<String>::new());
}

#[test]
fn hover_tells_signature_comment_and_number_of_atoms() {
    let (_files, mut client) = walk();
    let mut hover =
        |line, character| client.ask_at("textDocument/hover", ("main.lp", line, character), json!({}));
    let shown = hover(3, 13);
    assert_eq!(shown["range"], range(3, 12, 17));
    assert_eq!(
        shown["contents"],
        json!({ "kind": "markdown", "value": "`reach/1`: predicate with 1 argument\n\nNodes that a walk from 1 comes to.\n\n3 atoms, all facts" })
    );
    let edge = hover(3, 23)["contents"]["value"].as_str().expect("a text").to_owned();
    assert!(edge.contains("The arcs\nof the graph.\n\n2 atoms, all facts"), "{edge}");
    assert_eq!(hover(1, 3), Value::Null);
    // Keywords have their section of the reference, with links that lead somewhere from an editor.
    for (start, end, title) in [(0, 2, "### Constraints\n"), (12, 15, "### Negation\n")] {
        let shown = hover(4, start);
        assert_eq!(shown["range"], range(4, start, end));
        let value = shown["contents"]["value"].as_str().expect("a text");
        assert!(value.starts_with(title) && value.contains("**What goes wrong.**"), "{value}");
        assert!(!value.contains("<!--") && !value.contains("](explaining.md"), "{value}");
    }
    // Where grounding has no end, the rest is known.
    client.change("main.lp", json!([{ "text": "n(0).\nn(X+1) :- n(X). { q(X) : n(X) }.\n" }]));
    let endless = client.ask_at("textDocument/hover", ("main.lp", 1, 0), json!({}));
    let value = endless["contents"]["value"].as_str().expect("a text");
    assert!(value.contains("`n/1`") && value.contains("too large to be grounded in 1 s"), "{value}");
    client.change("main.lp", json!([{ "text": "n(0..4). { q(X) : n(X) }. q(7). p(1" }]));
    let wrong = client.ask_at("textDocument/hover", ("main.lp", 0, 0), json!({}));
    assert!(wrong["contents"]["value"].as_str().is_some_and(|value| value.contains("has errors")));
    client.change("main.lp", json!([{ "text": "n(0..4). { q(X) : n(X) }. q(7)." }]));
    let chosen = client.ask_at("textDocument/hover", ("main.lp", 0, 11), json!({}));
    let value = chosen["contents"]["value"].as_str().expect("a text");
    assert!(value.ends_with("6 possible atoms, 1 of them facts"), "{value}");
}

#[test]
fn a_predicate_is_renamed_in_all_files() {
    let (files, mut client) = walk();
    let placeholder = client.ask_at("textDocument/prepareRename", ("main.lp", 4, 4), json!({}));
    assert_eq!(placeholder, json!({ "range": range(4, 3, 7), "placeholder": "node" }));
    let edit = client.ask_at("textDocument/rename", ("main.lp", 4, 4), json!({ "newName": "place" }));
    let edits = |name: &str| {
        let edits = edit["changes"][client.uri(name)].as_array().expect("edits").clone();
        edits.into_iter().map(|edit| json!([edit["range"], edit["newText"]])).collect::<Vec<_>>()
    };
    assert_eq!(edits("main.lp"), [json!([range(4, 3, 7), "place"]), json!([range(5, 17, 21), "place"])]);
    assert_eq!(edits("graph.lp"), [json!([range(3, 0, 4), "place"]), json!([range(3, 22, 26), "place"])]);

    let mut refused = |text: &str, name: &str| {
        client.change("main.lp", json!([{ "text": text }]));
        let mut parameters = client.place("main.lp", 0, 0);
        parameters["newName"] = json!(name);
        let (code, message) = client.refused("textDocument/rename", parameters);
        assert_eq!(code, FAILED);
        message
    };
    assert!(refused("p(1). q(1).", "q").contains("there is a predicate `q/1` already"));
    assert!(refused("p(1).", "Q").contains("not a name of a predicate"));
    assert!(refused("p(1). q(", "r").contains("has syntax errors"));
    assert!(refused("p(1;2,3).", "r").contains("other numbers of arguments"));
    drop(files);
}

#[test]
fn completion_knows_predicates_and_directives() {
    let files = folder(&[("graph.lp", GRAPH)]);
    let snippets =
        json!({ "textDocument": { "completion": { "completionItem": { "snippetSupport": true } } } });
    let mut client = Client::start_with(files.path(), snippets, Value::Null);
    let text = "#include \"graph.lp\".\nr(X) :- ed\n% ed\n#sh\n#show ed\n";
    client.open("main.lp", text);
    let mut items = |line, character| {
        let items = client.ask_at("textDocument/completion", ("main.lp", line, character), json!({}));
        items.as_array().expect("a list").clone()
    };
    let labelled = |items: &[Value], label: &str| {
        let found = items.iter().find(|item| item["label"] == label);
        found.unwrap_or_else(|| panic!("no {label}: {items:?}"))["textEdit"].clone()
    };
    let predicates = items(1, 10);
    assert_eq!(
        labelled(&predicates, "edge/2"),
        json!({ "range": range(1, 8, 10), "newText": "edge(${1:X1},${2:X2})" })
    );
    assert_eq!(labelled(&predicates, "node/1")["newText"], "node(${1:X1})");
    assert_eq!(items(2, 4), Vec::<Value>::new(), "a comment");
    let directives = items(3, 3);
    assert_eq!(
        labelled(&directives, "#show"),
        json!({ "range": range(3, 0, 3), "newText": "#show ${1:p}/${2:1}." })
    );
    assert!(labelled(&directives, "#count")["newText"]
        .as_str()
        .is_some_and(|form| form.starts_with("#count { ")));
    assert_eq!(labelled(&items(4, 8), "edge/2"), json!({ "range": range(4, 6, 8), "newText": "edge/2" }));
    assert_eq!(items(0, 14), Vec::<Value>::new(), "a string");

    let mut plain = Client::start(files.path());
    plain.open("main.lp", text);
    let items = plain.ask_at("textDocument/completion", ("main.lp", 1, 10), json!({}));
    assert_eq!(labelled(items.as_array().expect("a list"), "edge/2")["newText"], "edge");
}

#[test]
fn the_outline_has_predicates_under_their_headings() {
    let files = folder(&[]);
    let mut client = Client::start(files.path());
    let text = "#const n = 3.\n%% Instance\nnode(1..n).\nedge(1,2). edge(2,3).\n% --- Rules ---\n% plain\n\
        { in(X) : node(X) }.\n:- edge(X,Y), in(X),\n   in(Y).\n#program step(t).\nat(t).\n";
    client.open("a.lp", text);
    let outline = client
        .request("textDocument/documentSymbol", json!({ "textDocument": { "uri": client.uri("a.lp") } }));
    fn told(symbols: &Value, depth: usize, lines: &mut Vec<String>) {
        for symbol in symbols.as_array().into_iter().flatten() {
            let range = &symbol["range"];
            let name = symbol["name"].as_str().expect("a name");
            lines.push(format!(
                "{}{name} {}-{}",
                "  ".repeat(depth),
                range["start"]["line"],
                range["end"]["line"]
            ));
            told(&symbol["children"], depth + 1, lines);
        }
    }
    let mut lines = Vec::new();
    told(&outline, 0, &mut lines);
    assert_eq!(
        lines,
        [
            "#const n = 3. 0-0",
            "Instance 1-3",
            "  node/1 2-2",
            "  edge/2 3-3",
            "Rules 4-8",
            "  in/1 6-6",
            "  :- edge(X,Y), in(X), … 7-8",
            "#program step(t). 9-10",
            "  at/1 10-10",
        ]
    );
}

#[test]
fn a_text_is_formatted_by_one_edit() {
    let files = folder(&[]);
    let mut client = Client::start(files.path());
    client.open("a.lp", "% 𝕏\np(1).\nq( X):-p(X ),X!=2.\nr.\n");
    let given = json!({ "textDocument": { "uri": client.uri("a.lp") }, "options": { "tabSize": 4, "insertSpaces": true } });
    let edits = client.request("textDocument/formatting", given.clone());
    let whole_line = json!({ "start": { "line": 2, "character": 0 }, "end": { "line": 3, "character": 0 } });
    assert_eq!(edits, json!([{ "range": whole_line, "newText": "q(X) :- p(X), X != 2.\n" }]));
    client.change("a.lp", json!([{ "range": whole_line, "text": "q(X) :- p(X), X != 2.\n" }]));
    assert_eq!(client.request("textDocument/formatting", given.clone()), json!([]));
    client.change("a.lp", json!([{ "text": "p(1). q(\n" }]));
    let (code, message) = client.refused("textDocument/formatting", given);
    assert_eq!(code, FAILED);
    assert!(message.contains("a.lp:"), "{message}");
}

/// Semantic tokens as words with their types and modifiers.
fn coloured(client: &mut Client, text: &str, tokens: &Value) -> Vec<String> {
    let legend = client.capabilities["semanticTokensProvider"]["legend"].clone();
    let lines: Vec<Vec<u16>> = text.lines().map(|line| line.encode_utf16().collect()).collect();
    let data: Vec<usize> = tokens["data"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|it| it.as_u64().expect("a number") as usize)
        .collect();
    let (mut line, mut column) = (0, 0);
    let token = |token: &[usize]| {
        let &[lines_on, columns_on, length, kind, modifiers] = token else { panic!("five numbers") };
        (line, column) = (line + lines_on, if lines_on > 0 { columns_on } else { column + columns_on });
        let word = String::from_utf16(&lines[line][column..column + length]).expect("whole characters");
        let kind = legend["tokenTypes"][kind].as_str().expect("a type");
        let modifiers = (0..8).filter(|bit| modifiers & (1 << bit) > 0);
        let modifiers: String = modifiers
            .map(|bit| format!("+{}", legend["tokenModifiers"][bit].as_str().expect("one")))
            .collect();
        format!("{word} {kind}{modifiers}")
    };
    data.chunks(5).map(token).collect()
}

#[test]
fn words_are_coloured_by_what_they_are() {
    let files = folder(&[]);
    let mut client = Client::start(files.path());
    let text = "%* 𝕏\n two *% at(\"𝕏\",f(X)) :- p(X), not #false,\n 1 < #count { Y : q(Y) }. #show at/2.\n";
    client.open("a.lp", text);
    let document = json!({ "uri": client.uri("a.lp") });
    let tokens = client.request("textDocument/semanticTokens/full", json!({ "textDocument": document }));
    let all = coloured(&mut client, text, &tokens);
    assert_eq!(
        all,
        [
            "%* 𝕏 comment",
            " two *% comment",
            "at function+definition",
            "\"𝕏\" string",
            "f class",
            "X variable",
            ":- operator",
            "p function",
            "X variable",
            "not keyword",
            "#false keyword",
            "1 number",
            "< operator",
            "#count function+defaultLibrary",
            "Y variable",
            "q function",
            "Y variable",
            "#show keyword",
            "at function",
            "/ operator",
            "2 number",
        ]
    );
    let part = json!({ "start": { "line": 2, "character": 0 }, "end": { "line": 2, "character": 12 } });
    let given = json!({ "textDocument": document, "range": part });
    let tokens = client.request("textDocument/semanticTokens/range", given);
    assert_eq!(coloured(&mut client, text, &tokens), all[11..14]);
}

#[test]
fn signatures_have_the_names_of_arguments() {
    let text = "% at(Course,Room,Slot): the course is there.\nat(math,1,2).\nat(X) :- p(X).\n\
        r(A,B) :- s(A,B), at(A,f(B,1),2).\ns(1,2). s(3,4).\n:- #sum { W,A : r(A,W) } > 3, % at(\n   not p(1).\n";
    let files = folder(&[("facts.lp", "t(1,2).\n")]);
    let options = json!({ "arguments": ["facts.lp"] });
    let mut client = Client::start_with(files.path(), json!({}), options);
    client.open("a.lp", text);
    let mut ask = |line, character| {
        let help = client.ask_at("textDocument/signatureHelp", ("a.lp", line, character), json!({}));
        if help.is_null() {
            return None;
        }
        let labels = help["signatures"].as_array().expect("a list").iter();
        let labels: Vec<String> = labels.map(|it| it["label"].as_str().expect("a text").to_owned()).collect();
        Some((labels.join(" | "), help["activeSignature"].clone(), help["activeParameter"].clone()))
    };
    let at = "at(X) | at(Course, Room, Slot)".to_owned();
    assert_eq!(ask(3, 21), Some((at.clone(), json!(0), json!(0))));
    assert_eq!(ask(3, 25), Some((at, json!(1), json!(1))), "the parentheses of `f` are those of a term");
    assert_eq!(ask(3, 12), Some(("s(A, B)".to_owned(), json!(0), json!(0))));
    assert_eq!(ask(5, 10), Some(("#sum { W,X : p(X,W) }".to_owned(), json!(0), json!(0))));
    assert_eq!(ask(5, 18), Some(("r(A, B)".to_owned(), json!(0), json!(0))));
    assert_eq!(ask(5, 35), None, "it is in a comment");
    assert_eq!(ask(6, 3), None);
    // Half-typed, and of another file.
    client.replace("a.lp", "u :- t(1,\n");
    let help = client.ask_at("textDocument/signatureHelp", ("a.lp", 0, 9), json!({}));
    assert_eq!((&help["signatures"][0]["label"], &help["activeParameter"]), (&json!("t(1, 2)"), &json!(1)));
}
