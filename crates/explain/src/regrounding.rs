//! Minimal conflicts where the search under assumptions is hard: by grounding again.
//!
//! A relaxed statement is a clause with one more atom, and a search under assumptions does not count. So pigeons and holes are
//! hard for it (Haken: The intractability of resolution, TCS 39, 1985). Here the statements of a candidate are ground as they
//! are, and only the others are relaxed. Then the passes that count see them. The first candidate is what [counting](crate::counting)
//! finds, if it finds anything, and else all statements. Candidates shrink by deletion: of many statements at once first, then one
//! by one.

use std::time::Instant;

use groundplan::{Axiom, AxiomKind, Axioms, Engine, Error, Interrupter, Outcome, Query};
use groundplan_ground::analysis::relax::{RelaxedKind, SoftStatement};
use groundplan_ground::diagnostic::Span;
use groundplan_ground::program::Literal;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::counting::Counter;
use crate::leave_out::leave_out;
use crate::minimal_core::minimal_core;
use crate::why::{query, WhyQuestion};

/// The conflicts after which a search under assumptions counts as hard.
const HARD: u64 = 10_000;

/// The conflicts of the search for one candidate.
const MOST_CONFLICTS: u64 = 20_000;

/// The conflicts of the search for an answer set without one fact, after one without another fact was found.
const FEW_CONFLICTS: u64 = 2_000;

/// The most statements of a candidate: each is ground again at least once.
const MOST_STATEMENTS: usize = 1000;

/// Finds conflicts by grounding again.
pub struct Regrounding<'a> {
    pub engine: &'a mut Engine,
    pub axioms: &'a Axioms,
    pub question: &'a WhyQuestion,
    pub deadline: Option<Instant>,
}

/// What was found before the search for all conflicts.
pub enum First {
    /// There is an answer set.
    AnswerSet,
    Conflict(FirstConflict),
    Unknown,
}

/// The first conflict of a search.
pub struct FirstConflict {
    /// The assumptions that turn it on.
    pub core: Vec<Literal>,
    /// How it was found.
    pub by: FoundBy,
}

/// What a search under assumptions found within its limit.
struct AssumedConflict {
    /// The smallest conflict.
    core: Option<Vec<Literal>>,
    /// Whether the search came to its end: the conflict is minimal, or there is none.
    is_minimal: bool,
    /// A conflict by counting, if the search did not come to its end.
    counted: Option<Vec<Literal>>,
}

/// How a conflict was found.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum FoundBy {
    /// By a search under assumptions. It is minimal.
    Search,
    /// By grounding again.
    Grounding {
        /// Whether it was shown that none of its members can be left out.
        is_minimal: bool,
    },
}

/// Whether a search may leave out what is symmetric: once counting has shown something, the rest is asked in any way.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Symmetries {
    Ignored,
    Broken,
}

/// A statement, or an assumption of the question by its number.
#[derive(Clone, Copy)]
enum Member {
    Statement { span: Span, literal: Literal, is_fact: bool },
    Assumption(usize, Literal),
}

/// Statements and assumptions of which is asked whether they have an answer set.
#[derive(Clone, Copy)]
struct Candidate<'c> {
    /// Those in force.
    members: &'c [Member],
    /// The other statements that are never left out.
    kept: &'c [Span],
    /// Facts that are deleted. All others are relaxed.
    deleted: &'c [Span],
    symmetries: Symmetries,
}

