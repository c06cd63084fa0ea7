//! What conflicts, against a brute force that tries all sets of atoms: on random programs, a set of axioms that the engine
//! names has no model, and has one without any of its members.
//!
//! The axioms are those of the ground program itself: a clause for each rule, and for each set of atoms of which one is true a
//! rule that supports it from outside. A rule whose clause is left out still supports.

use groundplan::{Engine, RelaxedKind, Soft};
use groundplan_explain::{why, CauseKind, Conflict, ConflictCause, Finding, Instance, Why};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;

/// A set of atoms, by bit.
pub type Set = u32;

pub const PREDICATES: [&str; 3] = ["a", "b", "c"];
pub const ATOMS: u32 = 6;

/// An atom of one argument: 1 or 2, or where it is 0, the variable.
#[derive(Clone, Copy, Debug)]
pub struct Atom {
    predicate: usize,
    argument: usize,
}

#[derive(Clone, Debug)]
pub enum Head {
    None,
    One(Atom),
    Disjunction(Vec<Atom>),
    Choice(Vec<Atom>, Option<(usize, usize)>),
}

#[derive(Clone, Debug)]
pub enum Body {
    Conjunction(Vec<(Atom, bool)>),
    /// Bound, and weighted literals.
    Sum(i64, Vec<(Atom, bool, i64)>),
}

/// A statement before it is written or ground.
#[derive(Clone, Debug)]
pub struct Statement {
    pub head: Head,
    pub body: Body,
}

/// A ground rule: the heads it asks for one of, or leaves open.
#[derive(Clone, Debug)]
pub struct Ground {
    pub statement: usize,
    value: usize,
    pub heads: Vec<u32>,
    is_choice: bool,
    bounds: Option<(usize, usize)>,
    /// Atoms with signs and weights, and what these have to reach.
    pub body: Vec<(u32, bool, i64)>,
    bound: i64,
}

impl Atom {
    fn text(self) -> String {
        let argument = ["X", "1", "2"][self.argument];
        format!("{}({argument})", PREDICATES[self.predicate])
    }

    fn ground(self, value: usize) -> u32 {
        let argument = if self.argument == 0 { value } else { self.argument };
        (self.predicate * 2 + argument - 1) as u32
    }
}

impl Statement {
    fn atoms(&self) -> Vec<Atom> {
        let mut atoms = match &self.head {
            Head::None => Vec::new(),
            Head::One(atom) => vec![*atom],
            Head::Disjunction(atoms) | Head::Choice(atoms, _) => atoms.clone(),
        };
        match &self.body {
            Body::Conjunction(literals) => atoms.extend(literals.iter().map(|(atom, _)| *atom)),
            Body::Sum(_, elements) => atoms.extend(elements.iter().map(|(atom, ..)| *atom)),
        }
        atoms
    }

    pub fn has_variable(&self) -> bool {
        self.atoms().iter().any(|atom| atom.argument == 0)
    }

    fn is_empty(&self) -> bool {
        matches!(&self.body, Body::Conjunction(literals) if literals.is_empty())
    }

    pub fn kind(&self) -> RelaxedKind {
        match &self.head {
            Head::None => RelaxedKind::Constraint,
            Head::One(_) if self.is_empty() => RelaxedKind::Fact,
            Head::Choice(..) => RelaxedKind::Bounds,
            _ => RelaxedKind::Rule,
        }
    }

