"""Certificates: what is claimed, what is refused, and that VeriPB accepts what is written."""

import hashlib
import json
import os
import shutil
import signal
import subprocess
import threading
import time
from pathlib import Path

import groundplan
import pytest
from groundplan import Control, CounterexampleError, Function, Number, sokoban

ROOT = Path(__file__).resolve().parents[3]
VERIPB = shutil.which(os.environ.get("GROUNDPLAN_VERIPB", "veripb"))
COMMAND = Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target")) / "debug" / "groundplan"
FILES = ["atoms.txt", "claim.txt", "manifest.json", "program.aspif", "proof.pbp", "sets.txt"]
NOTHING = "there is no answer set"

PIGEONS = "#const n=5. { in(P,H) : H = 1..n-1 } = 1 :- P = 1..n. :- in(P,H), in(Q,H), P < Q.\n"
# It costs 5 and 1 at least.
COSTS = "{a; b}. :- not a. #minimize { 5@2 : a; 3@1 : b; 1@1 : not b }.\n"
# Too hard for a second.
HARD = "{ at(P,H) : H = 1..12 } = 1 :- P = 1..25. :- H = 1..12, 3 { at(P,H) : P = 1..25 }.\n"
LOOP = "{ key }. open :- inside. inside :- open. open :- key. :- not open. :- key.\n"


def test_there_is_veripb():
    """Without it the other tests only see that certificates are written."""
    if VERIPB is None:
        assert "CI" not in os.environ, "there is no `veripb` (GROUNDPLAN_VERIPB names another)"
        pytest.skip("there is no `veripb` (GROUNDPLAN_VERIPB names another)")


def verified(certificate):
    """The certificate, which VeriPB accepts where it is installed."""
    if VERIPB is not None:
        assert certificate.check(veripb=VERIPB).claims == tuple(sorted(certificate.claims, reverse=True))
    return certificate


def compared(path, *sources, status=0):
    """What the command says of a certificate: how the ground program compares with that of the sources."""
    if VERIPB is None or not COMMAND.exists():
        missing = "there is no `veripb`" if VERIPB is None else f"`cargo build` makes `{COMMAND}`, which is not there"
        assert "CI" not in os.environ, missing
        pytest.skip(missing)
    search = {**os.environ, "PATH": os.pathsep.join([str(Path(VERIPB).parent), os.environ["PATH"]])}
    run = subprocess.run(
        [COMMAND, "check", "certificate", path, *sources, "--format", "json"], capture_output=True, text=True, env=search, check=False
    )
    assert run.returncode == status, run
    (certificate,) = json.loads(run.stdout)["certificates"]
    return certificate["grounding"]["same"]


def control(text, *arguments):
    made = Control(list(arguments))
    made.add(text)
    made.ground()
    return made


def names(path):
    return sorted(os.listdir(path))


def assert_nothing(path):
    """There is no folder, and none that begins with a dot beside it."""
    assert names(path.parent) == []


def test_texts(tmp_path):
    path = tmp_path / "certificate"
    certificate = verified(groundplan.certify(PIGEONS, path))
    assert (certificate.claim, certificate.path) == (NOTHING, path)
    assert names(path) == sorted([*FILES, "text-1.lp"]) and names(tmp_path) == ["certificate"]
    assert certificate.size == (path / "proof.pbp").stat().st_size
    assert certificate.axioms > 0 and certificate.steps > 0 and certificate.seconds > 0
    assert (path / "text-1.lp").read_text() == PIGEONS
    assert compared(path) is True


def test_files_and_constants(tmp_path):
    file = tmp_path / "pigeons.lp"
    file.write_text(PIGEONS)
    made = Control(["-c", "n=6"])
    made.load(str(file))
    made.ground()
    path = tmp_path / "certificate"
    verified(groundplan.certify(made, str(path)))
    assert names(path) == FILES
    manifest = json.loads((path / "manifest.json").read_text())
    assert [source["file"] for source in manifest["sources"]] == [str(file)]
    assert manifest["grounder"]["arguments"] == ["-c", "n=6"]
    # It is neither in the folder nor below the current one, so that it has to be named.
    assert compared(path, status=2) is None
    assert compared(path, file) is True
    assert made.solve().unsatisfiable, "the control goes on"


