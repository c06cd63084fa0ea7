//! Random propositional programs with aggregates, implications and heads of every kind that depend on themselves, and
//! their answer sets by definition: every pair of sets is tried (Ferraris, TOCL 2011; in the logic of here-and-there).
//! A condition with a local variable stands for several conditions, one of which has to hold. Shares nothing with the engine, the parser and the grounder included.

use std::fmt::{Display, Formatter, Result};

/// A set of atoms, by bit.
pub type Set = u32;

/// The atoms that heads derive; two more are chosen freely.
const DERIVED: [&str; 4] = ["a", "b", "c", "d"];
const CHOSEN: [&str; 2] = ["x", "y"];
const FIRST_CHOSEN: usize = DERIVED.len();
const ATOMS: usize = DERIVED.len() + CHOSEN.len();

/// What is true here, and there; the first is a part of the second.
#[derive(Clone, Copy)]
struct World {
    here: Set,
    there: Set,
}

impl World {
    fn there(self) -> World {
        World { here: self.there, there: self.there }
    }
}

/// An atom with as many `not` as that.
#[derive(Clone, Copy, Debug)]
struct Literal {
    negations: usize,
    atom: usize,
}

type Condition = Vec<Literal>;

/// What the atom of an element holds for: one of several conditions. If there are more than one, each is a value of a local variable.
type Cases = Vec<Condition>;

/// The predicate by which a local variable stands for the cases of an element, and its arguments: an element and a case.
const CASE: &str = "case";

/// A function, whose elements are weights with what else is in their tuples, a literal and a condition, and a guard.
#[derive(Clone, Debug)]
struct Aggregate {
    function: &'static str,
    elements: Vec<((i64, usize), Literal, Condition)>,
    relation: &'static str,
    guard: i64,
}

#[derive(Clone, Debug)]
enum BodyLiteral {
    Literal(Literal),
    Aggregate(usize, Aggregate),
    Conditional(Literal, Condition),
}

#[derive(Clone, Debug)]
enum Head {
    Disjunction(Vec<(Literal, Cases)>),
    Choice(Vec<(Literal, Condition)>),
    Aggregate(Aggregate),
}

/// A program.
#[derive(Clone, Debug)]
pub struct Program(Vec<(Head, Vec<BodyLiteral>)>);

fn name(atom: usize) -> &'static str {
    DERIVED.iter().chain(&CHOSEN).nth(atom).expect("an atom")
}

/// The names of the atoms in a set, sorted.
pub fn names(set: Set) -> Vec<String> {
    (0..ATOMS).filter(|&atom| set >> atom & 1 == 1).map(|atom| name(atom).to_owned()).collect()
}

impl Literal {
    fn holds(self, world: World) -> bool {
        let within = |set: Set| set >> self.atom & 1 == 1;
        match self.negations {
            0 => within(world.here),
            1 => !within(world.there),
            _ => within(world.there),
        }
    }
}

fn all_hold(condition: &[Literal], world: World) -> bool {
    condition.iter().all(|literal| literal.holds(world))
}

/// `literal` wherever the condition holds, here and there.
fn implied(literal: Literal, condition: &[Literal], world: World) -> bool {
    [world, world.there()].iter().all(|&world| !all_hold(condition, world) || literal.holds(world))
}

impl Aggregate {
    /// Whether the guard is satisfied by what holds in this one world.
    fn is_satisfied(&self, world: World) -> bool {
        let holds =
            |literal: &Literal, condition: &[Literal]| literal.holds(world) && all_hold(condition, world);
        let counted = self.elements.iter().filter(|(_, literal, condition)| holds(literal, condition));
        let mut tuples: Vec<(i64, usize)> = counted.map(|&(tuple, ..)| tuple).collect();
        tuples.sort_unstable();
        tuples.dedup();
        let weights = tuples.iter().map(|&(weight, _)| weight);
        let value = match self.function {
            "#count" => tuples.len() as i64,
            "#sum" => weights.sum(),
            "#min" => weights.min().unwrap_or(i64::MAX),
            _ => weights.max().unwrap_or(i64::MIN),
        };
        match self.relation {
            "<" => value < self.guard,
            "<=" => value <= self.guard,
            ">" => value > self.guard,
            ">=" => value >= self.guard,
            "=" => value == self.guard,
            _ => value != self.guard,
        }
    }

    fn holds(&self, world: World) -> bool {
        self.is_satisfied(world) && self.is_satisfied(world.there())
    }
}

impl BodyLiteral {
    fn holds(&self, world: World) -> bool {
        match self {
            BodyLiteral::Literal(literal) => literal.holds(world),
            BodyLiteral::Aggregate(0, aggregate) => aggregate.holds(world),
            BodyLiteral::Aggregate(negations, aggregate) => {
                aggregate.holds(world.there()) == (*negations == 2)
            }
            BodyLiteral::Conditional(literal, condition) => implied(*literal, condition, world),
        }
    }
}

