//! The syntax tree of theories: definitions (`#theory`), and the atoms whose meaning a theory gives (`&sum { … } <= 3`).
//!
//! Which operators there are, and how strongly they bind, is defined by the program, perhaps in a later text, so
//! operations are kept as they were written; the analysis takes them apart.

use super::ast::{Literal, Term};
use crate::diagnostic::Span;
use crate::symbol::{Name, Symbol};

/// `#theory name { … }.`
#[derive(Clone, Debug)]
pub struct TheoryDefinition {
    /// The theory's name.
    pub name: Name,
    /// The kinds of terms.
    pub terms: Vec<TheoryTermDefinition>,
    /// The kinds of atoms.
    pub atoms: Vec<TheoryAtomDefinition>,
    /// All of it.
    pub span: Span,
}

/// `name { + : 1, binary, left; … }`
#[derive(Clone, Debug)]
pub struct TheoryTermDefinition {
    /// What definitions of atoms call it.
    pub name: Name,
    /// Its operators.
    pub operators: Vec<TheoryOperatorDefinition>,
    /// All of it.
    pub span: Span,
}

/// `+ : 1, binary, left`
#[derive(Clone, Debug)]
pub struct TheoryOperatorDefinition {
    /// The operator.
    pub operator: Name,
    /// The larger, the more strongly it binds.
    pub priority: u32,
    /// How it stands to its operands.
    pub fixity: Fixity,
    /// All of it.
    pub span: Span,
}

/// How an operator of a theory stands to its operands.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Fixity {
    /// Before its only operand.
    Unary,
    /// Between two; of several with the same priority the first is the innermost.
    Left,
    /// Between two; of several with the same priority the last is the innermost.
    Right,
}

/// `&name/1 : term, { <=, >= }, term, body`
#[derive(Clone, Debug)]
pub struct TheoryAtomDefinition {
    /// The atom's name.
    pub name: Name,
    /// How many arguments it has.
    pub arity: u32,
    /// The kind of the terms in its elements.
    pub elements: Name,
    /// The operators and the kind of terms that a guard may have.
    pub guard: Option<(Vec<Name>, Name)>,
    /// Where it may stand.
    pub place: TheoryPlace,
    /// All of it.
    pub span: Span,
}

/// Where atoms of a theory may stand.
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
    /// Its name.
    pub name: Name,
    /// The argument lists, which are terms of the language; more than one is a pool. Never empty.
    pub pools: Vec<Vec<Term>>,
    /// The elements.
    pub elements: Vec<TheoryElement>,
    /// Operator and term behind the elements.
    pub guard: Option<(Name, TheoryTerm)>,
    /// All of it.
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

/// A term of a theory as it was written. Nothing in it is evaluated.
#[derive(Clone, Debug)]
pub enum TheoryTerm {
    /// A number, string or constant.
    Symbol(Symbol, Span),
    /// A variable.
    Variable(Name, Span),
    /// `f(t,u)`, perhaps without arguments.
    Function(Name, Vec<TheoryTerm>, Span),
    /// `(t,u)`, `{t,u}` or `[t,u]`.
    Collection(Brackets, Vec<TheoryTerm>, Span),
    /// Operands, each with the operators before it: none before the first, or only ones of one operand; of one operand
    /// all but the first before the others.
    Operation(Vec<(Vec<Name>, TheoryTerm)>, Span),
}

/// What a collection of terms stands in.
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
    /// The opening and the closing one.
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
    /// Calls `visit` with every term of the theory that is not part of another.
    pub fn theory_terms<'a>(&'a self, visit: &mut dyn FnMut(&'a TheoryTerm)) {
        self.elements.iter().flat_map(|element| &element.tuple).for_each(&mut *visit);
        self.guard.iter().for_each(|(_, term)| visit(term));
    }
}

impl TheoryTerm {
    /// Where it was read.
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

    /// Calls `visit` with the name and place of every variable.
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
