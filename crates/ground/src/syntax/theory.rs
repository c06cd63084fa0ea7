//! The syntax tree of theories: definitions (`#theory`) and theory atoms (`&sum { … } <= 3`).
//!
//! The program defines the operators and their priorities, perhaps in a later text. So operations are kept as they were
//! written, and the analysis resolves them.

use super::ast::{Literal, Term};
use crate::diagnostic::Span;
use crate::symbol::{Name, Symbol};

/// `#theory name { … }.`
#[derive(Clone, Debug)]
pub struct TheoryDefinition {
    /// The theory's name.
    pub name: Name,
    /// The definitions of its terms.
    pub terms: Vec<TheoryTermDefinition>,
    /// The definitions of its atoms.
    pub atoms: Vec<TheoryAtomDefinition>,
    /// The whole definition.
    pub span: Span,
}

/// `name { + : 1, binary, left; … }`
#[derive(Clone, Debug)]
pub struct TheoryTermDefinition {
    /// The name that definitions of atoms refer to.
    pub name: Name,
    /// Its operators.
    pub operators: Vec<TheoryOperatorDefinition>,
    /// The whole definition.
    pub span: Span,
}

/// `+ : 1, binary, left`
#[derive(Clone, Debug)]
pub struct TheoryOperatorDefinition {
    /// The operator.
    pub operator: Name,
    /// The priority: operators with a larger one bind more strongly.
    pub priority: u32,
    /// The number of its operands, and its associativity.
    pub fixity: Fixity,
    /// The whole definition.
    pub span: Span,
}

/// The number of operands of a theory operator, and its associativity.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Fixity {
    /// A prefix operator with one operand.
    Unary,
    /// An infix operator; of several with the same priority, the first is the innermost.
    Left,
    /// An infix operator; of several with the same priority, the last is the innermost.
    Right,
}

/// `&name/1 : term, { <=, >= }, term, body`
#[derive(Clone, Debug)]
pub struct TheoryAtomDefinition {
    /// The atom's name.
    pub name: Name,
    /// The number of arguments.
    pub arity: u32,
    /// The name of the term definition for its elements.
    pub elements: Name,
    /// The operators and the name of the term definition for its guard, if it may have one.
    pub guard: Option<(Vec<Name>, Name)>,
    /// The places in a program where the atom may occur.
    pub place: TheoryPlace,
    /// The whole definition.
    pub span: Span,
}

/// The places in a program where a theory atom may occur.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum TheoryPlace {
    /// `head`
    Head,
    /// `body`
    Body,
    /// `any`: heads and bodies
    Any,
    /// `directive`: heads without a body
    Directive,
}

/// `&name(t) { u : c; v } <= w`
#[derive(Clone, Debug)]
pub struct TheoryAtom {
    /// The atom's name.
    pub name: Name,
    /// The argument lists: terms of the language, not of the theory. More than one list is a pool. Never empty.
    pub pools: Vec<Vec<Term>>,
    /// The elements.
    pub elements: Vec<TheoryElement>,
    /// The operator and term behind the elements.
    pub guard: Option<(Name, TheoryTerm)>,
    /// The whole atom.
    pub span: Span,
}

/// `t,u : c`
#[derive(Clone, Debug)]
pub struct TheoryElement {
    /// The terms.
    pub tuple: Vec<TheoryTerm>,
    /// The condition.
    pub condition: Vec<Literal>,
}

/// A theory term as it was written. Nothing in it is evaluated.
#[derive(Clone, Debug)]
pub enum TheoryTerm {
    /// A number, string or constant.
    Symbol(Symbol, Span),
    /// A variable.
    Variable(Name, Span),
    /// `f(t,u)`, or `f()` without arguments.
    Function(Name, Vec<TheoryTerm>, Span),
    /// `(t,u)`, `{t,u}` or `[t,u]`.
    Collection(Brackets, Vec<TheoryTerm>, Span),
    /// Operands, each with the operators before it.
    ///
    /// The first operand has no operators before it, or only unary ones. Each other operand has a binary operator, then any
    /// number of unary ones.
    Operation(Vec<(Vec<Name>, TheoryTerm)>, Span),
}

/// The kind of brackets around a collection of terms.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Brackets {
    /// `(t,u)`, `(t,)`, `()`
    Tuple,
    /// `{t,u}`
    Set,
    /// `[t,u]`
    List,
}

impl Brackets {
    /// Returns the opening and the closing bracket.
    #[must_use]
    pub fn text(self) -> (&'static str, &'static str) {
        match self {
            Brackets::Tuple => ("(", ")"),
            Brackets::Set => ("{", "}"),
            Brackets::List => ("[", "]"),
        }
    }
}

impl TheoryAtom {
    /// Calls `visit` with every theory term that is not part of another.
    pub fn theory_terms<'a>(&'a self, visit: &mut dyn FnMut(&'a TheoryTerm)) {
        self.elements.iter().flat_map(|element| &element.tuple).for_each(&mut *visit);
        self.guard.iter().for_each(|(_, term)| visit(term));
    }
}

impl TheoryTerm {
    /// The source position.
    #[must_use]
    pub fn span(&self) -> Span {
        match self {
            TheoryTerm::Symbol(_, span)
            | TheoryTerm::Variable(_, span)
            | TheoryTerm::Function(_, _, span)
            | TheoryTerm::Collection(_, _, span)
            | TheoryTerm::Operation(_, span) => *span,
        }
    }

    /// Calls `visit` with the name and position of every variable.
    pub fn variables(&self, visit: &mut dyn FnMut(Name, Span)) {
        match self {
            TheoryTerm::Symbol(..) => {}
            TheoryTerm::Variable(name, span) => visit(*name, *span),
            TheoryTerm::Function(_, terms, _) | TheoryTerm::Collection(_, terms, _) => {
                terms.iter().for_each(|term| term.variables(visit));
            }
            TheoryTerm::Operation(operands, _) => {
                operands.iter().for_each(|(_, term)| term.variables(visit));
            }
        }
    }
}
