//! The axioms of a relaxed program: what its soft statements say, each turned on by one assumption.
//!
//! The statements are read as axioms, as described in [`relax`](groundplan_ground::analysis::relax).

use std::sync::Arc;

use super::again::Ungrounded;
use super::grounding::Grounding;
use super::{Engine, Error, Part};
use groundplan_ground::analysis::relax::{
    Breaches, BrokenStatements, Relaxation, RelaxedKind, Soft, SoftStatement,
};
use groundplan_ground::diagnostic::Span;
use groundplan_ground::program::{AtomId, Body, HeadKind, Literal, HIDDEN};
use groundplan_ground::symbol::Symbols;
use groundplan_ground::Signature;

/// The axioms of a program that was grounded by [`Engine::ground_relaxed`], with the assumptions that turn them on. Under all
/// these assumptions the ground program has the answer sets of the program.
#[derive(Clone, Debug)]
pub struct Axioms {
    /// The kinds of statements that are soft.
    pub soft: Soft,
    /// The axioms. The search for a conflict tries first to do without the first ones.
    pub list: Vec<Axiom>,
    /// The predicates whose atoms say that an instance of a statement is broken.
    pub breaches: Vec<Breaches>,
    /// The program before it was grounded.
    pub ungrounded: Ungrounded,
}

/// An axiom: the instances of one statement, or the support of one predicate, turned on by one assumption.
#[derive(Clone, Debug)]
pub struct Axiom {
    /// The statement or the support.
    pub kind: AxiomKind,
    /// The assumption that turns it on.
    pub literal: Literal,
    /// The atoms that say that an instance is broken, each with the index of its predicate among [`Axioms::breaches`].
    pub instances: Vec<(usize, AtomId)>,
}

/// The kinds of axioms.
#[derive(Clone, Copy, Debug)]
pub enum AxiomKind {
    /// A statement holds.
    Statement(SoftStatement),
    /// Only the program's rules derive atoms of this predicate.
    Support(Signature),
}

impl Engine {
    /// Grounds parts of the program like [`Engine::ground`], but so that each soft statement holds only under an assumption,
    /// one of [`Engine::axioms`]. The crate `groundplan-explain` asks which of them conflict. In other queries the soft
    /// statements need not hold.
    ///
    /// # Errors
    ///
    /// See [`Engine::ground`]; also [`Error::Ground`] if something is ground already.
    pub fn ground_relaxed<'a, P: Into<Part<'a>>>(
        &mut self,
        parts: impl IntoIterator<Item = P>,
        soft: Soft,
    ) -> Result<(), Error> {
        self.ground_relaxed_but(parts, soft, &[])
    }

    /// Grounds parts of the program like [`Engine::ground_relaxed`], but leaves the statements at these positions as they are.
    ///
    /// # Errors
    ///
    /// See [`Engine::ground_relaxed`].
    pub fn ground_relaxed_but<'a, P: Into<Part<'a>>>(
        &mut self,
        parts: impl IntoIterator<Item = P>,
        soft: Soft,
        kept: &[Span],
    ) -> Result<(), Error> {
        self.state.open()?;
        let parts: Vec<Part<'a>> = parts.into_iter().map(Into::into).collect();
        let ungrounded = self.ungrounded(&parts)?;
        let mut relaxation = Relaxation::new(soft).keeping(kept.iter().copied());
        self.ground_parts(&parts, Some(&mut relaxation))?;
        let axioms = self.ground.add_axioms(relaxation, ungrounded, &self.terms.symbols);
        self.ground.axioms = Some(Arc::new(axioms));
        Ok(())
    }

    /// The axioms of the program that was grounded by [`Engine::ground_relaxed`].
    ///
    /// # Errors
    ///
    /// [`Error::NotGround`] if there is no such program; [`Error::Broken`] if an earlier call failed.
    pub fn axioms(&self) -> Result<&Arc<Axioms>, Error> {
        self.state.ground()?;
        self.ground.axioms.as_ref().ok_or(Error::NotGround("a program with relaxed statements"))
    }
}

impl Grounding {
    /// Adds the assumptions that turn the relaxed statements on.
    fn add_axioms(&mut self, relaxation: Relaxation, ungrounded: Ungrounded, symbols: &Symbols) -> Axioms {
        let soft = relaxation.soft();
        let mut list = if soft.definitions { self.add_supports(symbols) } else { Vec::new() };
        let Relaxation { statements, breaches, .. } = relaxation;
        let mut instances: Vec<Vec<(usize, AtomId)>> = vec![Vec::new(); statements.len()];
        for (index, Breaches { predicate, of }) in breaches.iter().enumerate() {
            let domain = self.base.domain(*predicate);
            for row in 0..domain.len() {
                let statement = match of {
                    BrokenStatements::Rule(statement, _) => *statement,
                    BrokenStatements::Facts => {
                        let number = symbols.as_number(domain.row(row)[0]);
                        number.and_then(|number| usize::try_from(number).ok()).expect("it was numbered")
                    }
                };
                instances[statement].push((index, domain.atom(row)));
            }
        }
        for (statement, instances) in statements.into_iter().zip(instances).rev() {
            let literal = match instances[..] {
                [] => continue,
                [(_, breach)] => breach.negative(),
                _ => {
                    let broken = self.program.new_atom();
                    for (_, breach) in &instances {
                        let body = [breach.positive()];
                        self.program.rules.push(HeadKind::Disjunction, &[broken], Body::Conjunction(&body));
                    }
                    broken.negative()
                }
            };
            list.push(Axiom { kind: AxiomKind::Statement(statement), literal, instances });
        }
        // The search tries first to do without the first groups: constraints conflict with few facts, facts with many
        // constraints. Within a kind, later statements come first.
        list.sort_by_key(|axiom| match &axiom.kind {
            AxiomKind::Support(_) => 0,
            AxiomKind::Statement(statement) => match statement.kind {
                RelaxedKind::Fact => 1,
                RelaxedKind::Constraint => 2,
                RelaxedKind::Rule | RelaxedKind::Bounds => 3,
            },
        });
        Axioms { soft, list, breaches, ungrounded }
    }

    /// Lets the atoms of each predicate hold without a rule, unless an assumption forbids it. Returns one axiom for each
    /// predicate.
    fn add_supports(&mut self, symbols: &Symbols) -> Vec<Axiom> {
        let Grounding { base, program, .. } = self;
        let mut list = Vec::new();
        for (_, domain) in base.domains() {
            let signature = domain.signature();
            let atoms: Vec<AtomId> = domain.atoms().filter(|&atom| !program.is_fact(atom)).collect();
            if atoms.is_empty() || symbols.text(signature.name).starts_with(HIDDEN) {
                continue;
            }
            let free = program.new_atom();
            program.rules.push(HeadKind::Choice, &[free], Body::Conjunction(&[]));
            program.rules.push(HeadKind::Choice, &atoms, Body::Conjunction(&[free.positive()]));
            let (kind, literal) = (AxiomKind::Support(signature), free.negative());
            list.push(Axiom { kind, literal, instances: Vec::new() });
        }
        list
    }
}
