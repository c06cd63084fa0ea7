//! Look-up of external programs.

use std::path::Path;
use std::{env, fs};

use groundplan::Backend;

/// Returns the name of the program that an external backend runs, if that program does not exist.
pub fn missing_solver(backend: &str) -> Option<String> {
    let Ok(Backend::Process(command)) = backend.parse() else { return None };
    let program = command.split_whitespace().next()?;
    (!is_there(Path::new(program))).then(|| program.to_owned())
}

/// Whether an executable file has this name. A name without a folder is searched for in `PATH`.
pub fn is_there(program: &Path) -> bool {
    let runs = |file: &Path| {
        let with_ending = || fs::metadata(format!("{}{}", file.display(), env::consts::EXE_SUFFIX));
        fs::metadata(file).or_else(|_| with_ending()).is_ok_and(|found| found.is_file() && may_run(&found))
    };
    if program.components().count() > 1 {
        return runs(program);
    }
    let path = env::var_os("PATH").unwrap_or_default();
    env::split_paths(&path).any(|folder| runs(&folder.join(program)))
}

/// Whether a file can be run, as far as its permissions say.
#[cfg(unix)]
fn may_run(file: &fs::Metadata) -> bool {
    std::os::unix::fs::PermissionsExt::mode(&file.permissions()) & 0o111 != 0
}

/// Outside Unix the name decides.
#[cfg(not(unix))]
fn may_run(_file: &fs::Metadata) -> bool {
    true
}
