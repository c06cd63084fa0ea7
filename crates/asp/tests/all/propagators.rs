//! Propagators of an embedding program: the numbers of literals, and answer sets that differ in new ones.

use std::sync::{Arc, Mutex};

use groundplan::program::AtomId;
use groundplan::propagator::{Control, LiteralNumbers, Propagator, Setup, SolverLiteral};
use groundplan::{Engine, Error};

/// Adds literals before the search, which are counted or not, and says what it sees.
#[derive(Default)]
struct Seen {
    new: usize,
    counts: bool,
    /// For each set-up, the numbers of the program's atoms.
    numbers: Vec<Vec<i32>>,
    is_dense: bool,
}

impl Propagator for Seen {
    fn set_up(&mut self, setup: &mut Setup<'_>) {
        let literals: Vec<SolverLiteral> = (0..setup.program().atom_count() as u32)
            .map(|atom| setup.literal(AtomId(atom).positive()))
            .collect();
        let truth = setup.truth();
        assert_eq!(setup.numbers().number(truth), Some(LiteralNumbers::TRUE));
        assert_eq!(setup.numbers().literal(-1), Some(!truth));
        assert_eq!((setup.value(truth), setup.value(!truth)), (Some(true), Some(false)));
        let number = |literal: &SolverLiteral| setup.numbers().number(*literal).expect("it was asked for");
        self.numbers.push(literals.iter().map(number).collect());
        for _ in 0..std::mem::take(&mut self.new) {
            let new = setup.new_literal();
            if self.counts {
                setup.count(new);
            }
        }
    }

    fn propagate(&mut self, _: &mut Control<'_>, _: &[SolverLiteral]) {}

    fn undo(&mut self, _: &[SolverLiteral]) {}

    fn check(&mut self, control: &mut Control<'_>) {
        let numbers = control.numbers().clone();
        let mut seen: Vec<i32> =
            control.trail().iter().filter_map(|&literal| numbers.number(literal)).map(i32::abs).collect();
        self.is_dense = seen[0] == LiteralNumbers::TRUE && control.is_total();
        seen.sort_unstable();
        self.is_dense &= seen.iter().enumerate().all(|(position, &number)| number == position as i32 + 1);
    }
}

fn engine(text: &str, seen: &Arc<Mutex<Seen>>) -> Result<Engine, Error> {
    let mut engine = Engine::new();
    engine.add_text("text.lp", text)?;
    engine.add_propagator(Arc::clone(seen))?;
    engine.ground(["base"])?;
    Ok(engine)
}

#[test]
fn literal_one_is_true_and_numbers_have_no_holes() -> Result<(), Error> {
    let seen = Arc::new(Mutex::new(Seen::default()));
    let mut engine = engine("f. g :- f. {a; b}. :- a, b. c :- a. #program step. d :- f. {e}.", &seen)?;
    assert_eq!(engine.query().models()?.count(), 3);
    engine.ground(["step"])?;
    assert_eq!(engine.query().models()?.count(), 6);
    let seen = seen.lock().expect("no thread panicked");
    assert!(seen.is_dense);
    let before = &seen.numbers[0];
    assert!(before.contains(&1), "facts have the number 1: {before:?}");
    assert_eq!(seen.numbers[1][..before.len()], before[..], "numbers stay");
    Ok(())
}

#[test]
fn new_literals_that_are_counted_tell_answer_sets_apart() -> Result<(), Error> {
    for (counts, expected) in [(false, 4), (true, 16)] {
        let seen = Arc::new(Mutex::new(Seen { new: 2, counts, ..Seen::default() }));
        let mut engine = engine("{a; b}.", &seen)?;
        assert_eq!(engine.query().models()?.count(), expected);
        assert_eq!(engine.query().models()?.count(), expected, "they stay");
    }
    Ok(())
}
