//! The reference grounder, beside the engine: their ground programs have the same answer sets.

use std::collections::BTreeSet;

use groundplan::{Engine, Error};
use groundplan_reference::{Error as Refusal, Program, Text};

use super::random::Generator;
use crate::support::recursive;

/// More answer sets than this are not compared.
const LIMIT: u64 = 300;

/// The answer sets of a text, with all atoms and the costs; `None` if there are too many.
fn answer_sets(text: &str) -> Result<Option<BTreeSet<String>>, Error> {
    let mut engine = Engine::new();
    engine.add_text("program.lp", text)?;
    engine.ground(["base"])?;
    let mut found = BTreeSet::new();
    for model in engine.query().limit(LIMIT).models()? {
        let model = model?;
        let program = model.ground_program();
        let mut names: Vec<String> = match text.starts_with("asp ") {
            true => model.texts().collect(),
            false => model
                .true_atoms()
                .filter_map(|atom| program.atom(atom))
                .map(|atom| atom.to_string())
                .collect(),
        };
        names.sort();
        let costs: Vec<i64> = model.costs().iter().copied().filter(|&cost| cost != 0).collect();
        found.insert(format!("{} {costs:?}", names.join(" ")));
    }
    Ok((found.len() < LIMIT as usize).then_some(found))
}

/// The number of programs that were compared, and of those that the reference does not know.
fn compare(name: &str, count: u64, draw: impl Fn(u64) -> String) -> (u64, u64) {
    let (mut compared, mut unknown) = (0, 0);
    let mut differ = String::new();
    for seed in 0..count {
        let text = draw(seed);
        let Ok(expected) = answer_sets(&text) else { continue };
        let texts = [Text { name: "program.lp".to_owned(), text: text.clone() }];
        let program = Program::read(&texts, &[]);
        let ground = match program.and_then(|program| program.ground_with("", &|| false)) {
            Ok(ground) => ground,
            Err(Refusal::Unsupported { construct, .. }) => {
                unknown += 1;
                eprintln!("{name} {seed}: {construct}");
                continue;
            }
            Err(other) => panic!("{name} {seed}: {other}:\n{text}"),
        };
        let found =
            answer_sets(&ground.aspif).unwrap_or_else(|error| panic!("{error}:\n{text}\n{}", ground.aspif));
        compared += 1;
        if found != expected {
            differ += &format!("== {name} {seed}\n{text}\nengine: {expected:?}\nreference: {found:?}\n\n");
        }
    }
    assert!(differ.is_empty(), "{differ}");
    (compared, unknown)
}

#[test]
fn all_kinds() {
    let count = std::env::var("GROUNDPLAN_RANDOM").map_or(300, |value| value.parse().expect("a number"));
    let kinds: [(&str, &dyn Fn(u64) -> String); 7] = [
        ("plain", &|seed| Generator::new(seed).program()),
        ("language", &|seed| Generator::new(seed ^ 0x5eed_0000_0000).whole_language()),
        ("heads", &|seed| Generator::new(seed).heads()),
        ("bounds", &|seed| Generator::new(seed).bounds()),
        ("undefined", &|seed| Generator::new(seed).undefined()),
        ("projections", &|seed| Generator::new(seed).projections().0),
        ("recursive", &|seed| recursive::Program::random(seed, seed % 2 == 0).to_string()),
    ];
    if let Ok(path) = std::env::var("DUMP") {
        let all: Vec<(String, String)> = kinds
            .iter()
            .flat_map(|(name, draw)| (0..count).map(move |seed| (format!("{name} {seed}"), draw(seed))))
            .collect();
        std::fs::write(path, serde_json::to_vec(&all).unwrap()).unwrap();
        return;
    }
    for (name, draw) in kinds {
        let (compared, unknown) = compare(name, count, draw);
        eprintln!("{name}: {compared} compared, {unknown} unknown");
    }
}
