//! Random programs in aspif of several steps have, after each, the answer sets of the rules so far.

use std::cell::Cell;
use std::fmt::Write;

use groundplan::program::{AtomId, Body, ExternalValue, HeadKind, Literal, Program};
use groundplan::translate::TranslationError;
use groundplan::{Engine, Error};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::test_runner::TestRunner;

use crate::support::brute_force;
use crate::support::clasp;
use crate::support::random::{self, Assumptions, ProgramSpec, Style};

/// So many programs are drawn.
const CASES: u32 = 1600;

/// So many of them clasp is asked about.
const ASKED: u32 = 150;

/// How many steps a program has.
const STEPS: usize = 3;

/// A program that comes in steps.
#[derive(Clone, Debug)]
struct Spec {
    rules: ProgramSpec,
    /// The step whose rules define an atom; none does if there is no such step.
    owners: Vec<usize>,
    /// For each step the values that atoms without rules get.
    values: Vec<Vec<Option<ExternalValue>>>,
    /// What a step assumes.
    assumptions: Vec<Assumptions>,
}

fn specs() -> impl Strategy<Value = Spec> {
    let value = prop_oneof![
        2 => Just(None),
        2 => Just(Some(ExternalValue::True)),
        1 => Just(Some(ExternalValue::False)),
        2 => Just(Some(ExternalValue::Free)),
        1 => Just(Some(ExternalValue::Released)),
    ];
    let rules = random::programs(Style::Any, 4..9);
    let assumption = prop_oneof![2 => Just(Assumptions::none()), 1 => random::assumptions(9)];
    (rules, vec(0..=STEPS, 9), vec(vec(value, 9), STEPS), vec(assumption, STEPS))
        .prop_map(|(rules, owners, values, assumptions)| Spec { rules, owners, values, assumptions })
}

/// A step: its text, and the answer sets so far.
struct Step {
    text: String,
    expected: Vec<Vec<String>>,
    /// Whether a rule that always applies defines each external atom that the step defines. clasp drops rules that cannot
    /// apply, and takes an atom that had only those for an external one still.
    clear: bool,
}

impl Spec {
    /// The atoms without rules that get values in a step.
    fn new_values(
        &self,
        step: usize,
        so_far: &Program,
        values: &[Option<ExternalValue>],
    ) -> Vec<(usize, ExternalValue)> {
        let defined =
            |atom: AtomId| so_far.is_fact(atom) || so_far.rules.iter().any(|rule| rule.head.contains(&atom));
        let open = (0..values.len()).filter(|&atom| {
            let released = values[atom] == Some(ExternalValue::Released);
            self.owners[atom] > 0 && !released && !defined(AtomId(atom as u32))
        });
        open.filter_map(|atom| {
            let to_come = (step + 1..STEPS).contains(&self.owners[atom]);
            let value = match self.values[step][atom] {
                // What is released can never be defined.
                Some(ExternalValue::Released) if step == 0 || to_come => None,
                value => value,
            };
            // Nor can what the first step mentions, unless it is external there.
            Some((atom, value.or((step == 0).then_some(ExternalValue::False))?))
        })
        .collect()
    }

    /// The steps one after the other.
    fn steps(&self) -> Vec<Step> {
        let atoms = usize::from(self.rules.atoms);
        let mut so_far = self.rules.empty();
        let mut values: Vec<Option<ExternalValue>> = vec![None; atoms];
        let count = self.rules.rules.len();
        (0..STEPS)
            .map(|step| {
                let mut new = self.rules.empty();
                for rule in &self.rules.rules[step * count / STEPS..(step + 1) * count / STEPS] {
                    let wanted = |atom: AtomId| self.owners[atom.index()] == step;
                    self.rules.add(rule, &mut new, wanted);
                    self.rules.add(rule, &mut so_far, wanted);
                }
                let mut text = rules(&new);
                if step == 0 {
                    for atom in 0..atoms {
                        let _ = writeln!(text, "4 2 x{atom} 1 {}", atom + 1);
                    }
                }
                for (atom, value) in self.new_values(step, &so_far, &values) {
                    values[atom] = Some(value);
                    let _ = writeln!(text, "5 {} {}", atom + 1, number(value));
                }
                let mut found = brute_force::solve(&so_far, |atom| values[atom.index()]).answer_sets;
                let assumed = self.assumptions[step].literals(usize::from(self.rules.atoms), &found);
                if !assumed.is_empty() {
                    let literals: Vec<String> = assumed.iter().map(|&it| signed(it).to_string()).collect();
                    let _ = writeln!(text, "6 {} {}", literals.len(), literals.join(" "));
                }
                text.push_str("0\n");
                let always = |atom: AtomId| {
                    let mut rules = new.rules.iter().filter(|rule| rule.body == Body::Conjunction(&[]));
                    new.is_fact(atom) || rules.any(|rule| rule.head == [atom])
                };
                let heads: Vec<AtomId> = new.rules.iter().flat_map(|rule| rule.head.to_vec()).collect();
                let clear = step == 0 || heads.into_iter().all(always);
                found.retain(|set| {
                    assumed.iter().all(|literal| (set >> literal.atom().0 & 1 == 1) != literal.is_negative())
                });
                let names = |set: u32| {
                    (0..atoms).filter(move |atom| set >> atom & 1 == 1).map(|atom| format!("x{atom}"))
                };
                let mut expected: Vec<Vec<String>> =
                    found.into_iter().map(|set| names(set).collect()).collect();
                expected.sort();
                Step { text, expected, clear }
            })
            .collect()
    }
}

