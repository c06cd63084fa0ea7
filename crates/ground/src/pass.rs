//! The passes of grounding, translation and search: optional strategies that change the speed but never an answer.
//!
//! Each pass is named by a term of the literature, can be left out ([`Passes::without`]), and reports its effects
//! ([`Report`]). `docs/solving.md` and, for objectives, `docs/optimisation.md` give the source and the benefit of each.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use crate::spelling;

/// A strategy that can be left out.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
#[non_exhaustive]
pub enum Pass {
    /// Reads atoms with `_` as projections where the ground program becomes smaller.
    Projection,
    /// Plans the joins of a recursive rule again when its domains have doubled.
    JoinReplanning,
    /// Factors the supports of an atom by the literals that they share.
    Factoring,
    /// Delays the supports of atoms that only constraints mention until their values are needed.
    DeferredSupports,
    /// Propagates loops only after loop formulas had to refute a few models.
    DeferredPropagation,
    /// Encodes that at most one of many literals holds by groups instead of pair by pair.
    AtMostOneGroups,
    /// Adds clauses that follow from Hall sets: as many clauses as at-most-one sets that cover their literals.
    Pigeonhole,
    /// Adds clauses that compare the work of tasks on one machine with the time they have.
    NoOverlap,
    /// Replaces the value of an assigned sum in an objective by the sum's elements.
    AssignedSums,
    /// Uses exactly-one groups of literals in bounds on objectives and weighted sums.
    ExactlyOneGroups,
    /// Uses disjoint clauses in bounds on objectives: at least one literal of each clause has to be paid for.
    DisjointCovers,
    /// Skips symmetric answer sets in a long search for one answer set or the best.
    Symmetries,
    /// Enumerates by backtracking after the first answer set.
    BacktrackingEnumeration,
    /// Under several priorities, decides literals of objectives early, so that they cost nothing.
    SoftDecisions,
    /// Finds lower bounds of objectives by unsatisfiable cores.
    Cores,
    /// Uses cores that unit propagation finds before those of strata.
    PropagatedCores,
    /// Alternates between core-guided and model-improving search, in growing time slices.
    Interleaving,
    /// Continues model-improving search with the objective that cores have reformulated.
    Reformulation,
    /// Searches for better answer sets near the best one: large neighbourhood search.
    Neighbourhoods,
    /// Shares short learned clauses between the solvers of a portfolio.
    ClauseSharing,
    /// Adds a solver that decides with positive phases to the portfolio.
    PositivePhases,
}

impl Pass {
    /// All passes, in the order in which they apply to a program.
    pub const ALL: [Pass; 21] = [
        Pass::Projection,
        Pass::JoinReplanning,
        Pass::Factoring,
        Pass::DeferredSupports,
        Pass::DeferredPropagation,
        Pass::AtMostOneGroups,
        Pass::Pigeonhole,
        Pass::NoOverlap,
        Pass::AssignedSums,
        Pass::ExactlyOneGroups,
        Pass::DisjointCovers,
        Pass::Symmetries,
        Pass::BacktrackingEnumeration,
        Pass::SoftDecisions,
        Pass::Cores,
        Pass::PropagatedCores,
        Pass::Interleaving,
        Pass::Reformulation,
        Pass::Neighbourhoods,
        Pass::ClauseSharing,
        Pass::PositivePhases,
    ];

    /// The pass's name on the command line and in statistics.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Pass::Projection => "projection",
            Pass::JoinReplanning => "join-replanning",
            Pass::Factoring => "factoring",
            Pass::DeferredSupports => "deferred-supports",
            Pass::DeferredPropagation => "deferred-propagation",
            Pass::AtMostOneGroups => "at-most-one-groups",
            Pass::Pigeonhole => "pigeonhole",
            Pass::NoOverlap => "no-overlap",
            Pass::AssignedSums => "assigned-sums",
            Pass::ExactlyOneGroups => "exactly-one-groups",
            Pass::DisjointCovers => "disjoint-covers",
            Pass::Symmetries => "symmetries",
            Pass::BacktrackingEnumeration => "backtracking-enumeration",
            Pass::SoftDecisions => "soft-decisions",
            Pass::Cores => "cores",
            Pass::PropagatedCores => "propagated-cores",
            Pass::Interleaving => "interleaving",
            Pass::Reformulation => "reformulation",
            Pass::Neighbourhoods => "neighbourhoods",
            Pass::ClauseSharing => "clause-sharing",
            Pass::PositivePhases => "positive-phases",
        }
    }
}

