//! The language server: sessions of a scripted editor with `groundplan lsp`, and one with Neovim.

mod client;
mod commands;
mod navigation;
mod neovim;

use serde_json::{json, Value};

use crate::support::{folder, run_in, FOUND, INPUT, NONE};
use client::Client;

/// The protocol's numbers of errors.
const METHOD_NOT_FOUND: i64 = -32601;
const INVALID_PARAMETERS: i64 = -32602;
const CANCELLED: i64 = -32800;
const FAILED: i64 = -32803;

fn range(line: u32, from: u32, to: u32) -> Value {
    json!({ "start": { "line": line, "character": from }, "end": { "line": line, "character": to } })
}

/// Locations as the file's name, the line and the columns.
fn places(locations: &Value) -> Vec<String> {
    let place = |location: &Value| {
        let uri = location["uri"].as_str().expect("a URI");
        let range = &location["range"];
        let (start, end) = (&range["start"], &range["end"]);
        let name = uri.rsplit('/').next().unwrap_or_default();
        format!("{name}:{}:{}-{}", start["line"], start["character"], end["character"])
    };
    locations.as_array().expect("a list").iter().map(place).collect()
}

#[test]
fn diagnostics_are_those_of_the_command_and_follow_the_text() {
    let wrong = "p(\"𝕏\",Y) :- q(1). q(1).\nr(X) :- nod(X). node(1).\n";
    let files = folder(&[("wrong.lp", wrong), ("unsafe.lp", "p(\"𝕏\",Y) :- q(1). q(1).\n")]);
    let mut client = Client::start(files.path());
    let found = client.open("wrong.lp", wrong);
    let ranges: Vec<&Value> = found.iter().map(|found| &found["range"]).collect();
    assert_eq!(ranges, [&range(1, 8, 14), &range(0, 7, 8)], "{found:?}");
    assert_eq!(found[0]["severity"], 2);
    assert_eq!(found[0]["code"], "undefined");
    let page = found[0]["codeDescription"]["href"].as_str().expect("a page");
    assert!(page.ends_with("/docs/language.md#warnings"), "{page}");
    assert_eq!((&found[1]["severity"], &found[1]["code"]), (&json!(1), &json!("unsafe")));
    let page = found[1]["codeDescription"]["href"].as_str().expect("a page");
    assert!(page.ends_with("/docs/language.md#errors"), "{page}");
    let printed = run_in(files.path(), &["solve", "wrong.lp"], "").err;
    for found in &found {
        let message = found["message"].as_str().expect("a text");
        for line in message.lines() {
            assert!(printed.contains(line), "{line}: {printed}");
        }
    }

    // An edit of one character, in place, behind a character of two units.
    client.change(
        "wrong.lp",
        json!([{ "range": range(0, 7, 8), "text": "1" }, { "range": range(1, 8, 11), "text": "node" }]),
    );
    assert_eq!(client.diagnostics("wrong.lp"), Vec::<Value>::new());
    let syntax = client.replace("wrong.lp", "p(1)\nq(1).\n");
    assert_eq!(syntax[0]["range"]["start"], json!({ "line": 0, "character": 4 }));
    assert!(
        syntax[0]["message"].as_str().is_some_and(|message| message.contains("missing `.`")),
        "{syntax:?}"
    );
    // Nothing is shown of a text that is closed.
    client.notify("textDocument/didClose", json!({ "textDocument": { "uri": client.uri("wrong.lp") } }));
    let uri = client.uri("wrong.lp");
    client.heard("textDocument/publishDiagnostics", |given| {
        given["uri"] == uri && given["diagnostics"] == json!([])
    });
    assert_eq!(client.end(), FOUND);
}

