//! How many ground rules each rule has made, and what ends a grounding that has no end.
//!
//! Nothing is counted while a rule is instantiated: what it made is the growth of the ground program between its first
//! instance and its last.

use groundplan_sat::Interrupter;
use rustc_hash::FxHashMap;

use crate::diagnostic::{Diagnostic, Severity, Span};
use crate::program::Program;

/// What ended a grounding early.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum HaltCause {
    /// The ground program would have more rules than this, facts included.
    Limit(u64),
    /// The interrupter was called.
    Interrupt,
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
        }
    }
}

/// What each rule has made so far, and when to stop.
#[derive(Default, Debug)]
pub struct Growth {
    /// How many ground rules there may be.
    pub limit: Option<u64>,
    /// Ends a grounding from another thread.
    pub interrupter: Interrupter,
    made: FxHashMap<Span, u64>,
}

impl Growth {
    /// Notes that a rule has made so many ground rules more.
    pub fn add(&mut self, rule: Span, count: u64) {
        if count > 0 {
            *self.made.entry(rule).or_default() += count;
        }
    }

    /// How many rules and facts there may be beside the rules that the program has now.
    pub fn ceiling(&self, program: &Program) -> usize {
        let limit = self.limit.map_or(usize::MAX, |limit| usize::try_from(limit).unwrap_or(usize::MAX));
        limit.saturating_sub(program.rules.len())
    }

    /// What has to be said of a program that has too many rules.
    pub fn check(&self, program: &Program) -> Option<Halt> {
        let limit = self.limit?;
        let largest = self.largest().map(|(span, _)| span);
        (program.fact_count() > self.ceiling(program)).then(|| self.halt(HaltCause::Limit(limit), largest))
    }

    /// The end of a grounding while this rule was growing.
    pub fn halt(&self, cause: HaltCause, rule: Option<Span>) -> Halt {
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
