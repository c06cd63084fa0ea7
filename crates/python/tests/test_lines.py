"""The same command lines by `groundplan solve`, `python -m groundplan` and a program that calls `clingo_main`: they print the same
and exit alike. clingo's applications also say what they read and what it came to, which is taken out here."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

COMMAND = Path(__file__).resolve().parents[3] / "target/debug/groundplan"
APPLICATION = "import sys; from groundplan import Application, clingo_main; sys.exit(clingo_main(Application(), sys.argv[1:]))"

PROGRAMS = {
    "facts.lp": "p(1..3). q(X+1) :- p(X). -r(a).",
    "choice.lp": "{ a; b; c }. d :- a, not b. #show a/0. #show d/0. #show t(X) : X = 1..2, c.",
    "none.lp": "{ a }. :- a. :- not a.",
    "costs.lp": "{ a(1..4) } 3. :- { a(X) } 0. #minimize { X@2 : a(X); 1@1 : not a(2) }.",
    "ties.lp": "1 { a(1..3) } 1. b :- a(1). #minimize { 1,X : a(X) }. #project b/0.",
    "colours.lp": "1 { c(N,(r;g;b)) } 1 :- n(N). n(1..3). :- c(1,C), c(2,C). :- c(2,C), c(3,C). #const k = 2. size(k).",
    "steps.lp": "#include <incmode>.\n#program base. at(0).\n#program step(t). at(t) :- at(t-1).\n"
    "#program check(t). :- query(t), t < 3.",
    "heuristic.lp": "1 { a(1..3) }. #heuristic a(X) : X = 1..3. [X@1, false] { x }.",
    "undefined.lp": "a :- b(X), c. d :- not e. n(1/0).",
    "wrong.lp": "a :- .",
    "unsafe.lp": "p(X) :- not q(X).",
    "differences.lp": "{ a }. &diff { x - y } <= -2 :- a. &diff { y - x } <= 1. &diff { x - y } <= 3.",
    "integers.lp": "{ a }. &dom { 1..3 } = x. &dom { 2..4 } = y. &sum { x } >= 2 :- a. &sum { x } < y. &minimize { y }. &show { x }.",
    "formula.cnf": "p cnf 3 3\n1 2 0\n-1 3 0\n-2 -3 0\n",
    "long.lp": "n(0). n(X+1) :- n(X).",
    "odd.lp": "a :- not b. b :- not a. #external e. c :- e.",
}

LINES = """
facts.lp
facts.lp 0
facts.lp -V0
facts.lp -q
facts.lp --outf=1
facts.lp --outf=2
facts.lp --outf=3
facts.lp --out-ifs=\\n
facts.lp --out-atomf=<%0> 0
facts.lp --show-preds=p/1
facts.lp --out-hide-aux
facts.lp --text
facts.lp --output=intermediate
facts.lp --output=smodels
facts.lp --output=reify
facts.lp --mode=gringo
choice.lp
choice.lp 0
choice.lp -n 3
choice.lp 0 -q1
choice.lp 0 --project
choice.lp 0 --project=show
choice.lp -e brave
choice.lp -e cautious
choice.lp 0 --outf=2
choice.lp 0 --assume=a
choice.lp --assume=a --assume=not\u00a0b
choice.lp --sign-def=pos
choice.lp --seed=3 --rand-freq=1 0
choice.lp --configuration=trendy 0
none.lp
none.lp 0 --outf=1
none.lp --outf=2
none.lp --assume=a
costs.lp
costs.lp --opt-mode=optN 0
costs.lp --opt-mode=enum,3,1 0
costs.lp --opt-mode=ignore
costs.lp --opt-mode=ignore 0 -q
costs.lp -q1
costs.lp --outf=2 -q1
costs.lp --opt-stop=5
costs.lp --opt-mode=optN -e cautious
ties.lp --opt-mode=optN 0
ties.lp --opt-mode=optN 0 --project
ties.lp --opt-mode=optN 0 -q1
ties.lp -e brave
colours.lp 0
colours.lp -c k=7
colours.lp 0 --symmetry=no --backend=cdnl
colours.lp --symmetry=yes 0
steps.lp
steps.lp -c imax=2
steps.lp 0 --outf=2
heuristic.lp --heuristic=Domain
heuristic.lp --heuristic=Domain --enum-mode=domRec 0
heuristic.lp --dom-mod=5,16 --heuristic=Domain -e domRec 0
undefined.lp
undefined.lp -Wnone
wrong.lp
unsafe.lp --outf=2
differences.lp 0
differences.lp --minimize-variable=x
integers.lp
integers.lp --outf=2
integers.lp --opt-mode=optN 0
integers.lp --opt-mode=ignore 0 --max-int=2
formula.cnf 0
formula.cnf --outf=1
odd.lp --time-limit=60 0
odd.lp --solve-limit=0
odd.lp --assume=nothing
odd.lp --opt-mode=best
facts.lp --ground-limit=2
long.lp --ground-limit=1000 --outf=2
long.lp --time-limit=1
odd.lp --nonsense
odd.lp --supp-models
missing.lp
""".split("\n")[1:-1]


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    made = tmp_path_factory.mktemp("lines")
    for name, text in PROGRAMS.items():
        (made / name).write_text(text + "\n")
    return made


def timeless(value):
    """A value of JSON without times."""
    if isinstance(value, dict):
        return {name: timeless(it) for name, it in value.items() if name not in ("Time", "Start", "Stop")}
    return [timeless(it) for it in value] if isinstance(value, list) else value


def seen(words, folder):
    run = subprocess.run(words, capture_output=True, text=True, cwd=folder, timeout=120, stdin=subprocess.DEVNULL)
    assert "Traceback" not in run.stderr, run.stderr
    out = run.stdout
    if out.startswith("{"):
        out = timeless(json.loads(out))
    return run.returncode, out, run.stderr


def without_frame(out):
    """What a program of clingo's kind prints, without what it says besides the answers."""
    if not isinstance(out, str):
        return out
    lines = [re.sub(r"^((?:% |c )?Answer: \d+) \(Time: .*\)$", r"\1", line) for line in out.split("\n")]
    # Lines of the frame may be comments.
    lines = [line for line in lines if not re.match(r"(% |c )?(clingo version|Reading from |Solving\.\.\.)", line)]
    # The summary comes last.
    begin = r"\n(% |c |)\n(?:\1(?:INTERRUPTED|TIME LIMIT) +: 1\n)?\1Models +: .*\Z"
    return re.sub(begin, "\n", "\n".join(lines), flags=re.DOTALL)


@pytest.mark.parametrize("line", LINES)
def test_agreement(line, folder):
    words = [word.replace("\u00a0", " ") for word in line.split(" ")]
    code, out, err = seen([COMMAND, "solve", *words], folder)
    out = without_frame(out)
    # The module says nothing of options that change nothing, as clingo's applications.
    err = re.sub(r"^note: .*changes nothing here\n", "", err)
    module = seen([sys.executable, "-m", "groundplan", *words], folder)
    assert (module[0], without_frame(module[1])) == (code, out), module[2]
    assert bool(module[2]) == bool(err), "both have told people something, or neither"
    application = seen([sys.executable, "-c", APPLICATION, *words], folder)
    assert (application[0], without_frame(application[1])) == (code, out), application[2]
