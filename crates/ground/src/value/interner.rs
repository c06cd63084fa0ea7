//! Converts Rust values to symbols: adds them to a table, or looks them up in one that stays unchanged.

use crate::symbol::{Symbol, Symbols};

/// A builder of the symbols of ground terms, for [`ToSymbol`](super::ToSymbol).
#[derive(Debug)]
pub struct Interner<'s> {
    table: InternerTable<'s>,
    /// Whether a requested term was not in the fixed table.
    missing: bool,
}

#[derive(Debug)]
enum InternerTable<'s> {
    Open(&'s mut Symbols),
    Fixed(&'s Symbols),
}

/// A placeholder for a term that a fixed table does not have. Terms that contain it are discarded.
const MISSING: Symbol = Symbol::INF;

impl<'s> Interner<'s> {
    /// Returns an interner that adds missing terms to the table.
    #[must_use]
    pub fn new(symbols: &'s mut Symbols) -> Self {
        Interner { table: InternerTable::Open(symbols), missing: false }
    }

    /// Returns the result of `make`, or `None` if the table does not have all terms that it requests.
    pub fn find<T>(symbols: &'s Symbols, make: impl FnOnce(&mut Self) -> T) -> Option<T> {
        let mut interner = Interner { table: InternerTable::Fixed(symbols), missing: false };
        let made = make(&mut interner);
        (!interner.missing).then_some(made)
    }

    /// Returns the symbol of an integer.
    pub fn number(&mut self, value: i64) -> Symbol {
        match &mut self.table {
            InternerTable::Open(symbols) => symbols.number(value),
            InternerTable::Fixed(symbols) => symbols.find_number(value).unwrap_or_else(|| {
                self.missing = true;
                MISSING
            }),
        }
    }

    /// Returns the symbol of a string.
    pub fn string(&mut self, text: &str) -> Symbol {
        match &mut self.table {
            InternerTable::Open(symbols) => symbols.string(text),
            InternerTable::Fixed(symbols) => symbols.find_string(text).unwrap_or_else(|| {
                self.missing = true;
                MISSING
            }),
        }
    }

    /// Returns the symbol of a constant.
    pub fn constant(&mut self, name: &str) -> Symbol {
        self.function(name, &[])
    }

    /// Returns the symbol of a function term.
    pub fn function(&mut self, name: &str, arguments: &[Symbol]) -> Symbol {
        self.named(Some(name), arguments, false)
    }

    /// Returns the symbol of a tuple.
    pub fn tuple(&mut self, arguments: &[Symbol]) -> Symbol {
        self.named(None, arguments, false)
    }

    /// Returns the symbol of a constant, function, or tuple (if `name` is `None`), strongly negated if `negative`.
    pub(super) fn named(&mut self, name: Option<&str>, arguments: &[Symbol], negative: bool) -> Symbol {
        match (&mut self.table, name) {
            (InternerTable::Open(symbols), Some(name)) => {
                let name = symbols.name(name);
                symbols.function(name, arguments, negative)
            }
            (InternerTable::Open(symbols), None) => symbols.tuple(arguments),
            (InternerTable::Fixed(symbols), name) => {
                let name = match name {
                    None => Some(None),
                    Some(name) => symbols.find_name(name).map(Some),
                };
                let found = name.and_then(|name| symbols.find_function(name, arguments, negative));
                found.unwrap_or_else(|| {
                    self.missing = true;
                    MISSING
                })
            }
        }
    }
}
