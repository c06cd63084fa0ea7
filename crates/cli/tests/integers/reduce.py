"""Makes a program smaller for as long as it keeps a property."""

from dataclasses import fields, is_dataclass, replace

from terms import Minus, Operation


def smaller(part):
    """What is left of a part of a program, in each way to take one thing away."""
    if isinstance(part, tuple):
        for at, one in enumerate(part):
            yield part[:at] + part[at + 1 :]
            yield from (part[:at] + (less,) + part[at + 1 :] for less in smaller(one))
    elif is_dataclass(part):
        if isinstance(part, Operation):
            yield from (part.left, part.right)
        if isinstance(part, Minus):
            yield part.term
        for field in fields(part):
            for less in smaller(getattr(part, field.name)):
                yield replace(part, **{field.name: less})
    elif isinstance(part, str) and part in ("not ", "not not "):
        yield ""


def reduced(program, keeps):
    """A program that keeps the property, and none that is smaller by one thing does."""
    while True:
        for less in smaller(program):
            try:
                if keeps(less):
                    break
            except (KeyError, ValueError, TypeError):
                # What is taken away is needed elsewhere.
                continue
        else:
            return program
        program = less
