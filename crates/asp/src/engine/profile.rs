//! Where the time of an engine goes: the cost of each statement in grounding, and what its clauses contribute to the search.

use std::time::Duration;

use groundplan_ground::diagnostic::Span;
use groundplan_ground::ground::{
    Cost, GroundingProfile, LiteralCost, ReadArguments, StatementCost, Suggestion, Surroundings,
};
use groundplan_ground::syntax::ast::Signature;
use groundplan_sat::TagCounts;
use groundplan_solve::solve::{OriginProfile, SearchProfile, SearchProfiler};

use super::Engine;
use crate::pulse::Counts;

/// A handle that reads the profile of an engine, also from another thread: see [`Engine::profiler`]. Clones read the same
/// engine.
#[derive(Clone, Default, Debug)]
pub struct Profiler {
    grounding: GroundingProfile,
    search: SearchProfiler,
}

/// Where the time of an engine went. The parts add up to the whole: the times of the statements and of the stages to the time of
/// the engine, the clauses of the statements and of the other rows to those of the translation.
#[derive(Clone, Default, Debug)]
#[non_exhaustive]
pub struct Profile {
    /// The statements, those first that took most time to ground.
    pub statements: Vec<StatementProfile>,
    /// The facts that needed no instantiation.
    pub facts: Cost,
    /// The clauses about atoms that several statements derive, with these statements by their index in `statements`.
    pub shared: Vec<OriginProfile>,
    /// The clauses that belong to no statement: those that were learned or that propagators gave, and those that are there for
    /// the question.
    pub others: OriginProfile,
    /// Reading and parsing.
    pub reading: Duration,
    /// The part of grounding that is not in a statement: analysis, planning of joins, simplification.
    pub grounding: Duration,
    /// Translation to clauses.
    pub translation: Duration,
    /// The search.
    pub search: Duration,
    /// The conflicts of all solvers, if they count them.
    pub conflicts: Option<u64>,
    /// The conflicts of those solvers that count what their clauses contribute.
    pub attributed_conflicts: u64,
}

/// What one statement costs.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct StatementProfile {
    /// The place of the statement. That of a projection, which stands for a literal, is the place of that literal.
    pub span: Span,
    /// Whether it is a projection that grounding has introduced.
    pub is_projection: bool,
    /// What it took to ground it.
    pub cost: Cost,
    /// The literal for which joins tried most candidates, if they tried any.
    pub driver: Option<LiteralCost>,
    /// The number of clauses that are there for it alone.
    pub clauses: u64,
    /// What these clauses contributed to the search.
    pub counts: TagCounts,
    /// What would make it cheaper, if that is known.
    pub suggestion: Option<Suggestion>,
}

impl Profile {
    /// The time of the engine: the sum of all parts.
    #[must_use]
    pub fn total(&self) -> Duration {
        let statements: Duration = self.statements.iter().map(|statement| statement.cost.time).sum();
        self.reading + self.grounding + self.facts.time + statements + self.translation + self.search
    }
}

impl Profiler {
    /// The profile of the search.
    pub(super) fn search(&self) -> SearchProfiler {
        self.search.clone()
    }

    /// Returns the profile so far. `counts` has the times of the stages. There are no suggestions in it.
    #[must_use]
    pub fn profile(&self, counts: &Counts) -> Profile {
        let records = self.grounding.records();
        let SearchProfile { origins, others, conflicts, .. } = self.search.profile();
        let mut statements: Vec<StatementProfile> = records.statements.iter().map(of_statement).collect();
        let mut shared: Vec<OriginProfile> = Vec::new();
        for origin in origins {
            match origin.statements[..] {
                [only] => {
                    let statement = &mut statements[only as usize];
                    (statement.clauses, statement.counts) = (origin.clauses, origin.counts);
                }
                _ => shared.push(origin),
            }
        }
        let in_statements: Duration = statements.iter().map(|statement| statement.cost.time).sum();
        let ground = counts.times.ground;
        let mut order: Vec<usize> = (0..statements.len()).collect();
        order.sort_by_key(|&index| {
            let StatementProfile { cost, clauses, span, .. } = &statements[index];
            (std::cmp::Reverse((cost.time, *clauses)), *span)
        });
        let mut places = vec![0; order.len()];
        order.iter().enumerate().for_each(|(place, &index)| places[index] = place as u32);
        for origin in &mut shared {
            origin.statements.iter_mut().for_each(|statement| *statement = places[*statement as usize]);
        }
        shared.sort_by_key(|origin| std::cmp::Reverse((origin.counts.reasons, origin.clauses)));
        let mut unsorted: Vec<Option<StatementProfile>> = statements.into_iter().map(Some).collect();
        Profile {
            statements: order.iter().filter_map(|&index| unsorted[index].take()).collect(),
            facts: records.facts,
            shared,
            others,
            reading: counts.times.parse,
            grounding: ground.saturating_sub(in_statements + records.facts.time),
            translation: counts.search.translation,
            search: counts.search.search,
            conflicts: counts.search.conflicts,
            attributed_conflicts: conflicts,
        }
    }
}

