//! Theories: their atoms in ground programs as gringo prints them, what is said where they are wrong, and difference
//! constraints against brute force and against what clingo-dl 1.5.0 finds.

use std::collections::BTreeSet;

use groundplan::solve::SearchConfig;
use groundplan::{exchange, Engine, Error};

use crate::support::modes;

/// A theory with operators that bind in many ways.
const THEORY: &str = "#theory t { u { + : 1, binary, left; - : 1, binary, left; - : 2, unary; ++ : 2, binary, left; \
    .. : 0, binary, left; <= : 0, binary, left; & : 4, binary, left; ^ : 4, binary, right; * : 5, unary; not : 0, unary }; \
    &b/0 : u, any; &a/0 : u, { <=, =, | }, u, any; &d/0 : u, directive; &h/0 : u, head; &n/0 : u, body }. ";

fn engine(program: &str, config: &SearchConfig) -> Engine {
    let mut engine = Engine::new();
    engine.configure(config.clone()).unwrap();
    engine.add_text("program.lp", program).unwrap();
    engine.ground(["base"]).unwrap();
    engine
}

/// The lines of the ground program that have atoms of theories.
fn theory_lines(engine: &Engine) -> Vec<String> {
    let text = exchange::text(engine.ground_program());
    text.lines().filter(|line| line.contains('&') && !line.starts_with('#')).map(str::to_owned).collect()
}

#[test]
fn ground_atoms_print_as_gringo_prints_them() {
    for (program, expected) in [
        ("&a { -1 : p }. p.", "&a{(-1)}."),
        ("&a { 1 } <= 3..5.", "&a{1}<=((3..5))."),
        ("&a { 1 } <= -3.", "&a{1}<=((-3))."),
        ("#const n = 3. &a { n; f(n); n+1; m; 1 : p(n) } <= n. p(3).", "&a{3; f(3); (3+1); m; 1}<=(3)."),
        (
            "&a { (); (1,); [1]; {1}; []; {}; \"a\\\"b\"; f(); #sup }.",
            "&a{(); (1,); [1]; {1}; []; {}; \"a\\\"b\"; f(); #sup}.",
        ),
        ("&a { 1,2 ; (1,2) }.", "&a{1,2; (1,2)}."),
        ("{p;q}. &a { 1; 1; 2; 1 : p; 1 : q }.", "&a{1; 2; 1: p; 1: q}."),
        ("{p;q}. &a { 1 : p,q; 1 : not p }.", "&a{1: p,q; 1: not p}."),
        ("&a { : }.", "&a{: }."),
        ("&a.", "&a{}."),
        ("&a { X } :- X = -1.", "&a{(-1)}."),
        ("&a { X } :- X = f(-2,\"a\",-g).", "&a{f((-2),\"a\",(-g))}."),
        ("&a { -X; 1 - -X } :- X = -3.", "&a{(-(-3)); (1-(-(-3)))}."),
        ("&a { 1 + 2 ++ 3 + 4 .. 5 & 6 }.", "&a{(((1+(2++3))+4)..(5&6))}."),
        (
            "&a { 1 ^ 2 ^ 3 + 4; - 1 & 2; * 1 & 2; - - 1 - 2 }.",
            "&a{((1^(2^3))+4); (-(1&2)); ((*1)&2); ((-(-1))-2)}.",
        ),
        ("{q(1..2)}. {p(1)}. &b { 1 : p(X) } :- q(X).", "&b{1: p(1)} :- q(1).\n&b{} :- q(2)."),
        ("{p}. h :- not &a { 1 } | 3, p.", "h :- p, not &a{1}|(3)."),
        ("&d { 1 }. &d { }.", "&d{1}.\n&d{}."),
    ] {
        let engine = engine(&format!("{THEORY}{program}"), &SearchConfig::default());
        assert_eq!(theory_lines(&engine).join("\n"), expected, "{program}");
    }
}

#[test]
fn aspif_and_text_say_the_same() {
    let program = "{p;q}. &a { X+1 : p; f(X,-1,\"s\",(X,),{1},[2],g()) : q } <= X :- q, X = 1..2. h :- &b { p : not p }, not &a { }.
        &d { 1 : p }. r :- not not &n { -X }, X = -2. :~ &n { 1 }, p. [1]";
    let first = engine(&format!("{THEORY}{program}"), &SearchConfig::default());
    let mut second = Engine::new();
    second.add_aspif("program.aspif", &exchange::aspif(first.ground_program())).unwrap();
    let sorted = |engine: &Engine| {
        let mut lines = theory_lines(engine);
        lines.iter_mut().for_each(|line| *line = line.replace("aux(", "").replace(')', ""));
        lines.sort_unstable();
        lines
    };
    assert_eq!(sorted(&first).len(), sorted(&second).len());
    let third = engine(&exchange::text(second.ground_program()), &SearchConfig::default());
    assert_eq!(sorted(&second).len(), sorted(&third).len());
    let count = |mut engine: Engine| engine.query().models().unwrap().count();
    let expected = count(first);
    assert_eq!((count(second), count(third)), (expected, expected));
}

