//! The server: it receives messages and the results of background threads, one at a time, and answers them.
//!
//! Here are the session and its requests; [`notices`] has the notifications of the editor, [`programs`] the checks of open
//! programs, [`commands`] those that solve and ground.

mod commands;
mod notices;
mod programs;

use std::collections::BTreeMap;
use std::panic::{catch_unwind, AssertUnwindSafe};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread;
use std::time::{Duration, Instant};

use lsp_server::{Connection, ErrorCode, Message, Notification, ProtocolError, Request, RequestId, Response};
use lsp_types::{
    HoverParams, InitializeParams, LspNotificationMethod, LspRequestMethod, MessageType, Notification as _,
    ShowMessageNotification, ShowMessageParams, WorkspaceFolders,
};
use serde_json::Value;

use crate::capabilities::{offered, Client};
use crate::check::CheckedDocument;
use crate::checker::BackgroundChecker;
use crate::diagnostics::Found;
use crate::last_runs::LastRuns;
use crate::names;
use crate::options::EditorOptions;
use crate::requests::{json, read, RequestContext, RequestRefusal};
use crate::run::RunOutput;
use crate::runs::Runs;
use crate::workspace::Workspace;

/// How a session ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ServerEnding {
    /// The editor asked for the end, as the protocol wants it: `shutdown`, then `exit`.
    Requested,
    /// The editor went away, or asked for the exit without a shutdown.
    Abrupt,
}

/// The events that the server waits for.
pub enum ServerEvent {
    /// A message of the editor.
    Message(Message),
    /// The editor is gone.
    Gone,
    /// A program was checked.
    Checked {
        /// The number of the round.
        round: u64,
        /// The digest of the program's texts.
        digest: u64,
        /// The result.
        checked: Box<CheckedDocument>,
    },
    /// A round of checks is through.
    RoundEnded {
        /// Its number.
        round: u64,
    },
    /// A command has ended.
    Ran {
        /// Its request.
        id: RequestId,
        /// Its output, or the reason why it failed.
        result: Result<RunOutput, String>,
    },
}

/// Serves one editor until it asks for the end or goes away.
///
/// # Errors
///
/// If the editor does not begin with `initialize`.
pub fn serve(connection: &Connection) -> Result<ServerEnding, ProtocolError> {
    let (id, parameters) = loop {
        let (id, parameters) = match connection.initialize_start() {
            Err(error) if error.channel_is_disconnected() => return Ok(ServerEnding::Abrupt),
            started => started?,
        };
        match serde_json::from_value::<InitializeParams>(parameters) {
            Ok(parameters) => break (id, parameters),
            Err(error) => {
                let refused = Response::new_err(id, ErrorCode::InvalidParams as i32, error.to_string());
                // If the editor is gone, nothing more is received.
                let _ = connection.sender.send(refused.into());
            }
        }
    };
    let (events, received) = mpsc::channel();
    let mut server = Server::new(connection, &parameters, events.clone());
    server.reply(id, json(offered()));
    if let Err(message) = server.take_options(parameters.initialization_options.as_ref()) {
        server.show(MessageType::Error, format!("the server's options do not count: {message}"));
    }
    let messages = connection.receiver.clone();
    thread::spawn(move || {
        while let Ok(message) = messages.recv() {
            if events.send(ServerEvent::Message(message)).is_err() {
                return;
            }
        }
        // If nothing receives it, the server has ended.
        let _ = events.send(ServerEvent::Gone);
    });
    let ending = server.run(&received);
    server.checker.stop();
    server.runs.cancel_all();
    Ok(ending)
}

/// The state of a session.
struct Server<'a> {
    connection: &'a Connection,
    client: Client,
    options: EditorOptions,
    workspace: Workspace,
    checker: BackgroundChecker,
    runs: Runs,
    last_runs: LastRuns,
    /// The number of requests to draw lenses anew.
    refreshes: u32,
    events: Sender<ServerEvent>,
    /// The diagnostics that the editor shows, by document.
    published: BTreeMap<PathBuf, Vec<Found>>,
    /// Hovers that wait for the end of a check.
    hovers: Vec<(RequestId, HoverParams)>,
    is_shut_down: bool,
}

impl<'a> Server<'a> {
    fn new(connection: &'a Connection, parameters: &InitializeParams, events: Sender<ServerEvent>) -> Self {
        Server {
            connection,
            client: Client::of(parameters),
            options: EditorOptions::default(),
            workspace: Workspace::new(folders(parameters)),
            checker: BackgroundChecker::default(),
            runs: Runs::default(),
            last_runs: LastRuns::default(),
            refreshes: 0,
            events,
            published: BTreeMap::new(),
            hovers: Vec::new(),
            is_shut_down: false,
        }
    }

    fn take_options(&mut self, given: Option<&Value>) -> Result<(), String> {
        self.options = EditorOptions::read(given)?;
        Ok(())
    }

