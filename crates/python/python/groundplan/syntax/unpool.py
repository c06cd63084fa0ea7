"""Pools taken out of nodes: `p(1;2) :- q(3;4).` stands for four rules.

Nodes know how to do that, so nothing of them is known here but their kinds and attributes.
"""

from itertools import product
from typing import Any, List, Sequence

from .kinds import ASTType
from .node import ASTSequence

__all__ = ["unpool"]

# In these attributes, each element is replaced by its instances; in others, the whole node is repeated for each instance.
_SETS = {
    ASTType.Aggregate: "elements",
    ASTType.BodyAggregate: "elements",
    ASTType.HeadAggregate: "elements",
    ASTType.TheoryAtom: "elements",
}


def unpool(node: Any, other: bool, condition: bool) -> List[Any]:
    """The nodes without pools that a node stands for; see `AST.unpool`."""
    if node.ast_type is ASTType.ConditionalLiteral:
        conditions = _options(node.condition) if condition else [node.condition]
        literals = _unpool(node.literal) if other else [node.literal]
        return [node.update(literal=literal, condition=under) for literal in literals for under in conditions]
    return _unpool(node) if other else [node.update(**dict(node.items()))]


def _unpool(node: Any) -> List[Any]:
    kind = node.ast_type
    if kind is ASTType.Pool:
        return [found for argument in node.arguments for found in _unpool(argument)]
    if kind is ASTType.ConditionalLiteral:
        return unpool(node, True, True)
    names = node.child_keys
    choices: List[Sequence[Any]] = []
    for name in names:
        value = getattr(node, name)
        if value is None:
            choices.append([None])
        elif not isinstance(value, ASTSequence):
            choices.append(_unpool(value))
        elif _SETS.get(kind) == name:
            choices.append([[found for element in value for found in _unpool(element)]])
        else:
            choices.append(_options(value))
    return [node.update(**{**dict(node.items()), **dict(zip(names, chosen))}) for chosen in product(*choices)]


def _options(nodes: Sequence[Any]) -> List[List[Any]]:
    """The sequences that a sequence of nodes stands for."""
    choices: List[List[List[Any]]] = []
    for node in nodes:
        if node.ast_type is ASTType.ConditionalLiteral:
            # In bodies and disjunctions, all instances of the condition occur together, each with one instance of the literal.
            for under in _options(node.condition):
                choices.append([[node.update(literal=literal, condition=under)] for literal in _unpool(node.literal)])
        else:
            choices.append([[found] for found in _unpool(node)])
    return [[found for part in chosen for found in part] for chosen in product(*choices)]
