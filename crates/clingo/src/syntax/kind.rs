//! The kinds of syntax tree nodes and their attributes.

use crate::error::{Error, Result};

/// The type of an attribute.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FieldType {
    /// A location in a text.
    Location,
    /// A string.
    Text,
    /// A number.
    Number,
    /// A ground term.
    Symbol,
    /// A node.
    Node,
    /// A node or None.
    Optional,
    /// A sequence of nodes.
    Nodes,
    /// A sequence of strings.
    Texts,
}

/// An attribute: its name and its type.
pub type Field = (&'static str, FieldType);

impl FieldType {
    /// What a value of this type is called in error messages.
    pub fn wanted(self) -> &'static str {
        match self {
            FieldType::Location => "a location",
            FieldType::Text => "a text",
            FieldType::Number => "a number",
            FieldType::Symbol => "a symbol",
            FieldType::Node => "a node",
            FieldType::Optional => "a node or None",
            FieldType::Nodes => "a sequence of nodes",
            FieldType::Texts => "a sequence of texts",
        }
    }

    /// Whether such an attribute holds nodes.
    pub fn holds_nodes(self) -> bool {
        matches!(self, FieldType::Node | FieldType::Optional | FieldType::Nodes)
    }
}

macro_rules! kinds {
    ($($kind:ident { $($field:ident: $what:ident),* })*) => {
        /// The kind of a node. The numbers are those of clingo's `ASTType`.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        #[allow(missing_docs, reason = "their names are those of the language")]
        pub enum Kind { $($kind),* }

        const KINDS: &[Kind] = &[$(Kind::$kind),*];
        const NAMES: &[&str] = &[$(stringify!($kind)),*];
        const FIELDS: &[&[Field]] = &[$(&[$((stringify!($field), FieldType::$what)),*]),*];
    };
}

kinds! {
    Id { location: Location, name: Text }
    Variable { location: Location, name: Text }
    SymbolicTerm { location: Location, symbol: Symbol }
    UnaryOperation { location: Location, operator_type: Number, argument: Node }
    BinaryOperation { location: Location, operator_type: Number, left: Node, right: Node }
    Interval { location: Location, left: Node, right: Node }
    Function { location: Location, name: Text, arguments: Nodes, external: Number }
    Pool { location: Location, arguments: Nodes }
    BooleanConstant { value: Number }
    SymbolicAtom { symbol: Node }
    Comparison { term: Node, guards: Nodes }
    Guard { comparison: Number, term: Node }
    ConditionalLiteral { location: Location, literal: Node, condition: Nodes }
    Aggregate { location: Location, left_guard: Optional, elements: Nodes, right_guard: Optional }
    BodyAggregateElement { terms: Nodes, condition: Nodes }
    BodyAggregate { location: Location, left_guard: Optional, function: Number, elements: Nodes, right_guard: Optional }
    HeadAggregateElement { terms: Nodes, condition: Node }
    HeadAggregate { location: Location, left_guard: Optional, function: Number, elements: Nodes, right_guard: Optional }
    Disjunction { location: Location, elements: Nodes }
    TheorySequence { location: Location, sequence_type: Number, terms: Nodes }
    TheoryFunction { location: Location, name: Text, arguments: Nodes }
    TheoryUnparsedTermElement { operators: Texts, term: Node }
    TheoryUnparsedTerm { location: Location, elements: Nodes }
    TheoryGuard { operator_name: Text, term: Node }
    TheoryAtomElement { terms: Nodes, condition: Nodes }
    TheoryAtom { location: Location, term: Node, elements: Nodes, guard: Optional }
    Literal { location: Location, sign: Number, atom: Node }
    TheoryOperatorDefinition { location: Location, name: Text, priority: Number, operator_type: Number }
    TheoryTermDefinition { location: Location, name: Text, operators: Nodes }
    TheoryGuardDefinition { operators: Texts, term: Text }
    TheoryAtomDefinition { location: Location, atom_type: Number, name: Text, arity: Number, term: Text, guard: Optional }
    Rule { location: Location, head: Node, body: Nodes }
    Definition { location: Location, name: Text, value: Node, is_default: Number }
    ShowSignature { location: Location, name: Text, arity: Number, positive: Number }
    ShowTerm { location: Location, term: Node, body: Nodes }
    Minimize { location: Location, weight: Node, priority: Node, terms: Nodes, body: Nodes }
    Script { location: Location, name: Text, code: Text }
    Program { location: Location, name: Text, parameters: Nodes }
    External { location: Location, atom: Node, body: Nodes, external_type: Node }
    Edge { location: Location, node_u: Node, node_v: Node, body: Nodes }
    Heuristic { location: Location, atom: Node, body: Nodes, bias: Node, priority: Node, modifier: Node }
    ProjectAtom { location: Location, atom: Node, body: Nodes }
    ProjectSignature { location: Location, name: Text, arity: Number, positive: Number }
    Defined { location: Location, name: Text, arity: Number, positive: Number }
    TheoryDefinition { location: Location, name: Text, terms: Nodes, atoms: Nodes }
    Comment { location: Location, value: Text, comment_type: Number }
}

impl Kind {
    /// Returns all kinds, in the order of their numbers.
    pub fn all() -> impl Iterator<Item = Kind> {
        KINDS.iter().copied()
    }

    /// Returns the kind with this number.
    pub const fn of_number(number: usize) -> Option<Kind> {
        if number < KINDS.len() {
            Some(KINDS[number])
        } else {
            None
        }
    }

    /// Returns the kind with this name.
    pub fn of_name(name: &str) -> Option<Kind> {
        NAMES.iter().position(|known| *known == name).map(|index| KINDS[index])
    }

    /// The name of the kind.
    pub fn name(self) -> &'static str {
        NAMES[self as usize]
    }

    /// The attributes of nodes of this kind, in the order of the constructor's arguments. A location comes first.
    pub const fn fields(self) -> &'static [Field] {
        FIELDS[self as usize]
    }

    /// The attributes without the location.
    pub(super) fn values(self) -> &'static [Field] {
        &self.fields()[usize::from(self.has_location())..]
    }

    /// Returns the index of an attribute among [`Kind::fields`], and its type.
    ///
    /// # Errors
    ///
    /// Returns [`Error::Attribute`] if nodes of this kind have no such attribute.
    pub fn field(self, name: &str) -> Result<(usize, FieldType)> {
        let index = self.fields().iter().position(|(known, _)| *known == name);
        let index = index
            .ok_or_else(|| Error::Attribute(format!("a node {} has no attribute `{name}`", self.name())))?;
        Ok((index, self.fields()[index].1))
    }

    /// The names of the attributes that hold nodes.
    pub fn child_keys(self) -> impl Iterator<Item = &'static str> {
        self.fields().iter().filter(|(_, what)| what.holds_nodes()).map(|(name, _)| *name)
    }

    /// Whether nodes of this kind have a location.
    pub fn has_location(self) -> bool {
        self.fields()[0].1 == FieldType::Location
    }

    /// Whether nodes of this kind are statements.
    pub fn is_statement(self) -> bool {
        self >= Kind::Rule
    }
}
