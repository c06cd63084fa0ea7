//! Projection: which answer sets count as two, and what consequences are about.

use groundplan::solve::Reasoning;
use groundplan::{Engine, Projection};

fn ground(program: &str) -> Engine {
    let mut engine = Engine::new();
    engine.add_text("program.lp", program).expect("a program");
    engine.ground(["base"]).expect("a ground program");
    engine
}

/// How many answer sets are left when they are projected.
fn projected_to(program: &str, projection: Projection) -> usize {
    let mut engine = ground(program);
    let models = engine.query().projected_to(projection).models().expect("a search");
    models.collect::<Result<Vec<_>, _>>().expect("answer sets").len()
}

fn projected(program: &str) -> usize {
    projected_to(program, Projection::Auto)
}

/// The numbers are those of `clingo --project=project --eq=0`.
#[test]
fn a_projected_atom_gives_values_to_its_own_variables() {
    for (program, count) in [
        ("{p(1..2); q}. #project p(X).", 4),
        ("{p(1..3); q}. #project p(X) : X > 1.", 4),
        ("{p(1..3); q}. #project p(X+2).", 8),
        ("{p(1..3); q}. #project p(1..2). #project p(2;3).", 8),
        ("{p(1..3); q}. #project p(1;7).", 2),
        ("{-p(1..2); p(1); q}. #project -p(X).", 4),
        ("{p(f(1),2); p(g(1),2)}. #project p(f(X),_).", 2),
        ("{p(-a;b)}. #project p(-X).", 4),
        ("{p(1..2); d(1)}. #project p(X) : d(X).", 2),
    ] {
        assert_eq!(projected(program), count, "{program}");
    }
}

/// The numbers are those of `clingo --project=show 0 --eq=0` 5.8.3.
#[test]
fn what_is_shown_under_auxiliary_names_does_not_count() {
    for (program, count) in [
        ("#show _q/0. 0 { a(1) } 1. _q :- a(1).", 1),
        ("{ a; _b }.", 2),
        ("{ a; _b(1..2); -_c }.", 4),
        ("{ a; __b; _'c }.", 2),
        ("{ a; b }. #show. #show _t : a. #show u : b.", 2),
        ("{ a; b }. #show. #show _t(X) : a, X = 1. #show (_u,1) : b.", 2),
        ("{ a; b }. #show. #show t : a. #show t : b. #show _a : b.", 2),
        ("{ a; b }. #show. #show \"_t\" : a. #show -_t : b.", 4),
        ("{ a; b }. #show.", 1),
        ("{ _a; _b }. #project _a/0.", 1),
    ] {
        assert_eq!(projected_to(program, Projection::Shown), count, "{program}");
    }
    assert_eq!(projected("{ _a; _b }. #project _a/0."), 2);
    assert_eq!(projected_to("{ a; b }.", Projection::Named), 1);
}

/// What is shown of the consequences, sorted, and how many are known.
fn consequences(program: &str, reasoning: Reasoning, projection: Projection) -> (String, usize) {
    let mut engine = ground(program);
    let found = engine.query().projected_to(projection).consequences(reasoning).expect("a search");
    let found = found.expect("there are answer sets");
    assert_eq!(found.open(), 0, "{program}");
    let mut texts: Vec<String> = found.texts().collect();
    texts.sort();
    (texts.join(" "), found.known())
}

/// What clingo 5.8.3 says with `--eq=0 0`.
#[test]
fn consequences_are_of_the_atoms_that_the_program_projects_to() {
    use Reasoning::{Brave, Cautious};
    let parts = "b. {a;c}. d :- a. d :- not a. e(1). {e(2)}. #project a/0.";
    let terms = "{a;b}. #show a/0. #show t : a. #show u : not a. #show v : a, b. #show w : a. #show w : b. \
        #show f(1). #project a/0.";
    let facts = "b. {a;c}. d :- a. #project a/0. #project b/0.";
    let hidden = "{a;b}. c :- a. #show b/0. #show t : a. #project a/0. #project c/0. :- not a.";
    let loops = "{a;b}. d :- e. e :- d. d :- a. #project a/0. #project d/0. #show t : d. #show x : not d.";
    for (program, reasoning, texts, known) in [
        (parts, Brave, "a b e(1)", 1),
        (parts, Cautious, "b e(1)", 0),
        (terms, Brave, "a f(1) t", 1),
        (terms, Cautious, "f(1)", 0),
        (facts, Brave, "a b", 2),
        (facts, Cautious, "b", 1),
        (hidden, Cautious, "t", 2),
        (loops, Brave, "a d t", 2),
        (loops, Cautious, "", 0),
        ("{a;b}. #show. #project a/0.", Brave, "", 1),
        ("{_a;b}. #project _a/0.", Brave, "_a", 1),
    ] {
        let said = consequences(program, reasoning, Projection::Auto);
        assert_eq!(said, (texts.to_owned(), known), "{reasoning:?}: {program}");
    }
    assert_eq!(consequences(facts, Brave, Projection::Shown), ("a b c d".to_owned(), 4));
    assert_eq!(consequences("a. {b}.", Brave, Projection::Named), ("a".to_owned(), 0));
    assert_eq!(consequences("{a;_b}.", Brave, Projection::Shown), ("_b a".to_owned(), 2));
    // Nothing is projected to, so the program is as one without.
    assert_eq!(consequences("{a}. #project z/0.", Brave, Projection::Auto), ("a".to_owned(), 1));
}

#[test]
fn consequences_of_the_best_answer_sets_are_of_projected_atoms() {
    let mut engine = ground("{a;b}. c :- a. #minimize {1,x : not a; 1,y : not b}. :- a, b. #project a/0.");
    for (reasoning, texts) in [(Reasoning::Brave, "a"), (Reasoning::Cautious, "")] {
        let common = engine.query().within([1]).consequences(reasoning).expect("a search").expect("some");
        assert_eq!(common.to_string(), texts, "{reasoning:?}");
    }
    let mut engine = ground("{ a(1..2); b; _c }. #minimize{ 1,X : a(X); 0,z : b }.");
    let best = engine.query().projected().optimal().expect("a search");
    let mut best: Vec<String> = best.map(|model| model.expect("one").to_string().replace("_c", "")).collect();
    best.sort();
    assert_eq!(best.iter().map(|text| text.trim()).collect::<Vec<_>>(), ["", "b"]);
}

#[test]
fn auxiliary_names_can_be_hidden() {
    let mut engine = ground("{ a; _b }. _c(1). #show _t : a. #show u : a.");
    engine.hide_auxiliary();
    let mut models: Vec<String> = engine
        .query()
        .projected()
        .models()
        .expect("a search")
        .map(|it| it.expect("one").to_string())
        .collect();
    models.sort();
    assert_eq!(models, ["", "a u"]);
    let common = engine.query().consequences(Reasoning::Brave).expect("a search").expect("some");
    assert_eq!((common.to_string().as_str(), common.known()), ("a u", 2));
}

/// What a program projects to grows with it.
#[test]
fn projection_grows_step_by_step() {
    let mut engine = ground("{a;b}. #program s(t). {c(t)}. #project c/1.");
    let count = |engine: &mut Engine| engine.query().projected().models().expect("a search").count();
    assert_eq!(count(&mut engine), 4);
    for (step, expected) in [(1, 2), (2, 4)] {
        engine.ground([("s", step)]).expect("a step");
        assert_eq!(count(&mut engine), expected);
        let brave = engine.query().consequences(Reasoning::Brave).expect("a search").expect("some");
        assert_eq!(brave.known(), step as usize);
    }
}
