//! Levels wherever an instance is accepted, and `groundplan convert`, as a user types it.

mod support;

use support::{folder, instance, repository, run, run_in, text, FOUND, INPUT, NONE, USAGE};

const OURS: &str = "instances/levels/first-steps.sok";

/// The folder with the collections of others.
const CORPUS: &str = "GROUNDPLAN_CORPUS";

#[test]
fn a_level_is_an_instance_for_every_command() {
    let folder = folder(&[("level", "; mine\n\n#####\n#@$.#\n#####\n"), ("plan", "push(c2r1,right,c3r1).")]);
    for (arguments, out) in [
        (&["decide", "level", "--actions", "1"][..], "push(c2r1,right,c3r1,1).\nSATISFIABLE\n"),
        (&["optimize", "level"], "push(c2r1,right,c3r1,1).\nOptimization: 1\nOPTIMUM FOUND\n"),
        (
            &["optimize", "level", "--level", "1", "--input", "xsb"],
            "push(c2r1,right,c3r1,1).\nOptimization: 1\nOPTIMUM FOUND\n",
        ),
        (&["check", "plan", "level", "plan"], "VALID\n"),
        (
            &["convert", "level", "--to", "facts"],
            "% mine\nright(c1r1,c2r1).\nsokoban(c1r1).\nright(c2r1,c3r1).\nbox(c2r1).\nsolution(c3r1).\n",
        ),
        (&["convert", "level", "--to", "xsb"], "#####\n#@$.#\n#####\nTitle: mine\n"),
    ] {
        let run = run_in(folder.path(), arguments, "");
        assert_eq!((run.code, run.out.as_str()), (FOUND, out), "{arguments:?}: {}", run.err);
    }
    let run = run_in(folder.path(), &["optimize", "-"], "5#|#@$.#|5#");
    assert_eq!(run.code, FOUND, "{run:?}");
}

#[test]
fn one_level_of_a_collection_is_asked_for_by_number() {
    let several = run(&["optimize", OURS]);
    assert_eq!((several.code, several.out.as_str()), (INPUT, ""));
    assert!(several.err.contains("has 4 levels") && several.err.contains("--level N"), "{}", several.err);
    let second = run(&["optimize", OURS, "--level", "2"]);
    assert_eq!(second.code, FOUND, "{second:?}");
    assert!(second.out.ends_with("Optimization: 2\nOPTIMUM FOUND\n"), "{second:?}");
    assert!(second.err.contains("level 2: 2 actions (box lines), proven fewest"), "{}", second.err);
    let json = run(&["optimize", OURS, "--level", "2", "--format", "json"]).json();
    assert_eq!(json["level"], 2);
    let missing = run(&["optimize", OURS, "--level", "5"]);
    assert!(missing.code == INPUT && missing.err.contains("no level 5"), "{missing:?}");
    assert_eq!(run(&["optimize", OURS, "--level", "0"]).code, USAGE);
    let facts = run(&["optimize", &instance("faber-example.lp"), "--level", "2"]);
    assert!(facts.code == INPUT && facts.err.contains("one instance"), "{facts:?}");
}

#[test]
fn all_levels_are_taken_one_after_the_other() {
    let run = run(&["optimize", OURS, "--level", "all"]);
    assert_eq!(run.code, FOUND, "{run:?}");
    let headings: Vec<&str> = run.out.lines().filter(|line| line.starts_with('%')).collect();
    assert_eq!(
        headings,
        [
            "% level 1: A corridor",
            "% level 2: Around the corner",
            "% level 3: The parking place",
            "% level 4: Two rooms"
        ]
    );
    assert_eq!(run.out.matches("OPTIMUM FOUND").count(), 4);

    // The gravest code is the code of all: one without a plan, one that is no level.
    let levels = "#####\n#@$.#\n#####\n\n#####\n#@.$#\n#####\n";
    let run = run_in(&repository(), &["decide", "-", "--level", "all", "--actions", "1"], levels);
    assert_eq!(run.code, NONE, "{run:?}");
    assert_eq!(run.out, "% level 1\npush(c2r1,right,c3r1,1).\nSATISFIABLE\n% level 2\nUNSATISFIABLE\n");
    let run =
        run_in(&repository(), &["decide", "-", "--level=all", "--actions", "1"], &levels.replace("@.", " ."));
    assert_eq!(run.code, INPUT, "{run:?}");
    assert!(run.out.contains("SATISFIABLE") && run.err.contains("no sokoban"), "{run:?}");
    let json = run_in(&repository(), &["decide", "-", "--level=all", "--actions=1", "--format=json"], levels);
    assert_eq!(json.out.lines().count(), 2, "{json:?}");
}

