//! What depends on itself, in bodies and in heads, has the answer sets that its definition gives it: every set of atoms is
//! tried.

use groundplan::solve::SearchConfig;
use groundplan::{exchange, Engine};

use crate::support::modes;
use crate::support::recursive::Program;

/// How many programs are tried, for long runs.
const COUNT: &str = "GROUNDPLAN_RANDOM";

fn answer_sets(mut engine: Engine, config: SearchConfig) -> Vec<Vec<String>> {
    engine.configure(config).expect("a configuration");
    let models = engine.query().models().expect("it is translated");
    let sets = models.map(|model| {
        let model = model.expect("it is solved");
        // An atom with arguments stands for the condition of another one.
        let mut texts: Vec<String> = model.texts().filter(|text| !text.contains('(')).collect();
        texts.sort();
        texts
    });
    let mut sets: Vec<Vec<String>> = sets.collect();
    sets.sort();
    sets
}

fn grounded(text: &str) -> Engine {
    let mut engine = Engine::new();
    engine.add_text("program.lp", text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    engine.ground(["base"]).unwrap_or_else(|error| panic!("{error}\n{text}"));
    engine
}

#[test]
fn answer_sets_are_as_defined() {
    let count = std::env::var(COUNT).map_or(1000, |count| count.parse().expect("a number"));
    let mut several = 0;
    for seed in 0..count {
        let program = Program::random(seed, seed % 2 == 0);
        let expected = program.answer_sets();
        several += u64::from(expected.len() > 1);
        let text = program.to_string();
        let engine = grounded(&text);
        if seed % 50 == 0 {
            for config in modes::all() {
                let found = answer_sets(grounded(&text), config.clone());
                assert_eq!(found, expected, "seed {seed} by {config:?}:\n{text}");
            }
            let mut read = Engine::new();
            read.add_aspif("ground.aspif", &exchange::aspif(engine.ground_program()))
                .expect("it is well-formed");
            assert_eq!(answer_sets(read, SearchConfig::default()), expected, "seed {seed} as aspif:\n{text}");
        }
        assert_eq!(answer_sets(engine, SearchConfig::default()), expected, "seed {seed}:\n{text}");
    }
    assert!(several * 5 > count * 2, "{several} of {count} programs have several answer sets");
}
