"""`clingo.ast`: texts to trees and back."""

import clingo
from clingo import Control, ast
from clingo.ast import AST, ASTSequence, ASTType, Location, Position, ProgramBuilder, Transformer, parse_files, parse_string


def _statements(text):
    found = []
    parse_string(text, found.append)
    return found


def _printed(out, *texts):
    for text in texts:
        out([str(statement) for statement in _statements(text)])


def facts_and_rules(out):
    _printed(out, "a.", "a :- b, not c.", "p(X,1) :- q(X), not r(X,_).", ":- a.", "-p(1) :- not not q.")


def programs(out):
    _printed(out, "", "#program step(t). a(t).", "#program base.")


def arithmetic(out):
    _printed(out, "p(X+1*2-Y/3\\4**5).", "p(-X,~Y,|Z|).", "p(X&Y?Z^W).", "p((X+1)*2).", "p(1..X+1).")


def comparisons(out):
    _printed(out, "a :- X = 1.", "a :- X < Y, Y <= 2, Z != 3, W > 4, V >= 5.", "a :- 1 < X < 3.", "a :- not X = 1.", "a :- #true. b :- #false.")


def terms(out):
    _printed(out, 'p(a,"s",#inf,#sup,(1,2),(1,),(),f(X),-3,_).', "p(1;2).", "p(1,2;3).", "p(@f(X,1)).")


def choices(out):
    _printed(out, "{a;b}.", "1 {p(X) : q(X)} 2.", "{a} = 1 :- b.", "X {a : b, not c} :- n(X).")


def disjunctions(out):
    _printed(out, "a; b.", "p(X) : q(X); r :- s.", "a : b.")


def body_aggregates(out):
    _printed(out, "a :- 1 #sum {X,Y : p(X,Y); 2 : q} 3.", "a :- #count {X : p(X)} > 2.", "a :- X = #min {Y : p(Y)}.", "a :- not #max {Y : p(Y)} < 3.",
             "a :- #sum+ {X : p(X)} != 1.", "a :- 1 {b; c} 2.")


def head_aggregates(out):
    _printed(out, "1 #sum {X,Y : p(X,Y) : q(X)} 2.", "#count {X : p(X)} = 1.")


def conditional_literals(out):
    _printed(out, "a :- b : c, d; e.", "a :- p(X) : q(X), not r(X).")


def objectives(out):
    _printed(out, "#minimize {X@2,Y : p(X,Y); 1 : q}.", "#maximize {1@3,a : b}.", ":~ a. [1@2,x]", ":~ p(X). [X]")


def shows(out):
    _printed(out, "#show.", "#show p/1.", "#show -p/1.", "#show X : p(X).", "#show a.")


def directives(out):
    _printed(out, "#const n = 3.", "#const n = 3. [override]", "#defined p/1.", "#external p(X) : q(X).", "#external p. [true]", "#edge (X,Y) : p(X,Y).",
             "#project p/1.", "#project p(X) : q(X).", "#heuristic p(X) : q(X). [1@2,sign]")


def theories(out):
    _printed(out, "#theory t { x { + : 1, binary, left; - : 2, unary }; &a/1 : x, {<=,=}, x, any; &b/0 : x, head }.")


def theory_atoms(out):
    _printed(out, "&sum(1) {x+y*2; -z : p} <= 3.", "a :- &sum {x}.", "&diff {a-b} <= 3 :- c.", "&f {(1,2), [3], {4}, g(5), \"s\"}.")


def scripts(out):
    _printed(out, "#script (lua) function f() end #end.")


def comments(out):
    out([(str(statement), statement.ast_type.name) for statement in _statements("a. % text\n%* more *% b.")])


def types_of_statements(out):
    text = """a. #const n=1. #show. #show a/0. #show a. #minimize{1:a}. #program x. #external e. #edge (1,2). #heuristic a. [1,sign]
              #project a/0. #project a. #defined a/0. #theory t {}. ;;"""
    out([statement.ast_type.name for statement in _statements(text.replace(";;", ""))])


