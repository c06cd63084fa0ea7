//! Which warnings are printed.

use groundplan::diagnostic::{Diagnostic, Diagnostics, Lint, Severity};

/// Of a kind that nobody asked for by its name no more warnings are printed at once.
const MOST: usize = 20;

/// The kinds of warnings that are printed.
#[derive(Clone, Debug)]
pub struct Wanted {
    kinds: Vec<Lint>,
    /// Those of which all are: somebody asked for them.
    asked: Vec<Lint>,
    /// Whether it is told that a file is named twice, where that is told.
    about_files: bool,
}

/// The kinds of warnings asked for by `-W`.
///
/// # Errors
///
/// When there is no such kind.
pub fn wanted(arguments: &[String]) -> Result<Wanted, String> {
    let mut wanted =
        Wanted { kinds: vec![Lint::Undefined, Lint::Arithmetic], asked: Vec::new(), about_files: true };
    for argument in arguments {
        let (name, on) = match argument.strip_prefix("no-") {
            Some(name) => (name, false),
            None => (argument.as_str(), true),
        };
        let named: Vec<Lint> = match name {
            // clingo's names; of the last three kinds nothing is said here.
            "atom-undefined" => vec![Lint::Undefined],
            "operation-undefined" => vec![Lint::Arithmetic],
            "file-included" => {
                wanted.about_files = on;
                continue;
            }
            "global-variable" | "other" => continue,
            "all" | "none" => Lint::ALL.iter().map(|(lint, _)| *lint).collect(),
            _ => Lint::ALL.iter().filter(|(_, known)| *known == name).map(|(lint, _)| *lint).collect(),
        };
        if named.is_empty() {
            let kinds: Vec<&str> = Lint::ALL.iter().map(|(_, name)| *name).collect();
            return Err(format!(
                "there is no kind of warning `{argument}`: there are {}, each with `no-` before it, `all` and `none`",
                kinds.join(", ")
            ));
        }
        if name == "all" || name == "none" {
            wanted.about_files = on && name == "all";
        }
        wanted.kinds.retain(|lint| !named.contains(lint));
        if on && name != "none" {
            wanted.kinds.extend(&named);
            wanted.asked.extend(named);
        }
    }
    Ok(wanted)
}

impl Wanted {
    /// Whether something has to be looked for in the texts as they are written.
    pub fn about_texts(&self) -> bool {
        self.kinds.iter().any(|lint| *lint != Lint::Arithmetic)
    }

    /// Whether it is told that a file is named twice.
    pub fn about_files(&self) -> bool {
        self.about_files
    }

    /// Those of the warnings that are wanted: the first of each kind, and how many more there are.
    pub fn filter(&self, warnings: &Diagnostics) -> Diagnostics {
        let mut kept: Vec<Diagnostic> = Vec::new();
        let mut counts = [0; Lint::ALL.len()];
        for warning in warnings {
            let Some(lint) = warning.lint else {
                kept.push(warning.clone());
                continue;
            };
            let count = &mut counts[lint as usize];
            if self.kinds.contains(&lint) {
                *count += 1;
                if *count <= MOST || self.asked.contains(&lint) {
                    kept.push(warning.clone());
                }
            }
        }
        for (lint, name) in Lint::ALL {
            let count = counts[lint as usize];
            if count > MOST && !self.asked.contains(&lint) {
                let message = format!("{} more such warnings ({name})", count - MOST);
                let note = Diagnostic::new(Severity::Note, message);
                kept.push(note.help(format!("`-W {name}` prints all of them, `-W no-{name}` none")));
            }
        }
        Diagnostics::new(kept, warnings.sources().clone())
    }
}
