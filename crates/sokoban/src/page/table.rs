//! Encodes the configurations from which a level can be solved, each with its least number of actions, as compact text.
//!
//! A configuration is a list of numbers: its boxes in ascending order, then the first location that the sokoban can
//! walk to. The least number of actions follows. Configurations are in ascending order. Each starts with the length of
//! the prefix that it shares with the one before, followed by its remaining numbers (front coding). A number is one
//! character: nearly all numbers are below 89, which takes one byte. `readTable` in `game.js` decodes the text.

use serde_json::Value;

use crate::instance::Instance;
use crate::space::{remaining, Remaining};

/// The key of the table in a level's data.
pub const KEY: &str = "remaining";

/// The limit on the configurations reached in play, beyond which a level has no table. Lost configurations count unless
/// a single box shows that they are lost.
const MOST_CONFIGURATIONS: usize = 50_000;

/// The limit on the configurations that are searched for all tables of a page. So the work for a page of very many levels
/// hardly grows with their number.
const MOST_ON_A_PAGE: usize = 2_000_000;

/// The limit on the configurations of each level on a page of `levels` levels.
#[must_use]
pub fn share(levels: usize) -> usize {
    MOST_CONFIGURATIONS.min(MOST_ON_A_PAGE / levels.max(1))
}

/// The limit on the characters of all tables of a page; the largest tables are left out first.
pub const MOST_CHARACTERS: usize = 2_000_000;

/// The table of a level; null if it would have more than `most` configurations.
pub fn of(instance: &Instance, most: usize) -> Value {
    remaining(instance, most).and_then(|configurations| text(&configurations)).into()
}

/// Removes the largest tables, so that the others have at most `most` characters.
pub fn keep_within(levels: &mut [Value], most: usize) {
    let size = |level: &Value| level[KEY].as_str().map_or(0, str::len);
    let mut order: Vec<usize> = (0..levels.len()).collect();
    order.sort_by_key(|&index| size(&levels[index]));
    let mut total = 0;
    for index in order {
        total += size(&levels[index]);
        if total > most {
            levels[index][KEY] = Value::Null;
        }
    }
}

/// The configurations as text; `None` where a number is too large for one character.
fn text(configurations: &[Remaining]) -> Option<String> {
    let mut text = String::new();
    let mut before: Vec<u32> = Vec::new();
    for Remaining { boxes, region, actions } in configurations {
        let numbers: Vec<u32> = boxes.iter().chain([region]).map(|place| place.0).collect();
        let shared = before.iter().zip(&numbers).take_while(|(one, other)| one == other).count();
        text.push(character(shared as u32)?);
        for &number in &numbers[shared..] {
            text.push(character(number)?);
        }
        text.push(character(*actions)?);
        before = numbers;
    }
    Some(text)
}

/// The character for a number: from `#` on, without control characters and without `<` and `\`, which would be escaped.
fn character(number: u32) -> Option<char> {
    let code = match number {
        0..=24 => 0x23 + number,
        25..=55 => 0x24 + number,
        56..=88 => 0x25 + number,
        _ => 0x48 + number,
    };
    // Beyond the surrogates, JavaScript would count a character as two.
    char::from_u32(code).filter(|_| code < 0xd800)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::location::Location;

    #[test]
    fn characters_are_all_different_and_none_is_escaped() {
        let characters: Vec<char> = (0..).map_while(character).collect();
        assert!(characters.windows(2).all(|pair| pair[0] < pair[1]) && characters.len() > 50_000);
        assert!(characters.iter().all(|sign| !"<\\\"".contains(*sign) && !sign.is_control()));
        assert_eq!(characters[..89].iter().map(|sign| sign.len_utf8()).sum::<usize>(), 89);
    }

    #[test]
    fn the_work_for_all_tables_of_a_page_is_limited() {
        assert_eq!((share(0), share(1), share(40)), (50_000, 50_000, 50_000));
        assert!((1..10_000).all(|levels| levels * share(levels) <= 2_000_000.max(50_000 * levels.min(40))));
        assert_eq!(share(10_000), 200);
    }

    #[test]
    fn what_is_shared_is_said_once() {
        let entry = |boxes: [u32; 2], region: u32, actions: u32| Remaining {
            boxes: boxes.map(Location).to_vec(),
            region: Location(region),
            actions,
        };
        let configurations = [entry([1, 2], 0, 3), entry([1, 2], 4, 2), entry([1, 3], 0, 1)];
        // 0 1 2 0 3, 2 4 2, 1 3 0 1
        assert_eq!(text(&configurations).as_deref(), Some("#$%#&%'%$&#$"));
        assert_eq!(text(&[entry([1, 2], 60_000, 1)]), None);
    }

    #[test]
    fn the_largest_tables_are_left_out_first() {
        let mut levels: Vec<Value> =
            [30, 10, 20].map(|size| serde_json::json!({ KEY: "#".repeat(size) })).to_vec();
        levels.push(serde_json::json!({ KEY: null }));
        keep_within(&mut levels, 30);
        let kept: Vec<bool> = levels.iter().map(|level| level[KEY].is_string()).collect();
        assert_eq!(kept, [false, true, true, false]);
    }
}