def test_several_texts(tmp_path):
    made = Control()
    made.add("{ a }.")
    made.add(":- a. :- not a. #external e.")
    made.ground()
    path = tmp_path / "certificate"
    assert verified(groundplan.certify(made, path)).claim == f"{NOTHING}; external: e false"
    assert names(path) == sorted([*FILES, "text-1.lp", "text-2.lp"])
    assert compared(path) is True


def test_unfounded_sets(tmp_path):
    assert verified(groundplan.certify(LOOP, tmp_path / "certificate")).sets == 1


def test_ground_programs(tmp_path):
    file = tmp_path / "program.aspif"
    file.write_text("asp 1 0 0\n1 1 1 1 0 0\n1 0 0 0 1 1\n1 0 0 0 1 -1\n0\n")
    made = Control()
    made.load_aspif([str(file)])
    path = tmp_path / "certificate"
    verified(groundplan.certify(made, path))
    assert (path / "program.aspif").read_text() == file.read_text()
    assert compared(path, file) is True
    assert compared(path, status=2) is None, "the file is opened only if it is named"


def test_assumptions_of_a_ground_program(tmp_path):
    """Its atoms keep their numbers in the certificate, and have others in the engine."""
    text = "asp 1 0 0\n1 1 2 7 9 0 0\n1 0 0 0 1 -7\n4 1 a 1 7\n4 1 b 1 9\n0\n"
    a, b = Function("a"), Function("b")
    made = Control()
    made.add(text)
    certificate = verified(groundplan.certify(made, tmp_path / "certificate", assumptions=[(a, False)]))
    assert certificate.claim == f"{NOTHING}; assumed: not a"
    assert "6 1 -7" in (tmp_path / "certificate" / "program.aspif").read_text().splitlines()
    # The text is the program, which is in the folder once.
    assert names(tmp_path / "certificate") == sorted(FILES[1:])
    with pytest.raises(CounterexampleError) as raised:
        groundplan.certify(made, tmp_path / "none", assumptions=[(b, True)])
    assert sorted(raised.value.symbols) == [a, b]
    with pytest.raises(ValueError, match="does not tell which atom is `c`"):
        groundplan.certify(made, tmp_path / "none", assumptions=[(Function("c"), False)])


def test_an_answer_set_is_an_error(tmp_path):
    path = tmp_path / "certificate"
    with pytest.raises(CounterexampleError, match="there is such an answer set") as raised:
        groundplan.certify("1 { a(1..2) } 1. :- a(1). #show.", path)
    assert [str(symbol) for symbol in raised.value.symbols] == ["a(2)"]
    assert_nothing(path)


def test_assumptions(tmp_path):
    made = control("{ a; b }. :- a, not b.")
    a, b, zero = Function("a"), Function("b"), Function("zero", [Number(0)])
    claim = f"{NOTHING}; assumed: a, not b"
    path = tmp_path / "pair"
    assert verified(groundplan.certify(made, path, assumptions=[(a, True), (b, False)])).claim == claim
    assert compared(path) is True
    numbers = [made.symbolic_atoms[a].literal, -made.symbolic_atoms[b].literal]
    assert verified(groundplan.certify(made, tmp_path / "number", assumptions=numbers)).claim == claim
    unknown = groundplan.certify(made, tmp_path / "unknown", assumptions=[(zero, True)])
    assert verified(unknown).claim == f"{NOTHING}; assumed: atom 3"
    for satisfied in [[(a, True)], [(zero, False)]]:
        with pytest.raises(CounterexampleError):
            groundplan.certify(made, tmp_path / "none", assumptions=satisfied)
    with pytest.raises(TypeError, match="is no literal"):
        groundplan.certify(made, tmp_path / "none", assumptions=["a"])


