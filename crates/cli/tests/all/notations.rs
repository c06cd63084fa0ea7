//! Maps in other notations than XSB: what they seem to say, and how to rewrite them.

use crate::support::{folder, repository, run_in, FOUND, INPUT, NONE};

#[test]
fn maps_in_other_notations_are_known() {
    let begoon = "; of a much copied set\nMaze: 1\nFile offset: 148C\n\n######\n#@*. #\n#  &##\n######\n";
    let good = "#####\n#@$.#\n#####\n\n";
    for (text, place, message, write) in [
        (
            begoon.replace('#', "X"),
            "5:1",
            "walls are `X`, boxes `*` and boxes on storage locations `&`, which is not read",
            "`X` as `#`, `*` as `$`, `&` as `*`;",
        ),
        (
            "#####\n#@*.#\n#####\n".replace('#', "X"),
            "1:1",
            "walls are `X` and boxes `*`, which",
            "`X` as `#`, `*` as `$`;",
        ),
        (
            "a title\r\n\r\n■■■■■\r\n■@$.■\r\n■■■■■\r\n".to_owned(),
            "3:1",
            "walls are `■`, which",
            "`■` as `#`;",
        ),
        (
            "  ████\n███@█\n█.o █\n█████\n".to_owned(),
            "1:1",
            "walls are `█` and boxes `o`, which",
            "`█` as `#`, `o` as `$`;",
        ),
        (
            format!("{good}Title: A\n\nWWWWW\nWmB.W\nWWWWW\n"),
            "7:1",
            "walls are `W`, boxes `B` and the sokoban `m`, which",
            "`W` as `#`, `m` as `@`, `B` as `$`;",
        ),
    ] {
        for arguments in
            [&["optimize", "-"][..], &["optimize", "-", "--input", "xsb"], &["check", "plan", "-"]]
        {
            let run = run_in(&repository(), arguments, &text);
            assert_eq!((run.code, run.out.as_str()), (INPUT, ""), "{text}: {run:?}");
            let place = format!("--> <standard input>:{place}");
            for part in [message, &place, "help: walls are `#`", write] {
                assert!(run.err.contains(part), "{part}: {}", run.err);
            }
        }
        // The command that it names writes a map that is read.
        let run = run_in(&repository(), &["optimize", "-"], &text);
        let (_, sed) = run.err.split_once("`sed '").expect("a command");
        let (script, _) = sed.split_once('\'').expect("its end");
        let folder = folder(&[("other", &text)]);
        let sed = std::process::Command::new("sed")
            .args([script, "other"])
            .env("LC_ALL", "C.UTF-8")
            .current_dir(folder.path())
            .output();
        let written = String::from_utf8(sed.expect("sed runs").stdout).expect("text");
        let read = run_in(&repository(), &["optimize", "-", "--list"], &written);
        assert!(read.code == FOUND && read.out.ends_with("\t\n"), "{written}{read:?}");
    }
    let unknown = run_in(&repository(), &["optimize", "-"], &"#####\n#@q.#\n#####\n".replace('#', "X"));
    assert!(unknown.code == INPUT && unknown.err.contains("walls are `X`"), "{unknown:?}");
    assert!(unknown.err.contains("`X` as `#`, and what `q` stands for, which is not known"), "{unknown:?}");
    // One that is read, but may not say what was meant.
    for map in ["#####\n#@B.#\n#####\n", "#####\n#@*.#\n#####\n"] {
        let run = run_in(&repository(), &["optimize", "-"], map);
        assert!(run.code == NONE && run.err.contains("a box elsewhere is `$` or `b`"), "{run:?}");
    }
    // A character of another notation in a map that has walls as usual.
    for (map, help) in [
        ("#####\n#@o.#\n#####\n", "elsewhere `o` is a box: write `$`"),
        ("#####\n#@$·#\n#####\n", "elsewhere `·` is a storage location: write `.`"),
        ("#####\n#@&.#\n#####\n", "elsewhere `&` is a box on a storage location: write `*`"),
        ("#####\n#@$.█\n#####\n", "elsewhere `█` is a wall: write `#`"),
    ] {
        let run = run_in(&repository(), &["optimize", "-"], map);
        assert!(run.code == INPUT && run.err.contains(help), "{map}: {run:?}");
    }
}
