//! Each rule: a plan that breaks it, and a nearby one that passes.

use groundplan_check::{check, Instance, Plan, Rule, Rules, Verdict, Violation};

/// A corridor of six cells.
const CORRIDOR: &str = "right(a,b). right(b,c). right(c,d). right(d,e). right(e,f).";

/// Two rows of four, a to d above e to h.
const ROOM: &str = "right(a,b;b,c;c,d;e,f;f,g;g,h). top(e,a;f,b;g,c;h,d).";

const ANY: Rules = Rules { any_length: false, no_noop: false, actions: None };

fn judge(facts: &[&str], plan: &str, rules: Rules) -> Verdict {
    check(&Instance::parse(&facts.concat()).unwrap(), &Plan::parse(plan).unwrap(), &rules)
}

#[track_caller]
fn passes(facts: &[&str], plan: &str, rules: Rules) {
    let actions = Plan::parse(plan).unwrap().pushes().len();
    assert_eq!(judge(facts, plan, rules), Verdict::Valid { actions });
}

#[track_caller]
fn breaks(facts: &[&str], plan: &str, rules: Rules, rule: Rule, message: &str) -> Violation {
    match judge(facts, plan, rules) {
        Verdict::Valid { .. } => panic!("{plan} passes"),
        Verdict::Invalid(violation) => {
            assert_eq!((violation.rule, violation.message.as_str()), (rule, message));
            if let (Some(range), Some(push)) = (&violation.range, &violation.push) {
                assert_eq!(&plan[range.clone()], push, "these plans are written in canonical form");
            }
            violation
        }
    }
}

#[test]
fn names_are_stable_and_distinct() {
    let names = Rule::ALL.map(Rule::name);
    let distinct: std::collections::HashSet<_> = names.iter().collect();
    assert_eq!(distinct.len(), names.len());
    assert!(names.iter().all(|name| name.chars().all(|c| c == '-' || c.is_ascii_lowercase())));
    assert_eq!(Rule::PushingSideMissing.to_string(), "pushing-side-missing");
}

#[test]
fn no_box() {
    let facts = [CORRIDOR, "sokoban(a). box(c). solution(d)."];
    passes(&facts, "push(c,right,d)", ANY);
    let violation =
        breaks(&facts, "push(b,right,d)", ANY, Rule::NoBox, "push(b,right,d): there is no box on b");
    assert_eq!((violation.action, violation.step), (Some(1), None));
    // The box is where the first push left it, not where it was.
    passes(&facts, "push(c,right,d) push(d,right,d)", ANY);
    breaks(
        &facts,
        "push(c,right,d) push(c,right,d)",
        ANY,
        Rule::NoBox,
        "push(c,right,d): there is no box on c",
    );
}

#[test]
fn unknown_location() {
    let facts = [CORRIDOR, "sokoban(a). box(c). solution(d)."];
    breaks(&facts, "push(z,right,d)", ANY, Rule::UnknownLocation, "push(z,right,d): there is no location z");
    breaks(
        &facts,
        "push(c,right,\"d\")",
        ANY,
        Rule::UnknownLocation,
        "push(c,right,\"d\"): there is no location \"d\"",
    );
}

#[test]
fn unknown_direction() {
    let facts = [CORRIDOR, "sokoban(a). box(c). solution(d)."];
    breaks(
        &facts,
        "push(c,east,d)",
        ANY,
        Rule::UnknownDirection,
        "push(c,east,d): east is none of the directions right, left, up and down",
    );
    breaks(
        &facts,
        "push(c,\"right\",d)",
        ANY,
        Rule::UnknownDirection,
        "push(c,\"right\",d): \"right\" is none of the directions right, left, up and down",
    );
}

#[test]
fn all_four_directions() {
    // A cross of three by three cells around m; the sokoban walks around the box.
    let cross = "right(nw,n;n,ne;w,m;m,e;sw,s;s,se). top(w,nw;m,n;e,ne;sw,w;s,m;se,e). box(m).";
    for (direction, goal, wrong) in
        [("right", "e", "w"), ("left", "w", "e"), ("up", "n", "s"), ("down", "s", "n")]
    {
        let facts = [cross, "sokoban(nw). solution(", goal, ")."];
        passes(&facts, &format!("push(m,{direction},{goal})"), ANY);
        let plan = format!("push(m,{direction},{wrong})");
        assert!(matches!(judge(&facts, &plan, ANY), Verdict::Invalid(v) if v.rule == Rule::NotInLine));
    }
}

#[test]
fn not_in_line() {
    let facts = [ROOM, "sokoban(a). box(b). solution(c)."];
    passes(&facts, "push(b,right,c)", ANY);
    for plan in ["push(b,right,a)", "push(b,right,g)", "push(b,right,e)"] {
        let message = format!("{plan}: {} is not in a straight line to the right of b", &plan[13..14]);
        breaks(&facts, plan, ANY, Rule::NotInLine, &message);
    }
}

