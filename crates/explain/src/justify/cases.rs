//! Entailment by a distinction of cases, for atoms of disjunctions with head cycles.
//!
//! An answer set is a minimal model of its reduct, so the reduct entails each of its atoms. That is shown by refuting that
//! the atom is false: unit propagation over the instances, and a split on an atom where that does not suffice (Davis,
//! Logemann & Loveland: A machine program for theorem-proving, CACM 1962).

use groundplan_ground::program::AtomId;
use rustc_hash::{FxHashMap, FxHashSet};

use super::aggregate::{all, Truth};
use super::instance::RuleInstance;
use super::world::World;
use crate::Error;

/// The instances that are to entail atoms, and the atoms that are derived already.
pub struct Cases<'a> {
    /// The instances.
    pub instances: Vec<&'a RuleInstance>,
    /// The atoms that are derived without a distinction of cases.
    pub derived: &'a FxHashSet<AtomId>,
    /// The other atoms, on which cases are distinguished.
    pub open: Vec<AtomId>,
}

/// The values of the open atoms in one case.
type Case = FxHashMap<AtomId, bool>;

impl Cases<'_> {
    /// Whether the instances entail an atom.
    ///
    /// # Errors
    ///
    /// [`Error::Interrupted`].
    pub fn entail(&self, world: &mut World, atom: AtomId) -> Result<bool, Error> {
        let mut cases = vec![Case::from_iter([(atom, false)])];
        while let Some(mut case) = cases.pop() {
            world.poll()?;
            if self.propagate(world, &mut case) {
                continue;
            }
            let Some(&split) = self.open.iter().find(|atom| !case.contains_key(atom)) else {
                return Ok(false);
            };
            for value in [true, false] {
                let mut next = case.clone();
                next.insert(split, value);
                cases.push(next);
            }
        }
        Ok(true)
    }

    /// Adds what follows to a case; returns whether it is contradictory.
    fn propagate(&self, world: &mut World, case: &mut Case) -> bool {
        loop {
            let mut is_unchanged = true;
            for instance in &self.instances {
                let truth = |atom: AtomId| match case.get(&atom) {
                    _ if self.derived.contains(&atom) => Truth::True,
                    Some(&value) => value.into(),
                    None => Truth::Open,
                };
                if instance.body(world, &truth) != Truth::True {
                    continue;
                }
                let heads = instance.heads.iter().map(|head| (head, all(head, &truth)));
                let possible: Vec<_> = heads.filter(|(_, truth)| *truth != Truth::False).collect();
                match &possible[..] {
                    [] => return true,
                    [(head, Truth::Open)] => {
                        let head = (*head).clone();
                        case.extend(head.into_iter().map(|atom| (atom, true)));
                        is_unchanged = false;
                    }
                    _ => {}
                }
            }
            if is_unchanged {
                return false;
            }
        }
    }
}
