"""Syntax trees: texts of programs to nodes, and nodes to programs.

`parse_string` and `parse_files` give each statement of a program as a node; a `Transformer` rewrites nodes; a
`ProgramBuilder` adds them to a control object. How nodes look is clingo's: kinds, attributes,
places and spelling.
"""

import os
import sys
from types import TracebackType
from typing import Any, Callable, Dict, List, Optional, Sequence, Tuple, Type

from ._core import AST, Symbol, make_node, read_trees
from .control import Control
from .core import Logger, MessageCode, OrderedEnum as OrderedEnum
from .syntax.kinds import (
    AggregateFunction,
    ASTType,
    BinaryOperator,
    CommentType,
    ComparisonOperator,
    Sign,
    TheoryAtomType,
    TheoryOperatorType,
    TheorySequenceType,
    UnaryOperator,
)
from .syntax.node import ASTSequence, ASTUpdate, ASTValue, Location, Position, StrSequence

__all__ = [
    "AST",
    "ASTSequence",
    "ASTType",
    "ASTUpdate",
    "ASTValue",
    "Aggregate",
    "AggregateFunction",
    "BinaryOperation",
    "BinaryOperator",
    "BodyAggregate",
    "BodyAggregateElement",
    "BooleanConstant",
    "Comment",
    "CommentType",
    "Comparison",
    "ComparisonOperator",
    "ConditionalLiteral",
    "Defined",
    "Definition",
    "Disjunction",
    "Edge",
    "External",
    "Function",
    "Guard",
    "HeadAggregate",
    "HeadAggregateElement",
    "Heuristic",
    "Id",
    "Interval",
    "Literal",
    "Location",
    "Minimize",
    "Pool",
    "Position",
    "Program",
    "ProgramBuilder",
    "ProjectAtom",
    "ProjectSignature",
    "Rule",
    "Script",
    "ShowSignature",
    "ShowTerm",
    "Sign",
    "StrSequence",
    "SymbolicAtom",
    "SymbolicTerm",
    "TheoryAtom",
    "TheoryAtomDefinition",
    "TheoryAtomElement",
    "TheoryAtomType",
    "TheoryDefinition",
    "TheoryFunction",
    "TheoryGuard",
    "TheoryGuardDefinition",
    "TheoryOperatorDefinition",
    "TheoryOperatorType",
    "TheorySequence",
    "TheorySequenceType",
    "TheoryTermDefinition",
    "TheoryUnparsedTerm",
    "TheoryUnparsedTermElement",
    "Transformer",
    "UnaryOperation",
    "UnaryOperator",
    "Variable",
    "parse_files",
    "parse_string",
]


def parse_files(
    files: Sequence[str],
    callback: Callable[[AST], None],
    control: Optional[Control] = None,
    logger: Optional[Logger] = None,
    message_limit: int = 20,
) -> None:
    """Call `callback` with each statement of the files, in order, the last file first; `-`, or no file at all, is standard
    input.

    A file that is a ground program in aspif is added to `control`. A text that is no program raises `RuntimeError` before any
    of its statements is told.
    """
    paths = reversed([os.fspath(path) for path in files] or ["-"])
    programs = [("<stdin>", sys.stdin.read()) if path == "-" else (path, None) for path in paths]
    _read(programs, callback, control, logger, message_limit)


def parse_string(
    program: str,
    callback: Callable[[AST], None],
    control: Optional[Control] = None,
    logger: Optional[Logger] = None,
    message_limit: int = 20,
) -> None:
    """Call `callback` with each statement of a program; see `parse_files`."""
    _read([("<string>", program)], callback, control, logger, message_limit)


def _read(
    programs: Sequence[Tuple[str, Optional[str]]],
    callback: Callable[[AST], None],
    control: Optional[Control],
    logger: Optional[Logger],
    message_limit: int,
) -> None:
    """Read texts with their names, and files."""
    messages = 0

    def notice(code: str, message: str) -> None:
        nonlocal messages
        messages += 1
        if messages > message_limit:
            return
        if logger is not None:
            logger(MessageCode[code], message)
        elif code != MessageCode.RuntimeError.name:
            print(message, file=sys.stderr)

    def ground_program(name: str, text: str) -> bool:
        if control is not None:
            control._add(name, text)
        return control is not None

    read_trees(programs, callback, notice, ground_program)


