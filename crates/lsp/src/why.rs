//! Questions about atoms: the code action that asks why the atom at a position is true or false.

use std::sync::Arc;

use groundplan::diagnostic::Sources;
use groundplan::symbol::Symbols;
use groundplan::syntax::{parse_term, words, Print, WordKind};
use lsp_types::{CodeAction, CodeActionResponse, Command};

use crate::index::IndexedKind;
use crate::run::RunAction;
use crate::workspace::Document;

/// Returns the action that asks about the ground atom at an offset, if there is one. `root` is the program with these `texts`, which
/// has an answer set.
pub fn action(
    document: &Document,
    offset: usize,
    root: &Document,
    texts: &[Arc<Document>],
) -> Option<CodeActionResponse> {
    let atoms = document.index().occurrences.iter();
    let whole = atoms.map(|found| &found.whole).find(|whole| whole.start <= offset && offset <= whole.end)?;
    let atom = ground(&document.text[whole.clone()])?;
    if texts.iter().any(|text| defines_a_constant_of(text, &atom)) {
        return None;
    }
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

/// Whether a text has a `#const` for a name in an atom, which is not the atom that the name stands for.
fn defines_a_constant_of(document: &Document, atom: &str) -> bool {
    let index = document.index();
    let constants = index.statements.iter().filter(|statement| statement.kind == IndexedKind::Constant);
    let mut names = constants.filter_map(|statement| {
        let text = &document.text[statement.range.clone()];
        words(text).into_iter().find(|word| word.kind == WordKind::Name).map(|word| &text[word.range])
    });
    let words = words(atom);
    names
        .any(|name| words.iter().any(|word| word.kind == WordKind::Name && &atom[word.range.clone()] == name))
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
