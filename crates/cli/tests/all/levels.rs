//! Levels wherever an instance is accepted, and `groundplan convert`, as a user types it.

use crate::support::{
    self, folder, instance, repository, run, run_in, text, FOUND, INPUT, NONE, UNKNOWN, UNWRITABLE, USAGE,
};

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
    for wrong in ["0", "3-2", "1,0", " "] {
        assert_eq!(run(&["optimize", OURS, "--level", wrong]).code, USAGE, "{wrong}");
    }
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

/// A level for each title, or none for the empty one; all with the same plan.
fn titled(titles: &[&str]) -> String {
    let field = |title: &&str| if title.is_empty() { String::new() } else { format!("Title: {title}\n") };
    titles.iter().map(|title| format!("#####\n#@$.#\n#####\n{}\n", field(title))).collect()
}

#[test]
fn a_level_is_asked_for_by_its_title() {
    let folder = folder(&[("levels", &titled(&["one", "3", "twin", "twin", "all"]))]);
    let asked = |title: &str| {
        run_in(folder.path(), &["optimize", "levels", "--level", title, "--format", "json", "--quiet"], "")
    };
    let one = asked("one").json();
    assert_eq!((&one["level"], &one["title"]), (&1.into(), &"one".into()));
    // A number wins.
    let third = asked("3").json();
    assert_eq!((&third["level"], &third["title"]), (&3.into(), &"twin".into()));
    assert_eq!(asked("all").out.lines().count(), 5);
    for (title, message) in [
        ("twin", "2 levels of `levels` are called `twin`: 3, 4"),
        ("One", "no level that is called `One`"),
        ("1,,2", "no level that is called `1,,2`"),
        ("6", "no level 6: `levels` has 5 levels"),
        ("4-9", "no level 6"),
        ("1-99999999999999999999", "no level 6"),
    ] {
        let refused = asked(title);
        assert_eq!((refused.code, refused.out.as_str()), (INPUT, ""), "{title}: {refused:?}");
        assert!(refused.err.contains(message), "{title}: {}", refused.err);
    }
    let facts = run(&["decide", &instance("faber-example.lp"), "--level", "one"]);
    assert!(facts.code == INPUT && facts.err.contains("one instance"), "{facts:?}");
}

#[test]
fn several_levels_end_with_a_summary() {
    let chosen = run(&["optimize", OURS, "--level", "4,1-2"]);
    assert_eq!(chosen.code, FOUND, "{chosen:?}");
    let headings: Vec<&str> = chosen.out.lines().filter(|line| line.starts_with('%')).collect();
    assert_eq!(headings, ["% level 4: Two rooms", "% level 1: A corridor", "% level 2: Around the corner"]);
    let last = chosen.err.lines().last().expect("a summary");
    assert!(
        last.starts_with("3 levels in ") && last.contains(" s: all proven fewest; the plans have 7 actions"),
        "{last}"
    );
    let quiet = run(&["optimize", OURS, "--level", "1,2", "--quiet"]);
    assert_eq!((quiet.code, quiet.err.as_str()), (FOUND, ""));

    // By standard input, with the numbers of the collection; one of them is no level, one takes too long.
    let levels = format!("{}###\n#$.#\n###\n\n{}", titled(&["one", ""]), titled(&["no"]).replace("$.", ".$"));
    let arguments = ["optimize", "-", "--level", "2-4", "--format", "json"];
    let mixed = run_in(&repository(), &arguments, &levels);
    assert_eq!(mixed.code, INPUT, "{mixed:?}");
    let rows: Vec<serde_json::Value> =
        mixed.out.lines().map(|line| serde_json::from_str(line).expect("an object")).collect();
    let named: Vec<_> = rows.iter().map(|row| (&row["level"], &row["title"], &row["result"])).collect();
    assert_eq!(
        named,
        [
            (&2.into(), &serde_json::Value::Null, &"OPTIMUM FOUND".into()),
            (&4.into(), &"no".into(), &"UNSATISFIABLE".into())
        ]
    );
    let last = mixed.err.lines().last().expect("a summary");
    let counts = "1 proven fewest, 1 without a plan (4), 1 refused (3); the plans have 1 action (box line), 1 push, 1 move in all";
    assert!(last.contains(counts), "{last}");
    let limit = ["--engine", "ground", "--ground-limit", "10"];
    let limited = run(&[&["optimize", OURS, "--level", "1-2", "--format", "json"][..], &limit].concat());
    assert_eq!(limited.code, UNKNOWN, "{limited:?}");
    assert!(
        limited.err.contains("2 levels in ") && limited.err.contains(": all not solved\n"),
        "{}",
        limited.err
    );
    let late = run(&["optimize", OURS, "--level", "1-2", "--time-limit", "0"]);
    assert!(
        late.err.contains(": all not solved within 0 s\n") && !late.err.contains("no plan"),
        "{}",
        late.err
    );
    assert!(limited.out.lines().all(|line| line.contains("\"title\":")), "{}", limited.out);
}

