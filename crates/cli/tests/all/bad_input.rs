//! Bad input: exit code 65, nothing on standard output, and a message with the place, the text and what to do.

use crate::support::{self, folder, run_in, CORRIDOR, CORRIDOR_STEPS, FOUND, INPUT, USAGE};

/// What is wrong, the text after the corridor's two lines, where the message points, and a part of it.
const AFTER_THE_CORRIDOR: [(&str, &str, &str, &str); 46] = [
    ("a syntax error", "box(b", "3:6", "expected `,`, `;` or `)`"),
    ("a missing dot", "box(b)", "3:7", "missing `.`"),
    ("a missing dot in between", "box(b) box(b).", "3:8", "expected"),
    ("a parenthesis too many", "box(b)).", "3:7", "expected"),
    ("an open string", "box(\"b).", "3:5", "no closing"),
    ("an open comment", "%* box(b).", "3:1", "never closed"),
    ("another language", "<html>", "3:1", "expected"),
    ("a letter that no name has", "box(ü).", "3:5", "not a character of the language"),
    ("a number with a zero before it", "box(007).", "3:5", "begins with zeros"),
    ("a number that is too large", "box(9223372036854775808).", "3:5", "too large"),
    ("a byte that no text has", "box(\0).", "3:5", "not text"),
    ("a rule", "box(c) :- box(b).", "3:1", "facts only"),
    ("a constraint", ":- box(b).", "3:1", "facts only"),
    ("a choice", "{box(c)}.", "3:1", "facts only"),
    ("a disjunction", "box(b); box(c).", "3:1", "facts only"),
    ("a negated fact", "not box(c).", "3:1", "facts only"),
    ("a rule with a variable", "box(X) :- solution(X).", "3:1", "facts only"),
    ("a constant", "#const n = 3.", "3:1", "directive"),
    ("a show directive", "#show push/4.", "3:1", "directive"),
    ("a program part", "#program step(t).", "3:1", "directive"),
    ("an include", "#include \"other.lp\".", "3:1", "directive"),
    ("an external", "#external box(c).", "3:1", "directive"),
    ("a minimize statement", "#minimize { 1 : box(b) }.", "3:1", "directive"),
    ("a variable", "box(X).", "3:5", "a fact has no variables"),
    ("an anonymous variable", "box(_).", "3:5", "a fact has no variables"),
    ("a variable inside a term", "box(f(1,X)).", "3:9", "a fact has no variables"),
    ("a variable in a fact of another kind", "wall(X).", "3:6", "a fact has no variables"),
    ("arithmetic", "right(c,1+1).", "3:9", "no arithmetic"),
    ("arithmetic inside a term", "right(c,f(|1|)).", "3:11", "no arithmetic"),
    ("an interval of what is no number", "right(c,a..b).", "3:9", "interval"),
    ("a second sokoban", "sokoban(c).", "3:1", "two sokobans"),
    ("a box under the sokoban", "box(a).", "1:25", "the sokoban stands on a box"),
    ("steps that branch", "step(3). next(1,3).", "3:10", "both come after `1`"),
    ("steps that join", "step(3). next(3,2).", "3:10", "both come before `2`"),
    ("steps that go round", "next(2,1).", "2:19", "loop"),
    ("a step after itself", "next(2,2).", "3:1", "comes after itself"),
    ("steps that go round beside the chain", "step(3). step(4). next(3,4). next(4,3).", "3:19", "loop"),
    ("two chains of steps", "step(3). step(4). next(3,4).", "3:1", "not in one chain"),
    ("a step outside the chain", "step(3).", "3:1", "not in one chain"),
    ("a link to what is no step", "next(2,3).", "3:1", "`3`, which is not a step"),
    ("a link from what is no step", "next(0,1).", "3:1", "`0`, which is not a step"),
    ("two neighbours to the right", "right(a,d).", "3:1", "both right of `a`"),
    ("two neighbours to the left", "right(d,b).", "3:1", "both left of `b`"),
    ("two neighbours on top", "top(a,d). top(a,e).", "3:11", "both on top of `a`"),
    ("two neighbours below", "top(d,a). top(e,a).", "3:11", "both below `a`"),
    ("a cell beside itself", "top(b,b).", "3:1", "itself"),
];

/// The same for whole texts.
const WHOLE: [(&str, &str, &str, &str); 8] = [
    ("no sokoban", "right(a,b). box(b). step(1).", "1:1", "no sokoban"),
    ("no location", "step(1). step(2). next(1,2).", "1:1", "no location"),
    ("facts of other kinds only", "wall(a).", "1:1", "no location"),
    ("comments only", "% nothing here\n", "1:1", "no location"),
    ("an empty file", "", "1:1", "is empty"),
    ("blanks only", " \n\t\r\n", "1:1", "is empty"),
    ("a link without any step", "right(a,b). sokoban(a). next(1,2).", "1:25", "`1`, which is not a step"),
    ("a cell beside itself", "right(a,a). sokoban(a).", "1:1", "itself"),
];

