//! The result of a run, as a row.

use std::time::Duration;

use serde_json::{json, Value};

use crate::competitor::RunLimits;
use crate::task::{AnswerFinding, Task};

/// The identity of a run; two runs with the same key are the same.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Key {
    /// The instance, as on the command line.
    pub instance: String,
    /// `decide` or `optimize`.
    pub question: String,
    /// The number of actions that the command line asks for.
    pub actions: Option<u32>,
    /// The engine.
    pub engine: String,
    /// The number of the run, from 1.
    pub run: u32,
    /// The limits, as printed: CPU seconds and MiB.
    pub limits: (String, String),
}

impl Key {
    /// Returns the key of a run.
    pub fn new(instance: &str, task: Task, engine: &str, run: u32, limits: RunLimits) -> Key {
        Key {
            instance: instance.to_owned(),
            question: task.name().to_owned(),
            actions: task.actions(),
            engine: engine.to_owned(),
            run,
            limits: (limits.time.as_secs_f64().to_string(), limits.memory.to_string()),
        }
    }
}

/// The outcome of a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// It gave an answer, and its plan passed the checker.
    Solved,
    /// The time limit was reached.
    TimeOut,
    /// The memory limit was exceeded.
    MemoryOut,
    /// The engine does not answer this kind of question.
    NotApplicable,
    /// The engine failed, or its plan is invalid.
    Error,
}

impl Outcome {
    /// All outcomes.
    pub const ALL: [Outcome; 5] =
        [Outcome::Solved, Outcome::TimeOut, Outcome::MemoryOut, Outcome::NotApplicable, Outcome::Error];

    /// Returns the name of the outcome.
    pub fn name(self) -> &'static str {
        match self {
            Outcome::Solved => "solved",
            Outcome::TimeOut => "time out",
            Outcome::MemoryOut => "memory out",
            Outcome::NotApplicable => "n/a",
            Outcome::Error => "error",
        }
    }

    /// Whether the engine should have answered and did not.
    pub fn failed(self) -> bool {
        matches!(self, Outcome::TimeOut | Outcome::MemoryOut | Outcome::Error)
    }
}

/// The result of a run.
#[derive(Clone, PartialEq, Debug)]
pub struct Row {
    /// The identity of the run.
    pub key: Key,
    /// The outcome.
    pub outcome: Outcome,
    /// The answer of the engine, even if its plan is invalid.
    pub answer: Option<AnswerFinding>,
    /// Whether the plan passed the checker; `None` if there is no plan to check.
    pub checked: Option<bool>,
    /// The user and system time.
    pub cpu: Duration,
    /// The wall-clock time.
    pub wall: Duration,
    /// The peak resident memory in MiB.
    pub peak_mib: f64,
    /// Further remarks.
    pub remark: String,
}

/// The names of the columns, in order.
pub const COLUMNS: [&str; 15] = [
    "instance",
    "question",
    "actions",
    "engine",
    "run",
    "time_limit",
    "memory_limit",
    "outcome",
    "verdict",
    "optimum",
    "checked",
    "cpu_seconds",
    "wall_seconds",
    "peak_mib",
    "remark",
];

impl Row {
    /// Returns the fields, in the order of the columns.
    pub fn fields(&self) -> [String; COLUMNS.len()] {
        let Key { instance, question, actions, engine, run, limits } = &self.key;
        let or_nothing = |number: Option<u32>| number.map_or(String::new(), |number| number.to_string());
        [
            // A row is one line, so that an incomplete row is recognized by its missing line feed.
            instance.replace(['\n', '\r'], " "),
            question.clone(),
            or_nothing(*actions),
            engine.clone(),
            run.to_string(),
            limits.0.clone(),
            limits.1.clone(),
            self.outcome.name().to_owned(),
            self.answer.map_or("", AnswerFinding::verdict).to_owned(),
            or_nothing(self.answer.and_then(AnswerFinding::optimum)),
            self.checked.map_or(String::new(), |checked| checked.to_string()),
            format!("{:.3}", self.cpu.as_secs_f64()),
            format!("{:.3}", self.wall.as_secs_f64()),
            format!("{:.1}", self.peak_mib),
            self.remark.replace(['\n', '\r'], " "),
        ]
    }