fn number(value: ExternalValue) -> i64 {
    match value {
        ExternalValue::Free => 0,
        ExternalValue::True => 1,
        ExternalValue::False => 2,
        ExternalValue::Released => 3,
    }
}

fn signed(literal: Literal) -> i64 {
    let atom = i64::from(literal.atom().0) + 1;
    if literal.is_negative() {
        -atom
    } else {
        atom
    }
}

/// The rules in aspif; it shares nothing with what the crate writes. Constraints come last: clasp 3.3 takes a constraint that
/// contradicts the value an external atom had for the end, unless it has read before that a rule defines the atom.
fn rules(program: &Program) -> String {
    let mut text = String::new();
    for atom in (0..program.atom_count() as u32).map(AtomId).filter(|&atom| program.is_fact(atom)) {
        let _ = writeln!(text, "1 0 1 {} 0 0", signed(atom.positive()));
    }
    let (constraints, others): (Vec<_>, Vec<_>) = program.rules.iter().partition(|rule| rule.head.is_empty());
    for rule in others.into_iter().chain(constraints) {
        let mut numbers = vec![1, i64::from(rule.kind == HeadKind::Choice), rule.head.len() as i64];
        numbers.extend(rule.head.iter().map(|atom| signed(atom.positive())));
        match rule.body {
            Body::Conjunction(literals) => {
                numbers.extend([0, literals.len() as i64]);
                numbers.extend(literals.iter().map(|&literal| signed(literal)));
            }
            Body::Sum { bound, elements } => {
                numbers.extend([1, bound, elements.len() as i64]);
                numbers.extend(elements.iter().flat_map(|&(literal, weight)| [signed(literal), weight]));
            }
        }
        let words: Vec<String> = numbers.iter().map(i64::to_string).collect();
        let _ = writeln!(text, "{}", words.join(" "));
    }
    text
}

/// All answer sets, in order; `None` if a cycle leads through several steps.
fn answers(engine: &mut Engine) -> Option<Vec<Vec<String>>> {
    let models = match engine.query().models() {
        Ok(models) => models,
        Err(Error::Unsupported { cause: TranslationError::CycleAcrossShots { .. }, .. }) => return None,
        Err(error) => panic!("{error}"),
    };
    let mut found: Vec<Vec<String>> = models
        .map(|model| {
            let mut shown: Vec<String> = model.expect("an answer set").texts().collect();
            shown.sort();
            shown
        })
        .collect();
    found.sort();
    Some(found)
}

/// Reads and compares all steps; whether no cycle led through several.
fn check(text: &str, steps: &[Step]) -> bool {
    let mut engine = Engine::new();
    engine.add_aspif("steps.aspif", text).expect("a first step");
    for (number, step) in steps.iter().enumerate() {
        if number > 0 {
            assert!(engine.next_step().expect("a step"), "step {number} of\n{text}");
        }
        let Some(found) = answers(&mut engine) else { return false };
        assert_eq!(found, step.expected, "step {number} of\n{text}");
    }
    assert!(!engine.next_step().expect("the end"));
    true
}

#[test]
fn random_steps() {
    let (compared, changing, asked) = (Cell::new(0), Cell::new(0), Cell::new(0));
    let config = ProptestConfig { cases: CASES, failure_persistence: None, ..ProptestConfig::default() };
    let checked = TestRunner::new(config).run(&specs(), |spec| {
        let steps = spec.steps();
        let texts: String = steps.iter().map(|step| step.text.as_str()).collect();
        let text = format!("asp 1 0 0 incremental\n{texts}");
        if !check(&text, &steps) {
            return Ok(());
        }
        compared.set(compared.get() + 1);
        let changes = steps.windows(2).any(|pair| pair[0].expected != pair[1].expected);
        changing.set(changing.get() + u32::from(changes));
        // clasp stops at a step that has no answer set.
        let clear = steps.iter().all(|step| step.clear && !step.expected.is_empty());
        if clear && asked.replace(asked.get() + 1) < ASKED {
            let Some(theirs) = clasp::steps(&text) else { return Ok(()) };
            let theirs: Vec<Vec<Vec<String>>> =
                theirs.into_iter().map(|step| step.into_iter().map(|answer| answer.0).collect()).collect();
            let ours: Vec<_> = steps.into_iter().map(|step| step.expected).collect();
            assert_eq!(theirs, ours, "{text}");
        }
        Ok(())
    });
    if let Err(failure) = checked {
        panic!("{failure}");
    }
    let (compared, changing) = (compared.get(), changing.get());
    assert!(compared >= 1000, "{compared} of {CASES} programs were compared");
    eprintln!(
        "{compared} programs compared, {changing} of them change, {} with clasp",
        asked.get().min(ASKED)
    );
    assert!(asked.get() >= 50, "clasp could be asked about {} programs", asked.get());
    assert!(2 * changing > compared, "in {changing} of {compared} programs a step changes the answer sets");
}
