//! A text is read, and printed as a text that reads as the same program; formatting it changes no token; analysis says what is
//! wrong with it.
//!
//! Whatever the text: nothing panics, and every place that a message names can be shown.

#![no_main]

use groundplan::diagnostic::{Diagnostics, Severity, Sources};
use groundplan::symbol::Symbols;
use groundplan::syntax::ast::{Part, Program};
use groundplan::syntax::{format, parse, Print};
use groundplan::{Engine, Error};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let mut symbols = Symbols::new();
    if let Some(program) = read(&mut symbols, text) {
        let printed = program.display(&symbols).to_string();
        let Some(again) = read(&mut symbols, &printed) else { panic!("does not read:\n{printed}") };
        assert_eq!(again.display(&symbols).to_string(), printed);
        assert_eq!(tree(&again, &symbols), tree(&program, &symbols), "{printed}");
        let formatted = format("text", text).expect("it is correct");
        assert_eq!(format("text", &formatted).expect("it is the same"), formatted);
        analyse(text, &program, &symbols);
    }
});

/// The program, if nothing is wrong with it.
fn read(symbols: &mut Symbols, text: &str) -> Option<Program> {
    let mut sources = Sources::new();
    let source = sources.add("text", text);
    let read = parse(symbols, &sources, source);
    let correct = read.diagnostics.iter().all(|found| found.severity != Severity::Error);
    show(&Diagnostics::new(read.diagnostics, sources));
    correct.then_some(read.program)
}

/// Underlines every place that a message names.
fn show(diagnostics: &Diagnostics) {
    let _ = diagnostics.to_string();
}

/// The tree as text, without the places; facts by what they say.
fn tree(program: &Program, symbols: &Symbols) -> Vec<String> {
    let part = |part: &Part| {
        let mut part = part.clone();
        let facts = std::mem::take(&mut part.facts);
        let debug = format!("{part:?}");
        let mut text = facts.display(symbols).to_string();
        let mut pieces = debug.split("Span {");
        text.push_str(pieces.next().unwrap_or_default());
        for piece in pieces {
            text.push_str(piece.split_once('}').map_or(piece, |(_, rest)| rest));
        }
        text
    };
    program.parts.iter().map(part).collect()
}

/// Goes through the analysis of all parts, which an unsafe rule keeps from being followed by grounding: that may take
/// forever.
fn analyse(text: &str, program: &Program, symbols: &Symbols) {
    // A rule stands for as many as its pools have combinations: few enough to be quick.
    if text.bytes().filter(|&byte| byte == b';').count() > 10 {
        return;
    }
    let mut engine = Engine::new();
    engine.add_text("text", text).expect("it has been read before");
    engine.add_text("end", "#program base. unsafe(X).").expect("this is a program");
    show(&engine.lint());
    let parts = program.parts.iter().map(|part| (symbols.text(part.name), vec![1; part.parameters.len()]));
    let base = ("base", Vec::new());
    match engine.ground(parts.chain([base])) {
        Err(Error::Program(diagnostics)) => show(&diagnostics),
        other => panic!("a variable is unsafe, but {other:?}"),
    }
    show(&engine.take_warnings());
}
