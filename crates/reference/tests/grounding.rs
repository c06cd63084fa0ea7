//! The reference grounder by itself: what it derives, what it refuses, and what a hostile list of atoms cannot do.

use groundplan_reference::{Error, Ground, Program, Text};

fn text(text: &str) -> Text {
    Text::named("program.lp", text)
}

fn read(source: &str) -> Program {
    Program::read(&[text(source)], &[]).unwrap_or_else(|error| panic!("{error}: {source}"))
}

fn ground(source: &str) -> Ground {
    read(source).ground_with("", &|| false).unwrap_or_else(|error| panic!("{error}: {source}"))
}

/// The atoms that are possible.
fn possible(source: &str) -> Vec<String> {
    let ground = ground(source);
    ground.atoms.lines().map(|line| line.split_once(' ').expect("a number").1.to_owned()).collect()
}

/// The reason why a list of atoms is not accepted.
fn refused(source: &str, atoms: &str) -> Error {
    match read(source).ground_over(atoms, &|| false) {
        Ok(ground) => panic!("{source} over {atoms}:\n{}", ground.aspif),
        Err(error) => error,
    }
}

fn missing(source: &str, atoms: &str) -> (String, usize) {
    match refused(source, atoms) {
        Error::Missing { atom, place } => (atom, place.line),
        other => panic!("{source} over {atoms}: {other}"),
    }
}

#[test]
fn facts_and_joins_are_decided() {
    let ground = ground("e(1,2). e(2,3).\nr(1).\nr(Y) :- r(X), e(X,Y).\nq :- not r(4).\n:- r(5).");
    let names: Vec<&str> = ground.aspif.lines().filter(|line| line.starts_with("4 ")).collect();
    assert_eq!(names, ["4 6 e(1,2) 0", "4 6 e(2,3) 0", "4 4 r(1) 0", "4 4 r(2) 0", "4 4 r(3) 0", "4 1 q 0"]);
    assert_eq!(ground.aspif.lines().count(), 1 + 6 + 6 + 1, "facts, their names and nothing else");
}

#[test]
fn terms_are_computed() {
    for (source, atoms) in [
        ("p(2**3, 7\\3, -7/2, |2-5|, 6&3, 6?3, 6^3, ~0).", &["p(8,1,-3,3,2,7,5,-1)"][..]),
        ("p(X) :- X = (1;3).", &["p(1)", "p(3)"]),
        ("p(1..2,a).", &["p(1,a)", "p(2,a)"]),
        ("q(f(3)). p(X) :- q(f(X+1)).", &["q(f(3))", "p(2)"]),
        ("q(3). q(a). p(X) :- q(X+1).", &["q(3)", "q(a)", "p(2)"]),
        ("p(X,Y) :- 0 <= X, 0 <= Y, X+Y <= 1.", &["p(0,0)", "p(0,1)", "p(1,0)"]),
        ("q(-3). q(3). q(4). p(X) :- q(X), X = -3..3.", &["q(-3)", "q(3)", "q(4)", "p(-3)", "p(3)"]),
        ("q(0). p(1/X) :- q(X).", &["q(0)"]),
        ("q(\"a\\\"b\"). q((1,)). q(()).", &["q(\"a\\\"b\")", "q((1,))", "q(())"]),
        ("#const n = m+1. #const m = 2. p(n).", &["p(3)"]),
        ("q(1;2). n(N) :- N = #count { X : q(X) }.", &["q(1)", "q(2)", "n(2)"]),
        ("{q(1;2)}. n(N) :- N = #sum { X : q(X) }.", &["q(1)", "q(2)", "n(0)", "n(1)", "n(2)", "n(3)"]),
        (
            "q(b;1;\"s\";f(1)). m(X) :- X = #max { Y : q(Y) }.",
            &["q(b)", "q(1)", "q(\"s\")", "q(f(1))", "m(f(1))"],
        ),
        ("-p(1). q :- -p(X), not p(X).", &["-p(1)", "q"]),
        // A sign need not stand before a number.
        ("p(a). q(X) :- -X = Y, p(Y).", &["p(a)", "q(-a)"]),
        ("p(-(1,2)). q(X) :- p(-X).", &["p(-(1,2))", "q((1,2))"]),
        // The other sides of a chain under `not` need no value.
        ("d(a). q(X) :- d(X), not f(X+1) > 3 = 1.", &["d(a)", "q(a)"]),
        // Each side of a chain has one value, and is counted once.
        ("a :- 2 < 1..3 < 3.", &[]),
        ("n(N) :- N = { X = 1..2 }.", &["n(2)"]),
        ("n(N) :- N = { 1..2 < 2..3 }.", &["n(3)"]),
        ("n(N) :- N = { not 5 < 4 < 3 }.", &["n(1)"]),
        ("n(N) :- N = { (1;1) < 3 }.", &["n(2)"]),
        ("n(N) :- N = { 1 < 2 : p(1;2) }. p(1..2).", &["p(1)", "p(2)", "n(2)"]),
    ] {
        assert_eq!(possible(source), atoms, "{source}");
    }
}

