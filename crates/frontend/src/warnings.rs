//! Selection of the warnings that are printed, by `-W`.

use std::collections::HashSet;

use groundplan::diagnostic::{Diagnostic, Diagnostics, Lint, Severity};

/// The maximum number of warnings printed at once for a kind that `-W` does not name.
const MAX_PER_KIND: usize = 20;

/// The kinds of warnings that gringo has, too.
const GRINGOS: [Lint; 2] = [Lint::Undefined, Lint::Arithmetic];

/// The kinds that are on unless `-W` switches them off: what is almost always a mistake.
const USUAL: [Lint; 9] = [
    Lint::Undefined,
    Lint::Arithmetic,
    Lint::Spelling,
    Lint::Tuple,
    Lint::Bounds,
    Lint::Instance,
    Lint::Interval,
    Lint::Function,
    Lint::Constant,
];

/// The selected kinds of warnings.
#[derive(Clone, Debug)]
pub struct WantedWarnings {
    /// Whether [`MAX_PER_KIND`] counts.
    is_limited: bool,
    kinds: Vec<Lint>,
    /// The kinds that were selected explicitly. Their warnings are printed without a limit.
    asked: Vec<Lint>,
    /// Whether to warn of a file that is included twice.
    about_files: bool,
}

/// Parses the arguments of `-W`.
///
/// # Errors
///
/// Returns a message if a kind does not exist.
pub fn wanted(arguments: &[String]) -> Result<WantedWarnings, String> {
    let mut wanted =
        WantedWarnings { is_limited: true, kinds: USUAL.to_vec(), asked: Vec::new(), about_files: true };
    for argument in arguments {
        let (name, on) = match argument.strip_prefix("no-") {
            Some(name) => (name, false),
            None => (argument.as_str(), true),
        };
        let named: Vec<Lint> = match name {
            // clingo's names. No warning here is of the kinds `global-variable` and `other`.
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

impl WantedWarnings {
    /// Leaves out what gringo does not report, unless `-W` has named it.
    #[must_use]
    pub fn as_clingo(mut self) -> WantedWarnings {
        self.kinds.retain(|lint| GRINGOS.contains(lint) || self.asked.contains(lint));
        self.is_limited = false;
        self
    }

    /// Whether a selected kind needs a check of the source texts.
    pub fn about_texts(&self) -> bool {
        self.kinds.iter().any(|lint| *lint != Lint::Arithmetic)
    }

    /// Whether to warn of a file that is included twice.
    pub fn about_files(&self) -> bool {
        self.about_files
    }

    /// Returns the selected warnings, at most [`MAX_PER_KIND`] of each kind, with a note of how many were left out. With that
    /// limit, an atom that nothing derives is named at its first use only.
    pub fn filter(&self, warnings: &Diagnostics) -> Diagnostics {
        let mut kept: Vec<Diagnostic> = Vec::new();
        let mut counts = [0; Lint::ALL.len()];
        let mut said: HashSet<&str> = HashSet::new();
        for warning in warnings {
            let Some(lint) = warning.lint else {
                kept.push(warning.clone());
                continue;
            };
            let count = &mut counts[lint as usize];
            if self.kinds.contains(&lint) {
                let is_limited = self.is_limited && !self.asked.contains(&lint);
                if is_limited && lint == Lint::Undefined && !said.insert(&warning.message) {
                    continue;
                }
                *count += 1;
                if *count <= MAX_PER_KIND || !is_limited {
                    kept.push(warning.clone());
                }
            }
        }
        for (lint, name) in Lint::ALL {
            let count = counts[lint as usize];
            if count > MAX_PER_KIND && self.is_limited && !self.asked.contains(&lint) {
                let message = format!("{} more such warnings ({name})", count - MAX_PER_KIND);
                let note = Diagnostic::new(Severity::Note, message);
                kept.push(note.help(format!("`-W {name}` prints all of them, `-W no-{name}` none")));
            }
        }
        Diagnostics::new(kept, warnings.sources().clone())
    }
}
