//! Certificates of conflicts: the relaxed program has no answer set while the conflicting statements are in force.

use std::fmt::Write as _;
use std::path::Path;

use groundplan::diagnostic::Sources;
use groundplan::{Engine, Interrupter};
use groundplan_certificate::{Claim, Lit};
use groundplan_certify::ground::{of_engine, options, unproven};
use groundplan_certify::write::{certify, write, written_message};
use groundplan_explain::Conflict;
use groundplan_frontend::explain::{SoftKind, GROUNDER};
use groundplan_prove::Claimed;
use groundplan_terminal::exit::Failure;
use groundplan_terminal::report;
use groundplan_terminal::watchdog::Watchdog;

/// The file that maps assumptions to statements.
const STATEMENTS: &str = "statements.txt";

/// Proves the conflict, and writes the certificate.
///
/// # Errors
///
/// When there is no conflict after all, or the certificate cannot be written.
pub fn write_conflict(
    output: &Path,
    engine: &Engine,
    conflict: &Conflict,
    (constants, soft): (&[String], &[SoftKind]),
    interrupter: &Interrupter,
    watchdog: &Watchdog,
    quiet: bool,
) -> Result<(), Failure> {
    let mut ground = of_engine(engine, options(constants));
    ground.grounder.arguments.extend(soft.iter().flat_map(|kind| ["--soft".to_owned(), kind.to_string()]));
    ground.grounder.name = GROUNDER.to_owned();
    let literals: Vec<Lit> = conflict.assumptions().map(to_lit).collect();
    ground.assume(&literals).map_err(unproven)?;
    ground.files.push((STATEMENTS.to_owned(), statements(conflict, engine.sources())));
    let certificate = match certify(&ground, Claim::default(), None, interrupter)? {
        Claimed::Proven(certificate) => certificate,
        Claimed::Wrong(_) => {
            return Err(Failure::Internal(
                "there is an answer set after all: the proof finds one that the search did not".to_owned(),
            ));
        }
        Claimed::Unknown => watchdog.await_end(),
    };
    let mut word = watchdog.hold();
    let size = write(output, &[(&ground, &certificate)], &[])?;
    *word = true;
    if !quiet {
        report::say(&written_message(output, "these statements conflict", size));
    }
    Ok(())
}

fn to_lit(literal: groundplan::program::Literal) -> Lit {
    let lit = Lit::positive(literal.atom().0 + 1);
    if literal.is_negative() {
        !lit
    } else {
        lit
    }
}

/// Returns a line for each statement: the assumption as the ground program numbers it, the position, and the text.
fn statements(conflict: &Conflict, sources: &Sources) -> String {
    let mut lines = String::new();
    for cause in &conflict.causes {
        let what = match cause.span {
            Some(span) => {
                let (line, column) = sources.position(span);
                let text = &sources.text(span.source)[span.range()];
                let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
                format!("{}:{line}:{column} {text}", sources.name(span.source))
            }
            None => cause.kind.to_string(),
        };
        // Writing to a string cannot fail.
        let _ = writeln!(lines, "{} {what}", to_lit(cause.literal).number());
    }
    lines
}