/// What a message about a place in a file must have.
fn assert_refused(run: &support::Run, what: &str, place: &str, message: &str) {
    assert_eq!((run.code, run.out.as_str()), (INPUT, ""), "{what}: {run:?}");
    let opening = run.err.lines().next().unwrap_or_default();
    assert!(opening.contains(": error: "), "{what}: {}", run.err);
    assert!(run.err.contains(message), "{what}: not `{message}`, but {}", run.err);
    assert!(run.err.contains(&format!("--> {place}\n")), "{what}: not {place}, but {}", run.err);
    assert!(run.err.contains('^'), "{what}: {}", run.err);
    assert!(run.err.contains("= help: "), "{what}: {}", run.err);
}

#[test]
fn every_mistake_is_refused_with_its_place() {
    let corridor = format!("{CORRIDOR}{CORRIDOR_STEPS}");
    let cases = AFTER_THE_CORRIDOR
        .iter()
        .map(|&(what, text, place, message)| (what, format!("{corridor}{text}\n"), place, message));
    let whole = WHOLE.iter().map(|&(what, text, place, message)| (what, text.to_owned(), place, message));
    for (what, text, place, message) in cases.chain(whole) {
        let folder = folder(&[("level.lp", &text), ("plan.txt", "push(b,right,c,1).")]);
        let decided = run_in(folder.path(), &["decide", "level.lp"], "");
        assert_refused(&decided, what, &format!("level.lp:{place}"), message);

        let quiet = run_in(folder.path(), &["decide", "level.lp", "--quiet", "--format", "json"], "");
        assert_eq!((quiet.code, &quiet.out, &quiet.err), (INPUT, &String::new(), &decided.err), "{what}");

        // The checker reads instances by itself.
        let checked = run_in(folder.path(), &["check", "plan", "level.lp", "plan.txt"], "");
        assert_eq!((checked.code, checked.out.as_str()), (INPUT, ""), "{what}: {checked:?}");
        let has_place = checked.err.contains("--> level.lp:") && checked.err.contains('^');
        assert!(has_place, "{what}: {}", checked.err);
    }
}

#[test]
fn standard_input_has_a_name_in_messages() {
    let run = run_in(folder(&[]).path(), &["decide", "-"], "right(a,b).\nbox(b\n");
    assert_refused(&run, "standard input", "<standard input>:2:6", "expected");
    let empty = run_in(folder(&[]).path(), &["decide", "-"], "");
    assert_refused(&empty, "standard input", "<standard input>:1:1", "is empty");
}

#[test]
fn several_mistakes_are_reported_together() {
    let text = "right(a,b). sokoban(a). sokoban(b).\nright(b,b).\nstep(1). next(1,2).\n";
    let run = run_in(folder(&[("level.lp", text)]).path(), &["decide", "level.lp"], "");
    assert_eq!(run.code, INPUT);
    let places: Vec<usize> = ["level.lp:1:25", "level.lp:2:1", "level.lp:3:10"]
        .iter()
        .map(|place| run.err.find(&format!("--> {place}")).unwrap_or_else(|| panic!("{place}: {}", run.err)))
        .collect();
    assert!(places.is_sorted(), "not in the order of the text: {}", run.err);
}

#[test]
fn a_file_that_is_no_text() {
    let folder = folder(&[]);
    std::fs::write(folder.path().join("level.lp"), b"right(a,b).\nbox(\xff\xfe).\n").expect("a file");
    let run = run_in(folder.path(), &["decide", "level.lp"], "");
    assert_refused(&run, "binary", "level.lp:2:5", "not text");

    // As a program is: no line breaks for a long time, and much more of it.
    std::fs::write(folder.path().join("program"), [0x7f, b'E', b'L', b'F', 0xff].repeat(100_000))
        .expect("a file");
    let run = run_in(folder.path(), &["decide", "program"], "");
    assert_refused(&run, "binary", "program:1:5", "not text");
    assert!(run.err.len() < 2_000, "too much is shown");
}

#[test]
fn a_file_that_cannot_be_read() {
    let folder = folder(&[("level.lp", CORRIDOR)]);
    for arguments in [
        &["decide", "nowhere.lp"][..],
        &["decide", "."],
        &["decide", "level.lp", "--actions", "1", "--encoding", "nowhere.lp"],
        &["check", "plan", "nowhere.lp", "level.lp"],
        &["check", "plan", "level.lp", "nowhere.lp"],
    ] {
        let run = run_in(folder.path(), arguments, "");
        assert_eq!((run.code, run.out.as_str()), (INPUT, ""), "{arguments:?}: {run:?}");
        let name = if arguments.contains(&".") { "." } else { "nowhere.lp" };
        assert!(run.err.contains(&format!("error: cannot read `{name}`: ")), "{arguments:?}: {}", run.err);
        assert!(run.err.contains("help: "), "{arguments:?}: {}", run.err);
    }
}

