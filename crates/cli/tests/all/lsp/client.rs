//! An editor as a script: it starts `groundplan lsp`, writes messages and waits for others.
#![allow(clippy::needless_pass_by_value, reason = "a call writes its parameters in place, as JSON")]

use std::collections::VecDeque;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{channel, Receiver};
use std::time::Duration;

use serde_json::{json, Value};

/// How long an answer may take on a busy machine.
const PATIENCE: Duration = Duration::from_secs(120);

/// A session with the server.
pub struct Client {
    process: Child,
    input: Option<ChildStdin>,
    messages: Receiver<Value>,
    /// Notifications and requests of the server that nothing has asked for yet.
    heard: VecDeque<Value>,
    folder: String,
    requests: i64,
    version: i64,
    /// What the server offers.
    pub capabilities: Value,
}

impl Client {
    /// Starts the server in a folder, without options.
    pub fn start(folder: &Path) -> Self {
        Client::start_with(folder, json!({}), Value::Null)
    }

    /// Starts the server in a folder.
    pub fn start_with(folder: &Path, capabilities: Value, options: Value) -> Self {
        let mut process = Command::new(assert_cmd::cargo::cargo_bin!("groundplan"))
            .arg("lsp")
            .current_dir(folder)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the command starts");
        let output = BufReader::new(process.stdout.take().expect("a pipe"));
        let input = process.stdin.take();
        let (sender, messages) = channel();
        std::thread::spawn(move || read_all(output, |message| sender.send(message).is_ok()));
        let uri = format!("file://{}", folder.display());
        let mut client = Client {
            process,
            input,
            messages,
            heard: VecDeque::new(),
            folder: uri.clone(),
            requests: 0,
            version: 0,
            capabilities: Value::Null,
        };
        let given = json!({
            "processId": null,
            "rootUri": uri,
            "workspaceFolders": [{ "uri": uri, "name": "test" }],
            "capabilities": capabilities,
            "initializationOptions": options,
        });
        client.capabilities = client.request("initialize", given)["capabilities"].clone();
        client.notify("initialized", json!({}));
        client
    }

    /// The URI of a file in the folder.
    pub fn uri(&self, name: &str) -> String {
        format!("{}/{name}", self.folder)
    }

    fn write(&mut self, message: &Value) {
        let text = json!(message).to_string();
        let input = self.input.as_mut().expect("it is open");
        write!(input, "Content-Length: {}\r\n\r\n{text}", text.len()).expect("the server reads");
        input.flush().expect("the server reads");
    }

    /// Writes something that need not be a message, and returns how the server ends.
    pub fn write_raw(mut self, text: &str) -> i32 {
        let input = self.input.as_mut().expect("it is open");
        input.write_all(text.as_bytes()).expect("the server reads");
        self.exit_code()
    }

    /// Sends a notification.
    pub fn notify(&mut self, method: &str, parameters: Value) {
        self.write(&json!({ "jsonrpc": "2.0", "method": method, "params": parameters }));
    }

