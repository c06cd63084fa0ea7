//! All minimal conflicts, and smallest repairs, against a brute force over all subsets of what is soft.
//!
//! Each set of atoms that satisfies what is hard satisfies some of what is soft. A set of soft members is consistent if it
//! is a part of one of those.

use std::collections::BTreeSet;

use groundplan::{Engine, RelaxedKind, Soft};
use groundplan_explain::{why, why_definitions, CauseKind, RepairFinding};
use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::TestRunner;

use super::random::{case, derivable, Body, Case, Force, Ground, Head, Member, Statement, ATOMS, PREDICATES};
use super::CONSTRAINTS;

/// A set of soft members, by bit.
type Members = u32;

const FACTS: Soft = Soft { constraints: false, facts: true, definitions: false };

/// Few statements, so that all subsets can be tried.
const STATEMENTS: usize = 8;

impl Case {
    /// The members that may be left out.
    fn soft_members(&self) -> Vec<Member> {
        let is_soft = |member: &Member| match member {
            Member::Statement(number) => self.is_soft(*number),
            Member::Support(_) => self.soft.definitions,
            Member::Assumed(..) => true,
        };
        self.members().into_iter().filter(is_soft).collect()
    }

    fn all_ground(&self) -> Vec<Ground> {
        let statements = self.statements.iter().enumerate();
        statements.flat_map(|(number, statement)| statement.ground(number)).collect()
    }

    /// The sets of soft members that hold together in some model of what is hard.
    fn consistent(&self, members: &[Member]) -> BTreeSet<Members> {
        let rules = self.all_ground();
        let atoms = derivable(&rules);
        let clause = |rule: &Ground| !self.is_soft(rule.statement);
        let kept_supports = if self.soft.definitions { 0..1_usize << PREDICATES.len() } else { 7..8 };
        let mut consistent = BTreeSet::new();
        for kept in kept_supports {
            let support = |predicate: usize| kept >> predicate & 1 == 1;
            let force =
                Force { rules: &rules, atoms, clause: &clause, support: &support, assumed: &|_| true };
            for set in (0..1 << ATOMS).filter(|&set| force.is_model(set)) {
                let holds = |member: &Member| match *member {
                    Member::Statement(number) => {
                        rules.iter().filter(|rule| rule.statement == number).all(|it| it.is_satisfied(set))
                    }
                    Member::Support(predicate) => support(predicate),
                    Member::Assumed(atom, negated) => (set >> atom & 1 == 1) != negated,
                };
                let held = members.iter().enumerate().filter(|(_, member)| holds(member));
                consistent.insert(held.fold(0, |all, (bit, _)| all | 1 << bit));
            }
        }
        consistent
    }

    /// The case without the members of a repair. Without its bounds, a choice stays.
    fn without(&self, repair: &[Member]) -> Case {
        let mut case = self.clone();
        case.assumed.retain(|&(atom, negated)| !repair.contains(&Member::Assumed(atom, negated)));
        let statements = self.statements.iter().enumerate().filter_map(|(number, statement)| {
            let mut statement = statement.clone();
            match &mut statement.head {
                _ if !repair.contains(&Member::Statement(number)) => {}
                Head::Choice(_, bounds) => *bounds = None,
                _ => return None,
            }
            Some(statement)
        });
        case.statements = statements.collect();
        case
    }

    /// An engine that has the program relaxed.
    fn engine(&self, text: &str) -> Engine {
        let mut engine = Engine::new();
        engine.add_text("random.lp", text).expect("it follows the syntax");
        engine.ground_relaxed(["base"], self.soft).expect("it can be ground");
        engine
    }
}

/// All sets without a superset among the consistent ones that are minimal.
fn minimal_conflicts(consistent: &BTreeSet<Members>, count: usize) -> BTreeSet<Members> {
    let is_maximal = |&&set: &&Members| !consistent.iter().any(|&more| set != more && set & !more == 0);
    let maximal: Vec<Members> = consistent.iter().filter(is_maximal).copied().collect();
    let conflicts = |set: Members| !maximal.iter().any(|&more| set & !more == 0);
    let is_minimal = |&set: &Members| {
        let bits = (0..count).map(|bit| 1 << bit).filter(|bit| set & bit != 0);
        conflicts(set) && bits.clone().all(|bit| !conflicts(set & !bit))
    };
    (0..1 << count).filter(is_minimal).collect()
}

/// A random program with few statements.
fn small_case(runner: &mut TestRunner) -> Case {
    let mut case = case().new_tree(runner).expect("a program").current();
    case.statements.truncate(STATEMENTS);
    case
}

/// A program that was checked.
struct Checked {
    /// The number of minimal conflicts.
    conflicts: usize,
    /// Whether deleting the repair from the text repairs the program; `None` if there is no repair to delete.
    verified: Option<bool>,
}

