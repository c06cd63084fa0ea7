//! Writes the files of a certificate.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::Path;

use crate::claim::Claim;
use crate::manifest::{
    digest, Grounder, Manifest, Source, ATOMS, CLAIM, FORMAT, MANIFEST, PROGRAM, PROOF, SETS,
};
use crate::program::{Atom, Program};

/// The contents of a certificate, except for the proof.
#[derive(Debug)]
pub struct Bundle<'a> {
    /// The text of the ground program.
    pub aspif: &'a str,
    /// The parsed ground program.
    pub program: &'a Program,
    /// The claim.
    pub claim: &'a Claim,
    /// The sets of atoms whose axioms the proof uses.
    pub sets: &'a [Vec<Atom>],
    /// The names of all atoms, if they are known.
    pub atoms: Option<&'a str>,
    /// The texts that were ground.
    pub sources: &'a [Source],
    /// The grounder that produced the program.
    pub grounder: &'a Grounder,
    /// Other tools that took part, with their versions.
    pub versions: &'a BTreeMap<String, String>,
}

impl Bundle<'_> {
    /// Writes all files into an existing folder. `proof` writes the proof.
    ///
    /// # Errors
    ///
    /// If a file cannot be written.
    pub fn write(
        &self,
        folder: &Path,
        proof: impl FnOnce(&mut BufWriter<File>) -> io::Result<()>,
    ) -> io::Result<()> {
        let line = |set: &Vec<Atom>| {
            let atoms: Vec<String> = set.iter().map(Atom::to_string).collect();
            atoms.join(" ") + "\n"
        };
        fs::write(folder.join(PROGRAM), self.aspif)?;
        fs::write(folder.join(SETS), self.sets.iter().map(line).collect::<String>())?;
        fs::write(folder.join(CLAIM), self.claim.to_string())?;
        let mut out = BufWriter::new(File::create(folder.join(PROOF))?);
        proof(&mut out)?;
        out.flush()?;
        let mut names = vec![PROGRAM, SETS, CLAIM, PROOF];
        if let Some(atoms) = self.atoms {
            fs::write(folder.join(ATOMS), atoms)?;
            names.push(ATOMS);
        }
        let digest = |name: &str| {
            let digest = digest(&mut File::open(folder.join(name))?, &mut io::sink())?;
            Ok((name.to_owned(), digest))
        };
        let manifest = Manifest {
            format: FORMAT.to_owned(),
            claim: self.claim.sentence(self.program),
            digests: names.into_iter().map(digest).collect::<io::Result<_>>()?,
            sources: self.sources.to_vec(),
            grounder: self.grounder.clone(),
            versions: self.versions.clone(),
        };
        fs::write(folder.join(MANIFEST), manifest.to_string())
    }
}
