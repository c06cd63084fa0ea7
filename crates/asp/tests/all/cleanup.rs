//! After a clean-up, atoms that are false for good may be defined anew; nothing else changes.

use std::collections::BTreeSet;

use groundplan::program::ExternalValue;
use groundplan::translate::TranslationError;
use groundplan::{Engine, Error};

use crate::support::engines::configured;
use crate::support::modes;

fn shown(engine: &mut Engine) -> BTreeSet<String> {
    let models = engine.query().models().expect("it can be asked");
    models
        .map(|model| {
            let mut atoms: Vec<String> =
                model.expect("no error").to_string().split(' ').map(str::to_owned).collect();
            atoms.sort_unstable();
            atoms.join(" ").trim().to_owned()
        })
        .collect()
}

/// The answer sets after each part, in every mode; before each but the first there is a clean-up, if wanted. `release` is
/// released before anything is asked.
fn steps(parts: &[&str], release: &[&str], cleans_up: bool) -> Vec<Vec<BTreeSet<String>>> {
    modes::all()
        .iter()
        .map(|config| {
            let mut engine = configured(config);
            for (number, part) in parts.iter().enumerate() {
                engine.add_text("part.lp", &format!("#program p{number}. {part}")).expect("a program");
            }
            let mut found = Vec::new();
            for number in 0..parts.len() {
                if number > 0 && cleans_up {
                    engine.cleanup().expect("no error");
                }
                engine.ground([format!("p{number}").as_str()]).expect("it can be ground");
                if number == 0 {
                    release.iter().for_each(|atom| engine.release_external(atom, ()).expect("no error"));
                }
                found.push(shown(&mut engine));
            }
            found
        })
        .collect()
}

fn check(parts: &[&str], release: &[&str], expected: &[&[&str]]) {
    check_with(parts, release, true, expected);
}

fn check_with(parts: &[&str], release: &[&str], cleans_up: bool, expected: &[&[&str]]) {
    let expected: Vec<BTreeSet<String>> =
        expected.iter().map(|sets| sets.iter().map(|&set| set.to_owned()).collect()).collect();
    for found in steps(parts, release, cleans_up) {
        assert_eq!(found, expected, "{parts:?}");
    }
}

#[test]
fn a_released_atom_is_defined_anew() {
    let base = "{a}. #external e. b :- e, a.";
    check(&[base, "e."], &["e"], &[&["", "a"], &["a e", "e"]]);
    check(&[base, "{e}. c :- e."], &["e"], &[&["", "a"], &["", "a", "a c e", "c e"]]);
    check(&[base, "b. c :- b. d :- not e."], &["e"], &[&["", "a"], &["a b c d", "b c d"]]);
    check(
        &[base, "c :- e. f :- not e.", "e. g :- e."],
        &["e"],
        &[&["", "a"], &["a f", "f"], &["a e f g", "e f g"]],
    );
    check(
        &[base, "#external e. c :- not e.", "d :- not e."],
        &["e"],
        &[&["", "a"], &["a c", "c"], &["a c d", "c d"]],
    );
}

#[test]
fn a_refuted_atom_is_defined_anew() {
    check(
        &["{a;b}. :- a. c :- a. d :- not a.", "a.", "x :- a. y :- not a."],
        &[],
        &[&["b d", "d"], &["a b d", "a d"], &["a b d x", "a d x"]],
    );
    check(
        &["{a;b}.", ":- a.", "a :- b. c :- a."],
        &[],
        &[&["", "a", "a b", "b"], &["", "b"], &["", "a b c"]],
    );
    check(
        &["a :- b. b :- a. a :- d. {d}. :- d. {z}.", "a.", "{b}. c :- b."],
        &[],
        &[&["", "z"], &["a", "a z"], &["a", "a b c", "a b c z", "a z"]],
    );
}

#[test]
fn strong_negation_is_about_the_new_atom() {
    check(&["-a :- e. #external e. {b}.", "-a.", "a :- b."], &["e"], &[&["", "b"], &["-a", "-a b"], &["-a"]]);
}

#[test]
fn projections_take_in_the_new_atom() {
    let base =
        "{a(1..3,1..2)}. :- a(2,_). :- a(1,_). :- a(3,_), not a(3,1). p(X,Y) :- a(X,_), a(Y,_), X <= Y.";
    let later = "{a(2,1)}. q(X,Y) :- a(X,_), a(Y,_), X < Y. :- a(3,2).";
    check(
        &[base, later, "r(X) :- a(X,_), a(Y,_), Y > 2."],
        &[],
        &[
            &["", "a(3,1) p(3,3)", "a(3,1) a(3,2) p(3,3)"],
            &["", "a(2,1)", "a(3,1) p(3,3)", "a(2,1) a(3,1) p(3,3) q(2,3)"],
            &["", "a(2,1)", "a(3,1) p(3,3) r(3)", "a(2,1) a(3,1) p(3,3) q(2,3) r(2) r(3)"],
        ],
    );
}

