"""The language, as answer sets."""

from transcript import control


def _all(out, *programs):
    for program in programs:
        out(program)
        out.models(control(program, "0", logger=lambda code, message: None))


def negation(out):
    _all(out, "a :- not b. b :- not a.", "a :- not a.", "a :- not not a.", "a :- b. b :- a.", "a :- not b, not c. b :- not a. {c}.")


def classical_negation(out):
    _all(out, "{a;-a}.", "-p(X) :- q(X), not p(X). q(1..2). p(1).")


def disjunction(out):
    _all(out, "a;b.", "a;b. a :- b. b :- a.", "a;b;c. :- a. d :- b.", "p(1);p(2) :- not q. {q}.")


def choices(out):
    _all(out, "{a;b} 1.", "1 {a;b;c} 1.", "2 {p(1..4)} 2. :- p(1), p(2).", "{a : b; c : not b}. {b}.", "1 < {a;b;c} < 3.", "{a;b} = 1.", "{a;b} != 1.")


def intervals_and_pools(out):
    _all(out, "p(1..3). q(X) :- X = 2..4, p(X).", "p(1;3;5).", "p(a,(1;2);c).", "p(3..1). q.", "p(1..2,1..2).", "p(X) :- X = (1;5).", "p((1,2;3)).")


def arithmetic(out):
    _all(out, "p(7/2;-7/2;7\\2;-7\\2;7\\-2;2**5;|-4|;-(-3);5&6;5?6;5^6;~5).", "p(X*2-1) :- X = 1..3.", "p(X) :- X+1 = 3.", "p(X) :- q(2*X). q(4). q(5).",
         "p(1/0). q.", "p(a+1). q.", "p(X) :- q(X), X > a. q(1). q(b).", "p(2**-1;2**0;0**0).")


def comparisons(out):
    _all(out, 'p(X,Y) :- q(X), q(Y), X < Y. q(1;a;"a";f(1);#inf;#sup;(1,2)).', "a :- 1 < 2 < 3. b :- 1 < 3 < 2. c :- not 1 = 2.", "p(X) :- X = Y, Y = 3.",
         "p(X) :- 1 <= X <= 3, X = 0..9.", "p(X,Y) :- (X,Y) = (1,2).", "p(X) :- f(X,2) = f(1,Y), Y = 2.")


def counts(out):
    _all(out, "p(1..3). n(N) :- N = #count {X : p(X)}.", "{p(1..2)}. a :- #count {X : p(X)} >= 1. b :- not 1 #count {X : p(X)} 1.", "{p(1..3)}. :- 2 {p(X)}.")


def sums(out):
    _all(out, "p(1..3). s(S) :- S = #sum {X : p(X)}. t(S) :- S = #sum+ {-X : p(X)}.", "{p(1..2)}. s(S) :- S = #sum {X : p(X)}.", "{a;b}. c :- #sum {2:a; -1:b} > 0.",
         "w(1,a). w(1,b). s(S) :- S = #sum {X,Y : w(X,Y)}. t(S) :- S = #sum {X : w(X,_)}.")


def minima_and_maxima(out):
    _all(out, "p(3;1;2). m(X,Y) :- X = #min {Z : p(Z)}, Y = #max {Z : p(Z)}.", "m(X) :- X = #min {Z : p(Z)}.", "m(X) :- X = #max {Z : p(Z)}.", "{p(1..2)}. m(X) :- X = #max {Z : p(Z)}.",
         'p(a;"b";f(1);2). m(X) :- X = #max {Z : p(Z)}.')


def aggregates_in_cycles(out):
    _all(out, "a :- #sum {1:a; 1:b} >= 1. b :- a.", "{c}. a :- #count {1:b; 2:c} >= 1. b :- a.", "p(1) :- not #count {X : p(X)} > 0. ")


def head_aggregates(out):
    _all(out, "1 #count {X : p(X) : q(X)} 1. q(1..3).", "#sum {X,X : p(X) : q(X)} <= 2. q(1..3).")


def conditional_literals(out):
    _all(out, "a :- p(X) : q(X). q(1..2). {p(1..2)}.", "a :- p(X) : q(X).", "p(X) : q(X). q(1..2).", "{q(1)}. a :- not p(X) : q(X); b. {b}.")


def strings(out):
    _all(out, 'p("a b";"";"\\"";"\\\\";"\\n").', 'p(X) :- X = "x". q :- "a" < "b".')


def tuples_and_functions(out):
    _all(out, "p((1,2)). p((1,)). p(()). p(f(a,(b,c))).", "p(X) :- q((X,_)). q((1,2)). q((3,4)). q((5,)).", "p(X) :- q(f(X)). q(f(1)). q(g(2)).")


def anonymous_variables(out):
    _all(out, "p(X) :- q(X,_,_). q(1,2,3). q(4,5,6).", "a :- not q(_). q(1).", "{q(1)}. a :- not q(_).")


def constants(out):
    _all(out, "#const n=2. p(1..n). q(n*n). r(f(n)).", "#const a=b. p(a).", "#const n=f(1). p(n).")


def showing(out):
    _all(out, "a. b. #show a/0.", "p(1..2). #show q(X) : p(X).", "{a}. #show x : a. #show y : not a. #show.", "p(1). -p(2). #show -p/1.", "a. #show. ")


def edges(out):
    _all(out, "{e(1,2);e(2,3);e(3,1)}. #edge (X,Y) : e(X,Y).")


def constraints(out):
    _all(out, "{a;b}. :- a, b. :- not a, not b.", ":- not a. {a}.", ":- .", "a. :- a, not b. ")


def positive_recursion(out):
    _all(out, "e(1,2). e(2,3). e(3,1). r(1). r(Y) :- r(X), e(X,Y).", "{e(1,2);e(2,1)}. r(1). r(Y) :- r(X), e(X,Y). :- not r(2).", "n(0). n(X+1) :- n(X), X < 5.")


def head_cycles(out):
    _all(out, "a;b :- c. c. a :- b. b :- a. ", "a;b. c :- a. c :- b. a :- c. b :- c.", "p;q. r;s. p :- r. r :- p. :- q, s.")


def multiple_definitions(out):
    _all(out, "p(1). p(1). p(X) :- q(X). q(1..2).", "{p(1)}. p(1) :- q. {q}.")


def large_terms(out):
    _all(out, "s(0). s(f(X)) :- s(X), X < f(f(f(0))).")


def nested_negation_in_choices(out):
    _all(out, "{a} :- not not b. {b}.", "a :- not not b. b :- not not a.")


def include_of_nothing(out):
    out.raises(control, '#include "no/such/file.lp".', logger=lambda code, message: None)
