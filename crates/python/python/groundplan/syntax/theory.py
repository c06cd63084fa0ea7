"""Atoms of theories, and definitions of theories."""

from typing import Any, List, Optional, Tuple

from .kinds import ASTType, TheoryAtomType, TheoryOperatorType, TheorySequenceType
from .node import AST, read
from .terms import TermReader

__all__ = ["TheoryReader"]

_SEQUENCES = {
    "(": (")", TheorySequenceType.Tuple),
    "{": ("}", TheorySequenceType.Set),
    "[": ("]", TheorySequenceType.List),
}


class TheoryReader(TermReader):
    """Reads what is about theories, besides."""

    def theory_atom(self) -> AST:
        """`&name(terms) { elements } operator term`."""
        self._take("&")
        name = self._take("name")
        term = self.applied(name.text, name.start)
        elements: List[AST] = []
        guard: Optional[AST] = None
        if self._if_next("{"):
            while not self._if_next_in_theory("}"):
                elements.append(self._theory_element())
                self._if_next_in_theory(";")
            token = self._lexer.peek(True)
            if token.kind == "operator" and token.text != "not":
                self._lexer.take(True)
                guard = read(ASTType.TheoryGuard, token.text, self._operation()[0])
        return read(ASTType.TheoryAtom, term.location, term, elements, guard)

    def _if_next_in_theory(self, kind: str) -> bool:
        if self._lexer.peek(True).kind != kind:
            return False
        self._lexer.take(True)
        return True

    def _theory_element(self) -> AST:
        terms = [] if self._lexer.peek(True).kind == ":" else self._operations()[0]
        condition = self.condition() if self._if_next_in_theory(":") else []
        return read(ASTType.TheoryAtomElement, terms, condition)

    def _operations(self) -> Tuple[List[AST], bool, bool]:
        """Terms with commas between them; whether a comma is last; whether the last is an operation that was read here."""
        node, made = self._operation()
        nodes = [node]
        while self._if_next_in_theory(","):
            if self._lexer.peek(True).kind == ")":
                return nodes, True, made
            node, made = self._operation()
            nodes.append(node)
        return nodes, False, made

    def _operation(self) -> Tuple[AST, bool]:
        """A term, with operators unless it stands alone; whether there are any."""
        start = self._lexer.peek(True).start
        elements: List[Tuple[List[str], AST]] = []
        while not elements or self._lexer.peek(True).kind == "operator":
            operators: List[str] = []
            while self._lexer.peek(True).kind == "operator":
                operators.append(self._lexer.take(True).text)
            elements.append((operators, self._theory_term()))
        if len(elements) == 1 and not elements[0][0]:
            return elements[0][1], False
        parts = [read(ASTType.TheoryUnparsedTermElement, operators, term) for operators, term in elements]
        return read(ASTType.TheoryUnparsedTerm, self._from(start), parts), True

    def _theory_term(self) -> AST:
        token = self._lexer.take(True)
        start = token.start
        if token.kind in _SEQUENCES:
            closing, kind = _SEQUENCES[token.kind]
            if self._if_next_in_theory(closing):
                return read(ASTType.TheorySequence, self._from(start), kind, [])
            terms, comma, made = self._operations()
            self._take(closing)
            if closing == ")" and len(terms) == 1 and not comma:
                # The parentheses around an operation belong to it.
                return terms[0].update(location=self._from(start)) if made else terms[0]
            return read(ASTType.TheorySequence, self._from(start), kind, terms)
        if token.kind == "name" and self._if_next_in_theory("("):
            arguments = []
            if not self._if_next_in_theory(")"):
                arguments = self._operations()[0]
                self._take(")")
            return read(ASTType.TheoryFunction, self._from(start), token.text, arguments)
        node = self.symbolic(token)
        if node is None:
            raise self._strange(token)
        return node

    # -- definitions --------------------------------------------------------

    def theory_definition(self, start: int) -> AST:
        """`#theory name { … }.`, of which the first word is read."""
        name = self._take("name").text
        terms: List[AST] = []
        atoms: List[AST] = []
        self._take("{")
        while not self._if_next("}"):
            if self._kind() == "&":
                atoms.append(self._atom_definition())
            else:
                terms.append(self._term_definition())
            self._if_next(";")
        self._take(".")
        return read(ASTType.TheoryDefinition, self._from(start), name, terms, atoms)

    def _term_definition(self) -> AST:
        name = self._take("name")
        operators: List[AST] = []
        self._take("{")
        while not self._if_next("}"):
            operators.append(self._operator_definition())
            self._if_next(";")
        return read(ASTType.TheoryTermDefinition, self._from(name.start), name.text, operators)

    def _operator_definition(self) -> AST:
        operator = self._lexer.take(True)
        self._take(":")
        priority = int(self._take("number").text, 0)
        self._take(",")
        fixity: Any = TheoryOperatorType.Unary
        if self._take("name").text == "binary":
            self._take(",")
            left = self._take("name").text == "left"
            fixity = TheoryOperatorType.BinaryLeft if left else TheoryOperatorType.BinaryRight
        return read(ASTType.TheoryOperatorDefinition, self._from(operator.start), operator.text, priority, fixity)

    def _atom_definition(self) -> AST:
        start = self._take("&").start
        name = self._take("name").text
        self._take("/")
        arity = int(self._take("number").text, 0)
        self._take(":")
        term = self._take("name").text
        self._take(",")
        guard: Optional[AST] = None
        if self._if_next("{"):
            operators: List[str] = []
            while not self._if_next_in_theory("}"):
                operators.append(self._lexer.take(True).text)
                self._if_next_in_theory(",")
            self._take(",")
            guard = read(ASTType.TheoryGuardDefinition, operators, self._take("name").text)
            self._take(",")
        place = TheoryAtomType[self._take("name").text.capitalize()]
        return read(ASTType.TheoryAtomDefinition, self._from(start), place, name, arity, term, guard)
