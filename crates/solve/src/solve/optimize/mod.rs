//! Best answer sets: those that are least on the objective of the highest priority, among these on the next, and so on.
//!
//! The first answer set is found without looking at any objective, by all solvers of the backend. Then one of them goes on, for
//! bounds are told to it cheaply, and to others as thousands of clauses (all together take 1.1 times as long, and 1.3 times the
//! memory). Level after level, cores raise the lower bound within a budget of conflicts; what that does not prove,
//! model-improving search does ([`level`]): every answer set found is better than the one before, and when none is left the
//! last one is proven best. Clauses keep the value of a level that is done while later ones are looked at.
//!
//! Where several threads search, some do nothing but raise lower bounds and the others nothing but improve answer sets; a
//! level is done for all of them when the highest lower bound and the best answer set meet ([`exchange`]).

mod exchange;
mod level;

use std::time::Instant;

use fixedbitset::FixedBitSet;
use groundplan_sat::Alarm;
use rustsat::types::Lit;

use self::exchange::Racing;
use super::cores::Cores;
use super::enumerate::exclude;
use super::objective::Objective;
use super::search::Found;
use super::{bound, Bound, End, Pause, Question, Search, SolveError, Step};
use groundplan_ground::program::{Literal, Minimize, Program};
use groundplan_ground::{Pass, Report};

/// Ever better answer sets in which the assumptions hold, and lower bounds of what they cost. After [`End::Exhausted`] the last one
/// is proven best.
#[derive(Debug)]
pub struct Optimization {
    /// The assumptions, and the switch.
    literals: Vec<Lit>,
    /// What cores have taught holds only with it, and what keeps the least values of objectives.
    switch: Option<Lit>,
    objectives: Vec<Minimize>,
    encoded: Vec<Objective>,
    best: Option<Vec<i64>>,
    /// The lower bound that others have proven.
    proven: Vec<i64>,
    /// The lower bound that was reported last.
    reported: Vec<i64>,
    /// The objectives before this one have their least values, given those before them.
    level: usize,
    phase: Phase,
    /// What cores have left of this one's.
    rest: Option<Rest>,
    role: Role,
    end: Option<End>,
    /// When a race is to begin, and what others are to be told then.
    race_begins: Option<Instant>,
    assumptions: Vec<Literal>,
    bound: Option<Bound>,
    alarm: Alarm,
    racing: Option<Racing>,
    /// A better answer set of another thread.
    received: Option<(FixedBitSet, Vec<i64>)>,
}

/// What an optimisation has found.
pub enum Progress {
    /// An answer set that is better than the one before, with its costs by falling priority.
    Better(FixedBitSet, Vec<i64>),
    /// A lower bound that is higher, or longer, than the one before: see [`Optimization::lower_bound`].
    Bound(Vec<i64>),
}

/// What an optimisation does at each level.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Role {
    /// All of it, one after the other.
    Alone,
    Cores,
    Improve,
}

/// How a level is worked on.
#[derive(Debug)]
enum Phase {
    /// It is about to begin.
    Begin,
    /// Cores raise its lower bound; before they go on, model-improving search has so many conflicts.
    Cores { cores: Box<Cores>, improving: u64 },
    /// Answer sets get better; nothing below so many units is left.
    Improve(usize),
}

/// An objective as cores have left it.
#[derive(Debug)]
struct Rest {
    /// What is spent beyond `lower` units.
    objective: Objective,
    lower: usize,
}

