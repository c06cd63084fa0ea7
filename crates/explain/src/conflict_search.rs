//! The search for all minimal conflicts, which returns one after the other.

use std::sync::Arc;

use groundplan::{Axiom, Error, Questions};
use groundplan_ground::program::Literal;
use groundplan_solve::solve::{End, FoundCore, MinimalCores, Question};

use crate::cause_names::CauseNames;
use crate::conflict::Conflict;
use crate::counting::{Counter, Counting};
use crate::minimal_core::minimal_core;
use crate::regrounding::{First, FirstConflict, FoundBy, Regrounding};
use crate::why::{query, ConflictListener, Why, WhyQuestion};
use crate::words::Words;

/// A search for all minimal conflicts of a program, made by [`Why::conflicts`]: an iterator that returns each as it is found.
/// After an error it yields nothing more.
pub struct ConflictSearch<'e> {
    questions: Questions<'e>,
    names: CauseNames<'e>,
    cores: MinimalCores,
    /// The assumptions that always hold.
    hard: Vec<Literal>,
    on_smaller: Option<ConflictListener<'e>>,
    /// The conflict that was found before the search for all of them, to be returned first.
    first: Option<FirstConflict>,
    /// Whether it was found before the search that there is an answer set.
    has_answer_set: bool,
    unfinished: Option<Conflict>,
    /// Whether the search was cut short or failed.
    is_over: bool,
}

impl<'e> Why<'e> {
    /// Starts a search for all minimal conflicts, which returns one after the other. There may be exponentially many.
    ///
    /// ```
    /// use groundplan::{Engine, Soft};
    /// use groundplan_explain::why;
    ///
    /// let mut engine = Engine::new();
    /// engine.add_text("example.lp", "a. b. c. :- a, b. :- b, c.")?;
    /// engine.ground_relaxed(["base"], Soft::default())?;
    /// let mut search = why(&mut engine)?.conflicts()?;
    /// let first = search.next().expect("it has no answer set")?;
    /// assert!(first.is_minimal && !search.is_complete());
    /// assert_eq!(search.by_ref().count(), 1);
    /// assert!(search.is_complete());
    /// # Ok::<(), groundplan::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// See [`Query::solve`](groundplan::Query::solve).
    pub fn conflicts(self) -> Result<ConflictSearch<'e>, Error> {
        let Why { engine, question, deadline, on_smaller } = self;
        let axioms = Arc::clone(engine.axioms()?);
        let sources = engine.sources().clone();
        let negotiation = question.negotiation(&axioms, engine.symbols());
        let soft: Vec<&Axiom> = negotiation.soft.iter().map(|(axiom, _)| *axiom).collect();
        let mut hard = negotiation.hard;
        let mut regrounding =
            Regrounding { engine: &mut *engine, axioms: &axioms, question: &question, deadline };
        let (first, has_answer_set) = match regrounding.find(&soft, &hard)? {
            First::AnswerSet => (None, true),
            First::Conflict(conflict) => (Some(conflict), false),
            First::Unknown => (None, false),
        };
        let soft = soft.iter().map(|axiom| axiom.literal);
        let soft: Vec<Literal> =
            soft.chain(question.assumptions.iter().map(|(_, literal)| *literal)).collect();
        let questions = query(engine, deadline).questions()?;
        let words = Words::of(&sources);
        let ground = questions.ground_program();
        hard.extend(&ground.program.assumptions);
        let WhyQuestion { assumptions, instances: with_instances, .. } = question;
        let axioms = Arc::clone(&axioms);
        let names = CauseNames { axioms, assumptions, sources, words, with_instances, ground };
        let mut cores = MinimalCores::new(&hard, &soft);
        if let Some(first) = &first {
            cores.exclude(&first.core);
        }
        let (unfinished, is_over) = (None, has_answer_set);
        Ok(ConflictSearch {
            questions,
            names,
            cores,
            hard,
            on_smaller,
            first,
            has_answer_set,
            unfinished,
            is_over,
        })
    }
}

