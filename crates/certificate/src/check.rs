//! Checks a certificate.
//!
//! Only the ground program, the sets and the claim are taken from it. The formula is generated from them here. The proof is
//! copied before it is inspected, so that VeriPB reads the inspected text.

use std::fs::File;
use std::io::{self, BufReader, BufWriter, Read, Write};
use std::path::{Path, PathBuf};

use crate::axioms::Axioms;
use crate::claim::Claim;
use crate::error::Refusal;
use crate::manifest::{digest, Manifest, ATOMS, CLAIM, MANIFEST, PROGRAM, PROOF, SETS};
use crate::printable::printable;
use crate::program::Program;
use crate::scan::scan;
use crate::sets::sets;
use crate::sources::SourcePlaces;
use crate::veripb::{self, VeripbResult};

/// The maximum size of a text that is read into memory, in bytes.
const LARGEST: u64 = 1 << 32;

/// The maximum size of a manifest, which only lists files and options, in bytes.
const LARGEST_MANIFEST: u64 = 1 << 24;

/// The result of checking a certificate.
#[derive(Debug)]
pub enum Verdict {
    /// The claim is proven.
    Verified(Box<Verified>),
    /// The certificate is invalid.
    Rejected(Refusal),
    /// The check could not be completed.
    Unavailable(Unavailable),
}

/// Why a check could not be completed. Nothing is known of the certificate then.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Unavailable {
    /// VeriPB cannot be run, for this reason.
    NoVeripb(String),
    /// The folder of temporary files is full or cannot be written, for this reason.
    NoRoom(String),
    /// The check was stopped.
    Stopped,
}

impl Unavailable {
    /// Returns what can be done about it.
    #[must_use]
    pub fn help(&self) -> &'static str {
        match self {
            Unavailable::NoVeripb(_) => "`cargo install --locked veripb` puts it on the path",
            Unavailable::NoRoom(_) => {
                "make room in the folder of temporary files, or name another one by the variable `TMPDIR`"
            }
            Unavailable::Stopped => "ask for the check again",
        }
    }
}

impl std::fmt::Display for Unavailable {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Unavailable::NoVeripb(why) => f.write_str(why),
            Unavailable::NoRoom(why) => write!(f, "no room for temporary files: {why}"),
            Unavailable::Stopped => f.write_str("the check was stopped"),
        }
    }
}

/// The contents of a verified certificate.
#[derive(Debug)]
pub struct Verified {
    /// The ground program, including assumptions and values of external atoms.
    pub program: Program,
    /// The text of the ground program.
    pub aspif: String,
    /// The proven claim.
    pub claim: Claim,
    /// The manifest. Its statements about the origin are not verified.
    pub manifest: Manifest,
    /// The names of all atoms, if the certificate has them. They are not verified.
    pub atoms: Option<String>,
    /// The number of sets of several atoms that the proof uses.
    pub sets: usize,
    /// The number of axioms.
    pub axioms: usize,
    /// The version of VeriPB.
    pub veripb: String,
}

/// The reason for ending a check without VeriPB's verdict.
enum CheckFailure {
    Refused(Refusal),
    Unavailable(Unavailable),
}

impl From<Refusal> for CheckFailure {
    fn from(refusal: Refusal) -> Self {
        CheckFailure::Refused(refusal)
    }
}

/// Returns the certificate in a directory, with an empty name, or else the subdirectories with their names.
///
/// # Errors
///
/// If the directory cannot be read, has neither a manifest nor a subdirectory, or contains a link to a directory elsewhere.
pub fn directories(directory: &Path) -> io::Result<Vec<(String, PathBuf)>> {
    if directory.join(MANIFEST).symlink_metadata().is_ok() {
        return Ok(vec![(String::new(), directory.to_owned())]);
    }
    let mut found = Vec::new();
    for entry in directory.read_dir()? {
        let entry = entry?;
        if !entry.path().is_dir() {
            continue;
        }
        let name = entry.file_name().to_string_lossy().into_owned();
        if !SourcePlaces::new([directory]).have(&entry.path()) {
            let name = printable(&name);
            return Err(io::Error::other(format!("`{name}` in it is a link to a folder elsewhere")));
        }
        found.push((name, entry.path()));
    }
    found.sort();
    if found.is_empty() {
        return Err(io::Error::new(io::ErrorKind::NotFound, format!("there is no {MANIFEST} in it")));
    }
    Ok(found)
}

/// Checks the certificate in a directory with the program `veripb`. `stop` is polled and returns whether to end the check.
pub fn check(dir: &Path, veripb: &Path, stop: &dyn Fn() -> bool) -> Verdict {
    match prove(dir, veripb, stop) {
        Ok(verified) => Verdict::Verified(Box::new(verified)),
        Err(CheckFailure::Refused(refusal)) => Verdict::Rejected(refusal),
        Err(CheckFailure::Unavailable(why)) => Verdict::Unavailable(why),
    }
}

