//! Clauses of two literals, said in fewer: bounded variable addition (Manthey, Heule & Biere: Automated Reencoding of
//! Boolean Formulas, HVC 2012).
//!
//! Where each of some literals has a clause with each of some others, `l or r` for all `l` on the left and all `r` on the right,
//! a new variable `x` stands between them: `l or x` and `not x or r`. Tasks that must not overlap have such clauses, for two
//! neighbouring times exclude nearly the same. Others gain nothing: that is seen from a few literals, before any work is done.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use rustsat::types::Lit;

use super::clauses::Clauses;
use crate::Tuning;

/// What became of some clauses.
pub(super) struct Added {
    pub(super) clauses: Clauses,
    /// Literals, each with a new variable that has to hold if it does.
    pub(super) groups: Vec<(Lit, Lit)>,
}

/// Clauses with the same models, but for the new variables; `None` where that would not save much.
pub(super) fn add_variables(clauses: &Clauses, fresh: impl FnMut() -> Lit, tuning: &Tuning) -> Option<Added> {
    let mut pairs = Pairs::read(clauses, tuning)?;
    if !pairs.are_shared() {
        return None;
    }
    replace(pairs, clauses, fresh)
}

/// The same, whatever comes of it; `None` where it is nothing.
fn replace(mut pairs: Pairs, clauses: &Clauses, mut fresh: impl FnMut() -> Lit) -> Option<Added> {
    let groups = pairs.replace_all(&mut fresh);
    if groups.is_empty() {
        return None;
    }
    let mut written = Clauses::default();
    clauses.iter().filter(|clause| clause.len() != 2).for_each(|clause| written.push(clause.as_ref()));
    pairs.write(&mut written);
    Some(Added { clauses: written, groups })
}

/// A literal as an index.
type Index = usize;

fn literal(index: Index) -> Lit {
    Lit::new((index / 2) as u32, index % 2 == 1)
}

/// The clauses of two literals.
struct Pairs {
    /// By literal: those that it has a clause with, ascending.
    partners: Vec<Vec<Index>>,
    /// By literal: how many clauses it has with those that were counted last; `counted` are those with any.
    shared: Vec<usize>,
    counted: Vec<Index>,
    /// How many more looks at clauses may be taken.
    effort: usize,
    tuning: Tuning,
}

impl Pairs {
    fn read(clauses: &Clauses, tuning: &Tuning) -> Option<Self> {
        let pairs = || clauses.iter().filter(|clause| clause.len() == 2).map(|clause| (clause[0], clause[1]));
        let count = pairs().count();
        if count < tuning.addition_clauses {
            return None;
        }
        let end = pairs().map(|(a, b)| a.vidx().max(b.vidx()) * 2 + 2).max().unwrap_or(0);
        let mut partners = vec![Vec::new(); end];
        for (a, b) in pairs() {
            partners[a.lidx()].push(b.lidx());
            partners[b.lidx()].push(a.lidx());
        }
        for partners in &mut partners {
            partners.sort_unstable();
            partners.dedup();
        }
        Some(Pairs {
            partners,
            shared: vec![0; end],
            counted: Vec::new(),
            effort: count.saturating_mul(tuning.addition_effort),
            tuning: *tuning,
        })
    }

    /// Whether literals share their clauses with others, as far as can be seen from a few.
    fn are_shared(&mut self) -> bool {
        let many: Vec<Index> = (0..self.partners.len())
            .filter(|&index| self.partners[index].len() >= self.tuning.addition_degree)
            .collect();
        let (mut per_cent, mut samples) = (0, 0);
        for &index in many.iter().step_by(many.len().div_ceil(self.tuning.addition_samples).max(1)) {
            self.count(&self.partners[index].clone());
            let most = self.counted.iter().filter(|&&other| other != index).map(|&other| self.shared[other]);
            per_cent += most.max().unwrap_or(0) * 100 / self.partners[index].len();
            samples += 1;
            self.forget();
        }
        samples > 0 && per_cent >= self.tuning.addition_shared * samples
    }

    /// Counts for every literal its clauses with these.
    fn count(&mut self, right: &[Index]) {
        for &r in right {
            self.effort = self.effort.saturating_sub(self.partners[r].len());
            for &l in &self.partners[r] {
                if self.shared[l] == 0 {
                    self.counted.push(l);
                }
                self.shared[l] += 1;
            }
        }
    }