impl Regrounding<'_> {
    /// Searches for a conflict: first under assumptions and, where that is hard, by grounding again.
    ///
    /// # Errors
    ///
    /// See [`Query::solve`](groundplan::Query::solve).
    pub fn find(&mut self, soft: &[&Axiom], hard: &[Literal]) -> Result<First, Error> {
        let is_possible = !self.axioms.soft.definitions && !self.engine.has_propagators();
        let assumed = self.question.assumptions.iter().map(|(_, literal)| *literal);
        let all: Vec<Literal> = soft.iter().map(|axiom| axiom.literal).chain(assumed).collect();
        if !is_possible || all.len() > MOST_STATEMENTS {
            return Ok(First::Unknown);
        }
        let AssumedConflict { core: found, is_minimal, counted } = self.under_assumptions(&all, hard)?;
        if is_minimal {
            let by = FoundBy::Search;
            return Ok(found.map_or(First::AnswerSet, |core| First::Conflict(FirstConflict { core, by })));
        }
        if self.is_ended() {
            let by = FoundBy::Grounding { is_minimal: false };
            let found = counted.or(found);
            return Ok(found.map_or(First::Unknown, |core| First::Conflict(FirstConflict { core, by })));
        }
        let assumed = self.question.assumptions.iter().enumerate();
        let assumed = assumed.map(|(index, (_, literal))| Member::Assumption(index, *literal));
        let statements = soft.iter().filter_map(|axiom| match axiom.kind {
            AxiomKind::Statement(SoftStatement { kind, span }) => {
                let is_fact = kind == RelaxedKind::Fact;
                Some(Member::Statement { span, literal: axiom.literal, is_fact })
            }
            AxiomKind::Support(_) => None,
        });
        // Few laws are to blame where things are counted, so it is tried first to do without laws.
        let (facts, laws): (Vec<_>, Vec<_>) =
            statements.partition(|member| matches!(member, Member::Statement { is_fact: true, .. }));
        let mut core: Vec<Member> = laws.into_iter().chain(facts).chain(assumed).collect();
        let kept: Vec<Span> = self.spans(hard);
        let (core, is_minimal) = match counted {
            Some(counted) => {
                core.retain(|member| counted.contains(&member.literal()));
                self.shrink(core, &kept, 1)
            }
            None => {
                let symmetries = Symmetries::Ignored;
                let all = Candidate { members: &core, kept: &kept, deleted: &[], symmetries };
                if self.has_answer_set(&all) != Some(false) {
                    return Ok(First::Unknown);
                }
                let size = core.len().div_ceil(4);
                self.shrink(core, &kept, size)
            }
        };
        let core = core.iter().map(Member::literal).collect();
        Ok(First::Conflict(FirstConflict { core, by: FoundBy::Grounding { is_minimal } }))
    }

    /// Leaves out of a conflict what is not needed, first so many members at once. Also returns whether all the rest is needed.
    fn shrink(&mut self, mut core: Vec<Member>, kept: &[Span], mut size: usize) -> (Vec<Member>, bool) {
        let mut is_minimal = true;
        loop {
            let needed = if size == 1 { self.needed_facts(&core, kept) } else { FxHashSet::default() };
            let mut at = 0;
            while at < core.len() {
                let end = (at + size).min(core.len());
                if size == 1 && needed.contains(&core[at].literal()) {
                    at = end;
                    continue;
                }
                let others = [&core[..at], &core[end..]].concat();
                let without =
                    Candidate { members: &others, kept, deleted: &[], symmetries: Symmetries::Broken };
                // A fact that is left out may still hold. Without it the search is easier, if there is an answer set without it.
                let has_answer_set = self.has_answer_set(&without).or_else(|| {
                    let deleted = facts(&core[at..end]);
                    let without = Candidate { deleted: &deleted, ..without };
                    let is_possible = !deleted.is_empty() && self.has_answer_set(&without) == Some(true);
                    is_possible.then_some(true)
                });
                match has_answer_set {
                    Some(false) => {
                        core = others;
                        continue;
                    }
                    Some(true) => {}
                    None => is_minimal &= size > 1,
                }
                if self.is_ended() {
                    return (core, false);
                }
                at = end;
            }
            if size == 1 {
                return (core, is_minimal);
            }
            size = size.div_ceil(2);
        }
    }

    /// The facts of a conflict without which there is an answer set, as far as that is found soon. One grounding is enough for all:
    /// the solver goes from one answer set to the next.
    fn needed_facts(&mut self, core: &[Member], kept: &[Span]) -> FxHashSet<Literal> {
        let mut needed = FxHashSet::default();
        let (facts, others): (Vec<Member>, Vec<Member>) = core
            .iter()
            .copied()
            .partition(|member| matches!(member, Member::Statement { is_fact: true, .. }));
        if facts.is_empty() {
            return needed;
        }
        let symmetries = Symmetries::Ignored;
        let candidate = Candidate { members: &others, kept, deleted: &[], symmetries };
        let Some(mut second) = self.grounded(&candidate) else { return needed };
        let Ok(axioms) = second.axioms().cloned() else { return needed };
        let literals: FxHashMap<Span, Literal> = axioms
            .list
            .iter()
            .filter_map(|axiom| match axiom.kind {
                AxiomKind::Statement(statement) => Some((statement.span, axiom.literal)),
                AxiomKind::Support(_) => None,
            })
            .collect();
        let own = |member: &Member| match member {
            Member::Statement { span, .. } => literals.get(span).copied(),
            Member::Assumption(..) => None,
        };
        for fact in &facts {
            if self.is_ended() {
                break;
            }
            let literals = facts.iter().filter_map(|member| {
                let literal = own(member)?;
                Some(if member.literal() == fact.literal() { literal.complement() } else { literal })
            });
            let Some(query) = self.asked(&mut second, &candidate) else { return needed };
            let query = literals.fold(query.conflict_limit(FEW_CONFLICTS), Query::assume_literal);
            if matches!(query.solve(), Ok(Outcome::Satisfiable(_))) {
                needed.insert(fact.literal());
            }
        }
        needed
    }

    /// Whether a limit or an interrupt has come.
    fn is_ended(&self) -> bool {
        is_ended(self.deadline, &self.engine.interrupter())
    }

    /// Searches under assumptions, as long as no step takes many conflicts, and counts if one does.
    fn under_assumptions(&mut self, soft: &[Literal], hard: &[Literal]) -> Result<AssumedConflict, Error> {
        let (axioms, deadline, interrupter) = (self.axioms, self.deadline, self.engine.interrupter());
        let is_ended = || is_ended(deadline, &interrupter);
        let mut questions = query(self.engine, self.deadline).conflict_limit(HARD).questions()?;
        let mut all = hard.to_vec();
        all.extend(&questions.ground_program().program.assumptions);
        let ground = questions.ground_program();
        let count = |candidate: &[Literal]| {
            Counter::new(ground, axioms, &[all.as_slice(), candidate].concat())?.smallest()
        };
        if !questions.counts_conflicts() && !is_ended() {
            // What is hard for the search would not end it.
            if let Some(counted) = count(soft) {
                return Ok(AssumedConflict { core: None, is_minimal: false, counted: Some(counted) });
            }
        }
        let (core, is_minimal) = minimal_core(&mut questions, &all, soft, |_| {})?;
        let counted = if is_minimal || is_ended() { None } else { count(core.as_deref().unwrap_or(soft)) };
        Ok(AssumedConflict { core, is_minimal, counted })
    }

    /// The positions of the statements that these assumptions turn on.
    fn spans(&self, literals: &[Literal]) -> Vec<Span> {
        let axioms = self.axioms.list.iter().filter(|axiom| literals.contains(&axiom.literal));
        let spans = axioms.filter_map(|axiom| match axiom.kind {
            AxiomKind::Statement(statement) => Some(statement.span),
            AxiomKind::Support(_) => None,
        });
        spans.collect()
    }

    /// Whether a candidate has an answer set; `None` if that was not found out.
    fn has_answer_set(&mut self, candidate: &Candidate) -> Option<bool> {
        let mut second = self.grounded(candidate)?;
        let mut query = self.asked(&mut second, candidate)?.conflict_limit(MOST_CONFLICTS);
        if candidate.symmetries == Symmetries::Broken {
            query = query.up_to_symmetry();
        }
        match query.solve().ok()? {
            Outcome::Satisfiable(_) => Some(true),
            Outcome::Unsatisfiable(_) => Some(false),
            Outcome::Interrupted => None,
        }
    }

    /// Grounds the statements of a candidate as they are, and relaxes the others; `None` if that fails.
    fn grounded(&mut self, candidate: &Candidate) -> Option<Engine> {
        let Candidate { members, kept, deleted, .. } = *candidate;
        let statements = members.iter().filter_map(|member| match member {
            Member::Statement { span, .. } => Some(*span),
            Member::Assumption(..) => None,
        });
        let kept: Vec<Span> = kept.iter().copied().chain(statements).collect();
        let (soft, deadline) = (self.axioms.soft, self.deadline);
        let mut ungrounded = self.axioms.ungrounded.clone();
        // Nothing depends on a constraint. So it is deleted and not relaxed, which leaves less to search.
        let constraints = self.axioms.list.iter().filter_map(|axiom| match axiom.kind {
            AxiomKind::Statement(SoftStatement { kind: RelaxedKind::Constraint, span }) => Some(span),
            AxiomKind::Statement(_) | AxiomKind::Support(_) => None,
        });
        let constraints = constraints.filter(|span| !kept.contains(span));
        let deleted: Vec<Span> = constraints.chain(deleted.iter().copied()).collect();
        leave_out(&mut ungrounded.parts, &deleted);
        self.engine.grounded_again(ungrounded, |engine, parts| {
            engine.set_ground_deadline(deadline);
            engine.ground_relaxed_but(parts, soft, &kept)
        })
    }

    /// A query under the assumptions of a candidate.
    fn asked<'e>(&self, second: &'e mut Engine, candidate: &Candidate) -> Option<Query<'e>> {
        let mut query = query(second, self.deadline);
        for member in candidate.members {
            if let Member::Assumption(index, _) = member {
                query = query.assume_text(&self.question.assumptions[*index].0).ok()?;
            }
        }
        Some(query)
    }
}

/// Whether a deadline has passed or an interrupt has come.
fn is_ended(deadline: Option<Instant>, interrupter: &Interrupter) -> bool {
    deadline.is_some_and(|deadline| deadline <= Instant::now()) || interrupter.is_interrupted()
}

/// The positions of the facts among these members.
fn facts(members: &[Member]) -> Vec<Span> {
    let facts = members.iter().filter_map(|member| match member {
        Member::Statement { span, is_fact: true, .. } => Some(*span),
        Member::Statement { .. } | Member::Assumption(..) => None,
    });
    facts.collect()
}

impl Member {
    fn literal(&self) -> Literal {
        match self {
            Member::Statement { literal, .. } | Member::Assumption(_, literal) => *literal,
        }
    }
}
