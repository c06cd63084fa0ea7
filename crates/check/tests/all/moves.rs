//! Plans in the atoms of the ASP Competitions: read, and judged by the rules of the game.

use groundplan_check::{check_moves, Competition, Counts, MovePlan, Rule, Rules};

/// A corridor from a to d, the stone on b, the goal on d.
const CORRIDOR: &str =
    "player(p). stone(s). movedir(a,b,r). movedir(b,a,l). movedir(b,c,r). movedir(c,b,l). movedir(c,d,r). \
    movedir(d,c,l). isgoal(d). isnongoal(a;b;c). clear(c;d). at(p,a). at(s,b). goal(s). step(1..3).";

const SOLVED: &str = "pushtonongoal(p,s,a,b,c,r,1). pushtogoal(p,s,b,c,d,r,2).";

fn judge(facts: &str, plan: &str, rules: Rules) -> Result<Counts, (Rule, String)> {
    let instance = Competition::parse(facts).expect("an instance");
    let plan = MovePlan::parse(plan).expect("a plan");
    check_moves(&instance, &plan, &rules).map_err(|violation| (violation.rule, violation.message))
}

#[test]
fn a_plan_is_counted_whatever_order_and_frame_it_is_written_in() {
    let counts = Counts { actions: 1, pushes: 2, moves: 2 };
    for plan in [
        SOLVED.to_owned(),
        format!("{SOLVED} noop(3)."),
        "Answer: 1\npushtogoal(p,s,b,c,d,r,2) noop(3) pushtonongoal(p,s,a,b,c,r,1)\nSATISFIABLE\n".to_owned(),
        // A rest in between is none the worse.
        "pushtonongoal(p,s,a,b,c,r,1). noop(2). pushtogoal(p,s,b,c,d,r,3).".to_owned(),
    ] {
        assert_eq!(judge(CORRIDOR, &plan, Rules::default()), Ok(counts), "{plan}");
    }
    // What comes after the goal was reached does not take that back.
    let walk = format!("{SOLVED} move(p,c,b,l,3).");
    assert_eq!(judge(CORRIDOR, &walk, Rules::default()).map(|counts| counts.moves), Ok(3));
    let no_noop = Rules { no_noop: true, ..Rules::default() };
    assert_eq!(judge(CORRIDOR, SOLVED, no_noop), Ok(counts));
    let rests = judge(CORRIDOR, &format!("{SOLVED} noop(3)."), no_noop);
    assert_eq!(rests, Err((Rule::NoOp, "noop(3): nothing moves, and no-ops are not allowed".to_owned())));
    let any = Rules { any_length: true, ..Rules::default() };
    assert_eq!(judge(CORRIDOR, &SOLVED.replace(",2)", ",9)"), any), Ok(counts));
}

#[test]
fn each_rule_can_be_broken() {
    for (plan, rule, message) in [
        ("", Rule::GoalNotReached, "the stone s ends on no goal"),
        ("pushtonongoal(p,s,a,b,c,r,1).", Rule::GoalNotReached, "the stone s ends on no goal"),
        ("noop(4).", Rule::UnknownStep, "noop(4): there is no step 4"),
        ("noop(0).", Rule::UnknownStep, "noop(0): there is no step 0"),
        ("noop(1). noop(1).", Rule::TwoPushesAtOneStep, "noop(1): noop(1) is at the same step"),
        ("move(p,a,b,r,1).", Rule::CellOccupied, "move(p,a,b,r,1): b is not clear"),
        ("move(p,b,c,r,1).", Rule::NotReachable, "move(p,b,c,r,1): p is on a, not on b"),
        ("move(s,b,c,r,1).", Rule::NotReachable, "move(s,b,c,r,1): s is not the player"),
        ("move(p,a,b,l,1).", Rule::Wall, "move(p,a,b,l,1): there is no fact movedir(a,b,l)"),
        ("pushtonongoal(p,s,a,c,d,r,1).", Rule::NoBox, "pushtonongoal(p,s,a,c,d,r,1): s is on b, not on c"),
        ("pushtonongoal(p,t,a,b,c,r,1).", Rule::NoBox, "pushtonongoal(p,t,a,b,c,r,1): t is no stone"),
        ("pushtonongoal(p,p,a,b,c,r,1).", Rule::NoBox, "pushtonongoal(p,p,a,b,c,r,1): p is no stone"),
        (
            "pushtonongoal(p,s,a,b,d,r,1).",
            Rule::Wall,
            "pushtonongoal(p,s,a,b,d,r,1): there is no fact movedir(b,d,r)",
        ),
        ("pushtogoal(p,s,a,b,c,r,1).", Rule::WrongGoal, "pushtogoal(p,s,a,b,c,r,1): c is no goal"),
        (
            "pushtonongoal(p,s,a,b,c,r,1). pushtonongoal(p,s,b,c,d,r,2).",
            Rule::WrongGoal,
            "pushtonongoal(p,s,b,c,d,r,2): d is not said to be no goal",
        ),
    ] {
        assert_eq!(judge(CORRIDOR, plan, Rules::default()), Err((rule, message.to_owned())), "{plan}");
    }
    let blocked = CORRIDOR.replace("clear(c;d)", "clear(d)");
    let pushed = judge(&blocked, "pushtonongoal(p,s,a,b,c,r,1).", Rules::default());
    assert_eq!(pushed.map_err(|broken| broken.0), Err(Rule::CellOccupied));
}

