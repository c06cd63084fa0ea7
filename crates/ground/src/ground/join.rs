//! Joins: enumerate the assignments of values to variables under which a body may hold.
//!
//! Invariant: while the steps run, `body` holds the ground literals matched so far whose truth is not yet known.
//! Literals that are known to be true or false are simplified away at once, so a ground body is never longer than it
//! must be.

use std::cell::Cell;
use std::fmt::Debug;
use std::ops::Range;
use std::rc::Rc;

use smallvec::SmallVec;

use super::assignment::{Assignment, Pattern};
use super::domains::Domains;
use super::growth::Growth;
use super::index::{IndexId, NO_ROW};
use super::profile::Profiler;
use super::stop::{Ignored, Stop};
use super::write::Writer;
use crate::analysis::print::RulePrinter;
use crate::analysis::rule::{Atom, Call, Term, Variable};
use crate::diagnostic::Span;
use crate::program::{AtomId, Literal, PredicateId};
use crate::symbol::Symbol;
use crate::syntax::ast::{Relation, Sign};

/// Which rows of a domain a join reads. Semi-naive evaluation joins the new rows of the last round with the older
/// rows, so that each combination is found once.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Rows {
    /// All rows.
    All,
    /// The rows from before the last round.
    Old,
    /// The rows that the last round added.
    New,
}

/// The access path by which a join finds the rows of an atom.
#[derive(Clone, Debug)]
pub enum Access {
    /// A scan of all rows.
    Scan,
    /// A lookup by all arguments, which finds at most one row.
    Find(Vec<Term>),
    /// An index lookup by some of the arguments.
    Lookup(IndexId, Vec<Term>),
}

/// A join step that matches a positive atom of a body.
#[derive(Clone, Debug)]
pub struct Match {
    /// The predicate of the atom.
    pub predicate: PredicateId,
    /// Which rows it reads.
    pub rows: Rows,
    /// How it finds the rows.
    pub access: Access,
    /// The patterns that remain to be matched, each with its column.
    pub patterns: Vec<(usize, Pattern)>,
    /// The candidates tried.
    pub tried: Tried,
}

impl Match {
    /// Whether it tries all rows, whatever the values of variables.
    pub fn is_scan(&self) -> bool {
        matches!(self.access, Access::Scan)
    }

    /// Whether it finds at most one row.
    pub fn is_test(&self) -> bool {
        matches!(self.access, Access::Find(_))
    }
}

/// The number of candidates that a step has tried. It is counted only for a profile.
#[derive(Clone, Debug)]
pub struct Tried {
    /// The place of the literal.
    pub span: Span,
    /// The candidates since they were last collected.
    pub count: Cell<u64>,
}

impl Tried {
    /// Nothing tried yet for the literal at this place.
    pub fn new(span: Span) -> Self {
        Tried { span, count: Cell::new(0) }
    }

    #[inline]
    fn add(&self, more: u32) {
        self.count.set(self.count.get() + u64::from(more));
    }
}

