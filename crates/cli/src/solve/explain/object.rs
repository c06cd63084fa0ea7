//! The results of `groundplan explain`, as JSON.

use groundplan_explain::Conflict;
use groundplan_frontend::explain::{causes, contrast_object, counting, odd_loops, Places};
use serde_json::{json, Value};

use super::result::ExplainResult;
use super::ExplainArguments;

impl ExplainResult {
    /// Returns the result as an object. Odd loops and counting have a key only if there are any.
    pub fn object(&self, arguments: &ExplainArguments) -> Value {
        let mut object = json!({
            "schema_version": 1,
            "command": "explain",
            "files": arguments.program.files,
            "result": self.result(),
        });
        let places = Places::of(&self.sources);
        let conflict = |conflict: &Conflict| causes(&conflict.causes, &places, arguments.instances);
        if arguments.repair {
            let repair = self.repair.as_ref();
            object["smallest"] = json!(repair.map(|repair| repair.is_smallest));
            object["answer_set_without"] = json!(repair.and_then(|repair| repair.is_verified));
            object["repair"] = json!(repair.map(|repair| causes(&repair.causes, &places, false)));
            let alternatives = repair.into_iter().flat_map(|repair| &repair.alternatives);
            object["alternatives"] = alternatives.map(|it| causes(it, &places, false)).collect();
            if let Some(repair) = repair.filter(|repair| !repair.costs.is_empty()) {
                object["costs"] = json!(repair.costs);
            }
        } else if arguments.wants_several() {
            let unfinished = self.unfinished.as_ref().filter(|_| self.conflicts.is_empty());
            let all = self.conflicts.iter().chain(unfinished);
            object["complete"] = json!(self.is_complete);
            let conflict = |it: &Conflict| {
                let mut object = json!({ "minimal": it.is_minimal, "conflict": conflict(it) });
                add_counting(&mut object, Some(it));
                object
            };
            object["conflicts"] = all.map(conflict).collect();
        } else {
            object["minimal"] = json!(self.last().map(|conflict| conflict.is_minimal));
            object["conflict"] = json!(self.last().map(conflict));
            add_counting(&mut object, self.last());
        }
        if !self.definitions.odd_loops.is_empty() {
            object["odd_loops"] = odd_loops(&self.definitions.odd_loops, &places);
        }
        if let Some(contrast) = &self.contrast {
            object["contrast"] = contrast_object(&arguments.assume.join(", "), contrast, &places);
            // An answer set with the assumptions is known, if not what it costs.
            object["contrast"]["possible"] = json!(true);
        }
        if self.definitions.has_more {
            object["more_with_soft_all"] = json!(true);
        }
        object
    }
}

/// Adds what counting says of a conflict.
fn add_counting(object: &mut Value, conflict: Option<&Conflict>) {
    if let Some(said) = conflict.and_then(|conflict| conflict.counting.as_ref()) {
        object["counting"] = counting(said);
    }
}