def keys_of_a_rule(out):
    rule = _statements("a :- b.")[1]
    out(sorted(rule.keys()), rule.ast_type, sorted(rule.head.keys()), sorted(rule.body[0].keys()))


def child_keys(out):
    rule = _statements("a :- b.")[1]
    out(list(rule.child_keys), list(rule.head.child_keys))


def walking_down(out):
    rule = _statements("p(X,1) :- not q(X).")[1]
    function = rule.head.atom.symbol
    out(function.name, len(function.arguments), function.arguments[0].name, function.arguments[1].symbol, function.external)
    out(rule.body[0].sign == ast.Sign.Negation, rule.body[0].atom.symbol.name)


def locations(out):
    rule = _statements("a.\n  b :-\n c.")[2]
    begin, end = rule.location.begin, rule.location.end
    out(begin.filename, begin.line, begin.column, end.line, end.column)


def locations_of_terms(out):
    rule = _statements("p(X,f(Y)) :- q(X,Y).")[1]
    for argument in rule.head.atom.symbol.arguments:
        out(argument.location.begin.column, argument.location.end.column)


def equality_and_order(out):
    one, other, third = (_statements(text)[1] for text in ("a :- b.", "a:-b.", "a :- c."))
    out(one == other, one == third, one != third, (one < third) != (third < one))


def copies(out):
    import copy

    rule = _statements("a :- b, c.")[1]
    shallow, deep = copy.copy(rule), copy.deepcopy(rule)
    out(rule == shallow, rule == deep)
    deep.body.pop()
    out(str(rule), str(deep))


def changing_in_place(out):
    rule = _statements("a :- b, c.")[1]
    rule.head.atom.symbol.name = "z"
    rule.body.append(rule.body[0])
    del rule.body[1]
    out(str(rule), len(rule.body))


def update(out):
    rule = _statements("p(X) :- q(X).")[1]
    out(str(rule.update(body=[])), str(rule))


def built_by_hand(out):
    place = Location(Position("x", 1, 1), Position("x", 1, 1))
    function = ast.Function(place, "p", [ast.SymbolicTerm(place, clingo.Number(1)), ast.Variable(place, "X")], False)
    literal = ast.Literal(place, ast.Sign.NoSign, ast.SymbolicAtom(function))
    negated = ast.Literal(place, ast.Sign.Negation, ast.SymbolicAtom(ast.Function(place, "q", [], False)))
    out(str(ast.Rule(place, literal, [negated])), str(ast.Program(place, "step", [ast.Id(place, "t")])))
    out(str(ast.Interval(place, ast.Variable(place, "X"), ast.Variable(place, "Y"))))
    out(str(ast.BinaryOperation(place, ast.BinaryOperator.Plus, ast.Variable(place, "X"), ast.SymbolicTerm(place, clingo.Number(2)))))


def renaming_variables(out):
    class Rename(Transformer):
        def visit_Variable(self, node):
            return node.update(name="_" + node.name)

    found = []
    parse_string("p(X) :- q(X,Y), not r(Y). {a(Z) : b(Z)}.", lambda statement: found.append(str(Rename()(statement))))
    out(found)


def renaming_functions(out):
    class Rename(Transformer):
        def visit_Function(self, node):
            return node.update(name=node.name + "_", arguments=self.visit_sequence(node.arguments))

    found = []
    parse_string("p(f(X)) :- q(X). #show p/1.", lambda statement: found.append(str(Rename()(statement))))
    out(found)


def transformers_with_arguments(out):
    class Shift(Transformer):
        def visit_SymbolicTerm(self, node, by):
            if node.symbol.type == clingo.SymbolType.Number:
                return node.update(symbol=clingo.Number(node.symbol.number + by))
            return node

    found = []
    parse_string("p(1,a) :- q(2).", lambda statement: found.append(str(Shift().visit(statement, 10))))
    out(found)


def unchanged_trees_are_kept(out):
    rule = _statements("p(X) :- q(X).")[1]
    out(Transformer().visit(rule) is rule)