/// One step of a join. It tests a literal, or enumerates the values that it allows.
#[derive(Clone, Debug)]
pub enum JoinStep<'a> {
    /// Enumerates the instances of a positive atom.
    Match(Match),
    /// Tests an atom under `not` or `not not`.
    Negation(Sign, &'a Atom),
    /// Tests a comparison.
    Compare(&'a Term, Relation, &'a Term),
    /// Matches the value of the term against a pattern.
    Assign(Pattern, &'a Term),
    /// Solves an equation: gives the variable, the only one without a value in the first term, a value such that the
    /// first term equals the second.
    Solve(&'a Term, Variable, &'a Term),
    /// Enumerates the integers of an interval and matches each against the pattern. The place is that of the interval.
    Range(Pattern, &'a Term, &'a Term, Tried),
    /// Enumerates the values of an external function.
    Call(Pattern, &'a Call),
    /// Evaluates an aggregate or a conditional literal.
    Compound(Rc<dyn Compound + 'a>),
    /// Tests whether an aggregate or a conditional literal may hold by what is known so far. It may come to hold in a
    /// later round.
    Possible(Rc<dyn Compound + 'a>),
    /// Tests that an atom is not derived yet.
    Underived(&'a Atom),
}

impl<'a> JoinStep<'a> {
    /// The step in a join that only finds out what may be derived, while further atoms are still to come.
    pub fn probing(&self) -> JoinStep<'a> {
        match self {
            JoinStep::Compound(compound) => JoinStep::Possible(Rc::clone(compound)),
            other => other.clone(),
        }
    }
}

/// A literal that contains joins of its own: an aggregate, a conditional literal or a theory atom.
pub trait Compound: Debug {
    /// Evaluates the literal under the present assignment.
    ///
    /// # Errors
    ///
    /// If arithmetic overflows, or if grounding has to end.
    fn evaluate(&self, join: &mut Join) -> Result<StepEvaluation, Stop>;

    /// Evaluates whether the literal may hold by what is known so far.
    ///
    /// # Errors
    ///
    /// Fails for the same reasons as [`Compound::evaluate`].
    fn may_hold(&self, join: &mut Join) -> Result<StepEvaluation, Stop>;

    /// Calls `visit` with each of the literal's joins.
    fn joins(&self, visit: &mut dyn FnMut(&[JoinStep]));

    /// Returns the text of the literal, and a description of how the join evaluates it.
    fn describe(&self, printer: &RulePrinter) -> (String, String);

    /// The heading under which a trace lists the literal's first join, or its other joins.
    fn heading(&self, first: bool) -> &'static str;
}

/// The joins of a conditional literal, or of an element of a head.
#[derive(Clone, Debug)]
pub struct Joins<'a> {
    /// The join of the condition.
    pub condition: Vec<JoinStep<'a>>,
    /// The joins of the consequents, or of a disjunct's members, each run under the variables of the condition.
    pub consequents: Vec<Vec<JoinStep<'a>>>,
}

impl Joins<'_> {
    /// Calls `visit` with each join.
    pub fn each(&self, visit: &mut dyn FnMut(&[JoinStep])) {
        visit(&self.condition);
        self.consequents.iter().for_each(|steps| visit(steps));
    }
}

/// A stack frame: a step that may have more instances to try.
struct Frame {
    step: usize,
    cursor: JoinCursor,
    body: usize,
}

/// The position in the instances that a step has yet to try.
pub enum JoinCursor {
    /// A scan: the next row, and the row to stop before.
    Scan(u32, u32),
    /// An index chain: the next row, and the row to stop before.
    Chain(u32, u32),
    /// An interval: the next integer, and the last one.
    Range(i64, i64),
    /// A call: the indexes of its remaining values.
    Call(Range<usize>),
    /// A variable and the remaining values it may take, each with the literals that must hold for it.
    Values(Variable, std::vec::IntoIter<(Symbol, Vec<Literal>)>),
}

/// The result of evaluating a step when it is first reached.
pub enum StepEvaluation {
    /// The step holds, once.
    Holds,
    /// The step does not hold.
    Fails,
    /// The step may hold in several ways, which the cursor enumerates.
    Iterates(JoinCursor),
}

impl From<bool> for StepEvaluation {
    fn from(holds: bool) -> Self {
        if holds {
            StepEvaluation::Holds
        } else {
            StepEvaluation::Fails
        }
    }
}

/// The truth value of a literal as far as grounding knows it.
pub enum TruthValue {
    /// The literal holds.
    True,
    /// The literal does not hold.
    False,
    /// Only solving decides the literal; this is its ground form.
    Undecided(Literal),
}

/// A running join, with the assignment, the atoms and the output that it works on.
pub struct Join<'a> {
    /// The values of the variables.
    pub assignment: Assignment<'a>,
    /// The atoms derived so far.
    pub domains: Domains<'a>,
    /// The writer of ground rules.
    pub writer: Writer<'a>,
    /// Counts of what each rule has made, and the limits of grounding.
    pub growth: &'a mut Growth,
    /// The ground body matched so far.
    pub body: Vec<Literal>,
    /// Whether facts that are matched stand in the body.
    pub keeps_facts: bool,
    /// The profile of the component; `None` if no profile is wanted.
    pub profiler: Option<Box<Profiler>>,
    frames: Vec<Frame>,
}

impl<'a> Join<'a> {
    /// A join that has not started yet.
    pub fn new(
        assignment: Assignment<'a>,
        domains: Domains<'a>,
        writer: Writer<'a>,
        growth: &'a mut Growth,
    ) -> Self {
        Join {
            assignment,
            domains,
            writer,
            growth,
            body: Vec::new(),
            keeps_facts: false,
            profiler: None,
            frames: Vec::new(),
        }
    }

    /// Polls whether grounding has to end.
    ///
    /// # Errors
    ///
    /// If it has to.
    #[inline]
    pub fn poll_stop(&mut self) -> Result<(), Stop> {
        match self.growth.has_to_end() {
            Some(cause) => Err(self.growth.halt_rule(cause, self.writer.written()).into()),
            None => Ok(()),
        }
    }

    /// Brings the indexes that the steps use up to date.
    pub fn update_indexes(&mut self, steps: &[JoinStep]) {
        for step in steps {
            match step {
                JoinStep::Match(Match { access: Access::Lookup(index, _), .. }) => {
                    self.domains.indexes.update(*index, self.domains.base, self.assignment.symbols);
                }
                JoinStep::Compound(compound) | JoinStep::Possible(compound) => {
                    compound.joins(&mut |steps| self.update_indexes(steps));
                }
                _ => {}
            }
        }
    }

    /// Calls `leaf` for every instance of the steps, which are a part of a rule: facts are left out of it.
    ///
    /// # Errors
    ///
    /// If arithmetic overflows, if grounding has to end, or if `leaf` fails.
    pub fn run(
        &mut self,
        steps: &[JoinStep],
        leaf: &mut dyn FnMut(&mut Self) -> Result<(), Stop>,
    ) -> Result<(), Stop> {
        let keeps_facts = std::mem::replace(&mut self.keeps_facts, false);
        let result = self.run_body(steps, leaf);
        self.keeps_facts = keeps_facts;
        result
    }

    /// Calls `leaf` for every instance of the steps. The frames are kept on a heap-allocated stack, because bodies
    /// may be longer than the thread's stack is deep.
    ///
    /// # Errors
    ///
    /// If arithmetic overflows, if grounding has to end, or if `leaf` fails.
    pub fn run_body(
        &mut self,
        steps: &[JoinStep],
        leaf: &mut dyn FnMut(&mut Self) -> Result<(), Stop>,
    ) -> Result<(), Stop> {
        match self.profiler {
            None => self.run_steps::<false>(steps, leaf),
            Some(_) => self.run_counting(steps, leaf),
        }
    }

    /// Runs the steps and counts the candidates. It stays out of [`Join::run_body`], whose loop would otherwise be slower without
    /// a profile, too.
    #[cold]
    #[inline(never)]
    fn run_counting(
        &mut self,
        steps: &[JoinStep],
        leaf: &mut dyn FnMut(&mut Self) -> Result<(), Stop>,
    ) -> Result<(), Stop> {
        self.run_steps::<true>(steps, leaf)
    }

    /// Runs the steps. Candidates are counted if `COUNTS`.
    fn run_steps<const COUNTS: bool>(
        &mut self,
        steps: &[JoinStep],
        leaf: &mut dyn FnMut(&mut Self) -> Result<(), Stop>,
    ) -> Result<(), Stop> {
        let bottom = self.frames.len();
        let body = self.body.len();
        // The last step reached that has more instances to try. It is kept out of the stack so that the innermost
        // loop does not touch the stack.
        let mut top: Option<Frame> = None;
        let mut at = 0;
        let result = 'join: loop {
            let mut failed = false;
            while let Some(step) = steps.get(at) {
                match self.enter::<COUNTS>(step) {
                    Ok(StepEvaluation::Holds) => at += 1,
                    Ok(StepEvaluation::Fails) => {
                        failed = true;
                        break;
                    }
                    Ok(StepEvaluation::Iterates(cursor)) => {
                        let frame = Frame { step: at, cursor, body: self.body.len() };
                        self.frames.extend(top.replace(frame));
                        failed = true;
                        break;
                    }
                    Err(stop) => break 'join Err(stop),
                }
            }
            if !failed {
                if let Err(stop) = leaf(self) {
                    break Err(stop);
                }
                if let Some(halt) = self.growth.beyond_limit(self.writer.written()) {
                    break Err(halt.into());
                }
            }
            if let Err(stop) = self.poll_stop() {
                break Err(stop);
            }
            loop {
                let Some(frame) = &mut top else { break 'join Ok(()) };
                self.body.truncate(frame.body);
                if self.advance::<COUNTS>(&steps[frame.step], &mut frame.cursor) {
                    at = frame.step + 1;
                    break;
                }
                top = if self.frames.len() > bottom { self.frames.pop() } else { None };
            }
        };
        self.frames.truncate(bottom);
        self.body.truncate(body);
        result
    }

    fn enter<const COUNTS: bool>(&mut self, step: &JoinStep) -> Result<StepEvaluation, Stop> {
        Ok(match step {
            JoinStep::Match(wanted) => return self.enter_match::<COUNTS>(wanted),
            JoinStep::Negation(sign, atom) => match self.negation(*sign, atom)? {
                None | Some(TruthValue::False) => StepEvaluation::Fails,
                Some(TruthValue::True) => StepEvaluation::Holds,
                Some(TruthValue::Undecided(literal)) => {
                    self.body.push(literal);
                    StepEvaluation::Holds
                }
            },
            JoinStep::Compare(left, relation, right) => {
                let (Some(left), Some(right)) = (self.assignment.value(left)?, self.assignment.value(right)?)
                else {
                    return Ok(StepEvaluation::Fails);
                };
                relation.holds(self.assignment.symbols.compare(left, right)).into()
            }
            JoinStep::Assign(pattern, term) => {
                let Some(value) = self.assignment.value(term)? else { return Ok(StepEvaluation::Fails) };
                self.assignment.matches(pattern, value).into()
            }
            JoinStep::Solve(term, variable, value) => {
                let Some(value) = self.assignment.value(value)? else { return Ok(StepEvaluation::Fails) };
                self.assignment.solve(term, *variable, value)?.into()
            }
            JoinStep::Range(pattern, lower, upper, Tried { span, .. }) => {
                let bounds = (self.assignment.value(lower)?, self.assignment.value(upper)?);
                let (Some(lower), Some(upper)) = bounds else { return Ok(StepEvaluation::Fails) };
                let symbols = &self.assignment.symbols;
                let (Some(lower), Some(upper)) = (symbols.as_number(lower), symbols.as_number(upper)) else {
                    // An interval whose bounds are not integers is empty.
                    self.assignment.ignore(*span, Ignored::Instance);
                    return Ok(StepEvaluation::Fails);
                };
                match pattern {
                    Pattern::Check(variable) => {
                        let value = symbols.as_number(self.assignment.get(*variable));
                        value.is_some_and(|value| lower <= value && value <= upper).into()
                    }
                    _ => StepEvaluation::Iterates(JoinCursor::Range(lower, upper)),
                }
            }
            JoinStep::Call(pattern, call) => {
                let Some(mut values) = self.assignment.call(call)? else { return Ok(StepEvaluation::Fails) };
                match pattern {
                    Pattern::Check(variable) => {
                        let wanted = self.assignment.get(*variable);
                        values.any(|index| self.assignment.called(index) == wanted).into()
                    }
                    _ => StepEvaluation::Iterates(JoinCursor::Call(values)),
                }
            }
            JoinStep::Compound(compound) => return compound.evaluate(self),
            JoinStep::Possible(compound) => return compound.may_hold(self),
            JoinStep::Underived(atom) => {
                let arguments = self.assignment.arguments(&atom.arguments)?;
                let domain = self.domains.base.domain(atom.predicate);
                arguments.is_some_and(|arguments| domain.find(&arguments).is_none()).into()
            }
        })
    }

    fn enter_match<const COUNTS: bool>(&mut self, wanted: &Match) -> Result<StepEvaluation, Stop> {
        let window = self.domains.window(wanted.predicate);
        let (start, end) = match wanted.rows {
            Rows::All => (0, window.end),
            Rows::Old => (0, window.start),
            Rows::New => (window.start, window.end),
        };
        match &wanted.access {
            Access::Scan => Ok(StepEvaluation::Iterates(JoinCursor::Scan(start, end))),
            Access::Find(key) => {
                if COUNTS {
                    wanted.tried.add(1);
                }
                let Some(key) = self.assignment.arguments(key)? else { return Ok(StepEvaluation::Fails) };
                let row = self.domains.base.domain(wanted.predicate).find(&key);
                Ok(match row.filter(|&row| start <= row && row < end) {
                    None => StepEvaluation::Fails,
                    Some(row) => {
                        self.add_to_body(wanted.predicate, row);
                        StepEvaluation::Holds
                    }
                })
            }
            Access::Lookup(index, key) => {
                let Some(key) = self.assignment.arguments(key)? else { return Ok(StepEvaluation::Fails) };
                let domain = self.domains.base.domain(wanted.predicate);
                let row = self.domains.indexes.get(*index).first(&key, domain, self.assignment.symbols);
                debug_assert_eq!(start, 0, "new rows are scanned");
                Ok(StepEvaluation::Iterates(JoinCursor::Chain(row, end)))
            }
        }
    }

    /// Advances a step to its next instance; returns whether there is one.
    fn advance<const COUNTS: bool>(&mut self, step: &JoinStep, cursor: &mut JoinCursor) -> bool {
        match (step, cursor) {
            (JoinStep::Match(wanted), JoinCursor::Scan(next, end)) => {
                while *next < *end {
                    let row = *next;
                    *next += 1;
                    if COUNTS {
                        wanted.tried.add(1);
                    }
                    if self.matches_row(wanted, row) {
                        return true;
                    }
                }
                false
            }
            (JoinStep::Match(wanted), JoinCursor::Chain(next, end)) => {
                let Access::Lookup(index, _) = &wanted.access else {
                    unreachable!("a chain belongs to an index")
                };
                while *next < *end {
                    let row = *next;
                    *next = self.domains.indexes.get(*index).next(row);
                    if COUNTS {
                        wanted.tried.add(1);
                    }
                    if self.matches_row(wanted, row) {
                        return true;
                    }
                }
                debug_assert!(*next == NO_ROW || *next >= *end);
                false
            }
            (JoinStep::Range(pattern, .., tried), JoinCursor::Range(next, last)) => {
                if *next > *last {
                    return false;
                }
                if COUNTS {
                    tried.add(1);
                }
                let value = self.assignment.symbols.number(*next);
                match next.checked_add(1) {
                    Some(following) => *next = following,
                    // After the greatest integer the range is exhausted.
                    None => (*next, *last) = (0, -1),
                }
                self.assignment.matches(pattern, value)
            }
            (JoinStep::Call(pattern, _), JoinCursor::Call(values)) => {
                let Some(index) = values.next() else { return false };
                let value = self.assignment.called(index);
                self.assignment.matches(pattern, value)
            }
            (JoinStep::Compound(_) | JoinStep::Possible(_), JoinCursor::Values(variable, values)) => {
                let Some((value, literals)) = values.next() else { return false };
                self.assignment.set(*variable, value);
                self.body.extend(literals);
                true
            }
            _ => unreachable!("a cursor belongs to its step"),
        }
    }

    #[inline]
    fn matches_row(&mut self, wanted: &Match, row: u32) -> bool {
        let Join { assignment, domains, .. } = self;
        let arguments = domains.base.domain(wanted.predicate).row(row);
        for (column, pattern) in &wanted.patterns {
            if !assignment.matches(pattern, arguments[*column]) {
                return false;
            }
        }
        self.add_to_body(wanted.predicate, row);
        true
    }

    /// Adds a matched positive atom to the body, unless it is a fact that bodies leave out.
    #[inline]
    fn add_to_body(&mut self, predicate: PredicateId, row: u32) {
        let atom = self.domains.base.domain(predicate).atom(row);
        if self.keeps_facts || !self.writer.program.is_fact(atom) {
            self.body.push(atom.positive());
        }
    }

    /// Returns the truth value of an atom under `not` or `not not`; `None` if a term is undefined.
    ///
    /// # Errors
    ///
    /// If arithmetic overflows.
    pub fn negation(&mut self, sign: Sign, atom: &Atom) -> Result<Option<TruthValue>, Stop> {
        let Some(arguments) = self.assignment.arguments(&atom.arguments)? else { return Ok(None) };
        let predicate = atom.predicate;
        let negative = sign == Sign::Negative;
        let known = |holds: bool| if holds { TruthValue::True } else { TruthValue::False };
        let domain = self.domains.base.domain(predicate);
        let atom = match domain.find(&arguments) {
            Some(row) => {
                let atom = domain.atom(row);
                if self.writer.program.is_fact(atom) {
                    return Ok(Some(known(!negative)));
                }
                if self.domains.is_growing(predicate) {
                    self.domains.reopened(predicate, row, atom, &mut self.writer)
                } else {
                    atom
                }
            }
            None if !self.domains.is_growing(predicate) => return Ok(Some(known(negative))),
            None => self.domains.base.mention(predicate, &arguments, self.writer.program),
        };
        Ok(Some(TruthValue::Undecided(if negative {
            atom.negative()
        } else {
            self.writer.double_negation(atom)
        })))
    }

    /// Returns the ground atom of an atom that may be derived, and adds it to the domain; `None` if a term is
    /// undefined.
    ///
    /// # Errors
    ///
    /// If arithmetic overflows.
    pub fn derive(&mut self, atom: &Atom) -> Result<Option<AtomId>, Stop> {
        let arguments = self.assignment.arguments(&atom.arguments)?;
        Ok(arguments
            .map(|arguments| self.domains.base.derive(atom.predicate, &arguments, self.writer.program).0))
    }

    /// Derives the atoms of a disjunction. Returns `None` if there is nothing to write: a term of one is undefined, or one is a
    /// fact. Like gringo, it derives those before that one.
    ///
    /// # Errors
    ///
    /// If arithmetic overflows.
    pub fn derive_all(&mut self, atoms: &[Atom]) -> Result<Option<SmallVec<[AtomId; 4]>>, Stop> {
        let mut derived = SmallVec::new();
        for atom in atoms {
            match self.derive(atom)? {
                Some(atom) if !self.writer.program.is_fact(atom) => derived.push(atom),
                _ => return Ok(None),
            }
        }
        Ok(Some(derived))
    }
}