#[test]
fn pushing_side_missing() {
    let facts = [ROOM, "sokoban(f). box(b). solution(b)."];
    breaks(
        &facts,
        "push(b,down,f)",
        ANY,
        Rule::PushingSideMissing,
        "push(b,down,f): there is no location above b to push from",
    );
    // A no-op needs the pushing side too.
    breaks(
        &facts,
        "push(b,down,b)",
        ANY,
        Rule::PushingSideMissing,
        "push(b,down,b): there is no location above b to push from",
    );
    passes(&facts, "push(b,up,b)", ANY);
}

#[test]
fn pushing_side_occupied() {
    let facts = [ROOM, "sokoban(e). box(a). box(b). solution(a)."];
    breaks(
        &facts,
        "push(b,right,c)",
        ANY,
        Rule::PushingSideOccupied,
        "push(b,right,c): there is a box on a, the cell to push from",
    );
    passes(&[ROOM, "sokoban(e). box(b). solution(c)."], "push(b,right,c)", ANY);
}

#[test]
fn cell_occupied() {
    let facts = [CORRIDOR, "sokoban(a). box(b). box(e). solution(d)."];
    passes(&facts, "push(b,right,d)", ANY);
    let rule = Rule::CellOccupied;
    breaks(&facts, "push(b,right,e)", ANY, rule, "push(b,right,e): there is a box in the way, on e");
    breaks(&facts, "push(b,right,f)", ANY, rule, "push(b,right,f): there is a box in the way, on e");
}

#[test]
fn a_box_at_the_end_of_a_long_push_is_in_the_way_in_each_direction() {
    for (direction, neighbours) in [
        ("right", "right(a,b;b,c;c,d;d,e)."),
        ("left", "right(b,a;c,b;d,c;e,d)."),
        ("up", "top(a,b;b,c;c,d;d,e)."),
        ("down", "top(b,a;c,b;d,c;e,d)."),
    ] {
        let facts = [neighbours, "sokoban(a). box(b). box(e)."];
        passes(&facts, &format!("push(b,{direction},d)"), ANY);
        let push = format!("push(b,{direction},e)");
        breaks(&facts, &push, ANY, Rule::CellOccupied, &format!("{push}: there is a box in the way, on e"));
    }
}

#[test]
fn not_reachable() {
    let facts = [CORRIDOR, "sokoban(b). box(c). solution(d)."];
    passes(&facts, "push(c,right,d)", ANY);
    let facts = [CORRIDOR, "sokoban(b). box(c). box(e). solution(d)."];
    breaks(
        &facts,
        "push(e,left,d)",
        ANY,
        Rule::NotReachable,
        "push(e,left,d): the sokoban cannot reach f, the cell it must push from",
    );
    // A way round the box.
    passes(&[ROOM, "sokoban(a). box(b). solution(a)."], "push(b,left,a)", ANY);
}

#[test]
fn the_sokoban_ends_behind_the_box() {
    let facts = [CORRIDOR, "sokoban(a). box(b). solution(c)."];
    passes(&facts, "push(b,right,c)", ANY);
    breaks(
        &facts,
        "push(b,right,d) push(d,left,c)",
        ANY,
        Rule::NotReachable,
        "push(d,left,c): the sokoban cannot reach e, the cell it must push from",
    );
    // It walks round the box and pushes it onto the cell it came from, the mouth of a corridor.
    let mouth = "right(a,b;b,c;d,e;c,x;x,y). top(d,a;e,b). sokoban(c). box(b). solution(x).";
    breaks(
        &[mouth],
        "push(b,right,x)",
        ANY,
        Rule::NotReachable,
        "push(b,right,x): the sokoban cannot reach a, the cell it must push from",
    );
    let open = [mouth, "top(f,c). right(e,f)."];
    passes(&open, "push(b,right,c) push(c,right,x)", ANY);
    breaks(
        &open,
        "push(b,right,c) push(c,right,x) push(x,left,c)",
        ANY,
        Rule::NotReachable,
        "push(x,left,c): the sokoban cannot reach y, the cell it must push from",
    );
}

#[test]
fn no_op() {
    let facts = [CORRIDOR, "sokoban(a). box(c). solution(c)."];
    let strict = Rules { no_noop: true, ..ANY };
    passes(&facts, "push(c,right,c)", ANY);
    breaks(
        &facts,
        "push(c,right,c)",
        strict,
        Rule::NoOp,
        "push(c,right,c): the box stays on c, and no-ops are not allowed",
    );
    passes(&[CORRIDOR, "sokoban(a). box(c). solution(d)."], "push(c,right,d)", strict);
    breaks(
        &facts,
        "push(c,left,c)",
        ANY,
        Rule::NotReachable,
        "push(c,left,c): the sokoban cannot reach d, the cell it must push from",
    );
}

