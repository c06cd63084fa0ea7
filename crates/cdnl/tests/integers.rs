//! Integer constraints beside all assignments tried one by one.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex};

use groundplan_cdnl::integers::{IntegerVariable, Integers, View};
use groundplan_cdnl::{Options, Solver};
use rustsat::solvers::SolverResult;
use rustsat::types::{Lit, Var};

/// A random problem: Booleans, of which the first is true, variables with ranges, and constraints.
#[derive(Debug)]
struct Problem {
    booleans: u32,
    ranges: Vec<(i64, i64)>,
    constraints: Vec<Constraint>,
    clauses: Vec<Vec<Lit>>,
}

#[derive(Debug)]
enum Constraint {
    Linear(Lit, Vec<(i64, IntegerVariable)>, i64),
    Domain(Lit, IntegerVariable, Vec<(i64, i64)>),
    Distinct(Lit, Vec<(IntegerVariable, i64)>),
    /// Where the literal is true, the first variable is the product of the others.
    Product(Lit, IntegerVariable, [IntegerVariable; 2]),
    /// The literal is true exactly where the variable, or its negation, is at most this.
    Named(Lit, View, i64),
}

impl Problem {
    fn draw(random: &mut fastrand::Rng) -> Self {
        let booleans = random.u32(1..5);
        let ranges: Vec<(i64, i64)> = (0..random.usize(1..5))
            .map(|_| {
                let least = random.i64(-4..3);
                (least, least + random.i64(0..6))
            })
            .collect();
        let literal = |random: &mut fastrand::Rng| Lit::new(random.u32(0..booleans), random.u8(0..4) == 0);
        let some = |random: &mut fastrand::Rng| {
            let mut chosen: Vec<IntegerVariable> =
                (0..ranges.len() as u32).map(IntegerVariable).filter(|_| random.u8(0..3) > 0).collect();
            if chosen.is_empty() {
                chosen.push(IntegerVariable(random.u32(0..ranges.len() as u32)));
            }
            chosen
        };
        let constraints = (0..random.usize(1..7))
            .map(|_| match random.u8(0..8) {
                0 => {
                    let variable = some(random)[0];
                    let mut ranges = Vec::new();
                    let mut least = random.i64(-4..2);
                    for _ in 0..random.usize(0..4) {
                        let greatest = least + random.i64(0..3);
                        ranges.push((least, greatest));
                        least = greatest + random.i64(2..4);
                    }
                    Constraint::Domain(literal(random), variable, ranges)
                }
                1 => {
                    let shifted = some(random).into_iter().map(|it| (it, random.i64(-2..3))).collect();
                    Constraint::Distinct(literal(random), shifted)
                }
                2 => {
                    let view = some(random)[0].view();
                    let view = if random.bool() { view.negated() } else { view };
                    Constraint::Named(literal(random), view, random.i64(-6..7))
                }
                3 if ranges.len() > 1 => {
                    let result = some(random)[0];
                    let mut factor = || loop {
                        let chosen = IntegerVariable(random.u32(0..ranges.len() as u32));
                        if chosen != result {
                            break chosen;
                        }
                    };
                    let factors = [factor(), factor()];
                    Constraint::Product(literal(random), result, factors)
                }
                _ => {
                    let terms = some(random).into_iter();
                    let terms = terms.map(|it| ([1, 1, -1, 2, -2, 3, -5][random.usize(0..7)], it)).collect();
                    Constraint::Linear(literal(random), terms, random.i64(-8..9))
                }
            })
            .collect();
        let clauses = (0..random.usize(0..4))
            .map(|_| (0..random.usize(1..4)).map(|_| literal(random)).collect())
            .chain([vec![Lit::new(0, false)]])
            .collect();
        Problem { booleans, ranges: ranges.clone(), constraints, clauses }
    }

