//! The answer sets that our own engine finds.

use std::ops::ControlFlow;

use groundplan::solve::Enumeration;
use groundplan::{Engine, Error};

use crate::peer::Said;

/// What our engine says of a program.
pub fn ask(program: &str, limit: usize) -> Said {
    match answer_sets(program, limit) {
        Ok(Some(found)) => Said::AnswerSets(found),
        Ok(None) => Said::TooMany,
        Err(Error::Program(diagnostics)) => {
            let messages: Vec<String> =
                diagnostics.into_iter().map(|diagnostic| diagnostic.message).collect();
            Said::Refused(messages.join("\n"))
        }
        Err(error) => panic!("{error}:\n{program}"),
    }
}

fn answer_sets(program: &str, limit: usize) -> Result<Option<Vec<Vec<String>>>, Error> {
    let mut engine = Engine::new();
    engine.add_text("program.lp", program)?;
    engine.ground(&[("base", &[])])?;
    // The visitor needs the ground program while the search holds the engine.
    let ground = engine.program().clone();
    let mut sets = Vec::new();
    let end = engine.search()?.enumerate(&ground, &[], |set| {
        sets.push(set.clone());
        if sets.len() > limit {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    })?;
    if end != Enumeration::Exhausted {
        return Ok(None);
    }
    let mut found: Vec<Vec<String>> = sets
        .iter()
        .map(|set| {
            let mut atoms: Vec<String> = engine.shown(set).collect();
            atoms.sort();
            atoms
        })
        .collect();
    found.sort();
    Ok(Some(found))
}
