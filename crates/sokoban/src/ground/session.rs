//! An engine with a program and the facts of an instance; all calls of the engine crate go through it.

use groundplan::program::{Body, ExternalValue, HeadKind, Literal};
use groundplan::solve::{End, Progress, Statistics};
use groundplan::symbol::{Symbol, Symbols};
use groundplan::syntax::ast::Facts;
use groundplan::{Engine, Error, Model, Outcome, Part, Pulse, Signature};
use rustc_hash::FxHashMap;

use crate::answer::{Answer, AskError, Verdict};
use crate::figures::{Figures, GroundFigures};
use crate::instance::Instance;
use crate::location::Direction;
use crate::metric::Metric;
use crate::plan::Push;
use crate::question::Question;

/// The constant with which a program pads plans with no-ops, unless it is 0.
pub(super) const NOOPS: &str = "noops";
/// The constant that limits the number of actions; only programs whose horizons count something else define it.
const MOST_ACTIONS: &str = "max_actions";
/// The constant of programs that count the actions that remain, not those that were done.
const GOAL_ROOTED: &str = "goal_rooted";

/// An engine for one instance.
pub(super) struct StepSession<'i> {
    engine: Engine,
    instance: &'i Instance,
    /// Whether the number of actions is limited.
    is_limited: bool,
}

/// The result of one call of the solver.
pub(super) enum QueryResult {
    /// The pushes of an answer set.
    Pushes(Vec<PushAtom>),
    /// There is no answer set.
    Nothing,
    /// The search was interrupted.
    Interrupted,
}

/// A better plan or bound found during optimization.
pub(super) struct Improvement {
    /// The pushes of a better plan.
    pub(super) pushes: Option<Vec<PushAtom>>,
    /// A lower bound on the cost.
    pub(super) lower: Option<i64>,
}

/// A `push/4` atom of an answer set.
pub(super) struct PushAtom {
    /// The index of its step; `None` if the step is not one of the plan's.
    pub(super) step: Option<usize>,
    /// The push, if the arguments name locations and a direction.
    pub(super) push: Option<Push>,
    /// The arguments as text.
    pub(super) texts: [String; 4],
}

impl<'i> StepSession<'i> {
    /// A session whose engine has read nothing yet.
    pub(super) fn new(instance: &'i Instance, question: &Question) -> Self {
        let mut engine = Engine::with_symbols(instance.symbols.clone());
        engine.configure(question.config.clone()).expect("it has not solved yet");
        engine.set_ground_limit(question.ground_limit);
        StepSession { engine, instance, is_limited: false }
    }

    /// A handle that shows the progress of grounding and search.
    pub(super) fn pulse(&mut self) -> Pulse {
        self.engine.pulse()
    }

    /// Reads a program.
    pub(super) fn read(&mut self, (name, text): (&str, &str)) -> Result<(), AskError> {
        Ok(self.engine.add_text(name, text)?)
    }

    /// Requires every action to move its box.
    pub(super) fn forbid_noops(&mut self) -> Result<(), AskError> {
        if self.engine.defines(NOOPS) {
            self.engine.define(NOOPS, 0);
        }
        self.read(("--no-noop", ":- push(B,_,B,_)."))
    }

    /// Limits the number of actions, in a program with the part `within(t)`.
    pub(super) fn limit_actions(&mut self, most: usize) {
        self.engine.define(MOST_ACTIONS, i64::try_from(most).unwrap_or(i64::MAX));
        self.is_limited = true;
    }

    /// Whether the horizons of the program count something other than actions.
    pub(super) fn counts_otherwise(&self) -> bool {
        self.engine.defines(MOST_ACTIONS)
    }

    /// Whether the program has the part `step(t)` of multi-shot programs.
    pub(super) fn is_incremental(&self) -> bool {
        self.engine.has_part("step", 1)
    }

    /// The numbers from 1 to `count`, as terms.
    pub(super) fn numbers(&mut self, count: usize) -> Vec<Symbol> {
        (1..=count).map(|step| self.engine.symbols_mut().number(step as i64)).collect()
    }