#[test]
fn constants_of_the_command_line_take_precedence() {
    let program = Program::read(&[text("#const n = 1. p(n).")], &["n=f(2)".to_owned()]).expect("a program");
    assert_eq!(program.ground_with("", &|| false).expect("a ground program").atoms, "1 p(f(2))\n");
}

#[test]
fn included_texts_are_those_that_are_given() {
    let main = Text::named("a/main.lp", "#include \"more.lp\". p :- q.");
    let program = Program::read(&[main.clone(), Text::included("a/more.lp", "q.")], &[]).expect("a program");
    assert_eq!(program.ground_with("", &|| false).expect("a ground program").atoms, "1 q\n2 p\n");
    let unknown = Program::read(&[main, Text::included("b/more.lp", "q.")], &[]).expect_err("another file");
    assert!(unknown.to_string().contains("more.lp"), "{unknown}");
}

#[test]
fn what_follows_an_included_text_belongs_to_the_base() {
    let texts = [
        ("a.lp", "#include \"b.lp\". s.\n#program x.\n#include \"c.lp\". t."),
        ("b.lp", "#program x. y."),
        ("c.lp", "z."),
    ];
    let texts = texts.map(|(name, text)| Text { is_included: name != "a.lp", ..Text::named(name, text) });
    let program = Program::read(&texts[..1], &[]);
    assert!(matches!(program, Err(Error::Unsupported { .. })), "the included text is not among them");
    let ground = Program::read(&texts, &[]).and_then(|program| program.ground_with("", &|| false));
    assert_eq!(ground.expect("a program").atoms, "1 s\n2 t\n", "`y` and `z` stand in the part x");
}

/// As gringo reads them: of several that include a text, the last counts.
#[test]
fn a_named_text_counts_where_it_is_named() {
    let [main, more] = [("a.lp", "#program x. #include \"b.lp\". t."), ("b.lp", "s.")];
    let [named, included] =
        [Text::named, Text::included].map(|text| [Text::named(main.0, main.1), text(more.0, more.1)]);
    let also = |name: &str, text: &str| [&named[..1], &[Text::named(name, text)], &included[1..]].concat();
    let atoms = |texts: &[Text]| {
        let ground = Program::read(texts, &[]).and_then(|program| program.ground_with("", &|| false));
        ground.expect("a program").atoms
    };
    assert_eq!(atoms(&named), "1 s\n");
    assert_eq!(atoms(&included), "1 t\n", "behind an included text is the base");
    assert_eq!(atoms(&[named[0].clone(), Text::named("./b.lp", more.1)]), "1 s\n");
    assert_eq!(atoms(&also("c.lp", "#include \"b.lp\".")), "1 s\n");
    assert_eq!(atoms(&also("c.lp", "#program x. #include \"b.lp\".")), "");
}

#[test]
fn an_atom_that_is_left_out_is_named_with_its_rule() {
    assert_eq!(missing("{a}.\nb :- a.", "1 a\n"), ("b".to_owned(), 2));
    assert_eq!(missing("p(1..3).", "1 p(1)\n2 p(3)\n"), ("p(2)".to_owned(), 1));
    assert_eq!(missing("#external a.\n{b} :- a.", "1 a\n"), ("b".to_owned(), 2));
}

