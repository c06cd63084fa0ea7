//! What an atom is explained by: the ground program, and the statements that it was grounded from.

use super::grounding::Grounding;
use super::terms::Terms;
use super::{Engine, Error};
use groundplan_ground::analysis::constants::Constants;
use groundplan_ground::analysis::rule::Rule;
use groundplan_ground::diagnostic::Sources;
use groundplan_ground::function::Functions;
use groundplan_ground::program::{Base, Program};
use groundplan_ground::symbol::Symbols;
use groundplan_ground::syntax::ast::Facts;

/// The facts and rules of all groundings since [`Engine::keep_statements`].
#[derive(Clone, Default, Debug)]
pub struct KeptStatements {
    /// The facts that consist of symbols only, with the constants that may occur in them.
    pub facts: Vec<(Facts, Constants)>,
    /// The rules after analysis.
    pub rules: Vec<Rule>,
}

impl KeptStatements {
    /// Keeps what a grounding is about to ground.
    pub(super) fn add(&mut self, facts: &[(Facts, Constants)], rules: &[Rule]) {
        self.facts.extend_from_slice(facts);
        self.rules.extend_from_slice(rules);
    }
}

/// A ground program with the statements that it was grounded from, borrowed from its engine by [`Engine::snapshot`].
///
/// The ground program cannot be changed through it. The tables of symbols and functions can: whoever evaluates terms over it
/// interns new symbols and calls functions.
pub struct GroundSnapshot<'e> {
    /// The table of all terms.
    pub symbols: &'e mut Symbols,
    /// The external functions.
    pub functions: &'e mut Functions,
    /// The source texts.
    pub sources: &'e Sources,
    /// The table of all atoms.
    pub base: &'e Base,
    /// The ground program.
    pub program: &'e Program,
    /// The statements.
    pub statements: &'e KeptStatements,
}

impl Engine {
    /// Keeps the statements of later groundings for [`Engine::snapshot`], so that atoms can be explained by them.
    ///
    /// # Errors
    ///
    /// [`Error::Ground`] if something is ground already.
    pub fn keep_statements(&mut self) -> Result<(), Error> {
        self.state.open()?;
        self.ground.kept.get_or_insert_default();
        Ok(())
    }

    /// The ground program with the statements that it was grounded from, which must have been
    /// [kept](Engine::keep_statements). Nothing is copied.
    ///
    /// # Errors
    ///
    /// [`Error::NotKept`] if the statements were not kept.
    pub fn snapshot(&mut self) -> Result<GroundSnapshot<'_>, Error> {
        let Engine { terms: Terms { symbols, functions }, texts, ground, .. } = self;
        let Grounding { base, program, kept, .. } = ground;
        let statements = kept.as_ref().ok_or(Error::NotKept)?;
        Ok(GroundSnapshot { symbols, functions, sources: &texts.sources, base, program, statements })
    }
}
