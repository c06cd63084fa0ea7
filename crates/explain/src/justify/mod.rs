//! Justifications: why an atom is true or false in an answer set, in terms of the statements of the program.
//!
//! The rules are evaluated as they were before grounding, over the answer set as a fixed relation for each predicate. So
//! nothing is simplified away, and the same evaluation tells why a rule derives an atom and why it does not. Supports are
//! found backwards from the atom ([`derivation`]), refutations by what fails ([`refute`]). Both are checked against the
//! answer set before they are returned ([`replay`]). Such justifications go back to Pontelli, Son & El-Khatib:
//! Justifications for logic programs under answer set semantics, TPLP 2009; here negative literals are leaves.
//!
//! Where a constraint over integers holds, the values of its variables are explained by bounds ([`bounds`]), together with the
//! atoms ([`explained`]), and checked as well ([`entailed`]).

mod aggregate;
mod bounds;
mod cases;
mod derivation;
mod entailed;
mod explained;
mod failures;
mod instance;
mod justification;
mod literal;
mod refute;
mod replay;
mod report;
mod search;
mod statements;
mod text;
mod theory;
mod values;
mod world;

pub use justification::{
    DerivedAtom, Detail, FailedRule, Failure, FailureEnd, FalseAtom, Justification, Reason, ReasonElement,
    Support, SupportKind, Verdict,
};

use fixedbitset::FixedBitSet;
use groundplan::{AnswerSet, Engine};
use groundplan_ground::analysis::lint;
use groundplan_ground::program::{AtomId, HIDDEN};
use groundplan_ground::symbol::Symbol;
use groundplan_ground::syntax::ast::Signature;
use rustc_hash::FxHashSet;

use crate::words::Words;
use crate::Error;
use explained::{Asked, Explained};
use report::Reporter;
use statements::Statements;
use world::World;

/// Explains why an atom, given as text, is true or false in an answer set; or why an integer variable has its value, given as
/// `x=3`, or as `x` where there is no such atom.
///
/// For a true atom this is a derivation that is not circular, down to facts and choices. For a false atom it is what
/// fails in each instance of each rule that could derive it. The statements must have been
/// [kept](Engine::keep_statements), and the justification is checked before it is returned.
///
/// ```
/// use groundplan::Engine;
/// use groundplan_explain::{justify, Detail, Reason, Verdict};
///
/// let mut engine = Engine::new();
/// engine.keep_statements()?;
/// engine.add_text("birds.lp", "bird(tux; tweety). penguin(tux). flies(X) :- bird(X), not penguin(X).")?;
/// engine.ground(["base"])?;
/// let answer_set = engine.query().first()?.expect("there is one").into_answer_set();
///
/// let Verdict::True(atoms) = justify(&mut engine, &answer_set, "flies(tweety)", Detail::Brief)?.verdict else {
///     panic!("it is no penguin")
/// };
/// let support = &atoms[0].supports[0];
/// assert_eq!(support.instance.to_string(), "X = tweety");
/// let [Reason::Atom(bird), Reason::Literal { reason, .. }] = &support.body[..] else { panic!("two literals") };
/// assert_eq!(atoms[*bird].atom, "bird(tweety)");
/// assert_eq!(reason, "no rule derives `penguin(tweety)`");
///
/// let Verdict::False(reasons) = justify(&mut engine, &answer_set, "flies(tux)", Detail::Brief)?.verdict else {
///     panic!("it is a penguin")
/// };
/// assert_eq!(reasons.rules.len(), 1);
/// # Ok::<(), groundplan_explain::Error>(())
/// ```
///
/// # Errors
///
/// [`Error::Unjustified`] if rules that are no statements derive the atom, or the check fails; otherwise an error of the
/// engine: [`NotKept`](groundplan::Error::NotKept) if the statements were not kept,
/// [`Program`](groundplan::Error::Program) if the text is no [question](read_question), [`Foreign`](groundplan::Error::Foreign) if
/// another engine has found the answer set, and [`Interrupted`](groundplan::Error::Interrupted).
pub fn justify(
    engine: &mut Engine,
    answer_set: &AnswerSet,
    atom: &str,
    detail: Detail,
) -> Result<Justification, Error> {
    let mut justification = justified(engine, answer_set, atom, detail)?;
    justification.say(&Words::of(engine.sources()));
    Ok(justification)
}

