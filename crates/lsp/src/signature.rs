//! Signature help: within the parentheses of an atom the predicates of its name with their arguments, within the braces of an
//! aggregate or an objective its form.
//!
//! An argument is called as in a comment such as `% at(Course,Room): …`, or else as in the atoms of the program, heads first.

use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::Arc;

use groundplan::syntax::{words, WordKind};
use lsp_types::{
    Documentation, MarkupContent, MarkupKind, ParameterInformation, Position, SignatureHelp,
    SignatureInformation,
};

use crate::completion::{is_in_string, WORDS};
use crate::hover::comment;
use crate::predicate::ProgramPredicate;
use crate::program::Programs;
use crate::workspace::Document;

/// Returns the signatures of what the cursor is in; `None` in comments and strings, and outside of brackets.
pub fn signature(programs: &Programs<'_>, document: &Document, position: Position) -> Option<SignatureHelp> {
    let offset = document.offset(position);
    if document.index().is_comment(&document.text, offset) || is_in_string(&document.text, offset) {
        return None;
    }
    let (opened, active) = opened(&document.text[..offset])?;
    let (signatures, first) = match &opened {
        Opened::Atom(name) => {
            let found = predicates(programs, document, name);
            let fitting = found.iter().position(|predicate| active < predicate.arity).unwrap_or(0);
            let roots = programs.roots(&document.name);
            let shown = found.iter().map(|predicate| {
                let said = comment(programs, document, &roots, predicate);
                of_predicate(predicate, &argument_names(programs, document, predicate), said)
            });
            (shown.collect::<Vec<_>>(), fitting)
        }
        Opened::Set { keyword, is_condition } => {
            let (_, form) = WORDS.iter().find(|(known, _)| known == keyword)?;
            return Some(of_set(form, active, *is_condition));
        }
    };
    (!signatures.is_empty()).then(|| SignatureHelp {
        signatures,
        active_signature: Some(first as u32),
        active_parameter: Some((active as u32).into()),
    })
}

/// What is open before the cursor.
enum Opened {
    /// The parentheses of an atom with this name.
    Atom(String),
    /// The braces behind this keyword, and whether a `:` stands before the cursor in its element.
    Set { keyword: String, is_condition: bool },
}

/// A bracket that is open.
struct OpenBracket<'a> {
    is_parenthesis: bool,
    /// The name or the keyword before it.
    before: &'a str,
    commas: usize,
    has_colon: bool,
}

/// Returns what is open at the end of a text, and the number of commas since it was opened. Of parentheses within parentheses
/// the outer ones count, since the inner ones belong to terms.
fn opened(text: &str) -> Option<(Opened, usize)> {
    let mut open: Vec<OpenBracket<'_>> = Vec::new();
    let mut before = "";
    for word in words(text) {
        let word_text = &text[word.range.clone()];
        match word_text {
            "(" | "{" | "[" => open.push(OpenBracket {
                is_parenthesis: word_text == "(",
                before,
                commas: 0,
                has_colon: false,
            }),
            ")" | "}" | "]" => drop(open.pop()),
            "." => open.clear(),
            "," => open.iter_mut().last().into_iter().for_each(|bracket| bracket.commas += 1),
            // The next alternative or element begins.
            ";" => {
                if let Some(bracket) = open.last_mut() {
                    (bracket.commas, bracket.has_colon) = (0, false);
                }
            }
            ":" => {
                if let Some(bracket) = open.last_mut() {
                    (bracket.commas, bracket.has_colon) = (0, true);
                }
            }
            _ => {}
        }
        before = match word.kind {
            WordKind::Name | WordKind::Keyword | WordKind::Aggregate => word_text,
            WordKind::Comment => before,
            _ => "",
        };
    }
    let inner = open.iter().rposition(|bracket| !bracket.is_parenthesis).map_or(0, |last| last + 1);
    if let Some(atom) = open[inner..].iter().find(|bracket| !bracket.before.is_empty()) {
        return Some((Opened::Atom(atom.before.to_owned()), atom.commas));
    }
    let set = open.last().filter(|bracket| !bracket.is_parenthesis && bracket.before.starts_with('#'))?;
    let opened = Opened::Set { keyword: set.before.to_owned(), is_condition: set.has_colon };
    Some((opened, set.commas))
}

/// The texts of the programs of a document, itself at least.
fn texts(programs: &Programs<'_>, document: &Document) -> Vec<Arc<Document>> {
    programs.roots(&document.name).iter().flat_map(|root| programs.texts(root)).collect()
}

