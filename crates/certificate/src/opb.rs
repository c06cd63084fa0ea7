//! Writes axioms in OPB, the format of the pseudo-Boolean competitions.

use std::io;

use crate::axioms::Axioms;

impl Axioms {
    /// Writes the formula, one inequality per line, in order. Variable 7 is written `x7`.
    ///
    /// # Errors
    ///
    /// If writing fails.
    pub fn write_opb(&self, out: &mut impl io::Write) -> io::Result<()> {
        writeln!(out, "* #variable= {} #constraint= {}", self.variables(), self.constraints().len())?;
        for constraint in self.constraints() {
            for &(weight, literal) in &constraint.terms {
                let sign = if literal.is_negative() { "~" } else { "" };
                write!(out, "{weight} {sign}x{} ", literal.variable())?;
            }
            writeln!(out, ">= {} ;", constraint.at_least)?;
        }
        Ok(())
    }
}
