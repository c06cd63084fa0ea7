//! Reads Rust values from ground terms.

use super::{Constant, Value};
use crate::symbol::{Symbol, SymbolView, Symbols};

/// The error that a term does not have the requested type.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("expected {expected}, found {found}")]
pub struct Mismatch {
    /// A description of the requested type, with an article: "an integer".
    pub expected: String,
    /// The text of the term that was found.
    pub found: String,
}

impl Mismatch {
    /// Returns the error that `symbol` is not what was expected. `expected` is a description with an article: "an
    /// integer".
    #[must_use]
    pub fn new(expected: impl Into<String>, symbol: Symbol, symbols: &Symbols) -> Self {
        Mismatch { expected: expected.into(), found: format!("`{}`", symbols.display(symbol)) }
    }
}

/// A type that can be read from one ground term.
///
/// ```
/// use groundplan::symbol::{Symbol, SymbolView, Symbols};
/// use groundplan::value::{FromSymbol, Mismatch};
///
/// #[derive(PartialEq, Debug)]
/// enum Colour { Red, Green }
///
/// impl FromSymbol for Colour {
///     fn from_symbol(symbol: Symbol, symbols: &Symbols) -> Result<Self, Mismatch> {
///         match symbols.view(symbol) {
///             SymbolView::Function { name: Some("red"), arguments: [], negative: false } => Ok(Colour::Red),
///             SymbolView::Function { name: Some("green"), arguments: [], negative: false } => Ok(Colour::Green),
///             _ => Err(Mismatch::new("a colour", symbol, symbols)),
///         }
///     }
/// }
///
/// let mut engine = groundplan::Engine::new();
/// engine.add_text("leaf.lp", "leaf(1,green).")?;
/// engine.ground(["base"])?;
/// let model = engine.query().first()?.expect("facts");
/// assert_eq!(model.all::<(u32, Colour)>("leaf")?, [(1, Colour::Green)]);
/// # Ok::<(), groundplan::Error>(())
/// ```
pub trait FromSymbol: Sized {
    /// Reads a value from the term.
    ///
    /// # Errors
    ///
    /// If the term does not represent a value of this type.
    fn from_symbol(symbol: Symbol, symbols: &Symbols) -> Result<Self, Mismatch>;
}

/// A type that can be read from all arguments of an atom: one term, a tuple, or a list of any length.
pub trait FromArguments: Sized {
    /// The number of arguments; `None` for any number.
    const ARITY: Option<usize>;

    /// Reads a value from the arguments. Their number must be [`FromArguments::ARITY`].
    ///
    /// # Errors
    ///
    /// If an argument does not represent a value of its type.
    fn from_arguments(arguments: &[Symbol], symbols: &Symbols) -> Result<Self, Mismatch>;
}

/// Implements the traits for types that are read from one term, which may be the only argument of an atom.
macro_rules! terms {
    ($($type:ty, $expected:literal: |$symbol:ident, $symbols:ident| $value:expr;)*) => {$(
        impl FromSymbol for $type {
            fn from_symbol($symbol: Symbol, $symbols: &Symbols) -> Result<Self, Mismatch> {
                $value.ok_or_else(|| Mismatch::new($expected, $symbol, $symbols))
            }
        }

        impl FromArguments for $type {
            const ARITY: Option<usize> = Some(1);

            fn from_arguments(arguments: &[Symbol], symbols: &Symbols) -> Result<Self, Mismatch> {
                Self::from_symbol(arguments[0], symbols)
            }
        }
    )*};
}

/// Returns the integer of a term, if it is in the range of the type.
fn number<T: TryFrom<i64>>(symbol: Symbol, symbols: &Symbols) -> Option<T> {
    symbols.as_number(symbol).and_then(|number| T::try_from(number).ok())
}

/// Returns the name of a constant.
fn constant(symbol: Symbol, symbols: &Symbols) -> Option<&str> {
    match symbols.view(symbol) {
        SymbolView::Function { name, arguments: [], negative: false } => name,
        _ => None,
    }
}

