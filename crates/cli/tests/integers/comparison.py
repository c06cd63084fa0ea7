"""Compares what groundplan and clingcon say of the program of a seed with what brute force says."""

import dataclasses
import random
from collections import Counter

from constraints import Distinct
from draw import drawn
from engines import Manner
from questions import questions
from reduce import reduced
from trying import answer_sets, is_empty

# Beside all answer sets.
QUESTIONS = 3
PASSES = [
    "projection", "factoring", "deferred-supports", "deferred-propagation", "assigned-sums", "backtracking-enumeration",
    "cores", "propagated-cores", "soft-decisions", "interleaving", "reformulation", "neighbourhoods", "disjoint-covers",
    "at-most-one-groups", "exactly-one-groups",
]


def manner(question, draw):
    """A manner in which groundplan may be asked."""
    choices = [
        (0.3, lambda: ["--rand-freq=0.4", f"--seed={draw.randint(1, 99)}"]),
        (0.3, lambda: [f"--sign-def={draw.choice(['pos', 'neg', 'rnd'])}"]),
        (0.3, lambda: [f"--loops={draw.choice(['eliminate', 'rank', 'lazy', 'propagate'])}"]),
        (0.3, lambda: [f"--without={','.join(draw.sample(PASSES, draw.randint(1, 4)))}"]),
        (0.1, lambda: ["--heuristic=Domain", f"--dom-mod={draw.choice(['level,show', 'true,0', 'false,0'])}"]),
        (0.1, lambda: ["--threads=2"]),
        (0.3 if question.is_for_one() else 0, lambda: ["--symmetry=yes"]),
    ]
    options = [option for share, options in choices if draw.random() < share for option in options()]
    return Manner(options, is_tight=draw.random() < 0.3)


class Comparison:
    """The comparison of one seed: counts, and reports on what differs."""

    def __init__(self, seed, groundplan, clingcon):
        self.seed = seed
        self.groundplan = groundplan
        self.clingcon = clingcon
        self.counts = Counter()
        self.reports = []

    def run(self):
        program = drawn(self.seed)
        answers = list(answer_sets(program))
        self.counts.update({"programs": 1, "satisfiable ones": bool(answers), "answer sets": len(answers)})
        first, *others = self.questions(program, answers)
        for question in [first, *self.random("sample").sample(others, QUESTIONS)]:
            self.counts[f"asked: {question.name}"] += 1
            self.compare_groundplan(program, question)
            if self.clingcon is not None and (program.is_of_clingcon() or not question.by_costs):
                self.compare_clingcon(program, question)

    def random(self, name):
        """What is drawn about a question is the same again for a smaller program."""
        return random.Random(f"{self.seed} {name}")

    def questions(self, program, answers):
        return list(questions(program, answers, self.random("questions")))

    def same(self, question, program, answers):
        """The same question about another program. Raises KeyError if there is none."""
        return {it.name: it for it in self.questions(program, answers)}[question.name]

    # ---- groundplan

    def compare_groundplan(self, program, question):
        how = manner(question, self.random(question.name))
        reply = self.groundplan.ask(program, question, how)
        if question.fault(reply) is None:
            return
        self.counts[f"groundplan differs: {question.name}"] += 1
        # One report is enough, as other questions about the program differ for the same reason, as a rule.
        if not self.counts["programs where groundplan differs"]:
            self.counts["programs where groundplan differs"] = 1
            self.reports.append(self.report(program, question, how, reply))

    def report(self, program, question, how, reply):
        """What differs, with the smallest program that shows it."""

        def keeps(less):
            if not is_bounded(less, program.names()):
                return False
            found = self.same(question, less, list(answer_sets(less)))
            other = self.groundplan.ask(less, found, how)
            return found.fault(other) is not None and other.failure == reply.failure

        least = reduced(program, keeps)
        found = self.same(question, least, list(answer_sets(least)))
        lines = [
            f"seed {self.seed}, {question.name}: groundplan differs",
            self.groundplan.text(least, found, how),
            f"with {' '.join(self.groundplan.command(least, found, how))}",
            f"groundplan: {found.fault(self.groundplan.ask(least, found, how))}",
        ]
        if self.clingcon is not None:
            lines.append(f"clingcon: {found.fault(self.clingcon.ask(least, found)) or 'as expected'}")
        return "\n".join([*lines, f"again: scripts/differential integers 1 {self.seed}", ""])

    # ---- clingcon

    def compare_clingcon(self, program, question):
        reply = self.clingcon.ask(program, question)
        self.counts["asked of clingcon"] += 1
        if fault := question.fault(reply):
            kind = reply.failure or self.kind(program, question)
            self.counts[f"clingcon differs: {kind or 'otherwise'}"] += 1
            if kind is None:
                self.reports.append(f"seed {self.seed}, {question.name}: only clingcon differs: {fault}\n")

    def kind(self, program, question):
        """A fault that is known of clingcon, or of clingo; None for any other."""
        if program.externals:
            rules = dataclasses.replace(program, externals=(), rules=tuple(program.all_rules()))
            if question.fault(self.clingcon.ask(rules, question)) is None:
                return "an external atom, and not where a choice or a fact stands for it"
        heads = [(rule.head, binding) for rule in program.rules for binding in rule.body.bindings(program.facts)]
        if any(is_empty(head, program.facts, binding) for head, binding in heads):
            ignoring = self.same(question, program, list(answer_sets(program, ignore_empty=True)))
            if ignoring.fault(self.clingcon.ask(program, ignoring)) is None:
                return "a domain without a value is ignored"
        if any(isinstance(head, Distinct) for head, _ in heads):
            reply = self.clingcon.ask(program, question, {"translate-distinct": "0"})
            if question.fault(reply) is None or "distinct" in (reply.failure or ""):
                return "&distinct as weight constraints"
            return "something else with &distinct"
        if "&nsum" in program.text():
            # `&dom { 3..4 } = x. &dom { 2..3 } = y. &nsum { x*y } != 5.` has no answer set in version 5.2.1.
            return "products with = and !=, of several terms, or in bodies"
        return None


def is_bounded(program, names):
    """Whether all of these variables that are in use have values: otherwise there are too many."""
    is_empty = any(it.values == () for it in program.variables)
    return not is_empty and not any(program.uses(name) for name in names - program.names())
