//! `groundplan-verify`: checks certificates that a logic program has no answer set, without the engine that wrote them.
//!
//! Of our crates it links the checker of certificates and the reference grounder alone. So there is no other grounder to be asked
//! where the reference grounder does not know a construct.

#![forbid(unsafe_code)]

use std::fmt::Write as _;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};

use clap::error::ErrorKind;
use clap::{Parser, ValueEnum};
use groundplan_certificate::{
    labelled_directories, printable, Checking, Checks, Grounders, Groundings, Line, Named, NoComparison,
    SourcePlaces, Text, Told,
};
use serde_json::Value;

/// The exit codes of an invalid command line, of invalid input, and of a result that cannot be written.
const USAGE: u8 = 64;
const INPUT: u8 = 65;
const UNWRITABLE: u8 = 74;

/// Set by an interrupt.
static STOPPED: AtomicBool = AtomicBool::new(false);

/// Check a proof that there is no answer set, or none that costs so little.
///
/// Prints VERIFIED FROM SOURCE, VERIFIED, REJECTED or UNKNOWN as `groundplan check certificate` does, and on standard error what was
/// proven or why nothing was. The program veripb has to be there.
#[derive(Debug, Parser)]
#[command(
    version,
    after_help = "Exit status: 0 the claim is proven, 1 it is not, 2 unknown (no veripb, sources that cannot be compared, an \
    interrupt), 64 bad command line, 65 bad input, 74 the result cannot be written."
)]
struct VerifyArguments {
    /// The directory of the certificate
    #[arg(value_name = "DIR")]
    directory: PathBuf,
    /// More directories of certificates; and the files that the ground program has to come from, with those that they include, else
    /// those that the certificate names, where they are found in its directory or below the current one
    #[arg(value_name = "FILE")]
    more: Vec<PathBuf>,
    /// The value of a constant; else those that the certificate names
    #[arg(long = "const", short = 'c', value_name = "NAME=VALUE")]
    constants: Vec<String>,
    /// Answer UNKNOWN where no source text was compared, of a ground program alone as well
    #[arg(long)]
    require_sources: bool,
    /// How to print the result
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    format: VerifyFormat,
    /// Print nothing on standard error but errors
    #[arg(long, short)]
    quiet: bool,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum VerifyFormat {
    Text,
    Json,
}

fn main() -> ExitCode {
    let arguments = match VerifyArguments::try_parse() {
        Ok(arguments) => arguments,
        Err(error) => {
            // Where standard output is closed, there is nobody to be told.
            let _ = error.print();
            return match error.kind() {
                ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => ExitCode::SUCCESS,
                _ => ExitCode::from(USAGE),
            };
        }
    };
    // Without a handler an interrupt ends the process at once, and leaves temporary files behind.
    let _ = ctrlc::set_handler(|| STOPPED.store(true, Ordering::Relaxed));
    let checks = match run(&arguments) {
        Ok(checks) => checks,
        Err(why) => {
            eprintln!("error: {}", printable(&why));
            return ExitCode::from(INPUT);
        }
    };
    if let Err(error) = print(&checks, &arguments) {
        eprintln!("error: the result cannot be written: {error}");
        return ExitCode::from(UNWRITABLE);
    }
    match checks.verified() {
        Some(true) => ExitCode::SUCCESS,
        Some(false) => ExitCode::from(1),
        None => ExitCode::from(2),
    }
}

/// Checks all certificates. Fails with the reason if there is none, or if a file that was named cannot be read.
fn run(arguments: &VerifyArguments) -> Result<Checks, String> {
    let stop = || STOPPED.load(Ordering::Relaxed);
    let (more, files) = arguments.more.iter().cloned().partition(|path| path.is_dir());
    let directories = [vec![arguments.directory.clone()], more].concat();
    let directories = labelled_directories(&directories)
        .map_err(|(directory, error)| format!("`{}` is no certificate: {error}", directory.display()))?;
    let constants = Some(arguments.constants.clone()).filter(|constants| !constants.is_empty());
    let named = Named { files, constants, permitted: SourcePlaces::default() };
    let groundings = Groundings::new(named, ReferenceOnly, &stop);
    let mut checking = Checking::new(groundings, Path::new("veripb"), arguments.require_sources, &stop);
    for (name, directory) in directories {
        checking.check(&name, &directory)?;
    }
    Ok(checking.conclude())
}

/// Reads files for the reference grounder, and asks no other.
struct ReferenceOnly;

impl Grounders for ReferenceOnly {
    type Error = String;

    fn read(
        &mut self,
        listed: &[(PathBuf, bool)],
        places: &SourcePlaces,
        _constants: &[String],
    ) -> Result<Vec<Text>, NoComparison<String>> {
        let text = |(file, is_included): &(PathBuf, bool)| {
            let name = file.display().to_string();
            let text = places.read(file).map_err(|error| format!("cannot read `{name}`: {error}"))?;
            Ok(Text { name, text, is_included: *is_included })
        };
        listed.iter().map(text).collect()
    }

    fn ground(&mut self, _grounder: &str, _told: &Told) -> Result<Option<String>, NoComparison<String>> {
        Ok(None)
    }

    fn reason(&self, error: String) -> Result<String, String> {
        Ok(error)
    }
}

fn print(checks: &Checks, arguments: &VerifyArguments) -> io::Result<()> {
    let text = match arguments.format {
        VerifyFormat::Text => checks.headline().to_owned(),
        VerifyFormat::Json => ascii(&checks.json()),
    };
    let mut out = io::stdout().lock();
    writeln!(out, "{text}")?;
    out.flush()?;
    for line in checks.lines(&[]) {
        match line {
            Line::Said(line) if !arguments.quiet => eprintln!("{line}"),
            Line::Said(_) => {}
            Line::Error(line) => eprintln!("error: {line}"),
            Line::Unavailable(line, help) => eprintln!("error: {line}\n  help: {help}"),
        }
    }
    Ok(())
}

/// Returns JSON without characters that a terminal may obey: what is not ASCII occurs only within strings.
fn ascii(value: &Value) -> String {
    let mut text = String::new();
    for letter in value.to_string().chars() {
        if letter.is_ascii() && letter != '\x7f' {
            text.push(letter);
            continue;
        }
        for unit in letter.encode_utf16(&mut [0; 2]) {
            // Writing to a string cannot fail.
            let _ = write!(text, "\\u{unit:04x}");
        }
    }
    text
}
