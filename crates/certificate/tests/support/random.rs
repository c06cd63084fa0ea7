//! Random ground programs in aspif: loops, choices, sums with distinct weights, disjunctions with cycles through their
//! heads, external atoms, assumptions, objectives.

use std::fmt::Write;

/// Random numbers from a seed.
pub struct Random(fastrand::Rng);

impl Random {
    pub fn new(seed: u64) -> Self {
        Random(fastrand::Rng::with_seed(seed))
    }

    /// A number below `end`.
    pub fn below(&mut self, end: usize) -> usize {
        self.0.usize(..end)
    }

    /// True in `percent` of the cases.
    pub fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }
}

/// A random program of at most `atoms` atoms.
pub fn program(random: &mut Random, atoms: usize) -> String {
    let atoms = 2 + random.below(atoms - 1);
    let mut text = "asp 1 0 0\n".to_owned();
    let externals = if random.chance(30) { 1 } else { 0 };
    // The last atom is external where there is one; it has no rules.
    let heads = atoms - externals;
    for _ in 0..random.below(3) {
        cycle(random, heads, &mut text);
    }
    for _ in 0..random.below(atoms + 2) {
        let choice = random.chance(30);
        let size = match random.below(20) {
            0 => 0,
            1..=5 => 2,
            6..=7 => 3,
            _ => 1,
        };
        let heads = (0..size).map(|_| 1 + random.below(heads)).collect();
        let body = body(random, atoms);
        rule(random, choice, heads, &body, &mut text);
    }
    if externals == 1 {
        for _ in 0..1 + random.below(2) {
            writeln!(text, "5 {atoms} {}", random.below(3)).expect("a string");
        }
    }
    if random.chance(10) {
        writeln!(text, "6 1 {}", literal(random, atoms)).expect("a string");
    }
    for priority in 0..random.below(3) {
        let terms: Vec<String> = (0..1 + random.below(4))
            .map(|_| format!("{} {}", literal(random, atoms), random.below(9) as i64 - 3))
            .collect();
        writeln!(text, "2 {priority} {} {}", terms.len(), terms.join(" ")).expect("a string");
    }
    if random.chance(20) {
        text.push_str("4 4 n a1 1 1\n3 1 1\n7 4 1 1 0 1 -1\n10 nothing\n");
    }
    text + "0\n"
}

/// Atoms that depend on one another, by conjunctions and sums, below heads of one or two atoms.
fn cycle(random: &mut Random, atoms: usize, text: &mut String) {
    let length = (2 + random.below(2)).min(atoms);
    let first = random.below(atoms);
    let atom = |place: usize| 1 + (first + place % length) % atoms;
    for place in 0..length {
        let (below, other) = (atom(place + 1), literal(random, atoms));
        let body = match random.below(6) {
            0 => format!("1 2 2 {below} 2 {other} 1"),
            1 => format!("1 3 2 {below} 2 {other} 1"),
            2 => format!("0 2 {below} {other}"),
            _ => format!("0 1 {below}"),
        };
        let mut heads = vec![atom(place)];
        if random.chance(25) {
            heads.push(1 + random.below(atoms));
        }
        rule(random, false, heads, &body, text);
    }
    // Something from outside, which may not be there.
    if random.chance(60) {
        let (choice, body) = (random.chance(50), body(random, atoms));
        rule(random, choice, vec![atom(0)], &body, text);
    }
}

/// A rule; heads may occur twice.
fn rule(random: &mut Random, choice: bool, mut heads: Vec<usize>, body: &str, text: &mut String) {
    if random.chance(50) {
        heads.reverse();
    }
    let list: Vec<String> = heads.iter().map(usize::to_string).collect();
    let start = format!("1 {} {}", i32::from(choice), heads.len());
    writeln!(text, "{}", join(&start, &list, body)).expect("a string");
}

fn join(start: &str, list: &[String], end: &str) -> String {
    let middle: String = list.iter().map(|word| format!(" {word}")).collect();
    format!("{start}{middle} {end}")
}

fn literal(random: &mut Random, atoms: usize) -> i64 {
    let atom = 1 + random.below(atoms) as i64;
    if random.chance(25) {
        -atom
    } else {
        atom
    }
}

fn body(random: &mut Random, atoms: usize) -> String {
    if random.chance(30) {
        let terms: Vec<String> = (0..1 + random.below(4))
            .map(|_| format!("{} {}", literal(random, atoms), random.below(6)))
            .collect();
        return join(&format!("1 {} {}", (random.below(20) as i64 - 1) / 2, terms.len()), &terms, "")
            .trim_end()
            .to_owned();
    }
    let literals: Vec<String> =
        (0..random.below(16).div_ceil(5)).map(|_| literal(random, atoms).to_string()).collect();
    join(&format!("0 {}", literals.len()), &literals, "").trim_end().to_owned()
}