    fn text(&self) -> String {
        let join =
            |atoms: &[Atom], by: &str| atoms.iter().map(|atom| atom.text()).collect::<Vec<_>>().join(by);
        let head = match &self.head {
            Head::None => String::new(),
            Head::One(atom) if self.is_empty() && atom.argument == 0 => {
                return format!("{}(1..2).", PREDICATES[atom.predicate]);
            }
            Head::One(atom) => atom.text(),
            Head::Disjunction(atoms) => join(atoms, " | "),
            Head::Choice(atoms, None) => format!("{{ {} }}", join(atoms, "; ")),
            Head::Choice(atoms, Some((least, most))) => format!("{least} {{ {} }} {most}", join(atoms, "; ")),
        };
        let literal =
            |atom: Atom, negated: bool| format!("{}{}", if negated { "not " } else { "" }, atom.text());
        let mut body: Vec<String> = match &self.body {
            Body::Conjunction(literals) => literals.iter().map(|&(atom, sign)| literal(atom, sign)).collect(),
            Body::Sum(bound, elements) => {
                let elements = elements.iter().enumerate();
                let elements =
                    elements.map(|(i, &(atom, sign, w))| format!("{w},{i} : {}", literal(atom, sign)));
                vec![format!("{bound} <= #sum {{ {} }}", elements.collect::<Vec<_>>().join("; "))]
            }
        };
        if self.has_variable() {
            body.push("X = 1..2".to_owned());
        }
        match body.as_slice() {
            [] => format!("{head}."),
            body => format!("{head} :- {}.", body.join(", ")),
        }
    }

    pub fn ground(&self, statement: usize) -> Vec<Ground> {
        let values = if self.has_variable() { 1..=2 } else { 1..=1 };
        values
            .map(|value| {
                let (heads, is_choice, bounds) = match &self.head {
                    Head::None => (vec![], false, None),
                    Head::One(atom) => (vec![*atom], false, None),
                    Head::Disjunction(atoms) => (atoms.clone(), false, None),
                    Head::Choice(atoms, bounds) => (atoms.clone(), true, *bounds),
                };
                let (body, bound) = match &self.body {
                    Body::Conjunction(literals) => {
                        let body: Vec<_> =
                            literals.iter().map(|&(a, sign)| (a.ground(value), sign, 1)).collect();
                        let bound = body.len() as i64;
                        (body, bound)
                    }
                    Body::Sum(bound, elements) => {
                        (elements.iter().map(|&(a, sign, w)| (a.ground(value), sign, w)).collect(), *bound)
                    }
                };
                let heads = heads.iter().map(|atom| atom.ground(value)).collect();
                Ground { statement, value, heads, is_choice, bounds, body, bound }
            })
            .collect()
    }
}

impl Ground {
    /// Whether the body holds, without the atoms of a set.
    fn holds(&self, set: Set, without: Set) -> bool {
        let counted = self.body.iter().filter(|&&(atom, negated, _)| {
            (set >> atom & 1 == 1) != negated && (negated || without >> atom & 1 == 0)
        });
        counted.map(|(.., weight)| weight).sum::<i64>() >= self.bound
    }

    /// What it says as a clause, or of a choice by its bounds.
    pub fn is_satisfied(&self, set: Set) -> bool {
        if !self.holds(set, 0) {
            return true;
        }
        if self.is_choice {
            let chosen =
                self.heads.iter().fold(0, |chosen, atom| chosen | set & 1 << atom).count_ones() as usize;
            return self.bounds.is_none_or(|(least, most)| (least..=most).contains(&chosen));
        }
        self.heads.iter().any(|atom| set >> atom & 1 == 1)
    }

    /// Whether it supports a set of atoms from outside of it.
    fn supports(&self, set: Set, atoms: Set) -> bool {
        self.heads.iter().any(|atom| atoms >> atom & 1 == 1)
            && self.holds(set, atoms)
            && (self.is_choice || self.heads.iter().all(|atom| (atoms | !set) >> atom & 1 == 1))
    }
}

/// What is in force of the axioms of a ground program.
pub struct Force<'a> {
    pub rules: &'a [Ground],
    /// The atoms that there are.
    pub atoms: Set,
    pub clause: &'a dyn Fn(&Ground) -> bool,
    pub support: &'a dyn Fn(usize) -> bool,
    pub assumed: &'a dyn Fn(Set) -> bool,
}

