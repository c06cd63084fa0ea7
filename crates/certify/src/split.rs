//! A question split into cubes, which are disjoint and together all of it.

use groundplan::program::Literal;
use groundplan::Engine;
use groundplan_certificate::{Claim, Lit};

use crate::assume::numbers;
use crate::{CertifyError, Cube, Inquiry};

/// A question split into cubes.
#[derive(Debug, Clone)]
pub struct Split {
    /// The literals of the cube that was split; none for the whole question.
    pub given: Vec<String>,
    /// The literals of each cube, those that were given among them.
    pub cubes: Vec<Vec<String>>,
}

impl Split {
    /// Splits a question, or one of its cubes, into at most `count` cubes, by these `choices` first.
    ///
    /// # Errors
    ///
    /// When the given cube does not fit the program, or the engine fails.
    pub fn new(
        engine: &mut Engine,
        cube: Option<&Cube>,
        choices: &[Vec<Literal>],
        count: u32,
    ) -> Result<Split, CertifyError> {
        let given = cube.map_or(Ok(Vec::new()), |cube| cube.read(engine))?;
        let mut query = engine.query();
        for literal in &given {
            query = query.assume_text(literal)?;
        }
        let split = query.cubes(usize::try_from(count).unwrap_or(usize::MAX), choices)?;
        let program = engine.ground_program();
        let text = |literal: &Literal| {
            let atom = program.atom(literal.atom()).expect("cubes are of atoms with names");
            format!("{}{atom}", if literal.is_negative() { "not " } else { "" })
        };
        let cubes =
            split.iter().map(|cube| given.iter().cloned().chain(cube.iter().map(text)).collect()).collect();
        Ok(Split { given, cubes })
    }

    /// Turns the inquiry about the question into the one whether the cubes cover it, or the cube that was split.
    ///
    /// # Errors
    ///
    /// When the ground program does not name an atom.
    pub fn cover(&self, mut inquiry: Inquiry) -> Result<Inquiry, CertifyError> {
        let mut literals = numbers(&self.cubes.concat(), &inquiry.ground)?.into_iter();
        let cubes: Vec<Vec<Lit>> =
            self.cubes.iter().map(|cube| literals.by_ref().take(cube.len()).collect()).collect();
        inquiry.assume(self.given.clone(), "--cube", &self.given)?;
        inquiry.claims = vec![(None, Claim { cubes, ..Claim::default() })];
        inquiry.cubes.clone_from(&self.cubes);
        Ok(inquiry)
    }
}
