"""`clingo_main` and `Application`."""

import contextlib
import os
import re
import sys
import tempfile

import clingo
from clingo import Application, Flag, clingo_main


@contextlib.contextmanager
def _captured():
    """What is written to standard output meanwhile, by whatever language."""
    sys.stdout.flush()
    with tempfile.TemporaryFile("w+") as file:
        before = os.dup(1)
        os.dup2(file.fileno(), 1)
        text = []
        try:
            yield text
        finally:
            sys.stdout.flush()
            os.dup2(before, 1)
            os.close(before)
            file.seek(0)
            text.append(file.read())


def _program(text):
    with open("program.lp", "w", encoding="utf-8") as file:
        file.write(text)
    return "program.lp"


def _run(application, *arguments):
    """The exit code, and the lines that do not tell of times and versions."""
    with _captured() as text:
        code = clingo_main(application, list(arguments))
    lines = [line for line in text[0].splitlines() if line and not line.startswith(("Time", "CPU Time", "Reading", "Solving"))]
    return code, [re.sub(r"Time: [0-9.]+s", "Time: TIME", line) for line in lines]


class _Plain(Application):
    program_name = "plain"
    version = "1.2.3"


def exit_codes(out):
    for text, arguments in (("a.", []), ("{a}.", ["0"]), ("a. :- a.", []), ("{a}.", [])):
        code, _ = _run(_Plain(), _program(text), *arguments)
        out(text, arguments, int(code))


def what_is_printed(out):
    code, lines = _run(_Plain(), _program("a. b(1)."))
    out(int(code), lines)


def unsatisfiable(out):
    code, lines = _run(_Plain(), _program("a. :- a."))
    out(int(code), lines)


def all_models(out):
    code, lines = _run(_Plain(), _program("1 {a;b} 1."), "0")
    out(int(code))
    out.unordered(line for line in lines if not line.startswith("Answer"))


def quiet(out):
    code, lines = _run(_Plain(), _program("1 {a;b} 1."), "0", "-q", "--verbose=0")
    out(int(code), lines)


def verbose_zero(out):
    code, lines = _run(_Plain(), _program("a. b."), "--verbose=0")
    out(int(code), [sorted(line.split()) for line in lines])


def optimum(out):
    code, lines = _run(_Plain(), _program("1 {a;b}. #minimize {1:a; 2:b}."), "0", "--verbose=0", "-q1")
    out(int(code), lines)


def a_main_of_its_own(out):
    class Mine(Application):
        def main(self, control, files):
            seen.append([os.path.basename(file) for file in files])
            for file in files:
                control.load(file)
            control.ground([("base", [])])
            control.solve()

    seen = []
    code, lines = _run(Mine(), _program("a. b."), "--verbose=0")
    out(int(code), seen, [sorted(line.split()) for line in lines])


def main_that_adds(out):
    class Mine(Application):
        def main(self, control, files):
            control.add("base", [], "p(1..3).")
            control.ground([("base", [])])
            control.solve(on_model=lambda model: seen.append(sorted(model.symbols(shown=True))))

    seen = []
    code, _ = _run(Mine(), "--verbose=0")
    out(int(code), seen)


def options_with_values(out):
    class Mine(Application):
        def __init__(self):
            self.value = None

        def register_options(self, options):
            options.add("Mine", "my-number", "a number", self._parse, argument="<n>")

        def _parse(self, value):
            self.value = int(value)
            return True

        def main(self, control, files):
            seen.append(self.value)
            control.add("base", [], "a.")
            control.ground([("base", [])])
            control.solve()

    seen = []
    code, _ = _run(Mine(), "--my-number=7", "--verbose=0")
    out(int(code), seen)
    code, _ = _run(Mine(), "--verbose=0")
    out(int(code), seen)


def flags(out):
    class Mine(Application):
        def __init__(self):
            self.flag = Flag()

        def register_options(self, options):
            options.add_flag("Mine", "switch", "a switch", self.flag)

        def main(self, control, files):
            seen.append(bool(self.flag))
            control.ground([])
            control.solve()

    seen = []
    _run(Mine(), "--switch", "--verbose=0")
    _run(Mine(), "--verbose=0")
    out(seen)


