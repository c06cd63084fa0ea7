//! The search for all minimal conflicts, which returns one after the other.

use std::sync::Arc;

use groundplan::{Error, Questions};
use groundplan_ground::program::Literal;
use groundplan_solve::solve::{End, FoundCore, MinimalCores, Question};

use crate::cause_names::CauseNames;
use crate::conflict::Conflict;
use crate::counting::{Counter, Counting};
use crate::why::{query, ConflictListener, Why};
use crate::words::Words;

/// The solver's conflicts that a search may take for instances that only the author's words need.
const CONFLICTS_FOR_WORDS: u64 = 20_000;

/// A search for all minimal conflicts of a program, made by [`Why::conflicts`]: an iterator that returns each as it is found.
/// After an error it yields nothing more.
pub struct ConflictSearch<'e> {
    questions: Questions<'e>,
    names: CauseNames<'e>,
    cores: MinimalCores<Counter<'e>>,
    /// The assumptions that always hold.
    hard: Vec<Literal>,
    on_smaller: Option<ConflictListener<'e>>,
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
        let (assumptions, with_instances) = (question.assumptions, question.instances);
        let soft = negotiation.soft.iter().map(|(axiom, _)| axiom.literal);
        let soft: Vec<Literal> = soft.chain(assumptions.iter().map(|(_, literal)| *literal)).collect();
        let mut hard = negotiation.hard;
        let questions = query(engine, deadline).questions()?;
        let words = Words::of(&sources);
        let ground = questions.ground_program();
        let names = CauseNames { axioms, assumptions, sources, words, with_instances, ground };
        hard.extend(&names.ground.program.assumptions);
        let cores = MinimalCores::new(&hard, &soft, Counter::new(names.ground, &names.axioms));
        let (unfinished, is_over) = (None, false);
        Ok(ConflictSearch { questions, names, cores, hard, on_smaller, unfinished, is_over })
    }
}

impl ConflictSearch<'_> {
    /// Whether there are no other minimal conflicts than those that were returned. If there was none at all, the program has
    /// an answer set.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.cores.ended() == Some(End::Exhausted) && self.unfinished.is_none()
    }

    /// The smallest conflict on the way to the next minimal one, if the search was cut short on that way.
    #[must_use]
    pub fn unfinished(&self) -> Option<&Conflict> {
        self.unfinished.as_ref()
    }

    fn find_next(&mut self) -> Result<Option<Conflict>, Error> {
        loop {
            let conflict = match self.questions.ask(&mut self.cores)? {
                None => return Ok(None),
                Some(FoundCore::Smaller(causes)) => self.names.conflict(&causes, &[], false),
                Some(FoundCore::Minimal(causes)) => {
                    let is_by_instances = self.names.with_instances || self.names.needs_instances(&causes);
                    let conflict = match is_by_instances {
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
    fn counting(&mut self, causes: &[Literal]) -> Option<Counting> {
        let CauseNames { ground, axioms, .. } = &self.names;
        let assumptions: Vec<Literal> = self.hard.iter().chain(causes).copied().collect();
        let found = self.cores.refuter().refutation(&assumptions)?;
        Some(Counting::of(&found, *ground, &axioms.ungrounded.parts))
    }

    /// Keeps a conflict that is perhaps not minimal.
    fn keep(&mut self, conflict: Conflict) {
        self.on_smaller.iter_mut().for_each(|listener| listener(&conflict));
        self.unfinished = Some(conflict);
    }

    /// Searches for instances of the conflicting statements that conflict, with all other causes turned on. If only the author's
    /// words need them, a search that takes long ends without them.
    fn instances(&mut self, causes: &[Literal]) -> Result<Conflict, Error> {
        let ConflictSearch { questions, names, cores, hard, on_smaller, .. } = self;
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
        let limit = (!names.with_instances).then_some(CONFLICTS_FOR_WORDS);
        let mut question = MinimalCores::new(&hard, &soft, cores.refuter()).within(limit);
        let mut smallest = Vec::new();
        while let Some(found) = questions.ask(&mut question)? {
            match found {
                FoundCore::Minimal(literals) => return Ok(names.conflict(causes, &literals, true)),
                FoundCore::Smaller(literals) => {
                    let conflict = names.conflict(causes, &literals, false);
                    on_smaller.iter_mut().for_each(|listener| listener(&conflict));
                    smallest = literals;
                }
            }
        }
        let is_cut_short = question.ended() == Some(End::Interrupted) && !smallest.is_empty();
        Ok(match names.with_instances && is_cut_short {
            true => names.conflict(causes, &smallest, false),
            // The statements are minimal. Their instances conflict too, but that was not shown, or not which of them are needed.
            false => names.conflict(causes, &[], true),
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
