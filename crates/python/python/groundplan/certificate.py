"""Certificates: proofs that there is no answer set, or none that costs so little, for others to check.

    >>> import groundplan
    >>> certificate = groundplan.certify("{ a }. :- a. :- not a.", "nothing")
    >>> certificate.claim
    'there is no answer set'

A certificate is a folder. What is in it, and what it proves, is what `docs/certificates.md` says of the command
`groundplan certify`, which writes the same files.
"""

import os
import re
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import List, Optional, Sequence, Set, Tuple, Union

from . import _core
from ._core import Symbol
from .control import Control

__all__ = ["Certificate", "CounterexampleError", "DisputedError", "Verified", "certify", "check_certificate"]

_FILE = re.compile(r"[A-Za-z0-9_-]+\.lp\Z")


class CounterexampleError(ValueError):
    """The claim is wrong: there is an answer set that it excludes, so that nothing is proven."""

    def __init__(self, symbols: Sequence[Symbol]) -> None:
        super().__init__("there is such an answer set: there is nothing to certify")
        self.symbols: List[Symbol] = list(symbols)
        """The atoms that are true in it."""


class DisputedError(RuntimeError):
    """The ground programs of two grounders have different results, so that one of them is wrong and nothing is proven."""


@dataclass(frozen=True)
class Verified:
    """A claim that VeriPB has verified."""

    path: Path
    """The folder."""
    claims: Tuple[str, ...]
    """What is proven: several claims if there are several certificates in the folder, by the names of their folders."""
    veripb: str
    """The version of VeriPB."""
    grounding: Tuple[str, ...] = ()
    """For each claim, what its ground program was compared with, in words."""


@dataclass(frozen=True)
class Certificate:
    """A certificate that was written."""

    path: Path
    """The folder, in which there is one for each priority if a bound has several costs."""
    claims: Tuple[str, ...]
    """What is proven, assumptions and the values of external atoms with it; one claim for each priority."""
    size: int
    """The bytes of the proofs."""
    axioms: int = field(repr=False)
    """How many inequalities the proofs refute."""
    sets: int = field(repr=False)
    """How many sets of several atoms they use, which are unfounded."""
    steps: int = field(repr=False)
    """How many steps they have."""
    seconds: float = field(repr=False)
    """How long it took to find and to write them."""
    opinion: Optional[str] = field(default=None, repr=False)
    """What gringo's ground program of the same texts says of the claims, or why it was not asked; None if the reference grounder made
    the ground program of the texts."""
    files: Tuple[Path, ...] = field(default=(), repr=False)
    """The files that the control has read, which `check` may read again."""

    @property
    def claim(self) -> str:
        """All claims as one text."""
        return "; ".join(self.claims)

    def check(
        self, *, veripb: "Union[str, os.PathLike[str]]" = "veripb", time_limit: Optional[float] = None
    ) -> Verified:
        """Have VeriPB check what is in the folder, which still has to claim the same.

        As `check_certificate`; ValueError also if the folder has other claims by now.
        """
        verified = _check(self.path, veripb, permitted=self.files, time_limit=time_limit)
        if sorted(verified.claims) != sorted(self.claims):
            raise ValueError(f"`{self.path}` has another certificate now: {'; '.join(verified.claims)}")
        return verified


