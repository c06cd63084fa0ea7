//! Answer sets of programs of the whole language, compared with clingo's.

mod engine;
mod kinds;
mod peer;
mod projections;
pub mod random;
mod reference;
mod routes;

use std::collections::BTreeMap;
use std::hash::BuildHasher as _;
use std::path::{Path, PathBuf};

use engine::Route;
use groundplan::program::{Body, HeadKind, Literal, Program};
use groundplan::solve::SearchConfig;
use groundplan::translate::Method;
use groundplan::{Backend, Engine};
use itertools::Itertools;
use kinds::Kinds;
use peer::Said;
use petgraph::algo::kosaraju_scc;
use petgraph::graph::{DiGraph, NodeIndex};
use random::Generator;
use rustc_hash::FxBuildHasher;

use crate::support::{functions, modes, recursive};

/// More answer sets than this are not compared.
const LIMIT: usize = 300;

/// When this variable is set, what clingo says of the fixtures is recorded.
const RECORD: &str = "GROUNDPLAN_RECORD";

/// What our engine says of a program, which draws the passes that run, and whether they are tuned as shipped.
fn ask(program: &str) -> Said {
    engine::ask(program, LIMIT, modes::drawn(FxBuildHasher.hash_one(program)))
}

fn fixtures() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures")
}

/// The programs of the fixtures by file and title. A line `%%% title` begins a program.
fn programs() -> BTreeMap<String, String> {
    let mut programs = BTreeMap::new();
    for entry in std::fs::read_dir(fixtures()).expect("the folder is there") {
        let path = entry.expect("an entry").path();
        if path.extension().is_none_or(|extension| extension != "lp") {
            continue;
        }
        let file = path.file_name().expect("a name").to_string_lossy().into_owned();
        let text = std::fs::read_to_string(&path).expect("a text");
        for section in format!("\n{text}").split("\n%%% ").skip(1) {
            let (title, program) = section.split_once('\n').expect("a program after its title");
            let title = format!("{file}: {title}");
            assert!(programs.insert(title.clone(), program.to_owned()).is_none(), "{title} is there twice");
        }
    }
    programs
}

/// The same for every reason: messages are each engine's own. A priority at which nothing ever costs anything may be
/// there or not: that depends on what is known while grounding.
fn without_message(said: &Said) -> Said {
    match said {
        Said::Refused(_) => Said::Refused(String::new()),
        Said::AnswerSets(sets) => Said::AnswerSets(without_idle_priorities(sets)),
        other => other.clone(),
    }
}

fn without_idle_priorities(sets: &[Vec<String>]) -> Vec<Vec<String>> {
    let all: Vec<Option<Vec<i64>>> = sets.iter().map(|set| costs(set)).collect();
    let busy = |level: usize| all.iter().flatten().any(|costs| costs[level] != 0);
    let mut stripped: Vec<Vec<String>> = sets
        .iter()
        .zip(&all)
        .map(|(set, costs)| {
            let Some(costs) = costs else { return set.clone() };
            let mut set = set[..set.len() - 1].to_vec();
            let kept: Vec<i64> =
                (0..costs.len()).filter(|&level| busy(level)).map(|level| costs[level]).collect();
            set.push(format!("cost {kept:?}"));
            set.retain(|shown| shown != "cost []");
            set
        })
        .collect();
    stripped.sort();
    stripped
}

/// What an answer set costs, by falling priority.
fn costs(set: &[String]) -> Option<Vec<i64>> {
    let text = set.last()?.strip_prefix("cost [")?.strip_suffix(']')?;
    Some(text.split(',').map(|cost| cost.parse().expect("a number")).collect())
}

/// What has to be the same. An atom of a theory that decides nothing may be false, or be as it likes: clasp simplifies first.
/// So answer sets that show the same are one where there is a theory, and how many there are does not count.
fn comparable(program: &str, said: &Said) -> Said {
    match without_message(said) {
        Said::AnswerSets(mut sets) if program.contains("#theory") => {
            sets.dedup();
            Said::AnswerSets(sets)
        }
        other => other,
    }
}