/// An atom may hold where its condition does.
fn is_free(element: &(Literal, Condition), world: World) -> bool {
    let (literal, condition) = element;
    literal.negations > 0
        || !all_hold(condition, world)
        || !literal.holds(world.there())
        || literal.holds(world)
}

impl Head {
    fn holds(&self, world: World) -> bool {
        match self {
            // An element counts where its condition does not fail, and says that its literal holds where that holds.
            Head::Disjunction(elements) => elements.iter().any(|(literal, cases)| {
                cases.iter().any(|condition| all_hold(condition, world.there()))
                    && cases.iter().all(|condition| implied(*literal, condition, world))
            }),
            Head::Choice(elements) => elements.iter().all(|element| is_free(element, world)),
            Head::Aggregate(aggregate) => {
                let mut elements = aggregate.elements.iter();
                aggregate.is_satisfied(world.there())
                    && elements.all(|(_, literal, condition)| is_free(&(*literal, condition.clone()), world))
            }
        }
    }
}

impl Head {
    /// The elements with a local variable.
    fn with_cases(&self) -> impl Iterator<Item = &(Literal, Cases)> {
        let elements = match self {
            Head::Disjunction(elements) => elements.as_slice(),
            Head::Choice(_) | Head::Aggregate(_) => &[],
        };
        elements.iter().filter(|(_, cases)| cases.len() > 1)
    }
}

impl Program {
    /// Draws a program, the same for the same seed. `own` says that disjunctions have conditions, and that
    /// those in heads may ask for what heads derive.
    pub fn random(seed: u64, own: bool) -> Self {
        let mut draw = Draw { state: seed, own };
        Program((0..2 + draw.below(5)).map(|_| draw.rule()).collect())
    }

    /// The answer sets, in order of their names.
    pub fn answer_sets(&self) -> Vec<Vec<String>> {
        let is_model = |world: World| {
            let chosen = World { here: world.here >> FIRST_CHOSEN, there: world.there >> FIRST_CHOSEN };
            let holds = |body: &[BodyLiteral], world| body.iter().all(|literal| literal.holds(world));
            chosen.here == chosen.there
                && self.0.iter().all(|(head, body)| !holds(body, world) || head.holds(world))
        };
        let is_stable = |there: Set| {
            let part = |here: Set| here & there == here && here != there;
            is_model(World { here: there, there })
                && !(0..there).any(|here| part(here) && is_model(World { here, there }))
        };
        let mut found: Vec<Vec<String>> = (0..1 << ATOMS).filter(|&set| is_stable(set)).map(names).collect();
        found.sort();
        found
    }
}

struct Draw {
    state: u64,
    own: bool,
}

impl Draw {
    /// A number below `end` (SplitMix64: Steele, Lea, Flood, OOPSLA 2014).
    fn below(&mut self, end: usize) -> usize {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.state;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) % end as u64) as usize
    }

    fn pick<T: Copy>(&mut self, list: &[T]) -> T {
        list[self.below(list.len())]
    }

    fn literal(&mut self) -> Literal {
        Literal { negations: self.pick(&[0, 0, 0, 0, 1, 2]), atom: self.below(ATOMS) }
    }

    fn derived(&mut self) -> Literal {
        Literal { negations: 0, atom: self.below(DERIVED.len()) }
    }

    fn condition(&mut self) -> Condition {
        (0..1 + self.below(2)).map(|_| self.literal()).collect()
    }

    fn head_condition(&mut self) -> Condition {
        let mut condition = if self.below(2) == 0 { Vec::new() } else { self.condition() };
        if !self.own {
            for literal in &mut condition {
                literal.atom = FIRST_CHOSEN + literal.atom % CHOSEN.len();
            }
        }
        condition
    }

    fn cases(&mut self) -> Cases {
        let count = self.pick(&[1, 1, 2, 3]);
        (0..count).map(|_| self.head_condition()).collect()
    }

    fn aggregate(&mut self, in_head: bool) -> Aggregate {
        let elements = (0..1 + self.below(4)).map(|_| {
            let tuple = (self.below(6) as i64 - 2, self.below(3));
            if in_head {
                let literal = if self.below(3) > 0 { self.derived() } else { self.literal() };
                (tuple, self.own_or_chosen(literal), self.head_condition())
            } else {
                let condition = if self.below(3) > 0 { Vec::new() } else { self.condition() };
                (tuple, self.literal(), condition)
            }
        });
        let elements = elements.collect();
        let function = self.pick(&["#sum", "#sum", "#count", "#min", "#max"]);
        let relation = self.pick(&["!=", "!=", "=", "<", "<=", ">", ">="]);
        Aggregate { function, elements, relation, guard: self.below(6) as i64 - 2 }
    }

    /// What a head derives is not chosen freely.
    fn own_or_chosen(&mut self, literal: Literal) -> Literal {
        Literal {
            atom: if literal.negations == 0 { literal.atom % DERIVED.len() } else { literal.atom },
            ..literal
        }
    }

    fn rule(&mut self) -> (Head, Vec<BodyLiteral>) {
        let head = match self.below(20) {
            0..=6 => Head::Disjunction(vec![(self.derived(), always())]),
            7..=10 => Head::Disjunction((0..2 + self.below(2)).map(|_| (self.derived(), always())).collect()),
            11..=14 => {
                let elements = (0..1 + self.below(3)).map(|_| {
                    let literal = self.literal();
                    let cases = if self.own { self.cases() } else { always() };
                    (self.own_or_chosen(literal), cases)
                });
                Head::Disjunction(elements.collect())
            }
            15 | 16 => Head::Choice(
                (0..1 + self.below(2)).map(|_| (self.derived(), self.head_condition())).collect(),
            ),
            17 => Head::Aggregate(self.aggregate(true)),
            _ => Head::Disjunction(Vec::new()),
        };
        let least = usize::from(matches!(&head, Head::Disjunction(elements) if elements.is_empty()));
        let body = (0..least + self.below(3)).map(|_| match self.below(10) {
            0..=4 => BodyLiteral::Literal(self.literal()),
            5..=7 => BodyLiteral::Aggregate(self.pick(&[0, 0, 0, 0, 1, 2]), self.aggregate(false)),
            _ => BodyLiteral::Conditional(self.literal(), self.condition()),
        });
        (head, body.collect())
    }
}

