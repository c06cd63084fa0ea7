//! Files that programs include, and the parts that these belong to. The atoms are those that clingo 5.8.3 has.

use std::path::Path;

use groundplan::{Engine, Error, Loader};

/// The atoms of the parts `base`, `p(42)` and `q`, where there are such.
fn atoms(engine: &mut Engine) -> Result<String, Error> {
    engine.ground(["base"])?;
    if engine.has_part("p", 1) {
        engine.ground([("p", 42)])?;
    }
    if engine.has_part("q", 0) {
        engine.ground(["q"])?;
    }
    let model = engine.query().first()?.expect("there are only facts");
    let mut atoms: Vec<String> = model.texts().collect();
    atoms.sort();
    Ok(atoms.join(" "))
}

/// The text of one of these files.
fn read(files: &[(&str, &str)], path: &Path) -> std::io::Result<String> {
    let name = path.to_str().expect("a name");
    let found = files.iter().find(|(known, _)| name.ends_with(known));
    Ok(found.expect("it is one of them").1.to_owned())
}

/// Writes files into a folder, and loads the first.
fn loaded(files: &[(&str, &str)]) -> Result<String, Error> {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, text) in files {
        let path = folder.path().join(name);
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("it is made");
        std::fs::write(path, text).expect("it is written");
    }
    let mut engine = Engine::new();
    Loader::new().load(&mut engine, folder.path().join(files[0].0))?;
    atoms(&mut engine)
}

#[test]
fn a_part_goes_on_inside_an_included_file() {
    for (title, files, expected) in [
        (
            "a part",
            &[("m.lp", "#program p(t). a(t). #include \"i.lp\"."), ("i.lp", "b(t).")][..],
            "a(42) b(42)",
        ),
        (
            "behind it is the part in which the file began",
            &[("m.lp", "#program p(t). a(t). #include \"i.lp\". c(t)."), ("i.lp", "b(t).")],
            "a(42) b(42) c(t)",
        ),
        (
            "a part in the included file",
            &[("m.lp", "#program p(t). a(t). #include \"i.lp\". c(t)."), ("i.lp", "b(t). #program q. d(t).")],
            "a(42) b(42) c(t) d(t)",
        ),
        (
            "which begins with one",
            &[("m.lp", "#program q. a(t). #include \"i.lp\". c(t)."), ("i.lp", "#program p(t). d(t).")],
            "a(t) c(t) d(42)",
        ),
        (
            "rules, other parameters, and facts",
            &[
                ("m.lp", "#program p(s). #include \"i.lp\". c(s,t)."),
                ("i.lp", "b(s,t) :- x(s). x(s). #program q. d(s)."),
            ],
            "b(42,t) c(s,t) d(s) x(42)",
        ),
        (
            "an include in an included file",
            &[
                ("m.lp", "#program p(t). a(t). #include \"i.lp\". c(t)."),
                ("i.lp", "b(t). #include \"j.lp\". e(t)."),
                ("j.lp", "f(t). #program q. g(t)."),
            ],
            "a(42) b(42) c(t) e(t) f(42) g(t)",
        ),
        (
            "a file that was read before does not end the part",
            &[
                (
                    "m.lp",
                    "#program p(t). a(t). #include \"i.lp\". #program q. x(t). #include \"./i.lp\". c(t).",
                ),
                ("i.lp", "b(t)."),
            ],
            "a(42) b(42) c(t) x(t)",
        ),
        (
            "nor the one that a file before it has ended",
            &[
                (
                    "m.lp",
                    "#program p(t). #include \"i.lp\". #include \"m.lp\". c(t). #include \"j.lp\". d(t).",
                ),
                ("i.lp", "b(t)."),
                ("j.lp", "e(t)."),
            ],
            "b(42) c(t) d(t) e(t)",
        ),
        (
            "a file that includes itself",
            &[("m.lp", "#program p(t). a(t). #include \"m.lp\". c(t).")],
            "a(42) c(42)",
        ),
        (
            "a cycle",
            &[
                ("m.lp", "#program p(t). a(t). #include \"i.lp\". c(t)."),
                ("i.lp", "b(t). #include \"m.lp\". d(t)."),
            ],
            "a(42) b(42) c(t) d(42)",
        ),
        (
            "the first include of a file counts, depth first",
            &[
                ("m.lp", "#program p(t). #include \"i.lp\". #program q. #include \"j.lp\". c(t)."),
                ("i.lp", "#include \"j.lp\"."),
                ("j.lp", "b(t)."),
            ],
            "b(42) c(t)",
        ),
        (
            "files in folders",
            &[("m.lp", "#include \"s/i.lp\"."), ("s/i.lp", "b(t). #include \"j.lp\"."), ("s/j.lp", "c(s).")],
            "b(t) c(s)",
        ),
    ] {
        assert_eq!(loaded(files).expect(title), expected, "{title}");
    }
}

