//! Every construct of the language: how it is read, shown by how it prints.

use super::{read, read_valid};
use groundplan::diagnostic::{Severity, Sources};
use groundplan::symbol::Symbols;
use groundplan::syntax::aggregate::AggregateFunction;
use groundplan::syntax::ast::{
    BodyLiteral, Head, LiteralKind, Relation, Show, Sign, Statement, Term, UnaryOperator,
};
use groundplan::syntax::{parse_definition, parse_term, Print};

/// Each text prints as the other, and that prints as itself.
fn prints_as(cases: &[(&str, &str)]) {
    for (text, expected) in cases {
        assert_eq!(read_valid(text).printed().trim_end(), *expected, "{text}");
        assert_eq!(read_valid(expected).printed().trim_end(), *expected);
    }
}

/// Each text is canonical.
fn prints_as_itself(texts: &[&str]) {
    for text in texts {
        prints_as(&[(text, text)]);
    }
}

#[test]
fn terms() {
    prints_as(&[
        ("p(0x1F,0o17,0b11,-0x10,- 3).", "p(31,15,3,-16,-3)."),
        ("p(9223372036854775807,-9223372036854775808).", "p(9223372036854775807,-9223372036854775808)."),
        ("p(#infimum,#supremum,#inf,#sup).", "p(#inf,#sup,#inf,#sup)."),
        (r#"p("a\"b\\c\nd ä").q("")."#, "p(\"a\\\"b\\\\c\\nd ä\").\nq(\"\")."),
        ("p((a),((b)),(a,),(a,b),(),(,),(a,b,)).", "p(a,b,(a,),(a,b),(),(),(a,b))."),
        ("p(f(g(a),(1,-2)),f()).", "p(f(g(a),(1,-2)),f)."),
        ("p(_'a,'b,x').", "p(_'a,'b,x')."),
        ("p(X,_,_X,'Y) :- q.", "p(X,_,_X,'Y) :- q."),
        ("p(f(X),(X,),(X,Y)) :- q.", "p(f(X),(X,),(X,Y)) :- q."),
        ("p(|X|,||X|-3|,|X;Y|) :- q.", "p(|X|,||X|-3|,|(X;Y)|) :- q."),
        ("p(-a,--a,-f(b),-(5),- -5,~3,-~X,-(X+1)).", "p(-a,--a,-f(b),-(5),--5,~3,-~X,-(X+1))."),
    ]);
}

#[test]
fn calls() {
    prints_as(&[
        ("p(@f,@f()).", "p(@f(),@f())."),
        ("p(@f(1), @ g(X,f(2)) ) :- @h(X)=Y.", "p(@f(1),@g(X,f(2))) :- @h(X) = Y."),
        ("p(@f(1;2,X),@f(;1),@f(1;)).", "p(@f(1;2,X),@f(;1),@f(1;))."),
        ("p(-@f(1)+@g(@f((1;2)))..@f(3)).", "p(-@f(1)+@g(@f((1;2)))..@f(3))."),
        ("#const a=@f(b).", "#const a = @f(b)."),
        (":~ p(X). [@f(X)@@g(X),X]", "#minimize { @f(X)@@g(X),X : p(X) }."),
    ]);
}

#[test]
fn operators_bind_as_in_gringo() {
    prints_as(&[
        ("p(1..(2^(3?(4&(5+(6*(7**8))))))).", "p(1..2^3?4&5+6*7**8)."),
        ("p(((((((1**2)*3)+4)&5)?6)^7)..8).", "p(1**2*3+4&5?6^7..8)."),
        ("p(2**(3**4)).", "p(2**3**4)."),
        ("p((2**3)**4).", "p((2**3)**4)."),
        ("p((1-2)-3,1-(2-3)).", "p(1-2-3,1-(2-3))."),
        (r"p((8/4)*2,8/(4*2),(7\3)/2).", r"p(8/4*2,8/(4*2),7\3/2)."),
        ("p((-2)**2,-(2**2)).", "p(-2**2,-(2**2))."),
        ("p((1..2)..3,(1..2)+3,1..2+3).", "p(1..2..3,(1..2)+3,1..2+3)."),
        ("p(~(1+2),(~1)+2).", "p(~(1+2),~1+2)."),
    ]);
}

#[test]
fn pools() {
    prints_as(&[
        ("p((a;b)).", "p((a;b))."),
        ("p(a;b).", "p(a;b)."),
        ("p(a,b;c,d;e).", "p(a,b;c,d;e)."),
        ("p(;).", "p(;)."),
        ("p().", "p."),
        ("p((1,2;3)).", "p(((1,2);3))."),
        ("p((1,;2;)).", "p(((1,);2;()))."),
        ("p(f(a;b),f(;)).", "p(f(a;b),f(;))."),
    ]);
}

#[test]
fn facts_of_symbols_are_kept_apart() {
    let reading = read_valid("a. -b(1). p(f(a,(1,)),\"s\"). a :- . q(1..2). p(-c). r(x) :- a.\r\nc.");
    let base = &reading.program.parts[0];
    let facts: Vec<String> =
        base.facts.iter().map(|fact| fact.display(&reading.symbols).to_string()).collect();
    assert_eq!(facts, ["a.", "-b(1).", "p(f(a,(1,)),\"s\").", "a.", "c."]);
    assert_eq!(base.statements.len(), 3);
    let source = reading.sources.text(base.facts.iter().next().unwrap().span.source);
    let texts: Vec<&str> = base.facts.iter().map(|fact| &source[fact.span.range()]).collect();
    assert_eq!(texts, ["a.", "-b(1).", "p(f(a,(1,)),\"s\").", "a :- .", "c."]);
}

#[test]
fn literals() {
    prints_as_itself(&[
        "a :- b, not c, not not d, -e, not -f(X).",
        "a :- 1 < X, not X != Y, not not X = Y.",
        "a :- 1 < X <= Y < Z >= 3 > -2.",
        "a :- #true, not #false.",
        "a :- f(X) = Y, b = c, -b = c, -f(X) = Y, f(X)+1 = Y.",
        "a :- X = 1..3.",
    ]);
    prints_as(&[
        ("a:-X==1,X<>2.", "a :- X = 1, X != 2."),
        ("a :- b; c; d.", "a :- b, c, d."),
        (":-a.", ":- a."),
        (":- .", "#false."),
        ("#false :- a.", ":- a."),
        ("a(X):-b(X) .", "a(X) :- b(X)."),
    ]);
}

#[test]
fn conditional_literals() {
    prints_as_itself(&[
        "a :- b : c, d; e.",
        "a :- b : c; d : e.",
        "a :- not b : not c, X = 1; d.",
        "a(X) : b(X), c.",
        "a : b; c; not d : X < 2 :- e.",
        "a :- b(X) :; c.",
        "a; b.",
    ]);
    prints_as(&[
        ("a | b ; c.", "a; b; c."),
        ("a:b|c:d:-e.", "a : b; c : d :- e."),
        ("a : ; b.", "a; b."),
        ("a : .", "a."),
    ]);
}

#[test]
fn choices() {
    prints_as_itself(&[
        "{ a }.",
        "{}.",
        "{ a; b : c, not d; not e } :- f.",
        "1 <= { a(X) : b(X) } <= 2 :- c.",
        "X-1 < { a } != 3*Y :- b(X,Y).",
    ]);
    prints_as(&[
        ("1{a:b;c}2.", "1 <= { a : b; c } <= 2."),
        ("{a}=1.", "{ a } = 1."),
        ("n{a}m.", "n <= { a } <= m."),
        ("f(X){a}-1:-b(X).", "f(X) <= { a } <= -1 :- b(X)."),
    ]);
}

#[test]
fn aggregates() {
    prints_as_itself(&[
        "a :- #count { X : b(X) } < 3.",
        "a(S) :- S = #sum { W,X : b(W,X), not c(X); 3 }, d.",
        "a :- not 1 <= #sum+ { 1,a : b } <= 3, not not #min { X : b(X) } > 2.",
        "a :- #max { : b; : } = #inf.",
        "a :- 1 <= { b : c; d } <= 2, not { e } > 0.",
        "a :- X = { b }, Y = #count { : c }.",
        "#count { X : a(X) : b(X); Y,1 : not c } = 1 :- d.",
        "1 < #sum { 1 : a } < 3.",
        "#sum {}.",
    ]);
    prints_as(&[
        ("a:-1#count{b:c}2.", "a :- 1 <= #count { b : c } <= 2."),
        ("a:-{b:}.", "a :- { b }."),
        ("#count{:a:}.", "#count { : a }."),
    ]);
}

#[test]
fn optimization() {
    prints_as_itself(&[
        "#minimize { 1@2,X,f(Y) : a(X,Y), not b; 3 }.",
        "#maximize { X : a(X) }.",
        "#minimize {}.",
        ":~ 1 <= #count { X : a(X) }. [1@2,b]",
        ":~ a : b; c. [X]",
    ]);
    prints_as(&[
        ("#minimise{1:}.", "#minimize { 1 }."),
        ("#maximise{1:a}.", "#maximize { 1 : a }."),
        (":~ a(X), not b. [X@1,f(X)]", "#minimize { X@1,f(X) : a(X), not b }."),
        (":~ . [1]", "#minimize { 1 }."),
    ]);
}

#[test]
fn directives() {
    prints_as_itself(&[
        "#show.",
        "#show a/2.",
        "#show -a/0.",
        "#show a.",
        "#show f(X) : a(X), not b.",
        "#show -a.",
        "#show (a/2).",
        "#show (-a/2).",
        "#show a/2 : b.",
        "#show a/2+1.",
        "#show X/2.",
        "#const a = 2*b+|c|.",
        "#const a = (1,\"s\"). [override]",
        "#external a.",
        "#external -a(X) : b(X), c. [free]",
        "#defined a/1.",
        "#defined -a/1.",
        "#project a/1.",
        "#project a(X) : b(X).",
        "#edge (X,Y+1;a,b) : c(X,Y).",
        "#edge (a,b).",
        "#heuristic a(X) : b(X). [1@2,true]",
        "#heuristic a. [X,sign]",
        "#include \"a\\\"b.lp\".",
        "#include <incmode>.",
    ]);
    prints_as(&[
        ("#const a=1. [default]", "#const a = 1."),
        ("#const default=1.", "#const default = 1."),
        ("#external a:.[true]", "#external a. [true]"),
    ]);
}

#[test]
fn parts() {
    prints_as_itself(&[
        "a.\nb :- c.\n#program step(t).\np(t).\n#program base.\nd.",
        "#program step.",
        "#program acid(k,t).\na :- b.",
        // What stands behind an `#include` stays there.
        "#program p(t).\na.\n#include \"x.lp\".\nb.\n#include \"y.lp\".\n#program q.\nc.",
        "#include \"x.lp\".\na.",
    ]);
    prints_as(&[("#program s().a.", "#program s.\na."), ("#program base.a.", "a.")]);
    let reading = read_valid("#program step(t,u). a(t).");
    assert_eq!(reading.program.parts.len(), 1);
    let part = &reading.program.parts[0];
    let parameters: Vec<&str> = part.parameters.iter().map(|&name| reading.symbols.text(name)).collect();
    assert_eq!((reading.symbols.text(part.name), parameters), ("step", vec!["t", "u"]));
    assert_eq!(read_valid("").program.parts.len(), 1);
}

#[test]
fn comments_and_line_ends() {
    prints_as(&[
        ("% only this", ""),
        ("#!/usr/bin/env groundplan\na. #! b.\nc.", "a.\nc."),
        ("a. %* b. %* c. *% d. *% e.", "a.\ne."),
        ("a %* :- b *%.% c\r\nd\r\n:-\te\r\n.", "a.\nd :- e."),
        ("\u{feff}a.", "a."),
        ("a.b.c(1).", "a.\nb.\nc(1)."),
    ]);
}

#[test]
fn places_are_those_of_the_text() {
    let text = "head(X) :- not body(X, (X+1)*2), 1 < X. %\n#show p/1.";
    let reading = read_valid(text);
    let [Statement::Rule(rule), Statement::Show(Show::Signature(_, show))] =
        reading.program.parts[0].statements.as_slice()
    else {
        panic!("{:?}", reading.program);
    };
    assert_eq!(&text[rule.span.range()], "head(X) :- not body(X, (X+1)*2), 1 < X.");
    assert_eq!(&text[show.range()], "#show p/1.");
    let Head::Literal(head) = &rule.head else { panic!("{:?}", rule.head) };
    assert_eq!(&text[head.span.range()], "head(X)");
    let [BodyLiteral::Literal(body), BodyLiteral::Literal(comparison)] = rule.body.as_slice() else {
        panic!("{:?}", rule.body)
    };
    assert_eq!((body.sign, &text[body.span.range()]), (Sign::Negative, "not body(X, (X+1)*2)"));
    let LiteralKind::Atom(atom) = &body.kind else { panic!("{:?}", body.kind) };
    assert_eq!(&text[atom.span.range()], "body(X, (X+1)*2)");
    let product = &atom.pools[0][1];
    let spans = [product.operation_span(0), product.span()];
    assert_eq!(spans.map(|span| &text[span.range()]), ["X+1", "(X+1)*2"]);
    let LiteralKind::Comparison(_, chain) = &comparison.kind else { panic!("{:?}", comparison.kind) };
    assert_eq!((chain[0].0, &text[chain[0].1.span().range()]), (Relation::Less, "X"));
}

#[test]
fn a_minus_is_strong_negation_before_an_atom_only() {
    let reading = read_valid("-a :- -b(X), -b(X) = Y, p(-b).");
    let Statement::Rule(rule) = &reading.program.parts[0].statements[0] else { panic!() };
    let kinds: Vec<_> = rule
        .body
        .iter()
        .map(|literal| match literal {
            BodyLiteral::Literal(literal) => &literal.kind,
            other => panic!("{other:?}"),
        })
        .collect();
    assert!(matches!(kinds[0], LiteralKind::Atom(atom) if atom.negative));
    assert!(matches!(kinds[1], LiteralKind::Comparison(Term::Unary(UnaryOperator::Minus, ..), _)));
    let LiteralKind::Atom(atom) = kinds[2] else { panic!() };
    assert!(matches!(atom.pools[0][0], Term::Unary(UnaryOperator::Minus, ..)));
}

#[test]
fn suspicious_heads_and_bounds_are_warned_about() {
    let reading = read_valid("a, b :- c.\n{ d }\ne :- f.");
    let found: Vec<_> =
        reading.diagnostics.iter().map(|found| (found.severity, reading.underlined(found))).collect();
    assert_eq!(found, [(Severity::Warning, ","), (Severity::Warning, "e")]);
    assert_eq!(reading.printed(), "a; b :- c.\n{ d } <= e :- f.\n");
}

#[test]
fn terms_and_definitions_of_a_command_line() {
    let read = |text: &str, definition: bool| {
        let (mut symbols, mut sources) = (Symbols::new(), Sources::new());
        let source = sources.add("-c", text);
        let read = if definition {
            parse_definition(&mut symbols, &sources, source)
                .map(|(name, term)| format!("{} is {}", symbols.text(name), term.display(&symbols)))
        } else {
            parse_term(&mut symbols, &sources, source).map(|term| term.display(&symbols).to_string())
        };
        read.map_err(|mut diagnostics| diagnostics.pop().expect("a reason").message)
    };
    assert_eq!(read("-3", false).unwrap(), "-3");
    assert_eq!(read("f(a,\"b c\")+1", false).unwrap(), "f(a,\"b c\")+1");
    assert_eq!(read("n = 3", true).unwrap(), "n is 3");
    assert_eq!(read("", false).unwrap_err(), "expected a term, found the end of the text");
    assert_eq!(read("1 2", false).unwrap_err(), "expected the end of the term, found `2`");
    assert_eq!(read("f(1..2)", false).unwrap_err(), "one term is asked for, without an interval");
    assert_eq!(read("f(X)", false).unwrap_err(), "one term is asked for, without a variable");
    assert_eq!(read("N=1", true).unwrap_err(), "`N` is a variable, not a constant");
    assert_eq!(read("n=1.", true).unwrap_err(), "expected the end of the term, found `.`");
}

#[test]
fn reading_goes_on_after_an_error() {
    let reading = read("a :- b c.\nd(1).\ne :- f\ng :- h.\n#foo bar.\ni.");
    assert_eq!(reading.diagnostics.len(), 3);
    assert_eq!(reading.printed(), "d(1).\ni.\ne :- f.\ng :- h.\n");
}

/// The compiler does not know of these lists: who adds a function has to.
#[test]
fn the_lists_outside_of_the_parser_have_every_aggregate_function() {
    for (file, text) in [
        ("lp.tmLanguage.json", include_str!("../../../../../editors/vscode/lp.tmLanguage.json")),
        ("completion.rs", include_str!("../../../../lsp/src/completion.rs")),
        ("kinds.py", include_str!("../../../../python/python/groundplan/syntax/kinds.py")),
        ("language.dict", include_str!("../../../fuzz/language.dict")),
    ] {
        for function in AggregateFunction::ALL {
            let (name, written) = (format!("{function:?}"), function.text());
            let is_there = match file {
                "kinds.py" => text.contains(&format!("    {name} = {}\n", function as usize)),
                // There the names are alternatives of a pattern, with `\\` before a `+`.
                "lp.tmLanguage.json" => {
                    let written = written[1..].replace('+', "\\\\+");
                    text.split(['(', '|', ')']).any(|alternative| alternative == written)
                }
                _ => text.contains(&format!("\"{written}")),
            };
            assert!(is_there, "{file} lacks {written}");
        }
    }
}