def collecting(out):
    class Collect(Transformer):
        def visit_Variable(self, node):
            names.append(node.name)
            return node

    names = []
    parse_string("p(X,Y) :- q(X), Z = Y + 1, 1 {r(W) : s(W)}.", lambda statement: Collect()(statement))
    out.unordered(names)


def builder(out):
    ctl = Control(["0"])
    with ProgramBuilder(ctl) as program:
        parse_string("{a}. b :- a. #program p(t). c(t).", program.add)
    ctl.ground([("base", []), ("p", [clingo.Number(1)])])
    out.models(ctl)


def builder_with_a_transformer(out):
    class Positive(Transformer):
        def visit_Literal(self, node):
            return node.update(sign=ast.Sign.NoSign)

    ctl = Control(["0"])
    with ProgramBuilder(ctl) as program:
        parse_string("{a}. b :- not a.", lambda statement: program.add(Positive().visit(statement)))
    ctl.ground()
    out.models(ctl)


def builder_outside_of_its_block(out):
    def after(ctl):
        with ProgramBuilder(ctl) as program:
            parse_string("a.", program.add)
        parse_string("{b}.", program.add)

    def without(ctl):
        parse_string("a. {b}.", ProgramBuilder(ctl).add)

    def before_another_program(ctl):
        without(ctl)
        ctl.add("c.")

    def two_blocks(ctl):
        with ProgramBuilder(ctl) as one, ProgramBuilder(ctl) as other:
            parse_string("a.", one.add)
            parse_string("{b}.", other.add)
            ctl.add("c.")

    def left_by_an_error(ctl):
        try:
            with ProgramBuilder(ctl) as program:
                parse_string("a.", program.add)
                raise KeyError
        except KeyError:
            pass

    for build in (after, without, before_another_program, two_blocks, left_by_an_error):
        ctl = Control(["0"])
        build(ctl)
        ctl.ground()
        out(build.__name__)
        out.models(ctl)
    ctl = Control(["0"])
    with ProgramBuilder(ctl) as program:
        parse_string("a.", program.add)
    ctl.ground()
    parse_string("#program p. b.", program.add)
    ctl.ground([("p", [])])
    out.models(ctl)


_PLACE = Location(Position("x", 1, 1), Position("x", 1, 1))


def _term(value):
    symbol = clingo.Number(value) if isinstance(value, int) else clingo.Function(value)
    return ast.SymbolicTerm(_PLACE, symbol)


def _built(out, *statements):
    """What becomes of nodes and texts."""
    ctl = Control(["0"], logger=lambda code, message: None)
    try:
        with ProgramBuilder(ctl) as program:
            for statement in statements:
                program.add(statement) if isinstance(statement, AST) else parse_string(statement, program.add)
        ctl.ground()
    except RuntimeError:
        out("refused")
        return
    for atom in ctl.theory_atoms:
        out(str(atom), [(str(term.type), str(term)) for element in atom.elements for term in element.terms])
    out.models(ctl)


def builder_takes_theory_terms_as_trees(out):
    theory = """#theory t {
      u { | : 2, binary, left; & : 1, binary, left; - : 3, unary; - : 2, binary, left; >? : 4, unary };
      &h/0 : u, { <= }, u, any }."""
    x, y, z = map(_term, "xyz")

    def function(name, *arguments):
        return ast.TheoryFunction(_PLACE, name, arguments)

    def unparsed(*elements):
        parts = [ast.TheoryUnparsedTermElement(operators, term) for operators, term in elements]
        return ast.TheoryUnparsedTerm(_PLACE, parts)

    terms = [function(name, *arguments) for name in ("|", "-", "&", ">?", "f", "A", "not", "+") for arguments in ([x], [x, y], [x, y, z])]
    terms += [
        function("f"),
        function("", x, y),
        _term(-3),
        function("f", _term(-1), function("-", _term(-2))),
        ast.SymbolicTerm(_PLACE, clingo.Function("f", [clingo.Number(1), clingo.Number(-2)])),
        ast.SymbolicTerm(_PLACE, clingo.Function("", [clingo.Number(1)])),
        ast.TheorySequence(_PLACE, 0, [x]),
        ast.TheorySequence(_PLACE, 2, [function("|", x, y)]),
        unparsed(([], x), (["|"], y), (["&", "-"], z)),
        unparsed(([], function("|", x, y)), (["&"], function("&", x, y))),
        function("|", unparsed(([], x), (["&"], y)), z),
        unparsed(([], x)),
        unparsed(([], x), ([], y)),
        unparsed(),
        ast.Function(_PLACE, "f", [x], 0),
        unparsed(([], x), (["+"], y)),
    ]
    head = ast.Function(_PLACE, "h", [], 0)
    for term in terms:
        atom = ast.TheoryAtom(_PLACE, head, [ast.TheoryAtomElement([term], [])], None)
        _built(out, theory, ast.Rule(_PLACE, atom, []))
    guard = ast.TheoryGuard("<=", function("|", x, function("-", y)))
    _built(out, theory, ast.Rule(_PLACE, ast.TheoryAtom(_PLACE, head, [], guard), []))


