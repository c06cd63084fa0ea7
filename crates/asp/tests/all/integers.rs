//! Constraints over integers: the values in answer sets, beside all assignments tried one by one.

use std::collections::BTreeSet;

use groundplan::{solve::Progress, Engine, Error};

/// An answer set as text: its atoms, and the values of its variables.
fn texts(engine: &Engine, found: &groundplan::AnswerSet) -> String {
    let model = engine.model(found).expect("the engine found it");
    let mut atoms: Vec<String> = model.texts().collect();
    atoms.sort();
    let value = |(name, value)| format!("{}={value}", model.symbols().display(name));
    let values: Vec<String> = model.integers().into_iter().map(value).collect();
    format!("{} | {}", atoms.join(" "), values.join(" "))
}

fn engine(program: &str) -> Engine {
    let mut engine = Engine::new();
    engine.add_text("program.lp", program).unwrap_or_else(|error| panic!("{error}: {program}"));
    engine.ground(["base"]).unwrap_or_else(|error| panic!("{error}: {program}"));
    engine
}

/// The answer sets of a program, none of which is found twice.
fn all(program: &str) -> BTreeSet<String> {
    let mut engine = engine(program);
    let found: Result<Vec<_>, Error> =
        engine.query().models().unwrap().map(|it| it.map(groundplan::Model::into_answer_set)).collect();
    let found = found.unwrap_or_else(|error| panic!("{error}: {program}"));
    let texts: BTreeSet<String> = found.iter().map(|it| texts(&engine, it)).collect();
    assert_eq!(texts.len(), found.len(), "{program}");
    texts
}

#[test]
fn answer_sets_differ_by_values() {
    for (program, expected) in [
        ("&dom { 1..3; 5 } = x.", &[" | x=1", " | x=2", " | x=3", " | x=5"][..]),
        ("{ a }. &dom { 0..2 } = x. &sum { x } = 1 :- a.", &[" | x=0", " | x=1", " | x=2", "a | x=1"]),
        (
            "{ a }. &dom { 0..2 } = x. a :- &sum { x } = 1.",
            &[" | x=0", " | x=2", "a | x=0", "a | x=1", "a | x=2"],
        ),
        ("&dom { 0..2 } = x. a :- not &sum { x } != 1.", &[" | x=0", " | x=2", "a | x=1"]),
        ("&dom { 1..2 } = V :- V = (x;y). &distinct { x; y }.", &[" | x=1 y=2", " | x=2 y=1"]),
        (
            "&dom { 0..2 } = V :- V = (x;y). &disjoint { x@2; y@1 }.",
            &[" | x=0 y=2", " | x=1 y=0", " | x=2 y=0", " | x=2 y=1"],
        ),
        ("&dom { 0..9 } = x. &sum { 2*x; 1 } = 7.", &[" | x=3"]),
        ("&dom { 0..9 } = x. &sum { x; x } = 4.", &[" | x=2"]),
        ("&dom { -3..3 } = V :- V = (x;y). &nsum { x*y } >= 9.", &[" | x=-3 y=-3", " | x=3 y=3"]),
        ("&dom { -1..2 } = x. a :- &nsum { x*x; -x } <= 1.", &[" | x=-1", " | x=2", "a | x=0", "a | x=1"]),
        (
            "&dom { 0..99 } = V :- V = (x;y). &nsum { x*y } = 91. &sum { 1 } < x. &sum { x } < y.",
            &[" | x=7 y=13"],
        ),
        ("&dom { 0..3 } = x. &diff { x-0 } >= 2. &show { f/1 }.", &[" | ", " | "]),
        ("{ a }. &dom { } = x :- a. &dom { 4..4 } = x.", &[" | x=4"]),
    ] {
        if expected.iter().collect::<BTreeSet<_>>().len() < expected.len() {
            // What is hidden does not make answer sets equal.
            assert_eq!(engine(program).query().models().unwrap().count(), expected.len(), "{program}");
            continue;
        }
        let expected: BTreeSet<String> = expected.iter().map(|&it| it.to_owned()).collect();
        assert_eq!(all(program), expected, "{program}");
    }
}

#[test]
fn later_parts_add_variables_and_constraints() {
    let mut engine = Engine::new();
    let text = "&dom { 0..9 } = x(0). #program step(t). &dom { 0..9 } = x(t). &sum { x(t-1); 1 } <= x(t).
        #external last(t). &sum { x(t) } <= 3 :- last(t).";
    engine.add_text("program.lp", text).unwrap();
    engine.ground(["base"]).unwrap();
    assert_eq!(engine.query().models().unwrap().count(), 10);
    for step in 1..=4 {
        engine.ground([("step", step)]).unwrap();
        let found = engine.query().first().unwrap().expect("there are values");
        let values: Vec<i64> = found.integers().into_iter().map(|(_, value)| value).collect();
        assert!(values.len() == step as usize + 1 && values.is_sorted_by(|one, other| one < other));
    }
    assert!(engine.query().assume_text("last(3)").unwrap().first().unwrap().is_none(), "it is false");
}