fn of_statement(statement: &StatementCost) -> StatementProfile {
    let driver = statement.literals.iter().filter(|literal| literal.candidates > 0);
    StatementProfile {
        span: statement.span,
        is_projection: statement.is_projection(),
        cost: statement.cost,
        driver: driver.max_by_key(|literal| literal.candidates).cloned(),
        clauses: 0,
        counts: TagCounts::default(),
        suggestion: None,
    }
}

impl Engine {
    /// Turns on the profile, and returns a handle to it. To be called before anything is ground.
    ///
    /// ```
    /// use groundplan::Engine;
    ///
    /// let mut engine = Engine::new();
    /// engine.profiler();
    /// engine.add_text("pairs.lp", "n(1..50). pair(X,Y) :- n(X), n(Y), X < Y. { in(X) } :- n(X).")?;
    /// engine.ground(["base"])?;
    /// engine.query().first()?;
    /// let profile = engine.profile().expect("it was turned on");
    /// let statement = |text: &str| {
    ///     let is_it = |it: &&groundplan::StatementProfile| engine.sources().text(it.span.source)[it.span.range()].starts_with(text);
    ///     profile.statements.iter().find(is_it).expect("it was ground")
    /// };
    /// assert_eq!(statement("pair").cost.instances, 50 * 49 / 2);
    /// assert_eq!(statement("pair").cost.candidates, 50 + 50 * 50);
    /// assert_eq!(statement("{ in").cost.instances, 50);
    /// # Ok::<(), groundplan::Error>(())
    /// ```
    pub fn profiler(&mut self) -> Profiler {
        let profiler = self.profiler.get_or_insert_default().clone();
        self.ground.grounder.profile = Some(profiler.grounding.clone());
        self.ground.program.origins.get_or_insert_default();
        if self.run.search.is_none() {
            self.run.config.profile = Some(profiler.search());
        }
        profiler
    }

    /// Returns where the time went so far, with suggestions; `None` unless [`Engine::profiler`] was called.
    #[must_use]
    pub fn profile(&mut self) -> Option<Profile> {
        let profiler = self.profiler.clone()?;
        if let Some(search) = &mut self.run.search {
            // If the solver failed, the profile is that of its last report.
            let _ = search.note_profile();
        }
        let mut profile = profiler.profile(&self.counts());
        let records = profiler.grounding.records();
        let (base, symbols) = (&self.ground.base, &self.terms.symbols);
        let all = Cost {
            instances: profile.statements.iter().map(|statement| statement.cost.instances).sum(),
            time: profile.statements.iter().map(|statement| statement.cost.time).sum(),
            ..Cost::default()
        };
        let read = ReadArguments::of(&records);
        let ground = self.ground.program(symbols, &self.texts);
        let elsewhere = self.texts.predicates_elsewhere(&records);
        let is_hidden = |signature: Signature| {
            !ground.shows(signature)
                && !self.texts.projected.contains(&signature)
                && !elsewhere.contains(&signature)
        };
        let around = Surroundings { base, symbols, read: &read, is_hidden: &is_hidden };
        for statement in &mut profile.statements {
            let known = records.statements.iter().find(|known| known.span == statement.span);
            statement.suggestion = known
                .filter(|known| known.cost.is_large_part_of(&all))
                .and_then(|known| Suggestion::for_statement(known, &around));
        }
        Some(profile)
    }
}