#[test]
fn gringo_s_aspif_is_read() {
    // {x}. &diff { a-b } <= 5 :- x. y :- &diff { a-b } <= 5.
    let text = "asp 1 0 0\n1 0 1 2 0 1 1\n1 1 1 3 0 0\n1 0 1 1 0 1 3\n9 1 0 4 diff\n9 1 4 1 a\n9 1 5 1 b\n9 1 3 1 -\n\
        9 2 6 3 2 4 5\n9 4 0 1 6 0\n9 1 2 2 <=\n9 0 1 5\n9 6 1 0 1 0 2 1\n4 1 x 1 3\n4 1 y 1 2\n0\n";
    let mut engine = Engine::new();
    engine.add_aspif("program.aspif", text).unwrap();
    assert_eq!(theory_lines(&engine), ["y :- &diff{(a-b)}<=(5).", "&diff{(a-b)}<=(5) :- x."]);
    let models: BTreeSet<String> =
        engine.query().models().unwrap().map(|model| model.unwrap().to_string()).collect();
    assert_eq!(models, ["dl(a,0) dl(b,0)", "y x dl(a,0) dl(b,0)"].map(str::to_owned).into());
}

/// What is wrong with a program, and the text that is underlined.
fn refused(program: &str) -> (String, String) {
    let mut engine = Engine::new();
    let result = engine
        .add_text("program.lp", program)
        .and_then(|()| engine.ground(["base"]))
        .and_then(|()| engine.query().models().map(drop));
    let Err(Error::Program(diagnostics)) = result else { panic!("{program} is not refused: {result:?}") };
    let first = diagnostics.iter().next().expect("a reason");
    (first.message.clone(), diagnostics.underlined(first).unwrap_or_default().to_owned())
}

#[test]
fn what_does_not_fit_the_theory_is_refused_with_its_place() {
    for (program, message, place) in [
        ("x :- &z { 1 }.", "no definition found for theory atom: z/0", "&z { 1 }"),
        ("&a(1) { 1 }.", "no definition found for theory atom: a/1", "&a(1) { 1 }"),
        ("&a { 1 * 2 }.", "the theory has no operator `*` of two operands for such terms", "1 * 2"),
        ("&a { 1 + ++ 2 }.", "the theory has no operator `++` of one operand for such terms", "1 + ++ 2"),
        ("&a { 1;-1 }.", "the theory has no operator `;-` of two operands for such terms", "1;-1"),
        ("&a { 1 } >= 3.", "`>=` cannot stand behind the elements of `&a`", "&a { 1 } >= 3"),
        ("&b { 1 } <= 3.", "`&b` takes no guard", "3"),
        ("x :- &h { 1 }.", "`&h` stands in heads only", "&h { 1 }"),
        ("&n { 1 }.", "`&n` stands in bodies only", "&n { 1 }"),
        ("{x}. &d { 1 } :- x.", "`&d` is a directive, which has no body", "&d { 1 }"),
        ("x :- &a { X }.", "the variable `X` is unsafe: nothing gives it values", "X"),
        ("#theory t { }.", "the theory `t` is defined twice", "#theory t { }."),
        ("#theory s { v { }; v { } }.", "the kind of terms `v` is defined twice", "v { }"),
        (
            "#theory s { v { + : 1, unary; + : 2, unary } }.",
            "the operator `+` is defined twice",
            "+ : 2, unary",
        ),
        ("#theory s { v { }; &a/0 : v, any }.", "the atom `&a/0` is defined twice", "&a/0 : v, any"),
        ("#theory s { &e/0 : v, any }. &e.", "the theory defines no kind of terms `v`", "&e/0 : v, any"),
    ] {
        assert_eq!(
            refused(&format!("{THEORY}{program}")),
            (message.to_owned(), place.to_owned()),
            "{program}"
        );
    }
}

