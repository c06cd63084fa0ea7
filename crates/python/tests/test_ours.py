"""What clingo does not do, or does otherwise: interrupts, threads, limits, diagnostics, numbers beyond 32 bits."""

import copy
import os
import pickle
import signal
import subprocess
import sys
import textwrap
import threading
import time

import groundplan as clingo
import pytest
from groundplan import ast
from groundplan.control import BackendType

HARD = """
{ at(P,H) : H = 1..12 } = 1 :- P = 1..25.
:- H = 1..12, 3 { at(P,H) : P = 1..25 }.
"""


def hard(*arguments, **named):
    """What takes long as long as symmetries are not looked for."""
    return control(HARD, "--symmetry=no", *arguments, **named)


def control(text, *arguments, **named):
    made = clingo.Control(list(arguments), **named)
    made.add(text)
    made.ground()
    return made


def threads():
    return set(os.listdir("/proc/self/task"))


@pytest.fixture
def interrupted():
    """Has Ctrl-C pressed after a second; gives what checks that the work has ended within a second of its own time then, which
    other processes have no say in."""
    pressed = []

    def press():
        pressed.append(time.process_time())
        os.kill(os.getpid(), signal.SIGINT)

    def check():
        assert time.process_time() < pressed[0] + 1

    timer = threading.Timer(1.0, press)
    timer.start()
    yield check
    timer.cancel()
    timer.join()


PIGEONS = """
{ at(P,H) : H = 1..7 } = 1 :- P = 1..8.
:- at(P,H), at(Q,H), P < Q.
"""


def test_statistics_tell_of_passes_and_solvers():
    made = control(PIGEONS, "--stats")
    assert made.statistics["groundplan"] == {"solvers": {}, "passes": {}}
    assert made.solve().unsatisfiable
    ours = made.statistics["groundplan"]
    assert set(ours["passes"]["pigeonhole"]) == {"fired", "clauses", "variables", "seconds"}
    assert ours["passes"]["pigeonhole"]["fired"] == ours["passes"]["pigeonhole"]["clauses"] == 1
    assert "symmetries" not in ours["passes"]
    assert set(ours["solvers"]["cdnl"]) == {
        "calls", "conflicts", "decisions", "propagations", "shared_clauses", "seconds",
    }
    made.configuration.stats = 0
    assert set(made.statistics) == {"problem", "solving", "summary", "user_step", "user_accu"}


def test_statistics_of_all_solvers_add_up_to_those_of_the_search():
    made = hard("--stats", "--solve-limit=30000")
    made.solve()
    statistics = made.statistics
    solvers = statistics["groundplan"]["solvers"]
    assert len(solvers) > 1 and all(counts["calls"] > 0 and counts["seconds"] >= 0 for counts in solvers.values())
    assert statistics["solving"]["solvers"]["conflicts"] == sum(counts["conflicts"] for counts in solvers.values()) > 0
    assert all(isinstance(count, float) for counts in solvers.values() for count in counts.values())


def test_statistics_of_passes_grow_from_step_to_step():
    made = clingo.Control(["--stats=2"])
    made.add("step", ["t"], "{ at(P,H,t) : H = 1..8 } = 1 :- P = 1..7. :- at(P,H,t), at(Q,H,t), P < Q.")
    fired = []
    for t in range(2):
        made.ground([("step", [clingo.Number(t)])])
        made.solve()
        fired.append(made.statistics["groundplan"]["passes"]["at-most-one-groups"]["fired"])
    assert 0 < fired[0] < fired[1]


def test_symmetries_are_left_out_as_by_the_command():
    made = control(HARD, "--stats")
    assert made.solve().unsatisfiable
    assert made.statistics["groundplan"]["passes"]["symmetries"]["fired"] == 1


def test_ctrl_c_ends_solving(interrupted):
    made = hard()
    with pytest.raises(KeyboardInterrupt):
        made.solve()
    interrupted()
    assert made.solve(time_limit=0.1).interrupted