/// What each list claims would follow from itself.
#[test]
fn circular_claims_are_not_accepted() {
    for (source, atoms, atom) in [
        // Each of the two is possible as long as the other one is not certain.
        ("a :- not b. b :- not a.", "1 a\n", "b"),
        // An atom may be true because nothing says that it is not.
        ("a :- not not a.", "", "a"),
        ("a :- not #count { 1 : not a } > 0.", "", "a"),
        ("a :- #sum { 1 : not a } <= 0.", "", "a"),
        ("a :- b : not a.", "", "a"),
        ("b :- not c. c :- not d. d :- c, not e. {e} :- not b.", "1 c\n2 d\n3 e\n", "b"),
    ] {
        assert_eq!(missing(source, atoms).0, atom, "{source} over {atoms:?}");
    }
}

#[test]
fn atoms_that_are_not_possible_have_no_rules() {
    let ground = read("a :- b. b :- a. {c}.").ground_over("1 a\n2 b\n3 c\n9 ghost(1)\n", &|| false);
    let rules: Vec<String> =
        ground.expect("more atoms do no harm").aspif.lines().map(str::to_owned).collect();
    assert_eq!(rules[1..4], ["1 0 1 1 0 1 2", "1 0 1 2 0 1 1", "1 1 1 3 0 0"]);
    assert!(!rules.iter().any(|line| line.starts_with('1') && line.contains(" 9 ")), "{rules:?}");
}

#[test]
fn a_list_of_atoms_is_read_strictly() {
    for atoms in [
        "2 a\n1 b\n",
        "1 a\n1 b\n",
        "a\n",
        "01 a\n",
        "1 a \n",
        "1 a\n2 a\n",
        "1 X\n",
        "1 3\n",
        "1 p(1+1)\n",
        "0 a\n",
        "1 not a\n",
        "1 p(1..2)\n",
        "4294967296 a\n",
    ] {
        assert!(matches!(refused("{a;b}.", atoms), Error::Atoms { .. }), "{atoms:?}");
    }
}

#[test]
fn the_numbers_of_atoms_are_kept() {
    let ground = read("{a}. b :- not a.").ground_over("5 a\n7 b\n", &|| false).expect("a ground program");
    assert_eq!(ground.aspif, "asp 1 0 0\n1 1 1 5 0 0\n1 0 1 7 0 1 -5\n4 1 a 1 5\n4 1 b 1 7\n0\n");
    let difference = ground.difference("asp 1 0 0\n1 1 1 5 0 0\n6 1 5\n0\n").expect("a rule is missing");
    assert_eq!((difference.line, difference.place.expect("a rule").line), (4, 1));
    assert_eq!(
        ground.difference(&ground.aspif.replace("\n0\n", "\n6 1 -5\n0\n")),
        None,
        "assumptions are left out"
    );
}

