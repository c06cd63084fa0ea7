//! Search for one answer set, or for assumptions that exclude all, with one or several threads.

use fixedbitset::FixedBitSet;
use groundplan_sat::{Alarm, Exchange, PortfolioMember};
use rustsat::types::Lit;

use super::parallel::{StateHandle, Urgency};
use super::search::Assumptions;
use super::{End, Pause, Question, Search, SearchConfig, SolveError, Step, Threads};
use groundplan_ground::program::{Literal, Program};

/// A question for one answer set that satisfies the assumptions. After [`End::Exhausted`] there is none, or no other is
/// wanted.
#[derive(Clone, Debug)]
pub struct Decision {
    assumptions: Vec<Literal>,
    blamed: Vec<Literal>,
    end: Option<End>,
}

/// The result of a thread, with the assumptions that exclude all answer sets if there is none.
type Decided = (Step<FixedBitSet>, Vec<Literal>);

impl Decision {
    /// Creates the question.
    pub fn new(assumptions: Vec<Literal>) -> Self {
        Decision { assumptions, blamed: Vec::new(), end: None }
    }

    /// Returns assumptions that, with the values of the external atoms, exclude all answer sets. Empty if there is an
    /// answer set.
    pub fn blamed(&self) -> &[Literal] {
        &self.blamed
    }

    /// The assumptions.
    pub(super) fn assumptions(&self) -> &[Literal] {
        &self.assumptions
    }

    /// Whether several threads search for the answer set.
    pub fn is_shared(search: &Search) -> bool {
        let SearchConfig { threads, solver, .. } = &search.config;
        !search.is_alone && matches!(threads, Threads::Number(_)) && threads.count() > 1 && solver.varies()
    }

    /// Searches with this thread only. With a number of conflicts it pauses with [`Pause::OverBudget`] after them, and deducts
    /// those that it had.
    pub(super) fn decide(
        &mut self,
        search: &mut Search,
        program: &Program,
        conflicts: Option<&mut u64>,
    ) -> Result<Step<FixedBitSet>, SolveError> {
        let (mut literals, origins) = match search.assume(program, &self.assumptions)? {
            Assumptions::Literals(literals, origins) => (literals, origins),
            Assumptions::Refuted(literal) => {
                self.blamed = vec![literal];
                return Ok(Step::Exhausted);
            }
        };
        // Clauses that a propagator adds for this question have it.
        let activation = (!search.hosts.is_empty()).then(|| search.translation.activation_literal());
        if let Some(activation) = activation {
            search.numbers.begin_question(activation);
            literals.push(activation);
        }
        let found = match conflicts {
            Some(conflicts) => search.find_any_within(&literals, conflicts)?,
            None => search.find(&literals)?,
        };
        let step = match found {
            Step::Answer(values) => Step::Answer(search.answer_set(program, &values)?),
            Step::Paused(pause) => Step::Paused(pause),
            Step::Exhausted => {
                let blamed = search.blamed()?;
                let needed = |(literal, _): &&(Lit, Literal)| blamed.contains(literal);
                self.blamed = origins.iter().filter(needed).map(|&(_, origin)| origin).collect();
                Step::Exhausted
            }
        };
        if let Some(activation) = activation {
            search.add_clause(&[!activation])?;
        }
        Ok(step)
    }

    /// Searches with several threads, and returns the first result. The members of a portfolio are divided among them.
    fn decide_by_several(
        &mut self,
        search: &mut Search,
        program: &Program,
    ) -> Result<Step<FixedBitSet>, SolveError> {
        let alarm = Alarm::new();
        let threads = search.config.threads.count();
        let configs = (1..threads).map(|number| search.config.in_thread(number, threads)).collect();
        let resting = move |search: &Search, number| -> Vec<PortfolioMember> {
            let backend = &search.config.solver.backend;
            let searching = backend.members_in_thread(number, threads);
            let members = backend.members().iter();
            members.copied().filter(|member| !searching.contains(member)).collect()
        };
        search.hand_over()?;
        let formula = search.formula();
        let exchange = Exchange::new(threads, formula.1);
        search.solver.exchange(Some(exchange.clone()))?;
        let question = self.clone();
        let helpers = search.start_helpers(
            program,
            alarm.clone(),
            None,
            configs,
            move |number, search, program, handle| {
                if search.formula() == formula {
                    search.solver.exchange(Some(exchange.in_thread(number)))?;
                }
                search.solver.rest(resting(search, number))?;
                question.clone().help(search, program, &handle)
            },
        )?;
        search.solver.rest(resting(search, 0))?;
        search.solver.set_alarm(Some(alarm));
        let step = loop {
            let step = self.decide(search, program, None);
            if !matches!(step, Ok(Step::Paused(_))) {
                break step;
            }
            let mut access = helpers.handle.access();
            if let Some(failure) = access.take_failure() {
                break Err(failure);
            }
            match access.results().take() {
                Some((step, blamed)) => {
                    self.blamed = blamed;
                    break Ok(step);
                }
                None if !matches!(step, Ok(Step::Paused(Pause::Notified))) => break step,
                None => {}
            }
        };
        search.solver.set_alarm(None);
        search.solver.exchange(None)?;
        search.solver.rest(Vec::new())?;
        step
    }

    /// Searches in a helper thread, and shares the result.
    fn help(
        mut self,
        search: &mut Search,
        program: &Program,
        handle: &StateHandle<Option<Decided>>,
    ) -> Result<(), SolveError> {
        loop {
            let step = self.decide(search, program, None)?;
            let mut access = handle.access();
            if let Step::Paused(pause) = step {
                if access.is_over() || access.results().is_some() || pause == Pause::Stopped {
                    return Ok(());
                }
                continue;
            }
            access.results().get_or_insert((step, self.blamed));
            access.notify(Urgency::Final);
            return Ok(());
        }
    }
}

impl Question for Decision {
    type Answer = FixedBitSet;

    fn next(&mut self, search: &mut Search, program: &Program) -> Result<Step<FixedBitSet>, SolveError> {
        if self.end.is_some() {
            return Ok(Step::Exhausted);
        }
        let step = if Decision::is_shared(search) {
            self.decide_by_several(search, program)?
        } else {
            self.decide(search, program, None)?
        };
        match step {
            Step::Answer(_) => {}
            Step::Exhausted => self.end(search, End::Exhausted)?,
            Step::Paused(Pause::Symmetries) => return Ok(Step::Paused(Pause::Symmetries)),
            Step::Paused(_) => return self.conclude(search, End::Interrupted),
        }
        Ok(step)
    }

    fn end(&mut self, _: &mut Search, end: End) -> Result<(), SolveError> {
        self.end.get_or_insert(end);
        Ok(())
    }

    fn ended(&self) -> Option<End> {
        self.end
    }
}