#[test]
fn a_wrong_character_is_named_with_its_place() {
    for (map, character, place, row) in [
        ("#####\n#@X.#\n#####\n", "X", "2:3", "2 | #@X.#\n  |   ^\n"),
        ("; a title\n\n#####\n#@$o#\n#####\n", "o", "4:4", "4 | #@$o#\n  |    ^\n"),
        ("##█##\n#@$.#\n#####\n", "█", "1:3", "1 | ##█##\n  |   ^\n"),
        ("#####\r#@$.#\r####=\r", "=", "3:5", "3 | ####=\n  |     ^\n"),
        ("█████\n#@$.█\n█████\n", "█", "2:5", "2 | #@$.█\n"),
    ] {
        for arguments in
            [&["optimize", "-"][..], &["optimize", "-", "--input", "xsb"], &["convert", "-", "--to", "xsb"]]
        {
            let run = run_in(&repository(), arguments, map);
            assert_eq!((run.code, run.out.as_str()), (INPUT, ""), "{map}: {run:?}");
            let message = format!("`{character}` is no character of a map");
            let here = format!("--> <standard input>:{place}");
            assert!([&message, &here, row].iter().all(|part| run.err.contains(*part)), "{map}: {}", run.err);
            let words = place.replace(':', ", column ");
            assert!(
                run.err.contains(&format!("line {words}: ")) && run.err.contains("help: "),
                "{}",
                run.err
            );
        }
    }
}

#[test]
fn tabs_and_every_end_of_line_are_read() {
    let level = "#######\n#     #\n#@$  .#\n#######\n";
    let plan = run_in(&repository(), &["optimize", "-"], level).out;
    assert!(plan.ends_with("OPTIMUM FOUND\n"), "{plan}");
    for text in [level.replace('\n', "\r"), level.replace('\n', "\r\n"), level.replace('\n', "\t\r\r\n")] {
        assert_eq!(run_in(&repository(), &["optimize", "-"], &text).out, plan, "{text:?}");
    }
    let tabs = "\t#####\n        #@$.#\n\t#####\n#\t#\n";
    let map = "        #####\n        #@$.#\n        #####\n#       #\n";
    let run = run_in(&repository(), &["convert", "-", "--to", "xsb"], tabs);
    assert_eq!((run.code, run.out.as_str()), (FOUND, map), "{run:?}");
}

#[test]
fn the_list_shows_what_there_is() {
    let run = run(&["decide", OURS, "--list"]);
    assert_eq!(run.code, FOUND, "{run:?}");
    let lines: Vec<&str> = run.out.lines().collect();
    assert_eq!(lines[0], "level\ttitle\tauthor\tboxes\tstorages\tcolumns\trows\tproblem");
    assert_eq!(lines[3], "3\tThe parking place\tthe groundplan authors\t2\t2\t7\t5\t");
    assert_eq!(lines.len(), 5);
    let bad = run_in(&repository(), &["check", "plan", "-", "--list"], "#####\n#$ .#\n#####\n");
    assert!(bad.out.ends_with("\tthe level has no sokoban\n"), "{bad:?}");
    assert_eq!(run_in(&repository(), &["decide", "-", "--list"], "right(a,b).").code, INPUT);
}

