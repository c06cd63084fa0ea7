//! The numbers that steer the solvers and the portfolio ([`Backend::Portfolio`](crate::Backend::Portfolio)).
//!
//! All of them were measured on the 66 families of `scripts/bench/families`, with `scripts/bench/general`, unless a field says
//! otherwise; `docs/benchmarks/tried.md` has what came of other values.

/// The numbers that steer the solvers and the portfolio. None of them changes an answer.
#[derive(Clone, Copy, PartialEq, Debug)]
#[non_exhaustive]
pub struct Tuning {
    /// Conflicts of batsat's first time slice in the portfolio. Most of what batsat solves before CaDiCaL it solves within this.
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
    /// Learned clauses that batsat keeps at first, at least.
    pub least_learned: i32,
    /// Learned clauses that batsat keeps at first, as a part of the clauses. With batsat's own third, programs of 100,000
    /// clauses propagate ten times as slowly.
    pub learned_part: f64,
    /// By how much the limit of learned clauses grows in a solve.
    pub learned_growth: f64,
    /// Decay of activities where decisions are made with positive phases (batsat's own is 0.95).
    pub positive_decay: f64,
    /// By how much restarts of a solve grow there. Of 140 programs without an objective 17 are unsolved in 12 s, with Luby's
    /// sequence 25; 1.2 is as good, 3 less so.
    pub positive_restart_growth: f64,
}

impl Default for Tuning {
    fn default() -> Self {
        Tuning {
            first_slice: 10_000,
            slice_growth: 2,
            eager_divisor: 2,
            eager_divisor_with_propagator: 8,
            longest_shared: 8,
            least_learned: 8000,
            learned_part: 0.03,
            learned_growth: 1.05,
            positive_decay: 0.92,
            positive_restart_growth: 1.5,
        }
    }
}
