//! Spelling suggestions: finds known words that are similar to an unknown one.

/// Returns a question such as "did you mean `edge`?" with at most three similar known words; `None` if none is similar.
#[must_use]
pub fn suggestion(word: &str, known: &[&str]) -> Option<String> {
    let near: Vec<String> = similar(word, known).iter().map(|known| format!("`{known}`")).collect();
    (!near.is_empty()).then(|| format!("did you mean {}?", near.join(" or ")))
}

/// Returns the known words that are similar to a word, at most three, the most similar first.
#[must_use]
pub fn similar<'a>(word: &str, known: &[&'a str]) -> Vec<&'a str> {
    let lower = word.to_lowercase();
    let mut near: Vec<(usize, &str)> = known
        .iter()
        .map(|&known| (edit_distance(&lower, &known.to_lowercase()), known))
        .filter(|&(distance, known)| distance <= 2 || (lower.len() > 3 && known.starts_with(&lower)))
        .collect();
    near.sort_unstable();
    near.into_iter().take(3).map(|(_, known)| known).collect()
}

/// Returns the name nearest to a word, if the difference is small enough for a typing error.
///
/// Words of three to five characters may differ by one edit, longer ones by two. Shorter words have no near names.
pub fn nearest<'a>(word: &str, names: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let length = word.chars().count();
    let most = match length {
        0..=2 => return None,
        3..=5 => 1,
        _ => 2,
    };
    let near = names.into_iter().filter(|name| name.chars().count() > 2);
    let near = near.filter(|name| name.chars().count().abs_diff(length) <= most);
    let (distance, name) = near.map(|name| (edit_distance(word, name), name)).min()?;
    (distance <= most).then_some(name)
}

/// Returns the name of a constant that was probably meant by a variable: `red` by `Red` and `RED`; `None` if the variable does
/// not begin with a capital.
#[must_use]
pub fn as_constant(variable: &str) -> Option<String> {
    let first = variable.chars().next().filter(char::is_ascii_uppercase)?;
    let is_shouted = variable.len() > 1 && !variable.contains(|it: char| it.is_ascii_lowercase());
    Some(match is_shouted {
        true => variable.to_ascii_lowercase(),
        false => format!("{}{}", first.to_ascii_lowercase(), &variable[1..]),
    })
}

/// Returns the number of characters to insert, delete, replace or swap to turn one word into the other.
fn edit_distance(left: &str, right: &str) -> usize {
    // Such different lengths are no typing error, and the text may have megabytes without a space.
    if left.len() > 2 * right.len() + 2 {
        return usize::MAX;
    }
    strsim::damerau_levenshtein(left, right)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slips_are_near_and_other_words_are_not() {
        let names = ["node", "edge", "reachable", "at", "p"];
        for (word, expected) in [
            ("nodes", Some("node")),
            ("ndoe", Some("node")),
            ("Node", Some("node")),
            ("reacheable", Some("reachable")),
            ("note", Some("node")),
            ("reach", None),
            ("color", None),
            ("q", None),
            ("it", None),
        ] {
            assert_eq!(nearest(word, names), expected, "{word}");
        }
    }
}
