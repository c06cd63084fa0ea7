//! The order of an instance's steps: one linear chain of `next` over the declared `step`s.

use groundplan::diagnostic::{Diagnostic, Span};
use groundplan::symbol::{Symbol, Symbols};
use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;

/// Returns the steps in order; empty if there are neither steps nor links.
///
/// # Errors
///
/// When the links branch, form a cycle, leave a step out or name something that is not a step.
pub fn order(
    steps: impl Iterator<Item = (Symbol, Span)>,
    links: impl Iterator<Item = (Symbol, Symbol, Span)>,
    symbols: &Symbols,
) -> Result<Vec<Symbol>, Box<Diagnostic>> {
    let mut chain = Chain { symbols, declared: IndexMap::default(), after: Vec::new(), before: Vec::new() };
    for (step, span) in steps {
        chain.declared.entry(step).or_insert(span);
    }
    chain.after.resize(chain.declared.len(), None);
    chain.before.resize(chain.declared.len(), None);
    for (from, to, span) in links {
        chain.link(from, to, span)?;
    }
    chain.in_order()
}

/// The index of an adjacent step, and the position of the fact that says so.
type Neighbour = Option<(usize, Span)>;

/// The declared steps, each with its predecessor and successor.
struct Chain<'s> {
    symbols: &'s Symbols,
    declared: IndexMap<Symbol, Span, FxBuildHasher>,
    after: Vec<Neighbour>,
    before: Vec<Neighbour>,
}

impl Chain<'_> {
    fn text(&self, step: usize) -> String {
        self.symbols.display(self.declared.keys()[step]).to_string()
    }

    /// Records that one step follows another.
    fn link(&mut self, from: Symbol, to: Symbol, span: Span) -> Result<(), Box<Diagnostic>> {
        let index = |step: Symbol| {
            self.declared.get_index_of(&step).ok_or_else(|| {
                let text = self.symbols.display(step);
                let error = Diagnostic::error(format!("`next` names `{text}`, which is not a step"), span);
                Box::new(error.help(format!("add the fact `step({text}).`")))
            })
        };
        let (from, to) = (index(from)?, index(to)?);
        if from == to {
            let message = format!("the step `{}` comes after itself", self.text(from));
            return Err(Box::new(
                Diagnostic::error(message, span).help("the steps form one chain without a loop"),
            ));
        }
        match self.after[from] {
            Some((known, first)) if known != to => {
                return Err(self.branch_error(from, [known, to], "after", span, first))
            }
            _ => self.after[from] = Some((to, span)),
        }
        match self.before[to] {
            Some((known, first)) if known != from => {
                Err(self.branch_error(to, [known, from], "before", span, first))
            }
            _ => {
                self.before[to] = Some((from, span));
                Ok(())
            }
        }
    }

    /// The error for two steps that both follow, or both precede, the same step.
    fn branch_error(
        &self,
        step: usize,
        both: [usize; 2],
        word: &str,
        span: Span,
        first: Span,
    ) -> Box<Diagnostic> {
        let [one, other] = both.map(|step| self.text(step));
        let message =
            format!("the steps branch: `{one}` and `{other}` both come {word} `{}`", self.text(step));
        Box::new(
            Diagnostic::error(message, span)
                .related(first, "the other one is here")
                .help("the steps form one chain: each has at most one successor and one predecessor"),
        )
    }

    /// Returns the steps in order, starting at the one without a predecessor.
    fn in_order(&self) -> Result<Vec<Symbol>, Box<Diagnostic>> {
        let mut starts = (0..self.declared.len()).filter(|&step| self.before[step].is_none());
        let Some(start) = starts.next() else {
            return if self.declared.is_empty() { Ok(Vec::new()) } else { Err(self.loop_error(0)) };
        };
        let mut ordered = Vec::with_capacity(self.declared.len());
        let mut seen = vec![false; self.declared.len()];
        let mut at = Some(start);
        while let Some(step) = at {
            seen[step] = true;
            ordered.push(self.declared.keys()[step]);
            at = self.after[step].map(|(next, _)| next);
        }
        if let Some(outside) = starts.next() {
            let (outside_text, start_text) = (self.text(outside), self.text(start));
            let message = format!("the step `{outside_text}` is not in one chain with `{start_text}`");
            return Err(Box::new(
                Diagnostic::error(message, self.declared[outside])
                    .related(self.declared[start], "the chain that begins here does not reach it")
                    .help("link all steps by `next` facts"),
            ));
        }
        // A step that was not reached, although the only start was followed, is on a cycle.
        match seen.iter().position(|seen| !seen) {
            Some(circle) => Err(self.loop_error(circle)),
            None => Ok(ordered),
        }
    }

    fn loop_error(&self, step: usize) -> Box<Diagnostic> {
        let span = self.after[step].map_or(self.declared[step], |(_, link)| link);
        Box::new(
            Diagnostic::error("the steps form a loop", span)
                .help("the steps form one chain: its last one has no successor"),
        )
    }
}
