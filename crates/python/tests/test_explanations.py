"""Conflicts, repairs and justifications, compared with what brute force and clingo say of random programs."""

import contextlib
import functools
import itertools
import os
import random
import re
import signal
import threading

import clingo as reference
import groundplan as clingo
import pytest

# Edges of a complete graph, of which an odd number is at each of its 15 vertices: counting does not show that there are none
# (Tseitin 1968).
HARD = """
{ e(X,Y) : Y = X+1..15 } :- X = 1..15.
:- X = 1..15, { e(X,Y) : Y = X+1..15; e(Y,X) : Y = 1..X-1 } = 2*K, K = 0..7.
"""


def control(text, *arguments):
    made = clingo.Control(list(arguments))
    made.add(text)
    return made


def term(text):
    return clingo.parse_term(text)


# -- conflicts and repairs ---------------------------------------------------


class Random:
    """A random program, a statement a line: facts, definitions, choices and constraints, and perhaps an assumption."""

    def __init__(self, seed):
        self.draw = random.Random(seed)
        self.atoms = list("abcdef")
        self.facts = self.draw.sample(self.atoms, self.draw.randint(1, 3))
        rest = [atom for atom in self.atoms if atom not in self.facts]
        self.hard = [f"{{ {self.draw.choice(rest)} }}."]
        self.hard += [f"{self.draw.choice(rest)} :- {self.body()}." for _ in range(3)]
        self.constraints = [f":- {self.body()}." for _ in range(self.draw.randint(2, 4))]
        self.assumed = None
        if self.draw.random() < 0.4:
            self.assumed = (self.draw.choice(rest), self.draw.random() < 0.5)
        self.lines = [f"{fact}." for fact in self.facts] + self.hard + self.constraints

    def body(self):
        atoms = self.draw.sample(self.atoms, self.draw.randint(1, 2))
        return ", ".join(self.draw.choice(["", "", "not "]) + atom for atom in atoms)

    @property
    def text(self):
        return "\n".join(self.lines)

    @property
    def assumptions(self):
        return [(clingo.Function(self.assumed[0]), self.assumed[1])] if self.assumed else []

    @property
    def members(self):
        """What may be left out, by its line; the assumption is line 0."""
        count = len(self.facts) + len(self.hard)
        lines = [*range(1, len(self.facts) + 1), *range(count + 1, len(self.lines) + 1)]
        return frozenset(lines + [0] * bool(self.assumed))

    def consistent(self):
        """The sets of members beside which there is an answer set, as clingo finds them. A fact that is left out may hold."""
        program = [f"{{ keep({line}) }}." for line in self.members] + self.hard + ["#show keep/1."]
        for line in self.members - {0}:
            statement = self.lines[line - 1]
            if statement.startswith(":-"):
                program.append(f"{statement[:-1]}, keep({line}).")
            else:
                program.append(f"{statement[:-1]} :- keep({line}). {{ {statement[:-1]} }} :- not keep({line}).")
        if self.assumed:
            atom, holds = self.assumed
            program.append(f":- keep(0), {'not ' if holds else ''}{atom}.")
        asked = reference.Control(["0", "--project=show"])
        asked.add("\n".join(program))
        asked.ground()
        found = set()
        asked.solve(on_model=lambda it: found.add(frozenset(atom.arguments[0].number for atom in it.symbols(shown=True))))
        return found

    def has_answer_set(self, left_out):
        """Whether the program itself has an answer set without these members."""
        asked = reference.Control()
        asked.add("\n".join(line for number, line in enumerate(self.lines, 1) if number not in left_out))
        asked.ground()
        assumed = self.assumed if 0 not in left_out else None
        given = [(reference.Function(assumed[0]), assumed[1])] if assumed else []
        return asked.solve(assumptions=given).satisfiable


def named(causes):
    """The members that causes name."""
    return frozenset(0 if cause.statement is None else cause.statement.line for cause in causes)