def test_the_optimum_just_found(tmp_path):
    made = control(COSTS)
    with made.solve(yield_=True) as handle:
        *_, best = handle
        cost = best.cost
    path = tmp_path / "certificate"
    certificate = verified(groundplan.certify(made, path, cost_below=cost))
    assert cost == [5, 1] and names(path) == ["priority-1", "priority-2"]
    assert certificate.claims == (
        "no answer set costs at most 4 at priority 2",
        "no answer set costs at most 5 at priority 2 and at most 0 at priority 1",
    )
    assert certificate.size == sum((path / name / "proof.pbp").stat().st_size for name in names(path))
    with pytest.raises(CounterexampleError) as raised:
        groundplan.certify(made, tmp_path / "wrong", cost_below=[5, 2])
    assert [str(symbol) for symbol in raised.value.symbols] == ["a"]
    assert names(tmp_path) == ["certificate"], "the first claim was proven, but not all of them"


def test_a_single_cost(tmp_path):
    made = control("1 { a(1..3) }. #minimize { X : a(X) }.")
    claim = "no answer set costs at most 0 at priority 0"
    assert verified(groundplan.certify(made, tmp_path / "least", cost_below=1)).claim == claim
    with pytest.raises(CounterexampleError):
        groundplan.certify(made, tmp_path / "more", cost_below=2)
    with pytest.raises(ValueError, match="it has 2, and the program 1"):
        groundplan.certify(made, tmp_path / "two", cost_below=[1, 2])
    for cost in ([], 3):
        # `[]` is what an answer set without an objective costs: it claims nothing.
        with pytest.raises(ValueError, match="the program has no objective"):
            groundplan.certify("{ a }.", tmp_path / "none", cost_below=cost)
    assert names(tmp_path) == ["least"]


def test_external_atoms_are_as_they_are_set(tmp_path):
    made = control("#external e(1..2). { a }. :- e(X). :- not e(1), not e(2).")
    e = [Function("e", [Number(number)]) for number in (1, 2)]

    def claim(name):
        path = tmp_path / name
        return verified(groundplan.certify(made, path)).claim, compared(path)

    assert claim("declared") == (f"{NOTHING}; external: e(1) false, e(2) false", True)
    made.assign_external(e[0], True)
    # Nobody can ground that from the text.
    assert claim("pending") == (f"{NOTHING}; external: e(1) true, e(2) false", None)
    made.solve()
    assert claim("told") == (f"{NOTHING}; external: e(1) true, e(2) false", None)
    made.assign_external(e[0], None)
    assert claim("free")[0] == f"{NOTHING}; external: e(1) free, e(2) false"
    made.release_external(e[0])
    made.solve()
    made.assign_external(e[0], True)
    assert claim("released")[0] == f"{NOTHING}; external: e(1) false, e(2) false"


@pytest.mark.parametrize("later", ["x.", "x :- b. :- not b.", "x ; c :- b. :- not b. :- c.", "1 { x } :- b. :- not b."])
def test_rules_for_what_was_released(tmp_path, later):
    made = control("#external x. { b }. a :- x.")
    made.enable_cleanup = False
    made.add("later", [], later)
    made.release_external(Function("x"))
    assert made.solve().satisfiable
    made.ground([("later", [])])
    assert made.solve().unsatisfiable
    assert verified(groundplan.certify(made, tmp_path / "certificate")).claim == NOTHING


def test_rules_that_came_before_a_release(tmp_path):
    made = control("#external x. { b }. x :- b.")
    made.release_external(Function("x"))
    made.add("later", [], ":- not x.")
    made.ground([("later", [])])
    assert made.solve().satisfiable
    with pytest.raises(CounterexampleError):
        groundplan.certify(made, tmp_path / "certificate")


def test_what_is_set_has_a_say(tmp_path):
    made = control("#external e. :- e.")
    with pytest.raises(CounterexampleError):
        groundplan.certify(made, tmp_path / "false")
    made.assign_external(Function("e"), True)
    assert made.solve().unsatisfiable
    assert verified(groundplan.certify(made, tmp_path / "true")).claim == f"{NOTHING}; external: e true"
    made.assign_external(Function("e"), False)
    with pytest.raises(CounterexampleError):
        groundplan.certify(made, tmp_path / "false")


