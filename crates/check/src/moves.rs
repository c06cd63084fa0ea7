//! Plans for instances of the ASP Competitions, with one move, push or no-op per step. `actions` reads them from PDDL.

use crate::competition::Competition;
use crate::error::{Problem, ReadError};
use crate::fact::FactAtom;
use crate::json;
use crate::plan::PlanFrame;
use crate::scan::CharScanner;
use crate::term::Term;
use crate::verdict::{Counts, Rule, Rules, Violation};
use std::collections::{HashMap, HashSet};
use std::ops::Range;

/// A plan of single moves, in the order of its steps.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MovePlan {
    pub(crate) steps: Vec<StepMove>,
}

/// The action at one step.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct StepMove {
    pub(crate) step: i64,
    /// The atom or action as canonical text.
    pub(crate) text: String,
    pub(crate) kind: MoveKind,
    pub(crate) range: Range<usize>,
}

/// A move, a push or a no-op; the names are canonical text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum MoveKind {
    Noop,
    Move {
        player: String,
        from: String,
        to: String,
        direction: String,
    },
    Push {
        player: String,
        stone: String,
        stand: String,
        from: String,
        to: String,
        direction: String,
        goal: bool,
    },
}

const NAMES: [&str; 4] = ["move", "pushtogoal", "pushtonongoal", "noop"];

impl MovePlan {
    /// Whether a text contains atoms of such a plan.
    pub fn is(text: &str) -> bool {
        if json::is_json(text) {
            return false;
        }
        let is_part = |letter: char| letter.is_alphanumeric() || letter == '_';
        NAMES.iter().any(|name| {
            text.match_indices(name).any(|(at, _)| {
                let after = text[at + name.len()..].trim_start();
                after.starts_with('(') && !text[..at].ends_with(is_part)
            })
        })
    }

    /// Reads `move(P,From,To,Dir,T)`, `pushtogoal(P,S,Stand,From,To,Dir,T)`, `pushtonongoal(P,S,Stand,From,To,Dir,T)`
    /// and `noop(T)` in any order. Blanks, commas, full stops, comments and the lines that solvers print around plans
    /// are skipped.
    ///
    /// # Errors When the text holds anything else, or says that there is no plan.
    pub fn parse(text: &str) -> Result<Self, ReadError> {
        let mut scanner = CharScanner::new(text);
        let mut steps: Vec<StepMove> = Vec::new();
        let mut frame = PlanFrame::default();
        while frame.item(&mut scanner, steps.is_empty())? {
            steps.push(read(&mut scanner)?);
        }
        steps.sort_by_key(|step_move| step_move.step);
        Ok(Self { steps })
    }
}

impl MovePlan {
    /// The moves in the order of the steps: the direction of each, and whether it pushes a stone. No-ops are left out.
    pub fn moves(&self) -> impl Iterator<Item = (&str, bool)> {
        self.steps.iter().filter_map(|step_move| match &step_move.kind {
            MoveKind::Noop => None,
            MoveKind::Move { direction, .. } => Some((direction.as_str(), false)),
            MoveKind::Push { direction, .. } => Some((direction.as_str(), true)),
        })
    }
}

