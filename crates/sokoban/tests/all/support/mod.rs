//! What the tests share.

pub mod moves;
pub mod pulled;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use groundplan_check::{check, Instance as Board, Plan, Rules, Verdict};
use groundplan_sokoban::Verdict as Known;
use groundplan_sokoban::{answer, Instance, Question, Wanted};

/// The repository's instances.
pub fn instances() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../instances/sokoban")
}

/// A level as the engine and as the checker read it.
pub struct Level {
    name: String,
    instance: Arc<Instance>,
    board: Board,
}

impl Level {
    /// Reads facts.
    pub fn read(name: &str, text: &str) -> Level {
        let instance = Instance::read(name, text).unwrap_or_else(|error| panic!("{name}: {error}\n{text}"));
        let board = Board::parse(text).unwrap_or_else(|error| panic!("{name}: {error}\n{text}"));
        Level { name: name.to_owned(), instance: Arc::new(instance), board }
    }

    /// The instance.
    pub fn instance(&self) -> &Arc<Instance> {
        &self.instance
    }

    /// Whether there is a plan of exactly so many actions, or of as many as the instance's steps ask for. Every plan
    /// found is replayed by the checker.
    pub fn has_plan(&self, actions: Option<usize>, no_noop: bool) -> bool {
        let question = Question::new(Wanted::Exactly { actions, no_noop });
        let answer = answer(Arc::clone(&self.instance), &question, &mut |_| ())
            .unwrap_or_else(|error| panic!("{}: {error}", self.name));
        let plan = match answer.verdict {
            Known::Plan(plan) => plan,
            Known::NoPlan => return false,
            other => panic!("{}: nobody stopped the search: {other:?}", self.name),
        };
        let asked = question.wanted.actions(&self.instance).expect("a number of steps");
        assert_eq!(plan.len(), asked, "{}", self.name);
        let text: String = plan.atoms(&self.instance).map(|atom| format!("{atom}.\n")).collect();
        let parsed = Plan::parse(&text).unwrap_or_else(|error| panic!("{}: {error}\n{text}", self.name));
        let rules = Rules { any_length: false, no_noop, actions };
        let verdict = check(&self.board, &parsed, &rules);
        assert_eq!(verdict, Verdict::Valid { actions: asked }, "{}, {rules:?}:\n{text}", self.name);
        true
    }
}

/// A linear congruential generator.
pub struct Random(u64);

impl Random {
    /// The numbers of a seed.
    pub fn new(seed: u64) -> Random {
        Random(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    /// A number below `end`.
    pub fn below(&mut self, end: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % end
    }
}

/// SplitMix64 (Steele, Lea, Flood, OOPSLA 2014): the same levels on every machine.
pub struct SplitMix(pub u64);

impl SplitMix {
    /// A number below `end`.
    pub fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) % end as u64) as usize
    }

    /// Brings a list into a random order.
    pub fn shuffle<T>(&mut self, list: &mut [T]) {
        for i in (1..list.len()).rev() {
            list.swap(i, self.below(i + 1));
        }
    }
}

/// So many levels are drawn; in a long run as many as the environment says, and others.
pub fn seeds(usual: u64) -> std::ops::Range<u64> {
    let number = |name, otherwise| {
        std::env::var(name).map_or(otherwise, |value| value.parse().expect("a number of levels"))
    };
    let (first, count) = (number("GROUNDPLAN_RANDOM_FIRST", 0), number("GROUNDPLAN_RANDOM", usual));
    first..first + count
}

/// A level of at most four by four cells; some are closed to a cylinder.
pub fn random_level(seed: u64) -> String {
    let mut random = Random::new(seed);
    let (width, height) = (3 + random.below(2), 3 + random.below(2));
    let closed = seed.is_multiple_of(3);
    let mut free: Vec<u64> = (0..width * height).filter(|_| random.below(7) > 0).collect();
    let name = |cell: u64| format!("c{}r{}", cell % width, cell / width);
    let mut text = String::new();
    for &cell in &free {
        let right = if cell % width + 1 < width { cell + 1 } else { cell + 1 - width };
        if (closed || right > cell) && free.contains(&right) {
            text += &format!("right({},{}). ", name(cell), name(right));
        }
        if cell >= width && free.contains(&(cell - width)) {
            text += &format!("top({},{}). ", name(cell), name(cell - width));
        }
    }
    let storages = 1 + random.below(2);
    let boxes = storages + u64::from(random.below(3) == 0);
    let mut cells = free.clone();
    let mut take = |predicate: &str, count: u64, from: &mut Vec<u64>| {
        for _ in 0..count.min(from.len() as u64) {
            let cell = from.swap_remove(random.below(from.len() as u64) as usize);
            text += &format!("{predicate}({}). ", name(cell));
        }
    };
    take("sokoban", 1, &mut cells);
    take("box", boxes, &mut cells);
    take("solution", storages, &mut free);
    text
}
