//! Search for best answer sets: least on the objective of the highest priority, among these on the next one, and so on.
//!
//! All solvers of the portfolio search for the first answer set, which ignores the objectives. Then one solver
//! continues, because it propagates bounds, which the others would need as thousands of clauses.
//!
//! Levels (priorities) are optimized one after the other. Cores raise the lower bound within a conflict budget. If that
//! proves no optimum, model-improving search continues ([`level`]): each answer set must be better than the one before,
//! and when there is none, the last one is best. In turns of its own it also improves parts of the best answer set
//! ([`neighbourhood`]). Clauses fix the value of a finished level while later ones are optimized.
//!
//! With several threads, some only raise lower bounds, and the others only improve answer sets. A level is finished in
//! all threads when the highest lower bound meets the best answer set ([`exchange`]).

mod exchange;
mod level;
mod neighbourhood;

use std::time::Instant;

use fixedbitset::FixedBitSet;
use groundplan_sat::Alarm;
use rustsat::types::Lit;

use self::exchange::Participation;
use self::neighbourhood::Neighbourhoods;
use super::cores::Cores;
use super::enumerate::add_conditional_clause;
use super::objective::Objective;
use super::{bound, Bound, End, Pause, Question, Search, SolveError, Step};
use crate::translate::Valuation;
use groundplan_ground::program::{Literal, Minimize, Program};
use groundplan_ground::{Pass, Report};

/// A question for a best answer set under assumptions.
///
/// Its answers are better and better answer sets, and lower bounds on the costs. After [`End::Exhausted`] the last
/// answer set is proven best.
#[derive(Debug)]
pub struct Optimization {
    /// The assumptions, including the activation literal.
    literals: Vec<Lit>,
    /// The activation literal of the clauses from cores, and of those that fix the values of finished levels.
    activation: Option<Lit>,
    objectives: Vec<Minimize>,
    encoded: Vec<Objective>,
    best: Option<Vec<i64>>,
    /// The lower bound that other threads have proven.
    proven: Vec<i64>,
    /// The lower bound that was reported last.
    reported: Vec<i64>,
    /// The index of the current objective. Earlier ones have their least values.
    level: usize,
    phase: Phase,
    /// The current objective as reformulated by cores.
    reformulated: Option<Reformulated>,
    neighbourhoods: Neighbourhoods,
    role: Role,
    end: Option<End>,
    /// The time at which other threads are started. The following fields are what they need.
    parallel_start: Option<Instant>,
    assumptions: Vec<Literal>,
    bound: Option<Bound>,
    alarm: Alarm,
    participation: Option<Participation>,
    /// A better answer set from another thread.
    received: Option<Answer>,
}

/// An answer of an optimization.
#[derive(Debug)]
pub enum Progress<T> {
    /// An answer set that is better than the one before.
    Better(T),
    /// A lower bound of the costs that is higher or longer than the one before: see [`Optimization::lower_bound`].
    Bound(Vec<i64>),
}

/// An answer set with its costs by falling priority.
type Answer = (FixedBitSet, Vec<i64>);

/// The tasks of an optimization at each level.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Role {
    /// Both tasks alternately, in a single thread.
    Alone,
    Cores,
    Improve,
}

/// The state of the work on a level.
#[derive(Debug)]
enum Phase {
    /// The level has not been started.
    Begin,
    /// Cores raise the lower bound. Before they continue, model-improving search may use `improving` conflicts.
    Cores { cores: Box<Cores>, improving: u64 },
    /// Answer sets are improved. No answer set costs fewer than this many units.
    Improve(usize),
}

/// An objective as reformulated by cores.
#[derive(Debug)]
struct Reformulated {
    /// The costs beyond `lower` units.
    objective: Objective,
    lower: usize,
}

