"""How many models, of which kind; projection and consequences."""

import clingo
from clingo import Function
from transcript import control


def _count(program, *arguments):
    found = []
    control(program, *arguments).solve(on_model=lambda model: found.append(1))
    return len(found)


def numbers_of_models(out):
    for wanted in ("0", "1", "3", "100"):
        out(wanted, _count("{p(1..3)}.", wanted), _count("{p(1..3)}.", "-n", wanted), _count("{p(1..3)}.", f"--models={wanted}"))


def one_model_is_the_default(out):
    out(_count("{p(1..3)}."))


def models_through_configuration(out):
    ctl = control("{p(1..3)}.")
    out(ctl.configuration.solve.models)
    ctl.configuration.solve.models = 4
    found = []
    ctl.solve(on_model=lambda model: found.append(1))
    out(len(found), ctl.configuration.solve.models)


def every_enumeration_mode(out):
    for mode in ("auto", "bt", "record", "domRec"):
        out(mode, _count("{p(1..3)}. q :- p(1).", "0", "--enum-mode=" + mode))


def _last(program, *arguments):
    last = []
    result = control(program, *arguments).solve(on_model=lambda model: last.append(sorted(model.symbols(shown=True))))
    return [last[-1] if last else None, result]


_CONSEQUENCES = "1 {a;b;c} 2. d :- a. d :- b. e :- d, not c. f. :- c."


def brave(out):
    out(*_last(_CONSEQUENCES, "0", "--enum-mode=brave"))


def cautious(out):
    out(*_last(_CONSEQUENCES, "0", "--enum-mode=cautious"))


def brave_without_an_answer_set(out):
    out(*_last("a. :- a.", "0", "--enum-mode=brave"))


def cautious_without_an_answer_set(out):
    out(*_last("a. :- a.", "0", "--enum-mode=cautious"))


def short_options(out):
    out(*_last(_CONSEQUENCES, "0", "-e", "brave"))
    out(*_last(_CONSEQUENCES, "0", "-e", "cautious"))


def brave_through_configuration(out):
    ctl = control(_CONSEQUENCES, "0")
    for mode in ("brave", "cautious", "auto"):
        ctl.configuration.solve.enum_mode = mode
        last = []
        ctl.solve(on_model=lambda model: last.append(sorted(model.symbols(shown=True))))
        out(mode, last[-1] if mode != "auto" else len(last))


def consequences_of_literals(out):
    ctl = control(_CONSEQUENCES, "0", "--enum-mode=cautious")
    literals = {name: ctl.symbolic_atoms[Function(name)].literal for name in "abd"}
    last = []
    ctl.solve(on_model=lambda model: last.append({name: model.is_consequence(literals[name]) for name in literals}))
    out(last[-1])


def _literals(out, program, negative=False):
    """What is said of each atom, or of its negation, as a consequence: of the last answer in all modes."""
    for mode in ("auto", "brave", "cautious"):
        ctl = control(program, "0", f"--enum-mode={mode}")
        atoms = {str(atom.symbol): -atom.literal if negative else atom.literal for atom in ctl.symbolic_atoms}
        last = []

        def see(model):
            last[:] = [sorted(model.symbols(shown=True)), {name: model.is_consequence(atoms[name]) for name in sorted(atoms)}]

        ctl.solve(on_model=see)
        if mode != "auto":
            out(mode, *last)


def consequences_that_are_facts(out):
    _literals(out, "{a;b}. c. :- not b.")
    _literals(out, "a. b :- a. {z}. f :- not g.")


def consequences_that_are_refuted(out):
    _literals(out, "{a}. :- a. e :- not a. {z}.")


def consequences_that_are_hidden(out):
    _literals(out, "{a;b}. c. d :- not b. #show a/0. #show c/0.")


def consequences_of_negations(out):
    _literals(out, "{a;b}. c. :- not b. {d}. :- d.", negative=True)


def consequences_in_each_answer_set(out):
    ctl = control("{a;b}. c. :- not b. #show a/0. #show c/0.", "0")
    atoms = {str(atom.symbol): atom.literal for atom in ctl.symbolic_atoms}
    seen = []
    ctl.solve(
        on_model=lambda model: seen.append(
            [{name: model.is_consequence(sign * atoms[name]) for name in sorted(atoms)} for sign in (1, -1)]
        )
    )
    out.unordered(seen)


def consequences_known_at_the_end(out):
    ctl = control("1 {a;b} 1. c :- a. c :- b. d. {e}.", "0", "--enum-mode=cautious")
    atoms = {str(atom.symbol): atom.literal for atom in ctl.symbolic_atoms}
    ctl.solve(on_last=lambda model: out({name: model.is_consequence(atoms[name]) for name in sorted(atoms)}))


def consequences_with_show(out):
    out(*_last("1 {a;b} 1. c :- a. c :- b. #show c/0. #show t : a.", "0", "--enum-mode=cautious"))


def cautious_in_optimal_models(out):
    out(*_last("1 {a;b;c}. d :- a. d :- b. #minimize {1:a; 1:b; 5:c}.", "0", "--enum-mode=cautious", "--opt-mode=optN"))


def brave_in_optimal_models(out):
    out(*_last("1 {a;b;c}. d :- a. d :- b. #minimize {1:a; 1:b; 5:c}.", "0", "--enum-mode=brave", "--opt-mode=optN"))


def _projected(out, ctl):
    found = []
    result = ctl.solve(on_model=lambda model: found.append([str(symbol) for symbol in sorted(model.symbols(shown=True))]))
    out.unordered(found)
    out(result)


