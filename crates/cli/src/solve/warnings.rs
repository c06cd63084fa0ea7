//! Which warnings are printed.

use groundplan::diagnostic::{Diagnostics, Lint};

use crate::exit::Failure;

/// The kinds of warnings asked for by `-W`.
///
/// # Errors
///
/// When there is no such kind.
pub fn wanted(arguments: &[String]) -> Result<Vec<Lint>, Failure> {
    let mut wanted = vec![Lint::Undefined, Lint::Arithmetic];
    for argument in arguments {
        let (name, on) = match argument.strip_prefix("no-") {
            Some(name) => (name, false),
            None => (argument.as_str(), true),
        };
        let named: Vec<Lint> = match name {
            // clingo's names; of the last three kinds nothing is said here.
            "atom-undefined" => vec![Lint::Undefined],
            "operation-undefined" => vec![Lint::Arithmetic],
            "file-included" | "global-variable" | "other" => continue,
            "all" | "none" => Lint::ALL.iter().map(|(lint, _)| *lint).collect(),
            _ => Lint::ALL.iter().filter(|(_, known)| *known == name).map(|(lint, _)| *lint).collect(),
        };
        if named.is_empty() {
            let kinds: Vec<&str> = Lint::ALL.iter().map(|(_, name)| *name).collect();
            return Err(Failure::Usage(format!(
                "there is no kind of warning `{argument}`: there are {}, each with `no-` before it, `all` and `none`",
                kinds.join(", ")
            )));
        }
        wanted.retain(|lint| !named.contains(lint));
        if on && name != "none" {
            wanted.extend(named);
        }
    }
    Ok(wanted)
}

/// Those of the warnings that are wanted.
pub fn filter(warnings: Diagnostics, wanted: &[Lint]) -> Diagnostics {
    warnings.filter(|warning| warning.lint.is_none_or(|lint| wanted.contains(&lint)))
}
