"""Products and what they are made of."""

from families import facts
from kinds import kind


@kind((8, 3, 1), (10, 3, 2), (12, 4, 1))
def product_configuration(draw, elements, cabinets, rooms):
    """Product configuration: modules for elements, in slots of frames in cabinets in rooms, with ports, power and cables."""
    kinds = ["a", "b", "c", "d"]
    needs = {"a": [("i", 1)], "b": [("i", 1), ("ii", 1)], "c": [("ii", 2)], "d": [("iii", 1), ("i", 1)]}
    drawn = [(f"e{e}", draw.choice(kinds)) for e in range(1, elements + 1)]
    links = sorted({tuple(sorted(draw.sample(range(1, elements + 1), 2))) for _ in range(elements)})
    modules, number = [], 0
    for element, name in drawn:
        for module, count in needs[name]:
            for _ in range(count):
                number += 1
                modules.append((f"m{number}", module, element))
    frames = [(f"f{c}_{f}", f"c{c}") for c in range(1, cabinets * rooms + 1) for f in range(1, 4)]
    places = [(f"c{c}", f"r{(c - 1) // cabinets + 1}") for c in range(1, cabinets * rooms + 1)]
    homes = sorted({(element, f"r{draw.randint(1, rooms)}") for element, _ in drawn if draw.random() < 0.3})
    return f"""
{facts(draw, "element", drawn)}{facts(draw, "module", modules)}{facts(draw, "frame", frames)}
{facts(draw, "cabinet", places)}{facts(draw, "home", homes)}
{facts(draw, "link", [(f"e{a}", f"e{b}") for a, b in links])}
#defined home/2.
slots(4). ports(10). power(24).
draws(i,3). draws(ii,5). draws(iii,7). uses(i,1). uses(ii,2). uses(iii,3).
price(cabinet,40). price(frame,10). price(cable,3). price(trunk,9).
{{ in(M,F) : frame(F,_) }} = 1 :- module(M,_,_).
:- frame(F,_), slots(N), #count {{ M : in(M,F) }} > N.
:- frame(F,_), ports(N), #sum {{ U,M : in(M,F), module(M,K,_), uses(K,U) }} > N.
stands(M,C) :- in(M,F), frame(F,C).
:- cabinet(C,_), power(N), #sum {{ U,M : stands(M,C), module(M,K,_), draws(K,U) }} > N.
% Modules of an element are in one cabinet, those of some elements in their room.
at(E,C) :- module(M,_,E), stands(M,C).
:- element(E,_), #count {{ C : at(E,C) }} != 1.
:- home(E,R), at(E,C), not cabinet(C,R).
% A third kind of module disturbs its like in a frame.
:- frame(F,_), 2 {{ in(M,F) : module(M,iii,_) }}.
frame_used(F) :- in(_,F).
cabinet_used(C) :- stands(_,C).
cable(D,E) :- link(D,E), at(D,C), not at(E,C).
trunk(D,E) :- cable(D,E), at(D,C), at(E,B), cabinet(C,R), not cabinet(B,R).
#minimize {{ P,cabinet,C : cabinet_used(C), price(cabinet,P) ; P,frame,F : frame_used(F), price(frame,P) ;
            P,cable,D,E : cable(D,E), price(cable,P) ; P,trunk,D,E : trunk(D,E), price(trunk,P) }}.
"""