def project_on_shown(out):
    _projected(out, control("{a;b;c}. #show a/0. #show b/0.", "0", "--project=show"))


def project_on_shown_by_default(out):
    _projected(out, control("{a;b;c}. #show a/0.", "0", "--project"))


def project_directive(out):
    ctl = control("{a;b;c}. #project a/0. #show a/0.", "0", "--project=project")
    _projected(out, ctl)


def project_atoms(out):
    ctl = control("{p(1..3)}. #project p(X) : X = 1..2. #show. #show X : p(X), X < 3.", "0", "--project=project")
    _projected(out, ctl)


def project_auto_takes_the_directive(out):
    out(_count("{p(1..3)}. #project p(1).", "0", "--project=auto"))


def no_project(out):
    out(_count("{p(1..3)}. #show p(1) : p(1). #show.", "0", "--project=no"))


def project_with_terms(out):
    out(_count("{p(1..3)}. #show. #show p(1) : p(1).", "0", "--project=show"))


def project_through_configuration(out):
    ctl = control("{a;b;c}. #show a/0.", "0")
    ctl.configuration.solve.project = "show"
    _projected(out, ctl)


def project_record(out):
    _projected(out, control("{a;b;c}. #show a/0.", "0", "--project=show", "--enum-mode=record"))


def add_project(out):
    ctl = control("{a;b;c}. #show a/0. #show b/0.", "0", "--project=project")
    ctl.add_project([Function("a"), Function("b")])
    _projected(out, ctl)


def project_and_optimise(out):
    optimal = []
    control("1 {a;b} 1. {c}. #show a/0. #show b/0. #minimize {1:a; 1:b}.", "0", "--project=show", "--opt-mode=optN").solve(
        on_model=lambda model: optimal.append(sorted(model.symbols(shown=True))) if model.optimality_proven else None)
    out.unordered(optimal)


def equal_models_once(out):
    out(_count("{p(1..4)}. q :- p(X).", "0"), _count("{a}. b :- not a. c :- not b.", "0"))


def nothing_to_choose(out):
    out(_count("a.", "0"), _count("", "0"), _count("a :- not b. b :- not a.", "0"), _count("a :- not a.", "0"))


def thousands(out):
    out(_count("{p(1..12)}.", "0"))


_PROJECTED = "b. {a;c}. d :- a. d :- not a. e(1). {e(2)}. #project a/0."


def consequences_of_projected_atoms(out):
    for mode in ("brave", "cautious"):
        for projection in ("no", "auto", "show", "project"):
            last = _last(_PROJECTED, "0", "--enum-mode=" + mode, "--project=" + projection)
            facts = [Function("b"), Function("e", [clingo.Number(1)]), Function("d")]
            out(mode, projection, [symbol for symbol in last[0] if symbol not in facts], last[1])


def consequences_of_hidden_projected_atoms(out):
    ctl = control("{a;c}. #show t : a. #show. #project a/0.", "0", "--enum-mode=brave")
    last = []
    ctl.solve(on_model=lambda model: last.append([model.symbols(atoms=True), model.symbols(shown=True)]))
    out(last[-1])


def auxiliary_names_are_not_projected(out):
    for program in ("{a;_b}.", "#show _q/0. 0 {a(1)} 1. _q :- a(1).", "{a;-_b}.", "{a;b}. #show. #show _t : a. #show t : b."):
        for arguments in (["--project"], ["--project=show"], ["--project=project"], []):
            out(program, arguments, _count(program, "0", *arguments))


def auxiliary_names_in_best_answer_sets(out):
    out(sorted(_best("{ a(1..2); b; _c }. #minimize{ 1,X : a(X); 0,z : b }.", "--project")))


def projection_by_configuration(out):
    for value in ("show", "project", "auto", "no"):
        ctl = control("{a;b;_c}. #project b/0.", "0")
        ctl.configuration.solve.project = value
        found = []
        ctl.solve(on_model=lambda model: found.append(1))
        out(value, len(found))


def _best(program, *arguments):
    found = []

    def on_model(model):
        if model.optimality_proven:
            found.append(str([symbol for symbol in model.symbols(shown=True) if not symbol.name.startswith("_")]))

    control(program, "0", "--opt-mode=optN", *arguments).solve(on_model=on_model)
    return found


def projected_to_nothing(out):
    program = "{a;b;c}. #show b/0."
    for mode in ("auto", "project", "show"):
        ctl = control(program + " #project a.", "0", f"--project={mode}")
        out(mode, _answers(ctl))
        ctl.remove_project()
        out(_answers(ctl), _answers(ctl))
        ctl.add_project([Function("c")])
        out(_answers(ctl))
        ctl.replace_project([])
        out(_answers(ctl))
        ctl = control(program, "0", f"--project={mode}")
        ctl.add_project([])
        out(_answers(ctl))
        ctl = control(program, "0", f"--project={mode}")
        with ctl.backend() as backend:
            backend.add_project([])
        out(_answers(ctl))


def _answers(ctl):
    with ctl.solve(yield_=True) as handle:
        return sum(1 for _ in handle)


def projected_to_what_is_hidden_later(out):
    """`#show` comes when the atoms that it hides are ground."""
    for option in ("show", "auto", "show,0"):
        ctl = control("{ a; b }. c.", "0", f"--project={option}")
        ctl.add("later", [], "#show c/0.")
        out.models(ctl)
