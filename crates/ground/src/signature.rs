//! What tells predicates apart, in the text of a program as in what it is grounded to.

use crate::symbol::Name;

/// A predicate: name, arity and sign.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Signature {
    /// Its name.
    pub name: Name,
    /// How many arguments it has.
    pub arity: u32,
    /// Whether it is the strong negation `-name`.
    pub negative: bool,
}
