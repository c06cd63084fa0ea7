//! The parts into which boxes divide the floor, with their sizes, also after one more box is placed.
//!
//! A depth-first search over the free cells finds, for each cell, what is cut off from the rest when a box comes to
//! it: the subtrees of its children from which no edge leads out beyond the cell (Hopcroft, Tarjan, "Algorithm 447:
//! efficient algorithms for graph manipulation", CACM 1973).

use crate::space::floor::{Cell, Floor};

/// The parts of the floor for one set of boxes.
#[derive(Clone, Debug)]
pub(super) struct FloorParts {
    /// The cell that stands for none.
    none: Cell,
    /// The record of each cell.
    cells: Vec<VisitedCell>,
    /// The number of cells of each part.
    sizes: Vec<u32>,
    /// The cells being visited, from the root on, with the direction that comes next.
    path: Vec<(Cell, usize)>,
}

/// The record that the depth-first search keeps of a cell.
#[derive(Clone, Copy, Debug)]
struct VisitedCell {
    /// The position of the cell in the order of visits, from 1 on; 0 if it has not been visited.
    number: u32,
    /// The least number among the cells that edges from its subtree lead to.
    least: u32,
    /// The number of cells of its subtree, including itself. Their numbers are consecutive from its own on.
    subtree: u32,
    /// The cell from which it was reached, or the cell that stands for none at the root of a part.
    parent: Cell,
    part: u16,
}

/// The part that a cell belongs to when a box is on another cell. If it is cut off there, `child` names the subtree.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct FloorComponent {
    part: u16,
    child: Option<Cell>,
}

impl FloorParts {
    pub(super) fn new(cells: Cell) -> Self {
        let visit = VisitedCell { number: 0, least: 0, subtree: 0, parent: cells, part: 0 };
        FloorParts { none: cells, cells: vec![visit; cells as usize], sizes: Vec::new(), path: Vec::new() }
    }

    /// Finds the parts of the floor.
    pub(super) fn divide(&mut self, floor: &Floor, has_box: &[bool]) {
        self.cells.iter_mut().for_each(|visit| visit.number = 0);
        self.sizes.clear();
        let mut number = 0;
        for start in 0..self.none {
            if !has_box[start as usize] && self.cells[start as usize].number == 0 {
                let before = number;
                self.search(floor, has_box, start, &mut number);
                self.sizes.push(number - before);
            }
        }
    }

    /// Visits all cells of the part that contains `root`.
    fn search(&mut self, floor: &Floor, has_box: &[bool], root: Cell, number: &mut u32) {
        let part = self.sizes.len() as u16;
        let mut visit = |cells: &mut [VisitedCell], cell: Cell, parent: Cell| {
            *number += 1;
            cells[cell as usize] = VisitedCell { number: *number, least: *number, subtree: 1, parent, part };
        };
        visit(&mut self.cells, root, self.none);
        self.path.push((root, 0));
        while let Some((cell, direction)) = self.path.last_mut() {
            let cell = *cell;
            if *direction < 4 {
                let next = floor.neighbour(cell, *direction);
                *direction += 1;
                if has_box[next as usize] {
                    continue;
                }
                match self.cells[next as usize].number {
                    0 => {
                        visit(&mut self.cells, next, cell);
                        self.path.push((next, 0));
                    }
                    // The edge back to the parent does not lead beyond the cell.
                    seen if next != self.cells[cell as usize].parent => {
                        let least = &mut self.cells[cell as usize].least;
                        *least = seen.min(*least);
                    }
                    _ => {}
                }
                continue;
            }
            self.path.pop();
            let VisitedCell { least, subtree, parent, .. } = self.cells[cell as usize];
            if parent != self.none {
                let parent = &mut self.cells[parent as usize];
                parent.least = parent.least.min(least);
                parent.subtree += subtree;
            }
        }
    }

    /// The number of parts.
    pub(super) fn count(&self) -> u16 {
        self.sizes.len() as u16
    }

    /// The number of cells of the part that contains this cell.
    pub(super) fn size(&self, cell: Cell) -> u32 {
        self.sizes[self.cells[cell as usize].part as usize]
    }

