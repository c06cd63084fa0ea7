//! Conflicts by counting: what is said of timetables, and that it is true of random programs.

use groundplan::{Engine, Soft};
use groundplan_explain::{why, Conflict, Counting, Finding};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;

/// A program with statements that may be left out.
fn relaxed(text: &str, soft: Soft) -> Engine {
    let mut engine = Engine::new();
    engine.add_text("program.lp", text).expect("it follows the syntax");
    engine.ground_relaxed(["base"], soft).expect("it can be ground");
    engine
}

/// A minimal conflict, and its causes as they were written.
fn conflict(engine: &mut Engine, text: &str) -> Option<(Conflict, Vec<String>)> {
    let conflict = match why(engine).expect("it is ground").find().expect("it can be solved") {
        Finding::AnswerSet => return None,
        Finding::Conflict(conflict) => conflict,
        Finding::Unknown => panic!("nobody stops it"),
    };
    assert!(conflict.is_minimal, "{text}");
    let causes = conflict.causes.iter().filter_map(|cause| cause.span);
    let causes = causes.map(|span| text[span.range()].to_owned()).collect();
    Some((conflict, causes))
}

#[test]
fn sixteen_courses_do_not_fit_into_fifteen_places() {
    let text = include_str!("counting/sixteen-courses.lp");
    let mut engine = relaxed(text, Soft::default());
    let (conflict, causes) = conflict(&mut engine, text).expect("it has no answer set");
    let counting = conflict.counting.expect("it counts");
    assert_eq!((counting.needed, counting.available), (16, 15));
    assert_eq!(
        counting.to_string(),
        "16 of `course` (algebra, analysis, compilers, databases, drama, geometry, grammar and 9 more) need 16 pairs of \
         `slot` and `room`, and there are 15"
    );
    let is_course = |cause: &&String| cause.starts_with("course(");
    assert_eq!(causes.iter().filter(is_course).count(), 16);
    let others: Vec<&String> = causes.iter().filter(|cause| !is_course(cause)).collect();
    assert_eq!(
        others,
        [
            "closed(attic, mon10).",
            ":- held(C, S, R), held(D, S, R), C < D.",
            ":- held(_, S, R), closed(R, S)."
        ]
    );
    // The other constraints are not needed, and without one of the courses there is an answer set.
    let is_other = |line: &&str| !line.starts_with(":-") || causes.iter().any(|cause| cause == line);
    let alone: Vec<&str> = text.lines().filter(is_other).collect();
    for (text, has_answer_set) in
        [(alone.join("\n"), false), (alone.join("\n").replace("course(drama, uhl, l2, 22).", ""), true)]
    {
        let mut engine = Engine::new();
        engine.add_text("alone.lp", &text).expect("it follows the syntax");
        engine.ground(["base"]).expect("it can be ground");
        assert_eq!(engine.query().first().expect("it can be solved").is_some(), has_answer_set);
    }
}

/// A program of items that need places. All of it is known, so that what is said can be checked.
#[derive(Clone, Debug)]
struct Case {
    /// By item, how many places it needs, and by place, whether it may be there.
    items: Vec<(usize, Vec<bool>)>,
    /// By place, how many items it takes.
    places: Vec<usize>,
    demand_form: usize,
    place_form: usize,
    ban_form: usize,
    soft: Soft,
}

fn case() -> impl Strategy<Value = Case> {
    let soft = prop_oneof![
        3 => Just(Soft::default()),
        1 => Just(super::CONSTRAINTS),
        1 => Just(Soft { constraints: false, facts: true, definitions: false }),
        1 => Just(super::ALL),
    ];
    (1..5_usize, 0..4_usize, 0..7_usize, 0..2_usize, soft, 1..3_usize, 1..3_usize).prop_flat_map(
        |(places, demand_form, place_form, ban_form, soft, most_needed, most_taken)| {
            // Where each two exclude each other, there is room for one.
            let most_taken = if matches!(place_form, 0 | 1 | 5 | 6) { 1 } else { most_taken };
            let item = (1..=most_needed, vec(prop::bool::weighted(0.8), places));
            (vec(item, 2..7), vec(1..=most_taken, places)).prop_map(move |(items, places)| Case {
                items,
                places,
                demand_form,
                place_form,
                ban_form,
                soft,
            })
        },
    )
}

