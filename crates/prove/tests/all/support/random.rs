//! Random ground programs in aspif, and their answer sets by definition: every set of atoms is tried. Shares nothing with
//! the crates under test.

use std::fmt::Write;

use proptest::collection::vec;
use proptest::prelude::*;

/// A set of atoms, by bit; the first atom has the bit 1.
pub type Set = u32;

/// An atom's number or its negative.
pub type Literal = i32;

/// A condition: weights of true literals reach a bound.
#[derive(Clone, Debug)]
pub struct Body {
    pub bound: i64,
    pub terms: Vec<(Literal, i64)>,
    /// Whether it is written as a conjunction.
    pub conjunction: bool,
}

/// A rule.
#[derive(Clone, Debug)]
pub struct Rule {
    pub choice: bool,
    pub heads: Vec<u32>,
    pub body: Body,
}

/// A program, its costs and external atoms.
#[derive(Clone, Debug)]
pub struct Program {
    pub atoms: u32,
    pub rules: Vec<Rule>,
    /// Weights of literals.
    pub cost: Vec<(Literal, i64)>,
    /// Atoms of no rule, and 0 for free, 1 for true, 2 for false.
    pub externals: Vec<(u32, u8)>,
    pub assumptions: Vec<Literal>,
}

/// Which disjunctions there are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Style {
    /// None.
    Normal,
    /// Any, in loops, too.
    Disjunctive,
    /// Sums with many and heavy literals.
    Sums,
}

/// Programs of up to so many atoms.
pub fn programs(style: Style, atoms: u32) -> impl Strategy<Value = Program> {
    let program = (3..=atoms).prop_flat_map(move |atoms| {
        let rules = vec(rule(style, atoms), 4..4 + 2 * atoms as usize);
        let externals = vec((1..=atoms, 0..3_u8), 0..2);
        let assumptions = vec(literal(atoms), 0..2);
        (Just(atoms), rules, externals, assumptions, vec((literal(atoms), -3..9_i64), 0..6))
    });
    program.prop_map(|(atoms, rules, mut externals, assumptions, cost)| {
        externals.retain(|(atom, _)| !rules.iter().flatten().any(|rule: &Rule| rule.heads.contains(atom)));
        Program { atoms, rules: rules.into_iter().flatten().collect(), cost, externals, assumptions }
    })
}

fn literal(atoms: u32) -> impl Strategy<Value = Literal> {
    (1..=atoms as i32, prop::bool::weighted(0.35))
        .prop_map(|(atom, negative)| if negative { -atom } else { atom })
}

/// A rule, or several: atoms in a loop.
fn rule(style: Style, atoms: u32) -> BoxedStrategy<Vec<Rule>> {
    let conjunction = |length: std::ops::Range<usize>| {
        vec(literal(atoms), length).prop_map(|literals| Body {
            bound: literals.len() as i64,
            terms: literals.into_iter().map(|literal| (literal, 1)).collect(),
            conjunction: true,
        })
    };
    let heavy: i64 = if style == Style::Sums { 40 } else { 4 };
    let long = if style == Style::Sums { 9 } else { 5 };
    let weight = prop_oneof![0..=heavy, Just(1), Just(1)];
    let sum = (0..3 * heavy, vec((literal(atoms), weight), 1..long)).prop_map(|(bound, terms)| Body {
        bound,
        terms,
        conjunction: false,
    });
    let head = || 1..=atoms;
    let one = |choice, heads, body| vec![Rule { choice, heads, body }];
    let normal = (head(), conjunction(0..4)).prop_map(move |(head, body)| one(false, vec![head], body));
    let constraint = conjunction(2..4).prop_map(move |body| one(false, Vec::new(), body));
    let choice = (vec(head(), 1..4), conjunction(0..2)).prop_map(move |(heads, body)| one(true, heads, body));
    let most = if style == Style::Disjunctive { 3 } else { 1 };
    let disjunction =
        (vec(head(), 1..=most), conjunction(0..3)).prop_map(move |(heads, body)| one(false, heads, body));
    let weights = (vec(head(), 0..=most), any::<bool>(), sum)
        .prop_map(move |(heads, choice, body)| one(choice && !heads.is_empty(), heads, body));
    let cycle = vec(head(), 2..5).prop_map(|atoms| {
        let next = atoms.iter().cycle().skip(1);
        let rule = |(&head, &body): (&u32, &u32)| Rule {
            choice: false,
            heads: vec![head],
            body: Body { bound: 1, terms: vec![(body as i32, 1)], conjunction: true },
        };
        atoms.iter().zip(next).map(rule).collect()
    });
    let weigh = if style == Style::Sums { 6 } else { 2 };
    prop_oneof![
        4 => normal, 2 => constraint, 2 => choice, 2 => cycle, 3 => disjunction, weigh => weights
    ]
    .boxed()
}

