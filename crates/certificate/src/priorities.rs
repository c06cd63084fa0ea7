//! Combines the certificates of single priorities: nothing costs less than certain costs.

use crate::cubes::Part;

/// Returns costs by descending priority, if the certificates prove that no answer set costs less, in the order of the
/// priorities. `None` if they prove no such thing.
///
/// Each certificate is about the same program, and says that no answer set has at most these costs at the higher priorities and
/// a lower cost at its own. An answer set that costs less has a first priority at which it does, and the certificate of that one
/// excludes it. So the priorities have to be all of the program, with none left out between them or above. A program with
/// assumptions speaks only of the answer sets that satisfy them.
#[must_use]
pub fn least(parts: &[Part]) -> Option<Vec<(i64, i128)>> {
    let first = parts.first()?;
    let mut ordered: Vec<&Part> = parts.iter().collect();
    ordered.sort_by_key(|part| part.costs.len());
    let mut least: Vec<(i64, i128)> = Vec::new();
    for part in ordered {
        let ((priority, below), higher) = part.costs.split_last()?;
        if part.is_cover() || part.is_assuming || part.program != first.program || higher != least {
            return None;
        }
        least.push((*priority, below.checked_add(1)?));
    }
    let priorities: Vec<i64> = least.iter().map(|&(priority, _)| priority).collect();
    (priorities == first.priorities).then_some(least)
}
