//! Where Rust values become symbols: entered into a table, or looked up in one that stays as it is.

use crate::symbol::{Symbol, Symbols};

/// Makes the symbols of ground terms, for [`ToSymbol`](super::ToSymbol).
#[derive(Debug)]
pub struct Interner<'s> {
    table: Table<'s>,
    /// Whether a term was asked for that the table does not have.
    missing: bool,
}

#[derive(Debug)]
enum Table<'s> {
    Open(&'s mut Symbols),
    Fixed(&'s Symbols),
}

/// Stands for a term that a fixed table does not have; whatever holds it is thrown away.
const MISSING: Symbol = Symbol::INF;

impl<'s> Interner<'s> {
    /// Enters what the table does not have.
    #[must_use]
    pub fn new(symbols: &'s mut Symbols) -> Self {
        Interner { table: Table::Open(symbols), missing: false }
    }

    /// What `make` makes, if the table has all of it.
    pub fn find<T>(symbols: &'s Symbols, make: impl FnOnce(&mut Self) -> T) -> Option<T> {
        let mut interner = Interner { table: Table::Fixed(symbols), missing: false };
        let made = make(&mut interner);
        (!interner.missing).then_some(made)
    }

    /// An integer.
    pub fn number(&mut self, value: i64) -> Symbol {
        match &mut self.table {
            Table::Open(symbols) => symbols.number(value),
            Table::Fixed(symbols) => symbols.find_number(value).unwrap_or_else(|| {
                self.missing = true;
                MISSING
            }),
        }
    }

    /// A string.
    pub fn string(&mut self, text: &str) -> Symbol {
        match &mut self.table {
            Table::Open(symbols) => symbols.string(text),
            Table::Fixed(symbols) => symbols.find_string(text).unwrap_or_else(|| {
                self.missing = true;
                MISSING
            }),
        }
    }

    /// A constant.
    pub fn constant(&mut self, name: &str) -> Symbol {
        self.function(name, &[])
    }

    /// A function of other terms.
    pub fn function(&mut self, name: &str, arguments: &[Symbol]) -> Symbol {
        self.named(Some(name), arguments, false)
    }

    /// A tuple.
    pub fn tuple(&mut self, arguments: &[Symbol]) -> Symbol {
        self.named(None, arguments, false)
    }

    /// A constant, function or tuple (without a name), with a `-` before it if `negative`.
    pub(super) fn named(&mut self, name: Option<&str>, arguments: &[Symbol], negative: bool) -> Symbol {
        match (&mut self.table, name) {
            (Table::Open(symbols), Some(name)) => {
                let name = symbols.name(name);
                symbols.function(name, arguments, negative)
            }
            (Table::Open(symbols), None) => symbols.tuple(arguments),
            (Table::Fixed(symbols), name) => {
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