def test_steps(tmp_path):
    """The program as it stands after several steps, whose external atoms rules have defined meanwhile."""
    made = Control()
    made.add("step", ["t"], "#external p(t+1). { p(t) } :- t < 3. :- p(t), t < 3. goal(t) :- p(t).")
    made.add("check", ["t"], "#external query(t). :- not goal(t), query(t).")
    for t in (1, 2):
        made.ground([("step", [Number(t)]), ("check", [Number(t)])])
        made.assign_external(Function("query", [Number(t)]), True)
        assert made.solve().unsatisfiable
        path = tmp_path / str(t)
        said, _, externals = verified(groundplan.certify(made, path)).claim.partition("; external: ")
        released = {f"query({before}) false" for before in range(1, t)}
        assert said == NOTHING and set(externals.split(", ")) == {f"p({t + 1}) false", f"query({t}) true"} | released
        assert compared(path) is None
        made.release_external(Function("query", [Number(t)]))


def test_what_no_text_says(tmp_path):
    """The ground program is what counts; that the texts alone give another one is not held against it."""
    by_backend = control("{ a }.")
    with by_backend.backend() as backend:
        backend.add_rule([], [by_backend.symbolic_atoms[Function("a")].literal])
        backend.add_rule([], [-by_backend.symbolic_atoms[Function("a")].literal])

    class Context:
        def value(self):
            return Number(1)

    by_call = Control()
    by_call.add("{ a(@value()) }. :- a(1). :- not a(1).")
    by_call.ground([("base", [])], Context())
    by_part = Control()
    by_part.add("base", [], "{ a }. :- a.")
    by_part.add("other", [], ":- not a.")
    by_part.ground()
    by_part.ground([("other", [])])
    late = control("{ a }. :- a. :- not a.")
    late.add("b.")
    cheaper = control("{ a }. :- a. :- not a. #minimize { 1 : a }.")
    cheaper.remove_minimize()
    projected = control("{ a; b }. :- a. :- not a.")
    projected.add_project([Function("b")])
    for number, made in enumerate([by_backend, by_call, by_part, late, cheaper, projected]):
        path = tmp_path / str(number)
        assert verified(groundplan.certify(made, path)).claim == NOTHING
        assert compared(path) is None, number


def test_heuristics_change_nothing(tmp_path):
    """A control grounds them in any case; they are no part of what is proven."""
    path = tmp_path / "certificate"
    verified(groundplan.certify(control("{ a }. :- a. :- not a. #heuristic a. [1,true]"), path))
    assert compared(path) is True


def test_clauses_of_a_search_are_no_part_of_it(tmp_path):
    made = control("{ a }.", "0")
    clause = [(Function("a"), True)]
    with made.solve(yield_=True) as handle:
        for model in handle:
            model.context.add_clause(clause)
            model.context.add_nogood(clause)
    with pytest.raises(CounterexampleError):
        groundplan.certify(made, tmp_path / "certificate")


def test_propagators_are_refused(tmp_path):
    class Never:
        def init(self, init):
            init.add_clause([])

    made = control("{ a }.")
    made.register_propagator(Never())
    assert made.solve().unsatisfiable
    with pytest.raises(ValueError, match="what propagators exclude"):
        groundplan.certify(made, tmp_path / "certificate")
    assert_nothing(tmp_path / "certificate")


def test_theories_are_refused(tmp_path):
    text = """
    #theory difference {
      term { - : 1, binary, left; - : 2, unary };
      &diff/0 : term, {<=}, term, any
    }.
    &diff { x - y } <= -1. &diff { y - x } <= -1.
    """
    made = control(text)
    assert made.solve().unsatisfiable
    with pytest.raises(ValueError, match="cannot be certified: line .*theories are not supported"):
        groundplan.certify(made, tmp_path / "certificate")


def test_what_is_not_ground_is_refused(tmp_path):
    made = Control()
    made.add(":- not a.")
    with pytest.raises(RuntimeError, match="call its `ground` first"):
        groundplan.certify(made, tmp_path / "certificate")
    with pytest.raises(RuntimeError, match="(?s)error: .*<block>:1"):
        groundplan.certify(":- not", tmp_path / "certificate")
    assert_nothing(tmp_path / "certificate")