def the_value_of_a_flag(out):
    flag = Flag()
    out(bool(flag), flag.flag)
    flag.flag = True
    out(bool(flag))
    out(bool(Flag(True)))


def options_of_clasp_reach_the_control(out):
    class Mine(Application):
        def main(self, control, files):
            seen.append(control.configuration.solve.models)
            control.add("base", [], "{a}.")
            control.ground([("base", [])])
            control.solve()

    seen = []
    _run(Mine(), "-n", "3", "--verbose=0")
    out(seen)


def constants_reach_the_control(out):
    class Mine(Application):
        def main(self, control, files):
            control.add("base", [], "p(n).")
            control.ground([("base", [])])
            control.solve(on_model=lambda model: seen.append(str(model)))

    seen = []
    _run(Mine(), "-c", "n=5", "--verbose=0")
    out(seen)


def names(out):
    out(_Plain().program_name, _Plain().version)


def clingo_main_without_arguments_of_its_own(out):
    code, lines = _run(Application(), _program("a."), "--verbose=0")
    out(int(code), lines)


def unknown_option(out):
    code, _ = _run(_Plain(), "--no-such-option")
    out(int(code) not in (0, 10, 20, 30))


def missing_file(out):
    code, _ = _run(_Plain(), "there/is/no/such/file.lp")
    out(int(code) not in (0, 10, 20, 30))


def errors_in_main(out):
    class Mine(Application):
        def main(self, control, files):
            raise KeyError("mine")

    def run():
        return int(_run(Mine(), "--verbose=0")[0]) not in (0, 10, 20, 30)

    out.raises(run)


def loggers(out):
    class Mine(Application):
        def logger(self, code, message):
            seen.append(code)

    seen = []
    _run(Mine(), _program("a :- b."), "--verbose=0")
    out(seen)


def validation(out):
    class Mine(Application):
        def validate_options(self):
            seen.append("validated")
            return True

    seen = []
    _run(Mine(), _program("a."), "--verbose=0")
    out(seen)


class _Calls(Application):
    """Solves as often as there are calls: with their arguments."""

    def __init__(self, program, *calls):
        self.program = program
        self.calls = calls

    def main(self, control, files):
        control.add("base", [], self.program)
        control.ground([("base", [])])
        for call in self.calls:
            if call == "iterate":
                with control.solve(yield_=True) as handle:
                    for _ in handle:
                        pass
            else:
                control.solve(**call)


def _said(out, application, *arguments, ordered=True):
    code, lines = _run(application, *arguments)
    out(int(code))
    if ordered:
        out(lines)
    else:
        out.unordered(lines)


def several_calls(out):
    _said(out, _Calls("1 {a;b} 1.", {}, {}), "0", ordered=False)
    _said(out, _Calls("1 {a;b} 1.", {}, "iterate", {}), "0", ordered=False)
    _said(out, _Calls("a.", {}, {}), "1")


def several_calls_with_verdicts(out):
    refuted = {"assumptions": [(clingo.Function("c"), True)]}
    _said(out, _Calls("a. {b}. :- b.", {}, refuted), "0")
    _said(out, _Calls("a. {b}. :- b.", refuted, {}), "0")
    _said(out, _Calls("a. {b}. :- b.", refuted), "0")


def several_calls_with_costs(out):
    chosen, left = ({"assumptions": [(clingo.Function("a"), value)]} for value in (True, False))
    _said(out, _Calls("{a}. b. #minimize { 1 : a; 2 : b }.", chosen, left, chosen), "0")
    _said(out, _Calls("{a}. b. #minimize { 1 : a; 2 : b }.", chosen, left), "0", "-q1")
    _said(out, _Calls("1 {a;b} 1. #minimize { 1 : a; 1 : b }.", {}, {}), "0", "-q2", "--opt-mode=optN")
    _said(out, _Calls("a. #minimize { 1@2 : a; 1 : not a }.", {}), "0")