def minimal_conflicts(members, consistent):
    found = []
    for size in range(len(members) + 1):
        for chosen in map(frozenset, itertools.combinations(sorted(members), size)):
            if not any(chosen <= more for more in consistent) and not any(less <= chosen for less in found):
                found.append(chosen)
    return set(found)


def test_conflicts_and_repairs_are_those_of_brute_force():
    counts = []
    for seed in range(60):
        program = Random(seed)
        members, consistent = program.members, program.consistent()
        expected = minimal_conflicts(members, consistent)
        asked = control(program.text)
        search = asked.conflicts(assumptions=program.assumptions)
        assert not search.is_complete
        found = list(search)
        assert search.is_complete and search.unfinished is None
        assert all(conflict.is_minimal for conflict in found)
        sets = [named(conflict) for conflict in found]
        assert len(sets) == len(set(sets)) and set(sets) == expected, program.text
        for conflict in found:
            for cause in conflict:
                if cause.statement is None:
                    assert cause.kind == "assumption"
                else:
                    assert cause.text == cause.statement.text == program.lines[cause.statement.line - 1]
                    assert cause.kind == ("constraint" if cause.text.startswith(":-") else "fact")
        one = asked.explain(assumptions=program.assumptions)
        assert (one is None) == (not expected)
        assert one is None or (one.is_minimal and named(one) in expected)
        counts.append(len(expected))
        if not consistent:
            with pytest.raises(ValueError, match="there is no repair"):
                asked.repair(assumptions=program.assumptions)
            continue
        repair = asked.repair(assumptions=program.assumptions)
        left_out = named(repair)
        assert repair.is_smallest
        assert len(left_out) == len(members) - max(map(len, consistent)), program.text
        assert any(members - left_out <= more for more in consistent), program.text
        assert repair.is_verified == program.has_answer_set(left_out), program.text
    assert sum(count > 0 for count in counts) >= 20 and sum(count > 1 for count in counts) >= 8


def test_conflicts_print_and_have_instances():
    asked = control("p(1..2). q(1).\nr(X) :- p(X), q(X).\n:- r(X).")
    conflict = asked.explain(instances=True)
    assert "<block>:1:1" in str(conflict) and "with X = 1" in str(conflict)
    constraint = [cause for cause in conflict if cause.kind == "constraint"]
    assert constraint[0].instances == ({"X": clingo.Number(1)},)
    assert str(constraint[0]) == "<block>:3:1: :- r(X)."
    assert control("a.").explain() is None
    assert list(control("a.").repair()) == []
    assert "nothing has to be left out" in str(control("a.").repair())


def test_counting():
    asked = control("guest(1..3). bed(red; blue). { in(G, B) : bed(B) } = 1 :- guest(G). :- in(G, B), in(H, B), G < H.")
    conflict = asked.explain()
    assert conflict.counting == "3 of `guest` (1, 2 and 3) need 3 of `bed`, and there are 2: blue and red"
    assert str(conflict).startswith("note: counting: 3 of `guest`")
    assert "Counting: 3 of `guest` (1, 2 and 3) need 3 of `bed`, and there are 2" in conflict._repr_html_()
    assert control("{ a }. :- a. :- not a.").explain().counting is None


def test_odd_loops():
    text = "a :- not b. b :- not c. c :- not a."
    conflict = control(text).explain()
    assert conflict.causes == () and conflict.has_more and bool(conflict)
    steps = [(str(step.atom), step.depends_on) for step in conflict.odd_loops[0]]
    assert steps == [("a", "not b"), ("b", "not c"), ("c", "not a")]
    assert "odd loop" in str(conflict) and "definitions" in str(conflict)
    search = control(text).conflicts()
    assert search.odd_loops == ()
    assert len(list(search)) == 1 and search.odd_loops == conflict.odd_loops
    everything = control(text).explain(soft=["constraints", "facts", "definitions"])
    assert {cause.kind for cause in everything} == {"rule", "support"}