impl Force<'_> {
    fn has_model(&self) -> bool {
        (0..1 << ATOMS).any(|set| self.is_model(set))
    }

    pub fn is_model(&self, set: Set) -> bool {
        let is_kept = |atoms: Set| {
            (0..ATOMS).filter(|atom| atoms >> atom & 1 == 1).all(|atom| (self.support)(atom as usize / 2))
        };
        set & !self.atoms == 0
            && (self.assumed)(set)
            && self.rules.iter().all(|rule| !(self.clause)(rule) || rule.is_satisfied(set))
            && (1..1 << ATOMS)
                .filter(|&atoms| atoms & !self.atoms == 0 && set & atoms != 0 && is_kept(atoms))
                .all(|atoms| self.rules.iter().any(|rule| rule.supports(set, atoms)))
    }
}

/// The atoms that rules may derive, whatever holds beside them.
pub fn derivable(rules: &[Ground]) -> Set {
    let mut derivable: Set = 0;
    loop {
        let fired = rules.iter().filter(|rule| {
            let met = rule.body.iter().filter(|&&(atom, negated, _)| negated || derivable >> atom & 1 == 1);
            met.map(|(.., weight)| weight).sum::<i64>() >= rule.bound
        });
        let more = fired.flat_map(|rule| &rule.heads).fold(derivable, |all, atom| all | 1 << atom);
        if more == derivable {
            return derivable;
        }
        derivable = more;
    }
}

fn atom() -> impl Strategy<Value = Atom> {
    (0..3_usize, prop_oneof![3 => Just(0_usize), 2 => Just(1_usize), 2 => Just(2_usize)])
        .prop_map(|(predicate, argument)| Atom { predicate, argument })
}

fn statement() -> impl Strategy<Value = Statement> {
    let literals = |length: std::ops::Range<usize>| vec((atom(), prop::bool::weighted(0.4)), length);
    let conjunction = move |length| literals(length).prop_map(Body::Conjunction);
    let sum = || {
        (1..5_i64, vec((atom(), prop::bool::weighted(0.3), 1..4_i64), 1..4))
            .prop_map(|(bound, elements)| Body::Sum(bound, elements))
    };
    let bounds = prop::option::of((0..2_usize, 1..3_usize));
    let choice = (vec(atom(), 1..4), bounds).prop_map(|(atoms, bounds)| Head::Choice(atoms, bounds));
    let statement = |head: BoxedStrategy<Head>, body: BoxedStrategy<Body>| {
        (head, body).prop_map(|(head, body)| Statement { head, body }).boxed()
    };
    let one = || atom().prop_map(Head::One).boxed();
    prop_oneof![
        5 => statement(one(), conjunction(0..1).boxed()),
        6 => statement(one(), conjunction(1..3).boxed()),
        2 => statement(one(), sum().boxed()),
        2 => statement(vec(atom(), 2..4).prop_map(Head::Disjunction).boxed(), conjunction(0..2).boxed()),
        3 => statement(choice.boxed(), conjunction(0..2).boxed()),
        6 => statement(Just(Head::None).boxed(), conjunction(2..4).boxed()),
        2 => statement(Just(Head::None).boxed(), sum().boxed()),
    ]
}

/// A program with what is soft and what is assumed.
#[derive(Clone, Debug)]
pub struct Case {
    pub statements: Vec<Statement>,
    pub soft: Soft,
    pub assumed: Vec<(u32, bool)>,
}

pub fn case() -> impl Strategy<Value = Case> {
    let soft = |constraints, facts, definitions| Just(Soft { constraints, facts, definitions });
    let soft = prop_oneof![
        4 => soft(true, true, false),
        1 => soft(true, false, false),
        1 => soft(false, true, false),
        3 => soft(true, true, true),
    ];
    let assumed = vec((0..ATOMS, any::<bool>()), 0..2);
    (vec(statement(), 4..12), soft, assumed).prop_map(|(mut statements, soft, assumed)| {
        if soft.definitions {
            // Which atoms there are has to be told without looking into sums.
            statements.retain(|statement| {
                matches!((&statement.head, &statement.body), (Head::None, _) | (_, Body::Conjunction(_)))
            });
        }
        Case { statements, soft, assumed }
    })
}

