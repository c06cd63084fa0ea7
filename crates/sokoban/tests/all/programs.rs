//! Levels as other programs keep them: libraries of SokoSolve, and lists in JSON.

use groundplan_sokoban::level::{Collection, CollectionError, Field, LevelFormat};

const LIBRARY: &str = r#"<?xml version="1.0" encoding="utf-8"?>
<!-- of nobody -->
<SokobanLibrary xmlns="http://sokosolve.sourceforge.net/SokoSolveLibrary.xsd" MaxID="9" LibraryID="L1">
  <Details License="Free" Date="2008-01-17">
    <Name>Small ones</Name>
    <Description />
    <Comments>
      To begin with
    </Comments>
    <Author Name="A. Nobody " Email="a@example.org" Homepage="" />
  </Details>
  <Categories><Category CategoryID="C0"><CategoryDescription><Name>Master</Name></CategoryDescription></Category></Categories>
  <Puzzles>
    <Puzzle Rating="6.7" PuzzleID="P1" CategoryREF="C0" Order="1">
      <PuzzleDescription><Name>One</Name><Description>Short</Description></PuzzleDescription>
      <Maps>
        <Map MapID="M1">
          <Row>~######</Row>
          <Row>##$.XO#</Row>
          <Row>#..P..#</Row>
          <Row>#######</Row>
          <Solutions><Solution StartX="3" StartY="2"><Steps>
            LURR
          </Steps></Solution></Solutions>
        </Map>
        <Map MapID="M2" MapType="Alternative">
          <Row>#####</Row>
          <Row>#OX*#</Row>
          <Row>#####</Row>
          <MapDetails><Name>Other</Name></MapDetails>
        </Map>
      </Maps>
    </Puzzle>
    <Puzzle PuzzleID="P2">
      <Maps><Map><Row>#####</Row><Row>#@$.#</Row><Row>#####</Row></Map></Maps>
    </Puzzle>
  </Puzzles>
</SokobanLibrary>
"#;

const LIST: &str = r######"[
  {"id": 7, "title": "One", "author": "A. Nobody", "width": 6, "height": 3, "blue_moves": null, "map": "711111123041111117"},
  {"id": 8, "title": "Two, a \"map\"", "author": null, "height": 3, "width": 6,
   "map": "111111160351111111", "green_pushes": 1},
  {"map": "11111|12341|11111"}, {"map": "#####\n#@$.#\n#####\n"}, {"map": ["#####", "#@$.#", "#####"]}
]
"######;

fn read(text: &str) -> Collection {
    assert_eq!(LevelFormat::of(text), LevelFormat::Levels, "{text}");
    Collection::read(text).unwrap_or_else(|error| panic!("{error}: {text}"))
}

fn field(key: &str, value: &str) -> Field {
    Field { key: key.to_owned(), value: value.to_owned() }
}

#[test]
fn libraries_of_sokosolve_are_read() {
    let collection = read(LIBRARY);
    assert_eq!(
        (collection.title.as_deref(), collection.author.as_deref()),
        (Some("Small ones"), Some("A. Nobody"))
    );
    assert_eq!(
        collection.fields,
        [field("License", "Free"), field("Date", "2008-01-17"), field("Email", "a@example.org")]
    );
    assert_eq!(collection.comments, ["To begin with"]);
    let [one, other, xsb] = &collection.levels[..] else { panic!("three levels: {collection:?}") };
    assert_eq!((one.title.as_deref(), one.lines[0]), (Some("One"), 18));
    assert_eq!(one.map(), " ######\n##* $.#\n#  @  #\n#######\n");
    assert_eq!(one.fields, [field("Description", "Short")]);
    assert_eq!((one.solutions[0].text.as_str(), one.solutions[0].line), ("LURR", 23));
    assert_eq!((other.title.as_deref(), other.map().as_str()), (Some("Other"), "#####\n#.$+#\n#####\n"));
    assert_eq!((xsb.title.as_deref(), xsb.map().as_str()), (None, "#####\n#@$.#\n#####\n"));
    // Nothing is lost on the way to the formats that are written.
    assert_eq!(read(&collection.xsb()).slc(), collection.slc());
}

