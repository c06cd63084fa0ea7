"""Known problems, with numbers of answer sets or costs."""

from clingo import Function, Number
from transcript import control


def _count(program, *arguments):
    found = []
    control(program, "0", *arguments).solve(on_model=lambda model: found.append(1))
    return len(found)


_QUEENS = "1 {q(X,1..n)} 1 :- X = 1..n. :- q(X,Y), q(Z,Y), X < Z. :- q(X,Y), q(Z,W), X < Z, |X-Z| = |Y-W|."


def queens(out):
    for size in range(1, 8):
        out(size, _count(_QUEENS, "-c", f"n={size}"))


def colourings(out):
    graph = "e(1,2). e(2,3). e(3,4). e(4,5). e(5,1). v(X) :- e(X,_). "
    for colours in (2, 3):
        out(colours, _count(graph + f"1 {{c(V,1..{colours})}} 1 :- v(V). :- e(X,Y), c(X,C), c(Y,C)."))


def hamiltonian_cycles(out):
    out(_count("""v(1..5). e(X,Y) :- v(X), v(Y), X != Y. 1 {h(X,Y) : e(X,Y)} 1 :- v(X). 1 {h(X,Y) : e(X,Y)} 1 :- v(Y).
        r(1). r(Y) :- r(X), h(X,Y). :- v(X), not r(X)."""))


def cliques(out):
    out(_count("e(1,2;1,3;2,3;3,4). v(1..4). {in(X) : v(X)}. :- in(X), in(Y), X < Y, not e(X,Y)."))


def vertex_cover(out):
    out.best(control("e(1,2;1,3;1,4;1,5). {in(X) : X = 1..5}. :- e(X,Y), not in(X), not in(Y). #minimize {1,X : in(X)}.", "0"))


def latin_squares(out):
    out(_count("1 {l(X,Y,1..3)} 1 :- X = 1..3, Y = 1..3. :- l(X,Y,C), l(X,Z,C), Y < Z. :- l(X,Y,C), l(Z,Y,C), X < Z."))


def towers(out):
    ctl = control("""disk(1..3). on(D,1,0) :- disk(D). time(1..7).
        1 {move(D,P,T) : disk(D), P = 1..3} 1 :- time(T). on(D,P,T) :- move(D,P,T).
        on(D,P,T) :- on(D,P,T-1), not moved(D,T), time(T). moved(D,T) :- move(D,_,T).
        :- move(D,P,T), on(E,Q,T-1), on(D,Q,T-1), E < D. :- move(D,P,T), on(E,P,T-1), E <= D.
        :- disk(D), not on(D,3,7). #show move/3.""", "0")
    found = []
    result = ctl.solve(on_model=lambda model: found.append([str(symbol) for symbol in sorted(model.symbols(shown=True), key=lambda move: move.arguments[2])]))
    out(found, result)


def stable_marriages(out):
    out(_count("""m(1..2). w(1..2). 1 {p(M,W) : w(W)} 1 :- m(M). 1 {p(M,W) : m(M)} 1 :- w(W).
        likes(m(1),w(1),2). likes(m(1),w(2),1). likes(m(2),w(1),1). likes(m(2),w(2),2).
        likes(w(1),m(1),1). likes(w(1),m(2),2). likes(w(2),m(1),2). likes(w(2),m(2),1).
        :- p(M,W), p(N,V), M != N, likes(m(M),w(V),A), likes(m(M),w(W),B), A > B, likes(w(V),m(M),C), likes(w(V),m(N),D), C > D."""))


def pigeons(out):
    for pigeons_ in (3, 4, 5, 6, 7):
        out(pigeons_, control("1 {p(X,1..5)} 1 :- X = 1..n. :- p(X,H), p(Y,H), X < Y.", "-c", f"n={pigeons_}").solve())


def subset_sums(out):
    out(_count("w(1..8). {in(X) : w(X)}. :- #sum {X : in(X)} != 12."))


def magic_squares(out):
    ctl = control("""1 {c(X,Y,1..9)} 1 :- X = 1..3, Y = 1..3. 1 {c(X,Y,N) : X = 1..3, Y = 1..3} 1 :- N = 1..9.
        :- X = 1..3, #sum {N,Y : c(X,Y,N)} != 15. :- Y = 1..3, #sum {N,X : c(X,Y,N)} != 15.
        :- #sum {N,X : c(X,X,N)} != 15. :- #sum {N,X : c(X,4-X,N)} != 15.""", "0")
    found = []
    ctl.solve(on_model=lambda model: found.append(1))
    out(len(found))


def schedules(out):
    last = []
    result = control("""job(a,2). job(b,3). job(c,1). job(d,2). 1 {on(J,1..2)} 1 :- job(J,_).
        load(M,L) :- M = 1..2, L = #sum {D,J : on(J,M), job(J,D)}. span(S) :- S = #max {L : load(_,L)}.
        #minimize {S : span(S)}.""", "0").solve(on_model=lambda model: last.append(list(model.cost)))
    out(last[-1], result)


def argumentation(out):
    out.models(control("""arg(a;b;c;d). att(a,b). att(b,a). att(b,c). att(c,d). {in(X)} :- arg(X).
        :- in(X), in(Y), att(X,Y). defeated(X) :- att(Y,X), in(Y). :- arg(X), not in(X), not defeated(X). #show in/1.""", "0"))


def planning_by_parts(out):
    from clingo import Control

    ctl = Control(["1"])
    ctl.add("base", [], "at(0,0,0). goal(2,3). d(1,0;-1,0;0,1;0,-1).")
    ctl.add("step", ["t"], "1 {go(DX,DY,t) : d(DX,DY)} 1. at(X+DX,Y+DY,t) :- at(X,Y,t-1), go(DX,DY,t). :- at(X,Y,t), X < 0. :- at(X,Y,t), Y < 0.")
    ctl.add("check", ["t"], "#external query(t). :- query(t), goal(X,Y), not at(X,Y,t).")
    ctl.ground([("base", [])])
    for step in range(1, 8):
        ctl.ground([("step", [Number(step)]), ("check", [Number(step)])])
        ctl.assign_external(Function("query", [Number(step)]), True)
        result = ctl.solve()
        out(step, result)
        if result.satisfiable:
            break
        ctl.release_external(Function("query", [Number(step)]))
