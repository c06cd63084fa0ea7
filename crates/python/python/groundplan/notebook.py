"""How models, conflicts, repairs and justifications look in a notebook: the HTML of their `_repr_html_`.

Colours are those of the page, light or dark. All that programs and texts say is escaped.
"""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Any, Dict, Iterable, List, Optional, Sequence

from ._core import Model, Symbol
from .core import ModelType, SymbolType

if TYPE_CHECKING:
    from .explanation import Cause, Conflict, Contrast, CostChange, LoopStep, Repair, Statement
    from .justification import DerivedAtom, FailedRule, Failure, Justification, Support

__all__ = ["conflict", "contrast", "justification", "model", "repair"]

_LINE = "1px solid rgba(128, 128, 128, 0.4)"
# A long table scrolls.
_BOX = "display: inline-block; vertical-align: top; margin: 0 1.5em 0.5em 0; max-height: 24em; overflow: auto"
_CELL = f"border-bottom: {_LINE}; padding: 0.1em 0.6em; text-align: left"
_INSIDE = "margin-left: 1.2em"
# How many levels of atoms a tree has.
_DEEPEST = 10
_KINDS = {ModelType.BraveConsequences: "Brave consequences", ModelType.CautiousConsequences: "Cautious consequences"}


def _code(text: object) -> str:
    return f'<code style="white-space: pre-wrap">{escape(str(text))}</code>'


def _small(text: str) -> str:
    return f'<span style="opacity: 0.65; font-size: smaller">{escape(text)}</span>'


def _list(items: Iterable[str], tag: str = "ul") -> str:
    inside = "".join(f"<li>{item}</li>" for item in items)
    return f'<{tag} style="margin: 0.2em 0">{inside}</{tag}>' if inside else ""


def _counted(count: int, one: str, many: str) -> str:
    return one if count == 1 else f"{count} {many}"


# -- models ------------------------------------------------------------------


def model(found: Model) -> Optional[str]:
    """What a model shows: a table for each predicate. None for a model that the search has left, whose atoms are gone."""
    try:
        symbols = found.symbols(shown=True, theory=True)
        heading = _heading(found)
    except RuntimeError:
        return None
    tables: Dict[str, List[Symbol]] = {}
    others = []
    for symbol in symbols:
        if symbol.type == SymbolType.Function and symbol.name and symbol.arguments:
            sign = "-" if symbol.negative else ""
            tables.setdefault(f"{sign}{symbol.name}/{len(symbol.arguments)}", []).append(symbol)
        else:
            others.append(symbol)
    parts = [f"<p>{heading}</p>"]
    if others:
        parts.append(f"<p>{' '.join(map(_code, others))}</p>")
    parts.extend(_table(signature, rows) for signature, rows in sorted(tables.items()))
    return f"<div>{''.join(parts)}</div>"


def _heading(found: Model) -> str:
    texts = [f"<b>{_KINDS.get(found.type, 'Answer set')} {found.number}</b>"]
    if found.cost:
        texts.append("cost " + " ".join(map(str, found.cost)))
        if found.optimality_proven:
            texts.append("proven optimal")
    return ", ".join(texts)


def _table(signature: str, rows: Sequence[Symbol]) -> str:
    lines = []
    for symbol in sorted(rows):
        cells = []
        for argument in symbol.arguments:
            side = "; text-align: right" if argument.type == SymbolType.Number else ""
            cells.append(f'<td style="{_CELL}{side}">{escape(str(argument))}</td>')
        lines.append(f"<tr>{''.join(cells)}</tr>")
    caption = f'<caption style="text-align: left; padding: 0.1em 0.6em"><b>{escape(signature)}</b></caption>'
    table = f'<table style="border-collapse: collapse; margin: 0">{caption}{"".join(lines)}</table>'
    return f'<div style="{_BOX}">{table}</div>'


# -- conflicts and repairs ---------------------------------------------------


def conflict(found: Conflict) -> str:
    """A conflict: its statements, each with its place, and odd loops."""
    count = len(found.causes)
    if count:
        said = _counted(count, "This statement cannot hold", "statements exclude each other")
        counting = [f"<p>Counting: {escape(found.counting)}.</p>"] if found.counting is not None else []
        parts = [f"<p><b>{said}</b></p>", *counting, _list(map(_cause, found.causes), "ol")]
    else:
        parts = ["<p><b>What cannot be left out conflicts by itself</b></p>"]
    for loop in found.odd_loops:
        parts.append(f"<p>An odd loop through negation:</p>{_list(map(_loop_step, loop))}")
    if not found.is_minimal:
        parts.append("<p>Perhaps fewer of them conflict.</p>")
    if found.has_more:
        parts.append(f"<p>With the definitions among {_code('soft')} there is more.</p>")
    return f"<div>{''.join(parts)}</div>"