    /// The steps of a plan with this number of actions, in the order in which the actions are done.
    pub(super) fn steps_done(&mut self, actions: usize) -> Vec<Symbol> {
        let mut steps = self.numbers(actions);
        if self.engine.defines(GOAL_ROOTED) {
            steps.reverse();
        }
        steps
    }

    /// Grounds the base of the program with the facts of the instance. `steps` replaces its steps if given.
    pub(super) fn ground_base(&mut self, steps: Option<&[Symbol]>) -> Result<(), AskError> {
        self.add_facts(steps)?;
        Ok(self.engine.ground(["base"])?)
    }

    /// Grounds the parts that a horizon adds to the one before.
    pub(super) fn ground_horizon(&mut self, horizon: usize) -> Result<(), AskError> {
        let parts =
            [("step", horizon > 0), ("check", self.engine.has_part("check", 1)), ("within", self.is_limited)];
        let wanted = parts.into_iter().filter(|(_, wanted)| *wanted);
        Ok(self.engine.ground(wanted.map(|(name, _)| Part::from((name, horizon as i64))))?)
    }

    /// Keeps only the answer sets in which these literals hold. They are added as constraints, since a solver
    /// simplifies more with constraints than with assumptions.
    pub(super) fn keep_within(&mut self, literals: &[String]) -> Result<(), AskError> {
        for text in literals {
            let literal = self.engine.find_literal(text)?;
            let body = match literal.id {
                Some(atom) => vec![Literal::new(atom, !literal.is_negative)],
                None if literal.is_negative => continue,
                None => Vec::new(),
            };
            self.engine.program_mut()?.rules.push(HeadKind::Disjunction, &[], Body::Conjunction(&body));
        }
        Ok(())
    }

    /// Looks for an answer set. The pushes are in the order of these steps, those at other steps last.
    pub(super) fn search(&mut self, steps: &[Symbol]) -> Result<QueryResult, AskError> {
        Ok(query_result(self.instance, self.engine.query().solve()?, steps))
    }

    /// Looks for an answer set at a horizon, with `query(t)` true for this horizon only.
    pub(super) fn search_horizon(&mut self, horizon: usize) -> Result<QueryResult, AskError> {
        let steps = self.steps_done(horizon);
        self.engine.assign_external("query", horizon as i64, ExternalValue::True)?;
        let found = self.search(&steps)?;
        self.engine.assign_external("query", horizon as i64, ExternalValue::False)?;
        Ok(found)
    }

    /// Grounds the cost of a plan by a metric at each frame of a horizon.
    pub(super) fn ground_metric(&mut self, metric: Metric, horizon: usize) -> Result<(), AskError> {
        let frames = 1..=horizon as i64;
        Ok(self.engine.ground(frames.map(|frame| Part::from((metric.name(), frame))))?)
    }

    /// Optimizes the plans of a horizon. `watch` is called with each better plan and the current lower bound. Returns
    /// whether the last plan is proven to be cheapest.
    pub(super) fn improve_horizon(
        &mut self,
        horizon: usize,
        watch: &mut dyn FnMut(Improvement) -> Result<(), AskError>,
    ) -> Result<bool, AskError> {
        let steps = self.steps_done(horizon);
        self.engine.assign_external("query", horizon as i64, ExternalValue::True)?;
        let mut lower = None;
        let mut models = self.engine.query().improving()?;
        while let Some(found) = models.next_progress() {
            match found? {
                Progress::Better(model) => {
                    let pushes = pushes(self.instance, &model, &steps);
                    watch(Improvement { pushes: Some(pushes), lower })?;
                }
                Progress::Bound(bound) => lower = bound.first().copied(),
            }
        }
        let is_proven = models.end() == Some(End::Exhausted);
        drop(models);
        watch(Improvement { pushes: None, lower })?;
        self.engine.assign_external("query", horizon as i64, ExternalValue::False)?;
        Ok(is_proven)
    }

    /// Counts and times so far.
    pub(super) fn statistics(&self) -> Statistics {
        self.engine.statistics()
    }

