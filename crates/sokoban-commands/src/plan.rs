//! Plans: as printed, as the checker reads them, and as replayed.

use std::path::PathBuf;
use std::sync::Arc;

use clap::{Args, ValueEnum};
use groundplan_check::{
    check, count, in_order, Counts, Instance as Checked, Plan as Text, Rule, Rules, Verdict,
};
use groundplan_sokoban::{Instance, Plan, Push, Trace};
use groundplan_terminal::exit::Failure;
use groundplan_terminal::options::file_to_write;
use groundplan_terminal::words::quantity;
use serde_json::{json, Value};

use crate::instance::Source;

/// How a plan is shown.
#[derive(Clone, Debug, Args)]
pub struct PlanArguments {
    /// Print the plan as atoms, or in letters as Sokoban programs read and write them
    #[arg(long, value_name = "FORMAT", default_value = "atoms", help_heading = "Plans")]
    pub plan_format: PlanFormat,
    /// Write a page that plays the plan and lets one play, for any browser, and says why where there is no plan; with several
    /// levels one for all of them
    #[arg(long, value_name = "FILE", help_heading = "Plans", value_parser = file_to_write)]
    pub html: Option<PathBuf>,
    /// Write a table of the levels to this file, as CSV: what is known of each, and numbers for who designs levels
    #[arg(long, value_name = "FILE", help_heading = "Plans", value_parser = file_to_write)]
    pub csv: Option<PathBuf>,
    /// Write the levels asked for to this file, a collection with a solution each, as far as there is one; as SLC where it
    /// is called FILE.slc
    #[arg(long, short, value_name = "FILE", help_heading = "Plans", value_parser = file_to_write)]
    pub output: Option<PathBuf>,
}

/// How a plan is printed as text.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum PlanFormat {
    /// One push/4 atom a line, or one atom or action of the competition that the instance is from
    Atoms,
    /// One line of letters: l u r d walk, L U R D push
    Lurd,
}

/// A plan replayed on its instance.
#[derive(Debug)]
pub struct Played {
    /// The instance.
    pub instance: Arc<Instance>,
    /// The moves.
    pub trace: Trace,
    /// Each action as an atom.
    pub texts: Vec<String>,
}

impl Played {
    /// Plays a plan that an engine found.
    ///
    /// # Errors
    ///
    /// When it cannot be played, which the checker would have reported.
    pub fn found(instance: Arc<Instance>, plan: &Plan) -> Result<Played, Failure> {
        let trace = Trace::of_plan(&instance, plan).map_err(unplayable)?;
        let texts = plan.atoms(&instance).collect();
        Ok(Played { instance, trace, texts })
    }

    /// Plays a plan that was read and checked by these rules.
    ///
    /// # Errors
    ///
    /// When it cannot be played, which the checker would have reported.
    pub fn read(
        instance: Arc<Instance>,
        checked: &groundplan_check::Instance,
        plan: &Text,
        rules: &Rules,
    ) -> Result<Played, Failure> {
        if let Some(letters) = plan.letters() {
            let trace = Trace::of_letters(&instance, &letters).map_err(unplayable)?;
            let texts = trace.plan().atoms(&instance).collect();
            return Ok(Played { instance, trace, texts });
        }
        let pushes = in_order(checked, plan, rules)
            .map_err(|violation| Failure::Internal(format!("a checked plan has no order: {violation}")))?;
        let texts = pushes.iter().map(ToString::to_string).collect();
        let names = pushes.iter().map(|push| [&*push.before, &*push.direction, &*push.after]);
        let plan = Plan::from_names(&instance, names).map_err(unplayable)?;
        let trace = Trace::of_plan(&instance, &plan).map_err(unplayable)?;
        Ok(Played { instance, trace, texts })
    }

