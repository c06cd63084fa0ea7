//! Advice for syntax of related languages: older versions of gringo and lparse, DLV, Prolog, s(CASP), asprin and MiniZinc.

use crate::syntax::lexer::Token;

/// Returns what to write in place of a directive of another language.
pub(super) fn directive(text: &str) -> Option<&'static str> {
    Some(match text {
        "#mod" => "the remainder is written `\\`, as in `X = 7 \\ 2`",
        "#abs" => "the absolute value is written `|X|`",
        "#pow" => "a power is written `**`, as in `2**3`",
        "#div" => "integers are divided by `/`",
        "#hide" => "write `#show p/1.` for what is to be shown: all else is hidden then, and `#show.` hides everything",
        "#domain" => "write the domain into the body of each rule, as in `p(X) :- d(X).`",
        "#compute" => "write a constraint for each literal: `:- not a.` where `a` has to hold, `:- a.` where it must not",
        "#base" => "write `#program base.`",
        "#cumulative" => "write `#program step(t).`, with `#include <incmode>.`",
        "#volatile" => "write `#program check(t).`, with `#include <incmode>.` and `query(t)` in its bodies",
        "#avg" => "there is no average: compare the sum with a multiple of the count",
        "#even" | "#odd" => "write `#count { … } = N, N \\ 2 = 0` for even, `= 1` for odd",
        "#times" => "there is no product: multiply step by step, by a predicate with a position",
        "#int" => "write facts for the numbers there are, as in `int(0..10).`",
        "#maxint" => "numbers need no bound; a constant is defined by `#const n = 10.`",
        "#succ" => "write `Y = X+1`",
        "#pred" | "#abducible" => "this is s(CASP): what may hold or not is written as a choice, `{ a }.`",
        "#table" | "#tabled" => "nothing has to be tabled: recursion ends by itself",
        "#import" | "#use_module" => "there are no modules: `#include \"file.lp\".` reads another file",
        "#begin_lua" | "#begin_python" | "#python" | "#lua" => "a script stands between `#script (python)` and `#end.`",
        "#preference" | "#optimize" => {
            "this is asprin, which rewrites preferences before it grounds: run asprin with groundplan's Python module, \
             `sys.modules[\"clingo\"] = groundplan` before it is imported; a sum alone is optimised by `#minimize { W@P,X : p(X,W) }`"
        }
        "#assert" | "#forall" | "#exists" => "write a constraint, `:- not …`, and quantifiers as conditions: `q(X) : p(X)`",
        _ => return None,
    })
}

/// Returns advice for a statement that begins with this word and goes on with a token that cannot follow it.
pub(super) fn statement(word: &str) -> Option<String> {
    Some(match word {
        "hide" | "domain" | "compute" => {
            let help = directive(&format!("#{word}")).expect("an old directive");
            format!("this is lparse: {help}")
        }
        _ if is_bare_directive(word) => format!("a directive begins with `#`: did you mean `#{word}`?"),
        "var" | "constraint" | "array" | "solve" | "output" | "par" | "set" | "enum" => {
            "this looks like MiniZinc: a variable is written as a choice, `1 { x(1..3) } 1.`, a constraint as what must not be, \
             `:- x(V), V < 2.`"
                .to_owned()
        }
        "if" => "a rule is written `head :- body.`, with `:-` for \"if\"".to_owned(),
        "forall" | "exists" => directive(&format!("#{word}")).expect("a quantifier").to_owned(),
        "max" | "min" | "atmost" | "atleast" | "exactly" => {
            "bounds stand around the braces: `3 { a; b; c }` is at least three, `{ a; b; c } 3` at most three".to_owned()
        }
        "function" | "weight" => "this is lparse: functions and weights are not declared".to_owned(),
        _ => return None,
    })
}

/// Whether this is the name of a directive without its `#`.
pub(super) fn is_bare_directive(word: &str) -> bool {
    matches!(
        word,
        "const"
            | "show"
            | "external"
            | "include"
            | "minimize"
            | "maximize"
            | "project"
            | "heuristic"
            | "edge"
    )
}

/// Returns what to write in place of an operator of another language. `text` begins with the part that cannot occur here.
pub(super) fn operator(previous: Token, text: &str) -> Option<&'static str> {
    if previous == Token::Equal && text.starts_with("..") {
        return Some("there is no `=..`: write the function with its arguments, as in `X = f(Y,Z)`");
    }
    if previous == Token::Equal && text.starts_with(":=") {
        return Some("`=` compares numbers, too");
    }
    if previous == Token::Question {
        return Some(QUERY);
    }
    if previous == Token::Equal && text.starts_with("\\=")
        || previous == Token::Backslash && text.starts_with('=')
    {
        return Some("write `!=`");
    }
    let written = |&(foreign, _): &(&str, &str)| text.starts_with(foreign);
    OPERATORS.iter().find(|entry| written(entry)).map(|&(_, help)| help)
}

const QUERY: &str =
    "there are no queries: `:- not a.` demands `a`, `--assume a` asks for it, and `#show` says what is printed";

/// Operators of other languages, with advice. An operator comes before those that it begins with.
const OPERATORS: [(&str, &str); 12] = [
    ("\\==", "write `!=`"),
    ("\\=", "write `!=`"),
    ("\\+", "write `not` in place of `\\+`"),
    (":=", "write `=`, which gives a variable its value as well"),
    ("?", QUERY),
    ("#=", "write the relation without `#`"),
    ("#<", "write the relation without `#`"),
    ("#>", "write the relation without `#`"),
    ("#\\=", "write `!=`"),
    (".=.", "write the relation without dots"),
    (".<", "write the relation without dots"),
    (".>", "write the relation without dots"),
];

/// The part of a statement in which a word joins literals.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum ParserPlace {
    Head,
    Body,
    /// Directly within braces.
    Element,
}

/// Returns how "or" is written.
pub(super) fn disjunction(place: ParserPlace) -> &'static str {
    match place {
        ParserPlace::Head => "separate the alternatives of a head by `;`",
        ParserPlace::Body => {
            "in a body, write a rule for each alternative: `;` and `,` both say \"and\" there"
        }
        ParserPlace::Element => "write an element for each alternative, and `;` between them",
    }
}

/// Returns how "and" is written.
pub(super) fn conjunction(place: ParserPlace) -> &'static str {
    match place {
        ParserPlace::Head => "write a rule for each: in a head, `;` and `,` both say \"or\"",
        ParserPlace::Body | ParserPlace::Element => "separate literals by `,`",
    }
}

/// Returns what to write in place of a word that is an operator in other languages.
pub(super) fn word(text: &str, place: ParserPlace) -> Option<&'static str> {
    Some(match text {
        "if" if place == ParserPlace::Head => "write `:-`",
        "is" => "`=` compares, and gives a variable its value",
        "v" | "or" => disjunction(place),
        "and" => conjunction(place),
        "mod" | "rem" => "the remainder is written `\\`",
        "div" => "integers are divided by `/`",
        "xor" => "of two literals exactly one: `1 { a; b } 1`",
        _ => return None,
    })
}

/// Whether this is a word of Prolog that declares something about what follows.
pub(super) fn is_declaration(text: &str) -> bool {
    matches!(text, "dynamic" | "discontiguous" | "table" | "multifile" | "tabled")
}

/// Returns the aggregate that a name before a brace stands for.
pub(super) fn aggregate(text: &str) -> Option<&'static str> {
    Some(match text {
        "count" => "#count",
        "sum" => "#sum",
        "min" => "#min",
        "max" => "#max",
        _ => return None,
    })
}
