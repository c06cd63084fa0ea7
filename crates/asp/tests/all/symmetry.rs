//! Where symmetric answer sets may be left out, something is found as often as without, and as good; and of those that are
//! missing each is symmetric to one that is there.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use groundplan::program::ExternalValue;
use groundplan::solve::{End, SearchConfig};
use groundplan::{Engine, Query};
use proptest::prelude::*;
use proptest::sample::subsequence;

use crate::support::engines::configured;
use crate::support::modes;
use crate::support::random;

/// Statements about things in boxes, some of which tell boxes or things apart.
const STATEMENTS: &[&str] = &[
    ":- in(X,C), in(X+1,C).",
    ":- box(C), 3 { in(X,C) : thing(X) }.",
    ":- box(C), #sum { X,X : in(X,C) } > 4.",
    "together(X,Y) :- in(X,C), in(Y,C), X < Y. :- together(1,3).",
    "used(C) :- in(_,C). free(C) :- box(C), not used(C). :- 2 { free(C) : box(C) }.",
    "{ link(C,D) : box(D), C < D } 1 :- box(C). :- link(C,D), in(X,C), not in(X,D), thing(X).",
    "{ arc(C,D) } :- box(C), box(D), C != D. from(a). to(C) :- from(C). to(D) :- to(C), arc(C,D). :- box(C), not to(C).
     :- 3 { arc(C,D) : box(C), box(D) }.",
    "left(C) ; right(C) :- box(C), in(1,C). left(C) :- in(2,C).",
    "open(C) :- box(C), not shut(C). shut(C) :- box(C), not open(C). :- open(C), in(1,C). :- 2 { shut(C) : box(C) }.",
    "meet(C,D) :- in(X,C), in(Y,D), X != Y, C < D. :- 3 { meet(C,D) : box(C), box(D) }.",
    "heavy(X) :- thing(X), X > 1. :- heavy(X), in(X,C), in(1,C).",
    ":- in(2,b).",
    "in(3,C) :- in(1,C).",
    ":- box(C), not 1 { in(X,C) : thing(X) ; full(C) }. { full(C) } :- box(C).",
    "some :- in(X,C), in(Y,C), X < Y. :- not some.",
    "#external out(C) : box(C). :- out(C), in(1,C).",
    "#external out(C) : box(C). :- out(C), not in(_,C).",
];

/// What answer sets may cost.
const OBJECTIVES: &[&str] = &[
    "",
    "#minimize { 1,C : in(_,C) }.",
    "#maximize { X,X,C : in(X,C), box(C) }.",
    ":~ in(1,a). [2@3] :~ in(X,C), in(X+1,D), C < D. [X@2,X] :~ in(X,_). [1@1,X]",
    "#minimize { 2,C : in(1,C) ; 3,b : in(2,b) }.",
];

#[derive(Clone, Debug)]
struct Sample {
    text: String,
    assumed: Vec<&'static str>,
    /// The values of the external atoms about boxes a, b and c in one query; in the next one they move to other boxes.
    values: [ExternalValue; 3],
}

fn samples() -> impl Strategy<Value = Sample> {
    let assumptions = subsequence(vec!["in(1,a)", "not in(2,b)", "not in(1,c)"], 0..=2);
    let statements = subsequence(STATEMENTS, 0..=4);
    let objective = proptest::sample::select(OBJECTIVES);
    let head = proptest::sample::select(&["= 1", "", "2"][..]);
    let values = [(); 3].map(|()| random::open_value());
    (2..=3_usize, 1..=3, head, statements, objective, assumptions, values).prop_map(
        |(boxes, things, bound, statements, objective, assumed, values)| {
            let mut text = format!("#show in/2. thing(1..{things}). box({}).\n", ["a;b", "a;b;c"][boxes - 2]);
            writeln!(text, "{{ in(X,C) : box(C) }} {bound} :- thing(X).").expect("it is a string");
            statements
                .iter()
                .chain([&objective])
                .for_each(|line| writeln!(text, "{line}").expect("it is a string"));
            Sample { text, assumed, values }
        },
    )
}

