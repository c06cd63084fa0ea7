//! Collections of levels: the maps in a text, and the text around them.
//!
//! A map is a run of lines of XSB characters, the first of which has a wall, and rows of ornaments directly above it.
//! `surrounding` interprets the text around maps.
//!
//! A line next to a map that would belong to it but for one character is an error, not a title.

use super::paste::{self, PastedLine};
use super::row::{self, LevelRow};
use super::solution::{self, MovesKind, Solution};
use super::surrounding::{self, AttributedText, SurroundingText};
use super::{field, letslogic, notation, ornament, slc, CollectionError, Field, Level, Square};

/// Levels in the order of a text.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Collection {
    /// The title of the collection.
    pub title: Option<String>,
    /// The author of the collection.
    pub author: Option<String>,
    /// The other fields.
    pub fields: Vec<Field>,
    /// The remaining text about the collection, line by line.
    pub comments: Vec<String>,
    /// The levels, numbered from 1; at least one.
    pub levels: Vec<Level>,
}

/// The limit on lines of ornaments above the walls of a map.
const MOST_ORNAMENTS: usize = 100;

/// A map and the text behind it.
#[derive(Default)]
pub struct RawLevel {
    /// The rows.
    pub rows: Vec<LevelRow>,
    /// The line of the text for each row.
    pub lines: Vec<usize>,
    /// The number of columns of the text in front of all rows.
    pub margin: usize,
    /// The text behind the map.
    pub surrounding: SurroundingText,
    /// The plans behind the map.
    pub solutions: Vec<Solution>,
    /// Saved games, which are moves on the way to a solution.
    pub snapshots: Vec<String>,
}

/// The state of reading a text.
struct CollectionReader {
    before: SurroundingText,
    maps: Vec<RawLevel>,
    in_map: bool,
    /// The first line anywhere that would belong to a map but for one character.
    stranger: Option<CollectionError>,
    /// The number of squares that run-length codes may still expand to.
    left: usize,
    /// The number of the last line that ends a comment, or 0.
    last_end: usize,
}

impl Collection {
    /// Reads a text with at least one map, in XSB notation, or in XML or JSON. Lines may end in LF, CR LF or CR.
    ///
    /// # Errors
    ///
    /// When there is no map, a row is too long, a row has an unknown character, or XML or JSON is not valid.
    pub fn read(text: &str) -> Result<Collection, CollectionError> {
        if slc::is(text) {
            return slc::read(text);
        }
        if letslogic::is(text) {
            return letslogic::read(text);
        }
        let lines: Vec<PastedLine<'_>> = paste::lines(text).collect();
        let mut reader = CollectionReader {
            before: SurroundingText::default(),
            maps: Vec::new(),
            in_map: false,
            stranger: None,
            left: row::MOST_SQUARES,
            last_end: lines
                .iter()
                .rfind(|line| field::ends_comment(&line.text))
                .map_or(0, |line| line.number),
        };
        let mut at = 0;
        while at < lines.len() {
            at += reader.take(&lines[at..])?;
        }
        if reader.maps.is_empty() {
            return Err(reader.stranger.unwrap_or(CollectionError::NoLevel));
        }
        Ok(assemble(reader.before, reader.maps))
    }

    /// Reads a list of levels in JSON, as letslogic.com gives it, without looking for other formats.
    ///
    /// # Errors
    ///
    /// Like [`Collection::read`].
    pub fn read_letslogic(text: &str) -> Result<Collection, CollectionError> {
        letslogic::read(text)
    }

    /// Reads a collection in SLC or SSX without looking for other formats.
    ///
    /// # Errors
    ///
    /// Like [`Collection::read`].
    pub fn read_slc(text: &str) -> Result<Collection, CollectionError> {
        slc::read(text)
    }

    /// The title, author, fields and comments of the collection, without its levels.
    #[must_use]
    pub fn without_levels(&self) -> Collection {
        let Collection { title, author, fields, comments, levels: _ } = self;
        Collection {
            title: title.clone(),
            author: author.clone(),
            fields: fields.clone(),
            comments: comments.clone(),
            levels: Vec::new(),
        }
    }

