//! Random programs: one file for each kind.
#![allow(dead_code, reason = "not all tests draw all kinds")]

mod bounds;
mod chains;
mod externals;
mod heads;
mod heuristics;
mod includes;
mod language;
mod large;
mod plain;
mod projections;
mod steps;
mod undefined;

/// Draws programs.
pub struct Generator {
    random: fastrand::Rng,
    /// Whether pools hold variables, and variables of different scopes have the same name: then some programs are unsafe.
    may_be_unsafe: bool,
}

impl Generator {
    /// A generator that draws the same programs for the same seed.
    pub fn new(seed: u64) -> Self {
        Generator { random: fastrand::Rng::with_seed(seed), may_be_unsafe: false }
    }

    /// A number below `end`.
    fn below(&mut self, end: usize) -> usize {
        self.random.usize(..end)
    }

    fn one_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }

    fn pick<T: Copy>(&mut self, list: &[T]) -> T {
        list[self.below(list.len())]
    }

    /// The items in another order.
    fn shuffle<T>(&mut self, items: &mut [T]) {
        for i in (1..items.len()).rev() {
            let j = self.below(i + 1);
            items.swap(i, j);
        }
    }

    /// The text of an element or a conditional literal. One of three of its local variables `A` and `B` gets the name of
    /// another variable of the rule.
    fn scope(&mut self, text: &str) -> String {
        let mut text = text.to_owned();
        for local in ["A", "B"] {
            if words(&text).any(|word| word == local) && self.one_in(3) {
                let other = self.pick(&["X", "Y", "Z", "W", "N", "A", "B"]);
                text = words(&text).map(|word| if word == local { other } else { word }).collect();
            }
        }
        text
    }

    /// Some of the texts, each at most once, in order.
    fn some(&mut self, texts: &[&str], one_in: usize) -> String {
        let taken: Vec<&str> = texts.iter().copied().filter(|_| self.one_in(one_in)).collect();
        taken.join(" ")
    }
}

/// The words of a text, and what is between them, in order.
fn words(text: &str) -> impl Iterator<Item = &str> {
    let is_word = |character: char| character.is_alphanumeric() || character == '_';
    let mut rest = text;
    std::iter::from_fn(move || {
        let first = is_word(rest.chars().next()?);
        let end = rest.find(|character| is_word(character) != first).unwrap_or(rest.len());
        let (word, behind) = rest.split_at(end);
        rest = behind;
        Some(word)
    })
}

fn atom(name: &str, arguments: &[String]) -> String {
    if arguments.is_empty() {
        name.to_owned()
    } else {
        format!("{name}({})", arguments.join(","))
    }
}
