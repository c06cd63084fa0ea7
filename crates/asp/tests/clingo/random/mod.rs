//! Random programs: one file for each kind.
#![allow(dead_code, reason = "not all tests draw all kinds")]

mod bounds;
mod heads;
mod heuristics;
mod language;
mod large;
mod plain;
mod steps;
mod undefined;

/// Draws programs.
pub struct Generator {
    state: u64,
}

impl Generator {
    /// A generator that draws the same programs for the same seed.
    pub fn new(seed: u64) -> Self {
        Generator { state: seed }
    }

    /// A number below `end` (SplitMix64: Steele, Lea, Flood, OOPSLA 2014).
    fn below(&mut self, end: usize) -> usize {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.state;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) % end as u64) as usize
    }

    fn one_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }

    fn pick<T: Copy>(&mut self, list: &[T]) -> T {
        list[self.below(list.len())]
    }

    /// Some of the texts, each at most once, in order.
    fn some(&mut self, texts: &[&str], one_in: usize) -> String {
        let taken: Vec<&str> = texts.iter().copied().filter(|_| self.one_in(one_in)).collect();
        taken.join(" ")
    }
}

fn atom(name: &str, arguments: &[String]) -> String {
    if arguments.is_empty() {
        name.to_owned()
    } else {
        format!("{name}({})", arguments.join(","))
    }
}
