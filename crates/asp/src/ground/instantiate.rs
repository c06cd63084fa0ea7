//! Runs the steps of a join: every way of giving values to the variables under which the body may hold.
//!
//! Invariant: while steps run, `body` holds the ground literals met so far that are neither known true nor known
//! false; what is known is simplified away on the spot, so a ground body is never longer than it must be.

use fixedbitset::FixedBitSet;

use super::index::{Indexes, NO_ROW};
use super::plan::{Access, Match, Pattern, Rows, Step};
use super::recursion::{Shifted, Suspect};
use super::{HaltCause, Ignored, Memory, Stop};
use crate::analysis::evaluate::{self, Failure};
use crate::analysis::rule::{Atom, Term, Variable};
use crate::diagnostic::{Diagnostic, Span};
use crate::function::Functions;
use crate::program::{AtomId, Base, Literal, PredicateId, Program, Rules};
use crate::symbol::{Symbol, Symbols};
use crate::syntax::ast::{BinaryOperator, Relation, Sign, UnaryOperator};

/// Which rows of a domain are older than the last round, and which existed when this round began.
#[derive(Clone, Copy, Default, Debug)]
pub struct Window {
    /// The first row of the last round.
    pub start: u32,
    /// The row after the last one of the last round.
    pub end: u32,
}

/// The state of a join.
pub struct Instantiator<'a> {
    /// The engine's symbols.
    pub symbols: &'a mut Symbols,
    /// The external functions.
    pub functions: &'a mut Functions,
    /// The atoms known so far.
    pub base: &'a mut Base,
    /// The ground program; its rules are written to `rules`.
    pub program: &'a mut Program,
    /// Where ground rules go.
    pub rules: Rules,
    /// Indexes, up to date for the rows of this round.
    pub indexes: &'a mut Indexes,
    /// The rows of each predicate that the rules at hand look at.
    pub windows: Vec<Window>,
    /// The predicates whose atoms are not all known yet.
    pub growing: FixedBitSet,
    /// What is kept from one component to the next.
    pub memory: &'a mut Memory,
    /// Whether rules only look for atoms they may derive, because more is to come; nothing is written then.
    pub probing: bool,
    /// How many rules and facts there may be.
    pub ceiling: usize,
    /// How many instances of rules derived something new while nothing was written.
    pub probed: usize,
    /// The rule that is being instantiated, and how many rules and facts there were before.
    rule: (Option<Span>, usize),
    /// What is right only without recursion.
    pub suspects: Vec<Suspect>,
    /// Disjunctions that were written as rules for each of their atoms.
    pub shifted: Vec<Shifted>,
    /// The values of the variables.
    pub assignment: Vec<Symbol>,
    /// The ground body.
    pub body: Vec<Literal>,
    frames: Vec<Frame>,
}

/// A step that has more instances to try.
struct Frame {
    step: usize,
    cursor: Cursor,
    body: usize,
}

pub enum Cursor {
    /// The next row, and the row to stop before.
    Scan(u32, u32),
    /// The next row of a chain, and the row to stop before.
    Chain(u32, u32),
    /// The next integer, and the last.
    Range(i64, i64),
    /// The values of a call that are left.
    Call(std::ops::Range<usize>),
    /// A variable, and the values it still takes, each with what has to hold for that.
    Values(Variable, std::vec::IntoIter<(Symbol, Vec<Literal>)>),
}

/// What became of a step when it was first reached.
pub enum Entered {
    /// It holds once.
    Holds,
    /// It does not hold.
    Fails,
    /// It may hold in several ways.
    Iterates(Cursor),
}

impl<'a> Instantiator<'a> {
    /// An instantiator that is about to start.
    pub fn new(
        symbols: &'a mut Symbols,
        functions: &'a mut Functions,
        base: &'a mut Base,
        program: &'a mut Program,
        indexes: &'a mut Indexes,
        memory: &'a mut Memory,
    ) -> Self {
        Instantiator {
            symbols,
            functions,
            base,
            program,
            rules: Rules::default(),
            indexes,
            windows: Vec::new(),
            growing: FixedBitSet::new(),
            memory,
            probing: false,
            ceiling: usize::MAX,
            probed: 0,
            rule: (None, 0),
            suspects: Vec::new(),
            shifted: Vec::new(),
            assignment: Vec::new(),
            body: Vec::new(),
            frames: Vec::new(),
        }
    }