/// What differs, as text; empty if nothing does.
fn differences<'a>(said: impl Iterator<Item = (&'a str, &'a str, &'a Said, &'a Said)>) -> String {
    said.filter(|(_, program, ours, theirs)| comparable(program, ours) != comparable(program, theirs))
        .map(|(title, program, ours, theirs)| {
            format!("== {title}\n{program}\nours:   {ours:?}\nclingo: {theirs:?}\n\n")
        })
        .collect()
}

/// What clingo said of the fixtures is kept beside them, so that they serve where there is no clingo.
#[test]
fn fixtures_have_the_answer_sets_recorded_from_clingo() {
    let recorded = std::fs::read(fixtures().join("answer-sets.json")).expect("the record is there");
    let recorded: BTreeMap<String, Option<Vec<Vec<String>>>> =
        serde_json::from_slice(&recorded).expect("answer sets by title, null for a program that is refused");
    let programs = programs();
    assert!(programs.keys().eq(recorded.keys()), "the record is old: run this test with {RECORD}=1");
    let recorded = recorded.into_values().map(|sets| match sets {
        Some(sets) => Said::AnswerSets(sets),
        None => Said::Refused(String::new()),
    });
    let said: Vec<(Said, Said)> =
        programs.values().zip(recorded).map(|(program, theirs)| (ask(program), theirs)).collect();
    let pairs = programs.iter().zip(&said);
    let differ = differences(
        pairs.map(|((title, program), (ours, theirs))| (title.as_str(), program.as_str(), ours, theirs)),
    );
    assert!(differ.is_empty(), "{differ}");
}

/// Backend, loop method and exchange format must not matter.
#[test]
fn fixtures_have_the_same_answer_sets_in_every_mode_and_by_every_route() {
    for (title, program) in programs() {
        let expected = ask(&program);
        if matches!(expected, Said::Refused(_)) {
            continue;
        }
        routes::compare(&title, &program, &expected);
        for config in modes::all() {
            let said = engine::ask_by(&program, LIMIT, &config, Route::Direct);
            assert_eq!(said, expected, "{title} by {config:?}:\n{program}");
        }
    }
}

#[test]
fn the_record_is_what_clingo_says() {
    let Some(python) = peer::interpreter() else { return };
    let programs = programs();
    let texts: Vec<String> = programs.values().cloned().collect();
    let said = peer::ask(&python, &texts, LIMIT);
    let mut record: BTreeMap<&str, Option<&Vec<Vec<String>>>> = BTreeMap::new();
    for (title, said) in programs.keys().zip(&said) {
        let sets = match said {
            Said::AnswerSets(sets) => Some(sets),
            Said::Refused(_) => None,
            Said::TooMany => panic!("{title} has more than {LIMIT} answer sets"),
        };
        assert_eq!(sets.is_none(), title.starts_with("refused.lp"), "{title}: {said:?}");
        record.insert(title, sets);
    }
    // One line a program, so that a change can be read.
    let lines: Vec<String> = record
        .iter()
        .map(|(title, sets)| format!("{}: {}", serde_json::json!(title), serde_json::json!(sets)))
        .collect();
    let text = format!("{{\n{}\n}}\n", lines.join(",\n"));
    let path = fixtures().join("answer-sets.json");
    if std::env::var_os(RECORD).is_some() {
        std::fs::write(&path, text).expect("the record can be written");
    } else {
        assert_eq!(
            std::fs::read_to_string(&path).expect("the record is there"),
            text,
            "{RECORD}=1 records anew"
        );
    }
}

