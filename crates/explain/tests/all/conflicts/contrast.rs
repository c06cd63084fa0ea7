//! Contrasts against a brute force over all sets of atoms: what excludes a literal, what it costs, and the fewest changes.

use groundplan::{AnswerSet, Engine};
use groundplan_explain::{Contrast, Contrasts, CostChange, Difference};
use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::TestRunner;

use super::random::{case, derivable, Case, Force, Ground, Set, ATOMS, PREDICATES};

/// A program with an objective: for some atoms, a weight and a priority of 1 or 2.
struct Priced {
    case: Case,
    costs: Vec<(u32, i64, i64)>,
}

fn name(atom: u32) -> String {
    format!("{}({})", PREDICATES[atom as usize / 2], atom % 2 + 1)
}

fn statement(atom: u32, weight: i64, priority: i64) -> String {
    format!("#minimize {{ {weight}@{priority},{atom} : {} }}.", name(atom))
}

impl Priced {
    fn text(&self) -> String {
        let costs =
            self.costs.iter().map(|&(atom, weight, priority)| statement(atom, weight, priority) + "\n");
        format!("{}{}", self.case.text(), costs.collect::<String>())
    }

    /// All answer sets, as sets of atoms.
    fn answer_sets(&self) -> Vec<Set> {
        let statements = self.case.statements.iter().enumerate();
        let rules: Vec<Ground> = statements.flat_map(|(number, it)| it.ground(number)).collect();
        let atoms = derivable(&rules);
        let force = Force { rules: &rules, atoms, clause: &|_| true, support: &|_| true, assumed: &|_| true };
        (0..1 << ATOMS).filter(|&set| force.is_model(set)).collect()
    }

    /// The statements by which the costs of two sets differ, with their changes.
    fn changes(&self, before: Set, after: Set) -> Vec<(i64, i64, String)> {
        let differs = |it: &&(u32, i64, i64)| (before ^ after) >> it.0 & 1 == 1;
        let changes = self.costs.iter().filter(differs).map(|&(atom, weight, priority)| {
            let change = if after >> atom & 1 == 1 { weight } else { -weight };
            (change, priority, statement(atom, weight, priority))
        });
        let mut changes: Vec<(i64, i64, String)> = changes.collect();
        changes.sort_unstable();
        changes
    }

    /// The costs of a set at these priorities.
    fn cost(&self, priorities: &[i64], set: Set) -> Vec<i64> {
        let at = |priority: &i64| {
            let own = self.costs.iter().filter(|it| it.2 == *priority);
            own.filter(|it| set >> it.0 & 1 == 1).map(|it| it.1).sum()
        };
        priorities.iter().map(at).collect()
    }
}

/// The statements by which costs differ, with their changes.
fn changed_costs(difference: &Difference, text: &str) -> Vec<(i64, i64, String)> {
    let changes = difference.cost_changes.iter();
    let told = changes.map(|it| (it.change, it.priority, text[it.span.range()].to_owned()));
    let mut told: Vec<(i64, i64, String)> = told.collect();
    told.sort_unstable();
    told
}

/// How often each kind of answer was checked.
#[derive(Default, Debug)]
struct Seen {
    impossible: usize,
    possible: usize,
    dearer: usize,
}

fn set_of(engine: &Engine, answer_set: &AnswerSet) -> Set {
    let model = engine.model(answer_set).expect("it found it");
    let names: Vec<String> = model.atoms().map(|atom| atom.to_string()).collect();
    (0..ATOMS).filter(|&atom| names.contains(&name(atom))).fold(0, |set, atom| set | 1 << atom)
}

fn check(priced: &Priced, seen: &mut Seen) {
    let text = priced.text();
    let all = priced.answer_sets();
    let mut engine = Engine::new();
    engine.add_text("random.lp", &text).expect("it follows the syntax");
    let ungrounded = engine.ungrounded(&["base".into()]).expect("it has that part");
    engine.ground(["base"]).expect("it can be ground");
    let optimum = engine.query().optimum().expect("it can be solved");
    let Some(model) = optimum.model else {
        assert!(all.is_empty(), "{text}");
        return;
    };
    let best = model.into_answer_set();
    let before = set_of(&engine, &best);
    // An atom that is never true takes its priority along.
    let priorities: Vec<i64> =
        engine.ground_program().program.objectives().iter().map(|objective| objective.priority).collect();
    let cost = |set| priced.cost(&priorities, set);
    let mut contrasts = Contrasts::of(&mut engine, Some(ungrounded));
    for atom in 0..ATOMS {
        let holds = before >> atom & 1 == 1;
        let wanted = if holds { format!("not {}", name(atom)) } else { name(atom) };
        let with: Vec<Set> = all.iter().copied().filter(|set| (set >> atom & 1 == 1) != holds).collect();
        let shown = format!("{wanted} beside {before:b} in\n{text}");
        match contrasts.find(&best, &[&wanted]).expect("it can be solved") {
            Contrast::Impossible(conflict) => {
                seen.impossible += 1;
                assert!(with.is_empty() && conflict.is_minimal, "{shown}");
                // The atom is assumed, so the rest of the conflict has an answer set without it.
                assert!(conflict.causes.iter().any(|cause| cause.span.is_none()), "{shown}");
            }
            Contrast::Possible(difference) => {
                seen.possible += 1;
                let cheapest = with.iter().map(|&set| cost(set)).min().expect(&shown);
                let changes = |set: Set| (set ^ before).count_ones() as usize;
                let dear = with.iter().filter(|&&set| cost(set) == cheapest);
                let fewest = dear.map(|&set| changes(set)).min().expect("the cheapest one");
                assert!(difference.is_cheapest && difference.is_smallest, "{shown}");
                assert_eq!(difference.added.len() + difference.removed.len(), fewest, "{shown}");
                let bit = |named: &String| (0..ATOMS).find(|&it| name(it) == *named).expect(&shown);
                let flipped = difference.added.iter().chain(&difference.removed).map(bit);
                let after = flipped.fold(before, |set, atom| set ^ 1 << atom);
                assert!(with.contains(&after), "{after:b}: {shown}");
                if !priorities.is_empty() {
                    assert_eq!(difference.costs, (cost(before), cost(after)), "{shown}");
                    assert_eq!(difference.costs.1, cheapest, "{shown}");
                    seen.dearer += usize::from(difference.costs.0 != difference.costs.1);
                    if difference.costs.0 != difference.costs.1 {
                        assert_eq!(
                            changed_costs(&difference, &text),
                            priced.changes(before, after),
                            "{shown}"
                        );
                    }
                }
            }
            other => panic!("{other:?}: {shown}"),
        }
    }
}