def test_ctrl_c_ends_grounding(interrupted):
    made = clingo.Control()
    made.add("n(0). n(X+1) :- n(X).")
    with pytest.raises(KeyboardInterrupt):
        made.ground()
    interrupted()


def test_ctrl_c_ends_waiting_for_a_thread(interrupted):
    made = hard()
    with pytest.raises(KeyboardInterrupt):
        with made.solve(async_=True) as handle:
            handle.get()
    interrupted()


def test_ctrl_c_ends_work_before_it_begins(monkeypatch):
    """Its handler runs while the module asks which thread this is."""
    main_thread = threading.main_thread

    def pressed():
        monkeypatch.setattr(threading, "main_thread", main_thread)
        raise KeyboardInterrupt

    made = control("{a}.")
    monkeypatch.setattr(threading, "main_thread", pressed)
    with pytest.raises(KeyboardInterrupt):
        made.solve()
    assert made.solve().satisfiable
    made.add("b.")
    monkeypatch.setattr(threading, "main_thread", pressed)
    with pytest.raises(KeyboardInterrupt):
        made.ground()


def test_the_handler_of_ctrl_c_is_put_back():
    before = signal.getsignal(signal.SIGINT)
    control("a.").solve()
    assert signal.getsignal(signal.SIGINT) is before
    with pytest.raises(KeyboardInterrupt):
        os.kill(os.getpid(), signal.SIGINT)
        time.sleep(5)


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="threads are counted by /proc")
def test_no_thread_is_left():
    before = threads()
    for leave in range(3):
        made = control(HARD if leave else "{a;b}.", "0", "--symmetry=no")
        handle = made.solve(yield_=True, async_=True)
        if leave == 1:
            handle.cancel()
        elif leave == 0:
            handle.model()
            handle.resume()
            handle.model()
        del handle, made
    # Threads that were there before may end meanwhile. One that has ended is listed until the system has tidied up.
    deadline = time.monotonic() + 120
    while threads() - before and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not threads() - before


def test_others_run_while_it_searches():
    made = hard()

    def tick():
        for _ in range(20):
            time.sleep(0.01)
        made.interrupt()

    thread = threading.Thread(target=tick)
    thread.start()
    assert made.solve(time_limit=300).interrupted
    assert not thread.is_alive()
    thread.join()


def test_callbacks_run_on_the_thread_of_the_caller():
    seen = set()

    class Context:
        def f(self, x):
            seen.add(threading.get_ident())
            return x

    made = clingo.Control(["0"])
    made.add("{ a(@f(1..3)) }.")
    made.ground([("base", [])], Context())
    made.solve(on_model=lambda _: seen.add(threading.get_ident()))
    assert seen == {threading.get_ident()}


def test_numbers_beyond_32_bits():
    made = control("p(2**40).")
    with made.solve(yield_=True) as handle:
        (symbol,) = handle.model().symbols(shown=True)
    assert symbol.arguments[0].number == 2**40
    assert clingo.Number(-(2**63)).number == -(2**63)
    with pytest.raises(OverflowError):
        clingo.Number(2**63)


def test_a_wrong_program_is_shown():
    made = clingo.Control()
    made.add("a(X) :- not b(X).")
    with pytest.raises(RuntimeError, match=r"(?s)error: .*<block>:1:3.*\^"):
        made.ground()


def test_a_model_that_is_gone_says_so():
    with control("{a;b}.", "0").solve(yield_=True) as handle:
        first, *_ = handle
        with pytest.raises(RuntimeError, match="this model is no more"):
            first.symbols(shown=True)


