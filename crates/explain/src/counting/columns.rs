//! What the values at an argument of a predicate are, by the statements of a program: `C` in `{ held(C,S) : slot(S) } :-
//! course(C,_).` stands for what the facts of `course` list.

use groundplan_ground::program::GroundProgram;
use groundplan_ground::symbol::Name;
use groundplan_ground::syntax::ast::{
    Atom, BodyLiteral, Head, Literal, LiteralKind, Part, Sign, Statement, Term,
};
use groundplan_ground::Signature;

use super::words::Column;

/// The rules from head to body that are followed.
const DEPTH: usize = 4;

/// What the values at this position of a predicate's arguments are.
pub fn column(ground: GroundProgram, parts: &[Part], predicate: Signature, position: usize) -> Column {
    let text = |name: Name| ground.symbols.text(name).to_owned();
    if let Some(listed) = listed(parts, predicate, position, DEPTH) {
        return Column::Predicate(text(listed));
    }
    let mut variables = heads(parts, predicate).filter_map(|(arguments, _)| match arguments.get(position) {
        Some(Term::Variable(name, _)) => Some(*name),
        _ => None,
    });
    match variables.next() {
        Some(variable) => Column::Variable(text(variable)),
        None => Column::Argument(position + 1, text(predicate.name)),
    }
}

/// The predicate of facts that lists the values at these positions together, perhaps with others.
pub fn joint_column(
    ground: GroundProgram,
    parts: &[Part],
    predicate: Signature,
    positions: &[usize],
) -> Option<Column> {
    let variable = |term: Option<&Term>| match term {
        Some(Term::Variable(name, _)) => Some(*name),
        _ => None,
    };
    let found = heads(parts, predicate).find_map(|(arguments, conditions)| {
        let wanted: Option<Vec<Name>> =
            positions.iter().map(|&position| variable(arguments.get(position))).collect();
        let wanted = wanted?;
        let lists = |atom: &&Atom| {
            atom.pools.iter().any(|arguments| {
                let names = arguments.iter().filter_map(|term| variable(Some(term)));
                names.filter(|name| wanted.contains(name)).eq(wanted.iter().copied())
                    && heads(parts, signature(atom, arguments)).next().is_none()
            })
        };
        conditions.into_iter().find(lists).map(|atom| atom.name)
    });
    found.map(|name| Column::Predicate(ground.symbols.text(name).to_owned()))
}

/// The predicate of facts that lists the values of an argument: the only one of a predicate's arguments, or the first.
fn listed(parts: &[Part], predicate: Signature, position: usize, depth: usize) -> Option<Name> {
    for (head, conditions) in heads(parts, predicate) {
        let Some(Term::Variable(variable, _)) = head.get(position) else { continue };
        let mut places: Vec<(Signature, usize, usize)> = Vec::new();
        for atom in conditions {
            for arguments in &atom.pools {
                let is = |term: &Term, name: &Name| matches!(term, Term::Variable(it, _) if it == name);
                let at = arguments.iter().position(|it| is(it, variable));
                // What relates several arguments of the head lists none of them.
                let of_head = |it: &&Term| matches!(it, Term::Variable(name, _) if head.iter().any(|term| is(term, name)));
                let related = arguments.iter().filter(of_head).count();
                let signature = signature(atom, arguments);
                places.extend(at.map(|at| (signature, at, related)));
            }
        }
        places.sort_by_key(|(signature, at, related)| (*related, signature.arity != 1, *at));
        for (signature, at, _) in places {
            let is_derived = heads(parts, signature).next().is_some();
            let found = match (is_derived, at) {
                (true, _) if depth > 0 => listed(parts, signature, at, depth - 1),
                (false, 0) => Some(signature.name),
                _ => None,
            };
            if found.is_some() {
                return found;
            }
        }
    }
    None
}

fn signature(atom: &Atom, arguments: &[Term]) -> Signature {
    Signature { name: atom.name, arity: arguments.len() as u32, negative: atom.negative }
}

/// The heads of rules with a body or a condition that derive a predicate: their arguments, and the atoms of what they need.
fn heads<'p>(parts: &'p [Part], predicate: Signature) -> impl Iterator<Item = (&'p [Term], Vec<&'p Atom>)> {
    let rules = parts.iter().flat_map(|part| &part.statements).filter_map(|statement| match statement {
        Statement::Rule(rule) => Some(rule),
        _ => None,
    });
    rules.flat_map(move |rule| {
        let body = rule.body.iter().filter_map(|literal| match literal {
            BodyLiteral::Literal(literal) => positive(literal),
            _ => None,
        });
        let body: Vec<&Atom> = body.collect();
        let mut found = Vec::new();
        let mut add = |literal: &'p Literal, condition: &'p [Literal]| {
            let Some(atom) = positive(literal) else { return };
            let conditions: Vec<&Atom> =
                condition.iter().filter_map(positive).chain(body.iter().copied()).collect();
            for arguments in &atom.pools {
                if signature(atom, arguments) == predicate && !conditions.is_empty() {
                    found.push((&arguments[..], conditions.clone()));
                }
            }
        };
        match &rule.head {
            Head::Literal(literal) => add(literal, &[]),
            Head::Disjunction(all) => all.iter().for_each(|it| add(&it.literal, &it.condition)),
            Head::Choice(choice) => choice.elements.iter().for_each(|it| add(&it.literal, &it.condition)),
            Head::Aggregate(aggregate) => {
                aggregate.elements.iter().for_each(|(_, it)| add(&it.literal, &it.condition));
            }
            Head::Theory(_) => {}
        }
        found
    })
}

/// The atom of a literal without negation.
fn positive(literal: &Literal) -> Option<&Atom> {
    match (&literal.kind, literal.sign) {
        (LiteralKind::Atom(atom), Sign::Positive) => Some(atom),
        _ => None,
    }
}
