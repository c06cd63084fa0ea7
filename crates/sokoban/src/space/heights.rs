//! Improves the heights of cells for one configuration by subgradient ascent.
//!
//! The bound that heights give for a configuration ([`super::height_prices`]) is a minimum over ways of its boxes, each of
//! which is linear in the heights. So the ways that are cheapest now give the subgradient: each push raises the cell
//! that the sokoban comes to, and lowers the cell that it comes from.
//!
//! Source: Held, Karp, "The traveling-salesman problem and minimum spanning trees: part II", 1971.

use super::floor::{Cell, Floor};

/// An ascent in progress; its heights are not yet whole numbers.
pub(super) struct Ascent {
    heights: Vec<f64>,
    round: f64,
}

impl Ascent {
    pub(super) fn new(heights: &[u32]) -> Self {
        Ascent { heights: heights.iter().map(|&height| f64::from(height)).collect(), round: 0.0 }
    }

    /// Takes one step along the gains of the cells, shorter in each round. Returns the heights as whole numbers.
    pub(super) fn step(&mut self, floor: &Floor, gains: &[i32]) -> Vec<u32> {
        self.round += 1.0;
        let most = gains.iter().map(|gain| gain.abs()).max().unwrap_or(0).max(1);
        let length = 2.0 / (f64::from(most) * self.round.sqrt());
        for (height, &gain) in self.heights.iter_mut().zip(gains) {
            *height += length * f64::from(gain);
        }
        let below = level_out(floor, &self.heights);
        let turned: Vec<f64> = self.heights.iter().map(|height| -height).collect();
        let above = level_out(floor, &turned);
        for ((height, below), above) in self.heights.iter_mut().zip(below).zip(above) {
            *height = (below - above) / 2.0;
        }
        let least = self.heights.iter().copied().fold(f64::INFINITY, f64::min);
        // Rounding down keeps the differences within 1, except for floating-point error, which the last call repairs.
        let whole: Vec<f64> = self.heights.iter().map(|height| (height - least).floor()).collect();
        level_out(floor, &whole).into_iter().map(|height| height as u32).collect()
    }
}

/// Returns the greatest heights that do not exceed these and differ by at most 1 between adjacent cells.
fn level_out(floor: &Floor, heights: &[f64]) -> Vec<f64> {
    let mut level = heights.to_vec();
    let mut open: Vec<Cell> = (0..floor.none()).collect();
    while let Some(cell) = open.pop() {
        for next in floor.neighbours(cell) {
            if next != floor.none() && level[next as usize] > level[cell as usize] + 1.0 {
                level[next as usize] = level[cell as usize] + 1.0;
                open.push(next);
            }
        }
    }
    level
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::instance::Instance;

    #[test]
    fn cells_next_to_each_other_differ_by_one_at_most() {
        let text = "right(a,b). right(b,c). right(c,d). top(a,e). top(e,f). right(f,g). sokoban(a). box(b). solution(c).";
        let floor = Floor::new(&Instance::read("test", text).expect("an instance"));
        let mut ascent = Ascent::new(&[0; 7]);
        for gains in [[9, 0, -9, 0, 3, 0, 0], [0, 0, 5, -5, 0, 2, 1], [1, 1, 1, 1, 1, 1, -6]] {
            for _ in 0..20 {
                let heights = ascent.step(&floor, &gains);
                for cell in 0..floor.none() {
                    let next = floor.neighbours(cell).into_iter().filter(|&next| next != floor.none());
                    next.for_each(|next| {
                        assert!(heights[cell as usize].abs_diff(heights[next as usize]) <= 1);
                    });
                }
            }
        }
    }
}
