//! The options of the server, which the editor sends when it starts the server (`initializationOptions`).
//!
//! `arguments` is a command line of `groundplan solve`: files that belong to every program, constants, kinds of warnings, and
//! the options with which `groundplan.solve` searches. `opensText` says that the editor itself shows what a command returns.

use std::sync::Arc;
use std::time::Duration;

use groundplan_frontend::arguments::SolveArguments;
use groundplan_frontend::configuration::Configuration;
use groundplan_frontend::options::Refusal;
use groundplan_frontend::warnings::{self, WantedWarnings};
use lsp_types::LspAny;

/// The time limit of a search if the options name none.
const TIME_LIMIT: Duration = Duration::from_secs(10);

/// The limit on ground rules if the options name none.
const GROUND_LIMIT: u64 = 5_000_000;

/// The options.
#[derive(Clone, Debug)]
pub struct EditorOptions {
    /// The command line.
    pub arguments: Arc<SolveArguments>,
    /// The kinds of warnings that it selects.
    pub warnings: WantedWarnings,
    /// Whether the editor shows what a command returns.
    pub opens_text: bool,
}

impl Default for EditorOptions {
    fn default() -> Self {
        EditorOptions::read(None).expect("a command line without words is one")
    }
}

impl EditorOptions {
    /// Reads the options.
    ///
    /// # Errors
    ///
    /// Returns a message if they are not as described.
    pub fn read(given: Option<&LspAny>) -> Result<Self, String> {
        let given = given.unwrap_or(&LspAny::Null);
        let words = match &given["arguments"] {
            LspAny::Null => Some(Vec::new()),
            LspAny::Array(words) => words.iter().map(|word| word.as_str().map(str::to_owned)).collect(),
            _ => None,
        };
        let words =
            words.ok_or("`arguments` is a list of strings, as in [\"instance.lp\", \"-c\", \"n=8\"]")?;
        let configuration = Configuration::read(words).map_err(Refusal::into_sentence)?;
        let arguments = configuration.arguments().clone();
        let warnings = warnings::wanted(&arguments.program.warnings)?;
        let opens_text = given["opensText"].as_bool().unwrap_or(false);
        Ok(EditorOptions { arguments: Arc::new(arguments), warnings, opens_text })
    }

    /// The files that belong to every program.
    pub fn files(&self) -> &[String] {
        &self.arguments.program.files
    }

    /// How long a search may take.
    pub fn time_limit(&self) -> Duration {
        self.arguments.limits.time_limit.unwrap_or(TIME_LIMIT)
    }

    /// How many ground rules there may be.
    pub fn ground_limit(&self) -> u64 {
        self.arguments.limits.ground_limit.unwrap_or(GROUND_LIMIT)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn they_are_a_command_line() {
        let read = |given: LspAny| EditorOptions::read(Some(&given));
        let options = read(json!({ "arguments": ["facts.lp", "-c", "n=8", "-W", "all", "--time-limit=3"] }));
        let options = options.expect("options");
        assert_eq!(options.files(), ["facts.lp"]);
        assert_eq!(options.arguments.program.constants, ["n=8"]);
        assert_eq!(options.time_limit(), Duration::from_secs(3));
        assert_eq!(EditorOptions::read(None).expect("none").time_limit(), TIME_LIMIT);
        for wrong in [json!({ "arguments": "-W all" }), json!({ "arguments": [1] })] {
            assert!(read(wrong).expect_err("not strings").contains("list of strings"));
        }
        let unknown = read(json!({ "arguments": ["--modles=3"] })).expect_err("no option");
        assert!(unknown.contains("did you mean `--models`"), "{unknown}");
        assert!(read(json!({ "arguments": ["-W", "everything"] }))
            .expect_err("no kind")
            .contains("everything"));
    }
}