impl Case {
    fn text(&self) -> String {
        let mut text = String::new();
        for (item, (needed, allowed)) in self.items.iter().enumerate() {
            text += &format!("item(i{item}, {needed}).\n");
            for (place, _) in allowed.iter().enumerate().filter(|(_, allowed)| !*allowed) {
                text += &format!("banned(i{item}, p{place}).\n");
            }
        }
        for (place, taken) in self.places.iter().enumerate() {
            text += &format!("place(p{place}, {taken}).\n");
        }
        let (condition, banned) = match self.ban_form {
            0 => ("", ":- at(X, P), banned(X, P).\n"),
            _ => (", not banned(X, P)", ""),
        };
        text += banned;
        text += &match self.demand_form {
            0 => format!("{{ at(X, P) : place(P, _){condition} }} = N :- item(X, N).\n"),
            1 => format!("N {{ at(X, P) : place(P, _){condition} }} :- item(X, N).\n"),
            2 => format!(
                "{{ at(X, P) }} :- item(X, _), place(P, _){condition}.\n:- item(X, N), #count {{ P : at(X, P) }} < N.\n"
            ),
            _ => format!(
                "{{ at(X, P) : place(P, _){condition} }} :- item(X, _).\nmet(X) :- item(X, N), N {{ at(X, P) }}.\n\
                 :- item(X, _), not met(X).\n"
            ),
        };
        text += &match self.place_form {
            0 => ":- at(X, P), at(Y, P), X < Y.\n".to_owned(),
            1 => "in(P, X) :- at(X, P).\nclash :- in(P, X), in(P, Y), X < Y.\n:- clash.\n".to_owned(),
            2 => ":- place(P, N), #count { X : at(X, P) } > N.\n".to_owned(),
            3 => format!("{{ at(X, P) : item(X, _){condition} }} N :- place(P, N).\n"),
            // The place itself may be left out, too.
            5 => ":- place(P, _), #count { X : at(X, P) } > 1.\n".to_owned(),
            6 => ":- place(P, _), at(X, P), at(Y, P), X < Y.\n".to_owned(),
            _ => ":- place(P, N), #sum { 2, X : at(X, P) } >= 2 * N + 1.\n".to_owned(),
        };
        text
    }

    /// Whether all items find places, by trying.
    fn is_possible(&self) -> bool {
        fn place(case: &Case, item: usize, from: usize, missing: usize, free: &mut Vec<usize>) -> bool {
            if missing == 0 {
                let next = item + 1;
                return next == case.items.len() || place(case, next, 0, case.items[next].0, free);
            }
            (from..free.len()).any(|at| {
                if free[at] == 0 || !case.items[item].1[at] {
                    return false;
                }
                free[at] -= 1;
                let fits = place(case, item, at + 1, missing - 1, free);
                free[at] += 1;
                fits
            })
        }
        place(self, 0, 0, self.items[0].0, &mut self.places.clone())
    }

    /// Checks each number of what counting says.
    fn check(&self, counting: &Counting) {
        let shown = || format!("{counting}\n{}", self.text());
        let number = |name: &str| name[1..].parse::<usize>().expect("a number");
        let demands = counting.demands.iter().map(|demand| demand.needs);
        let places = counting.places.iter().map(|place| place.takes);
        assert_eq!(counting.needed, demands.sum::<i64>(), "{}", shown());
        assert_eq!(counting.available, places.sum::<i64>(), "{}", shown());
        assert!(counting.needed > counting.available, "{}", shown());
        if counting.demand_columns.is_empty() || counting.place_columns.is_empty() {
            return;
        }
        let place_at = counting.place_columns.iter().position(|column| column.to_string() == "`place`");
        let named: Vec<usize> = counting
            .places
            .iter()
            .map(|place| number(&place.values[place_at.unwrap_or_else(|| panic!("{}", shown()))]))
            .collect();
        for (place, at) in counting.places.iter().zip(&named) {
            assert!(place.takes >= self.places[*at] as i64, "{}", shown());
        }
        for demand in &counting.demands {
            let (needed, allowed) = &self.items[number(&demand.values[0])];
            let elsewhere =
                allowed.iter().enumerate().filter(|(place, allowed)| **allowed && !named.contains(place));
            assert!(demand.needs + elsewhere.count() as i64 <= *needed as i64, "{}", shown());
        }
    }
}

#[test]
fn what_counting_says_is_true_of_random_programs() {
    let mut runner = TestRunner::deterministic();
    let (mut conflicts, mut counted, mut named) = (0, 0, 0);
    for _ in 0..600 {
        let case = case().new_tree(&mut runner).expect("a program").current();
        let text = case.text();
        let mut engine = relaxed(&text, case.soft);
        let found = conflict(&mut engine, &text);
        assert_eq!(found.is_none(), case.is_possible(), "{text}");
        let Some((conflict, _)) = found else { continue };
        let query = conflict.assumptions().fold(engine.query(), groundplan::Query::assume_literal);
        assert!(query.first().expect("it can be solved").is_none(), "{text}");
        conflicts += 1;
        if let Some(counting) = &conflict.counting {
            counted += 1;
            named += usize::from(!counting.demand_columns.is_empty() && !counting.place_columns.is_empty());
            case.check(counting);
        }
    }
    // So many that the test means something.
    assert!(conflicts >= 300, "{conflicts}");
    assert!(counted >= 150 && named >= 140, "{counted} counted, {named} named");
}
