"""Terms, and literals of them."""

from typing import Any, List, Optional, Tuple

from .. import _core
from .kinds import ASTType, BinaryOperator, ComparisonOperator, UnaryOperator
from .lexer import Lexer, Token
from .node import AST, Location, read

__all__ = ["TermReader"]

# How strongly an operator binds, what it is, and whether the last of several is the innermost.
_OPERATORS = {
    "..": (0, None, False),
    "^": (1, BinaryOperator.XOr, False),
    "?": (2, BinaryOperator.Or, False),
    "&": (3, BinaryOperator.And, False),
    "+": (4, BinaryOperator.Plus, False),
    "-": (4, BinaryOperator.Minus, False),
    "*": (5, BinaryOperator.Multiplication, False),
    "/": (5, BinaryOperator.Division, False),
    "\\": (5, BinaryOperator.Modulo, False),
    "**": (6, BinaryOperator.Power, True),
}
RELATIONS = {
    ">": ComparisonOperator.GreaterThan,
    "<": ComparisonOperator.LessThan,
    "<=": ComparisonOperator.LessEqual,
    ">=": ComparisonOperator.GreaterEqual,
    "!=": ComparisonOperator.NotEqual,
    "<>": ComparisonOperator.NotEqual,
    "=": ComparisonOperator.Equal,
    "==": ComparisonOperator.Equal,
}
_CONSTANTS = {
    "#inf": _core._infimum(),
    "#infimum": _core._infimum(),
    "#sup": _core._supremum(),
    "#supremum": _core._supremum(),
}
# One more than the greatest number.
_BEYOND = 1 << 63
_ESCAPES = {"n": "\n", "\\": "\\", '"': '"'}


def _unescaped(text: str) -> str:
    if "\\" not in text:
        return text
    parts, position = [], 0
    while (found := text.find("\\", position)) >= 0:
        parts += [text[position:found], _ESCAPES[text[found + 1]]]
        position = found + 2
    return "".join(parts) + text[position:]


