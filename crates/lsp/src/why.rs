//! Questions about atoms: the code action that asks why the atom at a position is true or false.

use groundplan::diagnostic::Sources;
use groundplan::symbol::Symbols;
use groundplan::syntax::{parse_term, Print};
use lsp_types::{CodeAction, CodeActionResponse, Command};

use crate::run::RunAction;
use crate::workspace::Document;

/// Returns the action that asks about the ground atom at an offset, if there is one. `root` is the program, which has an answer set.
pub fn action(document: &Document, offset: usize, root: &Document) -> Option<CodeActionResponse> {
    let atoms = document.index().occurrences.iter();
    let whole = atoms.map(|found| &found.whole).find(|whole| whole.start <= offset && offset <= whole.end)?;
    let atom = ground(&document.text[whole.clone()])?;
    let action = RunAction::Why(atom.clone());
    let command = Command {
        title: action.title(),
        command: action.command().to_owned(),
        arguments: Some(vec![root.uri.0.clone().into(), atom.into()]),
        ..Command::default()
    };
    let title = action.title();
    Some(CodeActionResponse::CodeAction(CodeAction {
        title,
        command: Some(command),
        ..CodeAction::default()
    }))
}

/// Returns an atom in one way of writing; `None` if it has variables, intervals or pools, or is none.
fn ground(text: &str) -> Option<String> {
    let (mut symbols, mut sources) = (Symbols::new(), Sources::new());
    let source = sources.add("", text);
    let term = parse_term(&mut symbols, &sources, source).ok()?;
    let atom = term.display(&symbols).to_string();
    Some(atom)
}

#[cfg(test)]
mod tests {
    use super::ground;

    #[test]
    fn only_ground_atoms_are_asked_about() {
        for (text, expected) in [
            ("on(a)", Some("on(a)")),
            ("at( f(x), -2,\n \"s\" )", Some("at(f(x),-2,\"s\")")),
            ("-p", Some("-p")),
            ("p(X)", None),
            ("p(_)", None),
            ("p(1..2)", None),
            ("p(1;2)", None),
            ("#show p/1.", None),
        ] {
            assert_eq!(ground(text).as_deref(), expected, "{text}");
        }
    }
}
