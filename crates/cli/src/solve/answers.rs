//! What was found so far, and how it is printed: text as it comes, JSON at the end.
//!
//! The watchdog prints the end where the search is cut short, so everything it needs is kept here.

use std::time::{Duration, Instant};

use groundplan::solve::{self, Reasoning};
use groundplan::{Consequences, Model};
use serde_json::{json, Map, Value};

use super::arguments::ProgramArguments;
use crate::exit::{Clasp, Exit, Failure};
use crate::options::Format;
use crate::output;

/// How the search ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    /// It has gone through all answer sets, or proven the last one best.
    Exhausted,
    /// There may be more.
    Stopped,
    /// It was cut short.
    Interrupted,
    /// It was never begun or gave no answer.
    Unknown,
}

impl From<solve::End> for End {
    fn from(end: solve::End) -> Self {
        match end {
            solve::End::Exhausted => End::Exhausted,
            solve::End::Stopped => End::Stopped,
            solve::End::Interrupted => End::Interrupted,
        }
    }
}

/// Where little is to be said, lower bounds are printed no more often than this.
const PACE: Duration = Duration::from_secs(1);

/// The answers of a run.
pub struct Answers {
    format: Format,
    /// Whether answers are printed under their numbers.
    numbered: bool,
    /// How often lower bounds are printed; never, where this is missing.
    pace: Option<Duration>,
    files: Vec<String>,
    start: Instant,
    /// Whether the program has an objective.
    optimizing: bool,
    /// The answer sets of each call.
    calls: Vec<Vec<Value>>,
    /// How many answer sets there were.
    count: u64,
    costs: Option<Vec<i64>>,
    /// What no answer set of the last call undercuts, as far as that is known, and when it was said last.
    lower: Vec<i64>,
    said: Instant,
    /// How many consequences are known, and how many may or may not be some.
    consequences: Option<(Reasoning, usize, usize)>,
    /// The assumptions that excluded all answer sets of the last call.
    core: Option<Vec<String>>,
    first_model: Option<f64>,
    /// Whether the last call found one.
    satisfiable: bool,
}

impl Answers {
    /// No answers yet.
    pub fn new(format: Format, program: &ProgramArguments) -> Self {
        Answers {
            format,
            numbered: program.verbose > 0,
            pace: match program.verbose {
                0 => None,
                1 => Some(PACE),
                _ => Some(Duration::ZERO),
            },
            files: program.files.clone(),
            start: Instant::now(),
            optimizing: false,
            calls: Vec::new(),
            count: 0,
            costs: None,
            lower: Vec::new(),
            said: Instant::now(),
            consequences: None,
            core: None,
            first_model: None,
            satisfiable: false,
        }
    }

    /// A call of the solver begins.
    pub fn begin_call(&mut self, optimizing: bool) {
        self.optimizing = optimizing;
        self.satisfiable = false;
        self.core = None;
        self.costs = None;
        self.lower.clear();
        self.said = Instant::now();
        self.calls.push(Vec::new());
    }

    /// Whether the last call found an answer set.
    pub fn satisfiable(&self) -> bool {
        self.satisfiable
    }

    /// These assumptions excluded all answer sets.
    pub fn blame(&mut self, core: Vec<String>) {
        self.core = Some(core);
    }

    /// Takes the consequences found so far.
    ///
    /// # Errors
    ///
    /// When standard output cannot be written.
    pub fn add_consequences(
        &mut self,
        consequences: &Consequences,
        reasoning: Reasoning,
    ) -> Result<(), Failure> {
        self.count += 1;
        self.satisfiable = true;
        self.first_model.get_or_insert_with(|| self.start.elapsed().as_secs_f64());
        let texts: Vec<String> = consequences.texts().collect();
        let open = consequences.open();
        let known = match reasoning {
            Reasoning::Brave => texts.len(),
            Reasoning::Cautious => texts.len() - open,
        };
        self.consequences = Some((reasoning, known, open));
        match self.format {
            Format::Text => output::print(&format!(
                "{}{}\nConsequences: [{known};{}]\n",
                self.number(),
                texts.join(" "),
                known + open
            )),
            Format::Json => {
                let witness = json!({ "Value": texts, "Consequences": { "True": known, "Open": open } });
                self.calls.last_mut().expect("a call has begun").push(witness);
                Ok(())
            }
        }
    }