impl Optimization {
    /// Creates the question. With a bound, only answer sets that meet it count.
    ///
    /// # Errors
    ///
    /// If the solver failed.
    pub fn new(
        search: &mut Search,
        program: &Program,
        assumptions: &[Literal],
        bound: Option<&Bound>,
    ) -> Result<Self, SolveError> {
        let objectives = program.objectives();
        let encoded = Objective::all(&mut search.translation, program, &objectives);
        let soft: Vec<Lit> =
            encoded.iter().flat_map(|objective| &objective.inputs).map(|&(l, _)| l).collect();
        search.translation.count_soft(&soft);
        // Positive costs are avoided at all levels, so that other levels do not get much worse while one is optimized.
        if objectives.len() > 1 && search.config.passes.has(Pass::SoftDecisions) {
            let free: Vec<Lit> = soft.iter().map(|&lit| !lit).collect();
            search.solver.prefer(&free)?;
            search.statistics.passes.add(Pass::SoftDecisions, Report::of(!free.is_empty()));
        }
        let parallel_start = if search.is_alone { None } else { search.config.threads.parallel_start() };
        let alarm = Alarm::new();
        if let Some(time) = parallel_start {
            alarm.ring_at(time);
            search.solver.set_alarm(Some(alarm.clone()));
        }
        let (literals, activation, end) =
            match bound::assumptions_with_activation(search, program, assumptions, bound)? {
                Some((literals, activation)) => (literals, Some(activation), None),
                None => (Vec::new(), None, Some(End::Exhausted)),
            };
        Ok(Optimization {
            literals,
            activation,
            objectives,
            encoded,
            best: None,
            proven: Vec::new(),
            reported: Vec::new(),
            level: 0,
            phase: Phase::Begin,
            reformulated: None,
            neighbourhoods: Neighbourhoods::new(search),
            role: Role::Alone,
            end,
            parallel_start,
            assumptions: assumptions.to_vec(),
            bound: bound.cloned(),
            alarm,
            participation: None,
            received: None,
        })
    }

    /// Returns a lower bound on the costs by falling priority: the values of finished levels, and a lower bound for the
    /// current one.
    pub fn lower_bound(&self) -> Vec<i64> {
        self.own_lower_bound().max(self.proven.clone())
    }

    fn own_lower_bound(&self) -> Vec<i64> {
        let Some(best) = &self.best else { return Vec::new() };
        let mut bound = best[..self.level].to_vec();
        if let Some(objective) = self.encoded.get(self.level) {
            bound.push(objective.cost_of(match &self.phase {
                Phase::Begin => 0,
                // Clauses added in between may have excluded all answer sets as good as the best.
                Phase::Cores { cores, .. } => cores.lower().min(objective.units(best[self.level])),
                Phase::Improve(lower) => *lower,
            }));
        }
        bound
    }

    /// Adds a clause that all further answer sets must satisfy. The best answer set remains the best until a better one
    /// is found.
    ///
    /// Returns false if that is impossible because other threads are running, which do not know the clause.
    ///
    /// # Errors
    ///
    /// If the solver failed.
    pub fn restrict(
        &mut self,
        search: &mut Search,
        program: &Program,
        clause: &[Literal],
    ) -> Result<bool, SolveError> {
        let (None, Some(activation)) = (self.end, self.activation) else { return Ok(true) };
        if self.participation.is_some() {
            return Ok(false);
        }
        if self.parallel_start.take().is_some() {
            search.solver.set_alarm(None);
        }
        // The clause may exclude the symmetric answer sets that symmetry breaking keeps.
        search.forget_symmetries()?;
        add_conditional_clause(search, program, clause, activation)?;
        Ok(true)
    }

    /// Returns the lower bound if it is higher or longer than the one reported last.
    fn new_lower_bound(&mut self) -> Option<Vec<i64>> {
        let bound = self.lower_bound();
        (bound > self.reported).then(|| {
            self.reported.clone_from(&bound);
            bound
        })
    }

    /// Processes the outcome of the solver's last call. Returns a step to report, or `None` if the answer set is no
    /// better.
    fn process(
        &mut self,
        search: &mut Search,
        program: &Program,
        found: Step<Valuation>,
    ) -> Result<Option<Step<Progress<Answer>>>, SolveError> {
        match found {
            Step::Answer(values) => {
                let atoms = search.answer_set(program, &values)?;
                let costs: Vec<i64> =
                    self.objectives.iter().map(|objective| objective.cost(&atoms)).collect();
                if self.best.as_ref().is_some_and(|best| costs >= *best) {
                    return Ok(None);
                }
                self.set_best(search, &atoms, costs.clone())?;
                self.publish(&atoms, &costs);
                Ok(Some(Step::Answer(Progress::Better((atoms, costs)))))
            }
            // Other threads have results, or it is time to start threads.
            Step::Paused(Pause::Notified) => Ok(None),
            Step::Paused(Pause::Symmetries) => Ok(Some(Step::Paused(Pause::Symmetries))),
            Step::Paused(Pause::Stopped | Pause::OverBudget) => {
                let better = self.exchange(search)?;
                self.end(search, End::Interrupted)?;
                Ok(better.map(|(atoms, costs)| Step::Answer(Progress::Better((atoms, costs)))))
            }
            // Without an answer set there is no best one.
            Step::Exhausted => self.end(search, End::Exhausted).map(|()| None),
        }
    }

