"""What models, conflicts, repairs and justifications look like in a notebook."""

import html.parser
import re

import groundplan as clingo
import pytest

VOID = {"br", "hr", "img"}


class Read(html.parser.HTMLParser):
    """A fragment of HTML: its text, and the names of its elements; each one is closed where it must be."""

    def __init__(self, fragment):
        super().__init__(convert_charrefs=True)
        self.open, self.names, self.pieces, self.deepest = [], [], [], 0
        self.feed(fragment)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag, attributes):
        assert all(name == "open" or name == "style" for name, _ in attributes), attributes
        self.names.append(tag)
        if tag not in VOID:
            self.open.append(tag)
            self.deepest = max(self.deepest, len(self.open))

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, text):
        self.pieces.append(text)

    @property
    def text(self):
        return " ".join(" ".join(self.pieces).split())


def read(shown):
    """What is shown, in colours that fit a light and a dark page."""
    fragment = shown._repr_html_()
    assert not re.search(r"(?<!rgba\(128, 128, 128, 0.4\))\b(background|white|black|#[0-9a-f]{3})\b", re.sub(r"white-space", "", fragment))
    return Read(fragment)


def control(text, *arguments):
    made = clingo.Control(list(arguments))
    made.add(text)
    return made


def model(text, *arguments):
    """The last model that is found, and its handle."""
    made = control(text, *arguments)
    made.ground()
    handle = made.solve(yield_=True)
    found = None
    for found in handle:
        shown = read(found)
    handle.cancel()
    return shown


def test_a_model_has_a_table_for_each_predicate():
    shown = model('at(b,2). at(a,1). -at(c,3). at(x). raining. #show 7. #show "s". hidden(1). #show at/2. #show -at/2. #show raining/0.')
    assert shown.text.startswith("Answer set 1 ")
    assert re.search(r"at/2 a 1 b 2", shown.text)
    assert "-at/2 c 3" in shown.text and "hidden" not in shown.text and "at/1" not in shown.text
    assert {"raining", "7", '"s"'} <= set(shown.text.split())
    assert shown.names.count("table") == 2 and shown.names.count("tr") == 3


def test_a_model_says_its_cost():
    assert "Answer set 1 , cost 3" in model("a. #minimize { 3 : a }.", "0").text
    found = model("{ a; b }. :- not a, not b. #minimize { 2@2 : a; 1@1 : b }.", "0", "--opt-mode=optN")
    assert re.fullmatch(r"Answer set \d+ , cost 0 1, proven optimal b", found.text)


def test_consequences_are_no_answer_set():
    assert model("{ a }. b.", "0", "--enum-mode=cautious").text.startswith("Cautious consequences 1 b")


def test_values_of_integer_variables_are_shown():
    assert "x" in model("&sum { x } = 3. &dom { 1..5 } = x.").text


def test_what_programs_say_is_escaped():
    evil = "<script>alert(1)</script>&amp;'"
    shown = model(f'p("{evil}"). #show "{evil}" : p(X). #show p/1.')
    assert shown.text.count(evil) == 2 and "script" not in shown.names
    made = control(f'p("{evil}"). :- p("{evil}"). % <i>')
    for found in (made.explain(), made.repair()):
        shown = read(found)
        assert evil in shown.text and "script" not in shown.names
    shown = read(control(f'p("{evil}"). q(X) :- p(X).').justify(clingo.Function("q", [clingo.String(evil)])))
    assert evil in shown.text and "script" not in shown.names
    shown = read(control(f'p("{evil}"). q(X) :- p(X), X != "{evil}".').justify(clingo.Function("q", [clingo.String(evil)])))
    assert evil in shown.text and "script" not in shown.names


def test_a_model_that_is_gone_is_shown_by_its_name():
    made = control("1 { a(1..2) } 1.", "0")
    made.ground()
    with made.solve(yield_=True) as handle:
        first = next(handle)
        next(handle)
        assert first._repr_html_() is None


def test_a_long_table_scrolls():
    made = control("p(1..300).")
    made.ground()
    with made.solve(yield_=True) as handle:
        fragment = next(handle)._repr_html_()
    assert "max-height" in fragment and fragment.count("<tr>") == 300


PROGRAM = """
shift(1..2). trained(ada). trained(ben). away(ben, 2).
{ covers(P, S) : trained(P) } = 1 :- shift(S).
busy(P) :- covers(P, 1), covers(P, 2).
:- covers(P, S), away(P, S).
:- busy(P).
"""


def test_a_conflict():
    made = control(PROGRAM + "away(ben, 1).")
    shown = read(made.explain(soft=["constraints"]))
    assert shown.text.startswith("2 statements exclude each other")
    assert ":- covers(P, S), away(P, S). <block>:5:1" in shown.text and shown.names.count("li") == 2
    shown = read(made.explain(soft=["constraints"], instances=True))
    assert "P = ben, S = 1" in shown.text
    shown = read(control("{ a }. b :- a.").explain(assumptions=[(clingo.Function("a"), True), (clingo.Function("b"), False)]))
    assert "assumption a" in shown.text and "assumption not b" in shown.text


