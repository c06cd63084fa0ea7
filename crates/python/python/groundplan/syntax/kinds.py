"""The kinds of nodes, and what the nodes of each kind have."""

from enum import IntEnum
from typing import Dict, Tuple

from ..core import OrderedEnum

__all__ = [
    "ASTType",
    "AggregateFunction",
    "BinaryOperator",
    "CommentType",
    "ComparisonOperator",
    "FIELDS",
    "Sign",
    "TheoryAtomType",
    "TheoryOperatorType",
    "TheorySequenceType",
    "UnaryOperator",
]


class ASTType(OrderedEnum):
    """The kinds of nodes."""

    # There is one object of each kind. Tables by kind are looked into for every node.
    __hash__ = object.__hash__

    Id = 0
    Variable = 1
    SymbolicTerm = 2
    UnaryOperation = 3
    BinaryOperation = 4
    Interval = 5
    Function = 6
    Pool = 7
    BooleanConstant = 8
    SymbolicAtom = 9
    Comparison = 10
    Guard = 11
    ConditionalLiteral = 12
    Aggregate = 13
    BodyAggregateElement = 14
    BodyAggregate = 15
    HeadAggregateElement = 16
    HeadAggregate = 17
    Disjunction = 18
    TheorySequence = 19
    TheoryFunction = 20
    TheoryUnparsedTermElement = 21
    TheoryUnparsedTerm = 22
    TheoryGuard = 23
    TheoryAtomElement = 24
    TheoryAtom = 25
    Literal = 26
    TheoryOperatorDefinition = 27
    TheoryTermDefinition = 28
    TheoryGuardDefinition = 29
    TheoryAtomDefinition = 30
    Rule = 31
    Definition = 32
    ShowSignature = 33
    ShowTerm = 34
    Minimize = 35
    Script = 36
    Program = 37
    External = 38
    Edge = 39
    Heuristic = 40
    ProjectAtom = 41
    ProjectSignature = 42
    Defined = 43
    TheoryDefinition = 44
    Comment = 45


class AggregateFunction(IntEnum):
    """The functions of aggregates."""

    Count = 0
    Sum = 1
    SumPlus = 2
    Min = 3
    Max = 4


class BinaryOperator(IntEnum):
    """Operators between two terms."""

    XOr = 0
    Or = 1
    And = 2
    Plus = 3
    Minus = 4
    Multiplication = 5
    Division = 6
    Modulo = 7
    Power = 8


class CommentType(IntEnum):
    """How far a comment goes."""

    Line = 0
    Block = 1


class ComparisonOperator(IntEnum):
    """The relations."""

    GreaterThan = 0
    LessThan = 1
    LessEqual = 2
    GreaterEqual = 3
    NotEqual = 4
    Equal = 5


class Sign(IntEnum):
    """Default negation before a literal."""

    NoSign = 0
    Negation = 1
    DoubleNegation = 2


class TheoryAtomType(IntEnum):
    """Where a theory atom may stand."""

    Head = 0
    Body = 1
    Any = 2
    Directive = 3


class TheoryOperatorType(IntEnum):
    """How an operator of a theory binds."""

    Unary = 0
    BinaryLeft = 1
    BinaryRight = 2


class TheorySequenceType(IntEnum):
    """The brackets of theory terms."""

    Tuple = 0
    Set = 1
    List = 2


class UnaryOperator(IntEnum):
    """Operators before a term."""

    Minus = 0
    Negation = 1
    Absolute = 2


# What an attribute holds, after its name: a location, a text, a number, a symbol, a node, a node or None, nodes, texts.
_FIELDS = {
    ASTType.Id: "location:L name:s",
    ASTType.Variable: "location:L name:s",
    ASTType.SymbolicTerm: "location:L symbol:y",
    ASTType.UnaryOperation: "location:L operator_type:n argument:a",
    ASTType.BinaryOperation: "location:L operator_type:n left:a right:a",
    ASTType.Interval: "location:L left:a right:a",
    ASTType.Function: "location:L name:s arguments:A external:n",
    ASTType.Pool: "location:L arguments:A",
    ASTType.BooleanConstant: "value:n",
    ASTType.SymbolicAtom: "symbol:a",
    ASTType.Comparison: "term:a guards:A",
    ASTType.Guard: "comparison:n term:a",
    ASTType.ConditionalLiteral: "location:L literal:a condition:A",
    ASTType.Aggregate: "location:L left_guard:o elements:A right_guard:o",
    ASTType.BodyAggregateElement: "terms:A condition:A",
    ASTType.BodyAggregate: "location:L left_guard:o function:n elements:A right_guard:o",
    ASTType.HeadAggregateElement: "terms:A condition:a",
    ASTType.HeadAggregate: "location:L left_guard:o function:n elements:A right_guard:o",
    ASTType.Disjunction: "location:L elements:A",
    ASTType.TheorySequence: "location:L sequence_type:n terms:A",
    ASTType.TheoryFunction: "location:L name:s arguments:A",
    ASTType.TheoryUnparsedTermElement: "operators:S term:a",
    ASTType.TheoryUnparsedTerm: "location:L elements:A",
    ASTType.TheoryGuard: "operator_name:s term:a",
    ASTType.TheoryAtomElement: "terms:A condition:A",
    ASTType.TheoryAtom: "location:L term:a elements:A guard:o",
    ASTType.Literal: "location:L sign:n atom:a",
    ASTType.TheoryOperatorDefinition: "location:L name:s priority:n operator_type:n",
    ASTType.TheoryTermDefinition: "location:L name:s operators:A",
    ASTType.TheoryGuardDefinition: "operators:S term:s",
    ASTType.TheoryAtomDefinition: "location:L atom_type:n name:s arity:n term:s guard:o",
    ASTType.Rule: "location:L head:a body:A",
    ASTType.Definition: "location:L name:s value:a is_default:n",
    ASTType.ShowSignature: "location:L name:s arity:n positive:n",
    ASTType.ShowTerm: "location:L term:a body:A",
    ASTType.Minimize: "location:L weight:a priority:a terms:A body:A",
    ASTType.Script: "location:L name:s code:s",
    ASTType.Program: "location:L name:s parameters:A",
    ASTType.External: "location:L atom:a body:A external_type:a",
    ASTType.Edge: "location:L node_u:a node_v:a body:A",
    ASTType.Heuristic: "location:L atom:a body:A bias:a priority:a modifier:a",
    ASTType.ProjectAtom: "location:L atom:a body:A",
    ASTType.ProjectSignature: "location:L name:s arity:n positive:n",
    ASTType.Defined: "location:L name:s arity:n positive:n",
    ASTType.TheoryDefinition: "location:L name:s terms:A atoms:A",
    ASTType.Comment: "location:L value:s comment_type:n",
}


def _split(fields: str) -> Tuple[Tuple[str, str], ...]:
    return tuple((name, what) for name, _, what in (field.partition(":") for field in fields.split()))


# The attributes of a node of each kind, in the order in which they are given to make one.
FIELDS: Dict[ASTType, Tuple[Tuple[str, str], ...]] = {kind: _split(fields) for kind, fields in _FIELDS.items()}
