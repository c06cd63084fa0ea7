//! Signatures of predicates, shared by the syntax tree and the ground program.

use crate::symbol::Name;

/// A predicate: name, arity and sign.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Signature {
    /// The predicate's name.
    pub name: Name,
    /// The number of arguments.
    pub arity: u32,
    /// Whether the predicate is the strong negation `-name`.
    pub negative: bool,
}
