//! The results of `groundplan explain`, as JSON.

use groundplan::diagnostic::Span;
use groundplan::{Cause, CauseKind, Conflict, Instance, LoopStep, OddLoop, StatementKind};
use serde_json::{json, Value};

use super::result::ExplainResult;
use super::ExplainArguments;

impl ExplainResult {
    /// Returns the result as an object. Odd loops have a key only if there are any.
    pub fn object(&self, arguments: &ExplainArguments) -> Value {
        let mut object = json!({
            "schema_version": 1,
            "command": "explain",
            "files": arguments.program.files,
            "result": self.result(),
        });
        let causes =
            |causes: &[Cause]| -> Value { causes.iter().map(|cause| self.cause(cause, arguments)).collect() };
        let conflict = |conflict: &Conflict| json!({ "minimal": conflict.is_minimal, "conflict": causes(&conflict.causes) });
        if arguments.repair {
            let repair = self.repair.as_ref();
            object["smallest"] = json!(repair.map(|repair| repair.is_smallest));
            object["answer_set_without"] = json!(repair.and_then(|repair| repair.is_verified));
            object["repair"] = json!(repair.map(|repair| causes(&repair.causes)));
        } else if arguments.wants_several() {
            let unfinished = self.unfinished.as_ref().filter(|_| self.conflicts.is_empty());
            object["complete"] = json!(self.is_complete);
            object["conflicts"] = self.conflicts.iter().chain(unfinished).map(conflict).collect();
        } else {
            object["minimal"] = json!(self.last().map(|conflict| conflict.is_minimal));
            object["conflict"] = json!(self.last().map(|conflict| causes(&conflict.causes)));
        }
        if !self.definitions.odd_loops.is_empty() {
            object["odd_loops"] = self.definitions.odd_loops.iter().map(|odd| self.odd_loop(odd)).collect();
        }
        if self.definitions.has_more {
            object["more_with_soft_all"] = json!(true);
        }
        object
    }

    fn cause(&self, cause: &Cause, arguments: &ExplainArguments) -> Value {
        let mut object = match &cause.kind {
            CauseKind::Statement(kind) => json!({ "kind": kind_name(*kind) }),
            CauseKind::Support(predicate) => json!({ "kind": "support", "predicate": predicate }),
            CauseKind::Assumption(literal) => json!({ "kind": "assumption", "literal": literal }),
        };
        if let Some(span) = cause.span {
            self.place(&mut object, span);
            if arguments.instances {
                object["instances"] = cause.instances.iter().map(values).collect();
            }
        }
        object
    }

    fn odd_loop(&self, odd: &OddLoop) -> Value {
        let steps = odd.steps.iter().map(|LoopStep { atom, depends_on, span }| {
            let mut object = json!({ "atom": atom, "depends_on": depends_on });
            self.place(&mut object, *span);
            object
        });
        steps.collect()
    }

    /// Adds the position and the text of a statement.
    fn place(&self, object: &mut Value, span: Span) {
        let (line, column) = self.sources.position(span);
        object["file"] = json!(self.sources.name(span.source));
        object["line"] = json!(line);
        object["column"] = json!(column);
        object["text"] = json!(&self.sources.text(span.source)[span.range()]);
    }
}

/// Returns the name of a kind of statement in JSON.
fn kind_name(kind: StatementKind) -> &'static str {
    match kind {
        StatementKind::Constraint => "constraint",
        StatementKind::Fact => "fact",
        StatementKind::Rule => "rule",
        StatementKind::Bounds => "bounds",
    }
}

/// Returns the values of the variables of an instance.
fn values(instance: &Instance) -> Value {
    instance.values.iter().map(|(name, value)| (name.clone(), json!(value))).collect()
}