def repair(found: Repair) -> str:
    """A repair: the statements to leave out, each with its place."""
    count = len(found.causes)
    if not count:
        return "<div><p><b>Nothing has to be left out: there is an answer set</b></p></div>"
    said = _counted(count, "Without this statement, there is an answer set", "statements to leave out, for an answer set of the rest")
    parts = [f"<p><b>{said}</b></p>", _list(map(_cause, found.causes), "ol")]
    if not found.is_smallest:
        parts.append("<p>Perhaps fewer are enough.</p>")
    if found.is_verified is False:
        parts.append("<p>Without them, the program itself has no answer set: what they support is missing then.</p>")
    if found.costs:
        parts.append(f"<p>A best answer set costs {_numbers(found.costs)} then.</p>")
    if found.alternatives:
        others = _list(_cause(causes[0]) if len(causes) == 1 else _list(map(_cause, causes)) for causes in found.alternatives)
        parts.append(f"<p>As good would be:</p>{others}")
    return f"<div>{''.join(parts)}</div>"


def contrast(found: Contrast) -> str:
    """What would change if an atom were otherwise: the atoms that differ, or the statements that exclude it."""
    return f"<div>{''.join(_contrast(found))}</div>"


def _contrast(found: Contrast) -> List[str]:
    atom = found.literal[len("not "):] if found.literal.startswith("not ") else found.literal
    holds = f"{_code(atom)} is {'true' if atom == found.literal else 'false'}"
    if found.possible is None:
        return [f"<p>Whether there is an answer set in which {holds} was not found out.</p>"]
    if found.possible:
        changes = [f"+ {_code(it)}" for it in found.added] + [f"- {_code(it)}" for it in found.removed]
        changes += map(_cost_change, found.cost_changes)
        price = ""
        if found.costs:
            same = found.costs == found.costs_before
            price = f", at the same cost {_numbers(found.costs)}" if same else (
                f", at cost {_numbers(found.costs)} instead of {_numbers(found.costs_before)}"
            )
        parts = [f"<p>There is an answer set in which {holds}{price}</p>", _list(changes)]
        return parts if found.is_smallest else [*parts, "<p>Perhaps fewer changes are enough.</p>"]
    causes = [it for it in found.causes if it.statement is not None or it.text != found.literal]
    because = ", because of" if causes else ""
    return [f"<p>There is no answer set in which {holds}{because}</p>", _list(map(_cause, causes))]


def _cost_change(found: CostChange) -> str:
    verb = ("gains" if found.is_gain else "saves") if found.change < 0 else ("loses" if found.is_gain else "costs")
    said = escape(found.words) if found.words is not None else _statement(found.statement)
    values = f" {_small(_values(found.values))}" if found.values else ""
    return f"{verb} {abs(found.change)}@{found.priority}: {said}{values}"


def _numbers(costs: Sequence[int]) -> str:
    return " ".join(map(str, costs))


def _cause(cause: Cause) -> str:
    if cause.statement is None:
        return f"{escape(cause.kind)} {_code(cause.text)}"
    instances = _list(_code(_values(values)) for values in cause.instances if values)
    return "".join(f"<div>{escape(it)}</div>" for it in cause.words) + _statement(cause.statement) + instances


def _loop_step(step: LoopStep) -> str:
    return f"{_code(step.atom)} depends on {_code(step.depends_on)} by {_statement(step.statement)}"


def _statement(statement: Statement) -> str:
    return f"{_code(statement.text)} {_small(f'{statement.file}:{statement.line}:{statement.column}')}"


def _values(values: Dict[str, Symbol]) -> str:
    return ", ".join(f"{name} = {value}" for name, value in values.items())


# -- justifications ----------------------------------------------------------