/// Checks all that the engine says of a program.
fn check(case: &Case) -> Checked {
    let text = case.text();
    let members = case.soft_members();
    let consistent = case.consistent(&members);
    let expected = minimal_conflicts(&consistent, members.len());
    let shown = format!("{text}{:?}, assumed {:?}", case.soft, case.assumed);
    let bits = |named: &[Member]| {
        let bit = |member| members.iter().position(|it| it == member).expect("it is soft");
        named.iter().fold(0, |all: Members, member| all | 1 << bit(member))
    };

    let mut engine = case.engine(&text);
    let question = case.assume(why(&mut engine).expect("it is ground").instances());
    let found = question.find_all(None).expect("it can be solved");
    assert!(found.is_complete, "{shown}");
    let sets: Vec<Members> = found.list.iter().map(|it| bits(&case.read(it, &text).0)).collect();
    assert!(found.list.iter().all(|conflict| conflict.is_minimal), "{shown}");
    assert_eq!(sets.iter().copied().collect::<BTreeSet<_>>(), expected, "{shown}");
    assert_eq!(sets.len(), expected.len(), "one is found twice: {shown}");

    let mut engine = case.engine(&text);
    let question = case.assume(why(&mut engine).expect("it is ground"));
    let fewest = consistent.iter().map(|set| members.len() - set.count_ones() as usize).min();
    let verified = match question.repair(|_| {}).expect("it can be solved") {
        RepairFinding::Unknown => panic!("it has no limit"),
        RepairFinding::Irreparable => {
            assert_eq!(fewest, None, "{shown}");
            None
        }
        RepairFinding::Repair(repair) => {
            let (repaired, _) = case.read_causes(&repair.causes, &text);
            assert!(repair.is_smallest, "{shown}");
            assert_eq!(Some(repaired.len()), fewest, "{repaired:?}\n{shown}");
            let rest = ((1 << members.len()) - 1) & !bits(&repaired);
            assert!(consistent.iter().any(|more| rest & !more == 0), "{repaired:?}\n{shown}");
            let has_support = repaired.iter().any(|member| matches!(member, Member::Support(_)));
            let left = case.without(&repaired);
            let expected = (!has_support).then(|| left.has_model(&left.members(), None));
            assert_eq!(repair.is_verified, expected, "{repaired:?}\n{shown}");
            expected.filter(|_| !repaired.is_empty())
        }
    };
    Checked { conflicts: expected.len(), verified }
}

#[test]
fn all_minimal_conflicts_and_smallest_repairs_are_found() {
    let mut runner = TestRunner::deterministic();
    let checked: Vec<_> = (0..300).map(|_| check(&small_case(&mut runner))).collect();
    let with_conflicts = |least: usize| checked.iter().filter(|it| it.conflicts >= least).count();
    assert!(with_conflicts(1) >= 100);
    assert!(with_conflicts(2) >= 30);
    assert!(checked.iter().filter(|it| it.verified == Some(true)).count() >= 50);
}

/// Definitions without constraints, and without disjunctions: they have an answer set, or an odd loop.
fn definitions(runner: &mut TestRunner) -> Case {
    let mut case = case().new_tree(runner).expect("a program").current();
    case.statements.retain(|statement| match &statement.head {
        Head::None | Head::Disjunction(_) | Head::Choice(_, Some(_)) => false,
        Head::One(_) | Head::Choice(_, None) => true,
    });
    Case { soft: Soft::default(), assumed: Vec::new(), ..case }
}

#[test]
fn odd_loops_are_named_where_definitions_have_no_answer_set() {
    let mut runner = TestRunner::deterministic();
    let mut with_loops = 0;
    for _ in 0..600 {
        let case = definitions(&mut runner);
        let text = case.text();
        let mut engine = case.engine(&text);
        let has_model = case.has_model(&case.members(), None);
        let found = why_definitions(&mut engine, None).expect("it can be solved");
        assert_eq!(found.odd_loops.is_empty(), has_model, "{text}");
        for odd in &found.odd_loops {
            with_loops += 1;
            let negations = odd.steps.iter().filter(|step| step.depends_on.starts_with("not ")).count();
            assert!(negations % 2 == 1, "{odd:?}\n{text}");
            for (step, next) in odd.steps.iter().zip(odd.steps.iter().cycle().skip(1)) {
                assert_eq!(step.depends_on.trim_start_matches("not "), next.atom, "{odd:?}\n{text}");
                let statement = text[..step.span.start as usize].matches('\n').count();
                let rules = case.statements[statement].ground(statement);
                let name = |atom: u32| format!("{}({})", PREDICATES[atom as usize / 2], atom % 2 + 1);
                let depends = |rule: &Ground| {
                    let negated = step.depends_on.starts_with("not ");
                    let mut body = rule.body.iter();
                    name(rule.heads[0]) == step.atom
                        && body.any(|&(atom, sign, _)| sign == negated && name(atom) == next.atom)
                };
                assert!(rules.iter().any(depends), "{odd:?}\n{text}");
            }
        }
    }
    assert!(with_loops >= 50, "{with_loops}");
}

