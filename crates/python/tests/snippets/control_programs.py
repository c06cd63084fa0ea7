"""`Control.add`, `load` and `ground`: parts, parameters, constants."""

import clingo
from clingo import Control, Function, Number, String
from transcript import control


def one_argument(out):
    ctl = Control()
    ctl.add("a. b :- a.")
    ctl.ground()
    out.models(ctl)


def three_arguments(out):
    ctl = Control()
    ctl.add("base", [], "a. b :- a.")
    ctl.ground([("base", [])])
    out.models(ctl)


def keyword_arguments(out):
    ctl = Control()
    ctl.add(name="base", parameters=[], program="a.")
    ctl.add(program="b.")
    ctl.ground(parts=[("base", [])])
    out.models(ctl)


def two_arguments(out):
    out.raises(Control().add, "base", "a.")


def added_in_pieces(out):
    ctl = Control()
    ctl.add("a.")
    ctl.add("b :- a.")
    ctl.add("c :- b, not d.")
    ctl.ground()
    out.models(ctl)


def part_with_parameters(out):
    ctl = Control()
    ctl.add("p", ["n"], "q(n). r(n+1).")
    ctl.ground([("p", [Number(3)])])
    out.models(ctl)
    ctl.ground([("p", [Number(7)]), ("p", [Function("a")])])
    out.models(ctl)


def part_twice_with_the_same_arguments(out):
    ctl = Control()
    ctl.add("p", ["n"], "1 { q(n,1..2) } 1.")
    ctl.ground([("p", [Number(3)])])
    ctl.ground([("p", [Number(3)])])
    out(len(ctl.symbolic_atoms))


def part_without_a_program(out):
    ctl = Control()
    ctl.add("a.")
    ctl.ground([("base", []), ("nothing", [])])
    out.models(ctl)


def parts_with_one_name(out):
    ctl = Control()
    ctl.add("p", [], "a.")
    ctl.add("p", ["n"], "b(n).")
    ctl.ground([("p", [])])
    out.models(ctl)
    ctl.ground([("p", [Number(1)])])
    out.models(ctl)


def program_directive_in_the_text(out):
    ctl = Control()
    ctl.add("a. #program step(t). b(t) :- a. #program base. c.")
    ctl.ground()
    out.models(ctl)
    ctl.ground([("step", [Number(1)])])
    out.models(ctl)


def arguments_of_all_kinds(out):
    ctl = Control()
    ctl.add("p", ["x"], "q(x).")
    arguments = [Number(-1), String("s"), Function("f", [Number(1)]), clingo.Infimum, clingo.Supremum, clingo.Tuple_([]),
                 Function("a", [], False)]
    ctl.ground([("p", [argument]) for argument in arguments])
    out.models(ctl)


def parameters_do_not_reach_other_parts(out):
    ctl = Control()
    ctl.add("p", ["n"], "q(n).")
    ctl.add("base", [], "r(n).")
    ctl.ground([("base", []), ("p", [Number(1)])])
    out.models(ctl)


def constants_on_the_command_line(out):
    ctl = Control(["-c", "n=3", "--const=m=a"])
    ctl.add("p(1..n). q(m).")
    ctl.ground()
    out.models(ctl)
    out(ctl.get_const("n"), ctl.get_const("m"))


def constants_of_the_program(out):
    ctl = Control(["-c", "n=3"])
    ctl.add("#const n=1. #const k=f(2). p(1..n). q(k).")
    ctl.ground()
    out.models(ctl)
    out(ctl.get_const("n"), ctl.get_const("k"), ctl.get_const("nothing"))


def constants_before_grounding(out):
    ctl = Control(["-c", "n=3"])
    ctl.add("#const k=n+1.")
    ctl.ground()
    out(ctl.get_const("n"), ctl.get_const("k"))


def text_constant(out):
    ctl = Control(["-c", 'n="two words"'])
    ctl.add("p(n).")
    ctl.ground()
    out.models(ctl)


def load_a_file(out):
    with open("program.lp", "w", encoding="utf-8") as file:
        file.write("a. b :- a.\n#program step(t).\nc(t).\n")
    ctl = Control()
    ctl.load("program.lp")
    ctl.ground([("base", []), ("step", [Number(2)])])
    out.models(ctl)


def load_with_include(out):
    with open("other.lp", "w", encoding="utf-8") as file:
        file.write("included.\n")
    with open("with_include.lp", "w", encoding="utf-8") as file:
        file.write('#include "other.lp".\nhere :- included.\n')
    ctl = Control()
    ctl.load("with_include.lp")
    ctl.ground()
    out.models(ctl)


def _files(**texts):
    for name, text in texts.items():
        with open(name + ".lp", "w", encoding="utf-8") as file:
            file.write(text)


def _atoms(out, *loads, added=()):
    ctl = Control(logger=lambda code, message: None)
    for name, parameters, text in added:
        ctl.add(name, parameters, text)
    for file in loads:
        ctl.load(file)
    ctl.ground([("base", []), ("p", [Number(42)]), ("q", [])])
    out(sorted(atom.symbol for atom in ctl.symbolic_atoms))


def parts_go_on_in_included_files(out):
    for inner in ("b(t).", "b(t). #program q. d(t).", "#program q. d(t).", 'b(t). #include "more.lp". e(t).', '#include "main.lp". e(t).'):
        _files(main='#program p(t). a(t). #include "inner.lp". c(t).', inner=inner, more="f(t). #program q. g(t).")
        _atoms(out, "main.lp")


