//! Plans in letters and as JSON, judged by the rules of the game.

use groundplan_check::{check, count, in_order, Counts, Instance, Plan, Rule, Rules, Verdict};

/// A corridor of five, the box on its second location, the storage on its fourth; a niche above the first.
const LEVEL: &str =
    "right(a,b). right(b,c). right(c,d). right(d,e). top(a,n). sokoban(a). box(b). solution(d).";

/// The rule that is broken, by which action, and where in the plan's text.
type Broken = (Rule, Option<usize>, Option<std::ops::Range<usize>>);

fn judge(facts: &str, plan: &str, rules: Rules) -> Result<usize, Broken> {
    let instance = Instance::parse(facts).expect("an instance");
    match check(&instance, &Plan::parse(plan).expect("a plan"), &rules) {
        Verdict::Valid { actions } => Ok(actions),
        Verdict::Invalid(violation) => Err((violation.rule, violation.action, violation.range)),
    }
}

#[test]
fn letters_are_judged_one_by_one() {
    for (plan, verdict) in [
        ("RR", Ok(1)),
        ("2R", Ok(1)),
        ("uDRR", Err((Rule::NoBox, Some(1), Some(1..2)))),
        ("udRR", Ok(1)),
        ("RlrR", Ok(2)),
        ("RRl\nl", Ok(1)),
        ("r", Err((Rule::CellOccupied, None, Some(0..1)))),
        ("l", Err((Rule::Wall, None, Some(0..1)))),
        ("RRRR", Err((Rule::Wall, Some(1), Some(3..4)))),
        ("R 3R", Err((Rule::Wall, Some(1), Some(2..4)))),
        ("R", Err((Rule::GoalNotReached, None, None))),
        ("RRR", Err((Rule::GoalNotReached, None, None))),
    ] {
        assert_eq!(judge(LEVEL, plan, Rules::default()), verdict, "{plan}");
    }
    let two = format!("{LEVEL} box(c).");
    assert_eq!(judge(&two, "R", Rules::default()), Err((Rule::CellOccupied, Some(1), Some(0..1))));
}

#[test]
fn where_case_tells_nothing_the_map_does() {
    let instance = Instance::parse(LEVEL).expect("an instance");
    for (plan, letters) in [("rr", "RR"), ("UDRR", "udRR"), ("udrrl", "udRRl"), ("RRL", "RRl")] {
        let plan = Plan::parse(plan).expect("a plan");
        let told = plan.told_apart(&instance).letters();
        assert_eq!(told.as_deref(), Some(letters));
        let actions = Plan::parse(letters).expect("a plan").actions();
        assert_eq!(check(&instance, &plan, &Rules::default()), Verdict::Valid { actions });
        assert_eq!(count(&instance, &plan, &Rules::default()).map(|counts| counts.pushes), Ok(2));
    }
    // In mixed case, each letter is taken at its word, and so in a plan that solves nothing.
    for plan in ["Rr", "uDRR", "UDRRl", "r", "LLL", "rl"] {
        let plan = Plan::parse(plan).expect("a plan");
        assert_eq!(plan.told_apart(&instance).letters(), plan.letters());
        assert!(matches!(check(&instance, &plan, &Rules::default()), Verdict::Invalid(_)), "{plan:?}");
    }
}

#[test]
fn numbers_repeat_what_they_touch() {
    for (text, letters) in [
        ("3r(uL)2", "rrruLuL"),
        ("2(uL)", "uLuL"),
        ("2(r(uL)2)d", "ruLuLruLuLd"),
        ("(uL)2 r", "uLuLr"),
        ("(uL) 2r", "uLrr"),
        ("(uL)2\n2r", "uLuLrr"),
        ("(uL)r", "uLr"),
        ("2(uL)3r", "uLuLrrr"),
        ("2(uL)2(r)", "uLuLrr"),
        ("((uL)2)2", "uLuLuLuL"),
        ("2(rr\nUU)", "rrUUrrUU"),
        ("12r", "rrrrrrrrrrrr"),
        ("Solution:\nrr ; to the box\n; and\nUU % there", "rrUU"),
        ("Solution: rr\nUU\n", "rrUU"),
        ("solution (4 lines)\n\nrrUU", "rrUU"),
        ("; a plan\n% of two\nrr\nSATISFIABLE\n", "rr"),
        ("> rr\n>> UU\n", "rrUU"),
        ("\u{feff}r\u{a0}r\r\nU\u{200b}U\r\n", "rrUU"),
    ] {
        let plan = Plan::parse(text).unwrap_or_else(|error| panic!("{text:?}: {error}"));
        assert_eq!(plan.letters().as_deref(), Some(letters), "{text:?}");
        assert_eq!(Plan::parse_letters(text).expect(text), plan, "{text:?}");
    }
}

