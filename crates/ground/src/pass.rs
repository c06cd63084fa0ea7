//! The passes of grounding, translation and search: strategies that change the speed and never an answer.
//!
//! Each has a name in the field's words, can be left out ([`Passes::without`]), and reports what it did ([`Report`]).
//! `docs/solving.md` says of each where it comes from and what it is worth.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use crate::spelling::meant;

/// A strategy that may be left out.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
#[non_exhaustive]
pub enum Pass {
    /// Atoms with `_` are read as projections where the ground program becomes smaller.
    Projection,
    /// The joins of a recursive rule are planned again when its domains have doubled.
    JoinReplanning,
    /// The supports of one atom are factored by the literals that they share.
    Factoring,
    /// Supports of atoms that only constraints mention wait until somebody asks for their values.
    DeferredSupports,
    /// Loops are propagated only once loop formulas had to refute a few models.
    DeferredPropagation,
    /// At most one of many literals holds by groups, in place of pair by pair.
    AtMostOneGroups,
    /// Clauses that follow from as many sets as clauses (Hall's theorem).
    Pigeonhole,
    /// Clauses that follow from the work that tasks take on one machine.
    NoOverlap,
    /// Objectives over the value of an assigned sum are over its elements.
    AssignedSums,
    /// Bounds on objectives and weighted sums know exactly-one groups of literals.
    ExactlyOneGroups,
    /// Bounds on objectives know disjoint clauses, one literal of each of which has to be paid for.
    DisjointCovers,
    /// Symmetric answer sets are skipped in a long search for one or the best.
    Symmetries,
    /// Enumeration by backtracking, after the first answer sets.
    BacktrackingEnumeration,
    /// Under several priorities, literals of objectives are decided early, so that they cost nothing.
    SoftDecisions,
    /// Lower bounds of objectives by unsatisfiable cores.
    Cores,
    /// Cores that unit propagation finds come before those of strata.
    PropagatedCores,
    /// Cores and model-improving search take turns that grow.
    Interleaving,
    /// Model-improving search goes on with the objective that cores have reformulated.
    Reformulation,
    /// The solvers of a portfolio share short learned clauses.
    ClauseSharing,
    /// The portfolio has a solver that decides with positive phases.
    PositivePhases,
}

impl Pass {
    /// All passes, in the order in which a program meets them.
    pub const ALL: [Pass; 20] = [
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
        Pass::ClauseSharing,
        Pass::PositivePhases,
    ];

    /// The name on the command line and in statistics.
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

/// A name that no pass has.
#[derive(Clone, Debug, thiserror::Error)]
#[error("there is no pass `{name}`: {}", self.suggestion())]
pub struct UnknownPass {
    /// The name.
    pub name: String,
}

impl UnknownPass {
    fn suggestion(&self) -> String {
        let names = Pass::ALL.map(Pass::name);
        meant(&self.name, &names).unwrap_or_else(|| format!("the passes are {}", names.join(", ")))
    }
}

/// The passes that run; by default all.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Passes {
    /// Bit `pass as u32` says that it is left out.
    left_out: u32,
}

impl Passes {
    /// All passes.
    pub const ALL: Passes = Passes { left_out: 0 };

    /// The same passes but for one.
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

/// What a pass did, summed up over all its calls.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Report {
    /// How often it changed anything.
    pub fired: u64,
    /// Clauses that it added; negative where it saved some.
    pub clauses: i64,
    /// Variables that it added.
    pub variables: u64,
    /// How long it took, where it is measured by itself.
    pub time: Duration,
}

impl Report {
    /// A report of one change.
    pub fn once() -> Self {
        Report::of(true)
    }

    /// A report of one change, or of none.
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
    /// What a pass did.
    #[must_use]
    pub fn of(&self, pass: Pass) -> Report {
        self.0[pass as usize]
    }

    /// All passes, each with what it did.
    pub fn iter(&self) -> impl Iterator<Item = (Pass, Report)> + '_ {
        Pass::ALL.into_iter().zip(self.0)
    }

    /// Adds to what a pass did.
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
