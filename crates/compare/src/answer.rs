//! Parses the output of an engine into its claim.

use groundplan_check::Plan;
use groundplan_terminal::exit::Exit;
use serde_json::Value;

use crate::task::{AnswerFinding, TaskClaim};

/// The output format of an engine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OutputFormat {
    /// The JSON object of `groundplan`.
    Json,
    /// `push(...)` atoms and a verdict, as `groundplan` and solvers print them.
    Lines,
    /// The same lines for the least satisfiable horizon, which is the optimum and has one push per step.
    Horizon {
        /// Whether the steps count the remaining actions, as in frames rooted at the goal.
        counts_down: bool,
    },
}

/// The parsed output of an engine.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ParsedOutput {
    /// A claim.
    Claim(TaskClaim),
    /// The engine does not answer this kind of question.
    NotApplicable,
    /// The engine reached the memory limit that it was given.
    MemoryOut,
    /// No claim that can be parsed.
    NoClaim,
}

/// Parses standard output and standard error of an engine that exited with this code.
pub fn read(format: OutputFormat, output: &str, errors: &str, code: Option<i32>) -> ParsedOutput {
    let claim = match format {
        // The engine does not support this question or backend.
        OutputFormat::Json if code == Some(Exit::Usage.code()) => return ParsedOutput::NotApplicable,
        OutputFormat::Json => match object(output) {
            ParsedOutput::NoClaim if errors.lines().any(|line| line.starts_with("n/a")) => {
                ParsedOutput::NotApplicable
            }
            ParsedOutput::NoClaim if errors.lines().any(|line| line.starts_with("memory out")) => {
                ParsedOutput::MemoryOut
            }
            said => said,
        },
        OutputFormat::Lines | OutputFormat::Horizon { .. } => lines(output),
    };
    match (format, claim) {
        (OutputFormat::Horizon { counts_down }, ParsedOutput::Claim(claim)) => horizon(claim, counts_down),
        (_, claim) => claim,
    }
}

/// Returns the plan in a JSON result of `groundplan`, with one atom per line.
pub fn plan(object: &Value) -> Option<String> {
    let word = |push: &Value, key: &str| push[key].as_str().unwrap_or_default().to_owned();
    let atom = |push: &Value| {
        let terms = ["box", "direction", "to", "step"].map(|key| word(push, key));
        format!("push({}).\n", terms.join(","))
    };
    object["plan"].as_array().map(|pushes| pushes.iter().map(atom).collect())
}

fn object(output: &str) -> ParsedOutput {
    let Ok(object) = serde_json::from_str::<Value>(output) else { return ParsedOutput::NoClaim };
    let result = object["result"].as_str().unwrap_or_default();
    let actions = object["actions"].as_u64().and_then(|actions| u32::try_from(actions).ok());
    let optimum = actions.filter(|_| result == "OPTIMUM FOUND");
    let Some(answer) = AnswerFinding::from_words(result, optimum) else { return ParsedOutput::NoClaim };
    let plan = plan(&object);
    ParsedOutput::Claim(TaskClaim { answer, plan })
}

fn lines(output: &str) -> ParsedOutput {
    let mut plan = String::new();
    let (mut verdict, mut optimum) = (None, None);
    for line in output.lines().map(str::trim) {
        match line {
            "N/A" => return ParsedOutput::NotApplicable,
            "SATISFIABLE" | "UNSATISFIABLE" | "OPTIMUM FOUND" => verdict = Some(line),
            _ if line.starts_with("push(") => {
                plan.push_str(line);
                plan.push('\n');
            }
            _ => {
                if let Some(number) = line.strip_prefix("Optimization:") {
                    optimum = number.trim().parse().ok();
                }
            }
        }
    }
    let optimum = optimum.filter(|_| verdict == Some("OPTIMUM FOUND"));
    match verdict.and_then(|verdict| AnswerFinding::from_words(verdict, optimum)) {
        None => ParsedOutput::NoClaim,
        Some(AnswerFinding::Unsatisfiable) => {
            ParsedOutput::Claim(TaskClaim { answer: AnswerFinding::Unsatisfiable, plan: None })
        }
        Some(answer) => ParsedOutput::Claim(TaskClaim { answer, plan: Some(plan) }),
    }
}

