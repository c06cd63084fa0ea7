//! Collections as XML wherever levels are read, and where they are written.

use crate::support::{self, folder, run_in, FOUND, INPUT};

const TEXT: &str = "<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?>\n<SokobanLevels>\n  <Title>Set</Title>\n  <Description>About it</Description>\n  \
    <LevelCollection Copyright=\"P\u{e9}re\" MaxWidth=\"6\" MaxHeight=\"3\">\n    <Level Id=\"One\" Width=\"6\" Height=\"3\">\n      \
    <L>######</L>\n      <L>#@$. #</L>\n      <L>######</L>\n    </Level>\n    <Level Id=\"Two\" Width=\"6\" Height=\"3\">\n      \
    <L>######</L>\n      <L>#.$ @#</L>\n      <L>######</L>\n      <Solution>ll</Solution>\n    </Level>\n  </LevelCollection>\n</SokobanLevels>\n";

#[test]
fn a_collection_as_xml_is_one_for_every_command() {
    let folder = folder(&[("set", TEXT)]);
    for (arguments, out) in [
        (
            &["optimize", "set", "--level", "Two", "-q", "--plan-format", "lurd"][..],
            "lL\nOptimization: 1\nOPTIMUM FOUND\n",
        ),
        (
            &["decide", "set", "--level", "1", "--actions", "1", "-q"],
            "push(c2r1,right,c3r1,1).\nSATISFIABLE\n",
        ),
        (&["check", "plan", "set", "--level", "all", "-q"], "% level 2: Two\nVALID\n"),
        (
            &["convert", "set", "--level", "2", "--to", "xsb", "--input", "slc"],
            "######\n#.$ @#\n######\nTitle: Two\nAuthor: Pére\n\nSolution\nll\n",
        ),
    ] {
        let run = run_in(folder.path(), arguments, "");
        assert_eq!((run.code, run.out.as_str()), (FOUND, out), "{arguments:?}: {run:?}");
        let mut arguments = arguments.to_vec();
        let at = arguments.iter().position(|argument| *argument == "set").expect("the file");
        arguments[at] = "-";
        let piped = run_in(folder.path(), &arguments, TEXT);
        assert_eq!((piped.code, piped.out.as_str()), (FOUND, out), "{arguments:?}: {piped:?}");
    }
    let list = run_in(folder.path(), &["optimize", "set", "--list"], "");
    assert!(list.out.ends_with("\n1\tOne\tPére\t1\t1\t6\t3\t\n2\tTwo\tPére\t1\t1\t6\t3\t\n"), "{list:?}");
    let shown = run_in(folder.path(), &["replay", "set", "--level", "1", "-"], "R");
    assert!(shown.code == FOUND && shown.out.contains("# @* #"), "{shown:?}");
    let page = run_in(folder.path(), &["replay", "set", "--level", "all", "--html", "page", "-q"], "");
    let text = std::fs::read_to_string(folder.path().join("page")).expect("a page");
    assert!(page.code == FOUND && text.contains("1: One") && text.contains("2: Two"), "{page:?}");
}

#[test]
fn its_encoding_is_the_one_it_declares() {
    let folder = folder(&[]);
    let is_latin = |text: &str| text.chars().map(|c| c as u8).collect::<Vec<u8>>();
    let utf_16: Vec<u8> = format!("\u{feff}{}", TEXT.replace("ISO-8859-1", "UTF-16"))
        .encode_utf16()
        .flat_map(u16::to_le_bytes)
        .collect();
    let cyrillic =
        is_latin(&TEXT.replace("ISO-8859-1", "windows-1251").replace("P\u{e9}re", "\u{cf}\u{e5}\u{f0}"));
    for (bytes, author) in [
        (is_latin(TEXT), "Pére"),
        (is_latin(&TEXT.replace("ISO-8859-1", "windows-1252").replace('\u{e9}', "\u{80}")), "P€re"),
        (is_latin(&TEXT.replace(" encoding=\"ISO-8859-1\"", "")), "Pére"),
        (is_latin(&TEXT.replace("ISO-8859-1", "utf-8")), "Pére"),
        (TEXT.replace("ISO-8859-1", "UTF-8").into_bytes(), "Pére"),
        (format!("\u{feff}{}", TEXT.replace("ISO-8859-1", "UTF-8")).into_bytes(), "Pére"),
        (utf_16, "Pére"),
        (cyrillic, "Пер"),
    ] {
        std::fs::write(folder.path().join("set.slc"), &bytes).expect("a file");
        for level in ["1", "1-2"] {
            let arguments = ["optimize", "set.slc", "--level", level, "-q", "-o", "out.sok"];
            let run = run_in(folder.path(), &arguments, "");
            let text = std::fs::read_to_string(folder.path().join("out.sok")).expect("a file");
            let named =
                format!("Collection: Set\nAuthor: {author}\nDescription: About it\nCopyright: {author}\n\n");
            assert!(run.code == FOUND && text.starts_with(&named), "{run:?}\n{text}");
        }
    }
}

