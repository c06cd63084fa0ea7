//! What an instance of a body derives: atoms, rules, choices with their bounds.

use smallvec::SmallVec;

use super::directives::Directives;
use super::join::{Join, Joins};
use super::stop::{Ignored, Stop};
use crate::analysis::rule::{Atom, Head, Rule};
use crate::program::{AtomId, ExternalValue};

/// Derives a rule's head for the present assignment and body. `joins` are those of the head's elements.
///
/// # Errors
///
/// When arithmetic overflows, or only solving decides a condition of a disjunction.
pub fn emit(join: &mut Join, rule: &Rule, joins: &[Joins], directives: &mut Directives) -> Result<(), Stop> {
    match &rule.head {
        Head::None => join.writer.forbid(&join.body),
        Head::Disjunction(atoms) => {
            let mut heads: SmallVec<[AtomId; 4]> = SmallVec::new();
            for atom in atoms {
                match join.derive(atom)? {
                    Some(atom) => heads.push(atom),
                    None => return Ok(()),
                }
            }
            join.writer.derive_one_of(&heads, &join.body);
        }
        Head::Conditional(disjuncts) => join.disjunction(disjuncts, joins)?,
        Head::Minimize(weight, priority, tuple) => {
            let values = &mut join.assignment;
            let (Some(weight), Some(priority), Some(tuple)) =
                (values.value(weight)?, values.value(priority)?, values.arguments(tuple)?)
            else {
                return Ok(());
            };
            match (values.symbols.as_number(priority), values.symbols.as_number(weight)) {
                (Some(priority), Some(weight)) => {
                    directives.cost((priority, weight, tuple), join.body.clone(), rule.span);
                }
                _ => values.ignore(rule.span, Ignored::Weight),
            }
        }
        Head::Show(term) => {
            if let Some(term) = join.assignment.value(term)? {
                directives.term(term, join.body.clone());
            }
        }
        Head::Edge(from, to) => {
            if let (Some(from), Some(to)) = (join.assignment.value(from)?, join.assignment.value(to)?) {
                directives.edge(from, to, join.body.clone());
            }
        }
        Head::Theory(atom) => join.theory_head(atom, joins)?,
        Head::Projection(atom) => project(join, atom)?,
        Head::External(atom, value) => {
            let value = match value {
                None => Some(ExternalValue::False),
                Some(term) => {
                    let values = &mut join.assignment;
                    let Some(value) = values.value(term)? else { return Ok(()) };
                    let named = ExternalValue::named(value, values.symbols);
                    if named.is_none() {
                        values.ignore(rule.span, Ignored::External);
                    }
                    named
                }
            };
            if let Some(value) = value {
                if let Some(atom) = join.derive(atom)? {
                    join.writer.program.externals.push((atom, value));
                }
            }
        }
        Head::Project(atom) => {
            if let Some(arguments) = join.assignment.arguments(&atom.arguments)? {
                directives.projected(atom.predicate, arguments);
            }
        }
        Head::Choice(elements, guards) => {
            let chosen = join.chosen(elements, joins)?;
            join.choose(&chosen);
            join.bound(&chosen, guards)?;
        }
        Head::Bounds(elements, guards) => {
            let chosen = join.chosen(elements, joins)?;
            join.bound(&chosen, guards)?;
        }
    }
    Ok(())
}

/// Notes the atoms that a head may derive, and nothing else.
///
/// # Errors
///
/// When arithmetic overflows.
pub fn note(join: &mut Join, head: &Head, joins: &[Joins]) -> Result<(), Stop> {
    let known = join.writer.program.atom_count();
    match head {
        Head::Disjunction(atoms) => {
            for atom in atoms {
                join.derive(atom)?;
            }
        }
        Head::Choice(elements, _) => {
            join.chosen(elements, joins)?;
        }
        Head::Conditional(disjuncts) => {
            join.alternatives(disjuncts, joins)?;
        }
        Head::External(atom, _) | Head::Projection(atom) => {
            join.derive(atom)?;
        }
        Head::None
        | Head::Bounds(..)
        | Head::Project(_)
        | Head::Minimize(..)
        | Head::Show(_)
        | Head::Theory(_)
        | Head::Edge(..) => {}
    }
    if join.writer.program.atom_count() > known {
        join.growth.note();
    }
    Ok(())
}

/// Derives a projection for the present assignment and body.
fn project(join: &mut Join, atom: &Atom) -> Result<(), Stop> {
    let Some(arguments) = join.assignment.arguments(&atom.arguments)? else { return Ok(()) };
    let Join { domains, writer, body, .. } = join;
    let (mut projection, new) = domains.base.derive(atom.predicate, &arguments, writer.program);
    if !new {
        let row = domains.base.domain(atom.predicate).find(&arguments).expect("it was derived");
        projection = domains.reopened(atom.predicate, row, projection, writer);
    }
    writer.derive_one_of(&[projection], body);
    Ok(())
}
