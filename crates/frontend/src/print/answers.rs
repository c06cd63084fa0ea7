//! Collection of the answers of a run, and their output while they arrive.
//!
//! When the search is cut short, another thread prints the end; everything it needs is kept here. Output is buffered for a
//! moment, so that many answer sets take few writes: see [`Answers::flush`].

use std::fmt::Write;
use std::io;
use std::sync::{Arc, Mutex, Weak};
use std::time::{Duration, Instant};

use groundplan::exchange::Formula;
use groundplan::solve::Reasoning;
use groundplan::{Consequences, Counts, Engine, Model};
use serde_json::{json, Map, Value};

use super::bounds::{intervals, Bounds, Pace};
use super::clasp_statistics::{ClaspStatistics, ProgramSizes};
use super::json::Json;
use super::statistics;
use super::style::{numbers, seconds, Lines, Style};
use super::summary::{KnownConsequences, Summary};
use crate::arguments::SolveArguments;
use crate::lock::lock;
use crate::plan::Plan;
use crate::run::{Event, FoundAnswer};
use crate::values::{Aim, Layout, Quiet, Shown};
use crate::{Clasp, End};

/// The maximum time that output is buffered.
const BUFFER_TIME: Duration = Duration::from_millis(50);

/// The size, in bytes, from which output is not buffered.
const BUFFER_BYTES: usize = 1 << 16;

/// A function that writes text without buffering.
pub type Out = Box<dyn FnMut(&str) -> io::Result<()> + Send>;

/// The printed form of an answer set.
#[derive(Clone, Debug)]
pub enum DescribedModel {
    /// This text.
    Text(String),
    /// These atoms, in the selected layout.
    Atoms(Vec<String>),
}

/// The answers of a run, and the state of their output.
pub struct Answers {
    out: Out,
    layout: Layout,
    /// The formula whose models the answer sets are.
    formula: Option<Arc<Formula>>,
    quiet: Quiet,
    given_quiet: Option<Quiet>,
    style: Style,
    /// Whether answers are printed with their number, and with the time at which they were found.
    numbered: bool,
    timed: bool,
    /// The buffered output, and the time of the last write.
    waiting: String,
    flushed: Option<Instant>,
    /// Text that is printed only if no other answer replaces it.
    held: String,
    aim: Option<Aim>,
    /// Whether all answers from now on are optimal.
    proven: bool,
    number: u64,
    json: Json,
    costs: Option<Vec<i64>>,
    bounds: Bounds,
    pace: Pace,
    /// Whether proven lower bounds are listed among the witnesses of the JSON object.
    lists_bounds: bool,
    /// The assumptions that excluded all answer sets in the last call.
    core: Option<Vec<String>>,
    /// Additional keys of the JSON object.
    keys: Map<String, Value>,
    summary: Summary,
    /// Whether text formats end with the summary.
    summarizes: bool,
    /// Whether the last call found an answer set.
    satisfiable: bool,
}

/// Returns the names of the texts that were read, as clingo lists them.
fn input_names(files: &[String]) -> Vec<String> {
    match files {
        [] => vec!["stdin".to_owned()],
        files => files.to_owned(),
    }
}

/// Flushes the buffered output regularly until `answers` is dropped. Runs on its own thread.
pub fn print_what_waits(answers: &Weak<Mutex<Answers>>) {
    loop {
        std::thread::sleep(BUFFER_TIME);
        let Some(answers) = answers.upgrade() else { return };
        // A failed write shows again with the next answer, or at the end.
        let _ = lock(&answers).flush();
    }
}

impl Answers {
    /// Starts a run without answers.
    pub fn new(arguments: &SolveArguments, out: Out) -> Self {
        let program = &arguments.program;
        let layout = arguments.layout();
        let otherwise = match layout {
            Layout::Competition => Quiet { models: Shown::Last, costs: Shown::Last },
            _ => Quiet::default(),
        };
        Answers {
            out,
            layout,
            formula: None,
            given_quiet: arguments.quiet,
            quiet: arguments.quiet.unwrap_or(otherwise),
            // In competition format, atoms are printed as facts.
            style: Style::new(arguments, if layout == Layout::Competition { "." } else { "" }),
            numbered: program.verbose > 0,
            timed: false,
            waiting: String::new(),
            flushed: None,
            held: String::new(),
            aim: None,
            proven: false,
            number: 0,
            json: Json::new(input_names(&program.files)),
            costs: None,
            bounds: Bounds::default(),
            pace: Pace::new(program.verbose),
            lists_bounds: arguments.lower_bounds,
            core: None,
            keys: Map::new(),
            summary: Summary::new(),
            summarizes: true,
            satisfiable: false,
        }
    }

