//! Detects the format of a text by its content, not by its file name.

use crate::competition::is_pddl;

use super::{letslogic, notation, paste, row, slc};

/// The format of a text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LevelFormat {
    /// Facts of an instance.
    Facts,
    /// Levels, in XSB notation, or in XML or JSON.
    Levels,
    /// A PDDL problem.
    Pddl,
}

impl LevelFormat {
    /// Detects the format. A text holds levels if it has a line of a map, which may have one unknown character, outside
    /// of comments; or a map in another notation, which is recognized though it is not read; or XML or JSON of levels. It is PDDL if it
    /// begins with `(define`, and facts otherwise.
    #[must_use]
    pub fn of(text: &str) -> LevelFormat {
        if is_pddl(text) {
            return LevelFormat::Pddl;
        }
        if slc::is(text) || letslogic::is(text) {
            return LevelFormat::Levels;
        }
        let mut in_comment = false;
        let mut all: Vec<paste::PastedLine<'_>> = Vec::new();
        for (index, line) in paste::lines(text).enumerate() {
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
                return LevelFormat::Levels;
            }
            if notation::may_begin(line) {
                if all.is_empty() {
                    all = paste::lines(text).collect();
                }
                if notation::at(all[index..].iter().map(|line| line.text.as_ref()), index + 1).is_some() {
                    return LevelFormat::Levels;
                }
            }
            // Authors of facts may draw the level in a comment in front of them.
            in_comment = start.starts_with("%*") && !start.contains("*%");
        }
        LevelFormat::Facts
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_definition_is_pddl() {
        for text in ["(define (problem p)", "; ####\n\n ( DEFINE\n(problem p))", "\u{feff}(Define"] {
            assert_eq!(LevelFormat::of(text), LevelFormat::Pddl, "{text:?}");
        }
        for text in ["(defined (problem p)", "(", "define", "a(define).\n"] {
            assert_ne!(LevelFormat::of(text), LevelFormat::Pddl, "{text:?}");
        }
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
            "a title\nWWWWW\nW@*.W\nWWWWW\n",
        ] {
            assert_eq!(LevelFormat::of(text), LevelFormat::Levels, "{text:?}");
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
            assert_eq!(LevelFormat::of(text), LevelFormat::Facts, "{text:?}");
        }
    }
}