def builder_takes_nodes_as_trees(out):
    def atom(name, *arguments):
        return ast.SymbolicAtom(ast.Function(_PLACE, name, arguments, 0))

    def literal(inner, sign=0):
        return ast.Literal(_PLACE, sign, inner)

    def rule(head, *body):
        return ast.Rule(_PLACE, head, body)

    def fact(*arguments):
        return rule(literal(atom("p", *arguments)))

    conditional = ast.ConditionalLiteral(_PLACE, literal(atom("a")), [])
    minus = ast.UnaryOperation(_PLACE, 0, ast.Function(_PLACE, "p", [_term(1)], 0))
    numbers = [fact(ast.BinaryOperation(_PLACE, operator, _term(7), ast.BinaryOperation(_PLACE, 4, _term(5), _term(2)))) for operator in range(9)]
    chain = _term(0)
    for number in range(300):
        chain = ast.BinaryOperation(_PLACE, 3, chain, _term(number))
    pool = ast.Pool(_PLACE, [ast.Function(_PLACE, "f", [_term(1)], 0), ast.Function(_PLACE, "f", [_term(2), _term(3)], 0)])
    _built(out, fact(_term(-3), _term("a"), ast.SymbolicTerm(_PLACE, clingo.String('x"y'))))
    _built(out, rule(literal(ast.SymbolicAtom(minus))), *numbers, fact(chain))
    _built(out, fact(ast.UnaryOperation(_PLACE, 0, _term(-7)), ast.UnaryOperation(_PLACE, 2, _term(-7)), ast.UnaryOperation(_PLACE, 1, _term(6))))
    _built(out, fact(_term(1)), rule(literal(atom("q", ast.Variable(_PLACE, "x"))), literal(atom("p", ast.Variable(_PLACE, "x")))))
    _built(out, rule(literal(atom("Odd name", _term("Odd")))))
    _built(out, fact(pool), fact(ast.Pool(_PLACE, [])), rule(literal(ast.SymbolicAtom(pool))), fact(ast.Interval(_PLACE, _term(1), _term(2))))
    _built(out, fact(ast.Function(_PLACE, "", [_term(1)], 0), ast.Function(_PLACE, "", [], 0)))
    _built(out, fact(ast.SymbolicTerm(_PLACE, clingo.Function("f", [clingo.Function("g", [], False)], False))))
    _built(out, ast.Definition(_PLACE, "n", _term(4), 1), fact(_term("n")))
    _built(out, rule(ast.Disjunction(_PLACE, [])), rule(ast.Disjunction(_PLACE, [conditional])))
    _built(out, rule(ast.Disjunction(_PLACE, [conditional])))
    _built(out, rule(ast.Aggregate(_PLACE, ast.Guard(0, _term(1)), [conditional], None)))
    _built(out, rule(literal(atom("a")), literal(ast.Comparison(_term(1), [ast.Guard(1, _term(2)), ast.Guard(2, _term(2))]))))
    _built(out, ast.External(_PLACE, atom("e"), [], _term("true")), ast.ShowTerm(_PLACE, _term("t"), [literal(atom("e"))]))
    for wrong in (_term("a"), ast.Guard(1, _term(1)), literal(ast.Comparison(_term(1), [])), ast.Disjunction(_PLACE, [literal(atom("a"))])):
        _built(out, rule(wrong))
        _built(out, rule(literal(atom("a")), wrong))


