//! Formatting of atoms, costs and times.

use std::time::Duration;

use crate::arguments::SolveArguments;
use crate::values::Layout;

/// The separator and the format of shown atoms.
#[derive(Clone, Default, Debug)]
pub struct Style {
    separator: Option<String>,
    /// The texts before and after each atom.
    around: Option<(String, String)>,
}

impl Style {
    /// Returns the style that the options select. In competition format, atoms are printed as facts, and a line break between
    /// atoms starts a new `ANSWER` line.
    pub fn new(arguments: &SolveArguments, layout: Layout) -> Self {
        let competes = layout == Layout::Competition;
        let around = arguments.out_atomf.as_ref().and_then(|format| format.split_once("%0"));
        let around = around.or(competes.then_some(("", ".")));
        let separator = arguments.out_ifs.as_ref().map(|text| text.replace("\\n", "\n").replace("\\t", "\t"));
        Style {
            separator: separator.map(|text| match text.as_str() {
                "\n" if competes => "\nANSWER\n".to_owned(),
                _ => text,
            }),
            around: around.map(|(before, after)| (before.to_owned(), after.to_owned())),
        }
    }

    /// Whether atoms are printed unchanged, separated by blanks.
    pub fn is_plain(&self) -> bool {
        self.separator.is_none() && self.around.is_none()
    }

    /// Appends atoms to `out`.
    pub fn write<'a>(&self, out: &mut String, atoms: impl Iterator<Item = &'a str>) {
        let separator = self.separator.as_deref().unwrap_or(" ");
        let mut between = "";
        for atom in atoms {
            *out += between;
            match &self.around {
                Some((before, after)) => *out += &format!("{before}{atom}{after}"),
                None => *out += atom,
            }
            between = separator;
        }
    }
}

/// Returns numbers separated by blanks.
pub fn numbers(costs: &[i64]) -> String {
    costs.iter().map(i64::to_string).collect::<Vec<_>>().join(" ")
}

/// Returns a duration in seconds, rounded to milliseconds.
pub fn seconds(duration: Duration) -> f64 {
    (duration.as_secs_f64() * 1e3).round() / 1e3
}
