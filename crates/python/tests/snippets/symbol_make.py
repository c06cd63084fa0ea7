"""Symbols made from Python, and their parts."""

import clingo
from clingo import Function, Infimum, Number, String, Supremum, SymbolType, Tuple_


def numbers(out):
    for value in (0, 1, -1, 2147483647, -2147483648):
        symbol = Number(value)
        out(symbol, repr(symbol), symbol.type, symbol.number)


def strings(out):
    for value in ("", "a", "two words", 'quote"', "back\\slash", "line\nbreak", "tab\t", "üñí"):
        symbol = String(value)
        out(symbol, repr(symbol), symbol.type, symbol.string)


def constants(out):
    symbol = Function("a")
    out(symbol, repr(symbol), symbol.type, symbol.name, symbol.arguments, symbol.positive, symbol.negative)


def functions(out):
    symbol = Function("f", [Number(1), Function("g", [String("x")])])
    out(symbol, repr(symbol), symbol.name, symbol.arguments, len(symbol.arguments))
    out(symbol.arguments[1].arguments[0].string)


def negative_functions(out):
    symbol = Function("f", [Number(1)], False)
    out(symbol, repr(symbol), symbol.positive, symbol.negative, symbol.name)
    out(Function("f", [Number(1)], positive=True))


def tuples(out):
    for arguments in ([], [Number(1)], [Number(1), Number(2)], [Tuple_([])]):
        symbol = Tuple_(arguments)
        out(symbol, repr(symbol), symbol.type, symbol.name, symbol.arguments)


def tuples_are_functions_without_a_name(out):
    out(Function("", [Number(1), Number(2)]) == Tuple_([Number(1), Number(2)]))
    out(Function("", []), Function("", [Number(3)]))


def extremes(out):
    for symbol in (Infimum, Supremum):
        out(symbol, repr(symbol), symbol.type)


def number_of_something_else(out):
    for symbol in (String("a"), Function("a"), Infimum, Tuple_([])):
        out.raises(lambda: symbol.number)


def string_of_something_else(out):
    for symbol in (Number(1), Function("a"), Supremum):
        out.raises(lambda: symbol.string)


def name_of_something_else(out):
    for symbol in (Number(1), String("a"), Supremum):
        out.raises(lambda: symbol.name)


def arguments_of_something_else(out):
    for symbol in (Number(1), String("a"), Infimum):
        out.raises(lambda: symbol.arguments)


def sign_of_something_else(out):
    for symbol in (Number(1), String("a"), Infimum):
        out.raises(lambda: symbol.positive)
        out.raises(lambda: symbol.negative)


def match(out):
    symbol = Function("f", [Number(1), Number(2)])
    out(symbol.match("f", 2), symbol.match("f", 1), symbol.match("g", 2))
    out(symbol.match("f", 2, True), symbol.match("f", 2, False))
    out(Function("f", [], False).match("f", 0), Function("f", [], False).match("f", 0, False))


def match_of_something_else(out):
    for symbol in (Number(1), String("f"), Infimum, Tuple_([])):
        out(symbol.match("f", 0), symbol.match("", 0))


def arguments_are_a_sequence(out):
    arguments = Function("f", [Number(n) for n in range(5)]).arguments
    out(len(arguments), arguments[0], arguments[-1], list(arguments[1:3]), Number(3) in arguments)
    out(arguments.index(Number(2)), list(reversed(arguments)))


def arguments_out_of_range(out):
    arguments = Function("f", [Number(1)]).arguments
    out.raises(lambda: arguments[1])


def arguments_of_any_iterable_sequence(out):
    out(Function("f", (Number(1), Number(2))), Tuple_((Number(1),)))


def wrong_types(out):
    out.raises(Number, "a")
    out.raises(Function, 1)
    out.raises(String, 1)


def types(out):
    out(list(SymbolType))
    out(sorted(SymbolType) == list(sorted(SymbolType)), SymbolType.Number < SymbolType.String)
    out(sorted(SymbolType))


def deep(out):
    symbol = Number(0)
    for _ in range(200):
        symbol = Function("s", [symbol])
    out(len(str(symbol)), symbol.arguments[0].match("s", 1))


def number_out_of_range_of_strings(out):
    out(Number(True), Number(-0))


def function_names_are_not_checked(out):
    out(Function("X"), Function("two words", [Number(1)]), Function("_a"), Function("'a"))


def module_names(out):
    for name in ("symbol", "control", "solving", "propagator", "backend", "core", "application", "ast", "configuration",
                 "statistics", "symbolic_atoms", "theory_atoms", "script", "util"):
        __import__("clingo." + name)
        out(name)


def modules_share_their_classes(out):
    import clingo.control
    import clingo.solving
    import clingo.symbol

    out(clingo.symbol.Symbol is clingo.Symbol, clingo.control.Control is clingo.Control)
    out(isinstance(clingo.symbol.Number(1), clingo.Symbol), clingo.symbol.Number(1) == Number(1))
    out(clingo.solving.SolveResult is clingo.SolveResult)


def names_of_the_module(out):
    names = ["Application", "ApplicationOptions", "Assignment", "Backend", "BackendType", "Configuration", "Control", "Flag",
             "Function", "HeuristicType", "Infimum", "Logger", "MessageCode", "Model", "ModelType", "Number", "Observer",
             "PropagateControl", "PropagateInit", "Propagator", "PropagatorCheckMode", "PropagatorUndoMode", "SolveControl",
             "SolveHandle", "SolveResult", "StatisticsArray", "StatisticsMap", "StatisticsValue", "String", "Supremum",
             "Symbol", "SymbolType", "SymbolicAtom", "SymbolicAtoms", "TheoryAtom", "TheoryElement", "TheoryTerm",
             "TheoryTermType", "Trail", "TruthValue", "Tuple_", "clingo_main", "parse_term", "version"]
    out([name for name in names if not hasattr(clingo, name)])


def words_about_what_is_no_number(out):
    for value in ("a", 1.5, None, [], Number(1)):
        out(str(out.raises(Number, value)))


def numbers_of_symbols(out):
    """Programs tell clingo from its forerunners by this name."""
    a, b = clingo.Function("f", [Number(1)]), clingo.Function("f", [Number(1)])
    out(hasattr(clingo.Symbol, "_rep"), a._rep == b._rep, isinstance(a._rep, int), a._rep != Number(1)._rep)
