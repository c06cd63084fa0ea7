//! Parses a cube: literals separated by commas.

use std::convert::Infallible;
use std::str::FromStr;

use groundplan::program::{Body, HeadKind, Literal};
use groundplan::Engine;

use crate::assume::literal;
use crate::CertifyError;

/// The literals of a cube as the user wrote them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Cube(Vec<String>);

impl FromStr for Cube {
    type Err = Infallible;

    /// Splits a text at commas outside of brackets and strings.
    fn from_str(text: &str) -> Result<Self, Infallible> {
        let mut literals = vec![String::new()];
        let (mut depth, mut in_string, mut is_escaped) = (0_usize, false, false);
        for letter in text.chars() {
            match letter {
                _ if in_string => {
                    in_string = is_escaped || letter != '"';
                    is_escaped = letter == '\\' && !is_escaped;
                }
                '"' => in_string = true,
                '(' | '[' | '{' => depth += 1,
                ')' | ']' | '}' => depth = depth.saturating_sub(1),
                ',' if depth == 0 => {
                    literals.push(String::new());
                    continue;
                }
                _ => {}
            }
            literals.last_mut().expect("there is always one").push(letter);
        }
        if text.trim().is_empty() {
            literals.clear();
        }
        Ok(Cube(literals.iter().map(|literal| literal.trim().to_owned()).collect()))
    }
}

impl Cube {
    /// Returns the literals as the ground program prints them.
    ///
    /// # Errors
    ///
    /// When a text is not a literal, or the ground program does not have its atom.
    pub fn read(&self, engine: &mut Engine) -> Result<Vec<String>, CertifyError> {
        let read = |text: &String| {
            let literal = literal(text, "of a cube", engine)?;
            match literal.id {
                Some(_) => Ok(literal.to_string()),
                None => Err(CertifyError::NoAtom(literal.atom)),
            }
        };
        self.0.iter().map(read).collect()
    }

    /// Adds the literals of a cube to the ground program as constraints. A solver can use these better than assumptions.
    ///
    /// # Errors
    ///
    /// When the engine cannot be used any more.
    pub fn keep_within(literals: &[String], engine: &mut Engine) -> Result<(), groundplan::Error> {
        for text in literals {
            let literal = engine.find_literal(text)?;
            if let Some(atom) = literal.id {
                let body = [Literal::new(atom, !literal.is_negative)];
                engine.program_mut()?.rules.push(HeadKind::Disjunction, &[], Body::Conjunction(&body));
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commas_in_terms_and_strings_part_nothing() {
        for (text, literals) in [
            ("a", &["a"][..]),
            (" ", &[]),
            ("p(1,2), not q", &["p(1,2)", "not q"]),
            (r#"p("a,)\"b,",f(1,(2,3))),-q(x)"#, &[r#"p("a,)\"b,",f(1,(2,3)))"#, "-q(x)"]),
            (r#"p("\\"),q"#, &[r#"p("\\")"#, "q"]),
            ("a,,b", &["a", "", "b"]),
        ] {
            let Ok(Cube(found)) = text.parse();
            assert_eq!(found, literals, "{text}");
        }
    }
}
