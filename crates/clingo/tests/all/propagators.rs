//! Propagators in clingo's terms.

use std::sync::{Arc, Mutex};

use groundplan_clingo::control::Told;
use groundplan_clingo::propagator::{Assignment, FixedAssignment, HostPropagator, Init, Methods, Searching};
use groundplan_clingo::{Control, Error};

use crate::controls::{control, solve};

/// What a propagator was called with.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Call {
    Init,
    Propagate(Vec<i32>),
    Undo(Vec<i32>),
    Check,
}

/// Allows at most one of the watched atoms.
struct AtMostOne {
    control: Arc<Control>,
    calls: Arc<Mutex<Vec<Call>>>,
    true_ones: Vec<i32>,
}

impl HostPropagator for AtMostOne {
    fn init(&mut self, init: &mut Init<'_, '_>) -> Told<()> {
        self.calls.lock().unwrap().push(Call::Init);
        self.true_ones.clear();
        let atoms = self.control.with_table(|table| {
            table.predicates.iter().flat_map(|it| it.atoms.iter().map(|(_, atom)| *atom)).collect::<Vec<_>>()
        });
        for atom in atoms {
            let number = groundplan_clingo::literal::number(atom.positive());
            let literal = init.solver_literal(number).map_err(|error| Box::new(error) as _)?;
            init.add_watch(literal).map_err(|error| Box::new(error) as _)?;
        }
        Ok(())
    }

    fn propagate(&mut self, search: &mut Searching<'_, '_>, changes: &[i32]) -> Told<()> {
        self.calls.lock().unwrap().push(Call::Propagate(changes.to_vec()));
        self.true_ones.extend(changes);
        if let [first, second, ..] = self.true_ones[..] {
            assert_eq!(search.value(first).unwrap(), Some(true));
            assert!(search.trail().literals.contains(&second));
            search.add_clause(&[first, second], true, true).map_err(|error| Box::new(error) as _)?;
        }
        Ok(())
    }

    fn undo(&mut self, assignment: FixedAssignment, changes: &[i32]) -> Told<()> {
        self.calls.lock().unwrap().push(Call::Undo(changes.to_vec()));
        let mut assignment = &assignment;
        for &change in changes {
            assert_eq!(assignment.value(change).unwrap(), Some(true));
        }
        self.true_ones.retain(|literal| !changes.contains(literal));
        Ok(())
    }

    fn check(&mut self, search: &mut Searching<'_, '_>) -> Told<()> {
        assert!(search.is_total());
        self.calls.lock().unwrap().push(Call::Check);
        Ok(())
    }

    fn decide(&mut self, _search: &mut Searching<'_, '_>) -> Told<i32> {
        Ok(0)
    }
}

const ALL: Methods = Methods { init: true, propagate: true, undo: true, check: true, decide: true };

#[test]
fn a_propagator_hears_and_forbids() {
    let control = control("{a; b; c}.");
    let calls = Arc::new(Mutex::new(Vec::new()));
    let host = AtMostOne { control: Arc::clone(&control), calls: Arc::clone(&calls), true_ones: Vec::new() };
    control.register_propagator(host, ALL).unwrap();
    assert_eq!(solve(&control, &["0"]).0, ["", "a", "b", "c"]);
    let heard = calls.lock().unwrap().clone();
    assert_eq!(heard[0], Call::Init);
    assert_eq!(heard.iter().filter(|call| **call == Call::Init).count(), 1);
    assert!(heard.iter().filter(|call| **call == Call::Check).count() >= 4);
    assert!(heard.iter().any(|call| matches!(call, Call::Undo(_))));
    // It is there in the next search, too.
    assert_eq!(solve(&control, &["0"]).0.len(), 4);
}

/// States constraints before the search, and asks for what is not there.
struct Before;

impl HostPropagator for Before {
    fn init(&mut self, init: &mut Init<'_, '_>) -> Told<()> {
        assert!(matches!(init.add_clause(&[1000]), Err(Error::Runtime(_))));
        assert!(matches!(init.solver_literal(i64::MAX), Err(Error::Runtime(_))));
        assert_eq!(
            init.solver_literal(1 << 20).unwrap(),
            -1,
            "an atom that the program does not have is false"
        );
        let [a, b, c] = [1, 2, 3].map(|number| init.solver_literal(number).unwrap());
        let enough = init.add_literal();
        assert!(init.add_weight_constraint(enough, &[(a, 1), (b, 1), (c, 2)], 2, 0, true).unwrap());
        assert!(init.add_clause(&[enough]).unwrap());
        assert_eq!(init.value(enough).unwrap(), Some(true));
        assert_eq!(init.level(enough).unwrap(), Some(0));
        assert!(init.decision(1).is_err());
        Ok(())
    }

    fn propagate(&mut self, _: &mut Searching<'_, '_>, _: &[i32]) -> Told<()> {
        Ok(())
    }

    fn undo(&mut self, _: FixedAssignment, _: &[i32]) -> Told<()> {
        Ok(())
    }

    fn check(&mut self, _: &mut Searching<'_, '_>) -> Told<()> {
        Ok(())
    }

    fn decide(&mut self, _: &mut Searching<'_, '_>) -> Told<i32> {
        Ok(0)
    }
}

#[test]
fn weight_constraints_are_stated_before_the_search() {
    let control = control("{a; b; c}.");
    control.register_propagator(Before, Methods { init: true, ..Methods::default() }).unwrap();
    assert_eq!(solve(&control, &["0"]).0, ["a b", "c"]);
}

/// Raises something in its first call.
struct Raises;

impl HostPropagator for Raises {
    fn init(&mut self, _: &mut Init<'_, '_>) -> Told<()> {
        Err(Box::new("raised"))
    }

    fn propagate(&mut self, _: &mut Searching<'_, '_>, _: &[i32]) -> Told<()> {
        panic!("nothing is called after something was raised")
    }

    fn undo(&mut self, _: FixedAssignment, _: &[i32]) -> Told<()> {
        panic!("nothing is called after something was raised")
    }

    fn check(&mut self, _: &mut Searching<'_, '_>) -> Told<()> {
        panic!("nothing is called after something was raised")
    }

    fn decide(&mut self, _: &mut Searching<'_, '_>) -> Told<i32> {
        panic!("nothing is called after something was raised")
    }
}

#[test]
fn what_a_propagator_raises_is_kept() {
    let control = control("{a; b; c}.");
    control.register_propagator(Raises, ALL).unwrap();
    solve(&control, &["0"]);
    let raised = control.take_raised().unwrap();
    assert_eq!(raised.downcast_ref::<&str>(), Some(&"raised"));
}