#[test]
fn a_collection_is_written_with_its_solutions() {
    let folder = folder(&[]);
    let read = |name: &str| std::fs::read_to_string(folder.path().join(name)).expect("a file");
    let ours = repository().join(OURS);
    let ours = ours.to_str().expect("a path of text");
    let solved = run_in(folder.path(), &["optimize", ours, "--level", "all", "-o", "solved.sok"], "");
    assert_eq!(solved.code, FOUND, "{solved:?}");
    let text = read("solved.sok");
    assert!(
        text.starts_with("Collection: First steps\nAuthor: the groundplan authors\n\n#####\n#@$.#\n"),
        "{text}"
    );
    assert_eq!(text.matches("\nSolution\n").count(), 4, "{text}");
    let checked = run_in(folder.path(), &["check", "plan", "solved.sok", "--level", "all"], "");
    assert_eq!((checked.code, checked.out.matches("\nVALID\n").count()), (FOUND, 4), "{checked:?}");
    assert!(checked.err.ends_with("4 levels with valid solutions\n"), "{}", checked.err);
    // What it holds is what it came from; and a solution is what any program would play.
    let maps = |file: &str| {
        let maps = run_in(folder.path(), &["convert", file, "--level", "all", "--to", "xsb"], "").out;
        maps.lines().filter(|line| line.contains('#')).collect::<Vec<_>>().join("\n")
    };
    assert_eq!(maps("solved.sok"), maps(ours));
    let fourth = text.rsplit("\n\n").nth(1).expect("a map");
    let map: String =
        fourth.lines().take_while(|line| line.contains('#')).map(|line| format!("{line}\n")).collect();
    let mut simulator = support::simulator::Simulator::new(&map);
    simulator.play(text.lines().last().expect("letters"));
    assert!(simulator.solved(), "{text}");

    // Into the file that is read, and for one level.
    let again = run_in(folder.path(), &["optimize", "solved.sok", "--level", "2,1", "-o", "solved.sok"], "");
    assert_eq!(again.code, FOUND, "{again:?}");
    let list = run_in(folder.path(), &["optimize", "solved.sok", "--list"], "");
    assert!(
        list.out.contains("\n1\tAround the corner\t")
            && list.out.ends_with("\n2\tA corridor\tthe groundplan authors\t1\t1\t5\t3\t\n"),
        "{list:?}"
    );
    let one =
        run_in(folder.path(), &["decide", ours, "--level", "A corridor", "--actions", "1", "-qoone.sok"], "");
    assert_eq!((one.code, one.err.as_str()), (FOUND, ""), "{one:?}");
    assert!(read("one.sok").ends_with("\n\nSolution\nR\n"), "{}", read("one.sok"));
    let none =
        run_in(folder.path(), &["decide", ours, "--level", "2", "--actions", "1", "-o", "one.sok"], "");
    assert_eq!((none.code, read("one.sok").matches("Solution").count()), (NONE, 0), "{none:?}");
    let facts = repository().join(instance("faber-example.lp"));
    let facts = facts.to_str().expect("a path of text");
    for (arguments, code) in [
        (&["optimize", facts, "-o", "x"][..], INPUT),
        (&["optimize", ours, "--level", "all", "-o", "no/where"], UNWRITABLE),
        (&["optimize", ours, "--level", "all", "-o", "-"], USAGE),
    ] {
        let refused = run_in(folder.path(), arguments, "");
        assert_eq!((refused.code, refused.out.as_str()), (code, ""), "{arguments:?}: {refused:?}");
    }
}