    fn holds(&self, booleans: &[bool], values: &[i64]) -> bool {
        let is_true = |lit: &Lit| booleans[lit.vidx()] == lit.is_pos();
        self.clauses.iter().all(|clause| clause.iter().any(is_true))
            && self.constraints.iter().all(|constraint| match constraint {
                Constraint::Linear(lit, terms, most) => {
                    !is_true(lit) || terms.iter().map(|(c, v)| c * values[v.0 as usize]).sum::<i64>() <= *most
                }
                Constraint::Domain(lit, variable, ranges) => {
                    let value = values[variable.0 as usize];
                    !is_true(lit)
                        || ranges.iter().any(|(least, greatest)| (*least..=*greatest).contains(&value))
                }
                Constraint::Distinct(lit, variables) => {
                    let all: BTreeSet<i64> =
                        variables.iter().map(|(it, shift)| values[it.0 as usize] + shift).collect();
                    !is_true(lit) || all.len() == variables.len()
                }
                Constraint::Product(lit, result, [left, right]) => {
                    let value = |variable: &IntegerVariable| values[variable.0 as usize];
                    !is_true(lit) || value(result) == value(left) * value(right)
                }
                Constraint::Named(lit, view, value) => {
                    is_true(lit) == (view.factor() * values[view.variable().0 as usize] <= *value)
                }
            })
    }

    /// All solutions, by trying.
    fn tried(&self) -> BTreeSet<(Vec<bool>, Vec<i64>)> {
        let mut found = BTreeSet::new();
        for bits in 0..1_u32 << self.booleans {
            let booleans: Vec<bool> = (0..self.booleans).map(|bit| bits >> bit & 1 == 1).collect();
            let mut values: Vec<i64> = self.ranges.iter().map(|range| range.0).collect();
            loop {
                if self.holds(&booleans, &values) {
                    found.insert((booleans.clone(), values.clone()));
                }
                let Some(place) = (0..values.len()).find(|&it| values[it] < self.ranges[it].1) else { break };
                values[place] += 1;
                (0..place).for_each(|it| values[it] = self.ranges[it].0);
            }
        }
        found
    }

    /// Draws sums of two variables or more, most of them differences, of variables from 0 to `greatest`.
    fn draw_differences(random: &mut fastrand::Rng, greatest: i64, only: bool) -> Self {
        let booleans = random.u32(1..6);
        let variables = random.u32(2..7);
        let literal = |random: &mut fastrand::Rng| Lit::new(random.u32(0..booleans), random.u8(0..4) == 0);
        let constraints = (0..random.usize(3..14))
            .map(|_| {
                let mut all: Vec<u32> = (0..variables).collect();
                random.shuffle(&mut all);
                let is_difference = only || random.u8(0..3) > 0;
                let factors = if is_difference { vec![1, -1] } else { vec![1, -1, random.i64(-2..3) | 1] };
                let terms = factors.into_iter().zip(all.into_iter().map(IntegerVariable)).collect();
                Constraint::Linear(literal(random), terms, random.i64(-3..4))
            })
            .collect();
        let clauses = (0..random.usize(0..5))
            .map(|_| (0..random.usize(1..4)).map(|_| literal(random)).collect())
            .chain([vec![Lit::new(0, false)]])
            .collect();
        Problem { booleans, ranges: vec![(0, greatest); variables as usize], constraints, clauses }
    }

