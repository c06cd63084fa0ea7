//! Repairs: the fewest statements to leave out so that the rest of a program has an answer set.
//!
//! The statements are read as axioms, as in a [`Conflict`](crate::Conflict). A set of statements without which the rest is
//! consistent is a correction set. A smallest one is an optimum: each axiom that is turned off costs 1, or its weight (partial
//! maximum satisfiability; Fu & Malik: On solving the partial MAX-SAT problem, SAT 2006). Of the smallest ones, one with few
//! laws is preferred, since facts are what people can change; then one with few facts that say which things there are; then
//! one that leaves the program its best objective.
//!
//! A repair of axioms need not be one of the program itself. So the program is solved again without the statements, and if
//! it has no answer set, other repairs that are as good are tried.

use std::cmp::Reverse;
use std::fmt;
use std::sync::Arc;
use std::time::Instant;

use groundplan::{AxiomKind, Axioms, Engine, Error, Model, Query};
use groundplan_ground::analysis::relax::RelaxedKind;
use groundplan_ground::diagnostic::{Diagnostics, Sources, Span};
use groundplan_ground::program::{GroundProgram, Literal, Minimize};
use groundplan_solve::solve::End;

use crate::cause_names::CauseNames;
use crate::conflict::{shown, CauseKind, ConflictCause};
use crate::leave_out::{leave_out, leave_out_bounds};
use crate::negotiable::FactPredicates;
use crate::why::{query, Why, WhyQuestion};
use crate::words::Words;

/// The most repairs of the smallest size that are looked at.
const MOST_TRIED: usize = 10;

/// The conflicts of the solver that a better repair of the smallest size, or another one, may take.
const MOST_CONFLICTS: u64 = 20_000;

/// Statements and assumptions without which the rest of a program has an answer set, read as axioms: a statement that is
/// left out is no longer enforced, but still supports the atoms that it derives.
#[derive(Clone, Debug)]
pub struct Repair {
    /// The statements and assumptions to leave out: first the statements, in the order of the texts. If there are none, the
    /// program has an answer set as it is.
    pub causes: Vec<ConflictCause>,
    /// Whether no fewer are enough; with weights, no cheaper ones.
    pub is_smallest: bool,
    /// Whether the program itself has an answer set when the statements are deleted from its text: it was grounded and solved
    /// again. `None` if that was not found out. A support cannot be deleted from a text, and propagators cannot be asked
    /// again.
    pub is_verified: Option<bool>,
    /// If the program has an objective, the costs of a best answer set after the repair, from the highest priority to the
    /// lowest; empty if they were not found in time.
    pub costs: Vec<i64>,
    /// Other repairs that are as good, at most nine.
    pub alternatives: Vec<Vec<ConflictCause>>,
}

/// The answer to a question for a repair.
#[derive(Clone, Debug)]
pub enum RepairFinding {
    /// Leaving these out repairs the program.
    Repair(Repair),
    /// There is no answer set even if all that may be left out is left out.
    Irreparable,
    /// The deadline passed or the interrupter was called before the answer was found.
    Unknown,
}

impl Repair {
    /// A repair that is not known to be a smallest one.
    fn new(causes: Vec<ConflictCause>) -> Self {
        Repair { causes, is_smallest: false, is_verified: None, costs: Vec::new(), alternatives: Vec::new() }
    }

    /// The repair as notes that show each statement in its source text.
    #[must_use]
    pub fn diagnostics(&self, sources: &Sources) -> Diagnostics {
        shown(&self.causes, self.to_string(), sources)
    }
}

/// A sentence without a full stop.
impl fmt::Display for Repair {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let statements = self.causes.iter().filter(|cause| cause.span.is_some()).count();
        let others = self.causes.len() - statements;
        let left_out = match statements {
            0 if others == 0 => return f.write_str("nothing has to be left out"),
            0 => return f.write_str("without what follows, the rest is consistent"),
            1 => "this statement, read as an axiom".to_owned(),
            _ => format!("these {statements} statements, read as axioms"),
        };
        let and_others = if others > 0 { ", and what follows" } else { "" };
        write!(f, "without {left_out}{and_others}, the rest is consistent")
    }
}

