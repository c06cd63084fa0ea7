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

__all__ = ["Certificate", "CounterexampleError", "Verified", "certify", "check_certificate"]

_FILE = re.compile(r"[A-Za-z0-9_-]+\.lp\Z")


class CounterexampleError(ValueError):
    """There is an answer set that a claim says there is none of, so that nothing is proven."""

    def __init__(self, symbols: Sequence[Symbol]) -> None:
        super().__init__("there is such an answer set: there is nothing to certify")
        self.symbols: List[Symbol] = list(symbols)
        """The atoms that are true in it."""


@dataclass(frozen=True)
class Verified:
    """What VeriPB has accepted."""

    path: Path
    """The folder."""
    claims: Tuple[str, ...]
    """What is proven: several claims if there are several certificates in the folder, by the names of their folders."""
    veripb: str
    """The version of VeriPB."""


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
        verified = check_certificate(self.path, veripb=veripb, time_limit=time_limit)
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

    Raises CounterexampleError if there is such an answer set; ValueError if the ground program has what cannot be certified,
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
    if control._texts and not control._is_ground and control._engine.is_empty:
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
            "constants": control._constants,
            "is_of_texts": control._is_of_texts,
        },
        assumptions=assumptions,
        cost_below=[cost_below] if isinstance(cost_below, int) else cost_below,
        time_limit=left if left is not None else control._time_limit,
        memory_limit=memory_limit if memory_limit is not None else control._memory_limit,
    )
    if "atoms" in told:
        raise CounterexampleError(told["atoms"])
    told["claims"] = tuple(told["claims"])
    return Certificate(path=Path(path), **told)


def _sources(control: Control) -> List[Tuple[str, str, bool]]:
    """The texts of a control: those that are no files become files of the certificate."""
    taken: Set[str] = {name for name, _ in control._texts if name in control._files}
    sources = []
    for name, text in control._texts:
        own = name not in control._files
        if own:
            number = 0
            while name in taken or not _FILE.match(name):
                number += 1
                name = f"text-{number}.lp"
            taken.add(name)
        sources.append((name, text, own))
    return sources


def check_certificate(
    path: "Union[str, os.PathLike[str]]",
    *,
    veripb: "Union[str, os.PathLike[str]]" = "veripb",
    time_limit: Optional[float] = None,
) -> Verified:
    """Check the certificate in a folder, or those in the folders in it, by the program VeriPB.

    Raises ValueError if one of them proves nothing, or there is none; RuntimeError if there is no VeriPB; TimeoutError after
    so many seconds. The claims are about ground programs: the command `groundplan check certificate` also compares these with
    those of their sources, and puts the certificates of cubes together.
    """
    found = _core.check_certificate(path, veripb=veripb, time_limit=time_limit)
    return Verified(Path(path), tuple(claim for _, claim, _ in found), found[0][2])
