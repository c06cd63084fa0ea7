//! Well-founded derivations of true atoms.
//!
//! The rules that derive an atom are followed backwards from the atom in question. Then the atoms get their *ranks* by
//! forward chaining in the reduct: the rank of an atom is the round in which a rule first derives it. An atom is supported
//! by instances whose bodies hold for sure when the atoms of lower ranks do, so no support is circular. Atoms of disjunctions
//! with head cycles may have no rank. They follow together by a distinction of cases.

use groundplan_ground::diagnostic::Span;
use groundplan_ground::program::AtomId;
use indexmap::IndexMap;
use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};

use super::aggregate::Truth;
use super::instance::RuleInstance;
use super::statements::Statements;
use super::world::World;
use super::Detail;
use crate::Error;

/// A support of an atom.
#[derive(Clone, Debug)]
pub enum GroundSupport {
    /// A fact that consists of symbols only.
    Fact(Span),
    /// The atom was given to the engine as a value: no statement derives it.
    Given,
    /// An instance of a rule.
    Rule(RuleInstance),
}

/// An atom of a derivation.
#[derive(Clone, Debug)]
pub struct DerivationNode {
    /// The atom.
    pub atom: AtomId,
    /// Its rank. The atoms without a rank follow after all others.
    pub rank: Option<u32>,
    /// The supports that justify it; without a rank, all instances that derive it.
    pub supports: Vec<GroundSupport>,
    /// The number of other well-founded supports.
    pub others: usize,
}

/// The instances from which an atom is derived.
enum FoundDerivation {
    Fact(Span),
    Given,
    Rules(Vec<usize>),
}

/// All that an atom depends on.
struct AtomDependencies {
    atoms: IndexMap<AtomId, FoundDerivation, FxBuildHasher>,
    instances: Vec<RuleInstance>,
}

/// The derivation of true atoms, the first of which comes first. Each atom occurs once.
///
/// # Errors
///
/// [`Error::Unjustified`] if no statement derives an atom; the errors of [`World::solve`].
pub fn derivation(
    world: &mut World,
    statements: &Statements,
    facts: &FxHashMap<AtomId, Span>,
    atoms: &[AtomId],
    detail: Detail,
) -> Result<Vec<DerivationNode>, Error> {
    let dependencies = AtomDependencies::of(world, statements, facts, atoms)?;
    let ranks = dependencies.ranks(world)?;
    let mut agenda: Vec<AtomId> = atoms.iter().rev().copied().collect();
    let mut seen: FxHashSet<AtomId> = agenda.iter().copied().collect();
    let mut nodes = Vec::new();
    while let Some(atom) = agenda.pop() {
        world.poll()?;
        let node = dependencies.node(world, &ranks, atom, detail);
        for support in &node.supports {
            let GroundSupport::Rule(instance) = support else { continue };
            let mut children = Vec::new();
            instance.compound_atoms(&mut |atom| children.push(atom));
            // What an aggregate counts only after the atom takes no part in its derivation.
            children.retain(|child| is_below(&ranks, *child, node.rank));
            if instance.heads.len() > 1 {
                children.extend(instance.heads.iter().flatten());
            }
            children.extend(&instance.premises);
            agenda.extend(children.into_iter().filter(|&child| seen.insert(child)));
        }
        nodes.push(node);
    }
    Ok(nodes)
}

/// Whether an atom is derived before an atom of this rank.
pub fn is_below(ranks: &FxHashMap<AtomId, u32>, atom: AtomId, rank: Option<u32>) -> bool {
    rank.is_none_or(|rank| ranks.get(&atom).is_some_and(|&other| other < rank))
}

impl AtomDependencies {
    fn of(
        world: &mut World,
        statements: &Statements,
        facts: &FxHashMap<AtomId, Span>,
        atoms: &[AtomId],
    ) -> Result<Self, Error> {
        let mut found = AtomDependencies { atoms: IndexMap::default(), instances: Vec::new() };
        let mut agenda = atoms.to_vec();
        while let Some(atom) = agenda.pop() {
            if found.atoms.contains_key(&atom) {
                continue;
            }
            world.poll()?;
            if let Some(&span) = facts.get(&atom) {
                found.atoms.insert(atom, FoundDerivation::Fact(span));
                continue;
            }
            let supports = supports(world, statements, atom)?;
            if supports.is_empty() {
                if !is_given(world, atom) {
                    return Err(Error::Unjustified("no statement derives an atom that is true".to_owned()));
                }
                found.atoms.insert(atom, FoundDerivation::Given);
                continue;
            }
            for instance in &supports {
                agenda.extend(&instance.premises);
                instance.compound_atoms(&mut |atom| agenda.push(atom));
                agenda.extend(instance.heads.iter().flatten());
            }
            let numbers = found.instances.len()..found.instances.len() + supports.len();
            found.atoms.insert(atom, FoundDerivation::Rules(numbers.collect()));
            found.instances.extend(supports);
        }
        Ok(found)
    }

