//! `p` and `-p` never hold together, whichever part is grounded first.

use groundplan::Engine;

fn answer_sets(engine: &mut Engine) -> Vec<Vec<String>> {
    let models = engine.query().models().expect("an enumeration");
    let shown = models.map(|model| {
        let mut atoms: Vec<String> = model.expect("an answer set").texts().collect();
        atoms.sort();
        atoms
    });
    let mut sets: Vec<Vec<String>> = shown.collect();
    sets.sort();
    sets
}

#[test]
fn opposites_exclude_each_other_across_parts() {
    for (first, second) in [("p", "-p"), ("-p", "p")] {
        let text = format!("#program one. {{ {first}(1..2) }}. #program two. {{ {second}(2..3) }}.");
        let mut engine = Engine::new();
        engine.add_text("parts.lp", &text).expect("a program");
        engine.ground(["one"]).expect("a part");
        assert_eq!(answer_sets(&mut engine).len(), 4);
        engine.ground(["two"]).expect("a part");
        // Of the sixteen, the four with both p(2) and -p(2) are out.
        let sets = answer_sets(&mut engine);
        assert_eq!(sets.len(), 12, "{sets:?}");
        assert!(!sets
            .iter()
            .any(|set| set.contains(&"p(2)".to_owned()) && set.contains(&"-p(2)".to_owned())));
    }
}

#[test]
fn opposite_facts_leave_no_answer_set() {
    let mut engine = Engine::new();
    engine.add_text("facts.lp", "p(1). -p(1). {q}.").expect("a program");
    engine.ground(["base"]).expect("a program");
    assert_eq!(answer_sets(&mut engine), Vec::<Vec<String>>::new());
}
