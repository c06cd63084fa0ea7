//! The commands of the editor: they run in the background, and their results answer the requests.

use lsp_server::RequestId;
use lsp_types::{ExecuteCommandParams, MessageType};
use serde_json::Value;

use super::{cancelled, Server};
use crate::names;
use crate::requests::RequestRefusal;
use crate::run::RunAction;
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
        let known = RunAction::ALL.iter().find(|(_, command)| *command == given.command);
        let Some(&(action, _)) = known else {
            return Err(RequestRefusal::parameters(format!("there is no command `{}`", given.command)));
        };
        let uri = given.arguments.as_deref().and_then(|arguments| arguments.first()).and_then(Value::as_str);
        let uri = uri.ok_or_else(|| RequestRefusal::parameters("the argument is the URI of a program"))?;
        let Some(document) = self.workspace.document(&names::name(&uri.into())) else {
            return Err(RequestRefusal::parameters(format!(
                "`{uri}` is not open, and there is no such file"
            )));
        };
        let source = Source::new(&document.name, &[], &self.workspace, &self.options);
        let events = self.events.clone();
        let messages = self.runs.start(id, action, source, self.client.progress, events);
        messages.into_iter().for_each(|message| self.send(message));
        Ok(())
    }

    /// Answers the request of a command that has ended. Editors that do not open its result see the end of it in a message.
    pub(super) fn finish(&mut self, id: RequestId, result: Result<String, String>) {
        let (ended, progress) = self.runs.end(&id, result);
        progress.into_iter().for_each(|message| self.send(message));
        match ended {
            RunEnded::Cancelled => self.reply(id, Err(cancelled())),
            RunEnded::Result(Ok(text)) => {
                if !self.options.opens_text {
                    self.show(MessageType::Info, last_part(&text).to_owned());
                }
                self.reply(id, Ok(text.into()));
            }
            RunEnded::Result(Err(message)) => self.reply(id, Err(RequestRefusal::failed(message))),
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
