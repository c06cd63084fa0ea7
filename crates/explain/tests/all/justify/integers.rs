//! Why integer variables have their values, and theory atoms their truth: by hand, and at random by brute force.

use std::fmt::Write;

use groundplan::diagnostic::Span;
use groundplan::{AnswerSet, Engine, Model};
use groundplan_explain::{justify, DerivedAtom, Detail, Reason, SupportKind, Verdict};

use super::{derivation, refutation};

/// The derivation in the best answer set: a line for each atom or bound.
fn best(text: &str, asked: &str) -> Vec<String> {
    let mut engine = Engine::new();
    engine.keep_statements().expect("nothing is ground");
    engine.add_text("program.lp", text).expect("it follows the syntax");
    engine.ground(["base"]).expect("it can be ground");
    let model = engine.query().optimum().expect("it can be solved").model.expect("there is one");
    let answer_set = model.into_answer_set();
    let found = justify(&mut engine, &answer_set, asked, Detail::Brief).expect("it is explained");
    let Verdict::True(atoms) = found.verdict else { panic!("{asked}: {:?}", found.verdict) };
    let line = |atom: &DerivedAtom| {
        let support = &atom.supports[0];
        let kind = match support.kind {
            SupportKind::Open { least, greatest } => format!("{least}..{greatest}"),
            kind => kind.name().to_owned(),
        };
        let body = support.body.iter().map(|reason| match reason {
            Reason::Atom(index) => atoms[*index].atom.clone(),
            Reason::Literal { text, .. } | Reason::Compound { text, .. } => text.clone(),
        });
        let place = support.span.map_or_else(String::new, |span| {
            format!(" {}", text[..span.start as usize].matches('\n').count() + 1)
        });
        format!("{}: {kind}{place}: {}", atom.atom, body.collect::<Vec<_>>().join(", "))
    };
    atoms.iter().map(line).collect()
}

const WORKSHOP: &str = "task(saw,cut,3). task(saw,trim,2). task(lathe,turn,4). task(lathe,bore,3).
before(cut,turn). before(turn,trim).
&dom { 0..100 } = start(T) :- task(_,T,_).
&dom { 0..100 } = end.
&sum { start(T); D } <= start(U) :- before(T,U), task(_,T,D).
&disjoint { start(T)@D : task(M,T,D) } :- task(M,_,_).
&sum { start(T); D } <= end :- task(_,T,D).
&minimize { end }.";

#[test]
fn a_start_is_explained_by_those_before_and_by_the_end() {
    let lines = best(WORKSHOP, "start(trim)=7");
    for line in [
        "start(trim)=7: value: : start(trim) >= 7, start(trim) <= 7",
        "start(trim) >= 7: constraint 5: before(turn,trim), task(lathe,turn,4), start(turn) >= 3",
        "start(turn) >= 3: constraint 5: before(cut,turn), task(saw,cut,3), start(cut) >= 0",
        "start(cut) >= 0: constraint 3: task(saw,cut,3)",
        "start(trim) <= 7: constraint 7: task(saw,trim,2), end <= 9",
        "end <= 9: objective 8: ",
        "task(saw,cut,3): fact 1: ",
    ] {
        assert!(
            lines.contains(&line.replace(": :", ":")) || lines.contains(&line.to_owned()),
            "{line}\n{lines:#?}"
        );
    }
    // What does not overlap with a task comes before it if it cannot come after.
    let lines = best(WORKSHOP, "start(bore)");
    assert!(lines[0].starts_with("start(bore)=0: value"), "{lines:#?}");
    let disjoint = lines.iter().find(|line| line.starts_with("start(bore) <= 0: constraint 6: "));
    assert!(disjoint.is_some_and(|line| line.contains("start(turn) <= 3")), "{lines:#?}");
}

#[test]
fn what_is_not_forced_is_chosen() {
    let text = "&dom { 1..5 } = x. &dom { 0..9 } = y. &sum { x; 2 } = y.";
    let lines = best(text, "y");
    let value = lines[0].split([':', '=']).nth(1).expect("a value").parse::<i64>().expect("a number");
    assert!(lines.contains(&format!("x >= {}: 1..5: ", value - 2)) || value == 3, "{lines:#?}");
    assert!(
        lines.iter().any(|line| line.starts_with(&format!("y >= {value}: constraint 1: x >= {}", value - 2))),
        "{lines:#?}"
    );
    // A value at the end of what is left is chosen in one direction alone.
    let lines = best("&dom { 1..5 } = x. &sum { x } >= 5.", "x=5");
    assert_eq!(lines.len(), 3, "{lines:#?}");
}

