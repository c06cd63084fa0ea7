//! How many ground rules each rule has made, and what ends a grounding that has no end.
//!
//! Nothing is counted while a rule is instantiated: what it made is the growth of the ground program between its first
//! instance and its last.

use std::time::Instant;

use rustc_hash::FxHashMap;

use crate::diagnostic::{Diagnostic, Severity, Span};
use crate::interrupt::Interrupt;
use crate::program::Program;
use crate::progress::GroundingProgress;

/// What ended a grounding early.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum HaltCause {
    /// The ground program would have more rules than this, facts included.
    Limit(u64),
    /// The interrupter was called.
    Interrupt,
    /// The deadline has passed.
    Deadline,
}

/// A grounding that was ended early, and the rule that was growing then.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Halt {
    /// What ended it.
    pub cause: HaltCause,
    /// The rule that was being instantiated; `None` where the facts alone are too many.
    pub rule: Option<Span>,
    /// How many ground rules it has made, facts included; before they are simplified, where it is recursive.
    pub count: u64,
    /// The rule that has made most, with its count, where that is another one.
    pub largest: Option<(Span, u64)>,
}

impl Halt {
    /// The rule shown in its text, after a message that says why grounding ended.
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

/// Calls of [`Growth::has_to_end`] between two looks at the clock.
const POLL_INTERVAL: u32 = 64;

/// What each rule has made so far, and when to stop.
#[derive(Default, Debug)]
pub struct Growth {
    /// How many ground rules there may be.
    pub limit: Option<u64>,
    /// Ends a grounding from another thread.
    pub interrupt: Interrupt,
    /// When grounding ends.
    pub deadline: Option<Instant>,
    /// Calls of [`Growth::has_to_end`] until the clock is read again.
    until_poll: u32,
    /// Is told how much there is, if somebody looks on.
    pub progress: Option<GroundingProgress>,
    made: FxHashMap<Span, u64>,
    /// The rule that is being instantiated, and how many rules and facts there were before.
    rule: Option<(Span, usize)>,
    /// How many instances of rules derived something new while nothing was written.
    probed: usize,
}

impl Growth {
    /// The reason why grounding has to end now, other than the number of rules.
    #[inline]
    pub fn has_to_end(&mut self) -> Option<HaltCause> {
        if self.interrupt.is_set() {
            return Some(HaltCause::Interrupt);
        }
        self.deadline.and_then(|deadline| self.poll(deadline))
    }

    fn poll(&mut self, deadline: Instant) -> Option<HaltCause> {
        if self.until_poll > 0 {
            self.until_poll -= 1;
            return None;
        }
        self.until_poll = POLL_INTERVAL;
        (Instant::now() >= deadline).then_some(HaltCause::Deadline)
    }

    /// Begins with the instances of a rule, when so much was written.
    pub fn begin(&mut self, rule: Span, written: usize) {
        self.rule = Some((rule, written + self.probed));
    }

    /// Notes what the instances of a rule have made, when so much is written.
    pub fn end(&mut self, written: usize) {
        let Some((rule, before)) = self.rule else { return };
        let count = (written + self.probed - before) as u64;
        if count > 0 {
            *self.made.entry(rule).or_default() += count;
        }
    }

    /// Notes that an instance derived something new although nothing was written.
    pub fn note(&mut self) {
        self.probed += 1;
    }

    /// From now on what was noted is written.
    pub fn end_notes(&mut self) {
        self.probed = 0;
    }

    /// The end of a grounding that has written so much, if that is too much.
    #[inline]
    pub fn beyond_limit(&mut self, written: usize) -> Option<Halt> {
        if let Some(progress) = &self.progress {
            progress.set_rules((written + self.probed) as u64);
        }
        let limit = self.limit?;
        ((written + self.probed) as u64 > limit).then(|| self.halt_rule(HaltCause::Limit(limit), written))
    }

    /// The end of a grounding in the middle of a rule, when so much was written.
    #[cold]
    pub fn halt_rule(&mut self, cause: HaltCause, written: usize) -> Halt {
        self.end(written);
        self.halt(cause, self.rule.map(|(rule, _)| rule))
    }

    /// What has to be said of a program that has too many rules.
    pub fn check(&self, program: &Program) -> Option<Halt> {
        let limit = self.limit?;
        let largest = self.largest().map(|(span, _)| span);
        let written = program.rules.len() + program.fact_count();
        (written as u64 > limit).then(|| self.halt(HaltCause::Limit(limit), largest))
    }

    /// The end of a grounding while this rule was growing.
    fn halt(&self, cause: HaltCause, rule: Option<Span>) -> Halt {
        let count = rule.and_then(|rule| self.made.get(&rule)).copied().unwrap_or_default();
        let largest = self.largest().filter(|&(span, most)| Some(span) != rule && most > count);
        Halt { cause, rule, count, largest }
    }

    /// The first of the rules that have made most.
    fn largest(&self) -> Option<(Span, u64)> {
        let made = self.made.iter().map(|(&span, &count)| (span, count));
        made.max_by_key(|&(span, count)| (count, std::cmp::Reverse(span)))
    }
}