    fn run(&mut self, received: &Receiver<ServerEvent>) -> ServerEnding {
        loop {
            let left = self.checker.due().map(|due| due.saturating_duration_since(Instant::now()));
            let event = received.recv_timeout(left.unwrap_or(Duration::from_secs(3600)));
            match event {
                Ok(ServerEvent::Message(Message::Request(request))) => self.request(request),
                Ok(ServerEvent::Message(Message::Notification(notification))) => {
                    if LspNotificationMethod::from(notification.method.as_str())
                        == LspNotificationMethod::Exit
                    {
                        return if self.is_shut_down {
                            ServerEnding::Requested
                        } else {
                            ServerEnding::Abrupt
                        };
                    }
                    self.notice(notification);
                }
                Ok(ServerEvent::Gone) | Err(RecvTimeoutError::Disconnected) => return ServerEnding::Abrupt,
                Ok(ServerEvent::Checked { round, digest, checked }) => {
                    self.checker.accept(round, digest, *checked);
                }
                Ok(ServerEvent::RoundEnded { round }) => {
                    if self.checker.end(round) {
                        self.publish();
                        self.answer_hovers();
                    }
                }
                Ok(ServerEvent::Ran { id, result }) => self.finish(id, result),
                // The answers to requests of the server say nothing.
                Ok(ServerEvent::Message(Message::Response(_))) | Err(RecvTimeoutError::Timeout) => {}
            }
            if self.checker.due().is_some_and(|due| due <= Instant::now()) {
                self.check();
            }
        }
    }

    fn send(&self, message: impl Into<Message>) {
        // If the editor is gone, the next message that is received says so.
        let _ = self.connection.sender.send(message.into());
    }

    fn reply(&self, id: RequestId, answer: Result<Value, RequestRefusal>) {
        self.send(match answer {
            Ok(result) => Response::new_ok(id, result),
            Err(RequestRefusal { code, message }) => Response::new_err(id, code as i32, message),
        });
    }

    fn show(&self, kind: MessageType, message: String) {
        let method = ShowMessageNotification::METHOD.as_str().to_owned();
        self.send(Notification::new(method, ShowMessageParams { kind, message }));
    }

    /// Answers a request, or starts what will answer it.
    fn request(&mut self, request: Request) {
        let Request { id, method, params } = request;
        match LspRequestMethod::from(method.as_str()) {
            LspRequestMethod::Shutdown => {
                self.is_shut_down = true;
                self.reply(id, Ok(Value::Null));
            }
            _ if self.is_shut_down => {
                let message = "the server is shut down".to_owned();
                self.reply(id, Err(RequestRefusal { code: ErrorCode::InvalidRequest, message }));
            }
            LspRequestMethod::TextDocumentHover => match read::<HoverParams>(params) {
                Ok(hover) if self.checker.is_busy() => self.hovers.push((id, hover)),
                Ok(hover) => self.answer(id, |context| context.hover(&hover)),
                Err(refusal) => self.reply(id, Err(refusal)),
            },
            LspRequestMethod::WorkspaceExecuteCommand => {
                if let Err(refusal) = read(params).and_then(|given| self.start(id.clone(), &given)) {
                    self.reply(id, Err(refusal));
                }
            }
            _ => self.answer(id, |context| context.answer(&method, params)),
        }
    }

    /// Answers a request at once. A panic is an answer too: the next request may do better.
    fn answer(
        &self,
        id: RequestId,
        answer: impl FnOnce(&RequestContext<'_>) -> Result<Value, RequestRefusal>,
    ) {
        let found = |name: &Path| self.published.get(name).map_or(&[][..], Vec::as_slice);
        let context = RequestContext {
            workspace: &self.workspace,
            checker: &self.checker,
            options: &self.options,
            client: self.client,
            last_runs: &self.last_runs,
            found: &found,
        };
        let answer = catch_unwind(AssertUnwindSafe(|| answer(&context))).unwrap_or_else(|_| {
            let message = "internal error: please report it with the program".to_owned();
            Err(RequestRefusal { code: ErrorCode::InternalError, message })
        });
        self.reply(id, answer);
    }

    fn answer_hovers(&mut self) {
        for (id, hover) in std::mem::take(&mut self.hovers) {
            self.answer(id, |context| context.hover(&hover));
        }
    }
}

fn cancelled() -> RequestRefusal {
    RequestRefusal { code: ErrorCode::RequestCanceled, message: "cancelled".to_owned() }
}

/// Returns the folders of the workspace.
fn folders(parameters: &InitializeParams) -> Vec<PathBuf> {
    let folders = parameters.workspace_folders_initialize_params.workspace_folders.as_ref();
    if let Some(WorkspaceFolders::WorkspaceFolderList(folders)) = folders {
        return folders.iter().map(|folder| names::name(&folder.uri)).collect();
    }
    #[allow(deprecated, reason = "editors that know no folders send this")]
    parameters.root_uri.iter().map(names::name).collect()
}