#[test]
fn theories_that_nobody_solves_are_named_once() {
    let mut engine = engine(
        &format!("{THEORY}a :- &a {{ 1 }}. b :- &a {{ 2 }}. c :- &b {{ 1 }}. &d {{ 1 }}."),
        &SearchConfig::default(),
    );
    assert_eq!(engine.unknown_theories().iter().count(), 2);
    assert_eq!(engine.query().models().unwrap().count(), 8);
}

/// clingo-dl's theory.
const DIFFERENCES: &str =
    "#theory dl { term { + : 1, binary, left; - : 1, binary, left; * : 2, binary, left; \
    / : 2, binary, left; - : 3, unary }; &diff/0 : term, { <=, >=, <, >, =, != }, term, any; \
    &show_assignment/0 : term, directive }. ";

#[test]
fn differences_have_the_answer_sets_of_clingo_dl() {
    for (program, expected) in [
        ("&diff { a-b } <= -3. &diff { b } >= 2. {x}. y :- &diff { a-b } <= -10. &diff { a-b } <= -20 :- x.", vec!["", "y", "y x"]),
        ("y :- &diff { a-b } = 3.", vec!["", "", "y"]),
        ("y :- &diff { a-b } != 3.", vec!["", "y", "y"]),
        ("&diff { a-b } = 3 :- x. {x}.", vec!["", "x"]),
        ("&diff { a-b } != 3 :- x. {x}.", vec!["", "x", "x"]),
        ("&diff { a-a } <= -1.", vec![]),
        ("y :- &diff { a-a } <= 1.", vec!["y"]),
        ("&diff { a+1-b-2 } <= c-c. y :- &diff { a } < b+2.", vec!["y"]),
        ("&diff { 2*a-a-b } <= 5. &diff { f(1+1) - g(X) } <= 3 :- X = 1..2. &show_assignment { }.", vec![""]),
        ("y :- not &diff { a-b } > 3.", vec!["", "y"]),
        ("y :- not not &diff { a-b } > 3. :- &diff { b-a } <= 5.", vec![""]),
        ("{x}. &diff { a-b } <= 5 :- x. y :- &diff { a-b } <= 5.", vec!["", "y", "y x"]),
        ("&diff { 1-2 } <= 3. &diff { (1-2)-(1,2) } <= 3-1.", vec![""]),
        // A rule for a fact is left out, with its theory atom.
        ("y. y :- &diff { a-b } <= 1.", vec!["y"]),
        ("{x}. y. y :- &diff { a-b } <= 1, x.", vec!["y", "y x"]),
        ("{x}. y. y :- &diff { a-b } <= 1, 1 <= #count { 1: x }.", vec!["y", "y x"]),
        ("y. {y} :- &diff { a-b } <= 1. y | z :- &diff { a-b } <= 2.", vec!["y"]),
        ("y. {y; z} :- &diff { a-b } <= 1.", vec!["y", "y", "y z"]),
        ("y(1..2). z :- y(X), &diff { a-b } <= X. y(X) :- y(X+1), X > 0, not &diff { a-b } <= 7.", vec!["y(1) y(2)", "y(1) y(2) z", "y(1) y(2) z"]),
    ] {
        for config in modes::all() {
            let mut engine = engine(&format!("{DIFFERENCES}{program}"), &config);
            let models = engine.query().models().unwrap();
            let mut found: Vec<String> = models
                .map(|model| model.unwrap().atoms().map(|atom| atom.to_string()).collect::<Vec<_>>().join(" "))
                .collect();
            found.sort_unstable();
            let mut expected = expected.clone();
            expected.sort_unstable();
            assert_eq!(found, expected, "{program} by {config:?}");
        }
    }
}

#[test]
fn differences_need_no_definition_and_keep_that_of_a_program() {
    for relation in RELATIONS {
        for program in [
            format!("&diff {{ a - b }} {relation} 3."),
            format!("y :- not &diff {{ -f(1,(2,3))+a }} {relation} 2*k. #const k=-4."),
        ] {
            let count = |text: &str| engine(text, &SearchConfig::default()).query().models().unwrap().count();
            assert_eq!(count(&program), count(&format!("{DIFFERENCES}{program}")), "{program}");
        }
    }
    for (program, message, place) in [
        ("&diff { a - b } << 3.", "`<<` cannot stand behind the elements of `&diff`", "&diff { a - b } << 3"),
        (
            "&diff { a ** 2 } <= 3.",
            "the theory has no operator `**` of two operands for such terms",
            "a ** 2",
        ),
        (
            "{x}. &show_assignment { } :- x. &diff { a } <= 3.",
            "`&show_assignment` is a directive, which has no body",
            "&show_assignment { }",
        ),
        (
            "&diff(1) { a - b } <= 3.",
            "no definition found for theory atom: diff/1",
            "&diff(1) { a - b } <= 3",
        ),
        (
            "#theory dl { t { - : 1, binary, left }; &diff/0 : t, { <= }, t, head }. &diff { x } >= 3.",
            "`>=` cannot stand behind the elements of `&diff`",
            "&diff { x } >= 3",
        ),
        (
            "#theory dl { t { - : 1, binary, left }; &diff/0 : t, { <= }, t, head }. a :- &diff { x } <= 3.",
            "`&diff` stands in heads only",
            "&diff { x } <= 3",
        ),
    ] {
        assert_eq!(refused(program), (message.to_owned(), place.to_owned()), "{program}");
    }
}