#[test]
fn a_text_that_begins_in_a_part_returns_there() {
    let files = [("i.lp", "b(t). #include \"j.lp\". e(t)."), ("j.lp", "f(t).")];
    let mut engine = Engine::new();
    let mut loader = Loader::reading(|path| read(&files, path));
    let text = "a(t). #include \"i.lp\". c(t). #program q. x(t). #include \"./j.lp\". d(t).";
    loader.add_text_to(&mut engine, "p", &["t"], "block", text).expect("a text");
    assert_eq!(atoms(&mut engine).expect("parts"), "a(42) b(42) c(42) d(t) e(42) f(42) x(t)");
    // Another loader reads them again.
    let mut engine = Engine::new();
    for part in ["p", "q"] {
        let parameters: &[&str] = if part == "p" { &["t"] } else { &[] };
        let mut loader = Loader::reading(|path| read(&files, path));
        loader.add_text_to(&mut engine, part, parameters, "block", "#include \"j.lp\".").expect("a text");
    }
    assert_eq!(atoms(&mut engine).expect("parts"), "f(42) f(t)");
}

#[test]
fn nothing_is_ground_before_what_is_included_was_read() {
    let mut engine = Engine::new();
    engine.add_text("main.lp", "a.\n  #include \"more.lp\".\n#include <incmode>.").expect("a text");
    let refused = engine.ground(["base"]).expect_err("nobody read it").to_string();
    assert!(refused.contains("main.lp:2:3") && refused.contains("main.lp:3:1"), "{refused}");
    assert!(refused.contains("take_includes"), "{refused}");
    // That breaks nothing.
    let includes = engine.take_includes();
    assert_eq!(includes.iter().map(|include| include.builtin).collect::<Vec<_>>(), [false, true]);
    engine.add_included(&includes[0], "more.lp", "b :- a.").expect("a text");
    assert!(matches!(engine.add_included(&includes[0], "more.lp", "c."), Err(Error::NoInclude(_))));
    assert_eq!(atoms(&mut engine).expect("a program"), "a b");
}

#[test]
fn what_cannot_be_read_is_named_with_its_place() {
    for (files, parts) in [
        (&[("m.lp", "a.\n#include \"nope.lp\".")][..], &["there is no file `nope.lp`", "m.lp:2:1"][..]),
        (&[("m.lp", "#include \"i.lp\"."), ("i.lp", "\n\n #include \"nope.lp\".")], &["i.lp:3:2"]),
        (&[("m.lp", "#include <python>.")], &["there is no module `python`", "m.lp:1:1", "incmode"]),
        (&[("m.lp", "#include \"i.lp\"."), ("i.lp", "a.\nb(")], &["i.lp:2:"]),
    ] {
        let error = loaded(files).expect_err("it cannot be read").to_string();
        assert!(parts.iter().all(|part| error.contains(part)), "{error}");
    }
    let missing = Loader::new().load(&mut Engine::new(), "no/such/file.lp").expect_err("there is none");
    assert!(missing.to_string().contains("cannot read `no/such/file.lp`"), "{missing}");
}

/// Where a file could not be read, that is not forgotten, and it may be read later.
#[test]
fn what_could_not_be_read_is_still_missing() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name);
    std::fs::write(path("m.lp"), "#program p(t). a(t). #include \"i.lp\". c(t).").expect("it is written");
    let (mut engine, mut loader) = (Engine::new(), Loader::new());
    assert!(loader.load(&mut engine, path("m.lp")).is_err());
    assert!(engine.ground(["base"]).is_err());
    std::fs::write(path("i.lp"), "b(t).").expect("it is written");
    loader.read_includes(&mut engine).expect("now it is there");
    assert_eq!(atoms(&mut engine).expect("a program"), "a(42) b(42) c(t)");
}
