//! Luby's sequence, 1 1 2 1 1 2 4 ..., which determines the distance between restarts (Luby, Sinclair & Zuckerman: Optimal
//! speedup of Las Vegas algorithms, IPL 47, 1993).

/// Returns the element of Luby's sequence at an index, counted from 0.
#[must_use]
pub fn luby(index: u64) -> u64 {
    let mut index = index + 1;
    loop {
        let bits = u64::BITS - index.leading_zeros();
        if index == (1 << bits) - 1 {
            return 1 << (bits - 1);
        }
        index -= (1 << (bits - 1)) - 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sequence_is_as_in_the_paper() {
        let first: Vec<u64> = (0..15).map(luby).collect();
        assert_eq!(first, [1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8]);
    }
}