fn read(scanner: &mut CharScanner<'_>) -> Result<StepMove, ReadError> {
    let FactAtom { negative, name, arguments, range } =
        scanner.atom("a move", &mut |pooled| Err(ReadError::new(pooled.range, Problem::SeveralPushes)))?;
    if !arguments.iter().all(Term::is_ground) {
        return Err(ReadError::new(range, Problem::SeveralPushes));
    }
    let text = |index: usize| arguments[index].to_string();
    let kind = match (name, arguments.len()) {
        ("noop", 1) if !negative => MoveKind::Noop,
        ("move", 5) if !negative => {
            MoveKind::Move { player: text(0), from: text(1), to: text(2), direction: text(3) }
        }
        ("pushtogoal" | "pushtonongoal", 7) if !negative => MoveKind::Push {
            player: text(0),
            stone: text(1),
            stand: text(2),
            from: text(3),
            to: text(4),
            direction: text(5),
            goal: name == "pushtogoal",
        },
        _ => {
            let name = format!("{}{name}", if negative { "-" } else { "" });
            return Err(ReadError::new(range, Problem::NotAMove { name, arity: arguments.len() }));
        }
    };
    let Some(&Term::Number(step)) = arguments.last() else {
        let step = arguments.last().map_or(String::new(), Term::to_string);
        return Err(ReadError::new(range, Problem::NotAStep(step)));
    };
    let texts: Vec<String> = arguments.iter().map(Term::to_string).collect();
    Ok(StepMove { step, text: format!("{name}({})", texts.join(",")), kind, range })
}

/// Checks a plan of single moves and returns its counts.
///
/// No two moves may be at the same step, each step must exist, and each move must follow the rules of the game. At some
/// time all stones that have to reach goals must be on them: at the start or after some move, but for PDDL problems
/// after the last move. Steps without a move are no-ops.
///
/// `rules.any_length` waives the number of steps. Box lines are counted as actions.
///
/// # Errors At the first broken rule.
pub fn check_moves(instance: &Competition, plan: &MovePlan, rules: &Rules) -> Result<Counts, Violation> {
    let mut board = MoveBoard::start(instance);
    let mut counts = Counts::default();
    let mut is_solved = board.is_solved();
    let mut line: Option<[&str; 2]> = None;
    let mut before: Option<&StepMove> = None;
    for (index, step_move) in plan.steps.iter().enumerate() {
        let broken = |(rule, what): (Rule, String)| Violation {
            action: Some(index + 1),
            step: Some(step_move.step.to_string()),
            push: Some(step_move.text.clone()),
            range: Some(step_move.range.clone()),
            rule,
            message: format!("{}: {what}", step_move.text),
        };
        if let Some(other) = before.filter(|other| other.step == step_move.step) {
            return Err(broken((Rule::TwoPushesAtOneStep, format!("{} is at the same step", other.text))));
        }
        let most = instance.steps.filter(|_| !rules.any_length).and_then(|most| i64::try_from(most).ok());
        if step_move.step < 1 || most.is_some_and(|most| step_move.step > most) {
            return Err(broken((Rule::UnknownStep, format!("there is no step {}", step_move.step))));
        }
        before = Some(step_move);
        if rules.no_noop && step_move.kind == MoveKind::Noop {
            return Err(broken((Rule::NoOp, "nothing moves, and no-ops are not allowed".to_owned())));
        }
        board.act(&step_move.kind).map_err(broken)?;
        match &step_move.kind {
            MoveKind::Noop => {}
            MoveKind::Move { .. } => {
                counts.moves += 1;
                line = None;
            }
            MoveKind::Push { stone, direction, .. } => {
                counts.moves += 1;
                counts.pushes += 1;
                counts.actions += usize::from(line != Some([stone, direction]));
                line = Some([stone, direction]);
            }
        }
        // A shorter plan is followed by no-ops, so it may be solved earlier; a PDDL plan ends with its last action.
        is_solved = board.is_solved() || is_solved && !instance.is_pddl;
    }
    match board.missing() {
        Some(stone) if !is_solved => {
            let message = format!("the stone {stone} ends on no goal");
            Err(Violation::global(None, Rule::GoalNotReached, message))
        }
        _ => Ok(counts),
    }
}

/// The positions of the player and the stones.
struct MoveBoard<'i> {
    instance: &'i Competition,
    at: HashMap<&'i str, String>,
    clear: HashSet<String>,
    /// The stones that are on goals.
    home: HashSet<String>,
}

