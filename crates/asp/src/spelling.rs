//! Which known word somebody meant who wrote another.

/// The question whether one of the known words was meant; `None` if none is near.
pub fn meant(word: &str, known: &[&str]) -> Option<String> {
    let lower = word.to_lowercase();
    let mut near: Vec<(usize, &str)> = known
        .iter()
        .map(|&known| (edit_distance(&lower, &known.to_lowercase()), known))
        .filter(|&(distance, known)| distance <= 2 || (lower.len() > 3 && known.starts_with(&lower)))
        .collect();
    near.sort_unstable();
    let near: Vec<String> = near.iter().take(3).map(|(_, known)| format!("`{known}`")).collect();
    (!near.is_empty()).then(|| format!("did you mean {}?", near.join(" or ")))
}

/// How many characters to insert, delete, replace or swap to turn one word into the other.
fn edit_distance(left: &str, right: &str) -> usize {
    // So different a length is no slip, and the text may hold megabytes without a space.
    if left.len() > 2 * right.len() + 2 {
        return usize::MAX;
    }
    strsim::damerau_levenshtein(left, right)
}
