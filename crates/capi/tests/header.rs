//! `include/clingo.h` is made of the Rust code: whoever changes the interface runs this test with `UPDATE_HEADER=1`.

use std::path::Path;
use std::{env, fs};

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

/// Returns the names of the enumerations, to which no function refers: their values have the type `int`.
fn enumerations(folder: &Path) -> Vec<String> {
    let mut names = Vec::new();
    for entry in fs::read_dir(folder).expect("the sources are there") {
        let path = entry.expect("the folder is readable").path();
        if path.is_dir() {
            names.extend(enumerations(&path));
            continue;
        }
        let text = fs::read_to_string(&path).expect("sources are texts");
        let found = text.lines().filter_map(|line| line.strip_prefix("pub enum "));
        names.extend(found.map(|rest| rest.trim_end_matches(" {").to_owned()));
    }
    names.sort();
    names
}

fn header() -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut config = Config {
        language: Language::C,
        cpp_compat: true,
        header: Some(TOP.to_owned()),
        after_includes: Some(MACROS.to_owned()),
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
    config.export.include = enumerations(&root.join("src"));
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