#[test]
fn a_number_of_steps_that_makes_no_sense() {
    let folder = folder(&[("level.lp", CORRIDOR)]);
    for (option, value, message) in [
        ("--steps", "0", "`--steps 0` asks for no step at all"),
        ("--steps", "4294967295", "more than 1000000 steps"),
        ("--actions", "4294967295", "more than 1000000 steps"),
    ] {
        let run = run_in(folder.path(), &["decide", "level.lp", option, value], "");
        assert_eq!((run.code, run.out.as_str()), (USAGE, ""), "{value}: {run:?}");
        assert!(run.err.contains(message), "{value}: {}", run.err);
    }
}

#[test]
fn a_sat_solver_that_is_not_there() {
    let folder = folder(&[("level.lp", CORRIDOR), ("p.lp", "{ a }.\n"), ("no-program", "")]);
    for solver in ["no-such-solver", "./nowhere --quiet", "./no-program"] {
        for arguments in [
            &["solve", "p.lp"][..],
            &["decide", "level.lp", "--actions", "1"],
            &["optimize", "level.lp"],
            &["optimize", "level.lp", "--engine", "ground"],
        ] {
            let backend = format!("process:{solver}");
            let run = run_in(folder.path(), &[arguments, &["--backend", &backend]].concat(), "");
            assert_eq!((run.code, run.out.as_str()), (USAGE, ""), "{run:?}");
            let program = solver.split(' ').next().unwrap_or_default();
            assert!(run.err.contains(&format!("there is no program `{program}`")), "{run:?}");
        }
    }
}

#[test]
fn an_instance_without_a_storage_location_is_odd() {
    let map = "#####\n#@$ #\n#####\n";
    let folder = folder(&[("level.lp", "right(a,b). sokoban(a). box(b).\n"), ("level.xsb", map)]);
    for file in ["level.lp", "level.xsb"] {
        for (command, actions) in [("optimize", None), ("decide", Some("--actions=0"))] {
            let arguments: Vec<&str> = [command, file].into_iter().chain(actions).collect();
            let run = run_in(folder.path(), &arguments, "");
            assert_eq!(run.code, FOUND, "{run:?}");
            let odd = run.err.contains("warning: there is no storage location") && run.err.contains("help: ");
            assert!(odd, "{run:?}");
            let quiet = run_in(folder.path(), &[&arguments[..], &["--quiet"]].concat(), "");
            assert_eq!((quiet.out, quiet.err.as_str()), (run.out, ""));
        }
    }
}

#[test]
fn an_instance_without_steps_suggests_what_to_ask_for() {
    let folder = folder(&[("level.lp", CORRIDOR)]);
    let run = run_in(folder.path(), &["decide", "level.lp", "--engine", "ground"], "");
    assert_refused(&run, "no steps", "level.lp:1:1", "no steps");
    assert!(run.err.contains("`--actions N`") && run.err.contains("`groundplan optimize`"), "{}", run.err);
}

#[test]
fn mistakes_in_an_encoding_point_into_the_encoding() {
    for (what, text, place, message) in [
        ("a syntax error", "a :- b\n:- c.", "2:1", "a second `:-` in one rule"),
        ("an unsafe variable", "% fine\npush(L,right,M,S) :- box(L), next(S,_).", "2:14", "`M` is unsafe"),
        ("an unsafe variable under not", ":- not push(L,_,_,1).", "1:13", "`L` is unsafe"),
        (
            "an unsafe variable in a condition",
            "{ push(L,right,M,S) : box(L) } :- next(S,_).",
            "1:16",
            "`M` is unsafe",
        ),
        ("an overflow", "a(X*9223372036854775807) :- X = 2..3.", "1:3", "64-bit"),
        ("a script", "#script (lua) #end.", "1:1", "scripts are not supported"),
    ] {
        let folder = folder(&[("level.lp", &format!("{CORRIDOR}{CORRIDOR_STEPS}")), ("rules.lp", text)]);
        let run = run_in(folder.path(), &["decide", "level.lp", "--encoding", "rules.lp"], "");
        assert_refused(&run, what, &format!("rules.lp:{place}"), message);
    }
}

#[test]
fn parts_that_are_not_ground_are_checked() {
    for (program, said) in [
        (
            "a.\n#program dynamic.\nb :- &tel { c }.\n",
            &["no definition found for theory atom: tel/0", ":3:6"][..],
        ),
        (
            "a.\n#program dynamic.\nb :- &tel { c }.\nd(X).\n",
            &["theory atom: tel/0", "`X` is unsafe", ":4:3"],
        ),
        ("a.\n#program step(t).\nd(X,t) :- not e(X).\n", &["`X` is unsafe", ":3:3"]),
        ("a.\n#program final.\n#minimize { X : a }.\n", &["`X` is unsafe", ":3:13"]),
    ] {
        let run = run_in(folder(&[]).path(), &["solve", "-"], program);
        assert_eq!((run.code, run.out.as_str()), (INPUT, "UNKNOWN\n"), "{program}: {run:?}");
        assert!(said.iter().all(|part| run.err.contains(part)), "{program}: {run:?}");
    }
}