def test_a_control_at_work_is_refused(tmp_path):
    made = control("{ a }.")
    with made.solve(yield_=True) as handle:
        assert handle.model() is not None
        with pytest.raises(RuntimeError, match="close its handle"):
            groundplan.certify(made, tmp_path / "certificate")


def test_a_folder_that_is_there_stays(tmp_path):
    path = tmp_path / "certificate"
    path.mkdir()
    (path / "mine.txt").write_text("mine")
    for taken in (path, path / "mine.txt"):
        with pytest.raises(FileExistsError, match="is there already"):
            groundplan.certify(":- not a.", taken)
    assert names(path) == ["mine.txt"] and names(tmp_path) == ["certificate"]
    with pytest.raises(OSError, match="cannot write"):
        groundplan.certify(":- not a.", path / "none" / "certificate")


def test_limits(tmp_path):
    path = tmp_path / "certificate"
    with pytest.raises(TimeoutError, match="the proof has reached its time limit"):
        groundplan.certify(HARD, path, time_limit=0.5)
    with pytest.raises(MemoryError, match="has reached its memory limit"):
        groundplan.certify(control(HARD), path, memory_limit=1)
    with pytest.raises(TimeoutError, match="grounding has reached its time limit"):
        groundplan.certify("n(0). n(X+1) :- n(X).", path, time_limit=0.5)
    assert_nothing(path)


def test_ctrl_c(tmp_path):
    path, pressed = tmp_path / "certificate", []
    made = control(HARD, "--symmetry=no")

    def press():
        pressed.append(time.process_time())
        os.kill(os.getpid(), signal.SIGINT)

    timer = threading.Timer(1.0, press)
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        groundplan.certify(made, path)
    assert time.process_time() < pressed[0] + 1
    timer.join()
    assert_nothing(path)
    assert made.solve(time_limit=0.1).interrupted, "the control goes on"


def test_interrupts_and_others_run_meanwhile(tmp_path):
    made = control(HARD)

    def tick():
        for _ in range(20):
            time.sleep(0.01)
        made.interrupt()

    thread = threading.Thread(target=tick)
    thread.start()
    with pytest.raises(RuntimeError, match="interrupted before there was a proof"):
        groundplan.certify(made, tmp_path / "certificate", time_limit=300)
    assert not thread.is_alive()
    assert_nothing(tmp_path / "certificate")


def test_wrong_certificates_are_rejected(tmp_path):
    if VERIPB is None:
        pytest.skip("there is no `veripb` (GROUNDPLAN_VERIPB names another)")
    path = tmp_path / "certificate"
    certificate = groundplan.certify(COSTS, path, cost_below=[5, 1])
    one = path / "priority-1"
    claim = (one / "claim.txt").read_text()
    (one / "claim.txt").write_text(claim.replace("cost 1 0", "cost 1 1"))
    with pytest.raises(ValueError, match=r"priority-1. proves nothing: claim.txt: the digest"):
        certificate.check(veripb=VERIPB)
    # Whoever forges the digest as well has another claim, and the claim in words with it nothing to prove it by.
    manifest = json.loads((one / "manifest.json").read_text())
    manifest["digests"]["claim.txt"] = hashlib.sha256((one / "claim.txt").read_bytes()).hexdigest()
    manifest["claim"] = manifest["claim"].replace("at most 0 at priority 1", "at most 1 at priority 1")
    (one / "manifest.json").write_text(json.dumps(manifest))
    with pytest.raises(ValueError, match="proves nothing: proof.pbp"):
        certificate.check(veripb=VERIPB)
    shutil.rmtree(path)
    groundplan.certify(COSTS, path, cost_below=[4, 1])
    with pytest.raises(ValueError, match="has another certificate now"):
        certificate.check(veripb=VERIPB)


