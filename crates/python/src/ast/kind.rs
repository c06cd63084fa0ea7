//! The kinds of nodes, and what the nodes of each kind have.

use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;

/// What an attribute holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum What {
    /// A place in a text.
    Location,
    /// A text.
    Text,
    /// A number.
    Number,
    /// A ground term.
    Symbol,
    /// A node.
    Node,
    /// A node or None.
    Optional,
    /// Nodes.
    Nodes,
    /// Texts.
    Texts,
}

/// An attribute: its name, and what it holds.
pub type Field = (&'static str, What);

macro_rules! kinds {
    ($($kind:ident { $($field:ident: $what:ident),* })*) => {
        /// The kind of a node, numbered as clingo does.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        #[allow(missing_docs, reason = "their names are those of the language")]
        pub enum Kind { $($kind),* }

        const KINDS: &[Kind] = &[$(Kind::$kind),*];
        const NAMES: &[&str] = &[$(stringify!($kind)),*];
        const FIELDS: &[&[Field]] = &[$(&[$((stringify!($field), What::$what)),*]),*];
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
    /// The kind with this number.
    pub fn of_number(number: usize) -> Option<Kind> {
        KINDS.get(number).copied()
    }

    /// The kind with this name.
    pub fn of_name(name: &str) -> Option<Kind> {
        NAMES.iter().position(|known| *known == name).map(|index| KINDS[index])
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        NAMES[self as usize]
    }

    /// The attributes of its nodes, in the order in which they are given to make one. A location is the first of them.
    pub fn fields(self) -> &'static [Field] {
        FIELDS[self as usize]
    }

    /// The same without a location.
    pub fn values(self) -> &'static [Field] {
        &self.fields()[usize::from(self.has_location())..]
    }

    /// Whether its nodes have a location.
    pub fn has_location(self) -> bool {
        self.fields()[0].1 == What::Location
    }

    /// Whether its nodes are statements.
    pub fn is_statement(self) -> bool {
        self >= Kind::Rule
    }

    /// As Python sees it: a member of `ASTType`.
    pub fn object(self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        static OBJECTS: PyOnceLock<Vec<Py<PyAny>>> = PyOnceLock::new();
        let objects = OBJECTS.get_or_try_init(py, || {
            let kinds = py.import("groundplan.syntax.kinds")?.getattr("ASTType")?;
            NAMES.iter().map(|name| kinds.getattr(*name).map(Bound::unbind)).collect::<PyResult<_>>()
        })?;
        Ok(objects[self as usize].clone_ref(py))
    }
}