def test_a_conflict_of_definitions():
    shown = read(control("a :- not b. b :- not c. c :- not a.").explain())
    assert "An odd loop through negation: " in shown.text and "depends on" in shown.text
    assert "conflicts by itself" in shown.text or "exclude each other" in shown.text


def test_a_repair():
    made = control(PROGRAM + "away(ben, 1).")
    shown = read(made.repair(soft=["constraints"]))
    assert shown.text.startswith("Without this statement, there is an answer set") and shown.names.count("li") == 2
    assert read(control("a.").repair()).text == "Nothing has to be left out: there is an answer set"


def test_a_repair_has_others_beside_it():
    shown = read(control("{ a }. :- a. :- not a.").repair())
    assert "As good would be:" in shown.text and shown.names.count("li") == 2
    shown = read(control("1 { a; b } 1. :- b, c. c. :- a, c. #minimize { 2 : a; 3 : b }.").repair(soft=["constraints"]))
    assert "A best answer set costs" in shown.text


def test_the_words_of_the_author():
    words = "% Nobody <b>works</b> while away.\n:- covers(P, S), away(P, S)."
    text = PROGRAM.replace(":- covers(P, S), away(P, S).", words)
    assert words in text
    shown = read(control(text + "away(ben, 1).").explain(soft=["constraints"]))
    assert "Nobody <b>works</b> while away. :- covers(P, S), away(P, S)." in shown.text and "b" in shown.names
    text = "% {P} has <i>time</i>.\nfree(P) :- person(P), not busy(P). person(ada). { busy(ada) }. :- not busy(ada)."
    shown = read(control(text).justify("free(ada)"))
    assert "has <i>time</i>." in shown.text and "i" not in shown.names


def test_what_would_change():
    shown = read(control(PROGRAM).justify("covers(ben,2)"))
    assert "There is no answer set in which covers(ben,2) is true, because of away(ben, 2). <block>:2:42 :- covers(P, S)" in shown.text
    found = control("1 { a; b } 1. #minimize { 1 : a; 2 : b }.").justify("b")
    shown = read(found)
    assert "There is an answer set in which b is true, at cost 2 instead of 1 + b - a" in shown.text
    assert "costs 2@0: #minimize { 1 : a; 2 : b }. <block>:1:15 saves 1@0: #minimize { 1 : a; 2 : b }." in shown.text
    assert [str(it) for it in found.contrast.cost_changes][0] == "+2@0: <block>:1:15: #minimize { 1 : a; 2 : b }."
    assert read(found.contrast).text in shown.text
    assert "in which a is false, at cost 2 instead of 1" in read(control("1 { a; b } 1. #minimize { 1 : a; 2 : b }.").justify("a")).text


def test_a_derivation():
    made = control(PROGRAM + "happy(P) :- covers(P, 1), not busy(P), #count { S : covers(P, S) } = 1. :- covers(ben, _, x).")
    shown = read(made.justify("happy(ben)"))
    assert shown.text.startswith("happy(ben) is true")
    assert "covers(ben,1)" in shown.text and "not busy(ben)" in shown.text and "fact" in shown.text
    assert shown.names.count("details") == shown.names.count("summary") >= 3


def test_a_deep_derivation_is_not_nested_deep():
    shown = read(control("n(0). n(X+1) :- n(X), X < 400.").justify("n(400)"))
    assert shown.names.count("details") == 401 and shown.deepest < 40
    for number in range(401):
        assert f"n({number})" in shown.text
    assert "see below" in shown.text


def test_what_is_derived_by_cases_is_there():
    found = control("a | b. c :- a. c :- b. a :- c. b :- c.").justify("c")
    shown = read(found)
    assert shown.names.count("details") == len(found.derivation)


@pytest.mark.parametrize(
    "text, atom, says",
    [
        ("p(1..2). q(X) :- p(X), X > 2.", "q(1)", "X > 2"),
        ("p(1..2). r(2). q :- p(X), not r(X), r(X).", "q", "r(X) : only with X = 2 not r(2) : `r(2)` is true"),
        ("p(1..2). q :- p(X), p(Y), X > Y, Y > 1.", "q", "p(X) : only in 2 cases X = 1 p(Y) : only in 2 cases"),
        ("talk(t,b). { at(T,1) } :- talk(T,_). :- at(_,1).", "at(t,1)", "talk(t,_) : it holds in one way only"),
        ("q(X) :- p(X). p(1).", "q(2)", "p(2)"),
        ("q(1) :- p. p.", "q(4)", "no rule has an instance with the head q(4)"),
        ("{ a }. :- a.", "a", "its body holds, but the atom is not chosen"),
        ("p(1).", "q(1)", "no rule and no fact derives it"),
        ("pair(1,2).", "pairs(1,2)", "did you mean `pair/2`?"),
    ],
)
def test_a_false_atom(text, atom, says):
    shown = read(control(text).justify(atom))
    assert shown.text.startswith(f"{atom} is false"), shown.text
    assert says in shown.text, shown.text
