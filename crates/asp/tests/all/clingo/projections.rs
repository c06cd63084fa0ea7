//! Projection under all ways of reasoning, compared with clingo and with its definition.

use std::collections::BTreeSet;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use groundplan::solve::Reasoning;
use groundplan::{Engine, Projection};
use serde_json::{json, Value};

use super::peer;
use super::random::Generator;

/// Sets of texts.
type Sets = BTreeSet<BTreeSet<String>>;

/// What is asked of a program beside its projection.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Asked {
    AnswerSets,
    Common(Reasoning),
}

/// A question to both engines.
#[derive(Clone, Debug)]
struct Question {
    projection: Option<Projection>,
    asked: Asked,
    /// Whether it is about the best answer sets.
    best: bool,
}

impl Question {
    /// All questions to a program.
    fn all(has_objective: bool) -> Vec<Question> {
        let mut questions = Vec::new();
        let projections = [None, Some(Projection::Auto), Some(Projection::Shown), Some(Projection::Named)];
        for projection in projections {
            for asked in
                [Asked::AnswerSets, Asked::Common(Reasoning::Brave), Asked::Common(Reasoning::Cautious)]
            {
                questions.push(Question { projection, asked, best: has_objective });
            }
        }
        questions
    }

    fn options(&self) -> Vec<&'static str> {
        let projection = match self.projection {
            None => "--project=no",
            Some(Projection::Auto) => "--project=auto",
            Some(Projection::Shown) => "--project=show",
            Some(Projection::Named) => "--project=project",
        };
        let mut options = vec!["--eq=0", "0", projection];
        options.extend(match self.asked {
            Asked::AnswerSets => None,
            Asked::Common(Reasoning::Brave) => Some("--enum-mode=brave"),
            Asked::Common(Reasoning::Cautious) => Some("--enum-mode=cautious"),
        });
        options.extend(self.best.then_some("--opt-mode=optN"));
        options
    }

    /// Whether it is about the atoms that `#project` names.
    fn is_named(&self, named: &[String]) -> bool {
        match self.projection.unwrap_or_default() {
            Projection::Auto => !named.is_empty(),
            Projection::Shown => false,
            Projection::Named => true,
        }
    }
}

/// A program with all there is to know of its answer sets.
struct Ground {
    text: String,
    engine: Engine,
    /// The projected atoms.
    named: Vec<String>,
    facts: BTreeSet<String>,
    /// Of each answer set, or each of the best, its atoms, and what it shows.
    models: Vec<(BTreeSet<String>, BTreeSet<String>)>,
    least: Option<Vec<i64>>,
}

impl Ground {
    fn new(text: String, has_objective: bool) -> Self {
        let mut engine = Engine::new();
        engine.add_text("program.lp", &text).expect("a program");
        engine.ground(["base"]).expect("a ground program");
        let ground = engine.ground_program();
        let name = |&atom: &_| ground.atom(atom).map(|atom| atom.to_string());
        let named = ground.program.projection.iter().filter_map(name).collect();
        let all = (0..ground.program.atom_count() as u32).map(groundplan::program::AtomId);
        let facts = all.filter(|&atom| ground.program.is_fact(atom) && ground.shown_atom(atom).is_some());
        let facts = facts.filter_map(|atom| name(&atom)).collect();
        let optimum = engine.query().optimum().expect("a search").model;
        let least = optimum.filter(|_| has_objective).map(|model| model.costs().to_vec());
        let mut query = engine.query();
        if let Some(least) = &least {
            query = query.within(least.clone());
        }
        let models = query.models().expect("a search").map(|model| {
            let model = model.expect("an answer set");
            let atoms = model.true_atoms().filter_map(|atom| model.ground_program().atom(atom));
            (atoms.map(|atom| atom.to_string()).collect(), model.texts().collect())
        });
        let models = models.collect();
        Ground { text, engine, named, facts, models, least }
    }

