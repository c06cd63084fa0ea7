//! Conflicts and repairs in the words of the program's author, for people who do not read programs.

use groundplan::RelaxedKind;
use groundplan_explain::{CauseKind, ConflictCause};
use indexmap::IndexMap;

use super::places::Places;

/// The most facts on a line.
const MOST: usize = 20;

/// The most sentences about the instances of one statement.
const MOST_INSTANCES: usize = 5;

/// Returns a line for each cause, laws first, facts of one kind together; `None` if the author says nothing of any of them.
#[must_use]
pub fn in_words(causes: &[ConflictCause], places: &Places) -> Option<Vec<String>> {
    if causes.iter().all(|cause| cause.words.is_empty()) {
        return None;
    }
    let (mut laws, mut others) = (Vec::new(), Vec::new());
    // Facts with their own sentences, and by headline and predicate the other ones.
    let mut sentences = Vec::new();
    let mut facts: IndexMap<(&str, &str), Vec<String>> = IndexMap::new();
    for cause in causes {
        let text = cause.span.map(|span| places.on_one_line(span));
        match (&cause.kind, text) {
            (CauseKind::Statement(RelaxedKind::Fact), Some(text)) => {
                let fact = text.trim_end_matches('.').trim().to_owned();
                let headline = cause.words.first().map_or("", String::as_str);
                if !cause.is_heading && !headline.is_empty() {
                    sentences.push(headline.to_owned());
                    continue;
                }
                let span = cause.span.expect("a fact has a place");
                let predicate = places.text(span).split(['(', '.', ' ']).next().unwrap_or_default();
                facts.entry((headline, predicate)).or_default().push(fact);
            }
            (CauseKind::Statement(_), Some(text)) if cause.words.is_empty() => laws.push(text),
            (CauseKind::Statement(_), _) => {
                laws.extend(cause.words.iter().take(MOST_INSTANCES).cloned());
                let omitted = cause.words.len().saturating_sub(MOST_INSTANCES);
                laws.extend((omitted > 0).then(|| format!("and {omitted} more like the last one")));
            }
            (CauseKind::Support(_) | CauseKind::Assumption(_), _) => others.push(cause.kind.to_string()),
        }
    }
    let facts = facts.into_iter().map(|((headline, _), facts)| {
        let omitted = facts.len().saturating_sub(MOST);
        let more = if omitted > 0 { format!(", and {omitted} more") } else { String::new() };
        let list = format!("{}{more}", facts[..facts.len() - omitted].join(", "));
        match headline.trim_end_matches(['.', ':']) {
            "" => list,
            headline => format!("{headline}: {list}"),
        }
    });
    laws.extend(sentences);
    laws.extend(facts);
    laws.extend(others);
    Some(laws)
}
