//! `#project` of atoms: which answer sets count as two.

use groundplan::Engine;

/// How many answer sets are left when they are projected.
fn projected(program: &str) -> usize {
    let mut engine = Engine::new();
    engine.add_text("program.lp", program).expect("a program");
    engine.ground(["base"]).expect("a ground program");
    let models = engine.query().projected().models().expect("a search");
    models.collect::<Result<Vec<_>, _>>().expect("answer sets").len()
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