#[test]
fn the_best_answer_set_is_proven() {
    for (program, costs) in [
        ("&dom { -5..9 } = V :- V = (x;y). &sum { x; y } >= 3. &minimize { 2*x; y }.", vec![-2]),
        ("&dom { 0..9 } = V :- V = (x;y). &sum { x; 2*y } <= 11. &maximize { 3*x; 4*y }.", vec![-31]),
        (
            "{ a }. &dom { 0..3 } = x. &minimize { x }. #minimize { -1@1 : a }. &sum { x } >= 2 :- a.",
            vec![-1, 2],
        ),
        (
            "{ a }. &dom { 0..3 } = x. &minimize { x@2 }. #minimize { -1@1 : a }. &sum { x } >= 2 :- a.",
            vec![0, 0],
        ),
        (
            "{ a }. &dom { 0..3 } = x. &minimize { x }. #minimize { 3 : not a }. &sum { x } >= 2 :- a.",
            vec![2],
        ),
    ] {
        let mut engine = engine(program);
        let optimum = engine.query().optimum().unwrap();
        assert!(optimum.proven, "{program}");
        assert_eq!(optimum.model.expect("there is one").costs(), costs, "{program}");
        for model in engine.query().optimal().unwrap() {
            assert_eq!(model.unwrap().costs(), costs, "{program}");
        }
    }
    let program = "{ a }. &dom { 0..3 } = V :- V = (x;y). &sum { x; y } = 3. &minimize { 0*x }.";
    assert_eq!(engine(program).query().optimal().unwrap().count(), 8);
}

#[test]
fn random_costs_have_the_optimum_that_trying_finds_and_no_greater_bound() {
    let mut bounded = 0;
    for seed in 0..200 {
        let mut random = fastrand::Rng::with_seed(seed);
        let mut factors = || [(); 4].map(|()| [0, 1, 1, 2, -1, -3, 5][random.usize(0..7)]);
        let (demanded, other, high, low) = (factors(), factors(), factors(), factors());
        let [most, least] = [random.i64(-2..9), random.i64(-6..3)];
        // The variables, and whether `a` holds as the last one.
        let text = |factors: &[i64]| {
            let terms = factors.iter().zip(["x", "y", "z"]).map(|(factor, name)| format!("{factor}*{name}"));
            terms.collect::<Vec<_>>().join("; ")
        };
        let program = format!(
            "{{ a }}. &dom {{ 0..4 }} = V :- V = (x;y;z). &sum {{ {} }} <= {most}. &sum {{ {} }} >= {least} :- a.
            &minimize {{ {} }}. &minimize {{ {} }}. #minimize {{ {}@1 : a; {} : a }}.",
            text(&demanded),
            text(&other),
            text(&low),
            text(&high).replace(';', "@1;") + "@1",
            high[3],
            low[3],
        );
        let costs = (0..2 * 5 * 5 * 5).filter_map(|at| {
            let values = [at % 5, at / 5 % 5, at / 25 % 5, at / 125];
            let sum = |factors: &[i64]| {
                factors.iter().zip(values).map(|(factor, value)| factor * value).sum::<i64>()
            };
            let holds = sum(&demanded[..3]) <= most && (values[3] == 0 || sum(&other[..3]) >= least);
            holds.then(|| [sum(&high), sum(&low)])
        });
        let least = costs.min();
        let mut engine = engine(&program);
        let mut models = engine.query().improving().unwrap();
        let (mut found, mut bounds) = (None, Vec::new());
        while let Some(progress) = models.next_progress() {
            match progress.unwrap() {
                Progress::Better(model) => found = Some(model.costs().to_vec()),
                Progress::Bound(bound) => bounds.push(bound),
            }
        }
        assert_eq!(found, least.map(Vec::from), "seed {seed}: {program}");
        for bound in &bounds {
            assert!(
                bound.iter().le(least.iter().flatten().take(bound.len())),
                "seed {seed}: {bound:?}, {program}"
            );
        }
        bounded += bounds.len();
    }
    assert!(bounded > 200, "{bounded}");
}

#[test]
fn costs_that_are_too_large_are_refused() {
    let mut engine =
        engine("{ a }. &dom { 0..9 } = x. &minimize { x }. #minimize { 4611686018427387904 : a }.");
    let refused = engine.query().optimum().expect_err("the costs do not fit").to_string();
    assert!(refused.contains("too large together"), "{refused}");
    let mut engine = self::engine("&dom { 0..9 } = x. &minimize { x }.");
    for (cost, is_there) in [(i64::MIN, false), (-1, false), (0, true), (i64::MAX, true)] {
        let found = engine.query().no_worse_than([cost]).limit(1).models().unwrap().next();
        assert_eq!(found.is_some(), is_there, "{cost}");
    }
}

