//! The answer sets that our own engine finds.

use std::collections::BTreeSet;

use groundplan::exchange::ReifyOptions;
use groundplan::solve::{Decisions, Reasoning, SearchConfig};
use groundplan::{exchange, Engine, Error, Models, Projection};

use super::functions;
use super::peer::Said;

/// How a program reaches the solver.
#[allow(dead_code, reason = "not all tests go all ways")]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Route {
    /// As it was grounded.
    Direct,
    /// Printed as text, read and grounded again.
    Text,
    /// Printed as aspif and read again.
    Aspif,
    /// The same in the format of smodels.
    Smodels,
    /// Printed as facts, which an encoding gives their meaning.
    Reified,
}

#[allow(dead_code, reason = "not all tests go all ways")]
impl Route {
    /// All but the direct one.
    pub const DETOURS: [Route; 4] = [Route::Text, Route::Aspif, Route::Smodels, Route::Reified];

    /// Whether a program can go there.
    pub fn takes(self, program: &str) -> bool {
        match self {
            Route::Direct | Route::Text | Route::Aspif => true,
            Route::Smodels => !program.contains("#project") && !program.contains("#theory"),
            // The encoding knows no theory.
            // Where an atom is declared external several times, the order counts, and facts have none.
            Route::Reified => !program.contains("#theory") && program.matches("#external").count() < 2,
        }
    }
}

/// What facts about a program mean.
pub const MEANING: &str = include_str!("../support/reified.lp");

/// What our engine says of a program.
pub fn ask(program: &str, limit: usize, mut config: SearchConfig) -> Said {
    let said = ask_by(program, limit, &config, Route::Direct);
    if config.solver.backend.takes_propagators() && program.contains("#heuristic") {
        config.decisions = Decisions::Domain;
        assert_eq!(ask_by(program, limit, &config, Route::Direct), said, "with heuristics:\n{program}");
    }
    said
}

/// The answer sets as the program's heuristics lead to them, the first or, where they are recorded, all.
#[allow(dead_code, reason = "not all tests ask so, nor all backends")]
pub fn ask_guided(program: &str, records: bool) -> Said {
    let mut config = SearchConfig::default();
    config.decisions = Decisions::Domain;
    let mut engine = Engine::new();
    engine.configure(config).expect("it is new");
    engine.add_text("program.lp", program).expect("a program");
    engine.ground(["base"]).expect("a ground program");
    let query = engine.query();
    let query = if records { query.recording_domain() } else { query.limit(1) };
    let models = query.models().expect("a search").map(|model| {
        let mut shown: Vec<String> = model.expect("an answer set").texts().collect();
        shown.sort();
        shown
    });
    let mut sets: Vec<Vec<String>> = models.collect();
    sets.sort();
    Said::AnswerSets(sets)
}

/// What our engine says of a program that is solved in one of many ways.
pub fn ask_by(program: &str, limit: usize, config: &SearchConfig, route: Route) -> Said {
    match answer_sets(program, limit, config, route) {
        Ok(Some(found)) => Said::AnswerSets(found),
        Ok(None) => Said::TooMany,
        Err(Error::Program(diagnostics) | Error::Unsupported { diagnostics, .. }) => {
            let messages: Vec<String> =
                diagnostics.iter().map(|diagnostic| diagnostic.message.clone()).collect();
            Said::Refused(messages.join("\n"))
        }
        Err(error) => panic!("{error}:\n{program}"),
    }
}

