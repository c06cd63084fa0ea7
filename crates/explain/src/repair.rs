//! Repairs: the fewest statements to leave out so that the rest of a program has an answer set.
//!
//! The statements are read as axioms, as in a [`Conflict`](crate::Conflict). A set of statements without which the rest is
//! consistent is a correction set. A smallest one is an optimum: each axiom that is turned off costs 1 (partial maximum
//! satisfiability; Fu & Malik: On solving the partial MAX-SAT problem, SAT 2006). Of the smallest ones, one with as many
//! constraints as possible is tried first: a fact or rule also says which things there are, and others need it.
//!
//! A repair of axioms need not be one of the program itself. So the program is solved again without the statements, and if
//! it has no answer set, other repairs of the same size are tried. Each of them keeps some statement of the repair that
//! failed (Reiter: A theory of diagnosis from first principles, Artificial Intelligence 1987).

use std::collections::VecDeque;
use std::fmt;
use std::sync::Arc;
use std::time::Instant;

use groundplan::{Axiom, AxiomKind, Axioms, Engine, Error, Query};
use groundplan_ground::analysis::relax::RelaxedKind;
use groundplan_ground::diagnostic::{Diagnostics, Sources, Span};
use groundplan_ground::program::{Literal, Minimize};
use groundplan_solve::solve::End;

use crate::cause_names::CauseNames;
use crate::conflict::{shown, CauseKind, ConflictCause};
use crate::leave_out::{leave_out, leave_out_bounds};
use crate::why::{query, Why, WhyQuestion};

/// The most repairs of the smallest size that are tried in the program itself.
const MOST_TRIED: usize = 10;

/// Statements and assumptions without which the rest of a program has an answer set, read as axioms: a statement that is
/// left out is no longer enforced, but still supports the atoms that it derives.
#[derive(Clone, Debug)]
pub struct Repair {
    /// The statements and assumptions to leave out: first the statements, in the order of the texts. If there are none, the
    /// program has an answer set as it is.
    pub causes: Vec<ConflictCause>,
    /// Whether no fewer are enough.
    pub is_smallest: bool,
    /// Whether the program itself has an answer set when the statements are deleted from its text: it was grounded and solved
    /// again. `None` if that was not found out. A support cannot be deleted from a text, and propagators cannot be asked
    /// again.
    pub is_verified: Option<bool>,
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
    /// The repair as notes that show each statement in its source text.
    #[must_use]
    pub fn diagnostics(&self, sources: &Sources) -> Diagnostics {
        shown(&self.causes, self.to_string(), sources)
    }