/// A corridor whose box is at its goal after one line, and the same with other known solutions.
const KNOWN: &str = "One\n\n#######\n#     #\n#@$  .#\n#######\n\nSolution\nRRR\n\nTwo\n\n#######\n#     #\n#@$  .#\n\
                     #######\n\nSolution:\nRlu2r\n; around\nld\n(lr)2 RR\n\nSolution 2\n2R\n\nThree\n\n#######\n#     #\n\
                     #@$  .#\n#######\n\nSolution\nRRxR\n";

#[test]
fn known_solutions_are_checked_and_compared() {
    let folder = folder(&[("known", KNOWN)]);
    let checked =
        run_in(folder.path(), &["check", "plan", "known", "--level", "all", "--format", "json"], "");
    assert_eq!(checked.code, INPUT, "{checked:?}");
    let rows: Vec<serde_json::Value> =
        checked.out.lines().map(|line| serde_json::from_str(line).expect("an object")).collect();
    let told: Vec<_> = rows
        .iter()
        .map(|row| {
            (row["level"].as_u64(), row["solution"].as_u64(), row["valid"].as_bool(), row["actions"].as_u64())
        })
        .collect();
    assert_eq!(
        told,
        [
            (Some(1), Some(1), Some(true), Some(1)),
            (Some(2), Some(1), Some(true), Some(2)),
            (Some(2), Some(2), Some(false), Some(1))
        ]
    );
    assert!(
        checked.err.contains("level 2: after the only action the storage c5r2 holds no box"),
        "{}",
        checked.err
    );
    assert!(checked.err.contains("--> known:35:3") && checked.err.contains("found `x`"), "{}", checked.err);
    assert!(
        checked.err.ends_with("1 level with valid solutions, 2 with wrong ones (2, 3)\n"),
        "{}",
        checked.err
    );
    let second = run_in(folder.path(), &["check", "plan", "known", "--level", "Two"], "");
    assert_eq!((second.code, second.out.as_str()), (NONE, "VALID\nINVALID\n"), "{second:?}");

    let solved = run_in(folder.path(), &["optimize", "known", "--level", "all", "-o", "better"], "");
    assert_eq!(solved.code, FOUND, "{solved:?}");
    for said in [
        "\nlevel 1: as good as the known solution, 1 line\n",
        "\nlevel 2: improves the known solution of 2 lines to 1\n",
        "level 3: a known solution does not solve the level: expected a letter",
        "\nlevel 2 improves the known solution of 2 lines to 1\n",
    ] {
        assert!(solved.err.contains(said), "{said}: {}", solved.err);
    }
    let better = std::fs::read_to_string(folder.path().join("better")).expect("a file");
    let letters: Vec<&str> =
        better.split("Solution\n").skip(1).filter_map(|rest| rest.lines().next()).collect();
    assert_eq!(letters, ["RRR", "RRR", "RRR"], "{better}");
    // Where no plan is found, what is known stays, with letters written out.
    let kept = run_in(
        folder.path(),
        &["optimize", "known", "--level", "1-2", "--time-limit", "0", "-o", "kept"],
        "",
    );
    assert_eq!(kept.code, UNKNOWN, "{kept:?}");
    let text = std::fs::read_to_string(folder.path().join("kept")).expect("a file");
    let letters: Vec<&str> =
        text.split("Solution\n").skip(1).filter_map(|rest| rest.lines().next()).collect();
    assert_eq!(letters, ["RRR", "RlurrldlrlrRR"], "{text}");

    for arguments in
        [&["check", "plan", OURS, "--level", "all"][..], &["check", "plan", &instance("faber-example.lp")]]
    {
        let refused = run(arguments);
        assert!(refused.code == USAGE && refused.err.contains("name a plan to check"), "{refused:?}");
    }
    let both = run_in(folder.path(), &["check", "plan", "known", "known", "--level", "all"], "");
    assert_eq!(both.code, USAGE, "{both:?}");
}

