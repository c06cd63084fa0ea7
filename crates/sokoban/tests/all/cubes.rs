//! The question whether there is a plan of so many actions comes to the same in cubes as in one piece.

use crate::support::{random_level, Level};
use groundplan::program::Literal;
use groundplan::Engine;
use groundplan_sokoban::{answer, choices, texts, Instance, Question, Texts, Verdict, Wanted};

const LEVELS: u64 = 60;

/// An engine that has ground the program of a question.
fn ground(instance: &Instance, question: &Question, actions: usize, no_noop: bool) -> Engine {
    let Texts { encoding, instance, constants } =
        texts(instance, question, Some(actions), no_noop).expect("texts");
    let mut engine = Engine::new();
    constants.iter().for_each(|constant| engine.define_text(constant).expect("a constant"));
    engine.add_text("encoding.lp", &encoding).expect("an encoding");
    engine.add_text("instance.lp", &instance).expect("an instance");
    engine.ground(["base"]).expect("it is ground");
    engine
}

/// The cubes as texts.
fn split(mut engine: Engine, choices: &[Vec<Literal>], count: usize) -> Vec<Vec<String>> {
    let cubes = engine.query().cubes(count, choices).expect("cubes");
    let ground = engine.ground_program();
    let text = |literal: &Literal| {
        let sign = if literal.is_negative() { "not " } else { "" };
        format!("{sign}{}", ground.atom(literal.atom()).expect("a name"))
    };
    cubes.iter().map(|cube| cube.iter().map(text).collect()).collect()
}

#[test]
fn they_decide_random_levels() {
    let (mut several, mut plans, mut none) = (0, 0, 0);
    for seed in 0..LEVELS {
        let level = Level::read(&format!("seed {seed}"), &random_level(seed));
        let no_noop = seed % 2 == 1;
        for actions in 0..6 {
            let mut question = Question::new(Wanted::Exactly { actions: Some(actions), no_noop });
            if seed % 5 == 4 {
                let plain = include_str!("../../encodings/causal.lp");
                question.encoding = Some(("causal.lp".to_owned(), plain.to_owned()));
            }
            let engine = ground(level.instance(), &question, actions, no_noop);
            let choices = choices(engine.ground_program(), level.instance(), &question, Some(actions));
            let cubes = split(engine, &choices, 1 + seed as usize % 9);
            several += usize::from(cubes.len() > 1);
            let has_plan = |cube: Vec<String>| {
                question.within = cube;
                match answer(level.instance().clone(), &question, &mut |_| ()).expect("an answer").verdict {
                    Verdict::Plan(_) => true,
                    Verdict::NoPlan => false,
                    other => panic!("nobody stopped the search: {other:?}"),
                }
            };
            // Not by `any`: what is said of the other cubes has to be right, too.
            let by_cubes = cubes.into_iter().map(has_plan).filter(|&has_plan| has_plan).count();
            assert_eq!(
                by_cubes > 0,
                level.has_plan(Some(actions), no_noop),
                "seed {seed}, {actions} actions"
            );
            *(if by_cubes > 0 { &mut plans } else { &mut none }) += 1;
        }
    }
    assert!(several > 50 && plans > 20 && none > 20, "{several} split, {plans} plans, {none} without");
}

/// Three actions in a corridor with two boxes: at the second step there are several things to do.
#[test]
fn the_middle_step_comes_first() {
    let text = "right(a,b). right(b,c). right(c,d). right(d,e). right(e,f). right(f,g). sokoban(c). \
                top(b,b2). top(c,c2). top(d,d2). top(e,e2). right(b2,c2). right(c2,d2). right(d2,e2). \
                box(d). box(d2). solution(f). solution(e2).";
    let level = Level::read("corridor", text);
    let question = Question::exactly(5);
    let engine = ground(level.instance(), &question, 5, false);
    let all = choices(engine.ground_program(), level.instance(), &question, Some(5));
    let steps: Vec<String> = all
        .iter()
        .map(|choice| {
            let ground = engine.ground_program();
            let last = |literal: &Literal| {
                let atom = ground.atom(literal.atom()).expect("a name");
                assert!(["from", "idle"].contains(&atom.name()), "{atom}");
                ground.symbols.display(*atom.arguments().last().expect("a step")).to_string()
            };
            let mut steps: Vec<String> = choice.iter().map(last).collect();
            steps.dedup();
            assert_eq!(steps.len(), 1);
            steps.remove(0)
        })
        .collect();
    assert_eq!(steps, ["3", "4", "2", "5", "1"]);
    let is_third = |literal: &String| literal.ends_with(",3)") || literal.ends_with("idle(3)");
    for cube in split(engine, &all, 2) {
        assert!(!cube.is_empty() && cube.iter().all(is_third), "{cube:?}");
    }
}