class ProgramBuilder:
    """Adds statements to a control object, when the `with` statement is over.

    As in clingo, a statement that is added outside of a `with` statement takes part in the next grounding before which
    another program is added, perhaps by a `with` statement that is over already.
    """

    def __init__(self, control: Control) -> None:
        self._control = control
        self._nodes: Optional[List[AST]] = None

    def __enter__(self) -> "ProgramBuilder":
        self._nodes = []
        return self

    def __exit__(
        self,
        exc_type: Optional[Type[BaseException]],
        exc_val: Optional[BaseException],
        exc_tb: Optional[TracebackType],
    ) -> None:
        nodes, self._nodes = self._nodes, None
        if nodes is not None:
            self._control._add_nodes(nodes)

    def add(self, statement: AST) -> None:
        """Add a statement."""
        if not isinstance(statement, AST) or statement.ast_type not in _STATEMENTS:
            kind = statement.ast_type.name if isinstance(statement, AST) else type(statement).__name__
            raise RuntimeError(f"a program has statements: {kind} is none")
        if self._nodes is None:
            self._control._hold(statement)
        else:
            self._nodes.append(statement)


_STATEMENTS = frozenset(kind for kind in ASTType if kind >= ASTType.Rule)


class Transformer:
    """Rewrites nodes, from the top down: a method `visit_KIND` says what becomes of a node of that kind; it has to call
    `visit_children` or `visit_sequence` where it wants to go on. Other nodes are kept, but for what becomes of their children.
    Further arguments are handed on."""

    def visit(self, ast: AST, *args: Any, **kwargs: Any) -> AST:
        """Transform a node; returns the node itself if nothing changes."""
        own = getattr(self, f"visit_{ast.ast_type.name}", None)
        if own is not None:
            changed: AST = own(ast, *args, **kwargs)
            return changed
        return ast.update(**self.visit_children(ast, *args, **kwargs))

    def __call__(self, ast: AST, *args: Any, **kwargs: Any) -> AST:
        """The same as `visit`."""
        return self.visit(ast, *args, **kwargs)

    def visit_children(self, ast: AST, *args: Any, **kwargs: Any) -> Dict[str, Any]:
        """Transform the children of a node; returns those that change, by the names of their attributes."""
        changed: Dict[str, Any] = {}
        for name in ast.child_keys:
            old = getattr(ast, name)
            if old is None:
                continue
            new = self.visit(old, *args, **kwargs) if isinstance(old, AST) else self.visit_sequence(old, *args, **kwargs)
            if new is not old:
                changed[name] = new
        return changed

    def visit_sequence(self, sequence: Sequence[AST], *args: Any, **kwargs: Any) -> Sequence[AST]:
        """Transform a sequence of nodes; returns the sequence itself if none changes."""
        # The objects for the nodes of a sequence are new ones each time that it is gone through.
        nodes = list(sequence)
        visited = [self(node, *args, **kwargs) for node in nodes]
        return sequence if all(new is old for new, old in zip(visited, nodes)) else visited


def _make(kind: ASTType, *values: Any) -> AST:
    """A node of a kind, of the values of its attributes in their order."""
    return make_node(kind.value, *values)


def Id(location: Location, name: str) -> AST:
    """The name of a parameter."""
    return _make(ASTType.Id, location, name)


def Variable(location: Location, name: str) -> AST:
    """A variable, `_` among them."""
    return _make(ASTType.Variable, location, name)


def SymbolicTerm(location: Location, symbol: Symbol) -> AST:
    """A number, string or constant."""
    return _make(ASTType.SymbolicTerm, location, symbol)


def UnaryOperation(location: Location, operator_type: int, argument: AST) -> AST:
    """`-t`, `~t` or `|t|`."""
    return _make(ASTType.UnaryOperation, location, operator_type, argument)


def BinaryOperation(location: Location, operator_type: int, left: AST, right: AST) -> AST:
    """`t + u` and the like."""
    return _make(ASTType.BinaryOperation, location, operator_type, left, right)


