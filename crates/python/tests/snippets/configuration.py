"""`Control.configuration`."""

from transcript import control


def _shown(ctl):
    """The first answer set."""
    found = []
    ctl.solve(on_model=lambda model: found.extend(sorted(model.symbols(shown=True))))
    return found


def groups(out):
    keys = control("").configuration.keys
    out({"solve", "solver", "asp", "tester"} <= set(keys), "configuration" in keys)


def keys_of_solving(out):
    keys = control("").configuration.solve.keys
    out({"models", "enum_mode", "opt_mode", "project", "parallel_mode", "solve_limit"} <= set(keys))


def defaults(out):
    solve = control("").configuration.solve
    out(solve.models, solve.enum_mode, solve.opt_mode, solve.project)


def values_are_texts(out):
    configuration = control("", "0").configuration
    out(configuration.solve.models, isinstance(configuration.solve.models, str))


def values_from_the_command_line(out):
    solve = control("", "-n", "7", "--enum-mode=brave", "--opt-mode=optN").configuration.solve
    out(solve.models, solve.enum_mode, solve.opt_mode)


def assigned(out):
    configuration = control("").configuration
    for value in (0, "5", 12):
        configuration.solve.models = value
        out(configuration.solve.models)


def assigned_modes(out):
    solve = control("").configuration.solve
    for mode in ("brave", "cautious", "record", "bt", "auto", "domRec"):
        solve.enum_mode = mode
        out(solve.enum_mode)
    for mode in ("opt", "enum", "optN", "ignore"):
        solve.opt_mode = mode
        out(solve.opt_mode)


def wrong_values(out):
    configuration = control("").configuration
    out.raises(setattr, configuration.solve, "models", "many")
    out.raises(setattr, configuration.solve, "enum_mode", "nothing")
    out(configuration.solve.models)


def unknown_keys(out):
    configuration = control("").configuration
    out.raises(lambda: configuration.nothing)
    out.raises(lambda: configuration.solve.nothing)
    out.raises(setattr, configuration.solve, "nothing", 1)


def descriptions(out):
    configuration = control("").configuration
    out(bool(configuration.solve.description("models")), bool(configuration.description("solve")))
    out.raises(configuration.solve.description, "nothing")


def solvers_are_an_array(out):
    solver = control("").configuration.solver
    out(len(solver), {"seed", "heuristic", "opt_strategy"} <= set(solver.keys), {"seed", "heuristic"} <= set(solver[0].keys))


def solver_out_of_range(out):
    solver = control("").configuration.solver
    out.raises(lambda: solver[9].keys)


def seed(out):
    configuration = control("{a;b}.", "0").configuration
    configuration.solver[0].seed = 17
    out(configuration.solver[0].seed)
    configuration.solver.seed = 18
    out(configuration.solver[0].seed)


def assigned_before_and_between_solves(out):
    ctl = control("{a;b;c}.")
    counts = []
    for wanted in (0, 1, 3, 0):
        ctl.configuration.solve.models = wanted
        found = []
        ctl.solve(on_model=lambda model: found.append(1))
        counts.append(len(found))
    out(counts)


def stats(out):
    ctl = control("", "--stats")
    out(ctl.configuration.stats)
    ctl = control("")
    out(ctl.configuration.stats)
    ctl.configuration.stats = 2
    out(ctl.configuration.stats)


def names(out):
    for name in ("frumpy", "jumpy", "tweety", "handy", "crafty", "trendy"):
        ctl = control("1 {p(1..3)} 1.", "0", "--configuration=" + name)
        out.models(ctl)


def keys_of_a_value(out):
    configuration = control("").configuration
    out(isinstance(configuration.keys, list), isinstance(configuration.solve.models, str))


def threads(out):
    ctl = control("{a;b}.", "0")
    out(ctl.configuration.solve.parallel_mode)
    ctl.configuration.solve.parallel_mode = "1"
    out.models(ctl)


def solve_limit(out):
    ctl = control("{p(X,H) : H=1..9} = 1 :- X=1..19. :- H=1..9, 3 {p(X,H) : X=1..19}.")
    ctl.configuration.solve.solve_limit = "100"
    result = ctl.solve()
    out(result, result.interrupted, result.exhausted)
    ctl.configuration.solve.solve_limit = "umax"


def values_of_project(out):
    solve = control("{a}.").configuration.solve
    for value in ("auto", "show", "project", "no", "0", "1", "off", "false", "auto,1", "show,2", "project,3"):
        solve.project = value
        out(value, solve.project)
    for value in ("yes", "nothing", "auto,4", "show,x", "no,1"):
        out.raises(setattr, solve, "project", value)


def default_heuristics(out):
    for pick in ("5,16", "false,show"):
        ctl = control(
            "1 { a(1..3) }. b :- a(1). { x }. #show a/1.", "0", "--heuristic=Domain", "--enum-mode=domRec", f"--dom-mod={pick}"
        )
        out.models(ctl)
    ctl = control("{ a; b }.", "--heuristic=Domain")
    ctl.configuration.solver[0].dom_mod = "3,16"
    out(ctl.configuration.solver[0].dom_mod)
    out.models(ctl)
    for value in ("1", "2", "4", "5", "6", "7", "5,8", "5,24", "5,0", "false,show", "true,all", "pos,opt", "no", "0"):
        ctl.configuration.solver[0].dom_mod = value
        out(value, ctl.configuration.solver[0].dom_mod)
    for value in ("8", "5,many", "often"):
        out.raises(setattr, ctl.configuration.solver[0], "dom_mod", value)


def seeds(out):
    def first(seed, freq):
        ctl = control("1 { in(X,1..9) } 1 :- X = 1..40.")
        solver = ctl.configuration.solver[0]
        solver.seed, solver.rand_freq, solver.sign_def = seed, freq, "rnd"
        return _shown(ctl)

    for freq in ("1", "no"):
        out(len({tuple(first(seed, freq)) for seed in (1, 2, 3)}))
        out(first(1, freq) == first(1, freq))


def signs(out):
    for sign in ("asp", "pos", "neg"):
        ctl = control("{ a; b; c }.")
        ctl.configuration.solver[0].sign_def = sign
        out(sign, _shown(ctl))
    out.raises(setattr, control("{ a }.").configuration.solver[0], "sign_def", "no")


def bounds_with_blanks(out):
    for mode in ("enum,5", "enum, 5", "enum,5,6"):
        ctl = control("{ a(1..3) }. #minimize { X : a(X) }.", "0")
        ctl.configuration.solve.opt_mode = mode
        out.models(ctl)
