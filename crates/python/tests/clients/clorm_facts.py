"""Clorm 1.6.3: facts as objects, queries, and `monkey`, which replaces `clingo.Control`."""

from clorm import ConstantField, ConstantStr, FactBase, IntegerField, Predicate, StringField, func, ph1_, unify


class _Driver(Predicate, name="driver"):
    name: ConstantStr


class _Item(Predicate, name="item"):
    name: ConstantStr
    weight: int


class _Assigned(Predicate, name="assigned"):
    item: ConstantStr
    driver: ConstantStr
    time: int


_PROGRAM = """1 {assigned(I,D,1..3) : driver(D)} 1 :- item(I,_). :- assigned(I,D,T), assigned(J,D,T), I < J.
    :- driver(D), #sum {W,I : assigned(I,D,_), item(I,W)} > 5."""


def facts_to_symbols(out):
    fact = _Item(name="book", weight=2)
    out(str(fact), fact.symbol, fact.name, fact.weight, fact == _Item("book", 2))


def symbols_to_facts(out):
    import clingo

    symbols = [clingo.Function("item", [clingo.Function("book"), clingo.Number(2)]), clingo.Function("other"), clingo.parse_term("driver(eve)")]
    out.unordered(map(str, unify([_Driver, _Item], symbols)))


def fields(out):
    class Mixed(Predicate):
        number = IntegerField
        text = StringField
        constant = ConstantField

    fact = Mixed(3, "two words", "a")
    out(str(fact), fact.symbol, str(Mixed._unify(fact.symbol)), [fact.number, fact.text, fact.constant])


def nested_facts(out):
    class Outer(Predicate):
        item: _Item
        pair: tuple[int, str]

    fact = Outer(_Item("a", 1), (2, "x"))
    out(str(fact), fact.symbol, fact.item.weight, fact.pair[0])


def fact_bases(out):
    base = FactBase([_Driver("a"), _Driver("b"), _Item("x", 3), _Item("y", 1)])
    out(len(base), sorted(map(str, base)), base.asp_str(sorted=True).splitlines())


def queries(out):
    base = FactBase([_Item(name, weight) for name, weight in (("a", 3), ("b", 1), ("c", 2), ("d", 3))])
    out(list(base.query(_Item).where(_Item.weight > 1).order_by(_Item.weight, _Item.name).select(_Item.name).all()))
    out(base.query(_Item).where(_Item.weight == ph1_).bind(3).count())
    out(sorted(str(item) for item in base.query(_Item).where(func([_Item.name], lambda name: name < "c")).all()))


def joins(out):
    base = FactBase([_Driver("d"), _Driver("e"), _Item("a", 1), _Assigned("a", "d", 2), _Assigned("b", "e", 1)])
    found = base.query(_Driver, _Assigned).join(_Driver.name == _Assigned.driver).order_by(_Assigned.time).select(_Driver.name, _Assigned.item).all()
    out(list(found))


def parsed_facts(out):
    from clorm import parse_fact_string

    base = parse_fact_string('item(a,1). item(b,2). driver(c). other(1).', unifier=[_Item, _Driver])
    out(sorted(map(str, base)))


def parsed_facts_that_are_none(out):
    from clorm import parse_fact_string

    out.raises(parse_fact_string, "item(a,1) :- b.", unifier=[_Item], raise_nonfact=True)


def solving_with_facts(out):
    from clorm.clingo import Control

    ctl = Control(["0"], unifier=[_Assigned])
    ctl.add("base", [], _PROGRAM)
    ctl.add_facts(FactBase([_Driver("d"), _Driver("e"), _Item("a", 3), _Item("b", 4), _Item("c", 1)]))
    ctl.ground([("base", [])])
    found = []
    with ctl.solve(yield_=True) as handle:
        for model in handle:
            facts = model.facts(atoms=True)
            found.append(sorted(str(fact) for fact in facts.query(_Assigned).all()))
    out(len(found))
    out.unordered(found[:1] and [len(found[0])])
    out.unordered(map(str, found))


def solving_with_on_model(out):
    from clorm.clingo import Control

    found = []
    ctl = Control(unifier=[_Item])
    ctl.add("base", [], "item(a,1). item(b,2). other.")
    ctl.ground([("base", [])])
    result = ctl.solve(on_model=lambda model: found.append(sorted(map(str, model.facts(atoms=True)))))
    out(found, result.satisfiable)


def assumptions_by_facts(out):
    from clorm.clingo import Control

    ctl = Control(["0"], unifier=[_Item])
    ctl.add("base", [], "{item(a,1); item(b,2)}.")
    ctl.ground([("base", [])])
    found = []
    ctl.solve(assumptions=[(_Item("a", 1), True)], on_model=lambda model: found.append(sorted(map(str, model.facts(atoms=True)))))
    out.unordered(found)


def externals_by_facts(out):
    from clorm.clingo import Control

    ctl = Control(["0"], unifier=[_Item])
    ctl.add("base", [], "#external item(a,1). b :- item(a,1).")
    ctl.ground([("base", [])])
    for value in (True, False):
        ctl.assign_external(_Item("a", 1).symbol, value)
        ctl.solve(on_model=lambda model: out(sorted(map(str, model.symbols(atoms=True)))))


def monkey(out):
    from clorm import monkey

    monkey.patch()
    try:
        import clingo

        ctl = clingo.Control(unifier=[_Item])
        ctl.add("base", [], "item(a,1). item(b,2).")
        ctl.ground([("base", [])])
        with ctl.solve(yield_=True) as handle:
            for model in handle:
                out(sorted(map(str, model.facts(atoms=True))))
    finally:
        monkey.unpatch()


def typed_functions(out):
    from clorm import TypeCastSignature
    import clingo

    signature = TypeCastSignature(IntegerField, StringField)

    class Context:
        @signature.wrap_method
        def text(self, number):
            return "n" * number

    ctl = clingo.Control()
    ctl.add("base", [], "p(@text(3)).")
    ctl.ground([("base", [])], context=Context())
    ctl.solve(on_model=lambda model: out(sorted(model.symbols(shown=True))))


def facts_from_the_table_of_atoms(out):
    from clorm import control_add_facts, symbolic_atoms_to_facts
    import clingo

    ctl = clingo.Control()
    control_add_facts(ctl, [_Item("a", 1), _Item("b", 2)])
    ctl.add("base", [], "driver(X) :- item(X,_). {driver(z)}.")
    ctl.ground([("base", [])])
    out(sorted(map(str, symbolic_atoms_to_facts(ctl.symbolic_atoms, [_Item, _Driver]))))
    out(sorted(map(str, symbolic_atoms_to_facts(ctl.symbolic_atoms, [_Item, _Driver], facts_only=True))))