    /// Sets the costs of the best known answer set, from this or another thread. With the first one, the other solvers
    /// of the portfolio retire.
    fn set_best(
        &mut self,
        search: &mut Search,
        atoms: &FixedBitSet,
        costs: Vec<i64>,
    ) -> Result<(), SolveError> {
        if self.best.is_none() {
            search.retire_others()?;
        }
        self.best = Some(costs);
        self.neighbourhoods.move_to(search, atoms);
        Ok(())
    }

    /// Finishes the current level: these literals fix its value from now on. Continues with the next level.
    fn finish_level(&mut self, search: &mut Search, literals: &[Lit]) -> Result<(), SolveError> {
        if let Some(mut reformulated) = self.reformulated.take() {
            reformulated.objective.remove_bounds(search)?;
        }
        let activation = self.activation.expect("it has not ended");
        for &lit in literals {
            search.add_clause(&[!activation, lit])?;
        }
        self.level += 1;
        self.phase = Phase::Begin;
        Ok(())
    }
}

impl Question for Optimization {
    type Answer = Progress<Answer>;

    fn next(&mut self, search: &mut Search, program: &Program) -> Result<Step<Progress<Answer>>, SolveError> {
        loop {
            if self.parallel_start.take_if(|time| *time <= Instant::now()).is_some() {
                self.start_threads(search, program)?;
            }
            if self.received.is_none() && self.end.is_none() {
                self.received = self.exchange(search)?;
            }
            if let Some(bound) = self.new_lower_bound() {
                tracing::debug!(?bound, "lower bound");
                return Ok(Step::Answer(Progress::Bound(bound)));
            }
            if let Some((atoms, costs)) = self.received.take() {
                return Ok(Step::Answer(Progress::Better((atoms, costs))));
            }
            match self.end {
                None => {}
                Some(End::Exhausted) => return Ok(Step::Exhausted),
                Some(_) => return Ok(Step::Paused(Pause::Stopped)),
            }
            let found = if self.best.is_none() {
                search.hand_over()?;
                Some(search.find(&self.literals)?)
            } else if self.is_exploring(search) {
                self.explore(search)?
            } else {
                self.step(search)?
            };
            let step = found.map_or(Ok(None), |found| self.process(search, program, found))?;
            if let Some(step) = step {
                return Ok(step);
            }
        }
    }

    fn end(&mut self, search: &mut Search, end: End) -> Result<(), SolveError> {
        if *self.end.get_or_insert(end) == End::Exhausted {
            self.publish_end();
        }
        search.solver.set_alarm(None);
        let reformulated = self.reformulated.iter_mut().map(|reformulated| &mut reformulated.objective);
        let forgotten = self
            .encoded
            .iter_mut()
            .chain(reformulated)
            .try_for_each(|objective| objective.remove_bounds(search));
        self.participation = None;
        if let Some(activation) = self.activation.take() {
            search.add_clause(&[!activation])?;
        }
        forgotten
    }