    /// Prints, with each answer, the time at which it was found, as clingo does.
    pub fn tell_times(&mut self) {
        self.timed = true;
    }

    /// Treats answer sets as models of a formula, and prints them in the format of such solvers. As in clasp, there is only
    /// one text layout then.
    pub fn name_variables(&mut self, formula: &Formula) {
        self.formula = Some(Arc::new(formula.clone()));
        if self.layout == Layout::Competition {
            self.layout = Layout::Text;
            self.quiet = self.given_quiet.unwrap_or_default();
        }
    }

    /// From now on leaves out the summary of text formats, for readers who see nothing of the run but the answers.
    pub fn leave_out_summary(&mut self) {
        self.summarizes = false;
    }

    /// Whether the answers are printed as a JSON object.
    pub fn is_json(&self) -> bool {
        self.layout == Layout::Json
    }

    /// Starts a solver call with this plan.
    pub fn begin(&mut self, engine: &Engine, plan: &Plan) {
        if let Some(formula) = engine.formula().filter(|_| self.formula.is_none()) {
            self.name_variables(formula);
        }
        let has_aim = engine.has_objective() || plan.variable.is_some();
        self.begin_call(has_aim.then_some(plan.aim));
    }

    /// Starts a solver call; `aim` is the goal if there is an objective.
    fn begin_call(&mut self, aim: Option<Aim>) {
        self.end_call();
        self.aim = aim;
        self.proven = false;
        self.number = 0;
        self.satisfiable = false;
        self.core = None;
        self.costs = None;
        self.bounds.clear();
        self.pace.restart();
        self.json.begin_call(self.summary.begin_call());
    }

    /// Handles an event of the run, other than an answer, which is [added](Self::add).
    pub fn hear(&mut self, event: &Event) {
        match event {
            Event::Bound(bound) => self.add_lower_bound(bound),
            Event::Proven => self.prove(),
            Event::Answer | Event::Ended(_) => {}
        }
    }

    /// Records that all answers from now on are optimal.
    fn prove(&mut self) {
        self.proven = true;
        self.number = 0;
        self.held.clear();
        if self.quiet.models == Shown::Last {
            self.json.drop_held();
        }
    }

    /// Ends the current solver call.
    fn end_call(&mut self) {
        let held = std::mem::take(&mut self.held);
        self.waiting += &held;
        if self.layout == Layout::Json {
            self.json.end_call(&mut self.waiting, self.summary.elapsed());
        }
    }

    /// Whether the last call found an answer set.
    pub fn satisfiable(&self) -> bool {
        self.satisfiable
    }

    /// Returns the number of answer sets found by the current call or, if optimal ones are enumerated, of those.
    pub fn found(&self) -> u64 {
        self.number
    }

    /// Returns the costs of the last answer set.
    pub fn costs(&self) -> Option<&[i64]> {
        self.costs.as_deref()
    }

    /// Records the assumptions that excluded all answer sets.
    pub fn blame(&mut self, core: Vec<String>) {
        self.core = Some(core);
    }

    /// Adds a key to the end of the JSON object.
    pub fn add_key(&mut self, name: &str, value: Value) {
        self.keys.insert(name.to_owned(), value);
    }

    /// Records and prints an answer: an answer set, or the consequences of the answer sets so far.
    ///
    /// # Errors
    ///
    /// Returns an error if the output cannot be written.
    pub fn add(&mut self, found: &FoundAnswer) -> io::Result<()> {
        match found {
            FoundAnswer::Model(model) => self.add_model(model),
            FoundAnswer::Consequences(reasoning, consequences) => {
                self.add_consequences(*reasoning, consequences)
            }
        }
    }

    fn add_consequences(&mut self, reasoning: Reasoning, consequences: &Consequences) -> io::Result<()> {
        self.count();
        let (known, open) = (consequences.known(), consequences.open());
        let texts: Vec<String> = consequences.texts().collect();
        let is_formula = self.formula.is_some();
        self.summary.consequences = Some(KnownConsequences { reasoning, known, open });
        let costs = self.costs.clone();
        let range = format!("[{known};{}]", known + open);
        self.show(
            |out, style| match is_formula {
                true => *out += &format!("v {}", texts.join(" ")),
                false => style.write(out, &texts),
            },
            Some(&range),
            costs.as_deref(),
            || json!({ "Value": texts, "Consequences": { "True": known, "Open": open } }),
        )
    }

