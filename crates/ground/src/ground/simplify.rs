//! Simplifies the ground rules of a component whose atoms were not all known while it was grounded.
//!
//! Facts that were derived late are removed from bodies, and rules that they refute are dropped; `not a` is removed
//! if no rule derives `a`. Usually one pass over the rules in their order finds all facts, and a second pass confirms
//! it. Otherwise the rules are indexed by the atoms that occur in them.

use rustc_hash::FxHashMap;

use super::profile::KeptRules;
use crate::program::{AtomId, Body, HeadKind, Literal, Program, Rule, Rules};

/// Moves the rules to the program, simplified. `underivable` tells which atoms no rule can derive. `kept` counts what is
/// left, for a profile.
pub fn simplify(
    rules: &Rules,
    program: &mut Program,
    underivable: impl Fn(AtomId) -> bool,
    mut kept: Option<&mut KeptRules>,
) {
    let known = &|literal: Literal, program: &Program| -> Option<bool> {
        let atom = literal.atom();
        if program.is_fact(atom) {
            Some(!literal.is_negative())
        } else if underivable(atom) {
            Some(literal.is_negative())
        } else {
            None
        }
    };
    if !add_facts_in_order(rules, program, known) {
        add_facts(rules, program, known);
    }
    if let Some(kept) = &mut kept {
        count_facts(rules, program, known, kept);
    }
    write(rules, program, known, kept);
}

/// Counts the facts that rules have become, each for the first rule that derives it.
fn count_facts(
    rules: &Rules,
    program: &Program,
    known: impl Fn(Literal, &Program) -> Option<bool>,
    kept: &mut KeptRules,
) {
    for (number, rule) in rules.iter().enumerate() {
        let (HeadKind::Disjunction, &[head]) = (rule.kind, rule.head) else { continue };
        if program.is_fact(head) && holds(&rule, program, &known) && kept.is_new_fact(head) {
            kept.count(number, 1);
        }
    }
}

/// Adds facts that follow from facts, in a few passes over the rules in their order. Returns whether the last pass
/// found no more. Most atoms are derived before they are used.
fn add_facts_in_order(
    rules: &Rules,
    program: &mut Program,
    known: impl Fn(Literal, &Program) -> Option<bool>,
) -> bool {
    const PASSES: usize = 3;
    (0..PASSES).any(|_| {
        let before = program.fact_count();
        for rule in rules.iter() {
            if derives_fact(&rule, program, &known) {
                program.add_fact(rule.head[0]);
            }
        }
        program.fact_count() == before
    })
}

/// Returns whether the known facts make the rule's head a new fact.
fn derives_fact(rule: &Rule, program: &Program, known: impl Fn(Literal, &Program) -> Option<bool>) -> bool {
    let (HeadKind::Disjunction, &[head]) = (rule.kind, rule.head) else { return false };
    !program.is_fact(head) && holds(rule, program, known)
}

/// Returns whether the known facts make the body hold.
fn holds(rule: &Rule, program: &Program, known: impl Fn(Literal, &Program) -> Option<bool>) -> bool {
    let holds = |literal: Literal| known(literal, program) == Some(true);
    match rule.body {
        Body::Conjunction(literals) => literals.iter().all(|&literal| holds(literal)),
        Body::Sum { bound, elements } => {
            let reached = elements.iter().filter(|(literal, _)| holds(*literal));
            reached.map(|&(_, weight)| i128::from(weight)).sum::<i128>() >= i128::from(bound)
        }
    }
}