#[test]
fn what_could_mean_two_things_or_nothing_is_refused() {
    for (text, place, problem) in [
        ("(uL)2r", 4..6, "does 2 repeat the group before it or what comes after it?"),
        ("(uL)2(dR)", 4..6, "does 2 repeat"),
        ("2(uL)3", 5..6, "a number in front of it already"),
        ("r3", 1..2, "expected a letter or a group after a number"),
        ("r3 r", 1..2, "found nothing that it could repeat"),
        ("r\n3\nr", 2..3, "found nothing that it could repeat"),
        ("r(uL", 1..2, "never closed"),
        ("r(2(uL)", 1..2, "never closed"),
        ("uL)2", 2..3, "closes no group"),
        ("r()", 1..2, "nothing in this group"),
        ("r0u", 1..2, "0 times"),
        ("0(9999999r)r", 0..1, "0 times"),
        ("rrxrr", 2..3, "expected a letter `l`, `u`, `r` or `d`"),
        ("rrrr\nthe end", 5..6, "found `t`"),
        ("999999999r", 0..10, "more than 10000000 moves"),
        ("99999999999999999999999r", 0..24, "more than 10000000 moves"),
        ("9999(9999(9999r))", 9..10, "more than 10000000 moves"),
        ("(5000000r)3", 10..11, "more than 10000000 moves"),
        ("9999999r9999999r", 8..16, "more than 10000000 moves"),
    ] {
        let error = Plan::parse(text).expect_err(text);
        assert_eq!(error.range(), place, "{text:?}: {error}");
        assert!(error.message().contains(problem), "{text:?}: {error}");
    }
}

#[test]
fn letters_pass_for_what_they_can_be_cut_into() {
    for (asked, no_noop, verdict) in [
        (0, false, Err(Rule::TooManyPushes)),
        (1, true, Ok(1)),
        (2, true, Ok(1)),
        (3, true, Err(Rule::MissingPush)),
        (3, false, Ok(1)),
        (9, false, Ok(1)),
    ] {
        let rules = Rules { actions: Some(asked), no_noop, ..Rules::default() };
        assert_eq!(judge(LEVEL, "RR", rules).map_err(|(rule, ..)| rule), verdict, "{asked}, {no_noop}");
        let rules = Rules { any_length: true, ..rules };
        assert_eq!(judge(LEVEL, "RR", rules), Ok(1), "{asked}");
    }
    // Solved at the start: walking is no action, and a no-op needs a box in reach.
    let near = "right(a,b). right(b,c). sokoban(a). box(b). solution(b). right(z,a).";
    let far = "right(a,y). right(b,c). sokoban(a). box(b). solution(b).";
    let asked = |actions| Rules { actions: Some(actions), ..Rules::default() };
    assert_eq!(judge(near, "l", asked(0)), Ok(0));
    assert_eq!(judge(near, "l", asked(2)), Ok(0));
    assert_eq!(judge(far, "r", asked(0)), Ok(0));
    assert_eq!(judge(far, "r", asked(1)).map_err(|(rule, ..)| rule), Err(Rule::MissingPush));
    assert_eq!(
        judge(near, "l", Rules { no_noop: true, ..asked(1) }).map_err(|(rule, ..)| rule),
        Err(Rule::MissingPush)
    );
}

