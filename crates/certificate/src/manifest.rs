//! `manifest.json`: the files of a certificate, and their origin.
//!
//! The proof is checked without it. The digests show whether the files were written together. The claim is for readers, and must
//! match the files. The sources allow the program to be ground again.

use std::collections::BTreeMap;
use std::io::{self, Read};

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::error::Refusal;

/// The file name of the ground program.
pub const PROGRAM: &str = "program.aspif";
/// The file name of the sets of atoms.
pub const SETS: &str = "sets.txt";
/// The file name of the claim.
pub const CLAIM: &str = "claim.txt";
/// The file name of the proof, in VeriPB's format.
pub const PROOF: &str = "proof.pbp";
/// The file name of the manifest.
pub const MANIFEST: &str = "manifest.json";
/// The file name of the optional names of all atoms: a number and a name per line.
pub const ATOMS: &str = "atoms.txt";

/// The value of [`Manifest::format`].
pub const FORMAT: &str = "groundplan certificate 1";

/// The files of a certificate, and their origin. Unknown fields are rejected, because they would not be checked.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Manifest {
    /// Must be [`FORMAT`].
    pub format: String,
    /// The claim in words, as returned by [`Claim::sentence`](crate::Claim::sentence).
    pub claim: String,
    /// The digests of the other files, by name: SHA-256 in hexadecimal digits.
    pub digests: BTreeMap<String, String>,
    /// The texts that were ground, in order.
    pub sources: Vec<Source>,
    /// The grounder that produced the program.
    pub grounder: Grounder,
    /// Other tools that took part, with their versions.
    pub versions: BTreeMap<String, String>,
}

/// A source text that was ground.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Source {
    /// The file name as given to the grounder. If the certificate has a file of that name, it is that file.
    pub file: String,
    /// The digest: SHA-256 in hexadecimal digits.
    pub sha256: String,
    /// Whether the file is there only because another one includes it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub included: bool,
}

/// A grounder and its options.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Grounder {
    /// Its name.
    pub name: String,
    /// Its version.
    pub version: String,
    /// The options that affect its output, as on its command line.
    pub arguments: Vec<String>,
}

impl Source {
    /// Returns the source of a text, given its file name.
    #[must_use]
    pub fn of(file: &str, text: &str) -> Source {
        Source { file: file.to_owned(), sha256: text_digest(text), included: false }
    }

    /// Returns the source as one that is included, or as one that is named.
    #[must_use]
    pub fn included(self, included: bool) -> Source {
        Source { included, ..self }
    }
}

impl Manifest {
    /// Parses a manifest.
    ///
    /// # Errors
    ///
    /// If the text is no manifest, has an unknown format or an unknown field, or has missing or additional digests.
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
    /// Writes the text that [`parse`](Manifest::parse) reads.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        writeln!(f, "{}", serde_json::to_string_pretty(self).map_err(|_| std::fmt::Error)?)
    }
}

/// Returns the digest of a text: SHA-256 in hexadecimal digits.
#[must_use]
pub fn text_digest(text: &str) -> String {
    hexadecimal(Sha256::digest(text))
}

fn hexadecimal(digest: impl AsRef<[u8]>) -> String {
    digest.as_ref().iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Copies all input to the output, and returns its digest.
///
/// # Errors
///
/// If reading or writing fails.
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
