//! Plans: actions in their order.

use crate::instance::Instance;
use crate::location::{Direction, Location};

/// One action: the sokoban walks to a box and pushes it from one location to another in a line; to the same one for a
/// no-op.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Push {
    /// Where the box was.
    pub from: Location,
    /// Where it is pushed.
    pub direction: Direction,
    /// Where it is then.
    pub to: Location,
}

/// What the steps of a plan are called.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Steps {
    /// 1, 2, 3 and so on.
    Numbered,
    /// As the instance calls its own.
    Own,
}

/// Actions in their order, one a step.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Plan {
    /// The actions.
    pub pushes: Vec<Push>,
    /// The steps they are done in.
    pub steps: Steps,
}

/// A plan names what the instance has not.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("action {action} names no location, or no direction")]
pub struct UnknownName {
    /// The first action that does, from 1.
    pub action: usize,
}

impl Plan {
    /// A plan with numbered steps.
    #[must_use]
    pub fn numbered(pushes: Vec<Push>) -> Plan {
        Plan { pushes, steps: Steps::Numbered }
    }

    /// The same, with pushes that go on where the one before ended as one action.
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

    /// A plan from what its actions name: where a box is, a direction, and where it is pushed to.
    ///
    /// # Errors
    ///
    /// When there is no such location or direction.
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

    /// How many actions it has.
    #[must_use]
    pub fn len(&self) -> usize {
        self.pushes.len()
    }

    /// Whether nothing has to be done.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.pushes.is_empty()
    }

    /// What the step of an action is called; the first action has index 0.
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
