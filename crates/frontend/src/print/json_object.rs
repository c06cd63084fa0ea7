//! Streaming output of the object of clingo's JSON format. Its last keys are known only at the end.

use std::time::Duration;

use serde_json::{json, Map, Value};

use super::style::seconds;

/// A JSON object that is written piece by piece. Nothing is written before the first answer or the end of a call.
#[derive(Debug)]
pub struct JsonObject {
    files: Vec<String>,
    begun: bool,
    /// The number of calls written.
    calls: u64,
    call: Option<JsonCall>,
    /// Witnesses of the current call that are not written yet: others may replace or precede them.
    held: Vec<Value>,
}

/// The solver call in progress.
#[derive(Debug)]
struct JsonCall {
    start: Duration,
    /// The number of witnesses written; `None` if the call itself has not been written.
    witnesses: Option<u64>,
}

impl JsonObject {
    /// Creates an object of which nothing is written.
    pub fn new(files: Vec<String>) -> Self {
        JsonObject { files, begun: false, calls: 0, call: None, held: Vec::new() }
    }

    /// Whether the object was opened, so that it must be closed.
    pub fn has_begun(&self) -> bool {
        self.begun
    }

    /// Starts a solver call.
    pub fn begin_call(&mut self, start: Duration) {
        self.call = Some(JsonCall { start, witnesses: None });
    }

    /// Writes an answer of the current call.
    pub fn write(&mut self, out: &mut String, witness: &Value) {
        self.write_held(out);
        self.write_witness(out, witness);
    }

    /// Holds back an answer or a lower bound until the next answer or the end of the call.
    pub fn hold(&mut self, witness: Value) {
        self.held.push(witness);
    }

    /// Discards what is held back.
    pub fn drop_held(&mut self) {
        self.held.clear();
    }

    /// Writes what is held back.
    pub fn write_held(&mut self, out: &mut String) {
        for witness in std::mem::take(&mut self.held) {
            self.write_witness(out, &witness);
        }
    }

    /// Writes the end of the current call, if there is one. Lower bounds that came after the last answer are written before
    /// it, since readers expect the last answer at the end.
    pub fn end_call(&mut self, out: &mut String, stop: Duration) {
        if let Some(last) = self.held.iter().rposition(|witness| witness.get("Lower").is_none()) {
            self.held[last..].rotate_left(1);
        }
        self.write_held(out);
        self.open_call(out);
        let Some(call) = self.call.take() else { return };
        if call.witnesses > Some(0) {
            *out += "\n      ]";
        }
        *out += &format!(",\n      \"Stop\": {}\n    }}", json!(seconds(stop)));
    }

    /// Writes the remaining keys and closes the object.
    pub fn end(&mut self, out: &mut String, rest: Map<String, Value>) {
        self.begin(out);
        *out += if self.calls == 0 { "],\n" } else { "\n  ],\n" };
        let rest = format!("{:#}\n", Value::Object(rest));
        *out += rest.strip_prefix("{\n").unwrap_or(&rest);
    }

    /// Opens the object unless it is open.
    fn begin(&mut self, out: &mut String) {
        if !std::mem::replace(&mut self.begun, true) {
            let solver = concat!("groundplan version ", env!("CARGO_PKG_VERSION"));
            let head = format!("{:#}", json!({ "Solver": solver, "Input": self.files }));
            *out += head.strip_suffix("\n}").unwrap_or(&head);
            *out += ",\n  \"Call\": [";
        }
    }

    fn write_witness(&mut self, out: &mut String, witness: &Value) {
        self.open_call(out);
        let Some(JsonCall { witnesses: Some(count), .. }) = &mut self.call else { return };
        *out += if *count == 0 { ",\n      \"Witnesses\": [\n        " } else { ",\n        " };
        *count += 1;
        *out += &format!("{witness:#}").replace('\n', "\n        ");
    }

    /// Opens the current call, if there is one and it is not open.
    fn open_call(&mut self, out: &mut String) {
        if self.call.as_ref().is_none_or(|call| call.witnesses.is_some()) {
            return;
        }
        self.begin(out);
        let Some(call) = &mut self.call else { return };
        call.witnesses = Some(0);
        *out += if self.calls == 0 { "\n    {" } else { ",\n    {" };
        self.calls += 1;
        *out += &format!("\n      \"Start\": {}", json!(seconds(call.start)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_make_up_what_is_written_in_one_go() {
        let second = Duration::from_secs(1);
        let witness = |atom: &str| json!({ "Time": 1.0, "Value": [atom, "b\n"], "Costs": [] });
        let (mut json, mut out) = (JsonObject::new(vec!["p.lp".to_owned()]), String::new());
        for atoms in [&["a", "c"][..], &[], &["d"]] {
            json.begin_call(second);
            atoms.iter().for_each(|atom| json.write(&mut out, &witness(atom)));
            json.end_call(&mut out, 2 * second);
        }
        let rest = json!({ "Result": "SATISFIABLE", "Models": { "Number": 3 } });
        json.end(&mut out, rest.as_object().expect("one").clone());
        let whole = json!({
            "Solver": concat!("groundplan version ", env!("CARGO_PKG_VERSION")),
            "Input": ["p.lp"],
            "Call": [
                { "Start": 1.0, "Witnesses": [witness("a"), witness("c")], "Stop": 2.0 },
                { "Start": 1.0, "Stop": 2.0 },
                { "Start": 1.0, "Witnesses": [witness("d")], "Stop": 2.0 },
            ],
            "Result": "SATISFIABLE",
            "Models": { "Number": 3 },
        });
        assert_eq!(out, format!("{whole:#}\n"));
        let (mut json, mut out) = (JsonObject::new(Vec::new()), String::new());
        json.end_call(&mut out, second);
        assert!(out.is_empty() && !json.has_begun());
        json.end(&mut out, Map::from_iter([("Result".to_owned(), json!("UNKNOWN"))]));
        let solver = whole["Solver"].clone();
        let whole = json!({ "Solver": solver, "Input": [], "Call": [], "Result": "UNKNOWN" });
        assert_eq!(out, format!("{whole:#}\n"));
    }

    #[test]
    fn lower_bounds_do_not_come_last() {
        let (mut json, mut out) = (JsonObject::new(Vec::new()), String::new());
        json.begin_call(Duration::ZERO);
        for (lower, number) in [(false, 9), (true, 1), (false, 8), (true, 2), (true, 3)] {
            if !lower {
                json.write_held(&mut out);
            }
            json.hold(if lower { json!({ "Lower": [number] }) } else { json!({ "Costs": [number] }) });
        }
        json.end_call(&mut out, Duration::ZERO);
        json.end(&mut out, Map::from_iter([("Calls".to_owned(), json!(1))]));
        let whole: Value = serde_json::from_str(&out).expect("an object");
        let expected = [("Costs", 9), ("Lower", 1), ("Lower", 2), ("Lower", 3), ("Costs", 8)];
        let expected = expected
            .map(|(name, number)| Value::Object([(name.to_owned(), json!([number]))].into_iter().collect()));
        assert_eq!(whole["Call"][0]["Witnesses"], json!(expected));
    }
}
