//! Proves claims, and writes their certificates: all of them or nothing.

use std::collections::BTreeMap;
use std::fs::{self, Permissions};
use std::io;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use groundplan::Interrupter;
use groundplan_certificate::{Axioms, Bundle, Claim};
use groundplan_prove::{prove, Limits, Outcome, Proof};

use super::ground::Ground;
use crate::exit::Failure;
use crate::report;

/// A claim that is proven.
pub struct Certificate {
    /// The folder within the one that is written, if there are several.
    pub folder: Option<String>,
    pub claim: Claim,
    pub proof: Proof,
    /// How long axioms and proof took.
    pub time: Duration,
}

/// What a claim comes to.
pub enum Claimed {
    Proven(Box<Certificate>),
    /// There is an answer set that contradicts it.
    Wrong,
    Unknown,
}

/// Whether certificates can be written, and a folder of this name.
///
/// # Errors
///
/// When not.
pub fn prepare(output: &Path) -> Result<(), Failure> {
    if !cfg!(feature = "cadical") {
        return Err(Failure::Usage(
            "a certificate needs `cadical`, which this build does not have: build it without `--no-default-features`, with a \
             C++ compiler"
                .to_owned(),
        ));
    }
    if output.symlink_metadata().is_ok() {
        return Err(report::refuse(
            &format!("`{}` is there already", output.display()),
            "a certificate is a folder of its own: name one that is not there",
        ));
    }
    staging(output).map(drop)
}

/// Proves a claim about a ground program.
///
/// # Errors
///
/// When the claim makes no sense for the program, or the program has what the checker does not support.
pub fn certify(
    ground: &Ground,
    claim: Claim,
    folder: Option<String>,
    interrupter: &Interrupter,
) -> Result<Claimed, Failure> {
    let start = Instant::now();
    let axioms = Axioms::new(ground.program()?, &claim)
        .map_err(|refusal| Failure::Input(format!("the ground program cannot be certified: {refusal}")))?;
    let limits = Limits { interrupter: interrupter.clone(), ..Limits::default() };
    let outcome = prove(axioms, &limits).map_err(|error| Failure::Internal(error.to_string()))?;
    Ok(match outcome {
        Outcome::Refuted(proof) => {
            Claimed::Proven(Box::new(Certificate { folder, claim, proof: *proof, time: start.elapsed() }))
        }
        Outcome::Model(_) => Claimed::Wrong,
        Outcome::Unknown => Claimed::Unknown,
    })
}

/// Writes certificates about ground programs; further files stand beside them. Whoever calls keeps the process from ending
/// meanwhile. The size of the proofs in bytes.
///
/// # Errors
///
/// When a file cannot be written; then none is.
pub fn write(
    output: &Path,
    certificates: &[(&Ground, &Certificate)],
    files: &[(&str, String)],
) -> Result<u64, Failure> {
    let staging = staging(output)?;
    let mut size = 0;
    let written = certificates.iter().try_for_each(|(ground, certificate)| {
        let folder = match &certificate.folder {
            Some(name) => staging.path().join(name),
            None => staging.path().to_owned(),
        };
        fs::create_dir_all(&folder)?;
        size += bundle(&folder, ground, certificate)?;
        Ok(())
    });
    let moved = written
        .and_then(|()| files.iter().try_for_each(|(name, text)| fs::write(staging.path().join(name), text)))
        .and_then(|()| match output.symlink_metadata() {
            Ok(_) => Err(io::ErrorKind::AlreadyExists.into()),
            Err(_) => fs::rename(staging.path(), output),
        });
    moved.map_err(|error| unwritable(output, &error))?;
    // It has another name now.
    let _ = staging.keep();
    Ok(size)
}

fn bundle(folder: &Path, ground: &Ground, certificate: &Certificate) -> io::Result<u64> {
    let Certificate { claim, proof, .. } = certificate;
    for (name, text) in &ground.files {
        fs::write(folder.join(name), text)?;
    }
    let versions = [("groundplan", env!("CARGO_PKG_VERSION")), ("cadical", "3.0.1")];
    let versions: BTreeMap<String, String> =
        versions.into_iter().map(|(name, version)| (name.to_owned(), version.to_owned())).collect();
    let bundle = Bundle {
        aspif: &ground.aspif,
        program: proof.axioms().program(),
        claim,
        sets: proof.sets(),
        atoms: ground.atoms.as_deref(),
        sources: &ground.sources,
        grounder: &ground.grounder,
        versions: &versions,
    };
    bundle.write(folder, |out| proof.write(out))?;
    Ok(fs::metadata(folder.join(groundplan_certificate::PROOF))?.len())
}

/// A folder beside the one that is to be written, for as long as that is not complete.
fn staging(output: &Path) -> Result<tempfile::TempDir, Failure> {
    let parent = output.parent().filter(|parent| !parent.as_os_str().is_empty());
    let parent = parent.map_or_else(|| PathBuf::from("."), Path::to_owned);
    // As any other folder: readable for whom the user lets read.
    let made = tempfile::Builder::new()
        .prefix(".groundplan-certificate-")
        .permissions(Permissions::from_mode(0o777))
        .tempdir_in(parent);
    made.map_err(|error| unwritable(output, &error))
}

fn unwritable(output: &Path, error: &io::Error) -> Failure {
    // The error may tell the temporary name, which is nobody's business.
    let error = error
        .raw_os_error()
        .map_or_else(|| error.to_string(), |number| io::Error::from_raw_os_error(number).to_string());
    report::refuse(
        &format!("cannot write `{}`: {error}", output.display()),
        "name a folder that is not there, in one that can be written to",
    )
}
