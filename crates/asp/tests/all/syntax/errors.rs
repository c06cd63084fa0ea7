//! What is said about texts that are no programs.

use groundplan::diagnostic::Severity;

use super::read;

/// Text; message; underlined text and, where that is empty or not unique, line and column; other places; help.
/// A help that ends with `…` is a prefix.
type Case<'a> = (&'a str, &'a str, (usize, usize, &'a str), &'a [&'a str], &'a str);

fn check(cases: &[Case<'_>]) {
    for &(text, message, place, related, help) in cases {
        let reading = read(text);
        let [error] = reading.diagnostics.as_slice() else {
            panic!("one error in {text:?}, not {:#?}", reading.diagnostics);
        };
        assert_eq!(error.message, message, "{text:?}");
        let (line, column) = reading.sources.position(error.span.expect("a place"));
        assert_eq!((line, column, reading.underlined(error)), place, "{text:?}");
        let found: Vec<&str> = error.related.iter().map(|(span, _)| &text[span.range()]).collect();
        assert_eq!(found, related, "{text:?}");
        let found = error.help.as_deref().unwrap_or("");
        match help.strip_suffix('…') {
            Some(prefix) => assert!(found.starts_with(prefix), "{text:?}: {found}"),
            None => assert_eq!(found, help, "{text:?}"),
        }
    }
}

const TERM_HELP: &str = "compare it, as in `X = 1`, or write it as an argument of a predicate";

#[test]
fn missing_dots() {
    let rule = "missing `.` at the end of the rule";
    let directive = "missing `.` at the end of the directive";
    check(&[
        ("a :- b\nc.", rule, (1, 7, ""), &[], "write `.` behind `b`"),
        ("a :- b", rule, (1, 7, ""), &[], "write `.` behind `b`"),
        ("a :- b % why\n\n  % so\nc :- d.", rule, (1, 7, ""), &[], "write `.` behind `b`"),
        ("p(a)\r\nq(b).", rule, (1, 5, ""), &[], "write `.` behind `)`"),
        ("a :- b\n#show c/1.", rule, (1, 7, ""), &[], "write `.` behind `b`"),
        ("#show a/1\n#show b/1.", directive, (1, 10, ""), &[], "write `.` behind `1`"),
        ("#const a = 1\nb.", directive, (1, 13, ""), &[], "write `.` behind `1`"),
        (
            "a :- b,\n     c\n     d.",
            "missing `,` or `.` at the end of the line",
            (2, 7, ""),
            &[],
            "write `,` if `d` belongs to the rule before it, `.` if a new one begins there",
        ),
        (
            "a :- b,\nc :- d.",
            "`,` where the rule should end with `.`",
            (1, 7, ","),
            &[":-"],
            "write `.` in place of `,`",
        ),
        (
            "a :- b, c :- d.",
            "a second `:-` in one rule",
            (1, 11, ":-"),
            &[],
            "end the rule before it with `.`",
        ),
    ]);
}

#[test]
fn tokens_that_are_none() {
    check(&[
        (
            "p(\"abc).\nq.",
            "this string has no closing `\"` on its line",
            (1, 3, "\"abc)."),
            &[],
            "close it with `\"`; a line break within a string is written `\\n`",
        ),
        (
            "p(\"ä\\tb\").",
            "strings have no escape `\\t`",
            (1, 5, "\\t"),
            &[],
            "the escapes are `\\\\`, `\\n` and `\\\"`",
        ),
        (
            "a. %* b %* c *%\nd.",
            "this comment is never closed",
            (1, 4, "%*"),
            &[],
            "every `%*` needs a `*%` of its own, those within comments too, and not behind another `%` on its line",
        ),
        ("a :- %* b", "this comment is never closed", (1, 6, "%*"), &[], "every `%*`…"),
        (
            "p(größe).",
            "`ö` is not a character of the language",
            (1, 5, "ö"),
            &[],
            "names consist of the letters…",
        ),
        (
            "p(“x”).",
            "`“` is not a character of the language",
            (1, 3, "“"),
            &[],
            "strings stand in straight quotes `\"`",
        ),
        ("a :- X ≤ 3.", "`≤` is not a character of the language", (1, 8, "≤"), &[], "write `<=`"),
        (
            "a :- !b.",
            "`!` is not a character of the language",
            (1, 6, "!"),
            &[],
            "write `not` for default negation…",
        ),
        ("a :- $b.", "`$` is not a character of the language", (1, 6, "$"), &[], "remove it…"),
        (
            "p\0q.",
            "this is not text: it holds the byte 0x00",
            (1, 2, "\0"),
            &[],
            "programs are plain text: is this the right file?",
        ),
        ("p(\u{fffd}).", "this is not text in UTF-8", (1, 3, "\u{fffd}"), &[], "programs are plain text…"),
        ("p(__).", "`__` is not a name", (1, 3, "__"), &[], "a name needs a letter…"),
        ("p(007).", "the number `007` begins with zeros", (1, 3, "007"), &[], "write `7`"),
        ("p(1a).", "`1a` is neither a number nor a name", (1, 3, "1a"), &[], "numbers are written as in…"),
        (
            "p(9223372036854775808).",
            "this integer is too large",
            (1, 3, "9223372036854775808"),
            &[],
            "integers have 64 bits: from -9223372036854775808 to 9223372036854775807",
        ),
        (
            "p(- 0x8000000000000001).",
            "this integer is too large",
            (1, 3, "- 0x8000000000000001"),
            &[],
            "integers have 64 bits…",
        ),
        (
            "p(99999999999999999999999999).",
            "this integer is too large",
            (1, 3, "99999999999999999999999999"),
            &[],
            "integers…",
        ),
        ("a :- X =< 3.", "`=<` is not a relation", (1, 8, "=<"), &[], "write `<=`"),
        ("a :- 3 => X.", "`=>` is not a relation", (1, 8, "=>"), &[], "write `>=`"),
        ("#shwo p/1.", "there is no `#shwo`", (1, 1, "#shwo"), &[], "did you mean `#show`?"),
        ("#Minimze { 1 }.", "there is no `#Minimze`", (1, 1, "#Minimze"), &[], "did you mean `#minimize`?"),
        ("#prog base.", "there is no `#prog`", (1, 1, "#prog"), &[], "did you mean `#program`?"),
        (
            "a :- X = #median { 1 }.",
            "there is no `#median`",
            (1, 10, "#median"),
            &[],
            "what begins with `#` is one of #const, …",
        ),
    ]);
}

#[test]
fn what_stands_where_it_cannot() {
    check(&[
        (
            "a :- b c.",
            "expected `,`, `;` or `.`, found `c`",
            (1, 8, "c"),
            &[],
            "write `,` before it if it goes on with the list",
        ),
        (
            "a :- b,.",
            "expected a literal, found `.`",
            (1, 8, "."),
            &[],
            "remove the `,` before it, or write what is missing between them",
        ),
        (
            "a :- b,",
            "expected a literal, found the end of the text",
            (1, 8, ""),
            &[],
            "remove the `,` before it…",
        ),
        ("p(a,).", "expected a term, found `)`", (1, 5, ")"), &[], "remove the `,` before it…"),
        ("p(a.\nq(b).", "expected `,`, `;` or `)`, found `.`", (1, 4, "."), &["("], ""),
        ("p(1,2", "expected `,`, `;` or `)`, found the end of the text", (1, 6, ""), &["("], ""),
        ("p(a b).", "expected `,`, `;` or `)`, found `b`", (1, 5, "b"), &["("], "write `,` before it…"),
        ("p(1.5).", "expected `,`, `;` or `)`, found `.`", (1, 4, "."), &["("], "there are no fractions…"),
        ("p :- |X = 1.", "expected `|`, found `=`", (1, 9, "="), &["|"], ""),
        ("p :- q).", "expected `,`, `;` or `.`, found `)`", (1, 7, ")"), &[], ""),
        (").", "expected a rule or directive, found `)`", (1, 1, ")"), &[], ""),
        (".", "expected a rule or directive, found `.`", (1, 1, "."), &[], ""),
        ("a :- X.", "`X` is a term, not a literal", (1, 6, "X"), &[], TERM_HELP),
        ("a :- p(X), X+1.", "`X+1` is a term, not a literal", (1, 12, "X+1"), &[], TERM_HELP),
        ("a :- not 3.", "`3` is a term, not a literal", (1, 10, "3"), &[], TERM_HELP),
        (
            "a :- X is Y+1.",
            "`X` is a term, not a literal",
            (1, 6, "X"),
            &[],
            "`=` compares, and gives a variable its value",
        ),
        (
            "X(a).",
            "`X` is a variable, not a predicate",
            (1, 1, "X"),
            &[],
            "only predicates and functions have arguments, and their names begin with a lower-case letter",
        ),
        (
            "a :- p(X(b)).",
            "expected `,`, `;` or `)`, found `(`",
            (1, 9, "("),
            &["("],
            "only predicates and functions…",
        ),
        (
            "a :- not not not b.",
            "more than two `not` before one literal",
            (1, 14, "not"),
            &[],
            "three mean the same as one, four the same as two",
        ),
        (
            "p(not a).",
            "expected a term, found `not`",
            (1, 3, "not"),
            &[],
            "`not` stands before a whole literal",
        ),
        (r"a :- \+ b.", r"expected a literal, found `\`", (1, 6, r"\"), &[], r"write `not` in place of `\+`"),
        (
            "a v b.",
            "expected `:-` or `.`, found `v`",
            (1, 3, "v"),
            &[],
            "separate the alternatives of a head by `;`: `a; b`",
        ),
        ("a := b.", "expected a literal, found `=`", (1, 4, "="), &[], "a rule is written with `:-`…"),
        (
            ":- a : b, c : d.",
            "expected `,`, `;` or `.`, found `:`",
            (1, 13, ":"),
            &[],
            "write `;` before another literal with a condition…",
        ),
    ]);
}

#[test]
fn aggregates() {
    check(&[
        (
            "{ a, b }.",
            "`,` between elements",
            (1, 4, ","),
            &["{"],
            "separate elements by `;`: `,` joins the literals of one element's condition",
        ),
        ("{ a : b.", "expected `;` or `}`, found `.`", (1, 8, "."), &["{"], ""),
        (
            "#count a.",
            "expected `{`, found `a`",
            (1, 8, "a"),
            &[],
            "write braces, and the condition behind `:`, as in `#count { X : p(X) }`",
        ),
        ("#sum { 1 } = 1.", "expected `,`, or `:` and the atom to derive, found `}`", (1, 10, "}"), &[], ""),
        (
            "a :- 1 < 2 < { b }.",
            "more than one bound before an aggregate",
            (1, 6, "1"),
            &[],
            "an aggregate takes one bound before it and one behind it…",
        ),
        (
            "a :- { b : { c } }.",
            "an aggregate cannot stand here",
            (1, 12, "{"),
            &[],
            "aggregates stand in bodies…",
        ),
        (
            "not { a } :- b.",
            "`not` before an aggregate in a head",
            (1, 1, "not"),
            &[],
            "move the aggregate into the body of a constraint `:- …`",
        ),
    ]);
}

#[test]
fn directives() {
    check(&[
        (
            "#const X = 3.",
            "`X` is a variable, not a constant",
            (1, 8, "X"),
            &[],
            "the name of a constant begins with a lower-case letter",
        ),
        (
            "#const x = f(1..3).",
            "the value of a constant cannot contain an interval",
            (1, 14, "1..3"),
            &[],
            "a constant stands for one term…",
        ),
        (
            "#const x = (1;2).",
            "the value of a constant cannot contain a pool",
            (1, 12, "(1;2)"),
            &[],
            "a constant…",
        ),
        ("#const x 3.", "expected `=`, found `3`", (1, 10, "3"), &[], ""),
        ("#const x = 3. [x]", "expected `default` or `override`, found `x`", (1, 16, "x"), &[], ""),
        (
            "#show p/2, q/2.",
            "expected `.`, found `,`",
            (1, 10, ","),
            &[],
            "write a directive of its own for each",
        ),
        ("#defined p.", "expected `/` and the number of arguments, found `.`", (1, 11, "."), &[], ""),
        ("#defined p/9999999999.", "the arity is too large", (1, 12, "9999999999"), &[], "write the number…"),
        ("#program step(X).", "expected a constant that names a parameter, found `X`", (1, 15, "X"), &[], ""),
        (
            "#include foo.",
            "expected a file's name in quotes, or `<incmode>`, found `foo`",
            (1, 10, "foo"),
            &[],
            "",
        ),
        ("#external X.", "expected an atom, found `X`", (1, 11, "X"), &[], ""),
        ("#external p. [true", "expected `]`, found the end of the text", (1, 19, ""), &["["], ""),
        ("#edge (a).", "expected `,` and a second node, found `)`", (1, 9, ")"), &[], ""),
        (
            "#minimize 1 : a.",
            "expected `{`, found `1`",
            (1, 11, "1"),
            &[],
            "write braces, and the condition behind `:`, as in `#minimize { 1,X : p(X) }`",
        ),
        (
            ":~ a.\nb.",
            "missing weight of the weak constraint",
            (1, 6, ""),
            &[":~"],
            "write the weight in brackets behind the dot, as in `:~ cost(X). [X]` or `:~ p(X). [1@2,X]`",
        ),
        (
            ":~ a [1].",
            "expected `,`, `;` or `.`, found `[`",
            (1, 6, "["),
            &[],
            "the brackets stand behind the dot",
        ),
        ("a. [1]", "expected a rule or directive, found `[`", (1, 4, "["), &[], "only `:~`, `#external`…"),
    ]);
}

/// How "and" and "or" are written depends on where they stand.
#[test]
fn connectives() {
    let (in_head, in_body) =
        ("separate the alternatives of a head by `;`", "in a body, write a rule for each");
    for (text, help) in [
        ("a or b.", in_head),
        (":- p(D), D != 1 or D != 2.", in_body),
        ("a :- b v c.", in_body),
        ("a :- X or b.", in_body),
        ("{ a or b }.", "write an element for each alternative"),
        ("{ a : b or c }.", "write an element for each alternative"),
        ("#show p : a or b.", in_body),
        ("a and b.", "write a rule for each: in a head"),
        ("a & b.", "write a rule for each: in a head"),
        ("a && b :- c.", "write a rule for each: in a head"),
        ("a :- b and c.", "separate literals by `,`"),
        ("a; c :- b & c.", "separate literals by `,`"),
        ("{ a : b & c }.", "separate literals by `,`"),
        ("a if b.", "write `:-`"),
    ] {
        let reading = read(text);
        let found = reading.diagnostics.first().and_then(|error| error.help.as_deref()).unwrap_or("");
        assert!(found.starts_with(help), "{text}: {found}");
    }
}

#[test]
fn numbers_with_a_point() {
    let help = "there are no fractions: count in a smaller unit, so that all numbers are integers";
    check(&[
        (":- q(D), D > 2.5.", "`2.5` is not an integer", (1, 14, "2.5"), &[], help),
        (":- q(D), D > 12.05, D < 3.", "`12.05` is not an integer", (1, 14, "12.05"), &[], help),
        (":- 2.5 < D, q(D).", "`2.5` is not an integer", (1, 4, "2.5"), &[], help),
        ("a :- b = 1. 5.", "`5` is a term, not a literal", (1, 13, "5"), &[], TERM_HELP),
        (
            "p(eve)..",
            "expected a term, found the end of the text",
            (1, 9, ""),
            &[],
            "`..` stands between two integers, as in `1..3`; a single `.` ends a statement",
        ),
    ]);
}

/// Where it can be told, the help is what to write, in the words of the text.
#[test]
fn slips_with_what_to_write() {
    for (text, help) in [
        ("{ a; b }. a => b.", "a rule is written `head :- body.`, the conclusion first: `b :- a.`"),
        ("p(X), q(X) -> r(X,\n Y).", "a rule is written `head :- body.`, the conclusion first: `r(X, Y) :- p(X), q(X).`"),
        ("a --> b.", "a rule is written `head :- body.`, the conclusion first: `b :- a.`"),
        ("a → b.", "a rule is written `head :- body.`, the conclusion first: `b :- a.`"),
        ("{ a } => b.", "a rule is written `head :- body.`, the conclusion first: `b :- { a }.`"),
        ("a implies b.", "a rule is written `head :- body.`, the conclusion first: `b :- a.`"),
        ("a -> b % why\n.", "a rule is written `head :- body.`, the conclusion first"),
        ("a <- not b.", "a rule is written with `:-`: `a :- not b.`"),
        ("a ⇐ b, c.", "a rule is written with `:-`: `a :- b, c.`"),
        ("a if b.", "write `:-`: `a :- b.`"),
        ("a WHEN b.", "write `:-`: `a :- b.`"),
        ("a <-> b.", "write a rule for each direction: `a :- b.` and `b :- a.`"),
        ("a iff b.", "write a rule for each direction: `a :- b.` and `b :- a.`"),
        (":- a => b.", "write `>=` to compare; an implication does not hold where `a, not b` does"),
        ("a :- p(X), NOT q(X).", "default negation is written `not`, in small letters: `not q(X)`"),
        ("a :- Not(b).", "default negation is written `not`, in small letters: `not b`"),
        ("a :- NOT X = 1.", "default negation is written `not`, in small letters: `not X = 1`"),
        ("a :- ~b.", "`~` flips the bits of an integer; default negation is written `not b`"),
        ("~a :- b.", "`~` flips the bits of an integer; strong negation is written `-a`"),
        ("a :- !b(X), c.", "write `not` for default negation: `not b(X)`"),
        ("a :- ¬ b.", "write `not` for default negation: `not b`"),
        ("has-colour(a, red).", "a name has no `-`, which subtracts: did you mean `has_colour` for `has-colour`?"),
        ("a :- not is-far-away(b), c.", "a name has no `-`, which subtracts: did you mean `is_far_away` for `is-far-away`?"),
        ("has colour(a).", "if it is one name, write `has_colour`"),
        ("even(X) :- p(X), X % 2 = 0.", "`%` begins a comment; the remainder is written `\\`, as in `X \\ 2`"),
        ("q(Y) :- p(X), Y = X % n.\nr.", "`%` begins a comment; the remainder is written `\\`, as in `X \\ n`"),
        ("q(X % 2) :- p(X).", "`%` begins a comment; the remainder is written `\\`, as in `X \\ 2`"),
        ("q(X) :- p(X), 0 == (X+1)%2, r.", "`%` begins a comment; the remainder is written `\\`, as in `X \\ 2`"),
        ("q(X) :- p(X), X mod 2 = 0.", "the remainder is written `\\`: `X \\ 2`"),
        ("a :- p(X,Y), X =/= Y.", "write `!=`: `X != Y`"),
        ("a :- p(X,Y), X /= Y+1, b.", "write `!=`: `X != Y+1`"),
        ("a :- p(X,Y), X ~= Y.", "write `!=`: `X != Y`"),
        ("a :- p(X,Y), X ≠ Y.", "write `!=`: `X != Y`"),
        ("a :- p(X,Y), X !== Y.", "write `!=`: `X != Y`"),
        ("a :- p(X,Y), X =! Y.", "write `!=`: `X != Y`"),
        ("a :- not (b).", "`not` stands before a single literal, without parentheses: `not b`"),
        (
            "a :- p(X), not (r(X), s(X)).",
            "`not` stands before a single literal, without parentheses: write `not both(X)` here, and the rule \
             `both(X) :- r(X), s(X).`; or `#count { 1 : r(X), s(X) } = 0`",
        ),
        (
            "a :- not (b(Y), c(Y), Y > 1).",
            "`not` stands before a single literal, without parentheses: write `not all` here, and the rule \
             `all :- b(Y), c(Y), Y > 1.`; or `#count { 1 : b(Y), c(Y), Y > 1 } = 0`",
        ),
        (
            "a :- not (b; c).",
            "`not` stands before a single literal, without parentheses; where none of them is to hold: `not b, not c`",
        ),
        ("a :- b AND c.", "separate literals by `,`: `b, c`"),
        ("a :- b && c(X).", "separate literals by `,`: `b, c(X)`"),
        ("a :- b & c.", "separate literals by `,`: `b, c`"),
        ("a :- b ∧ c.", "separate literals by `,`: `b, c`"),
        (
            "a :- b OR c.",
            "in a body, write a rule for each alternative: `;` and `,` both say \"and\" there: `a :- b.` and `a :- c.`",
        ),
        (
            ":- b || c.",
            "in a body, write a rule for each alternative: `;` and `,` both say \"and\" there: `:- b.` and `:- c.`",
        ),
        ("a ∨ b.", "separate the alternatives of a head by `;`: `a; b`"),
        (
            "Colour(red).",
            "only predicates and functions have arguments, and their names begin with a lower-case letter: did you mean \
             `colour`?",
        ),
    ] {
        let reading = read(text);
        let error = reading.diagnostics.iter().find(|it| it.severity == Severity::Error).expect(text);
        assert_eq!(error.help.as_deref(), Some(help), "{text}");
        assert!(error.span.is_some(), "{text}");
    }
    // What is right, or a slip of another kind, gets none of this advice.
    for text in ["a :- b - c > 0.", "p(a-b).", "a :- X = 1 % b, c\n.", "p(X) :- q(X) % so what.\n.", "a; b."]
    {
        assert!(read(text).diagnostics.is_empty(), "{text}");
    }
    let comment = read("a :- b % why\nc.");
    assert_eq!(comment.diagnostics[0].help.as_deref(), Some("write `.` behind `b`"));
}

/// These heads are read as comparisons, so there is only a warning.
#[test]
fn arrows_that_compare() {
    for (text, help) in [
        ("a <- b.", "a rule is written with `:-`: `a :- b.`"),
        ("a <- b, not c.", "a rule is written with `:-`: `a :- b, not c.`"),
        ("p(X) <= q(X).", "a rule is written with `:-`: `p(X) :- q(X).`"),
    ] {
        let reading = read(text);
        let [warning] = reading.diagnostics.as_slice() else { panic!("{text}: {:#?}", reading.diagnostics) };
        assert_eq!((warning.severity, warning.help.as_deref()), (Severity::Warning, Some(help)), "{text}");
    }
    for text in ["X <= Y :- p(X,Y).", "f(X) <= f(Y) :- p(X,Y).", "X <-Y :- p(X,Y).", "a <= b."] {
        assert!(read(text).diagnostics.is_empty(), "{text}");
    }
}

/// A text processor makes a dash of the `-` in `:-`.
#[test]
fn dashes() {
    let message = |dash: &str| format!("`{dash}` is not a character of the language");
    for dash in ["–", "—", "−"] {
        check(&[
            (&format!(":{dash} a."), &message(dash), (1, 2, dash), &[], "write `:-`"),
            (&format!("a :{dash} b."), &message(dash), (1, 4, dash), &[], "write `:-`"),
            (&format!("a :- X = 2 {dash} 1."), &message(dash), (1, 12, dash), &[], "write `-`"),
        ]);
    }
}

#[test]
fn what_other_languages_write() {
    let literal = "expected `,`, `;` or `.`, found ";
    for (text, message, help) in [
        ("p(X) :- X = 7 #mod 2.", "there is no `#mod`", "the remainder is written `\\`"),
        ("#hide p/1.", "there is no `#hide`", "write `#show p/1.`"),
        ("#domain p(X).", "there is no `#domain`", "write the domain into the body"),
        ("#compute { a }.", "there is no `#compute`", "write a constraint for each literal"),
        ("#preference(p,subset) { a }.", "there is no `#preference`", "this is asprin"),
        ("#optimize(p).", "there is no `#optimize`", "this is asprin"),
        ("#base.", "there is no `#base`", "write `#program base.`"),
        ("#maxint = 10.", "there is no `#maxint`", "numbers need no bound"),
        ("q(Y) :- p(X), Y := X+1.", "`:=` is not a relation", "write `=`"),
        (
            "{a;b}. #minimize [ a=1, b=2 ].",
            "expected `{`, found `[`",
            "write braces, and a tuple for each: `#minimize { 1,a : a",
        ),
        (":- 2 [ a=1, b=2 ].", "`2` is a term, not a literal", "a weighted sum is written"),
        (":- X = #sum [ a=1 ].", "expected `{`, found `[`", "write braces, and a tuple for each: `#sum"),
        ("hide p.", "expected `:-` or `.`, found `p`", "this is lparse"),
        (
            "const n=3.",
            "expected `:-` or `.`, found `n`",
            "a directive begins with `#`: did you mean `#const`?",
        ),
        (":~ a. [1:2]", "expected `,` or `]`, found `:`", "weight and level are separated by `@`"),
        ("a ? ", "expected a term, found the end of the text", "there are no queries"),
        ("?- a.", "expected a rule or directive, found `?`", "there are no queries"),
        ("p([1,2,3]).", "expected a term, found `[`", "there are no lists"),
        ("q(X) :- p([X|_]).", "expected a term, found `[`", "there are no lists"),
        ("a :- (b -> c ; d).", "expected a term, found `>`", "a rule is written `head :- body.`"),
        ("a :- b, !.", "`!` is not a character of the language", "there is no cut"),
        ("a :- X =.. Y.", "expected a term, found `..`", "there is no `=..`"),
        ("a :- X =:= Y.", "expected a term, found `:`", "`=` compares numbers"),
        ("a :- X =\\= Y.", "expected a term, found `\\`", "write `!=`"),
        ("a :- X \\= Y.", "expected a term, found `=`", "write `!=`"),
        ("a :- X \\== Y.", "expected a term, found `==`", "write `!=`"),
        ("a(Y) :- p(X), Y = X mod 2.", &format!("{literal}`mod`"), "the remainder is written"),
        (":- dynamic p/1.", &format!("{literal}`p`"), "nothing has to be declared"),
        ("num('3.2').", "`'` is not a name", "strings stand in double quotes"),
        ("num(3').", "`3'` is neither a number nor a name", "strings stand in double quotes"),
        ("p('a b').", "expected `,`, `;` or `)`, found `b'`", "strings stand in double quotes"),
        ("a :- X #> 3.", "`#` is not a character of the language", "write the relation without `#`"),
        ("a :- X .>. 3, b", "`X` is a term, not a literal", "write the relation without dots"),
        ("#abducible a.", "there is no `#abducible`", "this is s(CASP)"),
        ("var 1..3: x;", "expected `:-` or `.`, found `1`", "this looks like MiniZinc"),
        ("constraint x > 1;", "expected `:-` or `.`, found `x`", "this looks like MiniZinc"),
        (
            ":- 2 < count { X : p(X) }.",
            "`count` is a bound of the set behind it here",
            "did you mean `#count`?",
        ),
        (":- N = sum { p(X) }.", "`sum` is a bound of the set behind it here", "did you mean `#sum`?"),
        (
            "minimize { X : p(X) }.",
            "`X` is a term, not a literal",
            "did you mean `#minimize` before the brace?",
        ),
        ("if a: b.", "expected `:-` or `.`, found `a`", "a rule is written `head :- body.`"),
        (
            "forall P: q(P).",
            "expected `:-` or `.`, found `P`",
            "write a constraint, `:- not …`, and quantifiers",
        ),
        ("max 3 { a; b }.", "expected `:-` or `.`, found `3`", "bounds stand around the braces"),
        (":- #count(X) > 1.", "expected `{`, found `(`", "write braces, and the condition behind `:`"),
        (
            ":- count { X : p(X) } > 2.",
            "`X` is a term, not a literal",
            "did you mean `#count` before the brace?",
        ),
    ] {
        let reading = read(text);
        let error = reading.diagnostics.first().expect(text);
        let found = error.help.as_deref().unwrap_or("");
        assert!(error.message == message && found.starts_with(help), "{text}: {}: {found}", error.message);
    }
    // A constant may be called so.
    assert!(read("#const count = 2. count { p(1..3) }. :- sum { p(1) }.").diagnostics.is_empty());
}

#[test]
fn what_is_not_supported() {
    check(&[
        (
            "a. #script (python)\ndef f(): return \"x.y\"\n#end.\nb.",
            "scripts are not supported",
            (1, 4, "#script"),
            &[],
            "the Python package runs them: `python -m groundplan FILES`…",
        ),
        (
            "#script (lua) never closed.",
            "scripts are not supported",
            (1, 1, "#script"),
            &[],
            "the Python package…",
        ),
        ("#end.", "`#end` without a `#script`", (1, 1, "#end"), &[], ""),
        (
            "{ &sum { x } }.",
            "an atom of a theory cannot stand here",
            (1, 3, "&sum"),
            &[],
            "it stands in bodies, or alone in a head…",
        ),
        (
            "a : &sum { x }.",
            "an atom of a theory cannot stand here",
            (1, 5, "&sum"),
            &[],
            "it stands in bodies…",
        ),
    ]);
}

#[test]
fn theories() {
    check(&[
        (
            "#theory t { u { + : 1, ternary } }.",
            "expected `unary` or `binary`, found `ternary`",
            (1, 24, "ternary"),
            &[],
            "",
        ),
        (
            "#theory t { u { +: 1, unary } }.",
            "expected `:` and the operator's priority, found `1`",
            (1, 20, "1"),
            &[],
            "",
        ),
        (
            "#theory t { u { mod : 1, unary } }.",
            "expected an operator such as `+`, found `mod`",
            (1, 17, "mod"),
            &[],
            "",
        ),
        (
            "#theory t { &a/0 : u, here }.",
            "expected `head`, `body`, `any` or `directive`, found `here`",
            (1, 23, "here"),
            &[],
            "",
        ),
        (
            "&a { _ }.",
            "`_` cannot stand in a term of a theory",
            (1, 6, "_"),
            &[],
            "give the variable a name…",
        ),
        ("&a { (1;2) }.", "expected `,` or the closing bracket, found `;`", (1, 8, ";"), &["("], ""),
        (
            "&a { 1 :-1 }.",
            "expected `;` or `}`, found `:-`",
            (1, 8, ":-"),
            &["{"],
            "end the rule before it with `.`",
        ),
    ]);
}
