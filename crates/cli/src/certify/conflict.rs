//! Certificates of conflicts: the relaxed program has no answer set while the conflicting statements are in force.

use std::fmt::Write as _;

use groundplan::diagnostic::Sources;
use groundplan::Engine;
use groundplan_certificate::Lit;
use groundplan_certify::{GroundRequest, GroundedBy};
use groundplan_explain::Conflict;
use groundplan_frontend::explain::{SoftKind, GROUNDER};
use groundplan_terminal::certificate::{failure, WantedCertificate};
use groundplan_terminal::exit::Failure;

/// The file that maps assumptions to statements.
const STATEMENTS: &str = "statements.txt";

/// Proves the conflict, and writes the certificate.
///
/// # Errors
///
/// When there is no conflict after all, or the certificate cannot be written.
pub fn write_conflict(
    wanted: &WantedCertificate<'_>,
    engine: &Engine,
    conflict: &Conflict,
    constants: &[String],
    soft: &[SoftKind],
) -> Result<(), Failure> {
    let request =
        GroundRequest { by: GroundedBy::EngineAs(GROUNDER), ..GroundRequest::of(engine, constants) };
    let mut inquiry = request.inquiry();
    let ground = &mut inquiry.ground;
    ground.grounder.arguments.extend(soft.iter().flat_map(|kind| ["--soft".to_owned(), kind.to_string()]));
    let literals: Vec<Lit> = conflict.assumptions().map(to_lit).collect();
    ground.assume(&literals).map_err(|error| failure(error.into()))?;
    ground.files.push((STATEMENTS.to_owned(), statements(conflict, engine.sources())));
    let otherwise = "there is an answer set after all: the proof finds one that the search did not";
    let proven = wanted.prove(inquiry, otherwise)?;
    wanted.write(&[proven], &[], "these statements conflict")
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
