//! Prints the syntax tree as text.
//!
//! The text is canonical: one statement a line, no superfluous parentheses, and every relation of a bound spelled out. It
//! parses back to a tree that differs from the printed one only in source positions.

mod literals;
mod statements;
mod terms;
mod theory;

use std::fmt::{self, Display, Formatter};

use crate::symbol::Symbols;

/// A node that prints as source text.
pub trait Print {
    /// Writes the text of this node.
    ///
    /// # Errors
    ///
    /// If the formatter fails.
    fn print(&self, symbols: &Symbols, f: &mut Formatter<'_>) -> fmt::Result;

    /// Displays this node, for `{}` and `to_string`.
    fn display<'a>(&'a self, symbols: &'a Symbols) -> impl Display + 'a
    where
        Self: Sized,
    {
        Displayed { node: self, symbols }
    }
}

struct Displayed<'a, T> {
    node: &'a T,
    symbols: &'a Symbols,
}

impl<T: Print> Display for Displayed<'_, T> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        self.node.print(self.symbols, f)
    }
}

/// Prints nodes one after the other, with a separator between them.
fn separated<T: Print>(
    nodes: &[T],
    separator: &str,
    symbols: &Symbols,
    f: &mut Formatter<'_>,
) -> fmt::Result {
    for (i, node) in nodes.iter().enumerate() {
        if i > 0 {
            f.write_str(separator)?;
        }
        node.print(symbols, f)?;
    }
    Ok(())
}
