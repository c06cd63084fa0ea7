//! The command-line arguments of each command.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

use clap::{Arg, ArgAction, Args, ColorChoice, Parser, Subcommand};
use clap_complete::Shell;
use groundplan_frontend::options;
use groundplan_sokoban_commands::arguments::{
    CheckPlanArguments, ConvertArguments, DecideArguments, OptimizeArguments, ReplayArguments,
};
use groundplan_sokoban_commands::levels::AskedInstance;
use groundplan_terminal::exit::Failure;
use groundplan_terminal::options::{Format, LimitArguments};

use crate::certify::arguments::CertifyArguments;
use crate::lsp::LspArguments;
use crate::solve::arguments::{ExplainArguments, FmtArguments, GroundArguments, SolveCommand};

/// A solver for problems stated as logic programs, and for Sokoban levels: it finds a solution, the best one, or a proof that
/// there is none.
#[derive(Debug, Parser)]
#[command(
    name = "groundplan",
    version,
    propagate_version = true,
    disable_version_flag = true,
    infer_long_args = true,
    max_term_width = 100,
    after_help = "Examples:\n  groundplan solve program.lp instance.lp -c n=8\n  \
    groundplan explain program.lp\n  \
    groundplan optimize level.xsb\n  \
    groundplan help solve"
)]
pub struct Arguments {
    /// Print version
    // No `-V`: that is the verbosity of `solve` and `ground`, as in clingo.
    #[arg(long, global = true, display_order = 1000, action = ArgAction::Version)]
    pub version: Option<bool>,
    /// Whether messages have colours: auto, where they are for a terminal
    ///
    /// With auto, NO_COLOR, CLICOLOR and CLICOLOR_FORCE in the environment are obeyed
    #[arg(
        long,
        global = true,
        value_name = "WHEN",
        default_value = "auto",
        hide_possible_values = true,
        hide_default_value = true,
        hide_short_help = true,
        display_order = 999
    )]
    pub color: ColorChoice,
    /// The command.
    #[command(subcommand)]
    pub command: Command,
}

/// Returns the command line as the parser expects it; options of `solve` may be those of clingo and are translated.
///
/// # Errors
///
/// When an option of `solve` is unknown, or is an option of clingo that is not supported here.
pub fn expand(words: impl Iterator<Item = OsString>) -> Result<Vec<OsString>, Failure> {
    let mut words = words.peekable();
    let mut line: Vec<OsString> = words.by_ref().take(1).collect();
    while let Some(word) = words.next_if(|word| is_color(word)) {
        let takes_next = !word.to_string_lossy().contains('=');
        line.push(word);
        line.extend(words.next_if(|_| takes_next));
    }
    line.extend(words.next());
    if line.last().is_some_and(|command| command == "solve") {
        let color = Arg::new("color").long("color").value_name("WHEN");
        let own = SolveCommand::augment_args(clap::Command::new("solve")).arg(color);
        line.extend(
            options::translate(words, &own).map_err(|refusal| Failure::Usage(refusal.into_sentence()))?.words,
        );
    } else {
        line.extend(with_equals(words));
    }
    Ok(line)
}

/// Whether this is the option of all commands that may stand before a command.
fn is_color(word: &OsStr) -> bool {
    word == "--color" || word.to_string_lossy().starts_with("--color=")
}

/// Rewrites `-VN` as `-V=N`. The value of `-V` is optional, so clap would otherwise take it from the next word or
/// reject it.
fn with_equals(words: impl Iterator<Item = OsString>) -> impl Iterator<Item = OsString> {
    let mut names_only = false;
    words.map(move |word| {
        names_only |= word == "--";
        let level = word.to_str().and_then(|word| word.strip_prefix("-V")).filter(|_| !names_only);
        match level.filter(|level| !level.is_empty() && level.chars().all(|digit| digit.is_ascii_digit())) {
            Some(level) => format!("-V={level}").into(),
            None => word,
        }
    })
}

/// The commands.
// A doc comment on a variant would hide the more detailed one on its arguments.
#[derive(Debug, Subcommand)]
pub enum Command {
    Decide(DecideArguments),
    Optimize(OptimizeArguments),
    Solve(Box<SolveCommand>),
    Certify(CertifyArguments),
    Ground(GroundArguments),
    Explain(ExplainArguments),
    Fmt(FmtArguments),
    Lsp(LspArguments),
    Check(CheckArguments),
    #[cfg(target_os = "linux")]
    Compare(groundplan_compare::arguments::CompareArguments),
    #[cfg(target_os = "linux")]
    Batch(groundplan_batch::arguments::BatchArguments),
    #[cfg(not(target_os = "linux"))]
    Compare(LinuxArguments),
    #[cfg(not(target_os = "linux"))]
    Batch(LinuxArguments),
    Replay(ReplayArguments),
    Convert(ConvertArguments),
    Completions(CompletionsArguments),
    Manual(ManualArguments),
}

