//! Certificates in a directory, written as whoever wants them accepted would.

use std::collections::BTreeMap;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use groundplan_certificate::{
    digest, Claim, Grounder, Manifest, Program, CLAIM, FORMAT, MANIFEST, PROGRAM, PROOF, SETS,
};

/// The texts of a certificate.
#[derive(Clone, Debug)]
pub struct Bundle {
    pub program: String,
    pub sets: String,
    pub claim: String,
    pub proof: String,
}

impl Bundle {
    /// Writes the files, and a manifest that goes with them.
    pub fn write(&self, dir: &Path) {
        fs::create_dir_all(dir).expect("a directory");
        let texts =
            [(PROGRAM, &self.program), (SETS, &self.sets), (CLAIM, &self.claim), (PROOF, &self.proof)];
        let mut digests = BTreeMap::new();
        for (name, text) in texts {
            fs::write(dir.join(name), text).expect("a file");
            let sum = digest(&mut text.as_bytes(), &mut std::io::sink()).expect("nothing fails");
            digests.insert(name.to_owned(), sum);
        }
        let claim = match (Program::parse(&self.program), Claim::parse(&self.claim)) {
            (Ok(program), Ok(claim)) => claim.sentence(&program),
            _ => String::new(),
        };
        let grounder = Grounder { name: "none".to_owned(), version: "0".to_owned(), arguments: Vec::new() };
        let manifest = Manifest {
            format: FORMAT.to_owned(),
            claim,
            digests,
            sources: Vec::new(),
            grounder,
            versions: BTreeMap::new(),
        };
        fs::write(dir.join(MANIFEST), manifest.to_string()).expect("a file");
    }
}

/// VeriPB; `None`, after saying so, where there is none.
///
/// # Panics
///
/// Where the variable `CI` is set, nothing may be left out.
pub fn veripb() -> Option<PathBuf> {
    let peers = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/peers/bin/veripb");
    let path = std::env::var_os("PATH").unwrap_or_default();
    let found =
        std::env::split_paths(&path).map(|dir| dir.join("veripb")).chain([peers]).find(|file| file.is_file());
    if found.is_none() {
        assert!(std::env::var_os("CI").is_none(), "there is no veripb");
        // Not by `eprintln!`: what that says in a test that passes is not shown.
        writeln!(std::io::stderr(), "skipped: there is no veripb").expect("standard error is open");
    }
    found.map(|file| file.canonicalize().expect("it is there"))
}