    /// An answer with this verdict, the warnings and the figures of the engine. `steps` is the number of steps of the
    /// last query.
    pub(super) fn answer_with(&mut self, verdict: Verdict, steps: usize) -> Answer {
        let program = self.engine.ground_program().program;
        let figures = GroundFigures {
            locations: self.instance.locations.len(),
            boxes: self.instance.boxes.len(),
            steps,
            atoms: program.atom_count(),
            rules: program.rules.len(),
            search: self.engine.statistics(),
            parse: self.engine.times().parse,
            ground: self.engine.times().ground,
        };
        Answer {
            warnings: self.engine.take_warnings(),
            figures: Some(Figures::Ground(Box::new(figures))),
            ..Answer::new(verdict)
        }
    }

    /// Adds the facts with the names that the program uses. `steps` replaces the steps if given; `storage` becomes
    /// `solution` unless the program mentions it.
    fn add_facts(&mut self, steps: Option<&[Symbol]>) -> Result<(), Error> {
        let keeps_storage = self.engine.mentions("storage");
        let facts = &self.instance.facts;
        let symbols = self.engine.symbols_mut();
        let [storage, solution, step, next] =
            ["storage", "solution", "step", "next"].map(|name| symbols.name(name));
        let is = |signature: Signature, name, arity| {
            signature.name == name && signature.arity == arity && !signature.negative
        };
        let renames = !keeps_storage && facts.iter().any(|fact| is(fact.signature, storage, 1));
        if steps.is_none() && !renames {
            return self.engine.add_facts(facts);
        }
        let mut seen = Facts::default();
        for fact in facts.iter() {
            let signature = fact.signature;
            if steps.is_some() && (is(signature, step, 1) || is(signature, next, 2)) {
                continue;
            }
            let renamed = if renames && is(signature, storage, 1) {
                Signature { name: solution, ..signature }
            } else {
                signature
            };
            seen.push(renamed, fact.arguments, fact.span);
        }
        self.engine.add_facts(&seen)?;
        let steps = steps.unwrap_or_default();
        steps.iter().try_for_each(|&number| self.engine.add_fact("step", number))?;
        steps.windows(2).try_for_each(|pair| self.engine.add_fact("next", pair))
    }
}

fn query_result(instance: &Instance, outcome: Outcome<'_>, steps: &[Symbol]) -> QueryResult {
    match outcome {
        Outcome::Satisfiable(model) => QueryResult::Pushes(pushes(instance, &model, steps)),
        Outcome::Unsatisfiable(_) => QueryResult::Nothing,
        Outcome::Interrupted => QueryResult::Interrupted,
    }
}

fn pushes(instance: &Instance, model: &Model<'_>, steps: &[Symbol]) -> Vec<PushAtom> {
    let order: FxHashMap<Symbol, usize> =
        steps.iter().enumerate().map(|(index, &step)| (step, index)).collect();
    // A program whose `push` only has other arities has no plan.
    let atoms: Vec<(Symbol, Symbol, Symbol, Symbol)> = model.all("push").unwrap_or_default();
    let mut pushes: Vec<PushAtom> = atoms
        .into_iter()
        .map(|(from, direction, to, step)| {
            let mut push = push(instance, model.symbols(), [from, direction, to, step]);
            push.step = order.get(&step).copied();
            push
        })
        .collect();
    pushes.sort_by_key(|push: &PushAtom| push.step.unwrap_or(usize::MAX));
    pushes
}

fn push(instance: &Instance, symbols: &Symbols, terms: [Symbol; 4]) -> PushAtom {
    let texts = terms.map(|term| symbols.display(term).to_string());
    // The engine shares its symbols with the instance, so equal terms are the same symbol.
    let ends = (instance.location(terms[0]), instance.location(terms[2]), Direction::from_name(&texts[1]));
    let push = match ends {
        (Some(from), Some(to), Some(direction)) => Some(Push { from, direction, to }),
        _ => None,
    };
    PushAtom { step: None, push, texts }
}
