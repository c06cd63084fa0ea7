//! A lower bound on the number of actions: boxes assigned to storage locations at least total cost.
//!
//! The cost of a box and a storage location is the least number of actions that bring the box there when no other box
//! is in the way. Leaving the other boxes out relaxes the problem: what the sokoban reaches and where a box slides among
//! other boxes, it reaches and slides without them. Each action moves one box, and each storage location needs a box
//! of its own, so no plan has fewer actions than the cheapest assignment. It is the estimate that `tabled+` has of the
//! start.

use crate::instance::Instance;
use crate::metric::{self, Metric, Objective};
use crate::space::distances::{self, Sides, Standing};
use crate::space::floor::{Cell, Floor};
use crate::space::matching::{self, Matching};
use crate::space::Priced;

/// The least number of actions of any assignment of boxes to storage locations; `None` if there is no assignment, so
/// that there is no plan of any length.
#[must_use]
pub fn assignment(instance: &Instance) -> Option<usize> {
    if instance.boxes.len() < instance.storages.len() {
        return None;
    }
    Costs::of(instance).assignment().total().map(|total| total as usize)
}

/// The least costs by each metric alone, so that no plan costs less by any of them; `None` if there is no assignment.
#[must_use]
pub(crate) fn least(instance: &Instance, objective: Objective) -> Option<metric::Costs> {
    let lines = assignment(instance)?;
    Some(objective.each(|metric| match metric {
        Metric::Lines => lines,
        Metric::Pushes | Metric::Moves => {
            let alone = Objective { first: metric, second: None };
            // Where a floor is too large for the tables, each action is a push at least.
            Priced::new(instance, alone, None)
                .and_then(|mut space| space.least())
                .map_or(lines, |least| least.first)
        }
    }))
}

/// How many actions bring each box to each storage location when no other box is in the way.
pub(crate) struct Costs {
    boxes: usize,
    storages: usize,
    /// Storage location by storage location.
    costs: Vec<i64>,
    /// Whether no storage location can be reached from a place, whatever the side.
    dead: Vec<bool>,
}

impl Costs {
    pub(crate) fn of(instance: &Instance) -> Self {
        let (boxes, storages) = (instance.boxes.len(), instance.storages.len());
        let floor = Floor::new(instance);
        let sides = Sides::new(&floor);
        let standings: Vec<Standing> =
            instance.boxes.iter().map(|place| sides.standing(place.0, instance.sokoban.0)).collect();
        let mut costs = Vec::with_capacity(boxes * storages);
        let mut dead = vec![true; floor.none() as usize];
        for storage in &instance.storages {
            let distances = sides.distances(&floor, storage.0);
            costs.extend(standings.iter().map(|&standing| match distances[standing] {
                distances::NEVER => matching::NEVER,
                distance => i64::from(distance),
            }));
            for (dead, from) in dead.iter_mut().zip(distances::by_place(&distances)) {
                *dead &= from.iter().all(|&distance| distance == distances::NEVER);
            }
        }
        Costs { boxes, storages, costs, dead }
    }

    /// What it takes to bring a box to a storage location, [`matching::NEVER`] if that is impossible.
    pub(crate) fn cost(&self, storage: usize, column: usize) -> i64 {
        self.costs[storage * self.boxes + column]
    }

    /// Whether no storage location can be reached from a place.
    pub(crate) fn is_dead_place(&self, place: Cell) -> bool {
        self.dead[place as usize]
    }

    /// The cheapest assignment of boxes, of which there are as many or more, to storage locations.
    pub(crate) fn assignment(&self) -> Matching {
        let mut matching = Matching::default();
        matching.assign(self.storages, self.boxes, &|storage, column| self.cost(storage, column));
        matching
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bound(text: &str) -> Option<usize> {
        assignment(&Instance::read("test", text).expect("an instance"))
    }

    #[test]
    fn a_solved_instance_needs_nothing() {
        assert_eq!(bound("right(a,b). right(b,c). sokoban(a). box(b). solution(b)."), Some(0));
    }

    #[test]
    fn one_line_is_one_action_whatever_its_length() {
        assert_eq!(bound("right(a,b). right(b,c). right(c,d). sokoban(a). box(b). solution(d)."), Some(1));
    }

    #[test]
    fn a_closed_line_may_be_gone_round_to_the_pushing_side() {
        assert_eq!(bound("right(a,b). right(b,c). right(c,a). sokoban(a). box(b). solution(a)."), Some(1));
    }

    #[test]
    fn a_box_that_nobody_can_get_behind_has_no_assignment() {
        assert_eq!(bound("right(a,b). right(b,c). sokoban(c). box(b). solution(c)."), None);
    }

    #[test]
    fn too_few_boxes_have_no_assignment() {
        assert_eq!(bound("right(a,b). right(b,c). sokoban(a). box(b). solution(b). solution(c)."), None);
    }

    #[test]
    fn each_storage_location_gets_a_box_of_its_own() {
        // The box on b is the cheaper one for both storage locations, but serves only one.
        let text = "right(a,b). right(b,c). right(c,d). right(x,y). right(y,z). right(z,w). top(a,x). \
                    sokoban(a). box(b). box(y). solution(d). solution(w).";
        assert_eq!(bound(text), Some(2));
    }
}
