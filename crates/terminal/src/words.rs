//! Counts in words.

/// Returns a count with its noun: `1 box`, `2 boxes`.
pub fn quantity(count: usize, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}
