//! Writes a `#theory` directive that defines just what is needed to read the theory atoms of a ground program.
//! Operations are printed in parentheses, so all operators can have the same precedence.

use std::collections::{BTreeMap, BTreeSet};

use itertools::Itertools;
use rustc_hash::FxHashSet;

use crate::program::{is_operator, GroundProgram, TheoryAtom};
use crate::symbol::Symbol;

/// Whether theory atoms of one name and arity have a ground atom, and the operators of their guards.
#[derive(Default)]
struct OperatorShape<'e> {
    is_atom: bool,
    operators: BTreeSet<&'e str>,
}

/// Returns the directive with its final dot; `None` if there are no theory atoms to define. Constraints over integers are none: a
/// program that defines them gives them another meaning.
pub(super) fn definition(ground: GroundProgram) -> Option<String> {
    let theory = &ground.program.theory;
    let mut shapes: BTreeMap<(&str, usize), OperatorShape> = BTreeMap::new();
    let mut terms: Vec<Symbol> = Vec::new();
    let is_built_in = |atom: &TheoryAtom| theory.integers.has(atom, ground.symbols);
    for TheoryAtom { atom, name, elements, guard, .. } in
        theory.atoms().iter().filter(|atom| !is_built_in(atom))
    {
        let (name, arguments, _) = ground.symbols.as_function(*name).expect("a constant or function");
        let name = ground.symbols.text(name.expect("it is no tuple"));
        let shape = shapes.entry((name, arguments.len())).or_default();
        shape.is_atom |= atom.is_some();
        terms.extend(elements.iter().flat_map(|&element| &theory.element(element).tuple));
        if let Some((operator, term)) = guard {
            shape.operators.insert(ground.symbols.text(*operator));
            terms.push(*term);
        }
    }
    if shapes.is_empty() {
        return None;
    }
    let operators = operators(ground, terms);
    let operators = operators.into_iter().map(|(name, count)| match count {
        1 => format!("{name} : 0, unary"),
        _ => format!("{name} : 0, binary, left"),
    });
    let operators = operators.collect_vec().join("; ");
    let atoms = shapes.into_iter().map(|((name, arity), OperatorShape { is_atom, operators })| {
        let place = if is_atom { "any" } else { "directive" };
        let operators = operators.into_iter().join(", ");
        let guard = if operators.is_empty() { String::new() } else { format!("{{ {operators} }}, term, ") };
        format!("; &{name}/{arity} : term, {guard}{place}")
    });
    let atoms: String = atoms.collect();
    Some(format!("#theory theory {{ term {{ {operators} }}{atoms} }}."))
}

/// Returns the operators in some terms, each with its number of operands.
fn operators(ground: GroundProgram<'_>, mut open: Vec<Symbol>) -> BTreeSet<(&str, usize)> {
    let mut operators = BTreeSet::new();
    let mut seen: FxHashSet<Symbol> = FxHashSet::default();
    while let Some(term) = open.pop() {
        let Some((name, arguments, _)) = ground.symbols.as_function(term) else {
            // The least integer is the only negative number that is not represented as an operation on a positive
            // one.
            operators.extend((ground.symbols.as_number(term) == Some(i64::MIN)).then_some(("-", 1)));
            continue;
        };
        if arguments.is_empty() || !seen.insert(term) {
            continue;
        }
        let name = name.map_or("", |name| ground.symbols.text(name));
        if is_operator(name) && arguments.len() < 3 {
            operators.insert((name, arguments.len()));
        }
        open.extend_from_slice(arguments);
    }
    operators
}