/// Returns the predicates with a name, those with fewest arguments first; without any, as they are not named with parentheses.
fn predicates(programs: &Programs<'_>, document: &Document, name: &str) -> Vec<ProgramPredicate> {
    let texts = texts(programs, document);
    let occurrences = texts.iter().flat_map(|text| &text.index().occurrences);
    let named = occurrences.map(|found| &found.predicate).filter(|it| it.name == name && it.arity > 0);
    let known: BTreeSet<&ProgramPredicate> = named.collect();
    known.into_iter().cloned().collect()
}

/// Returns names for the arguments of a predicate.
fn argument_names(programs: &Programs<'_>, document: &Document, predicate: &ProgramPredicate) -> Vec<String> {
    let texts = texts(programs, document);
    let commented = texts.iter().find_map(|text| {
        let mut comments = text.index().comments.iter();
        comments.find_map(|comment| in_comment(&text.text[comment.clone()], predicate))
    });
    if let Some(names) = commented {
        return names;
    }
    let mut best: Option<(usize, Vec<String>)> = None;
    let derive = [true, false];
    for text in &texts {
        for derives in derive {
            let found = text.index().of_predicate(predicate);
            for found in found.filter(|found| found.derives == derives && !found.is_shared) {
                let atom = &text.text[found.name.start..found.whole.end];
                let Some(names) = arguments(atom).filter(|names| names.len() == predicate.arity) else {
                    continue;
                };
                let variables = names.iter().filter(|name| is_variable(name)).count();
                // Of a fact that is no name either, the first one is an example.
                if best.as_ref().is_none_or(|(most, _)| *most < variables) {
                    best = Some((variables, names));
                }
            }
        }
    }
    let best = best.map(|(_, names)| names);
    best.unwrap_or_else(|| (1..=predicate.arity).map(|number| format!("X{number}")).collect())
}

/// Returns the arguments that a comment writes behind the name of a predicate, if all of them are words.
fn in_comment(comment: &str, predicate: &ProgramPredicate) -> Option<Vec<String>> {
    let is_letter = |letter: char| letter.is_alphanumeric() || letter == '_' || letter == '\'';
    let is_word =
        |name: &String| !name.is_empty() && name.chars().all(|letter| is_letter(letter) || letter == ' ');
    let named = comment.match_indices(&predicate.name).filter_map(|(at, name)| {
        let rest = &comment[at + name.len()..];
        (!comment[..at].ends_with(is_letter) && rest.starts_with('(')).then_some(rest)
    });
    let mut lists = named.filter_map(|rest| {
        let inner = &rest[1..rest.find(')')?];
        Some(inner.split(',').map(|name| name.trim().to_owned()).collect::<Vec<_>>())
    });
    lists.find(|names| names.len() == predicate.arity && names.iter().all(is_word))
}

/// Returns the arguments of an atom as it is written, each on one line.
fn arguments(atom: &str) -> Option<Vec<String>> {
    let (mut depth, mut start, mut found) = (0_usize, 0, Vec::new());
    let one_line = |range: Range<usize>| atom[range].split_whitespace().collect::<Vec<_>>().join(" ");
    for word in words(atom) {
        match &atom[word.range.clone()] {
            "(" => {
                depth += 1;
                if depth == 1 {
                    start = word.range.end;
                }
            }
            ")" => {
                depth = depth.checked_sub(1)?;
                if depth == 0 {
                    found.push(one_line(start..word.range.start));
                    return Some(found);
                }
            }
            "," if depth == 1 => {
                found.push(one_line(start..word.range.start));
                start = word.range.end;
            }
            _ => {}
        }
    }
    None
}

/// Whether an argument is a variable with a name.
fn is_variable(argument: &str) -> bool {
    argument.trim_start_matches(['_', '\'']).starts_with(|first: char| first.is_ascii_uppercase())
        && argument.chars().all(|letter| letter.is_ascii_alphanumeric() || letter == '_' || letter == '\'')
}

/// A signature that is put together from pieces, some of which are parameters.
#[derive(Default)]
struct Label {
    text: String,
    parameters: Vec<ParameterInformation>,
}

impl Label {
    fn add(&mut self, text: &str) {
        self.text += text;
    }

    fn add_parameter(&mut self, text: &str) {
        let units = |text: &str| text.encode_utf16().count() as u32;
        let start = units(&self.text);
        self.text += text;
        let label = (start, units(&self.text)).into();
        self.parameters.push(ParameterInformation { label, documentation: None });
    }