impl Why<'_> {
    /// Searches for the fewest statements and assumptions to leave out so that the rest has an answer set, read as axioms.
    /// Then deletes these statements from the program itself, and solves it again. If there are several such sets, one after
    /// which the program has an answer set is preferred, and of these one with fewer laws and more facts.
    ///
    /// `on_smaller` receives each repair that is smaller than the one before.
    ///
    /// ```
    /// use groundplan::{Engine, Soft};
    /// use groundplan_explain::{why, RepairFinding};
    ///
    /// let mut engine = Engine::new();
    /// engine.add_text("example.lp", "a. b. c. :- a, b. :- a, c. :- b, c.")?;
    /// engine.ground_relaxed(["base"], Soft { constraints: false, facts: true, definitions: false })?;
    /// let RepairFinding::Repair(repair) = why(&mut engine)?.repair(|_| {})? else { panic!("facts may be left out") };
    /// assert_eq!(repair.causes.len(), 2);
    /// assert!(repair.is_smallest);
    /// assert_eq!(repair.is_verified, Some(true));
    /// assert_eq!(repair.alternatives.len(), 2);
    /// # Ok::<(), groundplan::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// See [`Query::solve`](groundplan::Query::solve).
    pub fn repair(self, on_smaller: impl FnMut(&Repair)) -> Result<RepairFinding, Error> {
        let Why { engine, question, deadline, .. } = self;
        let axioms = Arc::clone(engine.axioms()?);
        let merged = engine.program_mut()?.objectives();
        let objectives = std::mem::take(&mut engine.program_mut()?.minimize);
        let mut search = RepairSearch::new(engine, &axioms, &question, deadline);
        let found = search.repair(&merged, on_smaller);
        // An engine that an error has broken needs them no more.
        if let Ok(program) = engine.program_mut() {
            program.minimize = objectives;
        }
        found
    }
}

/// A search for repairs of one relaxed program. It replaces the program's objectives.
struct RepairSearch<'e> {
    engine: &'e mut Engine,
    axioms: &'e Arc<Axioms>,
    question: &'e WhyQuestion,
    deadline: Option<Instant>,
    /// What may be left out.
    soft: Vec<Literal>,
    /// The assumptions that turn on what may not be left out.
    hard: Vec<Literal>,
    /// What a repair costs, from the highest priority on.
    levels: Vec<Minimize>,
}

/// Soft literals that an answer set leaves out.
#[derive(Clone)]
struct LeftOut {
    literals: Vec<Literal>,
    causes: Vec<ConflictCause>,
    costs: Vec<i64>,
}

impl<'e> RepairSearch<'e> {
    fn new(
        engine: &'e mut Engine,
        axioms: &'e Arc<Axioms>,
        question: &'e WhyQuestion,
        deadline: Option<Instant>,
    ) -> Self {
        let negotiation = question.negotiation(axioms, engine.symbols());
        let predicates = FactPredicates::of(&axioms.ungrounded.parts, engine.symbols());
        let assumed = || question.assumptions.iter().map(|(_, literal)| *literal);
        let off = |literal: Literal, weight: i64| (literal.complement(), weight);
        let own = negotiation.soft.iter().map(|(axiom, weight)| off(axiom.literal, *weight));
        let weights: Vec<(Literal, i64)> = own.chain(assumed().map(|literal| off(literal, 1))).collect();
        // What is assumed is asked for, so it is given up last.
        let (mut laws, mut things) = (Vec::new(), Vec::new());
        for (axiom, _) in &negotiation.soft {
            match axiom.kind {
                AxiomKind::Statement(statement) if statement.kind == RelaxedKind::Fact => {
                    if !predicates.is_condition(statement.span) {
                        things.push(off(axiom.literal, 1));
                    }
                }
                AxiomKind::Statement(_) | AxiomKind::Support(_) => laws.push(off(axiom.literal, 1)),
            }
        }
        let given_up = 1 + laws.len() as i64;
        laws.extend(assumed().map(|literal| off(literal, given_up)));
        let levels = [weights, laws, things].into_iter().filter(|elements| !elements.is_empty());
        let soft = negotiation.soft.iter().map(|(axiom, _)| axiom.literal).chain(assumed()).collect();
        RepairSearch {
            engine,
            axioms,
            question,
            deadline,
            soft,
            hard: negotiation.hard,
            levels: prioritized(levels.collect()),
        }
    }

    /// Searches for a best repair that is one of the program itself, as far as that can be found out. `objectives` are those of
    /// the program, one for each priority, the highest priority first.
    fn repair(
        &mut self,
        objectives: &[Minimize],
        mut on_smaller: impl FnMut(&Repair),
    ) -> Result<RepairFinding, Error> {
        self.engine.program_mut()?.minimize.clone_from(&self.levels);
        let (first, end) = self.best(|left_out| on_smaller(&Repair::new(left_out.causes.clone())))?;
        let first = match (first, end) {
            (Some(first), End::Exhausted) => first,
            (Some(first), _) => return Ok(RepairFinding::Repair(Repair::new(first.causes))),
            (None, End::Exhausted) => return Ok(RepairFinding::Irreparable),
            (None, _) => return Ok(RepairFinding::Unknown),
        };
        self.choose(first, !objectives.is_empty()).map(RepairFinding::Repair)
    }