#[test]
fn what_is_not_said_is_taken_for_granted() {
    let short = CORRIDOR.replace("isnongoal(a;b;c). clear(c;d).", "").replace("goal(s).", "");
    assert!(judge(&short, SOLVED, Rules::default()).is_ok());
    let place = CORRIDOR.replace("isgoal(d).", "goal(d).").replace("goal(s).", "");
    assert!(judge(&place, SOLVED, Rules::default()).is_ok());
    // Another stone may stay where it is, where goals are for some alone.
    let two =
        CORRIDOR.replace("stone(s).", "stone(s;t). movedir(e,a,r). movedir(a,e,l). isnongoal(e). at(t,e).");
    assert!(judge(&two, SOLVED, Rules::default()).is_ok());
    assert!(judge(&two.replace("goal(s).", ""), SOLVED, Rules::default()).is_err());
}

#[test]
fn bad_instances_and_plans_are_refused() {
    for (from, to, message) in [
        ("player(p).", "", "there is no player"),
        ("player(p).", "player(p;q).", "there are two players, p and q"),
        ("at(s,b).", "", "s has no place"),
        ("at(s,b).", "at(s,a).", "p and s are both on a"),
        ("at(s,b).", "at(s,(b;c)).", "s is both on b and on c"),
        ("at(s,b).", "at(s,b). at(t,c).", "t is neither the player nor a stone"),
        ("step(1..3)", "step(1;3)", "there is no step 2, but a later one"),
        ("step(1..3)", "step(first)", "first is no step: steps are the numbers from 1 on"),
        ("goal(s).", "goal(X).", "`X` is a variable"),
    ] {
        let error = Competition::parse(&CORRIDOR.replace(from, to)).expect_err(to);
        assert_eq!(error.message(), message);
    }
    for (plan, message) in [
        (
            "push(b,right,c,1).",
            "a plan consists of move/5, pushtogoal/7, pushtonongoal/7 and noop/1, this is push/4",
        ),
        ("-noop(1).", "a plan consists of move/5, pushtogoal/7, pushtonongoal/7 and noop/1, this is -noop/1"),
        ("noop(a).", "a is no step: steps are the numbers from 1 on"),
        ("noop(1..2).", "a push names one action, not several at once"),
        ("UNSATISFIABLE", "this says UNSATISFIABLE, which is not a plan"),
        ("SATISFIABLE\nnoop(1).", "the plan has already ended with its verdict"),
    ] {
        assert_eq!(MovePlan::parse(plan).expect_err(plan).message(), message);
    }
}

#[test]
fn such_plans_are_told_from_others() {
    for text in ["noop(1)", "a, move (p,a,b,r,1)", "% nothing\npushtogoal(p,s,a,b,c,r,1)."] {
        assert!(MovePlan::is(text), "{text}");
    }
    for text in [
        "",
        "push(b,right,c,1).",
        "xmove(1)",
        "move",
        "rrRR",
        "SATISFIABLE",
        r#"{"plan":[],"atoms":["noop(1)"]}"#,
    ] {
        assert!(!MovePlan::is(text), "{text}");
    }
}