    /// Begins with the instances of a rule.
    pub fn begin(&mut self, rule: Span) {
        self.rule = (Some(rule), self.made());
    }

    /// Notes what the instances of a rule have made.
    pub fn end(&mut self) {
        let (Some(rule), before) = self.rule else { return };
        let count = (self.made() - before) as u64;
        self.memory.growth.add(rule, count);
    }

    /// How many rules and facts there are.
    fn made(&self) -> usize {
        self.rules.len() + self.program.fact_count() + self.probed
    }

    /// Looks whether somebody wants grounding to end.
    ///
    /// # Errors
    ///
    /// When it has to.
    pub fn go_on(&mut self) -> Result<(), Stop> {
        if self.memory.growth.interrupter.is_interrupted() {
            return Err(self.halt(HaltCause::Interrupt));
        }
        Ok(())
    }

    #[cold]
    fn halt(&mut self, cause: HaltCause) -> Stop {
        self.end();
        self.memory.growth.halt(cause, self.rule.0).into()
    }

    /// Notes that the literals stand for something that is not monotone in the atoms.
    pub fn suspect(&mut self, span: Span, literals: &[Literal], atoms: Vec<AtomId>) {
        self.suspects.push(Suspect { span, literals: literals.to_vec(), atoms });
    }

    /// The atoms that occur positively, and of which not all instances are known yet.
    pub fn growing_atoms<'l>(&self, literals: impl Iterator<Item = &'l Literal>) -> Vec<AtomId> {
        if self.growing.is_clear() {
            return Vec::new();
        }
        let atoms = literals.filter(|literal| !literal.is_negative()).map(|literal| literal.atom());
        let mut atoms: Vec<AtomId> = atoms
            .filter(|&atom| {
                let predicate = self.base.predicate_of(atom);
                predicate.is_none_or(|predicate| self.growing.contains(predicate.index()))
            })
            .collect();
        atoms.sort_unstable();
        atoms.dedup();
        atoms
    }

    /// Makes all rows that a predicate has by now those of the last round.
    pub fn open_window(&mut self, predicate: PredicateId) {
        if self.windows.len() <= predicate.index() {
            self.windows.resize(predicate.index() + 1, Window::default());
        }
        self.windows[predicate.index()] = Window { start: 0, end: self.base.domain(predicate).len() };
    }

    /// Makes the rows that a predicate has got since its last round those of the last round; whether there are any.
    pub fn advance_window(&mut self, predicate: PredicateId) -> bool {
        let window = &mut self.windows[predicate.index()];
        *window = Window { start: window.end, end: self.base.domain(predicate).len() };
        window.start < window.end
    }

    /// Calls `leaf` for every instance of the steps. The frames stand on a stack of our own: bodies may be longer than
    /// the thread's stack is deep.
    ///
    /// # Errors
    ///
    /// When arithmetic overflows, grounding has to end, or `leaf` says so.
    pub fn join(
        &mut self,
        steps: &[Step],
        leaf: &mut dyn FnMut(&mut Self) -> Result<(), Stop>,
    ) -> Result<(), Stop> {
        let bottom = self.frames.len();
        let body = self.body.len();
        let mut at = 0;
        let result = 'join: loop {
            let mut failed = false;
            while let Some(step) = steps.get(at) {
                match self.enter(step) {
                    Ok(Entered::Holds) => at += 1,
                    Ok(Entered::Fails) => {
                        failed = true;
                        break;
                    }
                    Ok(Entered::Iterates(cursor)) => {
                        self.frames.push(Frame { step: at, cursor, body: self.body.len() });
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
                if self.made() > self.ceiling {
                    let limit = self.memory.growth.limit.unwrap_or(u64::MAX);
                    break Err(self.halt(HaltCause::Limit(limit)));
                }
            }
            if let Err(stop) = self.go_on() {
                break Err(stop);
            }
            loop {
                if self.frames.len() == bottom {
                    break 'join Ok(());
                }
                let mut frame = self.frames.pop().expect("a frame above the bottom");
                self.body.truncate(frame.body);
                if self.advance(&steps[frame.step], &mut frame.cursor) {
                    at = frame.step + 1;
                    self.frames.push(frame);
                    break;
                }
            }
        };
        self.frames.truncate(bottom);
        self.body.truncate(body);
        result
    }

    fn enter(&mut self, step: &Step) -> Result<Entered, Stop> {
        Ok(match step {
            Step::Match(wanted) => return self.enter_match(wanted),
            Step::Negation(sign, atom) => {
                let Some(arguments) = self.arguments(&atom.arguments)? else { return Ok(Entered::Fails) };
                match self.negation(*sign, atom.predicate, &arguments) {
                    Known::True => Entered::Holds,
                    Known::False => Entered::Fails,
                    Known::Open(literal) => {
                        self.body.push(literal);
                        Entered::Holds
                    }
                }
            }
            Step::Compare(left, relation, right) => {
                let (Some(left), Some(right)) = (self.value(left)?, self.value(right)?) else {
                    return Ok(Entered::Fails);
                };
                holds(self.symbols.compare(left, right), *relation).into()
            }
            Step::Assign(pattern, term) => {
                let Some(value) = self.value(term)? else { return Ok(Entered::Fails) };
                self.matches(pattern, value).into()
            }
            Step::Solve(term, variable, value) => {
                let Some(value) = self.value(value)? else { return Ok(Entered::Fails) };
                self.solve(term, *variable, value)?.into()
            }
            Step::Range(pattern, lower, upper, span) => {
                let (Some(lower), Some(upper)) = (self.value(lower)?, self.value(upper)?) else {
                    return Ok(Entered::Fails);
                };
                // An interval between anything but integers is empty.
                match (self.symbols.as_number(lower), self.symbols.as_number(upper)) {
                    (Some(lower), Some(upper)) => match pattern {
                        Pattern::Check(variable) => {
                            let value = self.symbols.as_number(self.assignment[variable.index()]);
                            value.is_some_and(|value| lower <= value && value <= upper).into()
                        }
                        _ => Entered::Iterates(Cursor::Range(lower, upper)),
                    },
                    _ => {
                        self.memory.ignored.insert((*span, Ignored::Instance));
                        Entered::Fails
                    }
                }
            }
            Step::Call(pattern, call) => {
                let Some(arguments) = self.arguments(&call.arguments)? else { return Ok(Entered::Fails) };
                let mut values = self.functions.call(call.function, &arguments, call.span, self.symbols)?;
                match pattern {
                    Pattern::Check(variable) => {
                        let wanted = self.assignment[variable.index()];
                        values.any(|index| self.functions.value(index) == wanted).into()
                    }
                    _ => Entered::Iterates(Cursor::Call(values)),
                }
            }
            Step::Aggregate(sign, aggregate, elements, assigned) => {
                return self.aggregate(*sign, aggregate, elements, *assigned);
            }
            Step::Conditional(conditional, joins) => return self.conditional(conditional, joins),
        })
    }

    fn enter_match(&mut self, wanted: &Match) -> Result<Entered, Stop> {
        let window = self.windows[wanted.predicate.index()];
        let (start, end) = match wanted.rows {
            Rows::All => (0, window.end),
            Rows::Old => (0, window.start),
            Rows::New => (window.start, window.end),
        };
        match &wanted.access {
            Access::Scan => Ok(Entered::Iterates(Cursor::Scan(start, end))),
            Access::Find(key) => {
                let Some(key) = self.arguments(key)? else { return Ok(Entered::Fails) };
                let row = self.base.domain(wanted.predicate).find(&key);
                Ok(match row.filter(|&row| start <= row && row < end) {
                    None => Entered::Fails,
                    Some(row) => {
                        self.meet(wanted.predicate, row);
                        Entered::Holds
                    }
                })
            }
            Access::Lookup(index, key) => {
                let Some(key) = self.arguments(key)? else { return Ok(Entered::Fails) };
                let row = self.indexes.get(*index).first(&key, self.base.domain(wanted.predicate));
                debug_assert_eq!(start, 0, "new rows are scanned");
                Ok(Entered::Iterates(Cursor::Chain(row, end)))
            }
        }
    }

    /// Goes to the next instance of a step; whether there is one.
    fn advance(&mut self, step: &Step, cursor: &mut Cursor) -> bool {
        match (step, cursor) {
            (Step::Match(wanted), Cursor::Scan(next, end)) => {
                while *next < *end {
                    let row = *next;
                    *next += 1;
                    if self.matches_row(wanted, row) {
                        return true;
                    }
                }
                false
            }
            (Step::Match(wanted), Cursor::Chain(next, end)) => {
                let Access::Lookup(index, _) = &wanted.access else {
                    unreachable!("a chain belongs to an index")
                };
                while *next < *end {
                    let row = *next;
                    *next = self.indexes.get(*index).next(row);
                    if self.matches_row(wanted, row) {
                        return true;
                    }
                }
                debug_assert!(*next == NO_ROW || *next >= *end);
                false
            }
            (Step::Range(pattern, ..), Cursor::Range(next, last)) => {
                if *next > *last {
                    return false;
                }
                let value = self.symbols.number(*next);
                match next.checked_add(1) {
                    Some(following) => *next = following,
                    // The last integer there is: the range is done after it.
                    None => (*next, *last) = (0, -1),
                }
                self.matches(pattern, value)
            }
            (Step::Call(pattern, _), Cursor::Call(values)) => {
                let Some(index) = values.next() else { return false };
                let value = self.functions.value(index);
                self.matches(pattern, value)
            }
            (Step::Aggregate(..), Cursor::Values(variable, values)) => {
                let Some((value, literals)) = values.next() else { return false };
                self.assignment[variable.index()] = value;
                self.body.extend(literals);
                true
            }
            _ => unreachable!("a cursor belongs to its step"),
        }
    }

    fn matches_row(&mut self, wanted: &Match, row: u32) -> bool {
        for (column, pattern) in &wanted.patterns {
            let symbol = self.base.domain(wanted.predicate).row(row)[*column];
            if !self.matches(pattern, symbol) {
                return false;
            }
        }
        self.meet(wanted.predicate, row);
        true
    }

    /// Adds a positive atom to the body, unless it is known true.
    fn meet(&mut self, predicate: PredicateId, row: u32) {
        let atom = self.base.domain(predicate).atom(row);
        if !self.program.is_fact(atom) {
            self.body.push(atom.positive());
        }
    }

    fn matches(&mut self, pattern: &Pattern, symbol: Symbol) -> bool {
        match pattern {
            Pattern::Symbol(wanted) => *wanted == symbol,
            Pattern::Check(variable) => self.assignment[variable.index()] == symbol,
            Pattern::Bind(variable) => {
                self.assignment[variable.index()] = symbol;
                true
            }
            Pattern::Function(name, patterns) => {
                let Some((found, arguments, false)) = self.symbols.as_function(symbol) else { return false };
                if found != *name || arguments.len() != patterns.len() {
                    return false;
                }
                (0..patterns.len()).all(|i| {
                    let arguments = self.symbols.as_function(symbol).expect("a function").1;
                    self.matches(&patterns[i], arguments[i])
                })
            }
            Pattern::Opposite(pattern) => {
                evaluate::negate(symbol, self.symbols).is_some_and(|opposite| self.matches(pattern, opposite))
            }
            Pattern::Value(term) => {
                evaluate::term(term, &self.assignment, self.symbols).is_ok_and(|value| value == symbol)
            }
        }
    }

    /// What is known of an atom under `not` or `not not`.
    pub(super) fn negation(&mut self, sign: Sign, predicate: PredicateId, arguments: &[Symbol]) -> Known {
        let row = self.base.domain(predicate).find(arguments);
        let atom = match row {
            Some(row) => {
                let atom = self.base.domain(predicate).atom(row);
                if self.program.is_fact(atom) {
                    return if sign == Sign::Negative { Known::False } else { Known::True };
                }
                if self.growing.contains(predicate.index()) {
                    self.reopened(predicate, row, atom)
                } else {
                    atom
                }
            }
            None if !self.growing.contains(predicate.index()) => {
                return if sign == Sign::Negative { Known::True } else { Known::False };
            }
            None => self.base.mention(predicate, arguments, self.program),
        };
        Known::Open(if sign == Sign::Negative { atom.negative() } else { self.double_negation(atom) })
    }

    /// Gives the only variable without a value in `term` the value with which the term has this value.
    fn solve(&mut self, term: &Term, variable: Variable, value: Symbol) -> Result<bool, Stop> {
        let Some(mut target) = self.symbols.as_number(value) else { return Ok(false) };
        let mut term = term;
        loop {
            let has = |side: &Term| !side.all_variables(|other| other != variable);
            let next = match term {
                Term::Variable(_) => {
                    self.assignment[variable.index()] = self.symbols.number(target);
                    return Ok(true);
                }
                Term::Unary(UnaryOperator::Minus, operand, span) => {
                    (target.checked_neg().ok_or_else(|| overflow(*span))?, &**operand)
                }
                Term::Binary(operator, left, right, span) => {
                    let (open, known, known_left) =
                        if has(left) { (left, right, false) } else { (right, left, true) };
                    let Some(known) = self.value(known)?.and_then(|known| self.symbols.as_number(known))
                    else {
                        return Ok(false);
                    };
                    let solved = match (operator, known_left) {
                        (BinaryOperator::Add, _) => target.checked_sub(known),
                        (BinaryOperator::Subtract, false) => target.checked_add(known),
                        (BinaryOperator::Subtract, true) => known.checked_sub(target),
                        (BinaryOperator::Multiply, _) if known == 0 || target.wrapping_rem(known) != 0 => {
                            return Ok(false);
                        }
                        (BinaryOperator::Multiply, _) => target.checked_div(known),
                        _ => unreachable!("only sums, differences and products are solved"),
                    };
                    (solved.ok_or_else(|| overflow(*span))?, &**open)
                }
                _ => unreachable!("only sums, differences and products are solved"),
            };
            (target, term) = next;
        }
    }

    /// The value of a term; `None` where it is undefined, which leaves the instance out.
    ///
    /// # Errors
    ///
    /// When arithmetic overflows.
    pub fn value(&mut self, term: &Term) -> Result<Option<Symbol>, Stop> {
        match term {
            Term::Symbol(symbol) => Ok(Some(*symbol)),
            Term::Variable(variable) => Ok(Some(self.assignment[variable.index()])),
            _ => match evaluate::term(term, &self.assignment, self.symbols) {
                Ok(value) => Ok(Some(value)),
                Err(Failure::Undefined(span)) => {
                    self.memory.ignored.insert((span, Ignored::Instance));
                    Ok(None)
                }
                Err(Failure::Overflow(span)) => Err(overflow(span)),
                Err(Failure::Call(diagnostic)) => Err(Stop::Wrong(diagnostic)),
            },
        }
    }

    /// The values of several terms; `None` where one is undefined.
    ///
    /// # Errors
    ///
    /// When arithmetic overflows.
    pub fn arguments(&mut self, terms: &[Term]) -> Result<Option<Arguments>, Stop> {
        let mut values = Arguments::new();
        for term in terms {
            match self.value(term)? {
                Some(value) => values.push(value),
                None => return Ok(None),
            }
        }
        Ok(Some(values))
    }

    /// The ground atom of an atom that may be derived; `None` where a term is undefined.
    ///
    /// # Errors
    ///
    /// When arithmetic overflows.
    pub fn derive(&mut self, atom: &Atom) -> Result<Option<AtomId>, Stop> {
        let arguments = self.arguments(&atom.arguments)?;
        Ok(arguments.map(|arguments| self.base.derive(atom.predicate, &arguments, self.program).0))
    }
}

/// A few symbols.
pub type Arguments = smallvec::SmallVec<[Symbol; 6]>;

/// What is known of a literal.
pub(super) enum Known {
    True,
    False,
    /// Only solving decides it.
    Open(Literal),
}

impl From<bool> for Entered {
    fn from(holds: bool) -> Self {
        if holds {
            Entered::Holds
        } else {
            Entered::Fails
        }
    }
}

/// Whether a relation holds between terms in this order.
pub fn holds(order: std::cmp::Ordering, relation: Relation) -> bool {
    match relation {
        Relation::Equal => order.is_eq(),
        Relation::NotEqual => order.is_ne(),
        Relation::Less => order.is_lt(),
        Relation::LessEqual => order.is_le(),
        Relation::Greater => order.is_gt(),
        Relation::GreaterEqual => order.is_ge(),
    }
}

/// That a number is out of range.
pub fn overflow(span: Span) -> Stop {
    Stop::from(
        Diagnostic::error("this leaves the range of 64-bit integers", span)
            .help("keep the numbers between -9223372036854775808 and 9223372036854775807"),
    )
}