impl Case {
    pub fn is_soft(&self, statement: usize) -> bool {
        match self.statements[statement].kind() {
            RelaxedKind::Constraint => self.soft.constraints,
            RelaxedKind::Fact => self.soft.facts,
            RelaxedKind::Rule | RelaxedKind::Bounds => self.soft.definitions,
        }
    }

    pub fn text(&self) -> String {
        self.statements.iter().map(|statement| format!("{}\n", statement.text())).collect()
    }

    fn assumed_text((atom, negated): (u32, bool)) -> String {
        let atom = format!("{}({})", PREDICATES[atom as usize / 2], atom % 2 + 1);
        format!("{}{atom}", if negated { "not " } else { "" })
    }

    /// Whether there is a model with these members of a conflict in force, and of their statements these instances only.
    pub fn has_model(&self, members: &[Member], instances: Option<&[(usize, usize)]>) -> bool {
        let statements = self.statements.iter().enumerate();
        let rules: Vec<Ground> =
            statements.flat_map(|(number, statement)| statement.ground(number)).collect();
        let clause = |rule: &Ground| {
            !self.is_soft(rule.statement)
                || members.contains(&Member::Statement(rule.statement))
                    && instances.is_none_or(|instances| instances.contains(&(rule.statement, rule.value)))
        };
        let support =
            |predicate: usize| !self.soft.definitions || members.contains(&Member::Support(predicate));
        let assumed = |set: Set| {
            members.iter().all(|member| match member {
                Member::Assumed(atom, negated) => (set >> atom & 1 == 1) != *negated,
                _ => true,
            })
        };
        let atoms = derivable(&rules);
        Force { rules: &rules, atoms, clause: &clause, support: &support, assumed: &assumed }.has_model()
    }

    /// All that is soft.
    pub fn members(&self) -> Vec<Member> {
        let statements = (0..self.statements.len()).map(Member::Statement);
        let assumed = self.assumed.iter().map(|&(atom, negated)| Member::Assumed(atom, negated));
        statements.chain((0..PREDICATES.len()).map(Member::Support)).chain(assumed).collect()
    }

    /// The members of a conflict that the engine has named, and the instances that it has named.
    pub fn read(&self, conflict: &Conflict, text: &str) -> (Vec<Member>, Vec<(usize, usize)>) {
        self.read_causes(&conflict.causes, text)
    }

    /// The same of a list of causes.
    pub fn read_causes(&self, causes: &[ConflictCause], text: &str) -> (Vec<Member>, Vec<(usize, usize)>) {
        let (mut members, mut instances) = (Vec::new(), Vec::new());
        for cause in causes {
            members.push(match &cause.kind {
                CauseKind::Statement(kind) => {
                    let start = cause.span.expect("a statement has a place").start as usize;
                    let statement = text[..start].matches('\n').count();
                    assert_eq!(*kind, self.statements[statement].kind());
                    assert!(self.is_soft(statement));
                    let values = cause.instances.iter().map(|instance| (statement, value(instance)));
                    instances.extend(values);
                    Member::Statement(statement)
                }
                CauseKind::Support(predicate) => {
                    let known = PREDICATES.iter().position(|name| *predicate == format!("{name}/1"));
                    Member::Support(known.expect("a predicate of the program"))
                }
                CauseKind::Assumption(text) => {
                    let of = |it: &&(u32, bool)| Case::assumed_text(**it) == *text;
                    let (atom, negated) = *self.assumed.iter().find(of).expect("it was assumed");
                    Member::Assumed(atom, negated)
                }
            });
        }
        (members, instances)
    }