#[test]
fn random_programs_have_clingo_s_answer_sets() {
    let Some(python) = peer::interpreter() else { return };
    let programs: Vec<String> = (0..600).map(|seed| Generator::new(seed).program()).collect();
    let theirs = peer::ask(&python, &programs, LIMIT);
    let (mut compared, mut none, mut several) = (0, 0, 0);
    let mut said = Vec::new();
    for (seed, theirs) in theirs.into_iter().enumerate() {
        match &theirs {
            Said::TooMany => continue,
            Said::Refused(message) => {
                panic!("the generator wrote what clingo refuses:\n{}\n{message}", programs[seed])
            }
            Said::AnswerSets(sets) => {
                compared += 1;
                none += usize::from(sets.is_empty());
                several += usize::from(sets.len() > 1);
            }
        }
        said.push((format!("seed {seed}"), programs[seed].as_str(), ask(&programs[seed]), theirs));
    }
    let differ = differences(
        said.iter().map(|(title, program, ours, theirs)| (title.as_str(), *program, ours, theirs)),
    );
    assert!(differ.is_empty(), "{differ}");
    eprintln!("{compared} programs compared: {none} without answer set, {several} with several");
    // What makes the comparison worth something.
    assert!(compared >= 400, "{compared} programs were compared");
    assert!(10 * several >= 3 * compared, "{several} of {compared} programs have several answer sets");
    assert!(20 * none >= compared, "{none} of {compared} programs have no answer set");
}

/// How many programs of the whole language are compared, and where the numbers begin: for long runs.
const COUNT: &str = "GROUNDPLAN_RANDOM";
const FIRST: &str = "GROUNDPLAN_RANDOM_FIRST";

/// What random programs of one kind have shown.
#[derive(Default)]
struct Tally {
    /// Programs of which both engines say the answer sets.
    compared: u64,
    /// Those with several.
    several: u64,
    /// Those on which completion alone is wrong.
    loops: u64,
    /// Those with objectives.
    costs: u64,
    /// Those with a disjunction whose atoms depend on each other.
    head_cycles: u64,
    /// Programs that both engines refuse.
    refused: u64,
    /// Those with statements of each kind, of the programs that are compared.
    shared_names: u64,
    recursive_conditions: u64,
    variable_pools: u64,
    early_constants: u64,
}

/// Compares so many random programs with clingo, or as many as the environment says; none if there is no clingo.
fn compare(name: &str, otherwise: u64, draw: impl Fn(u64) -> String) -> Option<Tally> {
    let python = peer::interpreter()?;
    let number = |name: &str, otherwise| match std::env::var(name) {
        Ok(value) => value.parse().unwrap_or_else(|_| panic!("{name} is a number")),
        Err(_) => otherwise,
    };
    let (first, count) = (number(FIRST, 0_u64), number(COUNT, otherwise));
    let mut tally = Tally::default();
    let mut differ = String::new();
    let mut seed = first;
    while tally.compared < count {
        let programs: Vec<(u64, String)> = (seed..seed + 100).map(|seed| (seed, draw(seed))).collect();
        seed += 100;
        let texts: Vec<String> = programs.iter().map(|(_, text)| kinds::apart(text)).collect();
        for ((seed, program), theirs) in programs.iter().zip(peer::ask(&python, &texts, LIMIT)) {
            if theirs == Said::TooMany {
                continue;
            }
            let ours = ask(program);
            let title = format!("{name}, seed {seed}");
            match (&ours, &theirs) {
                (Said::AnswerSets(_), Said::AnswerSets(sets)) => {
                    tally.compared += 1;
                    tally.several += u64::from(sets.len() > 1);
                    let has_cost = |set: &Vec<String>| set.iter().any(|shown| shown.starts_with("cost"));
                    tally.costs += u64::from(sets.iter().any(has_cost));
                    let shape = shape(program);
                    tally.loops += u64::from(shape.needs_loops);
                    tally.head_cycles += u64::from(shape.has_head_cycle);
                    let kinds = Kinds::of(program);
                    tally.shared_names += u64::from(kinds.shared_names);
                    tally.recursive_conditions += u64::from(kinds.recursive_conditions);
                    tally.variable_pools += u64::from(kinds.variable_pools);
                    tally.early_constants += u64::from(kinds.early_constants);
                }
                (Said::Refused(_), Said::Refused(_)) => tally.refused += 1,
                (Said::TooMany, _) if program.contains("#theory") => continue,
                _ => {}
            }
            differ += &differences(std::iter::once((title.as_str(), program.as_str(), &ours, &theirs)));
        }
    }
    assert!(differ.is_empty(), "{differ}");
    let Tally { compared, several, loops, costs, head_cycles, refused, .. } = tally;
    eprintln!(
        "{name}: {compared} programs compared from seed {first} to {seed}: {several} with several answer sets, {loops} on \
         which completion is wrong, {costs} with objectives, {head_cycles} with head cycles; {refused} refused by both"
    );
    let Tally { shared_names, recursive_conditions, variable_pools, early_constants, .. } = tally;
    eprintln!(
        "{name}: {shared_names} with shared names of local variables, {recursive_conditions} with recursive conditions, \
         {variable_pools} with variables in pools, {early_constants} with constants before their definitions"
    );
    Some(tally)
}