/// The same, without what the author of the program says.
fn justified(
    engine: &mut Engine,
    answer_set: &AnswerSet,
    atom: &str,
    detail: Detail,
) -> Result<Justification, Error> {
    let model = engine.model(answer_set)?;
    let truth: FixedBitSet = model.true_atoms().map(AtomId::index).collect();
    let variables = model.ground_program().program.theory.integers.variables();
    let integers: Vec<i64> = variables.map_while(|variable| model.integer(variable)).collect();
    let question = read_question(engine, atom)?;
    let interrupter = engine.interrupter();
    let snapshot = engine.snapshot()?;
    let statements = Statements::of(snapshot.statements);
    let facts = statements::facts(snapshot.statements, snapshot.base, snapshot.symbols);
    let reporter = Reporter { statements: &statements, sources: snapshot.sources, detail };
    let mut world = World::new(snapshot, &truth, &integers, &interrupter);
    let asked = match question {
        Question::Value(variable, value) => {
            let name = world.symbols.display(variable).to_string();
            let text = format!("{name}={value}");
            let known = world.program.theory.integers.variable(variable);
            let Some((known, is)) = known.and_then(|it| Some((it, *integers.get(it.0 as usize)?))) else {
                let value = Some(format!("there is no integer variable `{name}`"));
                let reasons = FalseAtom { rules: Vec::new(), is_known: false, suggestion: None, value };
                return Ok(Justification { atom: text, verdict: Verdict::False(reasons) });
            };
            if is != value {
                let value = Some(format!("its value is {is}: ask for `{name}={is}`"));
                let reasons = FalseAtom { rules: Vec::new(), is_known: true, suggestion: None, value };
                return Ok(Justification { atom: text, verdict: Verdict::False(reasons) });
            }
            Ok((text, Asked::Value(known)))
        }
        Question::Atom(signature, arguments) => {
            let found = world.base.find_predicate(signature).and_then(|it| world.find(it, &arguments));
            let text = world.symbols.function(signature.name, &arguments, signature.negative);
            let variable = world.program.theory.integers.variable(text);
            let text = world.symbols.display(text).to_string();
            let value = variable.filter(|_| found.is_none());
            match (found.filter(|&atom| world.holds(atom)), value) {
                (Some(atom), _) => Ok((text, Asked::Atom(atom))),
                (None, Some(it)) if (it.0 as usize) < integers.len() => {
                    Ok((format!("{text}={}", integers[it.0 as usize]), Asked::Value(it)))
                }
                (None, _) => Err((text, signature, arguments)),
            }
        }
    };
    match asked {
        Ok((atom, asked)) => {
            let explained = Explained::of(&mut world, &statements, &facts, asked, detail)?;
            replay::check_derivation(&mut world, &statements, &explained.nodes)?;
            explained.check(&mut world, &statements)?;
            let verdict = Verdict::True(reporter.derivation(&mut world, asked, &explained)?);
            Ok(Justification { atom, verdict })
        }
        Err((atom, signature, arguments)) => {
            let rules = refuted(&mut world, &reporter, signature, &arguments)?;
            Ok(Justification { atom, verdict: Verdict::False(false_atom(&world, signature, rules)) })
        }
    }
}

/// What [`justify`](justify()) is asked about.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Question {
    /// An atom: its predicate and arguments.
    Atom(Signature, Vec<Symbol>),
    /// An integer variable and its value.
    Value(Symbol, i64),
}

/// Reads a question: `p(1)` for an atom, or `x=3` for the value of an integer variable. Named constants stand for their values.
///
/// # Errors
///
/// [`Program`](groundplan::Error::Program) if the text is neither.
pub fn read_question(engine: &mut Engine, text: &str) -> Result<Question, Error> {
    if let Some((variable, value)) = text.trim().trim_end_matches('.').rsplit_once('=') {
        // An equals sign in a string belongs to an atom.
        let value = engine.read_term("value", value).ok().and_then(|value| engine.symbols().as_number(value));
        if let Some(value) = value {
            return Ok(Question::Value(engine.read_term("variable", variable)?, value));
        }
    }
    let (signature, arguments) = engine.read_atom("atom", text)?;
    Ok(Question::Atom(signature, arguments))
}

fn false_atom(world: &World, signature: Signature, rules: Vec<FailedRule>) -> FalseAtom {
    let derived = world.base.domains().filter(|(_, domain)| !domain.is_empty());
    let derived: FxHashSet<Signature> = derived
        .map(|(_, domain)| domain.signature())
        .filter(|signature| !world.symbols.text(signature.name).starts_with(HIDDEN))
        .collect();
    let is_known = derived.contains(&signature);
    let suggestion = (rules.is_empty() && !is_known)
        .then(|| lint::suggestion(signature, &derived, world.symbols))
        .flatten()
        .map(|meant| lint::display(meant, world.symbols));
    FalseAtom { rules, is_known, suggestion, value: None }
}

/// The rules that could derive a false atom, with what fails.
fn refuted(
    world: &mut World,
    reporter: &Reporter,
    signature: Signature,
    arguments: &[Symbol],
) -> Result<Vec<FailedRule>, Error> {
    let Some(predicate) = world.base.find_predicate(signature) else { return Ok(Vec::new()) };
    let atom = (predicate, arguments);
    let rules = refute::refutations(world, reporter.statements, atom)?;
    replay::check_refutations(world, reporter.statements, atom, &rules)?;
    rules.iter().map(|rule| reporter.failed(world, arguments, rule)).collect()
}
