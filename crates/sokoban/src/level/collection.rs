//! The maps in a text, with what is written around them.
//!
//! Maps are runs of lines that consist of XSB characters, the first with a wall. Around them stand comments (`;` or `::`),
//! free text, and fields such as `Title: x`, which belong to the map above them, or, before the first map, to the
//! collection. A map without a title field takes the line of text nearest to it: before the map where text comes before
//! the first one, else after it.
//!
//! A line beside one of a map that would be one itself but for a character is neither: it is an error, and not a title.

use super::row::{self, Line};
use super::{CollectionError, Level, Square};

/// Levels in the order of a text.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Collection {
    /// The title of the whole.
    pub title: Option<String>,
    /// Who made it.
    pub author: Option<String>,
    /// The levels, numbered from 1; at least one.
    pub levels: Vec<Level>,
}

/// A map and the words behind it.
#[derive(Default)]
struct Map {
    rows: Vec<Vec<Square>>,
    line: usize,
    words: Words,
}

/// What is written between two maps.
#[derive(Default)]
struct Words {
    title: Option<String>,
    author: Option<String>,
    lines: Vec<String>,
    comments: Vec<String>,
}

impl Collection {
    /// Reads a text with at least one map. Lines may end in LF, CR LF or CR.
    ///
    /// # Errors
    ///
    /// When there is no map, a row of one is too long, or it has a character that means nothing.
    pub fn read(text: &str) -> Result<Collection, CollectionError> {
        let mut before = Words::default();
        let mut maps: Vec<Map> = Vec::new();
        let mut in_map = false;
        let mut in_comment = false;
        let mut stranger = None;
        let mut lines = row::lines(text).enumerate().peekable();
        while let Some((index, line)) = lines.next() {
            let part_of_map =
                !in_comment && (row::begins(line) || in_map && !line.trim_start().starts_with(';'));
            let rows = match row::read(line).filter(|_| part_of_map) {
                Some(Line::TooWide) => return Err(CollectionError::TooWide { line: index + 1 }),
                Some(Line::Rows(rows)) => rows,
                None => {
                    let found = row::stranger(line).filter(|_| !in_comment);
                    if let Some(row::Stranger { character, column, is_rare }) = found {
                        let error = CollectionError::Stranger { character, line: index + 1, column };
                        let before_map = lines.peek().is_some_and(|(_, next)| row::begins(next));
                        let beside_map = in_map || before_map && line.contains('#');
                        if in_map && before_map || beside_map && is_rare {
                            return Err(error);
                        }
                        stranger = stranger.or(is_rare.then_some(error));
                    }
                    in_map = false;
                    let words = maps.last_mut().map_or(&mut before, |map| &mut map.words);
                    words.add(line.trim(), &mut in_comment);
                    continue;
                }
            };
            if !in_map {
                maps.push(Map { line: index + 1, ..Map::default() });
                in_map = true;
            }
            maps.last_mut().expect("there is a map now").rows.extend(rows);
        }
        if maps.is_empty() {
            return Err(stranger.unwrap_or(CollectionError::NoLevel));
        }
        Ok(assemble(before, maps))
    }
}

/// Gives each map its words.
fn assemble(mut before: Words, maps: Vec<Map>) -> Collection {
    let titles_come_first = !before.lines.is_empty();
    let author = before.author.take();
    let mut next = before.lines.pop();
    let title = before.title.take().or_else(|| (!before.lines.is_empty()).then(|| before.lines.remove(0)));
    let count = maps.len();
    let mut levels = Vec::with_capacity(count);
    for (index, Map { rows, line, mut words }) in maps.into_iter().enumerate() {
        let nearest = if titles_come_first {
            let mine = next.take();
            // The last line before the next map is that one's title.
            next = if index + 1 < count { words.lines.pop() } else { None };
            mine
        } else {
            (!words.lines.is_empty() && words.title.is_none()).then(|| words.lines.remove(0))
        };
        let mut comments = std::mem::take(&mut words.lines);
        comments.append(&mut words.comments);
        let level_author = words.author.or_else(|| author.clone());
        let level_title = words.title.or(nearest);
        levels.push(Level {
            number: index + 1,
            title: level_title,
            author: level_author,
            comments,
            rows,
            line,
        });
    }
    Collection { title, author, levels }
}