#[test]
fn what_is_no_difference_constraint_is_refused_with_its_place() {
    for (atom, why) in [
        ("&diff { a-b } <= f(1)", "it is about more than the difference of two variables"),
        ("&diff { 2*a } <= 4", "it is about more than the difference of two variables"),
        ("&diff { a*b } <= 4", "it multiplies variables"),
        ("&diff { a-b }", "a relation to a number is missing"),
        ("&diff { a-b; c } <= 4", "it takes one element"),
        ("&diff { a, b } <= 4", "it takes one term"),
        ("&diff { a-b } <= 9223372036854775807+1", "its numbers leave the range of 64-bit integers"),
    ] {
        let (message, place) = refused(&format!("{DIFFERENCES}{atom}."));
        assert_eq!(
            (message.as_str(), place.as_str()),
            (&*format!("this is no difference constraint: {why}"), atom)
        );
    }
    let (message, _) = refused(&format!("{DIFFERENCES}&diff {{ a-b }} <= 9223372036854775807."));
    assert_eq!(message, "the numbers of difference constraints are too large together");
}

/// Random numbers, the same each time.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % bound
    }
}

const RELATIONS: [&str; 6] = ["<=", ">=", "<", ">", "=", "!="];
const VARIABLES: [&str; 4] = ["a", "b", "c", "0"];

/// A constraint between two of the variables, of which the last is 0.
#[derive(Clone, Copy, Debug)]
struct Constraint {
    left: usize,
    right: usize,
    relation: usize,
    number: i64,
}

impl Constraint {
    fn draw(random: &mut Random) -> Self {
        let (left, other) = (random.below(4) as usize, random.below(3) as usize);
        let right = (left + 1 + other) % 4;
        Constraint { left, right, relation: random.below(6) as usize, number: random.below(7) as i64 - 3 }
    }

    fn text(self) -> String {
        let (left, right) = (VARIABLES[self.left], VARIABLES[self.right]);
        format!("&diff {{ {left} - {right} }} {} {}", RELATIONS[self.relation], self.number)
    }

    fn holds(self, values: [i64; 4]) -> bool {
        let (difference, number) = (values[self.left] - values[self.right], self.number);
        [
            difference <= number,
            difference >= number,
            difference < number,
            difference > number,
            difference == number,
            difference != number,
        ][self.relation]
    }
}

/// Three choices that ask for constraints, and three atoms that say whether one holds: every combination that some values
/// have, and no other.
#[test]
fn random_differences_have_the_answer_sets_of_brute_force() {
    for seed in 0..60 {
        let mut random = Random(seed);
        let asked: Vec<Constraint> = (0..3).map(|_| Constraint::draw(&mut random)).collect();
        let said: Vec<Constraint> = (0..3).map(|_| Constraint::draw(&mut random)).collect();
        let mut program = format!("{DIFFERENCES}{{ x(0..2) }}. ");
        for (i, constraint) in asked.iter().enumerate() {
            program += &format!("{} :- x({i}). ", constraint.text());
        }
        for (i, constraint) in said.iter().enumerate() {
            program += &format!("y({i}) :- {}. ", constraint.text());
        }
        let mut expected: BTreeSet<u32> = BTreeSet::new();
        // No path through all variables is longer.
        let range = -12..=12;
        for a in range.clone() {
            for b in range.clone() {
                for c in range.clone() {
                    let values = [a, b, c, 0];
                    let bits = |constraints: &[Constraint]| -> u32 {
                        let held = constraints.iter().enumerate().filter(|(_, it)| it.holds(values));
                        held.map(|(i, _)| 1 << i).sum()
                    };
                    let (may, says) = (bits(&asked), bits(&said));
                    let choices = (0..8).filter(|choice| choice & !may == 0);
                    expected.extend(choices.map(|choice| choice | says << 3));
                }
            }
        }
        for (number, config) in modes::all().into_iter().enumerate() {
            // Each mode has its turn, and the first all of them.
            if number > 0 && !(seed as usize + number).is_multiple_of(7) {
                continue;
            }
            let mut engine = engine(&program, &config);
            let mut found = BTreeSet::new();
            for model in engine.query().models().unwrap() {
                let model = model.unwrap();
                let xs = model.all::<u32>("x").unwrap().into_iter().map(|i| 1 << i).sum::<u32>();
                let ys = model.all::<u32>("y").unwrap().into_iter().map(|i| 8 << i).sum::<u32>();
                found.insert(xs + ys);
                let value = |name: &str| {
                    let values = model.values();
                    let found =
                        values.iter().find(|(it, _)| model.symbols().display(*it).to_string() == name);
                    found.map_or(0, |&(_, value)| value)
                };
                let values = [value("a"), value("b"), value("c"), 0];
                assert!((0..3).all(|i| xs >> i & 1 == 0 || asked[i].holds(values)), "{program}: {values:?}");
                assert!(
                    (0..3).all(|i| (ys >> (i + 3) & 1 == 1) == said[i].holds(values)),
                    "{program}: {values:?}"
                );
            }
            assert_eq!(found, expected, "{program} by {config:?}");
        }
    }
}

