//! Instances in the formats of competitions: as facts, and whatever is read, without a panic.

use groundplan_check::Competition as Checked;
use groundplan_sokoban::competition::{Competition, Format};
use groundplan_sokoban::{Instance, Trace};
use proptest::prelude::*;

const FACTS: &str = "player(p). stone(s;t). at(p,a). at(s,b). at(t,e). isgoal(c;d). isnongoal(a;b;e).\n\
    movedir(a,b,dir_up). movedir(b,a,dir_down). movedir(b,c,dir_up). movedir(c,b,dir_down).\n\
    movedir(d,e,dir_left;e,d,dir_right;a,d,dir_left;d,a,dir_right). clear(c;d). goal(s). goal(t). step(1..4).\n";

const PROBLEM: &str = "(define (problem corner) (:domain sokoban-sequential) (:requirements :typing)\n\
    (:objects dir-a dir-b - direction player-01 - player l-1 l-2 l-3 - location stone-01 - stone)\n\
    (:init (IS-NONGOAL l-1) (IS-NONGOAL l-2) (IS-GOAL l-3) (MOVE-DIR l-1 l-2 dir-a) (MOVE-DIR l-2 l-1 dir-b)\n\
    (MOVE-DIR l-2 l-3 dir-a) (MOVE-DIR l-3 l-2 dir-b) (at player-01 l-1) (at stone-01 l-2) (clear l-3)\n\
    (= (total-cost) 0)) (:goal (at-goal stone-01)) (:metric minimize (total-cost)))\n";

fn read(text: &str) -> Competition {
    Competition::read_facts("test", text).expect("an instance").expect("of the competition")
}

#[test]
fn names_of_directions_are_taken_at_their_word_where_they_agree_with_the_ways() {
    let read = read(FACTS);
    assert_eq!((read.format, read.steps, read.stones(), read.goals), (Format::Asp13, Some(4), 2, 2));
    assert_eq!(
        read.facts(),
        "top(a,b).\ntop(b,c).\nright(e,d).\nright(d,a).\nbox(b).\nbox(e).\nsolution(c).\nsolution(d).\nsokoban(a).\n"
    );
}

#[test]
fn other_names_mean_what_the_ways_say() {
    // Up and left are opposite here, and so are down and right.
    let text = FACTS.replace("dir_down", "?").replace("dir_left", "dir_down").replace('?', "dir_left");
    assert_eq!(
        read(&text).facts(),
        "right(a,b).\nright(b,c).\ntop(d,e).\ntop(a,d).\nbox(b).\nbox(e).\nsolution(c).\nsolution(d).\nsokoban(a).\n"
    );
}

#[test]
fn moves_are_letters_and_letters_are_atoms() {
    let read = read(FACTS);
    let instance = Instance::read("test", read.facts()).expect("an instance");
    let letters = read.letters([("dir_up", true), ("dir_down", false)]);
    assert_eq!(letters.as_deref(), Some("Ud"));
    assert_eq!(read.letters([("elsewhere", false)]), None);
    let trace = Trace::of_letters(&instance, "U").expect("a push");
    let atoms = ["pushtogoal(p,s,a,b,c,dir_up,1)", "noop(2)", "noop(3)", "noop(4)"];
    assert_eq!(read.told(&instance, &trace), atoms);
}

#[test]
fn other_facts_are_not_of_the_competition() {
    for text in [
        "right(a,b). box(b). sokoban(a).",
        "player(p).",
        "stone :- player.",
        "movedir(a,b,r). right(a,b).",
        "",
    ] {
        assert!(Competition::read_facts("test", text).is_ok_and(|read| read.is_none()), "{text}");
    }
}

#[test]
fn what_is_written_is_read_again() {
    let read = read(FACTS);
    let instance = Instance::read("test", read.facts()).expect("an instance");
    let facts = Format::Asp13.write(&instance, Some(&read)).expect("facts");
    let again = Competition::read_facts("test", &facts).expect("an instance").expect("of the competition");
    assert_eq!((again.steps, again.stones()), (Some(4), 2));
    let problem = Format::Pddl.write(&instance, Some(&read)).expect("a problem");
    let again = Competition::read_pddl("test", &problem).expect("a problem");
    assert_eq!((again.steps, again.stones(), again.goals), (None, 2, 2));
    // Locations may be called anything in facts.
    let text = "right((1,1),\"b\"). right(\"b\",f(x)). box(\"b\"). sokoban((1,1)). solution(f(x)).";
    let instance = Instance::read("test", text).expect("an instance");
    let problem = Format::Pddl.write(&instance, None).expect("a problem");
    assert!(problem.contains("(at stone-01 pos-2)"), "{problem}");
    let facts = Format::Asp13.write(&instance, None).expect("facts");
    assert!(facts.contains("at(stone_01,\"b\").") && Checked::parse(&facts).is_ok(), "{facts}");
}

/// A text with some stretches of it left out, written twice, or replaced by another one.
fn broken(text: &'static str) -> impl Strategy<Value = String> {
    let edit = (
        0..text.len(),
        0..30_usize,
        prop::sample::select(vec!["", "(", ")", ".", "a", "s", " - ", "\"", "%*", "1..9", "é"]),
    );
    prop::collection::vec(edit, 1..4).prop_map(move |edits| {
        let mut text = text.to_owned();
        for (start, length, with) in edits {
            let start = text.floor_char_boundary_or(start);
            let end = text.floor_char_boundary_or(start + length);
            text.replace_range(start..end.max(start), with);
        }
        text
    })
}

trait Boundary {
    /// The last boundary of characters up to here.
    fn floor_char_boundary_or(&self, at: usize) -> usize;
}

impl Boundary for String {
    fn floor_char_boundary_or(&self, at: usize) -> usize {
        (0..=at.min(self.len())).rev().find(|&at| self.is_char_boundary(at)).unwrap_or(0)
    }
}

#[test]
fn a_plan_for_a_problem_has_the_names_of_the_problem() {
    let read = Competition::read_pddl("test", PROBLEM).expect("a problem");
    let instance = Instance::read("test", read.facts()).expect("an instance");
    let letters = read.letters([("dir-a", true)]).expect("a direction");
    let trace = Trace::of_letters(&instance, &letters).expect("a push");
    assert_eq!(read.told(&instance, &trace), ["(push-to-goal player-01 stone-01 l-1 l-2 l-3 dir-a)"]);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    /// Nothing panics, and what is read here is read by the checker, too.
    #[test]
    fn broken_facts_are_refused_or_read_by_both(text in broken(FACTS)) {
        if let Ok(Some(read)) = Competition::read_facts("test", &text) {
            prop_assert!(Instance::read("test", read.facts()).is_ok(), "{text}\n{}", read.facts());
            let checked = Checked::parse(&text);
            prop_assert!(checked.is_ok(), "{text}: {:?}", checked.err());
            prop_assert_eq!(checked.ok().and_then(|checked| checked.step_count()), read.steps);
        } else {
            let _ = Checked::parse(&text);
        }
    }

    #[test]
    fn broken_problems_are_refused_or_instances(text in broken(PROBLEM)) {
        if let Ok(read) = Competition::read_pddl("test", &text) {
            prop_assert!(Instance::read("test", read.facts()).is_ok(), "{text}\n{}", read.facts());
            let checked = Checked::parse_pddl(&text);
            prop_assert!(checked.is_ok(), "{text}: {:?}", checked.err());
        } else {
            let _ = Checked::parse_pddl(&text);
        }
    }
}
