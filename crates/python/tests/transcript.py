"""What a snippet observes, written down so that two runs of it can be compared.

A snippet is a public function of a file in `snippets/` that takes an `Out` and tells it everything that it sees. It imports
`clingo`, whichever module that is (see `play.py`). What has a determined order is told as it comes; what has none goes
through `unordered`.
"""

import enum
import math

import clingo


def text(value):
    """A value as text that does not depend on the module it is from."""
    if isinstance(value, clingo.Symbol):
        return str(value)
    if isinstance(value, clingo.SolveResult):
        return f"{value} {flags(value)}"
    if isinstance(value, enum.Enum):
        return f"{type(value).__name__}.{value.name}"
    if isinstance(value, BaseException):
        return type(value).__name__
    if isinstance(value, clingo.Control):
        return "a control object"
    if value is None or isinstance(value, (bool, int, str)):
        return repr(value)
    if isinstance(value, float):
        return repr(value) if math.isfinite(value) else str(value)
    if isinstance(value, dict):
        return "{" + ", ".join(f"{text(key)}: {text(value[key])}" for key in value) + "}"
    if isinstance(value, (set, frozenset)):
        return "{" + ", ".join(sorted(map(text, value))) + "}"
    if isinstance(value, tuple):
        return "(" + ", ".join(map(text, value)) + ")"
    if hasattr(value, "__iter__"):
        return "[" + ", ".join(map(text, value)) + "]"
    raise TypeError(f"a transcript has no place for a {type(value)}")


def flags(result):
    """What a solve result says besides satisfiable or not, where that is determined."""
    return f"satisfiable={result.satisfiable} unsatisfiable={result.unsatisfiable} unknown={result.unknown}"


class Out:
    """Takes down what a snippet sees."""

    def __init__(self, tell):
        """`tell` gets one line after the other."""
        self._tell = tell

    def __call__(self, *values):
        """Values in this order."""
        self._tell(" ".join(map(text, values)))

    def unordered(self, values):
        """Values in any order, as often as they occur."""
        self._tell("unordered " + ", ".join(sorted(map(text, values))))

    def raises(self, call, *arguments, **keywords):
        """The type of the exception that a call ends with; what it returns if it ends without."""
        try:
            value = call(*arguments, **keywords)
        except Exception as error:  # pylint: disable=broad-except
            self._tell(f"raises {type(error).__name__}")
            return error
        self._tell(f"returns {text(value)}")
        return None

    def models(self, control, **keywords):
        """All answer sets that are shown, in any order, and the result."""
        found = []

        def on_model(model):
            found.append(sorted(model.symbols(shown=True)))

        result = control.solve(on_model=on_model, **keywords)
        self.unordered(found)
        self(result)
        return result

    def best(self, control, **keywords):
        """The last model's costs, whether it is proven to be the best, and the result."""
        last = []

        def on_model(model):
            last[:] = [list(model.cost), model.optimality_proven, sorted(model.symbols(shown=True))]

        result = control.solve(on_model=on_model, **keywords)
        self(*last)
        self(result, result.exhausted)
        return result


# In clingo, atoms and handles do not keep the control object that they are of alive.
_alive = []


def control(program, *arguments, context=None, **keywords):
    """A control object with the program added to `base` and grounded."""
    made = clingo.Control(list(arguments), **keywords)
    _alive.append(made)
    made.add("base", [], program)
    made.ground([("base", [])], context=context)
    return made


class Messages:
    """A logger: takes down the codes of the messages that it gets."""

    def __init__(self):
        self.codes = []
        self.texts = []

    def __call__(self, code, message):
        self.codes.append(code)
        self.texts.append(message)
