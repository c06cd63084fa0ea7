//! Instances in the formats of competitions: read, asked about within their steps, and plans in their own words.

use std::sync::Arc;

use groundplan_check::{
    check_moves, count, Competition as Checked, Counts, Instance, MovePlan, Plan, ReadError, Rule, Rules,
    Verdict, Violation,
};
use groundplan_sokoban::competition::{Competition, Format};
use groundplan_sokoban::{Instance as Board, InstanceError, Trace};
use serde_json::{json, Value};

use crate::exit::Failure;
use crate::input::Text;
use crate::instance::quantity;
use crate::plan::{self, Played};
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

    /// Whether a text is a plan in the words of the competition.
    pub fn is_told(&self, plan: &str) -> bool {
        match self.competition.format {
            Format::Asp13 => MovePlan::is(plan),
            Format::Pddl => MovePlan::is_actions(plan),
        }
    }

    /// The instance as the checker reads it.
    fn checked(&self) -> Result<Checked, ReadError> {
        match self.competition.format {
            Format::Asp13 => Checked::parse(&self.text.text),
            Format::Pddl => Checked::parse_pddl(&self.text.text),
        }
    }

    /// A plan in the words of the competition, as the checker reads it.
    fn plan(&self, text: &str) -> Result<MovePlan, ReadError> {
        match self.competition.format {
            Format::Asp13 => MovePlan::parse(text),
            Format::Pddl => MovePlan::parse_actions(text),
        }
    }

    /// A plan in the words of the competition, replayed by the checker on the text of the competition.
    ///
    /// # Errors
    ///
    /// When it breaks a rule.
    pub fn tell(&self, played: &Played) -> Result<Told, Failure> {
        let moves = self.competition.told(&played.instance, &played.trace);
        let told = Told { format: self.competition.format, moves, cost: None };
        let verdict = self.checked().and_then(|instance| {
            let plan = self.plan(&told.lines())?;
            Ok((check_moves(&instance, &plan, &Rules::default()), instance.has_costs()))
        });
        let broken = match verdict {
            Ok((Ok(counts), has_costs)) if counts.moves == played.trace.counts().moves => {
                let cost = match has_costs {
                    true => format!("{} (general cost)", counts.pushes),
                    false => format!("{} (unit cost)", counts.moves),
                };
                return Ok(Told { cost: Some(cost), ..told });
            }
            Ok((Ok(counts), _)) => format!("it has {} moves as the checker counts", counts.moves),
            Ok((Err(violation), _)) => violation.message,
            Err(error) => error.message(),
        };
        Err(Failure::Internal(format!("the plan found breaks the rules of the game: {broken}")))
    }

    /// Judges a plan in these words: what is counted on it, or how it breaks a rule.
    ///
    /// # Errors
    ///
    /// When instance or plan cannot be read.
    pub fn judge(&self, plan: &Text, rules: &Rules) -> Result<Result<Counts, Violation>, Failure> {
        let instance = self.checked().map_err(|error| crate::check::refuse(&self.text, &error))?;
        let read = self.plan(&plan.text).map_err(|error| crate::check::refuse(plan, &error))?;
        Ok(check_moves(&instance, &read, rules))
    }

    /// Plays a plan in these words, or says how it breaks a rule.
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
        let read = self.plan(&plan.text).map_err(|error| crate::check::refuse(plan, &error))?;
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

/// A checked plan in the words of a competition.
#[derive(Debug)]
pub struct Told {
    format: Format,
    /// One atom or action each.
    moves: Vec<String>,
    /// What the plan costs, as planners say it.
    cost: Option<String>,
}

impl Told {
    /// One atom a line, each ended by a dot; or one action a line, and what they cost in a comment.
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

    /// Adds it to a result for programs that read JSON.
    pub fn add(&self, result: &mut Value) {
        let key = match self.format {
            Format::Asp13 => "atoms",
            Format::Pddl => "pddl",
        };
        result[key] = json!(self.moves);
    }
}
