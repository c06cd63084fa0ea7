//! Completion: predicates of the program, directives and aggregates.

use std::collections::BTreeSet;
use std::ops::Range;

use lsp_types::{CompletionItem, CompletionItemKind, InsertTextFormat, Position, TextEdit};

use crate::predicate::ProgramPredicate;
use crate::program::Programs;
use crate::workspace::Document;

/// Directives and aggregates with their forms as snippets. Without snippets, the text before the first placeholder is
/// inserted.
pub(crate) const WORDS: [(&str, &str); 22] = [
    ("#const", "#const ${1:n} = ${2:10}."),
    ("#count", "#count { ${1:X} : ${2:p(X)} }"),
    ("#defined", "#defined ${1:p}/${2:1}."),
    ("#edge", "#edge (${1:U},${2:V}) : ${3:edge(U,V)}."),
    ("#external", "#external ${1:p(X)} : ${2:q(X)}."),
    ("#false", "#false"),
    ("#heuristic", "#heuristic ${1:p(X)} : ${2:q(X)}. [${3:1},${4:true}]"),
    ("#include", "#include \"${1:file.lp}\"."),
    ("#inf", "#inf"),
    ("#max", "#max { ${1:X} : ${2:p(X)} }"),
    ("#maximize", "#maximize { ${1:W},${2:X} : ${3:p(X,W)} }."),
    ("#min", "#min { ${1:X} : ${2:p(X)} }"),
    ("#minimize", "#minimize { ${1:W},${2:X} : ${3:p(X,W)} }."),
    ("#program", "#program ${1:step(t)}."),
    ("#project", "#project ${1:p}/${2:1}."),
    ("#script", "#script (${1:python})\n$0\n#end."),
    ("#show", "#show ${1:p}/${2:1}."),
    ("#sum", "#sum { ${1:W},${2:X} : ${3:p(X,W)} }"),
    ("#sum+", "#sum+ { ${1:W},${2:X} : ${3:p(X,W)} }"),
    ("#sup", "#sup"),
    ("#theory", "#theory ${1:name} {\n  $0\n}."),
    ("#true", "#true"),
];

/// Directives behind which a predicate is named as `p/1`.
const NAMING: [&str; 3] = ["#show", "#defined", "#project"];

/// Returns what may stand at a position; nothing in comments and strings. `snippets` says whether the editor knows them.
pub fn completion(
    programs: &Programs<'_>,
    document: &Document,
    position: Position,
    snippets: bool,
) -> Vec<CompletionItem> {
    let offset = document.offset(position);
    if document.index().is_comment(&document.text, offset) || is_in_string(&document.text, offset) {
        return Vec::new();
    }
    let word = word_before(&document.text, offset);
    let insert = Insert { range: document.range(&word), snippets };
    if document.text[word.clone()].starts_with('#') {
        return WORDS.iter().map(|(name, form)| insert.directive(name, form)).collect();
    }
    let before = document.text[..word.start].trim_end_matches([' ', '\t', '-']);
    let names = NAMING.iter().any(|directive| before.ends_with(directive));
    let roots = programs.roots(&document.name);
    let texts = roots.iter().flat_map(|root| programs.texts(root));
    let mut known: BTreeSet<ProgramPredicate> = BTreeSet::new();
    for text in texts {
        // The word that is being written is no suggestion for itself.
        let is_other = |name: &Range<usize>| text.name != document.name || name.start != word.start;
        let found = text.index().occurrences.iter().filter(|found| is_other(&found.name));
        known.extend(found.map(|found| found.predicate.clone()));
    }
    known.iter().map(|predicate| insert.predicate(predicate, names)).collect()
}

/// How items are inserted.
struct Insert {
    range: lsp_types::Range,
    snippets: bool,
}

impl Insert {
    fn item(&self, label: String, kind: CompletionItemKind, snippet: &str) -> CompletionItem {
        let plain = snippet.split("${").next().unwrap_or(snippet).split('$').next().unwrap_or_default();
        let new_text = if self.snippets { snippet } else { plain.trim_end_matches('(') };
        CompletionItem {
            label,
            kind: Some(kind),
            insert_text_format: Some(match self.snippets {
                true => InsertTextFormat::Snippet,
                false => InsertTextFormat::PlainText,
            }),
            text_edit: Some(TextEdit { range: self.range, new_text: new_text.to_owned() }.into()),
            ..CompletionItem::default()
        }
    }

    fn directive(&self, name: &str, form: &str) -> CompletionItem {
        let item = self.item(name.to_owned(), CompletionItemKind::Keyword, form);
        // Editors compare the word with this; not all take `#` for a part of it.
        CompletionItem { filter_text: Some(name.to_owned()), ..item }
    }

    /// A predicate, named as `p/1` or with places for its arguments.
    fn predicate(&self, predicate: &ProgramPredicate, names: bool) -> CompletionItem {
        let ProgramPredicate { name, arity } = predicate;
        let arguments = || (1..=*arity).map(|at| format!("${{{at}:X{at}}}")).collect::<Vec<_>>().join(",");
        let snippet = match arity {
            _ if names => format!("{predicate}"),
            0 => name.clone(),
            _ => format!("{name}({})", arguments()),
        };
        let item = self.item(predicate.to_string(), CompletionItemKind::Function, &snippet);
        CompletionItem { filter_text: Some(name.clone()), ..item }
    }
}

/// Returns the word that ends at an offset: letters, digits, `_` and `'`, and a `#` before them.
fn word_before(text: &str, offset: usize) -> Range<usize> {
    let before = &text[..offset];
    let is_letter = |letter: char| letter.is_ascii_alphanumeric() || letter == '_' || letter == '\'';
    let start = before.trim_end_matches(is_letter).len();
    let start = if before[..start].ends_with('#') { start - 1 } else { start };
    start..offset
}

/// Whether an offset is within a string, which is on one line.
pub(crate) fn is_in_string(text: &str, offset: usize) -> bool {
    let line = text[..offset].rfind('\n').map_or(0, |newline| newline + 1);
    let mut is_open = false;
    let mut letters = text[line..offset].chars();
    while let Some(letter) = letters.next() {
        match letter {
            '"' => is_open = !is_open,
            '\\' if is_open => drop(letters.next()),
            _ => {}
        }
    }
    is_open
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_word_before_the_cursor_is_replaced() {
        for (text, word) in
            [("a :- ed", "ed"), ("#sh", "#sh"), ("p(X", "X"), ("a. ", ""), ("é#", "#"), ("éa'", "a'")]
        {
            assert_eq!(&text[word_before(text, text.len())], word, "{text}");
        }
    }

    #[test]
    fn strings_end_on_their_lines() {
        for (text, expected) in
            [("p(\"a", true), ("p(\"a\\\"", true), ("p(\"a\"", false), ("p(\"a\nb", false)]
        {
            assert_eq!(is_in_string(text, text.len()), expected, "{text}");
        }
    }
}