fn engine(config: &SearchConfig, text: &str) -> Engine {
    let mut engine = configured(config);
    engine.add_text("sample.lp", text).unwrap();
    engine.ground(["base"]).unwrap();
    engine
}

fn ask<'e>(engine: &'e mut Engine, assumed: &[&str]) -> Query<'e> {
    // What is not there is false anyway.
    assumed.iter().fold(engine.query(), |query, text| query.assume_text(text).unwrap())
}

/// Gives an external atom a value if it is there.
fn assign(engine: &mut Engine, name: &str, value: ExternalValue) {
    if let (_, Some(atom)) = engine.find_atom(name).unwrap() {
        engine.assign_external_atom(atom, value).unwrap();
    }
}

fn all(query: Query) -> BTreeSet<String> {
    let mut models = query.models().unwrap();
    let texts = models.by_ref().map(|model| {
        let text = model.unwrap().to_string();
        let mut atoms: Vec<&str> = text.split(' ').collect();
        atoms.sort_unstable();
        atoms.join(" ")
    });
    let texts = texts.collect();
    assert_eq!(models.end(), Some(End::Exhausted));
    texts
}

/// All that exchanging boxes or things makes of some answer sets, where it makes of each of `all` another one.
fn closure(some: &BTreeSet<String>, all: &BTreeSet<String>) -> BTreeSet<String> {
    let exchange = |set: &str, [one, other]: [char; 2]| {
        let swap = |c| match c {
            _ if c == one => other,
            _ if c == other => one,
            _ => c,
        };
        let mut atoms: Vec<String> = set.split(' ').map(|atom| atom.chars().map(swap).collect()).collect();
        // The name of the predicate has none of them.
        atoms.sort_unstable();
        atoms.join(" ")
    };
    let symmetries = [['a', 'b'], ['b', 'c'], ['a', 'c'], ['1', '2'], ['2', '3'], ['1', '3']];
    let is_symmetry = |pair: &[char; 2]| all.iter().all(|set| all.contains(&exchange(set, *pair)));
    let symmetries: Vec<[char; 2]> = symmetries.into_iter().filter(is_symmetry).collect();
    let mut closure = some.clone();
    let mut new: Vec<String> = some.iter().cloned().collect();
    while let Some(set) = new.pop() {
        let images = symmetries.iter().map(|&pair| exchange(&set, pair));
        new.extend(images.filter(|image| closure.insert(image.clone())).collect::<Vec<_>>());
    }
    closure
}

/// How many symmetries were used, over these modes.
fn check(sample: &Sample, modes: &[&SearchConfig]) -> usize {
    let mut used = 0;
    for &config in modes {
        let mut engine = engine(config, &sample.text);
        for (turn, assumed) in [sample.assumed.as_slice(), &[]].into_iter().enumerate() {
            for (index, name) in ["out(a)", "out(b)", "out(c)"].into_iter().enumerate() {
                assign(&mut engine, name, sample.values[(index + turn) % 3]);
            }
            let expected = all(ask(&mut engine, assumed));
            let some = ask(&mut engine, assumed).up_to_symmetry().first().unwrap().is_some();
            assert_eq!(some, !expected.is_empty(), "{config:?} {assumed:?}");
            let kept = all(ask(&mut engine, assumed).up_to_symmetry());
            assert!(kept.is_subset(&expected), "{config:?} {assumed:?}");
            assert_eq!(closure(&kept, &expected), expected, "{config:?} {assumed:?}");
            if engine.has_objective() {
                let best =
                    ask(&mut engine, assumed).optimum().unwrap().model.map(|model| model.costs().to_vec());
                let optimum = ask(&mut engine, assumed).up_to_symmetry().optimum().unwrap();
                assert!(optimum.proven);
                assert_eq!(optimum.model.map(|model| model.costs().to_vec()), best, "{config:?} {assumed:?}");
            }
            used += engine.statistics().symmetries;
            // What was left out is back.
            assert_eq!(all(ask(&mut engine, assumed)), expected, "{config:?} {assumed:?}");
        }
    }
    used
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 120, ..ProptestConfig::default() })]

    #[test]
    fn nothing_is_lost_but_what_is_symmetric(sample in samples(), modes in modes::drawn_for_one()) {
        check(&sample, &modes);
    }
}

