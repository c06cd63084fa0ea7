//! The least number of actions: horizon after horizon on one kept solver.
//!
//! The program has the parts `base`, `step(t)` and `check(t)` with the external atom `query(t)`, as multi-shot programs
//! usually have: horizon n is asked with `query(n)` true and all others false. A program without a part `step(t)` is
//! asked anew at every horizon, with `step/1` and `next/2` as facts. Proven means: a plan of n actions, and no plan at
//! any horizon from the lower bound to n - 1.

use groundplan::diagnostic::Diagnostics;
use groundplan::program::ExternalValue;
use groundplan::solve::{SearchConfig, Statistics};
use groundplan::symbol::Symbol;
use groundplan::{Engine, Error, Model, Outcome, Part};

use crate::bound;
use crate::decide::{add_facts, ask, Answer, Question};
use crate::figures::Figures;
use crate::instance::Instance;
use crate::witness::{decode, Push};

/// The shipped encoding and its name.
pub const ENCODING: (&str, &str) =
    ("encodings/sokoban/optimize.lp", include_str!("../encodings/optimize.lp"));

/// A program that defines this constant counts the actions that remain, not those that were done.
const GOAL_ROOTED: &str = "goal_rooted";

/// How to look for the optimum.
#[derive(Clone, Debug)]
pub struct Goal {
    /// No more actions than this.
    pub max_actions: Option<usize>,
    /// Name and text of the program that states the rules of the game; the shipped one if there is none. The lower
    /// bound is then 0.
    pub encoding: Option<(String, String)>,
    /// Whether the solver refutes n - 1 even where the lower bound alone excludes it.
    pub confirm: bool,
    /// Backend and loop method.
    pub config: SearchConfig,
    /// How many ground rules there may be, facts included.
    pub ground_limit: Option<u64>,
}

/// What excludes smaller numbers of actions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reason {
    /// The cheapest assignment of boxes to storage locations.
    Assignment,
    /// The solver, at every horizon from the assignment's cost.
    Refutation,
    /// A search of all configurations that fewer actions could lead through.
    Exhaustion,
}

/// The best that is known.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Bounds {
    /// No plan has fewer actions.
    pub lower: usize,
    /// Why.
    pub reason: Reason,
    /// A plan.
    pub plan: Option<Vec<Push>>,
}

/// What happens on the way.
#[derive(Clone, Debug)]
pub enum Event<'a> {
    /// A horizon is about to be searched.
    Searching {
        /// The number of actions.
        horizon: usize,
        /// Counts and times so far.
        statistics: Statistics,
    },
    /// What is known has changed.
    Known(&'a Bounds),
}

/// How it ended.
#[derive(Clone, Debug)]
pub struct Optimum {
    /// What is known; `None` if there is no plan of any number of actions.
    pub bounds: Option<Bounds>,
    /// Whether the plan has the least number of actions.
    pub proven: bool,
    /// Whether the solver has refuted one action less than the plan's.
    pub confirmed: bool,
    /// What is odd about the encoding.
    pub warnings: Diagnostics,
    /// Sizes and times.
    pub figures: Figures,
}

/// Looks for a plan with the least number of actions.
///
/// `watch` is called as the search goes on.
///
/// # Errors
///
/// When the encoding is wrong, or the engine fails.
pub fn optimize(instance: &Instance, goal: &Goal, watch: &mut dyn FnMut(Event)) -> Result<Optimum, Error> {
    let lower = if goal.encoding.is_some() { Some(0) } else { bound::assignment(instance) };
    let mut optimum = Optimum {
        bounds: None,
        proven: true,
        confirmed: false,
        warnings: Diagnostics::default(),
        figures: Figures::of(instance),
    };
    let Some(lower) = lower else { return Ok(optimum) };
    let bounds = Bounds { lower, reason: Reason::Assignment, plan: None };
    watch(Event::Known(&bounds));
    let mut engine = Engine::with_symbols(instance.symbols.clone());
    engine.configure(goal.config.clone()).expect("nothing was solved yet");
    engine.set_ground_limit(goal.ground_limit);
    let mut run = Run { engine: &mut engine, goal, bounds, watch, confirmed: false, asked: 0 };
    let result = run.start(instance);
    let Run { bounds, confirmed, asked, .. } = run;
    result?;
    optimum.figures.take(&engine, asked + 1);
    optimum.proven = bounds.plan.as_ref().is_some_and(|plan| plan.len() == bounds.lower);
    optimum.bounds = Some(bounds);
    optimum.confirmed = confirmed;
    optimum.warnings = engine.take_warnings();
    Ok(optimum)
}

struct Run<'a> {
    engine: &'a mut Engine,
    goal: &'a Goal,
    bounds: Bounds,
    watch: &'a mut dyn FnMut(Event),
    confirmed: bool,
    /// The last horizon that was searched.
    asked: usize,
}