#[test]
fn a_no_op_moves_the_sokoban_to_the_pushing_side() {
    // Walking to the other side of the box and pushing nothing changes nothing for what can be reached; the box is
    // still there and can be pushed from either side.
    let facts = [ROOM, "sokoban(a). box(b). solution(a)."];
    passes(&facts, "push(b,right,b) push(b,left,a)", ANY);
}

#[test]
fn goal_not_reached() {
    let facts = [CORRIDOR, "sokoban(a). box(c). solution(e). solution(d)."];
    let rule = Rule::GoalNotReached;
    let violation =
        breaks(&facts, "push(c,right,d)", ANY, rule, "after the only action the storage e holds no box");
    assert_eq!((violation.action, violation.push), (None, None));
    breaks(
        &facts,
        "push(c,right,f)",
        ANY,
        rule,
        "after the only action the storage e holds no box, nor does one other",
    );
    breaks(
        &facts,
        "push(c,right,d) push(d,right,f)",
        ANY,
        rule,
        "after all 2 actions the storage e holds no box, nor does one other",
    );
    let facts = [CORRIDOR, "sokoban(a). box(c). solution(d)."];
    breaks(&facts, "", ANY, rule, "at the start the storage d holds no box");
    passes(&[CORRIDOR, "sokoban(a). box(d). solution(d)."], "", ANY);
}

#[test]
fn more_boxes_than_storages() {
    passes(&[CORRIDOR, "sokoban(a). box(b). box(e). solution(c)."], "push(b,right,c)", ANY);
    passes(&[CORRIDOR, "sokoban(a). box(b)."], "", ANY);
}

const STEPS: &str = "right(a,b;b,c;c,d;d,e;e,f). sokoban(a). box(b). solution(d). step(1..3). next(1,2;2,3).";

#[test]
fn two_pushes_at_one_step() {
    passes(&[STEPS], "push(c,right,d,2) push(b,right,c,1)", ANY);
    let violation = breaks(
        &[STEPS],
        "push(b,right,c,1) push(c,right,d,1)",
        ANY,
        Rule::TwoPushesAtOneStep,
        "push(c,right,d,1): push(b,right,c,1) is at the same step",
    );
    assert_eq!((violation.action, violation.step.as_deref()), (Some(2), Some("1")));
    // Without steps in the instance too.
    breaks(
        &[CORRIDOR, "sokoban(a). box(b). solution(d)."],
        "push(b,right,c,7) push(c,right,d,7)",
        ANY,
        Rule::TwoPushesAtOneStep,
        "push(c,right,d,7): push(b,right,c,7) is at the same step",
    );
}

#[test]
fn missing_push() {
    let rule = Rule::MissingPush;
    let violation = breaks(
        &[STEPS],
        "push(b,right,d,1)",
        ANY,
        rule,
        "there is no push at step 2: 1 of 2 actions are there",
    );
    assert_eq!((violation.action, violation.step.as_deref()), (None, Some("2")));
    breaks(&[STEPS], "push(b,right,d)", ANY, rule, "there is no push at step 2: 1 of 2 actions are there");
    breaks(
        &[STEPS],
        "push(b,right,d,2)",
        ANY,
        rule,
        "there is no push at step 1, but a later one, push(b,right,d,2)",
    );
    breaks(
        &[STEPS],
        "push(b,right,d,2)",
        Rules { any_length: true, ..ANY },
        rule,
        "there is no push at step 1, but a later one, push(b,right,d,2)",
    );
    breaks(
        &[STEPS],
        "",
        Rules { actions: Some(1), ..ANY },
        rule,
        "there is no push at step 1: 0 of 1 actions are there",
    );
    passes(&[STEPS], "push(b,right,d,1) push(d,right,d,2)", ANY);
}

#[test]
fn unknown_step() {
    let rule = Rule::UnknownStep;
    let plan = "push(b,right,d,1) push(d,right,d,9)";
    let violation = breaks(&[STEPS], plan, ANY, rule, "push(d,right,d,9): there is no step 9");
    assert_eq!((violation.action, violation.step.as_deref()), (None, Some("9")));
    for step in ["0", "-1", "x", "\"1\"", "4", "9223372036854775807", "-9223372036854775808"] {
        let push = format!("push(d,right,d,{step})");
        let plan = format!("push(b,right,d,1) {push}");
        let message = format!("{push}: there is no step {step}");
        breaks(&[STEPS], &plan, ANY, rule, &message);
        breaks(&[STEPS], &plan, Rules { actions: Some(2), ..ANY }, rule, &message);
    }
    let any_length = Rules { any_length: true, ..ANY };
    breaks(&[STEPS], "push(b,right,d,x)", any_length, rule, "push(b,right,d,x): there is no step x");
}