@pytest.mark.parametrize("method", ["init", "propagate", "check", "undo", "decide"])
def test_errors_in_propagators_come_alone(method):
    """What the traceback holds of the search is dropped on another thread than that of the search, and nothing is said of it."""
    program = textwrap.dedent(
        f"""
        import gc, sys, groundplan as clingo

        class Wrong:
            def init(self, init):
                self.own = init
                for atom in init.symbolic_atoms:
                    literal = init.solver_literal(atom.literal)
                    init.add_watch(literal), init.add_watch(-literal)

            def propagate(self, control, changes):
                control.add_nogood(changes) and control.propagate()

            def check(self, control):
                self.control = control

        def wrong(self, *arguments):
            kept = arguments
            raise ValueError("mine")

        if "{method}" in ("check", "decide"):
            del Wrong.propagate
        setattr(Wrong, "{method}", wrong)
        for _ in range(3):
            control = clingo.Control(["0"])
            control.add("1 {{ a; b; c }} 2.")
            control.ground()
            control.register_propagator(Wrong())
            try:
                control.solve()
            except ValueError as error:
                kept = error
            else:
                sys.exit("nothing was raised")
            del control, kept
            gc.collect()
        """
    )
    played = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert (played.returncode, played.stderr) == (0, "")


def test_the_collector_may_run_while_a_search_or_a_backend_is_made():
    program = textwrap.dedent(
        """
        import gc

        from groundplan import Control

        control = Control(["0"])
        control.add("base", [], "{a}.")
        control.ground([("base", [])])
        for _ in range(20):
            gc.set_threshold(1, 1, 1)
            handle = control.solve(yield_=True)
            gc.set_threshold(700, 10, 10)
            handle.cancel()
            gc.set_threshold(1, 1, 1)
            backend = control.backend()
            gc.set_threshold(700, 10, 10)
            with backend:
                backend.add_atom()
        """
    )
    played = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert (played.returncode, played.stderr) == (0, "")


def test_what_a_propagator_is_given_is_for_its_call_and_thread():
    seen = []

    class Look:
        def init(self, init):
            self.own = init
            self.literal = init.solver_literal(init.symbolic_atoms[clingo.Function("a")].literal)

        def check(self, control):
            self.control = control
            thread = threading.Thread(target=self.look)
            thread.start()
            thread.join()

        def look(self):
            with pytest.raises(RuntimeError, match="the thread that it was given to"):
                self.control.assignment.value(self.literal)
            seen.append("another thread")

    look = Look()
    made = control("{a}.", "0")
    made.register_propagator(look)
    made.solve()
    assert seen
    for late in (lambda: look.control.add_clause([look.literal]), lambda: look.own.add_clause([look.literal])):
        with pytest.raises(RuntimeError, match="given to"):
            late()


@pytest.mark.parametrize("in_background", [False, True])
def test_a_callback_may_cancel(in_background):
    handles = []

    def on_model(model):
        if model.number == 2:
            handles[0].cancel()

    made = control("{a;b;c}.", "0")
    with made.solve(yield_=True, async_=in_background, on_model=on_model) as handle:
        handles.append(handle)
        assert [model.number for model in handle][:1] == [1]
        assert handle.get().interrupted
    assert made.solve().exhausted


def test_the_last_model_after_cancelling():
    made = control("{a}. b.", "0")
    with made.solve(yield_=True) as handle:
        handle.model().extend([clingo.Function("x")])
        handle.cancel()
        last = handle.last()
        assert clingo.Function("b") in last.symbols(atoms=True)
        assert last.symbols(theory=True) == [clingo.Function("x")]
    made.ground([("base", [])])
    with pytest.raises(RuntimeError, match="this model is no more"):
        last.symbols(atoms=True)


def test_looking_at_the_program_leaves_the_last_model():
    made = control("{a}. b.", "0")
    seen = []
    with made.solve(yield_=True, on_finish=lambda _: seen.append(len(made.symbolic_atoms))) as handle:
        for _ in handle:
            pass
        assert len(made.symbolic_atoms) == 2 and not list(made.theory_atoms)
        assert clingo.Function("b") in handle.last().symbols(atoms=True)
    assert seen == [2]