    /// Takes an answer set, with its costs where there is an objective.
    ///
    /// # Errors
    ///
    /// When standard output cannot be written.
    pub fn add(&mut self, model: &Model) -> Result<(), Failure> {
        self.count += 1;
        self.satisfiable = true;
        self.first_model.get_or_insert_with(|| self.start.elapsed().as_secs_f64());
        let costs = self.optimizing.then(|| model.costs());
        self.costs = costs.map(<[i64]>::to_vec);
        match self.format {
            Format::Text => {
                let mut text = format!("{}{model}\n", self.number());
                if let Some(costs) = costs {
                    text += &format!("Optimization: {}\n", numbers(costs));
                    text += &self.progression();
                }
                output::print(&text)
            }
            Format::Json => {
                let values: Vec<String> = model.texts().collect();
                let mut witness = json!({ "Value": values });
                if let Some(costs) = costs {
                    witness["Costs"] = json!(costs);
                }
                self.calls.last_mut().expect("a call has begun").push(witness);
                Ok(())
            }
        }
    }

    /// Takes what no answer set undercuts, as far as that is proven.
    pub fn add_lower_bound(&mut self, lower: &[i64]) {
        self.lower = lower.to_vec();
        match self.format {
            Format::Text => {
                // A reader that is gone is noticed with the next answer.
                let _ = output::print(&self.progression());
            }
            // That the last answer set is the best is the verdict.
            Format::Json if Some(lower) != self.costs.as_deref() => {
                let witness = json!({ "Lower": lower });
                self.calls.last_mut().expect("a call has begun").push(witness);
            }
            Format::Json => {}
        }
    }

    /// A line with the bounds of the objective that is worked on, if it is time for one and they do not meet.
    fn progression(&mut self) -> String {
        let (Some(&lower), Some(costs), Some(pace)) = (self.lower.last(), &self.costs, self.pace) else {
            return String::new();
        };
        let upper = costs[self.lower.len() - 1];
        if lower >= upper || self.said.elapsed() < pace {
            return String::new();
        }
        self.said = Instant::now();
        let error = (i128::from(upper) - i128::from(lower)) as f64 / (lower as f64).abs();
        format!("Progression : [{lower};{upper}] (Error: {error:.3})\n")
    }

    /// The bounds between which the best answer set is, where it is not proven to be found.
    fn open_bounds(&self, end: End) -> Option<(&[i64], &[i64])> {
        let upper = self.costs.as_deref().filter(|_| end != End::Exhausted && !self.lower.is_empty())?;
        Some((&self.lower, upper))
    }

    /// The line above the last answer.
    fn number(&self) -> String {
        if self.numbered {
            format!("Answer: {}\n", self.count)
        } else {
            String::new()
        }
    }

    /// Prints the verdict, and says how to exit.
    ///
    /// # Errors
    ///
    /// When standard output cannot be written.
    pub fn end(&self, end: End) -> Result<Exit, Failure> {
        let (result, exit) = self.verdict(end);
        match self.format {
            Format::Text => {
                if let Some(core) = &self.core {
                    let core = format!("Core: {}", core.join(", "));
                    output::print(&format!("{}\n", core.trim_end()))?;
                }
                let mut text = format!("{result}\n");
                if let (Some((lower, upper)), Some(_)) = (self.open_bounds(end), self.pace) {
                    text += &format!("Bounds       : {}\n", intervals(lower, upper));
                }
                output::print(&text)?;
            }
            Format::Json => output::print(&format!("{:#}\n", self.object(result, end)))?,
        }
        Ok(exit)
    }

    /// How to exit where the search was cut short.
    pub fn interrupted(&self) -> Exit {
        self.verdict(End::Interrupted).1
    }