def test_a_repair_that_needs_more_than_it_leaves_out():
    repair = control("{ a }. b :- a.\n:- not b.\n:- a.").repair()
    assert [cause.text for cause in repair] in ([":- not b."], [":- a."]) and repair.is_verified
    alone = control("zone(1..3).\nvalid(T) :- zone(T).\n:- zone(2).\n:- not valid(3).").repair(soft=["facts"])
    assert alone.is_smallest and [cause.text for cause in alone] == ["zone(1..3)."]
    assert alone.is_verified is False and "what they support is missing" in str(alone)


# -- justifications ----------------------------------------------------------

ATOM = re.compile(r"(not )?([a-z]\w*(?:\([\w,]*\))?)")


def random_rules(draw):
    """Rules a line, with variables: each begins with what binds them."""
    lines = [f"n({number})." for number in range(1, 4)]
    lines += [f"e({draw.randint(1, 3)},{draw.randint(1, 3)})." for _ in range(4)]
    lines += ["{ c(X) } :- n(X).", "{ d(X,Y) } :- e(X,Y)."]
    for head in ("p(X)", "q(X)", "p(Y)", "r(X,Y)", "s"):
        body = ["e(X,Y)"]
        body += draw.sample(["c(X)", "d(X,Y)", "not c(Y)", "p(X)", "q(Y)", "r(Y,X)", "not d(Y,X)"], draw.randint(1, 2))
        lines.append(f"{head} :- {', '.join(body)}.")
    lines.append("t(X) :- n(X), p(X), not u(X).")
    lines.append("u(X) :- n(X), not t(X).")
    return list(dict.fromkeys(lines))


def substituted(text, values):
    return re.sub(r"\b[A-Z]\b", lambda found: str(values.get(found[0], found[0])), text)


def parsed(statement, values):
    """Head and body of an instance of a rule: the head's atom, and the body's literals as sign and atom."""
    head, _, body = substituted(statement, values).rstrip(".").partition(" :- ")
    literals = [(not sign, atom) for sign, atom in ATOM.findall(body)]
    return head.strip("{} "), literals


def check_derivation(justification, lines, model):
    """Checks from the derivation alone that it derives the atom, and with the model that nothing in it is false."""
    assert justification.derivation[0].atom == justification.atom
    derived, left = set(), list(justification)
    while left:
        ready = [it for it in left if any(derived.issuperset(support.atoms) for support in it.supports)]
        assert ready, f"it rests on itself: {justification}"
        derived.update(it.atom for it in ready)
        left = [it for it in left if it not in ready]
    for node in justification:
        assert not node.by_cases and str(node.atom) in model
        assert justification[node.atom] is node
        for support in node.supports:
            assert support.statement.text == lines[support.statement.line - 1]
            head, literals = parsed(support.statement.text, support.values)
            assert head == str(node.atom)
            assert {atom for positive, atom in literals if positive} == set(map(str, support.atoms))
            assert all(atom not in model for positive, atom in literals if not positive)
            rests_on = [str(premise.atoms[0]) if premise.atoms else premise.text for premise in support.body]
            assert all(premise.reason for premise in support.body if not premise.atoms)
            assert rests_on == list(dict.fromkeys(("" if positive else "not ") + atom for positive, atom in literals))


def instances(statement):
    variables = sorted(set(re.findall(r"\b[A-Z]\b", statement)))
    for values in itertools.product((1, 2, 3), repeat=len(variables)):
        yield dict(zip(variables, map(str, values)))


def holds(statement, values, model):
    _, literals = parsed(statement, values)
    return all((atom in model) == positive for positive, atom in literals)


def check_failures(justification, lines, model):
    """Checks that each rule that could derive the atom is there, and that what is said to fail does."""
    atom = str(justification.atom)
    able = [line for line in lines if any(parsed(line, values)[0] == atom for values in instances(line))]
    assert [rule.statement.text for rule in justification.rules] == [it for it in able if " :- " in it]
    for rule in justification.rules:
        known = {name: str(value) for name, value in rule.values.items()}
        for values in instances(rule.statement.text):
            if known.items() <= values.items() and not rule.statement.text.startswith("{"):
                assert not holds(rule.statement.text, values, model)
        check_failure(rule.failure, model)


