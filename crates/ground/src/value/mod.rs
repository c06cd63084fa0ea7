//! Converts between ground terms and Rust values.
//!
//! [`Value`] is a term that owns its data. Types implement [`FromSymbol`] and [`FromArguments`] to be read from
//! terms, and [`ToSymbol`] and [`ToArguments`] to be written as terms.
//!
//! | Rust | ground term |
//! |---|---|
//! | `i64`, `i32`, `u32`, `usize` and their like | an integer |
//! | `&str`, `String` | a string; a `String` is read from a constant as well |
//! | [`Constant`] | a constant |
//! | tuples up to eight | a tuple, or all arguments of an atom |
//! | a struct listed by [`record!`](crate::record) | a tuple, or all arguments of an atom, one per field |
//! | a struct or enum that derives [`Fact`] | a function, or a whole atom with its predicate |
//! | [`Value`], [`Symbol`](crate::symbol::Symbol) | any term |

mod fact;
mod function;
mod interner;
mod read;
mod record;
mod write;

pub use fact::{fact_term, read_fact_term, read_field, Fact, FactMismatch, FieldMismatch};
pub use function::{ExternalFunction, Values};
pub use interner::Interner;
pub use read::{FromArguments, FromSymbol, Mismatch};
pub use write::{ToArguments, ToSymbol};

use std::fmt;

use crate::symbol::Symbols;

/// A ground term that needs no table of symbols. It compares and prints as the term does. Terms nested deeper than
/// [`Value::MAX_DEPTH`] cannot be read as values, only as symbols.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Value {
    /// `#inf`, the least term.
    Inf,
    /// An integer.
    Number(i64),
    /// A string, without quotes and escapes.
    String(String),
    /// A constant (without arguments), a function, or a tuple (without a name), possibly strongly negated.
    Function {
        /// The name of the function or constant; `None` for a tuple.
        name: Option<String>,
        /// The arguments, in order.
        arguments: Vec<Value>,
        /// Whether the term is strongly negated, by a `-` before it.
        negative: bool,
    },
    /// `#sup`, the greatest term.
    Sup,
}

/// A constant by its name, such as `red`. In a program text it stands without quotes.
///
/// ```
/// use groundplan::{value::Constant, Engine};
///
/// let mut engine = Engine::new();
/// engine.add_fact("likes", (Constant::from("anna"), "a string"))?;
/// engine.ground(["base"])?;
/// assert_eq!(engine.query().first()?.expect("facts").to_string(), "likes(anna,\"a string\")");
/// # Ok::<(), groundplan::Error>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Constant(pub String);

impl Value {
    /// The maximum nesting depth of terms that can be read as values.
    pub const MAX_DEPTH: usize = 1000;
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut symbols = Symbols::new();
        let symbol = self.to_symbol(&mut Interner::new(&mut symbols));
        let text = symbols.display(symbol);
        text.fmt(f)
    }
}

impl Ord for Value {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        let mut symbols = Symbols::new();
        let [left, right] = [self, other].map(|value| value.to_symbol(&mut Interner::new(&mut symbols)));
        symbols.compare(left, right)
    }
}

impl PartialOrd for Value {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl From<&str> for Constant {
    fn from(name: &str) -> Self {
        Constant(name.to_owned())
    }
}

impl fmt::Display for Constant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn terms_come_back_as_they_went_in() {
        let constant = |name: &str| Value::Function {
            name: Some(name.to_owned()),
            arguments: Vec::new(),
            negative: false,
        };
        let tuple = Value::Function {
            name: None,
            arguments: vec![Value::Number(-1), Value::String("a \"b\"".to_owned())],
            negative: false,
        };
        let negative = Value::Function { name: Some("f".to_owned()), arguments: vec![tuple], negative: true };
        let ordered =
            [Value::Inf, Value::Number(i64::MIN), Value::Number(3), constant("a"), negative, Value::Sup];
        let mut symbols = Symbols::new();
        for (i, value) in ordered.iter().enumerate() {
            let symbol = value.to_symbol(&mut Interner::new(&mut symbols));
            assert_eq!(Value::from_symbol(symbol, &symbols).as_ref(), Ok(value));
            assert_eq!(value.to_string(), symbols.display(symbol).to_string());
            for (j, other) in ordered.iter().enumerate() {
                assert_eq!(value.cmp(other), i.cmp(&j), "{value} and {other}");
            }
        }
    }

    #[test]
    fn what_nests_too_deep_is_refused() {
        let mut symbols = Symbols::new();
        let f = symbols.name("f");
        let mut term = symbols.number(1);
        for _ in 0..Value::MAX_DEPTH {
            term = symbols.function(f, &[term], false);
        }
        assert!(Value::from_symbol(term, &symbols).is_ok());
        (0..100_000).for_each(|_| term = symbols.function(f, &[term], false));
        assert!(Value::from_symbol(term, &symbols).is_err());
    }
}