#[test]
fn a_collection_is_written_as_xml_with_all_it_had() {
    let text = "Collection: All & more\nAuthor: X\nDate: 1999\n\n#####\n#@$.#\n#####\nTitle: A\nDifficulty: 3\nComment:\nof A\nComment-End:\n\n  ###\n###@###\n#.$   #\n#######\n";
    let folder = folder(&[
        ("levels.sok", text),
        ("set.slc", TEXT),
        ("set", TEXT),
        ("facts", "right(a,b). right(b,c). sokoban(a). box(b). solution(c)."),
    ]);
    let read = |name: &str| std::fs::read_to_string(folder.path().join(name)).expect("a file");
    let written = run_in(folder.path(), &["convert", "levels.sok", "--level", "all", "--to", "slc"], "");
    let expected = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<SokobanLevels>\n  <Title>All &amp; more</Title>\n  <Description></Description>\n  \
        <Author>X</Author>\n  <Date>1999</Date>\n  <LevelCollection MaxWidth=\"7\" MaxHeight=\"4\">\n    \
        <Level Id=\"A\" Width=\"5\" Height=\"3\">\n      <L>#####</L>\n      <L>#@$.#</L>\n      <L>#####</L>\n      \
        <Difficulty>3</Difficulty>\n      <Comment>of A</Comment>\n    </Level>\n    <Level Width=\"7\" Height=\"4\">\n      \
        <L>  ###</L>\n      <L>###@###</L>\n      <L>#.$   #</L>\n      <L>#######</L>\n    </Level>\n  </LevelCollection>\n</SokobanLevels>\n";
    assert_eq!((written.code, written.out.as_str()), (FOUND, expected), "{written:?}");
    let back = run_in(folder.path(), &["convert", "-", "--level", "all", "--to", "xsb"], &written.out);
    let same = run_in(folder.path(), &["convert", "levels.sok", "--level", "all", "--to", "xsb"], "");
    assert_eq!(back.out, same.out);
    let drawn = run_in(folder.path(), &["convert", "facts", "--to", "slc"], "");
    assert!(drawn.code == FOUND && drawn.out.contains("<L>#@$.#</L>"), "{drawn:?}");

    // With solutions: by the name of the file, and where that has no ending, as it was read.
    for (from, to, is_xml) in [
        ("set.slc", "set.slc", true),
        ("set", "new", true),
        ("set", "new.sok", false),
        ("levels.sok", "new.SLC", true),
        ("levels.sok", "new.xml", true),
        ("levels.sok", "plain", false),
    ] {
        let run = run_in(folder.path(), &["optimize", from, "--level", "all", "-q", "-o", to], "");
        assert_eq!(run.code, FOUND, "{from} {to}: {run:?}");
        let text = read(to);
        let (solution, count) = if is_xml { ("<Solution>", 2) } else { ("\nSolution\n", 2) };
        assert_eq!(
            (text.starts_with("<?xml"), text.matches(solution).count()),
            (is_xml, count),
            "{from} {to}: {text}"
        );
        let checked = run_in(folder.path(), &["check", "plan", to, "--level", "all", "-q"], "");
        assert_eq!((checked.code, checked.out.matches("\nVALID").count()), (FOUND, 2), "{to}: {checked:?}");
    }
}

#[test]
fn what_is_wrong_is_shown_where_it_is() {
    let error = |text: &str| {
        let run = run_in(&support::repository(), &["optimize", "-", "--level", "2"], text);
        assert_eq!((run.code, run.out.as_str()), (INPUT, ""), "{text}: {run:?}");
        run.err
    };
    for (from, to, parts) in [
        (
            "#.$ @#",
            "#.$ @ ",
            &[
                "error: level 2: the level leaks",
                "--> <standard input>:13:14",
                "13 |          #.$ @",
                "here it gets out",
            ][..],
        ),
        (
            "#.$ @#",
            "#+$ @#",
            &[
                "error: level 2: the level has two sokobans",
                "--> <standard input>:13:14",
                "the second",
                "the first",
            ],
        ),
        (
            "#.$ @#",
            "#.o @#",
            &[
                "`o` is no character of a map",
                "--> <standard input>:13:12",
                "13 |       <L>#.o @#</L>",
                "`o` is a box",
            ],
        ),
        ("<L>#.$ @#</L>", "\n\n<L>#.$ @ </L>", &["--> <standard input>:15:", "here it gets out"]),
        (
            "</LevelCollection>",
            "",
            &["this is no XML", "--> <standard input>:18:1", "help: a collection in SLC is XML"],
        ),
        ("<Title>Set", "<Title>Tom & co", &["this is no XML", "--> <standard input>:3:14", "`&` is `&amp;`"]),
    ] {
        let err = error(&TEXT.replace(from, to));
        for part in parts {
            assert!(err.contains(part), "{part}: {err}");
        }
    }
    let err = error(&TEXT.replace("</SokobanLevels>", ""));
    assert!(err.contains("never closed") && err.contains("--> <standard input>:17:"), "{err}");
}