    fn forget(&mut self) {
        self.counted.drain(..).for_each(|l| self.shared[l] = 0);
    }

    /// Replaces what is worth it, beginning with the literals that have most clauses.
    fn replace_all(&mut self, fresh: &mut impl FnMut() -> Lit) -> Vec<(Lit, Lit)> {
        let mut groups = Vec::new();
        let by_size = |partners: &[Vec<Index>], index: Index| (partners[index].len(), Reverse(index));
        let mut queue: BinaryHeap<(usize, Reverse<Index>)> = (0..self.partners.len())
            .filter(|&index| self.partners[index].len() >= self.tuning.addition_degree)
            .map(|index| by_size(&self.partners, index))
            .collect();
        while let Some((size, Reverse(first))) = queue.pop() {
            if self.effort == 0 {
                break;
            }
            // What has changed since is in the queue once more.
            if self.partners[first].len() != size {
                continue;
            }
            let Some((left, right)) = self.biclique(first) else { continue };
            let variable = fresh();
            self.replace(&left, &right, variable);
            let changed = left.iter().chain(&right).copied().chain([variable.lidx(), (!variable).lidx()]);
            queue.extend(
                changed
                    .filter(|&index| self.partners[index].len() >= self.tuning.addition_degree)
                    .map(|index| by_size(&self.partners, index)),
            );
            groups.extend(left.into_iter().map(|index| (!literal(index), variable)));
        }
        groups
    }

    /// A literal, with others that have as many clauses with the same literals as saves most: both sides, ascending.
    fn biclique(&mut self, first: Index) -> Option<(Vec<Index>, Vec<Index>)> {
        let mut left = vec![first];
        let mut right = self.partners[first].clone();
        self.count(&right);
        // Of those that share as much the nearest, which is what makes the times of a task one interval.
        let next = |pairs: &Self, left: &[Index]| {
            let others = pairs.counted.iter().copied().filter(|other| !left.contains(other));
            others.max_by_key(|&other| (pairs.shared[other], Reverse(other.abs_diff(first))))
        };
        while let Some(other) = next(self, &left) {
            if gain(left.len() + 1, self.shared[other]) <= gain(left.len(), right.len()) {
                break;
            }
            let (kept, gone): (Vec<Index>, Vec<Index>) =
                right.into_iter().partition(|r| self.partners[other].binary_search(r).is_ok());
            for &r in &gone {
                self.effort = self.effort.saturating_sub(self.partners[r].len());
                self.partners[r].iter().for_each(|&l| self.shared[l] -= 1);
            }
            left.push(other);
            right = kept;
        }
        self.forget();
        left.sort_unstable();
        (gain(left.len(), right.len()) >= self.tuning.addition_gain as isize).then_some((left, right))
    }

    /// Puts a variable, which is newer than all others, between two sides.
    fn replace(&mut self, left: &[Index], right: &[Index], variable: Lit) {
        let (x, not_x) = (variable.lidx(), (!variable).lidx());
        let end = x.max(not_x) + 1;
        self.partners.resize(end, Vec::new());
        self.shared.resize(end, 0);
        for (here, there, between) in [(left, right, x), (right, left, not_x)] {
            for &index in here {
                self.partners[index].retain(|other| there.binary_search(other).is_err());
                self.partners[index].push(between);
            }
        }
        self.partners[x] = left.to_vec();
        self.partners[not_x] = right.to_vec();
    }

    fn write(&self, clauses: &mut Clauses) {
        for (a, partners) in self.partners.iter().enumerate() {
            partners.iter().filter(|&&b| a < b).for_each(|&b| clauses.push(&[literal(a), literal(b)]));
        }
    }
}

