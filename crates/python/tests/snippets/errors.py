"""What is wrong: the types of exceptions."""

import clingo
from clingo import Control
from transcript import Messages, control


def _quiet(program, *arguments, **keywords):
    return control(program, *arguments, logger=lambda code, message: None, **keywords)


def syntax(out):
    for program in ("a :- .", "p(", "a", "a. b :- c d.", "#show a", "{a", "1 = 2", "p(X) :- q(X)", "#nothing.", "a :- not.", "#minimize a.", "\"", "a..b."):
        out(program)
        out.raises(_quiet, program)


def unsafe(out):
    for program in ("p(X).", "p(X) :- not q(X).", "p(Y) :- q(X).", "p(X) :- X < 3.", "{p(X)}.", ":- X = #sum {Y : q(Z)}.", "p(X) : q(Y)."):
        out(program)
        out.raises(_quiet, program)


def parts_that_are_not_ground(out):
    for statement in ("b(X).", "b :- not c(X).", "#show X : b.", "b :- &tel { c }.", "&lp { x } <= 1.", "b :- c(t). #external d. [t]"):
        for part in ("p", "p(t)", "p(t,t)"):
            out(statement, part)
            out.raises(lambda: str(_quiet(f"a. #program {part}. {statement}").solve()))


def safe(out):
    for program in ("p(X) :- q(X).", "p(X) :- X = 1..3.", "p(X+1) :- q(X).", "p(X) :- X = Y, q(Y).", "p(Y) :- q(X+1), Y = X.", "{p(X) : q(X)}."):
        out(program)
        out.raises(lambda: str(_quiet(program).solve()))


def codes_of_errors(out):
    for program in ("a :- b c.", "p(X)."):
        messages = Messages()
        out.raises(control, program, logger=messages)
        out(messages.codes[:1])


def undefined_atoms(out):
    messages = Messages()
    control("a :- b. c :- not d(1).", logger=messages)
    out.unordered(messages.codes)


def undefined_operations(out):
    messages = Messages()
    out.models(control("p(a+1). q. r(X) :- X = 1/0.", "0", logger=messages))
    out.unordered(messages.codes)


def defined_atoms(out):
    messages = Messages()
    control("#defined b/0. #defined d/1. a :- b. c :- not d(1).", logger=messages)
    out(messages.codes)


def global_variables(out):
    messages = Messages()
    control("p(1). q(2). r :- p(X), #sum {X : q(X)} > 0.", logger=messages)
    out(messages.codes)


def messages_are_limited(out):
    program = " ".join(f"a{n} :- b{n}." for n in range(30))
    for limit in (0, 1, 5, 20):
        messages = Messages()
        control(program, logger=messages, message_limit=limit)
        out(limit, len(messages.codes))


def the_limit_is_twenty(out):
    messages = Messages()
    control(" ".join(f"a{n} :- b{n}." for n in range(30)), logger=messages)
    out(len(messages.codes))


def no_warnings(out):
    messages = Messages()
    control("a :- b.", "-Wno-atom-undefined", logger=messages)
    out(messages.codes)
    messages = Messages()
    control("a :- b. p(1/0).", "-Wnone", logger=messages)
    out(messages.codes)


def messages_have_texts(out):
    messages = Messages()
    control("a :- b.", logger=messages)
    out([isinstance(text, str) and len(text) > 0 for text in messages.texts])


def codes(out):
    out(list(clingo.MessageCode))


def constant_twice(out):
    out.raises(_quiet, "#const n=1. #const n=2. p(n).")


def circular_constants(out):
    out.raises(_quiet, "#const n=m. #const m=n. p(n).")


def unknown_signature_is_no_error(out):
    out.raises(lambda: str(_quiet("#show nothing/3. a.").solve()))


def text_is_not_a_program(out):
    out.raises(Control().add, 3)


def parts_are_pairs(out):
    out.raises(Control().ground, [1])


def parts_have_symbols(out):
    out.raises(Control().ground, [("base", [1])])


def after_a_parse_error(out):
    ctl = Control(["0"], logger=lambda code, message: None)
    out.raises(ctl.add, "a :- b c.")
    out.raises(ctl.add, "b.")


def wrong_lookup(out):
    out.raises(lambda: control("a.").symbolic_atoms["a"])


def wrong_external(out):
    out.raises(control("a.").assign_external, "a", True)



def wrong_arguments(out):
    out.raises(Control, ["--opt-mode=nothing"], lambda code, message: None)
    out.raises(Control, ["--models=many"], lambda code, message: None)


def repeated_options(out):
    out.raises(lambda: str(Control(["-n", "1", "-n", "2"], lambda code, message: None).solve()))


def _ground(out, parts):
    """What comes of parts, and that the control can be used afterwards."""
    ctl = Control(["0"])
    ctl.add("base", [], "{z}.")
    ctl.add("p", ["t"], "q(t).")
    out.raises(ctl.ground, parts)
    ctl.ground([("base", [])])
    out.models(ctl)


def ground_what_is_no_part(out):
    for parts in (["nope"], ["ab"], [("base", "x")], [(1, [])], [("base", [1])], [("p", ["x"])], {"base": []}):
        _ground(out, parts)


def ground_a_part_that_no_text_has(out):
    _ground(out, [("nope", [])])
    _ground(out, [("p", [])])


def ground_parts_of_other_kinds(out):
    _ground(out, [["base", []]])
    _ground(out, (("base", ()),))


def ground_twice_is_allowed(out):
    ctl = control("a.")
    ctl.ground()
    out.models(ctl)


def grounding_continues_after_an_unknown_context(out):
    ctl = Control(["0"], logger=lambda code, message: None)
    ctl.add("a. b(@f()).")
    ctl.ground()
    out.models(ctl)


def atoms_of_another_arity(out):
    out.models(_quiet("p(1). p(1,2). p. q :- p(1,2), p, not p(2).", "0"))
