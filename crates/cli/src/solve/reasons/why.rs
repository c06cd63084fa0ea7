//! The data of a page about an atom: its justification, as in the output as JSON, with the numbers of the statements in place
//! of their texts, and the answer set.

use groundplan::diagnostic::Sources;
use groundplan_explain::{Justification, Verdict};
use groundplan_frontend::explain::{derived, failed_rule, underivable, write_contrast, Place, Places};
use serde_json::{json, Value};

use super::excerpt::Excerpts;
use crate::solve::justify::Justified;
use crate::solve::page::MOST_CHARACTERS;
use crate::solve::pictures::answer::{by_predicate, AnswerRow};

/// Returns the data: `why`, the atom; `derivation` of a true atom, or `rules` of a false one; and the `answer`, whose atoms
/// are in `atoms` and `predicates`. It is null if it does not fit on the page. `contrast` has the lines of what would change if
/// the atom were otherwise, and `others` why further atoms are true or false.
pub fn data(justified: &Justified, sources: &Sources) -> Value {
    let mut excerpts = Excerpts::of(sources);
    let mut data = json!({ "why": justified.justification.atom });
    let is_whole = justify(&mut data, &justified.justification, &mut excerpts);
    excerpts.write(&mut data);
    let rows: Option<&Vec<AnswerRow>> = justified.rows.as_ref();
    let (predicates, atoms) = by_predicate(rows.into_iter().flatten());
    data["answer"] = json!(rows.map(|rows| json!({ "atoms": (0..rows.len()).collect::<Vec<_>>() })));
    data["predicates"] = json!(predicates);
    data["atoms"] = json!(atoms);
    data["others"] = justified.others.data();
    data["unexplained"] = json!(justified.others.omitted());
    data["contrast"] = json!(contrast_lines(justified, sources));
    data["cut"] = json!((!is_whole).then_some("the reasons do not all fit on the page"));
    data
}

/// What would change if the atom were otherwise, line by line.
fn contrast_lines(justified: &Justified, sources: &Sources) -> Vec<String> {
    let Some((asked, contrast)) = &justified.contrast else { return Vec::new() };
    let mut text = String::new();
    write_contrast(&mut text, asked, contrast, &Places::of(sources)).expect("strings grow");
    text.lines().map(str::to_owned).collect()
}

/// Adds the reasons. Returns whether they all fit on the page: an atom without room has null as its supports.
fn justify(data: &mut Value, justification: &Justification, excerpts: &mut Excerpts) -> bool {
    let place: &mut Place<'_> = &mut |span| {
        let number = excerpts.add(span);
        number.map(|number| ("statement".to_owned(), json!(number))).into_iter().collect()
    };
    match &justification.verdict {
        Verdict::True(atoms) => {
            let written = with_room(atoms.iter().map(|atom| derived(atom, place)));
            let rest = &atoms[written.len()..];
            let names = rest.iter().map(|atom| json!({ "atom": atom.atom, "supports": null }));
            data["derivation"] = written.into_iter().chain(names).collect();
            rest.is_empty()
        }
        Verdict::False(false_atom) => {
            let written = with_room(false_atom.rules.iter().map(|rule| failed_rule(rule, place)));
            let is_whole = written.len() == false_atom.rules.len();
            data["rules"] = json!(written);
            data["nothing"] = json!(underivable(&justification.atom, false_atom));
            is_whole
        }
    }
}

/// The first of these values, as many as have room on the page.
fn with_room(values: impl Iterator<Item = Value>) -> Vec<Value> {
    let (mut first, mut size) = (Vec::new(), 0);
    for value in values {
        size += value.to_string().len();
        first.push(value);
        if size > MOST_CHARACTERS {
            break;
        }
    }
    first
}