impl Optimization {
    /// Begins it; with a bound, among the answer sets that meet it.
    ///
    /// # Errors
    ///
    /// If the solver broke down.
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
        // While one level is looked at the others do not get much worse.
        if objectives.len() > 1 && search.config.passes.has(Pass::SoftDecisions) {
            let free: Vec<Lit> = soft.iter().map(|&lit| !lit).collect();
            search.solver.prefer(&free)?;
            search.statistics.passes.add(Pass::SoftDecisions, Report::of(!free.is_empty()));
        }
        let race_begins = if search.is_alone { None } else { search.config.threads.race_begins() };
        let alarm = Alarm::new();
        if let Some(time) = race_begins {
            alarm.ring_at(time);
            search.solver.set_alarm(Some(alarm.clone()));
        }
        let (literals, switch, end) = match bound::switched(search, program, assumptions, bound)? {
            Some((literals, switch)) => (literals, Some(switch), None),
            None => (Vec::new(), None, Some(End::Exhausted)),
        };
        Ok(Optimization {
            literals,
            switch,
            objectives,
            encoded,
            best: None,
            proven: Vec::new(),
            reported: Vec::new(),
            level: 0,
            phase: Phase::Begin,
            rest: None,
            role: Role::Alone,
            end,
            race_begins,
            assumptions: assumptions.to_vec(),
            bound: bound.cloned(),
            alarm,
            racing: None,
            received: None,
        })
    }

    /// What no answer set undercuts, by falling priority, as far as that is known: the values of the levels that are done,
    /// and a lower bound of the one that is being worked on.
    pub fn lower_bound(&self) -> Vec<i64> {
        self.own_lower_bound().max(self.proven.clone())
    }

    fn own_lower_bound(&self) -> Vec<i64> {
        let Some(best) = &self.best else { return Vec::new() };
        let mut bound = best[..self.level].to_vec();
        if let Some(objective) = self.encoded.get(self.level) {
            bound.push(objective.cost_of(match &self.phase {
                Phase::Begin => 0,
                // Clauses that came on the way may have left nothing that is as good as the best.
                Phase::Cores { cores, .. } => cores.lower().min(objective.units(best[self.level])),
                Phase::Improve(lower) => *lower,
            }));
        }
        bound
    }

    /// Has one of these literals hold in what is still to be found; whether it could, for other threads know nothing of it. What was
    /// found stays the best as long as nothing better is found.
    ///
    /// # Errors
    ///
    /// If the solver broke down.
    pub fn restrict(
        &mut self,
        search: &mut Search,
        program: &Program,
        clause: &[Literal],
    ) -> Result<bool, SolveError> {
        let (None, Some(switch)) = (self.end, self.switch) else { return Ok(true) };
        if self.racing.is_some() {
            return Ok(false);
        }
        if self.race_begins.take().is_some() {
            search.solver.set_alarm(None);
        }
        // What it leaves may be the other half of what is symmetric.
        search.forget_symmetries()?;
        exclude(search, program, clause, switch)?;
        Ok(true)
    }

    /// The lower bound where it is higher, or longer, than it was when it was told last.
    fn news(&mut self) -> Option<Vec<i64>> {
        let bound = self.lower_bound();
        (bound > self.reported).then(|| {
            self.reported.clone_from(&bound);
            bound
        })
    }

    /// What the last call of the solver has found; nothing, where it is no better.
    fn take(
        &mut self,
        search: &mut Search,
        program: &Program,
        found: Found,
    ) -> Result<Option<Step<Progress>>, SolveError> {
        match found {
            Found::Model(values) => {
                let atoms = search.answer_set(program, &values)?;
                let costs: Vec<i64> =
                    self.objectives.iter().map(|objective| objective.cost(&atoms)).collect();
                if self.best.as_ref().is_some_and(|best| costs >= *best) {
                    return Ok(None);
                }
                self.hold(search, costs.clone())?;
                self.publish(&atoms, &costs);
                Ok(Some(Step::Answer(Progress::Better(atoms, costs))))
            }
            // There is news, or it is time to begin a race.
            Found::Paused(Pause::News) => Ok(None),
            Found::Paused(Pause::Symmetries) => Ok(Some(Step::Paused(Pause::Symmetries))),
            Found::Paused(Pause::Stopped | Pause::OverBudget) => {
                let better = self.exchange(search)?;
                self.end(search, End::Interrupted)?;
                Ok(better.map(|(atoms, costs)| Step::Answer(Progress::Better(atoms, costs))))
            }
            // Without an answer set there is no best one.
            Found::None => self.end(search, End::Exhausted).map(|()| None),
        }
    }

    /// Takes what an answer set costs for the best known, whoever found it. From the first one on there are bounds, and one solver.
    fn hold(&mut self, search: &mut Search, costs: Vec<i64>) -> Result<(), SolveError> {
        if self.best.is_none() {
            search.retire_others()?;
        }
        self.best = Some(costs);
        Ok(())
    }

    /// Goes on with the next level: these literals keep the value of this one, and hold from now on.
    fn keep(&mut self, search: &mut Search, literals: &[Lit]) -> Result<(), SolveError> {
        if let Some(mut rest) = self.rest.take() {
            rest.objective.forget(search)?;
        }
        let switch = self.switch.expect("it has not ended");
        for &lit in literals {
            search.add_clause(&[!switch, lit])?;
        }
        self.level += 1;
        self.phase = Phase::Begin;
        Ok(())
    }
}

impl Question for Optimization {
    type Answer = Progress;