    /// Iterates over the children of a cell whose subtrees are cut off when a box comes to the cell.
    fn cut_off<'a>(&'a self, floor: &Floor, to: Cell) -> impl Iterator<Item = (Cell, VisitedCell)> + 'a {
        let beside = floor.neighbours(to);
        let VisitedCell { number, parent, .. } = self.cells[to as usize];
        let is_root = parent == self.none;
        (0..beside.len()).filter_map(move |side| {
            let child = beside[side];
            let visit = *self.cells.get(child as usize)?;
            let is_child = visit.number > 0 && visit.parent == to && !beside[..side].contains(&child);
            (is_child && (is_root || visit.least >= number)).then_some((child, visit))
        })
    }

    /// Returns the component of a free cell when a box comes to the cell `to`.
    pub(super) fn component(&self, floor: &Floor, to: Cell, cell: Cell) -> FloorComponent {
        let VisitedCell { number, part, .. } = self.cells[cell as usize];
        let is_below = |visit: &VisitedCell| (visit.number..visit.number + visit.subtree).contains(&number);
        let child = if part == self.cells[to as usize].part {
            self.cut_off(floor, to).find(|(_, visit)| is_below(visit)).map(|(child, _)| child)
        } else {
            None
        };
        FloorComponent { part, child }
    }

    /// Returns the number of parts when a box comes to `to`, and the number of cells in the part with `beside`, a
    /// cell next to it.
    pub(super) fn count_with(&self, floor: &Floor, to: Cell, beside: Cell) -> (u16, u32) {
        let mut parts = self.sizes.len() as u16 - 1;
        let mut rest = self.sizes[self.cells[to as usize].part as usize] - 1;
        for (_, visit) in self.cut_off(floor, to) {
            parts += 1;
            rest -= visit.subtree;
        }
        parts += u16::from(rest > 0);
        let reach = match self.component(floor, to, beside).child {
            Some(child) => self.cells[child as usize].subtree,
            None => rest,
        };
        (parts, reach)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::instance::Instance;
    use crate::space::walks::Reachability;

    /// Returns a floor with some links left out, drawn with a seed.
    fn floor(seed: u64) -> Floor {
        let mut state = seed;
        let mut draw = |most: u64| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) % most
        };
        let mut text = String::from("sokoban(f(0,0)). box(f(0,1)). solution(f(0,1)). top(f(0,0),f(0,1)).\n");
        for x in 0..6 {
            for y in 0..6 {
                if draw(4) > 0 && x < 5 {
                    text += &format!("right(f({x},{y}),f({},{y})).\n", x + 1);
                }
                if draw(4) > 0 && y < 5 {
                    text += &format!("top(f({x},{y}),f({x},{})).\n", y + 1);
                }
            }
        }
        Floor::new(&Instance::read("test", &text).expect("an instance"))
    }

    #[test]
    fn placing_a_box_divides_the_floor_as_walks_do() {
        for seed in 0..200 {
            let floor = floor(seed);
            let none = floor.none();
            let mut has_box = vec![false; none as usize + 1];
            has_box[none as usize] = true;
            (0..none)
                .filter(|cell| (cell + seed as Cell).is_multiple_of(7))
                .for_each(|cell| has_box[cell as usize] = true);
            let mut parts = FloorParts::new(none);
            parts.divide(&floor, &has_box);
            let mut walk = Reachability::new(none);
            let free: Vec<Cell> = (0..none).filter(|&cell| !has_box[cell as usize]).collect();
            for &to in &free {
                has_box[to as usize] = true;
                let firsts: Vec<Cell> = (free.iter().filter(|&&cell| cell != to))
                    .map(|&cell| walk.from(&floor, &has_box, cell).first)
                    .collect();
                let mut distinct = firsts.clone();
                distinct.sort_unstable();
                distinct.dedup();
                let beside = floor.neighbours(to).into_iter().filter(|&cell| !has_box[cell as usize]);
                for cell in beside {
                    walk.from(&floor, &has_box, cell);
                    let reach = free.iter().filter(|&&cell| walk.reached(cell)).count();
                    assert_eq!(parts.count_with(&floor, to, cell), (distinct.len() as u16, reach as u32));
                    for &other in free.iter().filter(|&&other| other != to) {
                        let together =
                            parts.component(&floor, to, cell) == parts.component(&floor, to, other);
                        assert_eq!(together, walk.reached(other), "seed {seed}: {to}, {cell}, {other}");
                    }
                }
                has_box[to as usize] = false;
            }
        }
    }
}
