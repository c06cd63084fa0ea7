//! Best answer sets: those that are least on the objective of the highest priority, among these on the next, and so on.
//!
//! The first answer set is found without looking at any objective, so that a program without one pays nothing. Then, level
//! after level, cores raise the lower bound within a budget of conflicts; what that does not prove, model-improving search
//! does ([`level`]): every answer set found is better than the one before, and when none is left the last one is proven best.
//! The value of a level that is done is kept by assumptions while later ones are looked at.
//!
//! Where several threads search, some do nothing but raise lower bounds and the others nothing but improve answer sets; a
//! level is done for all of them when the highest lower bound and the best answer set meet ([`exchange`]).

mod exchange;
mod level;

use std::time::Instant;

use fixedbitset::FixedBitSet;
use groundplan_sat::Alarm;
use rustsat::solvers::Solve;
use rustsat::types::{Cl, Lit, TernaryVal};

use self::exchange::Racing;
use super::cores::Cores;
use super::objective::Objective;
use super::{Bound, End, Found, Search, SolveError};
use crate::program::{Literal, Minimize, Program};
use crate::{Pass, Report};

/// An optimisation under way: see [`Search::optimizer`].
#[derive(Debug)]
pub struct Optimizer {
    /// The assumptions, the switch, and what keeps the objectives that have their least values there.
    literals: Vec<Lit>,
    /// What cores have taught holds only with it.
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

impl Optimizer {
    /// How it ended; `None` while there may be better answer sets. After [`End::Exhausted`] the last one is proven best.
    pub fn end(&self) -> Option<End> {
        self.end
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
                Phase::Cores { cores, .. } => cores.lower(),
                Phase::Improve(lower) => *lower,
            }));
        }
        bound
    }

    /// Tells the lower bound where it is higher, or longer, than it was.
    fn report(&mut self, report: &mut dyn FnMut(&[i64])) {
        let bound = self.lower_bound();
        if bound > self.reported {
            report(&bound);
            self.reported = bound;
        }
    }
}

impl Search {
    /// Begins a search for the best answer set in which the assumptions hold, among those that meet a bound if there is one.
    ///
    /// # Errors
    ///
    /// If the solver broke down.
    pub fn optimizer(
        &mut self,
        program: &Program,
        assumptions: &[Literal],
        bound: Option<&Bound>,
    ) -> Result<Optimizer, SolveError> {
        let objectives = program.objectives();
        let encoded: Vec<Objective> = objectives
            .iter()
            .map(|objective| Objective::new(&mut self.translation, program, objective))
            .collect();
        let soft: Vec<Lit> =
            encoded.iter().flat_map(|objective| &objective.inputs).map(|&(l, _)| l).collect();
        self.translation.count_soft(&soft);
        for objective in &encoded {
            let passes = &mut self.statistics.passes;
            passes.add(Pass::ExactlyOneGroups, Report::of(objective.is_telling()));
            passes.add(Pass::DisjointCovers, Report::of(objective.is_covering()));
        }
        let mut optimizer = Optimizer {
            literals: Vec::new(),
            switch: None,
            objectives,
            encoded,
            best: None,
            proven: Vec::new(),
            reported: Vec::new(),
            level: 0,
            phase: Phase::Begin,
            rest: None,
            role: Role::Alone,
            end: None,
            race_begins: if self.is_alone { None } else { self.config.threads.race_begins() },
            assumptions: assumptions.to_vec(),
            bound: bound.cloned(),
            alarm: Alarm::new(),
            racing: None,
        };
        if let Some(time) = optimizer.race_begins {
            optimizer.alarm.ring_at(time);
            self.solver.set_alarm(Some(optimizer.alarm.clone()));
        }
        // With its turns, edges that dominate all others are not proven in forty times the time.
        self.solver.set_positive_phases(false)?;
        match self.switched(program, assumptions, bound)? {
            Some((literals, switch)) => {
                optimizer.literals = literals;
                optimizer.switch = Some(switch);
            }
            None => optimizer.end = Some(End::Exhausted),
        }
        Ok(optimizer)
    }

    /// An answer set that is better than the one before, with its costs by falling priority; `None` when the search has
    /// ended, or wants to know of symmetries. The lower bound is reported as it moves. The program must not have grown since it
    /// began.
    ///
    /// # Errors
    ///
    /// If the solver broke down, or this engine made a mistake.
    pub fn improve(
        &mut self,
        program: &Program,
        optimizer: &mut Optimizer,
        report: &mut dyn FnMut(&[i64]),
    ) -> Result<Option<(FixedBitSet, Vec<i64>)>, SolveError> {
        while optimizer.end.is_none() {
            if optimizer.race_begins.take_if(|time| *time <= Instant::now()).is_some() {
                self.begin_race(program, optimizer)?;
            }
            let better = self.exchange(optimizer)?;
            optimizer.report(report);
            if better.is_some() {
                return Ok(better);
            }
            if optimizer.end.is_some() {
                break;
            }
            let found = if optimizer.best.is_none() {
                self.hand_over()?;
                self.find(&optimizer.literals)?
            } else {
                match self.step(optimizer)? {
                    Some(found) => found,
                    None => continue,
                }
            };
            match found {
                Found::Model(values) => {
                    let atoms = self.answer_set(program, &values)?;
                    let costs: Vec<i64> =
                        optimizer.objectives.iter().map(|objective| objective.cost(&atoms)).collect();
                    if optimizer.best.as_ref().is_none_or(|best| costs < *best) {
                        optimizer.best = Some(costs.clone());
                        optimizer.publish(&atoms, &costs);
                        self.stay_near(optimizer)?;
                        return Ok(Some((atoms, costs)));
                    }
                }
                // There is news, or it is time to begin a race.
                Found::Interrupted if self.solver.is_alarmed() && !self.solver.is_stopped() => {}
                Found::Interrupted if self.wants_symmetries() => return Ok(None),
                Found::Interrupted => {
                    let better = self.exchange(optimizer)?;
                    self.end_optimizer(optimizer, End::Interrupted)?;
                    if better.is_some() {
                        return Ok(better);
                    }
                }
                // Without an answer set there is no best one.
                Found::None => self.end_optimizer(optimizer, End::Exhausted)?,
            }
        }
        Ok(None)
    }