/// All answer sets as clingo's peer script gives them. What the engine says of them as a whole has to agree with them: where
/// there is an objective, the least of all costs; whether there are any, up to symmetry; what some and what all of them show; how many they are when projected.
fn answer_sets(
    program: &str,
    limit: usize,
    config: &SearchConfig,
    route: Route,
) -> Result<Option<Vec<Vec<String>>>, Error> {
    let mut engine = Engine::new();
    engine.configure(config.clone())?;
    functions::give(&mut engine);
    engine.add_text("program.lp", program)?;
    engine.ground(["base"])?;
    if route != Route::Direct {
        let grounded = engine;
        engine = Engine::new();
        engine.configure(config.clone())?;
        let ground = grounded.ground_program();
        match route {
            Route::Direct => unreachable!("it needs no other engine"),
            Route::Text => engine.add_text("ground.lp", &exchange::text(ground))?,
            Route::Aspif => engine.add_aspif("ground.aspif", &exchange::aspif(ground))?,
            Route::Smodels => {
                engine.add_lparse("ground.lparse", &exchange::smodels(ground).expect("words for all"))?;
            }
            Route::Reified => {
                engine.add_text("facts.lp", &exchange::reified(ground, ReifyOptions::default()))?;
                engine.add_text("meaning.lp", MEANING)?;
            }
        }
        if matches!(route, Route::Text | Route::Reified) {
            engine.ground(["base"])?;
        }
    }
    let optimizing = engine.has_objective();
    let mut found: Vec<Vec<String>> = Vec::new();
    let mut least: Option<Vec<i64>> = None;
    let mut shown_sets: Vec<BTreeSet<String>> = Vec::new();
    let mut costs: Vec<Vec<i64>> = Vec::new();
    for model in engine.query().models()? {
        let model = model?;
        let mut shown: Vec<String> = model.texts().collect();
        shown.sort();
        shown.dedup();
        shown_sets.push(shown.iter().cloned().collect());
        if optimizing {
            costs.push(model.costs().to_vec());
            let texts: Vec<String> = model.costs().iter().map(i64::to_string).collect();
            shown.push(format!("cost [{}]", texts.join(",")));
            if least.as_deref().is_none_or(|least| model.costs() < least) {
                least = Some(model.costs().to_vec());
            }
        }
        found.push(shown);
        if found.len() > limit {
            return Ok(None);
        }
    }
    let up_to_symmetry = engine.query().up_to_symmetry().first()?;
    assert_eq!(up_to_symmetry.is_some(), !found.is_empty(), "{program}");
    if optimizing {
        for up_to_symmetry in [false, true] {
            let query = engine.query();
            let optimum = if up_to_symmetry { query.up_to_symmetry() } else { query }.optimum()?;
            assert!(optimum.proven, "{program}");
            assert_eq!(optimum.model.map(|model| model.costs().to_vec()), least, "{program}");
        }
        if let Some(least) = &least {
            let priced: Vec<(&[i64], &BTreeSet<String>)> =
                costs.iter().map(Vec::as_slice).zip(&shown_sets).collect();
            check_bounds(&mut engine, program, &priced, least)?;
        }
    }
    for reasoning in [Reasoning::Brave, Reasoning::Cautious] {
        let last = engine.query().consequences(reasoning)?;
        let merge = match reasoning {
            Reasoning::Brave => |one: BTreeSet<String>, other: BTreeSet<String>| &one | &other,
            Reasoning::Cautious => |one: BTreeSet<String>, other: BTreeSet<String>| &one & &other,
        };
        assert_eq!(
            last.map(|last| last.texts().collect::<BTreeSet<String>>()),
            shown_sets.iter().cloned().reduce(merge),
            "{reasoning:?} consequences of\n{program}"
        );
    }
    let projected = engine.query().projected().models()?.collect::<Result<Vec<_>, _>>()?.len();
    shown_sets.sort();
    shown_sets.dedup();
    assert_eq!(projected, shown_sets.len(), "{program}");
    found.sort();
    Ok(Some(found))
}

/// All best answer sets, what they have in common and their projections; those that are as good as one of all.
fn check_bounds(
    engine: &mut Engine,
    program: &str,
    priced: &[(&[i64], &BTreeSet<String>)],
    least: &[i64],
) -> Result<(), Error> {
    let texts = |models: Models| -> Result<Vec<BTreeSet<String>>, Error> {
        let mut found: Vec<BTreeSet<String>> =
            models.map(|model| Ok(model?.texts().collect())).collect::<Result<_, Error>>()?;
        found.sort();
        Ok(found)
    };
    let those = |keep: &dyn Fn(&[i64]) -> bool| -> Vec<BTreeSet<String>> {
        let mut sets: Vec<BTreeSet<String>> =
            priced.iter().filter(|(costs, _)| keep(costs)).map(|(_, set)| (*set).clone()).collect();
        sets.sort();
        sets
    };
    let mut best = those(&|costs| costs == least);
    assert_eq!(texts(engine.query().optimal()?)?, best, "{program}");
    for bound in [priced[0].0, priced[priced.len() / 2].0] {
        let expected = those(&|costs| costs <= bound);
        assert_eq!(texts(engine.query().no_worse_than(bound).models()?)?, expected, "{bound:?}: {program}");
    }
    for reasoning in [Reasoning::Brave, Reasoning::Cautious] {
        let common = engine.query().within(least).consequences(reasoning)?;
        let merge = match reasoning {
            Reasoning::Brave => |one: BTreeSet<String>, other: BTreeSet<String>| &one | &other,
            Reasoning::Cautious => |one: BTreeSet<String>, other: BTreeSet<String>| &one & &other,
        };
        let expected = best.iter().cloned().reduce(merge);
        assert_eq!(common.map(|common| common.texts().collect()), expected, "{program}");
    }
    best.dedup();
    let projected = engine.query().projected_to(Projection::Shown).optimal()?;
    assert_eq!(texts(projected)?, best, "{program}");
    Ok(())
}