impl Command {
    /// Returns the instance of a command that takes one.
    pub fn instance(&self) -> Option<AskedInstance<'_>> {
        match self {
            Command::Decide(decide) => Some(decide.asked()),
            Command::Optimize(optimize) => Some(optimize.asked()),
            Command::Check(CheckArguments { what: CheckWhat::Plan(plan) }) => Some(plan.asked()),
            Command::Replay(replay) => Some(replay.asked()),
            Command::Convert(convert) => Some(convert.asked()),
            #[cfg(target_os = "linux")]
            Command::Compare(compare) => compare.asked(),
            _ => None,
        }
    }
}

/// Check a plan or a certificate.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  groundplan check plan level.xsb plan.txt\n  groundplan check certificate proof"
)]
pub struct CheckArguments {
    /// The kind of text to check.
    #[command(subcommand)]
    pub what: CheckWhat,
}

/// The kinds of text that are checked.
#[derive(Debug, Subcommand)]
pub enum CheckWhat {
    Plan(CheckPlanArguments),
    Certificate(CheckCertificateArguments),
}

/// Check a proof that there is no answer set, or none that costs so little.
///
/// Writes the formula that every answer set of the ground program satisfies by itself, looks through the proof, and has
/// the program veripb check it. A reference grounder, which shares nothing with that of the engine, reads the source files, and
/// shows that the ground program is theirs. Prints VERIFIED FROM SOURCE or REJECTED, and on standard error what was proven or
/// why nothing was. Prints VERIFIED where the claim is proven only of a ground program: no sources are named, or they have what
/// the reference grounder does not know. Where sources are named and cannot be read, it prints UNKNOWN. Of the files that it names, only those in its directory and below the current one
/// are opened. A directory of several certificates is verified if all of them are; with certificates of cubes among them, only
/// if they are a cover and one certificate for each of its cubes, and so a proof of the whole question.
#[derive(Debug, Args)]
#[command(
    after_help = "Exit status: 0 the claim is proven, 1 it is not, 2 unknown (no veripb, sources that cannot be compared, a limit \
    or an interrupt), 64 bad command line, 65 bad input, 70 internal error, 74 a result cannot be written.\n\n\
    Examples:\n  groundplan check certificate proof\n  \
    groundplan check certificate proof program.lp instance.lp -c n=8"
)]
pub struct CheckCertificateArguments {
    /// The directory of the certificate
    #[arg(value_name = "DIR")]
    pub directory: PathBuf,
    /// More directories of certificates; and the files that the ground program has to come from, else those that the
    /// certificate names, where they are found in its directory or below the current one
    #[arg(value_name = "FILE")]
    files: Vec<String>,
    /// The value of a constant; else those that the certificate names
    #[arg(long = "const", short = 'c', value_name = "NAME=VALUE")]
    pub constants: Vec<String>,
    /// Answer UNKNOWN where no source text was compared, of a ground program alone as well
    #[arg(long)]
    pub require_sources: bool,
    #[command(flatten)]
    pub limits: LimitArguments,
    /// How to print the result
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub format: Format,
    /// Print nothing on standard error but errors
    #[arg(long, short)]
    pub quiet: bool,
}

impl CheckCertificateArguments {
    /// The further directories of certificates.
    pub fn more(&self) -> Vec<PathBuf> {
        self.files.iter().map(PathBuf::from).filter(|path| path.is_dir()).collect()
    }

    /// The source files that the ground program is compared with, if they are named.
    pub fn files(&self) -> Vec<String> {
        self.files.iter().filter(|file| !Path::new(file).is_dir()).cloned().collect()
    }
}

/// Needs Linux, for its accounting of processes.
#[cfg(not(target_os = "linux"))]
#[derive(Debug, Args)]
pub struct LinuxArguments {
    /// The arguments on Linux
    #[arg(trailing_var_arg = true, allow_hyphen_values = true, hide = true)]
    pub words: Vec<OsString>,
}

/// Print a script that completes command lines in a shell.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  groundplan completions bash >> ~/.bash_completion\n  \
    groundplan completions fish > ~/.config/fish/completions/groundplan.fish")]
pub struct CompletionsArguments {
    /// The shell
    pub shell: Shell,
}

/// Write man pages into a folder, one for each command.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  groundplan manual ~/.local/share/man/man1")]
pub struct ManualArguments {
    /// The folder, which is made if it is not there
    #[arg(value_name = "DIR")]
    pub folder: PathBuf,
}
