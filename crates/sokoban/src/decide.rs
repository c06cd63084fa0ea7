//! Is there a plan of exactly n actions?

use groundplan::diagnostic::{Diagnostic, Sources};
use groundplan::solve::{Outcome, SearchConfig};
use groundplan::symbol::{Symbol, Symbols};
use groundplan::syntax::ast::{Facts, Signature};
use groundplan::{Engine, Error};

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
    pub warnings: Vec<Diagnostic>,
    /// The encoding's text, which the warnings point into.
    pub sources: Sources,
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
    Engine(#[from] EngineError),
}

/// The encoding is wrong or the engine failed; diagnostics point into the sources.
#[derive(Debug, thiserror::Error)]
#[error("{error}")]
pub struct EngineError {
    /// What the engine says.
    pub error: Error,
    /// The encoding.
    pub sources: Box<Sources>,
}

impl EngineError {
    pub(crate) fn new(error: Error, engine: &Engine) -> Self {
        EngineError { error, sources: Box::new(engine.sources().clone()) }
    }
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
    engine.configure(question.config.clone());
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
        Ok(answer) => Ok(Decision {
            answer,
            actions: steps.len() - 1,
            warnings: engine.warnings().to_vec(),
            sources: engine.sources().clone(),
            figures,
        }),
        Err(error) => Err(EngineError::new(error, &engine).into()),
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
            let zero = engine.symbols_mut().number(0);
            engine.define("noops", zero);
        }
        engine.add_text("--no-noop", ":- push(B,_,B,_).")?;
    }
    let keeps_storage = engine.mentions("storage");
    let steps_given = question.steps.is_some().then_some(steps);
    let facts = facts_for(engine, facts, steps_given, keeps_storage);
    engine.add_facts(facts);
    engine.ground(&[("base", &[])])?;
    Ok(match engine.solve(&[])? {
        Outcome::Satisfiable(answer_set) => Answer::Plan(decode(engine, &answer_set, steps)),
        Outcome::Unsatisfiable(_) => Answer::None,
        Outcome::Interrupted => Answer::Unknown,
    })
}

/// The facts as the encoding sees them: with other steps if `steps` says so, and `storage` as `solution` unless the
/// encoding knows it by that name.
pub(crate) fn facts_for(
    engine: &mut Engine,
    facts: Facts,
    steps: Option<&[Symbol]>,
    keeps_storage: bool,
) -> Facts {
    let symbols = engine.symbols_mut();
    let [storage, solution, step, next] =
        ["storage", "solution", "step", "next"].map(|name| symbols.name(name));
    let is = |signature: Signature, name, arity| {
        signature.name == name && signature.arity == arity && !signature.negative
    };
    let renames = !keeps_storage && facts.iter().any(|fact| is(fact.signature, storage, 1));
    if steps.is_none() && !renames {
        return facts;
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
    let nowhere = groundplan::diagnostic::Span::default();
    for (index, &number) in steps.unwrap_or(&[]).iter().enumerate() {
        seen.push(Signature { name: step, arity: 1, negative: false }, &[number], nowhere);
        if index > 0 {
            let previous = steps.unwrap_or(&[])[index - 1];
            seen.push(Signature { name: next, arity: 2, negative: false }, &[previous, number], nowhere);
        }
    }
    seen
}