/// As in clingo: a release is of an atom that no rule of its step defines, in whatever order they stand.
#[test]
fn a_step_that_releases_an_atom_may_define_it() {
    let own: &[&str] = &["", "p"];
    for declared in ["#external p. [release] #external p.", "#external p. #external p. [release]"] {
        check(&[&format!("{declared} {{p}}."), "c :- p."], &[], &[own, &["", "c p"]]);
        check(&[&format!("{declared} s :- p. {{p}}.")], &[], &[&["", "p s"]]);
    }
    check(&["#external p : q. [release] q. #external p. [true] p :- d. {d}."], &[], &[&["d p q", "q"]]);
    let base = "#external e. [true] b :- e.";
    check(&[base, "#external e. [release] {e}."], &[], &[&["b e"], &["", "b e"]]);
    check(&[base, "e :- d. {d}. #external e. [release] c :- e."], &[], &[&["b e"], &["", "b c d e"]]);
    check(&[base, "#external e. [release] e."], &[], &[&["b e"], &["b e"]]);
    check(&[base, "#external e. [release] c :- not e.", "e."], &[], &[&["b e"], &["c"], &["c e"]]);
}

/// As in clingo: the atom stays false.
#[test]
fn without_a_cleanup_rules_for_a_released_atom_are_as_constraints() {
    let base = "#external e. {a}. b :- e. c :- not e.";
    let without: &[&str] = &["a c", "c"];
    check_with(&[base, "e.", "{d}."], &["e"], false, &[without, &[], &[]]);
    check_with(&[base, "e :- a. {d}.", "f :- e."], &["e"], false, &[without, &["c", "c d"], &["c", "c d"]]);
    check_with(&[base, "{e} :- a. d :- e."], &["e"], false, &[without, without]);
    check_with(&[base, "e ; d :- a."], &["e"], false, &[without, &["a c d", "c"]]);
    check_with(&[base, "e :- b. e :- d. d :- e."], &["e"], false, &[without, without]);
    check_with(&[base, "e :- 1 {a; d}. {d}."], &["e"], false, &[without, &["c"]]);
}

/// Nothing says anything of `b`, but it has a name until then.
#[test]
fn an_atom_without_a_rule_leaves_the_names() {
    let base = "{a}. b(1) :- not not z.";
    check(
        &[base, "c(X) :- b(X). d :- not b(1).", "b(1)."],
        &[],
        &[&["", "a"], &["a d", "d"], &["a b(1) d", "b(1) d"]],
    );
    let mut engine = Engine::new();
    engine.add_text("a.lp", "{a}.").expect("a program");
    engine.ground(["base"]).expect("it can be");
    let late = engine.add_atom("late", ()).expect("an atom");
    assert_eq!(shown(&mut engine), [String::new(), "a".to_owned()].into());
    assert_eq!(engine.cleanup().expect("no error").removed, [late]);
    assert!(engine.ground_program().atom(late).is_none());
    engine.program_mut().expect("a program").add_fact(late);
    assert!(shown(&mut engine).is_empty(), "it is false for good");
}

/// Constraints that facts, and what a query has found out, violate.
#[test]
fn a_constraint_that_is_known_to_be_violated() {
    for (constraint, is_seen) in [
        (":- q.", true),
        (":- p.", true),
        (":- p, q, not r.", true),
        (":- a.", false),
        (":- 3 { q; p; a }.", false),
    ] {
        let mut engine = Engine::new();
        engine.add_text("a.lp", "{a}. {p}. {r}. :- not p. :- r. q.").expect("a program");
        engine.add_text("b.lp", &format!("#program later. {constraint}")).expect("a program");
        engine.ground(["base"]).expect("it can be");
        assert!(!shown(&mut engine).is_empty());
        engine.cleanup().expect("no error");
        assert!(!engine.is_conflicting());
        engine.ground(["later"]).expect("it can be");
        assert_eq!(engine.is_conflicting(), is_seen, "{constraint}");
    }
}