impl ConflictSearch<'_> {
    /// Whether there are no other minimal conflicts than those that were returned. If there was none at all, the program has
    /// an answer set.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.has_answer_set || self.cores.ended() == Some(End::Exhausted) && self.unfinished.is_none()
    }

    /// The smallest conflict on the way to the next minimal one, if the search was cut short on that way.
    #[must_use]
    pub fn unfinished(&self) -> Option<&Conflict> {
        self.unfinished.as_ref()
    }

    fn find_next(&mut self) -> Result<Option<Conflict>, Error> {
        if let Some(FirstConflict { core, by }) = self.first.take() {
            let wants_instances = self.names.with_instances || self.names.needs_instances(&core);
            let counting = self.counting(&core);
            let conflict = match by {
                FoundBy::Search if wants_instances => self.instances(&core)?,
                FoundBy::Search => self.names.conflict(&core, &[], true),
                // Among instances the search would be as hard.
                FoundBy::Grounding { is_minimal } => self.names.conflict(&core, &[], is_minimal),
            };
            let conflict = Conflict { counting, ..conflict };
            if conflict.is_minimal {
                return Ok(Some(conflict));
            }
            self.keep(conflict);
            return Ok(None);
        }
        loop {
            let conflict = match self.questions.ask(&mut self.cores)? {
                None => return Ok(None),
                Some(FoundCore::Smaller(causes)) => self.names.conflict(&causes, &[], false),
                Some(FoundCore::Minimal(causes)) => {
                    let wants_instances = self.names.with_instances || self.names.needs_instances(&causes);
                    let conflict = match wants_instances {
                        true => self.instances(&causes)?,
                        false => self.names.conflict(&causes, &[], true),
                    };
                    Conflict { counting: self.counting(&causes), ..conflict }
                }
            };
            if conflict.is_minimal {
                self.unfinished = None;
                return Ok(Some(conflict));
            }
            self.keep(conflict);
        }
    }

    /// Why these causes conflict, if counting tells.
    fn counting(&self, causes: &[Literal]) -> Option<Counting> {
        let CauseNames { ground, axioms, .. } = &self.names;
        let assumptions: Vec<Literal> = self.hard.iter().chain(causes).copied().collect();
        let found = Counter::new(*ground, axioms, &assumptions)?.refutation()?;
        Some(Counting::of(&found, *ground, &axioms.ungrounded.parts))
    }

    /// Keeps a conflict that is perhaps not minimal.
    fn keep(&mut self, conflict: Conflict) {
        self.on_smaller.iter_mut().for_each(|listener| listener(&conflict));
        self.unfinished = Some(conflict);
    }

    /// Searches for instances of the conflicting statements that conflict, with all other causes turned on.
    fn instances(&mut self, causes: &[Literal]) -> Result<Conflict, Error> {
        let ConflictSearch { questions, names, hard, on_smaller, .. } = self;
        let axioms = || names.axioms.list.iter();
        let is_statement = |literal: &Literal| {
            axioms().any(|axiom| axiom.literal == *literal && !axiom.instances.is_empty())
        };
        let (statements, others): (Vec<Literal>, Vec<Literal>) =
            causes.iter().partition(|it| is_statement(it));
        let hard: Vec<Literal> = hard.iter().chain(&others).copied().collect();
        let axioms = axioms().filter(|axiom| statements.contains(&axiom.literal));
        let soft: Vec<Literal> =
            axioms.flat_map(|axiom| &axiom.instances).map(|(_, breach)| breach.negative()).collect();
        let found = minimal_core(questions, &hard, &soft, |literals| {
            let conflict = names.conflict(causes, literals, false);
            on_smaller.iter_mut().for_each(|listener| listener(&conflict));
        })?;
        Ok(match found {
            (Some(literals), is_minimal) => names.conflict(causes, &literals, is_minimal),
            // All instances of these statements conflict, but the second search did not show it again.
            (None, _) => names.conflict(causes, &[], true),
        })
    }
}

impl Iterator for ConflictSearch<'_> {
    type Item = Result<Conflict, Error>;

    fn next(&mut self) -> Option<Result<Conflict, Error>> {
        if self.is_over {
            return None;
        }
        let found = self.find_next().transpose();
        self.is_over = !matches!(found, Some(Ok(_)));
        found
    }
}
