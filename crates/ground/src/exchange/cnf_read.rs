//! Reads clauses in DIMACS: CNF and WCNF.
//!
//! WCNF has a header `p wcnf VARIABLES CLAUSES [TOP]` and a weight before each clause, which is TOP for hard clauses.
//! The MaxSAT Evaluations since 2022 have no header, and `h` before hard clauses.

use super::formula::Builder;
use crate::diagnostic::Diagnostic;
use crate::program::Literal;

/// Returns whether a text is in such a format: after comments, it begins with the header, a hard clause or a weighted
/// clause.
pub(super) fn is_clauses(text: &str) -> bool {
    let is_comment = |line: &str| {
        line.strip_prefix('c').is_some_and(|rest| !rest.starts_with(|it: char| it.is_alphanumeric()))
    };
    let mut lines = text.lines().map(str::trim).skip_while(|line| line.is_empty() || is_comment(line));
    let Some(first) = lines.next() else { return false };
    let mut fields = first.split_ascii_whitespace();
    if fields.next() == Some("p") {
        return matches!(fields.next(), Some("cnf" | "wcnf"));
    }
    // Rules of lparse consist of numbers as well, but a line with only a zero ends them.
    let is_clause = |line: &str| {
        let numbers = line.strip_prefix("h ").unwrap_or(line);
        line.ends_with(" 0") && numbers.split_ascii_whitespace().all(|field| field.parse::<i64>().is_ok())
    };
    is_clause(first) && lines.all(|line| line.is_empty() || is_comment(line) || is_clause(line))
}

/// How the weight before a clause marks hard clauses.
#[derive(Clone, Copy)]
enum Weights {
    /// Clauses have no weights; all of them are hard.
    No,
    /// Hard clauses have this weight or a larger one.
    Top(i64),
    /// Hard clauses have `h` in place of a weight.
    Letter,
}

/// Reads clauses.
///
/// # Errors
///
/// A diagnostic at the first place where the text does not follow the format.
pub(super) fn read(builder: &mut Builder) -> Result<(), Diagnostic> {
    let weights = header(builder)?;
    let declared = !matches!(weights, Weights::Letter);
    let mut literals: Vec<Literal> = Vec::new();
    loop {
        skip_comments(builder);
        // Some old benchmarks end with a line `%`.
        if builder.scanner.is_over() || builder.scanner.bytes[builder.scanner.at] == b'%' {
            return Ok(());
        }
        let weight = match weights {
            Weights::No => None,
            Weights::Top(top) => Some(weight(builder)?).filter(|&weight| weight < top),
            Weights::Letter => {
                let at = builder.scanner.at;
                let hard = builder.scanner.field() == b"h";
                if !hard {
                    builder.scanner.at = at;
                }
                if hard {
                    None
                } else {
                    Some(weight(builder)?)
                }
            }
        };
        literals.clear();
        while let Some((variable, negative)) = literal(builder)? {
            if variable > builder.variable_count() {
                if declared {
                    return Err(builder.scanner.error("the header has no such variable"));
                }
                builder.declare(variable)?;
            }
            literals.push(builder.literal(variable, negative));
        }
        match weight {
            None => builder.clause(&literals),
            Some(0) => {}
            Some(weight) => builder.soft_clause(weight, &literals)?,
        }
    }
}

/// Reads the header, if there is one: `p cnf 3 2`, `p wcnf 3 2` or `p wcnf 3 2 10`.
fn header(builder: &mut Builder) -> Result<Weights, Diagnostic> {
    skip_comments(builder);
    let scanner = &mut builder.scanner;
    let before = scanner.at;
    if scanner.field() != b"p" {
        scanner.at = before;
        return Ok(Weights::Letter);
    }
    let weighted = match scanner.field() {
        b"cnf" => false,
        b"wcnf" => true,
        _ => {
            return Err(
                scanner.error("the header is `p cnf VARIABLES CLAUSES`, or `p wcnf VARIABLES CLAUSES TOP`")
            )
        }
    };
    let count = |number: i64| usize::try_from(number).ok();
    let Some(variables) = count(scanner.number()?) else {
        return Err(scanner.error("the number of variables is not negative"));
    };
    builder.declare(variables)?;
    let scanner = &mut builder.scanner;
    if count(scanner.number()?).is_none() {
        return Err(scanner.error("the number of clauses is not negative"));
    }
    let before = scanner.at;
    let top = if weighted && !scanner.field().is_empty() {
        scanner.at = before;
        scanner.number()?
    } else {
        scanner.at = before;
        i64::MAX
    };
    scanner.end_line()?;
    Ok(if weighted { Weights::Top(top) } else { Weights::No })
}

fn weight(builder: &mut Builder) -> Result<i64, Diagnostic> {
    let weight = builder.scanner.number()?;
    if weight < 0 {
        return Err(builder.scanner.error("the weight of a clause is not negative"));
    }
    Ok(weight)
}

/// Reads the next literal of a clause, which may continue on the next line; `None` for the zero at its end.
fn literal(builder: &mut Builder) -> Result<Option<(usize, bool)>, Diagnostic> {
    skip_comments(builder);
    if builder.scanner.is_over() {
        builder.scanner.start = builder.scanner.at;
        return Err(builder.scanner.error("the last clause has no `0` at its end"));
    }
    let number = builder.scanner.number()?;
    let variable = usize::try_from(number.unsigned_abs()).expect("64 bits");
    Ok((number != 0).then_some((variable, number < 0)))
}

/// Skips white space and lines that begin with `c`.
fn skip_comments(builder: &mut Builder) {
    let scanner = &mut builder.scanner;
    while let Some(&byte) = scanner.bytes.get(scanner.at) {
        let begins_line = scanner.at == 0 || scanner.bytes[scanner.at - 1] == b'\n';
        match byte {
            b'c' if begins_line => scanner.skip_line(),
            _ if byte.is_ascii_whitespace() => scanner.at += 1,
            _ => return,
        }
    }
}