impl Words {
    /// Takes a line that is not one of a map.
    fn add(&mut self, line: &str, in_comment: &mut bool) {
        let line = line.trim_start_matches([';', ':']).trim();
        if line.is_empty() {
            return;
        }
        let (key, value) = match line.split_once(':') {
            Some((key, value)) => (key.trim().to_ascii_lowercase(), value.trim()),
            None => (String::new(), ""),
        };
        let field = (!value.is_empty()).then(|| value.to_owned());
        match key.as_str() {
            "comment-end" | "comment_end" => *in_comment = false,
            _ if *in_comment => self.comments.push(line.to_owned()),
            "title" | "name" | "collection" => self.title = field.or(self.title.take()),
            "author" | "copyright" => self.author = field.or(self.author.take()),
            // Without a text on its line, the comment goes on to `Comment-End:`.
            "comment" => match field {
                Some(comment) => self.comments.push(comment),
                None => *in_comment = true,
            },
            _ => self.lines.push(line.to_owned()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MAP: &str = "#####\n#@$.#\n#####\n";

    fn titles(text: &str) -> Vec<Option<String>> {
        Collection::read(text).expect("a collection").levels.into_iter().map(|level| level.title).collect()
    }

    #[test]
    fn titles_stand_before_or_after() {
        let some = |titles: &[&str]| titles.iter().map(|&title| Some(title.to_owned())).collect::<Vec<_>>();
        assert_eq!(titles(&format!("; All\n\n; one\n\n{MAP}\n; two\n\n{MAP}")), some(&["one", "two"]));
        assert_eq!(titles(&format!("{MAP}; one\n\n{MAP}; two\n; more\n")), some(&["one", "two"]));
        assert_eq!(
            titles(&format!("Author: A\n\n{MAP}Title: one\nAuthor: B\n\n{MAP}Title: two\n")),
            some(&["one", "two"])
        );
        assert_eq!(titles(&format!("{MAP}\n{MAP}")), [None, None]);
    }

    #[test]
    fn the_words_around_a_map_are_kept() {
        let text = format!(
            "Title: Mine\nAuthor: A\n\n{MAP}Title: one\nComment:\n####\nas seen\nComment-End:\n\n{MAP}Author: B\nComment: short\n"
        );
        let collection = Collection::read(&text).expect("a collection");
        assert_eq!((collection.title.as_deref(), collection.author.as_deref()), (Some("Mine"), Some("A")));
        let [one, two] = &collection.levels[..] else { panic!("two levels: {collection:?}") };
        assert_eq!((one.author.as_deref(), one.line), (Some("A"), 4));
        assert_eq!(one.comments, ["####", "as seen"]);
        assert_eq!((two.number, two.author.as_deref(), two.line), (2, Some("B"), 13));
        assert_eq!(two.comments, ["short"]);
    }

    #[test]
    fn all_spellings_give_one_map() {
        let canonical = "#######\n#     #\n#@$.*+#\n#######\n";
        for text in [
            canonical.to_owned(),
            canonical.replace('\n', "\r\n"),
            canonical.replace('\n', "\r"),
            canonical.replace('\n', "\r\r\n"),
            canonical.replace("     ", "-_-_-").replace('@', "p").replace('$', "b"),
            canonical.replace('*', "B").replace('+', "P"),
            "7#\n#5-#\n#@$.*+#\n7#\n".to_owned(),
            "7#|#5 #|#@$.*+#|7#".to_owned(),
            "7#|#2-3_#|#@1$.*+#|7#|\n".to_owned(),
            format!("\u{feff}{canonical}"),
        ] {
            let levels = Collection::read(&text).expect("a collection").levels;
            assert_eq!((levels.len(), levels[0].map().as_str()), (1, canonical), "{text:?}");
        }
    }

    #[test]
    fn a_row_without_walls_does_not_end_a_map() {
        let levels = Collection::read("###\n @ \n###\n\nthe end\n").expect("a collection").levels;
        assert_eq!((levels.len(), levels[0].rows.len()), (1, 3));
    }

    #[test]
    fn a_tab_is_floor_as_far_as_it_goes() {
        let levels =
            Collection::read("\t#####\n\t#@$.#\n        #####\n#\t#\n").expect("a collection").levels;
        let map = "        #####\n        #@$.#\n        #####\n#       #\n";
        assert_eq!((levels.len(), levels[0].map().as_str()), (1, map));
    }

    #[test]
    fn one_wrong_character_is_named() {
        let canonical = ["#######", "#     #", "#@$.*+#", "#######"];
        for row in 0..canonical.len() {
            for column in 0..canonical[row].len() {
                for character in ['X', 'o', '█', '=', 'ß', '\u{a0}'] {
                    let mut rows = canonical.map(str::to_owned);
                    rows[row] = rows[row]
                        .chars()
                        .enumerate()
                        .map(|(at, c)| if at == column { character } else { c })
                        .collect();
                    let text = format!("; a title\n\n{}\n\nan end\n", rows.join("\n"));
                    let error = CollectionError::Stranger { character, line: row + 3, column: column + 1 };
                    assert_eq!(Collection::read(&text), Err(error), "{text}");
                }
            }
        }
        let error = CollectionError::Stranger { character: 'X', line: 1, column: 5 };
        assert_eq!(Collection::read("#@$.X\n"), Err(error));
    }

    #[test]
    fn texts_without_maps_and_endless_rows_are_refused() {
        for text in ["", "a title\n", "###4\n", "right(a,b).\n"] {
            assert_eq!(Collection::read(text), Err(CollectionError::NoLevel), "{text:?}");
        }
        let text = "\n99999999999999999999999#\n";
        assert_eq!(Collection::read(text), Err(CollectionError::TooWide { line: 2 }));
    }
}