def test_checks_without_veripb(tmp_path):
    certificate = groundplan.certify(":- not a.", tmp_path / "certificate")
    with pytest.raises(RuntimeError, match="cargo install --locked veripb"):
        certificate.check(veripb=tmp_path / "none")
    with pytest.raises(ValueError, match="is no certificate: there is no manifest.json in it"):
        (tmp_path / "empty").mkdir()
        groundplan.check_certificate(tmp_path / "empty")


def test_plans(tmp_path):
    level = sokoban.read("#######\n#     #\n# $.$ #\n# .@. #\n#  $  #\n#     #\n#######")
    best = sokoban.optimize(level).costs[0]
    path = tmp_path / "certificate"
    certificate = verified(sokoban.certify(level, path, actions=best - 1))
    assert certificate.claim == NOTHING and names(path) == sorted([*FILES, "encoding.lp", "instance.lp"])
    assert compared(path) is True
    with pytest.raises(CounterexampleError) as raised:
        sokoban.certify(level, tmp_path / "none", actions=best)
    assert any(symbol.name == "push" for symbol in raised.value.symbols)
    with pytest.raises(ValueError, match="no fewer than 0"):
        sokoban.certify(level, tmp_path / "none", actions=-1)


def forge(path, **changes):
    """Changes what the manifest of a certificate says."""
    manifest = json.loads((path / "manifest.json").read_text())
    (path / "manifest.json").write_text(json.dumps({**manifest, **changes}))


def needs_veripb():
    if VERIPB is None:
        pytest.skip("there is no `veripb` (GROUNDPLAN_VERIPB names another)")


def test_sources_are_compared(tmp_path, monkeypatch):
    needs_veripb()
    file, path = tmp_path / "pigeons.lp", tmp_path / "certificate"
    file.write_text(PIGEONS)
    made = Control(["-c", "n=6"])
    made.load(str(file))
    made.ground()
    certificate = groundplan.certify(made, path)
    assert "pigeons.lp with n=6 is ground to this program" in certificate.check(veripb=VERIPB).grounding[0]

    def check(**arguments):
        return groundplan.check_certificate(path, veripb=VERIPB, **arguments).grounding[0]

    with pytest.raises(RuntimeError, match="opened only if you name it"):
        check()
    assert "with n=6 is ground to this program" in check(sources=[file], require_sources=True)
    with pytest.raises(ValueError, match=r"not that of .*pigeons.lp with n=7: it has no `in\(1,6\)`, which is derived at "):
        check(sources=[file], constants=["n=7"])
    forge(path, sources=[{"file": "pigeons.lp", "sha256": hashlib.sha256(PIGEONS.encode()).hexdigest()}])
    with pytest.raises(RuntimeError, match="there is no file `pigeons.lp`"):
        check()
    monkeypatch.chdir(tmp_path)
    assert check() == "proven: pigeons.lp with n=6 is ground to this program, by the reference grounder"
    (tmp_path.parent / "secret.lp").write_text("secret.")
    file.write_text("#include \"../secret.lp\".\n" + PIGEONS)
    with pytest.raises(RuntimeError, match="is not the file that was ground"):
        check()
    with pytest.raises(RuntimeError, match="does not lie below the files"):
        check(sources=[file])
    file.write_text(PIGEONS)
    for name in ("somebody", "none"):
        forge(path, grounder={"name": name, "version": "", "arguments": []})
        with pytest.raises(RuntimeError, match="not known: "):
            check()
    forge(path, grounder={"name": "gringo", "version": "", "arguments": []})
    with pytest.raises(ValueError, match=r"not that of pigeons.lp: "):
        check()
    forge(path, grounder={"name": "\x1b[2J", "version": "", "arguments": []})
    with pytest.raises(RuntimeError, match=r"it is from `\\u\{1b\}\[2J`, which"):
        check()
    forge(path, sources=[])
    assert check() == "of the ground program in the folder; no source text is named"
    with pytest.raises(RuntimeError, match="no source text is named that the ground program could be compared with"):
        check(require_sources=True)
    forge(path, proven="all")
    with pytest.raises(ValueError, match="unknown field `proven`"):
        check()