    fn signature(self, documentation: Option<String>) -> SignatureInformation {
        let markdown = |value| Documentation::from(MarkupContent { kind: MarkupKind::Markdown, value });
        SignatureInformation {
            label: self.text,
            documentation: documentation.map(markdown),
            parameters: Some(self.parameters),
            active_parameter: None,
        }
    }
}

fn of_predicate(
    predicate: &ProgramPredicate,
    names: &[String],
    said: Option<String>,
) -> SignatureInformation {
    let mut label = Label::default();
    label.add(&predicate.name);
    for (position, name) in names.iter().enumerate() {
        label.add(if position == 0 { "(" } else { ", " });
        label.add_parameter(name);
    }
    label.add(")");
    label.signature(said)
}

/// The signature of an aggregate or an objective from its form, in which `${1:…}` are the places to fill in. The last one is the
/// condition, the others are terms.
fn of_set(form: &str, active: usize, is_condition: bool) -> SignatureHelp {
    let mut label = Label::default();
    let mut rest = form;
    while let Some((before, place)) = rest.split_once("${") {
        label.add(before);
        let (name, behind) = place.split_once('}').unwrap_or((place, ""));
        label.add_parameter(name.split_once(':').map_or(name, |(_, name)| name));
        rest = behind;
    }
    label.add(rest);
    let last = label.parameters.len().saturating_sub(1);
    let active = if is_condition { last } else { active.min(last.saturating_sub(1)) };
    SignatureHelp {
        signatures: vec![label.signature(None)],
        active_signature: Some(0),
        active_parameter: Some((active as u32).into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Option<(String, usize)> {
        let (opened, active) = opened(text)?;
        Some(match opened {
            Opened::Atom(name) => (name, active),
            Opened::Set { keyword, is_condition } => {
                (format!("{keyword}{}", if is_condition { ":" } else { "" }), active)
            }
        })
    }

    #[test]
    fn the_outer_parentheses_are_those_of_the_atom() {
        for (text, expected) in [
            ("p(", Some(("p", 0))),
            ("p(X,", Some(("p", 1))),
            ("p(f(X,Y),g(", Some(("p", 1))),
            ("p(X,Y), not q(1, (2,3), ", Some(("q", 2))),
            ("p(1,2; 3", Some(("p", 0))),
            ("q. p(1..", Some(("p", 0))),
            ("p(X", Some(("p", 0))),
            ("p(X)", None),
            ("p(X). ", None),
            ("p(%* q(1, *% X, % r(\n", Some(("p", 1))),
            (":- #sum { W,X", Some(("#sum", 1))),
            (":- #sum { W,X : p(X,", Some(("p", 1))),
            (":- #sum { W,X : p(X), ", Some(("#sum:", 1))),
            ("#minimize { W@1,X : p(X); ", Some(("#minimize", 0))),
            ("{ p(X) : q", None),
            ("x = (1,", None),
        ] {
            let expected = expected.map(|(name, active): (&str, usize)| (name.to_owned(), active));
            assert_eq!(read(text), expected, "{text}");
        }
    }

    #[test]
    fn arguments_are_named_by_comments_and_atoms() {
        let predicate = |arity| ProgramPredicate { name: "at".to_owned(), arity };
        let names = |comment, arity| in_comment(comment, &predicate(arity));
        assert_eq!(names("% at(C, room,S): C is there", 3).expect("it has them"), ["C", "room", "S"]);
        assert_eq!(names("% at(C,R) or at(C)", 1).expect("it has them"), ["C"]);
        for (comment, arity) in [("% at(C,R)", 3), ("% flat(C)", 1), ("% at(C", 1), ("% at(1+2)", 1)] {
            assert_eq!(names(comment, arity), None, "{comment}");
        }
        assert_eq!(arguments("at(f(X,1), \"a,b\" ,\n Y)").expect("it has them"), ["f(X,1)", "\"a,b\"", "Y"]);
        assert_eq!(arguments("at"), None);
    }

    #[test]
    fn the_form_of_an_aggregate_has_its_places() {
        let help = of_set("#sum { ${1:W},${2:X} : ${3:p(X,W)} }", 0, true);
        assert_eq!(help.signatures[0].label, "#sum { W,X : p(X,W) }");
        let parameters = help.signatures[0].parameters.as_ref().expect("it has them");
        let labels: Vec<_> = parameters.iter().map(|parameter| parameter.label.clone()).collect();
        assert_eq!(labels, [(7, 8).into(), (9, 10).into(), (13, 19).into()]);
        assert_eq!(help.active_parameter, Some(2.into()));
    }
}
