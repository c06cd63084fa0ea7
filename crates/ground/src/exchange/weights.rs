//! Merges weighted literals, for formats that treat a sum as a set.

use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;

use crate::program::Literal;

/// Returns the elements of a sum with each literal once, under the total of its weights. Literals with a total of 0
/// are left out.
pub(super) fn merged(elements: impl IntoIterator<Item = (Literal, i64)>) -> Vec<(Literal, i64)> {
    let mut weights: IndexMap<Literal, i64, FxBuildHasher> = IndexMap::default();
    for (literal, weight) in elements {
        let sum = weights.entry(literal).or_insert(0);
        // Saturation changes nothing, because no bound exceeds the largest number.
        *sum = sum.saturating_add(weight);
    }
    weights.retain(|_, weight| *weight != 0);
    weights.into_iter().collect()
}
