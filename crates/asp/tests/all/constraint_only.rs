//! Components whose atoms are only ever forbidden wait for their supports, and nobody can tell: whatever is asked, in whatever
//! order, gets the answers that level mappings give.

use groundplan::solve::{End, Reasoning, SearchConfig};
use groundplan::translate::Method;
use groundplan::{Engine, Outcome};
use groundplan_sat::Backend;
use proptest::prelude::*;

use crate::support::engines::configured;
use crate::support::modes;

/// What is reached from node 1 over arcs that are not cut, where it must not reach some nodes.
const REACHED: &str = "node(1..5). { cut(X,Y) : arc(X,Y) }.
    reached(Y) :- start(X), arc(X,Y), not cut(X,Y).
    reached(Y) :- reached(X), arc(X,Y), not cut(X,Y).
    path(X,Y) :- arc(X,Y), not cut(X,Y).
    path(X,Z) :- path(X,Y), arc(Y,Z), not cut(Y,Z).
    start(1).
    #show cut/2. #show reached/1. #show path/2.
";

/// Rules that leave nodes alone, or ask for more than that.
const FURTHER: [&str; 14] = [
    ":- reached(4).",
    ":- reached(2), reached(5).",
    ":- path(X,X).",
    ":- path(3,1), not cut(1,2).",
    "far :- path(2,5). :- far, reached(3).",
    ":- not reached(5).",
    ":- not reached(2), not reached(3).",
    "alone(X) :- node(X), not reached(X). #show alone/1.",
    "{ marked(X) } :- reached(X). #show marked/1. :- marked(X), marked(Y), X < Y.",
    ":- #count { X : reached(X) } > 2.",
    ":- #count { X : path(X,Y) } < 2.",
    "two(X) ; three(X) :- reached(X), path(X,4). #show two/1. #show three/1.",
    "deep(X) :- path(X,3). deep(X) :- deep(Y), arc(X,Y), not cut(X,Y). :- deep(2). #show deep/1.",
    ":- reached(3), not path(2,1).",
];

const OBJECTIVES: [&str; 4] = [
    "",
    "#minimize { X+Y@2,X,Y : cut(X,Y) }.",
    "#maximize { 1,X : reached(X) }. #minimize { 1@2,X,Y : cut(X,Y) }.",
    "#minimize { X,Y : path(X,Y) }.",
];

/// What is asked of the engine, one thing after the other.
#[derive(Clone, Copy, Debug)]
enum Question {
    First,
    All,
    Projected,
    Optimum,
    Assuming(u8, bool),
    Cautious,
    Brave,
}

fn questions() -> impl Strategy<Value = Vec<Question>> {
    let question = prop_oneof![
        Just(Question::First),
        Just(Question::All),
        Just(Question::Projected),
        Just(Question::Optimum),
        (1..6_u8, any::<bool>()).prop_map(|(node, sign)| Question::Assuming(node, sign)),
        Just(Question::Cautious),
        Just(Question::Brave),
    ];
    prop::collection::vec(question, 1..4)
}

fn texts(atoms: impl Iterator<Item = String>) -> Vec<String> {
    let mut texts: Vec<String> = atoms.collect();
    texts.sort_unstable();
    texts
}

/// What is to be the same in all modes; where one of several answer sets is found, only that there is one.
fn ask(engine: &mut Engine, question: Question) -> Vec<Vec<String>> {
    let all = |mut models: groundplan::Models<'_>| {
        let mut found: Vec<Vec<String>> =
            models.by_ref().map(|model| texts(model.expect("a model").texts())).collect();
        assert_eq!(models.end(), Some(End::Exhausted));
        found.sort_unstable();
        found
    };
    let some = |found: bool| vec![vec![found.to_string()]];
    match question {
        Question::First => some(engine.query().first().expect("a result").is_some()),
        Question::All => all(engine.query().models().expect("a search")),
        // Which one stands for those that are the same on the projection is open.
        Question::Projected => {
            vec![vec![]; all(engine.query().projected().models().expect("a search")).len()]
        }
        Question::Optimum if !engine.has_objective() => ask(engine, Question::First),
        Question::Optimum => {
            let optimum = engine.query().optimum().expect("a result");
            assert!(optimum.proven);
            vec![vec![optimum.model.map_or_else(String::new, |best| format!("{:?}", best.costs()))]]
        }
        Question::Assuming(node, sign) => {
            let query = engine.query();
            let query =
                if sign { query.assume("reached", (node,)) } else { query.assume_not("reached", (node,)) };
            some(matches!(query.solve().expect("a result"), Outcome::Satisfiable(_)))
        }
        Question::Cautious | Question::Brave => {
            let reasoning =
                if matches!(question, Question::Brave) { Reasoning::Brave } else { Reasoning::Cautious };
            let consequences = engine.query().consequences(reasoning).expect("a result");
            vec![consequences.map_or_else(Vec::new, |found| texts(found.texts()))]
        }
    }
}

/// The answers to the questions before and after the later rules come.
fn answers(config: &SearchConfig, program: &str, asked: [&[Question]; 2]) -> Vec<Vec<Vec<String>>> {
    let mut engine = configured(config);
    engine.add_text("program.lp", program).expect("a program");
    let mut answers = Vec::new();
    for (part, questions) in ["base", "later"].into_iter().zip(asked) {
        engine.ground([part]).expect("a ground program");
        answers.extend(questions.iter().map(|&question| ask(&mut engine, question)));
    }
    answers
}

/// Each backend, by itself and with two threads.
fn modes() -> Vec<SearchConfig> {
    let backends = modes::backends();
    backends
        .iter()
        .flat_map(|backend| [modes::of(backend, Method::Auto), modes::threaded(backend, 2)])
        .collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 150, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn nobody_can_tell(
        arcs in prop::collection::btree_set((1..6_u8, 1..6_u8), 4..10),
        further in prop::sample::subsequence(&FURTHER[..], 1..4),
        later in prop::sample::subsequence(&FURTHER[..], 0..3),
        objective in prop::sample::select(&OBJECTIVES[..]),
        (first, second) in (questions(), questions()),
        modes in prop::sample::subsequence(modes(), 3),
    ) {
        let arcs: String = arcs.iter().map(|(from, to)| format!("arc({from},{to}). ")).collect();
        let new: Vec<&str> = later.iter().copied().filter(|rule| !further.contains(rule)).collect();
        let program = format!(
            "{arcs}\n{REACHED}{}\n{objective}\n#project reached/1. #project cut/2.\n#program later.\n{}\n",
            further.join("\n"),
            new.join("\n")
        );
        let asked = [&first[..], &second[..]];
        let expected = answers(&modes::of(&Backend::Cdnl, Method::Rank), &program, asked);
        for config in modes {
            prop_assert_eq!(&answers(&config, &program, asked), &expected, "{:?}\n{}", config, program);
        }
    }
}

/// How many clauses the supports of a program's loops took, if any were written.
fn support_clauses(text: &str) -> usize {
    let mut engine = configured(&SearchConfig::new(Backend::Cdnl, Method::Auto));
    engine.add_text("program.lp", text).expect("a program");
    engine.ground(["base"]).expect("a ground program");
    engine.query().first().expect("a result").expect("an answer set");
    engine.statistics().loop_size.clauses
}

#[test]
fn what_is_forbidden_alone_gets_no_supports() {
    let program = format!("arc(X,Y) :- X = 1..5, Y = 1..5, X != Y. {REACHED} :- reached(4). :- path(X,X). ");
    assert_eq!(support_clauses(&program), 0);
    assert!(support_clauses(&format!("{program} :- cut(1,3), not path(1,2).")) > 20);
}