impl Program {
    /// The text.
    pub fn aspif(&self) -> String {
        let mut text = "asp 1 0 0\n".to_owned();
        for Rule { choice, heads, body } in &self.rules {
            write!(text, "1 {} {}", u8::from(*choice), heads.len()).unwrap();
            heads.iter().for_each(|head| write!(text, " {head}").unwrap());
            if body.conjunction {
                write!(text, " 0 {}", body.terms.len()).unwrap();
                body.terms.iter().for_each(|(literal, _)| write!(text, " {literal}").unwrap());
            } else {
                write!(text, " 1 {} {}", body.bound, body.terms.len()).unwrap();
                body.terms.iter().for_each(|(literal, weight)| write!(text, " {literal} {weight}").unwrap());
            }
            text.push('\n');
        }
        write!(text, "2 0 {}", self.cost.len()).unwrap();
        self.cost.iter().for_each(|(literal, weight)| write!(text, " {literal} {weight}").unwrap());
        text.push('\n');
        for (atom, value) in &self.externals {
            writeln!(text, "5 {atom} {value}").unwrap();
        }
        write!(text, "6 {}", self.assumptions.len()).unwrap();
        self.assumptions.iter().for_each(|literal| write!(text, " {literal}").unwrap());
        text + "\n0\n"
    }

    /// The answer sets, in order.
    pub fn answer_sets(&self) -> Vec<Set> {
        let sets = 0..1_u32 << self.atoms;
        sets.filter(|&set| self.assumptions.iter().all(|&literal| holds(set, literal)) && self.is_stable(set))
            .collect()
    }

    /// What a set of atoms costs.
    pub fn cost(&self, set: Set) -> i64 {
        self.cost.iter().filter(|&&(literal, _)| holds(set, literal)).map(|term| term.1).sum()
    }

    fn is_stable(&self, set: Set) -> bool {
        // The last statement on an external counts.
        let value = |atom: u32| self.externals.iter().rev().find(|external| external.0 == atom).map(|e| e.1);
        let given = (1..=self.atoms).filter(|&atom| match value(atom) {
            Some(1) => true,
            Some(0) => contains(set, atom),
            _ => false,
        });
        let given: Set = given.map(|atom| 1 << (atom - 1)).sum();
        let is_model = |subset: Set| given & !subset == 0 && self.satisfies_reduct(set, subset);
        // All proper subsets, from the largest down.
        let mut subset = set;
        let has_smaller = std::iter::from_fn(|| {
            let next = subset.checked_sub(1)? & set;
            subset = next;
            Some(next)
        })
        .any(is_model);
        is_model(set) && !has_smaller
    }

    fn satisfies_reduct(&self, set: Set, subset: Set) -> bool {
        self.rules.iter().all(|Rule { choice, heads, body }| {
            let truth = |literal: Literal| holds(if literal < 0 { set } else { subset }, literal);
            let weights = body.terms.iter().filter(|term| truth(term.0)).map(|term| term.1);
            weights.sum::<i64>() < body.bound
                || match choice {
                    false => heads.iter().any(|&head| contains(subset, head)),
                    true => heads.iter().all(|&head| !contains(set, head) || contains(subset, head)),
                }
        })
    }
}

fn contains(set: Set, atom: u32) -> bool {
    set >> (atom - 1) & 1 == 1
}

fn holds(set: Set, literal: Literal) -> bool {
    contains(set, literal.unsigned_abs()) == (literal > 0)
}