    /// Asks under all assumptions that are never left out.
    fn query(&mut self) -> Query<'_> {
        let query = query(self.engine, self.deadline);
        self.hard.iter().copied().fold(query, Query::assume_literal)
    }

    /// Searches for a cheapest set of literals to leave out. Also returns how the search ended. `on_better` receives each set on
    /// the way.
    fn best(&mut self, mut on_better: impl FnMut(&LeftOut)) -> Result<(Option<LeftOut>, End), Error> {
        let (soft, names) = (self.soft.clone(), self.names());
        let mut models = self.query().improving()?;
        let names = names(models.ground_program());
        let mut found = None;
        for model in models.by_ref() {
            let left_out = LeftOut::of(&model?, &soft, &names);
            on_better(&left_out);
            found = Some(left_out);
        }
        Ok((found, models.end().unwrap_or(End::Stopped)))
    }

    /// Searches for other repairs that cost at most this at each priority. Returns at most [`MOST_TRIED`] with the known ones.
    fn within(&mut self, costs: Vec<i64>, known: Vec<LeftOut>) -> Result<Vec<LeftOut>, Error> {
        let (soft, names) = (self.soft.clone(), self.names());
        let mut models = self.query().within(costs).conflict_limit(MOST_CONFLICTS).models()?;
        let names = names(models.ground_program());
        for left_out in &known {
            if !models.restrict(&left_out.literals)? {
                return Ok(known);
            }
        }
        let mut all = known;
        while all.len() < MOST_TRIED {
            let Some(model) = models.next() else { break };
            let left_out = LeftOut::of(&model?, &soft, &names);
            let can_go_on = models.restrict(&left_out.literals)?;
            all.push(left_out);
            if !can_go_on {
                break;
            }
        }
        Ok(all)
    }

    /// Makes a function that names causes by a ground program.
    fn names<'g>(&self) -> impl FnOnce(GroundProgram<'g>) -> CauseNames<'g> + use<'g> {
        let sources = self.engine.sources().clone();
        let (axioms, assumptions) = (Arc::clone(self.axioms), self.question.assumptions.clone());
        let words = Words::of(&sources);
        move |ground| CauseNames { axioms, assumptions, sources, words, with_instances: false, ground }
    }

    /// Returns, of the repairs that are as good as this one, one after which the program itself has an answer set, and a best one
    /// of these if it has an objective; if there is none, another one of this size; and if none is found, the first one, with
    /// what is known of it.
    fn choose(&mut self, first: LeftOut, has_objective: bool) -> Result<Repair, Error> {
        if first.literals.is_empty() {
            let Verified { is_verified, costs } = self.verify(&first.causes, has_objective);
            return Ok(Repair { is_smallest: true, is_verified, costs, ..Repair::new(first.causes) });
        }
        let costs = first.costs.clone();
        let as_good = self.within(costs.clone(), vec![first])?;
        let mut tried = Tried::default();
        tried.all(as_good, has_objective, |causes| self.verify(causes, has_objective));
        if tried.chosen.is_none() && tried.failed.len() < MOST_TRIED {
            let mut of_this_size = vec![i64::MAX; costs.len()];
            of_this_size[0] = costs[0];
            let before = tried.failed.len();
            let known = std::mem::take(&mut tried.failed);
            let all = self.within(of_this_size, known)?;
            let (failed, others) = all.split_at(before);
            tried.failed = failed.to_vec();
            tried.all(others.to_vec(), has_objective, |causes| self.verify(causes, has_objective));
        }
        let (causes, Verified { is_verified, costs }) = match tried.chosen {
            Some((chosen, verified)) => (chosen.causes, verified),
            None => (tried.failed.swap_remove(0).causes, Verified::failed()),
        };
        let alternatives = tried.others.into_iter().map(|left_out| left_out.causes).collect();
        Ok(Repair { causes, is_smallest: true, is_verified, costs, alternatives })
    }

    /// Deletes the statements from the program itself, and solves it again.
    fn verify(&mut self, causes: &[ConflictCause], has_objective: bool) -> Verified {
        let RepairSearch { engine, axioms, question, deadline, .. } = self;
        let deadline = *deadline;
        let unknown = Verified { is_verified: None, costs: Vec::new() };
        let is_support = |cause: &ConflictCause| matches!(cause.kind, CauseKind::Support(_));
        if engine.has_propagators() || causes.iter().any(is_support) {
            return unknown;
        }
        let mut repaired = axioms.ungrounded.clone();
        leave_out_bounds(&mut repaired.parts, &spans(causes, |kind| kind == RelaxedKind::Bounds));
        leave_out(&mut repaired.parts, &spans(causes, |kind| kind != RelaxedKind::Bounds));
        let second = engine.grounded_again(repaired, |engine, parts| {
            engine.set_ground_deadline(deadline);
            engine.ground(parts)
        });
        let Some(mut second) = second else { return unknown };
        let mut query = query(&mut second, deadline);
        for (text, literal) in &question.assumptions {
            if !causes.iter().any(|cause| cause.literal == *literal) {
                let Ok(assuming) = query.assume_text(text) else { return unknown };
                query = assuming;
            }
        }
        if !has_objective {
            let is_verified = query.first().ok().map(|model| model.is_some());
            return Verified { is_verified, costs: Vec::new() };
        }
        let Ok(optimum) = query.conflict_limit(MOST_CONFLICTS).optimum() else { return unknown };
        match optimum.model {
            Some(model) if optimum.proven => {
                Verified { is_verified: Some(true), costs: model.costs().to_vec() }
            }
            Some(_) => Verified { is_verified: Some(true), costs: Vec::new() },
            None => Verified { is_verified: optimum.proven.then_some(false), costs: Vec::new() },
        }
    }
}

