//! Lists the names of all atoms, for formats that name only the shown ones.

use std::fmt::Write;

use crate::program::{AtomId, GroundProgram, HIDDEN};

/// Returns a line for each atom that has a name: its number as in [`aspif`](super::aspif()), and its name.
///
/// ```
/// let mut engine = groundplan::Engine::new();
/// engine.add_text("key.lp", "{ key }. open :- key. #show open/0.")?;
/// engine.ground(["base"])?;
/// assert_eq!(groundplan::exchange::atoms(engine.ground_program()), "1 key\n2 open\n");
/// # Ok::<(), groundplan::Error>(())
/// ```
#[must_use]
pub fn atoms(ground: GroundProgram) -> String {
    let mut lines = String::new();
    for index in 0..ground.program.atom_count() as u32 {
        if let Some(atom) = ground.atom(AtomId(index)).filter(|atom| !atom.name().starts_with(HIDDEN)) {
            // Writing to a string cannot fail.
            let _ = writeln!(lines, "{} {atom}", index + 1);
        }
    }
    lines
}