    /// Sends a request, and returns its number.
    pub fn send(&mut self, method: &str, parameters: Value) -> i64 {
        self.requests += 1;
        let id = self.requests;
        self.write(&json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": parameters }));
        id
    }

    /// Waits for the response to a request.
    pub fn response(&mut self, id: i64) -> Value {
        loop {
            let message = self.messages.recv_timeout(PATIENCE).expect("an answer");
            if message["method"].is_null() && message["id"] == id {
                return message;
            }
            self.hear(message);
        }
    }

    fn hear(&mut self, message: Value) {
        if !message["method"].is_null() && !message["id"].is_null() {
            self.write(&json!({ "jsonrpc": "2.0", "id": message["id"], "result": null }));
        }
        self.heard.push_back(message);
    }

    /// Sends a request, and returns its result.
    pub fn request(&mut self, method: &str, parameters: Value) -> Value {
        let id = self.send(method, parameters);
        let response = self.response(id);
        assert!(response["error"].is_null(), "{method}: {response}");
        response["result"].clone()
    }

    /// Sends a request that is refused, and returns the number and the message of the error.
    pub fn refused(&mut self, method: &str, parameters: Value) -> (i64, String) {
        let id = self.send(method, parameters);
        error(&self.response(id))
    }

    /// Waits for a message that the server sends by itself.
    pub fn heard(&mut self, method: &str, is_meant: impl Fn(&Value) -> bool) -> Value {
        loop {
            let fits = |message: &Value| message["method"] == method && is_meant(&message["params"]);
            if let Some(at) = self.heard.iter().position(fits) {
                return self.heard.remove(at).expect("it is there")["params"].clone();
            }
            let message = self.messages.recv_timeout(PATIENCE).expect("a message");
            self.hear(message);
        }
    }

    /// Opens a text, and returns its diagnostics.
    pub fn open(&mut self, name: &str, text: &str) -> Vec<Value> {
        self.version += 1;
        let document =
            json!({ "uri": self.uri(name), "languageId": "lp", "version": self.version, "text": text });
        self.notify("textDocument/didOpen", json!({ "textDocument": document }));
        self.diagnostics(name)
    }

    /// Sends changes of an open text.
    pub fn change(&mut self, name: &str, changes: Value) {
        self.version += 1;
        let document = json!({ "uri": self.uri(name), "version": self.version });
        self.notify("textDocument/didChange", json!({ "textDocument": document, "contentChanges": changes }));
    }

    /// Replaces an open text, and returns its diagnostics.
    pub fn replace(&mut self, name: &str, text: &str) -> Vec<Value> {
        self.change(name, json!([{ "text": text }]));
        self.diagnostics(name)
    }

    /// Waits for the diagnostics of the last version of a text.
    pub fn diagnostics(&mut self, name: &str) -> Vec<Value> {
        let (uri, version) = (self.uri(name), self.version);
        let found = self.heard("textDocument/publishDiagnostics", |given| {
            given["uri"] == uri && given["version"] == version
        });
        found["diagnostics"].as_array().expect("a list").clone()
    }

    /// The parameters of a request about a place in a text: a line and a column from 0.
    pub fn place(&self, name: &str, line: u32, character: u32) -> Value {
        json!({ "textDocument": { "uri": self.uri(name) }, "position": { "line": line, "character": character } })
    }

    /// The result of a request about a place, given with more parameters.
    pub fn ask_at(&mut self, method: &str, (name, line, character): (&str, u32, u32), more: Value) -> Value {
        let mut parameters = self.place(name, line, character);
        let more = more.as_object().expect("an object").clone();
        parameters.as_object_mut().expect("an object").extend(more);
        self.request(method, parameters)
    }

    /// Ends the session as the protocol wants it, and returns the exit code.
    pub fn end(mut self) -> i32 {
        self.request("shutdown", Value::Null);
        self.notify("exit", Value::Null);
        self.exit_code()
    }

    /// Closes the pipe to the server, and returns its exit code.
    pub fn exit_code(mut self) -> i32 {
        drop(self.input.take());
        self.process.wait().expect("it ends").code().expect("a code")
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        // After a failed assertion the server is still there.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// The number and the message of an error.
pub fn error(response: &Value) -> (i64, String) {
    let error = &response["error"];
    let message = error["message"].as_str().unwrap_or_else(|| panic!("no error: {response}"));
    (error["code"].as_i64().expect("a number"), message.to_owned())
}

/// Reads messages until the output ends or `take` wants no more.
fn read_all(mut output: impl BufRead, take: impl Fn(Value) -> bool) {
    let mut line = String::new();
    let mut length = 0;
    loop {
        line.clear();
        if !output.read_line(&mut line).is_ok_and(|read| read > 0) {
            return;
        }
        if let Some(given) = line.strip_prefix("Content-Length: ") {
            length = given.trim().parse().expect("a number");
        }
        if line == "\r\n" {
            let mut text = vec![0; length];
            output.read_exact(&mut text).expect("a whole message");
            if !take(serde_json::from_slice(&text).expect("JSON")) {
                return;
            }
        }
    }
}
