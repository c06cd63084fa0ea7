//! Formulas in DIMACS and OPB, read as programs: their models, what the best of them cost, and what is said where a text does not
//! follow the format.

use groundplan::exchange::{formula_format, is_aspif, is_lparse, FormulaFormat};
use groundplan::{Engine, Error};

fn engine(text: &str) -> Engine {
    let mut engine = Engine::new();
    let format = formula_format(text).expect("a formula");
    engine.add_formula(format, "formula", text).expect("one that can be read");
    engine
}

/// The models as the lines that solvers print, in order.
fn models(text: &str) -> Vec<String> {
    let mut engine = engine(text);
    let formula = engine.formula().expect("just read").clone();
    let found = engine.query().models().expect("a program");
    let mut found: Vec<String> = found
        .map(|model| model.expect("no error"))
        .map(|model| formula.values(|atom| model.holds(atom)))
        .collect();
    found.sort_unstable();
    found
}

fn best(text: &str) -> (String, Vec<i64>) {
    let mut engine = engine(text);
    let formula = engine.formula().expect("just read").clone();
    let model = engine.query().optimum().expect("a program").model.expect("a model");
    (formula.values(|atom| model.holds(atom)), model.costs().to_vec())
}

#[test]
fn clauses_have_their_models() {
    for (text, expected) in [
        ("c x\np cnf 3 2\n1 2 0\n-1 3 0\n", &["v -1 2 -3 0", "v -1 2 3 0", "v 1 -2 3 0", "v 1 2 3 0"][..]),
        // A clause goes on in the next line, comments stand anywhere, and old benchmarks end so.
        ("p cnf 2 2\n1\n2 0 -1\nc x\n0\n%\n0\n", &["v -1 2 0"]),
        ("p cnf 1 1\n0\n", &[]),
        ("p cnf 0 0\n", &["v 0"]),
        ("p cnf 2 1\n1 -1 1 0", &["v -1 -2 0", "v -1 2 0", "v 1 -2 0", "v 1 2 0"]),
        ("\r\np cnf 1 1\r\n-1 0\r\n", &["v -1 0"]),
    ] {
        assert_eq!(models(text), expected, "{text}");
    }
}

#[test]
fn weighted_clauses_have_their_best_models() {
    for (text, expected, cost) in [
        ("p wcnf 3 4 10\n10 1 2 0\n10 -1 3 0\n3 -3 0\n2 -2 0\n", "v -1 2 -3 0", 2),
        ("c new\nh 1 2 0\nh -1 3 0\n3 -3 0\n2 -2 0\n", "v -1 2 -3 0", 2),
        ("4 1 2 0\n3 -1 0\nh -2 0\n", "v 1 -2 0", 3),
        ("p wcnf 2 3\n4 1 2 0\n3 -1 0\n9 -2 0\n", "v 1 -2 0", 3),
        ("p wcnf 1 3 5\n5 1 0\n2 0\n0 -1 0\n", "v 1 0", 2),
    ] {
        assert_eq!(best(text), (expected.to_owned(), vec![cost]), "{text}");
    }
}

#[test]
fn linear_constraints_have_their_models() {
    for (text, expected) in [
        ("* #variable= 3 #constraint= 1\n+1 x1 +1 ~x2 >= 2 ;", &["v x1 -x2 -x3", "v x1 -x2 x3"][..]),
        ("* x\n+2 x1 -3 x2 = -1;", &["v x1 x2"]),
        ("+1 x1 +2 x2 <= 1 ;", &["v -x1 -x2", "v x1 -x2"]),
        ("- 2 x1\n+ 1 ~x1 >= -1 ;\n", &["v -x1"]),
        ("+1 x1 >= 3 ;", &[]),
        ("+1 x1 +1 x1 >= 2 ;\n* x\n+1 x2 >= 0;", &["v x1 -x2", "v x1 x2"]),
    ] {
        assert_eq!(models(text), expected, "{text}");
    }
    let text = "min: +2 x1 -3 x2 +1 x3 ;\n+1 x1 +2 x2 -1 ~x3 >= 1 ;\n+1 x1 +1 x2 +1 x4 = 2 ;\n";
    assert_eq!(best(text), ("v -x1 x2 -x3 x4".to_owned(), vec![-3]));
}

