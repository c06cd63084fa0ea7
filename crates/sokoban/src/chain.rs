//! The steps of an instance: one linear chain of `next` over the declared `step`s.

use groundplan::diagnostic::{Diagnostic, Span};
use groundplan::symbol::{Symbol, Symbols};
use rustc_hash::FxHashMap;

/// The steps in their order; none if there are neither steps nor links.
///
/// # Errors
///
/// When the links branch, form a cycle, leave a step out or name something that is not a step.
pub fn order(
    steps: impl Iterator<Item = (Symbol, Span)>,
    links: impl Iterator<Item = (Symbol, Symbol, Span)>,
    symbols: &Symbols,
) -> Result<Vec<Symbol>, Box<Diagnostic>> {
    let text = |step: Symbol| symbols.display(step).to_string();
    let mut declared: Vec<(Symbol, Span)> = Vec::new();
    let mut index: FxHashMap<Symbol, usize> = FxHashMap::default();
    for (step, span) in steps {
        index.entry(step).or_insert_with(|| {
            declared.push((step, span));
            declared.len() - 1
        });
    }
    let mut after: Vec<Option<(usize, Span)>> = vec![None; declared.len()];
    let mut before: Vec<Option<(usize, Span)>> = vec![None; declared.len()];
    for (from, to, span) in links {
        for step in [from, to] {
            if !index.contains_key(&step) {
                let message = format!("`next` names `{}`, which is not a step", text(step));
                return Err(Box::new(
                    Diagnostic::error(message, span).help(format!("add the fact `step({}).`", text(step))),
                ));
            }
        }
        if from == to {
            let message = format!("the step `{}` comes after itself", text(from));
            return Err(Box::new(
                Diagnostic::error(message, span).help("the steps form one chain without a loop"),
            ));
        }
        let (from_index, to_index) = (index[&from], index[&to]);
        for (neighbours, cell, other, words) in
            [(&mut after, from_index, to_index, "after"), (&mut before, to_index, from_index, "before")]
        {
            match neighbours[cell] {
                Some((known, first)) if known != other => {
                    let message = format!(
                        "the steps branch: `{}` and `{}` both come {words} `{}`",
                        text(declared[known].0),
                        text(declared[other].0),
                        text(declared[cell].0)
                    );
                    return Err(Box::new(
                        Diagnostic::error(message, span).related(first, "the other one is here").help(
                            "the steps form one chain: each has at most one successor and one predecessor",
                        ),
                    ));
                }
                _ => neighbours[cell] = Some((other, span)),
            }
        }
    }
    let mut starts = (0..declared.len()).filter(|&step| before[step].is_none());
    let Some(start) = starts.next() else {
        return match declared.first() {
            None => Ok(Vec::new()),
            Some(&(_, span)) => Err(Box::new(looped(after[0].map_or(span, |(_, link)| link)))),
        };
    };
    let mut ordered = Vec::with_capacity(declared.len());
    let mut seen = vec![false; declared.len()];
    let mut at = Some(start);
    while let Some(step) = at {
        seen[step] = true;
        ordered.push(declared[step].0);
        at = after[step].map(|(next, _)| next);
    }
    if let Some(outside) = starts.next() {
        let message = format!(
            "the step `{}` is not in one chain with `{}`",
            text(declared[outside].0),
            text(declared[start].0)
        );
        return Err(Box::new(
            Diagnostic::error(message, declared[outside].1)
                .related(declared[start].1, "the chain that begins here does not reach it")
                .help("link all steps by `next` facts"),
        ));
    }
    // What no beginning leads to goes round in a circle.
    if let Some(circle) = seen.iter().position(|seen| !seen) {
        return Err(Box::new(looped(after[circle].map_or(declared[circle].1, |(_, link)| link))));
    }
    Ok(ordered)
}

fn looped(span: Span) -> Diagnostic {
    Diagnostic::error("the steps form a loop", span)
        .help("the steps form one chain: its last one has no successor")
}