/// What is on for the command is on here, but for the constants of the options, which are for all programs.
#[test]
fn warnings_of_probable_mistakes_are_shown() {
    let files = folder(&[]);
    let mut client = Client::start(files.path());
    client.open("a.lp", "");
    for (text, kind) in [
        ("p(1..3).\n1 { q(X) } 1 :- p(X).\n", "instance"),
        ("{a;b}. #minimize { 1 : a ; 1 : b }.\n", "tuple"),
        ("3 { a; b }.\n", "bounds"),
        ("p(3..1).\n", "interval"),
        ("p(1).\nq(X) :- p(X), abs(X) > 0.\n", "function"),
    ] {
        let found = client.replace("a.lp", text);
        let kinds: Vec<&Value> = found.iter().map(|found| &found["code"]).collect();
        assert_eq!(kinds, [kind], "{text}: {found:?}");
    }
}

#[test]
fn errors_in_included_files_are_shown_there() {
    let files = folder(&[("main.lp", "#include \"part.lp\".\n"), ("part.lp", "p(X).\n")]);
    let mut client = Client::start(files.path());
    assert_eq!(client.open("main.lp", "#include \"part.lp\".\n"), Vec::<Value>::new());
    let part = client.uri("part.lp");
    let shown = client.heard("textDocument/publishDiagnostics", |given| given["uri"] == part);
    assert_eq!(shown["diagnostics"][0]["range"], range(0, 2, 3));
    let missing = client.replace("main.lp", "#include \"parts.lp\".\n");
    assert!(missing[0]["message"]
        .as_str()
        .is_some_and(|message| message.starts_with("there is no file `parts.lp`")));
    client.heard("textDocument/publishDiagnostics", |given| {
        given["uri"] == part && given["diagnostics"] == json!([])
    });
}

#[test]
fn names_that_are_nearly_right_are_corrected_by_an_action() {
    let files = folder(&[]);
    let mut client = Client::start(files.path());
    client.open("a.lp", "");
    for (text, line, title, corrected) in [
        ("node(1).\n% 𝕏\nr(X) :- node(X), nodes(X).\n", 2, "Replace `nodes` by `node`", "node"),
        ("node(1). #show noed/1.\n", 0, "Replace `noed` by `node`", "node"),
        ("p. #shwo p/0.\n", 0, "Replace `#shwo` by `#show`", "#show"),
        ("p(1).\n:- 1 < count { p(X) : p(X) }.\n", 1, "Replace `count` by `#count`", "#count"),
        ("p(1).\n:- count { X : p(X) } > 2.\n", 1, "Replace `count` by `#count`", "#count"),
        ("#const size = 2. p(1..siez).\n", 0, "Replace `siez` by `size`", "size"),
        ("p(1).\nshow p/1.\n", 1, "Replace `show` by `#show`", "#show"),
        ("const n = 3.\np(n).\n", 0, "Replace `const` by `#const`", "#const"),
        ("p(3..1).\n", 0, "Replace `3..1` by `1..3`", "1..3"),
        ("colour(Red).\n", 0, "Replace `Red` by `red`", "red"),
        ("p. r.\nq :- p, NOT r.\n", 1, "Replace `NOT` by `not`", "not"),
        ("has-colour(a,red).\n", 0, "Replace `has-colour` by `has_colour`", "has_colour"),
    ] {
        let found = client.replace("a.lp", text);
        let range =
            json!({ "start": { "line": line, "character": 0 }, "end": { "line": line + 1, "character": 0 } });
        let given = json!({ "textDocument": { "uri": client.uri("a.lp") }, "range": range, "context": { "diagnostics": found } });
        let actions = client.request("textDocument/codeAction", given);
        let action = &actions[0];
        assert_eq!(
            (&action["title"], &action["kind"]),
            (&json!(title), &json!("quickfix")),
            "{text}: {found:?}"
        );
        let edit = action["edit"]["changes"][client.uri("a.lp")][0].clone();
        assert_eq!(edit["newText"], corrected);
        client.change("a.lp", json!([{ "range": edit["range"], "text": edit["newText"] }]));
        assert_eq!(client.diagnostics("a.lp"), Vec::<Value>::new(), "{text}");
    }
}

