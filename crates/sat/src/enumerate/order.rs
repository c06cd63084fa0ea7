//! The decision heuristic: relevant variables before others, and among either the highest conflict activity first (VSIDS).
//!
//! The heuristic is that of Moskewicz et al.: Chaff, DAC 2001, with MiniSat's decay and heap.

/// Activities decay by this factor at each conflict, implemented by a growing increment.
const DECAY: f64 = 0.95;

/// Activities above this are rescaled.
const TOO_LARGE: f64 = 1e100;

/// The position of a variable that is not in the heap.
const NOWHERE: u32 = u32::MAX;

#[derive(Debug)]
pub(super) struct DecisionHeap {
    heap: Vec<u32>,
    /// The position of each variable in the heap, indexed by variable.
    positions: Vec<u32>,
    activities: Vec<f64>,
    is_relevant: Vec<bool>,
    bump: f64,
}

impl Default for DecisionHeap {
    fn default() -> Self {
        DecisionHeap {
            heap: Vec::new(),
            positions: Vec::new(),
            activities: Vec::new(),
            is_relevant: Vec::new(),
            bump: 1.0,
        }
    }
}

impl DecisionHeap {
    pub fn make_room(&mut self, vars: usize) {
        self.activities.resize(vars, 0.0);
        self.is_relevant.resize(vars, false);
        for var in self.positions.len()..vars {
            self.positions.push(NOWHERE);
            self.put_back(var);
        }
    }

    /// Makes a variable relevant: it is decided before irrelevant ones.
    pub fn promote(&mut self, var: usize) {
        self.is_relevant[var] = true;
        if self.positions[var] != NOWHERE {
            self.rise(self.positions[var] as usize);
        }
    }

    /// Removes and returns the first variable that satisfies `will_do`.
    pub fn pop(&mut self, will_do: impl Fn(usize) -> bool) -> Option<usize> {
        loop {
            let first = *self.heap.first()?;
            let last = self.heap.pop().expect("it is not empty");
            self.positions[first as usize] = NOWHERE;
            if last != first {
                self.heap[0] = last;
                self.positions[last as usize] = 0;
                self.sink(0);
            }
            if will_do(first as usize) {
                return Some(first as usize);
            }
        }
    }

    /// Puts a variable back into the heap, if it is not there.
    pub fn put_back(&mut self, var: usize) {
        if self.positions[var] == NOWHERE {
            self.positions[var] = self.heap.len() as u32;
            self.heap.push(var as u32);
            self.rise(self.heap.len() - 1);
        }
    }

    /// Increases the activity of a variable that took part in a conflict.
    pub fn bump(&mut self, var: usize) {
        self.activities[var] += self.bump;
        if self.activities[var] > TOO_LARGE {
            self.activities.iter_mut().for_each(|activity| *activity /= TOO_LARGE);
            self.bump /= TOO_LARGE;
        }
        if self.positions[var] != NOWHERE {
            self.rise(self.positions[var] as usize);
        }
    }

    /// Decays all activities after a conflict.
    pub fn decay(&mut self) {
        self.bump /= DECAY;
    }

    fn is_before(&self, one: u32, other: u32) -> bool {
        let key = |var: u32| (self.is_relevant[var as usize], self.activities[var as usize]);
        key(one) > key(other)
    }

    fn rise(&mut self, mut position: usize) {
        let var = self.heap[position];
        while position > 0 {
            let parent = (position - 1) / 2;
            if !self.is_before(var, self.heap[parent]) {
                break;
            }
            self.set(position, self.heap[parent]);
            position = parent;
        }
        self.set(position, var);
    }

    fn sink(&mut self, mut position: usize) {
        let var = self.heap[position];
        loop {
            let left = 2 * position + 1;
            let Some(&child) = self.heap.get(left) else { break };
            let (mut at, mut best) = (left, child);
            if let Some(&right) = self.heap.get(left + 1) {
                if self.is_before(right, best) {
                    (at, best) = (left + 1, right);
                }
            }
            if !self.is_before(best, var) {
                break;
            }
            self.set(position, best);
            position = at;
        }
        self.set(position, var);
    }

    fn set(&mut self, position: usize, var: u32) {
        self.heap[position] = var;
        self.positions[var as usize] = position as u32;
    }
}
