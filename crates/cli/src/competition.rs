//! Instances in the formats of competitions: read, asked about within their steps, and plans in their own atoms.

use std::sync::Arc;

use groundplan_check::{
    check_moves, count, Competition as Checked, Instance, MovePlan, Plan, Rule, Rules, Verdict, Violation,
};
use groundplan_sokoban::competition::{Competition, Format};
use groundplan_sokoban::{Instance as Board, InstanceError, Trace};
use serde_json::{json, Value};

use crate::exit::Failure;
use crate::input::Text;
use crate::instance::quantity;
use crate::plan::Played;
use crate::report;

/// An instance in the format of a competition, and the text that says so.
#[derive(Debug)]
pub struct Given {
    /// The text.
    pub text: Text,
    /// What it says.
    pub competition: Competition,
}

impl Given {
    /// Takes what was read, unless something is wrong with it, which is said.
    ///
    /// # Errors
    ///
    /// When it is no instance.
    pub fn new(text: Text, read: Result<Competition, InstanceError>) -> Result<Given, Failure> {
        match read {
            Ok(competition) => Ok(Given { text, competition }),
            Err(error) => {
                report::diagnostics(&error.0);
                Err(Failure::Reported)
            }
        }
    }

    /// The facts that everything else works on, under the name of the file.
    pub fn facts(&self) -> Text {
        Text { name: self.text.name.clone(), text: self.competition.facts().to_owned() }
    }

    /// Says what is odd about it.
    pub fn warn(&self) {
        report::diagnostics(&self.competition.warnings);
        let (stones, goals) = (self.competition.stones(), self.competition.goals);
        if goals < stones {
            let (stones, goals) = (quantity(stones, "stone", "stones"), quantity(goals, "goal", "goals"));
            report::note(&format!("there is no plan of any length: {stones} for {goals}"));
        }
    }

    /// Whether plans are told in the atoms of the competition.
    pub fn has_atoms(&self) -> bool {
        self.competition.format == Format::Asp13
    }

    /// A plan in the atoms of the competition, replayed by the checker on the text of the competition; `None` where the
    /// format has none.
    ///
    /// # Errors
    ///
    /// When it breaks a rule.
    pub fn atoms(&self, played: &Played) -> Result<Option<Vec<String>>, Failure> {
        if !self.has_atoms() {
            return Ok(None);
        }
        let atoms = self.competition.atoms(&played.instance, &played.trace);
        let text: String = atoms.iter().map(|atom| format!("{atom}.\n")).collect();
        let verdict = Checked::parse(&self.text.text).and_then(|instance| {
            MovePlan::parse(&text).map(|plan| check_moves(&instance, &plan, &Rules::default()))
        });
        let broken = match verdict {
            Ok(Ok(counts)) if counts.moves == played.trace.counts().moves => return Ok(Some(atoms)),
            Ok(Ok(counts)) => format!("it has {} moves as the checker counts", counts.moves),
            Ok(Err(violation)) => violation.message,
            Err(error) => error.message(),
        };
        Err(Failure::Internal(format!("the plan found breaks the rules of the game: {broken}")))
    }

    /// Judges a plan in these atoms: what is counted on it, or how it breaks a rule.
    ///
    /// # Errors
    ///
    /// When instance or plan cannot be read.
    pub fn judge(
        &self,
        plan: &Text,
        rules: &Rules,
    ) -> Result<Result<groundplan_check::Counts, Violation>, Failure> {
        let instance =
            Checked::parse(&self.text.text).map_err(|error| crate::check::refuse(&self.text, &error))?;
        let read = MovePlan::parse(&plan.text).map_err(|error| crate::check::refuse(plan, &error))?;
        Ok(check_moves(&instance, &read, rules))
    }

    /// Plays a plan in these atoms, or says how it breaks a rule.
    ///
    /// # Errors
    ///
    /// When instance or plan cannot be read.
    pub fn play(
        &self,
        instance: Arc<Board>,
        plan: &Text,
        rules: &Rules,
    ) -> Result<Result<Played, Violation>, Failure> {
        if let Err(violation) = self.judge(plan, rules)? {
            return Ok(Err(violation));
        }
        let read = MovePlan::parse(&plan.text).map_err(|error| crate::check::refuse(plan, &error))?;
        let letters = self.competition.letters(read.moves());
        let trace = letters.and_then(|letters| Trace::of_letters(&instance, &letters).ok());
        let trace = trace.ok_or_else(|| Failure::Internal("a checked plan cannot be played".to_owned()))?;
        let texts = trace.plan().atoms(&instance).collect();
        Ok(Ok(Played { instance, trace, texts }))
    }

    /// The verdict on a plan in another form that solves the instance: whether it has no more moves than there are steps.
    pub fn within_steps(&self, instance: &Instance, plan: &Plan, rules: &Rules, verdict: Verdict) -> Verdict {
        let steps = self.competition.steps.filter(|_| !rules.any_length);
        let counts = count(instance, plan, rules);
        match (verdict, steps, counts) {
            (Verdict::Valid { .. }, Some(steps), Ok(counts)) if counts.moves > steps => {
                Verdict::Invalid(Violation {
                    action: None,
                    step: None,
                    push: None,
                    range: None,
                    rule: Rule::TooManyPushes,
                    message: format!(
                        "there are {} moves, for {}",
                        counts.moves,
                        quantity(steps, "step", "steps")
                    ),
                })
            }
            (verdict, ..) => verdict,
        }
    }
}

/// The atoms in a result for programs that read JSON.
pub fn add_atoms(result: &mut Value, atoms: Option<&[String]>) {
    if let Some(atoms) = atoms {
        result["atoms"] = json!(atoms);
    }
}
