//! Formatting of atoms, costs, times, and of lines with a name and a value.

use std::time::Duration;

use crate::arguments::SolveArguments;
use crate::values::{AtomFormat, Layout};

/// The separator and the format of shown atoms.
#[derive(Clone, Default, Debug)]
pub struct Style {
    separator: Option<String>,
    /// The texts around each atom.
    around: Option<AtomFormat>,
}

impl Style {
    /// Returns the style that the options select. In competition format, atoms are printed as facts.
    pub fn new(arguments: &SolveArguments, layout: Layout) -> Self {
        let fact = || AtomFormat { before: String::new(), after: ".".to_owned() };
        let around = arguments.out_atomf.clone().or((layout == Layout::Competition).then(fact));
        let separator = arguments.out_ifs.as_ref().map(|text| text.replace("\\n", "\n").replace("\\t", "\t"));
        Style { separator, around: around.filter(|around| *around != AtomFormat::default()) }
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
                Some(AtomFormat { before, after }) => *out += &format!("{before}{atom}{after}"),
                None => *out += atom,
            }
            between = separator;
        }
    }
}

/// Lines `Name : value` as clingo prints them, each after a prefix that marks it as a comment.
#[derive(Debug)]
pub struct Lines {
    prefix: &'static str,
    text: String,
}

impl Lines {
    /// Returns no lines.
    pub fn new(prefix: &'static str) -> Self {
        Lines { prefix, text: String::new() }
    }

    /// Adds an empty line.
    pub fn blank(&mut self) {
        self.text += self.prefix;
        self.text.push('\n');
    }

    /// Adds a line.
    pub fn line(&mut self, name: &str, value: &str) {
        let width = 13 + self.prefix.len();
        self.text += &format!("{}{name:<width$}: {value}\n", self.prefix);
    }

    /// Adds a line with a number, and what is said about it in parentheses.
    pub fn count(&mut self, name: &str, count: u64, rest: &str) {
        let blank = if rest.is_empty() { "" } else { " " };
        self.line(name, &format!("{count:<8}{blank}{rest}"));
    }

    /// Returns the text.
    pub fn into_text(self) -> String {
        self.text
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
