//! Justifications: why an atom is true or false in an answer set, in terms of the statements of the program.
//!
//! The rules are evaluated as they were before grounding, over the answer set as a fixed relation for each predicate. So
//! nothing is simplified away, and the same evaluation tells why a rule derives an atom and why it does not. Supports are
//! found backwards from the atom ([`derivation`]), refutations by what fails ([`refute`]). Both are checked against the
//! answer set before they are returned ([`replay`]). Such justifications go back to Pontelli, Son & El-Khatib:
//! Justifications for logic programs under answer set semantics, TPLP 2009; here negative literals are leaves.

mod aggregate;
mod cases;
mod derivation;
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

use crate::Error;
use report::Reporter;
use statements::Statements;
use world::World;

/// Explains why an atom, given as text, is true or false in an answer set.
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
/// [`Program`](groundplan::Error::Program) if the text is not a ground atom, [`Foreign`](groundplan::Error::Foreign) if
/// another engine has found the answer set, and [`Interrupted`](groundplan::Error::Interrupted).
pub fn justify(
    engine: &mut Engine,
    answer_set: &AnswerSet,
    atom: &str,
    detail: Detail,
) -> Result<Justification, Error> {
    let truth: FixedBitSet = engine.model(answer_set)?.true_atoms().map(AtomId::index).collect();
    let (signature, arguments) = engine.read_atom("atom", atom)?;
    let interrupter = engine.interrupter();
    let found = engine.ground_program().find(signature, &arguments);
    let found = found.filter(|atom| truth.contains(atom.index()));
    let snapshot = engine.snapshot()?;
    let statements = Statements::of(snapshot.statements);
    let facts = statements::facts(snapshot.statements, snapshot.base, snapshot.symbols);
    let text = snapshot.symbols.function(signature.name, &arguments, signature.negative);
    let text = snapshot.symbols.display(text).to_string();
    let reporter = Reporter { statements: &statements, sources: snapshot.sources, detail };
    let mut world = World::new(snapshot, &truth, &interrupter);
    let verdict = match found {
        Some(atom) => {
            let nodes = derivation::derivation(&mut world, &statements, &facts, atom, detail)?;
            replay::check_derivation(&mut world, &statements, &nodes)?;
            Verdict::True(reporter.derivation(&mut world, &nodes)?)
        }
        None => {
            let rules = refuted(&mut world, &reporter, signature, &arguments)?;
            Verdict::False(false_atom(&world, signature, rules))
        }
    };
    Ok(Justification { atom: text, verdict })
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
    FalseAtom { rules, is_known, suggestion }
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