/// How many clauses a variable between so many literals and so many others saves.
fn gain(left: usize, right: usize) -> isize {
    (left * right) as isize - (left + right) as isize
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use rustsat::types::{Assignment, TernaryVal};

    /// Literals by number, those of even ones positive, as clauses.
    fn clauses(numbers: &[Vec<Index>]) -> Clauses {
        let mut clauses = Clauses::default();
        for numbers in numbers {
            clauses.push(&numbers.iter().copied().map(literal).collect::<Vec<_>>());
        }
        clauses
    }

    /// Variables from a number on.
    fn from(mut next: u32) -> impl FnMut() -> Lit {
        move || {
            next += 1;
            Lit::positive(next - 1)
        }
    }

    fn holds(assignment: &Assignment, clauses: &Clauses) -> bool {
        let is_true = |&literal: &Lit| assignment.lit_value(literal) == TernaryVal::True;
        clauses.iter().all(|clause| clause.iter().any(is_true))
    }

    /// What the new variables are read as.
    fn read(assignment: &mut Assignment, groups: &[(Lit, Lit)]) {
        groups.iter().for_each(|&(_, variable)| assignment.assign_lit(!variable));
        for &(literal, variable) in groups {
            if assignment.lit_value(literal) == TernaryVal::True {
                assignment.assign_lit(variable);
            }
        }
    }

    #[test]
    fn tasks_that_must_not_overlap_take_fewer_clauses() {
        // Two tasks of four steps each, which begin at one of forty times.
        let begins = |task: usize, time: usize| 2 * (40 * task + time) + 1;
        let pairs: Vec<Vec<Index>> = (0..40)
            .flat_map(|a| (0..40_usize).filter(move |b| b.abs_diff(a) < 4).map(move |b| (a, b)))
            .map(|(a, b)| vec![begins(0, a), begins(1, b)])
            .collect();
        let before = clauses(&pairs);
        let added = add_variables(&before, from(80), &Tuning::eager()).unwrap();
        assert!(added.clauses.len() * 4 < before.len() * 3, "{} of {}", added.clauses.len(), before.len());
        for (a, b) in [(3, 6), (3, 7), (20, 16), (20, 17), (39, 39)] {
            let mut assignment = Assignment::from_iter((0..80).map(Lit::negative));
            [begins(0, a), begins(1, b)].iter().for_each(|&index| assignment.assign_lit(!literal(index)));
            read(&mut assignment, &added.groups);
            assert_eq!(holds(&assignment, &added.clauses), a.abs_diff(b) >= 4, "{a} {b}");
        }
    }

    #[test]
    fn what_is_not_shared_stays() {
        let path: Vec<Vec<Index>> = (0..30).map(|index| vec![2 * index + 1, 2 * index + 3]).collect();
        assert!(add_variables(&clauses(&path), from(31), &Tuning::eager()).is_none());
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

        /// An assignment satisfies the clauses exactly if it does with some values of the new variables, which are those that
        /// they are read as.
        #[test]
        fn the_models_are_the_same(
            numbers in prop::collection::vec(prop_oneof![
                6 => prop::collection::vec(0_usize..16, 2),
                1 => prop::collection::vec(0_usize..16, 1..4),
            ], 4..60),
        ) {
            // No clause is a tautology or says a literal twice.
            let numbers: Vec<Vec<Index>> = numbers
                .into_iter()
                .filter(|clause| clause.iter().enumerate().all(|(i, a)| clause[..i].iter().all(|b| a / 2 != b / 2)))
                .collect();
            let before = clauses(&numbers);
            let pairs = Pairs::read(&before, &Tuning::eager());
            let Some(added) = pairs.and_then(|pairs| replace(pairs, &before, from(8))) else { return Ok(()) };
            prop_assert!(added.clauses.len() < before.len());
            let mut variables: Vec<Lit> = added.groups.iter().map(|&(_, variable)| variable).collect();
            variables.dedup();
            for set in 0..1_u32 << 8 {
                let mut assignment = Assignment::from_iter((0..8).map(|i| Lit::new(i, set >> i & 1 == 0)));
                let expected = holds(&assignment, &before);
                read(&mut assignment, &added.groups);
                prop_assert_eq!(holds(&assignment, &added.clauses), expected);
                for values in 0..1_u32 << variables.len().min(6) {
                    for (i, &variable) in variables.iter().take(6).enumerate() {
                        assignment.assign_lit(if values >> i & 1 == 1 { variable } else { !variable });
                    }
                    prop_assert!(expected || !holds(&assignment, &added.clauses));
                }
            }
        }
    }
}
