//! The commands of the editor: they run in the background, and their results answer the requests.

use std::path::PathBuf;

use lsp_server::{Request, RequestId};
use lsp_types::{CodeLensRefreshRequest, ExecuteCommandParams, MessageType, Request as _};
use serde_json::Value;

use super::{cancelled, Server};
use crate::checker::{digest, Due};
use crate::names;
use crate::program::Programs;
use crate::requests::RequestRefusal;
use crate::run::{RunAction, RunFindings, RunOutput};
use crate::runs::RunEnded;
use crate::source::Source;

/// The number of characters of a result that a message shows.
const LONGEST_MESSAGE: usize = 500;

impl Server<'_> {
    /// Starts a command.
    pub(super) fn start(
        &mut self,
        id: RequestId,
        given: &ExecuteCommandParams,
    ) -> Result<(), RequestRefusal> {
        let arguments = given.arguments.as_deref().unwrap_or_default();
        let action = RunAction::of(&given.command, arguments.get(1..).unwrap_or_default());
        let Some(action) = action.map_err(RequestRefusal::parameters)? else {
            return Err(RequestRefusal::parameters(format!("there is no command `{}`", given.command)));
        };
        let uri = arguments
            .first()
            .and_then(Value::as_str)
            .ok_or_else(|| RequestRefusal::parameters("the argument is the URI of a program"))?;
        let Some(document) = self.workspace.document(&names::name(&uri.into())) else {
            return Err(RequestRefusal::parameters(format!(
                "`{uri}` is not open, and there is no such file"
            )));
        };
        let texts = Programs::of(&self.workspace, self.options.files()).texts(&document.name);
        let source = Source::new(&document.name, &[], &self.workspace, &self.options);
        let program = Due { source, digest: digest(&texts) };
        let events = self.events.clone();
        let messages = self.runs.start(id, action, program, self.client.progress, events);
        messages.into_iter().for_each(|message| self.send(message));
        Ok(())
    }

    /// Answers the request of a command that has ended. Editors that do not open its result see the end of it in a message.
    pub(super) fn finish(&mut self, id: RequestId, result: Result<RunOutput, String>) {
        let (ended, progress) = self.runs.end(&id, result);
        progress.into_iter().for_each(|message| self.send(message));
        match ended {
            RunEnded::Cancelled => self.reply(id, Err(cancelled())),
            RunEnded::Result { program, result: Ok(RunOutput { text, findings }) } => {
                if !self.options.opens_text {
                    self.show(MessageType::Info, last_part(&text).to_owned());
                }
                self.reply(id, Ok(text.into()));
                self.keep(program, findings);
            }
            RunEnded::Result { result: Err(message), .. } => {
                self.reply(id, Err(RequestRefusal::failed(message)));
            }
        }
    }
}

impl Server<'_> {
    /// Takes note of what a run has found, and shows it in the texts.
    fn keep(&mut self, (root, digest): (PathBuf, u64), findings: RunFindings) {
        let has_conflict = findings.conflict.is_some();
        self.last_runs.add(root, digest, findings);
        // Otherwise the end of the check shows it.
        if has_conflict && !self.checker.is_busy() {
            self.publish();
        }
        if self.client.refreshes_lenses {
            self.refreshes += 1;
            let id = RequestId::from(format!("groundplan/lenses/{}", self.refreshes));
            let method = CodeLensRefreshRequest::METHOD.as_str().to_owned();
            self.send(Request::new(id, method, ()));
        }
    }
}

/// Returns the last lines of a text that a message has room for.
fn last_part(text: &str) -> &str {
    let text = text.trim_end();
    match text.char_indices().rev().nth(LONGEST_MESSAGE) {
        None => text,
        Some((at, _)) => match text[at..].find('\n') {
            Some(newline) => &text[at + newline + 1..],
            None => &text[at..],
        },
    }
}