#[test]
fn random_programs_of_the_whole_language_have_clingo_s_answer_sets() {
    let draw = |seed| Generator::new(seed ^ 0x5eed_0000_0000).whole_language();
    let Some(tally) = compare("language", 300, draw) else { return };
    let Tally { compared, several, loops, costs, head_cycles, refused, .. } = tally;
    assert!(10 * several >= 3 * compared, "{several} of {compared} programs have several answer sets");
    assert!(10 * loops >= 3 * compared, "completion alone is wrong on {loops} of {compared} programs");
    assert!(20 * costs >= compared, "{costs} of {compared} programs have objectives");
    assert!(4 * head_cycles >= compared, "{head_cycles} of {compared} programs have head cycles");
    assert!(20 * refused >= compared, "{refused} programs were refused beside {compared}");
    let Tally { shared_names, recursive_conditions, variable_pools, early_constants, .. } = tally;
    assert!(
        20 * shared_names >= compared,
        "{shared_names} of {compared} programs share names of local variables"
    );
    assert!(
        5 * recursive_conditions >= compared,
        "{recursive_conditions} of {compared} have such conditions"
    );
    assert!(
        4 * variable_pools >= compared,
        "{variable_pools} of {compared} programs have variables in pools"
    );
    assert!(5 * early_constants >= compared, "{early_constants} of {compared} programs use constants early");
}

#[test]
fn random_heads_have_clingo_s_answer_sets() {
    let draw = |seed| Generator::new(seed ^ 0x6ead_0000_0000).heads();
    let Some(Tally { compared, several, .. }) = compare("heads", 300, draw) else { return };
    assert!(10 * several >= 5 * compared, "{several} of {compared} programs have several answer sets");
}

#[test]
fn random_undefined_terms_have_clingo_s_answer_sets() {
    let draw = |seed| Generator::new(seed ^ 0x0dd5_0000_0000).undefined();
    let Some(Tally { compared, several, .. }) = compare("undefined", 300, draw) else { return };
    assert!(10 * several >= 5 * compared, "{several} of {compared} programs have several answer sets");
}

#[test]
fn random_chains_have_clingo_s_answer_sets() {
    let draw = |seed| Generator::new(seed ^ 0xc4a1_0000_0000).chains();
    let Some(Tally { compared, several, .. }) = compare("chains", 300, draw) else { return };
    assert!(10 * several >= 5 * compared, "{several} of {compared} programs have several answer sets");
}

/// What a head's conditions ask for does not depend on the head, and disjunctions have none: such elements clingo 5.8.3
/// forgets now and then, as in `{b : a; a : b} >= 2. {a}.`, which has {a, b}, and other rules with them, so that what it says
/// of such a program need not even satisfy it. Beside their definition all are in the test `recursion`.
#[test]
fn random_recursion_has_clingo_s_answer_sets() {
    let draw = |seed| recursive::Program::random(seed ^ 0x2ec0_0000_0000, false).to_string();
    let Some(Tally { compared, several, loops, .. }) = compare("recursion", 300, draw) else { return };
    assert!(10 * several >= 3 * compared, "{several} of {compared} programs have several answer sets");
    assert!(50 * loops >= compared, "completion alone is wrong on {loops} of {compared} programs");
}