#[test]
fn no_value_is_outside_of_the_bounds_of_all_variables() {
    for (program, expected) in [("&dom { 4 } = x.", 0), ("&dom { 1..4 } = x.", 2), ("&sum { x } > -9.", 5)] {
        let mut engine = Engine::new();
        engine.set_integer_bounds(-2, 2);
        engine.add_text("program.lp", program).unwrap();
        engine.ground(["base"]).unwrap();
        assert_eq!(engine.query().models().unwrap().count(), expected, "{program}");
    }
}

#[test]
fn variables_without_a_constraint_have_all_values() {
    for (program, expected) in [
        ("&sum { y } <= y.", 3),
        ("{ a }. &sum { y } != 7.", 6),
        ("a :- &sum { y } <= 7.", 3),
        ("a :- &sum { y; -y } <= 0.", 3),
        ("&sum { 0*y } <= 0.", 3),
        ("&disjoint { y@1 }.", 3),
        ("&show { x }.", 3),
        ("{ a }. &minimize { y } .", 6),
    ] {
        let mut engine = Engine::new();
        engine.set_integer_bounds(0, 2);
        engine.add_text("program.lp", program).unwrap();
        engine.ground(["base"]).unwrap();
        assert_eq!(engine.query().models().unwrap().count(), expected, "{program}");
    }
}

#[test]
fn large_domains_are_no_trouble() {
    let program = "&dom { 0..100000000 } = V :- V = (x;y;z). &sum { 7*x; 11*y; -13*z } = 5. &sum { x } > 1000000. &minimize { x; y; z }.";
    let mut engine = engine(program);
    let optimum = engine.query().optimum().unwrap();
    assert!(optimum.proven);
    let values: Vec<i64> = optimum.model.unwrap().integers().into_iter().map(|(_, value)| value).collect();
    assert_eq!(7 * values[0] + 11 * values[1] - 13 * values[2], 5);
}

/// A sum over two or three variables, a relation and a number.
fn draw_sum(random: &mut fastrand::Rng) -> (Vec<i64>, usize, i64) {
    let factors = (0..3).map(|_| [0, 1, 1, -1, 2, -3][random.usize(0..6)]).collect();
    (factors, random.usize(0..6), random.i64(-4..6))
}

#[test]
fn random_programs_have_the_answer_sets_that_trying_finds() {
    const RELATIONS: [&str; 6] = ["<=", "<", ">=", ">", "=", "!="];
    let holds = |(factors, relation, number): &(Vec<i64>, usize, i64), values: &[i64; 3]| {
        let sum: i64 = factors.iter().zip(values).map(|(factor, value)| factor * value).sum();
        [sum <= *number, sum < *number, sum >= *number, sum > *number, sum == *number, sum != *number]
            [*relation]
    };
    let text = |(factors, relation, number): &(Vec<i64>, usize, i64)| {
        let terms: Vec<String> =
            factors.iter().zip(["x", "y", "z"]).map(|(it, name)| format!("{it}*{name}")).collect();
        format!("&sum {{ {} }} {} {number}", terms.join("; "), RELATIONS[*relation])
    };
    for seed in 0..150 {
        let mut random = fastrand::Rng::with_seed(seed);
        let demanded: Vec<_> =
            (0..random.usize(0..3)).map(|_| (draw_sum(&mut random), random.usize(0..3))).collect();
        let told: Vec<_> = (0..random.usize(0..3)).map(|_| (draw_sum(&mut random), random.bool())).collect();
        let is_distinct = random.bool();
        let mut program = "{ a }. &dom { -1..2 } = V :- V = (x;y). &dom { 0..1; 3 } = z. ".to_owned();
        for (sum, under) in &demanded {
            program += &format!("{}{}. ", text(sum), ["", " :- a", " :- not a"][*under]);
        }
        for (number, (sum, is_positive)) in told.iter().enumerate() {
            program += &format!("b({number}) :- {}{}. ", if *is_positive { "" } else { "not " }, text(sum));
        }
        if is_distinct {
            program += "&distinct { x; y; z+1 } :- a.";
        }
        let mut expected = BTreeSet::new();
        for (a, x, y, z) in (0..2 * 4 * 4 * 3)
            .map(|at| (at % 2 == 1, at / 2 % 4 - 1, at / 8 % 4 - 1, [0, 1, 3][at as usize / 32]))
        {
            let values = [x, y, z];
            let demands = demanded.iter().all(|(sum, under)| ![true, a, !a][*under] || holds(sum, &values));
            if !demands || is_distinct && a && (x == y || x == z + 1 || y == z + 1) {
                continue;
            }
            let mut atoms: Vec<String> = if a { vec!["a".to_owned()] } else { Vec::new() };
            let true_ones =
                told.iter().enumerate().filter(|(_, (sum, is_positive))| holds(sum, &values) == *is_positive);
            atoms.extend(true_ones.map(|(number, _)| format!("b({number})")));
            expected.insert(format!("{} | x={x} y={y} z={z}", atoms.join(" ")));
        }
        assert_eq!(all(&program), expected, "seed {seed}: {program}");
    }
}