class TermReader:
    """Reads terms and simple literals."""

    def __init__(self, lexer: Lexer) -> None:
        self._lexer = lexer
        self._kind, self._if_next = lexer.kind, lexer.take_if
        # The terms of `#const` have another grammar in clingo, where parentheses are a part of tuples.
        self._constants = False

    # -- tokens -------------------------------------------------------------

    def _take(self, kind: str) -> Token:
        """The next token, which has to be of this kind."""
        token = self._lexer.peek()
        if token.kind != kind:
            raise self._strange(token)
        return self._lexer.take()

    def _strange(self, token: Token) -> NotImplementedError:
        place = self._lexer.place(token.start)
        where = f"{place.filename}:{place.line}:{place.column}"
        return NotImplementedError(f"{where}: this can be solved, but has no syntax tree in clingo's manner: `{token.text}`")

    def _from(self, start: int) -> Location:
        """From a place to the end of the last token."""
        return self._lexer.location(start, self._lexer.last_end)

    def _start(self) -> int:
        return self._lexer.peek().start

    # -- terms --------------------------------------------------------------

    def term(self, least: int = 0) -> AST:
        """A term of operators that bind at least so strongly."""
        start = self._start()
        left = self._operand()
        while True:
            found = _OPERATORS.get(self._kind())
            if found is None or found[0] < least:
                return left
            self._lexer.take()
            level, operator, innermost_last = found
            right = self.term(level if innermost_last else level + 1)
            location = self._from(start)
            if operator is None:
                left = read(ASTType.Interval, location, left, right)
            else:
                left = read(ASTType.BinaryOperation, location, operator, left, right)

    def symbolic(self, token: Token) -> Optional[AST]:
        """The node of a token that is a term by itself."""
        symbol: Any
        if token.kind == "variable":
            return read(ASTType.Variable, self._from(token.start), token.text)
        if token.kind == "number":
            symbol = _core.Number(int(token.text, 0))
        elif token.kind == "string":
            symbol = _core.String(_unescaped(self._lexer.decoded(token.text[1:-1])))
        elif token.kind == "name":
            symbol = _core.Function(token.text, [])
        elif token.kind in _CONSTANTS:
            symbol = _CONSTANTS[token.kind]
        else:
            return None
        return read(ASTType.SymbolicTerm, self._from(token.start), symbol)

    def _operand(self) -> AST:
        token = self._lexer.take()
        kind, start = token.kind, token.start
        if kind == "name" and self._kind() == "(":
            return self.applied(token.text, start)
        if kind in ("-", "~"):
            following = self._lexer.peek()
            if kind == "-" and following.kind == "number" and int(following.text, 0) == _BEYOND:
                # The least number has no positive counterpart that the sign could stand before.
                self._lexer.take()
                return read(ASTType.SymbolicTerm, self._from(start), _core.Number(-_BEYOND))
            operator = UnaryOperator.Minus if kind == "-" else UnaryOperator.Negation
            argument = self._operand()
            return read(ASTType.UnaryOperation, self._from(start), operator, argument)
        if kind == "(":
            return self._parenthesised(start)
        if kind == "|":
            terms = [self.term()]
            while self._if_next(";"):
                terms.append(self.term())
            self._take("|")
            location = self._from(start)
            argument = terms[0] if len(terms) == 1 else read(ASTType.Pool, location, terms)
            return read(ASTType.UnaryOperation, location, UnaryOperator.Absolute, argument)
        if kind == "@":
            return self.applied(self._take("name").text, start, True)
        node = self.symbolic(token)
        if node is None:
            raise self._strange(token)
        return node

    def applied(self, name: str, start: int, external: bool = False) -> AST:
        """A function with its arguments, which come next if there are any; a pool of functions for several lists."""
        lists: List[List[AST]] = [[]]
        if self._if_next("("):
            while not self._if_next(")"):
                if self._if_next(";"):
                    lists.append([])
                elif not self._if_next(","):
                    lists[-1].append(self.term())
        location = self._from(start)
        functions = [read(ASTType.Function, location, name, arguments, external) for arguments in lists]
        return functions[0] if len(functions) == 1 else read(ASTType.Pool, location, functions)

    def _parenthesised(self, start: int) -> AST:
        """A term in parentheses, a tuple, or a pool of both."""
        options = [self._option()]
        while self._if_next(";"):
            options.append(self._option())
        self._take(")")
        if self._constants and options[0].ast_type is ASTType.Function and not options[0].name:
            options[0].location = self._from(start)
        return options[0] if len(options) == 1 else read(ASTType.Pool, self._from(start), options)

    def _option(self) -> AST:
        # Where nothing is, is behind the last token.
        start = self._lexer.last_end
        terms: List[AST] = []
        comma = False
        while self._kind() not in (")", ";"):
            if not terms and not comma:
                start = self._start()
            comma = self._if_next(",")
            if not comma:
                terms.append(self.term())
        if len(terms) == 1 and not comma:
            return terms[0]
        return read(ASTType.Function, self._from(start), "", terms, False)

    # -- literals -----------------------------------------------------------

    def sign(self) -> Tuple[int, int]:
        """How often there is a `not`, and where the first one has ended."""
        count = end = 0
        while self._if_next("not"):
            count += 1
            end = end or self._lexer.last_end
        return count, end

    def literal(self) -> AST:
        """An atom, comparison or truth constant with its sign."""
        start = self._start()
        sign, _ = self.sign()
        truth = self.truth(start, sign)
        return self.rest_of_literal(start, sign, self.term()) if truth is None else truth

    def truth(self, start: int, sign: int) -> Optional[AST]:
        """`#true` or `#false`, of which the sign becomes a part."""
        kind = self._kind()
        if kind not in ("#true", "#false"):
            return None
        self._lexer.take()
        value = read(ASTType.BooleanConstant, (kind == "#true") != (sign == 1))
        return read(ASTType.Literal, self._from(start), 0, value)

    def rest_of_literal(self, start: int, sign: int, term: AST, guards: Tuple[AST, ...] = ()) -> AST:
        """The literal that begins with a term, and perhaps a relation to another."""
        found = list(guards)
        while self._kind() in RELATIONS:
            relation = RELATIONS[self._lexer.take().kind]
            found.append(read(ASTType.Guard, relation, self.term()))
        atom = read(ASTType.Comparison, term, found) if found else self.as_atom(term)
        return read(ASTType.Literal, self._from(start), sign, atom)

    def as_atom(self, term: AST) -> AST:
        """The atom that was read as a term."""
        return read(ASTType.SymbolicAtom, self._predicate(term, term.location))

    def _predicate(self, term: AST, location: Location) -> AST:
        """In an atom, a constant is a function, and a `-` belongs to the place of what it stands before."""
        kind = term.ast_type
        if kind is ASTType.UnaryOperation:
            return term.update(argument=self._predicate(term.argument, location))
        if kind is ASTType.SymbolicTerm:
            return read(ASTType.Function, location, term.symbol.name, [], False)
        if kind is ASTType.Pool:
            return term.update(location=location, arguments=[it.update(location=location) for it in term.arguments])
        return term if term.location == location else term.update(location=location)

    def atom(self) -> AST:
        """An atom."""
        return self.as_atom(self.term())

    def condition(self) -> List[AST]:
        """The literals behind a `:`, as many as there are."""
        literals: List[AST] = []
        while self._kind() not in (";", "}", ".", ":-", "|", ":"):
            literals.append(self.literal())
            if not self._if_next(","):
                break
        return literals
