//! Rust closures as external functions of a program. Arguments are converted from terms, results to terms.

use super::{FromSymbol, Interner, ToSymbol};
use crate::function::Function;
use crate::symbol::{Symbol, Symbols};

/// A closure that a program can call, registered by `Engine::set_function` of the crate `groundplan`. It takes up to
/// four arguments, each converted [from a term](FromSymbol), and returns [values](Values). The type parameter only
/// distinguishes closures of different numbers of arguments.
pub trait ExternalFunction<Signature> {
    /// Converts the closure to a function on terms.
    fn on_terms(self) -> Function;
}

/// A type that an external function may return: one value, several (`Vec`), at most one (`Option`), or any of these
/// or an error (`Result`).
pub trait Values {
    /// Converts the values to terms, which are added to the table.
    ///
    /// # Errors
    ///
    /// The error message, if the function failed.
    fn values(self, symbols: &mut Symbols) -> Result<Vec<Symbol>, String>;
}

impl<T: ToSymbol> Values for T {
    fn values(self, symbols: &mut Symbols) -> Result<Vec<Symbol>, String> {
        Ok(vec![self.to_symbol(&mut Interner::new(symbols))])
    }
}

impl<T: ToSymbol> Values for Vec<T> {
    fn values(self, symbols: &mut Symbols) -> Result<Vec<Symbol>, String> {
        let mut terms = Interner::new(symbols);
        Ok(self.iter().map(|value| value.to_symbol(&mut terms)).collect())
    }
}

impl<T: ToSymbol> Values for Option<T> {
    fn values(self, symbols: &mut Symbols) -> Result<Vec<Symbol>, String> {
        let mut terms = Interner::new(symbols);
        Ok(self.iter().map(|value| value.to_symbol(&mut terms)).collect())
    }
}

impl<V: Values, E: std::fmt::Display> Values for Result<V, E> {
    fn values(self, symbols: &mut Symbols) -> Result<Vec<Symbol>, String> {
        self.map_err(|error| error.to_string())?.values(symbols)
    }
}

macro_rules! functions {
    ($count:literal $($name:ident)*) => {
        impl<F, V, $($name),*> ExternalFunction<fn($($name),*) -> V> for F
        where
            F: FnMut($($name),*) -> V + Send + 'static,
            V: Values,
            $($name: FromSymbol,)*
        {
            #[allow(non_snake_case, reason = "an argument is called as its type")]
            fn on_terms(mut self) -> Function {
                Box::new(move |symbols, arguments| {
                    let [$($name),*] = arguments else {
                        return Err(match $count {
                            1 => "it takes 1 argument".to_owned(),
                            count => format!("it takes {count} arguments"),
                        });
                    };
                    $(let $name = $name::from_symbol(*$name, symbols).map_err(|mismatch| mismatch.to_string())?;)*
                    self($($name),*).values(symbols).map(Some)
                })
            }
        }
    };
}

functions!(0);
functions!(1 A);
functions!(2 A B);
functions!(3 A B C);
functions!(4 A B C D);
