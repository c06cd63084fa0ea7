//! The program for one number of actions as texts, for grounding with other tools.
//!
//! Invariant: ground together, the texts are the program that [`decide`](super::decide) solves.

use std::fmt::Write;

use groundplan::symbol::{Symbol, SymbolView};
use groundplan::Engine;
use rustc_hash::FxHashSet;

use super::session::NOOPS;
use super::{encoding, DECISION_ENCODING};
use crate::answer::AskError;
use crate::instance::Instance;
use crate::question::Question;

/// A program as texts.
#[derive(Clone, Debug)]
pub struct Texts {
    /// The rules: the encoding of the question.
    pub encoding: String,
    /// The facts of the instance with the steps of the question. Where no-ops are forbidden, also a constraint that
    /// forbids them.
    pub instance: String,
    /// Constants to pass on the command line, such as `n=1`.
    pub constants: Vec<String>,
}

/// Whether the encoding of a question is ground step by step to minimize the number of actions. Then there is no
/// program for one number of actions.
///
/// # Errors
///
/// When the encoding is wrong.
pub fn is_stepwise(question: &Question) -> Result<bool, AskError> {
    let (name, text) = encoding(question, DECISION_ENCODING);
    let mut engine = Engine::new();
    engine.add_text(name, text)?;
    Ok(engine.has_part("step", 1))
}

/// Returns the program that decides whether there is a plan of exactly `actions` actions, or of as many as the instance
/// has steps for.
///
/// # Errors
///
/// When the encoding is wrong, or the number of actions is open. [`AskError::Constant`] if the encoding would read the instance as
/// another one.
pub fn texts(
    instance: &Instance,
    question: &Question,
    actions: Option<usize>,
    no_noop: bool,
) -> Result<Texts, AskError> {
    if actions.is_none() && instance.steps.is_empty() {
        return Err(AskError::NoSteps);
    }
    let (name, text) = encoding(question, DECISION_ENCODING);
    let mut engine = Engine::new();
    engine.add_text(name, text)?;
    let keeps_storage = engine.mentions("storage");
    let symbols = &instance.symbols;
    if let Some(name) = constant_in(instance, &engine) {
        return Err(AskError::Constant { name });
    }
    let mut facts = String::new();
    for fact in instance.facts.iter() {
        let signature = fact.signature;
        let mut predicate = symbols.text(signature.name);
        match (predicate, signature.arity, signature.negative) {
            ("step", 1, false) | ("next", 2, false) if actions.is_some() => continue,
            ("storage", 1, false) if !keeps_storage => predicate = "solution",
            _ => {}
        }
        let arguments: Vec<String> =
            fact.arguments.iter().map(|&argument| symbols.display(argument).to_string()).collect();
        let sign = if signature.negative { "-" } else { "" };
        let arguments = match arguments.as_slice() {
            [] => String::new(),
            arguments => format!("({})", arguments.join(",")),
        };
        // Writing to a string cannot fail.
        let _ = writeln!(facts, "{sign}{predicate}{arguments}.");
    }
    if let Some(actions) = actions {
        for step in 1..=actions + 1 {
            let _ = writeln!(facts, "step({step}).");
        }
        for step in 1..=actions {
            let _ = writeln!(facts, "next({step},{}).", step + 1);
        }
    }
    let mut constants = Vec::new();
    if no_noop {
        facts.push_str(":- push(B,_,B,_).\n");
        constants.extend(engine.defines(NOOPS).then(|| format!("{NOOPS}=0")));
    }
    Ok(Texts { encoding: text.to_owned(), instance: facts, constants })
}

/// Returns a name in the instance that the encoding defines as a constant: in a text it stands for the value.
fn constant_in(instance: &Instance, engine: &Engine) -> Option<String> {
    let symbols = &instance.symbols;
    let mut open: Vec<Symbol> = instance.facts.iter().flat_map(|fact| fact.arguments.to_vec()).collect();
    let mut seen = FxHashSet::default();
    while let Some(symbol) = open.pop() {
        if !seen.insert(symbol) {
            continue;
        }
        let SymbolView::Function { name, arguments, .. } = symbols.view(symbol) else { continue };
        match name {
            Some(name) if arguments.is_empty() && engine.defines(name) => return Some(name.to_owned()),
            _ => open.extend(arguments),
        }
    }
    None
}