def files_included_twice(out):
    _files(main='#program p(t). a(t). #include "inner.lp". #program q. #include "./inner.lp". c(t).', inner="b(t).")
    _files(other='#program q. #include "inner.lp". d(t).')
    _atoms(out, "main.lp")
    _atoms(out, "main.lp", "other.lp")
    _atoms(out, "main.lp", "inner.lp")
    _atoms(out, "inner.lp", "main.lp")


def included_in_parts_that_are_added(out):
    _files(inner='b(t). #include "more.lp". e(t).', more="f(t).")
    _atoms(out, added=[("p", ["t"], 'a(t). #include "inner.lp". c(t).')])
    _atoms(out, added=[("p", ["t"], 'a(t). #program q. x(t). #include "inner.lp". c(t).'), ("q", [], '#include "more.lp". d(t).')])


def load_nothing(out):
    out.raises(Control(logger=lambda code, message: None).load, "there/is/no/such/file.lp")


def ground_without_parts_is_base(out):
    ctl = Control()
    ctl.add("p", [], "x.")
    ctl.add("y.")
    ctl.ground()
    out.models(ctl)


def ground_nothing(out):
    ctl = Control()
    ctl.add("y.")
    ctl.ground([])
    out.models(ctl)


def empty_program(out):
    ctl = Control()
    ctl.ground()
    out.models(ctl)


def solve_without_ground(out):
    ctl = Control()
    ctl.add("a.")
    out.models(ctl)


def unicode_strings(out):
    out.models(control('p("äöü"). q("→").'))


def arguments_as_a_tuple(out):
    ctl = Control(("-n", "0"))
    ctl.add("{a}.")
    ctl.ground()
    out.models(ctl)


def number_of_models_by_position(out):
    out.models(control("{a;b}.", "0"))
    found = []
    control("{a;b}.", "3").solve(on_model=lambda model: found.append(1))
    out(len(found))


def unknown_option(out):
    out.raises(Control, ["--no-such-option"], lambda code, message: None)


def wrong_number_of_parameters(out):
    ctl = Control()
    ctl.add("p", ["n"], "q(n).")
    ctl.ground([("p", [Number(1), Number(2)])])
    out.models(ctl)


def comments_and_white_space(out):
    out.models(control("% nothing\n  a . %* more\n comment *% b:-a.\n\n"))


def ground_programs_in_several_texts(out):
    """The numbers of atoms are a text's own: a second one, or a second step, would not be about the same atoms."""
    fact = "asp 1 0 0\n1 0 1 1 0 0\n4 1 a 1 1\n0\n"
    steps = "asp 1 0 0 incremental\n0\n"
    for texts in ([fact, fact], [steps, steps], [fact, steps], [steps + "0\n"]):
        ctl = clingo.Control(logger=lambda code, message: None)
        for text in texts[:-1]:
            ctl.add(text)
        out.raises(ctl.add, texts[-1])
    for texts in ([fact, "c."], ["c.", fact], [steps]):
        ctl = clingo.Control(["0"])
        for text in texts:
            ctl.add(text)
        ctl.ground()
        out.models(ctl)


def names_of_any_letters(out):
    """Parts and parameters may be called as no text can call them."""
    for name, parameters in (("INTERNAL", []), ("my part", []), ("", []), ("not", []), ("a.b", ["t"]), ("X", ["t"]), ("p", ["X"])):
        ctl = clingo.Control(["0"])
        ctl.add(name, parameters, "a. b(t).")
        ctl.ground([(name, [Number(3)] * len(parameters))])
        out.models(ctl)


def parameters_of_add(out):
    import inspect

    for function in (clingo.Control._add1, clingo.Control._add2):
        out(list(inspect.signature(function).parameters))


def a_file_loaded_again(out):
    told = []
    ctl = Control(logger=lambda code, message: told.append(str(code)))
    for number in range(3):
        _files(again=f"p({number}).")
        ctl.load("again.lp")
    _files(again='#include "inner.lp". q(1).', inner="p(a).")
    ctl.load("again.lp")
    _files(inner="p(b).")
    ctl.load("again.lp")
    ctl.load("inner.lp")
    ctl.ground()
    out.models(ctl)
    out(told)


def a_file_loaded_again_in_a_later_step(out):
    ctl = Control()
    for number in range(2):
        _files(step=f"#program step(t). p(t,{number}).")
        ctl.load("step.lp")
        ctl.ground([("step", [Number(number)])])
        out.models(ctl)


def a_file_loaded_again_while_a_search_is_open(out):
    ctl = Control(["0"])
    _files(again="#program one. #include \"inner.lp\".", inner="p(1).")
    ctl.add("{a}.")
    ctl.ground()
    with ctl.solve(yield_=True) as handle:
        for model in handle:
            pass
        ctl.load("again.lp")
        _files(inner="p(2).")
        ctl.load("again.lp")
    _files(inner="p(3).")
    ctl.ground([("one", [])])
    out.models(ctl)


def constants_of_a_file_loaded_again(out):
    _files(constants="#const n=3. p(n).")
    ctl = Control(logger=lambda code, message: None)
    ctl.load("constants.lp")
    try:
        ctl.load("constants.lp")
        ctl.ground()
    except RuntimeError:
        out("refused")


def files_told_of(out):
    """The logger hears of each file that is not read again."""
    told = []
    _files(outer='#include "inner.lp". a. #include "inner.lp".', inner='b. #include "outer.lp".', third="c.")
    ctl = Control(logger=lambda code, message: told.append(str(code)))
    ctl.load("outer.lp")
    out(told)
    ctl.add('#include "third.lp". #include "third.lp".')
    out(told)
    ctl.add("#include <incmode>. #include <incmode>.")
    out(told)
