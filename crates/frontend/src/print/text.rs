//! The text formats: clingo's text (`--outf=0`), the format of ASP competitions (`--outf=1`), and that of solvers for formulas,
//! in which models of formulas are printed instead. They differ in a few words.

use std::fmt::Write;
use std::time::Duration;

use super::bounds::{intervals, Pace};
use super::clasp_statistics::ClaspStatistics;
use super::format::{AnswerFormat, Content, DescribedModel, Ending, PrintedAnswer};
use super::record::{Record, Verdict};
use super::style::{numbers, ClaspLines, Style};
use crate::arguments::SolveArguments;
use crate::values::{Quiet, Shown};
use groundplan::Model;

/// The words of a text format.
struct Words {
    /// The prefix of lines that are not part of the format.
    comment: &'static str,
    /// What stands before each answer.
    answer: &'static str,
    /// The name of costs.
    costs: &'static str,
    /// What stands before the verdict.
    result: &'static str,
    /// Returns the words for a verdict; `None` if it has no line.
    verdict: fn(Verdict) -> Option<&'static str>,
    /// The parts of answers that are printed if `--quiet` is not given.
    quiet: Quiet,
    /// Whether an application may use its own words. Only then bounds and the core of assumptions are told too.
    is_free_form: bool,
}

/// clingo's text.
const PLAIN: Words = Words {
    comment: "",
    answer: "",
    costs: "Optimization:",
    result: "",
    verdict: |verdict| Some(verdict.words()),
    quiet: Quiet { models: Shown::All, costs: Shown::All },
    is_free_form: true,
};

/// The format of ASP competitions.
const COMPETITION: Words = Words {
    comment: "% ",
    answer: "ANSWER\n",
    costs: "COST",
    result: "",
    verdict: |verdict| match verdict {
        Verdict::Optimum => Some("OPTIMUM"),
        Verdict::Unsatisfiable => Some("INCONSISTENT"),
        Verdict::Unknown => Some("UNKNOWN"),
        // The answer says it.
        Verdict::Satisfiable => None,
    },
    quiet: Quiet { models: Shown::Last, costs: Shown::Last },
    is_free_form: false,
};

/// The format of solvers for formulas.
const FORMULA: Words = Words { comment: "c ", costs: "o", result: "s ", ..PLAIN };

/// Returns the lines with the values of a model's integer variables, as clingcon prints them. Empty if the program has none.
fn assignment(model: &Model) -> String {
    if !model.has_integers() {
        return String::new();
    }
    let value = |(name, value)| format!("{}={value}", model.symbols().display(name));
    let values: Vec<String> = model.integers().into_iter().map(value).collect();
    format!("Assignment:\n{}\n", values.join(" "))
}

/// A text format.
pub struct TextFormat {
    words: &'static Words,
    style: Style,
    /// Text that is printed only if no other answer replaces it.
    held: String,
    pace: Pace,
}

impl TextFormat {
    /// Returns the format of clingo's text.
    pub fn new(arguments: &SolveArguments) -> Self {
        TextFormat::with_words(&PLAIN, Style::new(arguments, ""), arguments)
    }

    /// Returns the format of ASP competitions, in which atoms are printed as facts.
    pub fn competition(arguments: &SolveArguments) -> Self {
        TextFormat::with_words(&COMPETITION, Style::new(arguments, "."), arguments)
    }

    fn with_words(words: &'static Words, style: Style, arguments: &SolveArguments) -> Self {
        TextFormat { words, style, held: String::new(), pace: Pace::new(arguments.program.verbose) }
    }

    /// Appends an answer to `out`, without a line break at its end.
    fn write(&self, out: &mut String, record: &Record, content: Content) {
        match (content, &record.formula) {
            (Content::Model(model), Some(formula)) => *out += &formula.values(|atom| model.holds(atom)),
            (Content::Model(model), None) if self.style.is_plain() => {
                write!(out, "{model}").expect("strings grow");
            }
            (Content::Model(model), None) => self.style.write(out, model.texts()),
            (Content::Consequences(found), Some(_)) => {
                *out += "v ";
                *out += &found.texts().collect::<Vec<_>>().join(" ");
            }
            (Content::Consequences(found), None) => self.style.write(out, found.texts()),
            (Content::Described(DescribedModel::Text(text)), _) => {
                *out += text.strip_suffix('\n').unwrap_or(text);
            }
            (Content::Described(DescribedModel::Atoms(atoms)), _) => self.style.write(out, atoms),
        }
    }

