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
pub(super) use statements::Kept;

use std::sync::Arc;

use groundplan_ground::analysis::lint;
use groundplan_ground::program::HIDDEN;
use groundplan_ground::symbol::Symbol;
use groundplan_ground::syntax::ast::Signature;
use rustc_hash::FxHashSet;

use super::model::AnswerSet;
use super::{Engine, Error};
use report::Reporter;
use statements::Statements;
use world::World;

impl Engine {
    /// Keeps the statements of later groundings, so that [`Engine::justify`] can explain atoms by them.
    ///
    /// # Errors
    ///
    /// [`Error::Ground`] if something is ground already.
    pub fn keep_statements(&mut self) -> Result<(), Error> {
        self.state.open()?;
        self.kept.get_or_insert_default();
        Ok(())
    }

    /// Explains why an atom, given as text, is true or false in an answer set.
    ///
    /// For a true atom this is a derivation that is not circular, down to facts and choices. For a false atom it is what
    /// fails in each instance of each rule that could derive it. The statements must have been
    /// [kept](Engine::keep_statements), and the justification is checked before it is returned.
    ///
    /// ```
    /// use groundplan::{Detail, Engine, Reason, Verdict};
    ///
    /// let mut engine = Engine::new();
    /// engine.keep_statements()?;
    /// engine.add_text("birds.lp", "bird(tux; tweety). penguin(tux). flies(X) :- bird(X), not penguin(X).")?;
    /// engine.ground(["base"])?;
    /// let answer_set = engine.query().first()?.expect("there is one").into_answer_set();
    ///
    /// let Verdict::True(atoms) = engine.justify(&answer_set, "flies(tweety)", Detail::Brief)?.verdict else {
    ///     panic!("it is no penguin")
    /// };
    /// let support = &atoms[0].supports[0];
    /// assert_eq!(support.instance.to_string(), "X = tweety");
    /// let [Reason::Atom(bird), Reason::Literal { reason, .. }] = &support.body[..] else { panic!("two literals") };
    /// assert_eq!(atoms[*bird].atom, "bird(tweety)");
    /// assert_eq!(reason, "no rule derives `penguin(tweety)`");
    ///
    /// let Verdict::False(reasons) = engine.justify(&answer_set, "flies(tux)", Detail::Brief)?.verdict else {
    ///     panic!("it is a penguin")
    /// };
    /// assert_eq!(reasons.rules.len(), 1);
    /// # Ok::<(), groundplan::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`Error::NotKept`] if the statements were not kept; [`Error::Program`] if the text is not a ground atom;
    /// [`Error::Foreign`] if another engine has found the answer set; [`Error::Interrupted`]; [`Error::Unjustified`] if
    /// rules that are no statements derive the atom, or the check fails.
    pub fn justify(
        &mut self,
        answer_set: &AnswerSet,
        atom: &str,
        detail: Detail,
    ) -> Result<Justification, Error> {
        if !Arc::ptr_eq(&self.token, &answer_set.owner) {
            return Err(Error::Foreign);
        }
        let (signature, arguments) = self.read_atom("atom", atom)?;
        let kept = self.kept.as_ref().ok_or(Error::NotKept)?;
        let statements = Statements::of(kept);
        let facts = kept.facts(&self.base, &mut self.symbols);
        let found = self.ground_program().find(signature, &arguments);
        let found = found.filter(|atom| answer_set.atoms.contains(atom.index()));
        let text = self.symbols.function(signature.name, &arguments, signature.negative);
        let text = self.symbols.display(text).to_string();
        let Engine { symbols, functions, base, program, config, sources, .. } = self;
        let reporter = Reporter { statements: &statements, sources, detail };
        let interrupter = &config.solver.interrupter;
        let mut world = World::new(symbols, functions, (base, program), &answer_set.atoms, interrupter);
        let verdict = match found {
            Some(atom) => {
                let nodes = derivation::derivation(&mut world, &statements, &facts, atom, detail)?;
                replay::check_derivation(&mut world, &statements, &nodes)?;
                Verdict::True(reporter.derivation(&mut world, &nodes)?)
            }
            None => {
                let rules = refuted(&mut world, &reporter, signature, &arguments)?;
                Verdict::False(self.false_atom(signature, rules))
            }
        };
        Ok(Justification { atom: text, verdict })
    }

    fn false_atom(&self, signature: Signature, rules: Vec<FailedRule>) -> FalseAtom {
        let derived = self.base.domains().filter(|(_, domain)| !domain.is_empty());
        let derived: FxHashSet<Signature> = derived
            .map(|(_, domain)| domain.signature())
            .filter(|signature| !self.symbols.text(signature.name).starts_with(HIDDEN))
            .collect();
        let is_known = derived.contains(&signature);
        let suggestion = (rules.is_empty() && !is_known)
            .then(|| lint::suggestion(signature, &derived, &self.symbols))
            .flatten()
            .map(|meant| lint::display(meant, &self.symbols));
        FalseAtom { rules, is_known, suggestion }
    }
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
