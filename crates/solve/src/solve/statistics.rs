//! Counts and times of a search.

use std::time::Duration;

use groundplan_sat::SolverCounts;

use super::Search;
use crate::translate::loops::{LoopComponent, LoopPlan, Size};
use crate::translate::Method;
use groundplan_ground::{Pass, Report, Reports};

/// The number of components for each loop method.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
#[non_exhaustive]
pub struct MethodCounts {
    /// Components with [`Method::Eliminate`].
    pub eliminate: usize,
    /// Components with [`Method::Rank`].
    pub rank: usize,
    /// Components with [`Method::Lazy`].
    pub lazy: usize,
    /// Components with [`Method::Propagate`].
    pub propagate: usize,
}

impl MethodCounts {
    pub(super) fn of(plans: &[LoopPlan]) -> Self {
        let count = |method| plans.iter().filter(|plan| plan.method == method).count();
        MethodCounts {
            eliminate: count(Method::Eliminate),
            rank: count(Method::Rank),
            lazy: count(Method::Lazy),
            propagate: count(Method::Propagate),
        }
    }
}

/// Counts and times of a [`super::Search`] since its creation.
#[derive(Clone, PartialEq, Default, Debug)]
#[non_exhaustive]
pub struct Statistics {
    /// SAT variables.
    pub variables: usize,
    /// Clauses, without those that block answer sets already enumerated.
    pub clauses: usize,
    /// Components of the positive dependency graph with cycles.
    pub loop_components: usize,
    /// Atoms in these components.
    pub loop_atoms: usize,
    /// Number of components for each loop method.
    pub loop_methods: MethodCounts,
    /// Predicted clauses and variables for loops, with [`Method::Auto`] only.
    pub loop_predicted: Option<Size>,
    /// Actual clauses and variables for loops.
    pub loop_size: Size,
    /// Loop formulas added because a model was not stable.
    pub loop_formulas: usize,
    /// Number of symmetries that the last query broke: see [`Search::break_symmetries`].
    pub symmetries: usize,
    /// Reports of the passes of grounding, translation and search.
    pub passes: Reports,
    /// Counts of the SAT solvers that were called.
    pub solvers: Vec<SolverCounts>,
    /// Calls of the SAT solver.
    pub sat_calls: usize,
    /// Conflicts, if the backend counts them.
    pub conflicts: Option<u64>,
    /// Decisions, if the backend counts them.
    pub decisions: Option<u64>,
    /// Time in translation.
    pub translation: Duration,
    /// Time in the search: in the SAT solver, and between its calls.
    pub search: Duration,
}

impl Search {
    /// Returns the counts and times so far.
    #[must_use]
    pub fn statistics(&self) -> Statistics {
        let translation = &self.translation;
        let mut passes = self.statistics.passes;
        passes += translation.reports();
        let mut solvers = self.solver.counts().to_vec();
        for solver in &solvers {
            let shared = Report { clauses: solver.shared as i64, ..Report::of(solver.shared > 0) };
            passes.add(Pass::ClauseSharing, shared);
            if solver.is_positive {
                let report = Report { fired: solver.calls, time: solver.time, ..Report::default() };
                passes.add(Pass::PositivePhases, report);
            }
        }
        solvers.retain(|solver| solver.calls > 0);
        let mut predicted = None;
        for size in translation.plans().iter().filter_map(|plan| plan.predicted) {
            *predicted.get_or_insert_with(Size::default) += size;
        }
        Statistics {
            variables: translation.variable_count(),
            clauses: translation.clause_count(),
            loop_components: translation.components().len(),
            loop_atoms: translation.components().iter().map(LoopComponent::len).sum(),
            loop_methods: MethodCounts::of(translation.plans()),
            loop_predicted: predicted,
            loop_size: translation.loop_size(),
            loop_formulas: translation.loop_formula_count(),
            conflicts: self.solver.search_stats().map(|stats| stats.conflicts),
            decisions: self.solver.search_stats().map(|stats| stats.decisions),
            passes,
            solvers,
            ..self.statistics.clone()
        }
    }
}

impl Statistics {
    /// Adds the reports of other passes.
    pub fn with(mut self, reports: Reports) -> Self {
        self.passes += reports;
        self
    }

    /// Whether counting arguments (Hall sets, no-overlap) added clauses, which unit propagation alone does not find.
    #[must_use]
    pub fn has_counted(&self) -> bool {
        [Pass::Pigeonhole, Pass::NoOverlap].iter().any(|&pass| self.passes.of(pass).clauses > 0)
    }
}