impl Run<'_> {
    fn start(&mut self, instance: &Instance) -> Result<(), Error> {
        load(self.engine, self.goal, instance)?;
        if !self.engine.has_part("step", 1) {
            return self.single_shots(instance);
        }
        for horizon in 0.. {
            if self.goal.max_actions.is_some_and(|most| horizon > most) {
                break;
            }
            extend(self.engine, horizon)?;
            if horizon < self.bounds.lower {
                continue;
            }
            self.announce(horizon);
            let answer = search(self.engine, horizon)?;
            if self.take(horizon, answer) {
                break;
            }
        }
        let confirmable = self.bounds.plan.as_ref().is_some_and(|plan| !plan.is_empty());
        if self.goal.confirm && confirmable && !self.confirmed {
            self.confirm(self.asked - 1, instance)?;
        }
        Ok(())
    }

    /// One question after the other, each to an engine of its own.
    fn single_shots(&mut self, instance: &Instance) -> Result<(), Error> {
        for horizon in 0.. {
            if self.goal.max_actions.is_some_and(|most| horizon > most) {
                break;
            }
            self.announce(horizon);
            let question = Question {
                steps: Some(horizon + 1),
                no_noop: false,
                encoding: self.goal.encoding.clone(),
                config: self.goal.config.clone(),
                ground_limit: self.goal.ground_limit,
            };
            let mut engine = Engine::with_symbols(instance.symbols.clone());
            engine.configure(self.goal.config.clone())?;
            engine.set_ground_limit(self.goal.ground_limit);
            let steps: Vec<Symbol> =
                (1..=horizon + 1).map(|step| engine.symbols_mut().number(step as i64)).collect();
            let answer = ask(&mut engine, &question, instance.facts.clone(), &steps);
            *self.engine = engine;
            if self.take(horizon, answer?) {
                break;
            }
        }
        Ok(())
    }

    fn announce(&mut self, horizon: usize) {
        self.asked = horizon;
        (self.watch)(Event::Searching { horizon, statistics: self.engine.statistics() });
    }

    /// Notes what a horizon's answer tells; whether the search is over.
    fn take(&mut self, horizon: usize, answer: Answer) -> bool {
        let over = match answer {
            Answer::Unknown => return true,
            Answer::None => {
                self.bounds.lower = horizon + 1;
                self.bounds.reason = Reason::Refutation;
                self.confirmed = true;
                false
            }
            Answer::Plan(plan) => {
                self.bounds.plan = Some(plan);
                true
            }
        };
        (self.watch)(Event::Known(&self.bounds));
        over
    }

    /// Has the solver refute a horizon that the lower bound excludes; in an engine of its own, because the frames of
    /// later horizons constrain an earlier one where frames are rooted at the goal.
    fn confirm(&mut self, horizon: usize, instance: &Instance) -> Result<(), Error> {
        let mut engine = Engine::with_symbols(instance.symbols.clone());
        engine.configure(self.goal.config.clone())?;
        engine.set_ground_limit(self.goal.ground_limit);
        load(&mut engine, self.goal, instance)?;
        (0..=horizon).try_for_each(|horizon| extend(&mut engine, horizon))?;
        (self.watch)(Event::Searching { horizon, statistics: self.engine.statistics() });
        match search(&mut engine, horizon)? {
            Answer::None => self.confirmed = true,
            Answer::Unknown => {}
            // The bound is wrong, then, and nothing is known but the plan.
            Answer::Plan(_) => self.bounds.lower = 0,
        }
        Ok(())
    }
}

/// Reads the program and grounds its base with the facts of the instance; a program without a part `step(t)` is only
/// read.
fn load(engine: &mut Engine, goal: &Goal, instance: &Instance) -> Result<(), Error> {
    let (name, text) = match &goal.encoding {
        Some((name, text)) => (name.as_str(), text.as_str()),
        None => ENCODING,
    };
    engine.add_text(name, text)?;
    if engine.has_part("step", 1) {
        add_facts(engine, &instance.facts, Some(&[]))?;
        engine.ground(["base"])?;
    }
    Ok(())
}

/// Grounds what a horizon adds to the one before.
fn extend(engine: &mut Engine, horizon: usize) -> Result<(), Error> {
    let number = horizon as i64;
    let parts = [("step", horizon > 0), ("check", engine.has_part("check", 1))];
    engine.ground(parts.iter().filter(|(_, wanted)| *wanted).map(|&(name, _)| Part::from((name, number))))
}

fn search(engine: &mut Engine, horizon: usize) -> Result<Answer, Error> {
    let number = horizon as i64;
    let mut steps: Vec<Symbol> = (1..=number).map(|step| engine.symbols_mut().number(step)).collect();
    if engine.defines(GOAL_ROOTED) {
        steps.reverse();
    }
    engine.assign_external("query", number, ExternalValue::True)?;
    let answer = match engine.query().solve()? {
        Outcome::Satisfiable(model) => Answer::Plan(plan(&model, &steps)),
        Outcome::Unsatisfiable(_) => Answer::None,
        Outcome::Interrupted => Answer::Unknown,
    };
    engine.assign_external("query", number, ExternalValue::False)?;
    Ok(answer)
}

/// The plan in an answer set, its steps numbered from 1.
fn plan(model: &Model, steps: &[Symbol]) -> Vec<Push> {
    let mut plan = decode(model, steps);
    for (step, push) in (1..).zip(&mut plan) {
        push.step = step.to_string();
    }
    plan
}
