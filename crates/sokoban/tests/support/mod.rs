//! What the tests share.
#![allow(dead_code, reason = "each test uses a part of it")]

use std::path::{Path, PathBuf};

use groundplan_check::{check, Instance as Board, Plan, Rules, Verdict};
use groundplan_sokoban::{decide, Answer, Instance, Question};

/// The repository's instances.
pub fn instances() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../instances/sokoban")
}

/// A level as the engine and as the checker read it.
pub struct Level {
    name: String,
    instance: Instance,
    board: Board,
}

impl Level {
    /// Reads facts.
    pub fn read(name: &str, text: &str) -> Level {
        let instance = Instance::read(name, text).unwrap_or_else(|error| panic!("{name}: {error}\n{text}"));
        let board = Board::parse(text).unwrap_or_else(|error| panic!("{name}: {error}\n{text}"));
        Level { name: name.to_owned(), instance, board }
    }

    /// The instance.
    pub fn instance(&self) -> &Instance {
        &self.instance
    }

    /// Whether there is a plan of exactly so many actions, or of as many as the instance's steps ask for. Every plan
    /// found is replayed by the checker.
    pub fn has_plan(&self, actions: Option<usize>, no_noop: bool) -> bool {
        let question = Question { steps: actions.map(|actions| actions + 1), no_noop, ..Question::default() };
        let decision =
            decide(self.instance.clone(), &question).unwrap_or_else(|error| panic!("{}: {error}", self.name));
        let plan = match decision.answer {
            Answer::Plan(plan) => plan,
            Answer::None => return false,
            Answer::Unknown => panic!("{}: nobody stopped the search", self.name),
        };
        if let Some(actions) = actions {
            assert_eq!(decision.actions, actions, "{}", self.name);
        }
        let text: String = plan.iter().map(|push| format!("{push}.\n")).collect();
        let parsed = Plan::parse(&text).unwrap_or_else(|error| panic!("{}: {error}\n{text}", self.name));
        let rules = Rules { any_length: false, no_noop, actions };
        let verdict = check(&self.board, &parsed, &rules);
        assert_eq!(
            verdict,
            Verdict::Valid { actions: decision.actions },
            "{}, {rules:?}:\n{text}",
            self.name
        );
        true
    }
}
