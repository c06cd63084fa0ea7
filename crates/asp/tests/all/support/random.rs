//! Random ground programs that are hard for us: positive loops with support from outside, and several answer sets.

use groundplan::program::{AtomId, Body, ExternalValue, HeadKind, Literal, Program};
use proptest::collection::vec;
use proptest::prelude::*;

/// The environment variable that says how many random programs are drawn, in place of the usual number.
const COUNT: &str = "GROUNDPLAN_RANDOM";

/// The settings of a property of random programs: this many cases, or as many as the environment says.
pub fn settings(usual: u32) -> ProptestConfig {
    let cases = std::env::var(COUNT).map_or(usual, |count| count.parse().expect("a number of programs"));
    ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() }
}

/// A rule before its atoms are numbered: atoms are taken modulo their number.
#[derive(Clone, Debug)]
pub enum RuleSpec {
    Normal(u8, Vec<(u8, bool)>),
    Constraint(Vec<(u8, bool)>),
    Choice(Vec<u8>, Vec<(u8, bool)>),
    Disjunction(Vec<u8>, Vec<(u8, bool)>),
    /// Heads (none: a constraint), whether it is a choice, bound, elements.
    Sum(Vec<u8>, bool, i64, Vec<(u8, bool, i64)>),
    /// Each atom supports the one before, the first the last.
    Loop(Vec<u8>),
    Fact(u8),
}

/// A program before it is built.
#[derive(Clone, Debug)]
pub struct ProgramSpec {
    pub atoms: u8,
    pub rules: Vec<RuleSpec>,
    /// Atoms that are external if no rule has them in its head.
    pub externals: Vec<(u8, ExternalValue)>,
}

/// Which rules are drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Style {
    /// Every kind of rule.
    Any,
    /// Disjunctions in positive loops, and what follows from several of their atoms.
    HeadCycles,
    /// Loops that overlap, choices and few constraints, no disjunctions: for larger programs.
    Loops,
}

fn literals(length: std::ops::Range<usize>) -> impl Strategy<Value = Vec<(u8, bool)>> {
    vec((any::<u8>(), prop::bool::weighted(0.35)), length)
}

fn rule(style: Style) -> BoxedStrategy<RuleSpec> {
    let normal = (any::<u8>(), literals(0..4)).prop_map(|(h, b)| RuleSpec::Normal(h, b));
    let constraint = literals(2..4).prop_map(RuleSpec::Constraint);
    let choice = (vec(any::<u8>(), 1..4), literals(0..2)).prop_map(|(h, b)| RuleSpec::Choice(h, b));
    let disjunction = (vec(any::<u8>(), 2..4), literals(0..2)).prop_map(|(h, b)| RuleSpec::Disjunction(h, b));
    let cycle = vec(any::<u8>(), 1..4).prop_map(RuleSpec::Loop);
    let elements = vec((any::<u8>(), prop::bool::weighted(0.3), 1..4_i64), 1..6);
    let counted = vec((any::<u8>(), prop::bool::weighted(0.3), Just(1_i64)), 2..7);
    let most = if style == Style::HeadCycles { 3 } else { 1 };
    let heads = move || prop_oneof![3 => Just(Vec::new()), 7 => vec(any::<u8>(), 1..=most)];
    let sum = (heads(), prop::bool::weighted(0.3), 1..6_i64, elements);
    let count = (heads(), prop::bool::weighted(0.3), 1..4_i64, counted);
    let sum = prop_oneof![sum, count].prop_map(|(h, c, b, e)| RuleSpec::Sum(h, c, b, e));
    let fact = any::<u8>().prop_map(RuleSpec::Fact);
    match style {
        Style::Any => prop_oneof![
            10 => normal, 1 => constraint, 5 => choice, 1 => disjunction, 5 => cycle, 3 => sum, 1 => fact
        ]
        .boxed(),
        Style::HeadCycles => prop_oneof![
            8 => normal, 2 => constraint, 2 => choice, 6 => disjunction, 4 => cycle, 3 => sum
        ]
        .boxed(),
        Style::Loops => prop_oneof![12 => normal, 1 => constraint, 4 => choice, 5 => cycle, 1 => sum].boxed(),
    }
}

/// The value of an external atom that is not released.
pub fn open_value() -> impl Strategy<Value = ExternalValue> {
    prop_oneof![Just(ExternalValue::True), Just(ExternalValue::False), Just(ExternalValue::Free)]
}

/// Programs with so many atoms.
pub fn programs(style: Style, atoms: std::ops::Range<u8>) -> impl Strategy<Value = ProgramSpec> {
    atoms.prop_flat_map(move |atoms| {
        let rules = vec(rule(style), usize::from(atoms)..2 * usize::from(atoms) + 3);
        (Just(atoms), rules, vec((any::<u8>(), open_value()), 0..3))
            .prop_map(|(atoms, rules, externals)| ProgramSpec { atoms, rules, externals })
    })
}

impl ProgramSpec {
    fn atom(&self, number: u8) -> AtomId {
        AtomId(u32::from(number % self.atoms))
    }