/// What is known of the program itself after a repair.
#[derive(Clone)]
struct Verified {
    /// Whether it has an answer set; `None` if that was not found out.
    is_verified: Option<bool>,
    /// The costs of a best answer set, if it has an objective and they were found.
    costs: Vec<i64>,
}

impl Verified {
    fn failed() -> Self {
        Verified { is_verified: Some(false), costs: Vec::new() }
    }
}

/// Repairs of the same size, tried in the program itself.
#[derive(Default)]
struct Tried {
    /// The best one that was not refuted, with what is known of it.
    chosen: Option<(LeftOut, Verified)>,
    /// Those after which the program has no answer set.
    failed: Vec<LeftOut>,
    /// The others.
    others: Vec<LeftOut>,
}

impl Tried {
    /// Tries repairs until one is not refuted, or all if they are compared by their costs: those with few laws first, and of these
    /// what stands later in the texts, since it is more particular.
    fn all(
        &mut self,
        mut repairs: Vec<LeftOut>,
        has_objective: bool,
        mut verify: impl FnMut(&[ConflictCause]) -> Verified,
    ) {
        let spans = |it: &LeftOut| it.causes.iter().map(|cause| cause.span).collect::<Vec<_>>();
        repairs.sort_by_key(|it| (it.costs.clone(), Reverse(spans(it))));
        for left_out in repairs {
            // Where the costs of the best one are not found in time, those of others are not looked for.
            let is_compared = self.chosen.as_ref().is_none_or(|(best, verified)| {
                has_objective && !verified.costs.is_empty() && best.costs == left_out.costs
            });
            if !is_compared {
                self.others.push(left_out);
                continue;
            }
            let verified = verify(&left_out.causes);
            if verified.is_verified == Some(false) {
                self.failed.push(left_out);
                continue;
            }
            match &mut self.chosen {
                Some((best, known)) if !verified.costs.is_empty() && verified.costs < known.costs => {
                    // The others are not as good.
                    self.others.clear();
                    (*best, *known) = (left_out, verified);
                }
                Some((_, known)) if verified.costs == known.costs => self.others.push(left_out),
                Some(_) => {}
                chosen => *chosen = Some((left_out, verified)),
            }
        }
    }
}

/// The positions of the statements of which `chosen` is true.
fn spans(causes: &[ConflictCause], chosen: impl Fn(RelaxedKind) -> bool) -> Vec<Span> {
    let causes = causes.iter().filter(|cause| match cause.kind {
        CauseKind::Statement(kind) => chosen(kind),
        CauseKind::Support(_) | CauseKind::Assumption(_) => false,
    });
    causes.filter_map(|cause| cause.span).collect()
}

impl LeftOut {
    fn of(model: &Model<'_>, soft: &[Literal], names: &CauseNames<'_>) -> Self {
        let is_off = |literal: &Literal| model.holds(literal.atom()) == literal.is_negative();
        let literals: Vec<Literal> = soft.iter().copied().filter(is_off).collect();
        LeftOut { causes: names.causes(&literals, &[]), literals, costs: model.costs().to_vec() }
    }
}

/// Objectives of descending priority with these elements.
fn prioritized(levels: Vec<Vec<(Literal, i64)>>) -> Vec<Minimize> {
    let count = levels.len() as i64;
    let levels = levels.into_iter().zip((0..count).rev());
    levels.map(|(elements, priority)| Minimize { priority, elements }).collect()
}
