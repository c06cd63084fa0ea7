//! Justifications against brute force, on random programs: each subset of the answer set that satisfies the instances of a
//! derivation contains its atoms, and each instance that could derive a false atom fails as is said.

use std::collections::BTreeSet;
use std::fmt::Write;

use groundplan::{AnswerSet, Engine};
use groundplan_explain::{
    justify, DerivedAtom, Detail, FailedRule, Failure, FailureEnd, Instance, Reason, Support, Verdict,
};

/// A true atom: the number of its predicate, and its argument.
type Model = BTreeSet<(usize, i64)>;

const PREDICATES: [&str; 3] = ["a", "b", "c"];
const LAST: i64 = 3;

/// An argument: a variable by number, or a number.
#[derive(Clone, Copy, Debug)]
enum Argument {
    Variable(usize),
    Number(i64),
}

#[derive(Clone, Copy, Debug)]
struct Atom(usize, Argument);

#[derive(Clone, Copy, Debug)]
enum Literal {
    /// The number of `not` before an atom.
    Atom(usize, Atom),
    Compare(Argument, &'static str, Argument),
    /// The number of true atoms of a predicate compared with a number.
    Count(usize, &'static str, i64),
}

#[derive(Clone, Debug)]
struct Statement {
    is_choice: bool,
    heads: Vec<Atom>,
    body: Vec<Literal>,
}

/// The values of the variables X and Y.
type Assignment = [i64; 2];

impl Argument {
    fn value(self, assignment: Assignment) -> i64 {
        match self {
            Argument::Variable(number) => assignment[number],
            Argument::Number(number) => number,
        }
    }

    fn text(self) -> String {
        match self {
            Argument::Variable(number) => ["X", "Y"][number].to_owned(),
            Argument::Number(number) => number.to_string(),
        }
    }
}

impl Atom {
    fn ground(self, assignment: Assignment) -> (usize, i64) {
        (self.0, self.1.value(assignment))
    }

    fn text(self) -> String {
        format!("{}({})", PREDICATES[self.0], self.1.text())
    }
}

fn compares(left: i64, relation: &str, right: i64) -> bool {
    match relation {
        "<" => left < right,
        "!=" => left != right,
        "=" => left == right,
        ">=" => left >= right,
        "<=" => left <= right,
        _ => panic!("no relation: {relation}"),
    }
}

impl Literal {
    fn text(self) -> String {
        match self {
            Literal::Atom(negations, atom) => format!("{}{}", "not ".repeat(negations), atom.text()),
            Literal::Compare(left, relation, right) => format!("{} {relation} {}", left.text(), right.text()),
            Literal::Count(predicate, relation, number) => {
                format!("#count {{ Z : {}(Z) }} {relation} {number}", PREDICATES[predicate])
            }
        }
    }

    /// Whether it holds in the reduct by `model` for a subset of it.
    fn holds(self, assignment: Assignment, model: &Model, subset: &Model) -> bool {
        match self {
            Literal::Atom(0, atom) => subset.contains(&atom.ground(assignment)),
            Literal::Atom(negations, atom) => model.contains(&atom.ground(assignment)) == (negations == 2),
            Literal::Compare(left, relation, right) => {
                compares(left.value(assignment), relation, right.value(assignment))
            }
            Literal::Count(predicate, relation, number) => [model, subset].iter().all(|set| {
                let count = set.iter().filter(|(of, _)| *of == predicate).count();
                compares(count as i64, relation, number)
            }),
        }
    }
}

impl Statement {
    fn draw(random: &mut fastrand::Rng) -> Statement {
        let argument = |random: &mut fastrand::Rng| match random.usize(..5) {
            number @ 0..2 => Argument::Variable(number),
            _ if random.bool() => Argument::Variable(0),
            _ => Argument::Number(random.i64(1..=LAST)),
        };
        let atom = |random: &mut fastrand::Rng| Atom(random.usize(..3), argument(random));
        let heads = if random.usize(..5) == 0 { 2 } else { 1 };
        let heads: Vec<Atom> = (0..heads).map(|_| atom(random)).collect();
        let is_choice = heads.len() == 1 && random.usize(..3) == 0;
        let mut body = Vec::new();
        for _ in 0..random.usize(..4) {
            body.push(match random.usize(..10) {
                0..=5 => Literal::Atom(0, atom(random)),
                6 | 7 => Literal::Atom(1 + random.usize(..4) / 3, atom(random)),
                8 => {
                    let relation = ["<", "!=", "="][random.usize(..3)];
                    Literal::Compare(argument(random), relation, argument(random))
                }
                _ => {
                    let relation = [">=", "<="][random.usize(..2)];
                    Literal::Count(random.usize(..3), relation, random.i64(0..=2))
                }
            });
        }
        Statement { is_choice, heads, body }
    }

    fn text(&self) -> String {
        let heads: Vec<String> = self.heads.iter().map(|atom| atom.text()).collect();
        let heads = if self.is_choice { format!("{{ {} }}", heads[0]) } else { heads.join(" ; ") };
        let mut body: Vec<String> = self.body.iter().map(|literal| literal.text()).collect();
        let uses = |text: &str| format!("{heads} {}", body.join(" ")).contains(text);
        let variables = ["X", "Y"].into_iter().filter(|name| uses(name)).map(|name| format!("d({name})"));
        let variables: Vec<String> = variables.collect();
        body.extend(variables);
        format!("{heads}{}{}.", if body.is_empty() { "" } else { " :- " }, body.join(", "))
    }

    fn body_holds(&self, assignment: Assignment, model: &Model, subset: &Model) -> bool {
        self.body.iter().all(|literal| literal.holds(assignment, model, subset))
    }

    /// Whether a subset satisfies this instance in the reduct by `model`.
    fn is_satisfied(&self, assignment: Assignment, model: &Model, subset: &Model) -> bool {
        !self.body_holds(assignment, model, subset)
            || self.heads.iter().any(|head| {
                let head = head.ground(assignment);
                subset.contains(&head) || self.is_choice && !model.contains(&head)
            })
    }
}

fn assignments() -> impl Iterator<Item = Assignment> {
    (1..=LAST).flat_map(|x| (1..=LAST).map(move |y| [x, y]))
}

/// A program with what is asked about it.
struct Case {
    statements: Vec<Statement>,
    text: String,
    /// The bytes at which the statements begin.
    starts: Vec<usize>,
    model: Model,
}

impl Case {
    fn statement(&self, span: groundplan::diagnostic::Span) -> Option<&Statement> {
        self.starts
            .iter()
            .position(|&start| start == span.start as usize)
            .map(|index| &self.statements[index])
    }

    /// The values of the variables of an instance; those that do not occur are 1.
    fn assignment(instance: &Instance) -> Assignment {
        ["X", "Y"].map(|name| {
            let value = instance.values.iter().find(|(variable, _)| variable == name);
            value.map_or(1, |(_, value)| value.parse().expect("a number"))
        })
    }

    fn read_atom(text: &str) -> Option<(usize, i64)> {
        let predicate = PREDICATES.iter().position(|name| text.starts_with(&format!("{name}(")))?;
        Some((predicate, text[2..text.len() - 1].parse().ok()?))
    }

    /// Checks a derivation; returns the number of atoms that need a distinction of cases.
    fn check_true(&self, atoms: &[DerivedAtom], asked: (usize, i64)) -> usize {
        assert_eq!(Self::read_atom(&atoms[0].atom), Some(asked));
        let mut instances: Vec<(&Statement, Assignment)> = Vec::new();
        for atom in atoms {
            assert!(!atom.supports.is_empty(), "{}", self.text);
            let Some(head) = Self::read_atom(&atom.atom) else {
                assert!(atom.atom.starts_with("d("), "{}", atom.atom);
                continue;
            };
            for Support { span, instance, body, .. } in &atom.supports {
                let statement = self.statement(span.expect("a rule")).expect("one of the program");
                let assignment = Self::assignment(instance);
                assert!(statement.heads.iter().any(|it| it.ground(assignment) == head), "{}", self.text);
                assert!(statement.body_holds(assignment, &self.model, &self.model), "{}", self.text);
                for literal in &statement.body {
                    let Literal::Atom(0, premise) = literal else { continue };
                    let premise = premise.ground(assignment);
                    let is_told = |reason: &Reason| matches!(reason, Reason::Atom(index) if Self::read_atom(&atoms[*index].atom) == Some(premise));
                    assert!(body.iter().any(is_told), "{premise:?} of {}\n{}", atom.atom, self.text);
                }
                instances.push((statement, assignment));
            }
        }
        self.check_entailment(atoms, &instances);
        self.check_order(atoms);
        atoms.iter().filter(|atom| atom.by_cases).count()
    }

    /// Each subset of the answer set that satisfies the instances contains the atoms.
    fn check_entailment(&self, atoms: &[DerivedAtom], instances: &[(&Statement, Assignment)]) {
        let model: Vec<(usize, i64)> = self.model.iter().copied().collect();
        let entailed: Vec<(usize, i64)> = atoms.iter().filter_map(|it| Self::read_atom(&it.atom)).collect();
        for bits in 0..1_u32 << model.len() {
            let members = model.iter().enumerate().filter(|(index, _)| bits >> index & 1 == 1);
            let subset: Model = members.map(|(_, &atom)| atom).collect();
            let mut instances = instances.iter();
            if instances.all(|(statement, values)| statement.is_satisfied(*values, &self.model, &subset)) {
                assert!(entailed.iter().all(|atom| subset.contains(atom)), "{subset:?}\n{}", self.text);
            }
        }
    }

    /// Without a distinction of cases, each atom is derived by each of its supports from atoms before it.
    fn check_order(&self, atoms: &[DerivedAtom]) {
        let mut derived: BTreeSet<usize> = BTreeSet::new();
        loop {
            let follows = |support: &Support| {
                support.body.iter().all(|reason| match reason {
                    Reason::Atom(index) => derived.contains(index),
                    Reason::Literal { .. } => true,
                    Reason::Compound { elements, .. } => {
                        elements.iter().flat_map(|element| &element.atoms).all(|it| derived.contains(it))
                    }
                })
            };
            let open = (0..atoms.len()).filter(|index| !derived.contains(index) && !atoms[*index].by_cases);
            let next: Vec<usize> = open.filter(|&it| atoms[it].supports.iter().all(follows)).collect();
            if next.is_empty() {
                break;
            }
            derived.extend(next);
        }
        let by_cases = atoms.iter().any(|atom| atom.by_cases);
        assert!(by_cases || derived.len() == atoms.len(), "a circle in {atoms:?}\n{}", self.text);
    }

    fn check_false(&self, rules: &[FailedRule], asked: (usize, i64)) {
        for (statement, &start) in self.statements.iter().zip(&self.starts) {
            let own = || rules.iter().filter(|rule| rule.span.start as usize == start);
            for assignment in assignments() {
                let derives = statement.heads.iter().any(|head| head.ground(assignment) == asked);
                // Equations give variables their values without a word.
                let unequal = |it: &Literal| {
                    matches!(it, Literal::Compare(_, "=", _)) && !self.is_true(*it, assignment)
                };
                if derives && !statement.body.iter().any(unequal) {
                    let mut told = own().filter(|rule| self.agrees(&rule.instance, assignment));
                    assert!(
                        told.any(|rule| self.fails(statement, &rule.failure, assignment)),
                        "{asked:?} by {assignment:?} of {}: {rules:#?}\n{}",
                        statement.text(),
                        self.text
                    );
                }
            }
        }
        for rule in rules {
            let statement = self.statement(rule.span).expect("one of the program");
            assert!(
                assignments().any(|it| statement.heads.iter().any(|head| head.ground(it) == asked)),
                "{} cannot derive {asked:?}",
                statement.text()
            );
        }
    }

    fn is_true(&self, literal: Literal, assignment: Assignment) -> bool {
        literal.holds(assignment, &self.model, &self.model)
    }

    fn agrees(&self, instance: &Instance, assignment: Assignment) -> bool {
        instance.values.iter().all(|(name, value)| match name.as_str() {
            "X" => *value == assignment[0].to_string(),
            "Y" => *value == assignment[1].to_string(),
            _ => panic!("no variable {name}\n{}", self.text),
        })
    }

    /// Whether an instance fails as is said.
    fn fails(&self, statement: &Statement, failure: &Failure, assignment: Assignment) -> bool {
        for (text, only) in &failure.steps {
            if !self.agrees(only, assignment) {
                return !self.holds(statement, text, assignment);
            }
        }
        match &failure.end {
            FailureEnd::Literal { text, .. } => !self.holds(statement, text, assignment),
            FailureEnd::Head(reason) => {
                let others = statement.heads.iter().any(|head| self.model.contains(&head.ground(assignment)));
                statement.body_holds(assignment, &self.model, &self.model)
                    && (statement.is_choice && reason.contains("not chosen")
                        || others && reason.contains("already"))
            }
            FailureEnd::Cases { text, cases, omitted } => {
                assert_eq!(*omitted, 0);
                match cases.iter().find(|(instance, _)| self.agrees(instance, assignment)) {
                    Some((_, failure)) => self.fails(statement, failure, assignment),
                    None => !self.holds(statement, text, assignment),
                }
            }
        }
    }

    /// Whether the literal of the statement that has this text holds. Some of its variables may be replaced by values.
    fn holds(&self, statement: &Statement, text: &str, assignment: Assignment) -> bool {
        let [x, y] = assignment.map(|value| value.to_string());
        let ground = |text: &str| text.replace('X', &x).replace('Y', &y);
        if let Some(argument) = ground(text).strip_prefix("d(").and_then(|rest| rest.strip_suffix(")")) {
            return (1..=LAST).contains(&argument.parse().expect("a number"));
        }
        let same = statement.body.iter().find(|literal| ground(&literal.text()) == ground(text));
        let literal = same.unwrap_or_else(|| panic!("{text} is no literal of {}", statement.text()));
        self.is_true(*literal, assignment)
    }
}

/// A disjunction of atoms that depend on each other.
fn head_cycle(random: &mut fastrand::Rng) -> [Statement; 3] {
    let x = Argument::Variable(0);
    let one = random.usize(..3);
    let other = (one + 1 + random.usize(..2)) % 3;
    let [one, other] = [Atom(one, x), Atom(other, x)];
    let rule = |heads: &[Atom], body: &[Literal]| Statement {
        is_choice: false,
        heads: heads.to_vec(),
        body: body.to_vec(),
    };
    let third = Atom(random.usize(..3), Argument::Number(random.i64(1..=LAST)));
    [
        rule(&[one, other], &[Literal::Atom(random.usize(..2), third)]),
        rule(&[one], &[Literal::Atom(0, other)]),
        rule(&[other], &[Literal::Atom(0, one)]),
    ]
}

/// A random program, and some of its answer sets.
fn draw(seed: u64) -> (Engine, Case, Vec<AnswerSet>) {
    let mut random = fastrand::Rng::with_seed(seed);
    let mut statements: Vec<Statement> =
        (0..3 + random.usize(..6)).map(|_| Statement::draw(&mut random)).collect();
    if random.usize(..4) == 0 {
        statements.extend(head_cycle(&mut random));
    }
    let mut text = format!("d(1..{LAST}).\n");
    let mut starts = Vec::new();
    for statement in &statements {
        starts.push(text.len());
        let _ = writeln!(text, "{}", statement.text());
    }
    let mut engine = Engine::new();
    engine.keep_statements().expect("nothing is ground");
    engine.add_text("random.lp", &text).expect("it follows the syntax");
    engine.ground(["base"]).expect("it can be ground");
    let models = engine.query().limit(2).models().expect("it can be solved");
    let answer_sets = models.map(|model| model.expect("it is found").into_answer_set()).collect();
    (engine, Case { statements, text, starts, model: Model::new() }, answer_sets)
}

#[test]
fn they_are_right_by_brute_force() {
    let (mut asked, mut by_cases, mut several) = (0, 0, 0);
    for seed in 0..230 {
        let (mut engine, mut case, answer_sets) = draw(seed);
        for (number, answer_set) in answer_sets.iter().enumerate() {
            let model = engine.model(answer_set).expect("its own");
            let atoms = PREDICATES.iter().enumerate().flat_map(|(number, name)| {
                let arguments: Vec<i64> = model.all(name).expect("one argument");
                arguments.into_iter().map(move |argument| (number, argument))
            });
            case.model = atoms.collect();
            for (predicate, name) in PREDICATES.iter().enumerate() {
                for argument in 1..=LAST {
                    let (atom, text) = ((predicate, argument), format!("{name}({argument})"));
                    let detail = if number == 0 { Detail::Full } else { Detail::Brief };
                    let found = justify(&mut engine, answer_set, &text, detail);
                    let found = found.unwrap_or_else(|error| panic!("{text}: {error}\n{}", case.text));
                    assert_eq!(found.atom, text);
                    match found.verdict {
                        Verdict::True(atoms) => {
                            assert!(case.model.contains(&atom), "{text}\n{}", case.text);
                            by_cases += case.check_true(&atoms, atom);
                            several += usize::from(atoms.iter().any(|atom| atom.supports.len() > 1));
                        }
                        Verdict::False(reasons) => {
                            assert!(!case.model.contains(&atom), "{text}\n{}", case.text);
                            case.check_false(&reasons.rules, atom);
                        }
                    }
                    asked += 1;
                }
            }
        }
    }
    assert!(asked > 2000 && by_cases > 5 && several > 100, "{asked} {by_cases} {several}");
}
