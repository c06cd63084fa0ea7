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

/// How many characters to insert, delete or replace to turn one word into the other.
fn edit_distance(left: &str, right: &str) -> usize {
    let right: Vec<char> = right.chars().collect();
    // So different a length is no slip, and the text may hold megabytes without a space.
    if left.len() > 2 * right.len() + 2 {
        return usize::MAX;
    }
    let mut row: Vec<usize> = (0..=right.len()).collect();
    for (i, from) in left.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, &to) in right.iter().enumerate() {
            let replaced = diagonal + usize::from(from != to);
            diagonal = row[j + 1];
            row[j + 1] = replaced.min(row[j] + 1).min(row[j + 1] + 1);
        }
    }
    row[right.len()]
}
