//! Predicates as an editor names them: name and number of arguments, the same for an atom and its strong negation.

use std::fmt;

/// A predicate. It prints as `name/arity`.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ProgramPredicate {
    /// The name.
    pub name: String,
    /// The number of arguments.
    pub arity: usize,
}

impl fmt::Display for ProgramPredicate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.name, self.arity)
    }
}

/// Whether a predicate may have this name.
pub fn is_name(text: &str) -> bool {
    let letters = text.trim_start_matches(['_', '\'']);
    letters.starts_with(|first: char| first.is_ascii_lowercase())
        && letters.chars().all(|letter| letter.is_ascii_alphanumeric() || letter == '_' || letter == '\'')
        && text != "not"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_those_of_the_language() {
        for name in ["p", "_p", "'p", "nota", "a'B_1"] {
            assert!(is_name(name), "{name}");
        }
        for word in ["", "P", "_P", "not", "_", "1p", "p q", "pé", "-p"] {
            assert!(!is_name(word), "{word}");
        }
    }
}
