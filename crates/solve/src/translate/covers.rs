//! Minimal covers: minimal sets of elements whose weights reach a bound.

/// Returns the largest number of minimal covers that are written as clauses, about the number of clauses of a counter.
pub(super) fn cover_limit(elements: usize) -> usize {
    4 * elements + 8
}

/// The largest mean size of covers that are written as clauses. A counter is smaller than many long covers, and is
/// made in less time than it takes to find them.
const MEAN_SIZE: usize = 64;

/// Returns the minimal sets of elements that reach the bound, or `None` if they are more than `limit` or too long. The
/// elements must be sorted, heaviest first.
pub(super) fn minimal_covers<T>(bound: i64, elements: &[(T, i64)], limit: usize) -> Option<Vec<Vec<usize>>> {
    if !has_few_covers(bound, elements, limit) {
        return None;
    }
    let mut covers = Vec::new();
    each_cover(bound, elements, usize::MAX, |chosen, last| {
        covers.push(chosen.iter().copied().chain([last]).collect());
        true
    });
    Some(covers)
}

/// Whether there are at most `limit` minimal covers and they are short.
pub(super) fn has_few_covers<T>(bound: i64, elements: &[(T, i64)], limit: usize) -> bool {
    let mut count = 0;
    each_cover(bound, elements, limit.saturating_mul(MEAN_SIZE), |_, _| {
        count += 1;
        count <= limit
    })
}

/// Visits each minimal cover as all its elements but the last, and the last one. Returns false if the visitor stopped,
/// or if more than `choices` elements were chosen on the way.
fn each_cover<T>(
    bound: i64,
    elements: &[(T, i64)],
    mut choices: usize,
    mut visit: impl FnMut(&[usize], usize) -> bool,
) -> bool {
    let mut rest = vec![0; elements.len() + 1];
    for i in (0..elements.len()).rev() {
        rest[i] = rest[i + 1] + elements[i].1;
    }
    let weight = |position: usize| elements[position].1;
    let mut chosen: Vec<usize> = Vec::new();
    let (mut missing, mut start) = (bound, 0);
    loop {
        // The element chosen last is the lightest, so no element of a cover is superfluous.
        let mut end = start;
        while end < elements.len() && rest[end] >= missing {
            if weight(end) >= missing && !visit(&chosen, end) {
                return false;
            }
            end += 1;
        }
        // An element that does not reach the bound alone is chosen with some of the later ones, the lightest first.
        let next = loop {
            let start = chosen.last().map_or(0, |&last| last + 1);
            if let Some(next) = (start..end).rfind(|&position| weight(position) < missing) {
                break next;
            }
            let Some(last) = chosen.pop() else { return true };
            missing += weight(last);
            end = last;
        };
        if choices == 0 {
            return false;
        }
        choices -= 1;
        chosen.push(next);
        missing -= weight(next);
        start = next + 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn covers_are_exactly_the_minimal_ones() {
        let elements = [((), 5), ((), 3), ((), 3), ((), 2), ((), 1)];
        for bound in 1..=14 {
            let covers = minimal_covers(bound, &elements, usize::MAX).unwrap();
            let count = covers.len();
            assert_eq!(minimal_covers(bound, &elements, count), Some(covers.clone()));
            assert_eq!(minimal_covers(bound, &elements, count.wrapping_sub(1)).is_some(), count == 0);
            for set in 0..1_usize << elements.len() {
                let sum = |skip: usize| -> i64 {
                    (0..5).filter(|&i| set >> i & 1 == 1 && i != skip).map(|i| elements[i].1).sum()
                };
                let minimal = sum(9) >= bound && (0..5).all(|i| set >> i & 1 == 0 || sum(i) < bound);
                let listed =
                    covers.iter().filter(|c| c.iter().map(|&i| 1 << i).sum::<usize>() == set).count();
                assert_eq!(listed, usize::from(minimal), "bound {bound}, set {set:b}");
            }
        }
    }
}
