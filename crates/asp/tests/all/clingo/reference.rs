//! The reference grounder beside the engine: the ground programs have the same answer sets, whatever a list of atoms says.

use std::collections::BTreeSet;

use groundplan::{Engine, Error};
use groundplan_reference::{Error as Refusal, Program, Text};

use super::random::Generator;
use crate::support::recursive;

/// More answer sets than this are not compared.
const LIMIT: u64 = 300;

/// The number of programs of each kind, for long runs.
const COUNT: &str = "GROUNDPLAN_RANDOM";

/// A kind of random programs: its name, and how one is drawn.
type Kind = (&'static str, fn(u64) -> String);

/// The kinds of random programs.
const KINDS: [Kind; 9] = [
    ("plain", |seed| Generator::new(seed).program()),
    ("language", |seed| Generator::new(seed ^ 0x5eed_0000_0000).whole_language()),
    ("heads", |seed| Generator::new(seed).heads()),
    ("bounds", |seed| Generator::new(seed).bounds()),
    ("undefined", |seed| Generator::new(seed).undefined()),
    ("chains", |seed| Generator::new(seed).chains()),
    ("projections", |seed| Generator::new(seed).projections().0),
    ("external", |seed| Generator::new(seed).program() + &externals(seed)),
    ("recursive", |seed| recursive::Program::random(seed, seed % 2 == 0).to_string()),
];

/// Constructs that gringo reads in its own way, and that the reference refuses: external atoms with rules, two values or an open
/// condition; and two that few programs have.
const REFUSED: [&str; 3] =
    ["an external", "a tuple without a weight in a head", "a symbol under `-` in a comparison"];

/// External atoms, some of which the program derives, or declares where something is open.
fn externals(seed: u64) -> String {
    let mut random = fastrand::Rng::with_seed(seed);
    let atoms = ["p(0)", "q(1)", "t(2)", "m(1)", "u", "r(0,1)", "s(1,1)", "v(0,1,2)", "-p(1)", "p(7)"];
    let conditions = ["", "", "", " : n(1)", " : not n(7)", " : u, not q(0)"];
    let values = ["free", "free", "true", "false"];
    let statements = (0..1 + random.usize(..3)).map(|_| {
        let [atom, condition, value] =
            [&atoms[..], &conditions, &values].map(|list| list[random.usize(..list.len())]);
        format!("#external {atom}{condition}. [{value}]\n")
    });
    statements.collect()
}

fn count(otherwise: u64) -> u64 {
    std::env::var(COUNT).map_or(otherwise, |value| value.parse().expect("a number"))
}

/// The answer sets of a text with all atoms and the costs; `None` if there are too many.
fn answer_sets(text: &str) -> Result<Option<BTreeSet<String>>, Error> {
    let mut engine = Engine::new();
    match text.starts_with("asp ") {
        true => engine.add_aspif("program.aspif", text)?,
        false => {
            engine.add_text("program.lp", text)?;
            engine.ground(["base"])?;
        }
    }
    let mut found = BTreeSet::new();
    for model in engine.query().limit(LIMIT).models()? {
        let model = model?;
        let program = model.ground_program();
        // In aspif all atoms are shown.
        let mut names: Vec<String> = match text.starts_with("asp ") {
            true => model.texts().collect(),
            false => {
                let atoms = model.true_atoms().filter_map(|atom| program.atom(atom));
                // A name with `#` is that of a projection.
                atoms.filter(|atom| !atom.name().starts_with('#')).map(|atom| atom.to_string()).collect()
            }
        };
        names.sort();
        // A priority at which nothing costs anything may be there or not.
        let costs: Vec<i64> = model.costs().iter().copied().filter(|&cost| cost != 0).collect();
        found.insert(format!("{} {costs:?}", names.join(" ")));
    }
    Ok((found.len() < LIMIT as usize).then_some(found))
}

fn found_in(aspif: &str) -> Option<BTreeSet<String>> {
    answer_sets(aspif).unwrap_or_else(|error| panic!("{error}:\n{aspif}"))
}

/// Reads a random program; `None` if it has a construct that the reference does not know.
fn read(text: &str) -> Option<Program> {
    match Program::read(&[Text::named("program.lp", text)], &[]) {
        Ok(program) => Some(program),
        Err(Refusal::Unsupported { construct, .. }) => {
            assert!(text.contains("#theory"), "{construct}:\n{text}");
            None
        }
        Err(other) => panic!("{other}:\n{text}"),
    }
}

#[test]
fn random_programs_have_the_same_answer_sets() {
    for (kind, draw) in KINDS {
        let (wanted, mut compared, mut none) = (count(60), 0, 0);
        for seed in 0..wanted {
            let text = draw(seed);
            let Ok(expected) = answer_sets(&text) else { continue };
            let Some(program) = read(&text) else { continue };
            let ground = match program.ground_with("", &|| false) {
                Ok(ground) => ground,
                // Variables in chains of inequalities, which gringo takes for safe where one of them has no bounds.
                Err(Refusal::Unsupported { .. }) if kind == "bounds" => continue,
                Err(Refusal::Unsupported { construct, .. })
                    if REFUSED.iter().any(|refused| construct.starts_with(refused)) =>
                {
                    continue
                }
                Err(error) => panic!("{kind} {seed}: {error}:\n{text}"),
            };
            assert_eq!(found_in(&ground.aspif), expected, "{kind} {seed}:\n{text}");
            let again = program.ground_over(&ground.atoms, &|| false);
            assert_eq!(again.as_ref(), Ok(&ground), "{kind} {seed}: a checker finds the same\n{text}");
            compared += 1;
            none += u64::from(expected.is_some_and(|sets| sets.is_empty()));
        }
        eprintln!("{kind}: {compared} programs compared, {none} without answer sets");
        assert!(4 * compared >= wanted, "{kind}: {compared} of {wanted} programs were compared");
    }
}

/// A list without one of the atoms is rejected, or the answer sets are the same; so is one with more atoms.
#[test]
fn a_hostile_list_of_atoms_changes_nothing() {
    let (mut missed, mut harmless, mut more) = (0, 0, 0);
    for seed in 0..count(150) {
        let text = Generator::new(seed ^ 0x5eed_0000_0000).whole_language();
        let Ok(expected) = answer_sets(&text) else { continue };
        let Some(program) = read(&text) else { continue };
        let Ok(ground) = program.ground_with("", &|| false) else { continue };
        for left_out in 0..ground.atoms.lines().count() {
            let lines = ground.atoms.lines().enumerate().filter(|(index, _)| *index != left_out);
            let atoms: String = lines.map(|(_, line)| format!("{line}\n")).collect();
            match program.ground_over(&atoms, &|| false) {
                Err(Refusal::Missing { .. }) => missed += 1,
                Ok(other) => {
                    harmless += 1;
                    assert_eq!(found_in(&other.aspif), expected, "seed {seed} without {left_out}:\n{text}");
                }
                Err(other) => panic!("{other}:\n{text}"),
            }
        }
        // Atoms that occur in the program, for which there is no reason.
        let numbers = ground.atoms.lines().count() + 1..;
        let ghosts =
            ["p(7)", "q(7)", "r(7,0)", "s(0,7)", "t(7)", "l(7)", "e(7,0)", "e(0,7)", "m(7)", "-p(1)", "u"];
        let ghosts = ghosts.iter().filter(|ghost| !ground.atoms.contains(&format!(" {ghost}\n")));
        let ghosts: String =
            numbers.zip(ghosts).map(|(number, ghost)| format!("{number} {ghost}\n")).collect();
        if let Ok(other) = program.ground_over(&(ground.atoms.clone() + &ghosts), &|| false) {
            more += 1;
            assert_eq!(found_in(&other.aspif), expected, "seed {seed} with more:\n{text}");
        }
    }
    eprintln!("{missed} lists noticed, {harmless} harmless; {more} with more atoms");
    assert!(missed > 20 * harmless && more > 10, "{missed} {harmless} {more}");
}

/// Whatever is changed in a ground program is noticed: a line that is gone, twice there, in another place, or different.
#[test]
fn every_line_of_a_ground_program_counts() {
    let (mut random, mut changed) = (fastrand::Rng::with_seed(44), 0);
    for seed in 0..count(120) {
        let Some(program) = read(&Generator::new(seed).program()) else { continue };
        let Ok(ground) = program.ground_with("", &|| false) else { continue };
        let lines: Vec<&str> = ground.aspif.lines().collect();
        for _ in 0..20 {
            let mut wrong: Vec<String> = lines.iter().map(|&line| line.to_owned()).collect();
            let place = random.usize(..lines.len());
            match random.usize(..5) {
                0 => drop(wrong.remove(place)),
                1 => wrong.insert(place, lines[random.usize(..lines.len())].to_owned()),
                2 => wrong.swap(place, random.usize(..lines.len())),
                3 => wrong[place] += " 1",
                _ => {
                    let words: Vec<&str> = lines[place].split(' ').collect();
                    let word = random.usize(..words.len());
                    let other = words[word].parse().map_or(1, |number: i64| -number);
                    let words = words.iter().enumerate();
                    let words = words
                        .map(|(index, it)| if index == word { other.to_string() } else { (*it).to_owned() });
                    wrong[place] = words.collect::<Vec<_>>().join(" ");
                }
            }
            let wrong = wrong.join("\n") + "\n";
            if wrong != ground.aspif {
                changed += 1;
                let difference = ground.difference(&wrong);
                assert!(difference.is_some(), "seed {seed}:\n{wrong}");
            }
        }
    }
    assert!(changed > 1000, "{changed} programs were changed");
}
