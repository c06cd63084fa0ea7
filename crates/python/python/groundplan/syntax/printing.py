"""Nodes as texts, in clingo's spelling: what was read from a text can be read again.

Nodes know how they print, so nothing of them is known here but their kinds and attributes.
"""

from typing import Any, Callable, Dict, Iterable

from .kinds import ASTType

__all__ = ["text"]

_FUNCTIONS = ("#count", "#sum", "#sum+", "#min", "#max")
_RELATIONS = (">", "<", "<=", ">=", "!=", "=")
_BINARY = ("^", "?", "&", "+", "-", "*", "/", "\\", "**")
_SIGNS = ("", "not ", "not not ")
_BRACKETS = (("(", ")"), ("{", "}"), ("[", "]"))
_FIXITY = ("unary", "binary, left", "binary, right")
_PLACES = ("head", "body", "any", "directive")


def text(node: Any) -> str:
    """The node as a text."""
    return _TEXT[node.ast_type](node)


def _join(separator: str, nodes: Iterable[Any]) -> str:
    return separator.join(map(text, nodes))


def _unary(node: Any) -> str:
    if node.operator_type == 2:
        return f"|{text(node.argument)}|"
    return "-~"[node.operator_type] + text(node.argument)


def _tuple(arguments: Any) -> str:
    return f"({_join(',', arguments)}{',' if len(arguments) == 1 else ''})"


def _arguments(arguments: Any) -> str:
    return f"({_join(',', arguments)})" if arguments else ""


def _function(node: Any) -> str:
    name = f"@{node.name}" if node.external else node.name
    if not node.name:
        return name + _tuple(node.arguments)
    return name + _arguments(node.arguments)


def _pool(node: Any) -> str:
    if not node.arguments:
        # A term without a value.
        return "(1/0)"
    if len(node.arguments) == 1:
        return text(node.arguments[0])
    first = node.arguments[0]
    if first.ast_type is ASTType.Function and first.name:
        if all(
            it.ast_type is ASTType.Function and it.name == first.name and it.external == first.external
            for it in node.arguments
        ):
            lists = ";".join(_join(",", it.arguments) for it in node.arguments)
            return f"{'@' if first.external else ''}{first.name}({lists})"
    return f"({_join(';', node.arguments)})"


def _right(guard: Any) -> str:
    return "" if guard is None else f" {_RELATIONS[guard.comparison]} {text(guard.term)}"


def _left(guard: Any) -> str:
    return "" if guard is None else f"{text(guard.term)} {_RELATIONS[guard.comparison]} "


def _braces(elements: Any) -> str:
    return f"{{ {_join('; ', elements)} }}" if elements else "{ }"


def _aggregate(node: Any) -> str:
    function = "" if node.ast_type is ASTType.Aggregate else _FUNCTIONS[node.function] + " "
    return _left(node.left_guard) + function + _braces(node.elements) + _right(node.right_guard)


def _under_condition(what: str, condition: Any) -> str:
    return f"{what}: {_join(', ', condition)}" if condition else what


def _element(node: Any) -> str:
    terms = _join(",", node.terms)
    # Clingo leaves out this colon, and cannot read what it has printed.
    return _under_condition(terms, node.condition) or ": "


def _theory_term(node: Any) -> str:
    inner = _join(" ", node.elements)
    if len(node.elements) == 1 and not node.elements[0].operators:
        return inner
    return f"({inner})"


def _theory_sequence(node: Any) -> str:
    if node.sequence_type == 0:
        return _tuple(node.terms)
    opening, closing = _BRACKETS[node.sequence_type]
    return opening + _join(",", node.terms) + closing


def _theory_atom(node: Any) -> str:
    guard = "" if node.guard is None else " " + text(node.guard)
    return f"&{text(node.term)} {_braces(node.elements)}{guard}"


def _indented(what: str) -> str:
    return "\n".join(f"  {line}" for line in what.split("\n"))


def _theory_terms(node: Any) -> str:
    return f"{node.name} {{\n{_indented(_join(f';{chr(10)}', node.operators))}\n}}"


def _theory_guard(node: Any) -> str:
    return f"{{ {', '.join(node.operators)} }}, {node.term}"


def _theory_atoms(node: Any) -> str:
    guard = "" if node.guard is None else f", {text(node.guard)}"
    return f"&{node.name}/{node.arity}: {node.term}{guard}, {_PLACES[node.atom_type]}"


def _theory(node: Any) -> str:
    inner = ";\n".join(_indented(text(it)) for it in (*node.terms, *node.atoms))
    return f"#theory {node.name} {{\n{inner}{chr(10) if inner else ''}}}."