#[test]
fn unknown_constructs_are_named_with_their_lines() {
    for (source, construct, line) in [
        ("a.\n&diff { x - y } <= 3.", "a theory atom", 2),
        ("#script (lua) #end.", "`#script`", 1),
        ("a.\n\np(@f(1)).", "an external function", 3),
        ("#theory t { }.", "`#theory`", 1),
        ("#include <incmode>.", "the inclusion of a library", 1),
        ("a b.", "`b` at this place", 1),
        ("p(9223372036854775808).", "`9223372036854775808` at this place", 1),
        ("#const n = X. p(n).", "a constant without a value", 1),
        ("p(1..2). b ; p(_) : p(X).", "`_` in a head", 1),
        (
            "n(N) :- N = { not 2 < (1;1) < 3 }.",
            "a pool with a chain of comparisons under `not` that is counted",
            1,
        ),
        ("c :- not 1 = 2 = (1/0..3).", "an interval in a chain of comparisons under `not`", 1),
        ("c :- d(X), not 1 < 2 < X/0.", "a side without a value in a chain of comparisons under `not`", 1),
        ("c :- not 1 < 2 < f(1/0).", "a side without a value in a chain of comparisons under `not`", 1),
    ] {
        match Program::read(&[text(source)], &[]) {
            Err(Error::Unsupported { construct: found, place }) => {
                assert_eq!((found.as_str(), place.line), (construct, line), "{source}");
            }
            other => panic!("{source}: {other:?}"),
        }
    }
    let two_values = "#external a. [true]\n#external a. [free]";
    let later = "#external a : not c. [true]\nc. c :- a.";
    let with_rules = "#external a. [free]\na :- not c. c. c :- a.";
    let open = "{q}. #external a : q.";
    for source in [
        "p(9223372036854775807+1).",
        "p(X) :- X > 3.",
        two_values,
        later,
        with_rules,
        open,
        // A variable of a head element without a value.
        "not X = Z : p(X). {p(1)}.",
        "{b}. p(X) : b | r.",
        "#sum { a : h; 1 : not g }.",
        "q(X) :- p(X), X >= 0, -X >= -2. p(1;a).",
        "q(X) :- p(X), X > 3, Y = -X, Y > 3. p(a;5).",
        "not not p(1..20,_) : c ; a. {p(1..20,1..2); c}.",
    ] {
        assert!(
            matches!(read(source).ground_with("", &|| false), Err(Error::Unsupported { .. })),
            "{source}"
        );
    }
}

#[test]
fn deep_and_long_texts_end_with_an_error() {
    let deep = format!("p({}1{}).", "f(".repeat(100_000), ")".repeat(100_000));
    assert!(matches!(Program::read(&[text(&deep)], &[]), Err(Error::Unsupported { .. })));
    let minus = format!("p({}1).", "-".repeat(100_000));
    assert!(matches!(Program::read(&[text(&minus)], &[]), Err(Error::Unsupported { .. })));
    let sums = format!("p({}1{}).", "(".repeat(50), "+1)".repeat(50).replace("+1", &"+1".repeat(900)));
    assert!(matches!(Program::read(&[text(&sums)], &[]), Err(Error::Unsupported { .. })));
    let powers = format!("p(1{}).", "**1".repeat(900));
    assert_eq!(possible(&powers), ["p(1)"]);
    let body = |length: usize| format!("a. b :- a{}.", ", a".repeat(length));
    assert_eq!(possible(&body(1900)), ["a", "b"]);
    assert!(matches!(Program::read(&[text(&body(20_000))], &[]), Err(Error::Unsupported { .. })));
    let tuples = format!("p({}1{}).", "(".repeat(150), ",2)".repeat(150));
    assert!(Program::read(&[text(&tuples)], &[]).is_ok());
    let comments = "%*".repeat(100_000);
    assert!(matches!(Program::read(&[text(&comments)], &[]), Err(Error::Unsupported { .. })));
    let long = format!("p(1{}).", "+1".repeat(100_000));
    assert!(matches!(Program::read(&[text(&long)], &[]), Err(Error::Unsupported { .. })));
}

#[test]
fn a_grounding_can_be_stopped() {
    let program = read("n(1..300). p(X,Y,Z) :- n(X), n(Y), n(Z), X+Y = Z*Z.");
    assert_eq!(program.ground_with("", &|| true), Err(Error::Stopped));
}

#[test]
fn a_shebang_is_a_comment() {
    assert_eq!(possible("#!/usr/bin/env groundplan\na. #! b. %*\nc. %* #! *% d."), ["a", "c", "d"]);
}