def certify(
    program: Union[Control, str],
    path: "Union[str, os.PathLike[str]]",
    *,
    assumptions: Sequence[Union[Tuple[Symbol, bool], int]] = (),
    cost_below: Union[int, Sequence[int], None] = None,
    time_limit: Optional[float] = None,
    memory_limit: Optional[int] = None,
) -> Certificate:
    """Prove that there is no answer set, or none that costs so little, and write the certificate.

    `program` is a text, of which `base` is ground, or a control that has ground something: then the claim is about its ground
    program as it stands, with what a backend added, external atoms as they are set, and these assumptions, as of `solve`.
    Clauses that a search was given with `add_clause` are no part of it, and a control with propagators is refused.

    `path` is the folder to write, which must not be there yet; it appears when it is complete, or not at all.

    `cost_below` claims that no answer set costs less, by falling priority, as `Model.cost` has it: of a best answer set this
    is the proof that it is one. Of several costs each is proven least among the answer sets that reach the ones before.

    Where the reference grounder does not know a construct of the texts, and gringo is installed and can ground them, gringo's ground
    program has to be decided in the same way, for which it gets as much time as ours took.

    Raises CounterexampleError if there is such an answer set; DisputedError if gringo's ground program says otherwise; ValueError if the ground program has what cannot be certified,
    or other priorities; FileExistsError if there is something at `path`, and OSError if it cannot be written; TimeoutError and
    MemoryError at the limits, of seconds and of MiB that the process holds; KeyboardInterrupt after Ctrl-C, RuntimeError after
    `Control.interrupt`. Nothing is written then.
    """
    left = time_limit
    if isinstance(program, str):
        control, start = Control(), time.monotonic()
        control.add(program)
        control.ground(time_limit=time_limit, memory_limit=memory_limit)
        if time_limit is not None:
            left = max(0.0, time_limit - (time.monotonic() - start))
    else:
        control = program
    if control._engine.texts() and not control._is_ground and control._engine.is_empty:
        raise RuntimeError("nothing of this control is ground, so there is nothing to certify: call its `ground` first")
    if control._propagates:
        raise ValueError(
            "a certificate is about the ground program, which does not say what propagators exclude: certify a control "
            "without them"
        )
    told = _core.certify(
        control._engine,
        path,
        origin={
            "texts": _sources(control),
            "constants": control._settings.constants,
            "is_of_texts": control._is_of_texts,
        },
        assumptions=assumptions,
        cost_below=[cost_below] if isinstance(cost_below, int) else cost_below,
        time_limit=left if left is not None else control._time_limit,
        memory_limit=memory_limit if memory_limit is not None else control._memory_limit,
    )
    if "atoms" in told:
        raise CounterexampleError(told["atoms"])
    if "disputed" in told:
        raise DisputedError(told["disputed"])
    told["claims"] = tuple(told["claims"])
    files = tuple(Path(name).absolute() for name in sorted({name for name, _, is_file, _ in control._engine.texts() if is_file}))
    return Certificate(path=Path(path), files=files, **told)


def _sources(control: Control) -> List[Tuple[str, str, bool, bool]]:
    """The texts of a control: those that are no files become files of the certificate, others may be included only."""
    texts = control._engine.texts()
    taken: Set[str] = {name for name, _, is_file, _ in texts if is_file}
    sources = []
    for name, text, is_file, included in texts:
        own = name not in taken
        if not is_file:
            number = 0
            while name in taken or not _FILE.match(name):
                number += 1
                name = f"text-{number}.lp"
            taken.add(name)
        sources.append((name, text, own, included))
    return sources


def check_certificate(
    path: "Union[str, os.PathLike[str]]",
    *,
    veripb: "Union[str, os.PathLike[str]]" = "veripb",
    sources: "Optional[Sequence[Union[str, os.PathLike[str]]]]" = None,
    constants: Optional[Sequence[str]] = None,
    require_sources: bool = False,
    time_limit: Optional[float] = None,
) -> Verified:
    """Check the certificate in a folder, or those in the folders in it, by the program VeriPB.

    The claims are about ground programs, which are compared with what the sources give when they are ground again. These are
    `sources`, with the values of constants in `constants` (as `n=8`); without them, what the certificate names: files in its folder
    and below the current one. No other file is opened.

    Raises ValueError if one of them proves nothing, is about another program, or there is none; RuntimeError if there is no
    VeriPB, or sources are named and cannot be compared, or `require_sources` is true and there are none; TimeoutError after so many
    seconds. The command `groundplan check certificate` also puts the certificates of cubes together.
    """
    return _check(path, veripb, sources, constants, require_sources, time_limit)


def _check(
    path: "Union[str, os.PathLike[str]]",
    veripb: "Union[str, os.PathLike[str]]",
    sources: "Optional[Sequence[Union[str, os.PathLike[str]]]]" = None,
    constants: Optional[Sequence[str]] = None,
    require_sources: bool = False,
    time_limit: Optional[float] = None,
    permitted: Sequence[Path] = (),
) -> Verified:
    """As `check_certificate`; the certificate may have these files opened as well, if it names them."""
    found = _core.check_certificate(
        path,
        veripb=veripb,
        sources=None if sources is None else list(sources),
        permitted=list(permitted),
        constants=None if constants is None else list(constants),
        require_sources=require_sources,
        time_limit=time_limit,
    )
    claims, groundings = tuple(claim for _, claim, _, _ in found), tuple(grounding for *_, grounding in found)
    return Verified(Path(path), claims, found[0][2], groundings)
