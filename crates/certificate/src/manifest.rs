//! `manifest.json`: what a certificate consists of and where it comes from.
//!
//! Nothing in it is needed to check the proof. The digests say whether the files are those that were written together;
//! the claim is there to be read, and has to be what the files say; the sources are for whoever grounds again.

use std::collections::BTreeMap;
use std::io::{self, Read};

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::error::Refusal;

/// The ground program.
pub const PROGRAM: &str = "program.aspif";
/// The sets of atoms.
pub const SETS: &str = "sets.txt";
/// The bounds that are claimed.
pub const CLAIM: &str = "claim.txt";
/// The proof, in VeriPB's format.
pub const PROOF: &str = "proof.pbp";
/// The manifest.
pub const MANIFEST: &str = "manifest.json";
/// The names of all atoms, a number and a name in each line; a certificate may do without.
pub const ATOMS: &str = "atoms.txt";

/// What a manifest says it is.
pub const FORMAT: &str = "groundplan certificate 1";

/// What a certificate consists of and where it comes from. What it says beyond that is refused: nobody would check it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Manifest {
    /// [`FORMAT`].
    pub format: String,
    /// The claim as [`Claim::sentence`](crate::Claim::sentence) puts it.
    pub claim: String,
    /// The digests of the files beside the manifest: SHA-256 in hexadecimal digits.
    pub digests: BTreeMap<String, String>,
    /// What was ground, in order.
    pub sources: Vec<Source>,
    /// Who ground it.
    pub grounder: Grounder,
    /// What else had a part in it, and its versions.
    pub versions: BTreeMap<String, String>,
}

/// A text that was ground.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Source {
    /// The file, as it was named; the certificate's own file where it has one of that name.
    pub file: String,
    /// Its digest.
    pub sha256: String,
}

/// A grounder and what it was told.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Grounder {
    /// Its name.
    pub name: String,
    /// Its version.
    pub version: String,
    /// Options that have a say in what comes out, as on its command line.
    pub arguments: Vec<String>,
}

impl Source {
    /// A text and what its file is called.
    #[must_use]
    pub fn of(file: &str, text: &str) -> Source {
        Source { file: file.to_owned(), sha256: text_digest(text) }
    }
}

impl Manifest {
    /// Reads a manifest.
    ///
    /// # Errors
    ///
    /// Where the text is none, one of a format that is not known, or says what the format does not have.
    pub fn parse(text: &str) -> Result<Manifest, Refusal> {
        let manifest: Manifest = serde_json::from_str(text)
            .map_err(|error| Refusal::whole(format!("this is no manifest: {error}")))?;
        if manifest.format != FORMAT {
            return Err(Refusal::whole(format!("the format is `{}`, not `{FORMAT}`", manifest.format)));
        }
        for name in [PROGRAM, SETS, CLAIM, PROOF] {
            if !manifest.digests.contains_key(name) {
                return Err(Refusal::whole(format!("there is no digest of {name}")));
            }
        }
        let known = [PROGRAM, SETS, CLAIM, PROOF, ATOMS];
        if let Some(other) = manifest.digests.keys().find(|name| !known.contains(&name.as_str())) {
            return Err(Refusal::whole(format!("there is a digest of `{other}`, which is not checked")));
        }
        Ok(manifest)
    }
}

impl std::fmt::Display for Manifest {
    /// The text that is read.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        writeln!(f, "{}", serde_json::to_string_pretty(self).map_err(|_| std::fmt::Error)?)
    }
}

/// The digest of a text: SHA-256 in hexadecimal digits.
#[must_use]
pub fn text_digest(text: &str) -> String {
    hexadecimal(Sha256::digest(text))
}

fn hexadecimal(digest: impl AsRef<[u8]>) -> String {
    digest.as_ref().iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The digest of what is left to read, which is copied.
///
/// # Errors
///
/// Where reading or writing fails.
pub fn digest(from: &mut impl Read, to: &mut impl io::Write) -> io::Result<String> {
    let mut state = Sha256::new();
    let mut buffer = vec![0; 1 << 16];
    loop {
        let read = match from.read(&mut buffer) {
            Ok(0) => break,
            Ok(read) => read,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(error),
        };
        state.update(&buffer[..read]);
        to.write_all(&buffer[..read])?;
    }
    Ok(hexadecimal(state.finalize()))
}
