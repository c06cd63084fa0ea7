//! Search for all minimal sets of assumptions that exclude each other.
//!
//! The algorithm is MARCO (Liffiton, Previti, Malik & Marques-Silva: Fast, flexible MUS enumeration, Constraints 21,
//! 2016). A formula with one variable for each assumption, the *map*, describes the sets that are not explored yet. A
//! maximal one of them is the next *seed*. If the seed has no answer set, it is shrunk to a minimal core, and the map
//! excludes all supersets of the core. Otherwise the map excludes all subsets of the seed.
//!
//! Invariant: a seed with an answer set is a maximal consistent set, because each larger set contains a core that is
//! already known. So seeds need not be grown.

use fixedbitset::FixedBitSet;
use groundplan_sat::Solver;
use rustc_hash::{FxHashMap, FxHashSet};
use rustsat::solvers::{Solve, SolverResult};
use rustsat::types::{Cl, Lit, TernaryVal};

use super::refuter::Refuting;
use super::{End, MinimalCore, Question, Refuter, Search, SolveError, Step};
use groundplan_ground::program::{Literal, Program};

/// A question for all minimal sets of soft assumptions that have no answer set together with the hard ones.
///
/// Each answer is such a set, or a larger one on the way to it. After [`End::Exhausted`] there are no other minimal
/// sets. A refuter helps where the search for an answer set takes long. Unless it does, the first one is that of [`MinimalCore`].
#[derive(Debug)]
pub struct MinimalCores<R> {
    refuting: Refuting<R>,
    hard: Vec<Literal>,
    soft: Vec<Literal>,
    map: Map,
    seed: Option<Seed>,
    end: Option<End>,
}

/// An answer of a search for all minimal cores.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum FoundCore {
    /// Assumptions without an answer set, perhaps more than necessary. It is smaller than the one before, unless that
    /// was minimal.
    Smaller(Vec<Literal>),
    /// A minimal core that was not found before.
    Minimal(Vec<Literal>),
}

/// An unexplored set that is being shrunk to a minimal core.
#[derive(Debug)]
struct Seed {
    members: FixedBitSet,
    shrinking: MinimalCore,
    /// The smallest core so far; `None` while the seed is not known to have no answer set.
    core: Option<Vec<Literal>>,
}

impl<R: Refuter> MinimalCores<R> {
    /// Creates the question.
    pub fn new(hard: &[Literal], soft: &[Literal], refuter: R) -> Self {
        let mut seen = FxHashSet::default();
        let soft: Vec<Literal> = soft.iter().copied().filter(|&literal| seen.insert(literal)).collect();
        let map = Map::new(&soft);
        MinimalCores {
            refuting: Refuting::new(refuter),
            hard: hard.to_vec(),
            soft,
            map,
            seed: None,
            end: None,
        }
    }

    /// Ends the question with [`End::Interrupted`] after this many conflicts of the solver, if it counts them.
    #[must_use]
    pub fn within(mut self, conflicts: Option<u64>) -> Self {
        self.refuting.left = conflicts;
        self
    }

    /// The refuter.
    pub fn refuter(&mut self) -> &mut R {
        &mut self.refuting.refuter
    }

    /// Starts to shrink the next seed. Returns the reason for the end if there is no seed.
    fn begin_seed(&mut self, search: &Search) -> Result<Option<End>, SolveError> {
        let members = match self.map.next_unexplored(search)? {
            Unexplored::Set(members) => members,
            Unexplored::None => return Ok(Some(End::Exhausted)),
            Unexplored::Interrupted => return Ok(Some(End::Interrupted)),
        };
        let soft: Vec<Literal> = members.ones().map(|index| self.soft[index]).collect();
        let shrinking = MinimalCore::new(&self.hard, &soft);
        self.seed = Some(Seed { members, shrinking, core: None });
        Ok(None)
    }
}

impl<R: Refuter> Question for MinimalCores<R> {
    type Answer = FoundCore;