#[test]
fn what_people_paste_is_read() {
    let plan = "R\nOptimization: 1\nOPTIMUM FOUND\n";
    for text in [
        "#####|#@$.#|#####",
        "5#|#@$.#|5#|",
        "|#####|\n|#@$.#|\n|#####|\n",
        "    #####\n    #@$.#\n    #####\n",
        "\t#####\r\n        #@$.#\r\n\t#####\r\n",
        "#####\n#@$.#\n#####\n\nSolution: 1R\n",
        "Bob wrote:\n> #####\n> #@$.#\n> #####\nNice!\n",
        "<p>My level:</p><pre>#####<br>#@$.#<br>#####</pre>",
        "&#35;####<br />\n&#35;@$.#<br />\n#####<br />\n",
        "[code]\n#####\n#@$.#\n#####\n[/code]\n",
        "```\n#####\n#@$.#\n#####\n```\n",
        "\u{feff}-#####\n\u{a0}#@$.#\n_#####\u{200b}\n",
        "&nbsp;#####\n&nbsp;#@$.#\n&nbsp;#####\n",
    ] {
        let run = run_in(&repository(), &["optimize", "-", "--plan-format", "lurd"], text);
        assert_eq!((run.code, run.out.as_str()), (FOUND, plan), "{text}: {run:?}");
    }
    for (text, message) in [
        ("#####\n#@$&nbsp;=#\n#####\n", "line 2, column 10: `=` is no character of a map"),
        ("> #####\n> #@?.#\n> #####\n", "line 2, column 5: `?` is no character of a map"),
        ("#####\n#@x!#\n#####\n", "line 2, column 3: `x` is no character of a map"),
        ("#####\n#@$.#2\n#####\n", "line 2, column 6: a number repeats the character behind it"),
        ("999999999#|#@$.#|5#", "line 1: a row of a map has more than 10000 squares"),
    ] {
        let run = run_in(&repository(), &["optimize", "-"], text);
        assert_eq!((run.code, run.out.as_str()), (INPUT, ""), "{text}: {run:?}");
        assert!(run.err.contains(message) && run.err.contains("help: "), "{text}: {}", run.err);
    }
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
    for command in [&["decide"][..], &["optimize"], &["check", "plan"]] {
        let json = run_in(
            &repository(),
            &[command, &["-", "--list", "--format", "json"]].concat(),
            "####\n#$.#\n####\n\nRoom\n",
        );
        let object = json.json();
        assert_eq!(
            object,
            serde_json::json!({
                "schema_version": 1, "level": 1, "title": "Room", "author": null, "boxes": 1, "storages": 1,
                "columns": 4, "rows": 3, "problem": "the level has no sokoban", "solutions": 0,
            })
        );
    }
    let four = run_in(&repository(), &["optimize", OURS, "--list", "--format", "json"], "");
    assert_eq!(four.out.lines().count(), 4, "{four:?}");
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
    assert!(nowhere.code == UNWRITABLE && nowhere.err.contains("cannot write"), "{nowhere:?}");
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

#[test]
fn titles_above_the_maps_name_the_levels_below_them() {
    let [one, two] = ["######\n#@$. #\n######\n", "######\n#@$ .#\n######\n"];
    for text in [
        format!("Title: A\n{one}\nTitle: B\n{two}\nTitle: C\n{one}"),
        format!(
            "Collection: All\n\nTitle: A\nAuthor: X\n{one}\nAuthor: Y\nTitle: B\n\n{two}\n\nTitle: C\n{one}"
        ),
        format!("; A\nAuthor: X\n\n{one}\n; B\nAuthor: Y\n\n{two}\n; C\n\n{one}"),
        format!("{one}Title: A\n\n{two}Title: B\n\n{one}Title: C\n"),
    ] {
        let folder = folder(&[("levels", &text)]);
        let list = run_in(folder.path(), &["optimize", "levels", "--list"], "");
        let titles: Vec<&str> = list.out.lines().skip(1).filter_map(|line| line.split('\t').nth(1)).collect();
        assert_eq!(titles, ["A", "B", "C"], "{text}");
        let asked = ["optimize", "levels", "--level", "B", "--format", "json", "--quiet"];
        let json = run_in(folder.path(), &asked, "").json();
        assert_eq!((&json["level"], &json["pushes"]), (&2.into(), &2.into()), "{text}{json}");
    }
}

#[test]
fn all_that_is_said_of_a_collection_is_written_again() {
    let head =
        "Title: All of it\nAuthor: X\nDate: 1999-12-31\nEmail: x@example.org\n\nSome words about it.\n";
    let text = format!("{head}\n#####\n#@$.#\n#####\nTitle: A\nDate: 2000-01-01\n\n#####\n#.$@#\n#####\nTitle: B\nfree text\n");
    let folder = folder(&[("levels", &text)]);
    for arguments in [
        &["optimize", "levels", "--level", "all", "--output", "out", "--quiet"][..],
        &["decide", "levels", "--level", "1-2", "--actions", "1", "--output", "out", "--quiet"],
        &["convert", "levels", "--level", "all", "--to", "xsb", "--output", "out"],
    ] {
        let run = run_in(folder.path(), arguments, "");
        assert_eq!(run.code, FOUND, "{arguments:?}: {run:?}");
        let written = std::fs::read_to_string(folder.path().join("out")).expect("text");
        for line in [
            "Collection: All of it",
            "Author: X",
            "Date: 1999-12-31",
            "Email: x@example.org",
            "Some words about it.",
        ] {
            assert_eq!(
                written.lines().filter(|other| *other == line).count(),
                if line == "Author: X" { 3 } else { 1 },
                "{line}: {written}"
            );
        }
        for line in ["Title: A", "Date: 2000-01-01", "Title: B", "free text"] {
            assert!(written.lines().any(|other| other == line), "{line}: {written}");
        }
    }
}

#[test]
#[cfg(unix)]
fn a_file_is_only_named_where_it_is() {
    let folder = folder(&[(
        "levels",
        "##########\n#        #\n# $ $ $  #\n#  $ $ $ #\n# $ $ $  #\n#    ....#\n#@  .....#\n##########\n",
    )]);
    let mut child = std::process::Command::new(assert_cmd::cargo::cargo_bin!("groundplan"))
        .current_dir(folder.path())
        .args(["optimize", "levels", "--output", "out", "--engine", "ground"])
        .stdout(std::process::Stdio::null())
        .stderr(std::process::Stdio::piped())
        .spawn()
        .expect("the command starts");
    std::thread::sleep(std::time::Duration::from_millis(500));
    let pid = rustix::process::Pid::from_child(&child);
    rustix::process::kill_process(pid, rustix::process::Signal::INT).expect("it runs");
    let mut err = String::new();
    std::io::Read::read_to_string(&mut child.stderr.take().expect("a pipe"), &mut err).expect("text");
    assert_eq!(child.wait().expect("it ends").code(), Some(UNKNOWN), "{err}");
    assert_eq!(folder.path().join("out").exists(), err.contains("are in out"), "{err}");
    assert!(!folder.path().join("out").exists(), "{err}");
}