#[test]
fn what_cannot_be_answered_is_an_error() {
    let files = folder(&[("a.lp", "p(X).\n")]);
    let mut client = Client::start(files.path());
    let unknown = client.place("none.lp", 0, 0);
    for method in ["definition", "hover", "completion", "prepareRename"] {
        let (code, message) = client.refused(&format!("textDocument/{method}"), unknown.clone());
        assert_eq!(code, INVALID_PARAMETERS, "{method}");
        assert!(message.contains("none.lp` is not open"), "{message}");
    }
    let (code, _) = client.refused("textDocument/hover", json!({ "position": 3 }));
    assert_eq!(code, INVALID_PARAMETERS);
    let (code, message) = client.refused("textDocument/inlayHint", unknown);
    assert_eq!((code, message.contains("textDocument/inlayHint")), (METHOD_NOT_FOUND, true));
    for given in [json!({ "command": "none" }), json!({ "command": "groundplan.solve" })] {
        assert_eq!(client.refused("workspace/executeCommand", given).0, INVALID_PARAMETERS);
    }
    let given = json!({ "command": "groundplan.solve", "arguments": [client.uri("a.lp")] });
    let (code, message) = client.refused("workspace/executeCommand", given);
    assert_eq!(code, FAILED);
    assert!(message.contains("a.lp:1:3"), "{message}");
    client.request("shutdown", Value::Null);
    assert_eq!(client.refused("shutdown-again", Value::Null).0, -32600);
    client.notify("exit", Value::Null);
    assert_eq!(client.exit_code(), FOUND);
}

#[test]
fn the_end_is_told_by_the_exit_code() {
    let files = folder(&[]);
    let mut abrupt = Client::start(files.path());
    abrupt.notify("exit", Value::Null);
    assert_eq!(abrupt.exit_code(), NONE);
    assert_eq!(Client::start(files.path()).exit_code(), NONE);
    for wrong in ["hello\r\n\r\n", "Content-Length: 4000000000\r\n\r\n{}", "Content-Length: 2\r\n\r\n{}"] {
        assert_eq!(Client::start(files.path()).write_raw(wrong), INPUT, "{wrong}");
    }
}

#[test]
fn half_typed_texts_are_answered() {
    let text = "#include \"é.lp\".\n% 𝕏\n1 { p(X,\"𝕏\\\"\") : q(X;1,2) } 2 :- not -r(@f(X)), #sum+ { 1,X : s } > #sup.\n\
        #theory t { x { + : 1, unary }; &a/0 : x, any }. &a { +1 : p }.\n#show -p/2. #heuristic p : q. [1@2,sign]\n%* a";
    let files = folder(&[]);
    let mut client = Client::start(files.path());
    client.open("a.lp", "");
    let ends = text.char_indices().map(|(at, _)| at).chain([text.len()]);
    for (number, end) in ends.enumerate() {
        let typed = &text[..end];
        client.change("a.lp", json!([{ "text": typed }]));
        let line = typed.matches('\n').count() as u32;
        let place = ("a.lp", line, 1000);
        client.ask_at("textDocument/completion", place, json!({}));
        client.ask_at("textDocument/definition", place, json!({}));
        client.ask_at("textDocument/signatureHelp", place, json!({}));
        let document = json!({ "textDocument": { "uri": client.uri("a.lp") } });
        client.request("textDocument/semanticTokens/full", document);
        client.ask_at("textDocument/references", place, json!({ "context": { "includeDeclaration": true } }));
        client
            .request("textDocument/documentSymbol", json!({ "textDocument": { "uri": client.uri("a.lp") } }));
        // A check for each would take long.
        if number % 25 == 0 {
            client.ask_at("textDocument/hover", place, json!({}));
        }
    }
    client.change(
        "a.lp",
        json!([{ "range": range(7, 9, 9), "text": "\nx" }, { "range": range(0, 500, 2), "text": "𝕏" }]),
    );
    client.diagnostics("a.lp");
    assert_eq!(client.end(), FOUND);
}
