//! Instances in the formats of competitions, and plans in their atoms or actions. `groundplan-sokoban` reads an instance to search
//! it, and `groundplan-check` reads it again by itself: here is which of their readers takes which format.

use std::sync::Arc;

use groundplan_check::{
    check_moves, count, Competition as Checked, Counts, Instance, MovePlan, Plan, ReadError, Rule, Rules,
    Verdict, Violation,
};
use groundplan_sokoban::competition::{Competition, Format};
use groundplan_sokoban::{Instance as Board, InstanceError, Trace};
use groundplan_terminal::exit::Failure;
use groundplan_terminal::input::InputText;
use groundplan_terminal::report;
use groundplan_terminal::words::quantity;
use serde_json::{json, Value};

use crate::messages;
use crate::plan::{self, Played};

/// An instance in the format of a competition, with its text.
#[derive(Debug)]
pub struct CompetitionInstance {
    /// The text of the file.
    pub text: InputText,
    /// The instance as it was read.
    pub competition: Competition,
}

impl CompetitionInstance {
    /// Returns the instance, or prints what is wrong with it.
    ///
    /// # Errors
    ///
    /// When it is not an instance.
    pub fn new(
        text: InputText,
        read: Result<Competition, InstanceError>,
    ) -> Result<CompetitionInstance, Failure> {
        match read {
            Ok(competition) => Ok(CompetitionInstance { text, competition }),
            Err(error) => {
                report::diagnostics(&error.0);
                Err(Failure::Reported)
            }
        }
    }

    /// Returns the facts that the instance is converted to, under the name of the file.
    pub fn facts(&self) -> InputText {
        InputText { name: self.text.name.clone(), text: self.competition.facts().to_owned() }
    }

    /// Prints warnings about the instance.
    pub fn warn(&self) {
        report::diagnostics(&self.competition.warnings);
        let (stones, goals) = (self.competition.stones(), self.competition.goals);
        if goals < stones {
            let (stones, goals) = (quantity(stones, "stone", "stones"), quantity(goals, "goal", "goals"));
            report::note(&format!("there is no plan of any length: {stones} for {goals}"));
        }
    }

    /// Whether a text is a plan in the format of the competition.
    pub fn is_plan(&self, plan: &str) -> bool {
        match self.competition.format {
            Format::Asp13 => MovePlan::is(plan),
            Format::Pddl => MovePlan::is_actions(plan),
        }
    }

    /// Returns the instance as the checker reads it.
    fn checked(&self) -> Result<Checked, ReadError> {
        match self.competition.format {
            Format::Asp13 => Checked::parse(&self.text.text),
            Format::Pddl => Checked::parse_pddl(&self.text.text),
        }
    }

    /// Parses a plan in the format of the competition, for the checker.
    fn plan(&self, text: &str) -> Result<MovePlan, ReadError> {
        match self.competition.format {
            Format::Asp13 => MovePlan::parse(text),
            Format::Pddl => MovePlan::parse_actions(text),
        }
    }

    /// Returns a plan in the format of the competition, after the checker has replayed it on the original text.
    ///
    /// # Errors
    ///
    /// When it breaks a rule.
    pub fn write_plan(&self, played: &Played) -> Result<CompetitionPlan, Failure> {
        let moves = self.competition.told(&played.instance, &played.trace);
        let written = CompetitionPlan { format: self.competition.format, moves, cost: None };
        let verdict = self.checked().and_then(|instance| {
            let plan = self.plan(&written.lines())?;
            Ok((check_moves(&instance, &plan, &Rules::default()), instance.has_costs()))
        });
        let broken = match verdict {
            Ok((Ok(counts), has_costs)) if counts.moves == played.trace.counts().moves => {
                let cost = match has_costs {
                    true => format!("{} (general cost)", counts.pushes),
                    false => format!("{} (unit cost)", counts.moves),
                };
                return Ok(CompetitionPlan { cost: Some(cost), ..written });
            }
            Ok((Ok(counts), _)) => format!("it has {} moves as the checker counts", counts.moves),
            Ok((Err(violation), _)) => violation.message,
            Err(error) => error.message(),
        };
        Err(Failure::Internal(format!("the plan found breaks the rules of the game: {broken}")))
    }

    /// Judges a plan in the format of the competition: returns its counts, or the rule that it breaks.
    ///
    /// # Errors
    ///
    /// When instance or plan cannot be read.
    pub fn judge(&self, plan: &InputText, rules: &Rules) -> Result<Result<Counts, Violation>, Failure> {
        self.replay(plan, rules).map(|(_, judged)| judged)
    }

    /// Has the checker read a plan in the format of the competition, and judge it.
    fn replay(
        &self,
        plan: &InputText,
        rules: &Rules,
    ) -> Result<(MovePlan, Result<Counts, Violation>), Failure> {
        let instance = self.checked().map_err(|error| messages::unreadable(&self.text, &error))?;
        let read = self.plan(&plan.text).map_err(|error| messages::unreadable(plan, &error))?;
        let judged = check_moves(&instance, &read, rules);
        Ok((read, judged))
    }

    /// Plays a plan in the format of the competition, or returns the rule that it breaks.
    ///
    /// # Errors
    ///
    /// When instance or plan cannot be read.
    pub fn play(
        &self,
        instance: Arc<Board>,
        plan: &InputText,
        rules: &Rules,
    ) -> Result<Result<Played, Violation>, Failure> {
        let (read, judged) = self.replay(plan, rules)?;
        if let Err(violation) = judged {
            return Ok(Err(violation));
        }
        let letters = self.competition.letters(read.moves());
        let trace = letters.and_then(|letters| Trace::of_letters(&instance, &letters).ok());
        let trace = trace.ok_or_else(|| Failure::Internal("a checked plan cannot be played".to_owned()))?;
        let texts = trace.plan().atoms(&instance).collect();
        Ok(Ok(Played { instance, trace, texts }))
    }

    /// Returns the verdict on a plan of push atoms: a valid plan must not have more moves than the instance has
    /// steps.
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

/// A checked plan in the format of a competition.
#[derive(Debug)]
pub struct CompetitionPlan {
    format: Format,
    /// The atoms or actions, one for each move.
    moves: Vec<String>,
    /// The cost of the plan, in the words that planners use.
    cost: Option<String>,
}

impl CompetitionPlan {
    /// Returns one atom per line, each with a full stop; or one action per line and the cost in a comment.
    pub fn lines(&self) -> String {
        if self.format == Format::Asp13 {
            return plan::atoms(&self.moves);
        }
        let mut lines: String = self.moves.iter().map(|action| format!("{action}\n")).collect();
        if let Some(cost) = &self.cost {
            lines.push_str(&format!("; cost = {cost}\n"));
        }
        lines
    }

    /// Adds the plan to a JSON result.
    pub fn add(&self, result: &mut Value) {
        let key = match self.format {
            Format::Asp13 => "atoms",
            Format::Pddl => "pddl",
        };
        result[key] = json!(self.moves);
    }
}