#[test]
fn formulas_are_told_from_programs() {
    for text in [
        "p.",
        "p :- cnf.",
        "c. p cnf.",
        "h 0.",
        "min:p(x);q.",
        "1 { a; b } 1.",
        "-1 < 0.",
        "",
        "c",
        "+a.",
        "max:x.\nb;c.",
        "1 1 0 0\n7 0\n0\n",
    ] {
        assert_eq!(formula_format(text), None, "{text}");
    }
    let lparse = "1 2 0 0\n0\n2 a\n0\nB+\n0\nB-\n1\n0\n1\n";
    assert!(is_lparse(lparse) && formula_format(lparse).is_none());
    assert_eq!(formula_format("* x\n"), Some(FormulaFormat::Linear));
    assert_eq!(formula_format("1 1 0\n2 -1 0\n"), Some(FormulaFormat::Clauses));
    assert!(!is_aspif("p cnf 1 1\n1 0\n"));
}

#[test]
fn what_does_not_follow_the_format_is_refused_with_its_place() {
    for (text, message, place) in [
        ("p cnf 2 1\n1 3 0\n", "the header has no such variable", "3"),
        ("p cnf 2 1\n1 2", "the last clause has no `0` at its end", ""),
        ("p cnf 2 1\n1 a 0", "this is not an integer of 64 bits", "a"),
        ("p cnf -2 1\n", "the number of variables is not negative", "-2"),
        ("p cnf 99999999999 1\n", "too many variables: at most 67108864 are supported", "99999999999"),
        ("p cnf 2\n", "a number is missing here", ""),
        ("p wcnf 1 1 3\n-1 1 0\n", "the weight of a clause is not negative", "-1"),
        (
            "p wcnf 1 2\n9223372036854775806 1 0 9 1 0\n",
            "the weights leave the range of 64-bit integers",
            "0",
        ),
        (
            "* x\n+1 x1 x2 >= 1 ;",
            "products of variables are not read: name the product by a variable of its own",
            "x2",
        ),
        ("* x\n+1 x1 > 1 ;", "a constraint is a sum, `>=` or `=`, a number and `;`", ">"),
        ("* x\n+1 x1 >= 1", "`;` is expected here", ""),
        (
            "* x\n+1 y1 >= 1 ;",
            "a variable is expected here, `x` and a number from 1 on, perhaps with `~` before it",
            "y1",
        ),
        (
            "* x\n+1 x0 >= 1 ;",
            "a variable is expected here, `x` and a number from 1 on, perhaps with `~` before it",
            "x0",
        ),
        ("* x\n1.5 x1 >= 1 ;", "an integer of 64 bits is expected here", "1.5"),
        ("* x\nmax: 1 x1 ;", "only `min:` begins an objective", "max:"),
        ("* x\nsoft: 1 ;", "soft constraints are not read: weigh a new variable in `min:` instead", "soft:"),
        (
            "* x\n9223372036854775807 x1 9223372036854775807 x2 >= 1 ;",
            "the coefficients leave the range of 64-bit integers",
            "1",
        ),
    ] {
        let mut engine = Engine::new();
        let format = formula_format(text).expect("a formula");
        let Err(Error::Program(errors)) = engine.add_formula(format, "formula", text) else {
            panic!("{text}")
        };
        let [error] = errors.iter().collect::<Vec<_>>()[..] else { panic!("{text}: {errors}") };
        assert_eq!((error.message.as_str(), errors.underlined(error)), (message, Some(place)), "{text}");
    }
    let mut engine = engine("p cnf 1 0\n");
    let second = engine.add_formula(FormulaFormat::Linear, "second", "* x\n");
    assert!(second.is_err_and(|error| error.to_string().contains("this is a second formula")));
}
