"""Draco 2.0.1: recommendations for charts, by observers, `optN` and weight rules through the backend.

Its `config.solve.quiet = 1` is an unknown attribute to clingo 5.8; the module that it is compared with is clingo 5.7.1.
"""

REFERENCE = "clingo-5.7.1"

_FIELDS = {
    "number": "attribute((field,type),{f},number). attribute((field,unique),{f},{u}). attribute((field,entropy),{f},{e}).",
    "string": "attribute((field,type),{f},string). attribute((field,unique),{f},{u}). attribute((field,freq),{f},{e}).",
    "datetime": "attribute((field,type),{f},datetime). attribute((field,unique),{f},{u}).",
}


def _data(*kinds, rows=100):
    """The schema of a table with columns of these kinds."""
    lines = [f"attribute(number_rows,root,{rows})."]
    for place, kind in enumerate(kinds):
        name = f"f{place}"
        lines.append(f"entity(field,root,{name}). attribute((field,name),{name},{name}).")
        lines.append(_FIELDS[kind].format(f=name, u=10 + 20 * place, e=1000 + 100 * place))
    return lines


def _view(marks=1, *encodings):
    """A view with so many marks, and encodings of the first that show these columns."""
    lines = ["entity(view,root,v0)."]
    lines += [f"entity(mark,v0,m{place})." for place in range(marks)]
    for place, field in enumerate(encodings):
        lines.append(f"entity(encoding,m0,e{place}). attribute((encoding,field),e{place},{field}).")
    return lines


_SPECIFICATIONS = {
    "empty": _view(1),
    "number": _data("number") + _view(1, "f0"),
    "string": _data("string") + _view(1, "f0"),
    "date": _data("datetime") + _view(1, "f0"),
    "scatter": _data("number", "number") + _view(1, "f0", "f1"),
    "bars": _data("string", "number") + _view(1, "f0", "f1"),
    "trend": _data("datetime", "number") + _view(1, "f0", "f1"),
    "strings": _data("string", "string") + _view(1, "f0", "f1"),
    "three numbers": _data("number", "number", "number") + _view(1, "f0", "f1", "f2"),
    "coloured": _data("number", "number", "string") + _view(1, "f0", "f1", "f2"),
    "points": _data("number", "number") + _view(1, "f0", "f1") + ["attribute((mark,type),m0,point)."],
    "lines": _data("datetime", "number") + _view(1, "f0", "f1") + ["attribute((mark,type),m0,line)."],
    "bars by name": _data("string", "number") + _view(1, "f0", "f1") + ["attribute((mark,type),m0,bar)."],
    "histogram": _data("number") + _view(1, "f0") + ["attribute((encoding,binning),e0,10)."],
    "mean": _data("string", "number") + _view(1, "f0", "f1") + ["attribute((encoding,aggregate),e1,mean)."],
    "on x": _data("number", "string") + _view(1, "f0", "f1") + ["attribute((encoding,channel),e0,x)."],
    "many rows": _data("number", "number", rows=10000) + _view(1, "f0", "f1"),
    "unused column": _data("number", "string", "number") + _view(1, "f0"),
    "polar": _data("string", "number") + _view(1, "f0", "f1") + ["attribute((view,coordinates),v0,polar)."],
    "free encoding": _data("number", "string") + _view(1, "f0") + ["entity(encoding,m0,e1)."],
    "summary": _data("string", "number") + _view(1, "f0", "f1") + ["attribute(task,root,summary)."],
}


def _recommend(out, names):
    import draco

    drawer = draco.Draco()
    for name in names:
        models = list(drawer.complete_spec(_SPECIFICATIONS[name], 1))
        out(name, [list(model.cost) for model in models])


def recommendations(out):
    out(len(_SPECIFICATIONS))
    _recommend(out, list(_SPECIFICATIONS)[:11])


def more_recommendations(out):
    _recommend(out, list(_SPECIFICATIONS)[11:])


def the_five_best(out):
    import draco

    drawer = draco.Draco()
    for name in ("scatter", "bars", "trend"):
        models = list(drawer.complete_spec(_SPECIFICATIONS[name], 5))
        out(name, [list(model.cost) for model in models])


def recommendations_obey_the_rules(out):
    import draco

    drawer = draco.Draco()
    for name in ("scatter", "bars", "histogram"):
        for model in drawer.complete_spec(_SPECIFICATIONS[name], 2):
            facts = str(model).splitlines()
            out(drawer.check_spec(facts), drawer.get_violations(facts), sum(drawer.count_preferences(facts).values()) > 0)


def violations(out):
    import draco

    drawer = draco.Draco()
    for specification in (
        _data("number") + _view(1, "f0") + ["attribute((encoding,aggregate),e0,mean). attribute((encoding,binning),e0,10)."],
        _view(1) + ["attribute((mark,type),m0,nothing)."],
        _data("string") + _view(1, "f0") + ["attribute((encoding,binning),e0,10)."],
    ):
        out.unordered(drawer.get_violations(specification))
        out(drawer.check_spec(specification))


def facts_of_a_table(out):
    import draco
    import pandas

    schema = draco.schema_from_dataframe(pandas.DataFrame({"x": [1, 2, 3], "name": ["a", "b", "b"]}))
    facts = draco.dict_to_facts(schema)
    drawer = draco.Draco()
    out([list(model.cost) for model in drawer.complete_spec(facts + _view(1), 1)])