#[test]
fn bounds_do_not_approach_a_value_in_small_steps() {
    // Each of the two makes the other one smaller, by one.
    let text = "&dom { 0..1000 } = x. &dom { 0..1000 } = y. &sum { x; 1 } <= y. &sum { y } <= x :- p. { p }.
        &sum { x; y } = 1999 :- not p. &sum { 2*x; -2*y } >= -7.";
    let lines = best(text, "x");
    assert!(lines.len() < 12, "{lines:#?}");
    let rota = "person(ada). person(ben). person(cem). &dom { 0..40 } = hours(P) :- person(P).
        &sum { hours(P) : person(P) } = 90.
        &sum { 2*hours(P); -3*hours(Q) } <= 0 :- person(P), person(Q), P != Q.
        &minimize { 3*hours(ada); 2*hours(ben); 2*hours(cem) }.";
    let lines = best(rota, "hours(ada)=23");
    assert!(lines.len() < 14, "{lines:#?}");
}

#[test]
fn operations_are_told_as_they_are_written() {
    let texts = refutation("&dom { 3..3 } = x. a :- &sum { 2*x; -x; x-(1-x) } >= 5*3-x.", "a", &[]);
    assert_eq!(
        texts,
        ["a :- &sum { 2*x; -x; x-(1-x) } >= 5*3-x. - &sum { 2*x; -x; x-(1-x) } >= (5*3)-x: by `x=3`"]
    );
}

#[test]
fn theory_atoms_of_bodies_rest_on_values() {
    let text = format!("{WORKSHOP}\nlate(T) :- &sum {{ start(T) }} >= 5, task(_,T,_).\nearly(T) :- not late(T), task(_,T,_).");
    let lines = best(&text, "late(trim)");
    assert_eq!(lines[0], "late(trim): rule 9: &sum { start(trim) } >= 5, task(saw,trim,2)");
    assert!(lines.iter().any(|line| line.starts_with("start(trim) >= 7: constraint 5")), "{lines:#?}");
    // The upper bound is not needed.
    assert!(lines.iter().all(|line| !line.contains("<=")), "{lines:#?}");
    let texts = refutation("&dom { 3..3 } = x. a :- &sum { x } >= 5. b :- not &sum { x } >= 2.", "a", &[]);
    assert_eq!(texts, ["a :- &sum { x } >= 5. - &sum { x } >= 5: by `x=3`"]);
    let texts = refutation("&dom { 3..3 } = x. a :- &sum { x } >= 5. b :- not &sum { x } >= 2.", "b", &[]);
    assert_eq!(texts, ["b :- not &sum { x } >= 2. - not &sum { x } >= 2: by `x=3`"]);
    // Of two rules, that one derives the atom whose constraint holds.
    let lines = derivation("&dom { 3..3 } = x. a :- &sum { x } >= 5. a :- &sum { x } < 5.", "a", &[]);
    assert_eq!(lines[0], "a - rule: &sum { x } < 5 (it holds by these values: x=3 by x <= 3)");
}

#[test]
fn a_constraint_of_a_body_is_explained_where_its_rule_makes_a_bound() {
    let text = "&dom { 0..1 } = v. &dom { 0..2 } = y. &sum { v } < 1 :- not &sum { 0 } <= 2*y-1.";
    let lines = best(text, "v=0");
    assert!(lines[0].starts_with("v=0: value"), "{lines:?}");
    assert!(lines.iter().any(|line| line.starts_with("y <= 0")), "{lines:?}");
}

#[test]
fn products_may_be_larger_than_variables() {
    for (text, asked) in [
        (
            "&dom { 0..1 } = x. &dom { 40000 } = a. &dom { 30000 } = v. :- &nsum { v; a*v } <= 1200029999.",
            "x=0",
        ),
        (
            "&dom { 99999 } = v. &dom { 100001..100002 } = y. &dom { 100000..100001 } = z.
             :- &nsum { 50*y; 10*z*v } > 3*v+100003700102.",
            "y=100001",
        ),
    ] {
        assert!(best(text, asked)[0].starts_with(asked), "{text}");
    }
}

