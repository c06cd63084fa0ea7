//! Facts or a level? The content tells, not the name.

use super::{paste, row, slc};

/// What a text holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// Facts of an instance.
    Facts,
    /// Levels, in XSB notation or as SLC.
    Levels,
}

impl Kind {
    /// Looks for a line of a map: characters of XSB only, or all but one of them, a wall among them, and no comment; or for XML.
    #[must_use]
    pub fn of(text: &str) -> Kind {
        if slc::is(text) {
            return Kind::Levels;
        }
        let mut in_comment = false;
        for line in paste::lines(text) {
            let line = line.text.as_ref();
            if in_comment {
                in_comment = !line.contains("*%");
                continue;
            }
            let start = line.trim_start();
            if start.starts_with(';') {
                continue;
            }
            if row::begins(line) || line.contains('#') && row::stranger(line).is_some_and(|it| it.is_rare) {
                return Kind::Levels;
            }
            // Whoever draws a level in front of its facts draws it in a comment.
            in_comment = start.starts_with("%*") && !start.contains("*%");
        }
        Kind::Facts
    }
}

/// The line, from 1, at which a map in another notation begins, that of a much copied set of levels: walls are `X`, boxes `*` or
/// `&`. It has three rows at least, with somebody who pushes and something to push.
#[must_use]
pub fn map_of_crosses(text: &str) -> Option<usize> {
    let is_row = |line: &str| {
        let row = line.trim();
        row.len() > 2
            && row.starts_with('X')
            && row.ends_with('X')
            && row.chars().all(|it| "X*.&@ ".contains(it))
    };
    let mut numbered = (1..).zip(row::lines(text));
    while let Some((number, first)) = numbered.find(|(_, line)| is_row(line)) {
        let others = numbered.by_ref().map(|(_, line)| line).take_while(|line| is_row(line));
        let rows: Vec<&str> = std::iter::once(first).chain(others).collect();
        let has = |character: char| rows.iter().any(|row| row.contains(character));
        if rows.len() > 2 && has('@') && (has('*') || has('&')) {
            return Some(number);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn maps_of_crosses_are_known() {
        // Drawn with `#` here.
        let find = |text: &str| map_of_crosses(&text.replace('#', "X"));
        assert_eq!(find("Maze: 1\nEnd: 14BD\n\n######\n#@*. #\n######\n"), Some(4));
        assert_eq!(find("###\n\n  ####\r\n ##&@#\r\n #####\r\n"), Some(3));
        for text in ["", "###\n###\n###\n", "####\n#@*#\n", "a.\n"] {
            assert_eq!(find(text), None, "{text:?}");
        }
        assert_eq!(map_of_crosses("####\n#@$.#\n####\n"), None);
    }

    #[test]
    fn the_first_line_of_a_map_tells() {
        for text in [
            "####\n#@.#\n####\n",
            "; facts about it\n\n  ####\n",
            "A title.\r\n\r\n4#|#@.#|4#\r\n",
            "right(a,b).\n####\n",
            "p b\n###\n",
            "1\n#p-_B#\n",
            "####\r#@.#\r####\r",
            "\t####\n",
            "##X#\n",
            "> ####\n",
            "&#35;###<br>#@.#",
            "a title<br>####<br>",
        ] {
            assert_eq!(Kind::of(text), Kind::Levels, "{text:?}");
        }
        for text in [
            "",
            "right(a,b).\n",
            "% ####\n% #@.#\nright(a,b).\n",
            "%*\n####\n#@.#\n*%\nright(a,b).\n",
            "#const n = 3.\n",
            "; ####\n",
            "###4\n",
            ".\n$\n",
            "a. % #..#\n",
            "#show p/1. #show.\n",
        ] {
            assert_eq!(Kind::of(text), Kind::Facts, "{text:?}");
        }
    }
}