#[test]
fn faults_of_libraries_have_places() {
    let stranger = CollectionError::Stranger { character: 'Q', line: 19, column: 20 };
    assert_eq!(Collection::read(&LIBRARY.replace("##$.XO#", "##$.QO#")), Err(stranger));
    for (text, place, said) in [
        (LIBRARY.replace("Row>", "Line>"), (17, 9), "this level has no rows: each is an element `Row`"),
        (
            LIBRARY.replace("Puzzle ", "Game ").replace("Puzzle>", "Game>"),
            (3, 1),
            "no element `Map` in a `Puzzle`",
        ),
        (LIBRARY.replace("</Maps>", "</Map>"), (32, 7), "this is no XML"),
    ] {
        match Collection::read(&text) {
            Err(CollectionError::Slc { message, line, column }) => {
                assert!(message.contains(said) && (line, column) == place, "{message} {line} {column}");
            }
            other => panic!("{other:?}"),
        }
    }
}

#[test]
fn lists_in_json_are_read() {
    let collection = read(LIST);
    let [one, two, rest @ ..] = &collection.levels[..] else { panic!("{collection:?}") };
    assert_eq!((one.title.as_deref(), one.author.as_deref()), (Some("One"), Some("A. Nobody")));
    assert_eq!((one.map().as_str(), one.lines[0]), (" #####\n#@$ .#\n#####\n", 2));
    assert_eq!(one.fields, [field("id", "7")]);
    assert_eq!((two.title.as_deref(), two.author.as_deref()), (Some("Two, a \"map\""), None));
    assert_eq!((two.map().as_str(), two.lines[2]), ("######\n#+ $*#\n######\n", 4));
    assert_eq!(two.fields, [field("id", "8"), field("green_pushes", "1")]);
    assert!(rest.len() == 3 && rest.iter().all(|level| level.map() == "#####\n#@$.#\n#####\n"), "{rest:?}");
    let whole = format!("\u{feff} {{\"title\": \"All\", \"author\": \"B\", \"levels\": {LIST}}}");
    let whole = read(&whole);
    assert_eq!((whole.title.as_deref(), whole.levels.len()), (Some("All"), 5));
    assert_eq!(whole.levels[3].author.as_deref(), Some("B"));
    assert_eq!(read("{\"map\": \"5#|#@$.#|5#\"}").levels.len(), 1);
    assert_eq!(read(&collection.xsb()).slc(), collection.slc());
}

#[test]
fn faults_of_lists_have_places() {
    for (from, to, place, said) in [
        (
            "\"height\": 3, \"blue",
            "\"height\": 4, \"blue",
            (2, 97),
            "level 1: the map has 18 squares, not 6 in each of 4 rows",
        ),
        ("711111123", "811111123", (2, 97), "level 1: `8` is no square"),
        ("#@$.#\\n", "#@Q.#\\n", (5, 34), "level 4: `#@Q.#` is no row of a map"),
        ("\"11111|12341|11111\"", "7", (5, 4), "level 3: the map is neither"),
        (
            "\"width\": 6, \"height\": 3, \"blue",
            "\"blue",
            (2, 72),
            "level 1: the map has no `width` and `height`",
        ),
        ("{\"map\": \"11111|", "{\"mop\": \"11111|", (1, 1), "level 3 has no `map`"),
        ("}, {\"map\": [", "} {\"map\": [", (5, 66), "this is no JSON: expected `,` or `]`"),
    ] {
        let text = LIST.replacen(from, to, 1);
        assert_ne!(text, LIST, "{from}");
        match Collection::read(&text) {
            Err(CollectionError::Json { message, line, column }) => {
                assert!(message.contains(said), "{message}");
                assert_eq!((line, column), place, "{text}");
            }
            other => panic!("{other:?}: {text}"),
        }
    }
    for text in [
        "[]",
        "7",
        "{}",
        "[{\"map\": \"\"}]",
        "[{\"map\": []}]",
        "[{\"map\": \"0\", \"width\": 0, \"height\": 0}]",
    ] {
        assert!(Collection::read_letslogic(text).is_err(), "{text}");
    }
    for text in ["[code]\n#####\n#@$.#\n#####\n[/code]", "{a}.", "[1]"] {
        assert!(!matches!(Collection::read(text), Err(CollectionError::Json { .. })), "{text}");
    }
}