    fn add_model(&mut self, model: &Model) -> io::Result<()> {
        let costs = self.count_model(model.costs());
        if let Some(formula) = self.formula.clone() {
            let holds = |atom| model.holds(atom);
            return self.show(
                |out, _| *out += &formula.values(holds),
                None,
                costs.as_deref(),
                || json!({ "Value": formula.numbers(holds).collect::<Vec<_>>() }),
            );
        }
        self.show(
            |out, style| {
                if style.is_plain() {
                    write!(out, "{model}").expect("strings grow");
                } else {
                    style.write(out, model.texts());
                }
            },
            None,
            costs.as_deref(),
            || json!({ "Value": model.texts().collect::<Vec<_>>() }),
        )
    }

    /// Records and prints an answer set in a form that the caller provides.
    ///
    /// # Errors
    ///
    /// Returns an error if the output cannot be written.
    pub fn add_described(&mut self, costs: &[i64], described: &DescribedModel) -> io::Result<()> {
        let costs = self.count_model(costs);
        self.show(
            |out, style| match described {
                DescribedModel::Text(text) => *out += text.strip_suffix('\n').unwrap_or(text),
                DescribedModel::Atoms(atoms) => style.write(out, atoms),
            },
            None,
            costs.as_deref(),
            || match described {
                DescribedModel::Text(text) => json!({ "Value": [text] }),
                DescribedModel::Atoms(atoms) => json!({ "Value": atoms }),
            },
        )
    }

    /// Counts an answer set. Returns its costs if the objective counts.
    fn count_model(&mut self, costs: &[i64]) -> Option<Vec<i64>> {
        self.count();
        self.costs = self.aim.filter(|aim| *aim != Aim::Ignore).map(|_| costs.to_vec());
        self.costs.clone()
    }

    fn count(&mut self) {
        self.number += 1;
        self.satisfiable = true;
        self.summary.add_model(self.proven);
    }

    /// Prints an answer: the shown terms, the range of consequences, and the costs.
    fn show(
        &mut self,
        value: impl Fn(&mut String, &Style),
        range: Option<&str>,
        costs: Option<&[i64]>,
        witness: impl Fn() -> Value,
    ) -> io::Result<()> {
        let Quiet { models, costs: costed } = self.quiet;
        // Until all optimal answer sets are enumerated, none of them is the last.
        let last = self.aim != Some(Aim::AllBest) || self.proven;
        let shows = |level: Shown| level == Shown::All || level == Shown::Last && last;
        let all_best = self.proven && models == Shown::Last;
        let (with_value, with_costs) = (shows(models), shows(costed) && costs.is_some());
        let with_range = shows(costed) && range.is_some();
        if self.layout == Layout::Silent || !with_value && !with_costs && !with_range {
            return Ok(());
        }
        if self.layout == Layout::Json {
            if !with_value && !with_costs {
                return Ok(());
            }
            let mut object = json!({ "Time": seconds(self.summary.elapsed()) });
            let fields = object.as_object_mut().expect("it is one");
            if with_value {
                fields.extend(witness().as_object().expect("it is one").clone());
            }
            if let Some(costs) = costs.filter(|_| with_costs) {
                fields.insert("Costs".to_owned(), json!(costs));
            }
            if models == Shown::Last && !all_best {
                self.json.drop_held();
                self.json.hold(object);
            } else if costs.is_some() && !self.proven {
                // A lower bound that arrives later is written before this answer.
                self.json.write_held(&mut self.waiting);
                self.json.hold(object);
            } else {
                self.json.write(&mut self.waiting, &object);
            }
            return self.flush_if_due();
        }
        // This answer replaces the one held back.
        self.held.clear();
        if with_value {
            let mut lines = String::new();
            if self.numbered {
                write!(lines, "{}Answer: {}", self.comment(), self.number).expect("strings grow");
                if self.timed {
                    let time = self.summary.elapsed().as_secs_f64();
                    write!(lines, " (Time: {time:.3}s)").expect("strings grow");
                }
                lines.push('\n');
            }
            if self.layout == Layout::Competition {
                lines += "ANSWER\n";
            }
            value(&mut lines, &self.style);
            lines.push('\n');
            self.put(models, &lines);
        }
        let mut lines = String::new();
        if let Some(range) = range.filter(|_| with_range) {
            writeln!(lines, "{}Consequences: {range}", self.comment()).expect("strings grow");
        }
        if let Some(costs) = costs.filter(|_| with_costs) {
            let name = match self.layout {
                Layout::Competition => "COST",
                _ if self.formula.is_some() => "o",
                _ => "Optimization:",
            };
            writeln!(lines, "{name} {}", numbers(costs)).expect("strings grow");
        }
        if self.layout == Layout::Text && costs.is_some() {
            lines += &self.progression();
        }
        self.put(costed, &lines);
        self.flush_if_due()
    }

