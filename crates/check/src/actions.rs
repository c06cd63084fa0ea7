//! Plans for PDDL problems as planners print them: ground actions in the order in which they happen.

use crate::error::{Problem, ReadError};
use crate::moves::{MoveKind, MovePlan, StepMove};
use crate::plan::PlanFrame;
use crate::scan::CharScanner;
use crate::sexpr::{list, skip, SexprNode};

const NAMES: [&str; 3] = ["move", "push-to-goal", "push-to-nongoal"];

impl MovePlan {
    /// Whether a text is such a plan: it begins with an action, or it holds only comments and the lines that solvers
    /// print around plans.
    pub fn is_actions(text: &str) -> bool {
        let text = text.trim_start_matches('\u{feff}');
        let rest = &text[skip(text, 0)..];
        let Some(inside) = rest.strip_prefix('(') else {
            let comment = |line: &str| line.split(';').next().unwrap_or_default().trim().to_owned();
            return rest.lines().map(comment).all(|line| line.is_empty() || PlanFrame::is_line(&line));
        };
        let inside = &inside[skip(inside, 0)..];
        let ends = |letter: char| letter.is_whitespace() || "();".contains(letter);
        let name = inside.split(ends).next().unwrap_or_default().to_lowercase();
        NAMES.contains(&name.as_str())
    }

    /// Reads `(move P From To Dir)`, `(push-to-goal P S Stand From To Dir)` and `(push-to-nongoal P S Stand From To
    /// Dir)` in the order in which they happen. Comments from `;` on and the lines that solvers print around plans are
    /// skipped.
    ///
    /// # Errors When the text holds anything else, or says that there is no plan.
    pub fn parse_actions(text: &str) -> Result<Self, ReadError> {
        let mut scanner = CharScanner::new(text);
        let mut steps: Vec<StepMove> = Vec::new();
        let mut frame = PlanFrame::default();
        loop {
            scanner.back_to(skip(text, scanner.at()));
            match scanner.peek() {
                None => return Ok(Self { steps }),
                Some(b'A'..=b'Z') => frame.line(&mut scanner, steps.is_empty())?,
                Some(_) if frame.has_ended() => {
                    return Err(ReadError::new(scanner.at()..text.len(), Problem::AfterVerdict))
                }
                Some(b'(') => {
                    let (action, end) = list(text, scanner.at())?;
                    let step = i64::try_from(steps.len() + 1).unwrap_or(i64::MAX);
                    steps.push(step_move(&action, step)?);
                    scanner.back_to(end);
                }
                Some(_) => return Err(scanner.unexpected("an action such as `(move P A B D)`")),
            }
        }
    }
}

/// Reads one action.
fn step_move(action: &SexprNode, step: i64) -> Result<StepMove, ReadError> {
    let wanted = "an action such as `(move P A B D)`";
    let Some((name, objects)) = action.headed() else { return Err(action.unexpected(wanted)) };
    let names: Option<Vec<&str>> = objects.iter().map(SexprNode::name).collect();
    let names = names.ok_or_else(|| action.unexpected(wanted))?;
    let own = |name: &&str| (*name).to_owned();
    let kind = match (name, &names[..]) {
        ("move", [player, from, to, direction]) => {
            MoveKind::Move { player: own(player), from: own(from), to: own(to), direction: own(direction) }
        }
        ("push-to-goal" | "push-to-nongoal", [player, stone, stand, from, to, direction]) => MoveKind::Push {
            player: own(player),
            stone: own(stone),
            stand: own(stand),
            from: own(from),
            to: own(to),
            direction: own(direction),
            goal: name == "push-to-goal",
        },
        _ => {
            let problem = Problem::NotAnAction { name: name.to_owned(), arguments: names.len() };
            return Err(ReadError::new(action.range(), problem));
        }
    };
    Ok(StepMove { step, text: format!("({name} {})", names.join(" ")), kind, range: action.range() })
}