terms! {
    i64, "an integer": |symbol, symbols| symbols.as_number(symbol);
    i32, "an integer of 32 bits": |symbol, symbols| number(symbol, symbols);
    i16, "an integer of 16 bits": |symbol, symbols| number(symbol, symbols);
    i8, "an integer of 8 bits": |symbol, symbols| number(symbol, symbols);
    u64, "an integer that is not negative": |symbol, symbols| number(symbol, symbols);
    usize, "an integer that is not negative": |symbol, symbols| number(symbol, symbols);
    u32, "an integer from 0 to 4294967295": |symbol, symbols| number(symbol, symbols);
    u16, "an integer from 0 to 65535": |symbol, symbols| number(symbol, symbols);
    u8, "an integer from 0 to 255": |symbol, symbols| number(symbol, symbols);
    String, "a string or a constant": |symbol, symbols| match symbols.view(symbol) {
        SymbolView::String(text) => Some(text.to_owned()),
        _ => constant(symbol, symbols).map(str::to_owned),
    };
    Constant, "a constant": |symbol, symbols| constant(symbol, symbols).map(|name| Constant(name.to_owned()));
    Symbol, "a term": |symbol, _symbols| Some(symbol);
    Value, "a term that does not nest so deep": |symbol, symbols| value(symbol, symbols, Value::MAX_DEPTH);
}

fn value(symbol: Symbol, symbols: &Symbols, depth: usize) -> Option<Value> {
    Some(match symbols.view(symbol) {
        SymbolView::Inf => Value::Inf,
        SymbolView::Number(number) => Value::Number(number),
        SymbolView::String(text) => Value::String(text.to_owned()),
        SymbolView::Function { name, arguments, negative } => {
            let depth = if arguments.is_empty() { 0 } else { depth.checked_sub(1)? };
            let arguments = arguments.iter().map(|&argument| value(argument, symbols, depth));
            Value::Function {
                name: name.map(str::to_owned),
                arguments: arguments.collect::<Option<_>>()?,
                negative,
            }
        }
        SymbolView::Sup => Value::Sup,
    })
}

/// Reads all arguments, of any number.
impl<T: FromSymbol> FromArguments for Vec<T> {
    const ARITY: Option<usize> = None;

    fn from_arguments(arguments: &[Symbol], symbols: &Symbols) -> Result<Self, Mismatch> {
        arguments.iter().map(|&argument| T::from_symbol(argument, symbols)).collect()
    }
}

/// Returns the arguments of a tuple of `arity` terms.
pub(super) fn tuple(symbol: Symbol, arity: usize, symbols: &Symbols) -> Result<&[Symbol], Mismatch> {
    match symbols.view(symbol) {
        SymbolView::Function { name: None, arguments, .. } if arguments.len() == arity => Ok(arguments),
        _ => Err(Mismatch::new(format!("a tuple of {arity}"), symbol, symbols)),
    }
}

macro_rules! tuples {
    ($count:literal $($name:ident $index:tt)*) => {
        impl<$($name: FromSymbol),*> FromArguments for ($($name,)*) {
            const ARITY: Option<usize> = Some($count);

            #[allow(unused_variables, clippy::unused_unit, reason = "`()` has no arguments")]
            fn from_arguments(arguments: &[Symbol], symbols: &Symbols) -> Result<Self, Mismatch> {
                Ok(($($name::from_symbol(arguments[$index], symbols)?,)*))
            }
        }

        impl<$($name: FromSymbol),*> FromSymbol for ($($name,)*) {
            fn from_symbol(symbol: Symbol, symbols: &Symbols) -> Result<Self, Mismatch> {
                Self::from_arguments(tuple(symbol, $count, symbols)?, symbols)
            }
        }
    };
}

tuples!(0);
tuples!(1 A 0);
tuples!(2 A 0 B 1);
tuples!(3 A 0 B 1 C 2);
tuples!(4 A 0 B 1 C 2 D 3);
tuples!(5 A 0 B 1 C 2 D 3 E 4);
tuples!(6 A 0 B 1 C 2 D 3 E 4 F 5);
tuples!(7 A 0 B 1 C 2 D 3 E 4 F 5 G 6);
tuples!(8 A 0 B 1 C 2 D 3 E 4 F 5 G 6 H 7);