def justification(found: Justification) -> str:
    """A justification: of a true atom the derivation, as a tree to fold; of a false one, what fails in each rule."""
    verdict = "true" if found.holds else "false"
    best = {None: "", True: ", in an answer set that is proven optimal", False: ", in an answer set that is perhaps not optimal"}
    parts = [f"<p><b>{_code(found.atom)} is {verdict}</b>{best[found.is_optimal]}</p>"]
    if found.holds:
        parts.append(_Derivation(found).trees())
    elif found.rules:
        parts.append(_list(map(_failed_rule, found.rules)))
    else:
        # Only the text says why there is no rule to show.
        reason = "".join(found.text.splitlines()[1:2])
        parts.append(f"<p>{escape(reason.strip())}</p>")
    if found.contrast is not None:
        parts.extend(_contrast(found.contrast))
    return f"<div>{''.join(parts)}</div>"


class _Derivation:
    """The derivation of a true atom: each atom is explained once, and refers to a tree of its own where it lies too deep."""

    def __init__(self, found: Justification) -> None:
        self._by_atom = {derived.atom: derived for derived in found.derivation}
        self._unsaid = dict.fromkeys(self._by_atom)
        self._later: List[Symbol] = []

    def trees(self) -> str:
        # Texts to write, and atoms to open at a depth.
        written: List[str] = []
        while self._unsaid:
            # Atoms of a distinction of cases come last, if no other rests on them.
            root = self._later.pop(0) if self._later else next(iter(self._unsaid))
            open_: List[Any] = [(root, 0)] if root in self._unsaid else []
            while open_:
                piece = open_.pop()
                if isinstance(piece, str):
                    written.append(piece)
                else:
                    open_.extend(reversed(self._pieces(*piece)))
        return "".join(written)

    def _pieces(self, atom: Symbol, depth: int) -> List[Any]:
        """An atom as texts, and the atoms that it rests on, each with its depth."""
        if depth >= _DEEPEST and atom in self._unsaid:
            self._later.append(atom)
            return [_inside(f"{_code(atom)} {_small('see below')}")]
        if atom not in self._unsaid:
            return [_inside(f"{_code(atom)} {_small('see above')}")]
        del self._unsaid[atom]
        derived = self._by_atom[atom]
        pieces: List[Any] = [f'<details open style="{_INSIDE}"><summary>{_code(atom)}{self._notes(derived)}</summary>']
        for support in derived.supports:
            pieces.append(_inside(_support(support)))
            pieces.extend((it, depth + 1) for it in support.atoms)
        return [*pieces, "</details>"]

    def _notes(self, derived: DerivedAtom) -> str:
        notes = []
        if derived.words is not None:
            notes.append(derived.words)
        if derived.by_cases:
            notes.append("together with other atoms, by cases")
        if derived.other_supports:
            notes.append(_counted(derived.other_supports, "one more instance derives it", "more instances derive it"))
        return f" {_small('; '.join(notes))}" if notes else ""


def _inside(text: str) -> str:
    return f'<div style="{_INSIDE}">{text}</div>'


def _support(support: Support) -> str:
    parts = [f"<div>{escape(support.words)}</div>"] if support.words is not None else []
    parts.append(escape(support.kind))
    if support.statement is not None:
        parts.append(_statement(support.statement))
    if support.values:
        parts.append(_small(f"[{_values(support.values)}]"))
    reasons = _list(f"{_code(it.text)}: {escape(it.reason)}" for it in support.body if it.reason)
    return " ".join(parts) + reasons


def _failed_rule(rule: FailedRule) -> str:
    values = f" {_small(f'[{_values(rule.values)}]')}" if rule.values else ""
    words = f"<div>{escape(rule.words)}</div>" if rule.words is not None else ""
    return f"{words}{_statement(rule.statement)}{values}{_list(_failure(rule.failure))}"


def _failure(failure: Failure) -> List[str]:
    items = []
    for literal, values in failure.steps:
        ways = f"only with {_code(_values(values))}" if values else "it holds in one way only"
        items.append(f"{_code(literal)}: {ways}")
    literal = "" if failure.literal is None else f"{_code(failure.literal)}: "
    if failure.reason is not None:
        items.append(f"{literal}{escape(failure.reason)}")
    else:
        cases = [f"{_code(_values(values))}{_list(_failure(inner))}" for values, inner in failure.cases]
        count = len(cases) + failure.omitted
        if failure.omitted:
            cases.append(f"and {failure.omitted} more, which fail as well")
        items.append(f"{literal}only in {count} cases{_list(cases)}")
    return items