fn always() -> Cases {
    vec![Vec::new()]
}

fn list<T>(
    f: &mut Formatter,
    items: &[T],
    separator: &str,
    item: impl Fn(&T, &mut Formatter) -> Result,
) -> Result {
    for (number, each) in items.iter().enumerate() {
        if number > 0 {
            write!(f, "{separator}")?;
        }
        item(each, f)?;
    }
    Ok(())
}

fn conditional((literal, condition): &(Literal, Condition), f: &mut Formatter) -> Result {
    write!(f, "{literal}")?;
    if condition.is_empty() {
        return Ok(());
    }
    write!(f, " : ")?;
    list(f, condition, ", ", |literal, f| write!(f, "{literal}"))
}

impl Display for Literal {
    fn fmt(&self, f: &mut Formatter) -> Result {
        write!(f, "{}{}", "not ".repeat(self.negations), name(self.atom))
    }
}

impl Aggregate {
    fn print(&self, in_head: bool, f: &mut Formatter) -> Result {
        write!(f, "{} {{ ", self.function)?;
        list(f, &self.elements, "; ", |((weight, other), literal, condition), f| {
            write!(f, "{weight},{other} : {literal}")?;
            if !condition.is_empty() {
                write!(f, "{}", if in_head { " : " } else { ", " })?;
            }
            list(f, condition, ", ", |literal, f| write!(f, "{literal}"))
        })?;
        write!(f, " }} {} {}", self.relation, self.guard)
    }
}

impl Display for Program {
    fn fmt(&self, f: &mut Formatter) -> Result {
        writeln!(f, "{{ {} }}.", CHOSEN.join("; "))?;
        let elements = self.0.iter().flat_map(|(head, _)| head.with_cases());
        for (number, (_, cases)) in elements.enumerate() {
            for (case, condition) in cases.iter().enumerate() {
                write!(f, "{CASE}({number},{case})")?;
                if !condition.is_empty() {
                    write!(f, " :- ")?;
                }
                list(f, condition, ", ", |literal, f| write!(f, "{literal}"))?;
                writeln!(f, ".")?;
            }
        }
        let mut numbers = 0..;
        for (head, body) in &self.0 {
            match head {
                Head::Disjunction(elements) => {
                    for (number, (literal, cases)) in elements.iter().enumerate() {
                        write!(f, "{}", if number > 0 { " ; " } else { "" })?;
                        match &cases[..] {
                            [condition] => conditional(&(*literal, condition.clone()), f)?,
                            _ => write!(f, "{literal} : {CASE}({},N)", numbers.next().expect("endless"))?,
                        }
                    }
                }
                Head::Choice(elements) => {
                    write!(f, "{{ ")?;
                    list(f, elements, "; ", conditional)?;
                    write!(f, " }}")?;
                }
                Head::Aggregate(aggregate) => aggregate.print(true, f)?,
            }
            if !body.is_empty() {
                write!(f, " :- ")?;
            }
            list(f, body, "; ", |literal, f| match literal {
                BodyLiteral::Literal(literal) => write!(f, "{literal}"),
                BodyLiteral::Aggregate(negations, aggregate) => {
                    write!(f, "{}", "not ".repeat(*negations))?;
                    aggregate.print(false, f)
                }
                BodyLiteral::Conditional(literal, condition) => {
                    conditional(&(*literal, condition.clone()), f)
                }
            })?;
            writeln!(f, ".")?;
        }
        Ok(())
    }
}
