//! The command-line arguments of `certify`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use groundplan_frontend::arguments::ProgramArguments;
use groundplan_frontend::values::Costs;
use groundplan_terminal::options::{file_to_write, LimitArguments};

/// Prove that a logic program has no answer set, or none that costs so little, and write a certificate.
///
/// The certificate is a folder that others can check without trusting anything of groundplan: the ground program, sets of its
/// atoms, the claim, a proof for VeriPB, and where all that comes from. What groundplan trusts, and how a certificate is
/// checked, is in docs/certificates.md. `groundplan check certificate` also proves that the ground program is that of the sources.
#[derive(Debug, Args)]
#[command(
    after_help = "Exit status: 0 the certificate is written, 1 there is such an answer set, 2 unknown (a limit or an interrupt), \
    64 bad command line, 65 bad input, 70 internal error, 74 a result cannot be written.\n\n\
    Examples:\n  groundplan certify pigeons.lp -c n=6 -o pigeons.cert\n  \
    groundplan certify schedule.lp --cost-below 12 -o least.cert\n  \
    groundplan certify program.lp --assume 'p(1)' --grounder gringo -o certificate"
)]
pub struct CertifyArguments {
    #[command(flatten)]
    pub program: ProgramArguments,
    /// The folder to write, which must not be there yet
    #[arg(long, short, value_name = "DIR", value_parser = file_to_write)]
    pub output: PathBuf,
    /// Prove that no answer set costs less than this; of several costs, by falling priority, each is proven least among the
    /// answer sets that reach the ones before, in a folder of its own
    #[arg(long, value_name = "COST...", allow_hyphen_values = true)]
    pub cost_below: Option<Costs>,
    /// Only answer sets in which this holds: an atom, or `not` and an atom; it belongs to the claim
    #[arg(long, value_name = "LITERAL", allow_hyphen_values = true)]
    pub assume: Vec<String>,
    /// Who grounds the program
    #[arg(long, value_name = "GROUNDER", default_value = "groundplan")]
    pub grounder: GrounderName,
    #[command(flatten)]
    pub limits: LimitArguments,
    /// Print sizes and times on standard error
    #[arg(long)]
    pub stats: bool,
    /// Print nothing on standard error but errors
    #[arg(long, short)]
    pub quiet: bool,
}

/// Who grounds a program.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum GrounderName {
    /// This command
    Groundplan,
    /// The program gringo, which must be installed
    Gringo,
}
