//! Options for encoding weighted sums and counts.

/// How sums are handled: encoded as clauses, or left to a propagator.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
#[non_exhaustive]
pub enum Sums {
    /// Encodes the sums that need few clauses, and propagates the others if the backend takes propagators. Without
    /// propagators, as [`Sums::Encode`].
    #[default]
    Auto,
    /// Encodes all sums as clauses.
    Encode,
    /// Propagates all sums except those that are equivalent to a conjunction or a disjunction.
    Propagate,
}

impl Sums {
    /// All options.
    pub const ALL: &'static [Sums] = &[Sums::Auto, Sums::Encode, Sums::Propagate];
}