def Interval(location: Location, left: AST, right: AST) -> AST:
    """`t..u`."""
    return _make(ASTType.Interval, location, left, right)


def Function(location: Location, name: str, arguments: Sequence[AST], external: int) -> AST:
    """`f(t,u)`, `@f(t,u)` if it is external, or a tuple if it has no name."""
    return _make(ASTType.Function, location, name, arguments, external)


def Pool(location: Location, arguments: Sequence[AST]) -> AST:
    """`(t;u)`, or `f(t;u)` as a pool of functions."""
    return _make(ASTType.Pool, location, arguments)


def BooleanConstant(value: int) -> AST:
    """`#true` or `#false`."""
    return _make(ASTType.BooleanConstant, value)


def SymbolicAtom(symbol: AST) -> AST:
    """A predicate of terms."""
    return _make(ASTType.SymbolicAtom, symbol)


def Comparison(term: AST, guards: Sequence[AST]) -> AST:
    """`t < u <= v`."""
    return _make(ASTType.Comparison, term, guards)


def Guard(comparison: int, term: AST) -> AST:
    """A relation and a term, to the right of a comparison's or on either side of an aggregate."""
    return _make(ASTType.Guard, comparison, term)


def ConditionalLiteral(location: Location, literal: AST, condition: Sequence[AST]) -> AST:
    """`l : c`."""
    return _make(ASTType.ConditionalLiteral, location, literal, condition)


def Aggregate(
    location: Location, left_guard: Optional[AST], elements: Sequence[AST], right_guard: Optional[AST]
) -> AST:
    """`l { a : c; b } u`."""
    return _make(ASTType.Aggregate, location, left_guard, elements, right_guard)


def BodyAggregateElement(terms: Sequence[AST], condition: Sequence[AST]) -> AST:
    """`t,u : c`."""
    return _make(ASTType.BodyAggregateElement, terms, condition)


def BodyAggregate(
    location: Location, left_guard: Optional[AST], function: int, elements: Sequence[AST], right_guard: Optional[AST]
) -> AST:
    """`l #sum { t : c } u`."""
    return _make(ASTType.BodyAggregate, location, left_guard, function, elements, right_guard)


def HeadAggregateElement(terms: Sequence[AST], condition: AST) -> AST:
    """`t,u : a : c`."""
    return _make(ASTType.HeadAggregateElement, terms, condition)


def HeadAggregate(
    location: Location, left_guard: Optional[AST], function: int, elements: Sequence[AST], right_guard: Optional[AST]
) -> AST:
    """`l #sum { t : a : c } u`."""
    return _make(ASTType.HeadAggregate, location, left_guard, function, elements, right_guard)


def Disjunction(location: Location, elements: Sequence[AST]) -> AST:
    """`a; b : c`."""
    return _make(ASTType.Disjunction, location, elements)


def TheorySequence(location: Location, sequence_type: int, terms: Sequence[AST]) -> AST:
    """`(t,u)`, `{t,u}` or `[t,u]` in a theory."""
    return _make(ASTType.TheorySequence, location, sequence_type, terms)


def TheoryFunction(location: Location, name: str, arguments: Sequence[AST]) -> AST:
    """`f(t,u)` in a theory."""
    return _make(ASTType.TheoryFunction, location, name, arguments)


def TheoryUnparsedTermElement(operators: Sequence[str], term: AST) -> AST:
    """Operators, and the operand behind them."""
    return _make(ASTType.TheoryUnparsedTermElement, operators, term)


def TheoryUnparsedTerm(location: Location, elements: Sequence[AST]) -> AST:
    """Operators and operands of a theory, as they were written."""
    return _make(ASTType.TheoryUnparsedTerm, location, elements)


def TheoryGuard(operator_name: str, term: AST) -> AST:
    """Operator and term behind an atom of a theory."""
    return _make(ASTType.TheoryGuard, operator_name, term)


def TheoryAtomElement(terms: Sequence[AST], condition: Sequence[AST]) -> AST:
    """`t,u : c` in an atom of a theory."""
    return _make(ASTType.TheoryAtomElement, terms, condition)


def TheoryAtom(location: Location, term: AST, elements: Sequence[AST], guard: Optional[AST]) -> AST:
    """`&f(t) { u : c } <= v`."""
    return _make(ASTType.TheoryAtom, location, term, elements, guard)


