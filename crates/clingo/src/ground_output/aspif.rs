//! Statements in aspif.

use std::fmt::Write;

use groundplan::program::{ExternalValue, Modifier};

use crate::observer::Statement;

/// Appends the line of a statement.
pub(super) fn write(statement: &Statement, text: &mut String) {
    let numbers = |numbers: &[i64]| -> String {
        let words = numbers.iter().map(|number| format!(" {number}"));
        format!(" {}{}", numbers.len(), words.collect::<String>())
    };
    let weighted = |literals: &[(i64, i64)]| -> String {
        let words = literals.iter().map(|(literal, weight)| format!(" {literal} {weight}"));
        format!(" {}{}", literals.len(), words.collect::<String>())
    };
    let output =
        |symbol: String, condition: &[i64]| format!("4 {} {symbol}{}", symbol.len(), numbers(condition));
    let line = match statement {
        Statement::InitProgram { .. } | Statement::BeginStep => return,
        Statement::EndStep => "0".to_owned(),
        Statement::Rule { choice, head, body } => {
            format!("1 {}{} 0{}", u8::from(*choice), numbers(head), numbers(body))
        }
        Statement::WeightRule { choice, head, bound, body } => {
            format!("1 {}{} 1 {bound}{}", u8::from(*choice), numbers(head), weighted(body))
        }
        Statement::Minimize { priority, literals } => format!("2 {priority}{}", weighted(literals)),
        Statement::Project { atoms } => format!("3{}", numbers(atoms)),
        Statement::OutputAtom { symbol, atom } => {
            output(symbol.text(), if *atom == 0 { &[] } else { std::slice::from_ref(atom) })
        }
        Statement::OutputTerm { symbol, condition } => output(symbol.text(), condition),
        Statement::External { atom, value } => {
            let value = match value {
                ExternalValue::Free => 0,
                ExternalValue::True => 1,
                ExternalValue::False => 2,
                ExternalValue::Released => 3,
            };
            format!("5 {atom} {value}")
        }
        Statement::Assume { literals } => format!("6{}", numbers(literals)),
        Statement::Heuristic { atom, modifier, bias, priority, condition } => {
            let kind = Modifier::ALL.iter().position(|known| known == modifier).unwrap_or_default();
            format!("7 {kind} {atom} {bias} {priority}{}", numbers(condition))
        }
        Statement::AcycEdge { from, to, condition } => format!("8 {from} {to}{}", numbers(condition)),
        Statement::TheoryNumber { term, number } => format!("9 0 {term} {number}"),
        Statement::TheoryText { term, text } => format!("9 1 {term} {} {text}", text.len()),
        Statement::TheoryCompound { term, kind, arguments } => {
            format!("9 2 {term} {kind}{}", numbers(arguments))
        }
        Statement::TheoryElement { element, terms, condition } => {
            format!("9 4 {element}{}{}", numbers(terms), numbers(condition))
        }
        Statement::TheoryAtom { atom, term, elements, guard: None } => {
            format!("9 5 {atom} {term}{}", numbers(elements))
        }
        Statement::TheoryAtom { atom, term, elements, guard: Some((operator, right)) } => {
            format!("9 6 {atom} {term}{} {operator} {right}", numbers(elements))
        }
    };
    writeln!(text, "{line}").expect("a string grows");
}