/// Returns the claim that the number of pushes is optimal. Steps are dropped, since the order is enough.
fn horizon(claim: TaskClaim, counts_down: bool) -> ParsedOutput {
    if claim.answer != AnswerFinding::Satisfiable {
        return ParsedOutput::Claim(claim);
    }
    let Ok(plan) = Plan::parse(claim.plan.as_deref().unwrap_or_default()) else {
        return ParsedOutput::NoClaim;
    };
    let mut atoms: Vec<String> = plan
        .pushes()
        .iter()
        .map(|push| format!("push({},{},{}).\n", push.before, push.direction, push.after))
        .collect();
    if counts_down {
        atoms.reverse();
    }
    let answer = AnswerFinding::Optimum(atoms.len() as u32);
    ParsedOutput::Claim(TaskClaim { answer, plan: Some(atoms.concat()) })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn claimed(answer: AnswerFinding, plan: Option<&str>) -> ParsedOutput {
        ParsedOutput::Claim(TaskClaim { answer, plan: plan.map(str::to_owned) })
    }

    #[test]
    fn the_object_of_groundplan() {
        let plan = r#"[{"box":"b","direction":"right","to":"c","step":"1"}]"#;
        let object = |result: &str, actions: &str, plan: &str| {
            read(
                OutputFormat::Json,
                &format!(r#"{{"result":"{result}","actions":{actions},"plan":{plan}}}"#),
                "",
                Some(0),
            )
        };
        let push = Some("push(b,right,c,1).\n");
        assert_eq!(object("OPTIMUM FOUND", "1", plan), claimed(AnswerFinding::Optimum(1), push));
        assert_eq!(object("SATISFIABLE", "1", plan), claimed(AnswerFinding::Satisfiable, push));
        assert_eq!(object("UNSATISFIABLE", "null", "null"), claimed(AnswerFinding::Unsatisfiable, None));
        assert_eq!(object("UNKNOWN", "null", "null"), ParsedOutput::NoClaim);
        assert_eq!(read(OutputFormat::Json, "", "memory", Some(0)), ParsedOutput::NoClaim);
        assert_eq!(read(OutputFormat::Json, "", "", Some(64)), ParsedOutput::NotApplicable);
        let unknown = |errors| read(OutputFormat::Json, r#"{"result":"UNKNOWN"}"#, errors, Some(2));
        assert_eq!(unknown("n/a: surplus boxes\n"), ParsedOutput::NotApplicable);
        assert_eq!(unknown("0.1 s\nmemory out: the table space is used up\n"), ParsedOutput::MemoryOut);
    }

    #[test]
    fn the_lines_of_solvers() {
        let read = |output| read(OutputFormat::Lines, output, "", Some(0));
        assert_eq!(read("N/A\n"), ParsedOutput::NotApplicable);
        assert_eq!(
            read("push(b,right,c,1)"),
            ParsedOutput::NoClaim,
            "a plan without a verdict was cut short"
        );
        assert_eq!(
            read("push(b,right,c,1) push(c,left,b,2)\nSATISFIABLE\n"),
            claimed(AnswerFinding::Satisfiable, Some("push(b,right,c,1) push(c,left,b,2)\n"))
        );
        assert_eq!(read("\nUNSATISFIABLE\n"), claimed(AnswerFinding::Unsatisfiable, None));
        assert_eq!(
            read("push(b,right,c,1).\nOptimization: 1\nOPTIMUM FOUND\n"),
            claimed(AnswerFinding::Optimum(1), Some("push(b,right,c,1).\n"))
        );
        assert_eq!(read("OPTIMUM FOUND\n"), ParsedOutput::NoClaim, "an optimum without its value");
    }

    #[test]
    fn steps_that_count_down_are_turned_round() {
        let output = "push(c,up,d,1) push(a,right,b,10) push(b,up,c,2)\nSATISFIABLE\n";
        let plan = |counts_down| read(OutputFormat::Horizon { counts_down }, output, "", Some(10));
        let (down, up) = (
            "push(a,right,b).\npush(b,up,c).\npush(c,up,d).\n",
            "push(c,up,d).\npush(b,up,c).\npush(a,right,b).\n",
        );
        assert_eq!(plan(true), claimed(AnswerFinding::Optimum(3), Some(down)));
        assert_eq!(plan(false), claimed(AnswerFinding::Optimum(3), Some(up)));
        let solved = read(OutputFormat::Horizon { counts_down: true }, "\nSATISFIABLE\n", "", Some(10));
        assert_eq!(solved, claimed(AnswerFinding::Optimum(0), Some("")));
    }
}