def guards_by_transformer(out):
    place = Location(Position("x", 1, 1), Position("x", 1, 1))
    guard = ast.Literal(place, ast.Sign.NoSign, ast.SymbolicAtom(ast.Function(place, "on", [], False)))

    def add(statement):
        if statement.ast_type == ASTType.Rule:
            statement = statement.update(body=[*statement.body, guard])
        program.add(statement)

    ctl = Control(["0"])
    with ProgramBuilder(ctl) as program:
        parse_string("{a}. b :- a.", add)
    ctl.add("{on}.")
    ctl.ground()
    out.models(ctl)


def files(out):
    with open("one.lp", "w", encoding="utf-8") as file:
        file.write("a :- b.\n")
    with open("two.lp", "w", encoding="utf-8") as file:
        file.write("c.\n#program x.\nd.\n")
    found = []
    parse_files(["one.lp", "two.lp"], lambda statement: found.append([str(statement), statement.location.begin.filename]))
    out(found)


def wrong_texts(out):
    for text in ("a :-", "a", "p(.", "1.", "#nothing."):
        out.raises(parse_string, text, lambda statement: None, logger=lambda code, message: None)


def errors_in_the_callback(out):
    def callback(statement):
        raise KeyError("mine")

    out.raises(parse_string, "a.", callback)


def anything_printed_parses(out):
    text = """p(X+1,f(a,"s")) :- q(X), not r(X,_), X = 1..3, 1 < #sum {Y,Z : s(Y,Z), not t; 2 : u} < 4.
    {a(X) : b(X)} = 1 :- c. d; e :- f : g. :~ a(X). [X@2,X] #show a(X) : b(X). #external k(X) : l(X). [false]"""
    once = [str(statement) for statement in _statements(text)]
    again = [str(statement) for statement in _statements("\n".join(once))]
    out(once == again or once == again[1:])


def sequences(out):
    body = _statements("a :- b, c, d.")[1].body
    out(isinstance(body, ASTSequence), len(body), str(body[0]), [str(literal) for literal in body], str(body[-1]))
    body.insert(0, body[2])
    out([str(literal) for literal in body])


def items_of_a_node(out):
    rule = _statements("a :- b.")[1]
    out(isinstance(rule, AST), "head" in rule.keys(), sorted(key for key, value in rule.items()))
    out.raises(lambda: rule.nothing)


def unpool(out):
    rule = _statements("p(1;2) :- q(3;4).")[1]
    out.unordered(str(statement) for statement in rule.unpool())


def symbols_of_constants(out):
    for text in ("a.", "p(1).", '"s"'):
        try:
            statement = _statements(text)[1]
        except RuntimeError as error:
            out(error)
            continue
        out(str(statement.head.atom.symbol), statement.head.atom.symbol.ast_type)


def _tree(value):
    """All that a node has, with its place."""
    if isinstance(value, AST):
        return [value.ast_type.name, [[key, _tree(held)] for key, held in value.items()]]
    if isinstance(value, Location):
        return [value.begin.line, value.begin.column, value.end.line, value.end.column]
    if value is None or isinstance(value, (str, int, clingo.Symbol)):
        return value
    return [_tree(held) for held in value]


def _trees(out, *texts):
    for text in texts:
        out(text, [_tree(statement) for statement in _statements(text)])


def trees_of_terms(out):
    _trees(out, "p(1;2,X).", "p((1,2;3;),(),(,),(1,),((X))).", "p(|X;Y-1|,-f(1),- -1,@g,@g(;1)).", "p(2**3**4,(1-2)-3,1-(2-3),1..2..3).",
           "p(X^Y?Z&W,~X+~Y,-1**2).", "p(0x1F,0b11,0o17,#supremum,f(),a').", "p(\"\\\"\\n\\\\\"). q.", 'p("ü",1). q.')


