//! Fields around the maps of a text: which level each belongs to, and that none is lost, however often the text is read and written.

use groundplan_sokoban::level::Collection;

const MAP: &str = "#####\n#@$.#\n#####\n";

/// Of the collection and of each level what is said, a line each.
fn said(text: &str) -> Vec<String> {
    let collection = Collection::read(text).unwrap_or_else(|error| panic!("{error}: {text}"));
    let whole = (&collection.title, &collection.author, &collection.fields, &collection.comments);
    let levels =
        collection.levels.iter().map(|level| (&level.title, &level.author, &level.fields, &level.comments));
    let words =
        |(title, author, fields, comments): (&Option<String>, &Option<String>, &Vec<_>, &Vec<String>)| {
            let named = [title, author].map(|name| name.clone().unwrap_or("-".to_owned()));
            let fields = fields
                .iter()
                .map(|field: &groundplan_sokoban::level::Field| format!("{}={}", field.key, field.value));
            named.into_iter().chain(fields).chain(comments.iter().cloned()).collect::<Vec<_>>().join("|")
        };
    std::iter::once(whole).chain(levels).map(words).collect()
}

/// Reads a text, and what is written of it again and again.
fn assert_said(text: &str, expected: &[&str]) {
    assert_eq!(said(text), expected, "{text}");
    let written = Collection::read(text).expect("a collection").xsb();
    assert_eq!(said(&written), expected, "{text}\n{written}");
    let again = Collection::read(&written).expect("a collection");
    assert_eq!(again.xsb(), written);
    let slc = again.slc();
    assert_eq!(said(&slc), expected, "{slc}");
    assert_eq!(Collection::read(&slc).expect("a collection").xsb(), written);
}

#[test]
fn fields_of_any_key_belong_to_the_level_they_stand_at() {
    let m = MAP;
    // Below the maps.
    assert_said(
        &format!("Collection: All\nAuthor: X\nSource: a book\n\n{m}Title: A\nDifficulty: 3\nBest moves: 12\n\n{m}Title: B\nDifficulty: 4\n"),
        &["All|X|Source=a book", "A|X|Difficulty=3|Best moves=12", "B|X|Difficulty=4"],
    );
    // Above the maps, with and without blank lines.
    for (between, before) in [("\n", ""), ("\n", "\n"), ("", ""), ("\n\n", "")] {
        assert_said(
            &format!("Collection: All\nSource: a book\n\nTitle: A\nDifficulty: 3\n{before}{m}{between}Title: B\nDifficulty: 4\nHint: no\n{before}{m}{between}Title: C\n{before}{m}"),
            &["All|-|Source=a book", "A|-|Difficulty=3", "B|-|Difficulty=4|Hint=no", "C|-"],
        );
    }
    // Above without titles.
    assert_said(
        &format!("Collection: All\n\nId: one\nAuthor: P\n{m}\nId: two\nAuthor: Q\n{m}"),
        &["All|-", "-|P|Id=one", "-|Q|Id=two"],
    );
    // Titles above, and the rest below.
    assert_said(
        &format!(
            "Collection: All\n\nTitle: A\n{m}Difficulty: 3\nComment: of A\n\nTitle: B\n{m}Difficulty: 4\n"
        ),
        &["All|-", "A|-|Difficulty=3|of A", "B|-|Difficulty=4"],
    );
    assert_said(
        &format!("; 1\n\n{m}Difficulty: 3\n\n; 2\n\n{m}Difficulty: 4\n"),
        &["-|-", "1|-|Difficulty=3", "2|-|Difficulty=4"],
    );
    assert_said(
        &format!("Level 1\n{m}\nLevel 2\nDate: 2\n{m}\nLevel 3\n{m}"),
        &["-|-", "Level 1|-", "Level 2|-|Date=2", "Level 3|-"],
    );
    // The header of an old set.
    assert_said(
        &format!("Maze: 1\nFile offset: 148C, DS:00FC\nSize X: 5\n\n{m}\nMaze: 2\nFile offset: 14BD\n\n{m}"),
        &["-|-", "-|-|Maze=1|File offset=148C, DS:00FC|Size X=5", "-|-|Maze=2|File offset=14BD"],
    );
}

#[test]
fn comments_and_copyrights_stay_what_they_are() {
    let m = MAP;
    assert_said(
        &format!("Collection: All\nCopyright: (c) X\n\n{m}Title: A\nComment:\nKey: in a comment\n\n   ###  drawn\n; marked\nComment-End:\nDate: 1\n"),
        &["All|(c) X|Copyright=(c) X", "A|(c) X|Date=1|Key: in a comment||   ###  drawn|; marked"],
    );
    // One that never ends is no reason to lose levels.
    assert_said(&format!("{m}Title: A\nComment:\n\n{m}Title: B\n"), &["-|-", "A|-", "B|-"]);
    assert_said(
        &format!("Title: A\nComment:\nof A\nComment-End:\n{m}\nTitle: B\n{m}\nTitle: C\nComment: of C\n{m}"),
        &["-|-", "A|-|of A", "B|-", "C|-|of C"],
    );
    // What a forum would take away is written so that it stays.
    assert_said(
        &format!("{m}Title: a &lt;br&gt; b\nHint: &lt;pre&gt; [1]\n"),
        &["-|-", "a <br> b|-|Hint=<pre> [1]"],
    );
}

#[test]
fn a_row_of_floor_ends_no_map() {
    let text = "#####\n#@$.#\n#####\n-----\n#####\n#*  #\n#####\n";
    let levels = Collection::read(&Collection::read(text).expect("a level").xsb()).expect("a level").levels;
    assert_eq!((levels.len(), levels[0].rows.len()), (1, 7));
}