    /// Has the solver look for answer sets that cost the same for most reasons as the one that it has just found (Demirović &
    /// Stuckey: Techniques inspired by local search for incomplete MaxSAT and the linear algorithm, CP 2019).
    fn stay_near(&mut self, optimizer: &Optimizer) -> Result<(), SolveError> {
        let is_improving = matches!(optimizer.phase, Phase::Improve(_) | Phase::Cores { improving: 1.., .. });
        let wants = is_improving && self.config.passes.has(Pass::SolutionPhases);
        let Some(objective) = optimizer.encoded.get(optimizer.level).filter(|_| wants) else {
            return Ok(());
        };
        let holds = |lit: Lit| matches!(self.solver.lit_val(lit), Ok(TernaryVal::True));
        let values = objective.inputs.iter().map(|&(lit, _)| if holds(lit) { lit } else { !lit });
        let values: Vec<Lit> = values.collect();
        self.statistics.passes.add(Pass::SolutionPhases, Report::once());
        Ok(self.solver.prefer(&values)?)
    }

    /// Goes on with the next level: these assumptions keep the value of this one.
    fn keep(&mut self, optimizer: &mut Optimizer, assumptions: impl IntoIterator<Item = Lit>) {
        if let Some(mut rest) = optimizer.rest.take() {
            self.forget(&mut rest.objective);
        }
        optimizer.literals.extend(assumptions);
        optimizer.level += 1;
        optimizer.phase = Phase::Begin;
    }

    /// Ends an optimisation: later searches are not bound by it. Does nothing if it has ended.
    ///
    /// # Errors
    ///
    /// If the solver broke down.
    pub fn end_optimizer(&mut self, optimizer: &mut Optimizer, end: End) -> Result<(), SolveError> {
        if *optimizer.end.get_or_insert(end) == End::Exhausted {
            optimizer.publish_end();
        }
        self.solver.set_alarm(None);
        self.solver.prefer(&[])?;
        self.solver.set_positive_phases(true)?;
        let rest = optimizer.rest.iter_mut().map(|rest| &mut rest.objective);
        optimizer.encoded.iter_mut().chain(rest).for_each(|objective| self.forget(objective));
        optimizer.racing = None;
        if let Some(switch) = optimizer.switch.take() {
            self.solver.add_clause_ref(Cl::new(&[!switch])).map_err(SolveError::solver)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::program::{AtomId, Body, HeadKind};
    use crate::solve::cores::Raised;
    use crate::solve::SearchConfig;
    use crate::translate::{Method, Sums};
    use groundplan_sat::Backend;
    use itertools::{iproduct, Itertools as _};

    /// The weight of a set of atoms: each has one of its own.
    fn weight(set: u32) -> i64 {
        (0..12_u32).filter(|bit| set >> bit & 1 == 1).map(|bit| 7 + i64::from(bit * bit % 13)).sum()
    }

    /// Optimises to the end: what the best answer set costs.
    fn optimum(search: &mut Search, program: &Program) -> Option<Vec<i64>> {
        let mut optimizer = search.optimizer(program, &[], None).unwrap();
        let mut last = None;
        while let Some((_, costs)) = search.improve(program, &mut optimizer, &mut |_| {}).unwrap() {
            last = Some(costs);
        }
        assert_eq!(optimizer.end(), Some(End::Exhausted));
        assert_eq!(Some(optimizer.lower_bound()).filter(|bound| !bound.is_empty()), last);
        last
    }

    /// Sets of twelve atoms that hit each of some triples, least by their weights, and by their number where these are equal;
    /// then, in a second shot, among those with the first atom, which a loop is about.
    #[test]
    fn a_budget_that_is_used_up_changes_no_optimum() {
        let mut configs =
            vec![SearchConfig::new(Backend::Batsat, Method::Propagate), SearchConfig::default()];
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
            let optimizer = search.optimizer(&program, &[], None).unwrap();
            let (literals, objective) = (&optimizer.literals, &optimizer.encoded[0]);
            // Not so far from it that cores would be all that is needed.
            let (least, upper) = (objective.units(least), objective.units(least) + 6);
            let switch = optimizer.switch.unwrap();
            let mut cores = Cores::new(&objective.inputs, literals, switch, 1000, steps % 2 == 0);
            for _ in 0..steps {
                let raised = search.raise(&mut cores, literals, upper).unwrap();
                assert!(!matches!(raised, Raised::Interrupted | Raised::OverBudget));
            }
            let lower = cores.lower();
            assert!(lower <= least);
            let mut rest = search.rest(&mut cores, objective.is_varied, upper);
            for units in (lower..upper).rev() {
                let bound = search.at_most(&mut rest, units - lower).unwrap();
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
