//! Ground programs with their texts, what is assumed of them, and what is found of them.

use std::path::PathBuf;

use groundplan::diagnostic::Sources;
use groundplan::program::ExternalValue;
use groundplan::solve::{Decisions, SearchConfig};
use groundplan::{Backend, Engine, Interrupter};
use groundplan_certificate::Text;
use groundplan_certify::{CertifyError, Decision, DecisionLimits, GroundRequest, Inquiry};

/// A choice between atoms that are not numbered from 1 on, of which the first one must hold.
const ASPIF: &str = "asp 1 0 0\n1 1 2 7 9 0 0\n1 0 0 0 1 -7\n4 1 a 1 7\n4 1 b 1 9\n0\n";

fn read(text: &str) -> Engine {
    let mut engine = Engine::new();
    engine.add_aspif("program.aspif", text).expect("a program");
    engine
}

fn ground(name: &str, text: &str) -> Engine {
    let mut engine = Engine::new();
    engine.add_text(name, text).expect("a program");
    engine.ground(["base"]).expect("a program");
    engine
}

fn assume(text: &str, engine: &mut Engine) -> Result<String, CertifyError> {
    let mut inquiry = GroundRequest::of(engine, &[]).inquiry();
    inquiry.assume_texts(&[text.to_owned()], "--assume", engine)?;
    Ok(inquiry.ground.aspif.lines().filter(|line| line.starts_with("6 ")).collect())
}

#[test]
fn atoms_are_assumed_by_their_numbers_in_the_text() {
    let mut read = read(ASPIF);
    assert_eq!(assume("not a", &mut read).expect("a literal"), "6 1 -7");
    assert_eq!(assume("b", &mut read).expect("a literal"), "6 1 9");
    assert!(matches!(assume("c", &mut read), Err(CertifyError::Unnamed(name)) if name == "c"));
    assert!(matches!(assume("a b", &mut read), Err(CertifyError::Literal(..))));
    let mut made = ground("program.lp", "{ a }.");
    assert_eq!(assume("a", &mut made).expect("a literal"), "6 1 1");
    // What the program does not have is an atom without rules.
    assert_eq!(assume("not c", &mut made).expect("a literal"), "6 1 -2");
}

#[test]
fn an_answer_set_is_told_in_names() {
    if !Backend::Cadical.is_built() {
        return;
    }
    let read = read(ASPIF);
    let inquiry = GroundRequest::of(&read, &[]).inquiry();
    let (interrupter, is_short_of_memory) = (&Interrupter::default(), &|| false);
    let limits = DecisionLimits { interrupter, deadline: None, is_short_of_memory };
    match inquiry.decide(&limits).expect("a decision") {
        Decision::Wrong { atoms, opinion: None } => assert!(atoms.contains(&"a".to_owned()), "{atoms:?}"),
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_program_has_the_texts_that_give_it() {
    let files = |engine: &Engine, externals: Option<_>| {
        let request = GroundRequest { externals, ..GroundRequest::of(engine, &[]) };
        let ground = request.inquiry().ground;
        let files: Vec<String> = ground.sources.into_iter().map(|source| source.file).collect();
        (files.join(" "), ground.is_from_source, ground.aspif.contains("\n5 1 1\n"))
    };
    let mut open = ground("open.lp", "#external e.");
    let (_, e) = open.find_atom("e").expect("an atom");
    let value = |value| Some(vec![(e.expect("it is declared"), value)]);
    assert_eq!(files(&open, None), ("open.lp".to_owned(), true, false));
    assert_eq!(files(&open, value(ExternalValue::False)), ("open.lp".to_owned(), true, false));
    assert_eq!(files(&open, value(ExternalValue::True)), (String::new(), false, true));
    for (text, found) in [
        ("{ a; b }. #heuristic a : b. [1,true]", ("text.lp", true)),
        // The reference grounder does not know theories. Who grounds this again leaves the heuristic out, with its rules.
        ("#theory unused { }. { a; b }. #heuristic a : 1 { a; b } 1. [1,true]", ("", false)),
    ] {
        let (mut engine, mut config) = (Engine::new(), SearchConfig::default());
        config.decisions = Decisions::Domain;
        engine.configure(config).expect("a search");
        engine.add_text("text.lp", text).expect("a program");
        engine.ground(["base"]).expect("a program");
        let (files, is_from_source, _) = files(&engine, None);
        assert_eq!((files.as_str(), is_from_source), found, "{text}");
    }
}

#[test]
fn another_grounder_gets_the_texts_as_they_were_given() {
    let engine = ground(Sources::STANDARD_INPUT, "a.");
    let Inquiry { ground, input, .. } = GroundRequest::of(&engine, &[]).inquiry();
    assert_eq!(ground.files, [("standard-input.lp".to_owned(), "a.".to_owned())]);
    assert_eq!((input.files, input.fed.as_deref()), (vec![PathBuf::from("-")], Some("a.")));
    let text = |name: &str, is_own, is_included| {
        (Text { name: name.to_owned(), text: String::new(), is_included }, is_own)
    };
    let texts =
        vec![text("own.lp", true, false), text("file.lp", false, false), text("more.lp", false, true)];
    let request = GroundRequest { texts, ..GroundRequest::of(&engine, &[]) };
    let Inquiry { ground, input, .. } = request.inquiry();
    assert_eq!(ground.sources.len(), 3);
    assert_eq!(input.files, [PathBuf::from("file.lp")], "the other one includes the last one");
    assert_eq!(input.texts, [("own.lp".to_owned(), String::new())]);
}