def test_several_threads_ask_one_handle():
    made = control("{ a(1..6) }.", "0")
    for in_background in (False, True):
        seen = []
        with made.solve(yield_=True, async_=in_background) as handle:
            threads = [threading.Thread(target=lambda: seen.append(handle.model().number)) for _ in range(8)]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
            assert seen == [1] * 8
            assert len(list(handle)) == 63


def test_parts_are_refused_before_anything_is_changed():
    made = clingo.Control(["0"])
    made.add("{a}. #program p(t). b(t).")
    for parts in (["base"], ["p1"], "base", [("base", []), ("p", "x")], [("base", []), ("p", [1])], [("base", []), 3]):
        with pytest.raises((AttributeError, TypeError, ValueError)):
            made.ground(parts)
        assert not len(made.symbolic_atoms)
    made.ground([("base", []), ("p", [clingo.Number(1)])])
    assert made.solve().exhausted


def test_an_engine_at_work_says_so():
    made = control("{a;b}.", "0")
    with made.solve(yield_=True) as handle:
        assert handle.model() is not None
        with pytest.raises(RuntimeError, match="close its handle"):
            made.ground()
    assert made.solve().satisfiable


def test_limits_of_time():
    result = hard().solve(time_limit=0.3)
    assert result.interrupted and result.unknown
    assert hard(time_limit=0.3).solve().interrupted


def test_limits_of_memory():
    assert hard().solve(memory_limit=1).interrupted
    with pytest.raises(MemoryError):
        control("n(0). n(X+1) :- n(X).", memory_limit=1)
    assert control("{a}.", memory_limit=1_000_000).solve().satisfiable


def test_sums_of_propagators():
    class Weigh:
        def init(self, init):
            p = [init.solver_literal(init.symbolic_atoms[clingo.parse_term(f"p({n})")].literal) for n in range(1, 6)]
            c = init.solver_literal(init.symbolic_atoms[clingo.parse_term("c")].literal)
            init.add_weight_constraint(c, [(p[0], -3), (-p[1], 2), (p[2], 4), (p[3], 1), (p[3], 1), (p[4], 0)], 2)

    made = control("{p(1..5); c}.", "0")
    made.register_propagator(Weigh())
    seen = set()

    def on_model(model):
        p = [None] + [model.contains(clingo.parse_term(f"p({n})")) for n in range(1, 6)]
        assert model.contains(clingo.parse_term("c")) == (-3 * p[1] + 2 * (not p[2]) + 4 * p[3] + 2 * p[4] >= 2)
        seen.add(str(model))

    made.solve(on_model=on_model)
    assert len(seen) == 32


def test_what_is_missing_names_the_alternative():
    with pytest.raises(NotImplementedError, match="assumptions"):
        clingo.Control(["--compute=3"])


def test_ground_programs_are_written_as_their_kind_says(tmp_path):
    def written(*arguments):
        control = clingo.Control()
        control.add("{a}. b :- c. c :- b. b :- a.")
        control.register_backend(arguments[0], str(tmp_path / "ground"), False, *arguments[1:])
        control.ground()
        control.solve()
        return (tmp_path / "ground").read_text()

    # clingo 5.8 writes aspif.
    assert written(BackendType.Smodels).startswith("90 0\n")
    for sccs, steps in ((False, False), (True, False), (False, True), (True, True)):
        # clingo 5.8 takes each of the two for the other.
        text = written(BackendType.Reify, sccs, steps)
        assert ("scc(" in text, "literal_tuple(0,0)" in text) == (sccs, steps)
    with pytest.raises(RuntimeError, match="could not be opened"):
        clingo.Control().register_backend(BackendType.Aspif, str(tmp_path / "none" / "file"))


def test_unknown_keys_list_the_known_ones():
    with pytest.raises(AttributeError, match="opt_mode"):
        clingo.Control().configuration.solve.modles = 3
    # Draco sets it.
    clingo.Control().configuration.solve.quiet = 1


