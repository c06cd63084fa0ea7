//! One engine with a program and the facts of an instance: all that is asked of the engine crate goes through here.

use groundplan::diagnostic::Span;
use groundplan::program::ExternalValue;
use groundplan::solve::{Outcome, Statistics};
use groundplan::symbol::Symbol;
use groundplan::syntax::ast::{Facts, Signature};
use groundplan::{Engine, Error};
use rustc_hash::FxHashMap;

use super::GroundFigures;
use crate::answer::{Answer, AskError, Figures, Verdict};
use crate::instance::Instance;
use crate::location::Direction;
use crate::plan::Push;
use crate::question::Question;

/// A program that defines this constant fills plans up with no-ops, unless it is 0.
const NOOPS: &str = "noops";
/// A program that defines this constant counts the actions that remain, not those that were done.
const GOAL_ROOTED: &str = "goal_rooted";

/// An engine at work on an instance.
pub(super) struct Session<'i> {
    engine: Engine,
    instance: &'i Instance,
}

/// What a call of the solver found.
pub(super) enum Found {
    /// The pushes of an answer set.
    Pushes(Vec<FoundPush>),
    /// There is no answer set.
    Nothing,
    /// The search was stopped.
    Interrupted,
}

/// A `push/4` atom of an answer set.
pub(super) struct FoundPush {
    /// Which of the steps it is at; `None` if at another one.
    pub(super) step: Option<usize>,
    /// What it says, if that names locations and a direction.
    pub(super) push: Option<Push>,
    /// Its arguments as text.
    pub(super) texts: [String; 4],
}

impl<'i> Session<'i> {
    /// An engine that has read nothing yet.
    pub(super) fn new(instance: &'i Instance, question: &Question) -> Self {
        let mut engine = Engine::with_symbols(instance.symbols.clone());
        engine.configure(question.config.clone());
        engine.set_ground_limit(question.ground_limit);
        Session { engine, instance }
    }

    /// Reads a program.
    pub(super) fn read(&mut self, (name, text): (&str, &str)) -> Result<(), AskError> {
        let read = self.engine.add_text(name, text);
        self.or_refuse(read)
    }

    /// Has every action move its box.
    pub(super) fn forbid_noops(&mut self) -> Result<(), AskError> {
        if self.engine.defines(NOOPS) {
            let zero = self.engine.symbols_mut().number(0);
            self.engine.define(NOOPS, zero);
        }
        self.read(("--no-noop", ":- push(B,_,B,_)."))
    }

    /// Whether the program has the parts `step(t)` and `check(t)` of multi-shot programs.
    pub(super) fn is_incremental(&self) -> bool {
        self.engine.has_part("step", 1)
    }

    /// The steps with numbers from 1.
    pub(super) fn numbers(&mut self, count: usize) -> Vec<Symbol> {
        (1..=count).map(|step| self.engine.symbols_mut().number(step as i64)).collect()
    }

    /// The steps of a plan with so many actions, in the order in which the actions are done.
    pub(super) fn steps_done(&mut self, actions: usize) -> Vec<Symbol> {
        let mut steps = self.numbers(actions);
        if self.engine.defines(GOAL_ROOTED) {
            steps.reverse();
        }
        steps
    }

    /// Grounds the base of the program with the facts of the instance, its steps replaced by others if there are any here.
    pub(super) fn ground_base(&mut self, steps: Option<&[Symbol]>) -> Result<(), AskError> {
        let facts = self.facts(steps);
        self.engine.add_facts(facts);
        let ground = self.engine.ground(&[("base", &[])]);
        self.or_refuse(ground)
    }

    /// Grounds what a horizon adds to the one before.
    pub(super) fn ground_horizon(&mut self, horizon: usize) -> Result<(), AskError> {
        let number = self.engine.symbols_mut().number(horizon as i64);
        let ground = if horizon > 0 {
            self.engine.ground(&[("step", &[number]), ("check", &[number])])
        } else {
            self.engine.ground(&[("check", &[number])])
        };
        self.or_refuse(ground)
    }

    /// Looks for an answer set; pushes come in the order of these steps, those at others last.
    pub(super) fn search(&mut self, steps: &[Symbol]) -> Result<Found, AskError> {
        let outcome = self.engine.solve(&[]);
        self.or_refuse(outcome).map(|outcome| self.found(outcome, steps))
    }

