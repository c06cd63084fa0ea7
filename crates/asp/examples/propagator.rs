//! Packs a bag by weights that are no integers: a constraint of one's own, in the search itself.
//!
//!     cargo run --package groundplan --example propagator

use std::collections::HashMap;

use groundplan::program::Literal;
use groundplan::propagator::{Control, Propagator, Setup, SolverLiteral};
use groundplan::{Engine, Error};

const PACKING: &str = "
    thing(tent; rope; stove; book; lamp).
    { packed(T) : thing(T) }.
    :- packed(stove), not packed(tent).
    #maximize { 5 : packed(tent); 2 : packed(rope); 4 : packed(stove); 3 : packed(book); 2 : packed(lamp) }.
";

const KILOGRAMS: [(&str, f64); 5] =
    [("tent", 2.25), ("rope", 0.95), ("stove", 0.8), ("book", 0.35), ("lamp", 0.4)];

/// That what is packed weighs no more than a limit.
struct Weight {
    /// What weighs something, as literals of the program.
    things: Vec<(Literal, f64)>,
    limit: f64,
    /// The same by the solver's literals.
    weights: HashMap<SolverLiteral, f64>,
    packed: Vec<SolverLiteral>,
}

impl Weight {
    fn total(&self) -> f64 {
        self.packed.iter().map(|literal| self.weights[literal]).sum()
    }
}

impl Propagator for Weight {
    fn set_up(&mut self, setup: &mut Setup<'_>) {
        for (thing, weight) in self.things.drain(..) {
            let literal = setup.literal(thing);
            setup.watch(literal);
            self.weights.insert(literal, weight);
        }
    }

    fn propagate(&mut self, control: &mut Control<'_>, changes: &[SolverLiteral]) {
        self.packed.extend_from_slice(changes);
        // What is packed, and each other thing that is too heavy with it, do not go together.
        let left = self.limit - self.total();
        let mut clause: Vec<SolverLiteral> = self.packed.iter().map(|&literal| !literal).collect();
        if left < 0.0 {
            control.add_lemma(&clause);
            return;
        }
        for (&literal, &weight) in &self.weights {
            if weight > left && control.value(literal).is_none() {
                clause.push(!literal);
                control.add_lemma(&clause);
                clause.pop();
            }
        }
    }

    fn undo(&mut self, changes: &[SolverLiteral]) {
        self.packed.retain(|literal| !changes.contains(literal));
    }
}

/// Finds what is worth most and is light enough.
pub fn main() -> Result<(), Error> {
    let mut engine = Engine::new();
    engine.add_text("packing.lp", PACKING)?;
    engine.ground(["base"])?;
    let ground = engine.ground_program();
    let atoms = (0..ground.program.atom_count() as u32).map(groundplan::program::AtomId);
    let mut things = Vec::new();
    for atom in atoms {
        let Some(named) = ground.atom(atom).filter(|named| named.name() == "packed") else { continue };
        let thing: String = named.read()?;
        let weight = KILOGRAMS.iter().find(|(name, _)| *name == thing).expect("all are weighed").1;
        things.push((atom.positive(), weight));
    }
    let weight = Weight { things, limit: 3.5, weights: HashMap::new(), packed: Vec::new() };
    engine.add_propagator(weight)?;
    let best = engine.query().optimum()?.model.expect("an empty bag is light");
    println!("packed: {}", best.all::<String>("packed")?.join(", "));
    assert_eq!(best.costs(), [-12]);
    Ok(())
}