/// Adds all facts that follow from facts. Each fact visits the rules it occurs in once.
fn add_facts(rules: &Rules, program: &mut Program, known: impl Fn(Literal, &Program) -> Option<bool>) {
    // The rules that may still make their head a fact: `open` has the number of positive literals (for sums, the
    // weight) that each lacks, and `waiting` where these literals occur.
    let mut waiting: FxHashMap<AtomId, Vec<(u32, i64)>> = FxHashMap::default();
    let mut open: Vec<(i128, AtomId)> = Vec::new();
    let mut facts: Vec<AtomId> = Vec::new();
    for rule in rules.iter() {
        let (HeadKind::Disjunction, &[head]) = (rule.kind, rule.head) else { continue };
        let literals = match rule.body {
            Body::Conjunction(literals) => literals,
            Body::Sum { bound, elements } => {
                let mut missing = i128::from(bound);
                for &(literal, weight) in elements {
                    match known(literal, program) {
                        Some(true) => missing -= i128::from(weight),
                        None if !literal.is_negative() => {
                            waiting.entry(literal.atom()).or_default().push((open.len() as u32, weight));
                        }
                        _ => {}
                    }
                }
                if missing <= 0 && !program.is_fact(head) {
                    program.add_fact(head);
                    facts.push(head);
                }
                open.push((missing, head));
                continue;
            }
        };
        if literals.iter().any(|&literal| match known(literal, program) {
            Some(value) => !value,
            None => literal.is_negative(),
        }) {
            continue;
        }
        let mut count = 0;
        for &literal in literals {
            if known(literal, program).is_none() {
                waiting.entry(literal.atom()).or_default().push((open.len() as u32, 1));
                count += 1;
            }
        }
        if count == 0 && !program.is_fact(head) {
            program.add_fact(head);
            facts.push(head);
        }
        open.push((count, head));
    }
    while let Some(fact) = facts.pop() {
        for (rule, weight) in waiting.remove(&fact).unwrap_or_default() {
            let (missing, head) = &mut open[rule as usize];
            *missing -= i128::from(weight);
            if *missing <= 0 && !program.is_fact(*head) {
                program.add_fact(*head);
                facts.push(*head);
            }
        }
    }
}

/// Adds the rules to the program without the literals whose truth is known.
fn write(
    rules: &Rules,
    program: &mut Program,
    known: impl Fn(Literal, &Program) -> Option<bool>,
    mut kept: Option<&mut KeptRules>,
) {
    let mut heads = Vec::new();
    let mut body = Vec::new();
    let mut elements = Vec::new();
    for (number, rule) in rules.iter().enumerate() {
        heads.clear();
        let before = kept.as_ref().map(|_| program.rules.end());
        match rule.kind {
            HeadKind::Disjunction if rule.head.iter().any(|&head| program.is_fact(head)) => continue,
            HeadKind::Disjunction => heads.extend_from_slice(rule.head),
            HeadKind::Choice => {
                heads.extend(rule.head.iter().copied().filter(|&head| !program.is_fact(head)));
                if heads.is_empty() {
                    continue;
                }
            }
        }
        match rule.body {
            Body::Conjunction(literals) => {
                body.clear();
                let mut possible = true;
                for &literal in literals {
                    match known(literal, program) {
                        Some(true) if !literal.is_negative() && program.preserved.in_bodies => {
                            body.push(literal);
                        }
                        Some(true) => {}
                        Some(false) => possible = false,
                        None => body.push(literal),
                    }
                }
                if possible {
                    program.rules.push(rule.kind, &heads, Body::Conjunction(&body));
                }
            }
            Body::Sum { bound, elements: weighted } => {
                elements.clear();
                let mut bound = bound;
                for &(literal, weight) in weighted {
                    match known(literal, program) {
                        Some(true) => bound -= weight,
                        Some(false) => {}
                        None => elements.push((literal, weight)),
                    }
                }
                if bound <= 0 {
                    program.rules.push(rule.kind, &heads, Body::Conjunction(&[]));
                } else if elements.iter().map(|&(_, weight)| i128::from(weight)).sum::<i128>()
                    >= i128::from(bound)
                {
                    program.rules.push(rule.kind, &heads, Body::Sum { bound, elements: &elements });
                }
            }
        }
        if let (Some(kept), Some(before)) = (&mut kept, before) {
            if program.rules.len() > before.rule() {
                let statement = kept.count(number, program.rules.growth(before).0);
                if let Some(origins) = &mut program.origins {
                    origins.extend_to(program.rules.len(), statement);
                }
            }
        }
    }
}
