//! Options that draw answer sets.

use std::path::PathBuf;

use clap::Args;
use groundplan_terminal::options::file_to_write;

/// The files to draw answer sets in.
#[derive(Clone, Debug, Default, Args)]
#[command(next_help_heading = "Pictures")]
pub struct PictureArguments {
    /// Write a web page with the answer sets
    ///
    /// It has tables, differences, the course of the bounds, and what node, edge, attr, graph, cell and bar draw (docs/pictures.md)
    #[arg(long, value_name = "FILE", value_parser = file_to_write)]
    pub html: Option<PathBuf>,
    /// Write the graphs of the answer sets for Graphviz
    ///
    /// With an objective, those of the last one
    #[arg(long, value_name = "FILE", value_parser = file_to_write)]
    pub dot: Option<PathBuf>,
    /// With --html and --dot, edges have a direction
    #[arg(long, hide_short_help = true)]
    pub digraph: bool,
}

impl PictureArguments {
    /// Returns the first of these options that was given.
    pub fn option(&self) -> Option<&'static str> {
        let given =
            [(self.html.is_some(), "--html"), (self.dot.is_some(), "--dot"), (self.digraph, "--digraph")];
        given.into_iter().find_map(|(given, name)| given.then_some(name))
    }
}
