//! The two published instances: the competition specification's example and the first figure of the paper.

use groundplan_check::{check, Instance, Plan, Rule, Rules, Verdict};

const SPECIFICATION: &str = "
top(col4row4,col4row3). top(col4row3,col4row2). right(col4row2,col5row2). right(col5row2,col6row2). right(col6row2,col7row2).
right(col7row2,col8row2). top(col8row2,col8row1). right(col8row1,col9row1). top(col9row2,col9row1). top(col9row3,col9row2).
top(col9row4,col9row3). top(col9row5,col9row4). right(col9row5,col10row5). top(col10row5,col10row4). top(col10row4,col10row3).
top(col10row3,col10row2). top(col10row2,col10row1). top(col8row5,col8row4). top(col8row4,col8row3). top(col8row3,col8row2).
right(col8row3,col9row3). right(col8row4,col9row4). right(col8row5,col9row5). right(col9row4,col10row4). right(col9row3,col10row3).
right(col9row2,col10row2). right(col9row1,col10row1). right(col8row2,col9row2). right(col3row2,col4row2). top(col2row3,col2row2).
top(col2row4,col2row3). top(col2row5,col2row4). top(col2row6,col2row5). right(col2row6,col3row6). top(col3row6,col3row5).
top(col3row5,col3row4). right(col3row4,col4row4). right(col3row5,col4row5). top(col4row5,col4row4). top(col4row6,col4row5).
right(col4row6,col5row6). top(col5row6,col5row5). top(col5row5,col5row4). right(col5row4,col6row4). top(col6row5,col6row4).
top(col6row6,col6row5). right(col5row5,col6row5). right(col5row6,col6row6). right(col4row5,col5row5). right(col3row6,col4row6).
right(col2row5,col3row5). right(col2row4,col3row4). top(col1row3,col1row2). right(col1row2,col2row2). right(col1row3,col2row3).
right(col2row2,col3row2). right(col4row4,col5row4). box(col8row2). box(col3row4). solution(col3row2). solution(col2row2).
sokoban(col4row4). step(1). step(2). step(3). step(4). step(5). next(1,2). next(2,3). next(3,4). next(4,5).";

const SPECIFICATION_WITNESS: &str = "push(col3row4,left,col2row4,1). push(col2row4,up,col2row2,2).
push(col8row2,right,col9row2,3). push(col9row2,left,col3row2,4).";

const FIGURE: &str = "
top(c2r5,c2r4). top(c2r6,c2r5). top(c3r3,c3r2). top(c3r4,c3r3). top(c3r5,c3r4). top(c3r6,c3r5). top(c5r5,c5r4). top(c5r6,c5r5).
top(c6r3,c6r2). top(c6r4,c6r3). top(c6r5,c6r4). top(c7r4,c7r3). top(c7r5,c7r4). right(c3r2,c4r2). right(c4r2,c5r2). right(c5r2,c6r2).
right(c6r3,c7r3). right(c2r4,c3r4). right(c3r4,c4r4). right(c4r4,c5r4). right(c5r4,c6r4). right(c6r4,c7r4). right(c2r5,c3r5).
right(c5r5,c6r5). right(c6r5,c7r5). right(c2r6,c3r6). right(c3r6,c4r6). right(c4r6,c5r6). box(c6r3). box(c5r4). box(c5r5).
storage(c3r3). storage(c3r4). storage(c4r4). sokoban(c4r6).";

/// As the paper prints plans; found by breadth-first search, which also says that 12 actions are too few.
const FIGURE_WITNESS: &str =
    "[push(c6r3,down,c6r5),push(c5r4,left,c3r4),push(c3r4,down,c3r5),push(c5r5,up,c5r4),
push(c6r5,left,c5r5),push(c5r4,right,c6r4),push(c6r4,up,c6r3),push(c5r5,up,c5r4),push(c5r4,left,c4r4),
push(c6r3,down,c6r4),push(c3r5,up,c3r3),push(c4r4,left,c3r4),push(c6r4,left,c4r4)]";

fn verdict(instance: &str, plan: &str, rules: Rules) -> Verdict {
    check(&Instance::parse(instance).unwrap(), &Plan::parse(plan).unwrap(), &rules)
}

fn broken(instance: &str, plan: &str, rules: Rules) -> (Option<usize>, Rule) {
    match verdict(instance, plan, rules) {
        Verdict::Valid { .. } => panic!("{plan} is valid"),
        Verdict::Invalid(violation) => (violation.action, violation.rule),
    }
}

#[test]
fn the_specification_s_example() {
    let instance = Instance::parse(SPECIFICATION).unwrap();
    assert_eq!(instance.location_count(), 40);
    assert_eq!(instance.boxes().collect::<Vec<_>>(), ["col8row2", "col3row4"]);
    assert_eq!(instance.storages().collect::<Vec<_>>(), ["col3row2", "col2row2"]);
    assert_eq!(instance.sokoban(), "col4row4");
    assert_eq!(instance.steps().collect::<Vec<_>>(), ["1", "2", "3", "4", "5"]);

    let strict = Rules { no_noop: true, ..Rules::default() };
    assert_eq!(verdict(SPECIFICATION, SPECIFICATION_WITNESS, strict), Verdict::Valid { actions: 4 });
    let exactly = Rules { actions: Some(4), ..Rules::default() };
    assert_eq!(verdict(SPECIFICATION, SPECIFICATION_WITNESS, exactly), Verdict::Valid { actions: 4 });
}

#[test]
fn the_specification_s_witness_without_any_one_push_fails() {
    for left_out in 0..4 {
        let pushes = Plan::parse(SPECIFICATION_WITNESS).unwrap();
        let mut rest: Vec<String> = pushes.pushes().iter().map(ToString::to_string).collect();
        rest.remove(left_out);
        assert_eq!(broken(SPECIFICATION, &rest.join(" "), Rules::default()), (None, Rule::MissingPush));
    }
}

#[test]
fn the_figure_of_the_paper() {
    let exactly = |actions| Rules { actions: Some(actions), no_noop: true, ..Rules::default() };
    assert_eq!(verdict(FIGURE, FIGURE_WITNESS, Rules::default()), Verdict::Valid { actions: 13 });
    assert_eq!(verdict(FIGURE, FIGURE_WITNESS, exactly(13)), Verdict::Valid { actions: 13 });
    assert_eq!(broken(FIGURE, FIGURE_WITNESS, exactly(12)), (Some(13), Rule::TooManyPushes));
    assert_eq!(broken(FIGURE, FIGURE_WITNESS, exactly(14)), (None, Rule::MissingPush));
}

#[test]
fn the_figure_s_plan_cannot_be_shortened_at_its_ends() {
    let plan = Plan::parse(FIGURE_WITNESS).unwrap();
    let text = |range: std::ops::Range<usize>| {
        plan.pushes()[range].iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(broken(FIGURE, &text(0..12), Rules::default()), (None, Rule::GoalNotReached));
    assert_eq!(broken(FIGURE, &text(1..13), Rules::default()).1, Rule::NotReachable);
}