def check_failure(failure, model):
    if failure.cases:
        for _, inner in failure.cases:
            check_failure(inner, model)
        return
    assert failure.reason
    if failure.literal is not None and not re.search(r"\b[A-Z]\b", failure.literal):
        ((sign, atom),) = ATOM.findall(failure.literal)
        assert (atom in model) == bool(sign)


def test_justifications_of_random_atoms_hold_by_themselves():
    checked = {True: 0, False: 0}
    for seed in range(40):
        draw = random.Random(seed)
        lines = random_rules(draw)
        text = "\n".join(lines)
        asked = control(text, f"--seed={seed}", "--rand-freq=1")
        asked.ground()
        with asked.solve(yield_=True) as handle:
            model = handle.model()
            symbols = model.symbols(atoms=True)
        atoms = set(map(str, symbols))
        numbers = range(1, 4)
        named = [f"{name}({x})" for name in "cpqtu" for x in numbers] + ["s"]
        named += [f"{name}({x},{y})" for name in "dr" for x in numbers for y in numbers]
        for atom in draw.sample(named, 12):
            found = asked.justify(term(atom), model=symbols, instances=draw.random() < 0.5)
            assert found.holds == (atom in atoms) and str(found.atom) == atom, text
            assert str(found).startswith(f"{atom} is {'true' if found.holds else 'false'}")
            checked[found.holds] += 1
            if found.holds:
                check_derivation(found, lines, atoms)
            else:
                check_failures(found, lines, atoms)
    assert min(checked.values()) >= 80 and sum(checked.values()) == 480


def test_the_answer_set_that_is_justified():
    asked = control("{ a; b } = 1. c :- a. c :- b.", "0")
    asked.ground()
    with asked.solve(yield_=True) as handle:
        chosen = {}
        for model in handle:
            # The model itself may be given while it is at hand.
            chosen[str(model)] = asked.justify("c", model=model).derivation[1].atom
    assert chosen == {"a c": term("a"), "b c": term("b")}
    assert asked.justify("c", assumptions=[(term("a"), False)]).derivation[1].atom == term("b")
    with pytest.raises(ValueError, match="no answer set of the texts"):
        asked.justify("c", model=[term("c")])
    with pytest.raises(ValueError, match="no answer set of the texts"):
        asked.justify("c", model=[term("x")])
    best = control("{ a; b } = 1. #minimize { 2 : a; 1 : b }.")
    assert best.justify("b").holds and best.justify("b").is_optimal
    assert control("a. :- a.").justify("a") is None


def test_a_text_is_read_with_the_constants_of_the_program():
    asked = control("#const n = 3. { on(1..n) }. :- not on(n). n.", "-c", "m=n-1")
    found = asked.justify("on(n)")
    assert found.holds and found.atom == term("on(3)")
    assert asked.justify("on(m)", assumptions=[(term("on(2)"), True)]).atom == term("on(2)")
    assert asked.justify("n").holds


def test_values_of_integer_variables():
    asked = control("#const least = 3. &dom { 0..9 } = f(X) :- X = 1..2. &sum { f(1) } >= least. &sum { f(1); 2 } <= f(2). &minimize { f(2) }.")
    found = asked.justify("f(2)=5")
    assert found.holds and found.is_optimal and found.reason is None and found.rules == ()
    assert str(found.atom) == "f(2)=5" and str(found) == str(asked.justify("f(2)"))
    assert str(found).startswith("f(2)=5 is true\n    f(2) >= 5\n")
    assert [support.kind for derived in found.derivation[:1] for support in derived.supports] == ["value"]
    assert asked.justify("f(1)=least").holds and asked.justify(found.atom).holds
    other = asked.justify("f(2)=6")
    assert (other.holds, other.rules, other.reason) == (False, (), "its value is 5: ask for `f(2)=5`")
    assert "its value is 5" in other._repr_html_()
    assert asked.justify("g=6").reason == "there is no integer variable `g`"
    for text in ("f(2)=x", "f(X)=3", "f(2) 3"):
        with pytest.raises(RuntimeError):
            asked.justify(text)


