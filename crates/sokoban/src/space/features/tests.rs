//! Tests of packing plans, hotspots and corral deadlocks on small levels.

use super::hotspots::Hotspots;
use super::pulls::{self, PackingStep};
use super::ways::pushes_from;
use super::{CorralPosition, Features};
use crate::instance::Instance;
use crate::level::Collection;
use crate::space::floor::{Cell, Floor};
use groundplan_search::{feature_search, Budget, End};

/// Returns the instance of a level given as a map.
fn instance(map: &str) -> Instance {
    let collection = Collection::read(map).expect("a level");
    Instance::read("test", &collection.levels[0].facts().expect("facts")).expect("an instance")
}

fn cells(locations: &[crate::location::Location]) -> Vec<Cell> {
    locations.iter().map(|location| location.0).collect()
}

fn plan(map: &str) -> (Vec<PackingStep>, Instance) {
    let instance = instance(map);
    let (storages, boxes) = (cells(&instance.storages), cells(&instance.boxes));
    let floor = Floor::new(&instance);
    let pushes = pushes_from(&boxes, &floor, &|| false).expect("it is not stopped");
    let steps = pulls::plan(&floor, &storages, &boxes, &pushes, &|| false).expect("a plan");
    (steps, instance)
}

/// A dead end, which has to be filled from its end on.
const DEAD_END: &str = "
#################
#@         ######
#   $ $    ######
#   $        ...#
#          ######
#################";

/// A room with a door, and a second way in.
const ROOM: &str = "
################
##########  ####
#@ $        ..##
# $$        .  #
#           ####
################";

#[test]
fn a_plan_fills_all_storage_locations() {
    for map in [DEAD_END, ROOM] {
        let (steps, instance) = plan(map);
        let mut placed: Vec<Cell> = Vec::new();
        for step in steps {
            if let Some(from) = step.from {
                assert!(placed.contains(&from), "{step:?} moves a box that is there");
                placed.retain(|&cell| cell != from);
            }
            assert!(!placed.contains(&step.to), "{step:?} comes to a free cell");
            placed.push(step.to);
        }
        placed.sort_unstable();
        assert_eq!(placed, cells(&instance.storages));
    }
}

#[test]
fn a_dead_end_is_filled_from_its_end_on() {
    let (steps, instance) = plan(DEAD_END);
    let names: Vec<String> =
        steps.iter().map(|step| instance.name(crate::location::Location(step.to))).collect();
    assert_eq!(names, ["c15r3", "c14r3", "c13r3"]);
    assert!(steps.iter().all(|step| step.from.is_none()));
}

#[test]
fn a_box_in_a_passage_is_a_hotspot() {
    let instance = instance(
        "
#########
#@  #   #
# $ $ . #
#   #  .#
#########",
    );
    let hotspots = Hotspots::new(&Floor::new(&instance), &cells(&instance.storages));
    let boxes = cells(&instance.boxes);
    // The box in the passage blocks the other one, which blocks none.
    assert_eq!(hotspots.count(&boxes), 1);
    let name = |index: usize| instance.name(instance.boxes[index]);
    let passage = (0..boxes.len()).find(|&index| name(index) == "c4r2").expect("there is one");
    assert_eq!(hotspots.count_with(&boxes, passage, boxes[passage]), 1);
    assert_eq!(hotspots.count_with(&boxes, passage, boxes[1 - passage] + 1), 0, "out of the passage");
}

/// Returns whether there is a corral at the start that can never be opened.
fn is_shut(map: &str) -> bool {
    let mut space = Features::all(&instance(map), &|| false).0.remove(0);
    let (boxes, sokoban) = space.start.clone();
    boxes.iter().for_each(|&cell| space.has_box[cell as usize] = true);
    space.walk.from(&space.floor, &space.has_box, sokoban);
    let Features { floor, fares, freeze, has_box, walk, deadlocks, .. } = &mut space;
    let position = CorralPosition { floor, has_box, reached: &walk.reached, boxes: &boxes, surplus: 0 };
    deadlocks.find(&position, sokoban, freeze, &|to, from| fares.is_dead(fares.standing(to, from)))
}

#[test]
fn a_corral_that_never_opens_is_lost() {
    let shut = "
########
####.  #
#@ $   #
####$ ##
#### .##
########";
    assert!(is_shut(shut), "the lower box can only be pushed up from below, where no way leads");
    let roomy = "
#########
####.   #
#@ $    #
####$  ##
####   ##
#### . ##
#########";
    assert!(!is_shut(roomy), "there is room to go round it");
}

#[test]
fn a_backward_search_meets_the_start_or_ends() {
    // The same level, and with a box that no plan brings out of its corner.
    for (map, end) in
        [(DEAD_END, End::Enough), ("#######\n#$@ . #\n#   . #\n# $   #\n#######", End::Exhausted)]
    {
        let instance = instance(map);
        let (mut spaces, backward) = Features::all(&instance, &|| false);
        assert!(backward.is_some(), "there are few solved configurations");
        spaces.truncate(1);
        let found = feature_search(spaces, backward, &Budget::default(), &mut |_| ());
        assert_eq!(found.end, end, "{map}");
    }
}
