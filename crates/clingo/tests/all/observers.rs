//! Observers: what they are told, and when; and ground programs that are written step by step.

use std::sync::{Arc, Mutex};

use groundplan::exchange::ReifyOptions;
use groundplan::program::ExternalValue;
use groundplan::Engine;
use groundplan_clingo::control::just;
use groundplan_clingo::ground_output::GroundOutput;
use groundplan_clingo::literal::literal;
use groundplan_clingo::observer::Statement;
use groundplan_clingo::{Backend, Control, Error};
use groundplan_frontend::arguments::Output;

use crate::controls::solve;

/// What an observer was told.
type Told = Arc<Mutex<Vec<Statement>>>;

/// Has an observer told of the program of a control.
fn observed(control: &Control) -> Told {
    let told = Told::default();
    let kept = Arc::clone(&told);
    let observer = move |statement: &Statement| {
        kept.lock().unwrap().push(statement.clone());
        Ok(())
    };
    control.register_observer(Arc::new(observer)).unwrap();
    told
}

/// Returns what was told since the last call: a letter for each statement.
fn take(told: &Told) -> String {
    let letter = |statement: &Statement| match statement {
        Statement::InitProgram { .. } => 'i',
        Statement::BeginStep => 'b',
        Statement::EndStep => 'e',
        Statement::Rule { .. } => 'r',
        Statement::WeightRule { .. } => 'w',
        Statement::Minimize { .. } => 'm',
        Statement::OutputAtom { .. } => 'a',
        Statement::OutputTerm { .. } => 't',
        Statement::External { .. } => 'x',
        Statement::TheoryAtom { .. } => 'T',
        _ => '.',
    };
    std::mem::take(&mut *told.lock().unwrap()).iter().map(letter).collect()
}

fn empty(text: &str) -> Arc<Control> {
    let mut engine = Engine::new();
    engine.add_text("<test>", text).unwrap();
    Control::new(engine)
}

/// Grounds a part, as a host does.
fn ground(control: &Control, part: &str) {
    control.begin_step(true, just).unwrap();
    control.ground(&[(part, Vec::new())], just).unwrap();
    control.observe().unwrap();
}

#[test]
fn what_is_new_is_told_once() {
    let control = empty("{a; b}. #minimize { 1 : a }. #program more. {c}. #minimize { 2 : c }. #show t.");
    let told = observed(&control);
    ground(&control, "base");
    assert_eq!(take(&told), "ibrmaa");
    control.observe().unwrap();
    assert_eq!(take(&told), "");
    solve(&control, &["0"]);
    assert_eq!(take(&told), "e");
    let late = observed(&control);
    ground(&control, "more");
    let objective = told.lock().unwrap().iter().find_map(|statement| match statement {
        Statement::Minimize { literals, .. } => Some(literals.clone()),
        _ => None,
    });
    assert_eq!(objective, Some(vec![(3, 2)]));
    assert_eq!(take(&told), "brmat");
    assert_eq!(take(&late), "brmat");
    solve(&control, &["0"]);
    assert_eq!((take(&told), take(&late)), ("e".to_owned(), "e".to_owned()));
}

#[test]
fn a_backend_is_heard_at_once() {
    let control = empty("");
    let told = observed(&control);
    control.begin_step(true, just).unwrap();
    control.begin_adding().unwrap();
    assert_eq!(take(&told), "ib");
    let backend = Backend(&control);
    let atom = backend.add_atom(Some(&groundplan_clingo::parse_term("p(1)").unwrap())).unwrap();
    backend.add_rule(&[atom], &[], true).unwrap();
    assert_eq!(take(&told), "r");
    backend.add_weight_rule(&[atom], 1, &[(-atom, -2)], false).unwrap();
    let heard = told.lock().unwrap().pop().unwrap();
    let (choice, head, body) = (false, vec![atom], vec![(-atom, -2)]);
    assert_eq!(heard, Statement::WeightRule { choice, head, bound: 1, body });
    backend.add_external(atom, ExternalValue::Free).unwrap();
    assert_eq!(take(&told), "x");
    let name = backend.add_theory_name("t").unwrap();
    backend.add_theory_atom(name, &[], None, None).unwrap();
    assert_eq!(take(&told), "");
    control.end_adding().unwrap();
    assert_eq!(take(&told), ".Ta");
    control.observe().unwrap();
    assert_eq!(take(&told), "");
}