#[test]
fn what_an_integrity_constraint_excludes_makes_bounds() {
    let text = "&dom { 0..9 } = x. p(1..2). { q }.\n:- &sum { x } < 7, p(2), not q.\n:- not &sum { x } <= 7.";
    let mut engine = Engine::new();
    engine.keep_statements().expect("nothing is ground");
    engine.add_text("program.lp", text).expect("it follows the syntax");
    engine.ground(["base"]).expect("it can be ground");
    let query = engine.query().assume_text("not q").expect("a literal");
    let answer_set = query.first().expect("it is solved").expect("there is one").into_answer_set();
    let found = justify(&mut engine, &answer_set, "x=7", Detail::Brief).expect("it is explained");
    let Verdict::True(atoms) = found.verdict else { panic!("{found:?}") };
    let support = |bound: &str| {
        let atom = atoms.iter().find(|atom| atom.atom == bound);
        &atom.unwrap_or_else(|| panic!("{bound} in {atoms:?}")).supports[0]
    };
    let least = support("x >= 7");
    assert_eq!(least.span.map(|span: Span| &text[span.range()]), Some(":- &sum { x } < 7, p(2), not q."));
    assert_eq!((least.kind, least.body.len()), (SupportKind::Constraint, 2));
    let greatest = support("x <= 7");
    assert_eq!(greatest.span.map(|span| &text[span.range()]), Some(":- not &sum { x } <= 7."));
}

#[test]
fn other_values_and_unknown_variables_are_false() {
    let said = |asked: &str| {
        let Verdict::False(reasons) =
            super::justified("&dom { 3..3 } = f(a). &dom { 4..4 } = (1,b). p.", asked, &[]).verdict
        else {
            panic!("{asked} is true")
        };
        (reasons.value, reasons.is_known)
    };
    assert_eq!(said("f(a)=4"), (Some("its value is 3: ask for `f(a)=3`".to_owned()), true));
    assert_eq!(said("f(b) = 4"), (Some("there is no integer variable `f(b)`".to_owned()), false));
    assert_eq!(said("(1,b)=5").0.as_deref(), Some("its value is 4: ask for `(1,b)=4`"));
    assert_eq!(said("q").0, None);
    assert_eq!(super::justified("&dom { 3..3 } = p. p.", "p", &[]).atom, "p");
    assert_eq!(super::justified("&dom { 3..3 } = p. q.", "p", &[]).atom, "p=3");
}

/// A constraint of a random program.
#[derive(Clone, Debug)]
enum Constraint {
    Linear(Vec<(i64, usize)>, &'static str, i64),
    Domain(usize, Vec<(i64, i64)>),
    Distinct(Vec<(usize, i64)>),
    Disjoint(Vec<(usize, i64)>),
}

const VARIABLES: usize = 4;
const DOMAIN: std::ops::RangeInclusive<i64> = 0..=5;

impl Constraint {
    fn draw(random: &mut fastrand::Rng) -> Constraint {
        let some = |random: &mut fastrand::Rng| {
            let mut all: Vec<usize> = (0..VARIABLES).collect();
            random.shuffle(&mut all);
            all.truncate(1 + random.usize(..3));
            all
        };
        match random.usize(..8) {
            0..=4 => {
                let terms = some(random).into_iter().map(|it| ([-2, -1, 1, 1, 2][random.usize(..5)], it));
                let terms = terms.collect();
                Constraint::Linear(
                    terms,
                    ["<=", ">=", "=", "!=", "<", ">="][random.usize(..6)],
                    random.i64(-3..9),
                )
            }
            5 => {
                let first = random.i64(0..3);
                let ranges = vec![(first, first + random.i64(0..2)), (4, 5)];
                Constraint::Domain(random.usize(..VARIABLES), ranges)
            }
            6 => Constraint::Distinct(some(random).into_iter().map(|it| (it, random.i64(-1..2))).collect()),
            _ => Constraint::Disjoint(some(random).into_iter().map(|it| (it, random.i64(1..3))).collect()),
        }
    }

    fn text(&self) -> String {
        let list = |texts: Vec<String>| texts.join("; ");
        match self {
            Constraint::Linear(terms, relation, number) => {
                let terms = terms.iter().map(|(factor, it)| format!("{factor}*x({it})")).collect();
                format!("&sum {{ {} }} {relation} {number}", list(terms))
            }
            Constraint::Domain(variable, ranges) => {
                let ranges = ranges.iter().map(|(first, last)| format!("{first}..{last}")).collect();
                format!("&dom {{ {} }} = x({variable})", list(ranges))
            }
            Constraint::Distinct(sums) => {
                format!(
                    "&distinct {{ {} }}",
                    list(sums.iter().map(|(it, more)| format!("x({it})+{more}")).collect())
                )
            }
            Constraint::Disjoint(intervals) => {
                format!(
                    "&disjoint {{ {} }}",
                    list(intervals.iter().map(|(it, length)| format!("x({it})@{length}")).collect())
                )
            }
        }
        .replace("+-", "-")
    }

