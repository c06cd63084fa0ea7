//! Code lenses at the top of a text: commands that solve or ground it.

use lsp_types::{CodeLens, Command, Range};

use crate::run::RunAction;
use crate::workspace::Document;

/// Returns the lenses of a text.
pub fn lenses(document: &Document) -> Vec<CodeLens> {
    let lenses = RunAction::ALL.iter().map(|(action, command)| CodeLens {
        range: Range::default(),
        command: Some(Command {
            title: action.title().to_owned(),
            command: (*command).to_owned(),
            arguments: Some(vec![document.uri.0.clone().into()]),
            ..Command::default()
        }),
        data: None,
    });
    lenses.collect()
}
