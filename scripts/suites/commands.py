"""Suites that are commands: what they print with clingo, and whether it is the same with groundplan.

Answer sets are compared as sets, whatever the order; times, versions and how many answer sets were found on the way to a best
one are left out. Where a command asks for one answer set of many, or prints a random number, only the verdict is compared.
"""

import re

from . import environment

_LEFT_OUT = re.compile(r"\S+ version|Reading from|Time |CPU Time|Threads|Solving\.\.\.|Models |Calls |  Optim|  Brave|  Cautious|\*\*\*")
_VERDICTS = ("SATISFIABLE", "UNSATISFIABLE", "UNKNOWN", "OPTIMUM FOUND")


class Commands:
    """Commands in folders of a checkout. A `?` before one says that only its verdict is compared."""

    has_verdicts = False

    def __init__(self, name, checkout, repository, below, commands, sources=()):
        self.name = name
        self.checkout = checkout
        self.repository = repository
        self.below = below
        self.commands = commands
        self.sources = sources

    def run(self, module, checkouts):
        """What each command prints; nothing where it breaks down."""
        checkout = checkouts / self.checkout
        sources = [checkout / source for source in self.sources]
        found = {}
        for line in self.commands:
            folder, _, words = line.partition(": ")
            loose = words.startswith("?")
            done = self.start(words.lstrip("?").split(" "), module, checkout / self.below / folder, sources)
            found[line.replace("?", "")] = None if is_broken(done) else seen(done.stdout, loose)
        return found

    def start(self, words, module, folder, sources):
        """Runs a command."""
        program, *arguments = words
        start = program if program.endswith(".py") else environment.program(program, module)
        return environment.run([environment.PYTHON, start, *arguments], module, folder, sources, seconds=120)


def is_broken(done):
    """Whether a command took too long, or broke down."""
    return done is None or done.returncode in (1, 65, 128) or "Traceback" in done.stderr


def seen(text, is_loose):
    """What is compared of an output."""
    if is_loose:
        return [line for line in text.splitlines() if line in _VERDICTS]
    lines = []
    for line in text.splitlines():
        if _LEFT_OUT.match(line) or not line.strip():
            continue
        line = re.sub(r"^Answer: \d+.*", "Answer", line)
        line = re.sub(r"^(Probability of Answer) \d+", r"\1", line)
        lines.append(" ".join(sorted(line.split())))
    return sorted(lines)


EXAMPLES = Commands(
    "examples",
    "clingo",
    "potassco/clingo",
    "examples/clingo",
    """addclause: ?clingo addclause-py.lp 0
cannot: ?clingo cannot-py.lp example.lp
chemistry: app.py
consequences: clingo brave-py.lp example.lp
context: clingo context-py.lp encoding.lp 0
cover: ?clingo control-py.lp
dl: app.py fsE.lp fsI.lp 0
dl: ?app.py --minimize-variable bound fsE.lp fsI.lp
domains: clingo domains-py.lp instance.lp 0
dot-propagator: ?clingo dot.lp test.lp -V0
enum-assumption: clingo example-py.lp
extend_model: ?clingo extend_model-py.lp 0
extending: clingo embedded.lp example.lp
extending: module.py
extending: app.py example.lp
external: clingo external.lp external-py.lp
gac: app.py example.lp 0
heuristic: ?clingo encoding-py.lp instance.lp
hit: clingo-hit.py example.lp
iclingo: clingo incmode-int.lp example.lp
iclingo: clingo incmode-py.lp example.lp
include: clingo encoding-py.lp
incqueens: ?clingo incqueens.lp incqueens-py.lp -c calls=list((1,1),(3,5),(8,9))
itersolve: clingo itersolve-py.lp program.lp 0 -q
load: clingo load-py.lp
multishot: ?opt.py tohB.lp tohI.lp -c n=20
multishot: inc.py tohE.lp tohI.lp
onmodel: clingo onmodel-py.lp
opt-enum: opt.py example1.lp --opt-mode=optN 0 --heu=domain -q1
setconf: ?clingo setconf-py.lp
solve-async: ?clingo solve-async-py.lp program.lp
stats: ?clingo example.lp stats-py.lp
tmode: tmode.py example.lp
well-founded: well-founded.py example.lp""".splitlines(),
)
PLINGO = Commands(
    "plingo",
    "plingo",
    "potassco/plingo",
    "examples",
    """lpmln: plingo birds.plp --frontend lpmln --all
lpmln: plingo birds.plp --frontend lpmln-alt --all
lpmln: plingo birds.plp --frontend lpmln --all --evid=birds.evid
lpmln: plingo birds_query.plp --frontend lpmln --all
lpmln: plingo firing_squad.plp --frontend lpmln --all --evid=firing_squad.evid
plingo: plingo alarm_plingo.plp --all
plingo: plingo birds_plingo.plp --all
plingo: plingo tossing_coins2_plingo.plp --all
plog: plingo dice.plp --frontend plog --all
plog: plingo monty_hall.plp --frontend plog --all
plog: plingo monty_hall_variant.plp --frontend plog --all
plog: plingo simpsons_paradox.plp --frontend plog --all -c do_drug=t
plog: plingo simpsons_paradox.plp --frontend plog --all -c do_drug=f
plog: plingo moving_robot.plp --frontend plog --all -c x=0
plog: plingo moving_robot.plp --frontend plog --all -c x=1
plog: plingo moving_robot.plp --frontend plog --all -c x=2
plog: plingo bayesian_squirrel.plp --frontend plog --all
problog: plingo simple.plp --frontend problog --all
problog: plingo tossing_coins.plp --frontend problog --all
problog: plingo tossing_coins2.plp --frontend problog --all
problog: plingo alarm.plp --frontend problog --all
problog: plingo monty_hall_alternative.plp --frontend problog --all""".splitlines(),
)
XCLINGO = Commands(
    "xclingo",
    "xclingo2",
    "bramucas/xclingo2",
    "examples",
    """.: xclingo diamond.lp -n 0 0
.: xclingo diamond.lp -n 0 0 --auto-tracing all
.: xclingo diamond.lp --only-translate
.: xclingo diamond_with_mute.lp -n 0 0
.: xclingo dont_drive_drunk.lp -n 0 0
.: xclingo dont_drive_drunk.lp -n 0 0 --auto-tracing facts
.: xclingo dont_drive_drunk.lp --only-explanation-atoms
.: xclingo pool_and_choice.lp -n 0 0
.: xclingo pool_and_choice.lp -n 0 0 --auto-tracing all
.: xclingo pool_and_choice2.lp -n 0 0
.: xclingo pool_and_choice2.lp --only-translate-annotations""".splitlines(),
    ["."],
)
ALL = [EXAMPLES, PLINGO, XCLINGO]