    /// The same at a horizon: with `query(t)` true for it alone.
    pub(super) fn search_horizon(&mut self, horizon: usize) -> Result<Found, AskError> {
        let number = [self.engine.symbols_mut().number(horizon as i64)];
        let steps = self.steps_done(horizon);
        let asked = self.engine.assign_external("query", &number, ExternalValue::True);
        let outcome = asked.and_then(|_| self.engine.solve(&[]));
        let released = self.engine.assign_external("query", &number, ExternalValue::False);
        let outcome = outcome.and_then(|outcome| released.map(|_| outcome));
        self.or_refuse(outcome).map(|outcome| self.found(outcome, &steps))
    }

    /// Counts and times so far.
    pub(super) fn statistics(&self) -> Statistics {
        self.engine.statistics()
    }

    /// This answer, with what the engine has to say besides; so many steps were asked for last.
    pub(super) fn answer(&self, verdict: Verdict, steps: usize) -> Answer {
        let figures = GroundFigures {
            locations: self.instance.locations.len(),
            boxes: self.instance.boxes.len(),
            steps,
            atoms: self.engine.program().atom_count(),
            rules: self.engine.program().rules.len(),
            search: self.engine.statistics(),
            parse: self.engine.times().parse,
            ground: self.engine.times().ground,
        };
        Answer {
            warnings: self.engine.warnings().to_vec(),
            sources: self.engine.sources().clone(),
            figures: Some(Figures::Ground(Box::new(figures))),
            ..Answer::new(verdict)
        }
    }

    /// The facts as the program sees them: with other steps if `steps` says so, and `storage` as `solution` unless the
    /// program knows it by that name.
    fn facts(&mut self, steps: Option<&[Symbol]>) -> Facts {
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
            return facts.clone();
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
        let steps = steps.unwrap_or_default();
        let nowhere = Span::default();
        for number in steps {
            seen.push(Signature { name: step, arity: 1, negative: false }, &[*number], nowhere);
        }
        for pair in steps.windows(2) {
            seen.push(Signature { name: next, arity: 2, negative: false }, pair, nowhere);
        }
        seen
    }

    fn found(&self, outcome: Outcome, steps: &[Symbol]) -> Found {
        let answer_set = match outcome {
            Outcome::Satisfiable(answer_set) => answer_set,
            Outcome::Unsatisfiable(_) => return Found::Nothing,
            Outcome::Interrupted => return Found::Interrupted,
        };
        let order: FxHashMap<Symbol, usize> =
            steps.iter().enumerate().map(|(index, &step)| (step, index)).collect();
        let symbols = self.engine.symbols();
        let mut pushes = Vec::new();
        for (_, domain) in self.engine.base().domains() {
            let signature = domain.signature();
            if signature.arity != 4 || signature.negative || symbols.text(signature.name) != "push" {
                continue;
            }
            for row in (0..domain.len()).filter(|&row| answer_set.contains(domain.atom(row).index())) {
                let [from, direction, to, step] = domain.row(row) else {
                    unreachable!("push has four arguments")
                };
                let step = (order.get(step).copied(), *step);
                pushes.push(self.push([*from, *direction, *to], step));
            }
        }
        pushes.sort_by_key(|push: &FoundPush| push.step.unwrap_or(usize::MAX));
        Found::Pushes(pushes)
    }

    fn push(&self, [from, direction, to]: [Symbol; 3], (index, step): (Option<usize>, Symbol)) -> FoundPush {
        let texts = [from, direction, to, step].map(|term| self.engine.symbols().display(term).to_string());
        // The engine has got its terms from the instance: equal terms are the same symbol.
        let ends =
            (self.instance.location(from), self.instance.location(to), Direction::from_name(&texts[1]));
        let push = match ends {
            (Some(from), Some(to), Some(direction)) => Some(Push { from, direction, to }),
            _ => None,
        };
        FoundPush { step: index, push, texts }
    }

    fn or_refuse<T>(&self, result: Result<T, Error>) -> Result<T, AskError> {
        result.map_err(|error| AskError::Engine { error, sources: Box::new(self.engine.sources().clone()) })
    }
}
