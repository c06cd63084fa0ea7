//! The sequence of steps that the `step` and `next` facts define.
//!
//! Invariant: no step has two successors or two predecessors. Whether all steps form one sequence is checked at the
//! end.

use crate::error::{Problem, ReadError};
use crate::intern::InternedTerms;
use std::ops::Range;

/// The steps and their order, as far as they have been read.
#[derive(Default)]
pub(crate) struct ChainBuilder {
    steps: InternedTerms,
    links: Vec<ChainLink>,
}

/// The facts about one step.
#[derive(Clone, Copy, Default)]
struct ChainLink {
    /// The position of its `step` fact.
    declared: Option<ChainSpan>,
    /// Its successor, and the position of the `next` fact.
    next: Option<(u32, ChainSpan)>,
    previous: Option<u32>,
}

/// A byte range in 8 bytes; texts are at most 4 GiB.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct ChainSpan {
    start: u32,
    end: u32,
}

impl ChainSpan {
    fn new(range: &Range<usize>) -> Option<Self> {
        Some(Self { start: u32::try_from(range.start).ok()?, end: u32::try_from(range.end).ok()? })
    }

    fn error(self, problem: Problem) -> ReadError {
        ReadError::new(self.start as usize..self.end as usize, problem)
    }
}

impl ChainBuilder {
    /// Adds the fact `step(step)`.
    pub(crate) fn add_step(&mut self, step: &str, range: &Range<usize>) -> Result<(), ReadError> {
        let (step, span) = self.intern(step, range)?;
        self.links[step as usize].declared.get_or_insert(span);
        Ok(())
    }

    /// Adds the fact `next(before,after)`.
    pub(crate) fn add_next(
        &mut self,
        before: &str,
        after: &str,
        range: &Range<usize>,
    ) -> Result<(), ReadError> {
        let (before, span) = self.intern(before, range)?;
        let (after, _) = self.intern(after, range)?;
        let text = |step| String::from(self.steps.text(step));
        if let Some((other, _)) = self.links[before as usize].next.filter(|&(other, _)| other != after) {
            let (first, second) = (text(other), text(after));
            return Err(span.error(Problem::TwoSuccessors { step: text(before), first, second }));
        }
        if let Some(other) = self.links[after as usize].previous.filter(|&other| other != before) {
            let (first, second) = (text(other), text(before));
            return Err(span.error(Problem::TwoPredecessors { step: text(after), first, second }));
        }
        self.links[before as usize].next.get_or_insert((after, span));
        self.links[after as usize].previous = Some(before);
        Ok(())
    }

    /// Checks that the steps form one sequence, and numbers them in order.
    pub(crate) fn finish(self) -> Result<InternedTerms, ReadError> {
        self.all_declared()?;
        let steps = 0..self.links.len() as u32;
        let starts: Vec<u32> = steps.filter(|&step| self.link(step).previous.is_none()).collect();
        self.no_circle(&starts)?;
        self.one_line(&starts)?;
        let mut ordered = InternedTerms::default();
        let mut at = starts.first().copied();
        while let Some(step) = at {
            ordered.intern(self.steps.text(step)).expect("the same texts fitted before");
            at = self.successor(step);
        }
        Ok(ordered)
    }

    fn all_declared(&self) -> Result<(), ReadError> {
        let undeclared = |step: u32| self.link(step).declared.is_none().then_some(step);
        let first = (0..self.links.len() as u32)
            .filter_map(|step| {
                let (after, span) = self.link(step).next?;
                Some((span, undeclared(step).or_else(|| undeclared(after))?))
            })
            .min();
        first.map_or(Ok(()), |(span, step)| {
            Err(span.error(Problem::UndeclaredStep(self.steps.text(step).into())))
        })
    }

    fn no_circle(&self, starts: &[u32]) -> Result<(), ReadError> {
        let mut on_a_line = vec![false; self.links.len()];
        for &start in starts {
            let mut at = Some(start);
            while let Some(step) = at {
                on_a_line[step as usize] = true;
                at = self.successor(step);
            }
        }
        let Some(first) = on_a_line.iter().position(|&seen| !seen) else {
            return Ok(());
        };
        // Each step has at most one predecessor, so steps that no start leads to are on cycles. The last fact read of
        // one closes it.
        let first = first as u32;
        let circle =
            std::iter::successors(Some(first), |&step| self.successor(step).filter(|&step| step != first));
        let (span, through) = circle
            .filter_map(|step| self.link(step).next.map(|(after, span)| (span, after)))
            .max()
            .expect("a step on a circle has a successor");
        Err(span.error(Problem::CircularSteps(self.steps.text(through).into())))
    }

    fn one_line(&self, starts: &[u32]) -> Result<(), ReadError> {
        if starts.len() < 2 {
            return Ok(());
        }
        let text = |step: u32| String::from(self.steps.text(step));
        let mut alone = starts.iter().copied().filter(|&start| self.successor(start).is_none());
        let nothing_connected = self.links.iter().all(|link| link.next.is_none());
        // Without any `next`, the first step is a chain by itself, so the second one is reported.
        if let Some(step) = alone.nth(usize::from(nothing_connected)) {
            let declared = self.link(step).declared.expect("all steps are declared");
            return Err(declared.error(Problem::StepOutsideChain(text(step))));
        }
        let (span, start) = starts
            .iter()
            .filter_map(|&start| self.link(start).next.map(|(_, span)| (span, start)))
            .max()
            .expect("some start has a successor");
        let mut end = *starts.iter().find(|&&other| other != start).expect("there are two starts");
        while let Some(step) = self.successor(end) {
            end = step;
        }
        Err(span.error(Problem::SeparateChains { end: text(end), start: text(start) }))
    }

    fn link(&self, step: u32) -> ChainLink {
        self.links[step as usize]
    }

    fn successor(&self, step: u32) -> Option<u32> {
        self.link(step).next.map(|(after, _)| after)
    }

    fn intern(&mut self, step: &str, range: &Range<usize>) -> Result<(u32, ChainSpan), ReadError> {
        let too_large = || ReadError::new(range.clone(), Problem::TooLarge);
        let step = self.steps.intern(step).ok_or_else(too_large)?;
        if self.links.len() < self.steps.len() {
            self.links.push(ChainLink::default());
        }
        Ok((step, ChainSpan::new(range).ok_or_else(too_large)?))
    }
}
