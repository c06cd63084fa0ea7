//! A lower bound on the number of actions: a minimum-cost assignment of boxes to storage locations.
//!
//! The cost of a box and a storage location is the least number of actions that bring the box there when no other box
//! is in the way. Leaving out the other boxes relaxes the problem: each walk and each push that is possible with them is
//! also possible without them. Each action moves one box, and each storage location needs a box of its own. So no plan
//! has fewer actions than the cheapest assignment. `tabled+` uses the same estimate for the start configuration.

use crate::instance::Instance;
use crate::metric::{self, Metric, Objective};
use crate::space::distances::{self, Sides, Standing};
use crate::space::floor::{Cell, Floor};
use crate::space::matching::{self, Matching};
use crate::space::Priced;

/// The least number of actions of any assignment of boxes to storage locations. `None` if there is no assignment, in
/// which case there is no plan of any length.
#[must_use]
pub fn assignment(instance: &Instance) -> Option<usize> {
    if instance.boxes.len() < instance.storages.len() {
        return None;
    }
    AssignmentCosts::of(instance).assignment().total().map(|total| total as usize)
}

/// A lower bound on the costs by each metric of an objective separately; `None` if there is no assignment.
#[must_use]
pub(crate) fn least(instance: &Instance, objective: Objective) -> Option<metric::Costs> {
    let lines = assignment(instance)?;
    Some(objective.each(|metric| match metric {
        Metric::Lines => lines,
        Metric::Pushes | Metric::Moves => {
            let alone = Objective { first: metric, second: None };
            // Where the floor is too large for the tables, each action counts as one push or move.
            Priced::new(instance, alone, None)
                .and_then(|mut space| space.least())
                .map_or(lines, |least| least.first)
        }
    }))
}

/// The number of actions to bring each box to each storage location when no other box is in the way.
pub(crate) struct AssignmentCosts {
    boxes: usize,
    storages: usize,
    /// A matrix with a row for each storage location and a column for each box.
    costs: Vec<i64>,
    /// Indexed by place: whether a box there can reach no storage location, from whichever side it is pushed first.
    dead: Vec<bool>,
}

impl AssignmentCosts {
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
        AssignmentCosts { boxes, storages, costs, dead }
    }

    /// The number of actions to bring a box to a storage location; [`matching::NEVER`] if that is impossible.
    pub(crate) fn cost(&self, storage: usize, column: usize) -> i64 {
        self.costs[storage * self.boxes + column]
    }

    /// Whether a box on this place can reach no storage location.
    pub(crate) fn is_dead_place(&self, place: Cell) -> bool {
        self.dead[place as usize]
    }

    /// The cheapest assignment of boxes to storage locations. There must be at least as many boxes as storage
    /// locations.
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
