//! The numbers that steer the solvers and the portfolio ([`Backend::Portfolio`](crate::Backend::Portfolio)).
//!
//! All of them were measured on the 66 families of `scripts/bench/families`, with `scripts/bench/general`, unless a field says
//! otherwise, with batsat in the place of cdnl; `docs/benchmarks/tried.md` has what came of other values.

/// The numbers that steer the solvers and the portfolio. None of them changes an answer.
#[derive(Clone, Copy, PartialEq, Debug)]
#[non_exhaustive]
pub struct Tuning {
    /// Conflicts of cdnl's first time slice in the portfolio. With batsat in the place of cdnl, most of what
    /// it solved before CaDiCaL it solved within this.
    pub first_slice: u64,
    /// By how much the slices grow from round to round.
    pub slice_growth: u64,
    /// A slice of CaDiCaL has this part of the conflicts: each takes it longer.
    pub eager_divisor: u64,
    /// The same where it has a propagator, each implied literal of which becomes a clause there. Partitions take half as long
    /// with 8 as with 4.
    pub eager_divisor_with_propagator: u64,
    /// Literals of the longest learned clause that the solvers of the portfolio share. With 4, Petersen graphs take half as long
    /// as without sharing and Golomb rulers two thirds; with 8 also van der Waerden numbers and colourings three quarters; with
    /// 20 magic squares take five times as long.
    pub longest_shared: usize,
}

impl Default for Tuning {
    fn default() -> Self {
        Tuning {
            first_slice: 10_000,
            slice_growth: 2,
            eager_divisor: 2,
            eager_divisor_with_propagator: 8,
            longest_shared: 8,
        }
    }
}
