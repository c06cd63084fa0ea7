"""`parse_term`."""

import clingo
from clingo import parse_term
from transcript import Messages


def simple_terms(out):
    for text in ("1", "-1", "a", "-a", '"text"', "#inf", "#sup", "f(1)", "f(a,b)", "(1,2)", "(1,)", "()", "((1))", "-f(x)"):
        symbol = parse_term(text)
        out(text, symbol, symbol.type, repr(symbol))


def arithmetic(out):
    for text in ("1+2", "2*3-1", "7/2", "-7/2", "7\\4", "-7\\4", "2**10", "1+2*3", "(1+2)*3", "|-3|", "5&3", "5?3", "5^3", "~5",
                 "-(3)", "0**0", "10-3-4", "2**3**2", "2-(-3)"):
        out(text, parse_term(text))


def arithmetic_inside(out):
    out(parse_term("f(1+2,g(2*3))"), parse_term("(1+1,2+2)"))


def numbers_in_other_bases(out):
    out(parse_term("0x1F"), parse_term("0o17"), parse_term("0b101"))


def white_space_and_comments(out):
    out(parse_term("  f ( 1 , 2 ) "), parse_term("f(1,\n\t2)"))
    out.raises(parse_term, "f(1,% no comment\n2)", lambda code, message: None)
    out.raises(parse_term, "f(1,%* nor this *%2)", lambda code, message: None)


def escapes(out):
    symbol = parse_term('"a\\nb\\\\c\\"d"')
    out(symbol, symbol.string, len(symbol.string))


def anything_printed_parses(out):
    terms = ["f(a,-1,(x,),(),#inf,#sup,\"s\\n\\\"\")", "-g(-h)", "(((1,2),3),4)", "f(-a)"]
    for text in terms:
        symbol = parse_term(text)
        out(symbol, parse_term(str(symbol)) == symbol)


def wrong_texts(out):
    for text in ("", "X", "a b", "f(", "p(X)", "1..3", "a;b", "_", "@f(1)", ")", "not a", "'", '"open', "1 2", "a.", "A"):
        out(text)
        out.raises(parse_term, text, lambda code, message: None)


def undefined_operations(out):
    for text in ("1/0", "a+1", "f(1/0)", "2**-1", "|a|", "-\"a\"", "1+a"):
        out(text)
        out.raises(parse_term, text, lambda code, message: None)


def messages(out):
    messages = Messages()
    out.raises(parse_term, "a+1", messages)
    out(messages.codes)
    messages = Messages()
    out.raises(parse_term, "f(", messages)
    out(messages.codes)


def message_limit(out):
    messages = Messages()
    out.raises(parse_term, "a+1", messages, 0)
    out(len(messages.codes))


def negation_twice(out):
    out(parse_term("--1"), parse_term("--a"), parse_term("-(-a)"))


def keywords_by_name(out):
    out(parse_term(string="f(1)"), parse_term("f(1)", message_limit=3))


def one_element_is_no_tuple(out):
    out(parse_term("(1)") == clingo.Number(1), parse_term("(1,)") == clingo.Tuple_([clingo.Number(1)]))


def names_with_primes_and_underscores(out):
    out(parse_term("a'"), parse_term("_a"), parse_term("__a1'b"), parse_term("'a"))


def not_a_text(out):
    out.raises(parse_term, 1)