    fn holds(&self, values: &[i64]) -> bool {
        let pairs = |all: &[(usize, i64)], fit: &dyn Fn((usize, i64), (usize, i64)) -> bool| {
            all.iter().enumerate().all(|(at, &one)| all[..at].iter().all(|&other| fit(one, other)))
        };
        match self {
            Constraint::Linear(terms, relation, number) => {
                let sum: i64 = terms.iter().map(|&(factor, it)| factor * values[it]).sum();
                match *relation {
                    "<=" => sum <= *number,
                    ">=" => sum >= *number,
                    "=" => sum == *number,
                    "!=" => sum != *number,
                    _ => sum < *number,
                }
            }
            Constraint::Domain(variable, ranges) => {
                ranges.iter().any(|(first, last)| (first..=last).contains(&&values[*variable]))
            }
            Constraint::Distinct(sums) => {
                pairs(sums, &|(one, more), (other, much)| values[one] + more != values[other] + much)
            }
            Constraint::Disjoint(intervals) => pairs(intervals, &|(one, length), (other, long)| {
                values[one] + length <= values[other] || values[other] + long <= values[one]
            }),
        }
    }
}

/// The ways in which a random program states a constraint.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Stated {
    /// In the head of a fact, or of a rule with an atom that may be chosen.
    Head,
    /// An integrity constraint excludes it.
    Excluded,
    /// An integrity constraint excludes its opposite.
    Demanded,
    /// The sum is minimized.
    Minimized,
}

/// A random program with its statements, and the bytes at which they begin.
struct Case {
    text: String,
    statements: Vec<(usize, Stated, Constraint)>,
}

fn draw(seed: u64) -> Case {
    let mut random = fastrand::Rng::with_seed(seed);
    let mut text = "{ a; b }.\n".to_owned();
    let mut statements = Vec::new();
    for variable in 0..VARIABLES {
        let domain = Constraint::Domain(variable, vec![(*DOMAIN.start(), *DOMAIN.end())]);
        statements.push((text.len(), Stated::Head, domain.clone()));
        let _ = writeln!(text, "{}.", domain.text());
    }
    for _ in 0..2 + random.usize(..4) {
        let constraint = Constraint::draw(&mut random);
        let stated = [Stated::Head, Stated::Head, Stated::Excluded, Stated::Demanded][random.usize(..4)];
        let condition = ["", "a", "not a", "b"][random.usize(..4)];
        let body = |literal: String| {
            [literal, condition.to_owned()]
                .into_iter()
                .filter(|it| !it.is_empty())
                .collect::<Vec<_>>()
                .join(", ")
        };
        // The others stand in heads alone.
        let stated = if matches!(constraint, Constraint::Linear(..)) { stated } else { Stated::Head };
        let constraint_text = constraint.text();
        statements.push((text.len(), stated, constraint));
        let _ = match stated {
            Stated::Head if condition.is_empty() => writeln!(text, "{constraint_text}."),
            Stated::Head => writeln!(text, "{constraint_text} :- {condition}."),
            Stated::Excluded => writeln!(text, ":- {}.", body(constraint_text)),
            _ => writeln!(text, ":- {}.", body(format!("not {constraint_text}"))),
        };
    }
    if random.bool() {
        let terms: Vec<(i64, usize)> =
            (0..2).map(|_| (random.i64(1..3), random.usize(..VARIABLES))).collect();
        let list: Vec<String> = terms.iter().map(|(factor, it)| format!("{factor}*x({it})")).collect();
        statements.push((text.len(), Stated::Minimized, Constraint::Linear(terms, "<=", 0)));
        let _ = writeln!(text, "&minimize {{ {} }}.", list.join("; "));
    }
    Case { text, statements }
}

/// A bound as it is told: `x(2) >= 3`.
fn read_bound(text: &str) -> Option<(usize, bool, i64)> {
    let (name, relation, value) = match text.split_once(" >= ") {
        Some((name, value)) => (name, true, value),
        None => text.split_once(" <= ").map(|(name, value)| (name, false, value))?,
    };
    let variable = name.strip_prefix("x(")?.strip_suffix(')')?;
    Some((variable.parse().ok()?, relation, value.parse().ok()?))
}

/// All values of the variables, somewhat beyond their domains.
fn assignments() -> impl Iterator<Item = [i64; VARIABLES]> {
    let values = || DOMAIN.start() - 2..=DOMAIN.end() + 2;
    values().flat_map(move |a| {
        values().flat_map(move |b| values().flat_map(move |c| values().map(move |d| [a, b, c, d])))
    })
}