    /// The positions of the statements of which `chosen` is true.
    fn spans(&self, chosen: impl Fn(RelaxedKind) -> bool) -> Vec<Span> {
        let causes = self.causes.iter().filter(|cause| match cause.kind {
            CauseKind::Statement(kind) => chosen(kind),
            CauseKind::Support(_) | CauseKind::Assumption(_) => false,
        });
        causes.filter_map(|cause| cause.span).collect()
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
    /// which the program has an answer set is preferred, and of these one with more constraints.
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
    /// # Ok::<(), groundplan::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// See [`Query::solve`](groundplan::Query::solve).
    pub fn repair(self, on_smaller: impl FnMut(&Repair)) -> Result<RepairFinding, Error> {
        let Why { engine, question, deadline, .. } = self;
        let axioms = Arc::clone(engine.axioms()?);
        // The objectives of the program are ignored.
        let objectives = std::mem::take(&mut engine.program_mut()?.minimize);
        let mut search = RepairSearch { engine, axioms: &axioms, question: &question, deadline };
        let found = match search.smallest(&[], on_smaller) {
            Ok(RepairFinding::Repair(repair)) => search.verified(repair).map(RepairFinding::Repair),
            found => found,
        };
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
}

impl RepairSearch<'_> {
    /// Searches for a smallest repair that leaves none of `kept` out. Of the smallest, it is one with the most constraints.
    fn smallest(
        &mut self,
        kept: &[Literal],
        mut on_smaller: impl FnMut(&Repair),
    ) -> Result<RepairFinding, Error> {
        let RepairSearch { engine, axioms, question, deadline } = self;
        let sources = engine.sources().clone();
        let assumed = question.assumptions.iter().map(|(_, literal)| *literal);
        let soft: Vec<Literal> =
            axioms.list.iter().map(|axiom| axiom.literal).chain(assumed.clone()).collect();
        let others = axioms.list.iter().filter(|axiom| !is_constraint(axiom)).map(|axiom| axiom.literal);
        let mut others = others.chain(assumed.clone());
        let costs =
            |of: &mut dyn Iterator<Item = Literal>| of.map(|literal| (literal.complement(), 1)).collect();
        engine.program_mut()?.minimize = vec![
            Minimize { priority: 1, elements: costs(&mut soft.iter().copied()) },
            Minimize { priority: 0, elements: costs(&mut others) },
        ];
        let (axioms, assumptions) = (Arc::clone(axioms), question.assumptions.clone());
        let keeping = kept.iter().copied().fold(query(engine, *deadline), Query::assume_literal);
        let mut models = keeping.improving()?;
        let names = CauseNames { axioms, assumptions, sources, ground: models.ground_program() };
        let mut smallest = None;
        for model in models.by_ref() {
            let model = model?;
            let is_off = |literal: &Literal| model.holds(literal.atom()) == literal.is_negative();
            let off: Vec<Literal> = soft.iter().copied().filter(is_off).collect();
            let repair = Repair { causes: names.causes(&off, &[]), is_smallest: false, is_verified: None };
            on_smaller(&repair);
            smallest = Some(repair);
        }
        let is_smallest = models.end() == Some(End::Exhausted);
        Ok(match smallest {
            Some(repair) => RepairFinding::Repair(Repair { is_smallest, ..repair }),
            None if is_smallest => RepairFinding::Irreparable,
            None => RepairFinding::Unknown,
        })
    }

    /// Returns a repair of this size after which the program itself has an answer set; if none is found, the first one, with
    /// what is known of it.
    fn verified(&mut self, first: Repair) -> Result<Repair, Error> {
        let is_verified = self.verify(&first);
        let first = Repair { is_verified, ..first };
        let mut failed = VecDeque::from([(Vec::new(), first.clone())]);
        let mut tried = 1;
        while let Some((kept, repair)) = failed.pop_front() {
            if !first.is_smallest || repair.is_verified != Some(false) {
                break;
            }
            for cause in &repair.causes {
                if tried == MOST_TRIED {
                    return Ok(first);
                }
                let kept = [&kept[..], &[cause.literal]].concat();
                let RepairFinding::Repair(other) = self.smallest(&kept, |_| {})? else { continue };
                if !other.is_smallest || other.causes.len() > first.causes.len() {
                    continue;
                }
                tried += 1;
                let is_verified = self.verify(&other);
                let other = Repair { is_verified, ..other };
                if is_verified == Some(true) {
                    return Ok(other);
                }
                failed.push_back((kept, other));
            }
        }
        Ok(first)
    }

    /// Whether the program has an answer set after the repair; `None` if that was not found out.
    fn verify(&mut self, repair: &Repair) -> Option<bool> {
        let RepairSearch { engine, axioms, question, deadline } = self;
        let deadline = *deadline;
        let is_support = |cause: &ConflictCause| matches!(cause.kind, CauseKind::Support(_));
        if engine.has_propagators() || repair.causes.iter().any(is_support) {
            return None;
        }
        let mut repaired = axioms.ungrounded.clone();
        leave_out_bounds(&mut repaired.parts, &repair.spans(|kind| kind == RelaxedKind::Bounds));
        leave_out(&mut repaired.parts, &repair.spans(|kind| kind != RelaxedKind::Bounds));
        let mut second = engine.grounded_again(repaired, |engine, parts| {
            engine.set_ground_deadline(deadline);
            engine.ground(parts)
        })?;
        let mut query = query(&mut second, deadline);
        for (text, literal) in &question.assumptions {
            if !repair.causes.iter().any(|cause| cause.literal == *literal) {
                query = query.assume_text(text).ok()?;
            }
        }
        query.first().ok().map(|model| model.is_some())
    }
}

fn is_constraint(axiom: &Axiom) -> bool {
    match &axiom.kind {
        AxiomKind::Statement(statement) => statement.kind == RelaxedKind::Constraint,
        AxiomKind::Support(_) => false,
    }
}