    /// The collection in XSB notation, as [`Collection::read`] reads it: its own fields, then the levels.
    #[must_use]
    pub fn xsb(&self) -> String {
        let title = self.title.as_deref().map(|title| ("Collection", title));
        let head = field::xsb(title, self.author.as_deref(), &self.fields, &self.comments);
        let head = std::iter::once(head).filter(|head| !head.is_empty());
        head.chain(self.levels.iter().map(Level::xsb)).collect::<Vec<_>>().join("\n")
    }

    /// The collection as SLC in UTF-8, as [`Collection::read`] reads it. Unsupported content gets its own elements.
    #[must_use]
    pub fn slc(&self) -> String {
        slc::write(self)
    }
}

impl CollectionReader {
    /// Reads one or more of these lines. Returns how many.
    fn take(&mut self, lines: &[PastedLine<'_>]) -> Result<usize, CollectionError> {
        let (first, line) = (&lines[0], lines[0].text.as_ref());
        let in_comment = self.surrounding().in_comment();
        let part_of_map = !in_comment
            && (row::begins(line)
                || self.in_map && !line.trim_start().starts_with(';')
                || row::is_ornament(line) && begins_below(lines));
        if part_of_map {
            match row::read(line, &mut self.left) {
                Some(row::MapLine::TooWide) => return Err(CollectionError::TooWide { line: first.number }),
                Some(row::MapLine::TooMany) => return Err(CollectionError::TooMany { line: first.number }),
                Some(row::MapLine::Rows(rows)) => {
                    if !self.in_map {
                        self.maps.push(RawLevel::default());
                        self.in_map = true;
                    }
                    let map = self.maps.last_mut().expect("there is a map now");
                    map.rows.extend(rows);
                    map.lines.resize(map.rows.len(), first.number);
                    return Ok(1);
                }
                None => {}
            }
        }
        if !in_comment {
            let texts = lines.iter().map(|line| line.text.as_ref());
            if let Some(error) = notation::at(texts, first.number) {
                return Err(error);
            }
            self.suspect(first, lines.get(1))?;
        }
        self.in_map = false;
        if let (Some(map), false) = (self.maps.last_mut(), in_comment) {
            if let Some((kind, solution, count)) = solution::read(lines, &map.rows) {
                match kind {
                    MovesKind::Solution => map.solutions.push(solution),
                    MovesKind::Snapshot => {
                        map.snapshots.extend(lines[..count].iter().map(|line| line.text.to_string()));
                    }
                }
                map.surrounding.end_paragraph();
                return Ok(count);
            }
        }
        let may_end = first.number < self.last_end;
        self.surrounding().add(line, may_end);
        Ok(1)
    }

    /// The text since the last map.
    fn surrounding(&mut self) -> &mut SurroundingText {
        self.maps.last_mut().map_or(&mut self.before, |map| &mut map.surrounding)
    }

    /// Rejects a line in a map or next to one that would belong to it but for one character.
    fn suspect(
        &mut self,
        line: &PastedLine<'_>,
        next: Option<&PastedLine<'_>>,
    ) -> Result<(), CollectionError> {
        let text = line.text.as_ref();
        let before_map = next.is_some_and(|next| row::begins(&next.text));
        let stranger =
            |character, column| CollectionError::stranger(character, line.number, line.column(column));
        if self.in_map && before_map {
            if let Some((character, column)) = row::walled_stranger(text) {
                return Err(stranger(character, column));
            }
            if let Some(column) = row::loose_number(text) {
                return Err(CollectionError::LooseNumber { line: line.number, column: line.column(column) });
            }
        }
        if let Some(row::Stranger { character, column, is_rare }) = row::stranger(text) {
            let error = stranger(character, column);
            let beside_map = self.in_map || before_map && text.contains('#');
            if self.in_map && before_map || beside_map && is_rare {
                return Err(error);
            }
            self.stranger = self.stranger.take().or(is_rare.then_some(error));
        }
        Ok(())
    }
}

/// Whether a map begins directly below lines of ornaments.
fn begins_below(lines: &[PastedLine<'_>]) -> bool {
    let mut texts = lines.iter().take(MOST_ORNAMENTS).map(|line| line.text.as_ref());
    texts.find(|line| !row::is_ornament(line)).is_some_and(row::begins)
}

/// Attributes the text around maps to each map.
fn assemble(before: SurroundingText, mut maps: Vec<RawLevel>) -> Collection {
    let behind = maps.iter_mut().map(|map| std::mem::take(&mut map.surrounding)).collect();
    collection(surrounding::attribute(before, behind), maps)
}

/// Makes a collection of maps and the text attributed to them.
pub fn collection(said: AttributedText, maps: Vec<RawLevel>) -> Collection {
    let AttributedText { collection, levels: said } = said;
    let level = |(index, (map, mut said)): (usize, (RawLevel, surrounding::Description))| {
        let (mut rows, indent) = dedent(map.rows);
        let ornaments = ornament::wall_up(&mut rows);
        said.comments.extend(map.snapshots);
        Level {
            number: index + 1,
            title: said.title,
            author: said.author.or_else(|| collection.author.clone()),
            fields: said.fields,
            comments: said.comments,
            rows,
            ornaments,
            indent: indent + map.margin,
            solutions: map.solutions,
            lines: map.lines,
        }
    };
    let levels = maps.into_iter().zip(said).enumerate().map(level).collect();
    let surrounding::Description { title, author, fields, comments } = collection;
    Collection { title, author, fields, comments, levels }
}

/// Removes the blank columns in front of all rows. Returns the rows and the number of columns removed.
fn dedent(rows: Vec<LevelRow>) -> (Vec<Vec<Square>>, usize) {
    let indents = rows.iter().filter(|row| row.indent < row.squares.len()).map(|row| row.indent);
    let indent = indents.min().unwrap_or(0);
    let strip = |row: LevelRow| row.squares.into_iter().skip(indent).collect();
    (rows.into_iter().map(strip).collect(), indent)
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

    /// Title and author of each level, with `-` for none.
    fn named(text: &str) -> Vec<String> {
        let levels = Collection::read(text).expect("a collection").levels;
        let or_none = |field: Option<String>| field.unwrap_or("-".to_owned());
        levels
            .into_iter()
            .map(|level| format!("{} by {}", or_none(level.title), or_none(level.author)))
            .collect()
    }

    #[test]
    fn fields_stand_above_where_there_are_some_before_the_first_map_and_none_after_the_last() {
        let m = MAP;
        for (text, expected) in [
            (format!("Title: A\n{m}\nTitle: B\n{m}\nTitle: C\n{m}"), ["A by -", "B by -", "C by -"]),
            (format!("Title: A\n\n{m}\nTitle: B\n\n{m}\nTitle: C\n\n{m}"), ["A by -", "B by -", "C by -"]),
            (format!("Title: A\n{m}Title: B\n{m}Title: C\n{m}"), ["A by -", "B by -", "C by -"]),
            (
                format!("Title: A\nAuthor: X\n{m}\nAuthor: Y\nTitle: B\n{m}\nTitle: C\n{m}"),
                ["A by X", "B by Y", "C by -"],
            ),
            (
                format!("Author: X\nDate: 1\n{m}\nAuthor: Y\n{m}\nAuthor: Z\nDate: 2\n{m}"),
                ["- by X", "- by Y", "- by Z"],
            ),
            (
                format!("; A\nAuthor: X\n{m}\n; B\nAuthor: Y\n{m}\n; C\n; wide\n{m}"),
                ["A by X", "B by Y", "C by -"],
            ),
            (format!("; A\n{m}\n; B\nAuthor: Y\n{m}\nTitle: C\n{m}"), ["A by -", "B by Y", "C by -"]),
            (
                format!(
                    "Collection: All\nAuthor: X\n\nTitle: A\n{m}\nTitle: B\nAuthor: Y\n{m}\nTitle: C\n{m}"
                ),
                ["A by X", "B by Y", "C by X"],
            ),
            (
                format!("Title: All\nAuthor: X\nTitle: A\n{m}\nTitle: B\n{m}\nTitle: C\nAuthor: Z\n{m}"),
                ["A by X", "B by X", "C by Z"],
            ),
            (
                format!(
                    "All of it\n\nTitle: A\n{m}\nSolution\nR\n\nTitle: B\n{m}\nTitle: C\n{m}Solution\nR\n"
                ),
                ["A by -", "B by -", "C by -"],
            ),
            // The usual format, with a header, without a last title, and with remarks behind the last map.
            (
                format!("Title: All\n\n{m}Title: A\n\n{m}Title: B\nAuthor: Y\n\n{m}Title: C\n"),
                ["A by -", "B by Y", "C by -"],
            ),
            (
                format!("Title: All\nAuthor: X\n\n{m}Title: A\n\n{m}Title: B\n\n{m}"),
                ["A by X", "B by X", "- by X"],
            ),
            (
                format!("Collection: All\nAuthor: X\n\n{m}\nTitle: A\n\n{m}\nTitle: B\n\n{m}\n"),
                ["A by X", "B by X", "- by X"],
            ),
            (format!("Title: All\nAuthor: X\n\n{m}\n{m}\n{m}"), ["- by X", "- by X", "- by X"]),
            (format!("{m}Title: A\n\n{m}Title: B\n\n{m}Title: C\nDate: 1\n"), ["A by -", "B by -", "C by -"]),
            (format!("{m}\nTitle: A\n{m}\nTitle: B\n{m}\nTitle: C\n"), ["A by -", "B by -", "C by -"]),
        ] {
            assert_eq!(named(&text), expected, "{text}");
            // Reading the written text gives the same collection.
            let collection = Collection::read(&text).expect("a collection");
            assert_eq!(named(&collection.xsb()), expected, "{text}{}", collection.xsb());
            let again = Collection::read(&collection.xsb()).expect("a collection");
            assert_eq!(again.xsb(), collection.xsb(), "{text}");
        }
        assert_eq!(named(&format!("Title: A\nAuthor: X\n{m}")), ["A by X"]);
        assert_eq!(named(&format!("Title: All\n\n{m}Title: A\n")), ["A by -"]);
    }

    #[test]
    fn nothing_that_is_written_around_maps_is_lost() {
        let head = "Collection: All\nAuthor: X\nCopyright: 1999\nDate: 1\nEmail: x@y\n\nOf the whole.\n:: a remark\n";
        for text in [
            format!("{head}\n{MAP}Title: A\nDate: 2\nof A\nComment: short\n\n{MAP}Title: B\nTitle: B too\n"),
            format!("{head}\nTitle: A\nDate: 2\nof A\nComment: short\n{MAP}\nTitle: B too\nTitle: B\n{MAP}the end\n"),
        ] {
            let collection = Collection::read(&text).expect("a collection");
            let written = collection.xsb();
            for line in text.lines().map(|line| line.trim_start_matches([':', ' '])).filter(|line| !line.contains('#')) {
                let value = line.split_once(": ").map_or(line, |(_, value)| value);
                assert!(written.contains(value), "{line}: {written}");
            }
            let head = "Collection: All\nAuthor: X\nCopyright: 1999\nDate: 1\nEmail: x@y\nComment:\n";
            assert!(written.starts_with(head), "{written}");
            assert_eq!((collection.fields.len(), collection.comments.len()), (3, 2), "{collection:?}");
            assert_eq!(Collection::read(&written).expect("a collection").xsb(), written);
        }
    }

    #[test]
    fn the_words_around_a_map_are_kept() {
        let text = format!(
            "Title: Mine\nAuthor: A\n\n{MAP}Title: one\nComment:\n####\nas seen\nComment-End:\n\n{MAP}Author: B\nComment: short\n"
        );
        let collection = Collection::read(&text).expect("a collection");
        assert_eq!((collection.title.as_deref(), collection.author.as_deref()), (Some("Mine"), Some("A")));
        let [one, two] = &collection.levels[..] else { panic!("two levels: {collection:?}") };
        assert_eq!((one.author.as_deref(), one.lines[0]), (Some("A"), 4));
        assert_eq!(one.comments, ["####", "as seen"]);
        assert_eq!((two.number, two.author.as_deref(), two.lines[0]), (2, Some("B"), 13));
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
            canonical.lines().map(|row| format!("    {row}\n")).collect(),
            canonical.lines().map(|row| format!("\t{row}\n")).collect(),
            canonical.lines().map(|row| format!("> {row}\n")).collect(),
            canonical.lines().map(|row| format!("> > {row}\n")).collect(),
            canonical.lines().map(|row| format!("|{row}|\n")).collect(),
            canonical.lines().map(|row| format!("{row}<br>\n")).collect(),
            canonical.lines().map(|row| format!("<p>{row}</p>\n")).collect(),
            canonical.trim_end().replace('\n', "|"),
            canonical.trim_end().replace('\n', "<br/>"),
            canonical.replace(' ', "&nbsp;").replace('#', "&#35;"),
            canonical.replace(' ', "\u{a0}"),
            format!("<pre>{canonical}</pre>"),
            format!("[code]\n{canonical}[/code]\n"),
            format!("```\n{canonical}```\n"),
        ] {
            let levels = Collection::read(&text).expect("a collection").levels;
            assert_eq!((levels.len(), levels[0].map().as_str()), (1, canonical), "{text:?}");
            assert_eq!(levels[0].title, None, "{text:?}");
        }
    }

    #[test]
    fn solutions_are_those_of_the_map_above() {
        let text = format!(
            ":: a header\n:: Title Optional ::\n\n1 one\n\n{MAP}\nSolution\nR\n\n2 two\n\n{MAP}\nSolution: R\n; not yet\nL\nSnapshot\nrl\n"
        );
        let levels = Collection::read(&text).expect("a collection").levels;
        let [one, two] = &levels[..] else { panic!("two levels: {levels:?}") };
        assert_eq!((one.title.as_deref(), two.title.as_deref()), (Some("1 one"), Some("2 two")));
        let solution = |text: &str, line| Solution { text: text.to_owned(), line };
        assert_eq!(one.solutions, [solution("R", 11)]);
        assert_eq!(two.solutions, [solution("          R\n; not yet\nL", 19)]);
        // Reading the written text gives the same collection.
        let again = Collection::read(&one.xsb()).expect("a collection").levels;
        assert_eq!(again[0].solutions[0].text, "R");
        assert_eq!(again[0].title, one.title);
    }

    #[test]
    fn a_line_of_a_map_with_mistakes_does_not_cut_it_in_two() {
        let read = |row: &str| Collection::read(&format!("#####\n{row}\n#@$.#\n#####\n"));
        let stranger = |character, column| Err(CollectionError::Stranger { character, line: 2, column });
        assert_eq!(read("#x y#"), stranger('x', 2));
        assert_eq!(read("#  #3"), Err(CollectionError::LooseNumber { line: 2, column: 5 }));
        assert_eq!(read("#  #12|#"), Err(CollectionError::LooseNumber { line: 2, column: 5 }));
        assert_eq!(read("> #&nbsp;=#"), stranger('=', 10));
        assert_eq!(read("### Two ###").map(|collection| collection.levels.len()), Ok(2));
        assert_eq!(read("#2").map(|collection| collection.levels.len()), Ok(2));
    }

    #[test]
    fn runs_do_not_stand_for_more_than_fits() {
        let rows = "9999#|".repeat(2000);
        assert_eq!(Collection::read(&rows), Err(CollectionError::TooMany { line: 1 }));
        let lines = "9999#\n".repeat(2000);
        assert_eq!(Collection::read(&lines), Err(CollectionError::TooMany { line: 1001 }));
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
                for character in ['X', 'o', '█', '=', 'ß', '\u{3000}'] {
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