#[test]
fn contrasts_are_those_of_all_answer_sets() {
    let mut runner = TestRunner::deterministic();
    let costs = proptest::collection::vec((0..ATOMS, 1..4_i64, 1..3_i64), 0..5);
    let mut seen = Seen::default();
    for _ in 0..900 {
        let (case, costs) = (case(), &costs).new_tree(&mut runner).expect("a program").current();
        // Each atom has one price.
        let mut costs: Vec<(u32, i64, i64)> = costs;
        costs.sort_unstable();
        costs.dedup_by_key(|it| it.0);
        let derivable = derivable(
            &case.statements.iter().enumerate().flat_map(|(at, it)| it.ground(at)).collect::<Vec<_>>(),
        );
        costs.retain(|it| derivable >> it.0 & 1 == 1);
        check(&Priced { case, costs }, &mut seen);
    }
    assert!(seen.impossible >= 500 && seen.possible >= 300 && seen.dearer >= 100, "{seen:?}");
}

/// What would change if a literal held in a best answer set: by how much costs change, at which priority, with which values.
fn cost_changes(text: &str, wanted: &str) -> Vec<String> {
    let mut engine = Engine::new();
    engine.add_text("costs.lp", text).expect("it follows the syntax");
    let ungrounded = engine.ungrounded(&["base".into()]).expect("it has that part");
    engine.ground(["base"]).expect("it can be ground");
    let best =
        engine.query().optimum().expect("it can be solved").model.expect("there is one").into_answer_set();
    let mut contrasts = Contrasts::of(&mut engine, Some(ungrounded));
    let Contrast::Possible(difference) = contrasts.find(&best, &[wanted]).expect("it can be solved") else {
        panic!("{wanted} is possible")
    };
    let told = |it: &CostChange| match &it.words {
        Some(words) => format!("{:+}@{} {words}", it.change, it.priority),
        None => format!("{:+}@{} {}", it.change, it.priority, it.instance),
    };
    difference.cost_changes.iter().map(told).collect()
}

#[test]
fn costs_are_told_by_the_elements_of_objectives() {
    let choice = "#const dear = 3. day(1..3). { on(a, D; b, D) } = 1 :- day(D).\n";
    for (objective, expected) in [
        // Several elements, with constants and arithmetic.
        ("#minimize { dear-1@2,D : on(a, D), D > 1; D@1,x : on(b, D), D = 1 }.", &["+2@2 D = 2"][..]),
        // A tuple counts once.
        ("#minimize { 1,a : on(a, D), day(D), E = 1..2 }.", &["+1@0 D = 2, E = 1"]),
        ("#maximize { 4@5,D : on(b, D) }.", &["+4@5 D = 2"]),
        // Aggregates, conditions and anonymous variables.
        (":~ N = #count { D : on(a, D), day(D) }, N > 0. [N]", &["+1@0 N = 1"]),
        (":~ day(D), not on(b, E) : E = D. [1, D]", &["+1@0 D = 2"]),
        (":~ on(a, _). [1@-1]", &["+1@-1 "]),
        ("% Ada works on day {D}.\n:~ on(a, D). [2@1, D]", &["+2@1 Ada works on day 2."]),
        // What gets cheaper stands behind what gets dearer.
        ("#minimize { 1@3,D : on(a, D); -1@3,x : on(a, 2) }. #minimize { 1@3,y : on(b, 2) ; 3@3,z : on(a, 2) }.", &[
            "+3@3 ", "+1@3 D = 2", "-1@3 ", "-1@3 ",
        ]),
    ] {
        assert_eq!(cost_changes(&format!("{choice}{objective}"), "on(a,2)"), expected, "{objective}");
    }
}