    /// What of an answer set is projected.
    fn view(
        &self,
        question: &Question,
        atoms: &BTreeSet<String>,
        shown: &BTreeSet<String>,
    ) -> BTreeSet<String> {
        if question.is_named(&self.named) {
            self.named.iter().filter(|atom| atoms.contains(*atom)).cloned().collect()
        } else {
            shown.iter().filter(|text| !text.starts_with('_')).cloned().collect()
        }
    }

    /// By definition: the projected answer sets.
    fn views(&self, question: &Question) -> Sets {
        self.models.iter().map(|(atoms, shown)| self.view(question, atoms, shown)).collect()
    }

    /// By definition: the atoms that some or all answer sets have, and how many that are; of what is shown, or of projected atoms.
    fn common(&self, question: &Question, reasoning: Reasoning) -> Option<(BTreeSet<String>, usize)> {
        let is_named = question.is_named(&self.named);
        let items = self.models.iter().map(|(atoms, shown)| match is_named {
            true => self.named.iter().filter(|atom| atoms.contains(*atom)).cloned().collect(),
            false => shown.clone(),
        });
        let common: BTreeSet<String> = items.reduce(|one: BTreeSet<String>, other| match reasoning {
            Reasoning::Brave => &one | &other,
            Reasoning::Cautious => &one & &other,
        })?;
        let known = common.len();
        Some((common, known))
    }

    /// What our engine says is as defined.
    fn check(&mut self, question: &Question) {
        let title = format!("{question:?}\n{}", self.text);
        match question.asked {
            Asked::AnswerSets => {
                let expected = self.views(question);
                let mut query = self.engine.query();
                if let Some(least) = &self.least {
                    query = query.within(least.clone());
                }
                if let Some(projection) = question.projection {
                    query = query.projected_to(projection);
                }
                let found: Vec<(BTreeSet<String>, BTreeSet<String>)> = query
                    .models()
                    .expect("a search")
                    .map(|model| {
                        let model = model.expect("an answer set");
                        let atoms = model.true_atoms().filter_map(|atom| model.ground_program().atom(atom));
                        (atoms.map(|atom| atom.to_string()).collect(), model.texts().collect())
                    })
                    .collect();
                let views: Sets =
                    found.iter().map(|(atoms, shown)| self.view(question, atoms, shown)).collect();
                assert_eq!(views, expected, "{title}");
                let count = if question.projection.is_some() { views.len() } else { self.models.len() };
                assert_eq!(found.len(), count, "{title}");
            }
            Asked::Common(reasoning) => {
                let expected = self.common(question, reasoning);
                let mut query = self.engine.query();
                if let Some(least) = &self.least {
                    query = query.within(least.clone());
                }
                if let Some(projection) = question.projection {
                    query = query.projected_to(projection);
                }
                let found = query.consequences(reasoning).expect("a search");
                let found = found.map(|found| {
                    let ground = found.ground_program();
                    let is_named = question.is_named(&self.named);
                    let items = match is_named {
                        true => ground
                            .program
                            .projection
                            .iter()
                            .filter(|&&atom| found.holds(atom))
                            .filter_map(|&atom| ground.atom(atom))
                            .map(|atom| atom.to_string())
                            .collect(),
                        false => found.texts().collect(),
                    };
                    if is_named {
                        assert!(
                            self.facts.iter().all(|fact| found.texts().any(|text| text == *fact)),
                            "{title}"
                        );
                    }
                    (items, found.known())
                });
                assert_eq!(found, expected, "{title}");
            }
        }
    }

