//! Writes ground rules to the program.
//!
//! The rules of a recursive component are held back until all its atoms are known, and simplified before they are
//! added to the program. In other components all atoms used are known, so nothing is left to simplify.

use rustc_hash::FxHashMap;

use super::exact::{ClassicalConstruct, ExactWriter};
use super::profile::{KeptRules, Profiler};
use super::recursion::recursive;
use super::simplify::simplify;
use crate::program::{AtomId, Body, HeadKind, Literal, Program, Rules};

/// A sum constraint: the bound, and the literals with the weights that must reach it.
pub type SumConstraint = (i64, Box<[(Literal, i64)]>);

/// The auxiliary atoms made so far, so that equal definitions share one atom: see [`super::formula`].
#[derive(Clone, Default, Debug)]
pub struct Definitions {
    /// By atom, the auxiliary atom that stands for `not` the atom, so that `not not` can be expressed.
    pub negations: FxHashMap<AtomId, AtomId>,
    /// By sum constraint, the auxiliary atom that says that it holds. With weights of 1 it expresses a conjunction or
    /// a disjunction.
    pub sums: FxHashMap<SumConstraint, AtomId>,
}

/// The destination of ground rules.
pub struct Writer<'a> {
    /// The ground program.
    pub program: &'a mut Program,
    /// The rules that are held back; `None` if rules go directly to the program.
    pub(super) held: Option<Rules>,
    /// The auxiliary atoms.
    pub definitions: &'a mut Definitions,
    /// Constructs whose translation is right only without recursion.
    classical: Vec<ClassicalConstruct>,
}

impl<'a> Writer<'a> {
    /// A writer that adds rules to the program as they are.
    pub fn direct(program: &'a mut Program, definitions: &'a mut Definitions) -> Self {
        Writer { program, held: None, definitions, classical: Vec::new() }
    }

    /// A writer that holds rules back, to simplify them when all of them are known.
    pub fn holding_back(program: &'a mut Program, definitions: &'a mut Definitions) -> Self {
        Writer { held: Some(Rules::default()), ..Writer::direct(program, definitions) }
    }

    /// Whether rules are held back: those of a component that depends on itself.
    pub fn is_holding_back(&self) -> bool {
        self.held.is_some()
    }

    /// The rules so far: those held back, or else those of the program.
    pub fn rules(&self) -> &Rules {
        self.held.as_ref().unwrap_or(&self.program.rules)
    }

    /// The number of rules and facts, including the rules held back.
    pub fn written(&self) -> usize {
        let held = self.held.as_ref().map_or(0, Rules::len);
        held + self.program.rules.len() + self.program.fact_count()
    }

    /// Writes a rule.
    #[inline]
    pub fn push(&mut self, kind: HeadKind, head: &[AtomId], body: Body) {
        self.held.as_mut().unwrap_or(&mut self.program.rules).push(kind, head, body);
    }

    /// Writes the rule that the body derives one of the heads. It is left out if a head is a fact or occurs in the
    /// body.
    pub fn derive_one_of(&mut self, heads: &[AtomId], body: &[Literal]) {
        if let ([atom], true) = (heads, self.has_only_facts(body)) {
            self.program.add_derived_fact(*atom, body);
            return;
        }
        let holds_anyway =
            heads.iter().any(|&atom| self.program.is_fact(atom) || body.contains(&atom.positive()));
        if holds_anyway {
            return;
        }
        if let ([atom], []) = (heads, body) {
            self.program.add_fact(*atom);
            return;
        }
        self.push(HeadKind::Disjunction, heads, Body::Conjunction(body));
    }

    /// Whether all that a body requires are facts, which bodies keep.
    fn has_only_facts(&self, body: &[Literal]) -> bool {
        let is_fact = |literal: &Literal| !literal.is_negative() && self.program.is_fact(literal.atom());
        self.program.preserved.in_bodies && !body.is_empty() && body.iter().all(is_fact)
    }

    /// Writes a constraint that forbids the body.
    pub fn forbid(&mut self, body: &[Literal]) {
        self.push(HeadKind::Disjunction, &[], Body::Conjunction(body));
    }

    /// Records a construct whose translation is right only without recursion.
    pub fn note_classical(&mut self, construct: ClassicalConstruct) {
        self.classical.push(construct);
    }

    /// Replaces the translations that recursion makes wrong, and moves the rules held back to the program.
    /// `underivable` tells which atoms no rule derives. For a profile, returns what is left of the rules held back; `None` if
    /// there are none.
    pub fn commit(
        mut self,
        underivable: impl Fn(AtomId) -> bool,
        mut profiler: Option<&mut Profiler>,
    ) -> Option<KeptRules> {
        let classical = std::mem::take(&mut self.classical);
        // Without rules held back the component is not recursive, so nothing depends on itself.
        let rules = self.held.as_mut()?;
        let recursive = recursive(rules, classical.iter().map(|construct| &construct.occurrence));
        let classical: Vec<ClassicalConstruct> = classical
            .into_iter()
            .zip(recursive)
            .filter_map(|(construct, recursive)| recursive.then_some(construct))
            .collect();
        if !classical.is_empty() {
            let derived = rules.iter().flat_map(|rule| rule.head.to_vec()).collect();
            let mut replaced: Vec<usize> =
                classical.iter().flat_map(|construct| construct.meaning.replaced()).copied().collect();
            *rules = rules.without(replaced.iter().copied());
            if let Some(profiler) = &mut profiler {
                replaced.sort_unstable();
                *profiler.held() = profiler.held().without(&replaced);
            }
            let mut exact_writer = ExactWriter::new(&mut self, derived);
            classical.into_iter().for_each(|construct| exact_writer.write(construct.meaning));
        }
        let mut kept =
            profiler.map(|profiler| KeptRules::new(std::mem::take(profiler.held()), self.program.facts()));
        if let Some(rules) = &self.held {
            simplify(rules, self.program, underivable, kept.as_mut());
        }
        kept
    }
}
