//! The shipped encoding has the answer sets that clingo finds.

use crate::engine;
use crate::peer::{self, Said};
use crate::support::instances;
use groundplan::solve::SearchConfig;

const ENCODING: &str = include_str!("../../encodings/decision.lp");

/// Instances with more answer sets than this are left out.
const LIMIT: usize = 300;

#[test]
fn the_shipped_encoding_has_clingo_s_answer_sets() {
    let Some(python) = peer::interpreter() else { return };
    let mut programs = Vec::new();
    for entry in std::fs::read_dir(instances()).expect("the folder is there") {
        let path = entry.expect("an entry").path();
        if path.extension().is_some_and(|extension| extension == "lp") {
            let facts = std::fs::read_to_string(&path).expect("a text");
            for options in ["", "#const noops = 0. [override]\n"] {
                let name = format!("{} {options}", path.display());
                programs.push((name, format!("{ENCODING}\n{options}{facts}")));
            }
        }
    }
    let texts: Vec<String> = programs.iter().map(|(_, text)| text.clone()).collect();
    let (mut satisfiable, mut unsatisfiable) = (0, 0);
    for ((name, text), theirs) in programs.iter().zip(peer::ask(&python, &texts, LIMIT)) {
        match &theirs {
            Said::TooMany => continue,
            Said::Refused(message) => panic!("{name}: {message}"),
            Said::AnswerSets(sets) if sets.is_empty() => unsatisfiable += 1,
            Said::AnswerSets(_) => satisfiable += 1,
        }
        assert_eq!(engine::ask(text, LIMIT, SearchConfig::default()), theirs, "{name}");
    }
    eprintln!("{satisfiable} satisfiable and {unsatisfiable} unsatisfiable programs compared");
    assert!(satisfiable >= 10 && unsatisfiable >= 10, "{satisfiable} and {unsatisfiable} were compared");
}
