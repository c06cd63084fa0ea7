//! `include/clingo.h` is made of the Rust code: whoever changes the interface runs this test with `UPDATE_HEADER=1`.

use std::ffi::CStr;
use std::path::Path;
use std::{env, fs};

use clingo::{g_clingo_ast_attribute_names, g_clingo_ast_constructors};

use cbindgen::{Builder, Config, DocumentationStyle, Language, Style};

/// What comes before the declarations.
const TOP: &str = "\
// clingo's C interface, as groundplan has it. Made of the Rust code by the tests of `groundplan-capi`.";

/// What programs find out at compile time.
const MACROS: &str = r#"
#define CLINGO_VERSION "5.8.0"

#if defined _WIN32 || defined __CYGWIN__
#  define CLINGO_WIN
#endif
#if defined CLINGO_NO_VISIBILITY || !defined CLINGO_WIN
#  define CLINGO_VISIBILITY_DEFAULT
#else
#  define CLINGO_VISIBILITY_DEFAULT __declspec(dllimport)
#endif
#if defined __GNUC__
#  define CLINGO_DEPRECATED __attribute__((deprecated))
#else
#  define CLINGO_DEPRECATED
#endif
"#;

/// What Rust cannot say.
const BOTTOM: &str = r#"
#ifdef __cplusplus
extern "C" {
#endif
/**
 * Makes a node of a type: after the place for it come its attributes, in the order of `g_clingo_ast_constructors`. An array is its
 * items and their number.
 */
CLINGO_VISIBILITY_DEFAULT bool clingo_ast_build(clingo_ast_type_t type, clingo_ast_t **ast, ...);
#ifdef __cplusplus
}
#endif
"#;

/// Returns the names of all types: no function refers to the enumerations, whose values have the type `int`.
fn types(folder: &Path) -> Vec<String> {
    let mut names = Vec::new();
    for entry in fs::read_dir(folder).expect("the sources are there") {
        let path = entry.expect("the folder is readable").path();
        if path.is_dir() {
            names.extend(types(&path));
            continue;
        }
        let text = fs::read_to_string(&path).expect("sources are texts");
        let found = text
            .lines()
            .filter_map(|line| line.strip_prefix("pub enum ").or_else(|| line.strip_prefix("pub type ")))
            .filter_map(|rest| rest.split([' ', '=']).next());
        names.extend(found.map(str::to_owned));
    }
    names.sort();
    names
}

/// Returns the enumerations of the types and attributes of nodes, whose values are their places in the library's tables.
fn tables() -> String {
    // SAFETY: the tables are constant, and have as many items as they say.
    let (names, constructors) = unsafe {
        let (names, constructors) = (&g_clingo_ast_attribute_names, &g_clingo_ast_constructors);
        (
            std::slice::from_raw_parts(names.names, names.size),
            std::slice::from_raw_parts(constructors.constructors, constructors.size),
        )
    };
    // SAFETY: each is a string that lives for ever.
    let text = |name| unsafe { CStr::from_ptr(name) }.to_str().expect("names are texts");
    let lines = |of, names: Vec<&str>| {
        let lines: Vec<String> = names.iter().map(|name| format!("  clingo_ast_{of}_{name},\n")).collect();
        format!("\n/**\n * The {of}s of nodes.\n */\nenum clingo_ast_{of}_e {{\n{}}};\n", lines.concat())
    };
    let types = constructors.iter().map(|constructor| text(constructor.name)).collect();
    lines("type", types) + &lines("attribute", names.iter().map(|&name| text(name)).collect())
}

fn header() -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut config = Config {
        language: Language::C,
        cpp_compat: true,
        header: Some(TOP.to_owned()),
        after_includes: Some(MACROS.to_owned() + &tables()),
        trailer: Some(BOTTOM.to_owned()),
        include_guard: Some("CLINGO_H".to_owned()),
        no_includes: true,
        sys_includes: ["stdbool.h", "stddef.h", "stdint.h"].map(str::to_owned).to_vec(),
        style: Style::Tag,
        documentation_style: DocumentationStyle::Doxy,
        usize_is_size_t: true,
        line_length: 132,
        ..Config::default()
    };
    config.function.prefix = Some("CLINGO_VISIBILITY_DEFAULT".to_owned());
    config.export.include = types(&root.join("src"));
    // What is within the library, what it imports, and what `BOTTOM` declares.
    let hidden = [
        "atexit",
        "clingo_ast_build",
        "fflush",
        "groundplan_ast_build",
        "groundplan_ast_build_collected",
        "groundplan_ast_value",
    ];
    config.export.exclude = hidden.map(str::to_owned).to_vec();
    // Types of other crates, which C sees as names.
    for (theirs, ours) in
        [("ApplicationOptions", "struct clingo_options"), ("NodeContent", "struct clingo_ast")]
    {
        config.export.rename.insert(theirs.to_owned(), ours.to_owned());
    }
    let sources = Builder::new().with_crate(root).with_config(config);
    let mut header = Vec::new();
    sources.generate().expect("the interface can be said in C").write(&mut header);
    String::from_utf8(header).expect("a header is text")
}

#[test]
fn the_header_is_that_of_the_code() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("include/clingo.h");
    let header = header();
    if env::var_os("UPDATE_HEADER").is_some() {
        fs::write(&path, &header).expect("the header can be written");
    }
    let known = fs::read_to_string(&path).unwrap_or_default();
    assert!(known == header, "the interface has changed: run this test with UPDATE_HEADER=1");
}
