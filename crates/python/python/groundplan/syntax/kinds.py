"""The kinds of nodes, and what their numbers mean. What the nodes of each kind have is known to `_core`."""

from enum import IntEnum
from ..core import OrderedEnum

__all__ = [
    "ASTType",
    "AggregateFunction",
    "BinaryOperator",
    "CommentType",
    "ComparisonOperator",
    "Sign",
    "TheoryAtomType",
    "TheoryOperatorType",
    "TheorySequenceType",
    "UnaryOperator",
]


class ASTType(OrderedEnum):
    """The kinds of nodes."""

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
    """The extent of a comment."""

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
