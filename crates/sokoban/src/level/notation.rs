//! Recognizes maps in other notations than XSB. They are not read, because the meaning of their characters is a guess.
//! The error says what they seem to mean and what to write instead.

use super::row;
use super::{CollectionError, Square};

/// The least number of walls in a first row.
const FEWEST_WALLS: usize = 3;

/// The meaning of a character in other notations, if it has none in XSB; `None` if no notation is known to use it.
#[must_use]
pub fn elsewhere(character: char) -> Option<Square> {
    Some(match character {
        'X' | 'x' | 'W' | 'w' | 'H' | '%' => Square::Wall,
        _ if is_block(character) => Square::Wall,
        'o' | 'O' | '0' | 'c' | 'C' | '□' | '▢' | '◻' | '◽' | '☐' | '◇' | '📦' => Square::Box,
        '&' | '●' | '◆' | '☒' | '☑' => Square::BoxOnStorage,
        '×' | '○' | '◦' | '·' | '•' | '?' | ':' => Square::Storage,
        'i' | 'I' | 'm' | 'M' | 'S' | '☺' | '☻' | '♀' | '♂' | '🙂' => Square::Sokoban,
        _ => return None,
    })
}

/// Whether a character is a block or a box-drawing line, as used for walls.
fn is_block(character: char) -> bool {
    matches!(character, '\u{2500}'..='\u{25a1}' | '\u{25a3}'..='\u{25ab}' | '◼' | '◾' | '⬛' | '⬜' | '🧱' | '🟥' | '🟫' | '🔲')
        && !matches!(character, '□')
}

/// Whether a map with other walls than `#` may begin on a line: the line consists of them and blanks only.
pub fn may_begin(line: &str) -> bool {
    let row = line.trim();
    let Some(wall) = row.chars().next() else { return false };
    is_wall_of_others(wall)
        && row.chars().all(|it| is_same_wall(it, wall) || is_blank(it))
        && row.chars().filter(|&it| is_same_wall(it, wall)).count() >= FEWEST_WALLS
}

/// The error for a map in another notation that begins on the first of these lines, which has number `line`; `None` if
/// there is none. A map is at least three rows between walls, with a sokoban and a box.
pub fn at<'l>(lines: impl Iterator<Item = &'l str>, line: usize) -> Option<CollectionError> {
    let mut lines = lines.peekable();
    let wall = lines.peek().filter(|first| may_begin(first))?.trim().chars().next()?;
    let is_row = |line: &&str| {
        let row = line.trim();
        row.starts_with(|it| is_same_wall(it, wall)) && row.ends_with(|it| is_same_wall(it, wall))
    };
    let rows: Vec<&str> = lines.take_while(is_row).collect();
    if rows.len() < 3 || !rows.last().is_some_and(|last| may_begin(last)) {
        return None;
    }
    let mut found: Vec<char> = Vec::new();
    for character in rows.iter().flat_map(|row| row.chars()).filter(|&it| !is_blank(it)) {
        if !found.contains(&character) {
            found.push(character);
        }
    }
    let squares = squares(&found, wall);
    let unknown: Vec<char> =
        found.iter().copied().filter(|it| squares.iter().all(|(known, _)| known != it)).collect();
    let has = |what: fn(Square) -> bool| squares.iter().any(|&(_, square)| what(square));
    // One unknown character may be the missing sokoban or box.
    let missing = usize::from(!has(Square::has_sokoban)) + usize::from(!has(Square::has_box));
    (missing <= unknown.len() && unknown.len() <= 1).then_some(CollectionError::Notation {
        squares,
        unknown: unknown.first().copied(),
        line,
    })
}

/// The meaning of each character of a map, where it is known.
fn squares(found: &[char], wall: char) -> Vec<(char, Square)> {
    let has = |character: char| found.contains(&character);
    // Where no character is the usual one of a box, a map with empty storage locations must use another one for boxes.
    let has_box = ['$', 'b'].into_iter().any(has);
    let has_storages = has('.') || found.iter().any(|&it| elsewhere(it) == Some(Square::Storage));
    let read = |&character: &char| {
        let square = match character {
            _ if is_same_wall(character, wall) => Square::Wall,
            '*' | 'B' if !has_box && has_storages => Square::Box,
            'O' | 'C' if has(character.to_ascii_lowercase()) => Square::BoxOnStorage,
            'x' if !has_storages => Square::Storage,
            _ => Square::from_char(character).or_else(|| elsewhere(character))?,
        };
        Some((character, square))
    };
    found.iter().filter_map(read).collect()
}

