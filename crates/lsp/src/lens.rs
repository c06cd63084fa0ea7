//! Code lenses: at the top of a text commands that run it, and above its costliest statements what they cost in the last profile.

use lsp_types::{CodeLens, Command, Range};

use crate::run::{RunAction, RunFindings, StatementTime};
use crate::workspace::Document;

/// Returns the lenses of a text. `known` is what the last run of it has found; `costs` are those of statements in all texts.
pub fn lenses<'a>(
    document: &Document,
    known: Option<&RunFindings>,
    costs: impl Iterator<Item = &'a StatementTime>,
) -> Vec<CodeLens> {
    let has_none = known.is_some_and(|known| known.has_answer_set == Some(false));
    let explain = has_none.then_some(RunAction::Explain);
    let actions = [RunAction::Solve, RunAction::Ground, RunAction::Profile].into_iter().chain(explain);
    let mut lenses: Vec<CodeLens> =
        actions.map(|action| lens(document, Range::default(), action.title(), &action)).collect();
    let costs = costs.filter(|it| it.document == document.name);
    lenses.extend(costs.map(|it| {
        let range = document.range(&(it.start..it.start));
        lens(document, range, it.cost.clone(), &RunAction::Profile)
    }));
    lenses
}

fn lens(document: &Document, range: Range, title: String, action: &RunAction) -> CodeLens {
    let command = Command {
        title,
        command: action.command().to_owned(),
        arguments: Some(vec![document.uri.0.clone().into()]),
        ..Command::default()
    };
    CodeLens { range, command: Some(command), data: None }
}
