//! The answer sets that our own engine finds.

use std::ops::ControlFlow;

use groundplan::solve::Optimization;
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

/// All answer sets as clingo's peer script gives them. Where there is an objective, the optimum is looked for as well, and
/// has to be the least of all costs.
fn answer_sets(program: &str, limit: usize) -> Result<Option<Vec<Vec<String>>>, Error> {
    let mut engine = Engine::new();
    engine.add_text("program.lp", program)?;
    engine.ground(&[("base", &[])])?;
    let objectives = engine.program().objectives();
    let mut found: Vec<Vec<String>> = Vec::new();
    let mut least: Option<Vec<i64>> = None;
    for model in engine.models(&[])? {
        let model = model?;
        let mut shown: Vec<String> = model.vocabulary().texts(&model.atoms).collect();
        shown.sort();
        shown.dedup();
        if !objectives.is_empty() {
            let costs: Vec<i64> = objectives.iter().map(|objective| objective.cost(&model.atoms)).collect();
            let texts: Vec<String> = costs.iter().map(i64::to_string).collect();
            shown.push(format!("cost [{}]", texts.join(",")));
            if least.as_ref().is_none_or(|least| costs < *least) {
                least = Some(costs);
            }
        }
        found.push(shown);
        if found.len() > limit {
            return Ok(None);
        }
    }
    if !objectives.is_empty() {
        let mut best = None;
        let end = engine.optimize(&[], |_, costs| {
            best = Some(costs.to_vec());
            ControlFlow::Continue(())
        })?;
        assert_eq!(end, Optimization::Proven, "{program}");
        assert_eq!(best, least, "{program}");
    }
    found.sort();
    Ok(Some(found))
}
