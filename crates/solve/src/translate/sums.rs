//! What is done about weighted sums and counts.

/// Which sums become clauses, and which are left to a propagator.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
#[non_exhaustive]
pub enum Sums {
    /// Clauses for those that few are enough for, in backends that take propagators; else as [`Sums::Encode`].
    #[default]
    Auto,
    /// Clauses for all.
    Encode,
    /// Clauses only for what is a conjunction or a disjunction.
    Propagate,
}

impl Sums {
    /// All of them.
    pub const ALL: &'static [Sums] = &[Sums::Auto, Sums::Encode, Sums::Propagate];
}
