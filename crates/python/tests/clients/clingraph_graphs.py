"""Clingraph 1.2.6: graphs from facts, as text for Graphviz."""


def graphs_from_text(out):
    from clingraph.graphviz import compute_graphs
    from clingraph.orm import Factbase

    base = Factbase.from_string("graph(g). node(a,g). node(b,g). edge((a,b),g). attr(node,a,label,\"first\"). attr(graph,g,rankdir,\"LR\").")
    for name, graph in compute_graphs(base).items():
        out(name)
        out.unordered(line.strip() for line in graph.source.splitlines())


def default_graph(out):
    from clingraph.graphviz import compute_graphs
    from clingraph.orm import Factbase

    base = Factbase.from_string("node(1). node(2). node(f(x)). edge((1,2)). attr(edge,(1,2),color,red).", default_graph="d")
    out.unordered(line.strip() for line in compute_graphs(base)["d"].source.splitlines())


def graphs_of_models(out):
    import clingo
    from clingraph.clingo_utils import ClingraphContext
    from clingraph.graphviz import compute_graphs
    from clingraph.orm import Factbase

    bases = []
    ctl = clingo.Control(["0"])
    ctl.add("base", [], "1 {node(a); node(b)} 1. attr(node,X,label,@concat(\"n_\",X)) :- node(X).")
    ctl.ground([("base", [])], ClingraphContext())
    ctl.solve(on_model=lambda model: bases.append(Factbase.from_model(model)))
    out.unordered(sorted(line.strip() for line in compute_graphs(base)["default"].source.splitlines()) for base in bases)


def directed_graphs(out):
    from clingraph.graphviz import compute_graphs
    from clingraph.orm import Factbase

    base = Factbase.from_string("node(a). node(b). edge((a,b)).")
    out.unordered(line.strip() for line in compute_graphs(base, graphviz_type="digraph")["default"].source.splitlines())


def subgraphs(out):
    from clingraph.graphviz import compute_graphs
    from clingraph.orm import Factbase

    base = Factbase.from_string("graph(g). graph(s,g). node(a,s). node(b,g).")
    out.unordered(line.strip() for line in compute_graphs(base)["g"].source.splitlines())
