"""Rules and directives: texts to trees. The texts are programs: the engine's parser has said so."""

from typing import Any, Callable, Dict, List, Optional, Tuple

from .. import _core
from .kinds import AggregateFunction, ASTType, CommentType, ComparisonOperator, UnaryOperator
from .lexer import Lexer
from .node import AST, Location, read
from .terms import RELATIONS
from .theory import TheoryReader

__all__ = ["Reader"]

_FUNCTIONS = {
    "#count": AggregateFunction.Count,
    "#sum": AggregateFunction.Sum,
    "#sum+": AggregateFunction.SumPlus,
    "#min": AggregateFunction.Min,
    "#max": AggregateFunction.Max,
}
# Relations as they are when left and right change places.
_TURNED = {
    ComparisonOperator.GreaterThan: ComparisonOperator.LessThan,
    ComparisonOperator.LessThan: ComparisonOperator.GreaterThan,
    ComparisonOperator.LessEqual: ComparisonOperator.GreaterEqual,
    ComparisonOperator.GreaterEqual: ComparisonOperator.LessEqual,
}
# What may stand behind an aggregate that has no bound on the right.
_BEHIND = frozenset({".", ",", ";", ":-", ":", "end"})


class Reader(TheoryReader):
    """Reads a program. `told` gets each statement, `include` what is to be read besides, and says whether it was."""

    def __init__(
        self, filename: str, text: str, told: Callable[[AST], None], include: Callable[[str, bool, Location], bool]
    ) -> None:
        super().__init__(Lexer(filename, text, self._comment))
        self._told = told
        self._include = include
        self._directives: Dict[str, Callable[[int], None]] = {
            ":~": self._weak,
            "#minimize": self._optimize,
            "#minimise": self._optimize,
            "#maximize": self._maximize,
            "#maximise": self._maximize,
            "#show": self._show,
            "#const": self._const,
            "#defined": self._defined,
            "#project": self._project,
            "#external": self._external,
            "#edge": self._edge,
            "#heuristic": self._heuristic,
            "#program": self._program,
            "#script": self._script,
            "#theory": lambda start: self._told(self.theory_definition(start)),
            "#include": self._included,
        }

    def read(self, included: bool = False) -> None:
        """All of it. What is included goes on with the part that includes it."""
        if not included:
            self._base()
        while (token := self._lexer.peek()).text:
            directive = self._directives.get(token.kind)
            if directive is None:
                self._rule(token.start)
            else:
                self._lexer.take()
                directive(token.start)

    def _base(self) -> None:
        self._told(read(ASTType.Program, self._lexer.location(0, 0), "base", []))

    def _comment(self, location: Location, text: str, kind: CommentType) -> None:
        self._told(read(ASTType.Comment, location, text, kind))

    # -- rules --------------------------------------------------------------

    def _rule(self, start: int) -> None:
        head = None if self._kind() == ":-" else self._head()
        body = self._body() if self._if_next(":-") else []
        self._take(".")
        location = self._from(start)
        if head is None:
            head = read(ASTType.Literal, location, 0, read(ASTType.BooleanConstant, False))
        self._told(read(ASTType.Rule, location, head, body))

    def _head(self) -> AST:
        start = self._start()
        if self._kind() == "&":
            return self.theory_atom()
        first = self._literal_or_aggregate(True)
        if first.ast_type is not ASTType.Literal or self._kind() in (".", ":-"):
            return first
        elements = [self._conditional(first)]
        while self._kind() not in (".", ":-"):
            self._lexer.take()
            elements.append(self._conditional(self.literal()))
        return read(ASTType.Disjunction, self._from(start), elements)

    def _conditional(self, literal: AST) -> AST:
        """A literal of a head or an aggregate with its condition, which has the place of the literal."""
        condition = self.condition() if self._if_next(":") else []
        return read(ASTType.ConditionalLiteral, literal.location, literal, condition)

    def _body(self) -> List[AST]:
        """What is between `:-` or `:` and the dot."""
        body: List[AST] = []
        while self._kind() != ".":
            start = self._start()
            literal = self._literal_or_aggregate(False)
            if self._if_next(":"):
                condition = self.condition()
                literal = read(ASTType.ConditionalLiteral, self._from(start), literal, condition)
            body.append(literal)
            if not self._if_next(","):
                self._if_next(";")
        return body

    def _literal_or_aggregate(self, head: bool) -> AST:
        start = self._start()
        sign, sign_end = self.sign()
        own = self._start()
        kind = self._kind()
        if kind == "&":
            return self._signed(own, sign, sign_end, self.theory_atom())
        if kind == "{" or kind in _FUNCTIONS:
            return self._aggregate(own, sign, sign_end, None, head)
        truth = self.truth(start, sign)
        if truth is not None:
            return truth
        term = self.term()
        relation = RELATIONS.get(self._kind())
        if relation is not None:
            self._lexer.take()
        kind = self._kind()
        if kind == "{" or kind in _FUNCTIONS:
            bound = ComparisonOperator.LessEqual if relation is None else relation
            return self._aggregate(own, sign, sign_end, read(ASTType.Guard, bound, term), head)
        if relation is None:
            return self.rest_of_literal(start, sign, term)
        return self.rest_of_literal(start, sign, term, (read(ASTType.Guard, relation, self.term()),))

    def _signed(self, start: int, sign: int, sign_end: int, atom: AST) -> AST:
        """A literal of what is more than an atom. With a sign, clingo has it end where the first `not` ends."""
        location = self._lexer.location(start, sign_end if sign else self._lexer.last_end)
        if sign and atom.ast_type is not ASTType.TheoryAtom:
            atom.location = location
        return read(ASTType.Literal, location, sign, atom)

    # -- aggregates ---------------------------------------------------------

    def _aggregate(self, start: int, sign: int, sign_end: int, left: Optional[AST], head: bool) -> AST:
        function = _FUNCTIONS.get(self._kind())
        if function is not None:
            self._lexer.take()
        self._take("{")
        element = self._set_element if function is None else self._head_element if head else self._body_element
        elements: List[AST] = []
        while not self._if_next("}"):
            elements.append(element())
            self._if_next(";")
        right = self._right_guard()
        if left is None and right is not None:
            relation = ComparisonOperator(right.comparison)
            left, right = read(ASTType.Guard, _TURNED.get(relation, relation), right.term), None
        parts: Tuple[Any, ...] = (left, elements, right) if function is None else (left, function, elements, right)
        kind = ASTType.Aggregate
        if function is not None:
            kind = ASTType.HeadAggregate if head else ASTType.BodyAggregate
        node = read(kind, self._from(start), *parts)
        return node if head else self._signed(start, sign, sign_end, node)

    def _right_guard(self) -> Optional[AST]:
        relation = RELATIONS.get(self._kind())
        if relation is not None:
            self._lexer.take()
        elif self._kind() in _BEHIND:
            return None
        return read(ASTType.Guard, ComparisonOperator.LessEqual if relation is None else relation, self.term())

    def _set_element(self) -> AST:
        return self._conditional(self.literal())

    def _terms(self) -> List[AST]:
        terms: List[AST] = []
        while self._kind() not in (":", ";", "}", "]", "."):
            terms.append(self.term())
            self._if_next(",")
        return terms

    def _head_element(self) -> AST:
        terms = self._terms()
        self._take(":")
        return read(ASTType.HeadAggregateElement, terms, self._conditional(self.literal()))

    def _body_element(self) -> AST:
        terms = self._terms()
        condition = self.condition() if self._if_next(":") else []
        return read(ASTType.BodyAggregateElement, terms, condition)

    # -- objectives ---------------------------------------------------------

    def _maximize(self, start: int) -> None:
        self._optimize(start, True)

    def _optimize(self, start: int, maximize: bool = False) -> None:
        self._take("{")
        first = self._start()
        found: List[AST] = []
        while not self._if_next("}"):
            tuple_ = self._weighted(maximize)
            body = self.condition() if self._if_next(":") else []
            found.append(read(ASTType.Minimize, self._from(first), *tuple_, body))
            self._if_next(";")
        self._take(".")
        for statement in found:
            self._told(statement)

    def _weak(self, start: int) -> None:
        body = self._body()
        self._take(".")
        self._take("[")
        tuple_ = self._weighted(False)
        self._take("]")
        self._told(read(ASTType.Minimize, self._from(start), *tuple_, body))

    def _weighted(self, negated: bool) -> Tuple[AST, AST, List[AST]]:
        """Weight, priority and the rest of a tuple."""
        start = self._start()
        weight = self.term()
        priority = self.term() if self._if_next("@") else None
        location = self._from(start)
        if priority is None:
            priority = self._constant(location, _core.Number(0))
        if negated:
            weight = read(ASTType.UnaryOperation, location, UnaryOperator.Minus, weight)
        return weight, priority, self._terms() if self._if_next(",") else []

    @staticmethod
    def _constant(location: Location, symbol: Any) -> AST:
        return read(ASTType.SymbolicTerm, location, symbol)

    # -- directives ---------------------------------------------------------

    def _condition_of_directive(self) -> List[AST]:
        """The body behind a `:` if there is one, and the dot."""
        body = self._body() if self._if_next(":") else []
        self._take(".")
        return body

    def _signature(self) -> Optional[Tuple[str, int, bool]]:
        """Name, arity and sign of a predicate, and the dot, if that is what comes next."""
        first = self._lexer.peek()
        positive = not self._if_next("-")
        name = self._lexer.take()
        if name.kind == "name" and self._if_next("/"):
            arity = self._lexer.take()
            if arity.kind == "number" and self._if_next("."):
                return name.text, int(arity.text, 0), positive
        self._lexer.reset(first)
        return None

    def _show(self, start: int) -> None:
        if self._if_next("."):
            self._told(read(ASTType.ShowSignature, self._from(start), "", 0, True))
        elif (signature := self._signature()) is not None:
            self._told(read(ASTType.ShowSignature, self._from(start), *signature))
        else:
            term = self.term()
            body = self._condition_of_directive()
            self._told(read(ASTType.ShowTerm, self._from(start), term, body))

    def _defined(self, start: int) -> None:
        signature = self._signature()
        if signature is None:
            raise self._strange(self._lexer.peek())
        self._told(read(ASTType.Defined, self._from(start), *signature))

    def _project(self, start: int) -> None:
        signature = self._signature()
        if signature is not None:
            self._told(read(ASTType.ProjectSignature, self._from(start), *signature))
            return
        atom = self.atom()
        body = self._condition_of_directive()
        self._told(read(ASTType.ProjectAtom, self._from(start), atom, body))

    def _const(self, start: int) -> None:
        name = self._take("name").text
        self._lexer.take()
        self._constants = True
        value = self.term()
        self._constants = False
        self._take(".")
        default = True
        if self._lexer.stands_next("["):
            self._take("[")
            default = self._take("name").text == "default"
            self._take("]")
        self._told(read(ASTType.Definition, self._from(start), name, value, default))

    def _external(self, start: int) -> None:
        atom = self.atom()
        body = self._condition_of_directive()
        value = None
        if self._lexer.stands_next("["):
            self._take("[")
            value = self.term()
            self._take("]")
        location = self._from(start)
        if value is None:
            value = self._constant(location, _core.Function("false", []))
        self._told(read(ASTType.External, location, atom, body, value))

    def _edge(self, start: int) -> None:
        pairs: List[Tuple[AST, AST]] = []
        self._take("(")
        while not self._if_next(")"):
            node = self.term()
            self._take(",")
            pairs.append((node, self.term()))
            self._if_next(";")
        body = self._condition_of_directive()
        for pair in pairs:
            self._told(read(ASTType.Edge, self._from(start), *pair, body))

    def _heuristic(self, start: int) -> None:
        atom = self.atom()
        body = self._condition_of_directive()
        self._take("[")
        bias = self.term()
        priority = self.term() if self._if_next("@") else None
        self._take(",")
        modifier = self.term()
        self._take("]")
        location = self._from(start)
        if priority is None:
            priority = self._constant(location, _core.Number(0))
        self._told(read(ASTType.Heuristic, location, atom, body, bias, priority, modifier))

    def _program(self, start: int) -> None:
        name = self._take("name").text
        parameters: List[AST] = []
        if self._if_next("("):
            while not self._if_next(")"):
                parameter = self._take("name")
                parameters.append(read(ASTType.Id, self._from(parameter.start), parameter.text))
                self._if_next(",")
        self._take(".")
        self._told(read(ASTType.Program, self._from(start), name, parameters))

    def _script(self, start: int) -> None:
        self._take("(")
        name = self._take("name").text
        self._take(")")
        code = self._lexer.until("#end").strip(" \t\r")
        self._take("#end")
        self._take(".")
        self._told(read(ASTType.Script, self._from(start), name, code))

    def _included(self, start: int) -> None:
        builtin = self._if_next("<")
        token = self._lexer.take()
        target = token.text if builtin else self._lexer.decoded(token.text[1:-1])
        if builtin:
            self._take(">")
        self._take(".")
        if self._include(target, builtin, self._from(start)):
            self._base()