    /// The question with what is assumed.
    pub fn assume<'e>(&self, why: Why<'e>) -> Why<'e> {
        self.assumed
            .iter()
            .fold(why, |why, &assumed| why.assume_text(&Case::assumed_text(assumed)).expect("a literal"))
    }

    /// Asks the engine, and tries what it says; whether something conflicts.
    fn check(&self) -> Option<Conflict> {
        let text = self.text();
        let mut engine = Engine::new();
        engine.add_text("random.lp", &text).expect("it follows the syntax");
        engine.ground_relaxed(["base"], self.soft).expect("it can be ground");
        let why = self.assume(why(&mut engine).expect("it is ground").instances());
        let shown = format!("{text}{:?}, assumed {:?}", self.soft, self.assumed);
        let conflict = match why.find().expect("it can be solved") {
            Finding::AnswerSet => {
                assert!(self.has_model(&self.members(), None), "no model of\n{shown}");
                return None;
            }
            Finding::Conflict(conflict) => conflict,
            Finding::Unknown => panic!("nobody stops it"),
        };
        let shown = format!("{shown}\n{}", conflict.diagnostics(engine.sources()));
        assert!(conflict.is_minimal, "{shown}");
        let query = engine.query();
        let query = conflict.assumptions().fold(query, groundplan::Query::assume_literal);
        assert!(query.first().expect("it can be solved").is_none(), "{shown}");
        let (members, instances) = self.read(&conflict, &text);
        assert!(!self.has_model(&members, None), "there is a model of\n{shown}");
        for left_out in 0..members.len() {
            let others = without(&members, left_out);
            assert!(self.has_model(&others, None), "not needed: {:?}\n{shown}", members[left_out]);
        }
        assert!(!self.has_model(&members, Some(&instances)), "there is a model of the instances\n{shown}");
        for left_out in 0..instances.len() {
            let others = without(&instances, left_out);
            assert!(
                self.has_model(&members, Some(&others)),
                "not needed: {:?}\n{shown}",
                instances[left_out]
            );
        }
        Some(conflict)
    }
}

fn without<T: Clone>(all: &[T], position: usize) -> Vec<T> {
    let mut others = all.to_vec();
    others.remove(position);
    others
}

/// The value of the variable; of a statement without any there is one instance, with the value 1.
fn value(instance: &Instance) -> usize {
    match instance.values.as_slice() {
        [] => 1,
        [(name, value)] if name == "X" || name == "1..2" => value.parse().expect("a number"),
        others => panic!("there is one variable: {others:?}"),
    }
}

/// A member of a conflict.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Member {
    Statement(usize),
    Support(usize),
    Assumed(u32, bool),
}

#[test]
fn what_conflicts_is_minimal_on_random_programs() {
    let mut runner = TestRunner::deterministic();
    let mut conflicts: Vec<(Soft, Conflict)> = Vec::new();
    for _ in 0..4000 {
        let case = case().new_tree(&mut runner).expect("a program").current();
        conflicts.extend(case.check().map(|conflict| (case.soft, conflict)));
    }
    let count = |test: &dyn Fn(&Soft, &Conflict) -> bool| {
        conflicts.iter().filter(|(soft, conflict)| test(soft, conflict)).count()
    };
    let with = |wanted: &dyn Fn(&CauseKind) -> bool| {
        count(&|_, conflict| conflict.causes.iter().any(|cause| wanted(&cause.kind)))
    };
    // So many of each kind that the test means something.
    assert!(conflicts.len() >= 1000, "{}", conflicts.len());
    assert!(count(&|_, conflict| conflict.causes.len() > 2) >= 250);
    assert!(count(&|soft, conflict| !soft.definitions && conflict.causes.len() > 1) >= 200);
    assert!(with(&|kind| matches!(kind, CauseKind::Support(_))) >= 100);
    assert!(with(&|kind| matches!(kind, CauseKind::Assumption(_))) >= 100);
    for kind in [RelaxedKind::Constraint, RelaxedKind::Fact, RelaxedKind::Rule, RelaxedKind::Bounds] {
        assert!(with(&|cause| *cause == CauseKind::Statement(kind)) >= 50, "{kind}");
    }
}
