//! Why an engine has no answer, in words.

use groundplan_sokoban::Shortfall;

use crate::report;

/// The words, which other programs know by their beginning.
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

/// Why engines have no answer, in one line.
pub fn text(shortfalls: &[Shortfall]) -> String {
    shortfalls.iter().map(words).collect::<Vec<_>>().join("; ")
}

/// Says why engines have no answer. That a question is not for an engine is the answer to it, and said in any case.
pub fn say(shortfalls: &[Shortfall], label: &str, quiet: bool) {
    for shortfall in shortfalls {
        if !quiet || matches!(shortfall, Shortfall::NotApplicable(_)) {
            report::say(&format!("{label}{}", words(shortfall)));
        }
    }
}
