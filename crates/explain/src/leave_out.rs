//! Parts of a program without some of their statements.

use groundplan_ground::diagnostic::Span;
use groundplan_ground::syntax::ast::{Guards, Head, Part, Statement};

/// Leaves out the statements at these positions.
pub fn leave_out(parts: &mut [Part], spans: &[Span]) {
    for part in parts {
        part.statements.retain(|statement| match statement {
            Statement::Rule(rule) => !spans.contains(&rule.span),
            _ => true,
        });
        let is_left_out = part.facts.iter().any(|fact| spans.contains(&fact.span));
        if is_left_out {
            let facts = part.facts.take();
            // The predicates of facts that were left out stay known.
            facts.iter().filter(|fact| !spans.contains(&fact.span)).for_each(|fact| {
                part.facts.push(fact.signature, fact.arguments, fact.span);
            });
        }
    }
}

/// Removes the bounds of the choices at these positions.
pub fn leave_out_bounds(parts: &mut [Part], spans: &[Span]) {
    let statements = parts.iter_mut().flat_map(|part| &mut part.statements);
    for statement in statements {
        let Statement::Rule(rule) = statement else { continue };
        if !spans.contains(&rule.span) {
            continue;
        }
        match &mut rule.head {
            Head::Choice(choice) => choice.guards = Guards::default(),
            Head::Aggregate(aggregate) => aggregate.guards = Guards::default(),
            Head::Literal(_) | Head::Disjunction(_) | Head::Theory(_) => {}
        }
    }
}
