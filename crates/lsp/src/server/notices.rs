//! Notifications of the editor: texts that are opened, changed and closed, and requests that are cancelled.

use lsp_server::{Notification, RequestId};
use lsp_types::{
    CancelParams, DidChangeTextDocumentParams, DidCloseTextDocumentParams, DidOpenTextDocumentParams, Id,
    LspNotificationMethod, TextDocumentContentChangeEvent, WorkDoneProgressCancelParams,
};

use super::{cancelled, Server};
use crate::names;
use crate::requests::read;

impl Server<'_> {
    /// Takes note of what the editor says.
    pub(super) fn notice(&mut self, notification: Notification) {
        let Notification { method, params } = notification;
        // A notification that cannot be read has no answer that could say so.
        let _ = match LspNotificationMethod::from(method.as_str()) {
            LspNotificationMethod::TextDocumentDidOpen => {
                read(params).map(|DidOpenTextDocumentParams { text_document: opened }| {
                    self.workspace.open(opened.uri, opened.version, opened.text);
                    self.checker.plan();
                })
            }
            LspNotificationMethod::TextDocumentDidChange => read(params).map(|given| self.change(given)),
            LspNotificationMethod::TextDocumentDidClose => {
                read(params).map(|DidCloseTextDocumentParams { text_document: closed }| {
                    let name = names::name(&closed.uri);
                    self.workspace.close(&name);
                    self.last_runs.forget(&name);
                    self.checker.plan();
                })
            }
            LspNotificationMethod::TextDocumentDidSave
            | LspNotificationMethod::WorkspaceDidChangeWatchedFiles => {
                self.workspace.forget_list();
                self.checker.plan();
                Ok(())
            }
            LspNotificationMethod::CancelRequest => read(params).map(|CancelParams { id }| {
                let id = match id {
                    Id::Int(id) => RequestId::from(id),
                    Id::String(id) => RequestId::from(id),
                };
                self.cancel(&id);
            }),
            LspNotificationMethod::WindowWorkDoneProgressCancel => {
                read(params).map(|WorkDoneProgressCancelParams { token }| self.runs.cancel_progress(&token))
            }
            _ => Ok(()),
        };
    }

    /// Applies the changes of an open text, one after the other.
    fn change(&mut self, given: DidChangeTextDocumentParams) {
        let identifier = given.text_document;
        let uri = identifier.text_document_identifier.uri;
        for change in given.content_changes {
            let text = match change {
                TextDocumentContentChangeEvent::TextDocumentContentChangeWholeDocument(whole) => whole.text,
                TextDocumentContentChangeEvent::TextDocumentContentChangePartial(part) => {
                    let Some(document) = self.workspace.document(&names::name(&uri)) else { return };
                    let (start, end) = (document.offset(part.range.start), document.offset(part.range.end));
                    let mut text = document.text.to_string();
                    text.replace_range(start.min(end)..end.max(start), &part.text);
                    text
                }
            };
            self.workspace.open(uri.clone(), identifier.version, text);
        }
        self.checker.plan();
    }

    fn cancel(&mut self, id: &RequestId) {
        let waiting = self.hovers.len();
        self.hovers.retain(|(waiting, _)| waiting != id);
        if self.hovers.len() < waiting {
            self.reply(id.clone(), Err(cancelled()));
        }
        self.runs.cancel(id);
    }
}