    fn body(&self, literals: &[(u8, bool)]) -> Vec<Literal> {
        literals.iter().map(|&(a, negative)| Literal::new(self.atom(a), negative)).collect()
    }

    /// The whole program as one shot.
    pub fn build(&self) -> Program {
        let mut program = self.empty();
        for rule in &self.rules {
            self.add(rule, &mut program, |_| true);
        }
        self.declare(&mut program, |_| true);
        program
    }

    /// The atoms alone.
    pub fn empty(&self) -> Program {
        let mut program = Program::new();
        (0..self.atoms).for_each(|_| {
            program.new_atom();
        });
        program
    }

    /// Declares external atoms.
    pub fn declare(&self, program: &mut Program, wanted: impl Fn(AtomId) -> bool) {
        for &(atom, value) in &self.externals {
            let atom = self.atom(atom);
            if wanted(atom) {
                program.externals.push((atom, value));
            }
        }
    }

    /// Adds a rule, without the heads that are not wanted; a rule that loses all its heads is left out.
    pub fn add(&self, rule: &RuleSpec, program: &mut Program, wanted: impl Fn(AtomId) -> bool) {
        let heads = |heads: &[u8]| -> Vec<AtomId> {
            heads.iter().map(|&h| self.atom(h)).filter(|&h| wanted(h)).collect()
        };
        let mut push = |kind: HeadKind, head: &[u8], body: Body| {
            let wanted = heads(head);
            if !wanted.is_empty() || head.is_empty() {
                program.rules.push(kind, &wanted, body);
            }
        };
        match rule {
            RuleSpec::Normal(head, body) => {
                push(HeadKind::Disjunction, &[*head], Body::Conjunction(&self.body(body)));
            }
            RuleSpec::Constraint(body) => {
                push(HeadKind::Disjunction, &[], Body::Conjunction(&self.body(body)));
            }
            RuleSpec::Choice(head, body) => push(HeadKind::Choice, head, Body::Conjunction(&self.body(body))),
            RuleSpec::Disjunction(head, body) => {
                push(HeadKind::Disjunction, head, Body::Conjunction(&self.body(body)));
            }
            RuleSpec::Sum(head, choice, bound, elements) => {
                let kind = if *choice && !head.is_empty() { HeadKind::Choice } else { HeadKind::Disjunction };
                let elements: Vec<(Literal, i64)> = elements
                    .iter()
                    .map(|&(a, negative, w)| (Literal::new(self.atom(a), negative), w))
                    .collect();
                push(kind, head, Body::Sum { bound: *bound, elements: &elements });
            }
            RuleSpec::Loop(atoms) => {
                for (i, &head) in atoms.iter().enumerate() {
                    let body = [self.atom(atoms[(i + 1) % atoms.len()]).positive()];
                    push(HeadKind::Disjunction, &[head], Body::Conjunction(&body));
                }
            }
            RuleSpec::Fact(atom) => {
                let atom = self.atom(*atom);
                if wanted(atom) {
                    program.add_fact(atom);
                }
            }
        }
    }
}

/// Assumptions before their atoms are numbered: none to more than there are atoms, some of them repeated or contradictory.
#[derive(Clone, Debug)]
pub struct Assumptions {
    /// Atoms, whether each is assumed to be false, and whether that holds even if an answer set is followed.
    literals: Vec<(u8, bool, bool)>,
    /// The number of an answer set whose values are assumed: otherwise many assumptions exclude all.
    followed: Option<u8>,
}

/// Few assumptions, or up to twice as many as there are atoms.
pub fn assumptions(atoms: u8) -> impl Strategy<Value = Assumptions> {
    let literal = || (any::<u8>(), any::<bool>(), prop::bool::weighted(0.05));
    let literals = prop_oneof![vec(literal(), 0..3), vec(literal(), 0..2 * usize::from(atoms))];
    let followed = prop::option::weighted(0.7, any::<u8>());
    (literals, followed).prop_map(|(literals, followed)| Assumptions { literals, followed })
}

impl Assumptions {
    /// No assumptions.
    pub fn none() -> Self {
        Assumptions { literals: Vec::new(), followed: None }
    }

    /// The literals, over so many atoms.
    pub fn literals(&self, atoms: usize, answer_sets: &[u32]) -> Vec<Literal> {
        let followed = self.followed.filter(|_| !answer_sets.is_empty());
        let followed = followed.map(|number| answer_sets[usize::from(number) % answer_sets.len()]);
        let literal = |&(atom, negative, keeps): &(u8, bool, bool)| {
            let atom = u32::from(atom) % atoms as u32;
            let is_false = followed.filter(|_| !keeps).map_or(negative, |set| set >> atom & 1 == 0);
            Literal::new(AtomId(atom), is_false)
        };
        self.literals.iter().map(literal).collect()
    }
}

/// The value of an external atom as the program declares it.
pub fn external_value(program: &Program, atom: AtomId) -> Option<ExternalValue> {
    program.externals.iter().rev().find(|&&(a, _)| a == atom).map(|&(_, value)| value)
}