#[test]
fn last_step() {
    let plan = "push(b,right,c,1) push(c,right,d,2) push(d,right,d,3)";
    let message = "push(d,right,d,3): step 3 is the last, no action follows it";
    breaks(&[STEPS], plan, ANY, Rule::LastStep, message);
    breaks(&[STEPS], plan, Rules { actions: Some(2), ..ANY }, Rule::LastStep, message);
    passes(&[STEPS], plan, Rules { actions: Some(3), ..ANY });
    passes(&[STEPS], plan, Rules { any_length: true, ..ANY });
}

#[test]
fn too_many_pushes() {
    let plan = "push(b,right,c) push(c,right,d) push(d,right,d)";
    let message = "push(d,right,d): this is one push too many, 2 are required";
    let violation = breaks(&[STEPS], plan, ANY, Rule::TooManyPushes, message);
    assert_eq!(violation.action, Some(3));
    passes(&[STEPS], plan, Rules { any_length: true, ..ANY });
    passes(&[STEPS], "push(b,right,c) push(c,right,d)", ANY);
}

#[test]
fn any_length_waives_the_count_both_ways() {
    let any_length = Rules { any_length: true, ..ANY };
    passes(&[STEPS], "push(b,right,d,1)", any_length);
    passes(&[STEPS], "push(b,right,d)", any_length);
    // An optimal plan numbers its own steps, beyond those of the instance.
    passes(
        &[STEPS],
        "push(b,right,c,1) push(c,right,c,2) push(c,right,c,3) push(c,right,c,4) push(c,right,d,5)",
        any_length,
    );
    breaks(
        &[STEPS],
        "push(b,right,c,1) push(c,right,c,2) push(c,right,c,3) push(c,right,d,5)",
        any_length,
        Rule::MissingPush,
        "there is no push at step 4, but a later one, push(c,right,d,5)",
    );
    passes(&[STEPS], "push(b,right,d,1)", Rules { actions: Some(9), ..any_length });
}

#[test]
fn the_steps_of_the_instance_need_not_be_numbers() {
    let named = "right(a,b;b,c;c,d). sokoban(a). box(b). solution(d). \
                 step(t(2);t(1);last). next(t(2),t(1);t(1),last).";
    passes(&[named], "push(b,right,c,t(2)) push(c,right,d,t(1))", ANY);
    let violation = breaks(
        &[named],
        "push(b,right,c,t(1)) push(c,right,d,t(2))",
        ANY,
        Rule::NoBox,
        "push(c,right,d,t(2)): there is no box on c",
    );
    assert_eq!((violation.action, violation.step.as_deref()), (Some(1), Some("t(2)")));
    breaks(
        &[named],
        "push(b,right,c,1) push(c,right,d,2)",
        ANY,
        Rule::UnknownStep,
        "push(b,right,c,1): there is no step 1",
    );
}

#[test]
fn steps_without_an_instance_s_are_ordered_as_terms() {
    let facts = [CORRIDOR, "sokoban(a). box(b). solution(f)."];
    passes(&facts, "push(c,right,d,9) push(d,right,f,10) push(b,right,c,-3)", ANY);
    passes(&facts, "push(c,right,d,s(9)) push(d,right,f,s(10)) push(b,right,c,100)", ANY);
}

#[test]
fn a_push_without_its_step_gets_it_in_the_verdict() {
    let violation = breaks(
        &[STEPS],
        "push(b,right,c) push(b,right,d)",
        ANY,
        Rule::NoBox,
        "push(b,right,d): there is no box on b",
    );
    assert_eq!((violation.action, violation.step.as_deref()), (Some(2), Some("2")));
}

#[test]
fn the_instance_s_own_steps_can_be_replaced() {
    let one = Rules { actions: Some(1), ..ANY };
    passes(&[STEPS], "push(b,right,d,1)", one);
    passes(&[STEPS], "push(b,right,d)", one);
    passes(&[CORRIDOR, "sokoban(a). box(b). solution(b)."], "", Rules { actions: Some(0), ..ANY });
}

#[test]
fn a_closed_line_ends_where_it_began() {
    // A ring of four cells: everything is to the right of everything, but the box passes its own cell only once.
    let ring = "right(a,b;b,c;c,d;d,a). top(x,a).";
    passes(&[ring, "sokoban(a). box(b). solution(d)."], "push(b,right,d)", ANY);
    breaks(
        &[ring, "sokoban(a). box(b). solution(d)."],
        "push(b,right,x)",
        ANY,
        Rule::NotInLine,
        "push(b,right,x): x is not in a straight line to the right of b",
    );
}
