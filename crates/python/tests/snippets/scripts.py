"""`#script` and the module for it."""

import clingo
from clingo import Control, Number
from clingo.script import Script, enable_python, register_script
from transcript import control


def python_is_off_at_first(out):
    out.raises(control, "#script (python)\ndef f(): pass\n#end.", logger=lambda code, message: None)


def lua_is_off(out):
    out.raises(control, "#script (lua)\nfunction f() end\n#end.", logger=lambda code, message: None)


def unknown_language(out):
    out.raises(control, "#script (nothing)\n1\n#end. a.", logger=lambda code, message: None)


def a_language_of_ones_own(out):
    class Reversed(Script):
        def execute(self, location, code):
            seen.append(code.strip())

        def call(self, location, name, arguments):
            return [Number(len(arguments)), clingo.String(name)]

        def callable(self, name):
            return name.startswith("my_")

        def main(self, control_):
            seen.append("main")

    seen = []
    register_script("reversed", Reversed(), "1.0")
    out.models(control("#script (reversed)\nsome code\n#end.\np(@my_function(1,2))."))
    out(seen)


def python_after_it_is_enabled(out):
    enable_python()
    out.models(control('#script (python)\nimport clingo\ndef twice(x):\n    return clingo.Number(2 * x.number)\n#end.\np(@twice(4)).'))


def contexts_of_python_scripts(out):
    enable_python()
    out.models(control('#script (python)\nimport clingo\ndef many(x):\n    return [clingo.Number(n) for n in range(x.number)]\n#end.\np(@many(3)).'))


def functions_count_once_a_script_was_run(out):
    class Named(Script):
        def execute(self, location, code):
            pass

        def call(self, location, name, arguments):
            return [Number(1)]

        def callable(self, name):
            return name == "of_named"

        def main(self, control_):
            pass

    register_script("named", Named(), "1.0")
    out.models(control("p(@of_named()).", logger=lambda code, message: None))
    out.models(control("#script (named)\n#end.\np(@of_named())."))


def errors_in_scripts(out):
    enable_python()
    out.raises(control, "#script (python)\n1 / 0\n#end.", logger=lambda code, message: None)


def errors_in_functions_of_scripts(out):
    enable_python()
    messages = []
    out.raises(lambda: str(control("#script (python)\ndef wrong_one():\n    raise KeyError()\n#end.\np(@wrong_one()). q.", logger=lambda code, message: messages.append(code)).solve()))
    out(messages)


def what_is_said_of_languages_that_are_off(out):
    for language in ("lua", "nothing"):
        try:
            Control(logger=lambda code, message: None).add(f"#script ({language})\nx\n#end.")
        except RuntimeError as error:
            out(f"{language} support not available" in str(error), str(error).count("error:"))
