//! Plans as they are printed, as the checker reads them, and played out.

use std::fmt::Write;
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use groundplan_check::{check, in_order, Plan, Rules, Verdict};
use groundplan_sokoban::witness::Push;
use groundplan_sokoban::{Instance, Trace, TraceError};
use serde_json::{json, Value};

use crate::exit::Failure;
use crate::instance::{self, quantity, Source};
use crate::options::file_to_write;

/// How a plan is shown.
#[derive(Clone, Debug, Args)]
pub struct PlanArguments {
    /// Print the plan as push/4 atoms, or in letters as Sokoban programs read and write them
    #[arg(long, value_name = "FORMAT", default_value = "atoms", help_heading = "Plans")]
    pub plan_format: PlanFormat,
    /// Write a page that plays the plan, for any browser
    #[arg(long, value_name = "FILE", help_heading = "Plans", value_parser = file_to_write)]
    pub html: Option<PathBuf>,
}

/// How a plan is printed as text.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum PlanFormat {
    /// One push/4 atom a line
    Atoms,
    /// One line of letters: l u r d walk, L U R D push
    Lurd,
}

/// A plan played out on its instance.
#[derive(Debug)]
pub struct Played {
    /// The instance.
    pub instance: Instance,
    /// The moves.
    pub trace: Trace,
    /// Each action as an atom.
    pub texts: Vec<String>,
}

impl Played {
    /// Plays the plan that the engine found.
    ///
    /// # Errors
    ///
    /// When it cannot be played, which the checker would have said.
    pub fn found(source: &Source, plan: &[Push]) -> Result<Played, Failure> {
        let instance = instance::read(source, true)?;
        let pushes = plan.iter().map(|push| [&*push.before, &*push.direction, &*push.after]);
        let trace = Trace::of_pushes(&instance, pushes).map_err(unplayable)?;
        Ok(Played { instance, trace, texts: plan.iter().map(Push::to_string).collect() })
    }

    /// Plays a plan that was read and checked, by these rules.
    ///
    /// # Errors
    ///
    /// When it cannot be played, which the checker would have said.
    pub fn read(
        source: &Source,
        checked: &groundplan_check::Instance,
        plan: &Plan,
        rules: &Rules,
    ) -> Result<Played, Failure> {
        let instance = instance::read(source, true)?;
        if let Some(letters) = plan.letters() {
            let trace = Trace::of_letters(&instance, &letters).map_err(unplayable)?;
            let name = |location| instance.symbols.display(instance.term(location)).to_string();
            let text = |(index, action): (usize, &groundplan_sokoban::Action)| {
                let (from, to) = (name(action.from), name(action.to));
                format!("push({from},{},{to},{})", action.direction.name(), index + 1)
            };
            let texts = trace.actions.iter().enumerate().map(text).collect();
            return Ok(Played { instance, trace, texts });
        }
        let pushes = in_order(checked, plan, rules)
            .map_err(|violation| Failure::Internal(format!("a checked plan has no order: {violation}")))?;
        let texts = pushes.iter().map(ToString::to_string).collect();
        let pushes = pushes.iter().map(|push| [&*push.before, &*push.direction, &*push.after]);
        let trace = Trace::of_pushes(&instance, pushes).map_err(unplayable)?;
        Ok(Played { instance, trace, texts })
    }

    /// Whether all storage locations hold a box in the end.
    pub fn solved(&self) -> bool {
        let boards = self.trace.boards(&self.instance);
        let last = boards.last().expect("there is a start");
        self.instance.storages.iter().all(|storage| last.boxes.contains(storage))
    }

    /// `27 pushes, 90 moves, 9 box changes`.
    pub fn counted(&self) -> String {
        let counts = self.trace.counts();
        format!(
            "{}, {}, {}",
            quantity(counts.pushes, "push", "pushes"),
            quantity(counts.moves, "move", "moves"),
            quantity(counts.box_changes, "box change", "box changes")
        )
    }
}

fn unplayable(error: TraceError) -> Failure {
    Failure::Internal(format!("a checked plan cannot be played: {error}"))
}

/// A plan as lines of text.
pub fn lines(plan: &[Push], played: &Played, format: PlanFormat) -> String {
    match format {
        PlanFormat::Atoms => atoms(plan),
        PlanFormat::Lurd => format!("{}\n", played.trace.letters()),
    }
}

/// Adds what is counted on a plan, and its letters, to a result; null without a plan.
pub fn add_counts(result: &mut Value, played: Option<&Played>) {
    let counts = played.map(|played| played.trace.counts());
    result["pushes"] = json!(counts.map(|counts| counts.pushes));
    result["moves"] = json!(counts.map(|counts| counts.moves));
    result["box_changes"] = json!(counts.map(|counts| counts.box_changes));
    result["lurd"] = json!(played.map(|played| played.trace.letters()));
}

/// One atom a line, each ended by a dot.
fn atoms(plan: &[Push]) -> String {
    plan.iter().fold(String::new(), |mut text, push| {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{push}.");
        text
    })
}

/// One object an action.
pub fn json(plan: &[Push]) -> Value {
    let action = |push: &Push| json!({ "box": push.before, "direction": push.direction, "to": push.after, "step": push.step });
    plan.iter().map(action).collect()
}

/// Replays a plan, as it is about to be printed, by the checker. `encoding` is the program that gave it, if it is not
/// the shipped one.
///
/// # Errors
///
/// When the plan breaks a rule.
pub fn verify(instance: &str, plan: &[Push], rules: &Rules, encoding: Option<&str>) -> Result<(), Failure> {
    let verdict = groundplan_check::Instance::parse(instance)
        .and_then(|instance| Plan::parse(&atoms(plan)).map(|plan| check(&instance, &plan, rules)));
    let broken = match verdict {
        Ok(Verdict::Valid { .. }) => return Ok(()),
        Ok(Verdict::Invalid(violation)) => violation.message,
        Err(error) => error.message(),
    };
    Err(match encoding {
        Some(path) => Failure::Input(format!(
            "the plan that the encoding `{path}` gives breaks the rules of the game: {broken}"
        )),
        None => Failure::Internal(format!("the plan found breaks the rules of the game: {broken}")),
    })
}

/// A number of actions in words.
pub fn counted(actions: usize) -> String {
    if actions == 1 {
        "1 action (box line)".to_owned()
    } else {
        format!("{actions} actions (box lines)")
    }
}
