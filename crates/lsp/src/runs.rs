//! The commands that run in the background: their threads, their progress, and how they are cancelled.

use std::collections::HashMap;
use std::panic::{catch_unwind, AssertUnwindSafe};
use std::path::PathBuf;
use std::sync::mpsc::Sender;
use std::thread;

use groundplan::Interrupter;
use lsp_server::{Message, Notification, Request, RequestId};
use lsp_types::{
    Notification as _, ProgressNotification, ProgressParams, ProgressToken, Request as _,
    WorkDoneProgressBegin, WorkDoneProgressCreateParams, WorkDoneProgressCreateRequest, WorkDoneProgressEnd,
};

use crate::checker::Due;
use crate::run::{run, RunAction, RunOutput};
use crate::server::ServerEvent;
use crate::source::Source;

/// A running command.
struct ActiveRun {
    interrupter: Interrupter,
    /// The token of its progress, if the editor shows it.
    token: Option<ProgressToken>,
    is_cancelled: bool,
    /// The program, with the digest of its texts.
    program: (PathBuf, u64),
}

/// All running commands, by their requests.
#[derive(Default)]
pub struct Runs {
    running: HashMap<RequestId, ActiveRun>,
    started: u32,
}

/// How a command has ended.
pub enum RunEnded {
    /// The user cancelled it.
    Cancelled,
    /// It has this result, or failed with this message.
    Result {
        /// The program that was run, with the digest of its texts.
        program: (PathBuf, u64),
        /// The result.
        result: Result<RunOutput, String>,
    },
}

impl Runs {
    /// Starts a command on a thread, which reports to `events`. Returns messages to the editor about its progress.
    pub fn start(
        &mut self,
        id: RequestId,
        action: RunAction,
        program: Due,
        shows_progress: bool,
        events: Sender<ServerEvent>,
    ) -> Vec<Message> {
        let Due { source, digest } = program;
        self.started += 1;
        let token = shows_progress.then(|| ProgressToken::from(format!("groundplan/{}", self.started)));
        let interrupter = Interrupter::new();
        let run_it = interrupter.clone();
        let messages = token.iter().flat_map(|token| begin(token, &action, &source)).collect();
        let program = (source.root.clone(), digest);
        self.running.insert(id.clone(), ActiveRun { interrupter, token, is_cancelled: false, program });
        thread::spawn(move || {
            let result = catch_unwind(AssertUnwindSafe(|| run(&action, &source, &run_it)));
            let result = match result {
                Ok(result) => result.map_err(|error| error.to_string()),
                Err(_) => Err("internal error: please report it with the program".to_owned()),
            };
            // If nothing receives it, the server has ended.
            let _ = events.send(ServerEvent::Ran { id, result });
        });
        messages
    }

    /// Cancels the command of a request. Returns whether it runs.
    pub fn cancel(&mut self, id: &RequestId) -> bool {
        self.running.get_mut(id).map(ActiveRun::cancel).is_some()
    }

    /// Cancels the command whose progress has this token.
    pub fn cancel_progress(&mut self, token: &ProgressToken) {
        self.running.values_mut().filter(|run| run.token.as_ref() == Some(token)).for_each(ActiveRun::cancel);
    }

    /// Cancels all commands.
    pub fn cancel_all(&mut self) {
        self.running.values_mut().for_each(ActiveRun::cancel);
    }

    /// Takes the result of a command. Returns how it ended, and a message to the editor about its progress.
    pub fn end(&mut self, id: &RequestId, result: Result<RunOutput, String>) -> (RunEnded, Option<Message>) {
        let Some(run) = self.running.remove(id) else { return (RunEnded::Cancelled, None) };
        let end = serde_json::to_value(WorkDoneProgressEnd::default()).unwrap_or_default();
        let message = run.token.map(|token| progress(token, end));
        let ended = match run.is_cancelled {
            true => RunEnded::Cancelled,
            false => RunEnded::Result { program: run.program, result },
        };
        (ended, message)
    }
}

impl ActiveRun {
    fn cancel(&mut self) {
        self.is_cancelled = true;
        self.interrupter.interrupt();
    }
}

/// Returns the messages by which progress begins.
fn begin(token: &ProgressToken, action: &RunAction, source: &Source) -> [Message; 2] {
    let ProgressToken::String(id) = token else { unreachable!("tokens are made from strings") };
    let create = Request::new(
        RequestId::from(id.clone()),
        WorkDoneProgressCreateRequest::METHOD.as_str().to_owned(),
        WorkDoneProgressCreateParams { token: token.clone() },
    );
    let file = source.root.file_name().unwrap_or(source.root.as_os_str());
    let begin = WorkDoneProgressBegin {
        title: format!("{} {}", action.title(), file.to_string_lossy()),
        cancellable: Some(true),
        ..WorkDoneProgressBegin::default()
    };
    [create.into(), progress(token.clone(), serde_json::to_value(begin).unwrap_or_default())]
}

fn progress(token: ProgressToken, value: serde_json::Value) -> Message {
    let method = ProgressNotification::METHOD.as_str().to_owned();
    Notification::new(method, ProgressParams { token, value }).into()
}