    /// Returns the counts in words: `27 pushes, 90 moves, 9 box changes`.
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

/// Refuses a command line on which instance and plan are both standard input.
///
/// # Errors
///
/// When they are.
pub fn refuse_two_standard_inputs(instance: &str, plan: Option<&str>) -> Result<(), Failure> {
    match (instance, plan) {
        ("-", Some("-")) => {
            Err(Failure::Usage("instance and plan cannot both come from standard input".to_owned()))
        }
        _ => Ok(()),
    }
}

/// Refuses one plan for several levels.
///
/// # Errors
///
/// When there are a plan and several levels.
pub fn refuse_for_several(levels: usize, plan: Option<&str>) -> Result<(), Failure> {
    match plan {
        Some(_) if levels > 1 => {
            Err(Failure::Usage("a plan belongs to one level: name it with `--level N`".to_owned()))
        }
        _ => Ok(()),
    }
}

fn unplayable(error: impl std::fmt::Display) -> Failure {
    Failure::Internal(format!("a checked plan cannot be played: {error}"))
}

/// Returns a plan as lines of text.
pub fn lines(played: &Played, format: PlanFormat) -> String {
    match format {
        PlanFormat::Atoms => atoms(&played.texts),
        PlanFormat::Lurd => format!("{}\n", played.trace.letters()),
    }
}

/// Adds the counts and the letters of a plan to a JSON result; null without a plan.
pub fn add_counts(result: &mut Value, played: Option<&Played>) {
    let counts = played.map(|played| played.trace.counts());
    result["pushes"] = json!(counts.map(|counts| counts.pushes));
    result["moves"] = json!(counts.map(|counts| counts.moves));
    result["box_changes"] = json!(counts.map(|counts| counts.box_changes));
    result["lurd"] = json!(played.map(|played| played.trace.letters()));
}

/// Returns one atom per line, each with a full stop.
pub fn atoms(texts: &[String]) -> String {
    texts.iter().map(|atom| format!("{atom}.\n")).collect()
}

/// Returns a plan as JSON: one object for each action.
pub fn json(plan: &Plan, instance: &Instance) -> Value {
    let action = |(index, push): (usize, &Push)| {
        json!({
            "box": instance.name(push.from),
            "direction": push.direction.name(),
            "to": instance.name(push.to),
            "step": plan.step(index, instance),
        })
    };
    plan.pushes.iter().enumerate().map(action).collect()
}

/// Has the checker replay a plan before it is printed, and returns its counts. `encoding` is the program that found
/// the plan, unless that is the shipped one.
///
/// # Errors
///
/// When the plan breaks a rule.
pub fn verify(
    source: &Source,
    instance: &Instance,
    plan: &Plan,
    rules: &Rules,
    encoding: Option<&str>,
) -> Result<Counts, Failure> {
    let atoms: Vec<String> = plan.atoms(instance).collect();
    verify_atoms(source, &atoms, rules, encoding)
}

/// Has the checker replay a plan given as atoms, which may be malformed, and returns its counts.
///
/// # Errors
///
/// When they break a rule.
pub fn verify_atoms(
    source: &Source,
    plan: &[String],
    rules: &Rules,
    encoding: Option<&str>,
) -> Result<Counts, Failure> {
    let verdict = groundplan_check::Instance::parse(&source.text.text)
        .and_then(|instance| Text::parse(&atoms(plan)).map(|plan| count(&instance, &plan, rules)));
    let broken = match verdict {
        Ok(Ok(counts)) => return Ok(counts),
        Ok(Err(violation)) => violation.message,
        Err(error) => error.message(),
    };
    Err(match encoding {
        Some(path) => Failure::Input(format!(
            "the plan that the encoding `{path}` gives breaks the rules of the game: {broken}"
        )),
        None => Failure::Internal(format!("the plan found breaks the rules of the game: {broken}")),
    })
}

/// Returns a number of actions in words.
pub fn counted(actions: usize) -> String {
    if actions == 1 {
        "1 action (box line)".to_owned()
    } else {
        format!("{actions} actions (box lines)")
    }
}

/// Judges a plan, and returns the rules that applied. If any length is allowed, steps may also be counted from 1, as
/// `optimize` does for any instance.
pub fn judge(instance: &Checked, plan: &Text, rules: Rules) -> (Verdict, Rules) {
    let verdict = check(instance, plan, &rules);
    match &verdict {
        Verdict::Invalid(violation) if rules.any_length && violation.rule == Rule::UnknownStep => {
            let counted = Rules { actions: Some(plan.actions()), ..rules };
            match check(instance, plan, &counted) {
                Verdict::Invalid(second) if second.rule == Rule::UnknownStep => (verdict, rules),
                second => (second, counted),
            }
        }
        _ => (verdict, rules),
    }
}