    /// Where what clingo says of it differs, both, as text.
    fn difference(&mut self, question: &Question, theirs: &[BTreeSet<String>]) -> Option<String> {
        let both = match question.asked {
            Asked::AnswerSets => {
                let expected: Sets = match question.projection {
                    // How many answer sets look the same is another question.
                    None => self.models.iter().map(|(atoms, _)| atoms.clone()).collect(),
                    Some(_) => self.views(question),
                };
                let found: Sets = theirs.iter().cloned().collect();
                if question.projection.is_some() && theirs.len() != found.len() {
                    return Some(format!("{question:?}\n{}\nclingo repeats itself: {theirs:?}\n", self.text));
                }
                (format!("{expected:?}"), format!("{found:?}"))
            }
            Asked::Common(reasoning) => {
                let last = theirs.last().cloned();
                let query = self.engine.query();
                let query = match &self.least {
                    Some(least) => query.within(least.clone()),
                    None => query,
                };
                let ours =
                    query.projected_to(question.projection.unwrap_or_default()).consequences(reasoning);
                let ours = ours.expect("a search").map(|found| found.texts().collect::<BTreeSet<String>>());
                let always =
                    self.models.iter().map(|(_, shown)| shown.clone()).reduce(|one, other| &one & &other);
                let always = always.unwrap_or_default();
                let some = |texts: &BTreeSet<String>| -> BTreeSet<String> { texts - &always };
                (format!("{:?}", ours.as_ref().map(some)), format!("{:?}", last.as_ref().map(some)))
            }
        };
        (both.0 != both.1)
            .then(|| format!("{question:?}\n{}\nours:   {}\nclingo: {}\n\n", self.text, both.0, both.1))
    }
}

/// What clingo says: of each question the answers, of consequences all approximations.
fn ask(python: &str, questions: &[Value]) -> Vec<Vec<BTreeSet<String>>> {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scripts/peers/clingo-projections.py");
    let mut peer = Command::new(python)
        .arg(script)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the interpreter starts");
    let text = serde_json::to_vec(questions).expect("texts are JSON");
    let mut input = peer.stdin.take().expect("a pipe");
    input.write_all(&text).expect("the script reads");
    drop(input);
    let output = peer.wait_with_output().expect("the script ends");
    assert!(output.status.success(), "the script failed");
    serde_json::from_slice(&output.stdout).expect("lists of texts")
}

#[test]
fn random_projections_have_clingo_s_answers() {
    let python = peer::interpreter();
    let number = |name: &str, otherwise| {
        std::env::var(name).ok().and_then(|value| value.parse().ok()).unwrap_or(otherwise)
    };
    let (first, count): (u64, u64) = (number(super::FIRST, 0), number(super::COUNT, 100));
    let (mut several, mut named, mut differ) = (0, 0, String::new());
    for begin in (first..first + count).step_by(100) {
        let mut asked = Vec::new();
        let mut programs: Vec<(Ground, Vec<Question>)> = Vec::new();
        for seed in begin..(begin + 100).min(first + count) {
            let (text, has_objective) = Generator::new(seed ^ 0x960e_0000_0000).projections();
            let mut ground = Ground::new(text, has_objective);
            let questions = Question::all(has_objective);
            questions.iter().for_each(|question| ground.check(question));
            several += u64::from(ground.models.len() > 1);
            named += u64::from(!ground.named.is_empty());
            asked.extend(questions.iter().map(|question| {
                let view = match (question.asked, question.projection) {
                    (Asked::Common(_), _) => json!("shown"),
                    (_, None) => json!("atoms"),
                    _ if question.is_named(&ground.named) => json!(ground.named),
                    _ => json!("visible"),
                };
                json!({ "program": ground.text, "options": question.options(), "view": view })
            }));
            programs.push((ground, questions));
        }
        let Some(python) = &python else { continue };
        let mut theirs = ask(python, &asked).into_iter();
        for (ground, questions) in &mut programs {
            for question in questions.iter() {
                differ +=
                    &ground.difference(question, &theirs.next().expect("an answer")).unwrap_or_default();
            }
        }
    }
    assert!(differ.is_empty(), "{differ}");
    eprintln!("projections: {count} programs compared from seed {first}: {several} with several answer sets, {named} with projected atoms");
    assert!(
        2 * several >= count && 3 * named >= count,
        "{several} with several answer sets, {named} with projected atoms"
    );
}