def test_aggregates_externals_functions_and_what_was_perhaps_meant():
    class Context:
        def twice(self, number):
            return clingo.Number(2 * number.number)

    text = "p(1..3). q(@twice(2)). many :- 2 <= #sum { X : p(X) }. go :- many, on.\n#external on."
    asked = control(text)
    asked.ground(context=Context())
    found = asked.justify("many", context=Context())
    (premise,) = found[term("many")].supports[0].body
    assert premise.reason == "its value is 6"
    assert [element.text for element in premise.elements] == ["1", "2", "3"]
    assert set(premise.atoms) == {term("p(1)"), term("p(2)"), term("p(3)")} == {it.atom for it in found.derivation[1:]}
    fact = found[term("p(2)")].supports[0]
    assert fact.kind == "fact" and fact.statement.text == "p(1..3)."
    assert asked.justify("q(4)", context=Context()).holds
    assert asked.explain(context=Context()) is None
    asked.assign_external(term("on"), True)
    with asked.solve(yield_=True) as handle:
        symbols = handle.model().symbols(atoms=True)
    found = asked.justify("go", context=Context(), model=symbols)
    assert found[term("on")].supports[0].kind == "external"
    assert asked.justify("may(1)", context=Context()).suggestion is None
    unknown = control("node(1). edge(1,2).").justify("nod(1)")
    assert not unknown.holds and unknown.suggestion == "node/1" and "did you mean" in str(unknown)


# -- limits, interrupts and errors -------------------------------------------


@contextlib.contextmanager
def interrupting(asked):
    """Interrupts a control again and again, from another thread, which says when it has run."""
    done, has_run = threading.Event(), threading.Event()

    def interrupt():
        while not done.wait(0.2):
            has_run.set()
            asked.interrupt()

    thread = threading.Thread(target=interrupt)
    thread.start()
    try:
        yield has_run
    finally:
        done.set()
        thread.join()


def test_limits_end_a_question():
    asked = control(HARD, "--symmetry=no")
    repair = functools.partial(asked.repair, soft=["facts"])
    for ask in (asked.explain, repair, functools.partial(asked.justify, "a")):
        with pytest.raises(TimeoutError, match="the explanation has reached its time limit"):
            ask(time_limit=0.3)
        with pytest.raises(MemoryError):
            ask(memory_limit=1)
    # Without the constraint there is an answer set, but whether there is one with it is not known.
    some = asked.repair(time_limit=3)
    assert len(some.causes) == 1 and not some.is_smallest and some.is_verified is None
    assert "perhaps fewer are enough" in str(some)
    search = asked.conflicts(time_limit=0.3)
    assert list(search) == [] and not search.is_complete
    assert next(search, None) is None
    # Two conflicts: the small one is found, perhaps not proven to be minimal.
    both = control(HARD + "a. :- a, e(1,2). :- a, not e(1,2).", "--symmetry=no")
    some = both.conflicts(time_limit=1)
    found = list(some)
    assert not some.is_complete
    assert all(conflict.is_minimal for conflict in found)
    assert some.unfinished is None or not some.unfinished.is_minimal and "perhaps fewer" in str(some.unfinished)
    endless = control("n(0). n(X+1) :- n(X).")
    for ask in (endless.explain, endless.conflicts, endless.repair, functools.partial(endless.justify, "a")):
        with pytest.raises(TimeoutError):
            ask(time_limit=0.2)


