//! Reads linear constraints in OPB (Roussel & Manquinho: Input/Output Format and Solver Requirements for the
//! Competitions of Pseudo-Boolean Solvers, 2012), such as `min: +2 x1 -3 x2 ;` and `+1 x1 +2 ~x2 >= 2 ;`.

use super::formula::Builder;
use crate::diagnostic::Diagnostic;
use crate::program::Literal;

/// Returns whether a text is in OPB: it begins with a comment, an objective or a coefficient.
pub(super) fn is_linear(text: &str) -> bool {
    let text = text.trim_start();
    let coefficient = text
        .strip_prefix(['+', '-'])
        .is_some_and(|rest| rest.trim_start().starts_with(|it: char| it.is_ascii_digit()));
    // A logic program may also begin with a conditional literal of an atom `min`, or with a comparison of a negative
    // number.
    let is_statement = || {
        let first = text.split(';').next().unwrap_or("");
        let allowed =
            |it: char| it.is_ascii_alphanumeric() || it.is_ascii_whitespace() || "+-~:<>=".contains(it);
        text.contains(';') && first.contains('x') && first.chars().all(allowed)
    };
    text.starts_with('*')
        || (coefficient || text.starts_with("min:") || text.starts_with("max:")) && is_statement()
}

/// Reads linear constraints and an objective to minimize.
///
/// # Errors
///
/// A diagnostic at the first place where the text does not follow the format.
pub(super) fn read(builder: &mut Builder) -> Result<(), Diagnostic> {
    if let Some(variables) = declared(builder) {
        builder.declare(variables)?;
    }
    let mut is_first = true;
    loop {
        skip_comments(builder);
        if builder.scanner.is_over() {
            return Ok(());
        }
        match &builder.scanner.bytes[builder.scanner.at..] {
            [b'm', b'i', b'n', b':', ..] if is_first => {
                builder.scanner.at += 4;
                objective(builder)?;
            }
            [b'm', ..] => {
                word(builder);
                let message =
                    if is_first { "only `min:` begins an objective" } else { "an objective stands first" };
                return Err(builder.scanner.error(message));
            }
            [b's' | b'[', ..] => {
                word(builder);
                return Err(builder
                    .scanner
                    .error("soft constraints are not read: weigh a new variable in `min:` instead"));
            }
            _ => constraint(builder)?,
        }
        is_first = false;
    }
}

/// Returns the number of variables that the first comment declares, if it declares one.
fn declared(builder: &Builder) -> Option<usize> {
    let text = std::str::from_utf8(builder.scanner.bytes).ok()?;
    let first = text.lines().find(|line| !line.trim().is_empty())?;
    let (_, rest) = first.strip_prefix('*')?.split_once("#variable=")?;
    rest.split_ascii_whitespace().next()?.parse().ok()
}

fn objective(builder: &mut Builder) -> Result<(), Diagnostic> {
    let elements = elements(builder)?;
    end(builder)?;
    elements
        .into_iter()
        .filter(|(_, weight)| *weight != 0)
        .try_for_each(|(literal, weight)| builder.cost(literal, weight))
}

fn constraint(builder: &mut Builder) -> Result<(), Diagnostic> {
    let elements = elements(builder)?;
    let (least, most) = match word(builder) {
        b">=" => (true, false),
        b"=" => (true, true),
        b"<=" => (false, true),
        _ => return Err(builder.scanner.error("a constraint is a sum, `>=` or `=`, a number and `;`")),
    };
    let bound = number(builder)?;
    let opposite = |builder: &Builder| -> Result<(Vec<(Literal, i64)>, i64), Diagnostic> {
        let elements = elements.iter().map(|&(literal, weight)| Some((literal, weight.checked_neg()?)));
        let negated = elements.collect::<Option<Vec<_>>>().zip(bound.checked_neg());
        negated.ok_or_else(|| builder.scanner.error("the coefficients leave the range of 64-bit integers"))
    };
    if least {
        builder.at_least(&elements, bound)?;
    }
    if most {
        let (elements, bound) = opposite(builder)?;
        builder.at_least(&elements, bound)?;
    }
    end(builder)
}

/// Reads coefficients with their literals, up to a relation or the end of the statement.
fn elements(builder: &mut Builder) -> Result<Vec<(Literal, i64)>, Diagnostic> {
    let mut elements = Vec::new();
    loop {
        skip_comments(builder);
        match builder.scanner.bytes.get(builder.scanner.at) {
            None | Some(b';' | b'<' | b'>' | b'=') => return Ok(elements),
            _ => {}
        }
        let weight = number(builder)?;
        elements.push((literal(builder)?, weight));
        skip_comments(builder);
        if let Some(b'~' | b'x') = builder.scanner.bytes.get(builder.scanner.at) {
            word(builder);
            return Err(builder
                .scanner
                .error("products of variables are not read: name the product by a variable of its own"));
        }
    }
}

/// Reads a literal such as `x3` or `~x3`.
fn literal(builder: &mut Builder) -> Result<Literal, Diagnostic> {
    let field = word(builder);
    let (negative, name) = match field {
        [b'~', name @ ..] => (true, name),
        name => (false, name),
    };
    let digits = name.strip_prefix(b"x").and_then(|digits| std::str::from_utf8(digits).ok());
    let Some(variable) = digits.and_then(|digits| digits.parse().ok()).filter(|&number: &usize| number > 0)
    else {
        return Err(builder
            .scanner
            .error("a variable is expected here, `x` and a number from 1 on, perhaps with `~` before it"));
    };
    builder.declare(variable)?;
    Ok(builder.literal(variable, negative))
}

/// Reads an integer. Blanks may separate it from its sign.
fn number(builder: &mut Builder) -> Result<i64, Diagnostic> {
    let sign = builder.scanner.at;
    let mut text = String::from_utf8_lossy(word(builder)).into_owned();
    if text == "+" || text == "-" {
        text.push_str(&String::from_utf8_lossy(word(builder)));
        builder.scanner.start = sign;
    }
    text.parse().map_err(|_| builder.scanner.error("an integer of 64 bits is expected here"))
}

fn end(builder: &mut Builder) -> Result<(), Diagnostic> {
    if word(builder) == b";" {
        return Ok(());
    }
    Err(builder.scanner.error("`;` is expected here"))
}

/// Reads the next token: a relation, a semicolon, or the text up to one of these or a blank.
fn word<'b>(builder: &'b mut Builder) -> &'b [u8] {
    skip_comments(builder);
    let scanner = &mut builder.scanner;
    scanner.start = scanner.at;
    let is_relation = |byte: u8| b"<>=".contains(&byte);
    let bytes = scanner.bytes;
    let first = bytes.get(scanner.at).copied().unwrap_or(b' ');
    if first == b';' {
        scanner.at += 1;
    } else {
        let belongs = |byte: &u8| {
            !byte.is_ascii_whitespace() && *byte != b';' && is_relation(*byte) == is_relation(first)
        };
        while bytes.get(scanner.at).is_some_and(belongs) {
            scanner.at += 1;
        }
    }
    &bytes[scanner.start..scanner.at]
}

/// Skips white space and lines that begin with `*`.
fn skip_comments(builder: &mut Builder) {
    let scanner = &mut builder.scanner;
    while let Some(&byte) = scanner.bytes.get(scanner.at) {
        match byte {
            b'*' => scanner.skip_line(),
            _ if byte.is_ascii_whitespace() => scanner.at += 1,
            _ => return,
        }
    }
}