#[test]
fn the_claim_about_an_odd_loop_holds_for_its_rules_alone() {
    let mut runner = TestRunner::deterministic();
    let mut alone = 0;
    for _ in 0..1500 {
        let case = definitions(&mut runner);
        let is_plain = |statement: &Statement| {
            !statement.has_variable() && matches!(statement.body, Body::Conjunction(_))
        };
        let statements = case.statements.iter().filter(|it| is_plain(it)).cloned().collect();
        let case = Case { statements, ..case };
        let text = case.text();
        let found = why_definitions(&mut case.engine(&text), None).expect("it can be solved");
        if found.odd_loops.is_empty() || found.other_rules > 0 {
            continue;
        }
        alone += 1;
        let spans = found.odd_loops.iter().flat_map(|odd| &odd.steps).map(|step| step.span.start as usize);
        let mut lines: BTreeSet<usize> = spans.map(|start| text[..start].matches('\n').count()).collect();
        let is_fact = |&line: &usize| case.statements[line].kind() == RelaxedKind::Fact;
        lines.extend((0..case.statements.len()).filter(is_fact));
        let rules = lines.iter().map(|&line| case.statements[line].clone()).collect();
        let rules = Case { statements: rules, ..case.clone() };
        assert!(!rules.has_model(&rules.members(), None), "{lines:?} of\n{text}");
    }
    assert!(alone >= 20, "{alone}");
}

#[test]
fn a_repair_is_tried_in_the_program_itself() {
    // The fact supports valid(3) also after it is left out as an axiom, but not after it is deleted.
    let text = "zone(1..3). valid(T) :- zone(T), not expired. :- zone(2). :- not valid(3).";
    for (soft, verified) in [(CONSTRAINTS, true), (FACTS, false)] {
        let mut engine = Engine::new();
        engine.add_text("program.lp", text).expect("it follows the syntax");
        engine.ground_relaxed(["base"], soft).expect("it can be ground");
        let repair = why(&mut engine).expect("it is ground").repair(|_| {}).expect("it can be solved");
        let RepairFinding::Repair(repair) = repair else { panic!("one statement is enough") };
        assert_eq!((repair.causes.len(), repair.is_smallest, repair.is_verified), (1, true, Some(verified)));
    }
}

/// Each of three single statements is a repair. Without the persons there is nobody to cook, and nothing to clean.
#[test]
fn of_the_smallest_repairs_one_of_the_program_itself_is_found() {
    let constraints =
        "person(anna; bob). { cooks(P) : person(P) } = 1. cooked :- cooks(_). :- person(P), not cooks(P). \
                       :- not cooked. ";
    let mut engine = Engine::new();
    engine.add_text("program.lp", constraints).expect("it follows the syntax");
    engine.ground_relaxed(["base"], Soft { facts: true, ..CONSTRAINTS }).expect("it can be ground");
    let repair = why(&mut engine).expect("it is ground").repair(|_| {}).expect("it can be solved");
    let RepairFinding::Repair(repair) = repair else { panic!("one statement is enough") };
    assert_eq!((repair.causes.len(), repair.is_smallest, repair.is_verified), (1, true, Some(true)));
    assert_eq!(repair.causes[0].kind, CauseKind::Statement(RelaxedKind::Constraint));

    // Without `a` as an axiom `p` is consistent, but nothing else derives it. To leave out `b` is as good.
    let facts = "a. b. p :- a. :- not p. :- a, b.";
    let mut engine = Engine::new();
    engine.add_text("program.lp", facts).expect("it follows the syntax");
    engine.ground_relaxed(["base"], FACTS).expect("it can be ground");
    let repair = why(&mut engine).expect("it is ground").repair(|_| {}).expect("it can be solved");
    let RepairFinding::Repair(repair) = repair else { panic!("one statement is enough") };
    assert_eq!((repair.causes.len(), repair.is_smallest, repair.is_verified), (1, true, Some(true)));
    assert_eq!(repair.causes[0].span.map(|span| &facts[span.range()]), Some("b."));
}

#[test]
fn kinds_of_causes_are_named_in_repairs() {
    let mut engine = Engine::new();
    engine
        .add_text("program.lp", "{ a; b } = 2. :- a. :- b. { c }. :- not d. d :- c, e. { e }.")
        .expect("syntax");
    let soft = Soft { constraints: false, facts: false, definitions: true };
    engine.ground_relaxed(["base"], soft).expect("it can be ground");
    let RepairFinding::Repair(repair) = why(&mut engine).expect("ground").repair(|_| {}).expect("solved")
    else {
        panic!("the bounds may be left out")
    };
    assert_eq!(repair.causes.len(), 1);
    assert_eq!(repair.causes[0].kind, CauseKind::Statement(RelaxedKind::Bounds));
    assert_eq!(repair.is_verified, Some(true));
    assert_eq!(repair.to_string(), "without this statement, read as an axiom, the rest is consistent");
}
