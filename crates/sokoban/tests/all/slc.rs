//! Collections as XML: what is read, what is refused and where, and that nothing is lost on the way to text and back.

use groundplan_sokoban::level::{Collection, CollectionError, Field, LevelFormat};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;

const TEXT: &str = r#"<?xml version="1.0" encoding="ISO-8859-1"?>
<!DOCTYPE SokobanLevels SYSTEM "SokobanLev.dtd">
<SokobanLevels xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:schemaLocation="SokobanLev.xsd">
  <!-- of nobody -->
  <Title>Tom &amp; <![CDATA[<Jerry>]]></Title>
  <Description>
    Two rooms.

    They are small.
  </Description>
  <Email>x@example.org</Email>
  <Url/>
  <LevelCollection MaxHeight="3" Copyright="A. Nobody" MaxWidth="6">
    <level height="3" ID="One &#38; only" width="6">
      <l>######</l>
      <L>#@$. #</L>
      <L><![CDATA[######]]></L>
    </level>
    <Level Width="7" Height="4" Copyright="B. Nobody" Id="Two">
      <L></L>
      <L> #####</L>
      <!-- in between -->
      <L> #&#46;$@#</L>
      <L> #####</L>
    </Level>
  </LevelCollection>
</SokobanLevels>
"#;

fn read(text: &str) -> Collection {
    Collection::read(text).unwrap_or_else(|error| panic!("{error}: {text}"))
}

fn field(key: &str, value: &str) -> Field {
    Field { key: key.to_owned(), value: value.to_owned() }
}

#[test]
fn a_collection_is_read_with_all_that_it_says() {
    assert_eq!(LevelFormat::of(TEXT), LevelFormat::Levels);
    let collection = read(TEXT);
    assert_eq!(collection.title.as_deref(), Some("Tom & <Jerry>"));
    assert_eq!(
        collection.fields,
        [
            field("Description", "Two rooms."),
            field("Description", "They are small."),
            field("Email", "x@example.org"),
            field("Copyright", "A. Nobody"),
        ]
    );
    let [one, two] = &collection.levels[..] else { panic!("two levels: {collection:?}") };
    assert_eq!((one.title.as_deref(), one.author.as_deref()), (Some("One & only"), Some("A. Nobody")));
    assert_eq!(
        (one.map().as_str(), &one.lines[..], one.indent),
        ("######\n#@$. #\n######\n", &[15, 16, 17][..], 9)
    );
    assert_eq!((two.title.as_deref(), two.author.as_deref()), (Some("Two"), Some("B. Nobody")));
    assert_eq!(
        (two.map().as_str(), &two.lines[..], two.indent),
        ("#####\n#.$@#\n#####\n", &[21, 23, 24][..], 10)
    );
    assert_eq!(two.fields, [field("Copyright", "B. Nobody")]);
}

/// What is said, without places, which differ.
fn said(collection: &Collection) -> String {
    let level = |level: &groundplan_sokoban::level::Level| {
        let solutions: Vec<&str> = level.solutions.iter().map(|solution| solution.text.trim()).collect();
        format!(
            "{:?}\n{:?}\n{:?}\n{:?}\n{}{solutions:?}\n",
            level.title,
            level.author,
            level.fields,
            level.comments,
            level.map()
        )
    };
    let Collection { title, author, fields, comments, levels } = collection;
    format!(
        "{title:?}\n{author:?}\n{fields:?}\n{comments:?}\n{}",
        levels.iter().map(level).collect::<String>()
    )
}

#[test]
fn what_is_written_is_read_again() {
    let map = "  ####\n###@ #\n#. $ #\n######\n";
    let head = "Collection: \"All\" <of> it & more\nAuthor: X\nDate of last change: 1\nDescription: first\nDescription: second\n";
    let one = "Title: A <br> & b\nAuthor: Y\nCopyright: Z\nLevel: 7\nxmlish: 1\nComment:\n a\n\n <b>\nComment-End:\n\nSolution\nldL\nrr\n";
    let two = "Difficulty: 3\n\n";
    let text = format!("{head}\n{map}{one}\n{map}{two}");
    let collection = read(&text.replace("<br>", "&lt;br&gt;"));
    assert_eq!(collection.levels[0].title.as_deref(), Some("A <br> & b"));
    assert_eq!(collection.levels[0].comments, [" a", "", " <b>"]);
    for collection in [collection, read(TEXT)] {
        let (slc, xsb) = (collection.slc(), collection.xsb());
        assert_eq!(said(&read(&slc)), said(&collection), "{slc}");
        assert_eq!(read(&slc).slc(), slc);
        assert_eq!(said(&read(&xsb)), said(&collection), "{xsb}");
        assert_eq!(read(&read(&slc).xsb()).slc(), slc);
        assert_eq!(read(&xsb).xsb(), xsb);
    }
}

#[test]
fn what_is_wrong_is_named_with_its_place() {
    for (from, to, place, message) in [
        (
            "</LevelCollection>",
            "",
            (27, 1),
            "this is no XML: expected 'LevelCollection' tag, not 'SokobanLevels'",
        ),
        ("Tom &amp;", "Tom &", (5, 14), "this is no XML: malformed entity reference"),
        ("Tom &amp;", "Tom &eacute;", (5, 14), "this is no XML: unknown entity reference 'eacute'"),
        ("Id=\"Two\"", "Id=Two", (19, 58), "this is no XML: expected a quote not 'T'"),
        (
            "SokobanLevels>",
            "Songs>",
            (3, 1),
            "the root of a collection of levels is `SokobanLevels` or `SokobanLibrary`, not `Songs`",
        ),
        ("<L> #####</L>", "<M/>", (19, 5), "this level has no rows: each is an element `L`"),
    ] {
        let text =
            TEXT.replace("<L> #&#46;$@#</L>", if to == "<M/>" { "" } else { "<L>#</L>" }).replace(from, to);
        let text = if to == "Songs>" { text.replace("<SokobanLevels", "<Songs") } else { text };
        match Collection::read_slc(&text) {
            Err(CollectionError::Slc { message: found, line, column }) => {
                assert_eq!((found.as_str(), (line, column)), (message, place), "{text}");
            }
            other => panic!("{other:?}: {text}"),
        }
    }
    let stranger = CollectionError::Stranger { character: 'X', line: 16, column: 12 };
    assert_eq!(Collection::read(&TEXT.replace("#@$. #", "#@X. #")), Err(stranger));
    assert_eq!(
        Collection::read(&TEXT.replace("#@$. #", "#20000 #")),
        Err(CollectionError::TooWide { line: 16 })
    );
    let cut = Collection::read(&TEXT[..TEXT.len() / 2]);
    assert!(matches!(cut, Err(CollectionError::Slc { line, .. }) if line > 10), "{cut:?}");
    assert!(Collection::read("<SokobanLevels/>").is_err());
}

#[test]
fn rows_stand_where_a_program_writes_them() {
    for rows in [
        "<L>#####</L><L>#@$.#</L><L>#####</L>",
        "<L>\n#####\n#@$.#\n#####\n</L>",
        "<L>5#|#@$.#|5#</L>",
        "\r\n<L>#####</L>\r\n<L>#&#64;$.#</L>\r\n<L>#####</L>\r\n",
        "<L>\u{a0}#####</L><L> #pb.#</L><L>-#####</L>",
    ] {
        let text = format!("\u{feff}\n\n<SokobanLevels><LevelCollection><Level>{rows}</Level></LevelCollection></SokobanLevels>");
        let level = &read(&text).levels[0];
        assert_eq!(level.map().trim_start().replace("\n ", "\n"), "#####\n#@$.#\n#####\n", "{text}");
        assert_eq!((level.rows.len(), level.lines[0] >= 3), (level.lines.len(), true), "{text}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, cases: 400, ..ProptestConfig::default() })]

    #[test]
    fn any_xml_is_read_or_refused(pieces in vec(select(&[
        "<?xml version='1.0'?>", "<SokobanLevels>", "</SokobanLevels>", "<LevelCollection>", "</LevelCollection>", "<Level Id='a'>",
        "<Level>", "</Level>", "<L>", "</L>", "<L>####</L>", "<L/>", "<Title>", "</Title>", "#", "9#", "&amp;", "&", "<!--", "-->", "]]>",
        "<![CDATA[", "\n", "\r", "é", "<Comment>", "</Comment>", "<Solution>R</Solution>", "x", "<!DOCTYPE a [<!ENTITY e 'x'>]>", "&e;",
    ][..]), 0..30), closed: bool) {
        let inside = pieces.concat();
        let text = if closed {
            format!("<SokobanLevels><LevelCollection><Level>{inside}</Level></LevelCollection></SokobanLevels>")
        } else {
            format!("<SokobanLevels{inside}")
        };
        if let Ok(collection) = Collection::read(&text) {
            let again = Collection::read(&collection.slc());
            prop_assert_eq!(again.map(|again| said(&again)), Ok(said(&collection)), "{}", text);
            prop_assert!(Collection::read(&collection.xsb()).is_ok(), "{}", text);
        }
    }
}
