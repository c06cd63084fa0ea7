//! Rule heads: write what an instance of a body derives, such as rules, choices with bounds, or directives.

use super::directives::Directives;
use super::join::{Join, Joins};
use super::stop::{Ignored, Stop};
use crate::analysis::rule::{Atom, Head, Rule, Term};
use crate::diagnostic::Span;
use crate::program::{ExternalValue, Heuristic, Modifier};

/// Writes an instance of a rule for the present assignment and body. `joins` are the joins of the head's elements.
///
/// # Errors
///
/// If arithmetic overflows, or if grounding has to end.
pub fn emit(join: &mut Join, rule: &Rule, joins: &[Joins], directives: &mut Directives) -> Result<(), Stop> {
    match &rule.head {
        Head::None => join.writer.forbid(&join.body),
        Head::Disjunction(atoms) => {
            if let Some(heads) = join.derive_all(atoms)? {
                join.writer.derive_one_of(&heads, &join.body);
            }
        }
        Head::Conditional(disjuncts) => {
            if !join.is_satisfied(disjuncts, joins)? {
                join.disjunction(disjuncts, joins)?;
            }
        }
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
        Head::Heuristic(atom, terms) => heuristic(join, atom, terms, rule.span)?,
        Head::Theory(atom) => join.theory_head(atom, joins)?,
        Head::Projection(atom) => project(join, atom)?,
        Head::External(atom, value) => {
            let value = match value {
                None => Some(ExternalValue::False),
                Some(term) => {
                    let values = &mut join.assignment;
                    let Some(value) = values.value(term)? else { return Ok(()) };
                    let named = ExternalValue::named(value, values.symbols);
                    // A term without variables was reported where it stands.
                    if named.is_none() && !matches!(term, Term::Symbol(_)) {
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
            let chosen = join.choice_atoms(elements, joins)?;
            join.choose(&chosen);
            join.write_bounds(&chosen, guards)?;
        }
        Head::Bounds(elements, guards) => {
            let chosen = join.choice_atoms(elements, joins)?;
            join.write_bounds(&chosen, guards)?;
        }
    }
    Ok(())
}

/// Derives the atoms that a head may derive, without writing any rule.
///
/// # Errors
///
/// If arithmetic overflows, or if grounding has to end.
pub fn probe(join: &mut Join, head: &Head, joins: &[Joins]) -> Result<(), Stop> {
    let known = join.writer.program.atom_count();
    match head {
        Head::Disjunction(atoms) => {
            join.derive_all(atoms)?;
        }
        Head::Choice(elements, _) => {
            join.choice_atoms(elements, joins)?;
        }
        Head::Conditional(disjuncts) => {
            if !join.is_satisfied(disjuncts, joins)? {
                join.alternatives(disjuncts, joins)?;
            }
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
        | Head::Heuristic(..)
        | Head::Edge(..) => {}
    }
    if join.writer.program.atom_count() > known {
        join.growth.count_probed();
    }
    Ok(())
}

/// Derives the atom of a projection for the present assignment and body.
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

/// Writes a `#heuristic` directive for an atom that the body has matched.
fn heuristic(join: &mut Join, atom: &Atom, terms: &[Term; 3], span: Span) -> Result<(), Stop> {
    let values = &mut join.assignment;
    let [bias, priority, modifier] = terms;
    let (Some(bias), Some(priority), Some(modifier), Some(arguments)) = (
        values.value(bias)?,
        values.value(priority)?,
        values.value(modifier)?,
        values.arguments(&atom.arguments)?,
    ) else {
        return Ok(());
    };
    let priority = values.symbols.as_number(priority).and_then(|priority| u64::try_from(priority).ok());
    let modifier = values.symbols.display(modifier).to_string();
    let modifier = Modifier::ALL.into_iter().find(|known| known.name() == modifier);
    let (Some(bias), Some(priority), Some(modifier)) = (values.symbols.as_number(bias), priority, modifier)
    else {
        values.ignore(span, Ignored::Heuristic);
        return Ok(());
    };
    let domain = join.domains.base.domain(atom.predicate);
    let Some(atom) = domain.find(&arguments).map(|row| domain.atom(row)) else { return Ok(()) };
    let mut condition = join.body.clone();
    if let Some(own) = condition.iter().position(|&literal| literal == atom.positive()) {
        condition.remove(own);
    }
    join.writer.program.heuristics.push(Heuristic { atom, modifier, bias, priority, condition });
    Ok(())
}
