//! Random trees print as text that is read as the same tree; random texts never make the parser panic.

use proptest::prelude::*;

use super::random_trees::Choices;
use super::{is_refused_as_written, read, read_with};
use groundplan::diagnostic::Severity;
use groundplan::symbol::Symbols;
use groundplan::syntax::ast::Program;
use groundplan::syntax::{format, FormatError, Print, MAX_ERRORS};

/// A tree as text, without the places.
fn without_places(program: &Program) -> String {
    let text = format!("{program:?}");
    let mut pieces = text.split("Span {");
    let mut placeless = pieces.next().unwrap_or("").to_owned();
    for piece in pieces {
        placeless.push_str(
            piece
                .split_once("end: ")
                .and_then(|(_, rest)| rest.split_once(" }"))
                .map_or(piece, |(_, rest)| rest),
        );
    }
    placeless
}

/// The parts of a program without the places; facts by what they say.
fn parts(program: &Program, symbols: &Symbols) -> Vec<String> {
    program
        .parts
        .iter()
        .map(|part| {
            let mut part = part.clone();
            let facts = std::mem::take(&mut part.facts).display(symbols).to_string();
            facts + &without_places(&Program { parts: vec![part] })
        })
        .collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1_000))]

    #[test]
    fn trees_survive_printing_and_reading(choices in prop::collection::vec(any::<u16>(), 0..400)) {
        let mut symbols = Symbols::new();
        let program = Choices::new(&choices, &mut symbols).program();
        let text = program.display(&symbols).to_string();
        let reading = read_with(symbols, &text);
        prop_assert!(reading.diagnostics.is_empty(), "{text}\n{:#?}", reading.diagnostics);
        prop_assert_eq!(reading.printed(), text.clone());
        prop_assert_eq!(parts(&reading.program, &reading.symbols), parts(&program, &reading.symbols), "{}", text);
    }

    #[test]
    fn bytes_never_panic(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        let text = String::from_utf8_lossy(&bytes);
        prop_assert!(read(&text).diagnostics.len() <= 2 * MAX_ERRORS);
    }

    #[test]
    fn tokens_in_any_order_never_panic(tokens in prop::collection::vec(prop::sample::select(TOKENS), 0..60)) {
        let text = tokens.concat();
        let reading = read(&text);
        let is_wrong = reading.diagnostics.iter().any(|found| found.severity == Severity::Error);
        prop_assert_eq!(is_refused_as_written(&text), is_wrong);
        for found in &reading.diagnostics {
            // Every place can be shown.
            reading.underlined(found);
            let (line, column) = reading.sources.position(found.span.expect("a place"));
            prop_assert!(line > 0 && column > 0);
        }
        if reading.diagnostics.is_empty() {
            let again = read(&reading.printed());
            prop_assert!(again.diagnostics.is_empty(), "{text}\n{}\n{:#?}", reading.printed(), again.diagnostics);
            prop_assert_eq!(again.printed(), reading.printed());
        }
        match format("test.lp", &text) {
            Ok(once) => prop_assert_eq!(format("test.lp", &once).ok(), Some(once), "{}", text),
            Err(FormatError::Syntax(_)) => prop_assert!(is_wrong, "{}", text),
            Err(error) => prop_assert!(false, "{}: {}", error, text),
        }
    }
}

#[test]
fn parts_survive_printing_and_reading() {
    for text in [
        "#program base.\n#program a.\n",
        "#program a.\n#program base.\n",
        "p.\n#program a.\n",
        "#program base(n).\np.\n",
    ] {
        let reading = read(text);
        assert_eq!(reading.printed(), text);
        let again = read(&reading.printed());
        assert_eq!(
            parts(&again.program, &again.symbols),
            parts(&reading.program, &reading.symbols),
            "{text}"
        );
    }
}

const TOKENS: &[&str] = &[
    "a",
    "b(1)",
    "p(X)",
    "p(",
    "f(a,",
    "X",
    "_",
    "__",
    "Y",
    " 1 ",
    " 0x1f ",
    "007",
    "\"s\"",
    "\"",
    "\"\\t\"",
    "%",
    "%*",
    "*%",
    " not ",
    "#true",
    "#false",
    "#inf",
    "#sup",
    "#count",
    "#sum",
    "#sum+",
    "#min",
    "#max",
    "#const ",
    "#defined ",
    "#edge ",
    "#end",
    "#external ",
    "#heuristic ",
    "#include ",
    "#maximize",
    "#minimize",
    "#program ",
    "#project ",
    "#script ",
    "#show ",
    "#theory ",
    "#what ",
    ".",
    ".\n",
    "..",
    ",",
    ";",
    ":",
    ":-",
    ":~",
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    "|",
    "@",
    "=",
    "==",
    "!=",
    "<>",
    "<",
    "<=",
    ">",
    ">=",
    "=<",
    "=>",
    "+",
    "-",
    "*",
    "**",
    "/",
    "\\",
    "&",
    "?",
    "^",
    "~",
    "\n",
    " ",
    "ä",
    "\0",
    "'",
    "!",
    "base",
    "/1",
    "a/1.",
    "{a}",
    " :- ",
    ") :- ",
    "}.",
    "1,2",
    "[1]",
    "[1@2,true]",
];
