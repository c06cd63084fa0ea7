//! Answer sets by definition: every set of atoms is tried. Shares nothing with the engine but the ground program.

use groundplan::program::{AtomId, Body, ExternalValue, HeadKind, Literal, Program, Rule};

/// A set of atoms, by bit.
pub type Set = u32;

fn holds(set: Set, literal: Literal) -> bool {
    (set >> literal.atom().0 & 1 == 1) != literal.is_negative()
}

fn reached(body: Body, truth: impl Fn(Literal) -> bool) -> bool {
    match body {
        Body::Conjunction(literals) => literals.iter().all(|&l| truth(l)),
        Body::Sum { bound, elements } => {
            elements.iter().filter(|e| truth(e.0)).map(|e| i128::from(e.1)).sum::<i128>() >= i128::from(bound)
        }
    }
}

fn contains(set: Set, atom: AtomId) -> bool {
    set >> atom.0 & 1 == 1
}

/// Whether a subset satisfies the reduct by `set`: negative literals are read in `set`, choices are facts there.
fn satisfies_reduct(rules: &[Rule], set: Set, subset: Set) -> bool {
    rules.iter().all(|rule| {
        let body = reached(rule.body, |l| if l.is_negative() { holds(set, l) } else { holds(subset, l) });
        !body
            || match rule.kind {
                HeadKind::Disjunction => rule.head.iter().any(|&a| contains(subset, a)),
                HeadKind::Choice => rule.head.iter().all(|&a| !contains(set, a) || contains(subset, a)),
            }
    })
}

fn is_model(rules: &[Rule], set: Set) -> bool {
    satisfies_reduct(rules, set, set)
}

/// Whether every true atom has a rule with a true body for it (and no other true head): a model of the completion.
fn is_supported(rules: &[Rule], set: Set, given: Set, atoms: usize) -> bool {
    (0..atoms as u32).map(AtomId).filter(|&a| contains(set, a) && !contains(given, a)).all(|atom| {
        rules.iter().any(|rule| {
            rule.head.contains(&atom)
                && reached(rule.body, |l| holds(set, l))
                && (rule.kind == HeadKind::Choice
                    || rule.head.iter().all(|&a| a == atom || !contains(set, a)))
        })
    })
}

/// What trying every set found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Found {
    /// The answer sets, in order.
    pub answer_sets: Vec<Set>,
    /// Whether the completion has models that are none.
    pub completion_is_wrong: bool,
}

/// Tries every set. `value` gives external atoms without rules their value.
pub fn solve(program: &Program, value: impl Fn(AtomId) -> Option<ExternalValue>) -> Found {
    let atoms = program.atom_count();
    assert!(atoms <= 14, "too many sets to try");
    let rules: Vec<Rule> = program.rules.iter().collect();
    let disjunctive = rules.iter().any(|rule| rule.kind == HeadKind::Disjunction && rule.head.len() > 1);
    let has_rule = |atom: AtomId| rules.iter().any(|rule| rule.head.contains(&atom));
    let mut found = Found { answer_sets: Vec::new(), completion_is_wrong: false };
    for set in 0..1 << atoms {
        // Facts, and the externals that are true or chosen to be.
        let mut given = 0;
        let mut excluded = 0;
        for atom in (0..atoms as u32).map(AtomId) {
            let external = if has_rule(atom) || program.is_fact(atom) { None } else { value(atom) };
            match external {
                Some(ExternalValue::True) => given |= 1 << atom.0,
                Some(ExternalValue::False | ExternalValue::Released) => excluded |= 1 << atom.0,
                Some(ExternalValue::Free) => given |= set & 1 << atom.0,
                None if program.is_fact(atom) => given |= 1 << atom.0,
                None => {}
            }
        }
        if given & !set != 0 || excluded & set != 0 || !is_model(&rules, set) {
            continue;
        }
        let stable = if disjunctive {
            // Every proper subset with the given atoms is tried too.
            let free = set & !given;
            let mut rest = free;
            loop {
                if rest == 0 {
                    break true;
                }
                rest = (rest - 1) & free;
                if satisfies_reduct(&rules, set, rest | given) {
                    break false;
                }
            }
        } else {
            least_model(&rules, set, given) == set
        };
        if stable {
            found.answer_sets.push(set);
        } else if is_supported(&rules, set, given, atoms) {
            found.completion_is_wrong = true;
        }
    }
    found
}

fn least_model(rules: &[Rule], set: Set, given: Set) -> Set {
    let mut model = given;
    loop {
        let before = model;
        for rule in rules {
            if reached(rule.body, |l| if l.is_negative() { holds(set, l) } else { holds(model, l) }) {
                for &atom in rule.head.iter().filter(|&&a| contains(set, a)) {
                    model |= 1 << atom.0;
                }
            }
        }
        if model == before {
            return model;
        }
    }
}
