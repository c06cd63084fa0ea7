//! Counts the ground rules that each rule has made, and ends groundings that exceed a limit.
//!
//! Nothing is counted while a rule is instantiated: its count is the growth of the ground program between its first
//! instance and its last.

use std::time::Instant;

use rustc_hash::FxHashMap;

use crate::diagnostic::{Diagnostic, Severity, Span};
use crate::interrupt::Interrupt;
use crate::program::Program;
use crate::progress::GroundingProgress;

/// The cause that ended a grounding early.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum HaltCause {
    /// The ground program would have more rules than this limit, facts included.
    Limit(u64),
    /// The interrupt was called.
    Interrupt,
    /// The deadline has passed.
    Deadline,
}

/// A grounding that was ended early, with the rule that was being instantiated.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Halt {
    /// The cause that ended it.
    pub cause: HaltCause,
    /// The rule that was being instantiated; `None` if the facts alone exceed the limit.
    pub rule: Option<Span>,
    /// The number of ground rules that this rule has made, facts included. For a recursive rule they are counted
    /// before simplification.
    pub count: u64,
    /// The rule that has made most ground rules, with its count, if that is another rule.
    pub largest: Option<(Span, u64)>,
}

impl Halt {
    /// Returns a diagnostic with this message, which shows the rule in its text.
    #[must_use]
    pub fn diagnostic(&self, severity: Severity, message: impl Into<String>) -> Diagnostic {
        let counted = |count: u64| match count {
            1 => "1 ground rule".to_owned(),
            _ => format!("{count} ground rules"),
        };
        let diagnostic = Diagnostic { span: self.rule, ..Diagnostic::new(severity, message) };
        if self.rule.is_none() {
            return diagnostic.help("these are facts: leave some of them out, or allow more");
        }
        let diagnostic = diagnostic
            .label(format!("this was growing: {} so far", counted(self.count)))
            .help("restrict what its variables stand for, by a condition or a bound as in `X < 100`");
        match self.largest {
            Some((span, count)) => {
                diagnostic.related(span, format!("this has made most: {}", counted(count)))
            }
            None => diagnostic,
        }
    }
}

impl std::fmt::Display for HaltCause {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            HaltCause::Limit(limit) => write!(f, "the ground program has more than {limit} rules"),
            HaltCause::Interrupt => f.write_str("grounding was interrupted"),
            HaltCause::Deadline => f.write_str("the deadline of the grounding has passed"),
        }
    }
}

/// The number of calls of [`Growth::has_to_end`] between two looks at the interrupt and the clock.
const POLL_INTERVAL: u32 = 64;

/// The number of ground rules that each rule has made so far, and the limits of grounding.
#[derive(Clone, Default, Debug)]
pub struct Growth {
    /// The maximum number of ground rules, facts included.
    pub limit: Option<u64>,
    /// The interrupt by which another thread ends grounding.
    pub interrupt: Interrupt,
    /// The time at which grounding ends.
    pub deadline: Option<Instant>,
    /// The number of calls of [`Growth::has_to_end`] until it looks again.
    until_poll: u32,
    /// The receiver of progress reports, if any.
    pub progress: Option<GroundingProgress>,
    made: FxHashMap<Span, u64>,
    /// The rule that is being instantiated, with the number of rules and facts before it.
    rule: Option<(Span, usize)>,
    /// The number of rule instances that derived a new atom while nothing was written.
    probed: usize,
}

impl Growth {
    /// Returns why grounding has to end now, apart from the number of rules: the interrupt or the deadline.
    #[inline]
    pub fn has_to_end(&mut self) -> Option<HaltCause> {
        match self.until_poll {
            0 => self.look(),
            _ => {
                self.until_poll -= 1;
                None
            }
        }
    }

    fn look(&mut self) -> Option<HaltCause> {
        self.until_poll = POLL_INTERVAL;
        if self.interrupt.is_set() {
            return Some(HaltCause::Interrupt);
        }
        let deadline = self.deadline?;
        (Instant::now() >= deadline).then_some(HaltCause::Deadline)
    }

    /// Starts counting the instances of a rule. `written` is the number of rules and facts so far.
    pub fn begin(&mut self, rule: Span, written: usize) {
        self.rule = Some((rule, written + self.probed));
    }

    /// Adds the rules written since [`Growth::begin`] to the count of the rule. `written` is the number of rules and
    /// facts so far.
    pub fn end(&mut self, written: usize) {
        let Some((rule, before)) = self.rule else { return };
        let count = (written + self.probed - before) as u64;
        if count > 0 {
            *self.made.entry(rule).or_default() += count;
        }
    }

    /// Counts an instance that derived a new atom although nothing was written.
    pub fn count_probed(&mut self) {
        self.probed += 1;
    }

    /// Resets the count of instances that wrote nothing, because their rules are written from now on.
    pub fn reset_probed(&mut self) {
        self.probed = 0;
    }

    /// Returns how grounding ended if the number of rules and facts written exceeds the limit. Also reports progress.
    #[inline]
    pub fn beyond_limit(&mut self, written: usize) -> Option<Halt> {
        if let Some(progress) = &self.progress {
            progress.set_rules((written + self.probed) as u64);
        }
        let limit = self.limit?;
        ((written + self.probed) as u64 > limit).then(|| self.halt_rule(HaltCause::Limit(limit), written))
    }

    /// Describes a grounding that ended while a rule was being instantiated. `written` is the number of rules and
    /// facts so far.
    #[cold]
    pub fn halt_rule(&mut self, cause: HaltCause, written: usize) -> Halt {
        self.end(written);
        self.halt(cause, self.rule.map(|(rule, _)| rule))
    }

    /// Returns how grounding ended if the program exceeds the limit.
    pub fn check(&self, program: &Program) -> Option<Halt> {
        let limit = self.limit?;
        let largest = self.largest().map(|(span, _)| span);
        let written = program.rules.len() + program.fact_count();
        (written as u64 > limit).then(|| self.halt(HaltCause::Limit(limit), largest))
    }

    /// Describes a grounding that ended while this rule was being instantiated.
    fn halt(&self, cause: HaltCause, rule: Option<Span>) -> Halt {
        let count = rule.and_then(|rule| self.made.get(&rule)).copied().unwrap_or_default();
        let largest = self.largest().filter(|&(span, most)| Some(span) != rule && most > count);
        Halt { cause, rule, count, largest }
    }

    /// The rule that has made most ground rules, with its count; of several, the first in the text.
    fn largest(&self) -> Option<(Span, u64)> {
        let made = self.made.iter().map(|(&span, &count)| (span, count));
        made.max_by_key(|&(span, count)| (count, std::cmp::Reverse(span)))
    }
}