impl<'i> MoveBoard<'i> {
    fn start(instance: &'i Competition) -> Self {
        let at: HashMap<&str, String> =
            instance.at.iter().map(|(thing, place)| (thing.as_str(), place.clone())).collect();
        let clear = instance.clear.clone().unwrap_or_else(|| {
            let ends = instance.ways.iter().flat_map(|[from, to, _]| [from, to]);
            ends.filter(|place| !at.values().any(|taken| taken == *place)).cloned().collect()
        });
        let home = instance.home.clone().unwrap_or_else(|| {
            let stays =
                |stone: &&String| at.get(stone.as_str()).is_some_and(|at| instance.goals.contains(at));
            instance.stones.iter().filter(stays).cloned().collect()
        });
        Self { instance, at, clear, home }
    }

    fn act(&mut self, kind: &MoveKind) -> Result<(), (Rule, String)> {
        match kind {
            MoveKind::Noop => Ok(()),
            MoveKind::Move { player, from, to, direction } => {
                self.check(player, from, Rule::NotReachable)?;
                self.way(from, to, direction)?;
                self.enter(player, from, to)
            }
            MoveKind::Push { player, stone, stand, from, to, direction, goal } => {
                self.check(player, stand, Rule::NotReachable)?;
                if !self.instance.stones.contains(stone) {
                    return Err((Rule::NoBox, format!("{stone} is no stone")));
                }
                self.check(stone, from, Rule::NoBox)?;
                self.way(stand, from, direction)?;
                self.way(from, to, direction)?;
                let goals = &self.instance.goals;
                let (is_right, word) = match (goal, &self.instance.nongoals) {
                    (true, _) => (goals.contains(to), "no"),
                    (false, Some(nongoals)) => (nongoals.contains(to), "not said to be no"),
                    (false, None) => (!goals.contains(to), "a"),
                };
                if !is_right {
                    return Err((Rule::WrongGoal, format!("{to} is {word} goal")));
                }
                self.enter(stone, from, to)?;
                match goal {
                    true => self.home.insert(stone.clone()),
                    false => self.home.remove(stone),
                };
                self.enter(player, stand, from)
            }
        }
    }

    /// Checks that a thing is at a place, and that it is the player where `rule` requires that.
    fn check(&self, thing: &str, place: &str, rule: Rule) -> Result<(), (Rule, String)> {
        let is_known = thing == self.instance.player || self.instance.stones.contains(thing);
        if !is_known || rule == Rule::NotReachable && thing != self.instance.player {
            return Err((rule, format!("{thing} is not the player")));
        }
        match self.at.get(thing) {
            Some(at) if at == place => Ok(()),
            at => Err((
                rule,
                format!("{thing} is on {}, not on {place}", at.map_or("no location", String::as_str)),
            )),
        }
    }

    fn way(&self, from: &str, to: &str, direction: &str) -> Result<(), (Rule, String)> {
        let way = [from, to, direction].map(String::from);
        if self.instance.ways.contains(&way) {
            return Ok(());
        }
        let fact = match self.instance.is_pddl {
            true => format!("(MOVE-DIR {from} {to} {direction})"),
            false => format!("movedir({from},{to},{direction})"),
        };
        Err((Rule::Wall, format!("there is no fact {fact}")))
    }

    fn enter(&mut self, thing: &str, from: &str, to: &str) -> Result<(), (Rule, String)> {
        if !self.clear.remove(to) {
            return Err((Rule::CellOccupied, format!("{to} is not clear")));
        }
        self.clear.insert(from.to_owned());
        if let Some(place) = self.at.get_mut(thing) {
            place.clear();
            place.push_str(to);
        }
        Ok(())
    }

    /// A stone that has to be on a goal but is not; the first one by name.
    fn missing(&self) -> Option<&'i str> {
        let wanted = self.instance.wanted.iter().map(String::as_str);
        wanted.filter(|&stone| !self.home.contains(stone)).min()
    }

    fn is_solved(&self) -> bool {
        self.missing().is_none()
    }
}