def test_many_symbols_are_quick():
    made = control("p(1..100000).")
    with made.solve(yield_=True) as handle:
        model = handle.model()
        start = time.process_time()
        assert len(model.symbols(shown=True)) == 100000
        assert time.process_time() - start < 2


def test_deep_terms():
    term = clingo.Number(1)
    for _ in range(100_000):
        term = clingo.Function("f", [term])
    assert str(term).endswith("1" + ")" * 100_000)
    assert term == term and not term < term
    del term


def test_clauses_after_many_models():
    made = control("{ a(1..8) }.", "0")
    seen = []

    def on_model(model):
        seen.append(str(model))
        if len(seen) == 50:
            model.context.add_clause([(clingo.Function("a", [clingo.Number(1)]), True)])

    made.solve(on_model=on_model)
    assert len(seen) == len(set(seen))
    assert all("a(1)" in model for model in seen[50:])
    assert len({model for model in seen if "a(1)" in model}) == 128


def test_trees_of_what_is_no_program():
    """The message is the diagnostic, and the logger gets it, too; nothing of the text is told."""
    told, heard = [], []
    with pytest.raises(RuntimeError, match=r"<string>:2:(.|\n)*\^"):
        ast.parse_string("a.\nb(1.", told.append, logger=lambda code, message: heard.append(code))
    assert not told and heard == [clingo.MessageCode.RuntimeError]


def test_nodes_say_what_they_take():
    place = ast.Location(ast.Position("x", 1, 1), ast.Position("x", 1, 2))
    with pytest.raises(TypeError, match="Variable.name is a text, not int"):
        ast.Variable(place, 3)
    with pytest.raises(AttributeError, match="Variable has no attribute `nme`"):
        ast.Variable(place, "X").nme = "Y"
    with pytest.raises(RuntimeError, match="Variable is none"):
        with ast.ProgramBuilder(clingo.Control()) as builder:
            builder.add(ast.Variable(place, "X"))
    with pytest.raises(RuntimeError, match="head literal expected, not a node Id"):
        with ast.ProgramBuilder(clingo.Control()) as builder:
            builder.add(ast.Rule(place, ast.Id(place, "a"), []))


def test_messages_about_nodes_say_where_these_are():
    """A node that was read points into its text, and one that was made is shown at its own place."""

    def refused(*changes, place=None):
        control = clingo.Control(logger=lambda code, message: heard.append(message))
        heard = []

        def add(statement):
            if statement.ast_type is ast.ASTType.Rule:
                for change in changes:
                    statement = change(statement)
            builder.add(statement)

        with ast.ProgramBuilder(control) as builder:
            ast.parse_string("a.\nb(1).\n  c(X) :- not b(X).", add)
        with pytest.raises(RuntimeError):
            control.ground()
        return heard[-1]

    read = refused(lambda rule: rule.update(body=list(rule.body)))
    assert "<string>:3:5" in read and "c(X) :- not b(X)." in read
    place = ast.Location(ast.Position("made.lp", 7, 4), ast.Position("made.lp", 7, 9))
    made = refused(lambda rule: ast.Rule(place, rule.head, rule.body))
    assert "made.lp:7:4" in made and "c(X) :- not b(X)." in made


def test_explanations_of_nodes_that_no_text_reads_as():
    place = ast.Location(ast.Position("x", 1, 1), ast.Position("x", 1, 2))
    symbol = ast.Function(place, "Odd name", [], 0)
    control = clingo.Control()
    with ast.ProgramBuilder(control) as builder:
        builder.add(ast.Rule(place, ast.Literal(place, 0, ast.SymbolicAtom(symbol)), []))
        ast.parse_string(":- x. x.", builder.add)
    assert control.explain() is not None