    fn verdict(&self, end: End) -> (&'static str, Exit) {
        let (result, clasp) = match end {
            End::Exhausted if self.satisfiable && self.optimizing => ("OPTIMUM FOUND", Clasp::Exhausted),
            End::Exhausted if self.satisfiable => ("SATISFIABLE", Clasp::Exhausted),
            End::Exhausted => ("UNSATISFIABLE", Clasp::Unsatisfiable),
            End::Stopped if self.satisfiable => ("SATISFIABLE", Clasp::Satisfiable),
            End::Interrupted if self.count > 0 => ("SATISFIABLE", Clasp::SatisfiableInterrupted),
            End::Interrupted => ("UNKNOWN", Clasp::Interrupted),
            End::Stopped | End::Unknown => ("UNKNOWN", Clasp::Unknown),
        };
        (result, Exit::Clasp(clasp))
    }

    /// The layout of clingo's `--outf=2`.
    fn object(&self, result: &str, end: End) -> Value {
        let exhausted = end == End::Exhausted;
        let calls: Vec<Value> =
            self.calls
                .iter()
                .map(|witnesses| {
                    if witnesses.is_empty() {
                        json!({})
                    } else {
                        json!({ "Witnesses": ordered(witnesses) })
                    }
                })
                .collect();
        let mut models = Map::new();
        models.insert("Number".to_owned(), json!(self.count));
        models.insert("More".to_owned(), json!(if exhausted { "no" } else { "yes" }));
        if self.optimizing && self.satisfiable {
            models.insert("Optimum".to_owned(), json!(if exhausted { "yes" } else { "unknown" }));
            if exhausted {
                models.insert("Optimal".to_owned(), json!(1));
            }
            models.insert("Costs".to_owned(), json!(self.costs));
        }
        if let Some((reasoning, known, open)) = self.consequences {
            let name = match reasoning {
                Reasoning::Brave => "Brave",
                Reasoning::Cautious => "Cautious",
            };
            models.insert(name.to_owned(), json!(if exhausted { "yes" } else { "unknown" }));
            let (known, open) = match reasoning {
                _ if !exhausted => (known, open),
                Reasoning::Brave => (known, 0),
                Reasoning::Cautious => (known + open, 0),
            };
            models.insert("Consequences".to_owned(), json!({ "True": known, "Open": open }));
        }
        let total = self.start.elapsed().as_secs_f64();
        let round = |seconds: f64| (seconds * 1e3).round() / 1e3;
        let mut object = json!({
            "Solver": concat!("groundplan version ", env!("CARGO_PKG_VERSION")),
            "Input": self.files,
            "Call": calls,
            "Result": result,
        });
        if end == End::Interrupted {
            object["INTERRUPTED"] = json!(1);
        }
        if let Some(core) = &self.core {
            object["Core"] = json!(core);
        }
        object["Models"] = Value::Object(models);
        if let Some((lower, upper)) = self.open_bounds(end) {
            object["Bounds"] = json!({ "Lower": lower, "Upper": upper });
        }
        object["Calls"] = json!(self.calls.len());
        object["Time"] = json!({
            "Total": round(total),
            "Model": round(self.first_model.unwrap_or(0.0)),
        });
        object
    }
}

/// As they came, but for the last answer set, which is looked for at the end: no lower bound stands behind it.
fn ordered(witnesses: &[Value]) -> Vec<Value> {
    let mut witnesses = witnesses.to_vec();
    if let Some(last) = witnesses.iter().rposition(|witness| witness.get("Value").is_some()) {
        witnesses[last..].rotate_left(1);
    }
    witnesses
}

/// By falling priority; below some of them nothing is proven.
fn intervals(lower: &[i64], upper: &[i64]) -> String {
    let lower = lower.iter().map(i64::to_string).chain(std::iter::repeat("*".to_owned()));
    lower.zip(upper).map(|(lower, upper)| format!("[{lower};{upper}]")).collect::<Vec<_>>().join(" ")
}

fn numbers(costs: &[i64]) -> String {
    costs.iter().map(i64::to_string).collect::<Vec<_>>().join(" ")
}
