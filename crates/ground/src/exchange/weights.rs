//! Weights of literals, for formats that take a sum for a set.

use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;

use crate::program::Literal;

/// The elements of a sum with every literal once, under all its weights together; those that come to nothing are left out.
pub(super) fn merged(elements: impl IntoIterator<Item = (Literal, i64)>) -> Vec<(Literal, i64)> {
    let mut weights: IndexMap<Literal, i64, FxBuildHasher> = IndexMap::default();
    for (literal, weight) in elements {
        let sum = weights.entry(literal).or_insert(0);
        // No bound is above the largest number.
        *sum = sum.saturating_add(weight);
    }
    weights.retain(|_, weight| *weight != 0);
    weights.into_iter().collect()
}
