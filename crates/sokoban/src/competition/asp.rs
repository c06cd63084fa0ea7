//! Reads facts of the ASP Competitions.

use groundplan::diagnostic::{Diagnostic, Span};
use groundplan::symbol::Symbols;
use groundplan::syntax::ast::{Fact, Signature};
use rustc_hash::FxHashSet;

use super::draft::{Draft, Placement, SpannedName, Way};
use super::{Competition, Format};
use crate::facts::{self, FactText};
use crate::instance::InstanceError;

/// The largest number of steps that is accepted; more are taken for a mistake.
pub const STEP_LIMIT: usize = 1_000_000;

/// Redundant predicates that the facts may also have.
const IDLE: [(&str, u32); 4] = [("location", 1), ("direction", 1), ("thing", 1), ("atgoal", 1)];

/// Reads facts; `None` if the text is not facts, or the facts use other predicates.
pub(super) fn read(name: &str, text: &str) -> Result<Option<Competition>, InstanceError> {
    // All instances contain one of these words, and most other texts contain none.
    if !["movedir", "player", "stone"].iter().any(|word| text.contains(word)) {
        return Ok(None);
    }
    let FactText { symbols, facts, sources, start, empty, diagnostics } = facts::read(name, text);
    let has =
        |name: &str, arity: u32| facts.iter().any(|fact| of(fact.signature, &symbols) == Some((name, arity)));
    let is_placed = || has("at", 2) && (has("player", 1) || has("stone", 1));
    let is_ours =
        [("right", 2), ("top", 2), ("box", 1), ("sokoban", 1)].iter().any(|&(name, arity)| has(name, arity));
    if !diagnostics.is_empty() || is_ours || !(has("movedir", 3) || is_placed()) {
        return Ok(None);
    }
    let mut draft = Draft::new(Format::Asp13, start);
    let mut steps: Vec<(String, Span)> = Vec::new();
    let mut aims: Vec<SpannedName> = Vec::new();
    let mut foreign: FxHashSet<Signature> = FxHashSet::default();
    for fact in facts.iter() {
        if !add(&fact, &symbols, &mut draft, &mut steps, &mut aims) && foreign.insert(fact.signature) {
            let sign = if fact.signature.negative { "-" } else { "" };
            let name = symbols.text(fact.signature.name);
            let message =
                format!("`{sign}{name}/{}` is not a predicate of an instance", fact.signature.arity);
            draft.warnings.push(Diagnostic::warning(message, fact.span).label("has no meaning here"));
        }
    }
    aim(&mut draft, aims);
    let is_none = empty.iter().any(|&(name, arity)| (symbols.text(name), arity) == ("step", 1));
    draft.steps = count(&steps, &mut draft.diagnostics).or(is_none.then_some(0));
    draft.finish(sources).map(Some)
}

/// Name and arity of a predicate; `None` if the fact is classically negated.
fn of(signature: Signature, symbols: &Symbols) -> Option<(&str, u32)> {
    (!signature.negative).then(|| (symbols.text(signature.name), signature.arity))
}

/// Adds a fact to the draft. Returns whether its predicate is one of the competition's.
fn add(
    fact: &Fact<'_>,
    symbols: &Symbols,
    draft: &mut Draft,
    steps: &mut Vec<(String, Span)>,
    aims: &mut Vec<SpannedName>,
) -> bool {
    let span = fact.span;
    let text = |index: usize| symbols.display(fact.arguments[index]).to_string();
    let named = || SpannedName { text: text(0), span };
    match of(fact.signature, symbols) {
        Some(("player", 1)) => draft.players.push(named()),
        Some(("stone", 1)) => draft.stones.push(named()),
        Some(("isgoal", 1)) => draft.goals.push(named()),
        Some(("isnongoal", 1)) => draft.nongoals.push(named()),
        Some(("goal", 1)) => aims.push(named()),
        Some(("clear", 1)) => draft.clear.push(named()),
        Some(("at", 2)) => draft.at.push(Placement { thing: text(0), place: text(1), span }),
        Some(("movedir", 3)) => {
            draft.ways.push(Way { from: text(0), to: text(1), direction: text(2), span });
        }
        Some(("step", 1)) => steps.push((text(0), span)),
        Some(idle) => return IDLE.contains(&idle),
        None => return false,
    }
    true
}

/// Interprets `goal/1`: it names stones that have to end on a goal, or in other files the goal locations themselves.
fn aim(draft: &mut Draft, aims: Vec<SpannedName>) {
    let stones: FxHashSet<&str> = draft.stones.iter().map(|stone| &*stone.text).collect();
    let ways = draft.ways.iter().flat_map(|way| [&*way.from, &*way.to]);
    let places: FxHashSet<&str> = ways.chain(draft.at.iter().map(|at| &*at.place)).collect();
    let is_place: Vec<bool> =
        aims.iter().map(|aim| !stones.contains(&*aim.text) && places.contains(&*aim.text)).collect();
    for (aim, is_place) in aims.into_iter().zip(is_place) {
        if is_place {
            draft.goals.push(aim);
        } else {
            draft.wanted.push(aim);
        }
    }
}

/// The number of steps, which must be numbered from 1 without a gap; `None` without steps or on an error.
fn count(steps: &[(String, Span)], wrong: &mut Vec<Diagnostic>) -> Option<usize> {
    let mut numbers: Vec<(usize, Span)> = Vec::with_capacity(steps.len());
    for (text, span) in steps {
        match text.parse::<usize>().ok().filter(|&number| number > 0) {
            Some(number) => numbers.push((number, *span)),
            None => {
                let message = format!("`{text}` is no step: steps are the numbers from 1 on");
                wrong.push(Diagnostic::error(message, *span).help("write `step(1..n).`"));
                return None;
            }
        }
    }
    numbers.sort_unstable_by_key(|&(number, _)| number);
    numbers.dedup_by_key(|&mut (number, _)| number);
    for (&(number, span), expected) in numbers.iter().zip(1..) {
        if number != expected {
            let message = format!("there is a step {number}, but no step {expected}");
            wrong.push(
                Diagnostic::error(message, span).help("steps are the numbers from 1 on: write `step(1..n).`"),
            );
            return None;
        }
        if number > STEP_LIMIT {
            let message = format!("more than {STEP_LIMIT} steps are not supported");
            wrong.push(Diagnostic::error(message, span).help("write fewer"));
            return None;
        }
    }
    numbers.last().map(|&(last, _)| last)
}
