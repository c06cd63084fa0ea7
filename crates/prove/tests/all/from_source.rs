//! Ground programs that the reference grounder makes of the source text, and those that stay as they are.

use groundplan_certificate::{Grounder, SourceTexts, Text};
use groundplan_prove::Ground;

/// `{ a }. b :- a. c.` by a grounder that simplifies less than the reference: `c` is in the body of the choice.
const PROGRAM: &str = "asp 1 0 0\n1 0 1 3 0 0\n1 1 1 1 0 1 3\n1 0 1 2 0 1 1\n4 1 a 1 1\n4 1 b 1 2\n0\n";

const TEXT: &str = "{ a }.\nb :- a.\nc.\n";

/// The program after the reference grounder was asked to make it of a text.
fn made_of(text: &str, atoms: Option<&str>) -> Ground {
    let mut ground = Ground {
        aspif: PROGRAM.to_owned(),
        atoms: atoms.map(str::to_owned),
        is_from_source: false,
        sources: Vec::new(),
        grounder: Grounder { name: "other".to_owned(), version: String::new(), arguments: Vec::new() },
        files: Vec::new(),
    };
    ground.ground_from_source(&SourceTexts::new([Text::named("program.lp", text)], &[]), &|| false);
    ground
}

#[test]
fn the_reference_makes_the_program_and_atoms_keep_their_numbers() {
    for (listed, third) in [(Some("1 a\n2 b\n7 c\n"), "7 c"), (None, "3 c")] {
        let ground = made_of(TEXT, listed);
        assert!(ground.is_from_source && ground.aspif != PROGRAM, "{ground:?}");
        assert!(
            ground.aspif.contains("1 1 1 1 0 0\n") && ground.aspif.contains("1 0 1 2 0 1 1\n"),
            "{ground:?}"
        );
        assert_eq!(ground.atoms.as_deref(), Some(format!("1 a\n2 b\n{third}\n").as_str()));
        assert_eq!(ground.grounder.name, "other");
    }
}

#[test]
fn a_construct_that_the_reference_does_not_know_leaves_the_program_as_it_is() {
    let ground = made_of(&format!("{TEXT}#theory t {{ }}.\n"), None);
    assert_eq!((ground.aspif.as_str(), ground.atoms, ground.is_from_source), (PROGRAM, None, false));
}