def test_nodes_are_copied_by_pickle():
    statements = []
    ast.parse_string("p(X,1) :- not q(X), 1 { r : s }.", statements.append)
    again = pickle.loads(pickle.dumps(statements))
    assert again == statements and [it.location for it in again] == [it.location for it in statements]


def test_trees_of_many_facts_are_quick():
    """Time grows with the text, also where all of it is one line."""
    count = []
    began = time.process_time()
    ast.parse_string("p(1,a). " * 20000, count.append)
    assert len(count) == 20001 and time.process_time() - began < 20


def test_trees_of_the_least_number():
    found = []
    ast.parse_string("p(-9223372036854775808, -9223372036854775807).", lambda statement: found.append(str(statement)))
    assert found[1] == "p(-9223372036854775808,-9223372036854775807)."


def test_nodes_that_nest_deeply():
    """They can be made and forgotten; who goes through all of them says that it is too much."""
    place = ast.Location(ast.Position("x", 1, 1), ast.Position("x", 1, 2))
    node = ast.Variable(place, "X")
    for _ in range(100000):
        node = ast.UnaryOperation(place, ast.UnaryOperator.Minus, node)
    for walk in (str, hash, copy.deepcopy):
        with pytest.raises(RecursionError):
            walk(node)
    del node
    found = []
    ast.parse_string(f"p({'+'.join(['1'] * 5000)}).", found.append)
    with pytest.raises(RecursionError):
        str(found[1])


def test_nodes_are_changed_by_what_looks_at_them():
    found = []
    ast.parse_string("a :- b, c.", found.append)
    rule = found[1]
    assert str(rule.update(body=(literal for _ in range(2) for literal in rule.body))) == "a :- b; c; b; c."
    rule.body = (literal for _ in range(1) for literal in reversed(rule.body))
    assert str(rule) == "a :- c; b."


def test_numbers_that_stand_for_nothing():
    place = ast.Location(ast.Position("x", 1, 1), ast.Position("x", 1, 2))
    with pytest.raises(ValueError, match="7 stands for none of - ~"):
        str(ast.UnaryOperation(place, 7, ast.Variable(place, "X")))


def test_terms_too_deep_for_trees():
    deep = "f(" * 5000 + "1" + ")" * 5000
    with pytest.raises(NotImplementedError, match="nest so deeply"):
        ast.parse_string(f"p({deep}).", lambda statement: None)


def test_it_is_a_command_that_runs_scripts(tmp_path):
    program = tmp_path / "p.lp"
    program.write_text(
        "#script (python)\nfrom clingo import Number\ndef double(x): return Number(2 * x.number)\n#end.\np(@double(3)). { q }.\n"
    )
    words = [sys.executable, "-m", "groundplan", str(program), "0", "--outf=0", "-q0"]
    run = subprocess.run(words, capture_output=True, text=True)
    assert run.returncode == 30, run.stderr
    shown = [sorted(line.split()) for line in run.stdout.splitlines() if "p(6)" in line]
    assert sorted(shown) == [["p(6)"], ["p(6)", "q"]]
    assert "Models       : 2" in run.stdout and run.stderr == ""
    wrong = subprocess.run([sys.executable, "-m", "groundplan", "--nonsense"], capture_output=True, text=True)
    assert (wrong.returncode, wrong.stdout) == (64, "")
    assert "`solve` has no option `--nonsense`" in wrong.stderr


def test_libraries_for_clingo_are_known_by_name(tmp_path):
    for name in ("clingodl", "clingcon"):
        (tmp_path / f"{name}.py").write_text("")
        alone = f"import groundplan, {name}"
        assert subprocess.run([sys.executable, "-c", alone], cwd=tmp_path).returncode == 0
    start = "import sys, groundplan\nsys.modules['clingo'] = groundplan\nimport clingo\n"
    for name, own, theory in (("clingodl", "dl", "ClingoDLTheory"), ("clingcon", "clingcon", "ClingconTheory")):
        replaced = start + f"import {name}\nassert {name}.{theory} is groundplan.{own}.{theory}"
        assert subprocess.run([sys.executable, "-c", replaced], cwd=tmp_path).returncode == 0