def test_an_enumeration_that_was_not_finished_says_so():
    pairs = "".join(f"x({n},1..1). x({n},2). p({n}) :- x({n},_).\n" for n in range(1, 8))
    search = control(pairs + ":- p(1), p(2), p(3), p(4), p(5), p(6), p(7).").conflicts()
    some = list(itertools.islice(search, 5))
    assert len({named for conflict in some for named in [tuple(map(str, conflict))]}) == 5
    assert not search.is_complete
    assert len(list(search)) == 2**7 - 5 and search.is_complete


@pytest.mark.parametrize("way", ["explain", "conflicts", "repair", "justify"])
def test_ctrl_c_and_interrupt_end_a_question(way):
    asked = control(HARD, "--symmetry=no")

    def ask():
        if way == "conflicts":
            return list(asked.conflicts())
        named = {"justify": {"atom": "a"}, "repair": {"soft": ["facts"]}}.get(way, {})
        return getattr(asked, way)(**named)

    timer = threading.Timer(0.5, lambda: os.kill(os.getpid(), signal.SIGINT))
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        ask()
    timer.join()
    if way == "conflicts":
        search = asked.conflicts()
        with interrupting(asked):
            assert list(search) == [] and not search.is_complete
    else:
        with interrupting(asked), pytest.raises(RuntimeError, match="interrupted"):
            ask()
    asked.add("easy", [], "b.")
    assert asked.justify("b", parts=[("easy", [])]).holds


def test_a_search_goes_on_when_an_explanation_ends():
    asked = control(HARD, "--symmetry=no")
    asked.ground()
    with asked.solve(async_=True) as handle:
        for _ in range(2):
            with pytest.raises(TimeoutError):
                asked.explain(time_limit=0.2)
        assert not handle.wait(0)
        # It ends what is at work: the explanation, and the search.
        with interrupting(asked), pytest.raises(RuntimeError, match="interrupted"):
            asked.explain()
        assert handle.get().interrupted
    # An interrupted explanation leaves the next search alone.
    easy = control("a. :- a.")
    easy.ground()
    search = easy.conflicts()
    easy.interrupt()
    assert list(search) == [] and not search.is_complete
    assert easy.solve().unsatisfiable
    easy.interrupt()
    assert len(list(easy.conflicts())) == 1
    assert easy.solve().interrupted


def test_other_threads_run_meanwhile():
    asked = control(HARD, "--symmetry=no")
    with interrupting(asked) as has_run, pytest.raises(RuntimeError, match="interrupted"):
        asked.explain()
    assert has_run.is_set()


def test_wrong_questions_are_refused():
    asked = control("a. { b }.")
    with pytest.raises(ValueError, match="there is no kind rules of statements"):
        asked.conflicts(soft=["rules"])
    for ask in (asked.explain, asked.conflicts, asked.repair, functools.partial(asked.justify, "a")):
        with pytest.raises(TypeError, match="give the atom"):
            ask(assumptions=[1])
    with pytest.raises(RuntimeError, match="expected the end of the term"):
        asked.justify("a :- b")
    with pytest.raises(ValueError, match="need no assumptions"):
        asked.justify("a", model=[], assumptions=[(term("a"), True)])
    ground = control("asp 1 0 0\n1 0 0 0 0\n0\n")
    for ask in (ground.explain, ground.conflicts, ground.repair, lambda: ground.justify("a")):
        with pytest.raises(RuntimeError, match="a ground program has no statements"):
            ask()
    wrong = clingo.Control()
    wrong.add("p(X).")
    with pytest.raises(RuntimeError, match="unsafe"):
        wrong.conflicts()


def test_later_parts_and_constants():
    asked = control("p(1..n).\n#program step(t). :- p(t).", "-c", "n=2")
    asked.ground()
    assert asked.explain() is None
    parts = [("base", []), ("step", [clingo.Number(2)])]
    assert [cause.kind for cause in asked.explain(parts)] == ["fact", "constraint"]
    assert asked.justify("p(2)", parts) is None
