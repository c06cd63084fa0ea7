//! Formats the text of a program: changes its white space and line breaks, and nothing else.
//!
//! The way of a text: tokens with the comments between them ([`pieces`]), a tree of lists for each statement ([`build`],
//! [`tree`]), with blanks ([`spacing`]); then lines ([`layout`], [`lines`]), statement after statement ([`program`]).
//!
//! The style is that of the Potassco guide and of most published encodings: `head :- body, body.`, blanks around relations and
//! within braces, none within terms. The writer's line breaks between literals and elements stay, because they group what
//! belongs together: a formatter that filled all lines would undo that. So would one that broke every list that is broken
//! once. Columns that the writer has aligned stay aligned ([`heads`], [`tables`], [`lines`]), and a blank stands behind the commas
//! of terms if the text mostly has one there ([`separators`]). A text that is formatted already stays as it is.

mod build;
mod heads;
mod layout;
mod lines;
mod paddings;
mod pieces;
mod program;
mod separators;
mod spacing;
mod tables;
mod tree;

use crate::diagnostic::Diagnostics;
use pieces::Pieces;
use program::FormattedStatements;
use separators::TermSeparators;

/// The reason why a text is not formatted.
#[derive(Debug, thiserror::Error)]
pub enum FormatError {
    /// The text is no program.
    #[error("{0}")]
    Syntax(Diagnostics),
    /// An internal error: the formatted text has not the same tokens and comments in the same order.
    #[error("formatting would change the program `{0}`")]
    Changed(String),
}

/// How often the separators of a formatted text are looked at. Where lines break they show no blank, and in tables they may show
/// one, so what the result mostly has may be something else. Then that counts, so that it stays when it is formatted again.
const MOST_LOOKS: usize = 4;

/// Formats a program. `name` is its name in messages.
///
/// Only white space and line breaks change: the result has the same tokens and comments in the same order, which is checked.
/// Formatting the result again does not change it. Scripts stay as they are.
///
/// ```
/// use groundplan::syntax::format;
///
/// let text = "p( 1..3 ).\nq(X):-p( X ),X!=2 . % most of them";
/// assert_eq!(format("example.lp", text)?, "p(1..3).\nq(X) :- p(X), X != 2. % most of them\n");
/// # Ok::<(), groundplan::syntax::FormatError>(())
/// ```
///
/// # Errors
///
/// The syntax errors, if the text has some.
pub fn format(name: &str, text: &str) -> Result<String, FormatError> {
    let pieces = Pieces::read(name, text).map_err(FormatError::Syntax)?;
    let statements = FormattedStatements::of(&pieces);
    let mut separators = TermSeparators::of(&pieces, &statements);
    for _ in 0..MOST_LOOKS {
        let (formatted, shown) = written(name, &pieces, separators, &statements, true)?;
        if shown == separators {
            return Ok(formatted);
        }
        separators = shown;
    }
    Ok(written(name, &pieces, TermSeparators::default(), &statements, false)?.0)
}

/// Formats a program with blanks behind these separators, with or without tables. Returns also which blanks the result shows.
fn written(
    name: &str,
    pieces: &Pieces<'_>,
    separators: TermSeparators,
    statements: &FormattedStatements,
    has_tables: bool,
) -> Result<(String, TermSeparators), FormatError> {
    let formatted = program::program(pieces, separators, statements, has_tables);
    match Pieces::read(name, &formatted) {
        Ok(again) if have_same_texts(pieces, &again) => {
            let shown = TermSeparators::of(&again, &FormattedStatements::of(&again));
            Ok((formatted, shown))
        }
        _ => Err(FormatError::Changed(name.to_owned())),
    }
}

/// Whether two texts have the same tokens and comments. Comments and scripts of several lines may differ in their line breaks.
fn have_same_texts(pieces: &Pieces<'_>, others: &Pieces<'_>) -> bool {
    let mut pairs = pieces.texts().zip(others.texts());
    pieces.texts().count() == others.texts().count()
        && pairs.all(|(one, other)| one.lines().eq(other.lines()))
}

/// Returns the tokens of a program without its comments; a script is one token.
///
/// # Errors
///
/// The syntax errors, if the text has some.
pub fn tokens<'a>(name: &str, text: &'a str) -> Result<Vec<&'a str>, FormatError> {
    let pieces = Pieces::read(name, text).map_err(FormatError::Syntax)?;
    Ok((0..pieces.len() - 1).map(|index| pieces.text(index)).collect())
}
