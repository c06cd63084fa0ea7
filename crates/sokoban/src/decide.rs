//! Is there a plan of exactly n actions?

use groundplan::diagnostic::Diagnostics;
use groundplan::solve::SearchConfig;
use groundplan::symbol::{Symbol, Symbols};
use groundplan::syntax::ast::{Facts, Signature};
use groundplan::{Engine, Error, Outcome};

use crate::figures::Figures;
use crate::instance::Instance;
use crate::witness::{decode, Push};

/// The shipped encoding and its name.
pub const ENCODING: (&str, &str) =
    ("encodings/sokoban/decision.lp", include_str!("../encodings/decision.lp"));

/// What is asked of an instance.
#[derive(Clone, Default, Debug)]
pub struct Question {
    /// How many steps, in place of the instance's own: one more than actions.
    pub steps: Option<usize>,
    /// Whether every action has to move its box.
    pub no_noop: bool,
    /// Name and text of the program that states the rules of the game; the shipped one if there is none.
    pub encoding: Option<(String, String)>,
    /// Backend and loop method.
    pub config: SearchConfig,
    /// How many ground rules there may be, facts included.
    pub ground_limit: Option<u64>,
}

/// What was found.
#[derive(Clone, Debug)]
pub struct Decision {
    /// The plan, in the order of the steps; none if there is no plan of that many actions.
    pub answer: Answer,
    /// How many actions were asked for.
    pub actions: usize,
    /// What is odd about the encoding.
    pub warnings: Diagnostics,
    /// Sizes and times.
    pub figures: Figures,
}

/// An answer to the question.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Answer {
    /// There is a plan.
    Plan(Vec<Push>),
    /// There is none of that many actions.
    None,
    /// The search was stopped.
    Unknown,
}

/// Why a question could not be answered.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum DecideError {
    /// Neither the instance nor the question says how many steps.
    #[error("the instance has no steps, so the number of actions is open")]
    NoSteps,
    /// The encoding is wrong or the engine failed.
    #[error(transparent)]
    Engine(#[from] Error),
}

/// Grounds and solves the instance for one number of steps.
///
/// # Errors
///
/// When the number of steps is open, or the encoding is wrong.
pub fn decide(instance: Instance, question: &Question) -> Result<Decision, DecideError> {
    let mut figures = Figures::of(&instance);
    let (symbols, facts, own_steps) = for_engine(instance);
    let mut engine = Engine::with_symbols(symbols);
    engine.configure(question.config.clone()).expect("nothing was solved yet");
    engine.set_ground_limit(question.ground_limit);
    let steps: Vec<Symbol> = match question.steps {
        Some(count) => (1..=count).map(|step| engine.symbols_mut().number(step as i64)).collect(),
        None => own_steps,
    };
    if steps.is_empty() {
        return Err(DecideError::NoSteps);
    }
    let found = ask(&mut engine, question, facts, &steps);
    figures.take(&engine, steps.len());
    match found {
        Ok(answer) => {
            Ok(Decision { answer, actions: steps.len() - 1, warnings: engine.take_warnings(), figures })
        }
        Err(error) => Err(error.into()),
    }
}

/// What the engine needs of an instance. The rest goes before grounding begins: on a large floor it is a good part of
/// the memory.
fn for_engine(instance: Instance) -> (Symbols, Facts, Vec<Symbol>) {
    (instance.symbols, instance.facts, instance.steps)
}

/// Asks one question on an engine that has seen nothing else.
pub(crate) fn ask(
    engine: &mut Engine,
    question: &Question,
    facts: Facts,
    steps: &[Symbol],
) -> Result<Answer, Error> {
    let (name, text) = match &question.encoding {
        Some((name, text)) => (name.as_str(), text.as_str()),
        None => ENCODING,
    };
    engine.add_text(name, text)?;
    if question.no_noop {
        // An encoding that counts on no-ops to fill up a plan says so by this constant.
        if engine.defines("noops") {
            engine.define("noops", 0);
        }
        engine.add_text("--no-noop", ":- push(B,_,B,_).")?;
    }
    add_facts(engine, &facts, question.steps.is_some().then_some(steps))?;
    drop(facts);
    engine.ground(["base"])?;
    Ok(match engine.query().solve()? {
        Outcome::Satisfiable(model) => Answer::Plan(decode(&model, steps)),
        Outcome::Unsatisfiable(_) => Answer::None,
        Outcome::Interrupted => Answer::Unknown,
    })
}

/// Adds the facts as the encoding sees them: with other steps if `steps` says so, and `storage` as `solution` unless the
/// encoding knows it by that name.
pub(crate) fn add_facts(engine: &mut Engine, facts: &Facts, steps: Option<&[Symbol]>) -> Result<(), Error> {
    let keeps_storage = engine.mentions("storage");
    let symbols = engine.symbols_mut();
    let [storage, solution, step, next] =
        ["storage", "solution", "step", "next"].map(|name| symbols.name(name));
    let is = |signature: Signature, name, arity| {
        signature.name == name && signature.arity == arity && !signature.negative
    };
    let renames = !keeps_storage && facts.iter().any(|fact| is(fact.signature, storage, 1));
    if steps.is_none() && !renames {
        return engine.add_facts(facts);
    }
    let mut seen = Facts::default();
    for fact in facts.iter() {
        let signature = fact.signature;
        if steps.is_some() && (is(signature, step, 1) || is(signature, next, 2)) {
            continue;
        }
        let renamed = if renames && is(signature, storage, 1) {
            Signature { name: solution, ..signature }
        } else {
            signature
        };
        seen.push(renamed, fact.arguments, fact.span);
    }
    engine.add_facts(&seen)?;
    for (index, &number) in steps.unwrap_or(&[]).iter().enumerate() {
        engine.add_fact("step", number)?;
        if index > 0 {
            let previous = steps.unwrap_or(&[])[index - 1];
            engine.add_fact("next", (previous, number))?;
        }
    }
    Ok(())
}