    fn next(&mut self, search: &mut Search, program: &Program) -> Result<Step<Progress>, SolveError> {
        loop {
            if self.race_begins.take_if(|time| *time <= Instant::now()).is_some() {
                self.begin_race(search, program)?;
            }
            if self.received.is_none() && self.end.is_none() {
                self.received = self.exchange(search)?;
            }
            if let Some(bound) = self.news() {
                tracing::debug!(?bound, "lower bound");
                return Ok(Step::Answer(Progress::Bound(bound)));
            }
            if let Some((atoms, costs)) = self.received.take() {
                return Ok(Step::Answer(Progress::Better(atoms, costs)));
            }
            match self.end {
                None => {}
                Some(End::Exhausted) => return Ok(Step::Exhausted),
                Some(_) => return Ok(Step::Paused(Pause::Stopped)),
            }
            let found = if self.best.is_none() {
                search.hand_over()?;
                Some(search.find(&self.literals)?)
            } else {
                self.step(search)?
            };
            let step = found.map_or(Ok(None), |found| self.take(search, program, found))?;
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
        let rest = self.rest.iter_mut().map(|rest| &mut rest.objective);
        let forgotten =
            self.encoded.iter_mut().chain(rest).try_for_each(|objective| objective.forget(search));
        self.racing = None;
        if let Some(switch) = self.switch.take() {
            search.add_clause(&[!switch])?;
        }
        forgotten
    }

    fn ended(&self) -> Option<End> {
        self.end
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solve::cores::Raised;
    use crate::solve::SearchConfig;
    use crate::translate::{Method, Sums};
    use groundplan_ground::program::{AtomId, Body, HeadKind};
    use groundplan_sat::Backend;
    use itertools::{iproduct, Itertools as _};

    /// The weight of a set of atoms: each has one of its own.
    fn weight(set: u32) -> i64 {
        (0..12_u32).filter(|bit| set >> bit & 1 == 1).map(|bit| 7 + i64::from(bit * bit % 13)).sum()
    }

    /// Optimises to the end: what the best answer set costs.
    fn optimum(search: &mut Search, program: &Program) -> Option<Vec<i64>> {
        let mut optimizer = Optimization::new(search, program, &[], None).unwrap();
        let mut last = None;
        while let Step::Answer(progress) = optimizer.next(search, program).unwrap() {
            if let Progress::Better(_, costs) = progress {
                last = Some(costs);
            }
        }
        assert_eq!(optimizer.ended(), Some(End::Exhausted));
        assert_eq!(Some(optimizer.lower_bound()).filter(|bound| !bound.is_empty()), last);
        last
    }

    /// Sets of twelve atoms that hit each of some triples, least by their weights, and by their number where these are equal;
    /// then, in a second shot, among those with the first atom, which a loop is about.
    #[test]
    fn a_budget_that_is_used_up_changes_no_optimum() {
        let mut configs = vec![SearchConfig::new(Backend::Cdnl, Method::Propagate), SearchConfig::default()];
        configs.push(SearchConfig { sums: Sums::Propagate, ..SearchConfig::default() });
        configs.push(SearchConfig { sums: Sums::Encode, ..SearchConfig::default() });
        configs.push(SearchConfig { method: Method::Propagate, ..SearchConfig::default() });
        // The solvers of a backend that has several take turns.
        for config in &mut configs {
            config.tuning.sat.first_slice = 2;
            config.tuning.core_conflicts = 1;
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

    /// Choices that hit sets of two and of three: whatever cores have been paid for, what is left of the objective can be kept
    /// within a bound where the objective could.
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
            // As where an answer set is known.
            search.retire_others().unwrap();
            let (literals, objective) = (&optimizer.literals, &optimizer.encoded[0]);
            // Not so far from it that cores would be all that is needed.
            let (least, upper) = (objective.units(least), objective.units(least) + 6);
            let switch = optimizer.switch.unwrap();
            let mut cores = Cores::new(&objective.inputs, literals, switch, 1000, steps % 2 == 0);
            for _ in 0..steps {
                let raised = cores.raise(&mut search, literals, upper).unwrap();
                assert!(!matches!(raised, Raised::Paused(_) | Raised::OverBudget));
            }
            let lower = cores.lower();
            assert!(lower <= least);
            let mut rest = cores.rest(&mut search, objective.is_varied, upper);
            for units in (lower..upper).rev() {
                let bound = rest.at_most(&mut search, units - lower).unwrap();
                search.hand_over().unwrap();
                let found = search.find(&[&literals[..], &bound].concat()).unwrap();
                let is_kept = matches!(found, Found::Model(_));
                assert_eq!(is_kept, units >= least, "seed {seed}, {steps} steps, {units} of {least}");
                looked_at += usize::from(!is_kept && lower > 0);
            }
        }
        assert!(looked_at > 100, "{looked_at}");
    }
}