def Literal(location: Location, sign: int, atom: AST) -> AST:
    """An atom, comparison, truth constant or aggregate with its sign."""
    return _make(ASTType.Literal, location, sign, atom)


def TheoryOperatorDefinition(location: Location, name: str, priority: int, operator_type: int) -> AST:
    """`+ : 1, binary, left`."""
    return _make(ASTType.TheoryOperatorDefinition, location, name, priority, operator_type)


def TheoryTermDefinition(location: Location, name: str, operators: Sequence[AST]) -> AST:
    """`t { + : 1, binary, left }`."""
    return _make(ASTType.TheoryTermDefinition, location, name, operators)


def TheoryGuardDefinition(operators: Sequence[str], term: str) -> AST:
    """`{ <=, = }, t`."""
    return _make(ASTType.TheoryGuardDefinition, operators, term)


def TheoryAtomDefinition(
    location: Location, atom_type: int, name: str, arity: int, term: str, guard: Optional[AST]
) -> AST:
    """`&f/1 : t, { <= }, t, any`."""
    return _make(ASTType.TheoryAtomDefinition, location, atom_type, name, arity, term, guard)


def Rule(location: Location, head: AST, body: Sequence[AST]) -> AST:
    """A rule, fact or constraint; the head of a constraint is `#false`."""
    return _make(ASTType.Rule, location, head, body)


def Definition(location: Location, name: str, value: AST, is_default: int) -> AST:
    """`#const n = t.`"""
    return _make(ASTType.Definition, location, name, value, is_default)


def ShowSignature(location: Location, name: str, arity: int, positive: int) -> AST:
    """`#show p/1.`, or `#show.` if it has no name."""
    return _make(ASTType.ShowSignature, location, name, arity, positive)


def ShowTerm(location: Location, term: AST, body: Sequence[AST]) -> AST:
    """`#show t : b.`"""
    return _make(ASTType.ShowTerm, location, term, body)


def Minimize(location: Location, weight: AST, priority: AST, terms: Sequence[AST], body: Sequence[AST]) -> AST:
    """`:~ b. [w@p,t]`."""
    return _make(ASTType.Minimize, location, weight, priority, terms, body)


def Script(location: Location, name: str, code: str) -> AST:
    """`#script (python) … #end.`"""
    return _make(ASTType.Script, location, name, code)


def Program(location: Location, name: str, parameters: Sequence[AST]) -> AST:
    """`#program p(t).`"""
    return _make(ASTType.Program, location, name, parameters)


def External(location: Location, atom: AST, body: Sequence[AST], external_type: AST) -> AST:
    """`#external a : b. [v]`"""
    return _make(ASTType.External, location, atom, body, external_type)


def Edge(location: Location, node_u: AST, node_v: AST, body: Sequence[AST]) -> AST:
    """`#edge (u,v) : b.`"""
    return _make(ASTType.Edge, location, node_u, node_v, body)


def Heuristic(location: Location, atom: AST, body: Sequence[AST], bias: AST, priority: AST, modifier: AST) -> AST:
    """`#heuristic a : b. [w@p,m]`"""
    return _make(ASTType.Heuristic, location, atom, body, bias, priority, modifier)


def ProjectAtom(location: Location, atom: AST, body: Sequence[AST]) -> AST:
    """`#project a : b.`"""
    return _make(ASTType.ProjectAtom, location, atom, body)


def ProjectSignature(location: Location, name: str, arity: int, positive: int) -> AST:
    """`#project p/1.`"""
    return _make(ASTType.ProjectSignature, location, name, arity, positive)


def Defined(location: Location, name: str, arity: int, positive: int) -> AST:
    """`#defined p/1.`"""
    return _make(ASTType.Defined, location, name, arity, positive)


def TheoryDefinition(location: Location, name: str, terms: Sequence[AST], atoms: Sequence[AST]) -> AST:
    """`#theory t { … }.`"""
    return _make(ASTType.TheoryDefinition, location, name, terms, atoms)


def Comment(location: Location, value: str, comment_type: int) -> AST:
    """A comment with its marks."""
    return _make(ASTType.Comment, location, value, comment_type)
