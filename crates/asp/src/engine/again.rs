//! A second grounding of a program that was grounded already, with other statements relaxed or left out.

use super::grounding::Grounding;
use super::terms::Terms;
use super::{Engine, Error, Part};
use groundplan_ground::program::{Base, Program};
use groundplan_ground::symbol::{Name, Symbol};
use groundplan_ground::syntax::ast;

/// A program as it was before it was grounded, and the parts of it that were grounded.
#[derive(Clone, Debug)]
pub struct Ungrounded {
    /// The parts of all texts, whose statements may be changed before [`Engine::grounded_again`].
    pub parts: Vec<ast::Part>,
    wanted: Vec<(Name, Vec<Symbol>)>,
    base: Base,
    program: Program,
}

/// A second grounding may have this many rules for each rule of the first one, and [`MORE_RULES`] in addition. Where
/// statements are left out or relaxed, a recursion may lose what ended it.
const RULES_PER_RULE: u64 = 10;

/// See [`RULES_PER_RULE`].
const MORE_RULES: u64 = 100_000;

impl Engine {
    /// The program as it is now, to be grounded once more by [`Engine::grounded_again`] after these parts of it are grounded.
    ///
    /// # Errors
    ///
    /// As [`Engine::ground`], if a part cannot be found or a text cannot be included.
    pub fn ungrounded(&mut self, parts: &[Part<'_>]) -> Result<Ungrounded, Error> {
        self.texts.check_includes()?;
        let wanted = self.find_parts(parts)?;
        let Grounding { base, program, .. } = &self.ground;
        Ok(Ungrounded {
            parts: self.texts.parts.clone(),
            wanted,
            base: base.clone(),
            program: program.clone(),
        })
    }

    /// Calls `ground` on an engine that has this program and is to ground these parts, and returns that engine. Returns
    /// `None` if the grounding failed, or exceeded a limit that is a multiple of the size of this ground program.
    ///
    /// The second engine has no propagators.
    pub fn grounded_again(
        &mut self,
        again: Ungrounded,
        ground: impl FnOnce(&mut Engine, Vec<Part<'_>>) -> Result<(), Error>,
    ) -> Option<Engine> {
        let Ungrounded { parts, wanted, base, program } = again;
        let first = &self.ground.program;
        let size = (first.rules.len() + first.fact_count()) as u64;
        let functions = std::mem::take(&mut self.terms.functions);
        let mut second = Engine {
            terms: Terms { symbols: self.symbols().clone(), functions },
            texts: self.texts.with_parts(parts),
            ground: Grounding { base, program, ..Grounding::default() },
            ..Engine::default()
        };
        second.ground.grounder.passes = self.run.config.passes;
        second.run.config = self.run.config.clone();
        second.set_ground_limit(Some(size.saturating_mul(RULES_PER_RULE).saturating_add(MORE_RULES)));
        let wanted: Vec<(String, Vec<Symbol>)> = wanted
            .into_iter()
            .map(|(name, arguments)| (self.symbols().text(name).to_owned(), arguments))
            .collect();
        let parts = wanted.iter().map(|(name, arguments)| Part::from((name.as_str(), arguments)));
        let grounded = ground(&mut second, parts.collect());
        self.terms.functions = std::mem::take(&mut second.terms.functions);
        grounded.ok().map(|()| second)
    }
}
