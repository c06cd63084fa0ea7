"""Symbols as they are written, and the atoms of a table that can be asked for."""

import clingo


def symbol(written):
    return clingo.parse_term(written)


def known(atoms, wanted):
    """The symbolic atom of a symbol. clingo keeps some that no rule defines, with 0 in place of a literal: they are none."""
    found = atoms[wanted]
    return found if found is not None and found.literal != 0 else None


def is_ordinary(atom):
    """Whether an atom was never declared external, nor is it one that the backend or a later step may have declared."""
    return not atom.is_external and atom.symbol.name[0] not in "hx"


def is_external(atom):
    """Whether an atom is external and never anything else: clingo does not say so of what the backend declared, and of what
    a later step has a rule for it depends on what is left of that rule."""
    return atom.is_external and atom.symbol.name[0] not in "hx"
