//! Formatting of atoms, costs, times, and of lines with a name and a value.

use std::time::Duration;

use crate::arguments::SolveArguments;
use crate::values::AtomFormat;

/// The separator and the format of shown atoms.
#[derive(Debug)]
pub struct Style {
    separator: Option<String>,
    /// The texts around each atom.
    around: AtomFormat,
}

impl Style {
    /// Returns the style that the options select. If they do not say how atoms are printed, `after` stands behind each.
    pub fn new(arguments: &SolveArguments, after: &str) -> Self {
        let usual = || AtomFormat { before: String::new(), after: after.to_owned() };
        let around = arguments.out_atomf.clone().unwrap_or_else(usual);
        let separator = arguments.out_ifs.as_ref().map(|text| text.replace("\\n", "\n").replace("\\t", "\t"));
        Style { separator, around }
    }

    /// Whether atoms are printed unchanged, separated by blanks.
    pub fn is_plain(&self) -> bool {
        self.separator.is_none() && self.around == AtomFormat::default()
    }

    /// Appends atoms to `out`.
    pub fn write(&self, out: &mut String, atoms: impl IntoIterator<Item: AsRef<str>>) {
        let separator = self.separator.as_deref().unwrap_or(" ");
        let mut between = "";
        for atom in atoms {
            for text in [between, &self.around.before, atom.as_ref(), &self.around.after] {
                *out += text;
            }
            between = separator;
        }
    }
}

/// Lines `Name : value` as clingo prints them, each after a prefix that marks it as a comment.
#[derive(Debug)]
pub struct ClaspLines {
    prefix: &'static str,
    text: String,
}

impl ClaspLines {
    /// Returns no lines.
    pub fn new(prefix: &'static str) -> Self {
        ClaspLines { prefix, text: String::new() }
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
