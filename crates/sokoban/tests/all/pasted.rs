//! Levels as people paste them: whatever a mail or a forum did to a map, the same map is read; and no text makes the
//! reader panic, or name a place that is not there.

use groundplan_sokoban::level::{lines, Collection, CollectionError, LevelFormat};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;

/// A map with walls around it, every row of the same length.
fn map() -> impl Strategy<Value = Vec<String>> {
    (1..6usize, 1..5usize).prop_flat_map(|(width, height)| {
        let row = vec(select(&[' ', '.', '$', '*', '@', '+', '#'][..]), width);
        vec(row, height).prop_map(move |rows| {
            let wall = "#".repeat(width + 2);
            let inside = rows.into_iter().map(|row| format!("#{}#", row.into_iter().collect::<String>()));
            std::iter::once(wall.clone()).chain(inside).chain([wall.clone()]).collect()
        })
    })
}

/// A row with runs of a character as numbers.
fn run_length(row: &str) -> String {
    let mut text = String::new();
    let mut characters = row.chars().peekable();
    while let Some(character) = characters.next() {
        let mut count = 1;
        while characters.next_if_eq(&character).is_some() {
            count += 1;
        }
        text.push_str(&if count > 1 { format!("{count}{character}") } else { character.to_string() });
    }
    text
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, cases: 400, ..ProptestConfig::default() })]

    #[test]
    fn a_pasted_map_is_the_same_map(
        rows in map(),
        indent in select(&["", "  ", "\t", "    "][..]),
        quote in select(&["", "> ", ">> ", "> > "][..]),
        floor in select(&[" ", "-", "_", "\u{a0}", "&nbsp;", "&#32;"][..]),
        wall in select(&["#", "&#35;", "&#x23;"][..]),
        end in select(&["\n", "\r\n", "\r", "<br>", "<br/>\n", "\u{200b}\n", "|", " \n"][..]),
        coded: bool,
    ) {
        let plain: String = rows.iter().map(|row| format!("{row}\n")).collect();
        let as_one_line = !end.contains(['\n', '\r']);
        let written: Vec<String> = rows
            .iter()
            .enumerate()
            .map(|(index, row)| {
                let row = if coded { run_length(row) } else { row.clone() };
                let row = row.replace('#', "\u{1}").replace(' ', floor).replace('\u{1}', wall);
                // In one line, there is but one beginning.
                let quote = if as_one_line && index > 0 { "" } else { quote };
                format!("{quote}{indent}{row}")
            })
            .collect();
        let text = format!("{}\n", written.join(end));
        prop_assert_eq!(LevelFormat::of(&text), LevelFormat::Levels, "{:?}", text);
        let levels = Collection::read(&text).map_err(|error| TestCaseError::fail(format!("{error}: {text:?}")))?.levels;
        prop_assert_eq!(levels.len(), 1, "{:?}", text);
        if !as_one_line || quote.is_empty() || indent.is_empty() && end == "|" {
            let first = levels[0].map();
            let same = first == plain || as_one_line && dedented(&first) == dedented(&plain);
            prop_assert!(same, "{text:?}\n{first}");
        }
        // What is written is read again as the same.
        let again = Collection::read(&levels[0].xsb()).expect("a collection").levels;
        prop_assert_eq!(again[0].map(), levels[0].map());
    }

    #[test]
    fn any_text_is_read_or_refused_at_a_place(pieces in vec(select(&[
        "#", "##", "@", "$", ".", " ", "\n", "\r", "\t", "|", "3", "9999", "99999999999999999999", "x", "é", "\u{a0}", "> ", "&nbsp;",
        "&#", "&#35;", "&#99999999;", "<br>", "<pre>", "</pre>", "<", ">", "[code]", "```", ";", "::", "Title: t\n", "Solution\n",
        "Solution: ", "rrUU", "rrUUllDDrr", "(", ")2", "Comment:\n", "Comment-End:\n", "\u{feff}",
        "Author: a\n", "Hint: h\n", "X", "&amp;", "#####\n#@$.#\n#####\n", "---\n",
    ][..]), 0..40)) {
        let text = pieces.concat();
        let _ = LevelFormat::of(&text);
        match Collection::read(&text) {
            Ok(collection) => {
                // What is written is read again: as many levels, and once it is written so, as the same.
                let read = |text: &str| {
                    Collection::read(text).map_err(|error| TestCaseError::fail(format!("{error}: {text:?}")))
                };
                let once = read(&collection.xsb())?;
                prop_assert_eq!(once.levels.len(), collection.levels.len(), "{:?}", text);
                let twice = read(&once.xsb())?;
                prop_assert_eq!(twice.xsb(), once.xsb(), "{:?}", text);
                for level in &collection.levels {
                    let _ = (level.room(), level.facts());
                    let again = Collection::read(&level.xsb());
                    prop_assert!(again.is_ok(), "{text:?}: {again:?}");
                }
            }
            Err(CollectionError::Stranger { line, column, .. } | CollectionError::LooseNumber { line, column }) => {
                let line = lines(&text).nth(line - 1);
                prop_assert!(line.is_some_and(|line| line.chars().count() >= column), "{text:?}");
            }
            Err(_) => {}
        }
    }
}

#[test]
fn a_quoted_end_of_a_comment_ends_none() {
    let text = "Title: t\n##<br>>Comment-End:\n;99999999999999999999##";
    let level = &Collection::read(text).expect("a level").levels[0];
    assert_eq!(Collection::read(&level.xsb()).expect("the same level").levels[0].map(), level.map());
}

/// A map without the blanks in front of each row: an indentation by tabs is another one within a line.
fn dedented(map: &str) -> String {
    map.lines().map(|row| format!("{}\n", row.trim_start())).collect()
}
