//! Propagators in clingo's terms.

use std::sync::{Arc, Mutex};

use groundplan::Engine;
use groundplan_clingo::control::Told;
use groundplan_clingo::propagator::{Assignment, HostPropagator, Init, Methods, Searching, Undone};
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
            search.add_clause(&[-first, -second], true).map_err(|error| Box::new(error) as _)?;
        }
        Ok(())
    }

    fn undo(&mut self, undone: &Undone<'_>, changes: &[i32]) -> Told<()> {
        self.calls.lock().unwrap().push(Call::Undo(changes.to_vec()));
        let mut assignment = &undone.assignment();
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
        let [first, second, third] = [(); 3].map(|()| init.add_literal());
        assert!(
            init.add_clause(&[-first, -second, third]).unwrap()
                && init.add_clause(&[-first, second]).unwrap()
        );
        assert!(init.add_clause(&[first]).unwrap() && init.propagate());
        assert_eq!(init.value(third).unwrap(), Some(true));
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

    fn undo(&mut self, _: &Undone<'_>, _: &[i32]) -> Told<()> {
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

    fn undo(&mut self, _: &Undone<'_>, _: &[i32]) -> Told<()> {
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

/// Forbids that `a` and `b` are true, in the first search only.
struct ForNow {
    searches: u32,
    is_kept: bool,
    pair: [i32; 2],
}

impl HostPropagator for ForNow {
    fn init(&mut self, init: &mut Init<'_, '_>) -> Told<()> {
        self.searches += 1;
        self.pair = [1, 2].map(|number| init.solver_literal(number).unwrap());
        self.pair.iter().for_each(|&literal| init.add_watch(literal).unwrap());
        Ok(())
    }

    fn propagate(&mut self, search: &mut Searching<'_, '_>, _: &[i32]) -> Told<()> {
        let both = self.pair.iter().all(|&literal| search.value(literal).unwrap() == Some(true));
        if self.searches == 1 && both {
            assert!(!search.add_clause_for_now(&self.pair.map(|literal| -literal), self.is_kept).unwrap());
        }
        Ok(())
    }

    fn undo(&mut self, _: &Undone<'_>, _: &[i32]) -> Told<()> {
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
fn clauses_for_one_search_are_gone_in_the_next() {
    for is_kept in [false, true] {
        for (option, objective, last) in [
            ("--opt-mode=ignore", "", "a b"),
            ("--enum-mode=cautious", "", ""),
            ("--opt-mode=optN", "#minimize { 1 : c }.", "a b"),
        ] {
            let control = control(&format!("{{a; b}}. c :- not a. c :- not b. {objective}"));
            let has = Methods { init: true, propagate: true, ..Methods::default() };
            let host = ForNow { searches: 0, is_kept, pair: [0; 2] };
            control.register_propagator(host, has).unwrap();
            let first = solve(&control, &["0", option]).0;
            assert!(first.iter().all(|answer| answer.contains('c')), "{option} {first:?}");
            let second = solve(&control, &["0", option]).0;
            assert!(second.contains(&last.to_owned()), "{option} {second:?}");
        }
    }
}

/// Minimizes literals of the program, one of which is negative, and one of the solver that is true if `a` and `b` are.
struct Minimizes {
    searches: u32,
}

impl HostPropagator for Minimizes {
    fn init(&mut self, init: &mut Init<'_, '_>) -> Told<()> {
        self.searches += 1;
        assert!(matches!(init.add_minimize(1000, 1, 0), Err(Error::Runtime(_))));
        if self.searches > 2 {
            return Ok(());
        }
        let [a, b, c] = [1, 2, 3].map(|number| init.solver_literal(number).unwrap());
        let both = init.add_literal();
        for clause in [&[-both, a][..], &[-both, b], &[both, -a, -b]] {
            assert!(init.add_clause(clause).unwrap());
        }
        init.add_minimize(-both, 5, 1).unwrap();
        init.add_minimize(both, -2, 1).unwrap();
        init.add_minimize(a, 1, 0).unwrap();
        init.add_minimize(-c, 3, 0).unwrap();
        // What is always true costs something, too.
        init.add_minimize(1, 7, 0).unwrap();
        init.add_minimize(-1, 9, 0).unwrap();
        let added = init.add_minimize(a, i64::MAX, 2);
        assert!(matches!((self.searches, added), (1, Ok(())) | (2, Err(Error::Overflow(_)))));
        Ok(())
    }

    fn propagate(&mut self, _: &mut Searching<'_, '_>, _: &[i32]) -> Told<()> {
        Ok(())
    }

    fn undo(&mut self, _: &Undone<'_>, _: &[i32]) -> Told<()> {
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
fn a_propagator_adds_to_the_objective() {
    let control = control("{a; b; c}. :- a, b, c. #minimize { 4@0 : b }.");
    control
        .register_propagator(Minimizes { searches: 0 }, Methods { init: true, ..Methods::default() })
        .unwrap();
    // By priority: 2, to have no `a`; 1, to have `a` and `b`; 0, all else.
    for costs in [[0, 5, 7], [0, 10, 14], [0, 10, 14]] {
        let (answers, _) = solve(&control, &["0"]);
        assert_eq!(answers.last().map(String::as_str), Some("c"), "{answers:?}");
        assert_eq!(control.summary().costs, costs);
        assert!(control.summary().exhausted);
    }
    control.try_with(Engine::remove_minimize).unwrap();
    let (answers, _) = solve(&control, &["0"]);
    assert!(control.summary().costs.is_empty());
    assert_eq!(answers.len(), 7);
}
