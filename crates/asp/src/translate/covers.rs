//! Minimal covers: the least sets of elements whose weights reach a bound.

/// How many minimal covers are written out rather than counted: as many as a counter would take clauses.
pub(super) fn cover_limit(elements: usize) -> usize {
    4 * elements + 8
}

/// The minimal sets of elements (heaviest first) that reach the bound, unless there are more than `limit`.
pub(super) fn minimal_covers<T>(bound: i64, elements: &[(T, i64)], limit: usize) -> Option<Vec<Vec<usize>>> {
    let mut rest = vec![0; elements.len() + 1];
    for i in (0..elements.len()).rev() {
        rest[i] = rest[i + 1] + elements[i].1;
    }
    let mut covers = Vec::new();
    // Each frame: the position to decide, what is missing, the elements chosen.
    let mut stack: Vec<(usize, i64, Vec<usize>)> = vec![(0, bound, Vec::new())];
    while let Some((i, missing, chosen)) = stack.pop() {
        if rest[i] < missing {
            continue;
        }
        let mut with = chosen.clone();
        with.push(i);
        if elements[i].1 >= missing {
            // The element chosen last is the lightest, so no element of the cover is superfluous.
            covers.push(with);
            if covers.len() > limit {
                return None;
            }
        } else {
            stack.push((i + 1, missing - elements[i].1, with));
        }
        stack.push((i + 1, missing, chosen));
    }
    Some(covers)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn covers_are_exactly_the_minimal_ones() {
        let elements = [((), 5), ((), 3), ((), 3), ((), 2), ((), 1)];
        for bound in 1..=14 {
            let covers = minimal_covers(bound, &elements, usize::MAX).unwrap();
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