#[test]
fn what_is_open_is_not_defined_anew() {
    let mut engine = Engine::new();
    engine.add_text("a.lp", "{a}. b :- a. #program later. b.").expect("a program");
    engine.ground(["base"]).expect("it can be");
    assert!(engine.query().first().expect("no error").is_some());
    assert!(engine.cleanup().expect("no error").removed.is_empty());
    engine.ground(["later"]).expect("it can be");
    let Err(Error::Unsupported { cause, diagnostics }) = engine.query().first() else {
        panic!("b is complete")
    };
    assert!(matches!(cause, TranslationError::Redefined { .. }));
    assert!(diagnostics.to_string().contains("may be defined anew"), "{diagnostics}");
}

#[test]
fn nothing_is_taken_out_that_no_query_has_seen() {
    let mut engine = Engine::new();
    engine.add_text("a.lp", "{a}. :- a. #program later. b :- a.").expect("a program");
    engine.ground(["base"]).expect("it can be");
    assert!(engine.cleanup().expect("no error").removed.is_empty());
    assert!(engine.query().first().expect("no error").is_some());
    engine.ground(["later"]).expect("it can be");
    assert!(engine.cleanup().expect("no error").removed.is_empty());
    assert!(engine.query().first().expect("no error").is_some());
    let removed = engine.cleanup().expect("no error").removed;
    assert_eq!(removed.len(), 2, "a and b");
    assert!(removed.iter().all(|&atom| engine.ground_program().atom(atom).is_none()));
}

#[test]
fn externals_stay_as_they_are() {
    let mut engine = Engine::new();
    engine.add_text("a.lp", "#external e. {a}. :- a, not e. b :- e.").expect("a program");
    engine.ground(["base"]).expect("it can be");
    assert_eq!(shown(&mut engine), BTreeSet::from([String::new()]));
    assert!(engine.cleanup().expect("no error").removed.is_empty());
    assert!(engine.assign_external("e", (), ExternalValue::True).expect("no error"));
    assert_eq!(shown(&mut engine), ["a b e", "b e"].map(str::to_owned).into());
}

/// Numbers below a bound, the same for the same seed.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % bound
    }

    /// A literal about a predicate of this step or an earlier one.
    fn literal(&mut self, step: u64, variable: &str) -> String {
        let predicate = self.below(2 * step);
        match self.below(5) {
            0 => format!("not p{predicate}({variable},1)"),
            1 => format!("p{predicate}({variable},_)"),
            2 => format!("1 {{ p{predicate}({variable},1..2) }}"),
            3 => format!("not -p{predicate}({variable},2)"),
            _ => format!("p{predicate}({variable},{})", 1 + self.below(2)),
        }
    }

    /// Rules of a step: each has predicates of its own, and may constrain those of earlier ones.
    fn part(&mut self, step: u64) -> String {
        let mut text = String::new();
        for number in [2 * step, 2 * step + 1] {
            let body = |random: &mut Self| match step {
                0 => String::new(),
                _ => format!(", {}, {}", random.literal(step, "X"), random.literal(step, "X")),
            };
            let second = body(self);
            text += &format!("{{ p{number}(X,1..2) }} :- X = 1..2{second}. ");
            let second = body(self);
            text += &format!("-p{number}(X,2) :- not p{number}(X,1), X = 1..2{second}. ");
        }
        for _ in 0..1 + self.below(2) {
            text += &format!(":- {}, X = 1..2. ", self.literal(step + 1, "X"));
        }
        text
    }
}

/// Where nothing is defined anew, a clean-up changes nothing.
#[test]
fn random_steps_have_the_same_answer_sets_with_and_without() {
    let cases = std::env::var("GROUNDPLAN_CASES").ok().and_then(|it| it.parse().ok()).unwrap_or(60);
    let mut removed = 0;
    for seed in 0..cases {
        let mut random = Random(seed);
        let parts: Vec<String> = (0..3).map(|step| random.part(step)).collect();
        let mut engines = [Engine::new(), Engine::new()];
        for engine in &mut engines {
            for (number, part) in parts.iter().enumerate() {
                engine.add_text("part.lp", &format!("#program p{number}. {part}")).expect("a program");
            }
        }
        for number in 0..parts.len() {
            let [with, without] = &mut engines;
            removed += with.cleanup().expect("no error").removed.len();
            for engine in [&mut *with, &mut *without] {
                engine.ground([format!("p{number}").as_str()]).expect("it can be ground");
            }
            let limited =
                |engine: &mut Engine| engine.query().limit(3000).models().expect("it can be").count();
            assert_eq!(limited(with), limited(without), "seed {seed}: {parts:?}");
            if limited(with) < 300 {
                assert_eq!(shown(with), shown(without), "seed {seed}: {parts:?}");
            }
        }
    }
    assert!(removed as u64 > cases, "{removed} atoms were taken out in {cases} programs");
}