/// That the samples have symmetries, as one mode in six says.
#[test]
fn random_samples_have_symmetries() {
    let mut runner = proptest::test_runner::TestRunner::deterministic();
    let modes: Vec<&SearchConfig> = modes::every().iter().step_by(6).collect();
    let mut with = 0;
    for _ in 0..20 {
        let sample = proptest::strategy::ValueTree::current(&samples().new_tree(&mut runner).unwrap());
        with += usize::from(check(&sample, &modes) > 0);
    }
    assert!(with > 5, "{with}");
}

#[test]
fn constants_of_which_the_same_is_said_may_be_exchanged() {
    let text = "box(a;b;c). { in(X,C) : box(C) } = 1 :- X = 1..3. :- box(C), 2 { in(X,C) : X = 1..3 }.";
    let mut engine =
        engine(&modes::of(&groundplan::Backend::Cdnl, groundplan::translate::Method::Auto), text);
    assert_eq!(all(engine.query()).len(), 6);
    assert_eq!(all(engine.query().up_to_symmetry()).len(), 1);
    // Of neighbours among three boxes and among three things.
    assert_eq!(engine.statistics().symmetries, 4);
    // Boxes b and c are left, and things 2 and 3.
    assert_eq!(all(engine.query().assume_text("in(1,a)").unwrap().up_to_symmetry()).len(), 1);
    assert_eq!(all(engine.query().assume_text("in(1,a)").unwrap()).len(), 2);
    // Now all of them are told apart.
    engine.add_text("more.lp", "#program more. :- in(1,a). :- in(1,b), in(2,c).").unwrap();
    engine.ground(["more"]).unwrap();
    assert_eq!(all(engine.query().up_to_symmetry()), all(engine.query()));
    assert_eq!(all(engine.query()).len(), 3);
}

fn symmetries(text: &str) -> (usize, usize) {
    let mut engine =
        engine(&modes::of(&groundplan::Backend::Cdnl, groundplan::translate::Method::Auto), text);
    let found = all(engine.query().up_to_symmetry()).len();
    (found, engine.statistics().symmetries)
}

#[test]
fn all_but_one_of_what_two_constants_make_are_left_out() {
    // Of 64 there are 8 that the exchange leaves as they are.
    assert_eq!(symmetries("{ p(C); q(C); r(C) } :- C = (a;b)."), (36, 1));
    assert_eq!(symmetries("box(a;b). { p(C); q(C); r(C) } :- box(C)."), (36, 1));
}

#[test]
fn pairs_may_be_written_in_one_order() {
    assert_eq!(symmetries("{ pair(X,Y) } :- X = 1..4, Y = X+1..4. :- not 1 { pair(X,Y) } 1.").1, 0);
    let named = "player(1..4). { pair(X,Y) : player(X), player(Y), X < Y } = 1.";
    // Exchanges of neighbours do not leave out all of six that one is enough for.
    assert_eq!(symmetries(named), (2, 3));
}

#[test]
fn what_looks_alike_need_not_be_exchangeable() {
    // Each node of a ring looks as the others do.
    let ring = "node(1..6). edge(X,X+1) :- X = 1..5. edge(6,1). { in(X) : node(X) } = 3. :- edge(X,Y), in(X), in(Y).";
    assert_eq!(symmetries(ring), (2, 0));
}

#[test]
fn external_atoms_stay_what_they_are() {
    let text = "box(a;b). #external shut(C) : box(C). { in(C) : box(C) } = 1. :- in(C), shut(C).
        { with(1..2) } = 1.";
    // Easy as it is, symmetries are looked for at once.
    let config = modes::of(&groundplan::Backend::Cdnl, groundplan::translate::Method::Auto);
    let mut engine = engine(&config, text);
    for (shut, open) in [("shut(a)", "shut(b)"), ("shut(b)", "shut(a)")] {
        assign(&mut engine, shut, ExternalValue::True);
        assign(&mut engine, open, ExternalValue::False);
        assert_eq!(all(engine.query().up_to_symmetry()).len(), 1, "{shut}");
        // That of 1 and 2 only.
        assert_eq!(engine.statistics().symmetries, 1);
    }
}