def test_conflicts_of_explain(tmp_path, monkeypatch):
    """Their programs are relaxed: the module grounds them again as the command does."""
    (tmp_path / "clash.lp").write_text("a. :- a. b.\n")
    monkeypatch.chdir(tmp_path)
    run = subprocess.run([COMMAND, "explain", "clash.lp", "--certify", "conflict"], capture_output=True, text=True, check=False)
    assert (tmp_path / "conflict").is_dir(), run
    assert compared("conflict") is True
    checked = groundplan.check_certificate("conflict", veripb=VERIPB)
    assert checked.grounding == ("compared, not proven: groundplan explain grounds clash.lp to this program",)
    groundplan.check_certificate("conflict", veripb=VERIPB, sources=["clash.lp"])
    manifest = json.loads((tmp_path / "conflict" / "manifest.json").read_text())
    manifest["grounder"]["arguments"] = ["--soft", "everything"]
    (tmp_path / "conflict" / "manifest.json").write_text(json.dumps(manifest))
    with pytest.raises(RuntimeError, match='the kinds of soft statements are not known: \\["everything"\\]'):
        groundplan.check_certificate("conflict", veripb=VERIPB)


def test_gringo_has_to_agree(tmp_path, monkeypatch):
    (tmp_path / "bin").mkdir()
    gringo = tmp_path / "bin" / "gringo"
    monkeypatch.setenv("PATH", f"{gringo.parent}{os.pathsep}{os.environ['PATH']}")

    def grounds(aspif, status=0):
        (tmp_path / "ground.aspif").write_text(aspif)
        version = "[ $1 = --version ] && echo gringo version 0.0 && exit"
        gringo.write_text(f"#!/bin/sh\n{version}\ncat {tmp_path}/ground.aspif\nexit {status}\n")
        gringo.chmod(0o755)

    # The reference grounder does not know a theory; what it makes of a text, gringo is not asked.
    def unknown(text):
        return control(f"#theory unused {{ }}. {text}")

    free = "asp 1 0 0\n1 1 1 1 0 0\n4 1 a 1 1\n0\n"
    refuted = "asp 1 0 0\n1 1 1 1 0 0\n1 0 0 0 1 1\n1 0 0 0 1 -1\n4 1 a 1 1\n0\n"
    path = tmp_path / "certificate"
    grounds(free)
    open_one = unknown("{ a }. b :- a.")
    for made, assumptions in [(unknown(PIGEONS), ()), (unknown(LOOP), ()), (open_one, [(Function("b"), True)])]:
        if assumptions:
            grounds(refuted)
        with pytest.raises(groundplan.DisputedError, match="two grounders disagree"):
            groundplan.certify(made, path, assumptions=assumptions)
        assert not path.exists()
    grounds(refuted)
    assert "decided in the same way" in groundplan.certify(unknown(PIGEONS), path).opinion
    grounds(refuted, status=65)
    assert "gringo does not ground" in groundplan.certify(unknown(PIGEONS), tmp_path / "second").opinion
    # It finds what a file includes itself.
    (tmp_path / "more.lp").write_text("#theory unused { }. { a }.")
    (tmp_path / "file.lp").write_text('#include "more.lp". :- a. :- not a.')
    gringo.write_text(f"#!/bin/sh\n[ $1 = --version ] && exit\necho $@ > {tmp_path}/given\ncat {tmp_path}/ground.aspif\n")
    made = Control()
    made.load(str(tmp_path / "file.lp"))
    made.ground()
    groundplan.certify(made, tmp_path / "files")
    assert (tmp_path / "given").read_text() == f"--output=intermediate {tmp_path}/file.lp --warn=none\n"
    held = int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") >> 20
    short = groundplan.certify(unknown(PIGEONS), tmp_path / "short", memory_limit=held * 3 // 2)
    assert short.opinion == "no second opinion: more than half of the memory limit is used"
    # What a text does not say, gringo is not asked.
    grounds(free)
    made = unknown("{ a }. :- a. :- not a. #heuristic a. [1,true]")
    assert groundplan.certify(made, tmp_path / "third").opinion is None
    assert groundplan.certify(control(PIGEONS), tmp_path / "fourth").opinion is None