    /// Returns the prefix of lines that are not part of the selected output format.
    fn comment(&self) -> &'static str {
        match self.layout {
            Layout::Competition => "% ",
            _ if self.formula.is_some() => "c ",
            _ => "",
        }
    }

    /// Returns the line about changed bounds, or an empty string.
    fn progression(&mut self) -> String {
        let line = self.pace.progression(&self.bounds, self.costs.as_deref());
        line.map_or_else(String::new, |line| format!("{}{line}\n", self.comment()))
    }

    /// Buffers lines about an answer, or holds them back if only the last answer is printed. If all optimal answer sets are
    /// enumerated, each is printed.
    fn put(&mut self, level: Shown, lines: &str) {
        if level == Shown::Last && !self.proven {
            self.held += lines;
        } else {
            self.waiting += lines;
        }
    }

    /// Writes the buffered output if it is large or the last write is long ago.
    fn flush_if_due(&mut self) -> io::Result<()> {
        let is_due = self.flushed.is_none_or(|then| then.elapsed() >= BUFFER_TIME);
        if is_due || self.waiting.len() >= BUFFER_BYTES {
            return self.flush();
        }
        Ok(())
    }

    /// Writes the buffered output. Another thread must call it regularly too, since the next answer may take long.
    ///
    /// # Errors
    ///
    /// Returns an error if the output cannot be written.
    pub fn flush(&mut self) -> io::Result<()> {
        if self.waiting.is_empty() {
            return Ok(());
        }
        let printed = (self.out)(&self.waiting);
        self.waiting.clear();
        self.flushed = Some(Instant::now());
        printed
    }

    /// Records a proven lower bound, and prints it if requested.
    fn add_lower_bound(&mut self, lower: &[i64]) {
        self.bounds.raise(lower);
        match self.layout {
            Layout::Text if self.quiet.costs == Shown::All => {
                let line = self.progression();
                self.waiting += &line;
                // A failed write is reported with the next answer.
                let _ = self.flush_if_due();
            }
            // A bound equal to the last costs is not printed: the verdict says that they are optimal.
            Layout::Json if self.lists_bounds && Some(lower) != self.costs.as_deref() => {
                self.json.hold(json!({ "Lower": lower }));
            }
            _ => {}
        }
    }

    /// Returns the lower and upper bounds if the last answer set is not proven optimal.
    fn open_bounds(&self, end: End) -> Option<(&[i64], &[i64])> {
        let open = end != End::Exhausted && !self.proven;
        self.bounds.within(self.costs.as_deref().filter(|_| open)?)
    }

    /// Prints the verdict and the summary, with statistics if `sizes` are given, and returns the exit code.
    ///
    /// # Errors
    ///
    /// Returns an error if the output cannot be written.
    pub fn end(&mut self, end: End, counts: &Counts, sizes: Option<ProgramSizes>) -> io::Result<Clasp> {
        self.end_call();
        let (result, exit) = self.verdict(end);
        let mut text = std::mem::take(&mut self.waiting);
        match self.layout {
            Layout::Text => {
                if let Some(core) = &self.core {
                    let core = format!("{}Core: {}", self.comment(), core.join(", "));
                    text += &format!("{}\n", core.trim_end());
                }
                text += &format!("{}{result}\n", if self.formula.is_some() { "s " } else { "" });
                if let Some((lower, upper)) = self.open_bounds(end).filter(|_| self.numbered) {
                    text += &format!("{}Bounds       : {}\n", self.comment(), intervals(lower, upper));
                }
            }
            Layout::Competition => {
                text += match result {
                    "OPTIMUM FOUND" => "OPTIMUM\n",
                    "UNSATISFIABLE" => "INCONSISTENT\n",
                    "UNKNOWN" => "UNKNOWN\n",
                    _ => "",
                };
            }
            Layout::Json => self.end_json(&mut text, result, end, counts, sizes),
            Layout::Silent => {}
        }
        if self.summarizes && matches!(self.layout, Layout::Text | Layout::Competition) {
            text += &self.summary(end, counts, sizes);
        }
        (self.out)(&text)?;
        Ok(exit)
    }

    /// Whether the summary is printed: clingo leaves it out with `--verbose=0`, but not before statistics.
    fn has_summary(&self, sizes: Option<ProgramSizes>) -> bool {
        self.numbered || sizes.is_some()
    }

    /// Returns the lines of clingo's summary and statistics.
    fn summary(&self, end: End, counts: &Counts, sizes: Option<ProgramSizes>) -> String {
        let mut lines = Lines::new(self.comment());
        if self.has_summary(sizes) {
            let (costs, solving) = (self.costs.as_deref(), counts.search.search);
            self.summary.write(&mut lines, end, self.aim, costs, self.is_proven(end), solving);
        }
        if let Some(sizes) = sizes {
            lines.blank();
            ClaspStatistics { counts, sizes, models: self.summary.models }.write(&mut lines);
        }
        lines.into_text()
    }

    /// Returns the number of answer sets and the cost bounds so far, as the continuation of a progress line.
    pub fn progress(&self) -> String {
        let found = match self.summary.models {
            0 => String::new(),
            1 => ", 1 answer set".to_owned(),
            models => format!(", {models} answer sets"),
        };
        match self.costs.as_deref() {
            None => found,
            Some(costs) => format!("{found}, costs {}", self.bounds.text(costs)),
        }
    }

    /// Whether the last answer set is proven optimal.
    fn is_proven(&self, end: End) -> bool {
        end == End::Exhausted || self.proven
    }

    /// Returns the exit code of an interrupted search.
    pub fn interrupted(&self) -> Clasp {
        self.verdict(End::Interrupted).1
    }

    /// Returns the word for the result: `SATISFIABLE`, `UNSATISFIABLE`, `OPTIMUM FOUND` or `UNKNOWN`.
    pub fn result(&self, end: End) -> &'static str {
        self.verdict(end).0
    }

    fn verdict(&self, end: End) -> (&'static str, Clasp) {
        let optimizing = self.aim.is_some_and(|aim| aim != Aim::Ignore);
        match end {
            End::Exhausted if self.satisfiable && optimizing => ("OPTIMUM FOUND", Clasp::Exhausted),
            End::Exhausted if self.satisfiable => ("SATISFIABLE", Clasp::Exhausted),
            End::Exhausted => ("UNSATISFIABLE", Clasp::Unsatisfiable),
            End::Stopped if self.proven => ("OPTIMUM FOUND", Clasp::Satisfiable),
            End::Stopped if self.satisfiable => ("SATISFIABLE", Clasp::Satisfiable),
            End::Stopped | End::Unknown => ("UNKNOWN", Clasp::Unknown),
            End::Interrupted | End::TimeLimit if self.proven => {
                ("OPTIMUM FOUND", Clasp::SatisfiableInterrupted)
            }
            End::Interrupted | End::TimeLimit if self.summary.models > 0 => {
                ("SATISFIABLE", Clasp::SatisfiableInterrupted)
            }
            End::Interrupted | End::TimeLimit => ("UNKNOWN", Clasp::Interrupted),
        }
    }

    /// Ends the output after an error, as clingo does: with the verdict that nothing is known. An error `is_about_options` if
    /// the program was not looked at; then nothing is printed unless a JSON object is open.
    ///
    /// # Errors
    ///
    /// Returns an error if the output cannot be written.
    pub fn abandon(&mut self, is_about_options: bool) -> io::Result<()> {
        if is_about_options && !self.json.has_begun() {
            return self.flush();
        }
        if self.layout == Layout::Json && !self.json.has_begun() {
            self.begin_call(None);
        }
        self.end(End::Unknown, &Counts::default(), None).map(drop)
    }

    /// Writes the last keys of clingo's JSON format.
    fn end_json(
        &mut self,
        out: &mut String,
        result: &str,
        end: End,
        counts: &Counts,
        sizes: Option<ProgramSizes>,
    ) {
        let costs = self.costs.as_deref();
        let mut rest = Map::from_iter([("Result".to_owned(), json!(result))]);
        if self.has_summary(sizes) {
            rest.extend(self.summary.keys(end, self.aim, costs, self.is_proven(end)));
        }
        if let Some(sizes) = sizes {
            let mut found = ClaspStatistics { counts, sizes, models: self.summary.models }.json();
            found.insert("Groundplan".to_owned(), Value::Object(statistics::object(counts)));
            rest.insert("Stats".to_owned(), Value::Object(found));
        }
        if let Some(core) = &self.core {
            rest.insert("Core".to_owned(), json!(core));
        }
        rest.extend(self.keys.clone());
        if let Some((lower, upper)) = self.open_bounds(end) {
            rest.insert("Bounds".to_owned(), json!({ "Lower": lower, "Upper": upper }));
        }
        self.json.end(out, rest);
    }
}
