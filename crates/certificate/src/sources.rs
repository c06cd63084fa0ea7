//! The sources that a certificate names: which of them may be opened, and what their grounder was told.
//!
//! A certificate may come from anybody, and so may the names in it. So a source is opened only where it lies in the folder of
//! the certificate or below the current one, which the user chose by working there; links are followed before that is decided.
//! Every other file has to be named by the user.

use std::fs::{self, File};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use crate::manifest::{digest, Grounder, Manifest, Source};
use crate::printable::{is_printable, printable};

/// The largest source, in bytes.
const LARGEST: u64 = 1 << 32;

/// Folders, and single files, with all that lies below them.
#[derive(Debug, Clone, Default)]
pub struct Places(Vec<PathBuf>);

impl Places {
    /// These folders and files; those that are not there have nothing below them.
    pub fn new<P: AsRef<Path>>(paths: impl IntoIterator<Item = P>) -> Places {
        Places(paths.into_iter().filter_map(|path| path.as_ref().canonicalize().ok()).collect())
    }

    /// The folders of these files, and the files themselves, wherever links in their names lead.
    pub fn around<P: AsRef<Path>>(files: impl IntoIterator<Item = P>) -> Places {
        let paths = files.into_iter().flat_map(|file| {
            let file = file.as_ref();
            let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty());
            [folder.map_or_else(|| PathBuf::from("."), Path::to_owned), file.to_owned()]
        });
        Places::new(paths)
    }

    /// Whether a file lies in one of them after all links are followed. Nothing is opened.
    #[must_use]
    pub fn have(&self, file: &Path) -> bool {
        file.canonicalize().is_ok_and(|file| self.0.iter().any(|place| file.starts_with(place)))
    }

    /// The text of a file that lies in one of them.
    ///
    /// # Errors
    ///
    /// When it cannot be read; [`ErrorKind::PermissionDenied`] where it lies elsewhere, and it is not opened.
    pub fn read(&self, file: &Path) -> io::Result<String> {
        if file.exists() && !self.have(file) {
            let why = "it does not lie below the files that were named, and is not opened";
            return Err(io::Error::new(ErrorKind::PermissionDenied, why));
        }
        fs::read_to_string(file)
    }
}

/// What a grounder was told, as far as it can be told again.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Told {
    /// Definitions of constants, `NAME=VALUE`.
    pub constants: Vec<String>,
    /// The kinds of statements that may be broken, of a program that was relaxed to find a conflict.
    pub soft: Vec<String>,
}

impl Grounder {
    /// Its options; `None` where there are others than those that are known. What was assumed is left out: the ground program
    /// has it, as a part of the claim.
    #[must_use]
    pub fn told(&self) -> Option<Told> {
        let mut told = Told::default();
        for pair in self.arguments.chunks(2) {
            match pair {
                [option, definition] if option == "-c" && !definition.starts_with('-') => {
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
    /// Where the sources are, in their order: in `directory`, which is that of the certificate, below `here`, or in places that the
    /// user named.
    ///
    /// # Errors
    ///
    /// Why the first of them that is not there, may not be opened or has changed cannot be used; the sentence can be printed.
    pub fn find_sources(
        &self,
        directory: &Path,
        here: &Path,
        named: &Places,
    ) -> Result<Vec<PathBuf>, String> {
        self.sources.iter().map(|source| find(source, directory, here, named)).collect()
    }
}

fn find(source: &Source, directory: &Path, here: &Path, named: &Places) -> Result<PathBuf, String> {
    let name = printable(&source.file);
    if !is_printable(&source.file) {
        return Err(format!("the name `{name}` has control characters, and the file is not opened"));
    }
    let mut is_foreign = false;
    for folder in [directory, here] {
        let place = folder.join(&source.file);
        let Ok(found) = fs::metadata(&place) else { continue };
        // An empty path is the current folder to `join`, and to nobody else.
        let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
        if !Places::new([folder]).have(&place) && !named.have(&place) {
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

/// The first line, counted from 1, in which a certified ground program is another one than that which a grounder wrote. What is
/// assumed is not compared: it is added to what a grounder wrote, and belongs to the claim.
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

/// The lines of a program and their numbers, without what is assumed.
pub fn without_assumptions(text: &str) -> impl Iterator<Item = (&str, usize)> {
    text.lines().zip(1..).filter(|(line, _)| !line.starts_with("6 "))
}