@pytest.mark.parametrize("first", ["groundplan.con", "groundplan.clingcon", "clingo.con", "clingcon"])
def test_integer_constraints_have_a_short_name(first):
    # Without a file of that name, which Windows would refuse.
    start = "import sys, groundplan\nsys.modules['clingo'] = groundplan\n"
    names = ["groundplan.con", "groundplan.clingcon", "clingo.con", "clingo.clingcon", "clingcon"]
    rest = "".join(f"import {name}\nassert {name} is groundplan.clingcon\n" for name in [first, *names])
    spec = "assert groundplan.con.__spec__.name == groundplan.con.__name__ == 'groundplan.clingcon'\n"
    assert subprocess.run([sys.executable, "-c", start + rest + spec]).returncode == 0


def test_values_of_difference_constraints_need_no_theory():
    made = control("{ a }. &diff { x-y } <= -3 :- a. &diff { y-x } <= -2 :- not a.", "0")
    found = []
    made.solve(on_model=lambda model: found.append([str(model), sorted(map(str, model.symbols(theory=True)))]))
    assert sorted(found) == [["", ["dl(x,2)", "dl(y,0)"]], ["a", ["dl(x,0)", "dl(y,3)"]]]


def test_clingo_dl_is_not_tuned_to_reals():
    theory = clingo.dl.ClingoDLTheory()
    theory.configure("rdl", "no")
    with pytest.raises(NotImplementedError, match="variables are integers"):
        theory.configure("rdl", "yes")


class Alarmed(Exception):
    """What a handler of a signal raises."""


GROWING = "n(0). n(X+1) :- n(X), X < 100000000."


@pytest.fixture
def alarmed():
    """Has a handler of SIGALRM raise an exception soon; gives the time of it."""
    rang = []

    def ring(number, frame):
        rang.append(time.process_time())
        raise Alarmed

    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, 0.2)
    yield rang
    signal.setitimer(signal.ITIMER_REAL, 0)
    signal.signal(signal.SIGALRM, before)


def test_a_handler_of_a_signal_ends_grounding(alarmed):
    made = clingo.Control()
    made.add(GROWING)
    with pytest.raises(Alarmed):
        made.ground()
    assert time.process_time() < alarmed[0] + 0.5


@pytest.mark.parametrize("how", [{}, {"yield_": True}, {"async_": True}, {"yield_": True, "async_": True}], ids=str)
def test_a_handler_of_a_signal_ends_a_search(alarmed, how):
    made = hard()
    with pytest.raises(Alarmed):
        handle = made.solve(**how)
        with handle:
            handle.get()
    assert time.process_time() < alarmed[0] + 0.5
    made.configuration.solve.solve_limit = "1"
    assert not made.solve().interrupted


def test_a_handler_that_raises_nothing_ends_nothing():
    rang = []
    before = signal.signal(signal.SIGALRM, lambda number, frame: rang.append(number))
    signal.setitimer(signal.ITIMER_REAL, 0.01, 0.01)
    try:
        assert control(PIGEONS, "--symmetry=no").solve().unsatisfiable
        made = control("n(0). n(X+1) :- n(X), X < 100000.")
        assert len(made.symbolic_atoms) == 100001
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    assert rang


def test_a_held_handle_whose_call_raised_interrupts_no_later_search():
    made = control("{a}.", "0")

    def fail(model):
        raise Alarmed

    handle = made.solve(on_model=fail, yield_=True)
    with pytest.raises(Alarmed):
        handle.get()
    assert made.solve().satisfiable
    del handle