/// There is one auxiliary atom for each instance of the head, whatever its condition has besides.
#[test]
fn a_disjunct_has_one_condition_for_each_instance_of_its_head() {
    let chosen = |source: &str| {
        let aspif = ground(source).aspif;
        let heads = aspif.lines().filter_map(|line| line.strip_prefix("1 0 "));
        heads
            .filter(|head| !head.starts_with("0 ") && !head.starts_with("1 "))
            .map(str::to_owned)
            .collect::<Vec<_>>()
    };
    let given = "{e(1..2,1..3)}. e(1,1) :- a(1). e(1,1) :- a.";
    assert_eq!(chosen(&format!("{given} a(X) : e(X,Y).")).len(), 1);
    assert!(chosen(&format!("{given} a(X) : e(X,Y)."))[0].starts_with("2 "), "one for each X");
    assert!(chosen(&format!("{given} a : e(X,Y) ; b."))[0].starts_with("2 "));
    assert!(chosen(&format!("{given} a(X,Y) : e(X,Y)."))[0].starts_with("6 "));
    assert!(chosen(&format!("{given} a(X/2) : e(X,Y) ; b."))[0].starts_with("3 "), "X stands in the head");
}

#[test]
fn edges_have_no_cycle() {
    // Both edges of the cycle cannot be there, and the third one is harmless.
    let ground = ground("{a;b;c}. #edge (1,2) : a. #edge (2,1) : b. #edge (2,3) : c.");
    assert_eq!(ground.aspif.lines().filter(|line| line.starts_with("1 0 0 ")).count(), 3, "{}", ground.aspif);
}

#[test]
fn external_atoms_have_their_values() {
    let ground =
        ground("d(1..2). #external p(X) : d(X). [true]\n#external q. #external r : not d(3). [free]");
    for (atom, value) in [("p(1)", 1), ("p(2)", 1), ("q", 2), ("r", 0)] {
        let number = ground.atoms.lines().find_map(|line| line.strip_suffix(&format!(" {atom}")));
        let line = format!("\n5 {} {value}\n", number.expect("it is possible"));
        assert!(ground.aspif.contains(&line), "{atom}:\n{}", ground.aspif);
    }
}

/// What holds only as long as an atom is missing is no fact, so that the atom is found.
#[test]
fn a_disjunction_is_satisfied_by_facts_alone() {
    for (source, atoms) in [
        (
            "{ p(2); s : q(2) }. q(2) ; u :- p(2). u :- #max { A : p(A), q(A) } != 2.",
            &["p(2)", "q(2)", "s", "u"][..],
        ),
        ("{ p; s : q }. q ; u :- p. u :- #count { 1 : p, q } = 0.", &["p", "q", "s", "u"]),
        ("{ p; s : q }. q ; u :- p. v :- #sum { 1 : p, q } < 1. u :- v.", &["p", "q", "s", "u", "v"]),
        ("{ p; s : q }. q ; u :- p. u :- #false : p, q.", &["p", "q", "s", "u"]),
        ("{ p; s : q }. q ; u :- p. u :- not q.", &["p", "q", "s", "u"]),
    ] {
        let mut found = possible(source);
        found.sort();
        assert_eq!(found, atoms, "{source}");
    }
}

#[test]
fn a_satisfied_disjunction_derives_nothing() {
    // Each would derive `r(X-1)` for ever.
    for (source, atoms) in [
        ("r(0). c. not q ; r(X-1) : c :- r(X).", &["r(0)", "c"][..]),
        ("r(0). c(1..2). r(X-1) : c(Y) ; Y < 3 : c(Y) :- r(X).", &["r(0)", "c(1)", "c(2)"]),
        ("r(0). not not d ; r(X-1) :- r(X). d.", &["r(0)", "d"]),
        ("r(0). s. s ; r(X-1) :- r(X).", &["r(0)", "s"]),
        ("r(0). s ; s. s ; r(X-1) :- r(X).", &["r(0)", "s"]),
        ("p(2..2;(1;2)) ; p(2..2) ; not 1 < 2 < 3.", &["p(1)", "p(2)"]),
        ("r(0). s(f(0)). {t}. s(f(0)) ; r(X-1) :- r(X), not t.", &["r(0)", "s(f(0))", "t"]),
    ] {
        let mut found = possible(source);
        found.sort();
        let mut atoms = atoms.to_vec();
        atoms.sort_unstable();
        assert_eq!(found, atoms, "{source}");
        let ground = ground(source);
        let again = read(source).ground_over(&ground.atoms, &|| false);
        assert_eq!(again.expect("the same atoms").aspif, ground.aspif, "{source}");
    }
}
