//! What `groundplan optimize` has found, and how it says so.

use groundplan_check::Rules;
use groundplan_sokoban::{Bounds, Reason};
use serde_json::{json, Value};

use crate::exit::{Exit, Failure};
use crate::input::Text;
use crate::plan::{self, atoms, counted};

/// What is known in the end.
pub enum Found {
    /// There is no plan of any length, for this reason.
    Nothing(Reason),
    /// So much.
    Bounds(Bounds),
}

impl Found {
    /// What has been found by bounds, or by there being none, for this reason.
    pub fn new(bounds: Option<Bounds>, reason: Reason) -> Self {
        bounds.map_or(Found::Nothing(reason), Found::Bounds)
    }

    /// Replays the plan. `encoding` is the program that gave it, if it is not the shipped one.
    ///
    /// # Errors
    ///
    /// When it breaks a rule.
    pub fn verify(&self, text: &Text, encoding: Option<&str>) -> Result<(), Failure> {
        match self {
            Found::Bounds(Bounds { plan: Some(plan), .. }) => {
                let rules = Rules { actions: Some(plan.len()), ..Rules::default() };
                plan::verify(&text.text, plan, &rules, encoding)
            }
            _ => Ok(()),
        }
    }

    /// Whether there is nothing more to find out.
    pub fn proven(&self) -> bool {
        match self {
            Found::Nothing(_) => true,
            Found::Bounds(bounds) => bounds.plan.as_ref().is_some_and(|plan| plan.len() <= bounds.lower),
        }
    }

    /// The exit code.
    pub fn exit(&self) -> Exit {
        match self {
            Found::Nothing(_) => Exit::None,
            Found::Bounds(_) if self.proven() => Exit::Found,
            Found::Bounds(_) => Exit::Unknown,
        }
    }

    fn result(&self) -> &'static str {
        match self {
            Found::Nothing(_) => "UNSATISFIABLE",
            Found::Bounds(Bounds { plan: None, .. }) => "UNKNOWN",
            Found::Bounds(_) if self.proven() => "OPTIMUM FOUND",
            Found::Bounds(_) => "SATISFIABLE",
        }
    }

    /// What is printed for programs that read lines.
    pub fn lines(&self) -> String {
        match self {
            Found::Bounds(Bounds { plan: Some(plan), .. }) => {
                format!("{}Optimization: {}\n{}\n", atoms(plan), plan.len(), self.result())
            }
            _ => format!("{}\n", self.result()),
        }
    }

    /// What is said to people. `confirmed`: the solver has refuted one action less, too.
    pub fn sentence(&self, confirmed: bool) -> String {
        let bounds = match self {
            Found::Nothing(Reason::Exhaustion) => {
                return "no plan of any length: all configurations are exhausted".to_owned()
            }
            Found::Nothing(_) => {
                return "no plan of any length: no assignment of boxes to storage locations".to_owned()
            }
            Found::Bounds(bounds) => bounds,
        };
        match &bounds.plan {
            None => format!("{} <= actions, no plan yet", bounds.lower),
            Some(plan) if !self.proven() => {
                format!("{} <= actions <= {}", bounds.lower, plan.len())
            }
            Some(plan) if plan.is_empty() => "0 actions: the instance is solved already".to_owned(),
            Some(plan) => {
                let fewer = plan.len() - 1;
                let by = match (bounds.reason, confirmed) {
                    (Reason::Refutation, _) => "refuted by the solver",
                    (Reason::Exhaustion, _) => "all configurations exhausted that fewer lead to",
                    (Reason::Assignment, true) => {
                        "the cheapest assignment of boxes to storage locations costs more, and the solver confirms it"
                    }
                    (Reason::Assignment, false) => {
                        "the cheapest assignment of boxes to storage locations costs more"
                    }
                };
                format!("{}, proven fewest: no plan with {fewer} ({by})", counted(plan.len()))
            }
        }
    }

    /// What is printed for programs that read JSON.
    pub fn object(&self, instance: &str, stats: &Value) -> Value {
        let (bounds, value, reason) = match self {
            Found::Nothing(reason) => (None, None, reason),
            Found::Bounds(bounds) => (Some(bounds), Some(bounds.lower), &bounds.reason),
        };
        let plan = bounds.and_then(|bounds| bounds.plan.as_deref());
        let reason = match reason {
            Reason::Assignment => "assignment",
            Reason::Refutation => "refutation",
            Reason::Exhaustion => "exhaustion",
        };
        let lower = json!({ "value": value, "reason": reason });
        json!({
            "schema_version": 1,
            "command": "optimize",
            "instance": instance,
            "result": self.result(),
            "actions": plan.map(<[_]>::len),
            "lower_bound": lower,
            "proven": self.proven(),
            "plan": plan.map(plan::json),
            "checked": plan.is_some(),
            "stats": stats,
        })
    }
}
