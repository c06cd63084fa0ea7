//! Random levels with a plan.

use crate::support::SplitMix;

/// A room with up to five boxes, pulled from their storage locations at random, so that there is a plan; boxes whose
/// storage location is taken away are surplus.
pub fn pulled(seed: u64) -> String {
    let mut random = SplitMix(seed);
    let (width, height) = (4 + random.below(3), 4 + random.below(2));
    let mut cells: Vec<usize> = (0..width * height).filter(|_| random.below(4) > 0).collect();
    let floor = cells.clone();
    let next = |cell: usize, direction: usize| -> Option<usize> {
        let (x, y) = (cell % width, cell / width);
        let to = match direction {
            0 if x + 1 < width => cell + 1,
            1 if x > 0 => cell - 1,
            2 if y > 0 => cell - width,
            3 if y + 1 < height => cell + width,
            _ => return None,
        };
        floor.contains(&to).then_some(to)
    };
    let mut take = |random: &mut SplitMix| cells.swap_remove(random.below(cells.len()));
    let mut sokoban = take(&mut random);
    let count = (1 + random.below(5)).min(cells_left(&floor) / 2);
    let homes: Vec<usize> = (0..count).map(|_| take(&mut random)).collect();
    let mut boxes = homes.clone();
    for _ in 0..5_000 {
        let direction = random.below(4);
        let Some(to) = next(sokoban, direction).filter(|to| !boxes.contains(to)) else { continue };
        let behind = next(sokoban, direction ^ 1).and_then(|cell| boxes.iter().position(|&it| it == cell));
        if let Some(index) = behind.filter(|_| random.below(8) > 0) {
            boxes[index] = sokoban;
        }
        sokoban = to;
    }
    let storages = if seed % 5 == 2 { (count.saturating_sub(1 + random.below(2))).max(1) } else { count };
    let name = |cell: usize| format!("c{}r{}", cell % width, cell / width);
    let mut text = format!("sokoban({}). ", name(sokoban));
    boxes.iter().for_each(|&cell| text += &format!("box({}). ", name(cell)));
    homes[..storages].iter().for_each(|&cell| text += &format!("solution({}). ", name(cell)));
    for &cell in &floor {
        if let Some(right) = next(cell, 0) {
            text += &format!("right({},{}). ", name(cell), name(right));
        }
        if let Some(up) = next(cell, 2) {
            text += &format!("top({},{}). ", name(cell), name(up));
        }
    }
    text
}

fn cells_left(floor: &[usize]) -> usize {
    floor.len().saturating_sub(1)
}
