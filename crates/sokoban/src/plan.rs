//! Plans: sequences of actions.

use crate::instance::Instance;
use crate::location::{Direction, Location};

/// One action: the sokoban walks to a box and pushes it along a line. In a no-op, `from` and `to` are the same.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Push {
    /// The location of the box before the push.
    pub from: Location,
    /// The direction of the push.
    pub direction: Direction,
    /// The location of the box after the push.
    pub to: Location,
}

/// The naming of a plan's steps.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Steps {
    /// Numbered 1, 2, 3 and so on.
    Numbered,
    /// Named as the steps of the instance.
    Own,
}

/// A sequence of actions, one per step.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Plan {
    /// The actions in order.
    pub pushes: Vec<Push>,
    /// The naming of the steps.
    pub steps: Steps,
}

/// The error for a plan that names a location or direction that does not exist.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("action {action} names no location, or no direction")]
pub struct UnknownName {
    /// The number of the first action with such a name, from 1.
    pub action: usize,
}

impl Plan {
    /// A plan with numbered steps.
    #[must_use]
    pub fn numbered(pushes: Vec<Push>) -> Plan {
        Plan { pushes, steps: Steps::Numbered }
    }

    /// A plan with numbered steps in which consecutive pushes of one box in one direction are joined to one action.
    #[must_use]
    pub fn joined(pushes: &[Push]) -> Plan {
        let mut joined: Vec<Push> = Vec::with_capacity(pushes.len());
        for &push in pushes {
            match joined.last_mut() {
                Some(last) if last.to == push.from && last.direction == push.direction => last.to = push.to,
                _ => joined.push(push),
            }
        }
        Plan::numbered(joined)
    }

    /// Makes a plan from triples of names: the location of a box, a direction, and the location it is pushed to.
    ///
    /// # Errors
    ///
    /// When a location or direction does not exist.
    pub fn from_names<'n>(
        instance: &Instance,
        names: impl IntoIterator<Item = [&'n str; 3]>,
    ) -> Result<Plan, UnknownName> {
        let locations = instance.locations_by_name();
        let push = |(index, [from, direction, to]): (usize, [&str; 3])| {
            let ends = (locations.get(from), locations.get(to), Direction::from_name(direction));
            match ends {
                (Some(&from), Some(&to), Some(direction)) => Ok(Push { from, direction, to }),
                _ => Err(UnknownName { action: index + 1 }),
            }
        };
        names.into_iter().enumerate().map(push).collect::<Result<_, _>>().map(Plan::numbered)
    }

    /// The number of actions.
    #[must_use]
    pub fn len(&self) -> usize {
        self.pushes.len()
    }

    /// Whether the plan has no actions.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.pushes.is_empty()
    }

    /// The name of the step of an action; the first action has index 0.
    #[must_use]
    pub fn step(&self, index: usize, instance: &Instance) -> String {
        match self.steps {
            Steps::Numbered => (index + 1).to_string(),
            Steps::Own => instance.symbols.display(instance.steps[index]).to_string(),
        }
    }

    /// The actions as `push/4` atoms.
    pub fn atoms<'a>(&'a self, instance: &'a Instance) -> impl Iterator<Item = String> + 'a {
        self.pushes.iter().enumerate().map(|(index, push)| {
            let [from, to] = [push.from, push.to].map(|location| instance.name(location));
            format!("push({from},{},{to},{})", push.direction.name(), self.step(index, instance))
        })
    }
}