    fn next(&mut self, search: &mut Search, program: &Program) -> Result<Step<FoundCore>, SolveError> {
        loop {
            if let Some(end) = self.end {
                return self.conclude(search, end);
            }
            let Some(seed) = &mut self.seed else {
                self.end = self.begin_seed(search)?;
                continue;
            };
            match seed.shrinking.next_refuted(search, program, Some(&mut self.refuting))? {
                Step::Answer(core) => {
                    seed.core = Some(core.clone());
                    return Ok(Step::Answer(FoundCore::Smaller(core)));
                }
                Step::Paused(_) => self.end = Some(End::Interrupted),
                Step::Exhausted => {
                    let Some(Seed { members, core, .. }) = self.seed.take() else { continue };
                    match core {
                        Some(core) => {
                            self.map.exclude_supersets(&core);
                            return Ok(Step::Answer(FoundCore::Minimal(core)));
                        }
                        None => self.map.exclude_subsets(&members),
                    }
                }
            }
        }
    }

    fn end(&mut self, _: &mut Search, end: End) -> Result<(), SolveError> {
        self.end.get_or_insert(end);
        Ok(())
    }

    fn ended(&self) -> Option<End> {
        self.end
    }
}

/// The formula whose models are the sets of assumptions that are not explored yet.
#[derive(Debug)]
struct Map {
    indices: FxHashMap<Literal, usize>,
    cores: Vec<FixedBitSet>,
    /// The clauses that the solver has not received yet.
    clauses: Vec<Vec<Lit>>,
    /// Created with the second seed: the first one is the set of all assumptions.
    solver: Option<Box<Solver>>,
    is_untouched: bool,
}

/// The outcome of the search for a set that is not explored yet.
enum Unexplored {
    Set(FixedBitSet),
    None,
    Interrupted,
}

impl Map {
    fn new(soft: &[Literal]) -> Self {
        let indices = soft.iter().enumerate().map(|(index, &literal)| (literal, index)).collect();
        Map { indices, cores: Vec::new(), clauses: Vec::new(), solver: None, is_untouched: true }
    }

    /// Returns a maximal set that neither contains a core nor is contained in a consistent set, as far as these are
    /// known.
    fn next_unexplored(&mut self, search: &Search) -> Result<Unexplored, SolveError> {
        let count = self.indices.len();
        let mut members = FixedBitSet::with_capacity(count);
        if std::mem::take(&mut self.is_untouched) {
            members.insert_range(..);
            return Ok(Unexplored::Set(members));
        }
        if self.clauses.iter().any(Vec::is_empty) {
            return Ok(Unexplored::None);
        }
        let solver = match &mut self.solver {
            Some(solver) => solver,
            solver => solver.insert(Box::new(Solver::with_config(search.config.sat())?)),
        };
        solver.set_deadline(search.solver.deadline());
        for clause in self.clauses.drain(..) {
            solver.add_clause_ref(Cl::new(&clause)).map_err(SolveError::solver)?;
        }
        match solver.solve().map_err(SolveError::solver)? {
            SolverResult::Unsat => return Ok(Unexplored::None),
            SolverResult::Interrupted => return Ok(Unexplored::Interrupted),
            SolverResult::Sat => {}
        }
        for index in 0..count {
            members.set(index, matches!(solver.lit_val(in_set(index)), Ok(TernaryVal::True)));
        }
        for index in 0..count {
            if !members.put(index) && self.cores.iter().any(|core| core.is_subset(&members)) {
                members.remove(index);
            }
        }
        Ok(Unexplored::Set(members))
    }

    fn exclude_supersets(&mut self, core: &[Literal]) {
        let core: FixedBitSet = core.iter().map(|literal| self.indices[literal]).collect();
        self.clauses.push(core.ones().map(|index| !in_set(index)).collect());
        self.cores.push(core);
    }

    fn exclude_subsets(&mut self, members: &FixedBitSet) {
        self.clauses.push((0..self.indices.len()).filter(|&index| !members[index]).map(in_set).collect());
    }
}

/// The literal of the map that an assumption is in the set.
fn in_set(index: usize) -> Lit {
    Lit::positive(index as u32)
}