/// The least value of a variable is that of brute force, and another search sees all answer sets again.
#[test]
fn random_variables_are_lowered_to_their_least_values() {
    for seed in 0..40 {
        let mut random = Random(seed ^ 0x5eed);
        let asked: Vec<Constraint> = (0..4).map(|_| Constraint::draw(&mut random)).collect();
        let mut program = format!(
            "{DIFFERENCES}2 {{ x(0..3) }}. &diff {{ a }} >= -2. &diff {{ b }} >= -2. &diff {{ c }} >= -2. "
        );
        for (i, constraint) in asked.iter().enumerate() {
            program += &format!("{} :- x({i}). ", constraint.text());
        }
        let mut least: Option<i64> = None;
        for (a, b, c) in
            (-2..=12).flat_map(|a| (-2..=12).flat_map(move |b| (-2..=12).map(move |c| (a, b, c))))
        {
            if asked.iter().filter(|it| it.holds([a, b, c, 0])).count() >= 2 {
                least = Some(least.map_or(a, |least| least.min(a)));
            }
        }
        for config in modes::all().into_iter().step_by(3) {
            let mut engine = engine(&program, &config);
            let before = engine.query().models().unwrap().count();
            let mut models = engine.query().lowering("a").unwrap();
            let costs: Vec<i64> = models.by_ref().map(|model| model.unwrap().costs()[0]).collect();
            drop(models);
            assert!(costs.is_sorted_by(|one, other| one > other), "{costs:?}");
            assert_eq!(costs.last().copied(), least, "{program} by {config:?}");
            assert_eq!(engine.query().models().unwrap().count(), before, "{program} by {config:?}");
        }
    }
}

#[test]
fn a_variable_without_a_least_value_is_an_error() {
    let mut free = engine(&format!("{DIFFERENCES}&diff {{ a-b }} <= 3."), &SearchConfig::default());
    let result = free.query().lowering("a").unwrap().next().expect("it says so");
    assert!(result.unwrap_err().to_string().contains("no least value"));
    let mut other = engine(&format!("{DIFFERENCES}&diff {{ a-b }} <= 3."), &SearchConfig::default());
    assert!(matches!(other.query().lowering("c"), Err(Error::NoVariable(name)) if name == "c"));
}

#[test]
fn differences_grow_step_by_step() {
    for config in modes::all() {
        let mut engine = Engine::new();
        engine.configure(config.clone()).unwrap();
        engine.add_text("steps.lp", &format!("{DIFFERENCES}
            {{ x }}. &diff {{ 0-s(0) }} <= 0.
            #program step(t). &diff {{ s(t-1)-s(t) }} <= -2. y(t) :- &diff {{ s(t) }} <= 3. &diff {{ s(t) }} <= 5 :- x.")).unwrap();
        engine.ground(["base"]).unwrap();
        assert_eq!(engine.query().models().unwrap().count(), 2);
        for (step, expected) in [(1, 4), (2, 3), (3, 2)] {
            engine.ground([("step", step)]).unwrap();
            let models: BTreeSet<String> =
                engine.query().models().unwrap().map(|model| model.unwrap().to_string()).collect();
            assert_eq!(models.len(), expected, "{models:?} by {config:?}");
        }
    }
}