#[test]
fn values_of_external_atoms_are_told() {
    let control = empty("#external e.");
    let told = observed(&control);
    ground(&control, "base");
    let e = literal(1).unwrap();
    solve(&control, &["0"]);
    take(&told);
    control.assign_external(e.complement(), ExternalValue::True).unwrap();
    let statement = told.lock().unwrap().last().cloned();
    assert_eq!(statement, Some(Statement::External { atom: 1, value: ExternalValue::False }));
    assert_eq!(take(&told), "bx");
}

#[test]
fn what_an_observer_raises_comes_out() {
    let control = empty("{a}.");
    let observer = |statement: &Statement| match statement {
        Statement::Rule { .. } => Err(Box::new("mine") as _),
        _ => Ok(()),
    };
    control.register_observer(Arc::new(observer)).unwrap();
    control.ground(&[("base", Vec::new())], just).unwrap();
    match control.observe() {
        Err(Error::Raised(raised)) => assert_eq!(*raised.downcast::<&str>().unwrap(), "mine"),
        other => panic!("{other:?}"),
    }
    assert_eq!(solve(&control, &["0"]).0, ["", "a"]);
}

/// Returns what is printed of two steps of a program, and of a third one in which an external atom gets a value.
fn steps(format: Output, reify: ReifyOptions) -> [String; 3] {
    let control = empty(
        "{a}. #external e. #minimize { 1 : a }. #show a/0. #program more. {b}. #minimize { 1,x : a; 1,y : b }. #show b/0.",
    );
    let mut output = GroundOutput::new(format, reify);
    let mut step = || control.with(|engine| output.step(engine.ground_program(), true)).unwrap().unwrap();
    ground(&control, "base");
    let first = step();
    ground(&control, "more");
    let second = step();
    output.assign(-1, ExternalValue::True);
    let third = control.with(|engine| output.step(engine.ground_program(), true)).unwrap().unwrap();
    [first, second, third]
}

#[test]
fn steps_of_a_ground_program_add_up() {
    let [first, second, third] = steps(Output::Aspif, ReifyOptions::default());
    assert_eq!(first.lines().next(), Some("asp 1 0 0 incremental"));
    assert!(first.contains("\n2 0 1 2 1\n"), "{first}");
    // An equal literal of the objective counts again.
    assert!(second.lines().any(|line| line == "2 0 2 2 1 3 1"), "{second}");
    assert!(!second.contains("asp"), "{second}");
    assert_eq!(third, "5 1 2\n0\n");
}

#[test]
fn facts_about_a_ground_program_have_the_number_of_their_step() {
    let [first, second, third] =
        steps(Output::Reify, ReifyOptions { steps: true, ..ReifyOptions::default() });
    assert!(first.starts_with("tag(incremental).\n"), "{first}");
    assert!(first.lines().skip(1).all(|fact| fact.ends_with(",0).")), "{first}");
    assert!(second.lines().all(|fact| fact.ends_with(",1).")), "{second}");
    assert_eq!(third, "external(1,false,2).\n");
    // What a step refers to is in it.
    assert!(second.contains("\natom_tuple(0,3,1)."), "{second}");
    let [first, second, third] = steps(Output::Reify, ReifyOptions::default());
    assert_eq!(third, "external(1,false).\n");
    // A number stands for one tuple in all steps.
    let facts: Vec<&str> = first.lines().chain(second.lines()).collect();
    let distinct: std::collections::HashSet<&str> = facts.iter().copied().collect();
    assert_eq!(facts.len(), distinct.len(), "{facts:?}");
    assert!(second.contains("literal_tuple(2,3)."), "{first}{second}");
}

#[test]
fn steps_in_the_format_of_smodels_are_ended() {
    let [first, second, third] = steps(Output::Smodels, ReifyOptions::default());
    assert!(first.starts_with("90 0\n"), "{first}");
    assert!(second.lines().filter(|&line| line == "0").count() >= 2, "{second}");
    assert!(third.starts_with("90 0\n0\n0\nB+\n"), "{third}");
}
