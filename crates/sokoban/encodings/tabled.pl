% Sokoban, the least number of walk-and-push actions, by dynamic programming in a tabled Prolog.
%
% Source: Neng-Fa Zhou and Agostino Dovier, "A Tabled Prolog Program for Solving Sokoban", Fundamenta Informaticae 124
% (2013), written for B-Prolog, here for SWI-Prolog 9. It is that program and nothing more: the sokoban's place and the
% boxes' places are a subgoal, the number of actions to the goal its answer, of which the table keeps the least. A box is
% put on good destinations only: free, no corner unless storage, not stuck beside another box along a wall unless both
% are on storage.
%
% It departs from the printed listing in three ways. There, one clause of choose_dest binds the sokoban's new place
% wrongly: here the sokoban always ends on the location before the box's destination. The table keeps the number of actions
% alone, and the plan is read back from it in the end, by actions that lead one nearer to the goal: SWI-Prolog 9.0.4 ends
% in a segmentation fault on larger tables of compound answers. And "decide" pads a shorter plan with actions that leave
% their box where it is.
%
%     swipl tabled.pl optimize FACTS           the least number of actions
%     swipl tabled.pl decide FACTS [ACTIONS]   a plan of exactly that many actions, or as many as the facts have steps for
%
% Input    right(A,B), top(A,B), box(L), solution(L) or storage(L), sokoban(L), step(S), next(S,T): one ground fact each
% Output   push(L,D,M,S) line by line, then as `groundplan` prints it: "Optimization: N" and "OPTIMUM FOUND", or
%          "SATISFIABLE", or "UNSATISFIABLE"; "N/A" if there are more boxes than storage locations, for which the
%          goal and the good destinations of this program are wrong.

:- initialization(main, main).
:- set_prolog_flag(double_quotes, string).
:- dynamic right/2, top/2, box/1, solution/1, sokoban/1, step/1, next/2, adjacent/3.

main([Question, File|Actions]) :-
    load(File),
    findall(L, box(L), Ls), sort(Ls, Boxes),
    findall(L, solution(L), Gs), sort(Gs, Storages),
    length(Boxes, B), length(Storages, G),
    (   B > G -> writeln('N/A')
    ;   B < G -> writeln('UNSATISFIABLE')
    ;   sokoban(Sokoban), answer(Question, Actions, Sokoban, Boxes)
    ).

answer(optimize, [], Sokoban, Boxes) :-
    (   plan(Sokoban, Boxes, N)
    ->  read_back(N, Sokoban, Boxes, Pushes),
        numlist(0, N, [_|Steps]),
        print_plan(Pushes, Steps),
        format("Optimization: ~d~nOPTIMUM FOUND~n", [N])
    ;   writeln('UNSATISFIABLE')
    ).
answer(decide, Actions, Sokoban, Boxes) :-
    steps(Actions, Steps),
    length(Steps, N),
    (   plan(Sokoban, Boxes, Least),
        Least =< N,
        read_back(Least, Sokoban, Boxes, Pushes),
        Missing is N - Least,
        padding(Missing, Pushes, Sokoban, Boxes, NoOps)
    ->  append(Pushes, NoOps, Plan),
        print_plan(Plan, Steps),
        writeln('SATISFIABLE')
    ;   writeln('UNSATISFIABLE')
    ).


% ---- The published program

:- table plan(_, _, min).

%   plan(+Sokoban, +Boxes, -N): N is the least number of actions to the goal; Boxes is ordered.
plan(Sokoban, Boxes, N) :-
    (   goal_reached(Boxes)
    ->  N = 0
    ;   action(Sokoban, Boxes, _, NewSokoban, NewBoxes),
        plan(NewSokoban, NewBoxes, N1),
        N is N1 + 1
    ).

%   action(+Sokoban, +Boxes, -Push, -NewSokoban, -NewBoxes): an action, and where it leads.
action(Sokoban, Boxes, push(Box, Direction, Dest), NewSokoban, NewBoxes) :-
    select(Box, Boxes, Others),
    adjacent(Side, Direction, Box),
    \+ memberchk(Side, Others),
    adjacent(Box, Direction, Next),
    good_dest(Next, Others),
    reachable(Sokoban, Boxes, Side),
    choose_dest(Box, Next, Direction, Others, Dest, NewSokoban),
    ord_union(Others, [Dest], NewBoxes).

goal_reached([]).
goal_reached([Box|Boxes]) :- solution(Box), goal_reached(Boxes).

:- table reachable/3.

