//! Ground programs made of source texts, and compared with them.

use std::collections::BTreeMap;

use groundplan_certificate::{
    Claim, Grounder, Manifest, Program, SourceComparison, SourceTexts, Verified, FORMAT,
};
use groundplan_reference::{Error, Place, Text};

const TEXT: &str = "{ a(1..n) }.\nb :- a(X), X > 1.\n:- not b.\n";

fn texts(text: &str) -> SourceTexts {
    let texts = [Text::named("constants.lp", "#const n = 3.\n"), Text::named("program.lp", text)];
    SourceTexts::new(texts, &["n=2".to_owned()])
}

/// A certificate of this program, as far as it is compared.
fn verified(aspif: String, atoms: Option<String>) -> Verified {
    let grounder = Grounder { name: "groundplan".to_owned(), version: String::new(), arguments: Vec::new() };
    let manifest = Manifest {
        format: FORMAT.to_owned(),
        claim: String::new(),
        digests: BTreeMap::new(),
        sources: Vec::new(),
        grounder,
        versions: BTreeMap::new(),
    };
    let program = Program::parse(&aspif).expect("a program");
    let (claim, veripb) = (Claim::default(), String::new());
    Verified { program, aspif, claim, manifest, atoms, sets: 0, axioms: 0, veripb }
}

/// Compares with the text, which has to be known to the reference grounder.
fn compare(aspif: &str, atoms: Option<&str>) -> SourceComparison {
    let verified = verified(aspif.to_owned(), atoms.map(str::to_owned));
    texts(TEXT).compare(&verified, &|| false).expect("a comparison")
}

#[test]
fn a_program_is_that_of_its_texts_line_by_line() {
    let ground = texts(TEXT).ground("1 b\n", &|| false).expect("a program");
    let (aspif, atoms) = (ground.aspif.as_str(), Some(ground.atoms.as_str()));
    assert_eq!(compare(aspif, atoms), SourceComparison::Same);
    // Assumptions belong to the claim, and named atoms stand for the list.
    let assuming = format!("{}6 1 1\n0\n", aspif.strip_suffix("0\n").expect("the end"));
    assert_eq!(compare(&assuming, atoms), SourceComparison::Same);
    assert_eq!(compare(aspif, None), SourceComparison::Same);
    let constraint = aspif.lines().position(|line| line.starts_with("1 0 0 0 ")).expect("a constraint");
    let without: Vec<&str> =
        aspif.lines().enumerate().filter(|&(line, _)| line != constraint).map(|(_, line)| line).collect();
    match compare(&format!("{}\n", without.join("\n")), atoms) {
        SourceComparison::OtherProgram(difference) => {
            assert_eq!(difference.line, constraint + 1);
            assert_eq!(difference.place, Some(Place { text: 1, line: 3 }));
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn the_atoms_are_those_of_the_texts() {
    let ground = texts(TEXT).ground("", &|| false).expect("a program");
    let without: String =
        ground.atoms.lines().filter(|line| !line.ends_with(" b")).map(|line| format!("{line}\n")).collect();
    let missing = Error::Missing { atom: "b".to_owned(), place: Place { text: 1, line: 2 } };
    assert_eq!(compare(&ground.aspif, Some(&without)), SourceComparison::OtherAtoms(missing));
    let twice = format!("{}9 b\n", ground.atoms);
    match compare(&ground.aspif, Some(&twice)) {
        SourceComparison::OtherAtoms(Error::Atoms { line: 4, .. }) => {}
        other => panic!("{other:?}"),
    }
}

#[test]
fn what_is_unknown_to_the_reference_is_not_compared() {
    let ground = texts(TEXT).ground("", &|| false).expect("a program");
    let verified = verified(ground.aspif, Some(ground.atoms));
    let theory = texts(&format!("{TEXT}#theory t {{ }}.\n"));
    assert!(matches!(theory.ground("", &|| false), Err(Error::Unsupported { .. })));
    match theory.compare(&verified, &|| false) {
        Err(Error::Unsupported { place, .. }) => assert_eq!(place, Place { text: 1, line: 4 }),
        other => panic!("{other:?}"),
    }
}