    /// The ranks of all atoms that forward chaining derives.
    fn ranks(&self, world: &mut World) -> Result<FxHashMap<AtomId, u32>, Error> {
        let mut missing: Vec<usize> = self.instances.iter().map(|instance| instance.premises.len()).collect();
        let mut users: FxHashMap<AtomId, Vec<(usize, bool)>> = FxHashMap::default();
        for (number, instance) in self.instances.iter().enumerate() {
            for &premise in &instance.premises {
                users.entry(premise).or_default().push((number, true));
            }
            instance.compound_atoms(&mut |atom| users.entry(atom).or_default().push((number, false)));
        }
        let mut ranks: FxHashMap<AtomId, u32> = FxHashMap::default();
        let given = self.atoms.iter().filter(|(_, found)| !matches!(found, FoundDerivation::Rules(_)));
        let mut derived: FxHashSet<AtomId> = given.map(|(&atom, _)| atom).collect();
        let mut ready: Vec<usize> =
            (0..self.instances.len()).filter(|&number| missing[number] == 0).collect();
        let mut rank = 0;
        loop {
            world.poll()?;
            ranks.extend(derived.iter().map(|&atom| (atom, rank)));
            for atom in derived.drain() {
                for &(number, is_premise) in users.get(&atom).map_or(&[][..], Vec::as_slice) {
                    missing[number] -= usize::from(is_premise);
                    ready.push(number);
                }
            }
            ready.sort_unstable();
            ready.dedup();
            rank += 1;
            for number in ready.drain(..).filter(|&number| missing[number] == 0) {
                let instance = &self.instances[number];
                let [head] = &instance.heads[..] else { continue };
                let open = head.iter().filter(|&atom| !ranks.contains_key(atom) && !derived.contains(atom));
                let open: Vec<AtomId> = open.copied().collect();
                let known = |atom: AtomId| if ranks.contains_key(&atom) { Truth::True } else { Truth::Open };
                if !open.is_empty() && instance.body(world, &known) == Truth::True {
                    derived.extend(open);
                }
            }
            if derived.is_empty() {
                return Ok(ranks);
            }
        }
    }

    /// The node of an atom, with the supports that justify it.
    fn node(
        &self,
        world: &mut World,
        ranks: &FxHashMap<AtomId, u32>,
        atom: AtomId,
        detail: Detail,
    ) -> DerivationNode {
        let rank = ranks.get(&atom).copied();
        let node = |supports, others| DerivationNode { atom, rank, supports, others };
        let numbers = match &self.atoms[&atom] {
            FoundDerivation::Fact(span) => return node(vec![GroundSupport::Fact(*span)], 0),
            FoundDerivation::Given => return node(vec![GroundSupport::Given], 0),
            FoundDerivation::Rules(numbers) => numbers,
        };
        let below = |atom: AtomId| if is_below(ranks, atom, rank) { Truth::True } else { Truth::Open };
        let instances = numbers.iter().map(|&number| &self.instances[number]);
        let mut supports: Vec<GroundSupport> = instances
            .filter(|it| rank.is_none() || it.heads.len() == 1 && it.body(world, &below) == Truth::True)
            .map(|instance| GroundSupport::Rule(instance.clone()))
            .collect();
        let mut others = 0;
        if detail == Detail::Brief && rank.is_some() {
            others = supports.len().saturating_sub(1);
            supports.truncate(1);
        }
        node(supports, others)
    }
}

/// The instances of rules that derive an atom; if there are none, those of `#external` that make it external.
fn supports(world: &mut World, statements: &Statements, atom: AtomId) -> Result<Vec<RuleInstance>, Error> {
    let base = world.base;
    let (Some(predicate), Some((_, arguments))) = (base.predicate_of(atom), base.name(atom)) else {
        return Ok(Vec::new());
    };
    let found = world.supports(statements, (predicate, arguments), false)?;
    if found.is_empty() {
        return world.supports(statements, (predicate, arguments), true);
    }
    Ok(found)
}

/// Whether an atom is true without a statement: it was added as a value, or as an external atom of a ground program.
fn is_given(world: &World, atom: AtomId) -> bool {
    world.program.is_fact(atom) || world.program.externals.iter().any(|&(external, _)| external == atom)
}