#[test]
fn random_externals_have_clingo_s_answer_sets() {
    let draw = |seed| Generator::new(seed ^ 0xe47e_0000_0000).externals();
    let Some(Tally { compared, several, .. }) = compare("externals", 300, draw) else { return };
    assert!(2 * several >= compared, "{several} of {compared} programs have several answer sets");
}

#[test]
fn random_bounds_have_clingo_s_answer_sets() {
    let draw = |seed| Generator::new(seed ^ 0xb070_0000_0000).bounds();
    let Some(Tally { compared, .. }) = compare("bounds", 300, draw) else { return };
    assert!(compared > 0);
}

/// Levels and signs lead both engines to the same answer set, and what domain recording finds has the same least sets of
/// atoms.
#[test]
#[cfg(feature = "cadical")]
fn random_heuristics_lead_where_clingo_s_lead() {
    let Some(python) = peer::interpreter() else { return };
    let number = |name: &str, otherwise| {
        std::env::var(name).ok().and_then(|value| value.parse().ok()).unwrap_or(otherwise)
    };
    let (first, count): (u64, u64) = (number(FIRST, 0), number(COUNT, 400));
    let first_only = |seed| Generator::new(seed ^ 0x4e04_0000_0000).determined();
    let minimal = |seed| Generator::new(seed ^ 0x4e05_0000_0000).minimal();
    let kinds = [
        (&["--heuristic=Domain", "1"][..], false),
        (&["--heuristic=Domain", "--enum-mode=domRec", "0"], true),
    ];
    for (options, records) in kinds {
        let draw = |seed| if records { minimal(seed) } else { first_only(seed) };
        let programs: Vec<String> = (first..first + count).map(draw).collect();
        let theirs = peer::ask_with(&python, &programs, LIMIT, options);
        let mut found = 0;
        for (program, theirs) in programs.iter().zip(theirs) {
            let ours = engine::ask_guided(program, records);
            found += usize::from(theirs != Said::AnswerSets(Vec::new()));
            assert_eq!(ours, theirs, "{options:?}\n{program}");
        }
        assert!(2 * found >= programs.len(), "{found} of {} programs have answer sets", programs.len());
    }
}

/// What makes a program hard.
struct Shape {
    /// Completion alone has models that are no answer sets: going through all of them, loop formulas were needed.
    needs_loops: bool,
    has_head_cycle: bool,
}

fn shape(program: &str) -> Shape {
    let mut engine = Engine::new();
    engine.configure(SearchConfig::new(Backend::Varisat, Method::Lazy)).expect("it is new");
    engine.add_text("program.lp", program).expect("read before");
    engine.ground(["base"]).expect("grounded before");
    let has_head_cycle = has_head_cycle(engine.ground_program().program);
    for model in engine.query().models().expect("translated before") {
        model.expect("an answer set");
    }
    Shape { needs_loops: engine.statistics().loop_formulas > 0, has_head_cycle }
}

fn has_head_cycle(program: &Program) -> bool {
    let mut edges: Vec<(u32, u32)> = Vec::new();
    for rule in program.rules.iter() {
        let body: Vec<Literal> = match rule.body {
            Body::Conjunction(literals) => literals.to_vec(),
            Body::Sum { elements, .. } => elements.iter().map(|&(literal, _)| literal).collect(),
        };
        for (head, literal) in rule.head.iter().cartesian_product(body.iter().filter(|l| !l.is_negative())) {
            edges.push((head.0, literal.atom().0));
        }
    }
    let components = kosaraju_scc(&DiGraph::<(), ()>::from_edges(edges));
    program.rules.iter().any(|rule| {
        let within = |component: &Vec<NodeIndex>| {
            rule.head.iter().unique().filter(|atom| component.contains(&NodeIndex::new(atom.index()))).count()
                > 1
        };
        rule.kind == HeadKind::Disjunction && components.iter().any(within)
    })
}
