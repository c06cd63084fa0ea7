//! The numbers for designers of levels: forced and counterintuitive pushes, and the difficulty made of them.

use groundplan_sokoban::level::Collection;
use groundplan_sokoban::{Instance, LevelFigures, Rating, Trace};

fn instance(map: &str) -> Instance {
    let collection = Collection::read(map).expect("a level");
    Instance::read("a level", &collection.levels[0].facts().expect("facts")).expect("an instance")
}

fn rating(map: &str, letters: &str) -> Rating {
    let instance = instance(map);
    let trace = Trace::of_letters(&instance, letters).expect("a plan");
    assert!(trace.solves(&instance), "{letters}");
    Rating::of(&instance, &trace)
}

#[test]
fn a_level_has_boxes_floor_and_dead_squares() {
    // Only the squares on the way to the storage location are alive.
    let figures = LevelFigures::of(&instance("######\n#@$ .#\n#    #\n######\n"));
    assert_eq!((figures.boxes, figures.floor), (1, 8));
    assert_eq!(figures.dead, 5, "the row below, and the corner on the left");
}

#[test]
fn a_push_without_another_one_is_forced() {
    // In a corridor there is never another push.
    assert_eq!(rating("######\n#@$ .#\n######\n", "RR").forced, Some(2));
    // At first all other pushes bring the box to a wall without a storage location; then it can be pushed back.
    assert_eq!(rating("#######\n#     #\n#@$ . #\n#     #\n#######\n", "RR").forced, Some(1));
    // The other box may be pushed instead, until both are where they belong.
    let two = "#######\n#@$ . #\n# $ . #\n#     #\n#######\n";
    assert_eq!(rating(two, "RRlldRR").forced, Some(0));
}

#[test]
fn a_push_away_from_the_last_place_is_counterintuitive() {
    // The box is pushed to the right, and then back over its first place.
    let map = "########\n#      #\n#.@$   #\n#      #\n########\n";
    let straight = rating(map, "urrdLL");
    assert_eq!((straight.counterintuitive, straight.difficulty()), (0, 1));
    let around = rating(map, "RurrdLLL");
    assert_eq!((around.counterintuitive, around.difficulty()), (1, 2));
}
