//! The commands that solve and ground, and the options that they share with `groundplan solve`.

use serde_json::{json, Value};

use super::client::{error, Client};
use super::{places, range, CANCELLED, FAILED, INVALID_PARAMETERS};
use crate::support::{folder, run_in};

#[test]
fn lenses_solve_ground_and_profile() {
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
    let (title, profile) = results.next().expect("a third lens");
    assert_eq!(title, "profile");
    let profile = profile.as_str().expect("a text");
    assert!(profile.starts_with("profile ") && profile.contains("a.lp:1:1: { p(1..2) }."), "{profile}");
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
    assert_eq!(client.open("a.lp", text), Vec::<Value>::new());
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

/// The titles of the lenses of a text, with their lines.
fn lenses(client: &mut Client, name: &str) -> Vec<(u64, String)> {
    let given = json!({ "textDocument": { "uri": client.uri(name) } });
    let lenses = client.request("textDocument/codeLens", given);
    let lens = |lens: &Value| {
        let line = lens["range"]["start"]["line"].as_u64().expect("a line");
        (line, lens["command"]["title"].as_str().expect("a title").to_owned())
    };
    lenses.as_array().expect("a list").iter().map(lens).collect()
}

fn run_command(client: &mut Client, command: &str, name: &str) -> String {
    let given = json!({ "command": command, "arguments": [client.uri(name)] });
    let result = client.request("workspace/executeCommand", given);
    result.as_str().expect("a text").to_owned()
}

#[test]
fn a_program_without_an_answer_set_is_explained() {
    let text = "% Nobody teaches while away.\n:- at(P), away(P).\nat(ada). at(ben).\naway(ada).\n";
    let files = folder(&[("a.lp", text)]);
    let refreshing = json!({ "workspace": { "codeLens": { "refreshSupport": true } } });
    let mut client = Client::start_with(files.path(), refreshing, Value::Null);
    client.open("a.lp", text);
    let why = (0, "Why is there no answer set?".to_owned());
    assert!(!lenses(&mut client, "a.lp").contains(&why), "nothing has run yet");
    assert!(run_command(&mut client, "groundplan.solve", "a.lp").contains("UNSATISFIABLE"));
    client.heard("workspace/codeLens/refresh", |_| true);
    assert!(lenses(&mut client, "a.lp").contains(&why));

    let explained = run_command(&mut client, "groundplan.explain", "a.lp");
    assert!(explained.contains("- Nobody teaches while away.\n"), "{explained}");
    // The three statements are marked, each with the other ones.
    let found = client.diagnostics("a.lp");
    let ranges: Vec<&Value> = found.iter().map(|found| &found["range"]).collect();
    assert_eq!(ranges, [&range(1, 0, 18), &range(2, 0, 8), &range(3, 0, 10)], "{found:?}");
    assert_eq!(found[0]["severity"], 3);
    assert_eq!(found[0]["message"], "these 3 statements, read as axioms, conflict");
    let related = found[0]["relatedInformation"].as_array().expect("a list");
    let related: Vec<&Value> = related.iter().map(|other| &other["message"]).collect();
    assert_eq!(related, ["at(ada).", "away(ada)."]);
    // What was found is not said of another text.
    assert_eq!(client.replace("a.lp", "at(ada).\n"), Vec::<Value>::new());
    assert!(!lenses(&mut client, "a.lp").contains(&why));
}

#[test]
fn explanations_are_those_of_the_command() {
    for (text, options) in [
        ("p(1..3). q(X) :- p(X), X > 2. :- q(_).\n", vec![]),
        ("a :- not a.\n", vec![]),
        ("% One course in a place.\nc(1..4). place(1..3).\n{ in(C,P) : place(P) } = 1 :- c(C).\n:- in(C,P), in(D,P), C < D.\n", vec![]),
        ("{ a; b } = 3.\n", vec!["-W", "none"]),
        ("{ a; b }.\n", vec![]),
        ("{ a; b }. :- a, b.\n", vec!["--assume=a", "--assume=b"]),
    ] {
        let files = folder(&[("a.lp", text)]);
        let mut client = Client::start_with(files.path(), json!({}), json!({ "arguments": options }));
        client.open("a.lp", text);
        let explained = run_command(&mut client, "groundplan.explain", "a.lp");
        let path = files.path().join("a.lp");
        let given: Vec<&str> =
            ["explain", path.to_str().expect("a path")].into_iter().chain(options).collect();
        let printed = run_in(files.path(), &given, "");
        assert_eq!(explained, printed.out + &printed.err, "{text}");
    }
}

/// The actions at a place.
fn actions_at(client: &mut Client, line: u32, character: u32) -> Vec<Value> {
    let place = json!({ "line": line, "character": character });
    let given = json!({
        "textDocument": { "uri": client.uri("a.lp") },
        "range": { "start": place, "end": place },
        "context": { "diagnostics": [] },
    });
    client.request("textDocument/codeAction", given).as_array().expect("a list").clone()
}

#[test]
fn an_action_asks_why_an_atom_is_true_or_false() {
    let text = "#const n = c.\n{ on(a); on(b) } = 1. spare(n).\n:~ on(b). [3]\n:- spare(X), on(X).\n";
    let files = folder(&[("a.lp", text)]);
    let mut client = Client::start(files.path());
    client.open("a.lp", text);
    assert_eq!(actions_at(&mut client, 1, 3), Vec::<Value>::new(), "nothing has run yet");
    run_command(&mut client, "groundplan.solve", "a.lp");
    let path = files.path().join("a.lp");
    for (place, atom) in [((1, 3), "on(a)"), ((1, 13), "on(b)"), ((2, 3), "on(b)")] {
        let actions = actions_at(&mut client, place.0, place.1);
        assert_eq!(actions.len(), 1, "{actions:?}");
        assert_eq!(actions[0]["title"], json!(format!("Why `{atom}`?")));
        let command = actions[0]["command"].clone();
        let given = json!({ "command": command["command"], "arguments": command["arguments"] });
        let answer = client.request("workspace/executeCommand", given);
        let printed = run_in(files.path(), &["explain", path.to_str().expect("a path"), "--why", atom], "");
        assert_eq!(answer, json!(printed.out + &printed.err));
        assert!(answer.as_str().is_some_and(|text| text.contains("at cost 3 instead of 0")), "{answer}");
    }
    assert_eq!(actions_at(&mut client, 3, 4), Vec::<Value>::new(), "it has a variable");
    // A constant stands for its value.
    let command = actions_at(&mut client, 1, 23)[0]["command"].clone();
    assert_eq!(command["title"], "Why `spare(n)`?");
    let given = json!({ "command": command["command"], "arguments": command["arguments"] });
    let answer = client.request("workspace/executeCommand", given);
    assert!(answer.as_str().is_some_and(|text| text.starts_with("spare(c) is true")), "{answer}");
    let uri = client.uri("a.lp");
    for (arguments, code) in [(json!([uri]), INVALID_PARAMETERS), (json!([uri, "on(X)"]), FAILED)] {
        let given = json!({ "command": "groundplan.why", "arguments": arguments });
        assert_eq!(client.refused("workspace/executeCommand", given).0, code);
    }
    client.replace("a.lp", "{ on(a) }.\n");
    assert_eq!(actions_at(&mut client, 0, 3), Vec::<Value>::new(), "the text has changed");
}

#[test]
fn a_profile_is_shown_above_the_costliest_statements() {
    let text = "n(1..300).\npair(X,Y) :- n(X), n(Y), X < Y.\nsmall(1) :- n(1).\n";
    let files = folder(&[("a.lp", text)]);
    let mut client = Client::start(files.path());
    client.open("a.lp", text);
    let profile = run_command(&mut client, "groundplan.profile", "a.lp");
    assert!(profile.contains("44850"), "{profile}");
    let lenses = lenses(&mut client, "a.lp");
    let costs = |line| lenses.iter().filter(move |(at, _)| *at == line).map(|(_, title)| title);
    let pair: Vec<&String> = costs(1).collect();
    assert!(matches!(pair[..], [cost] if cost.ends_with(" · 44,850 instances")), "{lenses:?}");
    assert_eq!(costs(2).count(), 0, "{lenses:?}");
    client.replace("a.lp", "n(1).\n");

    // Where grounding does not end, too.
    let options = json!({ "arguments": ["--time-limit=0.3"] });
    let mut limited = Client::start_with(files.path(), json!({}), options);
    limited.open("b.lp", "n(0). n(X+1) :- n(X).\n");
    let profile = run_command(&mut limited, "groundplan.profile", "b.lp");
    assert!(profile.contains("b.lp:1:7: n(X+1) :- n(X)."), "{profile}");
}

#[test]
fn programs_step_by_step_are_not_explained() {
    let text = "#include <incmode>.\n#program check(t).\n:- query(t), t < 2.\n";
    let files = folder(&[("a.lp", text)]);
    let mut client = Client::start(files.path());
    client.open("a.lp", text);
    let given = json!({ "command": "groundplan.explain", "arguments": [client.uri("a.lp")] });
    let (code, message) = client.refused("workspace/executeCommand", given);
    assert_eq!((code, message.contains("solved step by step")), (FAILED, true), "{message}");
}