/// Checks each bound: the statement and the bounds that it rests on leave no other values.
fn check(case: &Case, atoms: &[DerivedAtom], values: &[i64]) -> [usize; 3] {
    let mut kinds = [0; 3];
    for (index, atom) in atoms.iter().enumerate() {
        let Some((variable, is_least, value)) = read_bound(&atom.atom) else { continue };
        let satisfies = |values: &[i64], (variable, is_least, value): (usize, bool, i64)| {
            if is_least {
                values[variable] >= value
            } else {
                values[variable] <= value
            }
        };
        let bound = (variable, is_least, value);
        assert!(satisfies(values, bound), "{} is wrong\n{}", atom.atom, case.text);
        let [support] = &atom.supports[..] else { panic!("one support: {atom:?}") };
        let premises: Vec<(usize, bool, i64)> = support
            .body
            .iter()
            .filter_map(|reason| match reason {
                Reason::Atom(premise) => {
                    // What a bound rests on is told below it, so no explanation is circular.
                    let premise_text = &atoms[*premise].atom;
                    let bound = read_bound(premise_text)?;
                    assert!(*premise > index, "{premise_text} before {}", atom.atom);
                    Some(bound)
                }
                _ => None,
            })
            .collect();
        let statement = |span: Option<Span>| {
            let span = span.expect("a statement");
            let mut statements = case.statements.iter();
            let found = statements.rfind(|(start, ..)| *start <= span.start as usize);
            found.expect("it is one of the program")
        };
        let allows = |assignment: &[i64]| match support.kind {
            SupportKind::Constraint => {
                let (_, stated, constraint) = statement(support.span);
                constraint.holds(assignment) == (*stated != Stated::Excluded)
            }
            SupportKind::Objective => {
                let (_, _, objective) = statement(support.span);
                let Constraint::Linear(terms, ..) = objective else { panic!("a sum") };
                let cost = |of: &[i64]| terms.iter().map(|&(factor, it)| factor * of[it]).sum::<i64>();
                cost(assignment) <= cost(values)
            }
            kind => panic!("{kind:?}"),
        };
        match support.kind {
            SupportKind::Open { least, greatest } => {
                kinds[2] += 1;
                assert!(value == values[variable] && least < greatest && (least..=greatest).contains(&value));
            }
            SupportKind::Limit => assert!(value.abs() == (1 << 30) - 1, "{}", atom.atom),
            kind => {
                kinds[usize::from(kind == SupportKind::Objective)] += 1;
                for assignment in assignments() {
                    let is_allowed = premises.iter().all(|&premise| satisfies(&assignment, premise))
                        && allows(&assignment);
                    assert!(
                        !is_allowed || satisfies(&assignment, bound),
                        "{} does not follow: {assignment:?}, {support:?}\n{}",
                        atom.atom,
                        case.text
                    );
                }
            }
        }
    }
    kinds
}

#[test]
fn bounds_are_right_by_brute_force() {
    let (mut asked, mut kinds) = (0, [0; 3]);
    for seed in 0..120 {
        let case = draw(seed);
        let mut engine = Engine::new();
        engine.keep_statements().expect("nothing is ground");
        engine.add_text("random.lp", &case.text).expect("it follows the syntax");
        engine.ground(["base"]).expect("it can be ground");
        let answer_sets: Vec<AnswerSet> = match engine.has_objective() {
            true => {
                let best = engine.query().optimum().expect("it can be solved").model;
                best.into_iter().map(Model::into_answer_set).collect()
            }
            false => {
                let models = engine.query().limit(2).models().expect("it can be solved");
                models.map(|model| model.expect("it is found").into_answer_set()).collect()
            }
        };
        for answer_set in &answer_sets {
            let integers = engine.model(answer_set).expect("its own").integers();
            assert_eq!(integers.len(), VARIABLES);
            let values: Vec<i64> = integers.iter().map(|&(_, value)| value).collect();
            for (variable, value) in values.iter().enumerate() {
                let text = format!("x({variable})={value}");
                let found = justify(&mut engine, answer_set, &text, Detail::Brief);
                let found = found.unwrap_or_else(|error| panic!("{text}: {error}\n{}", case.text));
                let Verdict::True(atoms) = found.verdict else { panic!("{text}\n{}", case.text) };
                assert_eq!((&found.atom, &atoms[0].atom), (&text, &text));
                for (all, more) in kinds.iter_mut().zip(check(&case, &atoms, &values)) {
                    *all += more;
                }
                asked += 1;
            }
        }
    }
    assert!(asked > 300 && kinds.iter().all(|&count| count > 50), "{asked} {kinds:?}");
}