#[test]
fn what_is_no_level_is_shown_on_its_map() {
    for (map, message, place, row) in [
        ("  #####\n   @$.#\n  #####\n", "the level leaks", "2:3", "2 |    @$.#\n  |   ^ here it gets out\n"),
        ("#####\n#@$.#\n### #\n", "the level leaks", "3:4", "3 | ### #\n  |    ^ here it gets out\n"),
        ("#####\n#@$.# $\n#####\n", "outside of the walls", "2:7", "2 | #@$.# $\n  |       ^ this box\n"),
        (
            "#####\n#@*.#.\n#####\n",
            "outside of the walls",
            "2:6",
            "2 | #@*.#.\n  |      ^ this storage location\n",
        ),
        ("#####\n#@*+#\n#####\n", "two sokobans", "2:4", "2 | #@*+#\n"),
        ("#####\n# $.#\n#####\n", "no sokoban", "", "1 | #####\n2 | # $.#\n3 | #####\n"),
        ("# @#\n99999#\n", "more than 10000 squares", "2:1", "2 | 99999#\n"),
        ("a title\n", "no level in this text", "1:1", "1 | a title\n"),
    ] {
        let run = run_in(&repository(), &["optimize", "-", "--input", "xsb"], map);
        assert_eq!((run.code, run.out.as_str()), (INPUT, ""), "{map}: {run:?}");
        assert!(run.err.contains(message) && run.err.contains(row), "{map}: {}", run.err);
        assert!(
            run.err
                .contains(&format!("--> <standard input>{}{place}", if place.is_empty() { "" } else { ":" })),
            "{}",
            run.err
        );
        assert!(run.err.contains("= help: "), "{}", run.err);
    }
    // Facts that begin like a level, and the other way round.
    let level = "#####\n#@$.#\n#####\n";
    assert_eq!(run_in(&repository(), &["optimize", "-", "--input", "facts"], level).code, INPUT);
    assert_eq!(run_in(&repository(), &["optimize", "-"], &format!("%*\n{level}*%\nsokoban(a).")).code, FOUND);
}

#[test]
fn old_collections_are_read_in_their_encoding() {
    let folder = folder(&[]);
    std::fs::write(folder.path().join("old.xsb"), b"; P\xe9re\n\n#####\n#@$.#\n#####\n").expect("a file");
    let run = run_in(folder.path(), &["convert", "old.xsb", "--to", "facts"], "");
    assert!(run.code == FOUND && run.out.starts_with("% Pére\n"), "{run:?}");
}

/// The instances of the repository that are flat floors, drawn and read again, are the same up to names.
#[test]
fn facts_become_maps_and_maps_the_same_facts() {
    let mut drawn = 0;
    for row in text("instances/sokoban/expected.tsv").lines().filter(|line| line.contains(".lp\t")) {
        let file = row.split('\t').next().expect("a name");
        let map = run(&["convert", &instance(file), "--to", "xsb", "--quiet"]);
        assert_eq!(map.code, FOUND, "{file}: {map:?}");
        let again = run_in(&repository(), &["convert", "-", "--to", "facts"], &map.out);
        assert_eq!(again.code, FOUND, "{file}: {again:?}\n{}", map.out);
        let third = run_in(&repository(), &["convert", "-", "--to", "xsb"], &again.out);
        assert_eq!(third.out, map.out, "{file}");
        let count = |text: &str, what: &str| text.matches(what).count();
        let original = run_in(&repository(), &["convert", &instance(file), "--to", "facts"], "");
        assert_eq!(original.out, text(&instance(file)), "facts stay as they are");
        assert!(count(&again.out, "sokoban(") == 1, "{file}");
        drawn += 1;
    }
    assert!(drawn > 20, "the table has rows");
}

#[test]
fn facts_that_are_no_flat_floor_are_refused() {
    for (facts, reason) in [
        ("right(a,b). right(b,c). right(c,a). sokoban(a).", "on two squares"),
        ("right(a,b). top(a,c). top(b,d). sokoban(a).", "`c` and `d` would be side by side"),
        (
            "right(a,b). top(b,c). right(d,c). top(e,d). right(e,f). top(f,g). right(g,h). sokoban(a).",
            "would be",
        ),
    ] {
        let run = run_in(&repository(), &["convert", "-", "--to", "xsb"], facts);
        assert_eq!((run.code, run.out.as_str()), (INPUT, ""), "{facts}: {run:?}");
        assert!(run.err.contains("cannot be drawn as a map") && run.err.contains(reason), "{}", run.err);
    }
}