    /// Returns the lines of an answer: its number, and the answer itself.
    fn answer_lines(&self, record: &Record, content: Content) -> String {
        let mut lines = String::new();
        if record.is_numbered {
            write!(lines, "{}Answer: {}", self.words.comment, record.number).expect("strings grow");
            if record.is_timed {
                let time = record.summary.elapsed().as_secs_f64();
                write!(lines, " (Time: {time:.3}s)").expect("strings grow");
            }
            lines.push('\n');
        }
        lines += self.words.answer;
        self.write(&mut lines, record, content);
        lines.push('\n');
        if let (Content::Model(model), None) = (content, &record.formula) {
            lines += &assignment(model);
        }
        lines
    }

    /// Appends the line about changed bounds, if it is due.
    fn write_progression(&mut self, out: &mut String, record: &Record) {
        if let Some(line) = self.pace.progression(&record.bounds, record.costs.as_deref()) {
            writeln!(out, "{}{line}", self.words.comment).expect("strings grow");
        }
    }

    /// Appends lines about an answer to `out`, or holds them back if only the last answer is printed.
    fn put(&mut self, out: &mut String, is_held_back: bool, lines: &str) {
        *(if is_held_back { &mut self.held } else { out }) += lines;
    }

    /// Returns the lines of clingo's summary and statistics.
    fn summary(&self, record: &Record, ending: &Ending) -> String {
        let &Ending { end, counts, sizes } = ending;
        let mut lines = ClaspLines::new(self.words.comment);
        if record.wants_summary(sizes) {
            let (costs, solving) = (record.costs.as_deref(), counts.search.search);
            record.summary.write(&mut lines, end, record.aim, costs, record.is_proven(end), solving);
        }
        if let Some(sizes) = sizes {
            lines.blank();
            ClaspStatistics { counts, sizes, models: record.summary.models }.write(&mut lines);
        }
        lines.into_text()
    }
}

impl AnswerFormat for TextFormat {
    fn quiet(&self) -> Quiet {
        self.words.quiet
    }

    fn has_summary(&self) -> bool {
        true
    }

    fn is_free_form(&self) -> bool {
        self.words.is_free_form
    }

    fn comment(&self) -> &'static str {
        self.words.comment
    }

    fn name_variables(&mut self) {
        self.words = &FORMULA;
    }

    fn begin_call(&mut self, _start: Duration) {
        self.pace.restart();
    }

    fn answer(&mut self, out: &mut String, record: &Record, answer: &PrintedAnswer) {
        // This answer replaces the one held back.
        self.held.clear();
        let Quiet { models, costs } = record.quiet;
        if let Some(content) = answer.content {
            let lines = self.answer_lines(record, content);
            self.put(out, record.holds_back(models), &lines);
        }
        let (comment, name) = (self.words.comment, self.words.costs);
        let mut lines = String::new();
        if let Some((known, possible)) = answer.range {
            writeln!(lines, "{comment}Consequences: [{known};{possible}]").expect("strings grow");
        }
        if let Some(costs) = answer.costs {
            writeln!(lines, "{name} {}", numbers(costs)).expect("strings grow");
        }
        if self.words.is_free_form && record.costs.is_some() {
            self.write_progression(&mut lines, record);
        }
        self.put(out, record.holds_back(costs), &lines);
    }

    fn atoms(&self, out: &mut String, record: &Record, content: Content) {
        self.write(out, record, content);
        out.push('\n');
    }

    fn lower_bound(&mut self, out: &mut String, record: &Record, _lower: &[i64]) {
        if self.words.is_free_form && record.quiet.costs == Shown::All {
            self.write_progression(out, record);
        }
    }

    fn proven(&mut self, _record: &Record) {
        self.held.clear();
    }

    fn end_call(&mut self, out: &mut String, _record: &Record) {
        *out += &std::mem::take(&mut self.held);
    }

    fn end(&mut self, out: &mut String, record: &Record, ending: &Ending) {
        let Words { comment, result, verdict, is_free_form, .. } = *self.words;
        if let Some(core) = record.core.as_ref().filter(|_| is_free_form) {
            let core = format!("{comment}Core: {}", core.join(", "));
            *out += &format!("{}\n", core.trim_end());
        }
        if let Some(verdict) = verdict(record.verdict(ending.end).0) {
            *out += &format!("{result}{verdict}\n");
        }
        let bounds = record.open_bounds(ending.end).filter(|_| is_free_form && record.is_numbered);
        if let Some((lower, upper)) = bounds {
            *out += &format!("{comment}Bounds       : {}\n", intervals(lower, upper));
        }
        if record.summarizes {
            *out += &self.summary(record, ending);
        }
    }
}