impl fmt::Display for Pass {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Pass {
    type Err = UnknownPass;

    fn from_str(name: &str) -> Result<Self, UnknownPass> {
        let found = Pass::ALL.into_iter().find(|pass| pass.name() == name);
        found.ok_or_else(|| UnknownPass { name: name.to_owned() })
    }
}

/// The error for a name that no pass has.
#[derive(Clone, Debug, thiserror::Error)]
#[error("there is no pass `{name}`: {}", self.suggestion())]
pub struct UnknownPass {
    /// The unknown name.
    pub name: String,
}

impl UnknownPass {
    fn suggestion(&self) -> String {
        let names = Pass::ALL.map(Pass::name);
        spelling::suggestion(&self.name, &names)
            .unwrap_or_else(|| format!("the passes are {}", names.join(", ")))
    }
}

/// The set of passes that run; by default all.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Passes {
    /// The passes that are left out: bit `pass as u32` for each of them.
    left_out: u32,
}

impl Passes {
    /// All passes.
    pub const ALL: Passes = Passes { left_out: 0 };

    /// Returns these passes without one of them.
    #[must_use]
    pub fn without(self, pass: Pass) -> Self {
        Passes { left_out: self.left_out | 1 << pass as u32 }
    }

    /// Whether a pass runs.
    #[must_use]
    pub fn has(self, pass: Pass) -> bool {
        self.left_out >> (pass as u32) & 1 == 0
    }
}

impl Default for Passes {
    fn default() -> Self {
        Passes::ALL
    }
}

/// The effects of a pass, summed over all its runs.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Report {
    /// The number of times that it changed something.
    pub fired: u64,
    /// The number of clauses that it added; negative if it saved clauses.
    pub clauses: i64,
    /// The number of variables that it added.
    pub variables: u64,
    /// The time that it took; zero if it is not measured separately.
    pub time: Duration,
}

impl Report {
    /// Returns a report of one change.
    pub fn once() -> Self {
        Report::of(true)
    }

    /// Returns a report of one change if `fired`, of none otherwise.
    pub fn of(fired: bool) -> Self {
        Report { fired: u64::from(fired), ..Report::default() }
    }
}

impl std::ops::AddAssign for Report {
    fn add_assign(&mut self, other: Report) {
        self.fired += other.fired;
        self.clauses += other.clauses;
        self.variables += other.variables;
        self.time += other.time;
    }
}

/// The reports of all passes.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Reports([Report; Pass::ALL.len()]);

impl Reports {
    /// Returns the report of a pass.
    #[must_use]
    pub fn of(&self, pass: Pass) -> Report {
        self.0[pass as usize]
    }

    /// Iterates over all passes with their reports.
    pub fn iter(&self) -> impl Iterator<Item = (Pass, Report)> + '_ {
        Pass::ALL.into_iter().zip(self.0)
    }

    /// Adds a report to that of a pass.
    pub fn add(&mut self, pass: Pass, report: Report) {
        self.0[pass as usize] += report;
    }
}

impl std::ops::AddAssign for Reports {
    fn add_assign(&mut self, other: Reports) {
        for (report, other) in self.0.iter_mut().zip(other.0) {
            *report += other;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_back_and_places_are_those_of_the_list() {
        for (index, pass) in Pass::ALL.into_iter().enumerate() {
            assert_eq!(pass as usize, index);
            assert_eq!(pass.name().parse::<Pass>().unwrap(), pass);
            assert!(!Passes::ALL.without(pass).has(pass));
            assert_eq!(
                Pass::ALL.iter().filter(|&&other| Passes::ALL.without(pass).has(other)).count(),
                Pass::ALL.len() - 1
            );
        }
        let error = "pigeon".parse::<Pass>().unwrap_err().to_string();
        assert_eq!(error, "there is no pass `pigeon`: did you mean `pigeonhole`?");
        let error = "nonsense".parse::<Pass>().unwrap_err().to_string();
        assert!(Pass::ALL.iter().all(|pass| error.contains(pass.name())), "{error}");
    }
}
