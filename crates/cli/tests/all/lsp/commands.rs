//! The commands that solve and ground, and the options that they share with `groundplan solve`.

use serde_json::json;

use super::client::{error, Client};
use super::{places, range, CANCELLED, FAILED};
use crate::support::{folder, run_in};

#[test]
fn a_lens_solves_and_another_one_grounds() {
    let text = "{ p(1..2) }. :- not p(1).\n#minimize { X : p(X) }.\n";
    let files = folder(&[("a.lp", text)]);
    let mut client = Client::start(files.path());
    client.open("a.lp", text);
    let lenses =
        client.request("textDocument/codeLens", json!({ "textDocument": { "uri": client.uri("a.lp") } }));
    let mut results = lenses.as_array().expect("a list").iter().map(|lens| {
        let command = &lens["command"];
        let given = json!({ "command": command["command"], "arguments": command["arguments"] });
        (command["title"].clone(), client.request("workspace/executeCommand", given))
    });
    let printed = |command: &str| run_in(files.path(), &[command, "a.lp"], "").out;
    assert_eq!(results.next(), Some((json!("solve"), json!(printed("solve")))));
    assert_eq!(results.next(), Some((json!("ground"), json!(printed("ground")))));
    assert_eq!(results.next(), None);
    drop(results);
    // Editors that throw a result away show its end.
    let message = client.heard("window/showMessage", |given| given["message"] != "");
    assert!(message["message"].as_str().is_some_and(|text| text.ends_with("OPTIMUM FOUND")), "{message}");
}

#[test]
fn options_are_a_command_line() {
    let files = folder(&[("facts.lp", "edge(a,b).\n")]);
    let options =
        json!({ "arguments": ["facts.lp", "-c", "n=2", "-W", "singleton", "0"], "opensText": true });
    let mut client = Client::start_with(files.path(), json!({}), options);
    let found = client.open("a.lp", "r(X) :- edge(X,Y). p(1..n).\n");
    let messages: Vec<&str> = found.iter().filter_map(|found| found["message"].as_str()).collect();
    assert_eq!(messages, ["the variable `Y` occurs only once\nhelp: write `_` if any value will do"]);
    let uri = client.uri("a.lp");
    let solved = client
        .request("workspace/executeCommand", json!({ "command": "groundplan.solve", "arguments": [uri] }));
    assert!(solved.as_str().is_some_and(|text| text.contains("p(1) p(2)")), "{solved}");
    let definition = client.ask_at("textDocument/definition", ("a.lp", 0, 9), json!({}));
    assert_eq!(places(&definition), ["facts.lp:0:0-4"]);

    let mut wrong = Client::start_with(files.path(), json!({}), json!({ "arguments": ["--modles=3"] }));
    let message = wrong.heard("window/showMessage", |_| true);
    assert!(
        message["message"].as_str().is_some_and(|text| text.contains("did you mean `--models`")),
        "{message}"
    );
}

#[test]
fn programs_step_by_step_are_solved_too() {
    let text = "#include <incmode>.\nat(0).\n#program step(t).\nat(t) :- at(t-1).\n#program check(t).\n:- query(t), not at(3).\n";
    let files = folder(&[("a.lp", text)]);
    let mut client = Client::start(files.path());
    assert_eq!(client.open("a.lp", text), Vec::<serde_json::Value>::new());
    let given = json!({ "command": "groundplan.solve", "arguments": [client.uri("a.lp")] });
    let solved = client.request("workspace/executeCommand", given);
    assert_eq!(solved, json!(run_in(files.path(), &["solve", "a.lp"], "").out));
    // Parts are checked even if nothing grounds them yet.
    let found = client.replace("a.lp", "p.\n#program later(t,u).\nq(X).\n");
    assert_eq!(found[0]["range"], range(2, 2, 3));
}

#[test]
fn a_command_is_cancelled_by_its_request_or_its_progress() {
    let endless = "n(0). n(X+1) :- n(X).\n";
    let files = folder(&[("a.lp", endless)]);
    let progress = json!({ "window": { "workDoneProgress": true } });
    let options = json!({ "arguments": ["--time-limit=3600", "--ground-limit=1000000000"] });
    let mut client = Client::start_with(files.path(), progress, options);
    let given = json!({ "command": "groundplan.solve", "arguments": [client.uri("a.lp")] });
    let id = client.send("workspace/executeCommand", given.clone());
    let begun = client.heard("$/progress", |given| given["value"]["kind"] == "begin");
    assert_eq!(
        (&begun["value"]["title"], &begun["value"]["cancellable"]),
        (&json!("solve a.lp"), &json!(true))
    );
    client.notify("$/cancelRequest", json!({ "id": id }));
    assert_eq!(error(&client.response(id)).0, CANCELLED);
    client.heard("$/progress", |given| given["value"]["kind"] == "end" && given["token"] == begun["token"]);

    let id = client.send("workspace/executeCommand", given);
    let begun = client.heard("$/progress", |given| given["value"]["kind"] == "begin");
    client.notify("window/workDoneProgress/cancel", json!({ "token": begun["token"] }));
    assert_eq!(error(&client.response(id)).0, CANCELLED);

    let mut limited =
        Client::start_with(files.path(), json!({}), json!({ "arguments": ["--time-limit=0.1"] }));
    let given = json!({ "command": "groundplan.ground", "arguments": [limited.uri("a.lp")] });
    let (code, message) = limited.refused("workspace/executeCommand", given);
    assert_eq!(code, FAILED);
    assert!(message.contains("n(X+1) :- n(X)."), "{message}");
}
