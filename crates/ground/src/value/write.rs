//! Writes Rust values as ground terms.

use super::{Constant, Interner, Value};
use crate::symbol::Symbol;

/// A type that can be written as one ground term.
///
/// ```
/// use groundplan::symbol::Symbol;
/// use groundplan::value::{Interner, ToSymbol};
///
/// enum Colour { Red, Green }
///
/// impl ToSymbol for Colour {
///     fn to_symbol(&self, terms: &mut Interner<'_>) -> Symbol {
///         terms.constant(match self { Colour::Red => "red", Colour::Green => "green" })
///     }
/// }
/// ```
pub trait ToSymbol {
    /// Converts the value to a term.
    fn to_symbol(&self, terms: &mut Interner<'_>) -> Symbol;
}

/// A type that can be written as all arguments of an atom: `()` for no arguments, one term, a tuple, or a list of
/// terms.
pub trait ToArguments {
    /// Converts the value to terms, one for each argument.
    fn to_arguments(&self, terms: &mut Interner<'_>) -> Vec<Symbol>;
}

impl<T: ToSymbol + ?Sized> ToSymbol for &T {
    fn to_symbol(&self, terms: &mut Interner<'_>) -> Symbol {
        (**self).to_symbol(terms)
    }
}

impl<T: ToArguments + ?Sized> ToArguments for &T {
    fn to_arguments(&self, terms: &mut Interner<'_>) -> Vec<Symbol> {
        (**self).to_arguments(terms)
    }
}

/// Implements the traits for types that are written as one term, which may be the only argument of an atom.
macro_rules! terms {
    ($($type:ty: |$value:ident, $terms:ident| $symbol:expr;)*) => {$(
        impl ToSymbol for $type {
            fn to_symbol(&self, $terms: &mut Interner<'_>) -> Symbol {
                let $value = self;
                $symbol
            }
        }

        impl ToArguments for $type {
            fn to_arguments(&self, terms: &mut Interner<'_>) -> Vec<Symbol> {
                vec![self.to_symbol(terms)]
            }
        }
    )*};
}

terms! {
    i64: |value, terms| terms.number(*value);
    i32: |value, terms| terms.number(i64::from(*value));
    i16: |value, terms| terms.number(i64::from(*value));
    i8: |value, terms| terms.number(i64::from(*value));
    u32: |value, terms| terms.number(i64::from(*value));
    u16: |value, terms| terms.number(i64::from(*value));
    u8: |value, terms| terms.number(i64::from(*value));
    str: |value, terms| terms.string(value);
    String: |value, terms| terms.string(value);
    Symbol: |value, _terms| *value;
    Constant: |value, terms| terms.constant(&value.0);
    Value: |value, terms| match value {
        Value::Inf => Symbol::INF,
        Value::Number(number) => terms.number(*number),
        Value::String(text) => terms.string(text),
        Value::Function { name, arguments, negative } => {
            let arguments: Vec<Symbol> =
                arguments.iter().map(|argument| argument.to_symbol(terms)).collect();
            terms.named(name.as_deref(), &arguments, *negative)
        }
        Value::Sup => Symbol::SUP,
    };
}

/// Writes each element as an argument.
impl<T: ToSymbol> ToArguments for [T] {
    fn to_arguments(&self, terms: &mut Interner<'_>) -> Vec<Symbol> {
        self.iter().map(|term| term.to_symbol(terms)).collect()
    }
}

/// Writes each element as an argument.
impl<T: ToSymbol, const N: usize> ToArguments for [T; N] {
    fn to_arguments(&self, terms: &mut Interner<'_>) -> Vec<Symbol> {
        self.as_slice().to_arguments(terms)
    }
}

/// Writes each element as an argument.
impl<T: ToSymbol> ToArguments for Vec<T> {
    fn to_arguments(&self, terms: &mut Interner<'_>) -> Vec<Symbol> {
        self.as_slice().to_arguments(terms)
    }
}

macro_rules! tuples {
    ($($name:ident)*) => {
        impl<$($name: ToSymbol),*> ToArguments for ($($name,)*) {
            #[allow(non_snake_case, unused_variables, reason = "a field is called as its type; `()` has none")]
            fn to_arguments(&self, terms: &mut Interner<'_>) -> Vec<Symbol> {
                let ($($name,)*) = self;
                vec![$($name.to_symbol(terms)),*]
            }
        }

        impl<$($name: ToSymbol),*> ToSymbol for ($($name,)*) {
            fn to_symbol(&self, terms: &mut Interner<'_>) -> Symbol {
                let arguments = self.to_arguments(terms);
                terms.tuple(&arguments)
            }
        }
    };
}

tuples!();
tuples!(A);
tuples!(A B);
tuples!(A B C);
tuples!(A B C D);
tuples!(A B C D E);
tuples!(A B C D E F);
tuples!(A B C D E F G);
tuples!(A B C D E F G H);