    /// Solutions by the solver, at most so many; each is excluded by a clause over bounds.
    fn solved(&self, most: usize) -> BTreeSet<(Vec<bool>, Vec<i64>)> {
        let next = Arc::new(AtomicU32::new(self.booleans));
        let mut integers = Integers::new(Arc::clone(&next));
        for &(least, greatest) in &self.ranges {
            integers.add_variable(least, greatest);
        }
        for constraint in &self.constraints {
            match constraint {
                Constraint::Linear(lit, terms, most) => {
                    integers.add_linear(*lit, terms, *most);
                }
                Constraint::Domain(lit, variable, ranges) => {
                    integers.add_domain(*lit, *variable, ranges.clone());
                }
                Constraint::Distinct(lit, variables) => integers.add_distinct(*lit, variables.clone()),
                &Constraint::Product(lit, result, factors) => integers.add_product(lit, result, factors),
                &Constraint::Named(lit, view, value) => {
                    if !integers.name(view, value, lit) {
                        let term = |factor: i64| [(factor * view.factor(), view.variable())];
                        integers.add_linear(lit, &term(1), value);
                        integers.add_linear(!lit, &term(-1), -value - 1);
                    }
                }
            }
        }
        let new = || Var::new(next.fetch_add(1, Ordering::Relaxed));
        let integers = Arc::new(Mutex::new(integers));
        let mut solver = Solver::new(Options::default());
        (0..self.booleans).for_each(|var| solver.observe(Var::new(var)));
        self.clauses.iter().for_each(|clause| solver.add_clause(clause));
        solver.connect(Box::new(Arc::clone(&integers)));
        let mut found = BTreeSet::new();
        loop {
            let result = solver.solve(&[], u64::MAX, &mut |_| false).expect("the contract is kept");
            if result == SolverResult::Unsat || found.len() == most {
                return found;
            }
            let booleans: Vec<bool> =
                (0..self.booleans).map(|var| solver.value(Lit::new(var, false)) == Some(true)).collect();
            let mut values = Vec::new();
            for index in 0..self.ranges.len() as u32 {
                let (least, greatest) = integers.lock().unwrap().range(IntegerVariable(index));
                assert_eq!(least, greatest, "the assignment is complete");
                values.push(least);
            }
            assert!(self.holds(&booleans, &values), "{self:?} {booleans:?} {values:?}");
            let mut clause: Vec<Lit> =
                (0..self.booleans).map(|var| Lit::new(var, booleans[var as usize])).collect();
            assert!(found.insert((booleans, values.clone())), "each is found once: {self:?}");
            solver.reset();
            let mut is_satisfied = false;
            for (index, &value) in values.iter().enumerate() {
                let variable = IntegerVariable(index as u32);
                for (bound, is_below) in [(value - 1, true), (value, false)] {
                    match integers.lock().unwrap().at_most(variable.view(), bound, new) {
                        Ok(literal) => clause.push(if is_below { literal } else { !literal }),
                        Err(holds) => is_satisfied |= holds == is_below,
                    }
                }
            }
            assert!(!is_satisfied, "the values are in their ranges");
            clause.iter().for_each(|lit| solver.observe(lit.var()));
            solver.add_clause(&clause);
        }
    }
}

#[test]
fn solutions_are_those_that_trying_finds() {
    for seed in 0..3000 {
        let mut random = fastrand::Rng::with_seed(seed);
        let problem = Problem::draw(&mut random);
        let (tried, solved) = (problem.tried(), problem.solved(usize::MAX));
        assert_eq!(tried, solved, "seed {seed}: {problem:?}");
    }
}

#[test]
fn differences_in_large_domains_have_solutions_where_they_have_small_ones() {
    let mut counts = [0, 0];
    for seed in 0..600 {
        let are_differences = seed % 2 == 0;
        let draw = |greatest| {
            let mut random = fastrand::Rng::with_seed(seed);
            Problem::draw_differences(&mut random, greatest, are_differences)
        };
        // Differences that can hold have a solution within the sum of their numbers.
        let (small, large) = (draw(40), draw(if are_differences { 1 << 40 } else { 3_000 }));
        let has_solution = |problem: &Problem| !problem.solved(1).is_empty();
        let (is_small, is_large) = (has_solution(&small), has_solution(&large));
        assert!(is_large || !is_small, "seed {seed}: {large:?}");
        assert!(is_small || !is_large || !are_differences, "seed {seed}: {large:?}");
        counts[usize::from(is_large)] += 1;
    }
    assert!(counts.iter().all(|&count| count > 50), "both answers occur: {counts:?}");
}

/// A sum of which no difference can be taken: bounds approach the ends of the domains in small steps.
#[test]
fn slow_propagation_can_be_interrupted() {
    for is_certain in [true, false] {
        let next = Arc::new(AtomicU32::new(1));
        let mut integers = Integers::new(next);
        let [x, y, z] = [(); 3].map(|()| integers.add_variable(0, 1 << 40));
        let truth = Lit::new(0, false);
        integers.add_linear(truth, &[(2, x), (-1, y), (-1, z)], -1);
        integers.add_linear(truth, &[(1, y), (-1, x)], 0);
        integers.add_linear(truth, &[(1, z), (-1, x)], 0);
        let mut solver = Solver::new(Options::default());
        solver.observe(truth.var());
        if is_certain {
            solver.add_clause(&[truth]);
        }
        solver.connect(Box::new(Arc::new(Mutex::new(integers))));
        let mut polls = 0;
        let result = solver.solve(&[truth], u64::MAX, &mut |_| {
            polls += 1;
            polls > 5
        });
        assert_eq!(result, Ok(SolverResult::Interrupted));
    }
}
