//! Options that say where the time of a run goes.

use std::path::PathBuf;

use clap::Args;
use groundplan_terminal::options::file_to_write;

/// Where to say what each statement costs.
#[derive(Clone, Debug, Default, Args)]
pub struct ProfileArguments {
    /// Print on standard error where the time goes: what each statement costs in grounding and in the search; with --format json
    /// it is the key Profile (docs/grounding.md)
    #[arg(long, help_heading = "Profile", hide_short_help = true)]
    pub profile: bool,
    /// Write a web page that shows where the time goes, beside the source text
    #[arg(long, value_name = "FILE", value_parser = file_to_write, help_heading = "Profile", hide_short_help = true)]
    pub profile_html: Option<PathBuf>,
}

impl ProfileArguments {
    /// Whether a profile is wanted.
    pub fn is_wanted(&self) -> bool {
        self.profile || self.profile_html.is_some()
    }
}
