//! Parameters of the solvers and of the portfolio ([`Backend::Portfolio`](crate::Backend::Portfolio)).
//!
//! The values were measured on the families of `scripts/bench/families`, with `scripts/bench/general`, when batsat was in the
//! place of cdnl. `docs/benchmarks/tried.md` has the results of other values.

/// Parameters of the solvers and of the portfolio. None of them changes an answer.
#[derive(Clone, Copy, PartialEq, Debug)]
#[non_exhaustive]
pub struct Tuning {
    /// The number of conflicts of the first time slice in a portfolio. Most problems that the first member solves before CaDiCaL
    /// are solved within it.
    pub first_slice: u64,
    /// The factor by which time slices grow from round to round.
    pub slice_growth: u64,
    /// The divisor of CaDiCaL's time slices, because a conflict takes it longer.
    pub eager_divisor: u64,
    /// The divisor of CaDiCaL's time slices if it has a propagator, because each implied literal becomes a clause.
    pub eager_divisor_with_propagator: u64,
    /// The number of conflicts that a refuted model counts as in a time slice. A search that finds candidates without conflicts,
    /// all of them unstable, would otherwise never leave its first slice.
    pub refutation_price: u64,
    /// The maximum length of learned clauses that the members of a portfolio share. Much longer clauses slow some problems down.
    pub longest_shared: usize,
}

impl Default for Tuning {
    fn default() -> Self {
        Tuning {
            first_slice: 10_000,
            slice_growth: 2,
            eager_divisor: 2,
            eager_divisor_with_propagator: 8,
            refutation_price: 100,
            longest_shared: 8,
        }
    }
}