fn is_blank(character: char) -> bool {
    matches!(character, ' ' | '\t' | '-' | '_' | '\u{3000}')
}

/// Whether a character may be a wall: it has no meaning in XSB, and does not begin a comment of facts.
fn is_wall_of_others(character: char) -> bool {
    !row::is_known(character)
        && !matches!(character, '%' | ';' | ':' | '.' | ',' | '"' | '\'')
        && !character.is_whitespace()
}

/// Whether two characters are the same wall; all parts of a frame count as the same.
fn is_same_wall(character: char, wall: char) -> bool {
    character == wall || is_block(character) && is_block(wall)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn find(text: &str) -> Option<Vec<(char, char)>> {
        match at(text.lines(), 1) {
            Some(CollectionError::Notation { squares, line: 1, unknown: None }) => {
                Some(squares.into_iter().map(|(character, square)| (character, square.to_char())).collect())
            }
            None => None,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn maps_in_other_notations_are_known() {
        // The walls of these maps are written as `#` here and replaced by `X` below.
        for (text, squares) in [
            ("######\n#@*. #\n######\n", &[('X', '#'), ('@', '@'), ('*', '$'), ('.', '.')][..]),
            ("####\n#@&#\n#*.#\n####", &[('X', '#'), ('@', '@'), ('&', '*'), ('*', '$'), ('.', '.')]),
            // Here `*` keeps its usual meaning: `$` is the box, or no storage location is empty.
            ("#####\n#@$.#\n# * #\n#####", &[('X', '#'), ('@', '@'), ('$', '$'), ('.', '.'), ('*', '*')]),
            ("####\n#@*#\n####", &[('X', '#'), ('@', '@'), ('*', '*')]),
        ] {
            assert_eq!(find(&text.replace('#', "X")).as_deref(), Some(squares), "{text}");
        }
        for (text, squares) in [
            ("■■■■■\n■@o.■\n■■■■■\n", &[('■', '#'), ('@', '@'), ('o', '$'), ('.', '.')][..]),
            ("  ████\n███@█\n█.□ █\n█████\n\n", &[('█', '#'), ('@', '@'), ('.', '.'), ('□', '$')]),
            (
                "╔═══╗\n║@$.║\n╚═══╝",
                &[
                    ('╔', '#'),
                    ('═', '#'),
                    ('╗', '#'),
                    ('║', '#'),
                    ('@', '@'),
                    ('$', '$'),
                    ('.', '.'),
                    ('╚', '#'),
                    ('╝', '#'),
                ],
            ),
            ("WWWWWW\nWpB. W\nWWWWWW", &[('W', '#'), ('p', '@'), ('B', '$'), ('.', '.')]),
            ("HHHHHH\nHpbB.H\nHHHHHH", &[('H', '#'), ('p', '@'), ('b', '$'), ('B', '*'), ('.', '.')]),
            ("wwwwww\nwmoOxw\nwwwwww", &[('w', '#'), ('m', '@'), ('o', '$'), ('O', '*'), ('x', '.')]),
        ] {
            assert_eq!(find(text).as_deref(), Some(squares), "{text}");
        }
        let unknown = at("WWWWW\nW@q.W\nWWWWW".lines(), 1);
        assert!(matches!(unknown, Some(CollectionError::Notation { unknown: Some('q'), .. })), "{unknown:?}");
        for text in [
            "#####\n#@$.#\n#####",
            "WWWWWWW\nW the W\nWWWWWWW",
            "WWW\nWWW\nWWW",
            "WWW\nW@W\nWWW",
            "WWWWWW\nW@*. W\n",
            "=======\n= a title =\n=======",
            "%%%%%\n%@$.%\n%%%%%",
            "a.\nb.\nc.\n",
            "",
        ] {
            assert_eq!(find(text), None, "{text}");
        }
    }
}
