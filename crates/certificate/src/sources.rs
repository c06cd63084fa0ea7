//! The source files named by a certificate: which of them may be opened, and with which options they were ground.
//!
//! A certificate may be malicious, and so may the file names in it. So a source is opened only if it lies in the folder of the
//! certificate or below the current folder, after following links. Every other file must be named by the user.

use std::fs::{self, File};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use crate::manifest::{digest, Grounder, Manifest, Source};
use crate::printable::{is_printable, printable};

/// The maximum size of a source, in bytes (exclusive).
const LARGEST: u64 = 1 << 32;

/// Folders and files that may be opened, including everything below the folders.
#[derive(Debug, Clone, Default)]
pub struct SourcePlaces(Vec<PathBuf>);

impl SourcePlaces {
    /// Returns these folders and files. Paths that do not exist are skipped.
    pub fn new<P: AsRef<Path>>(paths: impl IntoIterator<Item = P>) -> SourcePlaces {
        SourcePlaces(paths.into_iter().filter_map(|path| path.as_ref().canonicalize().ok()).collect())
    }

    /// Returns the folders of these files, and the files themselves after following links.
    pub fn around<P: AsRef<Path>>(files: impl IntoIterator<Item = P>) -> SourcePlaces {
        let paths = files.into_iter().flat_map(|file| {
            let file = file.as_ref();
            let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty());
            [folder.map_or_else(|| PathBuf::from("."), Path::to_owned), file.to_owned()]
        });
        SourcePlaces::new(paths)
    }

    /// Returns whether a file lies in one of the places after following links. Nothing is opened.
    #[must_use]
    pub fn have(&self, file: &Path) -> bool {
        file.canonicalize().is_ok_and(|file| self.0.iter().any(|place| file.starts_with(place)))
    }

    /// Reads the text of a file that lies in one of the places.
    ///
    /// # Errors
    ///
    /// If the file cannot be read; [`ErrorKind::PermissionDenied`] if it lies elsewhere, in which case it is not opened.
    pub fn read(&self, file: &Path) -> io::Result<String> {
        if file.exists() && !self.have(file) {
            let why = "it does not lie below the files that were named, and is not opened";
            return Err(io::Error::new(ErrorKind::PermissionDenied, why));
        }
        // A pipe that is included might never end. The user may name one.
        if !self.name(file) && fs::metadata(file).is_ok_and(|found| !found.is_file()) {
            return Err(io::Error::new(ErrorKind::InvalidInput, "this is not a file"));
        }
        fs::read_to_string(file)
    }

    /// Returns whether a file is one of the places itself.
    fn name(&self, file: &Path) -> bool {
        file.canonicalize().is_ok_and(|file| self.0.contains(&file))
    }
}

/// The options of a grounder, as far as they can be passed to it again.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Told {
    /// Definitions of constants, `NAME=VALUE`.
    pub constants: Vec<String>,
    /// The kinds of statements that may be violated, for a program that was relaxed to find a conflict.
    pub soft: Vec<String>,
}

impl Grounder {
    /// Returns the grounder's options, or `None` if it has unknown ones. Assumptions are left out, because the ground program
    /// contains them as a part of the claim.
    #[must_use]
    pub fn told(&self) -> Option<Told> {
        let mut told = Told::default();
        for pair in self.arguments.chunks(2) {
            match pair {
                [option, definition] if option == "-c" && !definition.starts_with('-') => {
                    let name = definition.split('=').next();
                    // With two values it would not be clear which one was meant.
                    if told.constants.iter().any(|known| known.split('=').next() == name) {
                        return None;
                    }
                    told.constants.push(definition.clone());
                }
                [option, kind] if option == "--soft" => told.soft.push(kind.clone()),
                [option, _] if option == "--assume" || option == "--cube" => {}
                _ => return None,
            }
        }
        Some(told)
    }
}

impl Manifest {
    /// Returns the paths of the sources, in order, each with whether it is only included. A source may lie in `directory`, which
    /// is that of the certificate, below `here`, or in places that the user named.
    ///
    /// # Errors
    ///
    /// The reason why the first unusable source is missing, may not be opened, or has changed. The sentence is safe to print.
    pub fn find_sources(
        &self,
        directory: &Path,
        here: &Path,
        named: &SourcePlaces,
    ) -> Result<Vec<(PathBuf, bool)>, String> {
        let path = |source: &Source| -> Result<(PathBuf, bool), String> {
            Ok((find(source, directory, here, named)?, source.included))
        };
        self.sources.iter().map(path).collect()
    }
}

fn find(source: &Source, directory: &Path, here: &Path, named: &SourcePlaces) -> Result<PathBuf, String> {
    let name = printable(&source.file);
    if !is_printable(&source.file) {
        return Err(format!("the name `{name}` has control characters, and the file is not opened"));
    }
    let mut is_foreign = false;
    for folder in [directory, here] {
        let place = folder.join(&source.file);
        let Ok(found) = fs::metadata(&place) else { continue };
        // `join` treats an empty path as the current folder, other functions do not.
        let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
        if !SourcePlaces::new([folder]).have(&place) && !named.have(&place) {
            is_foreign = true;
            continue;
        }
        if !found.is_file() {
            return Err(format!("`{name}` is not a file"));
        }
        if found.len() >= LARGEST {
            return Err(format!("`{name}` is larger than 4 GiB"));
        }
        let unread = |error: io::Error| format!("cannot read `{name}`: {error}");
        let found = File::open(&place).and_then(|mut file| digest(&mut file, &mut io::sink()));
        return match found.map_err(unread)? == source.sha256 {
            true => Ok(place),
            false => Err(format!("`{name}` is not the file that was ground: it has changed")),
        };
    }
    Err(if is_foreign {
        format!(
            "`{name}` lies neither in the certificate nor below the current folder, and is opened only if you name it"
        )
    } else {
        format!("there is no file `{name}`")
    })
}

/// Returns the first line, counted from 1, in which a certified ground program differs from the output of a grounder. Assumptions
/// are ignored: they are added to the grounder's output, and belong to the claim.
#[must_use]
pub fn difference(certified: &str, ground: &str) -> Option<usize> {
    let (mut certified, mut ground) = (without_assumptions(certified), without_assumptions(ground));
    let mut last = 0;
    loop {
        match (certified.next(), ground.next()) {
            (None, None) => return None,
            (Some((one, number)), Some((other, _))) if one == other => last = number,
            (Some((_, number)), _) => return Some(number),
            (None, _) => return Some(last + 1),
        }
    }
}

/// Iterates over the lines of a program, except for assumptions, with their numbers.
pub fn without_assumptions(text: &str) -> impl Iterator<Item = (&str, usize)> {
    text.lines().zip(1..).filter(|(line, _)| !line.starts_with("6 "))
}
