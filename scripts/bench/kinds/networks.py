"""Networks of metabolites and of random variables."""

from families import facts
from kinds import kind


@kind((500, 800, 500, 10), (2000, 2000, 6000, 25), (3000, 4000, 9000, 40))
def metabolic_network(draw, metabolites, drafted, others, targets):
    """Metabolic network: the fewest reactions of a database that make a draft produce its targets from its seeds
    (the problem of Schaub and Thiele, Metabolic Network Expansion with Answer Set Programming, ICLP 2009)."""
    rows = {"draft": [], "reactant": [], "product": [], "reversible": []}
    order = list(range(1, metabolites + 1))
    draw.shuffle(order)
    seeds = metabolites // 20

    def near(place):
        """A metabolite not far behind in the order in which they come about."""
        return order[max(0, min(metabolites - 1, place + draw.randint(-metabolites // 4, -1)))]

    for reaction in range(1, drafted + others + 1):
        place = draw.randrange(seeds, metabolites)
        for reactant in {near(place) for _ in range(draw.choice([1, 2, 2, 3]))}:
            rows["reactant"].append((f"r{reaction}", reactant))
        others_near = range(place, min(metabolites, place + 5))
        for product in {order[place], *(order[draw.choice(others_near)] for _ in range(draw.choice([0, 1, 1])))}:
            rows["product"].append((f"r{reaction}", product))
        if draw.random() < 0.3:
            rows["reversible"].append(f"r{reaction}")
        if reaction <= drafted:
            rows["draft"].append(f"r{reaction}")
    rows["seed"] = order[:seeds]
    rows["target"] = draw.sample(order[metabolites // 2 :], targets)
    lines = "".join(facts(draw, name, found) for name, found in rows.items())
    return f"""
{lines}
reaction(R) :- reactant(R,_).
% A reaction that goes both ways is two.
goes(R,0) :- reaction(R). goes(R,1) :- reversible(R).
input(R,0,M) :- reactant(R,M). input(R,1,M) :- reversible(R), product(R,M).
output(R,0,M) :- product(R,M). output(R,1,M) :- reversible(R), reactant(R,M).
% What the whole database can produce.
may(M) :- seed(M).
runs(R,D) :- goes(R,D), may(M) : input(R,D,M).
may(M) :- runs(R,D), output(R,D,M).
needed(T) :- target(T), may(T).
{{ add(R) }} :- runs(R,_), not draft(R).
there(R) :- draft(R). there(R) :- add(R).
made(M) :- seed(M).
made(M) :- runs(R,D), output(R,D,M), there(R), made(N) : input(R,D,N).
:- needed(T), not made(T).
#minimize {{ 1,R : add(R) }}.
"""


@kind((10, 25), (16, 40), (19, 60))
def bayesian_network(draw, variables, candidates):
    """Structure of a Bayesian network: a set of parents for each variable, no cycle, the least sum of costs of eight digits
    (Cussens, Bayesian Network Learning with Cutting Planes, UAI 2011)."""
    order = list(range(1, variables + 1))
    draw.shuffle(order)
    rows, parents = [], []
    for variable in range(1, variables + 1):
        others = [v for v in order if v != variable]
        worst = draw.randint(30_000_000, 90_000_000)
        rows.append((variable, 0, worst))
        influence = {v: draw.random() ** 3 for v in others}
        found = set()
        while len(found) < candidates:
            found.add(tuple(sorted(draw.sample(others, draw.choice([1, 1, 2, 2, 2, 3])))))
        for number, chosen in enumerate(sorted(found), 1):
            gain = sum(influence[v] for v in chosen) * 0.12 - 0.01 * len(chosen) ** 2 + draw.uniform(-0.01, 0.01)
            if gain > 0:
                rows.append((variable, number, int(worst * (1 - gain))))
                parents += [(variable, number, parent) for parent in chosen]
    return f"""
{facts(draw, "cost", rows)}{facts(draw, "parent", parents)}
variable(V) :- cost(V,_,_).
{{ takes(V,S) : cost(V,S,_) }} = 1 :- variable(V).
arc(P,V) :- takes(V,S), parent(V,S,P).
% A variable is placed once all its parents are.
placed(V) :- takes(V,S), placed(P) : parent(V,S,P).
:- variable(V), not placed(V).
:~ takes(V,S), cost(V,S,C). [C,V]
"""