    /// Parses a row from its fields; `None` if they are invalid.
    pub fn from_fields(fields: &[&str]) -> Option<Row> {
        let fields: [&str; COLUMNS.len()] = fields.try_into().ok()?;
        let number =
            |text: &str| if text.is_empty() { Some(None) } else { text.parse::<u32>().ok().map(Some) };
        let seconds = |text: &str| Duration::try_from_secs_f64(text.parse().ok()?).ok();
        let [instance, task, actions, engine, run, time, memory, outcome, verdict, optimum, checked, cpu, wall, peak, remark] =
            fields;
        let key = Key {
            instance: instance.to_owned(),
            question: task.to_owned(),
            actions: number(actions)?,
            engine: engine.to_owned(),
            run: run.parse().ok()?,
            limits: (time.to_owned(), memory.to_owned()),
        };
        let answer = match verdict {
            "" => None,
            verdict => Some(AnswerFinding::from_words(verdict, number(optimum)?)?),
        };
        let checked = match checked {
            "" => None,
            checked => Some(checked.parse().ok()?),
        };
        Some(Row {
            key,
            outcome: Outcome::ALL.into_iter().find(|known| known.name() == outcome)?,
            answer,
            checked,
            cpu: seconds(cpu)?,
            wall: seconds(wall)?,
            peak_mib: peak.parse().ok()?,
            remark: remark.to_owned(),
        })
    }

    /// Returns the row as a JSON object with the columns as keys.
    pub fn object(&self) -> Value {
        let mut object: serde_json::Map<String, Value> = COLUMNS
            .iter()
            .zip(self.fields())
            .map(|(name, field)| ((*name).to_owned(), json!(field)))
            .collect();
        for name in [
            "actions",
            "run",
            "time_limit",
            "memory_limit",
            "optimum",
            "cpu_seconds",
            "wall_seconds",
            "peak_mib",
        ] {
            let text = object[name].as_str().unwrap_or_default().to_owned();
            object[name] = serde_json::from_str(&text).unwrap_or(Value::Null);
        }
        object["checked"] = json!(self.checked);
        object["verdict"] = json!(self.answer.map(AnswerFinding::verdict));
        Value::Object(object)
    }

    /// Parses a row from such an object; `None` if it is invalid.
    pub fn from_object(object: &Value) -> Option<Row> {
        let field = |name: &&str| match &object[*name] {
            Value::Null => String::new(),
            Value::String(text) => text.clone(),
            other => other.to_string(),
        };
        let fields: Vec<String> = COLUMNS.iter().map(field).collect();
        Row::from_fields(&fields.iter().map(String::as_str).collect::<Vec<_>>())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row() -> Row {
        let limits = RunLimits { time: Duration::from_secs(60), memory: 4096 };
        Row {
            key: Key::new("a, \"b\".lp", Task::Decide(Some(3)), "tabled+", 2, limits),
            outcome: Outcome::Error,
            answer: Some(AnswerFinding::Satisfiable),
            checked: Some(false),
            cpu: Duration::from_millis(1234),
            wall: Duration::from_millis(2345),
            peak_mib: 5.5,
            remark: "two\nlines".to_owned(),
        }
    }

    #[test]
    fn fields_are_read_as_they_are_written() {
        let mut row = row();
        let fields = row.fields();
        row.remark = "two lines".to_owned();
        let fields: Vec<&str> = fields.iter().map(String::as_str).collect();
        assert_eq!(Row::from_fields(&fields), Some(row));
        assert_eq!(Row::from_fields(&fields[1..]), None);
    }

    #[test]
    fn objects_are_read_as_they_are_written() {
        let mut row = row();
        row.remark = "one line".to_owned();
        assert_eq!(Row::from_object(&row.object()), Some(row));
        assert_eq!(Row::from_object(&json!({ "instance": "a" })), None);
    }

    #[test]
    fn the_object_has_the_columns_for_keys() {
        let object = row().object();
        let keys: Vec<&String> = object.as_object().expect("an object").keys().collect();
        assert_eq!(keys, COLUMNS);
        assert_eq!((&object["actions"], &object["optimum"]), (&json!(3), &Value::Null));
        assert_eq!((&object["cpu_seconds"], &object["checked"]), (&json!(1.234), &json!(false)));
        assert_eq!(object["time_limit"], json!(60));
    }
}