def _rule(node: Any) -> str:
    body = f" :- {_join('; ', node.body)}" if node.body else ""
    return f"{text(node.head)}{body}."


def _if(node: Any) -> str:
    """The body of a directive, with its colon and dot."""
    return f" : {_join('; ', node.body)}." if node.body else "."


def _minimize(node: Any) -> str:
    terms = "".join(f",{text(term)}" for term in node.terms)
    return f":~ {_join('; ', node.body)}. [{text(node.weight)}@{text(node.priority)}{terms}]"


def _program(node: Any) -> str:
    parameters = f"({_join(', ', node.parameters)})" if node.parameters else ""
    return f"#program {node.name}{parameters}."


def _signature(node: Any) -> str:
    return f"{'' if node.positive else '-'}{node.name}/{node.arity}."


def _heuristic(node: Any) -> str:
    what = f"{text(node.bias)}@{text(node.priority)},{text(node.modifier)}"
    return f"#heuristic {text(node.atom)}{_if(node)} [{what}]"


_TEXT: Dict[ASTType, Callable[[Any], str]] = {
    ASTType.Id: lambda node: str(node.name),
    ASTType.Variable: lambda node: str(node.name),
    ASTType.SymbolicTerm: lambda node: str(node.symbol),
    ASTType.UnaryOperation: _unary,
    ASTType.BinaryOperation: lambda node: f"({text(node.left)}{_BINARY[node.operator_type]}{text(node.right)})",
    ASTType.Interval: lambda node: f"({text(node.left)}..{text(node.right)})",
    ASTType.Function: _function,
    ASTType.Pool: _pool,
    ASTType.BooleanConstant: lambda node: "#true" if node.value else "#false",
    ASTType.SymbolicAtom: lambda node: text(node.symbol),
    ASTType.Comparison: lambda node: text(node.term) + "".join(map(_right, node.guards)),
    ASTType.Guard: _right,
    ASTType.ConditionalLiteral: lambda node: _under_condition(text(node.literal), node.condition),
    ASTType.Aggregate: _aggregate,
    ASTType.BodyAggregateElement: _element,
    ASTType.BodyAggregate: _aggregate,
    ASTType.HeadAggregateElement: lambda node: f"{_join(',', node.terms)}: {text(node.condition)}",
    ASTType.HeadAggregate: _aggregate,
    ASTType.Disjunction: lambda node: _join("; ", node.elements),
    ASTType.TheorySequence: _theory_sequence,
    ASTType.TheoryFunction: lambda node: node.name + _arguments(node.arguments),
    ASTType.TheoryUnparsedTermElement: lambda node: " ".join((*node.operators, text(node.term))),
    ASTType.TheoryUnparsedTerm: _theory_term,
    ASTType.TheoryGuard: lambda node: f"{node.operator_name} {text(node.term)}",
    ASTType.TheoryAtomElement: _element,
    ASTType.TheoryAtom: _theory_atom,
    ASTType.Literal: lambda node: _SIGNS[node.sign] + text(node.atom),
    ASTType.TheoryOperatorDefinition: lambda node: f"{node.name} : {node.priority}, {_FIXITY[node.operator_type]}",
    ASTType.TheoryTermDefinition: _theory_terms,
    ASTType.TheoryGuardDefinition: _theory_guard,
    ASTType.TheoryAtomDefinition: _theory_atoms,
    ASTType.Rule: _rule,
    ASTType.Definition: lambda node: f"#const {node.name} = {text(node.value)}.{'' if node.is_default else ' [override]'}",
    ASTType.ShowSignature: lambda node: f"#show {_signature(node)}" if node.name else "#show.",
    ASTType.ShowTerm: lambda node: f"#show {text(node.term)}{_if(node)}",
    ASTType.Minimize: _minimize,
    ASTType.Script: lambda node: f"#script ({node.name}){node.code}#end.",
    ASTType.Program: _program,
    ASTType.External: lambda node: f"#external {text(node.atom)}{_if(node)} [{text(node.external_type)}]",
    ASTType.Edge: lambda node: f"#edge ({text(node.node_u)},{text(node.node_v)}){_if(node)}",
    ASTType.Heuristic: _heuristic,
    ASTType.ProjectAtom: lambda node: f"#project {text(node.atom)}{_if(node)}",
    ASTType.ProjectSignature: lambda node: f"#project {_signature(node)}",
    ASTType.Defined: lambda node: f"#defined {_signature(node)}",
    ASTType.TheoryDefinition: _theory,
    ASTType.Comment: lambda node: str(node.value),
}