#[test]
fn the_facts_of_all_levels_go_to_a_folder() {
    let folder = folder(&[("three", "###\n#+#\n###\n\n###\n#@#\n###\n\n####\n#@*#\n####\n")]);
    let run = run_in(
        folder.path(),
        &["convert", "three", "--level", "all", "--to", "facts", "--output", "new"],
        "",
    );
    assert_eq!((run.code, run.out.as_str()), (FOUND, ""), "{run:?}");
    let mut names: Vec<String> = std::fs::read_dir(folder.path().join("new"))
        .expect("a folder")
        .map(|entry| entry.expect("an entry").file_name().into_string().expect("a name"))
        .collect();
    names.sort();
    assert_eq!(names, ["001.lp", "002.lp", "003.lp"]);
    let refused = run_in(folder.path(), &["convert", "three", "--level", "all", "--to", "facts"], "");
    assert!(refused.code == USAGE && refused.err.contains("--output"), "{refused:?}");
    let nowhere =
        run_in(folder.path(), &["convert", "three", "--level", "1", "--to", "facts", "-o", "no/where"], "");
    assert!(nowhere.code == INPUT && nowhere.err.contains("cannot write"), "{nowhere:?}");
}

/// All 155 levels of Microban I, which are not ours to copy.
#[test]
fn the_levels_of_others_are_read() {
    let Some(corpus) = std::env::var_os(CORPUS) else {
        support::skip(&format!("{CORPUS} names no folder"));
        return;
    };
    let file = std::path::Path::new(&corpus).join("microban1.xsb");
    let file = file.to_str().expect("a path of text");
    let folder = folder(&[]);
    let arguments = ["convert", file, "--level", "all", "--to", "facts", "--output", "."];
    let run = run_in(folder.path(), &arguments, "");
    assert_eq!((run.code, run.err.as_str()), (FOUND, ""));
    for number in 1..=155 {
        let facts = folder.path().join(format!("{number:03}.lp"));
        let name = facts.to_str().expect("a path of text");
        let map = run_in(folder.path(), &["convert", name, "--to", "xsb"], "");
        assert_eq!(map.code, FOUND, "level {number}: {map:?}");
        let again = run_in(folder.path(), &["convert", "-", "--to", "facts"], &map.out);
        let boxes = |text: &str| text.matches("\nbox(").count();
        let written = std::fs::read_to_string(&facts).expect("a file");
        assert_eq!(boxes(&again.out), boxes(&written), "level {number}");
        assert_eq!(
            again.out.lines().count(),
            written.lines().count() - 1,
            "level {number}: all but its title"
        );
    }
    assert!(!folder.path().join("156.lp").exists());

    // By number, wherever an instance is accepted. None is solved at the start.
    for number in (1..=155).map(|number| number.to_string()) {
        let level = ["--level", number.as_str()];
        let decided =
            run_in(folder.path(), &[&["decide", file, "--actions", "0", "--quiet"], &level[..]].concat(), "");
        assert_eq!(
            (decided.code, decided.out.as_str()),
            (NONE, "UNSATISFIABLE\n"),
            "level {number}: {decided:?}"
        );
        let bounded =
            run_in(folder.path(), &[&["optimize", file, "--max-actions", "0"], &level[..]].concat(), "");
        assert_eq!(
            (bounded.code, bounded.out.as_str()),
            (NONE, "UNSATISFIABLE\n"),
            "level {number}: {bounded:?}"
        );
        let checked =
            run_in(folder.path(), &[&["check", "plan", file, "-"], &level[..]].concat(), "SATISFIABLE\n");
        assert_eq!((checked.code, checked.out.as_str()), (NONE, "INVALID\n"), "level {number}: {checked:?}");
        let shown = run_in(folder.path(), &[&["replay", file], &level[..]].concat(), "");
        assert!(shown.code == FOUND && shown.out.contains(['@', '+']), "level {number}: {shown:?}");
    }
}