def trees_of_literals(out):
    _trees(out, "-p(1;2) :- -q, not -r(X), not not s.", "a :- not #true, not not #false.", "1 < X <= 2 :- f(X) = -p(X), not X == 1.", ":- a.", ":- .")


def trees_of_aggregates(out):
    _trees(out, "1 < {a : b, c; not d} != 3 :- {e} = 2.", "a :- not 1 #sum+ {X,Y : p(X,Y), not q; : r; 3} 2, not not {a}.", "{a} 1.",
           "#min {1,X : p(X) : q(X); 2 : r :} > 3.", "a :- X = #count { }.")


def trees_of_conditions(out):
    _trees(out, "a : b, c; d | e.", "a, b : .", "a :- b : c, not d; e : ; f, g.", "a : not b.")


def trees_of_directives(out):
    _trees(out, "#minimize {1; X@2,Y : p(X,Y), q; 3 : r}. #maximize {X+1@2 : p}.", ":~ a, b : c; d. [1,x]", "#show -p/1. #show p/1+1 : q. #show (a;b).",
           "#const x = (1,f((2,))). #const y = 1. [override] #const z = 2. [default]", "#external -a : b, c. #external b. [X] %c", "#edge (a,b;c,d) : e.",
           "#heuristic -a : b. [1,sign] #heuristic a. [X@Y,level]", "#project a : b. #project -a/1. #defined -a/2.", "#program p(a,b). #program base().")


def trees_of_theories(out):
    _trees(out, "&f(1;X) { - - x + - y <= not z, [(1,),()] : p, q; : r } <= -3 :- not &g, &h { (((1+2))); {a}; f(g(),X); #inf }.",
           "#theory t { x { + : 1, binary, left; not : 2, unary }; y { }; &a/1 : x, {<=,=}, y, any; &b/0 : y, directive }.")


def trees_of_comments(out):
    _trees(out, "a. % one\n%* two\n %* three *% *% b :- % four\n c.", "#const n = 1. % before\na. #const m = 1. % within\n[override]", "a. %x\r\nb.",
           "#!/usr/bin/env clingo\na. #! one\nb :- #!two\n c. %* #! *% d.")


def trees_of_scripts(out):
    _trees(out, "#script (lua)\nprint('% a. *%')\n#end. b.", "a. #script(python) x = 1 #end.")


def included_files(out):
    with open("inner.lp", "w", encoding="utf-8") as file:
        file.write("x.\n#program inner.\ny.")
    with open("outer.lp", "w", encoding="utf-8") as file:
        file.write('a. #include "inner.lp". b. #include "inner.lp". c.')
    found = []
    parse_files(["outer.lp"], lambda statement: found.append([str(statement), _tree(statement.location)]), logger=lambda code, message: None)
    out(found)


def unpooled_parts(out):
    for text in ("{a(1;2) : b(3;4)} (5;6) :- c(X;Y).", "a :- p(1;2) : q(3;4).", "a(X;Y) : b(1;2); c.", "#sum {(1;2) : a(3;4) : b(5;6)}.",
                 ":~ p(1;2). [(1;2)@(3;4),x]", "&a(1;2) {x : p(1;2)}.", "#edge ((1;2),(3;4)).", "a."):
        out.unordered(map(str, _statements(text)[1].unpool()))
    literal = _statements("a :- p(1;2) : q(3;4).")[1].body[0]
    for other in (True, False):
        for condition in (True, False):
            out.unordered(map(str, literal.unpool(other, condition)))


def nodes_in_order(out):
    body = _statements("a :- b(X), not b, 1 < 2, -c, X = 1, b(1), {d}, b, f : g.")[1].body
    out([str(literal) for literal in sorted(body)], len(set(body)), len({body[7], body[7].update(sign=0)}))


def guards_without_operators(out):
    _printed(out, "#theory x { t { }; &a/0 : t, {}, t, any }.", "#theory x { t { }; &a/0 : t, {=}, t, any }.")