def several_calls_quiet(out):
    _said(out, _Calls("a. {b}. :- b.", {}, {}), "0", "-q1")
    _said(out, _Calls("a. {b}. :- b.", {}, "iterate"), "0", "-q1")
    _said(out, _Calls("1 {a;b} 1.", {}, {}), "0", "-q2")


def no_call(out):
    _said(out, _Calls("a."), "0")


def ended_by_a_callback(out):
    _said(out, _Calls("a. {b}. :- not b.", {"on_model": lambda model: False}), "0")


def extended_answers_are_printed(out):
    extend = {"on_model": lambda model: model.extend([clingo.Function("extra", [clingo.Number(model.number)]), clingo.String("s")])}
    _said(out, _Calls("a.", extend, {}, extend), "0")
    _said(out, _Calls("a.", extend), "0", "-q1")
    _said(out, _Calls("a. b. #show b/0.", extend), "0", "--verbose=0")
    _said(out, _Calls("a. {b}. {c}. :- not c. :- b.", extend), "0", "--verbose=0")


def extended_answers_by_a_printer(out):
    class Mine(_Calls):
        def print_model(self, model, printer):
            printer()
            print("theory", *model.symbols(theory=True))

    extend = {"on_model": lambda model: model.extend([clingo.Function("extra")])}
    _said(out, Mine("a.", extend), "0")


class _Steps(Application):
    """Solves in three steps, which a program that prints the ground program prints one by one."""

    def main(self, control, files):
        control.add("base", [], "{a}. b :- a. #minimize{1,a : a}.")
        control.add("s", ["t"], "{p(t)}. q(t) :- p(t). :~ p(t). [1@2,t]")
        control.ground([("base", [])])
        print("result", control.solve(), flush=True)
        control.ground([("s", [clingo.Number(1)])])
        print("result", control.solve(on_model=print), flush=True)
        control.ground([("s", [clingo.Number(2)])])
        with control.solve(yield_=True) as handle:
            print("result", len(list(handle)), handle.get(), flush=True)


def _by_steps(lines):
    """The lines of each step, whose order within a step is not determined."""
    steps = [[]]
    for line in lines:
        steps[-1].append(line)
        if line.startswith("result"):
            steps.append([])
    return [(sorted(step[:-1]), step[-1:]) for step in steps]


def ground_programs_by_steps(out):
    for mode in ("--mode=gringo", "--output=intermediate"):
        code, lines = _run(_Steps(), mode)
        out(mode, int(code), lines[0], _by_steps(lines))


def ground_programs_of_other_formats(out):
    class One(Application):
        def main(self, control, files):
            control.add("base", [], "{a}. b :- a.")
            control.ground([("base", [])])
            print("result", control.solve(), flush=True)

    for mode in ("--output=reify", "--output=smodels", "--mode=gringo"):
        code, lines = _run(One(), mode)
        out(mode, int(code), lines)
    for mode in ("--text", "--output=text"):
        code, lines = _run(One(), mode)
        out(mode, int(code), [line.replace(" ", "") for line in lines])


def ground_programs_without_a_main(out):
    for mode in ("--mode=gringo", "--output=smodels", "--text"):
        code, lines = _run(_Plain(), _program("{a}. b :- a."), mode)
        out(mode, int(code), [line if mode != "--text" else line.replace(" ", "") for line in lines])


def files_that_are_named_and_included(out):
    os.makedirs("sub", exist_ok=True)
    texts = {"b.lp": "f(1).", "sub/c.lp": '#program s. #include "../b.lp". g(1).', "d.lp": '#include "b.lp". h(1).'}
    for name, text in texts.items():
        with open(name, "w", encoding="utf-8") as file:
            file.write(text)
    for files in (["b.lp", "sub/c.lp"], ["sub/c.lp", "b.lp"], ["sub/c.lp", "d.lp"], ["d.lp", "sub/c.lp"], ["b.lp", "b.lp"]):
        code, lines = _run(_Plain(), *files, "--verbose=0")
        out(int(code), [sorted(line.split()) for line in lines])