def test_a_program_ends_while_it_searches():
    program = f"""
        import groundplan
        control = groundplan.Control(["0", "--symmetry=no"])
        control.add({HARD!r})
        control.ground()
        handle = control.solve(async_=True, on_model=print)
        print("the end", flush=True)
    """
    # Several at once, so that the threads of some do not run when Python ends.
    started = [
        subprocess.Popen(
            [sys.executable, "-c", textwrap.dedent(program)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )
        for _ in range(12)
    ]
    for program in started:
        try:
            output, errors = program.communicate(timeout=60)
        except subprocess.TimeoutExpired:
            program.kill()
            raise
        assert program.returncode == 0 and output == "the end\n", errors


def test_many_programs_are_added_in_linear_time():
    def seconds(count):
        made = clingo.Control()
        start = time.process_time()
        for number in range(count):
            made.add("base", [], f"p({number}).")
        made.ground()
        return time.process_time() - start

    seconds(500)
    assert seconds(16000) < 16 * seconds(4000) + 0.5


def test_a_logger_is_told_what_clingo_tells():
    told = []
    made = clingo.Control(logger=lambda code, message: told.append(code.name))
    made.add("p(1). p(1,2). d(mon). s(1) :- d(Mon). q(X) :- p(X), X < c. s(X) :- d(Mon), X = Mon. a(X) :- b(X,Y). b(1,2).")
    made.ground()
    assert told == []
    made = clingo.Control(["-W", "spelling"], logger=lambda code, message: told.append(code.name))
    made.add("d(mon). s(1) :- d(Mon).")
    made.ground()
    assert told == ["Other"]


@pytest.mark.skipif(not hasattr(os, "fork"), reason="processes are not forked here")
@pytest.mark.parametrize("before", ["nothing", "cancel", "exit"])
@pytest.mark.parametrize("call", ["get", "model", "wait", "solve", "ground"])
def test_a_search_that_runs_in_the_process_before_a_fork(call, before):
    """It cannot go on in the fork, which does not have its thread."""
    made = hard()
    with made.solve(yield_=True, async_=True) as handle:
        calls = {
            "get": handle.get,
            "model": handle.model,
            "wait": lambda: handle.wait(30),
            "solve": made.solve,
            "ground": made.ground,
        }
        time.sleep(0.2)
        reading, writing = os.pipe()
        child = os.fork()
        if child == 0:
            signal.alarm(20)
            if before == "cancel":
                handle.cancel()
            elif before == "exit":
                handle.__exit__(None, None, None)
            try:
                said = str(calls[call]())
            except RuntimeError as error:
                said = str(error)
            os.write(writing, said.encode())
            os._exit(0)
        os.close(writing)
        with os.fdopen(reading) as pipe:
            said = pipe.read()
        assert os.waitpid(child, 0)[1] == 0
        if before != "nothing" and call in ("get", "model", "wait"):
            # Its end is known.
            assert said in ("UNKNOWN", "None", "True")
        else:
            assert said.startswith("the search runs only in the process that this one is a fork of"), said
        handle.cancel()


def test_a_search_that_goes_on_in_a_fork():
    """A search that no thread was at work on goes on in the fork, from the answer set that was waited for."""
    made = control("{a(1..3)}.", "0")
    with made.solve(yield_=True, async_=True) as handle:
        handle.wait()
        reading, writing = os.pipe()
        child = os.fork()
        if child == 0:
            signal.alarm(20)
            count = sum(1 for _ in handle)
            handle.__exit__(None, None, None)
            made.solve()
            os.write(writing, str(count).encode())
            os._exit(0)
        os.close(writing)
        with os.fdopen(reading) as pipe:
            assert pipe.read() == "7"
        assert os.waitpid(child, 0)[1] == 0
        assert sum(1 for _ in handle) == 7


def test_a_constant_whose_value_a_function_gives():
    """To ask for it ends."""
    made = clingo.Control(logger=lambda code, message: None)
    made.add("#const n = @f(1). p(n).")
    made.get_const("n")
