//! Options that split a question into cubes, or restrict it to one of them.

use clap::Args;

use super::cube::Cube;

/// The part of a question that is asked.
#[derive(Clone, Debug, Default, Args)]
pub struct CubeArguments {
    /// Solve nothing: split the question into at most K cubes that are disjoint and together all of it, and print each as
    /// an object of JSON, behind one that says which question it is; with --certify, prove that they are all of it
    #[arg(long, value_name = "K", value_parser = clap::value_parser!(u32).range(1..=1_000_000), help_heading = "Cubes",
          hide_short_help = true)]
    pub cubes: Option<u32>,
    /// Only what lies in this cube: atoms of the ground program, or `not` and an atom, separated by commas; with --cubes, it is
    /// split
    #[arg(
        long,
        value_name = "LITERAL,...",
        allow_hyphen_values = true,
        help_heading = "Cubes",
        hide_short_help = true
    )]
    pub cube: Option<Cube>,
}

impl CubeArguments {
    /// Returns the first of these options that was given.
    pub fn option(&self) -> Option<&'static str> {
        let given = [(self.cubes.is_some(), "--cubes"), (self.cube.is_some(), "--cube")];
        given.into_iter().find_map(|(given, name)| given.then_some(name))
    }
}