%   reachable(+From, +Boxes, ?To): the sokoban can walk there.
reachable(From, _, From).
reachable(From, Boxes, To) :-
    reachable(From, Boxes, Via),
    adjacent(Via, _, To),
    \+ memberchk(To, Boxes).

%   choose_dest(+Before, +Location, +Direction, +Others, -Dest, -Sokoban): a box that comes from Before onto Location
%   stops there, or goes on. The sokoban follows.
choose_dest(Before, Location, _, _, Location, Before).
choose_dest(_, Location, Direction, Others, Dest, Sokoban) :-
    adjacent(Location, Direction, Next),
    good_dest(Next, Others),
    choose_dest(Location, Next, Direction, Others, Dest, Sokoban).

good_dest(Location, Others) :-
    \+ memberchk(Location, Others),
    \+ ( corner(Location), \+ solution(Location) ),
    \+ ( member(Other, Others), stuck(Location, Other) ).

corner(L) :- \+ adjacent(L, up, _), \+ adjacent(L, right, _).
corner(L) :- \+ adjacent(L, up, _), \+ adjacent(L, left, _).
corner(L) :- \+ adjacent(L, down, _), \+ adjacent(L, right, _).
corner(L) :- \+ adjacent(L, down, _), \+ adjacent(L, left, _).

%   stuck(+X, +Y): boxes on both can never move again, and one of them is not on storage.
stuck(X, Y) :-
    \+ ( solution(X), solution(Y) ),
    adjacent(X, Direction, Y),
    across(Direction, Side),
    \+ adjacent(X, Side, _),
    \+ adjacent(Y, Side, _).

across(right, up).
across(right, down).
across(left, up).
across(left, down).
across(up, right).
across(up, left).
across(down, right).
across(down, left).


% ---- The plan from the table

%   read_back(+N, +Sokoban, +Boxes, -Pushes): N is the least number of actions from here.
read_back(0, _, _, []) :- !.
read_back(N, Sokoban, Boxes, [Push|Pushes]) :-
    Rest is N - 1,
    action(Sokoban, Boxes, Push, NewSokoban, NewBoxes),
    plan(NewSokoban, NewBoxes, Least),
    Least =:= Rest, !,
    read_back(Rest, NewSokoban, NewBoxes, Pushes).

%   padding(+N, +Pushes, +Sokoban, +Boxes, -NoOps): N actions after the plan that leave their box where it is. The
%   sokoban stands behind the box pushed last; where none was pushed, it has to reach one.
padding(0, _, _, _, []) :- !.
padding(N, Pushes, Sokoban, Boxes, NoOps) :-
    (   append(_, [push(_, Direction, Box)], Pushes)
    ->  true
    ;   member(Box, Boxes), adjacent(Side, Direction, Box), reachable(Sokoban, Boxes, Side)
    ->  true
    ),
    length(NoOps, N),
    maplist(=(push(Box, Direction, Box)), NoOps).

print_plan([], []).
print_plan([push(Box, Direction, Dest)|Pushes], [Step|Steps]) :-
    format("push(~w,~w,~w,~w).~n", [Box, Direction, Dest, Step]),
    print_plan(Pushes, Steps).


% ---- The facts

load(File) :-
    setup_call_cleanup(open(File, read, Stream), load_facts(Stream), close(Stream)),
    forall(right(A, B), ( assertz(adjacent(A, right, B)), assertz(adjacent(B, left, A)) )),
    forall(top(A, B), ( assertz(adjacent(A, up, B)), assertz(adjacent(B, down, A)) )).

load_facts(Stream) :-
    read_term(Stream, Fact, []),
    (   Fact == end_of_file
    ->  true
    ;   add(Fact),
        load_facts(Stream)
    ).

add(Fact) :- \+ ground(Fact), !, domain_error(ground_fact, Fact).
add(storage(L)) :- !, add(solution(L)).
add(Fact) :-
    (   memberchk(Fact, [right(_, _), top(_, _), box(_), solution(_), sokoban(_), step(_), next(_, _)])
    ->  ( call(Fact) -> true ; assertz(Fact) )
    ;   domain_error(instance_fact, Fact)
    ).

%   steps(+Actions, -Steps): the steps that have a successor.
steps([Text], Steps) :-
    atom_number(Text, N),
    numlist(0, N, [_|Steps]).
steps([], Steps) :-
    ( step(First), \+ next(_, First) -> chain(First, Steps) ; existence_error(fact, step/1) ).

chain(Step, Steps) :-
    ( next(Step, Next) -> Steps = [Step|Rest], chain(Next, Rest) ; Steps = [] ).
