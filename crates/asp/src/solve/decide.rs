//! One answer set, or the assumptions that exclude all: by one thread, or by several that differ in the options of CaDiCaL.

use groundplan_sat::Alarm;
use rustsat::solvers::SolveIncremental;
use rustsat::types::Lit;

use super::race::Urgency;
use super::{Answer, Assumptions, Found, Search, SearchConfig, SolveError, Threads};
use crate::program::{Literal, Program};

impl Search {
    /// Whether several threads look for one answer set.
    pub fn decides_by_several(&self) -> bool {
        let SearchConfig { threads, solver, .. } = &self.config;
        !self.is_alone
            && matches!(threads, Threads::Number(_))
            && threads.count() > 1
            && solver.backend.has_cadical()
    }

    /// Looks for an answer set in which the assumptions hold, by so many threads as the configuration says. It is interrupted
    /// where the search wants to know of symmetries, too.
    ///
    /// # Errors
    ///
    /// If the solver broke down, or this engine made a mistake.
    pub fn solve(&mut self, program: &Program, assumptions: &[Literal]) -> Result<Answer, SolveError> {
        if !self.decides_by_several() {
            return self.decide(program, assumptions);
        }
        let alarm = Alarm::new();
        let configs = (1..self.config.threads.count()).map(|number| self.config.varied(number)).collect();
        let assumed = assumptions.to_vec();
        let race =
            self.race(program, alarm.clone(), None, configs, move |_, search, program, seat| loop {
                let answer = search.decide(program, &assumed)?;
                let mut news = seat.news();
                if !matches!(answer, Answer::Interrupted) {
                    news.get().get_or_insert(answer);
                    news.tell(Urgency::Final);
                    return Ok(());
                }
                if news.is_over() || news.get().is_some() || search.solver.is_stopped() {
                    return Ok(());
                }
            })?;
        self.solver.set_alarm(Some(alarm));
        let answer = loop {
            let answer = self.decide(program, assumptions);
            if !matches!(answer, Ok(Answer::Interrupted)) {
                break answer;
            }
            let mut news = race.seat.news();
            if let Some(failure) = news.take_failure() {
                break Err(failure);
            }
            match news.get().take() {
                Some(other) => break Ok(other),
                None if self.solver.is_stopped() || self.wants_symmetries() => break answer,
                None => {}
            }
        };
        self.solver.set_alarm(None);
        answer
    }

    /// The same by this thread alone.
    pub(super) fn decide(
        &mut self,
        program: &Program,
        assumptions: &[Literal],
    ) -> Result<Answer, SolveError> {
        let (literals, origins) = match self.assume(program, assumptions)? {
            Assumptions::Literals(literals, origins) => (literals, origins),
            Assumptions::Refuted(literal) => return Ok(Answer::Unsatisfiable(vec![literal])),
        };
        match self.find(&literals)? {
            Found::Model(values) => Ok(Answer::Satisfiable(self.answer_set(program, &values)?)),
            Found::Interrupted => Ok(Answer::Interrupted),
            Found::None => {
                // The core is a clause of negated assumptions.
                let core = self.solver.core().map_err(SolveError::solver)?;
                let needed = |(literal, _): &&(Lit, Literal)| core.contains(&!*literal);
                Ok(Answer::Unsatisfiable(origins.iter().filter(needed).map(|&(_, origin)| origin).collect()))
            }
        }
    }
}