#[test]
fn json_is_in_the_order_of_its_steps_and_points_at_its_items() {
    let item = |from: &str, to: &str, step: &str| {
        format!("{{ \"step\": {step}, \"box\": \"{from}\", \"direction\": \"right\", \"to\": \"{to}\" }}")
    };
    let (first, second) = (item("b", "c", "9"), item("c", "d", "\"10\""));
    for plan in [
        format!("[{second}, {first}]"),
        format!("{{\"plan\": [{first}, {second}], \"more\": [1]}}"),
        format!("\u{feff} [ {second},\n{first} ]"),
    ] {
        assert_eq!(judge(LEVEL, &plan, Rules::default()), Ok(2), "{plan}");
        let read = Plan::parse(&plan).expect("a plan");
        let instance = Instance::parse(LEVEL).expect("an instance");
        let order = in_order(&instance, &read, &Rules::default()).expect("an order");
        assert_eq!(&plan[order[0].range.clone()], first, "{plan}");
        assert_eq!((read.actions(), read.letters()), (2, None));
    }
    let wrong = format!("[{first}, {}]", item("e", "d", "10"));
    let Err((rule, action, Some(range))) = judge(LEVEL, &wrong, Rules::default()) else { panic!("{wrong}") };
    assert_eq!((rule, action), (Rule::NoBox, Some(2)));
    assert_eq!(wrong[range], item("e", "d", "10"));
}

#[test]
fn steps_with_names_have_the_order_of_the_instance() {
    let facts = format!("{LEVEL} step(late;early;end). next(early,late). next(late,end).");
    let instance = Instance::parse(&facts).expect("an instance");
    let plan = Plan::parse("push(c,right,d,late). push(b,right,c,early).").expect("a plan");
    let order = in_order(&instance, &plan, &Rules::default()).expect("an order");
    assert_eq!(
        order.iter().map(ToString::to_string).collect::<Vec<_>>(),
        ["push(b,right,c,early)", "push(c,right,d,late)"]
    );
    let letters = Plan::parse("RR").expect("a plan");
    assert_eq!(in_order(&instance, &letters, &Rules::default()), Ok(Vec::new()));
    assert_eq!((letters.letters().as_deref(), letters.actions()), (Some("RR"), 1));
}

#[test]
fn what_is_no_plan_says_where() {
    for (text, place) in [
        ("RR\nRX", 3),
        ("RR 3", 3),
        ("R\n10000001R", 2),
        ("{\"plan\": [", 10),
        ("[{\"box\": 1}]", 1),
        ("[{\"box\": \"b\", \"direction\": \"right\", \"to\": \"1..2\"}]", 1),
        ("[{\"box\": \"b c\", \"direction\": \"right\", \"to\": \"c\"}]", 1),
        ("{\"plan\": null}", 0),
        ("{\"plans\": []}", 0),
    ] {
        let error = Plan::parse(text).expect_err(text);
        let range = error.range();
        assert!(range.start.abs_diff(place) <= 1, "{text:?}: {range:?}, {error}");
        assert!(text.get(range).is_some(), "{text:?}");
    }
}

#[test]
fn what_is_wrong_with_json_is_said_without_a_second_place() {
    let error = |text: &str| Plan::parse(text).expect_err(text).to_string();
    let (item, list) = (error("[{\"box\": 1}]"), error("{\"plan\": ["));
    assert!(item.contains("found invalid type: integer `1`, expected a string"), "{item}");
    assert!(list.contains("EOF while parsing"), "{list}");
    assert!(!item.contains(" line ") && !list.contains(" line "), "{item}\n{list}");
}

#[test]
fn what_is_counted_is_the_same_in_atoms_and_in_letters() {
    let instance = Instance::parse(LEVEL).expect("an instance");
    let counts = |plan: &str, actions| {
        let rules = Rules { actions, ..Rules::default() };
        count(&instance, &Plan::parse(plan).expect("a plan"), &rules)
    };
    let once = Counts { actions: 1, pushes: 2, moves: 2 };
    assert_eq!(counts("push(b,right,d,1).", Some(1)), Ok(once));
    assert_eq!(counts("RR", None), Ok(once));
    // The walk out of the way and back is in the letters only; a no-op moves nothing.
    assert_eq!(counts("udRR", None), Ok(Counts { moves: 4, ..once }));
    let twice = Counts { actions: 3, ..once };
    assert_eq!(counts("push(b,right,c,1). push(c,right,d,2). push(d,right,d,3).", Some(3)), Ok(twice));
    let broken = counts("push(b,left,a,1).", Some(1)).expect_err("the sokoban is on the wrong side");
    assert_eq!(broken.rule, Rule::NotReachable);
}
