//! Messages about engines that have no answer.

use groundplan_sokoban::Shortfall;
use groundplan_terminal::report;

/// Returns the message; other programs recognize its beginning.
fn words(shortfall: &Shortfall) -> String {
    match shortfall {
        Shortfall::NotApplicable(reason) => format!("n/a: {reason}"),
        Shortfall::TableFull(figures) => format!(
            "memory out: the table space is used up by {} configurations ({} MiB)",
            figures.progress.configurations,
            figures.progress.bytes >> 20
        ),
    }
}

/// Returns why engines have no answer, in one line.
pub fn text(shortfalls: &[Shortfall]) -> String {
    shortfalls.iter().map(words).collect::<Vec<_>>().join("; ")
}

/// Prints why engines have no answer. That a question is not applicable to an engine is itself the answer, so it is
/// printed even if `quiet`.
pub fn say(shortfalls: &[Shortfall], label: &str, quiet: bool) {
    for shortfall in shortfalls {
        if !quiet || matches!(shortfall, Shortfall::NotApplicable(_)) {
            report::say(&format!("{label}{}", words(shortfall)));
        }
    }
}
