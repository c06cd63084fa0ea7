//! clingo's JSON format (`--outf=2`): one object, in which each solver call has its answers as witnesses.

use std::time::Duration;

use serde_json::{json, Map, Value};

use super::clasp_statistics::ClaspStatistics;
use super::format::{AnswerFormat, Content, DescribedModel, Ending, PrintedAnswer};
use super::json_object::JsonObject;
use super::record::Record;
use super::statistics;
use super::style::seconds;
use crate::arguments::SolveArguments;
use crate::values::Shown;

/// The JSON format.
pub struct Json {
    object: JsonObject,
    /// Additional keys of the object.
    keys: Map<String, Value>,
    /// Whether proven lower bounds are listed among the witnesses.
    lists_bounds: bool,
}

/// Returns the names of the texts that were read, as clingo lists them.
fn input_names(files: &[String]) -> Vec<String> {
    match files {
        [] => vec!["stdin".to_owned()],
        files => files.to_owned(),
    }
}

impl Json {
    /// Returns the format with an object of which nothing is written.
    pub fn new(arguments: &SolveArguments) -> Self {
        Json {
            object: JsonObject::new(input_names(&arguments.program.files)),
            keys: Map::new(),
            lists_bounds: arguments.lower_bounds,
        }
    }
}

/// Returns the key or keys of a witness that say what the answer is.
fn value(record: &Record, content: Content) -> Value {
    match (content, &record.formula) {
        (Content::Model(model), Some(formula)) => {
            json!(formula.numbers(|atom| model.holds(atom)).collect::<Vec<_>>())
        }
        (Content::Model(model), None) => {
            // As clingcon names the values.
            let value = |(name, value)| format!("__csp({},{value})", model.symbols().display(name));
            json!(model.texts().chain(model.integers().into_iter().map(value)).collect::<Vec<_>>())
        }
        (Content::Consequences(found), _) => json!(found.texts().collect::<Vec<_>>()),
        (Content::Described(DescribedModel::Text(text)), _) => json!([text]),
        (Content::Described(DescribedModel::Atoms(atoms)), _) => json!(atoms),
    }
}

impl AnswerFormat for Json {
    fn is_object(&self) -> bool {
        true
    }

    fn is_open(&self) -> bool {
        self.object.has_begun()
    }

    fn add_key(&mut self, name: &str, value: Value) {
        self.keys.insert(name.to_owned(), value);
    }

    fn begin_call(&mut self, start: Duration) {
        self.object.begin_call(start);
    }

    fn answer(&mut self, out: &mut String, record: &Record, answer: &PrintedAnswer) {
        if answer.content.is_none() && answer.costs.is_none() {
            return;
        }
        let mut witness = Map::from_iter([("Time".to_owned(), json!(seconds(record.summary.elapsed())))]);
        let mut insert = |name: &str, value: Value| witness.insert(name.to_owned(), value);
        if let Some(content) = answer.content {
            insert("Value", value(record, content));
            if let Content::Consequences(found) = content {
                insert("Consequences", json!({ "True": found.known(), "Open": found.open() }));
            }
        }
        if let Some(costs) = answer.costs {
            insert("Costs", json!(costs));
        }
        let witness = Value::Object(witness);
        if record.holds_back(record.quiet.models) {
            self.object.drop_held();
            self.object.hold(witness);
        } else if record.costs.is_some() && !record.proven {
            // A lower bound that arrives later is written before this answer.
            self.object.write_held(out);
            self.object.hold(witness);
        } else {
            self.object.write(out, &witness);
        }
    }

    fn lower_bound(&mut self, _out: &mut String, record: &Record, lower: &[i64]) {
        // A bound equal to the last costs is not printed: the verdict says that they are optimal.
        if self.lists_bounds && Some(lower) != record.costs.as_deref() {
            self.object.hold(json!({ "Lower": lower }));
        }
    }

    fn proven(&mut self, record: &Record) {
        if record.quiet.models == Shown::Last {
            self.object.drop_held();
        }
    }

    fn end_call(&mut self, out: &mut String, record: &Record) {
        self.object.end_call(out, record.summary.elapsed());
    }

    fn end(&mut self, out: &mut String, record: &Record, ending: &Ending) {
        let &Ending { end, counts, sizes } = ending;
        let mut rest = Map::from_iter([("Result".to_owned(), json!(record.verdict(end).0.words()))]);
        if record.wants_summary(sizes) {
            let costs = record.costs.as_deref();
            rest.extend(record.summary.keys(end, record.aim, costs, record.is_proven(end)));
        }
        if let Some(sizes) = sizes {
            let mut found = ClaspStatistics { counts, sizes, models: record.summary.models }.json();
            found.insert("Groundplan".to_owned(), Value::Object(statistics::object(counts)));
            rest.insert("Stats".to_owned(), Value::Object(found));
        }
        if let Some(core) = &record.core {
            rest.insert("Core".to_owned(), json!(core));
        }
        rest.extend(self.keys.clone());
        if let Some((lower, upper)) = record.open_bounds(end) {
            rest.insert("Bounds".to_owned(), json!({ "Lower": lower, "Upper": upper }));
        }
        self.object.end(out, rest);
    }
}