fn prove(dir: &Path, veripb: &Path, stop: &dyn Fn() -> bool) -> Result<Verified, CheckFailure> {
    let manifest = Manifest::parse(&read(dir, MANIFEST)?.0).map_err(|refusal| refusal.of(MANIFEST))?;
    let known = |name| {
        let (text, digest) = read(dir, name)?;
        check_digest(&manifest, name, &digest).map(|()| text)
    };
    let aspif = known(PROGRAM)?;
    let program = Program::parse(&aspif).map_err(|refusal| refusal.of(PROGRAM))?;
    let claim = Claim::parse(&known(CLAIM)?).map_err(|refusal| refusal.of(CLAIM))?;
    let sets = sets(&known(SETS)?).map_err(|refusal| refusal.of(SETS))?;
    let atoms = manifest.digests.contains_key(ATOMS).then(|| known(ATOMS)).transpose()?;
    let sentence = claim.sentence(&program);
    if manifest.claim != sentence {
        return Err(Refusal::whole(format!("the claim is not what was proven: {sentence}"))
            .of(MANIFEST)
            .into());
    }
    let mut axioms = Axioms::new(program, &claim).map_err(|refusal| refusal.of(PROGRAM))?;
    for (set, line) in sets.iter().zip(1..) {
        axioms.add_set(set).map_err(|refusal| Refusal { line: Some(line), ..refusal }.of(SETS))?;
    }
    let unavailable = |error: io::Error| CheckFailure::Unavailable(Unavailable::NoRoom(error.to_string()));
    let copies = tempfile::Builder::new().prefix("groundplan-check-").tempdir().map_err(unavailable)?;
    let mut formula = BufWriter::new(File::create(copies.path().join("formula.opb")).map_err(unavailable)?);
    axioms.write_opb(&mut formula).and_then(|()| formula.flush()).map_err(unavailable)?;
    let copy = copies.path().join("proof.pbp");
    let mut copied = Copying { to: File::create(&copy).map_err(unavailable)?, has_failed: false };
    let found = digest(&mut open(dir, PROOF)?, &mut copied).map_err(|error| match copied.has_failed {
        true => unavailable(error),
        false => Refusal::whole(format!("this cannot be read: {error}")).of(PROOF).into(),
    })?;
    check_digest(&manifest, PROOF, &found)?;
    let mut proof = BufReader::new(File::open(&copy).map_err(unavailable)?);
    scan(&axioms, &mut proof).map_err(|refusal| refusal.of(PROOF))?;
    match veripb::run(veripb, copies.path(), stop) {
        Ok(VeripbResult::Accepted(version)) => Ok(Verified {
            aspif,
            claim,
            manifest,
            atoms,
            sets: sets.len(),
            axioms: axioms.constraints().len(),
            veripb: version,
            program: axioms.into_program(),
        }),
        Ok(VeripbResult::Refused(refusal)) => Err(refusal.of(PROOF).into()),
        Ok(VeripbResult::Stopped) => Err(CheckFailure::Unavailable(Unavailable::Stopped)),
        Ok(VeripbResult::NoRoom(error)) => Err(unavailable(error)),
        Err(error) => Err(CheckFailure::Unavailable(Unavailable::NoVeripb(format!(
            "VeriPB cannot be run as `{}`: {error}",
            veripb.display()
        )))),
    }
}

/// A file that is written, with a note whether that failed.
struct Copying {
    to: File,
    has_failed: bool,
}

impl Write for Copying {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.to
            .write(bytes)
            .inspect_err(|error| self.has_failed |= error.kind() != io::ErrorKind::Interrupted)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.to.flush()
    }
}

/// Opens a file of the certificate, which must be a regular file: no link, pipe or device.
fn open(dir: &Path, name: &'static str) -> Result<File, Refusal> {
    let path = dir.join(name);
    let refuse = |error: io::Error| Refusal::whole(format!("this cannot be read: {error}")).of(name);
    if !path.symlink_metadata().map_err(refuse)?.is_file() {
        return Err(Refusal::whole("this is not a file").of(name));
    }
    File::open(path).map_err(refuse)
}

/// Reads a file of the certificate. Returns its text and digest.
fn read(dir: &Path, name: &'static str) -> Result<(String, String), Refusal> {
    let largest = if name == MANIFEST { LARGEST_MANIFEST } else { LARGEST };
    let large = || Refusal::whole(format!("this is larger than {} MiB", largest >> 20)).of(name);
    let unread = |error| Refusal::whole(format!("this cannot be read: {error}")).of(name);
    let file = open(dir, name)?;
    // Too large files are not read at all, because they might fill the memory. A file may also grow while it is read.
    if file.metadata().map_err(unread)?.len() > largest {
        return Err(large());
    }
    let mut bytes = Vec::new();
    let digest = digest(&mut file.take(largest + 1), &mut bytes).map_err(unread)?;
    if bytes.len() as u64 > largest {
        return Err(large());
    }
    let text = String::from_utf8(bytes).map_err(|_| Refusal::whole("this is not text").of(name))?;
    Ok((text, digest))
}

fn check_digest(manifest: &Manifest, name: &'static str, digest: &str) -> Result<(), Refusal> {
    match manifest.digests.get(name).is_some_and(|known| known == digest) {
        true => Ok(()),
        false => Err(Refusal::whole("the digest is not that of the manifest").of(name)),
    }
}