    /// An answer set from another thread that has not been returned is still to come, although the search is over.
    fn ended(&self) -> Option<End> {
        self.end.filter(|_| self.received.is_none())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solve::SearchConfig;
    use crate::translate::{Method, Sums};
    use groundplan_ground::program::{AtomId, Body, HeadKind};
    use groundplan_sat::Backend;
    use itertools::{iproduct, Itertools as _};

    /// Returns the weight of a set of atoms, in which each atom has a different weight.
    fn weight(set: u32) -> i64 {
        (0..12_u32).filter(|bit| set >> bit & 1 == 1).map(|bit| 7 + i64::from(bit * bit % 13)).sum()
    }

    /// Optimizes to the end, and returns the costs of the best answer set.
    fn optimum(search: &mut Search, program: &Program) -> Option<Vec<i64>> {
        let mut optimizer = Optimization::new(search, program, &[], None).unwrap();
        let mut last = None;
        while let Step::Answer(progress) = optimizer.next(search, program).unwrap() {
            if let Progress::Better((_, costs)) = progress {
                last = Some(costs);
            }
        }
        assert_eq!(optimizer.ended(), Some(End::Exhausted));
        assert_eq!(Some(optimizer.lower_bound()).filter(|bound| !bound.is_empty()), last);
        last
    }

    /// Another thread may prove by the same answer set that there is no better one.
    #[test]
    fn an_answer_set_that_another_thread_found_is_returned_after_the_end() {
        let mut program = Program::new();
        let atom = program.new_atom();
        program.rules.push(HeadKind::Choice, &[atom], Body::Conjunction(&[]));
        program.minimize.push(Minimize { priority: 0, elements: vec![(atom.positive(), 1)] });
        let mut search = Search::new(&SearchConfig::default()).unwrap();
        search.add(&program).unwrap();
        let mut optimizer = Optimization::new(&mut search, &program, &[], None).unwrap();
        optimizer.received = Some((FixedBitSet::with_capacity(1), vec![0]));
        optimizer.end(&mut search, End::Exhausted).unwrap();
        let mut found = Vec::new();
        while optimizer.ended().is_none() {
            if let Step::Answer(Progress::Better((_, costs))) = optimizer.next(&mut search, &program).unwrap()
            {
                found.push(costs);
            }
        }
        assert_eq!(found, [[0]]);
    }

    /// Minimizes sets of twelve atoms that hit given triples, by weight and then by number. In a second shot, a loop
    /// requires the first atom.
    #[test]
    fn a_budget_that_is_used_up_changes_no_optimum() {
        let mut configs = vec![SearchConfig::new(Backend::Cdnl, Method::Propagate), SearchConfig::default()];
        configs.push(SearchConfig { sums: Sums::Propagate, ..SearchConfig::default() });
        configs.push(SearchConfig { sums: Sums::Encode, ..SearchConfig::default() });
        configs.push(SearchConfig { method: Method::Propagate, ..SearchConfig::default() });
        // Small slices and budgets make all phases and solvers take turns.
        for config in &mut configs {
            config.tuning.sat.first_slice = 2;
            config.tuning.core_conflicts = 1;
        }
        // In two of them neighbourhoods take turns too, which may prove an optimum.
        for number in 0..2 {
            let mut exploring = configs[number].clone();
            exploring.tuning.neighbourhood_pause = 2;
            configs.push(exploring);
        }
        for (seed, counts_first) in (0..40_u32).cartesian_product([false, true]) {
            let triples: Vec<[u32; 3]> =
                (0..14).map(|i| [seed + 5 * i, 3 * seed + 7 * i + 1, seed * i + 2].map(|x| x % 12)).collect();
            let hits = |set: u32| triples.iter().all(|triple| triple.iter().any(|atom| set >> atom & 1 == 1));
            let costs = |set: u32| match (weight(set), i64::from(set.count_ones())) {
                (weight, count) if counts_first => [count, weight],
                (weight, count) => [weight, count],
            };
            let least = |sets: &mut dyn Iterator<Item = u32>| sets.filter(|&set| hits(set)).map(costs).min();
            for config in &configs {
                let mut program = Program::new();
                let atoms: Vec<AtomId> = (0..12).map(|_| program.new_atom()).collect();
                program.rules.push(HeadKind::Choice, &atoms, Body::Conjunction(&[]));
                for triple in &triples {
                    let missed = triple.map(|atom| AtomId(atom).negative());
                    program.rules.push(HeadKind::Disjunction, &[], Body::Conjunction(&missed));
                }
                let elements = atoms.iter().map(|&atom| (atom.positive(), weight(1 << atom.0))).collect();
                program.minimize.push(Minimize { priority: 2, elements });
                let elements = atoms.iter().map(|&atom| (atom.positive(), 1)).collect();
                program.minimize.push(Minimize { priority: if counts_first { 3 } else { 1 }, elements });
                let mut search = Search::new(config).unwrap();
                search.add(&program).unwrap();
                let expected = least(&mut (0..1 << 12)).map(Vec::from);
                assert_eq!(optimum(&mut search, &program), expected, "seed {seed}, {config:?}");
                assert_eq!(optimum(&mut search, &program), expected, "seed {seed}, {config:?}, again");
                let (there, back) = (program.new_atom(), program.new_atom());
                for (head, body) in [(there, back), (back, there), (there, atoms[0])] {
                    program.rules.push(HeadKind::Disjunction, &[head], Body::Conjunction(&[body.positive()]));
                }
                program.rules.push(HeadKind::Disjunction, &[], Body::Conjunction(&[there.negative()]));
                search.add(&program).unwrap();
                let expected = least(&mut (0..1 << 12).filter(|set| set & 1 == 1)).map(Vec::from);
                assert_eq!(optimum(&mut search, &program), expected, "seed {seed}, {config:?}, second shot");
            }
        }
    }

    /// The reformulated objective can be bounded exactly where the objective can, after any number of cores.
    #[test]
    fn what_cores_have_left_can_be_kept_low_where_the_objective_can() {
        let mut looked_at = 0;
        for (seed, steps, is_count) in iproduct!(0..24_u32, 1..10, [false, true]) {
            // Three of five, twice, and one of each pair.
            let starts = [0, 5 + seed % 3].into_iter();
            let threes = starts.flat_map(|start| (start..start + 5).combinations(3));
            let pairs = (0..4).map(|i| vec![(7 * i * i + seed * i) % 12, (5 * i + seed / 3) % 12]);
            let sets: Vec<Vec<u32>> = threes.chain(pairs).collect();
            let hits = |choice: u32| sets.iter().all(|set| set.iter().any(|atom| choice >> atom & 1 == 1));
            let cost = |set: u32| if is_count { i64::from(set.count_ones()) } else { weight(set) };
            let least = (0..1 << 12).filter(|&set| hits(set)).map(cost).min().expect("all of them hit");
            let mut program = Program::new();
            let atoms: Vec<AtomId> = (0..12).map(|_| program.new_atom()).collect();
            program.rules.push(HeadKind::Choice, &atoms, Body::Conjunction(&[]));
            for set in &sets {
                let missed: Vec<Literal> = set.iter().map(|&atom| AtomId(atom).negative()).collect();
                program.rules.push(HeadKind::Disjunction, &[], Body::Conjunction(&missed));
            }
            let elements = atoms.iter().map(|&atom| (atom.positive(), cost(1 << atom.0))).collect();
            program.minimize.push(Minimize { priority: 0, elements });
            let mut search = Search::new(&SearchConfig::default()).unwrap();
            search.add(&program).unwrap();
            let optimizer = Optimization::new(&mut search, &program, &[], None).unwrap();
            // The state after a first answer set.
            search.retire_others().unwrap();
            let (literals, objective) = (&optimizer.literals, &optimizer.encoded[0]);
            // Close enough that cores alone do not finish.
            let (least, upper) = (objective.units(least), objective.units(least) + 6);
            let activation = optimizer.activation.unwrap();
            let mut cores = Cores::new(&objective.inputs, literals, activation, 1000, steps % 2 == 0);
            for _ in 0..steps {
                let raised = cores.raise(&mut search, literals, upper).unwrap();
                assert!(!matches!(raised, Some(Step::Paused(_))));
            }
            let lower = cores.lower();
            assert!(lower <= least);
            let mut reformulated = cores.reformulate(&mut search, objective.is_varied, upper);
            for units in (lower..upper).rev() {
                let bound = reformulated.at_most(&mut search, units - lower).unwrap();
                search.hand_over().unwrap();
                let found = search.find(&[&literals[..], &bound].concat()).unwrap();
                let is_kept = matches!(found, Step::Answer(_));
                assert_eq!(is_kept, units >= least, "seed {seed}, {steps} steps, {units} of {least}");
                looked_at += usize::from(!is_kept && lower > 0);
            }
        }
        assert!(looked_at > 100, "{looked_at}");
    }
}
